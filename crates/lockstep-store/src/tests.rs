//! Tests of the embedded engine's guarantees, on a real file.

mod audit_log;
mod fairness;
mod sequences;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::audit::checkpoint::{self, Checkpoint};
use crate::audit::{self, InvalidEntry};
use crate::counted_list::{self, Slice, Source};
use crate::db::{Db, Options};
use crate::id::UserId;
use crate::outbox::EventPlace;
use crate::{
    Actor, Clock, Ctx, Entry, Event, EventReaders, Migration, QueueOwner, Settings, Status,
    StoreError, SystemClock, SystemEntropy, Timestamp, Tx, params,
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
struct Going(std::sync::mpsc::Sender<bool>);

impl Drop for Going {
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
    let captured = (store.db.clone(), Going(tell));
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

#[tokio::test]
async fn tampering_with_the_chain_names_the_first_changed_entry() {
    let cases: &[(&str, Option<(i64, &str)>)] = &[
        (
            "DELETE FROM audit_body WHERE seq = 2",
            Some((2, "no erasure is recorded")),
        ),
        (
            "DELETE FROM audit_body WHERE seq >= 3",
            Some((3, "no erasure is recorded")),
        ),
        (
            "UPDATE audit_body SET user_name = 'mallory' WHERE seq = 2",
            Some((2, "changed")),
        ),
        (
            "UPDATE audit_body SET user_name = x'ff' WHERE seq = 2",
            Some((2, "changed")),
        ),
        (
            "UPDATE audit_body SET salt = x'00' WHERE seq = 2",
            Some((2, "changed")),
        ),
        (
            "UPDATE audit_body SET details = 'note 9' WHERE seq = 2",
            Some((2, "changed")),
        ),
        (
            "UPDATE audit_body SET at = at + 1 WHERE seq = 2",
            Some((2, "changed")),
        ),
        (
            "UPDATE audit SET at = at + 1 WHERE seq = 3",
            Some((3, "hash")),
        ),
        (
            "UPDATE audit SET digest = zeroblob(32) WHERE seq = 1",
            Some((1, "hash")),
        ),
        ("DELETE FROM audit WHERE seq = 2", Some((2, "missing"))),
        ("DELETE FROM audit WHERE seq = 1", Some((1, "missing"))),
        ("DELETE FROM audit WHERE seq = 4", Some((4, "missing"))),
        (
            "UPDATE audit SET at = at + 1 WHERE seq = 3; UPDATE audit_body SET at = 1 WHERE seq = 2",
            Some((2, "changed")),
        ),
        (
            "UPDATE audit SET at = at + 1 WHERE seq = 2; UPDATE audit_body SET at = 1 WHERE seq = 3",
            Some((2, "hash")),
        ),
        (
            "DELETE FROM audit WHERE seq = 3; DELETE FROM audit_body WHERE seq < 3",
            Some((3, "missing")),
        ),
    ];
    for (tampering, expected) in cases {
        let store = Store::new();
        for id in 1..=4 {
            store
                .db
                .write("note", move |tx| note(tx, id))
                .await
                .unwrap();
        }
        let raw = store.raw();
        if tampering.contains("UPDATE") || tampering.contains("FROM audit ") {
            assert!(
                raw.execute_batch(tampering).is_err(),
                "the trigger refuses: {tampering}"
            );
            raw.execute_batch(
                "DROP TRIGGER audit_keeps; DROP TRIGGER audit_stays; DROP TRIGGER audit_body_keeps",
            )
            .unwrap();
        }
        raw.execute_batch(tampering).unwrap();
        for block in [1, 2, 3, 8192] {
            let verdict = store
                .db
                .read("verify", move |tx| audit::verify_in_blocks(tx, block))
                .await
                .unwrap();
            match (expected, verdict.broken) {
                (None, None) => assert_eq!((verdict.entries, verdict.erased), (4, 1)),
                (Some((seq, why)), Some(InvalidEntry { seq: found, reason })) => {
                    assert_eq!(*seq, found, "{tampering}");
                    assert!(reason.contains(why), "{tampering}: {reason}");
                }
                (expected, found) => panic!("{tampering}: {expected:?}, found {found:?}"),
            }
        }
    }
}

/// Writes an entry by an account.
fn entry_of(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    let actor = Actor {
        id: user.to_string(),
        role: "user".to_owned(),
    };
    tx.audit(&Entry {
        actor: &actor,
        action: "note.read",
        component: "notes",
        status: Status::Success,
        details: String::new(),
        metadata: serde_json::Value::Null,
    })
    .map(drop)
}

#[tokio::test]
async fn bodies_that_an_erasure_removed_are_recorded_and_others_are_missed() {
    let store = Store::new();
    let users: Vec<UserId> = (0..3)
        .map(|_| UserId::generate(Timestamp(0), &SystemEntropy))
        .collect();
    // The entries of the accounts alternate.
    let of = users.clone();
    let write = store.db.write::<_, StoreError, _>("entries", move |tx| {
        (0..30).try_for_each(|nth| entry_of(tx, &of[nth % 3]))
    });
    write.await.unwrap();
    for (nth, erased) in [(0, 10), (1, 20)] {
        let user = users[nth].clone();
        let erase = store.db.write("erase", move |tx| {
            let removed = audit::erase(tx, &user)?;
            // A late entry does not name an account that is being erased.
            entry_of(tx, &user)?;
            Ok::<_, StoreError>(removed)
        });
        assert_eq!(erase.await.unwrap(), 10);
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        assert_eq!((verdict.erased, verdict.broken), (erased, None), "{nth}");
    }
    let bytes = std::fs::read(store.folder.path().join("test.db-wal")).unwrap();
    assert!(!bytes.is_empty());
    let raw = store.raw();
    let named = "SELECT COUNT(*) FROM audit_body WHERE user_id = ?1";
    let count = |user: &UserId| -> i64 {
        raw.query_row(named, [user.as_str()], |row| row.get(0))
            .unwrap()
    };
    assert_eq!(
        [count(&users[0]), count(&users[1]), count(&users[2])],
        [0, 0, 10]
    );
    // A body of the third account, which was not erased; and the record of a removal itself.
    for (seq, restore) in [(3, true), (31, false)] {
        raw.execute_batch("CREATE TEMP TABLE kept AS SELECT * FROM audit_body")
            .unwrap();
        raw.execute("DELETE FROM audit_body WHERE seq = ?1", [seq])
            .unwrap();
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        let broken = verdict.broken.unwrap();
        assert!(
            broken.reason.contains("no erasure is recorded"),
            "{broken:?}"
        );
        assert_eq!(broken.seq, if restore { 3 } else { 1 });
        raw.execute(
            "INSERT INTO audit_body SELECT * FROM kept WHERE seq = ?1",
            [seq],
        )
        .unwrap();
        raw.execute_batch("DROP TABLE kept").unwrap();
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        assert_eq!(verdict.broken, None);
    }
}

#[tokio::test]
async fn bodies_missing_before_removals_were_recorded_are_recorded_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder, &[NOTES]).unwrap();
    for id in 1..=4 {
        db.write("note", move |tx| note(tx, id)).await.unwrap();
    }
    db.close().await;
    // Makes the store like one of an earlier version, which did not record erasures.
    let raw = rusqlite::Connection::open(folder.path().join("test.db")).unwrap();
    raw.execute_batch(
        "DELETE FROM audit_body WHERE seq IN (2, 3); DROP TABLE audit_erased;
         DELETE FROM migration WHERE capability = 'store' AND n = 4",
    )
    .unwrap();
    let db = open(&folder, &[NOTES]).unwrap();
    let verdict = db.read("verify", audit::verify).await.unwrap();
    assert_eq!(
        (verdict.entries, verdict.erased, verdict.broken),
        (5, 2, None)
    );
    db.close().await;
    // A second record of the same removal is detected.
    raw.execute_batch(
        "DELETE FROM audit_body WHERE seq = 4; DROP TABLE audit_erased;
         DELETE FROM migration WHERE capability = 'store' AND n = 4",
    )
    .unwrap();
    let db = open(&folder, &[NOTES]).unwrap();
    let verdict = db.read("verify", audit::verify).await.unwrap();
    let broken = verdict.broken.unwrap();
    assert!(
        broken.seq == 6 && broken.reason.contains("a second time"),
        "{broken:?}"
    );
}

