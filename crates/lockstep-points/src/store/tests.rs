//! Tests the point store on the real engine, compared with a map.

use std::collections::BTreeMap;

use lockstep_formats::Point;
use lockstep_formats::PointId;
use lockstep_store::SystemEntropy;
use lockstep_vault::AccountKeys;
use proptest::prelude::*;

use super::*;
use crate::chunk::CHUNK_POINTS;
use crate::columns::Batch;
use crate::layout::StorageOptions;
use crate::testing::Fixture;

mod changes;
mod claimed;
mod date_range;
mod growing;
mod migrations;
mod modes;
mod reading;
mod removal;
mod row_state;
mod series_names;
mod set_aside;

struct Store {
    fixture: Fixture,
}

impl Store {
    fn new() -> Self {
        Self {
            fixture: Fixture::new(Timestamp(0)),
        }
    }

    fn account_keys(&self, user: &UserId) -> AccountKeys {
        self.fixture.plain_keys(user)
    }

    fn append(&self, user: &UserId, points: &[Row]) -> AppendCounts {
        let mut batch = Batch::default();
        for row in points {
            batch.push(&row.point());
        }
        self.fixture
            .append(&self.account_keys(user), batch, StorageOptions::default())
    }

    fn remove(&self, user: &UserId, filter: &Filter) -> RemovedPoints {
        let (account_keys, filter) = (self.account_keys(user), filter.clone());
        let write = self
            .fixture
            .state
            .db
            .write("remove", move |tx| remove(tx, &account_keys, &filter));
        self.fixture.runtime.block_on(write).unwrap()
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        let read = self.fixture.state.db.read("read", read);
        self.fixture.runtime.block_on(read).unwrap()
    }

    /// Returns the numbers of points of all chunks, in order of time.
    fn chunk_sizes(&self) -> Vec<i64> {
        self.read(|tx| tx.query("SELECT n FROM seg ORDER BY t0", &[], |row| row.at(0)))
    }

    fn write<T: Send + 'static>(
        &self,
        name: &'static str,
        write: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        let write = self.fixture.state.db.write(name, write);
        self.fixture.runtime.block_on(write).unwrap()
    }

    fn page(&self, user: &UserId, filter: &Filter, start: Start, limit: u64) -> (Page, Vec<Row>) {
        let (account_keys, filter) = (self.account_keys(user), filter.clone());
        self.read(move |tx| {
            let mut rows = Vec::new();
            let page = page(tx, &account_keys, &filter, start, limit, |id, point| {
                assert_eq!(id.timestamp, point.timestamp);
                rows.push(Row::of(point));
                true
            })?;
            assert_eq!(page.given, rows.len() as u64);
            Ok((page, rows))
        })
    }
}

fn user() -> UserId {
    UserId::generate(Timestamp(0), &SystemEntropy)
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    at: i64,
    kind: String,
    device: String,
    value: f64,
    unit: String,
    confidence: Option<f64>,
    metadata: Option<String>,
}

impl Row {
    fn heart_rate(at: i64, value: f64) -> Self {
        Self {
            at,
            kind: "heart_rate".to_owned(),
            device: "Polar H10".to_owned(),
            value,
            unit: "bpm".to_owned(),
            confidence: None,
            metadata: None,
        }
    }

    fn of(point: &Point<'_>) -> Self {
        Self {
            at: point.timestamp,
            kind: point.kind.to_owned(),
            device: point.device.to_owned(),
            value: point.value,
            unit: point.unit.to_owned(),
            confidence: point.confidence,
            metadata: point.metadata.map(str::to_owned),
        }
    }

    fn point(&self) -> Point<'_> {
        Point {
            timestamp: self.at,
            kind: &self.kind,
            value: self.value,
            unit: &self.unit,
            device: &self.device,
            confidence: self.confidence,
            metadata: self.metadata.as_deref(),
        }
    }

    fn key(&self) -> Key {
        (self.at, self.kind.clone(), self.device.clone())
    }
}

type Key = (i64, String, String);

