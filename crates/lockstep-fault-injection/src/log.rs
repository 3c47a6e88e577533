//! The log of SQLite's calls in a folder.

use std::collections::BTreeMap;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Files by name.
#[derive(Clone, Debug, Default)]
pub struct Files(pub(crate) BTreeMap<String, Vec<u8>>);

impl Files {
    /// Reads the databases of a folder with their logs, without the shared index, which never
    /// survives.
    ///
    /// # Panics
    /// If the folder cannot be read.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            if [".db", ".db-wal", ".db-journal"]
                .iter()
                .any(|end| name.ends_with(end))
            {
                let content = std::fs::read(entry.path()).expect("the file can be read");
                files.insert(name, content);
            }
        }
        Self(files)
    }

    /// Writes the files into a folder, readable by their owner only.
    ///
    /// # Panics
    /// If they cannot be written.
    pub fn write(&self, folder: &Path) {
        for (name, content) in &self.0 {
            let path = folder.join(name);
            let mut how = std::fs::OpenOptions::new();
            let how = how.create(true).truncate(true).write(true).mode(0o600);
            let file = how.open(path);
            let written = file.and_then(|mut file| std::io::Write::write_all(&mut file, content));
            written.expect("the file can be written");
        }
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no files.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
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
    pub fn revealing_steps(&self) -> Vec<usize> {
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
}
