//! Writes the statements of the catalogue, which are spelled for SQLite, in PostgreSQL's dialect.
//!
//! The statements use the common SQL subset. The differences that remain are spellings: parameters, the macros, literals
//! of bytes, and constructs for which PostgreSQL has another word. `functions.sql` defines the functions of SQLite that
//! PostgreSQL lacks.

mod triggers;

use super::full_text;
use super::tokens::{Kind, Token, tokens};

/// Returns a statement in PostgreSQL's dialect.
pub(crate) fn statement(sql: &str) -> String {
    Writer::new(sql).written(&tokens(sql))
}

/// Returns the statements of a script, such as a migration, in PostgreSQL's dialect.
pub(crate) fn script(sql: &str) -> Vec<String> {
    let all = tokens(sql);
    let mut written = Vec::new();
    for one in split(&all) {
        let words: Vec<&Token<'_>> = significant(one).collect();
        let starts = |expected: &[&str]| {
            let mut pairs = expected.iter().zip(&words);
            words.len() > expected.len() && pairs.all(|(text, word)| word.is(text))
        };
        if words.is_empty() || full_text::is_setting(&words) {
            continue;
        }
        if starts(&["CREATE", "TRIGGER"]) {
            written.push(triggers::created(one));
        } else if starts(&["DROP", "TRIGGER"]) {
            // Each trigger has a function of its own.
            written.push(format!("DROP FUNCTION {}() CASCADE", words[2].text));
        } else if starts(&["CREATE", "VIRTUAL", "TABLE"]) {
            written.extend(full_text::created(&words));
        } else {
            let text: String = one.iter().map(|token| token.text).collect();
            written.push(Writer::new(&text).written(one));
            if starts(&["CREATE", "TABLE"]) && ROW_NUMBERED.contains(&words[2].text) {
                let table = words[2].text;
                written.push(format!(
                    "ALTER TABLE {table} ADD COLUMN rowid BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE"
                ));
            }
        }
    }
    written
}

/// The tables with statements that use the number of a row, `rowid`, which every table of SQLite has that is not WITHOUT
/// ROWID.
pub(crate) const ROW_NUMBERED: &[&str] = &["agent_message", "import_batch", "seg_body"];

/// Splits a script at its semicolons; those inside a trigger belong to it.
fn split<'a, 's>(all: &'a [Token<'s>]) -> Vec<&'a [Token<'s>]> {
    let (mut parts, mut from, mut depth, mut is_trigger) = (Vec::new(), 0, 0_usize, false);
    for (at, token) in all.iter().enumerate() {
        if token.is("TRIGGER") && significant(&all[from..at]).any(|first| first.is("CREATE")) {
            is_trigger = true;
        } else if is_trigger && (token.is("BEGIN") || token.is("CASE")) {
            depth += 1;
        } else if is_trigger && token.is("END") {
            depth = depth.saturating_sub(1);
        } else if token.is(";") && depth == 0 {
            parts.push(&all[from..at]);
            (from, is_trigger) = (at + 1, false);
        }
    }
    parts.push(&all[from..]);
    parts
}

/// Returns the tokens that are neither space nor comments.
pub(super) fn significant<'a, 's>(
    all: &'a [Token<'s>],
) -> impl DoubleEndedIterator<Item = &'a Token<'s>> {
    all.iter().filter(|token| token.kind != Kind::Space)
}

/// Writes one statement.
pub(super) struct Writer {
    /// Whether the statement defines columns.
    defines: bool,
}

impl Writer {
    pub(super) fn new(sql: &str) -> Self {
        let sql = sql.trim_start();
        // A comment may come first in a script.
        let first = tokens(sql);
        let first = significant(&first).next();
        Self {
            defines: first.is_some_and(|word| word.is("CREATE") || word.is("ALTER")),
        }
    }

