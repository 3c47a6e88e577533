//! Makes the rows that charts, curves and metrics read in the background, so that the first answer after an import takes as
//! long as the next.
//!
//! Only settled points get rows: those of imports and of large uploads, some seconds after the last of them has ended.
//! Telemetry notes nothing. The queue is in memory: rows that a stop prevents are made by the first answer that reads them.

mod missing;

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_points::operations::damage::{read_account, read_points};
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState};

use super::account_keys;
use super::metrics::days;
use missing::MissingRows;

/// The accounts that may lack rows.
#[derive(Default)]
pub(crate) struct DayRows {
    queue: Mutex<Queue>,
    /// One run at a time makes rows.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Queue {
    /// What was noted, and is not settled yet or waits for its turn.
    noted: HashMap<UserId, NotedTimes>,
    /// The accounts that have begun, in the order of their next portions.
    begun: VecDeque<AccountRows>,
    /// The account whose portion is being made, unless it was erased since the portion began.
    current: Option<UserId>,
}

/// The times of new points of an account.
struct NotedTimes {
    /// The first and the last time, inclusive.
    times: (i64, i64),
    /// The monotonic time from which on the points are settled.
    settled: Duration,
}

/// Notes the points of an import that has ended, or an activity whose sport has changed; `times` are its first and its last.
pub(super) fn note_times(state: &AppState, user: &UserId, times: Option<(i64, i64)>) {
    if let (Some(rows), Some(times)) = (state.extension::<DayRows>(), times) {
        let settled = state.clock.monotonic().saturating_add(IMPORT_SETTLED);
        rows.note(user, times, settled);
    }
}

/// Notes an upload of so many points, if it is large; `times` are the first and the last of them.
pub(crate) fn note_upload(
    state: &AppState,
    user: &UserId,
    (points, times): (u64, Option<(i64, i64)>),
) {
    let rows = state.extension::<DayRows>();
    let rows = rows.filter(|_| points >= LARGE_UPLOAD);
    if let (Some(rows), Some(times)) = (rows, times) {
        let settled = state.clock.monotonic().saturating_add(UPLOAD_SETTLED);
        rows.note(user, times, settled);
    }
}

/// Makes the rows that are due: a portion of each account in turn, until none is left or [`RUN`] has passed. After a failure
/// the next answers make the rows of the account.
pub(crate) async fn make_due(state: &AppState) {
    let Some(rows) = state.extension::<DayRows>() else {
        return;
    };
    let _turn = rows.turn.lock().await;
    let begin = state.clock.monotonic();
    let mut now = begin;
    while now.saturating_sub(begin) < RUN
        && let Some(mut account) = rows.next(now)
    {
        let made = account.make_portion(state).await;
        let end = state.clock.monotonic();
        account.spent += end.saturating_sub(now);
        now = end;
        match made {
            Ok(true) => rows.put_back(account),
            Ok(false) => ::metrics::histogram!("lockstep_day_rows_seconds").record(account.spent),
            // Nothing is left to do for an account that was erased during its portion.
            Err(_) if !rows.is_current(&account.user) => {}
            Err(fault) => {
                let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
                tracing::warn!(account = %account.user, reason, "rows of days are left to the next answer");
            }
        }
    }
}

impl DayRows {
    /// Forgets an erased account. A portion that has begun stores nothing of it: its keys seal nothing any more.
    pub(crate) fn forget(&self, user: &UserId) {
        let mut queue = self.lock();
        queue.noted.remove(user);
        queue.begun.retain(|account| account.user != *user);
        queue.current = queue.current.take().filter(|current| current != user);
    }

    /// Notes times of points; the latest note of an account decides when they are settled.
    fn note(&self, user: &UserId, (from, to): (i64, i64), settled: Duration) {
        let mut queue = self.lock();
        let noted = queue.noted.entry(user.clone()).or_insert(NotedTimes {
            times: (from, to),
            settled,
        });
        noted.times = (noted.times.0.min(from), noted.times.1.max(to));
        noted.settled = settled;
    }

