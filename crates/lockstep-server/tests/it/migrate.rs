//! `lockstep migrate`: the store of the real server on PostgreSQL, and back.

use std::path::{Path, PathBuf};
use std::process::Output;

use lockstep_store::PostgresUrl;
use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, TestClient};
use crate::child::{Child, lockstep, run};
use crate::operations::listing;
use crate::postgres::variable;

pub(crate) const WEIGHTS: &str = "/v1/sfdp/data?type=weight";
const OFFERS: &str = "/v1/sfdp/marketplace/offers?query=rides";

pub(crate) fn migrate(data: &Path, to: &str, url: &str) -> Output {
    let mut command = lockstep(data);
    command.args(["--json", "migrate", "--to", to]);
    command.env("LOCKSTEP_STORE_URL", url);
    command.output().unwrap()
}

/// Runs a command with the tables on a server.
pub(crate) fn with_store(data: &Path, url: &str, args: &[&str]) -> Output {
    let mut command = lockstep(data);
    command.args(args).env("LOCKSTEP_STORE_URL", url);
    command.output().unwrap()
}

pub(crate) fn failed(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn succeeded(output: &Output) -> Json {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

pub(crate) async fn weigh(client: &TestClient, day: u32, kilograms: f64) {
    let point = json!({
        "timestamp": format!("2026-03-{day:02}T07:00:00Z"), "type": "weight", "value": kilograms, "unit": "kg",
        "device": "scale",
    });
    let sent = client.post("/v1/sfdp/data", json!({ "data": [point] }));
    sent.await.ok();
}

/// The keys of the accounts move with the tables, so that the sealed points open on both engines.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_moves_to_postgres_and_back_and_its_points_open() {
    let Some(server) = variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let url = format!(
        "{server}?options=-csearch_path%3Dlockstep_server_migrate_{}",
        std::process::id()
    );

    let child = Child::start(&data);
    let admin = child.admin().await;
    weigh(&admin, 1, 71.5).await;
    let before = admin.get(WEIGHTS).await.ok();
    assert_eq!(before["total"], 1, "{before}");
    let listed = listing(&admin).await;
    let offers = admin.get(OFFERS).await.ok();
    assert_eq!(offers["offers"][0]["id"], listed, "{offers}");
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");

    let report = succeeded(&migrate(&data, "postgres", &url));
    assert!(report["rows"].as_u64().unwrap() > 10, "{report}");
    let files = Files(&data);
    files.assert_are_moved();
    complete_interrupted_moves(&files, &url, &report);
    let empty = failed(&with_store(&data, &format!("{url}_2"), &["user", "list"]));
    assert!(empty.contains("has no keys, and"), "{empty}");
    let without = failed(&run(&data, &["user", "list"], ""));
    assert!(
        without.contains("Its keys are on PostgreSQL: set store.url"),
        "{without}"
    );
    let found = with_store(&data, &url, &["doctor"]);
    let found = String::from_utf8(found.stdout).unwrap();
    assert!(
        found.contains("BAD no earlier store") && found.contains("keys.moved.db"),
        "{found}"
    );

    let child = Child::start_with(&data, &[("LOCKSTEP_STORE_URL", &url)]);
    let admin = child.admin().await;
    assert_eq!(admin.get(WEIGHTS).await.ok(), before);
    assert_eq!(admin.get(OFFERS).await.ok(), offers);
    weigh(&admin, 2, 71.0).await;
    let after = admin.get(WEIGHTS).await.ok();
    assert_eq!(after["total"], 2, "{after}");
    child.end();
    assert_eq!(weights_at_another_node(&data, &url).await, after);

    succeeded(&migrate(&data, "sqlite", &url));
    assert!(files.have(["lockstep.db", "keys.db", "keys.check"]));
    assert!(!files.at("secrets/keys.check").exists());
    complete_an_interrupted_return(&files, &url);
    let child = Child::start(&data);
    let admin = child.admin().await;
    assert_eq!(admin.get(WEIGHTS).await.ok(), after);
    assert_eq!(admin.get(OFFERS).await.ok(), offers);
    weigh(&admin, 3, 70.5).await;
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");

    refuse_to_overwrite_a_newer_store(&files, &url);
    move_again_without_the_earlier_copy(&files, &url);
    let schema = url.parse::<PostgresUrl>().unwrap();
    schema.schema_of_keys().unwrap().remove_schema().unwrap();
    schema.remove_schema().unwrap();
}

/// The files of a data directory.
struct Files<'a>(&'a Path);

