//! The root key: its sources, and the record that detects a wrong root key before any write.

mod paths;
mod relay_key;
mod secret_files;
mod shared_secrets;

use std::fmt;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use data_encoding::{BASE64, HEXLOWER, HEXLOWER_PERMISSIVE};
use lockstep_seal::{Cipher, Key};
use lockstep_store::{Entropy, regular_file};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

pub use self::paths::{CHECK, KEYS, KEYS_MOVED, KEYS_PARTIAL, KeyPaths};
pub use self::relay_key::relay_key;
pub(crate) use self::secret_files::{
    remove_unfinished, replace_secret, write_new_secret, write_secret,
};
pub use self::shared_secrets::expect_shared_secrets;
use crate::rng::Rng;

/// The source of the root key, as configured by the operator.
#[derive(Clone)]
pub enum RootSource {
    /// A credential file that a service manager creates and protects.
    Credential(PathBuf),
    /// A file that only its owner can read.
    File(PathBuf),
    /// The text of an environment variable: every process of the same user can read it.
    Variable(Zeroizing<String>),
    /// A program and its arguments; the key is read from its standard output.
    Command(Vec<String>),
    /// No source is configured: a file in the secrets directory, created at the first start.
    Unconfigured,
}

impl fmt::Debug for RootSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Credential(_) => "RootSource(credential)",
            Self::File(_) => "RootSource(file)",
            Self::Variable(_) => "RootSource(variable)",
            Self::Command(_) => "RootSource(command)",
            Self::Unconfigured => "RootSource(unconfigured)",
        })
    }
}

/// The reason why a vault cannot be opened. No file was changed.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// A file cannot be used.
    #[error("{path}: {source}")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// Other users can read a file of secrets.
    #[error(
        "{0}: other users of this machine can read it: run `chmod 600` on it, and treat its content as disclosed"
    )]
    Readable(PathBuf),
    /// The configured source has no root key.
    #[error("the root key is missing: {0}")]
    NoRoot(String),
    /// The source does not contain a valid root key.
    #[error("the root key from {place}: must be 32 bytes, as 64 hexadecimal digits or in base 64")]
    NotAKey {
        /// The source of the bytes.
        place: String,
    },
    /// The root key is not the one that wraps the keys of this vault.
    #[error(
        "this is not the root key of this data directory: nothing was changed; configure the right root key"
    )]
    WrongRoot,
    /// The new root key equals the current root key.
    #[error("this is already the root key")]
    NotAnother,
    /// The files do not belong together.
    #[error("{0}")]
    Torn(String),
    /// An operator accepted a rollback, but there is none.
    #[error("there is nothing to accept: the store and its keys match, and neither is outdated")]
    NothingToAccept,
    /// An error of the store of keys.
    #[error(transparent)]
    Store(#[from] lockstep_store::StoreError),
}

/// The root key, and the record it was checked against.
pub struct UnlockedRoot {
    pub(crate) place: KeyPaths,
    pub(crate) root: Key,
    /// `None` at the first start.
    pub(crate) check: Option<Check>,
    /// Whether the wrapped keys were created.
    has_keys: bool,
}

impl UnlockedRoot {
    /// As [`Self::expect_store`], for tables on a PostgreSQL server.
    ///
    /// # Errors
    /// [`VaultError::Torn`], with the action to take; no file was changed.
    pub fn expect_tables(&self, has_tables: bool) -> Result<(), VaultError> {
        if !has_tables && self.check.is_none() && !self.has_keys {
            self.place.expect_no_epochs()?;
        }
        if self.check.is_none() || has_tables {
            return Ok(());
        }
        Err(VaultError::Torn(format!(
            "the PostgreSQL schema of store.url is empty, and {} holds keys. Nothing was changed, and no key was \
             destroyed. Correct store.url, or restore the database from its backup. To begin again without the data, \
             remove the schema of the keys, and move the files of {} away",
            self.place.keys_place(),
            self.place.secrets.display(),
        )))
    }

