//! Tests that every insight is one that a coach would accept.

mod advice;
mod comparisons;
mod order;
mod wording;

use super::*;
use crate::Sport;

/// Days of exercise in minutes, `per_week` of 7, for `weeks` before the last day.
pub(super) fn exercise(weeks: &[(usize, f64)]) -> Vec<f64> {
    let of_week = |(per_week, minutes): &(usize, f64)| {
        let minutes = *minutes;
        let days = *per_week;
        (0..7).map(move |day| match day {
            day if day < days => 60.0 * (minutes + 2.0 * day as f64),
            _ => 0.0,
        })
    };
    weeks.iter().flat_map(of_week).collect()
}

/// A taper keeps the days of training and shortens them; somebody who stops trains on fewer days.
#[test]
fn a_taper_is_not_a_deficit() {
    let full = (6, 75.0);
    let month = [(6, 60.0), (6, 40.0), (6, 22.0)];
    let lighter = [(5, 50.0), (4, 32.0), (2, 15.0)];
    for (last, light, is_taper) in [(month, full, true), (lighter, (5, 75.0), false)] {
        let weeks = [[light; 4].as_slice(), last.as_slice()].concat();
        let minutes = exercise(&weeks);
        let steps: Vec<f64> = minutes
            .iter()
            .zip(0..)
            .map(|(seconds, day)| 4000.0 + 3.0 * seconds + f64::from(day * 7 % 5))
            .collect();
        let material = with(material(LAST - 29), "exercise_duration", &minutes);
        let material = with(material, "steps", &steps);
        let found = generate(&material, &InsightKind::ALL.into());
        let trends: Vec<&Insight> = found
            .insights
            .iter()
            .filter(|one| one.kind == InsightKind::Trend)
            .collect();
        let [trend] = trends.as_slice() else {
            panic!("{:#?}", found.insights);
        };
        assert_eq!(trend.rule == "trend.lighter-weeks", is_taper, "{trend:#?}");
        if is_taper {
            assert_eq!(trend.impact, Some(Impact::Low));
            assert_eq!(trend.recommendations, [""; 0]);
            let alone = of(InsightKind::Recommendation, &material);
            assert_eq!(rules(&alone), [""; 0], "{:#?}", alone.insights);
        }
    }
}

/// One drifting effort among steady ones is a hot day, not a limit of endurance.
#[test]
fn decoupling_needs_most_efforts() {
    let effort = |day, second| Effort {
        day,
        sport: None,
        output: "power",
        seconds: 3600,
        first: 1.5,
        second,
    };
    let (steady, drifting) = (1.49, 1.38);
    for (efforts, expected) in [
        (vec![drifting], Some(0.5)),
        (vec![steady, steady, drifting], None),
        (vec![drifting, steady, drifting], Some(0.7)),
        (vec![steady], None),
    ] {
        let mut material = material(LAST - 29);
        let days = (LAST - 9..).zip(&efforts);
        material.efforts = days.map(|(day, second)| effort(day, *second)).collect();
        let found = of(InsightKind::Performance, &material);
        let insight = found.insights.first();
        assert_eq!(insight.map(|one| one.confidence), expected, "{efforts:?}");
    }
}

/// A tired week explains a drift: it gets no advice to ride longer.
#[test]
fn drift_of_a_tired_week_is_part_of_the_tiredness() {
    let mut rates: Vec<f64> = (0..60).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    rates.extend([58.0; 7]);
    let mut tired = with(material(LAST - 29), "resting_heart_rate", &rates);
    let beats: Vec<f64> = (0..67)
        .map(|nth| {
            if nth < 60 {
                70.0 + f64::from(nth % 5)
            } else {
                45.0
            }
        })
        .collect();
    tired = with(tired, "heart_rate_variability_rmssd", &beats);
    let drift = Effort {
        day: LAST,
        sport: None,
        output: "power",
        seconds: 3600,
        first: 1.5,
        second: 1.3,
    };
    tired.efforts = vec![drift; 3];
    for kinds in [
        InsightKind::ALL.into(),
        BTreeSet::from([InsightKind::Recommendation]),
    ] {
        let found = generate(&tired, &kinds);
        assert_eq!(found.insights.len(), 1, "{:#?}", found.insights);
        let advice = &found.insights[0].recommendations[0];
        assert!(advice.contains("easy"), "{advice}");
        assert!(!advice.contains("long sessions"), "{advice}");
    }
}

