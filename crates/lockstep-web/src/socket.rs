//! Sockets: the life of every WebSocket of every area.
//!
//! A capability describes the messages of a kind of socket ([`Feed`]); this module does the rest. A
//! socket is opened by an ordinary route, [`SocketUpgrade`], after the same gate as every request:
//! credential or ticket, limits, permission. From then on a socket keeps only its [`Position`] in
//! the outbox and reads from there at its own pace. A slow socket therefore never slows a writer
//! and never fills the memory. Sockets at the same position share one read and one rendering
//! (`messages::page`). One task for all sockets, [`pump`], receives the notifications of new events and
//! ends sockets that must not stay open. `lifecycle` runs a socket from its upgrade to its
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

mod lifecycle;
mod pump;
mod subscriptions;
mod upgrade;

pub use crate::app_state::feed::{Digest, Feed, Protocol, Resources};
pub use crate::messages::{
    EVENTS_KEPT, NotAPosition, PageWriter, Position, Reader, StreamCursor, channels,
};
pub use pump::pump;
pub use upgrade::{ConnectionHold, SocketUpgrade};
pub(crate) use upgrade::{is_socket_upgrade, ticket};

/// The largest message or frame of a client, in bytes.
const FRAME_BYTES: usize = 64 << 10;