    /// Refuses if keys or epoch keys exist but their store is missing or empty. Otherwise a new store would be
    /// created, which names none of the keys.
    ///
    /// # Errors
    /// [`VaultError::Torn`], with the action to take; no file was changed.
    pub fn expect_store(&self, file: &Path) -> Result<(), VaultError> {
        let bytes = match std::fs::metadata(file) {
            Ok(about) => about.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
            Err(source) => {
                let path = file.to_owned();
                return Err(VaultError::File { path, source });
            }
        };
        if bytes == 0 && self.check.is_none() && !self.has_keys {
            self.place.expect_no_epochs()?;
        }
        if self.check.is_none() || bytes > 0 {
            return Ok(());
        }
        Err(VaultError::Torn(format!(
            "{} is missing or empty, and {} beside it holds keys. Nothing was changed, and no key was \
             destroyed. Put the right lockstep.db back, or restore one (`lockstep backup restore FOLDER`, \
             which keeps these keys). To begin again without the data, move keys.db and keys.check away",
            file.display(),
            self.place.keys().display(),
        )))
    }
}

/// The key-check record: it detects a wrong root key and reveals no information about the right one.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    /// The id of the installation, in hexadecimal; also in `keys.db` and the store.
    vault: String,
    /// [`Key::check_value`], in hexadecimal.
    check: String,
}

impl Check {
    pub(crate) fn new(vault: &[u8; 16], root: &Key) -> Self {
        Self {
            vault: HEXLOWER.encode(vault),
            check: HEXLOWER.encode(&root.check_value()),
        }
    }

    pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Self, VaultError> {
        serde_json::from_slice(bytes)
            .map_err(|error| Self::unreadable(path, &format!("{} bytes: {error}", bytes.len())))
    }

    /// The content of the file.
    pub(crate) fn text(&self) -> Result<Vec<u8>, VaultError> {
        serde_json::to_vec(self).map_err(|error| VaultError::Torn(format!("{CHECK}: {error}")))
    }

    fn unreadable(path: &Path, reason: &str) -> VaultError {
        VaultError::Torn(format!(
            "{}: is not the record that checks the root key ({reason}). Nothing was changed, and no key \
             was destroyed. Put it back from the newest backup",
            path.display()
        ))
    }

    /// Whether the record belongs to this root key.
    pub(crate) fn is_of(&self, root: &Key) -> bool {
        self.check == HEXLOWER.encode(&root.check_value())
    }

    /// Refuses a root key that is not the one of the record.
    fn expect_root(&self, paths: &KeyPaths, root: &Key) -> Result<(), VaultError> {
        if self.vault().is_none() {
            return Err(Self::unreadable(&paths.check(), "it names no installation"));
        }
        match self.is_of(root) {
            true => Ok(()),
            false => Err(VaultError::WrongRoot),
        }
    }

    pub(crate) fn vault(&self) -> Option<[u8; 16]> {
        HEXLOWER.decode(self.vault.as_bytes()).ok()?.try_into().ok()
    }
}

/// Reads the root key and checks it before anything is opened for writing. Writes a file only if no source
/// is configured and there are no keys: then a root key is created and logged. Blocks while it asks the database of keys
/// on PostgreSQL.
///
/// # Errors
/// [`VaultError`]; in each case no file was changed.
pub fn unlock(place: &KeyPaths, entropy: &Arc<dyn Entropy>) -> Result<UnlockedRoot, VaultError> {
    let check = stored_check(place)?;
    let has_keys = place.has_keys()?;
    place.expect_no_file(has_keys)?;
    if check.is_some() {
        place.expect_keys(has_keys)?;
    }
    let may_create = check.is_none()
        && match place.server {
            // Epoch keys without `keys.db` were put in place for a restore, under another root key.
            None => has_keys || !place.epochs().exists(),
            // Keys on a server without the record are of an installation whose secrets are elsewhere.
            Some(_) => !has_keys && !place.epochs().exists(),
        };
    if matches!(place.root, RootSource::Unconfigured) && may_create && !place.root_file().exists() {
        make_root(&place.root_file(), entropy)?;
    }
    let root = stored_root(place)?;
    if let Some(check) = &check {
        check.expect_root(place, &root)?;
    }
    Ok(UnlockedRoot {
        place: place.clone(),
        root,
        check,
        has_keys,
    })
}

