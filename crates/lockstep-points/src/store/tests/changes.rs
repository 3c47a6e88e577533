//! The counts of deletions and replacements, compared with a map.

use lockstep_vault::Mode;

use super::row_state::differences;
use super::*;
use crate::store::changes::{Changed, changed};

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
        let Changed {
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
        self.home
            .append(&self.home.account_keys(user), batch, options);
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
    ] {
        for mode in [None, Some(Mode::Zk)] {
            let (store, ann) = (Store::new(), user());
            store.append_under(&ann, std::slice::from_ref(&first), None);
            store.append_under(&ann, std::slice::from_ref(&second), mode);
            let found = store.changed(&ann, RESTING, (DAY, 2 * DAY - 1));
            assert_eq!(found, (0, replaced), "{what} under {mode:?}");
            assert_eq!(store.changed(&ann, RESTING, (0, DAY - 1)), (0, 0), "{what}");
        }
    }
}

#[test]
fn changes_are_counted_for_the_days_they_are_of() {
    let (store, ann, bob) = (Store::new(), user(), user());
    let days: Vec<Row> = (1..=20).map(|day| resting(day * DAY, 60.0)).collect();
    store.append(&ann, &days);
    store.append(&ann, &[Row::heart_rate(DAY, 60.0)]);
    // Out of a chunk: the day alone. Of a type that nothing is claimed of: not at all.
    store.remove(&ann, &within(5 * DAY, 6 * DAY - 1));
    store.remove(&ann, &within(DAY, DAY));
    let on = |day: i64| {
        store
            .changed(&ann, RESTING, (day * DAY, (day + 1) * DAY - 1))
            .0
    };
    assert_eq!((on(1), on(4), on(5), on(6)), (1, 0, 1, 0));
    assert_eq!(
        store.changed(&ann, "heart_rate", (i64::MIN, i64::MAX)),
        (0, 0)
    );
    // A chunk as a whole is not opened: on each of its days as many as it held, and in all no more.
    store.remove(&ann, &Filter::default());
    assert_eq!((on(2), on(12), on(20), on(21)), (18, 18, 18, 0));
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
    Upload(Vec<(i64, u8)>, Option<Mode>),
    Remove(i64, i64),
}

fn step() -> impl Strategy<Value = Step> {
    let point = (0_i64..40, 0_u8..3);
    let mode = prop_oneof![Just(None), Just(Some(Mode::Basic)), Just(Some(Mode::Zk))];
    prop_oneof![
        3 => (prop::collection::btree_map(0_i64..40, 0_u8..3, 1..20), mode)
            .prop_map(|(points, mode)| Step::Upload(points.into_iter().collect(), mode)),
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
        let mut model: BTreeMap<i64, u8> = BTreeMap::new();
        let mut true_changes: BTreeMap<i64, (u64, u64)> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Upload(points, mode) => {
                    let rows: Vec<Row> = points
                        .iter()
                        .map(|(at, value)| resting(at * APART, 50.0 + f64::from(*value)))
                        .collect();
                    store.append_under(&ann, &rows, mode);
                    for (at, value) in points {
                        if model.insert(at, value).is_some_and(|before| before != value) {
                            true_changes.entry(at / 6).or_default().1 += 1;
                        }
                    }
                }
                Step::Remove(from, to) => {
                    let account_keys = store.home.account_keys(&ann);
                    let filter = within(from * APART, to * APART);
                    let db = &store.home.state.db;
                    let write = db.write("remove", move |tx| remove(tx, &account_keys, &filter));
                    store.home.runtime.block_on(write).unwrap();
                    for at in from..=to {
                        if model.remove(&at).is_some() {
                            true_changes.entry(at / 6).or_default().0 += 1;
                        }
                    }
                }
            }
        }
        let all = true_changes.values().fold((0, 0), |sum, day| (sum.0 + day.0, sum.1 + day.1));
        prop_assert_eq!(store.changed(&ann, RESTING, (i64::MIN, i64::MAX)), all);
        for (day, (deleted, replaced)) in true_changes {
            let found = store.changed(&ann, RESTING, (day * DAY, day * DAY));
            prop_assert!(found.0 >= deleted && found.1 == replaced, "{} {:?}", day, found);
        }
    }
}
