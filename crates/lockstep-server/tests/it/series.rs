//! `/v1/sfdp/series`: the minimum, mean and maximum of the caller's points for charts.

use serde_json::json;

use crate::app::{JUNE, TestApp, points};

#[tokio::test]
async fn a_chart_has_one_entry_for_each_bucket_and_type() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let rates = points("heart_rate", "bpm", "watch", JUNE, &[60.0, 70.0, 110.0]);
    ada.post("/v1/sfdp/data", rates).await.ok();
    let power = points("power", "kW", "meter", JUNE + 3600, &[0.2, 0.3]);
    ada.post("/v1/sfdp/data", power).await.ok();
    let query = "startDate=2026-06-01&endDate=2026-06-01T01:59:59.999Z&buckets=2";
    let path = format!("/v1/sfdp/series?types=heart_rate,power&{query}");
    let chart = ada.get(&path).await.ok();
    assert_eq!(
        chart,
        json!({
            "startDate": "2026-06-01T00:00:00.000Z",
            "endDate": "2026-06-01T01:59:59.999Z",
            "timeZone": "UTC",
            "bucketSeconds": 3600,
            "bucketStarts": ["2026-06-01T00:00:00.000Z", "2026-06-01T01:00:00.000Z"],
            "series": [
                {
                    "type": "heart_rate", "unit": "/min", "min": [60.0, null],
                    "mean": [80.0, null], "max": [110.0, null], "count": [3, 0],
                },
                {
                    "type": "power", "unit": "W", "min": [null, 200.0],
                    "mean": [null, 250.0], "max": [null, 300.0], "count": [0, 2],
                },
            ],
        })
    );
    // Of one device, by default the week up to the latest point.
    let week = ada
        .get("/v1/sfdp/series?types=power&device=watch")
        .await
        .ok();
    assert_eq!(week["endDate"], "2026-06-01T01:00:01.000Z");
    assert_eq!(week["bucketSeconds"], 3600);
    assert_eq!(week["series"][0]["unit"], json!(null));
    // Another account sees none of these points.
    let others = eve.get(&path).await.ok();
    assert_eq!(others["series"][0]["count"], json!([0, 0]));
    assert_eq!(others["series"][1]["max"], json!([null, null]));
}

#[tokio::test]
async fn an_invalid_parameter_is_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for query in [
        "",
        "?types=",
        "?types=heart%20rate",
        "?types=steps&buckets=0",
        "?types=steps&buckets=2001",
        "?types=steps&buckets=many",
        "?types=steps&startDate=yesterday",
        "?types=steps&width=60",
    ] {
        let answer = ada.get(&format!("/v1/sfdp/series{query}")).await;
        answer.refused(400, "INVALID_REQUEST");
    }
}
