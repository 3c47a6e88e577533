//! Recordings whose times, positions and laps contradict each other.

use std::fmt::Write as _;

use super::super::Activity;
use super::read_bytes;

/// A track point of a GPX file; the place is in metres to the north.
fn gpx_point(time: &str, meters: f64, altitude: f64) -> String {
    let latitude = 50.0 + meters / 111_195.0;
    format!(
        r#"<trkpt lat="{latitude:.7}" lon="8"><ele>{altitude}</ele><time>{time}</time></trkpt>"#
    )
}

/// Twenty minutes of track points at a speed in m/s, from 2026-06-01T06:00:00Z on.
fn gpx_run(speed: f64) -> String {
    let mut points = String::new();
    for second in 0..=1200 {
        let time = format!("2026-06-01T06:{:02}:{:02}Z", second / 60, second % 60);
        points += &gpx_point(&time, speed * f64::from(second), 100.0);
    }
    points
}

fn gpx_activities(points: &str) -> Vec<Activity> {
    let text = format!(
        r#"<gpx creator="Edge"><trk><type>run</type><trkseg>{points}</trkseg></trk></gpx>"#
    );
    let (report, _) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    report.activities
}

/// The starts in seconds since 06:00 on 2026-06-01, and the durations.
fn spans(activities: &[Activity]) -> Vec<(i64, f64)> {
    let begin = super::START.0;
    let all = activities.iter();
    all.map(|one| ((one.start - begin) / 1000, one.duration_seconds))
        .collect()
}

