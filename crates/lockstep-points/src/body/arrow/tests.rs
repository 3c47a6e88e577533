//! Points of Arrow streams equal those of JSON, and refused ones are named.

use std::sync::Arc;

use arrow_array::builder::{StringDictionaryBuilder, StringViewBuilder};
use arrow_array::types::{Int8Type, UInt16Type};
use arrow_array::{
    ArrayRef, DictionaryArray, Float32Array, Float64Array, Int64Array, LargeStringArray, NullArray,
    RecordBatch, StringArray, TimestampMicrosecondArray, TimestampMillisecondArray,
    TimestampNanosecondArray, TimestampSecondArray,
};
use arrow_ipc::writer::StreamWriter;
use lockstep_formats::export::{Exporter, Format};
use lockstep_formats::{Point, PointId};
use lockstep_store::Timestamp;
use proptest::prelude::*;

use super::*;

mod repeated;

/// 2026-11-20T23:00:00Z.
const NOW: i64 = 1_795_215_600_000;
const AT: i64 = NOW - 3_600_000;

fn check_unit(kind: &str, unit: &str) -> Result<(), String> {
    match (kind, unit) {
        ("heart_rate", "bpm" | "/min") | ("power", "W") => Ok(()),
        _ => Err(format!("unit: {unit} is not a unit of {kind}")),
    }
}

fn check_device(device: &str) -> Result<(), String> {
    match device {
        "lost" => Err("is revoked".to_owned()),
        _ => Ok(()),
    }
}

const RULES: Rules<'static> = Rules {
    now: Timestamp(NOW),
    check_unit: &check_unit,
    check_device: &check_device,
    sender: None,
};

fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.into_inner().unwrap()
}

/// Two points: the columns in `other` replace those of the same name, or are added.
fn columns(other: Vec<(&'static str, ArrayRef)>) -> Vec<(&'static str, ArrayRef)> {
    let times = TimestampMillisecondArray::from(vec![AT, AT + 1000]).with_timezone("UTC");
    let text = |text: &str| Arc::new(StringArray::from(vec![text; 2])) as ArrayRef;
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("timestamp", Arc::new(times)),
        ("type", text("heart_rate")),
        ("value", Arc::new(Float64Array::from(vec![61.0, 62.5]))),
        ("unit", text("bpm")),
        ("device", text("Strap")),
    ];
    for (name, array) in other {
        match columns.iter_mut().find(|(known, _)| *known == name) {
            Some(column) => column.1 = array,
            None => columns.push((name, array)),
        }
    }
    columns
}

