//! What can be wrong with what a caller gives. None of it depends on a secret but the shape of a
//! malformed private key.

use std::fmt;

use crate::algorithm::{Algorithm, Family};

/// Why an operation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A signature scheme was asked to encapsulate, or a mechanism to sign.
    #[error("{algorithm} cannot {operation}")]
    WrongScheme {
        /// The parameter set.
        algorithm: Algorithm,
        /// What it was asked for.
        operation: Operation,
    },
    /// Bytes of another length than the parameter set has.
    #[error("a {what} of {algorithm} has {expected} bytes, {given} were given")]
    Length {
        /// The parameter set.
        algorithm: Algorithm,
        /// What the bytes were given as.
        what: What,
        /// How many it has.
        expected: usize,
        /// How many were given.
        given: usize,
    },
    /// Bytes of the right length that are no key: a coefficient out of range, a hash that does not
    /// agree (FIPS 203, 7.2 and 7.3; FIPS 204, the ranges of `skDecode`).
    #[error("not a {what} of {algorithm}")]
    Malformed {
        /// The parameter set.
        algorithm: Algorithm,
        /// What the bytes were given as.
        what: What,
    },
    /// A context longer than [`MAX_CONTEXT_LEN`](crate::MAX_CONTEXT_LEN).
    #[error("a context has at most 255 bytes, {given} were given")]
    ContextTooLong {
        /// How many were given.
        given: usize,
    },
    /// The seed of a key that was read in its expanded form: it cannot be had back.
    #[error("the seed of this {algorithm} key is not known")]
    SeedUnknown {
        /// The parameter set.
        algorithm: Algorithm,
    },
    /// The public half of an ML-DSA key that was read in its expanded form, which does not hold it.
    #[error("the public half of this {algorithm} key is not known")]
    PublicHalfUnknown {
        /// The parameter set.
        algorithm: Algorithm,
    },
    /// ML-DSA's rejection sampling did not end. With a well-made key the chance is below 2^-256.
    #[error("{algorithm} found no signature")]
    NoSignature {
        /// The parameter set.
        algorithm: Algorithm,
    },
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Making a shared secret for a public key.
    Encapsulate,
    /// Getting it back.
    Decapsulate,
    /// Signing.
    Sign,
    /// Verifying.
    Verify,
}

impl Operation {
    /// Which family of schemes can do it.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            Self::Encapsulate | Self::Decapsulate => Family::Kem,
            Self::Sign | Self::Verify => Family::Signature,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Encapsulate => "encapsulate",
            Self::Decapsulate => "decapsulate",
            Self::Sign => "sign",
            Self::Verify => "verify",
        })
    }
}

/// What bytes were given as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A public key.
    PublicKey,
    /// A private key.
    PrivateKey,
    /// The seed of a private key.
    Seed,
    /// A ciphertext.
    Ciphertext,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PublicKey => "public key",
            Self::PrivateKey => "private key",
            Self::Seed => "seed",
            Self::Ciphertext => "ciphertext",
        })
    }
}
