//! Arrow streams that are read, and hostile ones that are refused by name.

use std::sync::Arc;

use arrow_array::builder::{Decimal128Builder, StringDictionaryBuilder, StringViewBuilder};
use arrow_array::types::{Int8Type, TimestampNanosecondType};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Date64Array, Decimal256Array,
    DictionaryArray, Float16Array, Float32Array, Float64Array, Int64Array, ListArray, NullArray,
    PrimitiveArray, RecordBatch, StringArray, StructArray, Time64NanosecondArray,
    TimestampMillisecondArray, UInt64Array,
};
use arrow_buffer::i256;
use arrow_ipc::writer::{DictionaryHandling, FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::{DataType, Field};
use lockstep_web::ApiError;

use crate::input::TableFormat;
use crate::input::tests::table;
use crate::schema::ColumnType;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.into_inner().unwrap()
}

fn column(array: impl arrow_array::Array + 'static) -> Vec<u8> {
    stream(&[batch(vec![("x", Arc::new(array))])])
}

fn read(bytes: &[u8]) -> Result<Vec<Vec<String>>, ApiError> {
    table(TableFormat::ArrowStream, bytes, 1000).map(|(_, rows)| rows)
}

fn refused(bytes: &[u8], expected: &str) {
    let error = read(bytes).unwrap_err();
    let details = error.details.clone().unwrap_or_default().to_string();
    assert!(
        error.message.contains(expected),
        "{} ({details})",
        error.message
    );
}

#[test]
fn every_type_with_one_plain_value_a_row_is_read() {
    let zoned =
        TimestampMillisecondArray::from(vec![1_780_295_400_500]).with_timezone("Europe/Berlin");
    let local = PrimitiveArray::<TimestampNanosecondType>::from(vec![-1]);
    let mut decimals = Decimal128Builder::new()
        .with_precision_and_scale(5, 3)
        .unwrap();
    decimals.append_value(-5);
    decimals.append_value(12_345);
    let mut tens = Decimal128Builder::new()
        .with_precision_and_scale(5, -2)
        .unwrap();
    tens.append_value(7);
    tens.append_value(0);
    let wide = i256::from_string(&"9".repeat(76)).unwrap();
    let wide = Decimal256Array::from(vec![wide])
        .with_precision_and_scale(76, 10)
        .unwrap();
    let wide_text = format!("n{}.{}", "9".repeat(66), "9".repeat(10));
    let mut view = StringViewBuilder::new();
    view.append_value("a text that is longer than twelve bytes");
    view.append_null();
    let mut words = StringDictionaryBuilder::<Int8Type>::new();
    words.extend([Some("b"), None, Some("a"), Some("b")]);
    for (array, expected) in [
        (column(NullArray::new(2)), &["-", "-"][..]),
        (
            column(BooleanArray::from(vec![Some(true), None])),
            &["btrue", "-"],
        ),
        (
            column(Int64Array::from(vec![i64::MIN, i64::MAX])),
            &["n-9223372036854775808", "n9223372036854775807"],
        ),
        (
            column(UInt64Array::from(vec![u64::MAX])),
            &["n18446744073709551615"],
        ),
        (
            column(Float64Array::from(vec![0.1 + 0.2, -0.0, 1e300, 61.0])),
            &["n0.30000000000000004", "n-0.0", "n1e300", "n61.0"],
        ),
        (column(Float32Array::from(vec![0.1])), &["n0.1"]),
        (
            column(Float16Array::from(vec![half::f16::from_f32(0.5)])),
            &["n0.5"],
        ),
        (column(decimals.finish()), &["n-0.005", "n12.345"]),
        (column(tens.finish()), &["n700", "n0"]),
        (column(wide), &[wide_text.as_str()]),
        (column(Date32Array::from(vec![20_605])), &["t2026-06-01"]),
        (
            column(Date64Array::from(vec![20_605 * 86_400_000])),
            &["t2026-06-01"],
        ),
        (
            column(Time64NanosecondArray::from(vec![1])),
            &["t00:00:00.000000001"],
        ),
        (column(zoned), &["t2026-06-01T06:30:00.5Z"]),
        (column(local), &["t1969-12-31T23:59:59.999999999"]),
        (
            column(StringArray::from(vec!["", "true", "=1"])),
            &["t", "ttrue", "t=1"],
        ),
        (
            column(view.finish()),
            &["ta text that is longer than twelve bytes", "-"],
        ),
        (column(words.finish()), &["tb", "-", "ta", "tb"]),
    ] {
        let rows = read(&array).unwrap();
        let cells: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(cells, expected);
    }
}

