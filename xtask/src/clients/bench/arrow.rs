//! Points as Arrow: from Python to the server, and into a data frame.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::limits::Limit;
use super::{Engine, Measured, cell, figures};
use crate::abuse::Server;
use crate::python;
use crate::run::root;

const ARROW_POINTS: &str = "10000000";

/// Sends and reads points as Arrow from Python, prints the rates, and returns their limits.
pub(super) fn arrow(program: &Path) -> Result<Vec<Limit>, String> {
    let packages = ["httpx==0.28.1", "pyarrow==26.0.1", "pandas==3.1.1"];
    let folder = "target/clients/python-arrow";
    let Some(python) = python::environment("python with Arrow", folder, &packages)? else {
        return Ok(Vec::new());
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
        engine: Engine::Native,
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
    Ok(vec![
        Limit::at_least(
            "Arrow: million points per CPU-second of the server",
            rate,
            12.0,
        ),
        Limit::at_most(
            "Python: 10 million points into pandas, s",
            read["seconds"].as_f64(),
            1.5,
        ),
    ])
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
