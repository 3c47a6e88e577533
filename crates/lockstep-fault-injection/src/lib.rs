//! Simulates power cuts and failing disks under SQLite, for tests.
//!
//! [`Disk::watch`] puts itself between SQLite and the operating system for every database in a
//! folder. From then on it is SQLite's default VFS, so the code under test needs no hook. It passes
//! all calls outside watched folders to the ordinary VFS. For a watched folder it keeps a [`Log`]
//! of the writes in their order, and of the fsyncs. From any step of that log, [`Replay::cut`]
//! returns a possible state of the files after a power cut. [`Disk::fail`] makes the n-th call
//! fail.
//!
//! Limit: files that are created, renamed or removed without SQLite are not seen.
//!
//! Reading order:
//! - [`disk`]: the interface for tests.
//! - [`watched`]: the faults, and the state of a watched folder.
//! - [`log`]: the log of calls.
//! - [`crash_states`]: the possible states after a power cut.
//! - `vfs`: the foreign-function side, the only file with `unsafe`.

#![deny(unsafe_code)]

pub mod crash_states;
pub mod disk;
pub mod log;
mod vfs;
pub mod watched;

pub use crash_states::{Replay, SeededRandom};
pub use disk::Disk;
pub use log::{Files, Log};
pub use watched::{Failure, Fault};

#[cfg(test)]
mod tests;
