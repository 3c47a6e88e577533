//! The key by which the nodes of one installation know each other.

use lockstep_seal::Cipher;
use lockstep_web::DigestKey;
use zeroize::Zeroizing;

use super::{KeyPaths, VaultError, expected_check, stored_root};

/// Derives the key that authenticates relayed connections from the root key, which all nodes share. Creates no root key.
///
/// # Errors
/// [`VaultError`]: the root key or the record that checks it cannot be read, or the key is another one: this node could not take over.
pub fn relay_key(paths: &KeyPaths) -> Result<DigestKey, VaultError> {
    let check = expected_check(paths)?;
    let root = stored_root(paths)?;
    check.expect_root(paths, &root)?;
    let key = root.derive(Cipher::Aes256Gcm, PURPOSE);
    Ok(DigestKey::new(Zeroizing::new(*key.expose())))
}

const PURPOSE: &[u8] = b"relayed connections between nodes";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RootSource;
    use crate::root::{Check, key_of};

    /// The paths of a node with this root key.
    fn with(folder: &tempfile::TempDir, root: &str) -> KeyPaths {
        KeyPaths {
            root: RootSource::Variable(Zeroizing::new(root.to_owned())),
            ..KeyPaths::usual(folder.path())
        }
    }

    /// Stores the record that checks this root key.
    fn store_check(folder: &tempfile::TempDir, root: &str) {
        let root = key_of(root.as_bytes(), "the test").unwrap();
        let check = serde_json::to_vec(&Check::new(&[1; 16], &root)).unwrap();
        let paths = KeyPaths::usual(folder.path());
        std::fs::write(paths.check(), check).unwrap();
    }

    #[test]
    fn nodes_with_the_same_root_key_have_the_same_key() {
        let of = |root: &str| {
            let folder = tempfile::tempdir().unwrap();
            store_check(&folder, root);
            relay_key(&with(&folder, root)).unwrap().digest("test", &[])
        };
        let root = "07".repeat(32);
        assert_eq!(of(&root), of(&root));
        assert_ne!(of(&root), of(&"08".repeat(32)));
    }

    #[test]
    fn a_node_that_could_not_take_over_has_no_key() {
        let folder = tempfile::tempdir().unwrap();
        let root = "07".repeat(32);
        let missing = relay_key(&with(&folder, &root));
        assert!(matches!(missing, Err(VaultError::Torn(_))));
        store_check(&folder, &root);
        assert!(relay_key(&with(&folder, &root)).is_ok());
        let other = relay_key(&with(&folder, &"08".repeat(32)));
        assert!(matches!(other, Err(VaultError::WrongRoot)));
        let no_key = relay_key(&with(&folder, "07"));
        assert!(matches!(no_key, Err(VaultError::NotAKey { .. })));
    }

    #[test]
    fn no_root_key_is_created() {
        let folder = tempfile::tempdir().unwrap();
        store_check(&folder, &"07".repeat(32));
        assert!(relay_key(&KeyPaths::usual(folder.path())).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
