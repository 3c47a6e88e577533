//! Envelopes of mode FHE (docs/encryption.md): those of clients, and the platform's answers.

use lockstep_seal::{FIXED_LEN, Header, Mode, TAG_LEN};
use rand_core::Rng;
use sha2::{Digest, Sha256};

use crate::failure::{Failure, Status};

/// Puts an encrypted series into a client's envelope for the key with this id. Its commitment detects damage
/// and does not authenticate.
pub(crate) fn write(key_id: [u8; 16], series: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    let mut message_id = [0; 24];
    rng.fill_bytes(&mut message_id);
    let head = [&HEAD[..], &key_id, &KEY_VERSION, &message_id].concat();
    let commitment = commitment(&head, &[&TAIL, series]);
    [&head, &commitment[..], &TAIL, series].concat()
}

/// The id of an envelope's key, and its ciphertexts.
type Contents<'a> = ([u8; 16], &'a [u8]);

/// The ciphertexts of an envelope, and the id of its key. `None` for bytes that are not an envelope.
pub(crate) fn read(bytes: &[u8]) -> Option<Result<Contents<'_>, Failure>> {
    if !bytes.starts_with(&lockstep_seal::MAGIC) {
        return None;
    }
    Some(of_client(bytes).unwrap_or_else(|| of_platform(bytes)))
}

fn of_client(bytes: &[u8]) -> Option<Result<Contents<'_>, Failure>> {
    let after = bytes.strip_prefix(&HEAD)?;
    let read = || {
        let (head, tail) = bytes.split_at_checked(COMMITMENT)?;
        let (stated, rest) = tail.split_first_chunk::<32>()?;
        let body = rest.strip_prefix(&TAIL)?;
        let (key_id, version) = after.split_first_chunk::<16>()?;
        let is_whole = commitment(head, &[rest]) == *stated && version.starts_with(&KEY_VERSION);
        is_whole.then_some((*key_id, body))
    };
    Some(read().ok_or_else(|| refused("the client's envelope is damaged")))
}

/// The platform seals an empty message; the ciphertexts follow it.
fn of_platform(bytes: &[u8]) -> Result<([u8; 16], &[u8]), Failure> {
    let header = Header::parse(bytes).map_err(|_| refused("the envelope is malformed"))?;
    if header.mode != Mode::Fhe {
        return Err(refused("the envelope is not of mode FHE"));
    }
    let body = bytes.get(header.bytes.len() + TAG_LEN..);
    let body = body.ok_or_else(|| refused("the envelope contains no ciphertexts"))?;
    Ok((header.key_name.id, body))
}

fn commitment(head: &[u8], rest: &[&[u8]]) -> [u8; 32] {
    let mut digest = Sha256::new_with_prefix(head);
    for part in rest {
        digest.update(part);
    }
    digest.finalize().into()
}

fn refused(text: &str) -> Failure {
    Failure::new(Status::HomomorphicError, text)
}

/// Magic, version, mode FHE, suite 0 (not sealed), flags: made by a client.
const HEAD: [u8; 8] = [b'L', b'K', b'E', 1, 2, 0, 0, 1];
const KEY_VERSION: [u8; 4] = [0, 0, 0, 1];
const COMMITMENT: usize = HEAD.len() + 16 + KEY_VERSION.len() + 24;
/// The chunk size of every envelope, and the length of the empty extension.
const TAIL: [u8; 3] = [16, 0, 0];
const _: () = assert!(COMMITMENT + 32 + TAIL.len() == FIXED_LEN);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_are_whole_or_refused() {
        let mut rng = crate::entropy::generator().unwrap();
        let bytes = write([7; 16], b"ciphertexts", &mut rng);
        assert_eq!(read(&bytes), Some(Ok(([7; 16], &b"ciphertexts"[..]))));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(read(&damaged).is_none_or(|read| read.is_err()), "byte {at}");
            assert!(
                read(&bytes[..at]).is_none_or(|read| read.is_err()),
                "cut at {at}"
            );
        }
    }

    #[test]
    fn ciphertexts_follow_the_sealed_part_of_the_platform() {
        use lockstep_seal::{Cipher, Context, Key, KeyName, Origin, Purpose, Sealing, seal};
        let mut rng = crate::entropy::generator().unwrap();
        let key = Key::generate(Cipher::Aes256Gcm, &mut rng);
        let sealed = |mode| {
            let sealing = Sealing {
                mode,
                origin: Origin::Client,
                key_name: KeyName {
                    id: [7; 16],
                    version: 1,
                },
                context: Context {
                    account: b"usr_1",
                    purpose: Purpose::Data,
                    row: b"",
                },
                ext: &[1; 26],
            };
            seal(
                &key,
                &sealing,
                b"",
                &mut crate::entropy::generator().unwrap(),
            )
            .unwrap()
        };
        let head = sealed(Mode::Fhe);
        assert_eq!(head.len(), 103 + 26);
        let bytes = [&head, &b"ciphertexts"[..]].concat();
        assert_eq!(read(&bytes), Some(Ok(([7; 16], &b"ciphertexts"[..]))));
        for refused in [&sealed(Mode::Basic), &head[..110], &head[..128]] {
            assert!(matches!(read(refused), Some(Err(_))));
        }
        assert_eq!(read(b"LFH"), None);
    }
}
