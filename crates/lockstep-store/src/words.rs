//! Tables of full-text search, the same for every engine. A row has a number, `rowid`, and columns of words.

use crate::error::StoreError;
use crate::tx::Tx;
use crate::value::Value;

/// A text that a row must contain: its words in their order, in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordMatch<'a> {
    /// The columns of which one contains the text; none means any column.
    pub columns: &'a [&'a str],
    /// The text.
    pub text: String,
    /// Whether the last word may be the beginning of a longer one.
    pub is_prefix: bool,
    /// Whether the text is all of the column, which holds one value.
    pub is_whole: bool,
}

/// A search of a table of words.
#[derive(Clone, Copy, Debug)]
pub struct WordSearch<'a> {
    /// The table. The name and those of the columns are constants of the code.
    pub table: &'static str,
    /// The characters beside letters and digits that belong to words: the `tokenchars` of the table.
    pub letters: &'static str,
    /// What a row must contain: all of these.
    pub matches: &'a [WordMatch<'a>],
    /// The first and the last number of the rows that are searched; `None` searches all.
    pub range: Option<(i64, i64)>,
}

impl WordSearch<'_> {
    /// Returns the numbers of the rows that match, the greatest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn numbers(&self, tx: &Tx<'_>, limit: i64, skip: i64) -> Result<Vec<i64>, StoreError> {
        let expression = self.expression();
        let mut values = vec![limit.into(), skip.into()];
        let found = self.found(tx, "rowid", &expression, &mut values);
        let sql = format!("{found} ORDER BY rowid DESC LIMIT ?1 OFFSET ?2");
        tx.query(&sql, &values, |row| row.at(0))
    }

    /// Returns the numbers of the rows that match, the greatest first, each with whether `condition` holds for it. The
    /// condition's parameters are `values`, from `?1` on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) fn marked_numbers(
        &self,
        tx: &Tx<'_>,
        limit: i64,
        (condition, values): (&str, &[Value<'_>]),
    ) -> Result<Vec<(i64, bool)>, StoreError> {
        let expression = self.expression();
        let mut values = values.to_vec();
        let columns = format!("rowid, {condition}");
        let found = self.found(tx, &columns, &expression, &mut values);
        values.push(limit.into());
        let sql = format!("{found} ORDER BY rowid DESC LIMIT ?{}", values.len());
        tx.query(&sql, &values, |row| Ok((row.at(0)?, row.at(1)?)))
    }

    /// Counts the rows that match, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn count(&self, tx: &Tx<'_>, limit: i64) -> Result<i64, StoreError> {
        let expression = self.expression();
        let mut values = vec![limit.into()];
        let found = self.found(tx, "rowid", &expression, &mut values);
        let sql = format!("SELECT COUNT(*) FROM ({found} LIMIT ?1) AS found");
        tx.query_one(&sql, &values, |row| row.at(0))
    }

    /// Returns the statement for columns of the rows that match, and adds its values.
    fn found<'v>(
        &'v self,
        tx: &Tx<'_>,
        columns: &str,
        expression: &'v str,
        values: &mut Vec<Value<'v>>,
    ) -> String {
        let mut conditions = Vec::new();
        if tx.is_embedded() {
            values.push(Value::Text(expression));
            conditions.push(format!("{} MATCH ?{}", self.table, values.len()));
        } else {
            for one in self.matches {
                values.push(Value::Text(&one.text));
                conditions.push(one.condition(values.len(), self.letters));
            }
        }
        if let Some((first, last)) = self.range {
            values.extend([Value::from(first), Value::from(last)]);
            let last = values.len();
            conditions.push(format!("rowid BETWEEN ?{} AND ?{last}", last - 1));
        }
        format!(
            "SELECT {columns} FROM {} WHERE {}",
            self.table,
            conditions.join(" AND ")
        )
    }

    /// Returns the expression of FTS5.
    fn expression(&self) -> String {
        let terms: Vec<String> = self.matches.iter().map(WordMatch::expression).collect();
        terms.join(" AND ")
    }
}

