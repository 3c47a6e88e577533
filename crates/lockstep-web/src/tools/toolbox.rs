//! Collects the tools of every capability and calls them.

mod schema;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use lockstep_store::QueueOwner;
use serde_json::{Map, Value as Json};
use tower::ServiceExt;

use crate::access::Permission;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::area::Area;
use crate::caller::Caller;
use crate::routes::Routes;
use crate::tool::{Tool, ToolClass};
use crate::{gate, jobs, openapi, request};

use schema::DescribedOperation;

/// The tools of all capabilities, ready to be called. Cheap to clone.
#[derive(Clone)]
pub struct Toolbox {
    state: AppState,
    router: axum::Router,
    entries: Arc<BTreeMap<&'static str, ToolEntry>>,
}

/// A tool with its description and schemas.
#[derive(Clone, Debug)]
pub struct ToolEntry {
    /// The tool.
    pub tool: Tool,
    /// The purpose, as the operation's summary and description say it.
    pub description: String,
    /// The name of the permission that a caller needs, such as `own:read`.
    pub permission: String,
    /// The JSON Schema of the input: an object that refuses other properties.
    pub input: Json,
    /// The JSON Schema of the output.
    pub output: Json,
    /// The permission of the route.
    guard: Permission,
    call: Call,
}

/// Converts the input of a tool into a request.
#[derive(Clone, Debug)]
struct Call {
    method: Method,
    /// The path with variables in braces.
    path: String,
    in_path: Vec<String>,
    in_query: Vec<String>,
    takes_body: bool,
    takes_idempotency_key: bool,
}

/// The error for a list of tools that does not agree with the API.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("tool {tool}: {reason}")]
pub struct UnusableTool {
    tool: &'static str,
    reason: String,
}

impl Toolbox {
    /// Collects the tools of every capability and of jobs.
    ///
    /// # Errors
    /// A tool names no operation, shares its name with another tool, or its operation cannot be
    /// called with one JSON object.
    pub fn of(state: &AppState) -> Result<Self, UnusableTool> {
        let general = jobs::routes(state.jobs().clone());
        let capabilities = state.capabilities();
        let routes = capabilities
            .iter()
            .fold(general, |all: Routes, one| all.and((one.routes)(state)));
        let (router, document) = routes.split();
        let document = openapi::finish(document, "", "{}", capabilities);
        let document = serde_json::to_value(&document).unwrap_or_default();
        let mut entries = BTreeMap::new();
        let of_capabilities = capabilities.iter().flat_map(|capability| capability.tools);
        for tool in jobs::TOOLS.iter().chain(of_capabilities) {
            let unusable = |reason: String| UnusableTool {
                tool: tool.name,
                reason,
            };
            let described = DescribedOperation::of(&document, tool.operation).map_err(unusable)?;
            let guard = guard_of(tool, &described.permission);
            let guard = guard.ok_or_else(|| unusable("its permission is unknown".to_owned()))?;
            let entry = ToolEntry::new(*tool, described, guard);
            if entries.insert(tool.name, entry).is_some() {
                return Err(unusable("two tools have this name".to_owned()));
            }
        }
        Ok(Self {
            state: state.clone(),
            router,
            entries: Arc::new(entries),
        })
    }

    /// Returns every tool in the order of the names.
    pub fn entries(&self) -> impl Iterator<Item = &ToolEntry> {
        self.entries.values()
    }

    /// Calls a tool with the caller's rights, which must be those of this moment. `input` is an
    /// object of the tool's input schema;
    /// null is the empty object.
    ///
    /// # Errors
    /// Those of the operation. An unknown tool is not found. An output over
    /// [`MAX_OUTPUT_BYTES`] is refused.
    pub async fn call(&self, caller: Caller, name: &str, input: Json) -> Result<Json, ApiError> {
        self.call_once(caller, name, input, None).await
    }

