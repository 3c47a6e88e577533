//! The connected devices, in memory: which connection receives commands, and who waits for an answer.

pub(crate) mod allowance;
pub(crate) mod presence;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use lockstep_store::id::{CommandId, DeviceId, UserId};
use lockstep_web::{ApiError, AppState};
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, watch};

use self::allowance::Allowances;
use self::presence::Presence;
use crate::telemetry::{Collector, StoreTelemetry};

/// The open connections of devices. Cheap to clone.
#[derive(Clone)]
pub(crate) struct DeviceHub(Arc<Inner>);

struct Inner {
    telemetry: Collector,
    next: AtomicU64,
    table: Mutex<Table>,
    /// The devices behind an external broker, if one is configured.
    external: OnceLock<Arc<Presence>>,
    allowances: Allowances,
}

#[derive(Default)]
struct Table {
    links: HashMap<DeviceId, Vec<Arc<Link>>>,
    accounts: HashMap<UserId, usize>,
    waiters: HashMap<CommandId, watch::Sender<bool>>,
}

/// An open connection of a device.
pub(crate) struct Link {
    number: u64,
    pub(crate) user: UserId,
    pub(crate) device: DeviceId,
    /// The digest of the client identifier.
    client: [u8; 32],
    /// Whether the connection subscribed to commands.
    receives: AtomicBool,
    /// Why the server closes the connection, as soon as it does.
    closing: OnceLock<CloseReason>,
    /// Notified when commands or the desired state changed, or when the server closes the connection. Only the
    /// session of the connection waits for it.
    changed: Notify,
}

/// The reason why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CloseReason {
    /// Another connection uses the client identifier.
    TakenOver,
    /// The device, its password or its account is no longer valid.
    Revoked,
}

/// The reason why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionTableFull;

/// A connection in the table; dropping it removes the connection.
pub(crate) struct ConnectionEntry {
    hub: DeviceHub,
    pub(crate) link: Arc<Link>,
}

/// Waits for the end of a command, or for the news that no device receives it.
pub(crate) struct Waiter {
    hub: DeviceHub,
    id: CommandId,
    finished: watch::Receiver<bool>,
}

impl DeviceHub {
    /// Creates a hub without connections.
    pub(crate) fn new(telemetry: StoreTelemetry) -> Self {
        Self(Arc::new(Inner {
            telemetry: Collector::new(telemetry),
            next: AtomicU64::new(0),
            table: Mutex::default(),
            external: OnceLock::new(),
            allowances: Allowances::default(),
        }))
    }

