//! Thousands of WebSocket readers on one thread, with minimal cost.

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

/// The time at which each upload was sent.
pub(crate) struct Sent {
    start: Instant,
    microseconds: Vec<AtomicU64>,
    count: AtomicU64,
}

impl Sent {
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            microseconds: (0..10_000).map(|_| AtomicU64::new(0)).collect(),
            count: AtomicU64::new(0),
        }
    }

    pub(crate) fn now(&self, nth: usize) {
        let now = self.start.elapsed().as_micros() as u64;
        self.microseconds[nth].store(now, Ordering::Release);
        self.count.store(nth as u64 + 1, Ordering::Release);
    }

    fn since(&self, nth: usize) -> u64 {
        let now = self.start.elapsed().as_micros() as u64;
        now.saturating_sub(self.microseconds[nth].load(Ordering::Acquire))
    }
}

pub(crate) struct Readers {
    poll: Poll,
    all: Vec<Reader>,
    accounts: usize,
    /// The microseconds of each delivery in the last phase.
    taken: Vec<u64>,
    expected: u64,
}

struct Reader {
    stream: TcpStream,
    /// Received bytes that are not a complete frame yet.
    rest: Vec<u8>,
}

impl Readers {
    /// Opens the streams one after another, for the accounts in turn.
    pub(crate) fn open(address: SocketAddr, tokens: &[String], count: usize) -> Self {
        let poll = Poll::new().expect("epoll");
        let all = (0..count)
            .map(|nth| {
                let mut stream = upgrade(address, &tokens[nth % tokens.len()]);
                let interest = Interest::READABLE;
                poll.registry()
                    .register(&mut stream, Token(nth), interest)
                    .expect("registered");
                Reader {
                    stream,
                    rest: Vec::new(),
                }
            })
            .collect();
        Self {
            poll,
            all,
            accounts: tokens.len(),
            taken: Vec::new(),
            expected: 0,
        }
    }

    /// Reads until every upload has reached all readers of its account, or until nothing arrives
    /// for five seconds.
    pub(crate) fn listen(&mut self, sent: &Sent, done: &AtomicBool) {
        self.taken.clear();
        let mut events = Events::with_capacity(1024);
        let mut buffer = vec![0; 64 << 10];
        let mut last = Instant::now();
        loop {
            let is_done = done.load(Ordering::Acquire);
            self.expected =
                sent.count.load(Ordering::Acquire) * (self.all.len() / self.accounts) as u64;
            let heard = self.taken.len() as u64;
            if is_done && (heard >= self.expected || last.elapsed() > Duration::from_secs(5)) {
                return;
            }
            self.poll
                .poll(&mut events, Some(Duration::from_millis(50)))
                .expect("epoll");
            for event in &events {
                let reader = &mut self.all[event.token().0];
                reader.read(&mut buffer, |value| self.taken.push(sent.since(value)));
                last = Instant::now();
            }
        }
    }

    pub(crate) fn delivery(&mut self) -> String {
        self.taken.sort_unstable();
        let at = |share: f64| {
            let place = (self.taken.len().saturating_sub(1)) as f64 * share;
            self.taken
                .get(place as usize)
                .map_or(f64::NAN, |it| *it as f64 / 1e3)
        };
        format!(
            "{} of {} deliveries, median {:.1} ms, p99 {:.1} ms, max {:.1} ms",
            self.taken.len(),
            self.expected,
            at(0.5),
            at(0.99),
            at(1.0)
        )
    }
}

impl Reader {
    fn read(&mut self, buffer: &mut [u8], mut each: impl FnMut(usize)) {
        loop {
            match self.stream.read(buffer) {
                Ok(0) => panic!("the server closed a stream"),
                Ok(count) => self.rest.extend(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => panic!("{error}"),
            }
        }
        let mut start = 0;
        while let Some((code, payload)) = frame(&self.rest[start..]) {
            let bytes = &self.rest[start..][payload.clone()];
            match code {
                1 => {
                    if let Some(value) = value(bytes) {
                        each(value);
                    }
                }
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

/// Returns the value of a `data` message.
fn value(message: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(message).ok()?;
    if !text.starts_with("{\"type\":\"data\"") {
        return None;
    }
    let (_, rest) = text.split_once("\"value\":")?;
    rest.split(',').next()?.parse().ok()
}

fn upgrade(address: SocketAddr, token: &str) -> TcpStream {
    let mut stream = std::net::TcpStream::connect(address).expect("the server listens");
    let head = format!(
        "GET /v1/sfdp/stream HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
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
    stream.set_nonblocking(true).expect("a TCP socket");
    TcpStream::from_std(stream)
}
