//! Rows of listings.

use lockstep_datasets::hold::is_held;
use lockstep_store::counted_list;
use lockstep_store::id::{ListingId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Tx, params};
use lockstep_web::{Page, Paging};

use super::SellerCheck;
use super::tokens::restrictions;
use crate::listing::{Listing, ListingStatus};
use crate::money::Money;
use crate::rules::AccessRules;

pub(crate) fn insert(tx: &mut Tx<'_>, listing: &Listing) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_listing(id, user_id, dataset_id, version, title, description, price, currency,
             status, created_at, duration, allowed_uses, restrictions, row_count, root)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            listing.id.as_str(),
            &listing.owner,
            listing.dataset.as_str(),
            listing.version,
            &listing.title,
            &listing.description,
            listing.price.minor,
            listing.price.currency.code(),
            listing.status.as_str(),
            listing.created_at,
            listing.rules.duration.as_str(),
            listing.rules.allowed_uses,
            &listing.rules.restrictions.to_json(),
            listing.rows.map(|rows| rows as i64),
            listing.root.as_ref()
        ],
    )?;
    Ok(())
}

const LISTING_COLUMNS: &str =
    "id, dataset_id, version, title, description, price, currency, status, created_at, user_id,
    duration, allowed_uses, restrictions, row_count, root";

fn listing(row: &Row<'_>) -> Result<Listing, StoreError> {
    Ok(Listing {
        id: row.parse(0)?,
        dataset: row.parse(1)?,
        version: row.at(2)?,
        title: row.at(3)?,
        description: row.at(4)?,
        price: Money {
            minor: row.at(5)?,
            currency: row.parse(6)?,
        },
        status: match row.at::<&str>(7)? {
            "active" => ListingStatus::Active,
            "withdrawn" => ListingStatus::Withdrawn,
            _ => return Err(row.wrong(7, "the status of a listing")),
        },
        created_at: row.at(8)?,
        owner: row.parse(9)?,
        rules: AccessRules {
            duration: row.parse(10)?,
            allowed_uses: row.at(11)?,
            restrictions: restrictions(row, 12)?,
        },
        rows: row.at(13)?,
        root: row.at(14)?,
    })
}

/// Returns the active listings of an account after an id, at most `limit`, and the last id if there are more. A damaged
/// row is left out.
pub(crate) fn open_after(
    tx: &Tx<'_>,
    (user, after): (&UserId, &str),
    limit: i64,
) -> Result<(Vec<Listing>, Option<String>), StoreError> {
    let found = tx.query(&open_sql(), params![user, after, limit], |row| {
        Ok((row.shown(0), listing(row)))
    })?;
    let is_more = found.len() as u64 == limit.unsigned_abs();
    let last = found.last().map(|(id, _)| id.clone()).filter(|_| is_more);
    let readable = found.into_iter().filter_map(|(_, listing)| listing.ok());
    Ok((readable.collect(), last))
}

/// The active listings of an account: ?1 is the account, ?2 the id before the first, and ?3 the maximum number.
pub(crate) fn open_sql() -> String {
    format!(
        "SELECT {LISTING_COLUMNS} FROM market_listing WHERE user_id = ?1 AND id > ?2 AND status = 'active'
         ORDER BY id LIMIT ?3"
    )
}

/// Returns a listing of any account.
pub(crate) fn by_id(tx: &Tx<'_>, id: &ListingId) -> Result<Option<Listing>, StoreError> {
    tx.query_opt(
        &format!("SELECT {LISTING_COLUMNS} FROM market_listing WHERE id = ?1"),
        params![id.as_str()],
        listing,
    )
}

/// Returns a page of the active listings of all owners, the newest first. Those of suspended sellers are left out of their
/// pages; the total counts them, so that it still names the last page.
pub(crate) fn list(
    tx: &Tx<'_>,
    paging: Paging,
    sells: SellerCheck,
) -> Result<Page<Listing>, StoreError> {
    let slice = paging.newest();
    let mut entries = Vec::new();
    for id in counted_list::ids(tx, ACTIVE, slice)? {
        // A damaged row costs its own entry only.
        let found = tx.query_skipping(
            ROW,
            &format!("SELECT {LISTING_COLUMNS} FROM market_listing WHERE id = ?1"),
            params![&id],
            listing,
        )?;
        for listing in found {
            if sells(tx, &listing.owner)? {
                entries.push(listing);
            }
        }
    }
    Ok(Page {
        entries,
        total: counted_list::total(tx, ACTIVE)?,
    })
}

/// Whether a listing is of this account. Reads no other column, so that a listing whose row is damaged can be withdrawn.
pub(crate) fn is_of(tx: &Tx<'_>, id: &ListingId, owner: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM market_listing WHERE id = ?1 AND user_id = ?2",
        params![id.as_str(), owner],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Reads every listing; returns their number and the rows that cannot be read. An active listing holds the version that
/// its row names, or the row was changed.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {LISTING_COLUMNS} FROM market_listing ORDER BY id");
    let (read, damaged) = tx.query_readable(ROW, &sql, &[], |row| {
        let listing = listing(row)?;
        if listing.status == ListingStatus::Active {
            let version = (&listing.dataset, listing.version);
            if !is_held(tx, &listing.owner, version, listing.id.as_str())? {
                return Err(StoreError::Damaged(NOT_HELD.to_owned()));
            }
        }
        Ok(())
    })?;
    Ok(((read.len() + damaged.len()) as u64, damaged))
}

/// The problem text for an active listing that does not hold its version.
pub(crate) const NOT_HELD: &str = "the listing does not hold the version of the dataset that its row names: withdraw \
    the listing and create it again, or restore the row from a backup";
/// The columns of this module's statements that identify a listing.
const ROW: RowName = RowName {
    table: "market_listing",
    account: Some(9),
    row: Some(0),
};
/// The counted list of active listings.
const ACTIVE: &str = "listing:active";

/// Withdraws a listing; returns whether it was active.
pub(crate) fn withdraw(tx: &mut Tx<'_>, id: &ListingId) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE market_listing SET status = 'withdrawn' WHERE id = ?1 AND status <> 'withdrawn'",
        params![id.as_str()],
    )?;
    Ok(changed == 1)
}

/// Withdraws the listings of an account whose data are lost; returns their number.
pub(crate) fn withdraw_all(tx: &mut Tx<'_>, owner: &UserId) -> Result<usize, StoreError> {
    tx.execute(
        "UPDATE market_listing SET status = 'withdrawn' WHERE user_id = ?1 AND status = 'active'",
        params![owner],
    )
}
