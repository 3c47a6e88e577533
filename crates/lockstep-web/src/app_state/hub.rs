//! Tracks the open sockets of every account, notifies them of events and ends them.

mod audience;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::UserId;
use lockstep_store::outbox::{EventHeading, PLATFORM, platform};
use tokio::sync::{Semaphore, oneshot, watch};

use crate::access::{Permission, Role};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::app_state::feed::Feed;
use crate::area::Area;
use crate::caller::{Caller, Credential};
use crate::messages::health::Health;
use crate::messages::includes;

pub(crate) use audience::Audience;
use audience::announce;

/// All open sockets.
#[derive(Debug)]
pub struct SocketHub {
    state: Mutex<State>,
    count: watch::Sender<usize>,
    /// Bounds the digests computed at the same time.
    reckoning: Semaphore,
    /// The number of the newest entry of the audit log, and the number of sockets that wait for it.
    audit: watch::Sender<i64>,
    audit_watchers: AtomicUsize,
    analytics_listeners: Arc<AtomicUsize>,
    /// The samples of the machine.
    pub(crate) health: Arc<Health>,
}

#[derive(Debug, Default)]
struct State {
    /// Audiences of the feeds that all accounts share. They stay when their last socket leaves.
    shared: Vec<Arc<Audience>>,
    accounts: HashMap<UserId, Account>,
    expiries: BTreeSet<SocketExpiry>,
    /// When an account's digest of a feed was last made, on the monotonic clock.
    made: HashMap<(&'static str, UserId), Duration>,
    last: u64,
    is_ending: bool,
}

/// The end of a socket's credential. The order is that of the times.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SocketExpiry {
    at: Timestamp,
    socket: u64,
    user: UserId,
}

#[derive(Debug, Default)]
struct Account {
    audiences: Vec<Arc<Audience>>,
    sockets: HashMap<u64, Entry>,
}

/// The hub's record of an open socket.
#[derive(Debug)]
struct Entry {
    feed: &'static str,
    credential: Credential,
    permission: Permission,
    area: Area,
    expires: Option<Timestamp>,
    end: oneshot::Sender<SocketEnding>,
}

/// The reason why the hub closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SocketEnding {
    /// The credential is no longer valid.
    Revoked,
    /// The server shuts down.
    Leaving,
}

/// A registered socket; dropping it frees its slot.
pub(crate) struct Registration {
    pub(crate) app_state: AppState,
    pub(crate) audience: Arc<Audience>,
    pub(crate) ended: oneshot::Receiver<SocketEnding>,
    pub(crate) rights: SocketRights,
}

/// The rights of an open socket.
pub(crate) struct SocketRights {
    app_state: AppState,
    pub(crate) credential: Credential,
    pub(crate) area: Area,
    /// The permission of the route that opened the socket.
    pub(crate) of_route: Permission,
    account: UserId,
    id: u64,
}

impl SocketRights {
    /// Sets the permission that the socket needs from now on: when the account loses it, the socket is closed.
    pub(crate) fn require(&self, permission: Permission) {
        let mut state = self.app_state.sockets().state();
        let account = state.accounts.get_mut(&self.account);
        if let Some(entry) = account.and_then(|account| account.sockets.get_mut(&self.id)) {
            entry.permission = permission;
        }
    }
}

/// Waits for new entries of the audit log.
pub(crate) struct AuditWatch {
    app_state: AppState,
    newest: watch::Receiver<i64>,
}

impl AuditWatch {
    /// Returns the number of the newest entry that was announced.
    pub(crate) fn newest(&mut self) -> i64 {
        *self.newest.borrow_and_update()
    }

    /// Waits for a newer entry; cancel-safe.
    pub(crate) async fn changed(&mut self) {
        // The hub owns the sender, so the channel is never closed.
        let _ = self.newest.changed().await;
    }

    /// Announces an entry that the socket has read.
    pub(crate) fn announce(&self, seq: i64) {
        self.app_state.sockets().announce_audit(seq);
    }
}

/// A socket's subscription to the channel `analytics`: while there is one, the overview is computed.
#[derive(Debug)]
pub(crate) struct AnalyticsListener(Arc<AtomicUsize>);

impl Drop for AnalyticsListener {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl SocketHub {
    /// Adds a subscription to the channel `analytics`.
    pub(crate) fn listen_to_analytics(&self) -> AnalyticsListener {
        self.analytics_listeners.fetch_add(1, Ordering::SeqCst);
        AnalyticsListener(Arc::clone(&self.analytics_listeners))
    }

