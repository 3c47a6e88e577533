//! The rows that a claim states and no seal protects: the time of the last change of the time zone, and the
//! counts of deleted and replaced points. The account's sealed state has this time and a sum over the counts.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::state::{self, State, StoredState, Sum, SumTerm, Zone};

/// The counts of changed points of a type between two days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangeRow {
    /// The type of the points, as the API names it.
    pub(crate) kind: String,
    /// The first and the last day, counted from 1970-01-01 in UTC.
    pub(crate) days: (i64, i64),
    /// The number of deleted points.
    pub(crate) deleted: u64,
    /// The number of points replaced by another value.
    pub(crate) replaced: u64,
}

impl ChangeRow {
    pub(super) fn term(&self, account_keys: &AccountKeys) -> SumTerm {
        state::term_of(
            account_keys,
            CHANGE_LABEL,
            &[
                self.kind.as_bytes(),
                &self.days.0.to_be_bytes(),
                &self.days.1.to_be_bytes(),
                &self.deleted.to_be_bytes(),
                &self.replaced.to_be_bytes(),
            ],
        )
    }
}

/// The stored time of the last change of the time zone, compared with the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ZoneChange {
    /// The time zone was never changed.
    Never,
    /// The time zone was last changed at this time.
    At(Timestamp),
    /// The row is missing, unreadable, not the one last written, before the account or in the future.
    Damaged,
}

/// Whether the rows that a claim states are the ones last written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClaimedRows {
    /// Whether the time of the last change of the time zone is damaged.
    pub(crate) is_zone_damaged: bool,
    /// Whether the counts of changed points are damaged.
    pub(crate) are_counts_damaged: bool,
    /// Whether the account's state is of an earlier version, which does not record these rows.
    pub(crate) is_unrecorded: bool,
}

/// Compares the rows that a claim states with the account's state.
pub(crate) fn claimed_rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<ClaimedRows, StoreError> {
    let user = account_keys.user();
    let StoredState::Sealed { state, .. } = State::stored(tx, account_keys)? else {
        return Ok(ClaimedRows {
            is_zone_damaged: compared(tx, user, Zone::Unrecorded)? == ZoneChange::Damaged,
            ..ClaimedRows::default()
        });
    };
    Ok(ClaimedRows {
        is_zone_damaged: compared(tx, user, state.zone)? == ZoneChange::Damaged,
        are_counts_damaged: !are_counts_right(tx, account_keys, &state)?,
        is_unrecorded: state.zone == Zone::Unrecorded
            || state.changes.is_none()
            || !state.are_names_recorded,
    })
}

/// Returns the time of the last change of the account's time zone.
pub(crate) fn zone_changed_at(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<ZoneChange, StoreError> {
    let recorded = match State::stored(tx, account_keys)? {
        StoredState::Sealed { state, .. } => state.zone,
        StoredState::Absent | StoredState::Unreadable => Zone::Unrecorded,
    };
    compared(tx, account_keys.user(), recorded)
}

/// The result of [`repair_claimed`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RepairedClaimed {
    /// The time of the last change of the time zone was restored from the account's state.
    pub(crate) zone: bool,
    /// Counting of changed points began again.
    pub(crate) counts: bool,
}

