//! The gate: limits by address, then resolves the caller, then limits by account. It authenticates
//! each request, admits or refuses it by the limits, and sets the limit headers on every response
//! of a limited area.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use lockstep_store::QueueOwner;

use crate::address::address_prefix;
use crate::api_error::{ApiError, ErrorKind};
use crate::app_state::AppState;
use crate::area::Area;
use crate::body::JsonDepth;
use crate::caller::{Caller, bearer};
use crate::checked_body;
use crate::console_session;
use crate::intake::Allowance;
use crate::limits::Decision;
use crate::policy::Policy;
use crate::request_time::RequestTime;
use crate::socket;
use crate::unread::BodyWatch;

/// The remote address of a request, set by the server when it accepted the connection.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub IpAddr);

/// Marks the answer to a request that a limit of requests admitted and counts. A request that was taken back is not counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedRequest;

impl<S: Send + Sync> FromRequestParts<S> for PeerAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts
            .extensions
            .get::<Self>()
            .copied()
            .unwrap_or(Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED))))
    }
}

/// The middleware that authenticates and limits. It runs after routing, for existing and unknown
/// paths.
pub async fn authenticate_and_limit(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let area = Area::limiting(request.uri().path());
    let peer = request.extensions().get::<PeerAddress>();
    let address = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let prefix = address_prefix(address);
    let unread = BodyWatch::watch(&mut request);
    let (caller, guess) = identify(&state, credential_of(state.policy(), &request), prefix).await;
    let account = caller.as_ref().ok().and_then(|caller| {
        let (window, limit) = area.limit_by(caller.tier, &state.settings())?;
        Some(((area, caller.user.clone()), limit, window))
    });
    let has_failed = caller.as_ref().is_err_and(ApiError::is_server_fault);
    let now = state.clock.monotonic();
    let decision = match (&caller, account) {
        (Ok(_), Some((key, limit, window))) => {
            Some(state.accounts().admit(key, limit, window, now))
        }
        (Ok(_), None) => None,
        (Err(error), _) => guess.or_else(|| count_unknown(&state, area, error, prefix)),
    };
    // A guess that the server failed to judge was taken back: no limit counts it.
    let is_counted = decision.is_some_and(|decision| decision.admitted) && !has_failed;
    let mut response = match decision {
        Some(decision) if !decision.admitted => {
            ApiError::rate_limited(decision.limit, seconds_up(decision.next_in)).into_response()
        }
        _ => {
            let allowance = attach_request_context(&state, &mut request, &caller, prefix);
            let owner = caller.as_ref().map_or(QueueOwner::Anonymous, |caller| {
                QueueOwner::Account(caller.user.clone())
            });
            let check = caller.as_ref().ok().map(|caller| {
                checked_body::check_after(&state, caller, &mut request);
                state.write_check(caller)
            });
            let answering = owner.scope(next.run(request));
            let response = match check {
                Some(check) => check.scope(answering).await,
                None => answering.await,
            };
            drop(allowance);
            match &caller {
                Ok(caller) => name_lost_rights(&state, caller, response).await,
                Err(_) => response,
            }
        }
    };
    unread.announce(&mut response);
    if let Ok(caller) = caller {
        response.extensions_mut().insert(caller);
    }
    if is_counted {
        response.extensions_mut().insert(CountedRequest);
    }
    if let Some(decision) = decision {
        write_headers(
            response.headers_mut(),
            &decision,
            state.clock.now().unix_seconds(),
        );
    }
    response
}

/// Replaces an error that a request got because it lost its rights while it ran: the rows and files of an erased account
/// are not found.
async fn name_lost_rights(state: &AppState, caller: &Caller, response: Response) -> Response {
    // The status follows later from the kind of the error.
    let error = response.extensions().get::<ApiError>();
    if !error.is_some_and(|error| matches!(error.kind, ErrorKind::NotFound | ErrorKind::Internal)) {
        return response;
    }
    match state.ensure_rights(caller.clone()).await {
        Err(lost) if lost.kind == ErrorKind::BadCredential => lost.into_response(),
        _ => response,
    }
}

/// Puts the caller, the limits and the shared state on a request, where handlers find them. The
/// memory of values parsed from the body is charged until the returned allowance is dropped, which
/// must be after the response is complete.
pub(crate) fn attach_request_context(
    state: &AppState,
    request: &mut Request,
    caller: &Result<Caller, ApiError>,
    prefix: IpAddr,
) -> Allowance {
    let extensions = request.extensions_mut();
    extensions.insert(caller.clone());
    let limit = Duration::from_secs(state.settings().network.request_timeout.into());
    extensions.insert(RequestTime::new(limit));
    extensions.insert(JsonDepth(state.policy().bounds.json_depth));
    extensions.insert(state.digests().clone());
    let allowance = Allowance::open(state.bodies().clone(), prefix);
    extensions.insert(allowance.clone());
    extensions.insert(state.work().clone());
    allowance
}

