//! The words of insights: numbers that a person can use, and reasons that fit the case.

use super::*;
use crate::insights::goal::type_of_goal;

/// A single day is not a trend: its reason says what such a day may mean.
#[test]
fn reasons_of_single_days_fit_the_case() {
    for (kind, trend, expected) in [
        ("sleep_duration", Direction::Decreasing, "One short night"),
        (
            "sleep_duration",
            Direction::Increasing,
            "follows short ones",
        ),
        ("weight", Direction::Increasing, "another person"),
        ("body_fat_percentage", Direction::Decreasing, "water"),
        ("vo2_max", Direction::Decreasing, "says little"),
        (
            "heart_rate_variability_rmssd",
            Direction::Increasing,
            "irregular beats",
        ),
        (
            "heart_rate_variability_rmssd",
            Direction::Decreasing,
            "illness",
        ),
        (
            "resting_heart_rate",
            Direction::Decreasing,
            "error of the sensor",
        ),
        ("resting_heart_rate", Direction::Increasing, "illness"),
        ("exercise_duration", Direction::Increasing, "changes little"),
        ("steps", Direction::Increasing, "changes little"),
        ("oxygen_saturation", Direction::Decreasing, "Altitude"),
        ("skin_temperature", Direction::Increasing, "menstrual cycle"),
        ("skin_temperature", Direction::Decreasing, "cold season"),
        ("respiratory_rate", Direction::Decreasing, "endurance"),
        ("stress", Direction::Decreasing, "leave room"),
    ] {
        let insight = Insight {
            metric: Some(kind.to_owned()),
            trend: Some(trend),
            ..Insight::new(
                InsightKind::Anomaly,
                "anomaly.hampel",
                String::new(),
                serde_json::json!({}),
            )
        };
        let reason = reasons::reason(&insight, Language::English).unwrap();
        assert!(reason.contains(expected), "{kind} {trend:?}: {reason}");
    }
}

/// A single short night or a single value of a scale is not an event of high impact, however unusual it is.
#[test]
fn single_days_have_the_impact_of_their_kind() {
    for (kind, base, value, impact) in [
        ("sleep_duration", 28_800.0, 7200.0, Impact::Medium),
        ("sleep_duration", 28_800.0, 50_000.0, Impact::Medium),
        ("weight", 70.0, 80.0, Impact::Low),
        ("vo2_max", 45.0, 35.0, Impact::Low),
        ("heart_rate_variability_rmssd", 60.0, 160.0, Impact::Low),
        ("heart_rate_variability_rmssd", 60.0, 20.0, Impact::High),
        ("resting_heart_rate", 52.0, 40.0, Impact::Low),
        ("resting_heart_rate", 52.0, 70.0, Impact::High),
        ("skin_temperature", 34.0, 38.0, Impact::High),
    ] {
        let mut values: Vec<f64> = (0..30)
            .map(|nth| base * (1.0 + 0.002 * f64::from(nth * 7 % 5)))
            .collect();
        values[20] = value;
        let found = of(
            InsightKind::Anomaly,
            &with(material(LAST - 29), kind, &values),
        );
        let insight = &found.insights[0];
        assert_eq!(insight.impact, Some(impact), "{kind} {value}");
        assert_eq!(insight.confidence, confidence(impact), "{kind} {value}");
    }
}

