//! Imports a made-up export of any size over HTTP into the release build. It prints seconds, bytes per second, and
//! the server's peak memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::Value;

/// Imports an export of that many megabytes, which an example of lockstep-testkit writes, twice. Returns the seconds of the first
/// import and the server's peak memory after it in MiB.
pub fn run(writer: &str, name: &str, megabytes: &str) -> (f64, u64) {
    let target = build(writer);
    let folder = tempfile::tempdir().expect("a fresh directory");
    let export = folder.path().join(name);
    let made = Command::new(target.join("examples").join(writer))
        .arg(&export)
        .arg(megabytes)
        .output()
        .expect("the writer runs");
    assert!(made.status.success(), "the writer succeeds");
    print!("export: {}", String::from_utf8_lossy(&made.stdout));
    let mut server = Server::start(&target, &folder.path().join("data"));
    println!("server at rest: {} MiB resident", server.peak_mebibytes());
    let token = server.token();
    let mut figures = Vec::new();
    for round in ["first", "again"] {
        let start = Instant::now();
        let (sent, answer) = server.import(&token, &export);
        let seconds = start.elapsed().as_secs_f64();
        let bytes = export.metadata().expect("the export exists").len() as f64;
        let peak = server.peak_mebibytes();
        figures.push((seconds, peak));
        println!(
            "{round}: {seconds:.1} s ({sent:.1} s of it sending), {:.1} MB/s, {} points, {} new, \
             {} activities, {} errors, {} kinds skipped; peak resident memory {peak} MiB",
            bytes / 1e6 / seconds,
            answer["processedCount"],
            answer["newCount"],
            answer["activities"].as_array().map_or(0, Vec::len),
            answer["errors"].as_array().map_or(0, Vec::len),
            answer["skipped"].as_array().map_or(0, Vec::len),
        );
    }
    server.stop();
    let stored = std::fs::metadata(folder.path().join("data/lockstep.db"));
    println!(
        "on disk: {:.1} MB",
        stored.expect("the database exists").len() as f64 / 1e6
    );
    figures[0]
}

/// Builds the server and the export writer; returns their folder.
fn build(writer: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for what in [
        &["--package", "lockstep-server"][..],
        &["--package", "lockstep-testkit", "--example", writer],
    ] {
        let built = Command::new("cargo")
            .args(["build", "--release", "--quiet"])
            .args(what)
            .current_dir(&root)
            .status()
            .expect("cargo runs");
        assert!(built.success(), "it builds");
    }
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root.join("target"), Into::into);
    target.join("release")
}

struct Server {
    address: String,
    child: Child,
}

impl Server {
    fn start(target: &Path, data: &Path) -> Self {
        let mut child = Command::new(target.join("lockstep"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("LOCKSTEP_ADMIN_PASSWORD", PASSWORD)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let rest = line.strip_prefix("lockstep listens on http://")?;
                Some(rest.split(',').next()?.to_owned())
            })
            .expect("the server prints its address");
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Self { address, child }
    }

    fn token(&self) -> String {
        let body = format!("{{\"username\":\"admin\",\"password\":\"{PASSWORD}\"}}");
        let head = self.head("/api/auth/token", "none", "application/json", body.len());
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(body.as_bytes()).expect("sent");
        let answer = answer(stream);
        answer["access_token"].as_str().expect("a token").to_owned()
    }

    /// Sends the file as a form; returns the seconds and the answer.
    fn import(&self, token: &str, file: &Path) -> (f64, Value) {
        let start = Instant::now();
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("export");
        let before = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        let after = "\r\n--edge--\r\n";
        let mut file = File::open(file).expect("the export exists");
        let bytes = file.metadata().expect("the export has a size").len() as usize;
        let length = before.len() + bytes + after.len();
        let kind = "multipart/form-data; boundary=edge";
        let head = self.head("/v1/sfdp/import", token, kind, length);
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(before.as_bytes()).expect("sent");
        io::copy(&mut file, &mut stream).expect("sent");
        stream.write_all(after.as_bytes()).expect("sent");
        let sent = start.elapsed().as_secs_f64();
        (sent, answer(stream))
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).expect("the server listens")
    }

    fn head(&self, path: &str, token: &str, kind: &str, length: usize) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\nAuthorization: Bearer \
             {token}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        )
    }

    /// Returns the server's peak memory from the kernel (`VmHWM` of proc(5)).
    fn peak_mebibytes(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.expect("the kernel reports VmHWM") / 1024
    }

    fn stop(&mut self) {
        let ended = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(ended.is_ok_and(|status| status.success()));
        self.child.wait().expect("it ends");
    }
}

/// Reads a response that must be a 200 with JSON.
fn answer(mut stream: TcpStream) -> Value {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200"), "{text}");
    serde_json::from_str(body).expect("JSON of a known length")
}

const PASSWORD: &str = "a password for a bench";
