//! Anomalies: days that deviate strongly from their neighbours.

use serde_json::json;

use super::{
    DailySeries, Direction, Impact, Insight, InsightKind, MEASURED, Material, RuleFindings, date,
};
use crate::{hampel, is_spread, median, robust_deviation};

/// Applies Hampel's identifier: 3 robust standard deviations, 7 values on either side, and the smallest
/// reported difference. With 3 weeks of values, the medians of the weekdays are subtracted first. The
/// 21 days before the window contribute values. A low sum of steps or exercise is not an anomaly: it is a day
/// of rest, or of a device not worn. A high sum is one only with a high impact.
pub(super) fn anomalies(material: &Material, found: &mut RuleFindings) {
    let language = material.language;
    let mut any = false;
    for one in MEASURED {
        let range = material.first.saturating_sub(BEFORE)..=material.last;
        let values: Vec<(i32, f64)> = material
            .of(one.kind)
            .range(range)
            .map(|(day, value)| (*day, *value))
            // Beside days of rest, every day of exercise would be far too high.
            .filter(|(_, value)| one.kind != EXERCISE || *value > 0.0)
            .collect();
        if !values.iter().any(|(day, _)| *day >= material.first) {
            continue;
        }
        any = true;
        if values.len() < MIN_VALUES {
            let reason = language.too_few(values.len(), MIN_VALUES);
            found.skip(InsightKind::Anomaly, Some(one.kind), reason);
            continue;
        }
        let mut stand_out = outliers(&values);
        stand_out.retain(|outlier| {
            // People rest and take long walks; only far too high values may be errors.
            let is_own_act = one.is_sum
                && one.kind != SLEEP
                && (outlier.difference() < 0.0 || outlier.impact() != Impact::High);
            outlier.day >= material.first && outlier.difference().abs() >= one.least && !is_own_act
        });
        stand_out.sort_by(|one, other| {
            other
                .size()
                .total_cmp(&one.size())
                .then(one.day.cmp(&other.day))
        });
        if stand_out.len() > MAX_ANOMALIES {
            let further = stand_out.len() - MAX_ANOMALIES;
            let reason = language.pick(
                format!("{further} further, smaller anomalies are left out"),
                format!("weitere, kleinere Auffälligkeiten fehlen hier: {further}"),
            );
            found.skip(InsightKind::Anomaly, Some(one.kind), reason);
            stand_out.truncate(MAX_ANOMALIES);
        }
        stand_out.sort_by_key(|outlier| outlier.day);
        found.insights.extend(
            stand_out
                .iter()
                .map(|outlier| outlier.insight(one, values.len(), material)),
        );
    }
    if !any {
        found.skip(
            InsightKind::Anomaly,
            None,
            language.pick(
                "there are no daily values in the window",
                "im Zeitraum gibt es keine Tageswerte",
            ),
        );
    }
}

/// A day that deviates strongly from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outlier {
    pub(super) day: i32,
    value: f64,
    expected: f64,
    spread: f64,
    by_weekday: bool,
}

/// Returns the outliers of sorted daily values.
pub(super) fn outliers(values: &[(i32, f64)]) -> Vec<Outlier> {
    let by_weekday = values.len() >= THREE_WEEKS;
    let usual = if by_weekday {
        weekday_medians(values)
    } else {
        [0.0; 7]
    };
    let of_day = |day: i32| usual[day.rem_euclid(7) as usize];
    let freed: Vec<f64> = values
        .iter()
        .map(|(day, value)| value - of_day(*day))
        .collect();
    // A weekday's median includes the value itself, so with few weeks the spread around the median is
    // too small. The spread over all days is less affected.
    let overall = robust_deviation(&freed).filter(|_| by_weekday);
    let plain: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
    let judge = |(at, (day, value)): (usize, &(i32, f64))| {
        let judged = hampel(&freed, at)?;
        let spread = overall.map_or(judged.spread, |overall| overall.max(judged.spread));
        let outlier = Outlier {
            day: *day,
            value: *value,
            expected: judged.middle + of_day(*day),
            spread,
            by_weekday,
        };
        let stands_out = is_spread(spread, *value) && outlier.size() > FAR;
        // In weeks of a new level, a usual day of rest is not high because the other days are lower: the
        // value must differ from the days around it, too.
        let around = hampel(&plain, at)?.middle;
        let is_same_way =
            (value - around) * outlier.difference().signum() >= HALF * outlier.difference().abs();
        (stands_out && is_same_way).then_some(outlier)
    };
    values.iter().enumerate().filter_map(judge).collect()
}

