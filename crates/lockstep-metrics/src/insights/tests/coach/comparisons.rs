//! Comparisons with other levels, sports and weeks.

use super::*;

/// When the level changes, a usual day of rest is not an anomaly, and nothing is expected below zero.
#[test]
fn a_new_level_does_not_make_rest_days_anomalies() {
    let steps: Vec<f64> = (0..49)
        .map(|day| match (day % 7, day / 7) {
            (6, _) => 4000.0 + f64::from(day),
            (_, week) if week < 5 => 15_000.0 + 10.0 * f64::from(day % 5),
            _ => 6000.0 + 10.0 * f64::from(day % 5),
        })
        .collect();
    let days: Vec<(i32, f64)> = (0..).zip(steps).collect();
    let rests = outliers(&days)
        .into_iter()
        .filter(|outlier| outlier.day % 7 == 6);
    assert_eq!(rests.count(), 0);
}

/// A runner who buys a bicycle has no best of 200 %, and an unknown sport is compared with itself only.
#[test]
fn bests_of_two_sports_are_not_compared() {
    let best = |sport, now, before| BestMean {
        kind: "speed",
        sport,
        duration: 300,
        now,
        before,
    };
    let running = Some(Sport::Running);
    let cycling = Some(Sport::Cycling);
    for (bests, expected) in [
        (
            vec![
                best(running, Some(3.3), Some(3.3)),
                best(cycling, Some(9.9), None),
            ],
            vec![],
        ),
        (
            vec![
                best(running, Some(3.5), Some(3.2)),
                best(cycling, Some(9.9), Some(9.0)),
            ],
            vec![
                "Your fastest 5 min of cycling (35.6 km/h) are 10.0 % faster",
                "Your fastest 5 min of running (4:46 min/km) are 9.4 % faster",
            ],
        ),
        (
            vec![best(None, Some(3.27), Some(3.2))],
            vec!["Your fastest 5 min (11.8 km/h) are a little (2.2 %) faster"],
        ),
        (vec![best(None, Some(3.26), Some(3.2))], vec![]),
    ] {
        let mut material = material(LAST - 29);
        material.bests = bests.clone();
        let found = generate(&material, &InsightKind::ALL.into());
        let mut texts: Vec<&str> = found
            .insights
            .iter()
            .map(|one| one.description.split(" than ").next().unwrap())
            .collect();
        texts.sort_unstable();
        assert_eq!(texts, expected, "{bests:?}");
        for insight in &found.insights {
            let is_clear = insight.evidence["change"].as_f64().unwrap() >= 0.05;
            assert_eq!(insight.confidence, if is_clear { 0.9 } else { 0.6 });
            let is_weak = insight.description.contains("would confirm it");
            assert_eq!(is_weak, !is_clear, "{insight:?}");
        }
    }
}

/// Training load explains what recovery shows; after a break there is no usual load.
#[test]
fn a_jump_of_load_is_the_cause() {
    let rates: Vec<f64> = (0..67)
        .map(|nth| f64::from(nth % 3) + if nth < 55 { 50.0 } else { 58.0 })
        .collect();
    let tired = with(material(LAST - 29), "resting_heart_rate", &rates);
    let load = |acute, covered| {
        Ok(LoadNow {
            acute,
            chronic: 60.0,
            covered,
        })
    };
    let pause = TrainingBreak {
        last: LAST - 60,
        next: LAST - 30,
    };
    for (load, pause, expected) in [
        (None, None, None),
        (Some(load(89.0, 42)), None, None),
        (Some(load(91.0, 27)), None, None),
        (
            Some(load(91.0, 28)),
            None,
            Some("91 a day, weighted over 7 days) is 1.5 times your usual one (60,"),
        ),
        (Some(load(120.0, 42)), None, Some("2.0 times")),
        (Some(load(120.0, 42)), Some(pause), None),
    ] {
        let mut tired = tired.clone();
        (tired.load, tired.pause) = (load.clone(), pause);
        let found = generate(&tired, &InsightKind::ALL.into());
        let heavy = found
            .insights
            .iter()
            .find(|one| one.rule == "recovery.training-load");
        assert_eq!(heavy.is_some(), expected.is_some(), "{load:?}");
        if let Some(heavy) = heavy {
            assert_eq!(found.insights.len(), 1, "{:#?}", found.insights);
            let text = &heavy.description;
            assert!(text.contains(expected.unwrap()), "{text}");
            assert!(text.contains("resting heart rate rose"), "{text}");
            assert!(text.contains("some easy days"), "{text}");
            assert!(!text.contains("injur"), "{text}");
        }
    }
}

