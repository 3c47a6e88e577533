//! `cargo xtask tidy`: checks the rules of ARCHITECTURE.md that neither the compiler nor clippy
//! checks.
//!
//! A rule checks one source file, by its path from the root and its text, and returns the lines
//! that break it. Test code is exempt: code in `tests/`, in `tests.rs`, or after a file's
//! `#[cfg(test)]`.

use std::path::Path;

use crate::run::{output, program, root};
use crate::test_files::is_test;
use crate::{conformance, cycles, layers, lengths, metric_names, promises, stated_figures};

/// A rule: its requirement, the files that may break it, and the check of a line.
struct Rule {
    requirement: &'static str,
    /// Whether the file is allowed to break the rule.
    is_exempt: fn(&str) -> bool,
    /// Whether the line breaks the rule.
    breaks: fn(&str) -> bool,
}

const RULES: &[Rule] = &[
    Rule {
        requirement: "only store.rs files, store/ folders and lockstep-store hold SQL",
        is_exempt: |path| {
            path.starts_with("crates/lockstep-store/")
                || path.ends_with("/store.rs")
                || path.contains("/store/")
                || !path.starts_with("crates/")
        },
        breaks: |line| {
            let text = line.trim_start().trim_start_matches(['"', '&', '(']);
            let quoted = line.contains('"');
            let begins = [
                "SELECT ",
                "INSERT INTO ",
                "UPDATE ",
                "DELETE FROM ",
                "CREATE TABLE ",
                "PRAGMA ",
            ];
            quoted
                && begins
                    .iter()
                    .any(|word| text.starts_with(word) || line.contains(&format!("\"{word}")))
        },
    },
    Rule {
        requirement: "only lockstep-config reads the environment",
        is_exempt: |path| path == "crates/lockstep-config/src/lib.rs" || path.starts_with("xtask/"),
        breaks: |line| line.contains("env::var") || line.contains("env::args"),
    },
    Rule {
        requirement: "only lockstep-store reads the clock or makes ids and randomness",
        is_exempt: |path| {
            path.starts_with("crates/lockstep-store/")
                || path.starts_with("xtask/")
                || is_layer_0(path)
        },
        breaks: |line| {
            [
                "SystemTime::now",
                "Instant::now",
                "getrandom::",
                "rand::rng",
                "thread_rng",
                "now_v7",
                "Timestamp::now",
                "Zoned::now",
            ]
            .iter()
            .any(|word| line.contains(word))
        },
    },
    Rule {
        requirement: "layer 0 has no clock, no environment, no files, no network, no randomness of its own",
        // Callers in other languages pass no entropy, so their library draws it.
        is_exempt: |path| !is_layer_0(path) || path == "crates/lockstep-ffi/src/entropy.rs",
        breaks: |line| {
            [
                "SystemTime::now",
                "Instant::now",
                "std::env",
                "std::fs",
                "std::net",
                "tokio::",
                "getrandom::fill",
                "OsRng",
                "thread_rng",
            ]
            .iter()
            .any(|word| line.contains(word))
        },
    },
    Rule {
        requirement: "only lockstep-web chooses the status of an error and renders it",
        is_exempt: |path| {
            path.starts_with("crates/lockstep-web/")
                || !path.starts_with("crates/lockstep-")
                // 304 is not an error: the browser has the file.
                || path == "crates/lockstep-console/src/lib.rs"
        },
        breaks: |line| line.contains("StatusCode::") || line.contains("impl IntoResponse for"),
    },
    Rule {
        requirement: "a route is registered by Routes::allow or Routes::open, which document and guard it",
        is_exempt: |path| {
            path == "crates/lockstep-web/src/routes.rs"
                // The separate Prometheus listener, which serves nothing else.
                || path == "crates/lockstep-server/src/commands/serve.rs"
                // The document of the API and its page, which are not part of the API.
                || path == "crates/lockstep-console/src/pages.rs"
                // The files of the console, which are not part of the API either.
                || path == "crates/lockstep-console/src/lib.rs"
        },
        breaks: |line| line.contains("axum::routing") || line.contains(".route(\""),
    },
    Rule {
        requirement: "only lockstep-vault and lockstep-encryption use the opened secrets of keys",
        is_exempt: |path| {
            path.starts_with("crates/lockstep-vault/")
                || path.starts_with("crates/lockstep-encryption/")
        },
        breaks: |line| line.contains("lockstep_vault::material"),
    },
    Rule {
        requirement: "device.rs, point.rs and user.rs must not use axum",
        is_exempt: |path| {
            !path.ends_with("/device.rs")
                && !path.ends_with("/user.rs")
                && !path.ends_with("/point.rs")
        },
        breaks: |line| line.starts_with("use axum"),
    },
];

