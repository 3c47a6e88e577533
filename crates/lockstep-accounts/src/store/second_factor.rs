//! Stores the mark in an account's row that states whether its sign-ins need a second factor, and compares the rows of
//! the second factor with the audit log.
//!
//! The mark is a digest under the key of the index of names: an edit of the database cannot make it. So a removed row
//! of TOTP does not make a code unnecessary.

use std::collections::BTreeMap;

use lockstep_store::audit::entry;
use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, StoreError, Tx, params};
use lockstep_web::KeyedDigest;
use serde_json::Value as Json;

use super::{ACCOUNT_ROW, IS_ERASED, has_row, is_erased, totp};
use crate::events;
use crate::names::NameIndex;
use crate::totp::RECOVERY_CODES;

/// Whether the mark of an account states that sign-ins need a second factor; `None` if it cannot be read. For an account
/// without a row, or an erased one, it is `false`: other checks refuse its sign-ins.
pub(crate) fn is_required(
    tx: &Tx<'_>,
    user: &UserId,
    index: &NameIndex,
) -> Result<Option<bool>, StoreError> {
    let stored = tx.query_opt(
        &format!("SELECT second_factor FROM account WHERE id = ?1 AND NOT {IS_ERASED}"),
        params![user],
        |row| Ok(row.at::<Option<KeyedDigest>>(0).unwrap_or_default()),
    )?;
    Ok(stored.map_or(Some(false), |mark| read(index, user, mark)))
}

fn read(index: &NameIndex, user: &UserId, mark: Option<KeyedDigest>) -> Option<bool> {
    let mark = mark?;
    [false, true]
        .into_iter()
        .find(|is_required| index.second_factor(user, *is_required) == mark)
}

/// Replaces the mark of an account.
pub(crate) fn set(
    tx: &mut Tx<'_>,
    user: &UserId,
    index: &NameIndex,
    is_required: bool,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET second_factor = ?2 WHERE id = ?1",
        params![user, &index.second_factor(user, is_required)],
    )
    .map(drop)
}

/// An account, and whether [`settle`] replaces its mark.
pub(crate) struct MarkedAccount {
    pub(crate) user: UserId,
    pub(crate) is_unsettled: bool,
}

/// Returns accounts after this id.
pub(crate) fn marked_after(
    tx: &Tx<'_>,
    index: &NameIndex,
    after: &str,
    limit: u32,
) -> Result<Vec<MarkedAccount>, StoreError> {
    tx.query_skipping(
        ACCOUNT_ROW,
        &format!(
            "SELECT id, second_factor,
                EXISTS (SELECT 1 FROM totp WHERE user_id = account.id AND confirmed_at IS NOT NULL)
             FROM account WHERE id > ?1 AND NOT {IS_ERASED} ORDER BY id LIMIT ?2"
        ),
        params![after, limit],
        |row| {
            let user: UserId = row.parse(0)?;
            let mark = row.at::<Option<KeyedDigest>>(1).unwrap_or_default();
            let is_unsettled = match read(index, &user, mark) {
                Some(is_required) => !is_required && row.at::<bool>(2)?,
                None => true,
            };
            Ok(MarkedAccount { user, is_unsettled })
        },
    )
}

/// Replaces a mark that cannot be read by what the audit log and the row of TOTP state, and a mark that denies a stored
/// TOTP. Where one of them states that a code is needed, it is; where the log may lack a later entry, the row decides.
/// Returns whether the mark was replaced.
pub(crate) fn settle(
    tx: &mut Tx<'_>,
    user: &UserId,
    index: &NameIndex,
    stated: &StatedFactors,
) -> Result<bool, StoreError> {
    let marked = is_required(tx, user, index)?;
    let is_stored = totp::enabled(tx, user)?.is_some();
    if marked.is_some_and(|is_required| is_required || !is_stored) {
        return Ok(false);
    }
    set(tx, user, index, is_stored || stated.is_surely_enabled(user))?;
    Ok(true)
}

/// The second factors of live accounts according to the audit log, by the accounts' ids.
#[derive(Default)]
pub(crate) struct StatedFactors {
    accounts: BTreeMap<String, StatedFactor>,
    /// The number of the last entry whose body was erased with its actor: an administrator may have reset TOTP with it.
    last_erased: i64,
}

struct StatedFactor {
    /// The number of the newest entry that states it.
    seq: i64,
    is_enabled: bool,
    /// The number of unused recovery codes, if an entry states it.
    recovery_codes: Option<u64>,
}

