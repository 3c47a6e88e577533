//! Points under modes: equal to a map under every mode; sealed where they are stored; passed over
//! while their key is stopped.

use lockstep_store::id::KeyId;
use lockstep_vault::Mode;
use lockstep_web::ApiError;

use super::*;
use crate::chunk::Codec;
use crate::columns::Columns;
use crate::layout::{PackedChunk, StorageOptions};
use crate::operations::blocks::close_now;
use crate::store::compact::{FinishedBlocks, compact, open_runs};
use crate::store::sum::{AggregateScan, BlockRead, ScanItem};

const MODES: [Option<Mode>; 4] = [None, Some(Mode::Basic), Some(Mode::Fhe), Some(Mode::Zk)];

fn options(mode: Option<Mode>, chunk_size: u32) -> StorageOptions {
    StorageOptions {
        mode,
        chunk_size: Some(chunk_size),
    }
}

fn batch(rows: &[Row]) -> Batch {
    let mut batch = Batch::default();
    for row in rows {
        batch.push(&row.point());
    }
    batch
}

impl Store {
    fn append_as(&self, user: &UserId, rows: &[Row], options: StorageOptions) -> AppendCounts {
        self.fixture
            .append(&self.fixture.account_keys(user), batch(rows), options)
    }

    fn remove_as(&self, user: &UserId, filter: &Filter) -> Result<RemovedPoints, ApiError> {
        let (account_keys, filter) = (self.fixture.account_keys(user), filter.clone());
        let db = &self.fixture.state.db;
        let remove = db.write("remove", move |tx| remove(tx, &account_keys, &filter));
        self.fixture.runtime.block_on(remove)
    }

    fn compact(&self, user: &UserId) {
        let compact = close_now(&self.fixture.state, user, "heart_rate");
        self.fixture.runtime.block_on(compact).unwrap();
    }

    /// Codec and number of points of each chunk, in order.
    fn chunks(&self, user: &UserId) -> Vec<(Codec, u32)> {
        let user = user.clone();
        self.read(move |tx| {
            let mut all = Vec::new();
            for series in series(tx, &user, &Filter::default())? {
                let chunks = chunks_in(tx, &user, series.id, i64::MIN, i64::MAX)?;
                all.extend(chunks.iter().map(|chunk| (chunk.codec, chunk.n)));
            }
            Ok(all)
        })
    }
}

fn seconds(range: std::ops::Range<i64>) -> Vec<Row> {
    range
        .map(|n| Row::heart_rate(n * 1000, 60.0 + (n % 200) as f64 / 2.0))
        .collect()
}

/// A stored number of points per block that no request can set is damage.
#[test]
fn a_damaged_block_size_is_repaired() {
    for (mode, stored, is_damaged, repaired) in [
        (None, 16_384_i64, false, 16_384_i64),
        (None, 16_385, true, 16_384),
        (Some(Mode::Zk), 8192, false, 8192),
        (Some(Mode::Zk), 8193, true, 1024),
    ] {
        let (store, ann) = (Store::new(), user());
        let unasked = StorageOptions {
            mode,
            chunk_size: None,
        };
        store.append_as(&ann, &seconds(0..10), unasked);
        store.write("damage", move |tx| {
            tx.execute("UPDATE series SET block = ?1", params![stored])
        });
        let account_keys = store.fixture.account_keys(&ann);
        let checking = account_keys.clone();
        let is_needed = store.read(move |tx| series_repair::is_needed(tx, &checking));
        assert_eq!(is_needed, is_damaged, "{mode:?} {stored}");
        store.write("repair", move |tx| {
            series_repair::repair(tx, &account_keys).map(drop)
        });
        let block: i64 =
            store.read(|tx| tx.query_one("SELECT block FROM series", &[], |row| row.at(0)));
        assert_eq!(block, repaired, "{mode:?} {stored}");
    }
}

