//! The counts of deletions and replacements, compared with a map.

use std::collections::BTreeSet;

use lockstep_vault::Mode;

use super::row_state::differences;
use super::*;
use crate::store::changes::{ChangeCounts, changed};

const DAY: i64 = 86_400_000;
const RESTING: &str = "resting_heart_rate";

fn resting(at: i64, value: f64) -> Row {
    Row {
        kind: RESTING.to_owned(),
        ..Row::heart_rate(at, value)
    }
}

fn within(from: i64, to: i64) -> Filter {
    Filter {
        from: Some(Timestamp(from)),
        to: Some(Timestamp(to)),
        ..Filter::default()
    }
}

impl Store {
    fn changed(&self, user: &UserId, kind: &'static str, range: (i64, i64)) -> (u64, u64) {
        let user = user.clone();
        let ChangeCounts {
            deleted, replaced, ..
        } = self.read(move |tx| changed(tx, &user, kind, range));
        (deleted, replaced)
    }

    fn append_under(&self, user: &UserId, rows: &[Row], mode: Option<Mode>) {
        let mut batch = Batch::default();
        for row in rows {
            batch.push(&row.point());
        }
        let options = StorageOptions {
            mode,
            ..StorageOptions::default()
        };
        self.fixture
            .append(&self.fixture.account_keys(user), batch, options);
    }
}

#[test]
fn only_another_value_is_a_replacement() {
    let first = resting(DAY, 61.0);
    let with = |change: fn(&mut Row)| {
        let mut row = first.clone();
        change(&mut row);
        row
    };
    for (what, second, replaced) in [
        ("the same", first.clone(), 0),
        ("a note", with(|it| it.metadata = Some("{}".to_owned())), 0),
        ("another moment", with(|it| it.at += 1), 0),
        ("another device", with(|it| it.device.push('2')), 0),
        ("a value", with(|it| it.value += 0.5), 1),
        ("a unit", with(|it| it.unit = "/min".to_owned()), 1),
        ("a confidence", with(|it| it.confidence = Some(0.5)), 1),
        ("a local date", with(|it| it.metadata = Some(dated(2))), 1),
    ] {
        for mode in [None, Some(Mode::Zk)] {
            let (store, ann) = (Store::new(), user());
            store.append_under(&ann, std::slice::from_ref(&first), None);
            store.append_under(&ann, std::slice::from_ref(&second), mode);
            let found = store.changed(&ann, RESTING, (DAY, 2 * DAY - 1));
            assert_eq!(found, (0, replaced), "{what} under {mode:?}");
            let before = store.changed(&ann, RESTING, (-DAY, -1));
            assert_eq!(before, (0, 0), "{what}");
            // Both in one upload, as messages of a device are stored that arrive together.
            let bob = user();
            store.append_under(&bob, &[first.clone(), second.clone()], mode);
            let found = store.changed(&bob, RESTING, (DAY, 2 * DAY - 1));
            assert_eq!(found, (0, replaced), "{what} in one upload under {mode:?}");
        }
    }
}

/// A point counts on the local date that it states. The date of a point that is removed unread is not known,
/// so changes of the days beside count too.
#[test]
fn changes_count_for_every_day_that_a_point_may_belong_to() {
    let point = |date: i64| Row {
        metadata: Some(dated(date)),
        ..resting(5 * DAY, 90.0)
    };
    let on = |store: &Store, user: &UserId, day: i64| {
        store.changed(user, RESTING, (day * DAY, (day + 1) * DAY - 1))
    };
    for date in 4..=6 {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[point(date)]);
        store.remove(&ann, &Filter::default());
        assert!(on(&store, &ann, date).0 >= 1, "deleted from day {date}");
        for new in (4..=6).filter(|new| *new != date) {
            let (store, ann) = (Store::new(), user());
            store.append(&ann, &[point(date)]);
            store.append(&ann, &[point(new)]);
            for day in [date, new] {
                assert!(on(&store, &ann, day).1 >= 1, "{date} to {new}: {day}");
            }
            assert_eq!([3, 7].map(|day| on(&store, &ann, day)), [(0, 0); 2]);
        }
    }
}

