//! Metrics of points that went through the store, at the edges of each definition.

use std::path::Path;

use lockstep_devices::{Device, insert_device};
use lockstep_formats::Point;
use lockstep_metrics::{LoadBalance, Span, strain};
use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{Actor, SystemEntropy, Timestamp};
use lockstep_testkit::recordings;
use lockstep_web::ApiError;
use proptest::prelude::*;
use serde_json::Value as Json;

use super::recorded::RecordedSpan;
use super::*;
use crate::operations::{import, profile};
use crate::profile::Profile;
use crate::testing::Fixture;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_web::Owner;

mod devices;
mod implausible;
mod intervals;
mod rows;
mod training;

/// A server with one account.
struct Account {
    fixture: Fixture,
    owner: Owner,
}

impl Account {
    fn new() -> Self {
        Self {
            fixture: Fixture::new(moment(NOW)),
            owner: stranger(),
        }
    }

    /// Creates an account without data.
    fn next(&mut self) {
        self.owner = stranger();
    }

    fn store(&self, points: &[Point<'_>]) {
        let mut batch = Batch::default();
        for point in points {
            batch.push(point);
        }
        self.fixture
            .append(&self.owner.user, batch, StorageOptions::default());
    }

    fn import(&self, path: &Path) {
        let import = import::import(
            &self.fixture.state,
            self.owner.clone(),
            import::Source::file(path).unwrap(),
            import::FileProperties::default(),
            |_, _| {},
        );
        self.fixture.runtime.block_on(import).unwrap();
    }

    fn set_profile(&self, profile: Profile) {
        let replace = profile::replace(&self.fixture.state, self.owner.clone(), profile);
        self.fixture.runtime.block_on(replace).unwrap();
    }

    fn register(&self, kind: &str, name: &str) {
        let user = self.owner.user.clone();
        let device = Device {
            id: DeviceId::generate(moment(NOW), &SystemEntropy),
            kind: kind.to_owned(),
            name: name.to_owned(),
            capabilities: Vec::new(),
            mode: None,
            created_at: moment(NOW),
            last_sync: None,
            revoked_at: None,
            is_damaged: false,
        };
        let write = self
            .fixture
            .state
            .db
            .write("register", move |tx| insert_device(tx, &user, &device));
        self.fixture.runtime.block_on(write).unwrap();
    }

    fn try_ask(&self, start: &str, end: &str, wanted: &str) -> Result<Answer, ApiError> {
        let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let query = Query {
            start: said(start),
            end: said(end),
            wanted: said(wanted),
            ..Query::default()
        };
        let metrics = metrics(&self.fixture.state, self.owner.user.clone(), query);
        self.fixture.runtime.block_on(metrics)
    }

    /// Asks with these recorded activities.
    fn ask_with(&self, recorded: Vec<Span>, wanted: &str) -> Answer {
        let query = Query {
            wanted: Some(wanted.to_owned()),
            ..Query::default()
        };
        let recorded = Arc::new(move |_: &Tx<'_>, _: &AccountKeys, _| {
            Ok(recorded.iter().copied().map(RecordedSpan::from).collect())
        });
        let user = self.owner.user.clone();
        let metrics = with_recorded(&self.fixture.state, user, query, recorded);
        self.fixture.runtime.block_on(metrics).unwrap()
    }

    fn ask(&self, start: &str, end: &str, wanted: &str) -> Answer {
        self.try_ask(start, end, wanted).unwrap()
    }
}

fn stranger() -> Owner {
    Owner {
        user: UserId::generate(moment(NOW), &SystemEntropy),
        actor: Actor::system(),
    }
}

fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn point<'a>(at: i64, kind: &'a str, value: f64, unit: &'a str, device: &'a str) -> Point<'a> {
    Point {
        timestamp: at,
        kind,
        value,
        unit,
        device,
        confidence: None,
        metadata: None,
    }
}

