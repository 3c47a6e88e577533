//! Goals: those of the profile, otherwise the WHO's weekly activity.

use serde_json::{Value as Json, json};

use super::{
    Direction, Found, Goal, Impact, Insight, InsightKind, Material, date, figure, measured,
};
use crate::{Days, median, theil_sen};

pub(super) fn goals(material: &Material, found: &mut Found) {
    if material.goals.is_empty() {
        return weekly_activity(material, found);
    }
    for goal in &material.goals {
        profile_goal(material, found, goal);
    }
}

/// Reports the median of the last 7 values, and when the window's slope reaches the target.
fn profile_goal(material: &Material, found: &mut Found, goal: &Goal) {
    let kind = kind_of(&goal.metric);
    let Some(one) = measured(kind) else {
        let why = "has no daily values to compare with the goal";
        return found.skip(InsightKind::Goal, Some(&goal.metric), why);
    };
    let values = material.in_window(kind);
    if values.len() < LEAST {
        let days = super::days(values.len());
        let why = format!("{days} of the window with a value; {LEAST} are needed");
        return found.skip(InsightKind::Goal, Some(&goal.metric), why);
    }
    let seven = |part: &[(i32, f64)]| {
        let mut part: Vec<f64> = part.iter().map(|(_, value)| *value).collect();
        median(&mut part).unwrap_or_default()
    };
    let (start, now) = (
        seven(&values[..LEAST]),
        seven(&values[values.len() - LEAST..]),
    );
    // A sum reaches its target from below; a state reaches it from its start value.
    let from_below = one.is_sum || start <= goal.target;
    let reached = if from_below {
        now >= goal.target
    } else {
        now <= goal.target
    };
    let points: Vec<(f64, f64)> = values
        .iter()
        .map(|(day, value)| (f64::from(*day), *value))
        .collect();
    let slope = theil_sen(&points).unwrap_or(0.0);
    let near = !reached && (goal.target - now).abs() <= NEAR * goal.target.abs();
    let day = projected(material.last, now, goal.target, slope, YEAR).filter(|_| !reached);
    let late = day
        .and_then(Days::date)
        .zip(goal.by)
        .map(|(day, by)| day > by);
    let description = format!(
        "Your goal for {}, {}: {} now{}.",
        one.words,
        one.format_level(goal.target),
        one.format_level(now),
        match (reached, day) {
            (true, _) => ", reached".to_owned(),
            _ if near => ", nearly there".to_owned(),
            (false, Some(day)) => format!("; at this pace on {}", date(day)),
            (false, None) => "; at this pace you do not reach it within a year".to_owned(),
        }
    );
    let evidence = json!({
        "target": goal.target, "current": now, "atStart": start, "slopePerDay": slope,
        "reached": reached, "projectedDate": day.map(date), "by": goal.by.map(|by| by.to_string()), "days": values.len(),
    });
    found.insights.push(Insight {
        confidence: if reached { 1.0 } else { 0.6 },
        metric: Some(goal.metric.clone()),
        trend: Some(direction(slope)),
        impact: Some(match (reached || near, day, late) {
            (true, ..) | (false, Some(_), Some(false) | None) => Impact::Low,
            (false, Some(_), Some(true)) => Impact::Medium,
            (false, None, _) => Impact::High,
        }),
        ..Insight::new(InsightKind::Goal, "goal.own", description, evidence)
    });
}

/// Returns the day on which a line from `now` reaches the target; `None` if the line leads away or
/// takes more than `most` days, because no trend lasts that long.
pub(super) fn projected(last: i32, now: f64, target: f64, slope: f64, most: f64) -> Option<i32> {
    let days = ((target - now) / slope).ceil();
    (1.0..=most).contains(&days).then(|| last + days as i32)
}