impl Files<'_> {
    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn have<const N: usize>(&self, names: [&str; N]) -> bool {
        names.iter().all(|name| self.at(name).exists())
    }

    fn rename(&self, from: &str, to: &str) {
        std::fs::rename(self.at(from), self.at(to)).unwrap();
    }

    fn assert_are_moved(&self) {
        assert!(self.have(["lockstep.moved.db", "keys.moved.db", "secrets/keys.check"]));
        for name in ["lockstep.db", "keys.db", "keys.check"] {
            assert!(!self.at(name).exists(), "{name}");
        }
    }
}

/// The states that a crash, and an earlier version, leave of a complete move: each is refused, and completed by the next
/// run.
fn complete_interrupted_moves(files: &Files<'_>, url: &str, report: &Json) {
    let (data, record) = (files.0, "secrets/keys.check");
    let refused = || failed(&with_store(data, url, &["user", "list"]));
    // The crash came between the copies and their new names.
    files.rename("lockstep.moved.db", "lockstep.db");
    files.rename("keys.moved.db", "keys.db");
    std::fs::copy(files.at(record), files.at("keys.check")).unwrap();
    let said = refused();
    assert!(said.contains("to complete an interrupted move"), "{said}");
    let again = succeeded(&migrate(data, "postgres", url));
    for name in ["tables", "rows", "auditEntries", "next"] {
        assert_eq!(again[name], report[name], "{name}");
    }
    assert_eq!(again["copied"], 0, "{again}");
    files.assert_are_moved();
    // It came between the two new names.
    files.rename("keys.moved.db", "keys.db");
    std::fs::copy(files.at(record), files.at("keys.check")).unwrap();
    let said = refused();
    assert!(
        said.contains("of the database holds keys, and")
            && said.contains("keys.db holds keys, too"),
        "{said}"
    );
    succeeded(&migrate(data, "postgres", url));
    files.assert_are_moved();
    // An earlier version moved the tables alone.
    let schema = url.parse::<PostgresUrl>().unwrap();
    schema.schema_of_keys().unwrap().remove_schema().unwrap();
    files.rename("keys.moved.db", "keys.db");
    files.rename(record, "keys.check");
    let said = refused();
    assert!(
        said.contains("Run `lockstep migrate --to postgres`"),
        "{said}"
    );
    succeeded(&migrate(data, "postgres", url));
    files.assert_are_moved();
}

/// A crash came when all files had their names, and the database still had its keys.
fn complete_an_interrupted_return(files: &Files<'_>, url: &str) {
    let (data, record) = (files.0, files.at("secrets/keys.check"));
    std::fs::copy(files.at("keys.check"), &record).unwrap();
    let said = failed(&with_store(data, url, &["user", "list"]));
    assert!(
        said.contains("to complete an interrupted move, run the same"),
        "{said}"
    );
    let again = succeeded(&migrate(data, "sqlite", url));
    for name in ["copied", "removed"] {
        assert_eq!(again[name], 0, "{again}");
    }
    assert!(!record.exists() && files.have(["lockstep.db", "keys.db", "keys.check"]));
}

/// A server has used the files since the move.
fn refuse_to_overwrite_a_newer_store(files: &Files<'_>, url: &str) {
    let (data, record) = (files.0, files.at("secrets/keys.check"));
    std::fs::copy(files.at("keys.check"), &record).unwrap();
    let said = failed(&migrate(data, "sqlite", url));
    assert!(said.contains("does not end an interrupted move"), "{said}");
    std::fs::remove_file(record).unwrap();
    let said = failed(&migrate(data, "sqlite", url));
    assert!(said.contains("move it away"), "{said}");
}

/// The database has the earlier state: the refusal names all that has to be removed.
fn move_again_without_the_earlier_copy(files: &Files<'_>, url: &str) {
    for name in ["lockstep.moved.db", "keys.moved.db"] {
        std::fs::remove_file(files.at(name)).unwrap();
    }
    let said = failed(&migrate(files.0, "postgres", url));
    let tables = url.parse::<PostgresUrl>().unwrap();
    let keys = tables.schema_of_keys().unwrap();
    let named = format!("to the schemas {} and {}", tables.schema(), keys.schema());
    assert!(
        said.contains(&named) && said.contains("remove both schemas"),
        "{said}"
    );
    keys.remove_schema().unwrap();
    tables.remove_schema().unwrap();
    succeeded(&migrate(files.0, "postgres", url));
    files.assert_are_moved();
}