/// A night is short or long, and changes have whole minutes and beats.
#[test]
fn unusual_nights_are_short_or_long() {
    for (hours, expected) in [
        (3.0, "3 h, unusually short compared with about 8 h"),
        (13.5, "13 h 30 min, unusually long compared with about 8 h"),
    ] {
        let mut nights: Vec<f64> = (0..30)
            .map(|nth| 28_800.0 + 10.0 * f64::from(nth * 7 % 5 - 2))
            .collect();
        nights[20] = 3600.0 * hours;
        let found = of(
            InsightKind::Anomaly,
            &with(material(LAST - 29), "sleep_duration", &nights),
        );
        let text = &found.insights[0].description;
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_raised_resting_heart_rate_names_its_days() {
    let mut rates: Vec<f64> = (0..67).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    rates[65..].fill(57.4);
    let found = of(
        InsightKind::Recovery,
        &with(material(LAST - 29), "resting_heart_rate", &rates),
    );
    let raised = found
        .insights
        .iter()
        .find(|one| one.rule == "recovery.resting-heart-rate");
    assert_eq!(
        raised.unwrap().description,
        "Your resting heart rate was 57 on 2024-10-03 and 57 beats a minute on 2024-10-04, above your usual 51 of \
         the 60 days before. Hard training, poor sleep, illness, heat and alcohol raise it, often before you feel \
         unwell."
    );
}

#[test]
fn a_sleep_debt_is_in_hours_and_minutes() {
    let short = with(
        material(LAST - 6),
        "sleep_duration",
        &[6.0 * 3600.0 + 600.0; 6],
    );
    let found = of(InsightKind::Recovery, &short);
    let text = &found.insights[0].description;
    assert!(
        text.starts_with(
            "In the 6 known nights of the last week you slept 5 h less in total than with 7 h a night."
        ),
        "{text}"
    );
}

#[test]
fn milestones_name_what_was_long_and_since_when() {
    let minutes: Vec<f64> = (0..40)
        .map(|day| if day == 35 { 7200.0 } else { 1200.0 })
        .collect();
    let exercise = with(material(LAST - 9), "exercise_duration", &minutes);
    let steps: Vec<f64> = (0..40)
        .map(|day| if day == 35 { 30_000.0 } else { 2600.0 })
        .collect();
    let walks = with(material(LAST - 9), "steps", &steps);
    for (material, expected) in [
        (
            &exercise,
            "2024-09-30 was your longest day of exercise yet: 120 min, the most of 40 days.",
        ),
        (
            &walks,
            "2024-09-30 was your longest day on foot yet: 30 000 steps, the most of 40 days.",
        ),
        (
            &walks,
            "You passed 100 000 steps since 2024-08-26, when your records begin (40 days with a value).",
        ),
    ] {
        let found = of(InsightKind::Milestone, material);
        let mut texts = found.insights.iter().map(|one| one.description.as_str());
        assert!(
            texts.any(|text| text.starts_with(expected)),
            "{expected} {:#?}",
            found.insights
        );
    }
}

/// For some states, less is better; a weight is kept within 1 %.
#[test]
fn goals_are_reached_from_their_side() {
    for (metric, target, values, expected) in [
        ("steps", 8000.0, (7000.0, 8500.0), ": reached"),
        (
            "steps",
            20_000.0,
            (9000.0, 8000.0),
            "; at this pace you do not reach it",
        ),
        ("resting_heart_rate", 55.0, (53.0, 51.0), ": reached"),
        ("resting_heart_rate", 50.0, (62.0, 60.0), "; at this pace"),
        ("vo2_max", 45.0, (48.0, 47.0), ": reached"),
        ("weight", 70.0, (69.5, 69.6), ": reached"),
        ("weight", 70.0, (74.0, 69.0), ": reached"),
        ("weight", 70.0, (66.0, 72.0), ": reached"),
        ("weight", 70.0, (74.0, 71.2), ": nearly there"),
        ("weight", 70.0, (74.0, 72.0), "; at this pace you reach it"),
        ("steps", 8000.0, (7000.0, 7650.0), ": nearly there"),
        ("sleepDuration", 28_800.0, (25_000.0, 28_900.0), ": reached"),
    ] {
        let (from, to) = values;
        let rows: Vec<f64> = (0..20)
            .map(|day| from + (to - from) * f64::from(day.clamp(4, 15) - 4) / 11.0)
            .collect();
        let kind = measured(type_of_goal(metric)).unwrap().kind;
        let mut material = with(material(LAST - 19), kind, &rows);
        material.goals.push(Goal {
            metric: metric.to_owned(),
            target,
            by: None,
        });
        let found = of(InsightKind::Goal, &material);
        let text = &found.insights[0].description;
        assert!(text.contains(expected), "{metric} {values:?}: {text}");
    }
}

#[test]
fn a_goal_that_is_too_slow_names_the_date() {
    let rising: Vec<f64> = (0..30).map(|day| 5000.0 + 50.0 * f64::from(day)).collect();
    let mut material = with(material(LAST - 29), "steps", &rising);
    for (by, expected) in [
        (
            Some("2024-10-20"),
            "you reach it on 2024-11-15, later than your date, 2024-10-20.",
        ),
        (Some("2024-12-24"), "you reach it on 2024-11-15."),
        (None, "you reach it on 2024-11-15."),
    ] {
        material.goals = vec![Goal {
            metric: "steps".to_owned(),
            target: 8400.0,
            by: by.map(|by| by.parse().unwrap()),
        }];
        let found = of(InsightKind::Goal, &material);
        let text = &found.insights[0].description;
        assert!(text.contains(expected), "{text}");
    }
}

/// Three hard runs can have the minutes of a week; days without a device can only add to them.
#[test]
fn few_days_with_heart_rate_are_a_lower_bound() {
    for (minutes, expected) in [
        (26.0, Some("At least 156 moderate-equivalent minutes")),
        (24.0, None),
    ] {
        let mut active = ActiveMinutes::default();
        for back in [0, 2, 4, 7, 9, 11] {
            active.moderate.insert(LAST - back, 0.0);
            active.vigorous.insert(LAST - back, minutes);
        }
        let mut material = material(LAST - 29);
        material.active = Some(active);
        let found = of(InsightKind::Goal, &material);
        let text = found.insights.first().map(|one| one.description.as_str());
        assert_eq!(text.is_some(), expected.is_some(), "{found:#?}");
        assert!(
            text.is_none_or(
                |text| text.starts_with(expected.unwrap()) && text.contains("on 3 days")
            ),
            "{text:?}"
        );
    }
}

/// The weeks are named in their order, so that a reader sees where they lead; many weeks have a range.
#[test]
fn own_weeks_are_named_in_their_order() {
    let weeks = |all: &[f64]| -> Vec<f64> { all.iter().flat_map(|steps| [*steps; 7]).collect() };
    for (steps, first, expected) in [
        (
            weeks(&[14_000.0, 14_000.0, 18_000.0, 12_000.0, 13_000.0]),
            LAST - 29,
            "13 000, within the range of your 3 weeks before (14 000, 18 000 and 12 000; medians).",
        ),
        (
            weeks(&[
                12_000.0, 9000.0, 11_000.0, 18_000.0, 10_000.0, 12_000.0, 11_000.0,
            ]),
            LAST - 48,
            "11 000, within the range of your 6 weeks before (9000 to 18 000; medians).",
        ),
    ] {
        let found = of(InsightKind::Trend, &with(material(first), "steps", &steps));
        let text = &found.insights[0].description;
        assert!(text.contains(expected), "{text}");
    }
}
