//! Rows of tokens and their snapshots.

mod search;

use std::collections::BTreeSet;

use lockstep_store::id::{KeyId, TokenId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};

use super::SellerCheck;
use crate::ledger::Sales;
use crate::money::Money;
use crate::rules::{AccessRules, Restrictions};
use crate::snapshot::SnapshotChunk;
use crate::token::{DataToken, Status, TokenEntry};

pub(crate) use self::search::open_after;

pub(crate) fn insert(tx: &mut Tx<'_>, token: &DataToken) -> Result<(), StoreError> {
    let facts = serde_json::to_string(&token.facts)
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    tx.execute(
        "INSERT INTO market_token(id, user_id, at, status, price, currency, duration, allowed_uses,
             restrictions, description, available_until, points, root, facts)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        params![
            token.id.as_str(),
            &token.owner,
            token.at,
            token.status.as_str(),
            token.price.minor,
            token.price.currency.code(),
            token.rules.duration.as_str(),
            token.rules.allowed_uses,
            &token.rules.restrictions.to_json(),
            &token.description,
            token.available_until,
            token.points as i64,
            &token.root,
            &facts
        ],
    )?;
    Ok(())
}

pub(crate) fn insert_chunk(
    tx: &mut Tx<'_>,
    (user, token): (&UserId, &TokenId),
    nth: i64,
    chunk: &SnapshotChunk,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_chunk(token_id, nth, user_id, series, t0, t1, n, key_id, is_block, place_series,
             place_version, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            token.as_str(),
            nth,
            user,
            chunk.series,
            chunk.t0,
            chunk.t1,
            chunk.n,
            chunk.key.as_ref(),
            chunk.place.is_some(),
            chunk.place.map(|(series, _)| series),
            chunk.place.and_then(|(_, version)| version),
            &chunk.bytes
        ],
    )?;
    Ok(())
}

/// Visits the chunks of a token from a number on, in order, until `each` returns `false`.
pub(crate) fn chunks<E: From<StoreError>>(
    tx: &Tx<'_>,
    token: &TokenId,
    from: i64,
    mut each: impl FnMut(i64, SnapshotChunk) -> Result<bool, E>,
) -> Result<(), E> {
    tx.visit(
        "SELECT nth, series, t0, t1, n, key_id, is_block, place_series, place_version, body
         FROM market_chunk WHERE token_id = ?1 AND nth >= ?2 ORDER BY nth",
        params![token.as_str(), from],
        |row| {
            let key = row.at::<Option<&str>>(5)?;
            let key = key.map(str::parse).transpose();
            let is_block: bool = row.at(6)?;
            let place = match is_block {
                true => Some((row.at(7)?, row.at(8)?)),
                false => None,
            };
            let chunk = SnapshotChunk {
                series: row.at(1)?,
                t0: row.at(2)?,
                t1: row.at(3)?,
                n: row.at(4)?,
                key: key.map_err(|_| row.wrong(5, "the id of a key"))?,
                place,
                bytes: row.at(9)?,
            };
            each(row.at(0)?, chunk)
        },
    )
}

/// The key and the place of a chunk of a snapshot.
pub(crate) struct ChunkKey {
    pub(crate) key: KeyId,
    /// The number of the series in the facts of the token.
    pub(crate) series: u32,
    pub(crate) t0: i64,
    pub(crate) t1: i64,
}

/// Returns the keys of the chunks of a token; chunks without a mode have none.
pub(crate) fn chunk_keys(tx: &Tx<'_>, token: &TokenId) -> Result<Vec<ChunkKey>, StoreError> {
    tx.query(
        "SELECT key_id, series, t0, t1 FROM market_chunk WHERE token_id = ?1 AND key_id IS NOT NULL",
        params![token.as_str()],
        |row| {
            Ok(ChunkKey {
                key: row.parse(0)?,
                series: row.at(1)?,
                t0: row.at(2)?,
                t1: row.at(3)?,
            })
        },
    )
}

/// Returns the keys that seal chunks of a token, each once.
pub(crate) fn sealing_keys(tx: &Tx<'_>, token: &TokenId) -> Result<BTreeSet<KeyId>, StoreError> {
    let keys = tx.query(
        "SELECT DISTINCT key_id FROM market_chunk WHERE token_id = ?1 AND key_id IS NOT NULL",
        params![token.as_str()],
        |row| row.parse(0),
    )?;
    Ok(keys.into_iter().collect())
}

