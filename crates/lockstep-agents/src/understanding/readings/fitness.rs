//! Which of the fitness tools a question with measures, sports or topics means.

use super::super::index::KnownTool;
use super::super::slots::{Aggregate, Measure, Slots, Topic};
use super::super::{Condition, Field, Figure, Selection};

/// Whether a question begins as a search for words.
fn asks_for_search(slots: &Slots) -> bool {
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let begins = matches!(*words, ["search", ..] | ["look", "for" | "up", ..]);
    begins && !slots.has(&["audit"])
}

/// Returns tools that the slots speak for, with the strength.
pub(super) fn signals(slots: &Slots) -> Vec<(&'static str, f64)> {
    if !slots.ids.is_empty() {
        return Vec::new();
    }
    if asks_for_search(slots) {
        return vec![("search.find", STRONG)];
    }
    // Measures of a new device are its capabilities.
    if slots.device_kind.is_some() && slots.name.is_some() {
        return vec![("devices.register", STRONG)];
    }
    match slots.topic {
        Some(Topic::Profile) => return vec![("metrics.profile", STRONG)],
        Some(Topic::Types) => return vec![("points.types", STRONG)],
        Some(Topic::Variability) => return vec![("metrics.variability", STRONG)],
        Some(Topic::Insights(_)) => return vec![("insights.generate", STRONG)],
        Some(Topic::Curve) if curve_type(slots).is_some() => {
            return vec![("metrics.curve", STRONG)];
        }
        _ => {}
    }
    let by_activity = slots.is_activity
        || slots.aggregate == Some(Aggregate::Distance)
        || slots.conditions.iter().any(is_of_activity);
    let measure = slots.measures.iter().find(|measure| {
        // A distance or duration of activities is a figure of them.
        !(by_activity && measure.field().is_some())
    });
    match (by_activity, measure) {
        (true, None) => vec![("activities.list", STRONG)],
        (true, Some(measure)) => vec![
            ("activities.list", MEDIUM),
            (tool_of(measure, slots), MEDIUM),
        ],
        (false, Some(measure)) => vec![(tool_of(measure, slots), strength(slots))],
        // A summary is one of figures or one of findings.
        (false, None) if slots.has(SUMMARY_WORDS) => {
            vec![("insights.generate", MEDIUM), ("metrics.read", MEDIUM)]
        }
        (false, None) => Vec::new(),
    }
}

/// A bare measure says less than one with a range or an aggregate.
fn strength(slots: &Slots) -> f64 {
    let is_plain = slots.aggregate.is_none() && slots.range().is_none() && !slots.wants_chart;
    if is_plain { MEDIUM } else { STRONG }
}

/// Returns the tool that answers a question about a measure.
fn tool_of(measure: &Measure, slots: &Slots) -> &'static str {
    let has_type = measure.type_name.is_some();
    let is_count = slots.aggregate == Some(Aggregate::Count);
    if has_type && (slots.wants_raw || slots.limit.is_some()) && !is_count {
        return "points.read";
    }
    match slots.aggregate {
        Some(Aggregate::Variance) if has_type => "points.aggregate",
        Some(Aggregate::Min | Aggregate::Max) if has_type => "points.series",
        // Metrics are of all devices; a type can be read of one.
        _ if measure.metric.is_some() && !(has_type && slots.device.is_some()) => "metrics.read",
        Some(Aggregate::Mean | Aggregate::Sum) if slots.interval.is_none() => "points.aggregate",
        _ => "points.series",
    }
}

/// Returns the type of the curve that a question requests.
pub(super) fn curve_type(slots: &Slots) -> Option<&'static str> {
    let known = ["power", "heart_rate", "speed"];
    let named = slots.measures.iter().find_map(|measure| {
        let name = measure.type_name.as_deref()?;
        known.iter().find(|known| **known == name).copied()
    });
    let is_fast = slots.has(&["fastest", "fast", "speed", "pace"]);
    let is_power = slots.has(&["ftp"]);
    named
        .or(is_fast.then_some("speed"))
        .or(is_power.then_some("power"))
}

/// Returns the part of a tool's output that the question requests.
pub(super) fn selection(tool: &KnownTool, slots: &Slots) -> Selection {
    match &*tool.name {
        "activities.list" => of_activities(slots),
        "points.series" | "points.read" => of_points(tool, slots),
        _ => Selection::default(),
    }
}

fn of_activities(slots: &Slots) -> Selection {
    let field = slots.measures.iter().find_map(Measure::field);
    let figure = match slots.aggregate {
        Some(Aggregate::Distance) => Some(Figure::Sum(Field::Distance)),
        Some(Aggregate::Duration) => Some(Figure::Sum(Field::Duration)),
        Some(Aggregate::Count) => Some(Figure::Count),
        Some(Aggregate::Sum) => field.map(Figure::Sum),
        Some(Aggregate::Mean) => field.map(Figure::Mean),
        Some(Aggregate::Max) => field.map(Figure::Max),
        Some(Aggregate::Min) => field.map(Figure::Min),
        Some(Aggregate::Variance) | None => None,
    };
    let conditions = slots.conditions.iter().filter(|one| is_of_activity(one));
    let mut selection = Selection {
        conditions: conditions.cloned().collect(),
        order: slots.order,
        first: None,
        figure,
    };
    if selection != Selection::default() && figure.is_none() {
        selection.first = slots.limit;
    }
    selection
}

fn of_points(tool: &KnownTool, slots: &Slots) -> Selection {
    let figure = match slots.aggregate {
        Some(Aggregate::Min) => Some(Figure::Min(Field::Value)),
        Some(Aggregate::Max) => Some(Figure::Max(Field::Value)),
        Some(Aggregate::Count) if tool.name == "points.read" => Some(Figure::Count),
        _ => None,
    };
    let conditions = slots.conditions.iter().filter(|one| !is_of_activity(one));
    Selection {
        conditions: conditions.cloned().collect(),
        figure,
        ..Selection::default()
    }
}

fn is_of_activity(condition: &Condition) -> bool {
    condition.field != Field::Value
}

/// Words for a summary.
const SUMMARY_WORDS: &[&str] = &["summarize", "summarise", "summary", "overview", "report"];
/// The strength of a clear signal: more than a rare word in name, examples and description.
const STRONG: f64 = 11.0;
/// The strength of a measure without range and aggregate.
const MEDIUM: f64 = 7.0;
