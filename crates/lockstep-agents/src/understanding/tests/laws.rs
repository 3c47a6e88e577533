//! Laws of every question: no panic, bounded time, one result, arguments that fit.

use proptest::prelude::*;

use super::fixture::Fixture;
use crate::understanding::{Call, Interpretation, Selection, schema, understand};

/// Understands a question twice and checks every call that it returns.
fn check(fixture: &Fixture, question: &str, previous: Option<&Call>) {
    let context = fixture.context(previous);
    let understood = understand(question, &context);
    assert_eq!(understood, understand(question, &context), "{question:?}");
    let calls = match understood {
        Interpretation::Call(call) => vec![call],
        Interpretation::Clarify { readings } => {
            assert!((1..=3).contains(&readings.len()), "{question:?}");
            readings
        }
        Interpretation::Choose { acts } => {
            assert!((1..=3).contains(&acts.len()), "{question:?}");
            acts.into_iter().map(|act| act.list).collect()
        }
        Interpretation::Unknown { help, .. } => {
            assert!(!help.is_empty());
            Vec::new()
        }
    };
    for call in calls {
        let mut tools = fixture.tools.tools().iter();
        let tool = tools.find(|tool| tool.name == call.tool).unwrap();
        for arguments in [Some(&call.arguments), call.compared_with.as_ref()]
            .into_iter()
            .flatten()
        {
            assert!(
                schema::fits(&tool.input, arguments),
                "{question:?}: {arguments:?}"
            );
        }
        assert!(!call.reading.is_empty());
    }
}

fn previous() -> Call {
    let arguments = serde_json::json!({
        "metrics": "steps", "startDate": "2026-06-08", "endDate": "2026-06-14",
    });
    Call {
        tool: "metrics.read".to_owned(),
        arguments: arguments.as_object().unwrap().clone(),
        compared_with: None,
        selection: Selection::default(),
        reading: String::new(),
    }
}

/// Words of the grammar in any order, so that properties reach deep.
const WORDS: &[&str] = &[
    "last",
    "first",
    "between",
    "and",
    "to",
    "June",
    "may",
    "31",
    "9999",
    "0",
    "-1",
    "1e9",
    "week",
    "weeks",
    "ago",
    "before",
    "since",
    "Q4",
    "2100",
    "1970",
    "P9999Y",
    "p1m",
    "30",
    "February",
    "3/6/2026",
    "31.2.2025",
    "over",
    "faster than",
    "5:00",
    "0:00",
    "min/km",
    "km",
    "top",
    "heart rate",
    "steps",
    "runs",
    "average",
    "compare",
    "than",
    "\"",
    "called",
    "rotate",
    "delete",
    "key_01h455vb4pex5vsknk084sn02q",
    "Polar H10",
    "only",
    "the",
    "by day",
    "hourly",
    "am",
    "pm",
    "6",
    "25:99",
    "night",
    "monday",
    "year",
    "99999999999999999999",
    "create a dataset",
    "register",
    "limit",
    "\u{301}",
    "🏃",
    "שלום",
    "\0",
    "yesterday",
    "morning",
    "quarter",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(question in ".{0,200}") {
        FIXTURE.with(|fixture| check(fixture, &question, None));
    }

    #[test]
    fn any_order_of_words_is_answered(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..20),
        follows in any::<bool>(),
    ) {
        let previous = previous();
        let question = words.join(" ");
        FIXTURE.with(|fixture| check(fixture, &question, follows.then_some(&previous)));
    }
}

thread_local! {
    static FIXTURE: Fixture = Fixture::new();
}

#[test]
fn long_and_foreign_texts_are_answered() {
    let fixture = Fixture::new();
    let texts = [
        String::new(),
        "a".repeat(10_000),
        "🏃‍♀️".repeat(10_000),
        "heart rate ".repeat(10_000),
        "qzx ".repeat(10_000),
        "last ".repeat(10_000),
        "between 3 and ".repeat(3_000),
        "\"".repeat(10_000),
        "e\u{301}".repeat(10_000),
        "שלום עולם ".repeat(1_000),
        "\u{202e}txet desrever\u{202c}".to_owned(),
        "İıſ".repeat(5_000),
        "1:".repeat(5_000),
        "9".repeat(10_000),
        "\0\u{1}\u{feff}".repeat(2_000),
    ];
    for text in texts {
        check(&fixture, &text, None);
        check(&fixture, &text, Some(&previous()));
    }
}
