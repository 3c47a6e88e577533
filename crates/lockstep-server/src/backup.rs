//! Backups: copies the store while writes continue, and checks that the copy can be used.

pub(crate) mod copying;
mod restore;
pub(crate) mod temporary;
mod unfinished;

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use lockstep_config::StoreLocation;
use lockstep_store::StoreError;
use lockstep_store::audit::checkpoint;
use lockstep_vault::root::{CHECK, KEYS};
use lockstep_vault::{KeyPaths, Vault, VaultError};
use lockstep_web::capability::Damage;
use lockstep_web::subcommand::Step;
use lockstep_web::{AppState, Policy};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::data::{DATABASE, DataDir};
use crate::{app, integrity, lost_keys, scrub};
use copying::{copy_file, ensure_copyable, ensure_room, file_bytes};
use restore::put_back;
pub use restore::restore;
use temporary::TemporaryFolder;
use unfinished::UnfinishedBackup;

/// Makes a backup in `folder`, which must not exist. The folder gets its name when the copy is verified and
/// on the disk; a failed backup leaves none.
pub async fn create(state: &AppState, folder: &Path, steps: &Sender<Step>) -> Result<Json, String> {
    state.policy().refuse_managed(folder)?;
    let unfinished = UnfinishedBackup::beside(folder)?;
    let temporary = unfinished.path().display().to_string();
    let name = folder.display().to_string();
    let made = copy_into(state, unfinished.path(), steps).await;
    // The temporary name no longer exists afterwards.
    let mut report = made.map_err(|reason| reason.replace(&temporary, &name))?;
    unfinished.finish(folder)?;
    report["folder"] = json!(name);
    Ok(report)
}

/// Copies the store and the wrapped keys into `folder`, which must be empty, and verifies the copy.
/// Neither the root key nor the epochs' keys are in it: without those nothing in it can be decrypted.
///
/// # Errors
/// The copy, or the copy of it that is verified, would use the reserve of the disk.
pub(crate) async fn copy_into(
    state: &AppState,
    folder: &Path,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    ensure_room(state, &[folder, &std::env::temp_dir()])?;
    let vault = Vault::of(state).map_err(|fault| fault.message.into_owned())?;
    // The checkpoint shows if the end of the copy's audit log is removed later.
    vault
        .checkpoints()
        .current()
        .await
        .map_err(|error| error.to_string())?;
    // Every copy from now on contains the state of the store that `keys.db` has recorded by now.
    let seen = vault.backup().newest_seen_entry();
    let (db, file, steps) = (state.db.clone(), folder.join(DATABASE), steps.clone());
    let copied = tokio::task::spawn_blocking(move || {
        db.backup(&file, |done, total| {
            // The reader of the progress may be gone; the copy continues.
            let _ = steps.blocking_send(Step { done, total });
        })
    });
    copied
        .await
        .map_err(|error| error.to_string())?
        .map_err(|error| error.to_string())?;
    // The keys are copied after the store, so that they include every key that the store names.
    let copied = vault.backup().copy(folder, seen).await;
    copied.map_err(|error| error.to_string())?;
    // Once the report is returned, the files and their names survive a power cut.
    for name in [DATABASE, KEYS, CHECK] {
        sync_to_disk(&folder.join(name))?;
    }
    sync_to_disk(folder)?;
    verify(folder, vault.key_paths()).await
}

/// Verifies a temporary copy of the backup: migrates it as a start would, checks the audit chain and every
/// page, and opens the secret of every key that the store names. The backup itself is not changed. `keys`
/// are the paths of the root key and the epoch keys. Copies that killed verifications left are removed.
pub async fn verify(folder: &Path, keys: &KeyPaths) -> Result<Json, String> {
    let temporary = std::env::temp_dir();
    let with_keys = [KEYS, CHECK]
        .iter()
        .any(|name| folder.join(name).symlink_metadata().is_ok());
    let names: &[&str] = match with_keys {
        true => &[DATABASE, KEYS, CHECK],
        false => &[DATABASE],
    };
    let files: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    ensure_copyable(&files, &temporary)?;
    let scratch = TemporaryFolder::create(&temporary, VERIFY)?;
    if with_keys {
        for name in [KEYS, CHECK] {
            copy_file(&folder.join(name), &scratch.path().join(name))?;
        }
    }
    let place = match with_keys {
        true => keys.verifying(scratch.path()),
        false => KeyPaths::usual(scratch.path()),
    };
    let verified = verify_in(scratch.path(), folder, &place, with_keys).await;
    // The operator knows the files of the backup; their copies are removed when this returns.
    let copies = scratch.path().display().to_string();
    verified.map_err(|reason| reason.replace(&copies, &folder.display().to_string()))
}

