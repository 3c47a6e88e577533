//! The data directory: private to the server's user, and used by one process at a time.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// A data directory that this process holds; dropping it releases the lock.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    lock: File,
}

/// The reason why a data directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Another process holds the directory.
    #[error("{0} is used by a running server")]
    Held(PathBuf),
    /// Other users can enter the directory, and another user owns it.
    #[error(
        "{path}: others can enter it (mode {mode:03o}) and it belongs to another user: `chmod 700` it, or \
         choose another directory"
    )]
    Open {
        /// The directory.
        path: PathBuf,
        /// The directory's permissions.
        mode: u32,
    },
    /// The directory cannot be created or used.
    #[error("{path}: {source}")]
    Unusable {
        /// The directory or file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl DataDir {
    /// Creates the directory if it is missing and takes its lock. If other users can enter a
    /// directory of this process's user, their permissions are removed with a warning. If another
    /// user owns it, it is refused.
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
        close_to_others(&path)?;
        let file = path.join("lock");
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&file)
            .map_err(unusable(&file))?;
        match lock.try_lock() {
            Ok(()) => {
                close_files_to_others(&path)?;
                Ok(Self { path, lock })
            }
            Err(TryLockError::WouldBlock) => Err(DataDirError::Held(path)),
            Err(TryLockError::Error(source)) => Err(DataDirError::Unusable { path: file, source }),
        }
    }

    /// Returns the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Returns the path of the socket on which a running server takes commands.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.path.join(SOCKET)
    }

    /// Creates the folder for uploads that are being read; empties it at every start.
    pub fn spool(&self) -> io::Result<PathBuf> {
        let spool = self.path.join("spool");
        if spool.is_symlink() || !spool.is_dir() {
            DirBuilder::new().mode(0o700).create(&spool)?;
            return Ok(spool);
        }
        // The folder itself stays: on a full disk a new one could not be created.
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
    /// Unlocks explicitly. Closing the file is not enough: child processes that are just starting
    /// hold copies of all open files until they run their own program.
    fn drop(&mut self) {
        // If unlocking fails, closing the file releases the lock.
        let _ = self.lock.unlock();
    }
}

/// Removes the permissions of group and others, if any.
fn close_to_others(path: &Path) -> Result<(), DataDirError> {
    let unusable = |source| DataDirError::Unusable {
        path: path.to_owned(),
        source,
    };
    let about = std::fs::symlink_metadata(path).map_err(unusable)?;
    let mode = about.mode() & 0o777;
    if mode & OTHERS == 0 || about.file_type().is_symlink() {
        return Ok(());
    }
    if about.uid() != rustix::process::geteuid().as_raw() {
        return Err(DataDirError::Open {
            path: path.to_owned(),
            mode,
        });
    }
    tracing::warn!(
        path = %path.display(), mode = format!("{mode:03o}"),
        "other users could read this path; their permissions are removed"
    );
    eprintln!(
        "warning: {} was open to others (mode {mode:03o}) and is closed to them now: treat its contents as \
         known to every user who could read it",
        path.display()
    );
    let closed = std::fs::Permissions::from_mode(mode & !OTHERS);
    std::fs::set_permissions(path, closed).map_err(unusable)
}

/// Does the same for the server's own files in the directory.
fn close_files_to_others(folder: &Path) -> Result<(), DataDirError> {
    let unusable = |source| DataDirError::Unusable {
        path: folder.to_owned(),
        source,
    };
    for entry in std::fs::read_dir(folder).map_err(unusable)? {
        let entry = entry.map_err(unusable)?;
        let name = entry.file_name();
        let is_ours = OWN_PREFIXES
            .iter()
            .any(|ours| name.as_encoded_bytes().starts_with(ours.as_bytes()));
        if is_ours {
            close_to_others(&entry.path())?;
        }
    }
    Ok(())
}

/// The permission bits of group and others.
const OTHERS: u32 = 0o077;
/// Prefixes of the names of the server's own files and folders.
const OWN_PREFIXES: [&str; 5] = ["lockstep.", "keys.", "lock", "secrets", "spool"];
/// The database's name in a data directory.
pub const DATABASE: &str = "lockstep.db";
/// The socket's name in a data directory.
pub const SOCKET: &str = "lockstep.sock";
