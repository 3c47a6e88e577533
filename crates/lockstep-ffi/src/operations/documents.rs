//! Verification of signed documents, without a server. It needs no handler.

use lockstep_documents::{
    AttestationKey, Chain, DocumentVerification, Fingerprint, Nonce, VerificationPolicy, verify,
};
use lockstep_values::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::failure::{Failure, Status};
use crate::request::{ByteRange, Request};

use super::Operation;

pub(super) const OPERATIONS: &[Operation] = &[("Document.verify", verify_document)];

/// The document, and the trusted keys and expectations of its reader.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct VerifyDocument {
    document: ByteRange,
    attester: Option<String>,
    public_key: Option<String>,
    chain: Option<ByteRange>,
    audience: Option<String>,
    nonce: Option<String>,
    now: Option<String>,
}

fn verify_document(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: VerifyDocument = request.fields()?;
    let document = request.bytes(fields.document)?;
    let policy = policy(request, &fields)?;
    let outcome = verify(document, &policy);
    let known_signer = outcome.as_ref().map(|verified| verified.known_signer).ok();
    let result = serde_json::to_value(DocumentVerification::from(outcome));
    let result: Map<String, Value> = match result {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a struct of texts and values is an object"),
    };
    let answer = result
        .into_iter()
        .fold(Answer::new(), |answer, (name, value)| {
            answer.with(&name, value)
        });
    Ok(answer.with("knownSigner", known_signer))
}

fn policy(request: &Request<'_>, fields: &VerifyDocument) -> Result<VerificationPolicy, Failure> {
    let chain = fields.chain.map(|chain| request.bytes(chain)).transpose()?;
    let chain = chain.map(|chain| Chain::read(chain).map_err(|error| refused("chain", &error)));
    let audience = fields.audience.clone();
    Ok(VerificationPolicy {
        attester: parsed::<Fingerprint>("attester", fields.attester.as_deref())?,
        key: fields
            .public_key
            .as_deref()
            .map(AttestationKey::from_base64)
            .transpose()
            .map_err(|error| refused("publicKey", &error))?,
        chain: chain.transpose()?,
        audience: audience.filter(|text| !text.is_empty()),
        nonce: parsed::<Nonce>(
            "nonce",
            fields.nonce.as_deref().filter(|text| !text.is_empty()),
        )?,
        now: parsed::<Timestamp>("now", fields.now.as_deref())?,
        ..VerificationPolicy::default()
    })
}

fn parsed<T: std::str::FromStr<Err: std::error::Error>>(
    field: &str,
    text: Option<&str>,
) -> Result<Option<T>, Failure> {
    let parsed = text.map(str::parse).transpose();
    parsed.map_err(|error| refused(field, &error))
}

/// The failure for a field that cannot be read, so that no document can be judged with it.
fn refused(field: &str, error: &impl std::error::Error) -> Failure {
    Failure::new(Status::DocumentError, format!("{field}: {error}"))
}