/// A damaged block of the client is removed with what it may have held: it counts for each type and day that
/// its row does not exclude.
#[test]
fn damaged_client_blocks_count_as_deleted() {
    const DAYS: (i64, i64) = (5 * DAY, 6 * DAY - 1);
    for (columns, deleted, others) in [
        // Type, device, first, last, count.
        (
            "'resting_heart_rate', x'00', 432000000, 432000000, 3",
            3,
            (0, 0),
        ),
        ("'resting_heart_rate', x'00', 'x', 432000000, 3", 3, (3, 0)),
        ("x'ff', 'watch', 432000000, 432000000, 3", 3, (0, 3)),
        (
            "'resting_heart_rate', 'watch', 432000000, 432000000, 'x'",
            u64::MAX >> 1,
            (0, 0),
        ),
    ] {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(DAY, 60.0)]);
        let insert = format!(
            "INSERT INTO client_block(user_id, id, type, device, t0, t1, n, key_id, body)
             SELECT user_id, 99999, {columns}, 'key', x'00' FROM series"
        );
        store.write("insert", move |tx| tx.execute(&insert, &[]));
        store.remove(&ann, &within(5 * DAY, 6 * DAY));
        let found = store.changed(&ann, RESTING, DAYS).0;
        assert_eq!(found, deleted, "{columns}");
        let far = store.changed(&ann, RESTING, (50 * DAY, 50 * DAY)).0;
        let steps = store.changed(&ann, "steps", DAYS).0;
        assert_eq!((far, steps), others, "{columns}");
    }
}

