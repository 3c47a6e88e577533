//! Claims over days: made, checked alone, and everything that must not pass.

use data_encoding::BASE64;
use lockstep_store::StoreError;
use lockstep_vault::Vault;
use lockstep_vault::attest::{Attester, Record, Signed};
use lockstep_vault::document::{Document, Trust, VerificationError, VerifiedDocument};
use lockstep_vault::roots::ChainBreak;
use lockstep_vault::signed_root::{BLOCK, Block, digest, hex};
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
use crate::claims::proof::public_inputs;
use crate::claims::record::KeyRecord;
use crate::claims::{
    self, Basis, CIRCUIT_KEY, Claim, DailyValues, DeviceMeasurements, PROOF, PROOF_1, Proof, ROOT,
    ROOT_1, RootRecord, UnreadablePoints, date, day,
};
use crate::document::{Content, verify};
use crate::operations::proof::Verify;
use crate::scheme::Encoding;

/// A change of what a claim says was left out.
type Change<'a> = &'a dyn Fn(&mut Basis);

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
fn basis(days: u64) -> Basis {
    Basis {
        devices: vec![DeviceMeasurements {
            series: "dev_1".to_owned(),
            points: vec![1; usize::try_from(days).unwrap()],
            taken: (0..days).collect(),
            implausible: 0,
            displaced: 0,
        }],
        counted_since: "2026-11-01T00:00:00.000Z".to_owned(),
        ..Basis::default()
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

    async fn newest_root(&self) -> Option<Signed> {
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
fn expecting(proof: &Json) -> Trust {
    let named = |name: &str| {
        let text = proof["statement"][name].as_str().unwrap_or_default();
        (!text.is_empty()).then(|| text.to_owned())
    };
    Trust {
        audience: named("audience"),
        nonce: named("nonce").and_then(|text| text.parse().ok()),
        ..Trust::default()
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
    assert_eq!(found.says.fields()["setup"], "local");
    let named = Some(fixture.encryption.attester().key().fingerprint());
    let trust = Trust {
        attester: named,
        ..expecting(&text)
    };
    assert!(
        verify(text.to_string().as_bytes(), &trust)
            .unwrap()
            .known_signer
    );
    let at = |now| Trust {
        now: Some(Timestamp(now)),
        ..expecting(&text)
    };
    assert!(verify(text.to_string().as_bytes(), &at(1_800_000_000_000)).is_ok());
    let late = verify(text.to_string().as_bytes(), &at(1_800_000_000_001));
    assert!(late.unwrap_err().to_string().contains("its time is over"));
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
                digests.push(encryption.attest_block(tx, &user, &block)?);
                assert_eq!(
                    Vault::attested_block(tx, &user, &bytes)?,
                    digests.last().copied()
                );
            }
            assert_eq!(Vault::attested_block(tx, &user, &[9; 32])?, None);
            Ok(digests)
        })
        .await
        .unwrap();
    let block = fixture.newest_root().await.unwrap();
    let document = Document::new(BLOCK, block, &fixture.encryption.attester());
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

/// Every leaf of the document changed, every member taken out, one added.
#[tokio::test]
async fn every_field_counts() {
    let fixture = Fixture::new().await;
    for claim in [
        between(400, 600),
        Claim {
            scheme: PairingScheme::Pghr13,
            curve: CurveName::Bn254,
            ..Claim::default()
        },
    ] {
        let proof = fixture.claim(&[525], claim).await.unwrap();
        let good = serde_json::to_value(&proof).unwrap();
        judged(&good).unwrap();
        let mut places = Vec::new();
        leaves(&good, String::new(), &mut places);
        assert!(places.len() > 60, "{}", places.len());
        for place in places {
            let mut bad = good.clone();
            let leaf = bad.pointer_mut(&place).unwrap();
            *leaf = match leaf.take() {
                Json::Null => json!("2030-01-01T00:00:00.000Z"),
                Json::String(text) => changed(&text).into(),
                Json::Number(number) => json!(number.as_i64().unwrap() + 1),
                other => panic!("{other}"),
            };
            assert!(judged(&bad).is_err(), "{place} changed");
            let (parent, name) = place.rsplit_once('/').unwrap();
            let mut bad = good.clone();
            let parent = bad.pointer_mut(parent).unwrap();
            match parent {
                Json::Object(members) => {
                    members.remove(name);
                }
                Json::Array(items) => {
                    items.remove(name.parse().unwrap());
                }
                _ => panic!("{parent}"),
            }
            // A member that is null says no more than one that is not there.
            if good.pointer(&place) != Some(&Json::Null) {
                assert!(judged(&bad).is_err(), "{place} taken out");
            }
        }
        for place in [
            "",
            "/statement",
            "/proof",
            "/verificationKey",
            "/attestedRoot",
            "/keyAttestation",
        ] {
            let mut bad = good.clone();
            bad.pointer_mut(place).unwrap()["more"] = json!(1);
            assert!(judged(&bad).is_err(), "a member added to {place:?}");
        }
    }
}

fn leaves(value: &Json, at: String, places: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            for (name, member) in members {
                leaves(member, format!("{at}/{name}"), places);
            }
        }
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                leaves(item, format!("{at}/{place}"), places);
            }
        }
        _ => places.push(at),
    }
}

