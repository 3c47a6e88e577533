//! Tests of encryption and proofs with a vault on real files and a controlled clock.

mod blobs;
mod claims;
mod guest;
mod proofs;
mod rotation;
mod signed_bytes;
mod tampering;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{Clock, Ctx, Db, Entropy, StoreError, SystemEntropy, Timestamp, Tx};
use lockstep_vault::key::{KeyAction, KeySlot, Mode, Status};
use lockstep_vault::{KeyPaths, unlock};
use lockstep_web::{AppState, IdempotencyKey, Identity, Owner, Policy};
use lockstep_zk::assurance::Setup;
use lockstep_zk::{CurveName, PairingScheme};
use zeroize::Zeroizing;

use crate::encryption::Encryption;
use crate::operations::crypt::Encrypt;
use crate::operations::envelope::NewEnvelope;

/// A clock that a test holds.
struct TestClock(AtomicI64);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed).unsigned_abs())
    }
}

impl TestClock {
    fn pass(&self, days: u64) {
        let milliseconds = i64::try_from(days * 24 * 3600 * 1000).unwrap();
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

/// The capability on a store of its own on a temporary folder, with the account "ada".
struct Fixture {
    folder: tempfile::TempDir,
    clock: Arc<TestClock>,
    encryption: Encryption,
    ada: Owner,
}

async fn open(paths: &KeyPaths, clock: &Arc<TestClock>) -> Encryption {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let shared: Arc<dyn Clock> = clock.clone();
    let unlocked = unlock(paths, &entropy).unwrap();
    let options = Options {
        file: paths.data.join("lockstep.db"),
        postgres: None,
        readers: 2,
        clock: Arc::clone(&shared),
        entropy: Arc::clone(&entropy),
    };
    let migrations = [
        lockstep_vault::CAPABILITY.migrations,
        crate::CAPABILITY.migrations,
    ]
    .concat();
    let db = Db::open(options, &migrations).unwrap();
    let ctx = Ctx::new(db, shared, entropy).await.unwrap();
    Encryption::new(unlocked.open(&ctx).await.unwrap())
}

impl Fixture {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(TestClock(AtomicI64::new(1_795_000_000_000)));
        let encryption = open(&KeyPaths::usual(folder.path()), &clock).await;
        let user = UserId::generate(clock.now(), &SystemEntropy);
        let ada = Owner::system(user);
        Self {
            folder,
            clock,
            encryption,
            ada,
        }
    }

    async fn close(&self) {
        self.encryption.close().await;
        self.encryption.ctx().db.close().await;
    }

    async fn again(mut self) -> Self {
        self.close().await;
        let paths = KeyPaths::usual(self.folder.path());
        self.encryption = open(&paths, &self.clock).await;
        self
    }

    async fn encrypt(&self, data: &[u8]) -> NewEnvelope {
        let asked = Encrypt {
            data: Zeroizing::new(data.to_vec()),
            mode: Mode::Basic,
            slot: None,
            key: None,
            precision: None,
            curve: None,
        };
        let made = self.encryption.clone().encrypt(self.ada.clone(), asked);
        made.await.unwrap()
    }

    async fn status(&self, made: &NewEnvelope) -> Status {
        let record = self
            .encryption
            .mode_keys()
            .record(&self.ada.user, &made.key.id)
            .await;
        record.unwrap().status
    }

    /// Runs the background job of the vault that ends keys.
    async fn maintenance(&self) {
        let state = AppState::with_extensions(
            self.encryption.ctx().clone(),
            &[],
            Identity::REJECTING,
            Policy::default(),
            vec![Arc::new(lockstep_vault::Vault::clone(&self.encryption))],
        );
        let mut jobs = lockstep_vault::CAPABILITY.jobs.iter();
        let maintenance = jobs.find(|job| job.name == "vault.maintenance").unwrap();
        (maintenance.run)(state).await.unwrap();
    }
}

#[tokio::test]
async fn an_envelope_of_a_destroyed_key_is_refused_like_a_damaged_one() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let mut damaged = made.envelope.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let refused = async |envelope: &[u8]| {
        let opened = fixture
            .encryption
            .clone()
            .decrypt(fixture.ada.clone(), envelope.to_vec());
        let fault = opened.await.err().unwrap();
        (fault.kind, fault.message, fault.details)
    };
    let alike = refused(&damaged).await;
    let id = &made.key.id;
    fixture
        .encryption
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    assert_eq!(refused(&made.envelope).await, alike);
    fixture.clock.pass(8);
    fixture.maintenance().await;
    assert_eq!(fixture.status(&made).await, Status::Destroyed);
    assert_eq!(refused(&made.envelope).await, alike);
    let fixture = fixture.again().await;
    let opened = fixture
        .encryption
        .clone()
        .decrypt(fixture.ada.clone(), made.envelope);
    assert_eq!(opened.await.err().unwrap().kind, alike.0);
}

#[tokio::test]
async fn a_circuits_verifying_keys_are_bounded_in_number() {
    use crate::store::circuits::{VerifyingKey, by_digest, keep_verifying_key, of_circuit};
    let fixture = Fixture::new().await;
    let key = |user: &UserId, n: u8, scheme: PairingScheme| VerifyingKey {
        owner: Some(user.clone()),
        digest: [n; 32],
        circuit: "commitment".to_owned(),
        scheme,
        curve: CurveName::Bn254,
        setup: Setup::Wellformed,
        body: "{}".to_owned(),
        ptau_hash: None,
    };
    let ada = fixture.ada.user.clone();
    for n in 0..40_u8 {
        let (one, other) = (
            key(&ada, n, PairingScheme::Pghr13),
            key(&ada, n + 100, PairingScheme::Groth16),
        );
        let write = fixture.encryption.ctx().db.write("test.keys", move |tx| {
            keep_verifying_key(tx, &one)?;
            if n == 0 {
                keep_verifying_key(tx, &other)?;
            }
            Ok::<_, lockstep_store::StoreError>(())
        });
        write.await.unwrap();
        fixture.clock.pass(1);
    }
    let read = fixture.encryption.ctx().db.read("test.keys", move |tx| {
        let mut there = Vec::new();
        for n in 0..40 {
            if by_digest(tx, &ada, &[n; 32])?.is_some() {
                there.push(n);
            }
        }
        let newest = of_circuit(tx, &ada, "commitment", PairingScheme::Pghr13, None)?.unwrap();
        assert_eq!(newest.digest, [39; 32]);
        assert!(
            by_digest(tx, &ada, &[100; 32])?.is_some(),
            "another scheme's"
        );
        Ok::<_, lockstep_store::StoreError>(there)
    });
    assert_eq!(read.await.unwrap(), (8..40).collect::<Vec<u8>>());
}