/// Returns metadata that states a day of January 1970, counted from 0.
fn dated(day: i64) -> String {
    match day {
        -1 => r#"{"localDate":"1969-12-31"}"#.to_owned(),
        day => format!(r#"{{"localDate":"1970-01-{:02}"}}"#, day + 1),
    }
}

#[test]
fn changes_are_counted_for_the_days_they_are_of() {
    let (store, ann, bob) = (Store::new(), user(), user());
    let days: Vec<Row> = (1..=20).map(|day| resting(day * DAY, 60.0)).collect();
    store.append(&ann, &days);
    store.append(&ann, &[Row::heart_rate(DAY, 60.0)]);
    // A point outside of chunks changes only its day. A point of a type without claims changes nothing.
    store.remove(&ann, &within(5 * DAY, 6 * DAY - 1));
    store.remove(&ann, &within(DAY, DAY));
    let on = |day: i64| {
        store
            .changed(&ann, RESTING, (day * DAY, (day + 1) * DAY - 1))
            .0
    };
    // The days beside count too: a point may state a local date other than that of its time.
    let found = [1, 2, 3, 4, 5, 6, 7].map(on);
    assert_eq!(found, [1, 1, 0, 1, 1, 1, 0]);
    assert_eq!(
        store.changed(&ann, "heart_rate", (i64::MIN, i64::MAX)),
        (0, 0)
    );
    // A chunk as a whole is not opened: on each of its days as many as it held, and in all no more.
    store.remove(&ann, &Filter::default());
    let found = [3, 12, 20, 21, 22].map(on);
    assert_eq!(found, [18, 18, 18, 18, 0]);
    let all = (i64::MIN, i64::MAX);
    assert_eq!(store.changed(&ann, RESTING, all), (20, 0));
    assert_eq!(store.changed(&bob, RESTING, all), (0, 0));
    // Points that come again are new ones: the count stays until the account is erased.
    store.append(&ann, &days);
    assert_eq!(store.changed(&ann, RESTING, all), (20, 0));
    let of = ann.clone();
    store.write("erase", move |tx| erase(tx, &of));
    assert_eq!(store.changed(&ann, RESTING, all), (0, 0));
}

#[test]
fn rows_of_several_days_are_joined_when_they_are_many() {
    let (store, ann) = (Store::new(), user());
    let spans = 300;
    let account_keys = store.account_keys(&ann);
    store.write("spans", move |tx| {
        ledger::change(tx, &account_keys, 1, |tx, ledger| {
            for nth in 0..spans {
                let mut changes = crate::store::changes::Changes::of(RESTING);
                changes.deleted((nth * DAY, (nth + 1) * DAY), 2);
                changes.keep(tx, ledger, RESTING)?;
            }
            Ok(())
        })
    });
    assert_eq!(differences(&store, &ann), [""; 0]);
    assert_eq!(store.changed(&ann, RESTING, (i64::MIN, i64::MAX)), (600, 0));
    let rows: i64 =
        store.read(|tx| tx.query_one("SELECT COUNT(*) FROM point_change", &[], |row| row.at(0)));
    assert!(rows <= 257, "{rows}");
    // Each is an upper bound still.
    assert!(store.changed(&ann, RESTING, (0, 0)).0 >= 2);
}

#[derive(Clone, Debug)]
enum Step {
    /// Time, value, and the distance of the local date that is stated. A time can come several times.
    Upload(Vec<(i64, (u8, Option<i64>))>, Option<Mode>),
    Remove(i64, i64),
}

fn step() -> impl Strategy<Value = Step> {
    let point = (0_i64..40, 0_u8..3);
    let date = prop_oneof![2 => Just(None), 1 => (-1_i64..=1).prop_map(Some)];
    let mode = prop_oneof![Just(None), Just(Some(Mode::Basic)), Just(Some(Mode::Zk))];
    prop_oneof![
        3 => (prop::collection::vec((0_i64..40, (0_u8..3, date)), 1..20), mode)
            .prop_map(|(points, mode)| Step::Upload(points, mode)),
        1 => point.prop_map(|(from, length)| Step::Remove(from, from + i64::from(length) * 8)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// After every operation the total equals the changed points, and each day counts at least its own.
    #[test]
    fn no_change_goes_uncounted(steps in prop::collection::vec(step(), 1..12)) {
        // Six points to a day.
        const APART: i64 = DAY / 6;
        let (store, ann) = (Store::new(), user());
        let mut model: BTreeMap<i64, (u8, Option<i64>)> = BTreeMap::new();
        let mut true_changes: BTreeMap<i64, (u64, u64)> = BTreeMap::new();
        let mut all = (0, 0);
        let day = |at: i64, (_, date): (u8, Option<i64>)| at / 6 + date.unwrap_or(0);
        for step in steps {
            match step {
                Step::Upload(points, mode) => {
                    let rows: Vec<Row> = points
                        .iter()
                        .map(|(at, (value, date))| Row {
                            metadata: date.map(|date| dated(at / 6 + date)),
                            ..resting(at * APART, 50.0 + f64::from(*value))
                        })
                        .collect();
                    store.append_under(&ann, &rows, mode);
                    for (at, new) in points {
                        let Some(before) = model.insert(at, new) else {
                            continue;
                        };
                        if before != new {
                            all.1 += 1;
                            let days = [day(at, before), day(at, new)];
                            for day in BTreeSet::from(days) {
                                true_changes.entry(day).or_default().1 += 1;
                            }
                        }
                    }
                }
                Step::Remove(from, to) => {
                    let account_keys = store.fixture.account_keys(&ann);
                    let filter = within(from * APART, to * APART);
                    let db = &store.fixture.state.db;
                    let write = db.write("remove", move |tx| remove(tx, &account_keys, &filter));
                    store.fixture.runtime.block_on(write).unwrap();
                    for at in from..=to {
                        if let Some(before) = model.remove(&at) {
                            all.0 += 1;
                            true_changes.entry(day(at, before)).or_default().0 += 1;
                        }
                    }
                }
            }
        }
        prop_assert_eq!(store.changed(&ann, RESTING, (i64::MIN, i64::MAX)), all);
        for (day, (deleted, replaced)) in true_changes {
            let found = store.changed(&ann, RESTING, (day * DAY, day * DAY));
            prop_assert!(found.0 >= deleted && found.1 >= replaced, "{} {:?}", day, found);
        }
    }
}