/// Tests the root key of an installation in use: reads it again and compares it with the record. Unlike [`unlock`], it
/// creates no root key, and does not take a missing record for a first start.
///
/// # Errors
/// [`VaultError`]: the next start would not open this installation.
pub fn test_root(paths: &KeyPaths) -> Result<(), VaultError> {
    let check = expected_check(paths)?;
    // A server that uses the keys on PostgreSQL has them, and its database may be busy.
    if paths.server.is_none() {
        paths.expect_keys(paths.has_keys()?)?;
    }
    check.expect_root(paths, &stored_root(paths)?)
}

/// Refuses a record that is not as [`unlock`] read it, before this node had the lock of the keys: another one may have replaced
/// the root key, or completed its first start. With the keys in a file, no other process has the directory.
pub(crate) fn expect_unchanged(paths: &KeyPaths, check: Option<&Check>) -> Result<(), VaultError> {
    if paths.server.is_none() || stored_check(paths)?.as_ref() == check {
        return Ok(());
    }
    Err(VaultError::Torn(format!(
        "{} has changed since this start read it: another node has replaced the root key, or has completed its first start. \
         Nothing was changed. Start this node again, with the new root key if it was replaced",
        paths.check().display()
    )))
}

/// Returns the id of the installation whose keys are in the folder of a backup, in hexadecimal. `None` if the folder does
/// not tell: its record of the root key is missing, damaged or no regular file.
#[must_use]
pub fn installation_of(folder: &Path) -> Option<String> {
    let path = folder.join(CHECK);
    let mut bytes = Vec::new();
    let file = regular_file::open_in_folder(&path).ok()?;
    file.take(MAX_CHECK_BYTES).read_to_end(&mut bytes).ok()?;
    let vault = Check::read(&bytes, &path).ok()?.vault()?;
    Some(HEXLOWER.encode(&vault))
}

/// Reads the record that checks the root key; `None` at the first start.
pub(crate) fn stored_check(paths: &KeyPaths) -> Result<Option<Check>, VaultError> {
    let path = paths.check();
    let mut bytes = Vec::new();
    let read = regular_file::open(&path)
        .and_then(|file| file.take(MAX_CHECK_BYTES).read_to_end(&mut bytes));
    match read {
        Ok(_) => Check::read(&bytes, &path).map(Some),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(VaultError::File { path, source }),
    }
}

/// Reads the record that checks the root key of an installation in use.
pub(crate) fn expected_check(paths: &KeyPaths) -> Result<Check, VaultError> {
    stored_check(paths)?.ok_or_else(|| {
        VaultError::Torn(format!(
            "{} is missing: put it back from the newest backup",
            paths.check().display()
        ))
    })
}

/// The maximum number of bytes that are read of the record: it has less than 100. The backup of another can have a file of any
/// size in its place.
pub const MAX_CHECK_BYTES: u64 = 4096;

/// Reads the root key from its source.
fn stored_root(paths: &KeyPaths) -> Result<Key, VaultError> {
    match &paths.root {
        RootSource::Unconfigured => guarded(&paths.root_file(), OWNER_ALONE),
        RootSource::File(path) => guarded(path, OWNER_ALONE),
        RootSource::Credential(path) => guarded(path, SERVICE_MANAGER),
        RootSource::Variable(text) => {
            tracing::warn!(
                "the root key comes from the environment, which every process of this user can read: use a credential or a file"
            );
            key_of(text.as_bytes(), "the environment")
        }
        RootSource::Command(words) => said_by(words),
    }
}

