//! Keys are destroyed on recorded evidence, never because something is absent.

use super::*;
use crate::keyring::stored_secrets_for_a_test as secrets;

/// Removes the store's files from a closed home, as a lost disk or a mistaken `rm` does.
fn remove_store(home: &Home) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(home.folder.path().join(format!("lockstep.db{end}")));
    }
}

#[tokio::test]
async fn an_empty_store_beside_keys_destroys_no_key() {
    for migrated in [false, true] {
        let home = Home::new().await;
        home.encrypt(b"61 bpm").await;
        home.close().await;
        let before = secrets(home.folder.path()).await;
        assert_eq!(before.len(), 1);
        remove_store(&home);
        if migrated {
            store_of_its_own(home.folder.path(), &home.clock).await;
        }
        home.clock.pass(40);
        if let Ok(vault) = open(&KeyPaths::usual(home.folder.path()), &home.clock).await {
            let _ = vault.maintenance().await;
            vault.close().await;
            vault.ctx().db.close().await;
        }
        assert_eq!(secrets(home.folder.path()).await, before, "{migrated}");
    }
}

/// A store with every table and no row, which another start made.
async fn store_of_its_own(folder: &Path, clock: &Arc<LoadedKey>) {
    let options = Options {
        file: folder.join("lockstep.db"),
        readers: 1,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, crate::CAPABILITY.migrations).unwrap();
    db.close().await;
}

/// Copies of both files, as they are when the home is closed.
struct Copies(tempfile::TempDir);

