//! The languages of the benchmark, and the program of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Instant;

use serde_json::Value;

use super::figure::{Measurement, Missing};
use crate::run::{output, program, root, succeed};
use crate::{npm, python, wasm};

/// A language that is measured.
pub(super) struct Language {
    /// Its word on the command line.
    pub(super) name: &'static str,
    /// Its name in the table.
    pub(super) title: &'static str,
    /// The implementation that computes its proofs.
    pub(super) engine: Engine,
    /// Builds its program. Takes the folder of cargo's release build.
    pub(super) prepare: fn(&Path) -> Result<Measured, Missing>,
}

/// The implementation that computes the proofs of a language.
#[derive(Clone, Copy)]
pub(super) enum Engine {
    Native,
    Wasm,
}

/// The program of one language, which prints its figures as JSON.
pub(super) struct Measured {
    /// Its words without those of the task.
    pub(super) command: Box<dyn Fn() -> Command>,
    /// Whether it can prove here.
    pub(super) proves: Result<(), Missing>,
    /// Two programs that differ by the import of the package.
    pub(super) import: Option<[Vec<String>; 2]>,
}

pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "go",
        title: "Go",
        engine: Engine::Wasm,
        prepare: go,
    },
    Language {
        name: "java",
        title: "Java",
        engine: Engine::Native,
        prepare: java,
    },
    Language {
        name: "python",
        title: "Python",
        engine: Engine::Native,
        prepare: python,
    },
    Language {
        name: "ruby",
        title: "Ruby",
        engine: Engine::Native,
        prepare: ruby,
    },
    Language {
        name: "typescript",
        title: "TypeScript (Node)",
        engine: Engine::Wasm,
        prepare: typescript,
    },
];

impl Engine {
    /// How often the time of the Rust call a range proof may take.
    pub(super) const fn max_proof_ratio(self) -> f64 {
        match self {
            Self::Native => 1.3,
            Self::Wasm => 12.0,
        }
    }
}

impl Measured {
    /// Runs the program with the words of a task, and reads its last line.
    pub(super) fn figures(&self, task: &[&str]) -> Result<Value, Missing> {
        let mut command = (self.command)();
        command.args(task);
        parse(&output(command)?)
    }

    /// Measures range proofs and verifications.
    pub(super) fn proof(&self) -> Result<Value, Missing> {
        self.proves.clone()?;
        self.figures(&["proof"])
    }

    /// Returns the milliseconds by which the program with the import takes longer: medians of runs in turns.
    pub(super) fn import(&self) -> Option<Measurement> {
        self.import.as_ref().map(difference)
    }
}

/// Returns by how many milliseconds the second program takes longer than the first.
fn difference(programs: &[Vec<String>; 2]) -> Measurement {
    const STARTS: usize = 9;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..STARTS {
        for (words, times) in programs.iter().zip(&mut times) {
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let start = now();
            output(program(&words[0], ".", &arguments))?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
    }
    let [without, with] = times.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[STARTS / 2]
    });
    Ok(with - without)
}

/// Reads the last line that a program printed.
pub(super) fn parse(printed: &str) -> Result<Value, Missing> {
    let line = printed.lines().last().unwrap_or_default();
    serde_json::from_str(line).map_err(|error| Missing::Failed(format!("{error}: {line}")))
}

fn missing<T>(reason: impl Into<String>) -> Result<T, Missing> {
    Err(Missing::Tool(reason.into()))
}

/// Whether `lockstep.wasm` is there.
fn has_module() -> Result<(), Missing> {
    match wasm::is_built() {
        true => Ok(()),
        false => missing("no lockstep.wasm: `cargo xtask wasm` builds it"),
    }
}

/// Rust, which the others are compared with.
pub(super) fn rust(release: &Path) -> Measured {
    let measure = release.join("examples/measure");
    Measured {
        command: Box::new(move || Command::new(&measure)),
        proves: Ok(()),
        import: None,
    }
}

