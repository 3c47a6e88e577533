//! Collects telemetry: messages of an account that arrive within a short time are stored together.
//!
//! The first message of a quiet account is stored at once. While messages keep coming, the account's are stored every
//! [`SHORT_WINDOW`], and every [`WINDOW`] if many devices send, so that a thousand devices cost a few transactions a second.
//! All accounts do so at the same moments, so that one commit serves several. Memory is bounded: a message waits for room
//! among those of its account and among all. Accounts take turns: each stores one portion at a time.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_points::operations::points::UploadResult;
use lockstep_points::operations::telemetry::{self, Telemetry};
use lockstep_store::QueueOwner;
use lockstep_store::id::UserId;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::app_state::BoxedFuture;
use lockstep_web::{ApiError, AppState, Owner};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};

use crate::device::device_actor;

/// Stores messages of the devices of one account: [`store`], or a function of a test. Returns the outcome of each
/// message, in their order.
pub(crate) type StoreTelemetry =
    fn(AppState, Owner, Arc<[Telemetry]>) -> BoxedFuture<Vec<Result<UploadResult, ApiError>>>;

/// Stores messages in the point store.
pub(crate) fn store(
    state: AppState,
    owner: Owner,
    messages: Arc<[Telemetry]>,
) -> BoxedFuture<Vec<Result<UploadResult, ApiError>>> {
    Box::pin(async move { telemetry::store(&state, owner, messages).await })
}

/// Receives the outcome of a message once its points are on disk.
pub(crate) type Outcome = oneshot::Receiver<Result<UploadResult, ApiError>>;

/// The messages that wait to be stored. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Collector(Arc<Inner>);

struct Inner {
    store: StoreTelemetry,
    /// The room for messages of all accounts, in units of [`UNIT_BYTES`].
    room: Arc<Semaphore>,
    /// Waiting accounts take these in their order.
    stores: Arc<Semaphore>,
    accounts: Mutex<HashMap<UserId, Arc<Account>>>,
}

/// The messages of an account.
struct Account {
    queue: Mutex<Queue>,
    room: Arc<Semaphore>,
    /// Notified when a message found no room, so that the next portion is stored without a pause.
    pressed: Notify,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<PendingMessage>,
    /// Whether a task stores the messages.
    has_task: bool,
}

struct PendingMessage {
    message: Telemetry,
    outcome: oneshot::Sender<Result<UploadResult, ApiError>>,
    /// Freed once the message is stored.
    _room: [OwnedSemaphorePermit; 2],
}

impl Collector {
    pub(crate) fn new(store: StoreTelemetry) -> Self {
        Self(Arc::new(Inner {
            store,
            room: Arc::new(Semaphore::new(MAX_BYTES / UNIT_BYTES)),
            stores: Arc::new(Semaphore::new(STORES_AT_ONCE)),
            accounts: Mutex::default(),
        }))
    }

    /// Adds a message; returns as soon as there is room for it. The message is stored even if the outcome is dropped.
    pub(crate) async fn submit(
        &self,
        state: &AppState,
        user: &UserId,
        message: Telemetry,
    ) -> Result<Outcome, ApiError> {
        let units = message.payload.len() / UNIT_BYTES + 1;
        let units = u32::try_from(units.min(MAX_ACCOUNT_BYTES / UNIT_BYTES)).unwrap_or(u32::MAX);
        let account = self.account(user);
        let of_account = match account.room.clone().try_acquire_many_owned(units) {
            Ok(room) => room,
            Err(_) => {
                account.pressed.notify_one();
                wait_for_room(&account.room, units).await?
            }
        };
        let of_all = wait_for_room(&self.0.room, units).await?;
        let (outcome, receiver) = oneshot::channel();
        let waiting = PendingMessage {
            message,
            outcome,
            _room: [of_account, of_all],
        };
        if account.push(waiting) {
            let storing = self.clone().store_all(state.clone(), user.clone(), account);
            // A spawned task does not inherit the account, so it is passed explicitly.
            tokio::spawn(QueueOwner::Account(user.clone()).scope(storing));
        }
        Ok(receiver)
    }

    fn account(&self, user: &UserId) -> Arc<Account> {
        let mut accounts = self.accounts();
        if let Some(account) = accounts.get(user) {
            return account.clone();
        }
        let account = Arc::new(Account {
            queue: Mutex::default(),
            room: Arc::new(Semaphore::new(MAX_ACCOUNT_BYTES / UNIT_BYTES)),
            pressed: Notify::new(),
        });
        accounts.insert(user.clone(), account.clone());
        account
    }

    /// Stores the messages of an account until none came for the length of a window.
    async fn store_all(self, state: AppState, user: UserId, account: Arc<Account>) {
        let _task = AccountTask(&account);
        loop {
            let portion = account.portion();
            if portion.is_empty() {
                // Nothing but the table, this task and those that add a message now hold the account.
                let mut accounts = self.accounts();
                if Arc::strong_count(&account) <= 2 {
                    accounts.remove(&user);
                }
                return;
            }
            let window = window_of(device_count(&portion));
            let pause = until_next_window(window, state.clock.monotonic());
            let pause = tokio::time::sleep(pause);
            self.store(&state, &user, portion).await;
            if account.queue().waiting.len() < MAX_PORTION {
                tokio::select! {
                    () = pause => {}
                    () = account.pressed.notified() => {}
                }
            }
        }
    }

