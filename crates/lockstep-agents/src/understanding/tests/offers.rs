//! Questions after an answer that asked back.

use super::fixture::Fixture;
use super::table::found;
use crate::understanding::{Call, Context, Interpretation, understand};

/// Returns the calls that a question is asked back with.
fn offered(fixture: &Fixture, question: &str) -> Vec<Call> {
    match understand(question, &fixture.context(None)) {
        Interpretation::Clarify { readings } => readings,
        other => panic!("{question}: {other:?}"),
    }
}

fn after(fixture: &Fixture, offered: &[Call], question: &str) -> Interpretation {
    let context = Context {
        offered,
        ..fixture.context(None)
    };
    understand(question, &context)
}

#[test]
fn a_chosen_call_has_all_conditions_of_the_question() {
    let fixture = Fixture::new();
    for (question, reply, expected) in [
        (
            "how many steps on 3/6/2026?",
            "the second one, please",
            "metrics.read {endDate=\"2026-06-03\" metrics=\"steps\" startDate=\"2026-06-03\"} with {} select []",
        ),
        (
            "compare my steps on 3/6/2026 with yesterday",
            "second",
            "metrics.read {endDate=\"2026-06-03\" metrics=\"steps\" startDate=\"2026-06-03\"} \
             with {endDate=\"2026-06-16\" startDate=\"2026-06-16\"} select []",
        ),
        (
            "steps from 3/6/2026 to 10/6/2026",
            "2",
            "metrics.read {endDate=\"2026-06-10\" metrics=\"steps\" startDate=\"2026-06-03\"} with {} select []",
        ),
        (
            "my 3 longest runs over 10 km in May with Anna",
            "yes",
            "activities.list {endDate=\"2026-05-31\" limit=500 sport=\"running\" startDate=\"2026-05-01\"} with {} \
             select [distance over 10000, distance descending, first 3]",
        ),
        (
            "why is my training load last week higher than the week before?",
            "ok",
            "metrics.read {endDate=\"2026-06-14\" metrics=\"trainingLoad\" startDate=\"2026-06-08\"} \
             with {endDate=\"2026-06-07\" startDate=\"2026-06-01\"} select []",
        ),
    ] {
        let offered = offered(&fixture, question);
        let Interpretation::Call(call) = after(&fixture, &offered, reply) else {
            panic!("{question}, {reply}: {offered:?}");
        };
        assert_eq!(found(&call), expected, "{question}, {reply}");
    }
}

#[test]
fn a_reply_that_declines_calls_nothing() {
    let fixture = Fixture::new();
    let offered = offered(&fixture, "runs with Anna");
    let declined = after(&fixture, &offered, "no, thanks");
    assert!(matches!(
        declined,
        Interpretation::Unknown {
            is_searchable: false,
            ..
        }
    ));
}

/// The offered call leaves out a part of the question, and so does each call that changes it.
#[test]
fn a_question_that_changes_an_offered_call_is_only_offered() {
    let fixture = Fixture::new();
    let offered = offered(&fixture, "runs with Anna");
    let changed = after(&fixture, &offered, "only those over 10 km");
    let Interpretation::Clarify { readings } = changed else {
        panic!("{changed:?}");
    };
    assert_eq!(
        found(&readings[0]),
        "activities.list {limit=500 sport=\"running\"} with {} select [distance over 10000]"
    );
    let complete = after(&fixture, &offered, "which keys do I have?");
    assert!(matches!(complete, Interpretation::Call(call) if call.tool == "keys.list"));
}
