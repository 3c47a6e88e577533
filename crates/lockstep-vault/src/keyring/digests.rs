//! The key of stored digests: one of the platform's own keys, from which every purpose has a key of
//! its own.

use lockstep_seal::{Cipher, Key};
use lockstep_store::Db;
use lockstep_web::DigestKey;
use zeroize::Zeroizing;

use super::{Kek, Keyring, platform_key, wrapped};
use crate::rng::Rng;
use crate::root::VaultError;
use crate::store::keys as rows;

/// The key under this KEK. It is made where there is none: `keys.db` is new, or older than this key.
pub(super) async fn open(db: &Db, kek: &Kek, rng: &mut Rng) -> Result<Key, VaultError> {
    if let Some(key) = platform_key(db, kek, DIGEST).await? {
        return Ok(key);
    }
    let key = Key::generate(Cipher::Aes256Gcm, rng);
    let stored = wrapped(
        &kek.key,
        kek.version,
        b"server",
        DIGEST.as_bytes(),
        &key,
        rng,
    );
    let version = kek.version;
    db.write("keys.digest.make", move |tx| {
        rows::insert_platform_key(tx, DIGEST, version, &stored)
    })
    .await?;
    Ok(key)
}

impl Keyring {
    /// The key of one purpose.
    pub(crate) fn digests(&self, purpose: &str) -> DigestKey {
        let key = self.digest.derive(Cipher::Aes256Gcm, purpose.as_bytes());
        DigestKey::new(Zeroizing::new(*key.expose()))
    }
}

/// The row of the key in `keys.db`.
pub(super) const DIGEST: &str = "digest";
