//! `lockstep export`: writes the points of an account to a new file.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use lockstep_formats::export::Format;
use lockstep_points::store::UnreadPoints;
use lockstep_web::subcommand::{CommandOutput, CommandRequest, absolute, arguments, operator_text};
use lockstep_web::{AppState, Owner, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::account;
use crate::operations::export::{self, ExportedFile};
use crate::operations::query::Query;

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "export",
    command: Arguments::command,
    requests: |matches| Ok(vec![request(matches)?]),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| true,
};

/// Export points into a new file: CSV, Arrow, Open mHealth or FHIR R4.
///
/// If points are left out, prints their key and ends with status 1. Ctrl-C stops the export, also in a running server,
/// and leaves no file.
#[derive(Parser)]
#[command(name = "export", display_order = 40)]
struct Arguments {
    /// The new file; it must not exist.
    file: PathBuf,
    /// The format: csv (which `import` reads back exactly), arrow (for programs that analyse tables), omh or fhir.
    #[arg(long, default_value = "csv", value_parser = export_format())]
    format: Format,
    /// The name of the account whose points are exported.
    #[arg(long, default_value = "admin")]
    user: String,
    /// The first date or time to export.
    #[arg(long)]
    from: Option<String>,
    /// The last date (the whole day) or time to export.
    #[arg(long)]
    to: Option<String>,
    /// Export only this type.
    #[arg(long = "type")]
    kind: Option<String>,
    /// Export only this device: its id or its name.
    #[arg(long)]
    device: Option<String>,
}

/// Parses a format of export; help and errors list the names.
fn export_format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    user: String,
    /// The absolute path.
    file: PathBuf,
    format: Format,
    from: Option<String>,
    to: Option<String>,
    kind: Option<String>,
    device: Option<String>,
}

fn request(matches: &ArgMatches) -> Result<CommandRequest, String> {
    let asked = Arguments::from_arg_matches(matches).map_err(|error| error.to_string())?;
    CommandRequest::new(&Request {
        user: asked.user,
        file: absolute(&asked.file)?,
        format: asked.format,
        from: asked.from,
        to: asked.to,
        kind: asked.kind,
        device: asked.device,
    })
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let request: Request = arguments(request)?;
    let owner = Owner::system(account(&state, request.user).await?);
    let file = request.file;
    state.policy().refuse_managed(&file)?;
    if file.exists() {
        return Err(format!(
            "{}: the file exists already. Name another file, or move this one away first",
            file.display()
        ));
    }
    let query = Query {
        start: request.from,
        end: request.to,
        kind: request.kind,
        device: request.device,
    };
    let written = export::into_file(&state, owner, query, request.format, &file).await;
    let ExportedFile { count, skipped } = written.map_err(operator_text)?;
    let notes: Vec<String> = skipped.iter().map(left_out).collect();
    let result = json!({ "count": count, "file": file, "skippedPoints": skipped });
    Ok(CommandOutput {
        note: Some(notes.join("\n")).filter(|_| !notes.is_empty()),
        is_success: notes.is_empty(),
        ..CommandOutput::new(result, lockstep_web::counted(count, "point", "points"))
    })
}

/// Describes the points that are missing from an export, and the remedy.
fn left_out(unread: &UnreadPoints) -> String {
    let status = unread.status;
    let points = lockstep_web::counted(unread.points, "point is", "points are");
    let key = unread.key_id.as_ref().map_or("–", |key| key.as_str());
    if status == "damaged" {
        return format!(
            "{points} left out, because their stored bytes are damaged. `lockstep scrub` names the \
             chunks; a backup may have them"
        );
    }
    let remedy = match status {
        "client" => {
            "the client alone can open them, and GET /v1/sfdp/blocks returns them".to_owned()
        }
        "suspended" => format!("resume the key with POST /v1/encryption/keys/{key}/resume"),
        "pending_destruction" => {
            format!("keep the key with POST /v1/encryption/keys/{key}/cancel-destruction")
        }
        _ => "they can no longer be read".to_owned(),
    };
    format!("{points} left out, under the key {key}, which is {status}: {remedy}")
}