fn weekday_medians(values: &[(i32, f64)]) -> [f64; 7] {
    std::array::from_fn(|weekday| {
        let of_it = values
            .iter()
            .filter(|(day, _)| day.rem_euclid(7) as usize == weekday);
        let mut of_it: Vec<f64> = of_it.map(|(_, value)| *value).collect();
        let mut all: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
        // A weekday with few values counts as any other day.
        let own = if of_it.len() < WEEKDAYS {
            median(&mut all)
        } else {
            median(&mut of_it)
        };
        own.unwrap_or(0.0)
    })
}

impl Outlier {
    fn difference(&self) -> f64 {
        self.value - self.expected
    }

    /// Returns the deviation in robust standard deviations.
    pub(super) fn size(&self) -> f64 {
        self.difference().abs() / self.spread
    }

    pub(super) fn impact(&self) -> Impact {
        match self.size() {
            size if size > 8.0 => Impact::High,
            size if size >= 5.0 => Impact::Medium,
            _ => Impact::Low,
        }
    }

    /// Returns the impact of a day of this type. A short night is soon made up for, and a single value of a scale, of
    /// an estimate or in the good direction says little, however far it is from the others.
    fn impact_of(&self, one: &DailySeries) -> Impact {
        let above = self.value > self.expected;
        if one.is_harmless(above) {
            return Impact::Low;
        }
        match (one.kind, self.impact()) {
            ("weight" | "body_fat_percentage", _)
            | ("vo2_max" | "vo2_max_cycling" | "vo2_max_running", _) => Impact::Low,
            ("heart_rate_variability_rmssd" | "heart_rate_variability_sdnn", _) if above => {
                Impact::Low
            }
            ("resting_heart_rate", _) if !above => Impact::Low,
            (SLEEP, Impact::High) => Impact::Medium,
            (_, impact) => impact,
        }
    }

    fn insight(&self, one: &DailySeries, days: usize, material: &Material) -> Insight {
        let (language, last) = (material.language, material.last);
        let above = self.value > self.expected;
        let (word, german_word) = match (one.kind == SLEEP, above) {
            (true, true) => ("long", "lang"),
            (true, false) => ("short", "kurz"),
            (false, true) => ("high", "hoch"),
            (false, false) => ("low", "niedrig"),
        };
        let value = one.format_value(language, self.value);
        let expected = one.format_value(language, self.expected);
        let day = language.date(self.day);
        let description = language.pick(
            format!(
                "Your {} on {day}: {value}, unusually {word} compared with about {expected} on the days around it.",
                one.words
            ),
            format!(
                "{} am {day}: {value}, ungewöhnlich {german_word}; an den Tagen ringsum etwa {expected}.",
                one.german.yours()
            ),
        );
        let evidence = json!({
            "date": date(self.day), "daysAgo": last - self.day, "value": self.value, "expected": self.expected,
            "robustDeviation": self.spread, "deviations": self.size(),
            "weekdaysTakenOff": self.by_weekday, "days": days,
        });
        let impact = self.impact_of(one);
        Insight {
            confidence: confidence(impact),
            metric: Some(one.kind.to_owned()),
            trend: Some(if above {
                Direction::Increasing
            } else {
                Direction::Decreasing
            }),
            impact: Some(impact),
            ..Insight::new(
                InsightKind::Anomaly,
                "anomaly.hampel",
                description,
                evidence,
            )
        }
    }
}

/// Returns a confidence that agrees with the impact. It is not a probability: daily values are not normally
/// distributed, and many days are searched.
pub(super) fn confidence(impact: Impact) -> f64 {
    match impact {
        Impact::Low => 0.5,
        Impact::Medium => 0.7,
        Impact::High => 0.85,
    }
}

/// The number of days before the window that are read.
const BEFORE: i32 = 21;
const MIN_VALUES: usize = 15;
const THREE_WEEKS: usize = 21;
/// The minimum number of values for a weekday to have its own median.
const WEEKDAYS: usize = 3;
const FAR: f64 = 3.0;
/// The share of the deviation that remains without the medians of the weekdays.
const HALF: f64 = 0.5;
/// The maximum number of anomalies per metric, so that the list stays readable.
const MAX_ANOMALIES: usize = 5;
const EXERCISE: &str = "exercise_duration";
const SLEEP: &str = "sleep_duration";
