//! The bounds of the collector: memory of an account, memory of all accounts, and turns.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Wake, Waker};

use lockstep_store::db::Options;
use lockstep_store::id::DeviceId;
use lockstep_store::{Ctx, Db, SystemClock, SystemEntropy};
use lockstep_web::{Identity, Policy};

use super::*;

/// A state without capabilities: the store of these tests is a function.
pub(crate) async fn state(folder: &tempfile::TempDir) -> AppState {
    let (clock, entropy) = (SystemClock::shared(), Arc::new(SystemEntropy));
    let options = Options {
        file: folder.path().join("lockstep.db"),
        postgres: None,
        readers: 1,
        clock: Arc::clone(&clock),
        entropy: entropy.clone(),
    };
    let db = Db::open(options, &[]).unwrap();
    let ctx = Ctx::new(db, clock, entropy).await.unwrap();
    AppState::new(ctx, &[], Identity::REJECTING, Policy::default())
}

fn user(state: &AppState) -> UserId {
    UserId::generate(state.clock.now(), &*state.entropy)
}

fn message(state: &AppState, bytes: usize) -> Telemetry {
    Telemetry {
        device: DeviceId::generate(state.clock.now(), &*state.entropy),
        name: "treadmill".to_owned(),
        payload: vec![0; bytes],
    }
}

/// Adds messages until one must wait for room; returns the outcomes to come.
async fn fill(
    collector: &Collector,
    state: &AppState,
    user: &UserId,
    bytes: usize,
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    loop {
        let submitted = tokio::select! {
            biased;
            submitted = collector.submit(state, user, message(state, bytes)) => submitted,
            () = std::future::ready(()) => return outcomes,
        };
        outcomes.push(submitted.unwrap());
    }
}

#[tokio::test]
async fn memory_is_bounded_for_an_account_and_for_all() {
    static GATE: Semaphore = Semaphore::const_new(0);
    const BYTES: usize = 60 << 10;
    const PER_ACCOUNT: usize = MAX_ACCOUNT_BYTES / (BYTES + UNIT_BYTES);
    const ACCOUNTS: usize = MAX_BYTES / MAX_ACCOUNT_BYTES;
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let collector = Collector::new(|_, _, messages| {
        Box::pin(async move {
            let _open = GATE.acquire().await.unwrap();
            messages
                .iter()
                .map(|_| Ok(UploadResult::default()))
                .collect()
        })
    });
    let mut outcomes = Vec::new();
    for nth in 0..ACCOUNTS {
        let filled = fill(&collector, &state, &user(&state), BYTES).await;
        assert_eq!(filled.len(), PER_ACCOUNT, "account {nth}");
        outcomes.extend(filled);
    }
    // A small rest of the room is left by messages that do not fill it.
    let rest = MAX_BYTES / UNIT_BYTES - ACCOUNTS * PER_ACCOUNT * (BYTES / UNIT_BYTES + 1);
    let last = user(&state);
    let filled = fill(&collector, &state, &last, 0).await;
    assert_eq!(filled.len(), rest);
    outcomes.extend(filled);
    // Those that wait are stored once there is room.
    let waiting = collector.submit(&state, &last, message(&state, BYTES));
    let open = async { GATE.add_permits(1) };
    let (waited, ()) = tokio::join!(waiting, open);
    outcomes.push(waited.unwrap());
    for outcome in outcomes {
        outcome.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn accounts_take_turns() {
    static GATE: Semaphore = Semaphore::const_new(0);
    static STARTED: Mutex<Vec<(UserId, usize)>> = Mutex::new(Vec::new());
    static RUNG: Notify = Notify::const_new();
    let started = || {
        STARTED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    };
    let reached = async |count: usize| {
        while started().len() < count {
            RUNG.notified().await;
        }
        started()
    };
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let collector = Collector::new(|_, owner, messages| {
        let begun = (owner.user, messages.len());
        STARTED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(begun);
        RUNG.notify_one();
        Box::pin(async move {
            GATE.acquire().await.unwrap().forget();
            messages
                .iter()
                .map(|_| Ok(UploadResult::default()))
                .collect()
        })
    });
    // As many accounts as are stored at once, with three portions each.
    let mut outcomes = Vec::new();
    for _ in 0..STORES_AT_ONCE {
        let greedy = user(&state);
        for _ in 0..3 * MAX_PORTION {
            let submitted = collector.submit(&state, &greedy, message(&state, 1)).await;
            outcomes.push(submitted.unwrap());
        }
    }
    reached(STORES_AT_ONCE).await;
    let other = user(&state);
    let submitted = collector.submit(&state, &other, message(&state, 1)).await;
    let outcome = submitted.unwrap();
    // The task of the other account runs until it waits for a turn.
    tokio::task::yield_now().await;
    assert_eq!(started().len(), STORES_AT_ONCE);
    GATE.add_permits(1);
    // The turn that became free is the other account's, although the greedy one has more to store.
    let turns = reached(STORES_AT_ONCE + 1).await;
    assert_eq!(turns.last(), Some(&(other, 1)));
    GATE.add_permits(1000);
    outcome.await.unwrap().unwrap();
    for outcome in outcomes {
        outcome.await.unwrap().unwrap();
    }
    assert!(
        started()
            .iter()
            .all(|(_, messages)| *messages <= MAX_PORTION)
    );
}

#[test]
fn the_windows_of_all_accounts_begin_together() {
    let few = MANY_DEVICES - 1;
    for (devices, now, left) in [
        (few, 0, 250),
        (few, 1, 249),
        (few, 249, 1),
        (few, 250, 250),
        (few, 1_000_130, 120),
        (MANY_DEVICES, 0, 500),
        (MANY_DEVICES, 250, 250),
        (MANY_DEVICES, 499, 1),
        (1000, 1_000_130, 370),
    ] {
        let (now, left) = (Duration::from_millis(now), Duration::from_millis(left));
        let pause = until_next_window(window_of(devices), now);
        assert_eq!(pause, left, "{devices} {now:?}");
    }
}

/// A connection that waits for the outcome of its first message.
struct WaitingConnection {
    later: Mutex<Vec<Outcome>>,
    /// The outcomes of later messages that are there when the connection wakes.
    found: Mutex<Option<usize>>,
}

impl Wake for WaitingConnection {
    fn wake(self: Arc<Self>) {
        let mut later = self.later.lock().unwrap();
        let found = later.iter_mut().filter_map(|one| one.try_recv().ok());
        *self.found.lock().unwrap() = Some(found.count());
    }
}

#[tokio::test]
async fn a_connection_wakes_once_for_the_messages_that_are_stored_together() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let collector = Collector::new(|_, _, messages| {
        Box::pin(async move {
            messages
                .iter()
                .map(|_| Ok(UploadResult::default()))
                .collect()
        })
    });
    let user = user(&state);
    let mut outcomes = Vec::new();
    for _ in 0..10 {
        let submitted = collector.submit(&state, &user, message(&state, 1)).await;
        outcomes.push(submitted.unwrap());
    }
    let last = outcomes.pop().unwrap();
    let mut first = outcomes.remove(0);
    let connection = Arc::new(WaitingConnection {
        later: Mutex::new(outcomes),
        found: Mutex::default(),
    });
    let waker = Waker::from(connection.clone());
    let polled = Pin::new(&mut first).poll(&mut Context::from_waker(&waker));
    assert!(polled.is_pending());
    last.await.unwrap().unwrap();
    assert_eq!(*connection.found.lock().unwrap(), Some(8));
}
