//! The middleware that announces deprecations.

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use lockstep_store::{Actor, Status};

use crate::app_state::AppState;
use crate::area::Area;
use crate::caller::Caller;
use crate::deprecation::Deprecations;

/// Announces a deprecation with every response of its operation, refusals too, and counts its use. Runs outside of the
/// gate, which names the caller.
pub async fn announce(
    State((state, deprecations)): State<(AppState, Deprecations)>,
    request: Request,
    next: Next,
) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    let method = match *request.method() {
        Method::HEAD => Method::GET,
        ref method => method.clone(),
    };
    let key = route.map(|route| (method, route.as_str().to_owned()));
    let area = Area::of(request.uri().path());
    let mut response = next.run(request).await;
    let Some(announced) = key.and_then(|key| deprecations.of(&key)) else {
        return response;
    };
    let caller = response.extensions().get::<Caller>();
    let actor = caller.map_or_else(Actor::anonymous, Caller::actor);
    metrics::counter!("lockstep_deprecated_requests_total").increment(1);
    state.audit_counter().count(
        actor,
        announced.action.clone(),
        area.name(),
        Status::Success,
    );
    response.headers_mut().extend(announced.headers.clone());
    response
}
