//! The file of `lockstep verify --chain`: what the API's answer states beside the chain must be what the chain proves.

use serde_json::{Value as Json, json};

use crate::app::TestApp;
use crate::child;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_contradicts_its_chain_is_refused() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let key = "/v1/encryption/attestation-key";
    let before = admin.get(key).await.ok();
    let rotated = child::run(app.folder.path(), &["attestation", "rotate"], "");
    assert!(rotated.status.success(), "{rotated:?}");
    let answer = admin.get(key).await.ok();
    let path = format!("/v1/admin/users/{}", ada.id);
    let receipt = admin.delete(&path).await.ok();
    let elsewhere = tempfile::tempdir().unwrap();
    let document = elsewhere.path().join("receipt.json");
    std::fs::write(&document, receipt.to_string()).unwrap();
    let verify = |file: &Json| {
        let chain = elsewhere.path().join("chain.json");
        std::fs::write(&chain, file.to_string()).unwrap();
        let args = [
            "verify",
            document.to_str().unwrap(),
            "--attester",
            answer["fingerprint"].as_str().unwrap(),
            "--chain",
            chain.to_str().unwrap(),
        ];
        let output = child::run(app.folder.path(), &args, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    };
    let chain = answer["chain"].clone();
    for whole in [answer.clone(), json!({ "chain": chain }), chain.clone()] {
        let (code, said) = verify(&whole);
        assert_eq!(code, Some(0), "{said}");
    }
    for (field, other) in [
        ("algorithm", json!("ML-DSA-87")),
        ("context", json!("lockstep attestation v2")),
        ("publicKey", before["publicKey"].clone()),
        ("publicKey", json!("")),
        ("fingerprint", before["fingerprint"].clone()),
        ("fingerprint", Json::Null),
        ("installation", json!("00000000000000000000000000000000")),
    ] {
        let mut file = answer.clone();
        file[field] = other;
        let (code, said) = verify(&file);
        assert_eq!(code, Some(1), "{field}: {said}");
        assert!(said.contains(&format!("`{field}`")), "{field}: {said}");
    }
    // Without a rotation, the key and its fingerprint must fit each other.
    let mut unrotated = before.clone();
    unrotated["fingerprint"] = answer["fingerprint"].clone();
    let (code, said) = verify(&unrotated);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`fingerprint`"), "{said}");
}
