//! Refusals, the life cycle of keys, and invalid requests.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_undecryptable_envelopes_get_the_same_refusal() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut answers = std::collections::BTreeSet::new();
    let mut hear = |answer: Answer| {
        let refusal = answer.refused(400, CODE);
        answers.insert((
            refusal["message"].to_string(),
            refusal["details"].to_string(),
        ));
    };
    for mode in ["Basic", "FHE", "ZK"] {
        let made = encrypt(&ada, b"[61,64]", mode, json!({})).await;
        let envelope = unbase64(made["encryptedData"].as_str().unwrap());
        let ask = async |caller: &TestClient, bytes: &[u8]| {
            post(caller, "decrypt", json!({ "encryptedData": base64(bytes) })).await
        };
        // No other account can open it, with or without keys of the same slot.
        hear(ask(&bob, &envelope).await);
        encrypt(&bob, b"[1]", mode, json!({})).await;
        hear(ask(&bob, &envelope).await);
        hear(ask(&app.admin(), &envelope).await);
        // Changes every header byte, some further bytes, and truncates the envelope everywhere.
        let length = envelope.len();
        for index in (0..110).chain([length / 2, length - 1]) {
            let mut bad = envelope.clone();
            bad[index] ^= 1;
            hear(ask(&ada, &bad).await);
        }
        for end in [0, 1, 3, 83, 84, length / 2, length - 1] {
            hear(ask(&ada, &envelope[..end]).await);
        }
        hear(ask(&ada, &[&envelope[..], b"x"].concat()).await);
        let key = made["metadata"]["keyId"].as_str().unwrap();
        ada.post(&format!("/v1/encryption/keys/{key}/suspend"), json!({}))
            .await
            .ok();
        hear(ask(&ada, &envelope).await);
        ada.post(&format!("/v1/encryption/keys/{key}/resume"), json!({}))
            .await
            .ok();
        assert_eq!(decrypt(&ada, &made["encryptedData"]).await, b"[61,64]");
    }
    assert_eq!(answers.len(), 1, "all refusals must be equal: {answers:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_pass_through_their_life_cycle() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let generate = json!({ "mode": "Basic", "parameters": { "scheme": "AES-256-GCM" } });
    let made = ada
        .post_once("/v1/encryption/keys/generate", "one", generate.clone())
        .await
        .ok();
    assert_eq!(unbase64(made["privateKey"].as_str().unwrap()).len(), 32);
    assert_eq!(unbase64(made["publicKey"].as_str().unwrap()).len(), 16);
    ada.post_once("/v1/encryption/keys/generate", "one", generate.clone())
        .await
        .refused(400, "INVALID_REQUEST");
    let first = made["metadata"]["keyId"].as_str().unwrap().to_owned();
    let at = |key: &str, what: &str| format!("/v1/encryption/keys/{key}{what}");
    let status = async |key: &str| ada.get(&at(key, "/status")).await.ok();

    let about = status(&first).await;
    assert_eq!(
        (&about["keyId"], &about["status"]),
        (&json!(first), &json!("active"))
    );
    assert_eq!(about["metadata"]["mode"], "Basic");
    assert_eq!(about["metadata"]["exported"], true);
    assert_eq!(about["metadata"]["current"], true);
    let sealed = encrypt(&ada, b"under the first", "Basic", json!({})).await;
    assert_eq!(sealed["metadata"]["keyId"], json!(first));

    // A new key becomes current; data under the old key stays readable.
    let second = ada.post(&at(&first, "/rotate"), json!({})).await.ok();
    let second = second["keyId"].as_str().unwrap().to_owned();
    assert_eq!(status(&first).await["status"], "rotated");
    assert_eq!(status(&second).await["metadata"]["exported"], false);
    let newer = encrypt(&ada, b"x", "Basic", json!({})).await;
    assert_eq!(newer["metadata"]["keyId"], json!(second));
    assert_eq!(
        decrypt(&ada, &sealed["encryptedData"]).await,
        b"under the first"
    );
    ada.post(&at(&first, "/rotate"), json!({}))
        .await
        .refused(400, CODE);

    // A key of another account is not found; a named key must match the request.
    bob.get(&at(&first, "/status"))
        .await
        .refused(404, "NOT_FOUND");
    let parameters = json!({ "keyId": second, "securityLevel": 128 });
    let body = json!({ "data": "", "mode": "Basic", "parameters": parameters });
    post(&ada, "encrypt", body).await.blames("parameters.keyId");
    let body = json!({ "data": "", "mode": "Basic", "parameters": { "keyId": second } });
    post(&bob, "encrypt", body.clone())
        .await
        .refused(404, "NOT_FOUND");
    post(&ada, "encrypt", body).await.ok();
    let body = json!({ "data": "", "mode": "Basic", "parameters": { "keyId": first } });
    post(&ada, "encrypt", body).await.blames("parameters.keyId");

    // A suspended key neither encrypts nor decrypts. The same holds for a scheduled destruction,
    // which can be cancelled.
    ada.post(&at(&second, "/suspend"), json!({})).await.ok();
    post(&ada, "encrypt", json!({ "data": "", "mode": "Basic" }))
        .await
        .blames("mode");
    ada.post(&at(&second, "/suspend"), json!({}))
        .await
        .refused(400, CODE);
    ada.post(&at(&second, "/resume"), json!({})).await.ok();
    let condemned = ada.delete(&at(&second, "")).await.ok();
    assert_eq!(condemned["status"], "pending_destruction");
    assert!(condemned["metadata"]["destroyAt"].is_string());
    let body = json!({ "encryptedData": newer["encryptedData"] });
    post(&ada, "decrypt", body).await.refused(400, CODE);
    let kept = ada
        .post(&at(&second, "/cancel-destruction"), json!({}))
        .await
        .ok();
    assert_eq!(
        (&kept["status"], &kept["metadata"]["current"]),
        (&json!("active"), &json!(true))
    );
    assert_eq!(decrypt(&ada, &newer["encryptedData"]).await, b"x");
    // Revocation is permanent; the slot creates another key on its next use.
    ada.post(&at(&second, "/revoke"), json!({})).await.ok();
    ada.post(&at(&second, "/resume"), json!({}))
        .await
        .refused(400, CODE);
    let third = encrypt(&ada, b"y", "Basic", json!({})).await["metadata"]["keyId"].clone();
    assert_ne!(third, json!(second));

    // With client custody, the server keeps only the public key.
    let pair =
        json!({ "mode": "Basic", "parameters": { "scheme": "X-Wing", "custody": "client" } });
    let pair = post(&ada, "keys/generate", pair).await.ok();
    let key = pair["metadata"]["keyId"].clone();
    assert_eq!(unbase64(pair["publicKey"].as_str().unwrap()).len(), 1216);
    let sealed = encrypt(&ada, b"for the owner", "Basic", json!({ "keyId": key })).await;
    let body = json!({ "encryptedData": sealed["encryptedData"] });
    post(&ada, "decrypt", body).await.refused(400, CODE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_requests_name_the_parameter() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (body, blamed) in [
        (json!({ "data": "", "mode": "None" }), "mode"),
        (json!({ "data": "", "mode": "basic" }), "mode"),
        (json!({ "data": "%%%", "mode": "Basic" }), "data"),
        (json!({ "data": "Zg", "mode": "Basic" }), "data"),
        (
            json!({ "data": "", "mode": "Basic", "parameters": { "securityLevel": 127 } }),
            "parameters.securityLevel",
        ),
        (
            json!({ "data": "", "mode": "Basic", "parameters": { "securityLevel": "128" } }),
            "parameters.securityLevel",
        ),
        (
            json!({ "data": "", "mode": "Basic", "parameters": { "securityLevel": 128.5 } }),
            "parameters.securityLevel",
        ),
        (
            json!({ "data": "", "mode": "Basic", "parameters": { "securityLevel": -128 } }),
            "parameters.securityLevel",
        ),
        (
            json!({ "data": "", "mode": "Basic", "parameters": { "scheme": "BFV" } }),
            "parameters.scheme",
        ),
        (
            json!({ "data": "", "mode": "Basic", "parameters": { "scheme": "AES-128-GCM", "securityLevel": 256 } }),
            "parameters.securityLevel",
        ),
        (
            json!({ "data": "", "mode": "ZK", "parameters": { "securityLevel": 192, "curve": "bls12-381" } }),
            "parameters.curve",
        ),
        (
            json!({ "data": "", "mode": "ZK", "parameters": { "curve": "bls48-575" } }),
            "parameters.curve",
        ),
        (
            json!({ "data": "", "mode": "FHE", "parameters": { "precision": 7 } }),
            "parameters.precision",
        ),
        (
            json!({ "data": base64(b"[1, 2, 40000]"), "mode": "FHE" }),
            "data[2]",
        ),
        (
            json!({ "data": base64(b"[1, 1e300]"), "mode": "ZK" }),
            "data[1]",
        ),
        (
            json!({ "data": base64(b"[1, 2, 1e400]"), "mode": "FHE" }),
            "data[2]",
        ),
        (
            json!({ "data": base64(b"[1e400]"), "mode": "ZK" }),
            "data[0]",
        ),
        (json!({ "data": "" }), "mode"),
        (json!({ "data": "", "mode": 7 }), "mode"),
    ] {
        let refusal = post(&ada, "encrypt", body.clone()).await.refused(400, CODE);
        assert_eq!(refusal["details"]["parameter"], blamed, "{body}: {refusal}");
    }
    // A missing field is named in this API's own words.
    for (what, body, missing) in [
        ("encrypt", json!({ "data": "" }), "mode"),
        ("decrypt", json!({}), "encryptedData"),
        ("fhe/compute", json!({ "operands": [] }), "operation"),
        ("fhe/compute", json!({ "operation": "add" }), "operands"),
        ("zk/prove", json!({ "data": "" }), "circuit"),
        (
            "zk/verify",
            json!({ "publicInputs": "", "circuit": "range" }),
            "proof",
        ),
        ("keys", json!({ "mode": "FHE" }), "publicKey"),
    ] {
        let refusal = post(&ada, what, body).await.refused(400, CODE);
        assert_eq!(
            refusal["details"],
            json!({ "parameter": missing, "reason": "is required" }),
            "{what}: {refusal}"
        );
    }
    let none = encrypt(&ada, b"[]", "FHE", json!({})).await;
    for operation in ["mean", "variance"] {
        let body = json!({ "operation": operation, "operands": [none["encryptedData"]] });
        let reason = post(&ada, "fhe/compute", body).await.blames("operands[0]");
        assert!(reason.contains("no values"), "{reason}");
    }
    let made = encrypt(&ada, b"x", "Basic", json!({})).await;
    for (metadata, blamed) in [
        (json!({ "mode": "FHE" }), "metadata.mode"),
        (json!({ "scheme": "AES-128-GCM" }), "metadata.scheme"),
        (json!({ "securityLevel": 128 }), "metadata.securityLevel"),
    ] {
        let body = json!({ "encryptedData": made["encryptedData"], "metadata": metadata });
        post(&ada, "decrypt", body).await.blames(blamed);
    }
    let stranger = json!({ "keyId": "key_01h455vb4pex5vsknk084sn02q" });
    let body = json!({ "encryptedData": made["encryptedData"], "metadata": stranger });
    post(&ada, "decrypt", body).await.refused(404, "NOT_FOUND");
}
