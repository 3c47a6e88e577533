//! Speeds that are derived from the positions of real recordings, compared with what the devices recorded.

use std::collections::BTreeMap;

use lockstep_metrics::{Fix, PositionSpeeds, median};

use super::*;

/// Returns the points of a recording, and its speeds by second as derived from its positions.
fn derived(file: &str) -> Option<(ReadReport, Vec<OwnedPoint>, BTreeMap<i64, f64>)> {
    let bytes = std::fs::read(lockstep_testkit::recordings()?.join(file)).unwrap();
    let (report, points) = read_bytes(&bytes).unwrap();
    let longitudes: BTreeMap<i64, f64> = of_kind(&points, "longitude").into_iter().collect();
    let latitudes: BTreeMap<i64, f64> = of_kind(&points, "latitude").into_iter().collect();
    let (mut found, mut speeds) = (BTreeMap::new(), PositionSpeeds::default());
    let mut each = |interval: Interval| {
        found.insert(interval.from / 1000, interval.value);
    };
    for (at, latitude) in latitudes {
        let longitude = longitudes[&at];
        let fix = Fix {
            at,
            latitude,
            longitude,
        };
        speeds.push(fix, &mut each);
    }
    speeds.finish(&mut each);
    Some((report, points, found))
}

/// Returns the median of the relative errors in percent.
fn median_error(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let errors = pairs.map(|(found, expected)| 100.0 * (found / expected - 1.0).abs());
    median(&mut errors.collect::<Vec<_>>()).unwrap()
}

/// The positions of the last two recordings have errors of a metre from second to second, and their recorded speed is
/// smoothed over a longer time.
#[test]
fn derived_speeds_of_real_recordings_are_close_to_recorded_ones() {
    for (file, by_second) in [
        ("fit/edge1000-ride-power.fit", 2.5),
        ("fit/sigma-ride-truncated.fit", 2.5),
        ("fit/elemnt-bolt-ride-power.fit", 4.0),
        ("fit/edge530-road-power-rr.fit", 5.0),
        ("fit/fenix2-multisport.fit", 9.0),
        ("fit/fenix2-run.fit", 11.0),
    ] {
        let Some((_, points, derived)) = derived(file) else {
            return;
        };
        let readings = of_kind(&points, "speed").into_iter();
        let readings = readings.map(|(at, value)| Reading {
            at,
            value,
            confidence: None,
        });
        let (mut seconds, mut minutes) = (Vec::new(), BTreeMap::<i64, [f64; 3]>::new());
        for interval in IntervalBuilder::intervals(readings) {
            for second in interval.from / 1000..interval.to / 1000 {
                let Some(speed) = derived.get(&second) else {
                    continue;
                };
                if interval.value >= 1.0 {
                    seconds.push((*speed, interval.value));
                }
                let [count, found, expected] = minutes.entry(second / 60).or_default();
                *count += 1.0;
                *found += speed;
                *expected += interval.value;
            }
        }
        assert!(seconds.len() > 2000, "{file}: {}", seconds.len());
        let error = median_error(seconds.into_iter());
        assert!(error < by_second, "{file}: {error} % of a second");
        let whole = minutes
            .values()
            .filter(|[count, _, expected]| *count == 60.0 && *expected >= 60.0);
        let error = median_error(whole.map(|[_, found, expected]| (*found, *expected)));
        assert!(error < 3.0, "{file}: {error} % of a minute");
    }
}

#[test]
fn derived_speeds_add_up_to_the_distance_of_a_recording() {
    for file in [
        "gpx/garmin-connect-walk-hr.gpx",
        "tcx/vivoactive-xc-ski.tcx",
    ] {
        let Some((report, _, derived)) = derived(file) else {
            return;
        };
        let stated = report.activities[0].distance_meters.unwrap();
        let sum: f64 = derived.values().sum();
        assert!((sum / stated - 1.0).abs() < 0.02, "{file}: {sum} {stated}");
        let fastest = derived.values().copied().fold(0.0, f64::max);
        assert!(fastest < 12.0, "{file}: {fastest}");
    }
}
