//! `activities`: lists the activities of an account, or shows one.

use std::process::ExitCode;

use lockstep_accounts::User;
use lockstep_fitness::activity_json;
use lockstep_fitness::operations::activities::{self, Selection};
use lockstep_store::id::ActivityId;
use lockstep_web::AppState;
use lockstep_web::subcommand::{CommandOutput, operator_text};
use serde_json::{Value as Json, json};

use crate::cli::args::Activities;
use crate::cli::output::{Output, text};
use crate::cli::target::Target;
use crate::commands::Command;

/// Runs the command.
pub(crate) async fn run(
    asked: Activities,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, String> {
    let is_list = matches!(asked, Activities::List(_));
    let command = match asked {
        Activities::List(list) => Command::ListActivities {
            username: list.user,
            from: list.from,
            to: list.to,
            sport: list.sport,
            limit: list.limit,
        },
        Activities::Show { id, user } => Command::ShowActivity { username: user, id },
    };
    let answer = target.send(command).await?;
    if is_list {
        let rows = CommandOutput::table(answer["activities"].clone(), &COLUMNS);
        output.line(&answer, &rows.text);
        if answer["hasMore"] == true {
            eprintln!("older activities follow: list them with --to, or more of them with --limit");
        }
        if let Some(damaged) = answer["damaged"].as_u64().filter(|damaged| *damaged > 0) {
            eprintln!("{damaged} damaged activities are left out: `lockstep scrub` names them");
            return Ok(ExitCode::FAILURE);
        }
    } else {
        output.line(&answer, &activity_lines(&answer));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns at most `limit` activities of an account, newest first.
pub(super) async fn list(
    state: &AppState,
    user: User,
    selection: Selection,
    limit: u16,
) -> Result<Json, String> {
    let page = activities::list(state, user.id, selection, usize::from(limit));
    let page = page.await.map_err(operator_text)?;
    let all: Vec<Json> = page.activities.into_iter().map(activity_json).collect();
    let has_more = page.next.is_some();
    Ok(json!({ "activities": all, "hasMore": has_more, "damaged": page.damaged }))
}

/// Returns an activity.
pub(super) async fn show(state: &AppState, user: User, id: ActivityId) -> Result<Json, String> {
    let read = activities::read(state, user.id, id).await;
    read.map(activity_json).map_err(operator_text)
}

/// Returns the fields of an activity for people, a line each, then its laps and recordings.
fn activity_lines(activity: &Json) -> String {
    let mut lines: Vec<String> = FIELDS
        .iter()
        .filter(|(field, _)| !activity[*field].is_null())
        .map(|(field, label)| format!("{label:<12} {}", text(activity, field)))
        .collect();
    for (nth, lap) in (1..).zip(activity["laps"].as_array().into_iter().flatten()) {
        let (start, seconds) = (text(lap, "start"), text(lap, "elapsedSeconds"));
        let distance = text(lap, "distanceMeters");
        lines.push(format!("lap {nth:<8} {start}  {seconds} s  {distance} m"));
    }
    for recording in activity["recordings"].as_array().into_iter().flatten() {
        let (format, file) = (text(recording, "format"), text(recording, "file"));
        let device = text(recording, "device");
        lines.push(format!("recording    {format}  {file}  {device}"));
    }
    lines.join("\n")
}

/// The columns of the list.
const COLUMNS: [&str; 6] = [
    "id",
    "start",
    "sport",
    "name",
    "elapsedSeconds",
    "distanceMeters",
];
/// The fields of an activity with their labels.
const FIELDS: [(&str, &str); 12] = [
    ("id", "id"),
    ("name", "name"),
    ("sport", "sport"),
    ("start", "start"),
    ("end", "end"),
    ("elapsedSeconds", "elapsed s"),
    ("movingSeconds", "moving s"),
    ("distanceMeters", "distance m"),
    ("climbMeters", "climb m"),
    ("energyKcal", "energy kcal"),
    ("source", "source"),
    ("notes", "notes"),
];
