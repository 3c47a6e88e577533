//! The command line: closed pipes, and refusals with a remedy.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use lockstep_server::app::CAPABILITIES;
use lockstep_testkit::{Record, gpx};
use serde_json::Value as Json;

use crate::app::PASSWORD;
use crate::child::{Child, lockstep, run};

#[test]
fn a_named_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let pipe = pipe.to_str().unwrap();
    for args in [
        &["verify", pipe][..],
        &["verify", pipe, "--key", pipe],
        &["audit", "verify", "--checkpoint", pipe],
        &["backup", "restore", "missing", "--erasure-receipt", pipe],
    ] {
        let refused = run(folder.path(), args, "");
        let printed = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success(), "{args:?}: {printed}");
        assert!(printed.contains("is not a regular file"), "{printed}");
    }
}

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

/// Subcommands of capabilities stand in the help among the server's own.
#[test]
fn the_help_lists_every_command_in_its_place() {
    let data = tempfile::tempdir().unwrap();
    let output = run(data.path(), &["help"], "");
    let help = String::from_utf8(output.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let names = commands.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?;
        name.split_whitespace()
            .next()
            .filter(|_| !name.starts_with(' '))
    });
    let expected = [
        "serve",
        "demo",
        "import",
        "export",
        "activities",
        "user",
        "key",
        "audit",
        "backup",
        "migrate",
        "root-key",
        "attestation",
        "clock",
        "market",
        "settings",
        "verify",
        "mcp",
        "doctor",
        "scrub",
        "config",
        "completions",
        "man",
        "help",
    ];
    assert!(names.eq(expected), "{help}");
    for subcommand in CAPABILITIES.iter().flat_map(|capability| capability.cli) {
        let name = subcommand.name;
        assert_eq!((subcommand.command)().get_name(), name);
        assert_eq!(expected.iter().filter(|known| **known == name).count(), 1);
        // Without an act the help is printed, and the exit code is that of a wrong usage.
        let output = run(data.path(), &[name], "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(&format!("lockstep {name}")), "{said}");
    }
}

/// The list and one activity, for people and for programs.
#[test]
fn activities_are_listed_and_shown() {
    let data = tempfile::tempdir().unwrap();
    let words = [
        "user",
        "create",
        "ada",
        "--email",
        "a@example.org",
        "--password-stdin",
    ];
    assert!(
        run(data.path(), &words, "correct horse battery\n")
            .status
            .success()
    );
    let start = lockstep_store::Timestamp(1_780_272_000_000);
    let ride: Vec<Record> = Record::ride(start, 900).collect();
    let track = gpx::document("StravaGPX", "Up the hill", "cycling", &ride);
    let file = data.path().join("ride.gpx");
    std::fs::write(&file, track).unwrap();
    let named = file.to_str().unwrap();
    assert!(
        run(data.path(), &["import", named, "--user", "ada"], "")
            .status
            .success()
    );
    let said = |words: &[&str]| {
        let output = run(data.path(), words, "");
        let error = String::from_utf8(output.stderr).unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap(),
            error,
        )
    };
    // A pipe would wait for its writer.
    for other in [data.path().to_str().unwrap(), "/dev/null"] {
        let (is_success, _, error) = said(&["import", other, "--user", "ada"]);
        assert!(
            !is_success && error.contains("not a regular file"),
            "{error}"
        );
    }
    let (_, list, _) = said(&["activities", "list", "--user", "ada", "--json"]);
    let list: Json = serde_json::from_str(&list).unwrap();
    assert_eq!(list["activities"][0]["name"], "Up the hill");
    assert_eq!(
        (&list["hasMore"], &list["damaged"]),
        (&Json::Bool(false), &Json::from(0))
    );
    let id = list["activities"][0]["id"].as_str().unwrap();
    let (_, list, _) = said(&["activities", "list", "--user", "ada", "--sport", "cycling"]);
    assert!(list.contains(id) && list.contains("Up the hill"), "{list}");
    let (_, list, _) = said(&["activities", "list", "--user", "ada", "--to", "2020-01-01"]);
    assert!(!list.contains(id), "{list}");
    let (_, shown, _) = said(&["activities", "show", id, "--user", "ada"]);
    assert!(
        shown.contains("name         Up the hill") && shown.contains("recording    gpx"),
        "{shown}"
    );
    let (_, shown, _) = said(&["activities", "show", id, "--user", "ada", "--json"]);
    let shown: Json = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["id"], id);
    for words in [
        [
            "activities",
            "show",
            "act_01h455vb4pex5vsknk084sn02q",
            "--user",
            "ada",
        ],
        ["activities", "show", id, "--user", "eve"],
        ["activities", "list", "--from", "weird", "--user"],
    ] {
        let (is_success, _, error) = said(&words);
        assert!(!is_success && !error.is_empty(), "{words:?}");
    }
}

