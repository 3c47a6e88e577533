//! The data directory: private to the server's user, and used by one process at a time.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use lockstep_vault::root::KEYS_PARTIAL;

/// A data directory that this process holds; dropping it releases the lock.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    /// The locks: of the directory itself, where its file system can lock one, and of the file in it.
    locks: Vec<File>,
}

/// The reason why a data directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Another process holds the directory.
    #[error("{0} is used by a running server")]
    Held(PathBuf),
    /// Another user owns the directory or one of the server's files in it.
    #[error(
        "{path} belongs to another user (id {owner}; this process runs as {user}): run it as the user who owns \
         the data directory, or choose another directory. If you copied the files yourself, change their owner \
         with `chown`"
    )]
    Foreign {
        /// The directory or file.
        path: PathBuf,
        /// The id of its owner.
        owner: u32,
        /// The id of this process's user.
        user: u32,
    },
    /// A name that the server uses is a symbolic link.
    #[error(
        "{0} is a symbolic link, and the server follows none in its data directory: remove the link, or put the \
         file itself there. To keep the secrets elsewhere, set `keys.secrets`"
    )]
    Link(PathBuf),
    /// A file has another name outside its folder, through which others may read and write it.
    #[error(
        "{0} has another name elsewhere (a hard link), through which others may read and write it: remove the \
         other name, or replace this file by a copy"
    )]
    HardLink(PathBuf),
    /// A name that the server uses is a named pipe, a socket or a device.
    #[error("{0} is neither a file nor a folder: remove it")]
    Special(PathBuf),
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
    /// Creates the directory if it is missing and takes its locks. The lock of the directory itself holds
    /// also after the file `lock` was removed. That of the file is for file systems that lock no
    /// directories.
    ///
    /// If other users can enter a directory of this process's user, their permissions are removed, with a
    /// warning if the directory contains anything.
    ///
    /// `path` may be a symbolic link. The directory is refused if another user owns it, or if one of
    /// the server's names in it is a link or belongs to another user: while it was open, others could
    /// place files there.
    ///
    /// Unfinished copies of a store are removed, which a killed `migrate` or `backup restore` left there.
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
        let about = std::fs::symlink_metadata(&path).map_err(unusable(&path))?;
        refuse_foreign(&path, &about)?;
        let mut contents = std::fs::read_dir(&path).map_err(unusable(&path))?;
        if contents.next().is_some() {
            close_to_others(&path, &about)?;
        } else if about.mode() & OTHERS != 0 {
            remove_permissions(&path, &about)?;
        }
        refuse_planted(&entries(&path, |name| name == LOCK.as_bytes())?)?;
        let mut held = Self {
            path,
            locks: Vec::new(),
        };
        let path = &held.path;
        let folder = File::open(path).map_err(unusable(path))?;
        let file = path.join(LOCK);
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed())
            .open(&file)
            .map_err(unusable(&file))?;
        match folder.try_lock() {
            Ok(()) => held.locks.push(folder),
            Err(TryLockError::WouldBlock) => return Err(DataDirError::Held(held.path.clone())),
            Err(TryLockError::Error(error)) => tracing::warn!(
                path = %held.path.display(), %error,
                "this file system cannot lock a directory: never remove the file `lock` in it"
            ),
        }
        match lock.try_lock() {
            Ok(()) => held.locks.push(lock),
            Err(TryLockError::WouldBlock) => return Err(DataDirError::Held(held.path.clone())),
            Err(TryLockError::Error(source)) => {
                return Err(DataDirError::Unusable { path: file, source });
            }
        }
        check_files(&held.path)?;
        remove_left(&held.path)?;
        Ok(held)
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

    /// Returns the path of the mark that a restore has begun and not ended.
    pub(crate) fn restoration_mark(&self) -> PathBuf {
        self.path.join(RESTORATION)
    }

    /// Whether a restore was interrupted.
    pub(crate) fn is_restoring(&self) -> bool {
        self.restoration_mark().exists()
    }

    /// Refuses a directory whose restore was interrupted: accounts that were erased since the backup may be in it.
    ///
    /// # Errors
    /// The text for the operator.
    pub(crate) fn ensure_restored(&self) -> Result<(), String> {
        ensure_restored(&self.path)
    }

    /// Creates the folder for uploads that are being read; removes what a kill left in it.
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
            if is_left_upload(&entry)? {
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
        for lock in &self.locks {
            // If unlocking fails, closing the file releases the lock.
            let _ = lock.unlock();
        }
    }
}

/// Whether a kill left this entry of the spool. A file of an upload loses its name before its first byte is written, and
/// has none at all on most file systems: a file with content is not of an upload.
fn is_left_upload(entry: &std::fs::DirEntry) -> io::Result<bool> {
    let about = entry.metadata()?;
    let name = entry.file_name();
    let has_temporary_name = name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes());
    Ok(about.is_file() && about.len() == 0 && has_temporary_name)
}

/// Returns the directory of a store that a server may hold at the same time, for a command that leaves the store as it is.
///
/// # Errors
/// The text for the operator: the directory cannot be found, belongs to another user, or its restore was interrupted.
pub(crate) fn beside_server(path: &Path) -> Result<PathBuf, String> {
    let named = |error: io::Error| format!("{}: {error}", path.display());
    let path = path.canonicalize().map_err(named)?;
    let about = std::fs::symlink_metadata(&path).map_err(named)?;
    refuse_foreign(&path, &about).map_err(|error| error.to_string())?;
    ensure_restored(&path)?;
    Ok(path)
}

fn ensure_restored(folder: &Path) -> Result<(), String> {
    match folder.join(RESTORATION).exists() {
        false => Ok(()),
        true => Err(format!(
            "the restore into {} was interrupted: run `lockstep backup restore` again, with the same backup and \
             receipts",
            folder.display()
        )),
    }
}

