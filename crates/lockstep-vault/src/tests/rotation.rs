//! Replacement of the platform's signing key: which documents of each key are accepted afterwards.

use lockstep_documents::rotation::{Chain, Rotation};
use lockstep_documents::{CHECKPOINT, SignatureError, VerificationError};
use serde_json::Map;

use super::*;
use crate::attest::Attester;

fn document(attester: &Attester, at: Timestamp) -> Document {
    attester.document(CHECKPOINT, attester.attest(CHECKPOINT, at, Map::new()))
}

fn judged(document: &Document, trust: &VerificationPolicy) -> Result<bool, VerificationError> {
    let bytes = serde_json::to_vec(document).unwrap();
    verify_document(&bytes, trust).map(|verified| verified.known_signer)
}

/// A fixture, a stolen copy of the signing key, and documents of both keys.
struct Rotated {
    fixture: Fixture,
    thief: Attester,
    /// The old seed as `keys.db` had it.
    wrapped: Vec<u8>,
    before: Document,
    at: Timestamp,
    rotation: Rotation,
}

impl Rotated {
    async fn new() -> Self {
        let fixture = Fixture::new().await;
        fixture.encrypt(b"61 bpm").await;
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let old = fixture.vault.attester();
        let seed = lockstep_seal::Key::from_bytes(
            lockstep_seal::Cipher::Aes256Gcm,
            &old.seed_for_a_test(),
        );
        let thief = Attester::alone(seed, &fixture.vault.keyring().vault(), &entropy);
        let before = document(&old, fixture.clock.now());
        let mut stored = fixture.vault.keyring().platform_keys_for_a_test().await;
        stored.retain(|(name, _)| name == "attest");
        let (_, wrapped) = stored.remove(0);
        assert!(!files_with(fixture.folder.path(), &wrapped).is_empty());
        fixture.clock.pass(1);
        let at = fixture.clock.now();
        let rotation = fixture
            .vault
            .platform_keys()
            .rotate_attestation()
            .await
            .unwrap();
        fixture.clock.pass(1);
        Self {
            fixture,
            thief,
            wrapped,
            before,
            at,
            rotation,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_keys_of_a_chain_are_believed_each_for_its_own_time() {
    let Rotated {
        fixture,
        thief,
        before,
        at,
        rotation,
        ..
    } = Rotated::new().await;
    let (old, new) = (
        thief.key().fingerprint(),
        fixture.vault.attester().key().fingerprint(),
    );
    assert_ne!(old, new);
    let chain = fixture.vault.attester().chain();
    let text = serde_json::to_vec(&json_of(&rotation)).unwrap();
    assert_eq!(Chain::read(&text).unwrap(), chain);
    let after = document(&fixture.vault.attester(), fixture.clock.now());
    let forged = document(&thief, at.plus(Duration::from_millis(1)));
    let dated_back = document(&thief, at);
    let with = |attester, chain: Option<&Chain>| VerificationPolicy {
        attester: Some(attester),
        chain: chain.cloned(),
        ..VerificationPolicy::default()
    };
    let good = Ok(true);
    for (what, document, trust, holds) in [
        ("old by the old key", &before, with(old, None), true),
        ("new by the old key alone", &after, with(old, None), false),
        ("old by the new key alone", &before, with(new, None), false),
        ("new by the chain", &after, with(old, Some(&chain)), true),
        ("old by the chain", &before, with(new, Some(&chain)), true),
        (
            "after the rotation",
            &forged,
            with(old, Some(&chain)),
            false,
        ),
        (
            "after it, by the new",
            &forged,
            with(new, Some(&chain)),
            false,
        ),
        // A verifier without the chain cannot know, and a date can be set back: docs/security.md says so.
        ("without the chain", &forged, with(old, None), true),
        ("dated back", &dated_back, with(new, Some(&chain)), true),
    ] {
        assert_eq!(judged(document, &trust) == good, holds, "{what}");
    }
    // A replaced key is not accepted for later documents, even if the verifier names no key.
    let nobody = VerificationPolicy {
        chain: Some(chain.clone()),
        ..VerificationPolicy::default()
    };
    assert!(judged(&forged, &nobody).is_err());
    assert_eq!(judged(&after, &nobody), Ok(false));
    // A chain without the key does not say whether the key was replaced.
    let foreign = Rotated::new().await.fixture.vault.attester().chain();
    assert!(judged(&forged, &with(old, Some(&foreign))).is_err());
    let nobody = VerificationPolicy {
        chain: Some(foreign),
        ..VerificationPolicy::default()
    };
    assert!(judged(&before, &nobody).is_err());
    // The server always knows.
    let signed = thief.attest(CHECKPOINT, at.plus(Duration::from_secs(1)), Map::new());
    let refused = fixture
        .vault
        .attester()
        .verify_as::<serde_json::Value>(&signed);
    assert!(
        matches!(refused, Err(SignatureError::Replaced { .. })),
        "{refused:?}"
    );
    // And the chain is still there after a restart.
    let fixture = fixture.again().await;
    assert_eq!(fixture.vault.attester().chain(), chain);
    assert_eq!(fixture.vault.attester().key().fingerprint(), new);
}

fn json_of(rotation: &Rotation) -> serde_json::Value {
    serde_json::json!({ "fingerprint": "x", "chain": [rotation] })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_with_a_foreign_or_changed_link_is_refused() {
    let ours = Rotated::new().await.rotation;
    let theirs = Rotated::new().await.rotation;
    let refused = |links: &[Rotation]| Chain::new(links).is_err();
    assert!(!refused(std::slice::from_ref(&ours)));
    assert!(
        refused(&[ours.clone(), theirs.clone()]),
        "of another installation"
    );
    assert!(refused(&[ours.clone(), ours.clone()]), "twice");
    // A thief of the old key cannot lead from a known new key to one of theirs, nor back.
    let mixed = Rotation {
        by_old: ours.by_old.clone(),
        by_new: theirs.by_new.clone(),
    };
    assert!(refused(&[mixed]));
    let by_one = Rotation {
        by_old: ours.by_old.clone(),
        by_new: ours.by_old.clone(),
    };
    assert!(refused(&[by_one]), "only the old key signed");
    for index in [10, ours.by_old.record.len() / 2] {
        let mut changed = ours.clone();
        let flip = |text: &mut String| {
            let mut bytes = std::mem::take(text).into_bytes();
            bytes[index] ^= 1;
            *text = String::from_utf8_lossy(&bytes).into_owned();
        };
        flip(&mut changed.by_old.record);
        flip(&mut changed.by_new.record);
        assert!(refused(&[changed]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_that_was_replaced_is_in_no_file_and_opens_from_none() {
    let Rotated {
        fixture,
        thief,
        wrapped,
        ..
    } = Rotated::new().await;
    // Neither the seed nor the end of its wrapped bytes, which the root key opens.
    let end = &wrapped[wrapped.len() - 32..];
    let found =
        || [end, &thief.seed_for_a_test()].map(|bytes| files_with(fixture.folder.path(), bytes));
    let none = [(); 2].map(|()| Vec::<String>::new());
    assert_eq!(found(), none, "while the vault is open");
    fixture.close().await;
    assert_eq!(found(), none);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rotation_that_was_cut_off_is_finished_by_the_next_opening() {
    for recorded in [false, true] {
        let fixture = Fixture::new().await;
        fixture.encrypt(b"61 bpm").await;
        let old = fixture.vault.attester().key().fingerprint();
        let (vault, handle) = (fixture.vault.clone(), tokio::runtime::Handle::current());
        let begun = tokio::task::spawn_blocking(move || vault.keyring().begin_rotation(&handle));
        let rotation = begun.await.unwrap().unwrap();
        if recorded {
            let keyring = fixture.vault.keyring();
            keyring.record_rotations(fixture.vault.ctx()).await.unwrap();
        }
        // As a kill leaves it.
        fixture.vault.keyring().close().await;
        fixture.vault.ctx().db.close().await;
        let mut fixture = fixture;
        for _ in 0..2 {
            let paths = usual(fixture.folder.path());
            fixture.vault = open(&paths, &fixture.clock).await.unwrap();
            let attester = fixture.vault.attester();
            assert_eq!(
                attester.key().fingerprint().to_string(),
                rotation.by_new.key
            );
            assert_eq!(attester.rotations(), std::slice::from_ref(&rotation));
            assert!(attester.chain().replaced_at(old).is_some());
            let keys = fixture.vault.keyring().platform_keys_for_a_test().await;
            let names: Vec<&str> = keys.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["attest", "digest", "mac"]);
            let rotations = fixture
                .vault
                .ctx()
                .db
                .read("test", crate::store::rotations::all);
            assert_eq!(rotations.await.unwrap().len(), 1);
            fixture.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rotation_is_finished_also_where_the_row_of_the_old_seed_is_missing() {
    let fixture = Fixture::new().await;
    fixture.encrypt(b"61 bpm").await;
    let (vault, handle) = (fixture.vault.clone(), tokio::runtime::Handle::current());
    let begun = tokio::task::spawn_blocking(move || vault.keyring().begin_rotation(&handle));
    let rotation = begun.await.unwrap().unwrap();
    fixture.vault.keyring().forget_the_attestation_key().await;
    fixture.vault.keyring().close().await;
    fixture.vault.ctx().db.close().await;
    let paths = usual(fixture.folder.path());
    for _ in 0..2 {
        let vault = open(&paths, &fixture.clock).await.unwrap();
        let fingerprint = vault.attester().key().fingerprint().to_string();
        assert_eq!(fingerprint, rotation.by_new.key);
        vault.close().await;
        vault.ctx().db.close().await;
    }
}

/// The column is not authenticated: a row that names another KEK is not one of a root key that was replaced.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_of_the_platform_that_names_another_kek_outlives_replacements() {
    let fixture = Fixture::new().await;
    fixture.encrypt(b"61 bpm").await;
    let root = |fixture: &Fixture, name: &str, digits: &str| {
        let file = fixture.folder.path().join(name);
        std::fs::write(&file, digits.repeat(32)).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        file
    };
    let (first, second) = (root(&fixture, "1.key", "ab"), root(&fixture, "2.key", "cd"));
    let at = |file: &Path| KeyPaths {
        root: RootSource::File(file.to_owned()),
        ..usual(fixture.folder.path())
    };
    fixture
        .vault
        .platform_keys()
        .replace_root(&first, false)
        .await
        .unwrap();
    fixture.close().await;
    // The authentication key that was replaced is named `mac.NUMBER.TIME`.
    crate::keyring::flips::misname_kek(fixture.folder.path(), "mac.", 9).await;
    let vault = open(&at(&first), &fixture.clock).await.unwrap();
    let made = fixture.clock.now();
    assert!(vault.keyring().macs().of(1, made).is_some());
    vault
        .platform_keys()
        .replace_root(&second, false)
        .await
        .unwrap();
    vault.close().await;
    vault.ctx().db.close().await;
    let vault = open(&at(&second), &fixture.clock).await.unwrap();
    for number in 1..=3 {
        assert!(
            vault.keyring().macs().of(number, made).is_some(),
            "{number}"
        );
    }
    vault.close().await;
    vault.ctx().db.close().await;
}
