//! The release build of the server as a child process, measured through `/proc`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use crate::http::Connection;

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    child: Child,
    folder: tempfile::TempDir,
    seconds: Arc<Mutex<Vec<f64>>>,
}

const PASSWORD: &str = "a password for a bench";

impl Server {
    /// Builds the server, starts it on a fresh directory, and waits until it prints its address.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts it with environment variables.
    pub(crate) fn start_with(variables: &[(&str, &str)]) -> Self {
        Self::start_at(&built(), variables)
    }

    /// Starts a server that is already built.
    pub(crate) fn start_at(program: &Path, variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a fresh directory");
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path().join("data"))
            .env("LOCKSTEP_ADMIN_PASSWORD", PASSWORD)
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                line.strip_prefix("lockstep listens on http://")?
                    .split(',')
                    .next()?
                    .parse()
                    .ok()
            })
            .expect("the server prints its address");
        let seconds = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&seconds);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let line: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
                if let Some(taken) = line["seconds"].as_f64() {
                    heard
                        .lock()
                        .expect("no thread panicked with the lock")
                        .push(taken);
                }
            }
        });
        Self {
            address,
            child,
            folder,
            seconds,
        }
    }

    pub(crate) fn token(&self) -> String {
        let body = format!("{{\"username\":\"admin\",\"password\":\"{PASSWORD}\"}}");
        let (_, answer) =
            Connection::open(self.address).post("/api/auth/token", "none", body.as_bytes());
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        answer["access_token"].as_str().expect("a token").to_owned()
    }

    /// Returns the processor time of all the server's threads, user and system.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        let stat =
            std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        let after_name = stat.rsplit(')').next().expect("a name in parentheses");
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let ticks = |place: usize| fields[place].parse::<f64>().expect("a number");
        // Fields 14 and 15 of proc(5), in hundredths of a second.
        (ticks(11) + ticks(12)) / 100.0
    }

    /// Returns the server's resident memory.
    pub(crate) fn resident_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        number.expect("a number") / 1024
    }

    pub(crate) fn figures(&self) -> String {
        Connection::open(self.address).get("/metrics", "none").1
    }

    /// Returns the times of the last `count` requests from the server's log, in milliseconds.
    pub(crate) fn last_request_milliseconds(&self, count: usize) -> Vec<f64> {
        let seconds = self
            .seconds
            .lock()
            .expect("no thread panicked with the lock");
        seconds
            .iter()
            .rev()
            .take(count)
            .map(|taken| taken * 1e3)
            .collect()
    }

    /// Stops the server as an operator would; returns the bytes of its database.
    pub(crate) fn stop_and_measure(mut self) -> u64 {
        let ended = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(ended.is_ok_and(|status| status.success()));
        self.child.wait().expect("it ends");
        self.database_bytes()
    }

    /// Returns the current bytes of the server's database.
    pub(crate) fn database_bytes(&self) -> u64 {
        let files = std::fs::read_dir(self.folder.path().join("data")).expect("the data directory");
        files
            .flatten()
            .filter(|file| {
                file.file_name()
                    .to_string_lossy()
                    .starts_with("lockstep.db")
            })
            .map(|file| file.metadata().map_or(0, |metadata| metadata.len()))
            .sum()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Builds this checkout for release; returns the program's path.
fn built() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let built = Command::new("cargo")
        .args([
            "build",
            "--release",
            "--quiet",
            "--package",
            "lockstep-server",
        ])
        .current_dir(&root)
        .status()
        .expect("cargo runs");
    assert!(built.success(), "the server builds");
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root.join("target"), Into::into);
    target.join("release/lockstep")
}