/// Starts another node: a data directory of its own, and the same folder of secrets.
async fn weights_at_another_node(data: &Path, url: &str) -> Json {
    let folder = tempfile::tempdir().unwrap();
    let secrets = data.join("secrets");
    let variables = [
        ("LOCKSTEP_STORE_URL", url),
        ("LOCKSTEP_KEYS_SECRETS", secrets.to_str().unwrap()),
    ];
    let child = Child::start_with(folder.path(), &variables);
    let weights = child.admin().await.get(WEIGHTS).await.ok();
    child.end();
    assert!(!Files(folder.path()).at("keys.db").exists());
    weights
}

/// Otherwise new keys and tables would be created, and reported as healthy.
#[test]
fn a_mistyped_directory_of_a_store_on_postgres_is_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let mistyped = folder.path().join("mistyped");
    let url = "postgres://me@127.0.0.1:1/d";
    let key = folder.path().join("root.key");
    let key = key.to_str().unwrap();
    for args in [
        &["doctor"][..],
        &["scrub"],
        &["user", "list"],
        &["backup", "accept-rollback"],
        &["root-key", "replace", key, "--generate"],
        &["migrate", "--to", "sqlite"],
    ] {
        let said = failed(&with_store(&mistyped, url, args));
        assert!(said.contains("there is no store in"), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Which of both stores is the newer one is not known, and an erasure would not reach the other.
#[test]
fn a_file_of_a_store_beside_the_address_of_a_database_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let args = [
        "user",
        "create",
        "ada",
        "--email",
        "ada@example.org",
        "--password-stdin",
    ];
    let made = run(data.path(), &args, ADMIN_PASSWORD);
    assert!(made.status.success(), "{made:?}");
    let url = "postgres://me@127.0.0.1:1/d";
    for args in [&["user", "list"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let said = failed(&with_store(data.path(), url, args));
        assert!(said.contains("there is a store in"), "{args:?}: {said}");
    }
}

#[test]
fn a_store_is_not_put_beside_the_log_of_another_one() {
    let data = tempfile::tempdir().unwrap();
    let at = |name: &str| data.path().join(name);
    std::fs::write(at("keys.db"), "the keys").unwrap();
    std::fs::write(
        at("lockstep.db-wal"),
        "the last writes of a store that was moved away",
    )
    .unwrap();
    let url = "postgres://me@127.0.0.1:1/d";
    let said = failed(&migrate(data.path(), "sqlite", url));
    assert!(said.contains("lockstep.db-wal is the log"), "{said}");
    std::fs::rename(at("lockstep.db-wal"), at("lockstep.moved.db-wal")).unwrap();
    std::fs::write(at("lockstep.db"), "the store").unwrap();
    let said = failed(&migrate(data.path(), "postgres", url));
    assert!(said.contains("lockstep.moved.db-wal is the log"), "{said}");
}

/// The engine would apply the log to the keys that come from the database.
#[test]
fn keys_are_not_put_beside_the_log_of_others() {
    let data = tempfile::tempdir().unwrap();
    let files = Files(data.path());
    std::fs::create_dir(files.at("secrets")).unwrap();
    std::fs::write(files.at("secrets/keys.check"), "the record").unwrap();
    std::fs::write(files.at("keys.db-wal"), "the last writes of other keys").unwrap();
    let url = "postgres://me@127.0.0.1:1/d";
    let said = failed(&migrate(data.path(), "sqlite", url));
    assert!(said.contains("keys.db-wal is the log"), "{said}");
    // Without the record, no start would open them. The other name says that a node has used this directory.
    std::fs::rename(files.at("secrets/keys.check"), files.at("lockstep.sock")).unwrap();
    let said = failed(&migrate(data.path(), "sqlite", url));
    assert!(said.contains("has no keys.check"), "{said}");
}

/// The record there may be the only one that the keys of the other installation have.
#[test]
fn a_move_with_the_secrets_of_another_installation_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [own, other] = ["own", "other"].map(|name| folder.path().join(name));
    let args = [
        "user",
        "create",
        "ada",
        "--email",
        "ada@example.org",
        "--password-stdin",
    ];
    for data in [&own, &other] {
        let made = run(data, &args, ADMIN_PASSWORD);
        assert!(made.status.success(), "{made:?}");
    }
    let (files, others) = (Files(&own), Files(&other));
    let record = others.at("secrets/keys.check");
    std::fs::copy(others.at("keys.check"), &record).unwrap();
    let before = std::fs::read(&record).unwrap();
    let mut command = lockstep(&own);
    command.args(["migrate", "--to", "postgres"]);
    command.env("LOCKSTEP_STORE_URL", "postgres://me@127.0.0.1:1/d");
    command.env("LOCKSTEP_KEYS_SECRETS", others.at("secrets"));
    let said = failed(&command.output().unwrap());
    assert!(said.contains("Set keys.secrets to the folder"), "{said}");
    assert_eq!(std::fs::read(&record).unwrap(), before);
    assert!(files.have(["lockstep.db", "keys.db", "keys.check"]));
}

#[test]
fn a_store_that_is_missing_is_not_moved() {
    let data = tempfile::tempdir().unwrap();
    let url = "postgres://me:pass-word@127.0.0.1:1/d";
    for (to, reason) in [
        ("postgres", "there is no store"),
        ("mysql://h/d", "there is no store"),
    ] {
        let output = migrate(data.path(), to, url);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(reason), "{said}");
    }
    // The error names no password.
    let output = migrate(data.path(), "sqlite", url);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && !said.contains("pass-word"),
        "{said}"
    );
    assert!(!data.path().join("lockstep.db").exists());
}