/// A clock that was not set, a tour of two weekends, and a wrong time in the middle.
#[test]
fn a_day_without_points_begins_another_activity() {
    let run = gpx_run(3.0);
    let unset = gpx_point("1970-01-01T00:00:10Z", 0.0, 100.0);
    let next =
        ["06:00:00", "06:10:00"].map(|time| gpx_point(&format!("2026-06-03T{time}Z"), 0.0, 100.0));
    let next = next.concat();
    let night =
        ["20:00:00", "20:10:00"].map(|time| gpx_point(&format!("2026-06-01T{time}Z"), 0.0, 100.0));
    let night = night.concat();
    for (points, expected) in [
        (format!("{unset}{run}"), vec![(0, 1200.0)]),
        (format!("{run}{unset}"), vec![(0, 1200.0)]),
        (format!("{run}{unset}{night}"), vec![(0, 51_000.0)]),
        (format!("{run}{next}"), vec![(0, 1200.0), (172_800, 600.0)]),
        (format!("{next}{run}"), vec![(0, 1200.0), (172_800, 600.0)]),
        (unset.clone(), vec![(-1_780_293_590, 0.0)]),
    ] {
        let activities = gpx_activities(&points);
        assert_eq!(spans(&activities), expected);
        let first = activities.first().unwrap();
        assert_eq!(first.sport.as_deref(), Some("run"));
        assert_eq!(first.timer_seconds, None);
    }
    // All points stay points: their times are possible.
    let text = format!(r#"<gpx creator="Edge"><trk><trkseg>{unset}{run}</trkseg></trk></gpx>"#);
    let (report, points) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!((report.records, points.len()), (1202, 3 * 1202));
}

/// A position 5° away, one altitude of 5000 m, and a route at the speed of sound.
#[test]
fn positions_and_altitudes_that_no_body_reaches_do_not_count() {
    let far = gpx_point("2026-06-01T06:20:01Z", 5.0 * 111_195.0, 5000.0);
    let back = gpx_point("2026-06-01T06:20:02Z", 3600.0, 100.0);
    for (points, meters, climb) in [
        (gpx_run(3.0), Some(3600.0), Some(0.0)),
        (gpx_run(3.0) + &far + &back, Some(3600.0), Some(0.0)),
        (gpx_run(345.0), None, Some(0.0)),
    ] {
        let activities = gpx_activities(&points);
        assert_eq!(activities.len(), 1);
        let distance = activities[0].distance_meters.map(f64::round);
        assert_eq!((distance, activities[0].climb_meters), (meters, climb));
    }
}

/// A lap with its stated time and points at these minutes of 06:00 on 2026-06-01.
fn tcx_lap(start: &str, stated: f64, minutes: &[u32]) -> String {
    let mut lap = format!(
        r#"<Lap StartTime="{start}"><TotalTimeSeconds>{stated}</TotalTimeSeconds><DistanceMeters>900</DistanceMeters><Track>"#
    );
    for minute in minutes {
        let time = format!("2026-06-01T{:02}:{:02}:00Z", 6 + minute / 60, minute % 60);
        write!(lap, "<Trackpoint><Time>{time}</Time></Trackpoint>").unwrap();
    }
    lap + "</Track></Lap>"
}

#[test]
fn a_stated_time_that_the_records_contradict_does_not_count() {
    let june = "2026-06-01T06:00:00Z";
    let twenty: Vec<u32> = (0..=20).collect();
    for (laps, duration, timer, of_laps) in [
        (
            tcx_lap(june, 1200.0, &twenty),
            1200.0,
            Some(1200.0),
            vec![1200.0],
        ),
        // A device may end a lap some time after its last point.
        (
            tcx_lap(june, 1500.0, &twenty),
            1500.0,
            Some(1500.0),
            vec![1500.0],
        ),
        (tcx_lap(june, 99_999.0, &twenty), 1200.0, None, vec![1200.0]),
        (tcx_lap(june, -5.0, &twenty), 1200.0, None, vec![1200.0]),
        // Without points of its own, nothing contradicts a lap.
        (
            tcx_lap(june, 99_999.0, &[]),
            99_999.0,
            Some(99_999.0),
            vec![99_999.0],
        ),
        (
            tcx_lap("1970-01-01T00:00:00Z", 600.0, &twenty[..11])
                + &tcx_lap("2026-06-01T06:10:00Z", 600.0, &twenty[10..]),
            1200.0,
            Some(1200.0),
            vec![600.0, 600.0],
        ),
    ] {
        let text = format!(
            r#"<TrainingCenterDatabase><Activities><Activity Sport="Running">{laps}</Activity></Activities></TrainingCenterDatabase>"#
        );
        let (report, _) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(spans(&report.activities), [(0, duration)], "{laps}");
        let activity = &report.activities[0];
        assert_eq!(activity.timer_seconds, timer, "{laps}");
        let seconds = activity.laps.iter().map(|lap| lap.duration_seconds);
        assert_eq!(seconds.collect::<Vec<_>>(), of_laps, "{laps}");
        let begin = super::START.0;
        assert!(activity.laps.iter().all(|lap| lap.start >= begin), "{laps}");
    }
}

/// A start some time before the first position counts; one of another time zone, or after the first record, does not.
#[test]
fn a_lap_without_a_time_starts_near_its_first_record() {
    let twenty: Vec<u32> = (0..=20).collect();
    for (start, expected) in [
        ("2026-06-01T06:00:00Z", (0, 1200.0)),
        ("2026-06-01T05:59:00Z", (-60_000, 1260.0)),
        ("2026-06-01T04:00:00Z", (0, 1200.0)),
        ("2026-06-01T06:05:00Z", (0, 1200.0)),
    ] {
        let lap = tcx_lap(start, 0.0, &twenty);
        let text = format!(
            r#"<TrainingCenterDatabase><Activities><Activity Sport="Running">{lap}</Activity></Activities></TrainingCenterDatabase>"#
        );
        let (report, _) = read_bytes(text.as_bytes()).unwrap();
        let laps = report.activities[0].laps.iter();
        let found: Vec<(i64, f64)> = laps
            .map(|lap| (lap.start - super::START.0, lap.duration_seconds))
            .collect();
        assert_eq!(found, [expected], "{start}");
    }
}

/// The altitude of a real recording jumps by a kilometre after its first record.
#[test]
fn a_jump_of_the_first_altitude_is_not_a_climb() {
    let Some(folder) = lockstep_testkit::recordings() else {
        return;
    };
    let bytes = std::fs::read(folder.join("tcx/vivoactive-xc-ski.tcx")).unwrap();
    let (report, _) = read_bytes(&bytes).unwrap();
    let climb = report.activities[0].climb_meters.unwrap();
    assert!((100.0..120.0).contains(&climb), "{climb}");
}
