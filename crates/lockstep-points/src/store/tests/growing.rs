//! Last chunks of series in memory: rows are stored as they are without them, also after failures, deletions and other changes in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lockstep_store::repeatable;
use lockstep_web::ApiError;

use super::*;
use crate::operations::damage::handle_damage;
use crate::store::reached::StoredSeries;

/// A store in which points of devices are appended with their last chunks in memory.
struct Devices {
    store: Store,
    account_keys: AccountKeys,
    growing: GrowingChunks,
}

impl Devices {
    fn new(user: &UserId) -> Self {
        let store = Store::new();
        Self {
            account_keys: store.account_keys(user),
            store,
            growing: GrowingChunks::default(),
        }
    }

    /// Appends points of devices.
    fn send(&self, rows: &[Row]) -> Result<AppendCounts, ApiError> {
        self.send_as(rows, None, false)
    }

    /// Appends points under a mode; with `fails`, the transaction is rolled back after they were appended.
    fn send_as(
        &self,
        rows: &[Row],
        mode: Option<Mode>,
        fails: bool,
    ) -> Result<AppendCounts, ApiError> {
        let append = self.appending(&self.account_keys, rows, (mode, fails));
        self.store.fixture.runtime.block_on(append)
    }

    /// Returns the write of [`Devices::send_as`], for an account with these keys.
    fn appending(
        &self,
        account_keys: &AccountKeys,
        rows: &[Row],
        (mode, fails): (Option<Mode>, bool),
    ) -> impl Future<Output = Result<AppendCounts, ApiError>> {
        let (growing, account_keys) = (self.growing.clone(), account_keys.clone());
        let fixture = &self.store.fixture;
        let options = StorageOptions {
            mode,
            ..StorageOptions::default()
        };
        let upload = fixture.upload(&account_keys, batch_of(rows), options);
        fixture.state.db.write("append", move |tx| {
            let appended = append(tx, &account_keys, (&upload, false), Some(&growing))?;
            match fails {
                true => Err(ApiError::conflict("the transaction fails")),
                false => Ok(appended),
            }
        })
    }

    /// Appends points, and returns whether more chunks are in memory afterwards.
    fn grows(&self, rows: &[Row]) -> bool {
        let before = self.growing.series_count();
        self.send(rows).unwrap();
        self.growing.series_count() > before
    }
}

fn batch_of(rows: &[Row]) -> Batch {
    let mut batch = Batch::default();
    for row in rows {
        batch.push(&row.point());
    }
    batch
}

fn of_device(device: &str, at: i64, value: f64) -> Row {
    Row {
        device: device.to_owned(),
        ..Row::heart_rate(at, value)
    }
}

/// The chunks of a store as they are laid out: the series' name, ends, number of points, and what its row counts.
fn layout(store: &Store) -> Vec<(String, i64, i64, i64, i64, i64)> {
    store.read(|tx| {
        tx.query(
            "SELECT r.device, s.t0, s.t1, s.n, r.total, r.last_ts
             FROM series r JOIN seg s ON s.user_id = r.user_id AND s.series_id = r.id
             ORDER BY r.device, s.t0",
            &[],
            |row| {
                Ok((
                    row.at(0)?,
                    row.at(1)?,
                    row.at(2)?,
                    row.at(3)?,
                    row.at(4)?,
                    row.at(5)?,
                ))
            },
        )
    })
}

