//! The life of a node that waits, until it takes over or ends.

use std::convert::Infallible;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use lockstep_config::Network;
use lockstep_http::ConnectionLimiter;
use lockstep_store::active_node::{SignOfLife, WatchedNode};
use lockstep_store::{PostgresUrl, SchemaLock, SystemClock, SystemEntropy};
use lockstep_vault::KeyPaths;
use tokio::net::UnixListener;
use tokio::sync::{Notify, watch};

use super::hung::{Ending, Silence};
use super::probe::{self, SharedSettings};
pub(crate) use super::relays::MAX_HANDED;
use super::relays::{Active, KnownActive, Phase, Relays};
use super::succession::wait_for_lock;
use crate::execution::Command;
use crate::serve::{Handover, ListenerKind, Listeners};
use crate::{doctor, local};

/// A node that waits.
pub(crate) struct Standby {
    pub(crate) network: Network,
    pub(crate) url: PostgresUrl,
    /// The root key, which all nodes share.
    pub(crate) keys: KeyPaths,
    /// The time without another sign of life after which the active node hangs.
    pub(crate) hung_after: Duration,
    /// What `lockstep doctor` compares with the active node.
    pub(crate) settings: SharedSettings,
    /// Hands connections that wait to this node's own listeners when it takes over.
    pub(crate) handover: Handover,
    /// The path of the socket for commands.
    pub(crate) socket: PathBuf,
}

impl Standby {
    /// Relays connections until this node has the lock: returns the lock with the listeners. Returns `None` after
    /// `termination`, when relayed connections have ended or had the time of a shutdown. Calls `is_ready` when it takes commands and has
    /// looked which node is active.
    pub(crate) async fn run(
        self,
        listeners: Listeners,
        is_ready: impl FnOnce(),
        termination: Pin<&mut impl Future<Output = ()>>,
    ) -> Option<(Listeners, SchemaLock)> {
        let (phase, next_phase) = watch::channel(Phase::Waiting);
        let (active, known_active) = watch::channel(None);
        let look_again = Arc::new(Notify::new());
        let grace = Duration::from_secs(self.network.shutdown_seconds);
        let relays = Arc::new(Relays {
            network: Arc::new(self.network),
            clock: SystemClock::shared(),
            entropy: Arc::new(SystemEntropy),
            active: known_active.clone(),
            look_again: look_again.clone(),
            phase: next_phase,
            handover: self.handover,
            limiter: Arc::new(ConnectionLimiter::default()),
            places: Relays::places(),
        });
        tracing::info!("this node is a standby: it waits for the lock of the schema");
        let commands = local::bind(&self.socket);
        let first = look(&self.url, &self.keys, None);
        // An error is reported by the next look.
        if let Ok(Ok(Seen {
            active: Ok(found), ..
        })) = tokio::time::timeout(FIRST_LOOK_TIME, first).await
        {
            publish(&active, found);
        }
        is_ready();
        let lock = tokio::select! {
            never = relays.accept(listeners.api_kind(), Some(&listeners.api)) => match never {},
            never = relays.accept(ListenerKind::Mqtt, listeners.mqtt.as_ref()) => match never {},
            never = relays.accept(ListenerKind::Mqtts, listeners.mqtt_tls.as_ref()) => match never {},
            never = watch_active((&self.url, &self.keys), self.hung_after, &active, &look_again) => match never {},
            never = take_commands(commands, &known_active, (&self.keys, &self.settings)) => match never {},
            lock = wait_for_lock(&self.url) => Some(lock),
            () = termination => None,
        };
        if let Some(lock) = lock {
            tracing::info!("this node has the lock of the schema now, and takes over");
            phase.send_replace(Phase::TakingOver);
            return Some((listeners, lock));
        }
        tracing::info!("ending");
        phase.send_replace(Phase::Ending);
        drop(listeners);
        let ended = tokio::time::timeout(grace, relays.limiter.wait_for_room(1)).await;
        if ended.is_err() {
            tracing::warn!("relayed connections were cut off at shutdown");
        }
        if let Err(error) = std::fs::remove_file(&self.socket) {
            tracing::debug!(%error, "the socket for commands");
        }
        None
    }
}

/// What a look at the row of the active node found.
struct Seen {
    /// The sign of life of the active node; `None` says nothing.
    sign: Option<SignOfLife>,
    /// The active node, or the reason for which connections cannot reach it.
    active: Result<KnownActive, String>,
}

/// Keeps `active` up to date, and ends the session of an active node that hangs.
async fn watch_active(
    (url, keys): (&PostgresUrl, &KeyPaths),
    hung_after: Duration,
    active: &watch::Sender<KnownActive>,
    look_again: &Notify,
) -> Infallible {
    let (clock, mut silence) = (SystemClock::shared(), Silence::new(hung_after));
    let mut ending = Ending::new();
    let mut reported = String::new();
    loop {
        let known = active.borrow().clone();
        let seen = look(url, keys, known).await;
        match &seen {
            Ok(seen) if silence.note(seen.sign.as_ref(), clock.monotonic()) => {
                silence.begin_again();
                if let Some(sign) = seen.sign.clone() {
                    end_hung(&mut ending, (url, keys), sign).await;
                }
            }
            Ok(_) => {}
            Err(_) => silence.begin_again(),
        }
        match seen.and_then(|seen| seen.active) {
            Ok(found) => {
                reported.clear();
                publish(active, found);
            }
            Err(reason) if reason == reported => {}
            Err(reason) => {
                tracing::warn!(reason, "this node does not know which node is active");
                reported = reason;
            }
        }
        // However often connections ask for another look.
        tokio::time::sleep(LEAST_PAUSE).await;
        let _ = tokio::time::timeout(LOOK_EVERY, look_again.notified()).await;
    }
}

