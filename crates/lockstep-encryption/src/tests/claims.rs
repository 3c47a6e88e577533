//! Tests of claims over days: creation, offline verification, and changes that must be refused.

mod fields;
mod proofs;
mod roots;

use data_encoding::BASE64;
use lockstep_documents::claims::{
    CIRCUIT_KEY, Claim, ClaimBasis, DeviceMeasurements, KeyRecord, PROOF, PROOF_1, PROOF_2, Proof,
    ProofScheme, ProofSystem, ROOT, ROOT_1, ROOT_2, RootRecord, Statement, UnreadablePoints,
    circuit, date, day, public_inputs,
};
use lockstep_documents::signed_root::{BLOCK, Block, digest, hex};
use lockstep_documents::{
    Content, Document, Record, SignedRecord, VerificationError, VerificationPolicy,
    VerifiedDocument, verify,
};
use lockstep_store::StoreError;
use lockstep_vault::attest::Attester;
use lockstep_vault::roots::{ChainBreak, record_of_block};
use lockstep_web::ApiError;
use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::ark_ec::{AffineRepr, CurveGroup};
use lockstep_zk::ark_ff::Field;
use lockstep_zk::formats::json as iden3;
use lockstep_zk::scalar::Bn254 as Fr;
use lockstep_zk::{Bn254, groth16};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::*;
use crate::claims::{DailyValues, proof_system};
use crate::operations::proof::Verify;
use crate::scheme::Encoding;

/// A change of what a claim says was left out.
type Change<'a> = &'a dyn Fn(&mut ClaimBasis);

/// 2026-11-16.
const MONDAY: i32 = 20_773;

fn daily(values: &[i64]) -> DailyValues {
    DailyValues {
        metric: "restingHeartRate".to_owned(),
        unit: "/min".to_owned(),
        rule: "the mean of the day's plausible points".to_owned(),
        decimals: 1,
        time_zone: "Europe/Berlin".to_owned(),
        first_day: MONDAY,
        values: Zeroizing::new(values.to_vec()),
        sources: Vec::new(),
        basis: basis(values.len() as u64),
    }
}

/// A point a day, all of one device.
fn basis(days: u64) -> ClaimBasis {
    ClaimBasis {
        devices: vec![DeviceMeasurements {
            series: "dev_1".to_owned(),
            points: vec![1; usize::try_from(days).unwrap()],
            taken: (0..days).collect(),
            implausible: 0,
            displaced: 0,
        }],
        counted_since: "2026-11-01T00:00:00.000Z".to_owned(),
        ..ClaimBasis::default()
    }
}

fn between(min: i64, max: i64) -> Claim {
    Claim {
        min: Some(min),
        max: Some(max),
        audience: "insurance.example".to_owned(),
        nonce: b"chosen by them".to_vec(),
        expires_at: Some(Timestamp(1_800_000_000_000)),
        ..Claim::default()
    }
}

/// The claim, proven by a pairing scheme.
fn paired(claim: Claim, scheme: PairingScheme, curve: CurveName) -> Claim {
    Claim {
        system: ProofSystem::Pairing { scheme, curve },
        ..claim
    }
}

/// The claim, proven by Groth16 on BLS12-381.
fn groth16(claim: Claim) -> Claim {
    paired(claim, PairingScheme::Groth16, CurveName::Bls12_381)
}

/// The claim, proven by Groth16 on BN254.
fn bn254(claim: Claim) -> Claim {
    paired(claim, PairingScheme::Groth16, CurveName::Bn254)
}

impl Fixture {
    async fn claim(&self, values: &[i64], claim: Claim) -> Result<Proof, ApiError> {
        self.claim_of(daily(values), claim).await
    }

