//! TCX and GPX: entity bombs, damage, dialects.

use std::io::Read;

use lockstep_testkit::{gpx, tcx};
use proptest::prelude::*;

use super::super::{Options, ReadFault};
use super::{NOW, START, of_kind, read_bytes, read_with, ride};

#[test]
fn a_truncated_file_yields_the_points_before_the_cut() {
    let records = ride(3);
    for (whole, from) in [
        (gpx::document("maker", "name", "run", &records), 60),
        (tcx::document("Running", "", &records), 70),
    ] {
        let (_, all) = read_bytes(whole.as_bytes()).unwrap();
        let mut last = 0;
        for end in from..whole.len() {
            match read_bytes(&whole.as_bytes()[..end]) {
                Ok((report, points)) => {
                    assert_eq!(
                        report.errors.len(),
                        1,
                        "{}: {:?}",
                        &whole[..end],
                        report.errors
                    );
                    assert!(
                        points.len() >= last && all.starts_with(&points),
                        "cut at {end}"
                    );
                    last = points.len();
                }
                Err(error) => assert!(last == 0, "{error}: {}", &whole[..end]),
            }
        }
        assert_eq!(last, all.len());
    }
}

#[test]
fn entities_and_declarations_are_refused() {
    let lol = concat!(
        r#"<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaaaaaaaa">"#,
        r#"<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><gpx><trk><name>&b;</name></trk></gpx>"#,
    );
    let outside = concat!(
        r#"<!DOCTYPE gpx [<!ENTITY file SYSTEM "file:///etc/passwd">]>"#,
        r#"<gpx><trk><name>&file;</name></trk></gpx>"#,
    );
    for text in [lol, outside] {
        match read_bytes(text.as_bytes()) {
            Err(error @ ReadFault::Unrecognised { .. }) => {
                assert!(
                    error
                        .to_string()
                        .contains("document type declarations are refused")
                );
            }
            other => panic!("{other:?}"),
        }
    }
    let undeclared = "<gpx><trk><name>&b;</name></trk></gpx>";
    let (report, _) = read_bytes(undeclared.as_bytes()).unwrap();
    assert!(
        report.errors[0].contains("entities are refused"),
        "{:?}",
        report.errors
    );
    let late = format!("{}<!DOCTYPE gpx>", gpx::document("m", "n", "run", &ride(2)));
    let (report, points) = read_bytes(late.as_bytes()).unwrap();
    assert_eq!(of_kind(&points, "heart_rate").len(), 2);
    assert_eq!(report.errors.len(), 1);
}

#[test]
fn the_five_entities_and_characters_by_number_are_read() {
    let text = gpx::document(
        "A&amp;B",
        "Up &lt;&#x41;&#66;&gt; &quot;hill&quot;",
        "run",
        &ride(2),
    );
    let (report, points) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(report.activities[0].name, "Up <AB> \"hill\"");
    assert_eq!(points[0].device, "A&B");
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("<gpx><trk>{}", "<a>".repeat(100_000));
    let (report, _) = read_bytes(text.as_bytes()).unwrap();
    assert!(
        report.errors[0].contains("nested too deeply"),
        "{:?}",
        report.errors
    );
}

/// Documents without an end are refused within a few megabytes.
#[test]
fn unending_documents_are_refused() {
    for start in [
        "<gpx><trk><name>",
        "<gpx><trk ",
        "<gpx><!--",
        "<gpx><![CDATA[",
        "<gpx><?pi ",
        "<gpx><trk><name>&",
    ] {
        let endless = start.as_bytes().chain(std::io::repeat(b'a'));
        let mut taken = 0;
        let counted = Counted(endless, &mut taken);
        match read_with(counted, &Options::at(NOW.0)) {
            Ok((report, _)) => assert_eq!(report.errors.len(), 1, "{start}"),
            Err(error) => panic!("{start}: {error}"),
        }
        assert!(taken < 3_000_000, "{start}: {taken}");
    }
}

struct Counted<'a, R>(R, &'a mut u64);

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(buffer)?;
        *self.1 += count as u64;
        Ok(count)
    }
}

#[test]
fn unusable_track_points_are_reported() {
    let text = r#"<gpx creator="x"><trk><trkseg>
        <trkpt lat="1" lon="2"><ele>5</ele></trkpt>
        <trkpt lat="1" lon="2"><time>2026-06-01T06:00:00</time></trkpt>
        <trkpt lat="1" lon="2"><time>2085-06-01T06:00:00Z</time></trkpt>
        <trkpt lat="1" lon="2"><time>1969-06-01T06:00:00Z</time></trkpt>
        <trkpt lat="north" lon="2"><time>2026-06-01T06:00:00Z</time>
            <extensions><hr>0</hr><cad>NaN</cad><power>1e999</power></extensions></trkpt>
        <trkpt lat="1" lon="2"><time>2026-06-01T08:00:01+02:00</time><ele>7</ele></trkpt>
        </trkseg></trk></gpx>"#;
    let (report, points) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(report.records, 6);
    assert_eq!(report.errors.len(), 4, "{:?}", report.errors);
    assert!(report.errors[2].contains("2085-06-01T06:00:00.000Z is more than 24 hours ahead"));
    assert!(report.errors[3].contains("is before 1970"));
    assert_eq!(of_kind(&points, "altitude"), [(1000, 7.0)]);
    assert_eq!(points.len(), 3);
    assert_eq!(report.span.unwrap().0, START.0);
}