/// Returns an error with every violation, one on each line.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut broken = layers::check()?;
    broken.extend(cycles::check(&root())?);
    let listed = output(program(
        "git",
        ".",
        &[
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "*.rs",
        ],
    ))?;
    let mut writes: Vec<(String, String)> = Vec::new();
    let mut metrics: Vec<metric_names::Metric> = Vec::new();
    let mut sources: Vec<String> = Vec::new();
    for path in listed.lines() {
        let full = root().join(path);
        if !full.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&full).map_err(|error| format!("{path}: {error}"))?;
        broken.extend(violations(path, &text));
        broken.extend(lengths::check(path, &text));
        writes.extend(names_of_writes(path, &text));
        metrics.extend(metric_names::recorded(path, &text));
        sources.push(text);
    }
    broken.extend(promises::check(&sources)?);
    broken.extend(stated_figures::check()?);
    broken.extend(metric_names::check(&metrics)?);
    broken.extend(conformance::check(&listed.lines().collect::<Vec<_>>())?);
    broken.extend(twice(&writes));
    broken.extend(manifests(&root()));
    broken.sort();
    if broken.is_empty() {
        println!("tidy: every invariant holds");
        return Ok(());
    }
    for line in &broken {
        eprintln!("  {line}");
    }
    Err(format!("{} broken", broken.len()))
}

/// Returns the lines of one file that break a rule.
fn violations(path: &str, text: &str) -> Vec<String> {
    if is_test(path)
        || path == "xtask/src/tidy.rs"
        || !(path.starts_with("crates/") || path.starts_with("xtask/"))
    {
        return Vec::new();
    }
    let mut broken = Vec::new();
    for (number, line) in product(text) {
        if line.trim_start().starts_with("//") {
            continue;
        }
        for rule in RULES {
            if (rule.breaks)(line) && !(rule.is_exempt)(path) {
                broken.push(format!("{path}:{number}: {}", rule.requirement));
            }
        }
    }
    broken
}

/// Returns the names of writing transactions, each of which must be unique.
fn names_of_writes(path: &str, text: &str) -> Vec<(String, String)> {
    if is_test(path) || !path.starts_with("crates/") {
        return Vec::new();
    }
    let flat: String = product(text)
        .map(|(_, line)| line.trim())
        .collect::<Vec<_>>()
        .join(" ");
    let mut names = Vec::new();
    for part in flat.split(".write").skip(1) {
        let Some(open) = part.find('(') else { continue };
        if !part[..open]
            .chars()
            .all(|c| "<>:_, ".contains(c) || c.is_alphanumeric())
        {
            continue;
        }
        let name = part[open + 1..]
            .trim_start()
            .strip_prefix('"')
            .and_then(|rest| rest.split('"').next());
        if let Some(name) = name.filter(|name| name.contains('.')) {
            names.push((name.to_owned(), path.to_owned()));
        }
    }
    names
}

fn twice(writes: &[(String, String)]) -> Vec<String> {
    let mut sorted = writes.to_vec();
    sorted.sort();
    sorted
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| {
            format!(
                "{}: the transaction name {:?} is also used in {}",
                pair[1].1, pair[0].0, pair[0].1
            )
        })
        .collect()
}

