//! Operations that begin before a key or its account ends, and complete after it.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, IdempotencyKey};

use super::*;
use crate::at_rest::{AadContext, AccountKeys};
use crate::key::NamedScheme;
use crate::operations::creation::RotationReason;
use crate::operations::maintenance::round;
use crate::store::{
    self,
    destructions::{self, DestructionTarget},
};

/// Starts a future and drops it, as the server drops a handler when its client disconnects.
fn begin<T>(work: impl Future<Output = T>) {
    let work = pin!(work);
    let waiting = work.poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(waiting, Poll::Pending), "it waits for the disk");
}

impl Fixture {
    fn slot() -> KeySlot {
        KeySlot::usual(Mode::Basic)
    }

    /// Erases the account in the order of lockstep-accounts: keys, then rows.
    async fn erase_ada(&self) {
        self.vault
            .destruction()
            .destroy_account(&self.ada.user)
            .await
            .unwrap();
        self.erase_rows().await;
    }

    async fn erase_rows(&self) {
        let user = self.ada.user.clone();
        let erase = move |tx: &mut Tx<'_>| store::erase(tx, &user);
        let db = &self.vault.ctx().db;
        db.write::<_, StoreError, _>("test.erase", erase)
            .await
            .unwrap();
    }

    /// Rows of keys, and secrets.
    async fn left(&self) -> (usize, usize) {
        let read = self.vault.ctx().db.read("test.left", store::stored_keys);
        let keys: Vec<(String, String)> = read.await.unwrap();
        let secrets = self.vault.keyring().secrets(Vec::new(), 1000);
        (keys.len(), secrets.await.unwrap().len())
    }

    async fn put(&self, account_keys: &AccountKeys) -> Result<Vec<u8>, ApiError> {
        let account_keys = account_keys.clone();
        let put = move |tx: &mut Tx<'_>| {
            let location = AadContext {
                what: "points",
                row: b"1",
            };
            Ok::<_, ApiError>(account_keys.seal(tx, None, location, b"", b"61 bpm")?)
        };
        self.vault.ctx().db.write("test.put", put).await
    }
}

#[tokio::test]
async fn writes_that_end_after_an_erasure_leave_nothing() {
    let fixture = Fixture::new().await;
    let account_keys = fixture.vault.account_keys(&fixture.ada.user).await.unwrap();
    fixture.put(&account_keys).await.unwrap();
    fixture.encrypt(b"61 bpm").await;
    // The keys are destroyed and the rows still exist: data stored now is deleted with the rows.
    fixture
        .vault
        .destruction()
        .destroy_account(&fixture.ada.user)
        .await
        .unwrap();
    fixture.put(&account_keys).await.unwrap();
    fixture.erase_rows().await;
    let refused = fixture.put(&account_keys).await.unwrap_err();
    assert_eq!(refused.kind, ErrorKind::NotFound);
    let checked = fixture.vault.ctx().db.read("test.check", {
        let account_keys = account_keys.clone();
        move |tx| account_keys.check(tx)
    });
    assert_eq!(checked.await.unwrap_err().kind, ErrorKind::NotFound);
    // No account keys are loaded any more, also not from the cache.
    assert!(fixture.vault.account_keys(&fixture.ada.user).await.is_err());
    let user = fixture.ada.user.clone();
    let db = &fixture.vault.ctx().db;
    let named =
        db.read::<_, StoreError, _>("test.named", move |tx| store::names_account(tx, &user));
    assert!(!named.await.unwrap());
    assert_eq!(fixture.left().await, (0, 0));
}

#[tokio::test]
async fn nothing_is_sealed_after_an_erasure_in_the_same_transaction() {
    let fixture = Fixture::new().await;
    let account_keys = fixture.vault.account_keys(&fixture.ada.user).await.unwrap();
    let user = fixture.ada.user.clone();
    let write = fixture
        .vault
        .ctx()
        .db
        .write("test.erase_and_put", move |tx| {
            let location = AadContext {
                what: "points",
                row: b"1",
            };
            let mut sealed = Vec::new();
            for _ in 0..2 {
                let one = account_keys.seal(tx, None, location, b"", b"61 bpm");
                sealed.push(one.is_ok());
            }
            store::erase(tx, &user)?;
            let refused = account_keys.seal(tx, None, location, b"", b"61 bpm");
            assert!(matches!(refused, Err(StoreError::Erased)), "{refused:?}");
            store::not_erased(tx, &user)?;
            let again = account_keys.seal(tx, None, location, b"", b"61 bpm");
            sealed.push(again.is_ok());
            Ok::<_, StoreError>(sealed)
        });
    assert_eq!(write.await.unwrap(), [true, true, true]);
}

