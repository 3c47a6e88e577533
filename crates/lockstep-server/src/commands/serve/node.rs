//! The start of a node among others on one PostgreSQL schema: it works if no other node does, and waits otherwise. It also waits
//! while the database cannot be reached or accepts no writes.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use lockstep_config::{Config, StoreLocation};
use lockstep_store::{Clock, PostgresUrl, SchemaLock, SystemClock};
use lockstep_vault::KeyPaths;
use zeroize::Zeroizing;

use super::start_error::StartError;
use super::{
    Opened, RunningPlatform, announce, certificates, check, ensure_password, journal, open_checked,
    place_of_tables, serve_opened,
};
use crate::app;
use crate::data::DataDir;
use crate::nodes::entrance::{self, Entrance};
use crate::nodes::probe::SharedSettings;
use crate::nodes::standby::{MAX_HANDED, Standby};
use crate::nodes::succession::{self, ActiveRole, RETRY_PAUSE, SignsOfLife};
use crate::output;
use crate::serve::{self, Handover, Listeners};
use crate::telemetry;

/// What a node needs to take over, as often as it tries.
struct Candidate<'a> {
    config: &'a Config,
    data: &'a DataDir,
    place: StoreLocation,
    url: PostgresUrl,
    keys: KeyPaths,
    /// The address by which the other nodes reach this one.
    address: &'a str,
    admin_password: Option<Zeroizing<String>>,
    clock: Arc<dyn Clock>,
}

/// What a node has that took over.
struct ActiveNode {
    opened: Opened,
    role: ActiveRole,
    listeners: Listeners,
    handover: Handover,
    /// Whether it was a standby before, and its addresses are announced.
    has_waited: bool,
}

/// Starts a node: returns when it works, or `None` if it waited until `termination`.
pub(super) async fn start(
    config: &Config,
    data: DataDir,
    admin_password: Option<Zeroizing<String>>,
    clock: Arc<dyn Clock>,
    termination: Pin<&mut impl Future<Output = ()>>,
) -> Result<Option<RunningPlatform>, String> {
    let mut place = place_of_tables(config, &data)?;
    // The configuration was checked.
    let (Some((listen, address)), Some(url)) = (config.nodes.addresses(), place.postgres.take())
    else {
        return Err("nodes.listen needs nodes.address and store.url".to_owned());
    };
    telemetry::figures();
    data.ensure_restored()?;
    // What would fail at a takeover is reported now.
    certificates(config)?;
    check(config, &data, admin_password.as_deref())?;
    serve::external_broker(&config.mqtt)?;
    let keys = config.keys_at(data.path());
    if keys.has_check() {
        relay_key(&keys)?;
    }
    let listeners = Listeners::bind(config).await?;
    entrance::check(listen)?;
    let candidate = Candidate {
        config,
        data: &data,
        place,
        url,
        keys: keys.clone(),
        address: address.as_str(),
        admin_password,
        clock,
    };
    let Some(active) = candidate.until_active(listeners, termination).await? else {
        return Ok(None);
    };
    let entrance = Entrance {
        listener: entrance::bind(listen).await?,
        key: relay_key(&keys)?,
        stamp: active.role.stamp.clone(),
        // The headers of other nodes have the time of their machines.
        clock: SystemClock::shared(),
        handover: active.handover,
        settings: SharedSettings::of(config),
        certificates: active.opened.certificates.clone(),
    };
    let mut running = serve_opened(config, data, active.opened, active.listeners).await?;
    running.tasks.spawn(entrance.serve(running.end.subscribe()));
    running.role = Some(active.role);
    running.is_announced = active.has_waited;
    if active.has_waited {
        metrics::counter!("lockstep_takeovers_total").increment(1);
    }
    tracing::info!(address = address.as_str(), "this node is the active one");
    Ok(Some(running))
}

