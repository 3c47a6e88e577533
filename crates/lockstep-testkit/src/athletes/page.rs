//! The sections of `docs/insights.md`: a person, the metrics, and the insights in full.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::Athlete;

/// Returns the section of a person from the answers of `POST /v1/sfdp/insights/generate` and
/// `GET /v1/sfdp/metrics`.
#[must_use]
pub fn section(athlete: &Athlete, insights: &Json, metrics: &Json) -> String {
    let mut text = format!("\n## {}\n\n{}\n\n", athlete.title, athlete.about);
    let profile = athlete
        .profile
        .as_ref()
        .map_or_else(|| "none".to_owned(), |profile| format!("`{profile}`"));
    let window = &insights["window"];
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} to {}; profile: {profile}.\n",
        word(&window["start"]),
        word(&window["end"])
    );
    let _ = writeln!(
        text,
        "| metric of the last 168 hours | value or reason |\n|---|---|"
    );
    for name in athlete.metrics {
        let value = match &metrics["metrics"][name] {
            Json::Object(zones) if zones.values().all(Json::is_null) => Json::Null,
            value => rounded(value),
        };
        let shown = match value {
            Json::Null => word(&metrics["basis"]["reasons"][name]).to_owned(),
            value => format!("{value}{}", unit(name, metrics)),
        };
        let _ = writeln!(text, "| {name} | {shown} |");
    }
    text.push('\n');
    let all = insights["insights"].as_array();
    for insight in all.into_iter().flatten() {
        line(&mut text, insight);
    }
    if all.is_none_or(Vec::is_empty) {
        text.push_str("No insight, because:\n\n");
        for skipped in insights["skipped"].as_array().into_iter().flatten() {
            let (kind, metric) = (word(&skipped["type"]), word(&skipped["metric"]));
            let of = if metric.is_empty() { "" } else { " of " };
            let _ = writeln!(text, "- {kind}{of}{metric}: {}.", word(&skipped["reason"]));
        }
    }
    text
}

/// Returns the unit of a metric, with a space before it.
fn unit(name: &str, metrics: &Json) -> String {
    let output = word(&metrics["basis"]["efficiency"]["output"]);
    let unit = match name {
        "trainingLoad" => "TRIMP",
        "chronicLoad" | "acuteLoad" | "trainingStressBalance" => "TRIMP a day",
        "strain" => "TRIMP times monotony",
        "restingHeartRate" => "/min",
        "hrvRmssd" => "ms",
        "normalizedPower" => "W",
        "efficiencyFactor" if output == "speed" => "m for each beat",
        "efficiencyFactor" => "W for each beat a minute",
        "recoveryScore" | "fatigueLevel" | "sleepRegularityIndex" => "of 100",
        "steps" => "steps in 168 hours",
        "vo2maxEstimate" => "mL/kg/min",
        "sleepDuration" => {
            let hours = metrics["metrics"][name].as_f64().unwrap_or_default() / 3600.0;
            return format!(" s a night ({hours:.2} h)");
        }
        _ => return String::new(),
    };
    format!(" {unit}")
}

/// Writes an insight with its rule and evidence.
pub fn line(text: &mut String, insight: &Json) {
    let metadata = &insight["metadata"];
    let confidence = insight["confidence"].as_f64().unwrap_or_default();
    let impact = metadata["impact"]
        .as_str()
        .map(|impact| format!(", impact {impact}"));
    let _ = writeln!(
        text,
        "- **{}** {} (`{}`, confidence {confidence:.2}{})",
        word(&insight["type"]),
        word(&insight["description"]),
        word(&metadata["rule"]),
        impact.unwrap_or_default(),
    );
    let evidence = match metadata["evidence"].get("because") {
        Some(cause) => format!("because of `{}`", word(&cause["rule"])),
        None => format!("`{}`", rounded(&metadata["evidence"])),
    };
    let _ = writeln!(text, "  - {evidence}");
}

fn word(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// Rounds each number to four significant digits: further digits differ between machines.
fn rounded(json: &Json) -> Json {
    match json {
        Json::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            let text = format!("{number:.3e}");
            let short: f64 = text.parse().unwrap_or(number);
            if short.fract() == 0.0 && short.abs() < 1e15 {
                json!(short as i64)
            } else {
                json!(short)
            }
        }
        Json::Array(all) => all.iter().map(rounded).collect(),
        Json::Object(all) => all
            .iter()
            .map(|(name, one)| (name.clone(), rounded(one)))
            .collect(),
        other => other.clone(),
    }
}
