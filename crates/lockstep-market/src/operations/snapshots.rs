//! Stores a snapshot in portions before its token, so that no transaction holds the writer for long. Nothing sees the
//! chunks until the token is committed; chunks whose token never is are removed.

use std::time::Duration;

use lockstep_store::id::TokenId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use crate::snapshot::SnapshotChunk;
use crate::store;

/// Stores the chunks of a snapshot whose token does not exist yet.
///
/// # Errors
/// The quota is used up, or the account is being erased. The chunks stored so far are removed.
pub(super) async fn store_chunks(
    state: &AppState,
    keys: &AccountKeys,
    token: &TokenId,
    mut chunks: Vec<SnapshotChunk>,
) -> Result<(), ApiError> {
    let mut nth = 0_i64;
    while !chunks.is_empty() {
        let rest = chunks.split_off(portion(&chunks));
        let count = chunks.len() as i64;
        let stored = store_portion(state, keys, token, (nth, chunks)).await;
        if let Err(error) = stored {
            abandon(state, token).await;
            return Err(error);
        }
        nth += count;
        chunks = rest;
    }
    Ok(())
}

/// Returns the number of chunks of the next transaction.
fn portion(chunks: &[SnapshotChunk]) -> usize {
    let mut bytes = 0;
    let fits = chunks.iter().take_while(|chunk| {
        bytes += chunk.bytes.len();
        bytes <= PORTION_BYTES
    });
    fits.count().max(1)
}

async fn store_portion(
    state: &AppState,
    keys: &AccountKeys,
    token: &TokenId,
    (first, chunks): (i64, Vec<SnapshotChunk>),
) -> Result<(), ApiError> {
    let (keys, token, quotas) = (keys.clone(), token.clone(), state.quotas());
    state
        .db
        .write("market.token.chunks", move |tx| {
            let user = keys.user();
            keys.check(tx)?;
            store::snapshots::mark_in_progress(tx, user, &token)?;
            let bytes: usize = chunks.iter().map(|chunk| chunk.bytes.len()).sum();
            quotas.ensure_room(tx, user, bytes as u64)?;
            for (nth, chunk) in (first..).zip(&chunks) {
                store::tokens::insert_chunk(tx, (user, &token), nth, chunk)?;
            }
            Ok(())
        })
        .await
}

/// Makes the chunks those of a token, in the transaction that inserts it.
///
/// # Errors
/// The chunks were removed, since the last of them was stored [`ABANDONED`] ago.
pub(super) fn complete(tx: &mut Tx<'_>, token: &TokenId, chunks: usize) -> Result<(), ApiError> {
    if chunks == 0 || store::snapshots::complete(tx, token)? {
        return Ok(());
    }
    Err(ApiError::unavailable(
        "market: a snapshot was removed before its token was stored",
    ))
}

/// Removes the chunks of a token that is not created.
pub(super) async fn abandon(state: &AppState, token: &TokenId) {
    // If this fails, the background job removes them.
    drop(remove_unchanged(state, token, Duration::ZERO).await);
}

/// Removes the chunks of a snapshot that was not changed for a time, in portions.
async fn remove_unchanged(
    state: &AppState,
    token: &TokenId,
    time: Duration,
) -> Result<(), StoreError> {
    loop {
        let token_id = token.clone();
        let write = state
            .db
            .write::<_, StoreError, _>("market.token.abandon", move |tx| {
                // The creation may have continued since the caller looked.
                let limit = tx.now().minus(time);
                store::snapshots::abandon_portion(tx, &token_id, limit)
            });
        if !write.await? {
            return Ok(());
        }
    }
}

/// Removes the chunks of tokens that were never created: the server was stopped in between.
pub(super) async fn clean_up(state: &AppState) -> Result<(), ApiError> {
    let abandoned = state
        .db
        .read::<_, StoreError, _>("market.snapshots.abandoned", |tx| {
            store::snapshots::unchanged_since(tx, tx.now().minus(ABANDONED))
        })
        .await?;
    for token in abandoned {
        remove_unchanged(state, &token, ABANDONED).await?;
    }
    Ok(())
}

/// The bytes of the chunks that one transaction stores.
const PORTION_BYTES: usize = 1 << 20;
/// The time after its last portion at which a snapshot without a token is removed.
const ABANDONED: Duration = Duration::from_secs(600);
