//! A minimal HTTP client: one kept-alive connection, responses of a known length or in chunks.

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
        let headers =
            format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
        text(self.send("POST", path, &headers, body))
    }

    pub(crate) fn get(&mut self, path: &str, token: &str) -> (u16, String) {
        let headers = format!("Authorization: Bearer {token}\r\n");
        text(self.send("GET", path, &headers, b""))
    }

    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> (u16, Vec<u8>) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: bench\r\n{headers}Content-Length: {}\r\n\r\n",
            body.len()
        );
        self.0.get_mut().write_all(head.as_bytes()).expect("sent");
        self.0.get_mut().write_all(body).expect("sent");
        let line = self.line();
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            chunked |= line.starts_with("transfer-encoding:") && line.contains("chunked");
        }
        let mut all = Vec::new();
        if !chunked {
            self.read(&mut all, length);
        }
        while chunked {
            let size = usize::from_str_radix(self.line().trim(), 16).expect("a size");
            self.read(&mut all, size);
            self.line();
            chunked = size > 0;
        }
        (status.expect("a status"), all)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    fn read(&mut self, all: &mut Vec<u8>, length: usize) {
        let from = all.len();
        all.resize(from + length, 0);
        self.0.read_exact(&mut all[from..]).expect("the body");
    }
}

fn text((status, body): (u16, Vec<u8>)) -> (u16, String) {
    (status, String::from_utf8(body).expect("UTF-8"))
}
