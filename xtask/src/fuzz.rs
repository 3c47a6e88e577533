//! `cargo xtask fuzz`: runs every target of `fuzz/` on stable Rust: replays its corpus, then fuzzes
//! for the given seconds.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{program, root, succeed};

/// The outcome of one target.
struct Outcome {
    target: String,
    executions: String,
    slowest: String,
    memory: String,
    crashed: bool,
}

/// `[--seconds N | --tier ci|nightly|release] [TARGET…]`; without a time only the corpora are replayed. Installs
/// `cargo-fuzz` under `target/` if it is missing.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (seconds, asked) = arguments(words)?;
    let known = targets()?;
    if let Some(unknown) = asked.iter().find(|target| !known.contains(target)) {
        let known = known.join(", ");
        return Err(format!("no target '{unknown}'; the targets are: {known}"));
    }
    let chosen = if asked.is_empty() { known } else { asked };
    let tools = tool()?;
    let mut outcomes = Vec::new();
    for target in chosen {
        println!("== {target}");
        outcomes.push(fuzz(&tools, target, seconds)?);
    }
    println!(
        "\n| target | executions | slowest, s | peak memory, MiB | crashes |\n|---|---|---|---|---|"
    );
    for it in &outcomes {
        println!(
            "| {} | {} | {} | {} | {} |",
            it.target,
            it.executions,
            it.slowest,
            it.memory,
            u8::from(it.crashed)
        );
    }
    let crashed: Vec<&str> = outcomes
        .iter()
        .filter(|it| it.crashed)
        .map(|it| &*it.target)
        .collect();
    if crashed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}: see fuzz/artifacts; put the input into fuzz/corpus/TARGET with the fix",
        crashed.join(", ")
    ))
}

/// Returns the seconds for each target, and the named targets.
fn arguments(words: &[String]) -> Result<(u64, Vec<String>), String> {
    let (mut seconds, mut targets) = (0, Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => {
                let number = words.next().and_then(|number| number.parse().ok());
                seconds = number.ok_or("--seconds takes a number")?;
            }
            "--tier" => {
                let name = words.next().map(String::as_str);
                let tier = TIERS.iter().find(|(known, _)| Some(*known) == name);
                seconds = tier.ok_or("--tier takes ci, nightly or release")?.1;
            }
            target => targets.push(target.to_owned()),
        }
    }
    Ok((seconds, targets))
}

/// Returns the binaries of `fuzz/` that are fuzz targets.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut targets = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if let Some(name) = path.file_stem().filter(|_| text.contains("fuzz_target!")) {
            targets.push(name.to_string_lossy().into_owned());
        }
    }
    targets.sort();
    Ok(targets)
}

/// Returns the search path that contains `cargo-fuzz`.
fn tool() -> Result<String, String> {
    let tools = root().join("target/tools");
    let found = |command: &mut Command| {
        let output = command.output();
        output.is_ok_and(|output| output.status.success())
    };
    #[expect(clippy::disallowed_methods, reason = "a build tool finds tools")]
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", tools.join("bin").display());
    if !found(program("cargo", ".", &["fuzz", "--version"]).env("PATH", &path)) {
        let folder = tools.to_string_lossy();
        let words = ["install", "--locked", "cargo-fuzz", "--root", &*folder];
        succeed(program("cargo", ".", &words))?;
    }
    Ok(path)
}

/// Builds this target alone, then runs it; prints some lines of its output.
fn fuzz(path: &str, target: String, seconds: u64) -> Result<Outcome, String> {
    let mut build = program("cargo", ".", &["fuzz", "build", "-s", "none", &target]);
    build.env("PATH", path);
    succeed(build)?;
    // New inputs go here; the committed corpus stays unchanged.
    let found = root().join("target/fuzz-corpus").join(&target);
    std::fs::create_dir_all(&found).map_err(|error| error.to_string())?;
    let committed = root().join("fuzz/corpus").join(&target);
    let mut folders = vec![found.to_string_lossy().into_owned()];
    if Path::new(&committed).is_dir() {
        folders.push(committed.to_string_lossy().into_owned());
    }
    let limit = match seconds {
        0 => "-runs=0".to_owned(),
        seconds => format!("-max_total_time={seconds}"),
    };
    let mut words = vec!["fuzz", "run", "-s", "none", &target];
    words.extend(folders.iter().map(String::as_str));
    let timeout = format!("-timeout={LONGEST_SECONDS}");
    let memory = format!("-rss_limit_mb={MAX_MIB}");
    words.extend(["--", &limit, &timeout, &memory, "-print_final_stats=1"]);
    let mut command = program("cargo", ".", &words);
    command.env("PATH", path).stderr(Stdio::piped());
    let failed = |error: std::io::Error| format!("cargo fuzz: {error}");
    let mut child = command.spawn().map_err(failed)?;
    let lines = shown(child.stderr.take().ok_or("no standard error")?);
    let crashed = !child.wait().map_err(failed)?.success();
    let stat = |name: &str| {
        let line = lines.iter().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().last());
        number.unwrap_or("-").to_owned()
    };
    if crashed {
        let from = lines.len().saturating_sub(LINES_SHOWN);
        println!("{}", lines[from..].join("\n"));
        if !lines.iter().any(|line| line.contains("libFuzzer")) {
            return Err(format!("{target} does not start"));
        }
    }
    Ok(Outcome {
        executions: stat("stat::number_of_executed_units"),
        slowest: stat("stat::slowest_unit_time_sec"),
        memory: stat("stat::peak_rss_mb"),
        crashed,
        target,
    })
}

/// Returns all lines of output; prints a progress line every few seconds at once.
fn shown(stderr: impl Read) -> Vec<String> {
    let (mut lines, mut last) = (Vec::new(), now());
    for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        let summary = line.contains("INITED") || line.contains("DONE");
        if line.starts_with('#') && (summary || last.elapsed() > BETWEEN_LINES) {
            println!("{line}");
            last = now();
        }
        lines.push(line);
    }
    lines
}

#[expect(
    clippy::disallowed_methods,
    reason = "a build tool that shows how far it is"
)]
fn now() -> Instant {
    Instant::now()
}

/// The seconds for each target. New inputs are kept in `target/fuzz-corpus`, so that a later run goes on from them.
const TIERS: [(&str, u64); 3] = [("ci", 20), ("nightly", 300), ("release", 3600)];
/// The longest time for one input; [`MAX_MIB`] bounds the memory of the whole run.
const LONGEST_SECONDS: u64 = 1;
const MAX_MIB: u64 = 256;
const LINES_SHOWN: usize = 40;
const BETWEEN_LINES: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_a_time_and_targets() {
        for (words, expected) in [
            ("", Some((0, vec![]))),
            ("--seconds 5 a", Some((5, vec!["a"]))),
            ("a --tier release b", Some((3600, vec!["a", "b"]))),
            ("--tier", None),
            ("--tier often", None),
            ("--seconds x", None),
        ] {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            let expected = expected.map(|(seconds, targets)| {
                let targets: Vec<String> = targets.into_iter().map(str::to_owned).collect();
                (seconds, targets)
            });
            assert_eq!(arguments(&words).ok(), expected, "{words:?}");
        }
    }
}
