//! `cargo xtask abuse [load] [--tier ci|nightly|release]`: measures abuse of a running server and
//! compares each figure with its target. With `load`, runs only the measurements that a busy
//! machine distorts.
//!
//! | figure | how |
//! |---|---|
//! | B2 | schemathesis (PyPI) over the OpenAPI document of a real server, every phase |
//! | B5, B6 | the tests `matrix` and `canary`, which print their figure |
//! | L1–L3 | `abuse/load.rs`: a well-behaved account during slow clients, a flood, sign-ins |
//! | L4 | `abuse/fairness.rs`: a well-behaved account during eight clients that send heavy requests, only refused ones, or only pings |
//! | L5, A6 | `abuse/memory.rs`: bodies that inflate, unread answers, made-up methods, long names |
//! | A5 | `abuse/disk.rs`: an account that fills its quota |
//! | L6 | `abuse/soak.rs`: mixed traffic up to a day, by `cargo xtask soak` |
//!
//! Every server runs with a limit on its private memory, if `prlimit` is installed: one that exceeds it ends.
//! The rows state the 99th percentile of others while the server is quiet and under abuse, their ratio, and the most memory
//! that the server used. A ratio up to 2 holds; above it, a latency up to the stated floor does.
//!
//! Schemathesis does not test socket upgrades: the document marks them with the status 101.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

mod client;
mod disk;
mod fairness;
mod http2;
mod load;
mod memory;
pub(crate) mod soak;

use crate::python;
use crate::run::{cargo, output, program, root, succeed};

/// A row of the table.
struct Row {
    figure: &'static str,
    target: String,
    seen: String,
    holds: bool,
}

/// The amount of load.
struct Tier {
    name: &'static str,
    /// The schemathesis examples for each operation.
    examples: u32,
    slow_clients: u32,
    /// Sign-ins per second.
    sign_ins: u32,
    /// The seconds of each load measurement.
    seconds: u64,
    /// The latency in milliseconds up to which sign-ins under abuse pass at any ratio. A sign-in hashes a password,
    /// which takes some 40 ms of processor time, and shares two processors with the work of all others. In the two
    /// seconds of the tier `ci` there are about a dozen, so that their 99th percentile is the slowest one.
    sign_in_floor_ms: f64,
}

const TIERS: &[Tier] = &[
    Tier {
        name: "ci",
        examples: 30,
        slow_clients: 200,
        sign_ins: 40,
        seconds: 5,
        sign_in_floor_ms: 250.0,
    },
    Tier {
        name: "nightly",
        examples: 200,
        slow_clients: 2000,
        sign_ins: 200,
        seconds: 20,
        sign_in_floor_ms: 150.0,
    },
    Tier {
        name: "release",
        examples: 1000,
        slow_clients: 2000,
        sign_ins: 200,
        seconds: 60,
        sign_in_floor_ms: 150.0,
    },
];

/// Prints the table; returns an error if a figure misses its target.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words == ["built"] {
        return ci();
    }
    let (load_alone, words) = match words[..] {
        ["load", ref rest @ ..] => (true, rest),
        _ => (false, &words[..]),
    };
    let name = match *words {
        [] => "ci",
        ["--tier", name] => name,
        _ => {
            return Err(
                "usage: cargo xtask abuse [built | [load] [--tier ci|nightly|release]]".to_owned(),
            );
        }
    };
    let tier = TIERS
        .iter()
        .find(|tier| tier.name == name)
        .ok_or_else(|| format!("{name}: unknown tier; use ci, nightly or release"))?;
    build()?;
    let mut rows = Vec::new();
    if !load_alone {
        rows.extend(printed()?);
        rows.extend(schemathesis(tier)?);
    }
    rows.extend(load::measure(tier)?);
    rows.extend(fairness::measure(tier)?);
    rows.extend(memory::measure()?);
    rows.extend(disk::measure()?);
    table(&rows)
}

impl Row {
    fn print(&self) {
        let sign = if self.holds { "" } else { "  MISSED" };
        println!("{:<7} {:<67} {}{sign}", self.figure, self.target, self.seen);
    }
}

/// Prints the rows; returns an error if a row misses its target.
fn table(rows: &[Row]) -> Result<(), String> {
    println!("\n{:<7} {:<67} seen", "figure", "target");
    rows.iter().for_each(Row::print);
    match rows.iter().find(|row| !row.holds) {
        Some(row) => Err(format!("{} misses its target", row.figure)),
        None => Ok(()),
    }
}

