//! `Idempotency-Key`: a `POST` that creates, sent again, has the same outcome and no second effect.
//!
//! What is kept is the outcome (ids and counts), in the transaction that made it; the answer is
//! rendered again from it. A key belongs to an account and a route and lives 24 hours.
//!
//! The store holds neither the key nor the body, and no digest of them that can be checked without
//! the platform's [`DigestKey`]: a body may be one number between 40 and 200, or a password.

use std::time::Duration;

use axum::extract::MatchedPath;
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

/// The key of a request, or that it has none.
#[derive(Clone, Debug, Default)]
pub struct IdempotencyKey(Option<Request>);

/// A request that carries a key.
#[derive(Clone, Debug)]
pub struct Request {
    /// Of the account, the route and the key.
    name: KeyedDigest,
    /// Of the name and the body.
    body: KeyedDigest,
}

impl IdempotencyKey {
    pub(crate) fn new(parts: &Parts, body: &[u8]) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let key = value
            .to_str()
            .ok()
            .filter(|key| {
                (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
            })
            .ok_or_else(|| {
                ApiError::invalid(
                    "Idempotency-Key",
                    "must be 1 to 255 visible ASCII characters",
                )
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
        let body = digests.digest(BODY, &[&name, body]);
        Ok(Self(Some(Request { name, body })))
    }

    /// The request, for who keeps what came of it elsewhere than in the store.
    #[must_use]
    pub fn request(&self) -> Option<&Request> {
        self.0.as_ref()
    }

    /// Does `act` unless it was done before under this key; then gives what came of it then.
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

    /// What came of it before, where this was done under this key: for whoever would prepare much for an
    /// act that is done already.
    pub fn before<T: DeserializeOwned>(
        &self,
        tx: &Tx<'_>,
        user: &UserId,
    ) -> Result<Option<T>, ApiError> {
        let earlier = self.0.as_ref().map(|key| key.earlier(tx, user));
        earlier
            .transpose()?
            .flatten()
            .map(|outcome| kept(&outcome))
            .transpose()
    }

    /// [`IdempotencyKey::run`] for an act whose answer shows a secret: sent again it is refused, since the secret
    /// is shown once.
    pub fn run_secret<T>(
        &self,
        tx: &mut Tx<'_>,
        user: &UserId,
        act: impl FnOnce(&mut Tx<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let Some(key) = &self.0 else { return act(tx) };
        if key.earlier(tx, user)?.is_some() {
            return Err(ApiError::conflict(
                "already issued: the secret was shown in the first answer and is not kept",
            ));
        }
        let outcome = act(tx)?;
        store::keep(tx, user, key, "null")?;
        Ok(outcome)
    }
}

impl Request {
    /// Whether this is `earlier`, sent again.
    ///
    /// # Errors
    /// The same key with another body.
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
        let since = tx.now().minus(KEPT);
        let Some((body, outcome)) = store::find(tx, user, &self.name, since)? else {
            return Ok(None);
        };
        if body != self.body {
            return Err(another_body());
        }
        Ok(Some(outcome))
    }
}

fn another_body() -> ApiError {
    ApiError::conflict("this Idempotency-Key was used with another body: choose a new key")
}

fn kept<T: DeserializeOwned>(outcome: &str) -> Result<T, ApiError> {
    serde_json::from_str(outcome)
        .map_err(|error| ApiError::internal(format!("kept outcome: {error}")))
}

/// Forgets keys that are over.
pub fn forget(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let before = tx.now().minus(KEPT);
    store::forget(tx, before)
}

/// Forgets an account's keys.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    store::erase(tx, user)
}

/// The tables of this crate.
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
