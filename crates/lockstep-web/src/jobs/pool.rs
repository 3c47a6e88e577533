//! A pool for long work off the request threads. It bounds concurrent work, alternates between
//! accounts, and cancels work that no caller waits for. Long and brief work have separate lanes.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use lockstep_store::id::UserId;
use lockstep_store::{QueueOwner, background};
use tokio::sync::oneshot;

use super::lock;
use super::progress::{JobProgress, Progress};
use crate::api_error::ApiError;

/// The lanes for long and brief work: an account's long work does not delay its own brief requests.
/// Cheap to clone; clones share the lanes.
#[derive(Clone)]
pub struct Pool {
    long: Lane,
    brief: Lane,
}

/// A set of permits that accounts get in turn.
type Lane = Arc<Mutex<LaneState>>;

/// The expected duration of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Seconds: proving, set-ups, key generation, large inputs.
    Long,
    /// Short work: some tens of milliseconds for a caller.
    Brief,
}

impl Length {
    /// Returns the length of work on `bytes` bytes: brief up to `limit`, long above.
    #[must_use]
    pub fn of(bytes: usize, limit: usize) -> Self {
        if bytes <= limit {
            Self::Brief
        } else {
            Self::Long
        }
    }
}

/// The running and waiting work of a lane.
struct LaneState {
    places: usize,
    /// The maximum number of permits of one account, so that another account soon gets one.
    each: usize,
    taken: usize,
    /// Numbers requests and grants in order.
    turn: u64,
    /// The accounts with running or waiting work.
    accounts: HashMap<UserId, Account>,
}

#[derive(Default)]
struct Account {
    working: usize,
    /// The number of the last grant to the account.
    served: u64,
    /// The waiting work, with the number of each request.
    waiting: VecDeque<(u64, oneshot::Sender<WorkerPermit>)>,
}

/// A permit to run work; dropping it returns it to the lane.
struct WorkerPermit {
    turns: Arc<Mutex<LaneState>>,
    user: UserId,
}

/// Tells work whether its caller still waits, and the job of the work how far it is.
#[derive(Clone, Default)]
pub struct Cancel {
    is_cancelled: Arc<AtomicBool>,
    progress: Arc<Progress>,
}

impl Cancel {
    /// The work belongs to the job whose task calls this, if it is one of a job.
    fn of_task() -> Self {
        Self {
            is_cancelled: Arc::default(),
            progress: Progress::current(),
        }
    }

    /// Says how many units of the work are left from here, before the first of them.
    pub fn expect(&self, units: usize) {
        self.progress.expect(units as u64);
    }

    /// Says that one more unit is done.
    pub fn advance(&self) {
        self.progress.advance();
    }

    /// Returns how far the work is; `None` while it has not said how much there is.
    #[must_use]
    pub fn progress(&self) -> Option<JobProgress> {
        self.progress.read()
    }

    /// Returns an error once no caller waits for the work. Call it between two steps of the work.
    ///
    /// # Errors
    /// Unavailable, once no caller waits for the work.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return Err(no_caller_waits());
        }
        Ok(())
    }
}

/// Returns the error of work that no caller waits for.
pub(super) fn no_caller_waits() -> ApiError {
    ApiError::unavailable("no caller waits for the result any longer")
}

/// Cancels the work when its future is dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// Creates a pool with one permit fewer than processors in each lane, so that requests are
    /// still answered. Each lane has at least two permits, so that one account cannot block all
    /// others.
    #[must_use]
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_places(processors.saturating_sub(1).max(2))
    }

    fn with_places(places: usize) -> Self {
        let lane = || {
            Arc::new(Mutex::new(LaneState {
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

    /// Returns the number of running pieces of long work.
    #[must_use]
    pub fn working(&self) -> usize {
        lock(&self.long).taken
    }

    /// Runs long work of this account when a permit is free.
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

    /// Runs `work` of this account when a permit of this length is free.
    ///
    /// # Errors
    /// The error of the work; busy if the account's queue is full.
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
        let granted = join_queue(lane, user);
        let owner = QueueOwner::Account(user.clone());
        async move {
            let granted = granted.ok_or_else(|| ApiError::busy("the account's queue is full"))?;
            let place = granted.await;
            let place = place.map_err(|_| ApiError::unavailable("the pool is closed"))?;
            run_cancellable(move |cancel| {
                let _place = place;
                owner.enter(|| work(cancel))
            })
            .await
        }
    }
}

/// Runs work of no account, such as that of a scrub, on a thread of low priority. The caller bounds how much runs at once.
/// Dropping the future cancels the work.
///
/// # Errors
/// The error of the work; internal if it panics.
pub async fn run_cancellable<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce(&Cancel) -> Result<T, ApiError> + Send + 'static,
{
    let waiting = CancelOnDrop(Cancel::of_task());
    let cancel = waiting.0.clone();
    let done = background::spawn(move || {
        cancel.check()?;
        work(&cancel)
    })
    .await;
    drop(waiting);
    done.unwrap_or_else(|error| Err(ApiError::internal(format!("long work: {error}"))))
}

/// Joins the queue of an account; returns `None` if the queue is full.
fn join_queue(lane: &Lane, user: &UserId) -> Option<oneshot::Receiver<WorkerPermit>> {
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

/// Gives free permits to waiting work.
fn grant(turns: &Arc<Mutex<LaneState>>) {
    loop {
        let next = lock(turns).next();
        let Some((user, waiter)) = next else { return };
        let turns = Arc::clone(turns);
        // If the receiver is gone, the dropped permit returns to the lane.
        drop(waiter.send(WorkerPermit { turns, user }));
    }
}

impl LaneState {
    /// Returns the next work to run. Among accounts below their limit, the account with the least
    /// running work is first, then the one served longest ago, then the one waiting longest.
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

/// The maximum number of pieces of work of one account that may wait for a permit.
const MAX_WAITING_PER_ACCOUNT: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn user(byte: u8) -> UserId {
        UserId::from_bytes([byte; 16])
    }

    #[tokio::test]
    async fn work_without_a_waiting_caller_is_cancelled() {
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
        // A caller that stopped waiting keeps no permit.
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

    #[tokio::test]
    async fn work_of_no_account_ends_when_no_caller_waits() {
        let (began, beginning) = mpsc::channel();
        let (stopped, stopping) = mpsc::channel();
        let work = run_cancellable(move |cancel: &Cancel| {
            began.send(()).unwrap();
            while cancel.check().is_ok() {
                std::thread::yield_now();
            }
            stopped.send(()).unwrap();
            Ok(())
        });
        let waiting = tokio::spawn(work);
        let begun = tokio::task::spawn_blocking(move || beginning.recv().unwrap());
        begun.await.unwrap();
        waiting.abort();
        let ended = tokio::task::spawn_blocking(move || stopping.recv().unwrap());
        ended.await.unwrap();
        assert_eq!(run_cancellable(|_| Ok(7)).await.unwrap(), 7);
    }

    /// Runs long work that ends on a message.
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
        // The second work of an account waits for the first; another account's work does not.
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
        // A dropped future frees its place in the queue.
        drop(waiting.pop());
        let last = pool.run(&user(1), |_| Ok(8));
        // A permit granted to a future that is never polled would stay taken.
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
        // Much brief work does not take the permits of long work.
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
    fn jobs_are_brief_up_to_the_limit() {
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
