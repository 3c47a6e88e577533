//! `questions.toml`: every question reaches its call, or the parser asks back.

use serde_json::{Map, Value as Json};

use super::fixture::{Fixture, table};
use crate::understanding::{
    Call, Comparison, Condition, Field, Figure, Interpretation, Order, RowDays, Selection,
    understand,
};

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    /// Clarified or unknown, although a call was expected.
    Cautious,
    /// A call other than the expected one.
    Wrong,
}

#[test]
fn questions_reach_their_calls() {
    let table = table();
    let fixture = Fixture::new();
    let mut counts = [[0_usize; 3]; 3];
    let mut wrong = Vec::new();
    let rows = table["question"].as_array().unwrap();
    for row in rows {
        let held_out = row["held_out"] == true;
        let (verdict, found) = judge(&fixture, row);
        let class = match (held_out, row["audited"] == true) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        };
        counts[class][verdict as usize] += 1;
        // For held-out questions, only wrong calls are shown; they fail the test.
        let is_shown = !held_out || verdict == Verdict::Wrong;
        if verdict != Verdict::Right && is_shown {
            println!(
                "{verdict:?}: {}\n    expected {}\n    found {found}",
                row["ask"],
                expected(row)
            );
        }
        if verdict == Verdict::Wrong {
            wrong.push(&row["ask"]);
        }
    }
    let classes = ["written against", "held out", "of the audit"];
    for (name, [right, cautious, wrong]) in classes.iter().zip(counts) {
        println!("{name}: {right} right, {cautious} clarified or unknown, {wrong} wrong");
    }
    assert_eq!(counts[..2].iter().flatten().sum::<usize>(), 160);
    assert_eq!(counts[1].iter().sum::<usize>(), 53);
    let right = counts[0][0] + counts[1][0];
    // Nine of ten.
    assert!(right >= 144, "{right} of 160 are right");
    assert!(wrong.is_empty(), "{} are wrong", wrong.len());
    assert_eq!(counts[2][1..], [0, 0], "questions of the audit");
}

fn judge(fixture: &Fixture, row: &Json) -> (Verdict, String) {
    let previous = row.get("after").map(|after| Call {
        tool: after["tool"].as_str().unwrap().to_owned(),
        arguments: after["arguments"].as_object().unwrap().clone(),
        compared_with: None,
        selection: Selection::default(),
        reading: String::new(),
    });
    let question = row["ask"].as_str().unwrap();
    let understood = understand(question, &fixture.context(previous.as_ref()));
    let expects = row["expect"].as_str().unwrap_or("call");
    match understood {
        Interpretation::Call(call) => {
            let found = found(&call);
            let right = expects == "call" && found == expected(row);
            (
                if right {
                    Verdict::Right
                } else {
                    Verdict::Wrong
                },
                found,
            )
        }
        Interpretation::Clarify { readings } => {
            let readings: Vec<String> = readings.iter().map(found).collect();
            let right = expects == "clarify";
            let verdict = if right {
                Verdict::Right
            } else {
                Verdict::Cautious
            };
            (verdict, format!("clarify {}", readings.join(" | ")))
        }
        Interpretation::Choose { acts } => {
            let lists: Vec<String> = acts.iter().map(|act| found(&act.list)).collect();
            let verdict = match expects {
                "clarify" => Verdict::Right,
                _ => Verdict::Cautious,
            };
            (verdict, format!("choose from {}", lists.join(" | ")))
        }
        Interpretation::Unknown { help, .. } => {
            let right = expects == "unknown";
            let verdict = if right {
                Verdict::Right
            } else {
                Verdict::Cautious
            };
            (verdict, format!("unknown {help}"))
        }
    }
}

pub(super) fn expected(row: &Json) -> String {
    let Some(tool) = row["tool"].as_str() else {
        return row["expect"].to_string();
    };
    let arguments = |name: &str| row[name].as_object().map(sorted);
    let with = arguments("compared_with").unwrap_or_default();
    let selection = row["selection"].as_str().unwrap_or_default();
    let arguments = arguments("arguments").unwrap_or_default();
    format!("{tool} {{{arguments}}} with {{{with}}} select [{selection}]")
}

pub(super) fn found(call: &Call) -> String {
    let with = match &call.compared_with {
        // The table names only the range, the rest is the first call's.
        Some(with) => sorted(
            &with
                .iter()
                .filter(|(name, _)| name.ends_with("Date"))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        ),
        None => String::new(),
    };
    let selection = selection(&call.selection);
    format!(
        "{} {{{}}} with {{{with}}} select [{selection}]",
        call.tool,
        sorted(&call.arguments)
    )
}

fn sorted(arguments: &Map<String, Json>) -> String {
    let mut fields: Vec<String> = arguments
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    fields.sort_unstable();
    fields.join(" ")
}

/// Writes a selection as the table does.
fn selection(selection: &Selection) -> String {
    let mut parts: Vec<String> = selection.conditions.iter().map(condition).collect();
    if let Some(Order { field, descending }) = selection.order {
        let direction = if descending {
            "descending"
        } else {
            "ascending"
        };
        parts.push(format!("{} {direction}", name(field)));
    }
    parts.extend(selection.first.map(|first| format!("first {first}")));
    parts.extend(selection.figure.map(|figure| match figure {
        Figure::Count => "count".to_owned(),
        Figure::Sum(field) => format!("sum {}", name(field)),
        Figure::Mean(field) => format!("mean {}", name(field)),
        Figure::Min(field) => format!("min {}", name(field)),
        Figure::Max(field) => format!("max {}", name(field)),
    }));
    parts.extend(selection.days.as_ref().map(RowDays::text));
    let figures = selection.activity_figures.as_ref();
    parts.extend(figures.map(|names| match names.as_slice() {
        [] => "figures".to_owned(),
        names => format!("figures {}", names.join(" ")),
    }));
    if selection.is_imported {
        parts.push("imported".to_owned());
    }
    if selection.judges_load {
        parts.push("judged load".to_owned());
    }
    parts.extend(selection.synced.as_ref().map(|synced| {
        let devices = synced.device.as_ref().or(synced.kind.as_ref());
        let devices = devices.map_or("devices", String::as_str);
        format!("{devices} synced {}", synced.days.text())
    }));
    if !selection.statuses.is_empty() {
        parts.push(format!("status {}", selection.statuses.join(" or ")));
    }
    parts.join(", ")
}

fn condition(condition: &Condition) -> String {
    let comparison = match condition.comparison {
        Comparison::Over => "over",
        Comparison::AtLeast => "at least",
        Comparison::Under => "under",
        Comparison::AtMost => "at most",
    };
    format!("{} {comparison} {}", name(condition.field), condition.value)
}

fn name(field: Field) -> String {
    format!("{field:?}").to_lowercase()
}
