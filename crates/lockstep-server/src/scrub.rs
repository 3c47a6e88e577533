//! The scrub: opens every stored row and names the damaged ones.
//!
//! Each capability checks its own rows, a portion at a time. A background job does the same slowly: it
//! opens every row once a week.

use lockstep_admin::{SCRUB_RECORD, add_damaged_row};
use lockstep_store::audit::recorded::{self, RecordedRows};
use lockstep_store::{StoreError, Timestamp, note};
use lockstep_vault::Vault;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::subcommand::Step;
use lockstep_web::{ApiError, AppState};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::data::DATABASE;
use crate::integrity;

/// The result of a complete scrub.
#[derive(Debug, Default)]
pub struct ScrubReport {
    /// Rows that were opened.
    pub rows: u64,
    /// The damaged rows.
    pub damaged: Vec<Damage>,
    /// The rows that were damaged and are repaired.
    pub repaired: Vec<Damage>,
}

/// Opens every row; `each` receives the number of rows so far.
///
/// # Errors
/// The reason why the scrub cannot continue.
pub async fn all(state: &AppState, mut each: impl FnMut(u64)) -> Result<ScrubReport, ApiError> {
    let mut report = ScrubReport::default();
    for nth in 0..state.capabilities().len() {
        let mut cursor = None;
        loop {
            let portion = portion(state, nth, cursor.clone()).await?;
            ensure_advanced(nth, cursor.as_deref(), &portion)?;
            report.rows += portion.rows;
            report.damaged.extend(portion.damaged);
            report.repaired.extend(portion.repaired);
            each(report.rows);
            cursor = portion.next;
            if cursor.is_none() {
                break;
            }
        }
    }
    report.damaged.extend(missing_rows(state).await?);
    Ok(report)
}

async fn portion(
    state: &AppState,
    nth: usize,
    cursor: Option<String>,
) -> Result<ScrubResult, ApiError> {
    let Some(capability) = state.capabilities().get(nth) else {
        return Ok(ScrubResult::default());
    };
    let Some(scrub) = capability.scrub else {
        return Ok(ScrubResult::default());
    };
    match scrub(state.clone(), cursor.clone()).await {
        Err(fault) => Ok(ScrubResult {
            damaged: vec![unchecked(capability.name, cursor, fault)?],
            ..ScrubResult::default()
        }),
        scrubbed => scrubbed,
    }
}

/// Returns the rows of all capabilities that the audit log says were added and not removed, and that are not stored.
async fn missing_rows(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let capabilities = state.capabilities().iter();
    let tables: Vec<&'static RecordedRows> = capabilities.flat_map(|one| one.recorded).collect();
    let read = state
        .db
        .read::<_, StoreError, _>("scrub.missing", move |tx| {
            recorded::missing_rows(tx, &tables)
        });
    match read.await {
        Ok(missing) => Ok(missing.into_iter().map(Damage::from).collect()),
        Err(error) => Ok(vec![unchecked("audit_body", None, error.into())?]),
    }
}

/// The entry of a capability or table whose other rows were not checked: an error of one row must not hide the damage of
/// other rows.
///
/// # Errors
/// An error that is not one of a row.
fn unchecked(
    name: &'static str,
    cursor: Option<String>,
    fault: ApiError,
) -> Result<Damage, ApiError> {
    if !matches!(fault.kind, ErrorKind::Internal | ErrorKind::Encryption) {
        return Err(fault);
    }
    let explanation = fault.log.unwrap_or_else(|| fault.message.into_owned());
    tracing::error!(part = name, reason = %explanation, "a part of the scrub failed");
    Ok(Damage {
        table: name.into(),
        account: None,
        row: cursor.unwrap_or_else(|| "the first".to_owned()),
        from: None,
        to: None,
        points: 0,
        reason: format!("the rows from here on were not checked: {explanation}"),
    })
}