/// Lighter weeks before a race are good news.
#[test]
fn lighter_weeks_are_told_as_freshness() {
    let weeks = [
        [(6, 75.0); 4].as_slice(),
        &[(6, 50.0), (6, 30.0), (6, 20.0)],
    ]
    .concat();
    for (acute, expected) in [(40.0, true), (55.0, false)] {
        let mut taper = with(material(LAST - 29), "exercise_duration", &exercise(&weeks));
        taper.load = Some(Ok(LoadNow {
            acute,
            chronic: 60.0,
            covered: 42,
        }));
        let found = of(InsightKind::Recovery, &taper);
        assert_eq!(rules(&found).contains(&"recovery.lighter-load"), expected);
        let text = found.insights.first().map(|one| one.description.as_str());
        assert!(
            text.is_none_or(|text| text.contains("0.7 times")),
            "{text:?}"
        );
    }
}

#[test]
fn irregular_sleep_needs_two_weeks_of_nights() {
    for (index, nights, expected) in [
        (43.9, 30, true),
        (43.9, 13, false),
        (59.9, 14, true),
        (60.0, 30, false),
    ] {
        let mut material = material(LAST - 29);
        material.sleep_times = Some(SleepTimes { index, nights });
        let found = of(InsightKind::Recovery, &material);
        let is_told = rules(&found) == ["recovery.irregular-sleep"];
        assert_eq!(is_told, expected, "{index} {nights}");
        assert!(!is_told || found.insights[0].recommendations.is_empty());
        let advised = of(InsightKind::Recommendation, &material);
        assert_eq!(rules(&advised).len(), usize::from(expected));
    }
}

/// Somebody with steps alone gets the own weeks as a measure; with a trend, the trend says more.
#[test]
fn steps_are_compared_with_the_own_weeks() {
    let weeks = |last: f64| -> Vec<f64> {
        let usual = (0..23).map(|day| 9000.0 + 400.0 * f64::from(day * 5 % 7));
        usual.chain((0..7).map(|_| last)).collect()
    };
    // The median of each week before is 10 200.
    for (last, expected) in [
        (10_200.0, Some(("within the range of", Direction::Stable))),
        (
            10_000.0,
            Some(("a little fewer than in", Direction::Stable)),
        ),
        (10_400.0, Some(("a little more than in", Direction::Stable))),
        (12_000.0, Some((", more than in", Direction::Increasing))),
        (7000.0, Some((", fewer than in", Direction::Decreasing))),
    ] {
        let steps = with(material(LAST - 29), "steps", &weeks(last));
        let found = of(InsightKind::Trend, &steps);
        let own = found
            .insights
            .iter()
            .find(|one| one.rule == "trend.usual-week");
        let told = own.map(|one| one.trend.unwrap());
        let has_trend = rules(&found).contains(&"trend.mann-kendall");
        assert_eq!(
            told,
            expected.filter(|_| !has_trend).map(|(_, trend)| trend)
        );
        assert!(own.is_none_or(|one| one.description.contains(expected.unwrap().0)));
    }
    let few = with(material(LAST - 29), "steps", &[9000.0; 9]);
    assert_eq!(rules(&of(InsightKind::Trend, &few)), [""; 0]);
}

/// Only one insight says that nothing is new, and it comes last.
#[test]
fn fillers_are_one_at_most() {
    let calm: Vec<f64> = (0..67).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    let beats: Vec<f64> = (0..67).map(|nth| 70.0 + f64::from(nth % 5)).collect();
    let steps: Vec<f64> = (0..67).map(|nth| 9000.0 + f64::from(nth % 5)).collect();
    let filled = with(material(LAST - 29), "resting_heart_rate", &calm);
    let filled = with(filled, "heart_rate_variability_rmssd", &beats);
    let filled = with(filled, "steps", &steps);
    let found = generate(&filled, &InsightKind::ALL.into());
    assert_eq!(rules(&found), ["recovery.usual"]);
    for (kind, rule) in [
        (InsightKind::Trend, "trend.usual-week"),
        (InsightKind::Milestone, "milestone.total"),
    ] {
        assert_eq!(rules(&of(kind, &filled)), [rule]);
    }
}
