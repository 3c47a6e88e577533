//! The datasets of an account in the order of their names. The index holds names only sealed: in pages of names and ids,
//! of which the store sees the order and the number of entries.
//!
//! The index is derived: if a page is missing or damaged, the pages are forgotten, and built again from the entries.

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

/// A page of the index.
struct NamePage {
    position: i64,
    /// Folded names with their ids, in order.
    entries: Vec<Entry>,
}

/// A folded name and the id of its dataset.
type Entry = (String, DatasetId);

/// Folds a name for the order.
pub(crate) fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

fn context(row: &[u8; 8]) -> AadContext<'_> {
    AadContext {
        what: "dataset names",
        row,
    }
}

/// Adds a name.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (name, id): (&str, &DatasetId),
) -> Result<(), StoreError> {
    let entry = (fold(name), id.clone());
    let mut page = match find(tx, keys, &entry) {
        Ok(Some(page)) => page,
        Ok(None) => NamePage {
            position: 0,
            entries: Vec::new(),
        },
        Err(error) if error.is_damage() => return forget(tx, keys.user()),
        Err(error) => return Err(error),
    };
    let place = page.entries.partition_point(|other| *other < entry);
    page.entries.insert(place, entry);
    if page.entries.len() <= PAGE_ENTRIES {
        return put(tx, keys, &page);
    }
    let half = page.entries.split_off(page.entries.len() / 2);
    let Some(position) = position_after(tx, keys.user(), page.position)? else {
        // No number is left between two pages: the next list numbers the pages again.
        return forget(tx, keys.user());
    };
    put(tx, keys, &page)?;
    let page = NamePage {
        position,
        entries: half,
    };
    put(tx, keys, &page)
}

/// Removes a name.
pub(crate) fn remove(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (name, id): (&str, &DatasetId),
) -> Result<(), StoreError> {
    let entry = (fold(name), id.clone());
    let found = match find(tx, keys, &entry) {
        Ok(found) => found,
        Err(error) if error.is_damage() => None,
        Err(error) => return Err(error),
    };
    let place = found.and_then(|page| Some((page.entries.binary_search(&entry).ok()?, page)));
    let Some((place, mut page)) = place else {
        return forget(tx, keys.user());
    };
    page.entries.remove(place);
    if page.entries.is_empty() {
        return tx
            .execute(
                "DELETE FROM dataset_name_page WHERE user_id = ?1 AND position = ?2",
                params![keys.user(), page.position],
            )
            .map(drop);
    }
    put(tx, keys, &page)
}

/// Returns the ids at a place in the order; `None` if the index does not have `total` entries or a page is damaged.
pub(crate) fn ids(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    is_ascending: bool,
    slice: NameSlice,
) -> Result<Option<Vec<DatasetId>>, StoreError> {
    let Some(pages) = pages(tx, keys.user(), is_ascending, slice)? else {
        return Ok(None);
    };
    let (mut skipped, mut found) = (pages.skipped, Vec::new());
    for (position, n) in pages.found {
        let mut page = match load(tx, keys, position) {
            Ok(Some(page)) if page.entries.len() as u64 == n => page,
            Ok(_) => return Ok(None),
            Err(error) if error.is_damage() => return Ok(None),
            Err(error) => return Err(error),
        };
        if !is_ascending {
            page.entries.reverse();
        }
        let of_page = page.entries.into_iter().map(|(_, id)| id);
        found.extend(of_page.skip(skipped as usize));
        skipped = 0;
    }
    found.truncate(slice.limit as usize);
    Ok(Some(found))
}

/// A part of the order, and the number of entries that the whole index must have.
#[derive(Clone, Copy)]
pub(crate) struct NameSlice {
    pub(crate) offset: u64,
    pub(crate) limit: u32,
    pub(crate) total: u64,
}

/// The pages of the index that contain a part of the order.
struct Pages {
    /// The positions of the pages and their numbers of entries.
    found: Vec<(i64, u64)>,
    /// The entries of the first page that come before the part.
    skipped: u64,
}

/// Returns the pages that contain a part of the order; `None` if the index does not have `total` entries. They are
/// counted from the nearer end.
fn pages(
    tx: &Tx<'_>,
    user: &UserId,
    is_ascending: bool,
    NameSlice {
        offset,
        limit,
        total,
    }: NameSlice,
) -> Result<Option<Pages>, StoreError> {
    let counted = tx.query_one(
        "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM dataset_name_page WHERE user_id = ?1",
        params![user],
        |row| row.at::<u64>(0),
    );
    match counted {
        Ok(counted) if counted == total => {}
        Err(error) if !error.is_damage() => return Err(error),
        Ok(_) | Err(_) => return Ok(None),
    }
    let end = total.min(offset.saturating_add(u64::from(limit)));
    let is_near = offset <= total - end;
    // The entries between the end that the pages are counted from and the part.
    let outside = if is_near { offset } else { total - end };
    let wanted = end.saturating_sub(offset);
    let direction = match is_ascending == is_near {
        true => "ASC",
        false => "DESC",
    };
    let (mut found, mut seen) = (Vec::new(), 0);
    let visited = tx.visit(
        &format!(
            "SELECT position, n FROM dataset_name_page WHERE user_id = ?1 ORDER BY position {direction}"
        ),
        params![user],
        |row| {
            let (position, n): (i64, u64) = (row.at(0)?, row.at(1)?);
            seen = n.saturating_add(seen);
            if seen > outside && wanted > 0 {
                found.push((position, n));
            }
            Ok::<_, StoreError>(seen < outside + wanted)
        },
    );
    match visited {
        Err(error) if error.is_damage() => return Ok(None),
        visited => visited?,
    }
    let of_found = found
        .iter()
        .fold(0, |sum: u64, (_, n)| sum.saturating_add(*n));
    let skipped = match is_near {
        true => outside.saturating_sub(seen - of_found),
        false => {
            found.reverse();
            seen.saturating_sub(outside + wanted)
        }
    };
    Ok(Some(Pages { found, skipped }))
}

