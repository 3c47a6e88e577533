//! Credentials as their owners and administrators see them: sign-ins and API keys, never their
//! secrets.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::{ApiKeyId, NotAnId, SessionId, UserId};
use lockstep_web::caller::Scopes;

/// The id of a lasting credential: a sign-in or an API key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CredentialId {
    /// A sign-in, with all its tokens.
    Session(SessionId),
    /// An API key.
    ApiKey(ApiKeyId),
}

impl CredentialId {
    /// Returns the text form.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Session(id) => id.as_str(),
            Self::ApiKey(id) => id.as_str(),
        }
    }
}

impl fmt::Display for CredentialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for CredentialId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        match text.parse() {
            Ok(id) => Ok(Self::Session(id)),
            Err(_) => text.parse().map(Self::ApiKey),
        }
    }
}

/// A sign-in.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The sign-in's id.
    pub(crate) id: SessionId,
    /// The time when the account signed in.
    pub(crate) created_at: Timestamp,
    /// The expiry, unless the sign-in is refreshed.
    pub(crate) expires_at: Timestamp,
    /// The time of the last use, to the minute.
    pub(crate) last_used: Option<Timestamp>,
}

/// A sign-in or an API key, as administration lists both.
#[derive(Clone, Debug)]
pub(crate) struct ListedCredential {
    /// The credential's id.
    pub(crate) id: CredentialId,
    /// The name of an API key.
    pub(crate) name: Option<String>,
    /// The scopes that narrow the credential.
    pub(crate) scopes: Scopes,
    /// The time of creation.
    pub(crate) created_at: Timestamp,
    /// The expiry, if any.
    pub(crate) expires_at: Option<Timestamp>,
    /// The time of the last use, to the minute.
    pub(crate) last_used: Option<Timestamp>,
}

/// The numbers of credentials that an operation revoked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RevokedCounts {
    /// Sign-ins, each with its access and refresh tokens.
    pub(crate) sessions: u64,
    /// API keys.
    pub(crate) api_keys: u64,
    /// Unlinked identities at OpenID providers.
    pub(crate) identities: u64,
}

/// Whether a change of password keeps the API keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApiKeys {
    /// Revokes them: an attacker who knew the old password may have created them.
    Revoke,
    /// Keeps them, as the caller requested.
    Keep,
}

/// The times when credentials and accounts were last used. They are kept in memory and written by a
/// job, so that authentication never waits for a write.
#[derive(Debug, Default)]
pub(crate) struct LastUse {
    noted: Mutex<NotedUses>,
}

#[derive(Debug, Default)]
struct NotedUses {
    /// With the account of each.
    credentials: HashMap<CredentialId, (UserId, Timestamp)>,
    users: HashMap<UserId, Timestamp>,
    /// Uses since the last write.
    unwritten: HashMap<CredentialId, (UserId, Timestamp)>,
}

/// A use of a credential that waits to be written.
#[derive(Clone, Debug)]
pub(crate) struct UnwrittenUse {
    pub(crate) credential: CredentialId,
    pub(crate) user: UserId,
    pub(crate) at: Timestamp,
}

impl LastUse {
    /// Records a use, at most once a minute for each credential.
    pub(crate) fn note(&self, credential: &CredentialId, user: &UserId, now: Timestamp) {
        let mut noted = self.lock();
        let is_new = noted
            .credentials
            .get(credential)
            .is_none_or(|(_, last)| now.since(*last) >= LAST_USE_PRECISION || now < *last);
        if !is_new {
            return;
        }
        if noted.credentials.len() >= MAX_NOTED_CREDENTIALS {
            // These uses are written already or will be: the next use of each is recorded again.
            noted.credentials.clear();
            noted.users.clear();
        }
        let entry = (user.clone(), now);
        noted.credentials.insert(credential.clone(), entry);
        noted.users.insert(user.clone(), now);
        if noted.unwritten.len() < MAX_NOTED_CREDENTIALS {
            let entry = (user.clone(), now);
            noted.unwritten.insert(credential.clone(), entry);
        }
    }

