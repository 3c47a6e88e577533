//! Tests each rule at its thresholds.

use proptest::prelude::*;

mod coach;
mod documentation;
mod findings;
mod languages;

use super::anomaly::{Outlier, confidence, outliers};
use super::goal::projected;
use super::milestone::round_mark;
use super::recovery::band;
use super::trend::adjusted;
use super::*;
use languages::generate;

const LAST: i32 = 20_000;

fn material(first: i32) -> Material {
    Material {
        first,
        last: LAST,
        ..Material::default()
    }
}

/// Adds daily values that end with the last day.
fn with(mut material: Material, kind: &'static str, values: &[f64]) -> Material {
    let first = LAST + 1 - values.len() as i32;
    let by_day = (first..).zip(values.iter().copied()).collect();
    material.daily.insert(kind, by_day);
    material
}

fn of(kind: InsightKind, material: &Material) -> RuleFindings {
    generate(material, &BTreeSet::from([kind]))
}

fn rules(found: &RuleFindings) -> Vec<&'static str> {
    found.insights.iter().map(|insight| insight.rule).collect()
}

/// Minutes of four weeks, the last first.
fn active(weeks: [(f64, f64); 4]) -> ActiveMinutes {
    let mut active = ActiveMinutes::default();
    for (back, (moderate, vigorous)) in (0..).zip(weeks) {
        for day in 0..7 {
            let day = LAST - 7 * back - day;
            active.moderate.insert(day, moderate / 7.0);
            active.vigorous.insert(day, vigorous / 7.0);
        }
    }
    active
}

#[test]
fn trends_at_their_edges() {
    let wave = |nth: usize| if nth.is_multiple_of(2) { 0.4 } else { -0.4 };
    let ramp = |days: usize, slope: f64| -> Vec<f64> {
        (0..days)
            .map(|nth| 60.0 + slope * nth as f64 + wave(nth))
            .collect()
    };
    for (values, expected) in [
        (ramp(20, 0.5), Some(Direction::Increasing)),
        (ramp(20, -0.5), Some(Direction::Decreasing)),
        (ramp(10, 0.5), Some(Direction::Increasing)),
        (ramp(9, 0.5), None),
        (ramp(20, 0.0), None),
        (vec![60.0; 20], None),
    ] {
        let material = with(material(LAST - 29), "resting_heart_rate", &values);
        let found = of(InsightKind::Trend, &material);
        let trend = found.insights.first().and_then(|insight| insight.trend);
        assert_eq!(trend, expected, "{values:?}");
        let skips = values.len() < 10 || values == [60.0; 20];
        assert_eq!(found.skipped.len(), usize::from(skips), "{values:?}");
    }
}

#[test]
fn a_significant_but_small_effect_is_not_a_trend() {
    let values = |effect: f64| -> Vec<f64> {
        let noise = |nth: f64| (nth * 0.618_033_988_75).fract();
        (0..600)
            .map(|nth| 60.0 + 10.0 * noise(f64::from(nth)) + effect * f64::from(nth) / 599.0)
            .collect()
    };
    for (effect, expected) in [(1.6, 0), (2.5, 1)] {
        let values = values(effect);
        let chance = crate::hamed_rao(&values).unwrap().p;
        assert!(chance < 0.01, "{chance}");
        let found = of(
            InsightKind::Trend,
            &with(material(LAST - 599), "weight", &values),
        );
        assert_eq!(found.insights.len(), expected, "{effect}");
    }
}

/// Differences that are significant against a tiny spread, but too small to notice, are not reported.
#[test]
fn differences_below_the_reported_minimum_are_not_reported() {
    let steady = |step: f64| -> Vec<f64> {
        (0..30)
            .map(|nth| 42.0 + step * f64::from(nth) + 0.001 * f64::from(nth * 7 % 5))
            .collect()
    };
    for (step, expected) in [(0.01, 0), (0.045, 0), (0.06, 1)] {
        let of_step = with(material(LAST - 29), "vo2_max", &steady(step));
        let found = of(InsightKind::Trend, &of_step);
        assert_eq!(found.insights.len(), expected, "{step}");
    }
    for (value, expected) in [(42.5, 0), (44.0, 1)] {
        let mut values = steady(0.0);
        values[15] = value;
        let of_value = with(material(LAST - 29), "vo2_max", &values);
        let found = of(InsightKind::Anomaly, &of_value);
        assert_eq!(found.insights.len(), expected, "{value}");
    }
}

