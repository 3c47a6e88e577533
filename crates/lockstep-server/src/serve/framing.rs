//! Finds where HTTP/1.1 messages begin and end, and checks their bytes on the way to hyper.
//!
//! hyper reads heads more leniently than RFC 9112 allows a server behind proxies. It accepts a bare
//! LF as a line end, both framing fields at once, and codings before `chunked`. If two readers find
//! different ends of a message, one client can send requests in another's name (request smuggling).
//! hyper has no switch for these cases. In a head that breaks a rule, one byte is replaced by NUL,
//! which no head may contain, and the bytes after it by line feeds, since hyper may wait for the end
//! of a head before it looks at it. hyper then refuses the head, after the responses to earlier
//! requests, and closes the connection.

/// The framing state of one connection, in the direction of the server.
pub(super) struct Framing {
    state: State,
    line: Line,
    head: MessageHead,
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
    /// Another protocol.
    Opaque,
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

/// The framing of the body, as the current head declares it.
#[derive(Default)]
struct MessageHead {
    length: Option<u64>,
    is_chunked: bool,
    begun: bool,
}

/// The error for malformed trailers, which hyper would accept.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BrokenChunks;

impl Framing {
    /// Creates the state of a connection on which no byte was sent.
    pub(super) fn new() -> Self {
        Self {
            state: State::StartLine,
            line: Line::default(),
            head: MessageHead::default(),
        }
    }

