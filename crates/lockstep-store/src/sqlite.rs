//! The embedded engine: SQLite in WAL mode with `synchronous=FULL`.
//!
//! One thread writes. It runs all jobs that were queued during the previous fsync in one
//! transaction. Each job has its own savepoint, so a job that fails or panics does not affect the
//! others. One fsync then acknowledges them all.
//! Readers have their own connections (`readers.rs`) and never wait for the writer. Both queues
//! serve accounts in turn (`account_queues.rs`).

mod writer;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{oneshot, watch};

use self::writer::{Job, TypedJob, Writer};
use crate::connection::connect;
use crate::db::traces::Traces;
use crate::error::StoreError;
use crate::lock::lock;
use crate::migrate::{self, Migration};
use crate::no_follow::{in_resolved_folder, private_options};
use crate::options::Options;
use crate::owner::QueueOwner;
use crate::readers::Readers;
use crate::space::{DiskUse, Space};
use crate::tx::Tx;
use crate::write_queue::WriteQueue;
use crate::write_size::{WriteSize, WriteSizes};

/// The engine: a queue to the writer's thread and two pools of readers.
pub(crate) struct Sqlite {
    options: Options,
    queue: Arc<WriteQueue<Box<dyn Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Readers,
    /// Only for credentials, which therefore wait for no other read.
    credentials: Readers,
    event_signal: watch::Receiver<u64>,
    audit_doorbell: watch::Receiver<u64>,
    checkpointing: Mutex<()>,
    traces: Traces,
    space: Arc<Space>,
    sizes: WriteSizes,
}

