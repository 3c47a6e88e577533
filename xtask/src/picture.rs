//! `cargo xtask picture`: draws the terminal output of the demo, read from standard input, as
//! `docs/demo.svg`.

use std::fmt::Write;
use std::io::Read;

use crate::run::root;

/// Reads the output, wraps it as a terminal does, and writes the picture.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut output = String::new();
    std::io::stdin()
        .read_to_string(&mut output)
        .map_err(|error| format!("standard input: {error}"))?;
    if output.trim().is_empty() {
        return Err(
            "no input: cargo run --release -- demo --once | cargo xtask picture".to_owned(),
        );
    }
    let path = root().join(PICTURE);
    std::fs::write(&path, drawn(&output)).map_err(|error| format!("{PICTURE}: {error}"))
}

/// Draws one text element for each line, so that readers can select and search the text.
fn drawn(output: &str) -> String {
    let lines: Vec<String> = output.trim_end().lines().flat_map(wrapped).collect();
    let width = COLUMNS * CHARACTER_TENTHS / 10 + 2 * MARGIN;
    let height = lines.len() * LINE_HEIGHT + 2 * MARGIN;
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>Terminal output of lockstep demo --once</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#16181d\"/>\n\
         <g font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" \
         font-size=\"{FONT_SIZE}\" fill=\"#d7dae0\" xml:space=\"preserve\">"
    );
    for (at, line) in lines.iter().enumerate() {
        let baseline = MARGIN + at * LINE_HEIGHT + FONT_SIZE;
        if !line.is_empty() {
            let text = escaped(line);
            let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{baseline}\">{text}</text>");
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

fn wrapped(line: &str) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    if characters.is_empty() {
        return vec![String::new()];
    }
    let rows = characters.chunks(COLUMNS);
    rows.map(|row| row.iter().collect()).collect()
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

const PICTURE: &str = "docs/demo.svg";
const COLUMNS: usize = 120;
const FONT_SIZE: usize = 13;
const LINE_HEIGHT: usize = 17;
const MARGIN: usize = 16;
/// The width of a character: 7.8 pixels, which is 0.6 of the font size.
const CHARACTER_TENTHS: usize = 78;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_and_markup_is_escaped() {
        let svg = drawn(&format!("<a> & b\n\n{}\n", "x".repeat(COLUMNS + 1)));
        assert!(svg.contains(">&lt;a&gt; &amp; b</text>"), "{svg}");
        assert_eq!(svg.matches("<text ").count(), 3, "{svg}");
    }
}
