//! Tests that totals are equal in every encryption mode.

use std::ops::Range;

use lockstep_formats::Point;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, SystemEntropy, Timestamp};
use lockstep_vault::Mode;

use super::*;
use crate::testing::Fixture;

const MODES: [Option<Mode>; 4] = [None, Some(Mode::Basic), Some(Mode::Fhe), Some(Mode::Zk)];

fn user() -> UserId {
    UserId::generate(Timestamp(0), &SystemEntropy)
}

fn point(at: i64, kind: &'static str, value: f64, unit: &'static str) -> Point<'static> {
    Point {
        timestamp: at,
        kind,
        value,
        unit,
        device: "Polar H10",
        confidence: None,
        metadata: None,
    }
}

fn seconds(range: Range<i64>) -> Vec<Point<'static>> {
    range
        .map(|n| point(n * 1000, "heart_rate", 60.0 + (n % 200) as f64 / 2.0, "bpm"))
        .collect()
}

fn append(
    fixture: &Fixture,
    user: &UserId,
    points: &[Point<'_>],
    mode: Option<Mode>,
    chunk_size: u32,
) {
    let mut batch = Batch::default();
    for point in points {
        batch.push(point);
    }
    let options = StorageOptions {
        mode,
        chunk_size: Some(chunk_size),
    };
    fixture.append(user, batch, options);
}

#[test]
fn totals_are_the_same_whatever_they_lie_under() {
    let rows = seconds(0..1500);
    let part = |from: i64, to: i64| {
        let values = rows
            .iter()
            .filter(|row| (from..=to).contains(&row.timestamp));
        values.map(|row| row.value).collect::<Vec<f64>>()
    };
    for mode in MODES {
        let (fixture, ann) = (Fixture::new(Timestamp(0)), user());
        append(&fixture, &ann, &rows, mode, 400);
        for (from, to) in [
            (0, 1_499_000),
            (0, 399_000),
            (123_000, 456_789),
            (1_450_000, i64::MAX),
        ] {
            let expected = part(from, to);
            let n = expected.len() as f64;
            let sum: f64 = expected.iter().sum();
            let variance = expected
                .iter()
                .map(|value| (value - sum / n).powi(2))
                .sum::<f64>()
                / n;
            for (operation, wanted) in [
                (Operation::Sum, sum),
                (Operation::Mean, sum / n),
                (Operation::Variance, variance),
            ] {
                let query = Query {
                    start: Some(Timestamp(from).to_string()),
                    end: Some(Timestamp(to.min(2_000_000)).to_string()),
                    kind: Some("heart_rate".to_owned()),
                    device: None,
                };
                let owner = Owner {
                    user: ann.clone(),
                    actor: Actor::system(),
                };
                let made = aggregate(&fixture.state, owner, operation, query);
                let made = fixture.runtime.block_on(made).unwrap();
                assert_eq!(made.count, expected.len() as u64, "{mode:?} {from}..={to}");
                let value = made.value.unwrap();
                assert!(
                    (value - wanted).abs() < 1e-9 * wanted.max(1.0),
                    "{mode:?} {operation:?} {from}..={to}: {value}, not {wanted}"
                );
                let in_blocks = part(from, to.min(1_199_000)).len() as u64;
                let encrypted = if mode == Some(Mode::Fhe) {
                    in_blocks
                } else {
                    0
                };
                assert_eq!(made.encrypted, encrypted, "{mode:?} {from}..={to}");
            }
        }
    }
}

#[test]
fn a_total_of_an_unknown_type_is_of_one_unit() {
    for mode in MODES {
        let (fixture, ann) = (Fixture::new(Timestamp(0)), user());
        let widgets = |at: i64, unit: &'static str| point(at, "widgets", 1.5, unit);
        let total = |end: i64| {
            let query = Query {
                end: Some(Timestamp(end).to_string()),
                kind: Some("widgets".to_owned()),
                ..Query::default()
            };
            let owner = Owner {
                user: ann.clone(),
                actor: Actor::system(),
            };
            let made = aggregate(&fixture.state, owner, Operation::Sum, query);
            fixture.runtime.block_on(made)
        };
        let rows = [widgets(0, "a"), widgets(1000, "a"), widgets(2000, "b")];
        append(&fixture, &ann, &rows, mode, 3);
        // Only the selected points decide.
        let one = total(1999).unwrap();
        assert_eq!((one.value, one.unit), (Some(3.0), Some("a".to_owned())));
        let fault = total(2000).unwrap_err();
        assert!(fault.message.contains("several units"), "{mode:?}");
    }
}
