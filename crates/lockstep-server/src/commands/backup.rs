//! `backup create|verify|restore|accept-rollback`: copies of the store.

use std::process::ExitCode;

use lockstep_web::subcommand::absolute;
use serde_json::Value as Json;

use crate::args::Backup;
use crate::backup::{accept_rollback, restore, restore_drill, verify};
use crate::data::DataDir;
use crate::execution::Command;
use crate::output::{Output, text};
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(
    asked: Backup,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    let config = &target.config;
    match asked {
        Backup::Create { folder } => {
            let folder = absolute(&folder)?;
            let command = Command::BackupCreate { folder };
            let made = target.send_with_progress(command, "copying", "pages");
            let made = made.await?;
            let folder = text(&made, "folder");
            let whole = format!("copied and verified: {folder}");
            Ok(conclude(
                &made,
                output,
                &whole,
                &format!("copied: {folder}"),
            ))
        }
        Backup::Verify { folder, restore } => {
            let keys = config.keys_at(&config.data);
            let report = match restore {
                Some(parent) => {
                    lockstep_web::refuse_managed(&config.data, &parent)?;
                    restore_drill(&folder, &parent, &keys).await?
                }
                None => verify(&folder, &keys).await?,
            };
            let said = match report["restored"].as_bool() {
                Some(true) => "can be restored with the same content",
                _ => "can be used",
            };
            let whole = format!("{} {said}", folder.display());
            Ok(conclude(&report, output, &whole, &whole))
        }
        Backup::Restore {
            folder,
            erasure_receipts,
        } => {
            let data = DataDir::hold(&config.data).map_err(|error| error.to_string())?;
            let keys = config.keys_at(data.path());
            let report = restore(&folder, &data, &keys, &erasure_receipts).await?;
            let again = report["erasedAgain"].as_u64().unwrap_or(0);
            let again = lockstep_web::counted(again, "account was", "accounts were");
            let place = data.path().display();
            let line = format!("restored into {place}; {again} erased again");
            // The damage was in the backup: the restoration itself has succeeded.
            conclude(&report, output, &line, &line);
            Ok(ExitCode::SUCCESS)
        }
        Backup::AcceptRollback => {
            let data = target.hold_stopped()?;
            let store = config.store.place(data.database())?;
            let done = accept_rollback(store, &config.keys_at(data.path())).await?;
            output.line(&done, &text(&done, "next"));
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Prints the damaged rows, then the result: the last line says whether the copy is whole. Rows that a scrub
/// repairs are not a failure, as with `lockstep scrub`.
fn conclude(report: &Json, output: &Output, whole: &str, done: &str) -> ExitCode {
    let is_damaged = output.damaged(report);
    output.repairable(report);
    output.line(report, &result_line(report, whole, done));
    match is_damaged {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// The last line: `whole`, or `done` with the number of damaged rows.
fn result_line(report: &Json, whole: &str, done: &str) -> String {
    let count = |field: &str| report[field].as_array().map_or(0, Vec::len);
    match count("damaged") {
        0 => match count("repairable") {
            0 => whole.to_owned(),
            repairable => format!(
                "{whole}. {} damaged and can be repaired, as named above: run `lockstep scrub` on the data directory \
                 and make another backup, or run it after a restore. Until then a key with such a row is refused",
                lockstep_web::counted(repairable as u64, "row in it is", "rows in it are")
            ),
        },
        count => format!(
            "{done}. {} in it, as named above: everything else can be used. Run `lockstep scrub` on the data \
             directory, then make another backup",
            lockstep_web::counted(count as u64, "damaged row is", "damaged rows are")
        ),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_result_of_a_damaged_copy_does_not_say_verified() {
        let line = |report: Json| result_line(&report, "copied and verified: a", "copied: a");
        assert_eq!(line(json!({ "damaged": [] })), "copied and verified: a");
        assert_eq!(line(json!({})), "copied and verified: a");
        let damaged = line(json!({ "damaged": [{}, {}] }));
        assert!(
            damaged.starts_with("copied: a. 2 damaged rows"),
            "{damaged}"
        );
        assert!(!damaged.contains("verified"), "{damaged}");
        let repairable = line(json!({ "damaged": [], "repairable": [{}] }));
        assert!(
            repairable.starts_with("copied and verified: a. 1 row in it is damaged")
                && repairable.contains("lockstep scrub"),
            "{repairable}"
        );
    }
}
