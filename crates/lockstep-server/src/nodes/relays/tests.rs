use lockstep_config::Config;
use lockstep_store::{SystemClock, SystemEntropy, Timestamp};
use tokio::net::TcpListener;
use zeroize::Zeroizing;

use super::super::header::{PREFIX_BYTES, SeenNonces, length_after};
use super::*;
use crate::serve::Listeners;

/// A node that waits, on a listener of its own.
struct Waiting {
    address: SocketAddr,
    phase: watch::Sender<Phase>,
    active: watch::Sender<KnownActive>,
    /// The listeners that take over connections.
    own: Listeners,
    limiter: Arc<ConnectionLimiter>,
}

impl Waiting {
    async fn start() -> Self {
        Self::with(Network::default()).await
    }

    async fn with(network: Network) -> Self {
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            ..Config::default()
        };
        let mut own = Listeners::bind(&config).await.unwrap();
        let (phase, next_phase) = watch::channel(Phase::Waiting);
        let (active, known_active) = watch::channel(None);
        let limiter = Arc::new(ConnectionLimiter::default());
        let relays = Arc::new(Relays {
            network: Arc::new(network),
            clock: SystemClock::shared(),
            entropy: Arc::new(SystemEntropy),
            active: known_active,
            look_again: Arc::default(),
            phase: next_phase,
            handover: own.handover(MAX_HANDED),
            limiter: limiter.clone(),
            places: Relays::places(),
        });
        let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = tcp.local_addr().unwrap();
        tokio::spawn(async move {
            let listener = Listener::from(tcp);
            relays.accept(ListenerKind::Http, Some(&listener)).await
        });
        Self {
            address,
            phase,
            active,
            own,
            limiter,
        }
    }

    /// Makes a listener the active node.
    fn follow(&self, node: &TcpListener, stamp: &str) {
        let active = Active {
            addresses: vec![node.local_addr().unwrap()],
            node: ActiveNode {
                // Connections do not resolve it.
                address: "node.invalid:8444".to_owned(),
                stamp: stamp.to_owned(),
                since: Timestamp(0),
            },
            key: key(),
        };
        self.active.send_replace(Some(Arc::new(active)));
    }
}

fn key() -> DigestKey {
    DigestKey::new(Zeroizing::new([1; 32]))
}

async fn a_node() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// Accepts a relayed connection on the active node, and reads its header.
async fn accepted(node: &TcpListener, stamp: &str) -> (TcpStream, RelayHeader) {
    let (mut stream, _) = node.accept().await.unwrap();
    let mut prefix = [0; PREFIX_BYTES];
    stream.read_exact(&mut prefix).await.unwrap();
    let mut bytes = prefix.to_vec();
    bytes.resize(PREFIX_BYTES + length_after(&prefix).unwrap(), 0);
    stream.read_exact(&mut bytes[PREFIX_BYTES..]).await.unwrap();
    let now = SystemClock::shared().now();
    let header = RelayHeader::read(&bytes, (&key(), stamp), now, &mut SeenNonces::default());
    (stream, header.unwrap())
}

#[tokio::test]
async fn a_connection_is_relayed_in_both_directions_and_each_ends_on_its_own() {
    let (waiting, node) = (Waiting::start().await, a_node().await);
    // It arrives before any node is known to be active.
    let mut client = TcpStream::connect(waiting.address).await.unwrap();
    client.write_all(b"question").await.unwrap();
    client.shutdown().await.unwrap();
    waiting.follow(&node, "one");
    let (mut stream, header) = accepted(&node, "one").await;
    assert_eq!(header.purpose, Purpose::Relay(ListenerKind::Http));
    assert_eq!(header.client, client.local_addr().unwrap());
    assert_eq!(header.arrived_at, waiting.address);
    let mut question = Vec::new();
    stream.read_to_end(&mut question).await.unwrap();
    assert_eq!(question, b"question");
    stream.write_all(b"answer").await.unwrap();
    drop(stream);
    let mut answer = Vec::new();
    client.read_to_end(&mut answer).await.unwrap();
    assert_eq!(answer, b"answer");
    // The place of the connection is free again.
    waiting.limiter.wait_for_room(1).await;
}

