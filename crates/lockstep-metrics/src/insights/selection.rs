//! Selection: one insight for one cause, few anomalies, and at most five insights for a week.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Found, Impact, Insight, InsightKind, Material};

/// Keeps the insight with the highest [`rank`] of each cause, and notes the others in its evidence. Of
/// the rest, anomalies are at most a third, and a week of the window has at most [`MAX_A_WEEK`].
pub(super) fn select(material: &Material, found: &mut Found) {
    let mut all = std::mem::take(&mut found.insights);
    // A stable order among equals: that of the rules.
    all.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let mut kept: Vec<Insight> = Vec::new();
    let mut places = BTreeMap::<String, usize>::new();
    for insight in all {
        let place = causes(&insight).iter().find_map(|cause| places.get(cause));
        if let Some(place) = place.copied() {
            also(&mut kept[place], &insight);
            // A chain of causes is one cause: the day of an anomaly belongs to the metric's insight.
            for cause in causes(&insight) {
                places.entry(cause).or_insert(place);
            }
            continue;
        }
        for cause in causes(&insight) {
            places.insert(cause, kept.len());
        }
        kept.push(insight);
    }
    let is_anomaly = |insight: &Insight| insight.kind == InsightKind::Anomaly;
    let others = kept.iter().filter(|insight| !is_anomaly(insight)).count();
    // Alone, anomalies are what was asked for, or the only finding.
    let most = if others == 0 { MAX_A_WEEK } else { others / 2 };
    let mut anomalies = 0;
    kept.retain(|insight| {
        anomalies += usize::from(is_anomaly(insight));
        !is_anomaly(insight) || anomalies <= most
    });
    let weeks = (material.last - material.first) / 7 + 1;
    let most = MAX_A_WEEK * usize::try_from(weeks).unwrap_or(1);
    if kept.len() > most {
        let why = format!("{} less important insights are left out", kept.len() - most);
        let kind = kept[most].kind;
        kept.truncate(most);
        found.skip(kind, None, why);
    }
    found.insights = kept;
}

/// Returns impact times confidence: what a reader should see first.
fn rank(insight: &Insight) -> f64 {
    let impact = match insight.impact {
        Some(Impact::High) => 3.0,
        Some(Impact::Medium) => 2.0,
        Some(Impact::Low) | None => 1.0,
    };
    impact * insight.confidence
}

/// Returns the causes that an insight may have; insights that share one are about the same thing.
fn causes(insight: &Insight) -> Vec<String> {
    let metric = insight.metric.as_deref().unwrap_or(insight.rule);
    let day = insight.evidence["date"].as_str();
    if insight.kind == InsightKind::Milestone {
        // Steps and exercise of one day, and their totals, are told once.
        return match day {
            Some(day) => vec![format!("best {day}"), format!("{metric} {day}")],
            None => vec![insight.rule.to_owned()],
        };
    }
    let prefix = match insight.kind {
        // Each goal is a wish of its own.
        InsightKind::Goal => return vec![format!("goal {metric}")],
        InsightKind::Recommendation => "recommendation ",
        _ => "",
    };
    let mut causes = vec![format!("{prefix}{}", subject(metric))];
    if insight.kind == InsightKind::Anomaly
        && let Some(day) = day
    {
        causes.push(format!("day {day}"));
        causes.push(format!("{metric} {day}"));
    }
    causes
}

/// Returns the subject of a metric: several metrics show one state of the body.
fn subject(metric: &str) -> &str {
    match metric {
        "recoveryScore"
        | "resting_heart_rate"
        | "restingHeartRate"
        | "hrvRmssd"
        | "heart_rate_variability_rmssd"
        | "heart_rate_variability_sdnn"
        | "stress" => "recovery",
        "sleep_duration" | "sleepDuration" => "sleep",
        "steps" | "exercise_duration" | "activeMinutes" => "movement",
        "power" | "speed" | "heart_rate" => "effort",
        other => other,
    }
}

fn also(kept: &mut Insight, dropped: &Insight) {
    let seen = json!({ "rule": dropped.rule, "metric": dropped.metric });
    match kept.evidence["alsoSeen"].as_array_mut() {
        Some(all) if !all.contains(&seen) => all.push(seen),
        Some(_) => {}
        None => kept.evidence["alsoSeen"] = json!([seen]),
    }
}

/// The maximum number of insights for each week of the window.
pub(super) const MAX_A_WEEK: usize = 5;
