//! Finds where HTTP/1.1 messages begin and end, and checks their bytes on the way to hyper.
//!
//! hyper reads heads more leniently than RFC 9112 allows a server behind proxies. It accepts a bare
//! LF as a line end, both framing fields at once, and codings before `chunked`. If two readers find
//! different ends of a message, one client can send requests in another's name (request smuggling).
//! hyper has no switch for these cases. In a head that breaks a rule, one byte is replaced by NUL,
//! which no head may contain, and the bytes after it by line feeds, since hyper may wait for the end
//! of a head before it looks at it. hyper then refuses the head, after the responses to earlier
//! requests, and closes the connection.
//!
//! Over HTTP/2 and over WebSockets, frames that carry neither a request nor data are limited.

use std::time::Duration;

use http2::Http2Frames;
use websocket::WebSocketFrames;

mod frame_allowance;
mod http2;
mod websocket;

/// The framing state of one connection, in the direction of the server.
pub(crate) struct Framing {
    state: State,
    line: Line,
    head: MessageHead,
    /// The beginning of the last complete start line.
    start_line: Vec<u8>,
    /// Whether no line has ended on this connection.
    is_first_line: bool,
    /// The number of complete heads of HTTP/1.
    heads: usize,
    http2: Http2Frames,
    websocket: WebSocketFrames,
}

/// The state of a connection when bytes arrive.
pub(crate) struct Arrival {
    /// The monotonic time.
    pub(crate) now: Duration,
    /// The most heads over HTTP/2 that may be passed on; at least 1.
    pub(crate) most_heads: usize,
    /// The number of requests, if the last one changed the connection to a WebSocket.
    pub(crate) upgraded_after: Option<usize>,
}

/// The part of a message that the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    StartLine,
    FieldLine,
    /// A body with a length, and its remaining bytes.
    Body(u64),
    ChunkSize,
    ChunkData(u64),
    /// CR LF after a chunk, and the number of these bytes already seen.
    ChunkEnd(u8),
    Trailer,
    /// HTTP/2, from its preface to the end of the connection.
    Http2,
    /// A WebSocket, from the answer to its request to the end of the connection.
    WebSocket,
    /// A head that hyper will refuse: no later byte is read.
    RefusedHead,
    /// A chunked body that hyper will refuse: no later byte is read.
    Refused,
}

/// The beginning of the current line, which is the only part that is checked.
#[derive(Default)]
struct Line {
    start: Vec<u8>,
    length: usize,
    last: u8,
    has_inner_cr: bool,
}

/// The current head, and the framing of the body as it declares it.
#[derive(Default)]
struct MessageHead {
    length: Option<u64>,
    is_chunked: bool,
    /// The bytes of its complete lines, and of empty lines before it.
    bytes: usize,
}

/// The reason why bytes are not passed on: the connection must be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FramingError {
    /// Malformed trailers, which hyper would accept.
    BrokenTrailers,
    /// Bytes after a request for a WebSocket and before its answer, in which no frame can be found.
    EarlyBytes,
    /// More frames than any client needs.
    TooManyFrames,
}

impl Framing {
    /// Creates the state of a connection on which no byte was sent.
    pub(crate) fn new() -> Self {
        Self {
            state: State::StartLine,
            line: Line::default(),
            head: MessageHead::default(),
            start_line: Vec::new(),
            is_first_line: true,
            heads: 0,
            http2: Http2Frames::new(),
            websocket: WebSocketFrames::new(),
        }
    }

