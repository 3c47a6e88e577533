//! The chain of the audit log, checkpoints, migrations and backups.

use super::*;

#[tokio::test]
async fn tampering_with_the_chain_names_the_first_changed_entry() {
    for (tampering, expected) in TAMPERINGS {
        let store = Store::new();
        for id in 1..=4 {
            store
                .db
                .write("note", move |tx| note(tx, id))
                .await
                .unwrap();
        }
        if postgres::is_used() && tampering.contains("x'") {
            // A column of PostgreSQL holds its type only.
            continue;
        }
        if tampering.contains("UPDATE") || tampering.contains("FROM audit ") {
            assert!(
                postgres::batch(&store.folder, tampering).is_err(),
                "the trigger refuses: {tampering}"
            );
            postgres::batch(
                &store.folder,
                "DROP TRIGGER audit_keeps; DROP TRIGGER audit_stays; DROP TRIGGER audit_body_keeps",
            )
            .unwrap();
        }
        postgres::batch(&store.folder, tampering).unwrap();
        for block in [1, 2, 3, 8192] {
            let verdict = store
                .db
                .read("verify", move |tx| audit::verify_in_blocks(tx, block))
                .await
                .unwrap();
            match (expected, verdict.broken) {
                (None, None) => assert_eq!((verdict.entries, verdict.erased), (4, 1)),
                (Some((seq, why)), Some(InvalidEntry { seq: found, reason })) => {
                    assert_eq!(*seq, found, "{tampering}");
                    assert!(reason.contains(why), "{tampering}: {reason}");
                }
                (expected, found) => panic!("{tampering}: {expected:?}, found {found:?}"),
            }
        }
    }
}

/// Changes of four entries in the store's file, with the first entry that the verification names and its reason. The
/// last two exchange the entries 2 and 3.
const TAMPERINGS: &[(&str, Option<(i64, &str)>)] = &[
    (
        "DELETE FROM audit_body WHERE seq = 2",
        Some((2, "no erasure is recorded")),
    ),
    (
        "DELETE FROM audit_body WHERE seq >= 3",
        Some((3, "no erasure is recorded")),
    ),
    (
        "UPDATE audit_body SET user_name = 'mallory' WHERE seq = 2",
        Some((2, "changed")),
    ),
    (
        "UPDATE audit_body SET user_name = x'ff' WHERE seq = 2",
        Some((2, "changed")),
    ),
    (
        "UPDATE audit_body SET salt = x'00' WHERE seq = 2",
        Some((2, "changed")),
    ),
    (
        "UPDATE audit_body SET details = 'note 9' WHERE seq = 2",
        Some((2, "changed")),
    ),
    (
        "UPDATE audit_body SET at = at + 1 WHERE seq = 2",
        Some((2, "changed")),
    ),
    (
        "UPDATE audit SET at = at + 1 WHERE seq = 3",
        Some((3, "hash")),
    ),
    (
        "UPDATE audit SET digest = zeroblob(32) WHERE seq = 1",
        Some((1, "hash")),
    ),
    (
        "UPDATE audit SET hash = x'00' WHERE seq = 3",
        Some((3, "cannot be read")),
    ),
    (
        "UPDATE audit SET prev = x'00' WHERE seq = 1",
        Some((1, "cannot be read")),
    ),
    (
        "UPDATE audit SET digest = 'short' WHERE seq = 2; UPDATE audit_body SET at = 1 WHERE seq = 3",
        Some((2, "cannot be read")),
    ),
    (
        "UPDATE audit SET at = 'x' WHERE seq = 4; UPDATE audit_body SET at = 1 WHERE seq = 3",
        Some((3, "changed")),
    ),
    (
        "UPDATE audit SET seq = 'x' WHERE seq = 4",
        Some((4, "cannot be read")),
    ),
    ("DELETE FROM audit WHERE seq = 2", Some((2, "missing"))),
    ("DELETE FROM audit WHERE seq = 1", Some((1, "missing"))),
    ("DELETE FROM audit WHERE seq = 4", Some((4, "missing"))),
    (
        "UPDATE audit SET at = at + 1 WHERE seq = 3; UPDATE audit_body SET at = 1 WHERE seq = 2",
        Some((2, "changed")),
    ),
    (
        "UPDATE audit SET at = at + 1 WHERE seq = 2; UPDATE audit_body SET at = 1 WHERE seq = 3",
        Some((2, "hash")),
    ),
    (
        "DELETE FROM audit WHERE seq = 3; DELETE FROM audit_body WHERE seq < 3",
        Some((3, "missing")),
    ),
    (
        "UPDATE audit_body SET seq = -seq WHERE seq = 3",
        Some((5, "missing from the chain")),
    ),
    (
        "UPDATE audit_body SET node = 'another' WHERE seq = 4",
        Some((5, "missing from the chain")),
    ),
    (
        "UPDATE audit_body SET node = 'other' WHERE seq = 1",
        Some((5, "missing from the chain")),
    ),
    (
        "UPDATE audit SET seq = -seq WHERE seq IN (2, 3); UPDATE audit SET seq = 5 + seq WHERE seq < 0",
        Some((2, "does not follow")),
    ),
    (
        "UPDATE audit_body SET seq = -seq WHERE seq IN (2, 3); UPDATE audit_body SET seq = 5 + seq WHERE seq < 0",
        Some((2, "changed")),
    ),
];

