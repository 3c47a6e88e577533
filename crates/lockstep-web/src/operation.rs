//! The parts of an operation's document that depend on its area and permission only.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathsBuilder, Ref, RefOr, ResponseBuilder,
};

use crate::access::Permission;
use crate::api_error::ErrorKind;
use crate::area::Area;
use crate::idempotency::IdempotencyKey;

// Content types name it as `inline(BinaryBody)`.
/// The bytes of the body.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct BinaryBody(pub Vec<u8>);

/// The body of every error response.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "error": {
        "code": "INVALID_REQUEST",
        "message": "limit: must be 1 to 500",
        "details": { "parameter": "limit", "reason": "must be 1 to 500" },
        "requestId": "req_01jd3m8zq5e8vb2f6m0r4c7k9x",
    },
    "status": 400,
}))]
pub struct ErrorResponse {
    /// The error.
    pub error: ErrorDetail,
    /// The HTTP status, repeated.
    #[schema(example = 400)]
    pub status: u16,
}

/// The error.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetail {
    /// An error code of the area.
    #[schema(example = "INVALID_REQUEST")]
    pub code: &'static str,
    /// The problem and the remedy.
    pub message: String,
    /// Details for programs, such as `parameter` and `reason`.
    #[schema(value_type = Object)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// The id of this request in the server's log.
    pub request_id: String,
}

/// Creates a document without operations.
#[must_use]
pub(crate) fn empty_document() -> OpenApi {
    OpenApiBuilder::new()
        .info(InfoBuilder::new().build())
        .paths(PathsBuilder::new().build())
        .build()
}

/// Adds the error responses that every operation of the area can return.
pub(crate) fn describe(operation: &mut Operation, area: Area, permission: Option<Permission>) {
    let mut kinds = vec![
        ErrorKind::Invalid,
        ErrorKind::TooSlow,
        ErrorKind::HeadersTooLarge,
        ErrorKind::RateLimited,
        ErrorKind::Internal,
    ];
    if permission.is_some() {
        kinds.extend([ErrorKind::MissingCredential, ErrorKind::PermissionDenied]);
        // Stored data may be encrypted under a key that is lost.
        if matches!(area, Area::Fitness | Area::Encryption) {
            kinds.push(ErrorKind::Encryption);
        }
    }
    if operation.parameters.iter().flatten().any(names_a_resource) {
        kinds.push(ErrorKind::NotFound);
    }
    if operation.request_body.is_some() {
        kinds.extend([
            ErrorKind::TooLarge,
            ErrorKind::UnsupportedMedia,
            ErrorKind::Conflict,
        ]);
    }
    for kind in kinds {
        let (status, code) = area.answer(kind);
        let response = ResponseBuilder::new()
            .description(format!("{code}: {}", explain(kind)))
            .content(
                JSON,
                ContentBuilder::new()
                    .schema(Some(Ref::from_schema_name("ErrorResponse")))
                    .build(),
            )
            .build();
        operation
            .responses
            .responses
            .entry(status.as_u16().to_string())
            .or_insert_with(|| response.into());
    }
}

/// Whether the parameter names a resource that may not exist: a segment of the path, or the key of an earlier request,
/// since the resource that it created may have been deleted.
fn names_a_resource(parameter: &RefOr<Parameter>) -> bool {
    match parameter {
        RefOr::T(parameter) => {
            matches!(parameter.parameter_in, ParameterIn::Path)
                || parameter.name.eq_ignore_ascii_case(IdempotencyKey::HEADER)
        }
        RefOr::Ref(_) => false,
    }
}

fn explain(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Invalid => "the request is invalid; `details` names the field and the reason",
        ErrorKind::MissingCredential | ErrorKind::BadCredential => {
            "the credential is missing or invalid"
        }
        ErrorKind::TotpRequired => "the account needs a TOTP code too",
        ErrorKind::PermissionDenied => "the caller lacks the permission",
        ErrorKind::NotFound => "the resource does not exist or belongs to another account",
        ErrorKind::MethodNotAllowed => "the path does not support the method",
        ErrorKind::TooSlow => "the request took too long to arrive",
        ErrorKind::Conflict => {
            "the current state of the resource does not allow the request; `message` says why"
        }
        ErrorKind::TooLarge => "the body is too large",
        ErrorKind::UnsupportedMedia => "the media type of the body is not supported",
        ErrorKind::HeadersTooLarge => "the URL or the headers are too large",
        ErrorKind::Encryption => {
            "the requested encryption is not available, or a stored key is lost or damaged"
        }
        ErrorKind::EncryptionParameters => "an encryption parameter is invalid",
        ErrorKind::Device => "every point names a revoked device",
        ErrorKind::Processing => "the file contains nothing readable",
        ErrorKind::RateLimited => {
            "the rate limit is exceeded; retry after the time in `Retry-After`"
        }
        ErrorKind::Internal | ErrorKind::Unavailable => "an internal error; report the `requestId`",
    }
}

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";
