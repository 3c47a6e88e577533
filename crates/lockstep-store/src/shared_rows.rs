//! The rows that transactions of different accounts have in common: the end of the audit log, the numbers of events, and
//! the figures of all accounts.
//!
//! On PostgreSQL, transactions that concern one account run at the same time as those of other accounts. Each would wait at
//! these rows until the one before is committed. So such a transaction only collects what belongs there. When its group
//! ends, one writer after the other stores it and commits: entries and events become visible in the order of their numbers.

use crate::clock::Timestamp;
use crate::id::AuditId;

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
}

/// An entry of the audit log without its place in the chain.
pub(crate) struct PreparedEntry {
    pub(crate) id: AuditId,
    pub(crate) at: Timestamp,
    pub(crate) salt: [u8; 16],
    pub(crate) actor: String,
    pub(crate) role: String,
    pub(crate) action: String,
    pub(crate) component: String,
    pub(crate) status: &'static str,
    pub(crate) details: String,
    pub(crate) metadata: Option<String>,
}

/// An event without its number.
pub(crate) struct PreparedEvent {
    pub(crate) at: Timestamp,
    pub(crate) user: String,
    pub(crate) topic: &'static str,
    pub(crate) payload: String,
}

/// A count to add to the sum over all accounts.
pub(crate) struct PlatformFigure {
    pub(crate) name: &'static str,
    /// The hour, the day and the month.
    pub(crate) periods: [i64; 3],
    pub(crate) subject: String,
    pub(crate) n: i64,
}

impl PlatformFigure {
    /// Adds this count to others.
    pub(crate) fn add_to(self, others: &mut Vec<Self>) {
        let same = others.iter_mut().find(|other| {
            (other.name, &other.periods, &other.subject)
                == (self.name, &self.periods, &self.subject)
        });
        match same {
            Some(same) => same.n = (same.n + self.n).clamp(-MAX_FIGURE, MAX_FIGURE),
            None => others.push(self),
        }
    }
}

/// The greatest figure of a period; the SQL statements of figures contain the same number.
pub(crate) const MAX_FIGURE: i64 = 9_007_199_254_740_992;
