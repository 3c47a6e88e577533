//! Metrics that need a history: load, maxima, recovery, a season.

use super::*;

#[test]
fn fatigue_needs_28_days() {
    let account = Account::new();
    account.set_profile(known());
    let last = moment("2026-05-10T08:00:00Z").0;
    let day = |back: i64, minutes| account.store(&effort(last - back * DAY, minutes, 150.0));
    for back in 0..27 {
        day(back, 15);
    }
    let wanted = "fatigueLevel,acuteLoad,chronicLoad,trainingStressBalance,monotony,strain";
    let short = account.ask("", "", wanted);
    assert_eq!(short.basis.coverage.load_days, Some(27));
    assert_eq!(short.basis.coverage.recent_load_days, Some(27));
    for metric in [
        Metric::FatigueLevel,
        Metric::AcuteLoad,
        Metric::ChronicLoad,
        Metric::TrainingStressBalance,
    ] {
        let why = &short.reasons[&metric];
        assert!(why.contains("27 days") && why.contains("28"), "{why}");
    }
    // A week of equal days has no spread to measure monotony by.
    assert!(short.reasons.contains_key(&Metric::Monotony));

    day(27, 30);
    day(2, 30);
    let long = account.ask("", "", wanted);
    assert_eq!(long.basis.coverage.load_days, Some(28));
    assert!(long.reasons.is_empty(), "{:?}", long.reasons);
    // By hand: 15 minutes a day, but 30 on the first day and on the last but two.
    let minute = lockstep_metrics::session_impulse(1.0, 150.0, 190.0, 60.0, Sex::Male);
    let mut loads = vec![15.0 * minute; 28];
    loads[0] = 30.0 * minute;
    loads[25] = loads[0];
    let balance = LoadBalance::of(&loads);
    for (metric, expected) in [
        (Metric::AcuteLoad, balance.acute),
        (Metric::ChronicLoad, balance.chronic),
        (Metric::FatigueLevel, balance.fatigue().unwrap()),
        (Metric::Strain, strain(&loads).unwrap()),
    ] {
        close(long.figures[&metric], expected, 1e-12);
    }
    // Two years later there is nothing to report.
    let later = account.ask("2028-05-01", "2028-05-10", wanted);
    assert!(
        later.figures.keys().all(|one| *one == Metric::Strain),
        "{later:?}"
    );
}

/// The peak of a walk is not a maximum, and neither is a short or an old peak.
#[test]
fn the_maximum_heart_rate_comes_from_the_best_there_is() {
    let account = Account::new();
    let last = moment("2026-05-10T08:00:00Z").0;
    let found = || {
        let answer = account.ask("", "", "heartRateZones");
        let maximum = answer.basis.maximum;
        maximum.map(|maximum| (maximum.value, maximum.source))
    };
    let to = |rate: u8| -> Vec<f64> {
        let rise = (100..=rate).map(f64::from);
        rise.chain(vec![f64::from(rate); 320]).collect()
    };
    account.store(&ride(last, &to(113), "a"));
    assert_eq!(found(), None);
    account.set_profile(Profile {
        birth_date: Some("1986-01-01".to_owned()),
        ..Profile::default()
    });
    assert_eq!(found(), Some((180.0, MaximumSource::Age)));
    // Too long ago, and above 30 over the estimate.
    account.store(&ride(last - 366 * DAY, &to(198), "a"));
    account.store(&ride(last - 20 * DAY, &to(211), "a"));
    assert_eq!(found(), Some((180.0, MaximumSource::Age)));
    // 20 seconds of a spike do not raise the maximum; a hard effort does.
    let mut rates = to(185);
    rates[50..70].fill(209.0);
    account.store(&ride(last - 364 * DAY, &rates, "a"));
    assert_eq!(found(), Some((185.0, MaximumSource::Measured)));
    account.set_profile(Profile {
        max_heart_rate: Some(201.0),
        ..Profile::default()
    });
    assert_eq!(found(), Some((201.0, MaximumSource::Profile)));
}

#[test]
fn the_resting_heart_rate_comes_from_the_best_there_is() {
    let account = Account::new();
    let last = moment("2026-05-10T08:00:00Z").0;
    let found = || {
        let answer = account.ask("2026-05-10", "2026-05-10", "trainingLoad,restingHeartRate");
        let resting = answer.basis.resting.unwrap();
        let measured = answer.figures.get(&Metric::RestingHeartRate).copied();
        (resting.value, resting.source, measured)
    };
    assert_eq!(found(), (60.0, RestingSource::Assumed, None));
    account.store(&[point(last - 30 * DAY, RESTING, 40.0, "bpm", "a")]);
    assert_eq!(found(), (60.0, RestingSource::Assumed, None));
    for (day, rate) in [(29, 50.0), (10, 52.0), (0, 57.0)] {
        account.store(&[point(last - day * DAY, RESTING, rate, "bpm", "a")]);
    }
    assert_eq!(found(), (52.0, RestingSource::Measured, Some(57.0)));
    account.set_profile(Profile {
        resting_heart_rate: Some(45.0),
        ..Profile::default()
    });
    assert_eq!(found(), (45.0, RestingSource::Profile, Some(57.0)));
}