#[test]
fn blocks_are_full_whatever_comes_in_parts() {
    use Codec::{Columns, Committed, Homomorphic};
    for (mode, block) in [(Mode::Fhe, Homomorphic), (Mode::Zk, Committed)] {
        let (store, ann) = (Store::new(), user());
        let options = options(Some(mode), 500);
        store.append_as(&ann, &seconds(0..1200), options);
        assert_eq!(
            store.chunks(&ann),
            [(block, 500), (block, 500), (Columns, 200)]
        );
        // The following points fill the started block.
        store.append_as(&ann, &seconds(1200..1700), options);
        let three = [(block, 500); 3];
        assert_eq!(store.chunks(&ann)[..3], three);
        assert_eq!(store.chunks(&ann)[3..], [(Columns, 200)]);
        // Single points that arrive wait for a full block.
        for n in 0..20 {
            store.append_as(&ann, &seconds(1700 + n * 10..1710 + n * 10), options);
        }
        let chunks = store.chunks(&ann);
        assert_eq!(chunks[..3], three);
        assert!(chunks.len() < 8, "{chunks:?}");
        store.compact(&ann);
        let chunks = store.chunks(&ann);
        assert_eq!(
            chunks,
            [(block, 500), (block, 500), (block, 500), (block, 400)]
        );
        let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(0), 10_000);
        assert_eq!((page.total, rows), (1900, seconds(0..1900)));
        // A point inside a block: the block is rebuilt, together with the block that overflows.
        let late = Row::heart_rate(600_500, 99.5);
        store.append_as(&ann, std::slice::from_ref(&late), options);
        store.compact(&ann);
        assert!(
            store
                .chunks(&ann)
                .iter()
                .all(|(codec, n)| *codec == block || *n < 256)
        );
        let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(601), 1);
        assert_eq!((page.total, rows), (1901, vec![late]));
        // And a hole in one.
        let hole = Filter {
            from: Some(Timestamp(100_000)),
            to: Some(Timestamp(199_999)),
            ..Filter::default()
        };
        assert_eq!(store.remove_as(&ann, &hole).unwrap().count, 100);
        let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(99), 2);
        assert_eq!(page.total, 1801);
        assert_eq!(rows, [seconds(99..100), seconds(200..201)].concat());
    }
}

/// Points that were packed with the end of their series, which became a block before they were put
/// in place; and the other way about.
#[test]
fn a_block_packed_from_deleted_chunks_is_not_stored() {
    for mode in [Mode::Fhe, Mode::Zk] {
        let (store, ann) = (Store::new(), user());
        let (fixture, options) = (&store.fixture, options(Some(mode), 500));
        store.append_as(&ann, &seconds(0..300), options);
        let account_keys = fixture.account_keys(&ann);
        let upload = fixture.upload(&account_keys, batch(&seconds(300..700)), options);
        assert!(upload.series[0].joined.is_some(), "{mode:?}");
        store.compact(&ann);
        let (with, db) = (account_keys.clone(), &fixture.state.db);
        let append = db.write("append", move |tx| {
            append(tx, &with, (&upload, false), None)
        });
        assert_eq!(fixture.runtime.block_on(append).unwrap().added, 400);
        let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(0), 1000);
        assert_eq!((page.total, rows), (700, seconds(0..700)), "{mode:?}");
        sound(&store, &ann);

        // Two make blocks of the same chunks: one of them is put in place.
        store.append_as(&ann, &seconds(700..900), options);
        let (made, again) = (closing(&store, &ann), closing(&store, &ann));
        let place = |closing: FinishedBlocks| {
            let account_keys = account_keys.clone();
            store.write("close", move |tx| compact(tx, &account_keys, &closing))
        };
        assert!(place(made), "{mode:?}");
        assert!(!place(again), "{mode:?}");
        sound(&store, &ann);

        // Blocks of chunks that an upload has changed since are not stored.
        store.append_as(&ann, &seconds(900..1200), options);
        let made = closing(&store, &ann);
        store.append_as(&ann, &seconds(1200..1210), options);
        assert!(!place(made), "{mode:?}");
        store.compact(&ann);
        let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(0), 2000);
        assert_eq!((page.total, rows), (1210, seconds(0..1210)), "{mode:?}");
        sound(&store, &ann);
    }
}

