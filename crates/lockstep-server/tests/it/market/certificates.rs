//! Certificates of listings: what a buyer knows of a table before paying, checked without a server.

use lockstep_documents::{VerificationPolicy, verify};
use lockstep_server::scrub;
use reqwest::Method;
use serde_json::{Value as Json, json};

use super::offers::{LISTINGS, change, dataset, list};
use super::page_path;
use crate::app::{TestApp, TestClient};

/// Returns the statement of a document of the server, checked offline against the server's key.
pub(super) async fn verified(app: &TestApp, document: &Json) -> Json {
    let key = app.admin().get("/v1/encryption/attestation-key").await.ok();
    let trust = VerificationPolicy {
        attester: Some(key["fingerprint"].as_str().unwrap().parse().unwrap()),
        ..VerificationPolicy::default()
    };
    let found = verify(document.to_string().as_bytes(), &trust).unwrap();
    assert!(found.known_signer);
    Json::Object(found.says.fields())
}

async fn certificate(app: &TestApp, who: &TestClient, listing: &str) -> Json {
    let path = format!("{LISTINGS}/{listing}/certificate");
    let document = who.get(&path).await.ok();
    assert_eq!(document["format"], "lockstep-listing/1");
    verified(app, &document).await
}

async fn upload(owner: &TestClient, dataset: &str, csv: &str) {
    let path = format!("/api/datasets/{dataset}/data");
    let request = owner.request(Method::PUT, &path);
    let request = request.header("Content-Type", "text/csv");
    owner.send(request.body(csv.to_owned())).await.ok();
}

