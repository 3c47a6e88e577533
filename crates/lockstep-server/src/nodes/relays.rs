//! Relays connections to the node that works, on a node that waits.

use std::convert::Infallible;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use lockstep_config::Network;
use lockstep_http::{ConnectionLimiter, ConnectionPermit, Listener, Protocol};
use lockstep_store::active_node::ActiveNode;
use lockstep_store::clock::entropy_array;
use lockstep_store::{Clock, Entropy};
use lockstep_vault::KeyPaths;
use lockstep_web::DigestKey;
use rustix::net::sockopt;
use rustix::process::{Resource, getrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::sync::{Notify, Semaphore, watch};

use super::header::{Purpose, RelayHeader};
use crate::serve::{Handover, ListenerKind};

/// What this node is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It waits, and relays.
    Waiting,
    /// It takes over: connections that wait are its own now.
    TakingOver,
    /// It ends.
    Ending,
}

/// The node that works, and the key that authenticates connections to it.
pub(super) struct Active {
    pub(super) node: ActiveNode,
    /// The addresses of its name. Each connection that resolved the name itself would hold a thread while a name server is silent.
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) key: DigestKey,
}

impl Active {
    /// Resolves the name of the node, and reads the root key unless its `key` is known. Blocks.
    ///
    /// # Errors
    /// The reason, with the action to take.
    pub(super) fn read(
        node: ActiveNode,
        key: Option<DigestKey>,
        keys: &KeyPaths,
    ) -> Result<Self, String> {
        let resolved = node.address.to_socket_addrs();
        let resolved = resolved.map_err(|error| {
            format!(
                "the name in {} has no address: {error}; correct nodes.address of that node, or the name server",
                node.address
            )
        });
        let addresses = resolved?.collect();
        let key = match key {
            Some(key) => key,
            None => lockstep_vault::relay_key(keys).map_err(|error| error.to_string())?,
        };
        Ok(Self {
            node,
            addresses,
            key,
        })
    }
}

/// The node that works, as far as this node knows.
pub(super) type KnownActive = Option<Arc<Active>>;

/// The relayed connections of a node that waits.
pub(super) struct Relays {
    pub(super) network: Arc<Network>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    pub(super) active: watch::Receiver<KnownActive>,
    /// Asks for another look at who is active.
    pub(super) look_again: Arc<Notify>,
    pub(super) phase: watch::Receiver<Phase>,
    /// Takes the connections that wait when this node takes over.
    pub(super) handover: Handover,
    /// The open connections.
    pub(super) limiter: Arc<ConnectionLimiter>,
    /// The places of connections that are not relayed yet.
    pub(super) places: Arc<Semaphore>,
}

/// How the wait of a connection for the active node ended.
enum Waited {
    /// It is connected to the active node.
    Connected(TcpStream, Arc<Active>),
    /// This node takes over.
    TakingOver,
    /// No node accepted it in time, or this node ends.
    GivenUp,
}

impl Relays {
    /// Returns the places of connections that are not relayed yet.
    pub(super) fn places() -> Arc<Semaphore> {
        Arc::new(Semaphore::new(MAX_WAITING))
    }

    /// Accepts connections of a listener, if there is one, and relays them.
    pub(super) async fn accept(
        self: &Arc<Self>,
        kind: ListenerKind,
        listener: Option<&Listener>,
    ) -> Infallible {
        let Some(listener) = listener else {
            return std::future::pending().await;
        };
        let most = most_relayed(getrlimit(Resource::Nofile).current);
        loop {
            self.limiter.wait_for_room(most).await;
            match listener.accept_arriving().await {
                Ok((stream, client)) => self.begin(kind, stream, client),
                Err(error) => {
                    tracing::warn!(%error, "accept");
                    tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
                }
            }
        }
    }

