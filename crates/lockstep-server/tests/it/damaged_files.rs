//! Files of the data directory that are damaged: each is named, with what to do, and hides no other damage.

use std::path::Path;

use serde_json::Value as Json;

use crate::app::TestApp;
use crate::child;
use crate::names::damage_key;

/// Runs the command; returns whether it succeeded, and its output.
pub(crate) fn run(folder: &Path, args: &[&str]) -> (bool, String) {
    let output = child::run(folder, args, "");
    let printed = [&*output.stdout, &*output.stderr].concat();
    (output.status.success(), String::from_utf8(printed).unwrap())
}

/// Overwrites the first byte of the first page of a table or an index, which says what the page is.
fn damage_page(file: &Path, name: &str) {
    let db = rusqlite::Connection::open(file).unwrap();
    let number = |sql: &str| {
        let number: i64 = db.query_row(sql, [], |row| row.get(0)).unwrap();
        usize::try_from(number).unwrap()
    };
    let root = number(&format!(
        "SELECT rootpage FROM sqlite_schema WHERE name = '{name}'"
    ));
    let size = number("PRAGMA page_size");
    db.close().unwrap();
    let mut bytes = std::fs::read(file).unwrap();
    bytes[(root - 1) * size] = 0xff;
    std::fs::write(file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_page_of_either_database_is_named_with_its_file_and_hides_no_row() {
    // Whether the keys of accounts are still checked: their check reads the audit log, too.
    for (file, name, checks_keys) in [
        ("lockstep.db", "audit_body", false),
        ("lockstep.db", "webhook", true),
        ("keys.db", "destroyed", true),
        ("keys.db", "destroyed_at", true),
    ] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        let body = serde_json::json!({ "data": "NjEgYnBt", "mode": "Basic" });
        ada.post("/v1/encryption/encrypt", body).await.ok();
        let folder = app.stop().await;
        damage_key(folder.path(), &ada.id);
        damage_page(&folder.path().join(file), name);
        let (fine, printed) = run(folder.path(), &["--json", "scrub"]);
        assert!(!fine, "{name}: {printed}");
        let line = printed.lines().find(|line| line.starts_with('{'));
        let report: Json =
            serde_json::from_str(line.unwrap_or_else(|| panic!("{printed}"))).unwrap();
        let pages = report["pages"].as_array().unwrap();
        let is_named = |page: &Json| page.as_str().unwrap().starts_with(&format!("{file}: "));
        assert!(pages.iter().any(is_named), "{name}: {report}");
        let damaged = report["damaged"].to_string();
        assert!(
            damaged.contains(&ada.id) || !checks_keys,
            "{name}: {report}"
        );
        let (fine, printed) = run(folder.path(), &["doctor"]);
        assert!(!fine, "{name}: {printed}");
        let finding = printed.lines().find(|line| line.contains("every page of"));
        let finding = finding.unwrap_or_else(|| panic!("{name}: {printed}"));
        assert!(finding.starts_with("BAD"), "{name}: {finding}");
        assert!(finding.contains(&format!("{file}: ")), "{name}: {finding}");
    }
}

/// Triggers of counts: each command that checks the files names them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trigger_that_was_removed_or_changed_is_named_with_its_file() {
    let app = TestApp::start().await;
    let folder = app.stop().await;
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy");
    let copy = copy.to_str().unwrap();
    let (fine, printed) = run(folder.path(), &["backup", "create", copy]);
    assert!(fine, "{printed}");
    for file in [folder.path().to_path_buf(), Path::new(copy).to_path_buf()] {
        let db = rusqlite::Connection::open(file.join("lockstep.db")).unwrap();
        db.execute_batch(
            "DROP TRIGGER usage_series_added; DROP TRIGGER usage_series_removed;
             CREATE TRIGGER usage_series_removed AFTER DELETE ON series BEGIN SELECT 1; END",
        )
        .unwrap();
    }
    for command in [&["scrub"][..], &["doctor"], &["backup", "verify", copy]] {
        let (fine, printed) = run(folder.path(), command);
        assert!(!fine, "{command:?}: {printed}");
        for named in [
            "lockstep.db: trigger usage_series_added: it is missing",
            "lockstep.db: trigger usage_series_removed: it differs",
        ] {
            assert!(printed.contains(named), "{command:?}: {printed}");
        }
    }
}

/// Returns the bytes of a damaged file.
type Damage = fn(&[u8]) -> Vec<u8>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_read_is_refused_with_its_name_and_the_remedy() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let folder = app.stop().await;
    let garbage = |bytes: &[u8]| vec![0x5a; bytes.len()];
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let empty = |_: &[u8]| Vec::new();
    let damages: [(&str, Damage); 3] = [("half", half), ("garbage", garbage), ("empty", empty)];
    for name in ["lockstep.db", "keys.db", "keys.check"] {
        let file = folder.path().join(name);
        let whole = std::fs::read(&file).unwrap();
        for (what, damage) in &damages {
            std::fs::write(&file, damage(&whole)).unwrap();
            let (fine, printed) = run(folder.path(), &["scrub"]);
            assert!(!fine, "{name} {what}: {printed}");
            assert!(printed.contains(name), "{name} {what}: {printed}");
            let says_remedy = printed.contains("back") || printed.contains("backup");
            assert!(says_remedy, "{name} {what}: {printed}");
            for end in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(folder.path().join(format!("{name}{end}")));
            }
            std::fs::write(&file, &whole).unwrap();
        }
        let (fine, printed) = run(folder.path(), &["scrub"]);
        assert!(fine, "{name}: {printed}");
    }
    // The server does not start without this list, and `doctor` says so.
    std::fs::write(folder.path().join("secrets/erased.json"), "{").unwrap();
    let (fine, printed) = run(folder.path(), &["doctor"]);
    assert!(!fine, "{printed}");
    let finding = printed
        .lines()
        .find(|line| line.contains("erased accounts"));
    let finding = finding.unwrap_or_else(|| panic!("{printed}"));
    assert!(
        finding.starts_with("BAD") && finding.contains("put it back"),
        "{finding}"
    );
}
