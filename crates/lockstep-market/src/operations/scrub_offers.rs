//! Opens the data of an offer, and compares its root with the rows that name it.

use lockstep_datasets::market::FrozenVersion;
use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::damage;
use super::listings::root_of;
use super::scrub_cells::next_account;
use crate::listing::ListingStatus;
use crate::snapshot::{RootHasher, open_sealed};
use crate::store;
use crate::store::roots::{FoundSnapshot, NextListing, NextSnapshot, OtherRoot};

/// Checks the first offer after an id, and sets the place of the next portion. The ids of listings are before those of
/// tokens, and these before those of accounts, whose cells are checked last.
pub(super) async fn next_offer(
    state: &AppState,
    after: &str,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let from = after.to_owned();
    let listing = state
        .db
        .read::<_, StoreError, _>("market.scrub.listing", move |tx| {
            store::roots::listing_after(tx, &from)
        })
        .await?;
    if let Some(next) = listing {
        scrubbed.rows += 1;
        check_listing(state, &next, scrubbed).await?;
        scrubbed.next = Some(next.id);
        return Ok(());
    }
    let from = after.to_owned();
    let token = state
        .db
        .read::<_, StoreError, _>("market.scrub.token", move |tx| {
            store::roots::with_snapshot_after(tx, &from)
        })
        .await?;
    let Some(NextSnapshot { id, token }) = token else {
        return next_account(state, after, scrubbed).await;
    };
    match token {
        Some((token, owner)) => check_token(state, token, owner, scrubbed).await?,
        None => scrubbed
            .damaged
            .push(damage("market_chunk", None, &id, UNREADABLE.to_owned())),
    }
    scrubbed.next = Some(id);
    Ok(())
}

async fn check_listing(
    state: &AppState,
    next: &NextListing,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let Some(listing) = &next.listing else {
        return Ok(());
    };
    if !next.is_held {
        // The row of an active listing names another version, and is named. A withdrawn one keeps its row alone.
        return match listing.status {
            ListingStatus::Active => Ok(()),
            ListingStatus::Withdrawn => {
                compare(state, &next.id, (listing.root, false), scrubbed).await
            }
        };
    }
    let (dataset, version) = (listing.dataset.clone(), listing.version);
    match FrozenVersion::open(state, &listing.owner, dataset, version).await {
        Ok(version) => {
            let root = root_of(version.schema());
            compare(state, &next.id, (root, true), scrubbed).await
        }
        // The scrub of datasets names a version that cannot be opened.
        Err(_) => Ok(()),
    }
}

async fn check_token(
    state: &AppState,
    token: TokenId,
    owner: UserId,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let Ok(keys) = Vault::of(state)?.account_keys(&owner).await else {
        let reason = "the snapshot does not open: the keys of its account are missing or damaged";
        scrubbed.rows += 1;
        scrubbed.damaged.push(damage(
            "market_chunk",
            Some(&owner),
            token.as_str(),
            reason.to_owned(),
        ));
        return Ok(());
    };
    let (id, account) = (token.to_string(), owner.clone());
    let read = state.db.read::<_, ApiError, _>("market.scrub", move |tx| {
        snapshot(tx, &keys, &token, &account)
    });
    let read = match read.await {
        Ok(read) => read,
        // The row of a chunk cannot be read: the other tokens are still checked.
        Err(fault) if matches!(fault.kind, ErrorKind::Internal | ErrorKind::Encryption) => {
            let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
            let named = damage(
                "market_chunk",
                Some(&owner),
                &id,
                format!("{reason}; {UNREADABLE}"),
            );
            scrubbed.damaged.push(named);
            return Ok(());
        }
        Err(fault) => return Err(fault),
    };
    scrubbed.rows += read.rows;
    scrubbed.damaged.extend(read.damaged);
    match read.root {
        Some((root, is_proven)) => compare(state, &id, (Some(root), is_proven), scrubbed).await,
        None => Ok(()),
    }
}

/// Names the rows of an offer with a root other than `root`; repairs them if the root is that of opened data.
async fn compare(
    state: &AppState,
    offer: &str,
    (root, is_proven): (Option<[u8; 32]>, bool),
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let id = offer.to_owned();
    let differing = state
        .db
        .read::<_, StoreError, _>("market.scrub.roots", move |tx| {
            store::roots::differing(tx, &id, root.as_ref())
        })
        .await?;
    for row in differing {
        let OtherRoot { table, id, account } = row.clone();
        if !is_proven {
            let named = store::roots::contradiction(table, id, account);
            scrubbed.damaged.push(Damage::from(named));
            continue;
        }
        let write = state
            .db
            .write::<_, StoreError, _>("market.scrub.root", move |tx| {
                store::roots::repair(tx, &row, root.as_ref())
            });
        write.await?;
        scrubbed.repaired.push(Damage {
            account: Some(account),
            ..damage(
                table,
                None,
                &id,
                "column root was not the root of what was sold, and was computed again".to_owned(),
            )
        });
    }
    Ok(())
}

/// The result of reading a snapshot.
#[derive(Default)]
struct ReadSnapshot {
    rows: u64,
    damaged: Vec<Damage>,
    /// The root of a snapshot without damage, and whether every chunk opened.
    root: Option<([u8; 32], bool)>,
}

fn snapshot(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    token: &TokenId,
    owner: &UserId,
) -> Result<ReadSnapshot, ApiError> {
    let mut read = ReadSnapshot::default();
    let (mut root, mut found) = (RootHasher::default(), FoundSnapshot::default());
    let mut is_proven = true;
    store::tokens::chunks(tx, token, 0, |nth, chunk| {
        let reason = match open_sealed(tx, keys, (token, nth), &chunk) {
            Ok(opened) if opened.is_of(&chunk) => None,
            Ok(_) => Some(MISSTATED),
            // Under a stopped key a chunk is not damaged: its owner may resume the key.
            Err(error) if error.kind == ErrorKind::Encryption => {
                is_proven = false;
                None
            }
            Err(_) => Some(UNOPENED),
        };
        if nth as u64 != read.rows {
            is_proven = false;
        }
        read.rows += 1;
        found.add(chunk.series, u64::from(chunk.n));
        root.add(&chunk.bytes);
        read.damaged.extend(reason.map(|reason| {
            let row = format!("{token}/{nth}");
            damage("market_chunk", Some(owner), &row, reason.to_owned())
        }));
        Ok::<_, ApiError>(true)
    })?;
    let Some(stated) = store::roots::stated(tx, token)? else {
        // The check of the rows names it.
        return Ok(read);
    };
    if !read.damaged.is_empty() {
        return Ok(read);
    }
    if found.is_of(&stated) {
        read.root = Some((root.finish(), is_proven));
    } else {
        let reason = "the row and the chunks of the token state different points: restore both from a backup";
        let named = damage(
            "market_token",
            Some(owner),
            token.as_str(),
            reason.to_owned(),
        );
        read.damaged.push(named);
    }
    Ok(read)
}

const UNOPENED: &str =
    "the chunk does not open: its seller withdraws the token and offers it again";
const UNREADABLE: &str =
    "a row of the snapshot cannot be read: restore the rows of the token from a backup";
const MISSTATED: &str =
    "column n, t0 or t1 does not state the points of the chunk: restore the row from a backup";
