//! `import`: reads recordings and exports of other platforms.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lockstep_accounts::User;
use lockstep_fitness::operations::import;
use lockstep_web::AppState;
use lockstep_web::Owner;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::cli::args::Import;
use crate::cli::output::Output;
use crate::cli::target::Target;
use crate::commands::{Command, Step};

/// Runs the command.
pub(crate) async fn run(
    asked: Import,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, String> {
    let mut fault = None;
    for file in &asked.files {
        let what = file.display().to_string();
        match send(&asked, file, target).await {
            Ok(done) => output.imported(&what, &done),
            // The other files are still read.
            Err(said) => {
                if let Some(said) = fault.replace(said) {
                    eprintln!("lockstep: {said}");
                }
            }
        }
    }
    fault.map_or(Ok(ExitCode::SUCCESS), Err)
}

async fn send(asked: &Import, file: &Path, target: &Target) -> Result<Json, String> {
    let what = file.display().to_string();
    let file = file
        .canonicalize()
        .map_err(|error| format!("{what}: {error}"))?;
    let command = Command::Import {
        username: asked.user.clone(),
        file,
        participant: asked.participant.clone(),
    };
    target.send_with_progress(command, &what, "bytes").await
}

/// Imports a file into an account.
pub(super) async fn import_file(
    state: &AppState,
    user: &User,
    file: PathBuf,
    participant: Option<String>,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    let owner = Owner::system(user.id.clone());
    let (steps, mut told) = (steps.clone(), 0);
    let progress = move |done: u64, total: u64| {
        if done >= told {
            told = done + total / 200;
            // The reader of the progress may be slow or gone; the import continues.
            let _ = steps.try_send(Step { done, total });
        }
    };
    let name = file.file_name().map(|name| name.to_string_lossy());
    let about = import::FileProperties {
        name: name.map(std::borrow::Cow::into_owned),
        participant,
        ..import::FileProperties::default()
    };
    let imported = match import::Source::file(&file) {
        Ok(source) => import::import(state, owner, source, about, progress).await,
        Err(fault) => Err(fault),
    };
    let imported = imported.map_err(|fault| format!("{}: {}", file.display(), fault.message))?;
    let activities: Vec<Json> = imported
        .activities
        .iter()
        .map(|activity| {
            json!({
                "name": activity.name, "sport": activity.sport,
                "start": activity.start.to_string(),
                "durationSeconds": activity.duration_seconds, "records": activity.records,
            })
        })
        .collect();
    let skipped: Vec<Json> = imported
        .skipped
        .iter()
        .map(|one| json!({ "what": one.what, "count": one.count, "reason": one.reason }))
        .collect();
    Ok(json!({
        "processedCount": imported.count, "newCount": imported.new,
        "format": imported.format.to_string(), "activities": activities,
        "errors": imported.errors, "skipped": skipped,
    }))
}
