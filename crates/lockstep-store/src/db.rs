//! The interface to the engine: `write` and `read`, each a named transaction.

mod traces;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::Engine;
use crate::error::StoreError;
use crate::id::UserId;
use crate::migrate::Migration;
use crate::replica::ReplicaState;
use crate::schema;
use crate::space::DiskUse;
use crate::tx::Tx;
use crate::write_check::WriteCheck;
use crate::write_size::WriteSize;

pub use crate::options::Options;
use traces::Traces;

/// The store; cheap to clone.
#[derive(Clone)]
pub struct Db {
    engine: Arc<Engine>,
    traces: Arc<Traces>,
}

impl Db {
    /// Opens or creates the store and migrates its tables. Blocks.
    pub fn open(options: Options, migrations: &[Migration]) -> Result<Self, StoreError> {
        // A connection to PostgreSQL waits for answers with a runtime of its own, which is not possible on a thread that
        // runs asynchronous code.
        let opened = std::thread::scope(|scope| {
            let opening = scope.spawn(|| Engine::open(options, migrations));
            opening.join().unwrap_or(Err(StoreError::Panicked {
                transaction: "store.open",
            }))
        })?;
        Ok(Self {
            engine: Arc::new(opened),
            traces: Arc::default(),
        })
    }

    /// Whether the tables are in a file of the embedded engine, not on a server.
    #[must_use]
    pub(crate) fn is_embedded(&self) -> bool {
        self.engine.is_embedded()
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
        self.write_checked(name, None, job).await
    }

