//! `POST /v1/encryption/documents/verify`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use lockstep_documents::{DocumentVerification, Nonce, NotANonce, VerificationPolicy, verify};
use lockstep_web::jobs::Jobs;
use lockstep_web::{ApiError, Area, Caller, LargeBody};
use lockstep_zk::formats::unique_json::UniqueObject;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ResultOrJob, answer};
use crate::encryption::Encryption;

/// A signed document, and what its reader expects of it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct VerifyDocumentRequest {
    /// The document: a claim, a certificate, a receipt, or any other document that a Lockstep server signed.
    #[schema(value_type = Object, example = json!({ "format": "lockstep-checkpoint/1" }))]
    document: UniqueObject,
    /// The audience that the reader expects. A document that names an audience is invalid without it.
    #[schema(example = "insurance.example")]
    audience: Option<String>,
    /// The nonce that the reader gave to the prover, base64. A document that contains a nonce is invalid without it.
    nonce: Option<String>,
    /// The fingerprint of the signing key that the reader trusts. Without it, only documents of this
    /// installation hold. A present or former key of this installation stands for every key of its chain, as with
    /// `lockstep verify --chain`: a document that is dated after its key was replaced is invalid.
    attester: Option<String>,
}

/// Verify a signed document: its signatures, its validity, and the proof of a claim.
///
/// A document in which an object has a member twice is refused. The command `lockstep verify` does the same without a
/// server: use it if you do not trust the operator of this server. The command also takes an answer that contains
/// documents, such as the result of a job; this operation takes the document alone.
#[utoipa::path(post, path = "/v1/encryption/documents/verify", tag = "Encryption", operation_id = "verifyDocument",
    request_body = VerifyDocumentRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job")),
    responses((status = 200, description = "Whether the document is valid, or the job that verifies it", body = ResultOrJob<DocumentVerification>)))]
pub(super) async fn verify_document(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody { body, .. }: LargeBody<VerifyDocumentRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<DocumentVerification>>), ApiError> {
    let trust = trust(&encryption, &body)?;
    let document = serde_json::to_vec(&body.document.0)
        .map_err(|error| ApiError::internal(error.to_string()))?;
    let user = caller.user.clone();
    let work = async move {
        let pool = encryption.pool();
        pool.run(&user, move |_| Ok(verify(&document, &trust).into()))
            .await
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}

/// The signer that the request names; without one, the present and former keys of this installation. A key of this
/// installation signs only until it was replaced. The installation knows no rotations of the keys of others.
fn trust(
    encryption: &Encryption,
    body: &VerifyDocumentRequest,
) -> Result<VerificationPolicy, ApiError> {
    let nonce = body.nonce.as_deref().filter(|text| !text.is_empty());
    let nonce: Option<Nonce> = nonce
        .map(str::parse)
        .transpose()
        .map_err(|error: NotANonce| ApiError::encryption_parameter("nonce", error.to_string()))?;
    let attester = encryption.attester();
    let own = attester.key().fingerprint();
    let named = match &body.attester {
        None => own,
        Some(text) => text.parse().map_err(|_| {
            ApiError::encryption_parameter(
                "attester",
                "must be a fingerprint: 64 hexadecimal digits",
            )
        })?,
    };
    let chain = attester.chain();
    let is_of_chain = chain.connects(own, named);
    Ok(VerificationPolicy {
        attester: Some(named),
        chain: is_of_chain.then_some(chain),
        now: Some(encryption.ctx().clock.now()),
        audience: body.audience.clone().filter(|text| !text.is_empty()),
        nonce,
        keys: Arc::clone(encryption.verification_keys()),
        ..VerificationPolicy::default()
    })
}
