//! The life cycle of a server: its directory, its commands, its shutdown.

use std::path::Path;
use std::process::Output;

use serde_json::{Value as Json, json};

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::child::{Child, run};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shutdown_under_load_loses_no_acknowledged_write() {
    let app = TestApp::start().await;
    let writers = 4_usize;
    let mut uploads = tokio::task::JoinSet::new();
    let (sender, mut receiver) = tokio::sync::mpsc::channel(64);
    for writer in 0..writers {
        let caller = app.user(&format!("writer{writer}")).await;
        let sender = sender.clone();
        uploads.spawn(async move {
            let mut acknowledged = 0_u64;
            loop {
                let start = JUNE + 100 * acknowledged as i64;
                let body = points("heart_rate", "bpm", "strap", start, &[61.0; 100]);
                let request = caller.request(axum::http::Method::POST, "/v1/sfdp/data");
                // Refused connections and cut-off responses end the test; error responses do not.
                let Ok(answer) = caller.try_send(request.json(&body)).await else {
                    return (caller.id, acknowledged);
                };
                answer.ok();
                acknowledged += 1;
                // The receiver ends once the test has enough responses.
                let _ = sender.try_send(());
            }
        });
    }
    for _ in 0..40 {
        receiver.recv().await.unwrap();
    }
    let folder = app.stop().await;
    let mut acknowledged = Vec::new();
    while let Some(ended) = uploads.join_next().await {
        acknowledged.push(ended.unwrap());
    }
    assert_eq!(acknowledged.len(), writers);

    let again = TestApp::start_in(folder, |_| {}).await;
    let users = again.admin().get("/v1/admin/users").await.ok();
    let mut sum = 0;
    for (id, count) in acknowledged {
        let user = users["users"]
            .as_array()
            .unwrap()
            .iter()
            .find(|user| user["id"] == *id);
        let name = user.unwrap()["username"].as_str().unwrap();
        let caller = again.anonymous().signed_in(name, PASSWORD).await;
        let total = caller.get("/v1/sfdp/data").await.ok()["total"]
            .as_u64()
            .unwrap();
        assert!(
            total >= 100 * count,
            "{name}: {total} points, acknowledged {}",
            100 * count
        );
        sum += count;
    }
    println!("{sum} uploads acknowledged, 0 lost");
}

#[track_caller]
fn json_output(output: &Output) -> Json {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_work_on_a_running_server_and_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let child = Child::start(&data);
    // While the server runs.
    commands(&data, "ada", folder.path(), Some(&child)).await;
    let (fine, lines) = child.end();
    assert!(fine, "{lines:?}");
    // After the server ended.
    commands(&data, "bob", folder.path(), None).await;
}

