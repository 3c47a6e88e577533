//! The outermost layer of a request: its id, the area's error format, its log line.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use lockstep_store::id::RequestId;
use lockstep_store::{Actor, Entry, Status, StoreError};
use serde_json::json;

use crate::api_error::{ApiError, ErrorKind};
use crate::app_state::AppState;
use crate::area::Area;
use crate::caller::Caller;
use crate::gate::PeerAddress;
use crate::operation::{ErrorDetail, ErrorResponse};
use crate::public_url;
use crate::routes::PermissionGuard;

/// An error travels to [`request_log`] on a response without a body.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Whether the request's body arrived so slowly that the server stopped receiving it. The receiver of the
/// body puts this on the request. An error of the handler is then reported as a slow body.
#[derive(Clone, Debug, Default)]
pub struct BodyPace(Arc<AtomicBool>);

impl BodyPace {
    /// Records that the body arrived too slowly.
    pub fn fall_behind(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn fell_behind(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The outermost middleware: gives the request an id, catches panics, renders errors in the shape of the
/// area, and writes one log line of names, counts and times.
pub async fn request_log(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let start = state.clock.monotonic();
    let area = Area::of(request.uri().path());
    let id = request_id(&state, &request);
    let method = method_label(request.method());
    // The pattern, never the path: a path may contain secrets.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none", MatchedPath::as_str)
        .to_owned();

    let challenge = public_url::challenge(state.policy(), request.uri(), request.headers());
    let pace = request.extensions().get::<BodyPace>().cloned();
    let address = request.extensions().get::<PeerAddress>().copied();
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = match answered {
        Ok(response) => response,
        Err(panic) => {
            audit_panic(&state, &id, &route).await;
            ApiError::internal(format!("panic: {}", text_of(&*panic))).into_response()
        }
    };
    let mut error = error_of(&response);
    if error.is_some() && pace.is_some_and(|pace| pace.fell_behind()) {
        error = Some(ApiError::too_slow());
    }
    let mut code = "";
    if let Some(error) = &error {
        // The Model Context Protocol requires 405 if a server offers no stream, which the agent API has
        // no status for.
        let dialect = match error.kind {
            ErrorKind::MethodNotAllowed if challenge.is_some() => Area::Service,
            _ => area,
        };
        code = dialect.answer(error.kind).1;
        response = render(dialect, error, &id, response);
    }
    if let (Some(challenge), StatusCode::UNAUTHORIZED) = (challenge, response.status()) {
        response
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, challenge);
    }
    set_headers(response.headers_mut(), area, &id);

    let caller = response.extensions().get::<Caller>().cloned();
    let line = Line {
        id: &id,
        method,
        route: &route,
        status: response.status(),
        code,
        seconds: state.clock.monotonic().saturating_sub(start).as_secs_f64(),
        account: caller
            .as_ref()
            .map_or("anonymous", |caller| caller.user.as_str()),
        reason: error.as_ref().and_then(|error| error.log.as_deref()),
    };
    line.write(address);
    line.count(area);
    let is_server_error = response.status().is_server_error();
    state
        .recent()
        .request(state.clock.monotonic(), is_server_error);
    audit_counter(&state, &response, caller.as_ref(), area, &route, code);
    response
}

/// Sets the headers of every response.
fn set_headers(headers: &mut HeaderMap, area: Area, id: &str) {
    headers.insert(REQUEST_ID, header_value(id));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    if area != Area::Service {
        // Responses contain tokens and health data: no proxy may store a copy.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// The log line of a request.
struct Line<'a> {
    id: &'a str,
    method: &'static str,
    route: &'a str,
    status: StatusCode,
    code: &'static str,
    seconds: f64,
    account: &'a str,
    reason: Option<&'a str>,
}

impl Line<'_> {
    fn write(&self, address: Option<PeerAddress>) {
        let Self {
            id,
            method,
            route,
            code,
            seconds,
            account,
            reason,
            ..
        } = *self;
        let status = self.status.as_u16();
        if self.status.is_server_error() {
            tracing::error!(
                id, method, route, status, code, seconds, account, reason, "request"
            );
            return;
        }
        // Only refusals name the address, for operators who block guessing clients.
        let address = address
            .filter(|_| matches!(status, 401 | 403 | 429))
            .map(|address| address.0.to_string());
        tracing::info!(
            id, method, route, status, code, seconds, account, address, reason, "request"
        );
    }

    fn count(&self, area: Area) {
        let labels = [
            ("area", area.name().to_owned()),
            ("method", self.method.to_owned()),
            ("route", self.route.to_owned()),
            ("status", self.status.as_u16().to_string()),
        ];
        metrics::counter!("lockstep_requests_total", &labels).increment(1);
        metrics::histogram!("lockstep_request_seconds", "route" => self.route.to_owned())
            .record(self.seconds);
    }
}

/// Returns a method's label in metrics and the log. A client may send any token as a method, and each
/// different label would be a time series that is never removed.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Answers a path that is not a route.
pub async fn no_route() -> ApiError {
    ApiError::not_found("path")
}

fn request_id(state: &AppState, request: &Request) -> String {
    request
        .headers()
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| {
            (1..=128).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
        })
        .map_or_else(
            || RequestId::generate(state.clock.now(), &*state.entropy).to_string(),
            str::to_owned,
        )
}

/// Returns the error that a response carries, or the error for a status that a library set.
pub(crate) fn error_of(response: &Response) -> Option<ApiError> {
    if let Some(error) = response.extensions().get::<ApiError>() {
        return Some(error.clone());
    }
    let kind = response.headers().get(header::CONTENT_TYPE);
    let ours = kind.is_some_and(|kind| kind == "application/json");
    match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => Some(ApiError::method_not_allowed()),
        status
            if ours
                || status.is_success()
                || status.is_redirection()
                || status.is_informational() =>
        {
            None
        }
        StatusCode::NOT_FOUND => Some(ApiError::not_found("path")),
        StatusCode::PAYLOAD_TOO_LARGE => Some(ApiError::too_large(crate::body::LIMIT_BYTES)),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Some(ApiError::unsupported_media(
            "the media type of the body is not supported",
        )),
        status if status.is_client_error() => Some(ApiError::invalid(
            "",
            format!("refused with status {}", status.as_u16()),
        )),
        status => Some(ApiError::internal(format!(
            "status {} without an error",
            status.as_u16()
        ))),
    }
}

