//! Laws of the metrics, and small cases computed by hand. `tests/expected/` of lockstep-formats covers real recordings.

mod load_and_recovery;

use proptest::prelude::*;

use super::*;

/// Readings of a device: steps of 1–40 s, heart rates of 40–200.
fn readings() -> impl Strategy<Value = Vec<(i64, f64)>> {
    let step = (prop_oneof![9 => 1_i64..3, 1 => 3_i64..40], 40_u8..200);
    prop::collection::vec(step, 0..300).prop_map(|steps| {
        let mut at = 1_780_293_600_000;
        let reading = |(seconds, rate)| {
            at += seconds * 1000;
            (at, f64::from(rate))
        };
        steps.into_iter().map(reading).collect()
    })
}

fn reading(at: i64, value: f64) -> Reading {
    Reading {
        at,
        value,
        confidence: None,
    }
}

fn intervals(readings: &[(i64, f64)]) -> Vec<Interval> {
    let readings = readings.iter().map(|(at, rate)| reading(*at, *rate));
    IntervalBuilder::intervals(readings).collect()
}

fn zones(maximum: f64, intervals: impl IntoIterator<Item = Interval>) -> Zones {
    let mut zones = Zones::new(maximum);
    for interval in intervals {
        zones.add(&interval);
    }
    zones
}

fn load(sex: Sex, intervals: impl IntoIterator<Item = Interval>) -> f64 {
    let mut load = Banister::new(190.0, 60.0, sex);
    for interval in intervals {
        load.add(&interval);
    }
    load.impulse()
}

fn together(devices: Vec<Vec<Interval>>) -> Vec<Interval> {
    let readings = devices.into_iter().map(|intervals| Readings {
        class: DeviceClass::Wrist,
        intervals: intervals.into_iter(),
    });
    Arbitration::new(readings.collect()).collect()
}

#[track_caller]
fn close(found: f64, expected: f64) {
    let allowed = 1e-9 * expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= allowed,
        "{found}, not {expected}"
    );
}

#[test]
fn zones_include_their_lower_bounds() {
    let bordering = |rate: f64| {
        let zones = zones(200.0, intervals(&[(0, rate), (2000, 100.0)]));
        (zones.seconds_below(), zones.seconds())
    };
    for (rate, zone) in [
        (119.9, None),
        (120.0, Some(0)),
        (139.9, Some(0)),
        (140.0, Some(1)),
        (160.0, Some(2)),
        (180.0, Some(3)),
        (189.9, Some(3)),
        (190.0, Some(4)),
        (230.0, Some(4)),
    ] {
        let mut expected = (0.0, [0.0; 5]);
        match zone {
            None => expected.0 = 2.0,
            Some(zone) => expected.1[zone] = 2.0,
        }
        assert_eq!(bordering(rate), expected, "{rate}");
    }
}

#[test]
fn a_reading_holds_until_the_next() {
    let lengths = |times: &[i64]| -> Vec<i64> {
        let readings: Vec<_> = times.iter().map(|at| (*at, 100.0)).collect();
        intervals(&readings)
            .iter()
            .map(Interval::milliseconds)
            .collect()
    };
    assert_eq!(lengths(&[]), [0; 0]);
    assert_eq!(lengths(&[5]), [0; 0]);
    assert_eq!(lengths(&[0, 30_000, 60_001, 60_002]), [30_000, 1]);
    assert_eq!(lengths(&[0, 1000, 500, 2000]), [1000, 1000]);
    // If several readings have one time, the last counts.
    let same = intervals(&[(0, 100.0), (0, 120.0), (1000, 90.0)]);
    assert_eq!(
        same.iter().map(|one| one.value).collect::<Vec<_>>(),
        [120.0]
    );
}

/// 30 minutes at 150 with a range of 60–190, computed by hand.
#[test]
fn impulses_by_hand() {
    let readings: Vec<_> = (0..=1800).map(|second| (second * 1000, 150.0)).collect();
    let reserve = 90.0 / 130.0_f64;
    close(
        load(Sex::Male, intervals(&readings)),
        30.0 * reserve * 0.64 * (1.92 * reserve).exp(),
    );
    close(
        load(Sex::Female, intervals(&readings)),
        30.0 * reserve * 0.86 * (1.67 * reserve).exp(),
    );
    close(
        load(Sex::Male, intervals(&readings)),
        session_impulse(30.0, 150.0, 190.0, 60.0, Sex::Male),
    );
    // 150 is 78.9 % of 190: Edwards' third zone, this crate's second.
    let mut edwards = Edwards::new(190.0);
    intervals(&readings)
        .iter()
        .for_each(|interval| edwards.add(interval));
    close(edwards.impulse(), 90.0);
    close(zones(190.0, intervals(&readings)).weighted_impulse(), 60.0);
    // Without a reserve the impulse is 0.
    assert_eq!(session_impulse(30.0, 150.0, 60.0, 60.0, Sex::Male), 0.0);
}

