//! The alert about damaged rows. `lockstep-server` opens every stored row once a week and records the damaged ones.

use lockstep_store::{StoreError, note};
use lockstep_web::capability::{AlertFinding, Damage};
use lockstep_web::{ApiError, AppState};
use serde::Deserialize;

/// The name of the record in the store.
pub const SCRUB_RECORD: &str = "scrub";
/// The maximum number of damaged chunks, and the maximum number of other damaged rows, that the record names.
const MAX_RECORDED: usize = 100;

/// The damaged rows of the record. Its further fields are those of the pass that runs.
#[derive(Default, Deserialize)]
#[serde(default)]
struct DamagedRows {
    /// The rows that the last complete pass found.
    damaged: Vec<Damage>,
    /// The rows that the running pass has found so far.
    found: Vec<Damage>,
}

/// The alert rule: the last pass over the stored rows, or the one that runs, found damaged rows. Chunks of points have a
/// rule of their own, which follows them at once.
pub(crate) async fn found(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("admin.damage.read", |tx| note::read(tx, SCRUB_RECORD));
    // A record that cannot be read is written again by the next pass.
    let rows: DamagedRows = read
        .await?
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let count = |all: &[Damage]| all.iter().filter(|row| !is_chunk(row)).count();
    let maximum = count(&rows.damaged).max(count(&rows.found));
    let found = (maximum > 0).then(|| AlertFinding::single(message(maximum)));
    Ok(found.into_iter().collect())
}

fn message(rows: usize) -> String {
    let minimum = match rows < MAX_RECORDED {
        true => "",
        false => "at least ",
    };
    format!(
        "damaged: {minimum}{}. `lockstep scrub` names them; repair them, then run it again to end this alert",
        lockstep_web::counted(rows as u64, "stored row", "stored rows")
    )
}

/// Adds a damaged row to those that the record names, unless it names enough of them. Chunks are counted apart: however
/// many are damaged, other rows are named, too.
pub fn add_damaged_row(rows: &mut Vec<Damage>, row: Damage) {
    let is_of_kind = |other: &&Damage| is_chunk(other) == is_chunk(&row);
    if rows.iter().filter(is_of_kind).count() < MAX_RECORDED {
        rows.push(row);
    }
}

fn is_chunk(row: &Damage) -> bool {
    row.points > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(points: u64) -> Damage {
        Damage {
            table: "segment".into(),
            account: None,
            row: String::new(),
            from: None,
            to: None,
            points,
            reason: String::new(),
        }
    }

    #[test]
    fn damaged_chunks_hide_no_other_row() {
        let mut rows = Vec::new();
        for _ in 0..2 * MAX_RECORDED {
            add_damaged_row(&mut rows, row(1024));
        }
        add_damaged_row(&mut rows, row(0));
        assert_eq!(rows.len(), MAX_RECORDED + 1);
        assert_eq!(rows.iter().filter(|row| !is_chunk(row)).count(), 1);
    }

    #[test]
    fn the_text_says_if_more_rows_may_be_damaged() {
        for (rows, begin) in [
            (1, "damaged: 1 stored row."),
            (99, "damaged: 99 stored rows."),
            (100, "damaged: at least 100 stored rows."),
        ] {
            assert!(message(rows).starts_with(begin), "{}", message(rows));
        }
    }
}