#[test]
fn stored_read_and_removed() {
    let store = Store::new();
    let (ann, bob) = (user(), user());
    let rows: Vec<Row> = (0..10_000)
        .map(|n| Row::heart_rate(n * 1000, 60.0 + (n % 90) as f64))
        .collect();
    let appended = store.append(&ann, &rows);
    assert_eq!(
        (appended.received, appended.added, appended.replaced),
        (10_000, 10_000, 0)
    );
    assert_eq!(appended.changes[0].to, Timestamp(9_999_000));
    let again = store.append(&ann, &rows);
    assert_eq!((again.added, again.replaced), (0, 10_000));

    let all = Filter::default();
    let (page, given) = store.page(&ann, &all, Start::Offset(9_990), 100);
    assert_eq!((page.total, page.next), (10_000, None));
    assert_eq!(given, rows[9_990..]);
    assert_eq!(store.page(&bob, &all, Start::Offset(0), 100).0.total, 0);

    let middle = Filter {
        from: Some(Timestamp(1_000_000)),
        to: Some(Timestamp(8_999_999)),
        ..all.clone()
    };
    assert_eq!(store.remove(&ann, &middle).count, 8000);
    assert_eq!(store.remove(&ann, &middle), RemovedPoints::default());
    assert_eq!(store.remove(&bob, &all), RemovedPoints::default());
    let (page, given) = store.page(&ann, &all, Start::Offset(0), 10_000);
    assert_eq!(page.total, 2000);
    assert_eq!(given, [&rows[..1000], &rows[9000..]].concat());

    assert_eq!(store.remove(&ann, &all).count, 2000);
    let left: (Vec<Series>, i64, i64) = store.read(move |tx| {
        let count = |sql| tx.query_one(sql, &[], |row| row.at(0));
        Ok((
            series(tx, &ann, &Filter::default())?,
            count("SELECT COUNT(*) FROM seg")?,
            count("SELECT COUNT(*) FROM seg_body")?,
        ))
    });
    assert_eq!(left, (Vec::new(), 0, 0));
}

/// Rows in each table.
fn rows_of(store: &Store) -> [i64; 4] {
    store.read(|tx| {
        let count = |sql| tx.query_one(sql, &[], |row| row.at(0));
        Ok([
            count("SELECT COUNT(*) FROM point_number")?,
            count("SELECT COUNT(*) FROM series")?,
            count("SELECT COUNT(*) FROM seg")?,
            count("SELECT COUNT(*) FROM seg_body")?,
        ])
    })
}

/// Live points, one write each, of two series in turn: few chunks, and all of them there.
#[test]
fn single_points_come_together() {
    let store = Store::new();
    let ann = user();
    for at in 0..300 {
        let mut row = Row::heart_rate(at, 60.0);
        row.device = format!("strap {}", at % 2);
        store.append(&ann, &[row]);
    }
    let chunks: i64 =
        store.read(|tx| tx.query_one("SELECT COUNT(*) FROM seg", &[], |row| row.at(0)));
    assert!(chunks <= 6, "{chunks} chunks");
    assert_eq!(
        store
            .page(&ann, &Filter::default(), Start::Offset(0), 1000)
            .1
            .len(),
        300
    );
}

/// Uploads of a live device are joined eight at a time; a late point then changes the joined chunk.
#[test]
fn equal_uploads_become_one_chunk() {
    let (store, ann) = (Store::new(), user());
    let upload = |nth: i64| -> Vec<Row> {
        (0..1500)
            .map(|second| Row::heart_rate((nth * 1500 + second) * 1000, (60 + second % 9) as f64))
            .collect()
    };
    let mut rows = Vec::new();
    let mut sizes = Vec::new();
    for nth in 0..10 {
        let sent = upload(nth);
        assert_eq!(store.append(&ann, &sent).added, 1500);
        rows.extend(sent);
        sound(&store, &ann);
        sizes.push(store.chunk_sizes());
    }
    assert_eq!(sizes[6], [1500; 7]);
    assert_eq!(sizes[7], [12_000]);
    assert_eq!(sizes[9], [12_000, 1500, 1500]);
    let late = Row::heart_rate(500, 59.0);
    assert_eq!(store.append(&ann, std::slice::from_ref(&late)).added, 1);
    rows.insert(1, late);
    sound(&store, &ann);
    assert_eq!(store.chunk_sizes(), [12_001, 1500, 1500]);
    let (page, found) = store.page(&ann, &Filter::default(), Start::Offset(0), 20_000);
    assert_eq!((page.total, found == rows), (15_001, true));
    // A scrub takes no size as damage.
    let account_keys = store.account_keys(&ann);
    assert!(!store.read(move |tx| series_repair::is_needed(tx, &account_keys)));
}

