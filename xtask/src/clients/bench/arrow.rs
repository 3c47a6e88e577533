//! Points as Arrow: from Python to the server, and into a data frame.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::figure::{Figure, Missing};
use super::languages::Measured;
use super::{MAX_MEMORY_MB, MAX_UPLOAD_RATIO, Printed, peak_mb, ratio, show, upload, value};
use crate::abuse::Server;
use crate::python;
use crate::run::root;

const ARROW_POINTS: &str = "10000000";

/// What the programs printed.
struct Arrow {
    sent: Printed,
    read: Printed,
    /// A million points, from tables.
    tables: Printed,
}

/// Sends and reads points as Arrow from Python, and returns the figures. `of_rust` is what the upload of Rust printed, if it
/// was measured.
pub(super) fn figures(program: &Path, of_rust: Option<&Printed>) -> Vec<Figure> {
    let arrow = measure(program).unwrap_or_else(|reason| Arrow {
        sent: Err(reason.clone()),
        read: Err(reason.clone()),
        tables: Err(reason),
    });
    show("Arrow upload", &arrow.sent);
    show("Arrow into pandas", &arrow.read);
    show("Python tables", &arrow.tables);
    let mut figures = figures_of(&arrow);
    if let Some(of_rust) = of_rust {
        figures.push(Figure::at_most(
            "Python: upload from tables / that of Rust",
            ratio(&arrow.tables, "seconds", of_rust, "seconds"),
            MAX_UPLOAD_RATIO,
        ));
    }
    figures
}

fn figures_of(arrow: &Arrow) -> Vec<Figure> {
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
        Figure::without_goal(
            "Python: upload of a million points from tables, s",
            value(&arrow.tables, "seconds"),
        ),
        Figure::at_most(
            "Python: memory of the upload from tables, MB",
            peak_mb(&arrow.tables),
            MAX_MEMORY_MB,
        ),
    ]
}

/// Sends the points, computes the rate from the processor time of the server, and reads the points. Then other servers get
/// tables.
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
    let read = measured.figures(&["pandas", &url, token, ARROW_POINTS]);
    // The next servers use the same folder.
    drop(server);
    Ok(Arrow {
        sent: Ok(sent),
        read,
        tables: upload(&measured, "table-upload", program),
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
