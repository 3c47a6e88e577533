//! Sends due deliveries.
//!
//! A lane sends some deliveries of one webhook, one after the other. The lanes are bounded in total, for each account
//! and for each webhook, so that a receiver that hangs delays its own deliveries only. An attempt is recorded after
//! it was made: a process that ends in between repeats it, with the same `webhook-id`.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use lockstep_store::clock::entropy_array;
use lockstep_store::id::{UserId, WebhookDeliveryId, WebhookId};
use lockstep_store::{QueueOwner, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ActiveRole, ApiError, AppState, Permission};
use url::Url;

use super::operations::stop;
use super::schedule;
use super::seal::{open_config, open_message};
use super::signature::{Secret, header};
use super::store;
use super::store::deliveries::{self, Attempt, DueDelivery};
use super::transport::{Client, Message, ReceiverResponse};
use super::webhook::{AttemptError, DeliveryStatus, Reason, Scope, Status};

/// The deliveries that are being sent by this process, and the client that sends them.
#[derive(Default)]
pub(crate) struct Webhooks {
    client: OnceLock<Result<Client, String>>,
    lanes: Mutex<Lanes>,
}

#[derive(Default)]
struct Lanes {
    total: usize,
    of_account: HashMap<UserId, usize>,
    of_webhook: HashMap<WebhookId, usize>,
    deliveries: HashSet<WebhookDeliveryId>,
    /// The webhook after which the next round begins, so that every webhook has its turn.
    after: String,
}

impl Webhooks {
    fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the server was assembled without webhooks"))
    }

    fn client(&self, state: &AppState) -> Result<&Client, ApiError> {
        let client = self
            .client
            .get_or_init(|| Client::new(&state.policy().webhooks));
        client
            .as_ref()
            .map_err(|reason| ApiError::internal(reason.clone()))
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a lane unless a bound is reached.
    fn open_lane(&self, webhook: &WebhookId, user: &UserId) -> bool {
        let mut lanes = self.lanes();
        let of_account = lanes.of_account.get(user).copied().unwrap_or(0);
        let of_webhook = lanes.of_webhook.get(webhook).copied().unwrap_or(0);
        // The last lanes are for accounts that have none: slow receivers of some accounts do not delay all others.
        let limit = match of_account {
            0 => MAX_LANES,
            _ => MAX_LANES - RESERVED_LANES,
        };
        if lanes.total >= limit
            || of_account >= MAX_LANES_OF_ACCOUNT
            || of_webhook >= MAX_LANES_OF_WEBHOOK
        {
            return false;
        }
        lanes.total += 1;
        lanes.of_account.insert(user.clone(), of_account + 1);
        lanes.of_webhook.insert(webhook.clone(), of_webhook + 1);
        true
    }

    fn close_lane(&self, webhook: &WebhookId, user: &UserId) {
        let mut lanes = self.lanes();
        lanes.total -= 1;
        decrement(&mut lanes.of_account, user);
        decrement(&mut lanes.of_webhook, webhook);
    }
}

fn decrement<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// Opens lanes for the webhooks with due deliveries.
///
/// # Errors
/// [`StoreError`], as an API error; no certificate to trust.
pub(super) async fn send_due(state: AppState) -> Result<(), ApiError> {
    if !state.policy().webhooks.is_enabled {
        return Ok(());
    }
    let webhooks = Webhooks::of(&state)?;
    let (after, is_full) = {
        let lanes = webhooks.lanes();
        (lanes.after.clone(), lanes.total >= MAX_LANES)
    };
    if is_full {
        return Ok(());
    }
    let due = state
        .db
        .read::<_, StoreError, _>("webhooks.due", move |tx| {
            deliveries::due(tx, &after, MAX_DUE)
        });
    let due: Vec<(WebhookId, UserId)> = due.await?;
    let is_last = due.len() < MAX_DUE as usize;
    let mut reached = String::new();
    for (webhook, user) in due {
        if webhooks.lanes().total >= MAX_LANES {
            webhooks.lanes().after = reached;
            return Ok(());
        }
        reached = webhook.to_string();
        if webhooks.open_lane(&webhook, &user) {
            // Before the first attempt: without certificates nothing is sent, and nothing counts as failed.
            if let Err(error) = webhooks.client(&state) {
                webhooks.close_lane(&webhook, &user);
                return Err(error);
            }
            let owner = QueueOwner::Account(user.clone());
            let lane = Lane {
                state: state.clone(),
                webhook,
                user,
            };
            tokio::spawn(owner.scope(lane.run()));
        }
    }
    webhooks.lanes().after = if is_last { String::new() } else { reached };
    Ok(())
}