/// Stores a checkpoint of the current chain, with a dummy signature.
async fn checkpoint(db: &Db) -> i64 {
    db.write::<_, StoreError, _>("checkpoint", |tx| {
        let head = checkpoint::head(tx)?.ok_or(StoreError::NoRow)?;
        let number = checkpoint::newest(tx)?.map_or(1, |newest| newest.number + 1);
        let new = Checkpoint {
            number,
            head,
            at: tx.now(),
            record: String::new(),
            signature: String::new(),
            signer: String::new(),
        };
        checkpoint::keep(tx, &new)?;
        Ok(number)
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_checkpoint_shows_that_the_chain_was_cut_off_or_rewritten() {
    let cut = |from: i64| {
        format!(
            "DROP TRIGGER audit_stays; DELETE FROM audit_body WHERE seq >= {from};
             DELETE FROM audit WHERE seq >= {from}"
        )
    };
    for (tampering, written, expected) in [
        (String::new(), 0, None),
        (cut(6), 0, None), // the entries after the checkpoint
        (cut(5), 0, Some((5, "up to 5"))),
        (cut(3), 0, Some((3, "up to 5"))),
        (cut(1), 0, Some((1, "up to 5"))),
        (cut(4), 5, Some((5, "a checkpoint was made of"))),
    ] {
        let store = Store::new();
        let more = async |count: i64| {
            for _ in 0..count {
                let id = store.notes().await.last().map_or(1, |last| last + 1);
                let write = store.db.write("note", move |tx| note(tx, id));
                write.await.unwrap();
            }
        };
        more(5).await;
        checkpoint(&store.db).await;
        more(2).await;
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        let whole = (verdict.entries, verdict.covered, verdict.broken);
        assert_eq!(whole, (7, Some(5), None));
        store.raw().execute_batch(&tampering).unwrap();
        more(written).await;
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        match (expected, verdict.broken) {
            (None, None) => {}
            (Some((seq, why)), Some(InvalidEntry { seq: found, reason })) => {
                assert_eq!(seq, found, "{tampering}: {reason}");
                assert!(reason.contains(why), "{tampering}: {reason}");
            }
            (expected, found) => panic!("{tampering}: {expected:?}, found {found:?}"),
        }
    }
}

#[tokio::test]
async fn old_checkpoints_beyond_the_limit_are_deleted() {
    let store = Store::new();
    store.db.write("note", |tx| note(tx, 1)).await.unwrap();
    for number in 1..=130 {
        assert_eq!(checkpoint(&store.db).await, number);
    }
    let kept = store.db.read("kept", checkpoint::all).await.unwrap();
    assert_eq!((kept[0].number, kept[kept.len() - 1].number), (31, 130));
}

#[tokio::test]
async fn a_store_with_unknown_or_changed_migrations_is_refused() {
    let newer = Migration {
        capability: "notes",
        n: 2,
        sql: "CREATE TABLE more(id BIGINT)",
    };
    let changed = Migration {
        sql: "CREATE TABLE note(id BIGINT)",
        ..NOTES
    };
    let folder = tempfile::tempdir().unwrap();
    drop(open(&folder, &[NOTES, newer]).unwrap());
    drop(open(&folder, &[NOTES, newer]).unwrap());
    for (migrations, why) in [
        (vec![NOTES], "newer lockstep"),
        (vec![changed, newer], "unreleased"),
    ] {
        let Err(error) = open(&folder, &migrations) else {
            panic!("opened: {why}")
        };
        assert!(error.to_string().contains(why), "{error}");
    }
    let broken = Migration {
        capability: "notes",
        n: 3,
        sql: "CREATE TABLE third(id BIGINT); nonsense",
    };
    assert!(open(&folder, &[NOTES, newer, broken]).is_err());
    let left: i64 = rusqlite::Connection::open(folder.path().join("test.db"))
        .unwrap()
        .query_row(
            "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'third'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(left, 0, "a migration that fails leaves nothing");
}

#[tokio::test]
async fn a_backup_contains_the_whole_store() {
    let store = Store::new();
    for id in 1..=50 {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
    }
    let copy = tempfile::tempdir().unwrap();
    let mut last = (0, 1);
    store
        .db
        .backup(&copy.path().join("test.db"), |done, all| last = (done, all))
        .unwrap();
    assert_eq!(last.0, last.1);
    let restored = open(&copy, &[NOTES]).unwrap();
    let verdict = restored.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (50, None));
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
                    Ok(EventPlace {
                        seq: row.at(0)?,
                        at: row.at(1)?,
                    })
                },
            )
        });
        async move { read.await.unwrap() }
    };
    let from = async |user: &UserId, place: EventPlace| {
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
    let other_moment = EventPlace {
        at: Timestamp(first.at.0 - 1),
        ..first
    };
    let unknown = EventPlace { seq: 9, ..last };
    for (user, place, expected) in [
        (&ada, first, Some("acd")),
        (&ada, third, Some("cd")),
        (&ada, last, Some("d")),
        (&ada, bobs, None),
        (&ada, other_moment, None),
        (&ada, unknown, None),
        (&ada, EventPlace::BEFORE_ALL, Some("acd")),
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

/// A wall clock that is set an hour forward and back while monotonic time runs on.
struct SetClock {
    real: Arc<dyn Clock>,
    ahead: AtomicI64,
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.real.now().0 + self.ahead.load(Ordering::SeqCst))
    }

    fn monotonic(&self) -> Duration {
        self.real.monotonic()
    }
}

