//! The documents of the product, which the binary contains: a record for each section.

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use lockstep_vault::search::{SearchPage, SearchRecord};

use super::FoundRecord;
use super::matching::{Query, matches};

/// Finds sections by words of their headings and texts, those with the words in the heading first.
pub(super) fn find(query: &Query) -> Vec<FoundRecord> {
    if query.names_other_kind(KIND) && !query.names(KIND) {
        return Vec::new();
    }
    let pages = sections();
    let matched = matches(pages, query, &[KIND]);
    let mut hits: Vec<_> = matched
        .into_iter()
        .filter_map(|matched| {
            let line = pages.get(matched.page)?.line(matched.record)?;
            let in_heading = query.score_of(("", line.title), KIND);
            let hit = FoundRecord {
                id: line.id.to_owned(),
                kind: KIND,
                text: line.title.to_owned(),
                time: None,
                score: matched.score,
            };
            Some((in_heading, hit))
        })
        .collect();
    // The shortest heading that contains the words is the best match; ties follow the order of the sections.
    hits.sort_by_key(|(in_heading, hit)| {
        let length = if *in_heading > 0 { hit.text.len() } else { 0 };
        (Reverse(*in_heading), length, Reverse(hit.score))
    });
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// Returns the sections of every document.
fn sections() -> &'static [Arc<SearchPage>] {
    static SECTIONS: OnceLock<Vec<Arc<SearchPage>>> = OnceLock::new();
    SECTIONS.get_or_init(|| {
        let pages = DOCUMENTS.iter().map(|(path, text)| split(path, text));
        pages
            .map(|records| Arc::new(SearchPage::of(&records)))
            .collect()
    })
}

/// Splits a document at its headings.
fn split(path: &str, text: &str) -> Vec<SearchRecord> {
    let (mut records, mut is_code) = (Vec::<SearchRecord>::new(), false);
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if !is_code && heading.len() < line.len() && heading.starts_with(' ') {
            let heading = heading.trim();
            let document = records.first().map(|first| first.title.clone());
            let (id, title) = match document {
                None => (path.to_owned(), heading.to_owned()),
                Some(document) => {
                    let id = format!("{path}#{}", anchor(heading));
                    (id, format!("{document}: {heading}"))
                }
            };
            records.push(SearchRecord {
                kind: KIND,
                id,
                time: None,
                title,
                notes: String::new(),
                links: Vec::new(),
            });
        } else if let Some(section) = records.last_mut() {
            section.notes.push_str(line);
            section.notes.push('\n');
        }
    }
    records
}

/// Returns the anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// The kind of sections of documents.
pub(super) const KIND: &str = "document";

macro_rules! documents {
    ($($name:literal)*) => {
        &[$((concat!("docs/", $name, ".md"), include_str!(concat!("../../../../../docs/", $name, ".md")))),*]
    };
}

const DOCUMENTS: &[(&str, &str)] = documents!(
    "agents" "clients" "conformance" "console" "datasets" "devices" "encryption" "errors" "events" "glossary" "imports"
    "insights" "install" "market" "metrics" "monitoring" "operating" "quickstart" "reliability" "roadmap" "scaling" "security"
    "sign-in" "troubleshooting" "webhooks"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_by_heading_and_text() {
        for (query, first) in [
            ("what is logged", "docs/agents.md#what-is-logged"),
            ("webhooks", "docs/webhooks.md"),
            ("document glossary", "docs/glossary.md"),
        ] {
            let hits = find(&Query::new(query).unwrap());
            let found = hits.first().map(|hit| hit.id.as_str());
            assert_eq!(found, Some(first), "{query}");
        }
        assert!(find(&Query::new("datasets webhooks").unwrap()).is_empty());
        for question in ["documents import FIT file", "documents encryption work"] {
            assert!(
                !find(&Query::new(question).unwrap()).is_empty(),
                "{question}"
            );
        }
    }

    #[test]
    fn every_document_is_contained() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
        for file in std::fs::read_dir(folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            // The index and the table of contents have no text of their own.
            let is_list = ["README.md", "SUMMARY.md"].contains(&name.as_str());
            let is_page = name.ends_with(".md") && !is_list;
            let is_contained = DOCUMENTS
                .iter()
                .any(|(path, _)| *path == format!("docs/{name}"));
            assert_eq!(is_page, is_contained, "{name}");
        }
    }
}
