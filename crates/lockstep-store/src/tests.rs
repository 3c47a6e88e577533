//! Tests of the embedded engine's guarantees, on a real file.

mod account_writers;
mod audit_log;
mod checks;
mod copies;
mod deferred;
mod erasure;
mod fairness;
mod integrity;
mod lost_connections;
mod nodes;
mod postgres;
mod prepared_copies;
mod recorded_rows;
mod repeatable;
mod replica;
mod schema;
mod sequences;
mod words;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::audit::checkpoint::{self, Checkpoint};
use crate::audit::{self, InvalidEntry};
use crate::counted_list::{self, ListSlice, Source};
use crate::db::{Db, Options};
use crate::id::UserId;
use crate::outbox::EventPosition;
use crate::{
    Actor, Clock, Ctx, Entry, Event, EventReaders, Migration, QueueOwner, Settings, Status,
    StoreError, SystemClock, SystemEntropy, Timestamp, Tx, WriteCheck, params,
};

crate::event_kinds! {
    /// A note was created.
    NOTE_CREATED = "note.created", Owner, "1";
    /// The first event of a test.
    A = "a", Owner, "{}";
    /// The second event of a test.
    B = "b", Owner, "{}";
    /// The third event of a test.
    C = "c", Owner, "{}";
    /// The fourth event of a test.
    D = "d", Owner, "{}";
}

const NOTES: Migration = Migration {
    capability: "notes",
    n: 1,
    sql: "CREATE TABLE note(id BIGINT NOT NULL PRIMARY KEY, text TEXT NOT NULL) {without_rowid}",
};

struct Store {
    folder: tempfile::TempDir,
    db: Db,
}

impl Store {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = open(&folder, &[NOTES]).unwrap();
        Self { folder, db }
    }

    fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.folder.path().join("test.db")).unwrap()
    }

    async fn notes(&self) -> Vec<i64> {
        self.db
            .read("notes", |tx| {
                tx.query("SELECT id FROM note ORDER BY id", &[], |row| row.at(0))
            })
            .await
            .unwrap()
    }
}

fn open(folder: &tempfile::TempDir, migrations: &[Migration]) -> Result<Db, StoreError> {
    let options = Options {
        file: folder.path().join("test.db"),
        postgres: postgres::schema_of(folder.path()),
        readers: 2,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    Db::open(options, migrations)
}

fn note(tx: &mut Tx<'_>, id: i64) -> Result<(), StoreError> {
    tx.execute("INSERT INTO note(id, text) VALUES (?1, 'x')", params![id])?;
    let entry = Entry {
        actor: &Actor::system(),
        action: "note.create",
        component: "notes",
        status: Status::Success,
        details: format!("note {id}"),
        metadata: serde_json::json!({ "id": id }),
    };
    tx.audit(&entry)?;
    tx.event(&Event {
        user: "usr",
        kind: NOTE_CREATED,
        payload: serde_json::json!(id),
    })?;
    Ok(())
}

fn account(number: u8) -> UserId {
    UserId::from_bytes([number; 16])
}

/// Returns pseudo-random numbers (SplitMix64).
fn roll(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % below
}

#[tokio::test]
async fn failed_jobs_of_a_group_do_not_affect_the_others() {
    let store = Store::new();
    let mut waiting = Vec::new();
    for id in 0..200_i64 {
        let db = store.db.clone();
        waiting.push(tokio::spawn(async move {
            db.write("note", move |tx| {
                note(tx, id)?;
                match id % 4 {
                    1 => Err(StoreError::NoRow),
                    2 => panic!("expected by the test"),
                    _ => Ok(id),
                }
            })
            .await
        }));
    }
    for (id, task) in (0_i64..).zip(waiting) {
        let outcome = task.await.unwrap();
        match id % 4 {
            1 => assert!(matches!(outcome, Err(StoreError::NoRow))),
            2 => assert!(matches!(
                outcome,
                Err(StoreError::Panicked {
                    transaction: "note"
                })
            )),
            _ => assert_eq!(outcome.unwrap(), id),
        }
    }
    let kept: Vec<i64> = (0..200).filter(|id| id % 4 == 0 || id % 4 == 3).collect();
    assert_eq!(store.notes().await, kept);

    // Rows, audit entries and events were committed or rolled back together.
    let verdict = store.db.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (100, None));
    let events: i64 = store
        .db
        .read("events", |tx| {
            tx.query_one("SELECT COUNT(*) + MAX(seq) FROM event_outbox", &[], |row| {
                row.at(0)
            })
        })
        .await
        .unwrap();
    assert_eq!(events, 200, "100 events, numbered without gaps");
}

