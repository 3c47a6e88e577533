//! Counts the frames that a client sends over a WebSocket (RFC 6455, 5.2). The library that reads them hands on whole
//! messages only, so that nothing else limits empty fragments of a message.

use std::time::Duration;

use super::FramingError;
use super::frame_allowance::FrameAllowance;

/// The position within the frames of a WebSocket.
pub(super) struct WebSocketFrames {
    /// The following bytes that belong to the mask or to the payload of a frame.
    skip: u64,
    /// The beginning of a frame: its first two bytes and its extended length.
    head: Vec<u8>,
    allowance: FrameAllowance,
}

impl WebSocketFrames {
    /// Creates the state before the first frame.
    pub(super) fn new() -> Self {
        Self {
            skip: 0,
            head: Vec::new(),
            allowance: FrameAllowance::new(),
        }
    }

    /// Reads the next bytes at `now`, a monotonic time.
    ///
    /// # Errors
    /// There are more frames than any client needs.
    pub(super) fn pass(&mut self, mut bytes: &[u8], now: Duration) -> Result<(), FramingError> {
        while !bytes.is_empty() {
            let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX);
            let skipped = skipped.min(bytes.len());
            self.skip -= skipped as u64;
            bytes = &bytes[skipped..];
            let Some((first, rest)) = bytes.split_first() else {
                break;
            };
            self.head.push(*first);
            bytes = rest;
            if let Some(follows) = following_bytes(&self.head) {
                self.skip = follows;
                self.head.clear();
                if !self.allowance.take(now) {
                    return Err(FramingError::TooManyFrames);
                }
            }
        }
        Ok(())
    }
}

/// Returns the bytes that follow the beginning of a frame, once it has its whole length.
fn following_bytes(head: &[u8]) -> Option<u64> {
    let [_, second, extended @ ..] = head else {
        return None;
    };
    let length = match second & 0x7f {
        126 => u64::from(u16::from_be_bytes(extended.try_into().ok()?)),
        127 => u64::from_be_bytes(extended.try_into().ok()?),
        length => u64::from(length),
    };
    let mask = if second & 0x80 == 0 { 0 } else { MASK_BYTES };
    Some(length.saturating_add(mask))
}

const MASK_BYTES: u64 = 4;

#[cfg(test)]
mod tests {
    use super::super::frame_allowance::FRAMES_AT_ONCE;
    use super::*;

    /// Returns a masked text frame.
    fn frame(length: usize) -> Vec<u8> {
        let mut frame = vec![0x81];
        match length {
            0..126 => frame.push(0x80 | u8::try_from(length).unwrap()),
            126..0x1_0000 => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        // The content looks like empty frames.
        frame.extend(std::iter::repeat_n(0, length));
        frame
    }

    #[test]
    fn frames_of_any_length_are_counted_in_any_division_of_the_bytes() {
        let lengths = [0, 1, 125, 126, 65_535, 65_536, 0];
        let mut bytes: Vec<u8> = lengths.iter().flat_map(|it| frame(*it)).collect();
        let empty = frame(0);
        let others = FRAMES_AT_ONCE as usize - lengths.len();
        bytes.extend(empty.iter().copied().cycle().take(others * empty.len()));
        for size in [1, 3, 1024, bytes.len()] {
            let mut frames = WebSocketFrames::new();
            for part in bytes.chunks(size) {
                let passed = frames.pass(part, Duration::ZERO);
                assert_eq!(passed, Ok(()), "parts of {size} bytes");
            }
            let passed = frames.pass(&empty, Duration::ZERO);
            assert_eq!(passed, Err(FramingError::TooManyFrames), "{size}");
        }
    }
}
