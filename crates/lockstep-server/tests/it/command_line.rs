//! The command line: closed pipes, and refusals with a remedy.

use std::process::Stdio;

use crate::app::TestApp;
use crate::child::{lockstep, run};

#[test]
fn completions_into_a_closed_pipe_end_quietly() {
    let data = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = lockstep(data.path())
        .args(["completions", "bash"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_refused_first_password_creates_no_store() {
    let data = tempfile::tempdir().unwrap();
    let output = lockstep(data.path())
        .args(["serve", "--listen", "127.0.0.1:0"])
        .env("LOCKSTEP_ADMIN_PASSWORD", "short")
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(stderr.contains("must be at least"), "{stderr}");
    for name in ["lockstep.db", "keys.db", "secrets"] {
        assert!(!data.path().join(name).exists(), "{name}");
    }
}

#[test]
fn a_missing_directory_for_a_trial_restore_is_named() {
    let data = tempfile::tempdir().unwrap();
    let missing = data.path().join("rst").display().to_string();
    let args = ["backup", "verify", "bk", "--restore", &missing];
    let output = run(data.path(), &args, "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains(&missing) && stderr.contains("create the directory"),
        "{stderr}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bare_address_leads_to_the_api_page() {
    let app = TestApp::start().await;
    // The client follows redirects: to /docs, then to /docs/.
    let answer = app.anonymous().get("/").await;
    assert_eq!(answer.status, 200, "{answer}");
    assert_eq!(answer.header("content-type"), Some("text/html"), "{answer}");
}