#[tokio::test]
async fn a_clock_that_is_set_breaks_neither_the_chain_nor_the_order_of_events() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SetClock {
        real: SystemClock::shared(),
        ahead: AtomicI64::new(0),
    });
    let options = Options {
        file: folder.path().join("test.db"),
        readers: 1,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &[NOTES]).unwrap();
    let hour = 3_600_000;
    for (id, ahead) in (1_i64..).zip([0, hour, -hour, hour, 0, -hour]) {
        clock.ahead.store(ahead, Ordering::SeqCst);
        db.write("note", move |tx| note(tx, id)).await.unwrap();
    }
    let verdict = db.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (6, None));
    let events = db
        .read("events", |tx| {
            tx.query("SELECT seq FROM event_outbox ORDER BY seq", &[], |row| {
                row.at::<i64>(0)
            })
        })
        .await
        .unwrap();
    assert_eq!(events, [1, 2, 3, 4, 5, 6]);
    // A store written in the future opens in the past.
    drop(db);
    let again = open(&folder, &[NOTES]).unwrap();
    again.write("note", |tx| note(tx, 7)).await.unwrap();
    let verdict = again.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (7, None));
}

#[tokio::test]
async fn a_log_checkpoint_fails_while_a_reader_uses_an_older_snapshot() {
    let store = Store::new();
    let write = async |id| {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
    };
    write(1).await;
    let reader = store.raw();
    reader.execute_batch("BEGIN; SELECT * FROM note").unwrap();
    write(2).await;
    let writer = store.raw();
    writer.busy_timeout(Duration::ZERO).unwrap();
    let refused = crate::sqlite::checkpoint_log(&writer);
    assert!(matches!(refused, Err(StoreError::Unfolded)), "{refused:?}");
    drop(reader);
    crate::sqlite::checkpoint_log(&writer).unwrap();
    let log = std::fs::metadata(store.folder.path().join("test.db-wal"));
    assert_eq!(log.unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_checkpoints_succeed_during_writes_and_reads() {
    let store = Store::new();
    let mut checkpoints = Vec::new();
    for id in 0..40 {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
        let db = store.db.clone();
        checkpoints.push(tokio::task::spawn_blocking(move || db.checkpoint()));
        assert_eq!(store.notes().await.len() as i64, id + 1);
    }
    for checkpoint in checkpoints {
        checkpoint.await.unwrap().unwrap();
    }
}

const LEDGER: Migration = Migration {
    capability: "ledger",
    n: 1,
    sql: "CREATE TABLE clear(owner TEXT NOT NULL, id BIGINT NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (owner, id)) {without_rowid};
          CREATE TABLE body(owner TEXT NOT NULL, id BIGINT NOT NULL, bytes {blob} NOT NULL,
            PRIMARY KEY (owner, id));
          CREATE INDEX clear_text ON clear(text)",
};

/// Returns pseudo-random numbers (SplitMix64).
fn roll(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % below
}

/// Writes, changes and removes rows of twelve owners in random order. The rows of one owner hold
/// canaries.
fn shuffle(tx: &mut Tx<'_>, dice: &mut u64) -> Result<(), StoreError> {
    for _ in 0..60 {
        let owner = roll(dice, 12);
        let tag = if owner == 7 { "CANARY" } else { "others" };
        let (name, id) = (format!("owner {owner}"), roll(dice, 100_000) as i64);
        let length = [5, 100, 1500, 6000][roll(dice, 4) as usize];
        let text = format!("{tag} {id} {}", "x".repeat(length));
        let bytes = format!("{tag} {id} {}", "y".repeat(length * 3)).into_bytes();
        tx.execute(
            "INSERT INTO clear(owner, id, text) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner, id) DO UPDATE SET text = excluded.text",
            params![&name, id, &text],
        )?;
        tx.execute(
            "INSERT INTO body(owner, id, bytes) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner, id) DO UPDATE SET bytes = excluded.bytes",
            params![&name, id, &bytes],
        )?;
        if id % 4 == 0 {
            tx.execute(
                "DELETE FROM clear WHERE owner = ?1
                    AND id = (SELECT MIN(id) FROM clear WHERE owner = ?1)",
                params![&name],
            )?;
        }
    }
    Ok(())
}

fn canaries(folder: &std::path::Path) -> usize {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        bytes.windows(6).filter(|part| part == b"CANARY").count()
    });
    files.sum()
}

