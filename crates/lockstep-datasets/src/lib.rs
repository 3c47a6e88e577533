#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`Dataset`] (the entry), [`schema`] (columns and their types), `cell.rs`, `table.rs` and `chunk.rs` (how cells become
//! groups of rows and sealed chunks), `operations.rs` (create, list, read, delete), `store.rs` (the only SQL),
//! [`hold`] and [`market`] (what a listing needs), `api_platform.rs` (the wire).
#![forbid(unsafe_code)]

mod api_platform;
mod cell;
mod chunk;
mod dataset;
mod decimal;
mod events;
mod exact;
pub mod hold;
mod input;
mod instant;
mod json_table;
pub mod market;
mod operations;
mod output;
mod protection;
pub mod schema;
mod store;
mod table;
mod tools;
mod version;
mod version_root;

use std::time::Duration;

use lockstep_store::Migration;
use lockstep_web::{AppState, Capability, Count, Job, Routes};

pub use cell::{Cell, CellKind, Cells};
pub use dataset::{DataVersion, Dataset, EncryptionMode, EncryptionStatus};
pub use input::check;
pub use operations::add_entries;

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    tags: &[(
        "Datasets",
        "Tables of typed columns in an encryption mode: create, upload, read, statistics and delete.",
    )],
    usage: store::usage,
    bulk: store::BULK,
    counts: &[Count {
        name: "datasets",
        count: store::count,
    }],
    events: events::EVENTS,
    feeds: &[&api_platform::updates::UPDATES],
    tools: tools::TOOLS,
    figures: Some(operations::figures),
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    accept_rows: Some(|state, user| {
        Box::pin(async move { operations::accept_rows(&state, &user).await })
    }),
    searchable: Some(|state, user, after| Box::pin(operations::index(state, user, after))),
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let lost = operations::removal::forget_lost(&state, &user).await?;
            Ok(("datasetsLost", lost))
        })
    }),
    jobs: &[
        Job {
            name: "datasets.cleanup",
            every: Duration::from_secs(60),
            waits_for_clock: true,
            run: |state| Box::pin(async move { operations::removal::clean_up(&state).await }),
        },
        Job {
            name: "datasets.convert",
            every: Duration::from_secs(2),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move { operations::conversion::convert_pending(&state).await })
            },
        },
        Job {
            name: "datasets.retry",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move { operations::conversion::retry_failed(&state).await })
            },
        },
    ],
    ..Capability::new("datasets", routes, store::erase)
};

fn routes(state: &AppState) -> Routes {
    api_platform::routes().with_state(state.clone())
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "datasets",
        n: 1,
        sql: include_str!("../migrations/0001_datasets.sql"),
    },
    Migration {
        capability: "datasets",
        n: 2,
        sql: include_str!("../migrations/0002_name_order.sql"),
    },
    Migration {
        capability: "datasets",
        n: 3,
        sql: include_str!("../migrations/0003_counted_lists.sql"),
    },
    Migration {
        capability: "datasets",
        n: 4,
        sql: include_str!("../migrations/0004_one_count.sql"),
    },
    Migration {
        capability: "datasets",
        n: 5,
        sql: include_str!("../migrations/0005_row_state.sql"),
    },
    Migration {
        capability: "datasets",
        n: 6,
        sql: include_str!("../migrations/0006_failed.sql"),
    },
    Migration {
        capability: "datasets",
        n: 7,
        sql: include_str!("../migrations/0007_holds_by_holder.sql"),
    },
];
