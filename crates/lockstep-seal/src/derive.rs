//! The key schedule: one HMAC-SHA512 yields the key of a message and the commitment to it.

use zeroize::Zeroizing;

use crate::context::ContextBytes;
use crate::header::Suite;
use crate::primitives::Primitives;

/// The key of a message, and the commitment to it.
pub(crate) struct MessageKey<P: Primitives> {
    pub(crate) cipher: P::Cipher,
    pub(crate) commitment: [u8; 32],
}

/// `HMAC-SHA512(K, label ‖ suite ‖ message id ‖ SHA-512(header without commitment ‖ context))`: the first
/// half is the message's key (its first 16 or 24 bytes under the smaller ciphers), the second half the
/// commitment. Two keys, headers or contexts with the same commitment would be a collision of SHA-512, or
/// of HMAC-SHA512 truncated to 256 bits.
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

/// STREAM's nonce (Hoang, Reyhanitabar, Rogaway, Vizár 2015, as in age): the chunk's number in
/// eleven bytes, big-endian, and one byte that is 1 for the last chunk alone.
pub(crate) fn nonce(chunk: u64, last: bool) -> [u8; 12] {
    let mut nonce = [0; 12];
    nonce[3..11].copy_from_slice(&chunk.to_be_bytes());
    nonce[11] = u8::from(last);
    nonce
}

const LABEL: &[u8] = b"lockstep-seal v1";
