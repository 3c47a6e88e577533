//! The keys that authenticate the envelopes only this platform creates: the current key, and those that
//! were replaced together with a root key.
//!
//! An envelope names its key by the number in its header. A replaced key verifies only envelopes under
//! account keys that were created before its replacement. An attacker with an old root key and an old
//! backup therefore cannot forge envelopes under newer keys.

use lockstep_seal::{Key, unwrap};
use lockstep_store::{Db, StoreError, Timestamp};

use super::{Kek, MAC, does_not_open};
use crate::locked::LockedMemory;
use crate::root::VaultError;
use crate::store::keys as rows;

/// The authentication keys by their numbers.
pub struct Macs {
    number: u32,
    current: LockedMemory<Key>,
    replaced: Vec<ReplacedKey>,
}

struct ReplacedKey {
    number: u32,
    at: Timestamp,
    key: LockedMemory<Key>,
}

impl Macs {
    /// Reads the keys under a KEK. If a replaced key does not open, only the envelopes under it are lost.
    pub(super) async fn open(db: &Db, kek: &Kek) -> Result<Self, VaultError> {
        let version = kek.version;
        let stored = db
            .read::<_, StoreError, _>("keys.macs", move |tx| rows::platform_keys(tx, version))
            .await?;
        let (mut current, mut replaced, mut number) = (None, Vec::new(), 1);
        for (name, wrapped) in stored {
            let key = unwrap(&kek.key, &wrapped, b"server", name.as_bytes());
            if name == MAC {
                current = Some(key.map_err(|_| does_not_open(MAC))?);
            } else if let Some((of, at)) = read_name(&name) {
                number = number.max(of + 1);
                match key {
                    Ok(key) => replaced.push(ReplacedKey {
                        number: of,
                        at,
                        key: LockedMemory::new(key),
                    }),
                    Err(_) => tracing::error!(
                        key = name,
                        "a replaced key of the platform does not open: envelopes under it are refused"
                    ),
                }
            }
        }
        Ok(Self {
            number,
            current: LockedMemory::new(current.ok_or_else(|| does_not_open(MAC))?),
            replaced,
        })
    }

    /// The current key and its number.
    pub fn current(&self) -> (&Key, u32) {
        (&*self.current, self.number)
    }

    /// The key of a number, if it may authenticate envelopes under a key created at `made`.
    pub fn of(&self, number: u32, made: Timestamp) -> Option<&Key> {
        if number == self.number {
            return Some(&*self.current);
        }
        let mut replaced = self.replaced.iter();
        let key = replaced.find(|key| key.number == number && made <= key.at)?;
        Some(&*key.key)
    }

    /// The row name of the current key after its replacement.
    pub(super) fn name_once_replaced(&self, at: Timestamp) -> String {
        format!("{MAC}.{}.{}", self.number, at.0)
    }
}

/// The number and the replacement time in the row name of a replaced key.
fn read_name(name: &str) -> Option<(u32, Timestamp)> {
    let rest = name.strip_prefix(MAC)?.strip_prefix('.')?;
    let (number, at) = rest.split_once('.')?;
    Some((number.parse().ok()?, Timestamp(at.parse().ok()?)))
}
