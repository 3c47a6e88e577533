//! The subject of a metric.

/// Returns the subject of a metric: several metrics show one state of the body.
pub(super) fn subject(metric: &str) -> &str {
    match metric {
        "recoveryScore"
        | "resting_heart_rate"
        | "restingHeartRate"
        | "hrvRmssd"
        | "trainingLoad"
        | "heart_rate_variability_rmssd"
        | "heart_rate_variability_sdnn"
        | "stress"
        | "stress_management_score"
        | "vo2_max"
        | "vo2_max_cycling"
        | "vo2_max_running" => "recovery",
        "sleep_duration" | "sleepDuration" => "sleep",
        "steps" | "exercise_duration" | "activeMinutes" => "movement",
        "power" | "speed" | "heart_rate" => "effort",
        other => other,
    }
}
