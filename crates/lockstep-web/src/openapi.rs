//! The parts of the OpenAPI document that every operation shares.

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder, PathsBuilder,
    Ref, ResponseBuilder,
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};
use utoipa::{PartialSchema, ToSchema};

use crate::access::Permission;
use crate::area::Area;
use crate::fault::Kind;

/// The body of every answer that is no success.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// What is wrong.
    pub error: RefusalError,
    /// The HTTP status, again.
    #[schema(example = 400)]
    pub status: u16,
}

/// What is wrong.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusalError {
    /// One of the area's codes.
    #[schema(example = "INVALID_REQUEST")]
    pub code: &'static str,
    /// What is wrong and what to do next.
    pub message: String,
    /// More for programs, such as `parameter` and `reason`.
    #[schema(value_type = Object)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// What the log calls this request.
    pub request_id: String,
}

/// A document without operations.
#[must_use]
pub(crate) fn empty() -> OpenApi {
    OpenApiBuilder::new()
        .info(InfoBuilder::new().build())
        .paths(PathsBuilder::new().build())
        .build()
}

/// Completes the document of all routes.
#[must_use]
pub fn finish(mut document: OpenApi, version: &str) -> OpenApi {
    let mut licence = License::new("MIT OR Apache-2.0");
    licence.identifier = Some("MIT OR Apache-2.0".to_owned());
    document.info = InfoBuilder::new()
        .title("Lockstep")
        .version(version)
        .description(Some(
            "A self-hosted, privacy-preserving platform for fitness data. Send \
             `Authorization: Bearer <token>`, a token from `POST /api/auth/token` or an API key.",
        ))
        .license(Some(licence))
        .build();
    let mut components = ComponentsBuilder::from(document.components.take().unwrap_or_default())
        .schema("Refusal", Refusal::schema())
        .schema("RefusalError", RefusalError::schema())
        .build();
    components.add_security_scheme(
        "bearer",
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
    );
    document.components = Some(components);
    document
}

/// Adds what every operation of the area can answer besides success.
pub(crate) fn describe(operation: &mut Operation, area: Area, permission: Option<Permission>) {
    let mut kinds = vec![
        Kind::Invalid,
        Kind::TooSlow,
        Kind::HeadersTooLarge,
        Kind::RateLimited,
        Kind::Internal,
    ];
    if permission.is_some() {
        kinds.extend([Kind::MissingCredential, Kind::PermissionDenied]);
        // What an account stores may be under a key that is lost.
        if matches!(area, Area::Fitness | Area::Encryption) {
            kinds.push(Kind::Encryption);
        }
    }
    let in_path = |parameter: &RefOr<Parameter>| match parameter {
        RefOr::T(parameter) => matches!(parameter.parameter_in, ParameterIn::Path),
        RefOr::Ref(_) => false,
    };
    if operation.parameters.iter().flatten().any(in_path) {
        kinds.push(Kind::NotFound);
    }
    if operation.request_body.is_some() {
        kinds.extend([Kind::TooLarge, Kind::UnsupportedMedia, Kind::Conflict]);
    }
    for kind in kinds {
        let (status, code) = area.answer(kind);
        let response = ResponseBuilder::new()
            .description(format!("{code}: {}", explain(kind)))
            .content(
                "application/json",
                ContentBuilder::new()
                    .schema(Some(Ref::from_schema_name("Refusal")))
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

fn explain(kind: Kind) -> &'static str {
    match kind {
        Kind::Invalid => "the request says something that cannot be meant; `details` names it",
        Kind::MissingCredential | Kind::BadCredential => "no valid credential",
        Kind::PermissionDenied => "the caller may not do this",
        Kind::NotFound => "it does not exist, or belongs to somebody else",
        Kind::MethodNotAllowed => "the path has no such method",
        Kind::TooSlow => "the request did not arrive in time",
        Kind::Conflict => "it does not fit with what is there",
        Kind::TooLarge => "the body is too large",
        Kind::UnsupportedMedia => "the body is of a kind that is not read here",
        Kind::HeadersTooLarge => "the address or the headers are too large",
        Kind::Encryption => {
            "the encryption asked for cannot be given, or a stored key is lost or damaged"
        }
        Kind::EncryptionParameters => "a parameter of the encryption cannot be meant",
        Kind::Device => "every point names a device that may not send",
        Kind::Processing => "nothing of the file could be read",
        Kind::RateLimited => "over the limit; `Retry-After` says when to try again",
        Kind::Internal | Kind::Unavailable => "our fault; name the request id",
    }
}
