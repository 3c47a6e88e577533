//! A network between the node and its database that is slow, passes nothing on, or ends connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    /// Everything passes.
    Works,
    /// Each message to the database arrives later by this time.
    Slow(Duration),
    /// Open connections lose everything, and stay open on both sides. New ones are accepted and silent.
    Silent,
    /// Open connections end, and new ones end at once.
    Cut,
}

/// A proxy in front of a database.
pub(crate) struct Link {
    pub(crate) port: u16,
    network: Arc<watch::Sender<Network>>,
}

impl Link {
    /// Opens a proxy for a server on this machine.
    pub(crate) async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = SocketAddr::from(([127, 0, 0, 1], port));
        let link = Self {
            port: listener.local_addr().unwrap().port(),
            network: Arc::new(watch::Sender::new(Network::Works)),
        };
        let network = Arc::clone(&link.network);
        tokio::spawn(async move {
            loop {
                let Ok((node, _)) = listener.accept().await else {
                    return;
                };
                tokio::spawn(connect(node, server, network.subscribe()));
            }
        });
        link
    }

    /// Changes the network.
    pub(crate) fn becomes(&self, network: Network) {
        self.network.send_replace(network);
    }
}

async fn connect(node: TcpStream, server: SocketAddr, mut network: watch::Receiver<Network>) {
    if *network.borrow_and_update() == Network::Cut {
        return;
    }
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    for stream in [&node, &server] {
        stream.set_nodelay(true).unwrap();
    }
    let ((from_node, to_node), (from_server, to_server)) = (node.into_split(), server.into_split());
    let passing = async {
        // The end of one direction is the end of the connection.
        tokio::select! {
            () = pass(from_node, to_server, network.clone(), true) => {}
            () = pass(from_server, to_node, network.clone(), false) => {}
        }
    };
    let mut watched = network.clone();
    let cut = async { drop(watched.wait_for(|network| *network == Network::Cut).await) };
    tokio::select! {
        () = passing => {}
        () = cut => {}
    }
}

/// Passes messages on until a side ends.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    network: watch::Receiver<Network>,
    is_request: bool,
) {
    let mut bytes = vec![0; 64 << 10];
    loop {
        let count = from.read(&mut bytes).await.unwrap_or(0);
        let now = *network.borrow();
        match now {
            // Also the end of a side does not arrive, then and later.
            Network::Silent => std::future::pending().await,
            Network::Slow(delay) if is_request => tokio::time::sleep(delay).await,
            Network::Slow(_) | Network::Works | Network::Cut => {}
        }
        let passed = bytes.get(..count).unwrap_or_default();
        if passed.is_empty() || to.write_all(passed).await.is_err() {
            return;
        }
    }
}
