//! Queues deliveries for events.
//!
//! A trigger copies a selected event to `webhook_event` in the transaction of the event. One transaction here
//! removes it and queues its deliveries. A process that ends between the two queues them after its next start; none
//! is queued twice.

use std::collections::HashMap;

use lockstep_store::id::{UserId, WebhookDeliveryId};
use lockstep_store::outbox::platform;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::quota::QuotaGate;
use lockstep_web::{ActiveRole, ApiError, AppState, Permission};
use serde_json::{Value as Json, json};

use super::operations::stop;
use super::seal::seal_message;
use super::store::deliveries::{self, NewDelivery};
use super::store::{self, WaitingEvent};
use super::webhook::{Reason, Scope, Status, Webhook};

/// Queues the deliveries of all waiting events. While webhooks are disabled, the events are dropped.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(super) async fn queue_waiting(state: AppState) -> Result<(), ApiError> {
    loop {
        let waiting: Vec<i64> = state
            .db
            .read::<_, StoreError, _>("webhooks.waiting", |tx| store::waiting(tx, MAX_EVENTS))
            .await?;
        let (Some(first), Some(last)) = (waiting.first(), waiting.last()) else {
            return Ok(());
        };
        if state.policy().webhooks.is_enabled {
            let keys = owners_keys(&state, *first, *last).await?;
            queue_portion(&state, waiting, keys).await?;
        } else {
            let drop_portion = |tx: &mut Tx<'_>| store::drop_waiting(tx, MAX_DROPPED);
            state
                .db
                .write::<_, StoreError, _>("webhooks.drop_events", drop_portion)
                .await?;
        }
    }
}

/// Returns the keys of the accounts whose webhooks select an event between these numbers. An account whose keys
/// are unavailable is left out.
async fn owners_keys(
    state: &AppState,
    first: i64,
    last: i64,
) -> Result<HashMap<UserId, AccountKeys>, ApiError> {
    let owners: Vec<UserId> = state
        .db
        .read::<_, StoreError, _>("webhooks.owners", move |tx| store::owners(tx, first, last))
        .await?;
    let vault = Vault::of(state)?;
    let mut keys = HashMap::with_capacity(owners.len());
    for owner in owners {
        match vault.account_keys(&owner).await {
            Ok(found) => drop(keys.insert(owner, found)),
            Err(error) => {
                tracing::warn!(account = %owner, reason = error.log, "webhooks of an account without keys");
            }
        }
    }
    Ok(keys)
}

async fn queue_portion(
    state: &AppState,
    waiting: Vec<i64>,
    keys: HashMap<UserId, AccountKeys>,
) -> Result<(), ApiError> {
    let quotas = state.quotas();
    let active_role = state.active_role();
    let queued = state
        .db
        .write::<_, ApiError, _>("webhooks.queue", move |tx| {
            let mut portion = DeliveryBatch {
                active_role,
                keys: &keys,
                quotas,
                pending: HashMap::new(),
                queued: 0,
            };
            for seq in &waiting {
                if portion.queued >= MAX_DELIVERIES {
                    break;
                }
                if let Some(event) = store::take(tx, *seq)? {
                    portion.queue(tx, &event)?;
                }
            }
            Ok(portion.queued)
        });
    let queued: usize = queued.await?;
    tracing::debug!(queued, "webhook deliveries queued");
    Ok(())
}

/// The state of one transaction that queues deliveries.
struct DeliveryBatch<'a> {
    keys: &'a HashMap<UserId, AccountKeys>,
    quotas: QuotaGate,
    active_role: ActiveRole,
    /// The pending deliveries of each account met so far.
    pending: HashMap<UserId, u64>,
    queued: usize,
}

impl DeliveryBatch<'_> {
    fn queue(&mut self, tx: &mut Tx<'_>, event: &WaitingEvent) -> Result<(), ApiError> {
        for mut webhook in store::selecting(tx, event)? {
            if webhook.status != Status::Active {
                skip(tx, &mut webhook)?;
                continue;
            }
            let role = (self.active_role)(tx, &webhook.user)?;
            let Some(role) = role else {
                // Suspended: nothing is sent for the account.
                skip(tx, &mut webhook)?;
                continue;
            };
            if webhook.scope == Scope::Administration
                && !Permission::ReadAdministration.granted_to(role)
            {
                stop(tx, &mut webhook, Status::Disabled, Reason::RoleWithdrawn)?;
                continue;
            }
            if !self.try_queue(tx, event, &webhook)? {
                skip(tx, &mut webhook)?;
            }
        }
        Ok(())
    }

    /// Queues a delivery unless a limit of the account is reached.
    fn try_queue(
        &mut self,
        tx: &mut Tx<'_>,
        event: &WaitingEvent,
        webhook: &Webhook,
    ) -> Result<bool, ApiError> {
        let user = &webhook.user;
        let Some(keys) = self.keys.get(user) else {
            return Ok(false);
        };
        let pending = match self.pending.get(user) {
            Some(pending) => *pending,
            None => deliveries::pending(tx, user)?,
        };
        let body = message(&event.topic, event.at, &data(webhook, event));
        let bytes = body.len() as u64;
        if pending >= MAX_PENDING || self.quotas.ensure_room(tx, user, bytes).is_err() {
            return Ok(false);
        }
        let id = WebhookDeliveryId::generate(tx.now(), tx.entropy());
        let sealed = seal_message(tx, keys, &id, body.as_bytes())?;
        let new = NewDelivery {
            id: &id,
            webhook: &webhook.id,
            user,
            about: &event.user,
            topic: &event.topic,
            sealed: &sealed,
        };
        deliveries::insert(tx, &new)?;
        self.pending.insert(user.clone(), pending + 1);
        self.queued += 1;
        Ok(true)
    }
}

