//! The pairing-based proof systems by their names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A pairing-based proof system. Its proofs need a key for each circuit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PairingScheme {
    /// Groth16: three points a proof. The default.
    #[default]
    Groth16,
    /// PGHR13: eight points a proof.
    #[serde(rename = "PGHR13")]
    Pghr13,
}

/// The text names no pairing-based proof system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be Groth16 or PGHR13")]
pub struct UnknownScheme;

impl PairingScheme {
    /// Every scheme.
    pub const ALL: [Self; 2] = [Self::Groth16, Self::Pghr13];

    /// The name in Lockstep's own metadata.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Groth16 => "Groth16",
            Self::Pghr13 => "PGHR13",
        }
    }

    /// The member `protocol` in snarkjs JSON.
    #[must_use]
    pub fn protocol(self) -> &'static str {
        match self {
            Self::Groth16 => "groth16",
            Self::Pghr13 => "original",
        }
    }

    /// The scheme of a `protocol` in snarkjs JSON. Older versions of snarkjs wrote `groth` for Groth16.
    #[must_use]
    pub fn from_protocol(protocol: &str) -> Option<Self> {
        match protocol {
            "groth16" | "groth" => Some(Self::Groth16),
            "original" => Some(Self::Pghr13),
            _ => None,
        }
    }
}

/// Accepts any case.
impl FromStr for PairingScheme {
    type Err = UnknownScheme;

    fn from_str(text: &str) -> Result<Self, UnknownScheme> {
        let mut all = Self::ALL.into_iter();
        all.find(|scheme| scheme.name().eq_ignore_ascii_case(text))
            .ok_or(UnknownScheme)
    }
}

impl fmt::Display for PairingScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CurveName;

    #[test]
    fn names_parse_back() {
        for scheme in PairingScheme::ALL {
            let json = serde_json::to_string(&scheme).unwrap();
            assert_eq!(json, format!("\"{scheme}\""));
            assert_eq!(serde_json::from_str(&json).ok(), Some(scheme));
            assert_eq!(scheme.name().parse(), Ok(scheme));
            assert_eq!(scheme.name().to_lowercase().parse(), Ok(scheme));
            assert_eq!(
                PairingScheme::from_protocol(scheme.protocol()),
                Some(scheme)
            );
        }
        assert_eq!(
            PairingScheme::from_protocol("groth"),
            Some(PairingScheme::Groth16)
        );
        assert_eq!("Groth17".parse::<PairingScheme>(), Err(UnknownScheme));
        for curve in CurveName::ALL {
            let json = serde_json::to_string(&curve).unwrap();
            assert_eq!(json, format!("\"{curve}\""));
            assert_eq!(serde_json::from_str(&json).ok(), Some(curve));
            assert_eq!(curve.name().parse(), Ok(curve));
            for name in [curve.name(), curve.snarkjs_name()] {
                assert_eq!(CurveName::from_json_name(name), Some(curve));
            }
        }
        assert!("bn128".parse::<CurveName>().is_err());
    }
}