    /// Checks the next bytes. Returns the number of them that may be passed on now: all, or over HTTP/2 those up to the last
    /// permitted head.
    ///
    /// A malformed chunk is passed on, so that hyper refuses the body: the request is answered with
    /// 400, and the connection is closed.
    ///
    /// # Errors
    /// The connection must be closed.
    pub(crate) fn pass(
        &mut self,
        bytes: &mut [u8],
        arrival: &Arrival,
    ) -> Result<usize, FramingError> {
        if let Some(requests) = arrival.upgraded_after {
            self.change_to_websocket(requests)?;
        }
        let mut at = 0;
        while at < bytes.len() {
            match self.state {
                State::Http2 => {
                    let (most, now) = (arrival.most_heads, arrival.now);
                    return Ok(at + self.http2.pass(&bytes[at..], most, now)?);
                }
                State::WebSocket => {
                    self.websocket.pass(&bytes[at..], arrival.now)?;
                    return Ok(bytes.len());
                }
                State::RefusedHead => {
                    bytes[at..].fill(b'\n');
                    return Ok(bytes.len());
                }
                State::Refused => {
                    bytes[at..].fill(b'\0');
                    return Ok(bytes.len());
                }
                State::Body(left) | State::ChunkData(left) => {
                    let step = left.min((bytes.len() - at) as u64);
                    at += usize::try_from(step).unwrap_or(usize::MAX);
                    self.state = match (self.state, left - step) {
                        (State::Body(_), 0) => State::StartLine,
                        (State::Body(_), left) => State::Body(left),
                        (_, 0) => State::ChunkEnd(0),
                        (_, left) => State::ChunkData(left),
                    };
                }
                State::ChunkEnd(seen) => {
                    self.state = match (seen, bytes[at]) {
                        (0, b'\r') => State::ChunkEnd(1),
                        (1, b'\n') => State::ChunkSize,
                        // The HTTP library hyper accepts no other bytes here either.
                        _ => State::Refused,
                    };
                    at += 1;
                }
                State::StartLine | State::FieldLine | State::ChunkSize | State::Trailer => {
                    if bytes[at] == b'\n' {
                        self.end_line(&mut bytes[at])?;
                    } else {
                        self.line.push(bytes[at]);
                    }
                    at += 1;
                }
            }
        }
        Ok(at)
    }

    /// Changes to a WebSocket after a number of requests. A client sends its first frame after the answer (RFC 6455, 4.1): no
    /// frame is found in earlier bytes, since they were read as HTTP.
    fn change_to_websocket(&mut self, requests: usize) -> Result<(), FramingError> {
        if matches!(self.state, State::Http2 | State::WebSocket) {
            return Ok(());
        }
        let is_between_messages =
            self.state == State::StartLine && self.line.length == 0 && self.head.bytes == 0;
        if !is_between_messages || self.heads != requests {
            return Err(FramingError::EarlyBytes);
        }
        self.state = State::WebSocket;
        Ok(())
    }

    /// Whether a head has begun and has not ended. The unread rest of a body does not begin a head.
    pub(crate) fn is_in_head(&self) -> bool {
        match self.state {
            State::StartLine => self.line.length > 0,
            State::FieldLine | State::RefusedHead => true,
            _ => false,
        }
    }

    /// Whether the connection began with the preface of HTTP/2.
    pub(crate) fn is_http2(&self) -> bool {
        self.state == State::Http2
    }

    /// Returns the number of heads over HTTP/2, with those that hyper refuses itself.
    pub(crate) fn http2_heads(&self) -> usize {
        self.http2.heads()
    }

    /// Records bytes that were sent to the client.
    pub(crate) fn record_sent(&mut self, bytes: usize) {
        self.http2.record_sent(bytes);
    }

    /// Returns the number of bytes of an incomplete head so far, and of empty lines before it.
    pub(crate) fn head_bytes(&self) -> usize {
        match self.state {
            State::StartLine | State::FieldLine => self.head.bytes + self.line.length,
            _ => 0,
        }
    }

    /// Returns the path in the last start line, which may be incomplete: the part that was kept.
    pub(crate) fn path(&self) -> &[u8] {
        let line = match self.state {
            State::StartLine if self.line.length > 0 => &self.line.start,
            _ => &self.start_line,
        };
        let target = line.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
        target
            .split(|byte| *byte == b'?')
            .next()
            .unwrap_or_default()
    }

    /// Handles the LF at the end of a line.
    fn end_line(&mut self, end: &mut u8) -> Result<(), FramingError> {
        let line = std::mem::take(&mut self.line);
        if matches!(self.state, State::StartLine | State::FieldLine) {
            self.head.bytes += line.length + 1;
        }
        if self.state == State::StartLine {
            self.start_line.clone_from(&line.start);
        }
        let next = match (self.state, line.content()) {
            (State::StartLine | State::FieldLine, None) => None,
            (State::ChunkSize, None) => Some(refuse_chunk(&line, end)),
            (_, None) => return Err(FramingError::BrokenTrailers),
            (State::StartLine, Some(content)) => Some(self.after_start_line(content)),
            (State::FieldLine, Some([])) => self.end_head(),
            (State::FieldLine, Some(content)) => self
                .field(content, line.is_cut())
                .then_some(State::FieldLine),
            (State::ChunkSize, Some(content)) => {
                Some(chunk(content).unwrap_or_else(|| refuse_chunk(&line, end)))
            }
            // Only trailers are left; there are no other lines.
            (_, Some([])) => Some(State::StartLine),
            (_, Some(_)) => Some(State::Trailer),
        };
        if next.is_none() {
            *end = b'\0';
        }
        self.state = next.unwrap_or(State::RefusedHead);
        self.is_first_line = false;
        // Reuses the line's memory.
        self.line.start = line.start;
        self.line.start.clear();
        Ok(())
    }

