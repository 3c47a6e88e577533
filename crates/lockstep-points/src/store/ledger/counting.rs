//! The time since which an account's deletions and replacements are counted. The account's sealed state has it
//! too; where an older state does not, the stored time is bounded.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::state::{State, StoredState};

/// The stored time since which changes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountingStart {
    /// Nothing is counted yet.
    Never,
    /// Changes are counted since this time.
    Since(Timestamp),
    /// The time is unreadable, not the one last written, before the account or in the future.
    Damaged,
}

/// Returns the time since which the account's changes are counted.
pub(crate) fn counted_since(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<CountingStart, StoreError> {
    let sealed = match State::stored(tx, account_keys)? {
        StoredState::Sealed { state, .. } => state.counted_since,
        StoredState::Absent | StoredState::Unreadable => None,
    };
    compared(tx, account_keys.user(), sealed)
}

/// Compares the stored time with the sealed one.
pub(super) fn compared(
    tx: &Tx<'_>,
    user: &UserId,
    sealed: Option<Timestamp>,
) -> Result<CountingStart, StoreError> {
    let stored = tx.query_opt(
        "SELECT counted_since FROM point_number WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at::<Option<Timestamp>>(0).ok()),
    )?;
    // Without a row nothing was stored.
    let stored = stored.unwrap_or(Some(None));
    Ok(start(user, tx.now(), stored, sealed))
}

/// `stored` is `None` if it is unreadable.
fn start(
    user: &UserId,
    now: Timestamp,
    stored: Option<Option<Timestamp>>,
    sealed: Option<Timestamp>,
) -> CountingStart {
    match (stored, sealed) {
        (Some(None), None) => CountingStart::Never,
        (Some(Some(at)), Some(sealed)) if at == sealed => CountingStart::Since(at),
        (Some(Some(at)), None) if user.created_at() <= at && at <= now => CountingStart::Since(at),
        _ => CountingStart::Damaged,
    }
}

/// Restores the stored time where it is damaged: from the sealed time, else as the present time, since nothing
/// says that changes were counted before. `stored` is the stored time, if it was read. Returns the time.
pub(super) fn restored(
    tx: &mut Tx<'_>,
    user: &UserId,
    (stored, sealed): (Option<Timestamp>, Option<Timestamp>),
) -> Result<Timestamp, StoreError> {
    let counted = match stored {
        Some(stored) => start(user, tx.now(), Some(Some(stored)), sealed),
        None => compared(tx, user, sealed)?,
    };
    if let CountingStart::Since(at) = counted {
        return Ok(at);
    }
    let at = sealed.unwrap_or_else(|| tx.now());
    if counted == CountingStart::Damaged {
        tracing::error!(
            account = %user,
            "the time since which the account's changes are counted was damaged, and was restored"
        );
    }
    tx.execute(
        "UPDATE point_number SET counted_since = ?2 WHERE user_id = ?1",
        params![user, at],
    )?;
    Ok(at)
}
