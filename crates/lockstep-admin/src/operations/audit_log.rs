//! Reads the audit log, and keeps its index up to date.

use std::collections::HashMap;

use lockstep_documents::Document;
use lockstep_store::audit::index::{self, Progress};
use lockstep_store::audit::log::{self, Filter, Link, LogPage, MAX_MATCHES};
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Status, StoreError, Timestamp};
use lockstep_vault::Vault;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState, Paging};

/// A page of the log, with the evidence that it is complete.
pub(crate) struct Log {
    /// The entries.
    pub page: LogPage,
    /// The user names of the actors whose account exists.
    pub names: HashMap<UserId, String>,
    /// The newest signed checkpoint; `None` before the first.
    pub checkpoint: Option<Document>,
}

/// Reads a page of the log for `reader`. `user` is an account's id or name, or the name of an actor without
/// an account.
///
/// # Errors
/// 400 for a page behind the counted matches of a search; 503 while the index is being built.
pub(crate) async fn read(
    state: &AppState,
    reader: Actor,
    mut filter: Filter,
    user: Option<String>,
    paging: Paging,
) -> Result<Log, ApiError> {
    if let Some(user) = user {
        filter.actor = Some(match Actor::is_without_account(&user) {
            // An account with the same name must not hide these entries.
            true => user,
            false => match state.account_named(user.clone()).await {
                Ok(account) => account.to_string(),
                // An account that does not exist.
                Err(_) => user,
            },
        });
    }
    let offset = u64::try_from(paging.offset()).unwrap_or_default();
    if !filter.words.is_empty() && offset + u64::from(paging.limit) > MAX_MATCHES {
        return Err(ApiError::invalid(
            "page",
            format!("a search has at most {MAX_MATCHES} entries: add words or filters"),
        ));
    }
    let is_indexed = catch_up(state).await?;
    let page = match page(state, filter, offset, paging.limit).await {
        Err(error) if is_index_damage(&error) => {
            reset(state).await?;
            return Err(building("the index of the audit log was damaged"));
        }
        page => page?,
    };
    let page = LogPage {
        has_uncounted: page.has_uncounted || !is_indexed,
        ..page
    };
    let actors: Vec<UserId> = page
        .entries
        .iter()
        .filter_map(|entry| entry.actor.parse().ok())
        .collect();
    let names = state.user_names(actors).await?;
    let checkpoint = Vault::of(state)?.checkpoints().newest().await?;
    state
        .audit_counter()
        .count(reader, "audit.read".to_owned(), COMPONENT, Status::Success);
    Ok(Log {
        page,
        names,
        checkpoint,
    })
}

/// Reads the entries of a page.
async fn page(
    state: &AppState,
    filter: Filter,
    offset: u64,
    limit: u32,
) -> Result<LogPage, StoreError> {
    let settled = Timestamp(state.clock.now().0.saturating_sub(index::DISORDER_MS));
    if let Some((_, end)) = filter.range
        && end < settled
    {
        // It may be read on a replica. A range that has been over for some minutes gets no more entries, and those that an
        // erasure has removed are not on a replica that may be read. All of the page is from one snapshot. The checkpoint
        // is read later, from the store: it covers the page, as it does for every page. An error, which may lead to a new
        // index, is always that of the store.
        let wanted = filter.clone();
        let read = state
            .db
            .read_stale::<_, StoreError, _>("admin.audit_log.settled", move |tx| {
                match index::covers(tx, end)? {
                    true => log::page(tx, &wanted, offset, limit).map(Some),
                    false => Ok(None),
                }
            });
        if let Some(page) = read.await? {
            return Ok(page);
        }
    }
    let read = state.db.read("admin.audit_log", move |tx| {
        log::page(tx, &filter, offset, limit)
    });
    read.await
}

/// Returns at most `limit` links of the chain from the entry `first` on, in order.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn links(state: &AppState, first: i64, limit: u32) -> Result<Vec<Link>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("admin.audit_links", move |tx| log::links(tx, first, limit));
    Ok(read.await?)
}

/// Indexes the entries written since the last run. Writes nothing if there are none.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn index(state: AppState) -> Result<(), ApiError> {
    if missing(&state).await? != Some(0) {
        while extend(&state).await?.missing() > 0 {}
    }
    Ok(())
}

/// Indexes the newest entries before a read, if they are few; returns whether all are indexed then. On a full disk the
/// index stays as it is: a read needs no space.
async fn catch_up(state: &AppState) -> Result<bool, ApiError> {
    for _ in 0..MAX_PORTIONS {
        if missing(state).await? == Some(0) {
            return Ok(true);
        }
        match extend(state).await {
            Ok(progress) if progress.missing() == 0 => return Ok(true),
            Ok(_) => {}
            Err(StoreError::Full) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
    }
    Err(building("many entries are not indexed yet"))
}

/// Returns the number of entries that are not indexed yet; `None` for a damaged index.
async fn missing(state: &AppState) -> Result<Option<i64>, ApiError> {
    let progress = state.db.read("admin.audit_index.progress", index::progress);
    match progress.await {
        Err(error) if error.is_damage() => Ok(None),
        progress => Ok(Some(progress?.missing())),
    }
}

async fn extend(state: &AppState) -> Result<Progress, StoreError> {
    let once = || state.db.write("admin.audit_index.extend", index::extend);
    match once().await {
        Err(error) if is_index_damage(&error) => {
            tracing::warn!(%error, "the index of the audit log is damaged and is built again");
            reset(state).await?;
            once().await
        }
        extended => extended,
    }
}

/// Empties the index: the background job builds it again.
async fn reset(state: &AppState) -> Result<(), StoreError> {
    state
        .db
        .write("admin.audit_index.reset", index::reset)
        .await
}

/// Whether an error of a statement on the index means that the index must be built again.
fn is_index_damage(error: &StoreError) -> bool {
    error.is_damage() || error.is_corrupt()
}

fn building(log: &str) -> ApiError {
    let message = "the index of the audit log is being built: try again in some seconds";
    ApiError {
        message: message.into(),
        ..ApiError::busy(log)
    }
}

/// Removes a suspended account from the index in portions, before the transaction of its erasure.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn forget(state: AppState, user: UserId) -> Result<(), ApiError> {
    loop {
        let user = user.clone();
        let removed = state.db.write("admin.audit_index.remove", move |tx| {
            index::remove_portion(tx, &user)
        });
        match removed.await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) if is_index_damage(&error) => {
                reset(&state).await?;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Compares a block of the index with the log; empties an index that differs.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let block: i64 = after.and_then(|after| after.parse().ok()).unwrap_or(0);
    let check = state
        .db
        .read("admin.audit_index.check", move |tx| index::check(tx, block));
    let (agrees, next) = check.await?;
    let mut scrubbed = ScrubResult {
        next: next.map(|next| next.to_string()),
        rows: 1,
        ..ScrubResult::default()
    };
    if !agrees {
        reset(&state).await?;
        scrubbed.next = None;
        scrubbed.repaired.push(Damage {
            table: "audit_block".into(),
            account: None,
            row: block.to_string(),
            from: None,
            to: None,
            points: 0,
            reason: "the index differs from the audit log: it is built again".to_owned(),
        });
    }
    Ok(scrubbed)
}

/// The component in the audit log.
const COMPONENT: &str = "administration";
/// The portions that a read indexes before it answers: some 10 000 entries.
const MAX_PORTIONS: usize = 20;