    /// Whether any socket is subscribed to the channel `analytics`.
    #[must_use]
    pub fn has_analytics_listeners(&self) -> bool {
        self.analytics_listeners.load(Ordering::SeqCst) > 0
    }
}

impl Drop for AuditWatch {
    fn drop(&mut self) {
        let watchers = &self.app_state.sockets().audit_watchers;
        watchers.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Default for SocketHub {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            count: watch::Sender::new(0),
            reckoning: Semaphore::new(1),
            audit: watch::Sender::new(0),
            audit_watchers: AtomicUsize::new(0),
            analytics_listeners: Arc::default(),
            health: Arc::default(),
        }
    }
}

impl SocketHub {
    /// Returns the number of open sockets.
    #[must_use]
    pub fn count(&self) -> usize {
        *self.count.borrow()
    }

    /// Registers a socket if the account is below its limit.
    pub(crate) fn enter(
        &self,
        app_state: &AppState,
        feed: &'static Feed,
        caller: &Caller,
        (permission, area): (Permission, Area),
    ) -> Result<Registration, ApiError> {
        let limit = app_state.policy().sockets.per_account;
        let (end, ended) = oneshot::channel();
        let mut state = self.state();
        if state.is_ending {
            return Err(ApiError::unavailable("a socket at the end"));
        }
        state.last += 1;
        let id = state.last;
        let since = state.made.get(&(feed.name, caller.user.clone())).copied();
        let account = state.accounts.entry(caller.user.clone()).or_default();
        if account.sockets.len() >= limit {
            return Err(ApiError::too_many_sockets(limit));
        }
        let is_shared = feed.is_shared();
        let audience = (!is_shared).then(|| {
            let known = account
                .audiences
                .iter()
                .find(|it| it.feed.name == feed.name);
            known.cloned().unwrap_or_else(|| {
                let made = Arc::new(Audience::new(app_state, feed, caller.user.clone(), since));
                account.audiences.push(made.clone());
                made
            })
        });
        let entry = Entry {
            feed: feed.name,
            credential: caller.credential,
            permission,
            area,
            expires: caller.expires,
            end,
        };
        account.sockets.insert(id, entry);
        if let Some(at) = caller.expires {
            state.expiries.insert(SocketExpiry {
                at,
                socket: id,
                user: caller.user.clone(),
            });
        }
        let audience = audience.unwrap_or_else(|| state.shared(app_state, feed));
        drop(state);
        self.count.send_modify(|count| *count += 1);
        metrics::gauge!("lockstep_sockets", "feed" => feed.name).increment(1);
        Ok(Registration {
            app_state: app_state.clone(),
            audience,
            ended,
            rights: SocketRights {
                app_state: app_state.clone(),
                credential: caller.credential,
                area,
                of_route: permission,
                account: caller.user.clone(),
                id,
            },
        })
    }

    fn leave(&self, rights: &SocketRights, name: &'static str) {
        let (id, user) = (rights.id, &rights.account);
        let mut state = self.state();
        let Some(account) = state.accounts.get_mut(user) else {
            return;
        };
        let entry = account.sockets.remove(&id);
        let expires = entry.and_then(|entry| entry.expires);
        if !account.sockets.values().any(|entry| entry.feed == name) {
            account.audiences.retain(|it| it.feed.name != name);
        }
        if account.sockets.is_empty() {
            state.accounts.remove(user);
        }
        if let Some(at) = expires {
            state.expiries.remove(&SocketExpiry {
                at,
                socket: id,
                user: user.clone(),
            });
        }
        drop(state);
        self.count.send_modify(|count| *count -= 1);
        metrics::gauge!("lockstep_sockets", "feed" => name).decrement(1);
    }

    /// Notifies the sockets of new events; returns the accounts whose credentials may have changed.
    pub(crate) fn notify(&self, events: &[EventHeading]) -> Vec<UserId> {
        let mut doubtful = HashSet::new();
        let state = self.state();
        for event in events {
            if event.user == PLATFORM {
                state
                    .shared
                    .iter()
                    .for_each(|audience| audience.announce(event.seq));
                continue;
            }
            let Ok(user) = event.user.parse::<UserId>() else {
                continue;
            };
            let Some(account) = state.accounts.get(&user) else {
                continue;
            };
            for audience in &account.audiences {
                audience.announce(event.seq);
                let digest = audience.feed.digest.as_ref();
                if digest.is_some_and(|digest| includes(digest.events, &event.topic)) {
                    audience.changed.notify_one();
                }
            }
            if OF_CREDENTIALS.iter().any(|it| event.topic.starts_with(it)) {
                doubtful.insert(user);
            }
        }
        doubtful.into_iter().collect()
    }

