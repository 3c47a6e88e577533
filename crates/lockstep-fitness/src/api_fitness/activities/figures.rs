//! The API types of the figures of an activity.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::activity::View;
use crate::api_fitness::metrics::HeartRateZones;
use crate::operations::activities::Figures;

/// The figures of an activity, computed from the points between its start and its end. A figure is null
/// if there is not enough data; `reasons` names the reason.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityFigures {
    heart_rate_zones: HeartRateZones,
    /// The training load: Banister's training impulse (TRIMP), without a unit.
    training_load: Option<f64>,
    /// Beats per minute, weighted by time.
    mean_heart_rate: Option<f64>,
    /// The highest 15-second rolling median of heart rate in beats per minute, without artefacts.
    max_heart_rate: Option<f64>,
    /// The mean power in watts, weighted by time.
    mean_power: Option<f64>,
    /// The highest power in watts, without single peaks above 600 W.
    max_power: Option<f64>,
    /// The normalized power in watts.
    normalized_power: Option<f64>,
    /// The normalized power divided by the threshold power.
    intensity_factor: Option<f64>,
    /// The training stress score: 100 for an hour at the threshold power.
    training_stress_score: Option<f64>,
    /// The input of the training load: `heartRate` or `power`.
    #[schema(example = "heartRate")]
    load_source: Option<&'static str>,
    /// Output for each heartbeat: normalized power divided by mean heart rate, or the metres per beat.
    efficiency_factor: Option<f64>,
    /// The decrease of output for each heartbeat in the second half of an even effort, in percent.
    decoupling_percent: Option<f64>,
    /// The mean speed in metres per second: distance by moving time, otherwise by elapsed time.
    mean_speed: Option<f64>,
    /// The mean pace in seconds per kilometre; null for sports that are described by speed, such as cycling.
    pace_seconds_per_km: Option<f64>,
    /// The reason for each figure that is null, by name.
    reasons: BTreeMap<&'static str, String>,
}

impl ActivityFigures {
    /// Renders the figures of an activity with this view.
    pub(super) fn of(figures: Figures, view: &View) -> Self {
        Self {
            heart_rate_zones: HeartRateZones::of(figures.zones),
            training_load: figures.training_load,
            mean_heart_rate: figures.mean_heart_rate,
            max_heart_rate: figures.max_heart_rate,
            mean_power: figures.mean_power,
            max_power: figures.max_power,
            normalized_power: figures.normalized_power,
            intensity_factor: figures.intensity_factor,
            training_stress_score: figures.training_stress_score,
            load_source: figures.load_source,
            efficiency_factor: figures.efficiency_factor,
            decoupling_percent: figures.decoupling,
            mean_speed: figures.mean_speed,
            pace_seconds_per_km: figures.pace(view),
            reasons: figures.reasons,
        }
    }
}
