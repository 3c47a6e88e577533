//! A library in a process of its own, which measures one row at a time on request.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process that writes `ready`, then answers each line with microseconds, or `-` for a row that
/// it does not have. Without a process there are no answers.
pub(crate) struct Process(Option<(Child, ChildStdin, BufReader<ChildStdout>)>);

impl Process {
    pub(crate) fn start(mut command: Command, libraries: &str) -> Self {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let Ok(mut child) = child else {
            eprintln!("no {:?}: without {libraries}", command.get_program());
            return Self(None);
        };
        let stdin = child.stdin.take().expect("it is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        // OpenFHE's set-up may print lines of its own.
        while line.trim() != "ready" {
            line.clear();
            if stdout.read_line(&mut line).unwrap_or(0) == 0 {
                eprintln!("the process did not start: without {libraries}");
                return Self(None);
            }
        }
        Self(Some((child, stdin, stdout)))
    }

    pub(crate) fn ask(&mut self, row: &str) -> Option<f64> {
        let (_, stdin, stdout) = self.0.as_mut()?;
        writeln!(stdin, "{row}").ok()?;
        let mut line = String::new();
        stdout.read_line(&mut line).ok()?;
        line.trim().parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some((mut child, stdin, _)) = self.0.take() {
            // The process ends with its input.
            drop(stdin);
            child.wait().ok();
        }
    }
}
