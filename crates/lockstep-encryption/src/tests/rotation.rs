//! Tests that the platform's own envelopes open after the root key was replaced.

use std::os::unix::fs::PermissionsExt;

use lockstep_vault::RootSource;
use lockstep_vault::key::{Custody, KeyRecord, NamedScheme};

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_root_key_and_backup_sign_as_the_old_key_and_vouch_for_no_newer_key() {
    let fixture = Fixture::new().await;
    fixture.encrypt(b"61 bpm").await;
    let slot = KeySlot::new(NamedScheme::parse(Mode::Fhe, "BFV-sum").unwrap(), None).unwrap();
    let made = fixture.encryption.mode_keys().generate(
        &fixture.ada,
        slot,
        Custody::Server,
        IdempotencyKey::default(),
    );
    let old_key = made.await.unwrap().record;
    let envelope = |encryption: Encryption, key: KeyRecord| async move {
        let user = key.user.clone();
        let owner = Owner::system(user);
        let asked = Encrypt {
            data: Zeroizing::new(b"[61]".to_vec()),
            mode: Mode::Fhe,
            slot: Some(key.slot),
            key: None,
            precision: None,
            curve: None,
        };
        encryption.encrypt(owner, asked).await.unwrap().envelope
    };
    let before = envelope(fixture.encryption.clone(), old_key.clone()).await;
    let stolen = fixture.encryption.macs().current().1;
    let file = fixture.folder.path().join("other.key");
    std::fs::write(&file, "ab".repeat(32)).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    fixture
        .encryption
        .platform_keys()
        .replace_root(&file, false)
        .await
        .unwrap();
    fixture.close().await;
    let new = KeyPaths {
        root: RootSource::File(file),
        ..KeyPaths::usual(fixture.folder.path())
    };
    let fixture = Fixture {
        encryption: open(&new, &fixture.clock).await,
        ..fixture
    };
    // Earlier data still opens for its owner.
    let opened = fixture
        .encryption
        .clone()
        .decrypt(fixture.ada.clone(), before)
        .await;
    assert!(opened.is_ok());
    let macs = fixture.encryption.macs();
    assert_eq!(macs.current().1, stolen + 1);
    // The stolen key vouches for keys of its time, and for none that was made later.
    assert!(macs.of(stolen, old_key.created_at).is_some());
    let later = fixture.clock.now().plus(Duration::from_millis(1));
    assert!(macs.of(stolen, later).is_none());
    assert!(macs.of(stolen + 1, later).is_some());
}
