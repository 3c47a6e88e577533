//! F4 for stored points: `kill -9` while blocks of modes are filled, completed and changed.
//! Concurrently, their keys are rotated, scheduled for destruction and restored, and accounts are
//! erased. Every acknowledged point reads as it was sent, or is gone with its account.

use std::path::Path;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value as Json, json};

use crate::app::{JUNE, PASSWORD, SeededRandom, TestClient, points};
use crate::child::{self, Child};
use crate::scripted_client::ScriptedClient;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Child::start(folder.path());
    let admin = child.admin().await;
    let ada = key_of(&admin, "ada").await;
    let bob = key_of(&admin, "bob").await;
    let keys = admin.post("/v1/api-keys", json!({ "name": "modes" })).await;
    let admins = keys.ok()["key"].as_str().unwrap().to_owned();
    let mut dice = SeededRandom(seed ^ 0x6d6f_6465);
    let mut lines = [
        ScriptedClient::under("FHE", 256, dice.roll()),
        ScriptedClient::under("ZK", 64, dice.roll()),
        ScriptedClient::under("Basic", 64, dice.roll()),
    ];
    let bobs = TestClient::at(child.address).bearing(&*bob);
    for mode in MODES {
        store(&bobs, mode).await;
    }
    let (mut rotated, mut erased) = (0, 0);
    for round in 1..=tier.turns {
        let context = format!("seed {seed}, modes, kill {round}");
        let anonymous = TestClient::at(child.address);
        let (caller, bobs) = (anonymous.bearing(&*ada), anonymous.bearing(&*bob));
        let admin = anonymous.bearing(&*admins);
        let victim = victim(&admin, round).await;
        let moment = Duration::from_micros(dice.below(MAX_MICROSECONDS));
        let first = dice.below(3) as usize;
        let mut answered = false;
        {
            let [fhe, zk, basic] = &mut lines;
            let work = async {
                tokio::join!(
                    fhe.work(&caller, u64::MAX, &|| 0),
                    zk.work(&caller, u64::MAX, &|| 0),
                    basic.work(&caller, u64::MAX, &|| 0),
                    rotate(&caller, first, &mut rotated),
                    condemn(&bobs),
                    erase(&admin, &victim, &mut answered),
                )
            };
            let mut work = std::pin::pin!(work);
            let ended = tokio::time::timeout(moment, &mut work).await;
            drop(child);
            assert!(ended.is_err());
        }
        child = Child::start(folder.path());
        let anonymous = TestClient::at(child.address);
        let (caller, bobs) = (anonymous.bearing(&*ada), anonymous.bearing(&*bob));
        for line in &mut lines {
            line.settle(&caller, &context).await;
        }
        keep(&bobs).await;
        assert_intact(&bobs, &context).await;
        let admin = anonymous.bearing(&*admins);
        erased += u32::from(settled(&admin, &victim, answered, folder.path(), &context).await);
    }
    let acknowledged: u64 = lines.iter().map(ScriptedClient::acknowledged).sum();
    assert!(acknowledged > u64::from(tier.turns), "{acknowledged}");
    let copy = folder.path().join("backup");
    let copied = child::run(
        folder.path(),
        &["backup", "create", copy.to_str().unwrap()],
        "",
    );
    let output = String::from_utf8_lossy(&copied.stderr);
    assert!(copied.status.success(), "seed {seed}: {output}");
    vec![Figure {
        what: "F4 `kill -9` while blocks of FHE, ZK and Basic are completed, their keys rotated, \
               scheduled for destruction and destroyed",
        target: format!("{} kills, every acknowledged point reads", tier.turns),
        seen: format!(
            "{} kills, {acknowledged} writes under modes and {rotated} rotations acknowledged, 0 \
             points lost; of {} accounts erased with their blocks {erased} had begun and were gone \
             after the next start; seed {seed}",
            tier.turns, tier.turns,
        ),
    }]
}

/// Creates an account and returns an API key of it.
async fn key_of(admin: &TestClient, name: &str) -> String {
    let own = account(admin, name).await;
    let made = own.post("/v1/api-keys", json!({ "name": name })).await;
    made.ok()["key"].as_str().unwrap().to_owned()
}

async fn account(admin: &TestClient, name: &str) -> TestClient {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
        "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    TestClient::at(admin.address)
        .signed_in(name, PASSWORD)
        .await
}

