//! The recordings of activities.

use lockstep_metrics::{
    Arbitration, Banister, DeviceClass, Edwards, IntervalBuilder, MeanMaximal, NormalizedPower,
    Reading, Readings, Sex, SuccessiveDifferences, Zones, session_impulse,
};
use lockstep_testkit::recordings;
use serde_json::Value;

use super::{Read, close, close_or_null, expected, plausible, read, written};

#[test]
fn every_activity_yields_the_reference_values() {
    let Some(folder) = recordings() else { return };
    let expected = expected(&folder);
    let activities = expected["activities"].as_object().unwrap();
    assert_eq!(activities.len(), 10);
    for (name, row) in activities {
        println!("{name}");
        let read = read(&folder.join(name), None).unwrap();
        figures_of_the_file(name, row, &read);
        let rates = plausible(&read.series, "heart_rate");
        figures_of_heart_rate(name, row, &rates);
        if row.get("power_samples").is_some() {
            figures_of_power(name, row, &plausible(&read.series, "power"), &read);
        }
        if let Some(rr) = row.get("rr") {
            let mut differences = SuccessiveDifferences::default();
            for interval in read.series["rr_interval"].values() {
                differences.push(*interval);
            }
            assert_eq!(
                Some(differences.intervals()),
                rr["rr_count"].as_u64(),
                "{name}"
            );
            assert_eq!(
                Some(differences.sieved_pairs()),
                rr["pairs_kept"].as_u64(),
                "{name}"
            );
            close(differences.raw().unwrap(), &rr["rmssd_raw_ms"], name);
            close(
                differences.filtered_rmssd().unwrap(),
                &rr["rmssd_filtered_ms"],
                name,
            );
        }
    }
}

fn figures_of_the_file(name: &str, row: &Value, read: &Read) {
    let report = &read.report;
    assert_eq!(Some(report.records), row["records"].as_u64(), "{name}");
    let damaged = !row["decode_error"].is_null();
    assert_eq!(
        report.errors.len(),
        usize::from(damaged),
        "{name}: {:?}",
        report.errors
    );
    assert_eq!(report.further_errors, 0);
    if damaged {
        // The last message begins 18 bytes before the end of the file and exceeds the stated size.
        assert_eq!(
            report.errors[0],
            "byte 403438: a message exceeds the size that the header states"
        );
    }
    let of_activities: u64 = report
        .activities
        .iter()
        .map(|activity| activity.records)
        .sum();
    assert_eq!(of_activities, report.records, "{name}");
    let (first, last) = report.span.expect("there are records");
    assert_eq!(written(first), row["first_timestamp"], "{name}");
    assert_eq!(written(last), row["last_timestamp"], "{name}");
    let Some(sessions) = row.get("device_reported_sessions") else {
        assert_eq!(report.activities.len(), 1, "{name}");
        return;
    };
    // The reference lists the sessions in the file's order, the report by their start.
    let mut sessions = sessions.as_array().unwrap().clone();
    assert_eq!(report.activities.len(), sessions.len(), "{name}");
    for activity in &report.activities {
        let at = sessions.iter().position(|session| {
            session["sport"].as_str() == activity.sport.as_deref()
                && session["total_elapsed_time"].as_f64() == Some(activity.duration_seconds)
                && session["total_timer_time"].as_f64() == activity.timer_seconds
        });
        sessions.remove(at.unwrap_or_else(|| panic!("{name}: {activity:?}")));
    }
}

