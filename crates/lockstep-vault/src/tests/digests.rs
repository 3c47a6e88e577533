//! The keys of stored digests: persistent, one for each purpose, and new after a replacement of the root
//! key.

use crate::root::{KeyPaths, RootSource};

use super::{Home, open, other_root};

#[tokio::test]
async fn digests_are_the_same_until_the_root_key_is_replaced() {
    let home = Home::new().await;
    let of = |vault: &crate::Vault, purpose: &str| vault.digests(purpose).digest("x", &[b"72"]);
    let first = of(&home.vault, "requests");
    assert_ne!(first, of(&home.vault, "names"), "purposes are apart");
    let home = home.again().await;
    assert_eq!(of(&home.vault, "requests"), first);
    let another = Home::new().await;
    assert_ne!(of(&another.vault, "requests"), first);
    // The copy in a backup opens with the root key.
    let copy = home.folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    home.vault.back_up(&copy, None).await.unwrap();
    home.close().await;
    let store = home.folder.path().join("lockstep.db");
    std::fs::copy(store, copy.join("lockstep.db")).unwrap();
    let place = KeyPaths::usual(home.folder.path());
    let restored = open(&place.verifying(&copy), &home.clock).await.unwrap();
    assert_eq!(of(&restored, "requests"), first);
    restored.close().await;

    let home = Home {
        vault: open(&place, &home.clock).await.unwrap(),
        ..home
    };
    let file = other_root(&home);
    home.vault.replace_root(&file, false).await.unwrap();
    home.close().await;
    let place = KeyPaths {
        root: RootSource::File(file),
        ..place
    };
    let replaced = open(&place, &home.clock).await.unwrap();
    let second = of(&replaced, "requests");
    assert_ne!(second, first);
    replaced.close().await;
    let again = open(&place, &home.clock).await.unwrap();
    assert_eq!(of(&again, "requests"), second);
    again.close().await;
}
