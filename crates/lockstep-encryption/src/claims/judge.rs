//! Verification of a claim's document, given only the document and the trusted signers.

use lockstep_store::Timestamp;
use lockstep_vault::attest::{AttestationKey, Signed};
use lockstep_vault::document::{Trust, Unverified, Verified, signed_in_time, signer};
use lockstep_vault::signed_root::{digest, hex};
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::check_public;
use lockstep_zk::formats::json;
use lockstep_zk::rand_core::{CryptoRng, Error, RngCore, impls};
use lockstep_zk::{Bls12_381, Bn254, Curve, groth16, pghr13};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use super::proof::{Proof, Statement, circuit, format_of, public_inputs};
use super::record::{KeyRecord, RootRecord};
use super::{CIRCUIT_KEY, Claim, DAY_MS, PROOF_1, ROOT, ROOT_1, day};
use crate::scheme::{CurveName, Scheme};

/// Verifies a claim: the signatures of root and key, every field of the statement against the signed
/// records, the days against the calendar, the key against its digest, the recomputed public inputs, and
/// the proof.
pub(crate) fn judge(bytes: &[u8], trust: &Trust) -> Result<Verified, Unverified> {
    let proof: Proof =
        serde_json::from_slice(bytes).map_err(|error| Unverified::Unreadable(error.to_string()))?;
    let root = &proof.attested_root;
    let (key, known_signer) = signer(&root.public_key, trust)?;
    let signed = Signed {
        record: root.record.clone(),
        signature: root.signature.clone(),
        key: root.key.clone(),
    };
    let record = signed_in_time(&signed, &key, trust)?;
    let root_format = if proof.format == PROOF_1 {
        ROOT_1
    } else {
        ROOT
    };
    if root.format != root_format || record.format != root_format {
        return Err(refused("what was signed is no root of a series"));
    }
    let body: RootRecord = serde_json::from_value(Json::Object(record.body))
        .map_err(|error| Unverified::Refused(format!("the signed root: {error}")))?;
    whole(&proof, &body, &record.at)?;
    set_up_by(&proof, (&key, trust), &record.installation)?;
    let claim = agreed(&proof.statement, &body, &root.record)?;
    let id = proof.statement.id();
    if body.basis.is_some() && proof.id.as_ref() != Some(&id) {
        return Err(refused("its id is not that of its statement"));
    }
    trust.expects(Some(&claim.audience), Some(&claim.nonce))?;
    if let (Some(now), Some(end)) = (trust.now, claim.expires_at)
        && now > end
    {
        return Err(Unverified::Refused(format!(
            "its time is over: the claim held until {end}"
        )));
    }
    let curve = CurveName::from_name(&proof.curve).ok_or_else(|| refused("an unknown curve"))?;
    let held = match curve {
        CurveName::Bls12_381 => holds::<Bls12_381>(&proof, &claim, &body, bytes)?,
        CurveName::Bn254 => holds::<Bn254>(&proof, &claim, &body, bytes)?,
    };
    if !held {
        return Err(refused("the proof does not hold for this statement"));
    }
    if body.basis.is_none() && !trust.accept_proof_1 {
        return Err(refused(
            "a lockstep-proof/1 holds, but does not say what was left out of its days: deleted points, points \
             that could not be read, other devices. Ask its owner for a new one, or accept it with \
             --accept-proof-1",
        ));
    }
    Ok(Verified {
        format: proof.format.clone(),
        id,
        installation: record.installation,
        at: record.at,
        attester: key.fingerprint().to_string(),
        known_signer,
        says: told(&proof, &body),
    })
}