/// Returns the contents of both tables.
async fn ledger(db: &Db) -> Vec<(String, i64, i64)> {
    let sql = "SELECT owner, id, length(text) FROM clear
        UNION ALL SELECT owner, id, length(bytes) FROM body ORDER BY 1, 2, 3";
    let rows = db.read::<_, StoreError, _>("ledger", move |tx| {
        assert_eq!(tx.integrity()?, Vec::<String>::new());
        tx.query(sql, &[], |row| Ok((row.at(0)?, row.at(1)?, row.at(2)?)))
    });
    rows.await.unwrap()
}

/// A counted list equals a sorted set, page by page in both orders, while entries come and go.
#[tokio::test]
async fn pages_of_a_counted_list_are_those_of_a_sorted_list() {
    let store = Store::new();
    let found = store.db.write::<_, StoreError, _>("list", |tx| {
        let (mut dice, mut all) = (7, std::collections::BTreeSet::new());
        for round in 0..6 {
            for _ in 0..1500 {
                let id = format!("id{:04}", roll(&mut dice, 9000));
                // More additions than removals at first, then fewer.
                let is_removed = roll(&mut dice, 6) < round;
                let sql = match is_removed {
                    true => "DELETE FROM counted_entry WHERE list = 'a' AND id = ?1",
                    false => "INSERT INTO counted_entry(list, id) VALUES ('a', ?1) ON CONFLICT DO NOTHING",
                };
                tx.execute(sql, params![&id])?;
                match is_removed {
                    true => all.remove(&id),
                    false => all.insert(id),
                };
            }
            tx.execute("INSERT INTO counted_entry(list, id) VALUES ('b', ?1)", params![round as i64])?;
            assert_eq!(counted_list::total(tx, "a")?, all.len() as u64);
            for is_ascending in [true, false] {
                let mut sorted: Vec<_> = all.iter().cloned().collect();
                if !is_ascending {
                    sorted.reverse();
                }
                for offset in (0..all.len() as u64 + 300).step_by(97) {
                    let slice = Slice { offset, limit: 20, is_ascending };
                    let expected: Vec<_> = sorted.iter().skip(offset as usize).take(20).collect();
                    let ids = counted_list::ids(tx, "a", slice)?;
                    assert!(ids.iter().eq(expected), "{slice:?}");
                }
            }
        }
        for id in &all {
            tx.execute("DELETE FROM counted_entry WHERE list = 'a' AND id = ?1", params![id])?;
        }
        counted_list::totals(tx, "")
    });
    assert_eq!(found.await.unwrap(), [("b".to_owned(), 6)]);
}

