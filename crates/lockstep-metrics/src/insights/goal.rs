//! Goals: those of the profile, otherwise the WHO's weekly activity.

use serde_json::{Value as Json, json};

use super::{
    ByDay, Date, Direction, Goal, Impact, Insight, InsightKind, Language, Material, RuleFindings,
    date, measured,
};
use crate::{Days, median, theil_sen};

pub(super) fn goals(material: &Material, found: &mut RuleFindings) {
    if material.goals.is_empty() {
        return weekly_activity(material, found);
    }
    for goal in &material.goals {
        profile_goal(material, found, goal);
    }
}

/// Reports the median of the last 7 values, and when the window's slope reaches the target.
fn profile_goal(material: &Material, found: &mut RuleFindings, goal: &Goal) {
    let language = material.language;
    let kind = type_of_goal(&goal.metric);
    let Some(one) = measured(kind) else {
        let reason = language.pick(
            "has no daily values to compare with the goal",
            "hat keine Tageswerte, die mit dem Ziel vergleichbar sind",
        );
        return found.skip(InsightKind::Goal, Some(&goal.metric), reason);
    };
    let values = material.in_window(kind);
    if values.len() < MIN_VALUES {
        let days = language.days(values.len());
        let reason = language.pick(
            format!("{days} of the window with a value; {MIN_VALUES} are needed"),
            format!("{days} des Zeitraums mit einem Wert; {MIN_VALUES} sind nötig"),
        );
        return found.skip(InsightKind::Goal, Some(&goal.metric), reason);
    }
    let seven = |part: &[(i32, f64)]| {
        let mut part: Vec<f64> = part.iter().map(|(_, value)| *value).collect();
        median(&mut part).unwrap_or_default()
    };
    let (start, now) = (
        seven(&values[..MIN_VALUES]),
        seven(&values[values.len() - MIN_VALUES..]),
    );
    let reached = is_reached(one.kind, goal.target, (start, now));
    let points: Vec<(f64, f64)> = values
        .iter()
        .map(|(day, value)| (f64::from(*day), *value))
        .collect();
    let slope = theil_sen(&points).unwrap_or(0.0);
    let share = if one.is_sum { NEAR_SUM } else { NEAR_STATE };
    let day = projected(material.last, now, goal.target, slope, YEAR).filter(|_| !reached);
    let progress = GoalProgress {
        reached,
        is_near: !reached && (goal.target - now).abs() <= share * goal.target.abs(),
        approaches: (goal.target - now) * slope > 0.0,
        day,
        by: goal.by,
        is_over: goal
            .by
            .is_some_and(|by| Days::date(material.last) > Some(by)),
    };
    let [target, level] = [goal.target, now].map(|value| one.format_level(language, value));
    let words = progress.words(language);
    let description = language.pick(
        format!(
            "Your goal for {} is {target}. The median of your last 7 values is {level}{words}.",
            one.words
        ),
        format!(
            "Ihr Ziel für {} ist {target}. Der Median Ihrer letzten 7 Werte ist {level}{words}.",
            one.german.accusative()
        ),
    );
    let evidence = json!({
        "target": goal.target, "current": now, "atStart": start, "slopePerDay": slope,
        "reached": reached, "projectedDate": day.map(date), "by": goal.by.map(|by| by.to_string()), "days": values.len(),
    });
    found.insights.push(Insight {
        confidence: if reached { 0.95 } else { 0.6 },
        metric: Some(goal.metric.clone()),
        trend: Some(direction(slope)),
        impact: Some(progress.impact()),
        ..Insight::new(InsightKind::Goal, "goal.own", description, evidence)
    });
}

/// The way to a goal.
struct GoalProgress {
    reached: bool,
    /// Whether the level is close to the target, but has not reached it.
    is_near: bool,
    /// Whether the window's slope leads towards the target.
    approaches: bool,
    /// The day on which the slope reaches the target.
    day: Option<i32>,
    by: Option<Date>,
    /// Whether the target date has passed.
    is_over: bool,
}

impl GoalProgress {
    fn is_late(&self) -> bool {
        let day = self.day.and_then(Days::date);
        self.is_over || day.zip(self.by).is_some_and(|(day, by)| day > by)
    }