#[tokio::test]
async fn a_key_that_is_made_while_its_account_is_erased_leaves_nothing() {
    let fixture = Fixture::new().await;
    fixture.encrypt(b"").await;
    // The account's key-encryption key in an operation that began earlier.
    let keyring = fixture.vault.keyring();
    let ada = fixture.ada.user.as_str();
    let known = keyring.account_key(ada, IfAbsent::Refuse).await;
    assert!(known.is_ok());
    let key = keyring.remembered_for_a_test(ada).unwrap();
    fixture.erase_ada().await;
    keyring.remember_for_a_test(ada, key);
    let late = keyring.keep(ada, "key_late", b"x", IfAbsent::Make);
    assert!(late.await.is_err());
    for custody in [Custody::Server, Custody::Client] {
        let made = fixture.vault.mode_keys().generate(
            &fixture.ada,
            Fixture::slot(),
            custody,
            IdempotencyKey::default(),
        );
        assert_eq!(
            made.await.err().map(|error| error.kind),
            Some(ErrorKind::NotFound)
        );
    }
    assert_eq!(fixture.left().await, (0, 0));
}

#[tokio::test]
async fn a_key_that_cannot_be_rotated_delays_no_other() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    // A remaining secret of an account whose keys are destroyed.
    let bob = Owner {
        user: UserId::generate(fixture.clock.now(), &SystemEntropy),
        actor: Actor::system(),
    };
    let left = fixture.vault.mode_keys().generate(
        &bob,
        Fixture::slot(),
        Custody::Server,
        IdempotencyKey::default(),
    );
    let left = left.await.unwrap().record;
    fixture
        .vault
        .destruction()
        .destroy_account(&bob.user)
        .await
        .unwrap();
    let condemned = KeySlot::usual(Mode::Zk);
    let condemned = fixture.vault.mode_keys().generate(
        &fixture.ada,
        condemned,
        Custody::Server,
        IdempotencyKey::default(),
    );
    let condemned = condemned.await.unwrap().record;
    let act = fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, &condemned.id, KeyAction::Delete);
    act.await.unwrap();
    fixture.clock.pass(91);
    let epoch = fixture.vault.epochs().horizon();
    assert!(
        round(&fixture.vault).await.is_err(),
        "the remaining secret is reported"
    );
    assert_eq!(fixture.status(&made).await, Status::Rotated);
    let status = fixture
        .vault
        .mode_keys()
        .record(&fixture.ada.user, &condemned.id)
        .await;
    assert_eq!(status.unwrap().status, Status::Destroyed);
    assert!(fixture.vault.epochs().horizon() > epoch, "the epoch turned");
    let status = fixture.vault.mode_keys().record(&bob.user, &left.id).await;
    assert_eq!(status.unwrap().status, Status::Active);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_hangs_up_stops_a_key_all_the_same() {
    for act in [KeyAction::Suspend, KeyAction::Revoke, KeyAction::Delete] {
        let fixture = Fixture::new().await;
        let made = fixture.encrypt(b"61 bpm").await;
        assert!(fixture.reads(&made).await);
        begin(
            fixture
                .vault
                .mode_keys()
                .change(&fixture.ada, &made.key.id, act),
        );
        // Writes are serial: after this one, the earlier one is complete.
        fixture.note(1).await;
        until(async || fixture.status(&made).await.decrypts()).await;
        until(async || fixture.reads(&made).await).await;
    }
    // The same for a key that another key replaces.
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    begin(fixture.vault.mode_keys().generate(
        &fixture.ada,
        Fixture::slot(),
        Custody::Server,
        IdempotencyKey::default(),
    ));
    until(async || fixture.status(&made).await == Status::Active).await;
    until(async || fixture.encrypt(b"").await.key.id == made.key.id).await;
}

/// Waits until a condition no longer holds.
async fn until(mut still: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while still().await {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), waiting).await;
    waited.expect("it is so still");
}

#[tokio::test]
async fn a_key_that_was_suspended_when_it_was_condemned_comes_back_suspended() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let id = &made.key.id;
    let act = async |act| {
        fixture
            .vault
            .mode_keys()
            .change(&fixture.ada, id, act)
            .await
            .unwrap()
    };
    for (taken, after) in [(false, Status::Active), (true, Status::Rotated)] {
        act(KeyAction::Suspend).await;
        act(KeyAction::Delete).await;
        if taken {
            fixture.encrypt(b"").await;
        }
        let back = act(KeyAction::Cancel).await;
        assert_eq!((back.status, back.current), (Status::Suspended, !taken));
        assert!(!fixture.reads(&made).await);
        let back = act(KeyAction::Resume).await;
        assert_eq!(
            (back.status, back.current, back.stopped),
            (after, !taken, false)
        );
        assert!(fixture.reads(&made).await);
    }
    act(KeyAction::Revoke).await;
    act(KeyAction::Delete).await;
    assert_eq!(act(KeyAction::Cancel).await.status, Status::Revoked);
}

