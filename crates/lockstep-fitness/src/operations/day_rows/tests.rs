//! Rows that the background makes, counted in the store, under a clock that the tests move.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use lockstep_formats::Point;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_points::store::day::{self, DayRowKind};
use lockstep_store::id::ActivityId;
use lockstep_store::{StoreError, SystemEntropy, Timestamp, params};
use lockstep_vault::Mode;

use super::*;
use crate::activity::{Content, Recording};
use crate::operations::{charts, query};
use crate::store::activity;
use crate::testing::Fixture;

struct Account {
    fixture: Fixture,
    user: UserId,
}

impl Account {
    /// Creates an account with 50 days of heart rate: 120 points a day, from 06:00 on.
    fn new() -> Self {
        let now = Timestamp(BEGIN + 60 * DAY);
        let account = Self {
            fixture: Fixture::with_extensions(now, vec![Arc::new(DayRows::default())]),
            user: UserId::generate(now, &SystemEntropy),
        };
        let of_day = |day: i64| (0..120).map(move |nth| BEGIN + day * DAY + nth * FIVE_MINUTES);
        account.store(None, (0..50).flat_map(of_day));
        account
    }

    fn store(&self, mode: Option<Mode>, times: impl IntoIterator<Item = i64>) {
        let mut batch = Batch::default();
        for at in times {
            batch.push(&Point {
                timestamp: at,
                kind: "heart_rate",
                value: 60.0 + (at / FIVE_MINUTES % 90) as f64,
                unit: "bpm",
                device: "a watch",
                confidence: None,
                metadata: None,
            });
        }
        let options = StorageOptions {
            mode,
            chunk_size: mode.map(|_| 50),
        };
        self.fixture.append(&self.user, batch, options);
    }

    fn queue(&self) -> &DayRows {
        self.fixture.state.extension().unwrap()
    }

    /// Lets an import of points between two times end, and its points settle.
    fn import_ends(&self, times: (i64, i64)) {
        note_times(&self.fixture.state, &self.user, Some(times));
        self.pass(IMPORT_SETTLED);
    }

    fn pass(&self, time: Duration) {
        let passed = &self.fixture.passed;
        passed.fetch_add(time.as_secs(), Ordering::SeqCst);
    }

    /// Runs the job; returns the days that have a row for charts, counted from the first with points.
    fn made(&self) -> Vec<i64> {
        let make = make_due(&self.fixture.state);
        self.fixture.runtime.block_on(make);
        self.days_of("heart_rate#chart")
    }

    /// Returns the days on which rows of a stored type begin.
    fn days_of(&self, stored_type: &'static str) -> Vec<i64> {
        let rows = self
            .fixture
            .state
            .db
            .read::<_, StoreError, _>("test.rows", move |tx| {
                let sql = "SELECT t0 FROM day WHERE type = ?1 ORDER BY t0";
                tx.query(sql, params![stored_type], |row| row.at::<i64>(0))
            });
        let rows = self.fixture.runtime.block_on(rows).unwrap();
        rows.into_iter().map(|t0| (t0 - MIDNIGHT) / DAY).collect()
    }

    /// Stores an activity.
    fn record(&self, (start, end): (i64, i64), sport: &str) {
        let content = Content::of(Recording {
            start,
            end,
            sport: Some(sport.to_owned()),
            ..Recording::default()
        });
        let id = ActivityId::generate(Timestamp(start), &SystemEntropy);
        let keys = self.fixture.plain_keys(&self.user);
        let put = self
            .fixture
            .state
            .db
            .write::<_, StoreError, _>("test.activity", move |tx| {
                activity::put(tx, &keys, &id, &content)
            });
        assert!(self.fixture.runtime.block_on(put).unwrap());
    }

    /// Returns the chart of all days as text.
    fn chart(&self) -> String {
        let time = |at: i64| Some(Timestamp(at).to_string());
        let query = charts::Query {
            types: Some("heart_rate".to_owned()),
            points: query::Query {
                start: time(MIDNIGHT),
                end: time(MIDNIGHT + 50 * DAY - 1),
                ..query::Query::default()
            },
            buckets: Some(100),
        };
        let chart = charts::charts(&self.fixture.state, self.user.clone(), query);
        let chart = self.fixture.runtime.block_on(chart).unwrap();
        format!("{:?}", chart.series)
    }
}

