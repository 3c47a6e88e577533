//! Reads the search index of an account, fills it with the records of all capabilities, and checks it.

use std::sync::Arc;

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::store::{check, load_index};
use crate::at_rest::AccountKeys;
use crate::search_page::SearchPage;
use crate::store::search::{self as rows, Reset};
use crate::vault::{Vault, lock};

/// The search indexes of all accounts.
#[derive(Clone, Copy)]
pub struct SearchIndexes<'v>(&'v Vault);

impl Vault {
    /// The search indexes of all accounts.
    #[must_use]
    pub fn search_indexes(&self) -> SearchIndexes<'_> {
        SearchIndexes(self)
    }
}

impl SearchIndexes<'_> {
    /// Calls `scan` with the pages of an account's search index. A damaged index is forgotten, to be filled again.
    ///
    /// # Errors
    /// [`StoreError`], as an API error.
    pub async fn search<T: Send + 'static>(
        self,
        keys: &AccountKeys,
        scan: impl Fn(&[Arc<SearchPage>]) -> T + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        let scan = Arc::new(scan);
        let scanning = Arc::clone(&scan);
        let removals = self.0.cache().removals();
        let cached = self.0.cache().search_index(keys.user());
        let (vault, reading) = (self.0.clone(), keys.clone());
        let read = self
            .0
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.search", move |tx| {
                let user = reading.user();
                let mut index = cached;
                let generation = rows::state(tx, user)?.map_or(0, |state| state.generation);
                if index.generation != generation {
                    index = Arc::new(load_index(tx, &reading, generation, &index)?);
                    vault.cache().insert_search_index(removals, user, &index);
                }
                let pages: Vec<_> = index
                    .pages
                    .values()
                    .map(|(_, page)| Arc::clone(page))
                    .collect();
                Ok(scanning(&pages))
            });
        match read.await {
            Err(error) if error.is_damage() => {
                self.reset(keys.user(), Reset::Damaged).await?;
                Ok(scan(&[]))
            }
            read => Ok(read?),
        }
    }

    async fn reset(self, user: &UserId, reason: Reset) -> Result<(), StoreError> {
        let user = user.clone();
        let reset = move |tx: &mut lockstep_store::Tx<'_>| rows::reset(tx, &user, reason);
        self.0.ctx().db.write("vault.search.reset", reset).await
    }

    /// Adds records to the index of an account that are not in it yet, at most `portions` portions of them. Returns
    /// whether the index has all records then.
    ///
    /// # Errors
    /// The error of a capability that cannot read its records.
    pub async fn fill(
        self,
        state: &AppState,
        user: &UserId,
        portions: u32,
    ) -> Result<bool, ApiError> {
        let owner = user.clone();
        let read = state
            .db
            .read::<_, StoreError, _>("vault.search.state", move |tx| rows::state(tx, &owner));
        let stored = match read.await {
            Err(error) if error.is_damage() => {
                self.reset(user, Reset::Damaged).await?;
                return Ok(false);
            }
            read => read?,
        };
        if stored.as_ref().is_some_and(rows::IndexState::is_whole) {
            return Ok(true);
        }
        let stored = stored.unwrap_or_default();
        let mut place = stored.place;
        for _ in 0..portions {
            let Some(next) = fill_portion(state, user, place.as_deref()).await? else {
                let (owner, resets) = (user.clone(), stored.resets);
                state
                    .db
                    .write::<_, StoreError, _>("vault.search.filled", move |tx| {
                        rows::set_filled(tx, &owner, resets)
                    })
                    .await?;
                return Ok(true);
            };
            let (owner, stored) = (user.clone(), next.clone());
            state
                .db
                .write::<_, StoreError, _>("vault.search.place", move |tx| {
                    rows::set_place(tx, &owner, &stored)
                })
                .await?;
            place = Some(next);
        }
        Ok(false)
    }

    /// Checks the search indexes of some accounts; a damaged one is forgotten, to be filled again. Damage that a search or
    /// a write found since the last scrub is named too.
    pub(crate) async fn scrub(
        self,
        after: &str,
        found: &mut ScrubResult,
    ) -> Result<Option<String>, ApiError> {
        let after = after.to_owned();
        let db = &self.0.ctx().db;
        let accounts = db.read::<_, StoreError, _>("scrub.search.accounts", move |tx| {
            rows::accounts_after(tx, &after, ACCOUNTS_AT_ONCE)
        });
        let accounts = accounts.await?;
        for user in &accounts {
            // The account's key is checked elsewhere.
            let Ok(keys) = self.0.account_keys(user).await else {
                continue;
            };
            let checked = db.read("scrub.search", move |tx| {
                let is_unreported = rows::is_unreported(tx, keys.user())?;
                Ok::<_, StoreError>((check(tx, &keys), is_unreported))
            });
            let (checked, is_unreported) = checked.await?;
            let reason = match checked {
                Ok(pages) => {
                    found.rows += pages;
                    is_unreported.then(|| "a search or a write found a page damaged".to_owned())
                }
                Err(error) if error.is_damage() => {
                    self.reset(user, Reset::Named).await?;
                    Some(error.to_string())
                }
                Err(error) => return Err(error.into()),
            };
            if is_unreported {
                let user = user.clone();
                db.write::<_, StoreError, _>("scrub.search.named", move |tx| {
                    rows::set_reported(tx, &user)
                })
                .await?;
            }
            found.repaired.extend(reason.map(|reason| Damage {
                table: "search_page".into(),
                account: Some(user.to_string()),
                row: String::new(),
                from: None,
                to: None,
                points: 0,
                reason: format!("{reason}; the index is built again from the records"),
            }));
        }
        Ok(accounts.last().map(ToString::to_string))
    }
}

