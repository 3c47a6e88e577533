//! Devices of points, the profile, the catalogue, and compression.

use super::*;

#[tokio::test]
async fn an_upload_updates_the_last_contact_of_a_device() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = register(&ada, "Polar H10").await;
    let list = ada.get("/v1/sfdp/devices").await.ok();
    let expected = json!({ "devices": [{
        "id": id, "type": "chest_strap", "name": "Polar H10", "status": "active",
        "lastSync": null, "encryptionMode": null, "capabilities": ["heart_rate"],
    }] });
    assert_eq!(list, expected);
    // A point may contain the device's name or its id.
    for named in ["Polar H10", &id] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        let own = register(&ada, "Polar H10").await;
        let named = if named == id { own } else { named.to_owned() };
        let other = points("heart_rate", "bpm", "another", JUNE, &[61.0]);
        ada.post("/v1/sfdp/data", other).await.ok();
        let list = ada.get("/v1/sfdp/devices").await.ok();
        assert!(list["devices"][0]["lastSync"].is_null());
        let body = points("heart_rate", "bpm", &named, JUNE, &[61.0]);
        ada.post("/v1/sfdp/data", body).await.ok();
        let list = ada.get("/v1/sfdp/devices").await.ok();
        let received: Timestamp = list["devices"][0]["lastSync"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let now = app.state().clock.now();
        assert!(now.since(received).as_secs() < 120, "{received} at {now}");
    }
    let again = json!({ "type": "watch", "name": "Polar H10", "capabilities": [] });
    ada.post("/v1/sfdp/devices", again)
        .await
        .refused(409, "CONFLICT");
    for (body, parameter) in [
        (
            json!({ "type": "", "name": "x", "capabilities": [] }),
            "type",
        ),
        (
            json!({ "type": "x", "name": "\n", "capabilities": [] }),
            "name",
        ),
        (
            json!({ "type": "x", "name": "x", "capabilities": [""] }),
            "capabilities[0]",
        ),
        (
            json!({ "type": "x", "name": "x", "capabilities": vec!["x"; 65] }),
            "capabilities",
        ),
        (json!({ "type": "x", "name": "x" }), "capabilities"),
        (
            json!({ "type": "x", "name": "x", "capabilities": [7] }),
            "capabilities[0]",
        ),
    ] {
        ada.post("/v1/sfdp/devices", body).await.blames(parameter);
    }
}

/// Returns the numbers of heart rates that each read with the filter `device` finds.
async fn found(owner: &TestClient, device: &str) -> Vec<u64> {
    let query = format!("type=heart_rate&device={device}");
    let page = owner.get(&format!("/v1/sfdp/data?{query}")).await.ok();
    let export = owner.get(&format!("/v1/sfdp/export?{query}")).await;
    let lines = std::str::from_utf8(&export.bytes).unwrap().lines().count() as u64;
    let range = "startDate=2026-06-01&endDate=2026-06-02&buckets=1";
    let path = format!("/v1/sfdp/series?types=heart_rate&device={device}&{range}");
    let series = owner.get(&path).await.ok();
    let counts = series["series"][0]["count"].as_array().unwrap().iter();
    let asked = json!({
        "operation": "sum", "type": "heart_rate", "device": device,
        "startDate": "2026-06-01", "endDate": "2026-06-02",
    });
    let sum = owner.post("/v1/sfdp/aggregate", asked).await.ok();
    vec![
        page["total"].as_u64().unwrap(),
        lines - 1,
        counts.map(|count| count.as_u64().unwrap()).sum(),
        sum["count"].as_u64().unwrap(),
    ]
}

/// Points may contain the id of a device or its name, and so may each filter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_and_a_name_find_the_same_points() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let ids = (register(&ada, "H10").await, register(&bob, "H10").await);
    let (own, foreign) = (ids.0.as_str(), ids.1.as_str());
    for (named, start) in [("H10", JUNE), (own, JUNE + 10), ("watch", JUNE + 20)] {
        let body = points("heart_rate", "bpm", named, start, &[60.0, 62.0]);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let intervals = points("rr_interval", "ms", "H10", JUNE, &[1000.0; 3]);
    ada.post("/v1/sfdp/data", intervals).await.ok();
    let unknown = "dev_01h455vb4pex5vsknk084sn02q";
    for (device, count, measured) in [
        ("H10", 4, json!("H10")),
        (own, 4, json!("H10")),
        ("watch", 2, Json::Null),
        (foreign, 0, Json::Null),
        (unknown, 0, Json::Null),
    ] {
        assert_eq!(found(&ada, device).await, [count; 4], "{device}");
        let path = format!("/v1/sfdp/hrv?device={device}");
        assert_eq!(ada.get(&path).await.ok()["device"], measured, "{device}");
        let mut token = market::token(1, &[]);
        token["dataPoints"] = json!([format!("type=heart_rate;device={device}")]);
        let made = ada.post(market::TOKENS, token).await;
        if count == 0 {
            made.blames("dataPoints[0]");
        } else {
            made.ok();
            let newest = format!("{}?limit=1", market::TOKENS);
            let listed = ada.get(&newest).await.ok();
            assert_eq!(listed["tokens"][0]["points"], count, "{device}");
        }
    }
    assert_eq!(found(&bob, own).await, [0; 4]);
    // PostgreSQL compares no text with a NUL character.
    for path in [
        "/v1/sfdp/data",
        "/v1/sfdp/blocks",
        "/v1/sfdp/export",
        "/v1/sfdp/hrv",
    ] {
        let refused = ada.get(&format!("{path}?device=a%00b")).await;
        refused.blames("device");
    }
    let refused = ada.delete("/v1/sfdp/data?device=a%00b").await;
    refused.blames("device");
    for (device, deleted) in [
        (foreign, 0),
        (unknown, 0),
        (own, 4),
        ("H10", 0),
        ("watch", 2),
    ] {
        let path = format!("/v1/sfdp/data?type=heart_rate&device={device}");
        let answer = ada.delete(&path).await.ok();
        assert_eq!(answer["deletedCount"], deleted, "{device}");
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 3);
}

