//! `serve`: the platform, until it is told to end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use lockstep_accounts::Accounts;
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, Bounds, BudgetLimits, Policy};
use tokio::net::UnixListener;
use tokio::sync::watch;
use zeroize::Zeroizing;

use crate::cli::args;
use crate::cli::target::Target;
use crate::config::{self, Config, Registration};
use crate::data::{DataDir, DataDirError};
use crate::serve::{Certificates, ServeContext};
use crate::{app, local, probes, serve, telemetry};

/// Runs the command: serves until a signal ends it.
pub(crate) async fn run(asked: args::Serve, target: Target) -> Result<ExitCode, String> {
    let mut config = target.config;
    config.listen = asked.listen.unwrap_or(config.listen);
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
    let told_to_end = told_to_end()?;
    let running = start(&config, data, config::admin_password()).await?;
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
    Ok(ExitCode::SUCCESS)
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

/// A platform that runs.
pub struct Running {
    /// Where the API listens.
    pub address: SocketAddr,
    /// The first administrator's password, where one was made at this start.
    pub admin_password: Option<Zeroizing<String>>,
    /// What it stands on.
    pub state: AppState,
    /// What connections are greeted with, where TLS is spoken.
    pub certificates: Option<Arc<Certificates>>,
    end: watch::Sender<bool>,
    tasks: tokio::task::JoinSet<()>,
    data: DataDir,
}

/// Starts it on a held directory. Ready when this returns.
pub async fn start(
    config: &Config,
    data: DataDir,
    admin_password: Option<Zeroizing<String>>,
) -> Result<Running, String> {
    telemetry::figures();
    // Before anything else: what is wrong with it should keep nothing waiting.
    let certificates = certificates(config)?;
    if let Some(password) = &admin_password
        && !data.database().exists()
    {
        lockstep_accounts::check_first_password(password)
            .map_err(|fault| refused_first_password(&fault))?;
    }
    data.spool()
        .map_err(|error| format!("{}: {error}", data.path().display()))?;
    let state = app::state(
        data.database(),
        &config.keys_at(data.path()),
        policy(config, &data),
    )
    .await
    .map_err(|error| error.to_string())?;
    let admin_password = first_start(&state, admin_password).await?;
    reapply_erasures(&state).await?;
    let listener = serve::bind(config.listen).await?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let (end, ended) = watch::channel(false);
    let context = context(config, &state, certificates.clone());
    let mut tasks = tokio::task::JoinSet::new();
    if let Some(figures) = config.metrics_listen {
        let listener = serve::bind(figures).await?;
        tasks.spawn(serve::serve(
            listener,
            figures_only(&context),
            ended.clone(),
        ));
    }
    tasks.spawn(serve::serve(listener, context, ended.clone()));
    tasks.spawn(serve::jobs(state.clone(), ended.clone()));
    tasks.spawn(lockstep_web::socket::pump(state.clone(), ended.clone()));
    // Made before anybody hears that we are ready.
    let socket = data.socket();
    let taken = local::bind(&socket);
    tasks.spawn(take_commands(state.clone(), taken, socket, ended));
    Ok(Running {
        address,
        admin_password,
        state,
        certificates,
        end,
        tasks,
        data,
    })
}

fn policy(config: &Config, data: &DataDir) -> Policy {
    Policy {
        registration_open: config.auth.registration == Registration::Open,
        spool: data.path().join("spool"),
        spool_bytes: config.storage.spool_bytes,
        reserve_bytes: config.storage.reserve_bytes,
        quotas: config.quotas,
        sockets: lockstep_web::SocketLimits {
            per_account: config.network.sockets_per_account,
            heartbeat: Duration::from_secs(config.network.heartbeat_seconds),
        },
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
    }
}

/// Makes the first administrator of an empty store; gives the password where one was made up.
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

/// Erases accounts again that a store from a backup still has, and finishes erasures that were cut off.
async fn reapply_erasures(state: &AppState) -> Result<(), String> {
    lockstep_accounts::reapply_erasures(state, &[])
        .await
        .map_err(|fault| {
            let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
            format!("erasures that an older store does not know cannot be done again: {reason}")
        })?;
    if let Err(fault) = lockstep_accounts::finish_erasures(state).await {
        // Tried again each minute; their accounts are suspended.
        tracing::error!(
            reason = fault.log,
            "an erasure that was cut off cannot be finished"
        );
    }
    Ok(())
}

fn context(
    config: &Config,
    state: &AppState,
    certificates: Option<Arc<Certificates>>,
) -> ServeContext {
    let (router, _) = app::router(state, config.metrics_listen.is_none());
    ServeContext {
        router,
        state: state.clone(),
        network: Arc::new(config.network.clone()),
        certificates,
        hsts_seconds: config.tls.hsts_seconds,
    }
}

/// `/metrics` on a socket of its own: for monitoring on this machine as a rule, so not over TLS.
fn figures_only(context: &ServeContext) -> ServeContext {
    ServeContext {
        router: Router::new()
            .route("/metrics", get(probes::figures))
            .with_state(context.state.clone()),
        state: context.state.clone(),
        network: context.network.clone(),
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

/// Reads the certificate and its key, where the configuration names them.
pub fn certificates(config: &Config) -> Result<Option<Arc<Certificates>>, String> {
    Certificates::load(&config.tls).map_err(|error| error.to_string())
}

impl Running {
    /// Ends it: no new requests, those under way are finished, what was counted is written, the
    /// store is closed, the directory let go.
    pub async fn stop(mut self) {
        // Nobody listens any more only where every task has ended already.
        let _ = self.end.send(true);
        while let Some(ended) = self.tasks.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a task ended by a panic");
            }
        }
        if let Err(error) = self.state.audit_counter().flush(&self.state.db).await {
            tracing::error!(%error, "counts for the audit log were lost");
        }
        if let Err(fault) = lockstep_accounts::write_last_uses(&self.state).await {
            tracing::warn!(
                reason = fault.log,
                "when credentials were last used was not written"
            );
        }
        if let Ok(vault) = Vault::of(&self.state)
            && let Err(error) = vault.checkpoint().await
        {
            tracing::error!(%error, "the audit log's last entries are not signed");
        }
        app::close(&self.state).await;
        drop(self.data);
    }
}

/// What waits for the signal to end, interrupt or terminate. The signals are heard from this call
/// on, not from the first wait: make it before anybody is told that the server listens.
pub fn told_to_end() -> Result<impl Future<Output = ()>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let heard = |kind| signal(kind).map_err(|error| format!("signals cannot be heard: {error}"));
    let mut terminate = heard(SignalKind::terminate())?;
    let mut interrupt = heard(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
