//! Curves of points that went through the store, compared with the definition.

use lockstep_formats::Point;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_points::store::day::{ComputedRows, DayRow};
use lockstep_store::id::ActivityId;
use lockstep_store::{Actor, SystemEntropy, params};
use lockstep_web::Owner;

use super::*;
use crate::activity::{Content, Recording};
use crate::profile::Profile;
use crate::store::activity;
use crate::testing::Fixture;

struct Account {
    fixture: Fixture,
    user: UserId,
}

impl Account {
    fn new(zone: &str) -> Self {
        let fixture = Fixture::new(moment("2026-11-20T12:00:00Z"));
        let user = UserId::generate(moment("2026-01-01T00:00:00Z"), &SystemEntropy);
        let account = Self { fixture, user };
        account.move_to(zone);
        account
    }

    /// Replaces the profile by one with a time zone.
    fn move_to(&self, zone: &str) {
        let owner = Owner {
            user: self.user.clone(),
            actor: Actor::system(),
        };
        let profile = Profile {
            time_zone: Some(zone.to_owned()),
            ..Profile::default()
        };
        let replace = profile::replace(&self.fixture.state, owner, profile);
        self.fixture.runtime.block_on(replace).unwrap();
    }

    /// Stores powers a second apart.
    fn ride(&self, start: &str, watts: &[f64]) {
        self.store(start, ("power", "W"), watts);
    }

    /// Stores values a second apart.
    fn store(&self, start: &str, (kind, unit): (&str, &str), values: &[f64]) {
        let mut batch = Batch::default();
        for (second, value) in (0..).zip(values) {
            batch.push(&Point {
                timestamp: moment(start).0 + 1000 * second,
                kind,
                value: *value,
                unit,
                device: "a meter",
                confidence: None,
                metadata: None,
            });
        }
        self.fixture
            .append(&self.user, batch, StorageOptions::default());
    }

    fn curve(&self, start: &str, end: &str) -> Curve {
        self.curve_of(MeanMaximalCurveType::Power, start, end)
    }

    fn curve_of(&self, kind: MeanMaximalCurveType, start: &str, end: &str) -> Curve {
        let query = query::Query {
            start: Some(start.to_owned()),
            end: Some(end.to_owned()),
            ..query::Query::default()
        };
        let curve = curve(&self.fixture.state, self.user.clone(), (kind, None), query);
        self.fixture.runtime.block_on(curve).unwrap()
    }

    /// Returns the number of stored rows of curves.
    fn rows(&self) -> i64 {
        self.fixture.runtime.block_on(days::wait_until_stored());
        let count = self
            .fixture
            .state
            .db
            .read::<_, StoreError, _>("test.rows", move |tx| {
                let rows = "SELECT COUNT(*) FROM day WHERE type LIKE '%#curve'";
                tx.query_one(rows, params![], |row| row.at(0))
            });
        self.fixture.runtime.block_on(count).unwrap()
    }
}

fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Returns the highest mean of consecutive seconds; a reading holds until the next, so the last one
/// does not count.
fn highest(watts: &[f64], seconds: usize) -> Option<f64> {
    let held = &watts[..watts.len() - 1];
    let means = held
        .windows(seconds)
        .map(|window| window.iter().sum::<f64>() / seconds as f64);
    means.max_by(f64::total_cmp)
}

fn dates(curve: &Curve) -> Vec<(usize, String)> {
    let date = |day| Days::date(day).unwrap().to_string();
    let all = curve.highest.iter();
    all.map(|one| (one.seconds, date(one.day))).collect()
}

