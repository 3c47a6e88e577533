//! Trends: daily values that rise or fall, tested together.

use serde_json::json;

use super::{
    DailySeries, Direction, Impact, Insight, InsightKind, Language, MEASURED, Material,
    RuleFindings, TrainingBreak, date,
};
use crate::{MannKendall, hamed_rao, is_spread, median, robust_deviation, theil_sen};

/// Reports a trend if Mann-Kendall with Hamed and Rao's variance gives p < 0.05 after Benjamini and
/// Hochberg's adjustment over the metrics. The Theil-Sen effect over the window must be at least half a
/// robust standard deviation and the smallest reported difference.
pub(super) fn trends(material: &Material, found: &mut RuleFindings) {
    let language = material.language;
    let mut tested = Vec::new();
    for one in MEASURED {
        let mut values = material.in_window(one.kind);
        if values.is_empty() {
            continue;
        }
        if material.changed_devices.contains(one.kind) {
            found.skip(
                InsightKind::Trend,
                Some(one.kind),
                language.device_changed(),
            );
            continue;
        }
        if is_of_some_days(one, &values) {
            // "On the days that have it" leaves out the others, also where a device sends a 0 for some of them.
            values.retain(|(_, value)| *value > 0.0);
        }
        match TrendTest::of(one, &values, language) {
            Ok(test) => tested.push(test),
            Err(why) => found.skip(InsightKind::Trend, Some(one.kind), why),
        }
    }
    if material.daily.values().all(|values| {
        values
            .range(material.first..=material.last)
            .next()
            .is_none()
    }) {
        found.skip(
            InsightKind::Trend,
            None,
            language.pick(
                "there are no daily values in the window",
                "im Zeitraum gibt es keine Tageswerte",
            ),
        );
    }
    let chances: Vec<f64> = tested.iter().map(|test| test.test.p).collect();
    for (test, adjusted) in tested.iter().zip(adjusted(&chances)) {
        if test.test.p < LEVEL && adjusted < LEVEL && test.matters() {
            let mut insight = test.insight(adjusted, chances.len(), language);
            if test.effect < 0.0 && MOVEMENT.contains(&test.one.kind) && is_taper(material) {
                insight.rule = "trend.lighter-weeks";
                insight.impact = Some(Impact::Low);
            }
            if test.effect > 0.0
                && MOVEMENT.contains(&test.one.kind)
                && let Some(pause) = after_break(material)
            {
                insight.rule = AFTER_BREAK;
                insight.evidence["breakDays"] = json!(pause.days());
            }
            found.insights.push(insight);
        }
    }
    usual_week(material, found);
}

/// Compares the steps of the last 7 days with the person's own weeks before, if they have no trend.
fn usual_week(material: &Material, found: &mut RuleFindings) {
    let has_trend = found
        .insights
        .iter()
        .any(|one| one.metric.as_deref() == Some(STEPS));
    let is_comparable = !has_trend && !material.changed_devices.contains(STEPS);
    let Some(one) = super::measured(STEPS).filter(|_| is_comparable) else {
        return;
    };
    let week = |back: i32| {
        let end = material.last - 7 * back;
        let days = material
            .of(STEPS)
            .range((end - 6).max(material.first)..=end);
        let mut values: Vec<f64> = days.map(|(_, value)| *value).collect();
        let is_whole = values.len() >= WORN;
        median(&mut values).filter(|_| is_whole)
    };
    let earlier: Vec<f64> = (1..=(material.last - material.first) / 7)
        .filter_map(week)
        .collect();
    let Some(now) = week(0).filter(|_| earlier.len() >= OWN_WEEKS) else {
        return;
    };
    found
        .insights
        .push(week_of_steps(one, now, &earlier, material.language));
}

