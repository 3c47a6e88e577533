//! Insights about training load: more than usual, or less before a race.

use serde_json::json;

use super::subject::subject;
use super::trend::{after_break, is_taper};
use super::{Direction, Impact, Insight, InsightKind, Material, RuleFindings};
use crate::LoadBalance;

/// The balance of training load on a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadNow {
    /// The load weighted over 7 days.
    pub acute: f64,
    /// The load weighted over 42 days.
    pub chronic: f64,
    /// The covered days of the last 42; see [`LoadBalance::covered`].
    pub covered: usize,
}

/// Reports an acute load over 1.5 times the chronic one and over [`MIN_HEAVY_LOAD`], and an acute load under 0.8
/// times the chronic one in a taper. Both need 28 covered days of the last 42. Neither claims a risk of injury: the
/// ratio does not predict it (Impellizzeri et al. 2020, Int J Sports Physiol Perform 15).
pub(super) fn training_load(material: &Material, found: &mut RuleFindings) {
    let skip = |found: &mut RuleFindings, why: String| {
        found.skip(InsightKind::Recovery, Some(METRIC), why);
    };
    let load = match &material.load {
        None => {
            return skip(
                found,
                "only stored points have a history of training load".to_owned(),
            );
        }
        Some(Err(why)) => return skip(found, why.clone()),
        Some(Ok(load)) if load.chronic <= 0.0 => {
            return skip(found, "no activity has a training load".to_owned());
        }
        Some(Ok(load)) => *load,
    };
    if load.covered < LoadBalance::MIN_COVERED_DAYS {
        let why = format!(
            "{} of the last 42 with heart rate, power or an activity; {} are needed",
            super::days(load.covered),
            LoadBalance::MIN_COVERED_DAYS
        );
        return skip(found, why);
    }
    if after_break(material).is_some() {
        let why = "the weeks before are a break, so they are no usual load to compare with";
        return skip(found, why.to_owned());
    }
    let ratio = load.acute / load.chronic;
    if ratio > HEAVY_RATIO && load.acute > MIN_HEAVY_LOAD {
        found.insights.push(heavy(load, ratio, found));
    } else if ratio < LITTLE && is_taper(material) && !is_strained(found) {
        found.insights.push(light(load, ratio, found));
    }
}

fn heavy(load: LoadNow, ratio: f64, found: &RuleFindings) -> Insight {
    let description = format!("{}.{}", compared(load, ratio), recovery_sentence(found));
    Insight {
        confidence: 0.9,
        metric: Some(METRIC.to_owned()),
        trend: Some(Direction::Increasing),
        impact: Some(if ratio > VERY_HEAVY_RATIO || is_strained(found) {
            Impact::High
        } else {
            Impact::Medium
        }),
        ..Insight::new(
            InsightKind::Recovery,
            HEAVY,
            description,
            evidence(load, ratio),
        )
    }
}

fn light(load: LoadNow, ratio: f64, found: &RuleFindings) -> Insight {
    let description = format!(
        "{}, after fuller weeks with as many sessions.{}",
        compared(load, ratio),
        recovery_sentence(found)
    );
    Insight {
        confidence: 0.8,
        metric: Some(METRIC.to_owned()),
        trend: Some(Direction::Decreasing),
        impact: Some(Impact::Medium),
        ..Insight::new(
            InsightKind::Recovery,
            LIGHT,
            description,
            evidence(load, ratio),
        )
    }
}

/// Returns the sentence that compares the loads, without its end.
fn compared(load: LoadNow, ratio: f64) -> String {
    format!(
        "Your recent training load (TRIMP of {:.0} a day, weighted over 7 days) is {ratio:.1} times your usual one \
         ({:.0}, over 42 days)",
        load.acute, load.chronic
    )
}

fn evidence(load: LoadNow, ratio: f64) -> serde_json::Value {
    json!({
        "acuteLoad": load.acute, "chronicLoad": load.chronic, "ratio": ratio,
        "form": load.chronic - load.acute, "coveredDays": load.covered,
    })
}

/// Returns the sentence about the trends of recovery that go with the load. Sleep is a cause of its own.
fn recovery_sentence(found: &RuleFindings) -> String {
    let trends = found.insights.iter().filter(|one| {
        one.kind == InsightKind::Trend
            && subject(one.metric.as_deref().unwrap_or_default()) == "recovery"
    });
    let words = trends.filter_map(|one| {
        let measured = super::measured(one.metric.as_deref()?)?;
        let verb = match one.trend? {
            Direction::Increasing => "rose",
            Direction::Decreasing => "fell",
            Direction::Stable => return None,
        };
        Some(format!("your {} {verb}", measured.words))
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        String::new()
    } else {
        format!(" In the same weeks {}.", super::listed(&words))
    }
}

/// Returns whether another rule of recovery warns.
fn is_strained(found: &RuleFindings) -> bool {
    let warnings = ["recovery.low", "recovery.resting-heart-rate"];
    found
        .insights
        .iter()
        .any(|one| warnings.contains(&one.rule))
}

pub(super) const HEAVY: &str = "recovery.training-load";
pub(super) const LIGHT: &str = "recovery.lighter-load";
const METRIC: &str = "trainingLoad";
/// The ratios of acute to chronic load from which a week is heavy, very heavy, and light.
const HEAVY_RATIO: f64 = 1.5;
const VERY_HEAVY_RATIO: f64 = 1.8;
/// The acute load in TRIMP a day below which no week is heavy: about 210 minutes of moderate exercise a week, which
/// the WHO recommends to everybody.
const MIN_HEAVY_LOAD: f64 = 25.0;
const LITTLE: f64 = 0.8;
