//! Tokens: create, list, read, withdraw, approve.

use lockstep_points::store as points;
use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{Event, EventKind, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde_json::{Value as Json, json};

use super::{note, snapshots};
use crate::events;
use crate::ledger::Sales;
use crate::money::Money;
use crate::rules::AccessRules;
use crate::selection::{self, Selected};
use crate::snapshot::{self, Snapshot};
use crate::store;
use crate::store::tokens::Listed;
use crate::token::{DataToken, Status, TokenEntry, day_of};

/// A token to create.
#[derive(Clone)]
pub(crate) struct NewToken {
    pub(crate) selected: Vec<Selected>,
    pub(crate) price: Money,
    pub(crate) rules: AccessRules,
    pub(crate) description: String,
    pub(crate) available_until: Option<Timestamp>,
}

/// Creates a token over a frozen snapshot of the caller's points.
///
/// # Errors
/// Points that are not the caller's or cannot be opened, a snapshot over the limits or the quota.
pub(crate) async fn create(
    state: &AppState,
    owner: Owner,
    new: NewToken,
    once: IdempotencyKey,
) -> Result<(TokenId, Status), ApiError> {
    let (asked, of) = (once.clone(), owner.user.clone());
    let (earlier, modes) = state
        .db
        .read::<_, ApiError, _>("market.token.earlier", move |tx| {
            Ok((asked.before(tx, &of)?, points::modes(tx, &of)?))
        })
        .await?;
    if let Some(earlier) = earlier {
        return Ok(earlier);
    }
    let keys = Vault::of(state)?
        .writing_keys(&owner.user, &owner.actor, &[], &modes)
        .await?;
    let id = TokenId::generate(state.clock.now(), &*state.entropy);
    let (reading, token) = (keys.clone(), id.clone());
    let (selected, with_cells) = (
        new.selected.clone(),
        new.rules.restrictions.is_aggregate_only(),
    );
    let taken = lockstep_points::operations::damage::read_points(
        state,
        &keys,
        "market.token.snapshot",
        move |tx: &Tx<'_>| {
            let ranges = selection::resolve(tx, &reading, selected)?;
            snapshot::take(tx, &reading, &token, &ranges, with_cells)
        },
    );
    let mut snapshot: Snapshot = taken.await?;
    // The points of a day may still arrive until it has ended.
    let today = day_of(state.clock.now().0);
    snapshot.cells.retain(|cell| {
        cell.points >= lockstep_encryption::offers::MIN_CELL_POINTS && cell.name.day < today
    });
    let settings = state.settings();
    let threshold = Money::limit(settings.wallet.auto_approve_threshold, new.price.currency);
    let token = DataToken {
        id,
        owner: owner.user.clone(),
        at: state.clock.now(),
        status: if new.price.minor > threshold {
            Status::Pending
        } else {
            Status::Active
        },
        price: new.price,
        rules: new.rules,
        description: new.description,
        available_until: new.available_until,
        points: snapshot.points,
        root: snapshot.root,
        facts: std::mem::take(&mut snapshot.facts),
    };
    commit(state, keys, owner, (token, snapshot), once).await
}

/// Stores the chunks of a snapshot, then commits its token. A refusal leaves nothing.
async fn commit(
    state: &AppState,
    keys: AccountKeys,
    owner: Owner,
    (token, mut snapshot): (DataToken, Snapshot),
    once: IdempotencyKey,
) -> Result<(TokenId, Status), ApiError> {
    let chunks = std::mem::take(&mut snapshot.chunks);
    let (count, made) = (chunks.len(), token.id.clone());
    snapshots::store_chunks(state, &keys, &made, chunks).await?;
    let created = state
        .db
        .write::<_, ApiError, _>("market.token.create", move |tx| {
            once.run(tx, &owner.user, |tx| {
                keys.check(tx)?;
                if store::tokens::count_open(tx, &owner.user)? >= MAX_TOKENS {
                    return Err(ApiError::conflict(format!(
                        "an account has at most {MAX_TOKENS} tokens: withdraw one"
                    )));
                }
                snapshots::complete(tx, &token.id, count)?;
                insert(tx, &owner, &token, &snapshot)?;
                Ok((token.id.clone(), token.status))
            })
        })
        .await;
    // A refusal, or the token of an earlier request with the same key.
    if created.as_ref().is_ok_and(|(id, _)| *id == made) {
        return created;
    }
    snapshots::abandon(state, &made).await;
    created
}