#[test]
fn a_file_is_read_as_its_stream() {
    let values = batch(vec![("x", Arc::new(Int64Array::from(vec![1, 2])))]);
    let mut writer = FileWriter::try_new(Vec::new(), &values.schema()).unwrap();
    writer.write(&values).unwrap();
    let file = writer.into_inner().unwrap();
    let (schema, rows) = table(TableFormat::ArrowFile, &file, 7).unwrap();
    assert_eq!(rows, [["n1"], ["n2"]]);
    assert_eq!(schema.columns[0].kind, ColumnType::Integer);
    for (bytes, expected) in [
        (&file[..file.len() - 1], "does not end with its footer"),
        (&file[8..], "not an Arrow file"),
    ] {
        let error = table(TableFormat::ArrowFile, bytes, 7).unwrap_err();
        assert!(error.message.contains(expected), "{}", error.message);
    }
    refused(&file, "message 1: does not begin as a message");
}

#[test]
fn columns_that_a_dataset_cannot_hold_are_refused_by_name() {
    let inner = Arc::new(Field::new("y", DataType::Int64, true));
    let values: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let pairs = StructArray::from(vec![(inner, values)]);
    let list =
        ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>(vec![Some(vec![
            Some(1),
        ])]);
    let wide: Vec<(String, ArrayRef)> = (0..10_000)
        .map(|n| {
            (
                format!("c{n}"),
                Arc::new(Int64Array::from(vec![1])) as ArrayRef,
            )
        })
        .collect();
    let wide = wide
        .iter()
        .map(|(name, array)| (name.as_str(), Arc::clone(array)));
    for (bytes, expected) in [
        (column(list), "column \"x\": has the Arrow type List"),
        (
            column(pairs),
            "column \"x\": has the Arrow type Struct_, which has no plain value for each row: make a column",
        ),
        (
            column(BinaryArray::from(vec![&b"a"[..]])),
            "column \"x\": has the Arrow type Binary",
        ),
        (
            column(Float64Array::from(vec![1.0, f64::NAN])),
            "row 2, column \"x\": is NaN or infinite",
        ),
        (
            column(Date32Array::from(vec![i32::MAX])),
            "row 1, column \"x\": is a date outside",
        ),
        (
            column(Date64Array::from(vec![1])),
            "row 1, column \"x\": is a date with a time",
        ),
        (
            column(Time64NanosecondArray::from(vec![i64::MIN])),
            "row 1, column \"x\": is not a time of a day",
        ),
        (
            column(StringArray::from(vec!["\0"])),
            "row 1, column \"x\": contains a NUL",
        ),
        (
            stream(&[batch(wide.collect())]),
            "has 10000 columns; a dataset has 2000 columns at most",
        ),
        (
            stream(&[batch(vec![
                ("x", Arc::new(NullArray::new(1))),
                ("x", Arc::new(NullArray::new(1))),
            ])]),
            "used twice",
        ),
        (
            stream(&[RecordBatch::new_empty(Arc::new(
                arrow_schema::Schema::empty(),
            ))]),
            "the schema has no column",
        ),
    ] {
        refused(&bytes, expected);
    }
}

#[test]
fn values_that_do_not_fit_their_arrays_name_their_column() {
    let texts = StringArray::from(vec!["fine", "four"]);
    let numbers = Int64Array::from(vec![1, 2]);
    let good = stream(&[batch(vec![
        ("n", Arc::new(numbers)),
        ("x", Arc::new(texts)),
    ])]);
    assert_eq!(read(&good).unwrap(), [["n1", "tfine"], ["n2", "tfour"]]);
    let at = |needle: &[u8]| {
        good.windows(needle.len())
            .position(|one| one == needle)
            .unwrap()
    };
    let text = at(b"finefour");
    let mut broken = good.clone();
    broken[text] = 0xff;
    refused(
        &broken,
        "column \"x\": message 2 has values that are not valid",
    );
    // Offsets 0, 4, 8.
    let offsets = at(&[0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0]);
    for wrong in [[0xff; 4], [9, 0, 0, 0], [0, 0, 0, 0x80]] {
        let mut broken = good.clone();
        broken[offsets + 4..offsets + 8].copy_from_slice(&wrong);
        refused(
            &broken,
            "column \"x\": message 2 has values that are not valid",
        );
    }
    let keys = PrimitiveArray::<Int8Type>::from(vec![0, 1]);
    let words = DictionaryArray::new(keys, Arc::new(StringArray::from(vec!["a", "b"])));
    let good = column(words);
    let at = good
        .windows(8)
        .rposition(|one| one == [0, 1, 0, 0, 0, 0, 0, 0])
        .unwrap();
    for wrong in [2, 0xff] {
        let mut broken = good.clone();
        broken[at + 1] = wrong;
        refused(
            &broken,
            "row 2, column \"x\": has an index that its dictionary does not have",
        );
    }
}

