//! How proofs are made and written: schemes, curves, encodings.

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::assurance::Setup;
use lockstep_zk::formats::{compact, json};
use lockstep_zk::{Curve, groth16, pghr13};

/// A scheme of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Groth16,
    Pghr13,
    Bulletproofs,
}

impl Scheme {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Groth16 => "Groth16",
            Self::Pghr13 => "PGHR13",
            Self::Bulletproofs => "Bulletproofs",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Groth16, Self::Pghr13, Self::Bulletproofs]
            .into_iter()
            .find(|scheme| scheme.name().eq_ignore_ascii_case(name))
    }
}

/// How a proof and its public inputs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// As snarkjs does.
    #[default]
    Json,
    /// As few bytes as they can be.
    Compact,
}

/// The curve whose field the commitment is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum CurveName {
    /// About 126 bits: the default.
    #[default]
    Bls12_381,
    /// About 100 bits: for circom, snarkjs and chains.
    Bn254,
}

impl CurveName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bls12_381 => "bls12-381",
            Self::Bn254 => "bn254",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Bls12_381, Self::Bn254]
            .into_iter()
            .find(|curve| curve.name() == name)
    }
}

impl Encoding {
    pub(crate) fn groth16<E: Curve>(self, proof: &groth16::Proof<E>) -> Vec<u8> {
        match self {
            Self::Json => json::write_proof(proof).into_bytes(),
            Self::Compact => compact::write_proof(proof),
        }
    }

    pub(crate) fn pghr13<E: Curve>(self, proof: &pghr13::Proof<E>) -> Vec<u8> {
        match self {
            Self::Json => json::write_pghr13_proof(proof).into_bytes(),
            Self::Compact => compact::write_pghr13_proof(proof),
        }
    }

    pub(crate) fn public<F: PrimeField>(self, values: &[F]) -> Vec<u8> {
        match self {
            Self::Json => json::write_public(values).into_bytes(),
            Self::Compact => compact::write_public(values),
        }
    }
}

pub(crate) fn setup_named(name: &str) -> Option<Setup> {
    Setup::ALL.into_iter().find(|setup| setup.name() == name)
}
