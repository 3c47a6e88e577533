//! Rows of the cells that tokens offer, and of the answers about them.

use std::collections::BTreeMap;

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{Row, StoreError, Tx, params};
use lockstep_vault::AccountKeys;

use crate::selection::SeriesRanges;
use crate::snapshot::{Cell, CellName, OtherNames};
use crate::token::{AnswersLeft, MAX_ANSWERS, day_of};

/// A row of `market_cell`: the content of a cell that a token of the account offered or sold.
#[derive(Clone, Debug)]
pub(crate) struct CellRow {
    pub(crate) name: CellName,
    points: i64,
    digest: [u8; 32],
    /// Whether a token offered the cell for answers.
    is_answered: bool,
    /// The authentication tag; `None` in a row that was written before there was one.
    pub(crate) tag: Option<[u8; 32]>,
}

impl CellRow {
    /// Returns the row of a cell that is offered or sold, with its tag.
    fn new(keys: &AccountKeys, cell: &Cell, is_answered: bool) -> Self {
        let row = Self {
            name: cell.name.clone(),
            points: cell.points as i64,
            digest: cell.digest,
            is_answered,
            tag: None,
        };
        Self {
            tag: Some(row.computed_tag(keys)),
            ..row
        }
    }

    /// Returns HMAC-SHA-256 of all other columns under the account's key.
    pub(crate) fn computed_tag(&self, keys: &AccountKeys) -> [u8; 32] {
        let CellName { kind, device, day } = &self.name;
        keys.row_digests().digest(
            CELL_ROW,
            &[
                kind.as_bytes(),
                device.as_bytes(),
                &day.to_be_bytes(),
                &self.points.to_be_bytes(),
                &self.digest,
                &[u8::from(self.is_answered)],
            ],
        )
    }

    /// Whether no column was changed outside the server, as far as the row has a tag.
    pub(crate) fn is_authentic(&self, keys: &AccountKeys) -> bool {
        let computed = self.computed_tag(keys);
        self.tag.is_none_or(|tag| tag == computed)
    }

    /// Whether the server kept the cell back: an edited row is one that was offered.
    fn is_kept_back(&self, keys: &AccountKeys) -> bool {
        self.digest == KEPT_BACK && self.is_authentic(keys)
    }

    /// Whether points beside this cell could be subtracted from its answers, as far as is known.
    fn is_risk(&self, keys: &AccountKeys) -> bool {
        self.is_answered || !self.is_authentic(keys)
    }
}

/// The label of the tags of rows. It never changes.
const CELL_ROW: &str = "market_cell row";

/// Records the cells of a token; returns the number of cells that are left out: one that cannot be answered, that was
/// offered before with other points, of which other points were sold, whose day was offered or sold under another name of
/// the device, or that is a copy of a cell of another device.
pub(crate) fn offer_cells(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    token: &TokenId,
    (cells, others): (&[Cell], &OtherNames),
) -> Result<usize, StoreError> {
    let mut left_out = 0;
    for cell in cells {
        if !offer(tx, keys, token, (cell, others))? {
            left_out += 1;
        }
    }
    for cell in cells {
        keep_back_copy(tx, keys, cell)?;
    }
    Ok(left_out)
}

/// Records a cell of a token; returns whether it is offered.
fn offer(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    token: &TokenId,
    (cell, others): (&Cell, &OtherNames),
) -> Result<bool, StoreError> {
    let name = &cell.name;
    if !cell.is_answerable || !under_other_names(tx, keys, name, others)?.is_empty() {
        return Ok(false);
    }
    let known = row(tx, keys.user(), name)?;
    if known.is_none() && is_copied(tx, keys, cell, |_| true)? {
        return Ok(false);
    }
    let offered = CellRow::new(keys, cell, true);
    match known {
        Some(known) if known.digest != cell.digest || !known.is_authentic(keys) => {
            return Ok(false);
        }
        Some(known) if known.is_answered => {}
        Some(_) => update(tx, keys.user(), &offered)?,
        None => insert(tx, keys.user(), &offered)?,
    }
    tx.execute(
        "INSERT INTO market_token_cell(token_id, type, device, day, user_id, n)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            token.as_str(),
            &name.kind,
            &name.device,
            name.day,
            keys.user(),
            offered.points
        ],
    )?;
    Ok(true)
}

