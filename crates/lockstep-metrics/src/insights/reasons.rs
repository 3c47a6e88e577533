//! Explains in one sentence why an insight matters.

use super::{Direction, Insight, InsightKind};

/// Returns the sentence that says why an insight matters; `None` where the insight says it itself.
pub(super) fn reason(insight: &Insight) -> Option<&'static str> {
    let metric = insight.metric.as_deref().unwrap_or_default();
    let rises = insight.trend == Some(Direction::Increasing);
    if let Some(reason) = of_rule(insight) {
        return Some(reason);
    }
    match insight.kind {
        InsightKind::Recommendation => None,
        InsightKind::Recovery => Some(of_recovery(metric, rises)),
        InsightKind::Performance => Some(of_performance(insight, metric, rises)),
        InsightKind::Goal => Some(of_goal(insight, metric)),
        InsightKind::Milestone => Some(match metric {
            "steps" => "Everyday movement adds up over months.",
            _ => "Training adds up over months.",
        }),
        InsightKind::Anomaly => of_day(insight, metric, rises).or_else(|| of_metric(metric, rises)),
        InsightKind::Trend => of_metric(metric, rises),
    }
}

/// Returns the reason of a rule that needs its own.
fn of_rule(insight: &Insight) -> Option<&'static str> {
    Some(match insight.rule {
        "recovery.low" => "Below the usual range, hard sessions cost more and give less.",
        "milestone.best" => after_a_long_day(insight),
        "milestone.streak" => "Regularity does more for health and form than single long days.",
        "trend.usual-week" => {
            "Health gains grow up to about 8000 to 10 000 steps a day, from the age of 60 up to 6000 to 8000 \
             (Paluch et al. 2022)."
        }
        "trend.after-break" => {
            "After a break, let the amount grow slowly: tendons and bones adapt more slowly than heart and \
             lungs."
        }
        "trend.lighter-weeks" => {
            "You train as often as before and less each time: rest before a race, or an easy month."
        }
        _ => return None,
    })
}

fn of_recovery(metric: &str, rises: bool) -> &'static str {
    match metric {
        "trainingLoad" if rises => {
            "The body adapts in the days of rest after such weeks, not in the weeks themselves."
        }
        "trainingLoad" => {
            "Fatigue fades in days and fitness in weeks: this is the time for a race or a test."
        }
        "sleepRegularityIndex" => {
            "The body's clock follows equal times; irregular sleep goes with poorer health, whatever its length \
             (Windred et al. 2024)."
        }
        "sleep_duration" => "Short nights add up: they slow recovery, attention and mood.",
        "resting_heart_rate" => {
            "Hard training, poor sleep, illness, heat and alcohol raise it, often before you feel unwell."
        }
        _ => "These values show no sign of strain or illness.",
    }
}

fn of_performance(insight: &Insight, metric: &str, rises: bool) -> &'static str {
    match metric {
        "aerobicDecoupling" => {
            "At an even effort, such a drift shows the limit of endurance, or heat and too little drinking."
        }
        "heart_rate" => {
            "It shows how hard you went; a heart rate close to the maximum also helps to set zones."
        }
        _ if insight.evidence["breakDays"].is_number() => {
            "After a break that is usual; regular training brings most of it back."
        }
        _ if rises && insight.confidence < CLEAR => {
            "That is hardly more than good and bad days differ; a second such day would confirm it."
        }
        _ if rises => "It is the most direct sign that training works.",
        _ => "You went as hard as before, so freshness and health are worth a look.",
    }
}

fn of_goal(insight: &Insight, metric: &str) -> &'static str {
    match metric {
        "activeMinutes" => "These minutes lower the risk of heart disease and diabetes (WHO 2020).",
        _ if insight.evidence["reached"] == true => {
            "Your plan has become your usual: keep it up, or set the next step."
        }
        _ => "Small steps that last bring a goal nearer than short efforts.",
    }
}