/// Returns the insight that compares the week's median of steps with those of the `earlier` weeks, the last first.
fn week_of_steps(one: &DailySeries, now: f64, earlier: &[f64], language: Language) -> Insight {
    let minimum = earlier.iter().copied().fold(f64::INFINITY, f64::min);
    let maximum = earlier.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (words, german_words, trend) = match now {
        now if now > maximum + one.least => {
            ("more than in", "mehr als in Ihren", Direction::Increasing)
        }
        now if now > maximum => (
            "a little more than in",
            "etwas mehr als in Ihren",
            Direction::Stable,
        ),
        now if now < minimum - one.least => (
            "fewer than in",
            "weniger als in Ihren",
            Direction::Decreasing,
        ),
        now if now < minimum => (
            "a little fewer than in",
            "etwas weniger als in Ihren",
            Direction::Stable,
        ),
        _ => ("within the range of", "im Bereich Ihrer", Direction::Stable),
    };
    let shown = |steps: f64| one.format_value(language, steps);
    let weeks = if earlier.len() <= LISTED_WEEKS {
        let oldest_first = earlier.iter().rev().map(|steps| shown(*steps));
        language.listed(&oldest_first.collect::<Vec<_>>())
    } else {
        let to = language.pick("to", "bis");
        format!("{} {to} {}", shown(minimum), shown(maximum))
    };
    let (median, count) = (shown(now), earlier.len());
    let description = language.pick(
        format!(
            "Your steps on a typical day of the last 7 days: {median}, {words} your {count} weeks before ({weeks}; medians)."
        ),
        format!(
            "Ihre Schritte an einem typischen Tag der letzten 7 Tage: {median}, {german_words} {count} Wochen davor \
             ({weeks}; Mediane)."
        ),
    );
    let evidence =
        json!({ "median": now, "weeksBefore": earlier, "least": minimum, "most": maximum });
    Insight {
        confidence: 0.8,
        metric: Some(STEPS.to_owned()),
        trend: Some(trend),
        impact: Some(Impact::Low),
        ..Insight::new(InsightKind::Trend, USUAL_WEEK, description, evidence)
    }
}

/// Returns whether the window ends with lighter weeks after full ones: nearly as many days with exercise, of
/// shorter duration. A taper keeps the frequency and cuts the volume (Bosquet et al. 2007, Med Sci Sports
/// Exerc 39); somebody who stops trains on fewer days.
pub(super) fn is_taper(material: &Material) -> bool {
    let exercise = material.of("exercise_duration");
    let days_of = |first: i32, last: i32| -> (f64, f64) {
        let of_days = exercise.range(first..=last);
        let of_days = of_days.filter(|(_, seconds)| **seconds > 0.0);
        of_days.fold((0.0, 0.0), |(days, sum), (_, seconds)| {
            (days + 1.0, sum + seconds)
        })
    };
    let (last, first) = (material.last, material.last - (TAPER - 1));
    let (days_before, before) = days_of(first - 2 * TAPER, first - 1);
    let (days, now) = days_of(first, last);
    // The weeks before count half, because they are twice as long.
    now > 0.0
        && now < before / 2.0
        && days >= FREQUENCY * days_before / 2.0
        && before / 2.0 / f64::from(TAPER) * 7.0 >= FULL_WEEK
}

/// Returns the break that ended so shortly before the window's end that the body still adapts: the rise of the
/// weeks after it is a return, and a fast one is a risk.
pub(super) fn after_break(material: &Material) -> Option<TrainingBreak> {
    let pause = material.pause?;
    (material.last.saturating_sub(pause.next) <= RETURN).then_some(pause)
}

/// Returns whether sorted values are sums of some days only.
fn is_of_some_days(one: &DailySeries, values: &[(i32, f64)]) -> bool {
    let ends = values.first().zip(values.last());
    let span = ends.map_or(0, |(first, last)| last.0 - first.0 + 1);
    usize::try_from(span).is_ok_and(|span| one.is_of_some_days(values.len(), span))
}

struct TrendTest {
    one: &'static DailySeries,
    days: usize,
    ends: (i32, i32),
    median: f64,
    /// The medians of the first and of the last third of the values.
    thirds: (f64, f64),
    test: MannKendall,
    /// The change per day.
    slope: f64,
    /// The change from the first day to the last.
    effect: f64,
    deviation: f64,
}

impl TrendTest {
    fn of(
        one: &'static DailySeries,
        values: &[(i32, f64)],
        language: Language,
    ) -> Result<Self, String> {
        let days = values.len();
        if days < MIN_VALUES {
            return Err(language.too_few(days, MIN_VALUES));
        }
        let alike = || {
            let alike = language.pick(
                "the daily values differ too little to measure a change",
                "die Tageswerte unterscheiden sich zu wenig, um eine Änderung zu messen",
            );
            alike.to_owned()
        };
        let mut plain: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
        let points: Vec<(f64, f64)> = values
            .iter()
            .map(|(day, value)| (f64::from(*day), *value))
            .collect();
        let test = hamed_rao(&plain).ok_or_else(alike)?;
        let slope = theil_sen(&points).ok_or_else(alike)?;
        let deviation = robust_deviation(&plain).ok_or_else(alike)?;
        let median = median(&mut plain).ok_or_else(alike)?;
        if !is_spread(deviation, median) {
            return Err(alike());
        }
        let ends = (values[0].0, values[days - 1].0);
        // A line would leave the possible values at its ends.
        let third = days / 3;
        let middle = |part: &[(i32, f64)]| {
            crate::median(&mut part.iter().map(|(_, value)| *value).collect::<Vec<_>>())
        };
        let thirds = middle(&values[..third]).zip(middle(&values[days - third..]));
        let thirds = thirds.ok_or_else(alike)?;
        let effect = slope * f64::from(ends.1 - ends.0);
        Ok(Self {
            one,
            days,
            ends,
            median,
            thirds,
            test,
            slope,
            effect,
            deviation,
        })
    }

