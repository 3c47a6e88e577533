//! The errors: one type for sealing, and a single error for every failure to open.

/// The reason why a plaintext could not be sealed. No variant depends on a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The plaintext is longer than [`MAX_MESSAGE_LEN`](crate::MAX_MESSAGE_LEN).
    #[error("a message can have at most {max} bytes, but has {given}")]
    MessageTooLong {
        /// The actual number of bytes.
        given: u64,
        /// The maximum number of bytes.
        max: u64,
    },
    /// The extension does not fit in the header together with the suite's encapsulated key.
    #[error("the extension can have at most {max} bytes, but has {given}")]
    ExtensionTooLong {
        /// The actual number of bytes.
        given: usize,
        /// The maximum number of bytes.
        max: usize,
    },
    /// Account, purpose or row is longer than a 32-bit length allows.
    #[error("a field of the context must be shorter than 4 GiB")]
    ContextTooLong,
    /// The bytes are not a valid public key of this KEM, or have the wrong length.
    #[error("the bytes are not a public key of {kem}")]
    PublicKey {
        /// The requested KEM.
        kem: crate::Kem,
    },
    /// The bytes are not a private key of this KEM, because their length is wrong.
    #[error("the bytes are not a private key of {kem}")]
    PrivateKey {
        /// The requested KEM.
        kem: crate::Kem,
    },
}

/// The envelope cannot be opened.
///
/// There is deliberately only one error. A caller cannot distinguish a malformed header, an unknown
/// version, a wrong key, another account, another row, a flipped bit and a truncated end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the envelope cannot be opened")]
pub struct OpenError;