/// Builds the index from all names of an account.
pub(crate) fn rebuild(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    mut entries: Vec<Entry>,
) -> Result<(), StoreError> {
    forget(tx, keys.user())?;
    entries.sort_unstable();
    let mut position = 0;
    for page in entries.chunks(PAGE_ENTRIES / 2) {
        let page = NamePage {
            position,
            entries: page.to_vec(),
        };
        put(tx, keys, &page)?;
        position += GAP;
    }
    Ok(())
}

/// Removes the index of an account; a later list builds it again.
fn forget(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM dataset_name_page WHERE user_id = ?1",
        params![user],
    )
    .map(drop)
}

/// Returns the page that an entry belongs to: the last that does not begin after it, or the first page.
fn find(tx: &Tx<'_>, keys: &AccountKeys, entry: &Entry) -> Result<Option<NamePage>, StoreError> {
    let bounds = tx.query_one(
        "SELECT MIN(position), MAX(position) FROM dataset_name_page WHERE user_id = ?1",
        params![keys.user()],
        |row| Ok((row.at::<Option<i64>>(0)?, row.at::<Option<i64>>(1)?)),
    )?;
    let (Some(mut low), Some(mut high)) = bounds else {
        return Ok(None);
    };
    while low < high {
        // Positions are not negative, so the difference does not overflow.
        let middle = low + (high - low) / 2 + 1;
        let Some(page) = load(tx, keys, middle)? else {
            return Err(StoreError::Damaged("a page of names is missing".to_owned()));
        };
        if page.entries.first().is_some_and(|first| first <= entry) {
            low = page.position;
        } else {
            let before = tx.query_one(
                "SELECT MAX(position) FROM dataset_name_page WHERE user_id = ?1 AND position < ?2",
                params![keys.user(), page.position],
                |row| row.at::<Option<i64>>(0),
            )?;
            high = before.unwrap_or(low).max(low);
        }
    }
    load(tx, keys, low)
}

/// Loads the first page at a position or after it.
fn load(tx: &Tx<'_>, keys: &AccountKeys, position: i64) -> Result<Option<NamePage>, StoreError> {
    tx.query_opt(
        "SELECT position, body FROM dataset_name_page WHERE user_id = ?1 AND position >= ?2
         ORDER BY position LIMIT 1",
        params![keys.user(), position],
        |row| {
            let position: i64 = row.at(0)?;
            let damaged = || StoreError::Damaged("a page of names does not open".to_owned());
            let opened = keys.open_own(context(&position.to_be_bytes()), row.at(1)?);
            let (plain, _) = opened.map_err(|_| damaged())?;
            let entries = serde_json::from_slice(&plain).map_err(|_| damaged())?;
            Ok(NamePage { position, entries })
        },
    )
}

fn put(tx: &mut Tx<'_>, keys: &AccountKeys, page: &NamePage) -> Result<(), StoreError> {
    let plain = serde_json::to_vec(&page.entries)
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    let body = keys.seal(tx, None, context(&page.position.to_be_bytes()), b"", &plain)?;
    tx.execute(
        "INSERT INTO dataset_name_page(user_id, position, n, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, position) DO UPDATE SET n = excluded.n, body = excluded.body",
        params![keys.user(), page.position, page.entries.len() as i64, &body],
    )
    .map(drop)
}

/// Returns a free position between a page and the next one; `None` if the positions between them are used.
fn position_after(tx: &Tx<'_>, user: &UserId, position: i64) -> Result<Option<i64>, StoreError> {
    let next = tx.query_one(
        "SELECT MIN(position) FROM dataset_name_page WHERE user_id = ?1 AND position > ?2",
        params![user, position],
        |row| row.at::<Option<i64>>(0),
    )?;
    let Some(next) = next else {
        return Ok(position.checked_add(GAP));
    };
    let middle = position + (next - position) / 2;
    Ok((middle > position).then_some(middle))
}

/// The maximum number of entries of a page.
const PAGE_ENTRIES: usize = 256;
/// The distance of the positions of new pages: room for 40 splits at one place.
const GAP: i64 = 1 << 40;
