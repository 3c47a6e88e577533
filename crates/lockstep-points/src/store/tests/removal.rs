//! Removals that are done in parts.

use super::*;

#[test]
fn a_removal_from_many_series_is_done_in_parts() {
    let (store, ann) = (Store::new(), user());
    let of_series = |nth: i64| {
        (0..3).map(move |at| Row {
            device: format!("strap {nth}"),
            ..Row::heart_rate(at, 60.0)
        })
    };
    let rows: Vec<Row> = (0..150).flat_map(of_series).collect();
    store.append(&ann, &rows);
    let filter = Filter {
        from: Some(Timestamp(1)),
        to: Some(Timestamp(1)),
        ..Filter::default()
    };
    let mut start = RemovalStart::default();
    let mut counts = Vec::new();
    loop {
        let account_keys = store.account_keys(&ann);
        let (filter, begin) = (filter.clone(), start.clone());
        let write = store.fixture.state.db.write("remove", move |tx| {
            let disorder = DamagedRows::read(tx, account_keys.user())?;
            remove_part(tx, &account_keys, &filter, (disorder, &begin))
        });
        let (removed, next) = store.fixture.runtime.block_on(write).unwrap();
        counts.push(removed.count);
        let Some(next) = next else {
            break;
        };
        start = next;
    }
    assert_eq!(counts, [64, 64, 22]);
    sound(&store, &ann);
    let (page, left) = store.page(&ann, &Filter::default(), Start::Offset(0), 1000);
    assert_eq!(page.total, 300);
    assert!(left.iter().all(|row| row.at != 1));
}