    fn matters(&self) -> bool {
        let difference = self.thirds.1 - self.thirds.0;
        self.effect.abs() >= (HALF * self.deviation).max(self.one.least)
            && difference * self.effect.signum() >= self.one.least
    }

    fn insight(&self, adjusted: f64, metrics: usize, language: Language) -> Insight {
        let rises = self.effect > 0.0;
        let size = self.effect.abs() / self.deviation;
        let span = self.ends.1 - self.ends.0 + 1;
        let is_of_some_days =
            usize::try_from(span).is_ok_and(|span| self.one.is_of_some_days(self.days, span));
        let description = self.sentence((rises, span, is_of_some_days), language);
        let evidence = json!({
            "days": self.days, "from": date(self.ends.0), "to": date(self.ends.1),
            "median": self.median, "firstThird": self.thirds.0, "lastThird": self.thirds.1, "slopePerDay": self.slope, "effect": self.effect,
            "robustDeviation": self.deviation, "s": self.test.s, "p": self.test.p,
            "adjustedP": adjusted, "metricsTested": metrics,
        });
        Insight {
            confidence: (1.0 - adjusted).min(MAX_CONFIDENCE),
            metric: Some(self.one.kind.to_owned()),
            trend: Some(if rises {
                Direction::Increasing
            } else {
                Direction::Decreasing
            }),
            impact: Some(match size {
                _ if self.one.is_harmless(rises) => Impact::Low,
                size if size >= 2.0 && self.effect.abs() >= 3.0 * self.one.least => Impact::High,
                size if size >= 1.0 => Impact::Medium,
                _ => Impact::Low,
            }),
            ..Insight::new(
                InsightKind::Trend,
                "trend.mann-kendall",
                description,
                evidence,
            )
        }
    }

    /// Returns the sentence. The change belongs to the whole time; "2 h a day" would read as a rate.
    fn sentence(
        &self,
        (rises, span, is_of_some_days): (bool, i32, bool),
        language: Language,
    ) -> String {
        let change = self
            .one
            .format_change(language, self.thirds, is_of_some_days);
        let days = language.of_days(self.days);
        let (some_days, german_some_days) = if is_of_some_days {
            (" on the days that have it", " an den Tagen mit Training")
        } else {
            ("", "")
        };
        let german = self.one.german;
        language.pick(
            format!(
                "Your {}{some_days} {} from {change} over {span} days (medians of the first and last third of {days}).",
                self.one.words,
                if rises { "rose" } else { "fell" },
            ),
            format!(
                "{}{german_some_days} {} in {span} Tagen von {change} (Mediane des ersten und letzten Drittels von {days}).",
                german.yours(),
                german.changed(rises),
            ),
        )
    }
}

/// Returns Benjamini and Hochberg's adjusted probabilities (1995) in the given order.
pub(super) fn adjusted(chances: &[f64]) -> Vec<f64> {
    let mut places: Vec<usize> = (0..chances.len()).collect();
    places.sort_by(|one, other| chances[*one].total_cmp(&chances[*other]));
    let mut adjusted = vec![1.0; chances.len()];
    let mut minimum = 1.0_f64;
    for (rank, index) in places.iter().enumerate().rev() {
        let scaled = chances[*index] * chances.len() as f64 / (rank + 1) as f64;
        minimum = minimum.min(scaled);
        adjusted[*index] = minimum;
    }
    adjusted
}

/// A test over days of one person, who may have changed the device, is never certain.
const MAX_CONFIDENCE: f64 = 0.95;
const MIN_VALUES: usize = 10;
const LEVEL: f64 = 0.05;
const HALF: f64 = 0.5;
const MOVEMENT: [&str; 2] = ["exercise_duration", STEPS];
const STEPS: &str = "steps";
pub(super) const USUAL_WEEK: &str = "trend.usual-week";
pub(super) const AFTER_BREAK: &str = "trend.after-break";
/// The days with steps that a week must have, and the weeks before that show what is usual.
const WORN: usize = 5;
const OWN_WEEKS: usize = 2;
/// The number of weeks up to which each is named.
const LISTED_WEEKS: usize = 5;
/// The days after a break in which training returns.
const RETURN: i32 = 56;
/// The days of lighter training that are compared with twice as many before.
const TAPER: i32 = 14;
/// The share of the days with exercise that a taper keeps.
const FREQUENCY: f64 = 0.7;
/// The seconds of exercise of a week from which lighter weeks are not a deficit: 150 minutes.
const FULL_WEEK: f64 = 9000.0;
