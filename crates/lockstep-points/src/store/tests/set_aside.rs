//! Rows that were removed outside the server and come back: no scrub and no deletion removes the bytes of a
//! chunk whose row is missing, and a chunk that was set aside returns when it opens again.

use lockstep_web::capability::ScrubResult;

use super::row_state::differences;
use super::*;

impl Store {
    pub(super) fn scrub(&self) -> ScrubResult {
        let scrubbed = crate::operations::damage::scrub(self.fixture.state.clone(), None);
        self.fixture.runtime.block_on(scrubbed).unwrap()
    }

    pub(super) fn run(&self, statements: &'static [&'static str]) {
        self.write("test.sql", move |tx| {
            statements
                .iter()
                .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
        });
    }

    fn total(&self, user: &UserId) -> u64 {
        let (page, _) = self.page(user, &Filter::default(), Start::Offset(0), 100);
        page.total
    }

    pub(super) fn count(&self, sql: &'static str) -> i64 {
        self.read(move |tx| tx.query_one(sql, &[], |row| row.at(0)))
    }
}

const KEEP: &[&str] = &[
    "CREATE TABLE old_seg AS SELECT * FROM seg",
    "CREATE TABLE old_seg_body AS SELECT * FROM seg_body",
    "CREATE TABLE old_series AS SELECT * FROM series",
];

fn of_device(device: &str, at: i64) -> Row {
    Row {
        device: device.to_owned(),
        ..Row::heart_rate(at, 61.0)
    }
}

/// Three series of one chunk each.
fn filled() -> (Store, UserId) {
    let (store, ann) = (Store::new(), user());
    for device in ["strap", "watch", "ring"] {
        store.append(&ann, &[of_device(device, 5), of_device(device, 6)]);
    }
    store.run(KEEP);
    (store, ann)
}

type Act = fn(&Store, &UserId);
type Statements = &'static [&'static str];

fn remove_ring(store: &Store, user: &UserId) {
    let filter = Filter {
        device: Some("ring".to_owned().into()),
        ..Filter::default()
    };
    store.remove(user, &filter);
}

fn scrub_twice(store: &Store, _: &UserId) {
    store.scrub();
    store.scrub();
}

fn append_more(store: &Store, user: &UserId) {
    store.scrub();
    store.append(user, &[of_device("strap", 90)]);
}

/// Name, the removal, the act between removal and return, how the rows come back, and the points after that.
const REMOVED: &[(&str, Statements, Act, Statements, u64)] = &[
    (
        "one row of seg",
        &["DELETE FROM seg WHERE series_id = (SELECT id FROM series WHERE device = 'strap')"],
        scrub_twice,
        &["INSERT OR IGNORE INTO seg SELECT * FROM old_seg"],
        6,
    ),
    (
        "every row of seg",
        &["DELETE FROM seg"],
        scrub_twice,
        &["INSERT INTO seg SELECT * FROM old_seg"],
        6,
    ),
    (
        "one row of seg, and a deletion of other points",
        &["DELETE FROM seg WHERE series_id = (SELECT id FROM series WHERE device = 'strap')"],
        remove_ring,
        &["INSERT OR IGNORE INTO seg SELECT * FROM old_seg
           WHERE series_id = (SELECT id FROM old_series WHERE device = 'strap')"],
        4,
    ),
    (
        "one row of series",
        &["DELETE FROM series WHERE device = 'strap'"],
        scrub_twice,
        &["INSERT INTO series SELECT * FROM old_series WHERE device = 'strap'"],
        6,
    ),
    (
        "every row of series",
        &["DELETE FROM series"],
        scrub_twice,
        &["INSERT INTO series SELECT * FROM old_series"],
        6,
    ),
    (
        "one row of seg_body",
        &[
            "DELETE FROM seg_body WHERE id = (SELECT body_id FROM seg JOIN series
               ON series.id = seg.series_id WHERE device = 'strap')",
        ],
        scrub_twice,
        &["INSERT OR IGNORE INTO seg_body SELECT * FROM old_seg_body"],
        6,
    ),
    (
        "damaged bytes",
        &["UPDATE seg_body SET body = x'00'"],
        scrub_twice,
        &["INSERT OR REPLACE INTO seg_body SELECT * FROM old_seg_body"],
        6,
    ),
    (
        "damaged bytes, and points that came since",
        &["UPDATE seg_body SET body = x'00'"],
        append_more,
        &["INSERT OR REPLACE INTO seg_body SELECT * FROM old_seg_body"],
        7,
    ),
];