/// Heart rates a second apart.
fn ride<'a>(start: i64, rates: &[f64], device: &'a str) -> Vec<Point<'a>> {
    (0..)
        .zip(rates)
        .map(|(second, rate)| point(start + 1000 * second, HEART_RATE, *rate, "bpm", device))
        .collect()
}

/// Heart rates 10 s apart for whole minutes.
fn effort<'a>(start: i64, minutes: i64, rate: f64) -> Vec<Point<'a>> {
    (0..=minutes * 6)
        .map(|nth| point(start + 10_000 * nth, HEART_RATE, rate, "bpm", "a"))
        .collect()
}

fn known() -> Profile {
    Profile {
        sex: Some(profile_sex("male")),
        max_heart_rate: Some(190.0),
        resting_heart_rate: Some(60.0),
        ..Profile::default()
    }
}

fn profile_sex(name: &str) -> crate::profile::Sex {
    serde_json::from_value(Json::from(name)).unwrap()
}

#[track_caller]
fn close(found: f64, expected: f64, relative: f64) {
    let allowed = relative * expected.abs().max(1e-9);
    assert!(
        (found - expected).abs() <= allowed,
        "{found}, not {expected}"
    );
}

#[test]
fn an_empty_account_has_reasons_and_no_zeros() {
    let account = Account::new();
    let answer = account.ask("", "", ALL);
    assert_eq!(answer.zones, None);
    assert!(answer.figures.is_empty(), "{:?}", answer.figures);
    assert_eq!(answer.reasons.len(), 16);
    let (start, end) = answer.basis.range;
    assert_eq!((end, end.0 - start.0), (moment(NOW), 7 * DAY - 1));

    let fields = account.ask("", "", "");
    let named: Vec<_> = fields.reasons.keys().map(|metric| metric.name()).collect();
    assert_eq!(
        named,
        [
            "heartRateZones",
            "recoveryScore",
            "trainingLoad",
            "fatigueLevel"
        ]
    );
}

#[test]
fn what_cannot_be_asked_is_refused_by_name() {
    let account = Account::new();
    for (start, end, wanted, parameter) in [
        ("2026-02-01", "2026-01-31", "", "startDate"),
        ("yesterday", "", "", "startDate"),
        ("", "2026-01-31T06:00:00", "", "endDate"),
        ("", "", "steps,mood", "metrics"),
        ("", "", ",", "metrics"),
    ] {
        let fault = account.try_ask(start, end, wanted).unwrap_err();
        assert_eq!(fault.details.unwrap()["parameter"], parameter);
    }
    // A day has its whole length, whatever it is.
    let answer = account.ask("2026-01-31", "2026-01-31", "steps");
    let (start, end) = answer.basis.range;
    assert_eq!(end.0 - start.0, DAY - 1);
}

#[test]
fn the_default_range_is_the_week_that_ends_with_the_latest_point() {
    let account = Account::new();
    account.set_profile(known());
    let latest = moment("2026-05-10T12:00:00Z").0;
    account.store(&ride(latest - 7 * DAY - 20_000, &[150.0; 10], "a"));
    account.store(&ride(latest - 3 * DAY, &[150.0; 11], "a"));
    account.store(&[point(latest, STEPS, 1.0, "count", "a")]);
    let answer = account.ask("", "", "heartRateZones");
    assert_eq!(answer.basis.range.1, Timestamp(latest));
    assert_eq!(answer.basis.coverage.heart_rate_seconds, Some(10.0));
    // A metric that was not requested has neither a value nor a reason.
    assert!(answer.figures.is_empty() && answer.reasons.is_empty());
    // From a start on, up to the latest point.
    let all = account.ask("2026-01-01", "", "heartRateZones");
    assert_eq!(all.basis.coverage.heart_rate_seconds, Some(19.0));
    assert_eq!(all.basis.coverage.heart_rate_days, Some(2));
}

