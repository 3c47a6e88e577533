//! The list of stored series with the protection of each.

use serde_json::{Value as Json, json};

use super::keys::current;
use super::{MODES, under};
use crate::app::{JUNE, TestApp, TestClient, points};

async fn listed(caller: &TestClient, query: &str) -> Json {
    caller
        .get(&format!("/v1/sfdp/stored-series{query}"))
        .await
        .ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stored_series_show_the_mode_and_the_key_of_each() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut expected = Vec::new();
    for mode in MODES {
        let device = mode.unwrap_or("none");
        let body = points("heart_rate", "bpm", device, JUNE, &[61.0, 62.0, 63.0]);
        let body = under(mode, Some(3), body);
        ada.post("/v1/sfdp/data", body).await.ok();
        let key = match mode {
            Some(mode) => json!(current(&ada, mode).await),
            None => Json::Null,
        };
        expected.push(json!({
            "type": "heart_rate", "device": device, "encryptionMode": mode, "keyId": key, "count": 3,
            "start": "2026-06-01T00:00:00.000Z", "end": "2026-06-01T00:00:02.000Z",
        }));
    }
    expected.sort_by_key(|series| series["device"].to_string());
    let page = listed(&ada, "").await;
    assert_eq!(page["total"], 4);
    assert_eq!(page["series"], json!(expected));
    let second = listed(&ada, "?limit=1&page=2").await;
    assert_eq!(second["series"], json!([expected[1]]));
    assert_eq!((&second["total"], &second["page"]), (&json!(4), &json!(2)));
    // The next points of a rotated key's series are under its successor.
    let path = format!(
        "/v1/encryption/keys/{}/rotate",
        expected[0]["keyId"].as_str().unwrap()
    );
    ada.post(&path, json!({})).await.ok();
    let body = points("heart_rate", "bpm", "Basic", JUNE + 60, &[64.0, 65.0, 66.0]);
    ada.post("/v1/sfdp/data", under(Some("Basic"), Some(3), body))
        .await
        .ok();
    let basic = &listed(&ada, "").await["series"][0];
    assert_eq!(basic["count"], 6);
    assert_ne!(basic["keyId"], expected[0]["keyId"]);
    assert_eq!(basic["keyId"], current(&ada, "Basic").await);
    // Another account has series of its own only.
    let bob = app.user("bob").await;
    assert_eq!(listed(&bob, "").await["total"], 0);
    // A series without points is not listed.
    ada.delete("/v1/sfdp/data?device=none&type=heart_rate")
        .await
        .ok();
    assert_eq!(listed(&ada, "").await["total"], 3);
}
