//! The life of a vault on real files, under a clock that the test controls.

mod damaged_rows;
mod digests;
mod evidence;
mod flips;
mod key_states;
mod rotation;
mod standing;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use data_encoding::HEXLOWER;
use lockstep_seal::{
    Context, Header, KeyName, Mode as SealMode, Origin, Plaintext, Purpose, Sealing,
    open as unseal, seal,
};
use lockstep_store::db::Options;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{
    Actor, Clock, Ctx, Db, Entropy, Entry, Status as EntryStatus, StoreError, SystemEntropy,
    Timestamp, Tx,
};
use lockstep_web::{ApiError, IdempotencyKey};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::document::{Document, ERASURE, Trust, verify as verify_document};
use crate::key::{Custody, KeyAction, KeyRecord, Mode, Slot, Status};
use crate::keyring::IfAbsent;
use crate::material::Material;
use crate::root::{KeyPaths, RootSource, VaultError, unlock};
use crate::store::tampering;
use crate::vault::{DAY, Vault};
use lockstep_web::Owner;

/// The time that passed, and by how much the wall clock is wrong.
struct LoadedKey(AtomicI64, AtomicI64);

impl Clock for LoadedKey {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed) + self.1.load(Ordering::Relaxed))
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed).unsigned_abs())
    }
}

impl LoadedKey {
    fn pass(&self, days: u64) {
        let milliseconds = i64::try_from(days * DAY * 1000).unwrap();
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// Moves the wall clock by a number of days; no time passes.
    fn jump(&self, days: i64) {
        let milliseconds = days * i64::try_from(DAY * 1000).unwrap();
        self.1.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

/// A vault of its own on a temporary folder, with the account "ada".
struct Fixture {
    folder: tempfile::TempDir,
    clock: Arc<LoadedKey>,
    vault: Vault,
    ada: Owner,
}

/// An envelope, and the key that opens it.
struct Encrypted {
    envelope: Vec<u8>,
    key: KeyRecord,
}

fn context(user: &UserId) -> Context<'_> {
    Context {
        account: user.as_str().as_bytes(),
        purpose: Purpose::Data,
        row: b"",
    }
}

/// Seals under the owner's current key of the mode Basic.
async fn encrypt(vault: &Vault, owner: &Owner, data: &[u8]) -> Result<Encrypted, ApiError> {
    let slot = Slot::usual(Mode::Basic);
    let loaded = vault.current(owner, slot).await?;
    let Material::Shared(key) = &loaded.material else {
        panic!("the key of the mode Basic is shared")
    };
    let sealing = Sealing {
        mode: SealMode::Basic,
        origin: Origin::Server,
        key_name: KeyName {
            id: loaded.record.id.to_bytes(),
            version: 1,
        },
        context: context(&owner.user),
        ext: b"",
    };
    Ok(Encrypted {
        envelope: seal(key, &sealing, data, &mut vault.rng()).unwrap(),
        key: loaded.record.clone(),
    })
}

/// Opens an envelope under the key that it names.
async fn decrypt(vault: &Vault, owner: &Owner, envelope: &[u8]) -> Result<Plaintext, ApiError> {
    let named = Header::parse(envelope).unwrap().key_name.id;
    let loaded = vault.named(&owner.user, &KeyId::from_bytes(named)).await?;
    let Material::Shared(key) = &loaded.material else {
        panic!("the key of the mode Basic is shared")
    };
    unseal(key, envelope, &context(&owner.user))
        .map_err(|error| ApiError::internal(error.to_string()))
}

async fn open(place: &KeyPaths, clock: &Arc<LoadedKey>) -> Result<Vault, VaultError> {
    open_as(place, clock, false).await
}

async fn open_as(
    place: &KeyPaths,
    clock: &Arc<LoadedKey>,
    accept: bool,
) -> Result<Vault, VaultError> {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let shared: Arc<dyn Clock> = clock.clone();
    let unlocked = unlock(place, &entropy)?;
    let file = place.data.join("lockstep.db");
    unlocked.expect_store(&file)?;
    let options = Options {
        file,
        readers: 2,
        clock: Arc::clone(&shared),
        entropy: Arc::clone(&entropy),
    };
    let db = Db::open(options, crate::CAPABILITY.migrations)?;
    let ctx = Ctx::new(db, shared, entropy).await?;
    match accept {
        true => unlocked.accept_rollback(&ctx).await,
        false => unlocked.open(&ctx).await,
    }
}

impl Fixture {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(LoadedKey(
            AtomicI64::new(1_795_000_000_000),
            AtomicI64::new(0),
        ));
        let vault = open(&KeyPaths::usual(folder.path()), &clock).await.unwrap();
        let user = UserId::generate(clock.now(), &SystemEntropy);
        let ada = Owner::system(user);
        Self {
            folder,
            clock,
            vault,
            ada,
        }
    }

    async fn close(&self) {
        self.vault.close().await;
        self.vault.ctx().db.close().await;
    }

    async fn again(mut self) -> Self {
        self.close().await;
        let place = KeyPaths::usual(self.folder.path());
        self.vault = open(&place, &self.clock).await.unwrap();
        self
    }

    /// Seals under the current key of the mode Basic.
    async fn encrypt(&self, data: &[u8]) -> Encrypted {
        encrypt(&self.vault, &self.ada, data).await.unwrap()
    }

    async fn reads(&self, made: &Encrypted) -> bool {
        let opened = decrypt(&self.vault, &self.ada, &made.envelope);
        opened.await.is_ok_and(|opened| *opened == *b"61 bpm")
    }

    async fn status(&self, made: &Encrypted) -> Status {
        let record = self.vault.record(&self.ada.user, &made.key.id).await;
        record.unwrap().status
    }
}

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
    fixture.vault.maintenance().await.unwrap();
    assert_eq!(fixture.status(&first).await, Status::Expired);
    assert_eq!(fixture.status(&second).await, Status::Rotated);
    let fixture = fixture.again().await;
    assert!(fixture.reads(&first).await && fixture.reads(&second).await);
    assert_eq!(fixture.vault.verify().await, Ok(3));
}

