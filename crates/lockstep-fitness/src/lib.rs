#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`profile`], [`activity`], [`import_record`] and [`day`] (derived values of a day), [`operations`] (the
//! operations of the API), `store.rs` (the only SQL), `api_fitness` (the HTTP handlers).

#![forbid(unsafe_code)]

mod activity;
mod api_fitness;
mod chart;
mod cli;
mod curve;
mod day;
mod import_record;
pub mod operations;
mod profile;
mod store;
#[cfg(test)]
mod testing;
mod tools;

use std::sync::Arc;
use std::time::Duration;

use lockstep_points::operations::telemetry::OnTelemetryWritten;
use lockstep_store::Migration;
use lockstep_store::audit::recorded::RecordedRows;
use lockstep_store::id::UserId;
use lockstep_web::{AppState, Capability, Job, Routes};

use operations::day_rows::DayRows;
use operations::metrics::DayCache;

/// The routes and jobs that this capability registers.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    extensions: |_| {
        vec![
            // As in `POST /v1/sfdp/data`: a point that a device sends no longer belongs to an import.
            Arc::new(OnTelemetryWritten(operations::imports::take_over)),
            Arc::new(DayCache::default()),
            Arc::new(DayRows::default()),
        ]
    },
    forget: Some(forget_account),
    usage: store::usage,
    bulk: store::BULK,
    tags: &[
        (
            "Fitness data",
            "Points and blocks of points: upload, import, read, export and delete. Computed from them: aggregates, \
             charts, curves, heart-rate variability, metrics, insights and claims. Point types and storage quotas.",
        ),
        (
            "Profile",
            "Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone.",
        ),
        (
            "Activities",
            "Sports sessions, from imported files or detected in the points, with their figures and tracks.",
        ),
        (
            "Imports",
            "The record of each imported file, by which the import can be undone.",
        ),
    ],
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let insights = operations::scrub::forget_lost(&state, &user).await?;
            Ok(("insightsLost", insights))
        })
    }),
    events: operations::stream::EVENTS,
    feeds: &[&api_fitness::STREAM],
    tools: tools::TOOLS,
    cli: cli::SUBCOMMANDS,
    searchable: Some(|state, user, after| Box::pin(operations::search::index(state, user, after))),
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    recorded: &[RecordedRows {
        table: "import_record",
        component: "fitness",
        field: "importId",
        added: "import.finish",
        removed: &["import.forget", "import.undo"],
    }],
    jobs: &[
        Job {
            name: "fitness.forget_insights",
            every: Duration::from_secs(60),
            waits_for_clock: true,
            run: |state| Box::pin(async move { operations::stream::forget(&state).await }),
        },
        Job {
            name: "fitness.forget_days",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move {
                    if let Some(cache) = state.extension::<DayCache>() {
                        cache.forget_unused(state.clock.monotonic());
                    }
                    Ok(())
                })
            },
        },
        Job {
            name: "fitness.day_rows",
            every: Duration::from_secs(1),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move {
                    operations::day_rows::make_due(&state).await;
                    Ok(())
                })
            },
        },
    ],
    ..Capability::new("fitness", routes, store::erase)
};

/// The migrations. Those up to number 10 are in lockstep-points: they created the tables of this capability
/// too. Number 14 is there as well.
const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "fitness",
        n: 11,
        sql: include_str!("../migrations/0011_activities.sql"),
    },
    Migration {
        capability: "fitness",
        n: 12,
        sql: include_str!("../migrations/0012_activity_ends.sql"),
    },
    Migration {
        capability: "fitness",
        n: 13,
        sql: include_str!("../migrations/0013_import_batch_ends.sql"),
    },
];

fn forget_account(state: &AppState, user: &UserId) {
    if let Some(cache) = state.extension::<DayCache>() {
        cache.forget(user);
    }
    if let Some(rows) = state.extension::<DayRows>() {
        rows.forget(user);
    }
}

fn routes(state: &AppState) -> Routes {
    api_fitness::routes().with_state(state.clone())
}
