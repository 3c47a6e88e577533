//! `cargo xtask bench clients`: each client library uploads a million points to a fresh server, proves and verifies; its import is timed.
//! Rust is the measure of the others. Languages without tools are named.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::abuse::{self, Server};
use crate::run::{cargo, output, program, root, succeed};
use crate::{npm, python, wasm};

const POINTS: &str = "1000000";
const STARTS: usize = 7;

/// The program of one language, which prints its figures as JSON.
struct Measured {
    language: &'static str,
    /// Its words without those of the task.
    command: Box<dyn Fn() -> Command>,
    /// Whether it can prove here.
    proves: bool,
    /// Two programs that differ by the import of the package.
    import: Option<[Vec<String>; 2]>,
}

/// Builds the programs, and prints a table. A server that is named is used instead of a build in release mode.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let server = server(words)?;
    succeed(cargo(&[
        "build",
        "--release",
        "--package",
        "lockstep-ffi",
        "--lib",
        "--example",
        "measure",
    ]))?;
    let release = abuse::target()?.join("release");
    wasm::build_for("proofs of Go and TypeScript")?;
    let mut languages = vec![rust(&release)];
    languages.extend(go()?);
    languages.extend(typescript()?);
    languages.extend(python(&release)?);
    println!("java, ruby skipped: they have no program of measurements yet");
    let mut table = String::from(
        "\n| language | upload s | client CPU s | peak MiB | load ms | range proof ms | verify ms | import ms |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for language in &languages {
        let row = row(language, &server)?;
        table += &row;
    }
    println!("{table}");
    Ok(())
}

/// Measures one language, and returns its row.
fn row(measured: &Measured, program: &Path) -> Result<String, String> {
    let server = Server::start_program(program)?;
    let uploaded = figures(measured, &["upload", &server.url(), server.token(), POINTS])?;
    drop(server);
    let proved = match measured.proves {
        true => figures(measured, &["proof"])?,
        false => Value::Null,
    };
    println!("{}: {uploaded} {proved}", measured.language);
    let imported = measured.import.as_ref().map(import).transpose()?;
    let mut row = format!("| {} |", measured.language);
    for (from, name) in [
        (&uploaded, "seconds"),
        (&uploaded, "cpuSeconds"),
        (&uploaded, "peakMiB"),
        (&proved, "load"),
        (&proved, "proof"),
        (&proved, "verify"),
    ] {
        cell(&mut row, from[name].as_f64());
    }
    cell(&mut row, imported);
    Ok(row + "\n")
}

fn cell(row: &mut String, figure: Option<f64>) {
    let written = match figure {
        Some(figure) => write!(row, " {figure:.1} |"),
        None => write!(row, " |"),
    };
    written.expect("a text takes any text");
}

/// Runs the program with the words of a task, and reads its last line.
fn figures(measured: &Measured, task: &[&str]) -> Result<Value, String> {
    let mut command = (measured.command)();
    command.args(task);
    let printed = output(command)?;
    let line = printed.lines().last().unwrap_or_default();
    serde_json::from_str(line).map_err(|error| format!("{}: {error}: {line}", measured.language))
}

/// The milliseconds by which the second program takes longer: medians.
fn import(programs: &[Vec<String>; 2]) -> Result<f64, String> {
    let mut medians = [0.0; 2];
    for (words, median) in programs.iter().zip(&mut medians) {
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let mut times = Vec::new();
        for _ in 0..STARTS {
            let start = now();
            output(program(&words[0], ".", &arguments))?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        *median = times[STARTS / 2];
    }
    Ok(medians[1] - medians[0])
}

fn server(words: &[String]) -> Result<PathBuf, String> {
    if let Some(program) = words.first() {
        return Ok(program.into());
    }
    let words = [
        "build",
        "--release",
        "--package",
        "lockstep-server",
        "--bin",
        "lockstep",
    ];
    succeed(cargo(&words))?;
    Ok(abuse::target()?.join("release/lockstep"))
}

fn rust(release: &Path) -> Measured {
    let measure = release.join("examples/measure");
    Measured {
        language: "Rust",
        command: Box::new(move || Command::new(&measure)),
        proves: true,
        import: None,
    }
}

fn go() -> Result<Option<Measured>, String> {
    const FOLDER: &str = "clients/go";
    if output(program("go", ".", &["version"])).is_err() {
        println!("go skipped: no go");
        return Ok(None);
    }
    super::go::put_wasm()?;
    let measure = root().join("target/clients/go-measure");
    let path = measure.to_string_lossy().into_owned();
    succeed(program(
        "go",
        FOLDER,
        &["build", "-o", &path, "./internal/measure"],
    ))?;
    Ok(Some(Measured {
        language: "Go",
        command: Box::new(move || Command::new(&measure)),
        proves: wasm::is_built(),
        import: None,
    }))
}

fn typescript() -> Result<Option<Measured>, String> {
    const FOLDER: &str = "clients/typescript";
    if !npm::is_available("typescript") {
        return Ok(None);
    }
    for words in [
        &["ci", "--no-audit", "--no-fund", "--ignore-scripts"][..],
        &["run", "build"],
    ] {
        succeed(program("npm", FOLDER, words))?;
    }
    let measure = root().join(FOLDER).join("bench/measure.mjs");
    let start = |source: &str| {
        ["node", "--input-type=module", "--eval", source]
            .map(str::to_owned)
            .to_vec()
    };
    let package = root().join(FOLDER).join("dist/index.js");
    let import = format!("import {:?}", package.to_string_lossy());
    Ok(Some(Measured {
        language: "TypeScript (Node)",
        command: Box::new(move || {
            let mut node = Command::new("node");
            node.arg(&measure);
            node
        }),
        proves: wasm::is_built(),
        import: Some([start(""), start(&import)]),
    }))
}

fn python(release: &Path) -> Result<Option<Measured>, String> {
    const SOURCES: &str = "clients/python/src";
    let Some(python) =
        python::environment("python", "target/clients/python-bench", &["httpx==0.28.1"])?
    else {
        return Ok(None);
    };
    let library = release.join(format!(
        "{}lockstep_ffi{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ));
    let sources = root().join(SOURCES);
    let path = python.to_string_lossy().into_owned();
    let start = |source: &str| [&path, "-c", source].map(str::to_owned).to_vec();
    let import = format!(
        "import sys; sys.path.insert(0, {:?}); import lockstep",
        sources.to_string_lossy()
    );
    let imports = [start("import sys"), start(&import)];
    Ok(Some(Measured {
        language: "Python",
        command: Box::new(move || {
            let mut command = Command::new(&python);
            command
                .arg(root().join("clients/python/bench/measure.py"))
                .env("PYTHONPATH", &sources)
                .env("LOCKSTEP_FFI_LIBRARY", &library);
            command
        }),
        proves: true,
        import: Some(imports),
    }))
}

#[expect(clippy::disallowed_methods, reason = "a benchmark times its programs")]
fn now() -> Instant {
    Instant::now()
}