#[test]
fn every_recording_gives_the_reference_figures_through_the_store() {
    let Some(folder) = recordings() else { return };
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: Json = serde_json::from_str(&text).unwrap();
    let activities = expected["activities"].as_object().unwrap();
    assert_eq!(activities.len(), 10);
    let mut account = Account::new();
    for (name, row) in activities {
        println!("{name}");
        account.next();
        account.import(&folder.join(name));
        let date = |field: &str| row[field].as_str().unwrap().to_owned();
        let (start, end) = (date("first_timestamp"), date("last_timestamp"));
        for parameters in row["hr_params"].as_array().unwrap() {
            for sex in ["male", "female"] {
                account.set_profile(Profile {
                    sex: Some(profile_sex(sex)),
                    max_heart_rate: parameters["max_hr"].as_f64(),
                    resting_heart_rate: parameters["resting_hr"].as_f64(),
                    ..Profile::default()
                });
                let answer = account.ask(&start, &end, "heartRateZones,trainingLoad");
                let zones = answer.zones.unwrap();
                for (zone, found) in (1..).zip(zones) {
                    let expected = &parameters["time_in_zone_s"][format!("zone{zone}")];
                    let expected = expected.as_f64().unwrap();
                    assert!((found - expected).abs() <= 0.01, "{found}, not {expected}");
                }
                let expected = &parameters[format!("banister_trimp_{sex}")];
                let load = answer.figures[&Metric::TrainingLoad];
                close(load, expected.as_f64().unwrap(), 1e-4);
                let covered = answer.basis.coverage.heart_rate_seconds.unwrap();
                assert!((covered - row["hr_covered_s"].as_f64().unwrap()).abs() <= 0.01);
            }
        }
        let answer = account.ask(&start, &end, "normalizedPower");
        match row.get("normalized_power").and_then(Json::as_f64) {
            Some(expected) => close(answer.figures[&Metric::NormalizedPower], expected, 1e-4),
            None => assert!(answer.reasons.contains_key(&Metric::NormalizedPower)),
        }
    }
}

#[test]
fn one_ride_under_two_names_counts_once() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment("2026-05-10T08:00:00Z").0;
    let rates: Vec<f64> = (0..1200)
        .map(|second| f64::from(120 + second % 60))
        .collect();
    let power = |device| -> Vec<Point<'_>> {
        (0..1200)
            .map(|second| {
                let watts = 180.0 + f64::from(second % 90);
                point(start + 1000 * i64::from(second), POWER, watts, "W", device)
            })
            .collect()
    };
    account.store(&ride(start, &rates, "Garmin Edge 530"));
    account.store(&power("Garmin Edge 530"));
    let wanted = "heartRateZones,trainingLoad,normalizedPower";
    let once = account.ask("", "", wanted);
    account.store(&ride(start, &rates, "GPX by somebody"));
    account.store(&power("GPX by somebody"));
    let twice = account.ask("", "", wanted);
    assert_eq!(once.zones, twice.zones);
    assert_eq!(once.figures, twice.figures);
    assert_eq!(twice.basis.coverage.power_seconds, Some(1199.0));
}

#[test]
fn a_chest_strap_counts_before_a_watch_and_the_registry_knows_which_is_which() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment("2026-05-10T08:00:00Z").0;
    account.store(&ride(start, &[100.0; 61], "A watch"));
    account.store(&ride(start, &[180.0; 61], "Wahoo"));
    let zones = |account: &Account| account.ask("", "", "heartRateZones").zones.unwrap();
    assert_eq!(zones(&account)[3], 0.0);
    account.register("chest_strap", "Wahoo");
    assert_eq!(zones(&account), [0.0, 0.0, 0.0, 60.0, 0.0]);
    // A surer reading counts before the better kind of device.
    let mut unsure = ride(start, &[180.0; 61], "Wahoo");
    for point in &mut unsure {
        point.confidence = Some(0.2);
    }
    account.store(&unsure);
    assert_eq!(zones(&account), [0.0; 5]);
}

