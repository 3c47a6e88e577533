//! What a proof is worth: who could have kept the waste of its set-up.
//!
//! A verifier must not trust a set-up whose waste the prover may have kept: whoever has it proves
//! anything. So a key travels with its label, and the label with every answer.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a key was created, from least to most trustworthy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// Imported: points on their curve and in their subgroup, lists of the right length. Usable only
    /// by the account that brought it and under its digest, never under a built-in name.
    Wellformed,
    /// Verified against the circuit and against powers of tau without a published hash: their creator may
    /// hold the toxic waste.
    Unverified,
    /// The key was created here: its proofs convince only the operator.
    Local,
    /// Checked against its circuit and against powers of tau with the hash that the caller named as the
    /// published one; both with at least one proven contribution.
    Derived,
    /// Derived, and its digest pinned by an administrator who knows the ceremony.
    Ceremony,
    /// No set-up, no waste: Bulletproofs.
    Transparent,
}

impl Setup {
    /// Every label, from least to most.
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

    /// The assurance of a proof under the key, as a sentence.
    #[must_use]
    pub fn assurance(self) -> &'static str {
        match self {
            Setup::Wellformed => {
                "whoever made the key may hold its waste and prove anything: worth what its maker is worth"
            }
            Setup::Unverified => {
                "whoever made the powers of tau may hold their waste and prove anything: compare their hash with the published one"
            }
            Setup::Local => {
                "the operator made the key and could prove anything: convinces nobody but the operator"
            }
            Setup::Derived => {
                "sound if the powers of tau with this hash are a public ceremony's, and one contributor to them and one to the key destroyed their secret"
            }
            Setup::Ceremony => {
                "sound if one participant of the named ceremony destroyed their secret"
            }
            Setup::Transparent => {
                "sound without any set-up, by the discrete logarithm in Ristretto"
            }
        }
    }

    /// Whether a verifier who does not trust the key's creator may rely on it.
    #[must_use]
    pub fn convinces_strangers(self) -> bool {
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
#[error("is no label of a set-up")]
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
    use super::Setup;

    #[test]
    fn labels() {
        for (setup, name, strangers) in [
            (Setup::Wellformed, "wellformed", false),
            (Setup::Unverified, "unverified", false),
            (Setup::Local, "local", false),
            (Setup::Derived, "derived", true),
            (Setup::Ceremony, "ceremony", true),
            (Setup::Transparent, "transparent", true),
        ] {
            assert_eq!(
                (setup.name(), setup.convinces_strangers()),
                (name, strangers)
            );
            assert!(!setup.assurance().is_empty());
            assert_eq!(name.parse(), Ok(setup));
            let json = serde_json::to_string(&setup).unwrap();
            assert_eq!(json, format!("\"{name}\""));
            assert_eq!(serde_json::from_str(&json).ok(), Some(setup));
        }
    }
}