    /// Returns the later of the stored and the recorded last use of a credential.
    pub(crate) fn of(&self, id: &CredentialId, stored: Option<Timestamp>) -> Option<Timestamp> {
        stored.max(self.lock().credentials.get(id).map(|(_, at)| *at))
    }

    /// Returns the later of the stored and the recorded last use of an account.
    pub(crate) fn of_user(&self, id: &UserId, stored: Option<Timestamp>) -> Option<Timestamp> {
        stored.max(self.lock().users.get(id).copied())
    }

    /// Forgets the uses of an erased account.
    pub(crate) fn forget(&self, user: &UserId) {
        let mut noted = self.lock();
        noted.credentials.retain(|_, (account, _)| account != user);
        noted.users.remove(user);
        noted.unwritten.retain(|_, (account, _)| account != user);
    }

    /// Takes the uses that wait to be written.
    pub(crate) fn take(&self) -> Vec<UnwrittenUse> {
        let taken = std::mem::take(&mut self.lock().unwritten);
        let all = taken.into_iter();
        all.map(|(credential, (user, at))| UnwrittenUse {
            credential,
            user,
            at,
        })
        .collect()
    }

    /// Puts back uses that could not be written; uses recorded since then are newer and stay.
    pub(crate) fn put_back(&self, unwritten: Vec<UnwrittenUse>) {
        let mut noted = self.lock();
        for one in unwritten {
            let entry = (one.user, one.at);
            noted.unwritten.entry(one.credential).or_insert(entry);
        }
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn lock(&self) -> MutexGuard<'_, NotedUses> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The precision of a credential's last use.
const LAST_USE_PRECISION: Duration = Duration::from_secs(60);
/// The maximum number of credentials whose last use is kept in memory.
const MAX_NOTED_CREDENTIALS: usize = 20_000;

/// A value with its sealed name, if any.
pub(crate) type WithName<T> = (T, Option<Vec<u8>>);

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::SystemEntropy;

    #[test]
    fn a_use_is_noted_once_a_minute_and_written_once() {
        let uses = LastUse::default();
        let user = UserId::generate(Timestamp(0), &SystemEntropy);
        let id = CredentialId::ApiKey(ApiKeyId::generate(Timestamp(0), &SystemEntropy));
        for (at, noted, unwritten) in [
            (100_000, 100_000, 1),
            (130_000, 100_000, 0),
            (160_000, 160_000, 1),
            // The clock was set back.
            (50_000, 50_000, 1),
        ] {
            uses.note(&id, &user, Timestamp(at));
            assert_eq!(uses.of(&id, None), Some(Timestamp(noted)), "at {at}");
            assert_eq!(uses.of_user(&user, None), Some(Timestamp(noted)), "at {at}");
            assert_eq!(uses.take().len(), unwritten, "at {at}");
        }
        assert_eq!(
            uses.of(&id, Some(Timestamp(70_000))),
            Some(Timestamp(70_000))
        );
        uses.note(&id, &user, Timestamp(500_000));
        let taken = uses.take();
        uses.put_back(taken);
        assert_eq!(uses.take()[0].at, Timestamp(500_000));
        uses.note(&id, &user, Timestamp(600_000));
        uses.forget(&user);
        assert_eq!(
            (uses.of(&id, None), uses.of_user(&user, None)),
            (None, None)
        );
        assert_eq!(uses.take().len(), 0);
    }

    #[test]
    fn both_kinds_of_ids_are_read() {
        let key = ApiKeyId::generate(Timestamp(0), &SystemEntropy);
        let session = SessionId::generate(Timestamp(0), &SystemEntropy);
        assert_eq!(key.as_str().parse(), Ok(CredentialId::ApiKey(key)));
        assert_eq!(session.as_str().parse(), Ok(CredentialId::Session(session)));
        assert!(
            "usr_01h455vb4pex5vsknk084sn02q"
                .parse::<CredentialId>()
                .is_err()
        );
    }
}
