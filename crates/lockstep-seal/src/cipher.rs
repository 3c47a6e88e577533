//! The ciphers of the chunks.

use std::fmt;

/// The authenticated cipher of the chunks, from NIST SP 800-38D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cipher {
    /// Security level 128.
    Aes128Gcm,
    /// Security level 192.
    Aes192Gcm,
    /// Security level 256.
    Aes256Gcm,
}

impl Cipher {
    /// Returns the number of bytes in the cipher's key.
    #[must_use]
    pub fn key_len(self) -> usize {
        match self {
            Self::Aes128Gcm => 16,
            Self::Aes192Gcm => 24,
            Self::Aes256Gcm => 32,
        }
    }
}

impl fmt::Display for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AES-{}-GCM", self.key_len() * 8)
    }
}
