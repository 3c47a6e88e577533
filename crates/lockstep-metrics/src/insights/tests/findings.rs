//! Findings of the rules: bests, efficiency, goals, activity and milestones.

use super::*;

/// Less output at the same heart rate is a decline; less of both is a taper or a rest.
#[test]
fn bests_against_the_days_before() {
    let best = |kind, now, before| BestMean {
        kind,
        sport: None,
        duration: 60,
        now,
        before,
    };
    for (kind, now, before, rate, expected) in [
        (
            "power",
            Some(300.0),
            Some(290.0),
            None,
            Some("performance.best"),
        ),
        // A minute differs by 3 % from day to day.
        ("power", Some(300.0), Some(292.0), None, None),
        ("power", Some(300.0), Some(299.0), None, None),
        ("power", Some(260.0), Some(300.0), None, None),
        ("power", Some(260.0), Some(300.0), Some(150.0), None),
        (
            "power",
            Some(260.0),
            Some(300.0),
            Some(178.0),
            Some("performance.below-best"),
        ),
        ("power", Some(280.0), Some(300.0), Some(178.0), None),
        ("speed", Some(5.0), None, None, None),
        ("speed", None, Some(5.0), None, None),
        ("heart_rate", Some(150.0), Some(180.0), None, None),
        (
            "heart_rate",
            Some(180.0),
            Some(150.0),
            None,
            Some("performance.best"),
        ),
    ] {
        let mut material = material(LAST - 29);
        material.bests.push(best(kind, now, before));
        let rate = rate.map(|rate| best("heart_rate", Some(rate), Some(180.0)));
        material.bests.extend(rate);
        let found = of(InsightKind::Performance, &material);
        assert_eq!(
            rules(&found).first().copied(),
            expected,
            "{kind} {now:?} {rate:?}"
        );
        let skipped = |skipped: &&SkippedRule| skipped.metric.as_deref() == Some(kind);
        let too_little = now.is_none() || before.is_none();
        assert_eq!(found.skipped.iter().any(|one| skipped(&one)), too_little);
    }
}

#[test]
fn decoupling_over_five_per_cent() {
    for (second, rate, seconds, expected) in [
        (200.0 * 0.949, 140.0, 2400, Some(true)),
        (200.0 * 0.951, 140.0, 2400, Some(false)),
        (200.0, 150.0, 2400, Some(true)),
        (220.0, 140.0, 2400, Some(false)),
        (190.0, 140.0, 2399, None),
        // Half the power is another effort.
        (100.0, 120.0, 2400, None),
        (0.0, 140.0, 2400, None),
    ] {
        let half = seconds / 2;
        let rows: Vec<(f64, f64)> = (0..seconds)
            .map(|nth| {
                if nth < half {
                    (200.0, 140.0)
                } else {
                    (second, rate)
                }
            })
            .collect();
        let effort = Effort::of(LAST, ("power", None), &rows, None);
        assert_eq!(
            effort.map(|effort| effort.decoupling() > 5.0),
            expected,
            "{second}"
        );
        let mut material = material(LAST - 29);
        material.efforts.extend(effort);
        let found = of(InsightKind::Performance, &material);
        assert_eq!(found.insights.len(), usize::from(expected == Some(true)));
    }
}

/// Speed falls uphill, and power on a descent: neither is a drift of the heart.
#[test]
fn slopes_and_coasting_are_not_decoupling() {
    let rows = |second: f64| -> Vec<(f64, f64)> {
        let rows = (0..3600).map(|nth| if nth < 1800 { 5.0 } else { second });
        rows.map(|speed| (speed, 140.0)).collect()
    };
    for (climb, expected) in [
        (None, false),
        (Some([0.0, 0.0]), true),
        (Some([-60.0, 60.0]), true),
        (Some([-200.0, 20.0]), false),
        (Some([0.0, 300.0]), false),
    ] {
        let effort = Effort::of(LAST, ("speed", None), &rows(4.7), climb);
        assert_eq!(effort.is_some(), expected, "{climb:?}");
    }
    // A descent of a fifth of the second half, at the same mean power as the first.
    let descent: Vec<(f64, f64)> = (0..3600)
        .map(|nth| match nth {
            0..1800 => (200.0, 140.0),
            2500..2860 => (0.0, 130.0),
            _ => (235.0, 150.0),
        })
        .collect();
    assert_eq!(Effort::of(LAST, ("power", None), &descent, None), None);
}

