//! `cargo xtask bench clients [PART…] [built] [PROGRAM]`: the figures of the client libraries, in one table with their goals.
//!
//! | part | measured |
//! |---|---|
//! | `upload` | each language sends a million points to a fresh server: time, divided by that of Rust, and memory |
//! | `series` | each language sends a million points as a series, columns of times and values: time, divided by Rust's time of `upload`, and memory |
//! | `proof` | each language makes and verifies range proofs: time, divided by that of the Rust call |
//! | `import` | how much longer a program takes that imports the package |
//! | `arrow` | Python sends and reads ten million points as Arrow, and sends a million from tables; beside `upload` or `series`, divided by Rust's time |
//! | `browser` | Chromium verifies a claim |
//! | `go` and the other languages | only this language |
//!
//! Without a part, all are measured. Rust is measured with every upload and proof, as the others are compared with it. A part whose
//! tools are absent is a row that says so; after a program that failed, the others go on. With `built`, nothing is compiled
//! by cargo. PROGRAM is a server to use instead of that of the release build.
//!
//! Reading order: [`run`], `parts.rs`, `measure`, then `languages.rs`, `arrow.rs`, `browser.rs` and `figure.rs`.

mod arrow;
mod browser;
mod figure;
mod languages;
mod parts;

use std::path::{Path, PathBuf};

use serde_json::Value;

use self::figure::{Figure, Measurement, Missing};
use self::languages::{Engine, LANGUAGES, Language, Measured, rust};
use self::parts::{Parts, Task};
use crate::abuse::{self, Server};
use crate::run::{cargo, succeed};
use crate::wasm;

const POINTS: &str = "1000000";
/// How often the time of Rust an upload may take.
const MAX_UPLOAD_RATIO: f64 = 2.0;
const MAX_MEMORY_MB: f64 = 200.0;

/// What a program printed, or why it did not run.
type Printed = Result<Value, Missing>;

/// The programs of the release build.
struct Programs {
    server: PathBuf,
    /// The folder of the other programs.
    release: PathBuf,
}

/// What the program of one language printed, where it is asked.
struct Answers {
    uploaded: Option<Printed>,
    series: Option<Printed>,
    proved: Option<Printed>,
    import: Option<Measurement>,
}

/// Builds the programs, measures the parts, and prints the table. Fails if a program failed; a missed goal is in the table.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let parts = Parts::parse(words)?;
    let programs = build(&parts)?;
    let (mut figures, mut of_rust) = (Vec::new(), None);
    if !parts.languages.is_empty() {
        let (measured, answers) = languages(&parts, &programs);
        figures.extend(measured);
        of_rust = answers.uploaded;
    }
    if parts.arrow {
        figures.extend(arrow::figures(&programs.server, of_rust.as_ref()));
    }
    if parts.browser {
        figures.extend(browser::figures());
    }
    println!("{}", figure::table(&figures));
    figure::all_ran(&figures)
}

/// Builds what the parts need. With `built`, fails if something is not there.
fn build(parts: &Parts) -> Result<Programs, String> {
    let release = abuse::target()?.join("release");
    let server = parts.server.clone();
    let programs = Programs {
        server: server.unwrap_or_else(|| release.join("lockstep")),
        release,
    };
    let needs_library = parts.needs_library();
    if !parts.is_built {
        let server = ["--package", "lockstep-server", "--bin", "lockstep"];
        if parts.needs_server() && parts.server.is_none() {
            succeed(cargo(&[&["build", "--release"][..], &server].concat()))?;
        }
        let library = ["--package", "lockstep-ffi", "--lib", "--example", "measure"];
        if needs_library {
            succeed(cargo(&[&["build", "--release"][..], &library].concat()))?;
        }
        let runs_wasm = |language: &&Language| matches!(language.engine, Engine::Wasm);
        if parts.has(Task::Proof) && parts.languages.iter().any(runs_wasm) {
            wasm::build_for("proofs of Go and TypeScript")?;
        }
    }
    if parts.needs_server() {
        exists(&programs.server)?;
    }
    if needs_library {
        exists(&programs.release.join("examples/measure"))?;
    }
    Ok(programs)
}

fn exists(program: &Path) -> Result<(), String> {
    match program.is_file() {
        true => Ok(()),
        false => Err(format!(
            "{} is not there: leave out `built`, or name another server",
            program.display()
        )),
    }
}

