//! The keys that authenticate envelopes which only this platform makes: the one of now, and those that
//! were replaced with a root key.
//!
//! An envelope names its key by the number in its header. A replaced key verifies envelopes under keys
//! of accounts that were made before it was replaced, and no others: with an old root key and an old
//! backup nobody makes envelopes under newer keys.

use lockstep_seal::{Key, unwrap};
use lockstep_store::{Db, StoreError, Timestamp};

use super::{Kek, MAC, does_not_open};
use crate::locked::Locked;
use crate::root::VaultError;
use crate::store::keys as rows;

/// The keys by their numbers.
pub struct Macs {
    number: u32,
    current: Locked<Key>,
    replaced: Vec<Replaced>,
}

struct Replaced {
    number: u32,
    at: Timestamp,
    key: Locked<Key>,
}

impl Macs {
    /// The keys under a KEK. A replaced key that does not open costs the envelopes under it.
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
                    Ok(key) => replaced.push(Replaced {
                        number: of,
                        at,
                        key: Locked::new(key),
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
            current: Locked::new(current.ok_or_else(|| does_not_open(MAC))?),
            replaced,
        })
    }

    /// The key of now, and its number.
    pub fn current(&self) -> (&Key, u32) {
        (&*self.current, self.number)
    }

    /// The key of this number, where it may vouch for an envelope under a key that was made then.
    pub fn of(&self, number: u32, made: Timestamp) -> Option<&Key> {
        if number == self.number {
            return Some(&*self.current);
        }
        let mut replaced = self.replaced.iter();
        let key = replaced.find(|key| key.number == number && made <= key.at)?;
        Some(&*key.key)
    }

    /// Under which name the key of now is kept once it is replaced.
    pub(super) fn name_once_replaced(&self, at: Timestamp) -> String {
        format!("{MAC}.{}.{}", self.number, at.0)
    }
}

/// Number and time of replacement in the name of a replaced key.
fn read_name(name: &str) -> Option<(u32, Timestamp)> {
    let rest = name.strip_prefix(MAC)?.strip_prefix('.')?;
    let (number, at) = rest.split_once('.')?;
    Some((number.parse().ok()?, Timestamp(at.parse().ok()?)))
}
