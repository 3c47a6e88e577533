//! The key by which the nodes of one installation know each other.

use lockstep_seal::Cipher;
use lockstep_web::DigestKey;
use zeroize::Zeroizing;

use super::{KeyPaths, VaultError, stored_root};

/// Derives the key that authenticates relayed connections from the root key, which all nodes share. Creates no root key.
///
/// # Errors
/// [`VaultError`]: the root key cannot be read.
pub fn relay_key(paths: &KeyPaths) -> Result<DigestKey, VaultError> {
    let key = stored_root(paths)?.derive(Cipher::Aes256Gcm, PURPOSE);
    Ok(DigestKey::new(Zeroizing::new(*key.expose())))
}

const PURPOSE: &[u8] = b"relayed connections between nodes";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RootSource;

    fn with(root: &str) -> Result<DigestKey, VaultError> {
        relay_key(&KeyPaths {
            root: RootSource::Variable(Zeroizing::new(root.to_owned())),
            ..KeyPaths::usual("/nowhere".as_ref())
        })
    }

    #[test]
    fn nodes_with_the_same_root_key_have_the_same_key() {
        let of = |root: &str| with(root).unwrap().digest("test", &[]);
        let root = "07".repeat(32);
        assert_eq!(of(&root), of(&root));
        assert_ne!(of(&root), of(&"08".repeat(32)));
        assert!(with("07").is_err());
    }

    #[test]
    fn no_root_key_is_created() {
        let folder = tempfile::tempdir().unwrap();
        assert!(relay_key(&KeyPaths::usual(folder.path())).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
