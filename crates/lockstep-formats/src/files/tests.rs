//! Small recordings, valid and hostile ones. `tests/expected/` covers real recordings.

mod apple;
mod archives;
mod exports;
mod fit;
mod health_connect;
mod lies;
mod packed;
mod positions;
mod sqlite;
mod tables;
mod vendors;
mod xml;

use std::convert::Infallible;
use std::io::{self, BufReader, Cursor, Read};

use lockstep_store::Timestamp;
use lockstep_testkit::{FitWriter, Record, gpx, tcx};

use super::{Format, Options, ReadFault, ReadReport, read};
use lockstep_metrics::{
    Arbitration, DeviceClass, Interval, IntervalBuilder, Reading, Readings, Zones,
};

/// A point with owned strings.
#[derive(Clone, Debug, PartialEq)]
struct OwnedPoint {
    at: i64,
    kind: String,
    value: f64,
    unit: String,
    device: String,
    confidence: Option<f64>,
    metadata: Option<String>,
}

type Outcome = Result<(ReadReport, Vec<OwnedPoint>), ReadFault<Infallible>>;

fn read_with(reader: impl Read, options: &Options<'_>) -> Outcome {
    // A small buffer, so that readers see every structure in several pieces.
    let mut reader = BufReader::with_capacity(37, reader);
    let mut points = Vec::new();
    let report = read(&mut reader, options, &mut |point| {
        points.push(OwnedPoint {
            at: point.timestamp,
            kind: point.kind.to_owned(),
            value: point.value,
            unit: point.unit.to_owned(),
            device: point.device.to_owned(),
            confidence: point.confidence,
            metadata: point.metadata.map(str::to_owned),
        });
        Ok(())
    })?;
    assert_eq!(report.points, points.len() as u64);
    Ok((report, points))
}

fn read_bytes(bytes: &[u8]) -> Outcome {
    read_with(bytes, &Options::at(NOW.0))
}

fn of_kind(points: &[OwnedPoint], kind: &str) -> Vec<(i64, f64)> {
    let those = points.iter().filter(|point| point.kind == kind);
    those
        .map(|point| (point.at - START.0, point.value))
        .collect()
}

fn ride(seconds: u32) -> Vec<Record> {
    Record::ride(START, seconds).collect()
}

fn small_fit(seconds: u32) -> FitWriter {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    for record in ride(seconds) {
        writer.record(&record);
    }
    writer.session(START, 2, seconds * 1000 + 500, seconds * 1000);
    writer
}

/// The three formats yield the same points of one ride.
#[test]
fn the_same_ride_is_read_from_three_formats() {
    let records = ride(90);
    let (fit, from_fit) = read_bytes(&small_fit(90).finish()).unwrap();
    let text = tcx::document("Biking", "Edge 1000", &records);
    let (tcx, from_tcx) = read_bytes(text.as_bytes()).unwrap();
    let text = gpx::document("Garmin Connect", "Round the lake", "Cycling", &records);
    let (gpx, from_gpx) = read_bytes(text.as_bytes()).unwrap();

    assert_eq!(
        [fit.format, tcx.format, gpx.format],
        [Format::Fit, Format::Tcx, Format::Gpx]
    );
    for (report, name, seconds, timer) in [
        (&fit, "cycling", 90.5, Some(90.0)),
        (&tcx, "cycling", 90.0, Some(90.0)),
        (&gpx, "Round the lake", 89.0, None),
    ] {
        assert_eq!(report.errors, [""; 0]);
        assert_eq!(report.records, 90);
        assert_eq!(report.span, Some((START.0, START.0 + 89_000)));
        let [activity] = report.activities.as_slice() else {
            panic!("{:?}", report.activities);
        };
        assert_eq!(activity.name, name);
        assert_eq!(activity.sport.as_deref(), Some("cycling"));
        assert_eq!(activity.start, START.0);
        assert_eq!(activity.duration_seconds, seconds);
        assert_eq!(activity.timer_seconds, timer);
        assert_eq!(activity.records, 90);
    }
    for (points, device) in [
        (&from_fit, "Garmin edge1000 77"),
        (&from_tcx, "Edge 1000 42"),
        (&from_gpx, "Garmin Connect"),
    ] {
        assert!(
            points.iter().all(|point| point.device == device),
            "{:?}",
            points[0]
        );
    }
    for kind in ["heart_rate", "power", "cadence"] {
        let expected = of_kind(&from_fit, kind);
        assert_eq!(expected.len(), 90);
        assert_eq!(of_kind(&from_tcx, kind), expected);
        assert_eq!(of_kind(&from_gpx, kind), expected);
    }
    assert_eq!(
        of_kind(&from_fit, "distance"),
        of_kind(&from_tcx, "distance")
    );
    for (kind, step) in [
        ("speed", 1e-3),
        ("altitude", 0.2),
        ("latitude", 1e-7),
        ("longitude", 1e-7),
    ] {
        let expected = of_kind(&from_tcx, kind);
        assert_eq!(expected.len(), 90);
        for found in [of_kind(&from_fit, kind), of_kind(&from_gpx, kind)] {
            assert_eq!(found.len(), 90);
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.0, expected.0);
                assert!(
                    (found.1 - expected.1).abs() <= step,
                    "{kind}: {found:?} {expected:?}"
                );
            }
        }
    }
}