#[test]
fn days_without_a_worn_device_have_no_values() {
    let mut daily = BTreeMap::from([
        ("stress", ByDay::from([(1, 0.0), (2, 70.0)])),
        ("steps", ByDay::from([(1, 0.0), (2, 9000.0), (3, 12.0)])),
        (
            "exercise_duration",
            ByDay::from([(1, 0.0), (2, 0.0), (3, 600.0), (4, 0.0), (5, 60.0)]),
        ),
        ("weight", ByDay::from([(1, 70.0)])),
    ]);
    keep_what_was_worn(&mut daily);
    let of_days = |kind: &str| daily[kind].keys().copied().collect::<Vec<_>>();
    assert_eq!(of_days("stress"), [2]);
    assert_eq!(of_days("steps"), [2, 3]);
    assert_eq!(of_days("exercise_duration"), [2, 3, 5]);
    assert_eq!(of_days("weight"), [1]);
    // If steps are not counted, no exercise is a valid value.
    let mut daily = BTreeMap::from([("exercise_duration", ByDay::from([(1, 0.0)]))]);
    keep_what_was_worn(&mut daily);
    assert_eq!(daily["exercise_duration"].len(), 1);
    let mut none = BTreeMap::from([("stress", ByDay::from([(1, 0.0)]))]);
    keep_what_was_worn(&mut none);
    assert!(none.is_empty());
}

#[test]
fn values_are_formatted_for_people() {
    for (value, expected) in [
        (0.0, "0"),
        (0.5, "0.50"),
        (76.0, "76"),
        (62.77, "62.8"),
        (9841.4, "9841"),
        (22_193.0, "22 193"),
        (-22_193.0, "-22 193"),
        (1_000_000.0, "1 000 000"),
    ] {
        assert_eq!(Language::English.figure(value), expected);
    }
    let of_kind = |kind| measured(kind).unwrap();
    assert_eq!(
        of_kind("steps").format_amount(Language::English, 2000.0),
        "2000 steps"
    );
    assert_eq!(
        of_kind("exercise_duration").format_amount(Language::English, 1800.0),
        "30 min of exercise"
    );
    for (kind, value, expected) in [
        ("sleep_duration", 27_000.0, "7 h 30 min a night"),
        ("sleep_duration", 28_799.0, "8 h a night"),
        ("sleep_duration", 2710.0, "45 min a night"),
        ("exercise_duration", 1419.0, "24 min a day"),
        ("resting_heart_rate", 57.85, "58 beats a minute"),
        ("heart_rate_variability_rmssd", 95.63, "96 ms"),
        ("steps", 11_132.6, "11 133 a day"),
        // A device's decimals that mean something stay.
        ("weight", 70.25, "70.2 kg"),
        ("respiratory_rate", 14.8, "14.8 breaths a minute"),
    ] {
        assert_eq!(
            of_kind(kind).format_level(Language::English, value),
            expected
        );
    }
    // A sensor spike leads to a recommendation to check the device, with its date; a long walk does
    // not.
    for (kind, base, spike, advised) in [
        ("skin_temperature", 34.0, 40.0, true),
        ("steps", 8000.0, 60_000.0, false),
    ] {
        let mut values: Vec<f64> = (0..30)
            .map(|nth| base * (1.0 + 0.001 * f64::from(nth * 7 % 5)))
            .collect();
        values[20] = spike;
        let material = with(material(LAST - 29), kind, &values);
        let found = of(InsightKind::Recommendation, &material);
        let device = found
            .insights
            .iter()
            .find(|one| one.rule.ends_with("check-device"));
        assert_eq!(device.is_some(), advised, "{kind}");
        let day = date(LAST - 9);
        assert!(
            device.is_none_or(|one| one.description.contains(&day)),
            "{device:?}"
        );
    }
}