#[test]
fn the_days_of_an_import_have_rows_before_the_first_answer() {
    let (account, other) = (Account::new(), Account::new());
    account.import_ends(ALL);
    assert_eq!(account.made(), (0..50).collect::<Vec<_>>());
    for stored_type in OTHERS {
        let made = account.days_of(stored_type);
        assert_eq!(made, (0..50).collect::<Vec<_>>(), "{stored_type}");
    }
    assert_eq!(account.chart(), other.chart());
    // A point removes the row of its day, and is in the next chart.
    for account in [&account, &other] {
        account.store(None, [BEGIN + 3 * DAY + 1]);
    }
    assert_eq!(account.made().len(), 49);
    assert_eq!(account.chart(), other.chart());
}

#[test]
fn activities_of_a_sport_have_rows_of_curves() {
    let account = Account::new();
    let night = |day: i64| {
        let start = MIDNIGHT + day * DAY + 23 * HOUR;
        (start, start + 2 * HOUR)
    };
    for day in 0..49 {
        account.record(night(day), if day % 2 == 0 { "running" } else { "cycling" });
    }
    let morning = (BEGIN + 30 * DAY, BEGIN + 30 * DAY + HOUR);
    account.record(morning, "gardening");
    account.import_ends(ALL);
    account.made();
    let days = account.days_of(ACTIVITIES);
    assert_eq!(days, (0..49).collect::<Vec<_>>());
    // One that is noted later gets its row, too.
    account.record(morning, "running");
    note_times(&account.fixture.state, &account.user, Some(morning));
    account.pass(IMPORT_SETTLED);
    account.made();
    assert_eq!(account.days_of(ACTIVITIES).len(), 50);
}

#[test]
fn an_import_gets_rows_of_its_own_days_only() {
    let account = Account::new();
    let begin = BEGIN + 7 * DAY;
    account.import_ends((begin, begin + DAY));
    assert_eq!(account.made(), [7, 8]);
}

#[test]
fn uploads_get_rows_when_they_are_large_and_none_follows() {
    let account = Account::new();
    let upload = |points| {
        let upload = (points, Some((BEGIN + 20 * DAY, BEGIN + 22 * DAY)));
        note_upload(&account.fixture.state, &account.user, upload);
    };
    upload(LARGE_UPLOAD - 1);
    account.pass(UPLOAD_SETTLED);
    assert_eq!(account.made(), [0; 0], "few points get no rows");
    let second = Duration::from_secs(1);
    for _ in 0..2 {
        upload(LARGE_UPLOAD);
        account.pass(UPLOAD_SETTLED - second);
        assert_eq!(account.made(), [0; 0], "the last upload is not settled");
    }
    account.pass(second);
    assert_eq!(account.made(), [20, 21, 22]);
    // A repeated request has stored nothing.
    note_upload(&account.fixture.state, &account.user, (LARGE_UPLOAD, None));
    account.pass(UPLOAD_SETTLED);
    assert_eq!(account.made().len(), 3);
}

#[test]
fn days_with_points_under_a_mode_get_no_row() {
    for mode in [Mode::Basic, Mode::Zk] {
        let account = Account::new();
        account.store(Some(mode), [BEGIN + 20 * DAY + 1]);
        for day in [20, 21] {
            let start = BEGIN + day * DAY;
            account.record((start, start + HOUR), "running");
        }
        account.import_ends(ALL);
        let expected: Vec<i64> = (0..50).filter(|day| *day != 20).collect();
        assert_eq!(account.made(), expected, "{mode:?}");
        for stored_type in OTHERS {
            let made = account.days_of(stored_type);
            assert_eq!(made, expected, "{mode:?} {stored_type}");
        }
        assert_eq!(account.days_of(ACTIVITIES), [21], "{mode:?}");
    }
}

