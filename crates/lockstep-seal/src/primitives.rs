//! Two implementations of SHA-512, HMAC-SHA512 and AES-GCM: AWS-LC on native targets, RustCrypto in the
//! browser. Tests check that both produce the same bytes.

use zeroize::Zeroizing;

use crate::header::TAG_LEN;
use crate::key::Cipher;

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(any(test, target_family = "wasm"))]
mod portable;

#[cfg(not(target_family = "wasm"))]
pub(crate) use native::Native as Platform;
#[cfg(test)]
pub(crate) use portable::Portable;
#[cfg(target_family = "wasm")]
pub(crate) use portable::Portable as Platform;

/// The primitives of an envelope.
pub(crate) trait Primitives {
    /// HMAC-SHA512 with its key.
    type Mac;
    /// AES-GCM with its key.
    type Cipher;

    fn sha512(parts: &[&[u8]]) -> [u8; 64];

    fn mac(key: &[u8; 32]) -> Self::Mac;

    fn hmac(mac: &Self::Mac, parts: &[&[u8]]) -> Zeroizing<[u8; 64]>;

    /// `key` has [`Cipher::key_len`] bytes.
    fn cipher(cipher: Cipher, key: &[u8]) -> Self::Cipher;

    /// Writes ciphertext and tag over `out`, which is [`TAG_LEN`] bytes longer than `plaintext`.
    fn seal(cipher: &Self::Cipher, nonce: [u8; 12], plaintext: &[u8], out: &mut [u8]);

    /// Writes the plaintext over `out`, which is [`TAG_LEN`] bytes shorter than `sealed`; false
    /// where the tag does not fit, and then what `out` holds must not be released.
    fn open(cipher: &Self::Cipher, nonce: [u8; 12], sealed: &[u8], out: &mut [u8]) -> bool;
}

/// Splits ciphertext and tag.
fn split_tag(sealed: &[u8]) -> (&[u8], &[u8; TAG_LEN]) {
    sealed
        .split_last_chunk()
        .expect("the caller measured the chunk: it holds a tag")
}

#[cfg(test)]
mod tests;
