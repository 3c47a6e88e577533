//! `cargo xtask dependencies`: checks the licence, the source and the name of every dependency on
//! every target with `cargo metadata`, and the page on the crates that matter (`page.rs`). Advisories are checked by
//! `cargo audit` against a database on disk (CONTRIBUTING.md), because a build machine may not reach the internet.
//!
//! `cargo-deny` checks the same, but a fresh machine would first compile its 211 crates.

use serde_json::Value;

use crate::run::{cargo, output, root};

mod page;

/// The targets that the product and its libraries are built for.
const TARGETS: &[&str] = &[
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "wasm32-unknown-unknown",
];

/// The accepted licences, as SPDX names them.
const LICENSES: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
    "Unicode-3.0",
];

/// Tools under another licence: only dev-dependencies, so that no part of them is in a product.
const TOOLS: &[(&str, &str)] = &[("cbindgen", "MPL-2.0")];

/// Crates that must not be a dependency, and the reason.
const BANNED: &[(&str, &str)] = &[
    ("openssl", "TLS is rustls, AEAD is aws-lc-rs"),
    ("native-tls", "TLS is rustls"),
    ("rumqttd", "open advisories"),
    ("pqcrypto", "unmaintained: use libcrux and aws-lc-rs"),
    (
        "sqlx-sqlite",
        "one binary cannot link two versions of SQLite",
    ),
];

/// The only source of dependencies, as `Cargo.lock` names it.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Fails with one line for each dependency that breaks a rule.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut arguments = vec![
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--all-features",
    ];
    for target in TARGETS {
        arguments.extend(["--filter-platform", target]);
    }
    let text = output(cargo(&arguments))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let (packages, mut broken) = check(&metadata)?;
    let text = std::fs::read_to_string(root().join(page::PAGE))
        .map_err(|error| format!("{}: {error}", page::PAGE))?;
    broken.extend(page::check(&metadata, &text));
    if broken.is_empty() {
        println!("dependencies: {packages} packages, each rule holds");
        return Ok(());
    }
    for line in &broken {
        eprintln!("  {line}");
    }
    Err(format!("{} broken", broken.len()))
}

/// Returns the number of packages and a line for each broken rule.
fn check(metadata: &Value) -> Result<(usize, Vec<String>), String> {
    let packages = metadata["packages"]
        .as_array()
        .filter(|packages| !packages.is_empty())
        .ok_or("`cargo metadata` lists no package")?;
    let members = metadata["workspace_members"]
        .as_array()
        .ok_or("`cargo metadata` lists no member of the workspace")?;
    let mut broken = Vec::new();
    for package in packages {
        let name = package["name"].as_str().ok_or("a package has no name")?;
        let version = package["version"].as_str().unwrap_or_default();
        let mut add = |text: String| broken.push(format!("{name} {version}: {text}"));
        match package["license"].as_str().map(accepts) {
            None => add("states no licence in its manifest".to_owned()),
            Some(Err(reason)) => add(reason),
            Some(Ok(false)) if is_tool(package) => {}
            Some(Ok(false)) => add(format!(
                "the licence {} is not in LICENSES (xtask/src/dependencies.rs)",
                package["license"]
            )),
            Some(Ok(true)) => {}
        }
        match package["source"].as_str() {
            Some(SOURCE) => {}
            None if members.contains(&package["id"]) => {
                for dependency in wildcards(package) {
                    add(format!(
                        "the dependency {dependency} accepts every version; name one"
                    ));
                }
                for tool in tools_in_products(package) {
                    add(format!("{tool} is a tool: only a dev-dependency"));
                }
            }
            None => add("is outside of the workspace; use a published version".to_owned()),
            Some(other) => add(format!("its source {other} is not crates.io")),
        }
        if let Some((_, reason)) = BANNED.iter().find(|(banned, _)| *banned == name) {
            add(format!("is banned: {reason}"));
        }
    }
    Ok((packages.len(), broken))
}

/// Returns the dependencies of a member that name neither a version nor a path.
fn wildcards(package: &Value) -> impl Iterator<Item = &str> {
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    dependencies
        .filter(|dependency| dependency["req"] == "*" && dependency["path"].is_null())
        .filter_map(|dependency| dependency["name"].as_str())
}

/// Returns whether the package is a tool under the licence that [`TOOLS`] accepts.
fn is_tool(package: &Value) -> bool {
    let is =
        |(name, license): &(&str, &str)| package["name"] == *name && package["license"] == *license;
    TOOLS.iter().any(is)
}

