//! The figures of an activity, computed from the points between its start and its end.

use std::collections::BTreeMap;

use lockstep_metrics::Interval;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp};
use lockstep_web::{ApiError, AppState};

use super::{Activity, account_keys, read_points};
use crate::operations::metrics::readings::Source;
use crate::operations::metrics::{self, Metric};

/// The figures of an activity; those that cannot be computed are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The seconds in each heart-rate zone.
    pub zones: Option<[f64; 5]>,
    /// Banister's training impulse.
    pub training_load: Option<f64>,
    /// The mean heart rate, weighted by time.
    pub mean_heart_rate: Option<f64>,
    /// The highest heart rate.
    pub max_heart_rate: Option<f64>,
    /// The mean power in watts, weighted by time.
    pub mean_power: Option<f64>,
    /// The highest power in watts.
    pub max_power: Option<f64>,
    /// The normalized power in watts.
    pub normalized_power: Option<f64>,
    /// The mean speed in metres a second: distance by moving time, otherwise by elapsed time.
    pub mean_speed: Option<f64>,
    /// The reasons why figures are missing, by their names in the API.
    pub reasons: BTreeMap<&'static str, String>,
}

/// Computes the figures of an activity. Where devices overlap, one counts, as in the metrics of a range.
///
/// # Errors
/// The account's keys or points cannot be read.
pub async fn figures(
    state: &AppState,
    user: UserId,
    activity: &Activity,
) -> Result<Figures, ApiError> {
    let view = &activity.view;
    let query = metrics::Query {
        start: Some(Timestamp(view.start).to_string()),
        end: Some(Timestamp(view.end).to_string()),
        wanted: Some(WANTED.to_owned()),
        interval: None,
    };
    let answer = metrics::metrics(state, user.clone(), query).await?;
    let account_keys = account_keys(state, &user).await?;
    let (asked, range) = (account_keys.clone(), (view.start, view.end));
    let read: Result<_, StoreError> =
        read_points(state, &account_keys, "activity.figures", move |tx| {
            let source = Source::new(tx, &asked)?;
            let mut extremes = [Extremes::default(); 2];
            for (kind, extremes) in ["heart_rate", "power"].iter().zip(&mut extremes) {
                source.intervals(kind, range, |interval| extremes.add(&interval))?;
            }
            Ok(extremes)
        })
        .await;
    let [heart_rate, power] = read?;
    let mut reasons: BTreeMap<&'static str, String> = answer
        .reasons
        .into_iter()
        .map(|(metric, why)| (metric.name(), why))
        .collect();
    let elapsed = (view.end - view.start) as f64 / 1000.0;
    let seconds = view.moving_seconds.unwrap_or(elapsed);
    let mean_speed = view.distance_meters.map(|meters| meters / seconds);
    let mean_speed = mean_speed.filter(|speed| speed.is_finite() && *speed > 0.0);
    for (name, is_missing, why) in [
        ("meanHeartRate", heart_rate.mean().is_none(), NO_HEART_RATE),
        ("maxHeartRate", heart_rate.mean().is_none(), NO_HEART_RATE),
        ("meanPower", power.mean().is_none(), NO_POWER),
        ("maxPower", power.mean().is_none(), NO_POWER),
        ("meanSpeed", mean_speed.is_none(), NO_DISTANCE),
        ("paceSecondsPerKm", mean_speed.is_none(), NO_DISTANCE),
    ] {
        if is_missing {
            reasons.insert(name, why.to_owned());
        }
    }
    Ok(Figures {
        zones: answer.zones,
        training_load: answer.figures.get(&Metric::TrainingLoad).copied(),
        normalized_power: answer.figures.get(&Metric::NormalizedPower).copied(),
        mean_heart_rate: heart_rate.mean(),
        max_heart_rate: heart_rate.highest,
        mean_power: power.mean(),
        max_power: power.highest,
        mean_speed,
        reasons,
    })
}

/// The mean and the highest of a sequence of intervals.
#[derive(Clone, Copy, Debug, Default)]
struct Extremes {
    seconds: f64,
    weighted: f64,
    highest: Option<f64>,
}

impl Extremes {
    fn add(&mut self, interval: &Interval) {
        let seconds = interval.seconds();
        self.seconds += seconds;
        self.weighted += interval.value * seconds;
        let highest = self.highest.unwrap_or(interval.value);
        self.highest = Some(highest.max(interval.value));
    }

    fn mean(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.weighted / self.seconds)
    }
}

/// The metrics that the engine of ranges computes.
const WANTED: &str = "heartRateZones,trainingLoad,normalizedPower";
const NO_HEART_RATE: &str = "the activity has no two heart rates within 30 s";
const NO_POWER: &str = "the activity has no two values of power within 30 s";
const NO_DISTANCE: &str = "no file states the distance of the activity";