#[test]
fn goals_of_the_profile() {
    let steps = |metric: &str, target: f64| Goal {
        metric: metric.to_owned(),
        target,
        by: None,
    };
    let rising: Vec<f64> = (0..20).map(|nth| 8000.0 + 100.0 * f64::from(nth)).collect();
    for (goal, skipped, reached) in [
        (steps("steps", 9000.0), 0, Some(true)),
        (steps("steps", 20_000.0), 0, Some(false)),
        (steps("happiness", 1.0), 1, None),
        (steps("weight", 70.0), 1, None),
    ] {
        let mut material = with(material(LAST - 29), "steps", &rising);
        material.goals.push(goal.clone());
        let found = of(InsightKind::Goal, &material);
        assert_eq!(found.skipped.len(), skipped, "{goal:?}");
        let sentence = found.insights.first();
        let sentence = sentence.map(|insight| insight.evidence["reached"].as_bool().unwrap());
        assert_eq!(sentence, reached, "{goal:?}");
    }
    // 72 kg, falling by 0.1 kg per day.
    for (now, target, slope, expected) in [
        (72.0, 70.0, -0.1, Some(LAST + 20)),
        (72.0, 70.0, 0.1, None),
        (72.0, 70.0, 0.0, None),
        (72.0, 70.0, -0.0001, None),
    ] {
        assert_eq!(
            projected(LAST, now, target, slope, 365.0),
            expected,
            "{slope}"
        );
    }
}

#[test]
fn the_weekly_minutes_of_the_who() {
    let none = (0.0, 0.0);
    for (weeks, impact, minutes) in [
        ([(70.0, 0.0); 4], Impact::High, 70.0),
        ([(76.0, 0.0); 4], Impact::Medium, 76.0),
        // A vigorous minute counts twice.
        ([(0.0, 76.0); 4], Impact::Low, 152.0),
        ([(30.0, 40.0); 4], Impact::Medium, 110.0),
        (
            [(350.0, 0.0), (290.0, 0.0), (350.0, 0.0), (350.0, 0.0)],
            Impact::Low,
            350.0,
        ),
        // A week of rest after full weeks is not a deficit.
        (
            [(40.0, 0.0), (200.0, 20.0), (180.0, 0.0), (200.0, 0.0)],
            Impact::Low,
            40.0,
        ),
        ([(40.0, 0.0), (200.0, 20.0), none, none], Impact::High, 40.0),
    ] {
        let mut material = material(LAST - 29);
        material.active = Some(active(weeks));
        let found = of(InsightKind::Goal, &material);
        let insight = &found.insights[0];
        assert_eq!(insight.impact, Some(impact), "{weeks:?}");
        assert!((insight.evidence["minutes"].as_f64().unwrap() - minutes).abs() < 1e-9);
        assert_eq!(rules(&found), ["goal.who"]);
    }
    // Minutes of exercise say nothing about intensity.
    let exercise = with(material(LAST - 29), "exercise_duration", &[5400.0; 20]);
    for material in [material(LAST - 29), exercise] {
        let found = of(InsightKind::Goal, &material);
        assert_eq!((found.insights.len(), found.skipped.len()), (0, 1));
        assert!(found.skipped[0].reason.contains("intensity"));
    }
}

/// A week of illness shows in several metrics; it is reported once.
#[test]
fn one_illness_gives_one_insight() {
    let shifted = |base: f64, by: f64| -> Vec<f64> {
        let usual = (0..60).map(|nth| base + f64::from(nth % 3));
        usual
            .chain((0..7).map(|nth| base + by + f64::from(nth % 2)))
            .collect()
    };
    let ill = with(
        material(LAST - 29),
        "resting_heart_rate",
        &shifted(50.0, 9.0),
    );
    let ill = with(ill, "heart_rate_variability_rmssd", &shifted(60.0, -25.0));
    let ill = with(ill, "stress", &shifted(30.0, 30.0));
    let found = generate(&ill, &InsightKind::ALL.into());
    let told = |kind| found.insights.iter().filter(|one| one.kind == kind).count();
    assert_eq!(
        (found.insights.len(), told(InsightKind::Recommendation)),
        (1, 0),
        "{:#?}",
        found.insights
    );
    // The recommendation is part of the insight.
    let kept = &found.insights[0];
    let [advice] = kept.recommendations.as_slice() else {
        panic!("{kept:#?}");
    };
    assert!(kept.description.ends_with(advice), "{kept:#?}");
    assert!(!kept.evidence["alsoSeen"].as_array().unwrap().is_empty());
    // Asked for alone, the recommendation is an insight.
    let alone = of(InsightKind::Recommendation, &ill);
    assert_eq!(rules(&alone), ["recommendation.easy-day"]);
    assert_eq!(&alone.insights[0].recommendations[0], advice);
}

