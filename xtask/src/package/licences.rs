//! Writes the licences of the libraries in the binary: Rust crates, Rust's standard library, npm packages of the console, and
//! Swagger UI. Most of them ask that every copy contains their text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::at;
use crate::run::{cargo, output, program, root};

/// The package of the binary.
const BINARY: &str = "lockstep-server";
/// The text of the licence under which the standard library is used.
const APACHE: &str = "LICENSE-APACHE";
/// How the names of files with a licence begin, in capital letters.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "NOTICE",
    "COPYRIGHT",
    "UNLICENSE",
];

/// A library with the texts of its licences.
pub(super) struct Library {
    /// The name, the version and the licence.
    pub(super) title: String,
    pub(super) authors: String,
    /// Each text with the name of its file.
    pub(super) texts: Vec<(String, String)>,
}

/// Writes the licences of the crates, and then those of the other libraries, into a file.
pub(super) fn write(file: &Path, metadata: &Value, others: Vec<Library>) -> Result<(), String> {
    let linked = linked(metadata)?;
    let crates: Result<Vec<Library>, String> = linked.into_iter().map(read).collect();
    let mut libraries = crates?;
    libraries.push(standard_library()?);
    libraries.extend(others);
    fs::write(file, rendered(&libraries)).map_err(|error| at(file, &error))
}

/// Returns Rust's standard library, which `cargo metadata` does not list. It is under MIT or Apache-2.0, like this project,
/// whose copy of the second text is the one that is written.
fn standard_library() -> Result<Library, String> {
    let version = output(program("rustc", ".", &["--version"]))?;
    let file = root().join(APACHE);
    let text = fs::read_to_string(&file).map_err(|error| at(&file, &error))?;
    Ok(Library {
        title: format!(
            "the standard library of {}, MIT OR Apache-2.0",
            version.trim()
        ),
        authors: "The Rust Project contributors".to_owned(),
        texts: vec![(APACHE.to_owned(), text)],
    })
}

/// Returns the packages that cargo resolves for this machine.
pub(super) fn metadata() -> Result<Value, String> {
    let target = output(program("rustc", ".", &["--print", "host-tuple"]))?;
    let metadata = output(cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        target.trim(),
    ]))?;
    serde_json::from_str(&metadata).map_err(|error| error.to_string())
}

/// Returns the packages of other authors that are linked into the binary. Procedural macros, and dependencies of builds
/// and tests, are not.
fn linked(metadata: &Value) -> Result<Vec<&Value>, String> {
    let packages = by_id(&metadata["packages"]);
    let nodes = by_id(&metadata["resolve"]["nodes"]);
    let binary = packages
        .iter()
        .find(|(_, package)| package["name"] == BINARY);
    let (id, _) = binary.ok_or("`cargo metadata` does not list the binary")?;
    let (mut reached, mut waiting) = (BTreeSet::new(), vec![*id]);
    while let Some(id) = waiting.pop() {
        let (Some(package), Some(node)) = (packages.get(id), nodes.get(id)) else {
            return Err(format!("`cargo metadata` does not resolve {id}"));
        };
        if is_macro(package) || !reached.insert(id) {
            continue;
        }
        let dependencies = items(&node["deps"]).filter(|dependency| is_linked(dependency));
        waiting.extend(dependencies.filter_map(|dependency| dependency["pkg"].as_str()));
    }
    let packages = reached
        .into_iter()
        .filter_map(|id| packages.get(id).copied());
    Ok(packages
        .filter(|package| !package["source"].is_null())
        .collect())
}

fn by_id(list: &Value) -> BTreeMap<&str, &Value> {
    items(list)
        .filter_map(|item| Some((item["id"].as_str()?, item)))
        .collect()
}

pub(super) fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn is_macro(package: &Value) -> bool {
    let mut kinds = items(&package["targets"]).flat_map(|target| items(&target["kind"]));
    kinds.any(|kind| kind == "proc-macro")
}

/// Whether a dependency is more than one of builds or tests, whose kinds have names.
fn is_linked(dependency: &Value) -> bool {
    items(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null())
}

/// Reads the licences of a crate.
fn read(package: &Value) -> Result<Library, String> {
    let text = |field: &str| package[field].as_str().unwrap_or_default().to_owned();
    let manifest = PathBuf::from(text("manifest_path"));
    let folder = manifest.parent().ok_or("a package has no folder")?;
    let authors: Vec<&str> = items(&package["authors"])
        .filter_map(Value::as_str)
        .collect();
    Ok(Library {
        title: format!("{} {}, {}", text("name"), text("version"), text("license")),
        authors: authors.join(", "),
        texts: texts(folder)?,
    })
}

