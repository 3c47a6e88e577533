//! Sentences for outputs that are not lists.

use serde_json::{Map, Value as Json};

use super::cell;

/// Returns the sentences of a tool's output, or `None` if the tool has no template.
pub(super) fn of(tool: &str, input: &Map<String, Json>, output: &Json) -> Option<String> {
    match tool {
        "points.aggregate" => Some(aggregate(input, output)),
        "points.usage" => Some(usage(output)),
        "metrics.read" => Some(metrics(output)),
        "metrics.curve" => None,
        "insights.generate" => Some(insights(output)),
        "market.read_ledger" => Some(ledger(output)),
        "accounts.me" => Some(account(output)),
        "proofs.verify" => Some(proof(output)),
        "quality.check" => Some(quality(output)),
        _ => None,
    }
}

fn aggregate(input: &Map<String, Json>, output: &Json) -> String {
    let text = |name: &str| cell::escaped_line(output[name].as_str().unwrap_or_default());
    let asked = |name: &str| {
        input
            .get(name)
            .and_then(Json::as_str)
            .map(cell::escaped_line)
    };
    let count = output["count"].as_u64().unwrap_or(0);
    let (kind, operation) = (text("type"), text("operation"));
    let mut subject = format!("The {operation} of {}", kind.replace('_', " "));
    if let Some(device) = asked("device") {
        subject = format!("{subject} of {device}");
    }
    let period = match (asked("startDate"), asked("endDate")) {
        (Some(start), Some(end)) if start == end => format!("on {start}"),
        (Some(start), Some(end)) => format!("from {start} to {end}"),
        (Some(start), None) => format!("since {start}"),
        (None, Some(end)) => format!("until {end}"),
        (None, None) => "of all points".to_owned(),
    };
    if count == 0 {
        return format!(
            "There are no points of {} {period}.",
            kind.replace('_', " ")
        );
    }
    let value = match output["value"].as_f64() {
        Some(value) => cell::with_unit(value, &kind, &text("unit")),
        None => "unknown".to_owned(),
    };
    format!("{subject} {period} is {value}, over {count} points.")
}

fn usage(output: &Json) -> String {
    let mut lines = Vec::new();
    for mode in output["modes"].as_array().into_iter().flatten() {
        let name = mode["encryptionMode"]
            .as_str()
            .unwrap_or("no mode (sealed under your account's key)");
        lines.push(format!(
            "- {}: {} points in {} series, {}",
            cell::escaped_line(name),
            cell::display_value("points", &mode["points"]),
            cell::display_value("series", &mode["series"]),
            cell::display_value("bytes", &mode["bytes"])
        ));
    }
    if lines.is_empty() {
        lines.push("There are no points.".to_owned());
    }
    let quota = &output["quotas"]["bytes"];
    lines.push(format!(
        "\n{} of {} are used.",
        cell::display_value("bytes", &quota["used"]),
        cell::display_value("bytes", &quota["limit"])
    ));
    lines.join("\n")
}

