#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! - [`cli`]: the commands of the binary.
//! - [`data`]: the data directory and its lock.
//! - [`app`]: the capabilities wired to one router.
//! - [`serve`]: what runs beside the connections of `lockstep_http`.
//! - `nodes`: several nodes on one PostgreSQL schema, of which one works.
//! - [`local`]: commands for a running server over its Unix socket.
//! - [`execution`]: the commands to the process that holds the data directory, over [`backup`],
//!   [`doctor`] and [`scrub`].
//! - `commands/`: the commands in the process of the terminal.

#![forbid(unsafe_code)]

pub mod app;
mod args;
mod audit_lines;
pub mod backup;
pub mod cli;
pub mod commands;
pub mod data;
pub mod doctor;
pub mod execution;
mod integrity;
pub mod local;
mod lost_keys;
mod nodes;
mod output;
mod probes;
pub mod progress;
pub mod scrub;
pub mod serve;
mod target;
pub mod telemetry;
mod termination;
