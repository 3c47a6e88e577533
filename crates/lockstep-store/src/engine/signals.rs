//! Tells listeners that rows which they wait for were committed.

use tokio::sync::watch;

pub(super) struct Signals {
    event: watch::Sender<u64>,
    entry: watch::Sender<u64>,
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            event: watch::Sender::new(0),
            entry: watch::Sender::new(0),
        }
    }
}

impl Signals {
    /// Notifies those who wait for events, and those who wait for entries of the audit log.
    pub(super) fn send(&self, has_event: bool, has_entry: bool) {
        if has_event {
            self.event.send_modify(|number| *number += 1);
        }
        if has_entry {
            self.entry.send_modify(|number| *number += 1);
        }
    }

    pub(super) fn events(&self) -> watch::Receiver<u64> {
        self.event.subscribe()
    }

    pub(super) fn entries(&self) -> watch::Receiver<u64> {
        self.entry.subscribe()
    }
}
