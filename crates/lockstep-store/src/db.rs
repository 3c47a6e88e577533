//! The interface to the engine: `write` and `read`, each a named transaction.

pub(crate) mod traces;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::error::StoreError;
use crate::migrate::Migration;
use crate::space::DiskUse;
use crate::sqlite::Sqlite;
use crate::tx::Tx;
use crate::write_check::WriteCheck;
use crate::write_size::WriteSize;

pub use crate::options::Options;
use traces::Traces;

/// The store; cheap to clone.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
}

/// The storage engine. A PostgreSQL engine can be added here, with the same statements.
#[derive(Clone)]
enum Engine {
    Sqlite(Arc<Sqlite>),
}

impl Db {
    /// Opens or creates the embedded store and migrates its tables. Blocks.
    pub fn open(options: Options, migrations: &[Migration]) -> Result<Self, StoreError> {
        Ok(Self {
            engine: Engine::Sqlite(Arc::new(Sqlite::open(options, migrations)?)),
        })
    }

    /// Runs a writing transaction. After `Ok` the changes are on disk; after `Err` none of them is
    /// visible. There is one exception: the disk failed during the commit ([`StoreError::Commit`])
    /// and the process ends before the next commit. The next start may then find the whole
    /// transaction done.
    ///
    /// The closure is synchronous, may run twice, and has no effect except through the [`Tx`]. The first write of a request
    /// checks the request's rights again, see [`WriteCheck`].
    pub async fn write<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (check, mut job) = (WriteCheck::of(self.address()), job);
        let checked = move |tx: &mut Tx<'_>| {
            if let Some(check) = &check {
                check.ensure(tx)?;
            }
            job(tx)
        };
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(name, checked).await,
        }
    }

    /// Creates the check of a request that may write to this store while `condition` holds.
    #[must_use]
    pub fn write_check(
        &self,
        condition: impl Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync + 'static,
    ) -> WriteCheck {
        WriteCheck::new(self.address(), condition)
    }

    fn address(&self) -> usize {
        match &self.engine {
            Engine::Sqlite(sqlite) => Arc::as_ptr(sqlite).addr(),
        }
    }

    /// Runs a reading transaction on one unchanging snapshot. Reads wait in the queue of their
    /// account ([`crate::QueueOwner::current`]). A long read lends its slot to others between two
    /// rows. Dropping the future ends the read.
    pub async fn read<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.read(name, job).await,
        }
    }

    /// Runs a read that resolves a credential. These reads have connections of their own and wait
    /// for no other read.
    pub async fn read_credential<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.read_credential(name, job).await,
        }
    }

    /// Whether the store accepts writes. On a full disk this is false, and only transactions that
    /// free space run.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.is_writable(),
        }
    }

    /// Returns the size of the largest writing transaction of each name since the start.
    #[must_use]
    pub fn largest_writes(&self) -> BTreeMap<&'static str, WriteSize> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.largest_writes(),
        }
    }

    /// Changes the number of reads that run at the same time, and the time after which a read for an account ends
    /// with an error. Resolving credentials has connections of its own and stays as it is.
    pub fn limit_reads(&self, slots: usize, timeout: Duration) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.limit_reads(slots, timeout),
        }
    }

    /// Returns the size of the disk that the database is on; `None` if the file system does not report it.
    #[must_use]
    pub fn disk_use(&self) -> Option<DiskUse> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.disk_use(),
        }
    }

    /// Keeps a reserve file of `bytes` bytes next to the database. It is deleted when the disk is
    /// full, to make room for deletions, erasures and the sign-ins they need. Blocks.
    pub fn keep_reserve(&self, bytes: u64) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.keep_reserve(bytes),
        }
    }

    /// Returns a receiver that changes when an event was committed.
    #[must_use]
    pub fn event_signal(&self) -> tokio::sync::watch::Receiver<u64> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.event_signal(),
        }
    }

    /// Returns a receiver that changes when an entry of the audit log was committed.
    #[must_use]
    pub fn audit_doorbell(&self) -> tokio::sync::watch::Receiver<u64> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.audit_doorbell(),
        }
    }

    /// Finishes running transactions, refuses new ones, and closes the files.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
        }
    }

    /// Copies the write-ahead log into the database file and truncates it, so that removed data is
    /// in neither. Fails with [`StoreError::Unfolded`] if a reader prevented that for some seconds.
    /// Blocks.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.checkpoint(),
        }
    }

    pub(crate) fn traces(&self) -> &Traces {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.traces(),
        }
    }

    pub(crate) fn monotonic(&self) -> Duration {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.monotonic(),
        }
    }

    /// Returns the size of the database file in bytes.
    pub(crate) fn file_bytes(&self) -> Result<u64, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.file_bytes(),
        }
    }

    /// Copies a consistent snapshot into `file`, which must not exist, while writes continue. The
    /// copy contains rows and no removed data. Blocks. `progress` receives the pages done and the
    /// pages in total.
    pub fn backup(
        &self,
        file: &std::path::Path,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.backup(file, progress),
        }
    }
}
