//! CSV: the long form, unusual rows, presets.

use std::io::Read;

use proptest::prelude::*;

use super::super::{Format, Options, ReadFault};
use super::{NOW, OwnedPoint, read_bytes, read_with};

#[test]
fn the_long_form_is_read() {
    let text = "\u{feff}Timestamp, type,value,unit,device,note\r\n\
        2026-06-01T06:00:00Z,heart_rate,61,bpm,\"strap \"\"one\"\", new\",x\r\n\
        \r\n\
        2026-06-01T08:00:01.5+02:00,mood.mine,-2.5e1,points,,\"several\r\nlines, here\"\r\n\
        2026-06-01T06:00:02Z,weight,160,lb,scale";
    let (report, points) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(report.format, Format::Csv);
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(report.records, 3);
    let point = |at, kind: &str, value, unit: &str, device: &str| OwnedPoint {
        at,
        kind: kind.to_owned(),
        value,
        unit: unit.to_owned(),
        device: device.to_owned(),
        confidence: None,
        metadata: None,
    };
    assert_eq!(
        points,
        [
            point(
                1_780_293_600_000,
                "heart_rate",
                61.0,
                "bpm",
                "strap \"one\", new"
            ),
            point(1_780_293_601_500, "mood.mine", -25.0, "points", "CSV"),
            point(1_780_293_602_000, "weight", 160.0, "lb", "scale"),
        ]
    );
}

#[test]
fn unusable_rows_are_reported() {
    let head = "timestamp,type,value,unit,device,confidence\n";
    for (row, expected) in [
        (
            "2026-06-01,heart_rate,61,bpm,a",
            "timestamp: must be RFC 3339",
        ),
        (
            "2026-06-01T06:00:00,heart_rate,61,bpm,a",
            "timestamp: must be RFC 3339",
        ),
        ("2085-06-01T06:00:00Z,heart_rate,61,bpm,a", "24 hours ahead"),
        (
            "2026-06-01T06:00:00Z,Heart Rate,61,bpm,a",
            "type: must begin",
        ),
        (
            "2026-06-01T06:00:00Z,heart_rate,61,furlong,a",
            "unit: heart_rate is measured in",
        ),
        ("2026-06-01T06:00:00Z,heart_rate,,bpm,a", "value: must be"),
        (
            "2026-06-01T06:00:00Z,mood.mine,1,\u{1b}[2J,a",
            "without control characters",
        ),
        (
            "2026-06-01T06:00:00Z,mood.mine,1,a\u{9b}2J,a",
            "without control characters",
        ),
        (
            "2026-06-01T06:00:00Z,heart_rate,inf,bpm,a",
            "value: must be",
        ),
        (
            "2026-06-01T06:00:00Z,heart_rate,61,bpm,a,2",
            "confidence: must be",
        ),
        ("2026-06-01T06:00:00Z", "value: must be"),
    ] {
        let text = format!("{head}{row}\n2026-06-01T06:00:00Z,steps,1,count,a,0.5\n");
        let (report, points) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(points.len(), 1, "{row}");
        assert_eq!(report.errors.len(), 1, "{row}: {:?}", report.errors);
        assert!(
            report.errors[0].contains(expected),
            "{row}: {:?}",
            report.errors
        );
        assert!(
            report.errors[0].starts_with("row 1: "),
            "{:?}",
            report.errors
        );
    }
}

