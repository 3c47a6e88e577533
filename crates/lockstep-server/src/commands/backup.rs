//! `backup create|verify|restore`: a copy of the store while others go on writing, and the proof
//! that it can be used.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use lockstep_store::audit;
use lockstep_web::{House, Policy};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::app;
use crate::commands::Step;
use crate::data::{DATABASE, DataDir};

/// Copies the store into `folder`, which must not exist, and verifies the copy.
pub async fn create(house: &House, folder: &Path, steps: &Sender<Step>) -> Result<Json, String> {
    DirBuilder::new()
        .mode(0o700)
        .create(folder)
        .map_err(|error| said(folder, &error))?;
    let (db, file, steps) = (house.db.clone(), folder.join(DATABASE), steps.clone());
    let copied = tokio::task::spawn_blocking(move || {
        db.backup(&file, |done, total| {
            // Whoever watches may be gone; the copy goes on.
            let _ = steps.blocking_send(Step { done, total });
        })
    });
    copied
        .await
        .map_err(|error| error.to_string())?
        .map_err(|error| error.to_string())?;
    // Whoever reads the report may rely on it: file, name and folder outlive a power cut.
    last(&folder.join(DATABASE))?;
    last(folder)?;
    if let Some(parent) = folder.canonicalize().ok().as_deref().and_then(Path::parent) {
        last(parent)?;
    }
    verify(folder).await
}

/// Opens a copy of the copy, brings it up to date as a start would, walks the audit chain and asks
/// the engine whether every page is whole. The backup itself is not touched.
pub async fn verify(folder: &Path) -> Result<Json, String> {
    let source = folder.join(DATABASE);
    let bytes = std::fs::metadata(&source)
        .map_err(|error| said(&source, &error))?
        .len();
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let copy = scratch.path().join(DATABASE);
    std::fs::copy(&source, &copy).map_err(|error| said(&source, &error))?;
    let house = app::house(copy, Policy::default())
        .await
        .map_err(|error| error.to_string())?;
    let checked = check(&house).await;
    house.db.close().await;
    let (verdict, damage) = checked.map_err(|error| error.to_string())?;
    if !damage.is_empty() {
        return Err(format!(
            "{}: damaged: {}",
            source.display(),
            damage.join("; ")
        ));
    }
    if let Some(broken) = verdict.broken {
        let (seq, reason) = (broken.seq, broken.reason);
        return Err(format!("{}: audit entry {seq}: {reason}", source.display()));
    }
    Ok(json!({
        "folder": folder.display().to_string(), "bytes": bytes, "auditEntries": verdict.entries,
    }))
}

/// Puts a verified backup into a data directory that holds no store yet.
pub async fn restore(folder: &Path, data: &DataDir) -> Result<Json, String> {
    let target = data.database();
    if target.exists() {
        return Err(format!(
            "{} holds a store already: restore into a fresh directory",
            data.path().display()
        ));
    }
    let report = verify(folder).await?;
    // Copied beside and renamed, so that a crash leaves no half store behind.
    let beside = data.path().join("restoring.db");
    let source = folder.join(DATABASE);
    std::fs::copy(&source, &beside).map_err(|error| said(&source, &error))?;
    last(&beside)?;
    std::fs::rename(&beside, &target).map_err(|error| said(&target, &error))?;
    last(data.path())?;
    Ok(report)
}

/// Has the disk keep a file's content, or a folder's names.
fn last(path: &Path) -> Result<(), String> {
    let kept = std::fs::File::open(path).and_then(|file| file.sync_all());
    kept.map_err(|error| said(path, &error))
}

/// The audit chain's verdict and what the engine says is damaged.
pub(crate) async fn check(
    house: &House,
) -> Result<(audit::Verdict, Vec<String>), lockstep_store::StoreError> {
    house
        .db
        .read("store.check", |tx| {
            Ok((audit::verify(tx)?, tx.integrity()?))
        })
        .await
}

fn said(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
