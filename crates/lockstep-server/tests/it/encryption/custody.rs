//! FHE with a client-held key: the platform computes on ciphertexts and cannot read them.

use lockstep_fhe::{ParameterSet, Reduction, SecretKey, Series, SetId};
use lockstep_seal::{Header, sealed_len};
use serde_json::{Value as Json, json};

use super::{CODE, base64, encrypt, post, unbase64};
use crate::app::{Answer, TestApp, TestClient};

/// Returns the ciphertexts of an envelope, which follow its sealed part.
pub(super) fn ciphertexts(envelope: &Json) -> Vec<u8> {
    let bytes = unbase64(envelope.as_str().unwrap());
    let header = Header::parse(&bytes).unwrap();
    let sealed = sealed_len(header.suite, header.ext.len(), 0);
    bytes[usize::try_from(sealed).unwrap()..].to_vec()
}

async fn generate(caller: &TestClient, scheme: &str) -> Json {
    let body = json!({ "mode": "FHE", "parameters": { "scheme": scheme, "custody": "client" } });
    post(caller, "keys/generate", body).await.ok()
}

pub(super) async fn compute(
    caller: &TestClient,
    operation: &str,
    operands: Json,
    parameters: Json,
) -> Answer {
    let body = json!({ "operation": operation, "operands": operands, "parameters": parameters });
    post(caller, "fhe/compute", body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_under_the_owners_key_is_computed_on_and_read_only_by_the_owner() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body = json!({ "mode": "FHE", "parameters": { "custody": "client" } });
    let path = "/v1/encryption/keys/generate";
    let pair = ada.post_once(path, "once", body.clone()).await.ok();
    ada.post_once(path, "once", body)
        .await
        .refused(400, "INVALID_REQUEST");
    assert_eq!(pair["metadata"]["custody"], "client");
    let private = pair["privateKey"].as_str().unwrap().to_owned();
    let key = pair["metadata"]["keyId"].clone();
    let set = ParameterSet::new(SetId::Bfv128);
    let secret = SecretKey::from_bytes(&set, &unbase64(&private)).unwrap();

    // The private key is in no later response and in no file.
    let status = format!("/v1/encryption/keys/{}/status", key.as_str().unwrap());
    for path in [&*status, "/v1/encryption/keys"] {
        let answer = ada.get(path).await;
        let text = answer.ok().to_string();
        assert!(!text.contains(&private[..64]), "{path}");
        assert!(text.contains("\"client\""), "{text}");
    }
    for file in ["lockstep.db", "lockstep.db-wal", "keys.db", "keys.db-wal"] {
        let Ok(bytes) = std::fs::read(app.folder.path().join(file)) else {
            continue;
        };
        let needle = &unbase64(&private)[64..128];
        assert!(!bytes.windows(64).any(|part| part == needle), "{file}");
    }
    // Its slot encrypts with another key.
    let other = encrypt(&ada, b"[1]", "FHE", json!({})).await;
    assert_ne!(other["metadata"]["keyId"], key);

    let (a, b) = ([61, 64, 73, 58], [1, -2, 3, 40]);
    let sealed = async |values: [i64; 4]| {
        let data = serde_json::to_vec(&values).unwrap();
        let parameters = json!({ "keyId": key, "precision": 0 });
        encrypt(&ada, &data, "FHE", parameters).await["encryptedData"].clone()
    };
    let (ea, eb) = (sealed(a).await, sealed(b).await);
    let read = |envelope: &Json| {
        let series = Series::from_bytes(&set, &ciphertexts(envelope)).unwrap();
        secret.decrypt_values(&series).unwrap().to_f64()
    };
    assert_eq!(read(&ea), a.map(|value| value as f64));

    // The platform cannot decrypt it, for its owner or any other account.
    for caller in [&ada, &bob, &app.admin()] {
        post(caller, "decrypt", json!({ "encryptedData": ea }))
            .await
            .refused(400, CODE);
    }
    compute(&bob, "add", json!([ea, eb]), json!({}))
        .await
        .refused(400, CODE);

    // The platform computes on it.
    let zip = |f: fn(i64, i64) -> i64| -> Vec<f64> {
        a.iter().zip(b).map(|(a, b)| f(*a, b) as f64).collect()
    };
    for (operation, operands, expected) in [
        ("add", json!([ea, eb]), zip(|a, b| a + b)),
        ("subtract", json!([ea, eb]), zip(|a, b| a - b)),
        ("multiply", json!([ea, eb]), zip(|a, b| a * b)),
        ("negate", json!([ea]), zip(|a, _| -a)),
        ("square", json!([ea]), zip(|a, _| a * a)),
    ] {
        let made = compute(&ada, operation, operands, json!({})).await.ok();
        assert_eq!(made["metadata"]["keyId"], key, "{operation}");
        assert_eq!(read(&made["result"]), expected, "{operation}");
        post(&ada, "decrypt", json!({ "encryptedData": made["result"] }))
            .await
            .refused(400, CODE);
    }
    let dot: i64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    for (operation, operands, parameters, expected) in [
        ("sum", json!([ea]), json!({}), 256.0),
        ("mean", json!([ea]), json!({}), 64.0),
        ("dot", json!([ea, eb]), json!({}), dot as f64),
        (
            "weightedSum",
            json!([ea]),
            json!({ "weights": [0.5, 0.25, 0.25, 0] }),
            64.75,
        ),
    ] {
        let made = compute(&ada, operation, operands, parameters).await.ok();
        let made = Reduction::from_bytes(&set, &ciphertexts(&made["result"])).unwrap();
        let fraction = secret.decrypt_reduction(&made).unwrap();
        let hundredths = fraction.rounded(2).unwrap();
        assert_eq!(hundredths as f64 / 100.0, expected, "{operation}");
    }
    // Rotation keys can only be derived from the secret key.
    let answer = compute(&ada, "rotate", json!([ea]), json!({ "steps": 1 })).await;
    let reason = answer.blames("operation");
    assert!(reason.contains("only the owner has"), "{reason}");
    // Ciphertexts under the platform's key cannot be combined with it.
    let mixed = json!([ea, other["encryptedData"]]);
    let reason = compute(&ada, "add", mixed, json!({}))
        .await
        .blames("operands[1]");
    assert!(reason.contains("a different key"), "{reason}");

    // A restart changes nothing, because no secret is needed.
    let folder = app.stop().await;
    let app = TestApp::start_in(folder, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", crate::app::PASSWORD).await;
    let made = compute(&ada, "multiply", json!([ea, eb]), json!({}))
        .await
        .ok();
    assert_eq!(read(&made["result"]), zip(|a, b| a * b));
    // A suspended key cannot be used.
    let at = |what: &str| format!("/v1/encryption/keys/{}/{what}", key.as_str().unwrap());
    ada.post(&at("suspend"), json!({})).await.ok();
    for operation in ["negate", "sum"] {
        let answer = compute(&ada, operation, json!([ea]), json!({})).await;
        assert!(answer.blames("operands[0]").contains("cannot be opened"));
    }
    let data = base64(b"[1]");
    let body = json!({ "data": data, "mode": "FHE", "parameters": { "keyId": key } });
    post(&ada, "encrypt", body).await.blames("parameters.keyId");
    ada.post(&at("resume"), json!({})).await.ok();
    compute(&ada, "negate", json!([ea]), json!({})).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sums_work_with_keys_in_the_owners_custody() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let pair = generate(&ada, "BFV-sum").await;
    let parameters = json!({ "keyId": pair["metadata"]["keyId"], "scheme": "BFV-sum" });
    let sealed = encrypt(&ada, b"[61,64,73]", "FHE", parameters).await;
    let made = compute(&ada, "sum", json!([sealed["encryptedData"]]), json!({})).await;
    let bytes = ciphertexts(&made.ok()["result"]);
    let set = ParameterSet::new(SetId::Bfv128Sum);
    let private = unbase64(pair["privateKey"].as_str().unwrap());
    let secret = SecretKey::from_bytes(&set, &private).unwrap();
    let made = Reduction::from_bytes(&set, &bytes).unwrap();
    assert_eq!(
        secret.decrypt_reduction(&made).unwrap().rounded(0),
        Some(198)
    );
}