/// Compares with the WHO's 150 to 300 minutes a week (guidelines of 2020), vigorous minutes counted
/// twice.
fn weekly_activity(material: &Material, found: &mut Found) {
    let Some((minutes, source)) = material
        .active
        .as_ref()
        .filter(|(minutes, _)| !minutes.is_empty())
    else {
        let why = "there is neither exercise_duration nor heart rate to count active minutes from";
        return found.skip(InsightKind::Goal, Some("activeMinutes"), why);
    };
    let week = |nth: i32| {
        let end = material.last - 7 * nth;
        minutes
            .range(end - 6..=end)
            .map(|(_, minutes)| *minutes)
            .sum::<f64>()
    };
    let now = week(0);
    let span = material.last - minutes.keys().next().copied().unwrap_or(material.last) + 1;
    if span < 7 {
        let why = format!("active minutes reach back {span} days; 7 are needed");
        return found.skip(InsightKind::Goal, Some("activeMinutes"), why);
    }
    let days_with_data = |nth: i32| {
        let end = material.last - 7 * nth;
        minutes.range(end - 6..=end).count()
    };
    if days_with_data(0) < MIN_DAYS {
        let days = super::days(days_with_data(0));
        let why = format!(
            "{days} of the last 7 with active minutes or a device worn; {MIN_DAYS} are needed"
        );
        return found.skip(InsightKind::Goal, Some("activeMinutes"), why);
    }
    // Only whole weeks in which a device was worn.
    let weeks: Vec<(f64, f64)> = (0..(span / 7).min(4))
        .filter(|nth| days_with_data(*nth) >= MIN_DAYS)
        .map(|nth| (-f64::from(7 * nth), week(nth)))
        .collect();
    let slope = theil_sen(&weeks).unwrap_or(0.0);
    let reached = now >= WHO.0;
    let day = projected(material.last, now, WHO.0, slope, SEASON);
    let day = day.filter(|_| !reached && now > 0.0);
    let words = match now {
        now if now > WHO.1 => "more than the 150 to 300 minutes the WHO recommends",
        now if now >= WHO.0 => "within the 150 to 300 minutes the WHO recommends",
        _ => "fewer than the 150 to 300 minutes the WHO recommends",
    };
    let projection = day.map_or_else(String::new, |day| {
        format!("; at this pace you reach 150 on {}", date(day))
    });
    let description = format!(
        "{} active minutes in the last 7 days: {words}{projection}.",
        figure(now)
    );
    let evidence: Json = json!({
        "minutes": now, "least": WHO.0, "most": WHO.1, "source": source,
        "weeks": weeks.iter().map(|(_, minutes)| *minutes).collect::<Vec<_>>(),
        "reached": reached, "projectedDate": day.map(date),
    });
    found.insights.push(Insight {
        confidence: if source.starts_with("exercise") {
            0.9
        } else {
            0.6
        },
        metric: Some("activeMinutes".to_owned()),
        trend: Some(direction(slope)),
        impact: Some(match now {
            now if now >= WHO.0 => Impact::Low,
            now if now >= WHO.0 / 2.0 => Impact::Medium,
            _ => Impact::High,
        }),
        ..Insight::new(InsightKind::Goal, "goal.who", description, evidence)
    });
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

/// Returns the type for a name that a goal may use.
pub(super) fn kind_of(metric: &str) -> &str {
    match metric {
        "restingHeartRate" => "resting_heart_rate",
        "hrvRmssd" => "heart_rate_variability_rmssd",
        "sleepDuration" => "sleep_duration",
        other => other,
    }
}

const LEAST: usize = 7;
/// The minimum number of days with data in a week.
const MIN_DAYS: usize = 4;
/// The share of the target within which it counts as reached.
const NEAR: f64 = 0.05;
/// The maximum number of days for which a trend is extrapolated.
const YEAR: f64 = 365.0;
const SEASON: f64 = 84.0;
/// The lower and upper minutes per week.
const WHO: (f64, f64) = (150.0, 300.0);
