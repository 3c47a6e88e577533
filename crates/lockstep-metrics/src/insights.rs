//! Insights: deterministic rules over daily values and recordings, each with its evidence.
//!
//! [`generate`] is a pure function. It takes the measured values as [`Material`] and returns the
//! insights, and a reason for each rule with too little data. The insights are not medical advice: the
//! rules compare a person with their own past and with public guidelines.

mod anomaly;
mod daily_series;
mod goal;
mod language;
mod milestone;
mod performance;
mod reasons;
mod recommendation;
mod recovery;
mod selection;
mod subject;
#[cfg(test)]
mod tests;
mod timeframe;
mod training;
mod trend;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

pub use daily_series::{DailySeries, MEASURED};
pub use goal::{ActiveMinutes, type_of_goal};
pub use language::Language;
pub use performance::{BestMean, DURATIONS, Effort, TrainingBreak};
pub use timeframe::Timeframe;
pub use training::LoadNow;

use jiff::civil::Date;

use daily_series::{hours, measured};

use crate::Days;

/// The seven kinds, in the order of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum InsightKind {
    Trend,
    Anomaly,
    Recommendation,
    Goal,
    Recovery,
    Performance,
    Milestone,
}

impl InsightKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Trend,
        Self::Anomaly,
        Self::Recommendation,
        Self::Goal,
        Self::Recovery,
        Self::Performance,
        Self::Milestone,
    ];

    /// Returns the API name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trend => "trend",
            Self::Anomaly => "anomaly",
            Self::Recommendation => "recommendation",
            Self::Goal => "goal",
            Self::Recovery => "recovery",
            Self::Performance => "performance",
            Self::Milestone => "milestone",
        }
    }
}

/// The direction of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum Direction {
    Increasing,
    Decreasing,
    Stable,
}

/// The importance of an insight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum Impact {
    Low,
    Medium,
    High,
}

/// A finding of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// The kind of the insight.
    pub kind: InsightKind,
    /// The id of the rule that produced the insight.
    pub rule: &'static str,
    /// The confidence, 0–1.
    pub confidence: f64,
    /// The description, written for people in the language of the material.
    pub description: String,
    /// The metric that the insight describes.
    pub metric: Option<String>,
    /// The direction of the metric.
    pub trend: Option<Direction>,
    /// The importance of the insight.
    pub impact: Option<Impact>,
    /// Recommended actions.
    pub recommendations: Vec<String>,
    /// The numbers that support the insight.
    pub evidence: Json,
}

impl Insight {
    fn new(kind: InsightKind, rule: &'static str, description: String, evidence: Json) -> Self {
        Self {
            kind,
            rule,
            confidence: 1.0,
            description,
            metric: None,
            trend: None,
            impact: None,
            recommendations: Vec::new(),
            evidence,
        }
    }
}

/// The reason why a rule has too little data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRule {
    /// The kind of the rule.
    pub kind: InsightKind,
    /// The metric of the rule; `None`: all metrics.
    pub metric: Option<String>,
    /// The missing data, in the language of the material.
    pub reason: String,
}

/// Values by calendar day, counted from 1970-01-01.
pub type ByDay = BTreeMap<i32, f64>;

/// A value that a person aims at.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// A type of the catalogue or the name of a metric.
    pub metric: String,
    /// The target value in the metric's canonical unit.
    pub target: f64,
    /// The target date.
    pub by: Option<Date>,
}

/// The measured values that the rules use.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// The language of descriptions, recommendations and reasons.
    pub language: Language,
    /// The window's first day.
    pub first: i32,
    /// The window's last day: that of the latest point.
    pub last: i32,
    /// Daily values by type, in canonical units; includes days before the window.
    pub daily: BTreeMap<&'static str, ByDay>,
    /// The types whose device changed within the window: two devices have different levels.
    pub changed_devices: BTreeSet<&'static str>,
    /// Minutes of moderate and vigorous activity, from heart rate.
    pub active: Option<ActiveMinutes>,
    /// The goals of the profile.
    pub goals: Vec<Goal>,
    /// Mean-maximal values in the window and in the 90 days before.
    pub bests: Vec<BestMean>,
    /// Whether speeds of `bests`, or some of them, are derived from positions.
    pub has_derived_speed: bool,
    /// The longest break of training of at least [`TrainingBreak::MIN_DAYS`] days.
    pub pause: Option<TrainingBreak>,
    /// The window's long efforts with an output and a heart rate, by time.
    pub efforts: Vec<Effort>,
    /// The balance of training load on the window's last day, or why it is unknown; `None` if the points are
    /// not stored.
    pub load: Option<Result<LoadNow, String>>,
    /// The regularity of sleep.
    pub sleep_times: Option<SleepTimes>,
}

