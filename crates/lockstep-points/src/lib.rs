#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`device`] (a registered device), [`body`] (points of a request), [`columns`], [`chunk`] and `merge.rs` (how points are
//! stored), [`store`] (the only SQL), [`operations`] (one function for each act), [`ingest`] (the entrance of points),
//! [`total`] (exact sums). The routes are in `lockstep-fitness`: this crate has no routes.

#![forbid(unsafe_code)]

mod admission;
pub mod body;
pub mod chunk;
pub mod columns;
pub mod cursor;
pub mod device;
mod layout;
mod merge;
pub mod operations;
pub mod provenance;
pub mod store;
#[cfg(test)]
mod testing;
pub mod total;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::Migration;
use lockstep_web::capability::AlertRule;
use lockstep_web::{AppState, Capability, Count, Job, Routes};

pub use admission::{MAX_SERIES, RefusedPoints, all_revoked, is_revoked};
pub use columns::MAX_BATCH_POINTS;
pub use layout::StorageOptions;
pub use operations::ingest::{IngestResult, ingest, ingest_recorded};

/// The migrations and jobs that this capability registers.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    extensions: |_| vec![Arc::new(store::GrowingChunks::default())],
    forget: Some(|state, user| {
        if let Some(growing) = state.extension::<store::GrowingChunks>() {
            growing.forget(user);
        }
    }),
    usage: store::usage,
    counts: &[Count {
        name: "datastreams",
        count: store::count_series,
    }],
    figures: Some(operations::ingest::figures),
    alerts: &[AlertRule {
        name: "data.damaged",
        find: |state| Box::pin(operations::set_aside::alerts(state)),
    }],
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let points = operations::damage::set_aside_lost(&state, &user).await?;
            Ok(("pointsLost", points))
        })
    }),
    bulk: store::BULK,
    events: operations::event::EVENTS,
    scrub: Some(|state, after| Box::pin(operations::damage::scrub(state, after))),
    accept_rows: Some(|state, user| {
        Box::pin(async move { operations::damage::accept_rows(&state, &user).await })
    }),
    jobs: &[
        Job {
            name: "points.forget_growing",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move {
                    if let Some(growing) = state.extension::<store::GrowingChunks>() {
                        growing.forget_unused();
                    }
                    Ok(())
                })
            },
        },
        Job {
            name: "points.row_states",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| Box::pin(async move { operations::damage::record_all(&state).await }),
        },
        Job {
            name: "points.close_blocks",
            every: Duration::from_secs(5),
            waits_for_clock: false,
            run: |state| Box::pin(async move { operations::blocks::close_waiting(&state).await }),
        },
    ],
    ..Capability::new("points", routes, store::erase)
};

fn routes(_: &AppState) -> Routes {
    Routes::new()
}

/// The name under which stores record the migrations of the point store: `lockstep-fitness` contained it when the first ten
/// were made. The two crates share the numbers.
const FITNESS: &str = "fitness";

/// The migrations. Some also create tables of `lockstep-fitness`, which the server therefore lists after this
/// capability.
const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: FITNESS,
        n: 1,
        sql: include_str!("../migrations/0001_points.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 2,
        sql: include_str!("../migrations/0002_devices_and_profile.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 3,
        sql: include_str!("../migrations/0003_told_insights.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 4,
        sql: include_str!("../migrations/0004_days.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 5,
        sql: include_str!("../migrations/0005_client_blocks.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 6,
        sql: include_str!("../migrations/0006_point_changes.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 7,
        sql: include_str!("../migrations/0007_damaged_chunks.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 8,
        sql: include_str!("../migrations/0008_usage.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 9,
        sql: include_str!("../migrations/0009_days_by_devices.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 10,
        sql: include_str!("../migrations/0010_row_state.sql"),
    },
    // The numbers 11 to 13 are in lockstep-fitness.
    Migration {
        capability: FITNESS,
        n: 14,
        sql: include_str!("../migrations/0014_series_names.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 15,
        sql: include_str!("../migrations/0015_series_modes.sql"),
    },
    Migration {
        capability: FITNESS,
        n: 16,
        sql: include_str!("../migrations/0016_counted_chunks.sql"),
    },
];
