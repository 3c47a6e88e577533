//! Entries of datasets that were put back to an older copy, added or removed in the file: found by a scrub, and never a
//! way to read another version.

use lockstep_server::execution::{Command, execute};
use lockstep_server::scrub;
use lockstep_store::StoreError;
use lockstep_web::capability::Damage;
use reqwest::Method;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;

use crate::app::{PASSWORD, TestApp, TestClient};

const DATASETS: &str = "/api/datasets";

async fn sql(app: &TestApp, statements: &'static [&'static str]) {
    let write = app
        .state()
        .db
        .write::<_, StoreError, _>("test.rollback", move |tx| {
            for sql in statements {
                tx.execute(sql, &[])?;
            }
            Ok(())
        });
    write.await.unwrap();
}

async fn created(owner: &TestClient, name: &str) -> Json {
    let new = json!({ "name": name, "encryption_mode": "none", "data": { "a": [1] } });
    owner.post(DATASETS, new).await.ok()
}

fn path(dataset: &Json) -> String {
    format!("{DATASETS}/{}", dataset["id"].as_str().unwrap())
}

async fn upload(owner: &TestClient, dataset: &Json, csv: &'static str) {
    let request = owner.request(Method::PUT, &format!("{}/data", path(dataset)));
    owner
        .send(request.header("Content-Type", "text/csv").body(csv))
        .await
        .ok();
}

async fn scrubbed(app: &TestApp) -> Vec<Damage> {
    scrub::all(app.state(), |_| {}).await.unwrap().damaged
}

const COPY: &[&str] = &[
    "CREATE TABLE old_dataset AS SELECT * FROM dataset",
    "CREATE TABLE old_version AS SELECT * FROM dataset_version",
    "CREATE TABLE old_chunk AS SELECT * FROM dataset_chunk",
];
const PUT_BACK: &[&str] = &[
    "DELETE FROM dataset",
    "INSERT INTO dataset SELECT * FROM old_dataset",
    "DELETE FROM dataset_version",
    "INSERT INTO dataset_version SELECT * FROM old_version",
    "DELETE FROM dataset_chunk",
    "INSERT INTO dataset_chunk SELECT * FROM old_chunk",
];

#[derive(Clone, Copy, Debug)]
enum Change {
    Upload,
    Delete,
    Create,
}

/// All rows of all datasets are put back, with their versions and chunks: everything opens, and only the account's
/// record tells.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entries_that_were_put_back_are_found_by_a_scrub() {
    for change in [Change::Upload, Change::Delete, Change::Create] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        let made = created(&ada, "runs").await;
        sql(&app, COPY).await;
        match change {
            Change::Upload => upload(&ada, &made, "a\n2\n").await,
            Change::Delete => drop(ada.delete(&path(&made)).await.ok()),
            Change::Create => drop(created(&ada, "rides").await),
        }
        assert_eq!(scrubbed(&app).await, [], "{change:?}");
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        sql(&app, PUT_BACK).await;
        let found: Vec<_> = scrubbed(&app)
            .await
            .into_iter()
            .filter(|one| one.table != "counted_entry")
            .collect();
        assert_eq!(found.len(), 1, "{change:?}: {found:?}");
        assert_eq!(
            (&*found[0].table, found[0].account.as_deref()),
            ("dataset", Some(&*ada.id))
        );
        assert!(
            found[0].reason.contains("not the ones last written"),
            "{found:?}"
        );
        // A later change does not hide it; the operator's consent ends the report.
        created(&app.anonymous().signed_in("ada", PASSWORD).await, "walks").await;
        assert_eq!(scrubbed(&app).await.len(), 1, "{change:?}");
        let account = ada.id.parse().unwrap();
        let (steps, _heard) = mpsc::channel(64);
        execute(app.state(), Command::AcceptRows { account }, &steps)
            .await
            .unwrap();
        assert_eq!(scrubbed(&app).await, [], "{change:?}");
    }
}

/// A column that names another version that is kept, since it was sold, does not make reads return it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_number_of_the_version_reads_no_older_data() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = created(&ada, "runs").await;
    let listing = json!({ "title": "Runs", "price": 25, "dataset_id": made["id"] });
    ada.post("/api/marketplace/items", listing).await.ok();
    upload(&ada, &made, "a\n2\n").await;
    let data = format!("{}/data", path(&made));
    assert_eq!(ada.get(&data).await.ok()["data"], json!({ "a": [2] }));
    sql(&app, &["UPDATE dataset SET version = 1"]).await;
    ada.get(&data).await.refused(422, "ENCRYPTION_ERROR");
    let found = scrubbed(&app).await;
    assert!(found.iter().any(|one| one.table == "dataset"), "{found:?}");
    // Another upload repairs it, under a number that no version had.
    sql(
        &app,
        &[
            "UPDATE dataset SET next_version = 1",
            "DELETE FROM dataset_version WHERE version = 2",
        ],
    )
    .await;
    upload(&ada, &made, "a\n3\n").await;
    let entry = ada.get(&path(&made)).await.ok();
    assert_eq!(entry["version"], 3, "{entry}");
    assert_eq!(ada.get(&data).await.ok()["data"], json!({ "a": [3] }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_record_is_reported_until_an_operator_accepts_the_rows() {
    for lose in [
        &["DELETE FROM dataset_state"][..],
        &["UPDATE dataset_state SET sealed = x'00'"],
        &["UPDATE dataset_state SET version = version - 1"],
        &["UPDATE dataset_state SET version = 'x'"],
    ] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        let made = created(&ada, "runs").await;
        sql(&app, lose).await;
        for _ in 0..2 {
            let found = scrubbed(&app).await;
            assert_eq!(found.len(), 1, "{lose:?}: {found:?}");
            assert_eq!(&*found[0].table, "dataset_state", "{lose:?}");
            upload(&ada, &made, "a\n2\n").await;
        }
        ada.get(&format!("{}/data", path(&made))).await.ok();
        let account = ada.id.parse().unwrap();
        let (steps, _heard) = mpsc::channel(64);
        execute(app.state(), Command::AcceptRows { account }, &steps)
            .await
            .unwrap();
        assert_eq!(scrubbed(&app).await, [], "{lose:?}");
        ada.delete(&path(&made)).await.ok();
        assert_eq!(scrubbed(&app).await, [], "{lose:?}");
    }
}

/// Entries that were sealed before entries had numbers are read, and get a number with their next change.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_was_removed_opens_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = created(&ada, "runs").await;
    sql(&app, &["UPDATE dataset SET revision = 0"]).await;
    let entry = ada.get(&path(&made)).await;
    assert!(!entry.to_string().contains("\"runs\""), "{entry}");
    let found = scrubbed(&app).await;
    assert!(
        found.iter().any(|one| one.reason.contains("last written")),
        "{found:?}"
    );
}
