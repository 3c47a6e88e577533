//! Only the owner and a buyer read the values of datasets and of sold points, and no file contains them.

use std::path::Path;

use reqwest::Method;
use serde_json::json;

use super::offers::LISTINGS;
use super::{LEDGER, TOKENS, buy, token};
use crate::app::{Answer, JUNE, PASSWORD, TestClient, points};
use crate::canary::{contains, kept};
use crate::child::Child;

const DATASETS: &str = "/api/datasets";
/// Numbers that no device measures, and a text; each different from any other.
const NUMBERS: [f64; 4] = [61.173_28, 62.941_73, 63.509_17, 64.825_39];
const TEXT: &str = "canary-cell-7391";
/// A cell of a row that is refused.
const REFUSED: &str = "canary-refused-5519";

/// Everything that was answered to others than the owner, and every refusal.
#[derive(Default)]
struct Received {
    bytes: Vec<u8>,
    answers: usize,
}

impl Received {
    fn note(&mut self, answer: &Answer) {
        self.answers += 1;
        self.bytes.extend(&answer.bytes);
        for value in answer.headers.values() {
            self.bytes.extend(value.as_bytes());
        }
    }

    async fn get(&mut self, who: &TestClient, path: &str) {
        let answer = who.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer}");
        self.note(&answer);
    }
}

async fn upload(owner: &TestClient, dataset: &str, csv: String) -> Answer {
    let request = owner.request(Method::PUT, &format!("{DATASETS}/{dataset}/data"));
    owner
        .send(request.header("Content-Type", "text/csv").body(csv))
        .await
}

/// Waits until the columns of a dataset are under its mode.
async fn encrypted(owner: &TestClient, dataset: &str) {
    loop {
        let entry = owner.get(&format!("{DATASETS}/{dataset}")).await.ok();
        match entry["encryption_status"].as_str().unwrap() {
            "pending" => tokio::time::sleep(std::time::Duration::from_millis(100)).await,
            status => return assert_ne!(status, "failed", "{entry}"),
        }
    }
}

/// Creates and lists a dataset of a mode, as JSON and as CSV; returns its id and those of its listings.
async fn listed(owner: &TestClient, mode: &str, received: &mut Received) -> (String, Vec<String>) {
    let new = json!({
        "name": format!("rides {mode}"), "encryption_mode": mode,
        "data": { "watts": NUMBERS, "note": [TEXT, TEXT, TEXT, TEXT] },
    });
    let made = owner
        .post_once(DATASETS, &format!("once-{mode}"), new)
        .await
        .ok();
    let id = made["id"].as_str().unwrap().to_owned();
    let mut listings = Vec::new();
    let rows: String = NUMBERS
        .iter()
        .map(|number| format!("{number},{TEXT}\n"))
        .collect();
    for body in [None, Some(format!("watts,note\n{rows}"))] {
        if let Some(csv) = body {
            upload(owner, &id, csv).await.ok();
        }
        encrypted(owner, &id).await;
        let listing = json!({ "title": mode, "price": 25, "dataset_id": id });
        let made = owner.post(LISTINGS, listing).await.ok();
        listings.push(made["id"].as_str().unwrap().to_owned());
    }
    for broken in [
        format!("watts,note\n{},{REFUSED},{TEXT}\n", NUMBERS[0]),
        format!("watts,note\n{},\"{REFUSED}\n", NUMBERS[0]),
        format!("watts,note\n{},{REFUSED}\0\n", NUMBERS[0]),
    ] {
        let refused = upload(owner, &id, broken).await;
        assert_eq!(refused.status, 400, "{refused}");
        received.note(&refused);
    }
    (id, listings)
}

