//! Work: a bounded number at once, off the threads that answer requests, in turn between accounts,
//! given up when nobody waits for it any more; what is long and what is short in lanes of their own.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use lockstep_store::id::UserId;
use lockstep_store::{QueueOwner, background};
use tokio::sync::oneshot;

use super::lock;
use crate::api_error::ApiError;

/// Where long work is done, and beside it what is short: nobody's own long work holds up their own
/// small requests.
/// Cheap to clone: the lanes are shared.
#[derive(Clone)]
pub struct Pool {
    long: Lane,
    brief: Lane,
}

/// Places that are given in turn.
type Lane = Arc<Mutex<Turns>>;

/// How long some work takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Seconds: proving, set-ups, making keys, much data.
    Long,
    /// Some tens of milliseconds, whoever asks.
    Brief,
}

impl Length {
    /// Of work on so many bytes, of which `most` are done soon.
    #[must_use]
    pub fn of(bytes: usize, most: usize) -> Self {
        if bytes <= most {
            Self::Brief
        } else {
            Self::Long
        }
    }
}

/// Who works and who waits.
struct Turns {
    places: usize,
    /// Of these, at most so many for one account: another's work always finds one soon.
    each: usize,
    taken: usize,
    /// Counts what was asked and granted.
    turn: u64,
    /// Those that work or wait.
    accounts: HashMap<UserId, Account>,
}

#[derive(Default)]
struct Account {
    working: usize,
    /// The turn it was last granted a place in.
    served: u64,
    /// Since which turn each waits.
    waiting: VecDeque<(u64, oneshot::Sender<WorkerPermit>)>,
}

/// A place, given back when it is dropped.
struct WorkerPermit {
    turns: Arc<Mutex<Turns>>,
    user: UserId,
}

/// Whether anybody waits still.
#[derive(Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Refuses to go on once nobody waits: between two steps of the work.
    ///
    /// # Errors
    /// Unavailable, once no caller waits for the work.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.0.load(Ordering::Relaxed) {
            return Err(ApiError::unavailable("nobody waits for this any more"));
        }
        Ok(())
    }
}

/// Tells the work when its future is dropped.
struct Waiting(Cancel);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// One place fewer than there are processors, so that requests are answered meanwhile; two at
    /// least, so that one account's long work does not hold up everybody's. As many for short work.
    #[must_use]
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_places(processors.saturating_sub(1).max(2))
    }

    fn with_places(places: usize) -> Self {
        let lane = || {
            Arc::new(Mutex::new(Turns {
                places,
                each: places.saturating_sub(1).max(1),
                taken: 0,
                turn: 0,
                accounts: HashMap::new(),
            }))
        };
        Self {
            long: lane(),
            brief: lane(),
        }
    }

    /// How much long work is under way.
    #[must_use]
    pub fn working(&self) -> usize {
        lock(&self.long).taken
    }

    /// Does long work of this account when there is a place.
    ///
    /// # Errors
    /// As [`Pool::run_of`].
    pub fn run<T, F>(
        &self,
        user: &UserId,
        work: F,
    ) -> impl Future<Output = Result<T, ApiError>> + Send + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&Cancel) -> Result<T, ApiError> + Send + 'static,
    {
        self.run_of(Length::Long, user, work)
    }

    /// Does `work` of this account when there is a place for work of this length.
    ///
    /// # Errors
    /// What the work is refused with; busy, where the account has too much waiting.
    pub fn run_of<T, F>(
        &self,
        length: Length,
        user: &UserId,
        work: F,
    ) -> impl Future<Output = Result<T, ApiError>> + Send + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&Cancel) -> Result<T, ApiError> + Send + 'static,
    {
        let lane = match length {
            Length::Long => &self.long,
            Length::Brief => &self.brief,
        };
        let granted = ask(lane, user);
        let owner = QueueOwner::Account(user.clone());
        async move {
            let granted = granted.ok_or_else(|| ApiError::busy("the account's queue is full"))?;
            let place = granted.await;
            let place = place.map_err(|_| ApiError::unavailable("the pool is closed"))?;
            let waiting = Waiting(Cancel::default());
            let cancel = waiting.0.clone();
            let done = background::spawn(move || {
                let _place = place;
                cancel.check()?;
                owner.enter(|| work(&cancel))
            })
            .await;
            drop(waiting);
            done.unwrap_or_else(|error| Err(ApiError::internal(format!("long work: {error}"))))
        }
    }
}

