//! A watched folder: the log of SQLite's calls there, and the faults to inject.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::crash_states::{Files, Replay};
use crate::vfs;

/// A folder whose databases are watched, until this is dropped and the last of them is closed.
#[derive(Debug)]
pub struct Disk {
    watched: Arc<Watched>,
}

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

/// The steps of SQLite in a folder, in order.
#[derive(Debug, Default)]
pub struct Log {
    /// The files when watching began, all of them on disk.
    pub(crate) before: Files,
    pub(crate) steps: Vec<Step>,
}

/// A step that changed files, or made changes durable. Files are numbered as they are created.
#[derive(Debug)]
pub(crate) enum Step {
    Make {
        name: String,
        file: usize,
        content: Vec<u8>,
    },
    Write {
        file: usize,
        offset: u64,
        bytes: Vec<u8>,
    },
    Truncate {
        file: usize,
        size: u64,
    },
    /// The file's content is on disk, and so are all names if `names` is set.
    Sync {
        file: usize,
        names: bool,
    },
    /// Pending data may never reach the disk, even if later calls succeed (Linux drops it).
    SyncFailed {
        file: usize,
    },
    Remove {
        name: String,
        names: bool,
    },
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
        let names = before.names().enumerate();
        let names = names.map(|(file, name)| (name.to_owned(), file)).collect();
        let watched = Arc::new(Watched {
            folder,
            state: Mutex::new(State {
                log: Log {
                    before,
                    steps: Vec::new(),
                },
                names,
                ..State::default()
            }),
        });
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
    pub fn heal(&self) -> u64 {
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

impl Log {
    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the log has no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the most revealing steps for a cut: around every fsync, and among writes to the
    /// database itself, which happen only at checkpoints.
    #[must_use]
    pub fn delicate(&self) -> Vec<usize> {
        let mut is_database: BTreeMap<usize, bool> = BTreeMap::new();
        for (file, name) in self.before.names().enumerate() {
            is_database.insert(file, name.ends_with(".db"));
        }
        let mut places = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            match step {
                Step::Make { name, file, .. } => {
                    is_database.insert(*file, name.ends_with(".db"));
                    places.push(at);
                }
                Step::Write { file, .. } => {
                    if is_database.get(file) == Some(&true) {
                        places.push(at);
                    }
                }
                Step::Sync { .. } | Step::SyncFailed { .. } => places.extend([at, at + 1]),
                Step::Truncate { .. } | Step::Remove { .. } => places.push(at + 1),
            }
        }
        places
    }

    /// Starts a replay at the initial files.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }
}

/// The state shared with the open files.
#[derive(Debug)]
pub(crate) struct Watched {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    log: Log,
    /// The files that currently have a name.
    names: BTreeMap<String, usize>,
    made: usize,
    fault: Option<Fault>,
    seen: u64,
    struck: u64,
    ended: bool,
}

/// The kind of a call, by the ways it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Creates or grows a file.
    Room,
    Write,
    Other,
}

impl Watched {
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
    pub(crate) fn strikes(&mut self, call: Call) -> Option<Failure> {
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
        self.did(Step::Make {
            name,
            file,
            content,
        });
        file
    }

    pub(crate) fn removed(&mut self, name: &str, names: bool) {
        if self.names.remove(name).is_some() {
            let name = name.to_owned();
            self.did(Step::Remove { name, names });
        }
    }

    pub(crate) fn did(&mut self, step: Step) {
        if !self.ended {
            self.log.steps.push(step);
        }
    }
}

/// Returns the watch of the folder that contains this file, and the file's name.
pub(crate) fn watching(path: &Path) -> Option<(Arc<Watched>, String)> {
    registry()
        .iter()
        .find_map(|watched| Some((Arc::clone(watched), watched.name_of(path)?)))
}

fn registry() -> MutexGuard<'static, Vec<Arc<Watched>>> {
    static WATCHED: Mutex<Vec<Arc<Watched>>> = Mutex::new(Vec::new());
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}
