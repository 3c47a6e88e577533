//! `lockstep migrate --prepare`: the store of a running server is copied, and moved when the server is stopped. Also commands
//! on a store that has moved to PostgreSQL.

use std::path::Path;
use std::process::Output;

use lockstep_store::PostgresUrl;
use serde_json::{Value as Json, json};

use crate::app::{PASSWORD, TestClient};
use crate::child::{Child, lockstep};
use crate::migrate::{WEIGHTS, failed, migrate, succeeded, weigh, with_store};
use crate::postgres::variable;

/// A device that one account alone has: its name is stored in the clear.
const DEVICE: &str = "boathouse-ergometer";

fn prepare(data: &Path, to: &str, url: &str) -> Output {
    let mut command = lockstep(data);
    command.args(["--json", "migrate", "--to", to, "--prepare"]);
    command.env("LOCKSTEP_STORE_URL", url);
    command.output().unwrap()
}

/// The address of an empty schema; `None` without a server for tests.
fn schema(name: &str) -> Option<String> {
    let Some(server) = variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return None;
    };
    let process = std::process::id();
    Some(format!(
        "{server}?options=-csearch_path%3Dlockstep_server_{name}_{process}"
    ))
}

/// Creates an account with a point of [`DEVICE`].
async fn rower(child: &Child, admin: &TestClient, name: &str) -> TestClient {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD, "role": "user",
    });
    admin.post("/v1/admin/users", new).await.ok();
    let anonymous = TestClient::at(child.address);
    let rower = anonymous.signed_in(name, PASSWORD).await;
    let point = json!({
        "timestamp": "2026-03-01T07:00:00Z", "type": "heart_rate", "value": 140, "unit": "bpm", "device": DEVICE,
    });
    let sent = rower.post("/v1/sfdp/data", json!({ "data": [point] }));
    sent.await.ok();
    rower
}

async fn erase(admin: &TestClient, account: &TestClient) {
    let path = format!("/v1/admin/users/{}", account.id);
    let erased = admin.delete(&path).await.ok();
    assert_eq!(erased["deleted"], true, "{erased}");
}

fn has_device(file: &Path) -> bool {
    let bytes = std::fs::read(file).unwrap();
    let mut windows = bytes.windows(DEVICE.len());
    windows.any(|window| window == DEVICE.as_bytes())
}

fn number(report: &Json, name: &str) -> u64 {
    report[name].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_is_prepared_while_its_server_runs_and_moved_afterwards() {
    let Some(url) = schema("prepared") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let child = Child::start(&data);
    let admin = child.admin().await;
    let ada = rower(&child, &admin, "ada").await;
    weigh(&admin, 1, 71.5).await;
    let prepared = succeeded(&prepare(&data, "postgres", &url));
    assert!(number(&prepared, "copied") > 10, "{prepared}");
    // The server has gone on, and its store stays where it is.
    weigh(&admin, 2, 71.0).await;
    erase(&admin, &ada).await;
    let refused = failed(&migrate(&data, "postgres", &url));
    assert!(refused.contains("stop it first"), "{refused}");
    let again = succeeded(&prepare(&data, "postgres", &url));
    assert!(
        number(&again, "removed") > 0 && number(&again, "copied") < number(&prepared, "copied"),
        "{again}"
    );
    weigh(&admin, 3, 70.5).await;
    let before = admin.get(WEIGHTS).await.ok();
    assert_eq!(before["total"], 3, "{before}");
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");
    let refused = failed(&with_store(&data, &url, &["user", "list"]));
    assert!(
        refused.contains("complete an interrupted move"),
        "{refused}"
    );
    let moved = succeeded(&migrate(&data, "postgres", &url));
    assert!(
        number(&moved, "copied") > 0 && number(&moved, "copied") < number(&prepared, "copied"),
        "{moved}"
    );

    let child = Child::start_with(&data, &[("LOCKSTEP_STORE_URL", &url)]);
    let admin = child.admin().await;
    assert_eq!(admin.get(WEIGHTS).await.ok(), before);
    let users = admin.get("/v1/admin/users").await.ok().to_string();
    assert!(!users.contains(&*ada.id), "{users}");
    let bob = rower(&child, &admin, "bob").await;
    let prepared = succeeded(&prepare(&data, "sqlite", &url));
    let [file, copy] = ["lockstep.db", "lockstep.prepared.db"].map(|name| data.join(name));
    assert!(!file.exists() && has_device(&copy));
    let found = with_store(&data, &url, &["doctor"]);
    let found = String::from_utf8(found.stdout).unwrap();
    assert!(found.contains("BAD no prepared copy"), "{found}");
    erase(&admin, &bob).await;
    weigh(&admin, 4, 70.0).await;
    let before = admin.get(WEIGHTS).await.ok();
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");
    let moved = succeeded(&migrate(&data, "sqlite", &url));
    assert!(
        number(&moved, "removed") > 0 && number(&moved, "copied") < number(&prepared, "copied"),
        "{moved}"
    );
    assert!(!copy.exists() && !has_device(&file));
    let child = Child::start(&data);
    assert_eq!(child.admin().await.get(WEIGHTS).await.ok(), before);
    drop(child);
    url.parse::<PostgresUrl>().unwrap().remove_schema().unwrap();
}

#[test]
fn a_preparation_beside_another_store_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let url = "postgres://me:pass-word@127.0.0.1:1/d";
    let check = |to: &str, reason: &str| {
        let said = failed(&prepare(data.path(), to, url));
        assert!(
            said.contains(reason) && !said.contains("pass-word"),
            "{said}"
        );
    };
    check("postgres", "there is no store in");
    std::fs::write(data.path().join("lockstep.db"), "the store").unwrap();
    check("sqlite", "lockstep.db exists: move it away");
    check("sqllite", "--to must be postgres, sqlite, or an address");
    let moved = data.path().join("lockstep.moved.db");
    std::fs::write(&moved, "the store of an earlier move").unwrap();
    check("postgres", "lockstep.moved.db exists: move it away");
    std::fs::remove_file(moved).unwrap();
    std::fs::write(data.path().join("lockstep.restoring"), "").unwrap();
    check("postgres", "was interrupted");
}

