//! Records which versioned rows of an account are live, in one sealed row of `point_state` for each
//! account.
//!
//! Each chunk, client block, day and profile has a number from the account's counter. A number is given
//! once; it is the row's version and a part of its sealed context. The state holds a keyed sum over the
//! numbers of the stored rows, for each table. A transaction that inserts or deletes such a row changes
//! the sum by this row, and seals the state again. A scrub computes the sums from the rows: a row that was
//! replaced by an older copy, added or removed outside the server changes them. The names of series have
//! digests of their own (`names.rs`), and the state records that every series has one.
//!
//! Not detected: all rows of an account replaced by older copies together with its state and counter.

mod check;
mod claimed;
mod counting;
mod names;
mod state;

use lockstep_store::id::UserId;
use lockstep_store::{StorageUsage, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

pub(crate) use check::{
    RENAMED, check, check_claimed, is_counter_right, lacks_chunks, not_last_written,
    restore_counter,
};
pub(crate) use claimed::{
    ChangeRow, ClaimedRows, ZoneChange, claimed_rows, put_zone, repair_claimed, zone_changed_at,
};
pub(crate) use counting::{CountingStart, counted_since};
pub(crate) use names::{is_name_right, name_digest, renamed};
use state::{State, StoredState, Zone};
pub(crate) use state::{StateMark, Table};

use super::profile_row;

/// The account's counter and state in one transaction. Only [`change`] creates a ledger, so every
/// changed ledger is stored.
pub(crate) struct Ledger<'r> {
    account_keys: &'r AccountKeys,
    numbers: Numbers,
    state: State,
    /// The bytes by which chunks grew in their rows: no trigger counts them.
    grown_bytes: i64,
    /// The mark of the state as it was stored before; `None` if it was missing or did not open.
    mark: Option<StateMark>,
}