#[test]
fn implausible_values_take_no_part_and_units_are_converted() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment("2026-05-10T08:00:00Z").0;
    let mut points = ride(start, &[150.0, 0.0, 251.0, 150.0, 150.0], "a");
    for second in 0..40 {
        let at = start + 1000 * second;
        points.push(point(at, POWER, 0.2, "kW", "a"));
    }
    points.push(point(start + 20_000, POWER, 9000.0, "W", "a"));
    points.push(point(start, SLEEP, 7.5, "h", "a"));
    points.push(point(start, RMSSD, 0.0, "ms", "a"));
    points.push(point(start, RESTING, 300.0, "bpm", "a"));
    account.store(&points);
    let answer = account.ask(
        "",
        "",
        "heartRateZones,normalizedPower,sleepDuration,hrvRmssd,restingHeartRate",
    );
    // The one good reading holds over both bad ones.
    assert_eq!(answer.zones, Some([0.0, 4.0, 0.0, 0.0, 0.0]));
    close(answer.figures[&Metric::NormalizedPower], 200.0, 1e-12);
    assert_eq!(answer.figures[&Metric::SleepDuration], 27_000.0);
    assert!(answer.reasons.contains_key(&Metric::HrvRmssd));
    assert!(answer.reasons.contains_key(&Metric::RestingHeartRate));
}

#[test]
fn ranges_that_adjoin_add_up() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment("2026-05-10T08:00:00Z").0;
    // Readings 3 s apart, the cut in the middle of one.
    let points: Vec<_> = (0..100)
        .map(|nth| point(start + 3000 * nth, HEART_RATE, 150.0, "bpm", "a"))
        .collect();
    account.store(&points);
    let seconds = |from: &str, to: &str| {
        let answer = account.ask(from, to, "heartRateZones");
        answer.basis.coverage.heart_rate_seconds.unwrap()
    };
    let early = seconds("2026-05-10", "2026-05-10T08:02:00.999Z");
    let late = seconds("2026-05-10T08:02:01Z", "2026-05-10");
    assert_eq!((early, late), (121.0, 176.0));
    assert_eq!(seconds("2026-05-10", "2026-05-10"), 297.0);
}

#[test]
fn days_of_summer_time_have_their_own_length() {
    let account = Account::new();
    account.set_profile(Profile {
        time_zone: Some("Europe/Berlin".to_owned()),
        ..known()
    });
    for (day, hours) in [
        ("2026-03-29", 23.0),
        ("2026-10-25", 25.0),
        ("2026-06-01", 24.0),
    ] {
        let noon = moment(&format!("{day}T12:00:00Z")).0;
        // Every half minute for three days around it.
        let points: Vec<_> = (-4320..4320)
            .map(|nth| point(noon + 30_000 * nth, HEART_RATE, 100.0, "bpm", "a"))
            .collect();
        account.store(&points);
        let answer = account.ask(day, day, "heartRateZones,trainingLoad");
        let coverage = answer.basis.coverage;
        assert_eq!(coverage.heart_rate_seconds, Some(hours * 3600.0), "{day}");
        assert_eq!(coverage.heart_rate_days, Some(1), "{day}");
    }
}

