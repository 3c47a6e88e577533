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
use crate::value::Row;

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

    /// Removes what happened before `before`, but for the newest event of each account; gives the
    /// count.
    ///
    /// Of an account's events always the earlier part goes: where one of them still stands, all
    /// after it stand too. That is what whoever resumes after an event goes by.
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

    /// The number of the newest event; 0 where there never was one.
    pub fn newest_event(&self) -> Result<i64, StoreError> {
        let newest = self.query_one("SELECT MAX(seq) FROM event_outbox", &[], |row| {
            row.at::<Option<i64>>(0)
        })?;
        Ok(newest.unwrap_or(0))
    }

    /// The newest event of an account.
    pub fn newest_event_of(&self, user: &UserId) -> Result<Option<EventPlace>, StoreError> {
        self.query_opt(
            "SELECT seq, at FROM event_outbox WHERE user_id = ?1 ORDER BY seq DESC LIMIT 1",
            params![user],
            place,
        )
    }

    /// What happened after the event `seq`, to whom, in order, at most `most`; without payloads.
    pub fn events_after(&self, seq: i64, most: u32) -> Result<Vec<Heading>, StoreError> {
        self.query(
            "SELECT seq, CAST(user_id AS BLOB), CAST(topic AS BLOB) FROM event_outbox WHERE seq > ?1 ORDER BY seq LIMIT ?2",
            params![seq, most],
            |row| {
                Ok(Heading {
                    seq: row.at(0)?,
                    user: text(row, 1)?,
                    topic: text(row, 2)?,
                })
            },
        )
    }

    /// The events of an account from `place` on, that one first; `None` where it is not among them
    /// any more, so that something after it may be missing too. `each` says whether it wants more.
    pub fn events_from<E: From<StoreError>>(
        &self,
        user: &UserId,
        from: EventPlace,
        mut each: impl FnMut(&OutboxEvent) -> Result<bool, E>,
    ) -> Result<Option<()>, E> {
        let mut found = from == EventPlace::BEFORE_ALL;
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

/// A text as far as it can be read: one damaged event must not stop the streams of all accounts.
fn text(row: &Row<'_>, column: usize) -> Result<String, StoreError> {
    let bytes: &[u8] = row.at(column)?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

fn place(row: &Row<'_>) -> Result<EventPlace, StoreError> {
    Ok(EventPlace {
        seq: row.at(0)?,
        at: row.at(1)?,
    })
}

/// Where an event stands in the outbox. Its moment tells it from another of the same number, which
/// a store restored from a backup can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventPlace {
    /// Its number.
    pub seq: i64,
    /// When it was appended.
    pub at: Timestamp,
}

impl EventPlace {
    /// Before every event there is: all of an account's follow it.
    pub const BEFORE_ALL: Self = Self {
        seq: 0,
        at: Timestamp(0),
    };
}

/// That something happened.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Its number.
    pub seq: i64,
    /// Whose account it is about.
    pub user: String,
    /// What kind.
    pub topic: String,
}

/// An event as it stands in the outbox.
#[derive(Clone, Debug)]
pub struct OutboxEvent {
    /// Where.
    pub place: EventPlace,
    /// What kind.
    pub topic: String,
    /// Names, times and counts.
    pub payload: Json,
}

/// Erases what is told of an account: events name its devices and when it measured what.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM event_outbox WHERE user_id = ?1", params![user])
}
