//! The deprecated operations: their mark in the document, and the headers of their responses.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::{HeaderMap, Method};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Deprecated, OpenApi};

use super::{Deprecation, Subject};

/// The deprecated operations.
#[derive(Clone, Debug, Default)]
pub struct Deprecations(Arc<HashMap<(Method, String), DeprecationHeaders>>);

/// The deprecations that the responses of one operation announce.
#[derive(Clone, Debug)]
pub(crate) struct DeprecationHeaders {
    pub(crate) headers: HeaderMap,
    /// The action in the audit log: `api.deprecated.` and the operation's id.
    pub(crate) action: String,
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

    /// Returns what the responses of an operation announce; `None` if it is not deprecated.
    pub(crate) fn of(&self, operation: &(Method, String)) -> Option<&DeprecationHeaders> {
        self.0.get(operation)
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