#[test]
fn fatigue_needs_28_days() {
    let account = Account::new();
    account.set_profile(known());
    let last = moment("2026-05-10T08:00:00Z").0;
    let day = |back: i64, minutes| account.store(&effort(last - back * DAY, minutes, 150.0));
    for back in 0..27 {
        day(back, 15);
    }
    let wanted = "fatigueLevel,acuteLoad,chronicLoad,trainingStressBalance,monotony,strain";
    let short = account.ask("", "", wanted);
    assert_eq!(short.basis.coverage.load_days, Some(27));
    assert_eq!(short.basis.coverage.recent_load_days, Some(27));
    for metric in [
        Metric::FatigueLevel,
        Metric::AcuteLoad,
        Metric::ChronicLoad,
        Metric::TrainingStressBalance,
    ] {
        let why = &short.reasons[&metric];
        assert!(why.contains("27 days") && why.contains("28"), "{why}");
    }
    // A week of equal days has no spread to measure monotony by.
    assert!(short.reasons.contains_key(&Metric::Monotony));

    day(27, 30);
    day(2, 30);
    let long = account.ask("", "", wanted);
    assert_eq!(long.basis.coverage.load_days, Some(28));
    assert!(long.reasons.is_empty(), "{:?}", long.reasons);
    // By hand: 15 minutes a day, but 30 on the first day and on the last but two.
    let minute = lockstep_metrics::session_impulse(1.0, 150.0, 190.0, 60.0, Sex::Male);
    let mut loads = vec![15.0 * minute; 28];
    loads[0] = 30.0 * minute;
    loads[25] = loads[0];
    let balance = LoadBalance::of(&loads);
    for (metric, expected) in [
        (Metric::AcuteLoad, balance.acute),
        (Metric::ChronicLoad, balance.chronic),
        (Metric::FatigueLevel, balance.fatigue().unwrap()),
        (Metric::Strain, strain(&loads).unwrap()),
    ] {
        close(long.figures[&metric], expected, 1e-12);
    }
    // Two years later there is nothing to report.
    let later = account.ask("2028-05-01", "2028-05-10", wanted);
    assert!(
        later.figures.keys().all(|one| *one == Metric::Strain),
        "{later:?}"
    );
}

/// A walk's peak is no maximum, and a short or old one is none either.
#[test]
fn the_maximum_heart_rate_comes_from_the_best_there_is() {
    let account = Account::new();
    let last = moment("2026-05-10T08:00:00Z").0;
    let found = || {
        let answer = account.ask("", "", "heartRateZones");
        let maximum = answer.basis.maximum;
        maximum.map(|maximum| (maximum.value, maximum.source))
    };
    let to = |rate: u8| -> Vec<f64> {
        let rise = (100..=rate).map(f64::from);
        rise.chain(vec![f64::from(rate); 320]).collect()
    };
    account.store(&ride(last, &to(113), "a"));
    assert_eq!(found(), None);
    account.set_profile(Profile {
        birth_date: Some("1986-01-01".to_owned()),
        ..Profile::default()
    });
    assert_eq!(found(), Some((180.0, MaximumSource::Age)));
    // Too long ago, and above 30 over the estimate.
    account.store(&ride(last - 366 * DAY, &to(198), "a"));
    account.store(&ride(last - 20 * DAY, &to(211), "a"));
    assert_eq!(found(), Some((180.0, MaximumSource::Age)));
    // 20 seconds of a spike are no rise; what a hard effort reaches is.
    let mut rates = to(185);
    rates[50..70].fill(209.0);
    account.store(&ride(last - 364 * DAY, &rates, "a"));
    assert_eq!(found(), Some((185.0, MaximumSource::Measured)));
    account.set_profile(Profile {
        max_heart_rate: Some(201.0),
        ..Profile::default()
    });
    assert_eq!(found(), Some((201.0, MaximumSource::Profile)));
}

#[test]
fn the_resting_heart_rate_comes_from_the_best_there_is() {
    let account = Account::new();
    let last = moment("2026-05-10T08:00:00Z").0;
    let found = || {
        let answer = account.ask("2026-05-10", "2026-05-10", "trainingLoad,restingHeartRate");
        let resting = answer.basis.resting.unwrap();
        let measured = answer.figures.get(&Metric::RestingHeartRate).copied();
        (resting.value, resting.source, measured)
    };
    assert_eq!(found(), (60.0, RestingSource::Assumed, None));
    account.store(&[point(last - 30 * DAY, RESTING, 40.0, "bpm", "a")]);
    assert_eq!(found(), (60.0, RestingSource::Assumed, None));
    for (day, rate) in [(29, 50.0), (10, 52.0), (0, 57.0)] {
        account.store(&[point(last - day * DAY, RESTING, rate, "bpm", "a")]);
    }
    assert_eq!(found(), (52.0, RestingSource::Measured, Some(57.0)));
    account.set_profile(Profile {
        resting_heart_rate: Some(45.0),
        ..Profile::default()
    });
    assert_eq!(found(), (45.0, RestingSource::Profile, Some(57.0)));
}

