//! `demo`: starts a server in a fresh directory, uploads an athlete's 120 made-up days over HTTP, and prints
//! metrics, activities and insights. It imports the given recordings into an account of their own. Then it
//! stores a week in each encryption mode, computes on ciphertexts, proves a claim, and sells a week as
//! `aggregate-only` to a second account. At the end it changes the speed of a simulated treadmill over MQTT.

use std::fs::Permissions;
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use lockstep_config::{Broker, Config, LogFormat, Mqtt};
use lockstep_store::{Clock, SystemClock, Timestamp};
use serde_json::{Value as Json, json};
use zeroize::Zeroizing;

use crate::backup::temporary::TemporaryFolder;
use crate::commands::serve::{self, RunningPlatform};
use crate::data::DataDir;
use crate::progress::Progress;
use crate::telemetry;
use crate::termination::termination_signal;

mod athlete;
mod claim;
mod client;
mod market;
mod modes;
mod report;
mod training;
mod treadmill;
mod week;

use crate::args;
use crate::output::outln;
use crate::target::CommandTarget;
use client::Client;

/// The demo's options.
struct Demo {
    /// Recordings to import beside the made-up days.
    files: Vec<PathBuf>,
    /// End after printing.
    once: bool,
    /// The directory to keep; `None` for a temporary directory.
    directory: Option<PathBuf>,
    /// The address to listen on. Without it the configured port is used on this machine, or a free port if it is
    /// taken.
    listen: Option<SocketAddr>,
}

/// The demo's directory.
enum Folder {
    /// Removed when the demo ends.
    Temporary(TemporaryFolder),
    /// Kept for the user.
    Kept(PathBuf),
}

impl Folder {
    fn new(wanted: Option<&PathBuf>) -> Result<Self, String> {
        let Some(path) = wanted else {
            // This also removes the files of killed demos: recordings of their users.
            let folder = TemporaryFolder::create(&std::env::temp_dir(), TEMPORARY);
            return folder.map(Self::Temporary);
        };
        let named = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.exists() {
            if std::fs::read_dir(path).map_err(named)?.next().is_some() {
                return Err(format!(
                    "{} is not empty: name a new directory",
                    path.display()
                ));
            }
            std::fs::set_permissions(path, Permissions::from_mode(0o700)).map_err(named)?;
        } else {
            std::fs::DirBuilder::new()
                .mode(0o700)
                .create(path)
                .map_err(named)?;
        }
        Ok(Self::Kept(path.clone()))
    }

    fn path(&self) -> PathBuf {
        match self {
            Self::Temporary(folder) => folder.path().join("data"),
            Self::Kept(path) => path.clone(),
        }
    }
}

/// Runs the demo. Prints one JSON object instead of tables if the target requests JSON.
pub(crate) async fn run(
    asked: args::Demo,
    target: CommandTarget,
    names_data: bool,
) -> Result<ExitCode, String> {
    if names_data {
        eprintln!("demo: works on a fresh directory, not on the one of --data");
    }
    let demo = Demo {
        files: asked.files,
        once: asked.once,
        directory: asked.directory,
        listen: asked.listen,
    };
    demonstrate(target.config, demo, target.json).await?;
    Ok(ExitCode::SUCCESS)
}