/// Bounds authentication by a time-out of its own; authentication waits in no queue of other work.
async fn in_time(
    caller: impl Future<Output = Result<Caller, ApiError>>,
) -> Result<Caller, ApiError> {
    let caller = QueueOwner::Anonymous.scope(caller);
    let caller = tokio::time::timeout(AUTHENTICATION_TIME, caller).await;
    caller.unwrap_or_else(|_| Err(ApiError::overdue(AUTHENTICATION_TIME)))
}

/// The credential that a request shows.
enum ShownCredential {
    /// Sent again and again: with `Authorization`, or in the cookie of the console.
    Reusable(String),
    Ticket(String),
}

fn credential_of(policy: &Policy, request: &Request) -> Result<ShownCredential, ApiError> {
    if let Some(credential) = bearer(request.headers())? {
        return Ok(ShownCredential::Reusable(credential.to_owned()));
    }
    if let Some(ticket) = socket::ticket(request) {
        return Ok(ShownCredential::Ticket(ticket.to_owned()));
    }
    match console_session::token(policy, request)? {
        Some(token) => Ok(ShownCredential::Reusable(token.to_owned())),
        None => Err(ApiError::missing_credential()),
    }
}

/// Whether a request was refused before a credential was looked up: it shows none, or a cookie without proof.
fn shows_none(error: &ApiError) -> bool {
    matches!(
        error.kind,
        ErrorKind::MissingCredential | ErrorKind::PermissionDenied
    )
}

/// Resolves the caller. A credential that was not valid lately may be a guess: it is counted
/// against the address before the store is asked, and taken back if it is valid or the server failed.
/// Returns the decision about a guess.
async fn identify(
    state: &AppState,
    shown: Result<ShownCredential, ApiError>,
    prefix: IpAddr,
) -> (Result<Caller, ApiError>, Option<Decision>) {
    let shown = match shown {
        Ok(shown) => shown,
        Err(error) => return (Err(error), None),
    };
    let known = state.known_credentials();
    let guess = match &shown {
        ShownCredential::Reusable(credential) if known.contains(credential) => None,
        _ => Some(admit_anonymous(state, prefix)),
    };
    if guess.is_some_and(|guess| !guess.admitted) {
        return (Err(ApiError::bad_credential()), guess);
    }
    let caller = in_time(async {
        match &shown {
            ShownCredential::Reusable(credential) => state.authenticate(credential).await,
            ShownCredential::Ticket(ticket) => state.redeem(ticket).await,
        }
    });
    let caller = caller.await;
    let has_failed = caller.as_ref().is_err_and(ApiError::is_server_fault);
    if let ShownCredential::Reusable(credential) = &shown {
        match &caller {
            Ok(_) if guess.is_some() => known.insert(credential),
            Err(_) if !has_failed => known.remove(credential),
            _ => {}
        }
    }
    if (caller.is_ok() || has_failed) && guess.is_some() {
        state.addresses().withdraw(&prefix);
    }
    (caller, guess)
}

/// Counts a request without a valid credential.
fn admit_anonymous(state: &AppState, prefix: IpAddr) -> Decision {
    let limit = state.settings().limits.anonymous;
    let now = state.clock.monotonic();
    state
        .addresses()
        .admit(prefix, limit, ANONYMOUS_WINDOW, now)
}

/// Counts a request whose caller is not known against its address. A failure of the server is taken back: the credential was
/// valid lately, and after an outage of the database all clients of an address would be over its limit.
fn count_unknown(
    state: &AppState,
    area: Area,
    error: &ApiError,
    prefix: IpAddr,
) -> Option<Decision> {
    // Requests for health checks and documents are not attempts to guess a credential. A browser sends the
    // cookie with each file of the console, without the proof that calls of the API need.
    if area == Area::Service && shows_none(error) {
        return None;
    }
    let decision = admit_anonymous(state, prefix);
    if decision.admitted && error.is_server_fault() {
        state.addresses().withdraw(&prefix);
    }
    Some(decision)
}

/// Counts an attempt to authenticate over a protocol other than HTTP against its address. Returns whether the
/// address may try. Call [`withdraw_attempt`] after an attempt that succeeds or that the server failed.
#[must_use]
pub fn admit_attempt(state: &AppState, address: IpAddr) -> bool {
    admit_anonymous(state, address_prefix(address)).admitted
}

/// Takes back an attempt that showed no invalid credential.
pub fn withdraw_attempt(state: &AppState, address: IpAddr) {
    state.addresses().withdraw(&address_prefix(address));
}

fn write_headers(headers: &mut HeaderMap, decision: &Decision, now: i64) {
    let reset = now.saturating_add(i64::try_from(seconds_up(decision.free_in)).unwrap_or(i64::MAX));
    headers.insert(LIMIT, decision.limit.into());
    headers.insert(REMAINING, decision.remaining.into());
    headers.insert(RESET, HeaderValue::from(reset));
}

fn seconds_up(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");
const ANONYMOUS_WINDOW: Duration = Duration::from_secs(60);
/// The longest time that resolving a credential may take.
const AUTHENTICATION_TIME: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests;
