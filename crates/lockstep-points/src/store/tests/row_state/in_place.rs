//! Chunks that new points extend or change in the rows that are there.

use lockstep_vault::RotationReason;
use lockstep_web::{IdempotencyKey, Owner};

use super::*;
use crate::operations::damage::handle_damage;

const MODES: [Option<Mode>; 4] = [None, Some(Mode::Basic), Some(Mode::Fhe), Some(Mode::Zk)];

/// The only chunk of the series of [`Row::heart_rate`].
#[derive(Clone, Debug, PartialEq, Eq)]
struct StoredChunk {
    /// The row of its bytes: the same until they are inserted again.
    row: i64,
    body: i64,
    points: i64,
    key: Option<String>,
}

impl Store {
    fn try_append(
        &self,
        account_keys: &AccountKeys,
        rows: &[Row],
        mode: Option<Mode>,
    ) -> Result<AppendCounts, ApiError> {
        let mut batch = Batch::default();
        for row in rows {
            batch.push(&row.point());
        }
        let options = StorageOptions {
            mode,
            ..StorageOptions::default()
        };
        let upload = self.fixture.upload(account_keys, batch, options);
        let account_keys = account_keys.clone();
        let append = self.fixture.state.db.write("append", move |tx| {
            append(tx, &account_keys, (&upload, false), None)
        });
        self.fixture.runtime.block_on(append)
    }

    fn chunk(&self, user: &UserId) -> StoredChunk {
        let user = user.clone();
        self.read(move |tx| {
            tx.query_one(
                "SELECT b.rowid, b.id, s.n, s.key_id
                 FROM series r JOIN seg s ON s.user_id = r.user_id AND s.series_id = r.id
                 JOIN seg_body b ON b.user_id = s.user_id AND b.id = s.body_id
                 WHERE r.user_id = ?1 AND r.device = 'Polar H10'",
                params![&user],
                |row| {
                    Ok(StoredChunk {
                        row: row.at(0)?,
                        body: row.at(1)?,
                        points: row.at(2)?,
                        key: row.at(3)?,
                    })
                },
            )
        })
    }

    /// Compares what is stored with the points that were sent.
    fn holds_all(&self, user: &UserId, model: &BTreeMap<Key, Row>, said: &str) {
        let (page, found) = self.page(user, &Filter::default(), Start::Offset(0), 1000);
        assert_eq!(page.total, model.len() as u64, "{said}");
        let sent: Vec<Row> = meant(model, &Filter::default())
            .into_iter()
            .cloned()
            .collect();
        assert_eq!(found, sent, "{said}");
        sound(self, user);
    }
}

/// The text for the log of an upload that met damage.
fn refusal(appended: Result<AppendCounts, ApiError>) -> String {
    appended.unwrap_err().log.unwrap_or_default()
}

/// The points, the sums of the ledger and the counts of usage are those of the rows after each upload, in every mode.
#[test]
fn a_chunk_that_is_changed_in_place_holds_what_was_sent() {
    for mode in MODES {
        let (store, ann) = (Store::new(), user());
        let account_keys = store.fixture.account_keys(&ann);
        // The row of the other series' bytes is the newest: bytes that are inserted again get a later one.
        let other = Row {
            device: "another".to_owned(),
            ..Row::heart_rate(10_000, 60.0)
        };
        let first = Row::heart_rate(10_000, 60.0);
        let mut model = BTreeMap::new();
        for row in [first, other] {
            let sent = std::slice::from_ref(&row);
            store.try_append(&account_keys, sent, mode).unwrap();
            model.insert(row.key(), row);
        }
        for (name, at, value) in [
            ("at the end", 30_000, 61.0),
            ("between two points", 20_000, 62.0),
            ("another value", 20_000, 63.0),
            ("another value of the last", 30_000, 64.0),
            ("at the end again", 40_000, 65.0),
        ] {
            let said = format!("{mode:?}: {name}");
            let before = store.chunk(&ann);
            let row = Row::heart_rate(at, value);
            let sent = std::slice::from_ref(&row);
            let appended = store.try_append(&account_keys, sent, mode).unwrap();
            let replaced = u64::from(model.insert(row.key(), row).is_some());
            assert_eq!(
                (appended.added, appended.replaced),
                (1 - replaced, replaced),
                "{said}"
            );
            let after = store.chunk(&ann);
            assert_eq!(after.row, before.row, "{said}");
            assert!(after.body > before.body, "{said}");
            assert_eq!(after.points, model.len() as i64 - 1, "{said}");
            store.holds_all(&ann, &model, &said);
        }
        // The same points again change nothing.
        let before = store.chunk(&ann);
        let row = Row::heart_rate(20_000, 63.0);
        let sent = std::slice::from_ref(&row);
        store.try_append(&account_keys, sent, mode).unwrap();
        assert_eq!(store.chunk(&ann), before, "{mode:?}");
        // A chunk that begins earlier is another row of its table.
        let rows = [Row::heart_rate(7000, 66.0), Row::heart_rate(10_000, 67.0)];
        store.try_append(&account_keys, &rows, mode).unwrap();
        model.extend(rows.map(|row| (row.key(), row)));
        assert_ne!(store.chunk(&ann).row, before.row, "{mode:?}");
        store.holds_all(&ann, &model, &format!("{mode:?}: before the first"));
        let scrubbed = store.scrub();
        assert_eq!(scrubbed.damaged, [], "{mode:?}");
        assert_eq!(scrubbed.repaired, [], "{mode:?}");
    }
}

