//! Connections to PostgreSQL that fail, through a proxy that loses messages as a broken network does.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use tokio_postgres::config::Host;

use super::*;
use crate::lock::lock;
use crate::postgres::PostgresUrl;
use crate::postgres::connection::{Connection, Role};

/// The messages of a connection that the proxy loses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// The answers of the server.
    Answers,
    /// Everything. Neither side learns of the end of the other.
    All,
}

#[derive(Default)]
pub(super) struct Plan {
    /// The messages that the next committing connection loses, beginning with the commit.
    at_commit: Mutex<Option<Loss>>,
    /// Whether a connection loses everything, beginning with VACUUM.
    at_vacuum: AtomicBool,
    /// Connections with lower numbers lose everything.
    pub(super) silent_below: AtomicU64,
    /// Whether connections end.
    pub(super) is_refusing: AtomicBool,
    /// Whether new connections end from the time at which messages of a commit are lost.
    refuses_after_loss: AtomicBool,
    pub(super) accepted: AtomicU64,
    open: Mutex<Vec<TcpStream>>,
}

impl Plan {
    /// Ends all connections.
    pub(super) fn end_connections(&self) {
        for client in lock(&self.open).drain(..) {
            drop(client.shutdown(Shutdown::Both));
        }
    }
}

/// A connection through the proxy.
struct Link {
    number: u64,
    loss: Mutex<Option<Loss>>,
    plan: Arc<Plan>,
}

impl Link {
    fn loses(&self, is_answer: bool) -> bool {
        self.number < self.plan.silent_below.load(Ordering::SeqCst)
            || match *lock(&self.loss) {
                None => false,
                Some(Loss::Answers) => is_answer,
                Some(Loss::All) => true,
            }
    }

    /// Passes messages on until a side ends.
    fn pass(&self, mut from: TcpStream, mut to: TcpStream, is_answer: bool) {
        let mut bytes = [0; 16 << 10];
        loop {
            let count = from.read(&mut bytes).unwrap_or(0);
            let bytes = bytes.get(..count).unwrap_or_default();
            // The end of a query, not the level of isolation.
            if !is_answer && bytes.windows(7).any(|part| part == b"COMMIT\0") {
                let loss = lock(&self.plan.at_commit).take();
                if loss.is_some() {
                    *lock(&self.loss) = loss;
                    if self.plan.refuses_after_loss.load(Ordering::SeqCst) {
                        self.plan.is_refusing.store(true, Ordering::SeqCst);
                    }
                }
            }
            if bytes.windows(6).any(|part| part == b"VACUUM")
                && self.plan.at_vacuum.load(Ordering::SeqCst)
            {
                *lock(&self.loss) = Some(Loss::All);
            }
            match (self.loses(is_answer), count) {
                // The other side of a broken network does not see the end.
                (true, 0) => loop {
                    thread::park();
                },
                (true, _) => {}
                (false, 0) => break,
                (false, _) => {
                    if to.write_all(bytes).is_err() {
                        break;
                    }
                }
            }
        }
        drop(to.shutdown(Shutdown::Both));
        drop(from.shutdown(Shutdown::Both));
    }
}

/// A store on PostgreSQL behind the proxy.
struct Broken {
    plan: Arc<Plan>,
    store: Store,
    direct: PostgresUrl,
    proxied: PostgresUrl,
}

