//! Selection: one insight for one cause, few anomalies, and at most five insights for a week.

use std::collections::BTreeMap;

use serde_json::json;

use super::subject::subject;
use super::{Direction, Impact, Insight, InsightKind, Language, Material, RuleFindings};
use super::{training, trend};

/// Keeps the insight with the highest [`rank`] of each cause, and notes the others in its evidence. A
/// recommendation joins the insight of its cause. At most a third of the rest are anomalies, unless `only_anomalies` are
/// requested, and each week of the window keeps at most [`MAX_INSIGHTS_PER_WEEK`].
pub(super) fn select(material: &Material, found: &mut RuleFindings, only_anomalies: bool) {
    let language = material.language;
    let mut all = std::mem::take(&mut found.insights);
    all.iter_mut().for_each(limit_impact);
    let tired = [
        "recovery.low",
        "recommendation.easy-day",
        training::HEAVY,
        EASY_WEEK,
    ];
    let is_tired = all.iter().any(|insight| tired.contains(&insight.rule));
    let before = all.len();
    all.retain(|insight| !(is_tired && praises_load(insight)));
    if all.len() < before {
        let reason = language.pick(
            "more exercise than ever is not an achievement while recovery is low or the load has jumped",
            "mehr Training als je zuvor ist kein Erfolg, solange die Erholung niedrig oder die Belastung sprunghaft \
             gestiegen ist",
        );
        found.skip(InsightKind::Milestone, Some(EXERCISE), reason);
    }
    let is_advice = |insight: &Insight| insight.kind == InsightKind::Recommendation;
    // A stable order among equals: that of the rules. Recommendations come last, so that they join.
    all.sort_by(|one, other| {
        let by_rank = rank(other).total_cmp(&rank(one));
        let by_cause = explains_others(other).cmp(&explains_others(one));
        is_advice(one)
            .cmp(&is_advice(other))
            .then(by_cause)
            .then(by_rank)
    });
    let mut kept: Vec<Insight> = Vec::new();
    let mut places = BTreeMap::<String, usize>::new();
    for insight in all {
        let causes = causes(&insight, is_tired);
        let index = causes.iter().find_map(|cause| places.get(cause));
        if let Some(index) = index.copied() {
            note_dropped(&mut kept[index], insight);
            // A chain of causes is one cause: the day of an anomaly belongs to the metric's insight.
            for cause in causes {
                places.entry(cause).or_insert(index);
            }
            continue;
        }
        for cause in causes {
            places.insert(cause, kept.len());
        }
        kept.push(insight);
    }
    kept.sort_by(|one, other| {
        let by_cause = explains_others(other).cmp(&explains_others(one));
        by_cause.then(rank(other).total_cmp(&rank(one)))
    });
    let mut fillers = 0;
    kept.retain(|insight| {
        fillers += usize::from(filler(insight).is_some());
        filler(insight).is_none() || fillers == 1
    });
    limit_anomalies(&mut kept, found, only_anomalies, language);
    let weeks = (material.last - material.first) / 7 + 1;
    let limit = MAX_INSIGHTS_PER_WEEK * usize::try_from(weeks).unwrap_or(1);
    if kept.len() > limit {
        let dropped = kept.len() - limit;
        let reason = language.pick(
            format!("{dropped} less important insights are left out"),
            format!("weniger wichtige Erkenntnisse fehlen hier: {dropped}"),
        );
        let kind = kept[limit].kind;
        kept.truncate(limit);
        found.skip(kind, None, reason);
    }
    found.insights = kept;
}

/// Returns whether an insight praises a long day or a streak of exercise.
fn praises_load(insight: &Insight) -> bool {
    let praises = ["milestone.best", "milestone.streak"].contains(&insight.rule);
    praises && insight.metric.as_deref() == Some(EXERCISE)
}

