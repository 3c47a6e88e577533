//! A minimal HTTP client: one kept-alive connection, bodies of a known length.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).expect("a TCP socket");
        Self(BufReader::new(stream))
    }

    pub(crate) fn post(&mut self, path: &str, token: &str, body: &[u8]) -> (u16, String) {
        self.send("POST", path, token, body)
    }

    #[allow(dead_code, reason = "not every bench replaces something")]
    pub(crate) fn put(&mut self, path: &str, token: &str, body: &[u8]) -> (u16, String) {
        self.send("PUT", path, token, body)
    }

    #[allow(dead_code, reason = "not every bench changes something")]
    pub(crate) fn patch(&mut self, path: &str, token: &str, body: &[u8]) -> (u16, String) {
        self.send("PATCH", path, token, body)
    }

    #[allow(dead_code, reason = "not every bench deletes something")]
    pub(crate) fn delete(&mut self, path: &str, token: &str) -> (u16, String) {
        self.send("DELETE", path, token, b"")
    }

    fn send(&mut self, method: &str, path: &str, token: &str, body: &[u8]) -> (u16, String) {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        // A small body is sent together with its head, as clients do, to save a packet.
        let together = body.len().min(WITH_HEAD);
        head.extend_from_slice(&body[..together]);
        self.0.get_mut().write_all(&head).expect("sent");
        self.0.get_mut().write_all(&body[together..]).expect("sent");
        self.answer()
    }

    pub(crate) fn get(&mut self, path: &str, token: &str) -> (u16, String) {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n");
        self.0.get_mut().write_all(head.as_bytes()).expect("sent");
        self.answer()
    }

    fn answer(&mut self) -> (u16, String) {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("an answer");
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .expect("a status");
        let mut length = 0;
        loop {
            line.clear();
            self.0.read_line(&mut line).expect("a header");
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("the body");
        (status, String::from_utf8(body).expect("UTF-8"))
    }
}

/// The maximum bytes of a body that are sent with the head.
const WITH_HEAD: usize = 4096;
