//! The days that an output is of when the call names none.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde_json::{Map, Value as Json};

use super::{cell, nouns};

/// Names the days that a tool chose because the call has no dates; `None` if the call names its days, or the tool chooses
/// none.
pub(super) fn note(tool: &str, input: &Map<String, Json>, output: &Json) -> Option<String> {
    let names_days = ["startDate", "endDate", "timeframe"]
        .iter()
        .any(|name| input.contains_key(*name));
    if names_days {
        return None;
    }
    let range = match tool {
        "metrics.read" => &output["basis"]["range"],
        "insights.generate" => &output["window"],
        "metrics.curve" | "points.series" => output,
        _ => return None,
    };
    let end = |names: [&str; 2]| names.into_iter().find_map(|name| range[name].as_str());
    let (first, last) = (end(["startDate", "start"])?, end(["endDate", "end"])?);
    let period = hours(first, last, output).unwrap_or_else(|| {
        let [first, last] = [first, last].map(|moment| day(moment, output));
        format!("days from {first} to {last}")
    });
    Some(format!(
        "No period was named, so these are the {period}. For others, name one, such as “this year”."
    ))
}

/// Names a range of hours up to a moment; `None` for a longer range, or one of whole days.
fn hours(first: &str, last: &str, output: &Json) -> Option<String> {
    let (first, last) = (zoned(first, output)?, zoned(last, output)?);
    let millis = last.timestamp().as_millisecond() - first.timestamp().as_millisecond();
    let hours = u64::try_from((millis + HOUR_MILLIS / 2) / HOUR_MILLIS).ok()?;
    let is_of_hours = first.time() != Time::midnight() && hours <= MAX_HOURS;
    is_of_hours.then(|| {
        let last = last.strftime("%Y-%m-%d %H:%M");
        let days = match (hours / 24, hours % 24) {
            (days @ 2.., 0) => format!(" ({days} days)"),
            _ => String::new(),
        };
        format!("{}{days} up to {last}", nouns::counted(hours, "hours"))
    })
}

/// Writes the day of a moment in the time zone of an output.
pub(super) fn day(moment: &str, output: &Json) -> String {
    match zoned(moment, output) {
        Some(at) => at.date().to_string(),
        None => cell::escaped_line(moment.get(..10).unwrap_or(moment)),
    }
}

/// Reads a moment in the time zone of an output; `None` for a date, or without a zone.
fn zoned(moment: &str, output: &Json) -> Option<Zoned> {
    let zone = output["basis"]["timeZone"]
        .as_str()
        .or_else(|| output["timeZone"].as_str())?;
    let at = moment.parse::<Timestamp>().ok()?;
    Some(at.to_zoned(TimeZone::get(zone).ok()?))
}

const HOUR_MILLIS: i64 = 3_600_000;
/// The longest range that is named in hours: the default of metrics.
const MAX_HOURS: u64 = 168;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_period_that_was_not_asked_for_is_named() {
        let range =
            json!({ "start": "2026-06-10T22:00:00.000Z", "end": "2026-06-17T21:59:59.999Z" });
        let metrics =
            json!({ "basis": { "range": range, "timeZone": "Europe/Berlin" }, "metrics": {} });
        let chart = json!({ "startDate": "2026-06-10T22:00:00.000Z", "endDate": "2026-06-17T21:59:59.999Z",
            "timeZone": "Europe/Berlin" });
        let insights =
            json!({ "window": { "start": "2026-06-11", "end": "2026-06-17" }, "insights": [] });
        let asked = json!({ "startDate": "2026-06-11", "endDate": "2026-06-17" });
        let days = json!({ "timeframe": "P7D" });
        let none = json!({ "types": "steps" });
        for (tool, input, output, is_named) in [
            ("metrics.read", &none, &metrics, true),
            ("points.series", &none, &chart, true),
            ("metrics.curve", &none, &chart, true),
            ("insights.generate", &none, &insights, true),
            ("metrics.read", &asked, &metrics, false),
            ("points.series", &asked, &chart, false),
            ("insights.generate", &days, &insights, false),
            (
                "insights.generate",
                &none,
                &json!({ "window": null }),
                false,
            ),
            ("activities.list", &none, &json!({}), false),
        ] {
            let found = note(tool, input.as_object().unwrap(), output);
            let expected =
                "No period was named, so these are the days from 2026-06-11 to 2026-06-17.";
            assert_eq!(found.is_some(), is_named, "{tool}: {found:?}");
            assert!(
                found.is_none_or(|text| text.starts_with(expected)),
                "{tool}"
            );
        }
    }

    /// The default of metrics begins within a day. The clock went back in the night before the 26th.
    #[test]
    fn hours_are_not_named_as_days() {
        let range =
            json!({ "start": "2025-10-20T08:30:00.001Z", "end": "2025-10-27T08:30:00.000Z" });
        let metrics = json!({ "basis": { "range": range, "timeZone": "Europe/Berlin" } });
        let found = note("metrics.read", &Map::new(), &metrics).unwrap();
        let expected =
            "No period was named, so these are the 168 hours (7 days) up to 2025-10-27 09:30.";
        assert!(found.starts_with(expected), "{found}");
        let curve = json!({ "startDate": "2024-10-27T08:30:00.000Z", "endDate": "2025-10-27T08:30:00.000Z",
            "timeZone": "Europe/Berlin" });
        let found = note("metrics.curve", &Map::new(), &curve).unwrap();
        assert!(
            found.contains("the days from 2024-10-27 to 2025-10-27"),
            "{found}"
        );
    }
}
