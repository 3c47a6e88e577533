//! The engine: the thread that writes, and the pools of threads that read, over SQLite or PostgreSQL.
//!
//! One thread writes, and on PostgreSQL others beside it (`account_writer.rs`). It runs all jobs that
//! were queued during the previous fsync in one transaction. Each job has its own savepoint, so a job that fails or panics does not affect the
//! others. On the embedded engine, jobs that rarely fail have none: if one fails, its group runs again
//! with savepoints (`repeatable.rs`). One fsync then acknowledges them all.
//! Readers have their own connections (`readers.rs`) and never wait for the writer. Both queues
//! serve accounts in turn (`account_queues.rs`).

mod account_writer;
mod job;
mod signals;
mod writer;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{oneshot, watch};

use self::account_writer::AccountWriter;
use self::job::{Job, TypedJob};
use self::signals::Signals;
use self::writer::Writer;
use crate::copy;
use crate::database_location::DatabaseLocation;
use crate::error::StoreError;
use crate::id::UserId;
use crate::lock::lock;
use crate::migrate::{self, Migration};
use crate::options::Options;
use crate::owner::QueueOwner;
use crate::readers::Readers;
use crate::repeatable::is_repeatable;
use crate::space::{DiskUse, Space};
use crate::sqlite;
use crate::stale_readers::StaleReaders;
use crate::tx::Tx;
use crate::write_queue::{WriteQueue, WriterKind};
use crate::write_size::{WriteSize, WriteSizes};

/// The engine: a queue to the writer's thread and two pools of readers.
pub(crate) struct Engine {
    options: Options,
    migrations: Vec<Migration>,
    location: DatabaseLocation,
    queue: Arc<WriteQueue<Box<dyn Job>>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
    readers: Readers,
    /// Only for credentials, which therefore wait for no other read.
    credentials: Readers,
    /// On a replica, for reads that may be stale.
    stale: Option<StaleReaders>,
    signals: Arc<Signals>,
    /// Taken by the one checkpoint or vacuum that runs.
    checkpointing: Mutex<()>,
    space: Arc<Space>,
    /// Whether the writer was refused by the PostgreSQL server the last time.
    is_refusing: Arc<AtomicBool>,
    sizes: WriteSizes,
}

impl Engine {
    pub(crate) fn open(options: Options, migrations: &[Migration]) -> Result<Self, StoreError> {
        // On a full disk the reserve makes room for the start.
        let space = Arc::new(Space::new(&options.file));
        let location = DatabaseLocation::of(&options);
        let mut connection = location.open_writer()?;
        copy::ensure_complete(&mut connection, &options)?;
        migrate::run(&mut connection, &options, migrations)?;
        connection.prepare_tables()?;
        // A migration takes as long as the tables are large.
        connection.limit_answers(1);

        let readers = Readers::open(&options)?;
        let credentials = Readers::open_for_credentials(&options)?;
        let stale = StaleReaders::open(&options)?;
        let beside = account_writers(&location);
        let queue = Arc::new(WriteQueue::new(beside));
        let (signals, sizes) = (Arc::new(Signals::default()), WriteSizes::default());
        let is_refusing = Arc::new(AtomicBool::new(false));
        let writer = Writer {
            kind: match beside {
                0 => WriterKind::Only,
                _ => WriterKind::General,
            },
            sizes: sizes.clone(),
            connection,
            clock: Arc::clone(&options.clock),
            entropy: Arc::clone(&options.entropy),
            signals: Arc::clone(&signals),
            queue: Arc::clone(&queue),
            space: Arc::clone(&space),
            is_refusing: Arc::clone(&is_refusing),
            lacks_space: Cell::new(false),
            lacked_space: Cell::new(false),
            guarded_groups: Cell::new(0),
        };
        let mut writers = Vec::with_capacity(1 + beside);
        let storing_shared = Arc::default();
        for number in 0..beside {
            let writer = AccountWriter {
                number,
                location: location.clone(),
                connection: None,
                clock: Arc::clone(&options.clock),
                entropy: Arc::clone(&options.entropy),
                signals: Arc::clone(&signals),
                space: Arc::clone(&space),
                is_refusing: Arc::clone(&is_refusing),
                queue: Arc::clone(&queue),
                sizes: sizes.clone(),
                storing_shared: Arc::clone(&storing_shared),
            };
            let name = format!("writer-{number}");
            writers.push(start(name, &options, &queue, move || writer.work())?);
        }
        writers.push(start(
            "store-writer".to_owned(),
            &options,
            &queue,
            move || {
                writer.work();
            },
        )?);
        Ok(Self {
            options,
            migrations: migrations.to_vec(),
            location,
            queue,
            writers: Mutex::new(writers),
            readers,
            credentials,
            stale,
            signals,
            checkpointing: Mutex::default(),
            space,
            is_refusing,
            sizes,
        })
    }

    #[cfg(test)]
    pub(crate) fn wait_for_account_writers(&self, number: usize) {
        self.queue.wait_until_available(number);
    }

