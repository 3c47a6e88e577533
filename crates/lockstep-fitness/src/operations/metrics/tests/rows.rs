//! Tests that stored rows of days never change a response: with them, without them, and after every
//! change to the points in between.

use lockstep_store::{StoreError, params};
use lockstep_vault::Mode;

use super::*;
use lockstep_points::operations::points;
use lockstep_points::store::{self, Filter, day};

/// An event in the history of a test account.
#[derive(Clone, Debug)]
enum Act {
    /// Heart rates a second apart, from a second of the five days on.
    Ride {
        second: i64,
        length: usize,
        rate: u8,
        device: u8,
        mode: Option<Mode>,
    },
    /// Steps, one reading.
    Steps {
        second: i64,
        count: u16,
        device: u8,
        mode: Option<Mode>,
    },
    /// Steps of a local date, the UTC date of its time or one next to it.
    Dated {
        second: i64,
        date: i32,
        count: u16,
        device: u8,
    },
    /// Points go.
    Remove { second: i64, length: i64 },
    /// Days begin elsewhere.
    Zone(u8),
    /// A name turns out to be a chest strap's.
    Register(u8),
    /// The maximum heart rate becomes known.
    Maximum(u8),
}

fn act() -> impl Strategy<Value = Act> {
    let second = 0_i64..5 * 86_400;
    prop_oneof![
        4 => (second.clone(), 1_usize..300, 60_u8..200, 0_u8..2, mode())
            .prop_map(|(second, length, rate, device, mode)| {
                Act::Ride { second, length, rate, device, mode }
            }),
        2 => (second.clone(), any::<u16>(), 0_u8..2, mode())
            .prop_map(|(second, count, device, mode)| Act::Steps { second, count, device, mode }),
        2 => (second.clone(), -1..=1, any::<u16>(), 0_u8..2)
            .prop_map(|(second, date, count, device)| Act::Dated { second, date, count, device }),
        2 => (second, 1_i64..90_000).prop_map(|(second, length)| Act::Remove { second, length }),
        1 => (0_u8..4).prop_map(Act::Zone),
        1 => (0_u8..2).prop_map(Act::Register),
        1 => (150_u8..210).prop_map(Act::Maximum),
    ]
}

/// Points of a device that are sent again may change their mode.
fn mode() -> impl Strategy<Value = Option<Mode>> {
    prop_oneof![Just(None), Just(Some(Mode::Basic))]
}

const DEVICES: [&str; 2] = ["a watch", "another"];
const ZONES: [&str; 4] = [
    "UTC",
    "Pacific/Auckland",
    "America/New_York",
    "Pacific/Kiritimati",
];

impl Account {
    fn kept(&self) -> i64 {
        self.wait_until_stored();
        let user = self.owner.user.clone();
        let count = self
            .fixture
            .state
            .db
            .read::<_, StoreError, _>("test.rows", move |tx| {
                let rows = "SELECT COUNT(*) FROM day WHERE user_id = ?1";
                tx.query_one(rows, params![&user], |row| row.at(0))
            });
        self.fixture.runtime.block_on(count).unwrap()
    }

    /// Returns the begins of the days of heart rate that have a row.
    fn heart_rate_rows(&self) -> Vec<i64> {
        self.wait_until_stored();
        let user = self.owner.user.clone();
        let begins =
            self.fixture
                .state
                .db
                .read::<_, StoreError, _>("test.heart_rate_rows", move |tx| {
                    let rows =
                        "SELECT t0 FROM day WHERE user_id = ?1 AND type = 'heart_rate' ORDER BY t0";
                    tx.query(rows, params![&user], |row| row.at::<i64>(0))
                });
        self.fixture.runtime.block_on(begins).unwrap()
    }

    /// Waits until the rows of the last answer are stored.
    fn wait_until_stored(&self) {
        self.fixture.runtime.block_on(days::wait_until_stored());
    }

    fn forget(&self) {
        self.wait_until_stored();
        let account_keys = self.fixture.plain_keys(&self.owner.user);
        let forget = self
            .fixture
            .state
            .db
            .write("test.forget", move |tx| day::clear(tx, &account_keys));
        self.fixture.runtime.block_on(forget).unwrap();
    }

