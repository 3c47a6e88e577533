//! Tracks which devices behind an external broker sent a message recently, and which have pending
//! messages.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::DeviceId;
use tokio::sync::Notify;

/// The devices behind an external broker, in memory.
#[derive(Default)]
pub(crate) struct Presence {
    /// Whether the server is connected to the broker.
    is_linked: AtomicBool,
    table: Mutex<Table>,
    /// Notified when a device has pending messages.
    pub(crate) news: Notify,
}

#[derive(Default)]
struct Table {
    /// Devices with commands or a state to send; true if earlier messages are sent again.
    changed: BTreeMap<DeviceId, bool>,
    heard: HashMap<DeviceId, LastContact>,
    /// Devices without a subscription, as far as the broker says.
    absent: HashMap<DeviceId, Duration>,
}

#[derive(Clone, Copy)]
struct LastContact {
    /// The time of the last message.
    at: Duration,
    /// The time when the contact was last stored.
    stored_at: Duration,
}

impl Presence {
    /// Whether the device sent a message within [`ONLINE`].
    pub(crate) fn is_online(&self, device: &DeviceId) -> bool {
        self.table().heard.contains_key(device)
    }

    /// Whether a command for the device may reach it now.
    pub(crate) fn may_receive(&self, device: &DeviceId) -> bool {
        self.is_linked.load(Ordering::Relaxed) && !self.table().absent.contains_key(device)
    }

    /// Notes that commands or the desired state of a device changed.
    pub(crate) fn change(&self, device: &DeviceId) {
        self.table().changed.entry(device.clone()).or_default();
        self.news.notify_one();
    }

    /// Notes that the broker knows no subscription of the device; the device's next message ends this.
    pub(crate) fn set_absent(&self, device: &DeviceId, now: Duration) {
        self.table().absent.insert(device.clone(), now);
    }

    /// Notes that the broker knows a subscription of the device.
    pub(crate) fn set_present(&self, device: &DeviceId) {
        self.table().absent.remove(device);
    }

    /// Notes a message of a device; returns whether the contact must be stored. What was sent to a device that was
    /// silent before is sent again.
    pub(crate) fn note_contact(&self, device: &DeviceId, now: Duration) -> bool {
        let mut table = self.table();
        let was_absent = table.absent.remove(device).is_some();
        let before = table.heard.get(device).copied();
        let stored_at = before.map(|heard| heard.stored_at);
        let is_due = stored_at.is_none_or(|at| now.saturating_sub(at) >= CONTACT_PRECISION);
        let stored_at = stored_at.filter(|_| !is_due).unwrap_or(now);
        let heard = LastContact { at: now, stored_at };
        table.heard.insert(device.clone(), heard);
        if before.is_none() || was_absent {
            table.changed.insert(device.clone(), true);
            drop(table);
            self.news.notify_one();
        }
        is_due
    }

    /// Takes a device with messages to send; true if earlier messages are sent again.
    pub(crate) fn take_changed(&self) -> Option<(DeviceId, bool)> {
        self.table().changed.pop_first()
    }

    /// Sets whether the server is connected to the broker. Nothing is known of the devices after a change.
    pub(crate) fn set_linked(&self, is_linked: bool) {
        self.is_linked.store(is_linked, Ordering::Relaxed);
        let mut table = self.table();
        table.heard.clear();
        table.absent.clear();
    }

    /// Forgets devices that were silent too long.
    pub(crate) fn forget_silent(&self, now: Duration) {
        let mut table = self.table();
        let is_recent = |at: Duration| now.saturating_sub(at) < ONLINE;
        table.heard.retain(|_, heard| is_recent(heard.at));
        table.absent.retain(|_, since| is_recent(*since));
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time after its last message for which a device is online.
const ONLINE: Duration = Duration::from_secs(120);
/// The stored time of the last contact is at most this much older than the last message.
const CONTACT_PRECISION: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_online_while_it_sends() {
        let (presence, device) = (Presence::default(), DeviceId::from_bytes([1; 16]));
        let at = Duration::from_secs;
        assert!(!presence.is_online(&device) && !presence.may_receive(&device));
        presence.set_linked(true);
        assert!(presence.may_receive(&device));
        // The first message: the contact is stored, and earlier messages are sent again.
        assert!(presence.note_contact(&device, at(1)));
        assert_eq!(presence.take_changed(), Some((device.clone(), true)));
        assert!(!presence.note_contact(&device, at(59)));
        assert_eq!(presence.take_changed(), None);
        assert!(presence.note_contact(&device, at(62)));
        presence.forget_silent(at(181));
        assert!(presence.is_online(&device));
        presence.forget_silent(at(182));
        assert!(!presence.is_online(&device));
    }

    #[test]
    fn a_device_without_a_subscription_receives_nothing_until_it_is_heard() {
        let (presence, device) = (Presence::default(), DeviceId::from_bytes([1; 16]));
        presence.set_linked(true);
        presence.note_contact(&device, Duration::from_secs(1));
        presence.take_changed();
        presence.set_absent(&device, Duration::from_secs(2));
        assert!(!presence.may_receive(&device));
        presence.note_contact(&device, Duration::from_secs(3));
        assert!(presence.may_receive(&device));
        // A change and a repetition of the same device are one entry, and the repetition is kept.
        presence.change(&device);
        assert_eq!(presence.take_changed(), Some((device.clone(), true)));
        assert_eq!(presence.take_changed(), None);
        presence.set_linked(false);
        assert!(!presence.may_receive(&device) && !presence.is_online(&device));
    }
}
