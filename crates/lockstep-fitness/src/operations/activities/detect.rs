//! Detects activities: sustained efforts in points outside stored activities.
//!
//! The efforts are found in a read transaction. They are stored in parts, each a transaction of its own, so
//! that other accounts' writes come between. A request that ends early leaves the stored parts.

use lockstep_metrics::Span;
use lockstep_points::store::{self, Filter, Series};
use lockstep_store::id::ActivityId;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::{Activity, account_keys, read_points};
use crate::activity::{DETECTED, Recording};
use crate::operations::activity_writer::{ActivityRefusal, ActivityWriter};
use crate::operations::query::Query;
use crate::operations::stream::{ACTIVITY_DETECTED, note_activities};
use crate::operations::{metrics, write_audit_and_event};
use crate::store::activity::{self, StoredActivity};

/// The result of a detection.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DetectionResult {
    /// The stored activities in order of time.
    pub(crate) activities: Vec<Activity>,
    /// The start of the first effort beyond `MAX_EFFORTS`: a detection from there continues.
    pub(crate) next: Option<Timestamp>,
}

/// Stores the sustained efforts of a range that no stored activity has: at most `MAX_EFFORTS`. A repeated
/// detection stores nothing twice. Without a range: the 168 hours up to the latest point.
///
/// # Errors
/// An invalid range, or one that is too long; the account has no room for more activities. Activities that
/// were stored before the error remain.
pub(crate) async fn detect(
    state: &AppState,
    owner: Owner,
    range: Query,
) -> Result<DetectionResult, ApiError> {
    let mut efforts = metrics::unrecorded_efforts(state, &owner.user, range).await?;
    efforts.retain(|effort| effort.to - effort.from <= MAX_EFFORT_MILLIS);
    efforts.sort_unstable_by_key(|effort| effort.from);
    let next = efforts.get(MAX_EFFORTS);
    let mut detected = DetectionResult {
        next: next.map(|effort| Timestamp(effort.from)),
        ..DetectionResult::default()
    };
    efforts.truncate(MAX_EFFORTS);
    if efforts.is_empty() {
        return Ok(detected);
    }
    let account_keys = account_keys(state, &owner.user).await?;
    for part in efforts.chunks(EFFORTS_AT_ONCE) {
        let recordings = recordings(state, &account_keys, part.to_vec()).await?;
        let (stored, left_out) = store_part(state, &owner, &account_keys, recordings).await?;
        detected.activities.extend(stored);
        if let Some(left_out) = left_out {
            return Err(left_out.into());
        }
    }
    Ok(detected)
}

/// Returns efforts as recordings, each with the device of its points.
async fn recordings(
    state: &AppState,
    account_keys: &AccountKeys,
    efforts: Vec<Span>,
) -> Result<Vec<Recording>, ApiError> {
    let reading = account_keys.clone();
    let read = read_points(state, account_keys, "activity.devices", move |tx| {
        let devices = Devices::read(tx, &reading)?;
        let recording = |effort: &Span| -> Result<Recording, ApiError> {
            Ok(Recording {
                format: DETECTED.to_owned(),
                start: effort.from,
                end: effort.to,
                device: devices.of(*effort)?,
                ..Recording::default()
            })
        };
        efforts
            .iter()
            .map(recording)
            .collect::<Result<_, ApiError>>()
    });
    read.await
}

/// Stores the recordings that no stored activity overlaps. Returns the activities, and why one was left out.
async fn store_part(
    state: &AppState,
    owner: &Owner,
    account_keys: &AccountKeys,
    recordings: Vec<Recording>,
) -> Result<(Vec<Activity>, Option<ActivityRefusal>), ApiError> {
    let (quotas, owner, account_keys) = (state.quotas(), owner.clone(), account_keys.clone());
    let write = state.db.write("activity.detect", move |tx| {
        let is_recorded = recorded(tx, &account_keys, &recordings)?;
        let mut writer = ActivityWriter::new(tx, quotas, &account_keys)?;
        let (mut ids, mut left_out): (Vec<ActivityId>, _) = (Vec::new(), None);
        for (recording, is_recorded) in recordings.iter().zip(is_recorded) {
            if is_recorded {
                continue;
            }
            match writer.insert(tx, recording.clone())? {
                Ok(id) => ids.push(id),
                Err(reason) => {
                    left_out = Some(reason);
                    break;
                }
            }
        }
        let mut activities = Vec::with_capacity(ids.len());
        for id in &ids {
            let stored: Option<StoredActivity> = activity::find(tx, &account_keys, id)?.flatten();
            activities.extend(stored.map(Into::into));
        }
        let count = ids.len();
        write_audit_and_event(
            tx,
            &owner,
            "activity.detect",
            lockstep_web::counted(count as u64, "activity", "activities"),
            json!({ "count": count }),
        )?;
        note_activities(tx, &owner.user, ACTIVITY_DETECTED, &ids)?;
        Ok::<_, ApiError>((activities, left_out))
    });
    write.await
}