/// Runs the cheap measurements on the binary that the tests were run with: B2 if Python is
/// installed, and the cost of one account or unknown client to others. Building the server alone
/// would choose other features and take minutes.
pub(crate) fn ci() -> Result<(), String> {
    let tier = &TIERS[0];
    let mut rows = Vec::new();
    rows.extend(schemathesis(tier)?);
    let start = client::now();
    rows.extend(fairness::measure(tier)?);
    rows.extend(memory::measure()?);
    rows.extend(disk::measure()?);
    println!("L4 to A6 took {:.0} s", start.elapsed().as_secs_f64());
    table(&rows)
}

/// Returns the figures that the integration tests print.
fn printed() -> Result<Vec<Row>, String> {
    let tests = cargo(&[
        "test",
        "-p",
        "lockstep-server",
        "--test",
        "it",
        "--",
        "--nocapture",
        "matrix::",
        "canary::",
    ]);
    let printed = output(tests)?;
    [
        ("B5", "every operation × caller × own/other: 0 wrong"),
        ("B6", "secrets and health values: 0 hits"),
    ]
    .into_iter()
    .map(|(figure, target)| {
        let mut lines = printed.lines();
        let seen = lines.find_map(|line| line.strip_prefix(figure)?.strip_prefix(": "));
        Ok(Row {
            figure,
            target: target.to_owned(),
            seen: seen
                .ok_or_else(|| format!("no test printed {figure}"))?
                .to_owned(),
            // The test fails if the target is missed.
            holds: true,
        })
    })
    .collect()
}

fn schemathesis(tier: &Tier) -> Result<Option<Row>, String> {
    let Some(python) = environment()? else {
        return Ok(None);
    };
    let server = Server::start(&[])?;
    // More requests than the limits of the administrator's tier would answer.
    server.change("/v1/admin/settings", HIGHEST_LIMITS)?;
    server.change("/v1/admin/tiers", HIGHEST_LIMITS_OF_TIER)?;
    let folder = python.parent().unwrap_or(Path::new(""));
    let examples = tier.examples.to_string();
    let mut command = program(
        &folder.join("schemathesis").to_string_lossy(),
        ".",
        &[
            "run",
            &format!("http://{}/openapi.json", server.address),
            "--header",
            &format!("Authorization: Bearer {}", server.token),
            "--phases",
            "examples,coverage,fuzzing,stateful",
            "--checks",
            CHECKS,
            "--max-examples",
            &examples,
            "--seed",
            "2026",
            "--continue-on-failure",
            "--suppress-health-check",
            "all",
            "--no-color",
        ],
    );
    command
        .env("SCHEMATHESIS_HOOKS", "lockstep_hooks")
        .env("PYTHONPATH", root().join(FOLDER))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("LOCKSTEP_ABUSE_ACCOUNT", &server.account)
        .current_dir(root().join(FOLDER));
    let ran = command
        .output()
        .map_err(|error| format!("schemathesis: {error}"))?;
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    let counted = |what: &str| {
        let mut lines = printed
            .lines()
            .skip_while(|line| !line.contains("= SUMMARY ="));
        lines
            .find(|line| line.contains(what))
            .unwrap_or_default()
            .trim()
    };
    // An operation that mostly answers 429 is not tested.
    let holds = ran.status.success() && !printed.contains("Rate limited:");
    if !holds {
        println!("{printed}");
        eprintln!("{}", String::from_utf8_lossy(&ran.stderr));
    }
    let seen = format!("{}; {}", counted("Tested:"), counted(" generated"));
    Ok(Some(Row {
        figure: "B2",
        target: format!(
            "{} examples an operation: 0 5xx, 0 mismatches",
            tier.examples
        ),
        seen,
        holds,
    }))
}

/// Returns the Python with schemathesis, and the hooks next to it; `None` without Python.
fn environment() -> Result<Option<PathBuf>, String> {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    fs::write(folder.join("lockstep_hooks.py"), HOOKS).map_err(|error| error.to_string())?;
    python::environment("B2", FOLDER, &[SCHEMATHESIS])
}

/// Builds the binary that [`Server`] starts.
pub(crate) fn build() -> Result<(), String> {
    let server = ["build", "--package", "lockstep-server", "--bin", "lockstep"];
    succeed(cargo(&server))
}

/// Returns the path of that binary.
pub(crate) fn binary() -> Result<PathBuf, String> {
    Ok(target()?.join("debug/lockstep"))
}

