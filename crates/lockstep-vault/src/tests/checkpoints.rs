//! Checkpoints of the audit log, and replaced root keys.

use super::*;
use crate::operations::maintenance::round;

#[tokio::test]
async fn a_checkpoint_is_made_where_something_was_written_and_outlives_the_process() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.vault.checkpoints().current().await.unwrap(), None);
    assert!(!fixture.vault.backup().is_needed().await.unwrap());
    fixture.note(3).await;
    let first = fixture
        .vault
        .checkpoints()
        .current()
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        fixture.vault.checkpoints().current().await.unwrap(),
        Some(first.clone())
    );
    assert!(
        fixture.vault.backup().is_needed().await.unwrap(),
        "its keys belong to it"
    );
    fixture.note(2).await;
    let second = fixture
        .vault
        .checkpoints()
        .current()
        .await
        .unwrap()
        .unwrap();
    let trust = VerificationPolicy {
        attester: Some(fixture.vault.attester().key().fingerprint()),
        ..VerificationPolicy::default()
    };
    let mut before = String::new();
    for (document, number, entries) in [(&first, 1, 3), (&second, 2, 5)] {
        let bytes = serde_json::to_vec(document).unwrap();
        let says = verify_document(&bytes, &trust).unwrap().says.fields();
        assert_eq!(
            (says["number"].as_i64(), says["entries"].as_i64()),
            (Some(number), Some(entries))
        );
        assert_eq!(says["previous"].as_str().unwrap_or_default(), before);
        before = HEXLOWER.encode(&Sha256::digest(document.record.as_bytes()));
    }
    let fixture = fixture.again().await;
    assert_eq!(
        fixture.vault.checkpoints().current().await.unwrap(),
        Some(second)
    );
    assert_eq!(fixture.broken(Some(&first)).await, None);
}

#[tokio::test]
async fn a_log_that_was_cut_off_is_found_out_by_the_checkpoint_here_or_the_one_kept_elsewhere() {
    let fixture = Fixture::new().await;
    fixture.note(3).await;
    fixture.vault.checkpoints().current().await.unwrap();
    fixture.note(3).await;
    let kept = fixture
        .vault
        .checkpoints()
        .current()
        .await
        .unwrap()
        .unwrap();
    fixture.note(3).await;
    assert_eq!(fixture.broken(Some(&kept)).await, None);
    // A removal of entries after the last checkpoint is not detected.
    fixture.tamper(|tx| tampering::cut_off(tx, 7)).await;
    assert_eq!(fixture.broken(Some(&kept)).await, None);
    fixture.tamper(|tx| tampering::cut_off(tx, 5)).await;
    let (entry, reason) = fixture.broken(None).await.unwrap();
    assert!(
        entry == 5 && reason.contains("up to 6"),
        "{entry}: {reason}"
    );
    // No other checkpoint replaces it.
    assert!(fixture.vault.checkpoints().current().await.is_err());
    // A checkpoint that was kept elsewhere shows the removal of the stored checkpoint.
    fixture
        .tamper(|tx| tampering::remove_checkpoints(tx, 2))
        .await;
    assert_eq!(fixture.broken(None).await, None);
    let (entry, reason) = fixture.broken(Some(&kept)).await.unwrap();
    assert!(
        entry == 5 && reason.contains("you kept"),
        "{entry}: {reason}"
    );
    // It also shows a rewritten checkpoint.
    fixture.note(9).await;
    fixture.vault.checkpoints().current().await.unwrap();
    assert_eq!(fixture.broken(None).await, None);
    let (entry, reason) = fixture.broken(Some(&kept)).await.unwrap();
    assert!(
        entry == 6 && reason.contains("you kept"),
        "{entry}: {reason}"
    );
}

