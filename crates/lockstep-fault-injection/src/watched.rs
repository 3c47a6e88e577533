//! The state of a watched folder, shared by its [`Disk`](crate::Disk) and the open files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::log::{Files, Log, Step};

/// The way a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// `EIO` of any call: opening, reading, writing, truncating, fsync, size, removing.
    Io,
    /// `ENOSPC` of a call that needs space: creating a file, writing, growing the shared index.
    NoSpace,
    /// A write that stores its first half before `ENOSPC`.
    ShortWrite,
}

/// The calls that fail, and how.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The first call that fails, counted from 1 among the calls that can fail in this way.
    pub nth: u64,
    /// The way the call fails.
    pub failure: Failure,
    /// Whether every later call fails too, until the disk is healed.
    pub lasting: bool,
}

/// The state shared with the open files.
#[derive(Debug)]
pub(crate) struct WatchState {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) log: Log,
    /// The files that currently have a name.
    names: BTreeMap<String, usize>,
    made: usize,
    pub(crate) fault: Option<Fault>,
    pub(crate) seen: u64,
    pub(crate) struck: u64,
    pub(crate) ended: bool,
}

/// The kind of a call, by the ways it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Creates or grows a file.
    Room,
    Write,
    Other,
}

impl WatchState {
    /// Watches a folder that has these files.
    pub(crate) fn new(folder: PathBuf, before: Files) -> Self {
        let names = before.names().enumerate();
        let names = names.map(|(file, name)| (name.to_owned(), file)).collect();
        Self {
            folder,
            state: Mutex::new(State {
                log: Log {
                    before,
                    steps: Vec::new(),
                },
                names,
                ..State::default()
            }),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the file's name inside the folder.
    pub(crate) fn name_of(&self, path: &Path) -> Option<String> {
        let name = path.strip_prefix(&self.folder).ok()?;
        Some(name.to_string_lossy().into_owned())
    }
}

impl State {
    /// Returns how this call must fail, if it must.
    pub(crate) fn failure_of(&mut self, call: Call) -> Option<Failure> {
        let fault = self.fault?;
        let can = match fault.failure {
            Failure::Io => true,
            Failure::NoSpace => call != Call::Other,
            Failure::ShortWrite => call == Call::Write,
        };
        if !can {
            return None;
        }
        self.seen += 1;
        let now = self.seen == fault.nth || (fault.lasting && self.seen > fault.nth);
        self.struck += u64::from(now);
        now.then_some(fault.failure)
    }

    /// Returns the number of a file that is being opened; assigns one if it has none.
    pub(crate) fn opened(&mut self, name: &str, content: impl FnOnce() -> Vec<u8>) -> usize {
        if let Some(file) = self.names.get(name) {
            return *file;
        }
        let file = self.log.before.len() + self.made;
        self.made += 1;
        self.names.insert(name.to_owned(), file);
        let name = name.to_owned();
        let content = content();
        self.record(Step::Make {
            name,
            file,
            content,
        });
        file
    }

    pub(crate) fn removed(&mut self, name: &str, names: bool) {
        if self.names.remove(name).is_some() {
            let name = name.to_owned();
            self.record(Step::Remove { name, names });
        }
    }

    pub(crate) fn record(&mut self, step: Step) {
        if !self.ended {
            self.log.steps.push(step);
        }
    }
}

/// Returns the watch of the folder that contains this file, and the file's name.
pub(crate) fn watching(path: &Path) -> Option<(Arc<WatchState>, String)> {
    registry()
        .iter()
        .find_map(|watched| Some((Arc::clone(watched), watched.name_of(path)?)))
}

/// Returns the watched folders.
pub(crate) fn registry() -> MutexGuard<'static, Vec<Arc<WatchState>>> {
    static WATCHED: Mutex<Vec<Arc<WatchState>>> = Mutex::new(Vec::new());
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}