    /// Calls a tool like [`Toolbox::call`]. Where the operation takes an idempotency key, a call that is repeated with
    /// `key` within a day has the outcome of the first one, and no second effect.
    ///
    /// # Errors
    /// Those of [`Toolbox::call`]; a key that another input was called with.
    pub async fn call_once(
        &self,
        caller: Caller,
        name: &str,
        input: Json,
        key: Option<&str>,
    ) -> Result<Json, ApiError> {
        let entry = self.entries.get(name);
        let entry = entry.ok_or_else(|| ApiError::not_found("tool"))?;
        let mut request = entry.call.request(input)?;
        if let Some(key) = key.filter(|_| entry.call.takes_idempotency_key) {
            let value = HeaderValue::from_str(key);
            let value = value.map_err(|error| ApiError::internal(format!("key: {error}")))?;
            request.headers_mut().insert(IDEMPOTENCY_KEY, value);
        }
        let owner = QueueOwner::Account(caller.user.clone());
        // The address of a caller inside this process; the allowance is the account's once the
        // route admits the caller.
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let allowed = Ok(caller.clone());
        let allowance = gate::attach_request_context(&self.state, &mut request, &allowed, address);
        let answered = AssertUnwindSafe(self.router.clone().oneshot(request)).catch_unwind();
        // Innermost: the owner's scope passes on the check of the request that calls.
        let checked = self.state.write_check(&caller).scope(answered);
        let mut response = match owner.clone().scope(checked).await {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(panic) => {
                let reason = format!("panic: {}", request::text_of(&*panic));
                ApiError::internal(reason).into_response()
            }
        };
        let error = self.count(&mut response, &caller, &entry.call.path);
        let output = match error {
            Some(error) => Err(error),
            None => owner.scope(output(response)).await,
        };
        drop(allowance);
        output
    }

    /// Counts the call for the audit log as a request over HTTP is counted; returns its error.
    fn count(&self, response: &mut Response, caller: &Caller, route: &str) -> Option<ApiError> {
        let area = Area::of(route);
        let error = request::error_of(response);
        let mut code = "";
        if let Some(error) = &error {
            (*response.status_mut(), code) = area.answer(error.kind);
        }
        request::audit_counter(&self.state, response, Some(caller), area, route, code);
        error
    }
}

/// Returns the permission that the route of a tool needs. Jobs share the names of the permissions of other routes, but
/// not their scopes.
fn guard_of(tool: &Tool, name: &str) -> Option<Permission> {
    let guard = Permission::named(name)?;
    let is_of_job = jobs::TOOLS.iter().any(|job| job.name == tool.name);
    Some(match guard {
        Permission::ReadOwn if is_of_job => Permission::ReadJob,
        Permission::WriteOwn if is_of_job => Permission::CancelJob,
        guard => guard,
    })
}

impl ToolEntry {
    /// Whether role and scopes of the caller allow a call of this tool, as the route decides it.
    #[must_use]
    pub fn is_allowed_to(&self, caller: &Caller) -> bool {
        caller.may(self.guard, Area::of(&self.call.path)).is_ok()
    }

    /// Returns the scope that the caller's credential lacks for this tool; `None` if its scopes cover the tool. A tool of
    /// jobs concerns every area, so that no credential with scopes covers it.
    #[must_use]
    pub fn missing_scope(&self, caller: &Caller) -> Option<String> {
        if !self.guard.is_narrowed() && caller.scopes.are_narrow() {
            return Some("of every area".to_owned());
        }
        caller.missing_scope(self.guard, Area::of(&self.call.path))
    }

    /// Returns whether the caller's role may call this tool, whatever the scopes of the credential are.
    #[must_use]
    pub fn is_for_role_of(&self, caller: &Caller) -> bool {
        self.guard.granted_to(caller.role)
    }

    /// Whether a call deletes the resource that it names, so that a repeated call does not find it.
    #[must_use]
    pub fn deletes(&self) -> bool {
        self.call.method == Method::DELETE
    }

    /// Whether a call can be repeated, with the same idempotency key where there is one, without a second effect.
    #[must_use]
    pub fn repeats_safely(&self) -> bool {
        self.call.takes_idempotency_key
            || self.call.method != Method::POST
            || matches!(self.tool.class, ToolClass::Read | ToolClass::Untrusted)
            || REPEATABLE.contains(&self.tool.operation)
    }

    fn new(tool: Tool, described: DescribedOperation, guard: Permission) -> Self {
        Self {
            tool,
            description: described.description,
            permission: described.permission,
            input: described.input,
            output: described.output,
            guard,
            call: Call {
                method: described.method,
                path: described.path,
                in_path: described.in_path,
                in_query: described.in_query,
                takes_body: described.takes_body,
                takes_idempotency_key: described.takes_idempotency_key,
            },
        }
    }
}