async fn commands(data: &Path, name: &str, scratch: &Path, child: Option<&Child>) {
    let email = format!("{name}@example.org");
    let args = [
        "--json",
        "user",
        "create",
        name,
        "--email",
        &email,
        "--password-stdin",
    ];
    let made = json_output(&run(data, &args, &format!("{PASSWORD}\n")));
    let id = made["id"].as_str().unwrap().to_owned();
    assert!(id.starts_with("usr_"));
    let again = run(data, &args, PASSWORD);
    assert!(!again.status.success());
    assert!(
        text(&again.stderr).contains("is taken"),
        "{}",
        text(&again.stderr)
    );

    let users = json_output(&run(data, &["--json", "user", "list"], ""));
    let found = users
        .as_array()
        .unwrap()
        .iter()
        .find(|user| user["id"] == *id);
    assert_eq!(found.unwrap()["email"], email);
    let table = text(&run(data, &["user", "list"], "").stdout);
    assert!(
        table.starts_with("username") && table.contains(name),
        "{table}"
    );

    let args = [
        "--json",
        "key",
        "create",
        "bridge",
        "--user",
        name,
        "--scope",
        "fitness:read",
    ];
    let key = json_output(&run(data, &args, ""));
    assert!(key["key"].as_str().unwrap().starts_with("lk_ak_"));

    let recording = scratch.join("a.csv");
    let rows = "timestamp,type,value,unit,device\n2026-01-01T00:00:00Z,steps,7,count,watch\n";
    std::fs::write(&recording, rows).unwrap();
    let recording = recording.to_str().unwrap();
    let imported = json_output(&run(
        data,
        &["--json", "import", "--user", name, recording],
        "",
    ));
    assert_eq!(
        (&imported["processedCount"], &imported["format"]),
        (&json!(1), &json!("csv"))
    );
    let missing = run(data, &["import", "--user", name, "/nowhere.fit"], "");
    assert!(!missing.status.success());
    assert!(text(&missing.stderr).contains("/nowhere.fit"));
    let unknown = run(data, &["import", "--user", "nobody", recording], "");
    assert!(!unknown.status.success());

    let verdict = json_output(&run(data, &["--json", "audit", "verify"], ""));
    assert!(
        verdict["broken"].is_null() && verdict["entries"].as_u64() > Some(2),
        "{verdict}"
    );
    let args = text(&run(data, &["audit", "verify"], "").stdout);
    assert!(args.starts_with("the chain is whole"), "{args}");
    let doctor = run(data, &["--json", "doctor"], "");
    let doctor: Json = serde_json::from_slice(&doctor.stdout).unwrap();
    for finding in doctor["findings"].as_array().unwrap() {
        // The speed of this disk says nothing about the program.
        let of_disk = finding["what"] == "a write reaches the disk";
        assert!(of_disk || finding["fine"] == true, "{finding}");
    }

    let password = format!("another {PASSWORD}");
    let args = ["--json", "user", "set-password", name, "--password-stdin"];
    let weak = run(data, &args, &format!("{name}-and-{PASSWORD}"));
    let why = text(&weak.stderr);
    assert!(!weak.status.success() && why.contains("user name"), "{why}");
    let set = json_output(&run(
        data,
        &[&args[..], &["--keep-api-keys"]].concat(),
        &password,
    ));
    let expected = json!({
        "username": name, "sessionsRevoked": 0, "apiKeysRevoked": 0, "identitiesUnlinked": 0,
    });
    assert_eq!(set, expected);
    if let Some(child) = child {
        let caller = TestClient::at(child.address)
            .signed_in(name, &password)
            .await;
        assert_eq!(caller.get("/v1/sfdp/data").await.ok()["total"], 1);
        let key = caller.bearing(key["key"].as_str().unwrap());
        assert_eq!(key.get("/v1/sfdp/data").await.ok()["total"], 1);
        key.delete("/v1/sfdp/data")
            .await
            .refused(403, "PERMISSION_DENIED");
        let set = json_output(&run(data, &args, &password));
        assert_eq!(
            (&set["sessionsRevoked"], &set["apiKeysRevoked"]),
            (&json!(1), &json!(1))
        );
        for gone in [&caller, &key] {
            gone.get("/v1/sfdp/data").await.refused(401, "AUTH_ERROR");
        }
    }

    let backup = scratch.join(format!("backup-{name}"));
    let backup = backup.to_str().unwrap();
    let made = json_output(&run(data, &["--json", "backup", "create", backup], ""));
    assert_eq!(made["folder"], backup);
    assert!(
        !run(data, &["backup", "create", backup], "")
            .status
            .success()
    );
    json_output(&run(data, &["--json", "backup", "verify", backup], ""));
    let fresh = scratch.join(format!("restored-{name}"));
    // The root key, which no backup contains, must be copied first.
    let early = run(&fresh, &["backup", "restore", backup], "");
    assert!(text(&early.stderr).contains("root key is missing"));
    std::fs::create_dir_all(fresh.join("secrets")).unwrap();
    for file in ["root.key", "epochs.json"] {
        let file = Path::new("secrets").join(file);
        std::fs::copy(data.join(&file), fresh.join(&file)).unwrap();
    }
    json_output(&run(&fresh, &["--json", "backup", "restore", backup], ""));
    let over = run(&fresh, &["backup", "restore", backup], "");
    assert!(!over.status.success());
    assert!(
        text(&over.stderr).contains("already holds a store"),
        "{}",
        text(&over.stderr)
    );
    let restored = Child::start(&fresh);
    let caller = TestClient::at(restored.address)
        .signed_in(name, &password)
        .await;
    let page = caller.get("/v1/sfdp/data").await.ok();
    assert_eq!(
        (page["total"].as_u64(), page["data"][0]["value"].as_f64()),
        (Some(1), Some(7.0))
    );
    // A damaged backup cannot be used.
    let file = Path::new(backup).join(lockstep_server::data::DATABASE);
    let mut bytes = std::fs::read(&file).unwrap();
    let length = bytes.len();
    bytes[length / 3..length / 3 * 2].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    let damaged = run(data, &["backup", "verify", backup], "");
    let why = text(&damaged.stderr);
    // The error names the backup's file, not that of the copy.
    assert!(!damaged.status.success() && why.contains(backup), "{why}");
    assert!(!why.contains("lockstep-verify-"), "{why}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_directory_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let second = run(folder.path(), &["serve", "--listen", "127.0.0.1:0"], "");
    assert!(!second.status.success());
    let reason = text(&second.stderr);
    assert!(reason.contains("used by another process"), "{reason}");
    assert!(
        reason.contains("--data"),
        "the error names the remedy: {reason}"
    );
    // The first server is unaffected. Another directory can be served, but the port is in use.
    TestClient::at(child.address).get("/readyz").await.ok();
    let other = tempfile::tempdir().unwrap();
    let listen = child.address.to_string();
    let third = run(other.path(), &["serve", "--listen", &listen], "");
    assert!(!third.status.success());
    assert!(
        text(&third.stderr).contains("is in use"),
        "{}",
        text(&third.stderr)
    );
}

#[test]
fn invalid_arguments_are_reported_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.toml");
    std::fs::write(&file, "listne = '127.0.0.1:1'").unwrap();
    let file = file.to_str().unwrap();
    let data = folder.path().join("data");
    for (args, named) in [
        (&["serve", "--config", file][..], "listne"),
        (&["serve", "--config", "/nowhere.toml"], "/nowhere.toml"),
        (&["serve", "--listen", "nowhere"], "nowhere"),
        (
            &["user", "create", "ada", "--email", "a@b"],
            "--password-stdin",
        ),
        (
            &[
                "user",
                "create",
                "a b",
                "--email",
                "a@b",
                "--password-stdin",
            ],
            "username",
        ),
        (
            &["key", "create", "x", "--user", "nobody"],
            "the user does not exist",
        ),
        (&["backup", "verify", "/nowhere"], "/nowhere"),
        (&["fly"], "fly"),
    ] {
        let output = run(&data, args, PASSWORD);
        assert!(!output.status.success(), "{args:?}");
        assert!(
            text(&output.stderr).contains(named),
            "{args:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn the_directory_is_accessible_to_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let _child = Child::start(&data);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(&data.join("spool")), 0o700);
    assert_eq!(mode(&data.join(lockstep_server::data::SOCKET)), 0o600);
}

#[test]
fn a_log_without_a_terminal_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let child = Child::start_with(&data, &[("LOCKSTEP_LOG_FORMAT", "text")]);
    let (_, lines) = child.end();
    assert!(
        lines.iter().any(|line| line.contains("INFO serving")),
        "{lines:?}"
    );
    assert!(
        !lines.iter().any(|line| line.contains('\u{1b}')),
        "{lines:?}"
    );
}
