//! The house: what makes one platform of the capabilities.
//!
//! Reading order: [`cli`] (what can be asked of the binary), [`config`] (what the operator
//! decides), [`data`] (the directory and its lock), [`app`] (the capabilities wired to one
//! router), [`serve`] (sockets, from the first connection to a graceful end), [`local`] (commands
//! for a running server over its Unix socket), `commands/` (what the command line does).

#![forbid(unsafe_code)]

pub mod app;
pub mod cli;
pub mod commands;
pub mod config;
pub mod data;
pub mod local;
mod pages;
pub mod probes;
pub mod progress;
pub mod serve;
pub mod telemetry;
