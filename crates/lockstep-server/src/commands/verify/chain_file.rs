//! The file of `--chain`: the rotations of a key, and what the API's answer states beside them.

use lockstep_documents::rotation::Chain;
use lockstep_documents::{ALGORITHM_NAME, AttestationKey, CONTEXT, VerificationError};
use serde_json::{Map, Value as Json};

/// Reads the rotations of a key as the API answers them, or the list of rotations alone.
///
/// # Errors
/// [`VerificationError`]: the chain is invalid, or a field of the answer is not that of the chain's newest key.
pub(super) fn read(bytes: &[u8]) -> Result<Chain, VerificationError> {
    let chain = Chain::read(bytes)?;
    let file: Json = serde_json::from_slice(bytes)
        .map_err(|error| VerificationError::Unreadable(format!("a chain of keys: {error}")))?;
    if let Json::Object(answer) = &file {
        ensure_agrees(answer, &chain)?;
    }
    Ok(chain)
}

/// Refuses an answer with a field that the chain contradicts. Without a rotation, the public key and its fingerprint
/// must fit each other.
fn ensure_agrees(answer: &Map<String, Json>, chain: &Chain) -> Result<(), VerificationError> {
    let key = match (chain.newest(), answer.get("publicKey")) {
        (Some(newest), _) => Some(newest.clone()),
        (None, Some(Json::String(text))) => Some(AttestationKey::from_base64(text)?),
        (None, _) => None,
    };
    let fingerprint = key.as_ref().map(|key| key.fingerprint().to_string());
    for (field, expected) in [
        ("algorithm", Some(ALGORITHM_NAME.to_owned())),
        ("context", Some(CONTEXT.to_owned())),
        ("publicKey", key.as_ref().map(AttestationKey::to_base64)),
        ("fingerprint", fingerprint),
        ("installation", installation(answer)),
    ] {
        let Some(stated) = answer.get(field) else {
            continue;
        };
        let agrees = match expected {
            Some(expected) => stated.as_str() == Some(expected.as_str()),
            None => stated.is_string(),
        };
        if !agrees {
            return Err(VerificationError::Refused(format!(
                "the file of the chain states another `{field}` than the chain itself: take the whole answer of GET \
                 /v1/encryption/attestation-key again"
            )));
        }
    }
    Ok(())
}

/// The installation that the rotations name: one for all of a valid chain.
fn installation(answer: &Map<String, Json>) -> Option<String> {
    let newest = answer.get("chain")?.as_array()?.last()?;
    let record: Json = serde_json::from_str(newest["byNew"]["record"].as_str()?).ok()?;
    record["installation"].as_str().map(str::to_owned)
}
