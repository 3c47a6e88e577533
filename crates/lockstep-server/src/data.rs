//! The data directory: ours alone, and one process at a time.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
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
    /// Others can enter it, and it is not ours to close.
    #[error(
        "{path}: others can enter it (mode {mode:03o}) and it belongs to another user: `chmod 700` it, or \
         choose another directory"
    )]
    Open {
        /// Which directory.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
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
    /// Makes it where it is missing and takes its lock. It is its owner's alone: one that others can enter
    /// is closed to them, with a warning, where it is this process's own; another's is refused.
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

/// Takes the permissions of group and others away, where there are any.
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
        "others could read this; it is closed to them now"
    );
    eprintln!(
        "warning: {} was open to others (mode {mode:03o}) and is closed to them now: take what it holds for \
         known to whoever could read it",
        path.display()
    );
    let closed = std::fs::Permissions::from_mode(mode & !OTHERS);
    std::fs::set_permissions(path, closed).map_err(unusable)
}

/// The same for what the server keeps in it.
fn close_files_to_others(folder: &Path) -> Result<(), DataDirError> {
    let unusable = |source| DataDirError::Unusable {
        path: folder.to_owned(),
        source,
    };
    for entry in std::fs::read_dir(folder).map_err(unusable)? {
        let entry = entry.map_err(unusable)?;
        let name = entry.file_name();
        let is_ours = OURS
            .iter()
            .any(|ours| name.as_encoded_bytes().starts_with(ours.as_bytes()));
        if is_ours {
            close_to_others(&entry.path())?;
        }
    }
    Ok(())
}

/// Permissions of group and others.
const OTHERS: u32 = 0o077;
/// What the names of the server's own files and folders begin with.
const OURS: [&str; 5] = ["lockstep.", "keys.", "lock", "secrets", "spool"];
/// The database's name in a data directory.
pub const DATABASE: &str = "lockstep.db";
/// The socket's name in a data directory.
pub const SOCKET: &str = "lockstep.sock";
