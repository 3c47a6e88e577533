//! The life of a vault on real files, under a clock that the test controls.

mod checkpoints;
mod damaged_rows;
mod digests;
mod epochs;
mod evidence;
mod flips;
mod key_states;
mod life_cycle;
mod postgres;
mod root_sources;
mod rotation;
mod sealing;
mod standing;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use data_encoding::HEXLOWER;
use lockstep_documents::{Document, ERASURE, VerificationPolicy, verify as verify_document};
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

use crate::key::{Custody, KeyAction, KeyRecord, KeySlot, Mode, Status};
use crate::keyring::IfAbsent;
use crate::material::Material;
use crate::periods::DAY;
use crate::root::{KeyPaths, RootSource, VaultError, test_root, unlock};
use crate::store::tampering;
use crate::vault::Vault;
use lockstep_web::Owner;

pub(crate) use self::postgres::usual;

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
    let slot = KeySlot::usual(Mode::Basic);
    let loaded = vault.mode_keys().current(owner, slot).await?;
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
    let loaded = vault
        .mode_keys()
        .named(&owner.user, &KeyId::from_bytes(named))
        .await?;
    let Material::Shared(key) = &loaded.material else {
        panic!("the key of the mode Basic is shared")
    };
    unseal(key, envelope, &context(&owner.user))
        .map_err(|error| ApiError::internal(error.to_string()))
}

async fn open(paths: &KeyPaths, clock: &Arc<LoadedKey>) -> Result<Vault, VaultError> {
    open_as(paths, clock, false).await
}

async fn open_as(
    paths: &KeyPaths,
    clock: &Arc<LoadedKey>,
    accept: bool,
) -> Result<Vault, VaultError> {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let shared: Arc<dyn Clock> = clock.clone();
    let unlocked = unlock(paths, &entropy)?;
    let file = paths.data.join("lockstep.db");
    let store = postgres::store_of(paths);
    match &store {
        None => unlocked.expect_store(&file)?,
        Some(url) => unlocked.expect_tables(url.has_tables()?)?,
    }
    let options = Options {
        file,
        postgres: store,
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
        let vault = open(&usual(folder.path()), &clock).await.unwrap();
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
        let paths = usual(self.folder.path());
        self.vault = open(&paths, &self.clock).await.unwrap();
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
        let record = self
            .vault
            .mode_keys()
            .record(&self.ada.user, &made.key.id)
            .await;
        record.unwrap().status
    }
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

/// The names of the files of a data directory that contain these bytes.
fn files_with(folder: &Path, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, bytes));
        } else if contains(&std::fs::read(&path).unwrap(), bytes) {
            found.push(path.display().to_string());
        }
    }
    found
}

fn contains(all: &[u8], part: &[u8]) -> bool {
    all.windows(part.len()).any(|window| window == part)
}

/// A second root key in a file of the fixture.
fn other_root(fixture: &Fixture) -> std::path::PathBuf {
    let file = fixture.folder.path().join("other.key");
    std::fs::write(&file, "ab".repeat(32)).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    file
}

/// A backup of another can have a file of any size in the place of the record.
#[test]
fn a_bounded_part_of_the_record_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let place = KeyPaths::usual(folder.path());
    let record = std::fs::File::create(place.check()).unwrap();
    record.set_len(64 << 20).unwrap();
    let error = test_root(&place).unwrap_err().to_string();
    assert!(error.contains("(4096 bytes"), "{error}");
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
        (write(&"ab".repeat(32), 0o600), "not the root key"),
        (RootSource::File(folder.join("nowhere")), "is missing"),
        (
            RootSource::Variable(Zeroizing::new("cd".repeat(32))),
            "not the root key",
        ),
        (
            RootSource::Variable(Zeroizing::new("short".to_owned())),
            "must be 32 bytes",
        ),
        (RootSource::Command(vec!["false".to_owned()]), "failed"),
        (RootSource::Command(Vec::new()), "is empty"),
        (
            RootSource::Command(vec!["echo".to_owned(), "ef".repeat(32)]),
            "not the root key",
        ),
    ] {
        let paths = KeyPaths {
            root,
            ..KeyPaths::usual(folder)
        };
        let error = open(&paths, &fixture.clock)
            .await
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(files(folder), before);
    }
    let paths = KeyPaths {
        root: write(&right, 0o644),
        ..KeyPaths::usual(folder)
    };
    let error = open(&paths, &fixture.clock)
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
        let paths = KeyPaths {
            root,
            ..KeyPaths::usual(folder)
        };
        let vault = open(&paths, &fixture.clock).await.unwrap();
        assert_eq!(vault.backup().verify().await, Ok(1));
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
    fixture.vault.backup().copy(&copy, None).await.unwrap();
    let fixture = fixture.again().await;
    assert_eq!(*fixture.vault.attester().key(), key);
    let record = signed.verify(fixture.vault.attester().key()).unwrap();
    assert_eq!(record.installation, fixture.vault.attester().installation());
    // Neither file contains the seed; the copy still opens with the root key.
    fixture.close().await;
    let store = fixture.folder.path().join("lockstep.db");
    std::fs::copy(store, copy.join("lockstep.db")).unwrap();
    let paths = KeyPaths::usual(fixture.folder.path()).verifying(&copy);
    let restored = open(&paths, &fixture.clock).await.unwrap();
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
    let paths = KeyPaths::usual(fixture.folder.path());
    fixture.close().await;
    let refused = open(&paths, &fixture.clock).await.err().unwrap();
    assert!(
        refused.to_string().contains("`attest` is missing"),
        "{refused}"
    );
    crate::keyring::testing::forget_pairing_of_a_closed(fixture.folder.path()).await;
    store_before_pairings(fixture.folder.path(), &fixture.clock).await;
    fixture.vault = open(&paths, &fixture.clock).await.unwrap();
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
        postgres: None,
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
        let verdict = self
            .vault
            .checkpoints()
            .verify_chain(kept.as_deref())
            .await
            .unwrap();
        verdict.broken.map(|broken| (broken.seq, broken.reason))
    }
}