#[derive(Clone, Debug)]
enum Act {
    Append(Vec<Row>),
    Remove(Filter),
}

fn names() -> impl Strategy<Value = (String, String)> {
    prop::sample::select(
        &[
            ("heart_rate", "b"),
            ("heart_rate", "a"),
            ("power", "a"),
            ("cadence", "é"),
        ][..],
    )
    .prop_map(|(kind, device)| (kind.to_owned(), device.to_owned()))
}

fn filter() -> impl Strategy<Value = Filter> {
    let moment = || prop::option::of((0..SPAN).prop_map(Timestamp));
    (
        prop::option::weighted(0.5, names()),
        moment(),
        moment(),
        0..3_u8,
    )
        .prop_map(|(names, from, to, which)| {
            let (kind, device) = names.unzip();
            Filter {
                kind: kind.filter(|_| which != 0),
                device: device.filter(|_| which != 1).map(DeviceNames::from),
                from,
                to,
                ..Filter::default()
            }
        })
}

fn act() -> impl Strategy<Value = Act> {
    let few = prop::collection::vec(
        (names(), 0..SPAN, 0..200_u8, any::<bool>(), 0..20_u8).prop_map(
            |((kind, device), at, value, tenth, rest)| Row {
                at,
                kind,
                device,
                value: if tenth {
                    f64::from(value) / 10.0
                } else {
                    f64::from(value)
                },
                unit: if rest == 1 { "/min" } else { "bpm" }.to_owned(),
                confidence: (rest == 2).then_some(0.5),
                metadata: (rest == 3).then(|| format!("{{\"lap\":{value}}}")),
            },
        ),
        1..30,
    );
    let run = (names(), 0..SPAN, 1..9000_i64, 1..4_i64, 40..200_u8).prop_map(
        |((kind, device), start, n, step, value)| {
            (0..n)
                .map(|nth| Row {
                    kind: kind.clone(),
                    device: device.clone(),
                    ..Row::heart_rate(start + nth * step, f64::from(value))
                })
                .collect()
        },
    );
    prop_oneof![
        3 => few.prop_map(Act::Append),
        3 => run.prop_map(Act::Append),
        2 => filter().prop_map(Act::Remove),
    ]
}

const SPAN: i64 = 20_000;

fn meant<'m>(model: &'m BTreeMap<Key, Row>, filter: &Filter) -> Vec<&'m Row> {
    let (from, to) = filter.range();
    let is_of_kind = |name: &str| filter.kind.as_ref().is_none_or(|kind| kind == name);
    model
        .values()
        .filter(|row| (from..=to).contains(&row.at))
        .filter(|row| is_of_kind(&row.kind) && filter.is_of_device(&row.device))
        .collect()
}

fn agree(store: &Store, user: &UserId, model: &BTreeMap<Key, Row>, filter: &Filter, offset: u64) {
    let expected = meant(model, filter);
    let total = expected.len() as u64;
    let limit = 500;
    let (from_offset, rows) = store.page(user, filter, Start::Offset(offset), limit);
    assert_eq!(from_offset.total, total);
    let rest = &expected[expected.len().min(offset as usize)..];
    let window = &rest[..rest.len().min(limit as usize)];
    assert!(
        rows.iter().eq(window.iter().copied()),
        "at {offset} of {total}"
    );
    assert_eq!(from_offset.next.is_some(), rest.len() > window.len());

    // On from there by cursor, in larger steps, to the end.
    let (mut next, mut seen) = (from_offset.next, offset as usize + window.len());
    while let Some(after) = next {
        let (page, rows) = store.page(user, filter, Start::After(after), 3000);
        assert_eq!(page.total, total);
        assert!(
            rows.iter()
                .eq(expected[seen..seen + rows.len()].iter().copied())
        );
        seen += rows.len();
        next = page.next;
        assert!(next.is_none() || !rows.is_empty());
    }
    assert!(offset >= total || seen == expected.len());

    let (of, wanted) = (store.account_keys(user), filter.clone());
    let (counted, scanned) = store.read(move |tx| {
        let mut sum = 0.0;
        scan(tx, &of, &wanted, |_, points, range| {
            sum += points.values()[range].iter().sum::<f64>();
            Ok::<_, StoreError>(())
        })?;
        Ok((count(tx, &of, &wanted)?, sum))
    });
    assert_eq!(counted, total);
    let sum: f64 = expected.iter().map(|row| row.value).sum();
    assert!(
        (scanned - sum).abs() < 1e-6 * sum.max(1.0),
        "{scanned} {sum}"
    );
}

