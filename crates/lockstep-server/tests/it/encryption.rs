//! The encryption API over HTTP.

mod binding;
mod blocks;
mod circuits;
mod compact;
mod custody;
mod guests;
mod keys;
mod membership;
mod numbers;
mod proofs;
mod registered;
mod requests;

use std::os::unix::fs::PermissionsExt;

use axum::http::Method;
use serde_json::{Value as Json, json};

use crate::app::{Answer, TestApp, TestClient};

const CODE: &str = "INVALID_ENCRYPTION_PARAMETERS";

/// Encodes base 64 with padding, as the API uses it.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = (0..3).fold(0_u32, |number, index| {
            number << 8 | u32::from(chunk.get(index).copied().unwrap_or(0))
        });
        for index in 0..4 {
            text.push(if index <= chunk.len() {
                char::from(DIGITS[(number >> (18 - 6 * index)) as usize & 63])
            } else {
                '='
            });
        }
    }
    text
}

pub(crate) fn unbase64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => panic!("no base64: {text:.40}"),
    };
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::new();
    for chunk in digits.chunks(4) {
        let number = chunk
            .iter()
            .fold(0_u32, |number, byte| number << 6 | u32::from(digit(*byte)));
        let number = number << (6 * (4 - chunk.len()));
        bytes.extend_from_slice(&number.to_be_bytes()[1..chunk.len()]);
    }
    bytes
}

async fn post(caller: &TestClient, what: &str, body: Json) -> Answer {
    caller.post(&format!("/v1/encryption/{what}"), body).await
}

async fn encrypt(caller: &TestClient, data: &[u8], mode: &str, parameters: Json) -> Json {
    let body = json!({ "data": base64(data), "mode": mode, "parameters": parameters });
    post(caller, "encrypt", body).await.ok()
}

async fn decrypt(caller: &TestClient, envelope: &Json) -> Vec<u8> {
    let body = json!({ "encryptedData": envelope });
    let opened = post(caller, "decrypt", body).await.ok();
    unbase64(opened["data"].as_str().unwrap())
}

