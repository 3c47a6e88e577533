//! `/mcp`: the Model Context Protocol over HTTP, and its metadata (RFC 9728).

use std::sync::Arc;

use axum::Json;
use axum::body::Body as RawBody;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use lockstep_store::QueueOwner;
use lockstep_web::public_url::{MCP_PATH, check_origin, public_url};
use lockstep_web::{ApiError, Body, Caller, Permission, Routes};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::api_agents::message::MAX_BODY_TIME;
use crate::arguments;
use crate::mcp::McpServer;
use crate::toolset::Agents;

pub(crate) fn routes() -> Routes<Agents> {
    // Every tool checks its own permission; the time of a call is bounded by its run.
    Routes::new()
        .allow_streaming(Permission::Connect, routes!(exchange))
        .open(routes!(metadata))
        .open(routes!(metadata_at_root))
}

/// A message of the Model Context Protocol: a request of JSON-RPC 2.0, or a notification without `id`.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} }))]
pub(crate) struct McpMessage {
    /// The version of JSON-RPC: must be `2.0`.
    #[schema(example = "2.0")]
    jsonrpc: String,
    /// A whole number or a text, which the answer repeats; absent from a notification.
    #[serde(
        default,
        deserialize_with = "lockstep_web::present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<McpMessageId>, example = 1)]
    id: Option<Value>,
    /// A method of the protocol, such as `initialize`, `tools/list` or `tools/call`.
    #[schema(example = "tools/list")]
    method: String,
    /// The parameters that the protocol defines for `method`; absent if it needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, example = json!({}))]
    params: Option<Map<String, Value>>,
}

/// The identifier of a request.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a field in the OpenAPI document")]
enum McpMessageId {
    Number(i64),
    Text(String),
}

impl McpMessage {
    /// Checks what the schema of the protocol asks of every message, and that its parameters are short enough for the
    /// library: it reads them on the threads of all requests.
    ///
    /// # Errors
    /// 400 with the first field that does not fit.
    fn check(&self) -> Result<(), ApiError> {
        if self.jsonrpc != "2.0" {
            return Err(ApiError::invalid("jsonrpc", "must be \"2.0\""));
        }
        if let Some(reason) = self.params.as_ref().and_then(arguments::excess) {
            return Err(ApiError::invalid("params", reason));
        }
        match &self.id {
            None | Some(Value::String(_)) => Ok(()),
            Some(Value::Number(number)) if number.is_i64() => Ok(()),
            Some(_) => {
                let reason = "must be a whole number or a text; leave it out of a notification";
                Err(ApiError::invalid("id", reason))
            }
        }
    }
}

/// The answer to a request of JSON-RPC 2.0: either `result` or `error`.
#[derive(Serialize, ToSchema)]
pub(crate) struct McpResponse {
    /// The version of JSON-RPC: always `2.0`.
    #[schema(example = "2.0")]
    jsonrpc: String,
    /// The `id` of the request.
    #[schema(value_type = Option<Value>, example = 1)]
    id: Option<Value>,
    /// The result of the method.
    #[schema(value_type = Option<Object>)]
    result: Option<Map<String, Value>>,
    /// The code and the text of the refusal.
    #[schema(value_type = Option<Object>)]
    error: Option<Map<String, Value>>,
}

/// Send a message of the Model Context Protocol (MCP) and get its answer.
///
/// `tools/list` lists the tools that the credential may use, `tools/call` calls one with the credential's rights. A tool
/// that changes something needs `confirm` in its arguments. There are no sessions: each message gets
/// its own JSON response. Requests of web pages are accepted only if their origin is this machine or is
/// configured.
#[utoipa::path(post, path = "/mcp", tag = "Agents", operation_id = "sendMcpMessage",
    request_body = McpMessage,
    responses((status = 200, description = "The answer to a request", body = McpResponse),
        (status = 202, description = "A notification was received")))]
