//! Tables of full-text search. SQLite has FTS5; here such a table has its columns and a column `words`, which a GIN
//! index covers.

use super::tokens::{Kind, Token};

/// Whether the statement changes a setting of FTS5, which writes a column with the name of the table.
pub(super) fn is_setting(words: &[&Token<'_>]) -> bool {
    let is_insert = words.first().is_some_and(|word| word.is("INSERT"));
    let (table, column) = (words.get(2), words.get(4));
    is_insert
        && table
            .zip(column)
            .is_some_and(|(table, column)| table.text == column.text)
}

/// Returns the statements that create a table from `CREATE VIRTUAL TABLE name USING fts5(columns, options)`.
pub(super) fn created(words: &[&Token<'_>]) -> [String; 2] {
    let name = words.get(3).map_or("", |word| word.text);
    let inner = words.get(7..).unwrap_or_default();
    let mut columns = Vec::new();
    for (at, word) in inner.iter().enumerate() {
        let next = inner.get(at + 1);
        if next.is_some_and(|next| next.is("=")) {
            break;
        }
        if word.kind == Kind::Word {
            columns.push(word.text);
        }
    }
    let defined: Vec<String> = columns
        .iter()
        .map(|column| format!("{column} TEXT COLLATE \"C\""))
        .collect();
    // The option `tokenize` is one token.
    let letters = match inner
        .iter()
        .any(|word| word.text.contains("tokenchars '_'"))
    {
        true => "_",
        false => "",
    };
    let words: Vec<String> = columns
        .iter()
        .map(|column| format!("search_words({column}, '{letters}')"))
        .collect();
    [
        format!(
            "CREATE TABLE {name}(rowid BIGINT NOT NULL PRIMARY KEY, {}, \
             words tsvector GENERATED ALWAYS AS ({}) STORED)",
            defined.join(", "),
            words.join(" || ")
        ),
        format!("CREATE INDEX {name}_words ON {name} USING gin(words)"),
    ]
}

#[cfg(test)]
mod tests {
    use crate::postgres::dialect::script;

    #[test]
    fn a_table_of_words_is_written() {
        let written = script(
            "CREATE VIRTUAL TABLE t USING fts5(
                 a, b, content = '', tokenize = \"unicode61 tokenchars '_'\");
             INSERT INTO t(t, rank) VALUES ('secure-delete', 1);
             INSERT INTO t(rowid, a, b) VALUES (1, 'x', 'y')",
        );
        assert_eq!(written.len(), 3, "{written:?}");
        assert_eq!(
            written[0],
            "CREATE TABLE t(rowid BIGINT NOT NULL PRIMARY KEY, a TEXT COLLATE \"C\", b TEXT COLLATE \"C\", \
             words tsvector GENERATED ALWAYS AS (search_words(a, '_') || search_words(b, '_')) STORED)"
        );
        let written = script("CREATE VIRTUAL TABLE t USING fts5(a, content = '', prefix = '1 2')");
        assert!(written[0].contains("(search_words(a, ''))"), "{written:?}");
    }
}
