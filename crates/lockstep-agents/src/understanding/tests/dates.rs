//! Dates in words, on Wednesday, 17 June 2026, unless the row names another day.

use jiff::civil::{Date, Time, time};

use super::fixture::TODAY;
use crate::understanding::{dates, text};

#[test]
fn dates_in_words_are_ranges_of_days() {
    let today = TODAY.to_string();
    let early = "2026-01-02";
    let leap = "2024-03-31";
    for (today, words, expected) in [
        (&*today, "today", "2026-06-17..2026-06-17"),
        (&today, "3 days ago", "2026-06-14..2026-06-14"),
        (&today, "on Wednesday", "2026-06-10..2026-06-10"),
        (&today, "last weekend", "2026-06-13..2026-06-14"),
        (&today, "past week", "2026-06-11..2026-06-17"),
        (&today, "two weeks ago", "2026-06-01..2026-06-07"),
        (&today, "last quarter", "2026-01-01..2026-03-31"),
        (&today, "December", "2025-12-01..2025-12-31"),
        (&today, "in May 2024", "2024-05-01..2024-05-31"),
        (&today, "2026-05", "2026-05-01..2026-05-31"),
        (&today, "the last week of May", "2026-05-25..2026-05-31"),
        (&today, "the week of 3 June", "2026-06-01..2026-06-07"),
        (&today, "June 3 to 10", "2026-06-03..2026-06-10"),
        (&today, "3-10 June", "2026-06-03..2026-06-10"),
        (&today, "from 28 May to 3 June", "2026-05-28..2026-06-03"),
        (&today, "20 December to 5 January", "2025-12-20..2026-01-05"),
        (&today, "14th of June 2025", "2025-06-14..2025-06-14"),
        (&today, "14.6.2025", "2025-06-14..2025-06-14"),
        (&today, "am 14.06.25", "2025-06-14..2025-06-14"),
        (&today, "on 14.6.", "2026-06-14..2026-06-14"),
        (&today, "on 24.12.", "2025-12-24..2025-12-24"),
        (&today, "since 1.6.", "2026-06-01..2026-06-17"),
        (&today, "from 1.6. to 7.6.", "2026-06-01..2026-06-07"),
        (&today, "between 28.5 and 3.6", "2026-05-28..2026-06-03"),
        (&today, "on 29.2.", "2024-02-29..2024-02-29"),
        (&today, "29 February", "2024-02-29..2024-02-29"),
        (&today, "on 30.2.", ""),
        (&today, "from 1.6. to 30.6.2024", "2024-06-01..2024-06-30"),
        (&today, "from 20.12. to 5.1.2024", "2023-12-20..2024-01-05"),
        (&today, "from 10.6. to 3.6.2024", ""),
        (
            &today,
            "from 1 June to 30 June 2024",
            "2024-06-01..2024-06-30",
        ),
        (&today, "from May to June 2024", "2024-05-01..2024-06-30"),
        (&today, "from 1 June 2026 to 30 June 2024", ""),
        (&today, "from 1.6.2026 to 30.6.2024", ""),
        (&today, "from 10.1.20.3", ""),
        (&today, "between 5.5 and 10.2 km", ""),
        (&today, "between 4.5 and 7.8", ""),
        (&today, "between 12.5 and 15.5 %", ""),
        (&today, "between 12.5. and 15.5.", "2026-05-12..2026-05-15"),
        (&today, "over 5.5", ""),
        (&today, "since 2026-06-01", "2026-06-01..2026-06-17"),
        (&today, "before June", "..2026-05-31"),
        (&today, "second quarter of 2025", "2025-04-01..2025-06-30"),
        (&today, "P1M", "2026-05-18..2026-06-17"),
        (&today, "P0D", ""),
        (&today, "P9999Y", ""),
        (&today, "last 5000 days", "2012-10-09..2026-06-17"),
        (&today, "20000 days ago", "1971-09-14..1971-09-14"),
        (&today, "29 February 2026", ""),
        (&today, "32 May", ""),
        (&today, "from 10 June to 3 June", ""),
        (&today, "from Monday to Friday", ""),
        (&today, "on Mondays", ""),
        (
            &today,
            "from 13/6/2026 to 15/6/2026",
            "2026-06-13..2026-06-15",
        ),
        (
            &today,
            "difference between May and April",
            "2026-05-01..2026-05-31 2026-04-01..2026-04-30",
        ),
        (&today, "may I see it", ""),
        (early, "last week", "2025-12-22..2025-12-28"),
        (early, "this week", "2025-12-29..2026-01-02"),
        (early, "last month", "2025-12-01..2025-12-31"),
        (early, "yesterday", "2026-01-01..2026-01-01"),
        (early, "on 24.11.", "2025-11-24..2025-11-24"),
        (early, "on 1.1.", "2026-01-01..2026-01-01"),
        (early, "since 28.12.", "2025-12-28..2026-01-02"),
        (early, "from 28.12. to 1.1.", "2025-12-28..2026-01-01"),
        (leap, "past month", "2024-03-01..2024-03-31"),
        (leap, "last month", "2024-02-01..2024-02-29"),
    ] {
        let mut tokens = text::tokens(words);
        let found = dates::find(&mut tokens, today.parse().unwrap());
        let date = |date: Option<Date>| date.map_or_else(String::new, |date| date.to_string());
        let ranges = found.ranges.iter();
        let ranges: Vec<String> = ranges
            .map(|range| format!("{}..{}", date(range.first), date(range.last)))
            .collect();
        assert_eq!(ranges.join(" "), expected, "{words} on {today}");
    }
}