fn insert(
    tx: &mut Tx<'_>,
    owner: &Owner,
    token: &DataToken,
    snapshot: &Snapshot,
) -> Result<(), ApiError> {
    store::tokens::insert(tx, token)?;
    let named = (&owner.user, &token.id);
    if token.rules.restrictions.is_aggregate_only() {
        let left_out = store::tokens::offer_cells(tx, named, &snapshot.cells)?;
        if snapshot.cells.len() == left_out {
            return Err(ApiError::invalid(
                "dataPoints",
                format!(
                    "no day can be offered: aggregate-only needs a past day of one type and device with at \
                     least {} points, that no earlier token offered with other points",
                    lockstep_encryption::offers::MIN_CELL_POINTS
                ),
            ));
        }
    }
    note(
        tx,
        owner,
        "market.token.create",
        format!("token {} over {} points", token.id, token.points),
        json!({ "tokenId": token.id, "points": token.points, "status": token.status.as_str() }),
    )?;
    tell(
        tx,
        &owner.user,
        events::TOKEN_CREATED,
        json!({ "tokenId": token.id, "status": token.status.as_str() }),
    )
}

/// Appends an event that concerns a seller.
pub(super) fn tell(
    tx: &mut Tx<'_>,
    seller: &UserId,
    kind: &'static EventKind,
    payload: Json,
) -> Result<(), ApiError> {
    tx.event(&Event {
        user: seller.as_str(),
        kind,
        payload,
    })?;
    Ok(())
}

/// A page of tokens, and the id before which the next page begins.
pub(crate) type TokenPage = (Vec<TokenEntry>, Option<TokenId>);

/// Returns a page of tokens, the newest first.
pub(crate) async fn list(
    state: &AppState,
    user: UserId,
    listed: Listed,
    before: Option<TokenId>,
    limit: u32,
) -> Result<TokenPage, ApiError> {
    state
        .db
        .read("market.token.list", move |tx| {
            let mut entries = store::tokens::list(tx, &user, listed, before.as_ref(), limit + 1)?;
            let goes_on = entries.len() > limit as usize;
            entries.truncate(limit as usize);
            let next = entries.last().filter(|_| goes_on);
            let next = next.map(|last| last.id.clone());
            Ok((entries, next))
        })
        .await
}

/// Returns a token that the caller owns or could buy, with its sales.
///
/// # Errors
/// No such token.
pub(crate) async fn read(
    state: &AppState,
    user: UserId,
    id: TokenId,
) -> Result<(DataToken, Sales), ApiError> {
    state
        .db
        .read("market.token.read", move |tx| {
            let token = visible(tx, &user, &id)?;
            let sales = store::ledger::sales(tx, id.as_str())?;
            Ok((token, sales))
        })
        .await
}

/// Returns a token that any visitor may see: one that can be bought.
///
/// # Errors
/// No such token.
pub(crate) async fn offered(state: &AppState, id: TokenId) -> Result<DataToken, ApiError> {
    state
        .db
        .read("market.token.offered", move |tx| {
            let token = store::tokens::by_id(tx, &id)?;
            let token = token.filter(|token| token.status == Status::Active);
            token.ok_or_else(|| ApiError::not_found("token"))
        })
        .await
}

