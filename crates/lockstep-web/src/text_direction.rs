//! Characters that change how the text around them is shown: with them, a name could show another name or a false price.

/// Whether a character is invisible but changes the direction or the lines of the text around it.
#[must_use]
pub fn is_direction_mark(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns a text for a terminal: control characters and [direction marks](is_direction_mark) as `\u202e`, which is also
/// how JSON writes them. Line feeds and tabs stay.
#[must_use]
pub fn for_terminal(text: &str) -> std::borrow::Cow<'_, str> {
    let steers = |c: char| (c.is_control() && c != '\n' && c != '\t') || is_direction_mark(c);
    if !text.contains(steers) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + ESCAPE_BYTES);
    for character in text.chars() {
        match steers(character) {
            true => shown.push_str(&format!("\\u{:04x}", u32::from(character))),
            false => shown.push(character),
        }
    }
    shown.into()
}

const ESCAPE_BYTES: usize = "\\u202e".len();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_steers_a_terminal() {
        for (text, shown) in [
            ("a\tb\n\u{5d0} \u{200d}", "a\tb\n\u{5d0} \u{200d}"),
            ("\u{1b}[2Ja\u{7}", "\\u001b[2Ja\\u0007"),
            ("\u{9b}31m\r", "\\u009b31m\\u000d"),
            (
                "a\u{202e}b\u{61c}c\u{2069}d\u{2028}",
                "a\\u202eb\\u061cc\\u2069d\\u2028",
            ),
        ] {
            assert_eq!(for_terminal(text), shown);
        }
        let name = serde_json::json!({ "name": "a\u{202e}\u{9b}\u{1b}\"" });
        let read: serde_json::Value =
            serde_json::from_str(&for_terminal(&name.to_string())).unwrap();
        assert_eq!(read, name);
    }
}
