//! Verification of a claim's document, given only the document and the trusted signers.

use lockstep_values::Timestamp;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::check_public;
use lockstep_zk::formats::{json, unique_json};
use lockstep_zk::rand_core::{CryptoRng, Error, RngCore, impls};
use lockstep_zk::{Curve, CurveName, PairingScheme, field, on_curve, pghr13};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::proof::{PairingMembers, Proof, Statement, circuit, format_of, public_inputs};
use super::record::{KeyRecord, RootRecord};
use super::{
    CIRCUIT_KEY, Claim, ClaimBasis, DAY_MS, PROOF_1, PROOF_2, ROOT, ROOT_1, ROOT_2, day, ranges,
};
use crate::document::{VerificationPolicy, VerifiedDocument, signer};
use crate::scheme::ProofScheme;
use crate::signed::{AttestationKey, Document, Record, SignatureError, VerificationError};
use crate::signed_root::{digest, hex};
use crate::verification_keys::VerificationKeys;

/// The facts of a verified claim that a reader needs. Fields are in alphabetical order, which is the order
/// of their display.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClaimFacts {
    /// The trustworthiness of a proof under the key.
    pub assurance: String,
    /// The facts that the signature attests.
    pub attested: &'static str,
    /// The intended recipient of the claim.
    pub audience: String,
    /// The devices that contributed values, and the points that were left out; null in the first format.
    pub basis: Option<ClaimBasis>,
    /// The circuit of a pairing-based proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circuit: Option<String>,
    /// Whether the claim states how many points were left out.
    pub completeness: &'static str,
    /// The curve of a pairing-based proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<CurveName>,
    /// The end of the claim's validity; null if unlimited.
    pub expires_at: Option<String>,
    /// The nonce of the verifier, base64.
    pub nonce: String,
    /// The pseudonym of the account.
    pub owner: String,
    /// The SHA-256 of the signed root's record, in hexadecimal.
    pub root_record: String,
    /// The proof system.
    pub scheme: ProofScheme,
    /// How the key was created; Bulletproofs have none.
    pub setup: Setup,
    /// The claim in sentences.
    pub statement: String,
    /// The SHA-256 of the verification key of a pairing-based proof, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vk_digest: Option<String>,
}

