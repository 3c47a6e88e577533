//! Clocks that are set, checkpoints of the log, and removed data.

use super::*;

/// A wall clock that is set an hour forward and back while monotonic time runs on.
struct SetClock {
    real: Arc<dyn Clock>,
    ahead: AtomicI64,
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.real.now().0 + self.ahead.load(Ordering::SeqCst))
    }

    fn monotonic(&self) -> Duration {
        self.real.monotonic()
    }
}

#[tokio::test]
async fn a_clock_that_is_set_breaks_neither_the_chain_nor_the_order_of_events() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SetClock {
        real: SystemClock::shared(),
        ahead: AtomicI64::new(0),
    });
    let options = Options {
        file: folder.path().join("test.db"),
        postgres: postgres::schema_of(folder.path()),
        readers: 1,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &[NOTES]).unwrap();
    let hour = 3_600_000;
    for (id, ahead) in (1_i64..).zip([0, hour, -hour, hour, 0, -hour]) {
        clock.ahead.store(ahead, Ordering::SeqCst);
        db.write("note", move |tx| note(tx, id)).await.unwrap();
    }
    let verdict = db.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (6, None));
    let events = db
        .read("events", |tx| {
            tx.query("SELECT seq FROM event_outbox ORDER BY seq", &[], |row| {
                row.at::<i64>(0)
            })
        })
        .await
        .unwrap();
    assert_eq!(events, [1, 2, 3, 4, 5, 6]);
    // A store written in the future opens in the past.
    drop(db);
    let again = open(&folder, &[NOTES]).unwrap();
    again.write("note", |tx| note(tx, 7)).await.unwrap();
    let verdict = again.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (7, None));
}

#[tokio::test]
async fn a_log_checkpoint_fails_while_a_reader_uses_an_older_snapshot() {
    if postgres::skips_files() {
        return;
    }
    let store = Store::new();
    let write = async |id| {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
    };
    write(1).await;
    let reader = store.raw();
    reader.execute_batch("BEGIN; SELECT * FROM note").unwrap();
    write(2).await;
    let writer = store.raw();
    writer.busy_timeout(Duration::ZERO).unwrap();
    let refused = crate::sqlite::checkpoint_log(&writer);
    assert!(matches!(refused, Err(StoreError::Unfolded)), "{refused:?}");
    drop(reader);
    crate::sqlite::checkpoint_log(&writer).unwrap();
    let log = std::fs::metadata(store.folder.path().join("test.db-wal"));
    assert_eq!(log.unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_checkpoints_succeed_during_writes_and_reads() {
    let store = Store::new();
    let mut checkpoints = Vec::new();
    for id in 0..40 {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
        let db = store.db.clone();
        checkpoints.push(tokio::task::spawn_blocking(move || db.checkpoint()));
        assert_eq!(store.notes().await.len() as i64, id + 1);
    }
    for checkpoint in checkpoints {
        checkpoint.await.unwrap().unwrap();
    }
}

const LEDGER: Migration = Migration {
    capability: "ledger",
    n: 1,
    sql: "CREATE TABLE clear(owner TEXT NOT NULL, id BIGINT NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (owner, id)) {without_rowid};
          CREATE TABLE body(owner TEXT NOT NULL, id BIGINT NOT NULL, bytes {blob} NOT NULL,
            PRIMARY KEY (owner, id));
          CREATE INDEX clear_text ON clear(text)",
};

/// Writes, changes and removes rows of twelve owners in random order. The rows of one owner hold
/// canaries.
fn shuffle(tx: &mut Tx<'_>, dice: &mut u64) -> Result<(), StoreError> {
    for _ in 0..60 {
        let owner = roll(dice, 12);
        let tag = if owner == 7 { "CANARY" } else { "others" };
        let (name, id) = (format!("owner {owner}"), roll(dice, 100_000) as i64);
        let length = [5, 100, 1500, 6000][roll(dice, 4) as usize];
        let text = format!("{tag} {id} {}", "x".repeat(length));
        let bytes = format!("{tag} {id} {}", "y".repeat(length * 3)).into_bytes();
        tx.execute(
            "INSERT INTO clear(owner, id, text) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner, id) DO UPDATE SET text = excluded.text",
            params![&name, id, &text],
        )?;
        tx.execute(
            "INSERT INTO body(owner, id, bytes) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner, id) DO UPDATE SET bytes = excluded.bytes",
            params![&name, id, &bytes],
        )?;
        if id % 4 == 0 {
            tx.execute(
                "DELETE FROM clear WHERE owner = ?1
                    AND id = (SELECT MIN(id) FROM clear WHERE owner = ?1)",
                params![&name],
            )?;
        }
    }
    Ok(())
}

fn canaries(folder: &std::path::Path) -> usize {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        bytes.windows(6).filter(|part| part == b"CANARY").count()
    });
    files.sum()
}

