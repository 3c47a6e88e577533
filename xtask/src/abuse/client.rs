//! A small HTTP client, test accounts, the server's memory, and percentiles.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use super::{Server, field};

/// A persistent HTTP/1.1 connection.
pub(super) struct Connection {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

/// A response.
pub(super) struct Answer {
    /// The status line and the headers, in lower case.
    pub(super) head: String,
    /// The body.
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn status(&self) -> u16 {
        let status = self.head.split(' ').nth(1);
        status.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

impl Connection {
    pub(super) fn open(address: SocketAddr) -> Result<Self, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        stream
            .set_nodelay(true)
            .map_err(|error| error.to_string())?;
        Ok(Self {
            stream: BufReader::with_capacity(64 << 10, stream),
            address,
        })
    }

    /// Returns the server's address, also after the server has closed the connection.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends a request with a JSON body and reads the response.
    pub(super) fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
    ) -> Result<Answer, String> {
        let kind = "Content-Type: application/json\r\n";
        self.send(method, path, token, kind, body.as_bytes())?;
        self.answer().map_err(|error| format!("{path}: {error}"))
    }

    /// Sends a request; `headers` end with a line break.
    pub(super) fn send(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        headers: &str,
        body: &[u8],
    ) -> Result<(), String> {
        let credential = match token {
            "" => String::new(),
            token => format!("Authorization: Bearer {token}\r\n"),
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: a\r\n{credential}{headers}Content-Length: {}\r\n\r\n",
            body.len()
        );
        let stream = self.stream.get_mut();
        stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(body))
            .map_err(|error| format!("{path}: {error}"))
    }

    /// Writes raw bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self.stream.get_mut().write_all(bytes);
        written.map_err(|error| error.to_string())
    }

    /// Reads a frame of HTTP/2 and returns its type; `None` if the connection ended.
    pub(super) fn frame(&mut self) -> Option<u8> {
        let mut head = [0; 9];
        self.stream.read_exact(&mut head).ok()?;
        let [high, middle, low, kind, ..] = head;
        let length = u32::from_be_bytes([0, high, middle, low]);
        self.take(length.into(), &mut Vec::new()).ok()?;
        Some(kind)
    }

    /// Reads the head of a response; the body stays unread.
    pub(super) fn head(&mut self) -> Result<Answer, String> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self
                .stream
                .read_line(&mut head)
                .map_err(|error| error.to_string())?
                == 0
            {
                return Err("the connection ended".to_owned());
            }
        }
        Ok(Answer {
            head: head.to_lowercase(),
            body: Vec::new(),
        })
    }

    /// Reads a response, and opens a new connection if the server closes this one after it.
    pub(super) fn answer(&mut self) -> Result<Answer, String> {
        let mut answer = self.head()?;
        if let Some(length) = answer.header("content-length") {
            let length = length.trim().parse().map_err(|_| "no content-length")?;
            self.take(length, &mut answer.body)?;
        } else if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let mut size = String::new();
                self.stream
                    .read_line(&mut size)
                    .map_err(|error| error.to_string())?;
                let size = u64::from_str_radix(size.trim(), 16).map_err(|_| "no chunk")?;
                self.take(size, &mut answer.body)?;
                self.stream
                    .read_line(&mut String::new())
                    .map_err(|error| error.to_string())?;
                if size == 0 {
                    break;
                }
            }
        }
        // The server refused the request before it read all of a long body.
        if answer.header("connection") == Some("close") {
            *self = Self::open(self.address)?;
        }
        Ok(answer)
    }

    fn take(&mut self, length: u64, into: &mut Vec<u8>) -> Result<(), String> {
        let read = (&mut self.stream).take(length).read_to_end(into);
        match read {
            Ok(read) if read as u64 == length => Ok(()),
            Ok(_) => Err("the connection ended".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Server {
    /// Creates an account and returns its token.
    pub(super) fn account(&self, name: &str, tier: &str) -> Result<String, String> {
        let new = format!(
            "{{\"username\":\"{name}\",\"email\":\"{name}@example.org\",\
             \"password\":\"{PASSWORD}\",\"tier\":\"{tier}\"}}"
        );
        let mut connection = Connection::open(self.address)?;
        connection.ask("POST", "/v1/admin/users", &self.token, &new)?;
        let pair = connection.ask("POST", "/api/auth/token", "", &credentials(name))?;
        field(&pair.text(), "access_token")
    }

    /// Returns the server's peak resident memory in MiB.
    pub(super) fn memory(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        number
            .map(|kib| kib >> 10)
            .ok_or_else(|| "no VmHWM: the server has ended".to_owned())
    }
}

/// Returns the body of a sign-in.
pub(super) fn credentials(name: &str) -> String {
    format!("{{\"username\":\"{name}\",\"password\":\"{PASSWORD}\"}}")
}

/// Returns the 99th percentile.
pub(super) fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort();
    let place = times.len() * 99 / 100;
    times.get(place).copied().unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "it simulates people, who pause")]
pub(super) fn pause(time: Duration) {
    thread::sleep(time);
}

#[expect(clippy::disallowed_methods, reason = "a build tool that measures")]
pub(super) fn now() -> Instant {
    Instant::now()
}

const PASSWORD: &str = "correct horse battery";
