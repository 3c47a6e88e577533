//! Tokens: create, list, read, withdraw, approve.

use lockstep_points::store as points;
use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{Event, EventKind, StoreError, Timestamp, Tx, portion};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner, counted};
use serde_json::{Value as Json, json};

use super::announce::announce;
use super::data::check_snapshot_complete;
use super::visible::{ensure_sold, visible};
use super::{claims, readable, search, snapshots, write_audit};
use crate::events;
use crate::ledger::Sales;
use crate::money::Money;
use crate::offer::{OfferId, OfferTerms, Seller, SoldContent};
use crate::rules::AccessRules;
use crate::selection::{self, SelectedSeries};
use crate::snapshot::{self, Snapshot};
use crate::store::tokens::TokenFilter;
use crate::store::{self, SellerCheck};
use crate::terms::Terms;
use crate::token::{AnswersLeft, DataToken, Status, TokenEntry, date_of, day_of};

/// A token to create.
#[derive(Clone)]
pub(crate) struct NewToken {
    pub(crate) selected: Vec<SelectedSeries>,
    pub(crate) price: Money,
    pub(crate) rules: AccessRules,
    pub(crate) description: String,
    pub(crate) available_until: Option<Timestamp>,
    /// Documents about the seller's own days.
    pub(crate) claims: claims::Documents,
}