/// A day of rest has a low sum of steps and of exercise, and so has a day that is not over.
#[test]
fn rest_days_are_not_anomalies() {
    for (kind, scale, index, factor, expected) in [
        ("steps", 100.0, 29, 0.01, 0),
        ("steps", 100.0, 20, 0.01, 0),
        ("exercise_duration", 60.0, 20, 0.0, 0),
        ("steps", 100.0, 20, 10.0, 1),
        // A long walk.
        ("steps", 100.0, 20, 1.13, 0),
        ("resting_heart_rate", 1.0, 20, 0.5, 1),
        ("sleep_duration", 360.0, 29, 0.1, 1),
    ] {
        let mut values: Vec<f64> = (0..30)
            .map(|nth| scale * (80.0 + f64::from(nth * 7 % 5)))
            .collect();
        values[index] *= factor;
        let found = of(
            InsightKind::Anomaly,
            &with(material(LAST - 29), kind, &values),
        );
        assert_eq!(found.insights.len(), expected, "{kind} {index} {factor}");
    }
}

/// With weekday medians, two calm weeks among variable weeks do not make a normal deviation an anomaly.
#[test]
fn two_calm_weeks_do_not_turn_normal_deviations_into_anomalies() {
    let of_weeks = |far: f64| -> Vec<(i32, f64)> {
        let noise = |day: i32| f64::from(day * 37 % 21 - 10);
        (0..49)
            .map(|day| match day {
                24 => (day, 50.0 + far),
                16..=32 => (day, 50.0 + noise(day) / 40.0),
                _ => (day, 50.0 + noise(day)),
            })
            .collect()
    };
    let days = |far| -> Vec<i32> {
        let found = outliers(&of_weeks(far));
        found.iter().map(|outlier| outlier.day).collect()
    };
    assert_eq!(days(9.0), [] as [i32; 0]);
    assert_eq!(days(40.0), [24]);
}

#[test]
fn sleep_alone_gives_no_recovery() {
    let nights: Vec<f64> = (0..67)
        .map(|nth| 27_000.0 + 600.0 * f64::from(nth % 5))
        .collect();
    let alone = with(material(LAST - 29), "sleep_duration", &nights);
    let found = of(InsightKind::Recovery, &alone);
    assert!(rules(&found).is_empty(), "{:?}", found.insights);
    let reasons: Vec<&str> = found.skipped.iter().map(|one| &*one.reason).collect();
    assert!(
        reasons.iter().any(|why| why.contains("only sleep")),
        "{reasons:?}"
    );
    let rates: Vec<f64> = (0..67).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    let found = of(
        InsightKind::Recovery,
        &with(alone, "resting_heart_rate", &rates),
    );
    let sentence = &found.insights[0].description;
    assert!(
        sentence.contains("by resting heart rate and sleep)."),
        "{sentence}"
    );
}

#[test]
fn benjamini_and_hochberg() {
    let close = |found: Vec<f64>, expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    };
    close(adjusted(&[]), &[]);
    close(adjusted(&[0.04]), &[0.04]);
    close(adjusted(&[0.04, 0.01, 0.03]), &[0.04, 0.03, 0.04]);
    close(adjusted(&[0.9, 0.001]), &[0.9, 0.002]);
}