/// Verifies a claim: the signature of the root, every field of the statement against the signed record, the
/// days against the calendar, and the proof. For a pairing-based proof also the signature of the key, the key
/// against its digest, and the recomputed public inputs.
pub(crate) fn verify_claim(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<ClaimFacts>, VerificationError> {
    let proof: Proof = unique_json::from_slice(bytes)
        .map_err(|error| VerificationError::Unreadable(error.to_string()))?;
    let signer = signer(&proof.attested_root.public_key, trust)?;
    let record = signed_root(&proof, &signer.key, trust)?;
    let root = &record.body;
    check_root_covers_days(&proof, root, record.at)?;
    let pairing = proof.pairing().map_err(|_| {
        refused("a member of its scheme is missing, or a member of another scheme is there")
    })?;
    if let Some(members) = &pairing {
        let of_root = (&proof.attested_root, record.installation.as_str());
        set_up_by_signer((members, proof.setup), &signer.key, trust, of_root)?;
    }
    let claim = matching_claim(&proof.statement, root, &proof.attested_root.record)?;
    let id = proof.statement.id();
    if root.basis.is_some() && proof.id.as_ref() != Some(&id) {
        return Err(refused("its id is not that of its statement"));
    }
    trust.expects(Some(&claim.audience), Some(&claim.nonce))?;
    if let (Some(now), Some(end)) = (trust.now, claim.expires_at)
        && now > end
    {
        return Err(VerificationError::Refused(format!(
            "it has expired: the claim was valid until {end}"
        )));
    }
    let is_proven = match pairing {
        Some(members) => on_curve!(members.curve, E =>
            pairing_holds::<E>((&proof, &members, &trust.keys), &claim, root, bytes)?),
        None => ranges_hold(&proof, &claim, root, bytes)?,
    };
    if !is_proven {
        return Err(refused("the proof does not hold for this statement"));
    }
    if root.basis.is_none() && !trust.accept_proof_1 {
        return Err(refused(
            "a lockstep-proof/1 is valid, but does not state the omitted points of its days: deleted points, \
                unreadable points, other devices. Ask its owner for a new claim, or accept it with --accept-proof-1",
        ));
    }
    Ok(VerifiedDocument {
        id,
        installation: record.installation,
        at: record.at,
        attester: signer.key.fingerprint(),
        known_signer: signer.is_known,
        format: proof.format.clone(),
        says: facts(proof, record.body.basis),
    })
}

/// The signed root of a claim, if its signer signed it in time.
fn signed_root(
    proof: &Proof,
    signer: &AttestationKey,
    trust: &VerificationPolicy,
) -> Result<Record<RootRecord>, VerificationError> {
    let document = &proof.attested_root;
    let expected = match proof.format.as_str() {
        PROOF_1 => ROOT_1,
        PROOF_2 => ROOT_2,
        _ => ROOT,
    };
    let no_root = || refused("the signed record is not a root of a series");
    if document.format != expected {
        return Err(no_root());
    }
    let record: Record<RootRecord> =
        document
            .record_in_time(signer, trust)
            .map_err(|error| match error {
                SignatureError::NotARecord(reason) => {
                    VerificationError::Refused(format!("the signed root: {reason}"))
                }
                error => error.into(),
            })?;
    match record.format == expected {
        true => Ok(record),
        false => Err(no_root()),
    }
}

/// Refuses an incomplete root. A complete root has one point for each of its days, states what was left out
/// if its format does, and was not signed before its last day began in any time zone.
fn check_root_covers_days(
    proof: &Proof,
    root: &RootRecord,
    signed_at: Timestamp,
) -> Result<(), VerificationError> {
    if proof.format != format_of(root) {
        return Err(refused(
            "the signed root has another format: it states other things about left-out points and commitments",
        ));
    }
    if !root.is_whole() {
        return Err(refused(
            "a day is left out: the signed root has not one point and one commitment for each of its days",
        ));
    }
    if root
        .basis
        .as_ref()
        .is_some_and(|basis| !root.is_consistent_with(basis))
    {
        return Err(refused(
            "the statements of the signed root about its devices and blocks contradict each other",
        ));
    }
    if root
        .basis
        .as_ref()
        .is_some_and(|basis| !basis.is_dated_before(signed_at))
    {
        return Err(refused(
            "it states that changes were counted, or the time zone changed, after it was signed",
        ));
    }
    let latest = signed_at
        .0
        .saturating_add(MAX_AHEAD)
        .div_euclid(DAY_MS as i64);
    if day(&root.end_date).is_none_or(|last| last > latest) {
        return Err(refused(
            "it states days that had not begun when it was signed",
        ));
    }
    Ok(())
}

/// Refuses a verification key that the root's signer did not set up for this circuit: another party that
/// set it up could prove any statement under it.
fn set_up_by_signer(
    (members, setup): (&PairingMembers<'_>, Setup),
    signer: &AttestationKey,
    trust: &VerificationPolicy,
    (root, installation): (&Document, &str),
) -> Result<(), VerificationError> {
    let document = members.key_attestation;
    if document.public_key != root.public_key {
        return Err(refused(
            "the verification key and the root have different signers",
        ));
    }
    let of_another_kind = || {
        refused("the signed record of the verification key has another format or another signer")
    };
    if document.format != CIRCUIT_KEY {
        return Err(of_another_kind());
    }
    let record: Record<KeyRecord> =
        document
            .record_in_time(signer, trust)
            .map_err(|error| match error {
                SignatureError::NotARecord(reason) => {
                    VerificationError::Refused(format!("the signed key: {reason}"))
                }
                error => VerificationError::Refused(format!(
                    "the signed record of the verification key: {error}"
                )),
            })?;
    if record.format != CIRCUIT_KEY || record.installation != installation {
        return Err(of_another_kind());
    }
    let expected = KeyRecord {
        circuit: members.circuit.to_owned(),
        scheme: members.scheme,
        curve: members.curve,
        vk_digest: members.vk_digest.to_owned(),
        setup,
    };
    if record.body != expected {
        return Err(refused(
            "the verification key is not the one that was signed for this circuit",
        ));
    }
    Ok(())
}

/// The claim of the statement, if each field equals the signed root or its canonical form.
fn matching_claim(
    statement: &Statement,
    root: &RootRecord,
    record: &str,
) -> Result<Claim, VerificationError> {
    let unread = || refused("a field of the statement is not in its canonical form");
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

/// Whether the Bulletproofs of a document show its claim.
fn ranges_hold(
    proof: &Proof,
    claim: &Claim,
    root: &RootRecord,
    bytes: &[u8],
) -> Result<bool, VerificationError> {
    if proof.setup != Setup::Transparent || proof.assurance != Setup::Transparent.assurance() {
        return Err(refused("Bulletproofs have no set-up, and it names one"));
    }
    let statement = (&proof.statement, digest(&proof.attested_root.record));
    let mut combining = OfDocument::new(bytes);
    Ok(ranges::holds(
        &proof.proof,
        claim,
        statement,
        root,
        &mut combining,
    ))
}

/// Whether the pairing-based proof of a document shows its claim.
fn pairing_holds<E: Curve>(
    (proof, members, keys): (&Proof, &PairingMembers<'_>, &VerificationKeys),
    claim: &Claim,
    root: &RootRecord,
    bytes: &[u8],
) -> Result<bool, VerificationError> {
    let unread = |what: &str| {
        let what = what.to_owned();
        move |error: lockstep_zk::Error| VerificationError::Refused(format!("{what}: {error}"))
    };
    // The proving platform creates the keys of claims: it could have kept their toxic waste.
    if proof.setup != Setup::Local || proof.assurance != Setup::Local.assurance() {
        return Err(refused("its set-up claims more trust than can be verified"));
    }
    let kind = circuit(root.count);
    if members.circuit != kind.name() || root.curve != members.curve {
        return Err(refused("its circuit or curve does not match its days"));
    }
    let public_of = |key_digest: [u8; 32]| -> Result<Vec<E::ScalarField>, VerificationError> {
        if hex(&key_digest) != members.vk_digest {
            return Err(refused("the verification key has another digest"));
        }
        let record_digest = digest(&proof.attested_root.record);
        let inputs = public_inputs(claim, root, record_digest, kind, key_digest)
            .ok_or_else(|| refused("the signed root is not an element of the field"))?;
        let texts = inputs.iter().map(field::to_decimal);
        if !texts.eq(members.public_inputs.iter().cloned()) {
            return Err(refused("the public inputs are not those of the statement"));
        }
        check_public(kind, &inputs).map_err(unread("the public inputs"))?;
        Ok(inputs.to_vec())
    };
    // Writing what was read must reproduce proof and key: no member of them is ignored.
    let key = members.verification_key.to_string();
    match members.scheme {
        PairingScheme::Groth16 => {
            let made = json::proof_from_value::<E>(&proof.proof).map_err(unread("the proof"))?;
            let key = keys.groth16::<E>(&key, &|| true);
            let key = key.map_err(unread("the key"))?;
            let public = public_of(key.digest())?;
            Ok(made.key_digest == Some(key.digest())
                && json::proof_to_value(&made) == proof.proof
                && key.is_canonical()
                && key.verify(&public, &made).map_err(unread("the proof"))?)
        }
        PairingScheme::Pghr13 => {
            let made =
                json::pghr13_proof_from_value::<E>(&proof.proof).map_err(unread("the proof"))?;
            let key = keys.pghr13::<E>(&key, &|| true);
            let key = key.map_err(unread("the key"))?;
            let public = public_of(key.digest())?;
            let mut exponents = OfDocument::new(bytes);
            Ok(made.key_digest == Some(key.digest())
                && json::pghr13_proof_to_value(&made) == proof.proof
                && key.is_canonical()
                && pghr13::verify(key.key(), &public, &made, &mut exponents)
                    .map_err(unread("the proof"))?)
        }
    }
}

fn facts(proof: Proof, basis: Option<ClaimBasis>) -> ClaimFacts {
    let Proof {
        statement,
        circuit,
        scheme,
        curve,
        vk_digest,
        setup,
        assurance,
        ..
    } = proof;
    ClaimFacts {
        assurance,
        attested: "the platform held these values when it signed; it does not attest that they are true",
        audience: statement.audience,
        completeness: match basis {
            Some(_) => "says what was left out",
            None => "does not say what was left out",
        },
        basis,
        circuit,
        curve,
        expires_at: statement.expires_at,
        nonce: statement.nonce,
        owner: statement.owner,
        root_record: statement.root_record,
        scheme,
        setup,
        statement: statement.says,
        vk_digest,
    }
}

fn refused(why: &str) -> VerificationError {
    VerificationError::Refused(why.to_owned())
}

/// The exponents that combine the equations of PGHR13 and of Bulletproofs, derived from the whole document: its
/// author had to fix it before they were known (Fiat–Shamir). No entropy is available here.
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
