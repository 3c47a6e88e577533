//! Characters that names and other free texts of requests and files must not have: they are no text, PostgreSQL stores no
//! NUL, and a terminal obeys the others.

/// Checks a text of one line, such as a name.
///
/// # Errors
/// The reason, if the text has a control character (U+0000 to U+001F, U+007F to U+009F).
#[inline]
pub fn one_line(text: &str) -> Result<(), &'static str> {
    match may_have_controls(text) && text.contains(char::is_control) {
        true => Err("must not have control characters: remove them"),
        false => Ok(()),
    }
}

/// Checks a text that may have several lines, such as a description.
///
/// # Errors
/// The reason, if the text has a control character other than line breaks and tabs.
#[inline]
pub fn lines(text: &str) -> Result<(), &'static str> {
    match may_have_controls(text) && text.contains(is_refused_in_lines) {
        true => {
            Err("must not have control characters other than line breaks and tabs: remove them")
        }
        false => Ok(()),
    }
}

/// Returns a text without the characters that [`lines`] refuses.
#[must_use]
pub fn cleaned_lines(text: &str) -> String {
    text.chars().filter(|c| !is_refused_in_lines(*c)).collect()
}

fn is_refused_in_lines(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// Excludes most texts without decoding their characters: points are checked one by one.
#[inline]
fn may_have_controls(text: &str) -> bool {
    text.bytes()
        .any(|byte| byte < b' ' || byte == 0x7f || byte == FIRST_BYTE_OF_C1)
}

/// The first byte of U+0080 to U+009F, and of other characters, in UTF-8.
const FIRST_BYTE_OF_C1: u8 = 0xc2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_no_text() {
        for (text, is_line, are_lines) in [
            ("", true, true),
            ("Größe 🏃 \u{5d0}", true, true),
            // Joined emoji, marks of direction, a soft hyphen, a byte order mark and other spaces are text.
            (
                "👩\u{200d}🚀 \u{200f}אב\u{200e} a\u{ad}b\u{feff}\u{2028}",
                true,
                true,
            ),
            ("a\nb\r\n\tc", false, true),
            ("a\0b", false, false),
            ("\u{1b}[2J", false, false),
            ("\u{7f}", false, false),
            ("\u{9b}31m", false, false),
            ("\u{80}", false, false),
            ("\u{9f}", false, false),
            ("\u{a0}\u{b5}", true, true),
        ] {
            assert_eq!(one_line(text).is_ok(), is_line, "{text:?}");
            assert_eq!(lines(text).is_ok(), are_lines, "{text:?}");
            let cleaned = cleaned_lines(text);
            assert_eq!(cleaned == text, are_lines, "{text:?}");
            assert!(lines(&cleaned).is_ok(), "{text:?}");
        }
    }
}