/// Ends the session with the lock of an active node that hangs. The lock then wakes a node that waits: this one or another.
async fn end_hung(ending: &mut Ending, (url, keys): (&PostgresUrl, &KeyPaths), sign: SignOfLife) {
    match ending.end_session(url, keys, sign).await {
        Ok(true) => {}
        Ok(false) => tracing::info!(
            "the active node goes on after it has shown no sign of life, or another standby has ended its session"
        ),
        Err(reason) => tracing::warn!(
            reason,
            "the active node hangs, and this node does not end its session"
        ),
    }
}

fn publish(active: &watch::Sender<KnownActive>, found: KnownActive) {
    let place = |known: &KnownActive| {
        known.as_ref().map(|known| {
            let mut addresses = known.addresses.clone();
            // Name servers answer in any order.
            addresses.sort_unstable();
            (known.node.stamp.clone(), addresses)
        })
    };
    active.send_if_modified(|known| {
        let is_other = place(&*known) != place(&found);
        if is_other {
            let address = found.as_ref().map(|found| found.node.address.as_str());
            tracing::info!(address, "the active node");
            *known = found;
        }
        is_other
    });
}

/// Reads which node is active with its sign of life, and resolves its name. Reads the root key if it is another start than `known`: the
/// key may have been replaced.
async fn look(url: &PostgresUrl, keys: &KeyPaths, known: KnownActive) -> Result<Seen, String> {
    let (url, keys) = (url.clone(), keys.clone());
    let looked = tokio::task::spawn_blocking(move || {
        let watched = url.watched_node().map_err(|error| error.to_string())?;
        let Some(WatchedNode { node, sign }) = watched else {
            return Ok(Seen {
                sign: None,
                active: Ok(None),
            });
        };
        let same = known.filter(|known| known.node.stamp == node.stamp);
        let active = Active::read(node, same.map(|known| known.key.clone()), &keys);
        Ok(Seen {
            sign,
            active: active.map(|active| Some(Arc::new(active))),
        })
    });
    looked.await.unwrap_or_else(|error| Err(error.to_string()))
}

/// Answers `lockstep doctor`, and refuses other commands: they belong to the active node.
async fn take_commands(
    commands: std::io::Result<UnixListener>,
    active: &watch::Receiver<KnownActive>,
    (keys, settings): (&KeyPaths, &SharedSettings),
) -> Infallible {
    let answer = |command: Command| {
        let known = active.borrow().clone();
        let (keys, settings) = (keys.clone(), settings.clone());
        async move {
            let node = known.as_ref().map(|known| &known.node);
            match (command, node) {
                (Command::Doctor, None) => local::Reply::Done(doctor::of_standby(None, Vec::new())),
                (Command::Doctor, Some(node)) => {
                    let compared = probe::findings(node.clone(), keys, settings).await;
                    local::Reply::Done(doctor::of_standby(Some(node), compared))
                }
                (_, Some(node)) => local::Reply::Refused(format!(
                    "this node is a standby, and has no store open: run the command on the active node, which others reach \
                     at {}",
                    node.address
                )),
                (_, None) => local::Reply::Refused(
                    "this node is a standby, and knows no active node now: try again in a moment"
                        .to_owned(),
                ),
            }
        }
    };
    match commands {
        Ok(listener) => local::serve_standby(&listener, answer).await,
        Err(error) => {
            tracing::error!(%error, "the local socket takes no commands");
            std::future::pending().await
        }
    }
}

/// How often a node that waits looks which node is active.
const LOOK_EVERY: Duration = Duration::from_secs(1);
const LEAST_PAUSE: Duration = Duration::from_millis(100);
/// The time for the first look, before the node reports that it is ready.
const FIRST_LOOK_TIME: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use lockstep_store::Timestamp;
    use lockstep_store::active_node::ActiveNode;
    use lockstep_web::DigestKey;
    use zeroize::Zeroizing;

    use super::*;

    fn found(stamp: &str, address: &str) -> KnownActive {
        Some(Arc::new(Active {
            node: ActiveNode {
                address: "node1:8444".to_owned(),
                stamp: stamp.to_owned(),
                since: Timestamp(0),
            },
            addresses: vec![address.parse().unwrap()],
            key: DigestKey::new(Zeroizing::new([1; 32])),
        }))
    }

    #[test]
    fn another_start_and_another_address_of_the_name_replace_what_is_known() {
        let (active, mut known) = watch::channel(None);
        for (stamp, address, is_other) in [
            ("one", "192.0.2.1:8444", true),
            ("one", "192.0.2.1:8444", false),
            ("one", "192.0.2.2:8444", true),
            ("two", "192.0.2.2:8444", true),
        ] {
            publish(&active, found(stamp, address));
            assert_eq!(known.has_changed().unwrap(), is_other, "{stamp} {address}");
            let seen = known.borrow_and_update().clone().unwrap();
            assert_eq!(seen.node.stamp, stamp);
            assert_eq!(seen.addresses[0].to_string(), address);
        }
        publish(&active, None);
        assert!(known.borrow_and_update().is_none());
    }
}
