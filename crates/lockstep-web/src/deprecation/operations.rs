//! The deprecated operations: their mark in the document, and what their responses announce.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;
use lockstep_store::{Actor, Status};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Deprecated, OpenApi};

use super::{Deprecation, Subject};
use crate::app_state::AppState;
use crate::area::Area;
use crate::caller::Caller;

/// The deprecated operations.
#[derive(Clone, Debug, Default)]
pub struct Deprecations(Arc<HashMap<(Method, String), DeprecationHeaders>>);

/// The deprecations that the responses of one operation announce.
#[derive(Clone, Debug)]
struct DeprecationHeaders {
    headers: HeaderMap,
    /// The action in the audit log: `api.deprecated.` and the operation's id.
    action: String,
}

impl Deprecations {
    /// Finds the deprecated operations in the document, and marks them there. An operation's own entry precedes that
    /// of its version.
    ///
    /// # Errors
    /// A route or version without an operation; a wrong time or link.
    pub fn resolve(list: &[Deprecation], document: &mut OpenApi) -> Result<Self, String> {
        let mut found = HashMap::new();
        let is_version = |deprecation: &&Deprecation| matches!(deprecation.of, Subject::Version(_));
        let routes = list.iter().filter(|deprecation| !is_version(deprecation));
        for deprecation in list.iter().filter(is_version).chain(routes) {
            deprecation
                .check()
                .map_err(|reason| format!("deprecated: {reason}"))?;
            let headers = deprecation.headers()?;
            let mut is_known = false;
            for (path, item) in &mut document.paths.paths {
                for (method, operation) in operations(item) {
                    if !deprecation.of.covers(&method, path) {
                        continue;
                    }
                    is_known = true;
                    operation.deprecated = Some(Deprecated::True);
                    let id = operation.operation_id.as_deref().unwrap_or("unnamed");
                    let announced = DeprecationHeaders {
                        headers: headers.clone(),
                        action: format!("api.deprecated.{id}"),
                    };
                    found.insert((method, path.clone()), announced);
                }
            }
            if !is_known {
                let subject = &deprecation.of;
                return Err(format!(
                    "deprecated: {subject} is not an operation of this server: write a method and a path, or a version, as \
                     /openapi.json has them"
                ));
            }
        }
        Ok(Self(Arc::new(found)))
    }

    /// Whether nothing is deprecated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    let PathItem {
        get,
        put,
        post,
        delete,
        patch,
        ..
    } = item;
    let all = [
        (Method::GET, get),
        (Method::PUT, put),
        (Method::POST, post),
        (Method::DELETE, delete),
        (Method::PATCH, patch),
    ];
    all.into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

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
    let Some(announced) = key.and_then(|key| deprecations.0.get(&key)) else {
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