/// Reads the texts of the licences in the folder of a package. A library in another language has its own, one folder
/// below.
pub(super) fn texts(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut texts = Vec::new();
    for path in sorted(folder)? {
        if path.is_dir() {
            for path in sorted(&path)? {
                texts.extend(licence(&path)?);
            }
        } else {
            texts.extend(licence(&path)?);
        }
    }
    Ok(texts)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    Ok(paths)
}

/// Returns the name and the text of a file, if it is a licence.
fn licence(path: &Path) -> Result<Option<(String, String)>, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if !path.is_file() || !is_licence(&name) {
        return Ok(None);
    }
    let bytes = fs::read(path).map_err(|error| at(path, &error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some((name.into_owned(), text)))
}

fn is_licence(name: &str) -> bool {
    let capital = name.to_ascii_uppercase();
    let is_code = Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "rs");
    NAMES.iter().any(|begin| capital.starts_with(begin)) && !is_code
}

/// Renders the libraries, each text once.
fn rendered(libraries: &[Library]) -> String {
    let mut parts = vec![
        "The binary of Lockstep contains the libraries below, each under its own licence."
            .to_owned(),
    ];
    let mut printed: BTreeMap<&str, String> = BTreeMap::new();
    for library in libraries {
        let title = &library.title;
        parts.push(format!("==== {title}\nAuthors: {}", library.authors));
        if library.texts.is_empty() {
            parts.push("The package contains no text of its licence.".to_owned());
        }
        for (name, text) in &library.texts {
            match printed.get(text.trim()) {
                Some(first) => parts.push(format!("{name}: the text is that of {first}")),
                None => {
                    printed.insert(text.trim(), format!("{name} of {title}"));
                    parts.push(format!("{name}:\n\n{}", text.trim()));
                }
            }
        }
    }
    parts.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_libraries_that_are_linked_are_listed() {
        let package = |name: &str, kind: &str| json!({ "id": name, "name": name, "source": "registry", "targets": [{ "kind": [kind] }] });
        let needs =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let mut own = package(BINARY, "lib");
        own["source"] = Value::Null;
        let metadata = json!({
            "packages": [
                own, package("a", "lib"), package("b", "lib"), package("c", "proc-macro"), package("d", "lib"),
                package("e", "lib"), package("f", "lib"),
            ],
            "resolve": { "nodes": [
                { "id": BINARY, "deps": [
                    needs("a", Value::Null), needs("c", Value::Null), needs("e", json!("build")), needs("f", json!("dev")),
                ] },
                { "id": "a", "deps": [needs("b", Value::Null)] },
                { "id": "b", "deps": [needs("a", Value::Null)] },
                { "id": "c", "deps": [needs("d", Value::Null)] },
                { "id": "d", "deps": [] }, { "id": "e", "deps": [] }, { "id": "f", "deps": [] },
            ] },
        });
        let found = linked(&metadata).unwrap();
        let names: Vec<&str> = found
            .iter()
            .filter_map(|package| package["name"].as_str())
            .collect();
        assert_eq!(names, ["a", "b"]);
        linked(&json!({ "packages": [] })).unwrap_err();
    }

    #[test]
    fn the_standard_library_is_listed_with_the_text_of_its_licence() {
        let library = standard_library().unwrap();
        assert!(library.title.contains("rustc 1."), "{}", library.title);
        assert!(library.texts[0].1.contains("Apache License"));
    }

    #[test]
    fn files_of_licences_are_told_from_others() {
        for (name, is) in [
            ("LICENSE", true),
            ("LICENSE-APACHE-2.0", true),
            ("license.md", true),
            ("COPYING", true),
            ("licensee.rs", false),
            ("README.md", false),
        ] {
            assert_eq!(is_licence(name), is, "{name}");
        }
    }

    #[test]
    fn a_text_is_printed_once() {
        let library = |title: &str, texts: &[&str]| Library {
            title: title.to_owned(),
            authors: "Ada".to_owned(),
            texts: texts
                .iter()
                .map(|text| ("LICENSE".to_owned(), (*text).to_owned()))
                .collect(),
        };
        let libraries = [
            library("a 1, MIT", &["Permission\n"]),
            library("b 2, MIT", &["Permission"]),
            library("c 3, MIT", &[]),
        ];
        let text = rendered(&libraries);
        assert_eq!(text.matches("Permission").count(), 1, "{text}");
        assert!(
            text.contains("LICENSE: the text is that of LICENSE of a 1, MIT"),
            "{text}"
        );
        assert!(text.contains("no text of its licence"), "{text}");
    }
}
