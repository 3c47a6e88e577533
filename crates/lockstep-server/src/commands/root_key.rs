//! `root-key replace`: the root key, which wraps all other keys.
//!
//! After the replacement, the command fails no more: an operator who believes an error could delete the file of
//! the key that is in force. Later problems are part of its answer.

use std::path::Path;
use std::process::ExitCode;

use lockstep_config::StoreLocation;
use lockstep_store::{Actor, Entry, Status, StoreError};
use lockstep_vault::{KeyPaths, RootSource, Vault, VaultError};
use lockstep_web::{ApiError, AppState};
use serde::Serialize;
use serde_json::Value as Json;

use crate::app;
use crate::args::RootKey;
use crate::output::Output;
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(
    asked: RootKey,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    let RootKey::Replace { file, generate } = asked;
    let data = target.hold_stopped()?;
    let paths = target.config.keys_at(data.path());
    let store = target.config.store.place(data.database())?;
    let file = lockstep_web::subcommand::absolute(&file)?;
    lockstep_web::refuse_managed(data.path(), &file)?;
    replace_root(&store, &paths, &file, generate).await?;
    let done = finish(store, &paths, &file).await;
    let next = done.next(&file);
    let mut answer = serde_json::to_value(&done).map_err(|error| error.to_string())?;
    answer["file"] = file.display().to_string().into();
    answer["next"] = Json::from(&*next);
    output.line(&answer, &next);
    Ok(ExitCode::SUCCESS)
}

