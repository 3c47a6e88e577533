//! `serve`: runs the platform until a signal ends it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use lockstep_accounts::Accounts;
use lockstep_config::{Config, Registration, StoreLocation};
use lockstep_http::{Certificates, ServeContext};
use lockstep_store::{Clock, SystemClock};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, BackupPolicy, Bounds, BudgetLimits, Policy, WebhookPolicy};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;
use zeroize::Zeroizing;

use crate::args;
use crate::audit_lines::print_audit;
use crate::data::{DataDir, DataDirError};
use crate::serve::MqttContext;
use crate::target::CommandTarget;
use crate::termination::termination_signal;
use crate::{app, local, probes, serve, telemetry};

mod journal;

/// Runs the command: serves until a signal ends it.
pub(crate) async fn run(asked: args::Serve, target: CommandTarget) -> Result<ExitCode, String> {
    let mut config = target.config;
    config.listen = asked.listen.unwrap_or(config.listen);
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
    let termination_signal = termination_signal()?;
    let admin_password = lockstep_config::admin_password();
    if admin_password.is_none() && is_new(&config, &data) && journal::has_standard_error() {
        return Err(journal::NO_PASSWORD.to_owned());
    }
    let running = start(&config, data, admin_password).await?;
    if let Some(password) = &running.admin_password {
        eprintln!(
            "first start: sign in as `admin` with this password, which is shown once and ends after a day:"
        );
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
    eprintln!(
        "open {scheme}://{} in a browser for the console",
        running.address
    );
    for (address, name) in [(running.mqtt, "mqtt"), (running.mqtt_tls, "mqtts")] {
        if let Some(address) = address {
            eprintln!("devices connect to {name}://{address}");
        }
    }
    tracing::info!(address = %running.address, version = env!("CARGO_PKG_VERSION"), "serving");
    journal::notify_systemd(sd_notify::NotifyState::Ready);
    termination_signal.await;
    journal::notify_systemd(sd_notify::NotifyState::Stopping);
    tracing::info!("ending");
    running.stop().await;
    Ok(ExitCode::SUCCESS)
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

/// As [`start`], with the time of a clock.
///
/// # Errors
/// Those of [`start`].
pub async fn start_at(
    config: &Config,
    data: DataDir,
    admin_password: Option<Zeroizing<String>>,
    clock: Arc<dyn Clock>,
) -> Result<RunningPlatform, String> {
    telemetry::figures();
    data.ensure_restored()?;
    // First: a wrong certificate must be reported before the store is opened.
    let certificates = certificates(config)?;
    check(config, &data, admin_password.as_deref())?;
    let state = open(config, &data, clock).await?;
    let admin_password = first_start(&state, admin_password).await?;
    reapply_erasures(&state).await?;
    let listener = lockstep_http::bind(config.listen).await?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let listeners = mqtt_listeners(config).await?;
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
    tasks.spawn(lockstep_http::serve(listener, context, ended.clone()));
    let mut broker = |listener: Option<TcpListener>, certificates| {
        let listener = listener?;
        let address = listener.local_addr().ok();
        let context = MqttContext {
            state: state.clone(),
            network: network.clone(),
            connection_limiter: connection_limiter.clone(),
            certificates,
        };
        tasks.spawn(serve::mqtt(listener, context, ended.clone()));
        address
    };
    let mqtt = broker(listeners.plain, None);
    let mqtt_tls = broker(listeners.tls, certificates.clone());
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
        address,
        mqtt,
        mqtt_tls,
        admin_password,
        state,
        certificates,
        end,
        tasks,
        data,
    })
}

