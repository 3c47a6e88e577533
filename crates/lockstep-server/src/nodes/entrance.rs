//! Takes the connections that other nodes relay, on the node that works, and hands them to its listeners. Answers their probes.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lockstep_http::{Certificates, HandedConnection};
use lockstep_store::Clock;
use lockstep_web::DigestKey;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use super::header::{PREFIX_BYTES, Purpose, RelayHeader, SeenNonces, length_after};
use super::probe::{self, SharedSettings};
use crate::serve::{Handover, ListenerKind};

/// The listener for connections that other nodes relay.
pub(crate) struct Entrance {
    pub(crate) listener: TcpListener,
    /// The key that all nodes derive from the root key.
    pub(crate) key: DigestKey,
    /// The stamp of this start.
    pub(crate) stamp: String,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) handover: Handover,
    pub(crate) settings: SharedSettings,
    /// The certificate for new connections; `None` without TLS.
    pub(crate) certificates: Option<Arc<Certificates>>,
}

/// Opens the listener of the setting `nodes.listen`; the error names the setting.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| in_use(address, &error))
}

/// Tests whether [`bind`] would succeed, without listening: no other node shall take this one for the active one.
pub(crate) fn check(address: SocketAddr) -> Result<(), String> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    };
    let bound = socket.and_then(|socket| {
        socket.set_reuseaddr(true)?;
        socket.bind(address)
    });
    bound.map_err(|error| in_use(address, &error))
}

fn in_use(address: SocketAddr, error: &std::io::Error) -> String {
    format!(
        "nodes.listen: connections of other nodes cannot be taken on {address}: {error}; stop what listens there, or \
         set nodes.listen to another address"
    )
}

impl Entrance {
    /// Takes connections until `end` changes.
    pub(crate) async fn serve(self, mut end: watch::Receiver<bool>) {
        let entrance = Arc::new(self);
        let seen = Arc::new(Mutex::new(SeenNonces::default()));
        let places = Arc::new(Semaphore::new(MAX_UNREAD));
        let refusals = Arc::new(Mutex::new(Refusals::default()));
        let mut reading = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                accepted = entrance.listener.accept() => accepted,
                // A panic concerns one connection.
                Some(_) = reading.join_next() => continue,
                _ = end.changed() => return,
            };
            let (stream, node) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "accept a connection of another node");
                    tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
                    continue;
                }
            };
            let Ok(place) = places.clone().try_acquire_owned() else {
                let reason = "too many connections have not sent their header, or wait for a listener that has all that it may have";
                entrance.refuse(&refusals, node, reason);
                continue;
            };
            let (entrance, seen) = (entrance.clone(), seen.clone());
            let refusals = refusals.clone();
            reading.spawn(async move {
                if let Err(reason) = entrance.take(stream, &seen).await {
                    entrance.refuse(&refusals, node, &reason);
                }
                drop(place);
            });
        }
    }

    /// Reads the header of a connection, and hands the connection over or answers it.
    async fn take(&self, mut stream: TcpStream, seen: &Mutex<SeenNonces>) -> Result<(), String> {
        let bytes = tokio::time::timeout(HEADER_TIME, read_header(&mut stream)).await;
        let bytes = bytes.map_err(|_| format!("it sent no header within {HEADER_TIME:?}"))??;
        let header = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let read = RelayHeader::read(
                &bytes,
                (&self.key, self.stamp.as_str()),
                self.clock.now(),
                &mut seen,
            );
            read.map_err(|refusal| refusal.to_string())?
        };
        let listener = match header.purpose {
            Purpose::Relay(kind) => self.listener_of(kind)?,
            Purpose::Probe => return self.answer(stream, &header).await,
        };
        metrics::counter!("lockstep_relayed_connections_total").increment(1);
        // Fails only while the listener ends.
        let _ = listener
            .send((stream, header.client.ip().to_canonical()))
            .await;
        Ok(())
    }

    /// Counts a connection that is closed, and reports it unless another one was just reported.
    fn refuse(&self, refusals: &Mutex<Refusals>, node: SocketAddr, reason: &str) {
        metrics::counter!("lockstep_relayed_connections_refused_total").increment(1);
        let unreported = {
            let mut refusals = refusals.lock().unwrap_or_else(PoisonError::into_inner);
            refusals.take(self.clock.monotonic())
        };
        if let Some(unreported) = unreported {
            tracing::warn!(
                %node, reason, unreported, "a connection to nodes.listen was refused"
            );
        }
    }

    /// Answers a probe of another node.
    async fn answer(&self, mut stream: TcpStream, question: &RelayHeader) -> Result<(), String> {
        let facts = self.settings.facts(self.certificates.as_deref());
        let (key, now) = ((&self.key, self.stamp.as_str()), self.clock.now());
        let answering = probe::answer(&mut stream, question, key, facts, now);
        let answered = tokio::time::timeout(HEADER_TIME, answering).await;
        let answered = answered.map_err(|_| format!("it took no answer within {HEADER_TIME:?}"))?;
        answered.map_err(|error| error.to_string())
    }

    fn listener_of(&self, kind: ListenerKind) -> Result<&mpsc::Sender<HandedConnection>, String> {
        self.handover.to(kind).ok_or_else(|| {
            format!(
                "this node has no listener like that of the other node ({kind:?}): give all nodes the same settings of tls and mqtt"
            )
        })
    }
}

