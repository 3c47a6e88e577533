//! Power cuts and failing disks under SQLite, for tests.
//!
//! [`Disk::watch`] puts itself between SQLite and the operating system for every database in a
//! folder. It is SQLite's default VFS from then on and hands everything outside watched folders to
//! the ordinary one, so the code under test needs no door of its own. Of a watched folder it keeps
//! a [`Log`]: what was written, in which order, and what was fsynced. From any point of that log
//! [`Replay::cut`] makes the files as they could lie there after the power went. And
//! [`Disk::fail`] makes the n-th call fail.
//!
//! What it does not see: files that are made, renamed or removed without SQLite.
//!
//! Reading order: [`disk`] is what a test holds; [`crash_states`] is what a power cut leaves; `vfs` is
//! the foreign-function side, the only file with `unsafe`.

#![deny(unsafe_code)]

pub mod crash_states;
pub mod disk;
mod vfs;

pub use crash_states::{Dice, Files, Replay};
pub use disk::{Disk, Failure, Fault, Log};

#[cfg(test)]
mod tests;