#[test]
fn larger_anomalies_have_a_higher_impact() {
    // 15 days about 100 with a robust deviation of 1.4826.
    let base = [98.0, 99.0, 100.0, 101.0, 102.0, 99.0, 101.0];
    for (value, expected) in [
        (100.0 + 1.4826 * 2.9, None),
        (100.0 + 1.4826 * 3.1, Some(Impact::Low)),
        (100.0 - 1.4826 * 4.9, Some(Impact::Low)),
        (100.0 + 1.4826 * 5.1, Some(Impact::Medium)),
        (100.0 - 1.4826 * 7.9, Some(Impact::Medium)),
        (100.0 + 1.4826 * 8.1, Some(Impact::High)),
    ] {
        let values = [&base[..], &[value], &base[..]].concat();
        let days: Vec<(i32, f64)> = (0..).zip(values.iter().copied()).collect();
        let found = outliers(&days);
        assert_eq!(found.first().map(Outlier::impact), expected, "{value}");
        // The confidence agrees with the impact and is never certainty.
        let confidence = found.first().map(|found| confidence(found.impact()));
        let most = expected.map(|impact| match impact {
            Impact::Low => 0.5,
            Impact::Medium => 0.7,
            Impact::High => 0.85,
        });
        assert_eq!(confidence, most, "{value}");
        let found = of(
            InsightKind::Anomaly,
            &with(material(LAST - 29), "weight", &values),
        );
        assert_eq!(found.insights.len(), usize::from(expected.is_some()));
        let few = with(material(LAST - 29), "weight", &values[1..]);
        let found = of(InsightKind::Anomaly, &few);
        assert_eq!((found.insights.len(), found.skipped.len()), (0, 1));
    }
}

#[test]
fn a_regular_weekday_pattern_is_not_an_anomaly() {
    let week = |nth: usize| if nth % 7 == 3 { 20_000.0 } else { 5000.0 } + 50.0 * (nth % 5) as f64;
    let three: Vec<(i32, f64)> = (0..28).map(|nth| (nth as i32, week(nth))).collect();
    assert_eq!(outliers(&three), []);
    assert!(!outliers(&three[..20]).is_empty());
}

#[test]
fn recovery_scores_have_bands() {
    for (score, trend, impact) in [
        (14.4, Direction::Decreasing, Impact::High),
        (14.6, Direction::Decreasing, Impact::Medium),
        (30.4, Direction::Decreasing, Impact::Medium),
        // The description shows 31 and 69.
        (30.6, Direction::Stable, Impact::Low),
        (69.49, Direction::Stable, Impact::Low),
        (69.6, Direction::Increasing, Impact::Low),
    ] {
        let found = band(score);
        assert_eq!((found.trend, found.impact), (trend, impact), "{score}");
    }
}

#[test]
fn resting_heart_rate_up_on_two_days() {
    let before: Vec<f64> = (0..60).map(|nth| 50.0 + f64::from(nth % 3)).collect();
    // Mean 51, standard deviation 0.823; below 53 the rise is normal variation.
    for (week, expected) in [
        ([51.0, 51.0, 51.0, 51.0, 51.0, 53.0, 53.0], true),
        ([51.0, 51.0, 51.0, 51.0, 51.0, 52.9, 52.9], false),
        // The rise is over.
        ([51.0, 55.0, 55.0, 51.0, 51.0, 51.0, 51.0], false),
        ([51.0, 55.0, 55.0, 55.0, 55.0, 55.0, 51.0], false),
        ([55.0, 51.0, 55.0, 51.0, 55.0, 51.0, 55.0], false),
    ] {
        let values = [&before[..], &week[..]].concat();
        let found = of(
            InsightKind::Recovery,
            &with(material(LAST - 29), "resting_heart_rate", &values),
        );
        let sentence = rules(&found).contains(&"recovery.resting-heart-rate");
        assert_eq!(sentence, expected, "{week:?}");
    }
}

#[test]
fn sleep_debt_over_three_hours() {
    for (hours, goal, expected) in [
        (vec![6.5; 7], None, true),
        (vec![6.6; 7], None, false),
        (vec![6.4; 5], None, false),
        (vec![6.3; 5], None, true),
        (vec![4.0; 4], None, false),
        (vec![6.6; 7], Some(8.0), true),
        (vec![6.5; 7], Some(6.0), false),
        // One long night compensates for the short ones.
        (vec![6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 12.0], None, false),
    ] {
        let seconds: Vec<f64> = hours.iter().map(|hours| hours * 3600.0).collect();
        let mut material = with(material(LAST - 6), "sleep_duration", &seconds);
        material.goals.extend(goal.map(|hours| Goal {
            metric: "sleepDuration".to_owned(),
            target: hours * 3600.0,
            by: None,
        }));
        let found = of(InsightKind::Recovery, &material);
        let sentence = rules(&found).contains(&"recovery.sleep-debt");
        assert_eq!(sentence, expected, "{hours:?}");
    }
}