/// Drops anomalies beside other insights that have a low impact, which chance alone gives, and those above a third of
/// the answer. The first one always stays, so that a strong anomaly beside a single other insight is reported. If only
/// anomalies are requested, [`MAX_INSIGHTS_PER_WEEK`] stay.
fn limit_anomalies(
    kept: &mut Vec<Insight>,
    found: &mut RuleFindings,
    only_anomalies: bool,
    language: Language,
) {
    let is_anomaly = |insight: &Insight| insight.kind == InsightKind::Anomaly;
    let others = kept.iter().filter(|insight| !is_anomaly(insight)).count();
    let limit = if only_anomalies {
        MAX_INSIGHTS_PER_WEEK
    } else {
        (others / 2).max(1)
    };
    let (before, mut anomalies) = (kept.len(), 0);
    kept.retain(|insight| {
        if !is_anomaly(insight) {
            return true;
        }
        let is_small = others > 0 && insight.impact == Some(Impact::Low);
        anomalies += usize::from(!is_small);
        !is_small && anomalies <= limit
    });
    let dropped = before - kept.len();
    if dropped > 0 {
        let reason = language.pick(
            format!("{dropped} smaller anomalies are left out"),
            format!("kleinere Auffälligkeiten fehlen hier: {dropped}"),
        );
        found.skip(InsightKind::Anomaly, None, reason);
    }
}

/// Lowers an impact that the confidence does not support.
fn limit_impact(insight: &mut Insight) {
    let limit = match insight.confidence {
        confidence if confidence >= HIGH_FROM => Impact::High,
        confidence if confidence >= MEDIUM_FROM => Impact::Medium,
        _ => Impact::Low,
    };
    let weight = |impact| match impact {
        Impact::High => 3,
        Impact::Medium => 2,
        Impact::Low => 1,
    };
    if let Some(impact) = &mut insight.impact
        && weight(*impact) > weight(limit)
    {
        *impact = limit;
    }
}

/// Returns whether an insight is the cause of what the others of its subject show: training load explains
/// variability, resting heart rate and recovery.
fn explains_others(insight: &Insight) -> bool {
    [training::HEAVY, training::LIGHT, EASY_WEEK].contains(&insight.rule)
}

/// Returns the rank of an insight that says that nothing is new; `None` for one with news. An answer has one of
/// them at most, after all others.
fn filler(insight: &Insight) -> Option<f64> {
    match insight.rule {
        "recovery.usual" => Some(0.03),
        trend::USUAL_WEEK => Some(0.02),
        "milestone.total" => Some(0.01),
        _ => None,
    }
}

/// Returns impact times confidence: what a reader should see first. A milestone is certain because it is counted,
/// which does not make it more important than a warning.
fn rank(insight: &Insight) -> f64 {
    if let Some(rank) = filler(insight) {
        return rank;
    }
    let impact = match insight.impact {
        Some(Impact::High) => 3.0,
        Some(Impact::Medium) => 2.0,
        Some(Impact::Low) | None => 1.0,
    };
    let confidence = match insight.kind {
        InsightKind::Milestone => COUNTED * insight.confidence,
        _ => insight.confidence,
    };
    impact * confidence
}

/// Returns the causes that an insight may have; insights that share one are about the same thing. `is_tired`:
/// recovery is low, which explains a drift of heart rate.
fn causes(insight: &Insight, is_tired: bool) -> Vec<String> {
    let metric = insight.metric.as_deref().unwrap_or(insight.rule);
    let because = &insight.evidence["because"];
    let is_advice = insight.kind == InsightKind::Recommendation;
    let (kind, evidence) = if is_advice {
        let kind = because["type"].as_str().unwrap_or_default();
        (kind, &because["evidence"])
    } else {
        (insight.kind.name(), &insight.evidence)
    };
    let day = evidence["date"].as_str();
    if kind == InsightKind::Milestone.name() {
        // Steps and exercise of one day, and their totals, are reported once.
        return match day {
            Some(day) => vec![format!("best {day}"), format!("{metric} {day}")],
            None => vec![insight.rule.to_owned()],
        };
    }
    if kind == InsightKind::Goal.name() {
        // Each goal is a wish of its own.
        return vec![format!("goal {metric}")];
    }
    let subject = match subject(metric) {
        "aerobicDecoupling" if is_tired => "recovery",
        subject => subject,
    };
    // Two sports have no common cause but fatigue.
    let sport = evidence["sport"].as_str().filter(|_| subject != "recovery");
    let mut causes =
        vec![sport.map_or_else(|| subject.to_owned(), |sport| format!("{subject} {sport}"))];
    if kind == InsightKind::Trend.name() {
        // A goal that moves away, and the fall that moves it, are one.
        causes.push(format!("goal {metric}"));
        if subject == MOVEMENT {
            causes.push("goal activeMinutes".to_owned());
            causes.extend(insight.trend.and_then(change_of_movement));
        }
    }
    if evidence["breakDays"].is_number() {
        // A return to training, and the lower bests of it.
        causes.push(BREAK.to_owned());
    }
    if [training::HEAVY, training::LIGHT].contains(&insight.rule) {
        // More or less load, and more or less exercise, are one.
        causes.extend(insight.trend.and_then(change_of_movement));
    }
    if kind == InsightKind::Anomaly.name()
        && let Some(day) = day
    {
        causes.push(format!("day {day}"));
        causes.push(format!("{metric} {day}"));
    }
    causes
}

