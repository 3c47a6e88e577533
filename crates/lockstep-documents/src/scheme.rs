//! The proof systems of claims by their names.

use std::fmt;
use std::str::FromStr;

use lockstep_zk::PairingScheme;
use serde::{Deserialize, Serialize};

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

const BULLETPROOFS: &str = "Bulletproofs";
