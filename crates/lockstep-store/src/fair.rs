//! A bounded number of slots, shared fairly between accounts.
//!
//! A caller that needs a slot waits in the queue of its account ([`QueueOwner`]); `account_queues.rs`
//! decides which account is next. Work that runs for longer than a portion calls
//! [`QueueSlot::yield_if_due`] between its steps, which lends the slot to waiting work. Work that waits
//! for something does so in [`wait`].

use std::cell::Cell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::account_queues::{AccountQueues, Bounds};
use crate::background;
use crate::clock::Clock;
use crate::error::StoreError;
use crate::owner::QueueOwner;

/// A queue for slots; cheap to clone.
#[derive(Clone)]
pub struct FairQueue(Arc<Shared>);

/// The sizes of a queue.
#[derive(Clone, Copy, Debug)]
pub struct FairLimits {
    /// The maximum number of pieces of work that run at the same time.
    pub slots: usize,
    /// The maximum number that run at the same time for one account.
    pub slots_per_account: usize,
    /// The maximum number of pieces of work that have begun: they run, or wait for their next portion.
    pub begun: usize,
    /// The maximum number that have begun for one account.
    pub begun_per_account: usize,
    /// The maximum number of pieces of work that wait for their first slot.
    pub waiting: usize,
    /// The maximum number that wait for their first slot for one account.
    pub waiting_per_account: usize,
    /// The time that work may run before it lends its slot to others.
    pub portion: Duration,
}

/// Permission to run. Dropping it frees the slot.
pub struct QueueSlot {
    queue: Arc<Shared>,
    owner: QueueOwner,
    since: Cell<Duration>,
}

struct Shared {
    portion: Duration,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    limits: FairLimits,
    /// The free slots; below zero while more run than [`FairQueue::resize`] has left.
    free: isize,
    queues: AccountQueues<Waiter>,
    is_closed: bool,
}

tokio::task_local! {
    /// The slot of the work that runs on this thread.
    static CURRENT_SLOT: Rc<QueueSlot>;
}

/// Runs a closure that waits. On a thread of [`FairQueue::run`] the slot is lent to others during
/// the wait; on any other thread it only waits.
pub fn wait<T>(waiting: impl FnOnce() -> T) -> T {
    match CURRENT_SLOT.try_with(Rc::clone) {
        Ok(slot) => slot.lend(waiting),
        Err(_) => waiting(),
    }
}

enum Waiter {
    Fresh(oneshot::Sender<QueueSlot>),
    Paused(SyncSender<()>),
}

impl Waiter {
    fn is_gone(&self) -> bool {
        match self {
            Self::Fresh(waiter) => waiter.is_closed(),
            Self::Paused(_) => false,
        }
    }
}

impl FairQueue {
    /// Creates a queue with all slots free.
    #[must_use]
    pub fn new(limits: FairLimits, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Shared {
            portion: limits.portion,
            clock,
            state: Mutex::new(State {
                limits,
                free: limits.slots.cast_signed(),
                queues: AccountQueues::new(),
                is_closed: false,
            }),
        }))
    }

    /// Waits for a slot. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the queue of the account, or of all accounts together, is full;
    /// [`StoreError::Closed`] after [`FairQueue::close`].
    pub async fn enter(
        &self,
        owner: QueueOwner,
        name: &'static str,
    ) -> Result<QueueSlot, StoreError> {
        let (waiter, granted) = oneshot::channel();
        {
            let mut state = self.0.state();
            if state.is_closed {
                return Err(StoreError::Closed { transaction: name });
            }
            if state.is_full(&owner) {
                state.queues.prune(Waiter::is_gone);
                if state.is_full(&owner) {
                    return Err(StoreError::Busy { transaction: name });
                }
            }
            state.queues.push(&owner, Waiter::Fresh(waiter));
        }
        Shared::grant(&self.0);
        granted
            .await
            .map_err(|_| StoreError::Closed { transaction: name })
    }

    /// Runs blocking work for the current owner when it is that owner's turn. Dropping the future
    /// leaves the queue; work that has begun is finished.
    ///
    /// # Errors
    /// As [`FairQueue::enter`]; [`StoreError::Panicked`].
    pub async fn run<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let owner = QueueOwner::current();
        let slot = self.enter(owner.clone(), name).await?;
        let done =
            background::spawn(move || CURRENT_SLOT.sync_scope(Rc::new(slot), || owner.enter(work)));
        done.await
            .map_err(|_| StoreError::Panicked { transaction: name })
    }

    /// Changes the number of slots and the limits that depend on it. Work that runs keeps its slot: after a reduction, no new
    /// work starts until enough slots are free.
    pub fn resize(&self, limits: FairLimits) {
        {
            let mut state = self.0.state();
            state.free += limits.slots.cast_signed() - state.limits.slots.cast_signed();
            state.limits = FairLimits {
                portion: self.0.portion,
                ..limits
            };
        }
        Shared::grant(&self.0);
    }

    /// Refuses waiting and new work; work that has begun continues.
    pub fn close(&self) {
        let waiting = {
            let mut state = self.0.state();
            state.is_closed = true;
            state.queues.drain_fresh()
        };
        drop(waiting);
    }
}

