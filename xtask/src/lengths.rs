//! `cargo xtask tidy`: limits the lengths of files and functions.
//!
//! A file splits along its operations, a function along its steps. The check reads text: an item ends
//! with the first closing brace at its own indentation, as rustfmt writes it. A file counts whole, with its tests: longer
//! tests are in a file beside it. Functions of tests may be long: a test lists rows.

use crate::test_files::is_test;

/// The maximum lines of a file.
const MAX_FILE_LINES: usize = 500;
/// The maximum lines of a function, from `fn` to its closing brace.
const MAX_FUNCTION_LINES: usize = 80;

/// Returns the lengths of one file that are over a limit.
pub(crate) fn check(path: &str, text: &str) -> Vec<String> {
    if !(path.starts_with("crates/") || path.starts_with("xtask/")) {
        return Vec::new();
    }
    let mut broken = Vec::new();
    let count = text.lines().count();
    if count > MAX_FILE_LINES {
        broken.push(format!(
            "{path}: {count} lines: over {MAX_FILE_LINES}, split it, or move its tests into a file of their own"
        ));
    }
    if !path.contains("/src/") || is_test(path) {
        return broken;
    }
    for function in functions(&product(text)) {
        let (name, count) = (function.name, function.lines);
        if count > MAX_FUNCTION_LINES {
            broken.push(format!(
                "{path}:{}: fn {name} has {count} lines: over {MAX_FUNCTION_LINES}, split it",
                function.line
            ));
        }
    }
    broken
}

/// A line of product code with its number.
type Line<'a> = (usize, &'a str);

/// Returns the lines of a file without the items under `#[cfg(test)]`.
fn product(text: &str) -> Vec<Line<'_>> {
    let mut lines = (1..).zip(text.lines());
    let mut product = Vec::new();
    while let Some((number, line)) = lines.next() {
        if line.trim_start() != "#[cfg(test)]" {
            product.push((number, line));
            continue;
        }
        let indent = indent(line);
        let mut is_open = false;
        for (_, line) in lines.by_ref() {
            if is_end(line, indent)
                || !is_open && is_at(line, indent) && line.ends_with([';', '}', ','])
            {
                break;
            }
            is_open |= line.ends_with('{');
        }
    }
    product
}

/// A function of a file.
struct Function<'a> {
    name: &'a str,
    line: usize,
    lines: usize,
}

fn functions<'a>(lines: &[Line<'a>]) -> Vec<Function<'a>> {
    let mut functions = Vec::new();
    for (at, (line, text)) in lines.iter().enumerate() {
        let Some(name) = function_name(text) else {
            continue;
        };
        let after = if text.ends_with([';', '}']) {
            0
        } else {
            let indent = indent(text);
            let mut after = lines[at + 1..].iter();
            // A declaration without a body ends with its last parameter.
            let end = after.position(|(_, text)| {
                is_end(text, indent)
                    || is_at(text, indent)
                        && text.trim_start().starts_with(')')
                        && text.ends_with(';')
            });
            end.map_or(0, |end| end + 1)
        };
        functions.push(Function {
            name,
            line: *line,
            lines: after + 1,
        });
    }
    functions
}

/// Returns the name of the function whose item begins in this line.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(after) = rest.strip_prefix("pub") {
        rest = match after.strip_prefix('(') {
            Some(scope) => scope.split_once(')')?.1,
            None => after,
        };
        rest = rest.strip_prefix(' ')?;
    }
    for word in ["const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let name = rest.strip_prefix("fn ")?;
    let end = name.find(|c: char| c != '_' && !c.is_alphanumeric())?;
    Some(&name[..end])
}

/// Returns whether the line closes an item of this indentation.
fn is_end(line: &str, indent: &str) -> bool {
    line.strip_prefix(indent)
        .is_some_and(|rest| rest.starts_with('}'))
}

fn is_at(line: &str, indent: &str) -> bool {
    self::indent(line) == indent
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "crates/a/src/b.rs";

    fn function(name: &str, lines: usize) -> String {
        format!(
            "fn {name}(\n    x: u8,\n) {{\n{}}}\n",
            "    x(\n    );\n".repeat((lines - 4) / 2) + &"    x;\n".repeat(lines % 2)
        )
    }

    #[test]
    fn lengths_over_a_limit_are_found() {
        let method = |lines: usize| {
            let body = "        x;\n".repeat(lines - 2);
            format!("impl A {{\n    pub(crate) async fn a(&self) {{\n{body}    }}\n}}\n")
        };
        for (what, path, text, found) in [
            (
                "a file",
                PATH,
                "const A: u8 = 0;\n".repeat(MAX_FILE_LINES),
                false,
            ),
            (
                "a longer file",
                PATH,
                "const A: u8 = 0;\n".repeat(MAX_FILE_LINES + 1),
                true,
            ),
            (
                "a test file",
                "crates/a/src/b/tests.rs",
                "const A: u8 = 0;\n".repeat(MAX_FILE_LINES),
                false,
            ),
            (
                "a longer test file",
                "crates/a/src/b/tests.rs",
                "const A: u8 = 0;\n".repeat(MAX_FILE_LINES + 1),
                true,
            ),
            (
                "a long function of a test file",
                "crates/a/src/b/tests.rs",
                function("a", MAX_FUNCTION_LINES + 1),
                false,
            ),
            ("a function", PATH, function("a", MAX_FUNCTION_LINES), false),
            (
                "a longer function",
                PATH,
                function("a", MAX_FUNCTION_LINES + 1),
                true,
            ),
            ("a method", PATH, method(MAX_FUNCTION_LINES), false),
            (
                "a longer method",
                PATH,
                method(MAX_FUNCTION_LINES + 1),
                true,
            ),
            (
                "two functions",
                PATH,
                function("a", MAX_FUNCTION_LINES).repeat(2),
                false,
            ),
            (
                "tests",
                PATH,
                format!(
                    "#[cfg(test)]\nmod tests {{\n    {}}}\n",
                    function("a", 300).replace('\n', "\n    ")
                ),
                false,
            ),
            (
                "a function for tests",
                PATH,
                format!("#[cfg(test)]\n{}", function("a", 300)),
                false,
            ),
            (
                "after tests in a file of their own",
                PATH,
                format!("#[cfg(test)]\nmod tests;\n{}", function("a", 81)),
                true,
            ),
            (
                "a longer function of xtask",
                "xtask/src/b.rs",
                function("a", 81),
                true,
            ),
            (
                "a declaration",
                PATH,
                format!(
                    "trait A {{\n    fn a(\n        &self,\n    );\n}}\n{}",
                    "const A: u8 = 0;\n".repeat(100)
                ),
                false,
            ),
        ] {
            let broken = check(path, &text);
            assert_eq!(!broken.is_empty(), found, "{what}: {broken:?}");
        }
    }
}