/// Another text of the same kind: its first letter or digit is the next one.
fn changed(text: &str) -> String {
    let Some(first) = text.chars().next() else {
        return "x".to_owned();
    };
    let next = match first {
        '9' => '8',
        'z' | 'Z' => 'a',
        '{' => '[',
        c => char::from_u32(c as u32 + 1).unwrap(),
    };
    next.to_string() + &text[first.len_utf8()..]
}

/// A root that the platform signed, were it over days with a hole: one point fewer than days.
#[tokio::test]
async fn an_omitted_day_is_refused() {
    let fixture = Fixture::new().await;
    let proof = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    let attester: &Attester = &fixture.encryption.attester();
    let again_at = |at: Timestamp, change: fn(&mut RootRecord)| {
        let mut record = root(&proof);
        change(&mut record);
        let signed = attester.attest(ROOT, at, &record);
        let digest = hex(&digest(&signed.record));
        let mut bad = proof.clone();
        bad.attested_root = Document::new(ROOT, signed, attester);
        let claim = bad.statement.claim().unwrap();
        bad.statement = crate::claims::Statement::new(&claim, &record, digest);
        bad.id = Some(bad.statement.id());
        judged(&serde_json::to_value(&bad).unwrap())
    };
    let refused_at = |at, change| match again_at(at, change) {
        Err(VerificationError::Refused(why)) => why,
        other => panic!("{other:?}"),
    };
    let now = fixture.clock.now();
    let refused = |change: fn(&mut RootRecord)| refused_at(now, change);
    // A day that had not begun anywhere when the root was signed: the last one is 2026-11-17.
    let begins = Timestamp(i64::try_from(root(&proof).last_time).unwrap());
    let before = begins.minus(std::time::Duration::from_secs(14 * 3600 + 1));
    let early = refused_at(before, |_| {});
    assert!(early.contains("had not begun"), "{early}");
    let hole = refused(|record| {
        record.end_date = "2026-11-18".to_owned();
        record.last_time += 86_400_000;
    });
    assert!(hole.starts_with("a day is left out"), "{hole}");
    let hole = refused(|record| record.start_date = "2026-11-15".to_owned());
    assert!(hole.starts_with("a day is left out"), "{hole}");
    // With as many points claimed as days, the proof is of another series.
    let longer = refused(|record| {
        record.end_date = "2026-11-18".to_owned();
        record.last_time += 86_400_000;
        record.count = 3;
        record.basis = Some(basis(3));
    });
    assert!(longer.contains("public inputs"), "{longer}");
    // Days that begin after the signature.
    let early = refused(|record| {
        record.start_date = "2026-11-19".to_owned();
        record.end_date = "2026-11-20".to_owned();
        record.first_time += 3 * 86_400_000;
        record.last_time += 3 * 86_400_000;
    });
    assert!(early.contains("had not begun"), "{early}");
    let other = refused(|record| record.root = "1".to_owned());
    assert!(other.contains("public inputs"), "{other}");
}

