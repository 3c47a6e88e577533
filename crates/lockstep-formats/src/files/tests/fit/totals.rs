//! Sessions and laps that do not state their totals.

use lockstep_testkit::FitWriter;
use lockstep_testkit::fit::seconds;

use super::super::{START, read_bytes, ride};

const SESSION: u16 = 18;
const LAP: u16 = 19;

/// Adds a session or a lap that starts some seconds after [`START`], with its milliseconds and centimetres.
fn add(writer: &mut FitWriter, message: u16, after: u32, totals: Option<(u32, u32)>) {
    let fields = [[253, 4, 0x86], [2, 4, 0x86], [7, 4, 0x86], [9, 4, 0x86]];
    writer.define(4, message, &fields);
    writer.raw(&[4]);
    let at = seconds(START) + after;
    let (elapsed, distance) = totals.unwrap_or((u32::MAX, u32::MAX));
    for value in [at, at, elapsed, distance] {
        writer.raw(&value.to_le_bytes());
    }
}

/// The number of a message, the seconds from the start, and the stated totals: milliseconds and centimetres.
type Message = (u16, u32, Option<(u32, u32)>);

#[test]
fn totals_that_a_file_does_not_state_are_those_of_its_records() {
    let minute = Some((30_000, 25_000));
    let both = |totals: Option<(u32, u32)>| vec![(LAP, 0, totals), (LAP, 30, totals)];
    let with = |more: &[Message], totals| {
        let mut all = both(totals);
        all.extend_from_slice(more);
        all
    };
    let (half, whole) = ((30.0, Some(240.0)), (60.0, Some(480.0)));
    let stated = (30.0, Some(250.0));
    for (records, messages, sessions, laps) in [
        (61, vec![], vec![whole], vec![]),
        (61, vec![(SESSION, 0, None)], vec![whole], vec![]),
        (
            61,
            with(&[(SESSION, 0, None)], None),
            vec![whole],
            vec![half, half],
        ),
        (
            61,
            with(&[(SESSION, 0, None), (SESSION, 30, None)], None),
            vec![half, half],
            vec![half, half],
        ),
        // What the file states counts.
        (
            61,
            with(&[(SESSION, 0, Some((61_000, 50_100)))], minute),
            vec![(61.0, Some(501.0))],
            vec![stated, stated],
        ),
        // Without records, a session has the sums of its laps.
        (
            0,
            with(&[(SESSION, 0, None)], minute),
            vec![(60.0, Some(500.0))],
            vec![stated, stated],
        ),
        (0, vec![(SESSION, 0, None)], vec![(0.0, None)], vec![]),
    ] {
        let mut writer = FitWriter::new(1, 1836, 77, START);
        ride(records)
            .iter()
            .for_each(|record| writer.record(record));
        for (message, after, totals) in &messages {
            add(&mut writer, *message, *after, *totals);
        }
        let (report, _) = read_bytes(&writer.finish()).unwrap();
        assert_eq!(report.errors, [""; 0]);
        let activities = report.activities.iter();
        let found: Vec<(f64, Option<f64>)> = activities
            .clone()
            .map(|one| (one.duration_seconds, one.distance_meters))
            .collect();
        assert_eq!(found, sessions, "{messages:?}");
        let found: Vec<(f64, Option<f64>)> = activities
            .flat_map(|one| &one.laps)
            .map(|lap| (lap.duration_seconds, lap.distance_meters))
            .collect();
        assert_eq!(found, laps, "{messages:?}");
    }
}
