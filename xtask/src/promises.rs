//! Checks that the security documents name tests and source files that exist.
//!
//! A column `held by` of a table names tests as `` `function_name` `` and files as
//! `` `path/from/the/root.rs` ``; each row names one at least. The documents name paths
//! and functions also elsewhere.

use std::collections::HashSet;

use crate::run::root;

/// The documents that are checked beside [`PAPERS`].
const DOCUMENTS: [&str; 2] = ["SECURITY.md", "docs/security.md"];
/// The folder of which every page is checked.
const PAPERS: &str = "docs/security";
/// The column that names tests.
const EVIDENCE: &str = "held by";
/// The folders with which a path in a page begins.
const FOLDERS: [&str; 7] = [
    "bench/",
    "clients/",
    "console/",
    "crates/",
    "docs/",
    "packaging/",
    "xtask/",
];
/// A name of at least so many words is that of a function: others may be fields or settings.
const WORDS_OF_A_FUNCTION: usize = 4;

/// Returns one line for each row that names no test, and for each named test, function or file that does not exist.
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
    let read = |document: &str| {
        std::fs::read_to_string(root().join(document))
            .map_err(|error| format!("{document}: {error}"))
    };
    let defined: HashSet<&str> = sources
        .iter()
        .flat_map(|source| all_functions(source))
        .collect();
    let is_known = |name: &str| {
        if name.contains('/') {
            root().join(name).exists()
        } else {
            defined.contains(name)
        }
    };
    let mut broken = Vec::new();
    for document in documents()? {
        let text = read(&document)?;
        broken.extend(broken_promises(&document, &text, exists));
        broken.extend(unknown_names(&document, &text, is_known));
    }
    Ok(broken)
}

/// Returns the paths of all checked documents.
fn documents() -> Result<Vec<String>, String> {
    let unreadable = |error: std::io::Error| format!("{PAPERS}: {error}");
    let mut all = DOCUMENTS.map(str::to_owned).to_vec();
    for entry in std::fs::read_dir(root().join(PAPERS)).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "md")
            && let Some(name) = path.file_name()
        {
            all.push(format!("{PAPERS}/{}", name.to_string_lossy()));
        }
    }
    all.sort();
    Ok(all)
}

/// Finds the paths and functions of a page that do not exist.
fn unknown_names(document: &str, text: &str, is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let lines = text.lines().enumerate();
    lines
        .flat_map(|(at, line)| quoted(line).into_iter().map(move |name| (at + 1, name)))
        .filter(|(_, name)| is_path(name) || is_function(name))
        .filter(|(_, name)| !is_known(name))
        .map(|(line, name)| format!("{document}:{line}: `{name}` does not exist"))
        .collect()
}

fn is_path(name: &str) -> bool {
    !name.contains(' ') && FOLDERS.iter().any(|folder| name.starts_with(folder))
}

fn is_function(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    name.split('_').count() >= WORDS_OF_A_FUNCTION && name.split('_').all(is_word)
}

/// Returns the names of all functions of a source file.
fn all_functions(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (before, rest) = line.split_once("fn ")?;
        let is_definition = before.is_empty() || before.ends_with(' ');
        let name = rest.split(['(', '<']).next()?;
        is_definition.then_some(name)
    })
}

/// Finds the promises of a document whose evidence is missing.
fn broken_promises(document: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut broken = Vec::new();
    // The number of columns after that of the evidence, while in a table that has it.
    let mut after: Option<usize> = None;
    for (at, line) in text.lines().enumerate() {
        if !line.starts_with('|') {
            after = None;
            continue;
        }
        let cells = || line.trim_end_matches(['|', ' ']).rsplit(" | ");
        let Some(column) = after else {
            after = cells().position(|cell| cell == EVIDENCE);
            continue;
        };
        if line.starts_with("|---") {
            continue;
        }
        let number = at + 1;
        let evidence = cells().nth(column);
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
    fn evidence_may_be_in_any_column() {
        let text = "| threat | held by | risk |\n|---|---|---|\n| a | `good` | `bad` |\n| b | `bad` | – |\n";
        let broken = broken_promises("a.md", text, |name| name == "good");
        assert_eq!(broken, ["a.md:4: `bad` does not exist"]);
    }

    #[test]
    fn every_page_about_security_is_checked() {
        let all = documents().unwrap();
        for page in [
            "SECURITY.md",
            "docs/security.md",
            "docs/security/asvs.md",
            "docs/security/audit-chain.md",
            "docs/security/completeness.md",
            "docs/security/decisions.md",
            "docs/security/threat-model.md",
        ] {
            assert!(all.iter().any(|document| document == page), "{page}");
        }
    }

    #[test]
    fn names_of_paths_and_functions_are_checked_everywhere() {
        let text = "`crates/a.rs` and `crates/lost.rs`, `a_test_that_is_there`\n`a_test_that_is_lost` `client_id` `cargo xtask tidy` `GET /v1/a_b_c_d`\n";
        let known = ["crates/a.rs", "a_test_that_is_there"];
        let broken = unknown_names("a.md", text, |name| known.contains(&name));
        assert_eq!(
            broken,
            [
                "a.md:1: `crates/lost.rs` does not exist",
                "a.md:2: `a_test_that_is_lost` does not exist",
            ]
        );
        let source = "pub(crate) async fn one() {}\n    fn two<T>(x: fn (u8)) {}\n// often three\n";
        assert_eq!(all_functions(source).collect::<Vec<_>>(), ["one", "two"]);
    }

    #[test]
    fn only_test_functions_count() {
        let source = "fn helper() {}\n#[test]\n#[ignore]\nfn one() {}\n    #[tokio::test(flavor = \"x\")]\n    async fn two() {}\nfn three() {}\n";
        let names: Vec<&str> = test_functions(source).collect();
        assert_eq!(names, ["one", "two"]);
    }
}
