//! Checks that `docs/monitoring.md` and the code name the same metrics, each with its type.

use std::collections::BTreeSet;

use crate::run::root;
use crate::test_files::is_test;

const DOCUMENT: &str = "docs/monitoring.md";
/// The macros that record a metric of a type.
const TYPES: [&str; 3] = ["counter", "gauge", "histogram"];

/// A metric: its name and its type.
pub(crate) type Metric = (String, &'static str);

/// Returns one line for each metric that only the code or only the document has.
pub(crate) fn check(recorded: &[Metric]) -> Result<Vec<String>, String> {
    let document = std::fs::read_to_string(root().join(DOCUMENT))
        .map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let recorded = recorded.iter().cloned().collect();
    Ok(differences(&recorded, &documented(&document)))
}

/// Returns the metrics that a source file of the product records with a name in quotes.
pub(crate) fn recorded(path: &str, source: &str) -> Vec<Metric> {
    if is_test(path) || !path.starts_with("crates/") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for kind in TYPES {
        for call in source.split(&format!("metrics::{kind}!(")).skip(1) {
            let name = call.trim_start().strip_prefix('"');
            if let Some((name, _)) = name.and_then(|rest| rest.split_once('"')) {
                found.push((name.to_owned(), kind));
            }
        }
    }
    found
}

fn differences(recorded: &BTreeSet<Metric>, documented: &BTreeSet<Metric>) -> Vec<String> {
    let missing = recorded.difference(documented).map(|(name, kind)| {
        format!("{DOCUMENT}: the table has no row of the {kind} `{name}`, which the code records")
    });
    let unknown = documented.difference(recorded).map(|(name, kind)| {
        format!("{DOCUMENT}: no code records the {kind} `{name}`: remove its row")
    });
    missing.chain(unknown).collect()
}

/// Returns the metrics of the rows `` | `name` | type | ``.
fn documented(document: &str) -> BTreeSet<Metric> {
    let rows = document.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        let kind = rest.split(" | ").next()?;
        let kind = TYPES.into_iter().find(|known| *known == kind)?;
        Some((name.to_owned(), kind))
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_that_only_one_side_names_are_found() {
        let source = "metrics::counter!(\"a_total\", \"b\" => c).increment(1);\nmetrics::gauge!(\n    \"d\"\n).set(1.0);\n";
        let document =
            "| `a_total` | counter | `b` | x |\n| `d` | counter | – | x |\n| `/e` | 200 |\n";
        assert!(recorded("crates/a/tests/b.rs", source).is_empty());
        let recorded = recorded("crates/a/src/b.rs", source).into_iter().collect();
        assert_eq!(
            differences(&recorded, &documented(document)),
            [
                "docs/monitoring.md: the table has no row of the gauge `d`, which the code records",
                "docs/monitoring.md: no code records the counter `d`: remove its row",
            ]
        );
    }
}
