//! The life of a vault on real files, under a clock that a test holds.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Clock, Ctx, Db, Entropy, SystemEntropy, Timestamp};
use lockstep_web::Once;
use zeroize::Zeroizing;

use crate::key::{Act, Custody, Mode, Slot, Status};
use crate::operations::committed::CurveName;
use crate::operations::crypt::{Encrypt, Encrypted};
use crate::operations::keys::Owner;
use crate::root::{Place, RootSource, VaultError, unlock};
use crate::vault::{DAY, Vault};

struct Held(AtomicI64);

impl Clock for Held {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed).unsigned_abs())
    }
}

impl Held {
    fn pass(&self, days: u64) {
        let milliseconds = i64::try_from(days * DAY * 1000).unwrap();
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

struct Home {
    folder: tempfile::TempDir,
    clock: Arc<Held>,
    vault: Vault,
    ada: Owner,
}

async fn open(place: &Place, clock: &Arc<Held>) -> Result<Vault, VaultError> {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let shared: Arc<dyn Clock> = clock.clone();
    let unlocked = unlock(place, &entropy)?;
    let options = Options {
        file: place.data.join("lockstep.db"),
        readers: 2,
        clock: Arc::clone(&shared),
        entropy: Arc::clone(&entropy),
    };
    let db = Db::open(options, crate::CAPABILITY.migrations)?;
    let ctx = Ctx::new(db, shared, entropy).await?;
    unlocked.open(&ctx).await
}

impl Home {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(Held(AtomicI64::new(1_795_000_000_000)));
        let vault = open(&Place::usual(folder.path()), &clock).await.unwrap();
        let user = UserId::generate(clock.now(), &SystemEntropy);
        let ada = Owner {
            user,
            actor: Actor::system(),
        };
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
        let place = Place::usual(self.folder.path());
        self.vault = open(&place, &self.clock).await.unwrap();
        self
    }

    async fn encrypt(&self, data: &[u8]) -> Encrypted {
        let asked = Encrypt {
            data: Zeroizing::new(data.to_vec()),
            mode: Mode::Basic,
            slot: None,
            key: None,
            precision: None,
            curve: CurveName::default(),
        };
        let made = self.vault.clone().encrypt(self.ada.clone(), asked).await;
        made.unwrap()
    }

    async fn reads(&self, made: &Encrypted) -> bool {
        let opened = self
            .vault
            .clone()
            .decrypt(self.ada.clone(), made.envelope.clone());
        opened.await.is_ok_and(|opened| *opened.data == b"61 bpm")
    }

    async fn status(&self, made: &Encrypted) -> Status {
        let record = self.vault.record(&self.ada.user, &made.key.id).await;
        record.unwrap().status
    }
}

#[tokio::test]
async fn a_key_is_followed_when_its_time_is_over_and_what_is_under_it_stays_readable() {
    let home = Home::new().await;
    let first = home.encrypt(b"61 bpm").await;
    assert_eq!(home.encrypt(b"").await.key.id, first.key.id, "one a slot");
    home.clock.pass(91);
    // At use, before the background came by.
    let second = home.encrypt(b"61 bpm").await;
    assert_ne!(second.key.id, first.key.id);
    assert_eq!(home.status(&first).await, Status::Rotated);
    home.clock.pass(91);
    home.vault.tend().await.unwrap();
    assert_eq!(home.status(&first).await, Status::Expired);
    assert_eq!(home.status(&second).await, Status::Rotated);
    let home = home.again().await;
    assert!(home.reads(&first).await && home.reads(&second).await);
    assert_eq!(home.vault.verify().await, Ok(3));
}

#[tokio::test]
async fn without_rotation_an_expired_key_encrypts_no_more() {
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    let mut settings = (*home.vault.ctx().settings()).clone();
    settings.encryption.auto_rotate_keys = false;
    home.vault.ctx().apply(settings);
    home.clock.pass(91);
    home.vault.tend().await.unwrap();
    assert_eq!(home.status(&made).await, Status::Expired);
    let slot = Slot::new(Mode::Basic, None, None).unwrap();
    assert!(home.vault.current(&home.ada, slot).await.is_err());
    assert!(home.reads(&made).await);
}

#[tokio::test]
async fn destruction_waits_seven_days_and_is_for_good() {
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    let id = &made.key.id;
    home.vault.change(&home.ada, id, Act::Delete).await.unwrap();
    home.clock.pass(6);
    home.vault.tend().await.unwrap();
    assert_eq!(home.status(&made).await, Status::PendingDestruction);
    home.vault.change(&home.ada, id, Act::Cancel).await.unwrap();
    assert!(home.reads(&made).await);
    home.vault.change(&home.ada, id, Act::Delete).await.unwrap();
    home.clock.pass(7);
    let late = home.vault.change(&home.ada, id, Act::Cancel).await;
    assert!(late.is_err(), "its secret may be gone already");
    home.vault.tend().await.unwrap();
    assert_eq!(home.status(&made).await, Status::Destroyed);
    assert!(!home.reads(&made).await);
    let home = home.again().await;
    assert!(!home.reads(&made).await);
    assert_eq!(home.vault.verify().await, Ok(0));
}

#[tokio::test]
async fn an_epoch_turns_and_its_keys_die_with_it() {
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    // A copy of keys.db as a backup holds it, and the epochs' file as it is now.
    let copy = tempfile::tempdir().unwrap();
    home.vault.back_up(copy.path()).unwrap();
    let epochs = std::fs::read(home.folder.path().join("secrets/epochs.json")).unwrap();
    home.clock.pass(31);
    home.vault.tend().await.unwrap();
    assert!(home.reads(&made).await);
    let turned = std::fs::read(home.folder.path().join("secrets/epochs.json")).unwrap();
    assert_ne!(turned, epochs);
    let home = home.again().await;
    assert!(home.reads(&made).await);
    // The old copy opens with the old epoch's key, which is gone, and not with the new one.
    home.close().await;
    let data = home.folder.path();
    std::fs::copy(copy.path().join("keys.db"), data.join("keys.db")).unwrap();
    let place = Place::usual(data);
    let vault = open(&place, &home.clock).await.unwrap();
    assert!(vault.verify().await.is_err());
}

#[tokio::test]
async fn a_turn_that_was_cut_off_is_finished() {
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    let path = home.folder.path().join("secrets/epochs.json");
    let before = std::fs::read_to_string(&path).unwrap();
    home.clock.pass(31);
    home.vault.tend().await.unwrap();
    let after = std::fs::read_to_string(&path).unwrap();
    // As a crash leaves it that came before the old epoch's key was dropped: both are there.
    let list = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let mut both = list(&before);
    let newer = list(&after)["epochs"][0].clone();
    both["epochs"].as_array_mut().unwrap().push(newer);
    home.close().await;
    std::fs::write(&path, both.to_string()).unwrap();
    let vault = open(&Place::usual(home.folder.path()), &home.clock)
        .await
        .unwrap();
    let home = Home { vault, ..home };
    assert!(home.reads(&made).await);
    home.vault.tend().await.unwrap();
    let left = list(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(left["epochs"].as_array().unwrap().len(), 1);
    assert!(home.reads(&made).await);
}

#[tokio::test]
async fn an_erased_account_has_no_keys_and_gets_none() {
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    home.vault.destroy_account(&home.ada.user).await.unwrap();
    assert!(!home.reads(&made).await);
    let slot = Slot::new(Mode::Zk, None, None).unwrap();
    let again = home
        .vault
        .generate(&home.ada, slot, Custody::Server, Once::default());
    assert!(again.await.is_err(), "nothing of it is made any more");
    assert_eq!(
        home.vault.verify().await,
        Ok(0),
        "gone on purpose, not lost"
    );
    // Twice is as good as once.
    home.vault.destroy_account(&home.ada.user).await.unwrap();
}

#[tokio::test]
async fn a_secret_that_nothing_names_is_removed() {
    let home = Home::new().await;
    let made = home.encrypt(b"61 bpm").await;
    let ada = home.ada.user.as_str();
    home.vault
        .keyring()
        .keep(ada, "key_never_named", b"x")
        .await
        .unwrap();
    home.vault.tend().await.unwrap();
    assert!(
        home.vault
            .keyring()
            .secret(ada, "key_never_named")
            .await
            .is_ok()
    );
    home.clock.pass(1);
    home.vault.tend().await.unwrap();
    assert!(
        home.vault
            .keyring()
            .secret(ada, "key_never_named")
            .await
            .is_err()
    );
    assert!(home.reads(&made).await);
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
    let home = Home::new().await;
    home.encrypt(b"61 bpm").await;
    home.close().await;
    let folder = home.folder.path();
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
        let place = Place {
            root,
            ..Place::usual(folder)
        };
        let error = open(&place, &home.clock).await.err().unwrap().to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(files(folder), before);
    }
    let place = Place {
        root: write(&right, 0o644),
        ..Place::usual(folder)
    };
    let error = open(&place, &home.clock).await.err().unwrap().to_string();
    assert!(error.contains("others can read it"), "{error}");
    for name in [
        "keys.db",
        "keys.check",
        "secrets/root.key",
        "secrets/epochs.json",
    ] {
        let (path, aside) = (folder.join(name), folder.join("aside"));
        std::fs::rename(&path, &aside).unwrap();
        let there = files(folder);
        let error = open(&Place::usual(folder), &home.clock)
            .await
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("missing"), "{name}: {error}");
        // The record is written last: what an opening without it makes is never used.
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
        let place = Place {
            root,
            ..Place::usual(folder)
        };
        let vault = open(&place, &home.clock).await.unwrap();
        assert_eq!(vault.verify().await, Ok(1));
        vault.close().await;
        vault.ctx().db.close().await;
    }
}

