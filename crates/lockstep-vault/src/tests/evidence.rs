//! Keys are destroyed on recorded evidence, never because something is absent.

use super::*;
use crate::keyring::testing::stored_secrets_for_a_test as secrets;
use crate::operations::maintenance::round;

/// Removes the store's files from a closed fixture, as a lost disk or a mistaken `rm` does.
fn remove_store(fixture: &Fixture) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(fixture.folder.path().join(format!("lockstep.db{end}")));
    }
}

#[tokio::test]
async fn an_empty_store_beside_keys_destroys_no_key() {
    for migrated in [false, true] {
        let fixture = Fixture::new().await;
        fixture.encrypt(b"61 bpm").await;
        fixture.close().await;
        let before = secrets(fixture.folder.path()).await;
        assert_eq!(before.len(), 1);
        remove_store(&fixture);
        if migrated {
            store_of_its_own(fixture.folder.path(), &fixture.clock).await;
        }
        fixture.clock.pass(40);
        let opened = open(&KeyPaths::usual(fixture.folder.path()), &fixture.clock).await;
        assert!(opened.is_err(), "the start is not refused: {migrated}");
        assert_eq!(secrets(fixture.folder.path()).await, before, "{migrated}");
    }
}

/// A store with every table and no row, which another start made.
async fn store_of_its_own(folder: &Path, clock: &Arc<LoadedKey>) {
    let options = Options {
        file: folder.join("lockstep.db"),
        postgres: None,
        readers: 1,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, crate::CAPABILITY.migrations).unwrap();
    db.close().await;
}

/// Copies of both files, as they are when the fixture is closed.
struct FileCopies(tempfile::TempDir);