impl WordMatch<'_> {
    fn expression(&self) -> String {
        let mut term = format!("\"{}\"", self.text.replace('"', "\"\""));
        if self.is_prefix {
            term.push('*');
        }
        if self.is_whole {
            // Anchored at the column's begin.
            term = format!("^ {term}");
        }
        match self.columns {
            [] => term,
            [one] => format!("{one} : {term}"),
            several => format!("{{{}}} : {term}", several.join(" ")),
        }
    }

    /// Returns the condition in PostgreSQL for the parameter with this number. The index covers all columns; those that
    /// are named are compared afterwards.
    fn condition(&self, number: usize, letters: &str) -> String {
        let phrase = format!("search_phrase(?{number}, '{letters}', {})", self.is_prefix);
        let mut condition = format!("words @@ {phrase}");
        let within = |column: &&str| match self.is_whole {
            true => format!(
                "search_words({column}, '{letters}') = search_words(?{number}, '{letters}')"
            ),
            false => format!("search_words({column}, '{letters}') @@ {phrase}"),
        };
        let columns: Vec<String> = self.columns.iter().map(within).collect();
        if !columns.is_empty() {
            condition += &format!(" AND ({})", columns.join(" OR "));
        }
        condition
    }
}

/// Removes a row. `columns` are the columns' names, `values` the number of the row and the texts that were added: FTS5
/// keeps no texts, so that it needs them again.
pub(crate) fn remove(
    tx: &mut Tx<'_>,
    table: &str,
    columns: &[&str],
    values: &[Value<'_>],
) -> Result<(), StoreError> {
    if !tx.is_embedded() {
        let sql = format!("DELETE FROM {table} WHERE rowid = ?1");
        return tx
            .execute(&sql, values.get(..1).unwrap_or_default())
            .map(drop);
    }
    let places: Vec<String> = (1..=values.len()).map(|n| format!("?{n}")).collect();
    let sql = format!(
        "INSERT INTO {table}({table}, rowid, {}) VALUES ('delete', {})",
        columns.join(", "),
        places.join(", ")
    );
    tx.execute(&sql, values).map(drop)
}

/// Overwrites the words of rows that were removed. Without it, FTS5 keeps them until it merges its segments; other engines
/// keep none.
///
/// # Errors
/// [`StoreError`].
pub fn overwrite_removed(tx: &mut Tx<'_>, table: &'static str) -> Result<(), StoreError> {
    if !tx.is_embedded() {
        return Ok(());
    }
    let sql = format!("INSERT INTO {table}({table}) VALUES ('optimize')");
    tx.execute(&sql, &[]).map(drop)
}

/// Removes every row.
pub(crate) fn clear(tx: &mut Tx<'_>, table: &str) -> Result<(), StoreError> {
    let sql = match tx.is_embedded() {
        true => format!("INSERT INTO {table}({table}) VALUES ('delete-all')"),
        false => format!("DELETE FROM {table}"),
    };
    tx.execute(&sql, &[]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_written_for_both_engines() {
        let of = |columns, is_prefix, is_whole| WordMatch {
            columns,
            text: "a \"b".to_owned(),
            is_prefix,
            is_whole,
        };
        let any = of(&[], true, false);
        assert_eq!(any.expression(), "\"a \"\"b\"*");
        assert_eq!(any.condition(5, ""), "words @@ search_phrase(?5, '', true)");
        let one = of(&["x"], false, true);
        assert_eq!(one.expression(), "x : ^ \"a \"\"b\"");
        assert!(
            one.condition(6, "_")
                .ends_with("(search_words(x, '_') = search_words(?6, '_'))")
        );
        assert_eq!(
            of(&["x", "y"], false, false).expression(),
            "{x y} : \"a \"\"b\""
        );
    }
}
