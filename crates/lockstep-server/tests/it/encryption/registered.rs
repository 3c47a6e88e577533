//! FHE with a key that the server never saw: lockstep-fhe alone creates it, encrypts and decrypts with
//! it.

mod client_blocks;

use std::collections::VecDeque;
use std::ops::Range;

use axum::http::Method;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::SeedableRng;
use lockstep_encryption::{Aggregate, BlockScale, ClientAnswer, Encryption};
use lockstep_fhe::{
    Capabilities, EvaluationKeys, ParameterSet, PublicKey, Reduction, Scale, SecretKey, Series,
    SetId, Width,
};
use lockstep_seal::{Header, Origin};
use lockstep_store::id::{KeyId, UserId};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::custody::{ciphertexts, compute};
use super::{CODE, base64, encrypt, post, unbase64};
use crate::app::{Answer, TestApp, TestClient};

/// A client with its own key.
pub(super) struct KeyHolder {
    pub(super) set: ParameterSet,
    pub(super) secret: SecretKey,
    public: PublicKey,
    pub(super) rng: ChaCha20Rng,
    /// The key's id on the platform.
    pub(super) id: String,
}

impl KeyHolder {
    pub(super) fn new(id: SetId, seed: u8) -> Self {
        let set = ParameterSet::new(id);
        let mut rng = ChaCha20Rng::from_seed([seed; 32]);
        let secret = SecretKey::generate(&set, &mut rng);
        Self {
            public: PublicKey::generate(&secret, &mut rng),
            secret,
            set,
            rng,
            id: String::new(),
        }
    }

    fn body(&self, scheme: &str, level: u16) -> Json {
        let parameters = json!({ "scheme": scheme, "securityLevel": level });
        let public = base64(&self.public.to_bytes());
        json!({ "mode": "FHE", "publicKey": public, "parameters": parameters })
    }

    pub(super) async fn register(&mut self, caller: &TestClient, scheme: &str, level: u16) -> Json {
        let made = caller.post("/v1/encryption/keys", self.body(scheme, level));
        let made = made.await.ok();
        made["keyId"].as_str().unwrap().clone_into(&mut self.id);
        made
    }

    pub(super) fn keys(&mut self, wanted: &Capabilities) -> Vec<u8> {
        let keys = EvaluationKeys::generate(&self.secret, wanted, &mut self.rng);
        keys.unwrap().to_bytes()
    }

    fn at(&self, what: &str) -> String {
        format!("/v1/encryption/keys/{}/{what}", self.id)
    }

    pub(super) async fn send(&self, caller: &TestClient, keys: Vec<u8>) -> Answer {
        put(caller, &self.at("evaluation-keys"), keys).await
    }

    /// Seals values with the secret key.
    fn seal(&mut self, values: &[f64]) -> Vec<u8> {
        let scale = Scale::precision(1).unwrap();
        let series = self.secret.encrypt_values(values, &scale, &mut self.rng);
        envelope(&self.id, &series.unwrap().to_bytes())
    }

    /// Seals values with the public key.
    fn seal_publicly(&mut self, values: &[f64]) -> Vec<u8> {
        let scale = Scale::precision(1).unwrap();
        let series = self.public.encrypt_values(values, &scale, &mut self.rng);
        envelope(&self.id, &series.unwrap().to_bytes())
    }

    pub(super) fn values(&self, result: &Json) -> Vec<f64> {
        let series = Series::from_bytes(&self.set, &ciphertexts(result)).unwrap();
        self.secret.decrypt_values(&series).unwrap().to_f64()
    }

    pub(super) fn number(&self, envelope: &[u8]) -> f64 {
        let bytes = ciphertexts(&json!(base64(envelope)));
        let reduction = Reduction::from_bytes(&self.set, &bytes).unwrap();
        self.secret.decrypt_reduction(&reduction).unwrap().to_f64()
    }
}