/// Every file below a folder.
fn files(folder: &Path, into: &mut Vec<u8>) {
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            files(&path, into);
        } else if path.is_file() {
            into.extend(std::fs::read(path).unwrap());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_of_offers_are_found_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start_with(folder.path(), &[("LOCKSTEP_LOG_LEVEL", "trace")]);
    let admin = child.admin().await;
    let anonymous = TestClient::at(child.address);
    for name in ["ada", "bob"] {
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
            "tier": "enterprise",
        });
        admin.post("/v1/admin/users", new).await.ok();
    }
    let ada = anonymous.signed_in("ada", PASSWORD).await;
    let bob = anonymous.signed_in("bob", PASSWORD).await;
    let mut received = Received::default();
    let mut pages = Vec::new();
    for mode in ["none", "basic", "fhe", "zk"] {
        let (dataset, listings) = listed(&ada, mode, &mut received).await;
        let answer = bob.get(&format!("{DATASETS}/{dataset}")).await;
        answer.refused(404, "NOT_FOUND");
        received.note(&answer);
        for listing in listings {
            let path = format!("{LISTINGS}/{listing}");
            pages.push(path.clone());
            pages.push(format!("{path}/certificate"));
            pages.push(format!("/market/{listing}"));
        }
    }
    // An aggregate-only token over twenty points, and the answer that a buyer gets.
    let values: Vec<f64> = NUMBERS.iter().copied().cycle().take(20).collect();
    let day = points("heart_rate", "bpm", "strap", JUNE, &values);
    ada.post("/v1/sfdp/data", day).await.ok();
    let made = ada.post(TOKENS, token(5, &["aggregate-only"])).await.ok();
    assert_eq!(made["status"], "active");
    let id = made["tokenId"].as_str().unwrap();
    let path = format!("{TOKENS}/{id}");
    let bought = buy(&bob, id).await;
    let body = json!({ "operation": "mean", "type": "heart_rate" });
    let answer = bob.post(&format!("{path}/aggregate"), body).await;
    answer.ok();
    received.note(&answer);
    received.note(&bob.get(&format!("{path}/data")).await);
    let purchase = bought["purchaseId"].as_str().unwrap();
    pages.extend([
        format!("{path}/certificate"),
        format!("{path}/claims"),
        format!("/market/{id}"),
        format!("{TOKENS}?scope=market"),
        format!("/v1/sfdp/marketplace/purchases/{purchase}/receipt"),
        "/v1/sfdp/marketplace/purchases".to_owned(),
        path,
        LISTINGS.to_owned(),
        DATASETS.to_owned(),
        LEDGER.to_owned(),
    ]);
    for page in &pages {
        received.get(&bob, page).await;
        if page.starts_with("/market/") {
            received.get(&anonymous, page).await;
        }
    }
    for page in [
        "/v1/admin/marketplace/ledger",
        "/v1/admin/marketplace/tokens",
        "/metrics",
    ] {
        received.get(&admin, page).await;
    }
    for (page, body) in [
        ("/v1/admin/audit-logs", json!({ "limit": 100 })),
        ("/v1/admin/analytics", json!({})),
    ] {
        let answer = admin.post(page, body).await;
        answer.ok();
        received.note(&answer);
    }
    // The owner reads all values: they were stored.
    let entry = ada.get(&format!("{DATASETS}?limit=10")).await.ok();
    for dataset in entry["data"].as_array().unwrap() {
        let path = format!("{DATASETS}/{}/data", dataset["id"].as_str().unwrap());
        let read = ada.get(&path).await.ok();
        let expected = json!({ "watts": NUMBERS, "note": [TEXT, TEXT, TEXT, TEXT] });
        assert_eq!(read["data"], expected);
    }
    let (fine, lines) = child.end();
    assert!(fine);
    let mut disk = Vec::new();
    files(folder.path(), &mut disk);
    let kept = kept(folder.path(), [20, 8, 4]).await;
    let log = lines.join("\n").into_bytes();
    assert!(received.answers > 60 && disk.len() > 100_000 && log.len() > 10_000);
    // The search covers the answers: names of columns are for everybody.
    assert!(contains(&received.bytes, "watts"));
    for (place, bytes) in [
        ("answers", &received.bytes),
        ("the log", &log),
        ("audit, outbox and outcomes", &kept),
        ("the disk", &disk),
    ] {
        for text in NUMBERS.map(|number| number.to_string()) {
            assert!(!contains(bytes, &text), "{text} in {place}");
        }
        for text in [TEXT, REFUSED] {
            assert!(!contains(bytes, text), "{text} in {place}");
        }
        for number in NUMBERS {
            for number in [number.to_le_bytes(), number.to_be_bytes()] {
                let found = memchr::memmem::find(bytes, &number);
                assert_eq!(found, None, "{number:?} in {place}");
            }
        }
    }
}
