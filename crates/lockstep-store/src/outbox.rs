//! Events for listeners, appended in the transaction of the change.
//!
//! An event names the changed resource and counts, never a value: a listener reads the store with
//! its own rights.

use serde::Serialize;
use serde_json::Value as Json;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::event_kind::EventKind;
use crate::id::UserId;
use crate::params;
use crate::shared_rows::PreparedEvent;
use crate::tx::Tx;
use crate::value::Row;

/// An event. A large payload is written from its own type `P`, without a tree of JSON values.
#[derive(Clone, Debug)]
pub struct Event<'a, P = Json> {
    /// The id of the account that the event concerns. An event of a kind with a channel concerns none, and the id is
    /// not stored.
    pub user: &'a str,
    /// The kind of event.
    pub kind: &'static EventKind,
    /// Names, times and counts, in the shape of [`EventKind::payload`].
    pub payload: P,
}

impl Tx<'_> {
    /// Appends an event to the outbox in this transaction.
    ///
    /// # Errors
    /// [`StoreError`]; a payload that has no form in JSON.
    pub fn event<P: Serialize>(&mut self, event: &Event<'_, P>) -> Result<(), StoreError> {
        let payload = serde_json::to_string(&event.payload).map_err(|error| {
            StoreError::Damaged(format!("an event {}: {error}", event.kind.name()))
        })?;
        let user = match event.kind.channel() {
            Some(_) => PLATFORM,
            None => event.user,
        };
        let prepared = PreparedEvent {
            at: self.now(),
            user: user.to_owned(),
            topic: event.kind.name(),
            payload,
        };
        match &mut self.shared {
            Some(shared) => {
                shared.events.push(prepared);
                Ok(())
            }
            None => append(self, &[prepared]),
        }
    }

    /// Deletes events before `before`, except the newest event of each account; returns their
    /// number.
    ///
    /// Only a prefix of an account's events is ever deleted: if an event still exists, all later
    /// events exist too. Readers that resume after an event rely on this.
    pub fn forget_events(&mut self, before: Timestamp) -> Result<usize, StoreError> {
        // By number, not by time: the clock may have been set back in between.
        let last: Option<i64> = self.query_one(
            "SELECT MAX(seq) FROM event_outbox WHERE at < ?1",
            params![before],
            |row| row.at(0),
        )?;
        self.execute(
            "DELETE FROM event_outbox WHERE seq <= ?1 AND EXISTS (
                SELECT 1 FROM event_outbox AS later
                WHERE later.user_id = event_outbox.user_id AND later.seq > event_outbox.seq)",
            params![last],
        )
    }

    /// Returns the number of the newest event; 0 if there never was one.
    pub fn newest_event(&self) -> Result<i64, StoreError> {
        let newest = self.query_one("SELECT MAX(seq) FROM event_outbox", &[], |row| {
            row.at::<Option<i64>>(0)
        })?;
        Ok(newest.unwrap_or(0))
    }

    /// Returns the newest event of an account.
    pub fn newest_event_of(&self, user: &UserId) -> Result<Option<EventPosition>, StoreError> {
        self.query_opt(
            "SELECT seq, at FROM event_outbox WHERE user_id = ?1 ORDER BY seq DESC LIMIT 1",
            params![user],
            place,
        )
    }

    /// Returns at most `limit` events after the event `seq`, in order, without payloads.
    pub fn events_after(&self, seq: i64, limit: u32) -> Result<Vec<EventHeading>, StoreError> {
        self.query(
            "SELECT seq, CAST(user_id AS BLOB), CAST(topic AS BLOB) FROM event_outbox WHERE seq > ?1 ORDER BY seq LIMIT ?2",
            params![seq, limit],
            |row| {
                Ok(EventHeading {
                    seq: row.at(0)?,
                    user: text(row, 1)?,
                    topic: text(row, 2)?,
                })
            },
        )
    }

    /// Visits the events of an account from `from` on, including that event. Returns `None` if
    /// that event was deleted, since later events may then be missing too. `each` returns whether
    /// it wants more.
    pub fn events_from<E: From<StoreError>>(
        &self,
        user: &UserId,
        from: EventPosition,
        mut each: impl FnMut(&OutboxEvent) -> Result<bool, E>,
    ) -> Result<Option<()>, E> {
        let mut found = from == EventPosition::BEFORE_ALL;
        self.visit(
            "SELECT seq, at, topic, payload FROM event_outbox
             WHERE user_id = ?1 AND seq >= ?2 ORDER BY seq",
            params![user, from.seq],
            |row| {
                let place = place(row)?;
                found |= place == from;
                if !found {
                    return Ok(false);
                }
                let payload: String = row.at(3)?;
                let payload = serde_json::from_str(&payload).map_err(|error| {
                    StoreError::Damaged(format!("event {}: {error}", place.seq))
                })?;
                each(&OutboxEvent {
                    place,
                    topic: row.at(2)?,
                    payload,
                })
            },
        )?;
        Ok(found.then_some(()))
    }
}

/// Appends events to the outbox in their order.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn append(tx: &mut Tx<'_>, events: &[PreparedEvent]) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let numbers = tx.next_numbers("event_outbox", events.len())?;
    for (event, seq) in events.iter().zip(numbers) {
        tx.send(
            "INSERT INTO event_outbox(seq, at, user_id, topic, payload) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![seq, event.at, &event.user, event.topic, &event.payload],
        )?;
    }
    tx.appended_event = true;
    Ok(())
}

/// Reads as much of a text as possible: one damaged event must not stop the streams of all
/// accounts.
fn text(row: &Row<'_>, column: usize) -> Result<String, StoreError> {
    let bytes: &[u8] = row.at(column)?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

fn place(row: &Row<'_>) -> Result<EventPosition, StoreError> {
    Ok(EventPosition {
        seq: row.at(0)?,
        at: row.at(1)?,
    })
}

/// The position of an event in the outbox. A store restored from a backup can hold another event
/// with the same number; the time distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventPosition {
    /// The event's number.
    pub seq: i64,
    /// The time when the event was appended.
    pub at: Timestamp,
}

impl EventPosition {
    /// The position before every event of an account.
    pub const BEFORE_ALL: Self = Self {
        seq: 0,
        at: Timestamp(0),
    };
}

/// An event without its payload.
#[derive(Clone, Debug)]
pub struct EventHeading {
    /// The event's number.
    pub seq: i64,
    /// The id of the account that the event concerns.
    pub user: String,
    /// The name of the event's kind.
    pub topic: String,
}

/// An event as stored in the outbox.
#[derive(Clone, Debug)]
pub struct OutboxEvent {
    /// The event's position.
    pub place: EventPosition,
    /// The name of the event's kind.
    pub topic: String,
    /// Names, times and counts.
    pub payload: Json,
}

/// The account id under which events of channels are stored: the id of no account. They form one stream, of which
/// [`Tx::forget_events`] deletes a prefix, as of every account's events.
pub const PLATFORM: &str = "usr_00000000000000000000000000";

/// Returns [`PLATFORM`] as an id.
#[must_use]
pub fn platform() -> UserId {
    UserId::from_bytes([0; 16])
}

/// Deletes the events of an account: they name its devices and measurement times.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    // The bytes of the id may be stored as another type.
    tx.execute(
        "DELETE FROM event_outbox WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        params![user],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platform_has_one_id() {
        assert_eq!(platform().as_str(), PLATFORM);
        assert_eq!(PLATFORM.parse(), Ok(platform()));
    }
}
