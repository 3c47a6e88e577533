//! How proofs of the API are written.

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::formats::{compact, json};
use lockstep_zk::{Curve, groth16, pghr13};
use serde_json::Value;

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
