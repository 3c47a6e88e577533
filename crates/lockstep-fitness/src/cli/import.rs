//! `lockstep import`: reads recordings and exports of other platforms.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use lockstep_web::subcommand::{
    CommandOutput, CommandRequest, ProgressLabel, Step, Steps, absolute, arguments, operator_text,
    text,
};
use lockstep_web::{AppState, Owner, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::account;
use crate::operations::import::{self, FileProperties, ImportOutcome, Source};

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "import",
    command: Arguments::command,
    requests,
    run: |state, request, steps| Box::pin(run(state, request, steps)),
    is_long_read: |_| false,
};

/// Import recordings, and exports of other platforms.
///
/// Reads FIT, TCX, GPX, CSV, Open mHealth, and exports of Apple, Google, Fitbit, Garmin, Strava, Health Connect, WHOOP,
/// Oura, Polar, Samsung Health and Suunto; plain, gzipped or zipped.
#[derive(Parser)]
#[command(name = "import", display_order = 30)]
struct Arguments {
    /// The recordings.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The name of the account that receives the points.
    #[arg(long, default_value = "admin")]
    user: String,
    /// The participant whose rows are imported, if a file contains several people.
    #[arg(long)]
    participant: Option<String>,
}

/// The import of one file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    user: String,
    /// The absolute path.
    file: PathBuf,
    /// The path as the caller wrote it.
    shown: String,
    participant: Option<String>,
}

fn requests(matches: &ArgMatches) -> Result<Vec<CommandRequest>, String> {
    let asked = Arguments::from_arg_matches(matches).map_err(|error| error.to_string())?;
    let request = |file: &PathBuf| {
        let shown = file.display().to_string();
        let request = Request {
            user: asked.user.clone(),
            file: absolute(file)?,
            shown: shown.clone(),
            participant: asked.participant.clone(),
        };
        Ok(CommandRequest {
            progress: Some(ProgressLabel {
                work: shown,
                unit: "bytes",
            }),
            ..CommandRequest::new(&request)?
        })
    };
    asked.files.iter().map(request).collect()
}

async fn run(state: AppState, request: Json, steps: Steps) -> Result<CommandOutput, String> {
    let request: Request = arguments(request)?;
    let owner = Owner::system(account(&state, request.user).await?);
    let (shown, file) = (request.shown, request.file);
    let source = Source::file(&file).map_err(|error| format!("{shown}: {error}"))?;
    let properties = FileProperties {
        name: file_name(&file),
        participant: request.participant,
        ..FileProperties::default()
    };
    let imported = import::import(&state, owner, source, properties, progress(steps)).await;
    let report = imported.map_err(|error| format!("{shown}: {}", operator_text(error)))?;
    let report = report_json(&report);
    let text = report_text(&shown, &report);
    Ok(CommandOutput::new(report, text))
}

fn file_name(file: &Path) -> Option<String> {
    file.file_name()
        .map(|name| name.to_string_lossy().into_owned())
}

/// Reports about two hundred steps.
fn progress(steps: Steps) -> impl FnMut(u64, u64) + Send + 'static {
    let mut next = 0;
    move |done, total| {
        if done >= next {
            next = done + total / 200;
            // The reader of the progress may be slow or gone; the import continues.
            let _ = steps.try_send(Step { done, total });
        }
    }
}

fn report_json(imported: &ImportOutcome) -> Json {
    let activities = imported.activities.iter().map(|activity| {
        json!({
            "name": activity.name, "sport": activity.sport,
            "start": activity.start.to_string(),
            "durationSeconds": activity.duration_seconds, "records": activity.records,
        })
    });
    let skipped = imported
        .skipped
        .iter()
        .map(|one| json!({ "what": one.what, "count": one.count, "reason": one.reason }));
    json!({
        "processedCount": imported.count, "newCount": imported.new,
        "format": imported.format.to_string(), "activities": activities.collect::<Vec<_>>(),
        "errors": imported.errors, "skipped": skipped.collect::<Vec<_>>(),
    })
}

/// Returns the report for people: a line for the file, then a line for each activity, skipped part and error.
fn report_text(file: &str, report: &Json) -> String {
    let list = |field: &str| report[field].as_array().into_iter().flatten();
    let mut lines = vec![format!(
        "{file}: {}, {} of them new ({})",
        lockstep_web::counted(
            report["processedCount"].as_u64().unwrap_or(0),
            "point",
            "points"
        ),
        report["newCount"],
        text(report, "format")
    )];
    lines.extend(list("activities").map(|activity| {
        let minutes = activity["durationSeconds"].as_f64().unwrap_or_default() / 60.0;
        let (name, start) = (text(activity, "name"), text(activity, "start"));
        let records = activity["records"].as_u64().unwrap_or(0);
        let records = lockstep_web::counted(records, "record", "records");
        format!("  {start}  {name}, {minutes:.0} min, {records}")
    }));
    lines.extend(list("skipped").map(|skipped| {
        let (what, reason) = (text(skipped, "what"), text(skipped, "reason"));
        format!("  skipped: {} × {what}: {reason}", skipped["count"])
    }));
    let errors = list("errors").filter_map(Json::as_str);
    lines.extend(errors.map(|error| format!("  fault: {error}")));
    lines.join("\n")
}