/// Stores a full block, and further points that wait for the next block.
async fn store(caller: &TestClient, mode: &str) {
    let values: Vec<f64> = (0..STORED).map(|nth| (60 + nth % 90) as f64).collect();
    let mut body = points("heart_rate", "bpm", mode, JUNE, &values);
    body["encryptionMode"] = json!(mode);
    body["chunkSize"] = json!(256);
    let stored = caller.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(stored["encryptedCount"], STORED);
}

/// Asserts that the points of [`store`] read as they were sent, under every mode.
async fn assert_intact(caller: &TestClient, context: &str) {
    for mode in MODES {
        let path = format!("/v1/sfdp/data?device={mode}&limit=10000");
        let page = caller.get(&path).await.ok();
        assert_eq!(page["total"], STORED, "{context}, {mode}");
        for (nth, point) in page["data"].as_array().unwrap().iter().enumerate() {
            let value = point["value"].as_f64();
            assert_eq!(value, Some((60 + nth % 90) as f64), "{context}, {mode}");
        }
    }
}

/// Rotates one key after another without end.
async fn rotate(caller: &TestClient, first: usize, rotated: &mut u32) {
    for nth in first.. {
        let body = json!({ "mode": MODES[nth % MODES.len()] });
        caller.post("/v1/encryption/keys/generate", body).await.ok();
        *rotated += 1;
    }
}

/// Returns every key of an account with its status.
async fn keys(caller: &TestClient) -> Vec<(String, String)> {
    let list = caller.get("/v1/encryption/keys?limit=100").await.ok();
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    let keys = list["keys"].as_array().unwrap().iter();
    keys.map(|key| (text(&key["keyId"]), text(&key["status"])))
        .collect()
}

/// Schedules the destruction of keys with points and cancels it again, without end.
async fn condemn(caller: &TestClient) {
    for (id, _) in keys(caller).await.iter().cycle() {
        let path = format!("/v1/encryption/keys/{id}");
        caller.delete(&path).await.ok();
        let back = format!("{path}/cancel-destruction");
        caller.post(&back, json!({})).await.ok();
    }
}

/// Cancels every destruction that was scheduled when the server was killed.
async fn keep(caller: &TestClient) {
    for (id, status) in keys(caller).await {
        if status == "pending_destruction" {
            let back = format!("/v1/encryption/keys/{id}/cancel-destruction");
            caller.post(&back, json!({})).await.ok();
        }
    }
}

/// Creates an account with blocks of every mode, to be erased.
async fn victim(admin: &TestClient, round: u32) -> TestClient {
    let own = account(admin, &format!("victim-{round}")).await;
    for mode in MODES {
        store(&own, mode).await;
    }
    own
}

async fn erase(admin: &TestClient, victim: &TestClient, answered: &mut bool) {
    let path = format!("/v1/admin/users/{}", victim.id);
    admin.delete(&path).await.ok();
    *answered = true;
    std::future::pending::<()>().await;
}

/// After a crash, asserts that the account has all points and can be erased, or that nothing of it
/// is left. Returns whether its erasure had begun.
async fn settled(
    admin: &TestClient,
    victim: &TestClient,
    answered: bool,
    data: &Path,
    context: &str,
) -> bool {
    let own = TestClient {
        address: admin.address,
        ..victim.clone()
    };
    let begun = own.get("/v1/sfdp/types").await.status != 200;
    assert!(
        begun || !answered,
        "{context}: an erased account still exists"
    );
    let path = format!("/v1/admin/users/{}", victim.id);
    if !begun {
        assert_intact(&own, context).await;
    }
    let again = admin.send(admin.request(Method::DELETE, &path)).await;
    assert_eq!(
        again.status,
        if begun { 404 } else { 200 },
        "{context}: {again}"
    );
    for file in ["keys.db", "keys.db-wal"] {
        let bytes = std::fs::read(data.join(file)).unwrap_or_default();
        let mut parts = bytes.windows(victim.id.len());
        let left = parts.any(|part| part == victim.id.as_bytes());
        assert!(!left, "{context}: {file} names {}", victim.id);
    }
    begun
}

const MODES: [&str; 3] = ["FHE", "ZK", "Basic"];
/// The number of points under each mode of an account that only stores them.
const STORED: usize = 300;
const MAX_MICROSECONDS: u64 = 300_000;
