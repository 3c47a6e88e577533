//! Links between data tokens and devices in a search.

use serde_json::json;

use super::device;
use crate::app::{JUNE, TestApp, points};
use crate::market::{TOKENS, token};

/// A data token is linked with the registered devices that recorded its points, and those with the token.
#[tokio::test]
async fn a_token_is_linked_with_its_devices() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let watch = device(&ada, "Quokka").await;
    let body = points("heart_rate", "bpm", "Quokka", JUNE, &[61.0; 60]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut offer = token(1, &[]);
    offer["description"] = json!("zorilla pulse");
    let token = ada.post(TOKENS, offer).await.ok()["tokenId"].clone();
    for (query, id, from) in [
        ("zorilla", &json!(watch), &token),
        ("quokka", &token, &json!(watch)),
    ] {
        let path = format!("/v1/agents/search?query={query}&hops=1");
        let found = ada.get(&path).await.ok();
        let linked = &found["linked"];
        assert_eq!(linked.as_array().unwrap().len(), 1, "{query}: {found}");
        assert_eq!((&linked[0]["id"], &linked[0]["from"]), (id, from));
    }
    let listed = ada.get(TOKENS).await.ok();
    let read = ada
        .get(&format!("{TOKENS}/{}", token.as_str().unwrap()))
        .await
        .ok();
    assert!(read["createdAt"].is_string(), "{read}");
    assert_eq!(listed["tokens"][0]["createdAt"], read["createdAt"]);
}
