//! Verification of every kind of signed document by one function.

use lockstep_vault::document::{
    CHECKPOINT, ERASURE, Judge, Trust, Unverified, Verified, record, verify_among,
};
use lockstep_vault::rotation::ROTATION;
use lockstep_vault::signed_root::BLOCK;

use crate::claims::{CIRCUIT_KEY, PROOF, PROOF_1, ROOT, ROOT_1, judge};

/// Reads a document of any known format and judges it. Total: it returns an answer for any bytes.
///
/// # Errors
/// [`Unverified`].
pub fn verify(bytes: &[u8], trust: &Trust) -> Result<Verified, Unverified> {
    verify_among(FORMATS, bytes, trust)
}

/// All kinds of documents, and the function that judges each.
const FORMATS: &[(&str, Judge)] = &[
    (CHECKPOINT, record),
    (ERASURE, record),
    (ROTATION, record),
    (ROOT, record),
    (ROOT_1, record),
    (BLOCK, record),
    (CIRCUIT_KEY, record),
    (PROOF, judge),
    (PROOF_1, judge),
];
