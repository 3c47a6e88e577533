//! The sockets that receive the same messages: they share pages and digests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{EventKind, QueueOwner, StoreError};
use tokio::sync::{Notify, OnceCell, watch};
use tokio::task::AbortHandle;

use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::app_state::feed::{Digest, Feed};
use crate::messages::channels;
use crate::messages::page::{Page, Position};

/// The sockets that receive one feed of one account.
pub(crate) struct Audience {
    pub(crate) feed: &'static Feed,
    pub(crate) user: UserId,
    /// The number of the newest event that may be readable.
    pub(crate) rung: watch::Sender<i64>,
    /// The latest digest's payload.
    pub(crate) digest: watch::Sender<Option<Arc<str>>>,
    pub(super) changed: Arc<Notify>,
    pages: Mutex<Vec<CachedPage>>,
    driver: Option<AbortHandle>,
}

/// A page that was read, or is being read, for all sockets at its start position.
struct CachedPage {
    from: Position,
    /// The newest event, and the newest entry of the audit log where it is read.
    rung: (i64, i64),
    page: Arc<OnceCell<Option<Arc<Page>>>>,
    /// The number of sweeps since the page was last used.
    age: u8,
}

impl Audience {
    pub(super) fn new(
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
            let telling = DigestComputation {
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
    pub(crate) fn announce(&self, seq: i64) {
        announce(&self.rung, seq);
    }

    /// Returns the page after `from`, up to the announced event; all sockets with the same request
    /// share one read. Returns `None` if those events were deleted.
    pub(crate) async fn page(
        &self,
        app_state: &AppState,
        from: Position,
        rung: (i64, i64),
    ) -> Result<Option<Arc<Page>>, ApiError> {
        let cell = self.kept(from, rung);
        let read = cell.get_or_try_init(|| async {
            let (feed, user) = (self.feed, self.user.clone());
            if feed.is_shared() {
                let kinds: Vec<&EventKind> = app_state.event_kinds().collect();
                let read = app_state.db.read("socket.channels", move |tx| {
                    channels::read(tx, &kinds, from)
                });
                // All sockets wait for this read: it has the queue of the platform. In the queue of the account whose
                // socket was the first, that account could delay it for all.
                let queue = QueueOwner::Account(user);
                return Ok(queue.scope(read).await?.map(Arc::new));
            }
            let mut reader = (feed.reader)(app_state.clone(), user.clone()).await?;
            let page = app_state
                .db
                .read::<_, StoreError, _>("socket.page", move |tx| {
                    Page::read(tx, feed.events, &user, &mut reader, from)
                })
                .await?;
            Ok::<_, ApiError>(page.map(Arc::new))
        });
        read.await.cloned()
    }

    /// Drops pages that were not used recently.
    pub(super) fn sweep(&self) {
        let mut pages = self.pages();
        pages.iter_mut().for_each(|kept| kept.age += 1);
        pages.retain(|kept| kept.age <= SWEEPS);
    }

    fn kept(&self, from: Position, rung: (i64, i64)) -> Arc<OnceCell<Option<Arc<Page>>>> {
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
        pages.push(CachedPage {
            from,
            rung,
            page: page.clone(),
            age: 0,
        });
        page
    }

    fn pages(&self) -> MutexGuard<'_, Vec<CachedPage>> {
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

/// Computes an audience's digests.
struct DigestComputation {
    app_state: AppState,
    feed: &'static str,
    user: UserId,
    digest: watch::Sender<Option<Arc<str>>>,
    changed: Arc<Notify>,
}

impl DigestComputation {
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
            hub.note_digest(key, now);
            tokio::time::sleep(how.every).await;
        }
    }
}

/// Raises an announced number.
pub(super) fn announce(to: &watch::Sender<i64>, seq: i64) {
    to.send_if_modified(|announced| {
        let newer = seq > *announced;
        *announced = seq.max(*announced);
        newer
    });
}

/// Pages kept for an audience: at the newest events all sockets need the same page.
const PAGES: usize = 4;
/// The sweeps, a second apart, after which an unused page is dropped.
const SWEEPS: u8 = 2;