fn figures_of_heart_rate(name: &str, row: &Value, rates: &[(i64, f64)]) {
    let count = |field: &str| row[field].as_u64().map(|count| count as usize);
    assert_eq!(Some(rates.len()), count("hr_distinct_timestamps"), "{name}");
    let values = || rates.iter().map(|(_, rate)| *rate);
    assert_eq!(values().reduce(f64::min), row["hr_min"].as_f64(), "{name}");
    assert_eq!(values().reduce(f64::max), row["hr_max"].as_f64(), "{name}");
    let gaps = rates
        .windows(2)
        .filter(|pair| pair[1].0 - pair[0].0 > IntervalBuilder::MAX_INTERVAL_MILLIS);
    assert_eq!(Some(gaps.count()), count("hr_gaps_over_30s"), "{name}");

    for parameters in row["hr_params"].as_array().unwrap() {
        let maximum = parameters["max_hr"].as_f64().unwrap();
        let resting = parameters["resting_hr"].as_f64().unwrap();
        let mut zones = Zones::new(maximum);
        let mut edwards = Edwards::new(maximum);
        let mut male = Banister::new(maximum, resting, Sex::Male);
        let mut female = Banister::new(maximum, resting, Sex::Female);
        let mut holding = IntervalBuilder::default();
        let mut weighted = 0.0;
        for (at, rate) in rates {
            let reading = Reading {
                at: *at,
                value: *rate,
                confidence: None,
            };
            if let Some(interval) = holding.push(reading) {
                zones.add(&interval);
                edwards.add(&interval);
                male.add(&interval);
                female.add(&interval);
                weighted += interval.value * interval.seconds();
            }
        }
        let covered = zones.covered_seconds();
        let seconds = &parameters["time_in_zone_s"];
        let mut pairs = vec![
            (covered, &row["hr_covered_s"]),
            (zones.seconds_below(), &seconds["below"]),
        ];
        for (zone, found) in zones.seconds().into_iter().enumerate() {
            pairs.push((found, &seconds[format!("zone{}", zone + 1)]));
        }
        for (found, expected) in pairs {
            let expected = expected.as_f64().unwrap();
            assert!(
                (found - expected).abs() <= 0.01,
                "{name}: {found} s, not {expected}"
            );
        }
        // The same ride from two devices must not count twice.
        let device = || Readings {
            class: DeviceClass::Wrist,
            intervals: IntervalBuilder::intervals(rates.iter().map(|(at, rate)| Reading {
                at: *at,
                value: *rate,
                confidence: None,
            })),
        };
        let mut once = Zones::new(maximum);
        Arbitration::new(vec![device(), device()]).for_each(|interval| once.add(&interval));
        assert_eq!(once, zones, "{name}");

        let mean = weighted / covered;
        let session = session_impulse(covered / 60.0, mean, maximum, resting, Sex::Male);
        for (found, field) in [
            (zones.weighted_impulse(), "zone_weighted_trimp"),
            (edwards.impulse(), "edwards_trimp"),
            (male.impulse(), "banister_trimp_male"),
            (female.impulse(), "banister_trimp_female"),
            (session, "banister_trimp_male_session_mean"),
            (mean, "time_weighted_mean_hr"),
        ] {
            close(found, &parameters[field], &format!("{name} {field}"));
        }
    }
    best_means(name, &row["best_mean_hr"], rates);
}

fn figures_of_power(name: &str, row: &Value, power: &[(i64, f64)], read: &Read) {
    let all = &read.as_read["power"];
    assert_eq!(
        Some(all.len() as u64),
        row["power_samples"].as_u64(),
        "{name}"
    );
    close(
        all.iter().sum::<f64>() / all.len() as f64,
        &row["power_mean"],
        name,
    );
    close(
        all.iter().copied().fold(0.0, f64::max),
        &row["power_max"],
        name,
    );
    let mut normalized = NormalizedPower::default();
    for (at, watts) in power {
        normalized.push(*at, *watts);
    }
    close_or_null(
        normalized.finish(),
        &row["normalized_power"],
        &format!("{name} NP"),
    );
    best_means(name, &row["best_mean_power"], power);
}

fn best_means(name: &str, expected: &Value, readings: &[(i64, f64)]) {
    let expected = expected.as_object().unwrap();
    let durations: Vec<usize> = expected.keys().map(|text| text.parse().unwrap()).collect();
    let mut bests = MeanMaximal::new(&durations);
    for (at, value) in readings {
        bests.push(*at, *value);
    }
    for (found, (duration, expected)) in bests.finish().into_iter().zip(expected) {
        close_or_null(
            found,
            expected,
            &format!("{name} best mean over {duration} s"),
        );
    }
}
