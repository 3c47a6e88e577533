//! Runs `docs/quickstart.md`, `datasets.md`, `market.md`, `devices.md` and the pages of `docs/tours/`: every `sh` block in one bash session
//! against the real binary, and compares the output of a block with the `text` block that follows it.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::app::ADMIN_PASSWORD;
use crate::child::Child;

/// Commands of the page and the output that the page shows for them.
#[derive(Debug, Default, PartialEq)]
struct Step {
    commands: String,
    expected: Option<String>,
}

#[test]
fn every_command_of_the_quickstart_prints_the_shown_output() {
    run_page("quickstart.md", (8, 7));
}

#[test]
fn every_command_of_the_page_on_datasets_prints_the_shown_output() {
    run_page("datasets.md", (6, 6));
}

#[test]
fn every_command_of_the_page_on_the_market_prints_the_shown_output() {
    run_page("market.md", (10, 10));
}

#[test]
fn every_command_of_the_page_on_devices_prints_the_shown_output() {
    if crate::uadm::mosquitto::are_installed() {
        run_page("devices.md", (4, 3));
    }
}

#[test]
fn every_command_of_the_tour_for_athletes_prints_the_shown_output() {
    run_page("tours/athletes.md", (5, 5));
}

#[test]
fn every_command_of_the_tour_for_developers_prints_the_shown_output() {
    run_page("tours/developers.md", (9, 9));
}

#[test]
fn every_command_of_the_tour_for_operators_prints_the_shown_output() {
    run_page("tours/operators.md", (6, 6));
}

#[test]
fn every_command_of_the_tour_for_cryptographers_prints_the_shown_output() {
    run_page("tours/cryptographers.md", (8, 8));
}

