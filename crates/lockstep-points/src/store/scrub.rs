//! Reads every stored row of an account other than chunks, for a scrub.

use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_web::capability::Damage;

pub(crate) use super::damaged_row::damage;
use super::{client, day, ledger, profile_row, roots, unreferenced_bodies};

/// Returns the stored id of the first account after this one that has any rows; a damaged id is
/// returned unchanged.
pub(crate) fn account_after(tx: &Tx<'_>, after: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    // Only texts: bytes sort after every text.
    let tables: Vec<String> = TABLES
        .iter()
        .map(|table| {
            format!(
                "SELECT MIN(user_id) AS user_id FROM {table}
                 WHERE user_id > CAST(?1 AS TEXT) AND user_id < x''"
            )
        })
        .collect();
    let sql = format!(
        "SELECT CAST(user_id AS BLOB) FROM ({}) AS found WHERE user_id IS NOT NULL
         ORDER BY user_id LIMIT 1",
        tables.join(" UNION ALL ")
    );
    tx.query_opt(&sql, params![after], |row| row.at(0))
}

/// Returns the rows whose account is not a text, by table and account: [`account_after`] passes them over.
pub(crate) fn without_account(tx: &Tx<'_>) -> Result<Vec<Damage>, StoreError> {
    let mut found = Vec::new();
    for table in TABLES.iter().chain(UNSEALED_TABLES) {
        let rows = tx.query(
            &format!(
                "SELECT user_id, COUNT(*) FROM {table} WHERE user_id < '' OR user_id >= x''
                 GROUP BY user_id LIMIT {MAX_NAMED}"
            ),
            &[],
            |row| Ok((row.shown(0), row.at::<u64>(1)?)),
        )?;
        found.extend(rows.into_iter().map(|(account, count)| Damage {
            table: (*table).into(),
            account: Some(account),
            row: String::new(),
            from: None,
            to: None,
            points: 0,
            reason: format!(
                "table {table}, column user_id: expected a text: no account owns these {count} rows; restore \
                 them from a backup. The erasure of the account removes them where the bytes are its id"
            ),
        }));
    }
    Ok(found)
}

/// Every table of this capability with rows of an account.
const TABLES: &[&str] = &[
    "series",
    "seg",
    "seg_body",
    "profile",
    "day",
    "client_block",
    "point_state",
    "damaged_chunk",
];

/// Every other table with rows of an account.
const UNSEALED_TABLES: &[&str] = &["point_number", "point_change", "zone_change"];
/// The maximum number of accounts of a table that [`without_account`] names.
const MAX_NAMED: u32 = 100;

/// Returns the damage in an account's rows other than chunks; adds the number of rows read to `rows`.
pub(crate) fn rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    rows: &mut u64,
) -> Result<Vec<Damage>, StoreError> {
    let mut found = Vec::new();
    *rows += day::check(tx, account_keys, |kind, t0, t1| {
        found.push(damage(
            account_keys,
            "day",
            kind,
            Some((t0, t1)),
            "it does not open",
        ));
    })?;
    *rows += 1;
    if !profile_row::is_readable(tx, account_keys) {
        found.push(damage(
            account_keys,
            "profile",
            "",
            None,
            "it does not open",
        ));
    }
    let (heads, damaged) = client::check_heads(tx, account_keys.user())?;
    *rows += heads;
    found.extend(damaged.into_iter().map(Damage::from));
    *rows += client::check(tx, account_keys, |head| {
        let range = Some((head.first.0, head.last.0));
        let row = head.id.to_string();
        found.push(damage(
            account_keys,
            "client_block",
            &row,
            range,
            "it does not open",
        ));
    })?;
    found.extend(rows_that_disagree(tx, account_keys)?);
    Ok(found)
}