#[test]
fn recommendations_name_their_rule_and_their_cause() {
    let debt = with(material(LAST - 6), "sleep_duration", &[5.0 * 3600.0; 7]);
    let found = of(InsightKind::Recommendation, &debt);
    assert_eq!(rules(&found), ["recommendation.sleep"]);
    let insight = &found.insights[0];
    assert_eq!(insight.recommendations.len(), 1);
    assert_eq!(insight.evidence["because"]["rule"], "recovery.sleep-debt");
    let found = of(InsightKind::Recommendation, &material(LAST - 6));
    assert_eq!((found.insights.len(), found.skipped.len()), (0, 1));
}

#[test]
fn timeframes_are_parsed() {
    for (text, expected) in [
        ("P7D", Some(("P7D", LAST - 6))),
        ("7d", Some(("P7D", LAST - 6))),
        ("4w", Some(("P4W", LAST - 27))),
        // 2024-10-04 is day 20 000.
        ("3m", Some(("P3M", LAST - 91))),
        ("P1Y", Some(("P1Y", LAST - 365))),
        ("P731D", Some(("P731D", LAST - 730))),
        ("P732D", None),
        ("P0D", None),
        ("7", None),
        ("d", None),
        ("P7d", None),
        ("7D", None),
        ("PT7H", None),
        ("-7d", None),
        ("+7d", None),
        ("7ü", None),
        ("", None),
        ("99999999999d", None),
    ] {
        let found = Timeframe::read(text);
        let sentence = found.ok().map(|one| (one.iso(), one.first_day(LAST)));
        let expected = expected.map(|(iso, first)| (iso.to_owned(), first));
        assert_eq!(sentence, expected, "{text}");
    }
}

#[test]
fn without_data_every_rule_is_skipped_with_a_reason() {
    let found = generate(&material(LAST - 29), &InsightKind::ALL.into());
    assert_eq!(found.insights, []);
    for kind in InsightKind::ALL {
        assert!(found.skipped.iter().any(|one| one.kind == kind), "{kind:?}");
    }
}

proptest! {
    #[test]
    fn every_insight_is_sound(
        steps in prop::collection::vec(0.0..40_000.0_f64, 0..90),
        resting in prop::collection::vec(40.0..80.0_f64, 0..90),
        sleep in prop::collection::vec(0.0..50_000.0_f64, 0..90),
    ) {
        let material = with(material(LAST - 29), "steps", &steps);
        let material = with(material, "resting_heart_rate", &resting);
        let material = with(material, "sleep_duration", &sleep);
        let found = generate(&material, &InsightKind::ALL.into());
        for insight in &found.insights {
            prop_assert!((0.0..=1.0).contains(&insight.confidence), "{insight:?}");
            prop_assert!(!insight.description.is_empty());
            prop_assert!(insight.evidence.is_object());
            let least = match insight.impact {
                Some(Impact::High) => 0.7,
                Some(Impact::Medium) => 0.4,
                Some(Impact::Low) | None => 0.0,
            };
            prop_assert!(insight.confidence >= least, "{insight:?}");
        }
        prop_assert_eq!(&generate(&material, &InsightKind::ALL.into()), &found);
        let anomalies = found.insights.iter().filter(|one| one.kind == InsightKind::Anomaly);
        let others = found.insights.len() - anomalies.clone().count();
        prop_assert!(anomalies.clone().count() <= (others / 2).max(1));
        prop_assert!(anomalies.clone().all(|one| one.confidence < 0.9));
        // Asked for alone, a kind has at least as many insights: nothing else explains them.
        for kind in InsightKind::ALL {
            let alone = of(kind, &material).insights.len();
            let among = found.insights.iter().filter(|one| one.kind == kind).count();
            prop_assert!(alone >= among, "{kind:?}");
        }
    }
}
