//! The rows that a claim states and no seal protects: edited, removed, added or put back outside the server.

use super::row_state::differences;
use super::*;
use crate::store::changes::{changed, ensure_last_written, zone_changed_at};
use crate::store::profile;

const DAY: i64 = 86_400_000;
const RESTING: &str = "resting_heart_rate";

fn resting(at: i64, value: f64) -> Row {
    Row {
        kind: RESTING.to_owned(),
        ..Row::heart_rate(at, value)
    }
}

impl Store {
    fn change_zone(&self, user: &UserId) {
        let account_keys = self.account_keys(user);
        self.write("zone", move |tx| {
            profile::save(tx, &account_keys, "{}", true)
        });
    }

    /// Whether a claim would be refused.
    pub(super) fn refuses(&self, user: &UserId) -> bool {
        let account_keys = self.account_keys(user);
        self.read(move |tx| Ok(ensure_last_written(tx, &account_keys).is_err()))
    }

    fn zone(&self, user: &UserId) -> Option<Option<Timestamp>> {
        let account_keys = self.account_keys(user);
        self.read(move |tx| Ok(zone_changed_at(tx, &account_keys).ok()))
    }
}

/// The edit, and the table that is named and repaired.
const EDITS: &[(&[&str], &str)] = &[
    (&["DELETE FROM zone_change"], "zone_change"),
    (&["UPDATE zone_change SET user_id = 'usr_x'"], "zone_change"),
    (
        &["UPDATE zone_change SET changed_at = changed_at - 1"],
        "zone_change",
    ),
    (&["UPDATE zone_change SET changed_at = 'x'"], "zone_change"),
    (
        &["UPDATE zone_change SET changed_at = (SELECT changed_at FROM old_zone_change)"],
        "zone_change",
    ),
    (&["DELETE FROM point_change"], "point_change"),
    (
        &["DELETE FROM point_change WHERE deleted > 0"],
        "point_change",
    ),
    (
        &["UPDATE point_change SET user_id = 'usr_x'"],
        "point_change",
    ),
    (&["UPDATE point_change SET deleted = 0"], "point_change"),
    (
        &["UPDATE point_change SET replaced = replaced - 1 WHERE replaced > 0"],
        "point_change",
    ),
    (&["UPDATE point_change SET deleted = 'x'"], "point_change"),
    (&["UPDATE point_change SET deleted = -1"], "point_change"),
    (
        &["UPDATE point_change SET deleted = 9223372036854775807"],
        "point_change",
    ),
    (&["UPDATE point_change SET type = 'steps'"], "point_change"),
    (&["UPDATE point_change SET type = x'ff'"], "point_change"),
    (
        &["UPDATE point_change SET first_day = first_day + 400, last_day = last_day + 400"],
        "point_change",
    ),
    (&["UPDATE point_change SET last_day = 'x'"], "point_change"),
    (
        &[
            "DELETE FROM point_change",
            "INSERT INTO point_change SELECT * FROM old_point_change",
        ],
        "point_change",
    ),
    (
        &["INSERT INTO point_change SELECT user_id, 'steps', 1, 1, 0, 0 FROM point_change LIMIT 1"],
        "point_change",
    ),
];

/// Found at once, also after further changes; repaired once by the scrub. Counts that are lost are counted from
/// then on.
#[test]
fn rows_that_a_claim_states_are_bound_to_the_account() {
    for (edit, table) in EDITS {
        for writes_meanwhile in [false, true] {
            let said = format!("{edit:?}, {writes_meanwhile}");
            let (store, ann) = (Store::new(), user());
            let days: Vec<Row> = (1..=4).map(|day| resting(day * DAY, 60.0)).collect();
            store.append(&ann, &days);
            store.append(&ann, &[resting(DAY, 61.0)]);
            store.change_zone(&ann);
            store.run(&[
                "CREATE TABLE old_point_change AS SELECT * FROM point_change",
                "CREATE TABLE old_zone_change AS SELECT user_id, changed_at - 1 AS changed_at
                     FROM zone_change",
            ]);
            let at = |day: i64| Filter {
                from: Some(Timestamp(day * DAY)),
                to: Some(Timestamp(day * DAY)),
                ..Filter::default()
            };
            store.remove(&ann, &at(2));
            let zone = store.zone(&ann);
            assert!(
                matches!(zone, Some(Some(_))) && !store.refuses(&ann),
                "{said}"
            );
            store.run(edit);
            if writes_meanwhile {
                store.append(&ann, &[resting(3 * DAY, 62.0)]);
                store.remove(&ann, &at(4));
            }
            assert_eq!(differences(&store, &ann), [*table], "{said}");
            assert!(store.refuses(&ann), "{said}");
            let found = store.scrub();
            assert_eq!(found.damaged, [], "{said}");
            let repaired: Vec<&str> = found.repaired.iter().map(|one| &*one.table).collect();
            assert_eq!(repaired, [*table], "{said}");
            let again = store.scrub();
            assert_eq!((again.damaged, again.repaired), (vec![], vec![]), "{said}");
            assert!(!store.refuses(&ann), "{said}");
            // The time is the sealed one; counts begin again, and so does their time.
            assert_eq!(store.zone(&ann), zone, "{said}");
            let of = ann.clone();
            let counts = store.read(move |tx| changed(tx, &of, RESTING, (i64::MIN, i64::MAX)));
            let is_empty = (counts.deleted, counts.replaced) == (0, 0);
            assert_eq!(is_empty, *table == "point_change", "{said}: {counts:?}");
            store.append(&ann, &[resting(DAY, 63.0)]);
            assert_eq!(differences(&store, &ann), [""; 0], "{said}");
        }
    }
}

/// A time zone that was never changed is recorded as such: a row that is added is found and removed.
#[test]
fn an_unrecorded_change_of_the_time_zone_is_found() {
    let (store, ann) = (Store::new(), user());
    store.append(&ann, &[resting(DAY, 60.0)]);
    assert_eq!(store.zone(&ann), Some(None));
    store.run(&["INSERT INTO zone_change SELECT user_id, 0 FROM point_number"]);
    assert_eq!((store.zone(&ann), store.refuses(&ann)), (None, true));
    assert_eq!(store.scrub().damaged, []);
    assert_eq!((store.zone(&ann), store.refuses(&ann)), (Some(None), false));
}

/// Rows of chunks and client blocks count for a claim as well; days do not.
#[test]
fn no_claim_is_made_over_rows_that_are_not_the_last_written() {
    for (edit, is_refused) in [
        (&["DELETE FROM seg"][..], true),
        (&["DELETE FROM point_state"], true),
        (&["UPDATE point_state SET sealed = x'00'"], true),
        (&["UPDATE point_number SET used = 0"], true),
        (&["DELETE FROM profile"], true),
        (&["DELETE FROM day"], false),
    ] {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[resting(DAY, 60.0)]);
        store.change_zone(&ann);
        assert!(!store.refuses(&ann));
        store.run(edit);
        assert_eq!(store.refuses(&ann), is_refused, "{edit:?}");
    }
}
