//! `config check`: the configuration as `serve` would read it.

use std::process::ExitCode;

use crate::args::ConfigAsk;
use crate::commands::serve;
use crate::output::{out, outln};
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) fn run(asked: &ConfigAsk, target: &CommandTarget) -> Result<ExitCode, String> {
    let ConfigAsk::Check = asked;
    let config = &target.config;
    config.check_listeners()?;
    serve::certificates(config)?;
    if let Some(warning) = config.warning() {
        eprintln!("warning: {warning}");
    }
    let text = toml::to_string_pretty(config).map_err(|error| error.to_string())?;
    if target.json {
        let json = serde_json::to_string(config).map_err(|error| error.to_string())?;
        outln!("{json}");
    } else {
        out!("{text}");
    }
    Ok(ExitCode::SUCCESS)
}
