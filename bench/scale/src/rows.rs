//! The plain clients: a row for each point, in transactions of as many points as an upload has.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Seek, Write as _};
use std::ops::Range;

use crate::CONNECTIONS;
use crate::bodies::{DEVICES, TYPES, points};

/// How a client stores rows.
#[derive(Clone, Copy)]
pub(crate) enum Statement {
    /// One `INSERT` with the rows of a transaction.
    Insert,
    /// One `COPY`.
    Copy,
}

/// The schema of the tables of rows.
pub(crate) const SCHEMA: &str = "plain";

impl Statement {
    pub(crate) const ALL: [Self; 2] = [Self::Insert, Self::Copy];

    /// Returns the table that only this statement fills.
    fn table(self) -> String {
        match self {
            Self::Insert => format!("{SCHEMA}.inserted"),
            Self::Copy => format!("{SCHEMA}.copied"),
        }
    }
}

/// Returns the statements that create the tables. A row has what identifies a point, and its value; the series stands for type, unit
/// and device. Smaller rows than these are hardly possible.
pub(crate) fn tables() -> Vec<String> {
    let mut statements = vec![format!("CREATE SCHEMA {SCHEMA} AUTHORIZATION lockstep")];
    for statement in Statement::ALL {
        let table = statement.table();
        statements.push(format!(
            "CREATE TABLE {table} (account integer NOT NULL, series integer NOT NULL, at bigint NOT NULL, value double precision NOT NULL,
             PRIMARY KEY (account, series, at))"
        ));
        statements.push(format!("ALTER TABLE {table} OWNER TO lockstep"));
    }
    statements
}

/// Writes the points of these bodies as statements: a script for each connection.
pub(crate) fn scripts(statement: Statement, bodies: Range<usize>) -> Vec<File> {
    let script = |part: usize| {
        let mut file = tempfile::tempfile().expect("a file");
        for nth in bodies.clone().filter(|nth| nth % CONNECTIONS == part) {
            let text = transaction(statement, nth);
            file.write_all(text.as_bytes())
                .expect("the file is written");
        }
        file.rewind().expect("a file has a beginning");
        file
    };
    (0..CONNECTIONS).map(script).collect()
}

/// Returns the statement for the points of a body.
fn transaction(statement: Statement, nth: usize) -> String {
    let table = statement.table();
    let series = |kind: usize| nth % DEVICES * TYPES.len() + kind;
    let mut text = match statement {
        Statement::Insert => format!("INSERT INTO {table} VALUES "),
        Statement::Copy => format!("COPY {table} FROM STDIN;\n"),
    };
    let mut is_first = true;
    points(nth, |second, kind, value| {
        let series = series(kind);
        let written = match statement {
            Statement::Insert => {
                let comma = if is_first { "" } else { "," };
                write!(text, "{comma}(1,{series},{second}000,{value})")
            }
            Statement::Copy => writeln!(text, "1\t{series}\t{second}000\t{value}"),
        };
        written.expect("writing to a String cannot fail");
        is_first = false;
    });
    text.push_str(match statement {
        Statement::Insert => ";\n",
        Statement::Copy => "\\.\n",
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::BODY;

    #[test]
    fn both_statements_have_a_row_for_each_point() {
        let inserted = transaction(Statement::Insert, 5);
        let (head, rows) = inserted.split_once(" VALUES ").unwrap();
        assert_eq!(head, "INSERT INTO plain.inserted");
        let rows: Vec<&str> = rows.trim_end_matches(";\n").split("),(").collect();
        assert_eq!(rows.len(), BODY);
        assert!(rows[0].starts_with("(1,5,1780274000000,"), "{}", rows[0]);
        assert!(rows[BODY - 1].starts_with("1,9,"), "{}", rows[BODY - 1]);

        let copied = transaction(Statement::Copy, 5);
        let lines: Vec<&str> = copied.lines().collect();
        assert_eq!(lines.len(), BODY + 2);
        assert_eq!(lines[0], "COPY plain.copied FROM STDIN;");
        assert!(
            lines[1].starts_with("1\t5\t1780274000000\t"),
            "{}",
            lines[1]
        );
        assert_eq!(lines[BODY + 1], "\\.");
    }
}