/// Reads exactly the header, so that everything after it is left for the listener.
async fn read_header(stream: &mut TcpStream) -> Result<Vec<u8>, String> {
    let mut prefix = [0; PREFIX_BYTES];
    let read = stream.read_exact(&mut prefix).await;
    read.map_err(|error| error.to_string())?;
    let length = length_after(&prefix).map_err(|refusal| refusal.to_string())?;
    let mut header = prefix.to_vec();
    header.resize(PREFIX_BYTES + length, 0);
    let read = stream.read_exact(&mut header[PREFIX_BYTES..]).await;
    read.map_err(|error| error.to_string())?;
    Ok(header)
}

/// The reports of connections that are closed: strangers may open any number of them.
#[derive(Default)]
struct Refusals {
    /// The time of the last report.
    reported: Option<Duration>,
    /// The number since then.
    unreported: u64,
}

impl Refusals {
    /// Takes note of a refusal at `now`, a monotonic time. Returns the number of those that were not reported before it, if it is to be
    /// reported.
    fn take(&mut self, now: Duration) -> Option<u64> {
        let is_early = |at: Duration| now.saturating_sub(at) < REPORT_EVERY;
        if self.reported.is_some_and(is_early) {
            self.unreported += 1;
            return None;
        }
        self.reported = Some(now);
        Some(std::mem::take(&mut self.unreported))
    }
}

/// The time for a header.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The connections whose header is read at the same time, or that wait for their listener.
const MAX_UNREAD: usize = 256;
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(20);
/// The least time between two reports of connections that are closed.
const REPORT_EVERY: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use lockstep_store::SystemClock;
    use lockstep_store::clock::Timestamp;
    use tokio::io::AsyncWriteExt;
    use zeroize::Zeroizing;

    use super::*;
    use crate::serve::Listeners;

    const STAMP: &str = "one-start";

    fn key() -> DigestKey {
        DigestKey::new(Zeroizing::new([1; 32]))
    }

    fn header(kind: ListenerKind, nonce: u8, written: Timestamp) -> Vec<u8> {
        let header = RelayHeader {
            purpose: Purpose::Relay(kind),
            client: "192.0.2.1:50000".parse().unwrap(),
            arrived_at: "198.51.100.7:80".parse().unwrap(),
            written,
            nonce: [nonce; 16],
        };
        header.write(&key(), STAMP)
    }

    /// Sends bytes and returns what the entrance answers until it closes the connection.
    async fn answer(entrance: SocketAddr, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(entrance).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        let mut answer = Vec::new();
        // A connection that is closed with unread bytes is reset.
        let _ = stream.read_to_end(&mut answer).await;
        answer
    }

    #[test]
    fn refusals_are_reported_once_a_second_with_the_number_of_the_others() {
        let mut refusals = Refusals::default();
        for (milliseconds, reported) in [
            (5000, Some(0)),
            (5001, None),
            (5999, None),
            (6000, Some(2)),
            (6999, None),
            (9000, Some(1)),
        ] {
            let now = Duration::from_millis(milliseconds);
            assert_eq!(refusals.take(now), reported, "{milliseconds}");
        }
    }

    #[tokio::test]
    async fn a_connection_is_handed_over_after_its_header_and_others_are_closed() {
        let config = lockstep_config::Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            ..lockstep_config::Config::default()
        };
        let mut listeners = Listeners::bind(&config).await.unwrap();
        let handover = listeners.handover(1);
        let mut api = listeners.api;
        let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let address = listener.local_addr().unwrap();
        assert!(check(address).unwrap_err().contains("nodes.listen"));
        let clock = SystemClock::shared();
        let entrance = Entrance {
            listener,
            key: key(),
            stamp: STAMP.to_owned(),
            clock: clock.clone(),
            handover,
            settings: SharedSettings::of(&config),
            certificates: None,
        };
        let (_end, ended) = watch::channel(false);
        tokio::spawn(entrance.serve(ended));
        let limiter = Arc::new(lockstep_http::ConnectionLimiter::default());
        let serving = tokio::spawn(async move {
            let (mut stream, client) = lockstep_http::accept(&mut api, &limiter, 1).await.unwrap();
            let mut asked = [0; 5];
            stream.read_exact(&mut asked).await.unwrap();
            stream.write_all(&asked).await.unwrap();
            client
        });

        let now = clock.now();
        let usual = header(ListenerKind::Http, 1, now);
        for refused in [
            b"GET / HTTP/1.1\r\n\r\n".to_vec(),
            header(ListenerKind::Https, 2, now),
            header(ListenerKind::Mqtts, 3, now),
            header(ListenerKind::Http, 4, Timestamp(now.0 - 60_000)),
        ] {
            assert_eq!(answer(address, &refused).await, b"");
        }
        let sent = [&usual[..], b"hello"].concat();
        assert_eq!(answer(address, &sent).await, b"hello");
        let client = serving.await.unwrap();
        assert_eq!(client.to_string(), "192.0.2.1");
        assert_eq!(answer(address, &sent).await, b"");
    }
}
