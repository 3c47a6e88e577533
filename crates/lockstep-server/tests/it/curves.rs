//! `/v1/sfdp/curves`: the highest means of the caller's points over durations.

use serde_json::json;

use crate::app::{JUNE, TestApp, points};

#[tokio::test]
async fn a_curve_has_the_highest_mean_of_each_duration() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let watts = [200.0, 300.0, 400.0, 100.0];
    ada.post("/v1/sfdp/data", points("power", "W", "meter", JUNE, &watts))
        .await
        .ok();
    let path = "/v1/sfdp/curves?type=power&startDate=2026-06-01&endDate=2026-06-01";
    let curve = ada.get(path).await.ok();
    let point = |seconds: u32, value: f64| json!({ "durationSeconds": seconds, "value": value, "date": "2026-06-01" });
    assert_eq!(
        curve["points"],
        json!([point(1, 400.0), point(2, 350.0), point(3, 300.0)])
    );
    assert_eq!(
        (&curve["unit"], &curve["model"]),
        (&json!("W"), &json!(null))
    );
    let reason = curve["modelReason"].as_str().unwrap();
    assert!(reason.starts_with("at least 3 efforts"), "{reason}");
    // Another account has no curve of these points.
    assert_eq!(eve.get(path).await.ok()["points"], json!([]));
    for query in [
        "",
        "?type=steps",
        "?type=power&startDate=then",
        "?type=power&from=1",
    ] {
        let answer = ada.get(&format!("/v1/sfdp/curves{query}")).await;
        answer.refused(400, "INVALID_REQUEST");
    }
}
