//! Advice that fits its insight, and numbers that warn only where there is a reason to.

use super::*;

/// Returns 30 values that go from one level to another, with a small wave.
fn ramp(from: f64, to: f64) -> Vec<f64> {
    (0..30)
        .map(|day| {
            let share = f64::from(day) / 29.0;
            from + (to - from) * share + (to - from) / 60.0 * f64::from(day * 7 % 5 - 2)
        })
        .collect()
}

fn goal(metric: &str, target: f64, by: Option<&str>) -> Goal {
    Goal {
        metric: metric.to_owned(),
        target,
        by: by.map(|by| by.parse().unwrap()),
    }
}

/// Slow progress is progress: only values that stand still or lead away get the advice to change the goal.
#[test]
fn only_goals_that_move_away_are_called_into_question() {
    for (metric, target, values, impact, is_questioned) in [
        ("weight", 75.0, ramp(90.0, 89.2), Impact::Medium, false),
        ("weight", 75.0, ramp(90.0, 87.0), Impact::Low, false),
        ("weight", 75.0, ramp(87.0, 90.0), Impact::Medium, true),
        ("weight", 75.0, vec![90.0; 30], Impact::Medium, true),
        (
            "resting_heart_rate",
            40.0,
            ramp(60.0, 59.0),
            Impact::Medium,
            false,
        ),
        (
            "resting_heart_rate",
            40.0,
            ramp(57.0, 60.0),
            Impact::Medium,
            true,
        ),
        (
            "steps",
            20_000.0,
            ramp(8000.0, 8200.0),
            Impact::Medium,
            false,
        ),
    ] {
        let kind = measured(metric).unwrap().kind;
        let mut material = with(material(LAST - 29), kind, &values);
        material.goals.push(goal(metric, target, None));
        let found = of(InsightKind::Goal, &material);
        assert_eq!(
            found.insights[0].impact,
            Some(impact),
            "{metric} {values:?}"
        );
        let advised = of(InsightKind::Recommendation, &material);
        let questioned = rules(&advised).contains(&"recommendation.goal-pace");
        assert_eq!(questioned, is_questioned, "{metric} {values:?}");
    }
}

/// A date that has passed, or that the pace does not keep, is named also close to the target. `LAST` is
/// 2024-10-04.
#[test]
fn missed_dates_of_goals_are_named() {
    for (target, by, expected) in [
        (
            75.0,
            "2024-10-20",
            "; at this pace you reach it on 2024-11-",
        ),
        (75.0, "2024-10-20", ", later than your date, 2024-10-20."),
        (75.0, "2024-10-03", "; your date, 2024-10-03, has passed."),
        (77.5, "2024-10-05", ": nearly there; at this pace"),
        (77.5, "2024-10-05", ", later than your date, 2024-10-05."),
        (
            90.0,
            "2024-10-03",
            "within a year; your date, 2024-10-03, has passed.",
        ),
    ] {
        let mut material = with(material(LAST - 29), "weight", &ramp(81.0, 78.3));
        material.goals.push(goal("weight", target, Some(by)));
        let found = of(InsightKind::Goal, &material);
        let insight = &found.insights[0];
        assert!(insight.description.contains(expected), "{insight:#?}");
        assert_eq!(insight.impact, Some(Impact::Medium), "{insight:#?}");
    }
}

/// Fewer steps need a walk only where they are few.
#[test]
fn many_steps_need_no_advice_to_walk() {
    for (from, to, is_advised) in [
        (16_245.0, 12_000.0, false),
        (12_000.0, 8500.0, false),
        (10_000.0, 6000.0, true),
    ] {
        let falling = with(material(LAST - 29), "steps", &ramp(from, to));
        let found = of(InsightKind::Recommendation, &falling);
        assert_eq!(rules(&found).len(), usize::from(is_advised), "{from} {to}");
        let told = generate(&falling, &InsightKind::ALL.into());
        let trend = told
            .insights
            .iter()
            .find(|one| one.rule == "trend.mann-kendall");
        let advice = &trend.unwrap().recommendations;
        assert_eq!(advice.len(), usize::from(is_advised), "{from} {to}");
    }
}

/// A day of very many steps among falling ones is not told to walk more, nor is exercise told about steps.
#[test]
fn advice_answers_the_insight_that_carries_it() {
    let mut steps = ramp(9000.0, 5000.0);
    steps[27] = 60_000.0;
    let spike = with(material(LAST - 29), "steps", &steps);
    let exercise: Vec<f64> = ramp(90.0, 30.0)
        .iter()
        .map(|minutes| 60.0 * minutes)
        .collect();
    let both = with(material(LAST - 29), "steps", &ramp(9000.0, 6500.0));
    let both = with(both, "exercise_duration", &exercise);
    for material in [spike, both] {
        let advised = of(InsightKind::Recommendation, &material);
        assert_eq!(rules(&advised), ["recommendation.steps"]);
        let found = generate(&material, &InsightKind::ALL.into());
        let of_movement = found
            .insights
            .iter()
            .filter(|one| one.kind != InsightKind::Milestone);
        for insight in of_movement {
            let is_steps_trend =
                insight.rule == "trend.mann-kendall" && insight.metric.as_deref() == Some("steps");
            let walks = insight.description.contains("daily walk");
            assert!(!walks || is_steps_trend, "{insight:#?}");
        }
    }
}

