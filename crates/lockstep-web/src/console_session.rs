//! The cookie of the web console. A browser sends it on its own, so a request with it must show that a page of this
//! server made the request.
//!
//! The proof is a header that a page of another origin cannot set: the browser would first ask the server with
//! `OPTIONS`, and the server grants nothing. Where the browser names the page's origin, the origin must be this
//! server's, too. A WebSocket carries no header of a page, so its `Origin` is the proof. Further barriers are
//! `SameSite=Strict`, and the prefix `__Host-` where the connection is encrypted.
//!
//! A cookie for each sign-in at an OpenID provider binds it to its browser until it is finished.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Uri};
use zeroize::Zeroizing;

use crate::api_error::ApiError;
use crate::policy::Policy;
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
        set_cookie((self.name(), token), time, self.attributes())
    }

    /// Returns the `Set-Cookie` that removes the cookie.
    #[must_use]
    pub fn removed(self) -> HeaderValue {
        set_cookie((self.name(), ""), Duration::ZERO, self.attributes())
    }

    /// Returns whether a request has the cookie. That says nothing about the session, which may have ended.
    #[must_use]
    pub fn is_in(self, headers: &HeaderMap) -> bool {
        values(self.name(), headers).next().is_some()
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
}

impl<S: Send + Sync> FromRequestParts<S> for SessionCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}

/// The cookies of the sign-ins at OpenID providers that have begun. Each binds one sign-in to the browser in which it began: a
/// link with the code of another person signs nobody in. A person can begin one in each of several tabs, also at the same
/// moment: no answer replaces the cookie of another sign-in.
///
/// They authenticate nothing and last as long as their sign-in. They are `Lax`, because the browser comes back from the site
/// of the provider: after such a redirect, not every browser sends `Strict` cookies with the first requests of the page. The
/// prefix `__Host-` excludes a narrower path.
pub struct ProviderCookies {
    is_encrypted: bool,
    /// The identifier and the value of each. Browsers send the oldest first (RFC 6265, section 5.4).
    sent: Vec<(String, Zeroizing<String>)>,
}

impl ProviderCookies {
    /// Returns the value of the cookie of this sign-in; `None` without one.
    ///
    /// # Errors
    /// The cookie occurs twice: a neighbouring host can have set one of the two.
    pub fn value(&self, sign_in: &str) -> Result<Option<&str>, ApiError> {
        let mut found = self.sent.iter().filter(|(other, _)| other == sign_in);
        let first = found.next().map(|(_, value)| value.as_str());
        match found.next() {
            None => Ok(first),
            Some(_) => Err(ApiError::repeated_cookie(&self.name(sign_in))),
        }
    }

    /// Returns each `Set-Cookie` of a sign-in that begins: one that stores `value` for `time`, and one for each of the oldest
    /// that leave a browser with too many. The identifier and the value have letters, digits, `-` and `_`.
    pub fn begun(
        &self,
        sign_in: &str,
        value: &str,
        time: Duration,
    ) -> impl Iterator<Item = HeaderValue> {
        let surplus = (self.sent.len() + 1).saturating_sub(MAX_BEGUN);
        // What another host has set cannot be removed from here: the answer stays short.
        let oldest = self.sent.iter().take(surplus.min(MAX_BEGUN));
        let removed = oldest.map(move |(oldest, _)| self.removed(oldest));
        let set = set_cookie(
            (self.name(sign_in).as_str(), value),
            time,
            self.attributes(),
        );
        removed.chain(std::iter::once(set))
    }

    /// Returns the `Set-Cookie` that removes the cookie of this sign-in.
    #[must_use]
    pub fn removed(&self, sign_in: &str) -> HeaderValue {
        set_cookie(
            (self.name(sign_in).as_str(), ""),
            Duration::ZERO,
            self.attributes(),
        )
    }

    fn name(&self, sign_in: &str) -> String {
        format!("{}{sign_in}", Self::prefix(self.is_encrypted))
    }

    fn prefix(is_encrypted: bool) -> &'static str {
        match is_encrypted {
            true => "__Host-lockstep-provider-",
            false => "lockstep-provider-",
        }
    }

    fn attributes(&self) -> &'static str {
        match self.is_encrypted {
            true => "Path=/; HttpOnly; SameSite=Lax; Secure",
            false => "Path=/; HttpOnly; SameSite=Lax",
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ProviderCookies {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let is_encrypted = SessionCookie::of(&parts.extensions).is_encrypted;
        let prefix = Self::prefix(is_encrypted);
        let sent = pairs(&parts.headers).filter_map(|(name, value)| {
            let sign_in = name.strip_prefix(prefix)?;
            (is_own(sign_in) && is_own(value))
                .then(|| (sign_in.to_owned(), Zeroizing::new(value.to_owned())))
        });
        let sent = sent.collect();
        Ok(Self { is_encrypted, sent })
    }
}

/// Whether this server can have set a text: what it did not set is not sent back to the browser.
fn is_own(text: &str) -> bool {
    (1..=MAX_TEXT_BYTES).contains(&text.len())
        && text
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
}

/// The sign-ins of one browser that can be finished: one in each of a few tabs.
const MAX_BEGUN: usize = 5;
/// The longest identifier and value of a sign-in: 256 bits in base64 have 43 letters.
const MAX_TEXT_BYTES: usize = 64;

/// Returns a `Set-Cookie`. The value has letters, digits, `-` and `_`.
fn set_cookie((name, value): (&str, &str), time: Duration, attributes: &str) -> HeaderValue {
    let text = format!("{name}={value}; {attributes}; Max-Age={}", time.as_secs());
    let mut header =
        HeaderValue::try_from(text).expect("a name and a value have only letters, digits, - and _");
    header.set_sensitive(!value.is_empty());
    header
}

/// Returns each value of the cookie with this name in a request.
fn values<'a>(name: &'a str, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
    let pairs = pairs(headers);
    pairs.filter_map(move |(found, value)| (found == name && !value.is_empty()).then_some(value))
}

/// Returns the name and the value of each cookie in a request.
fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let texts = headers.get_all(COOKIE).iter();
    let pairs = texts
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'));
    pairs.filter_map(|pair| pair.trim().split_once('='))
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
    let mut tokens = values(cookie.name(), headers);
    let Some(token) = tokens.next() else {
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
    match tokens.next() {
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
mod tests;
