//! The differences between the figures of two outputs.

use serde_json::Value as Json;

use super::selection::{self, ValueUnit};
use super::{cell, metrics, rows};
use crate::understanding::{Figure, Selection};

/// A figure of an output.
struct NamedValue {
    label: String,
    value: f64,
    unit: Unit,
}

/// How a figure is written.
enum Unit {
    /// In the unit of a metric.
    Metric(String),
    Value(ValueUnit),
}

/// Returns a line for each figure that two outputs both have.
pub(super) fn lines(first: &Json, second: &Json, selection: &Selection) -> Vec<String> {
    let others = values(second, selection);
    let ones = values(first, selection).into_iter();
    let lines = ones.filter_map(|one| {
        let other = others.iter().find(|other| other.label == one.label)?;
        Some(line(&one, other.value))
    });
    lines.collect()
}

fn line(one: &NamedValue, other: f64) -> String {
    let difference = one.value - other;
    let sign = if difference > 0.0 { "+" } else { "" };
    let share = match other == 0.0 {
        true => String::new(),
        false => format!(
            " ({sign}{} %)",
            cell::number(difference / other.abs() * 100.0)
        ),
    };
    let shown = match &one.unit {
        Unit::Metric(name) => cell::metric(name, difference),
        Unit::Value(_) if difference < 0.0 => format!("-{}", one.shown(-difference)),
        Unit::Value(_) => one.shown(difference),
    };
    format!("- {}: {sign}{shown}{share}", one.label)
}

impl NamedValue {
    fn shown(&self, value: f64) -> String {
        match &self.unit {
            Unit::Metric(name) => cell::metric(name, value),
            Unit::Value(unit) => unit.shown(value),
        }
    }
}

/// Returns the figures of an output: those that were requested, else all.
fn values(output: &Json, selection: &Selection) -> Vec<NamedValue> {
    if let Some(value) = output["value"].as_f64() {
        let text = |name: &str| cell::escaped_line(output[name].as_str().unwrap_or_default());
        let (kind, unit) = (text("type"), text("unit"));
        return vec![NamedValue {
            label: format!("{} of {}", text("operation"), kind.replace('_', " ")),
            value,
            unit: Unit::Value(ValueUnit::Type { kind, unit }),
        }];
    }
    if let Some(all) = output["metrics"].as_object() {
        let values = match selection.figure {
            Some(figure) => metrics::figure_values(output, figure, &selection.conditions),
            None => {
                let numbers = all.iter();
                let numbers =
                    numbers.filter_map(|(name, value)| Some((name.clone(), value.as_f64()?)));
                numbers.collect()
            }
        };
        let is_number = selection.figure == Some(Figure::Count);
        let named = values.into_iter().map(|(name, value)| NamedValue {
            label: cell::escaped_line(&cell::label(&name)),
            value,
            unit: match is_number {
                true => Unit::Value(ValueUnit::Column("days")),
                false => Unit::Metric(name),
            },
        });
        return named.collect();
    }
    let (Some(figure), Some(list)) = (selection.figure, rows::of(output)) else {
        return Vec::new();
    };
    let figures = selection::figures(list.rows, selection, figure).into_iter();
    let named = figures.filter_map(|figure| {
        Some(NamedValue {
            value: figure.value?,
            label: figure.label,
            unit: Unit::Value(figure.unit),
        })
    });
    named.collect()
}
