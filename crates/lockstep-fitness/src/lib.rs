//! Points, imports, the device registry, the profile and metrics: area A of the API.
//!
//! `lockstep-formats` defines the point and reads and writes files of points. `lockstep-metrics`
//! computes metrics from points.
//!
//! Reading order: [`body`] (points of a request), [`columns`], [`chunk`] and [`merge`] (how points are
//! stored), [`store`] (the only SQL), [`day`] (derived values of a day), [`profile`], [`operations`]
//! (the operations of the API), `api_fitness` (the HTTP handlers).

#![forbid(unsafe_code)]

mod api_fitness;
pub mod body;
pub mod chunk;
pub mod columns;
pub mod cursor;
pub mod day;
pub mod merge;
pub mod operations;
pub mod profile;
pub mod store;
#[cfg(test)]
mod testing;
mod tools;
pub mod upload;

use std::time::Duration;

use lockstep_store::Migration;
use lockstep_web::{AppState, Capability, Count, Job, Routes};

/// The routes, migrations and jobs that this capability registers.
pub const CAPABILITY: Capability = Capability {
    tags: &[
        (
            "Fitness data",
            "Points: upload, import, read, aggregate, export, metrics, insights and claims.",
        ),
        ("Profile", "What formulas need to know about the person."),
    ],
    migrations: MIGRATIONS,
    usage: store::usage,
    counts: &[Count {
        name: "datastreams",
        count: store::count_series,
    }],
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let points = operations::damage::set_aside_lost(&state, &user).await?;
            Ok(("pointsLost", points))
        })
    }),
    events: operations::stream::EVENTS,
    feeds: &[&api_fitness::STREAM],
    tools: tools::TOOLS,
    scrub: Some(|state, after| Box::pin(operations::damage::scrub(state, after))),
    jobs: &[
        Job {
            name: "fitness.forget_insights",
            every: Duration::from_secs(60),
            run: |state| Box::pin(async move { operations::stream::forget(&state).await }),
        },
        Job {
            name: "fitness.row_states",
            every: Duration::from_secs(60),
            run: |state| Box::pin(async move { operations::damage::record_all(&state).await }),
        },
        Job {
            name: "fitness.close_blocks",
            every: Duration::from_secs(5),
            run: |state| Box::pin(async move { operations::blocks::close_waiting(&state).await }),
        },
    ],
    ..Capability::new("fitness", routes, store::erase)
};

fn routes(state: &AppState) -> Routes {
    api_fitness::routes().with_state(state.clone())
}

const MIGRATIONS: &[Migration] = &[
    store::MIGRATION,
    Migration {
        capability: "fitness",
        n: 2,
        sql: include_str!("../migrations/0002_devices_and_profile.sql"),
    },
    Migration {
        capability: "fitness",
        n: 3,
        sql: include_str!("../migrations/0003_told_insights.sql"),
    },
    Migration {
        capability: "fitness",
        n: 4,
        sql: include_str!("../migrations/0004_days.sql"),
    },
    Migration {
        capability: "fitness",
        n: 5,
        sql: include_str!("../migrations/0005_client_blocks.sql"),
    },
    Migration {
        capability: "fitness",
        n: 6,
        sql: include_str!("../migrations/0006_point_changes.sql"),
    },
    Migration {
        capability: "fitness",
        n: 7,
        sql: include_str!("../migrations/0007_damaged_chunks.sql"),
    },
    Migration {
        capability: "fitness",
        n: 8,
        sql: include_str!("../migrations/0008_usage.sql"),
    },
    Migration {
        capability: "fitness",
        n: 9,
        sql: include_str!("../migrations/0009_days_by_devices.sql"),
    },
    Migration {
        capability: "fitness",
        n: 10,
        sql: include_str!("../migrations/0010_row_state.sql"),
    },
];
