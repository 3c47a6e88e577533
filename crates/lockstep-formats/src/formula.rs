//! Texts that a spreadsheet would evaluate as a formula: every CSV answer guards them in the same way.
//!
//! A guarded text has an apostrophe before it, which readers of the project's own files remove.

use std::borrow::Cow;

/// Returns the text with an apostrophe before it if a spreadsheet would evaluate it as a formula, or if it already looks
/// guarded. Two texts never look alike.
#[must_use]
pub fn guarded(text: &str) -> Cow<'_, str> {
    match is_formula(text) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

/// Returns the original of a [`guarded`] text.
#[must_use]
pub fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'')
        .filter(|rest| is_formula(rest))
        .unwrap_or(text)
}

/// Returns whether the text begins like a formula, after any number of apostrophes and then spaces, which programs that
/// import CSV may remove.
#[must_use]
pub fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'')
        .trim_start_matches(' ')
        .starts_with(STARTS)
}

/// The first characters of formulas. Spreadsheets of East Asian languages also take the wide forms.
const STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_guarded() {
        for (text, exported) in [
            ("=1+1", "'=1+1"),
            ("-2", "'-2"),
            (" @x", "' @x"),
            ("'=1", "''=1"),
            ("'  =1", "''  =1"),
            ("\tx", "'\tx"),
            ("\n=1", "'\n=1"),
            ("＝1", "'＝1"),
            (" ＠x", "' ＠x"),
            ("'", "'"),
            ("''", "''"),
            ("it's", "it's"),
            ("'plain", "'plain"),
            (" plain", " plain"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), exported, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_guarded_text_is_restored(text in "['= \t\r\n@+a＝-]{0,6}") {
            let exported = guarded(&text);
            prop_assert_eq!(unguarded(&exported), &text);
            prop_assert!(!exported.trim_start_matches(' ').starts_with(STARTS));
        }
    }
}