impl Broken {
    /// Opens a store; `None` without a server for tests that is reached by TCP.
    fn open() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let Some(direct) = postgres::schema_of(folder.path()) else {
            println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
            return None;
        };
        let (plan, proxied) = proxy()?;
        let proxied: PostgresUrl = proxied.parse().unwrap();
        let proxied = proxied.in_schema(direct.schema()).unwrap();
        let proxied = proxied.answering_within(Duration::from_secs(1));
        let proxied = proxied.with_account_writers(1);
        let options = Options {
            file: folder.path().join("test.db"),
            postgres: Some(proxied.clone()),
            readers: 1,
            clock: SystemClock::shared(),
            entropy: Arc::new(SystemEntropy),
        };
        let db = Db::open(options, &[NOTES]).unwrap();
        let store = Store { folder, db };
        Some(Self {
            plan,
            store,
            direct,
            proxied,
        })
    }

    /// Writes a note; returns the outcome, and how often the transaction ran.
    async fn write(&self, id: i64) -> (Result<(), StoreError>, i64) {
        self.write_by(&self.store.db, false, id).await
    }

    /// As [`Self::write`], with the writer of accounts.
    async fn write_of_account(&self, id: i64) -> (Result<(), StoreError>, i64) {
        self.write_by(&self.store.db, true, id).await
    }

    async fn wait_for_account_writer(&self) {
        let connected = self.store.db.wait_for_account_writers(1);
        tokio::time::timeout(LONGEST, connected).await.unwrap();
    }

    async fn write_by(
        &self,
        db: &Db,
        is_of_account: bool,
        id: i64,
    ) -> (Result<(), StoreError>, i64) {
        let runs = Arc::new(AtomicI64::new(0));
        let counted = Arc::clone(&runs);
        let job = move |tx: &mut Tx<'_>| {
            counted.fetch_add(1, Ordering::SeqCst);
            note(tx, id)
        };
        let write = async {
            match is_of_account {
                true => db.write_of_account("note", &account(1), job).await,
                false => db.write("note", job).await,
            }
        };
        let outcome = tokio::time::timeout(LONGEST, write).await;
        let outcome = outcome.expect("the write ends");
        (outcome, runs.load(Ordering::SeqCst))
    }

    /// Runs statements in PostgreSQL's dialect past the proxy.
    fn change(&self, sql: String) {
        let direct = self.direct.clone();
        let run = thread::spawn(move || {
            let connection = Connection::open(&direct, Role::Reader).unwrap();
            connection.run_outside_transaction(&sql).unwrap();
        });
        run.join().unwrap();
    }

    /// Returns the stored notes, read past the proxy.
    fn stored(&self) -> String {
        let direct = self.direct.clone();
        let read = thread::spawn(move || {
            let connection = Connection::open(&direct, Role::Reader).unwrap();
            connection
                .text("SELECT string_agg(id::text, ' ' ORDER BY id) FROM note")
                .unwrap()
        });
        read.join().unwrap().unwrap_or_default()
    }
}

/// Starts a proxy before the server for tests; returns its plan and the address through it. `None` without a server for tests that
/// is reached by TCP.
pub(super) fn proxy() -> Option<(Arc<Plan>, String)> {
    let url = postgres::server();
    let config: tokio_postgres::Config = url.parse().unwrap();
    let (Some(Host::Tcp(host)), Some(port)) =
        (config.get_hosts().first(), config.get_ports().first())
    else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES names no host and port");
        return None;
    };
    let (host, port) = (host.clone(), *port);
    let plan = Arc::new(Plan::default());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = listener.local_addr().unwrap();
    let proxied = url.replacen(&format!("{host}:{port}"), &proxy.to_string(), 1);
    assert_ne!(proxied, url, "the address names host and port");
    let of_thread = Arc::clone(&plan);
    thread::spawn(move || serve(&listener, &host, port, &of_thread));
    Some((plan, proxied))
}