/// Replaces the root key of a locked directory by the key in a file. An error says that the old root key is
/// still in force.
async fn replace_root(
    store: &StoreLocation,
    paths: &KeyPaths,
    file: &Path,
    generate: bool,
) -> Result<(), String> {
    if store.postgres.is_none() && !store.file.exists() {
        return Err(format!("there is no store: {}", store.file.display()));
    }
    let opened = app::state(store.clone(), paths, Default::default()).await;
    let state = opened.map_err(|error| error.to_string())?;
    // Otherwise an error before the replacement would look like one after it.
    if is_in_force(&at(paths, file)) {
        app::close(&state).await;
        return Err(VaultError::NotAnother.to_string());
    }
    let replaced = match Vault::of(&state) {
        Ok(vault) => match vault.key_examination().report().await {
            // Keys that do not open are named after the replacement: it changes none of them.
            Ok(_) => vault.platform_keys().replace_root(file, generate).await,
            Err(fault) => Err(VaultError::Torn(format!(
                "the keys cannot be checked, and nothing was changed: {}",
                reason(fault)
            ))),
        },
        Err(fault) => Err(VaultError::Torn(reason(fault))),
    };
    app::close(&state).await;
    match replaced {
        Ok(()) => Ok(()),
        // The last step may have failed after it took effect.
        Err(_) if is_in_force(&at(paths, file)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether the key is the root key of the files. Asks no database: one that has failed since does not make the old key valid.
fn is_in_force(paths: &KeyPaths) -> bool {
    lockstep_vault::test_root(paths).is_ok()
}

fn at(paths: &KeyPaths, file: &Path) -> KeyPaths {
    KeyPaths {
        root: RootSource::File(file.to_owned()),
        ..paths.clone()
    }
}

/// The state after the replacement.
#[derive(Debug, Default, Serialize)]
struct Replaced {
    /// The number of keys that open with the new root key.
    keys: u64,
    /// Keys and accounts' keys that are missing or do not open.
    damaged: Vec<String>,
    /// The fingerprint of the new signing key.
    attester: Option<String>,
    /// The problems after the replacement.
    problems: Vec<String>,
    /// Whether the keys are on PostgreSQL.
    #[serde(skip)]
    is_on_server: bool,
}

impl Replaced {
    /// The next steps of the operator.
    fn next(&self, file: &Path) -> String {
        let mut said = format!(
            "the root key is the one in {0} now, and {1} keys open with it. Next: `keys.file = \"{0}\"`, \
             or wherever yours comes from; a backup, since older ones open nothing any more",
            file.display(),
            self.keys
        );
        if self.damaged.is_empty() && self.problems.is_empty() {
            said.push_str(match self.is_on_server {
                false => "; then destroy the old root key.",
                // A replica that is promoted without the replacement needs both.
                true => {
                    "; when every replica of the database has received the replacement, destroy the old root key and \
                     older copies of the folder of secrets."
                }
            });
        } else {
            said.push_str(". Keep the old root key, too:");
        }
        if !self.damaged.is_empty() {
            said.push_str(&format!(
                " {} keys are missing or do not open ({}), as before the replacement. A backup of the keys \
                 that has them opens with the old root key only. No new epoch began, since the old one's key \
                 may be needed. `lockstep doctor` says what to do.",
                self.damaged.len(),
                self.damaged.join(", ")
            ));
        }
        for problem in &self.problems {
            said.push_str(&format!(" {problem}."));
        }
        if let Some(attester) = &self.attester {
            said.push_str(&format!(
                " The platform signs with a new key, which the old one signed: tell those who check its \
                 documents the fingerprint {attester}"
            ));
        }
        said
    }
}

/// Opens every key with the new root key, and begins an epoch if all of them open. Never fails.
async fn finish(store: StoreLocation, paths: &KeyPaths, file: &Path) -> Replaced {
    let mut done = Replaced {
        is_on_server: store.postgres.is_some(),
        ..Replaced::default()
    };
    let opened = app::state(store, &at(paths, file), Default::default()).await;
    let state = match opened {
        Ok(state) => state,
        Err(error) => {
            done.problems
                .push(format!("The store does not open with it yet: {error}"));
            return done;
        }
    };
    if let Err(problem) = examine(&state, &mut done).await {
        done.problems.push(problem);
    }
    if let Err(error) = note_new_root(&state).await {
        done.problems
            .push(format!("The audit log has no entry of it: {error}"));
    }
    app::close(&state).await;
    done
}

async fn examine(state: &AppState, done: &mut Replaced) -> Result<(), String> {
    let vault = Vault::of(state).map_err(reason)?;
    done.attester = Some(vault.attester().key().fingerprint().to_string());
    let report = vault
        .key_examination()
        .report()
        .await
        .map_err(|fault| format!("The keys cannot be checked: {}", reason(fault)))?;
    done.keys = report.open;
    done.damaged = [report.missing, report.damaged].concat();
    if !done.damaged.is_empty() {
        return Ok(());
    }
    // The old root key and the old file of epoch keys open the epoch keys used until now.
    let begun = vault.epochs().begin().await;
    begun.map_err(|fault| format!("The new epoch is not complete: {}", reason(fault)))
}

fn reason(fault: ApiError) -> String {
    fault.log.unwrap_or_else(|| fault.message.into_owned())
}

async fn note_new_root(state: &AppState) -> Result<(), StoreError> {
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
    noted.await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_root_key_in_force_is_known_without_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let paths = KeyPaths::usual(data);
        let opened = app::state(data.join("lockstep.db"), &paths, Default::default()).await;
        app::close(&opened.unwrap()).await;
        let key = data.join("secrets/root.key");
        assert!(is_in_force(&at(&paths, &key)));
        std::fs::rename(data.join("keys.check"), data.join("secrets/keys.check")).unwrap();
        let url = "postgres://me@127.0.0.1:1/d".parse().unwrap();
        let paths = paths.on_server(url);
        assert!(is_in_force(&at(&paths, &key)));
        std::fs::write(&key, "07".repeat(32)).unwrap();
        assert!(!is_in_force(&at(&paths, &key)));
    }

    #[test]
    fn the_old_root_key_is_kept_until_replicas_have_the_new_keys() {
        let next = |is_on_server| {
            let replaced = Replaced {
                is_on_server,
                ..Replaced::default()
            };
            replaced.next(Path::new("new.key"))
        };
        assert!(next(false).ends_with("; then destroy the old root key."));
        assert!(next(true).contains("when every replica of the database"));
    }
}
