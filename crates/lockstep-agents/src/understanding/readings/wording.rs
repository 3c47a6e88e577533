//! Readings and help in plain words.

use serde_json::{Map, Value as Json};

use super::super::index::KnownTool;
use super::super::{Comparison, Condition, Context, Field, Figure, RowDays, Selection};

/// Says how a question was read: the tool's purpose, its arguments, and the selection.
pub(in crate::understanding) fn reading(
    tool: &KnownTool,
    arguments: &Map<String, Json>,
    compared_with: Option<&Map<String, Json>>,
    selection: &Selection,
) -> String {
    let mut text = purpose(tool);
    let mut parts: Vec<String> = Vec::new();
    let fields = arguments.iter().filter(|(name, _)| !is_date(name));
    parts.extend(fields.map(|(name, value)| format!("{name} {}", plain(value))));
    parts.extend(range(arguments));
    if let Some(other) = compared_with {
        parts.extend(range(other).map(|range| format!("compared with {range}")));
    }
    parts.extend(selection.conditions.iter().map(condition));
    if let Some(order) = selection.order {
        let direction = if order.descending {
            "descending"
        } else {
            "ascending"
        };
        parts.push(format!("by {}, {direction}", field(order.field)));
    }
    parts.extend(selection.first.map(|first| format!("the first {first}")));
    parts.extend(selection.figure.map(figure));
    parts.extend(selection.types.iter().map(|name| name.replace('_', " ")));
    if !selection.statuses.is_empty() {
        parts.push(format!("status {}", selection.statuses.join(" or ")));
    }
    parts.extend(selection.days.as_ref().map(RowDays::text));
    if selection.is_imported {
        parts.push("from imports".to_owned());
    }
    if selection.judges_load {
        parts.push("whether the load is too much".to_owned());
    }
    if let Some(synced) = &selection.synced {
        parts.push(format!("that sent points {}", synced.days.text()));
        parts.extend(synced.kind.as_ref().map(|kind| format!("type {kind}")));
    }
    let figures = selection.activity_figures.as_ref();
    parts.extend(figures.map(|names| match names.as_slice() {
        [] => "with the figures of each".to_owned(),
        names => format!("with {} of each", names.join(" and ")),
    }));
    parts.extend(
        selection
            .seconds
            .map(|seconds| format!("the best {seconds} s")),
    );
    if !parts.is_empty() {
        text.push_str(": ");
        text.push_str(&parts.join(", "));
    }
    text
}

/// The first sentence of the description, without its stop.
fn purpose(tool: &KnownTool) -> String {
    let line = tool.description.lines().next().unwrap_or_default().trim();
    let end = line.find(". ").unwrap_or(line.len());
    let sentence = line[..end].trim_end_matches('.');
    let has_text = !sentence.is_empty();
    if has_text {
        sentence.to_owned()
    } else {
        tool.name.clone()
    }
}

fn is_date(name: &str) -> bool {
    name == "startDate" || name == "endDate"
}

fn range(arguments: &Map<String, Json>) -> Option<String> {
    let date = |name: &str| arguments.get(name).and_then(Json::as_str);
    match (date("startDate"), date("endDate")) {
        (Some(first), Some(last)) if first == last => Some(format!("on {first}")),
        (Some(first), Some(last)) => Some(format!("from {first} to {last}")),
        (Some(first), None) => Some(format!("from {first}")),
        (None, Some(last)) => Some(format!("until {last}")),
        (None, None) => None,
    }
}

fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) if items.is_empty() => "none".to_owned(),
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" and "),
        Json::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name} {}", plain(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn condition(condition: &Condition) -> String {
    let comparison = match condition.comparison {
        Comparison::Over => "over",
        Comparison::AtLeast => "at least",
        Comparison::Under => "under",
        Comparison::AtMost => "at most",
    };
    let unit = match condition.field {
        Field::Distance | Field::Climb => " m",
        Field::Duration => " s",
        Field::Speed => " m/s",
        Field::Energy => " kcal",
        Field::Time | Field::Value => "",
    };
    format!(
        "{} {comparison} {}{unit}",
        field(condition.field),
        condition.value
    )
}

