//! Totals and reads of points under several keys.

use super::*;

#[test]
fn a_stopped_key_hides_its_points_and_nothing_else() {
    let (store, ann) = (Store::new(), user());
    store.append_as(&ann, &seconds(0..10), options(None, 100));
    store.append_as(&ann, &seconds(10..40), options(Some(Mode::Basic), 10));
    let account_keys = store.fixture.account_keys(&ann);
    let key = account_keys.current(Some(Mode::Basic)).unwrap().clone();
    store.fixture.stop(&ann, &key);
    let account_keys = store.account_keys(&ann);
    let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(0), 100);
    assert_eq!((page.total, rows), (10, seconds(0..10)));
    let all = Filter::default();
    let unread = store.read(move |tx| unread(tx, &account_keys, &all));
    assert_eq!(unread.len(), 1);
    assert_eq!(
        (unread[0].key_id.as_ref(), unread[0].points),
        (Some(&key), 30)
    );
    // A chunk that cannot be opened is not overwritten, and can only be deleted as a whole.
    let plain = store.account_keys(&ann);
    let mut batch = Batch::default();
    batch.push(&Row::heart_rate(15_000, 1.0).point());
    let upload = store
        .fixture
        .upload(&plain, batch, StorageOptions::default());
    let db = &store.fixture.state.db;
    let append = db.write("append", move |tx| {
        append(tx, &plain, (&upload, false), None)
    });
    let refused = store.fixture.runtime.block_on(append).unwrap_err();
    assert_eq!(refused.kind, lockstep_web::api_error::ErrorKind::Encryption);
    assert_eq!(store.remove(&ann, &Filter::default()).count, 40);
}

/// A total continues at its position, regardless of changes of the chunks in between.
#[test]
fn a_total_counts_each_point_once() {
    let (store, ann) = (Store::new(), user());
    let options = options(Some(Mode::Fhe), 256);
    // 40 blocks, and 320 points that wait.
    store.append_as(&ann, &seconds(0..10_240), options);
    for n in 0..10 {
        let begin = 10_240 + n * 32;
        store.append_as(&ann, &seconds(begin..begin + 32), options);
    }
    let account_keys = store.account_keys(&ann);
    let (of, of_account) = (ann.clone(), account_keys.clone());
    let (keys, scan) = store.read(move |tx| {
        let filter = Filter::default();
        let keys = sum::keys(tx, &of, &filter)?;
        Ok((keys, AggregateScan::new(tx, of_account.user(), filter)?))
    });
    let read = |mut scan: AggregateScan, keys: Vec<KeyId>| {
        let account_keys = account_keys.clone();
        store.read(move |tx| {
            let mut met = Vec::new();
            let read = scan.read::<StoreError>(tx, &account_keys, &keys, |given, meant| {
                let (ScanItem::Open(points) | ScanItem::Sealed(points)) = given;
                met.extend_from_slice(&points.timestamps()[meant]);
                Ok(())
            })?;
            let is_unchanged = scan.is_unchanged(tx, account_keys.user())?;
            Ok((read, met, scan, is_unchanged))
        })
    };
    // A key that appeared during the scan is reported.
    let of = ann.clone();
    let other = store.read(move |tx| AggregateScan::new(tx, &of, Filter::default()));
    assert!(matches!(read(other, Vec::new()).0, BlockRead::Unknown));

    let (first, mut met, scan, is_unchanged) = read(scan, keys.clone());
    let BlockRead::Some(blocks) = first else {
        panic!("there is something")
    };
    assert_eq!((blocks.len(), met.len(), is_unchanged), (32, 8192, true));
    // The waiting points become blocks. The points are equal, but it counts as a change for an upload
    // that was packed with those before. Then a point is gone and one is new.
    store.compact(&ann);
    let (second, more, scan, is_unchanged) = read(scan, keys.clone());
    assert!(matches!(second, BlockRead::Some(_)) && !is_unchanged);
    met.extend(more);
    let gone = Filter {
        from: Some(Timestamp(3000)),
        to: Some(Timestamp(3000)),
        ..Filter::default()
    };
    store.remove_as(&ann, &gone).unwrap();
    store.append_as(&ann, &[Row::heart_rate(10_559_500, 61.0)], options);
    let mut scan = scan;
    loop {
        let (read, more, then, is_unchanged) = read(scan, keys.clone());
        met.extend(more);
        scan = then;
        if let BlockRead::End = read {
            assert!(!is_unchanged);
            break;
        }
    }
    let mut expected: Vec<i64> = (0..10_560).map(|n| n * 1000).collect();
    met.retain(|at| *at != 10_559_500);
    assert_eq!(met, expected);
    expected.retain(|at| *at != 3000);
    // A restarted scan covers the current points.
    let of = ann.clone();
    let mut scan = store.read(move |tx| AggregateScan::new(tx, &of, Filter::default()));
    let mut again = Vec::new();
    loop {
        let (read, more, then, _) = read(scan, keys.clone());
        again.extend(more);
        scan = then;
        if let BlockRead::End = read {
            break;
        }
    }
    again.retain(|at| *at != 10_559_500);
    assert_eq!(again, expected);
}

/// A chunk's bytes can be opened only at their own location.
#[test]
fn sealed_where_they_lie() {
    for mode in MODES {
        let (store, ann, bob) = (Store::new(), user(), user());
        let rows = seconds(0..300);
        store.append_as(&ann, &rows, options(mode, 300));
        store.append_as(&bob, &rows, options(mode, 300));
        let body = |of: &UserId| {
            let of = of.clone();
            store.read(move |tx| {
                tx.query_one(
                    "SELECT body FROM seg_body WHERE user_id = ?1",
                    params![&of],
                    |row| row.at::<Vec<u8>>(0),
                )
            })
        };
        let put = |bytes: Vec<u8>| {
            let of = ann.clone();
            store.write("put", move |tx| {
                tx.execute(
                    "UPDATE seg_body SET body = ?2 WHERE user_id = ?1",
                    params![&of, &bytes],
                )
            });
        };
        let reads = || {
            let account_keys = store.account_keys(&ann);
            let fixture = &store.fixture;
            let read = fixture
                .state
                .db
                .read::<_, StoreError, _>("read", move |tx| {
                    let start = Start::Offset(0);
                    page(tx, &account_keys, &Filter::default(), start, 1, |_, _| true)
                        .map(|page| page.given)
                });
            fixture.runtime.block_on(read).is_ok()
        };
        let own = body(&ann);
        assert!(reads());
        assert!(!own.windows(4).any(|four| four == b"bpm\0"), "{mode:?}");
        put(body(&bob));
        assert!(!reads(), "{mode:?}: another account's");
        for index in (0..own.len()).step_by(own.len() / 61 + 1) {
            let mut changed = own.clone();
            changed[index] ^= 0x10;
            put(changed);
            assert!(!reads(), "{mode:?}: byte {index} changed");
        }
        put(own[..own.len() - 1].to_vec());
        assert!(!reads(), "{mode:?}: cut short");
        put(own.clone());
        assert!(reads());
        for sql in [
            "UPDATE seg SET t0 = t0 + 1",
            "UPDATE seg SET t0 = t0 - 1, n = n + 1",
            "UPDATE seg SET codec = CASE codec WHEN 1 THEN 3 ELSE 1 END",
        ] {
            store.write("move", |tx| tx.execute(sql, &[]));
            assert!(!reads(), "{mode:?}: {sql}");
        }
    }
}
