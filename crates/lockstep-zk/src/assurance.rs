//! The trustworthiness of proofs, by the creation of their keys.
//!
//! A party that keeps the toxic waste of a set-up can prove false statements. A verifier must
//! therefore not trust a set-up whose toxic waste the prover may have kept. Every key carries the label of
//! its set-up, and every verification returns that label.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::CurveName;

/// How a key was created, from least to most trustworthy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// The key was imported. Its points are on the curve and in the subgroup, and its lists have
    /// the right lengths. Only the account that imported it can use it, by its digest and never
    /// under a built-in name.
    Wellformed,
    /// Verified against the circuit and against powers of tau without a published hash. The creator
    /// of those powers may hold their toxic waste.
    Unverified,
    /// This installation created the key, so its proofs convince only the operator.
    Local,
    /// Verified against the circuit and against powers of tau whose hash equals the published hash
    /// that the caller named. The powers and the key each have at least one proven contribution.
    Derived,
    /// Derived, and an administrator who knows the ceremony pinned the key's digest.
    Ceremony,
    /// Bulletproofs: there is no set-up and no toxic waste.
    Transparent,
}

impl Setup {
    /// All labels, from least to most trustworthy.
    pub const ALL: [Setup; 6] = [
        Setup::Wellformed,
        Setup::Unverified,
        Setup::Local,
        Setup::Derived,
        Setup::Ceremony,
        Setup::Transparent,
    ];

    /// The name of the set-up in the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Setup::Wellformed => "wellformed",
            Setup::Unverified => "unverified",
            Setup::Local => "local",
            Setup::Derived => "derived",
            Setup::Ceremony => "ceremony",
            Setup::Transparent => "transparent",
        }
    }

    /// Returns a sentence that says how much a proof under the key is worth.
    #[must_use]
    pub fn assurance(self) -> &'static str {
        match self {
            Setup::Wellformed => {
                "the creator of the key may hold its toxic waste and prove false statements: trust the proof only as far as that creator"
            }
            Setup::Unverified => {
                "the creator of the powers of tau may hold their toxic waste and prove false statements: compare their hash with the published one"
            }
            // Claim documents (`lockstep-proof/1`) contain this text, and their verification compares
            // it. It must never change.
            Setup::Local => {
                "the operator made the key and could prove anything: convinces nobody but the operator"
            }
            Setup::Derived => {
                "sound if the powers of tau with this hash come from a public ceremony, and one contributor to them and one contributor to the key destroyed their secrets"
            }
            Setup::Ceremony => {
                "sound if at least one participant of the named ceremony destroyed their secret"
            }
            Setup::Transparent => {
                "sound without any set-up if discrete logarithms in Ristretto are hard"
            }
        }
    }

    /// Returns the sentence of [`Setup::assurance`], followed on the curves of levels 192 and 256 by
    /// the origin of the curve.
    #[must_use]
    pub fn assurance_on(self, curve: CurveName) -> String {
        let sentence = self.assurance();
        match curve {
            CurveName::Bls12_381 | CurveName::Bn254 => sentence.to_owned(),
            CurveName::Bls24_509 | CurveName::Bls48_575 => format!(
                "{sentence}; the curve {curve} is Lockstep's own choice from a published search, estimated at {} bits",
                curve.security_bits()
            ),
        }
    }

    /// Whether a verifier who does not trust the key's creator can rely on its proofs.
    #[must_use]
    pub fn convinces_third_parties(self) -> bool {
        matches!(self, Setup::Derived | Setup::Ceremony | Setup::Transparent)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The text names no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a label of a set-up")]
pub struct UnknownSetup;

impl FromStr for Setup {
    type Err = UnknownSetup;

    fn from_str(text: &str) -> Result<Self, UnknownSetup> {
        let mut all = Self::ALL.into_iter();
        all.find(|setup| setup.name() == text).ok_or(UnknownSetup)
    }
}

#[cfg(test)]
mod tests {
    use super::{CurveName, Setup};

    #[test]
    fn labels_have_their_names_and_trust() {
        for (setup, name, third_parties) in [
            (Setup::Wellformed, "wellformed", false),
            (Setup::Unverified, "unverified", false),
            (Setup::Local, "local", false),
            (Setup::Derived, "derived", true),
            (Setup::Ceremony, "ceremony", true),
            (Setup::Transparent, "transparent", true),
        ] {
            assert_eq!(
                (setup.name(), setup.convinces_third_parties()),
                (name, third_parties)
            );
            assert!(!setup.assurance().is_empty());
            assert_eq!(setup.assurance_on(CurveName::Bn254), setup.assurance());
            let own = setup.assurance_on(CurveName::Bls24_509);
            assert!(own.starts_with(setup.assurance()), "{own}");
            assert!(own.contains("Lockstep's own choice") && own.contains("192 bits"));
            assert_eq!(name.parse(), Ok(setup));
            let json = serde_json::to_string(&setup).unwrap();
            assert_eq!(json, format!("\"{name}\""));
            assert_eq!(serde_json::from_str(&json).ok(), Some(setup));
        }
    }
}
