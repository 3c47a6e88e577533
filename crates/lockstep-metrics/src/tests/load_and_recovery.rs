//! Load, balance and recovery, computed by hand.

use super::*;

#[test]
fn an_hour_at_threshold_is_100_points() {
    close(training_stress_score(3600.0, 250.0, 250.0), 100.0);
    close(training_stress_score(1800.0, 200.0, 250.0), 32.0);
    close(threshold_power_estimate(280.0), 266.0);
    for sex in [Sex::Male, Sex::Female] {
        let rate = 60.0 + 0.85 * 130.0;
        close(
            impulse_of_threshold_hour(sex),
            session_impulse(60.0, rate, 190.0, 60.0, sex),
        );
    }
}

/// 300 equal days give their load, and a ride of years ago does not make a balance of today.
#[test]
fn balances_rest_on_the_whole_history_and_the_last_weeks() {
    let steady = LoadBalance::of(&[80.0; 300]);
    assert!((steady.chronic - 80.0).abs() < 0.1, "{steady:?}");
    let longer = LoadBalance::of(&[80.0; LoadBalance::HISTORY]);
    close(LoadBalance::of(&[80.0; 5000]).chronic, longer.chronic);
    let covered = |days: &[usize]| {
        let mut has_data = vec![false; 1260];
        days.iter().for_each(|day| has_data[1259 - day] = true);
        LoadBalance::covered(&has_data)
    };
    for (days, expected) in [
        (vec![], 0),
        (vec![1259], 0),
        (vec![1259, 0], 1),
        (vec![20], 7),
        ((0..27).collect(), 27),
        // Twice a week.
        ((0..12).map(|nth| nth * 7 / 2).collect(), 39),
        ((0..1260).collect(), 42),
    ] {
        assert_eq!(covered(&days), expected, "{days:?}");
    }
}

#[test]
fn balance_by_hand() {
    assert_eq!(
        LoadBalance::of(&[50.0; 27]).fatigue(),
        Err(MissingReason::TooFew { have: 27, need: 28 })
    );
    assert_eq!(
        LoadBalance::of(&[0.0; 40]).fatigue(),
        Err(MissingReason::NoData)
    );
    let steady = LoadBalance::of(&[50.0; 2000]);
    close(steady.fatigue().unwrap(), 50.0);
    close(steady.training_stress_balance(), 0.0);
    assert_eq!(monotony(&[50.0; 7]), Err(MissingReason::NoSpread));
    assert_eq!(
        monotony(&[50.0; 6]),
        Err(MissingReason::TooFew { have: 6, need: 7 })
    );
    // Mean 4, population variance 4.
    let week = [9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    close(monotony(&week).unwrap(), 2.0);
    close(strain(&week).unwrap(), 56.0);
}

#[test]
fn recovery_needs_enough_days() {
    let days = |values: &[(usize, f64)]| {
        let mut days = vec![None; 67];
        values
            .iter()
            .for_each(|(at, value)| days[*at] = Some(*value));
        days
    };
    let wave = |at: usize| 50.0 + 5.0 * (at % 3) as f64;
    let baseline = |count: usize| (0..count).map(|at| (at, wave(at)));
    let with = |count: usize, recent: &[f64]| {
        let recent = (60..).zip(recent.iter().copied());
        days(&baseline(count).chain(recent).collect::<Vec<_>>())
    };
    let too_few = |have, need| Err(MissingReason::TooFew { have, need });
    assert_eq!(recovery(&with(14, &[55.0; 2]), &[], &[]), too_few(2, 3));
    assert_eq!(recovery(&with(13, &[55.0; 3]), &[], &[]), too_few(13, 14));
    assert_eq!(
        recovery(&with(14, &[55.0, 0.0, -1.0, 55.0]), &[], &[]),
        too_few(2, 3)
    );
    assert_eq!(
        against_baseline(&[Some(50.0); 67]),
        Err(MissingReason::NoSpread)
    );

    // At the baseline the score is 50; a higher resting heart rate lowers it, more sleep raises it.
    let level = against_baseline(&with(60, &[55.0; 7])).unwrap();
    close(level.z, 0.0);
    let high = with(60, &[58.0; 7]);
    let z = against_baseline(&high).unwrap().z;
    assert!(z > 0.0);
    let score = |z: f64| 100.0 * normal_distribution(z);
    close(recovery(&[], &high, &[]).unwrap().score, score(-z));
    close(recovery(&[], &[], &high).unwrap().score, score(z));
    close(
        recovery(&[], &high, &high).unwrap().score,
        score((0.15 - 0.25) / 0.4 * z),
    );
}

/// Against the closed form of equal loads: y(n) = load + (y(0) − load)·e^(−n/k).
#[test]
fn forecasts_continue_the_balance() {
    let balance = LoadBalance {
        acute: 90.0,
        chronic: 60.0,
        covered: 42,
    };
    for load in [0.0, 60.0, 150.0] {
        let days = load_forecast(&balance, &[load; 14]);
        assert_eq!(days.len(), 14);
        for (nth, day) in days.iter().enumerate() {
            let expected = |now: f64, k: f64| load + (now - load) * (-count(nth + 1) / k).exp();
            close(day.acute, expected(90.0, 7.0));
            close(day.chronic, expected(60.0, 42.0));
            close(day.training_stress_balance(), day.chronic - day.acute);
        }
    }
    assert!(load_forecast(&balance, &[]).is_empty());
    // The history and its continuation are one series.
    let daily = [40.0, 0.0, 95.5, 120.0, 0.0, 61.0, 30.0];
    let (past, coming) = daily.split_at(4);
    let forecast = load_forecast(&LoadBalance::of(past), coming);
    let whole = LoadBalance::of(&daily);
    let last = forecast.last().unwrap();
    close(last.acute, whole.acute);
    close(last.chronic, whole.chronic);
}

#[test]
fn the_normal_distribution() {
    // Abramowitz and Stegun, table 26.1.
    for (z, expected) in [
        (0.0, 0.5),
        (1.0, 0.841_344_746_068_543),
        (2.0, 0.977_249_868_051_821),
        (3.0, 0.998_650_101_968_370),
        (-1.96, 0.024_997_895_148_220),
    ] {
        assert!((normal_distribution(z) - expected).abs() < 1e-14, "{z}");
    }
}

#[test]
fn successive_differences_by_hand() {
    let mut differences = SuccessiveDifferences::default();
    assert_eq!(differences.raw(), None);
    for interval in [800.0, 810.0, 790.0, 2100.0, 800.0, 1000.0] {
        differences.push(interval);
    }
    // Differences 10, −20, 1310, −1300, 200; the sieve keeps the first two (200 is 25 %).
    let mean = (100.0 + 400.0 + 1310.0 * 1310.0 + 1300.0 * 1300.0 + 40_000.0) / 5.0_f64;
    close(differences.raw().unwrap(), mean.sqrt());
    close(differences.filtered_rmssd().unwrap(), 250.0_f64.sqrt());
    assert_eq!(
        (differences.intervals(), differences.sieved_pairs()),
        (6, 2)
    );
}