/// Somebody may name the wrong file, for example that of a key.
#[test]
fn no_refusal_repeats_the_text_of_a_file() {
    for (text, seen) in [
        ("canary0123456789abcdef\n", "text without columns"),
        (
            "canary,canary2\n1,2\n",
            "a table of 2 columns with other names",
        ),
    ] {
        let refusal = read_bytes(text.as_bytes()).unwrap_err().to_string();
        assert!(
            refusal.contains(seen) && !refusal.contains("canary"),
            "{refusal}"
        );
    }
}

/// A caller learns what to do about a file that is not read.
#[test]
fn every_refusal_of_a_file_names_a_remedy() {
    let some = vec!["1".to_owned(), "2".to_owned()];
    let refusals: [ReadFault<Infallible>; 5] = [
        ReadFault::Unrecognised { seen: None },
        ReadFault::ParticipantNeeded { some: some.clone() },
        ReadFault::NoSuchParticipant {
            asked: "9".to_owned(),
            some,
        },
        ReadFault::Inflates,
        ReadFault::Io(io::Error::other("the disk failed")),
    ];
    for refusal in refusals {
        let remedy = match &refusal {
            ReadFault::Unrecognised { .. } => "export the activity as FIT, TCX or GPX",
            ReadFault::ParticipantNeeded { .. } => {
                "name one, for example 1, 2; the API reads it from the part `participant` of the form, \
                 the command line from --participant"
            }
            ReadFault::NoSuchParticipant { .. } => "name one that it has, for example 1, 2",
            ReadFault::Inflates => "unpack it and import its parts",
            ReadFault::Io(_) => "import it again",
            ReadFault::Sink(never) => match *never {},
        };
        assert!(refusal.to_string().contains(remedy), "{refusal}");
    }
}

