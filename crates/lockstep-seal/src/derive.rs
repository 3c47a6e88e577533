//! The key schedule: one HMAC-SHA512 derives the key of a message and the commitment to it.

use zeroize::Zeroizing;

use crate::context::ContextBytes;
use crate::header::Suite;
use crate::primitives::Primitives;

/// The key of a message, and the commitment to it.
pub(crate) struct MessageKey<P: Primitives> {
    pub(crate) cipher: P::Cipher,
    pub(crate) commitment: [u8; 32],
}

/// Computes `HMAC-SHA512(K, label ‖ suite ‖ message id ‖ SHA-512(header without commitment ‖
/// context))`. The first half is the message key, of which smaller ciphers use the first 16 or 24
/// bytes. The second half is the commitment. Two keys, headers or contexts with the same commitment
/// would be a collision of SHA-512, or of HMAC-SHA512 truncated to 256 bits.
pub(crate) fn message_key<P: Primitives>(
    mac: &P::Mac,
    suite: Suite,
    message_id: &[u8; 24],
    header: [&[u8]; 2],
    context: &ContextBytes<'_>,
) -> MessageKey<P> {
    let [h0, h1] = header;
    let [c0, c1, c2, c3, c4, c5, c6] = context.parts();
    let digest = P::sha512(&[h0, h1, c0, c1, c2, c3, c4, c5, c6]);
    let okm: Zeroizing<[u8; 64]> = P::hmac(
        mac,
        &[LABEL, &suite.code().to_be_bytes(), message_id, &digest],
    );
    let (key, commitment) = okm.split_at(32);
    MessageKey {
        cipher: P::cipher(suite.cipher(), &key[..suite.cipher().key_len()]),
        commitment: commitment.try_into().expect("half of 64 bytes"),
    }
}

/// The nonce of STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015, as in age). Eleven bytes contain
/// the chunk's number, big-endian. The last byte is 1 only for the last chunk.
pub(crate) fn nonce(chunk: u64, last: bool) -> [u8; 12] {
    let mut nonce = [0; 12];
    nonce[3..11].copy_from_slice(&chunk.to_be_bytes());
    nonce[11] = u8::from(last);
    nonce
}

const LABEL: &[u8] = b"lockstep-seal v1";
