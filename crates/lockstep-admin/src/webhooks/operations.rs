//! The operations on webhooks. Each operation that changes rows is one named transaction with its audit entry.

use std::time::Duration;

use lockstep_store::id::{UserId, WebhookId};
use lockstep_store::{Actor, Entry, EventKind, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{
    ApiError, AppState, Area, Caller, IdempotencyKey, Owner, Page, Paging, Permission,
};
use serde_json::json;

use super::seal::{open_config, seal_config};
use super::signature::Secret;
use super::store;
use super::store::deliveries;
use super::webhook::{PreviousSecret, Reason, Scope, Status, Webhook, WebhookConfig, event_types};

/// A webhook to create.
#[derive(Clone)]
pub(super) struct NewWebhook {
    pub(super) url: String,
    pub(super) description: String,
    pub(super) scope: Scope,
    pub(super) event_types: Vec<String>,
}

/// Changes of a webhook; absent fields stay unchanged.
#[derive(Clone)]
pub(super) struct WebhookChange {
    pub(super) url: Option<String>,
    pub(super) description: Option<String>,
    pub(super) event_types: Option<Vec<String>>,
    /// Whether the webhook is active from now on.
    pub(super) is_active: Option<bool>,
}

/// A webhook as its owner sees it.
pub(super) struct WebhookDetails {
    pub(super) webhook: Webhook,
    /// `None` if it cannot be read.
    pub(super) config: Option<WebhookConfig>,
    pub(super) event_types: Vec<String>,
    pub(super) pending: u64,
}

/// Creates a webhook; the secret is shown once.
///
/// # Errors
/// Webhooks are switched off; the caller may not read the selected events; too many webhooks; over quota.
pub(super) async fn create(
    state: &AppState,
    caller: &Caller,
    new: NewWebhook,
    idempotency_key: IdempotencyKey,
) -> Result<(WebhookDetails, Secret), ApiError> {
    if !state.policy().webhooks.is_enabled {
        return Err(ApiError::permission_denied(
            "webhooks are disabled on this server: the operator can set webhooks.enabled",
        ));
    }
    may_select(caller, new.scope)?;
    let kinds: Vec<&'static EventKind> = state.event_kinds().collect();
    let types = event_types(&new.event_types, new.scope, &kinds)?;
    let keys = Vault::of(state)?.account_keys(&caller.user).await?;
    let (owner, quotas) = (caller.owner(), state.quotas());
    let creating = state.db.write("webhooks.create", move |tx| {
        idempotency_key.run_secret(tx, &owner.user, |tx| {
            let meter = quotas.before(tx, &owner.user)?;
            if store::count(tx, &owner.user)? >= MAX_WEBHOOKS {
                return Err(ApiError::conflict(format!(
                    "the account has {MAX_WEBHOOKS} webhooks, which is the maximum: delete one first"
                )));
            }
            let secret = Secret::generate(tx.entropy());
            let config = WebhookConfig {
                url: new.url.clone(),
                description: new.description.clone(),
                secret: secret.clone(),
                previous: None,
            };
            let webhook = insert(tx, &owner, new.scope, &config, &types, &keys)?;
            meter.check(tx)?;
            Ok((details(tx, &keys, webhook)?, secret))
        })
    });
    creating.await
}

fn insert(
    tx: &mut Tx<'_>,
    owner: &Owner,
    scope: Scope,
    config: &WebhookConfig,
    types: &[&'static str],
    keys: &AccountKeys,
) -> Result<Webhook, ApiError> {
    let now = tx.now();
    let id = WebhookId::generate(now, tx.entropy());
    let webhook = Webhook {
        config: seal_config(tx, keys, &id, config)?,
        id,
        user: owner.user.clone(),
        scope,
        status: Status::Active,
        reason: None,
        created_at: now,
        updated_at: now,
        failing_since: None,
        delivered_at: None,
        skipped: 0,
    };
    store::insert(tx, &webhook, types)?;
    write_audit(tx, &owner.actor, "webhook.create", &webhook, None)?;
    Ok(webhook)
}

/// Refuses a caller who may not read the events that the scope offers.
fn may_select(caller: &Caller, scope: Scope) -> Result<(), ApiError> {
    match scope {
        Scope::Own => Ok(()),
        Scope::Administration => caller.may(Permission::ReadAdministration, Area::Administration),
    }
}

/// Changes a webhook. Activating it also ends its record of failures.
///
/// # Errors
/// The webhook does not exist; as [`create`].
pub(super) async fn change(
    state: &AppState,
    caller: &Caller,
    id: WebhookId,
    change: WebhookChange,
) -> Result<WebhookDetails, ApiError> {
    let kinds: Vec<&'static EventKind> = state.event_kinds().collect();
    let keys = Vault::of(state)?.account_keys(&caller.user).await?;
    let (caller, quotas) = (caller.clone(), state.quotas());
    let changing = state
        .db
        .write::<_, ApiError, _>("webhooks.change", move |tx| {
            let meter = quotas.before(tx, &caller.user)?;
            let mut webhook = found(tx, &caller.user, &id)?;
            let is_more = change.is_active == Some(true)
                || change.url.is_some()
                || change.event_types.is_some();
            if is_more {
                may_select(&caller, webhook.scope)?;
            }
            let mut config = open_fields(&keys, &webhook)?;
            if let Some(url) = &change.url {
                config.url.clone_from(url);
            }
            if let Some(description) = &change.description {
                config.description.clone_from(description);
            }
            webhook.config = seal_config(tx, &keys, &webhook.id, &config)?;
            webhook.updated_at = tx.now();
            if let Some(is_active) = change.is_active {
                webhook.status = if is_active {
                    Status::Active
                } else {
                    Status::Disabled
                };
                webhook.reason = None;
                webhook.failing_since = None;
            }
            store::update(tx, &webhook)?;
            if let Some(names) = &change.event_types {
                let types = event_types(names, webhook.scope, &kinds)?;
                store::set_types(tx, &webhook, &types)?;
            }
            write_audit(tx, &caller.actor(), "webhook.change", &webhook, None)?;
            meter.check(tx)?;
            Ok(details(tx, &keys, webhook)?)
        });
    changing.await
}

/// Deletes a webhook with its deliveries.
///
/// # Errors
/// The webhook does not exist.
pub(super) async fn delete(state: &AppState, owner: Owner, id: WebhookId) -> Result<(), ApiError> {
    let name = id.to_string();
    let deleting = state
        .db
        .write::<_, ApiError, _>("webhooks.delete", move |tx| {
            // Also a damaged webhook can be deleted.
            if !store::remove(tx, &owner.user, &id)? {
                return Err(ApiError::not_found("webhook"));
            }
            audit(tx, &owner.actor, "webhook.delete", &id, None)
        });
    deleting.await?;
    super::upkeep::forget_deliveries(state, name).await
}

/// Replaces the secret. The previous one signs, too, until `overlap` is over.
///
/// # Errors
/// The webhook does not exist.
pub(super) async fn rotate(
    state: &AppState,
    owner: Owner,
    id: WebhookId,
    overlap: Duration,
    idempotency_key: IdempotencyKey,
) -> Result<(WebhookDetails, Secret), ApiError> {
    let keys = Vault::of(state)?.account_keys(&owner.user).await?;
    let quotas = state.quotas();
    let rotating = state.db.write("webhooks.rotate", move |tx| {
        idempotency_key.run_secret(tx, &owner.user, |tx| {
            let meter = quotas.before(tx, &owner.user)?;
            let mut webhook = found(tx, &owner.user, &id)?;
            let mut config = open_fields(&keys, &webhook)?;
            let secret = Secret::generate(tx.entropy());
            let previous = std::mem::replace(&mut config.secret, secret.clone());
            config.previous = (!overlap.is_zero()).then(|| PreviousSecret {
                secret: previous,
                until: tx.now().plus(overlap),
            });
            webhook.config = seal_config(tx, &keys, &webhook.id, &config)?;
            webhook.updated_at = tx.now();
            store::update(tx, &webhook)?;
            write_audit(tx, &owner.actor, "webhook.rotate", &webhook, None)?;
            meter.check(tx)?;
            Ok((details(tx, &keys, webhook)?, secret))
        })
    });
    rotating.await
}

/// Returns a webhook.
///
/// # Errors
/// The webhook does not exist.
pub(super) async fn read(
    state: &AppState,
    user: UserId,
    id: WebhookId,
) -> Result<WebhookDetails, ApiError> {
    let keys = Vault::of(state)?.account_keys(&user).await?;
    let reading = state.db.read::<_, ApiError, _>("webhooks.read", move |tx| {
        let webhook = found(tx, &user, &id)?;
        Ok(details(tx, &keys, webhook)?)
    });
    reading.await
}

/// Returns a page of the webhooks of an account, the oldest first.
pub(super) async fn list(
    state: &AppState,
    user: UserId,
    paging: Paging,
) -> Result<Page<WebhookDetails>, ApiError> {
    let keys = Vault::of(state)?.account_keys(&user).await?;
    let reading = state
        .db
        .read::<_, StoreError, _>("webhooks.list", move |tx| {
            let (all, total) = store::page(tx, &user, paging)?;
            let entries = all.into_iter().map(|webhook| details(tx, &keys, webhook));
            Ok(Page {
                entries: entries.collect::<Result<_, _>>()?,
                total,
            })
        });
    Ok(reading.await?)
}

/// Stops a webhook for a reason of the platform.
pub(super) fn stop(
    tx: &mut Tx<'_>,
    webhook: &mut Webhook,
    status: Status,
    reason: Reason,
) -> Result<(), StoreError> {
    webhook.status = status;
    webhook.reason = Some(reason);
    webhook.updated_at = tx.now();
    store::update(tx, webhook)?;
    let action = match status {
        Status::Active | Status::Paused => "webhook.pause",
        Status::Disabled => "webhook.disable",
    };
    write_audit(tx, &Actor::system(), action, webhook, Some(reason))?;
    Ok(())
}

fn details(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    webhook: Webhook,
) -> Result<WebhookDetails, StoreError> {
    Ok(WebhookDetails {
        config: open_config(keys, &webhook.id, &webhook.config).ok(),
        event_types: store::types(tx, &webhook.id)?,
        pending: deliveries::pending_of(tx, &webhook.id)?,
        webhook,
    })
}

fn found(tx: &Tx<'_>, user: &UserId, id: &WebhookId) -> Result<Webhook, ApiError> {
    match store::of_user(tx, user, id) {
        Err(error) if error.is_damage() => Err(unreadable()),
        found => found?.ok_or_else(|| ApiError::not_found("webhook")),
    }
}

/// Opens the private fields of a webhook.
fn open_fields(keys: &AccountKeys, webhook: &Webhook) -> Result<WebhookConfig, ApiError> {
    open_config(keys, &webhook.id, &webhook.config).map_err(|error| {
        tracing::error!(reason = error.log, "a webhook cannot be read");
        unreadable()
    })
}

fn unreadable() -> ApiError {
    ApiError::conflict("the stored webhook cannot be read: delete it and create another")
}

pub(super) fn owned(tx: &Tx<'_>, user: &UserId, id: &WebhookId) -> Result<(), ApiError> {
    found(tx, user, id).map(drop)
}

pub(super) fn active(tx: &Tx<'_>, user: &UserId, id: &WebhookId) -> Result<Webhook, ApiError> {
    let webhook = found(tx, user, id)?;
    if webhook.status != Status::Active {
        return Err(ApiError::conflict(
            "the webhook is not active: activate it with PATCH first",
        ));
    }
    Ok(webhook)
}

fn write_audit(
    tx: &mut Tx<'_>,
    actor: &Actor,
    action: &'static str,
    webhook: &Webhook,
    reason: Option<Reason>,
) -> Result<(), StoreError> {
    audit(tx, actor, action, &webhook.id, reason)
}

/// Writes an audit entry. It never holds the address, which may contain a secret.
fn audit<E: From<StoreError>>(
    tx: &mut Tx<'_>,
    actor: &Actor,
    action: &'static str,
    id: &WebhookId,
    reason: Option<Reason>,
) -> Result<(), E> {
    let status = match reason {
        None => lockstep_store::Status::Success,
        Some(_) => lockstep_store::Status::Warning,
    };
    tx.audit(&Entry {
        actor,
        action,
        component: COMPONENT,
        status,
        details: format!("{action} {id}"),
        metadata: json!({ "webhookId": id, "reason": reason.map(Reason::as_str) }),
    })?;
    Ok(())
}

/// The time for which the previous secret of a rotation is used, too, unless the request names another.
pub(super) const DEFAULT_OVERLAP: Duration = Duration::from_secs(24 * 3600);
/// The longest time for which the previous secret is used, too.
pub(super) const MAX_OVERLAP_SECONDS: u32 = 7 * 24 * 3600;
/// The maximum number of webhooks of an account.
const MAX_WEBHOOKS: u64 = 20;
/// The component in the audit log.
const COMPONENT: &str = "webhooks";

/// The time of a previous secret's end, if it is still used.
pub(super) fn previous_until(config: &WebhookConfig, now: Timestamp) -> Option<Timestamp> {
    let previous = config.previous.as_ref()?;
    (previous.until > now).then_some(previous.until)
}