    /// Breaks one byte of every row.
    fn damage(&self) {
        self.wait_until_stored();
        let damage = self
            .fixture
            .state
            .db
            .write::<_, StoreError, _>("test.damage", |tx| {
                let damaged = "UPDATE day SET body = CAST(X'ff' || SUBSTR(body, 2) AS BLOB)";
                tx.execute(damaged, params![])
            });
        self.fixture.runtime.block_on(damage).unwrap();
    }

    fn act(&self, profile: &mut Profile, act: &Act) {
        let begin = moment(BEGIN).0;
        match act {
            Act::Ride {
                second,
                length,
                rate,
                device,
                mode,
            } => {
                let rates = vec![f64::from(*rate); *length];
                let device = DEVICES[usize::from(*device)];
                self.store_as(*mode, &ride(begin + 1000 * second, &rates, device));
            }
            Act::Steps {
                second,
                count,
                device,
                mode,
            } => {
                let device = DEVICES[usize::from(*device)];
                let at = begin + 1000 * second;
                let steps = point(at, STEPS, f64::from(*count), "count", device);
                self.store_as(*mode, &[steps]);
            }
            Act::Dated {
                second,
                date,
                count,
                device,
            } => {
                let at = begin + 1000 * second;
                let day = at.div_euclid(86_400_000) as i32 + date;
                let date = Days::date(day).unwrap();
                let metadata = format!(r#"{{"localDate":"{date}"}}"#);
                let device = DEVICES[usize::from(*device)];
                let mut steps = point(at, STEPS, f64::from(*count), "count", device);
                steps.metadata = Some(&metadata);
                self.store(&[steps]);
            }
            Act::Remove { second, length } => {
                let from = begin + 1000 * second;
                self.remove(None, (from, from + 1000 * length));
            }
            Act::Zone(zone) => {
                profile.time_zone = Some(ZONES[usize::from(*zone)].to_owned());
                self.set_profile(profile.clone());
            }
            Act::Register(device) => self.register("chest_strap", DEVICES[usize::from(*device)]),
            Act::Maximum(rate) => {
                profile.max_heart_rate = Some(f64::from(*rate));
                self.set_profile(profile.clone());
            }
        }
    }

    fn store_as(&self, mode: Option<Mode>, points: &[Point<'_>]) {
        match mode {
            None => self.store(points),
            mode => self.store_under(mode, points),
        }
    }

    /// Deletes the points of a type, or of all types, between two times, under any mode.
    fn remove(&self, kind: Option<&str>, (from, to): (i64, i64)) {
        let filter = Filter {
            kind: kind.map(str::to_owned),
            from: Some(Timestamp(from)),
            to: Some(Timestamp(to)),
            ..Filter::default()
        };
        let select = move |_: &Tx<'_>, _: &AccountKeys| Ok(filter);
        let remove = points::delete(&self.fixture.state, self.owner.clone(), select);
        self.fixture.runtime.block_on(remove).unwrap();
    }

    /// The answers of two ranges. Their rows are stored when it returns.
    fn everything(&self) -> String {
        let all = self.ask("", "", ALL);
        let week = self.ask("2026-05-02T07:00:00Z", "2026-05-04", ALL);
        self.wait_until_stored();
        format!("{all:#?} {week:#?}")
    }
}

/// Five days with more than a chunk of heart rates and of steps.
fn five_days(account: &Account) {
    let begin = moment(BEGIN).0;
    for day in 0..5 {
        let start = begin + day * DAY + 23 * 3_600_000;
        let rates: Vec<f64> = (0..4000).map(|nth| f64::from(100 + nth % 90)).collect();
        account.store(&ride(start, &rates, DEVICES[0]));
        let steps: Vec<Point<'_>> = (0..1440)
            .map(|minute| {
                point(
                    begin + day * DAY + 60_000 * minute,
                    STEPS,
                    9.0,
                    "count",
                    DEVICES[0],
                )
            })
            .collect();
        account.store(&steps);
    }
}

const BEGIN: &str = "2026-05-01T00:00:00Z";

#[test]
fn rows_are_kept_used_and_made_again() {
    let account = Account::new();
    five_days(&account);
    let first = account.everything();
    let kept = account.kept();
    assert!(kept >= 10, "{kept} rows of days");
    assert_eq!(account.everything(), first);
    // They are what is read: a row that says something else is trusted if its check holds, and a
    // damaged one is not.
    account.damage();
    assert_eq!(account.everything(), first);
    let account_keys = account.fixture.plain_keys(&account.owner.user);
    let forge = account
        .fixture
        .state
        .db
        .write::<_, StoreError, _>("test.forge", move |tx| {
            let t0 = moment("2026-05-03T00:00:00Z").0;
            let body = crate::day::ValueDay {
                value: Some(1e6),
                ..Default::default()
            }
            .encode();
            let row = day::DayRow {
                t0,
                t1: t0 + DAY,
                body,
            };
            let fresh = day::ComputedRows {
                kind: STEPS.to_owned(),
                row_kind: day::DayRowKind::Metrics,
                stamp: day::stamp(tx, account_keys.user(), STEPS)?,
                rows: vec![row],
            };
            day::keep_current(tx, &account_keys, &[fresh])
        });
    account.fixture.runtime.block_on(forge).unwrap();
    assert_ne!(account.everything(), first);
    // A row is not used after a device was registered: it is created again.
    account.register("chest_strap", "of no points");
    assert_eq!(account.everything(), first);
    account.forget();
    assert_eq!(account.everything(), first);
    assert_eq!(account.kept(), kept);
    // Points of a day drop its rows of their type, and the next day's: a reading reaches there.
    let noon = moment("2026-05-03T12:00:00Z").0;
    account.store(&ride(noon, &[150.0; 2], DEVICES[1]));
    assert_eq!(account.kept(), kept - 1);
    let midnight = moment("2026-05-04T00:00:00Z").0;
    account.store(&ride(midnight - 10_000, &[150.0; 2], DEVICES[1]));
    assert_eq!(account.kept(), kept - 2, "the third is gone already");
    // With the account they go.
    let user = account.owner.user.clone();
    let erase = account
        .fixture
        .state
        .db
        .write("test.erase", move |tx| store::erase(tx, &user));
    account.fixture.runtime.block_on(erase).unwrap();
    assert_eq!(account.kept(), 0);
}

/// A ride under a mode does not make the other days be read from their points again.
#[test]
fn days_without_points_under_a_mode_have_rows() {
    let account = Account::new();
    five_days(&account);
    account.everything();
    let mut expected = account.heart_rate_rows();
    let day = moment("2026-05-03T00:00:00Z").0;
    assert!(expected.len() >= 5 && expected.contains(&day));
    let ride = ride(day + DAY / 2, &[150.0; 600], DEVICES[1]);
    account.store_as(Some(Mode::Basic), &ride);
    account.forget();
    let without = account.everything();
    expected.retain(|begin| *begin != day);
    assert_eq!(account.heart_rate_rows(), expected);
    assert_eq!(account.everything(), without);
}

/// A day has a row again after its points under a mode were sent without one, or were deleted.
#[test]
fn days_whose_points_leave_a_mode_have_rows_again() {
    let account = Account::new();
    five_days(&account);
    let first = account.everything();
    let all = account.heart_rate_rows();
    let day = moment("2026-05-03T00:00:00Z").0;
    let others: Vec<i64> = all.iter().copied().filter(|begin| *begin != day).collect();
    assert_ne!(others, all);
    let noon = day + DAY / 2;
    let ride = ride(noon, &[150.0; 600], DEVICES[0]);
    account.store_as(Some(Mode::Basic), &ride);
    let with_ride = account.everything();
    assert_ne!(with_ride, first);
    assert_eq!(account.heart_rate_rows(), others);
    account.store_as(None, &ride);
    assert_eq!(account.everything(), with_ride);
    assert_eq!(account.heart_rate_rows(), all);
    account.store_as(Some(Mode::Basic), &ride);
    assert_eq!(account.everything(), with_ride);
    assert_eq!(account.heart_rate_rows(), others);
    account.remove(Some(HEART_RATE), (noon, noon + 600_000));
    assert_eq!(account.everything(), first);
    assert_eq!(account.heart_rate_rows(), all);
}

/// An account whose server keeps days in memory, and the cache.
fn account_with_day_cache() -> (Account, DayCache) {
    let cache = DayCache::default();
    let account = Account {
        fixture: Fixture::with_extensions(moment(NOW), vec![Arc::new(cache.clone())]),
        owner: stranger(),
    };
    (account, cache)
}

#[test]
fn days_in_memory_are_used_until_points_change() {
    let (account, cache) = account_with_day_cache();
    five_days(&account);
    let ask = || {
        let answer = account.ask("", "", "heartRateZones,trainingLoad,chronicLoad");
        format!("{answer:#?}")
    };
    let first = ask();
    assert!(account.kept() > 0);
    account.forget();
    assert_eq!(ask(), first);
    assert_eq!(account.kept(), 0, "days were read again");
    cache.forget_all();
    assert_eq!(ask(), first);
    assert!(account.kept() > 0);
    account.forget();
    let noon = moment("2026-05-03T12:00:00Z").0;
    account.store(&ride(noon, &[150.0; 600], DEVICES[0]));
    let second = ask();
    assert_ne!(second, first);
    assert!(account.kept() > 0, "days from before the change were used");
    cache.forget_all();
    account.forget();
    assert_eq!(ask(), second);
}

/// The key of a mode can be stopped, so what is sealed under it is read each time.
#[test]
fn days_with_points_under_a_mode_are_not_in_memory() {
    let (account, cache) = account_with_day_cache();
    five_days(&account);
    let ask = || account.ask("", "", "heartRateZones,trainingLoad,chronicLoad");
    ask();
    let user = &account.owner.user;
    let mut expected = cache.begins(user);
    let day = moment("2026-05-03T00:00:00Z").0;
    assert!(expected.len() > 1 && expected.contains(&day));
    let ride = ride(day + DAY / 2, &[150.0; 600], DEVICES[1]);
    account.store_as(Some(Mode::Basic), &ride);
    ask();
    expected.retain(|begin| *begin != day);
    assert_eq!(cache.begins(user), expected);
}

#[test]
fn days_in_memory_go_with_their_account() {
    let (account, _cache) = account_with_day_cache();
    five_days(&account);
    let ask = || account.ask("", "", "heartRateZones,trainingLoad,chronicLoad");
    ask();
    account.forget();
    ask();
    assert_eq!(account.kept(), 0, "days were read again");
    let forget = crate::CAPABILITY.forget.unwrap();
    forget(&account.fixture.state, &account.owner.user);
    ask();
    assert!(account.kept() > 0, "days from before the erasure were used");
}

#[test]
fn rows_of_what_has_changed_meanwhile_are_not_kept() {
    let account = Account::new();
    five_days(&account);
    let account_keys = account.fixture.plain_keys(&account.owner.user);
    let stale = account
        .fixture
        .state
        .db
        .read::<_, StoreError, _>("test.stale", move |tx| {
            let source = Source::new(tx, &account_keys)?;
            let range = (moment(BEGIN).0, moment("2026-05-06T00:00:00Z").0);
            source.heart_days(range, &mut Days::new(jiff::tz::TimeZone::UTC))?;
            Ok(source.into_fresh())
        });
    let stale = account.fixture.runtime.block_on(stale).unwrap();
    assert_eq!(stale.len(), 1);
    account.store(&ride(moment(BEGIN).0, &[150.0; 2], DEVICES[0]));
    let keep = days::store_computed(
        &account.fixture.state,
        account.fixture.plain_keys(&account.owner.user),
        stale,
    );
    account.fixture.runtime.block_on(keep);
    assert_eq!(account.kept(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn with_rows_and_without_the_same(acts in prop::collection::vec(act(), 1..8)) {
        let account = Account::new();
        let mut profile = Profile::default();
        five_days(&account);
        account.everything();
        prop_assert!(account.kept() > 0);
        for act in &acts {
            account.act(&mut profile, act);
            account.wait_until_stored();
            let with = account.everything();
            account.forget();
            prop_assert_eq!(&account.everything(), &with, "after {:?}", act);
        }
    }

    #[test]
    fn with_days_in_memory_and_without_the_same(acts in prop::collection::vec(act(), 1..8)) {
        let (account, cache) = account_with_day_cache();
        let mut profile = Profile::default();
        five_days(&account);
        account.everything();
        for act in &acts {
            account.act(&mut profile, act);
            let with = account.everything();
            prop_assert_eq!(&account.everything(), &with, "again after {:?}", act);
            cache.forget_all();
            account.forget();
            prop_assert_eq!(&account.everything(), &with, "after {:?}", act);
        }
    }
}
