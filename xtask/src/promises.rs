//! Checks that every promise of the security documents names a test or a source file that exists.
//!
//! A table whose header is `| promise | held by |` lists promises. Its second column names tests
//! as `` `function_name` `` and files as `` `path/from/the/root.rs` ``.

use std::collections::HashSet;

use crate::run::root;

/// The documents whose promises are checked.
const DOCUMENTS: [&str; 2] = ["SECURITY.md", "docs/security.md"];
/// The header of a table of promises.
const HEADER: &str = "| promise | held by |";

/// Returns one line for each promise that names no test, or a test that does not exist.
pub(crate) fn check(sources: &[String]) -> Result<Vec<String>, String> {
    let functions: HashSet<&str> = sources
        .iter()
        .flat_map(|source| test_functions(source))
        .collect();
    let exists = |name: &str| {
        if name.contains('/') {
            root().join(name).is_file()
        } else {
            functions.contains(name)
        }
    };
    let mut broken = Vec::new();
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root().join(document))
            .map_err(|error| format!("{document}: {error}"))?;
        broken.extend(broken_promises(document, &text, exists));
    }
    Ok(broken)
}

/// Finds the promises of a document whose evidence is missing.
fn broken_promises(document: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut broken = Vec::new();
    let mut in_table = false;
    for (at, line) in text.lines().enumerate() {
        if line == HEADER {
            in_table = true;
            continue;
        }
        if !line.starts_with('|') {
            in_table = false;
        }
        if !in_table || line.starts_with("|---") {
            continue;
        }
        let number = at + 1;
        let evidence = line.trim_end_matches(['|', ' ']).rsplit(" | ").next();
        let names: Vec<&str> = evidence.map(quoted).unwrap_or_default();
        if names.is_empty() {
            broken.push(format!("{document}:{number}: the promise names no test"));
        }
        for name in names {
            if !exists(name) {
                broken.push(format!("{document}:{number}: `{name}` does not exist"));
            }
        }
    }
    broken
}

/// Returns the parts of a text between back quotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns the names of the functions of a source file that carry a test attribute.
fn test_functions(source: &str) -> impl Iterator<Item = &str> {
    let mut is_test = false;
    source.lines().filter_map(move |line| {
        let line = line.trim_start();
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
            return None;
        }
        let signature = line.strip_prefix("async ").unwrap_or(line);
        let name = signature.strip_prefix("fn ")?.split(['(', '<']).next()?;
        std::mem::take(&mut is_test).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_without_evidence_are_named() {
        let text = "| promise | held by |\n|---|---|\n| a | `good` |\n| b | prose |\n| c | `bad`, `good` |\n\n| d | e |\n";
        let broken = broken_promises("a.md", text, |name| name == "good");
        assert_eq!(
            broken,
            [
                "a.md:4: the promise names no test",
                "a.md:5: `bad` does not exist",
            ]
        );
    }

    #[test]
    fn only_test_functions_count() {
        let source = "fn helper() {}\n#[test]\n#[ignore]\nfn one() {}\n    #[tokio::test(flavor = \"x\")]\n    async fn two() {}\nfn three() {}\n";
        let names: Vec<&str> = test_functions(source).collect();
        assert_eq!(names, ["one", "two"]);
    }
}
