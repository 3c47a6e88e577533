//! The interface of the sockets that a capability serves.

use std::time::Duration;

use lockstep_store::EventKind;
use lockstep_store::id::UserId;

use crate::api_error::ApiError;
use crate::app_state::{AppState, BoxedFuture};
use crate::messages::Reader;

/// A kind of socket: the messages about an account that its authorised readers receive.
pub struct Feed {
    /// The feed's name in metrics and the log.
    pub name: &'static str,
    /// The id of the operation that opens the socket.
    pub operation: &'static str,
    /// The kinds of events that the feed reports. A capability must list each of them.
    pub events: &'static [&'static EventKind],
    /// Creates the reader of an account's events with the account's rights; called for each page.
    pub reader: fn(AppState, UserId) -> BoxedFuture<Result<Reader, ApiError>>,
    /// A message that the feed sends from time to time in addition to its events.
    pub digest: Option<Digest>,
    /// The way in which a client selects its messages.
    pub protocol: Protocol,
}

impl Feed {
    /// Whether all accounts read the same events: those of the channels.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.protocol, Protocol::Channels)
    }

    /// Returns every kind of event that the feed reads: those it reports, and those of its digest.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &'static EventKind> {
        let of_digest = self.digest.iter().flat_map(|digest| digest.events);
        self.events.iter().chain(of_digest).copied()
    }
}

/// The way in which a client selects its messages.
pub enum Protocol {
    /// The client receives every message of the feed. Its texts are ignored.
    Everything,
    /// The client subscribes to channels: `{"type": "subscribe", "channels": ["marketplace"]}`.
    Channels,
    /// The client subscribes to the changes of its resources of one kind.
    Resources(&'static Resources),
}

/// Resources of one kind, whose changes a client subscribes to:
/// `{"type": "subscribe", "channel": "dataset_updates", "dataset_id": "ds_…"}`. Without an id it receives the changes of
/// all resources of its account.
pub struct Resources {
    /// The one value of `channel`.
    pub channel: &'static str,
    /// The name of the field with the id of a resource.
    pub field: &'static str,
    /// Checks that the account has the resource.
    pub find: fn(AppState, UserId, String) -> BoxedFuture<Result<(), ApiError>>,
}

/// A message that is recomputed after a change while any socket listens. A slow reader receives
/// only the latest.
pub struct Digest {
    /// The message's `type`.
    pub kind: &'static str,
    /// The kinds of events that make the digest due.
    pub events: &'static [&'static EventKind],
    /// The minimum time between two digests of an account.
    pub every: Duration,
    /// Computes the message's `payload` as JSON.
    pub make: fn(AppState, UserId) -> BoxedFuture<Result<String, ApiError>>,
}
