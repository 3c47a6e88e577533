//! `cargo xtask clients [LANG…] [built] [write]`: checks the client libraries. Each must equal what its generator writes from the
//! OpenAPI document, pass its linter, and pass its tests against a real server. Languages whose tools are absent are reported
//! as skipped. `lockstep.wasm` is built for those that run it, where its target is installed.
//!
//! Reading order: [`LANGUAGES`], then `contract.rs` (the API as the generators see it), then a file for each language.

pub(crate) mod bench;
mod contract;
mod exchange;
mod fresh;
mod go;
mod java;
mod native;
mod python;
mod ruby;
mod schema;
mod secrets;
mod stale;
mod types;
mod typescript;
mod words;

use self::contract::Contract;
use crate::failures::all_passed;
use crate::generated_file::put;
use crate::{abuse, wasm};

/// The library of one language.
struct Language {
    /// Also the name of the folder in `clients`.
    name: &'static str,
    /// Returns the generated files: their paths in the folder and their texts.
    generate: fn(&Contract) -> Vec<(String, String)>,
    /// Runs formatter, linter and tests against the server of [`abuse::binary`]. Prints that it is skipped where tools are
    /// absent.
    check: fn() -> Result<(), String>,
    /// Runs the test that accepts the values of the other languages.
    accept: fn() -> Result<(), String>,
    /// Whether its area F runs `lockstep.wasm`.
    runs_wasm: bool,
}

/// The tests that need `lockstep.wasm`.
const WASM_TESTS: &str = "area F of the clients for Go and TypeScript";

const LANGUAGES: &[Language] = &[
    Language {
        name: "go",
        generate: go::generate,
        check: go::check,
        accept: go::accept,
        runs_wasm: true,
    },
    Language {
        name: "java",
        generate: java::generate,
        check: java::check,
        accept: java::accept,
        runs_wasm: false,
    },
    Language {
        name: "python",
        generate: python::generate,
        check: python::check,
        accept: python::accept,
        runs_wasm: false,
    },
    Language {
        name: "ruby",
        generate: ruby::generate,
        check: ruby::check,
        accept: ruby::accept,
        runs_wasm: false,
    },
    Language {
        name: "typescript",
        // `npm run generate` writes the other files, because openapi-typescript does.
        generate: typescript::generate,
        check: typescript::check,
        accept: typescript::accept,
        runs_wasm: true,
    },
];

/// Builds the server, then checks the named clients, or all; with `built`, uses the binary of the tests; with `write`, only writes
/// the generated files from the committed document.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let (is_built, writes) = (has("built"), has("write"));
    let named: Vec<&String> = words
        .iter()
        .filter(|word| !["built", "write"].contains(&word.as_str()))
        .collect();
    let is_known = |name: &&&String| LANGUAGES.iter().any(|language| language.name == **name);
    if let Some(name) = named.iter().find(|name| !is_known(name)) {
        let known: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
        return Err(format!("no client '{name}': there is {}", known.join(", ")));
    }
    let is_asked =
        |language: &&Language| named.is_empty() || named.iter().any(|name| *name == language.name);
    let mut asked = LANGUAGES.iter().filter(is_asked);
    if writes {
        let contract = Contract::read()?;
        return asked.try_for_each(|language| write(language, &contract, false));
    }
    if !is_built {
        abuse::build()?;
    }
    if asked.clone().any(|language| language.runs_wasm) {
        wasm::build_for(WASM_TESTS)?;
    }
    verify_all(asked)
}

/// Checks every client with the binary that is already built. `lockstep.wasm` takes long to build, and not every machine
/// has its target, so CI does without it unless it is there.
pub(crate) fn ci() -> Result<(), String> {
    if !wasm::is_built() {
        println!(
            "{WASM_TESTS} skipped: CI does not build lockstep.wasm; `cargo xtask clients go typescript` does"
        );
    }
    verify_all(LANGUAGES.iter())
}

/// Writes the generated files of all clients; with `check` fails if a file differs from its generated text.
pub(crate) fn generate(check: bool) -> Result<(), String> {
    let contract = Contract::read()?;
    LANGUAGES
        .iter()
        .try_for_each(|language| write(language, &contract, check))
}

/// Checks the clients of these languages, also after one that failed. Then each accepts the values that those after it have made.
fn verify_all<'a>(languages: impl Iterator<Item = &'a Language>) -> Result<(), String> {
    exchange::clear()?;
    let mut failures = Vec::new();
    let mut checked = Vec::new();
    for language in languages {
        if let Err(reason) = verify(language) {
            failures.push(format!("the {} client: {reason}", language.name));
        } else if exchange::has_values(language.name) {
            checked.push(language);
        }
    }
    // The last of them has seen the values of all.
    if let Some((last, before)) = checked.split_last() {
        for language in before {
            println!("\n-- {} client: values up to {}", language.name, last.name);
            if let Err(reason) = (language.accept)() {
                let name = language.name;
                failures.push(format!("the {name} client, values of others: {reason}"));
            }
        }
    }
    all_passed(&failures)
}