/// Refuses a portion that ends where it began: the scrub would repeat it forever.
fn ensure_advanced(nth: usize, cursor: Option<&str>, found: &ScrubResult) -> Result<(), ApiError> {
    match found.next.as_deref() {
        Some(next) if cursor == Some(next) => Err(ApiError::internal(format!(
            "the scrub of capability {nth} does not advance: a portion ends at the row where it began \
             ({next}). Rows behind it were not checked. Report this error"
        ))),
        _ => Ok(()),
    }
}

/// Checks every row, the pages of both databases and the audit log. Returns
/// `{fine, rows, damaged: […], repaired: […], pages: […], audit}`; `audit` is null if it cannot be read.
pub async fn examine(state: &AppState, steps: &Sender<Step>) -> Result<Json, String> {
    // An estimate: rows may be added and deleted during the scrub, and a table may be damaged.
    let total = state.db.read::<_, StoreError, _>("scrub.total", |tx| {
        Ok(tx.row_counts()?.values().sum::<u64>())
    });
    let (total, uncounted) = match total.await {
        Ok(total) => (total, None),
        Err(error) => (
            0,
            Some(format!("{DATABASE}: the rows cannot be counted: {error}")),
        ),
    };
    let report = all(state, |rows| {
        // The reader of the progress may be slow or gone; the scrub continues.
        let done = rows.min(total.saturating_sub(1));
        let _ = steps.try_send(Step { done, total });
    });
    let report = report
        .await
        .map_err(|fault| fault.log.unwrap_or_else(|| fault.message.into_owned()))?;
    if let Err(error) = record_pass(state, &report.damaged).await {
        // The report is of use without its record.
        let reason = error.log.unwrap_or_else(|| error.message.into_owned());
        tracing::warn!(reason, "the result of the scrub is not recorded");
    }
    let mut whole = integrity::check(state).await;
    whole.pages.extend(uncounted);
    let _ = steps.try_send(Step { done: total, total });
    let fine = report.damaged.is_empty() && whole.is_fine();
    Ok(json!({
        "fine": fine, "rows": report.rows, "damaged": report.damaged,
        "repaired": report.repaired, "pages": whole.pages, "audit": whole.audit,
    }))
}

/// The state that the background job stores between two runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Position {
    /// The index of the capability that is checked.
    capability: usize,
    /// The position in that capability's rows.
    cursor: Option<String>,
    /// The start of this round.
    begun: Option<Timestamp>,
    /// The end of the last complete round.
    pub ended: Option<Timestamp>,
    /// The damage that round found; a limited number of rows ([`add_damaged_row`]).
    pub damaged: Vec<Damage>,
    /// The damage that this round has found so far.
    found: Vec<Damage>,
}

impl Position {
    /// Logs damaged rows and adds them to those of this round.
    fn keep_found(&mut self, damaged: Vec<Damage>) {
        for damage in damaged {
            tracing::error!(
                table = %damage.table, account = damage.account, row = damage.row,
                reason = damage.reason, "a stored row is damaged"
            );
            add_damaged_row(&mut self.found, damage);
        }
    }
}

/// Records a complete pass of the command. It counts as a round of the background job, and the present round ends.
async fn record_pass(state: &AppState, damaged: &[Damage]) -> Result<(), ApiError> {
    let mut ended = Position {
        ended: Some(state.clock.now()),
        ..Position::default()
    };
    for row in damaged {
        add_damaged_row(&mut ended.damaged, row.clone());
    }
    keep(state, &ended, |_| true).await
}

/// Stores the state of the background job if the stored one meets a condition.
async fn keep(
    state: &AppState,
    at: &Position,
    is_expected: impl Fn(&Position) -> bool + Send + 'static,
) -> Result<(), ApiError> {
    let text = serde_json::to_string(at).map_err(|error| ApiError::internal(error.to_string()))?;
    let damaged = at.damaged.len();
    let keeping = state
        .db
        .write::<_, StoreError, _>("scrub.position", move |tx| {
            let is_kept = is_expected(&parsed(note::read(tx, SCRUB_RECORD)?));
            if is_kept {
                note::keep(tx, SCRUB_RECORD, &text)?;
            }
            Ok(is_kept)
        });
    if keeping.await? {
        metrics::gauge!("lockstep_scrub_damaged_rows").set(damaged as f64);
    }
    Ok(())
}