/// Makes the blocks of all waiting points of the only series without storing them.
fn closing(store: &Store, user: &UserId) -> FinishedBlocks {
    let (account_keys, of) = (store.fixture.account_keys(user), user.clone());
    let reading = account_keys.clone();
    let open = store.read(move |tx| {
        let all = series(tx, &of, &Filter::default())?;
        open_runs(tx, &reading, all[0].id, true)
    });
    open.unwrap().compact(&account_keys).unwrap()
}

/// Storing a chunk overwrites no other, and removing one affects no other.
#[test]
fn chunks_do_not_overlap() {
    let (store, ann) = (Store::new(), user());
    store.append_as(&ann, &seconds(0..300), options(Some(Mode::Basic), 100));
    let account_keys = store.fixture.account_keys(&ann);
    let refused = |at: i64| {
        let account_keys = account_keys.clone();
        let act = store
            .fixture
            .state
            .db
            .write::<_, StoreError, _>("over", move |tx| {
                let mut points = Columns::default();
                points.push(at, 60.0, "bpm", None, None);
                let all = series(tx, account_keys.user(), &Filter::default())?;
                let chunk = PackedChunk::columns(&points);
                ledger::change(tx, &account_keys, 1, |tx, ledger| {
                    insert(tx, ledger, (all[0].id, all[0].mode), &chunk)
                })
            });
        store.fixture.runtime.block_on(act).is_err()
    };
    for at in [0, 1000, 1500, 99_000, 100_000, 299_000] {
        assert!(refused(at), "{at}");
    }
    assert!(!refused(-1));
    assert!(!refused(99_500));
    let (of, account_keys) = (ann.clone(), account_keys.clone());
    let twice = store
        .fixture
        .state
        .db
        .write::<_, StoreError, _>("twice", move |tx| {
            let all = series(tx, &of, &Filter::default())?;
            let chunks = chunks_in(tx, &of, all[0].id, i64::MIN, i64::MAX)?;
            let moved = Chunk {
                body: chunks[0].body + 1,
                ..chunks[0].clone()
            };
            ledger::change(tx, &account_keys, 1, |tx, ledger| {
                delete(tx, ledger, all[0].id, &moved)
            })
        });
    assert!(store.fixture.runtime.block_on(twice).is_err());
}

#[test]
fn stored_sizes_are_reported_by_mode_and_form() {
    use Codec::{Columns, Committed, Homomorphic};
    let (store, ann) = (Store::new(), user());
    for (nth, mode) in (0..).zip(MODES) {
        let begin = nth * 10_000;
        store.append_as(&ann, &seconds(begin..begin + 1200), options(mode, 500));
    }
    // Another account's are not among them.
    store.append_as(&user(), &seconds(0..10), options(None, 500));
    let of = ann.clone();
    let all = store.read(move |tx| at_rest(tx, &of, &Filter::default()));
    let forms: Vec<_> = all
        .iter()
        .map(|one| (one.mode, one.codec, one.points))
        .collect();
    assert_eq!(
        forms,
        [
            (None, Columns, 1200),
            (Some(Mode::Basic), Columns, 1200),
            (Some(Mode::Fhe), Columns, 200),
            (Some(Mode::Fhe), Homomorphic, 1000),
            (Some(Mode::Zk), Columns, 200),
            (Some(Mode::Zk), Committed, 1000),
        ]
    );
    for one in &all {
        assert!(one.chunks > 0 && one.bytes > one.chunks * 16, "{one:?}");
        // Two ciphertexts of 8192 slots, two primes of 50 bits each.
        let is_ciphertext = one.codec == Homomorphic;
        assert_eq!(one.bytes > 100_000, is_ciphertext, "{one:?}");
    }
    let elsewhere = Filter {
        device: Some("another".to_owned().into()),
        ..Filter::default()
    };
    assert_eq!(store.read(move |tx| at_rest(tx, &ann, &elsewhere)), []);
}