fn bytes(columns: Vec<(&'static str, ArrayRef)>) -> Vec<u8> {
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    stream(&[RecordBatch::try_from_iter_with_nullable(columns).unwrap()])
}

fn parsed(bytes: &[u8]) -> Result<DataBody, EnvelopeFault> {
    parse(Buffer::from(bytes), RULES)
}

fn read(other: Vec<(&'static str, ArrayRef)>) -> Result<DataBody, EnvelopeFault> {
    parsed(&bytes(columns(other)))
}

fn plain() -> DataBody {
    read(vec![]).unwrap()
}

#[test]
fn every_type_that_holds_points_is_read() {
    assert_eq!(plain().points.len(), 2);
    assert_eq!(plain().faults.count(), 0);
    let mut views = StringViewBuilder::new();
    views.append_value("Strap");
    views.append_value("Strap");
    let mut dictionary = StringDictionaryBuilder::<UInt16Type>::new();
    dictionary.append_value("Strap");
    dictionary.append_value("Strap");
    let zone = "Europe/Berlin";
    let nanos =
        TimestampNanosecondArray::from(vec![AT * 1_000_000 + 999_999, (AT + 1000) * 1_000_000]);
    let micros = TimestampMicrosecondArray::from(vec![AT * 1000 + 1, (AT + 1000) * 1000]);
    let seconds = TimestampSecondArray::from(vec![AT / 1000, AT / 1000 + 1]);
    let cases: Vec<(&str, ArrayRef)> = vec![
        ("timestamp", Arc::new(nanos.with_timezone(zone))),
        ("timestamp", Arc::new(micros.with_timezone(zone))),
        ("timestamp", Arc::new(seconds.with_timezone("+02:00"))),
        ("value", Arc::new(Float32Array::from(vec![61.0, 62.5]))),
        ("device", Arc::new(LargeStringArray::from(vec!["Strap"; 2]))),
        ("device", Arc::new(views.finish())),
        ("device", Arc::new(dictionary.finish())),
        ("confidence", Arc::new(NullArray::new(2))),
        ("metadata", Arc::new(StringArray::new_null(2))),
    ];
    for (name, array) in cases {
        let kind = array.data_type().clone();
        assert_eq!(read(vec![(name, array)]), Ok(plain()), "{name}: {kind}");
    }
    let whole = read(vec![("value", Arc::new(Int64Array::from(vec![61, 62])))]).unwrap();
    assert_eq!(whole.points.series()[0].columns.values(), [61.0, 62.0]);
}

#[test]
fn a_refused_stream_names_column_and_remedy() {
    let local = Arc::new(TimestampMillisecondArray::from(vec![AT; 2]));
    let texts = Arc::new(StringArray::from(vec!["61"; 2]));
    let numbers = Arc::new(Int64Array::from(vec![1; 2]));
    for (other, expected) in [
        (
            ("timestamp", local as ArrayRef),
            "timestamp: must be a timestamp with a time zone",
        ),
        (
            ("value", texts.clone() as ArrayRef),
            "value: must be numbers",
        ),
        (("confidence", texts.clone()), "confidence: must be numbers"),
        (
            ("device", numbers.clone() as ArrayRef),
            "device: must be texts",
        ),
        (("id", texts), "id: is not a column of points"),
    ] {
        let fault = read(vec![other]).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{fault}");
    }
    for missing in ["timestamp", "type", "value", "unit", "device"] {
        let mut rest = columns(vec![]);
        rest.retain(|(name, _)| *name != missing);
        let fault = parsed(&bytes(rest)).unwrap_err().to_string();
        assert_eq!(
            fault,
            format!("{missing}: is required: the schema has no such column")
        );
    }
    let good = bytes(columns(vec![]));
    for cut in 0..good.len() {
        assert!(
            parsed(&good[..cut]).is_err(),
            "{cut} of {} bytes",
            good.len()
        );
    }
    assert!(parsed(b"{\"data\":[]}").is_err());
}

#[test]
fn more_points_than_a_body_may_hold_are_refused() {
    let count = MAX_POINTS / 2 + 1;
    let text = |text: &str| Arc::new(StringArray::from(vec![text; count])) as ArrayRef;
    let times = TimestampMillisecondArray::from(vec![AT; count]).with_timezone("UTC");
    let many: Vec<(&str, ArrayRef, bool)> = vec![
        ("timestamp", Arc::new(times), true),
        ("type", text("heart_rate"), true),
        (
            "value",
            Arc::new(Float64Array::from(vec![61.0; count])),
            true,
        ),
        ("unit", text("bpm"), true),
        ("device", text("Strap"), true),
    ];
    let batch = RecordBatch::try_from_iter_with_nullable(many).unwrap();
    assert_eq!(
        parsed(&stream(std::slice::from_ref(&batch)))
            .unwrap()
            .points
            .len(),
        count
    );
    let fault = parsed(&stream(&[batch.clone(), batch])).unwrap_err();
    assert_eq!(fault.to_string(), "body: must hold at most 100000 points");
}

#[test]
fn refused_points_are_named_by_row() {
    let named = |name: &'static str, good: &str, bad: Option<&str>| {
        let array = StringArray::from(vec![Some(good), bad]);
        (name, Arc::new(array) as ArrayRef)
    };
    let times = |bad: Option<i64>| {
        let array = TimestampMillisecondArray::from(vec![Some(AT), bad]).with_timezone("UTC");
        ("timestamp", Arc::new(array) as ArrayRef)
    };
    let values = |name: &'static str, bad: Option<f64>| {
        (
            name,
            Arc::new(Float64Array::from(vec![Some(0.5), bad])) as ArrayRef,
        )
    };
    let long = "x".repeat(257);
    for (other, expected) in [
        (times(None), "timestamp: is required"),
        (times(Some(-1)), "timestamp: is before 1970"),
        (
            times(Some(NOW + 90_000_000)),
            "timestamp: is more than 24 hours ahead",
        ),
        (values("value", None), "value: is required"),
        (
            values("value", Some(f64::NAN)),
            "value: must be a finite number",
        ),
        (
            values("value", Some(f64::INFINITY)),
            "value: must be a finite number",
        ),
        (
            values("confidence", Some(1.5)),
            "confidence: must be a number from 0 to 1",
        ),
        (
            values("confidence", Some(f64::NAN)),
            "confidence: must be a number from 0 to 1",
        ),
        (named("type", "heart_rate", None), "type: is required"),
        (
            named("type", "heart_rate", Some("Heart")),
            "type: must be 1 to 64 of a-z",
        ),
        (
            named("unit", "bpm", Some("km")),
            "unit: km is not a unit of heart_rate",
        ),
        (
            named("unit", "bpm", Some("")),
            "unit: must be a string of 1 to 32 characters",
        ),
        (named("device", "Strap", Some("lost")), "device: is revoked"),
        (
            named("device", "Strap", Some(&long)),
            "device: must be a string of 1 to 256",
        ),
        (
            named("unit", "bpm", Some("b\u{9b}pm")),
            "unit: must be a string of 1 to 32 characters without control characters",
        ),
        (
            named("device", "Strap", Some("St\u{1b}[2Jrap")),
            "device: must be a string of 1 to 256 characters without control characters",
        ),
        (
            named("metadata", "{}", Some("{\"notes\":\"a\\u001bb\"}")),
            "metadata.notes: must not have control characters",
        ),
        (
            named("metadata", "{}", Some("[]")),
            "metadata: must be an object",
        ),
        (
            named("metadata", "{}", Some("{\"lap\":")),
            "metadata: must be a JSON object",
        ),
        (
            named("metadata", "{}", Some("{\"localDate\":\"2020-01-01\"}")),
            "metadata.localDate",
        ),
    ] {
        let body = read(vec![other]).unwrap();
        assert_eq!(
            (body.points.len(), body.faults.count()),
            (1, 1),
            "{expected}"
        );
        let errors = body.faults.into_errors("data");
        assert!(
            errors[0].starts_with(&format!("data[1]: {expected}")),
            "{errors:?}"
        );
    }
}

