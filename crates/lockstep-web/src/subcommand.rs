//! The requests and outputs of the subcommands that capabilities own.
//!
//! A [`Subcommand`](crate::Subcommand) has two halves. Its `requests` run in the process of the terminal: they
//! read the arguments, standard input and files. Its `run` runs in the process that
//! holds the data directory, which may be a running server. Request and output travel as JSON over
//! that server's Unix socket.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, FromArgMatches};
use lockstep_store::regular_file;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::sync::mpsc::Sender;

use crate::api_error::ApiError;

/// The progress of a command.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Units done.
    pub done: u64,
    /// Units in total.
    pub total: u64,
}

/// Receives the progress of a command.
pub type Steps = Sender<Step>;

/// The words of a progress bar.
#[derive(Debug)]
pub struct ProgressLabel {
    /// The work, such as the name of a file.
    pub work: String,
    /// The unit of the steps, as in `12 of 30 rows`; `bytes` are shown as readable sizes.
    pub unit: &'static str,
}

/// A request to the process that holds the data directory.
#[derive(Debug)]
pub struct CommandRequest {
    /// The arguments of [`Subcommand::run`](crate::Subcommand::run).
    pub arguments: Json,
    /// Whether the command creates a missing store. Other commands refuse a directory without a
    /// store, which is usually a mistyped name.
    pub creates_store: bool,
    /// The words of the progress bar; `None` for a command that takes little time.
    pub progress: Option<ProgressLabel>,
}

/// The output of a command, for programs and for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandOutput {
    /// The output with `--json`.
    pub result: Json,
    /// The output without `--json`; several lines are separated by line feeds.
    pub text: String,
    /// Text on standard error, for people and programs alike; several lines are separated by line feeds.
    pub note: Option<String>,
    /// Whether the exit code is 0; otherwise it is 1.
    pub is_success: bool,
}

impl CommandRequest {
    /// Creates a request to a store that must exist.
    pub fn new(arguments: &impl Serialize) -> Result<Self, String> {
        Ok(Self {
            arguments: serde_json::to_value(arguments).map_err(|error| error.to_string())?,
            creates_store: false,
            progress: None,
        })
    }

    /// Reads the arguments of a subcommand and makes its only request from them.
    ///
    /// # Errors
    /// The arguments are not those that `Arguments` describes.
    pub fn parsed<Arguments: FromArgMatches, Request: Serialize>(
        matches: &ArgMatches,
        request: impl FnOnce(Arguments) -> Request,
    ) -> Result<Vec<Self>, String> {
        let arguments = Arguments::from_arg_matches(matches).map_err(|error| error.to_string())?;
        Ok(vec![Self::new(&request(arguments))?])
    }
}

impl CommandOutput {
    /// Creates the output of a command that succeeded.
    #[must_use]
    pub fn new(result: Json, text: impl Into<String>) -> Self {
        Self {
            result,
            text: text.into(),
            note: None,
            is_success: true,
        }
    }

    /// Creates a table from a JSON array of objects: one line for the names of the columns and one
    /// for each object.
    #[must_use]
    pub fn table(rows: Json, columns: &[&str]) -> Self {
        let cells: Vec<Vec<String>> = rows
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| columns.iter().map(|column| text(row, column)).collect())
            .collect();
        let names: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
        let lines = || std::iter::once(&names).chain(&cells);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max();
        let widths: Vec<usize> = (0..columns.len()).filter_map(width).collect();
        let padded = lines().map(|line| {
            let cells = line.iter().zip(&widths);
            let padded: Vec<String> = cells
                .map(|(cell, width)| format!("{cell:<width$}"))
                .collect();
            padded.join("  ").trim_end().to_owned()
        });
        let text = padded.collect::<Vec<_>>().join("\n");
        Self::new(rows, text)
    }
}

/// Parses the arguments of [`Subcommand::run`](crate::Subcommand::run).
pub fn arguments<T: DeserializeOwned>(arguments: Json) -> Result<T, String> {
    serde_json::from_value(arguments)
        .map_err(|error| format!("this server does not know the command: {error}"))
}

/// Returns the absolute path, which a server with another working directory needs.
pub fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads at most `limit` bytes of a regular file; `-` is standard input. A named pipe is refused: it can let its reader wait
/// for ever.
pub fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().take(limit).read_to_end(&mut bytes)
    } else {
        let file = regular_file::open(path).map_err(named)?;
        file.take(limit).read_to_end(&mut bytes)
    }
    .map_err(named)?;
    Ok(bytes)
}

/// Returns a field of a JSON object as people read it.
#[must_use]
pub fn text(json: &Json, field: &str) -> String {
    match &json[field] {
        Json::String(text) => text.clone(),
        Json::Null => "–".to_owned(),
        other => other.to_string(),
    }
}

/// Returns an error as the operator reads it, with the text for the log.
#[must_use]
pub fn operator_text(error: ApiError) -> String {
    match error.log {
        Some(log) => format!("{} ({log})", error.message),
        None => error.message.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tables_align_their_columns() {
        let rows = json!([{ "name": "ada", "n": 12 }, { "name": "é", "n": null }]);
        let table = CommandOutput::table(rows.clone(), &["name", "n"]);
        assert_eq!(table.text, "name  n\nada   12\né     –");
        assert_eq!(table.result, rows);
        assert_eq!(CommandOutput::table(json!([]), &["name"]).text, "name");
    }
}