/// Values with more decimals than their type has: FHE rounds them as they come, ZK keeps them.
#[test]
fn a_value_reads_the_same_before_and_after_it_becomes_a_block() {
    for mode in MODES {
        let (store, ann) = (Store::new(), user());
        let row = |second: i64| Row::heart_rate(second * 1000, 61.26 + (second % 100) as f64);
        let sent: Vec<Row> = (0..300).map(row).collect();
        store.append_as(&ann, &sent[..200], options(mode, 300));
        let kept = |count: usize| {
            let mut kept = sent[..count].to_vec();
            if mode == Some(Mode::Fhe) {
                for (second, row) in (0..).zip(&mut kept) {
                    row.value = f64::from(613 + 10 * (second % 100)) / 10.0;
                }
            }
            kept
        };
        let read = || {
            store
                .page(&ann, &Filter::default(), Start::Offset(0), 1000)
                .1
        };
        assert_eq!(read(), kept(200), "{mode:?}: they wait");
        store.append_as(&ann, &sent[200..], options(mode, 300));
        assert_eq!(read(), kept(300), "{mode:?}: a block");
        // The same value sent again is not a different value.
        let chunks = store.chunks(&ann);
        let appended = store.append_as(&ann, &sent[7..8], options(mode, 300));
        assert_eq!((appended.added, appended.replaced), (0, 1));
        assert_eq!(store.chunks(&ann), chunks, "{mode:?}");
        assert_eq!(read(), kept(300), "{mode:?}");
    }
}

#[test]
fn a_point_has_one_value_whatever_it_lies_under() {
    let (store, ann) = (Store::new(), user());
    for (nth, mode) in MODES.into_iter().enumerate() {
        let row = Row::heart_rate(1000, 60.0 + nth as f64);
        let appended = store.append_as(&ann, std::slice::from_ref(&row), options(mode, 100));
        assert_eq!(
            (appended.added, appended.replaced),
            (u64::from(nth == 0), u64::from(nth > 0))
        );
        let (page, rows) = store.page(&ann, &Filter::default(), Start::Offset(0), 10);
        assert_eq!((page.total, rows), (1, vec![row]));
    }
    let of = ann.clone();
    assert_eq!(store.read(move |tx| count_series(tx, &of)), 1);
}

/// A ciphertext has 150 KB for any content: blocks too small for that are not made, and points take
/// about as many bytes as under other modes.
#[test]
fn small_homomorphic_blocks_stay_columns() {
    let (store, ann) = (Store::new(), user());
    let rows = seconds(0..10_000);
    for part in rows.chunks(2500) {
        store.append_as(&ann, part, options(Some(Mode::Fhe), 1));
    }
    store.append_as(&ann, &rows[17..18], options(Some(Mode::Fhe), 1));
    store.compact(&ann);
    let found = store.chunks(&ann);
    assert!(
        found.iter().all(|(codec, _)| *codec == Codec::Columns),
        "{found:?}"
    );
    let of = ann.clone();
    let bytes: i64 = store.read(move |tx| {
        tx.query_one(
            "SELECT CAST(SUM(length(body)) AS BIGINT) FROM seg_body WHERE user_id = ?1",
            params![&of],
            |row| row.at(0),
        )
    });
    assert!(bytes < 10_000 * 16, "{bytes}");
    let (page, found) = store.page(&ann, &Filter::default(), Start::Offset(0), 10_000);
    assert_eq!((page.total, found == rows), (10_000, true));
    // Points stored as columns become blocks when the owner requests larger blocks.
    store.append_as(&ann, &rows[..1], options(Some(Mode::Fhe), 256));
    store.append_as(
        &ann,
        &seconds(10_000..10_300),
        options(Some(Mode::Fhe), 256),
    );
    store.compact(&ann);
    let found = store.chunks(&ann);
    let blocks = found
        .iter()
        .filter(|(codec, _)| *codec == Codec::Homomorphic);
    assert!(blocks.clone().count() >= 38, "{found:?}");
    assert!(blocks.clone().all(|(_, n)| *n == 256), "{found:?}");
    // And back again: series without waiting blocks are not examined again and again.
    store.append_as(&ann, &seconds(10_300..10_310), options(Some(Mode::Fhe), 2));
    store.compact(&ann);
    let of = ann.clone();
    let open = store.read(move |tx| {
        let all = series(tx, &of, &Filter::default())?;
        Ok(all.iter().any(|series| series.open_since.is_some()))
    });
    assert!(!open);
}