#[test]
fn an_index_outside_of_its_dictionary_is_refused() {
    let mut dictionary = StringDictionaryBuilder::<Int8Type>::new();
    dictionary.append_value("Strap");
    let good = dictionary.finish();
    let array = DictionaryArray::<Int8Type>::try_new(
        arrow_array::Int8Array::from(vec![0, 0]),
        good.values().clone(),
    )
    .unwrap();
    let mut written = bytes(columns(vec![("device", Arc::new(array))]));
    // The body of the record batch ends with the indexes of the last column, padded to 64 bytes, then the end marker.
    let at = written.len() - 8 - 64;
    assert_eq!(written[at..at + 2], [0, 0]);
    written[at] = 7;
    let fault = parsed(&written).unwrap_err().to_string();
    assert_eq!(
        fault,
        "device: has an index without an entry in its dictionary"
    );
}

#[test]
fn a_stream_is_read_at_any_address() {
    let written = bytes(columns(vec![]));
    for shift in 0..9 {
        let moved = [&vec![0; shift][..], &written].concat();
        let stream = Buffer::from(moved).slice(shift);
        assert_eq!(parse(stream, RULES), Ok(plain()), "{shift}");
    }
}

#[test]
fn only_rows_beside_an_invalid_one_are_read_alone() {
    let count = 1000;
    let times = |bad: Option<i64>| {
        let times = (0..count).map(|nth| if nth == 700 { bad } else { Some(AT + nth) });
        TimestampMillisecondArray::from(times.collect::<Vec<_>>()).with_timezone("UTC")
    };
    let text = |text: &str| Arc::new(StringArray::from(vec![text; 1000])) as ArrayRef;
    for bad in [None, Some(-1), Some(i64::MAX), Some(AT + 700)] {
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("timestamp", Arc::new(times(bad))),
            ("type", text("heart_rate")),
            ("value", Arc::new(Float64Array::from(vec![61.0; 1000]))),
            ("unit", text("bpm")),
            ("device", text("Strap")),
        ];
        let body = parsed(&bytes(columns)).unwrap();
        let refused = usize::from(bad != Some(AT + 700));
        assert_eq!(body.points.len(), 1000 - refused, "{bad:?}");
        assert_eq!(body.faults.count(), refused);
        let place = body.faults.first().map(|(place, _)| *place);
        assert_eq!(place, (refused > 0).then_some(700));
        assert_eq!(body.elements.len(), 1000);
    }
}

/// A point: seconds after AT, type, device, value in hundredths, confidence and metadata.
type Row = (u8, bool, u8, i32, Option<u8>, Option<u8>);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (
        0_u8..100,
        any::<bool>(),
        0_u8..3,
        any::<i32>(),
        prop::option::weighted(0.3, 0_u8..=100),
        prop::option::weighted(0.3, 0_u8..5),
    );
    prop::collection::vec(row, 1..60)
}

/// Points of one series in a row: whether it is heart rate, the device, and the seconds after AT and the value in
/// hundredths of each.
type SeriesRows = (bool, u8, Vec<(i64, i32)>);

