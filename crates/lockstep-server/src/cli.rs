//! The command line: parses the arguments, opens the target and hands it to the command's file in
//! `commands/`.

use std::process::ExitCode;

use clap::Parser;

use crate::commands::{
    attestation, audit, backup, clock, completions, config_check, demo, doctor, export, import,
    key, openapi, root_key, scrub, serve, user, verify,
};
use crate::config::Config;

pub(crate) mod args;
pub(crate) mod output;
pub(crate) mod target;

use args::{Cli, CliCommand};
use output::Output;
use target::Target;

/// Runs the binary.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let outcome = match runtime {
        Ok(runtime) => {
            let outcome = runtime.block_on(run(cli));
            runtime.shutdown_timeout(std::time::Duration::from_secs(1));
            outcome
        }
        Err(error) => Err(error.to_string()),
    };
    let outcome = outcome.and_then(|code| output::failure().map_or(Ok(code), Err));
    match outcome {
        Ok(code) => code,
        Err(reason) => {
            eprintln!("lockstep: {reason}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<ExitCode, String> {
    if let CliCommand::Verify(asked) = cli.command {
        // Needs no configuration.
        return Ok(verify::run(asked, cli.json));
    }
    let output = Output { json: cli.json };
    let target = open(&cli)?;
    match cli.command {
        CliCommand::Serve(asked) => serve::run(asked, target).await,
        CliCommand::Demo(asked) => demo::run(asked, target, cli.data.is_some()).await,
        CliCommand::Import(asked) => import::run(asked, &target, &output).await,
        CliCommand::Export(asked) => export::run(asked, &target, &output).await,
        CliCommand::User(asked) => user::run(asked, &target, &output).await,
        CliCommand::Key(asked) => key::run(asked, &target, &output).await,
        CliCommand::Audit(asked) => audit::run(asked, &target, &output).await,
        CliCommand::Backup(asked) => backup::run(asked, &target, &output).await,
        CliCommand::RootKey(asked) => root_key::run(asked, &target, &output).await,
        CliCommand::Attestation(asked) => attestation::run(asked, &target, &output).await,
        CliCommand::Clock(asked) => clock::run(asked, &target, &output).await,
        CliCommand::Verify(_) => Err("verify needs no data directory".to_owned()),
        CliCommand::Doctor => doctor::run(&target, &output).await,
        CliCommand::Scrub(asked) => scrub::run(asked, &target, &output).await,
        CliCommand::Config(asked) => config_check::run(&asked, &target),
        CliCommand::Openapi => openapi::run().await,
        CliCommand::Completions(asked) => completions::run(&asked),
    }
}

/// Opens the target that the configuration and `--data` name.
fn open(cli: &Cli) -> Result<Target, String> {
    let mut config = Config::load(cli.config.as_deref()).map_err(|error| error.to_string())?;
    if let Some(data) = &cli.data {
        config.data.clone_from(data);
    }
    let json = cli.json;
    Ok(Target { config, json })
}