/// A server on a fresh directory, with its administrator signed in; stopped when dropped.
pub(crate) struct Server {
    process: Child,
    folder: PathBuf,
    address: SocketAddr,
    token: String,
    account: String,
}

impl Server {
    /// Starts a server with a limit on its private memory, if this system has `prlimit`.
    pub(crate) fn start(variables: &[(&str, &str)]) -> Result<Self, String> {
        let binary = binary()?;
        let known = Command::new("prlimit").arg("--version").output();
        if !known.is_ok_and(|known| known.status.success()) {
            println!("no prlimit: memory is measured, not limited");
            return Self::start_as(Command::new(binary), variables);
        }
        let mut command = Command::new("prlimit");
        command
            .arg(format!("--data={DATA_LIMIT_BYTES}"))
            .arg(binary);
        Self::start_as(command, variables)
    }

    /// The id of the process.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Starts this program, without a limit.
    pub(crate) fn start_program(program: &Path) -> Result<Self, String> {
        Self::start_as(Command::new(program), &[])
    }

    fn start_as(mut command: Command, variables: &[(&str, &str)]) -> Result<Self, String> {
        let folder = root().join(FOLDER).join("data");
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        let mut process = command
            .arg("--data")
            .arg(&folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("LOCKSTEP_ADMIN_PASSWORD", PASSWORD)
            .env("LOCKSTEP_LOG_LEVEL", "error")
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("lockstep: {error}"))?;
        let mut lines = BufReader::new(process.stderr.take().ok_or("no standard error")?).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let address = line.split("listens on http://").nth(1)?;
            address.split(',').next()?.parse().ok()
        });
        // Reads the server's later output, so that the pipe does not fill.
        std::thread::spawn(move || {
            lines
                .map_while(Result::ok)
                .for_each(|line| eprintln!("{line}"));
        });
        let mut server = Self {
            process,
            folder,
            address: address.ok_or("the server did not start")?,
            token: String::new(),
            account: String::new(),
        };
        let body = format!("{{\"username\":\"admin\",\"password\":\"{PASSWORD}\"}}");
        let pair = server.ask("POST", "/api/auth/token", &body)?;
        server.token = field(&pair, "access_token")?;
        let me = server.ask("GET", "/api/auth/me", "")?;
        server.account = field(&me, "id")?;
        Ok(server)
    }

    /// Returns the base URL.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the administrator's access token.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Sends a small request without the client of the measurements.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("{path}: {error}");
        let mut stream = TcpStream::connect(self.address).map_err(failed)?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
             Authorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).map_err(failed)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(failed)?;
        Ok(answer)
    }

    /// Changes settings as the administrator; a refusal is an error.
    fn change(&self, path: &str, body: &str) -> Result<(), String> {
        let answer = self.ask("PATCH", path, body)?;
        match answer.starts_with("HTTP/1.1 200 ") {
            true => Ok(()),
            false => Err(format!("PATCH {path}: {answer}")),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process is already gone if the server crashed, which the figures show.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns a text field of a JSON response.
fn field(answer: &str, name: &str) -> Result<String, String> {
    let start = format!("\"{name}\":\"");
    let rest = answer.split(&start).nth(1);
    let text = rest.and_then(|rest| rest.split('"').next());
    text.map(str::to_owned)
        .ok_or_else(|| format!("no {name} in {answer}"))
}

/// Returns cargo's target directory.
pub(crate) fn target() -> Result<PathBuf, String> {
    let printed = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    field(&printed, "target_directory").map(PathBuf::from)
}

/// The limit on a server's private memory: enough for all documented loads.
const DATA_LIMIT_BYTES: u64 = 1 << 30;
const FOLDER: &str = "target/abuse";
const SCHEMATHESIS: &str = "schemathesis==4.32.5";
const HOOKS: &str = include_str!("abuse/hooks.py");
/// The highest values of the settings that limit requests.
const HIGHEST_LIMITS: &str = r#"{"limits":{"custom":1000000,"anonymous":1000000}}"#;
const HIGHEST_LIMITS_OF_TIER: &str = r#"{"enterprise":{"requests":{"platform":1000000,
    "administration":1000000,"agents":1000000,"encryption":1000000}}}"#;
const PASSWORD: &str = "first of all the keepers";
/// The checks that compare the server with its document and forbid server errors. Two checks are
/// left out. `unsupported_method` expects 405 where areas D and E answer 404 (the test `walk`
/// covers all areas). `ensure_resource_availability` mistakes an id of the document's examples for
/// the created resource.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,missing_required_header,\
    allow_header_conformance,use_after_free,ignored_auth";
