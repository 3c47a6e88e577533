//! One line registers a route, documents it and says who may use it.
//!
//! ```text
//! Routes::new()
//!     .allow(Permission::WriteOwn, routes!(upload))
//!     .open(routes!(sign_in))
//! ```

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::access::Permission;
use crate::area::Area;
use crate::caller::Caller;
use crate::fault::Fault;
use crate::openapi;

/// The routes of a capability with their documents. Handlers take `S` as their state.
pub struct Routes<S = ()>(OpenApiRouter<S>);

/// Put on the answer of a route that named a permission, for the audit log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guarded(pub(crate) Permission);

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self(OpenApiRouter::with_openapi(openapi::empty()))
    }

    /// Handlers of one path, each of which needs this permission and answers within the
    /// `requestTimeout` of the settings.
    #[must_use]
    pub fn allow(self, permission: Permission, routes: UtoipaMethodRouter<S, Infallible>) -> Self {
        let (schemas, paths, handlers) = routes;
        self.guarded(
            permission,
            (schemas, paths, handlers.layer(from_fn(within_time))),
        )
    }

    /// The same for handlers that stream a body of any size, in any time: they bound both
    /// themselves.
    #[must_use]
    pub fn allow_streaming(
        self,
        permission: Permission,
        routes: UtoipaMethodRouter<S, Infallible>,
    ) -> Self {
        let (schemas, paths, handlers) = routes;
        self.guarded(
            permission,
            (schemas, paths, handlers.layer(DefaultBodyLimit::disable())),
        )
    }

    fn guarded(self, permission: Permission, routes: UtoipaMethodRouter<S, Infallible>) -> Self {
        let (schemas, mut paths, handlers) = routes;
        each_operation(&mut paths, |area, operation| {
            openapi::describe(operation, area, Some(permission));
            let needs = [SecurityRequirement::new::<_, [&str; 0], &str>("bearer", [])];
            operation.security = Some(needs.into());
            operation
                .extensions
                .get_or_insert_with(Extensions::default)
                .merge(
                    Extensions::builder()
                        .add("x-permission", permission.name())
                        .build(),
                );
        });
        let guard = from_fn(move |request: Request, next: Next| guard(permission, request, next));
        Self(self.0.routes((schemas, paths, handlers.layer(guard))))
    }

    /// Handlers of one path that need no credential.
    #[must_use]
    pub fn open(self, routes: UtoipaMethodRouter<S, Infallible>) -> Self {
        let (schemas, mut paths, handlers) = routes;
        each_operation(&mut paths, |area, operation| {
            openapi::describe(operation, area, None);
        });
        Self(
            self.0
                .routes((schemas, paths, handlers.layer(from_fn(within_time)))),
        )
    }

    /// Both together.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0.merge(others.0))
    }

    /// Gives the handlers their state.
    #[must_use]
    pub fn with_state(self, state: S) -> Routes {
        Routes(self.0.with_state(state))
    }
}

impl Routes {
    /// What serves them and what documents them.
    pub fn split(self) -> (axum::Router, utoipa::openapi::OpenApi) {
        self.0.split_for_parts()
    }
}

impl<S: Clone + Send + Sync + 'static> Default for Routes<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// How long a handler may take; put on the request by the gate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestTime(pub(crate) Duration);

async fn within_time(request: Request, next: Next) -> Response {
    let Some(RequestTime(most)) = request.extensions().get().copied() else {
        return next.run(request).await;
    };
    match tokio::time::timeout(most, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Fault::unavailable(format!("not answered within {most:?}")).into_response(),
    }
}

async fn guard(permission: Permission, request: Request, next: Next) -> Response {
    let area = Area::of(request.uri().path());
    let caller = request.extensions().get::<Result<Caller, Fault>>().cloned();
    let allowed = caller
        .unwrap_or_else(|| Err(Fault::missing_credential()))
        .and_then(|caller| caller.may(permission, area));
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    };
    response.extensions_mut().insert(Guarded(permission));
    response
}

fn each_operation(
    paths: &mut utoipa::openapi::path::Paths,
    mut act: impl FnMut(Area, &mut Operation),
) {
    for (path, item) in &mut paths.paths {
        let area = Area::of(path);
        let operations = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
            &mut item.patch,
        ];
        operations
            .into_iter()
            .flatten()
            .for_each(|operation| act(area, operation));
    }
}
