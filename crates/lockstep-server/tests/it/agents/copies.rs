//! Copies of points between the devices of an account.

use super::*;

/// Two devices that sent the same points are named; devices that measure differently are not.
#[tokio::test]
async fn points_that_two_devices_sent_are_reported() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values: Vec<f64> = (0..60).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    let other: Vec<f64> = values.iter().map(|value| value + 1.0).collect();
    for (device, values) in [("Fenix", &values), ("Phone", &values), ("Strap", &other)] {
        let body = points("heart_rate", "bpm", device, JUNE, values);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let report = ada.get("/v1/agents/data-quality").await.ok();
    let expected =
        json!([{ "devices": ["Fenix", "Phone"], "equal": 60, "compared": 60, "shiftSeconds": 0 }]);
    assert_eq!(report["types"][0]["copies"], expected, "{report}");
    let asked = json!({ "query": "Is my data complete?" });
    let steward = "/v1/agents/agt_core_ingest";
    let told = tell(&ada, steward, "query", "ask", asked).await;
    let (_, content) = response(&told);
    assert!(
        content.contains("60 of 60 points of Fenix and Phone are equal"),
        "{content}"
    );
}

/// The first points of a type are of one device; the copies begin an hour later.
#[tokio::test]
async fn copies_that_begin_after_many_points_of_one_device_are_reported() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values: Vec<f64> = (0..120).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    for (device, start) in [("Fenix", JUNE), ("Phone", JUNE + 3600)] {
        let body = points("heart_rate", "bpm", device, start, &values);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let report = ada.get("/v1/agents/data-quality").await.ok();
    let expected = json!([{ "devices": ["Fenix", "Phone"], "equal": 120, "compared": 120, "shiftSeconds": 3600 }]);
    assert_eq!(report["types"][0]["copies"], expected, "{report}");
    assert_eq!(report["types"][0]["count"], 240, "{report}");
}

/// The id and the name of a registered device select the same points, and both can have the points of one recording.
#[tokio::test]
async fn copies_under_the_id_and_the_name_of_a_device_are_reported() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = device(&ada, "Fenix").await;
    let values: Vec<f64> = (0..120).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    for (device, start) in [(&*id, JUNE), ("Fenix", JUNE + 3600)] {
        let body = points("heart_rate", "bpm", device, start, &values);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let report = ada.get("/v1/agents/data-quality").await.ok();
    let copies = &report["types"][0]["copies"];
    assert_eq!(copies[0]["devices"], json!(["Fenix", id]), "{report}");
    assert_eq!(copies[0]["equal"], 120, "{report}");
}
