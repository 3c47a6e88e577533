//! The proof systems of the API, and how proofs are written.

use std::fmt;
use std::str::FromStr;

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::formats::{compact, json};
use lockstep_zk::{Curve, PairingScheme, groth16, pghr13};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A proof system. Documents contain its exact name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum ProofScheme {
    /// With a key for each circuit.
    Pairing(PairingScheme),
    /// Without a set-up.
    Bulletproofs,
}

impl ProofScheme {
    /// The name of the proof system.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairing(scheme) => scheme.name(),
            Self::Bulletproofs => BULLETPROOFS,
        }
    }
}

impl From<ProofScheme> for &'static str {
    fn from(scheme: ProofScheme) -> Self {
        scheme.name()
    }
}

impl TryFrom<String> for ProofScheme {
    type Error = UnknownProofScheme;

    fn try_from(text: String) -> Result<Self, UnknownProofScheme> {
        let scheme: Self = text.parse()?;
        (scheme.name() == text)
            .then_some(scheme)
            .ok_or(UnknownProofScheme)
    }
}

/// The text names no proof system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownProofScheme;

impl fmt::Display for UnknownProofScheme {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("names no proof system")
    }
}

impl std::error::Error for UnknownProofScheme {}

/// Accepts any case.
impl FromStr for ProofScheme {
    type Err = UnknownProofScheme;

    fn from_str(text: &str) -> Result<Self, UnknownProofScheme> {
        if text.eq_ignore_ascii_case(BULLETPROOFS) {
            return Ok(Self::Bulletproofs);
        }
        let pairing = text.parse().map_err(|_| UnknownProofScheme)?;
        Ok(Self::Pairing(pairing))
    }
}

/// The encoding of a proof and its public inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// The JSON format of snarkjs.
    #[default]
    Json,
    /// The shortest encoding.
    Compact,
}

impl Encoding {
    pub(crate) fn public<F: PrimeField>(self, values: &[F]) -> Vec<u8> {
        match self {
            Self::Json => json::write_public(values).into_bytes(),
            Self::Compact => compact::write_public(values),
        }
    }
}

/// A proof of a pairing-based system.
pub(crate) enum PairingProof<E: Curve> {
    Groth16(groth16::Proof<E>),
    Pghr13(pghr13::Proof<E>),
}

impl<E: Curve> PairingProof<E> {
    pub(crate) fn write(&self, encoding: Encoding) -> Vec<u8> {
        match (self, encoding) {
            (Self::Groth16(proof), Encoding::Json) => json::write_proof(proof).into_bytes(),
            (Self::Groth16(proof), Encoding::Compact) => compact::write_proof(proof),
            (Self::Pghr13(proof), Encoding::Json) => json::write_pghr13_proof(proof).into_bytes(),
            (Self::Pghr13(proof), Encoding::Compact) => compact::write_pghr13_proof(proof),
        }
    }

    /// The proof in snarkjs JSON, for embedding in a document.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Groth16(proof) => json::proof_to_value(proof),
            Self::Pghr13(proof) => json::pghr13_proof_to_value(proof),
        }
    }
}

const BULLETPROOFS: &str = "Bulletproofs";