/// Returns for each recording, in order of time, whether a stored activity overlaps it. An import may have
/// stored one since the efforts were found. A damaged activity is passed over.
fn recorded(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    recordings: &[Recording],
) -> Result<Vec<bool>, StoreError> {
    let mut overlapping: Vec<Vec<ActivityId>> = vec![Vec::new(); recordings.len()];
    let (Some(first), Some(last)) = (recordings.first(), recordings.last()) else {
        return Ok(Vec::new());
    };
    let range = (first.start, last.end - 1);
    activity::visit_overlapping(tx, account_keys.user(), range, |id, (start, end)| {
        let from = recordings.partition_point(|recording| recording.end <= start);
        let to = recordings.partition_point(|recording| recording.start <= end);
        for ids in overlapping.get_mut(from..to).unwrap_or_default() {
            if ids.len() < MAX_OVERLAPPING {
                ids.push(id.clone());
            }
        }
    })?;
    let is_recorded = |ids: Vec<ActivityId>| -> Result<bool, StoreError> {
        for id in ids {
            if activity::find(tx, account_keys, &id)?.flatten().is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    };
    overlapping.into_iter().map(is_recorded).collect()
}

/// The series that an effort can rest on, in order of preference.
struct Devices<'t, 'c> {
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    series: Vec<(&'static str, Vec<Series>)>,
}

impl<'t, 'c> Devices<'t, 'c> {
    fn read(tx: &'t Tx<'c>, account_keys: &'t AccountKeys) -> Result<Self, StoreError> {
        let mut all = Vec::new();
        for kind in ["heart_rate", "power"] {
            let filter = Filter {
                kind: Some(kind.to_owned()),
                ..Filter::default()
            };
            all.push((kind, store::series(tx, account_keys.user(), &filter)?));
        }
        Ok(Self {
            tx,
            account_keys,
            series: all,
        })
    }

    /// Returns the device whose points an effort rests on: that with the most readings of heart rate in it,
    /// or of power if there are none. Compares [`MAX_DEVICES_COMPARED`] devices at most.
    fn of(&self, effort: Span) -> Result<Option<String>, ApiError> {
        for (kind, series) in &self.series {
            let overlaps =
                |series: &&Series| series.first.0 < effort.to && series.last.0 >= effort.from;
            let devices = series.iter().filter(overlaps).map(|series| &series.device);
            let mut devices: Vec<&String> = devices.collect();
            // A device has a series for each encryption mode.
            devices.dedup();
            let mut best: Option<(u64, &String)> = None;
            for device in devices.into_iter().take(MAX_DEVICES_COMPARED) {
                let filter = Filter {
                    kind: Some((*kind).to_owned()),
                    device: Some(device.clone().into()),
                    from: Some(Timestamp(effort.from)),
                    to: Some(Timestamp(effort.to - 1)),
                    ..Filter::default()
                };
                let readings = store::count(self.tx, self.account_keys, &filter)?;
                if readings > best.map_or(0, |(count, _)| count) {
                    best = Some((readings, device));
                }
            }
            if let Some((_, device)) = best {
                return Ok(Some(device.clone()));
            }
        }
        Ok(None)
    }
}

/// The maximum number of efforts that one request stores.
pub(crate) const MAX_EFFORTS: usize = 1000;
/// The number of efforts that one transaction stores.
const EFFORTS_AT_ONCE: usize = 50;
/// The longest effort that counts as an activity: three days. A longer one is a device that repeats a value.
const MAX_EFFORT_MILLIS: i64 = 3 * 86_400_000;
/// The number of stored activities that are opened for one effort: more than a few are damaged rarely.
const MAX_OVERLAPPING: usize = 8;
/// The number of devices whose readings are counted for one effort.
const MAX_DEVICES_COMPARED: usize = 32;

#[cfg(test)]
mod tests;
