//! The messages of the channels of `/v1/ws`: events of the outbox that concern no account, and entries of the audit log.
//!
//! A [`Position`] of these messages names the last event, and in its cursor the last entry of the audit log. Without a
//! cursor the audit log is not read.

use lockstep_store::audit::log;
use lockstep_store::outbox::{OutboxEvent, platform};
use lockstep_store::{Channel, EventKind, StoreError, Timestamp, Tx};
use serde::Serialize;

use super::EVENTS_KEPT;
use super::page::{Page, PageWriter, Position, StreamCursor};

/// A message of `/v1/ws`.
#[derive(Serialize)]
struct Message<'m, P: Serialize> {
    /// The name of the channel.
    channel: &'static str,
    /// The kind of event, without its channel's name.
    #[serde(rename = "type")]
    kind: &'m str,
    /// The id for `lastEventId`.
    id: String,
    /// The time of the event.
    timestamp: String,
    /// The content.
    payload: P,
}

/// The `type` of the messages of [`Channel::AuditLogs`].
pub(crate) const AUDIT_TYPE: &str = "entry";
/// The `type` of the messages of [`Channel::SystemHealth`].
pub(crate) const HEALTH_TYPE: &str = "sample";

/// The payload of a message of [`Channel::AuditLogs`].
#[derive(Serialize)]
struct AuditPayload<'m> {
    id: &'m str,
    action: &'m str,
    component: &'m str,
    status: &'m str,
}

impl Position {
    /// Returns the number of the last entry of the audit log; `None` if the position has none.
    pub(crate) fn audit(self) -> Option<i64> {
        self.inside.map(|cursor| cursor.at)
    }

    /// Returns the position with another last entry of the audit log.
    pub(crate) fn with_audit(self, seq: Option<i64>) -> Self {
        Self {
            inside: seq.map(|at| StreamCursor { part: 0, at }),
            ..self
        }
    }
}

/// Reads the messages of all channels after `from`; returns `None` if they are no longer complete.
pub(crate) fn read(
    tx: &Tx<'_>,
    kinds: &[&'static EventKind],
    from: Position,
) -> Result<Option<Page>, StoreError> {
    let mut page = PageWriter::new(from);
    let mut more = false;
    let mut at = from;
    let visited = tx.events_from::<StoreError>(&platform(), from.event, |event| {
        if event.place == from.event {
            return Ok(true);
        }
        if page.is_full() {
            more = true;
            return Ok(false);
        }
        at.event = event.place;
        match kinds.iter().find(|kind| kind.name() == event.topic) {
            Some(kind) => write_event(&mut page, kind, event, at),
            // A kind of an earlier version.
            None => page.skip_to(at),
        }
        Ok(true)
    })?;
    if visited.is_none() {
        return Ok(None);
    }
    let Some(mut last) = at.audit() else {
        return page.finish(more).map(Some);
    };
    let entries = log::after(tx, last, ENTRIES_AT_ONCE)?;
    let oldest = Timestamp(tx.now().0 - EVENTS_KEPT.as_millis() as i64);
    if entries.first().is_some_and(|entry| entry.at < oldest) {
        return Ok(None);
    }
    let count = entries.len();
    for entry in &entries {
        if page.is_full() {
            more = true;
            break;
        }
        last = entry.seq;
        at = at.with_audit(Some(last));
        let payload = AuditPayload {
            id: &entry.id,
            action: &entry.action,
            component: &entry.component,
            status: &entry.status,
        };
        let channel = Channel::AuditLogs.as_str();
        page.add(channel, at, |bytes, id| {
            write(bytes, (channel, AUDIT_TYPE), id, entry.at, &payload);
        });
    }
    more |= count == ENTRIES_AT_ONCE as usize;
    page.finish(more).map(Some)
}

fn write_event(page: &mut PageWriter, kind: &EventKind, event: &OutboxEvent, at: Position) {
    let Some(channel) = kind.channel().map(Channel::as_str) else {
        return page.skip_to(at);
    };
    page.add(channel, at, |bytes, id| {
        let names = (channel, message_type(kind));
        write(bytes, names, id, event.place.at, &event.payload);
    });
}

/// Returns the `type` of the messages about a kind of event: its name after the first dot.
#[must_use]
pub fn message_type(kind: &EventKind) -> &'static str {
    let name = kind.name();
    name.split_once('.').map_or(name, |(_, rest)| rest)
}

