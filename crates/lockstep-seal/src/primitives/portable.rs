//! The portable primitives for wasm32: RustCrypto. They produce the same bytes and are several
//! times slower.

use aes_gcm::aead::array::Array;
use aes_gcm::aead::consts::U12;
use aes_gcm::aead::inout::InOutBuf;
use aes_gcm::aead::{AeadInOut, KeyInit};
use aes_gcm::aes::{Aes128, Aes192, Aes256};
use aes_gcm::{AesGcm, Tag};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use super::{Primitives, split_tag};
use crate::cipher::Cipher;

/// The portable primitives.
pub(crate) enum Portable {}

/// AES-GCM with 96-bit nonces, for each key length.
pub(crate) enum AnyAesGcm {
    Aes128(AesGcm<Aes128, U12>),
    Aes192(AesGcm<Aes192, U12>),
    Aes256(AesGcm<Aes256, U12>),
}

/// Evaluates an expression with the AES-GCM of any key length.
macro_rules! with_any {
    ($cipher:expr, $inner:ident => $body:expr) => {
        match $cipher {
            AnyAesGcm::Aes128($inner) => $body,
            AnyAesGcm::Aes192($inner) => $body,
            AnyAesGcm::Aes256($inner) => $body,
        }
    };
}

impl Primitives for Portable {
    type Mac = Hmac<Sha512>;
    type Cipher = AnyAesGcm;

    fn sha512(parts: &[&[u8]]) -> [u8; 64] {
        let mut hash = Sha512::new();
        for part in parts {
            hash.update(part);
        }
        hash.finalize().into()
    }

    fn mac(key: &[u8; 32]) -> Hmac<Sha512> {
        Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
    }

    fn hmac(mac: &Hmac<Sha512>, parts: &[&[u8]]) -> Zeroizing<[u8; 64]> {
        let mut mac = mac.clone();
        for part in parts {
            mac.update(part);
        }
        Zeroizing::new(mac.finalize().into_bytes().into())
    }

    fn cipher(cipher: Cipher, key: &[u8]) -> AnyAesGcm {
        const LENGTH: &str = "the key has the cipher's length";
        match cipher {
            Cipher::Aes128Gcm => AnyAesGcm::Aes128(AesGcm::new_from_slice(key).expect(LENGTH)),
            Cipher::Aes192Gcm => AnyAesGcm::Aes192(AesGcm::new_from_slice(key).expect(LENGTH)),
            Cipher::Aes256Gcm => AnyAesGcm::Aes256(AesGcm::new_from_slice(key).expect(LENGTH)),
        }
    }

    fn seal(cipher: &AnyAesGcm, nonce: [u8; 12], plaintext: &[u8], out: &mut [u8]) {
        let (ciphertext, tag) = out.split_at_mut(plaintext.len());
        let buffer = InOutBuf::new(plaintext, ciphertext)
            .expect("plaintext and ciphertext have equal lengths");
        let computed = with_any!(cipher, gcm => gcm
            .encrypt_inout_detached(&Array(nonce), &[], buffer))
        .expect("AES-GCM seals a chunk of this size");
        tag.copy_from_slice(&computed);
    }

    fn open(cipher: &AnyAesGcm, nonce: [u8; 12], sealed: &[u8], out: &mut [u8]) -> bool {
        let (ciphertext, tag) = split_tag(sealed);
        let buffer =
            InOutBuf::new(ciphertext, out).expect("ciphertext and plaintext have equal lengths");
        let tag = Tag::from(*tag);
        with_any!(cipher, gcm => gcm
            .decrypt_inout_detached(&Array(nonce), &[], buffer, &tag))
        .is_ok()
    }
}