#[tokio::test]
async fn a_connection_that_waits_is_served_by_the_node_that_takes_over() {
    let mut waiting = Waiting::start().await;
    let mut client = TcpStream::connect(waiting.address).await.unwrap();
    client.write_all(b"question").await.unwrap();
    waiting.phase.send_replace(Phase::TakingOver);
    let limiter = ConnectionLimiter::default();
    let taken = lockstep_http::accept(&mut waiting.own.api, &limiter, 1).await;
    let (mut stream, address) = taken.unwrap();
    assert_eq!(address, client.local_addr().unwrap().ip());
    let mut question = [0; 8];
    stream.read_exact(&mut question).await.unwrap();
    assert_eq!(&question, b"question");
}

#[tokio::test]
async fn relayed_connections_end_with_the_role_of_their_node() {
    let (waiting, node) = (Waiting::start().await, a_node().await);
    waiting.follow(&node, "one");
    let ended = async |mut client: TcpStream| {
        let mut rest = Vec::new();
        // A connection that is closed with unread bytes is reset.
        let _ = client.read_to_end(&mut rest).await;
    };
    let client = TcpStream::connect(waiting.address).await.unwrap();
    let (_open, _) = accepted(&node, "one").await;
    // The same node has started again.
    waiting.follow(&node, "two");
    ended(client).await;
    let client = TcpStream::connect(waiting.address).await.unwrap();
    let (_open, _) = accepted(&node, "two").await;
    waiting.active.send_replace(None);
    ended(client).await;
    waiting.follow(&node, "two");
    let client = TcpStream::connect(waiting.address).await.unwrap();
    let (_open, _) = accepted(&node, "two").await;
    waiting.phase.send_replace(Phase::TakingOver);
    ended(client).await;
}

#[tokio::test]
async fn a_node_that_ends_closes_what_waits_and_not_what_is_relayed() {
    let (waiting, node) = (Waiting::start().await, a_node().await);
    waiting.follow(&node, "one");
    let mut relayed = TcpStream::connect(waiting.address).await.unwrap();
    let (mut stream, _) = accepted(&node, "one").await;
    waiting.phase.send_replace(Phase::Ending);
    let mut refused = TcpStream::connect(waiting.address).await.unwrap();
    assert_eq!(refused.read(&mut [0; 1]).await.unwrap(), 0);
    stream.write_all(b"answer").await.unwrap();
    drop(stream);
    relayed.shutdown().await.unwrap();
    let mut answer = Vec::new();
    relayed.read_to_end(&mut answer).await.unwrap();
    assert_eq!(answer, b"answer");
    waiting.limiter.wait_for_room(1).await;
}

#[tokio::test]
async fn a_client_that_accepts_nothing_is_closed() {
    let network = Network {
        transfer_seconds: 1,
        ..Network::default()
    };
    let (waiting, node) = (Waiting::with(network).await, a_node().await);
    waiting.follow(&node, "one");
    let client = TcpStream::connect(waiting.address).await.unwrap();
    let (mut stream, _) = accepted(&node, "one").await;
    // More than the system keeps for the sockets.
    let answer = vec![0; 64 << 20];
    let sent = tokio::time::timeout(Duration::from_secs(20), stream.write_all(&answer)).await;
    assert!(matches!(sent, Ok(Err(_))), "{sent:?}");
    waiting.limiter.wait_for_room(1).await;
    drop(client);
}

#[tokio::test]
async fn a_connection_to_the_active_node_ends_when_its_machine_is_silent() {
    let node = a_node().await;
    let stream = TcpStream::connect(node.local_addr().unwrap()).await;
    let stream = stream.unwrap();
    end_when_silent(&stream).unwrap();
    assert!(sockopt::socket_keepalive(&stream).unwrap());
    let alive = sockopt::tcp_keepidle(&stream).unwrap()
        + sockopt::tcp_keepintvl(&stream).unwrap() * sockopt::tcp_keepcnt(&stream).unwrap();
    assert_eq!(alive, SILENCE);
}

#[test]
fn relayed_connections_leave_files_for_a_takeover() {
    for (files, most) in [
        (None, MAX_RELAYED),
        (Some(u64::MAX), MAX_RELAYED),
        (Some(20_000), MAX_RELAYED),
        (Some(1024), 384),
        (Some(10), 1),
    ] {
        assert_eq!(most_relayed(files), most, "{files:?}");
    }
}
