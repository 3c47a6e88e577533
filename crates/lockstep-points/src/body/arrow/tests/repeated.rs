//! Texts that a short stream repeats: dictionaries that are replaced, extended or hostile, and views of the same bytes.

use arrow_array::Int8Array;
use arrow_ipc::writer::{DictionaryHandling, IpcWriteOptions};

use super::*;

/// A batch of points that differ in time only, with another column in place of one of them.
fn batch(rows: usize, name: &'static str, array: ArrayRef) -> RecordBatch {
    let times = (AT..).take(rows).collect::<Vec<i64>>();
    let times = TimestampMillisecondArray::from(times).with_timezone("UTC");
    let text = |text: &str| Arc::new(StringArray::from(vec![text; rows])) as ArrayRef;
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("timestamp", Arc::new(times)),
        ("type", text("heart_rate")),
        ("value", Arc::new(Float64Array::from(vec![61.0; rows]))),
        ("unit", text("bpm")),
        ("device", text("Strap")),
    ];
    match columns.iter_mut().find(|(known, _)| *known == name) {
        Some(column) => column.1 = array,
        None => columns.push((name, array)),
    }
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

/// A column of indexes of a dictionary.
fn indexed(texts: Vec<&str>, indexes: Vec<Option<i8>>) -> ArrayRef {
    let texts = Arc::new(StringArray::from(texts));
    Arc::new(DictionaryArray::<Int8Type>::try_new(Int8Array::from(indexes), texts).unwrap())
}

#[test]
fn a_dictionary_is_replaced_or_extended_by_a_later_batch() {
    let batch = |texts: &[&str], indexes: &[i8]| {
        let indexes = indexes.iter().map(|index| Some(*index)).collect::<Vec<_>>();
        let rows = indexes.len();
        batch(rows, "device", indexed(texts.to_vec(), indexes))
    };
    for (handling, second, expected) in [
        (
            DictionaryHandling::Resend,
            batch(&["Watch", "Strap"], &[0, 1, 0]),
            [("Strap", 2), ("Watch", 2)],
        ),
        (
            DictionaryHandling::Delta,
            batch(&["Strap", "Watch"], &[1, 0, 1]),
            [("Strap", 2), ("Watch", 2)],
        ),
    ] {
        let first = batch(&["Strap"], &[0]);
        let options = IpcWriteOptions::default().with_dictionary_handling(handling);
        let schema = first.schema();
        let mut writer = StreamWriter::try_new_with_options(Vec::new(), &schema, options).unwrap();
        writer.write(&first).unwrap();
        writer.write(&second).unwrap();
        let body = parsed(&writer.into_inner().unwrap()).unwrap();
        assert_eq!(body.faults.count(), 0, "{handling:?}");
        let series = body.points.series().iter();
        let found: Vec<(&str, usize)> = series
            .map(|series| (&*series.device, series.columns.len()))
            .collect();
        assert_eq!(found, expected, "{handling:?}");
    }
}

#[test]
fn texts_of_a_dictionary_beyond_the_number_of_rows_are_read() {
    let texts = vec!["Strap", "a", "b", "c", "Watch"];
    let indexes = vec![Some(4), None, Some(0), Some(4)];
    let body = parsed(&stream(&[batch(4, "device", indexed(texts, indexes))])).unwrap();
    let series = body.points.series().iter();
    let found: Vec<(&str, usize)> = series
        .map(|series| (&*series.device, series.columns.len()))
        .collect();
    assert_eq!(found, [("Watch", 2), ("Strap", 1)]);
    let (place, fault) = body.faults.first().unwrap();
    assert_eq!(*place, 1);
    assert_eq!(
        *fault,
        PointFault::Invalid("device: is required".to_owned())
    );
}

#[test]
fn views_that_repeat_long_texts_are_refused() {
    let views = |count: usize| {
        let mut views = StringViewBuilder::new();
        let block = views.append_block(Buffer::from(vec![b'x'; 64 << 10]));
        for _ in 0..count {
            views.try_append_view(block, 0, 64 << 10).unwrap();
        }
        stream(&[batch(count, "device", Arc::new(views.finish()))])
    };
    let few = parsed(&views(4)).unwrap();
    assert_eq!((few.points.len(), few.faults.count()), (0, 4));
    let fault = parsed(&views(64)).unwrap_err().to_string();
    assert!(
        fault.starts_with("body: message 2: column 5: its views repeat texts of more than"),
        "{fault}"
    );
}

#[test]
fn metadata_that_a_dictionary_repeats_is_bounded() {
    // White space counts, too: each of the texts is parsed.
    let long = format!("{{\"lap\":1{}}}", " ".repeat(2 << 20));
    let stream = |rows: usize| {
        let indexes = vec![Some(0); rows];
        let metadata = indexed(vec![long.as_str()], indexes);
        stream(&[batch(rows, "metadata", metadata)])
    };
    let body = parsed(&stream(2)).unwrap();
    assert_eq!((body.points.len(), body.faults.count()), (2, 0));
    assert_eq!(
        parsed(&stream(16)).unwrap_err().to_string(),
        "body: must hold at most 33554432 bytes of names and metadata: send fewer points at a time"
    );
}

#[test]
fn names_are_bounded() {
    let mut names = Names::default();
    let name = |nth: usize| format!("{nth:01024}");
    let most = MAX_TEXT_BYTES / MAX_NAME_BYTES;
    for nth in 0..most {
        assert_eq!(names.number(&name(nth)), Some(nth as u32));
    }
    assert_eq!(names.number(&name(0)), Some(0));
    assert_eq!(names.bytes, MAX_TEXT_BYTES);
    assert_eq!(names.number("x"), None);
    assert!(names.bytes > MAX_TEXT_BYTES);
    // One text stands for all that are too long to be valid.
    let mut names = Names::default();
    for long in ["x".repeat(1025), "y".repeat(1 << 20)] {
        assert_eq!(names.number(&long), Some(0));
    }
    assert_eq!(names.bytes, LONG_NAME.len());
    let long = Arc::new(StringArray::from(vec!["x".repeat(1025)]));
    for (name, expected) in [
        ("type", "type: must be 1 to 64 of a-z"),
        ("unit", "unit: must be a string of 1 to 32 characters"),
        ("device", "device: must be a string of 1 to 256 characters"),
    ] {
        let body = parsed(&stream(&[batch(1, name, long.clone())])).unwrap();
        let errors = body.faults.into_errors("data");
        assert!(
            errors[0].starts_with(&format!("data[0]: {expected}")),
            "{errors:?}"
        );
    }
}
