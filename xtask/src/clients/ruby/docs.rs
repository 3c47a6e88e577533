//! Comments from the texts of the document.

use super::super::contract::Field;
use super::names::literal;

const WIDTH: usize = 100;

/// Returns a comment of these paragraphs, indented by so many spaces. The paragraphs are separated by empty lines.
pub(super) fn comment(paragraphs: &[String], indent: usize) -> String {
    let margin = " ".repeat(indent);
    let filled: Vec<String> = paragraphs
        .iter()
        .filter(|one| !one.trim().is_empty())
        .map(|one| fill(one, &format!("{margin}# "), 0))
        .collect();
    filled.join(&format!("{margin}#\n"))
}

/// Returns a tag such as `@param name [Type] text`, indented by so many spaces.
pub(super) fn tag(text: &str, indent: usize) -> String {
    fill(text, &format!("{}# ", " ".repeat(indent)), 2)
}

/// Returns the text of a tag's body, such as the description of an attribute.
pub(super) fn body(text: &str, indent: usize) -> String {
    fill(text, &format!("{}#   ", " ".repeat(indent)), 0)
}

/// Returns the description of a field with its default and its texts.
pub(super) fn about(field: &Field, choices: &[String]) -> String {
    let mut text = one_line(&field.description);
    if !choices.is_empty() && choices.len() <= 20 {
        let texts: Vec<String> = choices.iter().map(|one| literal(one)).collect();
        let of = if choices.len() == 1 { "" } else { "One of " };
        text = format!("{text} {of}{}.", texts.join(", "));
    }
    if let Some(value) = field.default.as_ref().filter(|value| !value.is_null()) {
        text = format!("{text} Default: {value}.");
    }
    text.trim().to_owned()
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Breaks a text into lines that begin with `start`; those after the first are indented by more spaces.
fn fill(text: &str, start: &str, hanging: usize) -> String {
    let next = format!("{start}{}", " ".repeat(hanging));
    let mut lines: Vec<String> = Vec::new();
    let mut line = start.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !is_empty {
            lines.push(std::mem::replace(&mut line, next.clone()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_tags_are_filled() {
        let text = comment(
            &[
                "List\ndevices.".to_owned(),
                String::new(),
                "Two.".to_owned(),
            ],
            4,
        );
        assert_eq!(text, "    # List devices.\n    #\n    # Two.\n");
        let text = tag(&format!("@param limit {}", "word ".repeat(40)), 2);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(
            text.lines()
                .skip(1)
                .all(|line| line.starts_with("  #   word"))
        );
    }
}
