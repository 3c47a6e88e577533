//! A watched folder: the log of what SQLite did there, and the faults it is given.

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

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// `EIO` of any call: opening, reading, writing, truncating, fsync, size, removing.
    Io,
    /// `ENOSPC` of a call that needs room: making a file, writing, growing the shared index.
    NoSpace,
    /// A write that stores its first half before `ENOSPC`.
    ShortWrite,
}

/// Which call fails, and how.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The first one that fails, counted from 1 among those that can fail so.
    pub nth: u64,
    /// How.
    pub failure: Failure,
    /// Whether every later one fails too, until the disk is healed.
    pub lasting: bool,
}

/// What SQLite did in a folder, in order.
#[derive(Debug, Default)]
pub struct Log {
    /// The files when watching began, all of them on disk.
    pub(crate) before: Files,
    pub(crate) steps: Vec<Step>,
}

/// One thing that changed files, or made changes lasting. Files are numbered as they are made.
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
    /// The file's content is on disk; so are all names, where `names`.
    Sync {
        file: usize,
        names: bool,
    },
    /// What was pending may never reach the disk, whatever later calls say (Linux drops it).
    SyncFailed {
        file: usize,
    },
    Remove {
        name: String,
        names: bool,
    },
}

impl Disk {
    /// Watches a folder. Its databases must be closed, and nobody else watch it.
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

    /// How long the log is by now. What was acknowledged before this was asked is to be found
    /// after every cut from here on.
    #[must_use]
    pub fn position(&self) -> usize {
        self.watched.lock().log.steps.len()
    }

    /// Takes the log. What is done later is not watched.
    #[must_use]
    pub fn into_log(self) -> Log {
        let mut state = self.watched.lock();
        state.ended = true;
        std::mem::take(&mut state.log)
    }

    /// From now on calls fail as told; an earlier fault is forgotten.
    pub fn fail(&self, fault: Fault) {
        let mut state = self.watched.lock();
        state.fault = Some(fault);
        (state.seen, state.struck) = (0, 0);
    }

    /// Nothing fails any more; gives how many calls did.
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
    /// How many steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Places where a cut is the most telling: around every fsync, and inside what is written to
    /// the database itself, which happens at checkpoints only.
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

    /// Begins at the files as they were.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }
}

/// What is shared with the open files.
#[derive(Debug)]
pub(crate) struct Watched {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    log: Log,
    /// The files that have a name now.
    names: BTreeMap<String, usize>,
    made: usize,
    fault: Option<Fault>,
    seen: u64,
    struck: u64,
    ended: bool,
}

/// What a call is about to do, as far as failing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Makes or grows something.
    Room,
    Write,
    Other,
}

impl Watched {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file's name inside the folder.
    pub(crate) fn name_of(&self, path: &Path) -> Option<String> {
        let name = path.strip_prefix(&self.folder).ok()?;
        Some(name.to_string_lossy().into_owned())
    }
}

impl State {
    /// Whether this call is to fail.
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

    /// The number of a file that is being opened; made now where it has none.
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

/// Who watches the folder this file lies in.
pub(crate) fn watching(path: &Path) -> Option<(Arc<Watched>, String)> {
    registry()
        .iter()
        .find_map(|watched| Some((Arc::clone(watched), watched.name_of(path)?)))
}

fn registry() -> MutexGuard<'static, Vec<Arc<Watched>>> {
    static WATCHED: Mutex<Vec<Arc<Watched>>> = Mutex::new(Vec::new());
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}
