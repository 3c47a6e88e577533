//! Messages for the account's open streams. An event of the outbox names ranges of series and ids of
//! insights, never values; the data is read from the store when the message is sent.

use std::time::Duration;

use lockstep_formats::PointWriter;
use lockstep_store::id::{InsightId, UserId};
use lockstep_store::outbox::OutboxEvent;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::api_error::Kind;
use lockstep_web::socket::{EVENTS_KEPT, PageWriter, Reader, StreamCursor};
use lockstep_web::{ApiError, AppState};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::damage::set_aside;
use crate::store::{self, Change, told};

lockstep_store::event_kinds! {
    /// Points were stored: ranges of times in series, and their counts.
    pub(crate) POINTS_STORED = "points.stored", Owner,
        r#"{"count": 2, "series": [{"series": 7, "from": 1780272000000, "to": 1780272001000,
            "count": 2, "runs": [[1780272000000, 1000, 2]]}]}"#;
    /// Points were deleted: ranges of times in series, and their counts.
    pub(crate) POINTS_DELETED = "points.deleted", Owner,
        r#"{"count": 2, "series": [{"series": 7, "from": 1780272000000, "to": 1780272001000,
            "count": 2}]}"#;
    /// Insights were generated: their ids, and their counts by type.
    pub(crate) INSIGHTS_GENERATED = "insights.generated", Owner,
        r#"{"count": 1, "types": {"recovery": 1}, "ids": ["ins_01h455vb4pex5vsknk084sn02q"]}"#;
}

/// A change to one series, as the outbox has it. Type and device are the series' own: an event that is
/// kept after the series' points are removed names neither.
#[derive(Serialize, Deserialize)]
pub(super) struct Stretch {
    series: i64,
    from: i64,
    to: i64,
    count: u64,
    /// The times of the points if a few runs describe them; otherwise the event covers the whole range.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    runs: Option<Vec<Run>>,
}

/// Evenly spaced times: the first time, the distance, the count.
type Run = (i64, i64, i64);

impl Stretch {
    /// Builds the range from a change and, for added points, their times in order.
    pub(super) fn new(change: &Change, moments: Option<&[i64]>) -> Self {
        Self {
            series: change.series,
            from: change.from.0,
            to: change.to.0,
            count: change.count,
            runs: moments.and_then(runs),
        }
    }
}

#[derive(Deserialize)]
struct Stored {
    series: Vec<Stretch>,
}

#[derive(Deserialize)]
struct Generated {
    #[serde(default)]
    ids: Vec<InsightId>,
}

/// Returns a reader that writes the messages of an event after a position: a `data` message for each
/// added point, by series and time, and an `insight` message for each insight.
///
/// A point is sent with its current value: a point that was replaced since is sent twice with its new
/// value, and a removed point is not sent.
pub(crate) async fn reader(state: AppState, user: UserId) -> Result<Reader, ApiError> {
    match super::account_keys(&state, &user).await {
        Ok(account_keys) => Ok(Box::new(move |tx, event, after, page| {
            let written = read(tx, &account_keys, event, after, page);
            if written.is_err() && account_keys.take_damage() {
                // A client that reconnects later receives all other points.
                let (state, account_keys) = (state.clone(), account_keys.clone());
                Handle::current().spawn(async move {
                    if let Err(error) = set_aside(&state, &account_keys).await {
                        tracing::error!(%error, "damaged chunks are not set aside");
                    }
                });
            }
            written
        })),
        // The account is being erased: there are no messages, and the socket is closed with that
        // reason.
        Err(fault) if fault.kind == Kind::NotFound => Ok(Box::new(|_, _, _, _| Ok(true))),
        Err(fault) => Err(fault),
    }
}

fn read(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    event: &OutboxEvent,
    after: Option<StreamCursor>,
    page: &mut PageWriter,
) -> Result<bool, StoreError> {
    if event.topic == POINTS_STORED.name() {
        let series = payload::<Stored>(event)?.series;
        return points(tx, account_keys, &series, after, page);
    }
    if event.topic == INSIGHTS_GENERATED.name() {
        let ids = payload::<Generated>(event)?.ids;
        return insights(tx, account_keys, &ids, after, page);
    }
    Ok(true)
}

fn payload<'e, T: Deserialize<'e>>(event: &'e OutboxEvent) -> Result<T, StoreError> {
    T::deserialize(&event.payload)
        .map_err(|error| StoreError::Damaged(format!("event {}: {error}", event.place.seq)))
}

