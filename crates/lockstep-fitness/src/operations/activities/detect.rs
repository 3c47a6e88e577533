//! Detects activities: sustained efforts in the points that no stored activity has.

use lockstep_metrics::Span;
use lockstep_points::store::{self, Filter};
use lockstep_store::id::ActivityId;
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::{Activity, account_keys, read_points};
use crate::activity::{DETECTED, Recording};
use crate::operations::import_record::store_recording;
use crate::operations::query::Query;
use crate::operations::{metrics, note};
use crate::store::activity::{self, Stored};

/// Stores the sustained efforts of a range that no stored activity has, and returns them in order of time. A
/// repeated detection stores nothing. Without a range: the 7 days up to the latest point.
///
/// The efforts are stored in parts, so that no transaction is long. Each part is an audit entry.
///
/// # Errors
/// An invalid range, one that is too long, or one with more than [`MAX_EFFORTS`] efforts.
pub async fn detect(
    state: &AppState,
    owner: Owner,
    range: Query,
) -> Result<Vec<Activity>, ApiError> {
    let efforts = metrics::unrecorded_efforts(state, &owner.user, range).await?;
    if efforts.len() > MAX_EFFORTS {
        return Err(ApiError::invalid(
            "endDate",
            format!(
                "the range has {} efforts, and one request detects {MAX_EFFORTS} at most: detect a shorter range",
                efforts.len()
            ),
        ));
    }
    let mut activities = Vec::new();
    if efforts.is_empty() {
        return Ok(activities);
    }
    let account_keys = account_keys(state, &owner.user).await?;
    let (asked, spans) = (account_keys.clone(), efforts.clone());
    let devices = read_points(state, &account_keys, "activity.devices", move |tx| {
        let devices = spans.iter().map(|span| device(tx, &asked, *span));
        devices.collect::<Result<Vec<_>, ApiError>>()
    });
    let efforts: Vec<(Span, Option<String>)> = efforts.into_iter().zip(devices.await?).collect();
    for part in efforts.chunks(EFFORTS_AT_ONCE) {
        let (part, owner, account_keys) = (part.to_vec(), owner.clone(), account_keys.clone());
        let stored = state.db.write("activity.detect", move |tx| {
            store_efforts(tx, &owner, &account_keys, &part)
        });
        activities.extend(stored.await?);
    }
    Ok(activities)
}

/// Stores the efforts that are still unrecorded.
fn store_efforts(
    tx: &mut Tx<'_>,
    owner: &Owner,
    account_keys: &AccountKeys,
    efforts: &[(Span, Option<String>)],
) -> Result<Vec<Activity>, ApiError> {
    let (Some((first, _)), Some((last, _))) = (efforts.first(), efforts.last()) else {
        return Ok(Vec::new());
    };
    // An import may have stored an activity since.
    let recorded = activity::spans(tx, account_keys, (first.from, last.to - 1))?;
    let is_recorded = |effort: &Span| {
        recorded
            .iter()
            .any(|(from, to)| *from < effort.to && *to >= effort.from)
    };
    let mut ids: Vec<ActivityId> = Vec::new();
    for (effort, device) in efforts.iter().filter(|(effort, _)| !is_recorded(effort)) {
        let recording = Recording {
            format: DETECTED.to_owned(),
            start: effort.from,
            end: effort.to,
            device: device.clone(),
            ..Recording::default()
        };
        ids.extend(store_recording(tx, account_keys, recording)?);
    }
    let mut activities = Vec::with_capacity(ids.len());
    for id in &ids {
        let stored: Option<Stored> = activity::find(tx, account_keys, id)?.flatten();
        activities.extend(stored.map(Into::into));
    }
    let count = ids.len();
    note(
        tx,
        owner,
        "activity.detect",
        format!("{count} activities"),
        json!({ "count": count }),
    )?;
    Ok(activities)
}

/// The maximum number of efforts that one request detects.
const MAX_EFFORTS: usize = 1000;
/// The number of efforts that one transaction stores.
const EFFORTS_AT_ONCE: usize = 50;

/// Returns the device whose points an effort rests on: that with the most readings of heart rate in it, or
/// of power if there are none.
fn device(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    effort: Span,
) -> Result<Option<String>, ApiError> {
    for kind in ["heart_rate", "power"] {
        let of = |device: Option<String>| Filter {
            kind: Some(kind.to_owned()),
            device,
            from: Some(Timestamp(effort.from)),
            to: Some(Timestamp(effort.to - 1)),
        };
        let mut best: Option<(u64, String)> = None;
        let mut series = store::series(tx, account_keys.user(), &of(None))?;
        // A device has a series for each encryption mode.
        series.dedup_by(|one, other| one.device == other.device);
        for series in series {
            let readings = store::count(tx, account_keys, &of(Some(series.device.clone())))?;
            if readings > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((readings, series.device));
            }
        }
        if let Some((_, device)) = best {
            return Ok(Some(device));
        }
    }
    Ok(None)
}
