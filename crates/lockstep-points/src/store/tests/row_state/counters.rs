//! Damaged counters, accepted rows, and stores from before the row states.

use super::*;

/// SQL that damages the counter.
const COUNTERS: &[&str] = &[
    "UPDATE point_number SET unversioned_to = 99",
    "UPDATE point_number SET used = 0",
    "UPDATE point_number SET used = -7",
    "UPDATE point_number SET used = -9223372036854775807 - 1",
    "UPDATE point_number SET used = 'x'",
    "UPDATE point_number SET used = x'ff'",
    "UPDATE point_number SET used = 1e300",
    "UPDATE point_number SET used = 9223372036854775807",
    "UPDATE point_number SET used = 1 << 62",
    "UPDATE point_number SET used = used + (1 << 20) + 1",
    "DELETE FROM point_number",
];

impl Store {
    fn used(&self) -> i64 {
        self.read(|tx| tx.query_one("SELECT used FROM point_number", &[], |row| row.at(0)))
    }
}

/// A damaged counter costs no points: a scrub restores it from the state and reports it as repaired.
#[test]
fn a_damaged_counter_is_put_right() {
    for sql in COUNTERS {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        let before = store.used();
        store.change(&ann, move |tx, _| Ok(tx.execute(sql, &[])?));
        let scrubbed = crate::operations::damage::scrub(store.fixture.state.clone(), None);
        let scrubbed = store.fixture.runtime.block_on(scrubbed).unwrap();
        assert_eq!(scrubbed.damaged, [], "{sql}");
        let repaired: Vec<&str> = scrubbed.repaired.iter().map(|one| &*one.table).collect();
        assert_eq!(repaired, ["point_number"], "{sql}");
        assert_eq!(store.used(), before, "{sql}");
        let (page, _) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert_eq!(page.total, 1, "{sql}");
        assert_eq!(differences(&store, &ann), [""; 0], "{sql}");
    }
}

/// A write that meets a damaged counter restores it, and gives no number twice.
#[test]
fn a_write_restores_a_damaged_counter() {
    for sql in COUNTERS
        .iter()
        .filter(|sql| !sql.contains("unversioned_to"))
    {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        store.save_profile(&ann, 70.0);
        let before = store.used();
        store.change(&ann, move |tx, _| Ok(tx.execute(sql, &[])?));
        store.append(&ann, &[Row::heart_rate(5, 62.0)]);
        store.save_profile(&ann, 71.0);
        let after = store.used();
        assert!(
            (before + 1..before + 1000).contains(&after),
            "{sql}: {after}"
        );
        assert_eq!(differences(&store, &ann), [""; 0], "{sql}");
        assert_eq!(store.examine(&ann), 0, "{sql}");
        let (page, _) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert_eq!(page.total, 1, "{sql}");
    }
}

/// Without a state that opens, an operator's acceptance restores the counter too.
#[test]
fn rows_are_accepted_whatever_the_counter_and_the_numbers_are() {
    for sql in [
        "UPDATE point_number SET used = 9223372036854775807",
        "UPDATE point_number SET used = 1 << 62",
        "UPDATE point_number SET used = 'x'",
        "UPDATE day SET number = 9223372036854775807",
        "UPDATE profile SET version = 9223372036854775807",
    ] {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        store.save_profile(&ann, 70.0);
        store.keep_day(&ann, 0);
        store.sql(&["DELETE FROM point_state"]);
        store.change(&ann, move |tx, _| Ok(tx.execute(sql, &[])?));
        store.change(&ann, |tx, account_keys| {
            Ok(ledger::accept(tx, account_keys)?)
        });
        store.append(&ann, &[Row::heart_rate(6, 62.0)]);
        let (page, _) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert_eq!(page.total, 2, "{sql}");
    }
}

/// The count of usage spares counting the series, except where it is unknown or may be below their number.
#[test]
fn the_count_of_series_is_taken_from_usage_where_it_is_known() {
    let (store, ann) = (Store::new(), user());
    let most = || {
        let of = ann.clone();
        store.read(move |tx| Ok((most_series(tx, &of)?, count_series(tx, &of)?)))
    };
    store.append(&ann, &[Row::heart_rate(5, 61.0)]);
    assert_eq!(most(), (Some(1), 1));
    store.append(&ann, &[Row::heart_rate(6, 62.0)]);
    assert_eq!(most(), (Some(1), 1));
    store.put_block(&ann, 100, 5);
    assert_eq!(most(), (None, 2));
    store.sql(&["DELETE FROM client_block"]);
    assert_eq!(most(), (Some(1), 1));
    for statements in [
        &["UPDATE account_usage SET series = -1"][..],
        &["UPDATE account_usage SET series = 'x'"],
        &["DELETE FROM account_usage"],
    ] {
        store.sql(statements);
        assert_eq!(most(), (None, 1), "{statements:?}");
    }
}