fn points(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: &[Stretch],
    after: Option<StreamCursor>,
    page: &mut PageWriter,
) -> Result<bool, StoreError> {
    let mut writer = PointWriter::default();
    for (part, stretch) in (0..).zip(series) {
        let from = match after {
            Some(place) if part < place.part => continue,
            Some(place) if part == place.part => place.at.saturating_add(1),
            _ => stretch.from,
        };
        let mut meant = Meant::of(stretch);
        let range = (from.max(stretch.from), stretch.to);
        let ended = told::stretch(tx, account_keys, stretch.series, range, |id, point| {
            let at = id.timestamp;
            if !meant.holds(at) {
                return true;
            }
            if page.is_full() {
                return false;
            }
            page.message("data", StreamCursor { part, at }, |bytes| {
                writer.write_into(bytes, id, point);
            });
            true
        })?;
        if !ended {
            return Ok(false);
        }
    }
    Ok(true)
}

fn insights(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    ids: &[InsightId],
    after: Option<StreamCursor>,
    page: &mut PageWriter,
) -> Result<bool, StoreError> {
    for (part, id) in (0..).zip(ids) {
        if after.is_some_and(|place| part <= place.part) {
            continue;
        }
        let Some(body) = told::insight(tx, account_keys, id)? else {
            continue;
        };
        if page.is_full() {
            return Ok(false);
        }
        let place = StreamCursor { part, at: 0 };
        page.message("insight", place, |bytes| bytes.extend(body.as_bytes()));
    }
    Ok(true)
}

/// Removes insights that no stream can request any more.
pub(crate) async fn forget(state: &AppState) -> Result<(), ApiError> {
    state
        .db
        .write::<_, StoreError, _>("insights.forget", |tx| {
            let before = tx.now().minus(EVENTS_KEPT + LATER);
            store::told::forget_insights(tx, before)
        })
        .await?;
    Ok(())
}

/// Decides which times belong to a stretch's points; queried in ascending order.
struct Meant<'s> {
    runs: Option<&'s [Run]>,
}

impl<'s> Meant<'s> {
    fn of(stretch: &'s Stretch) -> Self {
        Self {
            runs: stretch.runs.as_deref(),
        }
    }

    fn holds(&mut self, at: i64) -> bool {
        let Some(runs) = &mut self.runs else {
            return true;
        };
        while let Some((first, step, count)) = runs.first() {
            if at < *first {
                return false;
            }
            if at <= first + step * (count - 1) {
                return *step == 0 || (at - first) % step == 0;
            }
            *runs = &runs[1..];
        }
        false
    }
}

/// Encodes ascending times as runs; `None` for more than [`MAX_RUNS`] runs.
fn runs(moments: &[i64]) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut rest = moments;
    while let [first, ..] = *rest {
        let step = rest.get(1).map_or(0, |second| second - first);
        let even = rest.windows(2).take_while(|pair| pair[1] - pair[0] == step);
        let count = 1 + even.count();
        if runs.len() == MAX_RUNS {
            return None;
        }
        runs.push((first, step, count as i64));
        rest = &rest[count..];
    }
    Some(runs)
}

/// The maximum number of runs: beyond it an event would be larger than its data.
const MAX_RUNS: usize = 64;
/// The time for which insights are kept; longer than the events that name them.
const LATER: Duration = Duration::from_secs(180);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn even_moments_are_one_run() {
        for (moments, expected) in [
            (&[][..], &[][..]),
            (&[5], &[(5, 0, 1)]),
            (&[5, 6, 7], &[(5, 1, 3)]),
            (&[0, 1000, 2000, 2500], &[(0, 1000, 3), (2500, 0, 1)]),
            (&[0, 10, 11, 12], &[(0, 10, 2), (11, 1, 2)]),
        ] {
            assert_eq!(runs(moments).as_deref(), Some(expected), "{moments:?}");
        }
        let odd: Vec<i64> = (0..200).map(|n| n * n).collect();
        assert_eq!(runs(&odd), None);
    }

    proptest! {
        #[test]
        fn runs_hold_the_moments_and_no_other(
            moments in prop::collection::btree_set(0_i64..200, 0..100),
        ) {
            let sorted: Vec<i64> = moments.iter().copied().collect();
            let runs = runs(&sorted);
            let few = runs.is_some();
            let mut meant = Meant { runs: runs.as_deref() };
            for at in -5..205 {
                prop_assert_eq!(meant.holds(at), !few || moments.contains(&at), "{}", at);
            }
        }
    }
}