impl Sqlite {
    pub(crate) fn open(options: Options, migrations: &[Migration]) -> Result<Self, StoreError> {
        // On a full disk the reserve makes room for the start.
        let space = Arc::new(Space::new(&options.file));
        private(&options.file)?;
        let mut connection = connect(&options.file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
        if number(&connection, "PRAGMA page_count")? == 0 {
            // Must precede the journal mode, which writes the first page. A file that already has
            // pages keeps its mode.
            connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        }
        // The value FAST would leave removed data on free pages.
        connection.pragma_update(None, "secure_delete", "ON")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "journal_size_limit", WAL_KEPT_BYTES)?;
        connection.pragma_update(None, "wal_autocheckpoint", WAL_CHECKPOINT_PAGES)?;
        migrate::run(&mut connection, &options, migrations)?;

        let readers = Readers::open(&options)?;
        let credentials = Readers::open_for_credentials(&options)?;
        let queue = Arc::new(WriteQueue::new());
        let (bell, event_signal) = watch::channel(0);
        let (audit_bell, audit_doorbell) = watch::channel(0);
        let sizes = WriteSizes::default();
        let writer = Writer {
            sizes: sizes.clone(),
            connection,
            clock: Arc::clone(&options.clock),
            entropy: Arc::clone(&options.entropy),
            bell,
            audit_bell,
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
            event_signal,
            audit_doorbell,
            checkpointing: Mutex::default(),
            traces: Traces::default(),
            space,
            sizes,
        })
    }

    pub(crate) fn is_writable(&self) -> bool {
        !self.space.is_full()
    }

    pub(crate) fn largest_writes(&self) -> BTreeMap<&'static str, WriteSize> {
        self.sizes.all()
    }

    pub(crate) fn limit_reads(&self, slots: usize, timeout: Duration) {
        self.readers.limit(slots, timeout);
    }

    pub(crate) fn disk_use(&self) -> Option<DiskUse> {
        self.space.disk_use()
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
        let job = TypedJob {
            name,
            run: job,
            outcome: None,
            answer: Some(answer),
        };
        self.enqueue(name, Box::new(job))?;
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    fn enqueue(&self, name: &'static str, job: Box<dyn Job>) -> Result<(), StoreError> {
        self.queue.push(&QueueOwner::current(), name, job)
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

    pub(crate) fn event_signal(&self) -> watch::Receiver<u64> {
        self.event_signal.clone()
    }

    pub(crate) fn audit_doorbell(&self) -> watch::Receiver<u64> {
        self.audit_doorbell.clone()
    }

    pub(crate) async fn close(&self) {
        self.queue.close();
        let writer = lock(&self.writer).take();
        if let Some(writer) = writer {
            let joined = tokio::task::spawn_blocking(move || writer.join()).await;
            if !matches!(joined, Ok(Ok(()))) {
                tracing::error!("the store's writer thread panicked");
            }
        }
        self.readers.close();
        self.credentials.close();
    }

    pub(crate) fn checkpoint(&self) -> Result<(), StoreError> {
        let connection = connect(&self.options.file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(CHECKPOINT_WAIT)?;
        let _one = lock(&self.checkpointing);
        for _ in 1..CHECKPOINT_TRIES {
            match checkpoint_log(&connection) {
                Err(StoreError::Unfolded) => pause(),
                outcome => return outcome,
            }
        }
        checkpoint_log(&connection)
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
        let (result, ended) = std::sync::mpsc::channel();
        let (from, to) = (self.options.file.clone(), file.to_owned());
        std::thread::Builder::new()
            .name("store-copy".to_owned())
            .spawn(move || result.send(copy(&from, &to)))
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
            // A job may own the last handle of this store. It then runs on the writer thread, which
            // ends by itself.
            && writer.thread().id() != std::thread::current().id()
        {
            // The thread has emptied its queue when this returns. A panic was logged there.
            drop(writer.join());
        }
    }
}

/// Creates the file, readable by its owner only, if it is missing. The engine gives its other files
/// the same mode. Refuses a symbolic link.
fn private(file: &Path) -> Result<(), StoreError> {
    let made = private_options().open(file);
    made.map(drop).map_err(|source| StoreError::File {
        path: file.to_owned(),
        source,
    })
}

fn number(connection: &Connection, pragma: &str) -> Result<i64, StoreError> {
    Ok(connection.query_row(pragma, [], |row| row.get(0))?)
}

/// Writes the rows of one snapshot into a new empty file. It writes new pages instead of copying
/// them, so that removed data is not in the copy.
fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let source = connect(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    if number(&source, "PRAGMA auto_vacuum")? == 0 {
        source.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    }
    let to = in_resolved_folder(to)?;
    let name = to.to_str().ok_or_else(|| StoreError::File {
        path: to.clone(),
        source: std::io::Error::other("the path is not UTF-8"),
    })?;
    source.execute("VACUUM INTO ?1", [name])?;
    Ok(())
}

/// Copies the whole write-ahead log into the database and truncates it. Waits for readers up to the
/// connection's busy timeout; then returns [`StoreError::Unfolded`].
pub(crate) fn checkpoint_log(connection: &Connection) -> Result<(), StoreError> {
    let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    if busy? {
        return Err(StoreError::Unfolded);
    }
    Ok(())
}

/// Waits before the next try. The engine runs one checkpoint at a time and signals no end of it;
/// the writer's own checkpoints take some milliseconds.
#[expect(clippy::disallowed_methods, reason = "there is no event to wait for")]
fn pause() {
    std::thread::sleep(CHECKPOINT_PAUSE);
}

/// Three chunks of 4096 points, each about 2.5 KB, fit in a page of this size. Only one would fit
/// in 4 KiB.
const PAGE_BYTES: i64 = 8192;
const WAL_CHECKPOINT_PAGES: i64 = 2000;
const WAL_KEPT_BYTES: i64 = 64 << 20;
/// The time that one try waits for readers.
const CHECKPOINT_WAIT: Duration = Duration::from_millis(100);
const CHECKPOINT_TRIES: u32 = 40;
/// The pause between two tries while another checkpoint runs.
const CHECKPOINT_PAUSE: Duration = Duration::from_millis(10);
/// The interval of progress reports of a copy.
const COPY_TICK: Duration = Duration::from_millis(200);