    /// As [`Self::write`], for a transaction that reads and changes rows of this account only. It may append audit entries and
    /// events, and add to figures, which it must not read. On PostgreSQL it can run at the same time as those of
    /// other accounts. What others read outside of its account, it must not change.
    pub async fn write_of_account<T, E, F>(
        &self,
        name: &'static str,
        account: &UserId,
        job: F,
    ) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.write_checked(name, Some(account.clone()), job).await
    }

    /// Waits until this number of writers of accounts is connected. They connect after a first transaction that they could have run.
    #[cfg(test)]
    pub(crate) async fn wait_for_account_writers(&self, number: usize) {
        let engine = Arc::clone(&self.engine);
        let waiting = tokio::task::spawn_blocking(move || engine.wait_for_account_writers(number));
        waiting.await.unwrap();
    }

    async fn write_checked<T, E, F>(
        &self,
        name: &'static str,
        account: Option<UserId>,
        mut job: F,
    ) -> Result<T, E>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let check = WriteCheck::of(self.address());
        let checked = move |tx: &mut Tx<'_>| {
            if let Some(check) = &check {
                check.ensure(tx)?;
            }
            job(tx)
        };
        self.engine.write(name, account, checked).await
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
        Arc::as_ptr(&self.engine).addr()
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
        self.engine.read(name, job).await
    }

    /// Runs a read that may miss the writes of the last ten seconds: on the replica of `store.read_url` if there is one that is
    /// known to have all earlier ones, or else as [`Db::read`]. If it fails on the replica, it runs again as [`Db::read`], so that
    /// every error is that of the store.
    ///
    /// Only a report over all accounts may use it: nothing may be decided by it, nothing stored, and nothing kept in memory. An
    /// account must find what it has just changed, so that no page of an account may use it. Rows that were removed before
    /// [`Db::erase_traces`] returned are not in it.
    pub async fn read_stale<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: Fn(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.engine.read_stale(name, job).await
    }

    /// Checks the replica now; `None` without `store.read_url`. The error is the reason why no read goes to the replica, with a remedy.
    pub async fn examine_replica(&self) -> Option<Result<ReplicaState, String>> {
        let replica = Arc::clone(self.engine.stale()?.replica());
        let examined = tokio::task::spawn_blocking(move || {
            // A connection to PostgreSQL needs a thread without a runtime.
            std::thread::scope(|scope| scope.spawn(|| replica.examine()).join())
        });
        let panicked = || Err("the check of the replica panicked".to_owned());
        Some(match examined.await {
            Ok(Ok(found)) => found,
            _ => panicked(),
        })
    }

    /// Runs a read that resolves a credential. These reads have connections of their own and wait
    /// for no other read.
    pub async fn read_credential<T, E, F>(&self, name: &'static str, job: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.engine.read_credential(name, job).await
    }

    /// Describes the tables, indexes and triggers that are missing, differ from those that the migrations make, or were
    /// added to a table of the store. The list is empty for a store on PostgreSQL.
    ///
    /// # Errors
    /// [`StoreError`] if the structure cannot be read.
    pub async fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        let (options, migrations) = self.engine.opened_with();
        self.read("store.schema", move |tx| {
            schema::differences(tx, &options, &migrations)
        })
        .await
    }

    /// Whether the store accepts writes. On a full disk this is false, and only transactions that
    /// free space run. It is also false from a write that PostgreSQL could not run, because it was not reached or had no
    /// space, until a write succeeds.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.engine.is_writable()
    }

    /// Returns the size of the largest writing transaction of each name since the start.
    #[must_use]
    pub fn largest_writes(&self) -> BTreeMap<&'static str, WriteSize> {
        self.engine.largest_writes()
    }

    /// Changes the number of reads that run at the same time, and the time after which a read for an account ends
    /// with an error. Resolving credentials has connections of its own and stays as it is.
    pub(crate) fn limit_reads(&self, slots: usize, timeout: Duration) {
        self.engine.limit_reads(slots, timeout);
    }

    /// Returns the size of the disk that the database is on; `None` if the file system does not report it.
    #[must_use]
    pub fn disk_use(&self) -> Option<DiskUse> {
        self.engine.disk_use()
    }

    /// Keeps a reserve file of `bytes` bytes next to the database. It is deleted when the disk is
    /// full, to make room for deletions, erasures and the sign-ins they need. Blocks.
    pub fn keep_reserve(&self, bytes: u64) {
        self.engine.keep_reserve(bytes);
    }

    /// Returns a receiver that changes when an event was committed.
    #[must_use]
    pub fn event_signal(&self) -> tokio::sync::watch::Receiver<u64> {
        self.engine.event_signal()
    }

    /// Returns a receiver that changes when an entry of the audit log was committed.
    #[must_use]
    pub fn audit_signal(&self) -> tokio::sync::watch::Receiver<u64> {
        self.engine.audit_signal()
    }

    /// Finishes running transactions, refuses new ones, and closes the files.
    pub async fn close(&self) {
        self.engine.close().await;
    }

    /// Copies the write-ahead log into the database file and truncates it, so that removed data is
    /// in neither. Fails with [`StoreError::Unfolded`] if a reader prevented that for some seconds.
    /// Blocks.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.engine.checkpoint()
    }

    pub(crate) fn vacuum(&self) -> Result<(), StoreError> {
        self.engine.vacuum()
    }

    pub(crate) fn monotonic(&self) -> Duration {
        self.engine.monotonic()
    }

    /// Returns the size of the database file in bytes.
    pub(crate) fn file_bytes(&self) -> Result<u64, StoreError> {
        self.engine.bytes()
    }

    /// Checks that copies of the store fit into these folders at the same time, each with `more` bytes of other files. The
    /// copies on the disk of the store must leave its reserve and 64 MiB for writes; without a reserve, nothing is checked.
    ///
    /// # Errors
    /// [`StoreError::NoRoom`].
    pub fn ensure_room_for_copies(
        &self,
        folders: &[&std::path::Path],
        more: u64,
    ) -> Result<(), StoreError> {
        self.engine.ensure_room_for_copies(folders, more)
    }

    /// Copies a consistent snapshot into `file`, which must not exist, while writes continue. The
    /// copy contains rows and no removed data. Blocks. `progress` receives the pages done and the
    /// pages in total. Fails with [`StoreError::NoRoom`] before the copy uses the reserve.
    pub fn backup(
        &self,
        file: &std::path::Path,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), StoreError> {
        self.engine.backup(file, progress)
    }
}
