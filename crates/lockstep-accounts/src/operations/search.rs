//! Searches accounts by parts of their names.

use std::collections::BTreeSet;
use std::ops::Range;

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState, Paging};

use super::Accounts;
use crate::names::search::{NameSearch, SearchedRow};
use crate::names::{AccountNames, Names, StoredNames, open_stored};
use crate::store::names as rows;
use crate::store::{self, Filter, StoredAccount};
use crate::user::AccountStatus;

/// The accounts of a page that were found in memory, the number of all that were found, and the id after which accounts
/// are not in memory; `None` if all are.
struct Found {
    page: Vec<UserId>,
    total: u64,
    rest: Option<String>,
}

impl Accounts {
    /// Returns a page of the accounts whose user name or e-mail address contains the folded text.
    pub(super) async fn searched(
        &self,
        filter: Filter,
        text: &str,
        paging: Paging,
    ) -> Result<(Vec<StoredAccount>, u64), ApiError> {
        let from = u64::try_from(paging.offset()).unwrap_or(0);
        let on_page = from..from + u64::from(paging.limit);
        // The names of erased accounts are erased, so nothing is decrypted.
        if filter.status == Some(AccountStatus::Deleted) {
            let none = (Vec::new(), 0);
            return self.scan(&filter, text, on_page, String::new(), none).await;
        }
        let mut attempts = 0;
        loop {
            attempts += 1;
            let found = find(&self.state, &filter, text, on_page.clone()).await?;
            let (page, outdated) = self.read_page(&filter, text, found.page).await?;
            if !outdated.is_empty() && attempts < MAX_ATTEMPTS {
                read_again(&self.state, outdated).await?;
                continue;
            }
            let page = (page, found.total);
            return match found.rest {
                None => Ok(page),
                Some(after) => self.scan(&filter, text, on_page, after, page).await,
            };
        }
    }

    /// Returns those of these accounts that still match, and the ids of the others.
    async fn read_page(
        &self,
        filter: &Filter,
        text: &str,
        ids: Vec<UserId>,
    ) -> Result<(Vec<StoredAccount>, Vec<UserId>), ApiError> {
        let (asked, filter) = (ids.clone(), filter.clone());
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.search.page", move |tx| {
                store::selected(tx, &filter, asked.iter().map(UserId::as_str))
            });
        let mut page = Vec::with_capacity(ids.len());
        let mut outdated: BTreeSet<UserId> = ids.into_iter().collect();
        for stored in read.await? {
            let id = &stored.account.id;
            let opened = Names::of(&self.state)?;
            let names = opened.shown(&self.state, id, &stored.names).await;
            if names.contain(text) {
                outdated.remove(id);
                page.push(stored);
            }
        }
        Ok((page, outdated.into_iter().collect()))
    }

    /// Continues a search with the accounts after an id, whose names are not kept in memory.
    async fn scan(
        &self,
        filter: &Filter,
        text: &str,
        on_page: Range<u64>,
        mut after: String,
        (mut page, mut total): (Vec<StoredAccount>, u64),
    ) -> Result<(Vec<StoredAccount>, u64), ApiError> {
        loop {
            let (filter, behind) = (filter.clone(), after);
            let portion = self
                .state
                .db
                .read::<_, StoreError, _>("accounts.search.scan", move |tx| {
                    store::list_after(tx, &filter, &behind, READ_AT_ONCE)
                })
                .await?;
            let Some(last) = portion.last() else {
                return Ok((page, total));
            };
            after = last.account.id.to_string();
            for stored in portion {
                let opened = open(&self.state, &stored.account.id, &stored.names).await;
                if opened.is_some_and(|names| names.contain(text)) {
                    if on_page.contains(&total) {
                        page.push(stored);
                    }
                    total += 1;
                }
            }
        }
    }
}

/// The background job: takes the changes of names into memory, so that names of erased accounts leave it, and forgets
/// all names after a time without searches.
pub(crate) async fn maintain(state: AppState) -> Result<(), ApiError> {
    // A search that runs now takes the changes itself.
    let Some(mut kept) = Names::of(&state)?.search().try_lock() else {
        return Ok(());
    };
    let now = state.clock.monotonic();
    if kept.as_ref().is_some_and(|search| search.is_idle(now)) {
        *kept = None;
    }
    match kept.as_mut() {
        Some(search) => take_changes(&state, search).await,
        None => Ok(()),
    }
}

/// Searches the names in memory.
async fn find(
    state: &AppState,
    filter: &Filter,
    text: &str,
    on_page: Range<u64>,
) -> Result<Found, ApiError> {
    // Held during the decryption of names: a second search waits, and finds them opened.
    let mut kept = Names::of(state)?.search().lock().await;
    let search = current(state, &mut kept).await?;
    let mut found = Found {
        page: Vec::new(),
        total: 0,
        rest: search.filled_to().map(str::to_owned),
    };
    let mut compared = 0_usize;
    for matching in search.compare(filter.role, filter.status, text) {
        if let Some(id) = matching {
            if on_page.contains(&found.total) {
                found.page.push(UserId::from_bytes(id));
            }
            found.total += 1;
        }
        compared += 1;
        if compared == COMPARED_AT_ONCE {
            compared = 0;
            tokio::task::yield_now().await;
        }
    }
    Ok(found)
}

