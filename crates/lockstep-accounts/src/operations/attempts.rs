//! Counting failed sign-ins, and other attempts to guess a secret of an account.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use lockstep_store::Entropy;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_web::digest::{DigestKey, KeyedDigest};
use lockstep_web::limits::Limiter;
use lockstep_web::{ApiError, Caller, address_prefix};
use zeroize::Zeroizing;

use super::Accounts;
use crate::names::{AccountNames, Names, StoredNames, fold};

/// Attempts to sign in, for each name and network.
pub(super) struct Failures {
    attempts: Limiter<(KeyedDigest, IpAddr)>,
    /// The digest key for counted names: digests have one length, however long the sent text is.
    names: DigestKey,
}

impl Failures {
    pub(super) fn new(entropy: &dyn Entropy) -> Self {
        Self {
            attempts: Limiter::new(),
            names: DigestKey::new(Zeroizing::new(entropy_array(entropy))),
        }
    }
}

/// An attempt that counts as failed until it is withdrawn.
pub(super) struct Attempt {
    failures: Arc<Failures>,
    place: (KeyedDigest, IpAddr),
}

impl Attempt {
    pub(super) fn withdraw(self) {
        self.failures.attempts.withdraw(&self.place);
    }
}

/// Returns attempts and the outcome of the check that they were made for. If the server failed, the attempts are
/// withdrawn: nothing was guessed.
pub(super) fn checked<T, const N: usize>(
    attempts: [Attempt; N],
    outcome: Result<T, ApiError>,
) -> Result<([Attempt; N], T), ApiError> {
    match outcome {
        Ok(found) => Ok((attempts, found)),
        Err(error) => {
            if error.is_server_fault() {
                withdraw(attempts);
            }
            Err(error)
        }
    }
}

pub(super) fn withdraw<const N: usize>(attempts: [Attempt; N]) {
    attempts.into_iter().for_each(Attempt::withdraw);
}

impl Accounts {
    /// Counts an attempt before it is made, so that two concurrent attempts cannot share the last
    /// one allowed.
    pub(super) fn attempt(&self, username: &str, address: IpAddr) -> Result<Attempt, ApiError> {
        let name = fold(username);
        let name = self.failures.names.digest("name", &[name.as_bytes()]);
        self.counted((name, address_prefix(address)), FAILURES, MINUTE)
    }

    /// Counts a code of an account from any address. A code has six digits: without this limit, a
    /// client with the password and many addresses could try them all.
    pub(super) fn code_attempt(&self, user: &UserId) -> Result<Attempt, ApiError> {
        let user = self
            .failures
            .names
            .digest("totp", &[user.as_str().as_bytes()]);
        let place = (user, IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        self.counted(place, CODE_FAILURES, HOUR)
    }

    fn counted(
        &self,
        place: (KeyedDigest, IpAddr),
        limit: u32,
        window: Duration,
    ) -> Result<Attempt, ApiError> {
        let now = self.state.clock.monotonic();
        let decision = self.failures.attempts.admit(place, limit, window, now);
        if !decision.admitted {
            return Err(ApiError::too_many_failures(decision.next_in));
        }
        Ok(Attempt {
            failures: Arc::clone(&self.failures),
            place,
        })
    }

    /// Counts an attempt of a caller together with the sign-ins with the caller's name.
    pub(super) async fn own_attempt(
        &self,
        caller: &Caller,
        address: IpAddr,
        stored: &StoredNames,
    ) -> Result<(AccountNames, Attempt), ApiError> {
        let names = Names::of(&self.state)?;
        let names = names.shown(&self.state, &caller.user, stored).await;
        let name = match names.username.is_empty() {
            true => caller.user.as_str(),
            false => &names.username,
        };
        let attempt = self.attempt(name, address)?;
        Ok((names, attempt))
    }
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
/// The failed sign-ins with one name that a network may make in a minute. An account has two names, so ten in
/// all. One count for both would tell which address belongs to which user name.
const FAILURES: u32 = 5;
/// The wrong codes of an account in an hour, from all addresses together. Three codes are valid at a time, so a
/// client with the password guesses one within a day with a probability of 0.15 %.
const CODE_FAILURES: u32 = 20;

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;

    use super::*;

    #[test]
    fn attempts_that_the_server_failed_are_not_counted() {
        for (error, is_counted) in [
            (ApiError::internal("no such table"), false),
            (ApiError::unavailable("the database restarts"), false),
            (ApiError::busy("the queue is full"), false),
            (ApiError::invalid("code", "is wrong"), true),
            (ApiError::wrong_password(), true),
            (ApiError::conflict("the password was changed"), true),
        ] {
            let failures = Arc::new(Failures::new(&SystemEntropy));
            let name = failures.names.digest("name", &["ada".as_bytes()]);
            let place = (name, IpAddr::V4(Ipv4Addr::LOCALHOST));
            let admit = || {
                let now = Duration::ZERO;
                failures.attempts.admit(place, 1, MINUTE, now).admitted
            };
            assert!(admit());
            let attempt = Attempt {
                failures: Arc::clone(&failures),
                place,
            };
            let said = error.to_string();
            assert!(checked([attempt], Err::<(), _>(error)).is_err());
            assert_eq!(admit(), !is_counted, "{said}");
        }
    }
}
