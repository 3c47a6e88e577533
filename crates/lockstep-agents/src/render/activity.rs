//! The figures of one activity.

use serde_json::Value as Json;

use super::cell;

/// Writes figures of an activity: those that are named, with the reason of one that is unknown, or else all that are known.
pub(crate) fn figures(output: &Json, names: &[String]) -> String {
    let (figures, reasons) = (&output["figures"], &output["figures"]["reasons"]);
    let lines = FIGURES.iter().filter_map(|figure| {
        let is_named = names.iter().any(|name| name == figure.name);
        let value = figures[figure.name].as_f64().map(figure.shown);
        let shown = match (value, is_named) {
            (Some(value), _) if is_named || names.is_empty() => value,
            (None, true) => match reasons[figure.name].as_str() {
                Some(reason) => format!("unknown ({})", cell::sentence(reason)),
                None => "unknown".to_owned(),
            },
            _ => return None,
        };
        Some(format!("- {}: {shown}", figure.label))
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => "No figure of this activity is known.".to_owned(),
        false => lines.join("\n"),
    }
}

/// A figure of an activity.
struct ActivityFigure {
    /// The field of the output.
    name: &'static str,
    label: &'static str,
    shown: fn(f64) -> String,
}

const fn figure(
    name: &'static str,
    label: &'static str,
    shown: fn(f64) -> String,
) -> ActivityFigure {
    ActivityFigure { name, label, shown }
}

const FIGURES: &[ActivityFigure] = &[
    figure("meanSpeed", "mean speed", speed),
    figure("paceSecondsPerKm", "mean pace", pace),
    figure("meanHeartRate", "mean heart rate", heart_rate),
    figure("maxHeartRate", "highest heart rate", heart_rate),
    figure("meanPower", "mean power", power),
    figure("maxPower", "highest power", power),
    figure("normalizedPower", "normalized power", power),
    figure("trainingLoad", "training load", cell::number),
    figure("trainingStressScore", "training stress score", cell::number),
    figure("intensityFactor", "intensity factor", cell::number),
    figure("efficiencyFactor", "efficiency factor", cell::number),
    figure("decouplingPercent", "decoupling", percent),
];

/// Writes metres per second in kilometres per hour.
fn speed(value: f64) -> String {
    cell::with_unit(value * 3.6, "speed", "km/h")
}

fn pace(seconds: f64) -> String {
    format!("{} per km", cell::duration(seconds))
}

fn heart_rate(value: f64) -> String {
    cell::with_unit(value, "heart_rate", "bpm")
}

fn power(value: f64) -> String {
    cell::with_unit(value, "power", "W")
}

fn percent(value: f64) -> String {
    cell::with_unit(value, "", "%")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn figures_are_named_or_known() {
        let output = json!({ "figures": {
            "meanPower": 212.04, "maxPower": null, "meanSpeed": 10.0, "paceSecondsPerKm": null,
            "meanHeartRate": 140.0, "reasons": { "maxPower": "there is no power" },
        } });
        for (names, expected) in [
            (&["meanPower"][..], "- mean power: 212 W"),
            (
                &["maxPower"],
                "- highest power: unknown (there is no power)",
            ),
            (
                &[],
                "- mean speed: 36 km/h\n- mean heart rate: 140 bpm\n- mean power: 212 W",
            ),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(figures(&output, &names), expected);
        }
        let nothing = figures(&json!({ "figures": {} }), &[]);
        assert_eq!(nothing, "No figure of this activity is known.");
    }
}
