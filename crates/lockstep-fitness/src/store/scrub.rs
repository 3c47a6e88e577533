//! What an account has stored besides its chunks, opened row by row: for a scrub.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::Ring;
use lockstep_web::house::Damage;

use super::{client, day, registry, told};

/// The first account after this one, of which anything is stored.
pub(crate) fn account_after(tx: &Tx<'_>, after: &str) -> Result<Option<UserId>, StoreError> {
    let tables: Vec<String> = TABLES
        .iter()
        .map(|table| format!("SELECT MIN(user_id) AS user_id FROM {table} WHERE user_id > ?1"))
        .collect();
    let sql = format!(
        "SELECT user_id FROM ({}) AS found WHERE user_id IS NOT NULL ORDER BY user_id LIMIT 1",
        tables.join(" UNION ALL ")
    );
    tx.query_opt(&sql, params![after], |row| row.parse(0))
}

/// Every table of this capability that an account has rows of.
const TABLES: &[&str] = &[
    "series",
    "seg",
    "seg_body",
    "profile",
    "told_insight",
    "day",
    "client_block",
    "point_state",
];

/// What is wrong with an account's rows besides its chunks; adds the rows looked at to `rows`.
pub(crate) fn rows(tx: &Tx<'_>, ring: &Ring, rows: &mut u64) -> Result<Vec<Damage>, StoreError> {
    let mut found = Vec::new();
    *rows += day::check(tx, ring, |kind, t0, t1| {
        found.push(damage(
            ring,
            "day",
            kind,
            Some((t0, t1)),
            "it does not open",
        ));
    })?;
    *rows += told::check(tx, ring, |id| {
        found.push(damage(ring, "told_insight", id, None, "it does not open"));
    })?;
    *rows += 1;
    if registry::stored_profile(tx, ring).is_err() {
        found.push(damage(ring, "profile", "", None, "it does not open"));
    }
    *rows += client::check(tx, ring, |head| {
        let range = Some((head.first.0, head.last.0));
        let row = head.id.to_string();
        found.push(damage(
            ring,
            "client_block",
            &row,
            range,
            "it does not open",
        ));
    })?;
    found.extend(rows_that_disagree(tx, ring)?);
    Ok(found)
}

/// Rows that do not fit one another: series and their chunks, chunks and their bytes, chunks and keys.
fn rows_that_disagree(tx: &Tx<'_>, ring: &Ring) -> Result<Vec<Damage>, StoreError> {
    let user = ring.user();
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
        |row| Ok((row.at::<i64>(0)?, row.at::<i64>(1)?, row.at::<i64>(2)?)),
    )?;
    for (id, first, last) in series {
        let row = id.to_string();
        let why = "its row does not agree with its chunks";
        found.push(damage(ring, "series", &row, Some((first, last)), why));
    }
    let nameless = tx.query(
        "SELECT series_id, t0, t1 FROM seg WHERE user_id = ?1 AND NOT EXISTS
             (SELECT 1 FROM series WHERE series.user_id = ?1 AND series.id = seg.series_id)",
        params![user],
        |row| Ok((row.at::<i64>(0)?, row.at::<i64>(1)?, row.at::<i64>(2)?)),
    )?;
    for (series, t0, t1) in nameless {
        let row = series.to_string();
        found.push(damage(
            ring,
            "seg",
            &row,
            Some((t0, t1)),
            "its series is missing",
        ));
    }
    let odd = tx.query(
        "SELECT series_id, t0, t1 FROM seg WHERE user_id = ?1 AND codec NOT IN (1, 2, 3)",
        params![user],
        |row| Ok((row.at::<i64>(0)?, row.at::<i64>(1)?, row.at::<i64>(2)?)),
    )?;
    for (series, t0, t1) in odd {
        let row = series.to_string();
        let why = "it names no codec that there is";
        found.push(damage(ring, "seg", &row, Some((t0, t1)), why));
    }
    let bodies = tx.query(
        "SELECT id FROM seg_body WHERE user_id = ?1
             AND id NOT IN (SELECT body_id FROM seg WHERE user_id = ?1)
             AND id NOT IN (SELECT body_id FROM damaged_chunk WHERE user_id = ?1)",
        params![user],
        |row| row.at::<i64>(0),
    )?;
    for body in bodies {
        let row = body.to_string();
        found.push(damage(ring, "seg_body", &row, None, "no chunk names it"));
    }
    let keys = tx.query(
        "SELECT DISTINCT key_id, MIN(t0), MAX(t1) FROM seg
         WHERE user_id = ?1 AND key_id IS NOT NULL GROUP BY key_id",
        params![user],
        |row| Ok((row.at::<String>(0)?, row.at::<i64>(1)?, row.at::<i64>(2)?)),
    )?;
    for (key, t0, t1) in keys {
        let is_known = match key.parse::<KeyId>() {
            Ok(key) => ring.knows(tx, &key)?,
            Err(_) => false,
        };
        if !is_known {
            let why = "its key is not among the account's";
            found.push(damage(ring, "seg", &key, Some((t0, t1)), why));
        }
    }
    Ok(found)
}

pub(crate) fn damage(
    ring: &Ring,
    table: &'static str,
    row: &str,
    range: Option<(i64, i64)>,
    reason: &str,
) -> Damage {
    Damage {
        table: table.into(),
        account: Some(ring.user().to_string()),
        row: row.to_owned(),
        from: range.map(|(from, _)| Timestamp(from)),
        to: range.map(|(_, to)| Timestamp(to)),
        points: 0,
        reason: reason.to_owned(),
    }
}
