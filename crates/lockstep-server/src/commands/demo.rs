//! `demo`: placeholder
use crate::config::Config;
use std::net::SocketAddr;
use std::path::PathBuf;

/// What the demo is asked for.
pub struct Demo {
    /// Recordings to import.
    pub files: Vec<PathBuf>,
    /// End after printing.
    pub once: bool,
    /// Where to listen.
    pub listen: Option<SocketAddr>,
}

/// Runs it.
pub async fn run(_config: Config, _demo: Demo, _json: bool) -> Result<(), String> {
    Err("x".to_owned())
}
