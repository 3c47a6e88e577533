//! The caller: the account that a valid credential authenticates.

use axum::extract::FromRequestParts;
use axum::http::{HeaderMap, header, request::Parts};
use lockstep_store::id::UserId;
use lockstep_store::{Actor, EventKind, EventReaders, Timestamp};
use serde::{Deserialize, Serialize};

use crate::access::{Permission, Role, Tier};
use crate::api_error::ApiError;
use crate::area::{Area, TABLE};

/// Identifies the credential that a caller showed: enough to check whether it is still valid, not
/// to use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Credential(pub [u8; 32]);

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential(…)")
    }
}

/// An authenticated account with the rights of its credential. As an extractor it refuses a request
/// without a valid credential; routes that name a permission have checked that before.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account.
    pub user: UserId,
    /// The role with which the account acts: [`Role::User`] while it lacks a second factor that its own role needs.
    pub role: Role,
    /// Whether the account has a role whose rights it lacks until it enables TOTP.
    pub lacks_second_factor: bool,
    /// The account's tier.
    pub tier: Tier,
    /// The scopes that narrow this credential.
    pub scopes: Scopes,
    /// The expiry of this credential, if any.
    pub expires: Option<Timestamp>,
    /// The credential's identifier.
    pub credential: Credential,
    /// The id of the API key that the caller showed; `None` for a sign-in.
    pub api_key: Option<String>,
    /// The id of the sign-in that the caller showed; `None` for an API key, and for work that is done later.
    pub session: Option<String>,
}

/// The rights of a credential, stored with work that it ordered for later. Work that an API key ordered ends with the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRights {
    /// The scopes of the credential.
    pub scopes: Vec<String>,
    /// The id of the API key; `None` for a sign-in, whose work continues after it.
    #[serde(default)]
    pub api_key: Option<String>,
}

impl StoredRights {
    /// Returns these rights without those that `scopes` do not allow; `None` if no right is left.
    #[must_use]
    pub fn within(&self, scopes: &[String]) -> Option<Self> {
        let own = Scopes::new(self.scopes.clone()).ok()?;
        let common = own.common(&Scopes::new(scopes.to_vec()).ok()?)?;
        Some(Self {
            scopes: common.0,
            api_key: self.api_key.clone(),
        })
    }
}

/// The account that an operation concerns, and the actor. For a user's own request both are the user.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The account that owns the keys and data.
    pub user: UserId,
    /// The actor as the audit log names it.
    pub actor: Actor,
}

impl Owner {
    /// The owner in work that the platform itself does on an account.
    #[must_use]
    pub fn system(user: UserId) -> Self {
        Self {
            user,
            actor: Actor::system(),
        }
    }
}

impl Caller {
    /// The caller as the owner of the account's keys and data.
    #[must_use]
    pub fn owner(&self) -> Owner {
        Owner {
            user: self.user.clone(),
            actor: self.actor(),
        }
    }

    /// Returns the rights of the caller's credential, for work that is done later.
    #[must_use]
    pub fn stored_rights(&self) -> StoredRights {
        StoredRights {
            scopes: self.scopes.list().to_vec(),
            api_key: self.api_key.clone(),
        }
    }

    /// Returns the actor for the audit log.
    #[must_use]
    pub fn actor(&self) -> Actor {
        Actor {
            id: self.user.to_string(),
            role: self.role.as_str().to_owned(),
        }
    }

    /// Checks that role and scopes allow this permission in the area.
    pub fn may(&self, permission: Permission, area: Area) -> Result<(), ApiError> {
        if !permission.granted_to(self.role) {
            if self.lacks_second_factor {
                return Err(ApiError::needs_second_factor());
            }
            let role = self.role.as_str();
            let needed = permission.name();
            return Err(ApiError::permission_denied(format!(
                "the role {role} does not have {needed}: ask an administrator"
            )));
        }
        if permission.needs_every_area() && self.scopes.are_narrow() {
            return Err(ApiError::permission_denied(
                "this operation concerns all areas: use a sign-in or an API key without scopes",
            ));
        }
        match self.missing_scope(permission, area) {
            Some(scope) => Err(ApiError::permission_denied(format!(
                "this API key lacks the scope {scope}"
            ))),
            None => Ok(()),
        }
    }

    /// Returns the scope that this credential lacks for a permission in an area; `None` if its scopes allow it.
    #[must_use]
    pub fn missing_scope(&self, permission: Permission, area: Area) -> Option<String> {
        if !permission.is_narrowed() || self.scopes.allow(area, permission.writes()) {
            return None;
        }
        let verb = if permission.writes() { "write" } else { "read" };
        Some(format!("{}:{verb}", area.name()))
    }

    /// Returns this caller with the rights that `scopes` allows too; `None` if no right is left.
    #[must_use]
    pub fn within(mut self, scopes: &Scopes) -> Option<Self> {
        self.scopes = self.scopes.common(scopes)?;
        Some(self)
    }

    /// Whether the caller may read an event of this kind that concerns the account `of`.
    #[must_use]
    pub(crate) fn may_read_event(&self, kind: &EventKind, of: &UserId) -> bool {
        self.user == *of
            || kind.readers() == EventReaders::Everyone
            || kind.readers() == EventReaders::Administration
                && Permission::ReadAdministration.granted_to(self.role)
    }
}

