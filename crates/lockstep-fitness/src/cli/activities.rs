//! `lockstep activities`: lists the activities of an account, or shows one.

use clap::{Args, CommandFactory, Parser};
use lockstep_store::id::ActivityId;
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments, operator_text, text};
use lockstep_web::{AppState, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::account;
use crate::api_fitness::activity_json;
use crate::operations::activities::{self, Selection};

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "activities",
    command: Arguments::command,
    requests: |matches| CommandRequest::parsed(matches, |Arguments { act }| act),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| true,
};

/// List the activities of an account, or show one.
#[derive(Parser)]
#[command(name = "activities", display_order = 45)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    /// List activities, newest first.
    List(ListArguments),
    /// Show an activity with its laps and recordings.
    Show {
        /// The id of the activity.
        id: ActivityId,
        /// The name of the account.
        #[arg(long, default_value = "admin")]
        user: String,
    },
}

#[derive(Args, Serialize, Deserialize)]
struct ListArguments {
    /// The name of the account.
    #[arg(long, default_value = "admin")]
    user: String,
    /// The first date or time at which a listed activity begins.
    #[arg(long)]
    from: Option<String>,
    /// The last date (the whole day) or time at which a listed activity begins.
    #[arg(long)]
    to: Option<String>,
    /// List only activities of this sport.
    #[arg(long)]
    sport: Option<String>,
    /// The maximum number of activities.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=500))]
    limit: u16,
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    match arguments(request)? {
        Action::List(asked) => list(&state, asked).await,
        Action::Show { id, user } => {
            let user = account(&state, user).await?;
            let read = activities::read(&state, user, id).await;
            let activity = read.map(activity_json).map_err(operator_text)?;
            let text = activity_lines(&activity);
            Ok(CommandOutput::new(activity, text))
        }
    }
}

async fn list(state: &AppState, asked: ListArguments) -> Result<CommandOutput, String> {
    let user = account(state, asked.user).await?;
    let selection = Selection {
        start: asked.from,
        end: asked.to,
        sport: asked.sport,
        cursor: None,
    };
    let page = activities::list(state, user, selection, usize::from(asked.limit)).await;
    let page = page.map_err(operator_text)?;
    let all = page.activities.into_iter().map(activity_json);
    let all = Json::Array(all.collect());
    let (has_more, damaged) = (page.next.is_some(), page.damaged);
    let mut notes = Vec::new();
    if has_more {
        notes.push(
            "older activities follow: list them with --to, or more of them with --limit".to_owned(),
        );
    }
    if damaged > 0 {
        notes.push(format!(
            "{damaged} damaged activities are left out: `lockstep scrub` names them"
        ));
    }
    let rows = CommandOutput::table(all.clone(), &COLUMNS);
    let result = json!({ "activities": all, "hasMore": has_more, "damaged": damaged });
    Ok(CommandOutput {
        note: Some(notes.join("\n")).filter(|_| !notes.is_empty()),
        is_success: damaged == 0,
        ..CommandOutput::new(result, rows.text)
    })
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
