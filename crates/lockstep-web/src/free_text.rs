//! Characters that names and other free texts of requests must not have: they are no text, PostgreSQL stores no NUL, and
//! a terminal obeys the others.

/// Checks a text of one line, such as a name.
///
/// # Errors
/// The reason, if the text has a control character.
pub fn one_line(text: &str) -> Result<(), &'static str> {
    match text.contains(char::is_control) {
        true => Err("must not have control characters: remove them"),
        false => Ok(()),
    }
}

/// Checks a text that may have several lines, such as a description.
///
/// # Errors
/// The reason, if the text has a control character other than line breaks and tabs.
pub fn lines(text: &str) -> Result<(), &'static str> {
    let is_refused = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    match text.contains(is_refused) {
        true => {
            Err("must not have control characters other than line breaks and tabs: remove them")
        }
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_no_text() {
        for (text, is_line, are_lines) in [
            ("", true, true),
            ("Größe 🏃 \u{5d0}", true, true),
            ("a\nb\r\n\tc", false, true),
            ("a\0b", false, false),
            ("\u{1b}[2J", false, false),
            ("\u{7f}", false, false),
            ("\u{9b}31m", false, false),
        ] {
            assert_eq!(one_line(text).is_ok(), is_line, "{text:?}");
            assert_eq!(lines(text).is_ok(), are_lines, "{text:?}");
        }
    }
}
