//! Counts the requests that a client begins over HTTP/2, with those that hyper answers itself.

/// The requests of a connection, and the position within its frames (RFC 9113, 4.1).
pub(super) struct Http2Requests {
    /// The following bytes that belong to the preface or to the payload of a frame.
    skip: usize,
    /// The beginning of a frame.
    head: Vec<u8>,
    /// The number of the newest stream.
    newest: u32,
    count: usize,
}

impl Http2Requests {
    /// Creates the state after the first line of the preface.
    pub(super) fn new() -> Self {
        Self {
            skip: b"\r\nSM\r\n\r\n".len(),
            head: Vec::new(),
            newest: 0,
            count: 0,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Reads the next bytes. Trailers begin no request: their stream is not new.
    pub(super) fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let skipped = self.skip.min(bytes.len());
            self.skip -= skipped;
            bytes = &bytes[skipped..];
            let part = (HEAD_BYTES - self.head.len()).min(bytes.len());
            self.head.extend(&bytes[..part]);
            bytes = &bytes[part..];
            if let [high, middle, low, kind, _, stream @ ..] = &self.head[..]
                && let Ok(stream) = <[u8; 4]>::try_from(stream)
            {
                self.skip = u32::from_be_bytes([0, *high, *middle, *low]) as usize;
                // The first bit is reserved.
                let stream = u32::from_be_bytes(stream) & (u32::MAX >> 1);
                if *kind == HEADERS && stream > self.newest {
                    self.newest = stream;
                    self.count += 1;
                }
                self.head.clear();
            }
        }
    }
}

const HEAD_BYTES: usize = 9;
/// The type of a frame with the head of a request, or with trailers.
const HEADERS: u8 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_in_any_division_of_the_bytes() {
        let frame = |kind: u8, stream: u8, payload: &[u8]| {
            let length = u8::try_from(payload.len()).unwrap();
            let mut frame = vec![0, 0, length, kind, 0, 0, 0, 0, stream];
            frame.extend(payload);
            frame
        };
        let mut bytes = b"\r\nSM\r\n\r\n".to_vec();
        for (kind, stream, payload) in [
            (4, 0, &[0, 3, 0, 0, 0, 100][..]),
            (HEADERS, 1, b"head"),
            // The content looks like a frame.
            (0, 1, &[0, 0, 0, HEADERS, 0, 0, 0, 0, 9]),
            (HEADERS, 1, b"trailers"),
            (HEADERS, 3, b""),
            (9, 3, b"rest of the head"),
            (6, 0, &[0; 8]),
            (HEADERS, 7, b"head"),
        ] {
            bytes.extend(frame(kind, stream, payload));
        }
        for length in 1..=bytes.len() {
            let mut requests = Http2Requests::new();
            for part in bytes.chunks(length) {
                requests.pass(part);
            }
            assert_eq!(requests.count(), 3, "parts of {length} bytes");
        }
    }
}
