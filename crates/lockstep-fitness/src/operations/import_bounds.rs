//! The bounds of reading an imported file: it ends with its import, its account and the rights of its request, and after
//! [`MAX_READ_HOURS`].

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use lockstep_points::columns::Batch;
use lockstep_store::{Clock, fair};
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::{mpsc, oneshot};

/// A batch on its way to the task that stores it, and where that task tells that it is stored. Without a batch, the task only
/// checks that the import may go on.
pub(super) type Delivery = (Option<Batch>, oneshot::Sender<()>);

/// Why a file is not read to its end.
#[derive(Debug)]
pub(super) enum Stopped {
    /// The import may not go on, or a batch was not stored: the task that stores has ended with the reason.
    NotStored,
    /// The file was read for [`MAX_READ_HOURS`].
    Overdue,
}

/// What the thread that reads a file asks between two parts of it.
pub(super) struct ReadBounds {
    clock: Arc<dyn Clock>,
    /// The monotonic time at which reading ends.
    deadline: Duration,
    sender: mpsc::Sender<Delivery>,
    /// The bytes that were read since the last check.
    unchecked: Cell<u64>,
    /// The answer to the last batch, until it is awaited.
    pending: Cell<Option<oneshot::Receiver<()>>>,
    is_overdue: Cell<bool>,
}

impl ReadBounds {
    /// The bounds of a file whose reading begins now.
    pub(super) fn new(clock: Arc<dyn Clock>, sender: mpsc::Sender<Delivery>) -> Self {
        Self {
            deadline: clock.monotonic() + Duration::from_secs(MAX_READ_HOURS * 3600),
            clock,
            sender,
            unchecked: Cell::new(0),
            pending: Cell::new(None),
            is_overdue: Cell::new(false),
        }
    }

    /// Checks the time, and after each [`CHECK_BYTES`] of the file that the import may go on. Storing a batch checks it, too.
    ///
    /// # Errors
    /// Reading must end.
    pub(super) fn pass(&self, bytes: u64) -> Result<(), Stopped> {
        if self.clock.monotonic() >= self.deadline {
            self.is_overdue.set(true);
            return Err(Stopped::Overdue);
        }
        let unchecked = self.unchecked.get() + bytes;
        if unchecked < CHECK_BYTES || self.is_pending()? {
            self.unchecked.set(unchecked);
            return Ok(());
        }
        self.deliver(None)?;
        self.settle()
    }

    /// Whether a batch is still being stored.
    fn is_pending(&self) -> Result<bool, Stopped> {
        let Some(mut answer) = self.pending.take() else {
            return Ok(false);
        };
        match answer.try_recv() {
            Ok(()) => Ok(false),
            Err(TryRecvError::Empty) => {
                self.pending.set(Some(answer));
                Ok(true)
            }
            Err(TryRecvError::Closed) => Err(Stopped::NotStored),
        }
    }

    /// Hands a batch, or a check, over when the one before it is stored. Reading goes on while it is stored, so two batches at most
    /// are in memory.
    ///
    /// # Errors
    /// [`Stopped::NotStored`].
    pub(super) fn deliver(&self, batch: Option<Batch>) -> Result<(), Stopped> {
        self.settle()?;
        self.unchecked.set(0);
        let (done, answer) = oneshot::channel();
        let sent = fair::wait(|| self.sender.blocking_send((batch, done)));
        sent.map_err(|_| Stopped::NotStored)?;
        self.pending.set(Some(answer));
        Ok(())
    }

    /// Waits until the last delivery is stored.
    ///
    /// # Errors
    /// [`Stopped::NotStored`].
    pub(super) fn settle(&self) -> Result<(), Stopped> {
        let Some(answer) = self.pending.take() else {
            return Ok(());
        };
        fair::wait(|| answer.blocking_recv().map_err(|_| Stopped::NotStored))
    }

    /// Whether reading has ended for the time. A reader of an archive may report a failed read as damage of a member.
    pub(super) fn is_overdue(&self) -> bool {
        self.is_overdue.get()
    }
}

/// The hours after which a file that is still read is left: a whole export of many years takes minutes.
pub(super) const MAX_READ_HOURS: u64 = 4;
/// The bytes of a file, as sent, between two checks that its import may go on. A file inflates to 200 times its size at most.
const CHECK_BYTES: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use lockstep_store::Timestamp;

    use super::*;
    use crate::testing::Fixture;

    #[test]
    fn reading_goes_on_while_a_batch_is_stored() {
        let fixture = Fixture::new(Timestamp(0));
        let (sender, mut deliveries) = mpsc::channel(1);
        let bounds = ReadBounds::new(fixture.state.clock.clone(), sender);
        bounds.deliver(Some(Batch::default())).unwrap();
        // Storing the batch checks the import, so no check follows it.
        bounds.pass(CHECK_BYTES).unwrap();
        let (batch, stored) = deliveries.try_recv().unwrap();
        assert!(batch.is_some());
        assert!(deliveries.try_recv().is_err());
        stored.send(()).unwrap();
        bounds.settle().unwrap();
        bounds.deliver(Some(Batch::default())).unwrap();
        // The task that stores has failed.
        drop(deliveries);
        for _ in 0..2 {
            let next = bounds.deliver(Some(Batch::default()));
            assert!(matches!(next, Err(Stopped::NotStored)));
        }
    }
}
