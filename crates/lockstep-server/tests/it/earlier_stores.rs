//! Stores of earlier builds open with this one: everything is there, nothing is damaged, and new data can be stored.
//! A store of a newer build is refused.

use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use data_encoding::BASE64;
use lockstep_server::scrub;
use lockstep_store::{StoreError, audit};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::child::{Child, run};

/// The folders of `tests/fixtures`.
const STORES: [&str; 2] = ["store-2026-11-22", "store-2026-11-27"];

/// Decompresses the files of a folder into another one.
fn unpack(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            let inside = to.join(name);
            std::fs::DirBuilder::new()
                .mode(0o700)
                .create(&inside)
                .unwrap();
            unpack(&path, &inside);
        } else if let Some(name) = name.strip_suffix(".zst") {
            let mut options = std::fs::OpenOptions::new();
            let file = options.write(true).create_new(true).mode(0o600);
            let compressed = std::fs::File::open(&path).unwrap();
            zstd::stream::copy_decode(compressed, file.open(to.join(name)).unwrap()).unwrap();
        }
    }
}

/// Returns the number of points of a series, and the sum of their values.
async fn series(caller: &TestClient, kind: &str, device: &str) -> (u64, f64) {
    let device = device.replace(' ', "%20");
    let (mut count, mut sum, mut cursor) = (0, 0.0, String::new());
    loop {
        let path = format!("/v1/sfdp/data?type={kind}&device={device}&limit=1000{cursor}");
        let page = caller.get(&path).await.ok();
        for point in page["data"].as_array().unwrap() {
            count += 1;
            sum += point["value"].as_f64().unwrap();
        }
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return (count, sum),
        }
    }
}

/// Asserts that the account has the data that the earlier build returned.
async fn assert_has(ada: &TestClient, expected: &Json) {
    for one in expected["series"].as_array().unwrap() {
        let (kind, device) = (
            one["type"].as_str().unwrap(),
            one["device"].as_str().unwrap(),
        );
        let found = series(ada, kind, device).await;
        let stored = (
            one["points"].as_u64().unwrap(),
            one["sum"].as_f64().unwrap(),
        );
        assert_eq!(found, stored, "{kind} of {device}");
    }
    let profile = ada.get("/v1/sfdp/profile").await.ok();
    for (field, value) in expected["profile"].as_object().unwrap() {
        assert_eq!(&profile[field], value, "{field}");
    }
    let sealed = json!({ "encryptedData": expected["envelope"] });
    let opened = ada.post("/v1/encryption/decrypt", sealed).await.ok();
    let text = BASE64
        .decode(opened["data"].as_str().unwrap().as_bytes())
        .unwrap();
    assert_eq!(text, b"only Ada reads this");
    for answer in expected["answers"].as_array().into_iter().flatten() {
        let path = answer["path"].as_str().unwrap();
        let found = ada.get(path).await.ok();
        for (field, value) in answer["fields"].as_object().unwrap() {
            assert_eq!(&found[field], value, "{field} of {path}");
        }
    }
    let by_key = ada.bearing(expected["apiKey"].as_str().unwrap());
    assert_eq!(
        by_key.get("/api/auth/me").await.ok()["id"],
        json!(ada.id.clone())
    );
}

async fn assert_intact(app: &TestApp) {
    let checked = app.state().db.read("test.whole", |tx| {
        Ok::<_, StoreError>((audit::verify(tx)?, tx.integrity()?))
    });
    let (verdict, damage) = checked.await.unwrap();
    assert_eq!((verdict.broken, damage), (None, Vec::new()));
    let differences = app.state().db.schema_differences().await.unwrap();
    assert_eq!(differences, Vec::<String>::new());
    let scrubbed = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(scrubbed.damaged, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stores_of_earlier_builds_open_with_everything_in_them() {
    for store in STORES {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures")
            .join(store);
        let expected = std::fs::read(fixture.join("expected.json")).unwrap();
        let expected: Json = serde_json::from_slice(&expected).unwrap();
        let folder = TempDir::new().unwrap();
        unpack(&fixture, folder.path());
        let app = TestApp::start_in(folder, |_| {}).await;
        let ada = app.anonymous().signed_in("ada", PASSWORD).await;
        assert_has(&ada, &expected).await;
        assert_intact(&app).await;
        // New points join the series of the earlier build, and a new start finds both.
        let more = points("power", "W", "pedals", JUNE, &[100.0; 3]);
        ada.post("/v1/sfdp/data", more).await.ok();
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        let ada = app.anonymous().signed_in("ada", PASSWORD).await;
        assert_eq!(
            series(&ada, "power", "pedals").await,
            (5003, 997_500.0 + 300.0)
        );
        assert_intact(&app).await;
    }
}

/// The versions that a changelog names: headings that begin with a digit.
fn released(changelog: &str) -> Vec<&str> {
    let headings = changelog
        .lines()
        .filter_map(|line| line.strip_prefix("## "));
    headings
        .filter(|heading| heading.starts_with(|first: char| first.is_ascii_digit()))
        .filter_map(|heading| heading.split_whitespace().next())
        .collect()
}

#[test]
fn every_released_version_has_a_store() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = std::fs::read_dir(fixtures).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut stores: Vec<String> = names.filter(|name| name.starts_with("store-")).collect();
    stores.sort();
    assert_eq!(stores, STORES);
    for version in released(include_str!("../../../../CHANGELOG.md")) {
        let store = format!("store-{version}");
        assert!(stores.contains(&store), "{store} is missing");
    }
    let changelog = "# Changelog\n## Unreleased\n### Added\n## 0.2.0 (2027-01-31)\n## 0.1.0\n";
    assert_eq!(released(changelog), ["0.2.0", "0.1.0"]);
}

/// A migration that this build does not know is what a newer build leaves in the store.
#[test]
fn a_store_of_a_newer_build_is_refused_and_not_changed() {
    let folder = TempDir::new().unwrap();
    let (is_success, lines) = Child::start(folder.path()).end();
    assert!(is_success, "{lines:?}");
    let db = rusqlite::Connection::open(folder.path().join("lockstep.db")).unwrap();
    let added = db
        .execute(
            "INSERT INTO migration(capability, n, digest, applied_at)
             SELECT 'later', 1, digest, applied_at FROM migration LIMIT 1",
            [],
        )
        .unwrap();
    assert_eq!(added, 1);
    db.close().unwrap();

    let files = || {
        ["lockstep.db", "keys.db", "keys.check"]
            .map(|name| std::fs::read(folder.path().join(name)).unwrap())
    };
    let before = files();
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["doctor"]] {
        let output = run(folder.path(), command, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("newer lockstep; start that version"),
            "{said}"
        );
    }
    assert!(files() == before, "a refused start changed a file");
}
