//! Parsing of the envelopes that clients create (docs/encryption.md).

use lockstep_fhe::Series;
use lockstep_store::id::KeyId;
use lockstep_vault::key::{Custody, KeyRecord};
use lockstep_vault::material::parameters;
use lockstep_web::ApiError;
use sha2::{Digest, Sha256};

use crate::operations::envelope::check_length;

/// An envelope that a client created.
pub(crate) struct ClientEnvelope<'a> {
    pub(crate) key: KeyId,
    body: &'a [u8],
}

impl<'a> ClientEnvelope<'a> {
    /// The key that a client's envelope names, even if the envelope is truncated; `None` for other bytes.
    pub(crate) fn key(bytes: &[u8]) -> Option<KeyId> {
        let key = bytes.strip_prefix(&HEAD)?.first_chunk()?;
        Some(KeyId::from_bytes(*key))
    }

    /// Parses a client's envelope; `None` for bytes that do not begin as one.
    pub(crate) fn read(bytes: &'a [u8], parameter: &str) -> Option<Result<Self, ApiError>> {
        let key = Self::key(bytes)?;
        let refused = |reason: &str| Err(ApiError::encryption_parameter(parameter, reason));
        let Some((head, body)) = bytes.split_first_chunk::<LENGTH>() else {
            return Some(refused("ends within its header"));
        };
        let digest = Sha256::new()
            .chain_update(&head[..COMMITMENT])
            .chain_update(&bytes[COMMITMENT + 32..])
            .finalize();
        if digest[..] != head[COMMITMENT..COMMITMENT + 32] {
            return Some(refused(
                "is damaged: its commitment is not that of its bytes",
            ));
        }
        // The version of the key, the chunk size, and the length of the empty extension.
        if head[KEY_END..KEY_END + 4] != [0, 0, 0, 1] || head[COMMITMENT + 32..] != TAIL {
            return Some(refused("has an unknown format"));
        }
        Some(Ok(Self { key, body }))
    }

    /// The encrypted numbers, treated as a fresh encryption under this key.
    pub(crate) fn series(&self, key: &KeyRecord, parameter: &str) -> Result<Series, ApiError> {
        let refused = |reason: String| ApiError::encryption_parameter(parameter, reason);
        custody(key).map_err(|reason| refused(reason.to_owned()))?;
        let set = key
            .slot
            .set()
            .ok_or_else(|| ApiError::internal("no parameter set of a homomorphic key"))?;
        let set = parameters(set);
        let (_, under) =
            lockstep_fhe::owner(self.body).map_err(|error| refused(error.to_string()))?;
        if key.public != under.0 {
            return Err(refused(
                "is under a secret key other than the one it names".to_owned(),
            ));
        }
        let series = Series::from_bytes(&set, self.body)
            .and_then(Series::taken_as_fresh)
            .map_err(|error| refused(error.to_string()))?;
        check_length(&set, series.len(), set.slots(), parameter)?;
        Ok(series)
    }
}

/// Refuses keys whose secret the platform holds: it must not decrypt ciphertexts that it did not create.
fn custody(key: &KeyRecord) -> Result<(), &'static str> {
    if key.custody == Custody::Client {
        return Ok(());
    }
    Err(
        "was made by a client under a key in the server's custody; such a key computes only on data that the \
            server encrypted",
    )
}

/// Magic, version, mode FHE, suite 0 (no sealed part), flags: created by a client.
const HEAD: [u8; 8] = [b'L', b'K', b'E', 1, 2, 0, 0, 1];
const KEY_END: usize = HEAD.len() + 16;
/// The offset of the commitment: after the key's version and the message's id.
const COMMITMENT: usize = KEY_END + 4 + 24;
/// The chunk size of every envelope, and the length of the empty extension.
const TAIL: [u8; 3] = [16, 0, 0];
const LENGTH: usize = COMMITMENT + 32 + TAIL.len();

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an envelope as a client does.
    fn sealed(body: &[u8]) -> Vec<u8> {
        let mut head = HEAD.to_vec();
        head.extend_from_slice(&[7; 16]);
        head.extend_from_slice(&[0, 0, 0, 1]);
        head.extend_from_slice(&[9; 24]);
        let mut rest = TAIL.to_vec();
        rest.extend_from_slice(body);
        let digest = Sha256::new()
            .chain_update(&head)
            .chain_update(&rest)
            .finalize();
        [&head, &digest[..], &rest].concat()
    }

    #[test]
    fn envelopes_are_whole_or_refused() {
        let bytes = sealed(b"ciphertexts");
        assert_eq!(LENGTH, lockstep_seal::FIXED_LEN);
        let read = ClientEnvelope::read(&bytes, "block").unwrap().unwrap();
        assert_eq!(read.key, KeyId::from_bytes([7; 16]));
        assert_eq!(read.body, b"ciphertexts");
        // No envelope of a client opens as one that was sealed.
        assert!(lockstep_seal::Header::parse(&bytes).is_err());
        for length in 0..bytes.len() {
            let cut = ClientEnvelope::read(&bytes[..length], "block");
            assert!(cut.is_none_or(|read| read.is_err()), "cut at {length}");
        }
        for at in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= flip;
                let read = ClientEnvelope::read(&changed, "block");
                assert!(read.is_none_or(|read| read.is_err()), "{at}");
            }
        }
        // Another version of a key, chunk size or extension is an unknown format.
        for (at, byte) in [
            (KEY_END + 3, 2),
            (COMMITMENT + 32, 15),
            (COMMITMENT + 34, 1),
        ] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            let digest = Sha256::new()
                .chain_update(&changed[..COMMITMENT])
                .chain_update(&changed[COMMITMENT + 32..])
                .finalize();
            changed[COMMITMENT..COMMITMENT + 32].copy_from_slice(&digest);
            let error = ClientEnvelope::read(&changed, "block").unwrap();
            let message = error.err().unwrap().message;
            assert!(message.contains("form"), "{message}");
        }
    }
}