/// Writes an entry by an account.
fn entry_of(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    let actor = Actor {
        id: user.to_string(),
        role: "user".to_owned(),
    };
    tx.audit(&Entry {
        actor: &actor,
        action: "note.read",
        component: "notes",
        status: Status::Success,
        details: String::new(),
        metadata: serde_json::Value::Null,
    })
    .map(drop)
}

#[tokio::test]
async fn bodies_that_an_erasure_removed_are_recorded_and_others_are_missed() {
    if postgres::skips_files() {
        return;
    }
    let store = Store::new();
    let users: Vec<UserId> = (0..3)
        .map(|_| UserId::generate(Timestamp(0), &SystemEntropy))
        .collect();
    // The entries of the accounts alternate.
    let of = users.clone();
    let write = store.db.write::<_, StoreError, _>("entries", move |tx| {
        (0..30).try_for_each(|nth| entry_of(tx, &of[nth % 3]))
    });
    write.await.unwrap();
    for (nth, erased) in [(0, 10), (1, 20)] {
        let user = users[nth].clone();
        let erase = store.db.write("erase", move |tx| {
            let removed = audit::erase(tx, &user)?;
            // A late entry does not name an account that is being erased.
            entry_of(tx, &user)?;
            Ok::<_, StoreError>(removed)
        });
        assert_eq!(erase.await.unwrap(), 10);
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        assert_eq!((verdict.erased, verdict.broken), (erased, None), "{nth}");
    }
    let bytes = std::fs::read(store.folder.path().join("test.db-wal")).unwrap();
    assert!(!bytes.is_empty());
    let raw = store.raw();
    let named = "SELECT COUNT(*) FROM audit_body WHERE user_id = ?1";
    let count = |user: &UserId| -> i64 {
        raw.query_row(named, [user.as_str()], |row| row.get(0))
            .unwrap()
    };
    assert_eq!(
        [count(&users[0]), count(&users[1]), count(&users[2])],
        [0, 0, 10]
    );
    // A body of the third account, which was not erased; and the record of a removal itself.
    for (seq, restore) in [(3, true), (31, false)] {
        raw.execute_batch("CREATE TEMP TABLE kept AS SELECT * FROM audit_body")
            .unwrap();
        raw.execute("DELETE FROM audit_body WHERE seq = ?1", [seq])
            .unwrap();
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        let broken = verdict.broken.unwrap();
        assert!(
            broken.reason.contains("no erasure is recorded"),
            "{broken:?}"
        );
        assert_eq!(broken.seq, if restore { 3 } else { 1 });
        raw.execute(
            "INSERT INTO audit_body SELECT * FROM kept WHERE seq = ?1",
            [seq],
        )
        .unwrap();
        raw.execute_batch("DROP TABLE kept").unwrap();
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        assert_eq!(verdict.broken, None);
    }
}

