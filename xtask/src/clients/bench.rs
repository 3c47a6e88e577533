//! `cargo xtask bench clients`: each client library uploads a million points to a fresh server, proves and verifies; its import is timed.
//! Rust is the measure of the others: the column "proof / Rust" divides the time of a range proof by that of the Rust call in the
//! same run. Python also sends and reads points as Arrow, and Chromium verifies a claim. The last table compares the figures with
//! their limits. Languages without tools are named.
//!
//! Reading order: [`run`], `measure`, `limits_of`, then a function for each language, then `arrow.rs`.

mod arrow;
mod limits;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};

use self::limits::Limit;
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
    /// The implementation that computes its proofs.
    engine: Engine,
    /// Whether it can prove here.
    proves: bool,
    /// Two programs that differ by the import of the package.
    import: Option<[Vec<String>; 2]>,
}

/// The implementation that computes the proofs of a language.
#[derive(Clone, Copy)]
enum Engine {
    Native,
    Wasm,
}

impl Engine {
    /// How often the time of the Rust call a range proof may take.
    const fn max_proof_ratio(self) -> f64 {
        match self {
            Self::Native => 1.3,
            Self::Wasm => 12.0,
        }
    }
}

/// The figures of one language. Those that it lacks are null.
struct Figures {
    uploaded: Value,
    proved: Value,
    import: Option<f64>,
    /// The times of upload and proof, divided by those of Rust.
    ratios: [Option<f64>; 2],
}

/// Builds the programs, and prints the tables. A server that is named is used instead of a build in release mode.
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
    let mut of_rust = Value::Null;
    let mut limits = Vec::new();
    for language in &languages {
        let figures = measure(language, &server, &mut of_rust)?;
        table += &row(language.language, &figures);
        limits.extend(limits_of(language, &figures));
    }
    println!("{table}");
    limits.extend(arrow::arrow(&server)?);
    limits.push(browser()?);
    println!("{}", limits::table(&limits));
    Ok(())
}

/// Measures one language. The first language, Rust, becomes the measure of the others.
fn measure(measured: &Measured, program: &Path, of_rust: &mut Value) -> Result<Figures, String> {
    let server = Server::start_program(program)?;
    let uploaded = figures(measured, &["upload", &server.url(), server.token(), POINTS])?;
    drop(server);
    let proved = match measured.proves {
        true => figures(measured, &["proof"])?,
        false => Value::Null,
    };
    println!("{}: {uploaded} {proved}", measured.language);
    if of_rust.is_null() {
        *of_rust = json!({ "seconds": uploaded["seconds"], "proof": proved["rustProof"] });
    }
    let ratio =
        |figures: &Value, name: &str| Some(figures[name].as_f64()? / of_rust[name].as_f64()?);
    let ratios = [ratio(&uploaded, "seconds"), ratio(&proved, "proof")];
    Ok(Figures {
        import: measured.import.as_ref().map(import).transpose()?,
        uploaded,
        proved,
        ratios,
    })
}

fn row(language: &str, figures: &Figures) -> String {
    let [upload_ratio, proof_ratio] = figures.ratios;
    let mut row = format!("| {language} |");
    cell(&mut row, figures.uploaded["seconds"].as_f64());
    cell(&mut row, upload_ratio);
    cell(&mut row, figures.uploaded["cpuSeconds"].as_f64());
    cell(&mut row, figures.uploaded["peakMiB"].as_f64());
    cell(&mut row, figures.proved["load"].as_f64());
    cell(&mut row, figures.proved["proof"].as_f64());
    cell(&mut row, proof_ratio);
    cell(&mut row, figures.proved["verify"].as_f64());
    cell(&mut row, figures.import);
    row + "\n"
}

/// Returns the limits of one language. Those of Rust are about the C interface alone.
fn limits_of(measured: &Measured, figures: &Figures) -> Vec<Limit> {
    const MAX_UPLOAD_RATIO: f64 = 2.0;
    const MAX_MEMORY_MB: f64 = 200.0;
    const MAX_IMPORT_MILLISECONDS: f64 = 300.0;
    const MB_PER_MIB: f64 = 1.048_576;
    let language = measured.language;
    let [upload_ratio, proof_ratio] = figures.ratios;
    let proof = Limit::at_most(
        format!("{language}: range proof / Rust call"),
        proof_ratio,
        measured.engine.max_proof_ratio(),
    );
    if measured.import.is_none() {
        return vec![proof];
    }
    let memory = figures.uploaded["peakMiB"].as_f64();
    vec![
        Limit::at_most(
            format!("{language}: upload of a million points / Rust"),
            upload_ratio,
            MAX_UPLOAD_RATIO,
        ),
        Limit::at_most(
            format!("{language}: memory of the upload, MB"),
            memory.map(|mib| mib * MB_PER_MIB),
            MAX_MEMORY_MB,
        ),
        Limit::at_most(
            format!("{language}: import, ms"),
            figures.import,
            MAX_IMPORT_MILLISECONDS,
        ),
        proof,
    ]
}

/// Verifies a claim in Chromium, where it is installed.
fn browser() -> Result<Limit, String> {
    const MAX_VERIFY_MILLISECONDS: f64 = 30.0;
    const NAME: &str = "Chromium: verification of a claim after loading, ms";
    let mut found = Value::Null;
    if npm::is_available("a claim in a browser") {
        let script = root().join("clients/typescript/bench/browser.mjs");
        let printed = output(program("node", ".", &[&script.to_string_lossy()]))?;
        println!("Chromium: {printed}");
        found = serde_json::from_str(&printed).map_err(|error| format!("{error}: {printed}"))?;
    }
    let verify = found["verify"].as_f64();
    Ok(Limit::at_most(NAME, verify, MAX_VERIFY_MILLISECONDS))
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
        engine: Engine::Native,
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
    // Go has no import at run time: the packages are initialized when the program starts.
    let import = [vec!["true".to_owned()], vec![path, "import".to_owned()]];
    Ok(Some(Measured {
        language: "Go",
        command: Box::new(move || Command::new(&measure)),
        engine: Engine::Wasm,
        proves: wasm::is_built(),
        import: Some(import),
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
        engine: Engine::Wasm,
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
        engine: Engine::Native,
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
        engine: Engine::Native,
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
        engine: Engine::Native,
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

#[expect(clippy::disallowed_methods, reason = "a benchmark times its programs")]
fn now() -> Instant {
    Instant::now()
}