/// The regularity of the window's nights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SleepTimes {
    /// The sleep regularity index; see [`crate::sleep_regularity_index`].
    pub index: f64,
    /// The number of nights with stages.
    pub nights: usize,
}

impl Material {
    fn of(&self, kind: &str) -> &ByDay {
        self.daily.get(kind).unwrap_or(&NOTHING)
    }

    /// Returns the days of the window with a value.
    fn in_window(&self, kind: &str) -> Vec<(i32, f64)> {
        let range = self.of(kind).range(self.first..=self.last);
        range.map(|(day, value)| (*day, *value)).collect()
    }
}

/// The result of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleFindings {
    /// The insights, the most important first.
    pub insights: Vec<Insight>,
    /// The rules without enough data, by kind.
    pub skipped: Vec<SkippedRule>,
}

impl RuleFindings {
    fn skip(&mut self, kind: InsightKind, metric: Option<&str>, reason: impl Into<String>) {
        self.skipped.push(SkippedRule {
            kind,
            metric: metric.map(str::to_owned),
            reason: reason.into(),
        });
    }
}

/// Applies the rules of these kinds. Several findings with one cause give one insight, a recommendation
/// joins the insight of its cause, and a week of the window has at most five insights.
#[must_use]
pub fn generate(material: &Material, kinds: &BTreeSet<InsightKind>) -> RuleFindings {
    let mut found = RuleFindings::default();
    let wants = |kind| kinds.contains(&kind) || kinds.contains(&InsightKind::Recommendation);
    for (kind, rules) in RULES {
        if wants(*kind) {
            rules(material, &mut found);
        }
    }
    if wants(InsightKind::Recommendation) {
        recommendation::recommend(&mut found, material.language);
    }
    found
        .insights
        .retain(|insight| kinds.contains(&insight.kind));
    let only_anomalies = kinds.iter().all(|kind| *kind == InsightKind::Anomaly);
    selection::select(material, &mut found, only_anomalies);
    for insight in &mut found.insights {
        insight.confidence = (100.0 * insight.confidence).round() / 100.0;
        let reason = reasons::reason(insight, material.language);
        let is_advice = insight.kind == InsightKind::Recommendation;
        let advice = insight.recommendations.iter().map(String::as_str);
        let advice = advice.filter(|_| !is_advice);
        for sentence in reason.into_iter().chain(advice) {
            insight.description.push(' ');
            insight.description.push_str(sentence);
        }
    }
    found
        .skipped
        .retain(|skipped| kinds.contains(&skipped.kind));
    found.skipped.sort_by_key(|skipped| skipped.kind);
    found
}

type Rules = fn(&Material, &mut RuleFindings);

const RULES: &[(InsightKind, Rules)] = &[
    (InsightKind::Trend, trend::trends),
    (InsightKind::Anomaly, anomaly::anomalies),
    (InsightKind::Recovery, recovery::recoveries),
    (InsightKind::Recovery, training::training_load),
    (InsightKind::Performance, performance::performances),
    (InsightKind::Goal, goal::goals),
    (InsightKind::Milestone, milestone::milestones),
];

/// Removes values that are not measurements: a stress score of 0, which devices send for "no score";
/// days without steps, on which no device was worn; and, if steps are measured, days without exercise
/// on which wearing is not confirmed.
pub fn keep_what_was_worn(daily: &mut BTreeMap<&'static str, ByDay>) {
    for kind in ["stress", "steps"] {
        if let Some(values) = daily.get_mut(kind) {
            values.retain(|_, value| *value > 0.0);
        }
    }
    let walked: Option<BTreeSet<i32>> = daily
        .get("steps")
        .map(|steps| steps.keys().copied().collect());
    if let (Some(walked), Some(exercise)) = (walked, daily.get_mut("exercise_duration")) {
        exercise.retain(|day, seconds| *seconds > 0.0 || walked.contains(day));
    }
    daily.retain(|_, values| !values.is_empty());
}

fn date(day: i32) -> String {
    Days::date(day).map_or_else(String::new, |date| date.to_string())
}

static NOTHING: ByDay = ByDay::new();
