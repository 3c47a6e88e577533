//! Documents inside of the platform's responses.

use lockstep_zk::formats::unique_json;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::signed::VerificationError;

/// Extracts all documents from a response of the platform: a document itself, the `receipt` of an erasure or of each
/// erasure in a page, the `claims` of a data token, and the `result` of a job. Other bytes are returned unchanged for
/// [`crate::verify`].
///
/// # Errors
/// [`VerificationError::Unreadable`] for a response that does not contain the document yet.
pub fn answered(bytes: &[u8]) -> Result<Vec<Vec<u8>>, VerificationError> {
    let whole = || Ok(vec![bytes.to_vec()]);
    // A response with a member twice is not a document either: `verify` refuses it with the reason.
    let Ok(answer) = unique_json::from_slice::<Answer<'_>>(bytes) else {
        return whole();
    };
    if answer.format.is_some() {
        return whole();
    }
    let has_list = answer.erasures.is_some() || answer.claims.is_some();
    let mut documents = Vec::new();
    for erasure in answer.erasures.into_iter().flatten() {
        documents.push(inside("receipt", erasure.receipt)?);
    }
    let claims = answer.claims.into_iter().flatten();
    documents.extend(claims.map(|claim| claim.get().as_bytes().to_vec()));
    for (name, document) in [("receipt", answer.receipt), ("result", answer.result)] {
        if document.is_some() {
            documents.push(inside(name, document)?);
        }
    }
    match answer.job_id {
        _ if has_list || !documents.is_empty() => Ok(documents),
        Some(_) => Err(not_yet("result")),
        None => whole(),
    }
}

/// The members of a response that decide where its documents are. A member that is null is present.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    #[serde(borrow, default, deserialize_with = "lockstep_values::present")]
    format: Option<&'a RawValue>,
    #[serde(borrow, default)]
    erasures: Option<Vec<ErasureAnswer<'a>>>,
    #[serde(borrow, default)]
    claims: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default, deserialize_with = "lockstep_values::present")]
    receipt: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "lockstep_values::present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "lockstep_values::present")]
    job_id: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct ErasureAnswer<'a> {
    #[serde(borrow, default, deserialize_with = "lockstep_values::present")]
    receipt: Option<&'a RawValue>,
}

fn inside(name: &str, document: Option<&RawValue>) -> Result<Vec<u8>, VerificationError> {
    match document.map(RawValue::get) {
        None | Some("null") => Err(not_yet(name)),
        Some(document) => Ok(document.as_bytes().to_vec()),
    }
}

fn not_yet(name: &str) -> VerificationError {
    VerificationError::Unreadable(format!("it has no {name} yet: ask for it again"))
}
