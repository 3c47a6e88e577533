//! Encryption at rest: no measured, derived or encrypted value is readable in any file, under any
//! mode.

use std::path::Path;

use axum::http::Method;
use serde_json::{Value as Json, json};

use super::needles::Needles;
use super::{MODES, name, under};
use crate::app::{JUNE, PASSWORD, TestClient, points};
use crate::child::{Child, run};
use crate::encryption::base64;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_file_contains_a_measured_value() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start_with(folder.path(), &[("LOCKSTEP_LOG_LEVEL", "trace")]);
    let admin = child.admin().await;
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    let ada = TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await;
    let mut needles = Needles::default();
    for (nth, mode) in MODES.into_iter().enumerate() {
        // Two blocks of four points, and two points that wait.
        let values: Vec<f64> = (0..10).map(|at| canary(nth * 100 + at)).collect();
        values.iter().for_each(|value| needles.add(*value, 3));
        let body = points(KIND, "u", &name("strap", mode), JUNE, &values);
        let answer = ada
            .post("/v1/sfdp/data", under(mode, Some(4), body))
            .await
            .ok();
        let under_mode = if mode.is_some() { 10 } else { 0 };
        assert_eq!(answer["encryptedCount"], under_mode, "{answer}");
        // Replaces one point of a block, and deletes one.
        let value = canary(nth * 100 + 50);
        needles.add(value, 3);
        let body = points(KIND, "u", &name("strap", mode), JUNE + 1, &[value]);
        ada.post("/v1/sfdp/data", under(mode, Some(4), body))
            .await
            .ok();
        let one = "startDate=2026-06-01T00:00:06Z&endDate=2026-06-01T00:00:06Z";
        let path = format!("/v1/sfdp/data?{one}&device={}", name("strap", mode));
        assert_eq!(ada.delete(&path).await.ok()["deletedCount"], 1);
        days(&ada, nth, mode).await;
        let Some(mode) = mode else {
            continue;
        };
        // Values encrypted through the encryption API, directly and as a job.
        let value = small_canary(nth);
        needles.add(value, 6);
        let body = json!({
            "data": base64(format!("[{value}]").as_bytes()), "mode": mode,
            "parameters": { "precision": 6 },
        });
        let encrypted = ada.post("/v1/encryption/encrypt", body.clone()).await.ok();
        let request = ada
            .request(Method::POST, "/v1/encryption/encrypt")
            .json(&body);
        ada.send(request.header("Prefer", "respond-async"))
            .await
            .ok();
        let back = json!({ "encryptedData": encrypted["encryptedData"] });
        ada.post("/v1/encryption/decrypt", back).await.ok();
    }
    let weight = 77.419_93;
    needles.add(weight, 5);
    let profile = json!({ "weightKg": weight, "maxHeartRate": 190, "sex": "female" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    let whole = canary(990);
    needles.add(whole, 3);
    let data = base64(
        json!({ "value": (whole * 1000.0).round() as i64 })
            .to_string()
            .as_bytes(),
    );
    let proof = json!({ "data": data, "circuit": "commitment" });
    ada.post("/v1/encryption/zk/prove", proof).await.ok();

    // Derived values, which are stored for later requests; they are requested twice.
    let mut derived = Vec::new();
    let asked = "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-07-31";
    long_numbers(&ada.get(asked).await.ok()["metrics"], &mut derived);
    let insights = ada.post("/v1/sfdp/insights/generate", json!({})).await.ok();
    assert!(!insights["insights"].as_array().unwrap().is_empty());
    long_numbers(&insights["insights"], &mut derived);
    assert!(derived.len() >= 2, "{derived:?}");
    derived.iter().for_each(|value| needles.add(*value, 4));
    let page = ada.get("/v1/sfdp/data?limit=10000").await;
    assert!(
        !needles.found_in(&page.bytes).is_empty(),
        "the owner's answer contains the value"
    );

    // Searches while the server runs, in a backup, and after the server ended.
    let backup = folder.path().join("backup");
    let made = run(
        folder.path(),
        &["backup", "create", &*backup.to_string_lossy()],
        "",
    );
    assert!(made.status.success());
    let (mut files, mut hits, mut bytes) = (0, Vec::new(), 0);
    let mut look = |place: &str| {
        let mut named = false;
        for (file, content) in files_of(folder.path()) {
            files += 1;
            bytes += content.len();
            for (needle, at) in needles.found_in(&content) {
                hits.push(format!("{place}, {file} at {at}: {needle}"));
            }
            named |= content
                .windows(KIND.len())
                .any(|part| part == KIND.as_bytes());
        }
        assert!(named, "{place}: the store was not read");
    };
    look("while it runs");
    let (fine, lines) = child.end();
    assert!(fine);
    look("after it has ended");
    assert!(files >= 6, "{files}");
    let log = lines.join("\n");
    for (needle, at) in needles.found_in(log.as_bytes()) {
        hits.push(format!("the log at {at}: {needle}"));
    }
    println!(
        "{} forms of numbers, {files} files of {bytes} bytes, {} log lines, {} hits",
        needles.count(),
        lines.len(),
        hits.len()
    );
    assert!(hits.is_empty(), "{}", hits.join("\n"));
}

/// Uploads days and hours of data that lead to insights.
async fn days(ada: &TestClient, nth: usize, mode: Option<&str>) {
    let mut all = Vec::new();
    for day in 0..40 {
        let at = JUNE + day * 86_400 + 6 * 3600;
        let rate = 50.0 + (day as f64 * 3.7 + nth as f64).rem_euclid(9.0) + 0.3 * day as f64;
        let rate = (rate * 10.0).round() / 10.0;
        let device = name("watch", mode);
        let mut rates = points("resting_heart_rate", "bpm", &device, at, &[rate]);
        all.append(rates["data"].as_array_mut().unwrap());
    }
    let ride: Vec<f64> = (0..600)
        .map(|second| 110.0 + f64::from(second % 47))
        .collect();
    let mut ride = points("heart_rate", "bpm", &name("watch", mode), JUNE, &ride);
    all.append(ride["data"].as_array_mut().unwrap());
    let body = under(mode, Some(256), json!({ "data": all }));
    ada.post("/v1/sfdp/data", body).await.ok();
}

/// Collects numbers with so many digits that they cannot occur by accident.
fn long_numbers(json: &Json, into: &mut Vec<f64>) {
    match json {
        Json::Number(number) => {
            let digits = number.to_string();
            let digits = digits.trim_start_matches(['-', '0', '.']);
            if number.is_f64() && digits.len() > 6 {
                into.extend(number.as_f64());
            }
        }
        Json::Object(fields) => fields.values().for_each(|it| long_numbers(it, into)),
        Json::Array(all) => all.iter().for_each(|it| long_numbers(it, into)),
        _ => {}
    }
}

/// Returns every file below a folder with its name and content.
fn files_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            all.extend(files_of(&entry.path()));
        } else if kind.is_file() {
            let name = entry.path().to_string_lossy().into_owned();
            all.push((name, std::fs::read(entry.path()).unwrap()));
        }
    }
    all
}

/// Returns a number that no device measures, different from any other.
pub(super) fn canary(nth: usize) -> f64 {
    let scaled = 61_517_923_417_u64 + 7_368_787 * nth as u64;
    // The last digit is never 0, which would shorten the text.
    let scaled = scaled - scaled % 10 + 7;
    scaled as f64 / 1000.0
}

/// A number in the range of a homomorphic key, with six decimals. It is negative: the logs and `/metrics` have many times in
/// seconds, of which some begin with the digits of a positive one.
pub(super) fn small_canary(nth: usize) -> f64 {
    (1_002.0 * nth as f64 - 31_847.0) / 1e6
}

/// A type of measurement outside the catalogue.
pub(super) const KIND: &str = "canary_reading";
