//! Tests that one account's work does not delay the others.

use std::sync::mpsc;

use tokio::task::JoinHandle;

use super::*;

fn owner(byte: u8) -> QueueOwner {
    QueueOwner::Account(UserId::from_bytes([byte; 16]))
}

/// Starts a read that ends on a message; the read has begun when this returns.
async fn open_read(db: &Db, of: QueueOwner) -> (mpsc::Sender<()>, JoinHandle<()>) {
    let (end, ending) = mpsc::channel();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let db = db.clone();
    let read = tokio::spawn(of.scope(async move {
        db.read::<_, StoreError, _>("held", move |_| {
            begun.send(()).unwrap();
            ending.recv().unwrap();
            Ok(())
        })
        .await
        .unwrap();
    }));
    beginning.await.unwrap();
    (end, read)
}

/// Polls a future once.
fn poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::Pin::new(future).poll(&mut context) {
        std::task::Poll::Ready(done) => Some(done),
        std::task::Poll::Pending => None,
    }
}

#[tokio::test]
async fn a_credential_is_read_while_every_reader_is_taken() {
    let store = Store::new();
    let (end_one, one) = open_read(&store.db, owner(1)).await;
    let (end_two, two) = open_read(&store.db, owner(2)).await;
    let found = store
        .db
        .read_credential::<i64, StoreError, _>("credential", |tx| {
            tx.query_one("SELECT 7", &[], |row| row.at(0))
        });
    assert_eq!(found.await.unwrap(), 7);
    end_one.send(()).unwrap();
    end_two.send(()).unwrap();
    one.await.unwrap();
    two.await.unwrap();
}

#[tokio::test]
async fn one_accounts_reads_leave_a_reader_for_others() {
    let store = Store::new();
    let (end, reading) = open_read(&store.db, owner(1)).await;
    let mut more: Vec<_> = (0..8)
        .map(|_| {
            let read = store.db.read::<i64, StoreError, _>("more", |tx| {
                tx.query_one("SELECT 1", &[], |row| row.at(0))
            });
            Box::pin(owner(1).scope(read))
        })
        .collect();
    assert!(more.iter_mut().all(|read| poll(read).is_none()));
    let other = owner(2).scope(store.notes());
    assert_eq!(other.await, [0_i64; 0]);
    assert!(more.iter_mut().all(|read| poll(read).is_none()));
    end.send(()).unwrap();
    // Together: a read that was open for long may lend its reader to the others before it ends.
    let others = async {
        for read in more {
            assert_eq!(read.await.unwrap(), 1);
        }
    };
    let (read, ()) = tokio::join!(reading, others);
    read.unwrap();
}

#[tokio::test]
async fn an_account_with_a_full_queue_gets_an_error() {
    let store = Store::new();
    let (end, reading) = open_read(&store.db, owner(1)).await;
    let read = || Box::pin(owner(1).scope(store.notes_or_error()));
    let mut waiting: Vec<_> = (0..64).map(|_| read()).collect();
    assert!(waiting.iter_mut().all(|read| poll(read).is_none()));
    let refused = read().await;
    assert!(
        matches!(refused, Err(StoreError::Busy { .. })),
        "{refused:?}"
    );
    assert_eq!(owner(2).scope(store.notes()).await, [0_i64; 0]);
    // A dropped future leaves the queue.
    drop(waiting.pop());
    assert!(poll(&mut read()).is_none());
    // A read that was open for long may lend its reader to one of these, which this test does not poll again.
    drop(waiting);
    end.send(()).unwrap();
    reading.await.unwrap();
}

