//! The ground Lockstep stands on.
//!
//! Everything above asks this crate for the time, for identifiers and for transactions; nothing
//! above reads a clock, rolls a die or opens the database.
//!
//! Reading order: [`ctx`] is what every operation is handed; [`db`] is the door to the engine:
//! `write` and `read`, each a named, synchronous closure over a [`Tx`]; [`audit`] and [`outbox`]
//! are what a transaction leaves behind besides its rows; [`sqlite`] is the embedded engine with
//! its writer thread and group commit; [`migrate`] is the ledger of migrations.

#![forbid(unsafe_code)]

pub mod audit;
pub mod clock;
pub mod ctx;
pub mod db;
pub mod error;
pub mod id;
pub mod migrate;
pub mod outbox;
pub mod settings;
mod space;
pub mod sqlite;
mod statement;
pub mod tx;
pub mod usage;
pub mod value;

pub use audit::{Actor, Entry, Status};
pub use clock::{Clock, Entropy, SystemClock, SystemEntropy, Timestamp};
pub use ctx::Ctx;
pub use db::Db;
pub use error::StoreError;
pub use migrate::Migration;
pub use outbox::Event;
pub use settings::Settings;
pub use tx::Tx;
pub use usage::Usage;
pub use value::{Row, Value};

#[cfg(test)]
mod tests;
