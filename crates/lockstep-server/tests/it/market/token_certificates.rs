//! Certificates of data tokens: what a buyer knows of points before paying, checked without a server.

use lockstep_documents::{VerificationPolicy, verify};
use serde_json::{Value as Json, json};

use super::certificates::verified;
use super::{DAY, TOKENS, buy, store, token};
use crate::app::{JUNE, TestApp, TestClient, points};

/// Values that no certificate may contain, each different from any other number.
const VALUES: [f64; 3] = [61.17328, 62.94173, 63.50917];

/// Stores heart rates: of a strap on the first and the fourth of June, and of a watch on the second in mode ZK.
async fn store_two_devices(owner: &TestClient) {
    store(owner, 0, &VALUES, None).await;
    store(owner, 3, &VALUES[..2], None).await;
    let mut of_watch = points("heart_rate", "bpm", "watch", JUNE + DAY, &VALUES);
    of_watch["encryptionMode"] = json!("ZK");
    owner.post("/v1/sfdp/data", of_watch).await.ok();
}

#[tokio::test]
async fn a_certificate_of_a_token_names_series_days_and_gaps_and_no_value() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store_two_devices(&ada).await;
    let made = ada.post(TOKENS, token(7, &["no-export"])).await.ok();
    let id = made["tokenId"].as_str().unwrap();
    let path = format!("{TOKENS}/{id}/certificate");
    let document = bob.get(&path).await.ok();
    assert_eq!(document["format"], "lockstep-certificate/1");
    let says = verified(&app, &document).await;
    let expected = json!({
        "token": id, "points": 8, "duration": "P30D", "allowedUses": 7, "restrictions": ["no-export"],
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&says[name], value, "{name}: {says}");
    }
    assert_eq!(says["root"].as_str().unwrap().len(), 64, "{says}");
    let day = |day: &str, count: u64| json!({ "day": day, "count": count, "offered": false });
    let series = says["series"].as_array().unwrap();
    let of = |device: &str| series.iter().find(|one| one["device"] == device).unwrap();
    assert_eq!(series.len(), 2, "{says}");
    for (device, expected) in [
        (
            "strap",
            json!({
                "type": "heart_rate", "mode": null, "points": 5, "roots": [],
                "first": "2026-06-01T00:00:00.000Z", "last": "2026-06-04T00:00:01.000Z",
                "days": [day("2026-06-01", 3), day("2026-06-04", 2)],
                "gaps": [{ "from": "2026-06-02", "to": "2026-06-03" }],
            }),
        ),
        (
            "watch",
            json!({
                "type": "heart_rate", "mode": "ZK", "points": 3,
                "first": "2026-06-02T00:00:00.000Z", "last": "2026-06-02T00:00:02.000Z",
                "days": [day("2026-06-02", 3)], "gaps": [],
            }),
        ),
    ] {
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&of(device)[name], value, "{device}.{name}: {says}");
        }
    }
    for value in VALUES {
        let value = value.to_string();
        assert!(!document.to_string().contains(&value), "{value}");
    }
    assert!(!document.to_string().contains(&*ada.id));
    // The receipt names the same root.
    let bought = buy(&bob, id).await;
    let receipt = format!(
        "/v1/sfdp/marketplace/purchases/{}/receipt",
        bought["purchaseId"].as_str().unwrap()
    );
    let receipt = verified(&app, &bob.get(&receipt).await.ok()).await;
    assert_eq!(receipt["root"], says["root"]);
    // Points that arrive later change nothing; a token that sells them has another root.
    store(&ada, 5, &[70.0], None).await;
    assert_eq!(verified(&app, &bob.get(&path).await.ok()).await, says);
    let made = ada.post(TOKENS, token(7, &[])).await.ok();
    let other = format!("{TOKENS}/{}/certificate", made["tokenId"].as_str().unwrap());
    assert_ne!(
        verified(&app, &bob.get(&other).await.ok()).await["root"],
        says["root"]
    );
}

#[tokio::test]
async fn an_altered_certificate_of_a_token_is_refused() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store_two_devices(&ada).await;
    let made = ada.post(TOKENS, token(7, &["no-export"])).await.ok();
    let id = made["tokenId"].as_str().unwrap();
    let document = bob.get(&format!("{TOKENS}/{id}/certificate")).await.ok();
    let text = document.to_string();
    assert!(verify(text.as_bytes(), &VerificationPolicy::default()).is_ok());
    for (from, to) in [
        (r#"\"points\":8"#, r#"\"points\":9"#),
        (r#"\"allowedUses\":7"#, r#"\"allowedUses\":8"#),
        ("P30D", "P31D"),
        ("no-export", "no-exports"),
        ("strap", "strop"),
        ("2026-06-04T00:00:01.000Z", "2026-06-05T00:00:01.000Z"),
        (r#"\"to\":\"2026-06-03\""#, r#"\"to\":\"2026-06-02\""#),
        ("lockstep-certificate/1", "lockstep-listing/1"),
    ] {
        let altered = text.replace(from, to);
        assert_ne!(altered, text, "{from}");
        let judged = verify(altered.as_bytes(), &VerificationPolicy::default());
        assert!(judged.is_err(), "{to}");
    }
    // Every character of the signed record.
    let record = document["record"].as_str().unwrap();
    for index in (0..record.len()).step_by(7) {
        let mut bytes = record.as_bytes().to_vec();
        bytes[index] ^= 1;
        let mut altered = document.clone();
        altered["record"] = Json::String(String::from_utf8_lossy(&bytes).into_owned());
        let judged = verify(
            altered.to_string().as_bytes(),
            &VerificationPolicy::default(),
        );
        assert!(judged.is_err(), "character {index}");
    }
}