impl Candidate<'_> {
    /// Returns when this node has the lock of the schema and has opened the store, or `None` if it waited until `termination`. It
    /// is a standby in the meantime, also after a try that the database ended.
    async fn until_active(
        &self,
        mut listeners: Listeners,
        mut termination: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<Option<ActiveNode>, String> {
        let addresses = listeners.addresses()?;
        let (mut reported, mut generated) = (String::new(), None);
        let mut lock = self.try_lock(&mut reported).await?;
        if lock.is_none() {
            self.expect_secrets(&mut reported)?;
        }
        let mut has_waited = false;
        loop {
            // Connections that were handed over for a try that failed are closed, and clients connect again.
            let handover = listeners.handover(MAX_HANDED);
            let taken = match lock.take() {
                Some(taken) => taken,
                None => {
                    let is_first = !std::mem::replace(&mut has_waited, true);
                    let is_ready = || {
                        if is_first {
                            announce(&addresses);
                        }
                    };
                    let standby = self.standby(handover.clone());
                    let waited = standby.run(listeners, is_ready, termination.as_mut()).await;
                    let Some((same, taken)) = waited else {
                        return Ok(None);
                    };
                    listeners = same;
                    taken
                }
            };
            match self.take_over(taken, &mut generated).await {
                Ok((mut opened, role)) => {
                    opened.admin_password = generated;
                    return Ok(Some(ActiveNode {
                        opened,
                        role,
                        listeners,
                        handover,
                        has_waited,
                    }));
                }
                Err(StartError::Lasting(reason)) => return Err(reason),
                Err(StartError::Unavailable(reason)) => report(&mut reported, reason),
            }
            // PostgreSQL does not tell when it accepts connections and writes again.
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    /// Takes the lock of the schema if it is free. A database that cannot be reached is waited for.
    async fn try_lock(&self, reported: &mut String) -> Result<Option<SchemaLock>, String> {
        let taken = succession::try_lock(&self.url).await;
        match taken.map_err(StartError::from) {
            Ok(taken) => Ok(taken),
            Err(StartError::Lasting(reason)) => Err(reason),
            Err(StartError::Unavailable(reason)) => {
                report(reported, reason);
                Ok(None)
            }
        }
    }

    /// Refuses to wait with secrets of another installation. While the database cannot be reached, it is not asked: a takeover
    /// asks again.
    fn expect_secrets(&self, reported: &mut String) -> Result<(), String> {
        let expected = lockstep_vault::expect_shared_secrets(&self.keys);
        match expected.map_err(StartError::from) {
            Ok(()) => Ok(()),
            Err(StartError::Lasting(reason)) => Err(reason),
            Err(StartError::Unavailable(reason)) => {
                // The cause for which the lock was not taken is the same.
                if reported.is_empty() {
                    report(reported, reason);
                }
                Ok(())
            }
        }
    }

    fn standby(&self, handover: Handover) -> Standby {
        Standby {
            network: self.config.network.clone(),
            url: self.url.clone(),
            keys: self.keys.clone(),
            hung_after: Duration::from_secs(self.config.nodes.hung_seconds),
            settings: SharedSettings::of(self.config),
            handover,
            socket: self.data.socket(),
        }
    }

    /// Opens the store and its keys, and tells the other nodes that this one works. After an error, this node has neither the store
    /// nor the lock. `generated` gets the first administrator's password if this generated one, also for a later try.
    async fn take_over(
        &self,
        lock: SchemaLock,
        generated: &mut Option<Zeroizing<String>>,
    ) -> Result<(Opened, ActiveRole), StartError> {
        ensure_password(&self.admin_password, !self.url.has_tables()?)?;
        // The folder may have been unmounted since. Another node may have the right one, and takes over when this one ends.
        lockstep_vault::expect_shared_secrets(&self.keys)?;
        let stamp = succession::new_stamp();
        let node = (self.address, stamp.as_str());
        let lock = succession::claim(lock, self.keys.server.clone(), node).await?;
        let _life = SignsOfLife::at_start(self.url.clone(), stamp.clone());
        let url = self.url.clone().with_lock(lock, &stamp);
        let superseded = url.superseded();
        let place = StoreLocation {
            postgres: Some(url),
            ..self.place.clone()
        };
        let (password, clock) = (self.admin_password.clone(), self.clock.clone());
        let mut opened = open_checked(self.config, self.data, place, password, clock).await?;
        if let Some(password) = opened.admin_password.take() {
            *generated = Some(password);
        }
        let begun = succession::begin(&opened.state, self.address, &stamp).await;
        let failure = match (begun, superseded) {
            (Ok(()), Some(superseded)) => {
                let role = ActiveRole::begin(&opened.state, stamp, superseded);
                return Ok((opened, role));
            }
            (Err(error), _) => StartError::from(error),
            (Ok(()), None) => StartError::Lasting("this node has no lock".to_owned()),
        };
        app::close(&opened.state).await;
        Err(failure)
    }
}

/// Logs why this node cannot work now, unless that was the last reason, too.
fn report(reported: &mut String, reason: String) {
    if *reported != reason {
        tracing::warn!(
            reason,
            "this node cannot work now: it waits as a standby, and tries again"
        );
        *reported = reason;
    }
}

/// Returns the key that all nodes share.
fn relay_key(keys: &lockstep_vault::KeyPaths) -> Result<lockstep_web::DigestKey, String> {
    lockstep_vault::relay_key(keys).map_err(|error| error.to_string())
}

/// Ends the process of a node after which another one has taken over. It must answer no request any more, and can store
/// nothing.
pub(super) fn end_at_once(reason: &str) -> ! {
    tracing::error!(reason, "this node ends at once");
    output::note(&format!("lockstep: {reason}"));
    journal::notify_systemd(sd_notify::NotifyState::Stopping);
    std::process::exit(SUPERSEDED)
}

/// The exit code of a node after which another one has taken over: a temporary failure (`EX_TEMPFAIL` of `sysexits.h`), after
/// which a supervisor starts the node again.
const SUPERSEDED: i32 = 75;
