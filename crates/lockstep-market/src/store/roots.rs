//! Roots of offers: tokens and listings name the root of their data, and each purchase names the root
//! of its offer.

use std::collections::BTreeMap;

use lockstep_datasets::hold::is_held;
use lockstep_store::id::{ListingId, TokenId, UserId};
use lockstep_store::{DamagedRow, StoreError, Tx, params};

use super::purchases::contradicted_sql;
use crate::listing::Listing;
use crate::token::SeriesFacts;

/// A row whose root differs from that of its offer.
#[derive(Clone, Debug)]
pub(crate) struct OtherRoot {
    pub(crate) table: &'static str,
    pub(crate) id: String,
    /// The account of the row, as far as it can be shown.
    pub(crate) account: String,
}

/// Returns the rows of an offer and of its purchases that name another root.
pub(crate) fn differing(
    tx: &Tx<'_>,
    offer: &str,
    root: Option<&[u8; 32]>,
) -> Result<Vec<OtherRoot>, StoreError> {
    let mut differing = Vec::new();
    // A purchase that contradicts its transfer or its offer is named, not repaired: its root may be the only trace of
    // what was sold.
    let purchases = format!("{SAME_CONTENT} AND NOT {}", contradicted_sql());
    for (table, by) in [
        ("market_token", "id = ?1"),
        ("market_listing", "id = ?1"),
        ("market_purchase", purchases.as_str()),
    ] {
        let sql =
            format!("SELECT id, user_id FROM {table} WHERE {by} AND root IS NOT ?2 ORDER BY id");
        differing.extend(tx.query(&sql, params![offer, root], |row| {
            Ok(OtherRoot {
                table,
                id: row.shown(0),
                account: row.shown(1),
            })
        })?);
    }
    Ok(differing)
}

/// The purchases of an offer, except those whose row names a version other than that of the listing.
const SAME_CONTENT: &str =
    "offer = ?1 AND (dataset_id IS NULL OR EXISTS (SELECT 1 FROM market_listing AS listed
    WHERE listed.id = offer AND listed.dataset_id = market_purchase.dataset_id
        AND listed.version = market_purchase.version))";

/// Writes the root of an offer into a row.
pub(crate) fn repair(
    tx: &mut Tx<'_>,
    row: &OtherRoot,
    root: Option<&[u8; 32]>,
) -> Result<(), StoreError> {
    let sql = format!("UPDATE {} SET root = ?2 WHERE id = ?1", row.table);
    tx.execute(&sql, params![&row.id, root]).map(drop)
}

/// The chunks of a token according to its rows.
pub(crate) struct StatedSnapshot {
    pub(crate) points: i64,
    /// The points of each series, in the order of the facts; `None` if the facts cannot be read.
    pub(crate) of_series: Option<Vec<u64>>,
}

/// Returns the facts about its chunks that the row of a token states; `None` without a row, or if its number of points cannot be read.
pub(crate) fn stated(tx: &Tx<'_>, token: &TokenId) -> Result<Option<StatedSnapshot>, StoreError> {
    let sql = "SELECT points, facts FROM market_token WHERE id = ?1";
    let stated = tx.query_opt(sql, params![token.as_str()], |row| {
        let facts = row.at::<&str>(1).ok();
        let facts: Option<Vec<SeriesFacts>> =
            facts.and_then(|text| serde_json::from_str(text).ok());
        Ok(row.at(0).ok().map(|points| StatedSnapshot {
            points,
            of_series: facts.map(|facts| facts.iter().map(|of| of.points).collect()),
        }))
    })?;
    Ok(stated.flatten())
}

/// The content of the chunks of a snapshot.
#[derive(Default)]
pub(crate) struct FoundSnapshot {
    points: u64,
    of_series: BTreeMap<u32, u64>,
}

impl FoundSnapshot {
    pub(crate) fn add(&mut self, series: u32, points: u64) {
        self.points += points;
        *self.of_series.entry(series).or_default() += points;
    }

    /// Whether these are the points that the row of the token states.
    pub(crate) fn is_of(&self, stated: &StatedSnapshot) -> bool {
        let is_every_series = stated.of_series.as_ref().is_none_or(|of_series| {
            let of_series = (0..).zip(of_series.iter().copied());
            of_series.eq(self.of_series.iter().map(|(nth, points)| (*nth, *points)))
        });
        i64::try_from(self.points) == Ok(stated.points) && is_every_series
    }
}

/// Returns purchases whose root differs from that of their token, and whose chunks are gone.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let damaged = tx.query(
        "SELECT bought.id, bought.user_id FROM market_purchase AS bought
         JOIN market_token ON market_token.id = bought.offer
         WHERE bought.root IS NOT market_token.root
             AND NOT EXISTS (SELECT 1 FROM market_chunk WHERE token_id = market_token.id)
         ORDER BY bought.id",
        &[],
        |row| Ok(contradiction("market_purchase", row.shown(0), row.shown(1))),
    )?;
    Ok((0, damaged))
}

/// The damage of a row whose root differs from that of its offer, when the root cannot be computed again.
pub(crate) fn contradiction(table: &'static str, row: String, account: String) -> DamagedRow {
    DamagedRow {
        table,
        account: Some(account),
        row,
        reason: "column root: the offer and its purchase name different roots, and what was sold is gone or cannot be \
                 read: restore the row from a backup"
            .to_owned(),
    }
}

/// A listing to check.
pub(crate) struct NextListing {
    pub(crate) id: String,
    /// `None` for a row that cannot be read: the check of the rows names it.
    pub(crate) listing: Option<Listing>,
    /// Whether the listing holds the version that its row names.
    pub(crate) is_held: bool,
}

/// Returns the first listing after an id.
pub(crate) fn listing_after(tx: &Tx<'_>, after: &str) -> Result<Option<NextListing>, StoreError> {
    // The check of the rows names other ids; tokens come after listings.
    let sql = "SELECT id FROM market_listing WHERE id > ?1 AND id < 'tok_' ORDER BY id LIMIT 1";
    let next = tx.query_opt(sql, params![after], |row| row.at::<String>(0))?;
    let Some(id) = next else {
        return Ok(None);
    };
    let listing = match id.parse::<ListingId>() {
        Ok(id) => super::listings::by_id(tx, &id),
        Err(_) => Ok(None),
    };
    let listing = match listing {
        Err(error) if error.is_damage() => None,
        listing => listing?,
    };
    let is_held = match &listing {
        Some(listing) => {
            let version = (&listing.dataset, listing.version);
            is_held(tx, &listing.owner, version, &id)?
        }
        None => false,
    };
    Ok(Some(NextListing {
        id,
        listing,
        is_held,
    }))
}

/// The token of a snapshot, as its first chunk names it.
pub(crate) struct NextSnapshot {
    /// The token's id as it is stored.
    pub(crate) id: String,
    /// The token and its owner; `None` if one of the ids cannot be read.
    pub(crate) token: Option<(TokenId, UserId)>,
}

/// Returns the first snapshot whose token has an id after another.
pub(crate) fn with_snapshot_after(
    tx: &Tx<'_>,
    after: &str,
) -> Result<Option<NextSnapshot>, StoreError> {
    tx.query_opt(
        "SELECT token_id, user_id FROM market_chunk WHERE token_id > ?1 AND typeof(token_id) = 'text'
         ORDER BY token_id, nth LIMIT 1",
        params![after],
        |row| {
            Ok(NextSnapshot {
                id: row.at(0)?,
                token: row.parse(0).ok().zip(row.parse(1).ok()),
            })
        },
    )
}
