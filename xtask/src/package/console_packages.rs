//! The licences of the npm packages whose code is in the web console, which the binary contains.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::at;
use super::licences::{Library, texts};
use crate::run::{program, root, succeed};

/// The folder of the console.
const CONSOLE: &str = "console";
/// The part of a path after which the name of a package begins.
const PACKAGES: &str = "node_modules/";
/// Packages of declarations for the compiler, without code.
const DECLARATIONS: &str = "@types/";

/// A package of the lock file.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LockedPackage {
    name: String,
    version: String,
    /// The folder, relative to that of the console.
    path: String,
}

/// Returns the packages with their licences, sorted by name and version. Installs the packages of the lock file if one
/// of them is not installed.
pub(super) fn libraries() -> Result<Vec<Library>, String> {
    let console = root().join(CONSOLE);
    let packages = bundled(&json(&console.join("package-lock.json"))?)?;
    if !packages
        .iter()
        .all(|package| is_installed(&console, package))
    {
        println!("package: installing the packages of the console, whose licences are listed");
        let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
        succeed(program("npm", CONSOLE, &install))?;
    }
    packages
        .iter()
        .map(|package| library(&console.join(&package.path)))
        .collect()
}

/// Returns the packages that the console needs in the browser. Packages that only its build and its tests need are not
/// in the built files.
fn bundled(lock: &Value) -> Result<BTreeSet<LockedPackage>, String> {
    let packages = lock["packages"]
        .as_object()
        .ok_or("package-lock.json lists no packages")?;
    let mut found = BTreeSet::new();
    for (path, package) in packages {
        let is_of_build = ["dev", "devOptional"]
            .iter()
            .any(|field| package[*field].as_bool() == Some(true));
        // The first entry is the console itself, without a path.
        let Some((_, name)) = path.rsplit_once(PACKAGES) else {
            continue;
        };
        if is_of_build || name.starts_with(DECLARATIONS) {
            continue;
        }
        let version = package["version"]
            .as_str()
            .ok_or_else(|| format!("package-lock.json: {path} has no version"))?;
        found.insert(LockedPackage {
            name: name.to_owned(),
            version: version.to_owned(),
            path: path.clone(),
        });
    }
    Ok(found)
}

fn is_installed(console: &Path, package: &LockedPackage) -> bool {
    json(&console.join(&package.path).join("package.json"))
        .is_ok_and(|found| found["version"] == package.version.as_str())
}

fn library(folder: &Path) -> Result<Library, String> {
    let package = json(&folder.join("package.json"))?;
    Ok(Library {
        title: title(&package),
        authors: author(&package).to_owned(),
        texts: texts(folder)?,
    })
}

fn title(package: &Value) -> String {
    let text = |field: &str| package[field].as_str().unwrap_or_default();
    format!(
        "{} {} (npm), {}",
        text("name"),
        text("version"),
        text("license")
    )
}

/// Returns the author, which is a text or an object with a name.
fn author(package: &Value) -> &str {
    let author = &package["author"];
    author
        .as_str()
        .or_else(|| author["name"].as_str())
        .unwrap_or_default()
}

fn json(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file).map_err(|error| at(file, &error))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn packages_of_the_build_are_not_listed() {
        let lock = json!({ "packages": {
            "": { "version": "0.1.0" },
            "node_modules/b": { "version": "2.0.0" },
            "node_modules/@scope/a": { "version": "1.0.0" },
            "node_modules/b/node_modules/c": { "version": "3.0.0" },
            "node_modules/builder": { "version": "1.0.0", "dev": true },
            "node_modules/csstype": { "version": "1.0.0", "devOptional": true },
            "node_modules/@types/b": { "version": "1.0.0" },
        } });
        let names: Vec<String> = bundled(&lock)
            .unwrap()
            .into_iter()
            .map(|package| format!("{} {} {}", package.name, package.version, package.path))
            .collect();
        assert_eq!(
            names,
            [
                "@scope/a 1.0.0 node_modules/@scope/a",
                "b 2.0.0 node_modules/b",
                "c 3.0.0 node_modules/b/node_modules/c",
            ]
        );
        bundled(&json!({})).unwrap_err();
    }

    #[test]
    fn the_lock_file_of_the_console_names_react_and_no_build_tool() {
        let lock = json(&root().join(CONSOLE).join("package-lock.json")).unwrap();
        let packages = bundled(&lock).unwrap();
        let has = |name: &str| packages.iter().any(|package| package.name == name);
        assert!(has("react") && has("radix-ui") && has("uplot"));
        assert!(!has("vite") && !has("vitest") && !has("@types/react"));
    }

    #[test]
    fn titles_and_authors_are_read_from_the_package() {
        let package =
            json!({ "name": "uplot", "version": "1.6.32", "license": "MIT", "author": "Ada" });
        assert_eq!(title(&package), "uplot 1.6.32 (npm), MIT");
        assert_eq!(author(&package), "Ada");
        assert_eq!(author(&json!({ "author": { "name": "Bo" } })), "Bo");
        assert_eq!(author(&json!({})), "");
    }
}
