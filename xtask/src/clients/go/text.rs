//! The conventions of Go's text: names with capital initialisms, comments, and the alignment that gofmt writes.

use crate::clients::contract::words;

/// The words that Go writes in capitals.
const INITIALISMS: &[&str] = &[
    "aes", "api", "cpu", "csv", "fhe", "html", "http", "https", "id", "ip", "json", "mcp", "mqtt",
    "oidc", "sql", "tls", "totp", "uadm", "ui", "uri", "url", "uuid",
];
const MAX_COMMENT_COLUMNS: usize = 110;

/// Returns `DatasetID` for `dataset_id`.
pub(super) fn exported(name: &str) -> String {
    words(name).iter().map(|word| capital(word)).collect()
}

/// Returns `datasetID` for `dataset_id`.
pub(super) fn unexported(name: &str) -> String {
    let words = words(name);
    let (first, rest) = words
        .split_first()
        .map_or(("", &[][..]), |(one, rest)| (one.as_str(), rest));
    let rest: String = rest.iter().map(|word| capital(word)).collect();
    match format!("{first}{rest}") {
        name if ["type", "func", "map", "range", "default", "interface"]
            .contains(&name.as_str()) =>
        {
            format!("{name}_")
        }
        name => name,
    }
}

fn capital(word: &str) -> String {
    let plural = word.strip_suffix('s').unwrap_or_default();
    if INITIALISMS.contains(&word) {
        word.to_ascii_uppercase()
    } else if INITIALISMS.contains(&plural) {
        plural.to_ascii_uppercase() + "s"
    } else {
        word[..1].to_ascii_uppercase() + &word[1..]
    }
}

/// Returns a comment: paragraphs, wrapped, each line after `indent`.
pub(super) fn comment(indent: &str, text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.split("\n\n") {
        if !lines.is_empty() {
            lines.push(format!("{indent}//"));
        }
        wrap(paragraph, &format!("{indent}// "), &mut lines);
    }
    lines.concat_lines()
}

/// Returns a list of a comment, as gofmt writes it.
pub(super) fn bullets(items: impl Iterator<Item = String>) -> String {
    let mut lines = Vec::new();
    for item in items {
        let first = lines.len();
        wrap(&item, "//     ", &mut lines);
        if let Some(line) = lines.get_mut(first) {
            line.replace_range(..7, "//   - ");
        }
    }
    lines.concat_lines()
}

fn wrap(text: &str, prefix: &str, lines: &mut Vec<String>) {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + word.chars().count() > MAX_COMMENT_COLUMNS {
            lines.push(format!("{prefix}{line}"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(format!("{prefix}{line}"));
    }
}

trait ConcatLines {
    fn concat_lines(&self) -> String;
}

impl ConcatLines for Vec<String> {
    fn concat_lines(&self) -> String {
        self.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// A declaration of a block: a comment above it, and its columns.
pub(super) struct Row {
    pub(super) comment: String,
    pub(super) columns: Vec<String>,
}

/// Returns the lines of a block, where the columns of rows that follow each other without a comment are aligned.
pub(super) fn rows(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut from = 0;
    while from < rows.len() {
        let next = rows[from + 1..]
            .iter()
            .position(|row| !row.comment.is_empty());
        let until = next.map_or(rows.len(), |at| from + 1 + at);
        text.push_str(&comment("\t", &rows[from].comment));
        let widths: Vec<usize> = (0..)
            .map_while(|column| {
                let cells = rows[from..until].iter().map(|row| row.columns.get(column));
                cells.flatten().map(|cell| cell.chars().count()).max()
            })
            .collect();
        for row in &rows[from..until] {
            let last = row.columns.len() - 1;
            let cells = row.columns.iter().zip(&widths).enumerate();
            let cells = cells.map(|(at, (cell, &width))| {
                if at == last {
                    cell.clone()
                } else {
                    format!("{cell:width$} ")
                }
            });
            text.push_str(&format!("\t{}\n", cells.collect::<String>()));
        }
        from = until;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_go() {
        for (name, public, private) in [
            ("dataset_id", "DatasetID", "datasetID"),
            ("ApiKey", "APIKey", "apiKey"),
            ("type", "Type", "type_"),
            ("userIds", "UserIDs", "userIDs"),
            ("id", "ID", "id"),
        ] {
            assert_eq!(exported(name), public);
            assert_eq!(unexported(name), private);
        }
    }

    #[test]
    fn rows_without_comments_are_aligned() {
        let row = |comment: &str, columns: &[&str]| Row {
            comment: comment.to_owned(),
            columns: columns.iter().map(|&cell| cell.to_owned()).collect(),
        };
        let block = [
            row("About.", &["Foo", "string", "`a`"]),
            row("", &["LongName", "int", "`b`"]),
            row("Next.", &["X", "[]int", "`c`"]),
        ];
        let aligned = "\t// About.\n\tFoo      string `a`\n\tLongName int    `b`\n\t// Next.\n\tX []int `c`\n";
        assert_eq!(rows(&block), aligned);
    }
}
