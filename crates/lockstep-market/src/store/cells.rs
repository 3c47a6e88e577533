//! Rows of the cells that tokens offer, and of the answers about them.

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};

use crate::snapshot::{Cell, CellName};
use crate::token::{AnswersLeft, MAX_ANSWERS};

/// Records the cells of a token. A cell that was offered before with other points, or of which other points were sold,
/// is left out; returns the number of such cells.
pub(crate) fn offer_cells(
    tx: &mut Tx<'_>,
    (user, token): (&UserId, &TokenId),
    cells: &[Cell],
) -> Result<usize, StoreError> {
    let mut left_out = 0;
    for cell in cells {
        let Cell {
            name,
            points,
            digest,
        } = cell;
        let known = tx.query_opt(
            "SELECT digest, is_answered FROM market_cell
             WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND day = ?4",
            params![user, &name.kind, &name.device, name.day],
            |row| Ok((row.at::<[u8; 32]>(0)?, row.at::<i64>(1)? != 0)),
        )?;
        match known {
            Some((known, _)) if known != *digest => {
                left_out += 1;
                continue;
            }
            Some((_, true)) => {}
            Some((_, false)) => {
                tx.execute(
                    "UPDATE market_cell SET is_answered = 1
                     WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND day = ?4",
                    params![user, &name.kind, &name.device, name.day],
                )?;
            }
            None => insert(tx, user, cell, true)?,
        }
        tx.execute(
            "INSERT INTO market_token_cell(token_id, type, device, day, user_id, n)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                token.as_str(),
                &name.kind,
                &name.device,
                name.day,
                user,
                *points as i64
            ],
        )?;
    }
    Ok(left_out)
}

/// Records the cells whose points a token sells. Returns the first cell that was offered for answers with other points:
/// the difference between the points and an answer would be the points that no token sells.
pub(crate) fn sell_points<'c>(
    tx: &mut Tx<'_>,
    user: &UserId,
    cells: &'c [Cell],
) -> Result<Option<&'c CellName>, StoreError> {
    for cell in cells {
        let Cell { name, digest, .. } = cell;
        let known = tx.query_opt(
            "SELECT digest, is_answered FROM market_cell
             WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND day = ?4",
            params![user, &name.kind, &name.device, name.day],
            |row| Ok((row.at::<[u8; 32]>(0)?, row.at::<i64>(1)? != 0)),
        )?;
        match known {
            Some((known, true)) if known != *digest => return Ok(Some(name)),
            // Of points that several tokens sell, the first digest is kept: answers are given over these points alone,
            // which are all sold.
            Some(_) => {}
            None => insert(tx, user, cell, false)?,
        }
    }
    Ok(None)
}

fn insert(
    tx: &mut Tx<'_>,
    user: &UserId,
    cell: &Cell,
    is_answered: bool,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_cell(user_id, type, device, day, n, digest, is_answered)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            user,
            &cell.name.kind,
            &cell.name.device,
            cell.name.day,
            cell.points as i64,
            &cell.digest,
            i64::from(is_answered)
        ],
    )
    .map(drop)
}

/// Returns the cells that a token offers, with the number of their points, in order.
pub(crate) fn cells(
    tx: &Tx<'_>,
    token: &TokenId,
    kind: Option<&str>,
) -> Result<Vec<(CellName, u64)>, StoreError> {
    tx.query(
        "SELECT type, device, day, n FROM market_token_cell
         WHERE token_id = ?1 AND (?2 IS NULL OR type = ?2) ORDER BY type, device, day",
        params![token.as_str(), kind],
        |row| {
            let name = CellName {
                kind: row.at(0)?,
                device: row.at(1)?,
                day: row.at(2)?,
            };
            Ok((name, row.at(3)?))
        },
    )
}

/// The answers over a series that were computed for any buyer.
pub(crate) fn spent(
    tx: &Tx<'_>,
    user: &UserId,
    (kind, device): (&str, &str),
) -> Result<u32, StoreError> {
    let found = tx.query_opt(
        "SELECT answers FROM market_budget WHERE user_id = ?1 AND type = ?2 AND device = ?3",
        params![user, kind, device],
        |row| row.at(0),
    )?;
    Ok(found.unwrap_or(0))
}

/// Returns the series that a token offers answers about, with the answers that are left for all buyers together.
pub(crate) fn answers_left(tx: &Tx<'_>, token: &TokenId) -> Result<Vec<AnswersLeft>, StoreError> {
    tx.query(
        "SELECT cell.type, cell.device, COALESCE(answers, 0)
         FROM (SELECT DISTINCT user_id, type, device FROM market_token_cell WHERE token_id = ?1) AS cell
         LEFT JOIN market_budget ON market_budget.user_id = cell.user_id
             AND market_budget.type = cell.type AND market_budget.device = cell.device
         ORDER BY cell.type, cell.device",
        params![token.as_str()],
        |row| {
            Ok(AnswersLeft {
                kind: row.at(0)?,
                device: row.at(1)?,
                left: MAX_ANSWERS.saturating_sub(row.at(2)?),
            })
        },
    )
}

/// Counts an answer over a series.
pub(crate) fn spend(
    tx: &mut Tx<'_>,
    user: &UserId,
    (kind, device): (&str, &str),
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_budget(user_id, type, device, answers) VALUES (?1, ?2, ?3, 1)
         ON CONFLICT (user_id, type, device) DO UPDATE SET answers = market_budget.answers + 1",
        params![user, kind, device],
    )?;
    Ok(())
}

/// Returns the sealed answer of a query.
pub(crate) fn answer(
    tx: &Tx<'_>,
    user: &UserId,
    query: &[u8; 32],
) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_opt(
        "SELECT value FROM market_answer WHERE user_id = ?1 AND query = ?2",
        params![user, query],
        |row| Ok(row.at(0).unwrap_or_default()),
    )
}

pub(crate) fn keep_answer(
    tx: &mut Tx<'_>,
    user: &UserId,
    query: &[u8; 32],
    value: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        // Only a damaged answer is replaced.
        "INSERT INTO market_answer(user_id, query, value) VALUES (?1, ?2, ?3)
         ON CONFLICT (user_id, query) DO UPDATE SET value = excluded.value",
        params![user, query, value],
    )?;
    Ok(())
}
