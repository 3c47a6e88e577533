//! Selects the part of a tool's output that answers the question.

use std::cmp::Ordering;

use serde_json::Value as Json;

use super::rows::Row;
use super::{cell, nouns};
use crate::understanding::{Comparison, Condition, Field, Figure, Order, Selection};

/// The selected part of a list.
pub(super) enum SelectedRows {
    /// Rows, and a sentence if they are not in the requested order.
    Rows(Vec<Row>, Option<String>),
    /// A figure of the rows, as a sentence.
    Figure(String),
}

/// The kind of the rows that a figure is computed from, and their days.
pub(super) struct About<'a> {
    /// The noun of several rows.
    pub(super) noun: &'a str,
    /// The days with their preposition; may be empty.
    pub(super) period: &'a str,
}

/// Selects.
pub(super) fn select(mut rows: Vec<Row>, selection: &Selection, about: &About<'_>) -> SelectedRows {
    retain(&mut rows, selection);
    let of_imports = keep_imported(&mut rows, selection, about.noun);
    let (order, note) = selection
        .order
        .map_or((None, None), |order| usable_order(order, &rows, about.noun));
    let notes: Vec<String> = of_imports.into_iter().chain(note).collect();
    let note = (!notes.is_empty()).then(|| notes.join(" "));
    if let Some(order) = order {
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
        None => SelectedRows::Rows(rows, note),
        Some(figure) => SelectedRows::Figure(figure_text(&rows, figure, about)),
    }
}

/// Keeps the activities that came from an import, if they are requested. A list without one keeps all, and the result
/// says so; figures are of imports alone.
fn keep_imported(rows: &mut Vec<Row>, selection: &Selection, noun: &str) -> Option<String> {
    if !selection.is_imported || rows.is_empty() {
        return None;
    }
    let is_imported = |row: &Row| row.get("source").and_then(Json::as_str) == Some("import");
    if selection.figure.is_some() || rows.iter().any(is_imported) {
        rows.retain(is_imported);
        return None;
    }
    let read = nouns::counted(rows.len() as u64, noun);
    let shown = match (selection.first, selection.order) {
        (Some(1), None) => "The newest of all is shown",
        (Some(1), Some(_)) => "The first of all is shown",
        _ => "All are shown",
    };
    Some(format!("None of {read} came from an import. {shown}."))
}

/// Keeps the rows that satisfy the conditions of a selection, have one of its statuses, and are of its days.
fn retain(rows: &mut Vec<Row>, selection: &Selection) {
    rows.retain(|row| {
        // The status of an import is its state.
        let status = row.get("status").or_else(|| row.get("state"));
        let status = status.and_then(Json::as_str);
        let mut wanted = selection.statuses.iter();
        let has_status =
            selection.statuses.is_empty() || wanted.any(|it| Some(it.as_str()) == status);
        let days = selection.days.as_ref();
        let is_of_days = days.is_none_or(|days| {
            let time = row.get(&days.field).and_then(Json::as_str);
            time.is_some_and(|time| days.contains(time))
        });
        has_status && is_of_days && selection.conditions.iter().all(|it| holds(it, row))
    });
}

fn holds(condition: &Condition, row: &Row) -> bool {
    // An interval has a point over a number if its greatest value is.
    let is_lower_bound = matches!(condition.comparison, Comparison::Over | Comparison::AtLeast);
    let Some(value) = extreme(condition.field, is_lower_bound, row) else {
        return false;
    };
    is_satisfied(condition, value)
}

/// Whether a value satisfies a condition.
pub(super) fn is_satisfied(condition: &Condition, value: f64) -> bool {
    match condition.comparison {
        Comparison::Over => value > condition.value,
        Comparison::AtLeast => value >= condition.value,
        Comparison::Under => value < condition.value,
        Comparison::AtMost => value <= condition.value,
    }
}

