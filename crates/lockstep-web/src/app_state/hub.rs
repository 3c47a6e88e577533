//! Tracks the open sockets of every account, notifies them of events and ends them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::outbox::Heading;
use lockstep_store::{QueueOwner, StoreError, Timestamp};
use tokio::sync::{Notify, OnceCell, Semaphore, oneshot, watch};
use tokio::task::AbortHandle;

use crate::access::Permission;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::area::Area;
use crate::caller::{Caller, Credential};
use crate::socket::page::{Page, Position};
use crate::socket::{Digest, Feed, includes};

/// All open sockets.
#[derive(Debug)]
pub struct Hub {
    state: Mutex<State>,
    count: watch::Sender<usize>,
    /// Bounds the digests computed at the same time.
    reckoning: Semaphore,
}

#[derive(Debug, Default)]
struct State {
    accounts: HashMap<UserId, Account>,
    expiries: BTreeSet<(Timestamp, u64, UserId)>,
    /// When an account's digest of a feed was last made, on the monotonic clock.
    made: HashMap<(&'static str, UserId), Duration>,
    last: u64,
    is_ending: bool,
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
    end: oneshot::Sender<Ending>,
}

/// The reason why the hub closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The credential is no longer valid.
    Revoked,
    /// The server shuts down.
    Leaving,
}

/// The sockets that receive one feed of one account.
pub(crate) struct Audience {
    pub(crate) feed: &'static Feed,
    pub(crate) user: UserId,
    /// The number of the newest event that may be readable.
    pub(crate) rung: watch::Sender<i64>,
    /// The latest digest's payload.
    pub(crate) digest: watch::Sender<Option<Arc<str>>>,
    changed: Arc<Notify>,
    pages: Mutex<Vec<Kept>>,
    driver: Option<AbortHandle>,
}

/// A page that was read, or is being read, for all sockets at its start position.
struct Kept {
    from: Position,
    rung: i64,
    page: Arc<OnceCell<Option<Arc<Page>>>>,
    /// The number of sweeps since the page was last used.
    age: u8,
}

/// A registered socket; dropping it frees its slot.
pub(crate) struct Registration {
    pub(crate) app_state: AppState,
    pub(crate) audience: Arc<Audience>,
    pub(crate) ended: oneshot::Receiver<Ending>,
    pub(crate) credential: Credential,
    id: u64,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            count: watch::Sender::new(0),
            reckoning: Semaphore::new(1),
        }
    }
}

impl Hub {
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
        let most = app_state.policy().sockets.per_account;
        let (end, ended) = oneshot::channel();
        let mut state = self.state();
        if state.is_ending {
            return Err(ApiError::unavailable("a socket at the end"));
        }
        state.last += 1;
        let id = state.last;
        let since = state.made.get(&(feed.name, caller.user.clone())).copied();
        let account = state.accounts.entry(caller.user.clone()).or_default();
        if account.sockets.len() >= most {
            return Err(ApiError::too_many_sockets(most));
        }
        let known = account
            .audiences
            .iter()
            .find(|it| it.feed.name == feed.name);
        let audience = known.cloned().unwrap_or_else(|| {
            let made = Arc::new(Audience::new(app_state, feed, caller.user.clone(), since));
            account.audiences.push(made.clone());
            made
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
            state.expiries.insert((at, id, caller.user.clone()));
        }
        drop(state);
        self.count.send_modify(|count| *count += 1);
        metrics::gauge!("lockstep_sockets", "feed" => feed.name).increment(1);
        Ok(Registration {
            app_state: app_state.clone(),
            audience,
            ended,
            credential: caller.credential,
            id,
        })
    }

