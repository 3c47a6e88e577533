//! The real binary as a child process, which tests kill, measure and log.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child as Process, Command, Output, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use crate::app::{ADMIN_PASSWORD, TestClient};

/// A running `lockstep serve`; dropping it sends `kill -9` and waits for its end.
pub(crate) struct Child {
    process: Process,
    pub(crate) address: SocketAddr,
    mqtt: SocketAddr,
    lines: Arc<Mutex<Vec<String>>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Child {
    /// Starts the server on a directory; it is ready when this function returns.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// Starts the server with environment variables.
    pub(crate) fn start_with(data: &Path, variables: &[(&str, &str)]) -> Self {
        Self::start_command(lockstep(data), variables)
    }

    /// Starts the server with a command for the binary.
    pub(crate) fn start_command(mut command: Command, variables: &[(&str, &str)]) -> Self {
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        command.env("LOCKSTEP_ADMIN_PASSWORD", ADMIN_PASSWORD);
        command.envs(variables.iter().copied());
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stderr.take().unwrap());
        let lines = Arc::new(Mutex::new(Vec::new()));
        let (sender, receiver) = mpsc::channel();
        let kept = lines.clone();
        let reader = std::thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                let address = line.split("listens on http://").nth(1);
                let broker = line.strip_prefix("devices connect to mqtt://");
                let address = address.or(broker);
                if let Some(address) = address.and_then(|rest| rest.split(',').next()) {
                    // The receiver is gone after the addresses of the API and the broker.
                    let _ = sender.send(address.parse().unwrap());
                }
                kept.lock().unwrap().push(line);
            }
        });
        let [address, mqtt] = [(); 2].map(|()| {
            let received = receiver.recv_timeout(Duration::from_secs(60));
            received.unwrap_or_else(|_| {
                panic!("the server did not start: {:?}", lines.lock().unwrap());
            })
        });
        Self {
            process,
            address,
            mqtt,
            lines,
            reader: Some(reader),
        }
    }

    /// Returns the lines that the server has printed; all up to the address of the broker are there.
    pub(crate) fn printed(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    /// The address of the broker.
    pub(crate) fn mqtt(&self) -> SocketAddr {
        self.mqtt
    }

    /// The first administrator.
    pub(crate) async fn admin(&self) -> TestClient {
        let anonymous = TestClient::at(self.address);
        anonymous.signed_in("admin", ADMIN_PASSWORD).await
    }

    /// Stops the server, waits for its end, and returns its log.
    pub(crate) fn end(self) -> (bool, Vec<String>) {
        self.signal("TERM");
        let (code, lines) = self.wait();
        (code == Some(0), lines)
    }

    /// Sends a signal to the server, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let (signal, id) = (format!("-{name}"), self.process.id().to_string());
        let sent = Command::new("kill").args([signal, id]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the server ends; returns its exit code and its log.
    pub(crate) fn wait(mut self) -> (Option<i32>, Vec<String>) {
        let status = self.process.wait().unwrap();
        self.reader.take().unwrap().join().unwrap();
        let lines = std::mem::take(&mut *self.lines.lock().unwrap());
        (status.code(), lines)
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Returns a value of `/proc/…/status` in KiB: `VmRSS` or `VmHWM`.
    pub(crate) fn memory(&self, figure: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap();
        let line = status.lines().find(|line| line.starts_with(figure));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        number.unwrap().parse().unwrap()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The process has already ended if the test stopped it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns a command for the binary on a data directory, without this process's configuration.
pub(crate) fn lockstep(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.env_clear();
    command.arg("--data").arg(data);
    command
}

/// Runs a command of the binary to its end, with input.
pub(crate) fn run(data: &Path, args: &[&str], input: &str) -> Output {
    let mut process = lockstep(data)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = process.stdin.take().unwrap();
    // A command that needs no input may already have ended.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    process.wait_with_output().unwrap()
}
