//! The encryption API: wire types, and the parsing that all its routes share.

mod attest;
mod circuits;
mod compute;
mod crypt;
mod documents;
mod keys;
mod proofs;
mod registered;

use data_encoding::BASE64;
use lockstep_store::id::KeyId;
use lockstep_web::{ApiError, AppState, Permission, Routes};
use serde_json::Value;
use utoipa_axum::routes;
use zeroize::Zeroizing;

use lockstep_vault::key::{KeySlot, Mode, NamedScheme, SecurityLevel, UnsupportedKeySlot};
pub(crate) use lockstep_web::jobs::{ResultOrJob, answer, answer_once};
use lockstep_zk::{CurveName, UnknownCurve};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(crypt::encrypt))
        .allow(Permission::WriteOwn, routes!(crypt::decrypt))
        .allow(Permission::WriteOwn, routes!(compute::compute))
        .allow(Permission::WriteOwn, routes!(keys::generate))
        .allow(Permission::WriteOwn, routes!(registered::register))
        .allow(Permission::ReadOwn, routes!(keys::list))
        .allow(Permission::ReadOwn, routes!(keys::status))
        .allow(Permission::WriteOwn, routes!(keys::rotate))
        .allow(Permission::WriteOwn, routes!(keys::suspend))
        .allow(Permission::WriteOwn, routes!(keys::resume))
        .allow(Permission::WriteOwn, routes!(keys::revoke))
        .allow(Permission::WriteOwn, routes!(keys::cancel_destruction))
        .allow(Permission::WriteOwn, routes!(keys::delete))
        .allow(Permission::WriteOwn, routes!(proofs::prove))
        .allow(Permission::WriteOwn, routes!(proofs::verify))
        .allow(Permission::WriteOwn, routes!(documents::verify_document))
        .allow(Permission::WriteOwn, routes!(circuits::upload_circuit))
        .allow(Permission::WriteOwn, routes!(circuits::remove))
        .allow(Permission::ReadOwn, routes!(circuits::verification_key))
        .allow(Permission::ReadOwn, routes!(attest::attestation_key))
        .open(routes!(attest::published_key))
        .allow_streaming(Permission::WriteOwn, routes!(registered::evaluation_keys))
}

/// Decodes base 64 with padding (RFC 4648, section 4), or returns an error that names the field.
fn base64(parameter: &str, text: &str) -> Result<Vec<u8>, ApiError> {
    BASE64.decode(text.as_bytes()).map_err(|error| {
        ApiError::encryption_parameter(
            parameter,
            format!("must be base64 (RFC 4648, with padding): {error}"),
        )
    })
}

/// Decodes base 64 of a secret, which is wiped from memory when dropped.
fn secret_base64(parameter: &str, text: &str) -> Result<Zeroizing<Vec<u8>>, ApiError> {
    base64(parameter, text).map(Zeroizing::new)
}

fn mode(text: &str) -> Result<Mode, ApiError> {
    text.parse()
        .map_err(|reason: String| ApiError::encryption_parameter("mode", reason))
}

/// Parses `securityLevel` from any JSON value.
fn level(value: Option<&Value>) -> Result<Option<SecurityLevel>, ApiError> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let bits = value.as_u64().or_else(|| {
        value
            .as_f64()
            .filter(|bits| bits.fract() == 0.0 && *bits > 0.0)
            .map(|bits| bits as u64)
    });
    let level = bits.and_then(SecurityLevel::from_bits).ok_or_else(|| {
        ApiError::encryption_parameter("parameters.securityLevel", "must be 128, 192 or 256")
    })?;
    Ok(Some(level))
}

/// The scheme of this name in a mode; without a name, the default of the mode.
fn named_scheme(mode: Mode, name: Option<&str>) -> Result<NamedScheme, ApiError> {
    name.map_or(Ok(NamedScheme::usual(mode)), |name| {
        NamedScheme::parse(mode, name).map_err(unsupported_key_slot)
    })
}

/// The slot of mode, scheme and level, with at least `least` bits.
fn slot(
    mode: Mode,
    scheme: Option<&str>,
    level: Option<SecurityLevel>,
    least: u32,
) -> Result<KeySlot, ApiError> {
    KeySlot::allowed(named_scheme(mode, scheme)?, level, least).map_err(unsupported_key_slot)
}

fn unsupported_key_slot(error: UnsupportedKeySlot) -> ApiError {
    ApiError::encryption_parameter(error.parameter, error.reason)
}

/// Parses the curve in `parameter`.
fn curve(parameter: &str, name: Option<&str>) -> Result<Option<CurveName>, ApiError> {
    name.map(str::parse)
        .transpose()
        .map_err(|error: UnknownCurve| ApiError::encryption_parameter(parameter, error.to_string()))
}

/// Parses `precision` from any JSON value.
fn precision(value: Option<&Value>) -> Result<Option<u8>, ApiError> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    value
        .as_u64()
        .and_then(|decimals| u8::try_from(decimals).ok())
        .filter(|decimals| *decimals <= 6)
        .map(Some)
        .ok_or_else(|| {
            ApiError::encryption_parameter("parameters.precision", "must be 0 to 6 decimals")
        })
}

/// Parses a key id. A malformed id is reported as a key that does not exist.
fn key_id(text: Option<&str>) -> Result<Option<KeyId>, ApiError> {
    text.map(|text| text.parse().map_err(|_| ApiError::not_found("key")))
        .transpose()
}