/// Returns the keys of the homomorphic blocks of a token.
pub(crate) fn block_keys(tx: &Tx<'_>, token: &TokenId) -> Result<Vec<KeyId>, StoreError> {
    tx.query(
        "SELECT DISTINCT key_id FROM market_chunk WHERE token_id = ?1 AND is_block = 1",
        params![token.as_str()],
        |row| row.parse(0),
    )
}

const TOKEN_COLUMNS: &str =
    "id, user_id, at, status, price, currency, duration, allowed_uses, restrictions,
    description, available_until, points, root, facts";

/// Returns a token of any account.
pub(crate) fn by_id(tx: &Tx<'_>, id: &TokenId) -> Result<Option<DataToken>, StoreError> {
    let now = tx.now();
    tx.query_opt(
        &format!("SELECT {TOKEN_COLUMNS} FROM market_token WHERE id = ?1"),
        params![id.as_str()],
        |row| token(row, now),
    )
}

fn token(row: &Row<'_>, now: Timestamp) -> Result<DataToken, StoreError> {
    let uses = row.at(7)?;
    let restrictions = restrictions(row, 8)?;
    let until = row.at(10)?;
    let facts: &str = row.at(13)?;
    Ok(DataToken {
        id: row.parse(0)?,
        owner: row.parse(1)?,
        at: row.at(2)?,
        status: status(row, 3, until, now)?,
        price: Money {
            minor: row.at(4)?,
            currency: row.parse(5)?,
        },
        rules: AccessRules {
            duration: row.parse(6)?,
            allowed_uses: uses,
            restrictions,
        },
        description: row.at(9)?,
        available_until: until,
        points: row.at(11)?,
        root: row.at(12)?,
        facts: serde_json::from_str(facts).map_err(|_| row.wrong(13, "the facts of a snapshot"))?,
    })
}

