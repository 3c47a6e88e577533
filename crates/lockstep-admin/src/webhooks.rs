//! Webhooks: signed requests to an account's own receivers when its events happen.
//!
//! Messages follow Standard Webhooks. Deliveries are at least once, with a stable `webhook-id`, in no fixed order.
//! Nothing is sent unless the operator switches webhooks on.
//!
//! Reading order: `webhook.rs` (types and rules), `queue.rs` (events become deliveries), `sender.rs` (deliveries are
//! sent), `transport.rs` and `address.rs` (to which addresses), `schedule.rs`, `signature.rs`, `operations.rs`,
//! `delivery_log.rs`, `upkeep.rs` (removal and checks), `store.rs` and `store/` (the only SQL), `api.rs` and `api_deliveries.rs` (the
//! HTTP handlers).

mod address;
mod api;
mod api_deliveries;
mod delivery_log;
mod operations;
mod queue;
mod schedule;
mod seal;
mod sender;
mod signature;
mod store;
mod transport;
mod upkeep;
mod webhook;

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Migration, StorageUsage, StoreError, Tx};
use lockstep_web::capability::ScrubResult;
use lockstep_web::{ApiError, AppState, Job, Routes};

pub(crate) use sender::Webhooks;
pub use sender::check_webhooks;

pub(crate) const MIGRATION: Migration = Migration {
    capability: "admin",
    n: 2,
    sql: include_str!("../migrations/0002_webhooks.sql"),
};

pub(crate) const TAG: (&str, &str) = (
    "Webhooks",
    "Signed requests that the server sends to the account's own URLs when events happen.",
);

pub(crate) const QUEUE_JOB: Job = Job {
    name: "webhooks.queue",
    every: Duration::from_millis(500),
    waits_for_clock: false,
    run: |state| Box::pin(queue::queue_waiting(state)),
};

pub(crate) const SEND_JOB: Job = Job {
    name: "webhooks.send",
    every: Duration::from_millis(500),
    waits_for_clock: false,
    run: |state| Box::pin(send(state)),
};

pub(crate) const FORGET_JOB: Job = Job {
    name: "webhooks.forget",
    every: Duration::from_secs(60),
    waits_for_clock: false,
    run: |state| Box::pin(upkeep::forget(state)),
};

/// Sends due deliveries, unless the store accepts no writes: the result of an attempt could not be recorded, and the
/// receiver would get the same message with every run of the job.
async fn send(state: AppState) -> Result<(), ApiError> {
    if !state.db.is_writable() {
        // A write finds out whether there is space again.
        state
            .db
            .write::<_, StoreError, _>("webhooks.probe", |_| Ok(()))
            .await?;
    }
    sender::send_due(state).await
}

pub(crate) fn routes() -> Routes<AppState> {
    api::routes()
}

pub(crate) async fn before_erase(state: &AppState, user: &UserId) -> Result<(), ApiError> {
    upkeep::forget_account(state, user).await
}

pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    store::erase(tx, user)
}

pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    store::usage(tx, user)
}

pub(crate) async fn lost_key(
    state: AppState,
    user: UserId,
) -> Result<(&'static str, u64), ApiError> {
    Ok(("webhooksLost", upkeep::forget_lost(state, user).await?))
}

/// Checks the rows after a cursor; the first cursor is empty.
pub(crate) async fn scrub(state: AppState, after: &str) -> Result<ScrubResult, ApiError> {
    upkeep::scrub(state, after).await
}
