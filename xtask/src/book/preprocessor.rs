//! The preprocessor of mdBook that `docs/book.toml` names: it adds the pages outside of `docs/` to which the book
//! links, and lets links lead to them.
//!
//! On the code host, a page of `docs/` links to `../ARCHITECTURE.md` or to a folder. The book has no such files, so
//! every linked page of the repository becomes a chapter below `repository/`, and a link to a source file its text.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};

use super::markdown::{Replacement, replace_links, title};
use super::pages::{self, FOLDER, is_elsewhere, resolve};

/// The folder of the book for pages outside of `docs/`.
const OUTSIDE: &str = "repository/";

/// Answers one call of mdBook: `input` is the pair of its context and the book. Returns the new book.
pub(super) fn run(input: &str) -> Result<String, String> {
    let input: Value =
        serde_json::from_str(input).map_err(|error| format!("the book of mdBook: {error}"))?;
    let mut book = input
        .get(1)
        .cloned()
        .ok_or("mdBook sent no book beside its context")?;
    let files = pages::files()?;
    add(&mut book, &files, pages::read)?;
    Ok(book.to_string())
}

/// Rewrites the links of the chapters and appends the pages outside of `docs/` that are linked, and those that
/// they link.
fn add(
    book: &mut Value,
    files: &HashSet<String>,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<(), String> {
    // mdBook calls the list `sections` up to 0.4 and `items` from 0.5 on.
    let name = if book.get("items").is_some() {
        "items"
    } else {
        "sections"
    };
    let items = book[name]
        .as_array_mut()
        .ok_or("mdBook sent a book without a list of chapters")?;
    let mut wanted = Vec::new();
    rewrite_all(items, files, &mut wanted);
    let mut added: BTreeMap<String, Value> = BTreeMap::new();
    while let Some(path) = wanted.pop() {
        if added.contains_key(&path) {
            continue;
        }
        let text = read(&path)?;
        let content = rewrite(&path, &text, files, &mut wanted);
        let name = title(&text).unwrap_or_else(|| path.clone());
        let place = format!("{OUTSIDE}{path}");
        let chapter = json!({"Chapter": {
            "name": name, "content": content, "number": null, "sub_items": [],
            "path": place, "source_path": place, "parent_names": [],
        }});
        added.insert(path, chapter);
    }
    if !added.is_empty() {
        items.push(json!({"PartTitle": "Repository"}));
        items.extend(added.into_values());
    }
    Ok(())
}

/// Rewrites the links of chapters and of those below them.
fn rewrite_all(items: &mut [Value], files: &HashSet<String>, wanted: &mut Vec<String>) {
    for item in items {
        let Some(chapter) = item.get_mut("Chapter") else {
            continue;
        };
        if let Some(path) = chapter["path"].as_str() {
            let page = format!("{FOLDER}{path}");
            let content = chapter["content"].as_str().unwrap_or_default();
            chapter["content"] = rewrite(&page, content, files, wanted).into();
        }
        if let Some(below) = chapter["sub_items"].as_array_mut() {
            rewrite_all(below, files, wanted);
        }
    }
}

/// Rewrites the links of one page, by its path from the root, and names the pages outside of `docs/` to which they
/// lead.
fn rewrite(page: &str, text: &str, files: &HashSet<String>, wanted: &mut Vec<String>) -> String {
    replace_links(text, |_, target| {
        if is_elsewhere(target) || target.starts_with('#') {
            return None;
        }
        let path = resolve(page, target)?;
        let readme = match path.as_str() {
            "" => "README.md".to_owned(),
            folder => format!("{folder}/README.md"),
        };
        let path = if files.contains(&readme) {
            readme
        } else {
            path
        };
        if !path.starts_with(FOLDER) {
            if !path.ends_with(".md") || !files.contains(&path) {
                return Some(Replacement::Text);
            }
            wanted.push(path.clone());
        }
        let anchor = target
            .split_once('#')
            .map_or(String::new(), |(_, anchor)| format!("#{anchor}"));
        let path = relative_path(&place(page), &place(&path));
        Some(Replacement::Target(format!("{path}{anchor}")))
    })
}

/// Returns the path of a file in the book.
fn place(path: &str) -> String {
    path.strip_prefix(FOLDER)
        .map_or_else(|| format!("{OUTSIDE}{path}"), str::to_owned)
}

/// Returns the relative path from one page to a file.
fn relative_path(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let folders = &folders[..folders.len() - 1];
    let parts: Vec<&str> = to.split('/').collect();
    let shared = folders
        .iter()
        .zip(&parts[..parts.len() - 1])
        .take_while(|(one, other)| one == other)
        .count();
    let mut path = vec![".."; folders.len() - shared];
    path.extend(&parts[shared..]);
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_pages_of_the_repository_become_chapters() {
        let files = [
            "docs/a.md",
            "docs/tours/b.md",
            "docs/decisions/README.md",
            "docs/a.svg",
            "ARCHITECTURE.md",
            "README.md",
            "crates/x/README.md",
            "crates/x/src/lib.rs",
        ];
        let files: HashSet<String> = files.into_iter().map(str::to_owned).collect();
        let chapter = |path: &str, content: &str, below: Value| json!({"Chapter": {"name": "n", "content": content, "path": path, "sub_items": below}});
        let nested = chapter(
            "tours/b.md",
            "[a](../a.md#c) [x](../../crates/x/src/lib.rs)",
            json!([]),
        );
        let text = "[c](../ARCHITECTURE.md#layers) [d](decisions/) ![e](a.svg) [f](https://g/)";
        for list in ["sections", "items"] {
            let mut book = json!({list: [chapter("a.md", text, json!([nested])), "Separator"]});
            let read = |path: &str| {
                Ok(match path {
                    "ARCHITECTURE.md" => "# Architecture\n[x](crates/x/) [a](docs/a.md)",
                    _ => "# lockstep-x\n[up](../../ARCHITECTURE.md)",
                }
                .to_owned())
            };
            add(&mut book, &files, read).unwrap();
            let content = |item: &Value| item["Chapter"]["content"].as_str().unwrap().to_owned();
            let items = &book[list];
            assert_eq!(
                content(&items[0]),
                "[c](repository/ARCHITECTURE.md#layers) [d](decisions/README.md) ![e](a.svg) [f](https://g/)"
            );
            assert_eq!(
                content(&items[0]["Chapter"]["sub_items"][0]),
                "[a](../a.md#c) x"
            );
            assert_eq!(items[2]["PartTitle"], "Repository");
            assert_eq!(items[3]["Chapter"]["name"], "Architecture");
            assert_eq!(
                content(&items[3]),
                "# Architecture\n[x](crates/x/README.md) [a](../a.md)"
            );
            assert_eq!(items[4]["Chapter"]["path"], "repository/crates/x/README.md");
            assert_eq!(
                content(&items[4]),
                "# lockstep-x\n[up](../../ARCHITECTURE.md)"
            );
        }
    }
}
