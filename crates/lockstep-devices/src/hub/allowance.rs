//! Limits the messages of each device over all its connections: [`MESSAGES_PER_SECOND`] on average, [`MESSAGE_BURST`]
//! at once.
//!
//! A connection reads several messages at once, so that a device can take more than it has. It owes the rest, and is
//! read again when the debt is paid.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::DeviceId;

/// The allowances of all devices. A device that is not listed has a full one: a new connection brings none.
#[derive(Debug, Default)]
pub(crate) struct Allowances(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    devices: HashMap<DeviceId, DeviceAllowance>,
    /// The number of devices at which the full allowances are removed.
    limit: usize,
}

/// The allowance of a device, which all its connections share. A connection keeps it, and searches no table for each
/// message.
#[derive(Clone, Debug)]
pub(crate) struct DeviceAllowance(Arc<Mutex<Allowance>>);

impl Allowances {
    /// Returns the allowance of a device.
    pub(crate) fn of(&self, device: &DeviceId, now: Duration) -> DeviceAllowance {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.of(device, now).clone()
    }
}

impl Table {
    fn of(&mut self, device: &DeviceId, now: Duration) -> &DeviceAllowance {
        if self.devices.len() >= self.limit.max(MIN_LISTED) && !self.devices.contains_key(device) {
            self.devices
                .retain(|_, allowance| allowance.is_shared() || !allowance.is_full(now));
            // Devices that all send are not searched through with each new one.
            self.limit = 2 * self.devices.len();
        }
        let allowance = self.devices.entry(device.clone());
        allowance.or_insert_with(|| DeviceAllowance(Arc::new(Mutex::new(Allowance::new(now)))))
    }
}

impl DeviceAllowance {
    /// Takes a message that has arrived, even beyond the allowance.
    pub(crate) fn charge(&self, now: Duration) {
        self.allowance().charge(now);
    }

    /// Takes a message; false if the allowance is used up.
    pub(crate) fn take(&self, now: Duration) -> bool {
        self.allowance().take(now)
    }

    /// Returns the pause before the next message is read.
    pub(crate) fn pause(&self, now: Duration) -> Duration {
        self.allowance().pause(now)
    }

    /// Whether anything but the table keeps the allowance.
    fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    fn is_full(&self, now: Duration) -> bool {
        self.allowance().is_full(now)
    }

    fn allowance(&self) -> MutexGuard<'_, Allowance> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The messages that a device may send now.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    /// Below zero: the messages that the device owes.
    left: i64,
    /// The time up to which gained messages are counted.
    at: Duration,
}

impl Allowance {
    fn new(now: Duration) -> Self {
        Self {
            left: MESSAGE_BURST,
            at: now,
        }
    }

    fn charge(&mut self, now: Duration) {
        self.refill(now);
        self.left = self.left.saturating_sub(1);
    }

    fn take(&mut self, now: Duration) -> bool {
        self.refill(now);
        let is_allowed = self.left > 0;
        if is_allowed {
            self.left -= 1;
        }
        is_allowed
    }

    fn pause(&mut self, now: Duration) -> Duration {
        self.refill(now);
        let missing = u32::try_from(1 - self.left).unwrap_or_default();
        (INTERVAL * missing).saturating_sub(now.saturating_sub(self.at))
    }

    fn is_full(mut self, now: Duration) -> bool {
        self.refill(now);
        self.left == MESSAGE_BURST
    }

    fn refill(&mut self, now: Duration) {
        let elapsed = now.saturating_sub(self.at);
        let gained = elapsed.as_nanos() / INTERVAL.as_nanos();
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        self.left = (self.left + i64::from(gained)).min(MESSAGE_BURST);
        self.at = match self.left {
            MESSAGE_BURST => now,
            // The rest of the time counts for the next message.
            _ => self.at + INTERVAL * gained,
        };
    }
}

/// The messages of a device in a second, on average.
const MESSAGES_PER_SECOND: u32 = 50;
/// The time in which a device gains a message.
const INTERVAL: Duration = Duration::from_millis(1000 / MESSAGES_PER_SECOND as u64);
/// The messages of a device at once.
const MESSAGE_BURST: i64 = 200;
/// The number of devices below which no allowance is removed.
const MIN_LISTED: usize = 4096;

#[cfg(test)]
mod tests {
    use lockstep_store::{SystemEntropy, Timestamp};

    use super::*;

    #[test]
    fn a_burst_is_followed_by_the_average() {
        let mut allowance = Allowance::new(Duration::ZERO);
        for _ in 0..MESSAGE_BURST {
            assert!(allowance.take(Duration::ZERO));
        }
        assert!(!allowance.take(Duration::from_millis(19)));
        let pause = allowance.pause(Duration::from_millis(19));
        assert_eq!(pause, Duration::from_millis(1));
        assert!(allowance.take(Duration::from_millis(20)));
        assert!(!allowance.take(Duration::from_millis(39)));
        assert!(!allowance.is_full(Duration::from_secs(3)));
        assert!(allowance.is_full(Duration::from_secs(5)));
    }

    #[test]
    fn messages_that_were_read_together_are_owed() {
        let mut allowance = Allowance::new(Duration::ZERO);
        for _ in 0..MESSAGE_BURST + 400 {
            allowance.charge(Duration::ZERO);
        }
        let at = |millis: u64| Duration::from_millis(millis);
        assert_eq!(allowance.pause(at(0)), at(401 * 20));
        // The pauses of several connections are one.
        assert_eq!(allowance.pause(at(5)), at(401 * 20 - 5));
        assert!(!allowance.take(at(400 * 20)));
        assert_eq!(allowance.pause(at(401 * 20)), Duration::ZERO);
        assert!(allowance.take(at(401 * 20)));
    }

    fn device() -> DeviceId {
        DeviceId::generate(Timestamp(1), &SystemEntropy)
    }

    #[test]
    fn a_new_connection_brings_no_allowance() {
        let (allowances, one) = (Allowances::default(), device());
        let start = Duration::ZERO;
        for _ in 0..MESSAGE_BURST {
            allowances.of(&one, start).charge(start);
        }
        assert!(!allowances.of(&one, start).take(start));
        assert!(allowances.of(&one, start).pause(start) > Duration::ZERO);
        let other = allowances.of(&device(), start);
        assert_eq!(other.pause(start), Duration::ZERO);
        // Full allowances are forgotten, others are not.
        let later = Duration::from_secs(3);
        for _ in 0..2 * MIN_LISTED {
            allowances.of(&device(), later).charge(later);
        }
        for _ in 0..150 {
            assert!(allowances.of(&one, later).take(later));
        }
        assert!(!allowances.of(&one, later).take(later));
        let much_later = Duration::from_secs(60);
        drop(other);
        for _ in 0..2 * MIN_LISTED {
            allowances.of(&device(), much_later).charge(much_later);
        }
        let listed = allowances.0.lock().unwrap().devices.len();
        assert!(listed <= 2 * MIN_LISTED, "{listed}");
    }

    #[test]
    fn connections_of_a_device_share_an_allowance_that_is_kept_while_one_is_open() {
        let (allowances, one) = (Allowances::default(), device());
        let now = Duration::from_secs(60);
        let open = allowances.of(&one, now);
        // Many devices, so that full allowances are removed.
        for _ in 0..2 * MIN_LISTED {
            allowances.of(&device(), now);
        }
        assert!(allowances.0.lock().unwrap().devices.len() <= MIN_LISTED + 1);
        for _ in 0..MESSAGE_BURST {
            open.charge(now);
        }
        assert!(!allowances.of(&one, now).take(now));
    }
}
