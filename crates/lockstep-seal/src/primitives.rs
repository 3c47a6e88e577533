//! Two implementations of SHA-512, HMAC-SHA512 and AES-GCM: AWS-LC on native targets, RustCrypto on
//! wasm32. Tests check that both produce the same bytes.

use zeroize::Zeroizing;

use crate::cipher::Cipher;
use crate::header::TAG_LEN;

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

/// The cryptographic primitives of an envelope.
pub(crate) trait Primitives {
    /// HMAC-SHA512 with its key.
    type Mac;
    /// AES-GCM with its key.
    type Cipher;

    fn sha512(parts: &[&[u8]]) -> [u8; 64];

    fn mac(key: &[u8; 32]) -> Self::Mac;

    fn hmac(mac: &Self::Mac, parts: &[&[u8]]) -> Zeroizing<[u8; 64]>;

    /// Prepares a cipher. `key` has [`Cipher::key_len`] bytes.
    fn cipher(cipher: Cipher, key: &[u8]) -> Self::Cipher;

    /// Writes ciphertext and tag to `out`, which is [`TAG_LEN`] bytes longer than `plaintext`.
    fn seal(cipher: &Self::Cipher, nonce: [u8; 12], plaintext: &[u8], out: &mut [u8]);

    /// Writes the plaintext to `out`, which is [`TAG_LEN`] bytes shorter than `sealed`. Returns
    /// false if the tag does not match; the content of `out` must then not be released.
    fn open(cipher: &Self::Cipher, nonce: [u8; 12], sealed: &[u8], out: &mut [u8]) -> bool;
}

/// Splits a sealed chunk into ciphertext and tag.
fn split_tag(sealed: &[u8]) -> (&[u8], &[u8; TAG_LEN]) {
    sealed
        .split_last_chunk()
        .expect("the caller checked that the chunk contains a tag")
}

#[cfg(test)]
mod tests;
