//! `attestation rotate`: the key that the platform signs with.

use std::process::ExitCode;

use lockstep_vault::Vault;
use lockstep_web::AppState;
use serde_json::{Value as Json, json};

use crate::cli::args::Attestation;
use crate::cli::output::{Output, text};
use crate::cli::target::Target;
use crate::commands::{Command, told};

/// Runs the command.
pub(crate) async fn run(
    asked: Attestation,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, String> {
    let Attestation::Rotate = asked;
    let done = target.send(Command::AttestationRotate).await?;
    output.line(
        &done,
        &format!(
            "the platform signs with {} from now on; {} signed it and is destroyed",
            text(&done, "new"),
            text(&done, "old")
        ),
    );
    Ok(ExitCode::SUCCESS)
}

/// Replaces the attestation key.
pub(super) async fn rotate(state: &AppState) -> Result<Json, String> {
    let vault = Vault::of(state).map_err(told)?;
    let rotated = vault.rotate_attestation().await;
    let rotation = rotated.map_err(|error| error.to_string())?;
    let (old, new) = (&rotation.by_old.key, &rotation.by_new.key);
    Ok(json!({ "old": old, "new": new, "rotation": rotation }))
}
