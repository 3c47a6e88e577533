//! Claims in words: "prove that my resting heart rate stayed below 60 last week".

use serde_json::{Map, Value as Json, json};

use super::super::slots::Slots;
use super::super::{Comparison, Condition, Field};

/// Whether a question asks for a proof of a claim.
pub(super) fn asks_for_proof(slots: &Slots) -> bool {
    slots.has(&["prove"])
}

/// Returns the claim of a question: its metric and the bounds of each day. A claim has inclusive bounds: "below 60" is
/// proven as 60 at most, as the approval says.
pub(super) fn statement(slots: &Slots) -> Option<Json> {
    let mut metrics = slots.measures.iter().filter_map(|measure| measure.metric);
    let metric = metrics.find(|metric| CLAIMED.contains(metric))?;
    let (mut min, mut max) = (None, None);
    for condition in slots.conditions.iter().filter(|one| is_bound(one, metric)) {
        match condition.comparison {
            Comparison::Over | Comparison::AtLeast => min = Some(condition.value),
            Comparison::Under | Comparison::AtMost => max = Some(condition.value),
        }
    }
    let mut statement = Map::new();
    statement.extend(max.map(|max| ("max".to_owned(), json!(max))));
    statement.insert("metric".to_owned(), json!(metric));
    statement.extend(min.map(|min| ("min".to_owned(), json!(min))));
    Some(Json::Object(statement))
}

/// Returns the number of the conditions of a question that a claim expresses.
pub(super) fn expressed(statement: &Json) -> usize {
    ["min", "max"]
        .iter()
        .filter(|bound| statement[**bound].is_number())
        .count()
}

/// Whether a condition is a bound of a metric, in its unit: seconds for sleep.
fn is_bound(condition: &Condition, metric: &str) -> bool {
    match metric {
        "sleepDuration" => condition.field == Field::Duration,
        _ => condition.field == Field::Value,
    }
}

/// The metrics of which the API proves claims.
const CLAIMED: &[&str] = &["hrvRmssd", "restingHeartRate", "sleepDuration", "steps"];