#[test]
fn control_characters_of_device_names_and_metadata_are_removed() {
    let head = "timestamp,type,value,unit,device,metadata\n";
    for (name, stored) in [("H10\u{1b}[2J", "H10[2J"), ("\u{9b}\u{7f}", "unnamed")] {
        let text = format!("{head}2026-06-01T06:00:00Z,steps,1,count,{name},\n");
        let (report, points) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(points[0].device, stored, "{name:?}");
        assert_eq!(report.errors.len(), 1, "{:?}", report.errors);
        assert!(
            report.errors[0].contains("control characters"),
            "{:?}",
            report.errors
        );
    }
    // Numbers stay as written, and line breaks stay.
    for (metadata, stored) in [
        (
            "{\"notes\":\"\u{9b}2J don\u{92}t\",\"lap\":1.50}",
            "{\"notes\":\"2J dont\",\"lap\":1.50}",
        ),
        (r#"{"notes":"a\u001b[2J\nb"}"#, r#"{"notes":"a[2J\nb"}"#),
    ] {
        let quoted = metadata.replace('"', "\"\"");
        let text = format!("{head}2026-06-01T06:00:00Z,steps,1,count,a,\"{quoted}\"\n");
        let (report, points) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(points[0].metadata.as_deref(), Some(stored));
        let expected = "row 1: metadata: control characters of its texts are removed";
        assert_eq!(report.errors, [expected]);
    }
    let text = format!("{head}2026-06-01T06:00:00Z,steps,1,count,a,\"{{\"\"a\u{9b}\"\":1}}\"\n");
    let (report, points) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(points.len(), 0);
    assert!(
        report.errors[0].contains("must not have control characters"),
        "{:?}",
        report.errors
    );
}

#[test]
fn damaged_tables_are_reported() {
    let good = "timestamp,type,value,unit\n2026-06-01T06:00:00Z,steps,1,count\n";
    for (bad, expected) in [
        ("\"never closed", "inside a quoted field"),
        (&"x".repeat(5 << 20), "is too long"),
    ] {
        let (report, points) = read_bytes(format!("{good}{bad}").as_bytes()).unwrap();
        assert_eq!(points.len(), 1);
        assert!(report.errors[0].contains(expected), "{:?}", report.errors);
    }
    let mut bytes = good.as_bytes().to_vec();
    bytes.extend(b"\xff\xfe,a,b\n");
    let (report, points) = read_bytes(&bytes).unwrap();
    assert_eq!(points.len(), 1);
    assert!(report.errors[0].contains("UTF-8"), "{:?}", report.errors);
    for endless in [b'x', b'"', b','] {
        let stream = good.as_bytes().chain(std::io::repeat(endless));
        let (report, _) = read_with(stream, &Options::at(NOW.0)).unwrap();
        assert_eq!(report.errors.len(), 1);
    }
}

const SLEEP: &str = "Id,SleepDay,TotalSleepRecords,TotalMinutesAsleep,TotalTimeInBed\n";

#[test]
fn a_day_is_its_local_date_in_every_time_zone() {
    let text = format!("{SLEEP}7,3/29/2026 12:00:00 AM,1,400,420\n7,2026-03-30,1,1,1\n");
    let (report, points) = read_bytes(text.as_bytes()).unwrap();
    assert_eq!(report.errors, ["row 2: timestamp: is not a date"]);
    // 2026-03-29T12:00:00.001Z.
    assert_eq!(points[0].at, 1_774_785_600_001);
    let metadata = points[0].metadata.as_deref();
    assert_eq!(metadata, Some(r#"{"localDate":"2026-03-29"}"#));
    assert_eq!((points[0].value, points[0].unit.as_str()), (400.0, "min"));
    assert_eq!(points[0].device, "Fitbit 7");
}

#[test]
fn a_table_of_several_people_needs_a_participant() {
    let mut text = SLEEP.to_owned();
    for person in 1..=8 {
        text.push_str(&format!("{person},3/29/2026,1,{person},420\n"));
    }
    match read_bytes(text.as_bytes()) {
        Err(ReadFault::ParticipantNeeded { some }) => assert_eq!(some, ["1", "2", "3", "4", "5"]),
        other => panic!("{other:?}"),
    }
    let mut options = Options::at(NOW.0);
    options.participant = Some("7");
    let (report, points) = read_with(text.as_bytes(), &options).unwrap();
    assert_eq!((report.records, points.len(), points[0].value), (1, 1, 7.0));
    options.participant = Some("9");
    match read_with(text.as_bytes(), &options) {
        Err(ReadFault::NoSuchParticipant { asked, some }) => {
            assert_eq!((asked.as_str(), some.len()), ("9", 5));
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn random_input_never_panics(nonsense in "[\",\r\n a-z0-9é]{0,200}") {
        for head in [SLEEP, "timestamp,type,value,unit\n", ""] {
            let _ = read_bytes(format!("{head}{nonsense}").as_bytes());
        }
    }
}