#[tokio::test]
async fn a_cancelled_read_ends() {
    let store = Store::new();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let (alive, ended) = mpsc::channel::<()>();
    let db = store.db.clone();
    let endless = tokio::spawn(async move {
        let mut begun = Some(begun);
        db.read::<(), StoreError, _>("endless", move |tx| {
            let _alive = alive;
            tx.visit(ENDLESS, &[], |_| {
                if let Some(begun) = begun.take() {
                    begun.send(()).unwrap();
                }
                Ok::<_, StoreError>(true)
            })
        })
        .await
    });
    beginning.await.unwrap();
    endless.abort();
    // The closure is dropped with its captured values.
    let ended = tokio::task::spawn_blocking(move || ended.recv());
    assert!(ended.await.unwrap().is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_read_lends_its_reader_and_keeps_its_snapshot() {
    if postgres::is_used() {
        // A statement within an endless read first waits for the rest of its rows.
        println!("skipped: PostgreSQL answers one statement after the other");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        file: folder.path().join("test.db"),
        postgres: postgres::schema_of(folder.path()),
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &[NOTES]).unwrap();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let (end, ending) = mpsc::channel();
    let reading = db.clone();
    let long = tokio::spawn(owner(1).scope(async move {
        let mut begun = Some(begun);
        reading
            .read::<(i64, i64), StoreError, _>("long", move |tx| {
                let count = || tx.query_one("SELECT COUNT(*) FROM note", &[], |row| row.at(0));
                let before = count()?;
                tx.visit(ENDLESS, &[], |_| {
                    if let Some(begun) = begun.take() {
                        begun.send(()).unwrap();
                    }
                    Ok::<_, StoreError>(ending.try_recv().is_err())
                })?;
                Ok((before, count()?))
            })
            .await
            .unwrap()
    }));
    beginning.await.unwrap();
    db.write("note", |tx| note(tx, 1)).await.unwrap();
    // There is one reader, and the long read ends only after this one.
    let seen = db.read::<i64, StoreError, _>("short", |tx| {
        tx.query_one("SELECT COUNT(*) FROM note", &[], |row| row.at(0))
    });
    assert_eq!(owner(2).scope(seen).await.unwrap(), 1);
    end.send(()).unwrap();
    assert_eq!(
        long.await.unwrap(),
        (0, 0),
        "the same snapshot from its first to its last row"
    );
}

#[tokio::test]
async fn one_accounts_writes_do_not_delay_anothers() {
    let store = Store::new();
    let (end, ending) = mpsc::channel::<()>();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let mut begun = Some(begun);
    let mut first = Box::pin(owner(1).scope(store.db.write("first", move |_| {
        if let Some(begun) = begun.take() {
            begun.send(()).unwrap();
        }
        // As long as a large upload takes; the counter of the account shows it.
        ending.recv().unwrap();
        Ok::<_, StoreError>(())
    })));
    assert!(poll(&mut first).is_none());
    beginning.await.unwrap();
    let (ran, order) = mpsc::channel();
    let write = |of: u8| {
        let ran = ran.clone();
        let mut write = Box::pin(owner(of).scope(store.db.write("next", move |_| {
            ran.send(of).unwrap();
            Ok::<_, StoreError>(())
        })));
        let polled = poll(&mut write);
        (write, polled)
    };
    let mut all: Vec<_> = (0..64).map(|_| write(1)).collect();
    assert!(all.iter().all(|(_, polled)| polled.is_none()));
    let (_, refused) = write(1);
    assert!(matches!(refused, Some(Err(StoreError::Busy { .. }))));
    all.push(write(2));
    end.send(()).unwrap();
    first.await.unwrap();
    for (write, _) in all {
        write.await.unwrap();
    }
    let order: Vec<u8> = order.try_iter().collect();
    assert_eq!(order.len(), 65);
    assert_eq!(order[0], 2, "its account has used no time yet");
}

impl Store {
    async fn notes_or_error(&self) -> Result<Vec<i64>, StoreError> {
        self.db
            .read("notes", |tx| {
                tx.query("SELECT id FROM note ORDER BY id", &[], |row| row.at(0))
            })
            .await
    }
}

const ENDLESS: &str =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";

/// A read for an account ends when its time limit is reached: while it waits, and between two rows. The
/// server's own reads are as long as they need.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_for_an_account_ends_after_the_time_limit() {
    let store = Store::new();
    let time = std::time::Duration::from_millis(30);
    store.db.limit_reads(1, time);
    let (end, reading) = open_read(&store.db, QueueOwner::System).await;
    let waiting = owner(1).scope(store.notes_or_error()).await;
    assert!(
        matches!(waiting, Err(StoreError::Overdue { .. })),
        "{waiting:?}"
    );
    if postgres::is_used() {
        println!("skipped: a read on PostgreSQL ends when its statement has ended");
        return;
    }
    // Another slot is there at once.
    store.db.limit_reads(2, time);
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT i FROM n";
    let endless = |tx: &Tx<'_>| tx.visit(numbers, &[], |_| Ok::<_, StoreError>(true));
    let long = store.db.read("long", endless);
    let ended = owner(1).scope(long).await;
    assert!(
        matches!(ended, Err(StoreError::Overdue { .. })),
        "{ended:?}"
    );
    // A longer time acts at once.
    store.db.limit_reads(2, std::time::Duration::from_secs(60));
    assert_eq!(owner(1).scope(store.notes()).await, [0_i64; 0]);
    end.send(()).unwrap();
    reading.await.unwrap();
}

/// A figure costs a bounded number of rows, and an erasure removes the account's own ones.
#[tokio::test]
async fn figures_are_added_and_old_periods_are_removed() {
    use crate::figure::{self, Figure, PeriodLength, PeriodRange};
    let store = Store::new();
    let user = UserId::from_bytes([7; 16]);
    let start: Timestamp = "2026-06-01T00:30:00Z".parse().unwrap();
    let hours = move |hours: u64| start.plus(std::time::Duration::from_secs(3600 * hours));
    let of = user.clone();
    let added = store.db.write::<_, StoreError, _>("add", move |tx| {
        for hour in 0..200 {
            let figure = Figure {
                name: "rides",
                user: Some(&of).filter(|_| hour % 2 == 0),
                subject: if hour % 4 == 0 { "a" } else { "b" },
                n: 1,
            };
            figure::add(tx, hours(hour), &figure)?;
        }
        Ok(())
    });
    added.await.unwrap();
    let at = hours(199);
    let read = |user: Option<UserId>| {
        store.db.read::<_, StoreError, _>("read", move |tx| {
            let span = |unit, count| PeriodRange::of(unit, count, at);
            let user = user.as_ref();
            Ok((
                figure::series(tx, "rides", user, span(PeriodLength::Hour, 24))?,
                figure::series(tx, "rides", user, span(PeriodLength::Month, 12))?,
                figure::subjects(tx, "rides", user, span(PeriodLength::Day, 7), 10)?,
                tx.query_one(
                    "SELECT COUNT(*) FROM figure WHERE unit = 'hour'",
                    &[],
                    |row| row.at::<i64>(0),
                )?,
            ))
        })
    };
    let (day, year, subjects, rows) = read(None).await.unwrap();
    assert_eq!((day.len(), day.iter().sum::<i64>()), (24, 24));
    assert_eq!((year.len(), year.iter().sum::<i64>()), (12, 200));
    // Seven days of 24 hours, of which the last has eight hours.
    assert_eq!(subjects, [("b".to_owned(), 114), ("a".to_owned(), 38)]);
    assert!(rows <= 2 * 49, "{rows}");
    let (day, year, ..) = read(Some(user.clone())).await.unwrap();
    assert_eq!(
        (day.iter().sum::<i64>(), year.iter().sum::<i64>()),
        (12, 100)
    );
    let erased = user.clone();
    let forgotten = store
        .db
        .write::<_, StoreError, _>("forget", move |tx| figure::forget(tx, &erased));
    forgotten.await.unwrap();
    assert_eq!(read(Some(user)).await.unwrap().1, [0; 12]);
    assert_eq!(read(None).await.unwrap().1.iter().sum::<i64>(), 200);
    // Figures that are too large stay at the greatest one, and their sums can be read.
    let raised = store.db.write::<_, StoreError, _>("add", move |tx| {
        for hour in [100, 150, 199, 199] {
            let figure = Figure {
                name: "rides",
                user: None,
                subject: "a",
                n: i64::MAX,
            };
            figure::add(tx, hours(hour), &figure)?;
        }
        Ok(())
    });
    raised.await.unwrap();
    let (_, year, subjects, _) = read(None).await.unwrap();
    let most = 1_i64 << 53;
    assert!(year.iter().all(|n| *n <= most + 200), "{year:?}");
    // Four other days have six rides each.
    assert_eq!(subjects[0], ("a".to_owned(), 3 * most + 24));
}