/// Returns the figures of Rust and of the asked languages, and what the program of Rust printed.
fn languages(parts: &Parts, programs: &Programs) -> (Vec<Figure>, Answers) {
    let of_rust = measure(
        "Rust",
        &parts.tasks_of_rust(),
        programs,
        &Ok(rust(&programs.release)),
    );
    let mut figures = figures_of_rust(&of_rust);
    for language in LANGUAGES {
        let is_asked = |asked: &&Language| asked.name == language.name;
        if parts.languages.iter().any(is_asked) {
            let measured = (language.prepare)(&programs.release);
            let answers = measure(language.title, parts.tasks(), programs, &measured);
            figures.extend(figures_of(language, &answers, &of_rust));
        }
    }
    (figures, of_rust)
}

/// Measures what is asked of one language.
fn measure(
    title: &str,
    tasks: &[Task],
    programs: &Programs,
    measured: &Result<Measured, Missing>,
) -> Answers {
    let program = || measured.as_ref().map_err(Clone::clone);
    let upload = |task| upload(program()?, task, &programs.server);
    let proof = || program()?.proof();
    let has = |task| tasks.contains(&task);
    let answers = Answers {
        uploaded: has(Task::Upload).then(|| upload("upload")),
        series: has(Task::Series).then(|| upload("series-upload")),
        proved: has(Task::Proof).then(proof),
        import: match (has(Task::Import), measured) {
            (false, _) => None,
            (true, Ok(measured)) => measured.import(),
            (true, Err(missing)) => Some(Err(missing.clone())),
        },
    };
    let printed = [&answers.uploaded, &answers.series, &answers.proved];
    for printed in printed.into_iter().flatten() {
        show(title, printed);
    }
    answers
}

/// Prints what a program printed: the table comes at the end, and has not all of it.
fn show(title: &str, printed: &Printed) {
    match printed {
        Ok(figures) => println!("{title}: {figures}"),
        Err(missing) => println!("{title}: {missing}"),
    }
}

/// Sends the points to one fresh server after another. Returns what the run with the median time printed, with the largest memory of
/// all runs.
fn upload(measured: &Measured, task: &str, program: &Path) -> Printed {
    const RUNS: usize = 3;
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let server = Server::start_program(program)?;
        runs.push(measured.figures(&[task, &server.url(), server.token(), POINTS])?);
    }
    let figure = |run: &Value, name: &str| run[name].as_f64().unwrap_or(f64::NAN);
    let peaks = runs.iter().map(|run| figure(run, "peakMiB"));
    let peak = peaks.fold(f64::NAN, f64::max);
    runs.sort_by(|one, other| figure(one, "seconds").total_cmp(&figure(other, "seconds")));
    let mut median = runs.swap_remove(RUNS / 2);
    median["peakMiB"] = peak.into();
    Ok(median)
}

/// Returns a figure that a program printed.
fn value(printed: &Printed, name: &str) -> Measurement {
    let printed = printed.as_ref().map_err(Clone::clone)?;
    let figure = printed[name].as_f64();
    figure.ok_or_else(|| Missing::Failed(format!("no {name} in {printed}")))
}

/// Returns the largest memory of a program in MB.
fn peak_mb(printed: &Printed) -> Measurement {
    const MB_PER_MIB: f64 = 1.048_576;
    Ok(value(printed, "peakMiB")? * MB_PER_MIB)
}

fn ratio(printed: &Printed, name: &str, of_rust: &Printed, name_of_rust: &str) -> Measurement {
    Ok(value(printed, name)? / value(of_rust, name_of_rust)?)
}

/// The figures that those of the languages are divided by, and the C interface alone.
fn figures_of_rust(answers: &Answers) -> Vec<Figure> {
    let mut figures = Vec::new();
    if let Some(uploaded) = &answers.uploaded {
        let seconds = value(uploaded, "seconds");
        figures.push(Figure::without_goal(
            "Rust: upload of a million points, s",
            seconds,
        ));
    }
    if let Some(proved) = &answers.proved {
        figures.push(Figure::without_goal(
            "Rust: range proof, ms",
            value(proved, "rustProof"),
        ));
        figures.push(Figure::at_most(
            "C interface: range proof / Rust call",
            ratio(proved, "proof", proved, "rustProof"),
            Engine::Native.max_proof_ratio(),
        ));
    }
    figures
}

