//! The order of insights, and causes that are told once.

use super::*;

fn load(acute: f64, chronic: f64) -> Option<Result<LoadNow, String>> {
    Some(Ok(LoadNow {
        acute,
        chronic,
        covered: 42,
    }))
}

/// A taper shows in load and in minutes of exercise, and so does a jump of load: each is told once. Fewer steps are
/// no part of a jump.
#[test]
fn load_and_minutes_of_exercise_are_one_cause() {
    let taper = [
        [(6, 75.0); 4].as_slice(),
        &[(6, 50.0), (6, 30.0), (6, 20.0)],
    ]
    .concat();
    let jump = [
        [(5, 40.0); 4].as_slice(),
        &[(5, 60.0), (6, 80.0), (7, 110.0)],
    ]
    .concat();
    for (weeks, load, rule, also) in [
        (
            taper,
            load(40.0, 60.0),
            "recovery.lighter-load",
            "trend.lighter-weeks",
        ),
        (
            jump,
            load(120.0, 60.0),
            "recovery.training-load",
            "trend.mann-kendall",
        ),
    ] {
        let mut material = with(material(LAST - 29), "exercise_duration", &exercise(&weeks));
        material.load = load;
        let found = generate(&material, &InsightKind::ALL.into());
        assert_eq!(found.insights[0].rule, rule, "{:#?}", found.insights);
        let trends = found
            .insights
            .iter()
            .filter(|one| one.kind == InsightKind::Trend);
        assert_eq!(trends.count(), 0, "{:#?}", found.insights);
        let seen = found.insights[0].evidence["alsoSeen"].to_string();
        assert!(seen.contains(also), "{seen}");
    }
    let falling: Vec<f64> = (0..30)
        .map(|day| 12_000.0 - 150.0 * f64::from(day) + f64::from(day * 37 % 11))
        .collect();
    let mut material = with(material(LAST - 29), "steps", &falling);
    material.load = load(120.0, 60.0);
    let found = generate(&material, &InsightKind::ALL.into());
    assert_eq!(
        rules(&found),
        ["recovery.training-load", "trend.mann-kendall"]
    );
}

/// Twice as much of a very low load is not a reason to rest.
#[test]
fn a_small_load_is_not_heavy() {
    for (acute, chronic, is_heavy) in [
        (24.9, 10.0, false),
        (25.1, 10.0, true),
        (6.0, 2.0, false),
        (60.0, 41.0, false),
    ] {
        let mut material = material(LAST - 29);
        material.load = load(acute, chronic);
        let found = of(InsightKind::Recovery, &material);
        let is_told = rules(&found) == ["recovery.training-load"];
        assert_eq!(is_told, is_heavy, "{acute} {chronic}");
    }
}

/// Sleep has its own advice, so it is not told again as a sign of the load.
#[test]
fn sleep_is_told_beside_the_load() {
    let nights: Vec<f64> = (0..30)
        .map(|day| 28_000.0 - 120.0 * f64::from(day) + f64::from(day * 37 % 11))
        .collect();
    let mut material = with(material(LAST - 29), "sleep_duration", &nights);
    material.load = load(120.0, 60.0);
    let found = generate(&material, &InsightKind::ALL.into());
    let [heavy, sleep] = found.insights.as_slice() else {
        panic!("{:#?}", found.insights);
    };
    assert!(!heavy.description.contains("sleep"), "{heavy:#?}");
    assert!(
        sleep.recommendations[0].contains("fixed bedtime"),
        "{sleep:#?}"
    );
}

/// A reader begins with what matters most: a cause, then by impact, and praise after warnings.
#[test]
fn the_most_important_insight_comes_first() {
    let steps: Vec<f64> = (0..67).map(|day| 10_500.0 + f64::from(day % 5)).collect();
    let weights: Vec<f64> = (0..30)
        .map(|day| 70.0 + 0.05 * f64::from(day) + 0.01 * f64::from(day * 7 % 5))
        .collect();
    let material = with(material(LAST - 29), "steps", &steps);
    let material = with(material, "weight", &weights);
    let mut material = with(material, "sleep_duration", &[5.0 * 3600.0; 7]);
    material.load = load(95.0, 60.0);
    let found = generate(&material, &InsightKind::ALL.into());
    assert_eq!(
        rules(&found),
        [
            "recovery.training-load",
            "recovery.sleep-debt",
            "trend.mann-kendall",
            "milestone.streak",
            "trend.usual-week"
        ],
        "{:#?}",
        found.insights
    );
}

/// The amount and the pace after a break are told together.
#[test]
fn a_return_and_its_lower_bests_are_one_cause() {
    let mut minutes: Vec<f64> = (0..30).map(|day| 60.0 * (20.0 + f64::from(day))).collect();
    // A day of rest, so that there is no streak.
    minutes[28] = 0.0;
    let best = |kind, now, before| BestMean {
        kind,
        sport: Some(Sport::Running),
        duration: 300,
        now: Some(now),
        before: Some(before),
    };
    let bests = [best("speed", 3.2, 3.7), best("heart_rate", 172.0, 172.0)];
    let pause = TrainingBreak {
        last: LAST - 66,
        next: LAST - 29,
    };
    for (pause, expected) in [
        (Some(pause), &["trend.after-break"][..]),
        (None, &["performance.below-best", "trend.mann-kendall"]),
    ] {
        let mut material = with(material(LAST - 29), "exercise_duration", &minutes);
        (material.pause, material.bests) = (pause, bests.to_vec());
        let found = generate(&material, &InsightKind::ALL.into());
        assert_eq!(rules(&found), expected, "{:#?}", found.insights);
        let text = &found.insights[0].description;
        assert!(text.contains("are 13.5 % slower"), "{text}");
        assert_eq!(text.contains("grow slowly"), pause.is_some(), "{text}");
        let alone = of(InsightKind::Performance, &material);
        assert_eq!(rules(&alone), ["performance.below-best"]);
    }
}