/// The chunk is sealed under the key of the upload, not under the one of its earlier points.
#[test]
fn a_chunk_is_extended_under_the_next_key() {
    let (store, ann) = (Store::new(), user());
    let mode = Some(Mode::Basic);
    let earlier = store.fixture.account_keys(&ann);
    let key = earlier.current(mode).unwrap().clone();
    let mut model = BTreeMap::new();
    let first = Row::heart_rate(10_000, 60.0);
    let sent = std::slice::from_ref(&first);
    store.try_append(&earlier, sent, mode).unwrap();
    model.insert(first.key(), first);
    assert_eq!(store.chunk(&ann).key.as_deref(), Some(key.as_str()));

    let owner = Owner {
        user: ann.clone(),
        actor: lockstep_store::Actor::system(),
    };
    let rotated = store.fixture.vault().mode_keys().rotate(
        &owner,
        &key,
        RotationReason::Requested,
        IdempotencyKey::default(),
    );
    let next = store.fixture.runtime.block_on(rotated).unwrap().id;
    let account_keys = store.fixture.account_keys(&ann);
    let before = store.chunk(&ann);
    let row = Row::heart_rate(20_000, 61.0);
    let sent = std::slice::from_ref(&row);
    store.try_append(&account_keys, sent, mode).unwrap();
    model.insert(row.key(), row);
    let after = store.chunk(&ann);
    assert_eq!(after.row, before.row);
    assert_eq!(after.key.as_deref(), Some(next.as_str()));
    store.holds_all(&ann, &model, "under the next key");
}

/// Damage of the chunk that a point would extend is met before anything is written.
#[test]
fn a_damaged_chunk_is_not_extended() {
    for (statements, reason, aside) in [
        (
            &["DELETE FROM seg_body"][..],
            "its bytes are missing",
            1_u64,
        ),
        (&["UPDATE seg_body SET body = X'00'"], "series ", 1),
        (&["UPDATE seg SET n = n + 1"], "series ", 1),
        (
            &["UPDATE seg SET t1 = t1 + 1"],
            "its row has another end",
            0,
        ),
    ] {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        store.sql(statements);
        let before = rows_of(&store);
        let account_keys = store.account_keys(&ann);
        let added = Row::heart_rate(6, 62.0);
        let sent = std::slice::from_ref(&added);
        let said = refusal(store.try_append(&account_keys, sent, None));
        assert!(said.contains(reason), "{statements:?}: {said}");
        assert_eq!(rows_of(&store), before, "{statements:?}");
        // The server sets the chunk aside, or repairs its row, and repeats the upload.
        let handled = handle_damage(&store.fixture.state, &account_keys);
        assert!(
            store.fixture.runtime.block_on(handled).unwrap(),
            "{statements:?}"
        );
        store.try_append(&account_keys, sent, None).unwrap();
        let (page, _) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert_eq!(page.total, 2 - aside, "{statements:?}");
        assert_eq!(differences(&store, &ann), [""; 0], "{statements:?}");
    }
}

/// A chunk that was removed outside the server is reported, also after points that would have extended it.
#[test]
fn a_removed_chunk_is_reported_after_points_that_would_have_extended_it() {
    let (store, ann) = (Store::new(), user());
    store.append(&ann, &[Row::heart_rate(5, 61.0)]);
    store.sql(&["DELETE FROM seg", "DELETE FROM seg_body"]);
    assert_eq!(differences(&store, &ann), ["seg"]);
    store.append(&ann, &[Row::heart_rate(6, 62.0)]);
    store.append(&ann, &[Row::heart_rate(7, 63.0)]);
    assert_eq!(differences(&store, &ann), ["seg"]);
}

