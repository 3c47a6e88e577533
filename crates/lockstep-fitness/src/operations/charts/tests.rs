//! Charts of points that went through the store, compared with the points themselves.

use lockstep_formats::Point;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_store::{Actor, SystemEntropy, params};
use lockstep_web::Owner;

use super::*;
use crate::profile::Profile;
use crate::testing::Fixture;

struct Account {
    fixture: Fixture,
    owner: Owner,
}

impl Account {
    fn new(zone: &str) -> Self {
        let fixture = Fixture::new(moment("2026-11-20T12:00:00Z"));
        let user = UserId::generate(moment("2026-01-01T00:00:00Z"), &SystemEntropy);
        let owner = Owner {
            user,
            actor: Actor::system(),
        };
        let profile = Profile {
            time_zone: Some(zone.to_owned()),
            ..Profile::default()
        };
        let replace = profile::replace(&fixture.state, owner.clone(), profile);
        fixture.runtime.block_on(replace).unwrap();
        Self { fixture, owner }
    }

    fn store(&self, points: &[Point<'_>]) {
        let mut batch = Batch::default();
        for point in points {
            batch.push(point);
        }
        self.fixture
            .append(&self.owner.user, batch, StorageOptions::default());
    }

    fn charts(
        &self,
        types: &str,
        (start, end): (&str, &str),
        device: Option<&str>,
        buckets: usize,
    ) -> Result<Charts, ApiError> {
        let query = Query {
            types: (!types.is_empty()).then(|| types.to_owned()),
            points: query::Query {
                start: Some(start.to_owned()),
                end: Some(end.to_owned()),
                kind: None,
                device: device.map(str::to_owned),
            },
            buckets: Some(buckets),
        };
        let charts = charts(&self.fixture.state, self.owner.user.clone(), query);
        self.fixture.runtime.block_on(charts)
    }

    /// Returns the number of stored rows of charts.
    fn rows(&self) -> i64 {
        self.fixture.runtime.block_on(days::wait_until_stored());
        let count = self
            .fixture
            .state
            .db
            .read::<_, StoreError, _>("test.rows", move |tx| {
                let rows = "SELECT COUNT(*) FROM day WHERE type LIKE '%#chart'";
                tx.query_one(rows, params![], |row| row.at(0))
            });
        self.fixture.runtime.block_on(count).unwrap()
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

/// Twelve days around a change of clocks, a point every 37 seconds from one device and every 5 minutes
/// from another; some values are implausible.
fn twelve_days() -> Vec<(i64, f64, &'static str, &'static str)> {
    let begin = moment("2026-10-19T00:00:00Z").0;
    let mut points = Vec::new();
    for nth in 0..(12 * 86_400 / 37) {
        let value = match nth % 500 {
            499 => 400.0,
            _ => 60.0 + f64::from((nth * 7) % 120) + 0.25,
        };
        points.push((begin + i64::from(nth) * 37_000, value, "bpm", "a watch"));
    }
    for nth in 0..(12 * 288) {
        let value = 70.0 + f64::from(nth % 3) / 8.0;
        points.push((
            begin + i64::from(nth) * 300_000 + 7,
            value,
            "/min",
            "a strap",
        ));
    }
    points
}

/// Returns the summaries of the points by the start of their bucket.
fn expected(
    points: &[(i64, f64, &str, &str)],
    (from, to): (i64, i64),
    device: Option<&str>,
    starts: &[Timestamp],
) -> Vec<Option<BucketSummary>> {
    let mut summaries = vec![Summary::default(); starts.len()];
    for (at, value, _, of) in points {
        let is_meant = (from..=to).contains(at) && device.is_none_or(|device| device == *of);
        if is_meant && (25.0..=250.0).contains(value) {
            let bucket = starts.iter().rposition(|start| start.0 <= *at).unwrap();
            summaries[bucket].add(*value);
        }
    }
    summaries.iter().map(BucketSummary::of).collect()
}

#[test]
fn charts_summarise_the_points_of_each_bucket_with_and_without_stored_rows() {
    let account = Account::new("Europe/Berlin");
    let points = twelve_days();
    let sent = points.iter();
    let sent: Vec<Point<'_>> = sent
        .map(|(at, value, unit, device)| point(*at, "heart_rate", *value, unit, device))
        .collect();
    account.store(&sent);
    let whole = ("2026-10-19", "2026-10-30");
    for (range, buckets, device, width) in [
        (whole, 300, None, 3600),
        (whole, 300, Some("a strap"), 3600),
        (whole, 12, None, 86_400),
        (whole, 2, None, 604_800),
        (whole, 1, None, 14 * 86_400),
        (("2026-10-25", "2026-10-25"), 25, None, 3600),
        (
            ("2026-10-24T05:07:00Z", "2026-10-26T19:59:59.999Z"),
            10,
            None,
            28_800,
        ),
        (
            ("2026-10-24T05:07:00Z", "2026-10-24T05:57:00Z"),
            500,
            None,
            10,
        ),
        (("2026-11-24", "2026-11-25"), 10, None, 21_600),
    ] {
        let shown = format!("{range:?} {buckets} {device:?}");
        let ask = || {
            account
                .charts("heart_rate", range, device, buckets)
                .unwrap()
        };
        let first = ask();
        assert_eq!(first.bucket_seconds, width, "{shown}");
        assert!(first.starts.len() <= buckets, "{shown}");
        let span = (first.range.0.0, first.range.1.0);
        let expected = expected(&points, span, device, &first.starts);
        for (found, expected) in first.series[0].buckets.iter().zip(&expected) {
            let (Some(found), Some(expected)) = (found, expected) else {
                assert_eq!(found, expected, "{shown}");
                continue;
            };
            let key = |one: &BucketSummary| (one.min.to_bits(), one.max.to_bits(), one.count);
            assert_eq!(key(found), key(expected), "{shown}");
            assert!((found.mean - expected.mean).abs() < 1e-9, "{shown}");
        }
        assert_eq!(first.series[0].buckets.len(), expected.len(), "{shown}");
        let has_points = expected.iter().any(Option::is_some);
        let unit = has_points.then_some("/min");
        assert_eq!(first.series[0].unit.as_deref(), unit, "{shown}");
        // The second answer comes from the rows that the first one stored.
        assert_eq!(format!("{:?}", ask()), format!("{first:?}"));
    }
    assert_eq!(account.rows(), 12);
    // A new point removes the row of its day only, and counts.
    let at = moment("2026-10-20T10:00:00.001Z").0;
    account.store(&[point(at, "heart_rate", 240.0, "bpm", "a watch")]);
    assert_eq!(account.rows(), 11);
    let charts = account.charts("heart_rate", whole, None, 12).unwrap();
    assert_eq!(charts.series[0].buckets[1].unwrap().max, 240.0);
    assert_eq!(account.rows(), 12);
}

#[test]
fn a_type_outside_the_catalogue_has_the_unit_of_its_points() {
    let account = Account::new("UTC");
    let at = moment("2026-10-19T10:00:00Z").0;
    account.store(&[
        point(at, "mood", -3.0, "smileys", "a phone"),
        point(at + 60_000, "mood", 5.0, "smileys", "a phone"),
        point(at, "taste", 1.0, "salt", "a phone"),
        point(at + 60_000, "taste", 1.0, "sugar", "a phone"),
    ]);
    let day = ("2026-10-19", "2026-10-19");
    let charts = account
        .charts("taste,mood,none,mood", day, None, 1)
        .unwrap();
    let found: Vec<_> = charts
        .series
        .iter()
        .map(|series| {
            let unit = series.unit.as_deref();
            (
                series.kind.as_str(),
                unit,
                series.buckets[0].map(|one| (one.min, one.mean, one.max)),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("taste", None, Some((1.0, 1.0, 1.0))),
            ("mood", Some("smileys"), Some((-3.0, 1.0, 5.0))),
            ("none", None, None),
        ]
    );
}

#[test]
fn invalid_parameters_are_named() {
    let account = Account::new("UTC");
    let many = vec!["a"; 17].join(",");
    let distinct: Vec<String> = (0..17).map(|nth| format!("t{nth}")).collect();
    for (types, range, buckets, parameter) in [
        ("", ("2026-01-01", "2026-01-02"), 10, Some("types")),
        (
            "heart_rate,",
            ("2026-01-01", "2026-01-02"),
            10,
            Some("types"),
        ),
        ("Heart", ("2026-01-01", "2026-01-02"), 10, Some("types")),
        (
            &*distinct.join(","),
            ("2026-01-01", "2026-01-02"),
            10,
            Some("types"),
        ),
        // The same type many times is one type.
        (&*many, ("2026-01-01", "2026-01-02"), 10, None),
        ("steps", ("2026-01-01", "2026-01-02"), 0, Some("buckets")),
        ("steps", ("2026-01-01", "2026-01-02"), 2001, Some("buckets")),
        ("steps", ("2026-01-02", "2026-01-01"), 10, Some("startDate")),
        ("steps", ("0001-01-01", "9999-12-31"), 1, None),
        ("steps", ("1960-01-01", "1969-12-31"), 5, None),
        ("steps", ("9999-12-30", "9999-12-31"), 2000, None),
    ] {
        let found = account.charts(types, range, None, buckets);
        let shown = format!("{types} {range:?} {buckets}: {found:?}");
        match parameter {
            None => assert!(found.is_ok(), "{shown}"),
            Some(parameter) => {
                let error = format!("{:?}", found.unwrap_err());
                assert!(error.contains(parameter), "{shown}");
            }
        }
    }
}

/// Noon of UTC is the next day in Auckland; a value of a day stays in its own bucket, with rows and without.
#[test]
fn a_value_of_a_day_is_in_the_bucket_of_its_date() {
    for (zone, dates) in [
        ("Pacific/Auckland", ["2026-06-01", "2026-06-02"]),
        ("Pacific/Kiritimati", ["2026-06-01", "2026-06-02"]),
        ("Pacific/Midway", ["2026-06-01", "2026-06-02"]),
        ("UTC", ["2026-06-01", "2026-06-02"]),
    ] {
        let account = Account::new(zone);
        let mut noons = Vec::new();
        for (nth, date) in (0..).zip(dates) {
            let noon = moment(&format!("{date}T12:00:00.001Z")).0;
            noons.push((
                noon,
                format!("{{\"localDate\":\"{date}\"}}"),
                1000.0 * f64::from(nth + 1),
            ));
        }
        let points: Vec<Point<'_>> = noons
            .iter()
            .map(|(at, metadata, value)| Point {
                metadata: Some(metadata),
                ..point(*at, "steps", *value, "count", "a watch")
            })
            .collect();
        account.store(&points);
        for (device, buckets) in [(None, 2), (Some("a watch"), 2), (None, 96)] {
            let range = (dates[0], dates[1]);
            let charts = account.charts("steps", range, device, buckets).unwrap();
            let days = charts.starts.len() / 2;
            let of = |part: &[Option<BucketSummary>]| -> f64 {
                part.iter().flatten().map(|one| one.max).sum()
            };
            let (first, second) = charts.series[0].buckets.split_at(days);
            assert_eq!(
                (of(first), of(second)),
                (1000.0, 2000.0),
                "{zone} {device:?} {buckets}"
            );
            let alone = account
                .charts("steps", (dates[0], dates[0]), device, 1)
                .unwrap();
            assert_eq!(of(&alone.series[0].buckets), 1000.0, "{zone} {device:?}");
        }
    }
}
