//! The errors of this crate. None depends on a secret, except that a malformed private key is
//! reported.

use std::fmt;

use crate::algorithm::{Algorithm, Family};

/// The reason why an operation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A signature scheme was called to encapsulate or decapsulate, or a KEM to sign or verify.
    #[error("{algorithm} cannot {operation}")]
    WrongScheme {
        /// The parameter set.
        algorithm: Algorithm,
        /// The requested operation.
        operation: Operation,
    },
    /// The input has a length that the parameter set does not allow.
    #[error("the {what} of {algorithm} must have {expected} bytes, but has {given}")]
    Length {
        /// The parameter set.
        algorithm: Algorithm,
        /// The expected kind of input.
        what: InputKind,
        /// The required number of bytes.
        expected: usize,
        /// The actual number of bytes.
        given: usize,
    },
    /// The input has the right length but is not a valid key. A coefficient is out of range, or a
    /// hash does not match (FIPS 203, 7.2 and 7.3; FIPS 204, the ranges of `skDecode`).
    #[error("the bytes are not a valid {what} of {algorithm}")]
    Malformed {
        /// The parameter set.
        algorithm: Algorithm,
        /// The expected kind of input.
        what: InputKind,
    },
    /// The context is longer than [`MAX_CONTEXT_LEN`](crate::MAX_CONTEXT_LEN).
    #[error("a context can have at most 255 bytes, but has {given}")]
    ContextTooLong {
        /// The actual number of bytes.
        given: usize,
    },
    /// The key was read in expanded form, from which its seed cannot be recovered.
    #[error("the seed of this {algorithm} key is not known")]
    SeedUnknown {
        /// The parameter set.
        algorithm: Algorithm,
    },
    /// The ML-DSA key was read in expanded form, which does not contain the public half.
    #[error("the public half of this {algorithm} key is not known")]
    PublicHalfUnknown {
        /// The parameter set.
        algorithm: Algorithm,
    },
    /// ML-DSA's rejection sampling did not finish. For a valid key the probability is below 2^-256.
    #[error("{algorithm} found no signature")]
    NoSignature {
        /// The parameter set.
        algorithm: Algorithm,
    },
    /// AWS-LC reported a failure with a valid key and a valid input, for example because it got no memory. No
    /// other back end repeats the operation unasked.
    #[error("AWS-LC could not {operation} with {algorithm}")]
    AwsLcFailed {
        /// The parameter set.
        algorithm: Algorithm,
        /// The requested operation.
        operation: Operation,
    },
}

/// An operation of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Create a shared secret for a public key.
    Encapsulate,
    /// Recover a shared secret with the private key.
    Decapsulate,
    /// Sign a message.
    Sign,
    /// Verify a signature.
    Verify,
}

impl Operation {
    /// Returns the family of schemes with this operation.
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

/// A kind of input bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A public key.
    PublicKey,
    /// A private key.
    PrivateKey,
    /// The seed of a private key.
    Seed,
    /// A ciphertext.
    Ciphertext,
}

impl fmt::Display for InputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PublicKey => "public key",
            Self::PrivateKey => "private key",
            Self::Seed => "seed",
            Self::Ciphertext => "ciphertext",
        })
    }
}
