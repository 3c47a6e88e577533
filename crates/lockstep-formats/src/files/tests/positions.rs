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

/// Returns the recorded speeds of the seconds that have one.
fn recorded(points: &[OwnedPoint]) -> BTreeMap<i64, f64> {
    let readings = of_kind(points, "speed").into_iter();
    let readings = readings.map(|(at, value)| Reading {
        at,
        value,
        confidence: None,
    });
    let intervals = IntervalBuilder::intervals(readings);
    let seconds = intervals.flat_map(|interval| {
        (interval.from / 1000..interval.to / 1000).map(move |second| (second, interval.value))
    });
    seconds.collect()
}

/// The last two recordings are of one watch, whose recorded speed is smoothed over a longer time.
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
        let (mut seconds, mut minutes) = (Vec::new(), BTreeMap::<i64, [f64; 3]>::new());
        for (second, recorded) in recorded(&points) {
            let Some(speed) = derived.get(&second) else {
                continue;
            };
            if recorded >= 1.0 {
                seconds.push((*speed, recorded));
            }
            let [count, found, expected] = minutes.entry(second / 60).or_default();
            *count += 1.0;
            *found += speed;
            *expected += recorded;
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

/// The recorded speed of a fenix 2 is late: it is about the mean of the 45 s before. That of a bicycle computer is not.
#[test]
fn the_recorded_speed_of_a_watch_is_a_mean_of_45_seconds() {
    const SECONDS: i64 = 45;
    for (file, is_late) in [
        ("fit/fenix2-multisport.fit", true),
        ("fit/fenix2-run.fit", true),
        ("fit/edge1000-ride-power.fit", false),
    ] {
        let Some((_, points, derived)) = derived(file) else {
            return;
        };
        let pairs = recorded(&points)
            .into_iter()
            .filter(|(_, recorded)| *recorded >= 1.0)
            .filter_map(|(second, recorded)| {
                let before = derived.range(second - SECONDS..second);
                let speeds: Vec<f64> = before.map(|(_, speed)| *speed).collect();
                let is_whole = speeds.len() == SECONDS as usize;
                is_whole.then(|| (speeds.iter().sum::<f64>() / SECONDS as f64, recorded))
            });
        let error = median_error(pairs);
        assert_eq!(error < 3.0, is_late, "{file}: {error} %");
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
