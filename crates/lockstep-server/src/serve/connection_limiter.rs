//! Limits the open connections of all listeners, in total and for each address prefix, and keeps some for clients on
//! the server's own machine.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use lockstep_web::address_prefix;
use tokio::sync::Notify;

/// The open connections and their limits.
#[derive(Default)]
pub struct ConnectionLimiter {
    counts: Mutex<Counts>,
    released: Notify,
}

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<(Protocol, IpAddr), usize>,
}

/// The protocol of a connection. Each has a limit of its own for an address prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Protocol {
    Http,
    Mqtt,
}

/// A connection that counts until it is dropped.
pub(super) struct ConnectionPermit {
    connection_limiter: Arc<ConnectionLimiter>,
    counted: Option<(Protocol, IpAddr)>,
}

impl ConnectionLimiter {
    /// Waits until fewer than `limit` connections are open.
    pub(super) async fn wait_for_room(&self, limit: usize) {
        loop {
            // Created before the check, so that no release in between is missed.
            let released = self.released.notified();
            if self.has_room(limit) {
                return;
            }
            released.await;
        }
    }

    /// Whether fewer than `limit` connections are open.
    pub(super) fn has_room(&self, limit: usize) -> bool {
        self.counts().all < limit
    }

    /// Registers a connection, counted for its address prefix if given; returns `None` if that
    /// prefix has `most` open connections of the protocol.
    pub(super) fn enter(
        self: &Arc<Self>,
        protocol: Protocol,
        address: Option<IpAddr>,
        most: usize,
    ) -> Option<ConnectionPermit> {
        let counted = address.map(|address| (protocol, address_prefix(address)));
        let mut counts = self.counts();
        if let Some(counted) = counted {
            let count = counts.each.entry(counted).or_default();
            if *count >= most {
                return None;
            }
            *count += 1;
        }
        counts.all += 1;
        Some(ConnectionPermit {
            connection_limiter: self.clone(),
            counted,
        })
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.connection_limiter.counts();
        counts.all -= 1;
        if let Some(counted) = self.counted
            && let Some(count) = counts.each.get_mut(&counted)
        {
            *count -= 1;
            if *count == 0 {
                counts.each.remove(&counted);
            }
        }
        drop(counts);
        self.connection_limiter.released.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_by_prefix() {
        for (first, second, share) in [
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ] {
            let connection_limiter = Arc::new(ConnectionLimiter::default());
            let enter_as = |protocol, address: &str| {
                connection_limiter.enter(protocol, Some(address.parse().unwrap()), 1)
            };
            let enter = |address: &str| enter_as(Protocol::Http, address);
            let counts = enter(first);
            assert!(counts.is_some());
            assert_eq!(enter(second).is_none(), share, "{first} {second}");
            assert!(connection_limiter.has_room(2) && !connection_limiter.has_room(1));
            // The connections of devices have a limit of their own for an address, and are in the same total.
            let device = enter_as(Protocol::Mqtt, first);
            assert!(device.is_some());
            assert!(!connection_limiter.has_room(2));
            drop(counts);
            assert!(enter(second).is_some(), "{first} {second}");
        }
    }
}