/// Whether a token is of this account; also if its row is damaged otherwise.
pub(crate) fn is_of(tx: &Tx<'_>, id: &TokenId, owner: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM market_token WHERE id = ?1 AND user_id = ?2",
        params![id.as_str(), owner],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether a token with this id exists.
pub(crate) fn exists(tx: &Tx<'_>, id: &TokenId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM market_token WHERE id = ?1",
        params![id.as_str()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether a purchase of a token can be used.
fn is_usable(tx: &Tx<'_>, id: &TokenId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM market_purchase
         WHERE offer = ?1 AND refunded_at IS NULL AND expires_at > ?2 AND used < allowed_uses LIMIT 1",
        params![id.as_str(), tx.now()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether the snapshot of a token has every chunk: their points are those of the token.
pub(crate) fn is_whole(tx: &Tx<'_>, token: &DataToken) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT COALESCE(SUM(n), 0), COUNT(*), COALESCE(MAX(nth), -1) FROM market_chunk WHERE token_id = ?1",
        params![token.id.as_str()],
        |row| {
            let (points, chunks): (u64, i64) = (row.at(0)?, row.at(1)?);
            Ok(points == token.points && chunks == row.at::<i64>(2)? + 1)
        },
    )
}

/// The problem text for a token that can be bought although its snapshot lacks chunks.
pub(crate) const NOT_WHOLE: &str =
    "chunks of its snapshot are missing: restore the rows of market_chunk from a backup";

/// Reads every token and every cell of a token; returns their number and the rows that cannot be read.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let now = tx.now();
    let sql = format!("SELECT {TOKEN_COLUMNS} FROM market_token ORDER BY id");
    let (read, mut damaged) = tx.query_readable(ROW, &sql, &[], |row| {
        let token = token(row, now)?;
        let is_offered = matches!(token.status, Status::Active | Status::Pending);
        let is_needed = is_offered || is_usable(tx, &token.id)?;
        match is_needed && !is_whole(tx, &token)? {
            true => Err(StoreError::Damaged(NOT_WHOLE.to_owned())),
            false => Ok(()),
        }
    })?;
    let mut rows = (read.len() + damaged.len()) as u64;
    let name = RowName {
        table: "market_token_cell",
        account: Some(4),
        row: Some(0),
    };
    let sql =
        "SELECT token_id, type, device, day, user_id, n FROM market_token_cell ORDER BY token_id";
    let (read, of_cells) = tx.query_readable(name, sql, &[], |row| {
        row.parse::<TokenId>(0)?;
        row.parse::<UserId>(4)?;
        let (_, _): (&str, &str) = (row.at(1)?, row.at(2)?);
        let (_, _): (i64, u64) = (row.at(3)?, row.at(5)?);
        Ok(())
    })?;
    rows += (read.len() + of_cells.len()) as u64;
    damaged.extend(of_cells);
    Ok((rows, damaged))
}

/// The columns of this module's statements that identify a token.
pub(super) const ROW: RowName = RowName {
    table: "market_token",
    account: Some(1),
    row: Some(0),
};

pub(super) fn restrictions(row: &Row<'_>, column: usize) -> Result<Restrictions, StoreError> {
    Restrictions::stored(row.at(column)?).ok_or_else(|| row.wrong(column, "restrictions"))
}

fn status(
    row: &Row<'_>,
    column: usize,
    until: Option<Timestamp>,
    now: Timestamp,
) -> Result<Status, StoreError> {
    let is_over = until.is_some_and(|until| until <= now);
    match row.at::<&str>(column)? {
        "revoked" => Ok(Status::Revoked),
        "pending" | "active" if is_over => Ok(Status::Expired),
        "pending" => Ok(Status::Pending),
        "active" => Ok(Status::Active),
        _ => Err(row.wrong(column, "the status of a token")),
    }
}

/// The tokens that a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenFilter {
    /// Those of the caller.
    Own,
    /// Those that can be bought.
    Market,
    /// Those that wait for an approval.
    Pending,
}

/// Returns the statement of a list: ?1 is the owner or the status, and ?2 the id before which the list begins. The index of
/// tokens that are offered does not contain those that expired, once their sellers were notified.
pub(crate) fn list_sql(listed: TokenFilter) -> String {
    let which = match listed {
        TokenFilter::Own => "market_token.user_id = ?1",
        TokenFilter::Market | TokenFilter::Pending => "status = ?1 AND is_expiry_told = 0",
    };
    format!(
        "SELECT id, market_token.user_id, status, price, currency, available_until, points, restrictions,
             COALESCE(purchases, 0), COALESCE(revenue, 0), at
         FROM market_token LEFT JOIN ledger_offer ON offer = id
         WHERE {which} AND id < ?2 ORDER BY id DESC"
    )
}

/// Returns tokens before an id, the newest first, at most `limit`.
pub(crate) fn list(
    tx: &Tx<'_>,
    user: &UserId,
    (listed, sells): (TokenFilter, SellerCheck),
    before: Option<&TokenId>,
    limit: u32,
) -> Result<Vec<TokenEntry>, StoreError> {
    let now = tx.now();
    let by = match listed {
        TokenFilter::Own => user.as_str(),
        TokenFilter::Market => "active",
        TokenFilter::Pending => "pending",
    };
    // Every id is smaller than the prefix with a later letter.
    let before = before.map_or("tok`", TokenId::as_str);
    let mut entries = Vec::new();
    tx.visit(&list_sql(listed), params![by, before], |row| {
        let entry = |row: &Row<'_>| -> Result<Option<TokenEntry>, StoreError> {
            let status = status(row, 2, row.at(5)?, now)?;
            // Those that expired since the last run of the job that tells their sellers.
            if listed != TokenFilter::Own && status == Status::Expired {
                return Ok(None);
            }
            if listed == TokenFilter::Market && !sells(tx, &row.parse::<UserId>(1)?)? {
                return Ok(None);
            }
            Ok(Some(TokenEntry {
                id: row.parse(0)?,
                is_own: row.at::<&str>(1)? == user.as_str(),
                at: row.at(10)?,
                status,
                price: Money {
                    minor: row.at(3)?,
                    currency: row.parse(4)?,
                },
                points: row.at(6)?,
                restrictions: restrictions(row, 7)?,
                sales: Sales {
                    purchases: row.at(8)?,
                    revenue: row.at(9)?,
                },
            }))
        };
        match entry(row) {
            Ok(found) => entries.extend(found),
            // A damaged row costs its own entry only: a scrub names it.
            Err(error) if error.is_damage() => {
                tracing::error!(%error, "a damaged row of a token was left out of a list");
            }
            Err(error) => return Err(error),
        }
        Ok::<_, StoreError>(entries.len() < limit as usize)
    })?;
    Ok(entries)
}

/// Changes the status of a token from one to another; returns whether it had the first.
pub(crate) fn change_status(
    tx: &mut Tx<'_>,
    id: &TokenId,
    from: &[Status],
    to: Status,
) -> Result<bool, StoreError> {
    let mut changed = 0;
    for from in from {
        changed += tx.execute(
            "UPDATE market_token SET status = ?3 WHERE id = ?1 AND status = ?2",
            params![id.as_str(), from.as_str(), to.as_str()],
        )?;
    }
    Ok(changed > 0)
}

/// Returns the number of the account's tokens that are not revoked.
pub(crate) fn count_open(tx: &Tx<'_>, user: &UserId) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM market_token WHERE user_id = ?1 AND status <> 'revoked'",
        params![user],
        |row| row.at(0),
    )
}

