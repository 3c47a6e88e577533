//! What can be asked of the binary, and how its answers look to people and to programs.

use std::io::{IsTerminal, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use serde_json::Value as Json;
use tokio::sync::mpsc;

use crate::commands::{self, Command, backup, demo, doctor, serve, verify};
use crate::config::{self, Config};
use crate::data::{DataDir, DataDirError};
use crate::progress::Progress;
use crate::{app, local, telemetry};

mod args;
mod output;

use args::{Attestation, Audit, Backup, Cli, CliCommand, Clock, ConfigAsk, Key, RootKey, User};
use output::{Output, text};

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
    if let CliCommand::Verify(asked) = cli.command {
        // Alone: not even a configuration is looked at.
        return Ok(verify::run(
            &asked.file,
            asked.attester,
            asked.key.as_deref(),
            asked.chain.as_deref(),
            asked.expected,
            cli.json,
        ));
    }
    let mut config = Config::load(cli.config.as_deref()).map_err(|error| error.to_string())?;
    if let Some(data) = &cli.data {
        config.data.clone_from(data);
    }
    let say = Output { json: cli.json };
    match cli.command {
        CliCommand::Serve { listen } => {
            config.listen = listen.unwrap_or(config.listen);
            serve_until_told(config).await?;
        }
        CliCommand::Demo(demo) => {
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
        CliCommand::Import {
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
                        send(&config, command, &what, "bytes", cli.json).await
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
        CliCommand::Export {
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
            let made = send(&config, command, "", "", true).await?;
            say.line(&made, &format!("{} points", made["count"]));
            let skipped = made["skippedPoints"].as_array();
            for unread in skipped.into_iter().flatten() {
                eprintln!("{}", left_out(unread));
            }
            if skipped.is_some_and(|all| !all.is_empty()) {
                return Ok(ExitCode::FAILURE);
            }
        }
        CliCommand::User(User::Create {
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
            let made = send(&config, command, "", "", true).await?;
            say.line(&made, &format!("made {}", text(&made, "id")));
        }
        CliCommand::User(User::List) => {
            let users = send(&config, Command::UserList, "", "", true).await?;
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
        CliCommand::User(User::SetPassword {
            name,
            keep_api_keys,
            ..
        }) => {
            let password = password_from_stdin()?;
            let command = Command::UserSetPassword {
                username: name,
                password,
                keep_api_keys,
            };
            let set = send(&config, command, "", "", true).await?;
            let kept = if keep_api_keys { "; API keys stay" } else { "" };
            let told = format!(
                "the password is set: {} sign-ins ended, {} API keys revoked{kept}",
                set["sessionsRevoked"], set["apiKeysRevoked"]
            );
            say.line(&set, &told);
        }
        CliCommand::User(User::ReplaceLostKey {
            account,
            accept_loss,
        }) => {
            let command = Command::UserReplaceLostKey {
                account,
                accept_loss,
            };
            let done = send(&config, command, "", "", true).await?;
            let told = format!(
                "{} has a new key. Lost with the old one: {} keys, {} points, {} sealed names",
                text(&done, "account"),
                done["keysLost"],
                done["pointsLost"],
                done["namesLost"]
            );
            say.line(&done, &told);
        }
        CliCommand::Key(Key::Create { name, user, scopes }) => {
            let command = Command::KeyCreate {
                username: user,
                name,
                scopes,
            };
            let made = send(&config, command, "", "", true).await?;
            eprintln!("this is shown once; send it as `Authorization: Bearer …`:");
            say.line(&made, &text(&made, "key"));
        }
        CliCommand::Audit(Audit::Checkpoint) => {
            let made = send(&config, Command::AuditCheckpoint, "", "", true).await?;
            println!("{made}");
        }
        CliCommand::Audit(Audit::Verify { checkpoint }) => {
            let read = |path: PathBuf| {
                let read = verify::read(&path)?;
                String::from_utf8(read).map_err(|_| format!("{}: is no text", path.display()))
            };
            let checkpoint = checkpoint.map(read).transpose()?;
            let command = Command::AuditVerify { checkpoint };
            let verdict = send(&config, command, "", "", true).await?;
            let broken = &verdict["broken"];
            if !broken.is_null() {
                let (seq, reason) = (&broken["seq"], text(broken, "reason"));
                say.line(&verdict, &format!("entry {seq} is broken: {reason}"));
                return Ok(ExitCode::FAILURE);
            }
            let (entries, erased) = (&verdict["entries"], &verdict["erased"]);
            let covered = match verdict["covered"].as_i64() {
                Some(last) => format!("signed up to {last}"),
                None => "not signed yet".to_owned(),
            };
            say.line(
                &verdict,
                &format!("the chain is whole: {entries} entries, {erased} erased, {covered}"),
            );
        }
        CliCommand::Backup(Backup::Create { folder }) => {
            let folder = absolute(&folder)?;
            let command = Command::BackupCreate { folder };
            let made = send(&config, command, "copying", "pages", cli.json).await?;
            say.line(
                &made,
                &format!("copied and verified: {}", text(&made, "folder")),
            );
            if say.damaged(&made) {
                return Ok(ExitCode::FAILURE);
            }
        }
        CliCommand::Backup(Backup::Verify { folder, restore }) => {
            let keys = config.keys_at(&config.data);
            let report = match restore {
                Some(parent) => backup::drill(&folder, &parent, &keys).await?,
                None => backup::verify(&folder, &keys).await?,
            };
            let said = match report["restored"].as_bool() {
                Some(true) => "can be restored, and holds the same then",
                _ => "can be used",
            };
            say.line(&report, &format!("{} {said}", folder.display()));
            if say.damaged(&report) {
                return Ok(ExitCode::FAILURE);
            }
        }
        CliCommand::Backup(Backup::Restore {
            folder,
            erasure_receipts,
        }) => {
            let data = DataDir::hold(&config.data).map_err(|error| error.to_string())?;
            let keys = config.keys_at(data.path());
            let report = backup::restore(&folder, &data, &keys, &erasure_receipts).await?;
            let again = &report["erasedAgain"];
            let place = data.path().display();
            say.line(
                &report,
                &format!("restored into {place}; {again} accounts were erased again"),
            );
            say.damaged(&report);
        }
        CliCommand::Backup(Backup::AcceptRollback) => {
            let data = DataDir::hold(&config.data).map_err(stop_it_first)?;
            let place = config.keys_at(data.path());
            let done = commands::accept_rollback(&data, &place).await?;
            say.line(&done, &text(&done, "next"));
        }
        CliCommand::Attestation(Attestation::Rotate) => {
            let done = send(&config, Command::AttestationRotate, "", "", true).await?;
            say.line(
                &done,
                &format!(
                    "the platform signs with {} from now on; {} signed it and is destroyed",
                    text(&done, "new"),
                    text(&done, "old")
                ),
            );
        }
        CliCommand::Clock(Clock::Confirm) => {
            let done = send(&config, Command::ClockConfirm, "", "", true).await?;
            say.line(
                &done,
                &format!("the clock is right: {}", text(&done, "now")),
            );
        }
        CliCommand::RootKey(RootKey::Replace { file, generate }) => {
            let data = DataDir::hold(&config.data).map_err(stop_it_first)?;
            let place = config.keys_at(data.path());
            let done = commands::replace_root(&data, &place, &absolute(&file)?, generate).await?;
            say.line(&done, &text(&done, "next"));
        }
        CliCommand::Verify(_) => return Err("verify needs no data directory".to_owned()),
        CliCommand::Doctor => {
            let mut found = send(&config, Command::Doctor, "", "", true).await?;
            doctor::examine_door(&config, &mut found);
            say.findings(&found);
            if found["fine"] != true {
                return Ok(ExitCode::FAILURE);
            }
        }
        CliCommand::Scrub { accept_rows } => {
            if let Some(account) = accept_rows {
                send(&config, Command::AcceptRows { account }, "", "", true).await?;
            }
            let report = send(&config, Command::Scrub, "opening", "rows", cli.json).await?;
            say.scrubbed(&report);
            if report["fine"] != true {
                return Ok(ExitCode::FAILURE);
            }
        }
        CliCommand::Config(ConfigAsk::Check) => {
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
        CliCommand::Openapi => println!("{}", openapi().await?),
        CliCommand::Completions { shell } => {
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

/// Points that are not in an export, and what can be done about it.
fn left_out(unread: &Json) -> String {
    let (points, key) = (&unread["points"], text(unread, "keyId"));
    let status = text(unread, "status");
    if status == "damaged" {
        return format!(
            "{points} points are left out: what is stored of them is damaged. `lockstep scrub` names the \
             chunks; a backup may hold them"
        );
    }
    let then = match &*status {
        "client" => "you sealed them yourself: GET /v1/sfdp/blocks gives them back".to_owned(),
        "suspended" => format!("let it go on: POST /v1/encryption/keys/{key}/resume"),
        "pending_destruction" => {
            format!("take that back: POST /v1/encryption/keys/{key}/cancel-destruction")
        }
        _ => "what lies under it cannot be read any more".to_owned(),
    };
    format!("{points} points are left out, under the key {key}, which is {status}: {then}")
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
async fn send(
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
        quotas: config.quotas,
        ..Default::default()
    };
    let state = app::state(data.database(), &config.keys_at(data.path()), policy)
        .await
        .map_err(|error| error.to_string())?;
    let (steps, mut heard) = mpsc::channel(16);
    let work = {
        let state = state.clone();
        tokio::spawn(async move { commands::execute(&state, command, &steps).await })
    };
    while let Some(at) = heard.recv().await {
        step(at);
    }
    let outcome = work.await.map_err(|error| error.to_string())?;
    app::close(&state).await;
    outcome
}

fn stop_it_first(error: DataDirError) -> String {
    match error {
        DataDirError::Held(path) => format!(
            "{} is held by a running server: stop it first",
            path.display()
        ),
        error => error.to_string(),
    }
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
    let keys = lockstep_vault::KeyPaths::usual(folder.path());
    let state = app::state(file, &keys, Default::default())
        .await
        .map_err(|error| error.to_string())?;
    let (_, document) = app::router(&state, true);
    app::close(&state).await;
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