fn go(_: &Path) -> Result<Measured, Missing> {
    const FOLDER: &str = "clients/go";
    if output(program("go", ".", &["version"])).is_err() {
        return missing("no go");
    }
    super::super::go::put_wasm()?;
    let measure = root().join("target/clients/go-measure");
    let path = measure.to_string_lossy().into_owned();
    succeed(program(
        "go",
        FOLDER,
        &["build", "-o", &path, "./internal/measure"],
    ))?;
    // Go has no import at run time: the packages are initialized when the program starts.
    let import = [vec!["true".to_owned()], vec![path, "import".to_owned()]];
    Ok(Measured {
        command: Box::new(move || Command::new(&measure)),
        proves: has_module(),
        import: Some(import),
    })
}

const TYPESCRIPT: &str = "clients/typescript";

/// Compiles the TypeScript client, once in a run of the benchmark.
pub(super) fn compile_typescript() -> Result<(), Missing> {
    static COMPILED: OnceLock<Result<(), Missing>> = OnceLock::new();
    let compile = || {
        if !npm::is_available("typescript") {
            return missing("no node or no npm");
        }
        let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
        if let Err(reason) = succeed(program("npm", TYPESCRIPT, &install)) {
            return missing(format!("its packages cannot be installed: {reason}"));
        }
        succeed(program("npm", TYPESCRIPT, &["run", "build"])).map_err(Missing::Failed)
    };
    COMPILED.get_or_init(compile).clone()
}

fn typescript(_: &Path) -> Result<Measured, Missing> {
    compile_typescript()?;
    let measure = root().join(TYPESCRIPT).join("bench/measure.mjs");
    let start = |source: &str| {
        ["node", "--input-type=module", "--eval", source]
            .map(str::to_owned)
            .to_vec()
    };
    let package = root().join(TYPESCRIPT).join("dist/index.js");
    let import = format!("import {:?}", package.to_string_lossy());
    Ok(Measured {
        command: Box::new(move || {
            let mut node = Command::new("node");
            node.arg(&measure);
            node
        }),
        proves: has_module(),
        import: Some([start(""), start(&import)]),
    })
}

fn python(release: &Path) -> Result<Measured, Missing> {
    const SOURCES: &str = "clients/python/src";
    let Some(python) =
        python::environment("python", "target/clients/python-bench", &["httpx==0.28.1"])?
    else {
        return missing("no python3 with venv and pip, or no httpx");
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
    Ok(Measured {
        command: Box::new(move || {
            let mut command = Command::new(&python);
            command
                .arg(root().join("clients/python/bench/measure.py"))
                .env("PYTHONPATH", &sources)
                .env("LOCKSTEP_FFI_LIBRARY", &library);
            command
        }),
        proves: Ok(()),
        import: Some(imports),
    })
}

fn java(release: &Path) -> Result<Measured, Missing> {
    const FOLDER: &str = "clients/java";
    const CLASS_PATH: &str =
        "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";
    if output(program("mvn", ".", &["-version"])).is_err()
        || output(program("javac", ".", &["-version"])).is_err()
    {
        return missing("no JDK or no Maven");
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
    Ok(Measured {
        command: Box::new(move || {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command
        }),
        proves: Ok(()),
        import: Some(imports),
    })
}

fn ruby(release: &Path) -> Result<Measured, Missing> {
    const FOLDER: &str = "clients/ruby";
    if output(program("ruby", ".", &["--version"])).is_err() {
        return missing("no ruby");
    }
    let library = library(release);
    let sources = format!("-I{}", root().join(FOLDER).join("lib").display());
    let start = |source: &str| ["ruby", &sources, "-e", source].map(str::to_owned).to_vec();
    let imports = [start(""), start("require \"lockstep\"; Lockstep::Models")];
    Ok(Measured {
        command: Box::new(move || {
            let mut command = Command::new("ruby");
            command
                .arg(&sources)
                .arg(root().join(FOLDER).join("bench/measure.rb"))
                .env("LOCKSTEP_FFI_LIBRARY", &library);
            command
        }),
        proves: Ok(()),
        import: Some(imports),
    })
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
