//! Sentences for outputs that are not lists.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::rows::Row;
use super::{cell, curve, metrics, nouns, reports, synced};
use crate::understanding::{Figure, RowDays, Selection};

/// Returns the sentences of a tool's output, or `None` if the tool has no template for the requested part.
pub(super) fn of(
    tool: &str,
    input: &Map<String, Json>,
    output: &Json,
    selection: &Selection,
) -> Option<String> {
    if let Some(devices) = &selection.synced {
        return Some(synced::text(output, devices));
    }
    match tool {
        "metrics.read" => return Some(metrics::text(output, selection)),
        "metrics.curve" => return Some(curve::text(output, selection.seconds)),
        "quality.check" => return Some(quality(output, &selection.types)),
        "points.read" if selection.figure == Some(Figure::Count) => {
            return count(input, output, selection);
        }
        "market.read_ledger" => return Some(ledger(output, selection.days.as_ref())),
        _ if *selection != Selection::default() => return None,
        _ => {}
    }
    match tool {
        "points.aggregate" => Some(aggregate(input, output)),
        "points.usage" => Some(usage(output)),
        "insights.generate" => Some(insights(output)),
        "insights.list" if output["insights"][0].is_object() => Some(insights(output)),
        "accounts.me" => Some(account(output)),
        "proofs.verify" => Some(proof(output)),
        _ => reports::of(tool, output),
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
    let period = match period(input) {
        period if period.is_empty() => "of all points".to_owned(),
        period => period,
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
    let points = nouns::counted(count, "points");
    format!("{subject} {period} is {value}, over {points}.")
}

/// Writes the days of an input with their preposition; empty for an input without them.
pub(super) fn period(input: &Map<String, Json>) -> String {
    let date = |name: &str| input.get(name).and_then(Json::as_str);
    let shown = cell::escaped_line;
    match (date("startDate"), date("endDate")) {
        (Some(EARLIEST), Some(end)) => format!("up to {}", shown(end)),
        (Some(start), Some(end)) if start == end => format!("on {}", shown(start)),
        (Some(start), Some(end)) => format!("from {} to {}", shown(start), shown(end)),
        (Some(start), None) => format!("since {}", shown(start)),
        (None, Some(end)) => format!("until {}", shown(end)),
        (None, None) => String::new(),
    }
}

/// Writes measurement types in words.
pub(super) fn types_in_words(types: &str) -> String {
    let types = cell::escaped_line(types);
    types.replace('_', " ").replace(',', " or ")
}

/// Says that a chart has no point, or states its only one; `None` for more points.
pub(super) fn of_few_points(
    input: &Map<String, Json>,
    rows: &[Row],
    period: &str,
) -> Option<String> {
    let text = |row: &Row, name: &str| {
        let text = row.get(name).and_then(Json::as_str);
        cell::escaped_line(text.unwrap_or_default())
    };
    match rows {
        [] => {
            let types = input.get("types").and_then(Json::as_str);
            let types = types_in_words(types.unwrap_or("these types"));
            Some(format!("There are no points of {types} {period}."))
        }
        [row] if row.get("count").and_then(Json::as_u64) == Some(1) => {
            let kind = text(row, "type");
            let value = row.get("mean").and_then(Json::as_f64)?;
            // A bucket has the time of its start.
            Some(format!(
                "The only point of {} {period} is {} (in the interval from {}).",
                kind.replace('_', " "),
                cell::with_unit(value, &kind, &text(row, "unit")),
                cell::display_value("time", row.get("time").unwrap_or(&Json::Null)),
            ))
        }
        _ => None,
    }
}

/// Says how many points there are; `None` if the page does not say how many satisfy the conditions.
fn count(input: &Map<String, Json>, output: &Json, selection: &Selection) -> Option<String> {
    let total = output["total"].as_u64();
    let total = total.filter(|_| selection.conditions.is_empty())?;
    let text = |name: &str| input.get(name).and_then(Json::as_str);
    let mut parts = vec![
        if total == 1 { "There is" } else { "There are" }.to_owned(),
        nouns::counted(total, "points"),
    ];
    parts.extend(
        text("type").map(|kind| format!("of {}", cell::escaped_line(kind).replace('_', " "))),
    );
    parts.extend(text("device").map(|device| format!("from {}", cell::escaped_line(device))));
    parts.push(period(input));
    parts.retain(|part| !part.is_empty());
    Some(format!("{}.", parts.join(" ")))
}

fn usage(output: &Json) -> String {
    let mut lines = Vec::new();
    for mode in output["modes"].as_array().into_iter().flatten() {
        let name = mode["encryptionMode"]
            .as_str()
            .unwrap_or("no mode (sealed under your account's key)");
        lines.push(format!(
            "- {}: {} in {}, {}",
            cell::escaped_line(name),
            nouns::counted_value(&mode["points"], "points"),
            nouns::counted_value(&mode["series"], "series"),
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

/// Writes the balances and the entries, of some days with the sums of what was received and spent.
fn ledger(output: &Json, days: Option<&RowDays>) -> String {
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
    let entries = output["entries"].as_array().into_iter().flatten();
    let is_wanted = |entry: &&Json| {
        let time = entry["timestamp"].as_str().unwrap_or_default();
        days.is_none_or(|days| days.contains(time))
    };
    let entries: Vec<&Json> = entries.filter(is_wanted).collect();
    if let Some(days) = days {
        lines.extend(sums_of_days(&entries, &days.text()));
        if output["nextCursor"].is_string() {
            lines.push("Older entries were not read.".to_owned());
        }
    }
    for entry in entries.into_iter().take(MAX_ENTRIES) {
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

/// Writes for each currency how much the entries of a period add and take.
fn sums_of_days(entries: &[&Json], period: &str) -> Vec<String> {
    if entries.is_empty() {
        return vec![format!("There are no entries {period}.")];
    }
    let mut sums: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for entry in entries {
        let currency = cell::display_value("currency", &entry["currency"]);
        let [received, spent] = sums.entry(currency).or_default();
        match entry["amount"].as_f64() {
            Some(amount) if amount < 0.0 => *spent -= amount,
            Some(amount) => *received += amount,
            None => {}
        }
    }
    let lines = sums.into_iter().map(|(currency, [received, spent])| {
        format!("Received {period}: {received:.2} {currency}. Spent: {spent:.2} {currency}.")
    });
    lines.collect()
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

/// Reports the completeness of all types, or of those in `types`.
fn quality(output: &Json, types: &[String]) -> String {
    let [start, end] =
        ["startDate", "endDate"].map(|name| cell::display_value(name, &output[name]));
    let days = match start == end {
        true => format!("On {start}"),
        false => format!("From {start} to {end}"),
    };
    let reports = output["types"].as_array().into_iter().flatten();
    let is_wanted = |series: &&Json| {
        types.is_empty() || types.iter().any(|name| series["type"] == name.as_str())
    };
    let reports: Vec<&Json> = reports.filter(is_wanted).collect();
    let is_complete = |series: &&&Json| series["missingDays"] == 0;
    let complete = reports.iter().filter(is_complete).count();
    let mut lines = vec![match types.is_empty() && !reports.is_empty() {
        true => format!("{days}, {}:", complete_types(complete, reports.len())),
        false => format!("{days}:"),
    }];
    for series in &reports {
        let gaps = series["missingDays"].as_u64().unwrap_or(0);
        let outside = series["uncounted"].as_u64().unwrap_or(0);
        let mut line = format!(
            "- {}: {} on {}",
            cell::display_value("type", &series["type"]).replace('_', " "),
            nouns::counted_value(&series["count"], "points"),
            nouns::counted_value(&series["days"], "days")
        );
        if gaps > 0 {
            let first = match types.is_empty() {
                true => cell::display_value("missing", &series["missing"]),
                false => all_days(series),
            };
            let gaps = nouns::counted_value(&series["missingDays"], "days");
            line = format!("{line}, {gaps} without data ({first})");
        }
        if gaps == 0 && !types.is_empty() {
            line = format!("{line}, no day without data");
        }
        if outside > 0 {
            let outside = nouns::counted(outside, "points");
            line = format!("{line}, {outside} outside of the plausible range or unreadable");
        }
        let copies = series["copies"].as_array().into_iter().flatten();
        line.extend(copies.map(copied));
        lines.push(line);
    }
    if lines.len() == 1 {
        let of = match types.is_empty() {
            true => String::new(),
            false => format!(
                " of {}",
                cell::escaped_line(&types.join(", ")).replace('_', " ")
            ),
        };
        lines.push(format!("There are no points{of} in this period."));
    }
    let devices = output["silentDevices"].as_array().into_iter().flatten();
    for device in devices.filter(|_| types.is_empty()) {
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
    if complete < reports.len() {
        lines.push(format!("\n{FILLING}"));
    }
    lines.join("\n")
}

/// Says how many of the types have no gap.
fn complete_types(complete: usize, all: usize) -> String {
    let (verb, whose) = match (complete, all) {
        (1, _) | (_, 1) => ("has", "its"),
        _ => ("have", "their"),
    };
    let all = nouns::counted(all as u64, "types");
    format!("{complete} of {all} {verb} points on each day since {whose} first point")
}

/// Says that two devices have the same points.
fn copied(copies: &Json) -> String {
    let device = |nth: usize| cell::display_value("device", &copies["devices"][nth]);
    let shift = copies["shiftSeconds"].as_i64().unwrap_or(0);
    let shifted = match shift {
        0 => String::new(),
        shift => {
            let by = cell::duration(shift.unsigned_abs() as f64);
            let direction = if shift > 0 { "later" } else { "earlier" };
            format!(", {by} {direction} in {}", device(1))
        }
    };
    let equal = copies["equal"].as_u64().unwrap_or(0);
    format!(
        ", copies: {} of {} of {} and {} {} equal{shifted}",
        cell::display_value("equal", &copies["equal"]),
        nouns::counted_value(&copies["compared"], "points"),
        device(0),
        device(1),
        if equal == 1 { "is" } else { "are" },
    )
}

/// Writes every missing day that a report names.
fn all_days(series: &Json) -> String {
    let days = series["missing"].as_array().into_iter().flatten();
    let days: Vec<String> = days
        .map(|day| cell::display_value("missing", day))
        .collect();
    let named = days.len() as u64;
    let rest = series["missingDays"]
        .as_u64()
        .unwrap_or(0)
        .saturating_sub(named);
    match rest {
        0 => days.join(", "),
        rest => format!("{} and {rest} more", days.join(", ")),
    }
}

/// What to do about a gap.
const FILLING: &str =
    "To fill a day without data, let its device sync, or import its file of that day.";
/// The start of a range without a beginning.
const EARLIEST: &str = "1970-01-01";
/// The maximum number of entries of a ledger that an answer shows.
const MAX_ENTRIES: usize = 10;
