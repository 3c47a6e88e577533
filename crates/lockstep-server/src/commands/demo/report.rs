//! Prints the server's responses as tables with small plots.

use super::training::Recording;
use crate::output::outln;
use serde_json::Value as Json;

pub(super) mod market;
pub(super) mod modes;
pub(super) mod treadmill;

/// Prints metrics and weeks.
pub(super) fn print(last: &Json, weeks: &[Json]) {
    let basis = &last["basis"];
    outln!("\nThe seven days up to the latest point");
    zones(&last["metrics"]["heartRateZones"]);
    for (name, field) in [
        ("training load", "trainingLoad"),
        ("fatigue 0–100", "fatigueLevel"),
        ("recovery 0–100", "recoveryScore"),
    ] {
        let value = number(&last["metrics"][field], 1);
        let reason = basis["reasons"][field].as_str();
        outln!("  {name:<16} {value:>8}");
        reason.into_iter().for_each(explain);
    }
    by_week(weeks);
}

/// Prints the activities of the last days, and the insights.
pub(super) fn training(activities: &[Json], insights: &[Json]) {
    outln!("\nActivities of these seven days, found in the points");
    outln!(
        "  {:<17} {:>8} {:>8} {:>8} {:>6} {:>7}  load",
        "start",
        "duration",
        "mean HR",
        "max HR",
        "load",
        "NP"
    );
    let load = |activity: &Json| activity["figures"]["trainingLoad"].as_f64().unwrap_or(0.0);
    let maximum = activities.iter().map(load).fold(1.0, f64::max);
    for activity in activities {
        let figures = &activity["figures"];
        let power = figures["normalizedPower"].as_f64();
        outln!(
            "  {:<17} {:>8} {:>8} {:>8} {:>6} {:>7}  {}",
            minute(&activity["start"]),
            clock(activity["elapsedSeconds"].as_f64().unwrap_or(0.0)),
            number(&figures["meanHeartRate"], 0),
            number(&figures["maxHeartRate"], 0),
            number(&figures["trainingLoad"], 0),
            power.map_or_else(|| "–".to_owned(), |power| format!("{power:.0} W")),
            bar(load(activity) / maximum, 24),
        );
    }
    outln!("\nInsights of the last 30 days");
    for insight in insights {
        let lines = wrapped(&text(&insight["description"]), width() - 18);
        for (nth, line) in lines.iter().enumerate() {
            let kind = if nth == 0 {
                text(&insight["type"])
            } else {
                String::new()
            };
            outln!("  {kind:<15} {line}");
        }
    }
}

/// Prints a recording of the user.
pub(super) fn recording(recording: &Recording) {
    let import = &recording.import;
    outln!(
        "\n{}: {} points ({})",
        recording.file,
        import["processedCount"],
        text(&import["format"])
    );
    for error in import["errors"].as_array().into_iter().flatten() {
        outln!("  refused: {}", text(error));
    }
    recording.activities.iter().for_each(activity);
}

fn zones(zones: &Json) {
    let seconds: Vec<f64> = ZONES
        .iter()
        .map(|(zone, _)| zones[zone].as_f64().unwrap_or(0.0))
        .collect();
    let maximum = seconds.iter().copied().fold(1.0, f64::max);
    for ((_, name), seconds) in ZONES.iter().zip(&seconds) {
        outln!(
            "  {name:<16} {:>8} {}",
            clock(*seconds),
            bar(seconds / maximum, 40)
        );
    }
}

fn by_week(weeks: &[Json]) {
    let column = |field: &str| -> Vec<Option<f64>> {
        weeks
            .iter()
            .map(|week| week["metrics"][field].as_f64())
            .collect()
    };
    let load = column("trainingLoad");
    let maximum = load.iter().flatten().copied().fold(1.0, f64::max);
    outln!("\nWeek by week");
    outln!(
        "  {:<12} {:>6} {:>8} {:>8} {:>8} {:>7}  load",
        "from",
        "load",
        "fatigue",
        "recovery",
        "resting",
        "rMSSD"
    );
    for (week, load) in weeks.iter().zip(&load) {
        let metrics = &week["metrics"];
        let start = text(&week["start"]);
        outln!(
            "  {:<12} {:>6} {:>8} {:>8} {:>8} {:>7}  {}",
            start.get(..10).unwrap_or_default(),
            number(&metrics["trainingLoad"], 0),
            number(&metrics["fatigueLevel"], 0),
            number(&metrics["recoveryScore"], 0),
            number(&metrics["restingHeartRate"], 0),
            number(&metrics["hrvRmssd"], 0),
            bar(load.unwrap_or(0.0) / maximum, 24),
        );
    }
    for (name, field) in [
        ("fatigue", "fatigueLevel"),
        ("recovery", "recoveryScore"),
        ("resting", "restingHeartRate"),
        ("rMSSD", "hrvRmssd"),
    ] {
        outln!("  {name:<9} {}", sparkline(&column(field)));
    }
}