/// Nothing sealed could be read on the server.
#[test]
fn a_store_without_its_keys_is_not_moved() {
    let data = tempfile::tempdir().unwrap();
    let files = Files(data.path());
    std::fs::write(files.at("lockstep.db"), "the store").unwrap();
    let url = "postgres://me@127.0.0.1:1/d";
    let said = failed(&migrate(data.path(), "postgres", url));
    assert!(said.contains("has no keys.db beside lockstep.db"), "{said}");
    assert!(files.at("lockstep.db").exists());
}

#[test]
fn the_keys_of_an_earlier_move_are_not_overwritten() {
    let data = tempfile::tempdir().unwrap();
    let files = Files(data.path());
    for has_store in [false, true] {
        std::fs::write(files.at("keys.db"), "the keys").unwrap();
        std::fs::write(files.at("keys.moved.db"), "those of an earlier move").unwrap();
        if has_store {
            std::fs::write(files.at("lockstep.db"), "the store").unwrap();
        }
        let url = "postgres://me@127.0.0.1:1/d";
        let said = failed(&migrate(data.path(), "postgres", url));
        assert!(
            said.contains("keys.moved.db exists: move it away"),
            "{said}"
        );
        let kept = std::fs::read_to_string(files.at("keys.moved.db")).unwrap();
        assert_eq!(kept, "those of an earlier move");
        assert!(files.at("keys.db").exists());
    }
}

#[test]
fn the_store_of_an_earlier_move_is_not_overwritten() {
    let data = tempfile::tempdir().unwrap();
    let [store, moved] = ["lockstep.db", "lockstep.moved.db"].map(|name| data.path().join(name));
    std::fs::write(&store, "the store").unwrap();
    std::fs::write(&moved, "the store of an earlier move").unwrap();
    let output = migrate(data.path(), "postgres", "postgres://me@127.0.0.1:1/d");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && said.contains("lockstep.moved.db exists: move it away"),
        "{said}"
    );
    assert_eq!(
        std::fs::read_to_string(&moved).unwrap(),
        "the store of an earlier move"
    );
    assert!(store.exists());
}

#[test]
fn an_engine_that_is_not_known_is_named() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("lockstep.db"), "the store").unwrap();
    for (to, reason) in [
        ("sqllite", "--to must be postgres, sqlite, or an address"),
        (
            "postgres://me:secret@h:99999/d",
            "--to: the address of the database: it cannot be read",
        ),
        (
            "postgres://me@h/d?password=secret",
            "--to: write the password before the @",
        ),
    ] {
        let output = migrate(data.path(), to, "postgres://me@127.0.0.1:1/d");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(reason), "{said}");
        assert!(!said.contains("pass-word"), "{said}");
    }
}
