//! Insights: deterministic rules over daily values and recordings, each with its evidence.
//!
//! Pure functions: [`generate`] takes what was measured as [`Material`] and gives what is worth
//! saying and, where there was too little to go by, why nothing is said. None of it is medical: the
//! rules compare a person with their own past and with public guidelines.

mod anomaly;
mod goal;
mod milestone;
mod performance;
mod recommendation;
mod recovery;
#[cfg(test)]
mod tests;
mod timeframe;
mod trend;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

pub use performance::{Best, DURATIONS, Effort};
pub use timeframe::Timeframe;

use crate::metrics::Days;
use crate::profile::Goal;

/// The seven kinds, in the order they are answered.
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
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Trend,
        Self::Anomaly,
        Self::Recommendation,
        Self::Goal,
        Self::Recovery,
        Self::Performance,
        Self::Milestone,
    ];

    /// As the wire calls it.
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

/// Where a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum Direction {
    Increasing,
    Decreasing,
    Stable,
}

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the specification")]
pub enum Impact {
    Low,
    Medium,
    High,
}

/// Something worth saying.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// Which of the seven.
    pub kind: InsightKind,
    /// The id of the rule that says it.
    pub rule: &'static str,
    /// 0–1.
    pub confidence: f64,
    /// For people.
    pub description: String,
    /// What it is about.
    pub metric: Option<String>,
    /// Where that goes.
    pub trend: Option<Direction>,
    /// How much it matters.
    pub impact: Option<Impact>,
    /// What could be done.
    pub recommendations: Vec<String>,
    /// The numbers it rests on.
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

/// Why a rule says nothing: too little to go by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Of which kind.
    pub kind: InsightKind,
    /// Of which metric; none: of all.
    pub metric: Option<String>,
    /// What is missing.
    pub reason: String,
}

/// Values by calendar day, counted from 1970-01-01.
pub type ByDay = BTreeMap<i32, f64>;

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// The window's first day.
    pub first: i32,
    /// The window's last day: that of the latest point.
    pub last: i32,
    /// Daily values by type, canonical units; days before the window too.
    pub daily: BTreeMap<&'static str, ByDay>,
    /// Minutes of moderate activity a day, vigorous ones twice, and where they come from.
    pub active: Option<(ByDay, &'static str)>,
    /// The profile's.
    pub goals: Vec<Goal>,
    /// Mean-maximal values in the window and in the 90 days before.
    pub bests: Vec<Best>,
    /// Long efforts of the window with an output and a heart rate, by time.
    pub efforts: Vec<Effort>,
}

impl Material {
    fn of(&self, kind: &str) -> &ByDay {
        self.daily.get(kind).unwrap_or(&NOTHING)
    }

    /// The days of the window that have a value.
    fn in_window(&self, kind: &str) -> Vec<(i32, f64)> {
        let range = self.of(kind).range(self.first..=self.last);
        range.map(|(day, value)| (*day, *value)).collect()
    }
}

/// What is worth saying, and why the rest is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// By kind, then by metric or time.
    pub insights: Vec<Insight>,
    /// By kind.
    pub skipped: Vec<Skipped>,
}

impl Found {
    fn skip(&mut self, kind: InsightKind, metric: Option<&str>, reason: impl Into<String>) {
        self.skipped.push(Skipped {
            kind,
            metric: metric.map(str::to_owned),
            reason: reason.into(),
        });
    }
}

/// Applies the rules of these kinds.
#[must_use]
pub fn generate(material: &Material, kinds: &BTreeSet<InsightKind>) -> Found {
    let mut found = Found::default();
    let wants = |kind| kinds.contains(&kind) || kinds.contains(&InsightKind::Recommendation);
    for (kind, rules) in RULES {
        if wants(*kind) {
            rules(material, &mut found);
        }
    }
    if wants(InsightKind::Recommendation) {
        recommendation::recommend(&mut found);
    }
    found
        .insights
        .retain(|insight| kinds.contains(&insight.kind));
    found
        .skipped
        .retain(|skipped| kinds.contains(&skipped.kind));
    found.insights.sort_by_key(|insight| insight.kind);
    found.skipped.sort_by_key(|skipped| skipped.kind);
    found
}

type Rules = fn(&Material, &mut Found);

const RULES: &[(InsightKind, Rules)] = &[
    (InsightKind::Trend, trend::trends),
    (InsightKind::Anomaly, anomaly::anomalies),
    (InsightKind::Recovery, recovery::recoveries),
    (InsightKind::Performance, performance::performances),
    (InsightKind::Goal, goal::goals),
    (InsightKind::Milestone, milestone::milestones),
];

/// A type with one value a day.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The catalogue's name.
    pub kind: &'static str,
    /// In a sentence.
    pub words: &'static str,
    /// What the canonical value is divided by in a sentence.
    scale: f64,
    /// The unit in a sentence.
    unit: &'static str,
    /// Whether a day's value is the sum of its points; else their mean.
    pub is_sum: bool,
}

impl Measured {
    /// A value of it, for people.
    fn say(&self, value: f64) -> String {
        format!("{} {}", figure(value / self.scale), self.unit)
    }
}

/// A number as people write it: three digits or so.
fn figure(value: f64) -> String {
    let size = value.abs();
    if size >= 100.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}

fn date(day: i32) -> String {
    Days::date(day).map_or_else(String::new, |date| date.to_string())
}

fn measured(kind: &str) -> Option<&'static Measured> {
    MEASURED.iter().find(|one| one.kind == kind)
}

const fn mean_of(
    kind: &'static str,
    words: &'static str,
    scale: f64,
    unit: &'static str,
) -> Measured {
    Measured {
        kind,
        words,
        scale,
        unit,
        is_sum: false,
    }
}

const fn sum_of(
    kind: &'static str,
    words: &'static str,
    scale: f64,
    unit: &'static str,
) -> Measured {
    Measured {
        is_sum: true,
        ..mean_of(kind, words, scale, unit)
    }
}

static NOTHING: ByDay = ByDay::new();

/// Deliberately absent: `distance`, whose points are increments from some sources and running totals
/// from others, so that a day's sum means nothing; and what differs by what one does, as heart rate.
pub const MEASURED: &[Measured] = &[
    mean_of("body_fat_percentage", "body fat", 1.0, "%"),
    mean_of(
        "heart_rate_variability_rmssd",
        "heart-rate variability (rMSSD)",
        1.0,
        "ms",
    ),
    mean_of(
        "heart_rate_variability_sdnn",
        "heart-rate variability (SDNN)",
        1.0,
        "ms",
    ),
    mean_of("oxygen_saturation", "oxygen saturation", 1.0, "%"),
    mean_of("respiratory_rate", "breathing rate", 1.0, "a minute"),
    mean_of("resting_heart_rate", "resting heart rate", 1.0, "a minute"),
    mean_of("skin_temperature", "skin temperature", 1.0, "°C"),
    mean_of("stress", "stress score", 1.0, "points"),
    mean_of("vo2_max", "VO2max", 1.0, "mL/kg/min"),
    mean_of("weight", "weight", 1.0, "kg"),
    sum_of("exercise_duration", "exercise", 60.0, "min a day"),
    sum_of("sleep_duration", "sleep", 3600.0, "h a day"),
    sum_of("steps", "steps", 1.0, "a day"),
];
