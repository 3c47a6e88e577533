//! The room of the sockets: the life of every WebSocket of every area.
//!
//! A capability says what a kind of socket tells ([`Feed`]); the room does the rest. A socket is
//! opened by an ordinary route, [`SocketUpgrade`], after the same gate as every request: credential or
//! ticket, limits, permission. From then on it holds nothing but its [`Position`] in the outbox and
//! reads from there at its own pace, so that a slow one never slows a writer and never fills the
//! memory; whoever stands at the same place shares one reading and one rendering ([`page`]).
//! One task for all of them, [`pump`], hears the doorbell and takes away what must not stay open
//! ([`hub`]); `life` is a socket from its upgrade to its close.
//!
//! | closed with | because |
//! |---|---|
//! | 1001 | the server ends |
//! | 1002, 1007 | what came is not RFC 6455, or a text is not UTF-8 |
//! | 1003 | a binary frame came: nothing is read here but text |
//! | 1008 | more frames than anybody needs, or no answer to two pings |
//! | 1009 | a frame over 64 KiB came |
//! | 1011 | our fault |
//! | 4401 | the credential has expired, was revoked, or its account may not do this any more |
//! | 4408 | `lastEventId` is unknown, or the reader is more than 10 minutes behind |

mod door;
mod hub;
mod life;
pub mod page;
mod pump;

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::outbox::OutboxEvent;
use lockstep_store::{StoreError, Tx};

use crate::api_error::ApiError;
use crate::app_state::{AppState, Pending};

pub use door::SocketUpgrade;
pub(crate) use door::ticket;
pub use hub::Hub;
pub use page::{PageWriter, Position, StreamCursor};
pub use pump::pump;

/// What a kind of socket tells of an account to those who may hear it.
pub struct Feed {
    /// As figures and the log call it.
    pub name: &'static str,
    /// The topics of the outbox it tells of.
    pub topics: &'static [&'static str],
    /// What reads an account's events for those who may hear them: asked for each page.
    pub reader: fn(AppState, UserId) -> Pending<Result<Reader, ApiError>>,
    /// What it tells besides, now and then.
    pub digest: Option<Digest>,
}

/// Writes the messages of an event after a place in it (all of them: `None`), until it ends or the
/// page is full; says whether it ended. Reads what is told from the store, with the account's
/// rights.
pub type Reader = Box<
    dyn FnMut(
            &Tx<'_>,
            &OutboxEvent,
            Option<StreamCursor>,
            &mut PageWriter,
        ) -> Result<bool, StoreError>
        + Send,
>;

/// What is reckoned anew when something changed, while anybody listens; who is late hears the
/// latest alone.
pub struct Digest {
    /// The message's `type`.
    pub kind: &'static str,
    /// The topics after which it is due.
    pub topics: &'static [&'static str],
    /// At most once in this time for an account.
    pub every: Duration,
    /// The message's `payload` as JSON.
    pub make: fn(AppState, UserId) -> Pending<Result<String, ApiError>>,
}

/// What the operator grants sockets.
#[derive(Clone, Copy, Debug)]
pub struct Grant {
    /// Open sockets of an account, of all kinds together.
    pub per_account: usize,
    /// The pause between two pings; a peer silent for two of them is gone.
    pub heartbeat: Duration,
}

impl Default for Grant {
    fn default() -> Self {
        Self {
            per_account: 100,
            heartbeat: Duration::from_secs(30),
        }
    }
}

/// How long the outbox is kept, at least: who is further behind has to read the store.
pub const EVENTS_KEPT: Duration = Duration::from_secs(600);

/// A message or frame of a client, in bytes, at most.
const FRAME_BYTES: usize = 64 << 10;