/// Returns the contents of both tables.
async fn ledger(db: &Db) -> Vec<(String, i64, i64)> {
    let sql = "SELECT owner, id, length(text) FROM clear
        UNION ALL SELECT owner, id, length(bytes) FROM body ORDER BY 1, 2, 3";
    let rows = db.read::<_, StoreError, _>("ledger", move |tx| {
        assert_eq!(tx.integrity()?, Vec::<String>::new());
        tx.query(sql, &[], |row| Ok((row.at(0)?, row.at(1)?, row.at(2)?)))
    });
    rows.await.unwrap()
}

/// In a large store, the first byte of an overflow page can be that of a b-tree page.
#[tokio::test]
async fn the_pointer_map_tells_which_pages_have_cells() {
    if postgres::skips_files() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder, &[LEDGER]).unwrap();
    let shuffled = db.write::<_, StoreError, _>("shuffle", |tx| {
        tx.query("PRAGMA secure_delete = OFF", &[], |_| Ok(()))?;
        let mut dice = 11;
        for _ in 0..12 {
            shuffle(tx, &mut dice)?;
        }
        tx.execute("DELETE FROM body WHERE owner = 'owner 7'", &[])
    });
    assert!(shuffled.await.unwrap() > 0);
    let before = ledger(&db).await;
    let overwritten = db.write::<_, StoreError, _>("overwrite", |tx| {
        let by_map = tx.overwrite_unused_with(1, u32::MAX, 1)?;
        let by_first_byte = tx.overwrite_unused(1, u32::MAX)?;
        Ok((by_map.written, by_first_byte.written))
    });
    let (by_map, by_first_byte) = overwritten.await.unwrap();
    assert!(by_map > 0);
    assert_eq!(by_first_byte, 0, "pages that the map left out");
    assert_eq!(ledger(&db).await, before);

    // A store from before there were maps is refused if it is large.
    let folder = tempfile::tempdir().unwrap();
    let raw = rusqlite::Connection::open(folder.path().join("test.db")).unwrap();
    raw.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE one(x)")
        .unwrap();
    drop(raw);
    let old = open(&folder, &[LEDGER]).unwrap();
    let refused = old.write::<_, StoreError, _>("overwrite", |tx| {
        tx.overwrite_unused_with(1, u32::MAX, 1).map(drop)
    });
    let refused = refused.await.unwrap_err().to_string();
    assert!(refused.contains("no pointer map"), "{refused}");
}