/// Returns a token that the caller owns, could buy or has bought.
pub(super) fn visible(tx: &Tx<'_>, user: &UserId, id: &TokenId) -> Result<DataToken, ApiError> {
    let missing = || ApiError::not_found("token");
    let token = store::tokens::by_id(tx, id)?.ok_or_else(missing)?;
    if token.owner == *user || token.status == Status::Active {
        return Ok(token);
    }
    let bought = store::purchases::of_token(tx, user, id)?;
    if bought.is_empty() {
        return Err(missing());
    }
    Ok(token)
}

/// Withdraws a token: it cannot be bought any more. Purchases keep what they paid for.
///
/// # Errors
/// No such token of the caller.
pub(crate) async fn withdraw(state: &AppState, owner: Owner, id: TokenId) -> Result<(), ApiError> {
    state
        .db
        .write("market.token.withdraw", move |tx| {
            let token = store::tokens::by_id(tx, &id)?;
            let token = token.filter(|token| token.owner == owner.user);
            token.ok_or_else(|| ApiError::not_found("token"))?;
            let open = [Status::Pending, Status::Active];
            if store::tokens::change_status(tx, &id, &open, Status::Revoked)? {
                note(
                    tx,
                    &owner,
                    "market.token.withdraw",
                    format!("token {id}"),
                    json!({ "tokenId": id }),
                )?;
                let payload = json!({ "tokenId": id });
                tell(tx, &owner.user, events::TOKEN_WITHDRAWN, payload)?;
            }
            Ok(())
        })
        .await
}

/// Approves a token that waits for it. Approving an active token again changes nothing.
///
/// # Errors
/// No such token; one that was withdrawn or has expired.
pub(crate) async fn approve(
    state: &AppState,
    administrator: Owner,
    id: TokenId,
) -> Result<(), ApiError> {
    state
        .db
        .write("market.token.approve", move |tx| {
            let token = store::tokens::by_id(tx, &id)?;
            let token = token.ok_or_else(|| ApiError::not_found("token"))?;
            match token.status {
                Status::Active => return Ok(()),
                Status::Pending => {}
                Status::Expired | Status::Revoked => {
                    return Err(ApiError::conflict(format!(
                        "the token is {}: only a pending token can be approved",
                        token.status.as_str()
                    )));
                }
            }
            store::tokens::change_status(tx, &id, &[Status::Pending], Status::Active)?;
            note(
                tx,
                &administrator,
                "market.token.approve",
                format!("token {id} of account {}", token.owner),
                json!({ "tokenId": id, "userId": token.owner }),
            )?;
            let payload = json!({ "tokenId": id });
            tell(tx, &token.owner, events::TOKEN_APPROVED, payload)
        })
        .await
}

/// Removes snapshots that no purchase can read any more. Such a token can be neither bought nor approved
/// again, so that nothing changes between the read and the write.
pub(crate) async fn forget(state: &AppState) -> Result<(), ApiError> {
    snapshots::clean_up(state).await?;
    let over = state
        .db
        .read::<_, StoreError, _>("market.forget.find", |tx| {
            store::tokens::readable_by_no_purchase(tx, FORGOTTEN_AT_ONCE)
        })
        .await?;
    if over.is_empty() {
        return Ok(());
    }
    for token in over {
        state
            .db
            .write::<_, StoreError, _>("market.forget", move |tx| {
                store::tokens::forget_snapshot(tx, &token)
            })
            .await?;
    }
    // If this fails, another job overwrites the bytes later.
    Ok(state.db.erase_traces_soon().await?)
}

/// Removes what was sealed under an account's lost key: its snapshots and answers; returns the number of
/// tokens, which are withdrawn.
pub(crate) async fn forget_lost(state: &AppState, user: UserId) -> Result<u64, ApiError> {
    let lost = state
        .db
        .write::<_, StoreError, _>("market.forget.lost", move |tx| {
            store::tokens::forget_sealed(tx, &user)
        })
        .await?;
    Ok(lost as u64)
}

/// The most tokens of an account that are not withdrawn.
const MAX_TOKENS: i64 = 10_000;
/// The snapshots that one run removes, for each reason.
const FORGOTTEN_AT_ONCE: u32 = 10;
