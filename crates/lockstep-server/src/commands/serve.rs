//! `serve`: runs the platform until a signal ends it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use lockstep_accounts::Accounts;
use lockstep_config::{Config, StoreLocation};
use lockstep_http::{Certificates, Listener, ServeContext};
use lockstep_store::{Clock, SystemClock};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState};
use tokio::net::UnixListener;
use tokio::sync::watch;
use zeroize::Zeroizing;

use crate::args;
use crate::audit_lines::print_audit;
use crate::data::{DataDir, DataDirError};
use crate::nodes::succession::ActiveRole;
use crate::serve::{Addresses, Listeners, MqttContext};
use crate::target::CommandTarget;
use crate::termination::termination_signal;
use crate::{app, local, probes, serve, telemetry};

mod journal;
mod node;
mod policy;
mod start_error;

use policy::policy;
pub(crate) use policy::webhook_policy;
use start_error::StartError;

/// Runs the command: serves until a signal ends it.
pub(crate) async fn run(asked: args::Serve, target: CommandTarget) -> Result<ExitCode, String> {
    let mut config = target.config;
    config.listen = asked.listen.unwrap_or(config.listen);
    config.check_listeners()?;
    telemetry::log(&config.log)?;
    if let Some(warning) = config.warning() {
        eprintln!("warning: {warning}");
        tracing::warn!(reason = warning, "listening in the clear");
    }
    let data = DataDir::hold(&config.data).map_err(|error| match error {
        DataDirError::Held(path) => {
            format!(
                "{} is used by another process: stop it, or choose another --data",
                path.display()
            )
        }
        error => error.to_string(),
    })?;
    let mut termination_signal = pin!(termination_signal()?);
    let admin_password = lockstep_config::admin_password();
    let started = match config.nodes.addresses() {
        Some(_) => {
            let clock = SystemClock::shared();
            let termination = termination_signal.as_mut();
            node::start(&config, data, admin_password, clock, termination).await?
        }
        None => {
            ensure_password(&admin_password, is_new(&config, &data))?;
            Some(start(&config, data, admin_password).await?)
        }
    };
    let Some(running) = started else {
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(password) = &running.admin_password {
        eprintln!(
            "first start: sign in as `admin` with this password, which is shown once and ends after a day:"
        );
        eprintln!("  {}", password.as_str());
    }
    if !running.is_announced {
        announce(&running.addresses());
    }
    tracing::info!(address = %running.address, version = env!("CARGO_PKG_VERSION"), "serving");
    tokio::select! {
        () = termination_signal => {}
        reason = running.until_succeeded() => node::end_at_once(&reason),
    }
    journal::notify_systemd(sd_notify::NotifyState::Stopping);
    tracing::info!("ending");
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}

/// Refuses a first start whose generated password would be kept in the journal.
fn ensure_password(password: &Option<Zeroizing<String>>, is_new: bool) -> Result<(), String> {
    match password.is_none() && is_new && journal::has_standard_error() {
        true => Err(journal::NO_PASSWORD.to_owned()),
        false => Ok(()),
    }
}

/// Tells the operator where clients connect, and systemd that they can.
fn announce(addresses: &Addresses) {
    let scheme = if addresses.has_tls { "https" } else { "http" };
    eprintln!(
        "lockstep listens on {scheme}://{0}, its API page is {scheme}://{0}/docs",
        addresses.api
    );
    eprintln!(
        "open {scheme}://{} in a browser for the console",
        addresses.api
    );
    for (address, name) in [(addresses.mqtt, "mqtt"), (addresses.mqtt_tls, "mqtts")] {
        if let Some(address) = address {
            eprintln!("devices connect to {name}://{address}");
        }
    }
    journal::notify_systemd(sd_notify::NotifyState::Ready);
}

/// A running platform.
pub struct RunningPlatform {
    /// The address of the API.
    pub address: SocketAddr,
    /// The first administrator's password, if this start generated one.
    pub admin_password: Option<Zeroizing<String>>,
    /// The address of MQTT without TLS, if there is a broker.
    pub mqtt: Option<SocketAddr>,
    /// The address of MQTT with TLS, if it is configured.
    pub mqtt_tls: Option<SocketAddr>,
    /// The application state.
    pub state: AppState,
    /// The certificate and key for new connections; `None` without TLS.
    pub certificates: Option<Arc<Certificates>>,
    end: watch::Sender<bool>,
    tasks: tokio::task::JoinSet<()>,
    data: DataDir,
    /// The role of a node among others.
    role: Option<ActiveRole>,
    /// Whether the addresses were announced, by a node that waited.
    is_announced: bool,
}

/// What a start opens before it serves.
struct Opened {
    state: AppState,
    certificates: Option<Arc<Certificates>>,
    admin_password: Option<Zeroizing<String>>,
}

/// Whether this is the first start of the installation: on its directory, or with its folder of secrets if it is on
/// PostgreSQL.
fn is_new(config: &Config, data: &DataDir) -> bool {
    match &config.store.url {
        None => !data.database().exists(),
        Some(_) => {
            let keys = config.keys_at(data.path());
            !keys.has_check() && !keys.has_file()
        }
    }
}

/// Makes the checks that do not need the store.
fn check(config: &Config, data: &DataDir, admin_password: Option<&String>) -> Result<(), String> {
    lockstep_admin::check_webhooks(&webhook_policy(config))?;
    config.model_policies()?;
    config.oidc_policies()?;
    match admin_password {
        Some(password) if is_new(config, data) => lockstep_accounts::check_first_password(password)
            .map_err(|fault| refused_first_password(&fault)),
        _ => Ok(()),
    }
}

/// Starts the platform on a locked data directory. It is ready when this returns.
pub async fn start(
    config: &Config,
    data: DataDir,
    admin_password: Option<Zeroizing<String>>,
) -> Result<RunningPlatform, String> {
    start_at(config, data, admin_password, SystemClock::shared()).await
}

/// As [`start`], with the time of a clock. A node among others waits until it works.
///
/// # Errors
/// Those of [`start`].
pub async fn start_at(
    config: &Config,
    data: DataDir,
    admin_password: Option<Zeroizing<String>>,
    clock: Arc<dyn Clock>,
) -> Result<RunningPlatform, String> {
    if config.nodes.addresses().is_some() {
        let never = pin!(std::future::pending::<()>());
        let started = node::start(config, data, admin_password, clock, never).await?;
        return started.ok_or_else(|| "this node ended before it worked".to_owned());
    }
    let place = place_of_tables(config, &data)?;
    let opened = open_checked(config, &data, place, admin_password, clock).await;
    let opened = opened.map_err(StartError::into_text)?;
    let listeners = Listeners::bind(config).await?;
    serve_opened(config, data, opened, listeners).await
}

/// Makes all checks, and opens the store with its keys.
async fn open_checked(
    config: &Config,
    data: &DataDir,
    place: StoreLocation,
    admin_password: Option<Zeroizing<String>>,
    clock: Arc<dyn Clock>,
) -> Result<Opened, StartError> {
    telemetry::figures();
    data.ensure_restored()?;
    // First: a wrong certificate must be reported before the store is opened.
    let certificates = certificates(config)?;
    check(config, data, admin_password.as_deref())?;
    let state = open(config, data, place, clock).await?;
    match first_work(&state, admin_password).await {
        Ok(admin_password) => Ok(Opened {
            state,
            certificates,
            admin_password,
        }),
        Err(error) => {
            // Another try of this process needs the lock of the schema.
            app::close(&state).await;
            Err(error)
        }
    }
}

/// Does what precedes the first request. Returns the first administrator's password if one was generated.
async fn first_work(
    state: &AppState,
    admin_password: Option<Zeroizing<String>>,
) -> Result<Option<Zeroizing<String>>, StartError> {
    let generated = first_start(state, admin_password).await?;
    reapply_erasures(state).await?;
    Ok(generated)
}

/// Serves what was opened on the listeners, and begins the work in the background.
async fn serve_opened(
    config: &Config,
    data: DataDir,
    opened: Opened,
    listeners: Listeners,
) -> Result<RunningPlatform, String> {
    let Opened {
        state,
        certificates,
        admin_password,
    } = opened;
    let addresses = listeners.addresses()?;
    let external = serve::external_broker(&config.mqtt)?;
    let (end, ended) = watch::channel(false);
    let context = context(config, &state, certificates.clone());
    let mut tasks = tokio::task::JoinSet::new();
    if let Some(figures) = config.metrics_listen {
        let listener = lockstep_http::bind(figures).await?;
        tasks.spawn(lockstep_http::serve(
            listener,
            figures_only(&context),
            ended.clone(),
        ));
    }
    let network = context.network.clone();
    let connection_limiter = context.connection_limiter.clone();
    tasks.spawn(lockstep_http::serve(listeners.api, context, ended.clone()));
    let mut broker = |listener: Option<Listener>, certificates| {
        let Some(listener) = listener else {
            return;
        };
        let context = MqttContext {
            state: state.clone(),
            network: network.clone(),
            connection_limiter: connection_limiter.clone(),
            certificates,
        };
        tasks.spawn(serve::mqtt(listener, context, ended.clone()));
    };
    broker(listeners.mqtt, None);
    broker(listeners.mqtt_tls, certificates.clone());
    if let Some(external) = external {
        let broker = lockstep_devices::mqtt::serve_external(state.clone(), external, ended.clone());
        tasks.spawn(broker);
    }
    tasks.spawn(serve::jobs(state.clone(), ended.clone()));
    tasks.spawn(serve::backups(state.clone(), ended.clone()));
    tasks.spawn(lockstep_web::socket::pump(state.clone(), ended.clone()));
    // Before the server reports that it is ready.
    let socket = data.socket();
    let taken = local::bind(&socket);
    tasks.spawn(take_commands(state.clone(), taken, socket, ended));
    Ok(RunningPlatform {
        address: addresses.api,
        mqtt: addresses.mqtt,
        mqtt_tls: addresses.mqtt_tls,
        admin_password,
        state,
        certificates,
        end,
        tasks,
        data,
        role: None,
        is_announced: false,
    })
}

/// Opens the store and its keys.
async fn open(
    config: &Config,
    data: &DataDir,
    place: StoreLocation,
    clock: Arc<dyn Clock>,
) -> Result<AppState, StartError> {
    data.spool()
        .map_err(|error| format!("{}: {error}", data.path().display()))?;
    let (keys, policy) = (config.keys_at(data.path()), policy(config, data));
    let state = app::state_at(place, &keys, policy, clock).await?;
    if let Err(reason) = app::deprecations(&state) {
        app::close(&state).await;
        return Err(reason.into());
    }
    Ok(state)
}

/// Returns where the tables are; logs it if that is not the embedded engine.
fn place_of_tables(config: &Config, data: &DataDir) -> Result<StoreLocation, String> {
    let place = config.store.place(data.database())?;
    if let Some(url) = &place.postgres {
        tracing::info!(
            schema = url.schema(),
            "the tables and the wrapped keys are on PostgreSQL"
        );
    }
    Ok(place)
}

/// Creates the first administrator of an empty store; returns the password if one was generated.
async fn first_start(
    state: &AppState,
    password: Option<Zeroizing<String>>,
) -> Result<Option<Zeroizing<String>>, StartError> {
    let first = Accounts::new(state.clone())
        .first_start(password.map(|password| password.to_string()))
        .await
        .map_err(|fault| StartError::of_fault(&fault, refused_first_password(&fault)))?;
    Ok(first.and_then(|first| first.password).map(Zeroizing::new))
}

fn refused_first_password(fault: &ApiError) -> String {
    format!(
        "the first administrator cannot be made: {}; set LOCKSTEP_ADMIN_PASSWORD to another \
         password, or leave it out to have one made, and start again",
        fault.message.trim_end_matches('.')
    )
}

/// Erases accounts that returned with a restored backup, and completes interrupted erasures.
async fn reapply_erasures(state: &AppState) -> Result<(), StartError> {
    lockstep_accounts::reapply_erasures(state, &[])
        .await
        .map_err(|fault| {
            let reason = fault.log.as_deref().unwrap_or(&fault.message);
            let text =
                format!("erasures that are missing in an older store cannot be repeated: {reason}");
            StartError::of_fault(&fault, text)
        })?;
    if let Err(fault) = lockstep_accounts::finish_erasures(state).await {
        // A job retries every minute; the accounts stay suspended.
        tracing::error!(
            reason = fault.log,
            "an interrupted erasure cannot be completed"
        );
    }
    Ok(())
}

fn context(
    config: &Config,
    state: &AppState,
    certificates: Option<Arc<Certificates>>,
) -> ServeContext {
    ServeContext {
        router: app::router(state, config.metrics_listen.is_none()),
        state: state.clone(),
        network: Arc::new(config.network.clone()),
        connection_limiter: Arc::default(),
        certificates,
        hsts_seconds: config.tls.hsts_seconds,
    }
}

/// Serves `/metrics` at an address of its own, without TLS: monitoring usually runs on the same machine. Its connections
/// are counted apart, so that clients of the other listeners do not shut monitoring out.
fn figures_only(context: &ServeContext) -> ServeContext {
    ServeContext {
        router: Router::new()
            .route("/metrics", get(probes::figures))
            .with_state(context.state.clone()),
        state: context.state.clone(),
        network: context.network.clone(),
        connection_limiter: Arc::default(),
        certificates: None,
        hsts_seconds: 0,
    }
}

async fn take_commands(
    state: AppState,
    listener: std::io::Result<UnixListener>,
    socket: PathBuf,
    ended: watch::Receiver<bool>,
) {
    let ended = match listener {
        Ok(listener) => local::serve(state, listener, &socket, ended).await,
        Err(error) => Err(error),
    };
    if let Err(error) = ended {
        tracing::error!(%error, "the local socket takes no commands");
    }
}

/// Reads the certificate and its key if the configuration names them.
pub fn certificates(config: &Config) -> Result<Option<Arc<Certificates>>, String> {
    Certificates::load(&config.tls).map_err(|error| error.to_string())
}

impl RunningPlatform {
    fn addresses(&self) -> Addresses {
        Addresses {
            api: self.address,
            has_tls: self.certificates.is_some(),
            mqtt: self.mqtt,
            mqtt_tls: self.mqtt_tls,
        }
    }

    /// Waits until another node has taken over; returns the reason for the operator.
    async fn until_succeeded(&self) -> String {
        match &self.role {
            Some(role) => role.until_succeeded(&self.state).await,
            None => std::future::pending().await,
        }
    }

    /// Shuts down: refuses new requests, completes the running ones, writes the counts, closes the
    /// store and unlocks the directory.
    pub async fn stop(mut self) {
        // There is no receiver only if every task has ended already.
        let _ = self.end.send(true);
        while let Some(ended) = self.tasks.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a task ended by a panic");
            }
        }
        if let Err(error) = self.state.audit_counter().flush(&self.state.db).await {
            tracing::error!(%error, "audit counts could not be written");
        }
        if let Err(fault) = lockstep_accounts::write_last_uses(&self.state).await {
            tracing::warn!(
                reason = fault.log,
                "the times of the last use of credentials were not written"
            );
        }
        if let Ok(vault) = Vault::of(&self.state)
            && let Err(error) = vault.checkpoints().current().await
        {
            tracing::error!(%error, "the audit log's last entries are not signed");
        }
        if let Err(fault) = print_audit(&self.state).await {
            tracing::error!(
                reason = fault.log,
                "the last entries of the audit log may be missing here; the next start prints them"
            );
        }
        if let Some(role) = &self.role {
            role.withdraw(&self.state).await;
        }
        app::close(&self.state).await;
        drop(self.data);
    }
}