/// The background job: checks [`SLICE_ROWS`] rows per minute, and starts a round every week.
///
/// # Errors
/// The reason why the job cannot continue; the next run retries the same rows.
pub async fn slice(state: AppState) -> Result<(), ApiError> {
    let mut at = position(&state).await?;
    let last_end = at.ended;
    let now = state.clock.now();
    if at.begun.is_none() {
        let is_due = at
            .ended
            .is_none_or(|ended| now < ended || now.since(ended) >= ROUND);
        if !is_due {
            return Ok(());
        }
        at.begun = Some(now);
    }
    let mut rows = 0;
    while rows < SLICE_ROWS && at.capability < state.capabilities().len() {
        let cursor = at.cursor.take();
        let mut portion = portion(&state, at.capability, cursor.clone()).await?;
        // The round continues with the next capability: a failing one must not prevent the check of others.
        if let Err(fault) = ensure_advanced(at.capability, cursor.as_deref(), &portion) {
            tracing::error!(
                reason = fault.log,
                "the scrub of a capability stopped early"
            );
            portion.next = None;
        }
        rows += portion.rows.max(1);
        for repaired in portion.repaired {
            tracing::warn!(
                table = %repaired.table, account = repaired.account, row = repaired.row,
                reason = repaired.reason, "a stored row was damaged and has been repaired"
            );
        }
        at.keep_found(portion.damaged);
        at.cursor = portion.next;
        if at.cursor.is_none() {
            at.capability += 1;
        }
    }
    if at.capability >= state.capabilities().len() {
        at.keep_found(missing_rows(&state).await?);
        let broken = Vault::of(&state)?
            .checkpoints()
            .verify_chain(None)
            .await
            .map_err(ApiError::internal)?
            .broken;
        if let Some(broken) = broken {
            tracing::error!(
                entry = broken.seq,
                reason = broken.reason,
                "the audit log is broken"
            );
        }
        at = Position {
            ended: Some(state.clock.now()),
            damaged: at.found,
            ..Position::default()
        };
    }
    // A complete pass of the command during this run has ended the round.
    keep(&state, &at, move |stored| stored.ended == last_end).await
}

/// Returns the state of the background job.
///
/// # Errors
/// [`StoreError`].
pub async fn position(state: &AppState) -> Result<Position, StoreError> {
    let kept = state
        .db
        .read("scrub.position.read", |tx| note::read(tx, SCRUB_RECORD))
        .await?;
    Ok(parsed(kept))
}

/// A state of another version or a damaged one starts a new round.
fn parsed(kept: Option<String>) -> Position {
    kept.and_then(|kept| serde_json::from_str(&kept).ok())
        .unwrap_or_default()
}

/// The number of rows per minute; they take some seconds of one processor.
const SLICE_ROWS: u64 = 5000;
/// The time from the end of a round to the next.
const ROUND: std::time::Duration = std::time::Duration::from_secs(7 * 24 * 3600);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portion_that_ends_where_it_began_is_an_error() {
        for (cursor, next, is_fine) in [
            (None, None, true),
            (None, Some("1"), true),
            (Some("1"), None, true),
            (Some("1"), Some("2"), true),
            (Some("1"), Some("1"), false),
            (Some(""), Some(""), false),
        ] {
            let found = ScrubResult {
                next: next.map(str::to_owned),
                ..ScrubResult::default()
            };
            let judged = ensure_advanced(0, cursor, &found);
            assert_eq!(judged.is_ok(), is_fine, "{cursor:?} {next:?}");
        }
    }
}
