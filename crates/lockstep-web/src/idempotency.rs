//! `Idempotency-Key`: a repeated `POST` that creates, or a `GET` that consumes something, has the same outcome and no
//! second effect.
//!
//! The store keeps the outcome (ids and counts), written in the transaction that produced it; the
//! response is rendered again from it. A key belongs to an account and a route and lives 24 hours or a little longer.
//!
//! The store holds neither the key nor the body, and no digest of them that can be checked without
//! the platform's [`DigestKey`]. A body may be easy to guess: one number between 40 and 200, or a
//! password.

use std::time::Duration;

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use lockstep_store::id::UserId;
use lockstep_store::{Migration, StoreError, Timestamp, Tx, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::api_error::ApiError;
use crate::caller::Caller;
use crate::digest::{DigestKey, KeyedDigest};

mod store;
#[cfg(test)]
mod tests;

/// The idempotency key of a request, if any.
#[derive(Clone, Debug, Default)]
pub struct IdempotencyKey(Option<Request>);

/// A request that carries a key.
#[derive(Clone, Debug)]
pub struct Request {
    /// The digest of the account, the route and the key.
    name: KeyedDigest,
    /// The digest of the name, the path and the body. The name has only the route: one key for two resources of a
    /// route, such as purchases of two offers, is a mistake of the client.
    body: KeyedDigest,
}

impl IdempotencyKey {
    /// The header that carries the key.
    pub(crate) const HEADER: &str = "Idempotency-Key";

    pub(crate) fn new(parts: &Parts, body: &[u8]) -> Result<Self, ApiError> {
        let mut values = parts.headers.get_all(Self::HEADER).iter();
        let Some(value) = values.next() else {
            return Ok(Self(None));
        };
        // Another reader of the request might use the other value.
        if values.next().is_some() {
            return Err(ApiError::invalid(Self::HEADER, "must be sent once"));
        }
        let key = value
            .to_str()
            .ok()
            .filter(|key| {
                (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
            })
            .ok_or_else(|| {
                ApiError::invalid(Self::HEADER, "must be 1 to 255 visible ASCII characters")
            })?;
        let route = parts
            .extensions
            .get::<MatchedPath>()
            .map_or("", MatchedPath::as_str);
        let digests = parts.extensions.get::<DigestKey>().ok_or_else(|| {
            ApiError::internal("no key of digests on the request: it did not pass the gate")
        })?;
        let caller = parts.extensions.get::<Result<Caller, ApiError>>();
        let account = caller.and_then(|caller| Some(caller.as_ref().ok()?.user.as_str()));
        let name = digests.digest(
            NAME,
            &[
                account.unwrap_or_default().as_bytes(),
                parts.method.as_str().as_bytes(),
                route.as_bytes(),
                key.as_bytes(),
            ],
        );
        // The query belongs to the request, as the body does.
        let target = parts
            .uri
            .path_and_query()
            .map_or("", |target| target.as_str());
        let body = digests.digest(BODY, &[&name, target.as_bytes(), body]);
        Ok(Self(Some(Request { name, body })))
    }

    /// Returns the request, for callers that keep the outcome outside the store.
    #[must_use]
    pub fn request(&self) -> Option<&Request> {
        self.0.as_ref()
    }

    /// Runs `act`, unless an earlier request with this key ran it; then returns the earlier
    /// outcome.
    pub fn run<T: Serialize + DeserializeOwned>(
        &self,
        tx: &mut Tx<'_>,
        user: &UserId,
        act: impl FnOnce(&mut Tx<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let Some(key) = &self.0 else { return act(tx) };
        if let Some(outcome) = self.before(tx, user)? {
            return Ok(outcome);
        }
        let outcome = act(tx)?;
        let text = serde_json::to_string(&outcome)
            .map_err(|error| ApiError::internal(format!("outcome: {error}")))?;
        store::keep(tx, user, key, &text)?;
        Ok(outcome)
    }

    /// Returns the outcome of an earlier request with this key, if any. Callers with costly
    /// preparations check it first.
    pub fn before<T: DeserializeOwned>(
        &self,
        tx: &Tx<'_>,
        user: &UserId,
    ) -> Result<Option<T>, ApiError> {
        let earlier = self.0.as_ref().map(|key| key.earlier(tx, user));
        earlier
            .transpose()?
            .flatten()
            .map(|outcome| stored_outcome(&outcome))
            .transpose()
    }

    /// Does the same as [`IdempotencyKey::run`] for an act whose response shows a secret. A
    /// repeated request is refused, since the secret is shown once.
    pub fn run_secret<T>(
        &self,
        tx: &mut Tx<'_>,
        user: &UserId,
        act: impl FnOnce(&mut Tx<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let Some(key) = &self.0 else { return act(tx) };
        if key.earlier(tx, user)?.is_some() {
            return Err(ApiError::conflict(
                "already used: only the first response contained the secret",
            ));
        }
        let outcome = act(tx)?;
        store::keep(tx, user, key, "null")?;
        Ok(outcome)
    }
}

/// The key of a request without a body; it belongs to the path and the query.
impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Self::new(parts, &[])
    }
}

impl Request {
    /// Whether this request repeats `earlier`.
    ///
    /// # Errors
    /// The same key with another path or body.
    pub fn is_again(&self, earlier: &Self) -> Result<bool, ApiError> {
        if self.name != earlier.name {
            return Ok(false);
        }
        if self.body != earlier.body {
            return Err(another_body());
        }
        Ok(true)
    }

    fn earlier(&self, tx: &Tx<'_>, user: &UserId) -> Result<Option<String>, ApiError> {
        // However old: under a clock that is ahead, an outcome stays until the clock is corrected.
        let Some((body, outcome)) = store::find(tx, user, &self.name)? else {
            return Ok(None);
        };
        if body != self.body {
            return Err(another_body());
        }
        Ok(Some(outcome))
    }
}

fn another_body() -> ApiError {
    ApiError::conflict("this Idempotency-Key was used with another path or body: choose a new key")
}

fn stored_outcome<T: DeserializeOwned>(outcome: &str) -> Result<T, ApiError> {
    serde_json::from_str(outcome)
        .map_err(|error| ApiError::internal(format!("kept outcome: {error}")))
}

/// Deletes expired keys.
pub fn forget(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let before = tx.now().minus(KEPT);
    store::forget(tx, before)
}

/// Deletes an account's keys.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    store::erase(tx, user)
}

/// The migrations of this crate's tables.
pub const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "web",
        n: 1,
        sql: include_str!("../migrations/0001_idempotency.sql"),
    },
    Migration {
        capability: "web",
        n: 2,
        sql: include_str!("../migrations/0002_keyed_idempotency.sql"),
    },
];

const NAME: &str = "idempotency name v1";
const BODY: &str = "idempotency body v1";
const KEPT: Duration = Duration::from_secs(24 * 3600);