    /// Relays a connection in a task of its own, unless its address has too many.
    fn begin(self: &Arc<Self>, kind: ListenerKind, stream: TcpStream, client: SocketAddr) {
        let address = client.ip().to_canonical();
        let counted = (!self.network.trusts(address)).then_some(address);
        let (protocol, most) = match kind {
            ListenerKind::Http | ListenerKind::Https => {
                (Protocol::Http, self.network.connections_per_address)
            }
            ListenerKind::Mqtt | ListenerKind::Mqtts => {
                (Protocol::Mqtt, self.network.mqtt_connections_per_address)
            }
        };
        let now = self.clock.monotonic();
        // The active node delays the connections of an address that opens many.
        let permit = self.limiter.enter(protocol, counted, most, now);
        let place = self.places.clone().try_acquire_owned();
        let (Some(permit), Ok(place)) = (permit, place) else {
            metrics::counter!("lockstep_connections_refused_total").increment(1);
            return;
        };
        let relays = self.clone();
        tokio::spawn(async move {
            let waited = relays.wait().await;
            drop(place);
            match waited {
                Waited::Connected(active, node) => {
                    let connection = (kind, stream, client);
                    relays.relay(connection, active, &node, permit).await;
                }
                Waited::TakingOver => {
                    if let Some(listener) = relays.handover.to(kind) {
                        // Fails only if the start of this node does.
                        let _ = listener.send((stream, address)).await;
                    }
                }
                Waited::GivenUp => {
                    metrics::counter!("lockstep_connections_refused_total").increment(1);
                }
            }
        });
    }

    /// Waits until the active node accepts a connection, or this node takes over or ends.
    async fn wait(&self) -> Waited {
        tokio::select! {
            biased;
            phase = self.next_phase() => match phase {
                Phase::TakingOver => Waited::TakingOver,
                Phase::Waiting | Phase::Ending => Waited::GivenUp,
            },
            connected = tokio::time::timeout(WAITING_TIME, self.connect()) => match connected {
                Ok((stream, active)) => Waited::Connected(stream, active),
                Err(_) => Waited::GivenUp,
            },
        }
    }

    /// Waits until this node no longer waits.
    async fn next_phase(&self) -> Phase {
        let mut phase = self.phase.clone();
        let next = phase.wait_for(|phase| *phase != Phase::Waiting).await;
        next.map_or(Phase::Ending, |next| *next)
    }

    /// Connects to the active node, as soon as there is one that accepts a connection.
    async fn connect(&self) -> (TcpStream, Arc<Active>) {
        let mut known = self.active.clone();
        loop {
            let active = known.borrow_and_update().clone();
            if let Some(active) = active {
                let connecting = TcpStream::connect(&active.addresses[..]);
                match tokio::time::timeout(CONNECT_TIME, connecting).await {
                    Ok(Ok(stream)) => return (stream, active),
                    Ok(Err(error)) => tracing::debug!(%error, "connect to the active node"),
                    Err(_) => tracing::debug!("the active node does not answer"),
                }
                self.look_again.notify_one();
            }
            // The active node does not tell when it accepts connections again.
            let _ = tokio::time::timeout(CONNECT_PAUSE, known.changed()).await;
        }
    }

    /// Passes bytes on until both sides have ended, the active node has lost its role, or this node takes over.
    async fn relay(
        &self,
        (kind, mut client, address): (ListenerKind, TcpStream, SocketAddr),
        mut active: TcpStream,
        node: &Active,
        _permit: ConnectionPermit,
    ) {
        let header = RelayHeader {
            purpose: Purpose::Relay(kind),
            client: address,
            arrived_at: client.local_addr().unwrap_or(address),
            written: self.clock.now(),
            nonce: entropy_array(&*self.entropy),
        };
        let header = header.write(&node.key, &node.node.stamp);
        for stream in [&client, &active] {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "nodelay");
            }
        }
        if let Err(error) = end_when_silent(&active) {
            tracing::debug!(%error, "the times of a connection to the active node");
        }
        let stalled = Duration::from_secs(self.network.transfer_seconds);
        let passing = async {
            active.write_all(&header).await?;
            pass_on(&mut client, &mut active, stalled).await
        };
        tokio::select! {
            passed = passing => if let Err(error) = passed {
                tracing::debug!(%error, "a relayed connection");
            },
            () = self.until_succeeded(&node.node.stamp) => {}
        }
    }

    /// Waits until the stamp of the active node is no longer this one.
    async fn until_succeeded(&self, stamp: &str) {
        let (mut known, mut phase) = (self.active.clone(), self.phase.clone());
        let is_other = |known: &KnownActive| {
            let same = known.as_ref().filter(|known| known.node.stamp == stamp);
            same.is_none()
        };
        let other = async { drop(known.wait_for(is_other).await) };
        // While this node ends, relayed connections have the time of a shutdown.
        let taking_over = async {
            drop(phase.wait_for(|phase| *phase == Phase::TakingOver).await);
        };
        tokio::select! {
            () = other => {}
            () = taking_over => {}
        }
    }
}

