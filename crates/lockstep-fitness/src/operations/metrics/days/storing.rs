//! Stores computed rows of days, unless their inputs have changed since.

use lockstep_points::store::day::{self, ComputedRows};
use lockstep_store::{QueueOwner, StoreError};
use lockstep_vault::AccountKeys;
use lockstep_web::AppState;
use tokio::sync::Semaphore;

/// Stores rows in the background, unless their inputs have changed since. The answer does not wait for them, and a failure does
/// not affect it: the rows are computed again next time. While many others are stored, the answer waits.
pub(in crate::operations) async fn store_computed(
    state: &AppState,
    account_keys: AccountKeys,
    fresh: Vec<ComputedRows>,
) {
    if fresh.is_empty() {
        return;
    }
    let storing = store_now(state.clone(), account_keys, fresh);
    let Ok(permit) = STORING.try_acquire() else {
        return storing.await;
    };
    tokio::spawn(QueueOwner::current().scope(async move {
        storing.await;
        drop(permit);
    }));
}

/// Waits until no rows are stored in the background.
#[cfg(test)]
pub(in crate::operations) async fn wait_until_stored() {
    let all = STORING.acquire_many(MAX_STORING as u32).await;
    drop(all.expect("it is never closed"));
}

/// Does the work of [`store_current`]; a failure is logged.
async fn store_now(state: AppState, account_keys: AccountKeys, fresh: Vec<ComputedRows>) {
    if let Err(error) = store_current(&state, &account_keys, fresh).await {
        tracing::warn!(%error, "computed rows of days could not be stored");
    }
}

/// Stores rows, at most [`MAX_ROWS_AT_ONCE`] in a transaction, and returns their number. Rows whose inputs have changed since
/// they were computed are left out.
///
/// # Errors
/// [`StoreError`]; rows of earlier transactions stay.
pub(in crate::operations) async fn store_current(
    state: &AppState,
    account_keys: &AccountKeys,
    fresh: Vec<ComputedRows>,
) -> Result<usize, StoreError> {
    let mut stored = 0;
    for part in parts(fresh) {
        let account_keys = account_keys.clone();
        stored += state
            .db
            .write::<_, StoreError, _>("days.keep", move |tx| {
                day::keep_current(tx, &account_keys, &part)
            })
            .await?;
    }
    Ok(stored)
}

/// Divides rows into parts for one transaction each.
fn parts(fresh: Vec<ComputedRows>) -> Vec<Vec<ComputedRows>> {
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    let mut room = MAX_ROWS_AT_ONCE;
    for one in fresh {
        let mut rest = one.rows.as_slice();
        while !rest.is_empty() {
            let (rows, later) = rest.split_at(rest.len().min(room));
            part.push(ComputedRows {
                kind: one.kind.clone(),
                rows: rows.to_vec(),
                ..one
            });
            (rest, room) = (later, room - rows.len());
            if room == 0 {
                parts.push(std::mem::take(&mut part));
                room = MAX_ROWS_AT_ONCE;
            }
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// The answers whose rows are stored in the background at the same time. Rows of a year take a few megabytes.
const MAX_STORING: usize = 4;
static STORING: Semaphore = Semaphore::const_new(MAX_STORING);

/// The maximum number of rows that one transaction stores: a chart of years has many thousands.
const MAX_ROWS_AT_ONCE: usize = 250;

#[cfg(test)]
mod tests {
    use lockstep_points::store::day::{DayRow, DayRowKind};
    use lockstep_store::id::UserId;
    use lockstep_store::{SystemEntropy, Timestamp};

    use super::super::HEART_RATE;
    use super::*;
    use crate::testing::Fixture;

    #[test]
    fn rows_are_stored_in_parts_of_bounded_size() {
        let fixture = Fixture::new(Timestamp(0));
        let user = UserId::generate(Timestamp(0), &SystemEntropy);
        let read = fixture
            .state
            .db
            .read::<_, StoreError, _>("test.stamp", move |tx| day::stamp(tx, &user, HEART_RATE));
        let stamp = fixture.runtime.block_on(read).unwrap();
        let fresh = |kind: &str, rows: usize| ComputedRows {
            kind: kind.to_owned(),
            row_kind: DayRowKind::Chart,
            stamp,
            rows: (0..rows as i64)
                .map(|day| DayRow {
                    t0: day,
                    t1: day + 1,
                    body: Vec::new(),
                })
                .collect(),
        };
        let limit = MAX_ROWS_AT_ONCE;
        for (rows, sizes) in [
            (vec![], vec![]),
            (vec![0, 0], vec![]),
            (vec![1, 2], vec![3]),
            (vec![limit, 1], vec![limit, 1]),
            (vec![limit - 1, 2, 2 * limit], vec![limit, limit, limit, 1]),
        ] {
            let kinds = rows.iter().map(|rows| fresh(&rows.to_string(), *rows));
            let parts = parts(kinds.collect());
            let of =
                |part: &Vec<ComputedRows>| part.iter().map(|one| one.rows.len()).sum::<usize>();
            assert_eq!(parts.iter().map(of).collect::<Vec<_>>(), sizes, "{rows:?}");
            let all = parts
                .iter()
                .flatten()
                .map(|one| one.rows.len())
                .sum::<usize>();
            assert_eq!(all, rows.iter().sum::<usize>());
        }
    }
}
