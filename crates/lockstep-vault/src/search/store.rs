//! The sealed pages of the search index.

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use zeroize::Zeroizing;

use crate::at_rest::{AadContext, AccountKeys};
use crate::search_page::{CachedIndex, Change, PageLines, SearchPage};
use crate::store::search::{IndexState, Reset, next_generation, reset, state};

/// Changes the index of an account. If the index is damaged it is forgotten, to be filled again.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    changes: &[Change<'_>],
) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    match change_whole(tx, keys, changes) {
        Err(error) if error.is_damage() => {
            tracing::error!(account = %keys.user(), %error, "a damaged search index is built again");
            reset(tx, keys.user(), Reset::Damaged)
        }
        changed => changed,
    }
}

fn change_whole(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    changes: &[Change<'_>],
) -> Result<(), StoreError> {
    let user = keys.user();
    let state = state(tx, user)?.unwrap_or_default();
    let last = tx.query_one(
        "SELECT MAX(page) FROM search_page WHERE user_id = ?1",
        params![user],
        |row| row.at::<Option<i64>>(0),
    )?;
    let mut open = OpenPages {
        keys,
        last: last.unwrap_or(0),
        pages: BTreeMap::new(),
    };
    for change in changes {
        match *change {
            Change::Put(record) => {
                let line = PageLines::of(record);
                let before = page_of(tx, user, record.kind, &record.id)?;
                if let Some(page) = before {
                    if open.page(tx, page)?.lines.contains(&line) {
                        continue;
                    }
                    open.changed(tx, page)?.remove(record.kind, &record.id);
                }
                let page = open.add(tx, before, &line)?;
                if before != Some(page) {
                    put_record(tx, user, (record.kind, &record.id), page)?;
                }
            }
            Change::Remove { kind, id } => {
                let Some(page) = page_of(tx, user, kind, id)? else {
                    continue;
                };
                open.changed(tx, page)?.remove(kind, id);
                tx.execute(
                    "DELETE FROM search_record WHERE user_id = ?1 AND kind = ?2 AND id = ?3",
                    params![user, kind, id],
                )?;
            }
        }
    }
    open.save(tx, &state)
}

fn page_of(tx: &Tx<'_>, user: &UserId, kind: &str, id: &str) -> Result<Option<i64>, StoreError> {
    tx.query_opt(
        "SELECT page FROM search_record WHERE user_id = ?1 AND kind = ?2 AND id = ?3",
        params![user, kind, id],
        |row| row.at(0),
    )
}

fn put_record(
    tx: &mut Tx<'_>,
    user: &UserId,
    (kind, id): (&str, &str),
    page: i64,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO search_record(user_id, kind, id, page) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, kind, id) DO UPDATE SET page = excluded.page",
        params![user, kind, id, page],
    )
    .map(drop)
}

/// The pages that a change opened.
struct OpenPages<'k> {
    keys: &'k AccountKeys,
    /// The last page.
    last: i64,
    pages: BTreeMap<i64, OpenPage>,
}

#[derive(Default)]
struct OpenPage {
    lines: PageLines,
    is_changed: bool,
}

impl OpenPages<'_> {
    fn page(&mut self, tx: &Tx<'_>, page: i64) -> Result<&mut OpenPage, StoreError> {
        use std::collections::btree_map::Entry;
        match self.pages.entry(page) {
            Entry::Occupied(open) => Ok(open.into_mut()),
            Entry::Vacant(free) => {
                let lines = PageLines(load(tx, self.keys, page)?.unwrap_or_default());
                Ok(free.insert(OpenPage {
                    lines,
                    is_changed: false,
                }))
            }
        }
    }

    fn changed(&mut self, tx: &Tx<'_>, page: i64) -> Result<&mut PageLines, StoreError> {
        let page = self.page(tx, page)?;
        page.is_changed = true;
        Ok(&mut page.lines)
    }

    /// Adds a line to the page that the record had, or to the last page; returns the page.
    fn add(&mut self, tx: &Tx<'_>, before: Option<i64>, line: &str) -> Result<i64, StoreError> {
        for page in before.into_iter().chain([self.last]) {
            if self.page(tx, page)?.lines.has_room(line) {
                self.changed(tx, page)?.0.push_str(line);
                return Ok(page);
            }
        }
        self.last += 1;
        self.changed(tx, self.last)?.0.push_str(line);
        Ok(self.last)
    }

    fn save(self, tx: &mut Tx<'_>, state: &IndexState) -> Result<(), StoreError> {
        let changed: Vec<_> = self
            .pages
            .iter()
            .filter(|(_, page)| page.is_changed)
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        let user = self.keys.user();
        let generation = next_generation(tx, state.generation);
        for (page, OpenPage { lines, .. }) in changed {
            if lines.0.is_empty() {
                tx.execute(
                    "DELETE FROM search_page WHERE user_id = ?1 AND page = ?2",
                    params![user, *page],
                )?;
                continue;
            }
            let row = row(*page, generation);
            let body = self
                .keys
                .seal(tx, None, context(&row), b"", lines.0.as_bytes())?;
            tx.execute(
                "INSERT INTO search_page(user_id, page, revision, body) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (user_id, page) DO UPDATE SET revision = excluded.revision, body = excluded.body",
                params![user, *page, generation, &body],
            )?;
        }
        tx.execute(
            "INSERT INTO search_index(user_id, generation, filled, resets) VALUES (?1, ?2, 0, 0)
             ON CONFLICT (user_id) DO UPDATE SET generation = excluded.generation",
            params![user, generation],
        )
        .map(drop)
    }
}

