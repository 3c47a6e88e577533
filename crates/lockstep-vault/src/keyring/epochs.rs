//! The epoch keys and their file, which no backup contains.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64;
use lockstep_seal::{Key, unwrap};
use lockstep_store::{Entropy, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Kek, wrapped};
use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::root::{VaultError, replace_secret};

/// An epoch key: it wraps account keys until the next epoch.
#[derive(Clone)]
pub(super) struct Epoch {
    pub(super) n: u32,
    pub(super) made: Timestamp,
    pub(super) key: Arc<LockedMemory<Key>>,
}

/// The content of the epochs' file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EpochFile {
    vault: String,
    epochs: Vec<StoredEpoch>,
}

/// An epoch key, wrapped under a version of the KEK.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredEpoch {
    n: u32,
    made: Timestamp,
    kek: u32,
    wrapped: String,
}

/// Writes the file: every epoch key under each of the given KEKs.
pub(super) fn write(
    path: &Path,
    vault: &[u8; 16],
    epochs: &[Epoch],
    keks: &[&Kek],
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    let rng = &mut Rng::new(entropy);
    let mut stored = Vec::with_capacity(epochs.len() * keks.len());
    for kek in keks {
        for epoch in epochs {
            let row = epoch.n.to_string();
            let key = wrapped(
                &kek.key,
                kek.version,
                b"epoch",
                row.as_bytes(),
                &epoch.key,
                rng,
            );
            stored.push(StoredEpoch {
                n: epoch.n,
                made: epoch.made,
                kek: kek.version,
                wrapped: BASE64.encode(&key),
            });
        }
    }
    let file = EpochFile {
        vault: BASE64.encode(vault),
        epochs: stored,
    };
    let text =
        serde_json::to_vec(&file).map_err(|error| VaultError::Torn(format!("epochs: {error}")))?;
    replace_secret(path, &text, entropy)
}

/// Whether an epochs' file belongs to this installation.
pub(super) fn is_of(bytes: &[u8], vault: &[u8; 16]) -> bool {
    let file: Result<EpochFile, _> = serde_json::from_slice(bytes);
    file.is_ok_and(|file| BASE64.decode(file.vault.as_bytes()).ok().as_deref() == Some(vault))
}

/// Whether the file has these epochs and no others, by their numbers and the times of their beginnings.
pub(super) fn are_in(bytes: &[u8], epochs: &[Epoch]) -> bool {
    let Ok(file) = serde_json::from_slice::<EpochFile>(bytes) else {
        return false;
    };
    let stored: BTreeSet<_> = file
        .epochs
        .iter()
        .map(|epoch| (epoch.n, epoch.made))
        .collect();
    let known: BTreeSet<_> = epochs.iter().map(|epoch| (epoch.n, epoch.made)).collect();
    stored == known
}

/// Reads the epoch keys under this KEK. Also returns whether the file must be written again: it contains those
/// of a root key that is being replaced, or names another KEK for one that opens under this one.
///
/// `versions` are the KEKs of `keys.db`. An epoch key that does not open belongs to another root key only if
/// `keys.db` has the KEK that the file names for it.
pub(super) fn read(
    bytes: &[u8],
    path: &Path,
    vault: &[u8; 16],
    (kek, versions): (&Kek, &[u32]),
) -> Result<(Vec<Epoch>, bool), VaultError> {
    let torn = |reason: &str| VaultError::Torn(format!("{}: {reason}", path.display()));
    let file: EpochFile = serde_json::from_slice(bytes).map_err(|error| {
        let size = bytes.len();
        torn(&format!(
            "is not a file of epochs ({size} bytes: {error}). Without it no account's keys open. \
                 Nothing was changed; put it back from where you keep the root key"
        ))
    })?;
    if BASE64.decode(file.vault.as_bytes()).ok().as_deref() != Some(vault) {
        return Err(torn(
            "is of another installation: put the right one back from where you keep the root key",
        ));
    }
    let (mut epochs, mut others, mut damaged) = (Vec::new(), false, false);
    for stored in file.epochs {
        let wrapped = BASE64.decode(stored.wrapped.as_bytes()).ok();
        let row = stored.n.to_string();
        let key =
            wrapped.and_then(|wrapped| unwrap(&kek.key, &wrapped, b"epoch", row.as_bytes()).ok());
        let is_ours = stored.kek == kek.version;
        others |= !is_ours;
        match key {
            Some(key) => epochs.push(Epoch {
                n: stored.n,
                made: stored.made,
                key: Arc::new(LockedMemory::new(key)),
            }),
            None => damaged |= is_ours || !versions.contains(&stored.kek),
        }
    }
    if damaged && !epochs.is_empty() {
        return Err(torn(
            "an epoch's key does not open: the file is damaged, or of another time than the wrapped keys; put the right one back from where you keep the root key",
        ));
    }
    if epochs.is_empty() {
        return Err(torn(
            "holds no epoch that this root key opens: put the right one back from where you keep the root key",
        ));
    }
    Ok((epochs, others))
}