/// Indexes one portion of the records of an account. Returns the place of the next; `None` at the end.
async fn fill_portion(
    state: &AppState,
    user: &UserId,
    place: Option<&str>,
) -> Result<Option<String>, ApiError> {
    let (name, cursor) = match place.and_then(|place| place.split_once('\t')) {
        Some((name, cursor)) => (Some(name), Some(cursor).filter(|cursor| !cursor.is_empty())),
        None => (None, None),
    };
    let mut capabilities = state.capabilities().iter().filter_map(|capability| {
        let index = capability.searchable?;
        Some((capability.name, index))
    });
    let current = match name {
        None => capabilities.next(),
        Some(name) => capabilities.find(|(other, _)| *other == name),
    };
    let Some((name, index)) = current else {
        return Ok(None);
    };
    let cursor = cursor.map(str::to_owned);
    let next = index(state.clone(), user.clone(), cursor).await?;
    Ok(match next {
        Some(next) => Some(format!("{name}\t{next}")),
        None => capabilities.next().map(|(name, _)| format!("{name}\t")),
    })
}

/// Fills indexes that are not whole: of accounts with a state, and once after each start of the server of all others.
pub(crate) async fn run(state: AppState) -> Result<(), ApiError> {
    let vault = Vault::of(&state)?.clone();
    let after = lock(vault.search_pass()).clone();
    let is_over = after.is_none();
    let (mut accounts, passed) = state
        .db
        .read::<_, StoreError, _>("vault.search.accounts", move |tx| {
            let unfilled = rows::accounts_with_incomplete_index(tx, ACCOUNTS_AT_ONCE)?;
            let passed = match &after {
                Some(after) => rows::accounts_after(tx, after, ACCOUNTS_AT_ONCE)?,
                None => Vec::new(),
            };
            Ok((unfilled, passed))
        })
        .await?;
    let last = passed.last().map(ToString::to_string);
    accounts.extend(passed);
    for user in accounts {
        // An account that was erased in the meantime, or whose keys are damaged, holds up no other.
        if let Err(error) = vault
            .search_indexes()
            .fill(&state, &user, PORTIONS_AT_ONCE)
            .await
        {
            tracing::debug!(%error, "the search index of an account is filled later");
        }
    }
    if !is_over {
        *lock(vault.search_pass()) = last;
    }
    Ok(())
}

/// The maximum number of accounts in one run of the job.
const ACCOUNTS_AT_ONCE: i64 = 32;
/// The maximum number of portions of one account in one run.
const PORTIONS_AT_ONCE: u32 = 16;