#[test]
fn sources_of_maximum_and_resting_rates() {
    for (profile, peaks, age, value, source) in [
        (
            Some(201.0),
            vec![180.0],
            Some(40.0),
            201.0,
            MaximumSource::Profile,
        ),
        (
            None,
            vec![171.0, 183.0, 178.0],
            Some(40.0),
            183.0,
            MaximumSource::Measured,
        ),
        (None, vec![], Some(40.0), 180.0, MaximumSource::Age),
        // A walk and a spike beside a plausible rate, then alone.
        (
            None,
            vec![113.0, 211.0, 176.0],
            Some(40.0),
            176.0,
            MaximumSource::Measured,
        ),
        (
            None,
            vec![113.0, 169.9, 210.1],
            Some(40.0),
            180.0,
            MaximumSource::Age,
        ),
        (None, vec![221.0], Some(20.0), 194.0, MaximumSource::Age),
        (
            None,
            vec![113.0, 170.0, 221.0],
            None,
            170.0,
            MaximumSource::Measured,
        ),
    ] {
        let found = maximum_heart_rate(profile, peaks, age);
        assert_eq!(found, Some(MaximumHeartRate { value, source }));
    }
    // Nothing is assumed.
    assert_eq!(maximum_heart_rate(None, [], None), None);
    assert_eq!(maximum_heart_rate(None, [113.0, 169.9], None), None);
    for (profile, values, value, source) in [
        (Some(48.0), vec![60.0], 48.0, RestingSource::Profile),
        (None, vec![51.0, 90.0, 49.0], 51.0, RestingSource::Measured),
        (None, vec![51.0, 49.0], 50.0, RestingSource::Measured),
        (None, vec![], 60.0, RestingSource::Assumed),
    ] {
        let found = resting_heart_rate(profile, values);
        assert_eq!(found, RestingHeartRate { value, source });
    }
    assert_eq!(vo2_max_estimate(190.0, 50.0), Some(15.3 * 3.8));
    assert_eq!(vo2_max_estimate(190.0, 0.0), None);
    assert_eq!(vo2_max_estimate(210.0, 30.0), None);
    assert_eq!(vo2_max_estimate(60.0, 110.0), None);
}

/// Peaks of readings one second apart; `day.rs` of lockstep-fitness has more rows.
#[test]
fn a_spike_is_not_a_peak() {
    let peak = |spike: usize, rising: bool| {
        let mut rates = vec![120.0; 100];
        rates.extend((120..150).map(f64::from));
        rates.extend(vec![150.0; 300]);
        if rising {
            rates.extend((150..190).map(f64::from));
        }
        rates.extend(vec![190.0; spike]);
        rates.extend(vec![150.0; 100]);
        let readings = (0..)
            .zip(&rates)
            .map(|(second, rate)| (second * 1000, *rate));
        let mut peak = PeakOfDay::default();
        intervals(&readings.collect::<Vec<_>>())
            .iter()
            .for_each(|interval| peak.add(interval));
        peak.finish()
    };
    // A jump of 40 is not a rise, however long it lasts.
    for spike in [5, 20, 900] {
        assert_eq!(peak(spike, false), Some(150.0), "{spike}");
    }
    assert_eq!(peak(15, true), Some(190.0));
    assert!(has_hard_effort(190.0, [(161.5, 300_000), (100.0, 1)]));
    assert!(!has_hard_effort(
        190.0,
        [(161.4, 600_000), (190.0, 299_999)]
    ));
}

/// A series that is spaced by a minute counts; a pause of a minute in a series at 1 Hz does not.
#[test]
fn minutes_hold_where_readings_are_a_minute_apart() {
    let covered = |times: &[i64]| -> i64 {
        let readings = times.iter().map(|at| reading(at * 1000, 100.0));
        let intervals = IntervalBuilder::by_minute().over(readings);
        intervals
            .map(|interval| interval.milliseconds() / 1000)
            .sum()
    };
    let minutes: Vec<i64> = (0..61).map(|minute| minute * 60).collect();
    assert_eq!(covered(&minutes), 59 * 60);
    assert_eq!(covered(&[0, 60, 120]), 60);
    assert_eq!(covered(&[0, 1, 2, 62, 63, 64]), 4);
    assert_eq!(covered(&[0, 60, 61, 121, 122]), 2);
    assert_eq!(covered(&[0, 90, 180, 271, 361]), 90);
    // Smart recording at rest: unequal steps over 20 s, with gaps up to 90 s and one short step.
    assert_eq!(covered(&[0, 25, 65, 90, 150, 155, 200, 222, 310]), 310);
    assert_eq!(covered(&[0, 5, 10, 50, 55, 60, 100]), 20);
    // Five minutes apart, as watches measure in the background, is too sparse.
    assert_eq!(covered(&[0, 300, 600, 900]), 0);
}

