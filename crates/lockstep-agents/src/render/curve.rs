//! Sentences for mean-maximal curves.

use serde_json::Value as Json;

use super::cell;

/// Writes the best mean values of the usual durations, or of the one that is asked, and the critical value.
pub(super) fn text(output: &Json, seconds: Option<u32>) -> String {
    let name = output["type"].as_str().unwrap_or("value").replace('_', " ");
    let name = cell::escaped_line(&name);
    let range = ["startDate", "endDate"].map(|field| cell::display_value(field, &output[field]));
    let range = format!("from {} to {}", day(&range[0]), day(&range[1]));
    let points: Vec<&Json> = output["points"].as_array().into_iter().flatten().collect();
    if points.is_empty() {
        return format!("There is no {name} of activities {range}.");
    }
    let mut lines = vec![format!("The best mean {name} {range}:")];
    match seconds {
        Some(seconds) => lines.extend(asked(&points, f64::from(seconds), output)),
        None => {
            let usual = points.iter().filter(|point| {
                point["durationSeconds"]
                    .as_f64()
                    .is_some_and(|it| USUAL_SECONDS.contains(&it))
            });
            lines.extend(usual.map(|point| line(point, output)));
        }
    }
    let model = &output["model"];
    if let Some(critical) = model["critical"].as_f64()
        && output["type"] != "heart_rate"
    {
        let error = model["standardError"].as_f64();
        let error = error.map(|error| format!(", standard error {}", shown(error, output)));
        let also = if output["type"] == "power" {
            ", which is close to FTP"
        } else {
            ""
        };
        lines.push(format!(
            "- critical {name}{also}: {}{}",
            shown(critical, output),
            error.unwrap_or_default()
        ));
    }
    lines.join("\n")
}

/// Returns the line of a duration; where the curve does not have it, the lines of the next shorter and longer one.
fn asked(points: &[&Json], seconds: f64, output: &Json) -> Vec<String> {
    let of = |point: &&&Json| point["durationSeconds"].as_f64().unwrap_or(0.0);
    let exact = points
        .iter()
        .find(|point| (of(point) - seconds).abs() < 0.5);
    if let Some(point) = exact {
        return vec![line(point, output)];
    }
    let shorter = points.iter().rfind(|point| of(point) < seconds);
    let longer = points.iter().find(|point| of(point) > seconds);
    let mut lines = vec![format!(
        "- {}: not known; the durations next to it are",
        cell::duration(seconds)
    )];
    lines.extend(
        [shorter, longer]
            .into_iter()
            .flatten()
            .map(|point| line(point, output)),
    );
    lines
}

fn line(point: &Json, output: &Json) -> String {
    let seconds = point["durationSeconds"].as_f64().unwrap_or(0.0);
    let value = point["value"].as_f64();
    let value = value.map_or_else(|| "not known".to_owned(), |value| shown(value, output));
    let date = cell::display_value("date", &point["date"]);
    let origin = if point["derived"] == true {
        ", speed derived from positions"
    } else {
        ""
    };
    format!("- {}: {value} ({date}{origin})", cell::duration(seconds))
}

fn shown(value: f64, output: &Json) -> String {
    let kind = output["type"].as_str().unwrap_or_default();
    match (kind, output["unit"].as_str().unwrap_or_default()) {
        ("speed", "m/s") => format!("{} km/h", cell::number((value * 36.0).round() / 10.0)),
        (kind, unit) => cell::with_unit(value, kind, &cell::escaped_line(unit)),
    }
}

/// The day of a moment.
fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}

/// The durations that athletes compare: 5 s, 1, 5, 20 and 60 min.
const USUAL_SECONDS: [f64; 5] = [5.0, 60.0, 300.0, 1200.0, 3600.0];
