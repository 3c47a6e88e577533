//! Checks that `docs/conformance.md` names every path of the OpenAPI document, and that the source files
//! it names exist.

use std::collections::HashSet;

use serde_json::Value;

use crate::run::root;

const TABLE: &str = "docs/conformance.md";
const DOCUMENT: &str = "docs/api/openapi.json";

/// The prefixes that a section's heading states, so that its rows may leave them out.
const PREFIXES: [&str; 4] = ["/v1/sfdp", "/v1", "/api", ""];

/// Returns one line for each path without a row and each named file that does not exist.
pub(crate) fn check(sources: &[&str]) -> Result<Vec<String>, String> {
    let read = |path: &str| {
        std::fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
    };
    let table = read(TABLE)?;
    let document: Value =
        serde_json::from_str(&read(DOCUMENT)?).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let paths = document["paths"].as_object();
    let paths = paths.into_iter().flatten().map(|(path, _)| path.as_str());
    let mut broken = unnamed(&table, paths);
    broken.extend(absent(&table, sources));
    Ok(broken)
}

/// Finds the paths of the API that the table does not name.
fn unnamed<'a>(table: &str, paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let words = table.split(|letter: char| letter.is_whitespace() || matches!(letter, '`' | '?'));
    let named: HashSet<String> = words
        .filter(|word| word.starts_with('/'))
        .map(without_names)
        .collect();
    let is_named = |path: &str| {
        PREFIXES
            .iter()
            .filter_map(|prefix| path.strip_prefix(prefix))
            .any(|rest| named.contains(&without_names(rest)))
    };
    paths
        .filter(|path| !is_named(path))
        .map(|path| format!("{TABLE}: no row names {path}"))
        .collect()
}

/// Empties the braces of a path: two documents may name a parameter differently.
fn without_names(path: &str) -> String {
    let mut parts = path.split('{');
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        found.push_str("{}");
        found.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    found
}

/// Finds the Rust files that the table names and that are not among `sources`.
fn absent(table: &str, sources: &[&str]) -> Vec<String> {
    let is_file = |word: &&str| word.ends_with(".rs") && !word.contains(' ');
    let exists = |name: &str| {
        sources.iter().any(|path| {
            let before = path.strip_suffix(name);
            before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        })
    };
    let quoted = table.split('`').skip(1).step_by(2);
    quoted
        .filter(is_file)
        .filter(|name| !exists(name))
        .map(|name| format!("{TABLE}: {name} does not exist"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "| `POST /data`: `data` | holds | `points.rs` |\n\
        | `GET /v1/jobs/{jobId}` | holds | `store/tests.rs`, `lost.rs` |";

    #[test]
    fn a_path_without_a_row_is_found() {
        let paths = [
            "/v1/sfdp/data",
            "/v1/jobs/{id}",
            "/v1/jobs",
            "/api/other/{id}",
        ];
        let expected = [
            "docs/conformance.md: no row names /v1/jobs",
            "docs/conformance.md: no row names /api/other/{id}",
        ];
        assert_eq!(unnamed(ROWS, paths.into_iter()), expected);
    }

    #[test]
    fn a_named_file_that_does_not_exist_is_found() {
        let sources = ["crates/a/tests/it/points.rs", "crates/b/src/store/tests.rs"];
        let expected = ["docs/conformance.md: lost.rs does not exist"];
        assert_eq!(absent(ROWS, &sources), expected);
    }
}
