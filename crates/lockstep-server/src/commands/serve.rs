//! `serve`: the platform, until it is told to end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use lockstep_accounts::Accounts;
use lockstep_vault::Vault;
use lockstep_web::socket::Grant;
use lockstep_web::{AppState, Bounds, BudgetLimits, Policy};
use tokio::sync::watch;
use zeroize::Zeroizing;

use crate::config::{Config, Registration};
use crate::data::DataDir;
use crate::serve::{Certificates, ServeContext};
use crate::{app, local, probes, serve, telemetry};

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
    data.spool()
        .map_err(|error| format!("{}: {error}", data.path().display()))?;
    let policy = Policy {
        registration_open: config.auth.registration == Registration::Open,
        spool: data.path().join("spool"),
        spool_bytes: config.storage.spool_bytes,
        reserve_bytes: config.storage.reserve_bytes,
        quotas: config.quotas,
        sockets: Grant {
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
    };
    let state = app::state(data.database(), &config.keys_at(data.path()), policy)
        .await
        .map_err(|error| error.to_string())?;
    let first = Accounts::new(state.clone())
        .first_start(admin_password.map(|password| password.to_string()))
        .await
        .map_err(|fault| {
            format!(
                "the first administrator cannot be made: {}; set LOCKSTEP_ADMIN_PASSWORD to another \
                 password, or leave it out to have one made, and start again",
                fault.message.trim_end_matches('.')
            )
        })?;
    let admin_password = first.and_then(|first| first.password).map(Zeroizing::new);

    // A store that was put back from a backup may hold accounts that were erased since.
    lockstep_accounts::reapply_erasures(&state, &[])
        .await
        .map_err(|fault| {
            let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
            format!("erasures that an older store does not know cannot be done again: {reason}")
        })?;
    if let Err(fault) = lockstep_accounts::finish_erasures(&state).await {
        // Tried again each minute; their accounts are suspended.
        tracing::error!(
            reason = fault.log,
            "an erasure that was cut off cannot be finished"
        );
    }
    let listener = serve::bind(config.listen).await?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let (end, ended) = watch::channel(false);
    let mut tasks = tokio::task::JoinSet::new();
    let (router, _) = app::router(&state, config.metrics_listen.is_none());
    let door = ServeContext {
        router,
        state: state.clone(),
        network: Arc::new(config.network.clone()),
        certificates: certificates.clone(),
        hsts_seconds: config.tls.hsts_seconds,
    };
    if let Some(figures) = config.metrics_listen {
        let listener = serve::bind(figures).await?;
        // For whoever measures, on this machine as a rule: not over TLS.
        let door = ServeContext {
            router: Router::new()
                .route("/metrics", get(probes::figures))
                .with_state(state.clone()),
            state: state.clone(),
            network: door.network.clone(),
            certificates: None,
            hsts_seconds: 0,
        };
        tasks.spawn(serve::serve(listener, door, ended.clone()));
    }
    tasks.spawn(serve::serve(listener, door, ended.clone()));
    tasks.spawn(serve::jobs(state.clone(), ended.clone()));
    tasks.spawn(lockstep_web::socket::pump(state.clone(), ended.clone()));
    let socket: PathBuf = data.socket();
    let commands = state.clone();
    // Made before anybody hears that we are ready.
    let taken = local::bind(&socket);
    tasks.spawn(async move {
        let ended = match taken {
            Ok(listener) => local::serve(commands, listener, &socket, ended).await,
            Err(error) => Err(error),
        };
        if let Err(error) = ended {
            tracing::error!(%error, "the local socket takes no commands");
        }
    });
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
