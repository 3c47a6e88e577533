//! The key of stored digests: a key of the platform, from which each purpose derives its own key.

use lockstep_seal::{Cipher, Key};
use lockstep_store::Db;
use lockstep_web::DigestKey;
use zeroize::Zeroizing;

use super::{Kek, Keyring, platform_key, wrapped};
use crate::rng::Rng;
use crate::root::VaultError;
use crate::store::keys as rows;

/// Reads the digest key under this KEK. Creates the key if it is absent: `keys.db` is new, or from before
/// this key existed.
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
    /// Derives the digest key of one purpose.
    pub(crate) fn digests(&self, purpose: &str) -> DigestKey {
        let key = self.digest.derive(Cipher::Aes256Gcm, purpose.as_bytes());
        DigestKey::new(Zeroizing::new(*key.expose()))
    }
}

/// The row of the digest key in `keys.db`.
pub(super) const DIGEST: &str = "digest";