#[tokio::test]
async fn bodies_missing_before_removals_were_recorded_are_recorded_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder, &[NOTES]).unwrap();
    for id in 1..=4 {
        db.write("note", move |tx| note(tx, id)).await.unwrap();
    }
    db.close().await;
    // Makes the store like one of an earlier version, which did not record erasures.
    postgres::batch(
        &folder,
        "DELETE FROM audit_body WHERE seq IN (2, 3); DROP TABLE audit_erased;
         DELETE FROM migration WHERE capability = 'store' AND n = 4",
    )
    .unwrap();
    let db = open(&folder, &[NOTES]).unwrap();
    let verdict = db.read("verify", audit::verify).await.unwrap();
    assert_eq!(
        (verdict.entries, verdict.erased, verdict.broken),
        (5, 2, None)
    );
    db.close().await;
    // A second record of the same removal is detected.
    postgres::batch(
        &folder,
        "DELETE FROM audit_body WHERE seq = 4; DROP TABLE audit_erased;
         DELETE FROM migration WHERE capability = 'store' AND n = 4",
    )
    .unwrap();
    let db = open(&folder, &[NOTES]).unwrap();
    let verdict = db.read("verify", audit::verify).await.unwrap();
    let broken = verdict.broken.unwrap();
    assert!(
        broken.seq == 6 && broken.reason.contains("a second record"),
        "{broken:?}"
    );
}