#[test]
fn metrics_that_need_an_assumed_heart_rate_are_null() {
    let account = Account::new();
    let start = moment("2026-05-10T08:00:00Z").0;
    account.store(&effort(start, 20, 150.0));
    let wanted = "heartRateZones,vo2maxEstimate,trainingLoad,dayStrain,fatigueLevel";
    let answer = account.ask("", "", wanted);
    assert!(
        answer.figures.is_empty() && answer.zones.is_none(),
        "{answer:?}"
    );
    assert_eq!(answer.basis.maximum, None);
    for (metric, why) in &answer.reasons {
        assert!(why.contains("maxHeartRate"), "{metric:?}: {why}");
    }
    assert_eq!(answer.reasons.len(), 5);
    // An estimate by age is good enough for zones and load, not for an oxygen uptake.
    account.set_profile(Profile {
        birth_date: Some("1986-01-01".to_owned()),
        resting_heart_rate: Some(50.0),
        ..Profile::default()
    });
    let answer = account.ask("", "", wanted);
    assert!(answer.zones.is_some() && answer.figures[&Metric::TrainingLoad] > 10.0);
    let why = &answer.reasons[&Metric::Vo2maxEstimate];
    assert!(why.contains("estimated from the age"), "{why}");
    account.set_profile(known());
    let answer = account.ask("", "", "vo2maxEstimate");
    close(
        answer.figures[&Metric::Vo2maxEstimate],
        15.3 * 190.0 / 60.0,
        1e-12,
    );
    assert!(answer.basis.notes.is_empty());
    // Nothing is in reserve: no load rather than none of it.
    account.set_profile(Profile {
        max_heart_rate: Some(100.0),
        resting_heart_rate: None,
        ..known()
    });
    account.store(&[point(start, RESTING, 105.0, "bpm", "ring")]);
    let answer = account.ask("", "", "heartRateZones,trainingLoad,fatigueLevel");
    assert!(answer.zones.is_some() && answer.figures.is_empty());
    assert_eq!(answer.reasons.len(), 2);
}

#[test]
fn recovery_says_which_part_is_missing() {
    let account = Account::new();
    let last = moment("2026-05-10T06:00:00Z").0;
    let rmssd = |day: i64, value: f64| point(last - day * DAY, RMSSD, value, "ms", "ring");
    for day in 0..20 {
        account.store(&[rmssd(day, 50.0 + (day % 3) as f64)]);
    }
    // 7 and 13 days: one short of the 14.
    let short = account.ask("", "", "recoveryScore");
    let why = &short.reasons[&Metric::RecoveryScore];
    assert!(
        why.contains("rMSSD: 13 days") && why.contains("14 are needed"),
        "{why}"
    );
    account.store(&[rmssd(20, 52.0)]);
    let long = account.ask("", "", "recoveryScore");
    let recovery = long.basis.recovery.unwrap();
    assert_eq!(recovery.variability.unwrap().baseline_days, 14);
    assert!(recovery.resting.is_err() && recovery.sleep.is_err());
    let score = long.figures[&Metric::RecoveryScore];
    assert!((0.0..=100.0).contains(&score));
    // A better week, a better score.
    for day in 0..7 {
        account.store(&[rmssd(day, 70.0)]);
    }
    assert!(account.ask("", "", "recoveryScore").figures[&Metric::RecoveryScore] > score);
}

#[test]
fn a_season_gives_finite_figures_for_all() {
    let account = Account::new();
    account.set_profile(Profile {
        time_zone: Some("America/New_York".to_owned()),
        sex: Some(profile_sex("female")),
        ..Profile::default()
    });
    let last = moment("2026-05-10T12:00:00Z").0;
    let mut points = Vec::new();
    for day in 0..120 {
        let at = last - day * DAY;
        let wave = (day % 7) as f64;
        points.push(point(at, RESTING, 50.0 + wave, "bpm", "ring"));
        points.push(point(at, RMSSD, 60.0 - 2.0 * wave, "ms", "ring"));
        points.push(point(at, SLEEP, 7.0 + 0.2 * wave, "h", "ring"));
        points.push(point(at, STEPS, 8000.0 + 100.0 * wave, "count", "watch"));
        for second in 0..(700 + 10 * (day % 5)) {
            let at = at + 3_600_000 + 1000 * second;
            let rate = 130.0 + ((second / 60) % 5) as f64 * 10.0;
            points.push(point(at, HEART_RATE, rate, "bpm", "Polar H10"));
            points.push(point(at, POWER, 2.0 * rate - 60.0, "W", "Edge"));
        }
    }
    account.store(&points);
    let answer = account.ask("", "", ALL);
    // A week has several rides, which have no normalized power in common.
    let reasons: Vec<&Metric> = answer.reasons.keys().collect();
    assert_eq!(reasons, [&Metric::NormalizedPower], "{:?}", answer.reasons);
    assert_eq!(answer.figures.len(), 14);
    assert!(answer.figures.values().all(|figure| figure.is_finite()));
    for score in [Metric::RecoveryScore, Metric::FatigueLevel] {
        assert!((0.0..=100.0).contains(&answer.figures[&score]));
    }
    assert_eq!(answer.basis.coverage.load_days, Some(120));
    assert_eq!(answer.basis.coverage.recent_load_days, Some(42));
    assert_eq!(
        answer.basis.maximum.unwrap().source,
        MaximumSource::Measured
    );
    assert_eq!(
        answer.basis.resting.unwrap().source,
        RestingSource::Measured
    );
    assert_eq!(answer.basis.time_zone, "America/New_York");
    // A year later the same range gives the same.
    let again = account.ask(
        &answer.basis.range.0.to_string(),
        &answer.basis.range.1.to_string(),
        ALL,
    );
    assert_eq!(again.figures, answer.figures);
    assert_eq!(again.zones, answer.zones);
}
