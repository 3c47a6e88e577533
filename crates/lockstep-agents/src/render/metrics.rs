//! Sentences for metrics: of a range, of its days, and figures of the days.

use serde_json::{Map, Value as Json};

use super::selection::is_satisfied;
use super::{cell, default_period, nouns, training};
use crate::understanding::{Comparison, Condition, Figure, Selection};

/// Writes the metrics of an output, or the requested figure of their intervals.
pub(super) fn text(output: &Json, selection: &Selection) -> String {
    if selection.judges_load {
        return training::judged(output);
    }
    if selection.figure == Some(Figure::Count) && !selection.conditions.is_empty() {
        return counted_days(output, &selection.conditions);
    }
    if let Some(figure) = selection.figure {
        return figures(output, figure);
    }
    let rows = output["intervals"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    match rows.is_empty() {
        true => whole(output),
        false => format!("{}\n\n{}", whole(output), table(output, rows)),
    }
}

/// Writes a row for each interval, oldest first.
fn table(output: &Json, rows: &[Json]) -> String {
    let names: Vec<&String> = output["metrics"]
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .collect();
    let heads = names
        .iter()
        .map(|name| cell::escaped_line(&cell::label(name)));
    let heads: Vec<String> = ["from".to_owned(), "to".to_owned()]
        .into_iter()
        .chain(heads)
        .collect();
    let mut lines = vec![
        format!("| {} |", heads.join(" | ")),
        format!("|{}", " --- |".repeat(heads.len())),
    ];
    let skipped = rows.len().saturating_sub(MAX_ROWS);
    for row in &rows[skipped..] {
        let days = ["start", "end"].map(|field| day_of(&row[field], output));
        let values = names
            .iter()
            .map(|name| value_of(name, &row["metrics"][name.as_str()]));
        let cells: Vec<String> = days.into_iter().chain(values).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    if skipped > 0 {
        let skipped = nouns::counted_with_verb(skipped as u64, "older rows", ["is", "are"]);
        lines.push(format!("\n{skipped} left out."));
    }
    lines.join("\n")
}

/// Says on how many days the conditions hold, and names these days.
fn counted_days(output: &Json, conditions: &[Condition]) -> String {
    let names = output["metrics"]
        .as_object()
        .into_iter()
        .flat_map(Map::keys);
    let range = &output["basis"]["range"];
    let [start, end] = ["start", "end"].map(|name| day_of(&range[name], output));
    let lines = names.map(|name| {
        let all = values(output, name);
        let held = held(&all, conditions);
        let label = cell::escaped_line(&cell::label(name));
        let bounds = conditions.iter().map(|condition| {
            let comparison = match condition.comparison {
                Comparison::Over => "over",
                Comparison::AtLeast => "of at least",
                Comparison::Under => "under",
                Comparison::AtMost => "of at most",
            };
            format!("{comparison} {}", cell::metric(name, condition.value))
        });
        let bounds = bounds.collect::<Vec<_>>().join(" and ");
        let days = held.iter().take(MAX_ROWS);
        let days: Vec<String> = days.map(|(start, _)| day_of(start, output)).collect();
        let more = held.len() - days.len();
        let named = match (days.is_empty(), more) {
            (true, _) => String::new(),
            (false, 0) => format!(": {}", days.join(", ")),
            (false, more) => {
                let more = nouns::counted(more as u64, "later ones");
                format!(": {}, and {more}", days.join(", "))
            }
        };
        format!(
            "{} of {} with data from {start} to {end} had {label} {bounds}{named}.",
            held.len(),
            nouns::counted(all.len() as u64, "days"),
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the intervals whose values satisfy the conditions.
fn held<'o>(rows: &[(&'o Json, f64)], conditions: &[Condition]) -> Vec<(&'o Json, f64)> {
    let rows = rows.iter().copied();
    let held = rows.filter(|(_, value)| conditions.iter().all(|it| is_satisfied(it, *value)));
    held.collect()
}

/// Writes a figure of each metric over the intervals that have a value.
fn figures(output: &Json, figure: Figure) -> String {
    let names = output["metrics"]
        .as_object()
        .into_iter()
        .flat_map(Map::keys);
    let lines: Vec<String> = names
        .map(|name| figure_line(output, name, figure))
        .collect();
    match lines.is_empty() {
        true => "There are no metrics in this period.".to_owned(),
        false => lines.join("\n"),
    }
}

fn figure_line(output: &Json, name: &str, figure: Figure) -> String {
    let range = &output["basis"]["range"];
    let period = format!(
        "from {} to {}",
        day_of(&range["start"], output),
        day_of(&range["end"], output)
    );
    let label = cell::escaped_line(&cell::label(name));
    let rows = values(output, name);
    let Some(value) = of(&rows, figure) else {
        return format!("The {label} is not known for any day {period}.");
    };
    let shown = cell::metric(name, value);
    let unit = unit(output);
    let all = nouns::counted(rows.len() as u64, &format!("{unit}s"));
    let (word, at) = match figure {
        Figure::Min(_) => ("lowest", day_with(&rows, value)),
        Figure::Max(_) => ("highest", day_with(&rows, value)),
        Figure::Sum(_) => ("sum of the", None),
        Figure::Count => ("number of values of the", None),
        Figure::Mean(_) => ("mean", None),
    };
    let at = at.map(|start| format!(" (on {})", day_of(start, output)));
    format!(
        "The {word} {label} of a {unit} {period} is {shown}{}, over {all} with data.",
        at.unwrap_or_default(),
    )
}

/// Returns the value that a figure of the intervals that satisfy the conditions has, for each metric by its name.
pub(super) fn figure_values(
    output: &Json,
    figure: Figure,
    conditions: &[Condition],
) -> Vec<(String, f64)> {
    let names = output["metrics"]
        .as_object()
        .into_iter()
        .flat_map(Map::keys);
    let values = names.filter_map(|name| {
        let held = held(&values(output, name), conditions);
        let value = match figure {
            Figure::Count => held.len() as f64,
            figure => of(&held, figure)?,
        };
        Some((name.clone(), value))
    });
    values.collect()
}

/// Returns the intervals with a value: their start and the value.
fn values<'o>(output: &'o Json, name: &str) -> Vec<(&'o Json, f64)> {
    let rows = output["intervals"].as_array().into_iter().flatten();
    let values = rows.filter_map(|row| Some((&row["start"], row["metrics"][name].as_f64()?)));
    values.collect()
}

fn of(rows: &[(&Json, f64)], figure: Figure) -> Option<f64> {
    let values = rows.iter().map(|(_, value)| *value);
    let count = rows.len() as f64;
    match figure {
        _ if rows.is_empty() => None,
        Figure::Count => Some(count),
        Figure::Sum(_) => Some(values.sum()),
        Figure::Mean(_) => Some(values.sum::<f64>() / count),
        Figure::Min(_) => values.reduce(f64::min),
        Figure::Max(_) => values.reduce(f64::max),
    }
}

fn day_with<'o>(rows: &[(&'o Json, f64)], value: f64) -> Option<&'o Json> {
    let found = rows.iter().find(|(_, it)| it.total_cmp(&value).is_eq());
    found.map(|(start, _)| *start)
}

