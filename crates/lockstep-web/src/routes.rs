//! Registers a route, documents it and names its permission in one line.
//!
//! ```text
//! Routes::new()
//!     .allow(Permission::WriteOwn, routes!(upload))
//!     .open(routes!(sign_in))
//! ```

use std::convert::Infallible;

use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::access::Permission;
use crate::api_error::ApiError;
use crate::area::Area;
use crate::caller::Caller;
use crate::intake::Allowance;
use crate::operation;
use crate::request_time::RequestTime;

/// The routes of a capability with their OpenAPI documents. Handlers take `S` as their state.
pub struct Routes<S = ()>(OpenApiRouter<S>);

/// Marks a request and its response as guarded by a permission. Sockets check the permission again,
/// and the audit log records it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PermissionGuard(pub(crate) Permission);

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// Creates an empty set of routes.
    #[must_use]
    pub fn new() -> Self {
        Self(OpenApiRouter::with_openapi(operation::empty_document()))
    }

    /// Adds the handlers of one path. Each needs this permission and must answer within the
    /// `requestTimeout` of the settings.
    #[must_use]
    pub fn allow(self, permission: Permission, routes: UtoipaMethodRouter<S, Infallible>) -> Self {
        let (schemas, mut paths, handlers) = routes;
        let timed = timed(&mut paths, handlers);
        let handlers = without_stray_query(&paths, timed);
        self.guarded(permission, (schemas, paths, handlers))
    }

    /// Adds handlers as [`allow`](Self::allow) does, with query parameters that the document describes in words only.
    /// Clients generated from the document then do not send them. The handlers refuse unknown parameters.
    #[must_use]
    pub fn allow_with_unlisted_query(
        self,
        permission: Permission,
        routes: UtoipaMethodRouter<S, Infallible>,
    ) -> Self {
        let (schemas, mut paths, handlers) = routes;
        let timed = timed(&mut paths, handlers);
        self.guarded(permission, (schemas, paths, timed))
    }

    /// Adds handlers that stream a body and need this permission. Body size and request time are
    /// not bounded here: the handlers bound both.
    #[must_use]
    pub fn allow_streaming(
        self,
        permission: Permission,
        routes: UtoipaMethodRouter<S, Infallible>,
    ) -> Self {
        let (schemas, paths, handlers) = routes;
        let handlers = handlers.layer(DefaultBodyLimit::disable());
        let handlers = without_stray_query(&paths, handlers);
        self.guarded(permission, (schemas, paths, handlers))
    }

    fn guarded(self, permission: Permission, routes: UtoipaMethodRouter<S, Infallible>) -> Self {
        let (schemas, mut paths, handlers) = routes;
        each_operation(&mut paths, |area, operation| {
            operation::describe(operation, area, Some(permission));
            let needs = [SecurityRequirement::new::<_, [&str; 0], &str>("bearer", [])];
            operation.security = Some(needs.into());
            operation.extensions = Some(
                Extensions::builder()
                    .add("x-permission", permission.name())
                    .build(),
            );
        });
        let has_get = paths.paths.values().any(|item| item.get.is_some());
        let reads_with_effect = has_get && permission.writes();
        let guard = from_fn(move |request: Request, next: Next| async move {
            if reads_with_effect && request.method() == Method::HEAD {
                return head_refusal();
            }
            require_permission(permission, request, next).await
        });
        Self(self.0.routes((schemas, paths, handlers.layer(guard))))
    }

    /// Adds the handlers of one path that need no credential.
    #[must_use]
    pub fn open(self, routes: UtoipaMethodRouter<S, Infallible>) -> Self {
        let (schemas, mut paths, handlers) = routes;
        let handlers = without_stray_query(&paths, handlers);
        each_operation(&mut paths, |area, operation| {
            operation::describe(operation, area, None);
            operation.security = Some(Vec::new());
        });
        let timed = timed(&mut paths, handlers);
        Self(self.0.routes((schemas, paths, timed)))
    }

    /// Adds all routes of `others`.
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
    /// Splits the routes into the router and the OpenAPI document.
    pub fn split(self) -> (axum::Router, utoipa::openapi::OpenApi) {
        self.0.split_for_parts()
    }
}