fn metrics(output: &Json) -> String {
    let range = &output["basis"]["range"];
    let mut lines = vec![format!(
        "Metrics from {} to {}:",
        cell::display_value("start", &range["start"]),
        cell::display_value("end", &range["end"])
    )];
    let reasons = &output["basis"]["reasons"];
    for (name, value) in output["metrics"].as_object().into_iter().flatten() {
        let reason = reasons[name].as_str().map(cell::escaped_line);
        let shown = match value {
            Json::Object(parts) => {
                let parts = parts.iter().filter(|(_, part)| !part.is_null());
                let parts = parts.map(|(part, value)| match name.ends_with("Zones") {
                    true => format!(
                        "{} {}",
                        cell::escaped_line(part),
                        cell::display_value("Seconds", value)
                    ),
                    false => format!(
                        "{} {}",
                        cell::escaped_line(part),
                        cell::display_value(part, value)
                    ),
                });
                parts.collect::<Vec<_>>().join(", ")
            }
            Json::Null => String::new(),
            value => value.as_f64().map_or_else(
                || cell::display_value(name, value),
                |value| cell::metric(name, value),
            ),
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

fn insights(output: &Json) -> String {
    let mut lines = Vec::new();
    for insight in output["insights"].as_array().into_iter().flatten() {
        let confidence = insight["confidence"].as_f64().unwrap_or(0.0) * 100.0;
        lines.push(format!(
            "- {} (confidence {} %, {})",
            cell::sentence(insight["description"].as_str().unwrap_or_default()),
            cell::number(confidence),
            cell::display_value("id", &insight["id"])
        ));
    }
    if lines.is_empty() {
        lines.push("There is no insight in this period.".to_owned());
        for skipped in output["skipped"].as_array().into_iter().flatten() {
            let kind = cell::display_value("type", &skipped["type"]);
            let reason = cell::sentence(skipped["reason"].as_str().unwrap_or_default());
            lines.push(format!("- {kind}: {reason}"));
        }
    }
    lines.join("\n")
}

fn ledger(output: &Json) -> String {
    let mut lines = Vec::new();
    for balance in output["balances"].as_array().into_iter().flatten() {
        lines.push(format!(
            "Balance: {}.",
            money(&balance["balance"], &balance["currency"])
        ));
    }
    if lines.is_empty() {
        return "There are no entries in the ledger.".to_owned();
    }
    for entry in output["entries"]
        .as_array()
        .into_iter()
        .flatten()
        .take(MAX_ENTRIES)
    {
        lines.push(format!(
            "- {}: {}, {} ({})",
            cell::display_value("timestamp", &entry["timestamp"]),
            match entry["amount"].as_f64() {
                Some(amount) if amount > 0.0 && entry["type"] == "purchase" => "sale".to_owned(),
                _ => cell::display_value("type", &entry["type"]),
            },
            money(&entry["amount"], &entry["currency"]),
            cell::display_value("reference", &entry["reference"])
        ));
    }
    lines.join("\n")
}

/// Writes an amount with its currency.
fn money(amount: &Json, currency: &Json) -> String {
    let currency = cell::display_value("currency", currency);
    match amount.as_f64() {
        Some(amount) => format!("{amount:.2} {currency}"),
        None => format!("– {currency}"),
    }
}

fn account(output: &Json) -> String {
    let text = |name: &str| cell::display_value(name, &output[name]);
    format!(
        "The account {} ({}) is {}, with the role {} and the tier {}.",
        text("username"),
        text("id"),
        text("status"),
        text("role"),
        text("tier")
    )
}

fn proof(output: &Json) -> String {
    match output["verified"].as_bool() {
        Some(true) => "The proof is valid.".to_owned(),
        _ => "The proof is not valid.".to_owned(),
    }
}

fn quality(output: &Json) -> String {
    let mut lines = vec![format!(
        "From {} to {}:",
        cell::display_value("start", &output["startDate"]),
        cell::display_value("end", &output["endDate"])
    )];
    for series in output["types"].as_array().into_iter().flatten() {
        let gaps = series["missingDays"].as_u64().unwrap_or(0);
        let outside = series["uncounted"].as_u64().unwrap_or(0);
        let mut line = format!(
            "- {}: {} on {}",
            cell::display_value("type", &series["type"]).replace('_', " "),
            counted(&series["count"], "point"),
            counted(&series["days"], "day")
        );
        if gaps > 0 {
            let first = cell::display_value("missing", &series["missing"]);
            let gaps = counted(&series["missingDays"], "day");
            line = format!("{line}, {gaps} without data ({first})");
        }
        if outside > 0 {
            line = format!("{line}, {outside} points outside of the plausible range or unreadable");
        }
        lines.push(line);
    }
    if lines.len() == 1 {
        lines.push("There are no points in this period.".to_owned());
    }
    for device in output["silentDevices"].as_array().into_iter().flatten() {
        let since = match device["lastSync"].as_str() {
            Some(_) => format!(
                "nothing since {}",
                cell::display_value("lastSync", &device["lastSync"])
            ),
            None => "nothing yet".to_owned(),
        };
        lines.push(format!(
            "- {} ({}) has sent {since}",
            cell::display_value("name", &device["name"]),
            cell::display_value("id", &device["id"]),
        ));
    }
    lines.join("\n")
}

/// Writes a number with its noun.
fn counted(number: &Json, noun: &str) -> String {
    match number.as_u64() {
        Some(1) => format!("1 {noun}"),
        _ => format!("{} {noun}s", cell::display_value(noun, number)),
    }
}

/// Returns a line for each figure that two outputs both have.
pub(super) fn differences(first: &Json, second: &Json) -> Vec<String> {
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for (output, figures) in [(first, &mut ones), (second, &mut others)] {
        if let Some(value) = output["value"].as_f64() {
            figures.push(("value".to_owned(), value));
        }
        for (name, value) in output["metrics"].as_object().into_iter().flatten() {
            figures.extend(value.as_f64().map(|value| (name.clone(), value)));
        }
    }
    let mut lines = Vec::new();
    for (name, one) in ones {
        let Some((_, other)) = others.iter().find(|(known, _)| *known == name) else {
            continue;
        };
        let difference = one - other;
        let sign = if difference > 0.0 { "+" } else { "" };
        let share = match *other == 0.0 {
            true => String::new(),
            false => format!(
                " ({sign}{} %)",
                cell::number(difference / other.abs() * 100.0)
            ),
        };
        let label = cell::escaped_line(&cell::label(&name));
        lines.push(format!(
            "- {label}: {sign}{}{share}",
            cell::metric(&name, difference)
        ));
    }
    lines
}

/// The maximum number of entries of a ledger that an answer shows.
const MAX_ENTRIES: usize = 10;