#[tokio::test]
async fn without_rotation_an_expired_key_encrypts_no_more() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let mut settings = (*fixture.vault.ctx().settings()).clone();
    settings.encryption.auto_rotate_keys = false;
    fixture.vault.ctx().apply(settings);
    fixture.clock.pass(91);
    fixture.vault.maintenance().await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::Expired);
    let slot = Slot::usual(Mode::Basic);
    assert!(fixture.vault.current(&fixture.ada, slot).await.is_err());
    assert!(fixture.reads(&made).await);
}

#[tokio::test]
async fn destruction_waits_seven_days_and_is_for_good() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let id = &made.key.id;
    fixture
        .vault
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    fixture.clock.pass(6);
    fixture.vault.maintenance().await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::PendingDestruction);
    fixture
        .vault
        .change(&fixture.ada, id, KeyAction::Cancel)
        .await
        .unwrap();
    assert!(fixture.reads(&made).await);
    fixture
        .vault
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    fixture.clock.pass(7);
    let late = fixture
        .vault
        .change(&fixture.ada, id, KeyAction::Cancel)
        .await;
    assert!(late.is_err(), "its secret may be gone already");
    fixture.vault.maintenance().await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::Destroyed);
    assert!(!fixture.reads(&made).await);
    let fixture = fixture.again().await;
    assert!(!fixture.reads(&made).await);
    assert_eq!(fixture.vault.verify().await, Ok(0));
}

