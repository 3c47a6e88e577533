//! The rows that transactions of different accounts have in common: the end of the audit log, the numbers of events, and
//! the figures of all accounts.
//!
//! On PostgreSQL, transactions that concern one account run at the same time as those of other accounts. Each would wait at
//! these rows until the one before is committed. So such a transaction only collects what belongs there. When its group
//! ends, one writer after the other stores it and commits: entries and events become visible in the order of their numbers.

use crate::audit::{self, PreparedEntry};
use crate::error::StoreError;
use crate::figure::{self, PlatformFigure};
use crate::outbox::{self, PreparedEvent};
use crate::tx::Tx;

/// What a transaction adds to rows that it shares with others.
#[derive(Default)]
pub(crate) struct SharedRows {
    pub(crate) entries: Vec<PreparedEntry>,
    pub(crate) events: Vec<PreparedEvent>,
    pub(crate) figures: Vec<PlatformFigure>,
}

impl SharedRows {
    /// Adds what another transaction of the group has collected.
    pub(crate) fn add(&mut self, other: Self) {
        self.entries.extend(other.entries);
        self.events.extend(other.events);
        for figure in other.figures {
            figure.add_to(&mut self.figures);
        }
    }

    /// Stores the rows.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) fn store(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        for figure in &self.figures {
            figure::add_of_platform(tx, figure)?;
        }
        audit::append(tx, &self.entries)?;
        outbox::append(tx, &self.events)
    }
}