/// Keeps the day of a copy from later tokens: these may not select the points of the other device, so that the copy is
/// not seen. Beside points that were only sold, the points of the copy can still be sold.
fn keep_back_copy(tx: &mut Tx<'_>, keys: &AccountKeys, cell: &Cell) -> Result<(), StoreError> {
    let is_known = row(tx, keys.user(), &cell.name)?.is_some();
    if is_known || !is_copied(tx, keys, cell, |_| true)? {
        return Ok(());
    }
    let is_answered = is_copied(tx, keys, cell, |row| row.is_risk(keys))?;
    let kept_back = Cell {
        digest: KEPT_BACK,
        ..cell.clone()
    };
    insert(
        tx,
        keys.user(),
        &CellRow::new(keys, &kept_back, is_answered),
    )
}

/// The digest in the row of a copy that is kept back: no points have it.
const KEPT_BACK: [u8; 32] = [0; 32];

/// Whether a cell is a copy of one of another device whose row meets a condition. Copies that are kept back do not count.
/// The first one ends the search: a snapshot can have a hundred copies of each day.
fn is_copied(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    cell: &Cell,
    is_meant: impl Fn(&CellRow) -> bool,
) -> Result<bool, StoreError> {
    for device in &cell.copies_of {
        let of_device = of_devices(tx, keys.user(), &cell.name, std::slice::from_ref(device))?;
        if of_device
            .iter()
            .any(|row| !row.is_kept_back(keys) && is_meant(row))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Records the cells whose points a token sells. Returns the first cell that was offered for answers with other points,
/// under another name of the device, or as a cell of another device of which it is a copy: the difference between the
/// points and an answer would be the points that no token sells.
pub(crate) fn sell_points<'c>(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (cells, others): (&'c [Cell], &OtherNames),
) -> Result<Option<&'c CellName>, StoreError> {
    for cell in cells {
        let under_others = under_other_names(tx, keys, &cell.name, others)?;
        let known = row(tx, keys.user(), &cell.name)?;
        let is_risk = |known: &CellRow| known.is_risk(keys);
        // Only the points of the row were compared with the days that were offered since.
        let is_new = known
            .as_ref()
            .is_none_or(|known| known.digest != cell.digest);
        if under_others.iter().any(is_risk) || is_new && is_copied(tx, keys, cell, is_risk)? {
            return Ok(Some(&cell.name));
        }
        match known {
            Some(known) if !known.is_authentic(keys) => return Ok(Some(&cell.name)),
            Some(known) if known.is_answered && known.digest != cell.digest => {
                return Ok(Some(&cell.name));
            }
            Some(known) if known.is_kept_back(keys) => {
                update(tx, keys.user(), &CellRow::new(keys, cell, false))?;
            }
            // Of points that several tokens sell, the first digest is kept: answers are given over these points alone,
            // which are all sold.
            Some(_) => {}
            None => insert(tx, keys.user(), &CellRow::new(keys, cell, false))?,
        }
    }
    Ok(None)
}

/// Returns the rows of the same day under the other names of its device. Points that were uploaded under two names of
/// one device are two cells, whose difference can be a single point. Copies that are kept back do not count: they are in
/// no answer.
fn under_other_names(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    name: &CellName,
    others: &OtherNames,
) -> Result<Vec<CellRow>, StoreError> {
    let mut found = match others.get(&name.device) {
        Some(devices) => of_devices(tx, keys.user(), name, devices)?,
        None => Vec::new(),
    };
    found.retain(|row| !row.is_kept_back(keys));
    Ok(found)
}

/// Returns the rows of a type and day of some devices.
fn of_devices(
    tx: &Tx<'_>,
    user: &UserId,
    name: &CellName,
    devices: &[String],
) -> Result<Vec<CellRow>, StoreError> {
    let mut found = Vec::new();
    for device in devices {
        let other = CellName {
            device: device.clone(),
            ..name.clone()
        };
        found.extend(row(tx, user, &other)?);
    }
    Ok(found)
}