/// Returns what a single unusual day may mean; `None` where it means the same as a change.
fn of_day(insight: &Insight, metric: &str, rises: bool) -> Option<&'static str> {
    Some(match metric {
        "sleep_duration" if rises => {
            "A long night often follows short ones, hard days or an illness."
        }
        "sleep_duration" => {
            "One short night is made up for within days; several in a row cost recovery and attention."
        }
        "steps" | "exercise_duration" if is_recent(insight) => {
            "If the device counted well, plan an easy day after such a long one."
        }
        "steps" | "exercise_duration" => {
            "One long day changes little; if it was not one, check what the device counted."
        }
        "weight" => {
            "Water and food change weight by a kilogram or two in a day; more may be another person on the scale."
        }
        "body_fat_percentage" => {
            "Scales derive it from the body's water, so a single value says little."
        }
        "vo2_max" | "vo2_max_cycling" | "vo2_max_running" => {
            "Watches estimate it from heart rate and pace, so a single value says little."
        }
        "heart_rate_variability_rmssd" | "heart_rate_variability_sdnn" if rises => {
            "A single high value is often an error of the sensor or irregular beats; a week says more."
        }
        "resting_heart_rate" if !rises => {
            "A single low value is often an error of the sensor or a calm day; a week says more."
        }
        _ => return None,
    })
}

/// Returns why a change of a metric matters.
fn of_metric(metric: &str, rises: bool) -> Option<&'static str> {
    Some(match metric {
        "resting_heart_rate" if rises => {
            "A rise often goes with fatigue, illness, heat, other medication or less endurance training."
        }
        "resting_heart_rate" => "A fall often goes with better endurance or more rest.",
        "heart_rate_variability_rmssd" | "heart_rate_variability_sdnn" if rises => {
            "A rise above your own usual often goes with good recovery."
        }
        "heart_rate_variability_rmssd" | "heart_rate_variability_sdnn" => {
            "A fall below your own usual often goes with strain, poor sleep or illness."
        }
        "sleep_duration" => "Much of the recovery from training happens in sleep.",
        "steps" => "Everyday movement counts for health beside training.",
        "exercise_duration" => "The amount of exercise decides most of what training brings.",
        "weight" | "body_fat_percentage" if rises => "Whether that is good depends on your aim.",
        "weight" | "body_fat_percentage" => {
            "Whether that is good depends on your aim; fast losses cost muscle and performance."
        }
        "vo2_max" | "vo2_max_cycling" | "vo2_max_running" => {
            "It is the ceiling of endurance: the most oxygen that heart, lungs and muscles can use."
        }
        "skin_temperature" if rises => {
            "Illness, a warm room, a hot season or the menstrual cycle raise it."
        }
        "skin_temperature" => {
            "Cooler rooms, a cold season, the menstrual cycle or a loosely worn device lower it."
        }
        "respiratory_rate" if rises => "Illness, altitude, heat or a loosely worn device raise it.",
        "respiratory_rate" => "Calmer sleep, better endurance or cooler nights lower it.",
        "oxygen_saturation" if rises => "Lower altitude, or a device that fits better, raises it.",
        "oxygen_saturation" => "Altitude, illness, cold hands or a loosely worn device lower it.",
        "stress_management_score" => {
            "The maker's score is higher with fewer signs of stress, so it should agree with how you feel."
        }
        "stress" if !rises => "Low scores for days leave room for hard training.",
        "stress" => "High scores for days leave less room for hard training.",
        _ => return None,
    })
}

fn after_a_long_day(insight: &Insight) -> &'static str {
    if is_recent(insight) {
        "Plan an easy day after such a long one."
    } else {
        "A long day now and then, with easy days after it, builds endurance."
    }
}

/// Returns whether the day of an insight is so recent that advice for the day after it is still of use.
fn is_recent(insight: &Insight) -> bool {
    matches!(insight.evidence["daysAgo"].as_i64(), Some(0..=1))
}

/// The confidence below which a best may be chance.
const CLEAR: f64 = 0.7;
