//! Sockets: the life of every WebSocket of every area.
//!
//! A capability describes the messages of a kind of socket ([`Feed`]); this module does the rest. A
//! socket is opened by an ordinary route, [`SocketUpgrade`], after the same gate as every request:
//! credential or ticket, limits, permission. From then on a socket keeps only its [`Position`] in
//! the outbox and reads from there at its own pace. A slow socket therefore never slows a writer
//! and never fills the memory. Sockets at the same position share one read and one rendering
//! ([`page`]). One task for all sockets, [`pump`], receives the notifications of new events and
//! ends sockets that must not stay open. `life` runs a socket from its upgrade to its
//! close.
//!
//! | closed with | because |
//! |---|---|
//! | 1001 | the server shuts down |
//! | 1002, 1007 | the client's data is not RFC 6455, or a text is not UTF-8 |
//! | 1003 | the client sent a binary frame: only text is accepted |
//! | 1008 | the client sent more frames than any client needs, or answered neither of two pings |
//! | 1009 | the client sent a frame over 64 KiB |
//! | 1011 | an internal error |
//! | 4401 | the credential has expired, was revoked, or its account lost the permission |
//! | 4408 | `lastEventId` is unknown, or the reader is more than 10 minutes behind |
//!
//! A client of a [`Protocol`] with subscriptions receives nothing before its first subscription, and then the messages
//! after its `lastEventId`, or those from that moment on.

pub mod channels;
pub(crate) mod health;
mod lifecycle;
pub mod page;
mod pump;
mod subscriptions;
mod upgrade;

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::outbox::OutboxEvent;
use lockstep_store::{EventKind, StoreError, Tx};

use crate::api_error::ApiError;
use crate::app_state::{AppState, BoxedFuture};

pub use page::{PageWriter, Position, StreamCursor};
pub use pump::pump;
pub use subscriptions::{Protocol, Resources};
pub use upgrade::{ConnectionHold, SocketUpgrade};
pub(crate) use upgrade::{is_socket_upgrade, ticket};

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

/// Returns whether one of the kinds has this name.
pub(crate) fn includes(kinds: &[&EventKind], name: &str) -> bool {
    kinds.iter().any(|kind| kind.name() == name)
}

/// Writes the messages of an event after a cursor in it (`None`: all of them) until the event ends
/// or the page is full. Returns whether the event ended. Reads the contents from the store with the
/// account's rights.
pub type Reader = Box<
    dyn FnMut(
            &Tx<'_>,
            &OutboxEvent,
            Option<StreamCursor>,
            &mut PageWriter,
        ) -> Result<bool, StoreError>
        + Send,
>;

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

/// The minimum time that the outbox keeps events; a reader further behind must read the store.
pub const EVENTS_KEPT: Duration = Duration::from_secs(600);

/// The largest message or frame of a client, in bytes.
const FRAME_BYTES: usize = 64 << 10;