/// Returns the number of keys that open. A key that does not open is among the damaged rows; only if none
/// opens is it an error.
async fn opened(vault: &Vault) -> Result<u64, String> {
    let report = vault.key_examination().report().await;
    let report = report.map_err(|fault| fault.log.unwrap_or(fault.message.into_owned()))?;
    let lost = report.missing.len() + report.damaged.len();
    if report.open == 0 && lost > 0 {
        return Err(format!(
            "none of its {lost} keys opens: keys.db is not the one of this store, or it is damaged"
        ));
    }
    Ok(report.open)
}

/// Verifies the store of a backup with the keys of a data directory, which are newer: keys that the backup
/// does not name are ignored.
async fn verify_with_keys_of(data: &Path, folder: &Path, keys: &KeyPaths) -> Result<Json, String> {
    let temporary = std::env::temp_dir();
    ensure_copyable(&[folder.join(DATABASE)], &temporary)?;
    let scratch = TemporaryFolder::create(&temporary, VERIFY)?;
    let log = format!("{KEYS}-wal");
    for name in [KEYS, CHECK, &log] {
        let source = data.join(name);
        if name != log || source.exists() {
            copy_file(&source, &scratch.path().join(name))?;
        }
    }
    let copy = scratch.path().join(DATABASE);
    copy_file(&folder.join(DATABASE), &copy)?;
    let paths = keys.verifying(scratch.path());
    match app::accept_rollback(copy, &paths).await {
        // If nothing was written since the backup, there is nothing to accept.
        Ok(_) | Err(VaultError::NothingToAccept) => {}
        Err(error) => return Err(format!("{}: {error}", folder.display())),
    }
    verify_in(scratch.path(), folder, &paths, true).await
}

/// Verifies the store of a backup in a scratch folder that already contains the keys.
async fn verify_in(
    scratch: &Path,
    folder: &Path,
    paths: &KeyPaths,
    with_keys: bool,
) -> Result<Json, String> {
    let source = folder.join(DATABASE);
    let bytes = file_bytes(&source)?;
    let copy = scratch.join(DATABASE);
    if !copy.exists() {
        copy_file(&source, &copy)?;
    }
    let state =
        app::state(copy, paths, Policy::default())
            .await
            .map_err(|error| match with_keys {
                true => format!("{}: its keys: {error}", folder.display()),
                false => format!("{}: {error}", folder.display()),
            })?;
    let checked = integrity::check(&state).await;
    let held = contents(&state).await;
    let scrubbed = scrub::all(&state, |_| {}).await;
    let opened = match Vault::of(&state) {
        Ok(vault) => opened(vault).await,
        Err(fault) => Err(fault.message.into_owned()),
    };
    app::close(&state).await;
    let verdict = match checked.audit {
        Some(verdict) if checked.pages.is_empty() => verdict,
        _ => {
            return Err(format!(
                "{}: damaged: {}",
                folder.display(),
                checked.pages.join("; ")
            ));
        }
    };
    let keys = opened.map_err(|reason| format!("{}: {reason}", folder.display()))?;
    let held = held?;
    let scrubbed = scrubbed.map_err(|fault| {
        let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
        format!("{}: {reason}", folder.display())
    })?;
    // A copy of a damaged store is damaged. Its other rows can be used, so it is not refused.
    let mut damaged = scrubbed.damaged;
    damaged.extend(verdict.broken.map(|broken| Damage {
        table: "audit".into(),
        account: None,
        row: format!("entry {}", broken.seq),
        from: None,
        to: None,
        points: 0,
        reason: broken.reason,
    }));
    Ok(json!({
        "folder": folder.display().to_string(), "bytes": bytes, "auditEntries": verdict.entries,
        "keys": keys, "contents": held, "rowsOpened": scrubbed.rows, "damaged": damaged,
        "repairable": scrubbed.repaired,
    }))
}