/// Joins the queue of an account; `None` where as many wait as may wait.
fn ask(lane: &Lane, user: &UserId) -> Option<oneshot::Receiver<WorkerPermit>> {
    let (waiter, granted) = oneshot::channel();
    {
        let mut turns = lock(lane);
        turns.turn += 1;
        let turn = turns.turn;
        let account = turns.accounts.entry(user.clone()).or_default();
        account.waiting.retain(|(_, waiter)| !waiter.is_closed());
        if account.waiting.len() >= MAX_WAITING_PER_ACCOUNT {
            turns.forget_idle();
            return None;
        }
        account.waiting.push_back((turn, waiter));
    }
    grant(lane);
    Some(granted)
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

/// Gives free places to those who wait.
fn grant(turns: &Arc<Mutex<Turns>>) {
    loop {
        let next = lock(turns).next();
        let Some((user, waiter)) = next else { return };
        let turns = Arc::clone(turns);
        // Where nobody takes it any more it comes back by being dropped.
        drop(waiter.send(WorkerPermit { turns, user }));
    }
}

impl Turns {
    /// Whose turn it is: of those who may have a place the account that works least, then the one
    /// that was served longest ago, then the one that waits longest.
    fn next(&mut self) -> Option<(UserId, oneshot::Sender<WorkerPermit>)> {
        if self.taken == self.places {
            return None;
        }
        for account in self.accounts.values_mut() {
            account.waiting.retain(|(_, waiter)| !waiter.is_closed());
        }
        self.forget_idle();
        let each = self.each;
        let (user, account) = self
            .accounts
            .iter_mut()
            .filter(|(_, account)| account.working < each && !account.waiting.is_empty())
            .min_by_key(|(_, account)| {
                let since = account.waiting.front().map(|(turn, _)| *turn);
                (account.working, account.served, since)
            })?;
        let (_, waiter) = account.waiting.pop_front()?;
        self.turn += 1;
        account.served = self.turn;
        account.working += 1;
        self.taken += 1;
        Some((user.clone(), waiter))
    }

    fn forget_idle(&mut self) {
        self.accounts
            .retain(|_, account| account.working > 0 || !account.waiting.is_empty());
    }
}

impl Drop for WorkerPermit {
    fn drop(&mut self) {
        {
            let mut turns = lock(&self.turns);
            turns.taken -= 1;
            if let Some(account) = turns.accounts.get_mut(&self.user) {
                account.working -= 1;
            }
            turns.forget_idle();
        }
        grant(&self.turns);
    }
}

/// Work of one account that waits for a place.
const MAX_WAITING_PER_ACCOUNT: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn user(byte: u8) -> UserId {
        UserId::from_bytes([byte; 16])
    }

    #[tokio::test]
    async fn work_hears_that_nobody_waits() {
        let pool = Pool::with_places(1);
        let (began, beginning) = mpsc::channel();
        let (stopped, stopping) = mpsc::channel();
        let work = pool.run(&user(1), move |cancel: &Cancel| {
            began.send(()).unwrap();
            while cancel.check().is_ok() {
                std::thread::yield_now();
            }
            stopped.send(()).unwrap();
            Ok(())
        });
        let waiting = tokio::spawn(work);
        tokio::task::spawn_blocking(move || beginning.recv().unwrap())
            .await
            .unwrap();
        // Nor does who gave up waiting keep a place.
        let given_up = pool.run(&user(2), |_| Ok(()));
        drop(given_up);
        waiting.abort();
        tokio::task::spawn_blocking(move || stopping.recv().unwrap())
            .await
            .unwrap();
        let after = pool.run(&user(1), |_| Ok(7)).await.unwrap();
        assert_eq!(after, 7, "its place is free");
        assert!(lock(&pool.long).accounts.len() <= 1);
    }

    /// Long work that ends when it is told to.
    fn long(
        pool: &Pool,
        user: &UserId,
    ) -> (
        mpsc::Sender<()>,
        tokio::task::JoinHandle<Result<(), ApiError>>,
    ) {
        let (end, ending) = mpsc::channel();
        let work = pool.run(user, move |_| {
            ending.recv().unwrap();
            Ok(())
        });
        (end, tokio::spawn(work))
    }

    #[tokio::test]
    async fn one_accounts_long_work_leaves_a_place_for_others() {
        let pool = Pool::with_places(2);
        let (first, one) = long(&pool, &user(1));
        let (second, two) = long(&pool, &user(1));
        // The second waits for the first; another's work does not.
        assert_eq!(pool.run(&user(2), |_| Ok(7)).await.unwrap(), 7);
        assert_eq!(lock(&pool.long).taken, 1);
        first.send(()).unwrap();
        one.await.unwrap().unwrap();
        second.send(()).unwrap();
        two.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn an_account_with_too_much_waiting_is_told_so() {
        let pool = Pool::with_places(2);
        let (end, working) = long(&pool, &user(1));
        let mut waiting: Vec<_> = (0..MAX_WAITING_PER_ACCOUNT)
            .map(|_| pool.run(&user(1), |_| Ok(())))
            .collect();
        let refused = pool.run(&user(1), |_| Ok(())).await.unwrap_err();
        assert!(refused.retry_after.is_some(), "{refused:?}");
        assert_eq!(pool.run(&user(2), |_| Ok(7)).await.unwrap(), 7);
        // Who gives up makes room.
        drop(waiting.pop());
        let last = pool.run(&user(1), |_| Ok(8));
        // A place that is granted to a future that nobody polls would stay taken.
        drop(waiting);
        end.send(()).unwrap();
        working.await.unwrap().unwrap();
        assert_eq!(last.await.unwrap(), 8);
    }

    #[tokio::test]
    async fn ones_own_long_work_does_not_hold_up_what_is_short() {
        let pool = Pool::with_places(2);
        let all: Vec<_> = [1, 1, 2, 2].map(|of| long(&pool, &user(of))).into();
        for of in [1, 2, 3] {
            let done = pool.run_of(Length::Brief, &user(of), |_| Ok(7)).await;
            assert_eq!(done.unwrap(), 7);
        }
        // Nor does much that is short take the places of long work.
        let (end, ending) = mpsc::channel::<()>();
        let brief = tokio::spawn(pool.run_of(Length::Brief, &user(3), move |_| {
            ending.recv().unwrap();
            Ok(())
        }));
        for (end, work) in all {
            end.send(()).unwrap();
            work.await.unwrap().unwrap();
        }
        assert_eq!(pool.run(&user(3), |_| Ok(7)).await.unwrap(), 7);
        end.send(()).unwrap();
        brief.await.unwrap().unwrap();
    }

    #[test]
    fn what_is_short() {
        assert_eq!(Length::of(8, 8), Length::Brief);
        assert_eq!(Length::of(9, 8), Length::Long);
    }

    #[tokio::test]
    async fn accounts_take_turns() {
        let pool = Pool::with_places(1);
        let (end, first) = long(&pool, &user(1));
        let (done, order) = mpsc::channel();
        let mut all = Vec::new();
        for (of, name) in [
            (1, "a1"),
            (1, "a2"),
            (1, "a3"),
            (2, "b1"),
            (3, "c1"),
            (2, "b2"),
        ] {
            let done = done.clone();
            all.push(tokio::spawn(pool.run(&user(of), move |_| {
                done.send(name).unwrap();
                Ok(())
            })));
        }
        end.send(()).unwrap();
        first.await.unwrap().unwrap();
        for work in all {
            work.await.unwrap().unwrap();
        }
        let order: Vec<&str> = order.try_iter().collect();
        assert_eq!(order, ["b1", "c1", "a1", "b2", "a2", "a3"]);
        assert!(lock(&pool.long).accounts.is_empty() || lock(&pool.long).taken > 0);
    }
}
