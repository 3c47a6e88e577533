//! Checks the pages of `docs/` without mdBook: each is in the table of contents once, and each relative link and
//! anchor of a page of the repository leads somewhere.

use std::collections::{HashMap, HashSet};

use super::markdown::{anchors, links};
use crate::run::{output, program, root};

/// The folder of the book, from the root.
pub(super) const FOLDER: &str = "docs/";
/// The table of contents, from the root.
pub(super) const CONTENTS: &str = "docs/SUMMARY.md";

/// Returns one line for each page that the table of contents does not name once, and for each broken link.
pub(super) fn check() -> Result<Vec<String>, String> {
    let files = files()?;
    let mut pages = HashMap::new();
    for path in files.iter().filter(|path| path.ends_with(".md")) {
        pages.insert(path.as_str(), read(path)?);
    }
    let contents = pages
        .get(CONTENTS)
        .ok_or_else(|| format!("{CONTENTS} is missing"))?;
    let mut broken = uncounted(contents, pages.keys().copied());
    broken.extend(broken_links(&pages, &files));
    broken.sort();
    Ok(broken)
}

/// Reads a file by its path from the root.
pub(super) fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Returns the files of the repository that git does not ignore and that exist.
pub(super) fn files() -> Result<HashSet<String>, String> {
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let listed = output(program("git", ".", &arguments))?;
    let existing = listed.lines().filter(|path| root().join(path).exists());
    Ok(existing.map(str::to_owned).collect())
}

/// Resolves the target of a link of `page` to a path from the root, without its anchor; `None` outside of the
/// repository.
pub(super) fn resolve(page: &str, target: &str) -> Option<String> {
    let target = target.split('#').next().unwrap_or_default();
    if target.is_empty() {
        return Some(page.to_owned());
    }
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Whether a target is an address of its own, not a path.
pub(super) fn is_elsewhere(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// Finds pages of the folder that the table of contents names not at all or more than once.
fn uncounted<'a>(contents: &str, pages: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for link in links(contents) {
        let path = resolve(CONTENTS, &contents[link.target]).unwrap_or_default();
        *counts.entry(path).or_default() += 1;
    }
    pages
        .filter(|path| path.starts_with(FOLDER) && *path != CONTENTS)
        .filter_map(|path| match counts.get(path) {
            Some(1) => None,
            Some(count) => Some(format!("{CONTENTS} names {path} {count} times")),
            None => Some(format!("{CONTENTS} does not name {path}")),
        })
        .collect()
}

/// Finds links to files, folders and anchors that do not exist.
fn broken_links(pages: &HashMap<&str, String>, files: &HashSet<String>) -> Vec<String> {
    let anchors: HashMap<&str, HashSet<String>> = pages
        .iter()
        .map(|(path, text)| (*path, anchors(text).into_iter().collect()))
        .collect();
    let mut folders: HashSet<&str> = HashSet::from([""]);
    for file in files {
        let mut path = file.as_str();
        while let Some((folder, _)) = path.rsplit_once('/') {
            folders.insert(folder);
            path = folder;
        }
    }
    let mut broken = Vec::new();
    for (page, text) in pages {
        for link in links(text) {
            let target = &text[link.target.clone()];
            if is_elsewhere(target) {
                continue;
            }
            let line = text[..link.target.start].lines().count();
            let path = resolve(page, target).unwrap_or_default();
            if !files.contains(&path) && !folders.contains(path.as_str()) {
                broken.push(format!("{page}:{line}: {target} does not exist"));
                continue;
            }
            let wanted = target.split_once('#').map(|(_, anchor)| anchor);
            let known = anchors.get(path.as_str());
            if let Some(anchor) = wanted
                && !known.is_some_and(|known| known.contains(anchor))
            {
                broken.push(format!("{page}:{line}: {path} has no heading #{anchor}"));
            }
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_resolved_from_the_folder_of_their_page() {
        for (page, target, path) in [
            ("docs/a.md", "b.md#c", Some("docs/b.md")),
            ("docs/a.md", "#c", Some("docs/a.md")),
            ("docs/a.md", "../README.md", Some("README.md")),
            ("docs/tours/a.md", "./../b/", Some("docs/b")),
            ("README.md", "docs/a.md", Some("docs/a.md")),
            ("README.md", "../a.md", None),
        ] {
            assert_eq!(resolve(page, target).as_deref(), path, "{page} {target}");
        }
    }

    #[test]
    fn a_page_must_be_in_the_table_of_contents_once() {
        let contents = "[a](a.md)\n- [b](b.md)\n- [b](b.md)\n";
        let pages = ["docs/a.md", "docs/b.md", "docs/c.md", CONTENTS, "README.md"];
        let mut broken = uncounted(contents, pages.into_iter());
        broken.sort();
        assert_eq!(
            broken,
            [
                "docs/SUMMARY.md does not name docs/c.md",
                "docs/SUMMARY.md names docs/b.md 2 times",
            ]
        );
    }

    #[test]
    fn links_to_missing_files_and_headings_are_found() {
        let page = "# One\n[a](b.md) [b](#one) [c](lost.md) [d](b.md#lost) [e](b.md#two)\n[f](src/) [g](https://h/)\n";
        let pages = HashMap::from([
            ("docs/a.md", page.to_owned()),
            ("docs/b.md", "# Two\n".to_owned()),
        ]);
        let files = ["docs/a.md", "docs/b.md", "docs/src/c.rs"].map(str::to_owned);
        assert_eq!(
            broken_links(&pages, &HashSet::from(files)),
            [
                "docs/a.md:2: lost.md does not exist",
                "docs/a.md:2: docs/b.md has no heading #lost",
            ]
        );
    }
}
