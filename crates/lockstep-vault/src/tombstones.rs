//! Salted digests of the ids of erased accounts, in a file beside the epochs' keys. No backup contains the
//! file, so restoring an older store cannot restore an erased account.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use data_encoding::HEXLOWER;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_store::{Ctx, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::root::{ERASED, KeyPaths, VaultError, write_secret};

/// The content of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ErasedFile {
    format: String,
    /// The salt, in hexadecimal.
    salt: String,
    /// The time of each erasure, by the digest of the account's id in hexadecimal.
    erased: BTreeMap<String, Timestamp>,
}

/// The erased accounts.
#[derive(Clone, Debug, Default)]
pub struct Tombstones {
    salt: [u8; 16],
    erased: BTreeMap<[u8; 32], Timestamp>,
}

impl Tombstones {
    /// Reads the erased accounts from the secrets directory.
    ///
    /// # Errors
    /// [`VaultError`] if the file exists and cannot be read.
    pub fn read(paths: &KeyPaths) -> Result<Self, VaultError> {
        Ok(read(&file(paths))?.unwrap_or_default())
    }

    /// Records an erasure before any data of the account is removed. The record is on disk when this
    /// returns. Blocks.
    ///
    /// # Errors
    /// [`VaultError`] if the file cannot be read or written.
    pub fn record(paths: &KeyPaths, ctx: &Ctx, user: &UserId) -> Result<(), VaultError> {
        let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let path = file(paths);
        let mut all = match read(&path)? {
            Some(all) => all,
            None => Self {
                salt: entropy_array(&*ctx.entropy),
                erased: BTreeMap::new(),
            },
        };
        let digest = all.digest(user);
        if all.erased.contains_key(&digest) {
            return Ok(());
        }
        all.erased.insert(digest, ctx.clock.now());
        let file = ErasedFile {
            format: FORMAT.to_owned(),
            salt: HEXLOWER.encode(&all.salt),
            erased: all
                .erased
                .iter()
                .map(|(digest, at)| (HEXLOWER.encode(digest), *at))
                .collect(),
        };
        let text = serde_json::to_vec(&file)
            .map_err(|error| VaultError::Torn(format!("{}: {error}", path.display())))?;
        write_secret(&path, &text)
    }

    /// Whether the account was erased.
    #[must_use]
    pub fn holds(&self, user: &UserId) -> bool {
        self.erased.contains_key(&self.digest(user))
    }

    /// SHA-256 of `"lockstep tombstone v1"` ‖ salt ‖ the id.
    fn digest(&self, user: &UserId) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"lockstep tombstone v1");
        hash.update(self.salt);
        hash.update(user.as_str().as_bytes());
        hash.finalize().into()
    }
}

fn file(paths: &KeyPaths) -> PathBuf {
    paths.secrets.join(ERASED)
}

fn read(path: &Path) -> Result<Option<Tombstones>, VaultError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(source) => {
            return Err(VaultError::File {
                path: path.to_owned(),
                source,
            });
        }
    };
    parse(&bytes).map(Some).ok_or_else(|| {
        VaultError::Torn(format!(
            "{}: the list of erased accounts cannot be read: put it back from where you keep the \
             epochs' file. Without it an older backup brings erased accounts back",
            path.display()
        ))
    })
}

fn parse(bytes: &[u8]) -> Option<Tombstones> {
    let file: ErasedFile = serde_json::from_slice(bytes).ok()?;
    let decode = |text: &str| HEXLOWER.decode(text.as_bytes()).ok();
    let mut erased = BTreeMap::new();
    for (digest, at) in file.erased {
        erased.insert(decode(&digest)?.try_into().ok()?, at);
    }
    (file.format == FORMAT).then_some(())?;
    Some(Tombstones {
        salt: decode(&file.salt)?.try_into().ok()?,
        erased,
    })
}

/// Serialises writers in this process; the data directory's lock excludes other processes.
static WRITING: Mutex<()> = Mutex::new(());
const FORMAT: &str = "lockstep-erased/1";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_list_of_erasures_is_refused() {
        let salt = "00".repeat(16);
        let digest = "ab".repeat(32);
        let good = format!(
            r#"{{"format":"lockstep-erased/1","salt":"{salt}","erased":{{"{digest}":5}}}}"#
        );
        assert_eq!(parse(good.as_bytes()).unwrap().erased.len(), 1);
        for bad in [
            String::new(),
            "{}".to_owned(),
            good.replace("erased/1", "erased/2"),
            good.replace(&digest, "ab"),
            good.replace(&salt, "zz"),
            good.replace("\"salt\"", "\"more\":1,\"salt\""),
        ] {
            assert!(parse(bad.as_bytes()).is_none(), "{bad}");
        }
    }
}
