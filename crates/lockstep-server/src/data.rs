//! The data directory: ours alone, and one process at a time.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// A data directory this process holds; let go when dropped.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    lock: File,
}

/// Why a data directory cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Another process holds it.
    #[error("{0} is held by a running server")]
    Held(PathBuf),
    /// It cannot be made or used.
    #[error("{path}: {source}")]
    Unusable {
        /// Which directory or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl DataDir {
    /// Makes it where it is missing (readable by its owner alone) and takes its lock.
    pub fn hold(path: &Path) -> Result<Self, DataDirError> {
        let unusable = |path: &Path| {
            let path = path.to_owned();
            move |source| DataDirError::Unusable { path, source }
        };
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(unusable(path))?;
        let path = path.canonicalize().map_err(unusable(path))?;
        let file = path.join("lock");
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&file)
            .map_err(unusable(&file))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path, lock }),
            Err(TryLockError::WouldBlock) => Err(DataDirError::Held(path)),
            Err(TryLockError::Error(source)) => Err(DataDirError::Unusable { path: file, source }),
        }
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Where a running server takes commands.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.path.join(SOCKET)
    }

    /// Where uploads wait while they are read; emptied at every start.
    pub fn spool(&self) -> io::Result<PathBuf> {
        let spool = self.path.join("spool");
        if spool.is_symlink() || !spool.is_dir() {
            DirBuilder::new().mode(0o700).create(&spool)?;
            return Ok(spool);
        }
        // The folder itself stays: on a full disk a new one may not be had.
        std::fs::set_permissions(&spool, Permissions::from_mode(0o700))?;
        for entry in std::fs::read_dir(&spool)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                std::fs::remove_dir_all(entry.path())?;
            } else {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(spool)
    }
}

impl Drop for DataDir {
    /// Closing the file would do, were it not for processes that are just being started: until they
    /// run their own program they hold copies of all our files.
    fn drop(&mut self) {
        // What cannot be unlocked is let go when the file is closed.
        let _ = self.lock.unlock();
    }
}

/// The database's name in a data directory.
pub const DATABASE: &str = "lockstep.db";
/// The socket's name in a data directory.
pub const SOCKET: &str = "lockstep.sock";
