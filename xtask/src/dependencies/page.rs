//! Compares `docs/security/crates.md` with the packages that cargo resolves.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::layers;

/// The page, from the root.
pub(super) const PAGE: &str = "docs/security/crates.md";

/// Crates without a row: they neither compute cryptography, nor read bytes of strangers, nor hold connections, nor keep
/// rows. Each with what it does.
const OTHERS: &[(&str, &str)] = &[
    ("ark-std", "traits of arkworks"),
    ("chrono-tz", "tables of time zones"),
    ("clang-sys", "only builds that write bindings again"),
    ("clap", "the command line of the operator"),
    ("clap_complete", "completions"),
    ("clap_mangen", "manual pages"),
    ("crc32fast", "finds mistyped credentials"),
    ("futures-util", "adapters of streams"),
    ("httpdate", "writes the date of a header"),
    ("indicatif", "progress on a terminal"),
    ("iso_currency", "the table of ISO 4217"),
    ("libm", "functions of numbers"),
    ("memchr", "finds words in memory"),
    ("metrics", "counters"),
    ("metrics-exporter-prometheus", "writes counters as text"),
    ("prettyplease", "only builds that write bindings again"),
    ("rayon", "threads for proofs"),
    ("rayon-core", "threads for proofs"),
    ("ring", "an option of rustls-webpki that no product uses"),
    ("serde_path_to_error", "names the field of an error"),
    (
        "sqlite-wasm-rs",
        "SQLite in a browser, where the store does not run",
    ),
    ("strsim", "the distance of two words"),
    ("sysinfo", "the load of the machine"),
    ("terminal_size", "the width of a terminal"),
    ("thiserror", "texts of errors"),
    ("tracing", "the log"),
    ("tracing-subscriber", "the log"),
    ("utoipa", "the document of the API"),
    ("utoipa-axum", "the document of the API"),
    ("utoipa-swagger-ui", "files of the API page"),
    (
        "wasm-bindgen-shared",
        "only the build of WebAssembly modules",
    ),
];

/// The crate of a row of the page.
#[derive(Debug, PartialEq)]
struct Row<'a> {
    name: &'a str,
    /// The beginning of a version, such as `0.6`.
    version: &'a str,
    licence: &'a str,
}

/// Returns one line for each row that differs from the resolved packages, and for each crate that has to have a row and
/// has none.
pub(super) fn check(metadata: &Value, page: &str) -> Vec<String> {
    let rows = rows(page);
    let mut broken: Vec<String> = rows
        .iter()
        .filter_map(|row| difference(metadata, row))
        .collect();
    let known = |name: &str| {
        rows.iter().any(|row| row.name == name) || OTHERS.iter().any(|(other, _)| *other == name)
    };
    let unnamed = needed(metadata).into_iter().filter(|name| !known(name));
    broken.extend(unnamed.map(|name| {
        format!("{name} has no row in {PAGE} and is not in OTHERS (xtask/src/dependencies/page.rs)")
    }));
    broken
}

/// Reads the rows, whose first cell names one crate or several of one version and licence.
fn rows(page: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let mut cells = line.split('|').skip(1).map(str::trim);
        let [names, version, licence] = [(); 3].map(|()| cells.next().unwrap_or_default());
        let names = names.split(',').map(|name| name.trim().trim_matches('`'));
        rows.extend(names.map(|name| Row {
            name,
            version,
            licence,
        }));
    }
    rows
}

/// Returns in what a row differs from the resolved package of its name and version.
fn difference(metadata: &Value, row: &Row<'_>) -> Option<String> {
    let Row {
        name,
        version,
        licence,
    } = row;
    let of_version = packages(metadata)
        .filter(|package| package["name"] == *name)
        .find(|package| is_version(package["version"].as_str().unwrap_or_default(), version));
    let Some(package) = of_version else {
        return Some(format!("{PAGE}: {name} {version} is not resolved by cargo"));
    };
    let stated = package["license"].as_str().unwrap_or_default();
    (alternatives(stated) != alternatives(licence))
        .then(|| format!("{PAGE}: the licence of {name} {version} is {stated:?}"))
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// Whether a version is the stated one, or begins with it.
fn is_version(version: &str, stated: &str) -> bool {
    version
        .strip_prefix(stated)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '+']))
}