fn serve(listener: &TcpListener, host: &str, port: u16, plan: &Arc<Plan>) {
    for client in listener.incoming() {
        let client = client.unwrap();
        let number = plan.accepted.fetch_add(1, Ordering::SeqCst);
        if plan.is_refusing.load(Ordering::SeqCst) {
            continue;
        }
        let server = TcpStream::connect((host, port)).unwrap();
        let link = Arc::new(Link {
            number,
            loss: Mutex::default(),
            plan: Arc::clone(plan),
        });
        lock(&plan.open).push(client.try_clone().unwrap());
        for is_answer in [false, true] {
            let (client, server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            let link = Arc::clone(&link);
            thread::spawn(move || match is_answer {
                false => link.pass(client, server, false),
                true => link.pass(server, client, true),
            });
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_whose_server_is_silent_connects_again_and_ends_the_earlier_session() {
    let Some(broken) = Broken::open() else {
        return;
    };
    assert!(broken.write(1).await.0.is_ok());
    let accepted = broken.plan.accepted.load(Ordering::SeqCst);
    broken.plan.silent_below.store(accepted, Ordering::SeqCst);
    // The server still has the earlier session, which holds the lock of the schema.
    let (outcome, _) = broken.write(2).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(broken.stored(), "1 2");
    // So do the connections that read: each was idle.
    for _ in 0..3 {
        let read = tokio::time::timeout(LONGEST, broken.store.notes());
        assert_eq!(read.await.unwrap(), [1, 2]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_without_an_answer_happens_once() {
    let Some(broken) = Broken::open() else {
        return;
    };
    assert!(broken.write(1).await.0.is_ok());
    // The server commits, and its answer is lost.
    *lock(&broken.plan.at_commit) = Some(Loss::Answers);
    let (outcome, runs) = broken.write(2).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!((runs, broken.stored()), (1, "1 2".to_owned()));
    // The request to commit is lost.
    *lock(&broken.plan.at_commit) = Some(Loss::All);
    let (outcome, runs) = broken.write(3).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!((runs, broken.stored()), (2, "1 2 3".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_an_account_without_an_answer_happens_once() {
    let Some(broken) = Broken::open() else {
        return;
    };
    assert!(broken.write(1).await.0.is_ok());
    assert!(broken.write_of_account(2).await.0.is_ok());
    broken.wait_for_account_writer().await;
    // The server commits, and its answer is lost: the writer of accounts asks for the outcome.
    *lock(&broken.plan.at_commit) = Some(Loss::Answers);
    let (outcome, runs) = broken.write_of_account(3).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!((runs, broken.stored()), (1, "1 2 3".to_owned()));
    // The request to commit is lost: the general writer runs the transaction.
    broken.wait_for_account_writer().await;
    *lock(&broken.plan.at_commit) = Some(Loss::All);
    let (outcome, runs) = broken.write_of_account(4).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!((runs, broken.stored()), (2, "1 2 3 4".to_owned()));
    // Every connection ends. The general writer connects again, and admits the other.
    for client in lock(&broken.plan.open).drain(..) {
        drop(client.shutdown(Shutdown::Both));
    }
    let (outcome, _) = broken.write_of_account(5).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(broken.stored(), "1 2 3 4 5");
    let verdict = broken.store.db.read("verify", audit::verify).await;
    let verdict = verdict.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (5, None));
}

/// The server has committed, and cannot be asked for the outcome in time.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_an_account_with_an_unknown_outcome_does_not_run_again() {
    let Some(broken) = Broken::open() else {
        return;
    };
    assert!(broken.write_of_account(1).await.0.is_ok());
    broken.wait_for_account_writer().await;
    broken.plan.refuses_after_loss.store(true, Ordering::SeqCst);
    *lock(&broken.plan.at_commit) = Some(Loss::Answers);
    let (outcome, runs) = broken.write_of_account(2).await;
    assert!(
        matches!(outcome, Err(StoreError::Commit { .. })),
        "{outcome:?}"
    );
    assert_eq!(runs, 1);
    broken.plan.is_refusing.store(false, Ordering::SeqCst);
    let (outcome, _) = broken.write_of_account(3).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(broken.stored(), "1 2 3");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_lost_its_statements_without_an_answer_runs_again() {
    let Some(broken) = Broken::open() else {
        return;
    };
    let (plan, runs) = (Arc::clone(&broken.plan), Arc::new(AtomicI64::new(0)));
    let counted = Arc::clone(&runs);
    let write = broken.store.db.write("note", move |tx| {
        // The last statement of a note goes to the server only at the end.
        note(tx, 1)?;
        if counted.fetch_add(1, Ordering::SeqCst) == 0 {
            plan.end_connections();
        }
        Ok::<_, StoreError>(())
    });
    let outcome = tokio::time::timeout(LONGEST, write).await;
    assert!(matches!(outcome, Ok(Ok(()))), "{outcome:?}");
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    assert_eq!(broken.stored(), "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_that_wait_for_an_unreachable_server_are_refused_together() {
    let Some(broken) = Broken::open() else {
        return;
    };
    assert!(broken.write(1).await.0.is_ok());
    broken.plan.is_refusing.store(true, Ordering::SeqCst);
    broken.plan.end_connections();
    let mut waiting = Vec::new();
    for id in 2..30_u8 {
        let db = broken.store.db.clone();
        waiting.push(tokio::spawn(async move {
            let job = move |tx: &mut Tx<'_>| note(tx, i64::from(id));
            match id % 4 {
                0 => db.write("note", job).await,
                _ => db.write_of_account("note", &account(id), job).await,
            }
        }));
    }
    // One after the other, they would take minutes.
    let all = async {
        for write in waiting {
            let outcome: Result<(), StoreError> = write.await.unwrap();
            assert!(
                matches!(outcome, Err(StoreError::Unavailable(_))),
                "{outcome:?}"
            );
        }
    };
    tokio::time::timeout(LONGEST, all).await.unwrap();
    assert!(!broken.store.db.is_writable());
    broken.plan.is_refusing.store(false, Ordering::SeqCst);
    let (outcome, _) = broken.write(30).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert!(broken.store.db.is_writable());
    assert_eq!(broken.stored(), "1 30");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pass_over_removed_rows_ends_if_the_server_is_silent() {
    let Some(broken) = Broken::open() else {
        return;
    };
    broken.plan.at_vacuum.store(true, Ordering::SeqCst);
    let pass = tokio::time::timeout(3 * LONGEST, broken.store.db.erase_traces());
    let outcome = pass.await.expect("the pass ends");
    assert!(
        matches!(outcome, Err(StoreError::Unavailable(_))),
        "{outcome:?}"
    );
    broken.plan.at_vacuum.store(false, Ordering::SeqCst);
    let pass = tokio::time::timeout(3 * LONGEST, broken.store.db.erase_traces());
    assert!(pass.await.unwrap().is_ok());
}

/// A standby that asks which node is active would wait forever, and not learn of the next one.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_outside_the_store_ends_if_the_server_is_silent() {
    let Some(broken) = Broken::open() else {
        return;
    };
    broken.plan.at_vacuum.store(true, Ordering::SeqCst);
    let proxied = broken.proxied.clone();
    let asked = tokio::task::spawn_blocking(move || proxied.run("SELECT 'VACUUM'"));
    let outcome = tokio::time::timeout(LONGEST, asked).await;
    let outcome = outcome.expect("the question ends").unwrap();
    assert!(
        matches!(outcome, Err(StoreError::Unavailable(_))),
        "{outcome:?}"
    );
}

/// The statement of the beginning fails after `BEGIN`. The session must not stay in the failed transaction, in which PostgreSQL
/// refuses everything.
#[tokio::test(flavor = "multi_thread")]
async fn writes_go_on_after_a_transaction_that_could_not_begin() {
    let Some(broken) = Broken::open() else {
        return;
    };
    assert!(broken.write(1).await.0.is_ok());
    let mut id = 1;
    // A database that accepts no writes, a full disk, and a failure of the server, with whether the store reports that it
    // accepts no writes.
    for (code, is_writable) in [("25006", false), ("53100", false), ("58030", true)] {
        broken.change(format!(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = 'refused'; END $$;
             CREATE TRIGGER refuse BEFORE UPDATE ON commit_mark EXECUTE FUNCTION refuse()"
        ));
        for _ in 0..2 {
            let (outcome, runs) = broken.write(0).await;
            let is_expected = match code {
                "25006" => matches!(outcome, Err(StoreError::Unavailable(_))),
                "53100" => matches!(outcome, Err(StoreError::Full)),
                _ => matches!(outcome, Err(StoreError::Commit { .. })),
            };
            assert!(is_expected, "{code}: {outcome:?}");
            assert_eq!(runs, 0, "{code}");
            assert_eq!(broken.store.db.is_writable(), is_writable, "{code}");
        }
        broken.change("DROP TRIGGER refuse ON commit_mark; DROP FUNCTION refuse()".to_owned());
        id += 1;
        let (outcome, _) = broken.write(id).await;
        assert!(outcome.is_ok(), "{code}: {outcome:?}");
        assert!(broken.store.db.is_writable(), "{code}");
    }
    assert_eq!(broken.stored(), "1 2 3 4");
}

/// The time within which each write ends.
const LONGEST: Duration = Duration::from_secs(25);
