//! Tests which tables the readers accept, and that errors name row and column.

use lockstep_web::ApiError;

use super::{TableFormat, read_with};
use crate::cell::CellKind;
use crate::chunk::unpack;
use crate::schema::Schema;
use crate::table::RowGroup;

/// A source that returns a few bytes at a time.
struct Trickle<'b>(&'b [u8], usize);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads a table; returns its schema and its rows as texts, each with the first letter of its kind.
pub(super) fn table(
    format: TableFormat,
    bytes: &[u8],
    step: usize,
) -> Result<(Schema, Vec<Vec<String>>), ApiError> {
    let mut groups: Vec<RowGroup> = Vec::new();
    let mut sink = |group| {
        groups.push(group);
        Ok(())
    };
    let mut source = Trickle(bytes, step);
    let (schema, rows) = read_with(format, &mut source, &mut sink, step)?;
    let mut all = vec![vec!["-".to_owned(); schema.columns.len()]; rows as usize];
    for group in groups {
        for (column, chunk) in group.chunks.iter().enumerate() {
            let cells = unpack(&chunk.bytes, group.n as usize).unwrap();
            for (index, cell) in cells.iter().enumerate() {
                let letter = match cell.kind {
                    CellKind::Null => "-",
                    CellKind::Boolean => "b",
                    CellKind::Number => "n",
                    CellKind::Text => "t",
                    CellKind::Json => "j",
                };
                all[group.row0 as usize + index][column] = format!("{letter}{}", cell.text);
            }
        }
    }
    Ok((schema, all))
}

fn reason(error: &ApiError) -> &str {
    &error.message
}

#[test]
fn csv_is_read_as_it_was_written() {
    for (text, expected) in [
        ("a,b\n1,x\n", &[["n1", "tx"]][..]),
        ("\u{feff}a,b\r\n1,\r\n", &[["n1", "-"]]),
        ("a,b\r1,\"\"", &[["n1", "t"]]),
        ("a,b\n\"1\",\"q\"\"q\"\n\n", &[["n1", "tq\"q"]]),
        (
            "a,b\n\"two\r\nlines\",\"x,y\"\n",
            &[["ttwo\r\nlines", "tx,y"]],
        ),
        ("a,b\n007,+5\n", &[["t007", "t+5"]]),
        ("'=a,b\n'=1+1,''@x\n", &[["t'=1+1", "t''@x"]]),
        (
            "a,b\ntrue,NaN\n1.50,-0\n",
            &[["btrue", "tNaN"], ["n1.50", "n-0"]],
        ),
        ("a,b\n", &[]),
        ("a,b", &[]),
    ] {
        for step in [3, 5, 1000] {
            let (_, rows) = table(TableFormat::Csv, text.as_bytes(), step).unwrap();
            assert_eq!(rows, expected, "{text:?} by {step}");
        }
    }
    // Guards are removed from answers of this API alone.
    let text = b"'=a,b\n'=1+1,''@x\n'x,'-5\n";
    let (schema, rows) = table(TableFormat::GuardedCsv, text, 5).unwrap();
    assert_eq!(rows, [["t=1+1", "t'@x"], ["t'x", "t-5"]]);
    assert_eq!(schema.columns[0].name, "=a");
    // In a table of one column an empty line is a row.
    let (schema, rows) = table(TableFormat::Csv, b"a\n1\n\n2\n", 4).unwrap();
    assert_eq!(rows, [["n1"], ["-"], ["n2"]]);
    assert_eq!(schema.columns[0].null_count, 1);
}

