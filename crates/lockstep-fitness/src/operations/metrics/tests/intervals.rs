//! Rows of intervals: they equal the answers of their ranges, and share one history.

use super::*;
use crate::operations::account_keys;

/// Five weeks of daily efforts. One of them goes over a whole day and both of its midnights.
fn five_weeks(account: &Account) {
    let begin = moment("2026-03-01T17:00:00Z").0;
    for day in 0..35 {
        let minutes = if day == 20 { 34 * 60 } else { 30 };
        account.store(&effort(begin + day * DAY, minutes, 140.0 + day as f64));
        let at = begin + day * DAY - 10 * 3_600_000;
        account.store(&[
            point(at, RESTING, 50.0 + (day % 3) as f64, "bpm", "a"),
            point(at, RMSSD, 60.0 + (day % 5) as f64, "ms", "a"),
            point(at, STEPS, 5000.0 + day as f64, "count", "a"),
        ]);
    }
}

/// Returns the rows by day, and the number of histories computed for them.
fn rows(account: &Account, wanted: &str) -> (Vec<ComputedMetrics>, usize) {
    rows_of(account, range(), wanted)
}

fn rows_of(account: &Account, query: query::Query, wanted: &str) -> (Vec<ComputedMetrics>, usize) {
    let state = &account.fixture.state;
    let keys = account_keys(state, &account.owner.user);
    let keys = account.fixture.runtime.block_on(keys).unwrap();
    let wanted = RequestedMetrics::read(Some(wanted)).unwrap();
    let computed = state.db.read::<_, ApiError, _>("test.rows", move |tx| {
        let mut computation = Computation::new(tx, &keys, query, wanted)?;
        let rows = computation.rows(Interval::Day, &recorded_spans)?;
        let shared = computation.shared.unwrap();
        Ok((rows, shared.computed))
    });
    account.fixture.runtime.block_on(computed).unwrap()
}

fn range() -> query::Query {
    query::Query {
        start: Some("2026-03-05".to_owned()),
        end: Some("2026-04-03".to_owned()),
        ..query::Query::default()
    }
}

#[test]
fn rows_equal_their_ranges_and_share_a_history() {
    let account = Account::new();
    five_weeks(&account);
    let names: Vec<&str> = RequestedMetrics::all()
        .into_iter()
        .map(Metric::name)
        .collect();
    let names = names.join(",");
    let measured = Profile {
        resting_heart_rate: None,
        ..known()
    };
    // With a stated resting heart rate there is one athlete. The effort over a whole day is cut by the
    // windows of the two days before it ends, which have histories of their own.
    for (profile, most) in [(known(), 3), (measured, 8)] {
        account.set_profile(profile);
        let (rows, computed) = rows(&account, &names);
        assert_eq!(rows.len(), 30);
        assert!((1..=most).contains(&computed), "{computed} histories");
        for row in rows {
            let (from, to) = row.basis.range;
            let alone = account.ask(&from.to_string(), &to.to_string(), &names);
            let day = from.to_string();
            assert_eq!(row.figures, alone.figures, "{day}");
            assert_eq!(row.zones, alone.zones, "{day}");
            assert_eq!(row.reasons, alone.reasons, "{day}");
            assert_eq!(row.basis.training, alone.basis.training, "{day}");
            assert_eq!(row.basis.notes, alone.basis.notes, "{day}");
        }
    }
}

/// Samoa left out 2011-12-30 when it crossed the date line.
#[test]
fn a_day_that_the_zone_left_out_has_no_row() {
    let account = Account::new();
    account.set_profile(Profile {
        time_zone: Some("Pacific/Apia".to_owned()),
        ..known()
    });
    let begin = moment("2011-12-27T12:00:00Z").0;
    for day in 0..6 {
        account.store(&effort(begin + day * DAY, 30, 140.0 + day as f64));
        account.store(&[point(begin + day * DAY, STEPS, 5000.0, "count", "a")]);
    }
    let query = query::Query {
        start: Some("2011-12-28".to_owned()),
        end: Some("2012-01-01".to_owned()),
        ..query::Query::default()
    };
    let wanted = "steps,trainingLoad";
    let (rows, _) = rows_of(&account, query, wanted);
    let starts: Vec<Timestamp> = rows.iter().map(|row| row.basis.range.0).collect();
    let expected = [28, 29, 30, 31].map(|day| moment(&format!("2011-12-{day}T10:00:00Z")));
    assert_eq!(starts, expected);
    for row in rows {
        let (from, to) = row.basis.range;
        assert!(from <= to, "{from} to {to}");
        let alone = account.ask(&from.to_string(), &to.to_string(), wanted);
        assert_eq!(row.figures, alone.figures, "{from}");
    }
}