/// Runs `act`, which may insert and delete versioned rows of the account, then seals the resulting
/// state. `about` is the caller's estimate of the numbers that `act` takes.
///
/// The state of an account without one is created here: see [`begin`].
///
/// # Errors
/// The errors of `act`; [`StoreError`].
pub(crate) fn change<T, E: From<StoreError>>(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    about: usize,
    act: impl FnOnce(&mut Tx<'_>, &mut Ledger<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let (done, _) = change_marked(tx, account_keys, about, act)?;
    Ok(done)
}

/// As [`change`]. Returns the mark of the new state, too: as long as [`Ledger::mark`] returns it in a later transaction,
/// nothing has changed versioned rows of the account in between, and this transaction was committed.
///
/// # Errors
/// Those of [`change`].
pub(crate) fn change_marked<T, E: From<StoreError>>(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    about: usize,
    act: impl FnOnce(&mut Tx<'_>, &mut Ledger<'_>) -> Result<T, E>,
) -> Result<(T, StateMark), E> {
    let mut found = None;
    let mut numbers = Numbers::lock(tx, account_keys.user(), about.max(1))?;
    let mut state = match State::stored(tx, account_keys)? {
        StoredState::Sealed {
            version,
            state,
            mark,
        } => {
            found = Some(mark);
            let used = numbers.next - 1;
            if !is_plausible(tx, account_keys.user(), used, version)? {
                tracing::error!(
                    account = %account_keys.user(),
                    "the account's counter differed from its state, and was restored"
                );
                let given = greatest_given(tx, account_keys.user(), version)?;
                numbers.restart(tx, account_keys.user(), given)?;
            }
            *state
        }
        StoredState::Absent => begin(tx, account_keys, &mut numbers, false)?,
        StoredState::Unreadable => begin(tx, account_keys, &mut numbers, true)?,
    };
    let since = (numbers.counted_since, state.counted_since);
    state.counted_since = Some(counting::restored(tx, account_keys.user(), since)?);
    claimed::record(tx, account_keys, &mut state)?;
    if !state.are_names_recorded {
        names::record(tx, account_keys, false)?;
        state.are_names_recorded = true;
    }
    let mut ledger = Ledger {
        account_keys,
        numbers,
        state,
        grown_bytes: 0,
        mark: found,
    };
    let done = act(tx, &mut ledger)?;
    if ledger.grown_bytes != 0 {
        StorageUsage::add_bytes(tx, account_keys.user(), ledger.grown_bytes)?;
    }
    // Every change takes a number, so each state of an account has a different version.
    let mark = ledger
        .state
        .store(tx, account_keys, ledger.numbers.end - 1)?;
    Ok((done, mark))
}

impl<'r> Ledger<'r> {
    pub(super) fn account_keys(&self) -> &'r AccountKeys {
        self.account_keys
    }

    pub(super) fn user(&self) -> &'r UserId {
        self.account_keys.user()
    }

    /// Returns the mark of the state that this transaction found; `None` if the state was missing or did not open.
    pub(super) fn mark(&self) -> Option<&StateMark> {
        self.mark.as_ref()
    }

    /// Returns a number that no row of the account has or had.
    pub(super) fn next(&mut self, tx: &mut Tx<'_>) -> Result<i64, StoreError> {
        self.numbers.next(tx, self.account_keys.user())
    }

    /// Records that a row with this number was inserted.
    pub(super) fn inserted(&mut self, table: Table, number: i64) {
        let term = state::term(self.account_keys, table, number);
        self.state.sum_mut(table).add(term);
    }

    /// Records that the row with this number was deleted.
    pub(super) fn deleted(&mut self, table: Table, number: i64) {
        let term = state::term(self.account_keys, table, number);
        self.state.sum_mut(table).subtract(term);
    }

    /// Records that the bytes of a chunk were replaced in their row.
    pub(super) fn replaced_bytes(&mut self, before: usize, after: usize) {
        self.grown_bytes += after as i64 - before as i64;
    }

    /// Records that no row of a table is left.
    pub(super) fn cleared(&mut self, table: Table) {
        *self.state.sum_mut(table) = state::Sum::default();
    }

    /// Returns whether the stored rows of chunks may lack one that was written: the numbers of the rows do
    /// not give the recorded sum, or the record was lost.
    pub(super) fn lacks_chunks(&self, tx: &Tx<'_>) -> Result<bool, StoreError> {
        check::differs(tx, self.account_keys, &self.state)
    }

    /// As [`not_last_written`], for the state of this ledger.
    pub(super) fn not_last_written<'n>(
        &self,
        tx: &Tx<'_>,
        numbers: &'n [i64],
    ) -> Result<Option<&'n [i64]>, StoreError> {
        check::fits_without(tx, self.account_keys, &self.state, numbers)
    }

    /// Records that a row of `point_change` took the place of another.
    pub(super) fn counted(&mut self, before: Option<&ChangeRow>, after: Option<&ChangeRow>) {
        let sum = self.state.changes.get_or_insert_default();
        if let Some(before) = before {
            sum.subtract(before.term(self.account_keys));
        }
        if let Some(after) = after {
            sum.add(after.term(self.account_keys));
        }
    }

    /// Records the time of the last change of the time zone.
    pub(super) fn changed_zone(&mut self, at: Timestamp) {
        self.state.zone = Zone::ChangedAt(at);
    }

    /// Records the version of the profile that was stored.
    pub(super) fn stored_profile(&mut self, version: i64) {
        self.state.profile = Some(version);
    }
}