#[tokio::test]
async fn a_circuits_verifying_keys_are_bounded_in_number() {
    use crate::store::circuits::{VerifyingKey, by_digest, keep_verifying_key, of_circuit};
    let home = Home::new().await;
    let key = |user: &UserId, n: u8, scheme: &str| VerifyingKey {
        user: user.to_string(),
        digest: [n; 32],
        circuit: "commitment".to_owned(),
        scheme: scheme.to_owned(),
        curve: "bn254".to_owned(),
        setup: "wellformed".to_owned(),
        body: "{}".to_owned(),
    };
    let ada = home.ada.user.clone();
    for n in 0..40_u8 {
        let (one, other) = (key(&ada, n, "PGHR13"), key(&ada, n + 100, "Groth16"));
        let write = home.vault.ctx().db.write("test.keys", move |tx| {
            keep_verifying_key(tx, &one)?;
            if n == 0 {
                keep_verifying_key(tx, &other)?;
            }
            Ok::<_, lockstep_store::StoreError>(())
        });
        write.await.unwrap();
        home.clock.pass(1);
    }
    let read = home.vault.ctx().db.read("test.keys", move |tx| {
        let mut there = Vec::new();
        for n in 0..40 {
            if by_digest(tx, &ada, &[n; 32])?.is_some() {
                there.push(n);
            }
        }
        let newest = of_circuit(tx, &ada, "commitment", "PGHR13", None)?.unwrap();
        assert_eq!(newest.digest, [39; 32]);
        assert!(
            by_digest(tx, &ada, &[100; 32])?.is_some(),
            "another scheme's"
        );
        Ok::<_, lockstep_store::StoreError>(there)
    });
    assert_eq!(read.await.unwrap(), (8..40).collect::<Vec<u8>>());
}
