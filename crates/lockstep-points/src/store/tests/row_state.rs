//! The state of an account's rows: its changes, the damage it detects, and stores of versions without it.

mod counters;
mod in_place;

use lockstep_store::id::KeyId;
use lockstep_vault::at_rest::AadContext;
use lockstep_web::ApiError;

use super::*;
use crate::chunk::ChunkLocation;
use crate::columns::Columns;
use crate::layout::PackedChunk;
use crate::operations::damage::set_aside;
use crate::store::client::{self, BlockHeader, ClientBlock};
use crate::store::day::{self, DayRow};
use crate::store::profile;

const STEPS: &str = "steps";

/// Tables in which a scrub finds other rows than were last written.
pub(super) fn differences(store: &Store, user: &UserId) -> Vec<String> {
    let account_keys = store.account_keys(user);
    let checked = store.read(move |tx| ledger::check(tx, &account_keys));
    assert!(!checked.is_unrecorded);
    checked
        .damaged
        .iter()
        .map(|one| one.table.to_string())
        .collect()
}

impl Store {
    fn change<T: Send + 'static>(
        &self,
        user: &UserId,
        act: impl FnMut(&mut Tx<'_>, &AccountKeys) -> Result<T, ApiError> + Send + 'static,
    ) -> T {
        let (account_keys, mut act) = (self.account_keys(user), act);
        let write = self
            .fixture
            .state
            .db
            .write::<_, ApiError, _>("test.change", move |tx| act(tx, &account_keys));
        self.fixture.runtime.block_on(write).unwrap()
    }

    fn put_block(&self, user: &UserId, first: i64, count: i64) {
        let block = ClientBlock {
            head: BlockHeader {
                id: 0,
                kind: "heart_rate".to_owned(),
                device: "own".to_owned(),
                key: KeyId::generate(Timestamp(0), &SystemEntropy),
                first: Timestamp(first),
                last: Timestamp(first + count - 1),
                count: count as u64,
            },
            moments: (first..first + count).collect(),
            envelope: b"sealed by its owner".to_vec(),
        };
        self.change(user, move |tx, account_keys| {
            client::put(tx, account_keys, &block)
        });
    }

    fn keep_day(&self, user: &UserId, t0: i64) {
        self.change(user, move |tx, account_keys| {
            let row = DayRow {
                t0,
                t1: t0 + 1,
                body: b"a day".to_vec(),
            };
            ledger::change(tx, account_keys, 1, |tx, ledger| {
                day::store_rows(tx, ledger, (STEPS, 0), &[row]).map_err(ApiError::from)
            })
        });
    }

    fn save_profile(&self, user: &UserId, weight: f64) {
        let text = profile_of(weight);
        self.change(user, move |tx, account_keys| {
            Ok(profile::save(tx, account_keys, &text, false)?)
        });
    }

    fn profile(&self, user: &UserId) -> Result<Option<String>, StoreError> {
        let account_keys = self.account_keys(user);
        let read = self
            .fixture
            .state
            .db
            .read("test.profile", move |tx| profile::last(tx, &account_keys));
        self.fixture.runtime.block_on(read)
    }

    fn sql(&self, statements: &'static [&'static str]) {
        self.write("test.sql", move |tx| {
            for sql in statements {
                tx.execute(sql, &[])?;
            }
            Ok(())
        });
    }

    fn examine(&self, user: &UserId) -> usize {
        let account_keys = self.account_keys(user);
        let found = set_aside(&self.fixture.state, &account_keys);
        self.fixture.runtime.block_on(found).unwrap().aside.len()
    }
}

fn profile_of(weight: f64) -> String {
    format!("{{\"weightKg\":{weight:?}}}")
}

type Change = fn(&Store, &UserId);

fn overwrite(store: &Store, user: &UserId) {
    store.append(user, &[Row::heart_rate(5, 99.0)]);
}

fn delete_all(store: &Store, user: &UserId) {
    store.remove(user, &Filter::default());
}

fn nothing(_: &Store, _: &UserId) {}

const PUT_CHUNKS_BACK: &[&str] = &[
    "DELETE FROM seg",
    "DELETE FROM seg_body",
    "INSERT INTO seg SELECT * FROM old_seg",
    "INSERT INTO seg_body SELECT * FROM old_seg_body",
];