/// Days of rest say nothing about how long a session is.
#[test]
fn days_without_exercise_do_not_count_as_short_sessions() {
    let of_days = |minutes: fn(i32) -> Option<f64>| {
        let mut exercise = ByDay::new();
        for day in 0..30 {
            if let Some(minutes) = minutes(day) {
                exercise.insert(LAST - 29 + day, 60.0 * minutes);
            }
        }
        let mut material = material(LAST - 29);
        material.daily.insert("exercise_duration", exercise);
        material
    };
    // Sessions of one length, and from the middle on, zeros between them.
    let sparse = of_days(|day| match (day % 3, day) {
        (0, _) | (1, 0..10) => Some(70.0 + f64::from(day * 7 % 5)),
        (1, _) => Some(0.0),
        _ => None,
    });
    let found = of(InsightKind::Trend, &sparse);
    assert_eq!(rules(&found), [""; 0], "{:#?}", found.insights);
    // Three days of training beside rest days are not anomalies.
    let few = of_days(|day| {
        Some(if [10, 14, 20].contains(&day) {
            75.0
        } else {
            0.0
        })
    });
    assert_eq!(rules(&of(InsightKind::Anomaly, &few)), [""; 0]);
    // A day of five times the usual length is one; advice for the next day comes on the next day.
    for (ago, expected) in [
        (0, "plan an easy day"),
        (1, "plan an easy day"),
        (20, "changes little"),
    ] {
        let mut long = of_days(|day| Some(40.0 + f64::from(day * 7 % 5)));
        let exercise = long.daily.get_mut("exercise_duration").unwrap();
        exercise.insert(LAST - ago, 60.0 * 210.0);
        let found = of(InsightKind::Anomaly, &long);
        let text = &found.insights[0].description;
        assert!(text.contains(expected), "{ago} {text}");
    }
}

/// Cooler skin in winter is not a warning, neither as a single day nor as a trend.
#[test]
fn changes_in_the_harmless_direction_have_a_low_impact() {
    for (kind, from, to, is_harmless) in [
        ("skin_temperature", 35.1, 34.1, true),
        ("skin_temperature", 34.1, 35.1, false),
        ("respiratory_rate", 16.0, 13.5, true),
        ("respiratory_rate", 13.5, 16.0, false),
        ("oxygen_saturation", 92.0, 96.0, true),
        ("oxygen_saturation", 96.0, 92.0, false),
    ] {
        let material = with(material(LAST - 29), kind, &ramp(from, to));
        let found = of(InsightKind::Trend, &material);
        let insight = &found.insights[0];
        assert_eq!(
            insight.impact == Some(Impact::Low),
            is_harmless,
            "{insight:#?}"
        );
        assert_eq!(
            insight.description.contains("llness"),
            !is_harmless,
            "{insight:#?}"
        );
    }
}

#[test]
fn confidences_have_two_decimals() {
    let rates: Vec<f64> = (0..67).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    let nights: Vec<f64> = (0..67)
        .map(|nth| 27_000.0 + 600.0 * f64::from(nth % 5))
        .collect();
    let material = with(material(LAST - 29), "resting_heart_rate", &rates);
    let found = of(
        InsightKind::Recovery,
        &with(material, "sleep_duration", &nights),
    );
    assert_eq!(found.insights[0].confidence, 0.36);
}

/// A new device that reads 8 more does not cause a rise, and a phone that counts fewer steps does not cause a fall.
#[test]
fn levels_of_two_devices_are_not_a_trend() {
    let rates: Vec<f64> = (0..67)
        .map(|day| f64::from(day % 3) + if day < 55 { 50.0 } else { 58.0 })
        .collect();
    let mut of_two = with(material(LAST - 29), "resting_heart_rate", &rates);
    of_two = with(of_two, "steps", &ramp(9000.0, 5000.0));
    for (changed, expected) in [
        (
            vec![],
            vec!["recovery.resting-heart-rate", "trend.mann-kendall"],
        ),
        (vec!["resting_heart_rate"], vec!["trend.mann-kendall"]),
        (vec!["resting_heart_rate", "steps"], vec![]),
    ] {
        of_two.changed_devices = changed.iter().copied().collect();
        let rules = |kind| {
            let found = of(kind, &of_two);
            let skipped = found.skipped.iter();
            let skips = skipped.filter(|one| one.reason.contains("device changed"));
            (rules(&found), skips.count())
        };
        let (trends, skips) = rules(InsightKind::Trend);
        let (recovery, _) = rules(InsightKind::Recovery);
        assert_eq!(skips, changed.len(), "{changed:?}");
        for rule in ["recovery.resting-heart-rate", "trend.mann-kendall"] {
            let is_told = trends.contains(&rule) || recovery.contains(&rule);
            assert_eq!(is_told, expected.contains(&rule), "{rule} {changed:?}");
        }
    }
}
