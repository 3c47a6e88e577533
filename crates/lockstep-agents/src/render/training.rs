//! Whether a training load is too much: what is known of it, and what the figures do not say.

use serde_json::Value as Json;

use super::{cell, nouns};

/// Writes the figures of the load and of the body with what they usually are, and says which of them are signs of too
/// much load. The bounds are those of the insights `recovery.training-load`, `recovery.low` and
/// `recovery.resting-heart-rate`.
pub(super) fn judged(output: &Json) -> String {
    let figures: Vec<Sign> = [
        ratio(output),
        form(output),
        compared(output, "restingHeartRate", Direction::Above),
        compared(output, "hrvRmssd", Direction::Below),
        recovery(output),
    ]
    .into_iter()
    .flatten()
    .collect();
    if figures.is_empty() {
        return format!(
            "This cannot be said: there is no training load, resting heart rate or heart rate variability in this \
             period. {LIMIT}"
        );
    }
    let judged = figures.iter().filter(|figure| figure.is_sign.is_some());
    let judged = judged.count() as u64;
    let signs = figures.iter().filter(|figure| figure.is_sign == Some(true));
    let signs = signs.count() as u64;
    let verdict = match signs {
        0 => "None of these figures is a sign of too much load:".to_owned(),
        signs => format!(
            "{} of {} {} of too much load:",
            signs,
            nouns::counted(judged, "figures"),
            if signs == 1 { "is a sign" } else { "are signs" },
        ),
    };
    let mut lines = vec![verdict];
    lines.extend(figures.iter().map(|figure| {
        let mark = match figure.is_sign {
            Some(true) => " – a sign",
            _ => "",
        };
        format!("- {}{mark}", figure.text)
    }));
    lines.push(format!("\n{LIMIT}"));
    lines.join("\n")
}

/// A figure with what it is compared with.
struct Sign {
    text: String,
    /// Whether it is a sign of too much load; absent: it alone does not say.
    is_sign: Option<bool>,
}

/// The direction in which a figure is a sign of too much load.
#[derive(Clone, Copy)]
enum Direction {
    Above,
    Below,
}

/// The acute load in relation to the chronic one.
fn ratio(output: &Json) -> Option<Sign> {
    let metrics = &output["metrics"];
    let acute = metrics["acuteLoad"].as_f64()?;
    let chronic = metrics["chronicLoad"].as_f64().filter(|load| *load > 0.0)?;
    let ratio = acute / chronic;
    let days = output["basis"]["coverage"]["loadDays"]
        .as_u64()
        .unwrap_or(0);
    let is_known = days >= MIN_LOAD_DAYS;
    let few = match is_known {
        true => String::new(),
        false => format!(
            "; with {} of data this is uncertain",
            nouns::counted(days, "days")
        ),
    };
    Some(Sign {
        text: format!(
            "acute to chronic load: {} (fatigue {} and fitness {} a day; over {MAX_RATIO} is a steep rise{few})",
            cell::number(ratio),
            cell::number((acute * 10.0).round() / 10.0),
            cell::number((chronic * 10.0).round() / 10.0),
        ),
        is_sign: is_known.then_some(ratio > MAX_RATIO && acute > MIN_ACUTE_LOAD),
    })
}

/// The training stress balance. It restates the ratio as a difference, and is therefore no sign of its own.
fn form(output: &Json) -> Option<Sign> {
    let form = output["metrics"]["trainingStressBalance"].as_f64()?;
    let relation = if form < 0.0 { "over" } else { "not over" };
    Some(Sign {
        text: format!(
            "{}: {} (the recent load is {relation} the usual one)",
            cell::label("trainingStressBalance"),
            cell::metric("trainingStressBalance", form),
        ),
        is_sign: None,
    })
}

/// A measure of the body beside its mean of the days before.
fn compared(output: &Json, metric: &str, direction: Direction) -> Option<Sign> {
    let comparison = &output["basis"]["recovery"][metric];
    let figure = |name: &str| comparison[name].as_f64();
    let (mean, baseline, z) = (figure("mean")?, figure("baseline")?, figure("z")?);
    // rMSSD is compared by its logarithm.
    let shown = |value: f64| match direction {
        Direction::Below => cell::metric(metric, value.exp()),
        Direction::Above => cell::metric(metric, value),
    };
    let (is_sign, bound) = match direction {
        Direction::Above => (z > MAX_DEVIATION, "above"),
        Direction::Below => (z < -MAX_DEVIATION, "below"),
    };
    Some(Sign {
        text: format!(
            "{}: {} over {}, usually {} over {} (more than one standard deviation {bound} it is a sign)",
            cell::label(metric),
            shown(mean),
            nouns::counted_value(&comparison["days"], "days"),
            shown(baseline),
            nouns::counted_value(&comparison["baselineDays"], "days"),
        ),
        is_sign: Some(is_sign),
    })
}

fn recovery(output: &Json) -> Option<Sign> {
    let score = output["metrics"]["recoveryScore"].as_f64()?;
    Some(Sign {
        text: format!(
            "{}: {} ({MAX_LOW_SCORE} or less is low)",
            cell::label("recoveryScore"),
            cell::metric("recoveryScore", score)
        ),
        is_sign: Some(score.round() <= MAX_LOW_SCORE),
    })
}

/// What the figures do not say.
const LIMIT: &str = "This is no diagnosis. Overtraining shows in performance that stays low for weeks, and in mood and sleep; \
                     a physician finds it after other causes are ruled out.";
/// An acute load over this part of the chronic one is a steep rise.
const MAX_RATIO: f64 = 1.5;
/// The least acute load in TRIMP a day that is a sign.
const MIN_ACUTE_LOAD: f64 = 25.0;
/// The days with data from which on the ratio is a sign.
const MIN_LOAD_DAYS: u64 = 28;
/// Standard deviations from the mean of the days before.
const MAX_DEVIATION: f64 = 1.0;
/// The greatest recovery score that is low.
const MAX_LOW_SCORE: f64 = 30.0;
