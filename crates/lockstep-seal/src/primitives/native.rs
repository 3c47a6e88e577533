//! The native primitives: AWS-LC, whose AES-GCM uses VAES and AVX-512 on CPUs that have them.

use aws_lc_rs::aead::{AES_128_GCM, AES_192_GCM, AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::{digest, hmac};
use zeroize::Zeroizing;

use super::{Primitives, split_tag};
use crate::cipher::Cipher;
use crate::header::TAG_LEN;

/// The native primitives.
pub(crate) enum Native {}

impl Primitives for Native {
    type Mac = hmac::Key;
    type Cipher = LessSafeKey;

    fn sha512(parts: &[&[u8]]) -> [u8; 64] {
        let len: usize = parts.iter().map(|part| part.len()).sum();
        let digest = if len <= SHORT_BYTES {
            // One call of AWS-LC, without a context on the heap.
            let (mut joined, mut at) = ([0; SHORT_BYTES], 0);
            for part in parts {
                joined[at..][..part.len()].copy_from_slice(part);
                at += part.len();
            }
            digest::digest(&digest::SHA512, &joined[..len])
        } else {
            let mut context = digest::Context::new(&digest::SHA512);
            for part in parts {
                context.update(part);
            }
            context.finish()
        };
        digest.as_ref().try_into().expect("SHA-512 has 64 bytes")
    }

    fn mac(key: &[u8; 32]) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA512, key)
    }

    fn hmac(mac: &hmac::Key, parts: &[&[u8]]) -> Zeroizing<[u8; 64]> {
        let mut context = hmac::Context::with_key(mac);
        for part in parts {
            context.update(part);
        }
        let tag = context.sign();
        let mut out = Zeroizing::new([0; 64]);
        out.copy_from_slice(tag.as_ref());
        out
    }

    fn cipher(cipher: Cipher, key: &[u8]) -> LessSafeKey {
        let algorithm = match cipher {
            Cipher::Aes128Gcm => &AES_128_GCM,
            Cipher::Aes192Gcm => &AES_192_GCM,
            Cipher::Aes256Gcm => &AES_256_GCM,
        };
        LessSafeKey::new(UnboundKey::new(algorithm, key).expect("the key has the cipher's length"))
    }

    fn seal(cipher: &LessSafeKey, nonce: [u8; 12], plaintext: &[u8], out: &mut [u8]) {
        let (ciphertext, tag) = out.split_at_mut(plaintext.len());
        cipher
            .seal_out_of_place_scatter(
                Nonce::assume_unique_for_key(nonce),
                Aad::empty(),
                plaintext,
                ciphertext,
                &[],
                tag,
            )
            .expect("AES-GCM seals a chunk of this size into a buffer of its length");
    }

    fn open(cipher: &LessSafeKey, nonce: [u8; 12], sealed: &[u8], out: &mut [u8]) -> bool {
        let (ciphertext, tag): (&[u8], &[u8; TAG_LEN]) = split_tag(sealed);
        cipher
            .open_separate_gather(
                Nonce::assume_unique_for_key(nonce),
                Aad::empty(),
                ciphertext,
                tag,
                out,
            )
            .is_ok()
    }
}

/// The longest input of SHA-512 that is joined before it is hashed: a header and the context of a row are shorter. Neither
/// is secret.
const SHORT_BYTES: usize = 512;