/// Returns the order for rows of which one at least states the field: the requested order, or by duration instead of
/// distance. If the order is another one, a sentence says so.
fn usable_order(order: Order, rows: &[Row], noun: &str) -> (Option<Order>, Option<String>) {
    let is_stated = |field: Field| {
        field == Field::Time
            || rows
                .iter()
                .any(|row| extreme(field, order.descending, row).is_some())
    };
    if rows.is_empty() || is_stated(order.field) {
        return (Some(order), None);
    }
    let (missing, _) = label(order.field);
    if order.field == Field::Distance && is_stated(Field::Duration) {
        let by_duration = Order {
            field: Field::Duration,
            ..order
        };
        let note = format!(
            "None of the {noun} states its distance: they are in the order of their duration."
        );
        return (Some(by_duration), Some(note));
    }
    let note = format!("None of the {noun} states its {missing}: they are not in its order.");
    (None, Some(note))
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

/// A figure of rows.
pub(super) struct RowFigure {
    /// The name of the field or the measurement type.
    pub(super) label: String,
    /// The value; absent if no row states the field.
    pub(super) value: Option<f64>,
    pub(super) unit: ValueUnit,
    /// The number of rows or points that the figure is of.
    count: u64,
    /// The time of the row with a least or greatest value.
    at: Option<String>,
}

/// How a value is written.
pub(super) enum ValueUnit {
    /// In the unit of a column, which its name ends with.
    Column(&'static str),
    /// Metres per second, as km/h.
    Speed,
    /// In the unit of a measurement type.
    Type { kind: String, unit: String },
}

impl ValueUnit {
    pub(super) fn shown(&self, value: f64) -> String {
        match self {
            Self::Column(name) => cell::measured(name, value),
            Self::Speed => format!("{} km/h", cell::number(value * 3.6)),
            Self::Type { kind, unit } => cell::with_unit(value, kind, unit),
        }
    }
}

/// Returns the figures of rows that satisfy the conditions: one, or one for each measurement type.
pub(super) fn figures(mut rows: Vec<Row>, selection: &Selection, figure: Figure) -> Vec<RowFigure> {
    retain(&mut rows, selection);
    keep_imported(&mut rows, selection, "");
    figures_of(&rows, figure)
}

fn figures_of(rows: &[Row], figure: Figure) -> Vec<RowFigure> {
    let field = match figure {
        Figure::Count => {
            return vec![RowFigure {
                label: "number".to_owned(),
                value: Some(rows.len() as f64),
                unit: ValueUnit::Column(""),
                count: rows.len() as u64,
                at: None,
            }];
        }
        Figure::Sum(field) | Figure::Mean(field) | Figure::Min(field) | Figure::Max(field) => field,
    };
    if field != Field::Value {
        let (label, column) = label(field);
        let unit = match field {
            Field::Speed => ValueUnit::Speed,
            _ => ValueUnit::Column(column),
        };
        let rows: Vec<&Row> = rows.iter().collect();
        return vec![row_figure(&rows, figure, field, (label.to_owned(), unit))];
    }
    let text = |row: &Row, name: &str| {
        let text = row.get(name).and_then(Json::as_str);
        cell::escaped_line(text.unwrap_or_default())
    };
    let mut types: Vec<String> = Vec::new();
    for row in rows {
        let kind = text(row, "type");
        if !types.contains(&kind) {
            types.push(kind);
        }
    }
    let of_type = |kind: &String| {
        let rows = rows.iter().filter(|row| text(row, "type") == *kind);
        let rows: Vec<&Row> = rows.collect();
        let unit = rows
            .first()
            .map_or_else(String::new, |row| text(row, "unit"));
        let label = match kind.as_str() {
            "" => "value".to_owned(),
            kind => kind.replace('_', " "),
        };
        let kind = kind.clone();
        row_figure(
            &rows,
            figure,
            field,
            (label, ValueUnit::Type { kind, unit }),
        )
    };
    types.iter().map(of_type).collect()
}

fn row_figure(
    rows: &[&Row],
    figure: Figure,
    field: Field,
    (label, unit): (String, ValueUnit),
) -> RowFigure {
    let value = |row: &Row| match figure {
        Figure::Min(_) => extreme(field, false, row),
        Figure::Max(_) => extreme(field, true, row),
        _ => number_of(field, row),
    };
    let values = rows.iter().copied();
    let values = values.filter_map(|row| Some((row, value(row)?)));
    let values: Vec<(&Row, f64)> = values.collect();
    // A bucket stands for the points in it.
    let points = |row: &Row| row.get("count").and_then(Json::as_u64).unwrap_or(1);
    let count: u64 = values.iter().map(|(row, _)| points(row)).sum();
    let by_value = |one: &&(&Row, f64), other: &&(&Row, f64)| one.1.total_cmp(&other.1);
    let end = match figure {
        Figure::Min(_) => values.iter().min_by(by_value),
        Figure::Max(_) => values.iter().max_by(by_value),
        _ => None,
    };
    let sum: f64 = values.iter().map(|(_, value)| value).sum();
    let result = match figure {
        _ if values.is_empty() => None,
        Figure::Sum(_) => Some(sum),
        Figure::Mean(_) => Some(sum / values.len() as f64),
        _ => end.map(|(_, value)| *value),
    };
    let at = end.map(|(row, _)| cell::display_value("time", &Json::from(time_of(row))));
    RowFigure {
        label,
        value: result,
        unit,
        count,
        at: at.filter(|at| !at.is_empty()),
    }
}

/// Writes a figure as sentences: one, or one for each measurement type.
fn figure_text(rows: &[Row], figure: Figure, about: &About<'_>) -> String {
    let period = match about.period {
        "" => String::new(),
        period => format!(" {period}"),
    };
    if figure == Figure::Count {
        return format!("{}{period}.", nouns::counted(rows.len() as u64, about.noun));
    }
    let figures = figures_of(rows, figure);
    if figures.is_empty() {
        return format!("There are no {}{period}.", about.noun);
    }
    let sentences = figures.iter().map(|found| {
        let is_of_points = matches!(found.unit, ValueUnit::Type { .. });
        let noun = if is_of_points { "points" } else { about.noun };
        let name = match figure {
            Figure::Min(_) => "lowest",
            Figure::Max(_) => "highest",
            Figure::Mean(_) => "mean",
            _ => "total",
        };
        let Some(value) = found.value else {
            let all = nouns::counted(rows.len() as u64, about.noun);
            return format!(
                "The {} is not known: none of {all}{period} states it.",
                found.label
            );
        };
        // A bucket has the time of its start.
        let is_bucket = rows.first().is_some_and(|row| row.contains_key("mean"));
        let at = found.at.as_ref().map(|at| match is_bucket {
            true => format!(" (in the interval from {at})"),
            false => format!(" ({at})"),
        });
        format!(
            "The {name} {}{period} is {}{}, over {}.",
            found.label,
            found.unit.shown(value),
            at.unwrap_or_default(),
            nouns::counted(found.count, noun)
        )
    });
    sentences.collect::<Vec<_>>().join("\n")
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