    /// Stores one portion, and tells the outcomes.
    async fn store(&self, state: &AppState, user: &UserId, portion: Vec<PendingMessage>) {
        metrics::histogram!("lockstep_telemetry_messages").record(portion.len() as f64);
        let (mut messages, mut senders) = (Vec::new(), Vec::new());
        for waiting in portion {
            messages.push(waiting.message);
            senders.push((waiting.outcome, waiting._room));
        }
        let messages: Arc<[Telemetry]> = messages.into();
        let outcomes = self.store_messages(state, user, messages).await;
        // The last first: a connection waits for the outcome of its first message, and then finds those of all the
        // others. It wakes once, and confirms them with one write.
        for ((sender, _room), outcome) in senders.into_iter().zip(outcomes).rev() {
            // The connection may have ended.
            let _ = sender.send(outcome);
        }
    }

    /// Stores messages; while the server cannot, tries again with growing pauses.
    async fn store_messages(
        &self,
        state: &AppState,
        user: &UserId,
        messages: Arc<[Telemetry]>,
    ) -> Vec<Result<UploadResult, ApiError>> {
        let mut pause = SHORT_WINDOW;
        loop {
            let turn = self.0.stores.acquire().await;
            let storing = (self.0.store)(state.clone(), device_actor(user), messages.clone());
            // The account may have been suspended since the messages arrived.
            let outcomes = state.account_write_check(user).scope(storing).await;
            drop(turn);
            let is_unavailable = |outcome: &Result<_, ApiError>| matches!(outcome, Err(error) if error.kind == ErrorKind::Unavailable);
            if pause > MAX_PAUSE || !outcomes.iter().any(is_unavailable) {
                return outcomes;
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<UserId, Arc<Account>>> {
        let accounts = self.0.accounts.lock();
        accounts.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task of an account. After a panic it gives up the waiting messages, whose connections end without an answer.
struct AccountTask<'a>(&'a Account);

impl Drop for AccountTask<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            *self.0.queue() = Queue::default();
        }
    }
}

impl Account {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message; returns whether the caller must start a task.
    fn push(&self, waiting: PendingMessage) -> bool {
        let mut queue = self.queue();
        queue.waiting.push_back(waiting);
        if queue.waiting.len() >= MAX_PORTION {
            self.pressed.notify_one();
        }
        !std::mem::replace(&mut queue.has_task, true)
    }

    /// Takes the oldest messages. Without any, the task is over: the next message starts another.
    fn portion(&self) -> Vec<PendingMessage> {
        let mut queue = self.queue();
        let count = queue.waiting.len().min(MAX_PORTION);
        queue.has_task = count > 0;
        queue.waiting.drain(..count).collect()
    }
}

async fn wait_for_room(
    room: &Arc<Semaphore>,
    units: u32,
) -> Result<OwnedSemaphorePermit, ApiError> {
    let acquired = room.clone().acquire_many_owned(units).await;
    acquired.map_err(|_| ApiError::internal("the semaphore of telemetry is closed"))
}

/// Returns the number of devices that sent messages.
fn device_count(messages: &[PendingMessage]) -> usize {
    let devices = messages
        .iter()
        .map(|waiting| waiting.message.device.as_str());
    devices.collect::<HashSet<_>>().len()
}

/// Returns the window of an account of which so many devices send. Of few, each may send as much as its open confirmations
/// allow.
fn window_of(devices: usize) -> Duration {
    match devices < MANY_DEVICES {
        true => SHORT_WINDOW,
        false => WINDOW,
    }
}

/// Returns the time until the next portions are stored: the windows of all accounts begin together.
fn until_next_window(window: Duration, now: Duration) -> Duration {
    let passed = now.as_nanos() % window.as_nanos();
    window.saturating_sub(Duration::from_nanos(
        u64::try_from(passed).unwrap_or_default(),
    ))
}

/// The longest pause between two portions of an account.
const WINDOW: Duration = Duration::from_millis(500);
/// The longest pause after a portion of fewer than [`MANY_DEVICES`]; [`WINDOW`] is a multiple of it.
const SHORT_WINDOW: Duration = Duration::from_millis(250);
/// If a portion has messages of so many devices, the next is collected for [`WINDOW`].
const MANY_DEVICES: usize = 8;
/// The longest pause before messages that could not be stored are tried again; then they are given up.
const MAX_PAUSE: Duration = Duration::from_secs(4);
/// The maximum number of messages that are stored together.
const MAX_PORTION: usize = 512;
/// The maximum number of bytes of messages of one account in memory.
const MAX_ACCOUNT_BYTES: usize = 4 << 20;
/// The maximum number of bytes of messages of all accounts in memory.
const MAX_BYTES: usize = 32 << 20;
/// The unit in which the room for messages is counted: a small message costs this much, too.
const UNIT_BYTES: usize = 1 << 10;
/// The accounts whose messages are stored at the same time.
const STORES_AT_ONCE: usize = 8;

#[cfg(test)]
pub(crate) mod tests;
