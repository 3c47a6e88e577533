//! How many connections there are, in all and of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// The places there are for connections.
#[derive(Default)]
pub(super) struct Places {
    held: Mutex<Held>,
    left: Notify,
}

#[derive(Default)]
struct Held {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

/// A connection that counts until it is dropped.
pub(super) struct Guest {
    places: Arc<Places>,
    address: Option<IpAddr>,
}

impl Places {
    /// Waits until fewer than `most` are open; who knocks meanwhile waits in the kernel's queue.
    pub(super) async fn room(&self, most: usize) {
        loop {
            let left = self.left.notified();
            if self.held().all < most {
                return;
            }
            left.await;
        }
    }

    /// Takes a place, counted for its address where one is given; none where that holds `most`.
    pub(super) fn enter(self: &Arc<Self>, address: Option<IpAddr>, most: usize) -> Option<Guest> {
        let mut held = self.held();
        if let Some(address) = address {
            let count = held.each.entry(address).or_default();
            if *count >= most {
                return None;
            }
            *count += 1;
        }
        held.all += 1;
        Some(Guest {
            places: self.clone(),
            address,
        })
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut held = self.places.held();
        held.all -= 1;
        if let Some(address) = self.address
            && let Some(count) = held.each.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                held.each.remove(&address);
            }
        }
        drop(held);
        // Only the one who accepts ever waits.
        self.places.left.notify_one();
    }
}