    /// Returns the end of the sentence about the present level.
    fn words(&self, language: Language) -> String {
        if self.reached {
            return language.pick(": reached", ": erreicht").to_owned();
        }
        let near = if self.is_near {
            language.pick(": nearly there", ": fast erreicht")
        } else {
            ""
        };
        let pace = match self.day.map(|day| language.date(day)) {
            Some(day) => language.pick(
                format!("; at this pace you reach it on {day}"),
                format!("; in diesem Tempo erreichen Sie es am {day}"),
            ),
            None if self.is_near => String::new(),
            None => language
                .pick(
                    "; at this pace you do not reach it within a year",
                    "; in diesem Tempo erreichen Sie es nicht innerhalb eines Jahres",
                )
                .to_owned(),
        };
        let late = match self.by.map(|by| language.of_date(by)) {
            Some(by) if self.is_over => language.pick(
                format!("; your date, {by}, has passed"),
                format!("; Ihr Termin, der {by}, ist vorbei"),
            ),
            Some(by) if self.is_late() => language.pick(
                format!(", later than your date, {by}"),
                format!(", später als Ihr Termin, der {by}"),
            ),
            _ => String::new(),
        };
        format!("{near}{pace}{late}")
    }

    /// Returns a high impact only where the values stand still or lead away from the target.
    fn impact(&self) -> Impact {
        match (self.reached, self.is_late()) {
            (true, _) => Impact::Low,
            (false, true) => Impact::Medium,
            _ if self.is_near || self.day.is_some() => Impact::Low,
            _ if self.approaches => Impact::Medium,
            _ => Impact::High,
        }
    }
}

/// Returns whether a level reaches its target. Of resting heart rate and stress, less is better; of sums and other
/// states, more. A weight is reached from the side on which it was at the `start` of the window, and it is held
/// within 1 %.
fn is_reached(kind: &str, target: f64, (start, now): (f64, f64)) -> bool {
    match kind {
        "resting_heart_rate" | "stress" => now <= target,
        "weight" | "body_fat_percentage" => {
            let is_held = (now - target).abs() <= HELD * target.abs();
            let is_beyond = if start <= target {
                now >= target
            } else {
                now <= target
            };
            is_held || is_beyond
        }
        _ => now >= target,
    }
}

/// Returns the day on which a line from `now` reaches the target; `None` if the line leads away or
/// takes more than `limit` days, because no trend lasts that long.
pub(super) fn projected(last: i32, now: f64, target: f64, slope: f64, limit: f64) -> Option<i32> {
    let days = ((target - now) / slope).ceil();
    (1.0..=limit).contains(&days).then(|| last + days as i32)
}

/// Minutes of activity by intensity, from heart rate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActiveMinutes {
    /// The minutes of moderate intensity on each day with heart rate.
    pub moderate: ByDay,
    /// The minutes of vigorous intensity on the same days.
    pub vigorous: ByDay,
    /// The heart rates from which intensity is moderate and vigorous; see [`crate::Intensity`].
    pub bounds: (f64, f64),
    /// Whether the bounds are shares of the heart-rate reserve; otherwise of the maximum.
    pub is_of_reserve: bool,
    /// Whether the maximum heart rate is estimated from the age.
    pub is_estimated: bool,
}

/// The minutes of a week.
#[derive(Clone, Copy)]
struct Week {
    moderate: f64,
    vigorous: f64,
    days: usize,
}

impl Week {
    /// The week that ends `back` weeks before the window's last day.
    fn of(active: &ActiveMinutes, last: i32, back: i32) -> Self {
        let end = last - 7 * back;
        let sum = |by_day: &ByDay| {
            by_day
                .range(end - 6..=end)
                .map(|(_, minutes)| *minutes)
                .sum()
        };
        Self {
            moderate: sum(&active.moderate),
            vigorous: sum(&active.vigorous),
            days: active.moderate.range(end - 6..=end).count(),
        }
    }

    /// Returns the minutes as the WHO counts them: a vigorous minute equals two moderate ones.
    fn equivalent(self) -> f64 {
        self.moderate + 2.0 * self.vigorous
    }
}

