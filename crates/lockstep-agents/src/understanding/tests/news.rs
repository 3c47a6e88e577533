//! Questions for everything that is new.

use super::FIXTURE;
use super::table::found;
use crate::understanding::asked_news;

#[test]
fn what_is_new_is_of_the_named_days_or_of_the_last_seven() {
    for (question, period, first, timeframe) in [
        (
            "what is new?",
            "from 2026-06-11 to 2026-06-17",
            "2026-06-11",
            "P7D",
        ),
        (
            "Is there anything new this week?",
            "from 2026-06-15 to 2026-06-17",
            "2026-06-15",
            "P3D",
        ),
    ] {
        let news = asked_news(question, &FIXTURE.context(None));
        let news = news.unwrap_or_else(|| panic!("{question}"));
        assert_eq!(news.period, period, "{question}");
        let calls: Vec<String> = news.parts.iter().map(|(_, call)| found(call)).collect();
        let expected = [
            format!(
                "activities.list {{endDate=\"2026-06-17\" startDate=\"{first}\"}} with {{}} select []"
            ),
            format!("imports.list {{}} with {{}} select [{period}]"),
            format!("insights.generate {{timeframe=\"{timeframe}\"}} with {{}} select []"),
        ];
        assert_eq!(calls, expected, "{question}");
    }
}

#[test]
fn a_question_with_a_subject_is_not_for_everything_new() {
    for question in [
        "what is new in my sleep?",
        "new offers",
        "add a new device",
        "what was new last month?",
        "what did I do today?",
        "what is new in the last -3 days?",
    ] {
        let news = asked_news(question, &FIXTURE.context(None));
        assert_eq!(news, None, "{question}");
    }
}
