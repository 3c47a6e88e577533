//! The commands and options that the documents name exist.

use std::path::{Path, PathBuf};

use crate::args;

/// Returns the pages whose commands are checked, by their paths.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md"), root.join("SECURITY.md")];
    for folder in ["docs", "docs/tours", "docs/security"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// Returns the spans of code in the text of a page, and the commands of its blocks for a shell.
fn code(page: &str) -> Vec<String> {
    let (mut found, mut text) = (Vec::new(), String::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let block = lines.by_ref().take_while(|line| *line != "```");
        let block = block.flat_map(|line| [line, "\n"]).collect::<String>();
        // In a `console` block, the other lines are output.
        let prompt = match language {
            "sh" => "",
            "console" => "$ ",
            _ => continue,
        };
        let block = block.replace("\\\n", " ");
        let calls = block.lines().filter_map(|line| line.strip_prefix(prompt));
        let calls = calls.flat_map(|line| line.split(['|', ';', '&', '>']));
        found.extend(calls.map(str::to_owned));
    }
    found.extend(text.split('`').skip(1).step_by(2).map(str::to_owned));
    found
}

/// Returns the arguments of a call of the binary, or nothing if the code is something else.
fn arguments(code: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = code
        .split_whitespace()
        .skip_while(|word| word.contains('='))
        .collect();
    let words = words
        .strip_prefix(&["sudo", "-u", "lockstep"])
        .unwrap_or(&words);
    let (binary, arguments) = words.split_first()?;
    let binary = binary.trim_matches('"');
    let is_binary = ["lockstep", "$LOCKSTEP"].contains(&binary) || binary.ends_with("/lockstep");
    // `lockstep claim v1` is a label of the bytes that a key signs, not a command.
    let version = arguments.last()?.trim_start_matches('v');
    let is_label = version.parse::<u32>().is_ok();
    (is_binary && !is_label).then(|| arguments.to_vec())
}

/// Checks the subcommands and the options of a call.
fn check(arguments: &[&str]) -> Result<(), String> {
    let root = args::command();
    let mut command = &root;
    let mut words = arguments
        .iter()
        .map(|word| word.trim_matches(['[', ']', '"', '.', ',']));
    while let Some(word) = words.next() {
        if let Some(option) = word.strip_prefix("--") {
            let option = option.split('=').next().unwrap_or_default();
            let mut known = command.get_arguments().chain(root.get_arguments());
            let known = known.find(|known| known.get_long() == Some(option));
            let is_built_in = ["help", "version"].contains(&option);
            match known {
                // Its value is not a subcommand.
                Some(known) if known.get_action().takes_values() => {
                    words.next();
                }
                Some(_) => {}
                None if is_built_in => {}
                None => return Err(format!("--{option} is not an option of this command")),
            }
        } else if let Some(subcommand) = command.find_subcommand(word) {
            command = subcommand;
        } else if command.has_subcommands() && word != "help" && word != "…" {
            return Err(format!("{word:?} is not a subcommand"));
        }
    }
    Ok(())
}

#[test]
fn every_command_that_the_documents_name_exists() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for code in code(&text) {
            let Some(arguments) = arguments(&code) else {
                continue;
            };
            count += 1;
            if let Err(reason) = check(&arguments) {
                wrong.push(format!("{}: {code}: {reason}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "{count}");
}

/// The list of commands, and the first line of a manual page, show the summary.
#[test]
fn every_command_has_a_summary_of_one_line() {
    for command in args::command().get_subcommands() {
        let summary = command.get_about().map(ToString::to_string);
        let length = summary.as_deref().unwrap_or_default().chars().count();
        assert!((1..=MAX_SUMMARY).contains(&length), "{summary:?}");
    }
}

#[test]
fn wrong_commands_are_found() {
    for (call, is_right) in [
        ("lockstep --data DIR backup create FOLDER", true),
        ("sudo -u lockstep lockstep user list --json", true),
        ("A=b ./target/release/lockstep serve --listen ADDR", true),
        ("\"$LOCKSTEP\" verify claim.json --attester KEY", true),
        ("lockstep user change ACCOUNT [--role ROLE]", true),
        ("lockstep backup", true),
        ("lockstep backups create", false),
        ("lockstep backup make FOLDER", false),
        ("lockstep serve --port PORT", false),
        ("lockstep export --all", false),
    ] {
        let arguments = arguments(call).unwrap();
        assert_eq!(check(&arguments).is_ok(), is_right, "{call}");
    }
    for code in ["lockstep claim v1", "lockstep", "curl lockstep serve", ""] {
        assert_eq!(arguments(code), None, "{code}");
    }
    let page = "a `lockstep\nx` b\n```sh\nc \\\n  d | e\n```\n```text\nf\n```\n";
    assert_eq!(code(page), ["c    d ", " e", "lockstep\nx"]);
}

/// The number of characters of a summary.
const MAX_SUMMARY: usize = 100;