/// Compares with the WHO's 150 to 300 minutes of moderate intensity a week (guidelines of 2020).
/// `exercise_duration` is not evidence: it says nothing about intensity.
fn weekly_activity(material: &Material, found: &mut RuleFindings) {
    let skip = |found: &mut RuleFindings, why: String| {
        found.skip(InsightKind::Goal, Some("activeMinutes"), why);
    };
    let language = material.language;
    let Some(active) = material
        .active
        .as_ref()
        .filter(|active| !active.moderate.is_empty())
    else {
        let why = language.pick(NO_INTENSITY, GERMAN_NO_INTENSITY);
        return skip(found, why.to_owned());
    };
    let begin = active
        .moderate
        .keys()
        .next()
        .copied()
        .unwrap_or(material.last);
    let span = material.last - begin + 1;
    if span < 7 {
        let days = language.days(span as usize);
        let why = language.pick(
            format!("heart rate reaches back {days}; 7 are needed"),
            format!("die Herzfrequenz reicht {days} zurück; 7 sind nötig"),
        );
        return skip(found, why);
    }
    let now = Week::of(active, material.last, 0);
    // Days without a device may have had minutes, too: the known ones are a lower bound.
    if now.days < MIN_DAYS && now.equivalent() < WHO_MINUTES_A_WEEK.0 {
        let days = language.days(now.days);
        let why = language.pick(
            format!("{days} of the last 7 with heart rate; {MIN_DAYS} are needed"),
            format!("{days} der letzten 7 mit Herzfrequenz; {MIN_DAYS} sind nötig"),
        );
        return skip(found, why);
    }
    // Only whole weeks in which a device was worn; the last one was judged above.
    let weeks = (0..(span / 7).min(4)).map(|back| (back, Week::of(active, material.last, back)));
    let weeks: Vec<(f64, f64)> = weeks
        .filter(|(back, week)| *back == 0 || week.days >= MIN_DAYS)
        .map(|(back, week)| (-f64::from(7 * back), week.equivalent()))
        .collect();
    // Somebody who has done far more for weeks needs no reminder.
    if weeks.len() > USUAL_WEEKS
        && weeks
            .iter()
            .all(|(_, minutes)| *minutes > WHO_MINUTES_A_WEEK.1)
    {
        let (count, most) = (weeks.len(), WHO_MINUTES_A_WEEK.1);
        let why = language.pick(
            format!("each of the last {count} weeks had more than the {most} minutes that the WHO recommends"),
            format!("jede der letzten {count} Wochen hatte mehr als die {most} Minuten, die die WHO empfiehlt"),
        );
        return skip(found, why);
    }
    found
        .insights
        .push(who_guideline(material, active, now, &weeks));
}

fn who_guideline(
    material: &Material,
    active: &ActiveMinutes,
    week: Week,
    weeks: &[(f64, f64)],
) -> Insight {
    let now = week.equivalent();
    let slope = theil_sen(weeks).unwrap_or(0.0);
    let reached = now >= WHO_MINUTES_A_WEEK.0;
    let earlier: Vec<f64> = weeks.iter().skip(1).map(|(_, minutes)| *minutes).collect();
    let usual = (earlier.len() >= USUAL_WEEKS).then(|| crate::mean(&earlier));
    // A lighter week after full ones is part of training.
    let is_lighter = !reached && usual.is_some_and(|usual| usual >= WHO_MINUTES_A_WEEK.0);
    let day = projected(material.last, now, WHO_MINUTES_A_WEEK.0, slope, SEASON);
    let day = day.filter(|_| !reached && !is_lighter && now > 0.0 && weeks.len() >= FULL_MONTH);
    let usual_of_lighter = usual.filter(|_| is_lighter);
    let description = minutes_sentence(week, usual_of_lighter, day, material.language);
    let evidence: Json = json!({
        "minutes": now, "moderate": week.moderate, "vigorous": week.vigorous,
        "least": WHO_MINUTES_A_WEEK.0, "most": WHO_MINUTES_A_WEEK.1, "days": week.days, "source": source(active),
        "moderateFrom": active.bounds.0, "vigorousFrom": active.bounds.1,
        "weeks": weeks.iter().map(|(_, minutes)| *minutes).collect::<Vec<_>>(),
        "reached": reached, "lighterWeek": is_lighter, "projectedDate": day.map(date),
    });
    Insight {
        confidence: if active.is_estimated { 0.6 } else { 0.8 },
        metric: Some("activeMinutes".to_owned()),
        trend: Some(direction(slope)),
        impact: Some(match now {
            now if now >= WHO_MINUTES_A_WEEK.0 || is_lighter => Impact::Low,
            now if now >= WHO_MINUTES_A_WEEK.0 / 2.0 => Impact::Medium,
            _ => Impact::High,
        }),
        ..Insight::new(InsightKind::Goal, "goal.who", description, evidence)
    }
}

