//! The vectors of signed documents: receipts, a chain of keys, and claims, each with what a verifier expects and finds.

use data_encoding::BASE64;
use lockstep_client_crypto::Setup;
use lockstep_documents::claims::{
    Claim, ClaimBasis, CurveName, DeviceMeasurements, PROOF, Proof, ProofScheme, ROOT, RootRecord,
    Statement, day, kind, ranges, time,
};
use lockstep_documents::rotation::{KeyHandover, ROTATION};
use lockstep_documents::signed::ALGORITHM;
use lockstep_documents::signed_root::{digest, hex};
use lockstep_documents::{
    AttestationKey, CHECKPOINT, CONTEXT, Document, ERASURE, Rotation, SignedRecord, record,
};
use lockstep_pq::{Key, KeyFormat};
use lockstep_values::Timestamp;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;
use serde_json::{Value, json};

use super::support::ask;

/// The file: documents and chains by name, and the cases that name them.
pub(super) fn documents() -> Value {
    let (old, new) = (Signer::new(1), Signer::new(2));
    let (before, after) = (at("2026-11-20T10:00:00Z"), at("2026-11-22T10:00:00Z"));
    let receipt = old.document(ERASURE, before, &json!({ "receiptId": "era_1" }));
    let rotation = old.replaced_by(&new, at("2026-11-21T10:00:00Z"));
    let mut changed = receipt.clone();
    changed.record = changed.record.replace("era_1", "era_2");
    let mut relabelled = receipt.clone();
    relabelled.format = CHECKPOINT.to_owned();
    let late = old.document(CHECKPOINT, after, &json!({ "entries": 3 }));
    let newer = new.document(CHECKPOINT, after, &json!({ "entries": 3 }));
    let unknown = old.document("lockstep-unknown/1", before, &json!({}));
    let claim = claim(&old, "insurance.example", b"chosen by them");
    let mut stretched = claim.clone();
    stretched.statement.max = Some(54.into());
    let documents = json!({
        "receipt": text(&receipt),
        "changed receipt": text(&changed),
        "receipt as a checkpoint": text(&relabelled),
        "checkpoint of the replaced key": text(&late),
        "checkpoint of the new key": text(&newer),
        "unknown format": text(&unknown),
        "claim": text(&claim),
        "claim with other bounds": text(&stretched),
        "claim with Groth16": BASE64.encode(GROTH16_CLAIM),
        "claim with PGHR13": BASE64.encode(PGHR13_CLAIM),
        "first format": BASE64.encode(FIRST_FORMAT),
        "twice": BASE64.encode(format!(r#"{{"format":"{ERASURE}","format":"{ERASURE}"}}"#).as_bytes()),
        "no document": BASE64.encode(b"hello"),
    });
    let chains = json!({ "chain": text(&[rotation]) });
    json!({ "cases": cases(&old, &new, &documents, &chains), "documents": documents, "chains": chains })
}

/// Each case with the answer of this library.
fn cases(old: &Signer, new: &Signer, documents: &Value, chains: &Value) -> Vec<Value> {
    let (known, other) = (old.fingerprint(), new.fingerprint());
    let (to, nonce) = ("insurance.example", BASE64.encode(b"chosen by them"));
    let now = "2026-12-01T00:00:00Z";
    let (groth16, pghr13) = (signer_of(GROTH16_CLAIM), signer_of(PGHR13_CLAIM));
    let rows = [
        (
            "a receipt of a known key",
            json!({ "document": "receipt", "attester": known }),
        ),
        (
            "a receipt and its public key",
            json!({ "document": "receipt", "publicKey": old.key.to_base64() }),
        ),
        ("a receipt of any key", json!({ "document": "receipt" })),
        (
            "a receipt of another key",
            json!({ "document": "receipt", "attester": other }),
        ),
        (
            "an audience of a document without one",
            json!({ "document": "receipt", "audience": to }),
        ),
        (
            "a changed receipt",
            json!({ "document": "changed receipt", "attester": known }),
        ),
        (
            "a receipt as a checkpoint",
            json!({ "document": "receipt as a checkpoint" }),
        ),
        (
            "a receipt of the key before",
            json!({ "document": "receipt", "attester": other, "chain": "chain" }),
        ),
        (
            "a checkpoint of the key after",
            json!({ "document": "checkpoint of the new key", "attester": known, "chain": "chain" }),
        ),
        (
            "a checkpoint of a key that was replaced before",
            json!({ "document": "checkpoint of the replaced key", "attester": known, "chain": "chain" }),
        ),
        (
            "a claim",
            json!({ "document": "claim", "attester": known, "audience": to, "nonce": nonce, "now": now }),
        ),
        (
            "a claim without its audience",
            json!({ "document": "claim", "attester": known, "nonce": nonce }),
        ),
        (
            "a claim without its nonce",
            json!({ "document": "claim", "attester": known, "audience": to }),
        ),
        (
            "a claim that expired",
            json!({ "document": "claim", "audience": to, "nonce": nonce, "now": "2027-01-01T00:00:01Z" }),
        ),
        (
            "a claim with other bounds",
            json!({ "document": "claim with other bounds", "audience": to, "nonce": nonce }),
        ),
        (
            "a claim with Groth16",
            json!({ "document": "claim with Groth16", "attester": groth16, "audience": to, "nonce": nonce }),
        ),
        (
            "a claim with PGHR13",
            json!({ "document": "claim with PGHR13", "attester": pghr13, "audience": to, "nonce": nonce }),
        ),
        (
            "a claim of the first format",
            json!({ "document": "first format" }),
        ),
        (
            "an unknown format",
            json!({ "document": "unknown format", "attester": known }),
        ),
        ("a member twice", json!({ "document": "twice" })),
        ("no document", json!({ "document": "no document" })),
    ];
    let finished = rows.into_iter().map(|(name, mut case)| {
        case["answer"] = answer(&case, documents, chains);
        case["name"] = json!(name);
        case
    });
    finished.collect()
}

fn answer(case: &Value, documents: &Value, chains: &Value) -> Value {
    let mut fields = case.clone();
    let bytes = |files: &Value, name: &str| {
        let named = case[name].as_str()?;
        Some((name.to_owned(), super::decoded(&files[named])))
    };
    let parts = [bytes(documents, "document"), bytes(chains, "chain")];
    let parts: Vec<(String, Vec<u8>)> = parts.into_iter().flatten().collect();
    let parts: Vec<(&str, &[u8])> = parts
        .iter()
        .map(|(name, bytes)| (&**name, &**bytes))
        .collect();
    for (name, _) in &parts {
        fields[*name] = Value::Null;
    }
    Value::Object(ask("Document.verify", fields, &parts).expect("the values can be read"))
}

/// A value as the base 64 of its JSON.
fn text(value: &impl Serialize) -> String {
    BASE64.encode(&serde_json::to_vec(value).expect("documents are JSON"))
}

/// The fingerprint of the key that signed a claim.
fn signer_of(claim: &[u8]) -> Value {
    let claim: Value = serde_json::from_slice(claim).expect("the claim is JSON");
    claim["attestedRoot"]["key"].clone()
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("the time is RFC 3339")
}

/// A server that signs.
struct Signer {
    secret: Key,
    key: AttestationKey,
}

impl Signer {
    fn new(seed: u8) -> Self {
        let secret = Key::from_bytes(ALGORITHM, KeyFormat::Seed, &[seed; 32]).expect("a seed");
        let key = AttestationKey::new(secret.public_key().expect("a key made of its seed"));
        Self { secret, key }
    }

    fn fingerprint(&self) -> String {
        self.key.fingerprint().to_string()
    }

    fn sign(&self, record: &str) -> SignedRecord {
        let mut rng: chacha20::ChaCha20Rng = rand_core::SeedableRng::from_seed([3; 32]);
        let signature = self
            .secret
            .sign(record.as_bytes(), CONTEXT.as_bytes(), &mut rng);
        SignedRecord {
            record: record.to_owned(),
            signature: BASE64.encode(&signature.expect("a signing key")),
            key: self.fingerprint(),
        }
    }

    fn document(&self, format: &str, at: Timestamp, body: &impl Serialize) -> Document {
        let signed = self.sign(&record::text(format, &installation(), at, body));
        Document::by(format, signed, &self.key)
    }

    fn replaced_by(&self, new: &Self, at: Timestamp) -> Rotation {
        let says = KeyHandover {
            number: 1,
            old: self.fingerprint(),
            new: new.fingerprint(),
            public_key: new.key.to_base64(),
        };
        let record = record::text(ROTATION, &installation(), at, &says);
        let by = |one: &Self| Document::by(ROTATION, one.sign(&record), &one.key);
        Rotation {
            by_old: by(self),
            by_new: by(new),
        }
    }
}

fn installation() -> String {
    "07".repeat(16)
}

/// A claim about three days, valid until 2027.
fn claim(by: &Signer, audience: &str, nonce: &[u8]) -> Proof {
    let (values, secret) = ([52, 51, 53], [7; 32]);
    let claim = Claim {
        min: Some(40),
        max: Some(60),
        audience: audience.to_owned(),
        nonce: nonce.to_vec(),
        expires_at: Some(at("2027-01-01T00:00:00Z")),
        ..Claim::default()
    };
    let root = root(ranges::commitments(&values, &secret));
    let signed = by.sign(&record::text(
        ROOT,
        &installation(),
        at("2026-11-20T10:00:00Z"),
        &root,
    ));
    let record_digest = digest(&signed.record);
    let statement = Statement::new(&claim, &root, hex(&record_digest));
    let mut rng = rand_chacha::ChaCha20Rng::from_seed([4; 32]);
    let proof = ranges::prove(
        (&values, &secret),
        &claim,
        (&statement, record_digest),
        &mut rng,
    );
    Proof {
        format: PROOF.to_owned(),
        id: Some(statement.id()),
        statement,
        scheme: ProofScheme::Bulletproofs,
        proof: proof.expect("the values are within the bounds"),
        setup: Setup::Transparent,
        assurance: Setup::Transparent.assurance().to_owned(),
        circuit: None,
        curve: None,
        public_inputs: None,
        verification_key: None,
        vk_digest: None,
        key_attestation: None,
        attested_root: Document::by(ROOT, signed, &by.key),
    }
}

/// The signed root of the days. Bulletproofs are over its commitments and not over its Poseidon root, which is made up.
fn root(commitments: Vec<String>) -> RootRecord {
    let [first, last] = ["2026-11-16", "2026-11-18"].map(|date| day(date).expect("a date"));
    let [first_time, last_time] = [first, last].map(|day| time(day).expect("a day after 1970"));
    let (metric, unit, series) = ("restingHeartRate", "/min", "0b".repeat(16));
    RootRecord {
        owner: "0a".repeat(16),
        number: 1,
        previous: None,
        metric: metric.to_owned(),
        unit: unit.to_owned(),
        rule: "the mean of the day's plausible points".to_owned(),
        scale: 0,
        kind: kind(metric, unit),
        time_zone: "Europe/Berlin".to_owned(),
        start_date: "2026-11-16".to_owned(),
        end_date: "2026-11-18".to_owned(),
        first_time,
        last_time,
        count: 3,
        devices: vec![series.clone()],
        sources: Vec::new(),
        basis: Some(ClaimBasis {
            devices: vec![DeviceMeasurements {
                series,
                points: vec![1; 3],
                taken: vec![0, 1, 2],
                ..DeviceMeasurements::default()
            }],
            counted_since: "2026-11-01T00:00:00.000Z".to_owned(),
            ..ClaimBasis::default()
        }),
        commitments: Some(commitments),
        curve: CurveName::Bls12_381,
        root: "1".to_owned(),
    }
}

/// Claims that servers of earlier builds made.
const GROTH16_CLAIM: &[u8] = include_bytes!("../../../../fuzz/corpus/vault_document/claim-2");
const FIRST_FORMAT: &[u8] = include_bytes!("../../../../fuzz/corpus/vault_document/claim-1");
const PGHR13_CLAIM: &[u8] = include_bytes!("../../../../fuzz/corpus/vault_document/claim-3");
