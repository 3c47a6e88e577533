//! Limits the open connections, in total and for each address prefix, and keeps some for clients on the
//! server's own machine.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use lockstep_web::address_prefix;
use tokio::sync::Notify;

/// The open connections and their limits.
#[derive(Default)]
pub(super) struct ConnectionLimiter {
    counts: Mutex<Counts>,
    released: Notify,
}

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

/// A connection that counts until it is dropped.
pub(super) struct ConnectionPermit {
    connection_limiter: Arc<ConnectionLimiter>,
    address: Option<IpAddr>,
}

impl ConnectionLimiter {
    /// Waits until fewer than `most` connections are open.
    pub(super) async fn room(&self, most: usize) {
        loop {
            // Created before the check, so that no release in between is missed.
            let released = self.released.notified();
            if self.has_room(most) {
                return;
            }
            released.await;
        }
    }

    /// Whether fewer than `most` connections are open.
    pub(super) fn has_room(&self, most: usize) -> bool {
        self.counts().all < most
    }

    /// Registers a connection, counted for its address prefix if given; returns `None` if that
    /// prefix has `most` open connections.
    pub(super) fn enter(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        most: usize,
    ) -> Option<ConnectionPermit> {
        let address = address.map(address_prefix);
        let mut counts = self.counts();
        if let Some(address) = address {
            let count = counts.each.entry(address).or_default();
            if *count >= most {
                return None;
            }
            *count += 1;
        }
        counts.all += 1;
        Some(ConnectionPermit {
            connection_limiter: self.clone(),
            address,
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
        if let Some(address) = self.address
            && let Some(count) = counts.each.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                counts.each.remove(&address);
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
            let enter = |address: &str| connection_limiter.enter(Some(address.parse().unwrap()), 1);
            let counts = enter(first);
            assert!(counts.is_some());
            assert_eq!(enter(second).is_none(), share, "{first} {second}");
            drop(counts);
            assert!(enter(second).is_some(), "{first} {second}");
        }
    }
}