impl Call {
    /// Splits an input into path, query and body.
    fn request(&self, input: Json) -> Result<Request, ApiError> {
        let mut input = match input {
            Json::Null => Map::new(),
            Json::Object(input) => input,
            _ => return Err(ApiError::invalid("", "must be an object")),
        };
        let mut path = self.path.clone();
        for name in &self.in_path {
            let value = input.remove(name).map(|value| parameter_text(name, &value));
            let value = value.unwrap_or_else(|| Err(ApiError::invalid(name, "is required")))?;
            let encoded = utf8_percent_encode(&value);
            path = path.replace(&format!("{{{name}}}"), &encoded);
        }
        let mut query = form_urlencoded::Serializer::new(String::new());
        let mut has_query = false;
        for name in &self.in_query {
            if let Some(value) = input.remove(name).filter(|value| !value.is_null()) {
                query.append_pair(name, &parameter_text(name, &value)?);
                has_query = true;
            }
        }
        if has_query {
            path = format!("{path}?{}", query.finish());
        }
        let request = Request::builder().method(self.method.clone()).uri(path);
        let built = if self.takes_body {
            let body = Json::Object(input).to_string();
            request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body))
        } else if let Some(name) = input.keys().next() {
            return Err(ApiError::invalid(name, "is not a parameter of this tool"));
        } else {
            request.body(Body::empty())
        };
        built.map_err(|error| ApiError::invalid("", error.to_string()))
    }
}

/// Writes a parameter as the text of a path or a query.
fn parameter_text(name: &str, value: &Json) -> Result<String, ApiError> {
    match value {
        Json::String(text) => Ok(text.clone()),
        Json::Number(number) => Ok(number.to_string()),
        Json::Bool(truth) => Ok(truth.to_string()),
        _ => Err(ApiError::invalid(
            name,
            "must be a string, number or boolean",
        )),
    }
}

/// Encodes a text as one segment of a path.
fn utf8_percent_encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Reads the response of a handler that succeeded.
async fn output(response: Response) -> Result<Json, ApiError> {
    let bytes = axum::body::to_bytes(response.into_body(), MAX_OUTPUT_BYTES).await;
    let bytes = bytes.map_err(|_| {
        let limit = MAX_OUTPUT_BYTES >> 10;
        ApiError::invalid(
            "",
            format!("the output has more than {limit} KiB: ask for a smaller range or page"),
        )
    })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| ApiError::internal(format!("the output of a tool is not JSON: {error}")))
}

/// Operations without an idempotency key that set a state: a second call finds it set.
const REPEATABLE: &[&str] = &[
    "acknowledgeAlert",
    "generateInsights",
    "resumeKey",
    "suspendKey",
    "withdrawDataToken",
    "withdrawListing",
];
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The largest output of a tool in bytes.
const MAX_OUTPUT_BYTES: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(takes_body: bool) -> Call {
        Call {
            method: Method::POST,
            path: "/v1/things/{id}".to_owned(),
            in_path: vec!["id".to_owned()],
            in_query: vec!["limit".to_owned()],
            takes_body,
            takes_idempotency_key: false,
        }
    }

    #[test]
    fn an_input_is_split_into_path_query_and_body() {
        for (takes_body, input, expected) in [
            (false, json!({ "id": "a" }), Ok("/v1/things/a")),
            (
                false,
                json!({ "id": "a/../b?c" }),
                Ok("/v1/things/a%2F%2E%2E%2Fb%3Fc"),
            ),
            (
                false,
                json!({ "id": "a", "limit": 3 }),
                Ok("/v1/things/a?limit=3"),
            ),
            (
                false,
                json!({ "id": "a", "limit": "3&x=1" }),
                Ok("/v1/things/a?limit=3%26x%3D1"),
            ),
            (
                false,
                json!({ "id": "a", "limit": null }),
                Ok("/v1/things/a"),
            ),
            (true, json!({ "id": "a", "name": "b" }), Ok("/v1/things/a")),
            (false, json!({ "id": "a", "name": "b" }), Err("name")),
            (false, json!({}), Err("id")),
            (false, Json::Null, Err("id")),
            (false, json!({ "id": [] }), Err("id")),
            (false, json!([]), Err("")),
        ] {
            let request = call(takes_body).request(input.clone());
            let uri = request.map(|request| request.uri().to_string());
            match expected {
                Ok(expected) => assert_eq!(uri.unwrap(), expected, "{input}"),
                Err(name) => {
                    let error = uri.unwrap_err();
                    let details = error.details.unwrap_or_default();
                    assert_eq!(details["parameter"], name, "{input}");
                }
            }
        }
    }
}
