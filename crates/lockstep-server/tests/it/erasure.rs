//! The erasure of an account: its keys, its rows, the receipt that any reader can check, and the state
//! after an interruption. Also tests other documents that a platform signs, verified on the command
//! line.

use std::path::Path;
use std::time::Duration;

use data_encoding::HEXLOWER;
use lockstep_documents::{Content, VerificationPolicy, VerifiedDocument, verify};
use lockstep_store::audit::checkpoint::{ChainHead, is_in_chain};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, Area, IdempotencyKey};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::app::{PASSWORD, TestApp, TestClient};
use crate::child;

/// Stores two series, a key whose secret was returned, and a key whose secret no client saw.
async fn fill(ada: &TestClient) -> (String, Json) {
    let point = |kind: &str, unit: &str| {
        json!({ "timestamp": "2026-06-01T00:00:00Z", "type": kind, "value": 61, "unit": unit,
            "device": "strap" })
    };
    let body = json!({ "data": [point("heart_rate", "bpm"), point("steps", "count")] });
    ada.post("/v1/sfdp/data", body).await.ok();
    let body = json!({ "mode": "Basic", "parameters": { "scheme": "X-Wing" } });
    let made = ada.post("/v1/encryption/keys/generate", body).await.ok();
    let body = json!({ "data": "NjEgYnBt", "mode": "Basic" });
    let sealed = ada.post("/v1/encryption/encrypt", body).await.ok();
    let key = made["metadata"]["keyId"].as_str().unwrap().to_owned();
    (key, sealed["encryptedData"].clone())
}

/// Returns the statement of a document if the platform of `app` signed it.
async fn signed_by(caller: &TestClient, document: &Json) -> VerifiedDocument<Content> {
    let key = caller.get("/v1/encryption/attestation-key").await.ok();
    assert_eq!(key["algorithm"], "ML-DSA-65");
    let fingerprint = key["fingerprint"].as_str().unwrap();
    let trust = VerificationPolicy {
        attester: Some(fingerprint.parse().unwrap()),
        ..VerificationPolicy::default()
    };
    let verified = verify(document.to_string().as_bytes(), &trust).unwrap();
    assert!(verified.known_signer);
    assert_eq!(verified.installation, key["installation"].as_str().unwrap());
    verified
}