/// A lane; dropping it frees its place.
struct Lane {
    state: AppState,
    webhook: WebhookId,
    user: UserId,
}

impl Drop for Lane {
    fn drop(&mut self) {
        if let Ok(webhooks) = Webhooks::of(&self.state) {
            webhooks.close_lane(&self.webhook, &self.user);
        }
    }
}

/// A delivery that this lane sends; dropping it lets another lane send it.
struct Claim {
    state: AppState,
    id: WebhookDeliveryId,
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Ok(webhooks) = Webhooks::of(&self.state) {
            webhooks.lanes().deliveries.remove(&self.id);
        }
    }
}

/// A delivery that is ready to be sent, or the reason why it is not.
enum PreparedDelivery {
    Ready {
        url: Url,
        body: Vec<u8>,
        secrets: Vec<Secret>,
    },
    Refused(AttemptError),
    /// The account is suspended.
    Suspended,
    /// The delivery is no longer due, or its webhook was stopped or removed.
    Gone,
}

impl Lane {
    async fn run(self) {
        for _ in 0..MAX_DELIVERIES_OF_LANE {
            let began = self.state.clock.monotonic();
            match self.send_next().await {
                Ok(true) if self.state.clock.monotonic().saturating_sub(began) < SLOW => {}
                // A lane of a slow receiver ends, so that others get its place.
                Ok(_) => return,
                Err(error) => {
                    let reason = error.log.unwrap_or_else(|| error.message.into_owned());
                    tracing::warn!(webhook = %self.webhook, reason, "webhook deliveries are tried again");
                    return;
                }
            }
        }
    }

    /// Sends the next due delivery; returns whether there was one.
    async fn send_next(&self) -> Result<bool, ApiError> {
        let Some(claim) = self.claim().await? else {
            return Ok(false);
        };
        // After the claim: another lane may have sent the delivery in the meantime.
        let keys = Vault::of(&self.state)?.account_keys(&self.user).await?;
        let began_at = self.state.clock.now();
        let began = self.state.clock.monotonic();
        let (due, prepared) = self.prepare(&claim.id, keys).await?;
        let outcome = match prepared {
            PreparedDelivery::Gone => return Ok(true),
            PreparedDelivery::Suspended => {
                self.postpone().await?;
                return Ok(false);
            }
            PreparedDelivery::Refused(error) => Err(error),
            PreparedDelivery::Ready { url, body, secrets } => {
                let timestamp = began_at.unix_seconds();
                let message = Message {
                    signature: header(&secrets, claim.id.as_str(), timestamp, &body),
                    id: claim.id.to_string(),
                    timestamp,
                    body,
                };
                let client = Webhooks::of(&self.state)?.client(&self.state)?;
                metrics::gauge!("lockstep_webhook_requests").increment(1);
                let answer = client.post(&self.user, &url, message).await;
                metrics::gauge!("lockstep_webhook_requests").decrement(1);
                answer
            }
        };
        let took = self.state.clock.monotonic().saturating_sub(began);
        let attempt = Attempt {
            status: DeliveryStatus::Pending,
            began_at,
            code: outcome.as_ref().ok().map(|answer| answer.status),
            error: None,
            milliseconds: u32::try_from(took.as_millis()).unwrap_or(u32::MAX),
            next_at: None,
        };
        self.record(&claim.id, &due, attempt, outcome).await?;
        Ok(true)
    }

    async fn claim(&self) -> Result<Option<Claim>, ApiError> {
        let webhook = self.webhook.clone();
        let due = self
            .state
            .db
            .read::<_, StoreError, _>("webhooks.due_of", move |tx| {
                deliveries::due_of(tx, &webhook, MAX_CANDIDATES)
            });
        let due: Vec<WebhookDeliveryId> = due.await?;
        let mut lanes = Webhooks::of(&self.state)?.lanes();
        let free = due
            .into_iter()
            .find(|id| lanes.deliveries.insert(id.clone()));
        drop(lanes);
        Ok(free.map(|id| Claim {
            state: self.state.clone(),
            id,
        }))
    }

