//! The reader of SQLite files, compared with SQLite itself, and damaged files.

use std::io::Cursor;

use proptest::prelude::*;
use rusqlite::{Connection, params};

use super::super::sqlite::{Database, TableError};

/// Returns the file of a database that `write` fills.
pub(super) fn file(write: impl FnOnce(&Connection)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch("PRAGMA synchronous = OFF")
        .unwrap();
    write(&connection);
    connection.close().unwrap();
    std::fs::read(path).unwrap()
}

type Values = (i64, Option<i64>, Option<f64>, Option<String>);

fn all(bytes: &[u8], table: &str) -> Result<Vec<Values>, String> {
    let mut database = Database::read(&mut Cursor::new(bytes)).unwrap()?;
    let mut rows = Vec::new();
    let outcome = database.rows(table, &["n", "r", "t"], &mut |row| {
        let text = row.text(2).map(str::to_owned);
        rows.push((row.id, row.integer(0), row.number(1), text));
        Ok::<_, std::convert::Infallible>(())
    });
    match outcome {
        Ok(()) => Ok(rows),
        Err(TableError::Damage(text)) => Err(text),
    }
}

/// Two tables share the rows that may be read: a file ends after a bounded time, however many tables it has.
#[test]
fn rows_of_all_tables_are_bounded() {
    let bytes = file(|connection| {
        let tables =
            "CREATE TABLE x (id INTEGER PRIMARY KEY, n INTEGER); CREATE TABLE y (n INTEGER);";
        connection.execute_batch(tables).unwrap();
        for table in ["x", "y"] {
            let rows = format!(
                "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000)
                 INSERT INTO {table} (n) SELECT n FROM c"
            );
            connection.execute_batch(&rows).unwrap();
        }
    });
    for (limit, expected) in [
        (2000, (1000, 1000, true)),
        (1999, (1000, 999, false)),
        (5, (5, 0, false)),
    ] {
        let mut database = Database::read(&mut Cursor::new(&bytes)).unwrap().unwrap();
        database.limit_rows(limit);
        let mut counts = [0; 2];
        let mut is_complete = true;
        for (table, count) in ["x", "y"].into_iter().zip(&mut counts) {
            let outcome = database.rows(table, &["n"], &mut |_| {
                *count += 1;
                Ok::<_, std::convert::Infallible>(())
            });
            is_complete &= outcome.is_ok();
        }
        assert_eq!((counts[0], counts[1], is_complete), expected, "{limit}");
    }
}

/// A text that creates a table may name a column with every second letter, and such texts deflate to nearly nothing.
#[test]
fn the_definitions_of_tables_are_bounded() {
    let columns = vec!["a"; 30_000].join(",");
    for (tables, expected) in [(15, Ok(1)), (20, Err("more than 1048576 bytes"))] {
        let bytes = file(|connection| {
            fill(connection, 1);
            connection
                .execute_batch("PRAGMA writable_schema = ON")
                .unwrap();
            for number in 0..tables {
                let sql = "INSERT INTO sqlite_schema VALUES ('table', ?1, ?1, 2, ?2)";
                let name = format!("t{number}");
                let definition = format!("CREATE TABLE {name} ({columns})");
                connection.execute(sql, params![name, definition]).unwrap();
            }
        });
        match (all(&bytes, "x"), expected) {
            (Ok(rows), Ok(count)) => assert_eq!(rows.len(), count),
            (Err(text), Err(part)) => assert!(text.contains(part), "{text}"),
            (found, _) => panic!("{tables}: {found:?}"),
        }
    }
}

fn by_sql(connection: &Connection) -> Vec<Values> {
    let mut query = connection
        .prepare("SELECT id, n, r, t FROM x ORDER BY id")
        .unwrap();
    let rows = query.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any rows, among deleted ones, in pages of any size, are the rows that SQLite returns.
    #[test]
    fn rows_are_those_that_sqlite_returns(
        page in 9_u32..17,
        rows in prop::collection::vec(
            (any::<i32>(), any::<Option<i64>>(), -1e9..1e9_f64, 0_usize..9000),
            0..120,
        ),
    ) {
        let mut expected = Vec::new();
        let bytes = file(|connection| {
            let size = 1 << page;
            connection.execute_batch(&format!(
                "PRAGMA page_size = {size};
                CREATE TABLE other (a, b);
                CREATE TABLE x (blob BLOB, id INTEGER PRIMARY KEY, n INTEGER,
                    twice INTEGER AS (n), r REAL, t TEXT);
                CREATE INDEX i ON x (t);
                BEGIN"
            )).unwrap();
            for (id, n, r, length) in &rows {
                let text = "é".repeat(*length / 2);
                let sql = "INSERT OR REPLACE INTO x (id, n, r, t, blob) VALUES (?, ?, ?, ?, x'00ff')";
                connection.execute(sql, params![id, n, r.round(), text]).unwrap();
                connection.execute("INSERT INTO other VALUES (1, ?)", [text]).unwrap();
            }
            connection.execute("DELETE FROM x WHERE id % 3 = 0", []).unwrap();
            connection.execute("ALTER TABLE x ADD COLUMN later TEXT", []).unwrap();
            connection.execute_batch("COMMIT").unwrap();
            expected = by_sql(connection);
        });
        prop_assert_eq!(all(&bytes, "X").unwrap(), expected);
    }

    /// A file with changed bytes is read to a result.
    #[test]
    fn changed_files_are_read_to_a_result(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        end in any::<prop::sample::Index>(),
    ) {
        let mut bytes = file(|connection| fill(connection, 300));
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = all(&bytes, "x");
        let _ = all(&bytes[..end.index(bytes.len())], "x");
    }
}