/// A manipulation outside the server: a preceding change, the statements, and the tables that report it.
const ROLLBACKS: &[(&str, Change, &[&str], &[&str])] = &[
    ("nothing", nothing, &[], &[]),
    ("a chunk put back", overwrite, PUT_CHUNKS_BACK, &["seg"]),
    ("a deletion undone", delete_all, PUT_CHUNKS_BACK, &["seg"]),
    (
        "an insertion removed",
        overwrite,
        &["DELETE FROM seg", "DELETE FROM seg_body"],
        &["seg"],
    ),
    (
        "a chunk beside the others",
        nothing,
        &[
            "INSERT INTO seg SELECT user_id, series_id, t0 + 9, t1 + 9, n, body_id + 1, codec, key_id FROM seg",
        ],
        &["seg"],
    ),
    (
        "a chunk that is set aside outside the server, and removed",
        nothing,
        &["DELETE FROM seg"],
        &["seg"],
    ),
    (
        "the profile put back",
        |store, user| store.save_profile(user, 80.0),
        &[
            "DELETE FROM profile",
            "INSERT INTO profile SELECT * FROM old_profile",
        ],
        &["profile"],
    ),
    (
        "the profile removed",
        nothing,
        &["DELETE FROM profile"],
        &["profile"],
    ),
    (
        "a client block put back",
        |store, user| store.put_block(user, 100, 5),
        &[
            "DELETE FROM client_block",
            "INSERT INTO client_block SELECT * FROM old_client_block",
        ],
        &["client_block"],
    ),
    (
        "a day put back",
        |store, user| store.keep_day(user, 0),
        &["DELETE FROM day", "INSERT INTO day SELECT * FROM old_day"],
        &["day"],
    ),
    (
        "the state put back",
        overwrite,
        &[
            "DELETE FROM point_state",
            "INSERT INTO point_state SELECT * FROM old_point_state",
        ],
        &["seg"],
    ),
    (
        "the state and the chunks put back, not the profile",
        |store, user| {
            store.append(user, &[Row::heart_rate(5, 99.0)]);
            store.save_profile(user, 80.0);
        },
        &[
            "DELETE FROM seg",
            "DELETE FROM seg_body",
            "INSERT INTO seg SELECT * FROM old_seg",
            "INSERT INTO seg_body SELECT * FROM old_seg_body",
            "DELETE FROM point_state",
            "INSERT INTO point_state SELECT * FROM old_point_state",
        ],
        &["profile"],
    ),
    (
        "the counter put back",
        overwrite,
        &["UPDATE point_number SET used = 1"],
        &["point_number"],
    ),
    (
        "the counter far ahead",
        nothing,
        &["UPDATE point_number SET used = used + (1 << 20) + 1"],
        &["point_number"],
    ),
    (
        "the limit of unversioned chunks raised",
        nothing,
        &["UPDATE point_number SET unversioned_to = 9"],
        &["point_number"],
    ),
    (
        "the state removed",
        nothing,
        &["DELETE FROM point_state"],
        &["point_state"],
    ),
    (
        "the state of another version",
        nothing,
        &["UPDATE point_state SET version = version - 1"],
        &["point_state"],
    ),
];

/// Rows that are replaced by older copies, added or removed outside the server.
#[test]
fn rows_that_are_not_the_last_written_are_detected() {
    for (name, change, put_back, expected) in ROLLBACKS {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        store.put_block(&ann, 100, 5);
        store.keep_day(&ann, 0);
        store.save_profile(&ann, 70.0);
        store.keep_day(&ann, 0);
        store.sql(&[
            "CREATE TABLE old_seg AS SELECT * FROM seg",
            "CREATE TABLE old_seg_body AS SELECT * FROM seg_body",
            "CREATE TABLE old_profile AS SELECT * FROM profile",
            "CREATE TABLE old_client_block AS SELECT * FROM client_block",
            "CREATE TABLE old_day AS SELECT * FROM day",
            "CREATE TABLE old_point_state AS SELECT * FROM point_state",
        ]);
        change(&store, &ann);
        assert_eq!(differences(&store, &ann), [""; 0], "{name}: before");
        store.sql(put_back);
        assert_eq!(differences(&store, &ann), *expected, "{name}");
        // Changes after that hide nothing.
        if expected.contains(&"seg") || expected.contains(&"point_state") {
            let mut row = Row::heart_rate(5, 61.0);
            row.device = "another".to_owned();
            store.append(&ann, &[row]);
            assert_eq!(
                differences(&store, &ann),
                *expected,
                "{name}: after a change"
            );
        }
    }
}

/// Reading the profile compares its version with the state; saving it repairs it.
#[test]
fn a_profile_that_is_not_the_last_written_is_not_read() {
    let (store, ann) = (Store::new(), user());
    store.save_profile(&ann, 70.0);
    store.sql(&["CREATE TABLE old_profile AS SELECT * FROM profile"]);
    store.save_profile(&ann, 80.0);
    assert_eq!(store.profile(&ann).unwrap(), Some(profile_of(80.0)));
    for statements in [
        &["DELETE FROM profile"][..],
        &["INSERT INTO profile SELECT * FROM old_profile"],
        &["UPDATE profile SET version = version + 1"],
        &["UPDATE profile SET version = 0"],
    ] {
        store.sql(statements);
        let read = store.profile(&ann);
        assert!(read.is_err_and(|error| error.is_damage()), "{statements:?}");
    }
    store.save_profile(&ann, 90.0);
    assert_eq!(store.profile(&ann).unwrap(), Some(profile_of(90.0)));
    assert_eq!(differences(&store, &ann), [""; 0]);
    // Without a state that opens, its profile is read still.
    store.sql(&["UPDATE point_state SET sealed = X'00'"]);
    assert_eq!(store.profile(&ann).unwrap(), Some(profile_of(90.0)));
}