fn series_rows() -> impl Strategy<Value = Vec<SeriesRows>> {
    // The last second is too far ahead.
    let second = prop_oneof![20 => 0_i64..60, 1 => Just(90_001_i64)];
    let rows = prop::collection::vec((second, any::<i32>()), 1..20);
    prop::collection::vec((any::<bool>(), 0_u8..3, rows), 1..8)
}

proptest! {
    #[test]
    fn points_are_those_of_json(
        series in series_rows(),
        taken in 1_usize..50,
        in_dictionary in any::<bool>(),
    ) {
        // In any order of time, with equal times and with invalid points between valid ones.
        let devices = ["Strap", "Watch", "lost"];
        let mut points: Vec<(i64, &str, f64, &str, &str)> = Vec::new();
        for (is_heart_rate, device, rows) in &series {
            let (kind, unit) = if *is_heart_rate { ("heart_rate", "bpm") } else { ("power", "W") };
            for (second, hundredths) in rows {
                let value = f64::from(*hundredths) / 100.0;
                points.push((AT + second * 1000, kind, value, unit, devices[usize::from(*device)]));
            }
        }
        let texts = |texts: Vec<&str>| -> ArrayRef {
            if in_dictionary {
                Arc::new(texts.into_iter().collect::<DictionaryArray<UInt16Type>>())
            } else {
                Arc::new(StringArray::from(texts))
            }
        };
        let batches: Vec<RecordBatch> = points.chunks(taken).map(|points| {
            let times: Vec<i64> = points.iter().map(|point| point.0).collect();
            let values: Vec<f64> = points.iter().map(|point| point.2).collect();
            let times = TimestampMillisecondArray::from(times).with_timezone("UTC");
            let columns: Vec<(&str, ArrayRef, bool)> = vec![
                ("timestamp", Arc::new(times), true),
                ("type", texts(points.iter().map(|point| point.1).collect()), true),
                ("value", Arc::new(Float64Array::from(values)), true),
                ("unit", texts(points.iter().map(|point| point.3).collect()), true),
                ("device", texts(points.iter().map(|point| point.4).collect()), true),
            ];
            RecordBatch::try_from_iter_with_nullable(columns).unwrap()
        }).collect();
        let elements: Vec<String> = points.iter().map(|(at, kind, value, unit, device)| {
            let at = Timestamp(*at);
            format!(
                "{{\"timestamp\":\"{at}\",\"type\":\"{kind}\",\"value\":{value},\"unit\":\"{unit}\",\"device\":\"{device}\"}}"
            )
        }).collect();
        let json = format!("{{\"data\":[{}]}}", elements.join(","));
        let expected = DataBody::parse(json.as_bytes(), RULES).unwrap();
        let found = parsed(&stream(&batches)).unwrap();
        prop_assert_eq!(found.faults.count(), expected.faults.count());
        prop_assert_eq!(&found.elements, &expected.elements);
        prop_assert_eq!(found.points, expected.points);
    }

    #[test]
    fn exported_points_are_read_back_exactly(rows in rows(), taken in 1_usize..20) {
        let texts: Vec<(String, Option<String>)> = rows.iter().map(|row| {
            (format!("device {}", row.2), row.5.map(|lap| format!("{{\"lap\":{lap}}}")))
        }).collect();
        let points: Vec<Point<'_>> = rows.iter().zip(&texts).map(|(row, (device, metadata))| Point {
            timestamp: AT + i64::from(row.0) * 1000,
            kind: if row.1 { "heart_rate" } else { "power" },
            value: f64::from(row.3) / 100.0,
            unit: if row.1 { "bpm" } else { "W" },
            device,
            confidence: row.4.map(|hundredths| f64::from(hundredths) / 100.0),
            metadata: metadata.as_deref(),
        }).collect();
        let mut expected = crate::columns::Batch::default();
        let mut exporter = Exporter::new(Format::Arrow, "usr_x", 0);
        exporter.begin(&[]);
        let mut written = Vec::new();
        for (nth, point) in points.iter().enumerate() {
            expected.push(point);
            exporter.point(PointId { series: 1, timestamp: point.timestamp }, point);
            if nth % taken == 0 {
                written.extend(exporter.take());
            }
        }
        exporter.end();
        written.extend(exporter.take());
        let body = parsed(&written).unwrap();
        prop_assert_eq!(body.faults.count(), 0);
        prop_assert_eq!(body.points, expected);
    }

    #[test]
    fn a_changed_byte_causes_no_panic(index in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut written = bytes(columns(vec![]));
        let index = index.index(written.len());
        written[index] = byte;
        let _ = parsed(&written);
    }
}
