#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! `audit_log.rs` (the filter of a request), `settings.rs` and `tier.rs` (changes of settings, limits
//! and quotas), `analytics.rs` (figures of a range), `alert.rs` (rules that hold), `machine.rs` (the
//! load of the machine), `memory.rs` (what is kept in memory), `backup.rs` (scheduled and requested backups), `operations` (one function for each
//! act), `store.rs` (the only SQL), `api_admin` (the HTTP handlers), `webhooks` (signed requests to an
//! account's own receivers).
#![forbid(unsafe_code)]

mod alert;
mod analytics;
mod api_admin;
mod audit_log;
mod backup;
pub mod backup_folder;
mod backup_turn;
mod cli;
mod damage;
mod events;
mod machine;
mod memory;
mod operations;
mod root_key;
mod settings;
mod store;
mod tier;
mod tools;
mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::Migration;
use lockstep_store::audit::recorded::RecordedRows;
use lockstep_store::id::UserId;
use lockstep_web::capability::{self, ScrubResult};
use lockstep_web::{ApiError, AppState, Capability, Job, Routes};

pub use backup::{
    BackupRecord, backup_requested, begin_backup, is_backup_due, last_backup, record_backup,
};
pub use backup_turn::BackupInProgress;
pub use damage::{SCRUB_RECORD, add_damaged_row};
use memory::AdminMemory;
pub use operations::alerts::{evaluate, verify_chain_next};
pub use operations::analytics::notify_overview;
use webhooks::Webhooks;
pub use webhooks::check_webhooks;

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    extensions: |_| {
        vec![
            Arc::new(AdminMemory::default()),
            Arc::new(Webhooks::default()),
        ]
    },
    usage: webhooks::usage,
    // The tag `Administration` is shared: lockstep-web describes it.
    tags: &[webhooks::TAG],
    before_erase: Some(|state, user| {
        Box::pin(async move {
            webhooks::before_erase(&state, &user).await?;
            operations::audit_log::forget(state, user).await
        })
    }),
    forget: Some(forget_account),
    lost_key: Some(|state, user| Box::pin(webhooks::lost_key(state, user))),
    scrub: Some(|state, after| Box::pin(scrub(state, after))),
    recorded: &[RecordedRows {
        table: "webhook",
        component: "webhooks",
        field: "webhookId",
        added: "webhook.create",
        removed: &["webhook.delete"],
    }],
    cli: cli::SUBCOMMANDS,
    feeds: &[&api_admin::channels::CHANNELS],
    events: events::EVENTS,
    alerts: operations::alerts::RULES,
    tools: tools::TOOLS,
    jobs: &[
        Job {
            name: "admin.audit_index",
            every: Duration::from_secs(1),
            waits_for_clock: false,
            run: |state| Box::pin(operations::audit_log::index(state)),
        },
        Job {
            name: "admin.alerts",
            every: Duration::from_secs(10),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move {
                    // Measures the machine: rates need two measurements.
                    AdminMemory::of(&state)?.health(&state);
                    operations::alerts::evaluate(&state).await
                })
            },
        },
        Job {
            name: "admin.overview",
            every: Duration::from_secs(10),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move {
                    if state.sockets().has_analytics_listeners() {
                        operations::analytics::notify_overview(&state).await?;
                    }
                    Ok(())
                })
            },
        },
        webhooks::QUEUE_JOB,
        webhooks::SEND_JOB,
        webhooks::FORGET_JOB,
    ],
    // An erasure removes an account's entries from the audit log and its index with the account's row.
    ..Capability::new("admin", routes, |tx, user| {
        store::erase(tx, user)?;
        webhooks::erase(tx, user)
    })
};

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "admin",
        n: 1,
        sql: include_str!("../migrations/0001_alerts.sql"),
    },
    webhooks::MIGRATION,
    Migration {
        capability: "admin",
        n: 3,
        sql: include_str!("../migrations/0003_counted_alerts.sql"),
    },
    Migration {
        capability: "admin",
        n: 4,
        sql: include_str!("../migrations/0004_acknowledged_alerts.sql"),
    },
    Migration {
        capability: "admin",
        n: 5,
        sql: include_str!("../migrations/0005_counted_deliveries.sql"),
    },
];

fn forget_account(state: &AppState, _: &UserId) {
    if let Some(memory) = state.extension::<AdminMemory>() {
        // The accounts near a quota are counted again.
        *memory.quotas() = None;
    }
}

/// Checks the settings, the lists of alerts, the index of the audit log, then the webhooks.
async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let of_webhooks = after
        .as_deref()
        .and_then(|after| after.strip_prefix(WEBHOOKS));
    let mut scrubbed = match of_webhooks {
        Some(after) => webhooks::scrub(state, after).await?,
        None => {
            let (repaired, damaged) = match after {
                None => (
                    capability::repair_lists(&state.db, store::LISTS, "alerts").await?,
                    operations::settings::scrub(&state).await?,
                ),
                Some(_) => (None, None),
            };
            let mut scrubbed = operations::audit_log::scrub(state, after).await?;
            scrubbed.repaired.extend(repaired);
            scrubbed.damaged.extend(damaged);
            scrubbed.next = Some(scrubbed.next.unwrap_or_else(|| WEBHOOKS.to_owned()));
            return Ok(scrubbed);
        }
    };
    scrubbed.next = scrubbed.next.map(|next| format!("{WEBHOOKS}{next}"));
    Ok(scrubbed)
}

fn routes(state: &AppState) -> Routes {
    api_admin::routes()
        .and(webhooks::routes())
        .with_state(state.clone())
}

/// The start of a scrub's cursor in the rows of webhooks.
const WEBHOOKS: &str = "webhooks:";
