//! Datasets whose encryption failed: it is tried again, and holds when the cause is gone.

use serde_json::{Value as Json, json};

use super::{converted, created, path};
use crate::app::{TestApp, TestClient};

/// Suspends or resumes the homomorphic key of an account.
async fn act(owner: &TestClient, act: &str) {
    let listed = owner.get("/v1/encryption/keys?limit=100").await.ok();
    let keys = listed["keys"].as_array().unwrap();
    let key = keys.iter().find(|key| key["metadata"]["mode"] == "FHE");
    let key = key.unwrap()["keyId"].as_str().unwrap();
    let path = format!("/v1/encryption/keys/{key}/{act}");
    owner.post(&path, json!({})).await.ok();
}

/// Runs the job that tries failed encryptions again.
async fn retry(app: &TestApp) {
    let mut jobs = lockstep_datasets::CAPABILITY.jobs.iter();
    let job = jobs.find(|job| job.name == "datasets.retry").unwrap();
    (job.run)(app.state().clone()).await.unwrap();
}

/// Returns the mean of the column, which was computed on ciphertexts.
async fn mean(owner: &TestClient, dataset: &Json) -> Json {
    let statistics = format!("{}/statistics?columns=watts", path(dataset));
    let found = owner.get(&statistics).await.ok()["columns"][0].clone();
    assert_eq!(found["computed_on"], "ciphertexts", "{found}");
    found["mean"].clone()
}

/// Creates a homomorphic dataset, so that the account has its key.
async fn first(owner: &TestClient) -> Json {
    let made = created(owner, "first", "fhe", json!({ "watts": [200, 210] })).await;
    assert_eq!(
        converted(owner, &made).await["encryption_status"],
        "encrypted"
    );
    made
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encryption_that_failed_holds_after_its_key_is_resumed() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    first(&ada).await;
    // The key may be suspended only after a conversion: then the next dataset shows the failure.
    let mut nth = 0;
    let failed = loop {
        nth += 1;
        let made = created(
            &ada,
            &format!("rides {nth}"),
            "fhe",
            json!({ "watts": [200, 210, 190] }),
        )
        .await;
        act(&ada, "suspend").await;
        let entry = converted(&ada, &made).await;
        if entry["encryption_status"] == "failed" {
            break entry;
        }
        act(&ada, "resume").await;
    };
    // Under the suspended key it fails again, and nothing changes.
    retry(&app).await;
    assert_eq!(ada.get(&path(&failed)).await.ok(), failed);
    act(&ada, "resume").await;
    retry(&app).await;
    let entry = ada.get(&path(&failed)).await.ok();
    assert_eq!(entry["encryption_status"], "encrypted");
    assert_eq!(mean(&ada, &failed).await, 200.0);
    let read = ada.get(&format!("{}/data", path(&failed))).await.ok();
    assert_eq!(read["data"], json!({ "watts": [200, 210, 190] }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encryption_that_failed_holds_after_the_quota_is_raised() {
    let app = TestApp::start().await;
    let ada = app.account("ada", "user", "standard").await;
    first(&ada).await;
    let usage = ada.get("/v1/sfdp/usage").await.ok();
    let used = usage["quotas"]["bytes"]["used"].as_u64().unwrap();
    let quota = async |bytes: u64| {
        let tiers = json!({ "standard": { "quota": { "bytes": bytes } } });
        app.admin().patch("/v1/admin/tiers", tiers).await.ok();
    };
    // Room for the rows as they are sealed at first, and none for a ciphertext.
    quota(used + 30_000).await;
    let rows = vec![200; 4000];
    let made = created(&ada, "rides", "fhe", json!({ "watts": rows })).await;
    let entry = converted(&ada, &made).await;
    assert_eq!(entry["encryption_status"], "failed");
    retry(&app).await;
    assert_eq!(ada.get(&path(&made)).await.ok(), entry);
    quota(used + 10_000_000).await;
    retry(&app).await;
    let entry = ada.get(&path(&made)).await.ok();
    assert_eq!(entry["encryption_status"], "encrypted");
    assert_eq!(mean(&ada, &made).await, 200.0);
}
