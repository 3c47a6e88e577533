//! Splits SQL into tokens, so that a spelling is only changed where it is not part of a text or a name.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// White space or a comment.
    Space,
    /// A keyword or a name without quotation marks.
    Word,
    /// `'text'`.
    Text,
    /// `x'00'`.
    Blob,
    /// `?1`.
    Param,
    /// `{blob}`.
    Macro,
    /// A quoted name, a number or a character of punctuation.
    Other,
}

/// A token: its kind and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub(super) kind: Kind,
    pub(super) text: &'s str,
}

impl Token<'_> {
    /// Whether the token is this keyword or punctuation, regardless of case.
    pub(super) fn is(&self, text: &str) -> bool {
        !matches!(self.kind, Kind::Text | Kind::Space) && self.text.eq_ignore_ascii_case(text)
    }
}

/// Splits a statement into its tokens; together they are the statement.
pub(super) fn tokens(sql: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut rest = sql;
    while !rest.is_empty() {
        let (kind, length) = first(rest);
        let (text, after) = rest.split_at(length);
        all.push(Token { kind, text });
        rest = after;
    }
    all
}

fn first(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let prefix = |accept: fn(char) -> bool| rest.find(|c| !accept(c)).unwrap_or(rest.len());
    match bytes[0] {
        b'-' if rest.starts_with("--") => (Kind::Space, rest.find('\n').unwrap_or(rest.len())),
        b'\'' => (Kind::Text, quoted(rest, '\'')),
        b'"' => (Kind::Other, quoted(rest, '"')),
        b'x' | b'X' if bytes.get(1) == Some(&b'\'') => (Kind::Blob, 1 + quoted(&rest[1..], '\'')),
        b'?' => (
            Kind::Param,
            1 + rest[1..]
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len() - 1),
        ),
        b'{' => match rest[1..].find(|c| !is_name(c)) {
            Some(end) if rest[1 + end..].starts_with('}') => (Kind::Macro, end + 2),
            _ => (Kind::Other, 1),
        },
        b'0'..=b'9' => (Kind::Other, prefix(|c| c.is_ascii_digit() || c == '.')),
        _ => {
            let space = prefix(char::is_whitespace);
            if space > 0 {
                return (Kind::Space, space);
            }
            let word = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            match word {
                0 => (Kind::Other, rest.chars().next().map_or(1, char::len_utf8)),
                word => (Kind::Word, word),
            }
        }
    }
}

/// Returns the length of a text in quotation marks; a doubled mark is a part of it.
fn quoted(rest: &str, mark: char) -> usize {
    let mut from = 1;
    while let Some(end) = rest[from..].find(mark) {
        from += end + 1;
        if !rest[from..].starts_with(mark) {
            return from;
        }
        from += 1;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_names_and_comments_stay_whole() {
        let sql = "SELECT a_1, 'it''s ?1', \"x y\", x'0a', ?12 FROM t -- ?3\n WHERE b{lock};";
        let all = tokens(sql);
        assert_eq!(all.iter().map(|token| token.text).collect::<String>(), sql);
        let texts_of = |kind| -> Vec<&str> {
            let found = all.iter().filter(|token| token.kind == kind);
            found.map(|token| token.text).collect()
        };
        assert_eq!(texts_of(Kind::Text), ["'it''s ?1'"]);
        assert_eq!(texts_of(Kind::Blob), ["x'0a'"]);
        assert_eq!(texts_of(Kind::Param), ["?12"]);
        assert_eq!(texts_of(Kind::Macro), ["{lock}"]);
        assert_eq!(
            texts_of(Kind::Word),
            ["SELECT", "a_1", "FROM", "t", "WHERE", "b"]
        );
        assert!(texts_of(Kind::Space).contains(&"-- ?3"));
    }
}
