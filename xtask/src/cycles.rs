//! Checks that no two modules of a crate use each other, except a parent and its child.
//!
//! A module is a file. It uses the paths in it that begin with `crate` or `super`, outside of
//! tests. A name that `lib.rs` imports or re-exports counts as its own module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Returns one line for each crate whose modules form a cycle.
pub(crate) fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut broken = Vec::new();
    let mut folders = Vec::new();
    for folder in std::fs::read_dir(root.join("crates")).map_err(|error| error.to_string())? {
        folders.push(folder.map_err(|error| error.to_string())?.path());
    }
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut files = BTreeMap::new();
        read(&folder.join("src"), "", &mut files).map_err(|error| format!("{name}: {error}"))?;
        let cycle = cycle(&files);
        if !cycle.is_empty() {
            let cycle: Vec<String> = cycle.into_iter().collect();
            broken.push(format!(
                "crates/{name}: modules use each other: {}",
                cycle.join(", ")
            ));
        }
    }
    Ok(broken)
}

/// Returns the texts of a folder's files by their modules; `lib.rs` is the empty name.
fn read(
    folder: &Path,
    parent: &str,
    files: &mut BTreeMap<String, String>,
) -> Result<(), std::io::Error> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let module = match (parent, &*stem) {
            ("", "lib") => String::new(),
            (parent, "mod") => parent.to_owned(),
            ("", stem) => stem.to_owned(),
            (parent, stem) => format!("{parent}::{stem}"),
        };
        if path.is_dir() {
            read(&path, &module, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.insert(module, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Returns the modules of cycles, and those between two cycles; empty if there is no cycle.
fn cycle(files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let tests = tests(files);
    let product = |module: &str| !tests.iter().any(|test| is_within(module, test));
    let imported = imported(files);
    let mut uses: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (module, text) in files.iter().filter(|(module, _)| product(module)) {
        let used = used(module, text, files, &imported);
        let apart = used
            .into_iter()
            .filter(|used| product(used) && !is_within(used, module) && !is_within(module, used));
        uses.insert(module, apart.collect());
    }
    let mut left: BTreeSet<String> = uses.keys().map(|module| (*module).to_owned()).collect();
    loop {
        let in_cycle = |module: &String| {
            let uses_one = uses[module.as_str()].iter().any(|used| left.contains(used));
            let mut others = left.iter().map(|other| &uses[other.as_str()]);
            uses_one && others.any(|used| used.contains(module))
        };
        let next: BTreeSet<String> = left.iter().filter(|it| in_cycle(it)).cloned().collect();
        if next.len() == left.len() {
            return next;
        }
        left = next;
    }
}

/// Returns the modules that are declared for tests only.
fn tests(files: &BTreeMap<String, String>) -> Vec<String> {
    let mut tests = Vec::new();
    for (module, text) in files {
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line != "#[cfg(test)]" {
                continue;
            }
            let declared = lines.next().and_then(|line| line.strip_suffix(';'));
            let name = declared.and_then(|line| line.rsplit_once("mod "));
            if let Some((_, name)) = name {
                tests.push(child(module, name));
            }
        }
    }
    tests
}

/// Returns the module of each name that `lib.rs` imports from a module.
fn imported(files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let root = files.get("").map_or("", String::as_str);
    let statements = root.match_indices("use ").filter(|(at, _)| {
        let before = root[..*at].lines().next_back().unwrap_or_default();
        root[..*at].ends_with('\n') || before.starts_with("pub")
    });
    let mut paths = Vec::new();
    for (at, word) in statements {
        tree(&root[at + word.len()..], Vec::new(), &mut paths);
    }
    let mut imported = BTreeMap::new();
    for path in paths {
        let module = nearest(&path, files);
        if let Some(name) = path.last()
            && !module.is_empty()
            && path.join("::") != module
        {
            imported.insert(name.clone(), module);
        }
    }
    imported
}

/// Returns the modules that a file uses.
fn used(
    module: &str,
    text: &str,
    files: &BTreeMap<String, String>,
    imported: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let product = text.split("#[cfg(test)]\nmod tests {").next();
    let lines = product.unwrap_or_default().lines();
    let code: Vec<&str> = lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut found = BTreeSet::new();
    for (word, base) in [("crate::", ""), ("super::", parent(module))] {
        for (at, _) in code.match_indices(word) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut paths = Vec::new();
            let from = base.split("::").filter(|part| !part.is_empty());
            let from = from.map(str::to_owned).collect();
            tree(&code[at + word.len()..], from, &mut paths);
            found.extend(paths.iter().map(|path| {
                let of_root = path.first().and_then(|name| imported.get(name));
                match nearest(path, files) {
                    root if root.is_empty() => of_root.cloned().unwrap_or(root),
                    module => module,
                }
            }));
        }
    }
    found
}

/// Reads a path or a tree of paths; returns the text after it.
fn tree<'a>(mut rest: &'a str, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) -> &'a str {
    loop {
        rest = rest.trim_start();
        if let Some(mut inside) = rest.strip_prefix('{') {
            loop {
                inside = tree(inside, path.clone(), paths).trim_start();
                match inside.strip_prefix(',') {
                    Some(next) => inside = next,
                    None => return inside.strip_prefix('}').unwrap_or(inside),
                }
            }
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match word {
            "super" => drop(path.pop()),
            "" | "self" => {}
            word => path.push(word.to_owned()),
        }
        match after.strip_prefix("::") {
            Some(next) if !word.is_empty() => rest = next,
            _ => {
                paths.push(path);
                let renamed = after.strip_prefix(" as ");
                return renamed.map_or(after, |name| name.trim_start_matches(is_word));
            }
        }
    }
}

