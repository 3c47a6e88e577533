//! SignedRecord roots, their formats and their chain.

use lockstep_vault::roots::signed_blocks;

use super::*;

/// The omissions are signed: their counts agree, and none can be exchanged for another.
#[tokio::test]
async fn signed_counts_of_omitted_points_agree() {
    let fixture = Fixture::new().await;
    let attester = fixture.encryption.attester();
    let values = [525, 400];
    let with = |change: &dyn Fn(&mut ClaimBasis)| {
        let mut daily = daily(&values);
        change(&mut daily.basis);
        daily
    };
    const LATE: &str = "2126-01-01T00:00:00.000Z";
    let rows: [(&str, Change); 17] = [
        ("late: changes counted", &|it| {
            it.counted_since = LATE.to_owned();
        }),
        ("late: no time", &|it| {
            it.counted_since = "never".to_owned();
        }),
        ("late: time zone changed", &|it| {
            it.time_zone_changed_at = Some(LATE.to_owned());
        }),
        ("no device", &|it| it.devices.clear()),
        ("a day without an owner", &|it| {
            it.devices[0].taken = vec![0];
        }),
        ("a day twice", &|it| it.devices[0].taken = vec![0, 0]),
        ("a day of two", &|it| it.devices.push(it.devices[0].clone())),
        ("a day too many", &|it| it.devices[0].taken = vec![0, 1, 2]),
        ("a day without a point", &|it| {
            it.devices[0].points = vec![1, 0];
        }),
        ("counts of more days", &|it| {
            it.devices[0].points = vec![1, 1, 1];
        }),
        ("points of no device", &|it| it.not_taken = 1),
        ("implausible points of no device", &|it| it.implausible = 1),
        ("displaced points of no device", &|it| it.displaced = 1),
        ("more displaced points than a day has", &|it| {
            (it.displaced, it.devices[0].displaced) = (1, 1);
        }),
        ("blocks without sources", &|it| it.blocks = 1),
        ("places without blocks", &|it| {
            (it.first_block, it.last_block) = (Some(1), Some(1));
        }),
        ("half a place", &|it| it.first_block = Some(1)),
    ];
    let good = fixture.claim(&values, between(400, 600)).await.unwrap();
    for (what, change) in rows {
        let reason = match what.starts_with("late") {
            true => "after it was signed",
            false => "contradict each other",
        };
        let fault = fixture.claim_of(with(change), between(400, 600)).await;
        let said = fault.unwrap_err().log.unwrap_or_default();
        assert!(said.contains(reason), "{what}: {said}");
        // A platform that signs it nevertheless is not trusted.
        let mut record = root(&good);
        change(record.basis.as_mut().unwrap());
        record.devices = record.basis.as_ref().unwrap().series();
        let signed = attester.attest(ROOT, fixture.clock.now(), &record);
        let mut bad = good.clone();
        let claim = bad.statement.claim().unwrap();
        bad.statement = Statement::new(&claim, &record, hex(&digest(&signed.record)));
        bad.id = Some(bad.statement.id());
        bad.attested_root = attester.document(ROOT, signed);
        let why = judged(&serde_json::to_value(&bad).unwrap())
            .unwrap_err()
            .to_string();
        assert!(why.contains(reason), "{what}: {why}");
    }
    // With the same values and something else left out, it is another root and another claim.
    let rows: [(&str, Change); 6] = [
        ("at most 3 points deleted", &|it| it.deleted = 3),
        ("at most 2 replaced", &|it| it.replaced = 2),
        ("was last changed at 2026", &|it| {
            it.time_zone_changed_at = Some("2026-11-17T00:00:00.000Z".to_owned());
        }),
        ("6 points that could not be read (1 under", &|it| {
            it.unreadable = UnreadablePoints {
                stopped: 1,
                client: 2,
                damaged: 3,
            };
        }),
        ("4 implausible", &|it| {
            (it.implausible, it.devices[0].implausible) = (4, 4);
        }),
        ("4 without a local date on days", &|it| {
            it.devices[0].points[0] = 5;
            (it.displaced, it.devices[0].displaced) = (4, 4);
        }),
    ];
    let mut ids = vec![good.id.clone()];
    for (says, change) in rows {
        let proof = fixture
            .claim_of(with(change), between(400, 600))
            .await
            .unwrap();
        assert!(
            proof.statement.says.contains(says),
            "{}",
            proof.statement.says
        );
        judged(&serde_json::to_value(&proof).unwrap()).unwrap();
        assert!(!ids.contains(&proof.id));
        ids.push(proof.id.clone());
        // The good sentence with the other's root, and the other way round.
        for (one, other) in [(&good, &proof), (&proof, &good)] {
            let mut mixed = one.clone();
            mixed.attested_root = other.attested_root.clone();
            assert!(
                judged(&serde_json::to_value(&mixed).unwrap()).is_err(),
                "{says}"
            );
            let mut mixed = one.clone();
            mixed.statement.says = other.statement.says.clone();
            mixed.id = Some(mixed.statement.id());
            assert!(
                judged(&serde_json::to_value(&mixed).unwrap()).is_err(),
                "{says}"
            );
        }
    }
}

