//! Reads that may miss the writes of the last seconds, on a replica of the PostgreSQL server.

use std::sync::Arc;
use std::time::Duration;

use crate::error::StoreError;
use crate::options::Options;
use crate::owner::QueueOwner;
use crate::readers::Readers;
use crate::replica::{MAX_READ, Replica};
use crate::tx::Tx;

/// The read connections to the replica.
pub(crate) struct StaleReaders {
    replica: Arc<Replica>,
    readers: Readers,
}

impl StaleReaders {
    /// Begins the checks of the replica; `None` if the options name none. Connections are opened when they are needed: a replica
    /// that does not answer stops no start.
    pub(crate) fn open(options: &Options) -> Result<Option<Self>, StoreError> {
        let replica = Replica::watch(options)?;
        Ok(replica.map(|replica| Self {
            readers: Readers::open_for_replica(options, &replica),
            replica,
        }))
    }

    /// Runs a read on the replica; `None` if it cannot be used, or the read failed there. The server of the store then gives the
    /// answer, also of an error: that of the replica may come from its machine, or from rows that have changed since.
    pub(crate) async fn read<T, E, F>(&self, name: &'static str, job: F) -> Option<T>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if self.replica.is_usable()
            && let Ok(found) = self.readers.read(QueueOwner::current(), name, job).await
        {
            metrics::counter!("lockstep_store_replica_reads").increment(1);
            return Some(found);
        }
        metrics::counter!("lockstep_store_replica_fallbacks").increment(1);
        None
    }

    /// Changes the number of slots, and the time after which a read for an account ends.
    pub(crate) fn limit(&self, slots: usize, timeout: Duration) {
        self.readers.limit(slots, timeout.min(MAX_READ));
    }

    pub(crate) fn replica(&self) -> &Arc<Replica> {
        &self.replica
    }

    /// Ends the checks, refuses reads, and closes the idle connections.
    pub(crate) fn close(&self) {
        self.replica.close();
        self.readers.close();
    }
}
