//! Explains in one sentence why an insight matters.

use super::{Direction, Insight, InsightKind};

/// Returns the sentence that says why an insight matters; `None` where the insight says it itself.
pub(super) fn reason(insight: &Insight) -> Option<&'static str> {
    let metric = insight.metric.as_deref().unwrap_or_default();
    let rises = insight.trend == Some(Direction::Increasing);
    Some(match (insight.kind, metric) {
        (InsightKind::Recommendation, _) => return None,
        (InsightKind::Recovery, "trainingLoad") if rises => {
            "The body adapts in the days of rest after such weeks, not in the weeks themselves."
        }
        (InsightKind::Recovery, "trainingLoad") => {
            "Fatigue fades in days and fitness in weeks: this is the time for a race or a test."
        }
        (InsightKind::Recovery, "sleepRegularityIndex") => {
            "The body's clock needs equal times: people with irregular sleep rest less in the same hours."
        }
        (InsightKind::Recovery, "sleep_duration") => {
            "Short weeks add up: they slow recovery, attention and mood."
        }
        (InsightKind::Recovery, "resting_heart_rate") => {
            "Hard training, illness, heat and alcohol raise it before one feels them."
        }
        (InsightKind::Recovery, _) if insight.rule == "recovery.low" => {
            "Below the usual range, hard sessions cost more and give less."
        }
        (InsightKind::Recovery, _) => "These values show no sign of strain or illness.",
        (InsightKind::Performance, "aerobicDecoupling") => {
            "At an even effort this drift shows where endurance, heat or drinking set the limit."
        }
        (InsightKind::Performance, "heart_rate") => {
            "It shows how hard you went; a heart rate close to the maximum also helps to set zones."
        }
        (InsightKind::Performance, _) if insight.evidence["breakDays"].is_number() => {
            "After a break that is usual; regular training brings most of it back."
        }
        (InsightKind::Performance, _) if rises && insight.confidence < CLEAR => {
            "That is hardly more than good and bad days differ; a second such day would confirm it."
        }
        (InsightKind::Performance, _) if rises => "It is the most direct sign that training works.",
        (InsightKind::Performance, _) => {
            "You went as hard as before, so freshness and health are worth a look."
        }
        (InsightKind::Goal, "activeMinutes") => {
            "These minutes lower the risk of heart disease and diabetes (WHO 2020)."
        }
        (InsightKind::Goal, _) => "You set this goal yourself.",
        (InsightKind::Milestone, _) if insight.rule == "milestone.best" => {
            after_a_long_day(insight)
        }
        (_, _) if insight.rule == "trend.usual-week" => {
            "Your own weeks are the measure: a lasting change shows there first."
        }
        (_, _) if insight.rule == "trend.after-break" => {
            "After a break, let the amount grow slowly: tendons and bones adapt more slowly than heart and \
             lungs."
        }
        (InsightKind::Milestone, _) if insight.rule == "milestone.streak" => {
            "Regularity does more for health and form than single long days."
        }
        (InsightKind::Milestone, "steps") => "Everyday movement adds up over months.",
        (InsightKind::Milestone, _) => "Training adds up over months.",
        (_, _) if insight.rule == "trend.lighter-weeks" => {
            "You train as often as before and less each time: rest before a race, or an easy month."
        }
        (_, metric) => return of_metric(metric, rises),
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
        "sleep_duration" => "Sleep decides how well training is taken in.",
        "steps" => "Everyday movement counts for health beside training.",
        "exercise_duration" => "The amount of exercise decides most of what training brings.",
        "weight" | "body_fat_percentage" => {
            "Whether that is good depends on your aim; fast losses cost performance."
        }
        "vo2_max" | "vo2_max_cycling" | "vo2_max_running" => {
            "It bounds what the heart can deliver in endurance sports."
        }
        "skin_temperature" | "respiratory_rate" | "oxygen_saturation" => {
            "Illness, altitude, a warm room or a loosely worn device change it."
        }
        "stress_management_score" => {
            "The maker's score is higher with fewer signs of stress, so it should agree with how you feel."
        }
        "stress" => "High scores for days leave less room for hard training.",
        _ => return None,
    })
}

fn after_a_long_day(insight: &Insight) -> &'static str {
    match insight.evidence["daysAgo"].as_i64() {
        Some(0..=1) => "Long days are worth an easy one after them.",
        _ => "A long day now and then, with easy days after it, builds endurance.",
    }
}

/// The confidence below which a best may be chance.
const CLEAR: f64 = 0.7;
