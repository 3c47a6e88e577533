//! The operations on the deliveries of a webhook: test, log, resend.

use lockstep_store::Tx;
use lockstep_store::id::{UserId, WebhookDeliveryId, WebhookId};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner, Page, Paging};
use serde_json::json;

use super::operations::{active, owned};
use super::queue::{MAX_PENDING, message};
use super::seal::seal_message;
use super::store::deliveries::{self, NewDelivery};
use super::webhook::{Delivery, DeliveryStatus, TEST_TYPE};

/// Queues a message of the type `webhook.test`.
///
/// # Errors
/// The webhook does not exist or is not active; too many pending deliveries.
pub(super) async fn test(
    state: &AppState,
    user: UserId,
    id: WebhookId,
    idempotency_key: IdempotencyKey,
) -> Result<Delivery, ApiError> {
    let keys = Vault::of(state)?.account_keys(&user).await?;
    let quotas = state.quotas();
    let (owner, webhook) = (user.clone(), id.clone());
    let queuing = state.db.write("webhooks.test", move |tx| {
        idempotency_key.run(tx, &owner, |tx| {
            let meter = quotas.before(tx, &owner)?;
            let webhook = active(tx, &owner, &webhook)?;
            ensure_room(tx, &owner)?;
            let id = WebhookDeliveryId::generate(tx.now(), tx.entropy());
            let body = message(TEST_TYPE, tx.now(), &json!({ "webhookId": webhook.id }));
            let new = NewDelivery {
                id: &id,
                webhook: &webhook.id,
                user: &owner,
                about: &owner,
                topic: TEST_TYPE,
                sealed: &seal_message(tx, &keys, &id, body.as_bytes())?,
            };
            deliveries::insert(tx, &new)?;
            meter.check(tx)?;
            Ok(id)
        })
    });
    let delivery: WebhookDeliveryId = queuing.await?;
    read_delivery(state, user, id, delivery).await
}

async fn read_delivery(
    state: &AppState,
    user: UserId,
    webhook: WebhookId,
    id: WebhookDeliveryId,
) -> Result<Delivery, ApiError> {
    let reading = state
        .db
        .read::<_, ApiError, _>("webhooks.delivery", move |tx| {
            owned(tx, &user, &webhook)?;
            delivery(tx, &webhook, &id)
        });
    reading.await
}

/// Returns a page of the log of a webhook, the newest delivery first.
///
/// # Errors
/// The webhook does not exist.
pub(super) async fn log(
    state: &AppState,
    user: UserId,
    id: WebhookId,
    status: Option<DeliveryStatus>,
    paging: Paging,
) -> Result<Page<Delivery>, ApiError> {
    let reading = state
        .db
        .read::<_, ApiError, _>("webhooks.deliveries", move |tx| {
            owned(tx, &user, &id)?;
            let (entries, total) = deliveries::page(tx, &id, status, paging)?;
            Ok(Page { entries, total })
        });
    reading.await
}

/// Makes a delivery due now. One that is not pending gets all its attempts again.
///
/// # Errors
/// The delivery does not exist; the webhook is not active; too many pending deliveries.
pub(super) async fn resend(
    state: &AppState,
    owner: Owner,
    webhook: WebhookId,
    id: WebhookDeliveryId,
) -> Result<Delivery, ApiError> {
    let resending = state
        .db
        .write::<_, ApiError, _>("webhooks.resend", move |tx| {
            let webhook = active(tx, &owner.user, &webhook)?;
            let before = delivery(tx, &webhook.id, &id)?;
            if before.status != DeliveryStatus::Pending {
                ensure_room(tx, &owner.user)?;
            }
            deliveries::resend(tx, &id)?;
            delivery(tx, &webhook.id, &id)
        });
    resending.await
}

fn delivery(
    tx: &Tx<'_>,
    webhook: &WebhookId,
    id: &WebhookDeliveryId,
) -> Result<Delivery, ApiError> {
    match deliveries::by_id(tx, webhook, id) {
        Err(error) if error.is_damage() => Err(ApiError::conflict(
            "the stored delivery cannot be read: `lockstep scrub` names it",
        )),
        found => found?.ok_or_else(|| ApiError::not_found("delivery")),
    }
}

fn ensure_room(tx: &Tx<'_>, user: &UserId) -> Result<(), ApiError> {
    if deliveries::pending(tx, user)? >= MAX_PENDING {
        return Err(ApiError::conflict(format!(
            "the account has {MAX_PENDING} pending deliveries, which is the maximum: wait until some are sent"
        )));
    }
    Ok(())
}