#[test]
fn cells_come_from_each_part_of_a_dictionary_that_grows() {
    let words = |words: &[&str], indexes: &[Option<i8>]| {
        let indexes = PrimitiveArray::<Int8Type>::from(indexes.to_vec());
        let words = StringArray::from(words.to_vec());
        let words = DictionaryArray::new(indexes, Arc::new(words));
        batch(vec![("x", Arc::new(words))])
    };
    let batches = [
        words(&["a"], &[Some(0)]),
        words(&["a", "b", "c"], &[Some(2), None, Some(0), Some(1)]),
        words(&["a", "b", "c", "d"], &[Some(3), Some(1), Some(3)]),
    ];
    let options = IpcWriteOptions::default().with_dictionary_handling(DictionaryHandling::Delta);
    let schema = batches[0].schema();
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), &schema, options).unwrap();
    for batch in &batches {
        writer.write(batch).unwrap();
    }
    let rows = read(&writer.into_inner().unwrap()).unwrap();
    let cells: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(cells, ["ta", "tc", "-", "ta", "tb", "td", "tb", "td"]);
}

#[test]
fn lengths_beyond_a_limit_take_no_memory() {
    let good = column(Int64Array::from(vec![1, 2, 3]));
    // Of every aligned word of the stream, as a number of 32 and of 64 bits.
    for (wrong, width) in [
        (1_u64 << 60, 8),
        (u64::MAX, 8),
        (1 << 63, 8),
        (0x7fff_ffff, 4),
        (0x8000_0000, 4),
        (0, 8),
    ] {
        for at in (0..good.len() - 8).step_by(4) {
            let mut broken = good.clone();
            broken[at..at + width].copy_from_slice(&wrong.to_le_bytes()[..width]);
            // Values may change; nothing else does.
            if let Ok(rows) = read(&broken) {
                assert!(rows.len() <= 3, "{at}: {}", rows.len());
            }
        }
    }
    for length in 0..good.len() {
        let error = read(&good[..length]).unwrap_err();
        assert!(
            error.message.contains("message"),
            "{length}: {}",
            error.message
        );
    }
    refused(
        &[good.as_slice(), b"\0"].concat(),
        "bytes follow the end marker",
    );
    let mut long = good.clone();
    long[4..8].copy_from_slice(&(17_i32 << 20).to_le_bytes());
    refused(&long, "message 1: has metadata of more than 16777216 bytes");
    refused(
        &column(NullArray::new((1 << 24) + 1)),
        "message 2: has more than 16777216 rows",
    );
    refused(
        &column(Int64Array::from(vec![1; 7 << 20])),
        "message 2: has a body of more than 50331648 bytes",
    );
}

/// Streams of another implementation (pyarrow 26), and each of them with every byte changed.
#[test]
fn streams_of_another_writer_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.join("../../fuzz/corpus/datasets_arrow");
    let read_file = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let rows = read(&read_file("stream")).unwrap();
    let first = [
        "n1",
        "n0.1",
        "ta",
        "btrue",
        "t1970-01-01T00:00:00Z",
        "n1.50",
    ];
    let rest = ["t2026-06-01", "tx", "-", "tlong string view value", "tp"];
    assert_eq!(rows[0], [&first[..], &rest[..]].concat());
    assert_eq!(rows[2][4..6], ["t1970-01-01T00:00:00.000001Z", "n-0.01"]);
    assert_eq!(
        read(&read_file("delta")).unwrap(),
        [["ta"], ["tb"], ["tc"], ["ta"]]
    );
    assert_eq!(
        read(&read_file("replaced")).unwrap(),
        [["ta"], ["tb"], ["ty"], ["tx"]]
    );
    for (name, expected) in [
        (
            "zstd",
            "message 2: the buffers are compressed (ZSTD): write them without compression",
        ),
        (
            "nested",
            "column \"x\": has the Arrow type List, which has no plain value for each row: make a column",
        ),
        ("union", "column \"u\": has the Arrow type Union"),
        (
            "uneven_offsets",
            "the length of its offsets is not a multiple of",
        ),
    ] {
        refused(&read_file(name), expected);
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x81;
            let _ = read(&broken);
        }
    }
}

#[test]
fn cells_without_bytes_are_bounded() {
    let nulls = |rows: usize| -> Vec<(String, ArrayRef)> {
        let column = |nth| {
            (
                format!("c{nth}"),
                Arc::new(NullArray::new(rows)) as ArrayRef,
            )
        };
        (0..50).map(column).collect()
    };
    let of = |rows| {
        let columns = nulls(rows);
        batch(
            columns
                .iter()
                .map(|(name, array)| (name.as_str(), Arc::clone(array)))
                .collect(),
        )
    };
    // The cells of all record batches count together.
    let hostile = stream(&[of(1000), of(1 << 23)]);
    assert!(hostile.len() < 100_000);
    refused(&hostile, "leave out columns without values");
    assert_eq!(read(&stream(&[of(10)])).unwrap().len(), 10);
}
