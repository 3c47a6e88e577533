//! The profile of an account, one sealed row. The row has a number of the account's counter like every
//! versioned row, so the ledger detects a row that an older copy replaced. Its content is a JSON text of
//! `lockstep-fitness`.

use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use super::profile_row::{put, stored};
use super::{changes, day, ledger};

/// Returns the last stored profile; `None` if the account has none. Its version is compared with the account's
/// state if that opens.
///
/// # Errors
/// [`StoreError::Damaged`] if the row does not open, or is not the row last written.
pub fn last(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Option<String>, StoreError> {
    let stored = stored(tx, account_keys)?;
    if let Some(expected) = ledger::profile_version(tx, account_keys)?
        && expected != stored.as_ref().map(|(version, _)| *version)
    {
        return Err(StoreError::Damaged(format!(
            "profile of {}: it is not the version last written",
            account_keys.user()
        )));
    }
    Ok(stored.map(|(_, text)| text))
}

/// Replaces the profile. With `has_other_zone`, the account's days begin at other times from now on: the
/// values derived of days are deleted, and the time of the change is recorded.
///
/// # Errors
/// [`StoreError`].
pub fn save(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    text: &str,
    has_other_zone: bool,
) -> Result<(), StoreError> {
    ledger::change(tx, account_keys, 1, |tx, ledger| {
        if has_other_zone {
            day::forget_all(tx, ledger)?;
            changes::note_zone(tx, ledger)?;
        }
        let version = ledger.next(tx)?;
        put(tx, account_keys, text, version)?;
        ledger.stored_profile(version);
        Ok(())
    })
}
