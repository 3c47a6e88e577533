//! Unfinished sign-ins at providers, kept in memory: a restart forgets them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use lockstep_store::Entropy;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::{SessionId, UserId};
use lockstep_web::digest::{DigestKey, KeyedDigest};
use lockstep_web::limits::Limiter;
use lockstep_web::{ApiError, address_prefix};
use zeroize::Zeroizing;

use super::ConfirmedIdentity;
use crate::oidc::Challenge;
use crate::return_path::ReturnPath;

/// A sign-in that has begun.
pub(super) struct PendingSignIn {
    pub(super) provider: String,
    pub(super) purpose: Purpose,
    pub(super) challenge: Challenge,
    /// The network from which it was begun.
    pub(super) network: IpAddr,
    /// The monotonic time until which it can be finished.
    pub(super) until: Duration,
    /// The identity after the exchange of a code, and the code's digest; kept while a TOTP code is missing.
    pub(super) confirmed: Option<(KeyedDigest, ConfirmedIdentity)>,
}

impl PendingSignIn {
    /// Returns the time since the beginning.
    pub(super) fn age(&self, now: Duration) -> Duration {
        (now + TIME).saturating_sub(self.until)
    }
}

/// The purpose for which the person signs in at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    SignIn,
    /// A sign-in to the console, in the browser whose cookie has this digest.
    Console {
        binding: KeyedDigest,
        return_to: ReturnPath,
    },
    /// The person of this sign-in identifies once more.
    Reauthentication(SessionId),
    /// The sign-in links the identity to this account.
    Link(UserId),
}

/// The sign-ins that have begun, by the digest of their state.
pub(in crate::operations) struct PendingSignIns {
    key: DigestKey,
    all: Mutex<HashMap<KeyedDigest, PendingSignIn>>,
    beginnings: Limiter<IpAddr>,
}

impl PendingSignIns {
    pub(in crate::operations) fn new(entropy: &dyn Entropy) -> Self {
        Self {
            key: DigestKey::new(Zeroizing::new(entropy_array(entropy))),
            all: Mutex::default(),
            beginnings: Limiter::new(),
        }
    }

    /// Counts a beginning of a network.
    ///
    /// # Errors
    /// Too many within a minute.
    pub(super) fn admit(&self, address: IpAddr, now: Duration) -> Result<(), ApiError> {
        let network = address_prefix(address);
        let decision = self.beginnings.admit(network, BEGINNINGS, MINUTE, now);
        match decision.admitted {
            true => Ok(()),
            false => Err(ApiError::too_many_sign_ins(decision.next_in)),
        }
    }

    pub(super) fn digest(&self, text: &str) -> KeyedDigest {
        self.key.digest("oidc", &[text.as_bytes()])
    }

    /// Returns what the cookie of the sign-in with this state is named by. It tells nothing about the state.
    pub(super) fn identifier(&self, state: &str) -> String {
        BASE64URL_NOPAD.encode(&self.key.digest("cookie", &[state.as_bytes()])[..IDENTIFIER_BYTES])
    }

    /// Keeps a sign-in. If there are too many, the oldest one of the network that has begun most makes room.
    pub(super) fn keep(&self, begun: PendingSignIn, now: Duration) {
        let state = self.digest(&begun.challenge.state);
        let mut all = self.lock();
        all.retain(|_, one| one.until > now);
        if all.len() >= MAX_BEGUN
            && let Some(displaced) = oldest_of_busiest_network(&all)
        {
            all.remove(&displaced);
        }
        all.insert(state, begun);
    }

    /// Takes a sign-in out: a state works once.
    pub(super) fn take(&self, state: &str, now: Duration) -> Option<PendingSignIn> {
        let begun = self.lock().remove(&self.digest(state))?;
        (begun.until > now).then_some(begun)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<KeyedDigest, PendingSignIn>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The oldest sign-in of the network that has begun most: one network displaces only its own.
fn oldest_of_busiest_network(all: &HashMap<KeyedDigest, PendingSignIn>) -> Option<KeyedDigest> {
    let mut counts: HashMap<IpAddr, usize> = HashMap::new();
    for one in all.values() {
        *counts.entry(one.network).or_default() += 1;
    }
    let (network, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let of_network = all.iter().filter(|(_, one)| one.network == network);
    of_network
        .min_by_key(|(_, one)| one.until)
        .map(|(state, _)| *state)
}

/// Bytes of an identifier: no two sign-ins of a browser share one.
const IDENTIFIER_BYTES: usize = 16;
/// The time limit for signing in at the provider.
pub(super) const TIME: Duration = Duration::from_secs(600);
/// The maximum number of sign-ins that have begun.
const MAX_BEGUN: usize = 10_000;
/// The sign-ins that a network can begin in a minute.
const BEGINNINGS: u32 = 60;
const MINUTE: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;

    use super::super::client_network;
    use super::*;

    /// Begins a sign-in; returns its state.
    fn begin(all: &PendingSignIns, address: &str, now: u64) -> String {
        let challenge = Challenge::generate(&SystemEntropy, "https://app.example/back").unwrap();
        let state = challenge.state.to_string();
        let now = Duration::from_secs(now);
        let begun = PendingSignIn {
            provider: "company".to_owned(),
            purpose: Purpose::SignIn,
            challenge,
            network: client_network(address.parse().unwrap()),
            until: now + TIME,
            confirmed: None,
        };
        all.keep(begun, now);
        state
    }

    #[test]
    fn one_network_displaces_only_its_own_sign_ins() {
        let all = PendingSignIns::new(&SystemEntropy);
        let other = begin(&all, "192.0.2.1", 0);
        let first = begin(&all, "2001:db8:1:1::1", 1);
        for nth in 0..MAX_BEGUN {
            begin(&all, &format!("2001:db8:1:{:x}::1", nth % 0x10000), 2);
        }
        assert_eq!(all.lock().len(), MAX_BEGUN);
        let now = Duration::from_secs(3);
        assert!(all.take(&first, now).is_none());
        assert!(all.take(&other, now).is_some());
        assert!(all.take(&other, now).is_none(), "a state works once");
    }

    #[test]
    fn a_state_ends() {
        let all = PendingSignIns::new(&SystemEntropy);
        let state = begin(&all, "192.0.2.1", 0);
        assert!(all.take(&state, TIME).is_none());
    }
}