#[test]
fn a_curve_has_the_highest_means_also_across_midnight_and_from_stored_rows() {
    let account = Account::new("Europe/Berlin");
    // Three hours across midnight in Berlin, with the hardest hour from 23:30 to 00:30.
    let watts: Vec<f64> = (0..3 * 3600)
        .map(|second| {
            let hard = (5400..9000).contains(&second);
            f64::from(150 + second * 7 % 50 + if hard { 100 } else { 0 })
        })
        .collect();
    account.ride("2026-07-01T20:00:00Z", &watts);
    for _ in 0..2 {
        // The second answer comes from the rows that the first one stored.
        let curve = account.curve("2026-06-25", "2026-07-05");
        let expected: Vec<(usize, f64)> = DURATIONS
            .into_iter()
            .filter_map(|seconds| Some((seconds, highest(&watts, seconds)?)))
            .collect();
        assert_eq!(curve.highest.len(), expected.len());
        for (found, (seconds, mean)) in curve.highest.iter().zip(expected) {
            assert_eq!(found.seconds, seconds);
            assert!((found.mean - mean).abs() < 1e-9, "{found:?}: {mean}");
        }
        let dates = dates(&curve);
        assert!(dates.contains(&(60, "2026-07-01".to_owned())), "{dates:?}");
        assert!(
            dates.contains(&(3600, "2026-07-02".to_owned())),
            "{dates:?}"
        );
        assert_eq!(curve.unit, "W");
        assert!(account.rows() > 0);
    }
    // A change before midnight counts in the windows that end after it.
    let rows = account.rows();
    account.ride("2026-07-01T21:30:00Z", &[300.0; 600]);
    assert!(account.rows() <= rows - 2);
    let mut changed = watts;
    changed[5400..6000].fill(300.0);
    let curve = account.curve("2026-06-25", "2026-07-05");
    let hour = curve.highest.iter().find(|one| one.seconds == 3600);
    let expected = highest(&changed, 3600).unwrap();
    assert!((hour.unwrap().mean - expected).abs() < 1e-9);
}

#[test]
fn the_model_is_that_of_the_range() {
    let account = Account::new("UTC");
    // Five trials on five days, each at the power that CP 250 W and W′ 20 kJ allow.
    for (day, seconds) in [120, 240, 480, 720, 1200].into_iter().enumerate() {
        let power = 250.0 + 20_000.0 / f64::from(seconds);
        let start = format!("2026-07-{:02}T08:00:00Z", day + 1);
        account.ride(&start, &vec![power; seconds as usize + 1]);
    }
    let model = account.curve("2026-07-01", "2026-07-05").model;
    let model = model.unwrap().unwrap();
    // Durations between the trials have the power of the next longer trial.
    assert!((model.critical - 250.0).abs() < 5.0, "{model:?}");
    assert!((model.capacity - 20_000.0).abs() < 1500.0, "{model:?}");
    let two = account.curve("2026-07-01", "2026-07-01").model;
    assert!(two.unwrap().unwrap_err().contains("at least 3"));
    // Without points there is no curve, and no model.
    let none = account.curve("2025-07-01", "2025-07-05");
    assert!(none.highest.is_empty() && none.model.unwrap().is_err());
}

#[test]
fn artefacts_are_not_maxima() {
    let account = Account::new("UTC");
    // A warm-up, and an effort with 5 s of another rate and 3 s that no heart has.
    let mut rates: Vec<f64> = (0..60).map(|second| f64::from(100 + second)).collect();
    rates.extend([160.0; 300]);
    rates[100..105].fill(210.0);
    rates[200..203].fill(230.0);
    account.store("2026-07-01T08:00:00Z", ("heart_rate", "bpm"), &rates);
    // A sprint, to which heart rate rises.
    let rises: Vec<f64> = (0..80).map(|second| f64::from(100 + second)).collect();
    account.store("2026-07-02T08:00:00Z", ("heart_rate", "bpm"), &rises);
    let mut speeds = vec![4.0; 300];
    speeds[150] = 30.0;
    account.store("2026-07-01T08:00:00Z", ("speed", "m/s"), &speeds);
    for (kind, day, expected) in [
        (MeanMaximalCurveType::HeartRate, "2026-07-01", 160.0),
        (MeanMaximalCurveType::HeartRate, "2026-07-02", 178.0),
        (MeanMaximalCurveType::Speed, "2026-07-01", 4.0),
    ] {
        let curve = account.curve_of(kind, day, day);
        let [second, ..] = curve.highest.as_slice() else {
            panic!("{curve:?}")
        };
        assert_eq!((second.seconds, second.mean), (1, expected), "{day}");
    }
    // The artefacts do not interrupt the effort.
    let day = "2026-07-01";
    let curve = account.curve_of(MeanMaximalCurveType::HeartRate, day, day);
    let minutes = curve.highest.iter().find(|one| one.seconds == 240);
    assert_eq!(minutes.unwrap().mean, 160.0);
}

impl Account {
    /// Stores positions a second apart, northwards at these speeds.
    fn walk(&self, start: &str, speeds: &[f64]) {
        let mut latitude = 48.0;
        let mut latitudes = vec![latitude];
        for speed in speeds {
            latitude += speed / 111_195.08;
            latitudes.push(latitude);
        }
        let longitudes = vec![11.0; latitudes.len()];
        self.store(start, ("latitude", "deg"), &latitudes);
        self.store(start, ("longitude", "deg"), &longitudes);
    }

