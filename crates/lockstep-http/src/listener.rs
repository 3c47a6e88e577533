//! Where a listener's connections come from: its address, and other parts of the server that hand connections over.

use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A connection and the address of its client.
pub type HandedConnection = (TcpStream, IpAddr);

/// A bound listener. It also gives out the connections that were handed to it, as if they had arrived at its address.
pub struct Listener {
    tcp: TcpListener,
    handed: Option<mpsc::Receiver<HandedConnection>>,
}

impl From<TcpListener> for Listener {
    fn from(tcp: TcpListener) -> Self {
        Self { tcp, handed: None }
    }
}

impl Listener {
    /// Returns the sender of connections to this listener; `waiting` of them wait at most. An earlier sender is closed.
    pub fn handover(&mut self, waiting: usize) -> mpsc::Sender<HandedConnection> {
        let (sender, handed) = mpsc::channel(waiting);
        self.handed = Some(handed);
        sender
    }

    /// Returns the address.
    ///
    /// # Errors
    /// The system's.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Accepts a connection that arrives at the address.
    ///
    /// # Errors
    /// The system's.
    pub async fn accept_arriving(&self) -> io::Result<(TcpStream, SocketAddr)> {
        self.tcp.accept().await
    }

    /// Returns the next connection that was handed over or arrives.
    pub(crate) async fn accept(&mut self) -> io::Result<HandedConnection> {
        let accepted = match &mut self.handed {
            Some(handed) => tokio::select! {
                Some(connection) = handed.recv() => return Ok(connection),
                accepted = self.tcp.accept() => accepted,
            },
            None => self.tcp.accept().await,
        };
        accepted.map(|(stream, peer)| (stream, peer.ip().to_canonical()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn handed_connections_keep_the_address_of_their_client() {
        let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = tcp.local_addr().unwrap();
        let mut listener = Listener::from(tcp);
        let sender = listener.handover(1);
        let client: IpAddr = "192.0.2.1".parse().unwrap();
        let _first = TcpStream::connect(address).await.unwrap();
        let (stream, peer) = listener.accept_arriving().await.unwrap();
        assert!(peer.ip().is_loopback());
        sender.send((stream, client)).await.unwrap();
        let (_, handed) = listener.accept().await.unwrap();
        assert_eq!(handed, client);
        // Without a sender, those that arrive are still accepted.
        drop(sender);
        let _second = TcpStream::connect(address).await.unwrap();
        let (_, arrived) = listener.accept().await.unwrap();
        assert!(arrived.is_loopback());
    }
}