async fn exchange(
    State(state): State<Agents>,
    caller: Caller,
    request: Request,
) -> Result<Response, ApiError> {
    check_origin(state.policy(), request.headers())?;
    let (mut parts, body) = request.into_parts();
    let whole = Request::from_parts(parts.clone(), body);
    let read = Body::<McpMessage>::from_request(whole, &());
    let read = tokio::time::timeout(MAX_BODY_TIME, read).await;
    let Body(message) = read.map_err(|_| ApiError::too_slow())??;
    message.check()?;
    let bytes = serde_json::to_vec(&message)
        .map_err(|error| ApiError::internal(format!("a message of JSON: {error}")))?;
    // Its memory stays charged: the values that the library makes of the bytes take as much.
    drop(message);
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(ApiError::too_large(MAX_MESSAGE_BYTES));
    }
    // The library refuses a message that it cannot read with a text of its own.
    if serde_json::from_slice::<ClientJsonRpcMessage>(&bytes).is_err() {
        let reason = "must be those of the method, as the Model Context Protocol describes them";
        return Err(ApiError::invalid("params", reason));
    }
    // The library needs neither the credential nor the body's former shape. Its answers are always JSON.
    for name in [
        header::AUTHORIZATION,
        header::CONTENT_ENCODING,
        header::CONTENT_LENGTH,
        header::TRANSFER_ENCODING,
    ] {
        parts.headers.remove(name);
    }
    parts.headers.insert(header::CONTENT_TYPE, JSON);
    parts.headers.insert(header::ACCEPT, EITHER);
    parts.extensions.clear();
    let server = McpServer::new(state, caller.clone());
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE_BYTES)
        .disable_allowed_hosts();
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let request = Request::from_parts(parts, RawBody::from(bytes));
    let owner = QueueOwner::Account(caller.user);
    let response = owner.scope(service.handle(request)).await;
    Ok(response.map(RawBody::new))
}

/// The authentication that `/mcp` requires (RFC 9728).
#[derive(Serialize, ToSchema)]
pub(crate) struct ProtectedResourceMetadata {
    /// The URL of the endpoint.
    #[schema(example = "http://127.0.0.1:8420/mcp")]
    resource: String,
    /// The name of the product, to show to people.
    resource_name: &'static str,
    /// The parts of a request in which a credential can be sent. There is no authorization server: the credential is an
    /// API key of the account.
    bearer_methods_supported: [&'static str; 1],
    /// The scopes that an API key can have.
    scopes_supported: Vec<String>,
    /// The URL of the API documentation.
    resource_documentation: String,
}

/// Get the metadata of `/mcp` (RFC 9728).
///
/// A client of the Model Context Protocol learns from it that `/mcp` requires an API key, and which scopes a key can have.
#[utoipa::path(get, path = "/.well-known/oauth-protected-resource/mcp", tag = "Agents",
    operation_id = "getMcpMetadata",
    responses((status = 200, description = "The metadata", body = ProtectedResourceMetadata)))]
async fn metadata(
    State(state): State<Agents>,
    uri: Uri,
    headers: HeaderMap,
) -> Json<ProtectedResourceMetadata> {
    let base = public_url(state.policy(), &uri, &headers);
    Json(ProtectedResourceMetadata {
        resource: format!("{base}{MCP_PATH}"),
        resource_name: "Lockstep",
        bearer_methods_supported: ["header"],
        scopes_supported: lockstep_web::caller::Scopes::all(),
        resource_documentation: format!("{base}/docs"),
    })
}

/// Get the metadata of `/mcp` at the path without `/mcp` (RFC 9728).
///
/// Returns the same as `GET /.well-known/oauth-protected-resource/mcp`, for clients that look for metadata of the host only.
#[utoipa::path(get, path = "/.well-known/oauth-protected-resource", tag = "Agents",
    operation_id = "getMcpMetadataAtRoot",
    responses((status = 200, description = "The metadata", body = ProtectedResourceMetadata)))]
async fn metadata_at_root(
    state: State<Agents>,
    uri: Uri,
    headers: HeaderMap,
) -> Json<ProtectedResourceMetadata> {
    metadata(state, uri, headers).await
}

/// The largest message in bytes.
const MAX_MESSAGE_BYTES: usize = 1 << 20;
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const EITHER: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