    async fn claim_of(&self, daily: DailyValues, claim: Claim) -> Result<Proof, ApiError> {
        let encryption = self.encryption.clone();
        let unchanged = Arc::new(|_: &Tx<'_>| Ok(true));
        encryption
            .claim(self.ada.clone(), daily, claim, unchanged)
            .await
    }

    async fn newest_root(&self) -> Option<SignedRecord> {
        let user = self.ada.user.clone();
        let db = &self.encryption.ctx().db;
        let newest =
            db.read::<_, StoreError, _>("test", move |tx| tampering::newest_root(tx, &user));
        newest.await.unwrap()
    }

    async fn erase(&self) {
        let user = self.ada.user.clone();
        let db = &self.encryption.ctx().db;
        let erased = db.write::<_, StoreError, _>("test", move |tx| {
            (crate::CAPABILITY.erase)(tx, &user)?;
            (lockstep_vault::CAPABILITY.erase)(tx, &user)
        });
        erased.await.unwrap();
    }
}

fn judged(proof: &Json) -> Result<VerifiedDocument<Content>, VerificationError> {
    verify(proof.to_string().as_bytes(), &expecting(proof))
}

/// Who expects the audience and the nonce that the document names.
fn expecting(proof: &Json) -> VerificationPolicy {
    let named = |name: &str| {
        let text = proof["statement"][name].as_str().unwrap_or_default();
        (!text.is_empty()).then(|| text.to_owned())
    };
    VerificationPolicy {
        audience: named("audience"),
        nonce: named("nonce").and_then(|text| text.parse().ok()),
        ..VerificationPolicy::default()
    }
}

fn root(proof: &Proof) -> RootRecord {
    let record: Record<RootRecord> = serde_json::from_str(&proof.attested_root.record).unwrap();
    record.body
}

#[test]
fn days_and_dates() {
    for (number, text) in [
        (1, "1970-01-02"),
        (i64::from(MONDAY), "2026-11-16"),
        (11_016, "2000-02-29"),
        (2_932_895, "9999-12-30"),
    ] {
        assert_eq!(date(number).as_deref(), Some(text));
        assert_eq!(day(text), Some(number));
    }
    for number in [i64::MIN, -1, 0, 2_932_896, i64::MAX] {
        assert_eq!(date(number), None, "{number}");
    }
    for text in [
        "",
        "2026-02-29",
        "2026-11-1",
        "1970-01-01",
        "2026-11-16T00:00:00Z",
        "20261116",
        "9999-12-31",
    ] {
        assert_eq!(day(text), None, "{text}");
    }
}

#[tokio::test]
async fn a_claim_is_checked_with_nothing_but_its_document() {
    let fixture = Fixture::new().await;
    let values = [525, 400, 600];
    let proof = fixture.claim(&values, between(400, 600)).await.unwrap();
    let text = serde_json::to_value(&proof).unwrap();
    let found = judged(&text).unwrap();
    assert!(!found.known_signer);
    assert_eq!(
        found.says.fields()["statement"],
        "On each of the 3 days from 2026-11-16 to 2026-11-18 (Europe/Berlin) restingHeartRate was \
         between 40 and 60 /min. From 1 device of 1 that measured: 3 points. Skipped: 0 points that could \
         not be read, 0 implausible, 0 of a device whose value was not the day's. On these days since \
         2026-11-01T00:00:00.000Z: 0 points deleted, 0 replaced by another value. The time zone was not \
         changed."
    );
    assert_eq!(found.says.fields()["setup"], "transparent");
    assert_eq!(found.says.fields().get("vkDigest"), None);
    let named = Some(fixture.encryption.attester().key().fingerprint());
    let trust = VerificationPolicy {
        attester: named,
        ..expecting(&text)
    };
    assert!(
        verify(text.to_string().as_bytes(), &trust)
            .unwrap()
            .known_signer
    );
    let at = |now| VerificationPolicy {
        now: Some(Timestamp(now)),
        ..expecting(&text)
    };
    assert!(verify(text.to_string().as_bytes(), &at(1_800_000_000_000)).is_ok());
    let late = verify(text.to_string().as_bytes(), &at(1_800_000_000_001));
    assert!(late.unwrap_err().to_string().contains("it has expired"));
    // The root alone is a document too, and no value is in either.
    let alone = serde_json::to_value(&proof.attested_root).unwrap();
    assert_eq!(judged(&alone).unwrap().says.fields()["count"], 3);
    assert!(!text.to_string().contains("52.5"));
    assert!(!text.to_string().contains("525,"));

    // A claim about the same days for another reader has the same root. Other values have the next root.
    let again = fixture
        .claim(
            &values,
            Claim {
                min: Some(350),
                ..Claim::default()
            },
        )
        .await
        .unwrap();
    assert_eq!(again.attested_root, proof.attested_root);
    assert!(
        again.statement.says.starts_with(
            "On each of the 3 days from 2026-11-16 to 2026-11-18 (Europe/Berlin) restingHeartRate was 35 \
             /min at least. From 1 device"
        ),
        "{}",
        again.statement.says
    );
    let other = fixture
        .claim(&[525, 400, 599], Claim::default())
        .await
        .unwrap();
    let (first, second) = (root(&proof), root(&other));
    assert_eq!((first.number, first.previous), (1, None));
    assert_eq!(second.number, 2);
    assert_eq!(second.previous, Some(proof.statement.root_record));
    assert_eq!(second.owner, first.owner);
    assert_ne!(second.root, first.root);
    for proof in [again, other] {
        judged(&serde_json::to_value(&proof).unwrap()).unwrap();
    }
    fixture.erase().await;
    assert!(fixture.newest_root().await.is_none());
}

/// Blocks of points and days of claims are one chain; a block's record is found by its root, and is a
/// document that is checked alone.
#[tokio::test]
async fn blocks_and_days_are_one_chain() {
    let fixture = Fixture::new().await;
    let (encryption, user) = (fixture.encryption.clone(), fixture.ada.user.clone());
    let digests = fixture
        .encryption
        .ctx()
        .db
        .write::<_, StoreError, _>("test", move |tx| {
            let mut digests = Vec::new();
            for root in [1, 2] {
                let mut bytes = [0; 32];
                bytes[0] = root;
                let block = Block {
                    kind: "resting_heart_rate",
                    type_number: u64::MAX,
                    series: "a pseudonym",
                    decimals: 2,
                    times: [1, 2],
                    count: 2,
                    root: bytes,
                };
                digests.push(encryption.signed_roots().sign_block(tx, &user, &block)?);
                assert_eq!(record_of_block(tx, &user, &bytes)?, digests.last().copied());
            }
            assert_eq!(record_of_block(tx, &user, &[9; 32])?, None);
            Ok(digests)
        })
        .await
        .unwrap();
    let block = fixture.newest_root().await.unwrap();
    let document = fixture.encryption.attester().document(BLOCK, block);
    let says = judged(&serde_json::to_value(document).unwrap())
        .unwrap()
        .says
        .fields();
    assert_eq!(says["number"], 2);
    assert_eq!(says["previous"], hex(&digests[0]));
    assert_eq!(
        (&says["root"], &says["typeNumber"]),
        (&json!("2"), &json!(u64::MAX.to_string()))
    );
    let proof = fixture.claim(&[525], Claim::default()).await.unwrap();
    let root = root(&proof);
    assert_eq!((root.number, root.previous), (3, Some(hex(&digests[1]))));
    assert_eq!(says["owner"], root.owner);
}

/// A root that the platform signed, were it over days with a hole: one point fewer than days.
#[tokio::test]
async fn an_omitted_day_is_refused() {
    let fixture = Fixture::new().await;
    let proof = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    let with_key = groth16(between(400, 600));
    let with_key = fixture.claim(&[525, 400], with_key).await.unwrap();
    assert_eq!(with_key.attested_root, proof.attested_root);
    let attester: &Attester = &fixture.encryption.attester();
    let again_at = |proof: &Proof, at: Timestamp, change: fn(&mut RootRecord)| {
        let mut record = root(proof);
        change(&mut record);
        let signed = attester.attest(ROOT, at, &record);
        let digest = hex(&digest(&signed.record));
        let mut bad = proof.clone();
        bad.attested_root = attester.document(ROOT, signed);
        let claim = bad.statement.claim().unwrap();
        bad.statement = Statement::new(&claim, &record, digest);
        bad.id = Some(bad.statement.id());
        judged(&serde_json::to_value(&bad).unwrap())
    };
    let refused_at = |proof: &Proof, at, change| match again_at(proof, at, change) {
        Err(VerificationError::Refused(why)) => why,
        other => panic!("{other:?}"),
    };
    let now = fixture.clock.now();
    let refused = |change: fn(&mut RootRecord)| refused_at(&proof, now, change);
    let refused_pairing = |change: fn(&mut RootRecord)| refused_at(&with_key, now, change);
    // A day that had not begun anywhere when the root was signed: the last one is 2026-11-17.
    let begins = Timestamp(i64::try_from(root(&proof).last_time).unwrap());
    let before = begins.minus(std::time::Duration::from_secs(14 * 3600 + 1));
    let early = refused_at(&proof, before, |_| {});
    assert!(early.contains("had not begun"), "{early}");
    let hole = refused(|record| {
        record.end_date = "2026-11-18".to_owned();
        record.last_time += 86_400_000;
    });
    assert!(hole.starts_with("a day is left out"), "{hole}");
    let hole = refused(|record| record.start_date = "2026-11-15".to_owned());
    assert!(hole.starts_with("a day is left out"), "{hole}");
    // With as many points claimed as days, the proof is of another series.
    let longer = refused_pairing(|record| {
        record.end_date = "2026-11-18".to_owned();
        record.last_time += 86_400_000;
        record.count = 3;
        record.basis = Some(basis(3));
        let commitments = record.commitments.as_mut().unwrap();
        commitments.push(commitments[0].clone());
    });
    assert!(longer.contains("public inputs"), "{longer}");
    let longer = refused(|record| {
        record.end_date = "2026-11-18".to_owned();
        record.last_time += 86_400_000;
        record.count = 3;
        record.basis = Some(basis(3));
    });
    assert!(longer.starts_with("a day is left out"), "{longer}");
    // Days that begin after the signature.
    let early = refused(|record| {
        record.start_date = "2026-11-19".to_owned();
        record.end_date = "2026-11-20".to_owned();
        record.first_time += 3 * 86_400_000;
        record.last_time += 3 * 86_400_000;
    });
    assert!(early.contains("had not begun"), "{early}");
    let other = refused_pairing(|record| record.root = "1".to_owned());
    assert!(other.contains("public inputs"), "{other}");
    // The proof is over the signed record: over its commitments, and everything else in it.
    for change in [
        (|record| record.root = "1".to_owned()) as fn(&mut RootRecord),
        |record| record.commitments.as_mut().unwrap().swap(0, 1),
        |record| record.rule = "the mean".to_owned(),
    ] {
        let other = refused(change);
        assert!(other.contains("the proof does not hold"), "{other}");
    }
}

#[tokio::test]
async fn false_and_unsupported_claims_are_refused() {
    let fixture = Fixture::new().await;
    for (values, claim, parameter, reason) in [
        (
            &[525, 399][..],
            between(400, 600),
            "statement",
            "is false: on 2026-11-17 the value",
        ),
        (
            &[601, 400],
            between(400, 600),
            "statement",
            "is false: on 2026-11-16 the value",
        ),
        (&[525], between(600, 400), "statement.min", "is more than"),
        (&[], Claim::default(), "endDate", "1 to 63 days, not 0"),
        (&[1; 64], Claim::default(), "endDate", "not 64"),
        (
            &[1],
            Claim {
                audience: "a".repeat(257),
                ..Claim::default()
            },
            "audience",
            "256 bytes",
        ),
        (
            &[1],
            Claim {
                expires_at: Some(Timestamp(-1)),
                ..Claim::default()
            },
            "expiresAt",
            "after 1970",
        ),
    ] {
        let fault = fixture.claim(values, claim).await.unwrap_err();
        let details = fault.details.unwrap();
        assert_eq!(details["parameter"], parameter, "{details}");
        let said = details["reason"].as_str().unwrap();
        assert!(said.contains(reason), "{said}");
    }
    // Nothing of it was committed to.
    assert!(fixture.newest_root().await.is_none());
}
