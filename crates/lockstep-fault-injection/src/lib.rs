#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
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
