//! Texts of files: numbers, and names as they are stored.

/// A finite decimal number.
pub(super) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns a sport's name in another program as a name like FIT's: lower case, with underscores between
/// words.
pub(super) fn sport(theirs: &str) -> String {
    let mut sport = String::new();
    for word in name(theirs)
        .to_lowercase()
        .split(|it: char| !it.is_alphanumeric())
    {
        if !word.is_empty() && !sport.is_empty() {
            sport.push('_');
        }
        sport.push_str(word);
    }
    sport
}

/// Returns a text as a stored name: no control characters, bounded length.
pub(super) fn name(text: &str) -> String {
    printable(text, 100)
}

/// Returns a text without control characters, of at most `limit` characters.
pub(super) fn printable(text: &str, limit: usize) -> String {
    text.trim()
        .chars()
        .filter(|character| !character.is_control())
        .take(limit)
        .collect()
}