#[tokio::test]
async fn an_epoch_turns_and_its_keys_die_with_it() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    // A copy of keys.db as a backup holds it, and the epochs' file as it is now.
    let copy = tempfile::tempdir().unwrap();
    fixture
        .vault
        .back_up(copy.path(), fixture.vault.newest_seen_entry())
        .await
        .unwrap();
    let epochs = std::fs::read(fixture.folder.path().join("secrets/epochs.json")).unwrap();
    fixture.clock.pass(31);
    fixture.vault.maintenance().await.unwrap();
    assert!(fixture.reads(&made).await);
    let turned = std::fs::read(fixture.folder.path().join("secrets/epochs.json")).unwrap();
    assert_ne!(turned, epochs);
    let fixture = fixture.again().await;
    assert!(fixture.reads(&made).await);
    // The old copy opens only with the old epoch's key, which is destroyed.
    fixture.close().await;
    let data = fixture.folder.path();
    std::fs::copy(copy.path().join("keys.db"), data.join("keys.db")).unwrap();
    let place = KeyPaths::usual(data);
    let refused = open(&place, &fixture.clock).await.err().unwrap();
    assert!(refused.to_string().contains("older"), "{refused}");
    // An operator cannot accept it either.
    let refused = open_as(&place, &fixture.clock, true).await.err().unwrap();
    assert!(refused.to_string().contains("the epoch that"), "{refused}");
}

#[tokio::test]
async fn a_turn_that_was_cut_off_is_finished() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let path = fixture.folder.path().join("secrets/epochs.json");
    let before = std::fs::read_to_string(&path).unwrap();
    fixture.clock.pass(31);
    fixture.vault.maintenance().await.unwrap();
    let after = std::fs::read_to_string(&path).unwrap();
    // A crash before the old epoch's key was dropped leaves both keys.
    let list = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let mut both = list(&before);
    let newer = list(&after)["epochs"][0].clone();
    both["epochs"].as_array_mut().unwrap().push(newer);
    fixture.close().await;
    std::fs::write(&path, both.to_string()).unwrap();
    let vault = open(&KeyPaths::usual(fixture.folder.path()), &fixture.clock)
        .await
        .unwrap();
    let fixture = Fixture { vault, ..fixture };
    assert!(fixture.reads(&made).await);
    fixture.vault.maintenance().await.unwrap();
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
        .destroy_account(&fixture.ada.user)
        .await
        .unwrap();
    assert!(!fixture.reads(&made).await);
    let slot = Slot::usual(Mode::Zk);
    let again = fixture.vault.generate(
        &fixture.ada,
        slot,
        Custody::Server,
        IdempotencyKey::default(),
    );
    assert!(again.await.is_err(), "nothing of it is made any more");
    assert_eq!(
        fixture.vault.verify().await,
        Ok(0),
        "gone on purpose, not lost"
    );
    // Repeating it changes nothing.
    fixture
        .vault
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
    fixture.vault.maintenance().await.unwrap();
    assert!(keyring.secret(ada, begun.as_str()).await.is_ok());
    fixture.clock.pass(1);
    fixture.vault.maintenance().await.unwrap();
    assert!(keyring.secret(ada, begun.as_str()).await.is_err());
    assert!(keyring.secret(ada, "key_never_named").await.is_ok());
    let report = fixture.vault.examine_keys().await.unwrap();
    assert_eq!(report.unknown, ["key_never_named"]);
    assert_eq!((report.open, report.missing.len()), (1, 0));
    assert!(fixture.reads(&made).await);
}

fn files(folder: &Path) -> Vec<Option<Vec<u8>>> {
    [
        "lockstep.db",
        "keys.db",
        "keys.check",
        "secrets/root.key",
        "secrets/epochs.json",
    ]
    .iter()
    .map(|name| std::fs::read(folder.join(name)).ok())
    .collect()
}

