//! The URL under which clients reach the API, and what follows from it for clients of the Model Context Protocol: the
//! metadata of RFC 9728 and the origins of pages that may send messages.

use axum::http::{HeaderMap, HeaderValue, Uri, header};

use crate::api_error::ApiError;
use crate::policy::Policy;

/// The path of the endpoint of the Model Context Protocol.
pub const MCP_PATH: &str = "/mcp";
/// The path of the metadata of that endpoint (RFC 9728, section 3.1).
const MCP_METADATA_PATH: &str = "/.well-known/oauth-protected-resource/mcp";

/// Returns the URL under which the client reached the API, without a slash at the end: the configured one, or the host
/// that the request names. A host other than this machine is taken to be behind TLS.
#[must_use]
pub fn public_url(policy: &Policy, uri: &Uri, headers: &HeaderMap) -> String {
    if let Some(url) = &policy.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let named = headers.get(header::HOST).and_then(|it| it.to_str().ok());
    let named = named.or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
    let is_host = |host: &&str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        !host.is_empty() && host.bytes().all(is_allowed)
    };
    let host = named.filter(is_host).unwrap_or("localhost");
    let scheme = if is_loopback(host) { "http" } else { "https" };
    format!("{scheme}://{host}")
}

/// Returns the challenge of a refused request to `/mcp`, which names the metadata (RFC 9728, section 5.1).
pub(crate) fn challenge(policy: &Policy, uri: &Uri, headers: &HeaderMap) -> Option<HeaderValue> {
    if uri.path() != MCP_PATH {
        return None;
    }
    let base = public_url(policy, uri, headers);
    HeaderValue::from_str(&format!(
        "Bearer resource_metadata=\"{base}{MCP_METADATA_PATH}\""
    ))
    .ok()
}

/// Checks the page that sends a request, if a browser says one. A page of another site could otherwise
/// reach a server on the user's machine by a name that suddenly resolves to that machine (DNS
/// rebinding).
///
/// # Errors
/// The origin is neither this machine, nor the configured URL, nor in the configured list.
pub fn check_origin(policy: &Policy, headers: &HeaderMap) -> Result<(), ApiError> {
    let refused = || {
        ApiError::permission_denied(
            "pages of this origin may not use this endpoint: the operator can name the origin in \
             mcp.allowed_origins",
        )
    };
    for value in headers.get_all(header::ORIGIN) {
        let origin = value.to_str().map_err(|_| refused())?;
        let host = ["http://", "https://"]
            .iter()
            .find_map(|scheme| origin.strip_prefix(scheme))
            .ok_or_else(refused)?;
        let listed = policy.mcp_origins.iter().chain(&policy.public_url);
        let is_listed = listed
            .into_iter()
            .any(|one| origin_of(one).eq_ignore_ascii_case(origin));
        if !is_listed && !is_loopback(host) {
            return Err(refused());
        }
    }
    Ok(())
}

/// Returns scheme, host and port of a URL.
pub(crate) fn origin_of(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    let length = url[start..].find('/').map_or(url.len(), |at| start + at);
    &url[..length]
}

/// Whether a host with or without a port is this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        headers
    }

    #[test]
    fn the_public_url_is_the_configured_one_or_that_of_the_request() {
        let configured = Policy {
            public_url: Some("https://fit.example/".to_owned()),
            ..Policy::default()
        };
        let open = Policy::default();
        for (policy, host, expected) in [
            (&configured, "127.0.0.1:8420", "https://fit.example"),
            (&open, "127.0.0.1:8420", "http://127.0.0.1:8420"),
            (&open, "[::1]:8420", "http://[::1]:8420"),
            (&open, "localhost", "http://localhost"),
            (&open, "fit.example", "https://fit.example"),
            (&open, "a\"b", "http://localhost"),
        ] {
            let headers = headers(header::HOST, host);
            let uri = Uri::from_static(MCP_PATH);
            assert_eq!(public_url(policy, &uri, &headers), expected, "{host}");
        }
        let bare = Uri::from_static("https://fit.example/mcp");
        let url = public_url(&open, &bare, &HeaderMap::new());
        assert_eq!(
            url, "https://fit.example",
            "HTTP/2 names the host in the URI"
        );
    }

    #[test]
    fn pages_of_strangers_are_refused() {
        let policy = Policy {
            public_url: Some("https://fit.example/base".to_owned()),
            mcp_origins: vec!["https://tool.example:8443".to_owned()],
            ..Policy::default()
        };
        for (origin, is_allowed) in [
            ("http://localhost:6274", true),
            ("http://127.0.0.1", true),
            ("http://[::1]:80", true),
            ("https://fit.example", true),
            ("https://tool.example:8443", true),
            ("https://tool.example", false),
            ("http://fit.example", false),
            ("https://fit.example.evil.example", false),
            ("http://localhost.evil.example", false),
            ("http://127.0.0.1.evil.example", false),
            ("http://evil.example:8420", false),
            ("null", false),
            ("file://", false),
        ] {
            let headers = headers(header::ORIGIN, origin);
            let checked = check_origin(&policy, &headers);
            assert_eq!(checked.is_ok(), is_allowed, "{origin}");
        }
        assert!(check_origin(&policy, &HeaderMap::new()).is_ok());
    }

    #[test]
    fn only_refusals_of_mcp_name_the_metadata() {
        let headers = headers(header::HOST, "fit.example");
        let policy = Policy::default();
        let challenge = |path| challenge(&policy, &Uri::from_static(path), &headers);
        assert_eq!(
            challenge("/mcp").unwrap(),
            "Bearer resource_metadata=\"https://fit.example/.well-known/oauth-protected-resource/mcp\""
        );
        assert!(challenge("/v1/agents").is_none());
    }
}
