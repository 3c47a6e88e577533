#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`money`] (amounts and currencies), [`ledger`] (transfers), `settlement.rs` (how transfers become
//! final), `rules.rs` and `token.rs` (offers), `selection.rs` and `snapshot.rs` (what is sold),
//! `operations` (one function for each act), `store` (the only SQL), `api_fitness` and `api_admin` (the
//! HTTP handlers), `cli.rs` (`lockstep market`).
#![forbid(unsafe_code)]

mod api_admin;
mod api_fields;
mod api_fitness;
mod cli;
mod events;
pub mod ledger;
pub mod money;
mod operations;
mod rules;
mod selection;
mod settlement;
mod snapshot;
mod store;
#[cfg(test)]
mod tests;
mod token;

use std::time::Duration;

use lockstep_store::Migration;
use lockstep_web::{AppState, Capability, Job, Routes};

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    usage: store::usage,
    tags: &[(
        "Marketplace",
        "Data tokens, purchases, certificates, aggregates of sold points, and the ledger.",
    )],
    events: events::EVENTS,
    cli: cli::SUBCOMMANDS,
    jobs: &[Job {
        name: "market.forget",
        every: Duration::from_secs(60),
        run: |state| Box::pin(async move { operations::tokens::forget(&state).await }),
    }],
    ..Capability::new("market", routes, store::erase)
};

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "market",
        n: 1,
        sql: include_str!("../migrations/0001_ledger.sql"),
    },
    Migration {
        capability: "market",
        n: 2,
        sql: include_str!("../migrations/0002_tokens.sql"),
    },
];

fn routes(state: &AppState) -> Routes {
    api_fitness::routes()
        .and(api_admin::routes())
        .with_state(state.clone())
}