fn activity(activity: &Json) {
    let figures = &activity["figures"];
    let distance = activity["distanceMeters"].as_f64();
    outln!(
        "  {}  {}, {}{}",
        minute(&activity["start"]),
        text(&activity["name"]),
        clock(activity["elapsedSeconds"].as_f64().unwrap_or(0.0)),
        distance.map_or_else(String::new, |meters| format!(", {:.1} km", meters / 1000.0)),
    );
    for (name, field, unit) in [
        ("mean heart rate", "meanHeartRate", "/min"),
        ("training load", "trainingLoad", ""),
        ("normalized power", "normalizedPower", "W"),
    ] {
        // Most sports have no power, so its absence needs no reason.
        let reason = figures["reasons"][field].as_str();
        let reason = reason.filter(|_| field != "normalizedPower");
        match figures[field].as_f64() {
            Some(value) => outln!("  {name:<16} {value:>8.0} {unit}"),
            None => reason.into_iter().for_each(|explanation| {
                outln!("  {name:<16}        –");
                explain(explanation);
            }),
        }
    }
    if figures["heartRateZones"]["zone1"].is_number() {
        zones(&figures["heartRateZones"]);
    }
}

/// Formats a time as `2026-01-31 06:30`, in UTC.
fn minute(time: &Json) -> String {
    let time = text(time);
    time.get(..16).unwrap_or(&time).replace('T', " ")
}

/// Prints a reason below its figure.
fn explain(reason: &str) {
    for line in wrapped(reason, width() - 4) {
        outln!("    {line}");
    }
}

/// Returns the columns of the terminal; 100 elsewhere.
fn width() -> usize {
    let size = terminal_size::terminal_size();
    size.map_or(100, |(width, _)| usize::from(width.0).clamp(40, 160))
}

/// Breaks a text into lines of at most `width` characters, unless a word is longer.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Formats seconds as `h:mm:ss`.
fn clock(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
}

fn number(value: &Json, decimals: usize) -> String {
    value
        .as_f64()
        .map_or_else(|| "–".to_owned(), |value| format!("{value:.decimals$}"))
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or("–").to_owned()
}

/// Draws a bar of `share` of `width` cells, to an eighth of a cell.
fn bar(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if let Some(part) = (eighths % 8).checked_sub(1) {
        bar.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][part]);
    }
    bar
}

/// Draws one cell for each value, scaled from the minimum to the maximum; a dot for a missing value.
fn sparkline(values: &[Option<f64>]) -> String {
    let known = || values.iter().flatten().copied();
    let (minimum, maximum) = (
        known().fold(f64::MAX, f64::min),
        known().fold(f64::MIN, f64::max),
    );
    let cell = |value: f64| {
        let share = if maximum > minimum {
            (value - minimum) / (maximum - minimum)
        } else {
            0.5
        };
        ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][(share * 7.0).round() as usize]
    };
    let line: String = values.iter().map(|value| value.map_or('·', cell)).collect();
    if known().next().is_none() {
        line
    } else {
        format!("{line}  {minimum:.0} to {maximum:.0}")
    }
}

/// The field and label of each zone.
const ZONES: &[(&str, &str)] = &[
    ("zone1", "1 recovery"),
    ("zone2", "2 endurance"),
    ("zone3", "3 tempo"),
    ("zone4", "4 threshold"),
    ("zone5", "5 maximum"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_to_scale() {
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.03, 4), "▏");
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(7.0, 2), "██");
        assert_eq!(sparkline(&[Some(1.0), None, Some(8.0)]), "▁·█  1 to 8");
        assert_eq!(sparkline(&[None]), "·");
        assert_eq!(sparkline(&[Some(3.0)]), "▅  3 to 3");
        assert_eq!(clock(3661.4), "1:01:01");
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("", 7), [""; 0]);
        assert_eq!(
            minute(&"2026-01-31T06:30:15.000Z".into()),
            "2026-01-31 06:30"
        );
    }
}