/// A block of `sh` on another page would not be run.
#[test]
fn every_page_with_commands_of_sh_is_run() {
    let with_commands = |folder: &str| {
        let entries = std::fs::read_dir(documents().join(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .filter(|path| !steps(&std::fs::read_to_string(path).unwrap()).is_empty())
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    let pages = ["datasets.md", "devices.md", "market.md", "quickstart.md"];
    assert_eq!(with_commands(""), pages);
    let tours = [
        "athletes.md",
        "cryptographers.md",
        "developers.md",
        "operators.md",
    ];
    assert_eq!(with_commands("tours"), tours);
    for folder in ["security", "decisions"] {
        assert_eq!(with_commands(folder), [] as [&str; 0]);
    }
}

/// A reader can follow all pages on one server: no page creates an account that another one created.
#[test]
fn the_pages_create_different_accounts() {
    let mut known = Vec::new();
    for (name, accounts) in [
        ("quickstart.md", 0),
        ("datasets.md", 0),
        ("market.md", 2),
        ("tours/athletes.md", 1),
        ("tours/developers.md", 0),
        ("tours/operators.md", 1),
        ("tours/cryptographers.md", 0),
    ] {
        let steps = steps(&std::fs::read_to_string(documents().join(name)).unwrap());
        let found: Vec<String> = steps
            .iter()
            .flat_map(|step| created(&step.commands))
            .collect();
        assert_eq!(found.len(), accounts, "{name}: {found:?}");
        known.extend(found);
    }
    let all = known.len();
    known.sort();
    known.dedup();
    assert_eq!(known.len(), all, "{known:?}");
}

/// The names of the accounts that commands create.
fn created(commands: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in commands.lines() {
        if let Some((_, rest)) = line.split_once("for NAME in ")
            && let Some((listed, _)) = rest.split_once(';')
        {
            names.extend(listed.split_whitespace().map(str::to_owned));
        }
        let by_command = line.split_once(" user create ");
        let by_request = line.split_once("\"username\": \"");
        let by_request = by_request.filter(|(_, rest)| rest.contains("\"email\""));
        for (_, rest) in [by_command, by_request].into_iter().flatten() {
            let name = rest.split([' ', '"']).next().unwrap_or_default();
            names.push(name.to_owned());
        }
    }
    names
}

fn documents() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Runs a page with at least this many steps and shown outputs.
fn run_page(name: &str, (at_least, shown): (usize, usize)) {
    if !curl_is_new_enough() {
        println!("skipped: no curl 7.82 or newer");
        return;
    }
    let steps = steps(&std::fs::read_to_string(documents().join(name)).unwrap());
    let expectations = steps.iter().filter(|step| step.expected.is_some()).count();
    assert!(
        steps.len() >= at_least && expectations >= shown,
        "{steps:#?}"
    );

    let data = tempfile::tempdir().unwrap();
    let server = Child::start(data.path());
    let folder = tempfile::tempdir().unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "bash finds the page's commands through it"
    )]
    let path = std::env::var_os("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["--noprofile", "--norc", "-c", &script(&steps)])
        .current_dir(folder.path())
        .env_clear()
        .env("PATH", path)
        // Ignores a developer's own `.curlrc`.
        .env("HOME", folder.path())
        .env("URL", format!("http://{}", server.address))
        .env("PASSWORD", ADMIN_PASSWORD)
        .env("DATA", data.path())
        .env("MQTT_PORT", server.mqtt().port().to_string())
        .env("LOCKSTEP", env!("CARGO_BIN_EXE_lockstep"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();

    let mut answers = stdout.split(MARKER);
    for step in &steps {
        let answer = answers.next().unwrap_or_default();
        let done = answers.clone().next().is_some();
        assert!(done, "these commands failed: {step:#?}\n{answer}\n{stderr}");
        // The prompt of a shell would follow on the same line.
        assert!(
            answer.is_empty() || answer.ends_with('\n'),
            "{step:#?}\nends without a line break:\n{answer}"
        );
        if let Some(expected) = &step.expected {
            assert!(
                matches(expected, answer),
                "{step:#?}\nanswered:\n{answer}\n{stderr}"
            );
        }
    }
    assert!(output.status.success(), "{stderr}");
}

#[test]
fn commands_and_their_output_are_read_from_the_page() {
    let page =
        "a\n```sh\none\ntwo\n```\n```text\nout\n```\nb\n```console\n$ no\n```\n```sh\nthree\n```\n";
    let step = |commands: &str, expected: Option<&str>| Step {
        commands: commands.to_owned(),
        expected: expected.map(str::to_owned),
    };
    assert_eq!(
        steps(page),
        [step("one\ntwo\n", Some("out\n")), step("three\n", None)]
    );
    // A failing command ends the session, also within a pipe.
    for commands in ["false\n", "A=$(false | cat)\n"] {
        let script = script(&[step(commands, None), step("echo reached\n", None)]);
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{script}"
        );
    }
}

#[test]
fn an_ellipsis_matches_what_differs_between_runs() {
    for (expected, answer, equal) in [
        ("{\"a\": 1}", "{\"a\":1}\n", true),
        ("{\"a\": 1}", "{\"a\":12}", false),
        ("{\"a\": 1}", "x{\"a\":1}", false),
        (
            "{\"id\":\"usr_…\",\"b\":2}",
            "{\"id\":\"usr_7\",\"b\":2}",
            true,
        ),
        (
            "{\"id\":\"usr_…\",\"b\":2}",
            "{\"id\":\"usr_7\",\"b\":3}",
            false,
        ),
        ("…last", "first and last", true),
        ("…last", "last and first", false),
        ("first…", "first and last", true),
        ("a…a", "a", false),
    ] {
        assert_eq!(matches(expected, answer), equal, "{expected} {answer}");
    }
}

/// Reads the steps of a page in order.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: String = lines
            .by_ref()
            .take_while(|line| *line != "```")
            .flat_map(|line| [line, "\n"])
            .collect();
        match (language, steps.last_mut()) {
            ("sh", _) => steps.push(Step {
                commands: block,
                expected: None,
            }),
            ("text", Some(step)) => step.expected = Some(block),
            _ => {}
        }
    }
    steps
}

/// Joins the steps into one session that ends at the first failing command.
fn script(steps: &[Step]) -> String {
    let mut script = "set -euo pipefail\n".to_owned();
    for step in steps {
        script.push_str(&step.commands);
        script.push_str(&format!("printf '%s' '{MARKER}'\n"));
    }
    script
}

/// Compares without white space, since the page breaks long lines. `…` matches any text.
fn matches(expected: &str, answer: &str) -> bool {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let (expected, answer) = (dense(expected), dense(answer));
    let Some((first, rest)) = expected.split_once('…') else {
        return expected == answer;
    };
    let Some(mut answer) = answer.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('…').unwrap_or(("", rest));
    for part in middle.split('…') {
        let Some((_, after)) = answer.split_once(part) else {
            return false;
        };
        answer = after;
    }
    answer.ends_with(last)
}

/// The page uses `--json`, which curl has since 7.82.
fn curl_is_new_enough() -> bool {
    let Ok(output) = Command::new("curl").arg("--version").output() else {
        return false;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_whitespace().nth(1).unwrap_or_default();
    let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0));
    let version: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    version >= (7, 82)
}

/// Separates the output of one step from that of the next.
const MARKER: &str = "<end of step>";
