//! Rows of items.

use lockstep_store::counted_list::{self, Slice};
use lockstep_store::id::ItemId;
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Tx, params};
use lockstep_web::Paging;
use lockstep_web::paging::Page;

use crate::item::{Item, ItemFilter, ItemStatus};
use crate::money::Money;

pub(crate) fn insert(tx: &mut Tx<'_>, item: &Item) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_item(id, name, description, price, currency, category, status, encryption,
             created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            item.id.as_str(),
            &item.name,
            &item.description,
            item.price.minor,
            item.price.currency.code(),
            &item.category,
            item.status.as_str(),
            &encryption(item)?,
            item.created_at,
            item.updated_at
        ],
    )?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx<'_>, item: &Item) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE market_item SET name = ?2, description = ?3, price = ?4, currency = ?5, category = ?6,
             status = ?7, encryption = ?8, updated_at = ?9
         WHERE id = ?1",
        params![
            item.id.as_str(),
            &item.name,
            &item.description,
            item.price.minor,
            item.price.currency.code(),
            &item.category,
            item.status.as_str(),
            &encryption(item)?,
            item.updated_at
        ],
    )?;
    Ok(())
}

fn encryption(item: &Item) -> Result<String, StoreError> {
    serde_json::to_string(&item.encryption).map_err(|error| StoreError::Damaged(error.to_string()))
}

const ITEM: &str =
    "id, name, description, price, currency, category, status, encryption, created_at, updated_at";

fn item(row: &Row<'_>) -> Result<Item, StoreError> {
    let encryption: &str = row.at(7)?;
    Ok(Item {
        id: row.parse(0)?,
        name: row.at(1)?,
        description: row.at(2)?,
        price: Money {
            minor: row.at(3)?,
            currency: row.parse(4)?,
        },
        category: row.at(5)?,
        status: ItemStatus::parse(row.at(6)?)
            .ok_or_else(|| row.wrong(6, "the status of an item"))?,
        encryption: serde_json::from_str(encryption)
            .map_err(|_| row.wrong(7, "the encryption of an item"))?,
        created_at: row.at(8)?,
        updated_at: row.at(9)?,
    })
}

pub(crate) fn by_id(tx: &Tx<'_>, id: &ItemId) -> Result<Option<Item>, StoreError> {
    tx.query_opt(
        &format!("SELECT {ITEM} FROM market_item WHERE id = ?1"),
        params![id.as_str()],
        item,
    )
}

/// Returns the active items before an id, the newest first, at most `limit`.
pub(crate) fn offered(
    tx: &Tx<'_>,
    before: Option<&ItemId>,
    limit: u32,
) -> Result<Vec<Item>, StoreError> {
    // Every id is smaller than the prefix with a later letter.
    let before = before.map_or("itm`", ItemId::as_str);
    let mut items = Vec::new();
    tx.visit(
        &format!(
            "SELECT {ITEM} FROM market_item WHERE status = 'active' AND id < ?1 ORDER BY id DESC"
        ),
        params![before],
        |row| {
            items.extend(unless_damaged(item(row))?);
            Ok::<_, StoreError>(items.len() < limit as usize)
        },
    )?;
    Ok(items)
}

/// Returns a page of items, the newest first. Without a search the page is that of a counted list.
pub(crate) fn list(
    tx: &Tx<'_>,
    filter: &ItemFilter,
    paging: Paging,
) -> Result<Page<Item>, StoreError> {
    let slice = Slice {
        offset: paging.offset().unsigned_abs(),
        limit: paging.limit,
        is_ascending: false,
    };
    if let Some(search) = &filter.search {
        return found(tx, filter, &pattern(search), slice);
    }
    let list = list_of(filter);
    let mut entries = Vec::new();
    for id in counted_list::ids(tx, &list, slice)? {
        entries.extend(tx.query_skipping(
            ROW,
            &format!("SELECT {ITEM} FROM market_item WHERE id = ?1"),
            params![&id],
            item,
        )?);
    }
    Ok(Page {
        entries,
        total: counted_list::total(tx, &list)?,
    })
}

/// The counted list of the items that a filter without a search selects.
fn list_of(filter: &ItemFilter) -> String {
    match (filter.status.map(ItemStatus::as_str), &filter.category) {
        (None, None) => "item".to_owned(),
        (Some(status), None) => format!("item:status:{status}"),
        (None, Some(category)) => format!("item:category:{category}"),
        (Some(status), Some(category)) => format!("item:both:{status}:{category}"),
    }
}

/// Returns a page of the items that contain a text. One pass over the selected items counts the matches and keeps
/// those of the page.
fn found(
    tx: &Tx<'_>,
    filter: &ItemFilter,
    pattern: &str,
    slice: Slice,
) -> Result<Page<Item>, StoreError> {
    let category = filter.category.as_deref();
    let status = filter.status.map(ItemStatus::as_str);
    // Only the conditions that are asked for: the engine then uses the index of just these columns.
    let mut conditions = vec![UNUSED, SEARCH];
    conditions.extend(category.map(|_| "category = ?1"));
    conditions.extend(status.map(|_| "status = ?2"));
    let (mut entries, mut total) = (Vec::new(), 0);
    tx.visit(
        &format!(
            "SELECT {ITEM} FROM market_item WHERE {} ORDER BY id DESC",
            conditions.join(" AND ")
        ),
        params![category, status, pattern],
        |row| {
            if total >= slice.offset && entries.len() < slice.limit as usize {
                entries.extend(unless_damaged(item(row))?);
            }
            total += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(Page { entries, total })
}

/// Returns an item; `None` for a damaged row, which costs its own entry only.
fn unless_damaged(found: Result<Item, StoreError>) -> Result<Option<Item>, StoreError> {
    match found {
        Ok(item) => Ok(Some(item)),
        Err(error) if error.is_damage() => {
            tracing::error!(%error, "a damaged row of an item was left out of a list");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Reads every item; returns their number and the rows that cannot be read.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {ITEM} FROM market_item ORDER BY id");
    let (read, damaged) = tx.query_readable(ROW, &sql, &[], |row| item(row).map(drop))?;
    Ok(((read.len() + damaged.len()) as u64, damaged))
}

/// The columns of this module's statements that identify an item.
const ROW: RowName = RowName {
    table: "market_item",
    account: None,
    row: Some(0),
};
/// Names every parameter, so that each statement takes the same ones.
const UNUSED: &str = "COALESCE(?1, ?2, ?3, '') IS NOT NULL";
/// The pattern of a text anywhere.
fn pattern(search: &str) -> String {
    let mut pattern = String::from("%");
    for character in search.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

const SEARCH: &str = "(name LIKE ?3 ESCAPE '\\' OR description LIKE ?3 ESCAPE '\\')";