fn fill(connection: &Connection, rows: usize) {
    let table = "PRAGMA page_size = 512; CREATE TABLE x (id INTEGER PRIMARY KEY, n, r, t)";
    connection.execute_batch(table).unwrap();
    connection.execute_batch("BEGIN").unwrap();
    for number in 0..rows {
        let sql = "INSERT INTO x (n, r, t) VALUES (?, ?, ?)";
        let text = "x".repeat(number % 40);
        connection
            .execute(sql, params![number as i64, 0.5, text])
            .unwrap();
    }
    connection.execute_batch("COMMIT").unwrap();
}

#[test]
fn hostile_structures_end_the_reading() {
    let bytes = file(|connection| fill(connection, 300));
    assert_eq!(all(&bytes, "x").unwrap().len(), 300);
    // The root of the table is the second page, an inner node.
    let root = 512;
    assert_eq!(bytes[root], 5);
    let last = root + 8;
    let cell = root + usize::from(u16::from_be_bytes([bytes[root + 12], bytes[root + 13]]));
    let leaf = u32::from_be_bytes(bytes[last..last + 4].try_into().unwrap());
    let leaf = (leaf as usize - 1) * 512;
    for (at, change, expected) in [
        // A tree that contains itself, a page twice, pages that are not there.
        (last, &[0, 0, 0, 2][..], "belongs to two places"),
        (cell, &bytes[last..last + 4], "belongs to two places"),
        (last, &[0, 0, 0, 0], "the file does not have it"),
        (last, &[0xff; 4], "the file does not have it"),
        (root, &[10], "is not a page of a table"),
        (root + 3, &[0xff, 0xff], "is not a page of a table"),
        // A row of 2^62 bytes, and rows without content.
        (leaf + 8, &[0, 100], "its rows overlap"),
        (100, &[2], "page 1: is not a page of a table"),
        (16, &[3, 3], "no valid page size"),
        (56, &[0, 0, 0, 2], "UTF-16"),
    ] {
        let mut bytes = bytes.clone();
        bytes[at..at + change.len()].copy_from_slice(change);
        if expected == "its rows overlap" {
            let row = [0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1];
            bytes[leaf + 100..leaf + 110].copy_from_slice(&row);
        }
        let error = all(&bytes, "x").unwrap_err();
        assert!(error.contains(expected), "{at}: {error}");
    }
    let cut = all(&bytes[..bytes.len() - 600], "x").unwrap_err();
    assert!(cut.contains("the file does not have it"), "{cut}");
    for text in [&b"SQLite format 3\0"[..], &bytes[..99]] {
        assert!(
            all(text, "x")
                .unwrap_err()
                .contains("not a complete SQLite database")
        );
    }
}

/// Cells that share one long row are counted as often as they are read.
#[test]
fn rows_that_share_their_bytes_are_bounded() {
    let mut bytes = file(|connection| {
        let sql = "CREATE TABLE x (id INTEGER PRIMARY KEY, n, r, t)";
        connection.execute_batch(sql).unwrap();
        let sql = "INSERT INTO x (t) VALUES (?)";
        connection.execute(sql, ["x".repeat(1500)]).unwrap();
    });
    let page = bytes.len() - 4096;
    let pointer: [u8; 2] = bytes[page + 8..page + 10].try_into().unwrap();
    bytes[page + 3..page + 5].copy_from_slice(&1000_u16.to_be_bytes());
    for at in 0..1000 {
        bytes[page + 8 + 2 * at..page + 10 + 2 * at].copy_from_slice(&pointer);
    }
    let error = all(&bytes, "x").unwrap_err();
    assert!(error.contains("its rows overlap"), "{error}");
}

#[test]
fn only_ordinary_tables_are_read() {
    let bytes = file(|connection| {
        let sql = "CREATE TABLE y (id INTEGER PRIMARY KEY, n, r, t);
            INSERT INTO y (n) VALUES (1);
            CREATE VIEW x AS SELECT 1 AS n, 2 AS r, 't' AS t;
            CREATE TRIGGER z AFTER INSERT ON y BEGIN DELETE FROM y; END;
            CREATE TABLE w (n INTEGER PRIMARY KEY, r, t) WITHOUT ROWID;
            INSERT INTO w VALUES (1, 2, 3);
            CREATE TABLE columns (a)";
        connection.execute_batch(sql).unwrap();
        connection
            .execute("INSERT INTO columns VALUES (1)", [])
            .unwrap();
    });
    assert_eq!(all(&bytes, "y").unwrap(), [(1, Some(1), None, None)]);
    for table in ["x", "w", "z", "nothing"] {
        assert_eq!(all(&bytes, table).unwrap(), [], "{table}");
    }
    assert_eq!(all(&bytes, "columns").unwrap(), [(1, None, None, None)]);
}

/// A long value does not hide the columns before it.
#[test]
fn long_values_are_cut_off() {
    let bytes = file(|connection| {
        let sql = "CREATE TABLE x (n, r, t TEXT, icon BLOB, after TEXT)";
        connection.execute_batch(sql).unwrap();
        let sql = "INSERT INTO x VALUES (7, 0.5, 'name', zeroblob(3000000), 'after')";
        connection.execute(sql, []).unwrap();
        let sql = "INSERT INTO x VALUES (8, 0.5, ?, NULL, NULL)";
        connection.execute(sql, ["x".repeat(1 << 20)]).unwrap();
    });
    let expected = [
        (1, Some(7), Some(0.5), Some("name".to_owned())),
        (2, Some(8), Some(0.5), None),
    ];
    assert_eq!(all(&bytes, "x").unwrap(), expected);
}
