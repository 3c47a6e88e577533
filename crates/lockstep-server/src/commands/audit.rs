//! `audit verify|checkpoint`: the audit log.

use std::path::Path;
use std::process::ExitCode;

use lockstep_vault::Vault;
use lockstep_web::AppState;
use serde_json::Value as Json;

use crate::cli::args::Audit;
use crate::cli::output::{Output, outln, text};
use crate::cli::target::Target;
use crate::commands::{Command, told, verify};

/// Runs the command.
pub(crate) async fn run(
    asked: Audit,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, String> {
    match asked {
        Audit::Checkpoint => {
            let made = target.send(Command::AuditCheckpoint).await?;
            outln!("{made}");
            Ok(ExitCode::SUCCESS)
        }
        Audit::Verify { checkpoint } => {
            let checkpoint = checkpoint.as_deref().map(read).transpose()?;
            let verdict = target.send(Command::AuditVerify { checkpoint }).await?;
            Ok(show(&verdict, output))
        }
    }
}

fn read(path: &Path) -> Result<String, String> {
    let read = verify::read(path)?;
    String::from_utf8(read).map_err(|_| format!("{}: is no text", path.display()))
}

fn show(verdict: &Json, output: &Output) -> ExitCode {
    let broken = &verdict["broken"];
    if !broken.is_null() {
        let (seq, reason) = (&broken["seq"], text(broken, "reason"));
        output.line(verdict, &format!("entry {seq} is broken: {reason}"));
        return ExitCode::FAILURE;
    }
    let (entries, erased) = (&verdict["entries"], &verdict["erased"]);
    let covered = match verdict["covered"].as_i64() {
        Some(last) => format!("signed up to {last}"),
        None => "not signed yet".to_owned(),
    };
    output.line(
        verdict,
        &format!("the chain is whole: {entries} entries, {erased} erased, {covered}"),
    );
    ExitCode::SUCCESS
}

/// Walks the audit chain.
pub(super) async fn verify_chain(
    state: &AppState,
    checkpoint: Option<String>,
) -> Result<Json, String> {
    let vault = Vault::of(state).map_err(told)?;
    let kept = checkpoint.as_ref().map(String::as_bytes);
    let verdict = vault.verify_audit(kept).await?;
    serde_json::to_value(verdict).map_err(|error| error.to_string())
}

/// Signs the head of the audit chain.
pub(super) async fn checkpoint(state: &AppState) -> Result<Json, String> {
    let vault = Vault::of(state).map_err(told)?;
    let newest = vault
        .checkpoint()
        .await
        .map_err(|error| error.to_string())?;
    let newest = newest.ok_or("there is no audit entry yet")?;
    serde_json::to_value(newest).map_err(|error| error.to_string())
}
