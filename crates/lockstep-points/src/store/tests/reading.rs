//! Points by id, and damaged chunks.

use super::*;

#[test]
fn a_point_is_found_by_its_id() {
    let store = Store::new();
    let ann = user();
    store.append(&ann, &[Row::heart_rate(5, 61.0), Row::heart_rate(9, 62.0)]);
    let account_keys = store.account_keys(&ann);
    store.read(move |tx| {
        let id = series(tx, &ann, &Filter::default())?[0].id;
        for (at, expected) in [
            (4, None),
            (5, Some(61.0)),
            (7, None),
            (9, Some(62.0)),
            (10, None),
        ] {
            let found = point(
                tx,
                &account_keys,
                PointId {
                    series: id,
                    timestamp: at,
                },
            )?;
            assert_eq!(found.map(|(_, points)| points.values()[0]), expected);
        }
        let elsewhere = PointId {
            series: id + 1,
            timestamp: 5,
        };
        assert_eq!(point(tx, &account_keys, elsewhere)?, None);
        assert_eq!(latest(tx, &ann)?, Some(Timestamp(9)));
        assert_eq!(latest(tx, &user())?, None);
        Ok(())
    });
}

#[test]
fn the_modes_of_an_account_are_read_from_series_with_a_mode_alone() {
    let store = Store::new();
    let plan = store.read(|tx| {
        let sql = format!("EXPLAIN QUERY PLAN {MODES}");
        tx.query(&sql, params!["ann"], |row| row.at::<String>(3))
    });
    let search = "SEARCH series USING COVERING INDEX series_mode (user_id=?)";
    assert_eq!(plan, [search]);
}

#[test]
fn damage_is_named_not_read_over_and_erased() {
    let store = Store::new();
    let ann = user();
    let erased = ann.clone();
    store.append(&ann, &[Row::heart_rate(5, 61.0)]);
    store.write("damage", |tx| {
        tx.execute("UPDATE seg_body SET body = ?1", params![b"nonsense"])
    });
    let account_keys = store.account_keys(&ann);
    let fixture = &store.fixture;
    let read: Result<u64, StoreError> =
        fixture
            .runtime
            .block_on(fixture.state.db.read("read", move |tx| {
                page(
                    tx,
                    &account_keys,
                    &Filter::default(),
                    Start::Offset(0),
                    10,
                    |_, _| true,
                )
                .map(|page| page.given)
            }));
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");

    store.write("erase", move |tx| erase(tx, &erased));
    assert_eq!(rows_of(&store), [0; 4]);
}