#[test]
fn broken_csv_names_row_and_column() {
    let wide = (0..10_000)
        .map(|n| n.to_string())
        .collect::<Vec<_>>()
        .join(",");
    let long = format!("a,b\n1,{}\n", "x".repeat((1 << 20) + 1));
    for (text, expected) in [
        (&b""[..], "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (
            b"a,b\n1,2\n3\n",
            "row 2, column \"b\": is missing: the row has 1 of 2 cells",
        ),
        (
            b"a,b\n1,2,3\n",
            "row 1, column \"3\": is not in the header: the row has 3 cells, the header has 2",
        ),
        (b"a,a\n", "column 2: the name \"a\" is used twice"),
        (b"a,\n", "column 2: the name must be"),
        (
            b"a,b\n1,\0\n",
            "row 1, column \"b\": contains a NUL character",
        ),
        (b"a,b\n1,2\n\xff,2\n", "row 2, column \"a\": is not UTF-8"),
        (b"a,b\n1,1e999\n", "row 1, column \"b\": is a number beyond"),
        (b"a,b\n1,x\"y\n", "row 1, column \"b\": has a quote inside"),
        (b"a,b\"\n", "row 0, column \"2\": has a quote inside"),
        (b"a\n1,x\"y\n", "row 1, column \"2\": has a quote inside"),
        (
            b"a,b\n\"1\"2,3\n",
            "row 1, column \"a\": has text after its closing quote",
        ),
        (
            b"a,b\n1,\"open\n",
            "row 1, column \"b\": begins with a quote that is not closed",
        ),
        (b"\xff\xfea\0", "UTF-16"),
        (wide.as_bytes(), "2000 columns at most"),
        (long.as_bytes(), "row 1, column \"b\": has 1048577 bytes"),
    ] {
        for step in [7, 100_000] {
            let error = table(TableFormat::Csv, text, step).unwrap_err();
            let said = reason(&error);
            let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
            assert!(said.contains(expected), "{shown:?}: {said}");
        }
    }
}

#[test]
fn json_lines_are_read_as_they_were_written() {
    let text = "{\"a\":1.50,\"b\":\"x\"}\n\n{\"c\":[1, {\"d\":null}],\"a\":null}\r\n{\"a\":18446744073709551616}";
    for step in [3, 5, 1000] {
        let (schema, rows) = table(TableFormat::JsonLines, text.as_bytes(), step).unwrap();
        let names: Vec<_> = schema
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(
            rows,
            [
                ["n1.50", "tx", "-"],
                ["-", "-", "j[1, {\"d\":null}]"],
                ["n18446744073709551616", "-", "-"]
            ]
        );
    }
}

#[test]
fn broken_json_lines_name_the_row() {
    for (text, expected) in [
        (&b""[..], "the file is empty"),
        (b"\n\n", "the file is empty"),
        (b"{}\n", "have no column"),
        (b"{\"a\":1}\n[1]\n", "row 2: is not a JSON object"),
        (
            b"{\"a\":1}\n{\"a\":}\n",
            "row 2: is not a JSON object, or is broken at character 6",
        ),
        (
            b"{\"a\":1,\"a\":2}\n",
            "row 1, column \"a\": is given twice",
        ),
        (
            b"{\"a\":1e999}\n",
            "row 1, column \"a\": is a number beyond",
        ),
        (
            b"{\"a\":\"\\u0000\"}\n",
            "row 1, column \"a\": contains a NUL character",
        ),
        (b"{\"a\":\"\\ud800\"}\n", "row 1"),
        (b"{\"a\":\"\xff\"}\n", "row 1: byte 7 is not UTF-8"),
        (b"{\"\":1}\n", "column 1: the name must be"),
        (b"{\"a\":1}x\n", "row 1: is not a JSON object"),
    ] {
        let error = table(TableFormat::JsonLines, text, 3).unwrap_err();
        let said = reason(&error);
        assert!(
            said.contains(expected),
            "{:?}: {said}",
            String::from_utf8_lossy(text)
        );
    }
}

