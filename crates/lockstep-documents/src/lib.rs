#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`signed`] (records, signatures, keys) and [`record`] (the signed text), [`rotation`] (the chain of keys),
//! [`document`] (what a verifier trusts, and the verification of a record), [`signed_root`], [`claims`] and
//! [`offers`] (the contents of documents), [`formats`] (the table of all formats), [`verification_keys`] (keys of proofs that
//! were read), `verdict` (the result as JSON),
//! `answered` (documents inside of responses).
#![forbid(unsafe_code)]

mod answered;
pub mod claims;
pub mod decimal;
pub mod document;
pub mod formats;
pub mod offers;
pub mod record;
pub mod rotation;
pub mod scheme;
pub mod signed;
pub mod signed_root;
#[cfg(test)]
mod tests;
mod verdict;
pub mod verification_keys;

pub use answered::answered;
pub use document::{
    CHECKPOINT, ERASURE, Nonce, NotANonce, VerificationPolicy, VerifiedDocument, verify_among,
};
pub use formats::{Content, verify};
pub use rotation::{Chain, Rotation};
pub use signed::{
    ALGORITHM_NAME, AttestationKey, CONTEXT, Document, Fingerprint, MAX_BYTES, NotAFingerprint,
    Record, SignatureError, SignedRecord, VerificationError,
};
pub use verdict::DocumentVerification;
pub use verification_keys::VerificationKeys;
