//! Arrow output equals the uploaded table, for every format of the upload.

use proptest::prelude::*;

use super::*;
use crate::chunk::unpack;
use crate::input::{TableFormat, read};
use crate::schema::Schema;
use crate::table::RowGroup;

/// The stored form of a table: its schema and the cells of each group.
fn stored(format: TableFormat, mut bytes: &[u8]) -> (Schema, Vec<Vec<Cells>>) {
    let mut groups = Vec::new();
    let mut sink = |group: RowGroup| {
        let cells = group.chunks.iter();
        let cells = cells.map(|chunk| unpack(&chunk.bytes, group.n as usize).unwrap());
        groups.push(cells.collect());
        Ok(())
    };
    let (schema, _) = read(format, &mut bytes, &mut sink).unwrap();
    (schema, groups)
}

fn as_arrow(schema: &Schema, groups: &[Vec<Cells>]) -> Vec<u8> {
    let (mut stream, mut bytes) = ArrowStream::new(schema.columns.iter()).unwrap();
    for group in groups {
        bytes.extend(stream.rows(group, 0..group[0].len()).unwrap());
    }
    bytes.extend(stream.finish().unwrap());
    bytes
}

fn values(groups: &[Vec<Cells>], column: usize) -> Vec<Option<String>> {
    let cells = groups.iter().flat_map(|group| group[column].iter());
    cells.map(|cell| present(cell).map(str::to_owned)).collect()
}

#[test]
fn every_column_has_the_type_that_keeps_its_values() {
    use DataType::{Boolean, Decimal128, Float64, Int64, Null, Timestamp, UInt64, Utf8};
    for (cells, expected) in [
        (&["1", "-2", ""][..], Int64),
        (&["18446744073709551615"], UInt64),
        (&["1.5", "1e-7"], Float64),
        (&["0.123456789012345678", "1"], Decimal128(19, 18)),
        (&["1e-7", "0.123456789012345678"], Utf8),
        (&["true", "false"], Boolean),
        (&["", ""], Null),
        (
            &["2026-06-01T00:00:00Z"],
            Timestamp(TimeUnit::Second, Some("UTC".into())),
        ),
        (
            &["2026-06-01T00:00:00.1234Z"],
            Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        ),
        (&["2026-06-01T00:00:00+02:00"], Utf8),
        (&["2026-06-01"], Utf8),
        (&["1", "x"], Utf8),
    ] {
        let rows: String = cells.iter().map(|cell| format!("{cell},1\n")).collect();
        let (schema, groups) = stored(TableFormat::Csv, format!("x,y\n{rows}").as_bytes());
        assert_eq!(data_type(&schema.columns[0]), expected, "{cells:?}");
        let (_, again) = stored(TableFormat::ArrowStream, &as_arrow(&schema, &groups));
        let found = values(&again, 0);
        let found: Vec<_> = found
            .iter()
            .map(|text| text.as_deref().unwrap_or(""))
            .collect();
        let fixed = ["0.123456789012345678", "1.000000000000000000"];
        let is_fixed = matches!(expected, Decimal128(..));
        assert_eq!(found, if is_fixed { &fixed[..] } else { cells });
    }
}

/// A cell of each column of CSV, and no value.
fn row() -> impl Strategy<Value = [String; 5]> {
    let double = any::<f64>().prop_filter("finite", |value| value.is_finite());
    let double = prop_oneof![double, (-1e6..1e6_f64)].prop_map(|value| format!("{value:?}"));
    let text = prop_oneof!["[a-zé,\\n]{1,8}", "007|=1|x\\+", Just(String::new())];
    let text = text.prop_map(|text| format!("\"{text}\""));
    let instant = (-60_000_000_000_000_i64..250_000_000_000_000).prop_map(|units| {
        let mut text = String::new();
        instant::write_instant(&mut text, units, Resolution { decimals: 3 }).unwrap();
        text + "Z"
    });
    let columns = (
        any::<i64>().prop_map(|value| value.to_string()),
        double,
        any::<bool>().prop_map(|value| value.to_string()),
        text,
        instant,
    );
    (columns, any::<[bool; 5]>()).prop_map(|((a, b, c, d, e), has)| {
        let mut at = has.into_iter();
        [a, b, c, d, e].map(|text| {
            if at.next() == Some(true) {
                text
            } else {
                String::new()
            }
        })
    })
}

proptest! {
    #[test]
    fn a_table_read_as_arrow_and_uploaded_again_is_the_same_table(rows in prop::collection::vec(row(), 1..40)) {
        let rows: String = rows.iter().map(|row| row.join(",") + "\n").collect();
        let (schema, groups) = stored(TableFormat::Csv, format!("a,b,c,d,e\n{rows}").as_bytes());
        let arrow = as_arrow(&schema, &groups);
        let (again, others) = stored(TableFormat::ArrowStream, &arrow);
        for column in 0..5 {
            prop_assert_eq!(values(&groups, column), values(&others, column));
            prop_assert_eq!(&schema.columns[column], &again.columns[column]);
        }
        prop_assert_eq!(as_arrow(&again, &others), arrow);
    }
}
