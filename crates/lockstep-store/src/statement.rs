//! One catalogue of statements for every engine: the common SQL subset with `?1` parameters, and
//! four macros for constructs without a common spelling.

use std::borrow::Cow;

/// Returns the statement in SQLite's dialect.
pub(crate) fn for_sqlite(statement: &str) -> Cow<'_, str> {
    if !statement.contains('{') {
        return Cow::Borrowed(statement);
    }
    let mut spelled = statement.to_owned();
    for (name, sqlite) in MACROS {
        spelled = spelled.replace(name, sqlite);
    }
    Cow::Owned(spelled)
}

/// Each macro with its SQLite text. (`{lock}` is a row lock for engines with several writers;
/// SQLite has one.)
const MACROS: &[(&str, &str)] = &[
    ("{blob}", "BLOB"),
    ("{json}", "TEXT"),
    ("{lock}", ""),
    ("{without_rowid}", "WITHOUT ROWID"),
];

#[cfg(test)]
mod tests {
    use super::for_sqlite;

    #[test]
    fn macros_are_expanded() {
        for (statement, spelled) in [
            ("SELECT ?1", "SELECT ?1"),
            ("SELECT a FROM b {lock}", "SELECT a FROM b "),
            (
                "CREATE TABLE t(a {blob}, b {json}) {without_rowid}",
                "CREATE TABLE t(a BLOB, b TEXT) WITHOUT ROWID",
            ),
        ] {
            assert_eq!(for_sqlite(statement), spelled);
        }
    }
}
