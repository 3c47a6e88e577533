//! Uploads beside deletions and listings: whole or refused, never half-done.

use lockstep_store::StoreError;
use serde_json::{Value as Json, json};
use tokio::task::JoinHandle;

use super::{DATASETS, created, path, upload};
use crate::app::{Answer, TestApp, TestClient};

/// Returns the number of versions in a state.
pub(super) async fn versions(app: &TestApp, state: &'static str) -> i64 {
    let count = app
        .state()
        .db
        .read::<_, StoreError, _>("test.versions", move |tx| {
            tx.query_one(
                "SELECT COUNT(*) FROM dataset_version WHERE state = ?1",
                lockstep_store::params![state],
                |row| row.at(0),
            )
        });
    count.await.unwrap()
}

/// Begins an upload of many groups of rows; returns when the first version that receives them exists.
async fn uploading(app: &TestApp, owner: &TestClient, dataset: &Json) -> JoinHandle<Answer> {
    let rows: String = (0..150_000).map(|n| format!("{n},{}\n", n % 97)).collect();
    let (owner, dataset) = (owner.clone(), dataset.clone());
    let body = format!("a,b\n{rows}");
    let answer = tokio::spawn(async move { upload(&owner, &dataset, "text/csv", body).await });
    while versions(app, "receiving").await == 0 && !answer.is_finished() {
        tokio::task::yield_now().await;
    }
    answer
}

#[tokio::test]
async fn an_upload_beside_a_deletion_leaves_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for _ in 0..3 {
        let made = created(&ada, "runs", "none", json!({ "old": [1] })).await;
        let upload = uploading(&app, &ada, &made).await;
        ada.delete(&path(&made)).await.ok();
        let answer = upload.await.unwrap();
        // The upload may have ended before the deletion.
        assert!([200, 404, 409].contains(&answer.status), "{answer}");
        ada.get(&path(&made)).await.refused(404, "NOT_FOUND");
        assert_eq!(ada.get(DATASETS).await.ok()["total"], 0);
        assert_eq!(
            (
                versions(&app, "ready").await,
                versions(&app, "receiving").await
            ),
            (0, 0)
        );
    }
}

#[tokio::test]
async fn a_listing_during_an_upload_offers_the_earlier_version() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = created(&ada, "runs", "none", json!({ "old": [1] })).await;
    let upload = uploading(&app, &ada, &made).await;
    let listing = json!({ "title": "Runs", "price": 25, "dataset_id": made["id"] });
    let listed = ada.post("/api/marketplace/items", listing).await;
    assert!(listed.status < 300, "{listed}");
    let entry = upload.await.unwrap().ok();
    assert_eq!(
        (&entry["version"], &entry["row_count"]),
        (&json!(2), &json!(150_000))
    );
    ada.delete(&path(&made)).await.refused(409, "CONFLICT");
    // The listing holds the version that it was made of.
    assert_eq!(versions(&app, "ready").await, 2);
}
