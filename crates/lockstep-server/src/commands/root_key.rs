//! `root-key replace`: the root key, which wraps all other keys.

use std::path::Path;
use std::process::ExitCode;

use lockstep_store::{Actor, Entry, Status, StoreError};
use lockstep_vault::{KeyPaths, RootSource, Vault};
use lockstep_web::AppState;
use lockstep_web::subcommand::absolute;
use serde_json::{Value as Json, json};

use crate::app;
use crate::cli::args::RootKey;
use crate::cli::output::{Output, text};
use crate::cli::target::CommandTarget;
use crate::data::DataDir;

/// Runs the command.
pub(crate) async fn run(
    asked: RootKey,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    let RootKey::Replace { file, generate } = asked;
    let data = target.hold_stopped()?;
    let place = target.config.keys_at(data.path());
    let done = replace_root(&data, &place, &absolute(&file)?, generate).await?;
    output.line(&done, &text(&done, "next"));
    Ok(ExitCode::SUCCESS)
}

/// Replaces the root key of a locked directory by the key in a file; returns the operator's next steps.
async fn replace_root(
    data: &DataDir,
    place: &KeyPaths,
    file: &Path,
    generate: bool,
) -> Result<Json, String> {
    if !data.database().exists() {
        return Err(format!("there is no store in {}", data.path().display()));
    }
    let opened = app::state(data.database(), place, Default::default()).await;
    let state = opened.map_err(|error| error.to_string())?;
    let replaced = match Vault::of(&state) {
        Ok(vault) => vault.replace_root(file, generate).await,
        Err(fault) => return Err(fault.message.into_owned()),
    };
    app::close(&state).await;
    replaced.map_err(|error| error.to_string())?;
    // The operator must not discard the old root key before this has succeeded.
    let (keys, attester) = prove(place, data, file).await?;
    let next = format!(
        "the root key is the one in {0} now, and {keys} keys open with it. Next: `keys.file = \"{0}\"`, \
         or wherever yours comes from; a backup, since older ones open nothing any more; then destroy \
         the old root key. The platform signs with a new key, which the old one signed: tell those who \
         check its documents the fingerprint {attester}",
        file.display()
    );
    Ok(json!({ "file": file, "keys": keys, "attester": attester, "next": next }))
}

/// Opens every key with the new root key and begins an epoch. Returns the number of keys, and the
/// fingerprint of the new signing key.
async fn prove(place: &KeyPaths, data: &DataDir, file: &Path) -> Result<(u64, String), String> {
    let new = KeyPaths {
        root: RootSource::File(file.to_owned()),
        ..place.clone()
    };
    let state = app::state(data.database(), &new, Default::default())
        .await
        .map_err(|error| format!("with the new root key: {error}"))?;
    let opened = match Vault::of(&state) {
        Ok(vault) => {
            // The old root key and the old file of epoch keys open the epoch keys used until now.
            let begun = vault.begin_epoch().await;
            match begun.map_err(|fault| fault.log.unwrap_or(fault.message.into_owned())) {
                Ok(()) => vault.verify().await,
                Err(reason) => Err(reason),
            }
        }
        Err(fault) => Err(fault.message.into_owned()),
    };
    let noted = note_new_root(&state).await;
    let attester = match Vault::of(&state) {
        Ok(vault) => vault.attester().key().fingerprint().to_string(),
        Err(fault) => return Err(fault.message.into_owned()),
    };
    app::close(&state).await;
    let keys = opened.and_then(|keys| noted.map(|()| keys))?;
    Ok((keys, attester))
}

async fn note_new_root(state: &AppState) -> Result<(), String> {
    let noted = state.db.write("vault.root.replace", |tx| {
        tx.audit(&Entry {
            actor: &Actor::system(),
            action: "root_key.replace",
            component: "vault",
            status: Status::Success,
            details: "the root key was replaced".to_owned(),
            metadata: Json::Null,
        })
    });
    noted
        .await
        .map(drop)
        .map_err(|error: StoreError| error.to_string())
}