/// The scopes that narrow a credential: area names with `:read` or `:write`. An empty list allows
/// all areas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Vec<String>);

impl Scopes {
    /// Checks each scope against the known areas; `:write` includes `:read`.
    pub fn new(scopes: Vec<String>) -> Result<Self, ApiError> {
        for (place, scope) in scopes.iter().enumerate() {
            let known = scope.split_once(':').is_some_and(|(area, verb)| {
                TABLE
                    .iter()
                    .any(|row| row.name == area && row.area != Area::Service)
                    && matches!(verb, "read" | "write")
            });
            if !known {
                let areas: Vec<_> = TABLE
                    .iter()
                    .filter(|row| row.area != Area::Service)
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

    /// Returns every scope that a credential can have.
    #[must_use]
    pub fn all() -> Vec<String> {
        let areas = TABLE.iter().filter(|row| row.area != Area::Service);
        areas
            .flat_map(|row| ["read", "write"].map(|verb| format!("{}:{verb}", row.name)))
            .collect()
    }

    /// Returns the scopes separated by spaces, as stored and sent.
    #[must_use]
    pub fn joined(&self) -> String {
        self.0.join(" ")
    }

    /// Parses the output of [`Scopes::joined`]; returns `None` for any other text. A damaged text
    /// must not allow more than the stored one did.
    #[must_use]
    pub fn stored(joined: &str) -> Option<Self> {
        let scopes = Self::new(joined.split_whitespace().map(str::to_owned).collect()).ok()?;
        (scopes.joined() == joined).then_some(scopes)
    }

    /// Returns the scopes as a list.
    #[must_use]
    pub fn list(&self) -> &[String] {
        &self.0
    }

    /// Whether a credential with these scopes may grant `scope` to another.
    #[must_use]
    pub fn hold(&self, scope: &str) -> bool {
        scope.split_once(':').is_some_and(|(name, verb)| {
            TABLE
                .iter()
                .find(|row| row.name == name)
                .is_some_and(|row| self.allow(row.area, verb == "write"))
        })
    }

    /// Returns the scopes that both allow; `None` if both allow nothing in common. An empty list would allow everything.
    #[must_use]
    pub(crate) fn common(&self, other: &Self) -> Option<Self> {
        if !self.are_narrow() {
            return Some(other.clone());
        }
        if !other.are_narrow() {
            return Some(self.clone());
        }
        let mut all = Self::all();
        all.retain(|scope| self.hold(scope) && other.hold(scope));
        (!all.is_empty()).then_some(Self(all))
    }

    /// Whether these scopes narrow the credential.
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

/// Returns the bearer credential of a request: the text after `Bearer`, or `None`.
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
    use lockstep_store::SystemEntropy;

    lockstep_store::event_kinds! {
        /// An event that only its owner reads.
        OWN = "own", Owner, "{}";
        /// An event that administration reads, too.
        SHARED = "shared", Administration, "{}";
    }

    #[test]
    fn events_of_others_are_for_administration() {
        let [ada, bob] = [1, 2].map(|n| UserId::generate(Timestamp(n), &SystemEntropy));
        for (role, of, kind, expected) in [
            (Role::User, &ada, OWN, true),
            (Role::User, &ada, SHARED, true),
            (Role::User, &bob, OWN, false),
            (Role::User, &bob, SHARED, false),
            (Role::Auditor, &bob, OWN, false),
            (Role::Auditor, &bob, SHARED, true),
            (Role::Admin, &bob, OWN, false),
            (Role::Admin, &bob, SHARED, true),
        ] {
            let caller = Caller {
                user: ada.clone(),
                role,
                lacks_second_factor: false,
                tier: Tier::Standard,
                scopes: Scopes::default(),
                expires: None,
                credential: Credential([0; 32]),
                api_key: None,
                session: None,
            };
            let name = kind.name();
            assert_eq!(caller.may_read_event(kind, of), expected, "{role:?} {name}");
        }
        assert_eq!(EVENTS.len(), 2);
    }

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
        for (text, is_stored) in [
            ("", true),
            ("fitness:read", true),
            ("fitness:read encryption:write", true),
            (" ", false),
            ("fitness:read ", false),
            ("weird", false),
            ("fitness:read weird", false),
        ] {
            assert_eq!(Scopes::stored(text).is_some(), is_stored, "{text:?}");
        }
        for bad in ["fitness", "house:read", "fitness:delete", "*", ""] {
            assert!(scopes(&[bad]).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn common_scopes_never_widen() {
        let scopes =
            |list: &[&str]| Scopes::new(list.iter().map(|&scope| scope.to_owned()).collect());
        for (one, other, common) in [
            (&[][..], &[][..], Some(&[][..])),
            (&[], &["agents:read"], Some(&["agents:read"])),
            (&["agents:read"], &[], Some(&["agents:read"])),
            (
                &["fitness:write", "agents:read"],
                &["fitness:read", "platform:read"],
                Some(&["fitness:read"]),
            ),
            (
                &["fitness:write"],
                &["fitness:write"],
                Some(&["fitness:read", "fitness:write"]),
            ),
            (&["fitness:write"], &["agents:write"], None),
        ] {
            let expected = common.map(|list| scopes(list).unwrap());
            let found = scopes(one).unwrap().common(&scopes(other).unwrap());
            assert_eq!(found, expected, "{one:?} {other:?}");
        }
    }
}
