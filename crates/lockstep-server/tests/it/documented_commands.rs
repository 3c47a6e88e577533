//! Commands of `lockstep` that a page names, in its text or in a block of `console`, which `quickstart.rs` does not run: the
//! command line knows each, with its options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What may be before the name of the program.
const BEFORE: [&str; 5] = ["/", "sudo -u lockstep ", "' ", "&& ", "--no-TTY "];

#[test]
fn every_command_that_a_page_names_exists() {
    let mut found = BTreeMap::new();
    let mut shown = 0;
    for path in pages() {
        let page = std::fs::read_to_string(&path).unwrap();
        let (in_blocks, in_text) = commands(&page);
        shown += in_blocks.len();
        for command in in_blocks.into_iter().chain(in_text) {
            found.entry(command).or_insert_with(|| path.clone());
        }
    }
    assert!(shown > 8 && found.len() > 50, "{found:#?}");
    for (command, path) in found {
        if let Err(reason) = parsed(&command) {
            panic!("{}: lockstep {command}: {reason}", path.display());
        }
    }
}

#[test]
fn commands_are_found_in_blocks_and_texts() {
    let page = "A `lockstep doctor` and a `lockstep\nuser list`, the label `lockstep claim v1`.\n\n\
        ```console\n$ sudo -u lockstep lockstep --config FILE \\\n    config check\nlockstep prints\n\
        $ A='b c' ./target/lockstep serve\n$ journalctl -u lockstep --since -1h\n\
        $ sudo install target/lockstep /usr/bin/lockstep\n```\n\n```sh\nlockstep run\n```\n";
    let (in_blocks, in_text) = commands(page);
    assert_eq!(in_blocks, ["--config FILE config check", "serve"]);
    assert_eq!(in_text, ["doctor", "user list"]);
    for (command, is_known) in [
        ("user list", true),
        ("user change ACCOUNT [--role ROLE]", true),
        ("verify --chain", true),
        ("completions bash > lockstep.bash", true),
        ("user lists", false),
        ("doctor --all", false),
        ("completions tcl", false),
    ] {
        assert_eq!(parsed(command).is_ok(), is_known, "{command}");
    }
}

fn pages() -> Vec<PathBuf> {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let files = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let mut pages = files(&documents);
    for folder in pages.clone().iter().filter(|path| path.is_dir()) {
        pages.extend(files(folder));
    }
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// Returns what follows `lockstep` in the commands of the blocks of `console`, and in those of the text.
fn commands(page: &str) -> (Vec<String>, Vec<String>) {
    let (mut blocks, mut texts) = (String::new(), String::new());
    let mut language = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), language) {
            (Some(name), None) => language = Some(name),
            (Some(_), Some(_)) => language = None,
            (None, Some("console")) => blocks.push_str(&format!("{line}\n")),
            (None, Some(_)) => {}
            (None, None) => texts.push_str(&format!("{line}\n")),
        }
    }
    let in_blocks = blocks.replace("\\\n", " ");
    let in_blocks = in_blocks.lines().filter_map(|line| {
        let line = dense(line.strip_prefix("$ ")?);
        let (before, arguments) = line.rsplit_once("lockstep ")?;
        let is_program = before.is_empty() || BEFORE.iter().any(|end| before.ends_with(end));
        let begins = arguments.starts_with(|first: char| first == '-' || first.is_lowercase());
        (is_program && begins).then(|| arguments.to_owned())
    });
    // An unpaired mark counts in its own paragraph only.
    let paragraphs = texts.split("\n\n");
    let quoted = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
    let in_text = quoted.filter_map(|quoted| {
        let quoted = dense(quoted);
        // Labels of keys and hashes begin with the name, too, and end with a version.
        let is_label = quoted.ends_with(|last: char| last.is_ascii_digit());
        let arguments = quoted.strip_prefix("lockstep ")?;
        (!is_label).then(|| arguments.to_owned())
    });
    (in_blocks.collect(), in_text.collect())
}

/// Joins the words with one space between them.
fn dense(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lets the command line read the arguments and print its help. Values that a page leaves open, such as `FILE`, may be
/// refused or missing.
fn parsed(command: &str) -> Result<(), String> {
    let words = command.split(' ');
    let arguments = words
        .take_while(|word| !word.starts_with(['>', '|', ';']))
        .map(|word| word.trim_matches(['[', ']']))
        .filter(|word| !word.is_empty() && *word != "…");
    let output = Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .env_clear()
        .args(arguments)
        .arg("--help")
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = said
        .strip_prefix("error: invalid value '")
        .and_then(|rest| rest.split('\'').next());
    let is_open = refused.is_some_and(|value| {
        let mut letters = value.chars();
        letters.all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
    });
    let is_missing = said.starts_with("error: a value is required for '--");
    if output.status.success() || is_open || is_missing {
        Ok(())
    } else {
        Err(said)
    }
}
