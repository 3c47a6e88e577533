//! Docstrings from the texts of the document.

const WIDTH: usize = 100;

/// Returns a docstring of these paragraphs, indented by so many spaces. Lines that begin with a space are not joined.
pub(super) fn docstring(paragraphs: &[String], indent: usize) -> String {
    let margin = " ".repeat(indent);
    let kept: Vec<&String> = paragraphs.iter().filter(|one| !one.is_empty()).collect();
    let mut text = kept
        .iter()
        .map(|paragraph| fill(&escape(paragraph), indent))
        .collect::<Vec<_>>()
        .join("\n\n");
    if text.ends_with('"') {
        text.push(' ');
    }
    let end = if text.contains('\n') {
        format!("\n{margin}")
    } else {
        String::new()
    };
    format!("{margin}\"\"\"{}{end}\"\"\"\n", text.trim_start())
}

/// Returns one entry of a section, such as an argument with its description.
pub(super) fn entry(name: &str, description: &str) -> String {
    let text = description.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        format!("    {name}")
    } else {
        format!("    {name}: {text}")
    }
}

/// Breaks the lines of a paragraph; the lines of a section keep their indentation.
fn fill(paragraph: &str, indent: usize) -> String {
    let is_section = paragraph.contains("\n    ");
    let lines: Vec<String> = if is_section {
        paragraph.lines().map(str::to_owned).collect()
    } else {
        vec![paragraph.split_whitespace().collect::<Vec<_>>().join(" ")]
    };
    let broken = lines.iter().map(|line| {
        let inner = line.len() - line.trim_start().len();
        wrap(
            line.trim_start(),
            indent + inner,
            if inner > 0 { 4 } else { 0 },
        )
    });
    broken.collect::<Vec<_>>().join("\n")
}

fn wrap(text: &str, indent: usize, hanging: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut line = " ".repeat(indent);
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + hanging)));
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.join("\n")
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "'''")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_sections_keep_their_entries() {
        let section = format!(
            "Args:\n{}\n{}",
            entry("limit", "The maximum\nnumber."),
            entry("page", "")
        );
        let text = docstring(&["List \\ devices.".to_owned(), String::new(), section], 4);
        let expected = "    \"\"\"List \\\\ devices.\n\n    Args:\n        limit: The maximum number.\n        page\n    \"\"\"\n";
        assert_eq!(text, expected);
        let long = docstring(&["word ".repeat(40)], 4);
        // The first line also has the quotes.
        assert!(long.lines().all(|line| line.len() <= WIDTH + 3));
    }
}
