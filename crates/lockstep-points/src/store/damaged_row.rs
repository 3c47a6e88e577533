//! The report of a damaged row.

use lockstep_store::Timestamp;
use lockstep_vault::AccountKeys;
use lockstep_web::capability::Damage;

/// Describes a damaged row of an account, with the range of its points if it has one.
pub(crate) fn damage(
    account_keys: &AccountKeys,
    table: &'static str,
    row: &str,
    range: Option<(i64, i64)>,
    reason: &str,
) -> Damage {
    Damage {
        table: table.into(),
        account: Some(account_keys.user().to_string()),
        row: row.to_owned(),
        from: range.map(|(from, _)| Timestamp(from)),
        to: range.map(|(_, to)| Timestamp(to)),
        points: 0,
        reason: reason.to_owned(),
    }
}
