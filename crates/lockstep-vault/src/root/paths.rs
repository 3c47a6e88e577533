//! The paths of a vault's files, and the schema of its keys on PostgreSQL.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lockstep_store::db::Options;
use lockstep_store::{Clock, Entropy, PostgresUrl};

use super::{RootSource, VaultError};

/// The paths of a vault's files, and the schema of its keys if the store is on PostgreSQL.
#[derive(Clone, Debug)]
pub struct KeyPaths {
    /// The data directory: without `server`, `keys.db` and the key-check record are beside the store.
    pub data: PathBuf,
    /// The directory of files that no backup contains: the epoch keys, and the root key if no source is
    /// configured. With `server`, also the key-check record: all nodes of the installation use this directory.
    pub secrets: PathBuf,
    /// The source of the root key.
    pub root: RootSource,
    /// Whether `data` is a copy under inspection: the secrets then belong to another vault and are not
    /// changed.
    pub copy: bool,
    /// The schema on PostgreSQL that holds the wrapped keys instead of `keys.db`.
    pub server: Option<PostgresUrl>,
}

impl KeyPaths {
    /// A data directory with the default paths and no configured root key.
    #[must_use]
    pub fn usual(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            secrets: data.join("secrets"),
            root: RootSource::Unconfigured,
            copy: false,
            server: None,
        }
    }

    /// The same secrets for a copy of `keys.db` and the store in another folder, to verify a backup.
    #[must_use]
    pub fn verifying(&self, folder: &Path) -> Self {
        let root = match &self.root {
            RootSource::Unconfigured => RootSource::File(self.root_file()),
            configured => configured.clone(),
        };
        Self {
            data: folder.to_owned(),
            secrets: self.secrets.clone(),
            root,
            copy: true,
            server: None,
        }
    }

    /// The same directories, with the keys in `keys.db`.
    #[must_use]
    pub fn in_file(&self) -> Self {
        Self {
            server: None,
            ..self.clone()
        }
    }

    /// The same directories, with the keys in a schema on PostgreSQL.
    #[must_use]
    pub fn on_server(&self, schema: PostgresUrl) -> Self {
        Self {
            server: Some(schema),
            ..self.clone()
        }
    }

    /// Whether the record that checks the root key is there: the first start of the installation has ended.
    #[must_use]
    pub fn has_check(&self) -> bool {
        self.check().exists()
    }

    /// Whether there is a `keys.db` in the data directory, used or not.
    #[must_use]
    pub fn has_file(&self) -> bool {
        self.keys().symlink_metadata().is_ok()
    }

    /// A short name of the keys for messages: `keys.db`, or the schema.
    #[must_use]
    pub fn keys_name(&self) -> String {
        match &self.server {
            None => KEYS.to_owned(),
            Some(url) => format!("the schema {}", url.schema()),
        }
    }

    /// The place of the keys for messages: the path of `keys.db`, or the schema.
    pub(crate) fn keys_place(&self) -> String {
        match &self.server {
            None => self.keys().display().to_string(),
            Some(url) => format!("the PostgreSQL schema {}", url.schema()),
        }
    }

    /// A short name of the store that the keys belong to, for messages.
    pub(crate) fn store_name(&self) -> &'static str {
        match self.server {
            None => "lockstep.db",
            Some(_) => "the schema of store.url",
        }
    }

    /// What to do about keys that are missing or damaged.
    pub(crate) fn keys_remedy(&self) -> &'static str {
        match self.server {
            None => "put it back from the newest backup",
            Some(_) => "restore the schema from the newest backup of the database",
        }
    }

    /// The `keys.db` of the data directory; with `server`, the keys are not in it.
    pub(crate) fn keys(&self) -> PathBuf {
        self.data.join(KEYS)
    }

    pub(crate) fn check(&self) -> PathBuf {
        match self.server {
            None => self.data.join(CHECK),
            Some(_) => self.secrets.join(CHECK),
        }
    }

    pub(crate) fn epochs(&self) -> PathBuf {
        self.secrets.join("epochs.json")
    }

    pub(super) fn root_file(&self) -> PathBuf {
        self.secrets.join("root.key")
    }

    /// The options with which the store of the keys opens.
    pub(crate) fn options(
        &self,
        readers: usize,
        clock: &Arc<dyn Clock>,
        entropy: &Arc<dyn Entropy>,
    ) -> Options {
        Options {
            file: self.keys(),
            postgres: self.server.clone(),
            readers,
            clock: Arc::clone(clock),
            entropy: Arc::clone(entropy),
        }
    }

    /// Refuses epoch keys without the wrapped keys, before anything is created: a first start creates the wrapped
    /// keys before them.
    pub(crate) fn expect_no_epochs(&self) -> Result<(), VaultError> {
        let path = self.epochs();
        if self.copy || !path.exists() {
            return Ok(());
        }
        let path = path.display();
        Err(VaultError::Torn(match &self.server {
            None => {
                let on_server = match self.secrets.join(CHECK).exists() {
                    true => " Its keys are on PostgreSQL: set store.url.",
                    false => "",
                };
                format!(
                    "{path} is of another installation: {} holds no keys. Nothing was created.{on_server} To restore a \
                     backup, run `lockstep backup restore FOLDER` before the first start. To begin a new \
                     installation, move this file away",
                    self.data.display(),
                )
            }
            Some(_) => format!(
                "{path} is of another installation: {} holds no keys. Nothing was created. Correct store.url, or \
                 restore the database from its backup. To begin a new installation, move this file away",
                self.keys_place(),
            ),
        }))
    }

    /// Whether the keys were created: `keys.db` exists and is not empty, or the schema has tables. Blocks while it
    /// asks the database.
    ///
    /// # Errors
    /// [`VaultError::Store`] if the database cannot be reached.
    pub(crate) fn has_keys(&self) -> Result<bool, VaultError> {
        match &self.server {
            None => Ok(std::fs::metadata(self.keys()).is_ok_and(|about| about.len() > 0)),
            Some(url) => Ok(url.has_tables()?),
        }
    }

    /// Refuses keys that are missing beside the record that checks their root key. An interrupted first start leaves
    /// keys without the record, and no data under them.
    pub(crate) fn expect_keys(&self, has_keys: bool) -> Result<(), VaultError> {
        if has_keys {
            return Ok(());
        }
        let check = self.check();
        let check = check.display();
        Err(VaultError::Torn(match &self.server {
            None => {
                // With `keys.secrets` as the data directory, both records are one file.
                let is_moving = self.secrets != self.data && self.secrets.join(CHECK).exists();
                let on_server = match is_moving {
                    true => {
                        ", or, if a move from PostgreSQL was interrupted, set store.url and run the same `lockstep migrate` \
                         again"
                    }
                    false => "",
                };
                format!(
                    "{} is missing or empty beside {check}: put the right one back from the backup{on_server}",
                    self.keys().display(),
                )
            }
            Some(_) => format!(
                "{} is missing or has no keys, and {check} is of an installation whose keys are on PostgreSQL. Nothing \
                 was changed. Correct store.url, or restore the database from its backup. To begin again without \
                 the data, move the files of {} away",
                self.keys_place(),
                self.secrets.display(),
            ),
        }))
    }

    /// Refuses a `keys.db` beside a store on PostgreSQL: the keys are in one place. An earlier version kept them in the
    /// file.
    pub(super) fn expect_no_file(&self, has_keys: bool) -> Result<(), VaultError> {
        let Some(url) = self.server.as_ref().filter(|_| self.has_file()) else {
            return Ok(());
        };
        let (file, schema) = (self.keys(), url.schema());
        let file = file.display();
        Err(VaultError::Torn(match has_keys {
            true => format!(
                "the schema {schema} of the database holds keys, and {file} holds keys, too. Nothing was changed. To \
                 complete an interrupted move, run the same `lockstep migrate` again; to go on with the database, move \
                 keys.db away; to go on with the files, remove store.url"
            ),
            false => format!(
                "store.url names a database, and the keys are in {file}. Nothing was changed. Run `lockstep migrate --to \
                 postgres`, which moves them into the schema {schema}"
            ),
        }))
    }
}

/// The name of the wrapped keys' store in a data directory and in a backup.
pub const KEYS: &str = "keys.db";
/// The file name of the key-check record, in a data directory, in a backup, and in the secrets directory if the keys are
/// on PostgreSQL.
pub const CHECK: &str = "keys.check";
/// The wrapped keys' store of before they were moved to PostgreSQL.
pub const KEYS_MOVED: &str = "keys.moved.db";
/// The wrapped keys' store while keys are copied into it.
pub const KEYS_PARTIAL: &str = "keys.partial.db";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_move_to_files_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let paths = KeyPaths::usual(folder.path());
        std::fs::create_dir(&paths.secrets).unwrap();
        std::fs::write(paths.check(), "the record").unwrap();
        let refused = || paths.expect_keys(false).unwrap_err().to_string();
        let usual = refused();
        assert!(usual.ends_with("back from the backup"), "{usual}");
        std::fs::write(paths.secrets.join(CHECK), "the record").unwrap();
        let moving = refused();
        assert!(
            moving.contains("move from PostgreSQL was interrupted"),
            "{moving}"
        );
        assert!(paths.expect_keys(true).is_ok());
    }
}
