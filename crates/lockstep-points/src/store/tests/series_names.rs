//! Series that get another type or device outside the server.

use super::row_state::differences;
use super::*;

const SWAP: &str = "UPDATE series SET type =
    CASE type WHEN 'heart_rate' THEN 'resting_heart_rate' ELSE 'heart_rate' END";

/// The edit, and the number of series that are named.
const EDITS: &[(&[&str], usize)] = &[
    (&[SWAP], 2),
    (
        &["UPDATE series SET type = 'hrv' WHERE device = 'strap'"],
        1,
    ),
    (
        &["UPDATE series SET device = 'other' WHERE device = 'strap'"],
        1,
    ),
    // The digest moves with the name, or is removed.
    (
        &[
            SWAP,
            "UPDATE series SET name_digest =
                 (SELECT name_digest FROM old_series WHERE old_series.id <> series.id)
             WHERE device IN ('strap', 'Polar H10')",
        ],
        2,
    ),
    (
        &["UPDATE series SET type = 'hrv', name_digest = NULL WHERE device = 'strap'"],
        1,
    ),
    (
        &["UPDATE series SET type = 'hrv', name_digest = 'x' WHERE device = 'strap'"],
        1,
    ),
];

const PUT_BACK: &[&str] = &["UPDATE series SET (type, device, name_digest) =
    (SELECT type, device, name_digest FROM old_series WHERE old_series.id = series.id)
    WHERE id IN (SELECT id FROM old_series)"];

/// Two series, and a copy of their rows.
fn filled() -> (Store, UserId) {
    let (store, ann) = (Store::new(), user());
    store.append(&ann, &[Row::heart_rate(5, 61.0), Row::heart_rate(6, 62.0)]);
    let resting = Row {
        kind: "resting_heart_rate".to_owned(),
        device: "strap".to_owned(),
        ..Row::heart_rate(5, 50.0)
    };
    store.append(&ann, &[resting]);
    store.run(&["CREATE TABLE old_series AS SELECT * FROM series"]);
    (store, ann)
}

fn ring(at: i64) -> Row {
    Row {
        device: "ring".to_owned(),
        ..Row::heart_rate(at, 63.0)
    }
}

#[test]
fn another_type_or_device_of_a_series_is_named_until_it_is_put_back() {
    for (edit, count) in EDITS {
        for writes_meanwhile in [false, true] {
            let said = format!("{edit:?}, {writes_meanwhile}");
            let (store, ann) = filled();
            assert!(!store.refuses(&ann), "{said}");
            store.run(edit);
            if writes_meanwhile {
                store.append(&ann, &[ring(5)]);
            }
            let expected = vec!["series"; *count];
            assert_eq!(differences(&store, &ann), expected, "{said}");
            assert!(store.refuses(&ann), "{said}");
            let found = store.scrub();
            let named: Vec<&str> = found.damaged.iter().map(|one| &*one.table).collect();
            assert_eq!(named, expected, "{said}");
            assert!(found.damaged.iter().all(|one| !one.row.is_empty()));
            store.run(PUT_BACK);
            assert_eq!(differences(&store, &ann), [""; 0], "{said}");
            assert_eq!(store.scrub().damaged, [], "{said}");
            assert!(!store.refuses(&ann), "{said}");
        }
    }
}

/// The operator takes the rows as they are.
#[test]
fn accepted_names_are_the_ones_of_the_series() {
    let (store, ann) = filled();
    store.run(&[SWAP]);
    let account_keys = store.account_keys(&ann);
    store.write("test.accept", move |tx| ledger::accept(tx, &account_keys));
    assert_eq!(differences(&store, &ann), [""; 0]);
    assert!(!store.refuses(&ann));
}

/// The type in the row of a chunk that was set aside: neither the chunk nor new points of that type get it.
#[test]
fn a_chunk_that_was_set_aside_does_not_come_back_under_another_name() {
    let (store, ann) = (Store::new(), user());
    store.append(&ann, &[Row::heart_rate(5, 61.0)]);
    store.run(&[
        "CREATE TABLE old_seg_body AS SELECT * FROM seg_body",
        "UPDATE seg_body SET body = x'00'",
    ]);
    let aside = "SELECT COUNT(*) FROM damaged_chunk";
    store.scrub();
    assert_eq!(store.count(aside), 1);
    store.run(&[
        "UPDATE damaged_chunk SET type = 'hrv'",
        "UPDATE seg_body SET body = (SELECT body FROM old_seg_body)",
    ]);
    store.scrub();
    let hrv = Row {
        kind: "hrv".to_owned(),
        ..Row::heart_rate(90, 40.0)
    };
    store.append(&ann, &[hrv]);
    store.scrub();
    assert_eq!(store.count(aside), 1);
    let continued = "SELECT COUNT(*) FROM series WHERE id IN (SELECT series_id FROM damaged_chunk)";
    assert_eq!(store.count(continued), 0);
    store.run(&["UPDATE damaged_chunk SET type = 'heart_rate'"]);
    assert_eq!(store.scrub().damaged, []);
    assert_eq!(store.count(aside), 0);
    assert_eq!(differences(&store, &ann), [""; 0]);
}
