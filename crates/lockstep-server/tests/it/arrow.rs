//! Points as Arrow streams over HTTP: read, uploaded again, refused.

use axum::http::{Method, header};
use serde_json::json;

use crate::app::{Answer, JUNE, TestApp, TestClient, points};

const DATA: &str = "/v1/sfdp/data";
const ARROW: &str = "application/vnd.apache.arrow.stream";

async fn read(client: &TestClient, query: &str) -> Answer {
    let request = client.request(Method::GET, &format!("{DATA}{query}"));
    client.send(request.header(header::ACCEPT, ARROW)).await
}

async fn upload(client: &TestClient, query: &str, key: &str, stream: &[u8]) -> Answer {
    let request = client
        .request(Method::POST, &format!("{DATA}{query}"))
        .header("Idempotency-Key", key)
        .header(header::CONTENT_TYPE, ARROW)
        .body(stream.to_vec());
    client.send(request).await
}

/// The points of an account as JSON, without their ids.
async fn stored(client: &TestClient) -> Vec<serde_json::Value> {
    let mut page = client.get(&format!("{DATA}?limit=10000")).await.ok();
    let mut points = page["data"].take();
    let points = points.as_array_mut().unwrap();
    for point in points.iter_mut() {
        point.as_object_mut().unwrap().remove("id");
    }
    points.clone()
}

/// Stores points of two devices, with units, confidence and metadata.
async fn fill(client: &TestClient) {
    let values: Vec<f64> = (0..4000).map(|n| f64::from(n % 90) + 60.5).collect();
    for (kind, unit, device) in [("heart_rate", "bpm", "strap"), ("power", "W", "=1+1 \"é\"")] {
        let body = points(kind, unit, device, JUNE, &values);
        client.post(DATA, body).await.ok();
    }
    let rich = json!({
        "timestamp": "2026-06-01T08:30:00.25+02:00", "type": "weight", "value": 154.5, "unit": "lb",
        "device": "scale", "confidence": 0.75, "metadata": { "notes": "after, \"breakfast\"" },
    });
    client.post(DATA, json!({ "data": [rich] })).await.ok();
}

#[tokio::test]
async fn an_answered_stream_restores_the_points() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    fill(&ada).await;
    let answer = read(&ada, "").await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some(ARROW))
    );
    let result = upload(&bob, "", "k", &answer.bytes).await.ok();
    assert_eq!(
        (&result["processedCount"], &result["success"]),
        (&json!(8001), &json!(true))
    );
    assert_eq!(stored(&bob).await, stored(&ada).await);
    // The export is the same stream.
    let export = ada.get("/v1/sfdp/export?format=arrow").await;
    assert_eq!((export.status, &export.bytes), (200, &answer.bytes));
    // Filters select points; an account without points has a stream without rows.
    ada.delete(&format!("{DATA}?type=power")).await.ok();
    let part = read(&bob, "?type=heart_rate&device=strap").await;
    assert_eq!(
        upload(&ada, "", "k", &part.bytes).await.ok()["processedCount"],
        4000
    );
    let nothing = read(&bob, "?type=steps").await;
    assert_eq!(nothing.status, 200);
    upload(&bob, "", "empty", &nothing.bytes)
        .await
        .blames("data");
}

#[tokio::test]
async fn storage_options_of_a_stream_are_in_the_url() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    fill(&ada).await;
    let stream = read(&ada, "?type=heart_rate").await.bytes;
    for (nth, mode) in ["Basic", "FHE", "ZK"].into_iter().enumerate() {
        let query = format!("?encryptionMode={mode}&chunkSize=1024");
        let result = upload(&bob, &query, &format!("k{nth}"), &stream).await.ok();
        assert_eq!(result["encryptedCount"], 4000, "{mode}");
    }
    // The options are a part of the request that a key repeats.
    upload(&bob, "", "k0", &stream)
        .await
        .refused(409, "CONFLICT");
    upload(&bob, "?encryptionMode=Basic&chunkSize=1024", "k0", &stream)
        .await
        .ok();
    for (query, parameter) in [
        ("?encryptionMode=AES", "encryptionMode"),
        ("?chunkSize=0", "chunkSize"),
        ("?chunkSize=8193", "chunkSize"),
        ("?mode=FHE", "mode"),
    ] {
        upload(&bob, query, "other", &stream)
            .await
            .blames(parameter);
    }
    // A JSON body has them in its fields.
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0]);
    let answer = bob.post(&format!("{DATA}?encryptionMode=FHE"), body).await;
    answer.blames("encryptionMode");
}

#[tokio::test]
async fn refused_streams_store_nothing_and_say_why() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&ada).await;
    let stream = read(&ada, "").await.bytes;
    let bob = app.user("bob").await;
    for bytes in [
        &b""[..],
        b"{\"data\":[]}",
        &stream[..stream.len() - 9],
        &stream[..100],
    ] {
        upload(&bob, "", "k", bytes).await.blames("body");
    }
    assert_eq!(stored(&bob).await.len(), 0);
    for name in ["limit", "offset", "cursor"] {
        read(&ada, &format!("?{name}=1")).await.blames(name);
    }
    let request = bob.request(Method::POST, DATA);
    let request = request.header(header::CONTENT_TYPE, "text/csv").body("x");
    bob.send(request).await.refused(415, "INVALID_REQUEST");
    // Other media types are answered in JSON.
    for accept in ["*/*", "application/json", "text/html, */*;q=0.1"] {
        let request = ada.request(Method::GET, &format!("{DATA}?limit=1"));
        let answer = ada.send(request.header(header::ACCEPT, accept)).await;
        assert_eq!(
            answer.header("content-type"),
            Some("application/json"),
            "{accept}"
        );
    }
}