/// Returns the version that the stored profile must have: `Some(None)` if no profile may be stored,
/// `None` if the account has no state that opens.
pub(super) fn profile_version(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Option<Option<i64>>, StoreError> {
    Ok(match State::stored(tx, account_keys)? {
        StoredState::Sealed { state, .. } => Some(state.profile),
        StoredState::Absent | StoredState::Unreadable => None,
    })
}

/// Returns whether anything was ever stored for an account.
pub(crate) fn is_known(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM point_number WHERE user_id = ?1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Accepts the stored rows of an account as its current rows, on an operator's decision. If the counts of
/// changed points are not known to be the ones last written, counting begins again.
pub(crate) fn accept(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    change(tx, account_keys, 1, |tx, ledger| {
        let before = std::mem::take(&mut ledger.state);
        ledger.state = State::of_rows(tx, account_keys)?;
        ledger.state.counted_since = before.counted_since;
        ledger.state.zone = before.zone;
        ledger.state.changes = before.changes;
        names::record(tx, account_keys, true)?;
        ledger.state.are_names_recorded = true;
        claimed::restore_zone(tx, account_keys.user(), &mut ledger.state)?;
        if before.lost_at.is_some() || !claimed::are_counts_right(tx, account_keys, &ledger.state)?
        {
            claimed::recount(tx, account_keys.user(), &mut ledger.state)?;
        }
        Ok(())
    })
}

/// Creates the state of an account that is older than states. Does nothing if the account has a state,
/// or if its rows show that it had one.
pub(crate) fn record(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    let is_due = matches!(State::stored(tx, account_keys)?, StoredState::Absent)
        && state::is_all_unversioned(tx, account_keys.user())?;
    if is_due {
        change(tx, account_keys, 1, |_, _| Ok::<_, StoreError>(()))?;
    }
    Ok(())
}

/// Returns at most `most` accounts after `after` that are older than states and have none yet.
pub(crate) fn accounts_without(
    tx: &Tx<'_>,
    after: &str,
    most: usize,
) -> Result<Vec<UserId>, StoreError> {
    tx.query(
        "SELECT user_id FROM point_number WHERE user_id > ?1
             AND (unversioned_to > 0 OR EXISTS
                 (SELECT 1 FROM profile WHERE profile.user_id = point_number.user_id AND version = 0))
             AND NOT EXISTS
                 (SELECT 1 FROM point_state WHERE point_state.user_id = point_number.user_id)
         ORDER BY user_id LIMIT ?2",
        params![after, i64::try_from(most).unwrap_or(i64::MAX)],
        |row| row.parse(0),
    )
}

/// Creates the state from the stored rows, at an account's first change or at its first change since
/// states exist. The profile gets a version.
///
/// An account with versioned rows had a state before. If that state is missing or does not open, the
/// new state records the loss until an operator accepts the rows.
fn begin(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    numbers: &mut Numbers,
    is_unreadable: bool,
) -> Result<State, StoreError> {
    let user = account_keys.user();
    let is_lost = is_unreadable || !state::is_all_unversioned(tx, user)?;
    let highest = greatest_given(tx, user, 0)?;
    if highest >= numbers.next {
        numbers.restart(tx, user, highest)?;
    }
    let mut state = State::of_rows(tx, account_keys)?;
    if is_lost {
        tracing::error!(
            account = %user,
            "the state of the account's rows is missing or does not open: it is made from the rows"
        );
        state.lost_at = Some(tx.now());
    } else if state.profile == Some(0) {
        let version = numbers.next(tx, user)?;
        if profile_row::seal_again(tx, account_keys, version)? {
            state.profile = Some(version);
        }
    }
    Ok(state)
}

/// Numbers for series and versioned rows, reserved from the user's row in groups. The row is the lock
/// under which a user's points change.
struct Numbers {
    next: i64,
    end: i64,
    /// The stored time since which changes are counted, if it was read.
    counted_since: Option<Timestamp>,
}

impl Numbers {
    fn lock(tx: &mut Tx<'_>, user: &UserId, about: usize) -> Result<Self, StoreError> {
        let taken = i64::try_from(about).map_err(|_| used_up(user))?;
        let stored: Option<(i64, Option<Timestamp>)> = tx.query_opt(
            "INSERT INTO point_number(user_id, used, counted_since) VALUES (?1, ?2, ?3)
             ON CONFLICT (user_id) DO UPDATE SET used = point_number.used + excluded.used,
                 counted_since = COALESCE(point_number.counted_since, excluded.counted_since)
             WHERE typeof(point_number.used) = 'integer' AND point_number.used BETWEEN 0 AND ?4
             RETURNING used, counted_since",
            params![user, taken, tx.now(), MAX_NUMBER],
            |row| Ok((row.at(0)?, row.at(1).ok())),
        )?;
        let Some((end, counted_since)) = stored else {
            return Self::lock_damaged(tx, user, taken);
        };
        let next = end.checked_sub(taken).and_then(|used| used.checked_add(1));
        let mut numbers = Self {
            next: next.ok_or_else(|| used_up(user))?,
            end: end.checked_add(1).ok_or_else(|| used_up(user))?,
            counted_since,
        };
        // A row from outside the server may have the next number already.
        if state::is_taken(tx, user, (numbers.next, numbers.end - 1))? {
            tracing::error!(account = %user, "a stored row has the account's next number: it is skipped");
            let given = greatest_given(tx, user, state::highest_series(tx, user, MAX_NUMBER)?)?;
            numbers.restart(tx, user, given.max(numbers.next - 1))?;
        }
        Ok(numbers)
    }

    /// Continues after the greatest number that the account's rows and its state have.
    fn lock_damaged(tx: &mut Tx<'_>, user: &UserId, taken: i64) -> Result<Self, StoreError> {
        tracing::error!(
            account = %user,
            "the account's counter was not a valid number, and was restored"
        );
        // Whether the state opens is checked later: a version alone cannot be too low.
        let version = tx.query_opt(
            "SELECT version FROM point_state WHERE user_id = ?1",
            params![user],
            |row| Ok(row.at::<i64>(0).ok()),
        )?;
        let version = version.flatten().filter(|version| *version <= MAX_NUMBER);
        let given = greatest_given(tx, user, version.unwrap_or(0))?;
        let mut numbers = Self {
            next: 0,
            end: taken,
            counted_since: None,
        };
        numbers.restart(tx, user, given)?;
        tx.execute(
            "UPDATE point_number SET counted_since = COALESCE(counted_since, ?2) WHERE user_id = ?1",
            params![user, tx.now()],
        )?;
        Ok(numbers)
    }

    /// Continues after a number that was already used.
    fn restart(&mut self, tx: &mut Tx<'_>, user: &UserId, given: i64) -> Result<(), StoreError> {
        let taken = self.end - self.next;
        let next = given.checked_add(1).ok_or_else(|| used_up(user))?;
        let end = next.checked_add(taken).ok_or_else(|| used_up(user))?;
        (self.next, self.end) = (next, end);
        tx.execute(
            "UPDATE point_number SET used = ?2 WHERE user_id = ?1",
            params![user, end - 1],
        )
        .map(drop)
    }

    fn next(&mut self, tx: &mut Tx<'_>, user: &UserId) -> Result<i64, StoreError> {
        if self.next == self.end {
            *self = Self::lock(tx, user, MORE_NUMBERS)?;
        }
        self.next += 1;
        Ok(self.next - 1)
    }
}

/// Records everything that a claim states, unless it is recorded already: from then on, changes are counted.
pub(super) fn begin_counting(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<(), StoreError> {
    change(tx, account_keys, 1, |_, _| Ok(()))
}

/// Whether a counter can be the one of an account whose state has this version.
fn is_plausible(tx: &Tx<'_>, user: &UserId, used: i64, version: i64) -> Result<bool, StoreError> {
    if used < version {
        return Ok(false);
    }
    // The rows are read only where the state alone does not explain the counter.
    Ok(used <= version.saturating_add(MAX_AHEAD)
        || used <= greatest_given(tx, user, version)?.saturating_add(MAX_AHEAD))
}

/// The greatest number that was given, as far as the state's version and the stored rows show it. A row
/// whose number is above [`MAX_NUMBER`] is passed over: no counter gave it.
fn greatest_given(tx: &Tx<'_>, user: &UserId, version: i64) -> Result<i64, StoreError> {
    Ok(state::highest_number(tx, user, MAX_NUMBER)?.max(version))
}

fn used_up(user: &UserId) -> StoreError {
    StoreError::Damaged(format!(
        "table point_number, account {user}: no number is left above the account's state"
    ))
}

/// Numbers taken at once, where a transaction takes more than its caller knew.
const MORE_NUMBERS: usize = 256;
/// The maximum lead of an account's counter over the version of its state: more than a transaction
/// needs.
const MAX_AHEAD: i64 = 1 << 20;
/// The largest valid counter, far from an overflow.
const MAX_NUMBER: i64 = 1 << 62;