fn verify(language: &Language) -> Result<(), String> {
    println!("\n-- {} client", language.name);
    write(language, &Contract::read()?, true)?;
    (language.check)()
}

/// Writes the files of one client. With `check`, only compares them.
fn write(language: &Language, contract: &Contract, check: bool) -> Result<(), String> {
    let files = (language.generate)(contract);
    for (path, text) in &files {
        let path = format!("clients/{}/{path}", language.name);
        put(&path, text, check)?;
    }
    stale::remove(&format!("clients/{}", language.name), &files, check)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use serde_json::Value;

    /// The columns of tests in `docs/conformance.md`, with the folder of the tests.
    const COLUMNS: [(&str, &str); 5] = [
        ("TypeScript", "clients/typescript/test"),
        ("Python", "clients/python/tests"),
        ("Java", "clients/java/src/test"),
        ("Go", "clients/go"),
        ("Ruby", "clients/ruby/test"),
    ];

    /// The operations that open sockets, with their methods as each client defines them. `docs/clients.md` lists them.
    const SOCKETS: &[(&str, &str, &str)] = &[
        ("streamEvents", "stream", "stream"),
        ("streamAgentUpdates", "agentUpdates", "agent_updates"),
        ("streamChannels", "channels", "channels"),
        ("streamDatasetUpdates", "datasetUpdates", "dataset_updates"),
    ];

    fn read(path: &str) -> String {
        fs::read_to_string(crate::run::root().join(path)).unwrap()
    }

    /// Appends the texts of all files of a folder. Compiled files are no texts.
    fn add_texts(folder: &Path, texts: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add_texts(&path, texts);
            } else if let Ok(text) = fs::read_to_string(&path) {
                texts.push_str(&text);
            }
        }
    }

    /// Returns the texts between grave accents that are not among `texts` and name no file.
    fn unknown<'a>(cell: &'a str, texts: &str) -> Vec<&'a str> {
        let quoted = cell.split('`').skip(1).step_by(2);
        let is_file = |name: &str| name.contains('/') || name.ends_with(".ts");
        quoted
            .filter(|name| !is_file(name) && !texts.contains(*name))
            .collect()
    }

    #[test]
    fn the_tests_that_the_tables_name_for_each_language_exist() {
        let root = crate::run::root();
        let columns = COLUMNS.map(|(_, folder)| {
            let mut texts = String::new();
            add_texts(&root.join(folder), &mut texts);
            // What the native library does is tested once for all that load it.
            add_texts(&root.join("crates/lockstep-ffi/tests"), &mut texts);
            texts
        });
        let document = read("docs/conformance.md");
        let heading = COLUMNS.map(|(name, _)| name).join(" | ");
        let (mut rows, mut missing) = (0, Vec::new());
        let mut is_in_table = false;
        for line in document.lines() {
            is_in_table = line.starts_with('|') && (is_in_table || line.contains(&heading));
            if !is_in_table || line.contains(&heading) || line.starts_with("|---") {
                continue;
            }
            rows += 1;
            let cells = line.split('|').skip(2);
            for (cell, texts) in cells.zip(&columns) {
                missing.extend(unknown(cell, texts));
            }
        }
        assert_eq!(missing, Vec::<&str>::new());
        assert!(rows > 20, "{rows}");
    }

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        let cell = " `a`, `b` (`tests/c.rs`: `d`; `e.test.ts`) ";
        assert_eq!(unknown(cell, "fn a() fn d()"), ["b"]);
    }

    #[test]
    fn every_operation_without_200_is_a_socket_of_the_clients() {
        let document: Value = serde_json::from_str(&read("docs/api/openapi.json")).unwrap();
        let operations = document["paths"].as_object().unwrap().values();
        let mut found: Vec<&str> = operations
            .flat_map(|methods| methods.as_object().unwrap().values())
            .filter(|operation| !operation["responses"]["101"].is_null())
            .map(|operation| operation["operationId"].as_str().unwrap())
            .collect();
        let mut known: Vec<&str> = SOCKETS.iter().map(|(operation, ..)| *operation).collect();
        found.sort_unstable();
        known.sort_unstable();
        assert_eq!(found, known);
    }

    #[test]
    fn every_socket_has_a_method_in_the_clients() {
        let typescript = read("clients/typescript/src/client.ts");
        let python = read("clients/python/src/lockstep/client.py");
        let document = read("docs/clients.md");
        for (operation, camel, snake) in SOCKETS {
            assert!(typescript.contains(&format!("\n  {camel}(")), "{camel}");
            let methods = python.matches(&format!("    def {snake}(")).count();
            assert_eq!(methods, 2, "{snake} of both clients");
            let row = format!("| `{operation}` | `{camel}` | `{snake}` |");
            assert!(document.contains(&row), "{row}");
        }
    }
}
