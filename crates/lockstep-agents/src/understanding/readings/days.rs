//! Numbers of days: "on how many days did I do more than 10000 steps in May".

use super::super::slots::Slots;
use super::super::{Condition, Field};

/// Returns the condition of the days that a question counts, in the unit of their metric; `None` for another question.
pub(super) fn counted(slots: &Slots) -> Option<Condition> {
    let ([measure], [condition]) = (&*slots.measures, &*slots.conditions) else {
        return None;
    };
    let metric = measure.metric.filter(|metric| METRICS.contains(metric))?;
    let field = match metric {
        "sleepDuration" => Field::Duration,
        _ => Field::Value,
    };
    let is_of_all = slots.sport.is_none() && slots.device.is_none();
    let is_counted = names_days(slots) && condition.field == field && is_of_all;
    is_counted.then(|| Condition {
        field: Field::Value,
        ..condition.clone()
    })
}

/// Whether a question asks for days: "how many days", "which nights", "days with".
fn names_days(slots: &Slots) -> bool {
    slots.tokens.windows(2).any(|pair| {
        let [one, other] = [0, 1].map(|at| &*pair[at].word);
        is_day(other) && ["many", "which", "what"].contains(&one)
            || is_day(one)
                && ["with", "when", "where", "over", "under", "above", "below"].contains(&other)
    })
}

/// Whether a word is a day or a night.
pub(super) fn is_day(word: &str) -> bool {
    ["day", "days", "night", "nights"].contains(&word)
}

/// Metrics that each day has one value of.
const METRICS: &[&str] = &[
    "hrvRmssd",
    "recoveryScore",
    "restingHeartRate",
    "sleepDuration",
    "steps",
    "trainingLoad",
];
