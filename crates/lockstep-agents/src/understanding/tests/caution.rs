//! Questions of which a call would leave out a part, and acts that the question does not name.

use super::fixture::Fixture;
use crate::understanding::{Interpretation, KnownTool, ToolIndex, asked_of, understand};

#[test]
fn a_call_that_leaves_out_a_part_is_only_offered() {
    let fixture = Fixture::new();
    for question in [
        "runs next week",
        "runs in the evening",
        "which day did I walk the least steps",
        "steps on my best day",
        "did my resting heart rate drop last week",
        "was my HRV lower than usual last week",
        "how did I sleep the night before last",
        "runs on Mondays",
        "how many rest days did I have last month",
        "log out everywhere",
        "what was my best 5k time?",
        "my 10 km runs",
        "heart rate between 6 and 8 am",
        "average heart rate last week in the morning",
        "runs since Easter Monday",
        "activities except runs",
        "my runs on 03/06",
        "steps on 3/6/2026",
        "average heart rate and power last week",
        "recovery score from my Oura Ring",
    ] {
        let understood = understand(question, &fixture.context(None));
        assert!(
            !matches!(understood, Interpretation::Call(_)),
            "{question}: {understood:?}"
        );
    }
}

/// The reason is said, and no call for other days is offered.
#[test]
fn days_to_come_and_numbers_below_zero_are_answered_with_their_reason() {
    let fixture = Fixture::new();
    for (question, expected) in [
        (
            "runs in the next 3 days",
            "There is no data of days to come",
        ),
        ("my steps next week", "There is no data of days to come"),
        (
            "how many steps tomorrow?",
            "There is no data of days to come",
        ),
        ("steps in 2027", "There is no data of days to come"),
        ("my steps in the last -3 days", "-3 is below 0"),
        (
            "my runs of the last 0 days",
            "0 days: a period has at least",
        ),
        ("what is new in the last -3 days?", "-3 is below 0"),
    ] {
        let understood = understand(question, &fixture.context(None));
        let Interpretation::Unknown {
            help,
            is_searchable: false,
        } = understood
        else {
            panic!("{question}: {understood:?}");
        };
        assert!(help.starts_with(expected), "{question}: {help}");
    }
    let understood = understand(
        "forecast my form for the next 3 days",
        &fixture.context(None),
    );
    let Interpretation::Call(call) = understood else {
        panic!("{understood:?}");
    };
    assert_eq!(call.tool, "metrics.forecast");
}

#[test]
fn devices_are_selected_by_their_status() {
    for (question, expected) in [
        ("which devices are inactive", "inactive"),
        ("active devices", "active"),
        ("devices that are not active", "pending inactive revoked"),
        ("pending or revoked devices", "pending revoked"),
        ("which devices do I have", ""),
    ] {
        let understood = asked_of(question, |tool| tool == "devices.list");
        let Interpretation::Call(call) = understood else {
            panic!("{question}: {understood:?}");
        };
        assert_eq!(call.selection.statuses.join(" "), expected, "{question}");
    }
}

/// After "not", a key of each other status is listed.
#[test]
fn keys_are_selected_by_their_status() {
    for (question, expected) in [
        ("which keys are suspended", "suspended"),
        ("expired or revoked keys", "expired revoked"),
        (
            "keys that are not active",
            "pending rotated expired suspended revoked pending_destruction destroyed damaged",
        ),
    ] {
        let understood = asked_of(question, |tool| tool == "keys.list");
        let Interpretation::Call(call) = understood else {
            panic!("{question}: {understood:?}");
        };
        assert_eq!(call.selection.statuses.join(" "), expected, "{question}");
    }
}

#[test]
fn tools_that_change_state_need_the_word_of_their_act() {
    let fixture = Fixture::new();
    let id = "01h455vb4pex5vsknk084sn02q";
    for question in [
        format!("dataset ds_{id}"),
        format!("key_{id}"),
        format!("what about tok_{id}"),
        format!("show job_{id}"),
        "my Garmin Fenix 7".to_owned(),
        "a chest strap called Tickr".to_owned(),
    ] {
        let understood = understand(&question, &fixture.context(None));
        let calls = match understood {
            Interpretation::Call(call) => vec![call],
            Interpretation::Clarify { readings } => readings,
            Interpretation::Choose { .. } | Interpretation::Unknown { .. } => Vec::new(),
        };
        for call in calls {
            let mut tools = fixture.tools.tools().iter();
            let tool = tools.find(|tool| tool.name == call.tool).unwrap();
            assert!(!tool.changes_state, "{question}: {}", call.tool);
        }
    }
}

#[test]
fn an_agent_without_the_tool_does_not_answer_with_another() {
    let fixture = Fixture::new();
    let kept = [
        "keys.list",
        "keys.status",
        "accounts.me",
        "market.read_ledger",
    ];
    let tools = fixture
        .tools
        .tools()
        .iter()
        .filter(|tool| kept.contains(&&*tool.name));
    let tools = ToolIndex::new(tools.cloned());
    let mut context = fixture.context(None);
    context.tools = &tools;
    for question in [
        "training load last week",
        "my runs",
        "average heart rate yesterday",
    ] {
        let understood = understand(question, &context);
        assert!(
            matches!(understood, Interpretation::Unknown { .. }),
            "{question}: {understood:?}"
        );
    }
    let understood = understand("list my keys", &context);
    assert!(matches!(understood, Interpretation::Call(call) if call.tool == "keys.list"));
}

/// A tool of a capability that this crate does not know is found by its name and description, and
/// its parameters are filled by their names.
#[test]
fn an_unknown_tool_is_found_by_its_description() {
    let fixture = Fixture::new();
    let input = serde_json::json!({
        "type": "object",
        "properties": { "startDate": { "type": "string" }, "limit": { "type": "integer", "maximum": 50 } },
        "additionalProperties": false,
    });
    let added = KnownTool::new(
        "meals.list",
        "List meals with their nutrients, newest first.",
        input,
    );
    let tools = ToolIndex::new(fixture.tools.tools().iter().cloned().chain([added]));
    let mut context = fixture.context(None);
    context.tools = &tools;
    let understood = understand("the last 80 meals and their nutrients", &context);
    let Interpretation::Call(call) = understood else {
        panic!("{understood:?}");
    };
    assert_eq!(
        (&*call.tool, &call.arguments["limit"]),
        ("meals.list", &50.into())
    );
}
