//! The cookie of the web console. A browser sends it on its own, so a request with it must show that a page of this
//! server made the request.
//!
//! The proof is a header that a page of another origin cannot set: the browser would first ask the server with
//! `OPTIONS`, and the server grants nothing. Where the browser names the page's origin, the origin must be this
//! server's, too. A WebSocket carries no header of a page, so its `Origin` is the proof. Further barriers are
//! `SameSite=Strict`, and the prefix `__Host-` where the connection is encrypted.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Uri};

use crate::api_error::ApiError;
use crate::app_state::Policy;
use crate::public_url::origin_of;
use crate::socket;

/// Marks a request that the client sent over an encrypted connection; set by the server.
#[derive(Clone, Copy, Debug)]
pub struct EncryptedConnection;

/// The cookie in the form that fits the client's connection.
#[derive(Clone, Copy, Debug)]
pub struct SessionCookie {
    is_encrypted: bool,
}

impl SessionCookie {
    fn of(extensions: &Extensions) -> Self {
        Self {
            is_encrypted: extensions.get::<EncryptedConnection>().is_some(),
        }
    }

    /// Returns the `Set-Cookie` that stores a token for `time`.
    #[must_use]
    pub fn set(self, token: &str, time: Duration) -> HeaderValue {
        let text = format!(
            "{}={token}; {}; Max-Age={}",
            self.name(),
            self.attributes(),
            time.as_secs()
        );
        let mut value =
            HeaderValue::try_from(text).expect("a token has only letters, digits and _");
        value.set_sensitive(true);
        value
    }

    /// Returns the `Set-Cookie` that removes the cookie.
    #[must_use]
    pub fn removed(self) -> HeaderValue {
        let text = format!("{}=; {}; Max-Age=0", self.name(), self.attributes());
        HeaderValue::try_from(text).expect("the names and attributes are constants")
    }

    fn name(self) -> &'static str {
        match self.is_encrypted {
            true => "__Host-lockstep",
            false => "lockstep",
        }
    }

    fn attributes(self) -> &'static str {
        match self.is_encrypted {
            true => "Path=/; HttpOnly; SameSite=Strict; Secure",
            false => "Path=/; HttpOnly; SameSite=Strict",
        }
    }

    /// Returns each value of the cookie in a request.
    fn values(self, headers: &HeaderMap) -> impl Iterator<Item = &str> {
        let pairs = headers.get_all(COOKIE).iter();
        let pairs = pairs
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'));
        pairs.filter_map(move |pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == self.name() && !value.is_empty()).then_some(value)
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SessionCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}

/// Returns the token in the cookie of a request; `None` without one.
///
/// # Errors
/// A cookie without the proof that a page of this server sent the request. A cookie that occurs twice: a neighbouring host
/// can set one for both hosts, and nothing tells which of the two is this server's.
pub(crate) fn token<'a>(
    policy: &Policy,
    request: &'a Request,
) -> Result<Option<&'a str>, ApiError> {
    let headers = request.headers();
    let cookie = SessionCookie::of(request.extensions());
    let mut values = cookie.values(headers);
    let Some(token) = values.next() else {
        return Ok(None);
    };
    let origin = Origin::of(policy, request.uri(), headers, cookie.is_encrypted);
    let is_proven = match socket::is_socket_upgrade(request) {
        true => origin == Origin::Own,
        false => headers.get(PROOF).is_some_and(|it| it == "1") && origin != Origin::Foreign,
    };
    if !is_proven {
        return Err(ApiError::permission_denied(
            "the cookie of the console works only in pages of this server, with the header Lockstep-Console: 1; \
             elsewhere send Authorization: Bearer",
        ));
    }
    match values.next() {
        None => Ok(Some(token)),
        Some(_) => Err(ApiError::repeated_cookie(cookie.name())),
    }
}

/// The origin of the page that sent a request.
#[derive(PartialEq, Eq)]
enum Origin {
    /// The browser named none.
    Unnamed,
    Own,
    Foreign,
}

impl Origin {
    fn of(policy: &Policy, uri: &Uri, headers: &HeaderMap, is_encrypted: bool) -> Self {
        let mut named = headers.get_all(ORIGIN).iter();
        let Some(origin) = named.next() else {
            return Self::Unnamed;
        };
        let host = headers.get(HOST).and_then(|it| it.to_str().ok());
        let host = host.or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
        let scheme = if is_encrypted { "https" } else { "http" };
        let is_own = origin.to_str().is_ok_and(|origin| {
            let is_public = policy
                .public_url
                .as_deref()
                .is_some_and(|url| origin_of(url).eq_ignore_ascii_case(origin));
            let is_host =
                host.is_some_and(|host| origin.eq_ignore_ascii_case(&format!("{scheme}://{host}")));
            is_public || is_host
        });
        match is_own && named.next().is_none() {
            true => Self::Own,
            false => Self::Foreign,
        }
    }
}