#[test]
fn anomalies_are_a_third_at_most_and_a_week_has_five_insights() {
    let mut noisy = material(LAST - 29);
    for (nth, one) in MEASURED.iter().filter(|one| !one.is_sum).enumerate() {
        let mut values: Vec<f64> = (0..30)
            .map(|day| 60.0 + 0.1 * f64::from(day * 7 % 5))
            .collect();
        values[2 * nth + 3] = 95.0;
        noisy = with(noisy, one.kind, &values);
    }
    noisy = with(noisy, "sleep_duration", &[5.0 * 3600.0; 30]);
    noisy.active = Some(active([(20.0, 0.0); 4]));
    let found = generate(&noisy, &InsightKind::ALL.into());
    let anomalies = found
        .insights
        .iter()
        .filter(|one| one.kind == InsightKind::Anomaly);
    let anomalies = anomalies.count();
    assert!(
        anomalies > 0 && 3 * anomalies <= found.insights.len(),
        "{anomalies}"
    );
    // Asked for alone, they are all there, one for each subject.
    assert!(of(InsightKind::Anomaly, &noisy).insights.len() > anomalies);
    // Without any other finding, one of them is the answer.
    let kinds = BTreeSet::from([InsightKind::Anomaly, InsightKind::Milestone]);
    let found = generate(&noisy, &kinds);
    assert_eq!(rules(&found), ["anomaly.hampel"]);
    assert!(
        found
            .skipped
            .iter()
            .any(|one| one.reason.contains("smaller anomalies"))
    );
    let week = Material {
        first: LAST - 6,
        ..noisy
    };
    let found = generate(&week, &InsightKind::ALL.into());
    assert!(found.insights.len() <= 5, "{}", found.insights.len());
}

#[test]
fn every_insight_says_why_it_matters_and_changes_name_their_time() {
    let rising: Vec<f64> = (0..92)
        .map(|day| 6.0 * 3600.0 + 80.0 * f64::from(day))
        .collect();
    let found = of(
        InsightKind::Trend,
        &with(material(LAST - 91), "sleep_duration", &rising),
    );
    assert_eq!(
        found.insights[0].description,
        "Your sleep rose from about 6 h 19 min to about 7 h 42 min a night over 92 days (medians of the first and \
         last third of 92 days). Much of the recovery from training happens in sleep."
    );
}

#[test]
fn milestones_are_found() {
    let of_steps = |values: &[f64], first: i32| {
        let found = of(
            InsightKind::Milestone,
            &with(material(first), "steps", values),
        );
        assert!(
            found
                .insights
                .iter()
                .all(|insight| insight.confidence == 1.0)
        );
        rules(&found)
    };
    let flat = [2000.0; 35];
    let mut best = flat;
    best[33] = 2001.0;
    assert_eq!(of_steps(&flat, LAST - 6), [] as [&str; 0]);
    assert_eq!(of_steps(&best, LAST - 6), ["milestone.best"]);
    assert_eq!(of_steps(&best, LAST - 7), [] as [&str; 0]);
    assert_eq!(of_steps(&[10_000.0; 7], LAST - 6), ["milestone.streak"]);
    assert_eq!(of_steps(&[10_000.0; 6], LAST - 6), [] as [&str; 0]);
    assert_eq!(of_steps(&[3100.0; 33], LAST - 3), ["milestone.total"]);
    // A sum over the window alone is not a milestone.
    assert_eq!(of_steps(&[9000.0; 12], LAST - 3), [] as [&str; 0]);
    for (before, after, expected) in [
        (90.0, 100.0, Some(100.0)),
        (100.0, 150.0, None),
        (90.0, 99.9, None),
        (0.0, 7.0, Some(5.0)),
        (1_900_000.0, 2_000_001.0, Some(2_000_000.0)),
    ] {
        assert_eq!(round_mark(before, after), expected, "{before} {after}");
    }
}