/// Counts an event that is not queued.
fn skip(tx: &mut Tx<'_>, webhook: &mut Webhook) -> Result<(), StoreError> {
    webhook.skipped += 1;
    store::update(tx, webhook)
}

/// Returns the body of a message.
pub(super) fn message(topic: &str, at: Timestamp, data: &Json) -> String {
    json!({ "type": topic, "timestamp": at.to_string(), "data": data }).to_string()
}

/// Returns the names, times and counts of an event. A webhook of administration also learns whose event it is.
fn data(webhook: &Webhook, event: &WaitingEvent) -> Json {
    let mut data = event.payload.clone();
    if data.to_string().len() > MAX_DATA_BYTES {
        // The counts of a large event, without its lists.
        if let Some(fields) = data.as_object_mut() {
            fields.retain(|_, field| !field.is_array() && !field.is_object());
            fields.insert("truncated".to_owned(), true.into());
        }
        if data.to_string().len() > MAX_DATA_BYTES {
            data = json!({ "truncated": true });
        }
    }
    // An event of a channel concerns no account.
    let names_account = webhook.scope == Scope::Administration && event.user != platform();
    if let Some(fields) = data.as_object_mut().filter(|_| names_account) {
        fields.insert("accountId".to_owned(), json!(event.user));
    }
    data
}

/// The maximum number of events of one transaction.
const MAX_EVENTS: u32 = 64;
/// The deliveries after which a transaction ends.
const MAX_DELIVERIES: usize = 256;
/// The maximum number of events that are dropped in one transaction while webhooks are disabled.
const MAX_DROPPED: u32 = 1000;
/// The maximum number of pending deliveries of an account; further events are skipped and counted.
pub(super) const MAX_PENDING: u64 = 10_000;
/// The largest `data` of a message.
const MAX_DATA_BYTES: usize = 64 << 10;

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;
    use lockstep_store::id::WebhookId;

    use super::*;

    #[test]
    fn large_events_keep_their_counts() {
        let many = vec![json!({ "series": 7, "count": 1 }); 2000];
        let wide: serde_json::Map<String, Json> = (0..5000)
            .map(|nth| (format!("field{nth}"), json!(nth)))
            .collect();
        for (payload, scope, expected) in [
            (json!({ "count": 2 }), Scope::Own, json!({ "count": 2 })),
            (
                json!({ "count": 2000, "series": many, "of": { "a": 1 } }),
                Scope::Own,
                json!({ "count": 2000, "series": many, "of": { "a": 1 } }),
            ),
            (
                json!({ "count": 4000, "series": [many, many], "of": { "a": 1 } }),
                Scope::Own,
                json!({ "count": 4000, "truncated": true }),
            ),
            (wide.into(), Scope::Own, json!({ "truncated": true })),
            (
                json!({}),
                Scope::Administration,
                json!({ "accountId": "@" }),
            ),
        ] {
            let user = UserId::generate(Timestamp(1), &SystemEntropy);
            let webhook = Webhook {
                id: WebhookId::generate(Timestamp(1), &SystemEntropy),
                user: user.clone(),
                scope,
                status: Status::Active,
                reason: None,
                config: Vec::new(),
                created_at: Timestamp(1),
                updated_at: Timestamp(1),
                failing_since: None,
                delivered_at: None,
                skipped: 0,
            };
            let event = WaitingEvent {
                at: Timestamp(1),
                topic: "points.stored".to_owned(),
                payload,
                user: user.clone(),
            };
            let found = data(&webhook, &event).to_string();
            let expected = expected.to_string().replace('@', user.as_str());
            assert!(found == expected, "{} bytes: {:.200}", found.len(), found);
            assert!(found.len() <= MAX_DATA_BYTES + 100);
        }
    }
}
