//! Selects the part of a tool's output that answers the question.

use std::cmp::Ordering;

use serde_json::Value as Json;

use super::cell;
use super::rows::Row;
use crate::understanding::{Comparison, Condition, Field, Figure, Selection};

/// The selected part of a list.
pub(super) enum SelectedRows {
    Rows(Vec<Row>),
    /// A figure of the rows, as a sentence.
    Figure(String),
}

/// Selects.
pub(super) fn select(mut rows: Vec<Row>, selection: &Selection) -> SelectedRows {
    rows.retain(|row| selection.conditions.iter().all(|it| holds(it, row)));
    if let Some(order) = selection.order {
        rows.sort_by(|one, other| {
            let compared = compare(order.field, order.descending, one, other);
            if order.descending {
                compared.reverse()
            } else {
                compared
            }
        });
    }
    if let Some(first) = selection.first {
        rows.truncate(first as usize);
    }
    match selection.figure {
        None => SelectedRows::Rows(rows),
        Some(figure) => SelectedRows::Figure(figure_of(&rows, figure)),
    }
}

fn holds(condition: &Condition, row: &Row) -> bool {
    let Some(value) = number_of(condition.field, row) else {
        return false;
    };
    match condition.comparison {
        Comparison::Over => value > condition.value,
        Comparison::AtLeast => value >= condition.value,
        Comparison::Under => value < condition.value,
        Comparison::AtMost => value <= condition.value,
    }
}

/// Compares two rows. A row without a value comes last in either direction.
fn compare(field: Field, descending: bool, one: &Row, other: &Row) -> Ordering {
    if field == Field::Time {
        return time_of(one).cmp(time_of(other));
    }
    let missing = if descending {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    };
    let value = |row: &Row| extreme(field, descending, row).unwrap_or(missing);
    value(one).total_cmp(&value(other))
}

/// Returns the value that orders a row: of a bucket its greatest or smallest value.
fn extreme(field: Field, descending: bool, row: &Row) -> Option<f64> {
    if field == Field::Value && row.contains_key("mean") {
        let name = if descending { "max" } else { "min" };
        return row.get(name).and_then(Json::as_f64);
    }
    number_of(field, row)
}

fn number_of(field: Field, row: &Row) -> Option<f64> {
    let number = |name: &str| row.get(name).and_then(Json::as_f64);
    match field {
        Field::Distance => number("distanceMeters"),
        Field::Duration => number("movingSeconds").or_else(|| number("elapsedSeconds")),
        Field::Climb => number("climbMeters"),
        Field::Energy => number("energyKcal"),
        Field::Value => number("value").or_else(|| number("mean")),
        Field::Speed => {
            let seconds = number_of(Field::Duration, row)?;
            (seconds > 0.0).then_some(number("distanceMeters")? / seconds)
        }
        Field::Time => None,
    }
}

fn time_of(row: &Row) -> &str {
    ["start", "timestamp", "time"]
        .iter()
        .find_map(|name| row.get(*name).and_then(Json::as_str))
        .unwrap_or_default()
}

fn figure_of(rows: &[Row], figure: Figure) -> String {
    let (name, field) = match figure {
        Figure::Count if rows.len() == 1 => return "1 record.".to_owned(),
        Figure::Count => return format!("{} records.", rows.len()),
        Figure::Sum(field) => ("Sum", field),
        Figure::Mean(field) => ("Mean", field),
        Figure::Min(field) => ("Smallest value", field),
        Figure::Max(field) => ("Greatest value", field),
    };
    let values: Vec<f64> = rows
        .iter()
        .filter_map(|row| number_of(field, row))
        .collect();
    let (label, unit_of) = label(field);
    if values.is_empty() {
        return format!("None of the {} records states the {label}.", rows.len());
    }
    let count = values.len();
    let value = match figure {
        Figure::Sum(_) => values.iter().sum(),
        Figure::Mean(_) => values.iter().sum::<f64>() / count as f64,
        Figure::Min(_) => values.iter().copied().fold(f64::INFINITY, f64::min),
        _ => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    };
    let shown = match field {
        Field::Speed => format!("{} km/h", cell::number(value * 3.6)),
        _ => cell::measured(unit_of, value),
    };
    format!("{name} of the {label}: {shown}, over {count} records.")
}

/// Returns the name of a field, and a name of a column whose ending says the unit.
fn label(field: Field) -> (&'static str, &'static str) {
    match field {
        Field::Distance => ("distance", "distanceMeters"),
        Field::Duration => ("duration", "movingSeconds"),
        Field::Speed => ("speed", ""),
        Field::Climb => ("climb", "climbMeters"),
        Field::Energy => ("energy", "energyKcal"),
        Field::Time => ("time", ""),
        Field::Value => ("value", ""),
    }
}
