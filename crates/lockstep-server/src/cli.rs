//! What can be asked of the binary, and how its answers look to people and to programs.

use std::io::{IsTerminal, Read};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use lockstep_web::{Role, Tier};
use serde_json::Value as Json;
use tokio::sync::mpsc;

use crate::commands::{self, Command, backup, demo, doctor, serve};
use crate::config::{self, Config};
use crate::data::{DataDir, DataDirError};
use crate::progress::Progress;
use crate::{app, local, telemetry};

/// A self-hosted, privacy-preserving platform for fitness data.
#[derive(Parser)]
#[command(name = "lockstep", version, about, long_about = LONG, max_term_width = 100)]
struct Cli {
    /// A TOML file; `lockstep config check` shows what it comes to.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data directory [default: ./lockstep-data].
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Answers for programs: JSON on standard output, no progress.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Ask,
}

const LONG: &str = "A self-hosted, privacy-preserving platform for fitness data.

  lockstep demo                a server with made-up data, and what it says of it
  lockstep demo ride.fit       the same with a recording of yours
  lockstep serve               the platform, on 127.0.0.1:8420, data in ./lockstep-data

Commands that work on a data directory go to the server that holds it, if one does.";

#[derive(Subcommand)]
enum Ask {
    /// Run the platform.
    Serve {
        /// Where the API listens [default: 127.0.0.1:8420].
        #[arg(long, value_name = "ADDR")]
        listen: Option<SocketAddr>,
    },
    /// Start a server on a fresh directory, fill it over HTTP, show what it says.
    Demo(Demo),
    /// Import recordings and exports: FIT, TCX, GPX, Apple Health, Google, Fitbit, Garmin, Strava, Health
    /// Connect, Open mHealth, CSV; plain, gzipped or zipped.
    Import {
        /// The recordings.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// For whom.
        #[arg(long, default_value = "admin")]
        user: String,
        /// Whose rows, where a file holds several people.
        #[arg(long)]
        participant: Option<String>,
    },
    /// Export points into a new file: CSV, Open mHealth or FHIR R4.
    Export {
        /// The file; must not exist.
        file: PathBuf,
        /// csv (which `import` reads back exactly), omh or fhir.
        #[arg(long, default_value = "csv", value_parser = ["csv", "omh", "fhir"])]
        format: String,
        /// Whose.
        #[arg(long, default_value = "admin")]
        user: String,
        /// From this date or moment on.
        #[arg(long)]
        from: Option<String>,
        /// Up to this date (the whole of it) or moment.
        #[arg(long)]
        to: Option<String>,
        /// Only this type.
        #[arg(long = "type")]
        kind: Option<String>,
        /// Only this device.
        #[arg(long)]
        device: Option<String>,
    },
    /// Accounts.
    #[command(subcommand)]
    User(User),
    /// API keys.
    #[command(subcommand)]
    Key(Key),
    /// The audit log.
    #[command(subcommand)]
    Audit(Audit),
    /// Copies of the store.
    #[command(subcommand)]
    Backup(Backup),
    /// Look at the store's health.
    Doctor,
    /// The configuration.
    #[command(subcommand)]
    Config(ConfigAsk),
    /// The OpenAPI document, as the server would answer it.
    #[command(hide = true)]
    Openapi,
    /// Completions for a shell, on standard output.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
struct Demo {
    /// Recordings of yours, imported beside the made-up data.
    files: Vec<PathBuf>,
    /// End after printing, instead of staying up.
    #[arg(long)]
    once: bool,
    /// Where the API listens; where the default is taken, a free port.
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
}

#[derive(Subcommand)]
enum User {
    /// Make an account.
    Create {
        /// Its name.
        name: String,
        /// Its e-mail address.
        #[arg(long)]
        email: String,
        /// user, auditor or admin.
        #[arg(long, default_value = "user")]
        role: Role,
        /// standard, premium or enterprise.
        #[arg(long, default_value = "standard")]
        tier: Tier,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// List accounts.
    List,
    /// Set a password; every sign-in of the account ends.
    SetPassword {
        /// Whose.
        name: String,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
    },
}

#[derive(Subcommand)]
enum Key {
    /// Make an API key; it is printed once.
    Create {
        /// What it is called.
        name: String,
        /// Whose it is.
        #[arg(long)]
        user: String,
        /// An area (fitness, platform, administration, agents, encryption) with :read or :write;
        /// none is everything the role may.
        #[arg(long = "scope", value_name = "AREA:VERB")]
        scopes: Vec<String>,
    },
}

#[derive(Subcommand)]
enum Audit {
    /// Walk the chain from its first entry and name the first that does not hold.
    Verify,
}

#[derive(Subcommand)]
enum Backup {
    /// Copy the store into a new folder, while the server runs.
    Create {
        /// The folder; must not exist.
        folder: PathBuf,
    },
    /// Prove that a backup can be used, without touching it.
    Verify {
        /// The folder.
        folder: PathBuf,
    },
    /// Put a backup into a data directory that holds no store yet.
    Restore {
        /// The folder.
        folder: PathBuf,
    },
}

#[derive(Subcommand)]
enum ConfigAsk {
    /// Read the configuration as `serve` would, and print what it comes to.
    Check,
}

/// Runs the binary.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let outcome = match runtime {
        Ok(runtime) => {
            let outcome = runtime.block_on(run(cli));
            runtime.shutdown_timeout(std::time::Duration::from_secs(1));
            outcome
        }
        Err(error) => Err(error.to_string()),
    };
    match outcome {
        Ok(code) => code,
        Err(reason) => {
            eprintln!("lockstep: {reason}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<ExitCode, String> {
    let mut config = Config::load(cli.config.as_deref()).map_err(|error| error.to_string())?;
    if let Some(data) = &cli.data {
        config.data.clone_from(data);
    }
    let say = Say { json: cli.json };
    match cli.command {
        Ask::Serve { listen } => {
            config.listen = listen.unwrap_or(config.listen);
            serve_until_told(config).await?;
        }
        Ask::Demo(demo) => {
            if cli.data.is_some() {
                eprintln!("demo: works on a fresh directory, not on the one of --data");
            }
            let demo = demo::Demo {
                files: demo.files,
                once: demo.once,
                listen: demo.listen,
            };
            demo::run(config, demo, cli.json).await?;
        }
        Ask::Import {
            files,
            user,
            participant,
        } => {
            let mut fault = None;
            for file in files {
                let what = file.display().to_string();
                let done = match file.canonicalize() {
                    Ok(file) => {
                        let command = Command::Import {
                            username: user.clone(),
                            file,
                            participant: participant.clone(),
                        };
                        hand_in(&config, command, &what, "bytes", cli.json).await
                    }
                    Err(error) => Err(format!("{what}: {error}")),
                };
                match done {
                    Ok(done) => say.imported(&what, &done),
                    // The others are read all the same.
                    Err(said) => {
                        if let Some(said) = fault.replace(said) {
                            eprintln!("lockstep: {said}");
                        }
                    }
                }
            }
            if let Some(said) = fault {
                return Err(said);
            }
        }
        Ask::Export {
            file,
            format,
            user,
            from,
            to,
            kind,
            device,
        } => {
            let command = Command::Export {
                username: user,
                file: absolute(&file)?,
                format,
                from,
                to,
                kind,
                device,
            };
            let made = hand_in(&config, command, "", "", true).await?;
            say.line(&made, &format!("{} points", made["count"]));
        }
        Ask::User(User::Create {
            name,
            email,
            role,
            tier,
            ..
        }) => {
            let password = password_from_stdin()?;
            let command = Command::UserCreate {
                username: name,
                email,
                role,
                tier,
                password,
            };
            let made = hand_in(&config, command, "", "", true).await?;
            say.line(&made, &format!("made {}", text(&made, "id")));
        }
        Ask::User(User::List) => {
            let users = hand_in(&config, Command::UserList, "", "", true).await?;
            say.table(
                &users,
                &[
                    "username",
                    "role",
                    "status",
                    "tier",
                    "datastreams",
                    "lastActive",
                    "id",
                ],
            );
        }
        Ask::User(User::SetPassword { name, .. }) => {
            let password = password_from_stdin()?;
            let command = Command::UserSetPassword {
                username: name,
                password,
            };
            let set = hand_in(&config, command, "", "", true).await?;
            say.line(
                &set,
                "the password is set; every sign-in of the account has ended",
            );
        }
        Ask::Key(Key::Create { name, user, scopes }) => {
            let command = Command::KeyCreate {
                username: user,
                name,
                scopes,
            };
            let made = hand_in(&config, command, "", "", true).await?;
            eprintln!("this is shown once; send it as `Authorization: Bearer …`:");
            say.line(&made, &text(&made, "key"));
        }
        Ask::Audit(Audit::Verify) => {
            let verdict = hand_in(&config, Command::AuditVerify, "", "", true).await?;
            let broken = &verdict["broken"];
            if !broken.is_null() {
                let (seq, reason) = (&broken["seq"], text(broken, "reason"));
                say.line(&verdict, &format!("entry {seq} is broken: {reason}"));
                return Ok(ExitCode::FAILURE);
            }
            let (entries, erased) = (&verdict["entries"], &verdict["erased"]);
            say.line(
                &verdict,
                &format!("the chain is whole: {entries} entries, {erased} erased"),
            );
        }
        Ask::Backup(Backup::Create { folder }) => {
            let folder = absolute(&folder)?;
            let command = Command::BackupCreate { folder };
            let made = hand_in(&config, command, "copying", "pages", cli.json).await?;
            say.line(
                &made,
                &format!("copied and verified: {}", text(&made, "folder")),
            );
        }
        Ask::Backup(Backup::Verify { folder }) => {
            let report = backup::verify(&folder, &config.keys_at(&config.data)).await?;
            say.line(&report, &format!("{} can be used", folder.display()));
        }
        Ask::Backup(Backup::Restore { folder }) => {
            let data = DataDir::hold(&config.data).map_err(|error| error.to_string())?;
            let report = backup::restore(&folder, &data, &config.keys_at(data.path())).await?;
            say.line(&report, &format!("restored into {}", data.path().display()));
        }
        Ask::Doctor => {
            let mut found = hand_in(&config, Command::Doctor, "", "", true).await?;
            doctor::examine_door(&config, &mut found);
            say.findings(&found);
            if found["fine"] != true {
                return Ok(ExitCode::FAILURE);
            }
        }
        Ask::Config(ConfigAsk::Check) => {
            serve::certificates(&config)?;
            if let Some(warning) = config.warning() {
                eprintln!("warning: {warning}");
            }
            let text = toml::to_string_pretty(&config).map_err(|error| error.to_string())?;
            if cli.json {
                println!(
                    "{}",
                    serde_json::to_string(&config).map_err(|error| error.to_string())?
                );
            } else {
                print!("{text}");
            }
        }
        Ask::Openapi => println!("{}", openapi().await?),
        Ask::Completions { shell } => {
            clap_complete::generate(
                shell,
                &mut Cli::command(),
                "lockstep",
                &mut std::io::stdout(),
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve_until_told(config: Config) -> Result<(), String> {
    telemetry::log(&config.log)?;
    if let Some(warning) = config.warning() {
        eprintln!("warning: {warning}");
        tracing::warn!(reason = warning, "listening in the clear");
    }
    no_core_dumps();
    let data = DataDir::hold(&config.data).map_err(|error| match error {
        DataDirError::Held(path) => {
            format!(
                "{} is held by another process: stop it, or choose another --data",
                path.display()
            )
        }
        error => error.to_string(),
    })?;
    let told_to_end = serve::told_to_end()?;
    let running = serve::start(&config, data, config::admin_password()).await?;
    if let Some(password) = &running.admin_password {
        eprintln!("first start: sign in as `admin` with this password, which is shown once:");
        eprintln!("  {}", password.as_str());
    }
    let scheme = if running.certificates.is_some() {
        "https"
    } else {
        "http"
    };
    eprintln!(
        "lockstep listens on {scheme}://{0}, its API page is {scheme}://{0}/docs",
        running.address
    );
    tracing::info!(address = %running.address, version = env!("CARGO_PKG_VERSION"), "serving");
    told_to_end.await;
    tracing::info!("ending");
    running.stop().await;
    Ok(())
}

/// Carries a command out on the data directory: here, or in the process that holds it.
async fn hand_in(
    config: &Config,
    command: Command,
    what: &str,
    unit: &str,
    quiet: bool,
) -> Result<Json, String> {
    let mut bar: Option<Progress> = None;
    let mut step = |at: commands::Step| {
        let bar = bar.get_or_insert_with(|| Progress::new(what, unit, at.total, quiet));
        bar.at(at.done);
        if at.done >= at.total {
            bar.done();
        }
    };
    // A mistyped directory would be made, found empty and praised.
    let makes = matches!(command, Command::UserCreate { .. });
    if !makes && !config.data.join(crate::data::DATABASE).exists() {
        return Err(format!(
            "there is no store in {}: `lockstep serve` makes one, --data names another directory",
            config.data.display()
        ));
    }
    let data = match DataDir::hold(&config.data) {
        Ok(data) => data,
        Err(DataDirError::Held(path)) => {
            return local::ask(&path.join(crate::data::SOCKET), &command, step).await;
        }
        Err(error) => return Err(error.to_string()),
    };
    let policy = lockstep_web::Policy {
        spool: data.spool().map_err(|error| error.to_string())?,
        ..Default::default()
    };
    let house = app::house(data.database(), &config.keys_at(data.path()), policy)
        .await
        .map_err(|error| error.to_string())?;
    let (steps, mut heard) = mpsc::channel(16);
    let work = {
        let house = house.clone();
        tokio::spawn(async move { commands::execute(&house, command, &steps).await })
    };
    while let Some(at) = heard.recv().await {
        step(at);
    }
    let outcome = work.await.map_err(|error| error.to_string())?;
    app::close(&house).await;
    outcome
}

/// A core file would hold keys: none is written, and nobody else's debugger is let in.
fn no_core_dumps() {
    use rustix::process::{DumpableBehavior, Resource, Rlimit};
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let refused = rustix::process::setrlimit(Resource::Core, none).and(
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable),
    );
    if let Err(error) = refused {
        tracing::warn!(%error, "core dumps cannot be turned off: they would hold keys");
    }
}

/// The document of everything there is, without a server.
async fn openapi() -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("openapi.db");
    let keys = lockstep_vault::Place::usual(folder.path());
    let house = app::house(file, &keys, Default::default())
        .await
        .map_err(|error| error.to_string())?;
    let (_, document) = app::router(&house, true);
    app::close(&house).await;
    document.to_pretty_json().map_err(|error| error.to_string())
}

fn password_from_stdin() -> Result<String, String> {
    if std::io::stdin().is_terminal() {
        eprintln!("type the password, then Ctrl-D:");
    }
    let mut text = String::new();
    let read = std::io::stdin().take(64 << 10).read_to_string(&mut text);
    read.map_err(|error| format!("standard input: {error}"))?;
    let end = text.trim_end_matches(['\r', '\n']).len();
    text.truncate(end);
    Ok(text)
}

fn absolute(path: &std::path::Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn text(json: &Json, field: &str) -> String {
    match &json[field] {
        Json::String(text) => text.clone(),
        Json::Null => "–".to_owned(),
        other => other.to_string(),
    }
}

/// Answers, for people or for programs.
struct Say {
    json: bool,
}

impl Say {
    fn line(&self, json: &Json, line: &str) {
        println!(
            "{}",
            if self.json {
                json.to_string()
            } else {
                line.to_owned()
            }
        );
    }

    fn table(&self, rows: &Json, columns: &[&str]) {
        if self.json {
            return println!("{rows}");
        }
        let rows: Vec<Vec<String>> = rows
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| columns.iter().map(|column| text(row, column)).collect())
            .collect();
        let width = |place: usize| {
            let cells = rows.iter().map(|row| row[place].chars().count());
            cells.chain([columns[place].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns.len()).map(width).collect();
        let print = |cells: &[String]| {
            let padded = cells
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell:<width$}"));
            println!("{}", padded.collect::<Vec<_>>().join("  ").trim_end());
        };
        print(
            &columns
                .iter()
                .map(|&column| column.to_owned())
                .collect::<Vec<_>>(),
        );
        rows.iter().for_each(|row| print(row));
    }

    fn findings(&self, found: &Json) {
        if self.json {
            return println!("{found}");
        }
        for finding in found["findings"].as_array().into_iter().flatten() {
            let sign = if finding["fine"] == true {
                "ok "
            } else {
                "BAD"
            };
            println!(
                "{sign} {}: {}",
                text(finding, "what"),
                text(finding, "said")
            );
        }
    }

    fn imported(&self, what: &str, report: &Json) {
        if self.json {
            return println!("{report}");
        }
        println!(
            "{what}: {} points, {} of them new ({})",
            report["processedCount"],
            report["newCount"],
            text(report, "format")
        );
        for activity in report["activities"].as_array().into_iter().flatten() {
            let minutes = activity["durationSeconds"].as_f64().unwrap_or_default() / 60.0;
            let (name, start) = (text(activity, "name"), text(activity, "start"));
            println!(
                "  {start}  {name}, {minutes:.0} min, {} records",
                activity["records"]
            );
        }
        for skipped in report["skipped"].as_array().into_iter().flatten() {
            println!(
                "  passed over: {} × {}: {}",
                skipped["count"],
                text(skipped, "what"),
                text(skipped, "reason")
            );
        }
        for error in report["errors"].as_array().into_iter().flatten() {
            println!("  fault: {}", error.as_str().unwrap_or_default());
        }
    }
}
