//! The messages that sockets send: pages of them, the positions of readers, and the samples of the machine.

pub mod channels;
pub(crate) mod health;
pub(crate) mod page;

use std::time::Duration;

use lockstep_store::EventKind;

pub use page::{NotAPosition, PageWriter, Position, Reader, StreamCursor};

/// Returns whether one of the kinds has this name.
pub(crate) fn includes(kinds: &[&EventKind], name: &str) -> bool {
    kinds.iter().any(|kind| kind.name() == name)
}

/// The minimum time that the outbox keeps events; a reader further behind must read the store.
pub const EVENTS_KEPT: Duration = Duration::from_secs(600);