    /// Returns the highest speeds of a day by duration, and whether they are derived.
    fn speeds(&self, day: &str) -> BTreeMap<usize, (f64, bool)> {
        let curve = self.curve_of(MeanMaximalCurveType::Speed, day, day);
        let all = curve.highest.into_iter();
        all.map(|one| (one.seconds, (one.mean, one.is_derived)))
            .collect()
    }
}

#[track_caller]
fn assert_speed(found: Option<&(f64, bool)>, expected: f64, is_derived: bool) {
    let (mean, derived) = found.copied().unwrap();
    assert!((mean / expected - 1.0).abs() < 0.005, "{mean} {expected}");
    assert_eq!(derived, is_derived);
}

#[test]
fn speed_is_derived_from_positions_where_none_is_recorded() {
    let account = Account::new("UTC");
    // A run without speed, with a jump there and back.
    let mut speeds = vec![3.0; 1300];
    (speeds[600], speeds[601]) = (60.0, -54.0);
    account.walk("2026-07-01T08:00:00Z", &speeds);
    let found = account.speeds("2026-07-01");
    for seconds in [1, 60, 1200] {
        assert_speed(found.get(&seconds), 3.0, true);
    }
    assert_eq!(found.get(&1800), None);
    // A ride with a recorded speed that differs from its positions.
    account.walk("2026-07-02T08:00:00Z", &[9.0; 600]);
    account.store("2026-07-02T08:00:00Z", ("speed", "m/s"), &[8.0; 601]);
    let found = account.speeds("2026-07-02");
    assert_eq!(found.get(&600), Some(&(8.0, false)));
    // Recorded for the first half only.
    account.walk("2026-07-03T08:00:00Z", &[5.0; 600]);
    account.store("2026-07-03T08:00:00Z", ("speed", "m/s"), &[4.0; 301]);
    let found = account.speeds("2026-07-03");
    assert_speed(found.get(&300), 5.0, true);
    assert_speed(found.get(&600), 4.5, true);
    // A pause of more than 30 s ends an effort.
    account.walk("2026-07-04T08:00:00Z", &[3.0; 400]);
    account.walk("2026-07-04T08:08:00Z", &[3.0; 400]);
    let found = account.speeds("2026-07-04");
    assert_speed(found.get(&360), 3.0, true);
    assert_eq!(found.get(&480), None);
}

#[test]
fn stored_rows_of_speed_change_with_positions() {
    let account = Account::new("UTC");
    for day in 1..=3 {
        account.walk(&format!("2026-07-0{day}T08:00:00Z"), &[3.0; 1500]);
    }
    for _ in 0..2 {
        let curve = account.curve_of(MeanMaximalCurveType::Speed, "2026-06-25", "2026-07-05");
        let longest = curve.highest.last().unwrap();
        assert_eq!((longest.seconds, longest.is_derived), (1200, true));
        assert!(account.rows() > 0);
    }
    let rows = account.rows();
    account.walk("2026-07-02T10:00:00Z", &[5.0; 1500]);
    assert!(account.rows() < rows);
    let curve = account.curve_of(MeanMaximalCurveType::Speed, "2026-06-25", "2026-07-05");
    let longest = curve.highest.last().unwrap();
    assert!((longest.mean / 5.0 - 1.0).abs() < 0.005, "{longest:?}");
    // A recorded speed counts from then on.
    account.store("2026-07-02T10:00:00Z", ("speed", "m/s"), &[4.0; 1501]);
    let curve = account.curve_of(MeanMaximalCurveType::Speed, "2026-06-25", "2026-07-05");
    let longest = curve.highest.last().unwrap();
    assert!((longest.mean - 4.0).abs() < 1e-9, "{longest:?}");
}

/// The curve of power in rides.
const CYCLING: (MeanMaximalCurveType, Option<Sport>) =
    (MeanMaximalCurveType::Power, Some(Sport::Cycling));

fn july() -> query::Query {
    query::Query {
        start: Some("2026-07-01".to_owned()),
        end: Some("2026-07-31".to_owned()),
        ..query::Query::default()
    }
}

