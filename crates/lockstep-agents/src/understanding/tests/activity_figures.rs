//! Figures of one activity, which the answer adds to its row.

use super::table::found;
use crate::understanding::{Interpretation, asked};

#[test]
fn questions_about_one_activity_request_its_figures() {
    for (question, expected) in [
        (
            "how was my ride yesterday?",
            r#"activities.list {endDate="2026-06-16" sport="cycling" startDate="2026-06-16"} with {} select [figures]"#,
        ),
        (
            "how did my last workout go?",
            "activities.list {limit=1} with {} select [figures]",
        ),
        (
            "average power of my last ride",
            r#"activities.list {limit=1 sport="cycling"} with {} select [figures meanPower]"#,
        ),
        (
            "maximum heart rate during my run yesterday",
            r#"activities.list {endDate="2026-06-16" sport="running" startDate="2026-06-16"} with {} select [figures maxHeartRate]"#,
        ),
    ] {
        let understood = asked(question);
        let Interpretation::Call(call) = understood else {
            panic!("{question}: {understood:?}");
        };
        assert_eq!(found(&call), expected, "{question}");
    }
}

/// The mean of several activities is not that of their means.
#[test]
fn figures_of_several_activities_ask_back() {
    let understood = asked("average heart rate of my runs in May");
    assert!(
        !matches!(understood, Interpretation::Call(_)),
        "{understood:?}"
    );
}