#[test]
fn what_assumed_rates_would_make_up_is_null() {
    let account = Account::new();
    let start = moment("2026-05-10T08:00:00Z").0;
    account.store(&effort(start, 20, 150.0));
    let wanted = "heartRateZones,vo2maxEstimate,trainingLoad,dayStrain,fatigueLevel";
    let answer = account.ask("", "", wanted);
    assert!(
        answer.figures.is_empty() && answer.zones.is_none(),
        "{answer:?}"
    );
    assert_eq!(answer.basis.maximum, None);
    for (metric, why) in &answer.reasons {
        assert!(why.contains("maxHeartRate"), "{metric:?}: {why}");
    }
    assert_eq!(answer.reasons.len(), 5);
    // An estimate by age is good enough for zones and load, not for an oxygen uptake.
    account.set_profile(Profile {
        birth_date: Some("1986-01-01".to_owned()),
        resting_heart_rate: Some(50.0),
        ..Profile::default()
    });
    let answer = account.ask("", "", wanted);
    assert!(answer.zones.is_some() && answer.figures[&Metric::TrainingLoad] > 10.0);
    let why = &answer.reasons[&Metric::Vo2maxEstimate];
    assert!(why.contains("estimated from the age"), "{why}");
    account.set_profile(known());
    let answer = account.ask("", "", "vo2maxEstimate");
    close(
        answer.figures[&Metric::Vo2maxEstimate],
        15.3 * 190.0 / 60.0,
        1e-12,
    );
    assert!(answer.basis.notes.is_empty());
    // Nothing is in reserve: no load rather than none of it.
    account.set_profile(Profile {
        max_heart_rate: Some(100.0),
        resting_heart_rate: Some(120.0),
        ..known()
    });
    let answer = account.ask("", "", "heartRateZones,trainingLoad,fatigueLevel");
    assert!(answer.zones.is_some() && answer.figures.is_empty());
    assert_eq!(answer.reasons.len(), 2);
}

#[test]
fn recovery_says_which_part_is_missing() {
    let account = Account::new();
    let last = moment("2026-05-10T06:00:00Z").0;
    let rmssd = |day: i64, value: f64| point(last - day * DAY, RMSSD, value, "ms", "ring");
    for day in 0..20 {
        account.store(&[rmssd(day, 50.0 + (day % 3) as f64)]);
    }
    // 7 and 13 days: one short of the 14.
    let short = account.ask("", "", "recoveryScore");
    let why = &short.reasons[&Metric::RecoveryScore];
    assert!(
        why.contains("rMSSD: 13 days") && why.contains("14 are needed"),
        "{why}"
    );
    account.store(&[rmssd(20, 52.0)]);
    let long = account.ask("", "", "recoveryScore");
    let recovery = long.basis.recovery.unwrap();
    assert_eq!(recovery.variability.unwrap().baseline_days, 14);
    assert!(recovery.resting.is_err() && recovery.sleep.is_err());
    let score = long.figures[&Metric::RecoveryScore];
    assert!((0.0..=100.0).contains(&score));
    // A better week, a better score.
    for day in 0..7 {
        account.store(&[rmssd(day, 70.0)]);
    }
    assert!(account.ask("", "", "recoveryScore").figures[&Metric::RecoveryScore] > score);
}

