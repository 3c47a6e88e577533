//! Chats: each question is understood after the call that the one before it meant.

use serde_json::Value as Json;

use super::fixture::Fixture;
use super::table::found;
use crate::understanding::{Call, Interpretation, understand};

fn said(fixture: &Fixture, question: &str, previous: Option<&Call>) -> Call {
    match understand(question, &fixture.context(previous)) {
        Interpretation::Call(call) => call,
        other => panic!("{question}: {other:?}"),
    }
}

#[test]
fn follow_ups_keep_the_selection_and_the_comparison() {
    let fixture = Fixture::new();
    for (question, follow_up, expected) in [
        (
            "longest workouts",
            "only the first 2",
            "activities.list {limit=500} with {} select [duration descending, first 2]",
        ),
        (
            "highest heart rate last week",
            "and the week before?",
            "points.series {endDate=\"2026-06-07\" startDate=\"2026-06-01\" types=\"heart_rate\"} with {} select [max value]",
        ),
        (
            "compare my sleep this week with last week",
            "and steps?",
            "metrics.read {endDate=\"2026-06-17\" metrics=\"steps\" startDate=\"2026-06-15\"} \
             with {endDate=\"2026-06-14\" startDate=\"2026-06-08\"} select []",
        ),
        (
            "steps last week",
            "compare this week with last week",
            "metrics.read {endDate=\"2026-06-17\" metrics=\"steps\" startDate=\"2026-06-15\"} \
             with {endDate=\"2026-06-14\" startDate=\"2026-06-08\"} select []",
        ),
    ] {
        let first = said(&fixture, question, None);
        let second = said(&fixture, follow_up, Some(&first));
        assert_eq!(found(&second), expected, "{question}, {follow_up}");
    }
}

/// The number of rows that the question before asked for is not that of two periods.
#[test]
fn a_comparison_after_one_activity_reads_whole_periods() {
    let fixture = Fixture::new();
    let first = said(&fixture, "how was my last ride?", None);
    assert_eq!(first.arguments["limit"], 1);
    let second = said(&fixture, "compare this month with last month", Some(&first));
    let other = second.compared_with.as_ref().expect("a second period");
    for arguments in [&second.arguments, other] {
        let limit = arguments.get("limit").and_then(Json::as_u64);
        assert_ne!(limit, Some(1), "{second:?}");
    }
    assert_eq!(second.selection.first, None, "{second:?}");
}

#[test]
fn times_of_a_follow_up_are_of_the_day_before_it() {
    let fixture = Fixture::new();
    let first = said(&fixture, "chart heart rate and power for yesterday", None);
    let understood = understand("and in the evening?", &fixture.context(Some(&first)));
    let Interpretation::Clarify { readings } = understood else {
        panic!("{understood:?}");
    };
    assert_eq!(
        readings[0].arguments["startDate"],
        "2026-06-16T17:00:00+02:00"
    );
}

/// A chat keeps enough of a call to understand a follow-up.
#[test]
fn a_stored_choice_has_all_of_the_call() {
    let fixture = Fixture::new();
    let call = said(&fixture, "longest workouts", None);
    let stored = serde_json::to_string(&call.selection).unwrap();
    let read: crate::understanding::Selection = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, call.selection);
    let earlier: crate::answer::Choice =
        serde_json::from_str(r#"{"reading": "", "tool": "keys.list", "arguments": {}}"#).unwrap();
    assert_eq!(earlier.compared_with, None);
}
