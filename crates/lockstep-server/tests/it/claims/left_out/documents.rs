//! Documents of claims: combined parts, audiences, the first format.

use super::*;

/// Combines parts of valid documents: of fewer days, of another account, and of the same days
/// before a point was deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn combined_parts_of_documents_do_not_verify() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    week(&ada).await;
    week(&bob).await;
    point(&ada, STRAP, Some("ZK"), noon(2), 50.0).await;
    let before = prove(&ada, groth16(between(40.0, 60.0))).await;
    let of_bob = prove(&bob, groth16(between(40.0, 60.0))).await;
    let mut fewer = groth16(between(40.0, 60.0));
    fewer["endDate"] = json!("2026-06-05");
    let fewer = prove(&ada, fewer).await;
    let wider = prove(&ada, groth16(between(30.0, 70.0))).await;
    ada.delete("/v1/sfdp/data?device=Polar%20H10").await.ok();
    let after = prove(&ada, groth16(between(40.0, 60.0))).await;

    // The first claim stays valid for its time. The new claim reports the deletion and is another
    // document.
    let all = [before, of_bob, fewer, wider, after];
    let ids: Vec<String> = all.iter().map(|it| judge(it).unwrap().id).collect();
    for (nth, id) in ids.iter().enumerate() {
        assert_eq!(all[nth]["id"], *id);
        assert!(!ids[..nth].contains(id), "{nth}");
    }
    let [before, _, _, _, after] = &all;
    let says = |proof: &Json| proof["statement"]["says"].as_str().unwrap().to_owned();
    assert!(
        says(before).contains(": 0 points deleted"),
        "{}",
        says(before)
    );
    assert!(
        says(after).contains("at most 1 point deleted"),
        "{}",
        says(after)
    );
    let number = |proof: &Json| {
        let record: Json =
            serde_json::from_str(proof["attestedRoot"]["record"].as_str().unwrap()).unwrap();
        record["number"].as_u64().unwrap()
    };
    assert!(number(after) > number(before));

    let members = [
        "statement",
        "proof",
        "publicInputs",
        "attestedRoot",
        "keyAttestation",
    ];
    for (nth, one) in all.iter().enumerate() {
        for other in all.iter().filter(|other| *other != one) {
            for parts in 1..(1_u32 << members.len()) - 1 {
                let mut mixed = one.clone();
                for (bit, member) in members.iter().enumerate() {
                    if parts & (1 << bit) != 0 {
                        mixed[*member] = other[*member].clone();
                    }
                }
                if mixed["statement"] == other["statement"] {
                    mixed["id"] = other["id"].clone();
                }
                // If the exchanged parts are equal, the document is unchanged.
                if !all.contains(&mixed) {
                    assert!(judge(&mixed).is_none(), "{nth}: {parts:b}");
                }
            }
        }
    }
}

/// A reader with another audience or nonce cannot verify the claim.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_verifies_only_for_its_audience() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    week(&ada).await;
    let proof = prove(&ada, between(40.0, 60.0)).await;
    let mut open = groth16(between(40.0, 60.0));
    (open["audience"], open["nonce"]) = (json!(""), json!(null));
    open["expiresAt"] = json!("2099-07-01T00:00:00Z");
    let open = prove(&ada, open).await;
    let nonce = crate::encryption::base64(NONCE);
    let other = crate::encryption::base64(b"chosen by then");
    let july = "2099-07-01T00:00:00Z";
    for (document, args, status, says) in [
        (
            &proof,
            &["--audience", AUDIENCE, "--nonce", &nonce][..],
            0,
            "are valid",
        ),
        (
            &proof,
            &[],
            1,
            "state the audience that you expect with --audience",
        ),
        (&proof, &["--nonce", &nonce], 1, "with --audience"),
        (
            &proof,
            &["--audience", AUDIENCE],
            1,
            "state the nonce that you expect with --nonce",
        ),
        (
            &proof,
            &["--audience", "bank.example", "--nonce", &nonce],
            1,
            "audience differs",
        ),
        (
            &proof,
            &["--audience", AUDIENCE, "--nonce", &other],
            1,
            "nonce differs",
        ),
        (
            &proof,
            &["--audience", "", "--nonce", &nonce],
            2,
            "must not be empty",
        ),
        (
            &proof,
            &["--audience", AUDIENCE, "--nonce", "%"],
            2,
            "base 64",
        ),
        (&open, &[], 0, "are valid"),
        (&open, &["--at", july], 0, "are valid"),
        (
            &open,
            &["--at", "2020-01-01T00:00:00Z"],
            1,
            "as of 2020-01-01T00:00:00.000Z it did not exist yet",
        ),
        (
            &open["attestedRoot"],
            &["--at", "2020-01-01T00:00:00Z"],
            1,
            "it was signed later",
        ),
        (
            &open["keyAttestation"],
            &["--at", "2020-01-01T00:00:00Z"],
            1,
            "it was signed later",
        ),
        (
            &open,
            &["--at", "2099-07-01T00:00:00.001Z"],
            1,
            "it has expired",
        ),
        (
            &open,
            &["--at", july, "--audience", AUDIENCE],
            1,
            "names no audience",
        ),
        (
            &open,
            &["--at", july, "--nonce", &nonce],
            1,
            "names no nonce",
        ),
        (
            &open["attestedRoot"],
            &["--audience", AUDIENCE],
            1,
            "names no audience",
        ),
        (&open["attestedRoot"], &[], 0, "the signature holds"),
    ] {
        let (found, printed) = verified(app.folder.path(), document, args);
        assert_eq!(found, Some(status), "{args:?}: {printed}");
        assert!(printed.contains(says), "{args:?}: {printed}");
    }
    let args = ["--json", "--audience", AUDIENCE, "--nonce", &nonce];
    let (_, printed) = verified(app.folder.path(), &proof, &args);
    let printed: Json = serde_json::from_str(&printed).unwrap();
    assert_eq!(printed["id"], proof["id"]);
    assert_eq!(printed["says"]["basis"]["deleted"], 0);
}

/// A claim of an older version guarantees less than today's claims, and the output says so.
#[test]
fn a_claim_of_the_first_format_is_weaker() {
    let folder = tempfile::tempdir().unwrap();
    let seed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/corpus/vault_document/claim-1"
    );
    let proof: Json = serde_json::from_slice(&std::fs::read(seed).unwrap()).unwrap();
    assert_eq!(proof["format"], "lockstep-proof/1");
    let (status, printed) = verified(folder.path(), &proof, &[]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(
        printed.contains("does not state the omitted points"),
        "{printed}"
    );
    let (status, printed) = verified(folder.path(), &proof, &["--accept-proof-1"]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.contains("completeness: \"does not say what was left out\""),
        "{printed}"
    );
}
