//! Metrics of points that went through the store, at the edges of each definition.

use std::path::Path;

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
use lockstep_points::device::Device;
use lockstep_points::store::device::insert_device;
use lockstep_web::Owner;

mod devices;
mod history;
mod implausible;
mod intervals;
mod notes;
mod rows;
mod sleep;
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

    fn try_ask(&self, start: &str, end: &str, wanted: &str) -> Result<ComputedMetrics, ApiError> {
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
    fn ask_with(&self, recorded: Vec<Span>, wanted: &str) -> ComputedMetrics {
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

    fn ask(&self, start: &str, end: &str, wanted: &str) -> ComputedMetrics {
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
        time_zone: Some("UTC".to_owned()),
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
fn invalid_queries_are_refused_and_name_the_parameter() {
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
    // A day has its actual length, also if it is not 24 hours.
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
            Some(expected) if expected > 0.0 => {
                close(answer.figures[&Metric::NormalizedPower], expected, 1e-4);
            }
            // A power meter that was off for the whole ride states 0.
            _ => assert!(answer.reasons.contains_key(&Metric::NormalizedPower)),
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
        let load = |answer: &ComputedMetrics| answer.figures[&Metric::TrainingLoad];
        prop_assert!((load(&found) - load(&expected)).abs() <= 1e-9 * load(&expected));
    }
}

const NOW: &str = "2026-05-11T00:00:00Z";
const DAY: i64 = 86_400_000;
const ALL: &str = "heartRateZones,recoveryScore,trainingLoad,fatigueLevel,acuteLoad,chronicLoad,\
                   trainingStressBalance,monotony,strain,normalizedPower,restingHeartRate,hrvRmssd,\
                   sleepDuration,steps,vo2maxEstimate,dayStrain";