#[test]
fn base64_round_trips() {
    for (bytes, text) in [
        (&b""[..], ""),
        (b"f", "Zg=="),
        (b"fo", "Zm8="),
        (b"foo", "Zm9v"),
    ] {
        assert_eq!(
            (base64(bytes).as_str(), unbase64(text)),
            (text, bytes.to_vec())
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn encrypted_data_decrypts_in_every_mode_and_level() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (mode, parameters, scheme) in [
        ("Basic", json!({}), "AES-256-GCM"),
        ("Basic", json!({ "securityLevel": 128 }), "AES-128-GCM"),
        ("Basic", json!({ "securityLevel": 192 }), "AES-192-GCM"),
        ("Basic", json!({ "scheme": "X-Wing" }), "X-Wing"),
        (
            "Basic",
            json!({ "scheme": "MLKEM1024-P384" }),
            "MLKEM1024-P384",
        ),
        ("FHE", json!({}), "BFV"),
        ("FHE", json!({ "scheme": "BFV-sum" }), "BFV-sum"),
        ("FHE", json!({ "securityLevel": 192 }), "BFV"),
        ("FHE", json!({ "securityLevel": 256 }), "BFV"),
        ("ZK", json!({}), "Groth16"),
        (
            "ZK",
            json!({ "scheme": "PGHR13", "curve": "bn254" }),
            "PGHR13",
        ),
        ("ZK", json!({ "securityLevel": 192 }), "Groth16"),
        (
            "ZK",
            json!({ "securityLevel": 256, "scheme": "PGHR13", "curve": "bls48-575" }),
            "PGHR13",
        ),
    ] {
        for data in [
            &b"[61,64.25,-73]"[..],
            b"",
            b"any bytes \x00\xff",
            b"{\"a\":1}",
        ] {
            let made = encrypt(&ada, data, mode, parameters.clone()).await;
            assert_eq!(made["metadata"]["mode"], mode);
            assert_eq!(made["metadata"]["scheme"], scheme, "{mode} {parameters}");
            let back = decrypt(&ada, &made["encryptedData"]).await;
            assert_eq!(back, data, "{mode} {parameters}");
            // The request may repeat fields of the encryption's answer.
            let body =
                json!({ "encryptedData": made["encryptedData"], "metadata": made["metadata"] });
            post(&ada, "decrypt", body).await.ok();
        }
    }
    // There is one key for each slot, created on first use.
    let keys = ada.get("/v1/encryption/keys?limit=100").await.ok();
    assert_eq!(keys["total"], 13);
    let users = app.admin().get("/v1/admin/users?search=ada").await.ok();
    assert_eq!(users["users"][0]["encryptionKeys"], 13);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computing_on_ciphertexts_equals_computing_on_values() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (a, b) = ([61.0, 64.0, 73.0, 58.0], [1.0, -2.0, 3.0, 40.0]);
    let envelope = |values: [f64; 4]| {
        let ada = ada.clone();
        async move {
            let data = serde_json::to_vec(&values).unwrap();
            encrypt(&ada, &data, "FHE", json!({ "precision": 0 })).await["encryptedData"].clone()
        }
    };
    let (ea, eb) = (envelope(a).await, envelope(b).await);
    let zip = |f: fn(f64, f64) -> f64| {
        json!([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    };
    let mean = a.iter().sum::<f64>() / 4.0;
    let variance = a.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 4.0;
    let dot = a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for (operation, operands, parameters, expected) in [
        ("add", json!([ea, eb]), json!({}), zip(|a, b| a + b)),
        ("subtract", json!([ea, eb]), json!({}), zip(|a, b| a - b)),
        ("multiply", json!([ea, eb]), json!({}), zip(|a, b| a * b)),
        ("negate", json!([ea]), json!({}), zip(|a, _| -a)),
        ("square", json!([ea]), json!({}), zip(|a, _| a * a)),
        ("sum", json!([ea]), json!({}), json!(256.0)),
        ("mean", json!([ea]), json!({ "scheme": "BFV" }), json!(mean)),
        ("variance", json!([ea]), json!({}), json!(variance)),
        ("dot", json!([ea, eb]), json!({}), json!(dot)),
        (
            "rotate",
            json!([ea]),
            json!({ "steps": 1 }),
            json!([a[1], a[2], a[3], a[0]]),
        ),
        (
            "rotate",
            json!([ea]),
            json!({ "steps": -1 }),
            json!([a[3], a[0], a[1], a[2]]),
        ),
        (
            "weightedSum",
            json!([ea]),
            json!({ "weights": [0.5, 0.25, 0.25, 0] }),
            json!(64.75),
        ),
    ] {
        let body =
            json!({ "operation": operation, "operands": operands, "parameters": parameters });
        let made = post(&ada, "fhe/compute", body).await.ok();
        assert_eq!(made["metadata"]["operation"], operation);
        let found: Json = serde_json::from_slice(&decrypt(&ada, &made["result"]).await).unwrap();
        let numbers = |json: &Json| -> Vec<f64> {
            match json {
                Json::Array(all) => all.iter().map(|it| it.as_f64().unwrap()).collect(),
                one => vec![one.as_f64().unwrap()],
            }
        };
        assert_eq!(numbers(&found), numbers(&expected), "{operation}");
    }
    // The key was pending until its evaluation keys were generated.
    let keys = ada.get("/v1/encryption/keys").await.ok();
    assert_eq!(keys["keys"][0]["status"], "active");
    assert_eq!(keys["keys"][0]["metadata"]["progress"], 1.0);

    let bob = app.user("bob").await;
    let bobs = encrypt(&bob, b"[1,2,3,4]", "FHE", json!({})).await["encryptedData"].clone();
    let raw = encrypt(&ada, b"bytes", "FHE", json!({})).await["encryptedData"].clone();
    let sums =
        encrypt(&ada, b"[1,2,3,4]", "FHE", json!({ "scheme": "BFV-sum" })).await["encryptedData"]
            .clone();
    let short =
        encrypt(&ada, b"[1]", "FHE", json!({ "precision": 0 })).await["encryptedData"].clone();
    let basic = encrypt(&ada, b"[1]", "Basic", json!({})).await["encryptedData"].clone();
    let squared = json!({ "operation": "square", "operands": [ea] });
    let squared = post(&ada, "fhe/compute", squared).await.ok()["result"].clone();
    let summed = json!({ "operation": "sum", "operands": [ea] });
    let summed = post(&ada, "fhe/compute", summed).await.ok()["result"].clone();
    for (operation, operands, parameters, blamed, part) in [
        (
            "compare",
            json!([ea, eb]),
            json!({}),
            "operation",
            "prove a range",
        ),
        (
            "division",
            json!([ea, eb]),
            json!({}),
            "operation",
            "no division",
        ),
        (
            "minimum",
            json!([ea]),
            json!({}),
            "operation",
            "comparisons",
        ),
        (
            "conjure",
            json!([ea]),
            json!({}),
            "operation",
            "weightedSum",
        ),
        ("add", json!([ea]), json!({}), "operands", "takes 2"),
        ("sum", json!([]), json!({}), "operands", "takes 1"),
        ("add", json!([ea, "%"]), json!({}), "operands[1]", "base64"),
        (
            "add",
            json!([ea, ""]),
            json!({}),
            "operands[1]",
            "cannot be opened",
        ),
        (
            "add",
            json!([ea, bobs]),
            json!({}),
            "operands[1]",
            "cannot be opened",
        ),
        (
            "add",
            json!([ea, sums]),
            json!({}),
            "operands[1]",
            "a different key",
        ),
        ("add", json!([ea, short]), json!({}), "operands", "lengths"),
        ("sum", json!([raw]), json!({}), "operands[0]", "bytes"),
        (
            "sum",
            json!([basic]),
            json!({}),
            "operands[0]",
            "cannot be opened",
        ),
        (
            "negate",
            json!([summed]),
            json!({}),
            "operands[0]",
            "result of a sum",
        ),
        (
            "square",
            json!([squared]),
            json!({}),
            "operands",
            "too deep",
        ),
        (
            "multiply",
            json!([sums, sums]),
            json!({}),
            "operation",
            "not supported",
        ),
        (
            "rotate",
            json!([ea]),
            json!({}),
            "parameters.steps",
            "needs it",
        ),
        (
            "add",
            json!([ea, eb]),
            json!({ "steps": 1 }),
            "parameters.steps",
            "does not take",
        ),
        (
            "weightedSum",
            json!([ea]),
            json!({ "weights": [1] }),
            "parameters.weights",
            "lengths",
        ),
        (
            "weightedSum",
            json!([ea]),
            json!({ "weights": [1, 0.5, 0.125, 1] }),
            "parameters.weights",
            "weights[2] has more than 2 decimals",
        ),
        (
            "sum",
            json!([ea]),
            json!({ "scheme": "BFV-sum" }),
            "parameters.scheme",
            "BFV",
        ),
    ] {
        let body =
            json!({ "operation": operation, "operands": operands, "parameters": parameters });
        let answer = post(&ada, "fhe/compute", body).await;
        let refusal = answer.refused(400, CODE);
        assert_eq!(
            refusal["details"]["parameter"], blamed,
            "{operation}: {refusal}"
        );
        let reason = refusal["details"]["reason"].as_str().unwrap();
        assert!(reason.contains(part), "{operation}: {reason}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_requests_continue_as_jobs() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body = json!({ "data": base64(b"[1,2]"), "mode": "Basic" });
    let request = ada
        .request(Method::POST, "/v1/encryption/encrypt")
        .json(&body);
    let begun = ada
        .send(request.header("Prefer", "respond-async, wait=1"))
        .await;
    assert_eq!(begun.header("preference-applied"), Some("respond-async"));
    let begun = begun.ok();
    assert_eq!(begun["status"], "running");
    let path = format!("/v1/jobs/{}", begun["jobId"].as_str().unwrap());
    let done = loop {
        let request = ada.request(Method::GET, &path);
        let state = ada.send(request.header("Prefer", "wait=20")).await.ok();
        if state["status"] != "running" {
            break state;
        }
    };
    assert_eq!(done["status"], "succeeded", "{done}");
    assert_eq!(
        decrypt(&ada, &done["result"]["encryptedData"]).await,
        b"[1,2]"
    );
    bob.get(&path).await.refused(404, "NOT_FOUND");
    // The older path gives the same answer.
    let alias = path.replace("/v1/", "/v1/encryption/");
    assert_eq!(ada.get(&alias).await.ok(), done);
    bob.get(&alias).await.refused(404, "NOT_FOUND");
    bob.delete(&alias).await.refused(404, "NOT_FOUND");
    // An API key may read a job if it has the scope of the job's area.
    for (scope, status) in [("encryption:read", 200), ("fitness:read", 403)] {
        let body = json!({ "name": scope, "scopes": [scope] });
        let key = ada.post("/v1/api-keys", body).await.ok();
        let narrow = ada.bearing(key["key"].as_str().unwrap());
        assert_eq!(narrow.get(&path).await.status, status, "{scope}");
        assert_eq!(narrow.delete(&path).await.status, 403, "{scope}");
    }
    ada.delete(&path).await.ok();
    ada.get(&alias).await.refused(404, "NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_root_key_changes_nothing_and_a_restart_reads_everything() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = encrypt(&ada, b"61 bpm", "Basic", json!({})).await;
    let folder = app.stop().await;
    let root = folder.path().join("secrets/root.key");
    let right = std::fs::read(&root).unwrap();
    let bytes = || {
        [
            "lockstep.db",
            "keys.db",
            "keys.check",
            "secrets/epochs.json",
        ]
        .map(|name| std::fs::read(folder.path().join(name)).unwrap())
    };
    let before = bytes();
    let started = |text: &[u8]| {
        std::fs::write(&root, text).unwrap();
        let output = crate::child::run(folder.path(), &["serve", "--listen", "127.0.0.1:0"], "");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let other = "ab".repeat(32);
    assert!(started(other.as_bytes()).contains("not the root key of this data directory"));
    assert!(started(b"short").contains("must be 32 bytes"));
    std::fs::remove_file(&root).unwrap();
    let output = crate::child::run(folder.path(), &["serve", "--listen", "127.0.0.1:0"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("root key is missing"));
    std::fs::write(&root, &right).unwrap();
    // A newly created file is readable by all users.
    std::fs::set_permissions(&root, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(started(&right).contains("other users of this machine can read it"));
    assert_eq!(bytes(), before, "nothing was changed");

    std::fs::set_permissions(&root, std::fs::Permissions::from_mode(0o600)).unwrap();
    let again = TestApp::start_in(folder, |_| {}).await;
    let ada = again
        .anonymous()
        .signed_in("ada", crate::app::PASSWORD)
        .await;
    assert_eq!(decrypt(&ada, &made["encryptedData"]).await, b"61 bpm");

    // An erased account's keys are gone, and a backup verifies all other keys.
    let steps = tokio::sync::mpsc::channel(1024).0;
    let backup = again.folder.path().join("backup");
    let report = lockstep_server::backup::create(again.state(), &backup, &steps).await;
    // Each account has its own key, which seals its names.
    assert_eq!(report.unwrap()["keys"], 3);
    let held = std::fs::read(backup.join("keys.db")).unwrap();
    for name in ["epochs.json", "root.key"] {
        assert!(!backup.join(name).exists());
    }
    assert!(!held.is_empty());
    let path = format!("/v1/admin/users/{}", ada.id);
    again.admin().delete(&path).await.ok();
    let body = json!({ "encryptedData": made["encryptedData"] });
    post(&ada, "decrypt", body).await.refused(401, "AUTH_ERROR");
}