#[tokio::test]
async fn a_certificate_of_a_listing_names_the_form_of_the_table_and_no_value() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    // Values of many digits: three can occur in a digest or a time by chance.
    let new = json!({
        "name": "rides", "encryption_mode": "basic",
        "data": { "watts": [2_017_331, 2_109_477, 190], "note": ["a", "=b", null] },
    });
    let made = ada.post("/api/datasets", new).await.ok();
    let data = made["id"].as_str().unwrap().to_owned();
    let id = list(&ada, &data, 2, &["no-export"]).await;
    let says = certificate(&app, &bob, &id).await;
    let root = says["root"].as_str().unwrap().to_owned();
    assert_eq!(root.len(), 64, "{says}");
    let expected = json!({
        "listing": id, "dataset": data, "version": 1, "root": root, "rows": 3, "mode": "basic",
        "duration": "P30D", "allowedUses": 2, "restrictions": ["no-export"],
        "columns": [
            { "name": "note", "type": "text", "unit": null, "nullCount": 1, "protection": "sealed" },
            { "name": "watts", "type": "integer", "unit": null, "nullCount": 0, "protection": "sealed" },
        ],
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&says[name], value, "{name}: {says}");
    }
    for value in ["2017331", "2109477", "=b", &*ada.id] {
        assert!(!says.to_string().contains(value), "{value}: {says}");
    }
    // Later uploads do not change it, and the receipt names the same root.
    upload(&ada, &data, "watts\n1\n").await;
    assert_eq!(certificate(&app, &bob, &id).await["root"], root);
    let path = format!("{LISTINGS}/{id}");
    let bought = bob.post(&format!("{path}/purchase"), json!({})).await.ok();
    let receipt = format!(
        "/v1/sfdp/marketplace/purchases/{}/receipt",
        bought["purchase_id"].as_str().unwrap()
    );
    let receipt = verified(&app, &bob.get(&receipt).await.ok()).await;
    assert_eq!(receipt["root"], root);
    // Another version has another root.
    let second = list(&ada, &data, 2, &[]).await;
    assert_ne!(certificate(&app, &bob, &second).await["root"], root);
    // After the withdrawal it is the buyer's and the seller's.
    ada.delete(&path).await.ok();
    let eve = app.user("eve").await;
    let path = format!("{path}/certificate");
    eve.get(&path).await.refused(404, "NOT_FOUND");
    for who in [&ada, &bob] {
        let who = certificate(&app, who, &id).await;
        assert_eq!(who["root"], root);
    }
    ada.delete(&format!("/api/datasets/{data}"))
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn an_altered_certificate_of_a_listing_is_refused() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = list(&ada, &dataset(&ada).await, 2, &[]).await;
    let document = bob.get(&format!("{LISTINGS}/{id}/certificate")).await.ok();
    let text = document.to_string();
    assert!(text.contains(r#"\"rows\":3"#), "{text}");
    for (from, to) in [
        (r#"\"rows\":3"#, r#"\"rows\":4"#),
        ("watts", "power"),
        ("lockstep-listing/1", "lockstep-certificate/1"),
    ] {
        let altered = text.replace(from, to);
        assert_ne!(altered, text);
        assert!(
            verify(altered.as_bytes(), &VerificationPolicy::default()).is_err(),
            "{to}"
        );
    }
}

#[tokio::test]
async fn a_root_stays_when_columns_are_converted_and_names_their_commitments() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for mode in ["fhe", "zk"] {
        let new = json!({ "name": mode, "encryption_mode": mode, "data": { "watts": [200, 210] } });
        let data = ada.post("/api/datasets", new).await.ok();
        let id = list(&ada, data["id"].as_str().unwrap(), 2, &[]).await;
        let before = certificate(&app, &bob, &id).await;
        let path = format!("/api/datasets/{}", data["id"].as_str().unwrap());
        while ada.get(&path).await.ok()["encryption_status"] == "pending" {
            for job in lockstep_datasets::CAPABILITY.jobs {
                (job.run)(app.state().clone()).await.unwrap();
            }
            tokio::task::yield_now().await;
        }
        let after = certificate(&app, &bob, &id).await;
        assert_eq!(after["root"], before["root"]);
        assert_eq!(
            (&after["mode"], &after["columns"][0]["protection"]),
            (&json!(mode), &json!(mode))
        );
        let roots = after["columns"][0]["roots"].as_array().map_or(0, Vec::len);
        assert_eq!(roots, usize::from(mode == "zk"), "{after}");
    }
}

#[tokio::test]
async fn a_listing_whose_row_names_another_root_is_refused() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = list(&ada, &dataset(&ada).await, 2, &[]).await;
    let path = format!("{LISTINGS}/{id}/certificate");
    for sql in [
        "UPDATE market_listing SET root = zeroblob(32)",
        "UPDATE market_listing SET root = NULL",
    ] {
        assert_eq!(change(&app, sql).await, 1);
        bob.get(&path).await.refused(422, "ENCRYPTION_ERROR");
        app.anonymous()
            .get(&format!("/market/{id}"))
            .await
            .refused(422, "ENCRYPTION_ERROR");
    }
    assert_eq!(
        change(&app, "UPDATE market_listing SET root = 'x'").await,
        1
    );
    let found = scrub::all(app.state(), |_| {}).await.unwrap().damaged;
    assert!(
        found.iter().any(|one| one.table == "market_listing"),
        "{found:?}"
    );
}

#[tokio::test]
async fn the_page_of_a_listing_has_no_script_and_escapes_its_text() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({
        "title": "<b>Rides</b>", "description": "<script>alert(1)</script>\n\nTwo \"summers\"", "price": 25,
        "dataset_id": dataset(&ada).await,
    });
    let made = ada.post(LISTINGS, body).await.ok();
    let path = &page_path(&ada, &made["listing_url"]);
    let page = app.anonymous().get(path).await;
    assert_eq!(page.status, 200, "{page}");
    let text = String::from_utf8(page.bytes.clone()).unwrap();
    for part in [
        "25.00 EUR",
        "&lt;b&gt;Rides",
        "&lt;script&gt;",
        "watts",
        "integer",
        "P1Y",
        "basic",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for part in [
        "<script", "<b>", "http:", "https:", &*ada.id, "style=", ">200<", "=b",
    ] {
        assert!(!text.contains(part), "{part}: {text}");
    }
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    ada.delete(&format!("{LISTINGS}/{}", made["id"].as_str().unwrap()))
        .await
        .ok();
    for gone in [
        path,
        "/market/lst_01h455vb4pex5vsknk084sn02q",
        "/market/itm_01h455vb4pex5vsknk084sn02q",
    ] {
        app.anonymous().get(gone).await.refused(404, "NOT_FOUND");
    }
}