impl<S: Clone + Send + Sync + 'static> Default for Routes<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Bounds the time of handlers by the settings. If the operation can run as a job, the time-out
/// error says so.
fn timed<S: Clone + Send + Sync + 'static>(
    paths: &mut utoipa::openapi::path::Paths,
    handlers: MethodRouter<S>,
) -> MethodRouter<S> {
    let mut as_job = false;
    each_operation(paths, |_, operation| {
        let mut parameters = operation.parameters.iter().flatten();
        as_job |= parameters.any(|parameter| match parameter {
            RefOr::T(parameter) => {
                let said = parameter.description.as_deref().unwrap_or_default();
                parameter.name == "Prefer" && said.contains("respond-async")
            }
            RefOr::Ref(_) => false,
        });
    });
    handlers.layer(from_fn(move |request: Request, next: Next| {
        within_time(as_job, request, next)
    }))
}

async fn within_time(as_job: bool, request: Request, next: Next) -> Response {
    let Some(time) = request.extensions().get::<RequestTime>().cloned() else {
        return next.run(request).await;
    };
    let limit = time.most;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) if time.is_receiving() => ApiError::too_slow().into_response(),
        Err(_) if as_job => ApiError::unfinished(limit).into_response(),
        Err(_) => ApiError::overdue(limit).into_response(),
    }
}

async fn require_permission(permission: Permission, mut request: Request, next: Next) -> Response {
    let area = Area::of(request.uri().path());
    let caller = request
        .extensions()
        .get::<Result<Caller, ApiError>>()
        .cloned();
    let allowed = caller
        .unwrap_or_else(|| Err(ApiError::missing_credential()))
        .and_then(|caller| caller.may(permission, area).map(|()| caller));
    let mut response = match allowed {
        Ok(caller) => {
            request.extensions_mut().insert(PermissionGuard(permission));
            // A large body is allowed only from here on.
            if let Some(allowance) = request.extensions_mut().get_mut::<Allowance>() {
                allowance.admit(&caller.user, caller.role);
            }
            next.run(request).await
        }
        Err(error) => error.into_response(),
    };
    response
        .extensions_mut()
        .insert(PermissionGuard(permission));
    response
}

/// Refuses `HEAD` where `GET` has an effect: the router would answer it with the handler of `GET`.
fn head_refusal() -> Response {
    let allow = [(header::ALLOW, HeaderValue::from_static("GET"))];
    (allow, ApiError::method_not_allowed()).into_response()
}

/// Refuses a query on operations that document no query parameter: the handler would ignore it.
/// Health and document paths accept any query, since probes add their own.
fn without_stray_query<S: Clone + Send + Sync + 'static>(
    paths: &utoipa::openapi::path::Paths,
    handlers: MethodRouter<S>,
) -> MethodRouter<S> {
    let mut bare = Vec::new();
    for (path, item) in &paths.paths {
        if Area::of(path) == Area::Service {
            continue;
        }
        let operations = [
            (Method::GET, &item.get),
            (Method::PUT, &item.put),
            (Method::POST, &item.post),
            (Method::DELETE, &item.delete),
            (Method::PATCH, &item.patch),
        ];
        let takes_query = |operation: &Operation| {
            let mut parameters = operation.parameters.iter().flatten();
            parameters.any(|parameter| match parameter {
                RefOr::T(parameter) => matches!(parameter.parameter_in, ParameterIn::Query),
                RefOr::Ref(_) => false,
            })
        };
        bare.extend(operations.into_iter().filter_map(|(method, operation)| {
            let operation = operation.as_ref()?;
            (!takes_query(operation)).then_some(method)
        }));
    }
    handlers.layer(from_fn(move |request: Request, next: Next| {
        let refusal = bare
            .contains(request.method())
            .then(|| query_refusal(&request));
        async move {
            match refusal.flatten() {
                Some(error) => error.into_response(),
                None => next.run(request).await,
            }
        }
    }))
}

fn query_refusal(request: &Request) -> Option<ApiError> {
    let query = request.uri().query()?;
    let (name, _) = form_urlencoded::parse(query.as_bytes()).next()?;
    let name: String = name.chars().take(NAME_SHOWN).collect();
    Some(ApiError::invalid(
        &name,
        "is not a parameter: this operation has none in its URL. Remove it, or send it in the body",
    ))
}

/// The maximum number of characters of a client-chosen name that an error shows.
const NAME_SHOWN: usize = 64;

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