/// The row of the series ends too early, so that the chunk after this end is not read. Points are not stored over it.
#[test]
fn a_chunk_is_not_stored_over_one_that_was_not_read() {
    let (store, ann) = (Store::new(), user());
    // So many that no other chunk absorbs them.
    for times in [0..3000, 10_000..13_000] {
        let rows: Vec<Row> = times.map(|at| Row::heart_rate(at, 60.0)).collect();
        store.append(&ann, &rows);
    }
    store.sql(&["UPDATE series SET last_ts = 2999"]);
    let account_keys = store.account_keys(&ann);
    let rows = [5000, 11_000].map(|at| Row::heart_rate(at, 61.0));
    let said = refusal(store.try_append(&account_keys, &rows, None));
    assert!(said.contains("another chunk is stored there"), "{said}");
}

/// The chunk to the left has a damaged end, which reaches into the chunk that a point extends. The upload is refused and
/// the damage noted, so that the row of the chunk to the left is repaired.
#[test]
fn a_chunk_is_not_extended_where_another_is_stored() {
    let (store, ann) = (Store::new(), user());
    // So many that a later chunk does not absorb them.
    let mut rows: Vec<Row> = (0..3000).map(|at| Row::heart_rate(at, 60.0)).collect();
    store.append(&ann, &rows);
    rows.push(Row::heart_rate(10_000, 61.0));
    store.append(&ann, &rows[3000..]);
    store.sql(&["UPDATE seg SET t1 = 10000 WHERE t0 = 0"]);
    let account_keys = store.account_keys(&ann);
    rows.push(Row::heart_rate(10_001, 62.0));
    let said = refusal(store.try_append(&account_keys, &rows[3001..], None));
    assert!(said.contains("another chunk is stored there"), "{said}");
    let handled = handle_damage(&store.fixture.state, &account_keys);
    assert!(store.fixture.runtime.block_on(handled).unwrap());
    store
        .try_append(&account_keys, &rows[3001..], None)
        .unwrap();
    let (page, found) = store.page(&ann, &Filter::default(), Start::Offset(0), 5000);
    assert_eq!((page.total, found), (3002, rows));
    sound(&store, &ann);
}

/// Rows that are gone when they are to be replaced: an error, and no row is written.
#[test]
fn rows_that_are_gone_are_not_replaced() {
    for (statements, reason) in [
        (
            &["DELETE FROM seg"][..],
            "the chunk to be replaced is not there",
        ),
        (&["DELETE FROM seg_body"], "its bytes are missing"),
    ] {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        let of = ann.clone();
        let (series, old) = store.read(move |tx| {
            let all = series(tx, &of, &Filter::default())?;
            let chunks = chunks_in(tx, &of, all[0].id, i64::MIN, i64::MAX)?;
            Ok((all[0].id, chunks[0].clone()))
        });
        store.sql(statements);
        let before = rows_of(&store);
        let account_keys = store.account_keys(&ann);
        let write = store.fixture.state.db.write("test.replace", move |tx| {
            let mut points = Columns::default();
            points.push(5, 61.0, "bpm", None, None);
            points.push(6, 62.0, "bpm", None, None);
            let chunk = PackedChunk::columns(&points);
            ledger::change(tx, &account_keys, 1, |tx, ledger| {
                let replaced = (&old, OldBody::Opened(1), &chunk);
                replace(tx, ledger, (series, None), replaced, false)
            })
        });
        let refused: Result<_, StoreError> = store.fixture.runtime.block_on(write);
        let said = refused.unwrap_err().to_string();
        assert!(said.contains(reason), "{statements:?}: {said}");
        assert_eq!(rows_of(&store), before, "{statements:?}");
    }
}

/// An undo searches the days of each series, and has room for fewer series than an upload.
#[test]
fn an_undo_of_many_series_is_divided() {
    let store = Store::new();
    let ann = user();
    let moments: Vec<PointTimes> = (0..130)
        .map(|nth| PointTimes {
            kind: "heart_rate".to_owned(),
            device: format!("device {nth}"),
            times: vec![5],
        })
        .collect();
    let all = moments.clone();
    let (now, later) = store.read(move |tx| divide(tx, &ann, moments));
    assert_eq!((now.len(), later.len()), (128, 2));
    assert_eq!([now, later].concat(), all);
}
