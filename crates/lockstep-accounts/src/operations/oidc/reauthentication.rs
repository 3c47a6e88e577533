//! Identifying once more at an OpenID provider: what replaces the password, for an act that cannot be undone, where no
//! person knows the password of the account.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::SessionId;
use lockstep_web::{ApiError, Caller};

use super::pending_sign_in::Purpose;
use super::{AuthorizationRequest, Callback, rows, unknown_state};
use crate::operations::Accounts;
use crate::operations::second_factor::session;

/// A person who identified once more.
pub(crate) struct Reauthentication {
    /// The name of the provider.
    pub(crate) provider: String,
    /// The time until which it replaces the password.
    pub(crate) expires_at: Timestamp,
}

/// The sign-ins whose persons identified once more, with the monotonic times until which that counts. They are in memory
/// only: after a restart, the person identifies again.
#[derive(Default)]
pub(in crate::operations) struct Reauthentications(Mutex<HashMap<SessionId, Duration>>);

impl Reauthentications {
    fn note(&self, session: SessionId, until: Duration, now: Duration) {
        let mut all = self.lock();
        all.retain(|_, until| *until > now);
        all.insert(session, until);
    }

    /// Whether the person of a sign-in identified once more within the time.
    pub(in crate::operations) fn holds(&self, session: &SessionId, now: Duration) -> bool {
        self.lock().get(session).is_some_and(|until| *until > now)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Duration>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Accounts {
    /// Begins to identify the person of the caller's sign-in once more.
    ///
    /// # Errors
    /// As [`Self::begin_oidc`]; the account has no identity of the provider; the caller uses an API key.
    pub(crate) async fn begin_reauthentication(
        &self,
        caller: Caller,
        address: IpAddr,
        (provider, redirect): (&str, &str),
    ) -> Result<AuthorizationRequest, ApiError> {
        let provider = self.provider_of_body(provider)?;
        let name = provider.policy.name.clone();
        let read = self
            .state
            .db
            .read("accounts.reauthentication.begin", move |tx| {
                let session = session(tx, &caller)?;
                let linked = rows::of_account(tx, &caller.user)?;
                match linked.iter().any(|one| one.provider == name) {
                    true => Ok(session),
                    false => Err(ApiError::conflict(
                        "the account has no identity of this provider: GET /api/auth/identities lists its identities",
                    )),
                }
            });
        let read: Result<SessionId, ApiError> = read.await;
        let purpose = Purpose::Reauthentication(read?);
        self.begin(provider, redirect, address, purpose).await
    }

    /// Notes that the person of the caller's sign-in identified once more.
    ///
    /// # Errors
    /// A state that another sign-in began, or that is unknown; a code that the provider refuses; an identity that is not
    /// that of the account; the provider does not say when the person identified, or that was before this began or not
    /// within [`REAUTHENTICATION_TIME`]; the caller uses an API key.
    pub(crate) async fn finish_reauthentication(
        &self,
        caller: Caller,
        callback: Callback,
    ) -> Result<Reauthentication, ApiError> {
        let owner = caller.clone();
        let read = self
            .state
            .db
            .read("accounts.reauthentication.finish", move |tx| {
                session(tx, &owner)
            });
        let read: Result<SessionId, ApiError> = read.await;
        let session = read?;
        let begun = self.take_pending(&callback)?;
        if begun.purpose != Purpose::Reauthentication(session.clone()) {
            return Err(unknown_state());
        }
        let confirmed = self.confirm(&begun, &callback).await?;
        let owner = self.linked(&confirmed).await?;
        if owner.is_none_or(|owner| owner.id != caller.user) {
            self.audit_refused(caller.actor(), "refused reauthentication");
            return Err(ApiError::conflict(
                "the identity at the provider is not the one that is linked to this account: sign in there as the person \
                 who owns the account",
            ));
        }
        let (now, monotonic) = (self.state.clock.now(), self.state.clock.monotonic());
        let began = now.minus(begun.age(monotonic));
        let expires_at = expiry(confirmed.identity.authenticated_at, (began, now))?;
        let until = monotonic + expires_at.since(now);
        self.oidc.reauthenticated.note(session, until, monotonic);
        Ok(Reauthentication {
            provider: confirmed.provider,
            expires_at,
        })
    }
}

/// Returns the time until which an authentication counts.
///
/// One from before the beginning proves nothing: it may be that of a session there, which anyone at an open device continues.
fn expiry(
    authenticated_at: Option<Timestamp>,
    (began, now): (Timestamp, Timestamp),
) -> Result<Timestamp, ApiError> {
    let Some(at) = authenticated_at else {
        return Err(ApiError::conflict(
            "the provider does not say when the person showed the credentials (`auth_time`): ask an administrator to act \
             for you, or the operator to set a password (`lockstep user set-password`)",
        ));
    };
    // The clock of the provider may be ahead.
    let expires_at = at.min(now).plus(REAUTHENTICATION_TIME);
    if at.plus(MAX_CLOCK_DELAY) < began || expires_at <= now {
        return Err(ApiError::conflict(
            "the provider did not ask for the credentials after this began, or the person showed them more than 5 minutes \
             ago: begin again at POST /api/auth/reauthentication, and show them there",
        ));
    }
    Ok(expires_at)
}

/// The time for which an authentication at the provider replaces the password.
const REAUTHENTICATION_TIME: Duration = Duration::from_secs(300);
/// The longest time by which the clock of a provider may be behind this server's.
const MAX_CLOCK_DELAY: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;

    use super::*;

    #[test]
    fn an_authentication_counts_for_five_minutes() {
        let now = Timestamp(1_780_000_000_000);
        let at = |seconds: i64| Timestamp(now.0 + seconds * 1000);
        for (authenticated, began, expected) in [
            (Some(0), -20, Some(300)),
            (Some(-299), -400, Some(1)),
            // The clock of the provider is ahead, or behind.
            (Some(60), -20, Some(300)),
            (Some(-80), -20, Some(220)),
            // It was before the beginning: the provider did not ask.
            (Some(-81), -20, None),
            (Some(-300), -400, None),
            (Some(-86_400), -20, None),
            (None, -20, None),
        ] {
            let expires_at = expiry(authenticated.map(at), (at(began), now)).ok();
            assert_eq!(expires_at, expected.map(at), "{authenticated:?} {began}");
        }
    }

    #[test]
    fn it_counts_for_one_sign_in_until_its_end() {
        let all = Reauthentications::default();
        let [one, other] = [1, 2].map(|at| SessionId::generate(Timestamp(at), &SystemEntropy));
        let seconds = Duration::from_secs;
        all.note(one.clone(), seconds(310), seconds(10));
        assert!(all.holds(&one, seconds(309)));
        assert!(!all.holds(&one, seconds(310)));
        assert!(!all.holds(&other, seconds(10)));
        // Those that have ended are not kept.
        all.note(other, seconds(800), seconds(500));
        assert_eq!(all.lock().len(), 1);
    }
}