fn change_of_movement(trend: Direction) -> Option<String> {
    match trend {
        Direction::Increasing => Some(format!("{MOVEMENT} rises")),
        Direction::Decreasing => Some(format!("{MOVEMENT} falls")),
        Direction::Stable => None,
    }
}

/// Returns whether advice fits an insight of its cause: the advice answers this insight, or it is to rest and the
/// insight shows strain as well. A cause can have an anomaly that is high and a trend that falls.
fn is_advice_for(kept: &Insight, advice: &Insight) -> bool {
    let because = &advice.evidence["because"];
    let is_answer = because["rule"] == kept.rule && because["metric"] == json!(kept.metric);
    is_answer || (REST.contains(&advice.rule) && shows_strain(kept))
}

fn shows_strain(insight: &Insight) -> bool {
    let strained = match insight.metric.as_deref() {
        Some(
            "recoveryScore"
            | "heart_rate_variability_rmssd"
            | "heart_rate_variability_sdnn"
            | "stress_management_score",
        ) => Direction::Decreasing,
        Some("resting_heart_rate" | "stress" | "trainingLoad" | "aerobicDecoupling") => {
            Direction::Increasing
        }
        _ => return false,
    };
    insight.trend == Some(strained)
}

/// Notes a dropped insight in the kept one. The first recommendation that fits becomes the kept one's.
fn note_dropped(kept: &mut Insight, dropped: Insight) {
    if dropped.kind == InsightKind::Recommendation {
        if kept.recommendations.is_empty() && is_advice_for(kept, &dropped) {
            kept.recommendations = dropped.recommendations;
            kept.evidence["recommendationRule"] = json!(dropped.rule);
        }
        return;
    }
    let seen = json!({ "rule": dropped.rule, "metric": dropped.metric });
    let is_of_break = kept.rule == trend::AFTER_BREAK && dropped.kind == InsightKind::Performance;
    if is_of_break
        && !kept.evidence["alsoSeen"]
            .to_string()
            .contains(&seen["rule"].to_string())
    {
        // The pace after a break puts the amount into perspective.
        kept.description.push(' ');
        kept.description.push_str(&dropped.description);
    }
    match kept.evidence["alsoSeen"].as_array_mut() {
        Some(all) if !all.contains(&seen) => all.push(seen),
        Some(_) => {}
        None => kept.evidence["alsoSeen"] = json!([seen]),
    }
}

/// The confidence of a counted finding beside measured ones.
const COUNTED: f64 = 0.6;
const EASY_WEEK: &str = "recommendation.easy-week";
/// The rules of advice to rest.
const REST: [&str; 3] = [
    "recommendation.easy-day",
    EASY_WEEK,
    "recommendation.rest-resting-heart-rate",
];
const EXERCISE: &str = "exercise_duration";
const MOVEMENT: &str = "movement";
const BREAK: &str = "break";
/// The maximum number of insights for each week of the window.
pub(super) const MAX_INSIGHTS_PER_WEEK: usize = 5;
/// The confidences from which an impact can be high, and medium.
const HIGH_FROM: f64 = 0.7;
const MEDIUM_FROM: f64 = 0.4;