/// Returns the sentence about a week's minutes. `usual`: the minutes of the weeks before, of a lighter week; `day`: when
/// the least minutes are reached.
fn minutes_sentence(
    week: Week,
    usual: Option<f64>,
    day: Option<i32>,
    language: Language,
) -> String {
    let now = week.equivalent();
    let words = match (now, usual) {
        (now, _) if now > WHO_MINUTES_A_WEEK.1 => language
            .pick(
                "more than the 150 to 300 that the WHO recommends",
                "mehr als die 150 bis 300, die die WHO empfiehlt",
            )
            .to_owned(),
        (now, _) if now >= WHO_MINUTES_A_WEEK.0 => language
            .pick(
                "within the 150 to 300 that the WHO recommends",
                "innerhalb der 150 bis 300, die die WHO empfiehlt",
            )
            .to_owned(),
        (_, Some(usual)) => {
            let usual = language.figure(usual);
            language.pick(
                format!("a lighter week after {usual} a week, within what the WHO recommends over time"),
                format!("eine leichtere Woche nach {usual} pro Woche, auf Dauer so viel, wie die WHO empfiehlt"),
            )
        }
        _ => language
            .pick(
                "fewer than the 150 to 300 that the WHO recommends",
                "weniger als die 150 bis 300, die die WHO empfiehlt",
            )
            .to_owned(),
    };
    let projection = day.map_or_else(String::new, |day| {
        let day = language.date(day);
        language.pick(
            format!("; at this pace you reach 150 in the week to {day}"),
            format!("; in diesem Tempo erreichen Sie 150 in der Woche bis zum {day}"),
        )
    });
    let (at_least, on_days) = if week.days < MIN_DAYS {
        let days = language.of_days(week.days);
        (
            language.pick("At least ", "Mindestens "),
            language.pick(format!(" on {days}"), format!(" an {days}")),
        )
    } else {
        ("", String::new())
    };
    let minutes = language.figure(now.round());
    let [moderate, vigorous] =
        [week.moderate, week.vigorous].map(|minutes| language.decimals(minutes, 0));
    language.pick(
        format!(
            "{at_least}{minutes} moderate-equivalent minutes in the last 7 days ({moderate} moderate, {vigorous} vigorous counted \
             twice, by heart rate{on_days}): {words}{projection}."
        ),
        format!(
            "{at_least}{minutes} Minuten mäßiger Anstrengung in den letzten 7 Tagen ({moderate} mäßig, {vigorous} intensiv und \
             doppelt gezählt, nach der Herzfrequenz{on_days}): {words}{projection}."
        ),
    )
}

fn source(active: &ActiveMinutes) -> &'static str {
    if active.is_of_reserve {
        "heart rate: moderate from 40 % of the heart-rate reserve, vigorous from 60 % (ACSM)"
    } else {
        "heart rate: moderate from 64 % of its maximum, vigorous from 77 % (ACSM)"
    }
}

fn direction(slope: f64) -> Direction {
    if slope > 0.0 {
        Direction::Increasing
    } else if slope < 0.0 {
        Direction::Decreasing
    } else {
        Direction::Stable
    }
}

/// Returns the point type of a goal's metric, which may have the name of the type or of a metric.
#[must_use]
pub fn type_of_goal(metric: &str) -> &str {
    match metric {
        "restingHeartRate" => "resting_heart_rate",
        "hrvRmssd" => "heart_rate_variability_rmssd",
        "sleepDuration" => "sleep_duration",
        other => other,
    }
}

const MIN_VALUES: usize = 7;
/// The minimum number of days with data in a week.
const MIN_DAYS: usize = 4;
/// The weeks before the last that show what is usual.
const USUAL_WEEKS: usize = 2;
/// The weeks from which a pace is projected.
const FULL_MONTH: usize = 4;
const NO_INTENSITY: &str = "minutes of moderate intensity need heart rate and a maximum heart rate \
     (maxHeartRate or birthDate in the profile); exercise_duration says nothing about intensity";
const GERMAN_NO_INTENSITY: &str = "Minuten mäßiger Anstrengung brauchen Herzfrequenz und eine Maximalherzfrequenz \
     (maxHeartRate oder birthDate im Profil); exercise_duration sagt nichts über die Anstrengung";
/// The shares of the target within which a daily sum and a state are nearly reached: a few hundred steps are one walk,
/// but 5 % of a weight are months.
const NEAR_SUM: f64 = 0.05;
const NEAR_STATE: f64 = 0.02;
/// The share of the target within which a weight is held.
const HELD: f64 = 0.01;
/// The maximum number of days for which a trend is extrapolated.
const YEAR: f64 = 365.0;
const SEASON: f64 = 84.0;
/// The lower and upper minutes per week.
const WHO_MINUTES_A_WEEK: (f64, f64) = (150.0, 300.0);
