//! A server that is killed between events, queue and attempts: no event is lost, none is queued twice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;
use tokio::task::JoinSet;

use super::receiver::{self, Receiver, Reply};
use super::{at, webhook};
use crate::app::{JUNE, PASSWORD, TestClient, points};
use crate::child::Child;
use crate::modes::until;

fn start(folder: &Path) -> Child {
    let file = receiver::ca_file();
    let variables = [
        ("LOCKSTEP_WEBHOOKS_ENABLED", "true"),
        ("LOCKSTEP_WEBHOOKS_ALLOW_PRIVATE", "127.0.0.1"),
        ("LOCKSTEP_WEBHOOKS_CA_FILE", file.to_str().unwrap()),
    ];
    Child::start_with(folder, &variables)
}

async fn ada(child: &Child) -> TestClient {
    TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await
}

/// Stores points in parallel, one event for each upload, and kills the server after the first answer. The count of
/// points tells the events apart. Returns the counts that were acknowledged.
async fn killed_during(child: Child, counts: std::ops::Range<usize>) -> BTreeSet<usize> {
    let owner = ada(&child).await;
    let mut sent = JoinSet::new();
    for count in counts {
        let start = JUNE + 100_000 * i64::try_from(count).unwrap();
        let body = points("heart_rate", "bpm", "strap", start, &vec![61.0; count]);
        let request = owner
            .request(reqwest::Method::POST, "/v1/sfdp/data")
            .json(&body);
        sent.spawn(async move {
            let answer = request.send().await.ok()?;
            let status = answer.status().as_u16();
            // An answer without its end did not arrive.
            answer.bytes().await.ok()?;
            (status == 200).then_some(count)
        });
    }
    let (mut acknowledged, mut child) = (BTreeSet::new(), Some(child));
    while let Some(count) = sent.join_next().await {
        acknowledged.extend(count.unwrap());
        if let Some(child) = child.take() {
            tokio::task::spawn_blocking(move || drop(child))
                .await
                .unwrap();
        }
    }
    acknowledged
}

#[tokio::test]
async fn a_kill_loses_no_event_and_queues_none_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut receiver = Receiver::start(vec![Reply::Hang]).await;
    let child = start(folder.path());
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    child.admin().await.post("/v1/admin/users", new).await.ok();
    let made = webhook(&ada(&child).await, &receiver.url("/")).await;
    // The first kill meets an attempt that has no answer.
    ada(&child)
        .await
        .post(&at(&made, "/test"), json!({}))
        .await
        .ok();
    let cut_off = receiver.next().await.header("webhook-id").to_owned();
    let mut acknowledged = BTreeSet::new();
    let mut child = child;
    for round in 0..3 {
        let first = 1 + round * 12;
        acknowledged.extend(killed_during(child, first..first + 12).await);
        child = start(folder.path());
    }
    let owner = ada(&child).await;
    let page = async || owner.get(&at(&made, "/deliveries?limit=100")).await.ok();
    let is_done = async || {
        let page = page().await;
        let all = page["deliveries"].as_array().unwrap();
        let waiting = owner.get(&at(&made, "")).await.ok()["pendingDeliveries"] != 0;
        all.len() > acknowledged.len() && !waiting
    };
    until("every delivery is sent", is_done).await;
    // Every count that arrived, with the ids of its messages.
    let mut arrived: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    while let Some(received) = receiver.arrived() {
        let id = received.header("webhook-id").to_owned();
        ids.insert(id.clone());
        if let Some(count) = received.json()["data"]["count"].as_u64() {
            arrived
                .entry(usize::try_from(count).unwrap())
                .or_default()
                .insert(id);
        }
    }
    assert!(
        ids.contains(&cut_off),
        "the attempt without an answer is repeated under its id"
    );
    for count in &acknowledged {
        assert!(
            arrived.contains_key(count),
            "the event of {count} points is lost"
        );
    }
    for (count, ids) in &arrived {
        assert_eq!(ids.len(), 1, "the event of {count} points is queued twice");
    }
    assert!(!acknowledged.is_empty() && arrived.len() <= 36);
}