/// Opens a page; `None` if the index has no such page.
fn load(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    page: i64,
) -> Result<Option<Zeroizing<String>>, StoreError> {
    tx.query_opt(
        "SELECT revision, body FROM search_page WHERE user_id = ?1 AND page = ?2",
        params![keys.user(), page],
        |row| open(keys, (page, row.at(0)?), row.at(1)?),
    )
}

fn open(
    keys: &AccountKeys,
    (page, revision): (i64, i64),
    body: &[u8],
) -> Result<Zeroizing<String>, StoreError> {
    let damaged = || StoreError::Damaged("a page of the search index does not open".to_owned());
    let row = row(page, revision);
    let (plain, _) = keys.open_own(context(&row), body).map_err(|_| damaged())?;
    let text = std::str::from_utf8(&plain).map_err(|_| damaged())?;
    Ok(Zeroizing::new(text.to_owned()))
}

fn row(page: i64, revision: i64) -> [u8; 16] {
    let mut row = [0; 16];
    row[..8].copy_from_slice(&page.to_be_bytes());
    row[8..].copy_from_slice(&revision.to_be_bytes());
    row
}

fn context(row: &[u8; 16]) -> AadContext<'_> {
    AadContext {
        what: "search page",
        row,
    }
}

/// Opens the index of an account. Pages that `cached` has are not opened again.
pub(crate) fn load_index(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    generation: i64,
    cached: &CachedIndex,
) -> Result<CachedIndex, StoreError> {
    let listed = tx.query(
        "SELECT page, revision FROM search_page WHERE user_id = ?1 ORDER BY page",
        params![keys.user()],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let mut index = CachedIndex {
        generation,
        pages: BTreeMap::new(),
    };
    for (page, revision) in listed {
        let unchanged = cached
            .pages
            .get(&page)
            .filter(|(cached_revision, _)| *cached_revision == revision);
        let opened = match unchanged {
            Some((_, cached_page)) => Arc::clone(cached_page),
            None => {
                let text = load(tx, keys, page)?.unwrap_or_default();
                let parsed = SearchPage::parse(text);
                let damaged = || {
                    StoreError::Damaged("a page of the search index cannot be parsed".to_owned())
                };
                Arc::new(parsed.ok_or_else(damaged)?)
            }
        };
        index.pages.insert(page, (revision, opened));
    }
    Ok(index)
}

/// Checks that every page opens and that the records of pages and table are the same; returns the number of pages.
pub(crate) fn check(tx: &Tx<'_>, keys: &AccountKeys) -> Result<u64, StoreError> {
    let Some(state) = state(tx, keys.user())? else {
        return Ok(0);
    };
    let index = load_index(tx, keys, state.generation, &CachedIndex::default())?;
    let mut listed = BTreeMap::new();
    tx.visit(
        "SELECT kind, id, page FROM search_record WHERE user_id = ?1",
        params![keys.user()],
        |row| {
            listed.insert(
                (row.at::<String>(0)?, row.at::<String>(1)?),
                row.at::<i64>(2)?,
            );
            Ok::<_, StoreError>(true)
        },
    )?;
    for (page, (_, opened)) in &index.pages {
        for number in 0..opened.len() {
            let line = opened.line(number);
            let name = line.map(|line| (line.kind.to_owned(), line.id.to_owned()));
            let place = name.and_then(|name| listed.remove(&name));
            if place != Some(*page) {
                return Err(StoreError::Damaged(
                    "a record is on another page".to_owned(),
                ));
            }
        }
    }
    match listed.is_empty() {
        true => Ok(index.pages.len() as u64),
        false => Err(StoreError::Damaged("a record is on no page".to_owned())),
    }
}