/// Returns the module that a path leads to or into.
fn nearest(path: &[String], files: &BTreeMap<String, String>) -> String {
    let mut module = path.join("::");
    while !files.contains_key(&module) && !module.is_empty() {
        module = parent(&module).to_owned();
    }
    module
}

fn parent(module: &str) -> &str {
    module.rsplit_once("::").map_or("", |(parent, _)| parent)
}

fn child(module: &str, name: &str) -> String {
    match module {
        "" => name.to_owned(),
        module => format!("{module}::{name}"),
    }
}

/// Whether a module is another or below it.
fn is_within(module: &str, other: &str) -> bool {
    let rest = module.strip_prefix(other);
    other.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::cycle;

    #[test]
    fn cycles_are_found_and_parents_are_no_cycle() {
        for (files, expected) in [
            (&[("a", "use crate::b::B;"), ("b", "")][..], ""),
            (
                &[("a", "use crate::b::B;"), ("b", "use crate::a::A;")],
                "a, b",
            ),
            (&[("a", "// crate::b"), ("b", "use crate::a::A;")], ""),
            (
                &[
                    ("a", "use crate::{c, b::{self as x, B}};"),
                    ("b", "fn f() { super::a::f() }"),
                    ("c", ""),
                ],
                "a, b",
            ),
            (
                &[
                    ("a", "use b::B;"),
                    ("a::b", "use super::A;\nuse crate::c::C;"),
                    ("c", ""),
                ],
                "",
            ),
            (
                &[
                    ("a", ""),
                    ("a::b", "use crate::c::C;"),
                    ("c", "use crate::a::b::B;"),
                ],
                "a::b, c",
            ),
            (
                &[
                    ("", "#[cfg(test)]\nmod t;"),
                    ("a", ""),
                    ("t", "use crate::a::A;"),
                ],
                "",
            ),
            (
                &[
                    ("", "pub use b::{B, c::C as D};"),
                    ("a", "use crate::B;"),
                    ("b", "use crate::a::A;"),
                ],
                "a, b",
            ),
            (
                &[
                    ("a", "#[cfg(test)]\nmod tests { use crate::b; }"),
                    ("b", "use crate::a;"),
                ],
                "",
            ),
        ] {
            let files = files
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
            let found: Vec<String> = cycle(&files.collect()).into_iter().collect();
            assert_eq!(found.join(", "), expected);
        }
    }
}