/// Returns how many connections a process relays that may have this many files open; `None`: any number. Each takes two of them, and
/// the takeover needs some, too.
fn most_relayed(files: Option<u64>) -> usize {
    let for_relays = files.unwrap_or(u64::MAX).saturating_sub(KEPT_FILES) / 2;
    usize::try_from(for_relays).map_or(MAX_RELAYED, |most| most.clamp(1, MAX_RELAYED))
}

/// Ends a connection whose other machine does not answer: neither side learns of the end of the other through a network that
/// was cut.
fn end_when_silent(stream: &TcpStream) -> rustix::io::Result<()> {
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, SILENCE / 2)?;
    sockopt::set_tcp_keepintvl(stream, SILENCE / 4)?;
    // Bytes that wait do not end it: the active node may read later.
    sockopt::set_tcp_keepcnt(stream, 2)
}

/// Passes bytes on in both directions. Each direction ends on its own. When the active node has sent everything, a client
/// that sends on does so in vain, and has a short time to end. A client that accepts nothing for the time `stalled` is closed.
async fn pass_on(
    client: &mut TcpStream,
    active: &mut TcpStream,
    stalled: Duration,
) -> std::io::Result<()> {
    let (mut from_client, mut to_client) = client.split();
    let (mut from_active, mut to_active) = active.split();
    let mut up = std::pin::pin!(async {
        tokio::io::copy(&mut from_client, &mut to_active).await?;
        to_active.shutdown().await
    });
    let mut down = std::pin::pin!(pass_down(&mut from_active, &mut to_client, stalled));
    tokio::select! {
        ended = &mut up => {
            ended?;
            down.await
        }
        ended = &mut down => {
            ended?;
            let ending = tokio::time::timeout(HALF_CLOSED_TIME, up).await;
            ending.unwrap_or(Ok(()))
        }
    }
}

/// Passes on what the active node sends. The active node closes a client that accepts nothing, which this node does not see
/// while it has bytes for the client.
async fn pass_down(
    from_active: &mut ReadHalf<'_>,
    to_client: &mut WriteHalf<'_>,
    stalled: Duration,
) -> std::io::Result<()> {
    let mut bytes = vec![0; PASSED_BYTES];
    loop {
        let count = from_active.read(&mut bytes).await?;
        if count == 0 {
            return to_client.shutdown().await;
        }
        let writing = to_client.write_all(&bytes[..count]);
        tokio::time::timeout(stalled, writing).await??;
    }
}

/// The connections that a node relays at the same time; further ones wait in the kernel's queue.
const MAX_RELAYED: usize = 8192;
/// The open files that are no relayed connections: connections to PostgreSQL, files of secrets, listeners.
const KEPT_FILES: u64 = 256;
/// The connections that wait for an active node; further ones are closed.
const MAX_WAITING: usize = 512;
/// How long a connection waits for an active node.
const WAITING_TIME: Duration = Duration::from_secs(10);
/// The time for a connection to the active node.
const CONNECT_TIME: Duration = Duration::from_secs(2);
const CONNECT_PAUSE: Duration = Duration::from_millis(100);
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(20);
/// The bytes that one direction of a relayed connection keeps.
const PASSED_BYTES: usize = 8 << 10;
/// The time without an answer of the active node's machine after which a connection to it ends.
const SILENCE: Duration = Duration::from_secs(20);
/// How long a client may stay connected after the active node has sent everything.
const HALF_CLOSED_TIME: Duration = Duration::from_secs(10);
/// The connections that are handed over to one listener and wait for its start.
pub(crate) const MAX_HANDED: usize = MAX_WAITING;

#[cfg(test)]
mod tests;
