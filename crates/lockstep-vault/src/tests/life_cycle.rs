//! The life cycle of keys, epochs and accounts.

use super::*;
use crate::operations::maintenance::round;

#[tokio::test]
async fn a_key_is_followed_when_its_time_is_over_and_what_is_under_it_stays_readable() {
    let fixture = Fixture::new().await;
    let first = fixture.encrypt(b"61 bpm").await;
    assert_eq!(
        fixture.encrypt(b"").await.key.id,
        first.key.id,
        "one a slot"
    );
    fixture.clock.pass(91);
    // At the next use, before the background job.
    let second = fixture.encrypt(b"61 bpm").await;
    assert_ne!(second.key.id, first.key.id);
    assert_eq!(fixture.status(&first).await, Status::Rotated);
    fixture.clock.pass(91);
    round(&fixture.vault).await.unwrap();
    assert_eq!(fixture.status(&first).await, Status::Expired);
    assert_eq!(fixture.status(&second).await, Status::Rotated);
    let fixture = fixture.again().await;
    assert!(fixture.reads(&first).await && fixture.reads(&second).await);
    assert_eq!(fixture.vault.backup().verify().await, Ok(3));
}

#[tokio::test]
async fn without_rotation_an_expired_key_encrypts_no_more() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let mut settings = (*fixture.vault.ctx().settings()).clone();
    settings.encryption.auto_rotate_keys = false;
    fixture.vault.ctx().apply(settings);
    fixture.clock.pass(91);
    round(&fixture.vault).await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::Expired);
    let slot = KeySlot::usual(Mode::Basic);
    assert!(
        fixture
            .vault
            .mode_keys()
            .current(&fixture.ada, slot)
            .await
            .is_err()
    );
    assert!(fixture.reads(&made).await);
    // Enabled again, the next use creates the key that follows.
    let mut settings = (*fixture.vault.ctx().settings()).clone();
    settings.encryption.auto_rotate_keys = true;
    fixture.vault.ctx().apply(settings);
    let next = fixture.encrypt(b"61 bpm").await;
    assert_ne!(next.key.id, made.key.id);
    assert_eq!(fixture.status(&made).await, Status::Expired);
    assert!(fixture.reads(&made).await && fixture.reads(&next).await);
}

#[tokio::test]
async fn destruction_waits_seven_days_and_is_for_good() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let id = &made.key.id;
    fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    fixture.clock.pass(6);
    round(&fixture.vault).await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::PendingDestruction);
    fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Cancel)
        .await
        .unwrap();
    assert!(fixture.reads(&made).await);
    fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    fixture.clock.pass(7);
    let late = fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Cancel)
        .await;
    assert!(late.is_err(), "its secret may be gone already");
    round(&fixture.vault).await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::Destroyed);
    assert!(!fixture.reads(&made).await);
    let fixture = fixture.again().await;
    assert!(!fixture.reads(&made).await);
    assert_eq!(fixture.vault.backup().verify().await, Ok(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_destroyed_secret_is_in_no_file() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    fixture.close().await;
    let secrets = crate::keyring::testing::stored_secrets_for_a_test(fixture.folder.path()).await;
    let [(_, wrapped)] = &secrets[..] else {
        panic!("one key has a secret: {secrets:?}")
    };
    let folder = fixture.folder.path();
    assert!(!files_with(folder, wrapped).is_empty());
    let fixture = fixture.again().await;
    let id = &made.key.id;
    fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    fixture.clock.pass(7);
    round(&fixture.vault).await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::Destroyed);
    // Its last bytes, while the vault is open, too: they are overwritten and not only unlinked.
    let end = &wrapped[wrapped.len() - 32..];
    assert_eq!(files_with(fixture.folder.path(), end), Vec::<String>::new());
    fixture.close().await;
    assert_eq!(files_with(fixture.folder.path(), end), Vec::<String>::new());
}