async fn encrypted(admin: &TestClient, data: &str, mode: &str) -> Json {
    let body = json!({ "data": data, "mode": mode });
    let made = admin.post("/v1/encryption/encrypt", body).await.ok();
    made["encryptedData"].clone()
}

async fn opens(admin: &TestClient, sealed: &Json, data: &str) {
    let body = json!({ "encryptedData": sealed });
    let opened = admin.post("/v1/encryption/decrypt", body).await.ok();
    assert_eq!(opened["data"], data);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_root_key_of_a_store_on_postgres_is_replaced() {
    let Some(url) = schema("root_key") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let child = Child::start_with(&data, &[("LOCKSTEP_STORE_URL", &url)]);
    let sealed = encrypted(&child.admin().await, "b25jZQ==", "Basic").await;
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");
    let key = folder.path().join("root.key");
    let key = key.to_str().unwrap();
    let replaced = with_store(&data, &url, &["root-key", "replace", key, "--generate"]);
    assert!(replaced.status.success(), "{replaced:?}");
    // The old key no longer opens the installation.
    failed(&with_store(&data, &url, &["user", "list"]));
    let variables = [("LOCKSTEP_STORE_URL", &*url), ("LOCKSTEP_KEYS_FILE", key)];
    let child = Child::start_with(&data, &variables);
    opens(&child.admin().await, &sealed, "b25jZQ==").await;
    drop(child);
    url.parse::<PostgresUrl>().unwrap().remove_schema().unwrap();
}

/// As after a failover to a replica that has not received the last transactions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_on_postgres_that_are_older_than_their_keys_are_accepted() {
    let Some(url) = schema("rollback") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let [data, older] = ["data", "older.db"].map(|name| folder.path().join(name));
    let child = Child::start(&data);
    let sealed = encrypted(&child.admin().await, "b25jZQ==", "Basic").await;
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");
    let [file, moved] = ["lockstep.db", "lockstep.moved.db"].map(|name| data.join(name));
    std::fs::copy(&file, &older).unwrap();
    succeeded(&migrate(&data, "postgres", &url));
    let store = [("LOCKSTEP_STORE_URL", &*url)];
    let child = Child::start_with(&data, &store);
    // A new key.
    encrypted(&child.admin().await, "dHdpY2U=", "ZK").await;
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");

    url.parse::<PostgresUrl>().unwrap().remove_schema().unwrap();
    std::fs::remove_file(&moved).unwrap();
    std::fs::rename(&older, &file).unwrap();
    succeeded(&migrate(&data, "postgres", &url));
    let refused = failed(&with_store(&data, &url, &["user", "list"]));
    assert!(refused.contains("accept-rollback"), "{refused}");
    let accepted = with_store(&data, &url, &["backup", "accept-rollback"]);
    assert!(accepted.status.success(), "{accepted:?}");
    let child = Child::start_with(&data, &store);
    opens(&child.admin().await, &sealed, "b25jZQ==").await;
    drop(child);
    url.parse::<PostgresUrl>().unwrap().remove_schema().unwrap();
}