#[tokio::test]
async fn a_read_transaction_cannot_write() {
    let store = Store::new();
    let refused: Result<(), StoreError> = store
        .db
        .read("sneaky", |tx| {
            tx.query_opt(
                "INSERT INTO note(id, text) VALUES (1, 'x') RETURNING id",
                &[],
                |_| Ok(()),
            )
            .map(drop)
        })
        .await;
    assert!(refused.is_err());
    assert_eq!(store.notes().await, Vec::<i64>::new());
}

#[tokio::test]
async fn the_first_write_of_a_request_checks_its_rights_in_its_transaction() {
    let store = Store::new();
    // A request may write while there are fewer than two notes.
    let check = || {
        store.db.write_check(|tx| {
            let count: i64 =
                tx.query_one("SELECT COUNT(*) FROM note", params![], |row| row.at(0))?;
            Ok(count < 2)
        })
    };
    let write = async |id: i64| {
        let write = store.db.write("note", move |tx| note(tx, id));
        write.await.map_err(|error: StoreError| error.to_string())
    };
    // The later writes of a request belong to the act that it has begun.
    let request = check().scope(async {
        write(1).await?;
        write(2).await?;
        write(3).await
    });
    assert_eq!(request.await, Ok(()));
    let late = check().scope(write(4)).await.unwrap_err();
    // A request of many portions checks each of them.
    let store_of_portions = Store::new();
    let write_portion = async |id: i64| {
        WriteCheck::renew();
        let write = store_of_portions.db.write("note", move |tx| note(tx, id));
        write.await.map_err(|error: StoreError| error.to_string())
    };
    let portions = store_of_portions.db.write_check(|tx| {
        let count: i64 = tx.query_one("SELECT COUNT(*) FROM note", params![], |row| row.at(0))?;
        Ok(count < 2)
    });
    let portions = portions.scope(async {
        write_portion(1).await?;
        write_portion(2).await?;
        write_portion(3).await
    });
    assert_eq!(portions.await, Err(late.clone()));
    assert_eq!(store_of_portions.notes().await, [1, 2]);
    // So is work that the request hands to a task of its own.
    let handed_over = check().scope(async {
        let db = store.db.clone();
        let work = async move { db.write("note", |tx| note(tx, 4)).await };
        let done = tokio::spawn(QueueOwner::current().scope(work)).await;
        done.unwrap().map_err(|error: StoreError| error.to_string())
    });
    assert_eq!(handed_over.await.unwrap_err(), late);
    // Another store has other tables.
    let other = Store::new();
    let elsewhere = other.db.write("note", |tx| note(tx, 1));
    let elsewhere: Result<(), StoreError> = check().scope(elsewhere).await;
    elsewhere.unwrap();
    // Work of the server itself is not checked.
    assert_eq!(write(5).await, Ok(()));
    assert_eq!(store.notes().await, [1, 2, 3, 5]);
}

#[tokio::test]
async fn a_closed_store_refuses_work_and_keeps_its_data() {
    let store = Store::new();
    store.db.write("note", |tx| note(tx, 7)).await.unwrap();
    store.db.close().await;
    let refused = store.db.write("note", |tx| note(tx, 8)).await;
    assert!(matches!(refused, Err(StoreError::Closed { .. })));
    assert!(
        store
            .db
            .read("notes", |_| Ok::<_, StoreError>(()))
            .await
            .is_err()
    );
    let again = open(&store.folder, &[NOTES]).unwrap();
    let kept = again
        .read("notes", |tx| {
            tx.query("SELECT id FROM note", &[], |row| row.at::<i64>(0))
        })
        .await
        .unwrap();
    assert_eq!(kept, [7]);
}

