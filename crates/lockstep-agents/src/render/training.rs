//! Whether a training load is too much: what is known of it, and what the figures do not say.

use serde_json::Value as Json;

use super::{cell, default_period, nouns};

/// Says whether the load rose steeply and whether the body shows strain, and writes the figures with what they usually
/// are. The bounds are those of the insights `recovery.training-load`, `recovery.low` and `recovery.resting-heart-rate`.
pub(super) fn judged(output: &Json) -> String {
    let load = ratio(output);
    let body = [
        resting_heart_rate(output),
        variability(output),
        recovery(output),
    ];
    let body: Vec<Sign> = body.into_iter().flatten().collect();
    let has_risen = load.as_ref().map(|sign| sign.is_sign);
    let is_strained = (!body.is_empty()).then(|| body.iter().any(|sign| sign.is_sign));
    let Some(verdict) = verdict(has_risen, is_strained) else {
        return format!("{TOO_LITTLE} {LIMIT}");
    };
    let end = output["basis"]["range"]["end"].as_str();
    let end = end.map_or_else(
        || "the latest point".to_owned(),
        |end| default_period::day(end, output),
    );
    let mut lines = vec![format!("Up to {end}, {verdict}")];
    lines.extend(load.iter().map(Sign::line));
    lines.extend(form(output));
    lines.extend(body.iter().map(Sign::line));
    lines.push(format!("\n{LIMIT}"));
    lines.join("\n")
}

/// Returns the verdict; `None` if neither the load nor the body is known. A strained body alone is no sign of too much
/// load, and figures that restate others do not count twice.
fn verdict(has_risen: Option<bool>, is_strained: Option<bool>) -> Option<&'static str> {
    Some(match (has_risen, is_strained) {
        (Some(true), Some(true)) => {
            "the load rose steeply, and the body shows strain. Together they are signs of too much load:"
        }
        (Some(true), Some(false)) => "the load rose steeply, but the body shows no strain:",
        (Some(true), None) => "the load rose steeply. Whether the body shows strain is not known:",
        (Some(false), Some(true)) => {
            "the body shows strain, but the load did not rise steeply. Illness, heat, travel, alcohol and short sleep \
             have the same signs:"
        }
        (None, Some(true)) => {
            "the body shows strain. Whether the load rose is not known, and illness, heat, travel, alcohol and short \
             sleep have the same signs:"
        }
        (Some(false), Some(false)) => {
            "there is no sign of too much load: it did not rise steeply, and the body shows no strain:"
        }
        (Some(false), None) => {
            "the load did not rise steeply. Whether the body shows strain is not known:"
        }
        (None, Some(false)) => "the body shows no strain. Whether the load rose is not known:",
        (None, None) => return None,
    })
}

/// A figure with what it is compared with.
struct Sign {
    text: String,
    /// Whether it is a sign of a steep rise of the load, or of a strained body.
    is_sign: bool,
}

impl Sign {
    fn line(&self) -> String {
        let mark = if self.is_sign { " – a sign" } else { "" };
        format!("- {}{mark}", self.text)
    }
}

/// The acute load in relation to the chronic one. Both are absent where readings cover too few days.
fn ratio(output: &Json) -> Option<Sign> {
    let metrics = &output["metrics"];
    let acute = metrics["acuteLoad"].as_f64()?;
    let chronic = metrics["chronicLoad"].as_f64().filter(|load| *load > 0.0)?;
    let ratio = acute / chronic;
    let is_little = ratio > MAX_RATIO && acute <= MIN_ACUTE_LOAD;
    let little = if is_little {
        ", but this load is small"
    } else {
        ""
    };
    Some(Sign {
        text: format!(
            "acute to chronic load: {} (fatigue {} and fitness {} a day; over {MAX_RATIO} is a steep rise{little})",
            cell::number(ratio),
            cell::number((acute * 10.0).round() / 10.0),
            cell::number((chronic * 10.0).round() / 10.0),
        ),
        is_sign: ratio > MAX_RATIO && !is_little,
    })
}

