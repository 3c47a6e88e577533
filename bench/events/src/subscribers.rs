//! Thousands of subscribed sockets on one thread, with minimal cost.

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

pub(crate) struct Subscribers {
    poll: Poll,
    all: Vec<Subscriber>,
    buffer: Vec<u8>,
}

struct Subscriber {
    stream: TcpStream,
    /// Received bytes that are not a complete frame yet.
    rest: Vec<u8>,
}

impl Subscribers {
    /// Opens and subscribes sockets one after another, for the accounts in turn.
    pub(crate) fn open(address: SocketAddr, tokens: &[String], count: usize) -> Self {
        let poll = Poll::new().expect("epoll");
        let all = (0..count)
            .map(|nth| {
                let mut stream = subscribed(address, &tokens[nth % tokens.len()]);
                poll.registry()
                    .register(&mut stream, Token(nth), Interest::READABLE)
                    .expect("registered");
                let rest = Vec::new();
                Subscriber { stream, rest }
            })
            .collect();
        let buffer = vec![0; 64 << 10];
        Self { poll, all, buffer }
    }

    /// Reads until every subscriber has received a message; calls `each` for each.
    pub(crate) fn each_receives(&mut self, mut each: impl FnMut()) {
        let mut events = Events::with_capacity(1024);
        let (mut left, start) = (self.all.len(), Instant::now());
        while left > 0 {
            assert!(start.elapsed() < Duration::from_secs(30), "{left} deliveries are missing");
            self.poll.poll(&mut events, Some(Duration::from_millis(50))).expect("epoll");
            for event in &events {
                let subscriber = &mut self.all[event.token().0];
                for _ in 0..subscriber.read(&mut self.buffer) {
                    left -= 1;
                    each();
                }
            }
        }
    }
}

impl Subscriber {
    /// Reads what has arrived; returns the number of messages of the market.
    fn read(&mut self, buffer: &mut [u8]) -> usize {
        loop {
            match self.stream.read(buffer) {
                Ok(0) => panic!("the server closed a socket"),
                Ok(count) => self.rest.extend(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => panic!("{error}"),
            }
        }
        let (mut start, mut messages) = (0, 0);
        while let Some((code, payload)) = frame(&self.rest[start..]) {
            let bytes = &self.rest[start..][payload.clone()];
            match code {
                1 => messages += usize::from(bytes.starts_with(b"{\"channel\":\"marketplace\"")),
                // Answers a ping with a pong, masked with zeros, since a client must mask.
                9 => {
                    let pong = [0x8a, 0x80, 0, 0, 0, 0];
                    self.stream.write_all(&pong).expect("six bytes fit");
                }
                code => panic!("a frame of kind {code}: {}", String::from_utf8_lossy(bytes)),
            }
            start += payload.end;
        }
        self.rest.drain(..start);
        messages
    }
}

/// Returns the kind of the first frame and the range of its payload (RFC 6455, section 5.2).
fn frame(bytes: &[u8]) -> Option<(u8, std::ops::Range<usize>)> {
    let (first, second) = (*bytes.first()?, *bytes.get(1)?);
    let (head, length) = match second & 0x7f {
        126 => {
            let length: [u8; 2] = bytes.get(2..4)?.try_into().ok()?;
            (4, usize::from(u16::from_be_bytes(length)))
        }
        127 => {
            let length: [u8; 8] = bytes.get(2..10)?.try_into().ok()?;
            (10, u64::from_be_bytes(length) as usize)
        }
        length => (2, usize::from(length)),
    };
    (bytes.len() >= head + length).then_some((first & 0x0f, head..head + length))
}

/// Opens a socket, subscribes to the market, and waits for the answer.
fn subscribed(address: SocketAddr, token: &str) -> TcpStream {
    let mut stream = std::net::TcpStream::connect(address).expect("the server listens");
    let head = format!(
        "GET /v1/ws HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("an answer");
        answer.push(byte[0]);
    }
    assert!(
        answer.starts_with(b"HTTP/1.1 101"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    let text = br#"{"type":"subscribe","channels":["marketplace"]}"#;
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend(text);
    stream.write_all(&frame).expect("sent");
    let mut head = [0; 2];
    stream.read_exact(&mut head).expect("an answer");
    let mut answer = vec![0; usize::from(head[1])];
    stream.read_exact(&mut answer).expect("an answer");
    assert!(answer.starts_with(b"{"), "{}", String::from_utf8_lossy(&answer));
    stream.set_nonblocking(true).expect("a TCP socket");
    TcpStream::from_std(stream)
}