/// Five seconds depend on one reading; a high heart rate next to a power value is not a performance.
#[test]
fn bests_are_not_chance_and_not_heart_rate_alone() {
    let best = |kind, duration, now, before| BestMean {
        kind,
        sport: None,
        duration,
        now: Some(now),
        before: Some(before),
    };
    for (bests, expected) in [
        (vec![best("power", 5, 310.0, 300.0)], None),
        (vec![best("power", 5, 320.0, 300.0)], Some(("power", 5))),
        (
            vec![
                best("power", 5, 310.0, 300.0),
                best("power", 1200, 245.0, 240.0),
            ],
            Some(("power", 1200)),
        ),
        (
            vec![
                best("power", 60, 300.0, 300.0),
                best("heart_rate", 60, 175.0, 150.0),
            ],
            None,
        ),
        (
            vec![best("heart_rate", 60, 175.0, 150.0)],
            Some(("heart_rate", 60)),
        ),
        // A walk with less of a beta blocker.
        (vec![best("heart_rate", 60, 95.0, 85.0)], None),
    ] {
        let mut material = material(LAST - 29);
        material.bests = bests.clone();
        let found = of(InsightKind::Performance, &material);
        let insight = found.insights.first();
        let shown = insight.map(|one| {
            let seconds = one.evidence["seconds"].as_u64().unwrap();
            (one.metric.as_deref().unwrap(), seconds)
        });
        assert_eq!(shown, expected, "{bests:?}");
        let of_rate = insight.filter(|one| one.metric.as_deref() == Some("heart_rate"));
        assert!(of_rate.is_none_or(|one| one.impact == Some(Impact::Low)));
    }
}

/// A longer ride at the same effort raises the best of the longest duration only.
#[test]
fn a_longer_session_is_not_a_better_performance() {
    let best = |duration, now, before| BestMean {
        kind: "power",
        sport: None,
        duration,
        now: Some(now),
        before: Some(before),
    };
    for (twenty, expected) in [(191.1, None), (191.5, Some(3600)), (195.0, Some(3600))] {
        let mut material = material(LAST - 29);
        material.bests = vec![
            best(60, 222.5, 224.8),
            best(1200, twenty, 191.5),
            best(3600, 189.1, 183.1),
        ];
        let found = of(InsightKind::Performance, &material);
        let seconds = found
            .insights
            .first()
            .map(|one| one.evidence["seconds"].as_u64().unwrap());
        assert_eq!(seconds, expected, "{twenty}");
    }
}

/// More exercise than ever is praised, but not to somebody whose recovery is low, and advice for the next day
/// is given on the next day.
#[test]
fn long_days_are_not_praised_while_recovery_is_low() {
    for (rate, ago, expected) in [
        (50.0, 0, Some("Plan an easy day after")),
        (50.0, 1, Some("Plan an easy day after")),
        (50.0, 20, Some("builds endurance")),
        (62.0, 0, None),
    ] {
        let rates: Vec<f64> = (0..67)
            .map(|day| f64::from(day % 3) + if day < 60 { 50.0 } else { rate })
            .collect();
        let mut minutes: Vec<f64> = (0..67)
            .map(|day| 60.0 * (40.0 + f64::from(day % 5)))
            .collect();
        minutes[66 - ago] = 2760.0;
        let material = with(material(LAST - 29), "exercise_duration", &minutes);
        let material = with(material, "resting_heart_rate", &rates);
        let beats: Vec<f64> = rates.iter().map(|rate| 120.0 - rate).collect();
        let material = with(material, "heart_rate_variability_rmssd", &beats);
        let found = generate(&material, &InsightKind::ALL.into());
        let mut best = found
            .insights
            .iter()
            .filter(|one| one.rule == "milestone.best");
        let best = best.next().map(|one| one.description.as_str());
        assert_eq!(
            best.is_some(),
            expected.is_some(),
            "{rate} {ago} {:#?}",
            found.insights
        );
        assert!(
            best.is_none_or(|text| text.contains(expected.unwrap())),
            "{best:?}"
        );
    }
}

/// Exercise that returns after weeks without it is not a reason to do ever more.
#[test]
fn a_rise_after_a_break_is_told_as_a_return() {
    let minutes: Vec<f64> = (0..30).map(|day| 60.0 * (20.0 + f64::from(day))).collect();
    for (next, expected) in [
        (None, "trend.mann-kendall"),
        (Some(LAST - 29), "trend.after-break"),
        (Some(LAST - 57), "trend.mann-kendall"),
    ] {
        let mut material = with(material(LAST - 29), "exercise_duration", &minutes);
        material.pause = next.map(|next| TrainingBreak {
            last: next - 36,
            next,
        });
        let found = of(InsightKind::Trend, &material);
        assert_eq!(rules(&found), [expected]);
        let insight = &found.insights[0];
        let is_return = next == Some(LAST - 29);
        assert_eq!(insight.description.contains("grow slowly"), is_return);
        assert_eq!(insight.evidence["breakDays"] == 35, is_return);
    }
}

/// After weeks without training a lower best is expected.
#[test]
fn a_lower_best_after_a_break_names_the_break() {
    let best = |kind, now, before| BestMean {
        kind,
        sport: None,
        duration: 300,
        now: Some(now),
        before: Some(before),
    };
    let pause = TrainingBreak {
        last: LAST - 70,
        next: LAST - 34,
    };
    assert_eq!(pause.days(), 35);
    for (pause, impact) in [(None, Impact::High), (Some(pause), Impact::Low)] {
        let mut material = material(LAST - 29);
        material.bests = vec![best("speed", 3.2, 3.7), best("heart_rate", 172.0, 172.0)];
        material.pause = pause;
        let found = of(InsightKind::Performance, &material);
        let insight = &found.insights[0];
        assert_eq!(insight.impact, Some(impact));
        let text = &insight.description;
        assert_eq!(text.contains("35 days without training"), pause.is_some());
        assert_eq!(
            text.contains("After a break that is usual"),
            pause.is_some()
        );
    }
}

