//! Prints the entries of the audit log as lines of the server's log. Whatever collects that log keeps them on another machine, where
//! nobody who changes the store can change them.

use lockstep_documents::signed_root::hex;
use lockstep_store::audit::log::{self, LogLine};
use lockstep_store::{StoreError, note};
use lockstep_web::{ApiError, AppState};

use crate::telemetry::AUDIT_LINES;

/// Prints the entries that were not printed yet, the oldest first. Prints none unless the configuration asks for them.
///
/// # Errors
/// [`StoreError`], as an API error.
pub async fn print_audit(state: &AppState) -> Result<(), ApiError> {
    if !state.policy().prints_audit {
        return Ok(());
    }
    for _ in 0..PORTIONS {
        let read = state
            .db
            .read::<_, StoreError, _>("server.audit_lines.read", |tx| {
                let printed: Option<i64> =
                    note::read(tx, PRINTED)?.and_then(|number| number.parse().ok());
                // If the end of the log was removed, other entries follow under numbers that were printed before.
                let printed = printed.unwrap_or(0).min(log::newest(tx)?);
                log::lines_after(tx, printed, PORTION)
            });
        let lines: Vec<LogLine> = read.await?;
        let Some(last) = lines.last() else {
            return Ok(());
        };
        // Before they are printed: on a full disk they wait, and are not printed again each second.
        let last = last.seq.to_string();
        let write = state
            .db
            .write::<_, StoreError, _>("server.audit_lines.note", move |tx| {
                note::keep(tx, PRINTED, &last)
            });
        write.await?;
        lines.iter().for_each(print);
        if lines.len() < PORTION as usize {
            return Ok(());
        }
    }
    Ok(())
}

fn print(line: &LogLine) {
    let (sequence, at, hash) = (line.seq, line.at, hex(&line.hash));
    let Some(body) = &line.body else {
        tracing::info!(target: AUDIT_LINES, sequence, %at, hash, "erased audit entry");
        return;
    };
    tracing::info!(
        target: AUDIT_LINES,
        sequence,
        %at,
        hash,
        id = body.id,
        actor = body.actor,
        role = body.role,
        action = body.action,
        component = body.component,
        status = body.status,
        "audit entry"
    );
}

/// The number of the last entry that was printed, in the notes of the store.
const PRINTED: &str = "audit.printed";
/// Entries that are read at a time.
const PORTION: u32 = 1000;
/// The maximum number of portions of one call, which runs each second.
const PORTIONS: usize = 10;
