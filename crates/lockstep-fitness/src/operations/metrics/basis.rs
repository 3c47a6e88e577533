//! The data behind the metrics of an answer.

/// The activities behind a training load.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrainingBasis {
    /// The number of activities.
    pub activities: usize,
    /// The number of activities that a device recorded; the others were detected.
    pub recorded: usize,
    /// The number of activities whose load comes from heart rate.
    pub by_heart_rate: usize,
    /// The number of activities whose load comes from power.
    pub by_power: usize,
    /// The number of activities without a load.
    pub without_load: usize,
    /// The number of activities whose heart rate covers 50 to 90 % of the moving time.
    pub in_part: usize,
    /// The threshold power, if a load comes from power.
    pub threshold_power: Option<ThresholdPower>,
    /// The impulse that equals a training stress score of 100; `None` if no load was computed.
    pub impulse_of_threshold_hour: Option<f64>,
}

/// A functional threshold power.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThresholdPower {
    /// The power in W.
    pub value: f64,
    /// Whether the profile states it; otherwise it is 95 % of the best 20 minutes of 90 days.
    pub is_stated: bool,
}

/// The amount of data behind an answer; amounts that no metric needs are `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    /// The seconds of the range with a heart rate.
    pub heart_rate_seconds: Option<f64>,
    /// The calendar days of the range with a heart rate.
    pub heart_rate_days: Option<usize>,
    /// The number of days of history in acute and chronic load.
    pub load_days: Option<usize>,
    /// How many of the last 42 days are covered.
    pub recent_load_days: Option<usize>,
    /// The seconds of the range with power.
    pub power_seconds: Option<f64>,
    /// The calendar days of the range with a resting heart rate.
    pub resting_heart_rate_days: Option<usize>,
    /// The calendar days of the range with an rMSSD.
    pub hrv_rmssd_days: Option<usize>,
    /// The calendar days of the range with a sleep duration.
    pub sleep_days: Option<usize>,
    /// The calendar days of the range with steps.
    pub steps_days: Option<usize>,
    /// The nights of the range with stages of sleep.
    pub sleep_stage_days: Option<usize>,
}