/// Stores an unsigned checkpoint of the current chain: these tests verify the chain and no signature.
async fn checkpoint(db: &Db) -> i64 {
    db.write::<_, StoreError, _>("checkpoint", |tx| {
        let head = checkpoint::head(tx)?.ok_or(StoreError::NoRow)?;
        let number = checkpoint::newest(tx)?.map_or(1, |newest| newest.number + 1);
        let new = Checkpoint {
            number,
            head,
            at: tx.now(),
            record: String::new(),
            signature: String::new(),
            signer: String::new(),
        };
        checkpoint::keep(tx, &new)?;
        Ok(number)
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_checkpoint_shows_that_the_chain_was_cut_off_or_rewritten() {
    let cut = |from: i64| {
        format!(
            "DROP TRIGGER audit_stays; DELETE FROM audit_body WHERE seq >= {from};
             DELETE FROM audit WHERE seq >= {from}"
        )
    };
    for (tampering, written, expected) in [
        (String::new(), 0, None),
        (cut(6), 0, None), // the entries after the checkpoint
        (cut(5), 0, Some((5, "up to 5"))),
        (cut(3), 0, Some((3, "up to 5"))),
        (cut(1), 0, Some((1, "up to 5"))),
        (
            cut(4),
            5,
            Some((5, "differs from the entry in a signed checkpoint")),
        ),
    ] {
        let store = Store::new();
        let more = async |count: i64| {
            for _ in 0..count {
                let id = store.notes().await.last().map_or(1, |last| last + 1);
                let write = store.db.write("note", move |tx| note(tx, id));
                write.await.unwrap();
            }
        };
        more(5).await;
        checkpoint(&store.db).await;
        more(2).await;
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        let whole = (verdict.entries, verdict.covered, verdict.broken);
        assert_eq!(whole, (7, Some(5), None));
        postgres::batch(&store.folder, &tampering).unwrap();
        more(written).await;
        let verdict = store.db.read("verify", audit::verify).await.unwrap();
        match (expected, verdict.broken) {
            (None, None) => {}
            (Some((seq, why)), Some(InvalidEntry { seq: found, reason })) => {
                assert_eq!(seq, found, "{tampering}: {reason}");
                assert!(reason.contains(why), "{tampering}: {reason}");
            }
            (expected, found) => panic!("{tampering}: {expected:?}, found {found:?}"),
        }
    }
}

#[tokio::test]
async fn old_checkpoints_beyond_the_limit_are_deleted() {
    let store = Store::new();
    store.db.write("note", |tx| note(tx, 1)).await.unwrap();
    for number in 1..=130 {
        assert_eq!(checkpoint(&store.db).await, number);
    }
    let kept = store.db.read("kept", checkpoint::all).await.unwrap();
    let numbers: Vec<i64> = kept.into_iter().map(|kept| kept.unwrap().number).collect();
    assert_eq!((numbers[0], numbers[numbers.len() - 1]), (31, 130));
}

#[tokio::test]
async fn a_store_with_unknown_or_changed_migrations_is_refused() {
    let newer = Migration {
        capability: "notes",
        n: 2,
        sql: "CREATE TABLE more(id BIGINT)",
    };
    let changed = Migration {
        sql: "CREATE TABLE note(id BIGINT)",
        ..NOTES
    };
    let folder = tempfile::tempdir().unwrap();
    drop(open(&folder, &[NOTES, newer]).unwrap());
    drop(open(&folder, &[NOTES, newer]).unwrap());
    for (migrations, why) in [
        (vec![NOTES], "newer lockstep"),
        (vec![changed, newer], "unreleased"),
    ] {
        let Err(error) = open(&folder, &migrations) else {
            panic!("opened: {why}")
        };
        assert!(error.to_string().contains(why), "{error}");
    }
    let broken = Migration {
        capability: "notes",
        n: 3,
        sql: "CREATE TABLE third(id BIGINT); nonsense",
    };
    assert!(open(&folder, &[NOTES, newer, broken]).is_err());
    if postgres::is_used() {
        let again = Migration {
            sql: "CREATE TABLE third(id BIGINT)",
            ..broken
        };
        open(&folder, &[NOTES, newer, again]).unwrap();
        return;
    }
    let left: i64 = rusqlite::Connection::open(folder.path().join("test.db"))
        .unwrap()
        .query_row(
            "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'third'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(left, 0, "a migration that fails leaves nothing");
}

#[tokio::test]
async fn a_backup_contains_the_whole_store() {
    let store = Store::new();
    for id in 1..=50 {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
    }
    let copy = tempfile::tempdir().unwrap();
    let mut last = (0, 1);
    if postgres::is_used() {
        let refused = store.db.backup(&copy.path().join("test.db"), |_, _| {});
        assert!(refused.unwrap_err().to_string().contains("pg_dump"));
        return;
    }
    store
        .db
        .backup(&copy.path().join("test.db"), |done, all| last = (done, all))
        .unwrap();
    assert_eq!(last.0, last.1);
    let restored = open(&copy, &[NOTES]).unwrap();
    let verdict = restored.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (50, None));
}

#[test]
fn a_copy_that_would_use_the_reserve_is_stopped() {
    if postgres::skips_files() {
        return;
    }
    let store = Store::new();
    let copy = tempfile::tempdir().unwrap();
    let made = |name: &str| store.db.backup(&copy.path().join(name), |_, _| {});
    made("without a reserve").unwrap();
    // More than any disk has.
    store.db.keep_reserve(u64::MAX / 4);
    let refused = made("with a reserve").unwrap_err();
    assert!(matches!(refused, StoreError::NoRoom { .. }), "{refused}");
    let folders = [copy.path()];
    assert!(store.db.ensure_room_for_copies(&folders, 0).is_err());
}

#[test]
fn a_link_in_the_place_of_the_store_is_refused() {
    if postgres::skips_files() {
        return;
    }
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = elsewhere.path().join("test.db");
    std::fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, folder.path().join("test.db")).unwrap();
    assert!(open(&folder, &[NOTES]).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), b"");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
    // The folder of a store may be a link.
    let linked = folder.path().join("linked");
    std::os::unix::fs::symlink(elsewhere.path(), &linked).unwrap();
    let options = Options {
        file: linked.join("test.db"),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &[NOTES]).unwrap();
    db.backup(&linked.join("copy.db"), |_, _| {}).unwrap();
    assert!(
        std::fs::metadata(elsewhere.path().join("copy.db"))
            .unwrap()
            .len()
            > 0
    );
}