#[test]
fn laps_add_up_to_the_millisecond() {
    let lap = |at: &str, seconds: f64| {
        format!(r#"<Lap StartTime="{at}"><TotalTimeSeconds>{seconds}</TotalTimeSeconds></Lap>"#)
    };
    let laps = [
        lap("2026-06-01T06:00:00Z", 0.1),
        lap("2026-06-01T06:00:01Z", 0.2),
    ];
    let text = format!(
        r#"<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Running"><Id>2026-06-01T06:00:00Z</Id>{}</Activity></Activities></TrainingCenterDatabase>"#,
        laps.concat()
    );
    let (report, _) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(report.activities[0].duration_seconds.to_string(), "0.3");
}

/// One ride that arrives as FIT, TCX and GPX, from three devices, counts once.
#[test]
fn one_ride_in_three_formats_counts_once() {
    let records = ride(90);
    let files = [
        small_fit(90).finish(),
        tcx::document("Biking", "Edge 1000", &records).into_bytes(),
        gpx::document("Garmin Connect", "Round the lake", "Cycling", &records).into_bytes(),
    ];
    let devices: Vec<_> = files
        .iter()
        .map(|file| {
            let (_, points) = read_bytes(file).unwrap();
            let rates = of_kind(&points, "heart_rate");
            let readings = rates.into_iter().map(|(at, value)| Reading {
                at,
                value,
                confidence: None,
            });
            IntervalBuilder::intervals(readings).collect::<Vec<_>>()
        })
        .collect();
    let zones = |intervals: Vec<Interval>| {
        let mut zones = Zones::new(190.0);
        intervals.iter().for_each(|interval| zones.add(interval));
        zones
    };
    let once = zones(devices[0].clone());
    assert_eq!(once.covered_seconds(), 89.0);
    let readings = devices.into_iter().map(|intervals| Readings {
        class: DeviceClass::Wrist,
        intervals: intervals.into_iter(),
    });
    assert_eq!(zones(Arbitration::new(readings.collect()).collect()), once);
}

/// The seeds of the fuzz target are read without an error.
#[test]
fn the_fuzz_corpus_is_read_without_errors() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/corpus/formats_files"
    );
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let (report, points) = read_bytes(&std::fs::read(&path).unwrap()).unwrap();
        let mut activities = report.activities.iter();
        assert!(
            activities.all(|it| it.duration_seconds >= 0.0),
            "{}",
            path.display()
        );
        // Inputs that once crashed the reader may have errors.
        if path.display().to_string().contains("/crash-") {
            continue;
        }
        assert_eq!(report.errors, [""; 0], "{}", path.display());
        assert!(!points.is_empty(), "{}", path.display());
        files += 1;
    }
    assert!(files >= 8);
}

/// The same for the targets that add the beginning of each file themselves.
#[test]
fn the_fuzz_corpora_of_exports_are_read_without_errors() {
    for (target, head, least) in [
        ("formats_apple", &b"<HealthData>"[..], 4),
        ("formats_json", b"", 7),
        ("formats_archive", b"PK\x03\x04", 4),
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
        let folder = std::path::Path::new(folder).join(target);
        let mut files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let bytes = [head, &std::fs::read(&path).unwrap()].concat();
            let (report, points) = read_bytes(&bytes).unwrap();
            assert_eq!(report.errors, [""; 0], "{}", path.display());
            assert!(!points.is_empty(), "{}", path.display());
            files += 1;
        }
        assert!(files >= least, "{target}");
    }
}

#[test]
fn an_unknown_format_is_refused() {
    for bytes in [
        &b""[..],
        b"\0\0\0\0",
        b"%PDF-1.7",
        b"{\"data\": []}",
        b"a,b,c\n1,2,3\n",
        b"<html><body/></html>",
        b"<",
        b"\xff\xfe<\0g\0",
        b"PK\x03\x04",
    ] {
        match read_bytes(bytes) {
            Err(ReadFault::Unrecognised { .. }) => {}
            other => panic!("{:?}: {other:?}", String::from_utf8_lossy(bytes)),
        }
    }
}

/// A sink that returns an error stops the reader at once, and the reader returns that error.
#[test]
fn the_sink_can_stop_the_reader() {
    let file = small_fit(20).finish();
    let mut taken = 0;
    let outcome = read(&mut Cursor::new(file), &Options::at(NOW.0), &mut |_| {
        taken += 1;
        if taken == 5 { Err("full") } else { Ok(()) }
    });
    assert!(matches!(outcome, Err(ReadFault::Sink("full"))));
    assert_eq!(taken, 5);
}

/// A read error is reported as such, not as damage of the file.
#[test]
fn a_read_error_is_not_reported_as_damage() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let text = tcx::document("Running", "", &ride(3));
    for bytes in [small_fit(3).finish(), text.into_bytes()] {
        let half = &bytes[..bytes.len() / 2];
        let outcome = read_with(half.chain(Broken), &Options::at(NOW.0));
        assert!(matches!(outcome, Err(ReadFault::Io(_))), "{outcome:?}");
    }
}

/// 2026-11-20T23:12:26Z.
const NOW: Timestamp = Timestamp(1_795_216_346_000);
/// 2026-06-01T06:00:00Z.
const START: Timestamp = Timestamp(1_780_293_600_000);
