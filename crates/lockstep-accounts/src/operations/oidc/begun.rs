//! Sign-ins at providers that have begun, in memory: a restart forgets them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::Entropy;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_web::digest::{DigestKey, KeyedDigest};
use lockstep_web::limits::Limiter;
use lockstep_web::{ApiError, address_prefix};
use zeroize::Zeroizing;

use super::Confirmed;
use crate::oidc::Challenge;

/// A sign-in that has begun.
pub(super) struct Begun {
    pub(super) provider: String,
    pub(super) purpose: Purpose,
    pub(super) challenge: Challenge,
    /// The monotonic time until which it can be finished.
    pub(super) until: Duration,
    /// The identity after the exchange of a code, and the code's digest; kept while a TOTP code is missing.
    pub(super) confirmed: Option<(KeyedDigest, Confirmed)>,
}

/// What the person identifies for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    SignIn,
    /// To link the identity to this account.
    Link(UserId),
}

/// The sign-ins that have begun, by the digest of their state.
pub(in crate::operations) struct BegunSignIns {
    key: DigestKey,
    all: Mutex<HashMap<KeyedDigest, Begun>>,
    beginnings: Limiter<IpAddr>,
}

impl BegunSignIns {
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
            false => Err(ApiError::too_many_failures(decision.next_in)),
        }
    }

    pub(super) fn digest(&self, text: &str) -> KeyedDigest {
        self.key.digest("oidc", &[text.as_bytes()])
    }

    /// Keeps a sign-in; the oldest one makes room if there are too many.
    pub(super) fn keep(&self, begun: Begun, now: Duration) {
        let state = self.digest(&begun.challenge.state);
        let mut all = self.lock();
        all.retain(|_, one| one.until > now);
        if all.len() >= MAX_BEGUN {
            let oldest = all.iter().min_by_key(|(_, one)| one.until);
            if let Some(oldest) = oldest.map(|(state, _)| *state) {
                all.remove(&oldest);
            }
        }
        all.insert(state, begun);
    }

    /// Takes a sign-in out: a state works once.
    pub(super) fn take(&self, state: &str, now: Duration) -> Option<Begun> {
        let begun = self.lock().remove(&self.digest(state))?;
        (begun.until > now).then_some(begun)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<KeyedDigest, Begun>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time to identify at the provider.
pub(super) const TIME: Duration = Duration::from_secs(600);
/// The most sign-ins that have begun.
const MAX_BEGUN: usize = 10_000;
/// The sign-ins that a network can begin in a minute.
const BEGINNINGS: u32 = 20;
const MINUTE: Duration = Duration::from_secs(60);