/// Returns the tools that a member uses in more than its tests.
fn tools_in_products(package: &Value) -> impl Iterator<Item = &str> {
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    dependencies
        .filter(|dependency| dependency["kind"] != "dev")
        .filter_map(|dependency| dependency["name"].as_str())
        .filter(|name| TOOLS.iter().any(|(tool, _)| tool == name))
}

/// Returns whether the accepted licences satisfy an SPDX expression. `/` is the old form of `OR`.
fn accepts(expression: &str) -> Result<bool, String> {
    let parsed =
        spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX).map_err(|error| {
            format!(
                "the licence {expression:?} is not an SPDX expression: {}",
                error.reason
            )
        })?;
    Ok(parsed.evaluate(|requirement| LICENSES.contains(&requirement.to_string().as_str())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn expressions() {
        for (expression, accepted) in [
            ("MIT", Some(true)),
            ("GPL-3.0-only", Some(false)),
            ("MIT OR GPL-3.0-only", Some(true)),
            ("MIT AND GPL-3.0-only", Some(false)),
            ("MIT/Apache-2.0", Some(true)),
            ("GPL-2.0 / LGPL-2.1", Some(false)),
            ("GPL-3.0-only OR MIT AND MPL-2.0", Some(false)),
            ("(GPL-3.0-only OR MIT) AND ISC", Some(true)),
            ("(GPL-3.0-only OR MPL-2.0) AND ISC", Some(false)),
            ("Apache-2.0 WITH LLVM-exception", Some(true)),
            ("GPL-3.0-only WITH LLVM-exception", Some(false)),
            ("MIT WITH unknown-exception", None),
            ("", None),
            ("MIT OR", None),
            ("(MIT", None),
            ("MIT)", None),
            ("MIT Apache-2.0", None),
            ("AND MIT", None),
            ("MIT WITH", None),
        ] {
            assert_eq!(accepts(expression).ok(), accepted, "{expression:?}");
        }
    }

    #[test]
    fn packages() {
        let member = json!({
            "id": "a", "name": "a", "version": "0.1.0", "license": "MIT", "source": null,
            "dependencies": [{ "name": "b", "req": "^1", "path": null }],
        });
        let outside = json!({
            "id": "b", "name": "b", "version": "1.0.0", "license": "MIT", "source": SOURCE,
        });
        let with = |package: &Value, field: &str, value: Value| {
            let mut changed = package.clone();
            changed[field] = value;
            changed
        };
        for (package, expected) in [
            (member.clone(), ""),
            (outside.clone(), ""),
            (
                with(&outside, "license", Value::Null),
                "states no licence in its manifest",
            ),
            (
                with(&outside, "license", json!("GPL-3.0-only")),
                "is not in LICENSES",
            ),
            (
                with(&outside, "license", json!("MIT OR")),
                "is not an SPDX expression",
            ),
            (
                with(&outside, "source", json!("git+https://host.example/b")),
                "is not crates.io",
            ),
            (
                with(&outside, "source", Value::Null),
                "outside of the workspace",
            ),
            (with(&outside, "name", json!("openssl")), "is banned"),
            (
                with(
                    &with(&outside, "name", json!("cbindgen")),
                    "license",
                    json!("MPL-2.0"),
                ),
                "",
            ),
            (
                with(&outside, "license", json!("MPL-2.0")),
                "is not in LICENSES",
            ),
            (
                with(
                    &member,
                    "dependencies",
                    json!([{ "name": "cbindgen", "req": "^0.29", "kind": null }]),
                ),
                "only a dev-dependency",
            ),
            (
                with(
                    &member,
                    "dependencies",
                    json!([{ "name": "cbindgen", "req": "^0.29", "kind": "dev" }]),
                ),
                "",
            ),
            (
                with(
                    &member,
                    "dependencies",
                    json!([{ "name": "b", "req": "*" }]),
                ),
                "accepts every version",
            ),
        ] {
            let metadata = json!({ "packages": [package], "workspace_members": ["a"] });
            let (_, broken) = check(&metadata).unwrap();
            let found = broken.join("\n");
            assert_eq!(found.is_empty(), expected.is_empty(), "{found}");
            assert!(found.contains(expected), "{expected:?} is not in {found:?}");
        }
        let nothing = json!({ "packages": [], "workspace_members": [] });
        check(&nothing).unwrap_err();
    }
}
