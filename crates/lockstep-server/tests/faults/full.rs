//! F9: a disk that is really full, and space that becomes free gradually. Reads work, readiness
//! reports the state, deletions and erasures work, and no acknowledged data is lost.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::Figure;
use crate::app::{ADMIN_PASSWORD, JUNE, PASSWORD, TestClient, points};
use crate::cuts::{assert_intact, serve};

/// A small separate file system.
pub(crate) struct Mount(pub(crate) PathBuf);

impl Mount {
    /// Mounts a file system; `None` if this process may not mount one.
    pub(crate) fn make() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap().keep();
        let size = format!("size={DISK_BYTES}");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&folder)
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        std::fs::remove_dir(&folder).unwrap();
        None
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        // A lazy unmount: processes with open files keep them until they close them.
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
        let _ = std::fs::remove_dir(&self.0);
    }
}

/// A file that uses all free space.
pub(crate) struct Filler(pub(crate) PathBuf);

impl Filler {
    pub(crate) fn fill(&self) {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.0)
            .unwrap();
        for size in [1 << 20, 4096, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn give_back(&self, bytes: u64) {
        let file = OpenOptions::new().write(true).open(&self.0).unwrap();
        let len = file.metadata().unwrap().len();
        file.set_len(len.saturating_sub(bytes)).unwrap();
    }
}

pub(crate) async fn figures() -> Vec<Figure> {
    let target =
        "reads work, readiness reports it, deletes and erasure work, nothing lost".to_owned();
    let seen = match Mount::make() {
        Some(mount) => scenario(&mount.0).await,
        None => {
            println!("F9 skipped: this process may not mount a file system");
            "skipped: this process may not mount a file system".to_owned()
        }
    };
    vec![Figure {
        what: "F9 a full disk",
        target,
        seen,
    }]
}

async fn scenario(disk: &Path) -> String {
    let data = disk.join("data");
    std::fs::create_dir(&data).unwrap();
    let filler = Filler(disk.join("filler"));
    let server = serve(&data).await.unwrap();
    let admin = TestClient::at(server.address)
        .signed_in("admin", ADMIN_PASSWORD)
        .await;
    let (ada, bob) = (user(&admin, "ada").await, user(&admin, "bob").await);
    let mut stored = BTreeMap::new();
    for caller in [&ada, &bob] {
        caller.post("/v1/sfdp/data", body(0..5000)).await.ok();
    }
    stored.extend((0..5000).map(|nth| (nth, value(nth))));
    assert_eq!(ready(&admin).await, Json::Bool(true));
    assert!(data.join("reserve").exists());

    filler.fill();
    let refused = ada.post("/v1/sfdp/data", body(5000..6000)).await;
    assert_eq!(refused.status, 503, "{refused}");
    let message = refused.refusal()["message"].to_string();
    assert!(message.contains("no storage space left"), "{message}");
    assert!(!data.join("reserve").exists());
    reads(&ada, &stored, "full").await;
    assert_eq!(ready(&admin).await, Json::Bool(false));
    lists(&admin, "full").await;
    // The client that frees space must be able to sign in.
    let again = TestClient::at(server.address)
        .signed_in("ada", PASSWORD)
        .await;
    let gone = again.delete(&range("/v1/sfdp/data", 100, 199)).await.ok();
    assert_eq!(gone["deletedCount"], 100);
    stored.retain(|nth, _| !(100..200).contains(nth));
    reads(&again, &stored, "after a deletion").await;
    let erased = admin.delete(&format!("/v1/admin/users/{}", bob.id)).await;
    assert_eq!(erased.status, 200, "{erased}");
    assert_eq!(bob.get("/v1/sfdp/data").await.status, 401);

    // Use up the rest of the reserve too; then free space gradually.
    filler.fill();
    let (mut refusals, mut successes) = (0, 0);
    for step in 0..24_u64 {
        filler.give_back(if step == 0 { 1 } else { 1 << step });
        let begin = 10_000 + step * 10;
        let answer = ada.post("/v1/sfdp/data", body(begin..begin + 10)).await;
        match answer.status {
            200 => {
                stored.extend((begin..begin + 10).map(|nth| (nth, value(nth))));
                successes += 1;
            }
            status => {
                assert_eq!(status, 503, "{answer}");
                refusals += 1;
            }
        }
        reads(&ada, &stored, &format!("step {step}")).await;
    }
    std::fs::remove_file(&filler.0).unwrap();
    ada.post("/v1/sfdp/data", body(20_000..20_010)).await.ok();
    stored.extend((20_000..20_010).map(|nth| (nth, value(nth))));
    assert_eq!(ready(&admin).await, Json::Bool(true));
    assert!(data.join("reserve").exists());
    assert_intact(&server, "after a full disk").await;
    server.stop().await;

    // A start on a full disk uses the reserve.
    filler.fill();
    let server = serve(&data).await.unwrap();
    let ada = TestClient::at(server.address)
        .signed_in("ada", PASSWORD)
        .await;
    assert_eq!(ready(&ada).await, Json::Bool(false));
    reads(&ada, &stored, "after a start").await;
    let gone = ada.delete(&range("/v1/sfdp/data", 0, 99)).await.ok();
    assert_eq!(gone["deletedCount"], 100);
    stored.retain(|nth, _| *nth >= 100);
    reads(&ada, &stored, "after a start and a deletion").await;
    assert_intact(&server, "after a start on a full disk").await;
    server.stop().await;
    let points = stored.len();
    format!(
        "{refusals} uploads refused cleanly while space became free, {successes} stored, {points} points \
         as acknowledged, 1 account erased, 1 start on a full disk"
    )
}

async fn user(admin: &TestClient, name: &str) -> TestClient {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
        "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    TestClient::at(admin.address)
        .signed_in(name, PASSWORD)
        .await
}

/// Reads the acknowledged points in every format.
async fn reads(caller: &TestClient, stored: &BTreeMap<u64, f64>, context: &str) {
    let mut found = Vec::new();
    let mut path = "/v1/sfdp/data?limit=10000".to_owned();
    loop {
        let page = caller.get(&path).await.ok();
        assert_eq!(page["total"], stored.len(), "{context}");
        let values = page["data"].as_array().unwrap().iter();
        found.extend(values.map(|point| point["value"].as_f64().unwrap()));
        let Some(cursor) = page["nextCursor"].as_str() else {
            break;
        };
        path = format!("/v1/sfdp/data?limit=10000&cursor={cursor}");
    }
    let expected: Vec<f64> = stored.values().copied().collect();
    assert_eq!(found, expected, "{context}");
    for path in [
        "/v1/sfdp/export",
        "/v1/sfdp/metrics",
        "/v1/sfdp/usage",
        "/v1/sfdp/devices",
        "/v1/sfdp/profile",
        "/api/auth/me",
    ] {
        let answer = caller.get(path).await;
        assert_eq!(answer.status, 200, "{context}: {answer}");
    }
    let sum = json!({
        "operation": "sum", "type": "heart_rate", "startDate": "2026-01-01", "endDate": "2026-12-31",
    });
    let sum = caller.post("/v1/sfdp/aggregate", sum).await.ok();
    assert_eq!(sum["count"], stored.len(), "{context}");
}

/// Reads the lists that the server counts, and those of administration. Signing in leaves entries of the audit log that
/// no index contains: its page says so.
async fn lists(admin: &TestClient, context: &str) {
    let again = TestClient::at(admin.address)
        .signed_in("admin", ADMIN_PASSWORD)
        .await;
    for filter in [json!({}), json!({ "filters": { "component": "accounts" } })] {
        let page = again.post("/v1/admin/audit-logs", filter).await.ok();
        assert_eq!(page["hasUncounted"], true, "{context}: {page}");
        assert!(!page["logs"].as_array().unwrap().is_empty(), "{context}");
    }
    again.post("/v1/admin/analytics", json!({})).await.ok();
    for path in [
        "/api/datasets",
        "/api/datasets?sort=name",
        "/api/marketplace/items",
        "/v1/admin/alerts",
        "/v1/admin/erasures",
        "/v1/admin/marketplace/items",
        "/v1/admin/marketplace/ledger",
        "/v1/admin/marketplace/tokens",
        "/v1/admin/users",
        "/v1/sfdp/imports",
        "/v1/sfdp/marketplace/items",
        "/v1/sfdp/marketplace/tokens?scope=market",
        "/v1/uadm/agents",
        "/v1/webhooks",
    ] {
        let answer = again.get(path).await;
        assert_eq!(answer.status, 200, "{context}: {answer}");
    }
}

async fn ready(caller: &TestClient) -> Json {
    caller.get("/readyz").await.ok()["writable"].clone()
}

fn body(seconds: std::ops::Range<u64>) -> Json {
    let values: Vec<f64> = seconds.clone().map(value).collect();
    points(
        "heart_rate",
        "bpm",
        "strap",
        JUNE + seconds.start as i64,
        &values,
    )
}

fn range(path: &str, from: i64, to: i64) -> String {
    let moment = |second: i64| lockstep_store::Timestamp((JUNE + second) * 1000).to_string();
    format!("{path}?startDate={}&endDate={}", moment(from), moment(to))
}

fn value(nth: u64) -> f64 {
    (60 + nth % 90) as f64
}

const DISK_BYTES: u64 = 160 << 20;
