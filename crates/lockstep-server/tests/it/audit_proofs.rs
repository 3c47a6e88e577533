//! Readers of the audit log compute the hashes of its entries again, as `docs/security/audit-chain.md` describes.

use data_encoding::HEXLOWER;
use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::app::{TestApp, TestClient};

const LOG: &str = "/v1/admin/audit-logs";
const LINKS: &str = "/v1/admin/audit-logs/links";

fn bytes(value: &Json) -> Vec<u8> {
    HEXLOWER.decode(value.as_str().unwrap().as_bytes()).unwrap()
}

/// The digest of the body that a proof shows.
fn digest_of(proof: &Json) -> Vec<u8> {
    let mut plain = b"lockstep audit body v1".to_vec();
    plain.extend(bytes(&proof["salt"]));
    for text in proof["body"].as_array().unwrap() {
        let text = text.as_str().unwrap();
        plain.extend((text.len() as u64).to_be_bytes());
        plain.extend(text.as_bytes());
    }
    Sha256::digest(plain).to_vec()
}

/// The hash of an entry or link, of which `links` has the previous hash and the digest.
fn hash_of(of: &Json, node: &Json, links: &Json) -> Vec<u8> {
    let node = node.as_str().unwrap();
    let at: Timestamp = of["timestamp"].as_str().unwrap().parse().unwrap();
    let mut plain = b"lockstep audit v1".to_vec();
    plain.extend((node.len() as u64).to_be_bytes());
    plain.extend(node.as_bytes());
    plain.extend(of["sequence"].as_i64().unwrap().to_be_bytes());
    plain.extend(at.0.to_be_bytes());
    plain.extend(bytes(&links["previousHash"]));
    plain.extend(bytes(&links["bodyDigest"]));
    Sha256::digest(plain).to_vec()
}

async fn with_proofs(admin: &TestClient) -> Vec<Json> {
    let page = admin
        .post(LOG, json!({ "proofs": true, "limit": 100 }))
        .await
        .ok();
    page["logs"].as_array().unwrap().clone()
}

/// Whether the entry's fields are those of its body, and its body and its hash are unchanged.
fn is_intact(entry: &Json) -> bool {
    let proof = &entry["proof"];
    let user = &entry["user"];
    let shown = [
        &entry["id"],
        &user["id"],
        &proof["body"][2],
        &user["role"],
        &entry["action"],
        &entry["component"],
        &entry["status"],
        &entry["details"],
    ];
    let body = proof["body"].as_array().unwrap();
    body.len() == 9
        && shown.iter().zip(body).all(|(shown, text)| *shown == text)
        && digest_of(proof) == bytes(&proof["bodyDigest"])
        && hash_of(entry, &proof["node"], proof) == bytes(&entry["hash"])
}

#[tokio::test]
async fn entries_are_verified_by_their_reader_and_a_changed_one_is_found() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let device = json!({ "name": "watch", "type": "watch", "capabilities": [] });
    ada.post("/v1/sfdp/devices", device).await.ok();
    let plain = admin.post(LOG, json!({})).await.ok();
    assert_eq!(plain["logs"][0]["proof"], Json::Null);
    let entries = with_proofs(&admin).await;
    assert!(entries.len() > 2);
    assert!(entries.iter().all(is_intact), "{entries:?}");
    let target = entries
        .iter()
        .find(|entry| entry["action"] == "device.register");
    let seq = target.unwrap()["sequence"].as_i64().unwrap();
    crate::damage::write(&app, move |tx| {
        tx.execute("DROP TRIGGER audit_body_keeps", &[])?;
        tx.execute(
            "UPDATE audit_body SET details = 'another device' WHERE seq = ?1",
            &[seq.into()],
        )
        .map(drop)
    })
    .await;
    let entries = with_proofs(&admin).await;
    let broken = entries.iter().filter(|entry| !is_intact(entry));
    let broken: Vec<i64> = broken
        .map(|entry| entry["sequence"].as_i64().unwrap())
        .collect();
    assert_eq!(broken, [seq]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_lead_to_the_checkpoint_also_past_erased_entries() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let device = json!({ "name": "watch", "type": "watch", "capabilities": [] });
    ada.post("/v1/sfdp/devices", device).await.ok();
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    let vault = lockstep_vault::Vault::of(app.state()).unwrap();
    let checkpoint = vault.checkpoints().current().await.unwrap().unwrap();
    let record = serde_json::to_value(&checkpoint).unwrap()["record"].clone();
    let record: Json = serde_json::from_str(record.as_str().unwrap()).unwrap();
    let head = record["entries"].as_u64().unwrap();
    let answer = admin.get(&format!("{LINKS}?limit={head}")).await.ok();
    let links = answer["links"].as_array().unwrap();
    let mut previous = vec![0; 32];
    for (nth, link) in (1..).zip(links) {
        assert_eq!(link["sequence"], nth);
        assert_eq!(bytes(&link["previousHash"]), previous, "{link}");
        previous = hash_of(link, &answer["node"], link);
        assert_eq!(bytes(&link["hash"]), previous, "{link}");
        let mut fields: Vec<&String> = link.as_object().unwrap().keys().collect();
        fields.sort();
        let expected = [
            "bodyDigest",
            "hash",
            "previousHash",
            "sequence",
            "timestamp",
        ];
        assert_eq!(fields, expected);
    }
    assert_eq!(links.len() as u64, head);
    assert_eq!(record["head"], HEXLOWER.encode(&previous));
    let part = admin.get(&format!("{LINKS}?first=2&limit=1")).await.ok();
    assert_eq!(part["links"], json!([links[1]]));
    let none = admin.get(&format!("{LINKS}?first=4000000000")).await.ok();
    assert_eq!(none["links"], json!([]));
}

#[tokio::test]
async fn unreadable_requests_for_links_are_refused() {
    let app = TestApp::start().await;
    for (query, field) in [
        ("first=0", "first"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("first=x", "first"),
    ] {
        let answer = app.admin().get(&format!("{LINKS}?{query}")).await;
        answer.blames(field);
    }
    let ada = app.user("ada").await;
    ada.get(LINKS).await.refused(403, "PERMISSION_DENIED");
    let auditor = app.account("eve", "auditor", "standard").await;
    auditor.get(LINKS).await.ok();
}
