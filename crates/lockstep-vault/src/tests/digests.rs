//! The keys of stored digests: persistent, one for each purpose, and new after a replacement of the root
//! key.

use crate::root::{KeyPaths, RootSource};

use super::{Fixture, open, other_root};

#[tokio::test]
async fn digests_are_the_same_until_the_root_key_is_replaced() {
    let fixture = Fixture::new().await;
    let of = |vault: &crate::Vault, purpose: &str| vault.digests(purpose).digest("x", &[b"72"]);
    let first = of(&fixture.vault, "requests");
    assert_ne!(first, of(&fixture.vault, "names"), "purposes are apart");
    let fixture = fixture.again().await;
    assert_eq!(of(&fixture.vault, "requests"), first);
    let another = Fixture::new().await;
    assert_ne!(of(&another.vault, "requests"), first);
    // The copy in a backup opens with the root key.
    let copy = fixture.folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    fixture.vault.backup().copy(&copy, None).await.unwrap();
    let names = std::fs::read_dir(&copy).unwrap();
    let name = |one: std::io::Result<std::fs::DirEntry>| one.unwrap().file_name();
    let mut names: Vec<_> = names.map(|one| name(one).into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["keys.check", "keys.db"]);
    fixture.close().await;
    let store = fixture.folder.path().join("lockstep.db");
    std::fs::copy(store, copy.join("lockstep.db")).unwrap();
    let paths = KeyPaths::usual(fixture.folder.path());
    let restored = open(&paths.verifying(&copy), &fixture.clock).await.unwrap();
    assert_eq!(of(&restored, "requests"), first);
    restored.close().await;

    let fixture = Fixture {
        vault: open(&paths, &fixture.clock).await.unwrap(),
        ..fixture
    };
    let file = other_root(&fixture);
    fixture
        .vault
        .platform_keys()
        .replace_root(&file, false)
        .await
        .unwrap();
    fixture.close().await;
    let paths = KeyPaths {
        root: RootSource::File(file),
        ..paths
    };
    let replaced = open(&paths, &fixture.clock).await.unwrap();
    let second = of(&replaced, "requests");
    assert_ne!(second, first);
    replaced.close().await;
    let again = open(&paths, &fixture.clock).await.unwrap();
    assert_eq!(of(&again, "requests"), second);
    again.close().await;
}
