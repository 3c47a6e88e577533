//! The key-encapsulation mechanisms of public-key sealing.

use std::fmt;

/// A hybrid key-encapsulation mechanism. It is secure if at least one of its two halves is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kem {
    /// ML-KEM-768 with X25519 (draft-connolly-cfrg-xwing-kem-10, HPKE KEM 0x647a). Security level
    /// 192. Public key 1216 bytes, private key 32, encapsulated key 1120.
    XWing,
    /// ML-KEM-1024 with P-384 (draft-irtf-cfrg-concrete-hybrid-kems-03, HPKE KEM of
    /// draft-ietf-hpke-pq-04). Security level 256. Public key 1665 bytes, private key 32,
    /// encapsulated key 1665.
    MlKem1024P384,
}

impl Kem {
    /// Returns the number of bytes in a public key.
    #[must_use]
    pub fn public_key_len(self) -> usize {
        match self {
            Self::XWing => 1216,
            Self::MlKem1024P384 => 1665,
        }
    }

    /// Returns the number of bytes in a private key, the seed from which both halves are derived.
    #[must_use]
    pub fn private_key_len(self) -> usize {
        32
    }

    /// Returns the number of bytes in an encapsulated key, with which the header's extension
    /// begins.
    #[must_use]
    pub fn encapsulated_len(self) -> usize {
        match self {
            Self::XWing => 1120,
            Self::MlKem1024P384 => 1665,
        }
    }
}

impl fmt::Display for Kem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::XWing => "X-Wing",
            Self::MlKem1024P384 => "MLKEM1024-P384",
        })
    }
}
