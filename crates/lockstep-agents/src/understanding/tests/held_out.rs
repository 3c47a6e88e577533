//! `held_out.toml`: questions are answered rightly or not at all. The parser has no rule for one of them alone.

use serde_json::Value as Json;

use super::fixture::Fixture;
use super::table::{expected, found};
use crate::understanding::{Call, Context, Interpretation, understand};

#[test]
fn held_out_questions_are_answered_rightly_or_not_at_all() {
    let table: toml::Table = include_str!("../../../held_out.toml").parse().unwrap();
    let table = serde_json::to_value(table).unwrap();
    let rows = table["question"].as_array().unwrap();
    let fixture = Fixture::new();
    let (mut right, mut cautious, mut wrong) = (0, 0, 0);
    for row in rows {
        let expects_call = row["tool"].is_string();
        let found = match answered(&fixture, row) {
            Interpretation::Call(call) => Some(found(&call)),
            _ => None,
        };
        let is_right = match &found {
            Some(found) => expects_call && *found == expected(row),
            None => !expects_call,
        };
        match (is_right, &found) {
            (true, _) => right += 1,
            (false, None) => cautious += 1,
            (false, Some(_)) if row["tolerated"].is_string() => {}
            (false, Some(_)) => wrong += 1,
        }
        if !is_right {
            let found = found.as_deref().unwrap_or("no call");
            let wanted = match expects_call {
                true => expected(row),
                false => "no call".to_owned(),
            };
            println!("{}\n    expected {wanted}\n    found {found}", row["ask"]);
        }
    }
    let all = rows.len();
    println!("{right} of {all} right, {cautious} without the expected call, {wrong} wrong");
    assert!(all >= 250, "{all} questions");
    assert!(right * 100 >= all * 95, "{right} of {all} are right");
    assert_eq!(wrong, 0, "calls other than the expected one");
}

/// Understands a question after those of the chat before it.
fn answered(fixture: &Fixture, row: &Json) -> Interpretation {
    let (mut previous, mut offered): (Option<Call>, Vec<Call>) = (None, Vec::new());
    let ask = |question: &Json, previous: Option<&Call>, offered: &[Call]| {
        let context = Context {
            offered,
            ..fixture.context(previous)
        };
        understand(question.as_str().unwrap(), &context)
    };
    for question in row["after"].as_array().into_iter().flatten() {
        match ask(question, previous.as_ref(), &offered) {
            Interpretation::Call(call) => {
                previous = Some(call);
                offered.clear();
            }
            Interpretation::Clarify { readings } => offered = readings,
            other => panic!("{question}: {other:?}"),
        }
    }
    ask(&row["ask"], previous.as_ref(), &offered)
}