fn moment(text: &Json) -> Timestamp {
    text.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn an_erased_account_leaves_a_receipt_that_anyone_can_check() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let (exported, _) = fill(&ada).await;
    let before = app.state().clock.now();
    let path = format!("/v1/admin/users/{}", ada.id);
    let erased = admin.delete(&path).await.ok();
    assert_eq!(erased["deleted"], true);
    let receipt = &erased["receipt"];
    let verified = signed_by(&admin, receipt).await;
    let says = Json::Object(verified.says.fields());
    assert_eq!(says["receiptId"], erased["receiptId"]);
    assert_eq!(
        says["removed"],
        json!({ "series": 2, "keys": 2, "agents": 0 })
    );
    assert_eq!(says["exported"], json!({ "count": 1, "keys": [exported] }));
    // A reader who knows the id can match the receipt; the receipt itself does not contain the id.
    let salt = HEXLOWER.decode(says["account"]["salt"].as_str().unwrap().as_bytes());
    let text = [b"lockstep erasure v1", &*salt.unwrap(), ada.id.as_bytes()].concat();
    let digest = HEXLOWER.encode(&Sha256::digest(text));
    assert_eq!(says["account"]["digest"], digest);
    // With quotes, because three letters may be digits of a digest.
    for personal in [&*ada.id, "\"ada\"", "example.org"] {
        assert!(!receipt["record"].as_str().unwrap().contains(personal));
    }
    // The epoch began with the installation and ends in thirty days; one more day is allowed.
    let horizon = moment(&says["horizon"]).since(before);
    let days = |days: u64| Duration::from_secs(days * 24 * 3600);
    assert!(horizon > days(30) && horizon <= days(31), "{horizon:?}");
    assert!(moment(&says["begunAt"]) >= before);
    // The receipt contains its position in the audit chain.
    let hash = HEXLOWER.decode(says["audit"]["hash"].as_str().unwrap().as_bytes());
    let head = ChainHead {
        seq: says["audit"]["entry"].as_i64().unwrap(),
        hash: hash.unwrap().try_into().unwrap(),
    };
    let found = app
        .state()
        .db
        .read("test.entry", move |tx| is_in_chain(tx, &head));
    assert!(found.await.unwrap());
    // The receipt can be requested again.
    let id = erased["receiptId"].as_str().unwrap();
    let again = admin.get(&format!("/v1/admin/erasures/{id}")).await.ok();
    assert_eq!(
        (&again["receipt"], &again["receiptId"]),
        (receipt, &json!(id))
    );
    let of = |id: &str| format!("/v1/admin/erasures?userId={id}");
    let listed = admin.get(&of(&ada.id)).await.ok();
    assert_eq!(
        (&listed["erasures"], &listed["total"]),
        (&json!([again]), &json!(1))
    );
    let others = admin.get(&of(&admin.id)).await.ok();
    assert_eq!(
        (&others["erasures"], &others["total"]),
        (&json!([]), &json!(0))
    );
    admin.get(&of("ada")).await.blames("userId");
    assert_eq!(admin.get("/v1/admin/erasures").await.ok()["total"], 1);
    // A second erasure is not found.
    admin.delete(&path).await.refused(404, "NOT_FOUND");
    let change = json!({ "status": "active" });
    admin.patch(&path, change).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn concurrent_erasures_return_the_same_receipt() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    fill(&ada).await;
    let path = format!("/v1/admin/users/{}", ada.id);
    let (one, other) = tokio::join!(admin.delete(&path), admin.delete(&path));
    let receipts = [one, other].into_iter().filter(|answer| {
        assert!(matches!(answer.status, 200 | 404), "{answer}");
        answer.status == 200
    });
    let receipts: Vec<Json> = receipts
        .map(|answer| answer.json()["receipt"].clone())
        .collect();
    assert!(!receipts.is_empty() && receipts.iter().all(|one| *one == receipts[0]));
    signed_by(&admin, &receipts[0]).await;
    assert_eq!(admin.get("/v1/admin/erasures").await.ok()["total"], 1);
}

/// Makes the deletion of rows fail, or restores it.
async fn trap(app: &TestApp, set: bool) {
    let sql = match set {
        true => {
            "CREATE TRIGGER trap BEFORE UPDATE ON erasure
             BEGIN SELECT RAISE(ABORT, 'cut off by the test'); END"
        }
        false => "DROP TRIGGER trap",
    };
    let succeeded = app
        .state()
        .db
        .write::<_, StoreError, _>("test.trap", move |tx| tx.execute(sql, &[]).map(drop));
    succeeded.await.unwrap();
}

fn names(folder: &Path, file: &str, id: &str) -> bool {
    let bytes = std::fs::read(folder.join(file)).unwrap_or_default();
    bytes.windows(id.len()).any(|part| part == id.as_bytes())
}