#[test]
fn recovery_is_not_usual_beside_a_warning_or_on_a_weak_sign() {
    let calm: Vec<f64> = (0..67).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    let beats: Vec<f64> = (0..67).map(|nth| 70.0 + f64::from(nth % 5)).collect();
    let resting = || with(material(LAST - 29), "resting_heart_rate", &calm);
    let both = || with(resting(), "heart_rate_variability_rmssd", &beats);
    let short = |from| with(from, "sleep_duration", &[5.0 * 3600.0; 7]);
    for (material, expected) in [
        (resting(), None),
        (both(), Some("recovery.usual")),
        (short(both()), Some("recovery.sleep-debt")),
    ] {
        let found = of(InsightKind::Recovery, &material);
        assert_eq!(rules(&found).first().copied(), expected);
        assert_eq!(found.insights.len(), usize::from(expected.is_some()));
        let skipped = found.skipped.iter();
        let mut skipped = skipped.filter(|one| one.metric.as_deref() == Some("recoveryScore"));
        assert_eq!(skipped.next().is_some(), expected != Some("recovery.usual"));
    }
}

#[test]
fn weeks_far_above_the_who_need_no_insight() {
    let mut material = material(LAST - 29);
    material.active = Some(active([
        (900.0, 0.0),
        (900.0, 0.0),
        (301.0, 0.0),
        (400.0, 0.0),
    ]));
    let found = of(InsightKind::Goal, &material);
    assert_eq!((found.insights.len(), found.skipped.len()), (0, 1));
    assert!(
        found.skipped[0].reason.contains("more than the 300"),
        "{found:?}"
    );
}

/// A watch that sends exercise only of the days with exercise has no level "a day".
#[test]
fn sums_of_some_days_are_not_called_daily() {
    let mut runs = ByDay::new();
    for nth in 0..13 {
        let day = LAST - 29 + nth * 29 / 12;
        runs.insert(day, 60.0 * (20.0 + 2.0 * f64::from(nth)));
    }
    let mut of_runs = material(LAST - 29);
    of_runs.daily.insert("exercise_duration", runs);
    let found = of(InsightKind::Trend, &of_runs);
    let text = &found.insights[0].description;
    assert!(
        text.starts_with(
            "Your exercise on the days that have it rose from about 23 to about 41 min over"
        ),
        "{text}"
    );
    assert!(!text.contains("a day over"), "{text}");
}

/// Chance alone gives small anomalies; beside other findings they are noise.
#[test]
fn small_anomalies_are_left_out_beside_other_insights() {
    let mut values: Vec<f64> = (0..30)
        .map(|day| 34.0 + 0.1 * f64::from(day * 7 % 5))
        .collect();
    values[20] += 1.0;
    let small = with(material(LAST - 29), "skin_temperature", &values);
    let alone = generate(&small, &InsightKind::ALL.into());
    assert_eq!(rules(&alone), ["anomaly.hampel"]);
    assert_eq!(alone.insights[0].impact, Some(Impact::Low));
    let tired = with(small, "sleep_duration", &[5.0 * 3600.0; 7]);
    let found = generate(&tired, &InsightKind::ALL.into());
    assert_eq!(
        rules(&found),
        ["recovery.sleep-debt"],
        "{:#?}",
        found.insights
    );
    assert!(
        found
            .skipped
            .iter()
            .any(|one| one.reason.contains("smaller anomalies"))
    );
}

/// A goal that moves away and the decline that causes it are reported once.
#[test]
fn a_goal_and_its_trend_are_one_cause() {
    let falling: Vec<f64> = (0..30)
        .map(|day| 9000.0 - 150.0 * f64::from(day) + f64::from(day * 37 % 11))
        .collect();
    let mut falls = with(material(LAST - 29), "steps", &falling);
    falls.goals.push(Goal {
        metric: "steps".to_owned(),
        target: 10_000.0,
        by: None,
    });
    let found = generate(&falls, &InsightKind::ALL.into());
    assert_eq!(found.insights.len(), 1, "{:#?}", found.insights);
    let kept = &found.insights[0];
    assert_eq!(kept.recommendations.len(), 1, "{kept:#?}");
    assert_eq!(kept.evidence["alsoSeen"].as_array().unwrap().len(), 1);
}

/// Every trend, anomaly and finding says why it matters.
#[test]
fn every_metric_has_a_reason() {
    for one in MEASURED {
        for trend in [Direction::Increasing, Direction::Decreasing] {
            let insight = Insight {
                metric: Some(one.kind.to_owned()),
                trend: Some(trend),
                ..Insight::new(
                    InsightKind::Trend,
                    "trend.mann-kendall",
                    String::new(),
                    serde_json::json!({}),
                )
            };
            assert!(
                reasons::reason(&insight, Language::English).is_some(),
                "{}",
                one.kind
            );
        }
    }
}