#[tokio::test]
async fn a_revoked_device_may_not_send() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = register(&ada, "Polar H10").await;
    let before = points("heart_rate", "bpm", "Polar H10", JUNE, &[61.0, 62.0]);
    ada.post("/v1/sfdp/data", before).await.ok();
    let path = format!("/v1/sfdp/devices/{id}");
    ada.delete(&path).await.ok();
    ada.delete(&path).await.ok();
    let list = ada.get("/v1/sfdp/devices").await.ok();
    assert_eq!(list["devices"][0]["status"], "revoked");
    // Its stored points are kept.
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 2);
    for named in ["Polar H10", &id] {
        let body = points("heart_rate", "bpm", named, JUNE + 100, &[61.0, 62.0]);
        let answer = ada.post("/v1/sfdp/data", body).await;
        answer.refused(422, "DEVICE_ERROR");
    }
    // In a mixed body only its points are refused.
    let mut mixed = points("heart_rate", "bpm", "Polar H10", JUNE + 100, &[61.0]);
    let others = points("heart_rate", "bpm", "other", JUNE + 100, &[63.0]);
    let others = others["data"].as_array().unwrap().clone();
    mixed["data"].as_array_mut().unwrap().extend(others);
    let stored = ada.post("/v1/sfdp/data", mixed).await.ok();
    assert_eq!(
        (&stored["success"], &stored["processedCount"]),
        (&json!(false), &json!(1))
    );
    let errors = stored["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].as_str().unwrap().starts_with("data[0]: device"),
        "{errors:?}"
    );
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 3);
    // Its name can be used again.
    let next = register(&ada, "Polar H10").await;
    assert_ne!(next, id);
    let body = points("heart_rate", "bpm", "Polar H10", JUNE + 200, &[61.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
}

#[tokio::test]
async fn the_profile_is_the_last_stored_one() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let nothing = ada.get("/v1/sfdp/profile").await.ok();
    assert!(
        nothing.as_object().unwrap().values().all(Json::is_null),
        "{nothing}"
    );
    assert_eq!(nothing.as_object().unwrap().len(), 8);
    let profile = json!({
        "birthDate": "1990-05-17", "sex": "female", "maxHeartRate": 190, "restingHeartRate": 52.5,
        "weightKg": 70.5, "functionalThresholdPower": 260, "timeZone": "Europe/Berlin",
        "goals": [{ "metric": "steps", "target": 10000, "by": "2026-12-31" }],
    });
    let number = |json: &Json, field: &str| json[field].as_f64();
    for answer in [
        ada.put("/v1/sfdp/profile", profile.clone()).await.ok(),
        ada.get("/v1/sfdp/profile").await.ok(),
    ] {
        assert_eq!(answer["birthDate"], profile["birthDate"]);
        assert_eq!(answer["goals"][0]["metric"], "steps");
        for field in ["maxHeartRate", "restingHeartRate", "weightKg"] {
            assert_eq!(number(&answer, field), number(&profile, field), "{field}");
        }
    }
    for (body, parameter) in [
        (json!({ "maxHeartRate": 90 }), "maxHeartRate"),
        (json!({ "timeZone": "Berlin" }), "timeZone"),
        (json!({ "sex": "other" }), "sex"),
        (json!({ "birthDate": "17.05.1990" }), "birthDate"),
        (json!({ "shoeSize": 43 }), "shoeSize"),
        (json!({ "weightKg": "70" }), "weightKg"),
    ] {
        ada.put("/v1/sfdp/profile", body).await.blames(parameter);
    }
    // Omitted fields are removed.
    ada.put("/v1/sfdp/profile", json!({ "sex": "male" }))
        .await
        .ok();
    let now = ada.get("/v1/sfdp/profile").await.ok();
    assert_eq!(
        (&now["sex"], &now["maxHeartRate"]),
        (&json!("male"), &Json::Null)
    );
}

#[tokio::test]
async fn the_catalogue_is_listed() {
    let app = TestApp::start().await;
    let types = app.user("ada").await.get("/v1/sfdp/types").await.ok();
    let types = types["types"].as_array().unwrap();
    let rate = types.iter().find(|it| it["name"] == "heart_rate");
    assert!(rate.is_some(), "{types:?}");
    assert!(types.len() >= 25);
}

#[tokio::test]
async fn compressed_bodies_are_read_and_answers_compressed_on_request() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0; 500]).to_string();
    let gzip = crate::hostile::gzip(body.as_bytes());
    let zstd = zstd::encode_all(body.as_bytes(), 3).unwrap();
    for (coding, bytes) in [("gzip", gzip), ("zstd", zstd)] {
        let request = ada.request(Method::POST, "/v1/sfdp/data");
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_ENCODING, coding)
            .body(bytes);
        assert_eq!(
            ada.send(request).await.ok()["processedCount"],
            500,
            "{coding}"
        );
    }
    let plain = ada.get("/v1/sfdp/data").await.bytes;
    for coding in ["gzip", "zstd"] {
        let request = ada.request(Method::GET, "/v1/sfdp/data");
        let answer = ada
            .send(request.header(header::ACCEPT_ENCODING, coding))
            .await;
        assert_eq!(answer.header("content-encoding"), Some(coding), "{answer}");
        assert!(answer.bytes.len() < plain.len() / 2);
    }
}
