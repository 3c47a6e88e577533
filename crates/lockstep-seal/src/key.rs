//! The shared key: 32 bytes, wiped on drop, not printable, compared in constant time.

use std::fmt;

use rand_core::CryptoRng;
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::primitives::{Platform, Primitives};

/// A shared key, always 32 bytes; the cipher decides how many bytes of key each message's own,
/// derived key has. It is wiped when dropped.
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

    /// A key from 32 bytes, which must be random, for any cipher.
    #[must_use]
    pub fn from_bytes(cipher: Cipher, bytes: &[u8; 32]) -> Self {
        Self {
            cipher,
            bytes: Zeroizing::new(*bytes),
            mac: Platform::mac(bytes),
        }
    }

    /// The cipher of the key. An envelope of another suite does not open under the key.
    #[must_use]
    pub fn cipher(&self) -> Cipher {
        self.cipher
    }

    /// The bytes of the key, for wrapping or for export to the owner.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// Sixteen bytes that tell whether two holders have the same key and tell nothing else of it:
    /// the first sixteen of
    /// HMAC-SHA512(K, `"lockstep-seal v1 check"` ‖ code of the suite).
    #[must_use]
    pub fn check_value(&self) -> [u8; 16] {
        let suite = crate::Suite::Shared(self.cipher).code().to_be_bytes();
        let okm = Platform::hmac(&self.mac, &[CHECK_LABEL, &suite]);
        *okm.first_chunk().expect("64 bytes are more than 16")
    }

    /// Derives a key for one purpose: the first 32 bytes of HMAC-SHA512(K, `"lockstep-seal v1 derive"` ‖
    /// code of the suite ‖ `label`).
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

/// The authenticated cipher of NIST SP 800-38D that the chunks are under.
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
    /// Bytes of the cipher's key.
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

const CHECK_LABEL: &[u8] = b"lockstep-seal v1 check";
const DERIVE_LABEL: &[u8] = b"lockstep-seal v1 derive";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_not_print() {
        let key = Key::from_bytes(Cipher::Aes256Gcm, &[0xAB; 32]);
        assert_eq!(format!("{key:?}"), "Key(AES-256-GCM, ..)");
    }

    #[test]
    fn equal_by_bytes_and_cipher() {
        let key = |cipher, byte| Key::from_bytes(cipher, &[byte; 32]);
        assert_eq!(key(Cipher::Aes256Gcm, 1), key(Cipher::Aes256Gcm, 1));
        assert_ne!(key(Cipher::Aes256Gcm, 1), key(Cipher::Aes256Gcm, 2));
        assert_ne!(key(Cipher::Aes256Gcm, 1), key(Cipher::Aes128Gcm, 1));
    }

    #[test]
    fn check_values_differ_by_key_and_cipher() {
        let check = |cipher, byte| Key::from_bytes(cipher, &[byte; 32]).check_value();
        let one = check(Cipher::Aes256Gcm, 1);
        assert_eq!(one, check(Cipher::Aes256Gcm, 1));
        assert_ne!(one, check(Cipher::Aes256Gcm, 2));
        assert_ne!(one, check(Cipher::Aes192Gcm, 1));
    }

    #[test]
    fn derived_keys_differ_by_key_cipher_and_label() {
        let cipher = Cipher::Aes256Gcm;
        let derived = |byte, cipher, label: &[u8]| {
            Key::from_bytes(Cipher::Aes256Gcm, &[byte; 32]).derive(cipher, label)
        };
        let one = derived(1, cipher, b"rest");
        assert_eq!(one, derived(1, cipher, b"rest"));
        assert_ne!(one, derived(2, cipher, b"rest"));
        assert_ne!(one, derived(1, cipher, b"res"));
        assert_ne!(one, derived(1, cipher, b""));
        let other = derived(1, Cipher::Aes128Gcm, b"rest");
        assert_ne!(one.expose(), other.expose());
        assert_ne!(one, Key::from_bytes(cipher, &[1; 32]));
    }
}