/// A counted list equals a sorted set, page by page in both orders, while entries come and go.
#[tokio::test]
async fn pages_of_a_counted_list_are_those_of_a_sorted_list() {
    let store = Store::new();
    let found = store.db.write::<_, StoreError, _>("list", |tx| {
        let (mut dice, mut all) = (7, std::collections::BTreeSet::new());
        for round in 0..6 {
            for _ in 0..1500 {
                let id = format!("id{:04}", roll(&mut dice, 9000));
                // More additions than removals at first, then fewer.
                let is_removed = roll(&mut dice, 6) < round;
                let sql = match is_removed {
                    true => "DELETE FROM counted_entry WHERE list = 'a' AND id = ?1",
                    false => "INSERT INTO counted_entry(list, id) VALUES ('a', ?1) ON CONFLICT DO NOTHING",
                };
                tx.execute(sql, params![&id])?;
                match is_removed {
                    true => all.remove(&id),
                    false => all.insert(id),
                };
            }
            tx.execute("INSERT INTO counted_entry(list, id) VALUES ('b', ?1)", params![round as i64])?;
            assert_eq!(counted_list::total(tx, "a")?, all.len() as u64);
            for is_ascending in [true, false] {
                let mut sorted: Vec<_> = all.iter().cloned().collect();
                if !is_ascending {
                    sorted.reverse();
                }
                for offset in (0..all.len() as u64 + 300).step_by(97) {
                    let slice = ListSlice { offset, limit: 20, is_ascending };
                    let expected: Vec<_> = sorted.iter().skip(offset as usize).take(20).collect();
                    let ids = counted_list::ids(tx, "a", slice)?;
                    assert!(ids.iter().eq(expected), "{slice:?}");
                }
            }
        }
        for id in &all {
            tx.execute("DELETE FROM counted_entry WHERE list = 'a' AND id = ?1", params![id])?;
        }
        counted_list::totals(tx, "")
    });
    assert_eq!(found.await.unwrap(), [("b".to_owned(), 6)]);
}

#[tokio::test]
async fn a_damaged_id_of_a_counted_list_is_left_out() {
    let store = Store::new();
    let found = store.db.write::<_, StoreError, _>("list", |tx| {
        // PostgreSQL stores no invalid text.
        let damaged = match tx.is_embedded() {
            true => "CAST(x'ff' AS TEXT)",
            false => "'whole again'",
        };
        let sql = format!("INSERT INTO counted_entry(list, id) VALUES ('a', {damaged})");
        tx.execute(&sql, &[])?;
        tx.execute(
            "INSERT INTO counted_entry(list, id) VALUES ('a', 'whole')",
            &[],
        )?;
        let slice = ListSlice {
            offset: 0,
            limit: 9,
            is_ascending: true,
        };
        let ids = counted_list::ids(tx, "a", slice)?;
        Ok((
            ids.len(),
            tx.is_embedded(),
            ids.contains(&"whole".to_owned()),
        ))
    });
    let (count, is_embedded, has_whole) = found.await.unwrap();
    assert_eq!((count, has_whole), (if is_embedded { 1 } else { 2 }, true));
}