/// A store as it was before states were kept: its rows under the contexts of then.
fn old_store(ann: &UserId) -> tempfile::TempDir {
    let migrations = &crate::CAPABILITY.migrations[..8];
    let fixture = Fixture::open(tempfile::tempdir().unwrap(), Timestamp(0), migrations);
    let account_keys = fixture.plain_keys(ann);
    let write = fixture.state.db.write::<_, StoreError, _>("old", move |tx| {
        let user = account_keys.user();
        tx.execute(
            "INSERT INTO point_number(user_id, used) VALUES (?1, 7)",
            params![user],
        )?;
        for (series, body) in [(1, 2), (3, 4)] {
            let mut points = Columns::default();
            points.push(5, 61.0, "bpm", None, None);
            let location = ChunkLocation {
                series,
                t0: 5,
                n: 1,
                version: None,
            };
            let packed = PackedChunk::columns(&points);
            let bytes = packed.content.seal(tx, &account_keys, None, &location)?;
            tx.execute(
                "INSERT INTO seg_body(user_id, id, body) VALUES (?1, ?2, ?3)",
                params![user, body, &bytes],
            )?;
            tx.execute(
                "INSERT INTO seg(user_id, series_id, t0, t1, n, body_id, codec)
                 VALUES (?1, ?2, 5, 5, 1, ?3, 1)",
                params![user, series, body],
            )?;
            tx.execute(
                "INSERT INTO series(user_id, id, type, device, mode, gen, total, first_ts, last_ts,
                     block)
                 VALUES (?1, ?2, 'heart_rate', ?3, '', 1, 1, 5, 5, 4096)",
                params![user, series, &format!("strap {series}")],
            )?;
        }
        let context = AadContext {
            what: "profile",
            row: b"",
        };
        let profile = account_keys.seal(tx, None, context, b"", br#"{"weightKg":70.5}"#)?;
        tx.execute(
            "INSERT INTO profile(user_id, body) VALUES (?1, ?2)",
            params![user, &profile],
        )?;
        tx.execute(
            "INSERT INTO day(user_id, type, t0, t1, version, body) VALUES (?1, 'steps', 0, 1, 2, X'00')",
            params![user],
        )
        .map(drop)
    });
    fixture.runtime.block_on(write).unwrap();
    fixture.close()
}

#[test]
fn a_store_from_before_states_opens_and_gets_them() {
    // By the job at start, by a scrub, or by the first change.
    for way in ["job", "scrub", "change", "damage"] {
        let ann = user();
        let fixture = Fixture::open(old_store(&ann), Timestamp(0), crate::CAPABILITY.migrations);
        let store = Store { fixture };
        assert_eq!(store.profile(&ann).unwrap(), Some(profile_of(70.5)));
        let (page, _) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert_eq!(page.total, 2);
        let account_keys = store.account_keys(&ann);
        let unrecorded = store.read(move |tx| ledger::check(tx, &account_keys));
        assert!(unrecorded.is_unrecorded && unrecorded.damaged.is_empty());
        let app_state = store.fixture.state.clone();
        match way {
            "job" => {
                let all = crate::operations::damage::record_all(&app_state);
                store.fixture.runtime.block_on(all).unwrap();
            }
            "scrub" => {
                let scrubbed = crate::operations::damage::scrub(app_state, None);
                let found = store.fixture.runtime.block_on(scrubbed).unwrap();
                assert_eq!(found.damaged, []);
            }
            "change" => {
                store.append(&ann, &[Row::heart_rate(9, 62.0)]);
            }
            _ => {
                store.sql(&["UPDATE seg_body SET body = X'00' WHERE id = 2"]);
                assert_eq!(store.examine(&ann), 1);
            }
        }
        assert_eq!(differences(&store, &ann), [""; 0], "{way}");
        let unnamed: i64 = store.read(|tx| {
            let sql = "SELECT COUNT(*) FROM series WHERE name_digest IS NULL";
            tx.query_one(sql, &[], |row| row.at(0))
        });
        assert_eq!(unnamed, 0, "{way}");
        assert_eq!(store.profile(&ann).unwrap(), Some(profile_of(70.5)));
        // New rows are versioned; older rows still open.
        store.append(&ann, &[Row::heart_rate(10, 63.0)]);
        assert_eq!(differences(&store, &ann), [""; 0], "{way}");
        let (page, _) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert!(page.total >= 2, "{way}");
        // An unversioned chunk that is extended gets a number of its own.
        let more = Row {
            device: "strap 1".to_owned(),
            ..Row::heart_rate(12, 64.0)
        };
        store.append(&ann, &[more]);
        let unversioned: i64 = store.read(|tx| {
            let sql = "SELECT COUNT(*) FROM seg WHERE body_id = 2";
            tx.query_one(sql, &[], |row| row.at(0))
        });
        assert_eq!(unversioned, 0, "{way}");
        assert_eq!(differences(&store, &ann), [""; 0], "{way}");
        // An unversioned chunk that is put back is found like another.
        store.sql(&["CREATE TABLE old_seg AS SELECT * FROM seg WHERE body_id = 4"]);
        store.remove(&ann, &Filter::default());
        store.sql(&["INSERT INTO seg SELECT * FROM old_seg"]);
        assert_eq!(differences(&store, &ann), ["seg"], "{way}");
        // Without its state, the account does not count as an account of an earlier version.
        store.append(&ann, &[Row::heart_rate(11, 63.0)]);
        store.sql(&["DELETE FROM point_state"]);
        let all = crate::operations::damage::record_all(&store.fixture.state);
        store.fixture.runtime.block_on(all).unwrap();
        assert_eq!(differences(&store, &ann), ["point_state"], "{way}");
    }
}
