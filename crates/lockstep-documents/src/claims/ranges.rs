//! Claims without a set-up: Bulletproofs over the commitments of the days.

use data_encoding::{BASE64, HEXLOWER};
use lockstep_zk::bulletproof::{
    Bounds, Commitment, Opening, RangesProof, prove_ranges, verify_ranges,
};
use lockstep_zk::rand_core::{CryptoRng, RngCore};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::Claim;
use super::proof::Statement;
use super::record::RootRecord;

/// The proof in a document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofJson {
    /// The bits of each difference between a value and a bound.
    bits: u8,
    /// Hexadecimal.
    proof: String,
    protocol: String,
}

const PROTOCOL: &str = "bulletproofs";

/// Returns the commitments of days, base64. The blindings follow from the secret of the series.
#[must_use]
pub fn commitments(values: &[i64], secret: &[u8; 32]) -> Vec<String> {
    openings(values, secret)
        .iter()
        .map(|opening| BASE64.encode(&opening.commitment().to_bytes()))
        .collect()
}

fn openings(values: &[i64], secret: &[u8; 32]) -> Vec<Opening> {
    let places = 0..;
    let days = values.iter().zip(places);
    days.map(|(value, place)| Opening::derived(*value, secret, place))
        .collect()
}

/// Proves the bounds of all days, for one statement over one signed root.
///
/// # Errors
/// A value outside the bounds, and bounds without a value between them.
pub fn prove(
    (values, secret): (&[i64], &[u8; 32]),
    claim: &Claim,
    (statement, record_digest): (&Statement, [u8; 32]),
    rng: &mut (impl RngCore + CryptoRng),
) -> lockstep_zk::Result<Json> {
    let context = context(statement, record_digest);
    let openings = openings(values, secret);
    let proof = prove_ranges(&openings, bounds(claim), &context, rng)?;
    Ok(json!({
        "bits": proof.bits,
        "proof": HEXLOWER.encode(&proof.bytes),
        "protocol": PROTOCOL,
    }))
}

/// Whether a proof shows the claim over the commitments of the signed root. False for a proof that is not
/// written as [`prove`] writes it.
pub(crate) fn holds(
    proof: &Json,
    claim: &Claim,
    (statement, record_digest): (&Statement, [u8; 32]),
    root: &RootRecord,
    rng: &mut (impl RngCore + CryptoRng),
) -> bool {
    let Ok(read) = ProofJson::deserialize(proof) else {
        return false;
    };
    let Ok(bytes) = HEXLOWER.decode(read.proof.as_bytes()) else {
        return false;
    };
    let range_proof = RangesProof {
        bits: read.bits,
        bytes,
    };
    let Some(commitments) = root.commitments.as_deref().and_then(parsed) else {
        return false;
    };
    let context = context(statement, record_digest);
    read.protocol == PROTOCOL
        && verify_ranges(&commitments, bounds(claim), &context, &range_proof, rng)
}

fn parsed(commitments: &[String]) -> Option<Vec<Commitment>> {
    let commitment = |text: &String| {
        let bytes = BASE64.decode(text.as_bytes()).ok()?;
        Commitment::from_bytes(&bytes).ok()
    };
    commitments.iter().map(commitment).collect()
}

fn bounds(claim: &Claim) -> Bounds {
    Bounds {
        min: claim.min,
        max: claim.max,
    }
}

/// Binds a proof to every field of its statement, and to the signed record with the commitments.
fn context(statement: &Statement, record_digest: [u8; 32]) -> Vec<u8> {
    let id = statement.id();
    [CONTEXT, id.as_bytes(), &record_digest].concat()
}

const CONTEXT: &[u8] = b"lockstep-proof/3 ";