    /// Begins the accounts whose points are settled, and takes the account whose turn it is.
    fn next(&self, now: Duration) -> Option<AccountRows> {
        let mut queue = self.lock();
        let Queue {
            noted,
            begun,
            current,
        } = &mut *queue;
        noted.retain(|user, one| {
            let begins = one.settled <= now && begun.iter().all(|account| account.user != *user);
            if begins {
                begun.push_back(AccountRows::new(user.clone(), one.times));
            }
            !begins
        });
        let next = begun.pop_front();
        *current = next.as_ref().map(|account| account.user.clone());
        next
    }

    /// Puts an account behind the others for its next portion, unless it was erased since [`DayRows::next`] returned it.
    fn put_back(&self, account: AccountRows) {
        let mut queue = self.lock();
        if queue.current.as_ref() == Some(&account.user) {
            queue.begun.push_back(account);
        }
    }

    fn is_current(&self, user: &UserId) -> bool {
        self.lock().current.as_ref() == Some(user)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows of one account that are being made.
struct AccountRows {
    user: UserId,
    times: (i64, i64),
    /// The rows that are left; `None` before the types of the account were read.
    missing: Option<Vec<MissingRows>>,
    /// How often the current portion was repeated because points changed while it was made.
    repetitions: u32,
    /// The time that the portions took.
    spent: Duration,
}

impl AccountRows {
    fn new(user: UserId, times: (i64, i64)) -> Self {
        Self {
            user,
            times,
            missing: None,
            repetitions: 0,
            spent: Duration::ZERO,
        }
    }

    /// Makes the rows of some days of one type. Returns whether more may follow.
    async fn make_portion(&mut self, state: &AppState) -> Result<bool, ApiError> {
        let account_keys = account_keys(state, &self.user).await?;
        let mut missing = match self.missing.take() {
            Some(missing) => missing,
            None => self.read_missing(state).await?,
        };
        let Some(last) = missing.pop() else {
            return Ok(false);
        };
        let (reading, asked) = (account_keys.clone(), last.clone());
        let read: Result<_, ApiError> =
            read_points(state, &account_keys, "days.missing_rows", move |tx| {
                missing::rows(tx, &reading, asked)
            })
            .await;
        let (fresh, rest) = read?;
        let made: usize = fresh.iter().map(|fresh| fresh.rows.len()).sum();
        let stored = days::store_current(state, &account_keys, fresh).await?;
        if stored < made && self.repetitions < MAX_REPETITIONS {
            self.repetitions += 1;
            missing.push(last);
        } else {
            self.repetitions = 0;
            missing.extend(rest);
        }
        let is_left = !missing.is_empty();
        self.missing = Some(missing);
        Ok(is_left)
    }

    async fn read_missing(&self, state: &AppState) -> Result<Vec<MissingRows>, ApiError> {
        let (user, times) = (self.user.clone(), self.times);
        read_account(state, &self.user, "days.missing", move |tx| {
            Ok::<_, ApiError>(missing::wanted(tx, &user, times)?)
        })
        .await
    }
}

/// The points from which on an upload is large. An answer makes the rows of a few new days quickly.
const LARGE_UPLOAD: u64 = 4096;
/// The time without another import, or change of a sport, after which the points of imports are settled: many files are imported one after the
/// other.
const IMPORT_SETTLED: Duration = Duration::from_secs(2);
/// The time without another large upload after which uploaded points are settled.
const UPLOAD_SETTLED: Duration = Duration::from_secs(30);
/// The time after which a run begins no other portion: a shutdown waits for a run.
const RUN: Duration = Duration::from_secs(1);
/// How often a portion is made again at once, because its points changed before its rows were stored.
const MAX_REPETITIONS: u32 = 3;

#[cfg(test)]
mod tests;