impl FileCopies {
    async fn of(fixture: &Fixture) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fixture.close().await;
        for name in ["lockstep.db", "keys.db"] {
            std::fs::copy(fixture.folder.path().join(name), folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn put_back(&self, fixture: &Fixture, name: &str) {
        for end in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(fixture.folder.path().join(format!("{name}{end}")));
        }
        std::fs::copy(self.0.path().join(name), fixture.folder.path().join(name)).unwrap();
    }
}

impl Fixture {
    async fn reopen(mut self) -> Self {
        let paths = KeyPaths::usual(self.folder.path());
        self.vault = open(&paths, &self.clock).await.unwrap();
        self
    }
}

#[tokio::test]
async fn a_file_that_was_rolled_back_is_refused_and_no_key_is_lost() {
    for name in ["lockstep.db", "keys.db"] {
        let fixture = Fixture::new().await;
        let first = fixture.encrypt(b"61 bpm").await;
        let older = FileCopies::of(&fixture).await;
        let fixture = fixture.reopen().await;
        let slot = KeySlot::usual(Mode::Zk);
        let making = fixture.vault.mode_keys().generate(
            &fixture.ada,
            slot,
            Custody::Server,
            IdempotencyKey::default(),
        );
        making.await.unwrap();
        let newer = FileCopies::of(&fixture).await;
        let secrets_before = secrets(fixture.folder.path()).await;
        older.put_back(&fixture, name);
        let paths = KeyPaths::usual(fixture.folder.path());
        fixture.clock.pass(3);
        for _ in 0..2 {
            let refused = open(&paths, &fixture.clock)
                .await
                .err()
                .unwrap()
                .to_string();
            assert!(
                refused.contains("older") && refused.contains("accept-rollback"),
                "{name}: {refused}"
            );
        }
        if name == "lockstep.db" {
            assert_eq!(secrets(fixture.folder.path()).await, secrets_before);
        }
        // With the right file everything opens again.
        newer.put_back(&fixture, name);
        let fixture = fixture.reopen().await;
        assert_eq!(fixture.vault.backup().verify().await, Ok(2), "{name}");
        assert!(fixture.reads(&first).await);
        // An operator accepts the older file: keys that it does not name stay stored.
        fixture.close().await;
        older.put_back(&fixture, name);
        let vault = open_as(&paths, &fixture.clock, true).await.unwrap();
        fixture.clock.pass(3);
        round(&vault).await.unwrap();
        let report = vault.key_examination().report().await.unwrap();
        let (unknown, missing) = match name {
            "lockstep.db" => (1, 0),
            _ => (0, 1),
        };
        if name == "lockstep.db" {
            assert_eq!(
                (report.unknown.len(), report.missing.len()),
                (unknown, missing)
            );
            assert_eq!(report.open, 2, "ada's own key and one under it");
        }
        vault.close().await;
        vault.ctx().db.close().await;
        if name == "lockstep.db" {
            assert_eq!(secrets(fixture.folder.path()).await, secrets_before);
            newer.put_back(&fixture, name);
            let refused = open(&paths, &fixture.clock)
                .await
                .err()
                .unwrap()
                .to_string();
            assert!(refused.contains("not the store"), "{refused}");
            let vault = open_as(&paths, &fixture.clock, true).await.unwrap();
            let report = vault.key_examination().report().await.unwrap();
            assert_eq!((report.open, report.unknown.len()), (3, 0), "known again");
        }
    }
}

#[tokio::test]
async fn nothing_is_destroyed_without_a_record_in_store_and_audit_chain() {
    use crate::store::destructions::{DestructionTarget, record};
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let id = made.key.id.to_string();
    assert!(
        fixture
            .vault
            .destruction()
            .destroy_recorded(&id)
            .await
            .is_err(),
        "no record"
    );
    let of = id.clone();
    fixture
        .tamper(move |tx| record(tx, DestructionTarget::Key(&of)))
        .await;
    // A row without its entry in the chain is not evidence.
    fixture.tamper(tampering::move_destructions).await;
    let refused = fixture
        .vault
        .destruction()
        .destroy_recorded(&id)
        .await
        .unwrap_err();
    let reason = refused.log.unwrap_or_default();
    assert!(reason.contains("nothing is destroyed"), "{reason}");
    assert!(fixture.reads(&made).await);
}

#[tokio::test]
async fn a_clock_that_jumps_forty_days_destroys_nothing_until_it_is_confirmed() {
    for restarts in [false, true] {
        let mut fixture = Fixture::new().await;
        let kept = fixture.encrypt(b"61 bpm").await;
        fixture.clock.pass(91);
        round(&fixture.vault).await.unwrap();
        let made = fixture.encrypt(b"61 bpm").await;
        let act = fixture
            .vault
            .mode_keys()
            .change(&fixture.ada, &made.key.id, KeyAction::Delete);
        act.await.unwrap();
        let before = epochs_of(&fixture);
        fixture.clock.jump(40);
        if restarts {
            fixture = fixture.again().await;
        }
        round(&fixture.vault).await.unwrap();
        let state = fixture.vault.clock().state().state;
        assert!(
            matches!(state, lockstep_store::ClockState::Ahead(_)),
            "{state:?}"
        );
        assert_eq!(epochs_of(&fixture), before, "no epoch ends");
        assert_eq!(fixture.status(&made).await, Status::PendingDestruction);
        assert!(fixture.reads(&kept).await, "it keeps serving");
        // The destruction can still be cancelled.
        let act = fixture
            .vault
            .mode_keys()
            .change(&fixture.ada, &made.key.id, KeyAction::Cancel);
        act.await.unwrap();
        assert!(fixture.reads(&made).await);
        let act = fixture
            .vault
            .mode_keys()
            .change(&fixture.ada, &made.key.id, KeyAction::Delete);
        act.await.unwrap();
        // After the correction everything continues.
        fixture.clock.jump(-40);
        round(&fixture.vault).await.unwrap();
        assert_eq!(
            fixture.vault.clock().state().state,
            lockstep_store::ClockState::Agrees
        );
        // Or the clock is right, and an operator confirms it.
        fixture.clock.jump(100);
        round(&fixture.vault).await.unwrap();
        assert_eq!(fixture.status(&made).await, Status::PendingDestruction);
        fixture.vault.clock().confirm().await.unwrap();
        round(&fixture.vault).await.unwrap();
        assert_eq!(fixture.status(&made).await, Status::Destroyed);
        assert_ne!(epochs_of(&fixture), before, "the epoch turned");
        assert!(fixture.reads(&kept).await);
        // A clock that is behind is reported, and nothing is destroyed.
        fixture.clock.jump(-40);
        round(&fixture.vault).await.unwrap();
        let state = fixture.vault.clock().state();
        assert!(state.sentence().contains("behind"), "{}", state.sentence());
        assert!(fixture.reads(&kept).await);
    }
}

fn epochs_of(fixture: &Fixture) -> Vec<u8> {
    std::fs::read(fixture.folder.path().join("secrets/epochs.json")).unwrap()
}

/// Only the main file is older: the record of the pairing is in the log, and the secrets are not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_main_file_of_the_keys_that_is_older_than_its_log_is_refused() {
    let fixture = Fixture::new().await;
    let of_ada = fixture.encrypt(b"61 bpm").await;
    fixture.close().await;
    let folder = fixture.folder.path().to_owned();
    let (main, log) = (folder.join("keys.db"), folder.join("keys.db-wal"));
    let older = std::fs::read(&main).unwrap();
    let fixture = fixture.again().await;
    let bob = Owner::system(UserId::generate(fixture.clock.now(), &SystemEntropy));
    let of_bob = encrypt(&fixture.vault, &bob, b"61 bpm").await.unwrap();
    fixture.vault.keyring().compact_for_a_test().await;
    fixture.note(1).await;
    fixture.vault.pairing().record_progress().await.unwrap();
    let newer_log = std::fs::read(&log).unwrap();
    assert!(!newer_log.is_empty(), "as a kill leaves it");
    fixture.close().await;
    let newer = std::fs::read(&main).unwrap();
    let put = |bytes: &[u8]| {
        let _ = std::fs::remove_file(folder.join("keys.db-shm"));
        std::fs::write(&main, bytes).unwrap();
        std::fs::write(&log, &newer_log).unwrap();
    };
    let paths = KeyPaths::usual(&folder);
    put(&older);
    let refused = open(&paths, &fixture.clock).await.err().unwrap();
    let refused = refused.to_string();
    assert!(refused.contains("keys.db-wal"), "{refused}");
    assert!(
        refused.contains("counted 2 secrets of keys, and 1 are there"),
        "{refused}"
    );
    // With the right files nothing is lost.
    put(&newer);
    let vault = open(&paths, &fixture.clock).await.unwrap();
    assert!(decrypt(&vault, &bob, &of_bob.envelope).await.is_ok());
    vault.close().await;
    vault.ctx().db.close().await;
    // An operator accepts the loss: a request that needs the secret is told that it is missing.
    put(&older);
    let vault = open_as(&paths, &fixture.clock, true).await.unwrap();
    assert!(
        decrypt(&vault, &fixture.ada, &of_ada.envelope)
            .await
            .is_ok()
    );
    let missing = decrypt(&vault, &bob, &of_bob.envelope).await.err().unwrap();
    assert_eq!(missing.kind, lockstep_web::api_error::ErrorKind::Encryption);
    assert!(
        missing.message.contains("is missing on the server"),
        "{missing}"
    );
    vault.close().await;
    vault.ctx().db.close().await;
    let vault = open(&paths, &fixture.clock).await.unwrap();
    vault.close().await;
    vault.ctx().db.close().await;
}
