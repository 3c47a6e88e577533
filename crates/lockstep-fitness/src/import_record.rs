//! The record of an import: the content that was read from a file, and whether the import is complete.

use serde::{Deserialize, Serialize};

/// The state of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The import runs, or ended before its end: its points so far are stored.
    Unfinished,
    /// The whole file was read.
    Complete,
    /// Its points are being removed, or the removal was interrupted.
    Undoing,
}

impl State {
    /// The number in the store.
    pub(crate) fn code(self) -> i64 {
        match self {
            Self::Unfinished => 0,
            Self::Complete => 1,
            Self::Undoing => 2,
        }
    }

    /// Returns whether a number is one of a state.
    pub(crate) fn is_code(code: i64) -> bool {
        (0..=2).contains(&code)
    }

    /// Reads a number. A damaged one means an import that is not known to be complete.
    pub(crate) fn of(code: Option<i64>) -> Self {
        match code {
            Some(1) => Self::Complete,
            Some(2) => Self::Undoing,
            _ => Self::Unfinished,
        }
    }
}

/// The sealed content of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Content {
    /// The name of the file.
    pub(crate) file: Option<String>,
    /// The format of the file; `None` until the file was read.
    pub(crate) format: Option<String>,
    /// The number of stored points.
    pub(crate) count: u64,
    /// The number of these points that were not stored before.
    pub(crate) new: u64,
    /// The number of activities in the file.
    pub(crate) activities: u64,
    /// The number of errors in the file.
    pub(crate) errors: u64,
    /// The first and the last time of the file's records.
    pub(crate) span: Option<(i64, i64)>,
    /// The first start and the last end of the file's activities that are stored.
    pub(crate) activity_span: Option<(i64, i64)>,
    /// When the import was complete.
    pub(crate) finished_at: Option<i64>,
}

impl Content {
    /// Extends the span of stored activities.
    pub(crate) fn extend_activities(&mut self, (start, end): (i64, i64)) {
        let (from, to) = self.activity_span.unwrap_or((start, end));
        self.activity_span = Some((from.min(start), to.max(end)));
    }
}
