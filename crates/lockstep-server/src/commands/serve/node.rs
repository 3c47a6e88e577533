//! The start of a node among others on one PostgreSQL schema: it works if no other node does, and waits otherwise.

use std::pin::Pin;
use std::sync::Arc;

use lockstep_config::Config;
use lockstep_store::{Clock, SystemClock};
use zeroize::Zeroizing;

use super::{
    RunningPlatform, announce, certificates, check, ensure_password, journal, open_checked,
    place_of_tables, serve_opened,
};
use crate::data::DataDir;
use crate::nodes::entrance::{self, Entrance};
use crate::nodes::standby::{MAX_HANDED, Standby};
use crate::nodes::succession::{self, ActiveRole};
use crate::output;
use crate::serve::{self, Listeners};
use crate::telemetry;

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
    let mut listeners = Listeners::bind(config).await?;
    let handover = listeners.handover(MAX_HANDED);
    entrance::check(listen)?;
    let (listeners, lock, has_waited) = match succession::try_lock(&url).await? {
        Some(lock) => (listeners, lock, false),
        None => {
            let addresses = listeners.addresses()?;
            let standby = Standby {
                network: config.network.clone(),
                url: url.clone(),
                keys: keys.clone(),
                handover: handover.clone(),
                socket: data.socket(),
            };
            let is_ready = || announce(&addresses);
            let waited = standby.run(listeners, is_ready, termination).await;
            let Some((listeners, lock)) = waited else {
                return Ok(None);
            };
            (listeners, lock, true)
        }
    };
    let has_tables = url.has_tables().map_err(|error| error.to_string())?;
    ensure_password(&admin_password, !has_tables)?;

    let stamp = succession::new_stamp();
    let node = (address.as_str(), stamp.as_str());
    let lock = succession::claim(lock, keys.server.clone(), node).await?;
    let url = url.with_lock(lock, &stamp);
    let superseded = url.superseded();
    place.postgres = Some(url);
    let opened = open_checked(config, &data, place, admin_password, clock).await?;
    let entrance = Entrance {
        listener: entrance::bind(listen).await?,
        key: relay_key(&keys)?,
        stamp: stamp.clone(),
        // The headers of other nodes have the time of their machines.
        clock: SystemClock::shared(),
        handover,
    };
    succession::begin(&opened.state, address.as_str(), &stamp).await?;
    let mut running = serve_opened(config, data, opened, listeners).await?;
    running.tasks.spawn(entrance.serve(running.end.subscribe()));
    running.role = superseded.map(|superseded| ActiveRole { stamp, superseded });
    running.is_announced = has_waited;
    tracing::info!(address = address.as_str(), "this node is the active one");
    Ok(Some(running))
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