#[tokio::test]
async fn removed_data_is_in_no_file_and_no_copy() {
    if postgres::skips_files() {
        return;
    }
    // A new store, and one created before removed data was overwritten.
    for is_old in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        if is_old {
            let raw = rusqlite::Connection::open(folder.path().join("test.db")).unwrap();
            raw.execute_batch(
                "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; CREATE TABLE one(x)",
            )
            .unwrap();
        }
        let db = open(&folder, &[LEDGER]).unwrap();
        if is_old {
            let lax = |tx: &mut Tx<'_>| tx.query("PRAGMA secure_delete = OFF", &[], |_| Ok(()));
            db.write::<_, StoreError, _>("lax", move |tx| lax(tx))
                .await
                .unwrap();
        }
        let mut dice = 11;
        for _ in 0..12 {
            let shuffled = db.write::<_, StoreError, _>("shuffle", move |tx| {
                let mut now = dice;
                shuffle(tx, &mut now)?;
                Ok(now)
            });
            dice = shuffled.await.unwrap();
        }
        let remove = db.write::<_, StoreError, _>("remove", |tx| {
            tx.execute("DELETE FROM clear WHERE owner = 'owner 7'", &[])?;
            tx.execute("DELETE FROM body WHERE owner = 'owner 7'", &[])
        });
        assert!(remove.await.unwrap() > 10);
        let before = ledger(&db).await;
        db.checkpoint().unwrap();
        // In a new store the engine overwrites nearly all of it by itself.
        assert!(!is_old || canaries(folder.path()) > 100);
        // Two concurrent calls share a pass.
        let (one, other) = tokio::join!(db.erase_traces(), db.erase_traces());
        one.unwrap();
        other.unwrap();
        assert_eq!(canaries(folder.path()), 0, "{is_old}");
        assert_eq!(ledger(&db).await, before);
        // The store still works, and a copy contains only its rows.
        let shuffled = db.write::<_, StoreError, _>("shuffle", |tx| shuffle(tx, &mut 5));
        shuffled.await.unwrap();
        let after = ledger(&db).await;
        let copies = tempfile::tempdir().unwrap();
        let mut steps = Vec::new();
        db.backup(&copies.path().join("test.db"), |done, total| {
            steps.push((done, total));
        })
        .unwrap();
        assert!(steps.last().is_some_and(|(done, total)| done == total));
        // The copy of a store with pages of 8 KiB has pages of 4 KiB, as a new store.
        let bytes = std::fs::read(copies.path().join("test.db")).unwrap();
        assert_eq!(bytes[16..18], 4096_u16.to_be_bytes());
        let copy = open(&copies, &[LEDGER]).unwrap();
        assert_eq!(ledger(&copy).await, after);
        db.close().await;
        let again = open(&folder, &[LEDGER]).unwrap();
        assert_eq!(ledger(&again).await, after);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erasing_traces_fails_while_a_reader_uses_an_older_snapshot() {
    if postgres::skips_files() {
        return;
    }
    let store = Store::new();
    for id in 1..=3 {
        store
            .db
            .write("note", move |tx| note(tx, id))
            .await
            .unwrap();
    }
    let reader = store.raw();
    reader.execute_batch("BEGIN; SELECT * FROM note").unwrap();
    store.db.write("note", |tx| note(tx, 4)).await.unwrap();
    let released = store.db.erase_traces().await;
    assert!(
        matches!(released, Err(StoreError::Unfolded)),
        "{released:?}"
    );
    store.db.erase_traces_soon().await.unwrap_err();
    drop(reader);
    store.db.erase_owed_traces().await.unwrap();
    let log = std::fs::metadata(store.folder.path().join("test.db-wal"));
    assert_eq!(log.unwrap().len(), 0);
}

/// Damage to a counted list over 3000 notes, and whether it is found.
const LIST_DAMAGE: &[(&str, bool)] = &[
    ("SELECT 1", false),
    ("DELETE FROM counted_entry WHERE id = 'id77'", true),
    (
        "INSERT INTO counted_entry(list, id) VALUES ('note:new', 'id7')",
        true,
    ),
    (
        "UPDATE counted_group SET n = n + 1 WHERE list = 'note:0' AND first = ''",
        true,
    ),
    (
        "UPDATE counted_group SET n = -3 WHERE list = 'note:1'",
        true,
    ),
    ("DELETE FROM counted_group WHERE list = 'note:1'", true),
    (
        "UPDATE counted_group SET first = 'id5' WHERE list = 'note:0' AND first = ''",
        true,
    ),
    ("DELETE FROM note WHERE id = 7", true),
    ("DELETE FROM counted_entry", true),
    // Another capability's list.
    (
        "INSERT INTO counted_entry(list, id) VALUES ('other', 'id7')",
        false,
    ),
];

#[tokio::test]
async fn a_damaged_counted_list_is_made_again() {
    let source = Source {
        prefix: "note:",
        entries: "SELECT 'note:' || (id % 2) AS list, 'id' || id AS id FROM note
            UNION ALL SELECT 'note:all', 'id' || id FROM note",
    };
    for (damage, is_found) in LIST_DAMAGE {
        let store = Store::new();
        let outcome = store.db.write::<_, StoreError, _>("list", move |tx| {
            for id in 1..=3000_i64 {
                tx.execute("INSERT INTO note(id, text) VALUES (?1, '')", params![id])?;
            }
            counted_list::rebuild(tx, &source)?;
            let before = counted_list::differs(tx, &source)?;
            tx.query(damage, &[], |_| Ok(()))?;
            let damaged = counted_list::differs(tx, &source)?;
            counted_list::rebuild(tx, &source)?;
            let slice = ListSlice {
                offset: 1400,
                limit: 2,
                is_ascending: true,
            };
            let ids = counted_list::ids(tx, "note:0", slice)?;
            Ok((
                before,
                damaged,
                counted_list::differs(tx, &source)?,
                ids.len(),
            ))
        });
        let outcome = outcome.await.unwrap();
        assert_eq!(outcome, (false, *is_found, false, 2), "{damage}");
    }
}