    /// Returns the state after a start line.
    fn after_start_line(&self, content: &[u8]) -> State {
        match content {
            // Empty lines before a request are ignored (RFC 9112, 2.2).
            b"" => State::StartLine,
            b"PRI * HTTP/2.0" if self.is_first_line => State::Http2,
            _ => State::FieldLine,
        }
    }

    /// Reads a header field; returns `false` if it frames the body in an unsupported way.
    fn field(&mut self, content: &[u8], is_cut: bool) -> bool {
        let Some(colon) = content.iter().position(|byte| *byte == b':') else {
            // A name too long for the buffer is not a framing field; without a colon hyper refuses the
            // line.
            return true;
        };
        let (name, value) = (&content[..colon], content[colon + 1..].trim_ascii());
        // A folded line, or a space before the colon (RFC 9112, 5.1 and 5.2).
        if name.trim_ascii().len() != name.len() {
            return false;
        }
        if name.eq_ignore_ascii_case(b"content-length") {
            let digits = (1..=18).contains(&value.len()) && value.iter().all(u8::is_ascii_digit);
            let length = std::str::from_utf8(value)
                .ok()
                .filter(|_| digits && !is_cut);
            let length = length.and_then(|text| text.parse().ok());
            let is_first = self.head.length.is_none();
            self.head.length = length;
            return length.is_some() && is_first && !self.head.is_chunked;
        }
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            let is_first = !self.head.is_chunked;
            self.head.is_chunked = true;
            return value.eq_ignore_ascii_case(b"chunked")
                && is_first
                && self.head.length.is_none();
        }
        true
    }

    fn end_head(&mut self) -> Option<State> {
        let head = std::mem::take(&mut self.head);
        self.heads += 1;
        Some(match head.length {
            _ if head.is_chunked => State::ChunkSize,
            None | Some(0) => State::StartLine,
            Some(length) => State::Body(length),
        })
    }
}

/// Parses the line of a chunk's size, and ignores its extensions (RFC 9112, 7.1.1).
fn chunk(content: &[u8]) -> Option<State> {
    let digits = content.iter().take_while(|byte| byte.is_ascii_hexdigit());
    let digits = digits.count();
    let rest = content[digits..].trim_ascii_start();
    if !(1..=15).contains(&digits) || !matches!(rest.first(), None | Some(b';')) {
        return None;
    }
    let text = std::str::from_utf8(&content[..digits]).ok()?;
    match u64::from_str_radix(text, 16).ok()? {
        0 => Some(State::Trailer),
        size => Some(State::ChunkData(size)),
    }
}

/// Makes hyper refuse the line of a chunk's size by changing its LF. hyper itself refuses an LF
/// without a CR, and after a CR any byte except LF.
fn refuse_chunk(line: &Line, end: &mut u8) -> State {
    if line.last == b'\r' {
        *end = b'\0';
    }
    State::Refused
}

impl Line {
    fn push(&mut self, byte: u8) {
        self.has_inner_cr |= self.last == b'\r';
        self.last = byte;
        self.length += 1;
        if self.start.len() < LINE_KEPT {
            self.start.push(byte);
        }
    }

    /// Returns the kept part of the line without its CR; `None` if the line does not end with its
    /// only CR.
    fn content(&self) -> Option<&[u8]> {
        let ends = self.last == b'\r' && !self.has_inner_cr;
        ends.then(|| &self.start[..self.start.len().min(self.length - 1)])
    }

    fn is_cut(&self) -> bool {
        self.length > LINE_KEPT
    }
}

/// The bytes of a line that are kept: enough for the fields that frame a body, and for the area of a path.
const LINE_KEPT: usize = 64;

#[cfg(test)]
mod tests;