/// Writes a message.
pub(crate) fn write(
    bytes: &mut Vec<u8>,
    (channel, kind): (&'static str, &str),
    id: Position,
    at: Timestamp,
    payload: &impl Serialize,
) {
    let message = Message {
        channel,
        kind,
        id: id.to_string(),
        timestamp: at.to_string(),
        payload,
    };
    // Neither the payloads nor a vector can fail.
    let written = serde_json::to_writer(&mut *bytes, &message);
    debug_assert!(written.is_ok(), "{written:?}");
}

/// The maximum number of entries of the audit log that one page reads.
const ENTRIES_AT_ONCE: u32 = 200;

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::time::Duration;

    use lockstep_store::db::Options;
    use lockstep_store::{Actor, Clock, Db, Entry, Event, Status, SystemClock, SystemEntropy};
    use serde_json::{Value as Json, json};

    use super::*;

    lockstep_store::event_kinds! {
        /// Figures changed.
        FIGURES = "analytics.overview", Administration in Analytics, r#"{"users": 1}"#;
        /// A rule holds.
        ALERT = "alert.changed", Administration in Alerts, r#"{"rule": "disk", "holds": true}"#;
        /// An event of an account.
        OWN = "note.created", Owner, "{}";
    }

    /// The system's clock, with an offset in milliseconds.
    struct OffsetClock(Arc<dyn Clock>, AtomicI64);

    impl Clock for OffsetClock {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.now().0 + self.1.load(Ordering::SeqCst))
        }

        fn monotonic(&self) -> Duration {
            self.0.monotonic()
        }
    }

    fn db() -> (tempfile::TempDir, Db) {
        db_with(SystemClock::shared())
    }

    fn db_with(clock: Arc<dyn Clock>) -> (tempfile::TempDir, Db) {
        let folder = tempfile::tempdir().unwrap();
        let options = Options {
            file: folder.path().join("test.db"),
            postgres: None,
            readers: 1,
            clock,
            entropy: Arc::new(SystemEntropy),
        };
        let db = Db::open(options, &[]).unwrap();
        (folder, db)
    }

    /// Appends an event, in the name of an account that is not stored.
    async fn happen(db: &Db, kind: &'static EventKind, payload: Json) {
        let write = db.write::<_, StoreError, _>("test.event", move |tx| {
            let user = "usr_01h455vb4pex5vsknk084sn02q";
            tx.event(&Event {
                user,
                kind,
                payload: payload.clone(),
            })
        });
        write.await.unwrap();
    }

    async fn act(db: &Db, action: &'static str) {
        let write = db.write::<_, StoreError, _>("test.entry", move |tx| {
            tx.audit(&Entry {
                actor: &Actor::system(),
                action,
                component: "test",
                status: Status::Success,
                details: "kept from sockets".to_owned(),
                metadata: Json::Null,
            })
        });
        write.await.unwrap();
    }

    /// Returns the messages after a position with their ids, and the position after them.
    async fn messages(db: &Db, from: Position) -> Option<(Vec<Json>, Position)> {
        let read = db.read("test.read", move |tx| read(tx, EVENTS, from));
        let page = read.await.unwrap()?;
        let parsed = page.messages.iter().map(|message| {
            let json: Json = serde_json::from_str(&message.text).unwrap();
            assert_eq!(json["channel"], *message.subject);
            json
        });
        Some((parsed.collect(), page.end))
    }

    const START: Position = Position {
        event: lockstep_store::outbox::EventPosition::BEFORE_ALL,
        inside: None,
    };

    #[tokio::test]
    async fn the_kind_of_an_event_is_all_that_its_channel_needs() {
        let (_folder, db) = db();
        happen(&db, FIGURES, json!({ "users": 2 })).await;
        happen(&db, OWN, json!({})).await;
        happen(&db, ALERT, json!({ "rule": "disk", "holds": true })).await;
        let (all, end) = messages(&db, START).await.unwrap();
        let seen: Vec<_> = all
            .iter()
            .map(|one| (&one["channel"], &one["type"], &one["payload"]))
            .collect();
        let expected = [
            (
                &json!("analytics"),
                &json!("overview"),
                &json!({ "users": 2 }),
            ),
            (
                &json!("alerts"),
                &json!("changed"),
                &json!({ "rule": "disk", "holds": true }),
            ),
        ];
        assert_eq!(seen, expected);
        // Each message's id is where the next begins.
        let first: Position = all[0]["id"].as_str().unwrap().parse().unwrap();
        let (rest, again) = messages(&db, first).await.unwrap();
        assert_eq!((rest.as_slice(), again), (&all[1..], end));
        // The stored events name no account.
        let users = db.read::<_, StoreError, _>("test.users", |tx| {
            tx.query(
                "SELECT user_id FROM event_outbox WHERE topic <> 'note.created'",
                &[],
                |row| row.at::<String>(0),
            )
        });
        let platform = lockstep_store::outbox::PLATFORM;
        assert!(users.await.unwrap().iter().all(|user| user == platform));
    }

    #[tokio::test]
    async fn a_position_covers_events_and_the_audit_log() {
        let (_folder, db) = db();
        act(&db, "before").await;
        let start = START.with_audit(Some(1));
        act(&db, "one").await;
        happen(&db, ALERT, json!({ "holds": true })).await;
        act(&db, "two").await;
        let (all, end) = messages(&db, start).await.unwrap();
        let kinds: Vec<_> = all
            .iter()
            .map(|one| one["type"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["changed", "entry", "entry"]);
        assert_eq!(all[1]["payload"]["action"], "one");
        let fields = all[1]["payload"].as_object().unwrap();
        assert!(
            fields.keys().eq(["action", "component", "id", "status"]),
            "{fields:?}"
        );
        // After each message exactly the others follow.
        for (nth, message) in all.iter().enumerate() {
            let id = message["id"].as_str().unwrap();
            let at = Position::from_the_beginning(id).unwrap();
            let (rest, last) = messages(&db, at).await.unwrap();
            assert_eq!((rest.as_slice(), last), (&all[nth + 1..], end), "{id}");
        }
        // Without an entry in the position the audit log is not read.
        let (events, _) = messages(&db, START).await.unwrap();
        assert_eq!(events.len(), 1);
        // More entries than a page reads at once.
        for _ in 0..2 * ENTRIES_AT_ONCE + 5 {
            act(&db, "many").await;
        }
        let (mut at, mut count) = (end, 0);
        loop {
            let (all, next) = messages(&db, at).await.unwrap();
            if all.is_empty() {
                break;
            }
            (at, count) = (next, count + all.len());
        }
        assert_eq!(count, 2 * ENTRIES_AT_ONCE as usize + 5);
    }

    #[tokio::test]
    async fn forgotten_events_are_missed_with_an_error() {
        let clock = Arc::new(OffsetClock(SystemClock::shared(), AtomicI64::new(0)));
        let (_folder, db) = db_with(clock.clone());
        for _ in 0..3 {
            happen(&db, ALERT, json!({})).await;
        }
        act(&db, "old").await;
        let (all, end) = messages(&db, START).await.unwrap();
        let first: Position = all[0]["id"].as_str().unwrap().parse().unwrap();
        let forget = db.write::<_, StoreError, _>("test.forget", |tx| {
            tx.forget_events(tx.now().plus(Duration::from_secs(1)))
        });
        forget.await.unwrap();
        let (all, _) = messages(&db, end.with_audit(Some(0))).await.unwrap();
        assert_eq!(all.len(), 1);
        clock
            .1
            .store(EVENTS_KEPT.as_millis() as i64 + 1, Ordering::SeqCst);
        assert!(messages(&db, first).await.is_none());
        // A reader of the newest event has missed nothing, unless it reads old entries.
        assert_eq!(messages(&db, end).await.unwrap().0, Vec::<Json>::new());
        assert!(messages(&db, end.with_audit(Some(0))).await.is_none());
    }
}