#[test]
fn rows_that_come_back_bring_their_points_back() {
    for (name, removal, act, back, expected) in REMOVED {
        let (store, ann) = filled();
        store.run(removal);
        act(&store, &ann);
        let found = store.scrub();
        assert!(!found.damaged.is_empty(), "{name}: nothing is named");
        store.run(back);
        store.scrub();
        let after = store.scrub();
        assert_eq!((after.damaged, after.repaired), (vec![], vec![]), "{name}");
        assert_eq!(store.total(&ann), *expected, "{name}");
        assert_eq!(differences(&store, &ann), [""; 0], "{name}");
        // Whatever came back is as before: it is changed and deleted like other points.
        store.append(&ann, &[of_device("strap", 7)]);
        store.remove(&ann, &Filter::default());
        assert_eq!(differences(&store, &ann), [""; 0], "{name}");
        assert_eq!(store.count("SELECT COUNT(*) FROM seg_body"), 0, "{name}");
    }
}

/// A removal of all points also removes bytes whose row is missing.
#[test]
fn a_removal_of_everything_removes_bytes_whose_row_is_missing() {
    let (store, ann) = filled();
    store
        .run(&["DELETE FROM seg WHERE series_id = (SELECT id FROM series WHERE device = 'strap')"]);
    store.remove(&ann, &Filter::default());
    assert_eq!(store.count("SELECT COUNT(*) FROM seg_body"), 0);
    store.scrub();
    assert_eq!(store.scrub().damaged, []);
    assert_eq!(differences(&store, &ann), [""; 0]);
}

/// A chunk whose place was taken stays set aside, with its bytes, until that place is free.
#[test]
fn a_chunk_whose_times_are_taken_stays_aside() {
    let (store, ann) = filled();
    store.run(&["UPDATE seg_body SET body = x'00'"]);
    store.scrub();
    store.append(&ann, &[of_device("strap", 6)]);
    store.run(
        &["INSERT OR REPLACE INTO seg_body SELECT * FROM old_seg_body
                 WHERE id IN (SELECT body_id FROM damaged_chunk)"],
    );
    let found = store.scrub();
    let reasons: Vec<&str> = found.damaged.iter().map(|one| &*one.reason).collect();
    assert!(reasons[0].contains("newer points"), "{reasons:?}");
    assert_eq!((reasons.len(), store.total(&ann)), (1, 5));
    assert_eq!(differences(&store, &ann), [""; 0]);
}

/// An older copy of `seg` that is put back costs nothing once the right rows are back: the row of a series whose newer
/// chunk is missing stays, and the older row is not kept as a damaged chunk.
#[test]
fn an_older_copy_of_the_chunks_leaves_nothing_behind() {
    let acts: [Act; 3] = [scrub_twice, append_ring, remove_ring];
    for (nth, act) in acts.into_iter().enumerate() {
        let (store, ann) = (Store::new(), user());
        for device in ["strap", "ring"] {
            store.append(&ann, &[of_device(device, 5), of_device(device, 6)]);
        }
        store.run(&["CREATE TABLE older_seg AS SELECT * FROM seg"]);
        store.append(&ann, &[of_device("strap", 7)]);
        store.append(&ann, &[of_device("watch", 8)]);
        store.run(KEEP);
        store.run(&["DELETE FROM seg", "INSERT INTO seg SELECT * FROM older_seg"]);
        act(&store, &ann);
        assert!(!store.scrub().damaged.is_empty(), "{nth}");
        store.run(&[
            "DELETE FROM seg WHERE body_id NOT IN (SELECT body_id FROM old_seg)
                 AND body_id IN (SELECT body_id FROM older_seg)",
            "INSERT OR IGNORE INTO seg SELECT * FROM old_seg
                 WHERE series_id <> (SELECT id FROM old_series WHERE device = 'ring')",
        ]);
        store.scrub();
        let after = store.scrub();
        assert_eq!((after.damaged, after.repaired), (vec![], vec![]), "{nth}");
        assert_eq!(store.total(&ann), [6, 7, 4][nth], "{nth}");
        assert_eq!(differences(&store, &ann), [""; 0], "{nth}");
        assert_eq!(
            store.count("SELECT COUNT(*) FROM damaged_chunk"),
            0,
            "{nth}"
        );
    }
}

fn append_ring(store: &Store, user: &UserId) {
    store.scrub();
    store.append(user, &[of_device("ring", 90)]);
}