#[tokio::test]
async fn a_root_key_that_is_wrong_missing_or_readable_changes_nothing() {
    let fixture = Fixture::new().await;
    fixture.encrypt(b"61 bpm").await;
    fixture.close().await;
    let folder = fixture.folder.path();
    let before = files(folder);
    let other = folder.join("other.key");
    let write = |text: &str, mode: u32| {
        std::fs::write(&other, text).unwrap();
        std::fs::set_permissions(&other, std::fs::Permissions::from_mode(mode)).unwrap();
        RootSource::File(other.clone())
    };
    let right = std::fs::read_to_string(folder.join("secrets/root.key")).unwrap();
    for (root, said) in [
        (write(&"ab".repeat(32), 0o600), "not the one"),
        (RootSource::File(folder.join("nowhere")), "is missing"),
        (
            RootSource::Variable(Zeroizing::new("cd".repeat(32))),
            "not the one",
        ),
        (
            RootSource::Variable(Zeroizing::new("short".to_owned())),
            "must be 32 bytes",
        ),
        (RootSource::Command(vec!["false".to_owned()]), "failed"),
        (RootSource::Command(Vec::new()), "is empty"),
        (
            RootSource::Command(vec!["echo".to_owned(), "ef".repeat(32)]),
            "not the one",
        ),
    ] {
        let place = KeyPaths {
            root,
            ..KeyPaths::usual(folder)
        };
        let error = open(&place, &fixture.clock)
            .await
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(files(folder), before);
    }
    let place = KeyPaths {
        root: write(&right, 0o644),
        ..KeyPaths::usual(folder)
    };
    let error = open(&place, &fixture.clock)
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("other users of this machine can read it"),
        "{error}"
    );
    for name in [
        "keys.db",
        "keys.check",
        "secrets/root.key",
        "secrets/epochs.json",
    ] {
        let (path, aside) = (folder.join(name), folder.join("aside"));
        std::fs::rename(&path, &aside).unwrap();
        let there = files(folder);
        let error = open(&KeyPaths::usual(folder), &fixture.clock)
            .await
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("missing"), "{name}: {error}");
        // The record is written last: without it, nothing that an opening created is used.
        if name != "keys.check" {
            assert_eq!(files(folder), there, "{name}");
        }
        std::fs::rename(&aside, &path).unwrap();
    }
    // The same key from any source.
    for root in [
        write(&right, 0o600),
        RootSource::Variable(Zeroizing::new(right.trim().to_owned())),
        RootSource::Command(vec!["echo".to_owned(), right.trim().to_owned()]),
        RootSource::Unconfigured,
    ] {
        let place = KeyPaths {
            root,
            ..KeyPaths::usual(folder)
        };
        let vault = open(&place, &fixture.clock).await.unwrap();
        assert_eq!(vault.verify().await, Ok(1));
        vault.close().await;
        vault.ctx().db.close().await;
    }
}

#[tokio::test]
async fn the_attestation_key_is_made_once_and_no_copy_of_it_is_in_the_clear() {
    let fixture = Fixture::new().await;
    let signed = fixture.vault.attester().attest(
        "lockstep-test/1",
        fixture.clock.now(),
        serde_json::Map::new(),
    );
    let key = fixture.vault.attester().key().clone();
    let copy = fixture.folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    fixture.vault.back_up(&copy, None).await.unwrap();
    let fixture = fixture.again().await;
    assert_eq!(*fixture.vault.attester().key(), key);
    let record = signed.verify(fixture.vault.attester().key()).unwrap();
    assert_eq!(record.installation, fixture.vault.attester().installation());
    // Neither file contains the seed; the copy still opens with the root key.
    fixture.close().await;
    let store = fixture.folder.path().join("lockstep.db");
    std::fs::copy(store, copy.join("lockstep.db")).unwrap();
    let place = KeyPaths::usual(fixture.folder.path()).verifying(&copy);
    let restored = open(&place, &fixture.clock).await.unwrap();
    assert_eq!(*restored.attester().key(), key);
    let seed = restored.attester().seed_for_a_test();
    for folder in [fixture.folder.path(), &copy] {
        for file in ["keys.db", "keys.db-wal", "keys.check", "lockstep.db"] {
            let bytes = std::fs::read(folder.join(file)).unwrap_or_default();
            assert!(!bytes.windows(32).any(|part| part == seed), "{file}");
        }
    }
    restored.close().await;
}

