//! A server that is killed during purchases and reads: nothing is half-done.

use std::path::Path;

use serde_json::{Value as Json, json};
use tokio::task::JoinSet;

use super::offers::LISTINGS;
use super::{TOKENS, balance, buy, offer, store};
use crate::app::{PASSWORD, TestClient};
use crate::child::{self, Child};

async fn account(child: &Child, name: &str) -> TestClient {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
        "tier": "enterprise",
    });
    let admin = child.admin().await;
    admin.post("/v1/admin/users", new).await.ok();
    TestClient::at(child.address)
        .signed_in(name, PASSWORD)
        .await
}

/// Sends requests side by side, and kills the server after the first answer; returns the number of
/// successful answers.
async fn killed_during(child: Child, requests: Vec<reqwest::RequestBuilder>) -> u64 {
    let mut sent = JoinSet::new();
    for request in requests {
        sent.spawn(async move {
            let answer = request.send().await.ok()?;
            let status = answer.status().as_u16();
            // An answer without its end did not arrive.
            answer.bytes().await.ok().map(|_| status)
        });
    }
    let (mut succeeded, mut child) = (0, Some(child));
    while let Some(status) = sent.join_next().await {
        succeeded += u64::from(status.unwrap() == Some(200));
        if let Some(child) = child.take() {
            tokio::task::spawn_blocking(move || drop(child))
                .await
                .unwrap();
        }
    }
    succeeded
}

#[tokio::test]
async fn a_kill_loses_no_use_and_gives_none_twice() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let (ada, bob) = (account(&child, "ada").await, account(&child, "bob").await);
    store(&ada, 0, &[60.0, 61.0], None).await;
    let id = offer(&ada, 40, &[]).await;
    let bought = buy(&bob, &id).await;
    let path = format!("{TOKENS}/{id}/data");
    let reads = (0..20).map(|_| bob.request(reqwest::Method::GET, &path));
    let acknowledged = killed_during(child, reads.collect()).await;
    // Purchases, and the kill again.
    let child = Child::start(folder.path());
    let bob = TestClient::at(child.address)
        .signed_in("bob", PASSWORD)
        .await;
    let purchase = format!(
        "/v1/sfdp/marketplace/purchases/{}",
        bought["purchaseId"].as_str().unwrap()
    );
    let left = bob.get(&purchase).await.ok()["remainingUses"]
        .as_u64()
        .unwrap();
    assert!(
        left <= 40 - acknowledged && left >= 20,
        "{left} after {acknowledged}"
    );
    let buying = format!("{TOKENS}/{id}/purchase");
    let purchases = (0..20).map(|_| bob.request(reqwest::Method::POST, &buying).json(&json!({})));
    let acknowledged = killed_during(child, purchases.collect()).await;
    let child = Child::start(folder.path());
    let bob = TestClient::at(child.address)
        .signed_in("bob", PASSWORD)
        .await;
    let all = bob.get("/v1/sfdp/marketplace/purchases").await.ok();
    let count = all["purchases"].as_array().unwrap().len() as u64;
    assert!(
        count > acknowledged && count <= 21,
        "{count} after {acknowledged}"
    );
    assert_paid(child, folder.path(), &bob, (count, 12.5)).await;
}

/// Ten uses are ten answers, however many reads are sent and whenever the server is killed: what was acknowledged
/// before and after the kill never exceeds them, and the server gives exactly what its store says is left.
#[tokio::test]
async fn a_thousand_reads_and_a_kill_give_ten_answers() {
    const READS: usize = 500;
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let (ada, bob) = (account(&child, "ada").await, account(&child, "bob").await);
    store(&ada, 0, &[60.0, 61.0], None).await;
    let id = offer(&ada, 10, &[]).await;
    let bought = buy(&bob, &id).await;
    let path = format!("{TOKENS}/{id}/data");
    let reads = (0..READS).map(|_| bob.request(reqwest::Method::GET, &path));
    let acknowledged = killed_during(child, reads.collect()).await;
    let child = Child::start(folder.path());
    let bob = TestClient::at(child.address)
        .signed_in("bob", PASSWORD)
        .await;
    let purchase = format!(
        "/v1/sfdp/marketplace/purchases/{}",
        bought["purchaseId"].as_str().unwrap()
    );
    let left = async || {
        bob.get(&purchase).await.ok()["remainingUses"]
            .as_u64()
            .unwrap()
    };
    let before = left().await;
    assert!(
        acknowledged + before <= 10,
        "{acknowledged} answers, and {before} uses are left"
    );
    let connections = std::sync::Arc::new(tokio::sync::Semaphore::new(200));
    let mut sent = JoinSet::new();
    for _ in 0..READS {
        let (bob, path, connections) = (bob.clone(), path.clone(), connections.clone());
        sent.spawn(async move {
            let _connection = connections.acquire().await.unwrap();
            bob.get(&path).await.status
        });
    }
    let statuses = sent.join_all().await;
    let succeeded = statuses.iter().filter(|status| **status == 200).count() as u64;
    assert_eq!(succeeded, before, "{acknowledged} answers before the kill");
    assert_eq!(left().await, 0);
    // Each use that was consumed can be read again, also one whose answer the kill cut off; no other can.
    let purchase = bought["purchaseId"].as_str().unwrap();
    let mut read = Vec::new();
    for n in 0..=11 {
        let answer = bob.get(&format!("{path}?cursor={purchase}.{n}.0.0")).await;
        if answer.status == 200 {
            assert_eq!(answer.ok()["data"].as_array().unwrap().len(), 2);
            read.push(n);
        } else {
            answer.blames("cursor");
        }
    }
    assert_eq!(read, (1..=10).collect::<Vec<_>>());
}