#[test]
fn rows_of_points_that_changed_meanwhile_are_not_stored() {
    for row_kind in [DayRowKind::Chart, DayRowKind::Metrics, DayRowKind::Curve] {
        let account = Account::new();
        let Fixture { runtime, state, .. } = &account.fixture;
        let keys = account.fixture.plain_keys(&account.user);
        let (reading, user) = (keys.clone(), account.user.clone());
        let read = state.db.read::<_, ApiError, _>("test.missing", move |tx| {
            let mut wanted = missing::wanted(tx, &user, (i64::MIN, i64::MAX))?;
            wanted.retain(|one| one.row_kind == row_kind);
            assert_eq!(wanted.len(), 1);
            missing::rows(tx, &reading, wanted.remove(0))
        });
        let (fresh, rest) = runtime.block_on(read).unwrap();
        assert_eq!((fresh.len(), fresh[0].rows.len()), (1, 32));
        assert!(rest.is_some(), "18 days are left");
        account.store(None, [BEGIN + 1]);
        let store = days::store_current(state, &keys, fresh);
        assert_eq!(runtime.block_on(store).unwrap(), 0);
        for stored_type in OTHERS {
            assert_eq!(account.days_of(stored_type), [0; 0]);
        }
        assert_eq!(account.made(), [0; 0]);
    }
}

#[test]
fn metrics_have_rows_of_the_days_that_fitness_reads() {
    let account = Account::new();
    account.store(None, [BEGIN - 2000 * DAY]);
    let (state, user) = (&account.fixture.state, account.user.clone());
    let read = state.db.read::<_, StoreError, _>("test.wanted", move |tx| {
        missing::wanted(tx, &user, (i64::MIN, i64::MAX))
    });
    let wanted = account.fixture.runtime.block_on(read).unwrap();
    let last = BEGIN + 49 * DAY + 119 * FIVE_MINUTES;
    for (row_kind, from) in [
        (DayRowKind::Metrics, last - 1261 * DAY),
        (DayRowKind::Chart, BEGIN - 2000 * DAY - day::REACH),
    ] {
        let of_kind = wanted.iter().find(|one| one.row_kind == row_kind);
        assert_eq!(of_kind.unwrap().from, from, "{row_kind:?}");
    }
}

#[test]
fn nothing_is_made_for_an_erased_account() {
    let account = Account::new();
    let queue = account.queue();
    account.import_ends(ALL);
    queue.forget(&account.user);
    assert_eq!(account.made(), [0; 0]);
    // Nor if its work has begun.
    account.import_ends(ALL);
    let begun = queue.next(account.fixture.state.clock.monotonic());
    queue.lock().begun.extend(begun);
    queue.forget(&account.user);
    assert_eq!(account.made(), [0; 0]);
    // Nor if a portion is being made.
    account.import_ends(ALL);
    let current = queue.next(account.fixture.state.clock.monotonic()).unwrap();
    assert!(queue.is_current(&account.user));
    queue.forget(&account.user);
    assert!(!queue.is_current(&account.user));
    queue.put_back(current);
    assert_eq!(account.made(), [0; 0]);
}

#[test]
fn accounts_take_turns() {
    let queue = DayRows::default();
    let now = Duration::from_secs(9);
    for at in [1, 2] {
        let user = UserId::generate(Timestamp(at), &SystemEntropy);
        queue.note(&user, (5, 9), now);
    }
    let first = queue.next(now).unwrap();
    let user = first.user.clone();
    queue.put_back(first);
    // What is noted while an account has its turns begins after them.
    queue.note(&user, (1, 7), now);
    queue.note(&user, (2, 8), now);
    let second = queue.next(now).unwrap();
    assert_ne!(second.user, user);
    assert_eq!(queue.next(now).unwrap().times, (5, 9));
    let again = queue.next(now).unwrap();
    assert_eq!((again.user, again.times), (user, (1, 8)));
    assert!(queue.next(now).is_none());
}

/// 2026-10-01T00:00:00Z.
const MIDNIGHT: i64 = 1_790_812_800_000;
const DAY: i64 = 86_400_000;
const FIVE_MINUTES: i64 = 300_000;
const HOUR: i64 = 3_600_000;
/// The stored types of the rows of days that metrics and curves read.
const OTHERS: [&str; 2] = ["heart_rate", "heart_rate#curve"];
/// The stored type of the rows of activities.
const ACTIVITIES: &str = "heart_rate#activity-curve";
/// The first point.
const BEGIN: i64 = MIDNIGHT + 6 * 3_600_000;
/// The times of all points.
const ALL: (i64, i64) = (BEGIN, BEGIN + 50 * DAY);