/// Returns inconsistent rows: series and their chunks, chunks and their bytes, chunks and keys.
fn rows_that_disagree(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Vec<Damage>, StoreError> {
    let user = account_keys.user();
    let mut found = Vec::new();
    let series = tx.query(
        "SELECT id, first_ts, last_ts FROM series WHERE user_id = ?1 AND (
             total <> (SELECT COALESCE(SUM(n), 0) FROM seg
                 WHERE seg.user_id = ?1 AND seg.series_id = series.id)
             OR first_ts <> (SELECT COALESCE(MIN(t0), first_ts + 1) FROM seg
                 WHERE seg.user_id = ?1 AND seg.series_id = series.id)
             OR last_ts <> (SELECT COALESCE(MAX(t1), last_ts + 1) FROM seg
                 WHERE seg.user_id = ?1 AND seg.series_id = series.id)
             OR mode NOT IN ('', 'Basic', 'FHE', 'ZK'))",
        params![user],
        |row| Ok((row.shown(0), row.at(1).unwrap_or(0), row.at(2).unwrap_or(0))),
    )?;
    for (row, first, last) in series {
        let reason = "its row does not agree with its chunks";
        found.push(damage(
            account_keys,
            "series",
            &row,
            Some((first, last)),
            reason,
        ));
    }
    found.extend(misnamed_chunks(tx, account_keys)?);
    if let Some(roots::UnsignedBlocks { count, range }) = roots::unsigned(tx, user)? {
        let reason = format!(
            "the signed roots of {count} committed blocks are missing: no claim is made over these times. Restore \
             the rows from a backup, or delete the points of these times and upload them again"
        );
        found.push(damage(
            account_keys,
            "attested_root",
            "",
            Some(range),
            &reason,
        ));
    }
    found.extend(unnamed_bodies(tx, account_keys)?);
    found.extend(chunks_of_unknown_keys(tx, account_keys)?);
    Ok(found)
}

/// Chunks whose series or codec there is none.
fn misnamed_chunks(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Vec<Damage>, StoreError> {
    let user = account_keys.user();
    let mut found = Vec::new();
    let nameless = tx.query(
        "SELECT series_id, t0, t1 FROM seg WHERE user_id = ?1 AND NOT EXISTS
             (SELECT 1 FROM series WHERE series.user_id = ?1 AND series.id = seg.series_id)",
        params![user],
        |row| Ok((row.shown(0), row.at(1).unwrap_or(0), row.at(2).unwrap_or(0))),
    )?;
    for (row, t0, t1) in nameless {
        found.push(damage(
            account_keys,
            "seg",
            &row,
            Some((t0, t1)),
            "its series is missing",
        ));
    }
    let odd = tx.query(
        "SELECT series_id, t0, t1 FROM seg WHERE user_id = ?1 AND codec NOT IN (1, 2, 3)",
        params![user],
        |row| Ok((row.shown(0), row.at(1).unwrap_or(0), row.at(2).unwrap_or(0))),
    )?;
    for (row, t0, t1) in odd {
        let reason = "it names no codec that there is";
        found.push(damage(account_keys, "seg", &row, Some((t0, t1)), reason));
    }
    Ok(found)
}

/// Bytes that no chunk names and that a scrub keeps: their key does not decrypt now, or the row of a chunk or the bytes
/// that it names are missing.
fn unnamed_bodies(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Vec<Damage>, StoreError> {
    let user = account_keys.user();
    let mut found = Vec::new();
    let bodies = tx.query(
        "SELECT id FROM seg_body WHERE user_id = ?1
             AND id NOT IN (SELECT body_id FROM seg WHERE user_id = ?1)
             AND id NOT IN (SELECT body_id FROM damaged_chunk WHERE user_id = ?1)",
        params![user],
        |row| Ok(row.shown(0)),
    )?;
    let reason = if bodies.is_empty() {
        ""
    } else if ledger::lacks_chunks(tx, account_keys)? {
        "no chunk names it, and the row of a chunk is missing: it is kept. Restore the rows of seg from a backup, or \
         accept the loss with `lockstep scrub --accept-rows ACCOUNT`"
    } else if unreferenced_bodies::lacks_bodies(tx, user)? {
        "no chunk names it, and a chunk names another that is missing: it is kept. Restore the rows of seg_body from a \
         backup, or delete the points of the damaged chunk"
    } else {
        "no chunk names it, and its key does not decrypt now"
    };
    for row in bodies {
        found.push(damage(account_keys, "seg_body", &row, None, reason));
    }
    Ok(found)
}

/// Chunks under a key that the account does not have.
fn chunks_of_unknown_keys(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<Damage>, StoreError> {
    let user = account_keys.user();
    let mut found = Vec::new();
    let keys = tx.query(
        "SELECT DISTINCT key_id, MIN(t0), MAX(t1) FROM seg
         WHERE user_id = ?1 AND key_id IS NOT NULL GROUP BY key_id",
        params![user],
        |row| Ok((row.shown(0), row.at(1).unwrap_or(0), row.at(2).unwrap_or(0))),
    )?;
    for (key, t0, t1) in keys {
        let is_known = match key.parse::<KeyId>() {
            Ok(key) => account_keys.knows(tx, &key)?,
            Err(_) => false,
        };
        if !is_known {
            let reason = "its key is not among the account's";
            found.push(damage(account_keys, "seg", &key, Some((t0, t1)), reason));
        }
    }
    Ok(found)
}
