//! `/v1/sfdp/hrv`: heart-rate variability of the caller's RR intervals.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp};

/// Returns RR intervals whose beats follow each other, from 2026-06-01 on.
fn beats(intervals: &[f64]) -> Json {
    let mut at = JUNE as f64 * 1000.0;
    let points: Vec<Json> = intervals
        .iter()
        .map(|interval| {
            at += interval;
            json!({
                "timestamp": Timestamp(at as i64).to_string(), "type": "rr_interval",
                "value": interval, "unit": "ms", "device": "strap",
            })
        })
        .collect();
    json!({ "data": points })
}

#[tokio::test]
async fn variability_is_that_of_the_range_or_null_with_a_reason() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let path = "/v1/sfdp/hrv?startDate=2026-06-01&endDate=2026-06-01";
    let none = ada.get(path).await.ok();
    assert_eq!(
        (&none["rmssd"], &none["device"]),
        (&json!(null), &json!(null))
    );
    assert!(
        none["reason"].as_str().unwrap().contains("RR interval"),
        "{none}"
    );
    let intervals: Vec<f64> = (0..400)
        .map(|beat| f64::from(900 + beat * 37 % 50))
        .collect();
    ada.post("/v1/sfdp/data", beats(&intervals)).await.ok();
    let found = ada.get(path).await.ok();
    let squares = intervals.windows(2).map(|pair| (pair[1] - pair[0]).powi(2));
    let rmssd = (squares.sum::<f64>() / 399.0).sqrt();
    assert!(
        (found["rmssd"].as_f64().unwrap() - rmssd).abs() < 1e-6,
        "{found}"
    );
    assert_eq!(
        (&found["intervals"], &found["artefacts"]),
        (&json!(400), &json!(0))
    );
    assert_eq!(
        (&found["device"], &found["reason"]),
        (&json!("strap"), &json!(null))
    );
    assert!(found["dfaAlpha1"].is_number(), "{found}");
    // By default, the last five minutes: about 325 of these beats.
    let last = ada.get("/v1/sfdp/hrv").await.ok();
    let count = last["intervals"].as_u64().unwrap();
    assert!((300..350).contains(&count), "{last}");
    // A minute has no exponent, and the reason says so.
    let minute = "/v1/sfdp/hrv?startDate=2026-06-01T00:01:00Z&endDate=2026-06-01T00:02:00Z";
    let minute = ada.get(minute).await.ok();
    assert!(
        minute["sdnn"].is_number() && minute["dfaAlpha1"].is_null(),
        "{minute}"
    );
    let reason = format!(
        "dfaAlpha1: {} normal RR intervals follow each other; 300 are needed",
        minute["intervals"]
    );
    assert_eq!(minute["reason"], reason, "{minute}");
    // Another account has none of these intervals.
    assert_eq!(eve.get(path).await.ok()["intervals"], json!(null));
    let answer = ada.get("/v1/sfdp/hrv?type=power").await;
    answer.refused(400, "INVALID_REQUEST");
}

#[tokio::test]
async fn a_range_of_mostly_artefacts_has_no_figures() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let intervals: Vec<f64> = (0..300)
        .map(|beat| if beat % 8 == 0 { 450.0 } else { 900.0 })
        .collect();
    ada.post("/v1/sfdp/data", beats(&intervals)).await.ok();
    let found = ada
        .get("/v1/sfdp/hrv?startDate=2026-06-01&endDate=2026-06-01")
        .await
        .ok();
    assert_eq!(found["rmssd"], json!(null));
    let reason = found["reason"].as_str().unwrap();
    assert!(
        reason.contains("of 300 RR intervals are artefacts"),
        "{reason}"
    );
}