#[test]
fn extensions_of_other_makers_are_read() {
    for (extension, kind) in [
        ("<extensions><power>231</power></extensions>", "power"),
        (
            "<extensions><pwr:PowerInWatts>231</pwr:PowerInWatts></extensions>",
            "power",
        ),
        (
            "<extensions><ns2:TrackPointExtension><ns2:hr>231</ns2:hr></ns2:TrackPointExtension></extensions>",
            "heart_rate",
        ),
        (
            "<extensions><heartrate>231</heartrate></extensions>",
            "heart_rate",
        ),
        (
            "<extensions><gpxdata:cadence>231</gpxdata:cadence></extensions>",
            "cadence",
        ),
    ] {
        let text = format!(
            r#"<gpx creator="x"><trk><trkseg><trkpt lat="1" lon="2"><time>2026-06-01T06:00:00Z</time>{extension}</trkpt></trkseg></trk></gpx>"#
        );
        let (report, points) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(report.errors, [""; 0]);
        assert_eq!(of_kind(&points, kind), [(0, 231.0)], "{extension}");
    }
}

/// The elements of track points that have no type are listed by name; elements without a text have no value.
#[test]
fn elements_that_are_not_read_are_listed() {
    let gpx = r#"<gpx creator="x"><trk><trkseg>
        <trkpt lat="1" lon="2"><time>2026-06-01T06:00:00Z</time><sat>7</sat><extensions><x:hr>61</x:hr>
            <x:atemp>21.5</x:atemp><x:empty/></extensions></trkpt>
        <trkpt lat="1" lon="2"><time>2026-06-01T06:00:01Z</time><extensions><y:atemp>22</y:atemp></extensions>
        </trkpt></trkseg></trk></gpx>"#;
    let tcx = r#"<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>
        <Trackpoint><Time>2026-06-01T06:00:00Z</Time><HeartRateBpm><Value>61</Value></HeartRateBpm>
            <SensorState>Present</SensorState><Extensions><TPX/></Extensions></Trackpoint>
        </Track></Lap></Activity></Activities></TrainingCenterDatabase>"#;
    for (text, expected) in [
        (gpx, &[("atemp", 2), ("sat", 1)][..]),
        (tcx, &[("SensorState", 1)]),
    ] {
        let (report, points) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(report.errors, [""; 0]);
        assert_eq!(of_kind(&points, "heart_rate"), [(0, 61.0)]);
        let skipped = report.skipped.iter();
        let skipped: Vec<_> = skipped.map(|it| (it.what.as_str(), it.count)).collect();
        assert_eq!(skipped, expected);
        // The reason says how the values are kept.
        let mut skipped = report.skipped.iter();
        assert!(skipped.all(|it| it.reason.contains("a type of your own")));
    }
}

proptest! {
    #[test]
    fn random_input_never_panics(nonsense in "[<>/!?\\[\\]&;\"= a-zA-Z0-9-]{0,300}") {
        for root in ["<gpx>", "<TrainingCenterDatabase><Activities>"] {
            let _ = read_bytes(format!("{root}{nonsense}").as_bytes());
        }
    }
}

#[test]
fn laps_and_segments_give_laps() {
    let tcx = r#"<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Running"><Id>2026-06-01T06:00:00Z</Id>
        <Lap StartTime="2026-06-01T06:00:00Z"><TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><Calories>12</Calories><Track>
            <Trackpoint><Time>2026-06-01T06:00:00Z</Time><AltitudeMeters>100</AltitudeMeters><DistanceMeters>0</DistanceMeters></Trackpoint></Track></Lap>
        <Lap StartTime="2026-06-01T06:02:00Z"><TotalTimeSeconds>30</TotalTimeSeconds><DistanceMeters>100.5</DistanceMeters><Track>
            <Trackpoint><Time>2026-06-01T06:02:30Z</Time><AltitudeMeters>110</AltitudeMeters><DistanceMeters>300</DistanceMeters></Trackpoint></Track></Lap>
        </Activity></Activities></TrainingCenterDatabase>"#;
    let gpx = r#"<?xml version="1.0"?><gpx creator="Edge"><trk><trkseg>
        <trkpt lat="50" lon="8"><ele>100</ele><time>2026-06-01T06:00:00Z</time></trkpt>
        <trkpt lat="50.001" lon="8"><ele>104</ele><time>2026-06-01T06:01:00Z</time></trkpt></trkseg><trkseg>
        <trkpt lat="50.1" lon="8"><ele>104</ele><time>2026-06-01T06:02:00Z</time></trkpt>
        <trkpt lat="50.101" lon="8"><ele>110</ele><time>2026-06-01T06:02:30Z</time></trkpt></trkseg></trk></gpx>"#;
    for (text, timer, distance, laps, energy) in [
        (tcx, Some(90.0), 300.5, [200.0, 100.5], Some(12.0)),
        (gpx, Some(90.0), 222.4, [111.2, 111.2], None),
    ] {
        let (report, _) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(report.errors, [""; 0]);
        let activity = &report.activities[0];
        assert_eq!(activity.timer_seconds, timer);
        assert_eq!(activity.distance_meters, Some(distance));
        assert_eq!(activity.climb_meters, Some(10.0));
        assert_eq!(activity.energy_kcal, energy);
        let of_laps: Vec<Option<f64>> = activity
            .laps
            .iter()
            .map(|lap| lap.distance_meters)
            .collect();
        assert_eq!(of_laps, laps.map(Some));
        let times: Vec<(i64, f64)> = activity
            .laps
            .iter()
            .map(|lap| (lap.start - activity.start, lap.duration_seconds))
            .collect();
        assert_eq!(times, [(0, 60.0), (120_000, 30.0)]);
    }
}

