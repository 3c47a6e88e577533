//! Writers of accounts on PostgreSQL: what runs at the same time, what does not, and what a node does that takes over.

use std::sync::{Condvar, Mutex};

use super::*;
use crate::active_node;
use crate::lock::lock;
use crate::postgres::PostgresUrl;
use crate::postgres::connection::{Connection, Role};

/// Opens a store with writers of accounts; `None` without a server for tests.
fn open_with_writers(folder: &tempfile::TempDir, writers: usize) -> Option<(Db, PostgresUrl)> {
    let Some(url) = postgres::schema_of(folder.path()) else {
        println!("skipped: the embedded engine has one writer");
        return None;
    };
    let options = Options {
        file: folder.path().join("test.db"),
        postgres: Some(url.clone().with_account_writers(writers)),
        readers: 2,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    Some((Db::open(options, &[NOTES]).unwrap(), url))
}

/// A place where a transaction waits on its thread.
#[derive(Default)]
struct Meeting {
    arrived: Mutex<usize>,
    changed: Condvar,
}

impl Meeting {
    fn arrive(&self) {
        *lock(&self.arrived) += 1;
        self.changed.notify_all();
    }

    /// Waits until this number has arrived; returns whether they did.
    fn wait_for(&self, number: usize) -> bool {
        let waited = self
            .changed
            .wait_timeout_while(lock(&self.arrived), LONGEST, |arrived| *arrived < number);
        *waited.unwrap().0 >= number
    }
}

/// Runs a statement in PostgreSQL's dialect on a connection of its own.
fn ask(url: &PostgresUrl, sql: &'static str) -> Option<String> {
    let url = url.clone();
    let asking = std::thread::spawn(move || {
        let connection = Connection::open(&url, Role::Reader).unwrap();
        connection.text(sql).unwrap()
    });
    asking.join().unwrap()
}

async fn together(db: &Db, meeting: &Arc<Meeting>, (first, second): (u8, u8)) -> [bool; 2] {
    let write = |number: u8| {
        let (db, meeting) = (db.clone(), Arc::clone(meeting));
        tokio::spawn(async move {
            let job = move |tx: &mut Tx<'_>| {
                note(tx, i64::from(number))?;
                meeting.arrive();
                Ok::<_, StoreError>(meeting.wait_for(2))
            };
            db.write_of_account("note", &account(number), job).await
        })
    };
    let (first, second) = (write(first), write(second));
    [
        first.await.unwrap().unwrap(),
        second.await.unwrap().unwrap(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_of_different_accounts_run_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let Some((db, url)) = open_with_writers(&folder, 2) else {
        return;
    };
    connect_writers(&db, 2).await;
    let met = together(&db, &Arc::default(), (1, 2)).await;
    assert_eq!(met, [true, true], "each waited for the other");
    // So they do after all sessions have ended, once the general writer has connected again.
    ask(
        &url,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
             AND objid = hashtext(current_schema())::oid",
    );
    db.write("note", |tx| note(tx, 3)).await.unwrap();
    // The first find their connections lost, and the general writer runs them.
    for id in 6..8 {
        let job = move |tx: &mut Tx<'_>| note(tx, id);
        db.write_of_account("note", &account(1), job).await.unwrap();
    }
    connect_writers(&db, 2).await;
    let met = together(&db, &Arc::default(), (4, 5)).await;
    assert_eq!(met, [true, true]);
    assert_eq!(ask(&url, "SELECT count(*) FROM note").as_deref(), Some("7"));
}

/// Writes nothing for an account, and waits until this number of writers is connected.
async fn connect_writers(db: &Db, number: usize) {
    let nothing = |_: &mut Tx<'_>| Ok::<_, StoreError>(());
    db.write_of_account("nothing", &account(99), nothing)
        .await
        .unwrap();
    let waited = tokio::time::timeout(LONGEST, db.wait_for_account_writers(number));
    waited.await.expect("the writers connect");
}

/// What runs, and what ran beside something that it must not run beside.
#[derive(Default)]
struct Running {
    general: bool,
    accounts: Vec<u8>,
    faults: usize,
    most: usize,
}

impl Running {
    fn begin(&mut self, number: Option<u8>) {
        let is_alone = match number {
            None => !self.general && self.accounts.is_empty(),
            Some(number) => !self.general && !self.accounts.contains(&number),
        };
        self.faults += usize::from(!is_alone);
        match number {
            None => self.general = true,
            Some(number) => self.accounts.push(number),
        }
        self.most = self.most.max(self.accounts.len());
    }

    fn end(&mut self, number: Option<u8>) {
        match number {
            None => self.general = false,
            Some(number) => self.accounts.retain(|other| *other != number),
        }
    }
}

/// A transaction of the test, which may fail after its changes.
fn job(
    running: &Arc<Mutex<Running>>,
    number: Option<u8>,
    id: i64,
) -> impl FnMut(&mut Tx<'_>) -> Result<i64, StoreError> + Send + 'static {
    let running = Arc::clone(running);
    move |tx| {
        lock(&running).begin(number);
        let stored = note(tx, id);
        lock(&running).end(number);
        stored?;
        match id % 5 {
            1 => Err(StoreError::NoRow),
            2 => panic!("expected by the test"),
            _ => Ok(id),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_and_general_transactions_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let Some((db, _)) = open_with_writers(&folder, 3) else {
        return;
    };
    connect_writers(&db, 3).await;
    let running: Arc<Mutex<Running>> = Arc::default();
    let reading = tokio::spawn(read_events(db.clone(), 600));
    let mut waiting = Vec::new();
    for id in 0..1000_i64 {
        let number = u8::try_from(id % 7).ok().filter(|number| *number > 0);
        let (db, job) = (db.clone(), job(&running, number, id));
        waiting.push(tokio::spawn(async move {
            match number {
                None => db.write("note", job).await,
                Some(number) => {
                    let user = account(number);
                    let queue = QueueOwner::Account(user.clone());
                    let writing = db.write_of_account("note", &user, job);
                    crate::owner::CURRENT.scope(queue, writing).await
                }
            }
        }));
        // The queue of an account has a limit.
        if waiting.len() == 100 {
            for write in waiting.drain(..) {
                let outcome = write.await.unwrap();
                let is_stored = outcome.is_ok();
                assert!(is_stored || !matches!(outcome, Err(StoreError::Busy { .. })));
            }
        }
    }
    let kept: Vec<i64> = (0..1000).filter(|id| !matches!(id % 5, 1 | 2)).collect();
    let stored: Vec<i64> = db
        .read("notes", |tx| {
            tx.query("SELECT id FROM note ORDER BY id", &[], |row| row.at(0))
        })
        .await
        .unwrap();
    assert_eq!(stored, kept);
    {
        let running = lock(&running);
        assert_eq!(running.faults, 0, "transactions ran beside each other");
        assert!(running.most > 1, "accounts ran one after the other");
    }
    let verdict = db.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (600, None));
    let seen = reading.await.unwrap();
    assert_eq!(
        seen,
        (1..=600).collect::<Vec<i64>>(),
        "in order, without gaps"
    );
}

/// Reads events as listeners do: after each signal, those after the last one.
async fn read_events(db: Db, number: usize) -> Vec<i64> {
    let mut signal = db.event_signal();
    let mut seen: Vec<i64> = Vec::new();
    loop {
        let last = seen.last().copied().unwrap_or(0);
        let next = db.read("events", move |tx| tx.events_after(last, 10_000));
        let next: Result<_, StoreError> = next.await;
        seen.extend(next.unwrap().iter().map(|event| event.seq));
        if seen.len() >= number {
            return seen;
        }
        signal.changed().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_takes_over_ends_the_writers_of_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let Some((db, url)) = open_with_writers(&folder, 1) else {
        return;
    };
    connect_writers(&db, 1).await;
    let (begun, may_end): (Arc<Meeting>, Arc<Meeting>) = Default::default();
    let (writing, at_begin, at_end) = (db.clone(), Arc::clone(&begun), Arc::clone(&may_end));
    let write = tokio::spawn(async move {
        let job = move |tx: &mut Tx<'_>| {
            note(tx, 1)?;
            at_begin.arrive();
            assert!(at_end.wait_for(1));
            Ok::<_, StoreError>(())
        };
        writing.write_of_account("note", &account(1), job).await
    });
    let waited = Arc::clone(&begun);
    let waited = tokio::task::spawn_blocking(move || waited.wait_for(1));
    assert!(waited.await.unwrap());
    // The other node gets the lock while this one is in the middle of a transaction.
    ask(
        &url,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
             AND classid = 1280529483 AND objid = hashtext(current_schema())::oid",
    );
    let other = tempfile::tempdir().unwrap();
    let options = Options {
        file: other.path().join("test.db"),
        postgres: Some(url.clone()),
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let other = Db::open(options, &[NOTES]).unwrap();
    may_end.arrive();
    let outcome = write.await.unwrap();
    assert!(
        matches!(outcome, Err(StoreError::Unavailable(_))),
        "{outcome:?}"
    );
    let count = other.read("notes", |tx| {
        tx.query_one("SELECT COUNT(*) FROM note", &[], |row| row.at::<i64>(0))
    });
    let count: Result<i64, StoreError> = count.await;
    assert_eq!(count.unwrap(), 0);
    // The other node needs the lock of a writer of accounts: one that is refused does not keep it.
    let user = account(1);
    let late = db.write_of_account("note", &user, |tx| note(tx, 2));
    let late: Result<(), StoreError> = late.await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    let locks = ask(
        &url,
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1280529484
             AND objid = hashtext(current_schema() || '/0')::oid",
    );
    assert_eq!(locks.as_deref(), Some("0"));
}

const LONGEST: Duration = Duration::from_secs(30);

/// While a writer of accounts has a group, the general writer waits for it, and writes no sign of life.
#[tokio::test(flavor = "multi_thread")]
async fn a_writer_of_accounts_shows_life_and_none_while_its_statement_runs() {
    let folder = tempfile::tempdir().unwrap();
    let Some((db, url)) = open_with_writers(&folder, 1) else {
        return;
    };
    let claimed =
        db.write::<_, StoreError, _>("test.claim", |tx| active_node::claim(tx, "node1:1", "one"));
    claimed.await.unwrap();
    connect_writers(&db, 1).await;
    let sign = || url.watched_node().unwrap().unwrap().sign;
    let write = |id: i64| {
        let db = db.clone();
        async move {
            let job = move |tx: &mut Tx<'_>| note(tx, id);
            db.write_of_account("note", &account(1), job).await
        }
    };
    write(1).await.unwrap();
    let earlier = sign().unwrap();
    write(2).await.unwrap();
    let last = sign().unwrap();
    assert_ne!(last, earlier);
    assert!(!url.end_silent_node(&earlier).unwrap());

    let (locked, is_locked) = std::sync::mpsc::channel();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let at = url.clone();
    let blocking = std::thread::spawn(move || {
        let blocker = Connection::open(&at, Role::Reader).unwrap();
        let locking = "BEGIN; LOCK TABLE note IN ACCESS EXCLUSIVE MODE";
        blocker.run_outside_transaction(locking).unwrap();
        locked.send(()).unwrap();
        released.recv().unwrap();
    });
    is_locked.recv().unwrap();
    let writing = tokio::spawn(write(3));
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'note'::regclass";
    assert!((0..1000).any(|_| ask(&url, waiting).as_deref() == Some("1")));
    assert_eq!(sign(), None);
    assert!(!url.end_silent_node(&last).unwrap());
    release.send(()).unwrap();
    blocking.join().unwrap();
    writing.await.unwrap().unwrap();
    assert!(sign().is_some_and(|sign| sign != last));
}
