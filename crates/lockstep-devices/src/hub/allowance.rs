//! Limits the messages of each device over all its connections: [`MESSAGES_PER_SECOND`] on average, [`MESSAGE_BURST`]
//! at once.
//!
//! A connection reads several messages at once, so that a device can take more than it has. It owes the rest, and is
//! read again when the debt is paid.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::DeviceId;

/// The allowances of all devices. A device that is not listed has a full one: a new connection brings none.
#[derive(Debug, Default)]
pub(crate) struct Allowances(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    devices: HashMap<DeviceId, Allowance>,
    /// The number of devices at which the full allowances are removed.
    limit: usize,
}

impl Allowances {
    /// Takes a message of a device that has arrived, even beyond the allowance.
    pub(crate) fn charge(&self, device: &DeviceId, now: Duration) {
        self.table().of(device, now).charge(now);
    }

    /// Takes a message from the allowance of a device; false if the allowance is used up.
    pub(crate) fn take(&self, device: &DeviceId, now: Duration) -> bool {
        self.table().of(device, now).take(now)
    }

    /// Returns the pause before the next message of a device is read.
    pub(crate) fn pause(&self, device: &DeviceId, now: Duration) -> Duration {
        let mut table = self.table();
        let allowance = table.devices.get_mut(device);
        allowance.map_or(Duration::ZERO, |allowance| allowance.pause(now))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn of(&mut self, device: &DeviceId, now: Duration) -> &mut Allowance {
        if self.devices.len() >= self.limit.max(MIN_LISTED) && !self.devices.contains_key(device) {
            self.devices.retain(|_, allowance| !allowance.is_full(now));
            // Devices that all send are not searched through with each new one.
            self.limit = 2 * self.devices.len();
        }
        let allowance = self.devices.entry(device.clone());
        allowance.or_insert_with(|| Allowance::new(now))
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

    #[test]
    fn a_new_connection_brings_no_allowance() {
        let device = || DeviceId::generate(Timestamp(1), &SystemEntropy);
        let (allowances, one) = (Allowances::default(), device());
        for _ in 0..MESSAGE_BURST {
            allowances.charge(&one, Duration::ZERO);
        }
        assert!(!allowances.take(&one, Duration::ZERO));
        assert!(allowances.pause(&one, Duration::ZERO) > Duration::ZERO);
        assert_eq!(allowances.pause(&device(), Duration::ZERO), Duration::ZERO);
        // Full allowances are forgotten, others are not.
        let later = Duration::from_secs(3);
        for _ in 0..2 * MIN_LISTED {
            allowances.charge(&device(), later);
        }
        for _ in 0..150 {
            assert!(allowances.take(&one, later));
        }
        assert!(!allowances.take(&one, later));
        let much_later = Duration::from_secs(60);
        for _ in 0..2 * MIN_LISTED {
            allowances.charge(&device(), much_later);
        }
        assert!(allowances.table().devices.len() <= 2 * MIN_LISTED);
    }
}