/// Invariants of the tables that hold after every operation.
fn sound(store: &Store, user: &UserId) {
    assert_eq!(row_state::differences(store, user), [""; 0]);
    let user = user.clone();
    store.read(move |tx| {
        for series in series(tx, &user, &Filter::default())? {
            let chunks = chunks_in(tx, &user, series.id, i64::MIN, i64::MAX)?;
            assert!(chunks.windows(2).all(|pair| pair[0].t1 < pair[1].t0));
            let most = CHUNK_POINTS as u32;
            assert!(chunks.iter().all(|chunk| (1..=most).contains(&chunk.n)));
            assert_eq!(
                chunks.iter().map(|chunk| u64::from(chunk.n)).sum::<u64>(),
                series.total
            );
            assert_eq!(chunks[0].t0, series.first.0);
            assert_eq!(chunks[chunks.len() - 1].t1, series.last.0);
        }
        let bodies = |sql| tx.query_one::<i64>(sql, params![&user], |row| row.at(0));
        assert_eq!(
            bodies("SELECT COUNT(*) FROM seg_body WHERE user_id = ?1")?,
            bodies("SELECT COUNT(*) FROM seg WHERE user_id = ?1")?
        );
        // The counts for the quotas equal the stored rows.
        let counted = lockstep_store::StorageUsage::of(tx, &user)?;
        let of_points = "SELECT CAST(COALESCE(SUM(length(body)), 0) AS BIGINT) FROM seg_body
            WHERE user_id = ?1";
        let of_keys = "SELECT CAST(COALESCE(SUM(length(public) + length(body)), 0) AS BIGINT)
            FROM evaluation_key WHERE user_id = ?1";
        let of_roots = "SELECT CAST(COALESCE(SUM(length(record) + length(signature)
            + COALESCE(length(envelope), 0)), 0) AS BIGINT) FROM attested_root WHERE user_id = ?1";
        let bytes = bodies(of_points)? + bodies(of_keys)? + bodies(of_roots)?;
        assert_eq!(counted.bytes as i64, bytes);
        assert_eq!(
            counted.chunks as i64,
            bodies("SELECT COUNT(*) FROM seg WHERE user_id = ?1")?
        );
        assert_eq!(
            counted.series as i64,
            bodies("SELECT COUNT(*) FROM series WHERE user_id = ?1")?
        );
        Ok(())
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_a_map(acts in prop::collection::vec((act(), filter(), 0..30_000_u64), 1..8)) {
        let store = Store::new();
        let user = user();
        let mut model = BTreeMap::new();
        for (act, look, offset) in &acts {
            match act {
                Act::Append(rows) => {
                    let before = model.len();
                    model.extend(rows.iter().map(|row| (row.key(), row.clone())));
                    let appended = store.append(&user, rows);
                    prop_assert_eq!(appended.received as usize, rows.len());
                    prop_assert_eq!(appended.added as usize, model.len() - before);
                }
                Act::Remove(filter) => {
                    let gone: Vec<Key> = meant(&model, filter).iter().map(|row| row.key()).collect();
                    for key in &gone {
                        model.remove(key);
                    }
                    prop_assert_eq!(store.remove(&user, filter).count as usize, gone.len());
                }
            }
            sound(&store, &user);
            agree(&store, &user, &model, &Filter::default(), *offset);
            agree(&store, &user, &model, look, offset / 4);
        }
    }
}