/// Renders an error in the area's format: the status and the body.
#[must_use]
pub fn refusal(area: Area, error: &ApiError, id: &str) -> (StatusCode, Vec<u8>) {
    let (status, code) = area.answer(error.kind);
    let refusal = ErrorResponse {
        error: ErrorDetail {
            code,
            message: error.message.clone().into_owned(),
            details: error.details.clone(),
            request_id: id.to_owned(),
        },
        status: status.as_u16(),
    };
    (status, serde_json::to_vec(&refusal).unwrap_or_default())
}

fn render(area: Area, error: &ApiError, id: &str, carried: Response) -> Response {
    let (status, text) = refusal(area, error, id);
    let (mut parts, _) = carried.into_parts();
    parts.status = status;
    // A library's refusal may be compressed already; this body is not.
    parts.headers.remove(header::CONTENT_ENCODING);
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    if matches!(
        error.kind,
        ErrorKind::MissingCredential | ErrorKind::BadCredential | ErrorKind::TotpRequired
    ) {
        parts
            .headers
            .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(seconds) = error.retry_after {
        parts.headers.insert(header::RETRY_AFTER, seconds.into());
    }
    Response::from_parts(parts, Body::from(text))
}

/// Counts a read or a refusal for the audit log; changes are entered by their own transactions.
pub(crate) fn audit_counter(
    state: &AppState,
    response: &Response,
    caller: Option<&Caller>,
    area: Area,
    route: &str,
    code: &str,
) {
    let guarded = response.extensions().get::<PermissionGuard>().copied();
    let actor = || caller.map_or_else(Actor::anonymous, Caller::actor);
    match response.status().as_u16() {
        401 | 403 | 429 => {
            let action = format!("refused {code} {route}");
            state
                .audit_counter()
                .count(actor(), action, area.name(), Status::Warning);
        }
        101 | 200..=299 if guarded.is_some_and(|guarded| !guarded.0.writes()) => {
            state.audit_counter().count(
                actor(),
                format!("read {route}"),
                area.name(),
                Status::Success,
            );
        }
        _ => {}
    }
}

async fn audit_panic(state: &AppState, id: &str, route: &str) {
    let metadata = json!({ "requestId": id, "route": route });
    let written = state
        .db
        .write("audit.panic", move |tx| {
            tx.audit(&Entry {
                actor: &Actor::system(),
                action: "panic",
                component: "service",
                status: Status::Error,
                details: "a request ended by a panic".to_owned(),
                metadata: metadata.clone(),
            })
            .map(drop)
        })
        .await;
    if let Err(error) = written {
        let error: StoreError = error;
        tracing::error!(%error, "a panic could not be audited");
    }
}

pub(crate) fn text_of(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a text")
}

fn header_value(id: &str) -> HeaderValue {
    HeaderValue::from_str(id).unwrap_or_else(|_| HeaderValue::from_static("unprintable"))
}

/// The content security policy of responses that are not pages: they load nothing, and no page may
/// frame them.
pub const CONTENT_SECURITY_POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