/// The training stress balance. It restates the ratio as a difference, and is therefore no sign of its own.
fn form(output: &Json) -> Option<String> {
    let form = output["metrics"]["trainingStressBalance"].as_f64()?;
    let relation = if form < 0.0 { "over" } else { "not over" };
    Some(format!(
        "- {}: {} (the recent load is {relation} the usual one)",
        cell::label("trainingStressBalance"),
        cell::metric("trainingStressBalance", form),
    ))
}

/// The resting heart rate beside its mean of the days before.
fn resting_heart_rate(output: &Json) -> Option<Sign> {
    let known = Comparison::of(output, "restingHeartRate")?;
    let is_sign = known.z > MAX_DEVIATION && known.mean - known.baseline >= MIN_RISE;
    let bound = format!("one standard deviation and {MIN_RISE} bpm above");
    Some(known.sign([known.mean, known.baseline], &bound, is_sign))
}

/// The heart rate variability beside its mean of the days before. rMSSD is compared by its logarithm.
fn variability(output: &Json) -> Option<Sign> {
    let known = Comparison::of(output, "hrvRmssd")?;
    let means = [known.mean.exp(), known.baseline.exp()];
    let is_sign = known.z < -MAX_DEVIATION;
    Some(known.sign(means, "one standard deviation below", is_sign))
}

/// A measure of the body in the last 7 days, compared with the 60 days before.
struct Comparison<'a> {
    metric: &'static str,
    mean: f64,
    baseline: f64,
    /// The standard deviations between them.
    z: f64,
    /// The number of days with a value.
    days: [&'a Json; 2],
}

impl<'a> Comparison<'a> {
    fn of(output: &'a Json, metric: &'static str) -> Option<Self> {
        let known = &output["basis"]["recovery"][metric];
        let figure = |name: &str| known[name].as_f64();
        Some(Self {
            metric,
            mean: figure("mean")?,
            baseline: figure("baseline")?,
            z: figure("z")?,
            days: [&known["days"], &known["baselineDays"]],
        })
    }

    fn sign(&self, means: [f64; 2], bound: &str, is_sign: bool) -> Sign {
        let [mean, baseline] = means.map(|mean| cell::metric(self.metric, mean));
        let [days, baseline_days] = self.days.map(|days| nouns::counted_value(days, "days"));
        Sign {
            text: format!(
                "{}: {mean} over {days}, usually {baseline} over {baseline_days} (a sign of strain if more than {bound})",
                cell::label(self.metric),
            ),
            is_sign,
        }
    }
}

/// The recovery score, unless it is of sleep alone. It sums up weaker changes of the other figures.
fn recovery(output: &Json) -> Option<Sign> {
    let score = output["metrics"]["recoveryScore"].as_f64()?;
    let parts = &output["basis"]["recovery"];
    let is_of_heart = ["hrvRmssd", "restingHeartRate"]
        .iter()
        .any(|name| parts[*name].is_object());
    is_of_heart.then(|| Sign {
        text: format!(
            "{}: {} (computed from these figures of the heart and sleep; {MAX_LOW_SCORE} or less is low)",
            cell::label("recoveryScore"),
            cell::metric("recoveryScore", score)
        ),
        is_sign: score.round() <= MAX_LOW_SCORE,
    })
}

/// What the figures do not say.
const LIMIT: &str = "This is no diagnosis. Overtraining shows in performance that stays low for weeks, and in mood and sleep; \
                     a physician finds it after other causes are ruled out.";
/// What the verdict needs.
const TOO_LITTLE: &str = "This cannot be said: it needs heart rate, power or activities that cover 28 of the last 42 days, or a \
                          resting heart rate or heart rate variability on 3 of the last 7 days and 14 of the 60 before.";
/// An acute load over this part of the chronic one is a steep rise.
const MAX_RATIO: f64 = 1.5;
/// The least acute load in TRIMP a day that is a sign.
const MIN_ACUTE_LOAD: f64 = 25.0;
/// Standard deviations from the mean of the days before.
const MAX_DEVIATION: f64 = 1.0;
/// The least rise of the resting heart rate in beats per minute that is a sign: of a steady one, a standard deviation is
/// less than a sensor's error.
const MIN_RISE: f64 = 2.0;
/// The greatest recovery score that is low.
const MAX_LOW_SCORE: f64 = 30.0;