impl Copies {
    async fn of(home: &Home) -> Self {
        let folder = tempfile::tempdir().unwrap();
        home.close().await;
        for name in ["lockstep.db", "keys.db"] {
            std::fs::copy(home.folder.path().join(name), folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn put_back(&self, home: &Home, name: &str) {
        for end in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(home.folder.path().join(format!("{name}{end}")));
        }
        std::fs::copy(self.0.path().join(name), home.folder.path().join(name)).unwrap();
    }
}

impl Home {
    async fn reopen(mut self) -> Self {
        let place = KeyPaths::usual(self.folder.path());
        self.vault = open(&place, &self.clock).await.unwrap();
        self
    }
}

#[tokio::test]
async fn a_file_that_was_rolled_back_is_refused_and_no_key_is_lost() {
    for name in ["lockstep.db", "keys.db"] {
        let home = Home::new().await;
        let first = home.encrypt(b"61 bpm").await;
        let older = Copies::of(&home).await;
        let home = home.reopen().await;
        let slot = Slot::usual(Mode::Zk);
        let making =
            home.vault
                .generate(&home.ada, slot, Custody::Server, IdempotencyKey::default());
        making.await.unwrap();
        let newer = Copies::of(&home).await;
        let secrets_before = secrets(home.folder.path()).await;
        older.put_back(&home, name);
        let place = KeyPaths::usual(home.folder.path());
        home.clock.pass(3);
        for _ in 0..2 {
            let refused = open(&place, &home.clock).await.err().unwrap().to_string();
            assert!(
                refused.contains("older") && refused.contains("accept-rollback"),
                "{name}: {refused}"
            );
        }
        if name == "lockstep.db" {
            assert_eq!(secrets(home.folder.path()).await, secrets_before);
        }
        // With the right file everything opens again.
        newer.put_back(&home, name);
        let home = home.reopen().await;
        assert_eq!(home.vault.verify().await, Ok(2), "{name}");
        assert!(home.reads(&first).await);
        // An operator accepts the older file: keys that it does not name stay stored.
        home.close().await;
        older.put_back(&home, name);
        let vault = open_as(&place, &home.clock, true).await.unwrap();
        home.clock.pass(3);
        vault.maintenance().await.unwrap();
        let report = vault.examine_keys().await.unwrap();
        let (unknown, missing) = match name {
            "lockstep.db" => (1, 0),
            _ => (0, 1),
        };
        if name == "lockstep.db" {
            assert_eq!(
                (report.unknown.len(), report.missing.len()),
                (unknown, missing)
            );
            assert_eq!(report.open, 1);
        }
        vault.close().await;
        vault.ctx().db.close().await;
        if name == "lockstep.db" {
            assert_eq!(secrets(home.folder.path()).await, secrets_before);
            newer.put_back(&home, name);
            let refused = open(&place, &home.clock).await.err().unwrap().to_string();
            assert!(refused.contains("not the store"), "{refused}");
            let vault = open_as(&place, &home.clock, true).await.unwrap();
            let report = vault.examine_keys().await.unwrap();
            assert_eq!((report.open, report.unknown.len()), (2, 0), "known again");
        }
    }
}

#[tokio::test]
async fn nothing_is_destroyed_without_a_record_in_store_and_audit_chain() {
    use crate::store::destructions::{Condemned, record};
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    let id = made.key.id.to_string();
    assert!(home.vault.destroy_recorded(&id).await.is_err(), "no record");
    let of = id.clone();
    home.tamper(move |tx| record(tx, Condemned::Key(&of))).await;
    // A row without its entry in the chain is no evidence.
    home.tamper(tampering::move_destructions).await;
    let refused = home.vault.destroy_recorded(&id).await.unwrap_err();
    let reason = refused.log.unwrap_or_default();
    assert!(reason.contains("nothing is destroyed"), "{reason}");
    assert!(home.reads(&made).await);
}

#[tokio::test]
async fn a_clock_that_jumps_forty_days_destroys_nothing_until_it_is_confirmed() {
    for restarts in [false, true] {
        let mut home = Home::new().await;
        let kept = home.encrypt(b"61 bpm").await;
        home.clock.pass(91);
        home.vault.maintenance().await.unwrap();
        let made = home.encrypt(b"61 bpm").await;
        let act = home.vault.change(&home.ada, &made.key.id, Act::Delete);
        act.await.unwrap();
        let before = epochs_of(&home);
        home.clock.jump(40);
        if restarts {
            home = home.again().await;
        }
        home.vault.maintenance().await.unwrap();
        let state = home.vault.clock_state().state;
        assert!(
            matches!(state, lockstep_store::ClockState::Ahead(_)),
            "{state:?}"
        );
        assert_eq!(epochs_of(&home), before, "no epoch ends");
        assert_eq!(home.status(&made).await, Status::PendingDestruction);
        assert!(home.reads(&kept).await, "it keeps serving");
        // The destruction can still be cancelled.
        let act = home.vault.change(&home.ada, &made.key.id, Act::Cancel);
        act.await.unwrap();
        assert!(home.reads(&made).await);
        let act = home.vault.change(&home.ada, &made.key.id, Act::Delete);
        act.await.unwrap();
        // After the correction everything continues.
        home.clock.jump(-40);
        home.vault.maintenance().await.unwrap();
        assert_eq!(
            home.vault.clock_state().state,
            lockstep_store::ClockState::Agrees
        );
        // Or the clock is right, and an operator confirms it.
        home.clock.jump(100);
        home.vault.maintenance().await.unwrap();
        assert_eq!(home.status(&made).await, Status::PendingDestruction);
        home.vault.confirm_clock().await.unwrap();
        home.vault.maintenance().await.unwrap();
        assert_eq!(home.status(&made).await, Status::Destroyed);
        assert_ne!(epochs_of(&home), before, "the epoch turned");
        assert!(home.reads(&kept).await);
        // A clock that is behind is reported, and nothing is destroyed.
        home.clock.jump(-40);
        home.vault.maintenance().await.unwrap();
        let state = home.vault.clock_state();
        assert!(state.sentence().contains("behind"), "{}", state.sentence());
        assert!(home.reads(&kept).await);
    }
}

fn epochs_of(home: &Home) -> Vec<u8> {
    std::fs::read(home.folder.path().join("secrets/epochs.json")).unwrap()
}