/// Reports on drop whether the thread is panicking.
struct PanicProbe(std::sync::mpsc::Sender<bool>);

impl Drop for PanicProbe {
    fn drop(&mut self) {
        // The receiver may be gone.
        let _ = self.0.send(std::thread::panicking());
    }
}

/// The values of a job are dropped on the writer thread, possibly including the last handle of the
/// store.
#[tokio::test]
async fn a_job_may_drop_the_last_handle_of_the_store() {
    let store = Store::new();
    let (tell, reported) = std::sync::mpsc::channel();
    let (hold, released) = std::sync::mpsc::channel::<()>();
    let captured = (store.db.clone(), PanicProbe(tell));
    let job = store.db.write::<_, StoreError, _>("test.last", move |_| {
        let _ = &captured;
        // Waits until all other handles are dropped.
        let _ = released.recv();
        Ok(())
    });
    let mut job = Box::pin(job);
    assert!(waits_still(job.as_mut()).await);
    drop(job);
    drop(store.db);
    drop(hold);
    let panicked = reported.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(!panicked, "the writer thread panicked");
}

/// A read that no caller waits for keeps its connection until it ends: the other reads wait for
/// one.
#[tokio::test]
async fn a_cancelled_read_keeps_its_connection_until_it_ends() {
    let store = Store::new();
    store.db.write("note", |tx| note(tx, 7)).await.unwrap();
    let (tell, reported) = std::sync::mpsc::channel();
    let mut holds = Vec::new();
    for of in 1..=2 {
        let (hold, released) = std::sync::mpsc::channel::<()>();
        let tell = tell.clone();
        let read = store.db.read::<_, StoreError, _>("test.long", move |_| {
            tell.send(()).unwrap();
            // Waits until the other reads are queued.
            let _ = released.recv();
            Ok(())
        });
        // One account may use only half of the readers.
        let owner = QueueOwner::Account(UserId::from_bytes([of; 16]));
        let mut read = Box::pin(owner.scope(read));
        assert!(waits_still(read.as_mut()).await);
        reported.recv_timeout(Duration::from_secs(20)).unwrap();
        drop(read);
        holds.push(hold);
    }
    // Both connections are in use: a new read waits for one of them.
    let db = store.db.clone();
    let count = move || {
        let db = db.clone();
        let one = async move {
            db.read("test.count", |tx| {
                tx.query_one("SELECT COUNT(*) FROM note", &[], |row| row.at::<i64>(0))
            })
            .await
        };
        tokio::spawn(one)
    };
    let asked: Vec<_> = (0..20).map(|_| count()).collect();
    for _ in 0..20 {
        // One round through the thread pool, so that earlier tasks have run.
        tokio::task::spawn_blocking(|| {}).await.unwrap();
    }
    assert!(asked.iter().all(|one| !one.is_finished()));
    drop(holds.pop());
    for one in asked {
        assert_eq!(one.await.unwrap().unwrap(), 1);
    }
    drop(holds);
}

/// Polls once; returns whether the future still waits.
async fn waits_still(future: std::pin::Pin<&mut impl Future>) -> bool {
    let mut future = Some(future);
    std::future::poll_fn(|context| {
        let waits = future
            .take()
            .is_some_and(|future| future.poll(context).is_pending());
        std::task::Poll::Ready(waits)
    })
    .await
}

#[tokio::test]
async fn settings_are_stored() {
    let store = Store::new();
    let mut settings = Settings::default();
    settings.network.request_timeout = 7;
    let saved = settings.clone();
    store
        .db
        .write("settings.save", move |tx| saved.save(tx))
        .await
        .unwrap();
    let ctx = Ctx::new(
        store.db.clone(),
        SystemClock::shared(),
        Arc::new(SystemEntropy),
    )
    .await;
    assert_eq!(*ctx.unwrap().settings(), settings);
}