/// Creates a token over a frozen snapshot of the caller's points.
///
/// # Errors
/// Points that are not the caller's or cannot be opened, a snapshot over the limits or the quota.
pub(crate) async fn create(
    state: &AppState,
    owner: Owner,
    mut new: NewToken,
    idempotency_key: IdempotencyKey,
) -> Result<(TokenId, Status), ApiError> {
    let (asked, account) = (idempotency_key.clone(), owner.user.clone());
    let (earlier, modes) = state
        .db
        .read::<_, ApiError, _>("market.token.earlier", move |tx| {
            Ok((asked.before(tx, &account)?, points::modes(tx, &account)?))
        })
        .await?;
    if let Some(earlier) = earlier {
        return Ok(earlier);
    }
    let vault = Vault::of(state)?.clone();
    let claims = claims::verify_all(state, std::mem::take(&mut new.claims)).await?;
    let keys = vault
        .writing_keys(&owner.user, &owner.actor, &[], &modes)
        .await?;
    let id = TokenId::generate(state.clock.now(), &*state.entropy);
    let (reading, token) = (keys.clone(), id.clone());
    let selected = new.selected.clone();
    let is_aggregate_only = new.rules.restrictions.is_aggregate_only();
    let taken = lockstep_points::operations::damage::read_points(
        state,
        &keys,
        "market.token.snapshot",
        move |tx: &Tx<'_>| {
            let ranges = selection::resolve(tx, &reading, selected)?;
            let earlier = store::cells::earlier(tx, &reading, &ranges)?;
            snapshot::take(tx, &reading, &token, &ranges, &earlier)
        },
    );
    let mut snapshot: Snapshot = taken.await?;
    if is_aggregate_only {
        // The points of a day may still arrive until it has ended.
        let today = day_of(state.clock.now().0);
        for cell in &mut snapshot.cells {
            cell.is_answerable = cell.is_answerable
                && cell.points >= lockstep_documents::offers::MIN_CELL_POINTS
                && cell.name.day < today;
        }
    }
    let token = token_of(state, (id, &owner.user), new, &mut snapshot);
    let chunks = std::mem::take(&mut snapshot.chunks);
    let (count, made, quotas) = (chunks.len(), token.id.clone(), state.quotas());
    snapshots::store_chunks(state, &keys, &made, chunks).await?;
    let created = state
        .db
        .write::<_, ApiError, _>("market.token.create", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                keys.check(tx)?;
                below_limit(tx, &owner.user)?;
                snapshots::complete(tx, &token.id, count)?;
                let of_claims: u64 = claims.iter().map(|(_, claim)| claim.bytes()).sum();
                quotas.ensure_room(tx, &owner.user, of_claims)?;
                let meter = quotas.before(tx, &owner.user)?;
                insert(tx, (&owner, &keys), &token, &snapshot)?;
                search::index_token(tx, &keys, &token)?;
                claims::insert(tx, &vault, &token, claims.clone())?;
                meter.check(tx)?;
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

/// Returns the token of a request; it waits for an approval if its price is above the threshold.
fn token_of(
    state: &AppState,
    (id, owner): (TokenId, &UserId),
    new: NewToken,
    snapshot: &mut Snapshot,
) -> DataToken {
    let settings = state.settings();
    let threshold = Money::limit(settings.wallet.auto_approve_threshold, new.price.currency);
    DataToken {
        id,
        owner: owner.clone(),
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
    }
}

fn below_limit(tx: &Tx<'_>, user: &UserId) -> Result<(), ApiError> {
    match store::tokens::count_open(tx, user)? < MAX_TOKENS {
        true => Ok(()),
        false => Err(ApiError::conflict(format!(
            "an account has at most {MAX_TOKENS} tokens: withdraw one"
        ))),
    }
}

fn insert(
    tx: &mut Tx<'_>,
    (owner, keys): (&Owner, &AccountKeys),
    token: &DataToken,
    snapshot: &Snapshot,
) -> Result<(), ApiError> {
    store::tokens::insert(tx, token)?;
    let others = snapshot::other_names(tx, keys, &snapshot.cells)?;
    let cells = (&*snapshot.cells, &others);
    if token.rules.restrictions.is_aggregate_only() {
        let left_out = store::cells::offer_cells(tx, keys, &token.id, cells)?;
        if snapshot.cells.len() == left_out {
            return Err(ApiError::invalid(
                "dataPoints",
                format!(
                    "no day can be offered: aggregate-only needs a past day of one type and device with at least {} \
                     points that can be added, that no earlier token offered with other points or under another name \
                     of the device, or sold in part, and that is no copy of a day of another device",
                    lockstep_documents::offers::MIN_CELL_POINTS
                ),
            ));
        }
    } else if let Some(name) = store::cells::sell_points(tx, keys, cells)? {
        return Err(ApiError::invalid(
            "dataPoints",
            format!(
                "{} of {} of the device {:?} was offered for aggregates with other points, under another name of the \
                    device, or as a copy under another device: the difference would reveal points. Leave the day out",
                date_of(name.day),
                name.kind,
                name.device
            ),
        ));
    }
    let points = counted(token.points, "point", "points");
    write_audit(
        tx,
        owner,
        "market.token.create",
        format!("token {} over {points}", token.id),
        json!({ "tokenId": token.id, "points": token.points, "status": token.status.as_str(),
            "terms": Terms::of_token(token) }),
    )?;
    write_seller_event(
        tx,
        &owner.user,
        events::TOKEN_CREATED,
        json!({ "tokenId": token.id, "status": token.status.as_str() }),
    )?;
    if token.status == Status::Active {
        announce(tx, events::OFFER_CREATED, &OfferId::Token(token.id.clone()))?;
    }
    Ok(())
}

/// Appends an event that concerns a seller.
pub(super) fn write_seller_event(
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
    listed: TokenFilter,
    before: Option<TokenId>,
    limit: u32,
) -> Result<TokenPage, ApiError> {
    let sells = state.active_check();
    state
        .db
        .read("market.token.list", move |tx| {
            let of = (listed, sells);
            let mut entries = store::tokens::list(tx, &user, of, before.as_ref(), limit + 1)?;
            let goes_on = entries.len() > limit as usize;
            entries.truncate(limit as usize);
            let next = entries.last().filter(|_| goes_on);
            let next = next.map(|last| last.id.clone());
            Ok((entries, next))
        })
        .await
}

/// A token with its sales.
pub(crate) struct TokenReport {
    pub(crate) token: DataToken,
    pub(crate) sales: Sales,
    /// The answers that each series still gives; `None` if the token is not aggregate-only.
    pub(crate) answers_left: Option<Vec<AnswersLeft>>,
}

/// Returns a token that the caller owns or could buy.
///
/// # Errors
/// The token does not exist.
pub(crate) async fn read(
    state: &AppState,
    user: UserId,
    id: TokenId,
) -> Result<TokenReport, ApiError> {
    let sells = state.active_check();
    state
        .db
        .read("market.token.read", move |tx| {
            let token = visible(tx, &user, &id, sells)?;
            let sales = store::ledger::sales(tx, id.as_str())?;
            let left = match token.rules.restrictions.is_aggregate_only() {
                true => Some(store::cells::answers_left(tx, &id)?),
                false => None,
            };
            Ok(TokenReport {
                token,
                sales,
                answers_left: left,
            })
        })
        .await
}

/// Returns the terms of a token that this account can buy.
///
/// # Errors
/// The token does not exist, is the buyer's own or of a suspended seller, or is not active.
pub(super) fn terms(
    tx: &Tx<'_>,
    buyer: &UserId,
    id: &TokenId,
    sells: SellerCheck,
) -> Result<OfferTerms, ApiError> {
    let token = visible(tx, buyer, id, sells)?;
    if token.owner == *buyer {
        return Err(ApiError::conflict(
            "the token is your own: its points are at GET /v1/sfdp/data",
        ));
    }
    ensure_sold(tx, ("token", &token.owner), sells)?;
    if token.status != Status::Active {
        return Err(ApiError::conflict(format!(
            "the token is {} and cannot be bought",
            token.status.as_str()
        )));
    }
    check_snapshot_complete(tx, &token)?;
    Ok(OfferTerms {
        offer: OfferId::Token(token.id),
        seller: Seller::Account(token.owner),
        price: token.price,
        rules: Some(token.rules),
        sold: SoldContent::Points {
            root: token.root,
            points: token.points,
        },
    })
}

/// Withdraws a token: it can no longer be bought. Existing purchases stay usable.
///
/// # Errors
/// No such token of the caller.
pub(crate) async fn withdraw(state: &AppState, owner: Owner, id: TokenId) -> Result<(), ApiError> {
    // A token can be withdrawn although the account's key is damaged.
    let keys = Vault::of(state)?.account_keys(&owner.user).await.ok();
    state
        .db
        .write("market.token.withdraw", move |tx| {
            if !store::tokens::is_of(tx, &id, &owner.user)? {
                return Err(ApiError::not_found("token"));
            }
            let was = |tx: &mut Tx<'_>, status| {
                store::tokens::change_status(tx, &id, &[status], Status::Revoked)
            };
            let was_on_offer = was(tx, Status::Active)?;
            if was_on_offer || was(tx, Status::Pending)? {
                write_audit(
                    tx,
                    &owner,
                    "market.token.withdraw",
                    format!("token {id}"),
                    json!({ "tokenId": id }),
                )?;
                let payload = json!({ "tokenId": id });
                write_seller_event(tx, &owner.user, events::TOKEN_WITHDRAWN, payload)?;
                let of_owner = (&owner.user, keys.as_ref());
                search::unindex(tx, of_owner, (search::TOKEN, id.as_str()))?;
            }
            if was_on_offer {
                announce(tx, events::OFFER_WITHDRAWN, &OfferId::Token(id.clone()))?;
            }
            Ok(())
        })
        .await
}