/// What happens to the points of a device.
#[derive(Clone, Debug)]
enum Step {
    /// Each of these devices sends so many points that follow.
    Follow(Vec<(u8, u8)>),
    /// A transaction with such points is rolled back.
    Fail(Vec<(u8, u8)>),
    /// A device sends a point so many points before its last.
    Late(u8, u8),
    /// Another client uploads a point that follows.
    Upload(u8),
    /// The owner deletes the newest points of a device.
    Delete(u8, u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let sent = || prop::collection::vec((0_u8..3, 1_u8..40), 1..4);
    let step = prop_oneof![
        8 => sent().prop_map(Step::Follow),
        1 => sent().prop_map(Step::Fail),
        1 => (0_u8..3, 0_u8..60).prop_map(|(device, back)| Step::Late(device, back)),
        1 => (0_u8..3).prop_map(Step::Upload),
        1 => (0_u8..3, 0_u8..60).prop_map(|(device, count)| Step::Delete(device, count)),
    ];
    prop::collection::vec(step, 1..40)
}

/// The points of some devices as a step sends them; `ends` are the times of their last points.
fn following(sent: &[(u8, u8)], ends: &mut [i64; 3]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (device, count) in sent {
        for _ in 0..*count {
            let end = &mut ends[usize::from(*device)];
            *end += 1000;
            rows.push(of_device(&format!("device {device}"), *end, *end as f64));
        }
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn stored_rows_are_those_without_memory(steps in steps()) {
        let ann = user();
        let (devices, plain) = (Devices::new(&ann), Store::new());
        let mut ends = [0_i64; 3];
        let first = following(&[(0, 1)], &mut ends);
        devices.send(&first).unwrap();
        plain.append(&ann, &first);
        for step in &steps {
            let rows = match step {
                Step::Follow(sent) => following(sent, &mut ends),
                Step::Fail(sent) => {
                    let mut lost_ends = ends;
                    let lost = following(sent, &mut lost_ends);
                    prop_assert!(devices.send_as(&lost, None, true).is_err());
                    continue;
                }
                Step::Late(device, back) => {
                    let at = ends[usize::from(*device)] - i64::from(*back) * 500;
                    vec![of_device(&format!("device {device}"), at.max(0), 0.5)]
                }
                Step::Upload(device) => {
                    let rows = following(&[(*device, 1)], &mut ends);
                    devices.store.append(&ann, &rows);
                    plain.append(&ann, &rows);
                    continue;
                }
                Step::Delete(device, count) => {
                    let from = ends[usize::from(*device)] - i64::from(*count) * 1000;
                    let filter = Filter {
                        device: Some(format!("device {device}").into()),
                        from: Some(Timestamp(from)),
                        ..Filter::default()
                    };
                    let removed = devices.store.remove(&ann, &filter);
                    prop_assert_eq!(removed.count, plain.remove(&ann, &filter).count);
                    continue;
                }
            };
            let sent = devices.send(&rows).unwrap();
            let expected = plain.append(&ann, &rows);
            prop_assert_eq!((sent.added, sent.replaced), (expected.added, expected.replaced));
        }
        let (counted, used) = devices.growing.counted_and_used_bytes();
        prop_assert_eq!(counted, used);
        prop_assert_eq!(layout(&devices.store), layout(&plain));
        let all = |store: &Store| {
            let (_, rows) = store.page(&ann, &Filter::default(), Start::Offset(0), 100_000);
            rows
        };
        prop_assert_eq!(all(&devices.store), all(&plain));
        sound(&devices.store, &ann);
    }
}

/// Chunks that grow stay in memory until they are not used for a while, or the account is erased.
#[test]
fn chunks_stay_in_memory_while_they_grow() {
    let ann = user();
    let devices = Devices::new(&ann);
    let row = |device: &str, at| of_device(device, at, 60.0);
    // The first point is a chunk of its own, which the second joins.
    assert!(!devices.grows(&[row("a", 1), row("b", 1)]));
    assert!(devices.grows(&[row("a", 2), row("b", 2)]));
    assert_eq!(devices.growing.series_count(), 2);
    devices.send(&[row("a", 3)]).unwrap();
    assert_eq!(devices.growing.series_count(), 2);
    devices.growing.forget_unused();
    assert_eq!(devices.growing.series_count(), 2);
    devices.growing.forget_unused();
    assert_eq!(devices.growing.series_count(), 0);
    assert!(devices.grows(&[row("a", 4)]));
    devices.growing.forget(&ann);
    assert_eq!(devices.growing.series_count(), 0);
    let mut sizes = devices.store.chunk_sizes();
    sizes.sort_unstable();
    assert_eq!(sizes, [2, 4]);
    sound(&devices.store, &ann);
}

/// The series that are not in memory are read together: the time to a database on another machine counts once for all.
#[test]
fn series_that_are_not_in_memory_are_read_together() {
    let (ann, store) = (user(), Store::new());
    let rows = ["a", "b", "c"].map(|device| of_device(device, 1, 60.0));
    store.append(&ann, &rows);
    let (account_keys, options) = (store.account_keys(&ann), StorageOptions::default());
    let upload = store
        .fixture
        .upload(&account_keys, batch_of(&rows), options);
    let read = store.read(move |tx| {
        let is_in_memory = |layout: &SeriesLayout| &*layout.device == "b";
        let stored = StoredSeries::read(tx, &ann, &upload.series, is_in_memory)?;
        let places = stored.places_read().into_iter();
        let devices = places.map(|nth| upload.series[nth].layout.device.to_string());
        Ok(devices.collect::<Vec<_>>())
    });
    assert_eq!(read, ["a", "c"]);
}

/// A chunk that has become large in memory is dropped: it would take a large part of the room for all.
#[test]
fn a_chunk_that_grows_large_leaves_the_memory() {
    let ann = user();
    let devices = Devices::new(&ann);
    let rows = |times: std::ops::Range<i64>| -> Vec<Row> {
        times.map(|at| Row::heart_rate(at, 60.0)).collect()
    };
    devices.send(&rows(0..1)).unwrap();
    devices.send(&rows(1..100)).unwrap();
    assert_eq!(devices.growing.series_count(), 1);
    // Eight times the points of the chunk join it.
    devices.send(&rows(100..900)).unwrap();
    assert_eq!(devices.store.chunk_sizes(), [900]);
    assert_eq!(devices.growing.series_count(), 0);
    assert_eq!(devices.growing.counted_and_used_bytes(), (0, 0));
    sound(&devices.store, &ann);
}

/// A group without savepoints runs again because one of its jobs is refused. Its first run left chunks in memory that were
/// never committed.
#[test]
fn chunks_of_a_run_that_was_rolled_back_are_not_used() {
    let ann = user();
    let devices = Devices::new(&ann);
    for at in 1..=3 {
        devices.send(&[Row::heart_rate(at, 60.0)]).unwrap();
    }
    let others_keys = devices.store.account_keys(&user());
    let (next, other) = ([Row::heart_rate(4, 60.0)], [Row::heart_rate(1, 60.0)]);
    let fixture = &devices.store.fixture;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (mut released, counted) = (Some(released), Arc::new(AtomicUsize::new(0)));
    let runs = Arc::clone(&counted);
    // The writer waits in this job until the others are queued after it.
    let held = fixture.state.db.write("append", move |_| {
        runs.fetch_add(1, Ordering::SeqCst);
        if let Some(released) = released.take() {
            released.recv().unwrap();
        }
        Ok::<_, ApiError>(())
    });
    let stored = devices.appending(&devices.account_keys, &next, (None, false));
    let refused = devices.appending(&others_keys, &other, (None, true));
    let group = async {
        let releasing = async {
            release.send(()).unwrap();
        };
        tokio::join!(held, stored, refused, releasing)
    };
    let (held, stored, refused, ()) = fixture.runtime.block_on(repeatable("append", group));
    assert!(held.is_ok() && refused.is_err());
    assert_eq!(stored.unwrap().added, 1);
    assert_eq!(counted.load(Ordering::SeqCst), 2);
    devices.send(&[Row::heart_rate(5, 60.0)]).unwrap();
    assert_eq!(devices.store.chunk_sizes(), [5]);
    sound(&devices.store, &ann);
}

/// A point under a mode replaces the one of its time that is in memory without a mode.
#[test]
fn a_point_under_a_mode_replaces_one_in_memory() {
    let ann = user();
    let mut devices = Devices::new(&ann);
    devices.account_keys = devices.store.fixture.account_keys(&ann);
    let row = Row::heart_rate;
    for at in 1..=3 {
        devices.send(&[row(at, 60.0)]).unwrap();
    }
    assert_eq!(devices.growing.series_count(), 1);
    let sent = devices.send_as(&[row(3, 61.0), row(4, 62.0)], Some(Mode::Basic), false);
    let sent = sent.unwrap();
    assert_eq!((sent.added, sent.replaced), (1, 1));
    assert_eq!(devices.growing.series_count(), 0);
    let sent = devices.send(&[row(4, 63.0), row(5, 64.0)]).unwrap();
    assert_eq!((sent.added, sent.replaced), (1, 1));
    let (_, found) = (devices.store).page(&ann, &Filter::default(), Start::Offset(0), 10);
    let expected = [(1, 60.0), (2, 60.0), (3, 61.0), (4, 63.0), (5, 64.0)];
    assert_eq!(found, expected.map(|(at, value)| row(at, value)));
    sound(&devices.store, &ann);
}

/// Rows that differ from those in memory: damaged bytes are found, as they are without memory, and not overwritten. A row
/// of a series that was changed is read again.
#[test]
fn rows_are_replaced_only_if_they_are_those_in_memory() {
    for (statement, reason) in [
        (
            "UPDATE seg_body SET body = X'00'",
            Some("its bytes are missing, or are not those that were stored"),
        ),
        ("DELETE FROM seg_body", Some("its bytes are missing")),
        (
            "UPDATE seg SET n = n + 1",
            Some("the chunk to be replaced is not there"),
        ),
        ("UPDATE series SET gen = gen + 1", None),
    ] {
        let ann = user();
        let devices = Devices::new(&ann);
        for at in 1..=3 {
            devices.send(&[Row::heart_rate(at, 60.0)]).unwrap();
        }
        assert_eq!(devices.growing.series_count(), 1);
        devices.store.write("test.damage", move |tx| {
            tx.execute(statement, &[]).map(drop)
        });
        let next = [Row::heart_rate(4, 61.0)];
        let sent = devices.send(&next);
        let Some(reason) = reason else {
            assert_eq!(sent.unwrap().added, 1);
            continue;
        };
        let said = sent.unwrap_err().log.unwrap_or_default();
        assert!(said.contains(reason), "{statement}: {said}");
        assert_eq!(devices.growing.series_count(), 0, "{statement}");
        // The server sets the chunk aside, or repairs its row, and repeats the upload.
        let store = &devices.store;
        let handled = handle_damage(&store.fixture.state, &devices.account_keys);
        assert!(
            store.fixture.runtime.block_on(handled).unwrap(),
            "{statement}"
        );
        devices.send(&next).unwrap();
    }
}