/// Refuses links and foreign files among the server's own files in the directory, then removes the
/// permissions of others.
fn check_files(folder: &Path) -> Result<(), DataDirError> {
    let own = entries(folder, is_own)?;
    refuse_planted(&own)?;
    for (path, about) in &own {
        // The server uses every name in this folder.
        if path.ends_with(SECRETS) && about.is_dir() {
            refuse_planted(&entries(path, |_| true)?)?;
        }
        close_to_others(path, about)?;
    }
    Ok(())
}

/// Removes the unfinished copies of a store in a folder that no other process uses: later erasures would not reach
/// them.
pub(crate) fn remove_left(folder: &Path) -> Result<(), DataDirError> {
    for name in [PARTIAL, KEYS_PARTIAL, RESTORING] {
        for end in ["", "-wal", "-shm", "-journal"] {
            let path = folder.join(format!("{name}{end}"));
            match std::fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(DataDirError::Unusable { path, source });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether the server uses this name in a data directory.
fn is_own(name: &[u8]) -> bool {
    OWN_NAMES.iter().any(|own| name == own.as_bytes())
        || OWN_PREFIXES
            .iter()
            .any(|own| name.starts_with(own.as_bytes()))
}

/// Returns the entries of a folder with such a name; links are not followed.
fn entries(
    folder: &Path,
    is_listed: impl Fn(&[u8]) -> bool,
) -> Result<Vec<(PathBuf, Metadata)>, DataDirError> {
    let unusable = |source| DataDirError::Unusable {
        path: folder.to_owned(),
        source,
    };
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unusable)? {
        let path = entry.map_err(unusable)?.path();
        let name = path.file_name().unwrap_or_default();
        if is_listed(name.as_encoded_bytes()) {
            let about = std::fs::symlink_metadata(&path).map_err(unusable)?;
            listed.push((path, about));
        }
    }
    Ok(listed)
}

/// Refuses entries of one folder that others may have placed there, or that lead elsewhere.
fn refuse_planted(entries: &[(PathBuf, Metadata)]) -> Result<(), DataDirError> {
    for (path, about) in entries {
        if about.is_symlink() {
            return Err(DataDirError::Link(path.clone()));
        }
        let is_own_socket = path.ends_with(SOCKET) && about.file_type().is_socket();
        if !about.is_file() && !about.is_dir() && !is_own_socket {
            return Err(DataDirError::Special(path.clone()));
        }
        refuse_foreign(path, about)?;
        // A kill while a secret is replaced leaves its file with two names in this folder.
        let names = entries
            .iter()
            .filter(|(_, other)| (other.dev(), other.ino()) == (about.dev(), about.ino()));
        if !about.is_dir() && about.nlink() > names.count() as u64 {
            return Err(DataDirError::HardLink(path.clone()));
        }
    }
    Ok(())
}

/// Refuses paths that belong to another user.
fn refuse_foreign(path: &Path, about: &Metadata) -> Result<(), DataDirError> {
    let (owner, user) = (about.uid(), rustix::process::geteuid().as_raw());
    if owner == user {
        return Ok(());
    }
    Err(DataDirError::Foreign {
        path: path.to_owned(),
        owner,
        user,
    })
}

/// Removes the permissions of group and others with a warning, if there are any. The path is not a link and belongs to
/// this user.
fn close_to_others(path: &Path, about: &Metadata) -> Result<(), DataDirError> {
    let mode = about.mode() & 0o777;
    if mode & OTHERS == 0 {
        return Ok(());
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
    remove_permissions(path, about)
}

/// Removes the permissions of group and others. The path is not a link and belongs to this user.
fn remove_permissions(path: &Path, about: &Metadata) -> Result<(), DataDirError> {
    let closed = Permissions::from_mode(about.mode() & 0o777 & !OTHERS);
    std::fs::set_permissions(path, closed).map_err(|source| DataDirError::Unusable {
        path: path.to_owned(),
        source,
    })
}

/// The permission bits of group and others.
const OTHERS: u32 = 0o077;
/// Names of the server's own files and folders. A restore writes the last one.
const OWN_NAMES: [&str; 5] = [LOCK, SECRETS, "spool", "reserve", RESTORING];
/// Prefixes of the names of its other files: the databases, their logs, and the socket.
const OWN_PREFIXES: [&str; 2] = ["lockstep.", "keys."];
/// The name of the file whose lock a process holds while it uses the directory.
const LOCK: &str = "lock";
/// The prefix that `tempfile` gives to a file until it removes the name.
const TEMPORARY: &str = ".tmp";
/// The name of the folder of secrets, unless the configuration names another.
const SECRETS: &str = "secrets";
/// The database's name in a data directory.
pub const DATABASE: &str = "lockstep.db";
/// The socket's name in a data directory.
pub const SOCKET: &str = "lockstep.sock";
/// The embedded store after its tables were moved to PostgreSQL.
pub(crate) const MOVED: &str = "lockstep.moved.db";
/// The embedded store while tables are copied into it beside a running server. It stays until the move is complete.
pub(crate) const PREPARED: &str = "lockstep.prepared.db";
/// The file whose lock a process holds while it copies a store.
pub(crate) const MIGRATION_LOCK: &str = "lockstep.migrate.lock";
/// The embedded store while tables are copied into it.
pub(crate) const PARTIAL: &str = "lockstep.partial.db";
/// A file of a backup while a restore copies it.
pub(crate) const RESTORING: &str = "restoring.db";
/// The mark of a restore that has begun and not ended.
pub(crate) const RESTORATION: &str = "lockstep.restoring";