/// Returns the name of the intervals by the length of the longest.
fn unit(output: &Json) -> &'static str {
    let rows = output["intervals"].as_array().into_iter().flatten();
    let time = |value: &Json| {
        value
            .as_str()
            .and_then(|it| it.parse::<jiff::Timestamp>().ok())
    };
    let hours = rows.filter_map(|row| {
        let (start, end) = (time(&row["start"])?, time(&row["end"])?);
        Some(end.duration_since(start).as_hours())
    });
    match hours.max().unwrap_or(0) {
        0..=25 => "day",
        26..=170 => "week",
        _ => "month",
    }
}

/// Writes the day of a moment in the time zone of the metrics.
fn day_of(moment: &Json, output: &Json) -> String {
    default_period::day(moment.as_str().unwrap_or_default(), output)
}

fn whole(output: &Json) -> String {
    let range = &output["basis"]["range"];
    let mut lines = vec![format!(
        "Metrics from {} to {}:",
        cell::display_value("start", &range["start"]),
        cell::display_value("end", &range["end"])
    )];
    let basis = &output["basis"];
    for (name, value) in output["metrics"].as_object().into_iter().flatten() {
        let reason = basis["reasons"][name].as_str();
        let reason = reason.map(|text| reason_of(name, text, &basis["coverage"]));
        let shown = match value {
            Json::Null => String::new(),
            value => value_of(name, value),
        };
        let shown = match (shown.is_empty(), reason) {
            (true, Some(reason)) => format!("unknown ({reason})"),
            (true, None) => "unknown".to_owned(),
            (false, Some(reason)) => format!("{shown} ({reason})"),
            (false, None) => shown,
        };
        lines.push(format!(
            "- {}: {shown}",
            cell::escaped_line(&cell::label(name))
        ));
    }
    lines.join("\n")
}

/// Writes a value of a metric, which may have parts.
fn value_of(name: &str, value: &Json) -> String {
    match value {
        Json::Object(parts) => {
            let parts = parts.iter().filter(|(_, part)| !part.is_null());
            let parts = parts.map(|(part, value)| {
                let field = if name.ends_with("Zones") {
                    "Seconds"
                } else {
                    part
                };
                format!(
                    "{} {}",
                    cell::escaped_line(part),
                    cell::display_value(field, value)
                )
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        Json::Null => "–".to_owned(),
        value => value.as_f64().map_or_else(
            || cell::display_value(name, value),
            |value| cell::metric(name, value),
        ),
    }
}

/// Writes why a metric is unknown: for a metric of daily values, that no day of the range has one.
fn reason_of(name: &str, text: &str, coverage: &Json) -> String {
    let mut daily = DAILY_METRICS.into_iter();
    match daily.find(|(metric, _, _)| *metric == name) {
        Some((_, days, points)) if coverage[days] == 0 => {
            format!("there are no points of {points} in this period")
        }
        _ => cell::escaped_line(text),
    }
}

/// The metrics of daily values, the fields of the coverage that count their days, and the names of their points.
const DAILY_METRICS: [(&str, &str, &str); 4] = [
    (
        "restingHeartRate",
        "restingHeartRateDays",
        "resting heart rate",
    ),
    ("hrvRmssd", "hrvRmssdDays", "heart rate variability rmssd"),
    ("sleepDuration", "sleepDays", "sleep duration"),
    ("steps", "stepsDays", "steps"),
];
/// The maximum number of intervals of a table.
const MAX_ROWS: usize = 62;
