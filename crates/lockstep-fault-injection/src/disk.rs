//! A watched folder: gives tests the log of SQLite's calls there, and injects faults.

use std::path::Path;
use std::sync::Arc;

use crate::log::{Files, Log};
use crate::vfs;
use crate::watched::{Fault, WatchState, registry};

/// A folder whose databases are watched, until this is dropped and the last of them is closed.
#[derive(Debug)]
pub struct Disk {
    watched: Arc<WatchState>,
}

impl Disk {
    /// Watches a folder. Its databases must be closed, and no other [`Disk`] may watch it.
    ///
    /// # Panics
    /// If the folder cannot be read.
    #[must_use]
    pub fn watch(folder: &Path) -> Self {
        let folder = folder.canonicalize().expect("the folder exists");
        let before = Files::read(&folder);
        let watched = Arc::new(WatchState::new(folder, before));
        vfs::install();
        registry().push(Arc::clone(&watched));
        Self { watched }
    }

    /// Returns the current length of the log. Data acknowledged before this call must survive every
    /// cut from here on.
    #[must_use]
    pub fn position(&self) -> usize {
        self.watched.lock().log.steps.len()
    }

    /// Takes the log. Later calls are not watched.
    #[must_use]
    pub fn into_log(self) -> Log {
        let mut state = self.watched.lock();
        state.ended = true;
        std::mem::take(&mut state.log)
    }

    /// Injects a fault from now on; replaces an earlier fault.
    pub fn fail(&self, fault: Fault) {
        let mut state = self.watched.lock();
        state.fault = Some(fault);
        (state.seen, state.struck) = (0, 0);
    }

    /// Stops injecting faults; returns the number of calls that failed.
    pub fn stop_faults(&self) -> u64 {
        let mut state = self.watched.lock();
        state.fault = None;
        state.struck
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        registry().retain(|other| !Arc::ptr_eq(other, &self.watched));
        let mut state = self.watched.lock();
        (state.ended, state.fault) = (true, None);
    }
}
