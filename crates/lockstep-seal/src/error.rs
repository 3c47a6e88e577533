//! The two errors: one for sealing, and a single one for every failure to open.

/// Why a plaintext could not be sealed. No variant depends on a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The plaintext is longer than [`MAX_MESSAGE_LEN`](crate::MAX_MESSAGE_LEN).
    #[error("a message holds at most {max} bytes, {given} were given")]
    MessageTooLong {
        /// Bytes given.
        given: u64,
        /// The maximum number of bytes.
        max: u64,
    },
    /// The header's extension is longer than fits beside the suite's encapsulated key.
    #[error("the extension holds at most {max} bytes, {given} were given")]
    ExtensionTooLong {
        /// Bytes given.
        given: usize,
        /// The maximum number of bytes.
        max: usize,
    },
    /// Account, purpose or row is longer than its 32-bit length prefix can say.
    #[error("a part of the context is longer than 4 GiB")]
    ContextTooLong,
    /// The bytes are not a public key of that mechanism: wrong length, or not a valid key.
    #[error("not a public key of {kem}")]
    PublicKey {
        /// The requested mechanism.
        kem: crate::Kem,
    },
    /// The bytes are not a private key of that mechanism: wrong length.
    #[error("not a private key of {kem}")]
    PrivateKey {
        /// The requested mechanism.
        kem: crate::Kem,
    },
}

/// The envelope cannot be opened.
///
/// There is deliberately one error. A caller cannot distinguish a malformed header, an unknown version, a
/// wrong key, another account, another row, a flipped bit and a truncated end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the envelope cannot be opened")]
pub struct OpenError;