impl StatedFactors {
    /// Adds a successful entry about an account, with its number and action.
    pub(super) fn add(&mut self, (seq, action): (i64, &str), account: &str, metadata: &Json) {
        let stated = if action == events::TOTP_ENABLE.name()
            || action == events::TOTP_RECOVERY_CODES.name()
        {
            (true, Some(RECOVERY_CODES as u64))
        } else if action == events::TOTP_RECOVERY.name() {
            (true, metadata["recoveryCodesLeft"].as_u64())
        } else if action == events::TOTP_DISABLE.name() || action == events::TOTP_RESET.name() {
            (false, Some(0))
        } else {
            let of_account = [
                events::USER_CREATE,
                events::USER_DELETE_BEGIN,
                events::USER_DELETE_AGAIN,
            ];
            if of_account.iter().any(|kind| kind.name() == action) {
                self.accounts.remove(account);
            }
            return;
        };
        let (is_enabled, recovery_codes) = stated;
        let stated = StatedFactor {
            seq,
            is_enabled,
            recovery_codes,
        };
        self.accounts.insert(account.to_owned(), stated);
    }

    /// Records the erased entries after all entries were added.
    pub(super) fn note_erased(&mut self, tx: &Tx<'_>) -> Result<(), StoreError> {
        let enabled = self.accounts.values().filter(|stated| stated.is_enabled);
        let Some(first) = enabled.map(|stated| stated.seq).min() else {
            return Ok(());
        };
        entry::visit_erased(tx, first, |seq, _| self.last_erased = seq)
    }

    /// Whether the log states that TOTP is enabled, and no later entry is erased that may have removed it.
    fn is_surely_enabled(&self, user: &UserId) -> bool {
        let stated = self.accounts.get(user.as_str());
        stated.is_some_and(|stated| stated.is_enabled && !self.is_ambiguous(stated))
    }

    fn is_ambiguous(&self, stated: &StatedFactor) -> bool {
        self.last_erased > stated.seq
    }
}

/// Returns what the audit log states. Reads the whole log.
pub(crate) fn stated(tx: &Tx<'_>) -> Result<StatedFactors, StoreError> {
    let mut stated = StatedFactors::default();
    entry::visit_component(tx, "accounts", |seq, action, details, metadata| {
        let account = details.rsplit(' ').next().unwrap_or_default();
        stated.add((seq, action), account, metadata);
    })?;
    stated.note_erased(tx)?;
    Ok(stated)
}

/// Returns the accounts whose rows of the second factor are not those that the audit log states.
pub(super) fn check_rows(
    tx: &Tx<'_>,
    factors: &StatedFactors,
) -> Result<Vec<DamagedRow>, StoreError> {
    let mut differing = Vec::new();
    for (account, stated) in &factors.accounts {
        let Ok(user) = account.parse::<UserId>() else {
            continue;
        };
        if !has_row(tx, &user)? || is_erased(tx, &user)? {
            continue;
        }
        let is_enabled = totp::enabled(tx, &user)?.is_some();
        let codes = totp::count_recovery_codes(tx, &user)?;
        let (table, reason) = match (stated.is_enabled, is_enabled) {
            (true, false) if factors.is_ambiguous(stated) => (
                "totp",
                format!(
                    "the audit log states that TOTP is enabled, and no confirmed row is stored. An administrator whose \
                     account was erased since may have removed it: if not, restore a backup; `lockstep user reset-totp \
                     {user}` ends this report"
                ),
            ),
            (true, false) => (
                "totp",
                format!(
                    "the audit log states that TOTP is enabled, and no confirmed row is stored: restore a backup, or \
                     remove TOTP with `lockstep user reset-totp {user}`, so that the account enables it again"
                ),
            ),
            (false, true) => (
                "totp",
                format!(
                    "the audit log states that TOTP was removed, and a row is stored: `lockstep user reset-totp {user}` \
                     removes it"
                ),
            ),
            _ => match stated.recovery_codes {
                Some(right) if right != codes => (
                    "recovery_code",
                    format!(
                        "{codes} recovery codes are stored, and the audit log states {right}: the account replaces them \
                         at POST /api/auth/totp/recovery-codes"
                    ),
                ),
                _ => continue,
            },
        };
        differing.push(DamagedRow {
            table,
            account: Some(user.to_string()),
            row: user.to_string(),
            reason,
        });
    }
    Ok(differing)
}
