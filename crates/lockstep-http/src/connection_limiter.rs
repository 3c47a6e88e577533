//! Limits the open connections of all listeners, in total and for each address prefix, and the rate of new ones. Keeps some for
//! clients on the server's own machine.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lockstep_web::address_prefix;
use lockstep_web::turns::{TurnRate, Turns};
use tokio::sync::{Notify, watch};

/// The open connections and their limits.
#[derive(Default)]
pub struct ConnectionLimiter {
    counts: Mutex<Counts>,
    released: Notify,
    /// The connections of each address prefix that were served.
    starts: Turns<(Protocol, IpAddr)>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<(Protocol, IpAddr), usize>,
}

/// The protocol of a connection. Each has a limit of its own for an address prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Connections of the API.
    Http,
    /// Connections of devices.
    Mqtt,
}

/// A connection that counts until it is dropped.
pub struct ConnectionPermit {
    connection_limiter: Arc<ConnectionLimiter>,
    counted: Option<(Protocol, IpAddr)>,
    /// The time until the connection may be served.
    starts_in: Duration,
}

impl ConnectionLimiter {
    /// Waits until fewer than `limit` connections are open.
    pub async fn wait_for_room(&self, limit: usize) {
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
    #[must_use]
    pub fn has_room(&self, limit: usize) -> bool {
        self.counts().all < limit
    }

    /// Registers a connection at `now`, a monotonic time, counted for its address prefix if given; returns `None` if that
    /// prefix has `most` open connections of the protocol, or opens them so fast that as many wait as may.
    pub fn enter(
        self: &Arc<Self>,
        protocol: Protocol,
        address: Option<IpAddr>,
        most: usize,
        now: Duration,
    ) -> Option<ConnectionPermit> {
        let counted = address.map(|address| (protocol, address_prefix(address)));
        let mut counts = self.counts();
        let mut starts_in = Duration::ZERO;
        if let Some(counted) = counted {
            let open = counts.each.get(&counted).copied().unwrap_or(0);
            if open >= most {
                return None;
            }
            starts_in = self.starts.take(counted, new_connections(most), now)?;
            counts.each.insert(counted, open + 1);
        }
        counts.all += 1;
        Some(ConnectionPermit {
            connection_limiter: self.clone(),
            counted,
            starts_in,
        })
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionPermit {
    /// Waits until the connection may be served: those of an address beyond a rate are served one after the other. Returns
    /// whether that is before `end` changes.
    pub async fn may_start(&self, end: &mut watch::Receiver<bool>) -> bool {
        if self.starts_in.is_zero() {
            return true;
        }
        tokio::select! {
            () = tokio::time::sleep(self.starts_in) => true,
            _ = end.changed() => false,
        }
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

/// Returns the rate of new connections of an address prefix that may have `most` open. It may open them all at once: some of
/// them wait. So the operator of a large network raises one limit only.
fn new_connections(most: usize) -> TurnRate {
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    let beyond_waiting = most.saturating_sub(NEW_CONNECTIONS.waiting);
    TurnRate {
        a_second: beyond_waiting.max(NEW_CONNECTIONS.a_second),
        ..NEW_CONNECTIONS
    }
}

/// The new connections of an address prefix. A client that is refused by the HTTP library, or that does not wait for its
/// answers, needs a new connection for each request. Reconnecting devices of one network wait for some seconds.
const NEW_CONNECTIONS: TurnRate = TurnRate {
    a_second: 250,
    waiting: 2000,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_connections_of_a_prefix_beyond_the_rate_wait() {
        let limiter = Arc::new(ConnectionLimiter::default());
        let enter = |protocol, address: &str| {
            let address = Some(address.parse().unwrap());
            let permit = limiter.enter(protocol, address, 2250, Duration::from_secs(7));
            permit.map(|permit| permit.starts_in)
        };
        for nth in 1..=2250 {
            let waits = Duration::from_millis(4) * u32::max(nth, 250) - Duration::from_secs(1);
            assert_eq!(enter(Protocol::Http, "192.0.2.1"), Some(waits), "{nth}");
        }
        assert_eq!(enter(Protocol::Http, "192.0.2.1"), None);
        let at_once = Some(Duration::ZERO);
        assert_eq!(enter(Protocol::Http, "192.0.2.2"), at_once);
        assert_eq!(enter(Protocol::Mqtt, "192.0.2.1"), at_once);
        // Those of a trusted proxy have no rate, and a refused one is not counted.
        let now = Duration::from_secs(7);
        let of_proxy = limiter.enter(Protocol::Http, None, 0, now).unwrap();
        assert_eq!(of_proxy.starts_in, Duration::ZERO);
        assert!(limiter.has_room(2) && !limiter.has_room(1));
    }

    #[test]
    fn a_prefix_opens_all_connections_that_it_may_have_at_once() {
        let address = Some("192.0.2.1".parse().unwrap());
        for most in [1, 256, 2000, 2250, 2251, 20_000] {
            let limiter = Arc::new(ConnectionLimiter::default());
            let enter = || limiter.enter(Protocol::Http, address, most, Duration::from_secs(7));
            let permits: Vec<_> = std::iter::from_fn(enter).take(most + 1).collect();
            assert_eq!(permits.len(), most);
            let latest = permits.iter().map(|permit| permit.starts_in).max();
            assert!(latest <= Some(Duration::from_secs(8)), "{most}: {latest:?}");
        }
    }

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
                let address = Some(address.parse().unwrap());
                connection_limiter.enter(protocol, address, 1, Duration::ZERO)
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