/// The bytes of one version of a chunk do not open as another's, and none as those of an unversioned one.
#[test]
fn bytes_of_another_version_do_not_open() {
    for (name, put_back) in [
        (
            "an older body",
            &["UPDATE seg_body SET body = (SELECT body FROM old_seg_body)"][..],
        ),
        (
            "a number below the limit",
            &["UPDATE point_number SET unversioned_to = used"],
        ),
    ] {
        let (store, ann) = (Store::new(), user());
        store.append(&ann, &[Row::heart_rate(5, 61.0)]);
        store.sql(&["CREATE TABLE old_seg_body AS SELECT * FROM seg_body"]);
        store.append(&ann, &[Row::heart_rate(5, 99.0)]);
        store.sql(put_back);
        let account_keys = store.account_keys(&ann);
        let read = store.fixture.state.db.read("read", move |tx| {
            scan(tx, &account_keys, &Filter::default(), |_, _, _| {
                Ok::<_, StoreError>(())
            })
        });
        let read = store.fixture.runtime.block_on(read);
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{name}");
    }
}

#[derive(Clone, Debug)]
enum Step {
    Append(i64, i64),
    Remove(i64, i64),
    Block(i64, i64),
    Profile(u8),
    Day(i64),
    /// Breaks a chunk's bytes, or removes them, and has it set aside.
    Damage(u8, bool),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..3000_i64, 1..3000_i64).prop_map(|(at, n)| Step::Append(at, n)),
        2 => (0..3000_i64, 0..3000_i64).prop_map(|(from, n)| Step::Remove(from, n)),
        1 => (0..4_i64, 1..4_i64).prop_map(|(at, n)| Step::Block(at * 4, n * 4)),
        1 => any::<u8>().prop_map(Step::Profile),
        1 => (0..3_i64).prop_map(Step::Day),
        1 => (any::<u8>(), any::<bool>()).prop_map(|(nth, gone)| Step::Damage(nth, gone)),
    ]
}

fn take(store: &Store, user: &UserId, step: &Step) {
    match *step {
        Step::Append(at, n) => {
            let rows: Vec<Row> = (at..at + n).map(|at| Row::heart_rate(at, 60.0)).collect();
            store.append(user, &rows);
        }
        Step::Remove(from, n) => {
            // Client blocks across an end of the range would refuse the deletion.
            let filter = Filter {
                device: Some("Polar H10".to_owned().into()),
                from: Some(Timestamp(from)),
                to: Some(Timestamp(from + n)),
                ..Filter::default()
            };
            store.remove(user, &filter);
        }
        Step::Block(at, n) => {
            let block_of = user.clone();
            let there = store.read(move |tx| {
                let filter = Filter {
                    from: Some(Timestamp(at)),
                    to: Some(Timestamp(at + n - 1)),
                    ..Filter::default()
                };
                client::heads(tx, &block_of, &filter, 0, 9)
            });
            let covers = |head: &BlockHeader| head.first.0 >= at && head.last.0 < at + n;
            if there.iter().all(covers) {
                store.put_block(user, at, n);
            }
        }
        Step::Profile(weight) => store.save_profile(user, 30.0 + f64::from(weight)),
        Step::Day(t0) => store.keep_day(user, t0),
        Step::Damage(nth, gone) => {
            let sql = if gone {
                "DELETE FROM seg_body WHERE id = (SELECT body_id FROM seg ORDER BY t0 LIMIT 1 OFFSET ?1)"
            } else {
                "UPDATE seg_body SET body = X'00' WHERE id =
                     (SELECT body_id FROM seg ORDER BY t0 LIMIT 1 OFFSET ?1)"
            };
            let damaged = store.write("test.damage", move |tx| {
                let count: i64 = tx.query_one("SELECT COUNT(*) FROM seg", &[], |row| row.at(0))?;
                tx.execute(sql, params![i64::from(nth) % count.max(1)])
            });
            assert_eq!(store.examine(user), damaged);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// After every operation the state equals that of the rows.
    #[test]
    fn the_state_is_that_of_the_rows(steps in prop::collection::vec(step(), 1..16)) {
        let (store, ann) = (Store::new(), user());
        store.save_profile(&ann, 70.0);
        for step in &steps {
            take(&store, &ann, step);
            prop_assert_eq!(differences(&store, &ann), [""; 0], "{:?}", step);
        }
        store.remove(&ann, &Filter::default());
        prop_assert_eq!(differences(&store, &ann), [""; 0]);
    }
}