#[tokio::test]
async fn older_keys_get_an_attestation_key_and_keep_the_others() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let key = fixture.vault.attester().key().clone();
    fixture.vault.keyring().forget_the_attestation_key().await;
    // It is not created again in a file that had one before.
    let mut fixture = fixture;
    let place = KeyPaths::usual(fixture.folder.path());
    fixture.close().await;
    let refused = open(&place, &fixture.clock).await.err().unwrap();
    assert!(
        refused.to_string().contains("`attest` is missing"),
        "{refused}"
    );
    crate::keyring::forget_pairing_of_a_closed(fixture.folder.path()).await;
    store_before_pairings(fixture.folder.path(), &fixture.clock).await;
    fixture.vault = open(&place, &fixture.clock).await.unwrap();
    assert!(fixture.reads(&made).await);
    let new = fixture.vault.attester().key().clone();
    assert_ne!(new, key);
    let fixture = fixture.again().await;
    assert_eq!(*fixture.vault.attester().key(), new);
}

/// A closed store without pairings, as earlier versions left it.
async fn store_before_pairings(folder: &Path, clock: &Arc<LoadedKey>) {
    let options = Options {
        file: folder.join("lockstep.db"),
        readers: 1,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, crate::CAPABILITY.migrations).unwrap();
    let forgotten = db.write("test.pairing", tampering::forget_pairing).await;
    forgotten.unwrap();
    db.close().await;
}

impl Fixture {
    /// Appends entries to the audit log.
    async fn note(&self, count: i64) {
        let note = move |tx: &mut Tx<'_>| {
            for _ in 0..count {
                tx.audit(&Entry {
                    actor: &Actor::system(),
                    action: "test.note",
                    component: "test",
                    status: EntryStatus::Success,
                    details: String::new(),
                    metadata: serde_json::Value::Null,
                })?;
            }
            Ok::<_, StoreError>(())
        };
        self.vault.ctx().db.write("test.note", note).await.unwrap();
    }

    async fn tamper(
        &self,
        act: impl FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
    ) {
        self.vault.ctx().db.write("test.tamper", act).await.unwrap();
    }

    /// The broken entry, and the reason.
    async fn broken(&self, kept: Option<&Document>) -> Option<(i64, String)> {
        let kept = kept.map(|kept| serde_json::to_vec(kept).unwrap());
        let verdict = self.vault.verify_audit(kept.as_deref()).await.unwrap();
        verdict.broken.map(|broken| (broken.seq, broken.reason))
    }
}

#[tokio::test]
async fn a_checkpoint_is_made_where_something_was_written_and_outlives_the_process() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.vault.checkpoint().await.unwrap(), None);
    assert!(!fixture.vault.is_named().await.unwrap());
    fixture.note(3).await;
    let first = fixture.vault.checkpoint().await.unwrap().unwrap();
    assert_eq!(
        fixture.vault.checkpoint().await.unwrap(),
        Some(first.clone())
    );
    assert!(
        fixture.vault.is_named().await.unwrap(),
        "its keys belong to it"
    );
    fixture.note(2).await;
    let second = fixture.vault.checkpoint().await.unwrap().unwrap();
    let trust = Trust {
        attester: Some(fixture.vault.attester().key().fingerprint()),
        ..Trust::default()
    };
    let mut before = String::new();
    for (document, number, entries) in [(&first, 1, 3), (&second, 2, 5)] {
        let bytes = serde_json::to_vec(document).unwrap();
        let says = verify_document(&bytes, &trust).unwrap().says;
        assert_eq!(
            (says["number"].as_i64(), says["entries"].as_i64()),
            (Some(number), Some(entries))
        );
        assert_eq!(says["previous"].as_str().unwrap_or_default(), before);
        before = HEXLOWER.encode(&Sha256::digest(document.record.as_bytes()));
    }
    let fixture = fixture.again().await;
    assert_eq!(fixture.vault.checkpoint().await.unwrap(), Some(second));
    assert_eq!(fixture.broken(Some(&first)).await, None);
}