/// Refuses an incomplete root. A complete root has one point for each of its days, states what was left out
/// if its format does, and was not signed before its last day began in any time zone.
fn whole(proof: &Proof, root: &RootRecord, at: &str) -> Result<(), Unverified> {
    if proof.format != format_of(root) {
        return Err(refused(
            "what the signed root says of points that were left out is not of this format",
        ));
    }
    if !root.is_whole() {
        return Err(refused(
            "a day is left out: the signed root has not one point for each of its days",
        ));
    }
    if root.basis.as_ref().is_some_and(|basis| !basis.fits(root)) {
        return Err(refused(
            "what the signed root says of its devices and blocks does not add up",
        ));
    }
    let signed: Timestamp = at
        .parse()
        .map_err(|_| refused("the moment of the signature is none"))?;
    let latest = signed.0.saturating_add(MAX_AHEAD).div_euclid(DAY_MS as i64);
    if day(&root.end_date).is_none_or(|last| last > latest) {
        return Err(refused(
            "it is about days that had not begun when it was signed",
        ));
    }
    Ok(())
}

/// Refuses a verification key that the root's signer did not set up for this circuit: another party that
/// set it up could prove any statement under it.
fn set_up_by(
    proof: &Proof,
    (signer, trust): (&AttestationKey, &Trust),
    installation: &str,
) -> Result<(), Unverified> {
    let document = &proof.key_attestation;
    if document.public_key != proof.attested_root.public_key {
        return Err(refused(
            "the verification key is signed by another than the root",
        ));
    }
    let signed = Signed {
        record: document.record.clone(),
        signature: document.signature.clone(),
        key: document.key.clone(),
    };
    let record = signed_in_time(&signed, signer, trust).map_err(|no| {
        Unverified::Refused(format!("what was signed of the verification key: {no}"))
    })?;
    if document.format != CIRCUIT_KEY
        || record.format != CIRCUIT_KEY
        || record.installation != installation
    {
        return Err(refused(
            "what was signed of the verification key is of another kind or platform",
        ));
    }
    let said: KeyRecord = serde_json::from_value(Json::Object(record.body))
        .map_err(|error| Unverified::Refused(format!("the signed key: {error}")))?;
    let expected = KeyRecord {
        circuit: proof.circuit.clone(),
        scheme: proof.scheme.clone(),
        curve: proof.curve.clone(),
        vk_digest: proof.vk_digest.clone(),
        setup: proof.setup.clone(),
    };
    if said != expected {
        return Err(refused(
            "the verification key is not the one that was signed for this circuit",
        ));
    }
    Ok(())
}

/// The claim of the statement, if each field equals the signed root or its canonical form.
fn agreed(statement: &Statement, root: &RootRecord, record: &str) -> Result<Claim, Unverified> {
    let unread = || refused("a field of the statement is not as it would be written");
    let claim = statement.claim().ok_or_else(unread)?;
    let expected = Statement::new(&claim, root, hex(&digest(record)));
    if statement.days != root.count
        || statement.start_date != root.start_date
        || statement.end_date != root.end_date
    {
        return Err(refused(
            "the statement's days are not those of the signed root",
        ));
    }
    if *statement != expected {
        return Err(refused("the statement is not about the signed root"));
    }
    Ok(claim)
}

