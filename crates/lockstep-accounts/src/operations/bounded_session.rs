//! The end of a sign-in, which no renewal of its tokens moves.

use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::SessionId;

/// A sign-in with its end.
pub(super) struct BoundedSession {
    pub(super) id: SessionId,
    ends_at: Timestamp,
}

impl BoundedSession {
    /// Returns a sign-in that ends `max_age` after it began.
    pub(super) fn new(id: SessionId, max_age: Duration) -> Self {
        // The id contains the time of the sign-in.
        let ends_at = id.created_at().plus(max_age);
        Self { id, ends_at }
    }

    /// Whether no further tokens may be issued.
    pub(super) fn has_ended(&self, now: Timestamp) -> bool {
        self.ends_at <= now
    }

    /// Returns the expiry of a token with this lifetime: at the latest the end of the sign-in.
    pub(super) fn expiry(&self, now: Timestamp, lifetime: Duration) -> Timestamp {
        now.plus(lifetime).min(self.ends_at)
    }
}