/// The prefix of the folder of a verification.
const VERIFY: &str = "lockstep-verify-";
/// The prefix of the folder of a test of a restore.
pub(crate) const DRILL: &str = "lockstep-drill-";

/// Creates a directory for backups that only this user can enter. An existing one stays as it is.
pub(crate) fn private_directory(path: &Path) -> Result<(), String> {
    let mut builder = DirBuilder::new();
    let created = builder.recursive(true).mode(0o700).create(path);
    created.map_err(|error| named_error(path, &error))
}

/// Restores a backup into a folder of its own below `parent`, opens it as a server would, compares it
/// with the backup, and removes it again. Removes the files of killed drills there, too.
pub async fn restore_drill(folder: &Path, parent: &Path, keys: &KeyPaths) -> Result<Json, String> {
    if !parent.is_dir() {
        return Err(format!(
            "{} is not a directory: create the directory, or name another with --restore",
            parent.display()
        ));
    }
    let scratch = TemporaryFolder::create(parent, DRILL)?;
    let data = DataDir::hold(&scratch.path().join("data")).map_err(|error| error.to_string())?;
    let with_keys = folder.join(KEYS).exists();
    let place = match with_keys {
        true => keys.verifying(data.path()),
        false => KeyPaths::usual(data.path()),
    };
    let mut report = put_back(folder, &data, keys).await?;
    let state = app::state(data.database(), &place, Policy::default())
        .await
        .map_err(|error| format!("{}: restored, it does not open: {error}", folder.display()))?;
    let restored = contents(&state).await;
    app::close(&state).await;
    let restored = restored?;
    if report["contents"] != restored {
        return Err(format!(
            "{}: restored, it holds {restored}, and the backup holds {}",
            folder.display(),
            report["contents"]
        ));
    }
    report["restored"] = json!(true);
    Ok(report)
}

/// Returns the number of rows of each table, and the head of the audit chain.
async fn contents(state: &AppState) -> Result<Json, String> {
    let read = state.db.read::<_, StoreError, _>("store.contents", |tx| {
        Ok((tx.row_counts()?, checkpoint::head(tx)?))
    });
    let (rows, head) = read.await.map_err(|error| error.to_string())?;
    let head = head.map(|head| {
        let hash: String = head.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        json!({ "entry": head.seq, "hash": hash })
    });
    Ok(json!({ "rows": rows, "auditHead": head }))
}

/// Writes a file's content, or a folder's names, to the disk (fsync).
pub(crate) fn sync_to_disk(path: &Path) -> Result<(), String> {
    let kept = std::fs::File::open(path).and_then(|file| file.sync_all());
    kept.map_err(|error| named_error(path, &error))
}

/// Accepts a store or a `keys.db` that is older than the other; reports which keys then match.
pub async fn accept_rollback(
    store: impl Into<StoreLocation>,
    keys: &KeyPaths,
) -> Result<Json, String> {
    let report = app::accept_rollback(store, keys).await;
    let report = report.map_err(|error| match error {
        VaultError::Store(error) if error.is_damage() => format!(
            "{error}. A rollback is accepted only between two files that can be read: put both back from one \
             backup instead"
        ),
        error => error.to_string(),
    })?;
    let lost = match report.lost_accounts.is_empty() {
        true => String::new(),
        false => format!(". {}", lost_keys::remedy(&report.lost_accounts)),
    };
    let next = format!(
        "accepted: {} keys open, {} are missing, {} are unknown to the store (kept, not used), {} are \
         damaged{lost}",
        report.open,
        report.missing.len(),
        report.unknown.len(),
        report.damaged.len()
    );
    Ok(json!({
        "open": report.open, "missing": report.missing, "unknown": report.unknown,
        "damaged": report.damaged, "lostAccounts": report.lost_accounts, "next": next,
    }))
}

fn named_error(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests;