#[test]
fn the_declared_kinds_are_listed_in_order() {
    let names: Vec<_> = EVENTS.iter().map(|kind| kind.name()).collect();
    assert_eq!(names, ["note.created", "a", "b", "c", "d"]);
    assert_eq!(NOTE_CREATED.about(), "A note was created.");
    assert_eq!(NOTE_CREATED.readers(), EventReaders::Owner);
}

#[tokio::test]
async fn only_the_earlier_events_of_an_account_are_deleted() {
    let store = Store::new();
    let [ada, bob] = [1, 2].map(|n| UserId::generate(Timestamp(n), &SystemEntropy));
    for (user, kind) in [(&ada, A), (&bob, B), (&ada, C), (&ada, D)] {
        let user = user.clone();
        let appended = store.db.write::<_, StoreError, _>("tell", move |tx| {
            tx.event(&Event {
                user: user.as_str(),
                kind,
                payload: serde_json::json!({ "topic": kind.name() }),
            })
        });
        appended.await.unwrap();
    }
    let place = |seq: i64| {
        let read = store.db.read::<_, StoreError, _>("place", move |tx| {
            tx.query_opt(
                "SELECT seq, at FROM event_outbox WHERE seq = ?1",
                params![seq],
                |row| {
                    Ok(EventPosition {
                        seq: row.at(0)?,
                        at: row.at(1)?,
                    })
                },
            )
        });
        async move { read.await.unwrap() }
    };
    let from = async |user: &UserId, place: EventPosition| {
        let user = user.clone();
        let read = store.db.read::<_, StoreError, _>("from", move |tx| {
            let mut topics = String::new();
            let found = tx.events_from::<StoreError>(&user, place, |reported| {
                assert_eq!(reported.payload["topic"], *reported.topic);
                topics += &reported.topic;
                Ok(true)
            })?;
            Ok(found.map(|()| topics))
        });
        read.await.unwrap()
    };
    let all = [
        place(1).await,
        place(2).await,
        place(3).await,
        place(4).await,
    ];
    let [first, bobs, third, last] = all.map(Option::unwrap);
    let other_moment = EventPosition {
        at: Timestamp(first.at.0 - 1),
        ..first
    };
    let unknown = EventPosition { seq: 9, ..last };
    for (user, place, expected) in [
        (&ada, first, Some("acd")),
        (&ada, third, Some("cd")),
        (&ada, last, Some("d")),
        (&ada, bobs, None),
        (&ada, other_moment, None),
        (&ada, unknown, None),
        (&ada, EventPosition::BEFORE_ALL, Some("acd")),
        (&bob, bobs, Some("b")),
    ] {
        assert_eq!(from(user, place).await.as_deref(), expected, "{place:?}");
    }
    let headings = store.db.read("after", |tx| tx.events_after(1, 2));
    let headings: Vec<_> = headings.await.unwrap();
    let headings: Vec<_> = headings.iter().map(|it| (it.seq, &*it.topic)).collect();
    assert_eq!(headings, [(2, "b"), (3, "c")]);

    // First no event is old enough; then all are, and the newest of each account stays.
    for (later, forgotten) in [(-1000, 0), (1000, 2), (1000, 0)] {
        let count = store.db.write::<_, StoreError, _>("forget", move |tx| {
            tx.forget_events(Timestamp(tx.now().0 + later))
        });
        assert_eq!(count.await.unwrap(), forgotten, "{later}");
    }
    for (user, place, expected) in [
        (&ada, first, None),
        (&ada, third, None),
        (&ada, last, Some("d")),
        (&bob, bobs, Some("b")),
    ] {
        assert_eq!(from(user, place).await.as_deref(), expected, "{place:?}");
    }
    let newest = store.db.read("newest", move |tx| {
        Ok::<_, StoreError>((tx.newest_event()?, tx.newest_event_of(&bob)?))
    });
    assert_eq!(newest.await.unwrap(), (4, Some(bobs)));
}