    async fn prepare(
        &self,
        id: &WebhookDeliveryId,
        keys: AccountKeys,
    ) -> Result<(DueDelivery, PreparedDelivery), ApiError> {
        let (id, webhook) = (id.clone(), self.webhook.clone());
        let active_role = self.state.active_role();
        let read = self
            .state
            .db
            .read::<_, ApiError, _>("webhooks.prepare", move |tx| {
                prepare(tx, &id, &webhook, (&keys, active_role))
            });
        read.await
    }

    /// Tries again later, without an attempt.
    async fn postpone(&self) -> Result<(), ApiError> {
        let webhook = self.webhook.clone();
        let postponed = self
            .state
            .db
            .write::<_, StoreError, _>("webhooks.postpone", move |tx| {
                let until = tx.now().plus(SUSPENDED_PAUSE);
                deliveries::postpone(tx, &webhook, until, MAX_POSTPONED)
            });
        postponed.await?;
        Ok(())
    }

    async fn record(
        &self,
        id: &WebhookDeliveryId,
        due: &DueDelivery,
        mut attempt: Attempt,
        outcome: Result<ReceiverResponse, AttemptError>,
    ) -> Result<(), ApiError> {
        let judged = verdict_of(outcome);
        attempt.error = judged.error;
        let [jitter] = entropy_array(&*self.state.entropy);
        let asked = judged.retry_after.as_deref();
        let asked = asked.and_then(|value| schedule::retry_after(value, self.state.clock.now()));
        let pauses = &self.state.policy().webhooks.retry_after;
        let pause = judged
            .may_repeat
            .then(|| schedule::pause(pauses, due.attempts + 1, jitter, asked))
            .flatten();
        attempt.status = match (attempt.error, pause) {
            (None, _) => DeliveryStatus::Delivered,
            (Some(_), Some(_)) => DeliveryStatus::Pending,
            (Some(_), None) => DeliveryStatus::Failed,
        };
        let outcome = attempt.error.map_or("delivered", AttemptError::as_str);
        metrics::counter!("lockstep_webhook_attempts_total", "outcome" => outcome).increment(1);
        let (id, webhook) = (id.clone(), self.webhook.clone());
        let first_at = due.first_at.unwrap_or(attempt.began_at);
        let recorded = self
            .state
            .db
            .write::<_, ApiError, _>("webhooks.record", move |tx| {
                let next_at = pause.map(|pause| tx.now().plus(pause));
                let attempt = Attempt { next_at, ..attempt };
                if !deliveries::record(tx, &id, &attempt)? {
                    return Ok(());
                }
                let Some(mut webhook) = store::readable(tx, &webhook)? else {
                    return Ok(());
                };
                if attempt.error.is_none() {
                    webhook.failing_since = None;
                    webhook.delivered_at = Some(attempt.began_at);
                    return Ok(store::update(tx, &webhook)?);
                }
                let failing_since = *webhook.failing_since.get_or_insert(attempt.began_at);
                let is_active = webhook.status == Status::Active;
                match judged.stops {
                    Some(reason) if is_active => stop(tx, &mut webhook, Status::Disabled, reason)?,
                    // No other delivery succeeded since the first attempt of this one.
                    None if is_active && pause.is_none() && failing_since <= first_at => {
                        stop(tx, &mut webhook, Status::Paused, Reason::Failing)?;
                    }
                    _ => store::update(tx, &webhook)?,
                }
                Ok(())
            });
        recorded.await
    }
}

