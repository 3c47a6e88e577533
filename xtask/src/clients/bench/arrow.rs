//! Points as Arrow: from Python to the server, and into a data frame.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::figure::{Figure, Missing};
use super::languages::Measured;
use super::{Printed, show, value};
use crate::abuse::Server;
use crate::python;
use crate::run::root;

const ARROW_POINTS: &str = "10000000";

/// What the programs of the two directions printed.
struct Arrow {
    sent: Printed,
    read: Printed,
}

/// Sends and reads points as Arrow from Python, and returns the figures.
pub(super) fn figures(program: &Path) -> Vec<Figure> {
    let arrow = measure(program).unwrap_or_else(|reason| Arrow {
        sent: Err(reason.clone()),
        read: Err(reason),
    });
    show("Arrow upload", &arrow.sent);
    show("Arrow into pandas", &arrow.read);
    vec![
        Figure::without_goal(
            "Arrow: upload of 10 million points, s",
            value(&arrow.sent, "seconds"),
        ),
        Figure::at_least(
            "Arrow: million points uploaded per CPU-second of the server",
            value(&arrow.sent, "millionsPerCpuSecond"),
            12.0,
        ),
        Figure::at_most(
            "Python: 10 million points into pandas, s",
            value(&arrow.read, "seconds"),
            1.5,
        ),
        Figure::without_goal(
            "Python: of it the frame, s",
            value(&arrow.read, "frameSeconds"),
        ),
    ]
}

/// Sends the points, computes the rate from the processor time of the server, and reads the points.
fn measure(program: &Path) -> Result<Arrow, Missing> {
    let packages = ["httpx==0.28.1", "pyarrow==26.0.1", "pandas==3.1.1"];
    let folder = "target/clients/python-arrow";
    let Some(python) = python::environment("python with Arrow", folder, &packages)? else {
        let reason = "no python3 with venv and pip, or no httpx, pyarrow and pandas";
        return Err(Missing::Tool(reason.to_owned()));
    };
    let measured = Measured {
        command: Box::new(move || {
            let mut command = Command::new(&python);
            command
                .arg(root().join("clients/python/bench/measure.py"))
                .env("PYTHONPATH", root().join("clients/python/src"));
            command
        }),
        proves: Err(Missing::Tool("only Arrow is measured".to_owned())),
        import: None,
    };
    let server = Server::start_program(program)?;
    let (url, token) = (server.url(), server.token());
    let before = cpu_seconds(server.process_id());
    let mut sent = measured.figures(&["arrow-upload", &url, token, ARROW_POINTS])?;
    let after = cpu_seconds(server.process_id());
    if let (Some(before), Some(after)) = (before, after) {
        let millions = ARROW_POINTS.parse::<f64>().unwrap_or(f64::NAN) / 1e6;
        sent["millionsPerCpuSecond"] = Value::from(millions / (after - before));
    }
    Ok(Arrow {
        sent: Ok(sent),
        read: measured.figures(&["pandas", &url, token, ARROW_POINTS]),
    })
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