impl State {
    fn is_full(&self, owner: &QueueOwner) -> bool {
        let (each, all) = (self.limits.waiting_per_account, self.limits.waiting);
        self.queues.is_full(owner, each, all)
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            running_per_account: self.limits.slots_per_account,
            begun_per_account: self.limits.begun_per_account,
            begun: self.limits.begun,
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Ignores poisoning: no holder of this lock leaves a half-done change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free slots to waiting work.
    fn grant(queue: &Arc<Self>) {
        loop {
            let (owner, waiter) = {
                let mut state = queue.state();
                if state.free <= 0 {
                    return;
                }
                let bounds = state.bounds();
                let Some((owner, waiter)) = state.queues.next(bounds) else {
                    return;
                };
                if waiter.is_gone() {
                    state.queues.end(&owner, Duration::ZERO);
                    continue;
                }
                state.free -= 1;
                (owner, waiter)
            };
            match waiter {
                Waiter::Fresh(waiter) => {
                    let slot = QueueSlot {
                        queue: Arc::clone(queue),
                        owner,
                        since: Cell::new(queue.clock.monotonic()),
                    };
                    // If the waiter is gone, the dropped slot returns to the queue.
                    drop(waiter.send(slot));
                }
                // The paused thread waits only for this message.
                Waiter::Paused(wake) => {
                    let _ = wake.send(());
                }
            }
        }
    }
}

impl QueueSlot {
    /// After a portion of time, lends the slot to others and blocks the thread until it is this
    /// account's turn again. Returns whether it did.
    pub(crate) fn yield_if_due(&self) -> bool {
        let now = self.queue.clock.monotonic();
        let used = now.saturating_sub(self.since.get());
        if used < self.queue.portion {
            return false;
        }
        let (wake, woken) = sync_channel(1);
        {
            let mut state = self.queue.state();
            state.queues.stop(&self.owner, used);
            state.queues.pause(&self.owner, Waiter::Paused(wake));
            state.free += 1;
        }
        self.resume(&woken);
        true
    }

    /// Runs a closure that waits and needs no processor, and lends the slot to others during the
    /// wait.
    fn lend<T>(&self, waiting: impl FnOnce() -> T) -> T {
        let now = self.queue.clock.monotonic();
        {
            let mut state = self.queue.state();
            let used = now.saturating_sub(self.since.get());
            state.queues.stop(&self.owner, used);
            state.free += 1;
        }
        Shared::grant(&self.queue);
        // Takes the slot back even if the wait panics: only a running slot may be dropped.
        let back = SlotRestorer(self);
        let done = waiting();
        drop(back);
        done
    }

    /// Waits until it is this slot's turn.
    fn resume(&self, woken: &Receiver<()>) {
        Shared::grant(&self.queue);
        // The sender stays in the queue until it is this slot's turn.
        let _ = woken.recv();
        self.since.set(self.queue.clock.monotonic());
    }
}

/// Takes a lent slot back when it is dropped.
struct SlotRestorer<'s>(&'s QueueSlot);

