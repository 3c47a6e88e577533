//! What happened, for those who listen: appended in the transaction that made it happen.
//!
//! An event names what changed and how much of it, never a value: who hears it reads the store
//! with its own rights.

use serde_json::Value as Json;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::tx::Tx;

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Event<'a> {
    /// Whose account it is about.
    pub user: &'a str,
    /// What kind: `points.stored`, `user.changed`.
    pub topic: &'a str,
    /// Names, times and counts.
    pub payload: Json,
}

impl Tx<'_> {
    /// Appends an event to the outbox, in this transaction; gives its number.
    pub fn event(&mut self, event: &Event<'_>) -> Result<i64, StoreError> {
        let seq = self.next("event_outbox")?;
        self.execute(
            "INSERT INTO event_outbox(seq, at, user_id, topic, payload) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![seq, self.now(), event.user, event.topic, &event.payload.to_string()],
        )?;
        self.rang = true;
        Ok(seq)
    }

    /// Removes what nobody can ask for any more; gives the count.
    pub fn forget_events(&mut self, before: Timestamp) -> Result<usize, StoreError> {
        self.execute("DELETE FROM event_outbox WHERE at < ?1", params![before])
    }
}

/// Erases what is told of an account: events name its devices and when it measured what.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM event_outbox WHERE user_id = ?1", params![user])
}