/// An upload that a kill cuts off, while its groups of rows are stored, leaves the earlier version whole.
#[tokio::test]
async fn a_kill_during_an_upload_leaves_the_earlier_version() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let ada = account(&child, "ada").await;
    let new = json!({ "name": "runs", "encryption_mode": "basic", "data": { "old": [1, 2] } });
    let made = ada.post("/api/datasets", new).await.ok();
    let path = format!("/api/datasets/{}", made["id"].as_str().unwrap());
    let used = async |who: &TestClient| who.get("/v1/sfdp/usage").await.ok().to_string();
    let before = used(&ada).await;
    let rows: String = (0_u64..400_000)
        .map(|n| format!("{n},{}\n", n.wrapping_mul(0x9e37_79b9) % 9973))
        .collect();
    let request = ada.request(reqwest::Method::PUT, &format!("{path}/data"));
    let request = request
        .header("Content-Type", "text/csv")
        .body(format!("a,b\n{rows}"));
    let upload = tokio::spawn(request.send());
    // The stored bytes grow when the first group of rows is stored.
    while used(&ada).await == before && !upload.is_finished() {}
    let was_cut_off = !upload.is_finished();
    tokio::task::spawn_blocking(move || drop(child))
        .await
        .unwrap();
    let answer = upload.await.unwrap();
    let child = Child::start(folder.path());
    let ada = TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await;
    let entry = ada.get(&path).await.ok();
    let read = ada.get(&format!("{path}/data?limit=5")).await.ok();
    match entry["version"].as_u64() {
        Some(1) => {
            assert!(was_cut_off && !answer.is_ok_and(|answer| answer.status() == 200));
            assert_eq!(
                (&entry["row_count"], &read["data"]),
                (&json!(2), &json!({ "old": [1, 2] }))
            );
        }
        // The upload was stored whole before the kill.
        _ => assert_eq!(entry["row_count"], 400_000, "{entry}"),
    }
    // The remains of the first upload do not disturb the next one.
    let request = ada.request(reqwest::Method::PUT, &format!("{path}/data"));
    ada.send(request.header("Content-Type", "text/csv").body("c\n7\n"))
        .await
        .ok();
    assert_eq!(
        ada.get(&format!("{path}/data")).await.ok()["data"],
        json!({ "c": [7] })
    );
    assert!(child.end().0);
    let scrubbed = child::lockstep(folder.path())
        .args(["scrub", "--json"])
        .output()
        .unwrap();
    let report: Json = serde_json::from_slice(&scrubbed.stdout).unwrap();
    assert_eq!(report["damaged"], json!([]), "{report}");
}

/// Asserts that the buyer paid this number of purchases at this price and nothing else, and that the ledger agrees.
async fn assert_paid(child: Child, folder: &Path, buyer: &TestClient, (count, price): (u64, f64)) {
    assert_eq!(balance(buyer).await, -price * count as f64);
    assert!(child.end().0);
    let verified = child::lockstep(folder)
        .args(["market", "verify", "--json"])
        .output()
        .unwrap();
    let report: Json = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(
        (&report["transfers"], &report["difference"]),
        (&json!(count), &Json::Null)
    );
}

/// A listing bought while the server is killed is bought whole or not at all: payment, purchase and the hold on the
/// version, which keeps the rows readable.
#[tokio::test]
async fn a_kill_during_purchases_of_a_listing_leaves_whole_purchases() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let (ada, bob) = (account(&child, "ada").await, account(&child, "bob").await);
    let dataset = super::offers::dataset(&ada).await;
    let path = format!(
        "{LISTINGS}/{}",
        super::offers::list(&ada, &dataset, 2, &[]).await
    );
    let buying = format!("{path}/purchase");
    let purchases = (0..20).map(|_| bob.request(reqwest::Method::POST, &buying).json(&json!({})));
    let acknowledged = killed_during(child, purchases.collect()).await;
    let child = Child::start(folder.path());
    let ada = TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await;
    let bob = TestClient::at(child.address)
        .signed_in("bob", PASSWORD)
        .await;
    let all = bob.get("/v1/sfdp/marketplace/purchases").await.ok();
    let count = all["purchases"].as_array().unwrap().len() as u64;
    assert!(
        count >= acknowledged && count <= 20,
        "{count} after {acknowledged}"
    );
    assert_eq!(ada.get(&path).await.ok()["purchases"], json!(count));
    ada.delete(&path).await.ok();
    ada.delete(&format!("/api/datasets/{dataset}")).await.ok();
    for _ in 0..2 * count {
        let read = bob.get(&format!("{path}/data")).await.ok();
        assert_eq!(read["data"]["watts"], json!([200, 210, 190]));
    }
    bob.get(&format!("{path}/data"))
        .await
        .refused(409, "CONFLICT");
    assert_paid(child, folder.path(), &bob, (count, 25.0)).await;
}
