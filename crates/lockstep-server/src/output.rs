//! Prints answers, for people and for programs.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::OnceLock;

use lockstep_store::Timestamp;
use lockstep_web::subcommand::CommandOutput;
use lockstep_web::text_direction::for_terminal;
use serde_json::Value as Json;

/// Prints to standard output as `print!` does, but does not panic.
macro_rules! out {
    ($($arg:tt)*) => {
        $crate::output::print(format_args!($($arg)*))
    };
}

/// Prints a line to standard output as `println!` does, but does not panic.
macro_rules! outln {
    ($($arg:tt)*) => {
        $crate::output::print(format_args!("{}\n", format_args!($($arg)*)))
    };
}

pub(crate) use lockstep_web::subcommand::text;
pub(crate) use {out, outln};

/// Writes to standard output, without control characters and direction marks: names are texts of any author. A closed
/// pipe is not an error: `lockstep … | head` closes it early. Any other error is kept for [`failure`].
pub(crate) fn print(text: Arguments<'_>) {
    let mut stdout = std::io::stdout().lock();
    let text = text.to_string();
    let written = stdout.write_all(for_terminal(&text).as_bytes());
    let written = written.and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        FAILURE.get_or_init(|| format!("standard output cannot be written: {error}"));
    }
}

/// Prints a line to standard error, as [`print`] writes.
pub(crate) fn note(line: &str) {
    eprintln!("{}", for_terminal(line));
}

/// Returns the first error of [`print`].
pub(crate) fn failure() -> Option<String> {
    FAILURE.get().cloned()
}

static FAILURE: OnceLock<String> = OnceLock::new();

/// Formats a damaged or repaired row of a report: its position and its defect.
fn row(one: &Json) -> String {
    let mut line = text(one, "table").to_owned();
    if !text(one, "row").is_empty() {
        line.push_str(&format!(" {}", text(one, "row")));
    }
    if !one["account"].is_null() {
        line.push_str(&format!(" of {}", text(one, "account")));
    }
    let moment = |field: &str| one[field].as_i64().map(|at| Timestamp(at).to_string());
    if let (Some(from), Some(to)) = (moment("from"), moment("to")) {
        line.push_str(&format!(", {from} to {to}"));
    }
    line.push_str(&format!(": {}", text(one, "reason")));
    line
}

/// Prints answers, for people or for programs.
pub(crate) struct Output {
    pub(crate) json: bool,
}

impl Output {
    pub(crate) fn line(&self, json: &Json, line: &str) {
        outln!(
            "{}",
            if self.json {
                json.to_string()
            } else {
                line.to_owned()
            }
        );
    }

    /// The output of a capability's command.
    pub(crate) fn of_capability(&self, output: &CommandOutput) {
        if let Some(note) = &output.note {
            self::note(note);
        }
        self.line(&output.result, &output.text);
    }

    pub(crate) fn findings(&self, found: &Json) {
        if self.json {
            return outln!("{found}");
        }
        for finding in found["findings"].as_array().into_iter().flatten() {
            let sign = if finding["fine"] == true {
                "ok "
            } else {
                "BAD"
            };
            outln!(
                "{sign} {}: {}",
                text(finding, "what"),
                text(finding, "said")
            );
        }
    }

    /// Prints the report of a scrub, or a list of damaged rows in another answer.
    pub(crate) fn scrubbed(&self, report: &Json) {
        if self.json {
            return outln!("{report}");
        }
        self.damaged(report);
        for one in report["repaired"].as_array().into_iter().flatten() {
            outln!("REPAIRED {}", row(one));
        }
        for page in report["pages"].as_array().into_iter().flatten() {
            outln!("BAD {}", page.as_str().unwrap_or_default());
        }
        let broken = &report["audit"]["broken"];
        if !broken.is_null() {
            outln!(
                "BAD audit entry {}: {}",
                broken["seq"],
                text(broken, "reason")
            );
        }
        if report["fine"] == true {
            let rows = report["rows"].as_u64().unwrap_or(0);
            let rows = lockstep_web::counted(rows, "row was", "rows were");
            outln!("{rows} opened; none is damaged");
        }
    }

    /// Prints the damaged rows of a report; on standard error if a program reads the answer.
    pub(crate) fn damaged(&self, report: &Json) -> bool {
        let all = report["damaged"].as_array();
        for one in all.into_iter().flatten() {
            let line = format!("BAD {}", row(one));
            match self.json {
                true => note(&line),
                false => outln!("{line}"),
            }
        }
        all.is_some_and(|all| !all.is_empty())
    }

    /// Prints the rows of a copy that a scrub repairs; on standard error if a program reads the answer.
    pub(crate) fn repairable(&self, report: &Json) {
        for one in report["repairable"].as_array().into_iter().flatten() {
            let line = format!("REPAIRABLE {}", row(one));
            match self.json {
                true => note(&line),
                false => outln!("{line}"),
            }
        }
    }
}
