//! A server that is killed during purchases and reads: nothing is half-done.

use std::path::Path;

use serde_json::{Value as Json, json};
use tokio::task::JoinSet;

use super::offers::LISTINGS;
use super::{TOKENS, balance, buy, offer, store};
use crate::app::{Anyone, PASSWORD};
use crate::child::{self, Child};

async fn account(child: &Child, name: &str) -> Anyone {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
        "tier": "enterprise",
    });
    let admin = child.admin().await;
    admin.post("/v1/admin/users", new).await.ok();
    Anyone::at(child.address).signed_in(name, PASSWORD).await
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
    let bob = Anyone::at(child.address).signed_in("bob", PASSWORD).await;
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
    let bob = Anyone::at(child.address).signed_in("bob", PASSWORD).await;
    let all = bob.get("/v1/sfdp/marketplace/purchases").await.ok();
    let count = all["purchases"].as_array().unwrap().len() as u64;
    assert!(
        count > acknowledged && count <= 21,
        "{count} after {acknowledged}"
    );
    assert_paid(child, folder.path(), &bob, (count, 12.5)).await;
}

/// Asserts that the buyer paid this number of purchases at this price and nothing else, and that the ledger agrees.
async fn assert_paid(child: Child, folder: &Path, buyer: &Anyone, (count, price): (u64, f64)) {
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
    let ada = Anyone::at(child.address).signed_in("ada", PASSWORD).await;
    let bob = Anyone::at(child.address).signed_in("bob", PASSWORD).await;
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