/// Returns tokens with snapshots that no purchase can read any longer and that cannot be bought, at
/// most `limit`.
pub(crate) fn readable_by_no_purchase(tx: &Tx<'_>, limit: u32) -> Result<Vec<TokenId>, StoreError> {
    let now = tx.now();
    // One statement for each index.
    let mut over = Vec::new();
    for which in ["status = 'revoked'", "available_until <= ?1"] {
        over.extend(tx.query_skipping(
            ROW,
            &format!(
                "SELECT id, user_id FROM market_token
                 WHERE {which} AND EXISTS (SELECT 1 FROM market_chunk WHERE token_id = market_token.id)
                     AND NOT EXISTS (SELECT 1 FROM market_purchase WHERE offer = market_token.id
                         AND refunded_at IS NULL AND expires_at > ?1
                         AND (used < allowed_uses OR EXISTS (SELECT 1 FROM market_use
                             WHERE purchase_id = market_purchase.id AND at > ?2)))
                 LIMIT ?3"
            ),
            params![now, now.minus(crate::purchase::USE_OPEN), limit],
            |row| row.parse::<TokenId>(0),
        )?);
    }
    Ok(over)
}

/// Returns withdrawn tokens without a snapshot that no account ever bought, at most `limit`.
pub(crate) fn withdrawn_unsold(tx: &Tx<'_>, limit: u32) -> Result<Vec<TokenId>, StoreError> {
    tx.query_skipping(
        ROW,
        "SELECT id, user_id FROM market_token
         WHERE status = 'revoked'
             AND NOT EXISTS (SELECT 1 FROM market_chunk WHERE token_id = market_token.id)
             AND NOT EXISTS (SELECT 1 FROM market_purchase WHERE offer = market_token.id)
         LIMIT ?1",
        params![limit],
        |row| row.parse(0),
    )
}

/// Removes the row of a withdrawn token that no account ever bought.
pub(crate) fn remove_unsold(tx: &mut Tx<'_>, token: &TokenId) -> Result<(), StoreError> {
    let removed = tx.execute(
        "DELETE FROM market_token WHERE id = ?1 AND status = 'revoked'
             AND NOT EXISTS (SELECT 1 FROM market_purchase WHERE offer = market_token.id)",
        params![token.as_str()],
    )?;
    if removed > 0 {
        tx.execute(
            "DELETE FROM market_claim WHERE token_id = ?1",
            params![token.as_str()],
        )?;
    }
    Ok(())
}

/// Removes a part of the snapshot of a token; returns whether it removed any. The last chunks go last: while a token has
/// chunks, the background job continues.
pub(crate) fn forget_portion(tx: &mut Tx<'_>, token: &TokenId) -> Result<bool, StoreError> {
    let owner = params![token.as_str()];
    Ok(super::CELLS_OF_TOKEN.remove_portion(tx, owner)?
        || super::CHUNKS_OF_TOKEN.remove_portion(tx, owner)?)
}

/// Removes everything that is sealed or digested under an account's own key, and withdraws its tokens;
/// returns their number. The cells are kept: a cell that was offered is never offered with other points.
pub(crate) fn forget_sealed(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    for table in ["market_chunk", "market_token_cell", "market_answer"] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1"),
            params![user],
        )?;
    }
    tx.execute(
        "UPDATE market_token SET status = 'revoked' WHERE user_id = ?1 AND status <> 'revoked'",
        params![user],
    )
}