#[tokio::test]
async fn an_epoch_turns_and_its_keys_die_with_it() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    // A copy of keys.db as a backup holds it, and the epochs' file as it is now.
    let copy = tempfile::tempdir().unwrap();
    fixture
        .vault
        .backup()
        .copy(copy.path(), fixture.vault.backup().newest_seen_entry())
        .await
        .unwrap();
    let epochs = std::fs::read(fixture.folder.path().join("secrets/epochs.json")).unwrap();
    fixture.clock.pass(31);
    round(&fixture.vault).await.unwrap();
    assert!(fixture.reads(&made).await);
    let turned = std::fs::read(fixture.folder.path().join("secrets/epochs.json")).unwrap();
    assert_ne!(turned, epochs);
    let fixture = fixture.again().await;
    assert!(fixture.reads(&made).await);
    // The old copy opens only with the old epoch's key, which is destroyed.
    fixture.close().await;
    let data = fixture.folder.path();
    std::fs::copy(copy.path().join("keys.db"), data.join("keys.db")).unwrap();
    let paths = usual(data);
    let refused = open(&paths, &fixture.clock).await.err().unwrap();
    assert!(refused.to_string().contains("older"), "{refused}");
    // An operator cannot accept it either.
    let refused = open_as(&paths, &fixture.clock, true).await.err().unwrap();
    assert!(refused.to_string().contains("the epoch that"), "{refused}");
}

#[tokio::test]
async fn a_turn_that_was_cut_off_is_finished() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let path = fixture.folder.path().join("secrets/epochs.json");
    let before = std::fs::read_to_string(&path).unwrap();
    fixture.clock.pass(31);
    round(&fixture.vault).await.unwrap();
    let after = std::fs::read_to_string(&path).unwrap();
    // A crash before the old epoch's key was dropped leaves both keys.
    let list = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let mut both = list(&before);
    let newer = list(&after)["epochs"][0].clone();
    both["epochs"].as_array_mut().unwrap().push(newer);
    fixture.close().await;
    std::fs::write(&path, both.to_string()).unwrap();
    let vault = open(&usual(fixture.folder.path()), &fixture.clock)
        .await
        .unwrap();
    let fixture = Fixture { vault, ..fixture };
    assert!(fixture.reads(&made).await);
    round(&fixture.vault).await.unwrap();
    let left = list(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(left["epochs"].as_array().unwrap().len(), 1);
    assert!(fixture.reads(&made).await);
}

#[tokio::test]
async fn an_erased_account_has_no_keys_and_gets_none() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    fixture
        .vault
        .destruction()
        .destroy_account(&fixture.ada.user)
        .await
        .unwrap();
    assert!(!fixture.reads(&made).await);
    let slot = KeySlot::usual(Mode::Zk);
    let again = fixture.vault.mode_keys().generate(
        &fixture.ada,
        slot,
        Custody::Server,
        IdempotencyKey::default(),
    );
    assert!(again.await.is_err(), "nothing of it is made any more");
    assert_eq!(
        fixture.vault.backup().verify().await,
        Ok(0),
        "gone on purpose, not lost"
    );
    // Repeating it changes nothing.
    fixture
        .vault
        .destruction()
        .destroy_account(&fixture.ada.user)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_secret_that_was_begun_and_never_named_is_removed_and_one_that_is_unknown_stays() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let ada = fixture.ada.user.as_str();
    let begun = lockstep_store::id::KeyId::generate(fixture.clock.now(), &SystemEntropy);
    let (user, id) = (fixture.ada.user.clone(), begun.clone());
    fixture
        .tamper(move |tx| crate::store::destructions::record_intent(tx, &user, &id))
        .await;
    let keyring = fixture.vault.keyring();
    for id in [begun.as_str(), "key_never_named"] {
        let kept = keyring.keep(ada, id, b"x", IfAbsent::Refuse);
        kept.await.unwrap();
    }
    round(&fixture.vault).await.unwrap();
    assert!(keyring.secret(ada, begun.as_str()).await.is_ok());
    fixture.clock.pass(1);
    round(&fixture.vault).await.unwrap();
    assert!(keyring.secret(ada, begun.as_str()).await.is_err());
    assert!(keyring.secret(ada, "key_never_named").await.is_ok());
    let report = fixture.vault.key_examination().report().await.unwrap();
    assert_eq!(report.unknown, ["key_never_named"]);
    // The account's own key and the one under it.
    assert_eq!((report.open, report.missing.len()), (2, 0));
    assert!(fixture.reads(&made).await);
}
