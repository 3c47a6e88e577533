//! The project's own commands: `cargo xtask <command>`.
//!
//! Reading order: [`COMMANDS`] is the table of commands; `ci.rs` runs the steps that a change must
//! pass; `tidy.rs` and `layers.rs` check the invariants of ARCHITECTURE.md.

use std::process::ExitCode;

mod abuse;
mod bench;
mod book;
mod ci;
mod clients;
mod conformance;
mod console;
mod conversations;
mod cycles;
mod dependencies;
mod doc;
mod examples;
mod failures;
mod faults;
mod fuzz;
mod generate;
mod generated_file;
mod generators;
mod insights;
mod interop;
mod layers;
mod lengths;
mod metric_names;
mod npm;
mod package;
mod picture;
mod promises;
mod python;
mod run;
#[path = "../../crates/lockstep-server/tests/it/schema.rs"]
mod schema;
mod stated_figures;
mod test_files;
mod tidy;
mod wasm;

/// A command: takes the arguments after its name.
type Command = fn(&[String]) -> Result<(), String>;

/// Each command's name, its description in one line, and its function.
const COMMANDS: &[(&str, &str, Command)] = &[
    (
        "ci",
        "every check that a change must pass; prints the minutes of each step",
        ci::run,
    ),
    (
        "test",
        "run all tests and doctests of the workspace [cargo test arguments]",
        ci::test,
    ),
    (
        "abuse",
        "attacks on a running server, measured [--tier ci|nightly|release]",
        abuse::run,
    ),
    (
        "soak",
        "mixed traffic for minutes or a day; nothing may grow [--tier ci|nightly|release]",
        abuse::soak::run,
    ),
    ("tidy", "check the invariants of ARCHITECTURE.md", tidy::run),
    (
        "book",
        "check the pages and links of docs/, and build the site with mdBook",
        book::run,
    ),
    (
        "dependencies",
        "the licence, source and name of every dependency",
        dependencies::run,
    ),
    (
        "gen",
        "write the generated files [--check: only compare]",
        generate::run,
    ),
    (
        "bench",
        "comparisons with other products: `bench list` prints their names",
        bench::run,
    ),
    (
        "faults",
        "test kills, power cuts and failing calls [--tier ci|nightly|release] [--seed N] [--engine postgres] [F1 … F12]",
        faults::run,
    ),
    (
        "fuzz",
        "replay every corpus, then fuzz [--seconds N a target | --tier ci|nightly|release] [TARGET…]",
        fuzz::run,
    ),
    (
        "generators",
        "check the OpenAPI document with linters and client generators [built]",
        generators::run,
    ),
    (
        "clients",
        "check the client libraries against a server [LANGUAGE…] [built] [write: only generate]",
        clients::run,
    ),
    (
        "package",
        "the binary for release, manual pages, completions, the list of parts, licences, a Debian package [--twice: compare two builds; --licences FILE: only the licences]",
        package::run,
    ),
    (
        "console",
        "build the web console into the files that the server embeds [--check] [--browser]",
        console::run,
    ),
    (
        "wasm",
        "build the browser libraries and modules for wasm32 and print sizes [cargo build arguments]",
        wasm::run,
    ),
    (
        "interop",
        "test the zero-knowledge crates with npm's snarkjs and circom2",
        interop::run,
    ),
    (
        "insights",
        "write target/insights.md and the examples of docs/insights.md [--check: only compare]",
        insights::run,
    ),
    (
        "conversations",
        "write the conversations of docs/agents.md",
        conversations::run,
    ),
    (
        "picture",
        "draw docs/demo.svg: `lockstep demo --once | cargo xtask picture`",
        picture::run,
    ),
];

fn main() -> ExitCode {
    if let Some(code) = doc::as_rustdoc() {
        return code;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = words.split_first() else {
        return usage("");
    };
    let Some((_, _, command)) = COMMANDS.iter().find(|(known, _, _)| known == name) else {
        return usage(&format!("xtask: no command '{name}'\n"));
    };
    match command(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask {name}: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn usage(complaint: &str) -> ExitCode {
    eprintln!("{complaint}usage: cargo xtask <command>\n");
    for (name, about, _) in COMMANDS {
        eprintln!("  {name:<12} {about}");
    }
    ExitCode::from(2)
}
