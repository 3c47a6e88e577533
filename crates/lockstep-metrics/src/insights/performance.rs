//! Performance: mean-maximal values compared with the 90 days before, and aerobic decoupling.

use serde_json::json;

use super::{Direction, Found, Impact, Insight, InsightKind, Material, date, figure};

/// The highest mean over a duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// `power`, `speed` or `heart_rate`.
    pub kind: &'static str,
    /// The duration in seconds.
    pub duration: usize,
    /// The best value in the window.
    pub now: Option<f64>,
    /// The best value in the 90 days before the window.
    pub before: Option<f64>,
}

/// A long effort with an output and a heart rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The day of the effort.
    pub day: i32,
    /// `power` or `speed`.
    pub output: &'static str,
    /// The seconds with both values.
    pub seconds: usize,
    /// The output per heartbeat in the first half.
    pub first: f64,
    /// The output per heartbeat in the second half.
    pub second: f64,
}

impl Effort {
    /// The minimum seconds of a long effort.
    pub const LEAST: usize = 2400;

    /// Builds an effort from seconds of (output, heart rate) in order; `None` for fewer than 40
    /// minutes, or if a half has no output.
    #[must_use]
    pub fn of(day: i32, output: &'static str, seconds: &[(f64, f64)]) -> Option<Self> {
        if seconds.len() < Self::LEAST {
            return None;
        }
        let (first, second) = seconds.split_at(seconds.len() / 2);
        let factor = |half: &[(f64, f64)]| {
            let (output, rate) = half
                .iter()
                .fold((0.0, 0.0), |(sums, rates), (output, rate)| {
                    (sums + output, rates + rate)
                });
            (output > 0.0 && rate > 0.0).then(|| output / rate)
        };
        Some(Self {
            day,
            output,
            seconds: seconds.len(),
            first: factor(first)?,
            second: factor(second)?,
        })
    }

    /// Returns the decrease of output per heartbeat in the second half, in percent.
    #[must_use]
    pub fn decoupling(&self) -> f64 {
        100.0 * (self.first - self.second) / self.first
    }
}

pub(super) fn performances(material: &Material, found: &mut Found) {
    for (kind, words, unit) in KINDS {
        bests(material, found, kind, words, unit);
    }
    if material.efforts.is_empty() {
        let why = "no 40 minutes of power or speed with heart rate in the window";
        return found.skip(InsightKind::Performance, Some("aerobicDecoupling"), why);
    }
    let Some(effort) = material
        .efforts
        .iter()
        .rfind(|effort| effort.decoupling() > DECOUPLED)
    else {
        return;
    };
    let share = effort.decoupling();
    let description = format!(
        "In the long effort of {} your {} fell {share:.1} % against your heart rate from the first half to the second.",
        date(effort.day),
        effort.output,
    );
    let evidence = json!({
        "date": date(effort.day), "output": effort.output, "seconds": effort.seconds,
        "firstHalf": effort.first, "secondHalf": effort.second, "decouplingPercent": share,
        "efforts": material.efforts.len(),
    });
    found.insights.push(Insight {
        confidence: 0.7,
        metric: Some("aerobicDecoupling".to_owned()),
        trend: Some(Direction::Increasing),
        impact: Some(if share > 2.0 * DECOUPLED {
            Impact::Medium
        } else {
            Impact::Low
        }),
        ..Insight::new(
            InsightKind::Performance,
            "performance.decoupling",
            description,
            evidence,
        )
    });
}

fn bests(material: &Material, found: &mut Found, kind: &str, words: &str, unit: &str) {
    let of_kind = material.bests.iter().filter(|best| best.kind == kind);
    let pairs: Vec<(usize, f64, f64)> = of_kind
        .filter_map(|best| Some((best.duration, best.now?, best.before?)))
        .filter(|(_, _, before)| *before > 0.0)
        .collect();
    if pairs.is_empty() {
        let why =
            "the window and the 90 days before it do not both hold 5 seconds of it without a pause";
        return found.skip(InsightKind::Performance, Some(kind), why);
    }
    let change = |(_, now, before): &(usize, f64, f64)| now / before - 1.0;
    let new: Vec<_> = pairs
        .iter()
        .filter(|pair| change(pair) >= NEW_BEST)
        .collect();
    let (shown, trend, rule) = if let Some(best) = new
        .iter()
        .max_by(|one, other| change(one).total_cmp(&change(other)))
    {
        (**best, Direction::Increasing, "performance.best")
    } else if kind != "heart_rate" && pairs.iter().all(|pair| change(pair) <= DECLINE) {
        let Some(least) = pairs
            .iter()
            .max_by(|one, other| change(one).total_cmp(&change(other)))
        else {
            return;
        };
        (*least, Direction::Decreasing, "performance.below-best")
    } else {
        return;
    };
    let (duration, now, before) = shown;
    let share = change(&shown);
    let description = format!(
        "Your highest {words} over {} is {} {unit}, {:.0} % {} the best of the 90 days before.",
        length(duration),
        figure(now),
        100.0 * share.abs(),
        if share > 0.0 { "above" } else { "below" },
    );
    let all: Vec<_> = pairs
        .iter()
        .map(
            |(duration, now, before)| json!({ "seconds": duration, "best": now, "before": before }),
        )
        .collect();
    let evidence = json!({ "seconds": duration, "best": now, "before": before, "change": share, "durations": all });
    found.insights.push(Insight {
        confidence: 0.9,
        metric: Some(kind.to_owned()),
        trend: Some(trend),
        impact: Some(match share.abs() {
            share if share >= 0.10 => Impact::High,
            share if share >= 0.05 => Impact::Medium,
            _ => Impact::Low,
        }),
        ..Insight::new(InsightKind::Performance, rule, description, evidence)
    });
}

fn length(seconds: usize) -> String {
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{} min", seconds / 60)
    }
}

/// The durations of mean-maximal values, in seconds.
pub const DURATIONS: [usize; 5] = [5, 60, 300, 1200, 3600];
const KINDS: [(&str, &str, &str); 3] = [
    ("power", "mean power", "W"),
    ("speed", "mean speed", "m/s"),
    ("heart_rate", "mean heart rate", "a minute"),
];
/// The percentage from which an effort counts as decoupled.
const DECOUPLED: f64 = 5.0;
/// A best is new from +1 %; a decline is reported if all are at −10 % or lower.
const NEW_BEST: f64 = 0.01;
const DECLINE: f64 = -0.10;