impl Account {
    /// Stores an activity of a sport.
    fn record(&self, (start, end): (&str, &str), sport: &str) {
        let content = Content::of(Recording {
            start: moment(start).0,
            end: moment(end).0,
            sport: Some(sport.to_owned()),
            ..Recording::default()
        });
        let id = ActivityId::generate(moment(start), &SystemEntropy);
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

    /// Returns the highest powers of cycling in July.
    fn cycling(&self) -> Vec<CurveMaximum> {
        let curve = curve(&self.fixture.state, self.user.clone(), CYCLING, july());
        let found = self.fixture.runtime.block_on(curve).unwrap().highest;
        self.fixture.runtime.block_on(days::wait_until_stored());
        found
    }

    /// Replaces the power over a second in the rows of activities; returns their number.
    fn change_rows(&self, watts: f64) -> usize {
        let (keys, user) = (self.fixture.plain_keys(&self.user), self.user.clone());
        let write = self
            .fixture
            .state
            .db
            .write::<_, StoreError, _>("test.row", move |tx| {
                let rows_of = ("power", DayRowKind::ActivityCurve);
                let stamp = day::row_stamp(tx, &user, rows_of)?;
                let mut rows: Vec<DayRow> = day::rows(tx, &keys, rows_of, i64::MIN..=i64::MAX)?;
                for row in &mut rows {
                    let mut curves = decode_days(&row.body).unwrap();
                    for curve in curves.values_mut() {
                        curve.means[0] = Some(watts);
                    }
                    row.body = encode_days(&curves).unwrap();
                }
                let changed = ComputedRows {
                    kind: "power".to_owned(),
                    row_kind: DayRowKind::ActivityCurve,
                    stamp,
                    rows,
                };
                day::keep_current(tx, &keys, &[changed])
            });
        self.fixture.runtime.block_on(write).unwrap()
    }
}

#[test]
fn the_curve_of_a_sport_is_read_from_rows_of_its_activities() {
    let account = Account::new("Europe/Berlin");
    // Across midnight in Berlin, which is at 22:00 UTC.
    let times = |day: i32| {
        let at = |time: &str| format!("2026-07-{day:02}T{time}Z");
        (at("21:50:00"), at("22:15:00"))
    };
    for (day, watts, sport) in [
        (1, 200.0, "cycling"),
        (2, 220.0, "cycling"),
        (3, 500.0, "running"),
    ] {
        let (start, end) = times(day);
        account.ride(&start, &[watts; 1501]);
        account.record((&start, &end), sport);
    }
    let of_points = account.cycling();
    let date = |one: &CurveMaximum| Days::date(one.day).unwrap().to_string();
    let (first, last) = (of_points[0], of_points[of_points.len() - 1]);
    assert_eq!((first.seconds, first.mean), (1, 220.0));
    assert_eq!((last.seconds, last.mean), (1200, 220.0));
    assert_eq!([date(&first), date(&last)], ["2026-07-02", "2026-07-03"]);
    assert_eq!(account.cycling(), of_points);
    // The second answer came from the rows of the two rides.
    assert_eq!(account.change_rows(999.0), 2);
    assert_eq!(account.cycling()[0].mean, 999.0);
    // Points remove the row of their activity.
    for (day, watts) in [(1, 400.0), (2, 420.0)] {
        account.ride(&format!("2026-07-{day:02}T21:55:00Z"), &[watts; 60]);
    }
    for _ in 0..2 {
        assert_eq!(account.cycling()[0].mean, 420.0);
    }
    // An activity whose sport changes is in the next curve.
    let (start, end) = times(3);
    account.record((&start, &end), "cycling");
    assert_eq!(account.cycling()[0].mean, 500.0);
}

/// A row of an activity has the dates of its windows. Unlike the rows of days it has the same times in every zone.
#[test]
fn rows_that_were_computed_before_the_time_zone_changed_are_not_stored() {
    let account = Account::new("UTC");
    for day in 1..=3 {
        let at = |time: &str| format!("2026-07-0{day}T{time}Z");
        let (start, end) = (at("22:30:00"), at("22:55:00"));
        account.ride(&start, &[200.0 + f64::from(day); 1501]);
        account.record((&start, &end), "cycling");
    }
    let keys = account.fixture.plain_keys(&account.user);
    let reading = keys.clone();
    let state = &account.fixture.state;
    let read = state.db.read::<_, ApiError, _>("test.curve", move |tx| {
        let source = Source::new(tx, &reading)?;
        compute(tx, &reading, &source, CYCLING, july())?;
        Ok(source.into_fresh())
    });
    let fresh = account.fixture.runtime.block_on(read).unwrap();
    assert_eq!(fresh.iter().map(|fresh| fresh.rows.len()).sum::<usize>(), 3);
    account.move_to("Europe/Berlin");
    let store = days::store_current(state, &keys, fresh);
    assert_eq!(account.fixture.runtime.block_on(store).unwrap(), 0);
    for _ in 0..2 {
        let best = account.cycling()[0];
        let date = Days::date(best.day).unwrap().to_string();
        assert_eq!((best.mean, date.as_str()), (203.0, "2026-07-04"));
    }
}