/// A device without totals leaves them out, or writes the zeros that the format requires. It begins another track after
/// a pause.
#[test]
fn laps_without_totals_have_those_of_their_records() {
    let counted = |meters: u32| format!("<DistanceMeters>{meters}</DistanceMeters>");
    let placed = |meters: u32| {
        let latitude = 50.0 + f64::from(meters) / 111_195.0;
        format!(
            "<Position><LatitudeDegrees>{latitude:.7}</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>"
        )
    };
    // A device that measures no distance.
    let uncounted = |meters: u32| counted(0) + &placed(meters);
    let neither = |_: u32| String::new();
    let zeros = "<TotalTimeSeconds>0</TotalTimeSeconds><DistanceMeters>0</DistanceMeters>";
    let rows: [(_, &dyn Fn(u32) -> String, _); 5] = [
        ("", &counted, Some(1800.0)),
        (zeros, &counted, Some(1800.0)),
        ("", &placed, Some(1800.0)),
        (zeros, &uncounted, Some(1800.0)),
        ("", &neither, None),
    ];
    for (totals, distance, meters) in rows {
        let track = |minutes: &[(u32, u32)]| {
            let points = minutes.iter().map(|(minute, meters)| {
                let distance = distance(*meters);
                format!(
                    "<Trackpoint><Time>2026-06-01T06:{minute:02}:00Z</Time>{distance}</Trackpoint>"
                )
            });
            format!("<Track>{}</Track>", points.collect::<String>())
        };
        let lap = |start: &str, tracks: String| {
            format!(r#"<Lap StartTime="2026-06-01T06:{start}:00Z">{totals}{tracks}</Lap>"#)
        };
        let laps = [
            lap("00", track(&[(0, 5), (5, 905), (10, 1805)])),
            lap(
                "10",
                track(&[(11, 1985), (15, 2705)]) + &track(&[(25, 2705), (30, 3605)]),
            ),
        ];
        // The last lap is not lost with the end of the file.
        for cut in [0, "</Lap>".len()] {
            let laps = laps.concat();
            let laps = &laps[..laps.len() - cut];
            let text =
                format!(r#"<TrainingCenterDatabase><Activities><Activity Sport="Running">{laps}"#);
            let (report, _) = read_bytes(text.as_bytes()).unwrap();
            let activity = &report.activities[0];
            assert_eq!(activity.duration_seconds, 1800.0);
            assert_eq!(activity.timer_seconds, None, "the first lap shows no pause");
            let found = activity.distance_meters.map(f64::round);
            assert_eq!(found, meters.map(|meters| 2.0 * meters), "{text}");
            let found = activity.laps.iter().map(|lap| {
                let meters = lap.distance_meters.map(f64::round);
                (lap.duration_seconds, lap.timer_seconds, meters)
            });
            let expected = [(600.0, None, meters), (1200.0, Some(600.0), meters)];
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        }
    }
}

/// The laps and the sums of a real recording equal what its device reports.
#[test]
fn sessions_of_a_recording_have_its_laps_and_sums() {
    let Some(folder) = lockstep_testkit::recordings() else {
        return;
    };
    for (file, laps, meters) in [
        ("fit/edge1000-ride-power.fit", 1, 57_567.0),
        ("fit/fenix2-run.fit", 4, 9_008.0),
        ("tcx/vivoactive-xc-ski.tcx", 2, 5_692.0),
        ("gpx/garmin-connect-walk-hr.gpx", 1, 12821.2),
    ] {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let (report, _) = read_bytes(&bytes).unwrap();
        let activity = &report.activities[0];
        assert_eq!(activity.laps.len(), laps, "{file}");
        let sum: f64 = activity
            .laps
            .iter()
            .filter_map(|lap| lap.distance_meters)
            .sum();
        let total = activity.distance_meters.unwrap();
        assert!((sum - total).abs() <= total * 0.01, "{file}: {sum} {total}");
        assert!((total / meters - 1.0).abs() < 0.01, "{file}: {total}");
    }
}