/// Returns the figures of one language with their goals.
fn figures_of(language: &Language, answers: &Answers, of_rust: &Answers) -> Vec<Figure> {
    const MAX_IMPORT_MILLISECONDS: f64 = 300.0;
    let name = |figure: &str| format!("{}: {figure}", language.title);
    let mut figures = Vec::new();
    if let (Some(own), Some(of_rust)) = (&answers.uploaded, &of_rust.uploaded) {
        let to_rust = ratio(own, "seconds", of_rust, "seconds");
        let memory = peak_mb(own);
        figures.extend([
            Figure::without_goal(name("upload of a million points, s"), value(own, "seconds")),
            Figure::without_goal(name("of it processor time, s"), value(own, "cpuSeconds")),
            Figure::at_most(name("upload / that of Rust"), to_rust, MAX_UPLOAD_RATIO),
            Figure::at_most(name("memory of the upload, MB"), memory, MAX_MEMORY_MB),
        ]);
    }
    if let (Some(own), Some(of_rust)) = (&answers.series, &of_rust.uploaded) {
        let to_rust = ratio(own, "seconds", of_rust, "seconds");
        let memory = peak_mb(own);
        figures.extend([
            Figure::without_goal(name("series of a million points, s"), value(own, "seconds")),
            Figure::at_most(
                name("series of a million points / Rust"),
                to_rust,
                MAX_UPLOAD_RATIO,
            ),
            Figure::at_most(name("memory of the series, MB"), memory, MAX_MEMORY_MB),
        ]);
    }
    if let (Some(own), Some(of_rust)) = (&answers.proved, &of_rust.proved) {
        let to_rust = ratio(own, "proof", of_rust, "rustProof");
        let goal = language.engine.max_proof_ratio();
        figures.extend([
            Figure::without_goal(name("load of the cryptography, ms"), value(own, "load")),
            Figure::without_goal(name("range proof, ms"), value(own, "proof")),
            Figure::at_most(name("range proof / Rust call"), to_rust, goal),
            Figure::without_goal(name("verification of it, ms"), value(own, "verify")),
        ]);
    }
    if let Some(import) = &answers.import {
        figures.push(Figure::at_most(
            name("import, ms"),
            import.clone(),
            MAX_IMPORT_MILLISECONDS,
        ));
    }
    figures
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn printed(value: Value) -> Option<Printed> {
        Some(Ok(value))
    }

    #[test]
    fn figures_are_divided_by_those_of_rust_in_the_same_run() {
        let of_rust = Answers {
            uploaded: printed(json!({ "seconds": 2.0 })),
            series: None,
            proved: printed(json!({ "rustProof": 30.0, "proof": 33.0 })),
            import: None,
        };
        let ruby = LANGUAGES.iter().find(|one| one.name == "ruby").unwrap();
        let answers = Answers {
            uploaded: printed(json!({ "seconds": 5.0, "cpuSeconds": 3.0, "peakMiB": 100.0 })),
            series: printed(json!({ "seconds": 3.0, "peakMiB": 200.0 })),
            proved: Some(Err(Missing::Tool("no ruby".to_owned()))),
            import: Some(Ok(250.0)),
        };
        let mut figures = figures_of_rust(&of_rust);
        figures.extend(figures_of(ruby, &answers, &of_rust));
        let table = figure::table(&figures);
        for row in [
            "| C interface: range proof / Rust call | at most 1.3 | 1.10 | met |",
            "| Ruby: upload / that of Rust | at most 2 | 2.50 | **missed** |",
            "| Ruby: memory of the upload, MB | at most 200 | 104.86 | met |",
            "| Ruby: series of a million points / Rust | at most 2 | 1.50 | met |",
            "| Ruby: memory of the series, MB | at most 200 | 209.72 | **missed** |",
            "| Ruby: range proof / Rust call | at most 1.3 |  | not measured: no ruby |",
            "| Ruby: import, ms | at most 300 | 250.00 | met |",
        ] {
            assert!(table.lines().any(|line| line == row), "{row}{table}");
        }
    }

    #[test]
    fn parts_that_are_not_asked_have_no_rows() {
        let none = || Answers {
            uploaded: None,
            series: None,
            proved: None,
            import: None,
        };
        assert_eq!(figures_of_rust(&none()).len(), 0);
        for language in LANGUAGES {
            assert_eq!(figures_of(language, &none(), &none()).len(), 0);
        }
    }

    #[test]
    fn a_figure_that_a_program_does_not_print_is_a_failure() {
        let found = value(&Ok(json!({ "seconds": 1.0 })), "peakMiB");
        assert!(matches!(found, Err(Missing::Failed(reason)) if reason.contains("peakMiB")));
    }
}
