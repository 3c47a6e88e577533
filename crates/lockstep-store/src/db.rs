//! The door to the engine: `write` and `read`, each a named transaction.

use std::path::PathBuf;
use std::sync::Arc;

use crate::clock::{Clock, Entropy};
use crate::error::StoreError;
use crate::migrate::Migration;
use crate::sqlite::Sqlite;
use crate::traces::Traces;
use crate::tx::Tx;

/// How to open the embedded store.
#[derive(Clone)]
pub struct Options {
    /// The database file; its folder must exist and is ours alone.
    pub file: PathBuf,
    /// Reads that run at the same time; half of them for one account.
    pub readers: usize,
    /// Where transactions take their time from.
    pub clock: Arc<dyn Clock>,
    /// Where transactions take their randomness from.
    pub entropy: Arc<dyn Entropy>,
}

/// The store; cheap to clone.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
}

/// Where the rows live. PostgreSQL joins here, with the same statements.
#[derive(Clone)]
enum Engine {
    Sqlite(Arc<Sqlite>),
}

impl Db {
    /// Opens or makes the embedded store and brings its tables up to date. Blocks.
    pub fn open(options: Options, migrations: &[Migration]) -> Result<Self, StoreError> {
        Ok(Self {
            engine: Engine::Sqlite(Arc::new(Sqlite::open(options, migrations)?)),
        })
    }

    /// Changes things. When this returns `Ok`, they are on disk; when it returns `Err`, nothing of
    /// it is to be seen. Where the disk failed under the commit itself ([`StoreError::Commit`]) and
    /// the process ends before the next commit, it may be found done as a whole at the next start.
    ///
    /// The closure is synchronous, may run twice, and has no effect but through the [`Tx`].
    pub async fn write<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(name, job).await,
        }
    }

    /// Looks at one unchanging state of things. Reads wait in the queue of the account they are for
    /// ([`crate::QueueOwner::current`]) and lend their place to others between two rows when they take
    /// long. Dropping the future ends the read.
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

    /// Looks up who a credential stands for. These reads have connections of their own and wait for no
    /// other read.
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

    /// Whether things can be stored: false on a full disk, where only transactions that free room run.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.is_writable(),
        }
    }

    /// Keeps a file of so many bytes beside the database, which is given up when the disk is full: for
    /// deletions, erasures and whoever has to sign in for them. Blocks.
    pub fn keep_reserve(&self, bytes: u64) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.keep_reserve(bytes),
        }
    }

    /// Changes when an event was committed.
    #[must_use]
    pub fn doorbell(&self) -> tokio::sync::watch::Receiver<u64> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.doorbell(),
        }
    }

    /// Finishes what was begun, refuses what comes after, and lets go of the files.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
        }
    }

    /// Folds the log of what was written into the database file, so that what was removed stands in
    /// neither: [`StoreError::Unfolded`] where a reader kept it from that for some seconds. Blocks.
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

    pub(crate) fn monotonic(&self) -> std::time::Duration {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.monotonic(),
        }
    }

    /// Bytes of the database file.
    pub(crate) fn file_bytes(&self) -> Result<u64, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.file_bytes(),
        }
    }

    /// Copies a consistent state into `file`, which must not exist, while others go on writing. The copy
    /// holds rows and nothing that was removed. Blocks. `progress` hears pages done and pages in all.
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
