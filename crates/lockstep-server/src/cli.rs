//! The command line: parses the arguments, opens the target and hands it to the command's file in
//! `commands/`.

use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches};
use lockstep_config::Config;
use lockstep_web::Subcommand;
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments};

use crate::app::subcommands;
use crate::args::{Cli, CliCommand, General, command};
use crate::commands::{
    backup, completions, config_check, demo, doctor, man, mcp, migrate, openapi, root_key, scrub,
    serve, verify,
};
use crate::execution::Command;
use crate::output::{self, Output};
use crate::target::CommandTarget;
use crate::termination::survive_large_files;

/// Runs the binary.
#[must_use]
pub fn main() -> ExitCode {
    let matches = command().get_matches();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let outcome = match runtime {
        Ok(runtime) => {
            let outcome = runtime.block_on(run(&matches));
            runtime.shutdown_timeout(std::time::Duration::from_secs(1));
            outcome
        }
        Err(error) => Err(error.to_string()),
    };
    let outcome = outcome.and_then(|code| output::failure().map_or(Ok(code), Err));
    match outcome {
        Ok(code) => code,
        Err(reason) => {
            output::note(&format!("lockstep: {reason}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(matches: &ArgMatches) -> Result<ExitCode, String> {
    survive_large_files()?;
    let unreadable = |error: clap::Error| error.to_string();
    if let Some((name, asked)) = matches.subcommand()
        && let Some(subcommand) = subcommands().find(|one| one.name == name)
    {
        let general = General::from_arg_matches(matches).map_err(unreadable)?;
        let output = Output { json: general.json };
        let target = open(&general)?;
        let requests = (subcommand.requests)(asked)?;
        return run_of_capability(subcommand, requests, &target, &output).await;
    }
    let cli = Cli::from_arg_matches(matches).map_err(unreadable)?;
    run_own(cli).await
}

/// Runs a command of the server's own.
async fn run_own(cli: Cli) -> Result<ExitCode, String> {
    let general = cli.general;
    if let CliCommand::Verify(asked) = cli.command {
        // Needs no configuration.
        return Ok(verify::run(asked, general.json));
    }
    if let CliCommand::Mcp(asked) = cli.command {
        // Reads nothing of the data directory.
        return mcp::run(asked).await;
    }
    let output = Output { json: general.json };
    let target = open(&general)?;
    match cli.command {
        CliCommand::Serve(asked) => serve::run(asked, target).await,
        CliCommand::Demo(asked) => demo::run(asked, target, general.data.is_some()).await,
        CliCommand::Backup(asked) => backup::run(asked, &target, &output).await,
        CliCommand::Migrate(asked) => migrate::run(asked, &target, &output).await,
        CliCommand::RootKey(asked) => root_key::run(asked, &target, &output).await,
        CliCommand::Verify(_) | CliCommand::Mcp(_) => Err("needs no data directory".to_owned()),
        CliCommand::Doctor => doctor::run(&target, &output).await,
        CliCommand::Scrub(asked) => scrub::run(asked, &target, &output).await,
        CliCommand::Config(asked) => config_check::run(&asked, &target),
        CliCommand::Openapi => openapi::run().await,
        CliCommand::Completions(asked) => completions::run(&asked),
        CliCommand::Man(asked) => man::run(&asked),
    }
}

/// Runs the requests of a capability's subcommand in the process that holds the data directory, and shows their outputs.
async fn run_of_capability(
    subcommand: &Subcommand,
    requests: Vec<CommandRequest>,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    let mut is_success = true;
    let mut failure: Option<String> = None;
    for request in requests {
        match perform(subcommand, request, target).await {
            Ok(done) => {
                output.of_capability(&done);
                is_success &= done.is_success;
            }
            // The other requests are still performed. `main` shows the last error.
            Err(reason) => {
                if let Some(earlier) = failure.replace(reason) {
                    output::note(&format!("lockstep: {earlier}"));
                }
            }
        }
    }
    match (failure, is_success) {
        (Some(reason), _) => Err(reason),
        (None, true) => Ok(ExitCode::SUCCESS),
        (None, false) => Ok(ExitCode::FAILURE),
    }
}

async fn perform(
    subcommand: &Subcommand,
    mut request: CommandRequest,
    target: &CommandTarget,
) -> Result<CommandOutput, String> {
    let label = request.progress.take();
    let command = Command::of_capability(subcommand.name, request);
    let sent = match label {
        Some(label) => {
            let sent = target.send_with_progress(command, &label.work, label.unit);
            sent.await
        }
        None => target.send(command).await,
    };
    arguments(sent?)
}

/// Opens the target that the configuration and `--data` name.
fn open(general: &General) -> Result<CommandTarget, String> {
    no_core_dumps();
    let mut config = Config::load(general.config.as_deref()).map_err(|error| error.to_string())?;
    if let Some(data) = &general.data {
        config.data.clone_from(data);
    }
    config.check_paths()?;
    let json = general.json;
    Ok(CommandTarget { config, json })
}

/// Disables core files, which would contain keys and values, and debuggers of other processes. Commands open keys
/// and read passwords as the server does.
fn no_core_dumps() {
    use rustix::process::{DumpableBehavior, Resource, Rlimit};
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let refused = rustix::process::setrlimit(Resource::Core, none).and(
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable),
    );
    if let Err(error) = refused {
        output::note(&format!(
            "warning: core dumps cannot be turned off: they would hold keys ({error})"
        ));
    }
}

#[cfg(test)]
mod tests;
