//! Compares an account's rows with its state, for a scrub.

use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_web::capability::Damage;

use super::state::{self, State, StoredState, Table};
use super::{CountingStart, claimed, counting, greatest_given, is_plausible, names};
use crate::store::damaged_row::damage;

/// The result of checking an account's state.
#[derive(Debug, Default)]
pub(crate) struct LedgerCheck {
    pub(crate) damaged: Vec<Damage>,
    /// Whether the account has rows older than states, and no state yet.
    pub(crate) is_unrecorded: bool,
    /// Whether rows of days differ: they are derived, so they can be dropped.
    pub(crate) days_differ: bool,
}

/// Computes the sums from the account's rows and compares them with its state.
pub(crate) fn check(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<LedgerCheck, StoreError> {
    compare(tx, account_keys, &Table::ALL)
}

/// As [`check`], without the days, which are derived: a claim states nothing of them.
pub(crate) fn check_claimed(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<Damage>, StoreError> {
    let checked = compare(tx, account_keys, &[Table::Chunk, Table::ClientBlock])?;
    Ok(checked.damaged)
}

fn compare(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    tables: &[Table],
) -> Result<LedgerCheck, StoreError> {
    let mut checked = LedgerCheck::default();
    let mut found = |table, row: &str, reason: &str| {
        checked
            .damaged
            .push(damage(account_keys, table, row, None, reason));
    };
    let user = account_keys.user();
    if counting::counted_since(tx, account_keys)? == CountingStart::Damaged {
        found("point_number", "", OTHER_SINCE);
    }
    let rows = claimed::claimed_rows(tx, account_keys)?;
    if rows.is_zone_damaged {
        found("zone_change", "", OTHER_ZONE);
    }
    if rows.are_counts_damaged {
        found("point_change", "", OTHER_COUNTS);
    }
    for series in names::renamed(tx, account_keys)? {
        found("series", &series.to_string(), RENAMED);
    }
    let (version, state) = match State::stored(tx, account_keys)? {
        StoredState::Sealed { version, state, .. } => (version, state),
        StoredState::Unreadable => {
            found("point_state", "", UNREADABLE);
            return Ok(checked);
        }
        StoredState::Absent => {
            if state::is_all_unversioned(tx, user)? {
                checked.is_unrecorded = true;
            } else {
                found("point_state", "", MISSING);
            }
            return Ok(checked);
        }
    };
    if let Some(at) = state.lost_at {
        found("point_state", "", &lost_at(at));
    }
    let used = tx.query_opt(
        "SELECT used FROM point_number WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at::<i64>(0).ok()),
    )?;
    let is_right = match used.flatten() {
        Some(used) => is_plausible(tx, user, used, version)?,
        None => false,
    };
    if !is_right {
        found("point_number", "", OTHER_COUNTER);
    }
    if state::unversioned_to(tx, user)? != state.unversioned_to {
        found("point_number", "", OTHER_LIMIT);
    }
    if state::profile_version(tx, user)? != state.profile {
        found("profile", "", NOT_LAST_WRITTEN);
    }
    for table in tables.iter().copied() {
        let (stored, last) = (
            state::sum_of_rows(tx, account_keys, table)?,
            state.sum(table),
        );
        if stored != *last {
            let reason = format!(
                "{NOT_LAST_WRITTEN}: rows stored: {}, rows last written: {}",
                stored.rows,
                last.rows.cast_signed()
            );
            found(table.name(), "", &reason);
            if table == Table::Day {
                checked.days_differ = true;
            }
        }
    }
    Ok(checked)
}

fn lost_at(at: Timestamp) -> String {
    format!(
        "the state of the account's rows was missing or did not open, and was made from the rows at {at}: \
         whether they were the ones last written is not known"
    )
}

/// Returns whether the stored rows of chunks may lack one that was written; see [`Ledger::lacks_chunks`].
///
/// [`Ledger::lacks_chunks`]: super::Ledger::lacks_chunks
pub(crate) fn lacks_chunks(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<bool, StoreError> {
    match State::stored(tx, account_keys)? {
        StoredState::Sealed { state, .. } => differs(tx, account_keys, &state),
        StoredState::Unreadable => Ok(true),
        StoredState::Absent => Ok(!state::is_all_unversioned(tx, account_keys.user())?),
    }
}

/// Returns `numbers` if the rows of chunks without them are the ones last written, and with them are not: an older
/// copy brought them back.
pub(crate) fn not_last_written<'n>(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    numbers: &'n [i64],
) -> Result<Option<&'n [i64]>, StoreError> {
    match State::stored(tx, account_keys)? {
        StoredState::Sealed { state, .. } => fits_without(tx, account_keys, &state, numbers),
        StoredState::Absent | StoredState::Unreadable => Ok(None),
    }
}

pub(super) fn fits_without<'n>(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    state: &State,
    numbers: &'n [i64],
) -> Result<Option<&'n [i64]>, StoreError> {
    if numbers.is_empty() || state.lost_at.is_some() {
        return Ok(None);
    }
    let mut stored = state::sum_of_rows(tx, account_keys, Table::Chunk)?;
    for number in numbers {
        stored.subtract(state::term(account_keys, Table::Chunk, *number));
    }
    Ok((stored == *state.sum(Table::Chunk)).then_some(numbers))
}