/// Reads the root key in a file; with `make`, first creates the file if it is absent.
pub(crate) fn in_file(
    path: &Path,
    make: bool,
    entropy: &Arc<dyn Entropy>,
) -> Result<Key, VaultError> {
    if make {
        if path.exists() {
            return Err(VaultError::NoRoot(format!(
                "{} already exists: it is not overwritten",
                path.display()
            )));
        }
        let key = Key::generate(Cipher::Aes256Gcm, &mut Rng::new(entropy));
        // A text that grows, or that is formatted from another, leaves copies of the key.
        let mut text = Zeroizing::new(String::with_capacity(2 * key.expose().len() + 1));
        HEXLOWER.encode_append(key.expose(), &mut text);
        text.push('\n');
        write_new_secret(path, text.as_bytes())?;
    }
    guarded(path, OWNER_ALONE)
}

fn make_root(path: &Path, entropy: &Arc<dyn Entropy>) -> Result<(), VaultError> {
    in_file(path, true, entropy)?;
    tracing::warn!(
        path = %path.display(),
        "no root key is configured, so a root key was created. Keep a copy of it apart from every backup: \
            without it, no encrypted data can be read"
    );
    Ok(())
}

/// Permissions that a file of secrets must not have.
const OWNER_ALONE: u32 = 0o077;
/// Permission bits that a credential must not have. systemd 254 and later gives a service with `User=` mode
/// 0440, in a directory that only the service can enter.
const SERVICE_MANAGER: u32 = 0o037;

/// Reads a key from a file that has none of the forbidden permission bits. A named pipe in its place is not waited for.
fn guarded(path: &Path, forbidden: u32) -> Result<Key, VaultError> {
    let failed = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => VaultError::NoRoot(format!(
            "{} does not exist: restore it, or configure its path",
            path.display()
        )),
        _ => VaultError::File {
            path: path.to_owned(),
            source,
        },
    };
    let file = regular_file::open(path).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    if about.mode() & forbidden != 0 {
        return Err(VaultError::Readable(path.to_owned()));
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(MAX_KEY_TEXT + 1));
    let mut part = file.take(MAX_KEY_TEXT as u64 + 1);
    part.read_to_end(&mut bytes).map_err(failed)?;
    let place = path.display().to_string();
    match bytes.len() > MAX_KEY_TEXT {
        true => Err(VaultError::NotAKey { place }),
        false => key_of(&bytes, &place),
    }
}

/// The maximum number of bytes of a file with a root key: 64 digits, and space around them.
const MAX_KEY_TEXT: usize = 4096;

fn said_by(words: &[String]) -> Result<Key, VaultError> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| VaultError::NoRoot("the command for it is empty".to_owned()))?;
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output();
    let output = output.map_err(|source| VaultError::File {
        path: PathBuf::from(program),
        source,
    })?;
    let text = Zeroizing::new(output.stdout);
    if !output.status.success() {
        return Err(VaultError::NoRoot(format!(
            "the command {program} for it failed: {}",
            output.status
        )));
    }
    key_of(&text, program)
}

fn key_of(text: &[u8], place: &str) -> Result<Key, VaultError> {
    let bytes = match text.len() {
        32 => Some(Zeroizing::new(text.to_vec())),
        _ => {
            let text = text.trim_ascii();
            let read = if text.len() == 64 {
                HEXLOWER_PERMISSIVE.decode(text)
            } else {
                BASE64.decode(text)
            };
            read.ok().map(Zeroizing::new)
        }
    };
    let bytes = bytes
        .as_ref()
        .and_then(|bytes| bytes.first_chunk::<32>().filter(|_| bytes.len() == 32));
    let bytes = bytes.ok_or_else(|| VaultError::NotAKey {
        place: place.to_owned(),
    })?;
    Ok(Key::from_bytes(Cipher::Aes256Gcm, bytes))
}

/// The file name of the erased accounts, in the secrets directory.
pub(crate) const ERASED: &str = "erased.json";