/// A point that is sent again under another mode between two pages is on one of them.
#[test]
fn a_cursor_repeats_no_point_that_moved() {
    for (from, to) in [
        (None, Some(Mode::Zk)),
        (Some(Mode::Zk), None),
        (Some(Mode::Basic), Some(Mode::Zk)),
    ] {
        for all in [false, true] {
            let (store, ann) = (Store::new(), user());
            let mut rows: Vec<Row> = ["a", "b", "c"]
                .map(|device| Row {
                    device: device.to_owned(),
                    ..Row::heart_rate(1000, 60.0)
                })
                .into();
            if !all {
                rows.push(Row {
                    device: "b".to_owned(),
                    ..Row::heart_rate(9000, 61.0)
                });
            }
            store.append_as(&ann, &rows, options(from, 100));
            let (page, mut met) = store.page(&ann, &Filter::default(), Start::Offset(0), 2);
            // The series of the last point is removed if it has no other point.
            store.append_as(&ann, &rows[1..2], options(to, 100));
            let mut next = page.next;
            while let Some(after) = next {
                let start = Start::After(after.to_string().parse().unwrap());
                let (page, more) = store.page(&ann, &Filter::default(), start, 2);
                met.extend(more);
                next = page.next;
            }
            assert_eq!(met, rows, "{from:?} {to:?} {all}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn agrees_with_a_map_under_every_mode(
        acts in prop::collection::vec(
            prop_oneof![
                4 => (0..4_usize, 0..400_i64, 1..300_i64, any::<u8>()).prop_map(Ok),
                1 => (0..400_i64, 0..80_i64).prop_map(Err),
            ],
            1..14,
        ),
        closes in any::<u16>(),
    ) {
        let (store, ann) = (Store::new(), user());
        let mut model: BTreeMap<Key, Row> = BTreeMap::new();
        for (nth, act) in acts.iter().enumerate() {
            match act {
                Ok((mode, begin, n, value)) => {
                    let rows: Vec<Row> = (*begin..begin + n)
                        .map(|at| Row::heart_rate(at * 1000, f64::from(*value) / 2.0 + 30.0))
                        .collect();
                    let before = model.len();
                    model.extend(rows.iter().map(|row| (row.key(), row.clone())));
                    let block = if MODES[*mode] == Some(Mode::Fhe) { 256 } else { 64 };
                    let appended = store.append_as(&ann, &rows, options(MODES[*mode], block));
                    prop_assert_eq!(appended.added as usize, model.len() - before);
                    prop_assert_eq!((appended.added + appended.replaced) as i64, *n);
                }
                Err((begin, n)) => {
                    let filter = Filter {
                        from: Some(Timestamp(begin * 1000)),
                        to: Some(Timestamp((begin + n) * 1000)),
                        ..Filter::default()
                    };
                    let before = model.len();
                    model.retain(|key, _| !(begin * 1000..=(begin + n) * 1000).contains(&key.0));
                    let removed = store.remove_as(&ann, &filter).unwrap();
                    prop_assert_eq!(removed.count as usize, before - model.len());
                }
            }
            if closes >> nth & 1 == 1 {
                store.compact(&ann);
            }
        }
        sound(&store, &ann);
        agree(&store, &ann, &model, &Filter::default(), 7);
    }
}

mod totals;
mod waiting;
