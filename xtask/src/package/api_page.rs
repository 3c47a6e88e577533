//! The licence of Swagger UI, whose files a build script puts into the binary for the API page.

use std::path::Path;

use serde_json::Value;

use super::licences::{Library, items};
use crate::run::{output, program};

/// The crate with the archive of Swagger UI. Only a build script depends on it, so it is not among the linked crates.
const CRATE: &str = "utoipa-swagger-ui-vendored";
/// The folder of the archive in the crate.
const FOLDER: &str = "res";
/// The files with the licence and the notice that the licence requires to pass on.
const FILES: [&str; 2] = ["LICENSE", "NOTICE"];

/// Returns Swagger UI with its licence, its notice, and the names of the packages that its files contain.
pub(super) fn library(metadata: &Value) -> Result<Library, String> {
    let package = items(&metadata["packages"]).find(|package| package["name"] == CRATE);
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = manifest.ok_or_else(|| format!("`cargo metadata` does not list {CRATE}"))?;
    let archive = archive(&Path::new(manifest).with_file_name(FOLDER))?;
    let [_, notice] = FILES;
    let listed = unzip(&["-Z1", &archive, &format!("swagger-ui-*/{notice}")])?;
    let root = listed.trim().strip_suffix(&format!("/{notice}"));
    let root =
        root.ok_or_else(|| format!("{archive}: one {notice} is expected, found {listed:?}"))?;
    let read = |name: &str| unzip(&["-p", &archive, &format!("{root}/{name}")]);
    let about: Value = serde_json::from_str(&read("package.json")?)
        .map_err(|error| format!("{archive}: package.json: {error}"))?;
    let mut texts = Vec::new();
    for name in FILES {
        texts.push((name.to_owned(), read(name)?));
    }
    texts.push(("Packages in its files".to_owned(), packages(&about)?));
    let licence = about["license"].as_str().unwrap_or_default();
    Ok(Library {
        title: format!("{root}, {licence}"),
        authors: "SmartBear Software Inc. and contributors".to_owned(),
        texts,
    })
}

/// Returns the path of the only archive in a folder.
fn archive(folder: &Path) -> Result<String, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| super::at(folder, &error))?;
    let archives: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "zip"))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    match archives.as_slice() {
        [archive] => Ok(archive.clone()),
        _ => Err(format!(
            "{}: one archive is expected, found {}",
            folder.display(),
            archives.len()
        )),
    }
}

fn unzip(arguments: &[&str]) -> Result<String, String> {
    output(program("unzip", ".", arguments))
}

/// Returns the names and versions of the packages that a `package.json` needs at run time, one a line.
fn packages(about: &Value) -> Result<String, String> {
    let needed = about["dependencies"].as_object();
    let needed = needed.ok_or("package.json of Swagger UI names no dependencies")?;
    let lines: Vec<String> = needed
        .iter()
        .map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or_default()))
        .collect();
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use serde_json::json;

    use super::super::licences::metadata;
    use super::*;

    #[test]
    fn swagger_ui_is_listed_with_its_notice() {
        if Command::new("unzip").arg("-v").output().is_err() {
            println!("skipped: unzip is not installed (Debian: unzip)");
            return;
        }
        let found = library(&metadata().unwrap()).unwrap();
        assert!(found.title.starts_with("swagger-ui-5"), "{}", found.title);
        assert!(found.title.ends_with(", Apache-2.0"), "{}", found.title);
        let text = |name: &str| {
            let mut texts = found.texts.iter();
            let (_, text) = texts.find(|(known, _)| known == name).unwrap();
            text.clone()
        };
        assert!(text("LICENSE").contains("Apache License"));
        assert!(text("NOTICE").contains("SmartBear"));
        assert!(text("Packages in its files").contains("react "));
    }

    #[test]
    fn a_missing_archive_is_named() {
        let error = library(&json!({ "packages": [] })).err().unwrap();
        assert!(error.contains(CRATE), "{error}");
    }
}
