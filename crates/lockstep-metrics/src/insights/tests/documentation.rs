//! The documentation of the rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The rules' ids are the texts `kind.name` in the sources of this module.
pub(super) fn rule_ids() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/insights");
    let mut ids = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("tests.rs")
        {
            continue;
        }
        let source = fs::read_to_string(path).unwrap();
        let ids_of_file = source.split('"').filter(|text| is_rule_id(text));
        ids.extend(ids_of_file.map(str::to_owned));
    }
    ids
}

fn is_rule_id(text: &str) -> bool {
    let Some((kind, name)) = text.split_once('.') else {
        return false;
    };
    super::InsightKind::ALL.iter().any(|one| one.name() == kind)
        && !name.is_empty()
        && name
            .chars()
            .all(|character| character.is_ascii_lowercase() || character == '-')
}

#[test]
fn every_rule_is_in_the_table_of_the_documentation() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("## Rules of insights").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let rows: BTreeSet<String> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(id, _)| id.to_owned())
        .filter(|id| is_rule_id(id))
        .collect();
    let ids = rule_ids();
    assert!(ids.len() > 20, "{ids:?}");
    assert_eq!(rows, ids);
}