/// Approves a token that waits for it. Approving an active token again changes nothing.
///
/// # Errors
/// The token does not exist, was withdrawn or has expired.
pub(crate) async fn approve(
    state: &AppState,
    administrator: Owner,
    id: TokenId,
) -> Result<(), ApiError> {
    state
        .db
        .write("market.token.approve", move |tx| {
            let token = readable("token", store::tokens::by_id(tx, &id))?;
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
            write_audit(
                tx,
                &administrator,
                "market.token.approve",
                format!("token {id} of account {}", token.owner),
                json!({ "tokenId": id, "userId": token.owner }),
            )?;
            let payload = json!({ "tokenId": id });
            write_seller_event(tx, &token.owner, events::TOKEN_APPROVED, payload)?;
            announce(tx, events::OFFER_APPROVED, &OfferId::Token(id.clone()))
        })
        .await
}

/// Notifies sellers of their tokens that expired since the last run, in portions.
pub(crate) async fn notify_expired(state: &AppState) -> Result<(), ApiError> {
    loop {
        let notified = state
            .db
            .write::<_, ApiError, _>("market.expire", |tx| {
                let expired = store::expiry::newly_expired(tx, REPORTED_AT_ONCE)?;
                let count = expired.len();
                for expired in expired {
                    let id = expired.id;
                    store::expiry::note_expiry_notified(tx, &id)?;
                    let payload = json!({ "tokenId": id });
                    write_seller_event(tx, &expired.seller, events::TOKEN_EXPIRED, payload)?;
                    if expired.was_on_offer {
                        announce(tx, events::OFFER_EXPIRED, &OfferId::Token(id))?;
                    }
                }
                Ok(count)
            })
            .await?;
        if notified < REPORTED_AT_ONCE as usize {
            return Ok(());
        }
    }
}

