//! Types and checks of envelopes that all modes share.

use std::sync::Arc;

use lockstep_fhe::ParameterSet;
use lockstep_vault::key::KeyRecord;
use lockstep_vault::material::LoadedKey;
use lockstep_web::ApiError;
use zeroize::Zeroizing;

/// An envelope, and the key it is under.
pub(crate) struct NewEnvelope {
    pub(crate) envelope: Vec<u8>,
    pub(crate) key: KeyRecord,
    /// The root of a committed encryption, decimal.
    pub(crate) root: Option<String>,
}

/// The plaintext of an envelope.
pub(crate) struct DecryptedEnvelope {
    pub(crate) data: Zeroizing<Vec<u8>>,
    pub(crate) key: KeyRecord,
}

/// A key to encrypt with: with its secret, or only its public half.
pub(crate) enum EncryptingKey {
    LoadedKey(Arc<LoadedKey>),
    Public(KeyRecord),
}

impl EncryptingKey {
    pub(crate) fn record(&self) -> &KeyRecord {
        match self {
            Self::LoadedKey(loaded) => &loaded.record,
            Self::Public(record) => record,
        }
    }
}

/// The error for a key whose public half does not encrypt.
pub(crate) fn owners_alone() -> ApiError {
    ApiError::encryption_parameter(
        "parameters.keyId",
        "only the owner has the secret of this key, and it has no public half to encrypt with",
    )
}

/// Refuses an envelope that would be too large for a later request.
pub(crate) fn check_length(
    set: &ParameterSet,
    count: usize,
    room: usize,
    parameter: &str,
) -> Result<(), ApiError> {
    let block = set.slots() * set.ciphertext_primes().len() * 50 / 8 * 2;
    let limit = ENVELOPE_BYTES / block * room;
    if count > limit {
        return Err(ApiError::encryption_parameter(
            parameter,
            format!(
                "holds {count}, {} takes {limit} at most: send it in parts",
                set.name()
            ),
        ));
    }
    Ok(())
}

const ENVELOPE_BYTES: usize = 20_000_000;
