//! What the vault stores of an account, counted as the triggers of `account_usage` count it.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, Usage, params};

pub(crate) fn of(tx: &Tx<'_>, user: &UserId) -> Result<Usage, StoreError> {
    let mut bytes = 0;
    for (table, columns) in COUNTED {
        let lengths: Vec<String> = columns
            .iter()
            .map(|column| format!("coalesce(length({column}), 0)"))
            .collect();
        let sql = format!(
            "SELECT CAST(coalesce(SUM({}), 0) AS BIGINT) FROM {table} WHERE user_id = ?1",
            lengths.join(" + ")
        );
        bytes += tx.query_one(&sql, params![user], |row| row.at::<u64>(0))?;
    }
    Ok(Usage {
        bytes,
        ..Usage::default()
    })
}

/// Tables, and their columns that count.
const COUNTED: [(&str, &[&str]); 2] = [
    ("evaluation_key", &["public", "body"]),
    ("attested_root", &["record", "signature", "envelope"]),
];
