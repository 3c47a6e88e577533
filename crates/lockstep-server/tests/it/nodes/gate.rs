//! A proxy before a database: while it is closed, it refuses connections as a PostgreSQL that starts.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// The proxy.
pub(super) struct Gate {
    pub(super) address: SocketAddr,
    /// Gets a message for each connection that was refused.
    pub(super) refused: mpsc::Receiver<()>,
    is_open: Arc<AtomicBool>,
}

impl Gate {
    /// Opens a closed proxy before the server at `HOST:PORT`.
    pub(super) fn closed_before(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, refused) = mpsc::channel();
        let is_open = Arc::new(AtomicBool::new(false));
        let open = is_open.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                if open.load(Ordering::SeqCst) {
                    pass(&client, &TcpStream::connect(&server).unwrap());
                } else if refuse(client).is_ok() && sender.send(()).is_err() {
                    return;
                }
            }
        });
        Self {
            address,
            refused,
            is_open,
        }
    }

    /// From now on, connections are passed on.
    pub(super) fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
    }
}

/// Passes bytes on in both directions.
fn pass(client: &TcpStream, server: &TcpStream) {
    for (from, to) in [(client, server), (server, client)] {
        to.set_nodelay(true).unwrap();
        let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
        thread::spawn(move || {
            // A killed node ends its connections with an error.
            let _ = std::io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
}

/// Answers with an `ErrorResponse` of the protocol: "the database system is starting up".
fn refuse(mut client: TcpStream) -> std::io::Result<()> {
    // The whole first message, so that the end of the connection is no reset.
    let _ = client.read(&mut [0; 1024])?;
    let fields = b"SFATAL\0C57P03\0Mstarting\0\0";
    let length = u32::try_from(fields.len() + 4).unwrap();
    client.write_all(&[b"E".as_slice(), &length.to_be_bytes()[..], fields].concat())
}