    fn leave(&self, id: u64, audience: &Audience) {
        let (name, user) = (audience.feed.name, &audience.user);
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
            state.expiries.remove(&(at, id, user.clone()));
        }
        drop(state);
        self.count.send_modify(|count| *count -= 1);
        metrics::gauge!("lockstep_sockets", "feed" => name).decrement(1);
    }

    /// Notifies the sockets of new events; returns the accounts whose credentials may have changed.
    pub(crate) fn tell(&self, events: &[Heading]) -> Vec<UserId> {
        let mut doubtful = HashSet::new();
        let state = self.state();
        for event in events {
            let Ok(user) = event.user.parse::<UserId>() else {
                continue;
            };
            let Some(account) = state.accounts.get(&user) else {
                continue;
            };
            for audience in &account.audiences {
                audience.ring(event.seq);
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

    /// Notifies all sockets.
    pub(crate) fn ring_all(&self, newest: i64) {
        let state = self.state();
        let audiences = state.accounts.values().flat_map(|it| &it.audiences);
        audiences.for_each(|audience| audience.ring(newest));
    }

    /// Ends the sockets whose credential has expired.
    pub(crate) fn expire(&self, now: Timestamp) {
        let mut state = self.state();
        while let Some((at, ..)) = state.expiries.first()
            && *at <= now
            && let Some((_, id, user)) = state.expiries.pop_first()
        {
            let entry = state
                .accounts
                .get_mut(&user)
                .and_then(|account| account.sockets.get_mut(&id));
            if let Some(entry) = entry {
                entry.end(Ending::Revoked);
            }
        }
    }

    /// Drops pages that were not used recently, and the times of digests that may be made again.
    pub(crate) fn sweep(&self, now: Duration) {
        let mut state = self.state();
        for audience in state.accounts.values().flat_map(|it| &it.audiences) {
            let mut pages = audience.pages();
            pages.iter_mut().for_each(|kept| kept.age += 1);
            pages.retain(|kept| kept.age <= SWEEPS);
        }
        state
            .made
            .retain(|_, at| now.saturating_sub(*at) < LONGEST_DIGEST);
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
            let caller = app_state.recall(credential).await;
            let mut state = self.state();
            let sockets = state.accounts.get_mut(user);
            for entry in sockets.into_iter().flat_map(|it| it.sockets.values_mut()) {
                let may = caller
                    .as_ref()
                    .is_ok_and(|caller| caller.may(entry.permission, entry.area).is_ok());
                if entry.credential == credential && !may {
                    entry.end(Ending::Revoked);
                }
            }
        }
    }

    /// Ends all sockets and refuses new ones.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.is_ending = true;
        let accounts = state.accounts.values_mut();
        for entry in accounts.flat_map(|it| it.sockets.values_mut()) {
            entry.end(Ending::Leaving);
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

impl Entry {
    fn end(&mut self, why: Ending) {
        let (spent, _) = oneshot::channel();
        // Each socket receives at most one ending.
        let _ = std::mem::replace(&mut self.end, spent).send(why);
    }
}

impl Audience {
    fn new(
        app_state: &AppState,
        feed: &'static Feed,
        user: UserId,
        made: Option<Duration>,
    ) -> Self {
        let digest = watch::Sender::new(None);
        let changed = Arc::new(Notify::new());
        let driver = feed.digest.as_ref().map(|how| {
            let wait = made.map_or(Duration::ZERO, |at| {
                let gone = app_state.clock.monotonic().saturating_sub(at);
                how.every.saturating_sub(gone)
            });
            let telling = Telling {
                app_state: app_state.clone(),
                feed: feed.name,
                user: user.clone(),
                digest: digest.clone(),
                changed: changed.clone(),
            };
            let owner = QueueOwner::Account(user.clone());
            tokio::spawn(owner.scope(telling.digests(how, wait))).abort_handle()
        });
        Self {
            feed,
            user,
            rung: watch::Sender::new(0),
            digest,
            changed,
            pages: Mutex::default(),
            driver,
        }
    }

    /// Announces that events up to this number may be readable.
    pub(crate) fn ring(&self, seq: i64) {
        self.rung.send_if_modified(|rung| {
            let newer = seq > *rung;
            *rung = seq.max(*rung);
            newer
        });
    }

    /// Returns the page after `from`, up to the announced event; all sockets with the same request
    /// share one read. Returns `None` if those events were deleted.
    pub(crate) async fn page(
        &self,
        app_state: &AppState,
        from: Position,
        rung: i64,
    ) -> Result<Option<Arc<Page>>, ApiError> {
        let cell = self.kept(from, rung);
        let read = cell.get_or_try_init(|| async {
            let (feed, user) = (self.feed, self.user.clone());
            let mut reader = (feed.reader)(app_state.clone(), user.clone()).await?;
            let page = app_state
                .db
                .read::<_, StoreError, _>("socket.page", move |tx| {
                    Page::read(tx, feed, &user, &mut reader, from)
                })
                .await?;
            Ok::<_, ApiError>(page.map(Arc::new))
        });
        read.await.cloned()
    }

    fn kept(&self, from: Position, rung: i64) -> Arc<OnceCell<Option<Arc<Page>>>> {
        let mut pages = self.pages();
        let known = pages
            .iter_mut()
            .rfind(|it| it.from == from && it.rung == rung);
        if let Some(known) = known {
            known.age = 0;
            return known.page.clone();
        }
        if pages.len() >= PAGES {
            pages.remove(0);
        }
        let page = Arc::new(OnceCell::new());
        pages.push(Kept {
            from,
            rung,
            page: page.clone(),
            age: 0,
        });
        page
    }

    fn pages(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Audience {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Audience({} of {})", self.feed.name, self.user)
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        self.driver.iter().for_each(AbortHandle::abort);
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.app_state.sockets().leave(self.id, &self.audience);
    }
}

/// Computes an audience's digests.
struct Telling {
    app_state: AppState,
    feed: &'static str,
    user: UserId,
    digest: watch::Sender<Option<Arc<str>>>,
    changed: Arc<Notify>,
}

impl Telling {
    /// Computes a digest after each change, but at most once within [`Digest::every`].
    async fn digests(self, how: &'static Digest, wait: Duration) {
        tokio::time::sleep(wait).await;
        loop {
            self.changed.notified().await;
            let hub = self.app_state.sockets();
            let Ok(permit) = hub.reckoning.acquire().await else {
                return;
            };
            let made = (how.make)(self.app_state.clone(), self.user.clone()).await;
            drop(permit);
            match made {
                Ok(payload) => drop(self.digest.send_replace(Some(payload.into()))),
                Err(error) => {
                    tracing::warn!(feed = self.feed, reason = error.log, "digest");
                }
            }
            let now = self.app_state.clock.monotonic();
            let key = (self.feed, self.user.clone());
            hub.state().made.insert(key, now);
            tokio::time::sleep(how.every).await;
        }
    }
}

/// Prefixes of events that may revoke a credential: those of the account and of its keys.
const OF_CREDENTIALS: &[&str] = &["user.", "api_key."];
/// Pages kept for an audience: at the newest events all sockets need the same page.
const PAGES: usize = 4;
/// The sweeps, a second apart, after which an unused page is dropped.
const SWEEPS: u8 = 2;
/// Longer than any [`Digest::every`].
const LONGEST_DIGEST: Duration = Duration::from_secs(60);
