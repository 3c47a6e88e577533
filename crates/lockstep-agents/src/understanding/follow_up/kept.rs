//! The parts of the previous call that a follow-up leaves as they are.

use serde_json::Value as Json;

use super::super::slots::{Aggregate, Measure, Slots};
use super::super::vocabulary::METRICS;
use super::super::{Call, Figure};

/// Takes over the arguments of the previous call that the follow-up leaves open.
pub(super) fn keep(call: &mut Call, previous: &Call, slots: &Slots) {
    let mut is_changed = false;
    // Two periods are compared by all of their rows: "compare this month with last month" after the last ride.
    let is_comparison = call.compared_with.is_some();
    for (name, value) in &previous.arguments {
        let is_replaced = match &**name {
            "startDate" | "endDate" | "cursor" | "offset" | "buckets" => true,
            "timeframe" => !slots.dates.ranges.is_empty(),
            "metrics" | "type" | "types" => !slots.measures.is_empty(),
            "limit" => slots.limit.is_some() || is_comparison,
            _ => call.arguments.contains_key(name),
        };
        if !is_replaced && call.arguments.get(name) != Some(value) {
            call.arguments.insert(name.clone(), value.clone());
            if let Some(other) = &mut call.compared_with {
                other.insert(name.clone(), value.clone());
            }
            is_changed = true;
        }
    }
    let selection = &mut call.selection;
    if selection.conditions.is_empty() && !previous.selection.conditions.is_empty() {
        selection
            .conditions
            .clone_from(&previous.selection.conditions);
    }
    selection.order = selection.order.or(previous.selection.order);
    // "Only the longest 3" asks for rows, no longer for their figure.
    if slots.order.is_none() && slots.limit.is_none() {
        let earlier = previous.selection.figure;
        selection.figure = match (slots.aggregate, earlier) {
            (None, Some(earlier)) => Some(earlier),
            (aggregate, _) => selection.figure.or(figure_of(aggregate, earlier)),
        };
    }
    selection.seconds = selection.seconds.or(previous.selection.seconds);
    if selection.statuses.is_empty() {
        selection.statuses.clone_from(&previous.selection.statuses);
    }
    if selection.days.is_none() && slots.range().is_none() {
        selection.days.clone_from(&previous.selection.days);
    }
    if slots.sport.is_none() {
        selection.is_imported |= previous.selection.is_imported;
    }
    if slots.measures.is_empty() {
        selection.judges_load |= previous.selection.judges_load;
        selection.types.clone_from(&previous.selection.types);
        if slots.aggregate.is_none() && selection.activity_figures.is_none() {
            let earlier = &previous.selection.activity_figures;
            selection.activity_figures.clone_from(earlier);
        }
    }
    // The figure of a few rows: "how far was that?" after the two longest runs.
    if selection.figure.is_some() && previous.selection.figure.is_none() && !is_comparison {
        let is_whole = previous.selection.is_whole();
        let limit = previous.arguments.get("limit").filter(|_| is_whole);
        let limit = limit.and_then(Json::as_u64);
        let limit = limit.and_then(|limit| u32::try_from(limit).ok());
        selection.first = slots.limit.or(previous.selection.first).or(limit);
    }
    // A number of rows is one of the selected rows: all rows are read to select from.
    let is_selected =
        selection.order.is_some() || !selection.conditions.is_empty() || selection.days.is_some();
    if is_selected && selection.figure.is_none() {
        selection.first = slots.limit.or(previous.selection.first);
        let was_selected =
            previous.selection.order.is_some() || !previous.selection.conditions.is_empty();
        if let Some(limit) = previous.arguments.get("limit").filter(|_| was_selected) {
            call.arguments.insert("limit".to_owned(), limit.clone());
        }
    }
    if is_changed {
        call.reading.push_str(", otherwise as before");
    }
}

/// Returns the figure of a follow-up: that of the previous call, or its field with another aggregate.
fn figure_of(aggregate: Option<Aggregate>, previous: Option<Figure>) -> Option<Figure> {
    let Some(aggregate) = aggregate else {
        return previous;
    };
    let field = match previous? {
        Figure::Count => return None,
        Figure::Sum(field) | Figure::Mean(field) | Figure::Min(field) | Figure::Max(field) => field,
    };
    match aggregate {
        Aggregate::Sum => Some(Figure::Sum(field)),
        Aggregate::Mean => Some(Figure::Mean(field)),
        Aggregate::Min => Some(Figure::Min(field)),
        Aggregate::Max => Some(Figure::Max(field)),
        Aggregate::Variance | Aggregate::Count | Aggregate::Distance | Aggregate::Duration => None,
    }
}

/// Returns the measure of a metric.
pub(super) fn metric_of(name: &str) -> Option<Measure> {
    let mut metrics = METRICS.iter().map(|(metric, _)| *metric);
    let known = metrics.find(|metric| *metric == name)?;
    Some(Measure {
        type_name: None,
        metric: Some(known),
    })
}
