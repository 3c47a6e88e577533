//! `/insights/generate` over HTTP.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp};

/// Resting heart rates of 40 mornings that rise by half a beat a day.
fn rising() -> Json {
    let points: Vec<Json> = (0..40)
        .map(|day| {
            json!({
                "timestamp": Timestamp((JUNE + day * 86_400 + 6 * 3600) * 1000).to_string(),
                "type": "resting_heart_rate", "value": (50.0 + 0.5 * day as f64).round(),
                "unit": "bpm", "device": "watch",
            })
        })
        .collect();
    json!(points)
}

#[tokio::test]
async fn a_trend_is_told_from_what_is_stored_and_from_what_is_sent() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = "/v1/sfdp/insights/generate";

    let none = ada.post(path, json!({})).await.ok();
    assert_eq!(none["insights"], json!([]));
    assert!(
        !none["skipped"].as_array().unwrap().is_empty(),
        "says why: {none}"
    );

    ada.post("/v1/sfdp/data", json!({ "data": rising() }))
        .await
        .ok();
    let stored = ada.post(path, json!({ "types": ["trend"] })).await.ok();
    let trend = &stored["insights"][0];
    assert_eq!(trend["type"], "trend");
    assert_eq!(trend["metadata"]["metric"], "resting_heart_rate");
    assert_eq!(trend["metadata"]["trend"], "increasing");
    assert!(trend["id"].as_str().unwrap().starts_with("ins_"));
    assert!(stored["processingTime"].is_number());

    // Another account has nothing of it, and what it sends is looked at and not stored.
    let bob = app.user("bob").await;
    let body = json!({ "types": ["trend"], "dataPoints": rising() });
    let sent = bob.post(path, body).await.ok();
    assert_eq!(sent["insights"][0]["metadata"], trend["metadata"]);
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 0);
}

#[tokio::test]
async fn what_cannot_be_meant_is_named() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (body, parameter) in [
        (json!({ "types": ["fortune"] }), "types[0]"),
        (json!({ "timeframe": "soon" }), "timeframe"),
        (json!({ "timeframe": "P10Y" }), "timeframe"),
        (
            json!({ "dataPoints": [{ "timestamp": "x" }] }),
            "dataPoints[0]",
        ),
        (json!({ "dataPoint": [] }), "dataPoint"),
    ] {
        let answer = ada.post("/v1/sfdp/insights/generate", body.clone()).await;
        let refusal = answer.refused(400, "INVALID_REQUEST");
        let named = refusal["details"]["parameter"].as_str().unwrap_or_default();
        assert!(named.starts_with(parameter), "{body}: {refusal}");
    }
}
