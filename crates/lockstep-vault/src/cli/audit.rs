//! `lockstep audit verify|checkpoint`.

use std::path::PathBuf;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use lockstep_documents::MAX_BYTES;
use lockstep_web::subcommand::{
    CommandOutput, CommandRequest, arguments, operator_text, read_file, text,
};
use lockstep_web::{AppState, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::vault::Vault;

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "audit",
    command: Arguments::command,
    requests: |matches| Ok(vec![request(matches)?]),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |request| matches!(arguments(request.clone()), Ok(Request::Verify { .. })),
};

/// Check and sign the audit log.
#[derive(Parser)]
#[command(name = "audit", display_order = 70)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Check the chain from its first entry and name the first invalid entry. Ctrl-C stops the check,
    /// also in a running server.
    Verify {
        /// A checkpoint that was stored elsewhere. All entries that it covers must exist.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// Sign the head of the chain and print the checkpoint, to be stored elsewhere.
    Checkpoint,
}

/// The request to the process that holds the data directory; with the text of a checkpoint, not
/// its path.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Request {
    Verify { checkpoint: Option<String> },
    Checkpoint,
}

fn request(matches: &ArgMatches) -> Result<CommandRequest, String> {
    let parsed = Arguments::from_arg_matches(matches).map_err(|error| error.to_string())?;
    CommandRequest::new(&match parsed.act {
        Action::Checkpoint => Request::Checkpoint,
        Action::Verify { checkpoint } => {
            let read = checkpoint.map(|path| {
                let bytes = read_file(&path, MAX_BYTES as u64 + 1)?;
                String::from_utf8(bytes).map_err(|_| format!("{}: is not text", path.display()))
            });
            Request::Verify {
                checkpoint: read.transpose()?,
            }
        }
    })
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let vault = Vault::of(&state).map_err(operator_text)?;
    match arguments(request)? {
        Request::Checkpoint => {
            let newest = vault.checkpoints().current().await;
            let newest = newest.map_err(|error| error.to_string())?;
            let newest = newest.ok_or("there is no audit entry yet")?;
            let newest = serde_json::to_value(newest).map_err(|error| error.to_string())?;
            // A document for a program, with or without `--json`.
            let text = newest.to_string();
            Ok(CommandOutput::new(newest, text))
        }
        Request::Verify { checkpoint } => {
            let kept = checkpoint.as_ref().map(String::as_bytes);
            let verdict = vault.checkpoints().verify_chain(kept).await?;
            let verdict = serde_json::to_value(verdict).map_err(|error| error.to_string())?;
            Ok(verdict_output(verdict))
        }
    }
}

fn verdict_output(verdict: Json) -> CommandOutput {
    let broken = &verdict["broken"];
    if !broken.is_null() {
        let (seq, reason) = (&broken["seq"], text(broken, "reason"));
        let line = format!("entry {seq} is broken: {reason}");
        return CommandOutput {
            is_success: false,
            ..CommandOutput::new(verdict, line)
        };
    }
    let entries = verdict["entries"].as_u64().unwrap_or(0);
    let entries = lockstep_web::counted(entries, "entry", "entries");
    let erased = &verdict["erased"];
    let covered = match verdict["covered"].as_i64() {
        Some(last) => format!("signed up to {last}"),
        None => "not signed yet".to_owned(),
    };
    let line = format!("the chain is whole: {entries}, {erased} erased, {covered}");
    CommandOutput::new(verdict, line)
}