fn prepare(
    tx: &Tx<'_>,
    id: &WebhookDeliveryId,
    webhook: &WebhookId,
    (keys, active_role): (&AccountKeys, ActiveRole),
) -> Result<(DueDelivery, PreparedDelivery), ApiError> {
    let nothing = DueDelivery {
        sealed: Vec::new(),
        attempts: 0,
        first_at: None,
    };
    let Some(webhook) = store::readable(tx, webhook)? else {
        return Ok((nothing, PreparedDelivery::Gone));
    };
    let due = match deliveries::if_due(tx, id) {
        // A damaged row is never sent; it fails, so that it is not tried forever.
        Err(error) if error.is_damage() => {
            return Ok((nothing, PreparedDelivery::Refused(AttemptError::Unreadable)));
        }
        due => due?,
    };
    let Some(due) = due.filter(|_| webhook.status == Status::Active) else {
        return Ok((nothing, PreparedDelivery::Gone));
    };
    let Some(role) = active_role(tx, &webhook.user)? else {
        return Ok((due, PreparedDelivery::Suspended));
    };
    if webhook.scope == Scope::Administration && !Permission::ReadAdministration.granted_to(role) {
        return Ok((due, PreparedDelivery::Refused(AttemptError::RoleWithdrawn)));
    }
    let config = open_config(keys, &webhook.id, &webhook.config).ok();
    let url = config
        .as_ref()
        .and_then(|config| Url::parse(&config.url).ok());
    let body = open_message(keys, id, &due.sealed);
    let prepared = match (config, url, body) {
        (Some(config), Some(url), Some(body)) => PreparedDelivery::Ready {
            secrets: config.secrets(tx.now()),
            url,
            body,
        },
        _ => PreparedDelivery::Refused(AttemptError::Unreadable),
    };
    Ok((due, prepared))
}

/// Classifies the result of a delivery attempt.
struct AttemptVerdict {
    /// `None` for a success.
    error: Option<AttemptError>,
    may_repeat: bool,
    /// The reason why the webhook is stopped.
    stops: Option<Reason>,
    retry_after: Option<String>,
}

fn verdict_of(outcome: Result<ReceiverResponse, AttemptError>) -> AttemptVerdict {
    let judged = |error, may_repeat, stops| AttemptVerdict {
        error,
        may_repeat,
        stops,
        retry_after: None,
    };
    let answer = match outcome {
        Err(AttemptError::RoleWithdrawn) => {
            let error = Some(AttemptError::RoleWithdrawn);
            return judged(error, false, Some(Reason::RoleWithdrawn));
        }
        Err(AttemptError::Unreadable) => {
            return judged(Some(AttemptError::Unreadable), false, None);
        }
        Err(error) => return judged(Some(error), true, None),
        Ok(answer) => answer,
    };
    match answer.status {
        200..=299 => judged(None, false, None),
        300..=399 => judged(Some(AttemptError::Redirected), true, None),
        GONE => judged(
            Some(AttemptError::RefusedByReceiver),
            false,
            Some(Reason::Gone),
        ),
        TOO_MANY_REQUESTS | UNAVAILABLE => AttemptVerdict {
            retry_after: answer.retry_after,
            ..judged(Some(AttemptError::RefusedByReceiver), true, None)
        },
        _ => judged(Some(AttemptError::RefusedByReceiver), true, None),
    }
}

/// Checks that webhooks can be sent: the certificates can be read.
///
/// # Errors
/// The text for the operator.
pub fn check_webhooks(policy: &lockstep_web::WebhookPolicy) -> Result<(), String> {
    if policy.is_enabled {
        Client::new(policy)?;
    }
    Ok(())
}

impl std::fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Webhooks({} lanes)", self.lanes().total)
    }
}

/// The statuses of a receiver that have a meaning of their own (RFC 9110, RFC 6585).
const GONE: u16 = 410;
const TOO_MANY_REQUESTS: u16 = 429;
const UNAVAILABLE: u16 = 503;
/// The maximum number of deliveries that are sent at the same time.
const MAX_LANES: usize = 64;
/// The lanes that only an account without a lane gets.
const RESERVED_LANES: usize = 16;
/// The maximum number of deliveries of one account that are sent at the same time.
const MAX_LANES_OF_ACCOUNT: usize = 8;
/// The maximum number of deliveries of one webhook that are sent at the same time.
const MAX_LANES_OF_WEBHOOK: usize = 2;
/// The time of a delivery after which a lane yields to others.
const SLOW: Duration = Duration::from_secs(1);
/// The number of deliveries after which a lane yields to others.
const MAX_DELIVERIES_OF_LANE: usize = 16;
/// The due deliveries among which a lane finds one that no other lane sends.
const MAX_CANDIDATES: u32 = 2 * MAX_LANES_OF_WEBHOOK as u32;
/// The maximum number of webhooks of one round.
const MAX_DUE: u32 = 256;
/// The pause until the deliveries of a suspended account are looked at again.
const SUSPENDED_PAUSE: Duration = Duration::from_secs(60);
/// The maximum number of deliveries that are postponed at once.
const MAX_POSTPONED: u32 = 500;

#[cfg(test)]
mod tests;
