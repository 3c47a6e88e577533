//! Rows of listings.

use lockstep_store::counted_list::{self, Slice};
use lockstep_store::id::{ListingId, UserId};
use lockstep_store::{Row, StoreError, Tx, params};
use lockstep_web::{Page, Paging};

use super::tokens::restrictions;
use crate::listing::{Listing, ListingStatus};
use crate::money::Money;
use crate::rules::AccessRules;

pub(crate) fn insert(tx: &mut Tx<'_>, listing: &Listing) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_listing(id, user_id, dataset_id, version, title, description, price, currency,
             status, created_at, duration, allowed_uses, restrictions, row_count)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
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
            listing.rows.map(|rows| rows as i64)
        ],
    )?;
    Ok(())
}

const LISTING: &str =
    "id, dataset_id, version, title, description, price, currency, status, created_at, user_id,
    duration, allowed_uses, restrictions, row_count";

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
    })
}

/// Returns a listing of any account.
pub(crate) fn by_id(tx: &Tx<'_>, id: &ListingId) -> Result<Option<Listing>, StoreError> {
    tx.query_opt(
        &format!("SELECT {LISTING} FROM market_listing WHERE id = ?1"),
        params![id.as_str()],
        listing,
    )
}

/// Returns a page of the active listings of all owners, the newest first.
pub(crate) fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<Listing>, StoreError> {
    let slice = Slice {
        offset: paging.offset().unsigned_abs(),
        limit: paging.limit,
        is_ascending: false,
    };
    let mut entries = Vec::new();
    for id in counted_list::ids(tx, ACTIVE, slice)? {
        entries.extend(tx.query_opt(
            &format!("SELECT {LISTING} FROM market_listing WHERE id = ?1"),
            params![&id],
            listing,
        )?);
    }
    Ok(Page {
        entries,
        total: counted_list::total(tx, ACTIVE)?,
    })
}

/// The counted list of active listings.
const ACTIVE: &str = "listing:active";

/// Withdraws a listing; returns whether it was active.
pub(crate) fn withdraw(tx: &mut Tx<'_>, id: &ListingId) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE market_listing SET status = 'withdrawn' WHERE id = ?1 AND status = 'active'",
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
