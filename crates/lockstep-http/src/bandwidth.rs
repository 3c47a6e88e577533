//! Limits the bytes per second that all connections together receive and send (`network.maxBandwidth`).
//!
//! A token bucket over all connections: each transfer of at most [`QUANTUM_BYTES`] takes the next place in one line, and
//! its connection transfers again when that place is over. A connection has one place for each direction, so connections
//! share the bandwidth equally, however much each wants.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

/// The line of all connections.
#[derive(Debug, Default)]
pub struct Bandwidth(Mutex<Line>);

#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The bytes per second; 0 for no limit.
    rate: u64,
    /// Counts the changes of the rate.
    epoch: u64,
    /// The monotonic time at which the last place is over.
    end: Duration,
}

/// One direction of a connection.
#[derive(Default)]
pub(crate) struct Throttle {
    place: Option<BandwidthSlot>,
}

/// A place in the line: the connection transfers again when it is over.
struct BandwidthSlot {
    epoch: u64,
    end: Duration,
    alarm: Pin<Box<Sleep>>,
}

impl Bandwidth {
    /// Returns the number of changes of the rate so far. A changed rate empties the line.
    fn epoch(&self, rate: u64, now: Duration) -> u64 {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        line.set_rate(rate, now);
        line.epoch
    }

    /// Takes the next place for a transfer; returns the end of the place and the epoch.
    fn take(&self, bytes: usize, rate: u64, now: Duration) -> (Duration, u64) {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        line.set_rate(rate, now);
        if rate > 0 {
            let time = Duration::from_secs_f64(bytes as f64 / rate as f64);
            line.end = line.end.max(now) + time;
        }
        (line.end, line.epoch)
    }
}

impl Line {
    fn set_rate(&mut self, rate: u64, now: Duration) {
        if self.rate != rate {
            *self = Self {
                rate,
                epoch: self.epoch + 1,
                end: now,
            };
        }
    }
}

impl Throttle {
    /// Waits until the place of the last transfer is over.
    pub(crate) fn poll_ready(
        &mut self,
        cx: &mut Context<'_>,
        bandwidth: &Bandwidth,
        (rate, now): (u64, impl Fn() -> Duration),
    ) -> Poll<()> {
        while let Some(place) = &mut self.place {
            let time = now();
            if rate == 0 || bandwidth.epoch(rate, time) != place.epoch || time >= place.end {
                self.place = None;
                break;
            }
            if place.alarm.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            let left = place.end.saturating_sub(time).min(MAX_SLEEP);
            place.alarm = Box::pin(sleep(left));
        }
        Poll::Ready(())
    }

    /// Takes a place for bytes that were transferred.
    pub(crate) fn charge(
        &mut self,
        bandwidth: &Bandwidth,
        bytes: usize,
        (rate, now): (u64, Duration),
    ) {
        if rate == 0 || bytes == 0 {
            return;
        }
        let (end, epoch) = bandwidth.take(bytes, rate, now);
        let left = end.saturating_sub(now).min(MAX_SLEEP);
        self.place = Some(BandwidthSlot {
            epoch,
            end,
            alarm: Box::pin(sleep(left)),
        });
    }
}

/// The maximum number of bytes of one transfer while a limit is set.
pub(crate) const QUANTUM_BYTES: usize = 16 << 10;
/// A place that is further away is looked at again after this time: the rate may have changed.
const MAX_SLEEP: Duration = Duration::from_millis(500);

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn places_follow_each_other_at_the_rate() {
        let line = Bandwidth::default();
        // A row: time, bytes, rate, and the end of the place.
        for (now, bytes, rate, end) in [
            (0, 1000, 1000, 1000),
            (0, 500, 1000, 1500),
            (200, 500, 1000, 2000),
            // After an idle time nothing is saved up.
            (5000, 1000, 1000, 6000),
            // Another rate begins at once.
            (5100, 1000, 10_000, 5200),
            (5100, 1000, 10_000, 5300),
        ] {
            let (found, _) = line.take(bytes, rate, MS(now));
            assert_eq!(found, MS(end), "{now} {bytes} {rate}");
        }
    }

    /// Connections that always want to transfer get equal shares, and together the rate.
    #[test]
    fn connections_share_the_rate_equally() {
        let line = Bandwidth::default();
        let rate = 64 << 10;
        let mut next = [Duration::ZERO; 4];
        let mut moved = [0_usize; 4];
        loop {
            let (nth, now) = (0..4)
                .map(|nth| (nth, next[nth]))
                .min_by_key(|it| it.1)
                .unwrap();
            if now >= Duration::from_secs(60) {
                break;
            }
            // The first connection sends small pieces, the others large ones.
            let bytes = if nth == 0 {
                QUANTUM_BYTES / 2
            } else {
                QUANTUM_BYTES
            };
            next[nth] = line.take(bytes, rate, now).0;
            moved[nth] += bytes;
        }
        let sum: usize = moved.iter().sum();
        let expected = 60 * rate as usize;
        assert!(sum.abs_diff(expected) <= 4 * QUANTUM_BYTES, "{moved:?}");
        assert!(moved[1].abs_diff(moved[3]) <= QUANTUM_BYTES, "{moved:?}");
        assert!(moved[0] * 2 >= moved[1] - QUANTUM_BYTES, "{moved:?}");
    }
}
