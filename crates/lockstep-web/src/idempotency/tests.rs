//! Checks which data of requests the store keeps, by reading its files.

use std::path::Path;
use std::sync::Arc;

use axum::http::Request as HttpRequest;
use lockstep_store::db::Options;
use lockstep_store::{Clock, Db, Entropy, Migration, SystemClock, SystemEntropy, params};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::*;

const SECRET: &[u8] = br#"{"password":"odd-secret-7391-xyzzy"}"#;

fn open(file: &Path, migrations: &[Migration]) -> Db {
    let clock: Arc<dyn Clock> = SystemClock::shared();
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let options = Options {
        file: file.to_owned(),
        postgres: None,
        readers: 1,
        clock,
        entropy,
    };
    Db::open(options, migrations).unwrap()
}

fn holds(folder: &Path, needle: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(needle.len()).any(|window| window == needle)
    })
}

#[tokio::test]
async fn plain_digests_of_earlier_versions_are_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.db");
    let digest: [u8; 32] = Sha256::digest(SECRET).into();
    let old = open(&file, &MIGRATIONS[..1]);
    old.write("test.old", move |tx| {
        for number in 0..100 {
            let key = format!("key-{number}");
            tx.execute(
                "INSERT INTO idempotency(user_id, route, idempotency_key, at, body, outcome)
                 VALUES ('usr_1', 'POST /x', ?1, ?2, ?3, 'null')",
                params![&key, tx.now(), &digest],
            )?;
        }
        Ok::<_, StoreError>(())
    })
    .await
    .unwrap();
    old.close().await;
    assert!(holds(folder.path(), &digest), "the search finds nothing");
    let new = open(&file, MIGRATIONS);
    new.close().await;
    assert!(!holds(folder.path(), &digest));
}

fn once(digests: &DigestKey, path: &str, key: &str, body: &[u8]) -> IdempotencyKey {
    let request = HttpRequest::post(path).header("Idempotency-Key", key);
    let (mut parts, ()) = request.body(()).unwrap().into_parts();
    parts.extensions.insert(digests.clone());
    IdempotencyKey::new(&parts, body).unwrap()
}

#[test]
fn requests_are_named_by_key_and_body_under_the_digest_key() {
    let digests = |byte| DigestKey::new(Zeroizing::new([byte; 32]));
    let first = once(&digests(1), "/x", "k", SECRET);
    let first = first.request().unwrap();
    let again = once(&digests(1), "/x", "k", SECRET);
    assert!(again.request().unwrap().is_again(first).unwrap());
    let other_key = once(&digests(1), "/x", "l", SECRET);
    let other_key = other_key.request().unwrap();
    assert!(!other_key.is_again(first).unwrap());
    assert_ne!(other_key.body, first.body, "equal bodies are not linked");
    let other_body = once(&digests(1), "/x", "k", b"{}");
    assert!(other_body.request().unwrap().is_again(first).is_err());
    let other_platform = once(&digests(2), "/x", "k", SECRET);
    assert!(!other_platform.request().unwrap().is_again(first).unwrap());
    // A request that the gate refused leaves no key.
    let request = HttpRequest::post("/x").header("Idempotency-Key", "k");
    let (parts, ()) = request.body(()).unwrap().into_parts();
    assert!(IdempotencyKey::new(&parts, SECRET).is_err());
}

#[test]
fn a_request_has_one_key_at_most() {
    for (keys, is_read) in [
        (&[][..], true),
        (&["k"], true),
        (&["k", "l"], false),
        (&["k", "k"], false),
        (&[""], false),
        (&["a, b"], false),
    ] {
        let mut request = HttpRequest::post("/x");
        for key in keys {
            request = request.header("Idempotency-Key", *key);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let digests = DigestKey::new(Zeroizing::new([1; 32]));
        parts.extensions.insert(digests);
        let read = IdempotencyKey::new(&parts, SECRET);
        assert_eq!(read.is_ok(), is_read, "{keys:?}");
        let has_key = read.is_ok_and(|read| read.request().is_some());
        assert_eq!(has_key, is_read && !keys.is_empty(), "{keys:?}");
    }
}
