//! Renders the error response to bytes that never became a request, in the format of all errors.

use axum::http::header;
use lockstep_store::id::RequestId;
use lockstep_web::{ApiError, AppState, Area, request};

/// Returns the bytes of the response, after which the connection closes; logs and counts it like
/// any other.
pub(crate) fn answer(state: &AppState, area: Area, error: &ApiError) -> Vec<u8> {
    let id = RequestId::generate(state.clock.now(), &*state.entropy).to_string();
    let (status, body) = request::refusal(area, error, &id);
    tracing::info!(id, route = "none", status = status.as_u16(), "request");
    let labels = [
        ("area", area.name().to_owned()),
        ("method", "none".to_owned()),
        ("route", "none".to_owned()),
        ("status", status.as_u16().to_string()),
    ];
    metrics::counter!("lockstep_requests_total", &labels).increment(1);
    let mut bytes = format!(
        "HTTP/1.1 {} {}\r\n{}: application/json\r\n{}: {}\r\n{}: no-store\r\n{}: close\r\n\
         x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\
         content-security-policy: {}\r\nx-request-id: {id}\r\n",
        status.as_u16(),
        status.canonical_reason().unwrap_or_default(),
        header::CONTENT_TYPE,
        header::CONTENT_LENGTH,
        body.len(),
        header::CACHE_CONTROL,
        header::CONNECTION,
        request::CONTENT_SECURITY_POLICY,
    )
    .into_bytes();
    if let Some(seconds) = error.retry_after {
        bytes.extend(format!("{}: {seconds}\r\n", header::RETRY_AFTER).bytes());
    }
    bytes.extend(b"\r\n");
    bytes.extend(body);
    bytes
}
