//! The embedded engine: SQLite in WAL mode with `synchronous=FULL`.
//!
//! One thread writes. It takes every job that queued up while the last commit was being fsynced
//! into one transaction, each job under a savepoint of its own, so that a job that fails or panics
//! takes nothing with it; then one fsync acknowledges them all. Readers have connections of their
//! own (`readers.rs`) and never wait for the writer. Both queues serve accounts in turn
//! (`turns.rs`).

mod writer;

use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{oneshot, watch};

use self::writer::{Job, Typed, Writer};
use crate::db::Options;
use crate::error::StoreError;
use crate::migrate::{self, Migration};
use crate::owner::QueueOwner;
use crate::readers::Readers;
use crate::space::Space;
use crate::traces::Traces;
use crate::tx::Tx;
use crate::write_queue::WriteQueue;

/// The engine: a queue to the writer's thread and two pools of readers.
pub(crate) struct Sqlite {
    options: Options,
    queue: Arc<WriteQueue<Box<dyn Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Readers,
    /// Used for credentials alone, which so wait for no other read.
    credentials: Readers,
    doorbell: watch::Receiver<u64>,
    folding: Mutex<()>,
    traces: Traces,
    space: Arc<Space>,
}

impl Sqlite {
    pub(crate) fn open(options: Options, migrations: &[Migration]) -> Result<Self, StoreError> {
        // On a full disk the reserve makes room for the start.
        let space = Arc::new(Space::new(&options.file));
        private(&options.file)?;
        let mut connection = connect(&options.file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
        if number(&connection, "PRAGMA page_count")? == 0 {
            // Before the journal mode, which writes the first page; a file that has pages keeps its own.
            connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        }
        // Not FAST: that leaves what was removed on free pages.
        connection.pragma_update(None, "secure_delete", "ON")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "journal_size_limit", WAL_KEPT_BYTES)?;
        connection.pragma_update(None, "wal_autocheckpoint", WAL_CHECKPOINT_PAGES)?;
        migrate::run(&mut connection, &options, migrations)?;

        let readers = Readers::open(&options)?;
        let credentials = Readers::open_for_credentials(&options)?;
        let queue = Arc::new(WriteQueue::new());
        let (bell, doorbell) = watch::channel(0);
        let writer = Writer {
            connection,
            clock: Arc::clone(&options.clock),
            entropy: Arc::clone(&options.entropy),
            bell,
            queue: Arc::clone(&queue),
            space: Arc::clone(&space),
        };
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.work())
            .map_err(|source| StoreError::File {
                path: options.file.clone(),
                source,
            })?;
        Ok(Self {
            options,
            queue,
            writer: Mutex::new(Some(thread)),
            readers,
            credentials,
            doorbell,
            folding: Mutex::default(),
            traces: Traces::default(),
            space,
        })
    }

    pub(crate) fn is_writable(&self) -> bool {
        !self.space.is_full()
    }

    pub(crate) fn keep_reserve(&self, bytes: u64) {
        self.space.keep_reserve(bytes);
    }

    pub(crate) async fn write<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let closed = || E::from(StoreError::Closed { transaction: name });
        let (answer, answered) = oneshot::channel();
        let job = Typed {
            name,
            run: job,
            outcome: None,
            answer: Some(answer),
        };
        self.queue
            .push(&QueueOwner::current(), name, Box::new(job))?;
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    pub(crate) async fn read<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let owner = QueueOwner::current();
        self.readers.read(owner, name, job).await
    }

    pub(crate) async fn read_credential<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let owner = QueueOwner::Anonymous;
        self.credentials.read(owner, name, job).await
    }

    pub(crate) fn doorbell(&self) -> watch::Receiver<u64> {
        self.doorbell.clone()
    }

    pub(crate) async fn close(&self) {
        self.queue.close();
        let writer = lock(&self.writer).take();
        if let Some(writer) = writer {
            let joined = tokio::task::spawn_blocking(move || writer.join()).await;
            if !matches!(joined, Ok(Ok(()))) {
                tracing::error!("the store's writer ended by a panic");
            }
        }
        self.readers.close();
        self.credentials.close();
    }

    pub(crate) fn checkpoint(&self) -> Result<(), StoreError> {
        let connection = connect(&self.options.file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(FOLD_WAIT)?;
        let _one = lock(&self.folding);
        for _ in 1..FOLD_TRIES {
            match fold(&connection) {
                Err(StoreError::Unfolded) => pause(),
                folded => return folded,
            }
        }
        fold(&connection)
    }

    pub(crate) fn backup(
        &self,
        file: &Path,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<(), StoreError> {
        private(file)?;
        let pages = |file: &Path| {
            let bytes = std::fs::metadata(file).map_or(0, |about| about.len());
            bytes / PAGE_BYTES.unsigned_abs()
        };
        let total = pages(&self.options.file);
        let (told, ended) = std::sync::mpsc::channel();
        let (from, to) = (self.options.file.clone(), file.to_owned());
        std::thread::Builder::new()
            .name("store-copy".to_owned())
            .spawn(move || told.send(copy(&from, &to)))
            .map_err(|source| StoreError::File {
                path: file.to_owned(),
                source,
            })?;
        loop {
            match ended.recv_timeout(COPY_TICK) {
                Ok(copied) => {
                    copied?;
                    progress(total.max(1), total.max(1));
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => progress(pages(file).min(total), total.max(1)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(StoreError::Panicked {
                        transaction: "store.copy",
                    });
                }
            }
        }
    }

    pub(crate) fn traces(&self) -> &Traces {
        &self.traces
    }

    pub(crate) fn monotonic(&self) -> Duration {
        self.options.clock.monotonic()
    }

    pub(crate) fn file_bytes(&self) -> Result<u64, StoreError> {
        let path = &self.options.file;
        let about = std::fs::metadata(path).map_err(|source| StoreError::File {
            path: path.clone(),
            source,
        })?;
        Ok(about.len())
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(writer) = lock(&self.writer).take()
            // A job may hold the last handle of what it runs on: its thread ends by itself then.
            && writer.thread().id() != std::thread::current().id()
        {
            // The thread has drained its queue when this returns; a panic of it was logged there.
            drop(writer.join());
        }
    }
}

/// Makes the file where it is missing, for its owner alone; the engine gives its other files the
/// same mode.
fn private(file: &Path) -> Result<(), StoreError> {
    let mut how = std::fs::OpenOptions::new();
    how.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
    let made = how.open(file);
    made.map(drop).map_err(|source| StoreError::File {
        path: file.to_owned(),
        source,
    })
}

pub(crate) fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "mmap_size", MMAP_BYTES)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

fn number(connection: &Connection, pragma: &str) -> Result<i64, StoreError> {
    Ok(connection.query_row(pragma, [], |row| row.get(0))?)
}

/// Writes the rows of one state into a file of their own, which is there and empty. Pages are not copied
/// as they are: what was removed is on none of the copy's.
fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let source = connect(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    if number(&source, "PRAGMA auto_vacuum")? == 0 {
        source.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    }
    let name = to.to_str().ok_or_else(|| StoreError::File {
        path: to.to_owned(),
        source: std::io::Error::other("the path is not UTF-8"),
    })?;
    source.execute("VACUUM INTO ?1", [name])?;
    Ok(())
}

/// Folds all of the log into the database and empties it, waiting for readers as long as the connection
/// does; an error where one of them held on to it.
pub(crate) fn fold(connection: &Connection) -> Result<(), StoreError> {
    let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    if busy? {
        return Err(StoreError::Unfolded);
    }
    Ok(())
}

/// The engine lets no two fold at once, waits for no other and tells nobody that it is done: the writer's
/// own fold, now and then after a commit, takes some milliseconds.
#[expect(clippy::disallowed_methods, reason = "there is no event to wait for")]
fn pause() {
    std::thread::sleep(FOLD_PAUSE);
}

pub(crate) fn observe(kind: &'static str, name: &'static str, time: Duration) {
    metrics::histogram!("lockstep_store_transaction_seconds", "kind" => kind, "name" => name)
        .record(time);
}

/// Nothing is left half-done under these locks, so a panic elsewhere does not spoil them.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A chunk of 4096 points takes about 2.5 KB: of these pages three fill one, of 4 KiB one would.
const PAGE_BYTES: i64 = 8192;
const WAL_CHECKPOINT_PAGES: i64 = 2000;
const WAL_KEPT_BYTES: i64 = 64 << 20;
const MMAP_BYTES: i64 = 256 << 20;
const CACHE_KIB: i64 = 16 << 10;
const STATEMENTS: usize = 256;
const BUSY: Duration = Duration::from_secs(5);
/// Of one try, for readers.
const FOLD_WAIT: Duration = Duration::from_millis(100);
const FOLD_TRIES: u32 = 40;
/// Between two tries, where somebody else is folding.
const FOLD_PAUSE: Duration = Duration::from_millis(10);
/// How often a copy says how far it is.
const COPY_TICK: Duration = Duration::from_millis(200);