/// Whether the rows of chunks are others than the state records, or the state was lost.
pub(super) fn differs(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    state: &State,
) -> Result<bool, StoreError> {
    if state.lost_at.is_some() {
        return Ok(true);
    }
    let stored = state::sum_of_rows(tx, account_keys, Table::Chunk)?;
    Ok(stored != *state.sum(Table::Chunk))
}

/// Returns whether the account's row in `point_number` agrees with the state. If no state opens, only the time
/// since which changes are counted can be judged.
pub(crate) fn is_counter_right(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<bool, StoreError> {
    if counting::counted_since(tx, account_keys)? == CountingStart::Damaged {
        return Ok(false);
    }
    let StoredState::Sealed { version, state, .. } = State::stored(tx, account_keys)? else {
        return Ok(true);
    };
    let row = tx.query_opt(
        "SELECT used, unversioned_to FROM point_number WHERE user_id = ?1",
        params![account_keys.user()],
        |row| Ok(row.at::<i64>(0).ok().zip(row.at::<i64>(1).ok())),
    )?;
    let Some((used, limit)) = row.flatten() else {
        return Ok(false);
    };
    Ok(limit == state.unversioned_to && is_plausible(tx, account_keys.user(), used, version)?)
}

/// Restores the account's row in `point_number` from the state.
pub(crate) fn restore_counter(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<(), StoreError> {
    let user = account_keys.user();
    let StoredState::Sealed { version, state, .. } = State::stored(tx, account_keys)? else {
        return counting::restored(tx, user, (None, None)).map(drop);
    };
    let stored = tx.query_opt(
        "SELECT used FROM point_number WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at::<i64>(0).ok()),
    )?;
    let used = match stored.flatten() {
        Some(used) if is_plausible(tx, user, used, version)? => used,
        _ => greatest_given(tx, user, version)?,
    };
    tx.execute(
        "INSERT INTO point_number(user_id, used, unversioned_to) VALUES (?1, ?2, ?3)
         ON CONFLICT (user_id) DO UPDATE
         SET used = excluded.used, unversioned_to = excluded.unversioned_to",
        params![user, used, state.unversioned_to],
    )?;
    match (
        counting::compared(tx, user, state.counted_since)?,
        state.counted_since,
    ) {
        // An account of an earlier version whose changes are not counted yet.
        (CountingStart::Never, None) => Ok(()),
        (_, sealed) => counting::restored(tx, user, (None, sealed)).map(drop),
    }
}

const NOT_LAST_WRITTEN: &str = "the account's rows are not the ones last written (a row was replaced by \
    an older copy, added or removed outside the server)";
const UNREADABLE: &str = "the state of the account's rows does not open";
const MISSING: &str = "the state of the account's rows is missing";
const OTHER_COUNTER: &str =
    "the account's counter is lower or far higher than its state says, or missing";
const OTHER_SINCE: &str = "column counted_since: the time is not the one last written, before the account, in \
    the future, or unreadable";
const OTHER_ZONE: &str = "the time of the last change of the time zone is not the one last written";
const OTHER_COUNTS: &str =
    "the counts of deleted and replaced points are not the ones last written";
pub(crate) const RENAMED: &str =
    "the type or the device is not the one of its points (changed outside the server)";
const OTHER_LIMIT: &str =
    "the number up to which chunks are unversioned is not the one last written";