impl Drop for SlotRestorer<'_> {
    fn drop(&mut self) {
        let (wake, woken) = sync_channel(1);
        let waiter = Waiter::Paused(wake);
        self.0.queue.state().queues.pause(&self.0.owner, waiter);
        self.0.resume(&woken);
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let now = self.queue.clock.monotonic();
        let used = now.saturating_sub(self.since.get());
        {
            let mut state = self.queue.state();
            state.free += 1;
            state.queues.end(&self.owner, used);
        }
        Shared::grant(&self.queue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use crate::id::UserId;

    fn queue(limits: FairLimits) -> FairQueue {
        FairQueue::new(limits, SystemClock::shared())
    }

    fn owner(byte: u8) -> QueueOwner {
        QueueOwner::Account(UserId::from_bytes([byte; 16]))
    }

    const LIMITS: FairLimits = FairLimits {
        slots: 2,
        slots_per_account: 1,
        begun: 8,
        begun_per_account: 4,
        waiting: 6,
        waiting_per_account: 3,
        portion: Duration::ZERO,
    };

    #[tokio::test]
    async fn one_account_leaves_a_slot_for_others() {
        let queue = queue(LIMITS);
        let first = queue.enter(owner(1), "test").await.unwrap();
        let second = tokio::spawn({
            let queue = queue.clone();
            async move { queue.enter(owner(1), "test").await.map(drop) }
        });
        drop(queue.enter(owner(2), "test").await.unwrap());
        assert!(!second.is_finished(), "its account runs one already");
        drop(first);
        second.await.unwrap().unwrap();
        assert_eq!(queue.0.state().free, 2);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_its_account_and_no_other() {
        let queue = queue(LIMITS);
        let running = queue.enter(owner(1), "test").await.unwrap();
        let wait = |of: u8| {
            let queue = queue.clone();
            let mut waiting = Box::pin(async move { queue.enter(owner(of), "test").await });
            // One poll puts the future into the queue.
            let polled = futures_poll(&mut waiting);
            (waiting, polled)
        };
        let waiting: Vec<_> = (0..3).map(|_| wait(1)).collect();
        assert!(waiting.iter().all(|(_, polled)| polled.is_none()));
        let (_, refused) = wait(1);
        assert!(matches!(refused, Some(Err(StoreError::Busy { .. }))));
        let (_, granted) = wait(2);
        assert!(matches!(granted, Some(Ok(_))));
        // Dropped futures free their places in the queue.
        drop(waiting);
        let (_again, polled) = wait(1);
        assert!(polled.is_none());
        drop(running);
    }

    fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::Pin::new(future).poll(&mut context) {
            std::task::Poll::Ready(done) => Some(done),
            std::task::Poll::Pending => None,
        }
    }

    #[tokio::test]
    async fn slots_can_be_added_and_removed() {
        let queue = queue(LIMITS);
        let sized = |slots| FairLimits { slots, ..LIMITS };
        let [first, second] = [1, 2].map(|of| queue.enter(owner(of), "test"));
        let (first, second) = (first.await.unwrap(), second.await.unwrap());
        let mut third = Box::pin(queue.enter(owner(3), "test"));
        assert!(futures_poll(&mut third).is_none());
        queue.resize(sized(3));
        let third = third.await.unwrap();
        // Three run; of two slots none is free until two of them have ended.
        queue.resize(sized(2));
        let mut fourth = Box::pin(queue.enter(owner(4), "test"));
        for slot in [third, second] {
            assert!(futures_poll(&mut fourth).is_none());
            drop(slot);
        }
        drop(fourth.await.unwrap());
        drop(first);
        assert_eq!(queue.0.state().free, 2);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn long_work_lends_its_slot_between_portions() {
        let limits = FairLimits { slots: 1, ..LIMITS };
        let queue = queue(limits);
        let slot = queue.enter(owner(1), "test").await.unwrap();
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.enter(owner(2), "test").await.map(drop) }
        });
        let long = tokio::task::spawn_blocking(move || {
            while !waiting.is_finished() {
                slot.yield_if_due();
            }
        });
        // Without lending, neither would end.
        long.await.unwrap();
        let state = queue.0.state();
        assert_eq!(state.free, 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn work_that_waits_lends_its_slot() {
        let limits = FairLimits { slots: 1, ..LIMITS };
        let queue = queue(limits);
        let (ask, asked) = std::sync::mpsc::channel();
        let (begun, beginning) = oneshot::channel();
        let waiting = tokio::spawn(owner(1).scope({
            let queue = queue.clone();
            async move {
                let work = move || {
                    begun.send(()).unwrap();
                    wait(move || asked.recv().unwrap())
                };
                queue.run("test", work).await.unwrap()
            }
        }));
        beginning.await.unwrap();
        // There is only one slot.
        let other = owner(2).scope(queue.run("test", move || ask.send(7).unwrap()));
        other.await.unwrap();
        assert_eq!(waiting.await.unwrap(), 7);
        assert_eq!(queue.0.state().free, 1);
    }

    #[tokio::test]
    async fn closing_a_queue_refuses_waiting_work() {
        let queue = queue(LIMITS);
        let running = queue.enter(owner(1), "test").await.unwrap();
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.enter(owner(1), "test").await.map(drop) }
        });
        tokio::task::yield_now().await;
        queue.close();
        let refused = waiting.await.unwrap();
        assert!(matches!(refused, Err(StoreError::Closed { .. })));
        drop(running);
        let late = queue.enter(owner(1), "test").await.map(drop);
        assert!(matches!(late, Err(StoreError::Closed { .. })));
    }
}