#[tokio::test]
async fn what_cannot_be_claimed() {
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
        (
            &[],
            Claim::default(),
            "endDate",
            "1 to 63 days, 0 are asked",
        ),
        (&[1; 64], Claim::default(), "endDate", "64 are asked"),
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

#[test]
fn systems_that_cannot_prove_a_claim_are_refused() {
    for (scheme, curve, parameter, reason) in [
        (Some("Bulletproofs"), None, "scheme", "Groth16 or PGHR13"),
        (Some("Groth17"), None, "scheme", "must be Groth16"),
        (
            None,
            Some("bls24-509"),
            "curve",
            "are on bls12-381 or bn254",
        ),
    ] {
        let parsed = claims::scheme(scheme).and_then(|_| claims::curve(curve));
        let details = parsed.unwrap_err().details.unwrap();
        assert_eq!(details["parameter"], parameter, "{details}");
        let found = details["reason"].as_str().unwrap();
        assert!(found.contains(reason), "{found}");
    }
    assert_eq!(
        claims::scheme(Some("pghr13")).ok(),
        Some(PairingScheme::Pghr13)
    );
    assert_eq!(claims::scheme(None).ok(), Some(PairingScheme::Groth16));
    assert_eq!(claims::curve(None).ok(), Some(CurveName::Bls12_381));
}

/// By a key that is known here, as any proof; what else binds it is the document's.
#[tokio::test]
async fn the_proof_is_a_proof_like_others() {
    let fixture = Fixture::new().await;
    let proof = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    let asked = |public: &[String], domain: Option<&str>| Verify {
        proof: proof.proof.to_string().into_bytes(),
        public: Json::from(public.to_vec()).to_string().into_bytes(),
        circuit: "between:2".to_owned(),
        domain: domain.map(str::to_owned),
        nonce: None,
        owner: None,
        expires_at: None,
        encoding: Encoding::Json,
    };
    let verify = |asked| {
        fixture
            .encryption
            .clone()
            .verify_proof(fixture.ada.clone(), asked)
    };
    let public = &proof.public_inputs;
    assert!(verify(asked(public, None)).await.unwrap().verified);
    let mut other = public.clone();
    other[1] = "3".to_owned();
    assert!(!verify(asked(&other, None)).await.unwrap().verified);
    assert!(
        verify(asked(public, Some("insurance.example")))
            .await
            .is_err()
    );
}

/// A verification key of which every discrete logarithm is known, and a "proof" under it of whatever
/// is claimed: that the days' values were between 180 and 190.
fn forged(proof: &Proof) -> Proof {
    let g1 = <Bn254 as Pairing>::G1Affine::generator().into_group();
    let g2 = <Bn254 as Pairing>::G2Affine::generator();
    let known: Vec<Fr> = (2..13_u64).map(Fr::from).collect();
    let key = groth16::VerifyingKey::<Bn254> {
        alpha: g1.into_affine(),
        beta: g2,
        gamma: g2,
        delta: g2,
        ic: known.iter().map(|one| (g1 * one).into_affine()).collect(),
    };
    let root = root(proof);
    let claim = Claim {
        min: Some(1800),
        max: Some(1900),
        audience: "bank.example".to_owned(),
        ..Claim::default()
    };
    let signed = digest(&proof.attested_root.record);
    let kind = crate::claims::proof::circuit(root.count);
    let public: [Fr; 10] = public_inputs(&claim, &root, signed, kind, key.digest()).unwrap();
    let sum: Fr = known[0]
        + known[1..]
            .iter()
            .zip(&public)
            .map(|(one, input)| *one * input)
            .sum::<Fr>();
    // e(A, B) = e(α, β) e(sum, γ) e(C, δ), all of it over the generators.
    let made = groth16::Proof::<Bn254> {
        a: (g1 * (sum + Fr::from(2))).into_affine(),
        b: g2,
        c: g1.into_affine(),
        key_digest: Some(key.digest()),
    };
    let read = |text: String| serde_json::from_str::<Json>(&text).unwrap();
    let statement = crate::claims::Statement::new(&claim, &root, hex(&signed));
    Proof {
        id: Some(statement.id()),
        statement,
        proof: read(iden3::write_proof(&made)),
        public_inputs: serde_json::from_value(read(iden3::write_public(&public))).unwrap(),
        verification_key: read(iden3::write_verifying_key(&key)),
        vk_digest: hex(&key.digest()),
        ..proof.clone()
    }
}

/// The creator of a key can prove anything under it, so the key must be the one that the platform signed.
#[tokio::test]
async fn a_key_of_somebody_elses_proves_nothing() {
    let (fixture, eves) = (Fixture::new().await, Fixture::new().await);
    let bn254 = |claim: Claim| Claim {
        curve: CurveName::Bn254,
        ..claim
    };
    let honest = bn254(between(400, 600));
    let proof = fixture.claim(&[525, 400], honest.clone()).await.unwrap();
    let other = fixture
        .claim(&[525], bn254(Claim::default()))
        .await
        .unwrap();
    let eve = eves.claim(&[525, 400], honest).await.unwrap();
    let attester = fixture.encryption.attester();
    let judged = |proof: &Proof| {
        let text = serde_json::to_vec(proof).unwrap();
        let trust = Trust {
            attester: Some(attester.key().fingerprint()),
            ..expecting(&serde_json::to_value(proof).unwrap())
        };
        verify(&text, &trust).map_err(|no| no.to_string())
    };
    judged(&proof).unwrap();
    judged(&other).unwrap();
    let bad = forged(&proof);
    let with = |key_attestation: &Document| Proof {
        key_attestation: key_attestation.clone(),
        ..bad.clone()
    };
    let said = |by: &Attester, record: &KeyRecord| {
        let signed = by.attest(CIRCUIT_KEY, Timestamp(0), record);
        Document::new(CIRCUIT_KEY, signed, by)
    };
    let record = KeyRecord {
        circuit: bad.circuit.clone(),
        scheme: bad.scheme,
        curve: bad.curve,
        vk_digest: bad.vk_digest.clone(),
        setup: bad.setup,
    };
    // All of it is right but for who says that the key is one: were it signed, it would be believed.
    judged(&with(&said(&attester, &record))).unwrap();
    let not_the_one = "is not the one that was signed for this circuit";
    for (attestation, reason) in [
        (&bad.key_attestation, not_the_one),
        (&other.key_attestation, not_the_one),
        (&eve.key_attestation, "signed by another than the root"),
        (
            &said(&eves.encryption.attester(), &record),
            "signed by another than the root",
        ),
        (&proof.attested_root, "another format"),
    ] {
        let why = judged(&with(attestation)).unwrap_err();
        assert!(why.contains(reason), "{why}");
    }
    // A key that is right, and of another platform, with a proof that holds under it.
    let exchanged = Proof {
        attested_root: proof.attested_root.clone(),
        ..eve.clone()
    };
    let why = judged(&exchanged).unwrap_err();
    assert!(why.contains("signed by another than the root"), "{why}");
    // Each field of what was signed, and nothing besides.
    let rows: [fn(&mut KeyRecord); 5] = [
        |it| it.circuit = "between:1:0".to_owned(),
        |it| it.scheme = PairingScheme::Pghr13,
        |it| it.curve = CurveName::Bls12_381,
        |it| it.vk_digest = "0".repeat(64),
        |it| it.setup = Setup::Ceremony,
    ];
    for change in rows {
        let mut changed = record.clone();
        change(&mut changed);
        let why = judged(&with(&said(&attester, &changed))).unwrap_err();
        assert!(why.contains(not_the_one), "{changed:?}: {why}");
    }
    let mut more = serde_json::to_value(&record).unwrap();
    more["more"] = json!(1);
    let signed = attester.attest(CIRCUIT_KEY, Timestamp(0), more);
    let why = judged(&with(&Document::new(CIRCUIT_KEY, signed, &attester))).unwrap_err();
    assert!(why.contains("the signed key"), "{why}");
    // By itself it is a document as others are.
    let alone = serde_json::to_value(&proof.key_attestation).unwrap();
    assert_eq!(
        super::claims::judged(&alone).unwrap().says.fields()["vkDigest"],
        proof.vk_digest
    );
}

/// The word about a key is kept with it, and one that is not this platform's is not handed on.
#[tokio::test]
async fn a_key_keeps_its_attestation() {
    let fixture = Fixture::new().await;
    let first = fixture.claim(&[525], Claim::default()).await.unwrap();
    let fixture = fixture.again().await;
    let second = fixture.claim(&[525], Claim::default()).await.unwrap();
    assert_eq!(second.key_attestation, first.key_attestation);
    let db = &fixture.encryption.ctx().db;
    let write = db.write::<_, StoreError, _>("test", tampering::unsign_proving_keys);
    write.await.unwrap();
    let fixture = fixture.again().await;
    let third = fixture.claim(&[525], Claim::default()).await.unwrap();
    assert_ne!(third.vk_digest, first.vk_digest);
    for proof in [first, third] {
        judged(&serde_json::to_value(&proof).unwrap()).unwrap();
    }
}

/// A holder of a Groth16 proof can derive another proof without the witness: the claim stays the same,
/// and so does what identifies it.
#[tokio::test]
async fn a_proof_made_anew_is_the_same_claim() {
    let fixture = Fixture::new().await;
    let claim = Claim {
        curve: CurveName::Bn254,
        ..between(400, 600)
    };
    let proof = fixture.claim(&[525, 400], claim.clone()).await.unwrap();
    let made = iden3::read_proof::<Bn254>(&proof.proof.to_string()).unwrap();
    let r = Fr::from(7_u64);
    let anew = groth16::Proof::<Bn254> {
        a: (made.a * r).into_affine(),
        b: (made.b * r.inverse().unwrap()).into_affine(),
        ..made
    };
    let other = Proof {
        proof: serde_json::from_str(&iden3::write_proof(&anew)).unwrap(),
        ..proof.clone()
    };
    let again = fixture.claim(&[525, 400], claim).await.unwrap();
    let texts = [&proof, &other, &again].map(|proof| serde_json::to_value(proof).unwrap());
    let ids = texts.each_ref().map(|text| judged(text).unwrap().id);
    let files = texts.map(|text| text.to_string());
    assert!(files[0] != files[1] && files[1] != files[2] && files[0] != files[2]);
    assert_eq!(ids, [(); 3].map(|()| proof.id.clone().unwrap()));

    // The other curve has a root of its own, and the claim is the same.
    let curve = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    assert_ne!(curve.statement.root_record, proof.statement.root_record);
    assert_eq!(curve.id, proof.id);
    // Each part of the statement, its subject and its reader make a different claim.
    let bn254 = |claim: Claim| Claim {
        curve: CurveName::Bn254,
        ..claim
    };
    let eve = Fixture::new().await;
    let mut ids = vec![proof.id];
    for other in [
        fixture.claim(&[525, 400], bn254(between(400, 601))).await,
        fixture.claim(&[525], bn254(between(400, 600))).await,
        fixture.claim(&[525, 400], bn254(Claim::default())).await,
        eve.claim(&[525, 400], bn254(between(400, 600))).await,
    ] {
        let id = other.unwrap().id;
        assert!(!ids.contains(&id));
        ids.push(id);
    }
}

/// The identifier is what its definition says, reckoned without this code's types.
#[tokio::test]
async fn an_id_is_reckoned_from_the_document_alone() {
    let fixture = Fixture::new().await;
    let proof = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    let mut statement = serde_json::to_value(&proof.statement).unwrap();
    statement.as_object_mut().unwrap().remove("rootRecord");
    let Json::Object(members) = statement else {
        panic!("no object");
    };
    let mut members: Vec<(String, Json)> = members.into_iter().collect();
    members.sort_by(|one, other| one.0.cmp(&other.0));
    let members = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"));
    let canonical = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    let expected = Sha256::digest([b"lockstep claim v1\0", canonical.as_bytes()].concat());
    assert_eq!(proof.id, Some(hex(&expected)));
}

/// A claim that names its reader says nothing to who does not expect it.
#[tokio::test]
async fn a_claim_for_another_reader_is_refused() {
    let fixture = Fixture::new().await;
    let text = |claim: Claim| async {
        serde_json::to_value(fixture.claim(&[525], claim).await.unwrap()).unwrap()
    };
    let named = text(between(400, 600)).await;
    let open = text(Claim::default()).await;
    let trust = |audience: Option<&str>, nonce: Option<&[u8]>| Trust {
        audience: audience.map(str::to_owned),
        nonce: nonce.map(|nonce| BASE64.encode(nonce).parse().unwrap()),
        ..Trust::default()
    };
    let (audience, nonce) = (Some("insurance.example"), Some(&b"chosen by them"[..]));
    for (document, audience, nonce, says) in [
        (&named, audience, nonce, None),
        (&named, None, nonce, Some("--audience")),
        (&named, audience, None, Some("--nonce")),
        (&named, None, None, Some("--audience")),
        (
            &named,
            Some("insurance.example "),
            nonce,
            Some("audience is another"),
        ),
        (
            &named,
            audience,
            Some(&b"chosen by then"[..]),
            Some("nonce is another"),
        ),
        (&open, None, None, None),
        (&open, audience, None, Some("names no audience")),
        (&open, None, nonce, Some("names no nonce")),
    ] {
        let found = verify(document.to_string().as_bytes(), &trust(audience, nonce));
        match says {
            None => drop(found.unwrap()),
            Some(says) => {
                let why = found.unwrap_err().to_string();
                assert!(why.starts_with("refused") && why.contains(says), "{why}");
            }
        }
    }
}

/// The omissions are signed: their counts agree, and none can be exchanged for another.
#[tokio::test]
async fn what_was_left_out_adds_up() {
    let fixture = Fixture::new().await;
    let attester = fixture.encryption.attester();
    let values = [525, 400];
    let with = |change: &dyn Fn(&mut Basis)| {
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
        // A platform that signs it nevertheless is not believed.
        let mut record = root(&good);
        change(record.basis.as_mut().unwrap());
        record.devices = record.basis.as_ref().unwrap().series();
        let signed = attester.attest(ROOT, fixture.clock.now(), &record);
        let mut bad = good.clone();
        let claim = bad.statement.claim().unwrap();
        bad.statement =
            crate::claims::Statement::new(&claim, &record, hex(&digest(&signed.record)));
        bad.id = Some(bad.statement.id());
        bad.attested_root = Document::new(ROOT, signed, &attester);
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
    assert_eq!(fault.kind, lockstep_web::api_error::Kind::Conflict);
    assert!(fixture.newest_root().await.is_none());
}

/// Documents of the first and the second format have the same roots and proofs.
#[tokio::test]
async fn formats_do_not_mix() {
    let fixture = Fixture::new().await;
    let good = fixture.claim(&[525], Claim::default()).await.unwrap();
    let attester = fixture.encryption.attester();
    let sign = |format: &str, record: &RootRecord| {
        let signed = attester.attest(format, fixture.clock.now(), record);
        let digest = hex(&digest(&signed.record));
        (Document::new(format, signed, &attester), digest)
    };
    let first = RootRecord {
        basis: None,
        ..root(&good)
    };
    for (proof_format, root_format, record) in [
        (PROOF_1, ROOT_1, root(&good)),
        (PROOF_1, ROOT, root(&good)),
        (PROOF, ROOT_1, root(&good)),
        (PROOF, ROOT, first.clone()),
        (PROOF_1, ROOT, first.clone()),
        (PROOF, ROOT_1, first.clone()),
        // All right but for the proof, which is of the second format.
        (PROOF_1, ROOT_1, first),
    ] {
        let (document, digest) = sign(root_format, &record);
        let mut bad = good.clone();
        bad.format = proof_format.to_owned();
        bad.attested_root = document;
        bad.statement = crate::claims::Statement::new(&Claim::default(), &record, digest);
        bad.id = Some(bad.statement.id());
        let text = serde_json::to_vec(&bad).unwrap();
        let trust = Trust {
            accept_proof_1: true,
            ..Trust::default()
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
        let blocks = db.read::<_, StoreError, _>("test", move |tx| Vault::signed_blocks(tx, &user));
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
    let before = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    fixture.encryption.rotate_attestation().await.unwrap();
    let after = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    let (before, after) = (json!(before), json!(after));
    let key = |proof: &Json, of: &str| proof[of]["publicKey"].clone();
    assert_ne!(key(&after, "attestedRoot"), key(&before, "attestedRoot"));
    assert_eq!(key(&after, "keyAttestation"), key(&after, "attestedRoot"));
    judged(&after).unwrap();
}
