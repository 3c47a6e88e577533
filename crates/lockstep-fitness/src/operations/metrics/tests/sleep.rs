//! Regularity of sleep by the clock.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::*;

/// Somebody who sleeps at the same clock times sleeps regularly, also in the nights in which clocks change.
#[test]
fn a_change_of_clocks_is_no_irregular_sleep() {
    for (name, change) in [
        ("Europe/Berlin", "2025-10-26"),
        ("Europe/Berlin", "2026-03-29"),
        // These clocks change at midnight.
        ("America/Santiago", "2025-09-07"),
        ("America/Santiago", "2026-04-05"),
    ] {
        let zone = TimeZone::get(name).unwrap();
        let at = |date: Date, hour: i8, minute: i8| {
            let clock = date.at(hour, minute, 0, 0);
            let zoned = clock.to_zoned(zone.clone()).unwrap();
            zoned.timestamp().as_millisecond()
        };
        let account = Account::new();
        account.set_profile(Profile {
            time_zone: Some(name.to_owned()),
            ..known()
        });
        let change: Date = change.parse().unwrap();
        let day = |nth: i64| change + jiff::Span::new().days(nth);
        let mut points = Vec::new();
        for nth in -3..=3 {
            let (evening, morning) = (day(nth - 1), day(nth));
            for (metadata, from, to) in [
                (
                    r#"{"stage":"light"}"#,
                    at(evening, 23, 0),
                    at(morning, 3, 30),
                ),
                (
                    r#"{"stage":"awake"}"#,
                    at(morning, 3, 30),
                    at(morning, 4, 0),
                ),
                (r#"{"stage":"deep"}"#, at(morning, 4, 0), at(morning, 7, 0)),
            ] {
                let seconds = (to - from) as f64 / 1000.0;
                points.push(Point {
                    metadata: Some(metadata),
                    ..point(from, "sleep_stage", seconds, "s", "ring")
                });
            }
        }
        account.store(&points);
        let (first, last) = (day(-3).to_string(), day(3).to_string());
        let answer = account.ask(&first, &last, "sleepRegularityIndex");
        assert_eq!(answer.basis.coverage.sleep_stage_days, Some(7));
        close(answer.figures[&Metric::SleepRegularityIndex], 100.0, 1e-12);
    }
}
