//! Limits the messages of a device: [`MESSAGES_PER_SECOND`] on average, [`MESSAGE_BURST`] at once.

use std::time::Duration;

/// The messages that a device may send now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    left: u32,
    /// The time up to which gained messages are counted.
    at: Duration,
}

impl Allowance {
    /// Returns a full allowance.
    pub(super) fn new(now: Duration) -> Self {
        Self {
            left: MESSAGE_BURST,
            at: now,
        }
    }

    /// Takes a message from the allowance; false if there is none left.
    pub(super) fn take(&mut self, now: Duration) -> bool {
        self.refill(now);
        let is_allowed = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_allowed
    }

    /// Returns the pause before the next message is read.
    pub(super) fn pause(&mut self, now: Duration) -> Duration {
        self.refill(now);
        match self.left {
            0 => Duration::from_secs(1) / MESSAGES_PER_SECOND,
            _ => Duration::ZERO,
        }
    }

    /// Whether the allowance is full again.
    pub(super) fn is_full(mut self, now: Duration) -> bool {
        self.refill(now);
        self.left == MESSAGE_BURST
    }

    fn refill(&mut self, now: Duration) {
        let elapsed = now.saturating_sub(self.at);
        let gained = elapsed.as_millis() * u128::from(MESSAGES_PER_SECOND) / 1000;
        if gained > 0 {
            let gained = u32::try_from(gained).unwrap_or(u32::MAX);
            self.left = self.left.saturating_add(gained).min(MESSAGE_BURST);
            self.at = now;
        }
    }
}

/// The messages of a device in a second, on average.
const MESSAGES_PER_SECOND: u32 = 50;
/// The messages of a device at once.
const MESSAGE_BURST: u32 = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_followed_by_the_average() {
        let mut allowance = Allowance::new(Duration::ZERO);
        for _ in 0..MESSAGE_BURST {
            assert!(allowance.take(Duration::ZERO));
        }
        assert!(!allowance.take(Duration::from_millis(19)));
        assert!(allowance.pause(Duration::from_millis(19)) > Duration::ZERO);
        assert!(allowance.take(Duration::from_millis(20)));
        assert!(!allowance.take(Duration::from_millis(39)));
        assert!(!allowance.is_full(Duration::from_secs(3)));
        assert!(allowance.is_full(Duration::from_secs(5)));
    }
}