/// Opens the store and its keys.
async fn open(config: &Config, data: &DataDir, clock: Arc<dyn Clock>) -> Result<AppState, String> {
    data.spool()
        .map_err(|error| format!("{}: {error}", data.path().display()))?;
    let place = place_of_tables(config, data)?;
    let (keys, policy) = (config.keys_at(data.path()), policy(config, data));
    let state = app::state_at(place, &keys, policy, clock)
        .await
        .map_err(|error| error.to_string())?;
    if let Err(reason) = app::deprecations(&state) {
        app::close(&state).await;
        return Err(reason);
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

/// The listeners of the broker.
struct MqttListeners {
    plain: Option<TcpListener>,
    tls: Option<TcpListener>,
}

/// Opens the listeners of the broker; the error names the configuration key.
async fn mqtt_listeners(config: &Config) -> Result<MqttListeners, String> {
    let bind = async |key: &str, address: Option<SocketAddr>| {
        let Some(address) = address else {
            return Ok(None);
        };
        let bound = TcpListener::bind(address).await;
        bound.map(Some).map_err(|error| {
            format!(
                "{key}: MQTT cannot listen on {address}: {error}; stop what listens there, set {key} to another \
                 address, or set mqtt.broker to off"
            )
        })
    };
    Ok(MqttListeners {
        plain: bind("mqtt.listen", config.mqtt.address(config.listen)).await?,
        tls: bind("mqtt.tls_listen", config.mqtt.tls_address()).await?,
    })
}

fn policy(config: &Config, data: &DataDir) -> Policy {
    Policy {
        registration_open: config.auth.registration == Registration::Open,
        sign_in: config.auth.sign_in_policy(),
        spool: data.path().join("spool"),
        spool_bytes: config.storage.spool_bytes,
        reserve_bytes: config.storage.reserve_bytes,
        quotas: config.quotas,
        sockets: lockstep_web::SocketLimits {
            per_account: config.network.sockets_per_account,
            heartbeat: Duration::from_secs(config.network.heartbeat_seconds),
        },
        backups: config
            .backup
            .directory
            .clone()
            .map(|directory| BackupPolicy {
                directory,
                keep_count: config.backup.keep_count,
                keep_days: config.backup.keep_days,
            }),
        bounds: Bounds {
            header_bytes: config.network.header_bytes,
            headers: config.network.headers,
            uri_bytes: config.network.uri_bytes,
            json_depth: config.network.json_depth,
        },
        bodies: BudgetLimits {
            total_bytes: config.network.body_budget_bytes,
            account_bytes: config.network.account_body_budget_bytes,
            open_bytes: config.network.open_body_budget_bytes,
        },
        // Every entry was checked when the configuration was read.
        deprecated: config
            .deprecated
            .iter()
            .filter_map(|entry| entry.parsed().ok())
            .collect(),
        webhooks: webhook_policy(config),
        // Keys that cannot be read were refused before.
        models: config.model_policies().unwrap_or_default(),
        oidc: config.oidc_policies().unwrap_or_default(),
        prints_audit: config.log.audit.0,
        public_url: config.public_url.clone().map(String::from),
        mcp_origins: config
            .mcp
            .allowed_origins
            .iter()
            .cloned()
            .map(String::from)
            .collect(),
    }
}

/// Returns the settings of webhooks for the application state.
pub(crate) fn webhook_policy(config: &Config) -> WebhookPolicy {
    let webhooks = &config.webhooks;
    let pauses = webhooks.retry_seconds.iter();
    WebhookPolicy {
        is_enabled: webhooks.enabled.0,
        allow_private: webhooks.allow_private.clone(),
        ca_file: webhooks.ca_file.clone(),
        retry_after: pauses
            .map(|pause| Duration::from_secs(pause.0.into()))
            .collect(),
    }
}

/// Creates the first administrator of an empty store; returns the password if one was generated.
async fn first_start(
    state: &AppState,
    password: Option<Zeroizing<String>>,
) -> Result<Option<Zeroizing<String>>, String> {
    let first = Accounts::new(state.clone())
        .first_start(password.map(|password| password.to_string()))
        .await
        .map_err(|fault| refused_first_password(&fault))?;
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
async fn reapply_erasures(state: &AppState) -> Result<(), String> {
    lockstep_accounts::reapply_erasures(state, &[])
        .await
        .map_err(|fault| {
            let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
            format!("erasures that are missing in an older store cannot be repeated: {reason}")
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
        app::close(&self.state).await;
        drop(self.data);
    }
}