/// Checks that every crate of the workspace forbids unsafe code, or denies it if SIMD needs a
/// module with it, takes the workspace's lints, and has a README whose example is a doctest.
fn manifests(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    let Ok(folders) = std::fs::read_dir(root.join("crates")) else {
        return broken;
    };
    for folder in folders.flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(folder.path().join("src/lib.rs")).unwrap_or_default();
        if !text.contains("#![forbid(unsafe_code)]") && !text.contains("#![deny(unsafe_code)]") {
            broken.push(format!(
                "crates/{name}/src/lib.rs: must forbid unsafe_code (or deny it, with SIMD)"
            ));
        }
        let readme = std::fs::read_to_string(folder.path().join("README.md")).unwrap_or_default();
        if !text.contains("#![doc = include_str!(\"../README.md\")]") || !readme.contains("```rust")
        {
            broken.push(format!(
                "crates/{name}/README.md: must be the documentation of the crate, with an example"
            ));
        }
        let manifest =
            std::fs::read_to_string(folder.path().join("Cargo.toml")).unwrap_or_default();
        if !manifest.contains("[lints]\nworkspace = true") {
            broken.push(format!(
                "crates/{name}/Cargo.toml: must use the workspace's lints"
            ));
        }
    }
    broken
}

fn is_layer_0(path: &str) -> bool {
    layers::LAYER_0
        .iter()
        .any(|name| path.starts_with(&format!("crates/{name}/src/")))
}

/// Returns the numbered lines up to the file's own tests.
fn product(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    numbered.take_while(|(_, line)| *line != "#[cfg(test)]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_finds_its_violations() {
        let server = "crates/lockstep-server/src/app.rs";
        let operations = "crates/lockstep-fitness/src/operations.rs";
        for (path, line, caught) in [
            (
                operations,
                r#"    tx.query("SELECT id FROM series", &[], |row| row.at(0))"#,
                true,
            ),
            (
                operations,
                r#"        "UPDATE device SET name = ?1","#,
                true,
            ),
            (
                "crates/lockstep-fitness/src/store.rs",
                r#""SELECT id FROM series""#,
                false,
            ),
            (
                "crates/lockstep-points/src/store/page.rs",
                r#""SELECT id FROM series""#,
                false,
            ),
            (operations, "// SELECT is what store.rs says", false),
            (server, r#"let home = std::env::var("HOME");"#, true),
            (
                "crates/lockstep-config/src/lib.rs",
                "std::env::vars_os()",
                false,
            ),
            (server, "let now = std::time::Instant::now();", true),
            (
                "crates/lockstep-store/src/clock.rs",
                "SystemTime::now()",
                false,
            ),
            ("crates/lockstep-zk/src/lib.rs", "use std::fs::File;", true),
            (
                "crates/lockstep-zk/src/lib.rs",
                "let start = Instant::now();",
                true,
            ),
            (
                "crates/lockstep-fitness/src/api_a.rs",
                "return StatusCode::NOT_FOUND.into_response();",
                true,
            ),
            (
                "crates/lockstep-web/src/area.rs",
                "StatusCode::NOT_FOUND",
                false,
            ),
            (
                "crates/lockstep-fitness/src/api_a.rs",
                r#"Router::new().route("/x", get(x))"#,
                true,
            ),
            (
                "crates/lockstep-fitness/src/device.rs",
                "use axum::Json;",
                true,
            ),
            (operations, "use lockstep_vault::material::Held;", true),
            (
                "crates/lockstep-encryption/src/operations/crypt.rs",
                "use lockstep_vault::material::Held;",
                false,
            ),
            (
                "crates/lockstep-server/tests/it/points.rs",
                "std::time::Instant::now()",
                false,
            ),
        ] {
            assert_eq!(!violations(path, line).is_empty(), caught, "{path}: {line}");
        }
        let in_tests = "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { SystemTime::now(); } }";
        assert!(violations(server, in_tests).is_empty());
    }

    #[test]
    fn transaction_names_are_found_across_lines() {
        let text = "db\n    .write::<_, E, _>(\n  \"a.b\", |tx| x)\nhouse.db.write(\"a.c\", f)\nwriter.write(first)";
        let names = names_of_writes("crates/a/src/b.rs", text);
        let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.b", "a.c"]);
        let pair = |name: &str| (name.to_owned(), "x.rs".to_owned());
        assert_eq!(twice(&[pair("a.b"), pair("a.c"), pair("a.b")]).len(), 1);
    }
}