/// The header by which a page of the console shows that it sent the request.
const PROOF: HeaderName = HeaderName::from_static("lockstep-console");

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    /// Returns whether the cookie is accepted; `None` if no cookie is read.
    fn accepted(path: &str, encrypted: bool, headers: &[(&str, &str)]) -> Option<bool> {
        let policy = Policy {
            public_url: Some("https://lockstep.example.org/".to_owned()),
            ..Policy::default()
        };
        let mut request = Request::post(path).header("host", "box:8420");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        if encrypted {
            request.extensions_mut().insert(EncryptedConnection);
        }
        match token(&policy, &request) {
            Ok(Some(found)) => {
                assert_eq!(found, "t");
                Some(true)
            }
            Ok(None) => None,
            Err(_) => Some(false),
        }
    }

    #[test]
    fn a_cookie_needs_the_proof_of_an_own_page() {
        const COOKIE: (&str, &str) = ("cookie", "a=b; lockstep=t");
        const HOST_COOKIE: (&str, &str) = ("cookie", "__Host-lockstep=t");
        const PROOF: (&str, &str) = ("lockstep-console", "1");
        const DATA: &str = "/v1/sfdp/data";
        let origin = |text| ("origin", text);
        for (path, encrypted, headers, expected) in [
            (DATA, false, &[PROOF][..], None),
            (DATA, false, &[("cookie", "lockstep="), PROOF], None),
            (DATA, false, &[COOKIE], Some(false)),
            (
                DATA,
                false,
                &[COOKIE, ("lockstep-console", "0")],
                Some(false),
            ),
            (DATA, false, &[COOKIE, PROOF], Some(true)),
            (
                DATA,
                false,
                &[("cookie", "lockstep=t; lockstep=u"), PROOF],
                Some(false),
            ),
            (
                DATA,
                false,
                &[COOKIE, ("cookie", "lockstep=u"), PROOF],
                Some(false),
            ),
            (
                DATA,
                false,
                &[("cookie", "lockstep=; lockstep=t; lockstep2=u"), PROOF],
                Some(true),
            ),
            (
                DATA,
                false,
                &[COOKIE, PROOF, origin("http://box:8420")],
                Some(true),
            ),
            (
                DATA,
                false,
                &[COOKIE, origin("http://box:8420")],
                Some(false),
            ),
            (
                DATA,
                false,
                &[COOKIE, PROOF, origin("http://box")],
                Some(false),
            ),
            (
                DATA,
                false,
                &[COOKIE, PROOF, origin("https://box:8420")],
                Some(false),
            ),
            (DATA, false, &[COOKIE, PROOF, origin("null")], Some(false)),
            (
                DATA,
                false,
                &[COOKIE, PROOF, origin("http://box:8420"), origin("http://a")],
                Some(false),
            ),
            (
                DATA,
                false,
                &[COOKIE, PROOF, origin("https://lockstep.example.org")],
                Some(true),
            ),
            (DATA, false, &[HOST_COOKIE, PROOF], None),
            // Over TLS, a cookie that a neighbouring host could have set is not read.
            (DATA, true, &[COOKIE, PROOF], None),
            (
                DATA,
                true,
                &[HOST_COOKIE, PROOF, origin("https://box:8420")],
                Some(true),
            ),
            (
                DATA,
                true,
                &[HOST_COOKIE, PROOF, origin("http://box:8420")],
                Some(false),
            ),
            (
                "/v1/ws",
                false,
                &[COOKIE, ("upgrade", "websocket")],
                Some(false),
            ),
            (
                "/v1/ws",
                false,
                &[COOKIE, PROOF, ("upgrade", "websocket")],
                Some(false),
            ),
            (
                "/v1/ws",
                false,
                &[COOKIE, ("upgrade", "websocket"), origin("http://evil")],
                Some(false),
            ),
            (
                "/v1/ws",
                false,
                &[COOKIE, ("upgrade", "websocket"), origin("http://box:8420")],
                Some(true),
            ),
        ] {
            assert_eq!(
                accepted(path, encrypted, headers),
                expected,
                "{path} {encrypted} {headers:?}"
            );
        }
    }

    #[test]
    fn the_cookie_is_for_this_host_and_not_for_scripts() {
        for (is_encrypted, text) in [
            (
                false,
                "lockstep=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=60",
            ),
            (
                true,
                "__Host-lockstep=t; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=60",
            ),
        ] {
            let cookie = SessionCookie { is_encrypted };
            assert_eq!(cookie.set("t", Duration::from_secs(60)), text);
            assert_eq!(
                cookie.removed().to_str().unwrap().replace("=;", "=t;"),
                text.replace("=60", "=0")
            );
        }
    }
}
