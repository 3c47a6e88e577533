//! Lists without dates: the answer selects the rows of the days that a question names.

use super::fixture::Fixture;
use super::table::found;
use crate::understanding::{Call, Interpretation, asked, asked_of, understand};

fn called(question: &str) -> Call {
    match asked(question) {
        Interpretation::Call(call) => call,
        other => panic!("{question}: {other:?}"),
    }
}

#[test]
fn lists_without_dates_are_limited_to_days() {
    for (question, expected) in [
        (
            "my imports last week",
            "imports.list {} with {} select [from 2026-06-08 to 2026-06-14]",
        ),
        (
            "my purchases in May",
            "market.list_purchases {} with {} select [from 2026-05-01 to 2026-05-31]",
        ),
        (
            "my transfers yesterday",
            "market.read_ledger {} with {} select [on 2026-06-16]",
        ),
    ] {
        assert_eq!(found(&called(question)), expected, "{question}");
    }
}

/// The days are those of the profile's time zone, which is two hours ahead of UTC.
#[test]
fn days_begin_and_end_at_midnight_of_the_zone() {
    let days = called("my imports last week").selection.days.unwrap();
    for (time, is_contained) in [
        ("2026-06-07T21:59:59.999Z", false),
        ("2026-06-07T22:00:00.000Z", true),
        ("2026-06-14T21:59:59.999Z", true),
        ("2026-06-14T22:00:00.000Z", false),
        ("", false),
        ("last week", false),
    ] {
        assert_eq!(days.contains(time), is_contained, "{time}");
    }
}

#[test]
fn follow_ups_keep_or_replace_the_days() {
    let fixture = Fixture::new();
    let first = called("my imports last week");
    for (question, expected) in [
        (
            "and the last 2 weeks?",
            "imports.list {} with {} select [from 2026-06-04 to 2026-06-17]",
        ),
        (
            "and the week before?",
            "imports.list {} with {} select [from 2026-06-01 to 2026-06-07]",
        ),
        (
            "only the first 3",
            "imports.list {limit=3} with {} select [first 3, from 2026-06-08 to 2026-06-14]",
        ),
    ] {
        let understood = understand(question, &fixture.context(Some(&first)));
        let Interpretation::Call(call) = understood else {
            panic!("{question}: {understood:?}");
        };
        assert_eq!(found(&call), expected, "{question}");
    }
}

#[test]
fn a_follow_up_about_another_time_keeps_no_days() {
    let fixture = Fixture::new();
    let first = called("my purchases in April");
    let understood = understand(
        "only those that expired in May",
        &fixture.context(Some(&first)),
    );
    assert!(
        !matches!(understood, Interpretation::Call(_)),
        "{understood:?}"
    );
}

/// The rows are selected by the time of their creation. A question about another time of theirs is asked back.
#[test]
fn days_of_another_time_of_the_rows_ask_back() {
    for question in [
        "which of my purchases expired last month?",
        "purchases that expire this month",
        "which API keys were used last week?",
        "imports that finished yesterday",
        "datasets updated last week",
    ] {
        let understood = asked(question);
        assert!(
            !matches!(understood, Interpretation::Call(_)),
            "{question}: {understood:?}"
        );
    }
}

/// A tool whose rows have no time asks back rather than answering for all times.
#[test]
fn lists_whose_rows_have_no_time_ask_back() {
    let understood = asked("my keys last week");
    assert!(
        !matches!(understood, Interpretation::Call(_)),
        "{understood:?}"
    );
}

/// An alert of these days may have ended since.
#[test]
fn alerts_are_limited_to_the_days_on_which_they_began() {
    for (question, expected) in [
        (
            "alerts since Monday",
            r#"alerts.list {status="all"} with {} select [from 2026-06-15 to 2026-06-17]"#,
        ),
        (
            "active alerts since Monday",
            r#"alerts.list {status="active"} with {} select [from 2026-06-15 to 2026-06-17]"#,
        ),
    ] {
        let understood = asked_of(question, |tool| tool == "alerts.list");
        let Interpretation::Call(call) = understood else {
            panic!("{question}: {understood:?}");
        };
        assert_eq!(found(&call), expected, "{question}");
    }
}

/// The days are those on which the tokens were made, so sales ask back.
#[test]
fn tokens_are_limited_to_the_days_on_which_they_were_made() {
    let of_tokens = |question: &str| asked_of(question, |tool| tool == "market.list_tokens");
    for (question, expected) in [
        (
            "which data tokens did I offer in May",
            "market.list_tokens {} with {} select [from 2026-05-01 to 2026-05-31]",
        ),
        (
            "tokens I made in October",
            "market.list_tokens {} with {} select [from 2025-10-01 to 2025-10-31]",
        ),
    ] {
        let understood = of_tokens(question);
        let Interpretation::Call(call) = understood else {
            panic!("{question}: {understood:?}");
        };
        assert_eq!(found(&call), expected, "{question}");
    }
    for question in [
        "which tokens were sold in May",
        "revenue of my tokens in May",
    ] {
        let understood = of_tokens(question);
        assert!(
            !matches!(understood, Interpretation::Call(_)),
            "{question}: {understood:?}"
        );
    }
}
