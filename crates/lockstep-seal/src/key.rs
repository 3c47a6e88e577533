//! The shared key: 32 bytes, wiped on drop, never printed, compared in constant time.

use std::fmt;

use rand_core::CryptoRng;
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::cipher::Cipher;
use crate::primitives::{Platform, Primitives};

/// A shared key of 32 bytes, wiped when dropped. Each message has its own derived key, whose length
/// depends on the cipher.
pub struct Key {
    cipher: Cipher,
    bytes: Zeroizing<[u8; 32]>,
    mac: <Platform as Primitives>::Mac,
}

impl Key {
    /// Generates a new key.
    #[must_use]
    pub fn generate(cipher: Cipher, rng: &mut impl CryptoRng) -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut *bytes);
        Self::from_bytes(cipher, &bytes)
    }

    /// Creates a key from 32 random bytes, for any cipher.
    #[must_use]
    pub fn from_bytes(cipher: Cipher, bytes: &[u8; 32]) -> Self {
        Self {
            cipher,
            bytes: Zeroizing::new(*bytes),
            mac: Platform::mac(bytes),
        }
    }

    /// Returns the cipher of the key. The key opens only envelopes of this cipher's suite.
    #[must_use]
    pub fn cipher(&self) -> Cipher {
        self.cipher
    }

    /// Returns the bytes of the key, to wrap it or to export it to its owner.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// Returns sixteen bytes with which two parties can check that they have the same key. The
    /// bytes reveal nothing else about the key. They are the first sixteen bytes of HMAC-SHA512(K,
    /// `"lockstep-seal v1 check"` ‖ code of the suite).
    #[must_use]
    pub fn check_value(&self) -> [u8; 16] {
        let suite = crate::Suite::Shared(self.cipher).code().to_be_bytes();
        let okm = Platform::hmac(&self.mac, &[CHECK_LABEL, &suite]);
        *okm.first_chunk().expect("64 bytes are more than 16")
    }

    /// Derives a key for one purpose: the first 32 bytes of HMAC-SHA512(K, `"lockstep-seal v1
    /// derive"` ‖ code of the suite ‖ `label`).
    ///
    /// Derived keys reveal no information about each other or about this key.
    #[must_use]
    pub fn derive(&self, cipher: Cipher, label: &[u8]) -> Self {
        let suite = crate::Suite::Shared(cipher).code().to_be_bytes();
        let okm: Zeroizing<[u8; 64]> = Platform::hmac(&self.mac, &[DERIVE_LABEL, &suite, label]);
        Self::from_bytes(
            cipher,
            okm.first_chunk().expect("64 bytes are more than 32"),
        )
    }

    pub(crate) fn mac(&self) -> &<Platform as Primitives>::Mac {
        &self.mac
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({}, ..)", self.cipher)
    }
}

impl ConstantTimeEq for Key {
    fn ct_eq(&self, other: &Self) -> Choice {
        Choice::from(u8::from(self.cipher == other.cipher)) & self.bytes.ct_eq(&*other.bytes)
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for Key {}

const CHECK_LABEL: &[u8] = b"lockstep-seal v1 check";
const DERIVE_LABEL: &[u8] = b"lockstep-seal v1 derive";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_contains_no_key_bytes() {
        let key = Key::from_bytes(Cipher::Aes256Gcm, &[0xAB; 32]);
        assert_eq!(format!("{key:?}"), "Key(AES-256-GCM, ..)");
    }

    #[test]
    fn keys_are_equal_if_bytes_and_cipher_are() {
        let key = |cipher, byte| Key::from_bytes(cipher, &[byte; 32]);
        assert_eq!(key(Cipher::Aes256Gcm, 1), key(Cipher::Aes256Gcm, 1));
        assert_ne!(key(Cipher::Aes256Gcm, 1), key(Cipher::Aes256Gcm, 2));
        assert_ne!(key(Cipher::Aes256Gcm, 1), key(Cipher::Aes128Gcm, 1));
    }

    #[test]
    fn check_values_differ_by_key_and_cipher() {
        let check = |cipher, byte| Key::from_bytes(cipher, &[byte; 32]).check_value();
        let first = check(Cipher::Aes256Gcm, 1);
        assert_eq!(first, check(Cipher::Aes256Gcm, 1));
        assert_ne!(first, check(Cipher::Aes256Gcm, 2));
        assert_ne!(first, check(Cipher::Aes192Gcm, 1));
    }

    #[test]
    fn derived_keys_differ_by_key_cipher_and_label() {
        let cipher = Cipher::Aes256Gcm;
        let derived = |byte, cipher, label: &[u8]| {
            Key::from_bytes(Cipher::Aes256Gcm, &[byte; 32]).derive(cipher, label)
        };
        let first = derived(1, cipher, b"rest");
        assert_eq!(first, derived(1, cipher, b"rest"));
        assert_ne!(first, derived(2, cipher, b"rest"));
        assert_ne!(first, derived(1, cipher, b"res"));
        assert_ne!(first, derived(1, cipher, b""));
        let other = derived(1, Cipher::Aes128Gcm, b"rest");
        assert_ne!(first.expose(), other.expose());
        assert_ne!(first, Key::from_bytes(cipher, &[1; 32]));
    }
}