#[test]
fn a_command_of_a_capability_answers_people_and_programs() {
    let data = tempfile::tempdir().unwrap();
    // Only `user create` creates a store.
    let output = run(data.path(), &["user", "list"], "");
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there is no store in"), "{said}");
    let words = [
        "user",
        "create",
        "ada",
        "--email",
        "a@example.org",
        "--password-stdin",
    ];
    let output = run(data.path(), &words, "correct horse battery\n");
    assert!(output.status.success(), "{output:?}");
    let text = |words: &[&str]| {
        let output = run(data.path(), words, "");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let table = text(&["user", "list"]);
    assert!(table.starts_with("username  role  status"), "{table}");
    let users: Json = serde_json::from_str(&text(&["user", "list", "--json"])).unwrap();
    assert_eq!(users[0]["username"], "ada");
    assert_eq!(users[0]["counts"]["datastreams"], 0);
    let output = run(data.path(), &["key", "create", "k", "--user", "ada"], "");
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(note.contains("this key is shown once"), "{note}");
    // The names of keys have the same rule as in a request.
    for name in ["", "k\u{1b}[2J"] {
        let output = run(data.path(), &["key", "create", name, "--user", "ada"], "");
        assert!(!output.status.success(), "{output:?}");
        let refused = String::from_utf8(output.stderr).unwrap();
        assert!(refused.contains("name"), "{refused}");
    }
    let verdict: Json = serde_json::from_str(&text(&["--json", "audit", "verify"])).unwrap();
    assert_eq!(verdict["broken"], Json::Null);
}

/// The first configured source of the root key counts, whatever the others say.
#[test]
fn sources_of_the_root_key_are_asked_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let created = run(
        &data,
        &[
            "user",
            "create",
            "ada",
            "--email",
            "ada@example.org",
            "--password-stdin",
        ],
        PASSWORD,
    );
    assert!(created.status.success(), "{created:?}");
    let own = data.join("secrets/root.key");
    let right = std::fs::read_to_string(&own).unwrap();
    std::fs::remove_file(&own).unwrap();
    // A folder for each key, with the key as a credential of the service manager.
    let other = "ab".repeat(32);
    let keys = [("right", right.trim()), ("wrong", other.as_str())];
    let [right, wrong] = keys.map(|(name, key)| {
        let place = folder.path().join(name);
        std::fs::create_dir(&place).unwrap();
        let file = place.join("lockstep-root-key");
        std::fs::write(&file, key).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        let (place, file) = (place.display().to_string(), file.display().to_string());
        let command = format!("cat {file}");
        [
            ("CREDENTIALS_DIRECTORY", place),
            ("LOCKSTEP_KEYS_FILE", file),
            ("LOCKSTEP_ROOT_KEY", key.to_owned()),
            ("LOCKSTEP_KEYS_COMMAND", command),
        ]
    });
    let listed = |sources: Vec<&(&str, String)>| {
        let mut command = lockstep(&data);
        command.args(["user", "list"]);
        command.env("PATH", "/usr/bin:/bin");
        for (name, value) in sources {
            command.env(name, value);
        }
        command.output().unwrap()
    };
    for (first, source) in right.iter().enumerate() {
        let mut sources = vec![source];
        sources.extend(&wrong[first + 1..]);
        let output = listed(sources.clone());
        assert!(output.status.success(), "{first}: {output:?}");
        // A wrong key in a source before it is not skipped.
        let Some(before) = first.checked_sub(1) else {
            continue;
        };
        sources.push(&wrong[before]);
        let output = listed(sources);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{first}");
        assert!(said.contains("not the root key"), "{first}: {said}");
    }
    let output = listed(Vec::new());
    assert!(!output.status.success() && !own.exists(), "{output:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_root_key_that_was_made_or_comes_from_the_environment_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let told = |variables: &[(&str, &str)], what: &str| {
        let (_, lines) = Child::start_with(&data, variables).end();
        lines.iter().any(|line| line.contains(what))
    };
    let (made, environment) = ("no root key is configured", "comes from the environment");
    assert!(told(&[], made));
    let own = data.join("secrets/root.key");
    let key = std::fs::read_to_string(&own).unwrap();
    let variable = [("LOCKSTEP_ROOT_KEY", key.trim())];
    assert!(!told(&[], made));
    assert!(!told(&[], environment));
    assert!(told(&variable, environment));
}