/// Returns the licences between which an expression permits to choose, in one order. `/` is the old form of `OR`.
fn alternatives(expression: &str) -> BTreeSet<String> {
    let expression = expression.replace('/', " OR ");
    expression
        .split(" OR ")
        .map(|licence| licence.trim().to_owned())
        .collect()
}

/// Returns the crates that are direct dependencies of a crate of the product, and those that link a native library.
fn needed(metadata: &Value) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for package in packages(metadata) {
        let name = package["name"].as_str().unwrap_or_default();
        let is_own = package["source"].is_null();
        if !is_own && !package["links"].is_null() {
            names.insert(name);
        }
        let is_product = is_own && name != "xtask" && !layers::FOR_TESTS.contains(&name);
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let linked = dependencies
            .filter(|dependency| dependency["kind"].is_null() && dependency["path"].is_null());
        if is_product {
            names.extend(linked.filter_map(|dependency| dependency["name"].as_str()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HEAD: &str = "| crates | version | licence | kept by |\n|---|---|---|---|\n";

    #[test]
    fn rows_are_compared_with_the_resolved_packages() {
        let metadata = json!({ "packages": [
            { "name": "lockstep-seal", "source": null, "dependencies": [
                { "name": "cipher", "kind": null }, { "name": "serde_path_to_error", "kind": null },
                { "name": "checker", "kind": "dev" }, { "name": "lockstep-pq", "kind": null, "path": "crates/lockstep-pq" },
            ] },
            { "name": "xtask", "source": null, "dependencies": [{ "name": "spdx", "kind": null }] },
            { "name": "cipher", "source": "registry", "version": "0.11.1", "license": "MIT/Apache-2.0" },
            { "name": "native-sys", "source": "registry", "version": "2.0.1+c.7", "license": "ISC", "links": "native" },
        ] });
        let whole =
            "| `cipher` | 0.11 | Apache-2.0 OR MIT | Ada |\n| `native-sys` | 2.0.1 | ISC | Bo |\n";
        assert_eq!(check(&metadata, &format!("{HEAD}{whole}")), [] as [&str; 0]);
        for (from, to, expected) in [
            ("0.11", "0.1", "cipher 0.1 is not resolved"),
            ("0.11", "0.12", "cipher 0.12 is not resolved"),
            (
                "`cipher`",
                "`absent`, `cipher`",
                "absent 0.11 is not resolved",
            ),
            (
                "| ISC",
                "| MIT",
                "the licence of native-sys 2.0.1 is \"ISC\"",
            ),
            ("Apache-2.0 OR MIT", "MIT", "the licence of cipher 0.11"),
            ("| `native-sys`", "`native-sys`", "native-sys has no row"),
            ("| `cipher`", "`cipher`", "cipher has no row"),
        ] {
            let page = whole.replacen(from, to, 1);
            assert_ne!(page, whole, "{from}");
            let broken = check(&metadata, &format!("{HEAD}{page}"));
            assert_eq!(broken.len(), 1, "{from}: {broken:?}");
            assert!(broken[0].contains(expected), "{broken:?}");
        }
    }

    #[test]
    fn a_row_may_name_several_crates() {
        let row = |name| Row {
            name,
            version: "60",
            licence: "Apache-2.0",
        };
        let page = format!("{HEAD}| `arrow-array`, `arrow-ipc` | 60 | Apache-2.0 | Apache |\n");
        assert_eq!(rows(&page), [row("arrow-array"), row("arrow-ipc")]);
    }
}
