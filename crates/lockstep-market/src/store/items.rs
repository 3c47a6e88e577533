//! Rows of items.

use lockstep_documents::signed_root::hex;
use lockstep_store::counted_list::{self, ListSlice};
use lockstep_store::id::ItemId;
use lockstep_store::words::{WordMatch, WordSearch};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Tx, params};
use lockstep_web::Paging;
use lockstep_web::paging::Page;

use crate::item::{Item, ItemFilter, ItemStatus, words};
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

const ITEM_COLUMNS: &str =
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
        &format!("SELECT {ITEM_COLUMNS} FROM market_item WHERE id = ?1"),
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
            "SELECT {ITEM_COLUMNS} FROM market_item WHERE status = 'active' AND id < ?1 ORDER BY id DESC"
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
) -> Result<FoundItems, StoreError> {
    let slice = paging.newest();
    if let Some(search) = &filter.search {
        return found(tx, filter, search, slice);
    }
    let list = list_of(filter);
    let mut entries = Vec::new();
    for id in counted_list::ids(tx, &list, slice)? {
        entries.extend(tx.query_skipping(
            ROW,
            &format!("SELECT {ITEM_COLUMNS} FROM market_item WHERE id = ?1"),
            params![&id],
            item,
        )?);
    }
    Ok(FoundItems {
        page: Page {
            entries,
            total: counted_list::total(tx, &list)?,
        },
        has_uncounted: false,
    })
}

/// The items that a list or a search found.
#[derive(Debug)]
pub(crate) struct FoundItems {
    pub(crate) page: Page<Item>,
    /// Whether more items may match than `page.total`.
    pub(crate) has_uncounted: bool,
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

/// Returns a page of the items that a search finds in the full-text index, and counts at most [`MAX_MATCHES`].
fn found(
    tx: &Tx<'_>,
    filter: &ItemFilter,
    search: &str,
    slice: ListSlice,
) -> Result<FoundItems, StoreError> {
    let Some(matches) = matches(filter, search) else {
        let page = Page {
            entries: Vec::new(),
            total: 0,
        };
        return Ok(FoundItems {
            page,
            has_uncounted: false,
        });
    };
    let search = WordSearch {
        table: "market_item_words",
        letters: "",
        matches: &matches,
        range: None,
    };
    let maximum = MAX_MATCHES as i64 + 1;
    let counted = search.count(tx, maximum)?;
    let total = counted.unsigned_abs().min(MAX_MATCHES);
    let mut entries = Vec::new();
    if slice.offset < total {
        let limit = i64::from(slice.limit).min((total - slice.offset) as i64);
        let numbers = search.numbers(tx, limit, slice.offset as i64)?;
        for number in numbers {
            entries.extend(tx.query_skipping(
                ROW,
                &format!(
                    "SELECT {ITEM_COLUMNS} FROM market_item
                     WHERE id = (SELECT n.id FROM market_item_number n WHERE n.number = ?1)"
                ),
                params![number],
                item,
            )?);
        }
    }
    Ok(FoundItems {
        page: Page { entries, total },
        has_uncounted: counted == maximum,
    })
}

/// Returns what the words of an item must contain: each word of the search begins a word of the name or the
/// description. `None` for a search without a word.
fn matches<'f>(filter: &ItemFilter, search: &str) -> Option<Vec<WordMatch<'f>>> {
    let of = |columns: &'f [&'f str], text: String, is_prefix: bool| WordMatch {
        columns,
        text,
        is_prefix,
        is_whole: false,
    };
    let mut all: Vec<WordMatch<'f>> = words(search)
        .map(|word| of(&["name", "description"], word.to_string(), true))
        .collect();
    if all.is_empty() {
        return None;
    }
    let status = filter.status.map(ItemStatus::as_str);
    all.extend(status.map(|status| of(&["status"], status.to_owned(), false)));
    // As the triggers write it.
    let category = filter.category.as_deref().map(|text| hex(text.as_bytes()));
    all.extend(category.map(|category| of(&["category"], category, false)));
    Some(all)
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
    let sql = format!("SELECT {ITEM_COLUMNS} FROM market_item ORDER BY id");
    let (read, damaged) = tx.query_readable(ROW, &sql, &[], |row| item(row).map(drop))?;
    Ok(((read.len() + damaged.len()) as u64, damaged))
}

/// The columns of this module's statements that identify an item.
const ROW: RowName = RowName {
    table: "market_item",
    account: None,
    row: Some(0),
};

/// The maximum number of items that a search counts.
pub(crate) const MAX_MATCHES: u64 = 10_000;
