//! The tables of a database, from the texts that created them.

use super::record::Row;
use super::table::Table;

/// The table of all tables.
pub(super) fn itself() -> Table {
    let columns = ["type", "name", "tbl_name", "rootpage", "sql"];
    Table {
        root: 1,
        columns: columns.map(str::to_owned).to_vec(),
        id_column: None,
    }
}

/// The columns of [`itself`] that [`table`] uses.
pub(super) const COLUMNS: &[&str] = &["type", "name", "rootpage", "sql"];

/// Returns the length of the texts of a row that the parser reads.
pub(super) fn definition_bytes(row: &Row<'_>) -> usize {
    let length = |at| row.text(at).map_or(0, str::len);
    length(1) + length(3)
}

/// Returns the name in lower case and the table of a row of [`itself`]; `None` if it is not an ordinary
/// table.
pub(super) fn table(row: &Row<'_>) -> Option<(String, Table)> {
    if row.text(0)? != "table" {
        return None;
    }
    let root = u32::try_from(row.integer(2)?).ok()?;
    let (columns, id_column) = columns(row.text(3)?)?;
    let table = Table {
        root,
        columns,
        id_column,
    };
    (root > 0).then(|| (row.text(1).unwrap_or_default().to_lowercase(), table))
}

/// Returns the stored columns of a `CREATE TABLE`, and which of them is the row's id.
fn columns(sql: &str) -> Option<(Vec<String>, Option<usize>)> {
    let tokens = tokens(sql);
    let open = tokens.iter().position(|token| token.is("("))?;
    let mut definitions: Vec<Vec<&Token<'_>>> = vec![Vec::new()];
    let mut depth = 1;
    let mut rest = tokens[open + 1..].iter();
    for token in rest.by_ref() {
        match token.text {
            _ if token.quoted => {}
            "(" => depth += 1,
            ")" => depth -= 1,
            "," if depth == 1 => {
                definitions.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        definitions.last_mut()?.push(token);
    }
    // Such a table is a tree of another kind.
    if rest.any(|token| token.is("without")) {
        return None;
    }
    let mut columns = Vec::new();
    let mut id_column = None;
    for definition in &definitions {
        let Some((name, rest)) = definition.split_first() else {
            continue;
        };
        if CONSTRAINTS.iter().any(|word| name.is(word)) {
            continue;
        }
        let has = |word| rest.iter().any(|token| token.is(word));
        // A generated column is stored only if it says so.
        if has("as") && !has("stored") {
            continue;
        }
        if rest.first().is_some_and(|token| token.is("integer")) && has("primary") {
            id_column = Some(columns.len());
        }
        columns.push(name.text.to_lowercase());
    }
    Some((columns, id_column))
}

/// The first words of definitions that are not columns.
const CONSTRAINTS: &[&str] = &["constraint", "primary", "unique", "check", "foreign"];

/// A word, a sign, or a quoted name or text.
struct Token<'s> {
    text: &'s str,
    quoted: bool,
}

impl Token<'_> {
    /// Returns whether it is this word or sign, without quotes.
    fn is(&self, word: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(word)
    }
}

fn tokens(sql: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = sql.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' | '\'' | '`' | '[' => {
                let close = if first == '[' { ']' } else { first };
                let end = rest[1..].find(close).map_or(rest.len(), |at| at + 1);
                tokens.push(Token {
                    text: &rest[1..end],
                    quoted: true,
                });
                rest = rest.get(end + 1..).unwrap_or_default().trim_start();
                continue;
            }
            '-' if rest.starts_with("--") => {
                let end = rest.find('\n').unwrap_or(rest.len());
                rest = rest[end..].trim_start();
                continue;
            }
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").map_or(rest.len(), |at| at + 2);
                rest = rest[end..].trim_start();
                continue;
            }
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        tokens.push(Token {
            text: &rest[..end],
            quoted: false,
        });
        rest = rest[end..].trim_start();
    }
    tokens
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_are_found_in_the_text_that_created_a_table() {
        for (sql, expected) in [
            (
                "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT, b BLOB NOT NULL UNIQUE, \
                 local INTEGER AS (a + 1000 * b), c REAL, FOREIGN KEY (a) REFERENCES o(a))",
                Some((vec!["a", "b", "c"], Some(0))),
            ),
            (
                "CREATE TABLE \"x(,)\" (\"A, B\" TEXT DEFAULT 'a,(b', [c d] INT, `e` NUMERIC(3, 2), -- x,\n\
                 f /* , */ INTEGER GENERATED ALWAYS AS (1) STORED, CHECK (f > 1))",
                Some((vec!["a, b", "c d", "e", "f"], None)),
            ),
            ("CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID", None),
            ("CREATE TABLE t", None),
            (
                "CREATE TABLE t (a INTEGER, PRIMARY KEY (a))",
                Some((vec!["a"], None)),
            ),
            ("CREATE TABLE t (", Some((vec![], None))),
            ("CREATE TABLE t ('", Some((vec![""], None))),
            ("(é, \"", Some((vec!["é", ""], None))),
        ] {
            let found = columns(sql);
            let found = found
                .as_ref()
                .map(|(names, id)| (names.iter().map(String::as_str).collect(), *id));
            assert_eq!(found, expected, "{sql}");
        }
    }
}