    /// Records when an account's digest of a feed was made.
    fn note_digest(&self, key: (&'static str, UserId), at: Duration) {
        self.state().made.insert(key, at);
    }

    /// Notifies all sockets.
    pub(crate) fn ring_all(&self, newest: i64) {
        let state = self.state();
        let audiences = state.accounts.values().flat_map(|it| &it.audiences);
        let audiences = audiences.chain(&state.shared);
        audiences.for_each(|audience| audience.announce(newest));
    }

    /// Ends the sockets whose credential has expired.
    pub(crate) fn expire(&self, now: Timestamp) {
        let mut state = self.state();
        while let Some(first) = state.expiries.first()
            && first.at <= now
            && let Some(expired) = state.expiries.pop_first()
        {
            let entry = state
                .accounts
                .get_mut(&expired.user)
                .and_then(|account| account.sockets.get_mut(&expired.socket));
            if let Some(entry) = entry {
                entry.end(SocketEnding::Revoked);
            }
        }
    }

    /// Drops pages that were not used recently, and the times of digests that may be made again.
    pub(crate) fn sweep(&self, now: Duration) {
        let mut state = self.state();
        let of_accounts = state.accounts.values().flat_map(|it| &it.audiences);
        of_accounts
            .chain(&state.shared)
            .for_each(|audience| audience.sweep());
        state
            .made
            .retain(|_, at| now.saturating_sub(*at) < DIGEST_RETENTION);
    }

    /// Ends the sockets of an account whose credential is no longer valid for them.
    pub(crate) async fn recheck(&self, app_state: &AppState, user: &UserId) {
        let credentials: HashSet<Credential> = {
            let state = self.state();
            let sockets = state.accounts.get(user).map(|account| &account.sockets);
            let entries = sockets.into_iter().flat_map(HashMap::values);
            entries.map(|entry| entry.credential).collect()
        };
        for credential in credentials {
            // If the check fails, the credential counts as revoked: the client can reconnect.
            let caller = app_state.current_caller(credential).await;
            let mut state = self.state();
            let sockets = state.accounts.get_mut(user);
            for entry in sockets.into_iter().flat_map(|it| it.sockets.values_mut()) {
                let may = caller
                    .as_ref()
                    .is_ok_and(|caller| caller.may(entry.permission, entry.area).is_ok());
                if entry.credential == credential && !may {
                    entry.end(SocketEnding::Revoked);
                }
            }
        }
    }

    /// Ends the sockets of administration whose accounts no longer have its rights, after a change of the settings.
    pub(crate) async fn recheck_administration(&self, app_state: &AppState) {
        let users: Vec<UserId> = {
            let state = self.state();
            let of_administration = state.accounts.iter().filter(|(_, account)| {
                let mut sockets = account.sockets.values();
                sockets.any(|entry| !entry.permission.granted_to(Role::User))
            });
            of_administration.map(|(user, _)| user.clone()).collect()
        };
        for user in users {
            self.recheck(app_state, &user).await;
        }
    }

    /// Registers a socket that waits for entries of the audit log.
    pub(crate) fn watch_audit(&self, app_state: &AppState) -> AuditWatch {
        self.audit_watchers.fetch_add(1, Ordering::SeqCst);
        AuditWatch {
            app_state: app_state.clone(),
            newest: self.audit.subscribe(),
        }
    }

    /// Whether any socket waits for entries of the audit log.
    pub(crate) fn has_audit_watchers(&self) -> bool {
        self.audit_watchers.load(Ordering::SeqCst) > 0
    }

    /// Announces an entry of the audit log.
    pub(crate) fn announce_audit(&self, newest: i64) {
        announce(&self.audit, newest);
    }

    /// Whether the machine is sampled now.
    #[must_use]
    pub fn is_sampling(&self) -> bool {
        self.health.is_sampling()
    }

    /// Ends all sockets and refuses new ones.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.is_ending = true;
        let accounts = state.accounts.values_mut();
        for entry in accounts.flat_map(|it| it.sockets.values_mut()) {
            entry.end(SocketEnding::Leaving);
        }
    }

    /// Waits until no socket is open.
    pub(crate) async fn empty(&self) {
        let mut count = self.count.subscribe();
        // The hub owns the sender, so the channel is never closed.
        let _ = count.wait_for(|count| *count == 0).await;
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the one audience of a feed that all accounts share.
    fn shared(&mut self, app_state: &AppState, feed: &'static Feed) -> Arc<Audience> {
        let known = self.shared.iter().find(|it| it.feed.name == feed.name);
        known.cloned().unwrap_or_else(|| {
            let made = Arc::new(Audience::new(app_state, feed, platform(), None));
            self.shared.push(made.clone());
            made
        })
    }
}

impl Entry {
    fn end(&mut self, reason: SocketEnding) {
        let (spent, _) = oneshot::channel();
        // Each socket receives at most one ending.
        let _ = std::mem::replace(&mut self.end, spent).send(reason);
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let sockets = self.app_state.sockets();
        sockets.leave(&self.rights, self.audience.feed.name);
    }
}

/// Prefixes of events that may revoke a credential: those of the account and of its keys.
const OF_CREDENTIALS: &[&str] = &["user.", "api_key."];
/// Longer than any [`Digest::every`].
const DIGEST_RETENTION: Duration = Duration::from_secs(60);