#[tokio::test]
async fn checkpoints_that_were_tampered_with_are_named() {
    type Tampering = fn(&mut Tx<'_>) -> Result<(), StoreError>;
    let cases: [(Tampering, Option<i64>); 7] = [
        (|_| Ok(()), None),
        (|tx| tampering::move_checkpoint(tx, 3, 5), Some(5)),
        (|tx| tampering::change_record(tx, 2), Some(4)),
        (|tx| tampering::remove_checkpoint(tx, 2), Some(6)),
        (|tx| tampering::damage_checkpoint(tx, 1), Some(1)),
        (|tx| tampering::damage_checkpoint(tx, 3), Some(4)),
        // The oldest checkpoints are removed automatically.
        (|tx| tampering::remove_checkpoint(tx, 1), None),
    ];
    for (act, expected) in cases {
        let fixture = Fixture::new().await;
        for _ in 0..3 {
            fixture.note(2).await;
            fixture.vault.checkpoints().current().await.unwrap();
        }
        fixture.tamper(act).await;
        let found = fixture.broken(None).await;
        assert_eq!(
            found.as_ref().map(|(entry, _)| *entry),
            expected,
            "{found:?}"
        );
        assert!(found.is_none_or(|(_, reason)| reason.contains("checkpoint")));
    }
}

/// It is named, and stops neither the pages of the log, which show the newest checkpoint, nor further checkpoints.
#[tokio::test]
async fn a_damaged_checkpoint_stops_no_other() {
    type Tampering = fn(&mut Tx<'_>) -> Result<(), StoreError>;
    let cases: [(Tampering, i64); 2] = [
        (|tx| tampering::damage_checkpoint(tx, 2), 2),
        // It comes after all others.
        (|tx| tampering::damage_number(tx, 2), 5),
    ];
    for (act, expected) in cases {
        let fixture = Fixture::new().await;
        let current = async |notes: i64| {
            fixture.note(notes).await;
            let made = fixture.vault.checkpoints().current().await;
            made.unwrap().unwrap()
        };
        let first = current(2).await;
        current(2).await;
        fixture.tamper(act).await;
        let newest = fixture.vault.checkpoints().newest().await.unwrap();
        assert_eq!(newest.as_ref(), Some(&first));
        let third = current(1).await;
        assert_ne!(third, first);
        let newest = fixture.vault.checkpoints().newest().await.unwrap();
        assert_eq!(newest, Some(third));
        let (entry, reason) = fixture.broken(None).await.unwrap();
        assert!(
            entry == expected && reason.contains("cannot be read"),
            "{entry}: {reason}"
        );
    }
}

#[tokio::test]
async fn a_checkpoint_of_another_platform_says_nothing_here() {
    let (fixture, other) = (Fixture::new().await, Fixture::new().await);
    for fixture in [&fixture, &other] {
        fixture.note(2).await;
    }
    let foreign = other.vault.checkpoints().current().await.unwrap().unwrap();
    fixture.vault.checkpoints().current().await.unwrap();
    let bytes = serde_json::to_vec(&foreign).unwrap();
    for bytes in [bytes.as_slice(), b"{}", b""] {
        assert!(
            fixture
                .vault
                .checkpoints()
                .verify_chain(Some(bytes))
                .await
                .is_err()
        );
    }
    // A valid signature of another record is not a checkpoint either.
    let attester = fixture.vault.attester();
    let receipt = attester.attest(ERASURE, fixture.clock.now(), serde_json::Map::new());
    let receipt = attester.document(ERASURE, receipt);
    let bytes = serde_json::to_vec(&receipt).unwrap();
    assert!(
        fixture
            .vault
            .checkpoints()
            .verify_chain(Some(&bytes))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn a_replaced_root_key_opens_everything_and_the_old_one_nothing() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let signer = fixture.vault.attester().key().fingerprint();
    let file = other_root(&fixture);
    fixture
        .vault
        .platform_keys()
        .replace_root(&file, false)
        .await
        .unwrap();
    fixture.close().await;
    let old = KeyPaths::usual(fixture.folder.path());
    let refused = open(&old, &fixture.clock).await;
    assert!(matches!(refused, Err(VaultError::WrongRoot)));
    let new = KeyPaths {
        root: RootSource::File(file.clone()),
        ..old
    };
    let fixture = Fixture {
        vault: open(&new, &fixture.clock).await.unwrap(),
        ..fixture
    };
    assert!(fixture.reads(&made).await);
    assert_eq!(fixture.vault.backup().verify().await, Ok(1));
    let attester = fixture.vault.attester();
    assert_ne!(
        attester.key().fingerprint(),
        signer,
        "the old key signs no more"
    );
    assert!(
        attester
            .chain()
            .connects(signer, attester.key().fingerprint())
    );
    let again = fixture
        .vault
        .platform_keys()
        .replace_root(&file, false)
        .await;
    assert!(matches!(again, Err(VaultError::NotAnother)));
    // Epochs continue under the new root key.
    fixture.clock.pass(31);
    round(&fixture.vault).await.unwrap();
    fixture.close().await;
    let vault = open(&new, &fixture.clock).await.unwrap();
    assert_eq!(vault.backup().verify().await, Ok(1));
}

#[tokio::test]
async fn a_replacement_of_the_root_key_can_be_cut_off_anywhere() {
    for step in 0..=3 {
        let fixture = Fixture::new().await;
        let made = fixture.encrypt(b"61 bpm").await;
        let file = other_root(&fixture);
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let key = crate::root::in_file(&file, false, &entropy).unwrap();
        let keyring = fixture.vault.keyring();
        if step >= 1 {
            let kek = keyring.prepare(&key).await.unwrap();
            if step >= 2 {
                keyring.both_epochs(&kek).unwrap();
            }
            if step >= 3 {
                keyring.acknowledge(&key).unwrap();
            }
        }
        // As after a kill: only the files decide.
        fixture.close().await;
        let old = KeyPaths::usual(fixture.folder.path());
        let new = KeyPaths {
            root: RootSource::File(file.clone()),
            ..old.clone()
        };
        let (right, wrong) = if step >= 3 {
            (&new, &old)
        } else {
            (&old, &new)
        };
        for _ in 0..2 {
            let refused = open(wrong, &fixture.clock).await;
            assert!(matches!(refused, Err(VaultError::WrongRoot)), "step {step}");
        }
        // Repeated, with the remains of the interrupted run and without them.
        let mut fixture = fixture;
        for _ in 0..2 {
            fixture.vault = open(right, &fixture.clock).await.unwrap();
            assert!(fixture.reads(&made).await, "step {step}");
            fixture.close().await;
        }
        fixture.vault = open(right, &fixture.clock).await.unwrap();
        let keks = fixture.vault.keyring().keks_for_a_test().await;
        assert_eq!(keks, [1 + u32::from(step >= 3)], "step {step}");
        if step < 3 {
            // The replacement then succeeds.
            fixture
                .vault
                .platform_keys()
                .replace_root(&file, false)
                .await
                .unwrap();
            fixture.close().await;
            fixture.vault = open(&new, &fixture.clock).await.unwrap();
            assert!(fixture.reads(&made).await, "step {step}");
        }
    }
}

#[test]
fn writing_a_secret_removes_no_other_file() {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The current root key may be in the same folder under any name.
    let beside = ["root.new", "root.key.new", "root.tmp", ".root.key.tmp"];
    for name in beside {
        std::fs::write(at(name), name).unwrap();
    }
    let key = crate::root::in_file(&at("root.key"), true, &entropy).unwrap();
    for name in beside {
        assert_eq!(std::fs::read_to_string(at(name)).unwrap(), name);
    }
    let mode = std::fs::metadata(at("root.key"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 5);
    // The root key cannot replace itself.
    assert!(crate::root::in_file(&at("root.key"), true, &entropy).is_err());
    let again = crate::root::in_file(&at("root.key"), false, &entropy).unwrap();
    assert_eq!(again.expose(), key.expose());
}

#[test]
fn a_secret_that_is_replaced_is_overwritten_wherever_a_kill_comes() {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("epochs.json");
    let old = [7_u8; 9000];
    crate::root::replace_secret(&path, &old, &entropy).unwrap();
    // A hard link through which the test reads the old bytes.
    let watched = folder.path().join("watched");
    std::fs::hard_link(&path, &watched).unwrap();
    crate::root::replace_secret(&path, b"new", &entropy).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    let left = std::fs::read(&watched).unwrap();
    assert_eq!(left.len(), old.len());
    assert!(!left.windows(16).any(|part| part == [7; 16]));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    // After a kill before the rename, the hard link is of the file itself, which stays.
    let second = folder.path().join("epochs.json.lockstep-old.tmp");
    std::fs::hard_link(&path, &second).unwrap();
    crate::root::remove_unfinished(&path, &entropy).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    assert!(!second.exists());
    // After a kill after the rename, the old bytes are overwritten first.
    std::fs::write(&watched, old).unwrap();
    std::fs::hard_link(&watched, &second).unwrap();
    crate::root::remove_unfinished(&path, &entropy).unwrap();
    assert!(!second.exists() && std::fs::read(&watched).unwrap() != old);
}

#[tokio::test]
async fn the_next_start_removes_partly_written_key_files() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let left = ["keys.check", "secrets/epochs.json", "secrets/erased.json"]
        .map(|name| format!("{name}.lockstep-torn.tmp"))
        .map(|name| fixture.folder.path().join(name));
    for path in &left {
        std::fs::write(path, "{").unwrap();
    }
    let fixture = fixture.again().await;
    for path in &left {
        assert!(!path.exists(), "{}", path.display());
    }
    assert!(fixture.reads(&made).await);
}

#[tokio::test]
async fn epoch_keys_of_another_installation_are_refused_before_any_key_is_made() {
    let fixture = Fixture::new().await;
    fixture.encrypt(b"61 bpm").await;
    fixture.close().await;
    // An empty folder, and the files of a first start that ended before its first key.
    for (keys, with_store) in [(None, false), (Some(""), false), (None, true)] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("secrets")).unwrap();
        if let Some(text) = keys {
            std::fs::write(at("keys.db"), text).unwrap();
        }
        if with_store {
            let options = Options {
                file: at("lockstep.db"),
                postgres: None,
                readers: 1,
                clock: fixture.clock.clone(),
                entropy: Arc::new(SystemEntropy),
            };
            let db = Db::open(options, crate::CAPABILITY.migrations).unwrap();
            db.close().await;
        }
        for name in ["secrets/root.key", "secrets/epochs.json"] {
            std::fs::copy(fixture.folder.path().join(name), at(name)).unwrap();
        }
        let before = files(folder.path());
        let opened = open(&KeyPaths::usual(folder.path()), &fixture.clock).await;
        let error = opened.err().unwrap().to_string();
        assert!(error.contains("of another installation"), "{error}");
        // The opened store may have other bytes.
        let from = usize::from(with_store);
        assert_eq!(files(folder.path())[from..], before[from..], "{keys:?}");
    }
}

#[tokio::test]
async fn a_first_start_that_was_cut_off_anywhere_is_begun_anew() {
    let files = [
        "secrets/root.key",
        "keys.db",
        "secrets/epochs.json",
        "keys.check",
    ];
    for kept in 1..files.len() {
        let fixture = Fixture::new().await;
        fixture.tamper(tampering::forget_pairing).await;
        fixture.vault.keyring().forget_pairing_for_a_test().await;
        fixture.vault.keyring().close().await;
        fixture.vault.ctx().db.close().await;
        // In the order of writing; the remains of an interrupted write of the epoch keys are removed too.
        for name in &files[kept..] {
            std::fs::remove_file(fixture.folder.path().join(name)).unwrap();
        }
        let torn = fixture
            .folder
            .path()
            .join("secrets/epochs.json.lockstep-torn.tmp");
        std::fs::write(&torn, "{").unwrap();
        let fixture = fixture.again().await;
        let made = fixture.encrypt(b"61 bpm").await;
        assert!(!torn.exists());
        let fixture = fixture.again().await;
        assert!(fixture.reads(&made).await, "{kept}");
    }
}

#[tokio::test]
async fn used_or_foreign_key_files_are_not_initialized_again() {
    let fixture = Fixture::new().await;
    let keyring = fixture.vault.keyring();
    let made = keyring.account_key("usr_x", IfAbsent::Make).await;
    assert!(made.is_ok());
    fixture.close().await;
    let folder = fixture.folder.path();
    std::fs::remove_file(folder.join("keys.check")).unwrap();
    let before = files(folder);
    let error = open(&KeyPaths::usual(folder), &fixture.clock)
        .await
        .err()
        .unwrap();
    assert!(
        error.to_string().contains("keys.check is missing"),
        "{error}"
    );
    assert_eq!(files(folder), before);
    // Secrets of another data directory.
    let other = tempfile::tempdir().unwrap();
    let paths = KeyPaths {
        secrets: folder.join("secrets"),
        ..KeyPaths::usual(other.path())
    };
    for _ in 0..2 {
        assert!(open(&paths, &fixture.clock).await.is_err());
        assert_eq!(files(folder), before);
    }
}
