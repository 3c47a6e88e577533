//! The engine: the thread that writes, and the pools of threads that read, over SQLite or PostgreSQL.
//!
//! One thread writes. It runs all jobs that were queued during the previous fsync in one
//! transaction. Each job has its own savepoint, so a job that fails or panics does not affect the
//! others. On the embedded engine, jobs that rarely fail have none: if one fails, its group runs again
//! with savepoints (`repeatable.rs`). One fsync then acknowledges them all.
//! Readers have their own connections (`readers.rs`) and never wait for the writer. Both queues
//! serve accounts in turn (`account_queues.rs`).

mod writer;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{oneshot, watch};

use self::writer::{Job, TypedJob, Writer};
use crate::copy;
use crate::database_location::DatabaseLocation;
use crate::error::StoreError;
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
use crate::write_queue::WriteQueue;
use crate::write_size::{WriteSize, WriteSizes};

/// The engine: a queue to the writer's thread and two pools of readers.
pub(crate) struct Engine {
    options: Options,
    migrations: Vec<Migration>,
    location: DatabaseLocation,
    queue: Arc<WriteQueue<Box<dyn Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Readers,
    /// Only for credentials, which therefore wait for no other read.
    credentials: Readers,
    /// On a replica, for reads that may be stale.
    stale: Option<StaleReaders>,
    event_signal: watch::Receiver<u64>,
    audit_signal: watch::Receiver<u64>,
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
        let queue = Arc::new(WriteQueue::new());
        let (bell, event_signal) = watch::channel(0);
        let (audit_sender, audit_signal) = watch::channel(0);
        let sizes = WriteSizes::default();
        let is_refusing = Arc::new(AtomicBool::new(false));
        let writer = Writer {
            sizes: sizes.clone(),
            connection,
            clock: Arc::clone(&options.clock),
            entropy: Arc::clone(&options.entropy),
            bell,
            audit_sender,
            queue: Arc::clone(&queue),
            space: Arc::clone(&space),
            is_refusing: Arc::clone(&is_refusing),
            lacks_space: Cell::new(false),
            guarded_groups: Cell::new(0),
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
            migrations: migrations.to_vec(),
            location,
            queue,
            writer: Mutex::new(Some(thread)),
            readers,
            credentials,
            stale,
            event_signal,
            audit_signal,
            checkpointing: Mutex::default(),
            space,
            is_refusing,
            sizes,
        })
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
            is_repeatable: is_repeatable(name),
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
        self.event_signal.clone()
    }

    pub(crate) fn audit_signal(&self) -> watch::Receiver<u64> {
        self.audit_signal.clone()
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
