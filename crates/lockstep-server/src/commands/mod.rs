//! The commands, one file each: its part in the process of the terminal. The modules below do the work.

pub(crate) mod backup;
pub(crate) mod completions;
pub(crate) mod config_check;
pub mod demo;
pub(crate) mod doctor;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod root_key;
pub(crate) mod scrub;
pub mod serve;
pub mod verify;