/// Builds an envelope as docs/encryption.md describes it for clients.
pub(super) fn envelope(key: &str, ciphertexts: &[u8]) -> Vec<u8> {
    let key: KeyId = key.parse().unwrap();
    let mut head = b"LKE\x01\x02\x00\x00\x01".to_vec();
    head.extend(key.to_bytes());
    head.extend([0, 0, 0, 1]);
    head.extend([0x5a; 24]);
    let mut rest = vec![16, 0, 0];
    rest.extend(ciphertexts);
    let commitment = Sha256::digest([&head[..], &rest].concat());
    [&head[..], &commitment, &rest].concat()
}

fn with_new_commitment(mut envelope: Vec<u8>) -> Vec<u8> {
    let commitment = Sha256::digest([&envelope[..52], &envelope[84..]].concat());
    envelope[52..84].copy_from_slice(&commitment);
    envelope
}

async fn put(caller: &TestClient, path: &str, bytes: Vec<u8>) -> Answer {
    let request = caller.request(Method::PUT, path);
    let request = request.header("Content-Type", "application/octet-stream");
    caller.send(request.body(bytes)).await
}

fn operands(envelopes: &[&Vec<u8>]) -> Json {
    envelopes.iter().map(|bytes| base64(bytes)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_under_a_client_key_are_read_only_by_its_owner() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut holder = KeyHolder::new(SetId::Bfv128, 1);

    // A registered key is pending at first.
    let body = holder.body("BFV", 128);
    let made = holder.register(&ada, "BFV", 128).await;
    assert_eq!(made["status"], "pending");
    assert_eq!(made["metadata"]["custody"], "client");
    assert_eq!(made["metadata"]["exported"], false);
    let twice = ada.post("/v1/encryption/keys", body.clone()).await;
    assert!(twice.blames("publicKey").contains(&holder.id));
    // Other accounts learn nothing of it; a repeated request creates no second key.
    let first = bob.post_once("/v1/encryption/keys", "once", body.clone());
    let first = first.await.ok();
    let second = bob.post_once("/v1/encryption/keys", "once", body).await;
    assert_eq!(second.ok()["keyId"], first["keyId"]);
    assert_ne!(first["keyId"], holder.id);

    // Operations without evaluation keys run at once; the others are refused until the keys exist.
    let (a, b) = ([61.5, 64.0, 73.5, 58.0], [1.0, -2.5, 3.0, 40.0]);
    let (ea, eb) = (holder.seal(&a), holder.seal_publicly(&b));
    let sum = compute(&ada, "add", operands(&[&ea, &eb]), json!({})).await;
    let zip =
        |f: fn(f64, f64) -> f64| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| f(*a, b)).collect() };
    assert_eq!(holder.values(&sum.ok()["result"]), zip(|a, b| a + b));
    let early = compute(&ada, "sum", operands(&[&ea]), json!({})).await;
    assert!(early.blames("operands[0]").contains("are missing"));

    // Evaluation keys must belong to this key, be complete, and suffice for the operations.
    let all = Capabilities::all(&holder.set);
    let some = Capabilities {
        multiplication: false,
        ..all.clone()
    };
    let few = Capabilities {
        sum_window: 16,
        ..all.clone()
    };
    let keys = holder.keys(&all);
    let mut other = KeyHolder::new(SetId::Bfv128, 2);
    let mut of_a_sum = KeyHolder::new(SetId::Bfv128Sum, 3);
    let all_of_a_sum = Capabilities::all(&of_a_sum.set);
    let middle = keys.len() / 2;
    let mut changed = keys.clone();
    changed[middle] ^= 1;
    let mut huge = keys.clone();
    huge[55..57].copy_from_slice(&25_u16.to_le_bytes());
    for (what, bytes) in [
        ("relinearization", holder.keys(&some)),
        ("a rotation by 16", holder.keys(&few)),
        ("a different secret key", other.keys(&all)),
        ("bfv-128-sum", of_a_sum.keys(&all_of_a_sum)),
        ("the checksum", changed),
        (
            "end after 4300858 of 8601717 bytes",
            keys[..middle].to_vec(),
        ),
        ("end after 20 bytes", keys[..20].to_vec()),
        ("end after 0 bytes", Vec::new()),
        ("longer", [&keys[..], b"x"].concat()),
        ("24 rotations", huge),
        ("`LFH`", vec![0; 1000]),
        ("another kind", holder.public.to_bytes()),
    ] {
        let answer = holder.send(&ada, bytes).await;
        let reason = answer.blames("evaluationKeys");
        assert!(reason.contains(what), "{what}: {reason}");
        answer.refused(400, CODE);
    }
    holder
        .send(&bob, keys.clone())
        .await
        .refused(404, "NOT_FOUND");
    let as_json = ada.put(&holder.at("evaluation-keys"), json!({})).await;
    as_json.refused(400, "INVALID_REQUEST");
    let path = holder.at("status");
    assert_eq!(ada.get(&path).await.ok()["status"], "pending");
    let ready = holder.send(&ada, keys).await.ok();
    assert_eq!(ready["status"], "active");

    // Every operation is computed, and the server decrypts nothing.
    for (operation, envelopes, expected) in [
        ("add", vec![&ea, &eb], zip(|a, b| a + b)),
        ("subtract", vec![&ea, &eb], zip(|a, b| a - b)),
        ("multiply", vec![&ea, &eb], zip(|a, b| a * b)),
        ("negate", vec![&eb], zip(|_, b| -b)),
        ("square", vec![&ea], zip(|a, _| a * a)),
    ] {
        let made = compute(&ada, operation, operands(&envelopes), json!({}));
        let made = made.await.ok();
        assert_eq!(made["metadata"]["keyId"], holder.id, "{operation}");
        assert_eq!(holder.values(&made["result"]), expected, "{operation}");
        let bytes = unbase64(made["result"].as_str().unwrap());
        assert_eq!(Header::parse(&bytes).unwrap().origin, Origin::Client);
        // A result of a client's ciphertext stays under the client's key.
        if operation == "add" {
            let more = compute(&ada, "negate", operands(&[&bytes]), json!({}));
            let more = unbase64(more.await.ok()["result"].as_str().unwrap());
            assert_eq!(Header::parse(&more).unwrap().origin, Origin::Client);
        }
        for caller in [&ada, &bob] {
            let body = json!({ "encryptedData": made["result"] });
            let answer = post(caller, "decrypt", body).await;
            assert!(answer.blames("encryptedData").contains("cannot be opened"));
        }
    }
    let mean = a.iter().sum::<f64>() / 4.0;
    let variance = a.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 4.0;
    let dot: f64 = zip(|a, b| a * b).iter().sum();
    for (operation, envelopes, parameters, expected) in [
        ("sum", vec![&ea], json!({}), 257.0),
        ("mean", vec![&ea], json!({}), mean),
        ("variance", vec![&ea], json!({}), variance),
        ("dot", vec![&ea, &eb], json!({}), dot),
        (
            "weightedSum",
            vec![&ea],
            json!({ "weights": [1, 0, 0, 2] }),
            177.5,
        ),
    ] {
        let made = compute(&ada, operation, operands(&envelopes), parameters);
        let made = unbase64(made.await.ok()["result"].as_str().unwrap());
        assert_eq!(holder.number(&made), expected, "{operation}");
    }
    // The server cannot open envelopes that the client sealed; all failures give one answer.
    let refused = post(&ada, "decrypt", json!({ "encryptedData": base64(&ea) })).await;
    let damaged = post(
        &ada,
        "decrypt",
        json!({ "encryptedData": base64(&ea[..90]) }),
    )
    .await;
    assert_eq!(
        refused.blames("encryptedData"),
        damaged.blames("encryptedData")
    );
    compute(&bob, "negate", operands(&[&ea]), json!({}))
        .await
        .refused(400, CODE);

    // The evaluation keys may include keys of rotations.
    let turned = compute(&ada, "rotate", operands(&[&ea]), json!({ "steps": 1 })).await;
    assert!(
        turned
            .blames("operation")
            .contains("the evaluation keys have no key for a rotation")
    );
    let with_turns = Capabilities {
        rotations: vec![1, -3],
        ..all
    };
    let keys = holder.keys(&with_turns);
    holder.send(&ada, keys).await.ok();
    let turned = compute(&ada, "rotate", operands(&[&ea]), json!({ "steps": 1 })).await;
    assert_eq!(
        holder.values(&turned.ok()["result"]),
        [a[1], a[2], a[3], a[0]]
    );
    // No step needs a secret: after a restart all works as before, and a suspended key is refused.
    let folder = app.stop().await;
    let app = TestApp::start_in(folder, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", crate::app::PASSWORD).await;
    let product = compute(&ada, "multiply", operands(&[&ea, &eb]), json!({})).await;
    assert_eq!(holder.values(&product.ok()["result"]), zip(|a, b| a * b));
    ada.post(&holder.at("suspend"), json!({})).await.ok();
    compute(&ada, "negate", operands(&[&ea]), json!({}))
        .await
        .blames("operands[0]");
    holder.send(&ada, vec![1]).await.blames("keyId");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn envelopes_of_different_origin_and_custody_do_not_mix() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut holder = KeyHolder::new(SetId::Bfv128, 4);
    holder.register(&ada, "BFV", 128).await;
    let sealed = holder.seal(&[1.0, 2.0]);

    // A sum with data that the server encrypted under the same key counts as the client's data.
    let parameters = json!({ "keyId": holder.id, "precision": 1 });
    let here = encrypt(&ada, b"[10,20]", "FHE", parameters).await["encryptedData"].clone();
    let bytes = unbase64(here.as_str().unwrap());
    assert_eq!(Header::parse(&bytes).unwrap().origin, Origin::Server);
    let mixed = json!([here, base64(&sealed)]);
    let sum = compute(&ada, "add", mixed, json!({})).await.ok();
    assert_eq!(holder.values(&sum["result"]), [11.0, 22.0]);
    let bytes = unbase64(sum["result"].as_str().unwrap());
    assert_eq!(Header::parse(&bytes).unwrap().origin, Origin::Client);

    // Under the server's keys only the server's own envelopes are accepted, even from a client who
    // knows the secret.
    let shown = json!({ "mode": "FHE" });
    let shown = post(&ada, "keys/generate", shown).await.ok();
    let secret = unbase64(shown["privateKey"].as_str().unwrap());
    let secret = SecretKey::from_bytes(&holder.set, &secret).unwrap();
    let scale = Scale::precision(0).unwrap();
    let series = secret
        .encrypt_values(&[7.0], &scale, &mut holder.rng)
        .unwrap();
    let id = shown["metadata"]["keyId"].as_str().unwrap();
    let forged = envelope(id, &series.to_bytes());
    let answer = compute(&ada, "negate", operands(&[&forged]), json!({})).await;
    let reason = answer.blames("operands[0]");
    assert!(reason.contains("in the server's custody"), "{reason}");
    let under_server = encrypt(&ada, b"[7]", "FHE", json!({ "keyId": id })).await;
    let two = json!([under_server["encryptedData"], base64(&sealed)]);
    let reason = compute(&ada, "add", two, json!({}))
        .await
        .blames("operands[1]");
    assert!(reason.contains("a different key"), "{reason}");
    post(&ada, "decrypt", json!({ "encryptedData": base64(&forged) }))
        .await
        .blames("encryptedData");
    let keys = holder.keys(&Capabilities::default());
    let path = format!("/v1/encryption/keys/{id}/evaluation-keys");
    let reason = put(&ada, &path, keys).await.blames("keyId");
    assert!(reason.contains("the server creates"), "{reason}");

    // Results of computations and rotations and byte strings are not fresh ciphertexts, even if their
    // envelope says so.
    let scale = Scale::precision(1).unwrap();
    let fresh = |holder: &mut KeyHolder, values: &[f64]| {
        let made = holder
            .public
            .encrypt_values(values, &scale, &mut holder.rng);
        made.unwrap()
    };
    let evaluator = lockstep_fhe::Evaluator::keyless();
    let one = fresh(&mut holder, &[1.0, 2.0]);
    let added = one.add(&evaluator, &one).unwrap();
    let plain = lockstep_fhe::Plaintext::encode_bytes(&holder.set, b"bytes").unwrap();
    let bytes = holder.secret.encrypt(&plain, &mut holder.rng).unwrap();
    let of_another = KeyHolder::new(SetId::Bfv128, 5);
    let foreign = of_another
        .public
        .encrypt_values(&[1.0], &scale, &mut holder.rng)
        .unwrap();
    let mut long = b"LFH\x01\x05\x01".to_vec();
    long.extend(holder.secret.id().0);
    long.extend([0; 20]);
    long.extend(u64::MAX.to_le_bytes());
    for (what, ciphertexts) in [
        ("not a fresh encryption", added.to_bytes()),
        ("another kind", bytes.to_bytes()),
        ("a secret key other", foreign.to_bytes()),
        ("checksum", long),
        ("malformed", b"LFH".to_vec()),
        ("malformed", Vec::new()),
    ] {
        let envelope = envelope(&holder.id, &ciphertexts);
        let answer = compute(&ada, "negate", operands(&[&envelope]), json!({})).await;
        let reason = answer.blames("operands[0]");
        assert!(reason.contains(what), "{what}: {reason}");
    }
    // Every changed byte of an envelope is detected.
    for at in (0..90).chain((90..sealed.len()).step_by(sealed.len() / 40)) {
        let mut changed = sealed.clone();
        changed[at] ^= 1;
        let answer = compute(&ada, "negate", operands(&[&changed]), json!({})).await;
        answer.blames("operands[0]");
        if (8..24).contains(&at) || at >= 87 {
            // Also with a recomputed commitment.
            let fitting = with_new_commitment(changed);
            let answer = compute(&ada, "negate", operands(&[&fitting]), json!({})).await;
            answer.blames("operands[0]");
        }
    }

    // Public keys must belong to a pair, be complete, and be of the named parameter set.
    let pair =
        json!({ "mode": "Basic", "parameters": { "scheme": "X-Wing", "custody": "client" } });
    let pair = post(&ada, "keys/generate", pair).await.ok();
    let publicly = holder.body("BFV", 128)["publicKey"].clone();
    for (mode, scheme, level, key, blamed) in [
        ("FHE", "BFV", 192, publicly.clone(), "publicKey"),
        ("FHE", "BFV-sum", 128, publicly.clone(), "publicKey"),
        ("FHE", "BFV", 128, json!("AAAA"), "publicKey"),
        ("FHE", "BFV", 128, json!("no base64"), "publicKey"),
        ("Basic", "X-Wing", 192, publicly.clone(), "publicKey"),
        (
            "Basic",
            "AES-256-GCM",
            256,
            publicly.clone(),
            "parameters.scheme",
        ),
        ("ZK", "Groth16", 128, publicly, "parameters.scheme"),
        (
            "Basic",
            "X-Wing",
            192,
            pair["publicKey"].clone(),
            "publicKey",
        ),
    ] {
        let parameters = json!({ "scheme": scheme, "securityLevel": level });
        let body = json!({ "mode": mode, "publicKey": key, "parameters": parameters });
        let answer = ada.post("/v1/encryption/keys", body).await;
        answer.blames(blamed);
        answer.refused(400, CODE);
    }
    // A key of another account's pair is accepted, to encrypt for that account.
    let bob = app.user("bob").await;
    let parameters = json!({ "scheme": "X-Wing" });
    let body = json!({ "mode": "Basic", "publicKey": pair["publicKey"], "parameters": parameters });
    let made = bob.post("/v1/encryption/keys", body).await.ok();
    assert_eq!(made["status"], "active");
    let sealed = encrypt(&bob, b"for ada", "Basic", json!({ "keyId": made["keyId"] })).await;
    post(
        &bob,
        "decrypt",
        json!({ "encryptedData": sealed["encryptedData"] }),
    )
    .await
    .refused(400, CODE);
}