fn field(field: Field) -> &'static str {
    match field {
        Field::Distance => "distance",
        Field::Duration => "duration",
        Field::Speed => "speed",
        Field::Climb => "climb",
        Field::Energy => "energy",
        Field::Time => "time",
        Field::Value => "value",
    }
}

fn figure(figure: Figure) -> String {
    match figure {
        Figure::Count => "their number".to_owned(),
        Figure::Sum(of) => format!("the sum of {}", field(of)),
        Figure::Mean(of) => format!("the mean of {}", field(of)),
        Figure::Min(of) => format!("the smallest {}", field(of)),
        Figure::Max(of) => format!("the greatest {}", field(of)),
    }
}

/// Names questions that the tools answer.
pub(super) fn help(context: &Context<'_>) -> String {
    let of_tools = context.tools.tools().iter();
    let of_tools = of_tools.filter_map(|tool| tool.examples.first());
    let of_tools = of_tools.filter(|example| example.ends_with('?'));
    let own = context.examples.iter().map(ToString::to_string);
    let examples: Vec<String> = match context.examples.is_empty() {
        true => of_tools.take(MAX_HELP_EXAMPLES).cloned().collect(),
        false => own.collect(),
    };
    let examples: Vec<String> = examples
        .iter()
        .map(|example| format!("\"{example}\""))
        .collect();
    if examples.is_empty() {
        return "No tool of this agent answers the question.".to_owned();
    }
    format!(
        "No tool of this agent answers the question. Examples of questions that it answers: {}.",
        examples.join(", ")
    )
}

/// Says which arguments a question lacks.
pub(super) fn incomplete(
    tool: &KnownTool,
    missing: &[&str],
    arguments: &Map<String, Json>,
) -> String {
    if missing.is_empty() {
        return unfit(tool, arguments);
    }
    let (name, needed) = (&tool.name, missing.join(", "));
    if tool.name == "proofs.verify" {
        return VERIFICATION.to_owned();
    }
    if !tool.changes_state {
        let examples = tool.examples.iter().take(MAX_HELP_EXAMPLES);
        let examples: Vec<String> = examples.map(|example| format!("\"{example}\"")).collect();
        let examples = match examples.is_empty() {
            true => String::new(),
            false => format!(" It answers questions such as {}.", examples.join(", ")),
        };
        return format!("The question does not state all that `{name}` needs: {needed}.{examples}");
    }
    let known = match arguments.is_empty() {
        true => String::new(),
        false => format!(" The question states {}.", Json::Object(arguments.clone())),
    };
    format!(
        "`{name}` needs {needed}, and nothing was changed.{known} Send a message of the type `command` with the action \
         `{name}`, and the parameters `confirm`: true and `arguments` with all of them."
    )
}

/// Says which values of a question a tool does not take: those outside the bounds, else all.
fn unfit(tool: &KnownTool, arguments: &Map<String, Json>) -> String {
    let outside = arguments.iter().filter_map(|(name, value)| {
        let property = &tool.input["properties"][name.as_str()];
        let (minimum, maximum) = (property["minimum"].as_f64()?, property["maximum"].as_f64()?);
        let number = value
            .as_f64()
            .filter(|it| !(minimum..=maximum).contains(it))?;
        Some(format!(
            "`{name}` must be from {minimum} to {maximum}, and the question states {number}"
        ))
    });
    let outside: Vec<String> = outside.collect();
    let name = &tool.name;
    match outside.is_empty() {
        true => format!(
            "`{name}` does not take these values of the question: {}.",
            Json::Object(arguments.clone())
        ),
        false => format!("`{name}` cannot be called: {}.", outside.join("; ")),
    }
}

/// How a proof is verified. A question does not contain the proof.
const VERIFICATION: &str = "A question does not contain the proof. `lockstep verify FILE` verifies its document without \
                            a server, and `POST /v1/encryption/zk/verify` takes the proof, its public inputs and the \
                            circuit.";
/// The maximum number of example questions of a help text.
const MAX_HELP_EXAMPLES: usize = 4;