#[test]
fn deeply_nested_json_is_refused() {
    let nested = |depth: usize| format!("{{\"a\":{}{}}}\n", "[".repeat(depth), "]".repeat(depth));
    let text = r#"{"a":["[[\"[[",{"b":"]"}]}"#;
    assert!(table(TableFormat::JsonLines, text.as_bytes(), 1000).is_ok());
    assert!(table(TableFormat::JsonLines, nested(100).as_bytes(), 1000).is_ok());
    let open = format!("{{\"a\":{}", "[".repeat(1 << 20));
    for (text, expected) in [
        (
            nested(101),
            "row 1, column \"a\": is nested deeper than 100 levels",
        ),
        (
            nested(500_000),
            "row 1, column \"a\": is nested deeper than 100 levels",
        ),
        (open, "row 1: is not a JSON object, or is broken"),
    ] {
        let error = table(TableFormat::JsonLines, text.as_bytes(), 1000).unwrap_err();
        assert!(reason(&error).contains(expected), "{}", reason(&error));
    }
}

#[test]
fn columns_that_appear_late_have_no_value_before() {
    // A new column a line, then all of them at once after many rows of one column.
    let mut text: String = (0..1500).map(|n| format!("{{\"c{n}\":{n}}}\n")).collect();
    text.push_str(&"{\"c0\":7}\n".repeat(9000));
    let last: Vec<_> = (0..2000).map(|n| format!("\"c{n}\":1")).collect();
    text.push_str(&format!("{{{}}}\n", last.join(",")));
    let mut sizes = Vec::new();
    let mut sink = |group: RowGroup| {
        sizes.push(group.n as usize * group.chunks.len());
        Ok(())
    };
    let read = read_with(
        TableFormat::JsonLines,
        &mut text.as_bytes(),
        &mut sink,
        1 << 16,
    );
    let (schema, rows) = read.unwrap();
    assert_eq!((schema.columns.len(), rows), (2000, 10_501));
    assert_eq!(schema.columns[0].null_count, 1499);
    assert_eq!(schema.columns[1999].null_count, 10_500);
    // Known columns bound the rows of a group.
    assert!(
        sizes
            .iter()
            .take(sizes.len() - 1)
            .all(|cells| *cells < 2 << 20),
        "{sizes:?}"
    );
    let (_, rows) = table(
        TableFormat::JsonLines,
        b"{\"a\":1}\n{}\n{\"b\":2}\n{\"a\":3}\n",
        9,
    )
    .unwrap();
    assert_eq!(rows, [["n1", "-"], ["-", "-"], ["-", "n2"], ["n3", "-"]]);
}

/// The seeds of the fuzz target: each is read or refused, the same in pieces of any size.
#[test]
fn the_corpus_of_texts_is_read_in_any_pieces() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.join("../../fuzz/corpus/datasets_text");
    let mut accepted = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        let bytes = std::fs::read(file.path()).unwrap();
        for (format, media_type) in [
            (TableFormat::Csv, "text/csv"),
            (TableFormat::JsonLines, "application/jsonl"),
        ] {
            let outcome = |step: usize| {
                let read = table(format, &bytes, step);
                read.map(|(_, rows)| rows)
                    .map_err(|error| reason(&error).to_owned())
            };
            let whole = outcome(1 << 16);
            for step in [1, 3, 64] {
                assert_eq!(outcome(step), whole, "{name} as {media_type} by {step}");
            }
            let count = super::check(media_type, &mut bytes.as_slice());
            let rows = whole.as_ref().ok().map(|rows| rows.len() as u64);
            assert_eq!(count.ok(), rows, "{name}");
            if let Some(rows) = rows {
                accepted.push((name.clone(), media_type, rows));
            }
        }
    }
    accepted.sort();
    let accepted: Vec<_> = accepted
        .iter()
        .map(|(name, media_type, rows)| (name.as_str(), *media_type, *rows))
        .collect();
    assert_eq!(
        accepted,
        [
            ("csv-formulas", "text/csv", 2),
            ("csv-mark-and-returns", "text/csv", 2),
            ("csv-plain", "text/csv", 2),
            ("jsonl-new-key-later", "application/jsonl", 3),
            ("jsonl-plain", "application/jsonl", 2),
        ]
    );
}