    /// Returns the hub of the server.
    pub(crate) fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the server was assembled without a hub of devices"))
    }

    /// Returns the queue of telemetry.
    pub(crate) fn telemetry(&self) -> &Collector {
        &self.0.telemetry
    }

    /// Returns how many messages each device may send.
    pub(crate) fn allowances(&self) -> &Allowances {
        &self.0.allowances
    }

    /// Starts to use an external broker.
    pub(crate) fn use_external(&self) -> Arc<Presence> {
        self.0.external.get_or_init(Arc::default).clone()
    }

    /// Adds a connection. An older connection of the same device with the same client identifier is closed.
    pub(crate) fn enter(
        &self,
        user: UserId,
        device: DeviceId,
        client: [u8; 32],
    ) -> Result<ConnectionEntry, ConnectionTableFull> {
        let mut table = self.table();
        let of_device = table.links.get(&device).map_or(&[][..], |links| links);
        let older = of_device.iter().find(|link| link.client == client).cloned();
        let others = of_device.len() - usize::from(older.is_some());
        let of_account = table.accounts.get(&user).copied().unwrap_or(0);
        let of_account = of_account - usize::from(older.is_some());
        if others >= MAX_CONNECTIONS_PER_DEVICE || of_account >= MAX_CONNECTIONS_PER_ACCOUNT {
            return Err(ConnectionTableFull);
        }
        if let Some(older) = older {
            older.close(CloseReason::TakenOver);
            table.remove(&older);
        }
        let link = Arc::new(Link {
            number: self.0.next.fetch_add(1, Ordering::Relaxed),
            user: user.clone(),
            device: device.clone(),
            client,
            receives: AtomicBool::new(false),
            closing: OnceLock::new(),
            changed: Notify::new(),
        });
        table.links.entry(device).or_default().push(link.clone());
        *table.accounts.entry(user).or_default() += 1;
        metrics::gauge!("lockstep_mqtt_connections").increment(1.0);
        Ok(ConnectionEntry {
            hub: self.clone(),
            link,
        })
    }

    /// Whether a device has an open connection, or sent a message through an external broker lately.
    pub(crate) fn is_connected(&self, device: &DeviceId) -> bool {
        let external = self.0.external.get();
        self.table().links.contains_key(device)
            || external.is_some_and(|external| external.is_online(device))
    }

    /// Whether a connection of the device receives commands. An external broker says only that none does.
    pub(crate) fn has_receiver(&self, device: &DeviceId) -> bool {
        let external = self.0.external.get();
        self.table().receiver(device).is_some()
            || external.is_some_and(|external| external.may_receive(device))
    }

    /// Whether this connection receives the commands of its device: it is the newest that subscribed.
    pub(crate) fn is_receiver(&self, link: &Link) -> bool {
        let table = self.table();
        let receiver = table.receiver(&link.device);
        receiver.is_some_and(|receiver| receiver.number == link.number)
    }

    /// Tells the connections of a device that commands or the desired state changed.
    pub(crate) fn wake(&self, device: &DeviceId) {
        for link in self.table().links.get(device).into_iter().flatten() {
            link.changed.notify_one();
        }
        self.notify_external(device);
    }

    /// Closes the connections of a device.
    pub(crate) fn close(&self, device: &DeviceId) {
        for link in self.table().links.get(device).into_iter().flatten() {
            link.close(CloseReason::Revoked);
        }
        self.notify_external(device);
    }

    fn notify_external(&self, device: &DeviceId) {
        if let Some(external) = self.0.external.get() {
            external.change(device);
        }
    }

    /// Returns one connection of each connected device.
    pub(crate) fn connected(&self) -> Vec<Arc<Link>> {
        let table = self.table();
        let links = table.links.values().filter_map(|links| links.first());
        links.cloned().collect()
    }

    /// Starts to wait for the end of a command.
    pub(crate) fn wait(&self, id: &CommandId) -> Waiter {
        let mut table = self.table();
        let sender = table.waiters.entry(id.clone()).or_default();
        Waiter {
            hub: self.clone(),
            id: id.clone(),
            finished: sender.subscribe(),
        }
    }

    /// Tells those who wait that a command ended, or that no device receives it.
    pub(crate) fn finish(&self, id: &CommandId) {
        if let Some(sender) = self.table().waiters.get(id) {
            sender.send_replace(true);
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn receiver(&self, device: &DeviceId) -> Option<&Arc<Link>> {
        let links = self.links.get(device)?;
        let mut receiving = links.iter().rev();
        receiving.find(|link| link.receives.load(Ordering::Relaxed))
    }

    fn remove(&mut self, link: &Link) {
        let Some(links) = self.links.get_mut(&link.device) else {
            return;
        };
        let before = links.len();
        links.retain(|other| other.number != link.number);
        if links.len() == before {
            return;
        }
        // Another connection may receive the commands now.
        for other in &*links {
            other.changed.notify_one();
        }
        if links.is_empty() {
            self.links.remove(&link.device);
        }
        if let Some(count) = self.accounts.get_mut(&link.user) {
            *count -= 1;
            if *count == 0 {
                self.accounts.remove(&link.user);
            }
        }
        metrics::gauge!("lockstep_mqtt_connections").decrement(1.0);
    }
}

impl Link {
    /// Returns when commands or the desired state changed, or when the server closes the connection.
    pub(crate) fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// Returns the reason for which the server closes the connection, if it does.
    pub(crate) fn closing(&self) -> Option<CloseReason> {
        self.closing.get().copied()
    }

    /// Closes the connection. The first reason stays.
    fn close(&self, reason: CloseReason) {
        let _ = self.closing.set(reason);
        self.changed.notify_one();
    }

    /// Sets whether the connection subscribed to commands.
    pub(crate) fn set_receives(&self, receives: bool) {
        self.receives.store(receives, Ordering::Relaxed);
    }
}

impl Drop for ConnectionEntry {
    fn drop(&mut self) {
        self.hub.table().remove(&self.link);
    }
}

impl Waiter {
    /// Returns when the command ended or no device receives it.
    pub(crate) async fn finished(&mut self) {
        // The hub keeps the sender as long as a waiter exists.
        let _ = self.finished.wait_for(|finished| *finished).await;
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut table = self.hub.table();
        let is_last = |sender: &watch::Sender<bool>| sender.receiver_count() <= 1;
        if table.waiters.get(&self.id).is_some_and(is_last) {
            table.waiters.remove(&self.id);
        }
    }
}

/// The maximum number of open connections of one device; each has its own client identifier.
pub(crate) const MAX_CONNECTIONS_PER_DEVICE: usize = 8;
/// The maximum number of open connections of the devices of one account.
pub(crate) const MAX_CONNECTIONS_PER_ACCOUNT: usize = 2000;

#[cfg(test)]
mod tests {
    use lockstep_store::{SystemEntropy, Timestamp};

    use super::*;

    fn hub() -> (DeviceHub, UserId, DeviceId) {
        let hub = DeviceHub::new(|_, _, _| Box::pin(async { Vec::new() }));
        let user = UserId::generate(Timestamp(1), &SystemEntropy);
        let device = DeviceId::generate(Timestamp(1), &SystemEntropy);
        (hub, user, device)
    }

    #[tokio::test]
    async fn the_same_client_identifier_takes_over() {
        let (hub, user, device) = hub();
        let first = hub.enter(user.clone(), device.clone(), [1; 32]).unwrap();
        let second = hub.enter(user.clone(), device.clone(), [1; 32]).unwrap();
        first.link.changed().await;
        assert_eq!(first.link.closing(), Some(CloseReason::TakenOver));
        assert_eq!(second.link.closing(), None);
        drop(first);
        assert!(hub.is_connected(&device));
        drop(second);
        assert!(!hub.is_connected(&device));
        assert!(hub.connected().is_empty());
    }

    #[test]
    fn the_newest_subscriber_receives() {
        let (hub, user, device) = hub();
        let one = hub.enter(user.clone(), device.clone(), [1; 32]).unwrap();
        let two = hub.enter(user.clone(), device.clone(), [2; 32]).unwrap();
        assert!(!hub.has_receiver(&device));
        one.link.set_receives(true);
        assert!(hub.is_receiver(&one.link) && !hub.is_receiver(&two.link));
        two.link.set_receives(true);
        assert!(!hub.is_receiver(&one.link) && hub.is_receiver(&two.link));
        drop(two);
        assert!(hub.is_receiver(&one.link));
    }

    #[test]
    fn connections_have_a_limit() {
        let (hub, user, device) = hub();
        let client = |n: usize| [u8::try_from(n).unwrap(); 32];
        let all: Vec<_> = (0..MAX_CONNECTIONS_PER_DEVICE)
            .map(|n| {
                hub.enter(user.clone(), device.clone(), client(n))
                    .ok()
                    .unwrap()
            })
            .collect();
        assert!(hub.enter(user.clone(), device.clone(), [99; 32]).is_err());
        // A take-over needs no room.
        assert!(hub.enter(user.clone(), device.clone(), client(0)).is_ok());
        drop(all);
    }

    #[tokio::test]
    async fn all_who_wait_for_a_command_are_told() {
        let (hub, ..) = hub();
        let id = CommandId::generate(Timestamp(1), &SystemEntropy);
        let (mut one, mut other) = (hub.wait(&id), hub.wait(&id));
        hub.finish(&id);
        one.finished().await;
        other.finished().await;
        drop((one, other));
        assert!(hub.table().waiters.is_empty());
    }
}