    pub(crate) fn is_writable(&self) -> bool {
        !self.space.is_full() && !self.is_refusing.load(Ordering::Relaxed)
    }

    pub(crate) fn largest_writes(&self) -> BTreeMap<&'static str, WriteSize> {
        self.sizes.all()
    }

    pub(crate) fn limit_reads(&self, slots: usize, timeout: Duration) {
        self.readers.limit(slots, timeout);
        if let Some(stale) = &self.stale {
            stale.limit(slots, timeout);
        }
    }

    pub(crate) fn disk_use(&self) -> Option<DiskUse> {
        self.space.disk_use()
    }

    pub(crate) fn keep_reserve(&self, bytes: u64) {
        self.space.keep_reserve(bytes);
    }

    /// Runs a job. `account` is the account that alone is concerned, if there is one.
    pub(crate) async fn write<T, E, F>(
        &self,
        name: &'static str,
        account: Option<UserId>,
        job: F,
    ) -> Result<T, E>
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
            is_repeatable: is_repeatable(name),
            account,
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

    pub(crate) async fn read_stale<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: Fn(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if let Some(stale) = &self.stale
            && let Some(found) = stale.read(name, job.clone()).await
        {
            return Ok(found);
        }
        self.read(name, job).await
    }

    /// Returns the readers of the replica, if there is one.
    pub(crate) fn stale(&self) -> Option<&StaleReaders> {
        self.stale.as_ref()
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
        self.signals.events()
    }

    pub(crate) fn audit_signal(&self) -> watch::Receiver<u64> {
        self.signals.entries()
    }

    pub(crate) async fn close(&self) {
        self.queue.close();
        let writers = std::mem::take(&mut *lock(&self.writers));
        for writer in writers {
            let joined = tokio::task::spawn_blocking(move || writer.join()).await;
            if !matches!(joined, Ok(Ok(()))) {
                tracing::error!("the store's writer thread panicked");
            }
        }
        self.readers.close();
        self.credentials.close();
        if let Some(stale) = &self.stale {
            stale.close();
        }
    }

    pub(crate) fn checkpoint(&self) -> Result<(), StoreError> {
        let _one = lock(&self.checkpointing);
        self.location.checkpoint()
    }

    pub(crate) fn vacuum(&self) -> Result<(), StoreError> {
        let _one = lock(&self.checkpointing);
        self.location.vacuum()
    }

    /// Checks that copies of the store fit into these folders, each with `more` bytes of other files.
    pub(crate) fn ensure_room_for_copies(
        &self,
        folders: &[&Path],
        more: u64,
    ) -> Result<(), StoreError> {
        match &self.location {
            DatabaseLocation::File(file) => {
                let bytes = self.location.bytes()? + sqlite::log_bytes(file) + more;
                self.space.ensure_room_for_copies(folders, bytes)
            }
            // Such a store is not copied.
            DatabaseLocation::Server(_) => Ok(()),
        }
    }

    pub(crate) fn backup(
        &self,
        file: &Path,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<(), StoreError> {
        let folder = file.parent().unwrap_or(Path::new("."));
        self.location.backup(file, |done, total| {
            progress(done, total);
            self.space.ensure_room_while_copying(folder)
        })
    }

    /// Returns what the store was opened with.
    pub(crate) fn opened_with(&self) -> (Options, Vec<Migration>) {
        (self.options.clone(), self.migrations.clone())
    }

    pub(crate) fn is_embedded(&self) -> bool {
        matches!(self.location, DatabaseLocation::File(_))
    }

    pub(crate) fn monotonic(&self) -> Duration {
        self.options.clock.monotonic()
    }

    pub(crate) fn bytes(&self) -> Result<u64, StoreError> {
        self.location.bytes()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.queue.close();
        let writers = std::mem::take(&mut *lock(&self.writers));
        // A job may own the last handle of this store. It then runs on the thread of a writer, for which the others wait, and
        // which ends by itself.
        let current = std::thread::current().id();
        if writers.iter().any(|writer| writer.thread().id() == current) {
            return;
        }
        for writer in writers {
            // The thread has emptied its queue when this returns. A panic was logged there.
            drop(writer.join());
        }
    }
}

/// Returns the number of writers of accounts.
fn account_writers(location: &DatabaseLocation) -> usize {
    match location {
        DatabaseLocation::File(_) => 0,
        DatabaseLocation::Server(url) => url.account_writers(),
    }
}

/// Starts the thread of a writer.
fn start(
    name: String,
    options: &Options,
    queue: &WriteQueue<Box<dyn Job>>,
    work: impl FnOnce() + Send + 'static,
) -> Result<JoinHandle<()>, StoreError> {
    let thread = std::thread::Builder::new().name(name).spawn(work);
    thread.map_err(|source| {
        // The writers that have started end.
        queue.close();
        StoreError::File {
            path: options.file.clone(),
            source,
        }
    })
}
