//! The days that an output is of when the call names none.

use jiff::tz::TimeZone;
use serde_json::{Map, Value as Json};

use super::cell;

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
    let end = |names: [&str; 2]| {
        let moment = names.into_iter().find_map(|name| range[name].as_str())?;
        Some(day(moment, output))
    };
    let (first, last) = (end(["startDate", "start"])?, end(["endDate", "end"])?);
    Some(format!(
        "No period was named, so these are the days from {first} to {last}. For others, name one, such as “this year”."
    ))
}

/// Writes the day of a moment in the time zone of an output.
pub(super) fn day(moment: &str, output: &Json) -> String {
    let zone = output["basis"]["timeZone"]
        .as_str()
        .or_else(|| output["timeZone"].as_str());
    let zone = zone.and_then(|name| TimeZone::get(name).ok());
    match (moment.parse::<jiff::Timestamp>(), zone) {
        (Ok(at), Some(zone)) => at.to_zoned(zone).date().to_string(),
        _ => cell::escaped_line(moment.get(..10).unwrap_or(moment)),
    }
}

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
}
