//! Prints the entries of the audit log as lines of the server's log. A log collector can keep them on another machine, out of
//! reach of a person who can change the store.

use std::sync::atomic::{AtomicI64, Ordering};

use lockstep_documents::signed_root::hex;
use lockstep_store::audit::log::{self, LogLine};
use lockstep_store::{Db, StoreError, note};
use lockstep_web::{ApiError, AppState};

use crate::telemetry::AUDIT_LINES;

/// The number of the last entry that this process printed; 0 before the first one. On a full disk it cannot be stored, and
/// lines must not be printed again each second.
#[derive(Debug, Default)]
pub(crate) struct LastPrinted(AtomicI64);

/// Prints the entries that were not printed yet, the oldest first. Prints none unless the configuration asks for them.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn print_audit(state: &AppState) -> Result<(), ApiError> {
    match state.extension::<LastPrinted>() {
        Some(last) if state.policy().prints_audit => Ok(print_new(&state.db, last, print).await?),
        _ => Ok(()),
    }
}

/// Hands the entries that were not printed yet to `print`.
async fn print_new(
    db: &Db,
    last: &LastPrinted,
    print: impl Fn(&LogLine),
) -> Result<(), StoreError> {
    for _ in 0..PORTIONS {
        let known = last.0.load(Ordering::SeqCst);
        let read = db.read::<_, StoreError, _>("server.audit_lines.read", move |tx| {
            let stored: Option<i64> =
                note::read(tx, PRINTED)?.and_then(|number| number.parse().ok());
            let printed = stored.unwrap_or(0).max(known);
            // If the end of the log was removed, other entries follow under numbers that were printed before.
            log::lines_after(tx, printed.min(log::newest(tx)?), PORTION)
        });
        let lines: Vec<LogLine> = read.await?;
        let Some(newest) = lines.last().map(|line| line.seq) else {
            return Ok(());
        };
        lines.iter().for_each(&print);
        last.0.store(newest, Ordering::SeqCst);
        // Afterwards: a crash in between repeats lines, and the other order would lose them.
        let write = db.write::<_, StoreError, _>("server.audit_lines.note", move |tx| {
            note::keep(tx, PRINTED, &newest.to_string())
        });
        write.await?;
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::Arc;

    use lockstep_store::db::Options;
    use lockstep_store::{Actor, Entry, Status, SystemClock, SystemEntropy};
    use serde_json::Value as Json;

    use super::*;

    /// Opens a store with entries 1 to `count` in its audit log.
    async fn with_entries(folder: &tempfile::TempDir, count: usize) -> Db {
        let options = Options {
            file: folder.path().join("test.db"),
            postgres: None,
            readers: 1,
            clock: SystemClock::shared(),
            entropy: Arc::new(SystemEntropy),
        };
        let db = Db::open(options, &[]).unwrap();
        let write = db.write::<_, StoreError, _>("test.audit_lines.entries", move |tx| {
            for _ in 0..count {
                tx.audit(&Entry {
                    actor: &Actor::system(),
                    action: "note.read",
                    component: "notes",
                    status: Status::Success,
                    details: String::new(),
                    metadata: Json::Null,
                })?;
            }
            Ok(())
        });
        write.await.unwrap();
        db
    }

    /// Returns the numbers of the entries that are printed.
    async fn printed(db: &Db, last: &LastPrinted) -> Vec<i64> {
        let numbers = RefCell::new(Vec::new());
        let print = |line: &LogLine| numbers.borrow_mut().push(line.seq);
        print_new(db, last, print).await.unwrap();
        numbers.into_inner()
    }

    fn end_at_the_third(line: &LogLine) {
        assert!(line.seq < 3, "the process ends");
    }

    #[tokio::test]
    async fn no_entry_is_missing_if_the_process_ends_while_it_prints() {
        let folder = tempfile::tempdir().unwrap();
        let db = with_entries(&folder, 5).await;
        let shared = db.clone();
        let ended = tokio::spawn(async move {
            print_new(&shared, &LastPrinted::default(), end_at_the_third).await
        });
        assert!(ended.await.unwrap_err().is_panic());
        let next = LastPrinted::default();
        assert_eq!(printed(&db, &next).await, [1, 2, 3, 4, 5]);
        assert_eq!(printed(&db, &next).await, [] as [i64; 0]);
        assert_eq!(printed(&db, &LastPrinted::default()).await, [] as [i64; 0]);
    }

    #[tokio::test]
    async fn entries_are_printed_once_also_where_that_cannot_be_stored() {
        let folder = tempfile::tempdir().unwrap();
        let db = with_entries(&folder, 2).await;
        let last = LastPrinted::default();
        assert_eq!(printed(&db, &last).await, [1, 2]);
        let forget = db.write::<_, StoreError, _>("test.audit_lines.forget", |tx| {
            note::keep(tx, PRINTED, "0")
        });
        forget.await.unwrap();
        assert_eq!(printed(&db, &last).await, [] as [i64; 0]);
        assert_eq!(printed(&db, &LastPrinted::default()).await, [1, 2]);
    }
}
