//! The track of an activity: positions that one of its devices recorded.

use std::collections::BTreeMap;

use lockstep_points::store::{self, Filter};
use lockstep_store::id::{ActivityId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use super::{account_keys, read_points, stored};

/// A recorded position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Position {
    /// The time in milliseconds since 1970.
    pub(crate) at: i64,
    /// The latitude in degrees north.
    pub(crate) latitude: f64,
    /// The longitude in degrees east.
    pub(crate) longitude: f64,
    /// Metres above sea level.
    pub(crate) altitude: Option<f64>,
}

/// The track of an activity.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Track {
    /// The device that recorded the positions; `None` if there are none.
    pub(crate) device: Option<String>,
    /// The number of recorded positions.
    pub(crate) recorded: u64,
    /// The positions in order of time: all, or evenly chosen ones with the first and the last.
    pub(crate) positions: Vec<Position>,
}

/// Returns at most `limit` positions of an activity.
///
/// # Errors
/// The activity does not exist; points that cannot be read.
pub(crate) async fn track(
    state: &AppState,
    user: UserId,
    id: ActivityId,
    limit: usize,
) -> Result<Track, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    let asked = account_keys.clone();
    read_points(state, &account_keys, "activity.track", move |tx| {
        let activity = stored(tx, &asked, &id)?;
        let mut best = Track::default();
        let mut range = (0, 0);
        for recording in activity.content.recordings {
            // The positions of a virtual ride are not places of the wearer.
            let is_virtual = |sport: &String| sport.starts_with("virtual_");
            if recording.sport.as_ref().is_some_and(is_virtual) {
                continue;
            }
            let Some(device) = recording.device else {
                continue;
            };
            let span = (recording.start, recording.end);
            let recorded = store::count(tx, &asked, &filter("latitude", &device, span))?;
            if recorded > best.recorded {
                (best.device, best.recorded, range) = (Some(device), recorded, span);
            }
        }
        if let Some(device) = &best.device {
            best.positions = positions(tx, &asked, (device, range), (best.recorded, limit))?;
        }
        Ok(best)
    })
    .await
}

fn filter(kind: &str, device: &str, (from, to): (i64, i64)) -> Filter {
    Filter {
        kind: Some(kind.to_owned()),
        device: Some(device.to_owned().into()),
        from: Some(Timestamp(from)),
        to: Some(Timestamp(to)),
        ..Filter::default()
    }
}

/// Reads the chosen positions. Latitude, longitude and altitude of a position have the same time.
fn positions(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (device, range): (&str, (i64, i64)),
    (recorded, limit): (u64, usize),
) -> Result<Vec<Position>, StoreError> {
    let mut chosen: BTreeMap<i64, (f64, Option<f64>, Option<f64>)> = BTreeMap::new();
    let latitudes = filter("latitude", device, range);
    let mut nth = 0;
    store::scan(tx, account_keys, &latitudes, |_, points, meant| {
        for index in meant {
            if is_chosen(nth, recorded, limit as u64) {
                let at = points.timestamps()[index];
                chosen.insert(at, (points.values()[index], None, None));
            }
            nth += 1;
        }
        Ok::<_, StoreError>(())
    })?;
    for kind in ["longitude", "altitude"] {
        let others = filter(kind, device, range);
        store::scan(tx, account_keys, &others, |_, points, meant| {
            for index in meant {
                let Some(position) = chosen.get_mut(&points.timestamps()[index]) else {
                    continue;
                };
                let value = Some(points.values()[index]);
                match kind {
                    "longitude" => position.1 = value,
                    _ => position.2 = value,
                }
            }
            Ok::<_, StoreError>(())
        })?;
    }
    let complete = chosen
        .into_iter()
        .filter_map(|(at, (latitude, longitude, altitude))| {
            Some(Position {
                at,
                latitude,
                longitude: longitude?,
                altitude,
            })
        });
    Ok(complete.collect())
}

/// Returns whether the position with this number is one of at most `limit` evenly chosen ones of
/// `recorded`: the first and the last always are.
fn is_chosen(nth: u64, recorded: u64, limit: u64) -> bool {
    if recorded <= limit || nth == 0 || nth + 1 == recorded {
        return true;
    }
    let steps = limit.saturating_sub(1).max(1);
    let step = |nth: u64| nth * steps / (recorded - 1);
    step(nth) != step(nth - 1)
}

/// The maximum number of positions of a response.
pub(crate) const MAX_POSITIONS: usize = 5000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evenly_chosen_positions_are_at_most_the_limit() {
        for (recorded, limit, expected) in [
            (0, 10, 0),
            (1, 10, 1),
            (10, 10, 10),
            (11, 10, 10),
            (100, 10, 10),
            (12_345, 500, 500),
            (3, 2, 2),
        ] {
            let chosen: Vec<u64> = (0..recorded)
                .filter(|nth| is_chosen(*nth, recorded, limit))
                .collect();
            assert_eq!(chosen.len(), expected, "{recorded} {limit}");
            assert_eq!(chosen.first().copied(), (recorded > 0).then_some(0));
            assert_eq!(chosen.last().copied(), recorded.checked_sub(1));
        }
    }
}