/// Removes snapshots that no purchase can read any longer, and withdrawn tokens that no account bought.
/// Such a token can be neither bought nor approved again, so that nothing changes between the read and
/// the write.
pub(crate) async fn forget(state: &AppState) -> Result<(), ApiError> {
    snapshots::clean_up(state).await?;
    let over = state
        .db
        .read::<_, StoreError, _>("market.forget.find", |tx| {
            let over = store::tokens::readable_by_no_purchase(tx, FORGOTTEN_AT_ONCE)?;
            Ok((over, store::tokens::withdrawn_unsold(tx, REMOVED_AT_ONCE)?))
        })
        .await?;
    let (over, unsold) = over;
    if over.is_empty() && unsold.is_empty() {
        return Ok(());
    }
    if !unsold.is_empty() {
        state
            .db
            .write::<_, StoreError, _>("market.forget.unsold", move |tx| {
                unsold
                    .iter()
                    .try_for_each(|token| store::tokens::remove_unsold(tx, token))
            })
            .await?;
    }
    for token in over {
        forget_snapshot(state, &token).await?;
    }
    // If this fails, another job overwrites the bytes later.
    Ok(state.db.erase_traces_soon().await?)
}

/// Removes the snapshot of a token in portions.
async fn forget_snapshot(state: &AppState, token: &TokenId) -> Result<(), StoreError> {
    loop {
        let token_id = token.clone();
        let write = state
            .db
            .write::<_, StoreError, _>("market.forget", move |tx| {
                store::tokens::forget_portion(tx, &token_id)
            });
        if !write.await? {
            return Ok(());
        }
    }
}

/// Removes what was sealed under an account's lost key: its snapshots and answers; returns the number of
/// tokens, which are withdrawn.
pub(crate) async fn forget_lost(state: &AppState, user: UserId) -> Result<u64, ApiError> {
    portion::remove_rows(&state.db, store::SEALED, &user).await?;
    let lost = state
        .db
        .write::<_, StoreError, _>("market.forget.lost", move |tx| {
            store::listings::withdraw_all(tx, &user)?;
            lockstep_vault::search::rebuild(tx, &user)?;
            store::tokens::forget_sealed(tx, &user)
        })
        .await?;
    Ok(lost as u64)
}

/// The maximum number of tokens of an account that are not withdrawn.
const MAX_TOKENS: i64 = 10_000;
/// The expired tokens that one transaction names.
const REPORTED_AT_ONCE: u32 = 1000;
/// The snapshots that one run removes, for each reason.
const FORGOTTEN_AT_ONCE: u32 = 10;
/// The withdrawn tokens that one run removes.
const REMOVED_AT_ONCE: u32 = 200;
