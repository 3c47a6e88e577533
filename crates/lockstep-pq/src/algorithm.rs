//! The supported parameter sets, with their standard names and lengths.

use std::fmt;

/// A parameter set of one of the standards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// ML-KEM-512, -768, -1024 (FIPS 203, the final standard, not Kyber of the third round).
    MlKem(Level),
    /// X25519 and ML-KEM-768 combined in one KEM (draft-connolly-cfrg-xwing-kem-10).
    XWing,
    /// ML-DSA-44, -65, -87 (FIPS 204), the pure variant with a context.
    MlDsa(Level),
    /// SLH-DSA (FIPS 205), the pure variant with a context.
    SlhDsa {
        /// The security category.
        level: Level,
        /// The hash family.
        hash: Hash,
        /// Fast signing or small signatures.
        variant: Variant,
    },
}

/// NIST's security categories. Breaking them is as hard as key search on AES-128, AES-192 or
/// AES-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Category 1. ML-DSA-44 uses this level, although it is in category 2.
    One,
    /// Category 3.
    Three,
    /// Category 5.
    Five,
}

/// The hash family of SLH-DSA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hash {
    /// SHA-256, and from category 3 on also SHA-512.
    Sha2,
    /// SHAKE256.
    Shake,
}

/// The two trade-offs of SLH-DSA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Variant `f`: it signs about fifteen times as fast.
    Fast,
    /// Variant `s`: its signatures have less than half the size.
    Small,
}

/// Whether a parameter set is a KEM or a signature scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A key-encapsulation mechanism.
    Kem,
    /// A signature scheme.
    Signature,
}

/// The formats of a private key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KeyFormat {
    /// The standard's own encoding of the decapsulation or signing key.
    #[default]
    Expanded,
    /// The random bytes from which the key was generated. X-Wing has no other format.
    Seed,
}

impl Algorithm {
    /// All parameter sets.
    pub const ALL: [Self; 19] = {
        const LEVELS: [Level; 3] = [Level::One, Level::Three, Level::Five];
        let mut all = [Self::XWing; 19];
        let mut index = 0;
        while index < 3 {
            let level = LEVELS[index];
            all[index] = Self::MlKem(level);
            // X-Wing is at index 3.
            all[4 + index] = Self::MlDsa(level);
            all[7 + 4 * index] = slh_dsa(level, Hash::Sha2, Variant::Fast);
            all[8 + 4 * index] = slh_dsa(level, Hash::Sha2, Variant::Small);
            all[9 + 4 * index] = slh_dsa(level, Hash::Shake, Variant::Fast);
            all[10 + 4 * index] = slh_dsa(level, Hash::Shake, Variant::Small);
            index += 1;
        }
        all
    };

    /// Returns whether the parameter set is a KEM or a signature scheme.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            Self::MlKem(_) | Self::XWing => Family::Kem,
            Self::MlDsa(_) | Self::SlhDsa { .. } => Family::Signature,
        }
    }

    /// Returns the length of a public key in bytes.
    #[must_use]
    pub const fn public_key_len(self) -> usize {
        match self {
            Self::MlKem(level) => pick(level, [800, 1184, 1568]),
            Self::XWing => 1216,
            Self::MlDsa(level) => pick(level, [1312, 1952, 2592]),
            Self::SlhDsa { level, .. } => 2 * slh_n(level),
        }
    }

    /// Returns the length of a private key in this format, in bytes. A seed is `d ‖ z` of FIPS 203,
    /// `ξ` of FIPS 204, or `SK.seed ‖ SK.prf ‖ PK.seed` of FIPS 205.
    #[must_use]
    pub const fn private_key_len(self, format: KeyFormat) -> usize {
        match (self, format) {
            (Self::MlKem(level), KeyFormat::Expanded) => pick(level, [1632, 2400, 3168]),
            (Self::MlKem(_), KeyFormat::Seed) => 64,
            (Self::XWing, _) | (Self::MlDsa(_), KeyFormat::Seed) => 32,
            (Self::MlDsa(level), KeyFormat::Expanded) => pick(level, [2560, 4032, 4896]),
            (Self::SlhDsa { level, .. }, KeyFormat::Expanded) => 4 * slh_n(level),
            (Self::SlhDsa { level, .. }, KeyFormat::Seed) => 3 * slh_n(level),
        }
    }

    /// Returns the length of a ciphertext in bytes, zero for a signature scheme. The shared secret
    /// has 32 bytes.
    #[must_use]
    pub const fn ciphertext_len(self) -> usize {
        match self {
            Self::MlKem(level) => pick(level, [768, 1088, 1568]),
            Self::XWing => 1120,
            Self::MlDsa(_) | Self::SlhDsa { .. } => 0,
        }
    }

    /// Returns the length of a signature in bytes, zero for a KEM.
    #[must_use]
    pub const fn signature_len(self) -> usize {
        match self {
            Self::MlKem(_) | Self::XWing => 0,
            Self::MlDsa(level) => pick(level, [2420, 3309, 4627]),
            Self::SlhDsa { level, variant, .. } => match variant {
                Variant::Fast => pick(level, [17_088, 35_664, 49_856]),
                Variant::Small => pick(level, [7_856, 16_224, 29_792]),
            },
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MlKem(level) => write!(f, "ML-KEM-{}", pick(level, [512, 768, 1024])),
            Self::XWing => f.write_str("X-Wing"),
            Self::MlDsa(level) => write!(f, "ML-DSA-{}", pick(level, [44, 65, 87])),
            Self::SlhDsa {
                level,
                hash,
                variant,
            } => {
                let hash = match hash {
                    Hash::Sha2 => "SHA2",
                    Hash::Shake => "SHAKE",
                };
                let variant = match variant {
                    Variant::Fast => "f",
                    Variant::Small => "s",
                };
                write!(f, "SLH-DSA-{hash}-{}{variant}", 8 * slh_n(level))
            }
        }
    }
}

const fn slh_dsa(level: Level, hash: Hash, variant: Variant) -> Algorithm {
    Algorithm::SlhDsa {
        level,
        hash,
        variant,
    }
}

/// Returns the parameter n of FIPS 205.
pub(crate) const fn slh_n(level: Level) -> usize {
    pick(level, [16, 24, 32])
}

const fn pick(level: Level, of: [usize; 3]) -> usize {
    of[level as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_each_parameter_set_once() {
        let names: Vec<String> = Algorithm::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(
            names.join(" "),
            "ML-KEM-512 ML-KEM-768 ML-KEM-1024 X-Wing ML-DSA-44 ML-DSA-65 ML-DSA-87 \
             SLH-DSA-SHA2-128f SLH-DSA-SHA2-128s SLH-DSA-SHAKE-128f SLH-DSA-SHAKE-128s \
             SLH-DSA-SHA2-192f SLH-DSA-SHA2-192s SLH-DSA-SHAKE-192f SLH-DSA-SHAKE-192s \
             SLH-DSA-SHA2-256f SLH-DSA-SHA2-256s SLH-DSA-SHAKE-256f SLH-DSA-SHAKE-256s"
        );
    }
}