/// Returns the names in memory with every committed change.
async fn current<'k>(
    state: &AppState,
    kept: &'k mut Option<NameSearch>,
) -> Result<&'k NameSearch, ApiError> {
    if kept.is_none() {
        let newest = state
            .db
            .read::<_, StoreError, _>("accounts.search.newest", rows::newest_change);
        // Before the first account is read: changes during the reading are taken later.
        *kept = Some(NameSearch::new(newest.await?));
    }
    let Some(search) = kept.as_mut() else {
        return Err(ApiError::internal("a search of names was not created"));
    };
    search.set_used(state.clock.monotonic());
    take_changes(state, search).await?;
    let unopened = search.unopened();
    if !unopened.is_empty() {
        let read = state
            .db
            .read::<_, StoreError, _>("accounts.search.unopened", move |tx| {
                rows::searched_of(tx, &unopened)
            });
        put_changed(state, search, read.await?).await;
    }
    fill(state, search).await?;
    Ok(search)
}

/// Takes the changes since the last search into memory.
async fn take_changes(state: &AppState, search: &mut NameSearch) -> Result<(), ApiError> {
    loop {
        let seen = search.seen();
        let read = state
            .db
            .read::<_, StoreError, _>("accounts.search.changes", move |tx| {
                let newest = tx.newest_event()?;
                let last = newest.min(seen.saturating_add(EVENTS_AT_ONCE));
                Ok((rows::searched_changes(tx, seen, last)?, last, newest))
            });
        let (changed, last, newest) = read.await?;
        if newest < seen {
            // Another store took the place of the earlier one.
            search.reset(newest);
            return Ok(());
        }
        put_changed(state, search, changed).await;
        search.set_seen(last);
        if last >= newest {
            return Ok(());
        }
    }
}

/// Opens the names that changed. A search that is cancelled here has taken a part of them, and the next one takes them
/// all again.
async fn put_changed(state: &AppState, search: &mut NameSearch, changed: Vec<SearchedRow>) {
    for row in changed {
        if search.covers(&row.id) && !search.take_rights(&row) {
            let opened = open(state, &row.id, &row.names).await;
            search.put(&row, opened.as_ref());
        }
    }
}

/// Opens the names of the accounts that are not in memory yet, as many as fit.
async fn fill(state: &AppState, search: &mut NameSearch) -> Result<(), ApiError> {
    while search.has_room()
        && let Some(after) = search.filled_to().map(str::to_owned)
    {
        let portion = state
            .db
            .read::<_, StoreError, _>("accounts.search.fill", move |tx| {
                rows::searched_after(tx, &after, READ_AT_ONCE)
            })
            .await?;
        let mut opened = Vec::with_capacity(portion.len());
        for row in &portion {
            opened.push(open(state, &row.id, &row.names).await);
        }
        // Together, so that a cancelled search leaves no account out.
        search.set_filled_to(portion.last().map(|row| &row.id));
        for (row, names) in portion.iter().zip(&opened) {
            search.put(row, names.as_ref());
        }
    }
    Ok(())
}

/// Reads accounts again whose rows differ from the names in memory: they changed since, or are damaged.
async fn read_again(state: &AppState, ids: Vec<UserId>) -> Result<(), ApiError> {
    let mut kept = Names::of(state)?.search().lock().await;
    let Some(search) = kept.as_mut() else {
        return Ok(());
    };
    let mut missing: BTreeSet<UserId> = ids.iter().cloned().collect();
    let read = state
        .db
        .read::<_, StoreError, _>("accounts.search.again", move |tx| {
            rows::searched_of(tx, &ids)
        });
    for row in read.await? {
        missing.remove(&row.id);
        let opened = open(state, &row.id, &row.names).await;
        search.put(&row, opened.as_ref());
    }
    missing.iter().for_each(|id| search.remove(id));
    Ok(())
}

/// Opens the names of an account; `None` if they cannot be opened.
async fn open(state: &AppState, id: &UserId, stored: &StoredNames) -> Option<AccountNames> {
    match open_stored(state, id, stored).await {
        Ok(names) => Some(names),
        Err(fault) => {
            tracing::debug!(account = %id, reason = fault.log, "names that cannot be decrypted are not found by a search");
            None
        }
    }
}

/// Accounts that are read in one transaction.
const READ_AT_ONCE: u32 = 200;
/// Events whose accounts are read in one transaction.
const EVENTS_AT_ONCE: i64 = 5000;
/// Names that are compared before other tasks may run.
const COMPARED_AT_ONCE: usize = 4096;
/// How often a search starts again because accounts of its page changed.
const MAX_ATTEMPTS: u32 = 3;