#[tokio::test]
async fn an_erasure_that_was_cut_off_between_keys_and_rows_is_finished_by_the_next_start() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let (_, envelope) = fill(&ada).await;
    trap(&app, true).await;
    let path = format!("/v1/admin/users/{}", ada.id);
    admin.delete(&path).await.refused(500, "SERVER_ERROR");
    // The keys are gone and the rows still exist. The account can neither be used nor reactivated.
    for file in ["keys.db", "keys.db-wal"] {
        assert!(!names(app.folder.path(), file, &ada.id), "{file}");
    }
    let user: UserId = ada.id.parse().unwrap();
    let keys = Vault::of(app.state()).unwrap().key_examination();
    assert!(!keys.has_account_key(&user).await.unwrap());
    let body = json!({ "encryptedData": envelope });
    let answer = ada.post("/v1/encryption/decrypt", body).await;
    answer.refused(401, "AUTH_ERROR");
    let body = json!({ "username": "ada", "password": PASSWORD });
    let answer = app.anonymous().post("/api/auth/token", body).await;
    answer.refused(401, "INVALID_TOKEN");
    let answer = admin.patch(&path, json!({ "status": "active" })).await;
    answer.refused(409, "CONFLICT");
    let of = format!("/v1/admin/erasures?userId={}", ada.id);
    let half = admin.get(&of).await.ok()["erasures"][0].clone();
    assert!(
        half["receipt"].is_null() && half["finishedAt"].is_null(),
        "{half}"
    );
    let status = "/v1/admin/users?status=suspended";
    let listed = admin.get(status).await.ok()["users"][0].clone();
    // Its names are unreadable without its key.
    assert_eq!(
        (&listed["id"], &listed["username"]),
        (&json!(ada.id), &json!(""))
    );
    trap(&app, false).await;

    let again = TestApp::start_in(app.stop().await, |_| {}).await;
    let admin = again.admin();
    let whole = admin.get(&of).await.ok()["erasures"][0].clone();
    assert_eq!(whole["receiptId"], half["receiptId"]);
    assert_eq!(whole["begunAt"], half["begunAt"]);
    let says = signed_by(&admin, &whole["receipt"]).await.says.fields();
    assert_eq!(says["removed"]["series"], 2);
    assert_eq!(admin.get(status).await.ok()["total"], 0);
    admin.delete(&path).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn signed_documents_are_checked_without_the_platform() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let key = admin.get("/v1/encryption/attestation-key").await.ok();
    let path = format!("/v1/admin/users/{}", ada.id);
    let erased = admin.delete(&path).await.ok();
    let receipt = erased["receipt"].to_string();
    let page = admin.get("/v1/admin/erasures").await.ok();
    let folder = app.stop().await;
    let own = key["fingerprint"].as_str().unwrap().to_owned();
    let other = "0".repeat(64);
    let elsewhere = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = elsewhere.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let document = write("receipt.json", &receipt);
    let changed = write("changed.json", &receipt.replace("begunAt", "begunAs"));
    let public = write("key.json", &key.to_string());
    let text = write("key.txt", key["publicKey"].as_str().unwrap());
    let whole = write("erased.json", &erased.to_string());
    let page = write("page.json", &page.to_string());
    let none = write("none.json", r#"{"erasures": [], "total": 0}"#);
    let noise = write("noise", "{\"format\": \"lockstep-erasure/2\"}");
    let rows: &[(&[&str], &str, i32, &str)] = &[
        (&["verify", &document], "", 0, "anyone could have made"),
        (&["verify", "-"], &receipt, 0, "anyone could have made"),
        (
            &["verify", &document, "--attester", &own],
            "",
            0,
            "the signer you named",
        ),
        (
            &["verify", &document, "--key", &public],
            "",
            0,
            "the signer you named",
        ),
        (
            &["verify", &document, "--key", &text],
            "",
            0,
            "the signer you named",
        ),
        (
            &["verify", &document, "--attester", &other],
            "",
            1,
            "not by",
        ),
        (
            &["verify", &whole, "--attester", &own],
            "",
            0,
            "the signer you named",
        ),
        (
            &["verify", &page, "--attester", &own],
            "",
            0,
            "the signer you named",
        ),
        (&["verify", &none], "", 2, "no document"),
        (&["verify", &changed], "", 1, "is not valid"),
        (&["verify", &noise], "", 2, "its format"),
        (
            &["verify", "-"],
            "no JSON",
            2,
            "is not a document that Lockstep signed",
        ),
        (&["verify", "nowhere.json"], "", 2, "No such file"),
        (&["verify", &document, "--key", &noise], "", 2, "public key"),
        (
            &["--json", "verify", &document],
            "",
            0,
            "\"knownSigner\":false",
        ),
        (&["--json", "verify", &changed], "", 1, "\"verified\":false"),
    ];
    for (args, input, code, expected) in rows {
        // The command reads neither a configuration nor a data directory.
        let nowhere = Path::new("/nowhere/at/all");
        let output = child::run(nowhere, args, input);
        let printed = [&*output.stdout, &*output.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        assert_eq!(output.status.code(), Some(*code), "{args:?}: {printed}");
        assert!(printed.contains(expected), "{args:?}: {printed}");
    }

    // The checkpoint made at the end covers the whole audit log.
    let run = |args: &[&str]| {
        let output = child::run(folder.path(), args, "");
        let printed = [&*output.stdout, &*output.stderr].concat();
        (output.status.success(), String::from_utf8(printed).unwrap())
    };
    let (succeeded, checkpoint) = run(&["audit", "checkpoint"]);
    assert!(succeeded, "{checkpoint}");
    let says = signed_offline(&checkpoint, &own);
    let (succeeded, printed) = run(&["--json", "audit", "verify"]);
    let verdict: Json = serde_json::from_str(&printed).unwrap();
    assert!(
        succeeded && verdict["covered"] == says["entries"],
        "{printed}"
    );
    assert_eq!(
        verdict["entries"], says["entries"],
        "the checkpoint was signed at the end"
    );
    let kept = write("checkpoint.json", &checkpoint);
    let (succeeded, printed) = run(&["audit", "verify", "--checkpoint", &kept]);
    assert!(
        succeeded && printed.contains("the chain is whole"),
        "{printed}"
    );
    let (succeeded, printed) = run(&["audit", "verify", "--checkpoint", &document]);
    assert!(
        !succeeded && printed.contains("not a checkpoint"),
        "{printed}"
    );
}

fn signed_offline(document: &str, fingerprint: &str) -> Json {
    let trust = VerificationPolicy {
        attester: Some(fingerprint.parse().unwrap()),
        ..VerificationPolicy::default()
    };
    Json::Object(verify(document.as_bytes(), &trust).unwrap().says.fields())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_root_key_opens_all_keys_and_the_old_signing_key_signs_the_new_one() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (_, envelope) = fill(&ada).await;
    let before = ada.get("/v1/encryption/attestation-key").await.ok();
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("root.key");
    let name = file.to_str().unwrap().to_owned();
    let replace = |folder: &Path, more: &[&str]| {
        let args = [&["root-key", "replace", &name], more].concat();
        let output = child::run(folder, &args, "");
        let printed = [&*output.stdout, &*output.stderr].concat();
        (output.status.success(), String::from_utf8(printed).unwrap())
    };
    // Refused while the server runs, and for a key file that does not exist.
    let (succeeded, printed) = replace(app.folder.path(), &["--generate"]);
    assert!(!succeeded && printed.contains("stop it first"), "{printed}");
    let folder = app.stop().await;
    let output = child::run(folder.path(), &["audit", "checkpoint"], "");
    let checkpoint = elsewhere.path().join("checkpoint.json");
    std::fs::write(&checkpoint, &output.stdout).unwrap();
    let (succeeded, printed) = replace(folder.path(), &[]);
    assert!(
        !succeeded && printed.contains("does not exist"),
        "{printed}"
    );
    let (succeeded, printed) = replace(folder.path(), &["--generate"]);
    assert!(
        succeeded && printed.contains("keys open with it"),
        "{printed}"
    );
    let output = child::run(folder.path(), &["audit", "verify"], "");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(
        printed.contains("not the root key"),
        "the old key: {printed}"
    );

    let again = TestApp::start_in(folder, |config| config.keys.file = Some(file)).await;
    let ada = again.anonymous().signed_in("ada", PASSWORD).await;
    let body = json!({ "encryptedData": envelope });
    let opened = ada.post("/v1/encryption/decrypt", body).await.ok();
    assert_eq!(opened["data"], "NjEgYnBt");
    let after = ada.get("/v1/encryption/attestation-key").await.ok();
    assert_ne!(after["fingerprint"], before["fingerprint"]);
    assert_eq!(after["installation"], before["installation"]);
    assert_eq!(after["chain"].as_array().unwrap().len(), 1);

    // The running server can rotate the signing key too; both fingerprints verify documents of
    // either key.
    let output = child::run(
        again.folder.path(),
        &["--json", "attestation", "rotate"],
        "",
    );
    let rotated: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rotated["old"], after["fingerprint"]);
    let newest = ada.get("/v1/encryption/attestation-key").await.ok();
    assert_eq!(newest["fingerprint"], rotated["new"]);
    assert_eq!(newest["chain"].as_array().unwrap().len(), 2);
    let chain = elsewhere.path().join("chain.json");
    std::fs::write(&chain, newest.to_string()).unwrap();
    let path = format!("/v1/admin/users/{}", ada.id);
    let erasure = again.admin().delete(&path).await.ok();
    let receipt = elsewhere.path().join("receipt.json");
    std::fs::write(&receipt, erasure.to_string()).unwrap();
    let other = TestApp::start().await;
    let eve = other.user("eve").await;
    let path = format!("/v1/admin/users/{}", eve.id);
    let erased = other.admin().delete(&path).await.ok();
    let foreign = elsewhere.path().join("foreign.json");
    std::fs::write(&foreign, erased.to_string()).unwrap();
    let verify = |file: &Path, fingerprint: &Json, chain: Option<&Path>| {
        let mut args = vec!["verify", file.to_str().unwrap()];
        if let Some(fingerprint) = fingerprint.as_str() {
            args.extend(["--attester", fingerprint]);
        }
        if let Some(chain) = chain {
            args.extend(["--chain", chain.to_str().unwrap()]);
        }
        child::run(again.folder.path(), &args, "").status.success()
    };
    for file in [&checkpoint, &receipt] {
        for key in [
            &before["fingerprint"],
            &after["fingerprint"],
            &newest["fingerprint"],
        ] {
            assert!(verify(file, key, Some(&chain)), "{}: {key}", file.display());
        }
    }
    assert!(verify(&checkpoint, &before["fingerprint"], None));
    assert!(!verify(&receipt, &before["fingerprint"], None));
    // A chain without a fingerprint names its own keys, and no key of another installation.
    for (file, is_of_chain) in [(&checkpoint, true), (&receipt, true), (&foreign, false)] {
        let file_name = file.display();
        assert_eq!(
            verify(file, &Json::Null, Some(&chain)),
            is_of_chain,
            "{file_name}"
        );
    }
    let output = child::run(again.folder.path(), &["audit", "verify"], "");
    assert!(output.status.success(), "checkpoints of every key hold");
}

/// The results of jobs can be plaintext. The same hook of each capability empties its other memory.
#[tokio::test]
async fn an_erased_account_leaves_nothing_in_memory() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let user: UserId = ada.id.parse().unwrap();
    let (jobs, once) = (app.state().jobs(), IdempotencyKey::default());
    let of = (Area::Fitness, &user);
    let done = jobs.begin(of, &once, async { Ok(json!("61 bpm")) });
    let done = done.unwrap();
    jobs.wait(&user, &done, Duration::from_secs(60)).await;
    let endless = std::future::pending::<Result<Json, ApiError>>();
    let running = jobs.begin(of, &once, endless).unwrap();
    assert!(jobs.state(&user, &done).is_ok() && jobs.state(&user, &running).is_ok());
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    assert!(jobs.state(&user, &done).is_err());
    assert!(jobs.state(&user, &running).is_err());
}
