//! Workflows: graphs of agents and tools that run by hand, at times, or after events.
//!
//! `graph.rs` is what a client sends and what the store keeps; `plan.rs` orders its nodes, and `check.rs`
//! checks it as a whole; `types.rs` reads
//! types from JSON Schemas; `limits.rs` bounds a graph before it is checked; `evaluate.rs` computes the values of a run
//! within its `budget.rs`; `schedule.rs` and `recurrence.rs` say when a graph runs next; `journal.rs` is what a run
//! leaves behind;
//! `provenance.rs` says of which tools' outputs a value is made.

pub(crate) mod budget;
pub(crate) mod check;
pub(crate) mod evaluate;
pub(crate) mod graph;
pub(crate) mod journal;
mod limits;
pub(crate) mod plan;
pub(crate) mod provenance;
mod recurrence;
pub(crate) mod schedule;
pub(crate) mod types;
