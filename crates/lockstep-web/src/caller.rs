//! Who calls: what a valid credential stands for.

use axum::extract::FromRequestParts;
use axum::http::{HeaderMap, header, request::Parts};
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Timestamp};

use crate::access::{Permission, Role, Tier};
use crate::api_error::ApiError;
use crate::area::{Area, TABLE};

/// Which credential a caller showed: enough to ask whether it still opens anything, not to use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Credential(pub [u8; 32]);

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential(…)")
    }
}

/// An authenticated account and what its credential may do. As an extractor it refuses a request
/// without a valid credential; routes that name a permission have checked that before.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account.
    pub user: UserId,
    /// What it may do.
    pub role: Role,
    /// What it is granted.
    pub tier: Tier,
    /// What this credential is narrowed to.
    pub scopes: Scopes,
    /// When this credential ends.
    pub expires: Option<Timestamp>,
    /// Which credential it is.
    pub credential: Credential,
}

impl Caller {
    /// As the audit log names it.
    #[must_use]
    pub fn actor(&self) -> Actor {
        Actor {
            id: self.user.to_string(),
            role: self.role.as_str().to_owned(),
        }
    }

    /// Whether role and scopes allow this in the area.
    pub fn may(&self, permission: Permission, area: Area) -> Result<(), ApiError> {
        if !permission.granted_to(self.role) {
            let role = self.role.as_str();
            let needed = permission.name();
            return Err(ApiError::permission_denied(format!(
                "the role {role} does not have {needed}: ask an administrator"
            )));
        }
        if permission.is_narrowed() && !self.scopes.allow(area, permission.writes()) {
            let verb = if permission.writes() { "write" } else { "read" };
            return Err(ApiError::permission_denied(format!(
                "this API key lacks the scope {}:{verb}",
                area.name()
            )));
        }
        Ok(())
    }
}

/// What a credential is narrowed to: area names with `:read` or `:write`; empty is everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Vec<String>);

impl Scopes {
    /// Checks each against the areas there are; `:write` contains `:read`.
    pub fn new(scopes: Vec<String>) -> Result<Self, ApiError> {
        for (place, scope) in scopes.iter().enumerate() {
            let known = scope.split_once(':').is_some_and(|(area, verb)| {
                TABLE
                    .iter()
                    .any(|row| row.name == area && row.area != Area::AppState)
                    && matches!(verb, "read" | "write")
            });
            if !known {
                let areas: Vec<_> = TABLE
                    .iter()
                    .filter(|row| row.area != Area::AppState)
                    .map(|row| row.name)
                    .collect();
                return Err(ApiError::invalid(
                    &format!("scopes[{place}]"),
                    format!("must be one of {} with :read or :write", areas.join(", ")),
                ));
            }
        }
        Ok(Self(scopes))
    }

    /// As stored and answered: separated by spaces.
    #[must_use]
    pub fn joined(&self) -> String {
        self.0.join(" ")
    }

    /// From what [`Scopes::joined`] wrote.
    #[must_use]
    pub fn split(joined: &str) -> Self {
        Self(joined.split_whitespace().map(str::to_owned).collect())
    }

    /// One by one.
    #[must_use]
    pub fn list(&self) -> &[String] {
        &self.0
    }

    /// Whether who has these may pass the scope on.
    #[must_use]
    pub fn hold(&self, scope: &str) -> bool {
        scope.split_once(':').is_some_and(|(name, verb)| {
            TABLE
                .iter()
                .find(|row| row.name == name)
                .is_some_and(|row| self.allow(row.area, verb == "write"))
        })
    }

    /// Whether these narrow anything.
    #[must_use]
    pub fn are_narrow(&self) -> bool {
        !self.0.is_empty()
    }

    fn allow(&self, area: Area, writes: bool) -> bool {
        self.0.is_empty()
            || self.0.iter().any(|scope| {
                scope
                    .split_once(':')
                    .is_some_and(|(name, verb)| name == area.name() && (verb == "write" || !writes))
            })
    }
}

/// The bearer credential of a request: none, or the text after `Bearer`.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = all.next() else {
        return Ok(None);
    };
    let text = value.to_str().map_err(|_| ApiError::bad_credential())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(ApiError::bad_credential)?;
    if all.next().is_some() || !scheme.eq_ignore_ascii_case("bearer") {
        return Err(ApiError::bad_credential());
    }
    Ok(Some(token.trim()))
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts
            .extensions
            .get::<Result<Caller, ApiError>>()
            .cloned()
            .unwrap_or_else(|| Err(ApiError::missing_credential()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_narrow() {
        let scopes =
            |list: &[&str]| Scopes::new(list.iter().map(|&scope| scope.to_owned()).collect());
        for (list, area, writes, allowed) in [
            (&[][..], Area::Fitness, true, true),
            (&["fitness:read"], Area::Fitness, false, true),
            (&["fitness:read"], Area::Fitness, true, false),
            (&["fitness:write"], Area::Fitness, false, true),
            (&["fitness:write"], Area::Encryption, false, false),
        ] {
            assert_eq!(
                scopes(list).unwrap().allow(area, writes),
                allowed,
                "{list:?} {area:?}"
            );
        }
        for bad in ["fitness", "house:read", "fitness:delete", "*", ""] {
            assert!(scopes(&[bad]).is_err(), "{bad:?}");
        }
    }
}
