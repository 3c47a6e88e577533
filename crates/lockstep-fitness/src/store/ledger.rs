//! Which versioned rows of an account are live: one sealed row for each account, in `point_state`.
//!
//! Each chunk, client block, day and profile has a number from the account's counter. A number is given
//! once; it is the row's version and a part of its sealed context. The state holds a keyed sum over the
//! numbers of the stored rows, for each table. A transaction that inserts or deletes such a row changes
//! the sum by this row, and seals the state again. A scrub computes the sums from the rows: a row that was
//! replaced by an older copy, added or removed outside the server changes them.
//!
//! Not detected: all rows of an account replaced by older copies together with its state and counter.

mod check;
mod state;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;

pub(crate) use check::{check, is_counter_right, restore_counter};
pub(crate) use state::Table;
use state::{State, Stored};

use super::registry;

/// The account's counter and state in one transaction. Only [`change`] creates a ledger, so every
/// changed ledger is stored.
pub(crate) struct Ledger<'r> {
    account_keys: &'r AccountKeys,
    numbers: Numbers,
    state: State,
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
    let mut numbers = Numbers::lock(tx, account_keys.user(), about.max(1))?;
    let state = match State::stored(tx, account_keys)? {
        Stored::Sealed { version, state } => {
            if version >= numbers.next {
                tracing::error!(
                    account = %account_keys.user(),
                    "the account's counter was lower than its state says, and was raised"
                );
                numbers.raise(tx, account_keys.user(), version)?;
            }
            *state
        }
        Stored::Absent => begin(tx, account_keys, &mut numbers, false)?,
        Stored::Unreadable => begin(tx, account_keys, &mut numbers, true)?,
    };
    let mut ledger = Ledger {
        account_keys,
        numbers,
        state,
    };
    let done = act(tx, &mut ledger)?;
    // Every change takes a number, so each state of an account has a different version.
    ledger
        .state
        .store(tx, account_keys, ledger.numbers.end - 1)?;
    Ok(done)
}

impl<'r> Ledger<'r> {
    pub(super) fn account_keys(&self) -> &'r AccountKeys {
        self.account_keys
    }

    pub(super) fn user(&self) -> &'r UserId {
        self.account_keys.user()
    }

    /// Returns a number that no row of the account has or had.
    pub(super) fn next(&mut self, tx: &mut Tx<'_>) -> Result<i64, StoreError> {
        self.numbers.next(tx, self.account_keys.user())
    }

    /// Records that a row with this number was inserted.
    pub(super) fn inserted(&mut self, table: Table, number: i64) {
        self.state
            .sum_mut(table)
            .add(self.account_keys, table, number);
    }

    /// Records that the row with this number was deleted.
    pub(super) fn deleted(&mut self, table: Table, number: i64) {
        self.state
            .sum_mut(table)
            .subtract(self.account_keys, table, number);
    }

    /// Records that no row of a table is left.
    pub(super) fn cleared(&mut self, table: Table) {
        *self.state.sum_mut(table) = state::Sum::default();
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
        Stored::Sealed { state, .. } => Some(state.profile),
        Stored::Absent | Stored::Unreadable => None,
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

/// Accepts the stored rows of an account as its current rows, on an operator's decision.
pub(crate) fn accept(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    change(tx, account_keys, 1, |tx, ledger| {
        ledger.state = State::of_rows(tx, account_keys)?;
        Ok(())
    })
}

/// Creates the state of an account that is older than states. Does nothing if the account has a state,
/// or if its rows show that it had one.
pub(crate) fn record(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    let is_due = matches!(State::stored(tx, account_keys)?, Stored::Absent)
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
    let highest = state::highest_number(tx, user)?;
    if highest >= numbers.next {
        numbers.raise(tx, user, highest)?;
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
        if registry::seal_again(tx, account_keys, version)? {
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
}

impl Numbers {
    fn lock(tx: &mut Tx<'_>, user: &UserId, about: usize) -> Result<Self, StoreError> {
        let taken = about as i64;
        let end: i64 = tx.query_one(
            "INSERT INTO point_number(user_id, used, counted_since) VALUES (?1, ?2, ?3)
             ON CONFLICT (user_id) DO UPDATE SET used = point_number.used + excluded.used,
                 counted_since = COALESCE(point_number.counted_since, excluded.counted_since)
             RETURNING used",
            params![user, taken, tx.now()],
            |row| row.at(0),
        )?;
        Ok(Self {
            next: end - taken + 1,
            end: end + 1,
        })
    }

    /// Continues after a number that was already used.
    fn raise(&mut self, tx: &mut Tx<'_>, user: &UserId, given: i64) -> Result<(), StoreError> {
        let taken = self.end - self.next;
        (self.next, self.end) = (given + 1, given + 1 + taken);
        tx.execute(
            "UPDATE point_number SET used = ?2 WHERE user_id = ?1",
            params![user, given + taken],
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

/// Starts counting an account's changes, unless they are already counted.
pub(super) fn begin_counting(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    Numbers::lock(tx, user, 0).map(drop)
}

const MORE_NUMBERS: usize = 256;
