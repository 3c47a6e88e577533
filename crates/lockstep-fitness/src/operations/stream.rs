//! Messages for the account's open streams. An event of the outbox names ranges of series and ids of
//! insights, never values; the data is read from the store when the message is sent.

use std::time::Duration;

use lockstep_formats::PointWriter;
use lockstep_points::operations::damage::set_aside;
use lockstep_points::operations::event::{POINTS_STORED, PointsChanged, SeriesChange, TimeFilter};
use lockstep_points::store::for_each_point;
use lockstep_store::id::{ActivityId, InsightId, UserId};
use lockstep_store::outbox::{Event, OutboxEvent};
use lockstep_store::{EventKind, StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::socket::{EVENTS_KEPT, PageWriter, Reader, StreamCursor};
use lockstep_web::{ApiError, AppState};
use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Handle;

use crate::store::stored_insights;

lockstep_store::event_kinds! {
    /// Insights were generated. The event contains their ids and the number of each type.
    pub(crate) INSIGHTS_GENERATED = "insights.generated", Owner,
        r#"{"count": 1, "types": {"recovery": 1}, "ids": ["ins_01h455vb4pex5vsknk084sn02q"]}"#;
    /// Activities were stored from an imported file. The event contains their ids.
    pub(crate) ACTIVITY_CREATED = "activity.created", Owner,
        r#"{"count": 1, "ids": ["act_01h455vb4pex5vsknk084sn02q"]}"#;
    /// Activities were changed by their owner, by an import, or by undoing an import. The event
    /// contains their ids.
    pub(crate) ACTIVITY_CHANGED = "activity.changed", Owner,
        r#"{"count": 1, "ids": ["act_01h455vb4pex5vsknk084sn02q"]}"#;
    /// Activities were deleted by their owner or with their import. The event contains their ids.
    pub(crate) ACTIVITY_DELETED = "activity.deleted", Owner,
        r#"{"count": 1, "ids": ["act_01h455vb4pex5vsknk084sn02q"]}"#;
    /// Activities were detected in points. The event contains their ids.
    pub(crate) ACTIVITY_DETECTED = "activity.detected", Owner,
        r#"{"count": 1, "ids": ["act_01h455vb4pex5vsknk084sn02q"]}"#;
}

/// Writes an event with the ids of activities; none without an id.
pub(super) fn note_activities(
    tx: &mut Tx<'_>,
    user: &UserId,
    kind: &'static EventKind,
    ids: &[ActivityId],
) -> Result<(), StoreError> {
    if ids.is_empty() {
        return Ok(());
    }
    tx.event(&Event {
        user: user.as_str(),
        kind,
        payload: json!({ "count": ids.len(), "ids": ids }),
    })
    .map(drop)
}

#[derive(Deserialize)]
struct OfActivities {
    ids: Vec<ActivityId>,
}

#[derive(Deserialize)]
struct GeneratedInsights {
    #[serde(default)]
    ids: Vec<InsightId>,
}

/// Returns a reader that writes the messages of an event after a position: a `data` message for each
/// added point, by series and time, an `insight` message for each insight, and an `activity` message for each
/// changed activity.
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
        Err(fault) if fault.kind == ErrorKind::NotFound => Ok(Box::new(|_, _, _, _| Ok(true))),
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
        let series = payload::<PointsChanged>(event)?.series;
        return points(tx, account_keys, &series, after, page);
    }
    if event.topic == INSIGHTS_GENERATED.name() {
        let ids = payload::<GeneratedInsights>(event)?.ids;
        return insights(tx, account_keys, &ids, after, page);
    }
    let change = ACTIVITY_CHANGES
        .iter()
        .find(|(kind, _)| event.topic == kind.name());
    if let Some((_, change)) = change {
        let ids = payload::<OfActivities>(event)?.ids;
        return Ok(activities(&ids, change, after, page));
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
    series: &[SeriesChange],
    after: Option<StreamCursor>,
    page: &mut PageWriter,
) -> Result<bool, StoreError> {
    let mut writer = PointWriter::default();
    for (part, changed) in (0..).zip(series) {
        let from = match after {
            Some(place) if part < place.part => continue,
            Some(place) if part == place.part => place.at.saturating_add(1),
            _ => changed.from,
        };
        let mut meant = TimeFilter::of(changed);
        let range = (from.max(changed.from), changed.to);
        let ended = for_each_point(tx, account_keys, changed.series, range, |id, point| {
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
        let Some(body) = stored_insights::insight(tx, account_keys, id)? else {
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

/// Writes a message with the id for each activity. The activity is read at its address: it may have changed
/// again, or be gone.
fn activities(
    ids: &[ActivityId],
    change: &str,
    after: Option<StreamCursor>,
    page: &mut PageWriter,
) -> bool {
    for (part, id) in (0..).zip(ids) {
        if after.is_some_and(|place| part <= place.part) {
            continue;
        }
        if page.is_full() {
            return false;
        }
        let body = json!({ "change": change, "activityId": id }).to_string();
        let place = StreamCursor { part, at: 0 };
        page.message("activity", place, |bytes| bytes.extend(body.as_bytes()));
    }
    true
}

/// Removes insights that no stream can request again. Insights that cannot be removed delay no others.
pub(crate) async fn forget(state: &AppState) -> Result<(), ApiError> {
    let before = state.clock.now().minus(EVENTS_KEPT + LATER);
    let (mut kept, mut outcome) = (0, Ok(()));
    loop {
        let read = state
            .db
            .read::<_, StoreError, _>("insights.old", move |tx| {
                stored_insights::before(tx, before, (FORGOTTEN_AT_ONCE, kept))
            });
        let old = read.await?;
        if old.is_empty() {
            return outcome;
        }
        let mut count_kept = |expected: usize, removed: Result<usize, StoreError>| {
            let removed = removed.unwrap_or_else(|error| {
                outcome = Err(error.into());
                0
            });
            kept += expected.saturating_sub(removed);
        };
        for (user, ids) in old.of_accounts {
            // The insights go although the account's key is damaged.
            let (keys, count) = (super::account_keys(state, &user).await.ok(), ids.len());
            let removing = state
                .db
                .write::<_, StoreError, _>("insights.forget", move |tx| {
                    stored_insights::remove(tx, (&user, keys.as_ref()), &ids)
                });
            count_kept(count, removing.await);
        }
        let (count, rows) = (old.unreadable.len(), old.unreadable);
        let removing = state
            .db
            .write::<_, StoreError, _>("insights.forget_unreadable", move |tx| {
                stored_insights::remove_unreadable(tx, before, &rows)
            });
        count_kept(count, removing.await);
    }
}

/// The events of activities, and the change that a message names.
const ACTIVITY_CHANGES: [(&EventKind, &str); 4] = [
    (ACTIVITY_CREATED, "created"),
    (ACTIVITY_CHANGED, "changed"),
    (ACTIVITY_DELETED, "deleted"),
    (ACTIVITY_DETECTED, "detected"),
];
/// The insights that are removed in one portion.
const FORGOTTEN_AT_ONCE: i64 = 500;
/// The time for which insights are kept; longer than the events that name them.
const LATER: Duration = Duration::from_secs(180);