#[tokio::test]
async fn a_key_in_its_owners_custody_comes_back_as_it_was() {
    let fixture = Fixture::new().await;
    let slot = KeySlot::new(NamedScheme::parse(Mode::Basic, "X-Wing").unwrap(), None).unwrap();
    let make = async |custody| {
        let made = fixture.vault.mode_keys().generate(
            &fixture.ada,
            slot,
            custody,
            IdempotencyKey::default(),
        );
        made.await.unwrap().record
    };
    let own = make(Custody::Client).await;
    make(Custody::Server).await;
    for act in [KeyAction::Delete, KeyAction::Cancel] {
        fixture
            .vault
            .mode_keys()
            .change(&fixture.ada, &own.id, act)
            .await
            .unwrap();
    }
    let back = fixture
        .vault
        .mode_keys()
        .record(&fixture.ada.user, &own.id)
        .await
        .unwrap();
    assert_eq!((back.status, back.current), (Status::Active, false));
}

#[tokio::test]
async fn keys_that_are_asked_for_are_bounded_in_number_and_those_that_follow_in_time_are_not() {
    let fixture = Fixture::new().await;
    let rotate = async |id: lockstep_store::id::KeyId, why| {
        let rotated =
            fixture
                .vault
                .mode_keys()
                .rotate(&fixture.ada, &id, why, IdempotencyKey::default());
        rotated.await
    };
    let mut last = fixture.encrypt(b"").await.key;
    for _ in 1..256 {
        last = rotate(last.id.clone(), RotationReason::Expired)
            .await
            .unwrap();
    }
    let refused = rotate(last.id.clone(), RotationReason::Requested)
        .await
        .err()
        .unwrap();
    assert!(refused.message.contains("256 keys"), "{}", refused.message);
    let made = fixture.vault.mode_keys().generate(
        &fixture.ada,
        Fixture::slot(),
        Custody::Server,
        IdempotencyKey::default(),
    );
    assert!(made.await.is_err());
    rotate(last.id.clone(), RotationReason::Expired)
        .await
        .unwrap();
    assert_eq!(
        fixture.left().await,
        (257, 257),
        "what was refused left none"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evaluation_keys_lie_on_disk_for_the_current_key_alone() {
    let fixture = Fixture::new().await;
    let slot = KeySlot::new(NamedScheme::parse(Mode::Fhe, "BFV-sum").unwrap(), None).unwrap();
    let make = async || {
        let made = fixture.vault.mode_keys().generate(
            &fixture.ada,
            slot,
            Custody::Server,
            IdempotencyKey::default(),
        );
        made.await.unwrap().record
    };
    let stored = async |key: &crate::key::KeyRecord| {
        let (user, id) = (key.user.clone(), key.id.clone());
        let db = &fixture.vault.ctx().db;
        let read = db.read::<_, StoreError, _>("test.evaluation", move |tx| {
            Ok(store::evaluation_key(tx, &user, &id)?.is_some())
        });
        read.await.unwrap()
    };
    let first = make().await;
    assert!(stored(&first).await);
    let second = make().await;
    assert_eq!((stored(&first).await, stored(&second).await), (false, true));
    // It still computes.
    fixture
        .vault
        .mode_keys()
        .evaluation_keys(&first, "keyId")
        .await
        .unwrap();
    assert!(!stored(&first).await);
    let act = fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, &second.id, KeyAction::Revoke);
    act.await.unwrap();
    assert!(!stored(&second).await);
}

/// Each refusal is of a kind that `lockstep-encryption` answers like a damaged envelope.
#[tokio::test]
async fn a_key_is_refused_by_the_owner_s_fault_at_every_step_of_its_destruction() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let refused = async || {
        let opened = decrypt(&fixture.vault, &fixture.ada, &made.envelope).await;
        let kind = opened.err().unwrap().kind;
        assert!(
            !matches!(kind, ErrorKind::Internal | ErrorKind::Unavailable),
            "{kind:?}"
        );
    };
    let id = &made.key.id;
    fixture
        .vault
        .mode_keys()
        .change(&fixture.ada, id, KeyAction::Delete)
        .await
        .unwrap();
    refused().await;
    // Its secret is removed before its row records it.
    let of = id.to_string();
    fixture
        .tamper(move |tx| destructions::record(tx, DestructionTarget::Key(&of)))
        .await;
    fixture
        .vault
        .destruction()
        .destroy_recorded(id.as_str())
        .await
        .unwrap();
    refused().await;
    fixture.clock.pass(8);
    round(&fixture.vault).await.unwrap();
    assert_eq!(fixture.status(&made).await, Status::Destroyed);
    refused().await;
}
