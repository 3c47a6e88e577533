//! `openapi`: the OpenAPI document without a server.

use std::process::ExitCode;

use crate::app;
use crate::output::outln;

/// Runs the command.
pub(crate) async fn run() -> Result<ExitCode, String> {
    outln!("{}", document().await?);
    Ok(ExitCode::SUCCESS)
}

/// The document of everything there is, without a server.
async fn document() -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("openapi.db");
    let keys = lockstep_vault::KeyPaths::usual(folder.path());
    let state = app::state(file, &keys, Default::default())
        .await
        .map_err(|error| error.to_string())?;
    let document = app::documents(&state, true).requests;
    app::close(&state).await;
    document.to_pretty_json().map_err(|error| error.to_string())
}
