#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! - [`ctx`]: the context of every operation.
//! - [`db`]: the interface to the engine: `write` and `read`, each a named, synchronous closure
//!   over a [`Tx`].
//! - [`audit`] and [`outbox`]: the records that a transaction leaves in addition to its rows.
//! - `engine`: the writer thread with group commit, and the readers; [`sqlite`] and [`postgres`] are its back ends.
//! - [`fair`]: shares readers and processors between accounts; [`owner`] names the account that
//!   work is done for.
//! - `db/traces.rs` and `free_pages.rs`: overwrite the bytes that removed rows leave in the files.
//! - `migrate`: the ledger of migrations.
//! - [`copy`]: moves a store to the other engine.

#![forbid(unsafe_code)]

mod account_queues;
pub mod active_node;
pub mod audit;
pub mod background;
pub mod clock;
mod clock_guard;
mod connection;
pub mod copy;
pub mod counted_list;
pub mod ctx;
mod damaged;
mod database_location;
pub mod db;
mod engine;
pub mod error;
mod event_kind;
pub mod fair;
pub mod figure;
mod free_pages;
pub mod id;
mod integrity;
mod lease;
mod lock;
mod migrate;
mod no_follow;
pub mod note;
mod options;
pub mod outbox;
pub mod owner;
pub mod portion;
pub mod postgres;
mod read_threads;
mod readers;
pub mod regular_file;
mod repeatable;
mod replica;
mod schema;
mod sequence;
mod server_problems;
pub mod settings;
mod shared_rows;
mod space;
pub mod sqlite;
mod stale_readers;
mod statement;
pub mod tx;
pub mod usage;
pub mod value;
pub mod words;
mod write_check;
mod write_queue;
mod write_size;

pub use audit::{Actor, Entry, Status};
pub use clock::{Clock, Entropy, SystemClock, SystemEntropy, Timestamp};
pub use clock_guard::{ClockGuard, ClockState};
pub use ctx::Ctx;
pub use damaged::{DamagedRow, RowName};
pub use db::Db;
pub use error::StoreError;
pub use event_kind::{Channel, EventKind, EventReaders};
pub use migrate::Migration;
pub use outbox::Event;
pub use owner::QueueOwner;
pub use portion::BulkTable;
pub use postgres::{LockWaiter, PostgresUrl, SchemaLock};
pub use repeatable::repeatable;
pub use replica::ReplicaState;
pub use settings::Settings;
pub use space::DiskUse;
pub use tx::Tx;
pub use usage::{CountedColumns, StorageUsage};
pub use value::{Row, Value};
pub use write_check::WriteCheck;
pub use write_size::WriteSize;

#[cfg(test)]
mod tests;