fn insert(tx: &mut Tx<'_>, user: &UserId, row: &CellRow) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_cell(user_id, type, device, day, n, digest, is_answered, tag)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            user,
            &row.name.kind,
            &row.name.device,
            row.name.day,
            row.points,
            &row.digest,
            i64::from(row.is_answered),
            row.tag.as_ref()
        ],
    )
    .map(drop)
}

fn update(tx: &mut Tx<'_>, user: &UserId, row: &CellRow) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE market_cell SET n = ?5, digest = ?6, is_answered = ?7, tag = ?8
         WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND day = ?4",
        params![
            user,
            &row.name.kind,
            &row.name.device,
            row.name.day,
            row.points,
            &row.digest,
            i64::from(row.is_answered),
            row.tag.as_ref()
        ],
    )
    .map(drop)
}

/// Writes the tag of a row that has none.
pub(crate) fn add_tag(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    row: &CellRow,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE market_cell SET tag = ?5
         WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND day = ?4 AND tag IS NULL",
        params![
            keys.user(),
            &row.name.kind,
            &row.name.device,
            row.name.day,
            &row.computed_tag(keys)
        ],
    )
    .map(drop)
}

fn row(tx: &Tx<'_>, user: &UserId, name: &CellName) -> Result<Option<CellRow>, StoreError> {
    let sql = format!("{ROW} AND type = ?2 AND device = ?3 AND day = ?4");
    tx.query_opt(
        &sql,
        params![user, &name.kind, &name.device, name.day],
        read_row,
    )
}

/// Returns the rows of an account whose columns can be read: the check of the rows names the others.
pub(crate) fn rows(tx: &Tx<'_>, user: &UserId) -> Result<Vec<CellRow>, StoreError> {
    let sql = format!("{ROW} ORDER BY type, device, day");
    let rows = tx.query(&sql, params![user], |row| Ok(read_row(row).ok()))?;
    Ok(rows.into_iter().flatten().collect())
}

/// Returns the cells that tokens of an account offered or sold, with the numbers of their points: those of the types that a
/// token selects, from the first of its days to the last.
pub(crate) fn earlier(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    selected: &[SeriesRanges],
) -> Result<Vec<(CellName, u64)>, StoreError> {
    let mut days: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for SeriesRanges { series, ranges } in selected {
        for (from, to) in ranges {
            let (first, last) = days.entry(&series.kind).or_insert((i64::MAX, i64::MIN));
            *first = (*first).min(day_of(*from));
            *last = (*last).max(day_of(*to));
        }
    }
    let sql = format!("{ROW} AND type = ?2 AND day BETWEEN ?3 AND ?4 ORDER BY device, day");
    let mut found = Vec::new();
    for (kind, (first, last)) in days {
        let of_kind = tx.query(&sql, params![keys.user(), kind, first, last], |row| {
            let known = read_row(row).ok().filter(|row| !row.is_kept_back(keys));
            Ok(known.map(|row| (row.name, row.points.unsigned_abs())))
        })?;
        found.extend(of_kind.into_iter().flatten());
    }
    Ok(found)
}

const ROW: &str =
    "SELECT type, device, day, n, digest, is_answered, tag FROM market_cell WHERE user_id = ?1";

fn read_row(row: &Row<'_>) -> Result<CellRow, StoreError> {
    Ok(CellRow {
        name: CellName {
            kind: row.at(0)?,
            device: row.at(1)?,
            day: row.at(2)?,
        },
        points: row.at(3)?,
        digest: row.at(4)?,
        is_answered: row.at::<i64>(5)? != 0,
        tag: row.at(6)?,
    })
}

/// Returns the first account with cells whose id is after another.
pub(crate) fn account_after(tx: &Tx<'_>, after: &str) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT user_id FROM market_cell WHERE user_id > ?1 AND typeof(user_id) = 'text' ORDER BY user_id LIMIT 1",
        params![after],
        |row| row.at(0),
    )
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
