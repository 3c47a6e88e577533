//! `export`: writes the points of an account to a new file.

use std::path::PathBuf;
use std::process::ExitCode;

use lockstep_accounts::User;
use lockstep_fitness::operations::export;
use lockstep_fitness::operations::query::Query;
use lockstep_formats::export::Format;
use lockstep_web::AppState;
use lockstep_web::Owner;
use lockstep_web::subcommand::operator_text;
use serde_json::{Value as Json, json};

use crate::cli::args::Export;
use crate::cli::output::{Output, text};
use crate::cli::target::{Target, absolute};
use crate::commands::Command;

/// Runs the command.
pub(crate) async fn run(
    asked: Export,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, String> {
    let command = Command::Export {
        username: asked.user,
        file: absolute(&asked.file)?,
        format: asked.format,
        from: asked.from,
        to: asked.to,
        kind: asked.kind,
        device: asked.device,
    };
    let made = target.send(command).await?;
    output.line(&made, &format!("{} points", made["count"]));
    let skipped = made["skippedPoints"].as_array();
    for unread in skipped.into_iter().flatten() {
        eprintln!("{}", left_out(unread));
    }
    Ok(match skipped.is_some_and(|all| !all.is_empty()) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// Describes the points that are missing from an export, and the remedy.
fn left_out(unread: &Json) -> String {
    let (points, key) = (&unread["points"], text(unread, "keyId"));
    let status = text(unread, "status");
    if status == "damaged" {
        return format!(
            "{points} points are left out: what is stored of them is damaged. `lockstep scrub` names the \
             chunks; a backup may hold them"
        );
    }
    let then = match &*status {
        "client" => "you sealed them yourself: GET /v1/sfdp/blocks gives them back".to_owned(),
        "suspended" => format!("let it go on: POST /v1/encryption/keys/{key}/resume"),
        "pending_destruction" => {
            format!("take that back: POST /v1/encryption/keys/{key}/cancel-destruction")
        }
        _ => "its points cannot be read any more".to_owned(),
    };
    format!("{points} points are left out, under the key {key}, which is {status}: {then}")
}

/// Exports the points of an account into `file`, which must not exist.
pub(super) async fn write(
    state: &AppState,
    user: User,
    file: PathBuf,
    format: Format,
    query: Query,
) -> Result<Json, String> {
    if file.exists() {
        return Err(format!(
            "{}: the file exists already. Name another file, or move this one away first",
            file.display()
        ));
    }
    let owner = Owner::system(user.id);
    let written = export::into_file(state, owner, query, format, &file).await;
    let export::ExportedFile { count, skipped } = written.map_err(operator_text)?;
    Ok(json!({ "count": count, "file": file, "skippedPoints": skipped }))
}
