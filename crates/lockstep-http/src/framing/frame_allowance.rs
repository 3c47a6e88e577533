//! Limits the frames of a connection that carry neither a request nor data, such as pings.

use std::time::Duration;

/// The frames that a client may still send. It gains [`FRAMES_A_SECOND`], up to [`FRAMES_AT_ONCE`], and others for what it
/// was sent.
pub(super) struct FrameAllowance {
    left: u32,
    /// The monotonic time up to which gained frames are counted.
    at: Duration,
    /// The bytes sent to the client for which it has used no frame.
    sent_bytes: u64,
}

impl FrameAllowance {
    /// Creates the allowance of a new connection.
    pub(super) fn new() -> Self {
        Self {
            left: FRAMES_AT_ONCE,
            at: Duration::ZERO,
            sent_bytes: 0,
        }
    }

    /// Takes a frame at `now`, a monotonic time. Returns whether one was left.
    pub(super) fn take(&mut self, now: Duration) -> bool {
        if let Some(bytes) = self.sent_bytes.checked_sub(BYTES_OF_A_FRAME) {
            self.sent_bytes = bytes;
            return true;
        }
        let gained = now.saturating_sub(self.at).as_nanos() / INTERVAL.as_nanos();
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        self.at += INTERVAL * gained;
        self.add(gained);
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// Adds frames, up to those that a new connection has.
    pub(super) fn add(&mut self, frames: u32) {
        self.left = self.left.saturating_add(frames).min(FRAMES_AT_ONCE);
    }

    /// Records bytes that were sent to the client, which tells with frames that it has read them.
    pub(super) fn record_sent(&mut self, bytes: usize) {
        self.sent_bytes = self.sent_bytes.saturating_add(bytes as u64);
    }
}

/// More than a browser sends for the priorities and windows of a page, and than a device pings in an hour.
pub(super) const FRAMES_AT_ONCE: u32 = 1000;
const FRAMES_A_SECOND: u32 = 20;
const INTERVAL: Duration = Duration::from_millis(1000 / FRAMES_A_SECOND as u64);
/// A client may widen two windows for each frame that it reads, and the shortest answers are about so long for each. The
/// answers to frames themselves are shorter, so that they pay for a part of the next ones only.
const BYTES_OF_A_FRAME: u64 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Returns how many frames are left at a time.
    fn left(allowance: &mut FrameAllowance, now: Duration) -> usize {
        std::iter::repeat_with(|| allowance.take(now))
            .take_while(|is_left| *is_left)
            .count()
    }

    #[test]
    fn frames_are_gained_with_time_up_to_those_of_a_new_connection() {
        let mut allowance = FrameAllowance::new();
        for (now, expected) in [
            (seconds(900), 1000),
            (seconds(900), 0),
            (seconds(900) + Duration::from_millis(49), 0),
            (seconds(901), 20),
            (seconds(903), 40),
            (seconds(100_000), 1000),
            // A clock that was put back gives no frame.
            (seconds(5), 0),
        ] {
            assert_eq!(left(&mut allowance, now), expected, "{now:?}");
        }
    }

    #[test]
    fn sent_bytes_and_requests_give_frames() {
        let mut allowance = FrameAllowance::new();
        let now = seconds(7);
        assert_eq!(left(&mut allowance, now), 1000);
        allowance.record_sent(1 << 20);
        assert_eq!(left(&mut allowance, now), 16_384);
        allowance.add(4);
        assert_eq!(left(&mut allowance, now), 4);
        // The answers to pings do not pay for as many pings.
        let mut pings = 0;
        allowance.add(1000);
        while allowance.take(now) {
            pings += 1;
            allowance.record_sent(17);
        }
        assert!((1000..1400).contains(&pings), "{pings}");
    }
}