/// Restores the rows that a claim states, and records those of a state of an earlier version.
pub(crate) fn repair_claimed(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<RepairedClaimed, StoreError> {
    let user = account_keys.user();
    super::change(tx, account_keys, 1, |tx, ledger| {
        let repaired = RepairedClaimed {
            zone: restore_zone(tx, user, &mut ledger.state)?,
            counts: !are_counts_right(tx, account_keys, &ledger.state)?,
        };
        if repaired.counts {
            recount(tx, user, &mut ledger.state)?;
        }
        Ok(repaired)
    })
}

/// Records the rows as they are stored in a state of an earlier version. A damaged time stays unrecorded until
/// it is repaired.
pub(super) fn record(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    state: &mut State,
) -> Result<(), StoreError> {
    if state.changes.is_none() {
        state.changes = Some(sum_of_counts(tx, account_keys)?);
    }
    if state.zone == Zone::Unrecorded {
        state.zone = match compared(tx, account_keys.user(), Zone::Unrecorded)? {
            ZoneChange::Never => Zone::Unchanged,
            ZoneChange::At(at) => Zone::ChangedAt(at),
            ZoneChange::Damaged => Zone::Unrecorded,
        };
    }
    Ok(())
}

/// Restores the time of the last change of the time zone where it is damaged: from the state, else as the
/// present time, which is not before it. Returns whether it was damaged.
pub(super) fn restore_zone(
    tx: &mut Tx<'_>,
    user: &UserId,
    state: &mut State,
) -> Result<bool, StoreError> {
    if compared(tx, user, state.zone)? != ZoneChange::Damaged {
        return Ok(false);
    }
    let at = match state.zone {
        Zone::Unchanged => {
            tx.execute("DELETE FROM zone_change WHERE user_id = ?1", params![user])?;
            return Ok(true);
        }
        Zone::ChangedAt(at) => at,
        Zone::Unrecorded => tx.now(),
    };
    put_zone(tx, user, at)?;
    state.zone = Zone::ChangedAt(at);
    Ok(true)
}

/// Stores the time of the last change of the time zone.
pub(crate) fn put_zone(tx: &mut Tx<'_>, user: &UserId, at: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO zone_change(user_id, changed_at) VALUES (?1, ?2)
         ON CONFLICT (user_id) DO UPDATE SET changed_at = excluded.changed_at",
        params![user, at],
    )
    .map(drop)
}

/// Counts changes from now on and from zero: nothing says how many there were before.
pub(super) fn recount(tx: &mut Tx<'_>, user: &UserId, state: &mut State) -> Result<(), StoreError> {
    let now = tx.now();
    tx.execute("DELETE FROM point_change WHERE user_id = ?1", params![user])?;
    tx.execute(
        "UPDATE point_number SET counted_since = ?2 WHERE user_id = ?1",
        params![user, now],
    )?;
    state.counted_since = Some(now);
    state.changes = Some(Sum::default());
    tracing::error!(
        account = %user,
        "the counts of the account's deleted and replaced points were not the ones last written: they are \
         counted from now on"
    );
    Ok(())
}

/// Whether the counts of changed points are the ones last written; true of a state that does not record them.
pub(super) fn are_counts_right(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    state: &State,
) -> Result<bool, StoreError> {
    match state.changes {
        Some(recorded) => Ok(sum_of_counts(tx, account_keys)? == recorded),
        None => Ok(true),
    }
}

fn compared(tx: &Tx<'_>, user: &UserId, recorded: Zone) -> Result<ZoneChange, StoreError> {
    let stored = tx.query_opt(
        "SELECT changed_at FROM zone_change WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at::<Timestamp>(0).ok()),
    )?;
    Ok(match (stored, recorded) {
        (None, Zone::Unchanged | Zone::Unrecorded) => ZoneChange::Never,
        (Some(Some(at)), Zone::ChangedAt(recorded)) if at == recorded => ZoneChange::At(at),
        (Some(Some(at)), Zone::Unrecorded) if user.created_at() <= at && at <= tx.now() => {
            ZoneChange::At(at)
        }
        _ => ZoneChange::Damaged,
    })
}

/// Computes the sum over the account's rows of `point_change`. An unreadable row was not written by the
/// server in this form: it counts as a row without content.
fn sum_of_counts(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Sum, StoreError> {
    let mut sum = Sum::default();
    tx.visit(
        "SELECT type, first_day, last_day, deleted, replaced FROM point_change WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let read = || {
                Ok::<_, StoreError>(ChangeRow {
                    kind: row.at(0)?,
                    days: (row.at(1)?, row.at(2)?),
                    deleted: row.at(3)?,
                    replaced: row.at(4)?,
                })
            };
            sum.add(read().map_or_else(|_| SumTerm::default(), |found| found.term(account_keys)));
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(sum)
}

/// The domain-separation label of rows of `point_change`; it never changes.
const CHANGE_LABEL: &str = "point change";