#[tokio::test]
async fn a_log_that_was_cut_off_is_found_out_by_the_checkpoint_here_or_the_one_kept_elsewhere() {
    let fixture = Fixture::new().await;
    fixture.note(3).await;
    fixture.vault.checkpoint().await.unwrap();
    fixture.note(3).await;
    let kept = fixture.vault.checkpoint().await.unwrap().unwrap();
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
    assert!(fixture.vault.checkpoint().await.is_err());
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
    fixture.vault.checkpoint().await.unwrap();
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
    let cases: [(Tampering, Option<i64>); 5] = [
        (|_| Ok(()), None),
        (|tx| tampering::move_checkpoint(tx, 3, 5), Some(5)),
        (|tx| tampering::change_record(tx, 2), Some(4)),
        (|tx| tampering::remove_checkpoint(tx, 2), Some(6)),
        // The oldest checkpoints are removed automatically.
        (|tx| tampering::remove_checkpoint(tx, 1), None),
    ];
    for (act, expected) in cases {
        let fixture = Fixture::new().await;
        for _ in 0..3 {
            fixture.note(2).await;
            fixture.vault.checkpoint().await.unwrap();
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

#[tokio::test]
async fn a_checkpoint_of_another_platform_says_nothing_here() {
    let (fixture, other) = (Fixture::new().await, Fixture::new().await);
    for fixture in [&fixture, &other] {
        fixture.note(2).await;
    }
    let foreign = other.vault.checkpoint().await.unwrap().unwrap();
    fixture.vault.checkpoint().await.unwrap();
    let bytes = serde_json::to_vec(&foreign).unwrap();
    for bytes in [bytes.as_slice(), b"{}", b""] {
        assert!(fixture.vault.verify_audit(Some(bytes)).await.is_err());
    }
    // A valid signature of another record is no checkpoint either.
    let attester = fixture.vault.attester();
    let receipt = attester.attest(ERASURE, fixture.clock.now(), serde_json::Map::new());
    let receipt = Document::new(ERASURE, receipt, &attester);
    let bytes = serde_json::to_vec(&receipt).unwrap();
    assert!(fixture.vault.verify_audit(Some(&bytes)).await.is_err());
}

/// A second root key in a file of the fixture.
fn other_root(fixture: &Fixture) -> std::path::PathBuf {
    let file = fixture.folder.path().join("other.key");
    std::fs::write(&file, "ab".repeat(32)).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    file
}

#[tokio::test]
async fn a_replaced_root_key_opens_everything_and_the_old_one_nothing() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let signer = fixture.vault.attester().key().fingerprint();
    let file = other_root(&fixture);
    fixture.vault.replace_root(&file, false).await.unwrap();
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
    assert_eq!(fixture.vault.verify().await, Ok(1));
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
    let again = fixture.vault.replace_root(&file, false).await;
    assert!(matches!(again, Err(VaultError::NotAnother)));
    // Epochs continue under the new root key.
    fixture.clock.pass(31);
    fixture.vault.maintenance().await.unwrap();
    fixture.close().await;
    let vault = open(&new, &fixture.clock).await.unwrap();
    assert_eq!(vault.verify().await, Ok(1));
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
            fixture.vault.replace_root(&file, false).await.unwrap();
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
async fn what_was_used_or_is_of_another_installation_is_not_begun_anew() {
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
    let place = KeyPaths {
        secrets: folder.join("secrets"),
        ..KeyPaths::usual(other.path())
    };
    for _ in 0..2 {
        assert!(open(&place, &fixture.clock).await.is_err());
        assert_eq!(files(folder), before);
    }
}