async fn demonstrate(mut config: Config, demo: Demo, json: bool) -> Result<(), String> {
    if let Some(address) = demo.listen.filter(|address| !is_loopback(*address)) {
        return Err(format!(
            "--listen {address}: the demo listens on this machine only, for example on 127.0.0.1:8420, because its \
             passwords are published"
        ));
    }
    for file in &demo.files {
        std::fs::metadata(file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    // The warning about the new root key is for servers whose data stays.
    "error".clone_into(&mut config.log.level);
    config.log.format = LogFormat::Text;
    telemetry::log(&config.log)?;
    let folder = Folder::new(demo.directory.as_ref())?;
    let admin = Zeroizing::new(PASSWORD_ADMIN.to_owned());
    let mut ended = std::pin::pin!(termination_signal()?);
    let running = start(
        (&config, SystemClock::shared()),
        &folder.path(),
        &demo,
        admin,
    )
    .await?;

    let (is_ended, shown) = tokio::select! {
        shown = show(&running, &demo, &folder, json) => (false, shown),
        () = &mut ended => (true, Ok(())),
    };
    if shown.is_ok() && !is_ended && !demo.once {
        ended.await;
    }
    running.stop().await;
    shown
}

/// Starts a server on an empty folder with the time of a clock, and loads the athlete, the sale and the treadmill
/// without printing. A step that the demo would show as skipped is an error.
///
/// # Errors
/// The server does not start; a step is refused.
pub async fn load(folder: &Path, clock: Arc<dyn Clock>) -> Result<RunningPlatform, String> {
    let demo = Demo {
        files: Vec::new(),
        once: true,
        directory: None,
        listen: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
    };
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        ..Config::default()
    };
    let admin = Zeroizing::new(PASSWORD_ADMIN.to_owned());
    let running = start((&config, clock), folder, &demo, admin).await?;
    let base = format!("http://{}", running.address);
    let client = athlete_client(&base).await?;
    let now = running.state.clock.now();
    upload(&client, now, true).await?;
    training::activities(&client, now, DAYS_SHOWN).await?;
    training::insights(&client).await?;
    let document = folder.join("claim.json");
    let modes = modes::show(&client, &running.state, now, &document, true).await?;
    let buyer = new_account(&base, BUYER).await?;
    let answer = folder.join("answer.json");
    let clock = &*running.state.clock;
    let sale = market::show(
        (&client, &buyer),
        &modes["modes"][FHE_ROW],
        (&answer, clock),
    )
    .await;
    let treadmill = treadmill::show(&client, running.mqtt).await?;
    for part in [&modes["claim"], &sale, &treadmill] {
        if let Some(reason) = part["skipped"].as_str() {
            return Err(reason.to_owned());
        }
    }
    Ok(running)
}

async fn start(
    (config, clock): (&Config, Arc<dyn Clock>),
    folder: &Path,
    demo: &Demo,
    admin: Zeroizing<String>,
) -> Result<RunningPlatform, String> {
    let mut config = isolated(config, demo);
    if demo.listen.is_none() && is_taken(config.listen).await {
        config.listen.set_port(0);
    }
    // Without a configured address the usual port stays free for a server.
    let unnamed = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut listen = config.mqtt.listen.unwrap_or(unnamed);
    if is_taken(listen).await {
        listen.set_port(0);
    }
    config.mqtt = Mqtt {
        broker: Broker::Embedded,
        listen: Some(listen),
        ..Mqtt::default()
    };
    let data = DataDir::hold(folder).map_err(|error| error.to_string())?;
    serve::start_at(&config, data, Some(admin), clock).await
}

/// Returns the configuration of a demo. It has nothing of the operator's server but ports, logs, and settings of sign-ins
/// and webhooks: made-up data and published passwords must reach neither its database, nor its secrets, nor its network. A
/// root key from the environment is used, as by each command, and written nowhere.
fn isolated(config: &Config, demo: &Demo) -> Config {
    let local = |address: SocketAddr| match is_loopback(address) {
        true => address,
        false => SocketAddr::from(([127, 0, 0, 1], address.port())),
    };
    Config {
        listen: demo.listen.unwrap_or_else(|| local(config.listen)),
        auth: config.auth.clone(),
        log: config.log.clone(),
        webhooks: config.webhooks.clone(),
        mqtt: Mqtt {
            listen: config.mqtt.listen.map(local),
            ..Mqtt::default()
        },
        ..Config::default()
    }
}

fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

async fn is_taken(address: SocketAddr) -> bool {
    tokio::net::TcpListener::bind(address).await.is_err()
}

async fn show(
    running: &RunningPlatform,
    demo: &Demo,
    folder: &Folder,
    json: bool,
) -> Result<(), String> {
    let base = format!("http://{}", running.address);
    if !json {
        outln!(
            "Lockstep {}: a server at {base} on a fresh directory",
            env!("CARGO_PKG_VERSION")
        );
    }
    let client = athlete_client(&base).await?;
    let now = SystemClock::shared().now();
    upload(&client, now, json).await?;
    let weeks = weeks(&client, now).await?;
    let last = client.get("/v1/sfdp/metrics").await?;
    let activities = training::activities(&client, now, DAYS_SHOWN).await?;
    let insights = training::insights(&client).await?;
    let mut recordings = Vec::new();
    if !demo.files.is_empty() {
        let own = own_client(&base).await?;
        for file in &demo.files {
            recordings.push(training::recording(&own, file, json).await?);
        }
    }
    if !json {
        report::print(&last, &weeks);
        report::training(&activities, &insights);
        recordings.iter().for_each(report::recording);
    }
    let document = folder.path().join("claim.json");
    let modes = modes::show(&client, &running.state, now, &document, json).await?;
    let buyer = new_account(&base, BUYER).await?;
    let answer = folder.path().join("answer.json");
    let clock = &*running.state.clock;
    let sale = market::show(
        (&client, &buyer),
        &modes["modes"][FHE_ROW],
        (&answer, clock),
    )
    .await;
    let treadmill = treadmill::show(&client, running.mqtt).await?;
    if json {
        let of_file = |one: &training::Recording| json!({ "file": one.file, "import": one.import, "activities": one.activities });
        let recordings: Vec<Json> = recordings.iter().map(of_file).collect();
        let mut all = json!({
            "metrics": last, "weeks": weeks, "activities": activities, "insights": insights,
            "recordings": recordings, "sale": sale, "treadmill": treadmill,
        });
        if let (Json::Object(all), Json::Object(modes)) = (&mut all, modes) {
            all.extend(modes);
        }
        outln!("{all}");
    } else {
        report::modes::print(&modes);
        if modes["claim"]["file"].is_string() {
            try_it(folder, demo.once, &document);
        }
        report::market::print(&sale);
        report::treadmill::print(&treadmill);
    }
    if !demo.once {
        show_access(
            (&base, running.mqtt),
            folder,
            (!demo.files.is_empty(), client.token()),
        );
    }
    Ok(())
}

/// Prints where the server and its broker are, and who can sign in.
fn show_access(
    (base, broker): (&str, Option<SocketAddr>),
    folder: &Folder,
    (has_files, token): (bool, &str),
) {
    eprintln!();
    eprintln!("The server keeps running. Open {base} in a browser for the console and sign in:");
    eprintln!(
        "  athlete: user `{ATHLETE}`, password `{PASSWORD}`; buyer: user `{BUYER}`, the same password"
    );
    if has_files {
        eprintln!("  your recordings: user `{OWN_ACCOUNT}`, password `{PASSWORD}`");
    }
    eprintln!("  administrator: user `admin`, password `{PASSWORD_ADMIN}`");
    eprintln!("Its API page: {base}/docs");
    eprintln!(
        "  curl -H 'Authorization: Bearer {}' '{base}/v1/sfdp/metrics'",
        token
    );
    if let Some(broker) = broker {
        eprintln!("Devices connect to mqtt://{broker}.");
    }
    match folder {
        Folder::Temporary(_) => eprintln!("Ctrl-C ends the server and removes its data."),
        Folder::Kept(path) => eprintln!(
            "Ctrl-C ends the server. Its data stays in {}.",
            path.display()
        ),
    }
}

/// Prints the command that verifies the claim, if its document outlives the demo or the demo runs on.
fn try_it(folder: &Folder, is_ending: bool, document: &Path) {
    match folder {
        Folder::Temporary(_) if is_ending => outln!(
            "  Keep the document with --directory DIR, then: lockstep verify DIR/claim.json --audience {}",
            claim::AUDIENCE
        ),
        _ => outln!(
            "  Try it: lockstep verify {} --audience {}",
            document.display(),
            claim::AUDIENCE
        ),
    }
}

/// Creates the athlete's account with its profile and devices, and signs in as the athlete.
async fn athlete_client(base: &str) -> Result<Client, String> {
    let client = new_account(base, ATHLETE).await?;
    client.put("/v1/sfdp/profile", &athlete::profile()).await?;
    for device in athlete::devices() {
        client.post("/v1/sfdp/devices", &device).await?;
    }
    Ok(client)
}

/// Creates the account of the user's recordings and signs in to it. Its figures are not mixed with the
/// athlete's.
async fn own_client(base: &str) -> Result<Client, String> {
    new_account(base, OWN_ACCOUNT).await
}

/// Creates an account as the administrator, and signs in to it.
async fn new_account(base: &str, username: &str) -> Result<Client, String> {
    let admin = Client::sign_in(base, "admin", PASSWORD_ADMIN).await?;
    let account = json!({
        "username": username, "email": format!("{username}@example.org"), "password": PASSWORD,
        "tier": "premium",
    });
    admin.post("/v1/admin/users", &account).await?;
    Client::sign_in(base, username, PASSWORD).await
}

async fn upload(client: &Client, now: Timestamp, quiet: bool) -> Result<(), String> {
    let points = athlete::points(now);
    let total = points.len() as u64;
    let mut bar = Progress::new("120 made-up days", "points", total, quiet);
    let mut done = 0;
    for part in points.chunks(POINTS_A_BODY) {
        let answer = client
            .post("/v1/sfdp/data", &json!({ "data": part }))
            .await?;
        if answer["success"] != true {
            return Err(format!(
                "the made-up data was refused: {}",
                answer["errors"]
            ));
        }
        done += part.len() as u64;
        bar.at(done);
    }
    bar.done();
    Ok(())
}

/// Returns the metrics of each of the last 17 weeks, oldest first.
async fn weeks(client: &Client, now: Timestamp) -> Result<Vec<Json>, String> {
    let mut weeks = Vec::new();
    for week in (0..WEEKS).rev() {
        let end = Timestamp(now.0 - week * WEEK);
        let start = Timestamp(end.0 - WEEK + 1);
        let path = format!("/v1/sfdp/metrics?startDate={start}&endDate={end}&metrics={WEEKLY}");
        let mut answer = client.get(&path).await?;
        answer["start"] = json!(start.to_string());
        weeks.push(answer);
    }
    Ok(weeks)
}

/// The user name of the athlete.
pub const ATHLETE: &str = "athlete";
/// The account that buys the answer over a week of the athlete.
const BUYER: &str = "buyer";
/// The row of mode FHE among the weeks in each mode.
const FHE_ROW: usize = 2;
/// The account of the user's own recordings.
const OWN_ACCOUNT: &str = "you";
/// A published password suffices: the demo listens on the loopback address and its data is made up.
pub const PASSWORD: &str = "demo-runner-password";
/// The password of the administrator `admin`.
const PASSWORD_ADMIN: &str = "demo-keeper-password";
const TEMPORARY: &str = "lockstep-demo-";
const POINTS_A_BODY: usize = 10_000;
const WEEKS: i64 = 17;
const WEEK: i64 = 7 * 86_400_000;
/// The days whose activities the demo shows.
const DAYS_SHOWN: i64 = 7;
const WEEKLY: &str =
    "heartRateZones,trainingLoad,recoveryScore,fatigueLevel,restingHeartRate,hrvRmssd";

/// Runs `work` and returns its result with the time that it took.
async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let clock = SystemClock::shared();
    let begun = clock.monotonic();
    let done = work.await;
    (done, clock.monotonic().saturating_sub(begun))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_config::{Store, Switch};

    #[test]
    fn a_demo_uses_nothing_of_the_configured_server_but_its_ports() {
        let url = "postgres://me@127.0.0.1/d".to_owned();
        let mut config = Config {
            listen: "0.0.0.0:8123".parse().unwrap(),
            store: Store {
                url: Some(url.try_into().unwrap()),
                ..Store::default()
            },
            ..Config::default()
        };
        config.keys.secrets = Some("/secrets".into());
        config.webhooks.enabled = Switch(true);
        config.mqtt.listen = Some("[::]:1999".parse().unwrap());
        let mut demo = Demo {
            files: Vec::new(),
            once: true,
            directory: None,
            listen: None,
        };
        let isolated_config = isolated(&config, &demo);
        let expected = Config {
            listen: "127.0.0.1:8123".parse().unwrap(),
            mqtt: Mqtt {
                listen: Some("127.0.0.1:1999".parse().unwrap()),
                ..Mqtt::default()
            },
            webhooks: config.webhooks.clone(),
            ..Config::default()
        };
        assert_eq!(isolated_config, expected);
        demo.listen = Some("[::1]:9000".parse().unwrap());
        assert_eq!(isolated(&config, &demo).listen, demo.listen.unwrap());
    }
}