#[test]
fn a_season_gives_finite_figures_for_all() {
    let account = Account::new();
    account.set_profile(Profile {
        time_zone: Some("America/New_York".to_owned()),
        sex: Some(profile_sex("female")),
        ..Profile::default()
    });
    let last = moment("2026-05-10T12:00:00Z").0;
    let mut points = Vec::new();
    for day in 0..120 {
        let at = last - day * DAY;
        let wave = (day % 7) as f64;
        points.push(point(at, RESTING, 50.0 + wave, "bpm", "ring"));
        points.push(point(at, RMSSD, 60.0 - 2.0 * wave, "ms", "ring"));
        points.push(point(at, SLEEP, 7.0 + 0.2 * wave, "h", "ring"));
        points.push(point(at, STEPS, 8000.0 + 100.0 * wave, "count", "watch"));
        for second in 0..(700 + 10 * (day % 5)) {
            let at = at + 3_600_000 + 1000 * second;
            let rate = 130.0 + ((second / 60) % 5) as f64 * 10.0;
            points.push(point(at, HEART_RATE, rate, "bpm", "Polar H10"));
            points.push(point(at, POWER, 2.0 * rate - 60.0, "W", "Edge"));
        }
    }
    account.store(&points);
    let answer = account.ask("", "", ALL);
    // A week has several rides, which have no normalized power in common.
    let reasons: Vec<&Metric> = answer.reasons.keys().collect();
    assert_eq!(reasons, [&Metric::NormalizedPower], "{:?}", answer.reasons);
    assert_eq!(answer.figures.len(), 14);
    assert!(answer.figures.values().all(|figure| figure.is_finite()));
    for score in [Metric::RecoveryScore, Metric::FatigueLevel] {
        assert!((0.0..=100.0).contains(&answer.figures[&score]));
    }
    assert_eq!(answer.basis.coverage.load_days, Some(120));
    assert_eq!(answer.basis.coverage.recent_load_days, Some(42));
    assert_eq!(
        answer.basis.maximum.unwrap().source,
        MaximumSource::Measured
    );
    assert_eq!(
        answer.basis.resting.unwrap().source,
        RestingSource::Measured
    );
    assert_eq!(answer.basis.time_zone, "America/New_York");
    // A year later the same range gives the same.
    let again = account.ask(
        &answer.basis.range.0.to_string(),
        &answer.basis.range.1.to_string(),
        ALL,
    );
    assert_eq!(again.figures, answer.figures);
    assert_eq!(again.zones, answer.zones);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// A ride that one device began and another ended, with some time in both, is the same ride.
    #[test]
    fn a_ride_split_between_two_devices_is_the_same_ride(
        rates in prop::collection::vec(90_u8..200, 660..1000),
        cuts in (0.0..1.0_f64, 0.0..1.0_f64),
    ) {
        let mut account = Account::new();
        account.set_profile(known());
        let rates: Vec<f64> = rates.into_iter().map(f64::from).collect();
        let start = moment("2026-05-10T08:00:00Z").0;
        let whole = ride(start, &rates, "a");
        account.store(&whole);
        let wanted = "heartRateZones,trainingLoad";
        let expected = account.ask("", "2026-05-10", wanted);

        account.next();
        account.set_profile(known());
        let place = |cut: f64| (cut * (rates.len() - 1) as f64) as usize;
        let (begin, end) = (place(cuts.0.min(cuts.1)), place(cuts.0.max(cuts.1)));
        let mut late = whole.clone();
        for point in &mut late {
            point.device = "b";
        }
        account.store(&whole[..=end]);
        account.store(&late[begin..]);
        let found = account.ask("", "2026-05-10", wanted);
        prop_assert_eq!(found.zones, expected.zones);
        let load = |answer: &Answer| answer.figures[&Metric::TrainingLoad];
        prop_assert!((load(&found) - load(&expected)).abs() <= 1e-9 * load(&expected));
    }
}

const NOW: &str = "2026-05-11T00:00:00Z";
const DAY: i64 = 86_400_000;
const ALL: &str = "heartRateZones,recoveryScore,trainingLoad,fatigueLevel,acuteLoad,chronicLoad,\
                   trainingStressBalance,monotony,strain,normalizedPower,restingHeartRate,hrvRmssd,\
                   sleepDuration,steps,vo2maxEstimate,dayStrain";