#[tokio::test]
async fn removed_data_is_in_no_file_and_no_copy() {
    // A new store, and one created before removed data was overwritten.
    for is_old in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        if is_old {
            let raw = rusqlite::Connection::open(folder.path().join("test.db")).unwrap();
            raw.execute_batch(
                "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; CREATE TABLE one(x)",
            )
            .unwrap();
        }
        let db = open(&folder, &[LEDGER]).unwrap();
        if is_old {
            let lax = |tx: &mut Tx<'_>| tx.query("PRAGMA secure_delete = OFF", &[], |_| Ok(()));
            db.write::<_, StoreError, _>("lax", move |tx| lax(tx))
                .await
                .unwrap();
        }
        let mut dice = 11;
        for _ in 0..12 {
            let shuffled = db.write::<_, StoreError, _>("shuffle", move |tx| {
                let mut now = dice;
                shuffle(tx, &mut now)?;
                Ok(now)
            });
            dice = shuffled.await.unwrap();
        }
        let remove = db.write::<_, StoreError, _>("remove", |tx| {
            tx.execute("DELETE FROM clear WHERE owner = 'owner 7'", &[])?;
            tx.execute("DELETE FROM body WHERE owner = 'owner 7'", &[])
        });
        assert!(remove.await.unwrap() > 10);
        let before = ledger(&db).await;
        db.checkpoint().unwrap();
        // In a new store the engine overwrites nearly all of it by itself.
        assert!(!is_old || canaries(folder.path()) > 100);
        // Two concurrent calls share a pass.
        let (one, other) = tokio::join!(db.erase_traces(), db.erase_traces());
        one.unwrap();
        other.unwrap();
        assert_eq!(canaries(folder.path()), 0, "{is_old}");
        assert_eq!(ledger(&db).await, before);
        // The store still works, and a copy contains only its rows.
        let shuffled = db.write::<_, StoreError, _>("shuffle", |tx| shuffle(tx, &mut 5));
        shuffled.await.unwrap();
        let after = ledger(&db).await;
        let copies = tempfile::tempdir().unwrap();
        let mut steps = Vec::new();
        db.backup(&copies.path().join("test.db"), |done, total| {
            steps.push((done, total));
        })
        .unwrap();
        assert!(steps.last().is_some_and(|(done, total)| done == total));
        let copy = open(&copies, &[LEDGER]).unwrap();
        assert_eq!(ledger(&copy).await, after);
        db.close().await;
        let again = open(&folder, &[LEDGER]).unwrap();
        assert_eq!(ledger(&again).await, after);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erasing_traces_fails_while_a_reader_uses_an_older_snapshot() {
    let store = Store::new();
    for id in 1..=3 {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
    }
    let reader = store.raw();
    reader.execute_batch("BEGIN; SELECT * FROM note").unwrap();
    store.db.write("note", |tx| note(tx, 4)).await.unwrap();
    let released = store.db.erase_traces().await;
    assert!(
        matches!(released, Err(StoreError::Unfolded)),
        "{released:?}"
    );
    store.db.erase_traces_soon().await.unwrap_err();
    drop(reader);
    store.db.erase_owed_traces().await.unwrap();
    let log = std::fs::metadata(store.folder.path().join("test.db-wal"));
    assert_eq!(log.unwrap().len(), 0);
}

/// Damage to a counted list over 3000 notes, and whether it is found.
const LIST_DAMAGE: &[(&str, bool)] = &[
    ("SELECT 1", false),
    ("DELETE FROM counted_entry WHERE id = 'id77'", true),
    (
        "INSERT INTO counted_entry(list, id) VALUES ('note:new', 'id7')",
        true,
    ),
    (
        "UPDATE counted_group SET n = n + 1 WHERE list = 'note:0' AND first = ''",
        true,
    ),
    (
        "UPDATE counted_group SET n = -3 WHERE list = 'note:1'",
        true,
    ),
    ("DELETE FROM counted_group WHERE list = 'note:1'", true),
    (
        "UPDATE counted_group SET first = 'id5' WHERE list = 'note:0' AND first = ''",
        true,
    ),
    ("DELETE FROM note WHERE id = 7", true),
    ("DELETE FROM counted_entry", true),
    // Another capability's list.
    (
        "INSERT INTO counted_entry(list, id) VALUES ('other', 'id7')",
        false,
    ),
];

#[tokio::test]
async fn a_damaged_counted_list_is_made_again() {
    let source = Source {
        prefix: "note:",
        entries: "SELECT 'note:' || (id % 2) AS list, 'id' || id AS id FROM note
            UNION ALL SELECT 'note:all', 'id' || id FROM note",
    };
    for (damage, is_found) in LIST_DAMAGE {
        let store = Store::new();
        let outcome = store.db.write::<_, StoreError, _>("list", move |tx| {
            for id in 1..=3000_i64 {
                tx.execute("INSERT INTO note(id, text) VALUES (?1, '')", params![id])?;
            }
            counted_list::rebuild(tx, &source)?;
            let before = counted_list::differs(tx, &source)?;
            tx.query(damage, &[], |_| Ok(()))?;
            let damaged = counted_list::differs(tx, &source)?;
            counted_list::rebuild(tx, &source)?;
            let slice = Slice {
                offset: 1400,
                limit: 2,
                is_ascending: true,
            };
            let ids = counted_list::ids(tx, "note:0", slice)?;
            Ok((
                before,
                damaged,
                counted_list::differs(tx, &source)?,
                ids.len(),
            ))
        });
        let outcome = outcome.await.unwrap();
        assert_eq!(outcome, (false, *is_found, false, 2), "{damage}");
    }
}