    pub(super) fn written(&self, all: &[Token<'_>]) -> String {
        let mut out = String::with_capacity(all.len() * 6);
        let mut suffix = String::new();
        let mut at = 0;
        while let Some(token) = all.get(at) {
            at += self.one(all, at, token, &mut out, &mut suffix);
        }
        out + &suffix
    }

    /// Writes the token at `at`; returns the number of tokens that this took.
    fn one(
        &self,
        all: &[Token<'_>],
        at: usize,
        token: &Token<'_>,
        out: &mut String,
        suffix: &mut String,
    ) -> usize {
        match token.kind {
            Kind::Param => {
                out.push('$');
                out.push_str(&token.text[1..]);
            }
            Kind::Macro => out.push_str(expanded(token.text)),
            Kind::Blob => {
                out.push_str("'\\x");
                out.push_str(&token.text[2..]);
                out.push_str("::bytea");
            }
            Kind::Word => return self.word(all, at, token, out, suffix),
            Kind::Other => return other(all, at, token, out),
            Kind::Space | Kind::Text => out.push_str(token.text),
        }
        1
    }

    fn word(
        &self,
        all: &[Token<'_>],
        at: usize,
        token: &Token<'_>,
        out: &mut String,
        suffix: &mut String,
    ) -> usize {
        let follows = |expected: &[&str]| follows(&all[at + 1..], expected);
        if let Some(length) = follows(&["=", "CAST", "(", "?", "AS", "BLOB", ")"]) {
            // No text equals bytes. SQLite keeps bytes in a column of texts, if damage puts them there.
            out.push_str("FALSE");
            return 1 + length;
        }
        if token.is("CAST")
            && let Some((length, inner)) = parenthesized(&all[at + 1..])
            && let Some((function, operand)) = reinterpreted(inner)
        {
            out.push_str(function);
            out.push('(');
            out.push_str(&self.written(operand));
            out.push(')');
            return 1 + length;
        }
        if token.is("IS") {
            return self.comparison(all, at, out);
        }
        if token.is("NOT")
            && let Some(length) = follows(&["INDEXED"])
        {
            // Tells SQLite to read the table, as PostgreSQL does.
            return 1 + length;
        }
        if (token.is("max") || token.is("min")) && has_several(&all[at + 1..]) {
            out.push_str(if token.is("max") { "greatest" } else { "least" });
            return 1;
        }
        if token.is("INSERT")
            && let Some(length) = follows(&["OR"])
        {
            return self.insert(all, at + 1 + length, out, suffix) - at;
        }
        if self.defines
            && token.is("INTEGER")
            && let Some(length) = follows(&["NOT", "NULL", "PRIMARY", "KEY"])
        {
            out.push_str("BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY");
            return 1 + length;
        }
        let before = significant(&all[..at]).next_back();
        let is_cast = before.is_some_and(|before| before.is("AS"));
        match token.text {
            "TEXT" if self.defines && !is_cast => out.push_str("TEXT COLLATE \"C\""),
            "INTEGER" => out.push_str("BIGINT"),
            "REAL" => out.push_str("DOUBLE PRECISION"),
            "BLOB" => out.push_str("BYTEA"),
            "session_user" => out.push_str("\"session_user\""),
            // SQLite's LIKE ignores the case of ASCII letters.
            "LIKE" => out.push_str("ILIKE"),
            text => out.push_str(text),
        }
        1
    }

    /// Writes `IS`, which compares any two values in SQLite.
    fn comparison(&self, all: &[Token<'_>], at: usize, out: &mut String) -> usize {
        let negated = follows(&all[at + 1..], &["NOT"]);
        let after = at + 1 + negated.unwrap_or(0);
        let next = significant(&all[after..]).next();
        let is_plain = next.is_none_or(|next| {
            ["NULL", "DISTINCT", "TRUE", "FALSE"]
                .iter()
                .any(|word| next.is(word))
        });
        if is_plain {
            out.push_str(all[at].text);
            return 1;
        }
        out.push_str(match negated {
            Some(_) => "IS DISTINCT FROM",
            None => "IS NOT DISTINCT FROM",
        });
        after - at
    }

    /// Writes `INSERT OR IGNORE` and `INSERT OR REPLACE`; the first column of the latter is the key. `at` is the word
    /// after `OR`. Returns the place of the next token.
    fn insert(&self, all: &[Token<'_>], at: usize, out: &mut String, suffix: &mut String) -> usize {
        let skipped = all[at..]
            .iter()
            .take_while(|token| token.kind == Kind::Space);
        let word = at + skipped.count();
        out.push_str("INSERT");
        if all.get(word).is_some_and(|word| word.is("IGNORE")) {
            suffix.push_str(" ON CONFLICT DO NOTHING");
            return word + 1;
        }
        let columns: Vec<&str> = significant(&all[word + 1..])
            .skip_while(|token| !token.is("("))
            .take_while(|token| !token.is(")"))
            .filter(|token| token.kind == Kind::Word)
            .map(|token| token.text)
            .collect();
        if let Some((key, others)) = columns.split_first() {
            let set: Vec<String> = others
                .iter()
                .map(|column| format!("{column} = excluded.{column}"))
                .collect();
            suffix.push_str(&format!(
                " ON CONFLICT ({key}) DO UPDATE SET {}",
                set.join(", ")
            ));
        }
        word + 1
    }
}

/// Writes punctuation. In SQLite every text is less than the empty blob.
fn other(all: &[Token<'_>], at: usize, token: &Token<'_>, out: &mut String) -> usize {
    for (operator, written) in [(&["<"][..], "IS NOT NULL"), (&[">", "="][..], "IS NULL")] {
        if let Some(length) = compared_with_no_bytes(&all[at..], operator) {
            out.push_str(written);
            return length;
        }
    }
    out.push_str(token.text);
    1
}

/// Returns the number of tokens of a comparison with the empty blob.
fn compared_with_no_bytes(all: &[Token<'_>], operator: &[&str]) -> Option<usize> {
    let compared = follows(all, operator)?;
    let rest = &all[compared..];
    let space = rest
        .iter()
        .take_while(|token| token.kind == Kind::Space)
        .count();
    let is_empty = |token: &&Token<'_>| token.kind == Kind::Blob && token.text.len() == 3;
    rest.get(space).filter(is_empty)?;
    Some(compared + space + 1)
}

/// Returns the number of tokens up to the end of this sequence if the tokens begin with it; `?` is any parameter.
fn follows(all: &[Token<'_>], expected: &[&str]) -> Option<usize> {
    let mut at = 0;
    for text in expected {
        while all.get(at)?.kind == Kind::Space {
            at += 1;
        }
        let token = all.get(at)?;
        let is_expected = match *text {
            "?" => token.kind == Kind::Param,
            text => token.is(text),
        };
        if !is_expected {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Returns the tokens in the parentheses that come first, and the number of tokens up to their end.
pub(super) fn parenthesized<'a, 's>(all: &'a [Token<'s>]) -> Option<(usize, &'a [Token<'s>])> {
    let open = follows(all, &["("])?;
    let mut depth = 1;
    for (at, token) in all.iter().enumerate().skip(open) {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth -= 1;
            if depth == 0 {
                return Some((at + 1, &all[open..at]));
            }
        }
    }
    None
}

/// Returns the function that casts as SQLite does, and the operand of `operand AS BLOB` or `operand AS TEXT`: between
/// texts and bytes, the bytes stay the same.
fn reinterpreted<'a, 's>(inner: &'a [Token<'s>]) -> Option<(&'static str, &'a [Token<'s>])> {
    let mut words = inner
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, token)| token.kind != Kind::Space);
    let (_, kind) = words.next()?;
    let function = match kind {
        kind if kind.is("BLOB") => "as_blob",
        kind if kind.is("TEXT") => "as_text",
        _ => return None,
    };
    let (at, _) = words.next().filter(|(_, token)| token.is("AS"))?;
    Some((function, &inner[..at]))
}

/// Whether the parentheses that come first contain several arguments.
fn has_several(all: &[Token<'_>]) -> bool {
    let Some((_, inner)) = parenthesized(all) else {
        return false;
    };
    let mut depth = 0;
    inner.iter().any(|token| {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth -= 1;
        }
        depth == 0 && token.is(",")
    })
}

fn expanded(name: &str) -> &str {
    match name {
        "{blob}" => "BYTEA",
        "{json}" => "TEXT COLLATE \"C\"",
        "{lock}" => "FOR UPDATE",
        "{without_rowid}" => "",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{script, statement};

    #[test]
    fn spellings_that_differ_are_changed() {
        for (sqlite, postgres) in SPELLINGS {
            assert_eq!(statement(sqlite), *postgres);
        }
    }

    /// Spellings of SQLite and of PostgreSQL.
    const SPELLINGS: &[(&str, &str)] = &[
        ("SELECT '?1', a WHERE c = ?1", "SELECT '?1', a WHERE c = $1"),
        ("SELECT a FROM b {lock}", "SELECT a FROM b FOR UPDATE"),
        (
            "SELECT COUNT(*) FROM a NOT INDEXED WHERE NOT b",
            "SELECT COUNT(*) FROM a  WHERE NOT b",
        ),
        ("SELECT x'0aFF'", "SELECT '\\x0aFF'::bytea"),
        (
            "a IS ?1 AND b IS NOT 'x'",
            "a IS NOT DISTINCT FROM $1 AND b IS DISTINCT FROM 'x'",
        ),
        ("a IS NULL OR b IS NOT NULL", "a IS NULL OR b IS NOT NULL"),
        ("CAST(max(a) AS BLOB)", "as_blob(max(a) )"),
        ("CAST(?1 AS TEXT)", "as_text($1 )"),
        ("CAST(b AS INTEGER)", "CAST(b AS BIGINT)"),
        (
            "a < x'' OR a >= x'' OR a < x'00'",
            "a IS NOT NULL OR a IS NULL OR a < '\\x00'::bytea",
        ),
        ("max(a, coalesce(b, 0))", "greatest(a, coalesce(b, 0))"),
        ("max(coalesce(a, b))", "max(coalesce(a, b))"),
        ("u = ?1 OR u = CAST(?1 AS BLOB)", "u = $1 OR FALSE"),
        (
            "INSERT OR IGNORE INTO t(a) VALUES (?1)",
            "INSERT INTO t(a) VALUES ($1) ON CONFLICT DO NOTHING",
        ),
        (
            "INSERT OR REPLACE INTO t(a, b) VALUES (1, 2)",
            "INSERT INTO t(a, b) VALUES (1, 2) ON CONFLICT (a) DO UPDATE SET b = excluded.b",
        ),
        (
            "CREATE TABLE t(n INTEGER NOT NULL PRIMARY KEY, a TEXT, b {blob}, c REAL) {without_rowid}",
            "CREATE TABLE t(n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, a TEXT COLLATE \"C\", \
             b BYTEA, c DOUBLE PRECISION) ",
        ),
    ];

    #[test]
    fn a_script_is_split_outside_triggers() {
        let written = script(
            "CREATE TABLE a(x BIGINT); -- a; b
             CREATE TRIGGER t AFTER INSERT ON a WHEN NEW.x > 1 BEGIN
                 UPDATE a SET x = CASE x WHEN 1 THEN 2 ELSE 3 END; DELETE FROM a;
             END;
             DROP TRIGGER t;",
        );
        assert_eq!(written.len(), 3, "{written:?}");
        assert!(written[1].contains("DELETE FROM a;"));
        assert_eq!(written[2], "DROP FUNCTION t() CASCADE");
    }
}
