//! Prints the server's responses as tables with small plots.

use crate::cli::output::outln;
use serde_json::Value as Json;

pub(super) mod modes;

/// Prints metrics, weeks and activities.
pub(super) fn print(last: &Json, weeks: &[Json], imports: &[(String, Json)], activities: &[Json]) {
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
        let why = reason.map_or_else(String::new, |reason| format!("  ({reason})"));
        outln!("  {name:<16} {value:>8}{why}");
    }
    by_week(weeks);
    for (file, answer) in imports {
        outln!(
            "\n{file}: {} points ({})",
            answer["processedCount"],
            text(&answer["format"])
        );
        for error in answer["errors"].as_array().into_iter().flatten() {
            outln!("  refused: {}", text(error));
        }
        let own = activities
            .iter()
            .filter(|activity| activity["file"] == file.as_str());
        for activity in own {
            self::activity(activity);
        }
    }
}

fn zones(zones: &Json) {
    let seconds: Vec<f64> = ZONES
        .iter()
        .map(|(zone, _)| zones[zone].as_f64().unwrap_or(0.0))
        .collect();
    let most = seconds.iter().copied().fold(1.0, f64::max);
    for ((_, name), seconds) in ZONES.iter().zip(&seconds) {
        outln!(
            "  {name:<16} {:>8} {}",
            clock(*seconds),
            bar(seconds / most, 40)
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
    let most = load.iter().flatten().copied().fold(1.0, f64::max);
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
            bar(load.unwrap_or(0.0) / most, 24),
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

fn activity(answer: &Json) {
    let activity = &answer["activity"];
    let (start, name) = (text(&activity["start"]), text(&activity["name"]));
    let duration = clock(activity["durationSeconds"].as_f64().unwrap_or(0.0));
    outln!(
        "  {start}  {name}, {duration}, {} records",
        activity["records"]
    );
    let metrics = &answer["metrics"];
    let power = &metrics["normalizedPower"];
    let power = if power.is_null() {
        String::new()
    } else {
        format!(", normalized power {} W", number(power, 0))
    };
    outln!(
        "  training load {}{power}",
        number(&metrics["trainingLoad"], 1)
    );
    zones(&metrics["heartRateZones"]);
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
    let (least, most) = (
        known().fold(f64::MAX, f64::min),
        known().fold(f64::MIN, f64::max),
    );
    let cell = |value: f64| {
        let share = if most > least {
            (value - least) / (most - least)
        } else {
            0.5
        };
        ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][(share * 7.0).round() as usize]
    };
    let line: String = values.iter().map(|value| value.map_or('·', cell)).collect();
    if known().next().is_none() {
        line
    } else {
        format!("{line}  {least:.0} to {most:.0}")
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
    }
}