    /// Checks the next bytes; `is_upgraded` says that the connection has changed to another
    /// protocol.
    ///
    /// A malformed chunk is passed on, so that hyper refuses the body: the request is answered with
    /// 400, and the connection is closed.
    ///
    /// # Errors
    /// Malformed trailers: the connection must be closed.
    pub(super) fn pass(&mut self, bytes: &mut [u8], is_upgraded: bool) -> Result<(), BrokenChunks> {
        if is_upgraded {
            self.state = State::Opaque;
        }
        let mut at = 0;
        while at < bytes.len() {
            match self.state {
                State::Opaque => return Ok(()),
                State::RefusedHead => {
                    bytes[at..].fill(b'\n');
                    return Ok(());
                }
                State::Refused => {
                    bytes[at..].fill(b'\0');
                    return Ok(());
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
        Ok(())
    }

    /// Whether a head has begun and has not ended. The rest of a body that nobody read begins none.
    pub(super) fn is_in_head(&self) -> bool {
        match self.state {
            State::StartLine => self.line.length > 0,
            State::FieldLine | State::RefusedHead => true,
            _ => false,
        }
    }

    /// Handles the LF at the end of a line.
    fn end_line(&mut self, end: &mut u8) -> Result<(), BrokenChunks> {
        let line = std::mem::take(&mut self.line);
        let next = match (self.state, line.content()) {
            (State::StartLine | State::FieldLine, None) => None,
            (State::ChunkSize, None) => Some(refuse_chunk(&line, end)),
            (_, None) => return Err(BrokenChunks),
            (State::StartLine, Some(content)) => Some(self.start_line(content)),
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
        // Reuses the line's memory.
        self.line.start = line.start;
        self.line.start.clear();
        Ok(())
    }

    fn start_line(&mut self, content: &[u8]) -> State {
        if content.is_empty() && !self.head.begun {
            // Empty lines before a request are ignored (RFC 9112, 2.2).
            return State::StartLine;
        }
        if content == b"PRI * HTTP/2.0" {
            return State::Opaque;
        }
        self.head = MessageHead {
            begun: true,
            ..MessageHead::default()
        };
        State::FieldLine
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

/// The bytes of a line that are kept: enough for the fields that frame a body.
const LINE_KEPT: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the output for `text`, given in pieces of `size` bytes.
    fn passed(text: &str, size: usize) -> Result<String, BrokenChunks> {
        let mut framing = Framing::new();
        let mut all = text.as_bytes().to_vec();
        for piece in all.chunks_mut(size) {
            framing.pass(piece, false)?;
        }
        Ok(String::from_utf8(all).unwrap())
    }

    const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    #[test]
    fn a_head_is_incomplete_from_its_first_byte_to_its_last() {
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
        for (text, expected) in [
            ("", false),
            ("G", true),
            ("GET / HTTP/1.1\r\nHost: a\r\n", true),
            (GET, false),
            (post, false),
            (&format!("{post}ab"), false),
            (&format!("{post}abcd"), false),
            (&format!("{post}abcdG"), true),
            ("GET / HTTP/1.1\n", true),
        ] {
            let mut framing = Framing::new();
            framing.pass(&mut text.as_bytes().to_vec(), false).unwrap();
            assert_eq!(framing.is_in_head(), expected, "{text:?}");
        }
    }

    #[test]
    fn heads_are_checked_and_bodies_are_unchanged() {
        let post =
            |fields: &str, body: &str| format!("POST / HTTP/1.1\r\nHost: a\r\n{fields}\r\n{body}");
        let long = "x".repeat(500);
        for (text, passes) in [
            (GET.to_owned(), true),
            (format!("{GET}{GET}"), true),
            (format!("\r\n\r\n{GET}"), true),
            (post("Content-Length: 4\r\n", "a\nb\n") + GET, true),
            (post("content-length:0\r\n", "") + GET, true),
            (post("Content-Length: 2\r\n", "ab\n") + GET, false),
            (
                post("Transfer-Encoding: Chunked\r\n", "3\r\na\nb\r\n0\r\n\r\n") + GET,
                true,
            ),
            (
                post(
                    "Transfer-Encoding: chunked\r\n",
                    "1;x=\"y\"\r\na\r\n0 ;z\r\nT: 1\r\n\r\n",
                ) + GET,
                true,
            ),
            (post(&format!("X: {long}\r\n"), "") + GET, true),
            (post(&format!("{long}: 1\r\n"), "") + GET, true),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\n\n".to_owned(), true),
            ("GET / HTTP/1.1\nHost: a\r\n\r\n".to_owned(), false),
            ("GET / HTTP/1.1\r\nHost: a\n\r\n".to_owned(), false),
            ("GET / HTTP/1.1\r\nHost: a\r\n\n".to_owned(), false),
            (format!("\n{GET}"), false),
            ("GET / HTTP/1.1\r\nX: a\rb\r\n\r\n".to_owned(), false),
            (post("X: a\r\n b\r\n", ""), true),
            (post("X: a\r\n b: c\r\n", ""), false),
            (post("X : a\r\n", ""), false),
            (
                post("Content-Length: 1\r\nContent-Length: 1\r\n", "a"),
                false,
            ),
            (post("Content-Length: 1, 1\r\n", "a"), false),
            (post("Content-Length: +1\r\n", "a"), false),
            (post("Content-Length: \r\n", ""), false),
            (
                post(&format!("Content-Length: {}1\r\n", "0".repeat(60)), "a"),
                false,
            ),
            (
                post(
                    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                    "0\r\n\r\n",
                ),
                false,
            ),
            (
                post(
                    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                    "0\r\n\r\n",
                ),
                false,
            ),
            (
                post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
                false,
            ),
            (
                post(
                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                    "",
                ),
                false,
            ),
            (post("Transfer-Encoding: identity\r\n", ""), false),
            (post("Transfer-Encoding: xchunked\r\n", ""), false),
        ] {
            for size in [1, 3, 4096] {
                let found = passed(&text, size);
                assert_eq!(found.as_ref() == Ok(&text), passes, "{text:?}: {found:?}");
                if !passes {
                    assert_eq!(found.unwrap().matches('\0').count(), 1, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn malformed_chunks_are_refused() {
        for (chunks, is_read) in [
            ("5\r\nabcde\r\n0\r\n\r\n", true),
            ("5\nabcde\r\n0\r\n\r\n", false),
            ("5\r\nabcdexx", false),
            ("5\r\nabcde\n0\r\n\r\n", false),
            ("0x5\r\nabcde\r\n", false),
            (" 5\r\nabcde\r\n", false),
            ("5 x\r\nabcde\r\n", false),
            ("\r\n", false),
            ("-1\r\n", false),
            ("5;a\rb\r\nabcde\r\n0\r\n\r\n", false),
            ("5;a\nb\r\nabcde\r\n0\r\n\r\n", false),
            ("0\r\nT: 1\n\r\n", false),
            ("fffffffffffffffff\r\n", false),
        ] {
            let text =
                format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}{GET}");
            for size in [1, 4096] {
                let found = passed(&text, size);
                assert_eq!(
                    found.as_ref() == Ok(&text),
                    is_read,
                    "{chunks:?}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn another_protocol_is_unchanged() {
        let mut framing = Framing::new();
        framing.pass(&mut GET.as_bytes().to_vec(), false).unwrap();
        let mut frames = b"\n\n\n".to_vec();
        framing.pass(&mut frames, true).unwrap();
        assert_eq!(frames, b"\n\n\n");
    }

    proptest! {
        /// The bytes of a body never change, for any division into pieces, and the next head is
        /// found.
        #[test]
        fn bodies_pass_unchanged(
            body in prop::collection::vec(prop::sample::select(&b"\n\r\0a:0 "[..]), 1..300),
            size in 1_usize..50,
            is_chunked: bool,
        ) {
            let mut text = b"POST / HTTP/1.1\r\n".to_vec();
            if is_chunked {
                text.extend(b"Transfer-Encoding: chunked\r\n\r\n");
                for chunk in body.chunks(size) {
                    text.extend(format!("{:x}\r\n", chunk.len()).bytes());
                    text.extend(chunk);
                    text.extend(b"\r\n");
                }
                text.extend(b"0\r\n\r\n");
            } else {
                text.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
                text.extend(&body);
            }
            text.extend(GET.bytes());
            let bare = text.len();
            text.extend(b"GET / HTTP/1.1\n");
            let mut all = text.clone();
            let mut framing = Framing::new();
            for piece in all.chunks_mut(size) {
                framing.pass(piece, false).unwrap();
            }
            prop_assert_eq!(&all[..bare], &text[..bare]);
            prop_assert_eq!(all.last(), Some(&0));
        }

        #[test]
        fn any_bytes_never_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            let _ = Framing::new().pass(&mut bytes, false);
        }
    }
}
