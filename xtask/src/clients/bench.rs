//! `cargo xtask bench clients`: each client library uploads a million points to a fresh server, proves and verifies; its import is timed.
//! Rust is the measure of the others: the column "proof / Rust" divides the time of a range proof by that of the Rust call in the
//! same run. Python also sends and reads points as Arrow. Languages without tools are named.
//!
//! Reading order: [`run`], `row`, then a function for each language, then `arrow`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};

use crate::abuse::{self, Server};
use crate::run::{cargo, output, program, root, succeed};
use crate::{npm, python, wasm};

const POINTS: &str = "1000000";
const ARROW_POINTS: &str = "10000000";
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
    languages.extend(java(&release)?);
    languages.extend(ruby(&release)?);
    let mut table = String::from(
        "\n| language | upload s | upload / Rust | client CPU s | peak MiB | load ms | range proof ms | proof / Rust | verify ms | import ms |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut measure = Value::Null;
    for language in &languages {
        let row = row(language, &server, &mut measure)?;
        table += &row;
    }
    println!("{table}");
    arrow(&server)
}

/// Measures one language, and returns its row. The first language, Rust, becomes the measure of the others.
fn row(measured: &Measured, program: &Path, measure: &mut Value) -> Result<String, String> {
    let server = Server::start_program(program)?;
    let uploaded = figures(measured, &["upload", &server.url(), server.token(), POINTS])?;
    drop(server);
    let proved = match measured.proves {
        true => figures(measured, &["proof"])?,
        false => Value::Null,
    };
    println!("{}: {uploaded} {proved}", measured.language);
    if measure.is_null() {
        *measure = json!({ "seconds": uploaded["seconds"], "proof": proved["rustProof"] });
    }
    let imported = measured.import.as_ref().map(import).transpose()?;
    let ratio =
        |figures: &Value, name: &str| Some(figures[name].as_f64()? / measure[name].as_f64()?);
    let mut row = format!("| {} |", measured.language);
    cell(&mut row, uploaded["seconds"].as_f64());
    cell(&mut row, ratio(&uploaded, "seconds"));
    cell(&mut row, uploaded["cpuSeconds"].as_f64());
    cell(&mut row, uploaded["peakMiB"].as_f64());
    cell(&mut row, proved["load"].as_f64());
    cell(&mut row, proved["proof"].as_f64());
    cell(&mut row, ratio(&proved, "proof"));
    cell(&mut row, proved["verify"].as_f64());
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
    let library = library(release);
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

fn java(release: &Path) -> Result<Option<Measured>, String> {
    const FOLDER: &str = "clients/java";
    const CLASS_PATH: &str =
        "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";
    if output(program("mvn", ".", &["-version"])).is_err()
        || output(program("javac", ".", &["-version"])).is_err()
    {
        println!("java skipped: no JDK or no Maven");
        return Ok(None);
    }
    let classes = root().join("target/clients/java-measure");
    fs::create_dir_all(&classes).map_err(|error| error.to_string())?;
    let file = classes.join("classpath");
    let words = ["-q", "-B", "-Dspotless.skip=true", "compile", CLASS_PATH];
    let mut compile = program("mvn", FOLDER, &words);
    compile.arg(format!("-Dmdep.outputFile={}", file.display()));
    succeed(compile)?;
    let dependencies =
        fs::read_to_string(&file).map_err(|error| format!("the class path: {error}"))?;
    let separator = if cfg!(windows) { ';' } else { ':' };
    let path = format!(
        "{}{separator}{}{separator}{}",
        classes.display(),
        root().join(FOLDER).join("target/classes").display(),
        dependencies.trim()
    );
    let folder = classes.to_string_lossy();
    let words = ["-cp", &path, "-d", &folder, "bench/Measure.java"];
    succeed(program("javac", FOLDER, &words))?;
    let property = format!("-Dlockstep.ffi.library={}", library(release).display());
    let words = ["java", "-Xmx128m", &property, "-cp", &path, "Measure"].map(str::to_owned);
    let start = |task: &str| [&words[..], &[task.to_owned()]].concat();
    let imports = [start("start"), start("import")];
    Ok(Some(Measured {
        language: "Java",
        command: Box::new(move || {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command
        }),
        proves: true,
        import: Some(imports),
    }))
}

fn ruby(release: &Path) -> Result<Option<Measured>, String> {
    const FOLDER: &str = "clients/ruby";
    if output(program("ruby", ".", &["--version"])).is_err() {
        println!("ruby skipped: no ruby");
        return Ok(None);
    }
    let library = library(release);
    let sources = format!("-I{}", root().join(FOLDER).join("lib").display());
    let start = |source: &str| ["ruby", &sources, "-e", source].map(str::to_owned).to_vec();
    let imports = [start(""), start("require \"lockstep\"; Lockstep::Models")];
    Ok(Some(Measured {
        language: "Ruby",
        command: Box::new(move || {
            let mut command = Command::new("ruby");
            command
                .arg(&sources)
                .arg(root().join(FOLDER).join("bench/measure.rb"))
                .env("LOCKSTEP_FFI_LIBRARY", &library);
            command
        }),
        proves: true,
        import: Some(imports),
    }))
}

/// The native library of the release build.
fn library(release: &Path) -> PathBuf {
    release.join(format!(
        "{}lockstep_ffi{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ))
}

/// Sends and reads points as Arrow from Python, and prints the rates.
fn arrow(program: &Path) -> Result<(), String> {
    let packages = ["httpx==0.28.1", "pyarrow==26.0.1", "pandas==3.1.1"];
    let folder = "target/clients/python-arrow";
    let Some(python) = python::environment("python with Arrow", folder, &packages)? else {
        return Ok(());
    };
    let measured = Measured {
        language: "Python with Arrow",
        command: Box::new(move || {
            let mut command = Command::new(&python);
            command
                .arg(root().join("clients/python/bench/measure.py"))
                .env("PYTHONPATH", root().join("clients/python/src"));
            command
        }),
        proves: false,
        import: None,
    };
    let server = Server::start_program(program)?;
    let (url, token) = (server.url(), server.token());
    let before = cpu_seconds(server.process_id());
    let sent = figures(&measured, &["arrow-upload", &url, token, ARROW_POINTS])?;
    let used = cpu_seconds(server.process_id()).zip(before);
    let read = figures(&measured, &["pandas", &url, token, ARROW_POINTS])?;
    println!("{}: {sent} {read}", measured.language);
    let millions = ARROW_POINTS
        .parse::<f64>()
        .map_or(f64::NAN, |count| count / 1e6);
    let rate = used.map(|(after, before)| millions / (after - before));
    let mut row = String::from(
        "\n| Arrow | upload s | million points per server CPU-s | into pandas s | of it the frame s |\n\
         |---|---|---|---|---|\n| Python |",
    );
    cell(&mut row, sent["seconds"].as_f64());
    cell(&mut row, rate);
    cell(&mut row, read["seconds"].as_f64());
    cell(&mut row, read["frameSeconds"].as_f64());
    println!("{row}");
    Ok(())
}

/// The processor time of a process, where the system tells it. Threads that have ended count, too.
fn cpu_seconds(process: u32) -> Option<f64> {
    /// Ticks per second in which Linux counts processor time.
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program may contain spaces.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS)
}

#[expect(clippy::disallowed_methods, reason = "a benchmark times its programs")]
fn now() -> Instant {
    Instant::now()
}