/// Points that change between being read and being signed.
#[tokio::test]
async fn a_root_is_signed_over_points_as_they_stand() {
    let fixture = Fixture::new().await;
    let encryption = fixture.encryption.clone();
    let changed = Arc::new(|_: &Tx<'_>| Ok(false));
    let fault = encryption
        .claim(
            fixture.ada.clone(),
            daily(&[525]),
            Claim::default(),
            changed,
        )
        .await
        .unwrap_err();
    assert_eq!(fault.kind, lockstep_web::api_error::ErrorKind::Conflict);
    assert!(fixture.newest_root().await.is_none());
}

/// Documents of all formats have the same roots and proofs.
#[tokio::test]
async fn formats_do_not_mix() {
    let fixture = Fixture::new().await;
    let claim = groth16(Claim::default());
    let good = fixture.claim(&[525], claim).await.unwrap();
    let attester = fixture.encryption.attester();
    let sign = |format: &str, record: &RootRecord| {
        let signed = attester.attest(format, fixture.clock.now(), record);
        let digest = hex(&digest(&signed.record));
        (attester.document(format, signed), digest)
    };
    let second = RootRecord {
        commitments: None,
        ..root(&good)
    };
    let first = RootRecord {
        basis: None,
        ..second.clone()
    };
    for (proof_format, root_format, record) in [
        (PROOF_1, ROOT_1, root(&good)),
        (PROOF_1, ROOT, root(&good)),
        (PROOF_2, ROOT_2, root(&good)),
        (PROOF_2, ROOT, root(&good)),
        (PROOF, ROOT_1, root(&good)),
        (PROOF, ROOT_2, root(&good)),
        (PROOF, ROOT, first.clone()),
        (PROOF_1, ROOT, first.clone()),
        (PROOF, ROOT_1, first.clone()),
        (PROOF, ROOT, second.clone()),
        (PROOF_1, ROOT_2, second.clone()),
        (PROOF, ROOT_2, second.clone()),
        // All right but for the proof, which is of the third format.
        (PROOF_1, ROOT_1, first),
        (PROOF_2, ROOT_2, second),
    ] {
        let (document, digest) = sign(root_format, &record);
        let mut bad = good.clone();
        bad.format = proof_format.to_owned();
        bad.attested_root = document;
        bad.statement = Statement::new(&Claim::default(), &record, digest);
        bad.id = Some(bad.statement.id());
        let text = serde_json::to_vec(&bad).unwrap();
        let trust = VerificationPolicy {
            accept_proof_1: true,
            ..VerificationPolicy::default()
        };
        assert!(
            verify(&text, &trust).is_err(),
            "{proof_format} {root_format}"
        );
    }
}

/// A record that is missing in the middle, and one that was changed.
#[tokio::test]
async fn a_chain_with_a_hole_is_seen() {
    let fixture = Fixture::new().await;
    for metric in ["steps", "sleepDuration", "restingHeartRate"] {
        let daily = DailyValues {
            metric: metric.to_owned(),
            ..daily(&[525])
        };
        fixture.claim_of(daily, Claim::default()).await.unwrap();
    }
    let chain = || async {
        let user = fixture.ada.user.clone();
        let db = &fixture.encryption.ctx().db;
        let blocks = db.read::<_, StoreError, _>("test", move |tx| signed_blocks(tx, &user));
        blocks.await.unwrap()
    };
    assert_eq!(chain().await, Ok(Vec::new()));
    for (tamper, number) in [
        (tampering::change_root as fn(&mut Tx<'_>, i64) -> _, 3),
        (tampering::remove_root, 2),
        (tampering::remove_root, 1),
    ] {
        let db = &fixture.encryption.ctx().db;
        let done = db.write::<_, StoreError, _>("test", move |tx| tamper(tx, number));
        done.await.unwrap();
        let number = number.unsigned_abs();
        assert_eq!(chain().await, Err(ChainBreak { number }));
    }
}

/// A prover that was attested before a rotation stays in memory. It is not used again: verifiers would
/// refuse its attestation beside a root of the new key.
#[tokio::test]
async fn a_claim_after_a_rotation_is_signed_by_the_new_key_alone() {
    let fixture = Fixture::new().await;
    let claim = || groth16(between(400, 600));
    let before = fixture.claim(&[525, 400], claim()).await.unwrap();
    fixture
        .encryption
        .platform_keys()
        .rotate_attestation()
        .await
        .unwrap();
    let after = fixture.claim(&[525, 400], claim()).await.unwrap();
    let (before, after) = (json!(before), json!(after));
    let key = |proof: &Json, of: &str| proof[of]["publicKey"].clone();
    assert_ne!(key(&after, "attestedRoot"), key(&before, "attestedRoot"));
    assert_eq!(key(&after, "keyAttestation"), key(&after, "attestedRoot"));
    judged(&after).unwrap();
}