proptest! {
    #[test]
    fn zones_cover_all_covered_seconds(readings in readings(), maximum in 120.0..220.0_f64) {
        let zones = zones(maximum, intervals(&readings));
        let inside: f64 = zones.seconds().iter().sum();
        prop_assert!((inside + zones.seconds_below() - zones.covered_seconds()).abs() < 1e-6);
        let span = readings.last().map_or(0, |last| last.0 - readings[0].0);
        prop_assert!(zones.covered_seconds() <= span as f64 / 1000.0);
    }

    #[test]
    fn zones_are_shares(readings in readings()) {
        let doubled: Vec<_> = readings.iter().map(|(at, rate)| (*at, 2.0 * rate)).collect();
        prop_assert_eq!(
            zones(180.0, intervals(&readings)).seconds(),
            zones(360.0, intervals(&doubled)).seconds()
        );
    }

    /// Two uploads of one ride, or one ride cut in two files that share a reading, count once.
    #[test]
    fn one_ride_in_two_files_counts_once(readings in readings(), cut in 0_usize..300) {
        let whole = intervals(&readings);
        let cut = cut.min(readings.len().saturating_sub(1));
        let parts = if readings.is_empty() { vec![] } else {
            vec![intervals(&readings[..=cut]), intervals(&readings[cut..])]
        };
        for devices in [vec![whole.clone(), whole.clone()], parts] {
            let counted = together(devices);
            prop_assert_eq!(&counted, &whole);
            for sex in [Sex::Male, Sex::Female] {
                let (one, other) = (load(sex, counted.clone()), load(sex, whole.clone()));
                prop_assert!((one - other).abs() <= 1e-9 * other.max(1.0));
            }
        }
    }

    /// In any overlap, all devices together cover at most their union, and no load exceeds that of each
    /// counted alone.
    #[test]
    fn overlapping_devices_never_count_twice(one in readings(), other in readings()) {
        let (one, other) = (intervals(&one), intervals(&other));
        let counted = together(vec![one.clone(), other.clone()]);
        prop_assert!(counted.is_sorted_by(|one, next| one.to <= next.from));
        let sum = load(Sex::Male, one) + load(Sex::Male, other);
        prop_assert!(load(Sex::Male, counted) <= sum + 1e-9);
    }

    #[test]
    fn an_impulse_grows_with_time_and_rate(readings in readings()) {
        let higher: Vec<_> = readings.iter().map(|(at, rate)| (*at, rate + 1.0)).collect();
        let (low, high) = (load(Sex::Male, intervals(&readings)), load(Sex::Male, intervals(&higher)));
        prop_assert!(high >= low);
        let half = load(Sex::Male, intervals(&readings[..readings.len() / 2]));
        prop_assert!(half <= low + 1e-9);
    }

    #[test]
    fn power_scales_with_its_input(readings in readings(), factor in 0.1..10.0_f64) {
        let normalized = |factor: f64| {
            let mut power = NormalizedPower::default();
            readings.iter().for_each(|(at, watts)| power.push(*at, watts * factor));
            power.finish()
        };
        match (normalized(1.0), normalized(factor)) {
            (Some(one), Some(scaled)) => {
                prop_assert!((scaled - one * factor).abs() <= 1e-9 * scaled);
                let highest = readings.iter().map(|(_, watts)| *watts).fold(0.0, f64::max);
                prop_assert!(one <= highest + 1e-9);
            }
            (one, scaled) => prop_assert_eq!(one, scaled),
        }
    }

    /// Compares with every window of every segment, summed directly.
    #[test]
    fn best_means_are_the_best(readings in readings()) {
        let mut segments = vec![Vec::new()];
        for pair in readings.windows(2) {
            let seconds = (pair[1].0 - pair[0].0) / 1000;
            if seconds > 30 {
                segments.push(Vec::new());
            } else {
                let last = segments.last_mut().unwrap();
                last.extend(std::iter::repeat_n(pair[0].1, seconds as usize));
            }
        }
        let durations = [1, 5, 30, 60];
        let mut bests = MeanMaximal::new(&durations);
        for (at, value) in &readings {
            bests.push(*at, *value);
        }
        for (found, duration) in bests.finish().into_iter().zip(durations) {
            let windows = segments.iter().flat_map(|segment| segment.windows(duration));
            let expected = windows.map(mean).max_by(f64::total_cmp);
            match (found, expected) {
                (Some(found), Some(expected)) => prop_assert!((found - expected).abs() < 1e-9),
                (found, expected) => prop_assert_eq!(found, expected),
            }
        }
    }

    /// Rounding error is not a spread.
    #[test]
    fn equal_days_have_no_spread(value in 1e-3..1e4_f64) {
        prop_assert_eq!(monotony(&[value; 7]), Err(MissingReason::NoSpread));
        prop_assert_eq!(against_baseline(&[Some(value); 67]), Err(MissingReason::NoSpread));
    }

    /// Readings and their intervals give the same seconds.
    #[test]
    fn intervals_and_readings_give_the_same_seconds(readings in readings()) {
        let (mut read, mut held) = (NormalizedPower::default(), NormalizedPower::default());
        for (at, value) in &readings {
            read.push(*at, *value);
        }
        for interval in intervals(&readings) {
            held.add(&interval);
        }
        prop_assert_eq!(read.finish(), held.finish());
    }

    #[test]
    fn fatigue_is_a_share(loads in prop::collection::vec(0.0..500.0_f64, 28..120), factor in 0.1..10.0_f64) {
        let fatigue = |loads: &[f64]| LoadBalance::of(loads).fatigue();
        let scaled: Vec<f64> = loads.iter().map(|load| load * factor).collect();
        if let (Ok(one), Ok(other)) = (fatigue(&loads), fatigue(&scaled)) {
            prop_assert!((one - other).abs() < 1e-9 && (0.0..=100.0).contains(&one));
        }
    }

    /// The unit of rMSSD does not matter: only ratios count.
    #[test]
    fn recovery_does_not_depend_on_the_unit(values in prop::collection::vec(10.0..100.0_f64, 67), factor in 0.1..10.0_f64) {
        let days: Vec<_> = values.iter().copied().map(Some).collect();
        let scaled: Vec<_> = values.iter().map(|value| Some(value * factor)).collect();
        let (one, other) = (recovery(&days, &[], &[]).unwrap(), recovery(&scaled, &[], &[]).unwrap());
        prop_assert!((one.score - other.score).abs() < 1e-6);
        prop_assert!((0.0..=100.0).contains(&one.score));
    }

    #[test]
    fn lines_have_their_slope_as_trend(n in 2_usize..60, slope in -5.0..5.0_f64, start in -100.0..100.0_f64) {
        let points: Vec<_> = (0..n).map(|at| (at as f64, start + slope * at as f64)).collect();
        prop_assert!((theil_sen(&points).unwrap() - slope).abs() < 1e-9);
        let values: Vec<f64> = points.iter().map(|point| point.1).collect();
        let pairs = (n * (n - 1) / 2) as i64;
        let trend = mann_kendall(&values).unwrap();
        if slope.abs() > 1e-6 {
            prop_assert_eq!(trend.s, if slope > 0.0 { pairs } else { -pairs });
        }
        let backwards: Vec<f64> = values.into_iter().rev().collect();
        prop_assert_eq!(mann_kendall(&backwards).unwrap().s, -trend.s);
        prop_assert!((0.0..=1.0).contains(&trend.p));
    }
}