fn holds<E: Curve>(
    proof: &Proof,
    claim: &Claim,
    root: &RootRecord,
    bytes: &[u8],
) -> Result<bool, Unverified> {
    let unread = |what: &str| {
        let what = what.to_owned();
        move |error: lockstep_zk::Error| Unverified::Refused(format!("{what}: {error}"))
    };
    // The proving platform creates the keys of claims: it could have kept their toxic waste.
    if proof.setup != Setup::Local.name() || proof.assurance != Setup::Local.assurance() {
        return Err(refused(
            "its set-up is said to be worth more than can be checked",
        ));
    }
    let kind = circuit(root.count);
    if proof.circuit != kind.name() || root.curve != proof.curve {
        return Err(refused("it is of another circuit or curve than its days"));
    }
    let scheme = Scheme::from_name(&proof.scheme).filter(|it| it.name() == proof.scheme);
    let text = proof.proof.to_string();
    let key = proof.verification_key.to_string();
    // Parsing and writing the document must reproduce it: no field is ignored.
    let same = |written: String, given: &Json| {
        serde_json::from_str::<Json>(&written).is_ok_and(|written| written == *given)
    };
    let expected = |key_digest: [u8; 32]| -> Result<Vec<E::ScalarField>, Unverified> {
        if hex(&key_digest) != proof.vk_digest {
            return Err(refused("the verification key has another digest"));
        }
        let inputs = public_inputs(
            claim,
            root,
            digest(&proof.attested_root.record),
            (kind, key_digest),
        )
        .ok_or_else(|| refused("the signed root is no element of the field"))?;
        let given = Json::from(proof.public_inputs.clone());
        if !same(json::write_public(&inputs), &given) {
            return Err(refused("the public inputs are not those of the statement"));
        }
        check_public(kind, &inputs).map_err(unread("the public inputs"))?;
        Ok(inputs.to_vec())
    };
    let held = match scheme {
        Some(Scheme::Groth16) => {
            let made = json::read_proof::<E>(&text).map_err(unread("the proof"))?;
            let key = json::read_verifying_key::<E>(&key).map_err(unread("the key"))?;
            let public = expected(key.digest())?;
            made.key_digest == Some(key.digest())
                && same(json::write_proof(&made), &proof.proof)
                && same(json::write_verifying_key(&key), &proof.verification_key)
                && groth16::verify(&key, &public, &made).map_err(unread("the proof"))?
        }
        Some(Scheme::Pghr13) => {
            let made = json::read_pghr13_proof::<E>(&text).map_err(unread("the proof"))?;
            let key = json::read_pghr13_key::<E>(&key).map_err(unread("the key"))?;
            let public = expected(key.digest())?;
            let mut exponents = OfDocument::new(bytes);
            made.key_digest == Some(key.digest())
                && same(json::write_pghr13_proof(&made), &proof.proof)
                && same(json::write_pghr13_key(&key), &proof.verification_key)
                && pghr13::verify(&key, &public, &made, &mut exponents)
                    .map_err(unread("the proof"))?
        }
        _ => return Err(refused("its scheme is neither Groth16 nor PGHR13")),
    };
    Ok(held)
}

/// The information about a valid claim that a reader needs.
fn told(proof: &Proof, root: &RootRecord) -> Map<String, Json> {
    let statement = &proof.statement;
    let completeness = match root.basis {
        Some(_) => "says what was left out",
        None => "does not say what was left out",
    };
    let told = json!({
        "statement": statement.says,
        "completeness": completeness,
        "basis": root.basis,
        "audience": statement.audience,
        "nonce": statement.nonce,
        "expiresAt": statement.expires_at,
        "owner": statement.owner,
        "rootRecord": statement.root_record,
        "attested": "the platform held these values when it signed; it does not attest that they are true",
        "circuit": proof.circuit,
        "scheme": proof.scheme,
        "curve": proof.curve,
        "vkDigest": proof.vk_digest,
        "setup": proof.setup,
        "assurance": proof.assurance,
    });
    match told {
        Json::Object(told) => told,
        _ => Map::new(),
    }
}

fn refused(why: &str) -> Unverified {
    Unverified::Refused(why.to_owned())
}

/// The exponents that combine the pairings of PGHR13, derived from the whole document: its author had to
/// fix it before they were known (Fiat–Shamir). No entropy is available here.
struct OfDocument {
    seed: [u8; 32],
    drawn: u64,
}

impl OfDocument {
    fn new(bytes: &[u8]) -> Self {
        Self {
            seed: Sha256::digest(bytes).into(),
            drawn: 0,
        }
    }
}

impl RngCore for OfDocument {
    fn next_u32(&mut self) -> u32 {
        impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let mut hash = Sha256::new();
            hash.update(b"lockstep exponents v1");
            hash.update(self.seed);
            hash.update(self.drawn.to_be_bytes());
            self.drawn += 1;
            chunk.copy_from_slice(&hash.finalize()[..chunk.len()]);
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for OfDocument {}

/// The maximum offset of a time zone ahead of UTC, in milliseconds.
const MAX_AHEAD: i64 = 14 * 3_600_000;
