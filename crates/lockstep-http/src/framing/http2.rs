//! Follows the frames that a client sends over HTTP/2. Finds where the heads of requests end, and limits the frames that
//! are neither requests nor data.
//!
//! The library h2 bounds the CONTINUATION frames of a head, small and empty DATA frames of open streams, and the streams
//! that are reset. It answers any number of PING and SETTINGS frames, and ignores any number of PRIORITY, WINDOW_UPDATE,
//! RST_STREAM and unknown ones.

use std::time::Duration;

use super::FramingError;
use super::frame_allowance::FrameAllowance;

/// The position within the frames of a connection (RFC 9113, 4.1), and the heads so far.
pub(super) struct Http2Frames {
    /// The following bytes that belong to the preface or to the payload of a frame.
    skip: usize,
    /// The beginning of a frame.
    start: Vec<u8>,
    /// The number of the newest stream.
    newest: u32,
    /// Whether CONTINUATION frames of a request's head follow.
    is_in_head: bool,
    /// Whether a head ends with the frame that is being skipped.
    ends_head: bool,
    /// The complete heads of requests, with those that hyper refuses.
    heads: usize,
    allowance: FrameAllowance,
}

/// The beginning of a frame.
struct FrameStart {
    length: usize,
    kind: u8,
    flags: u8,
    stream: u32,
}

impl Http2Frames {
    /// Creates the state after the first line of the preface.
    pub(super) fn new() -> Self {
        Self {
            skip: b"\r\nSM\r\n\r\n".len(),
            start: Vec::new(),
            newest: 0,
            is_in_head: false,
            ends_head: false,
            heads: 0,
            allowance: FrameAllowance::new(),
        }
    }

    /// Returns the number of complete heads of requests, with those that hyper refuses.
    pub(super) fn heads(&self) -> usize {
        self.heads
    }

    /// Records bytes that were sent to the client.
    pub(super) fn record_sent(&mut self, bytes: usize) {
        self.allowance.record_sent(bytes);
    }

    /// Reads the next bytes at `now`, a monotonic time, up to the end of the `most`-th head among them. Returns the number
    /// of bytes that were read.
    ///
    /// # Errors
    /// There are more frames than any client needs.
    pub(super) fn pass(
        &mut self,
        bytes: &[u8],
        most: usize,
        now: Duration,
    ) -> Result<usize, FramingError> {
        let last = self.heads.saturating_add(most);
        let mut at = 0;
        loop {
            let skipped = self.skip.min(bytes.len() - at);
            self.skip -= skipped;
            at += skipped;
            if self.skip == 0 && std::mem::take(&mut self.ends_head) {
                self.heads += 1;
                if self.heads >= last {
                    return Ok(at);
                }
            }
            if at == bytes.len() {
                return Ok(at);
            }
            let part = (START_BYTES - self.start.len()).min(bytes.len() - at);
            self.start.extend(&bytes[at..at + part]);
            at += part;
            if let Some(frame) = FrameStart::parse(&self.start) {
                self.start.clear();
                self.begin(&frame, now)?;
            }
        }
    }

    /// Handles the beginning of a frame. Trailers begin no request: their stream is not new.
    fn begin(&mut self, frame: &FrameStart, now: Duration) -> Result<(), FramingError> {
        self.skip = frame.length;
        let is_request = frame.kind == HEADERS && frame.stream > self.newest;
        if is_request {
            self.newest = frame.stream;
            self.is_in_head = true;
            self.allowance.add(FRAMES_OF_A_REQUEST);
        }
        let is_of_head = matches!(frame.kind, HEADERS | CONTINUATION);
        if self.is_in_head && is_of_head && frame.flags & END_HEADERS != 0 {
            self.is_in_head = false;
            self.ends_head = true;
        }
        let has_data = frame.kind == DATA && frame.length > 0;
        if is_request || has_data || self.allowance.take(now) {
            return Ok(());
        }
        Err(FramingError::TooManyFrames)
    }
}

impl FrameStart {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let [high, middle, low, kind, flags, stream @ ..] = bytes else {
            return None;
        };
        Some(Self {
            length: u32::from_be_bytes([0, *high, *middle, *low]) as usize,
            kind: *kind,
            flags: *flags,
            // The first bit is reserved.
            stream: u32::from_be_bytes(stream.try_into().ok()?) & (u32::MAX >> 1),
        })
    }
}

const START_BYTES: usize = 9;
/// The types of frames, and a flag (RFC 9113, 6).
const DATA: u8 = 0;
/// The head of a request, or trailers.
const HEADERS: u8 = 1;
const CONTINUATION: u8 = 9;
const END_HEADERS: u8 = 4;
/// A client sends its priority, its windows, its end and a reset with a request.
const FRAMES_OF_A_REQUEST: u32 = 4;

#[cfg(test)]
mod tests {
    use super::super::frame_allowance::FRAMES_AT_ONCE;
    use super::*;

    fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
        let length = u8::try_from(payload.len()).unwrap();
        let mut frame = vec![0, 0, length, kind, flags, 0, 0, 0, stream];
        frame.extend(payload);
        frame
    }

    /// Three requests, and where the head of each ends.
    fn requests() -> (Vec<u8>, Vec<usize>) {
        let mut bytes = b"\r\nSM\r\n\r\n".to_vec();
        let mut ends = Vec::new();
        for (kind, flags, stream, payload, ends_head) in [
            (4, 0, 0, &[0, 3, 0, 0, 0, 100][..], false),
            (HEADERS, END_HEADERS, 1, b"head", true),
            // The content looks like a frame.
            (DATA, 0, 1, &[0, 0, 0, HEADERS, 4, 0, 0, 0, 9], false),
            (HEADERS, END_HEADERS, 1, b"trailers", false),
            (HEADERS, 0, 3, b"", false),
            (CONTINUATION, 0, 3, b"more of the head", false),
            (CONTINUATION, END_HEADERS, 3, b"rest of the head", true),
            (6, 0, 0, &[0; 8], false),
            (HEADERS, END_HEADERS | 1, 7, b"", true),
        ] {
            bytes.extend(frame(kind, flags, stream, payload));
            if ends_head {
                ends.push(bytes.len());
            }
        }
        (bytes, ends)
    }

    #[test]
    fn heads_are_found_in_any_division_of_the_bytes() {
        let (bytes, ends) = requests();
        for length in 1..=bytes.len() {
            let (mut frames, mut at) = (Http2Frames::new(), 0);
            for part in bytes.chunks(length) {
                let read = frames.pass(part, usize::MAX, Duration::ZERO);
                assert_eq!(read, Ok(part.len()));
                at += part.len();
                let complete = ends.iter().filter(|end| **end <= at).count();
                assert_eq!(frames.heads(), complete, "parts of {length} bytes");
            }
        }
    }

    #[test]
    fn bytes_after_the_last_permitted_head_are_not_read() {
        let (bytes, ends) = requests();
        for most in 1..=3 {
            let mut frames = Http2Frames::new();
            let mut at = 0;
            for end in ends.chunks(most).map(|chunk| chunk[chunk.len() - 1]) {
                let read = frames.pass(&bytes[at..], most, Duration::ZERO);
                at += read.unwrap();
                assert_eq!(at, end, "{most} heads at a time");
            }
        }
    }

    #[test]
    fn each_kind_of_frame_without_request_and_data_is_limited() {
        let now = Duration::from_secs(7);
        for (kind, flags, stream, payload, is_limited) in [
            // SETTINGS, its acknowledgement, PING, its acknowledgement, PRIORITY, WINDOW_UPDATE, RST_STREAM, GOAWAY
            (4, 0, 0, &[0_u8; 0][..], true),
            (4, 1, 0, &[], true),
            (6, 0, 0, &[0; 8], true),
            (6, 1, 0, &[0; 8], true),
            (2, 0, 1, &[0; 5], true),
            (8, 0, 0, &[0, 0, 0, 1], true),
            (3, 0, 1, &[0; 4], true),
            (7, 0, 0, &[0; 8], true),
            // Unknown types, empty data, and heads on streams that are not new
            (99, 0, 0, &[], true),
            (DATA, 0, 1, &[], true),
            (DATA, 1, 1, &[], true),
            (CONTINUATION, 0, 1, &[], true),
            (HEADERS, END_HEADERS, 0, &[], true),
            (DATA, 0, 1, &[0], false),
        ] {
            let mut frames = Http2Frames::new();
            frames.pass(&[0; 8], 1, now).unwrap();
            let one = frame(kind, flags, stream, payload);
            for nth in 1..=FRAMES_AT_ONCE {
                let passed = frames.pass(&one, 1, now);
                assert_eq!(passed, Ok(one.len()), "frame {nth} of type {kind}");
            }
            let passed = frames.pass(&one, 1, now);
            assert_eq!(passed.is_err(), is_limited, "type {kind}");
        }
    }

    #[test]
    fn requests_bring_frames_of_their_own() {
        let now = Duration::from_secs(7);
        let mut frames = Http2Frames::new();
        frames.pass(&[0; 8], 1, now).unwrap();
        let ping = frame(6, 0, 0, &[0; 8]);
        for _ in 0..FRAMES_AT_ONCE {
            frames.pass(&ping, 1, now).unwrap();
        }
        for stream in (1..200).step_by(2) {
            let request = frame(HEADERS, END_HEADERS, stream, b"head");
            frames.pass(&request, 1, now).unwrap();
            for _ in 0..FRAMES_OF_A_REQUEST {
                frames.pass(&ping, 1, now).unwrap();
            }
        }
        assert!(frames.pass(&ping, 1, now).is_err());
    }
}