/// Compares with pymannkendall 1.4.3 (`original_test` and `hamed_rao_modification_test`). If neighbours
/// are not correlated, or the variance would shrink, the plain test applies.
#[test]
fn mann_kendall_of_autocorrelated_values() {
    let up_and_down = [
        1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
        7.0, 6.0,
    ];
    let wave = [
        50.0, 51.0, 53.0, 54.0, 54.0, 52.0, 50.0, 49.0, 48.0, 49.0, 51.0, 53.0, 55.0, 56.0, 56.0,
        55.0, 53.0, 52.0, 51.0, 52.0, 54.0,
    ];
    let jumpy = [
        10.0, 12.0, 9.0, 14.0, 11.0, 13.0, 16.0, 12.0, 15.0, 18.0, 14.0, 17.0,
    ];
    for (values, s, plain, modified) in [
        (
            &up_and_down[..],
            83,
            0.007_158_746_672_047_744,
            0.015_210_010_630_457_571,
        ),
        (
            &wave[..],
            40,
            0.234_899_382_721_043_94,
            0.234_899_382_721_043_94,
        ),
        (
            &jumpy[..],
            38,
            0.010_797_053_814_887_603,
            0.010_797_053_814_887_603,
        ),
    ] {
        for (found, p) in [(mann_kendall(values), plain), (hamed_rao(values), modified)] {
            let found = found.unwrap();
            assert_eq!(found.s, s);
            assert!((found.p - p).abs() < 1e-12, "{} not {p}", found.p);
        }
    }
    assert_eq!(hamed_rao(&[1.0, 2.0]), None);
}