/// A number that is no count of a period is named, and no other period is read instead.
#[test]
fn numbers_that_are_no_period_are_named() {
    for (words, expected) in [
        ("steps of the last -3 days", "-3 is below 0"),
        ("steps of the last minus 3 days", "-3 is below 0"),
        ("the last −1 weeks", "-1 is below 0"),
        ("the next -3 days", "-3 is below 0"),
        ("days with form below -10", "-10 is below 0"),
        ("set the treadmill to -2 km/h", "-2 is below 0"),
        ("the last 0 days", "0 days: a period has at least"),
        ("0 weeks ago", "0 weeks: a period has at least"),
        ("the last 1.5 weeks", "1.5 weeks: I read whole numbers"),
        ("past 2,5 months", "2,5 months: I read whole numbers"),
        ("the last 99999 days", "99999 days: a period has 100 years"),
        ("last 101 years", "101 years: a period has 100 years"),
        ("last 2000 months", "2000 months: a period has 100 years"),
        (
            "99999999999999999999 weeks ago",
            "99999999999999999999 weeks: a",
        ),
        ("the last 3 days", ""),
        ("last 5000 days", ""),
        ("steps in 2025 month by month", ""),
        ("steps in 2025 quarter 2", ""),
        ("days above 10000 month by month", ""),
        ("heart rate above 150 year on year", ""),
        ("sleep below 7.5 week over week", ""),
        ("5-km runs", ""),
        ("1.5 hours of sleep", ""),
        ("zone 2 of 10-20 May", ""),
        ("weight on 2026-05-20", ""),
        ("last 1,000 days", ""),
        ("runs at -5 °C", "-5 is below 0"),
        ("walks of 2.5 km", ""),
        ("days with 0 steps", ""),
        ("3 -10 June", ""),
    ] {
        let mut tokens = text::tokens(words);
        let found = dates::find(&mut tokens, TODAY).fault.unwrap_or_default();
        let fits = found.starts_with(expected) && found.is_empty() == expected.is_empty();
        assert!(fits, "{words}: {found}");
    }
}

/// Periods before another one, after the range that a question names first.
#[test]
fn periods_are_before_others() {
    for (words, expected) in [
        ("last week, the week before", "2026-06-01..2026-06-07"),
        ("last week, the previous week", "2026-06-01..2026-06-07"),
        ("May, the month before", "2026-04-01..2026-04-30"),
        ("May, the year before", "2025-05-01..2025-05-31"),
        ("May, the same month last year", "2025-05-01..2025-05-31"),
        ("last week, same week a year ago", "2025-06-08..2025-06-14"),
        ("May, the previous period", "2026-04-01..2026-04-30"),
        (
            "from 3 June to 14 June, the period before",
            "2026-05-22..2026-06-02",
        ),
    ] {
        let found = dates::find(&mut text::tokens(words), TODAY);
        let [range] = *found.ranges else {
            panic!("{words}: {found:?}");
        };
        let before = found.before.and_then(|unit| range.before(unit)).unwrap();
        let date = |date: Option<Date>| date.unwrap().to_string();
        let before = format!("{}..{}", date(before.first), date(before.last));
        assert_eq!(before, expected, "{words}");
    }
}

#[test]
fn dates_that_cannot_be_are_known_as_such() {
    for (words, is_impossible, is_future) in [
        ("31 June", true, false),
        ("0 June", true, false),
        ("from 10 June to 3 June", true, false),
        ("from 3 June to 10 June", false, false),
        ("in 2027", false, true),
        ("in May", false, false),
    ] {
        let found = dates::find(&mut text::tokens(words), TODAY);
        let known = (found.is_impossible, found.is_future);
        assert_eq!(known, (is_impossible, is_future), "{words}");
    }
}

/// Times belong to the day next to them. Without one, they are of every day.
#[test]
fn times_are_of_their_day() {
    let of = |from: i8, to: i8| Some((time(from, 0, 0, 0), time(to, 0, 0, 0)));
    for (words, days, expected) in [
        ("this evening", "2026-06-17", [of(17, 23), None]),
        ("yesterday evening", "2026-06-16", [of(17, 23), None]),
        ("in the evening of 3 June", "2026-06-03", [of(17, 23), None]),
        (
            "yesterday between 6 and 8 am",
            "2026-06-16",
            [of(6, 8), None],
        ),
        ("in the evening", "", [None, of(17, 23)]),
        ("last week in the morning", "2026-06-08", [None, of(5, 12)]),
        ("morning last week", "2026-06-08", [None, of(5, 12)]),
    ] {
        let mut tokens = text::tokens(words);
        let found = dates::find(&mut tokens, TODAY);
        let first = found.ranges.first().and_then(|range| range.first);
        let first = first.map_or_else(String::new, |day| day.to_string());
        let times = found.ranges.first().and_then(|range| range.times);
        let found: [Option<(Time, Time)>; 2] = [times, found.times];
        assert_eq!((&*first, found), (days, expected), "{words}");
    }
}
