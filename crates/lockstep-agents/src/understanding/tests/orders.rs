//! Orders and questions: a question with the word of an act does not ask for the act.

use crate::understanding::{Interpretation, KnownTool, asked, asked_of};

/// Returns the tools of the calls that a question is understood as, or offered with.
fn tools(understood: Interpretation) -> Vec<String> {
    match understood {
        Interpretation::Call(call) => vec![call.tool],
        Interpretation::Clarify { readings } => readings.into_iter().map(|it| it.tool).collect(),
        Interpretation::Choose { acts } => acts.into_iter().map(|it| it.tool).collect(),
        Interpretation::Unknown { .. } => Vec::new(),
    }
}

#[test]
fn questions_are_not_orders() {
    for question in [
        "did my watch stop syncing?",
        "is there any offer for sleep data?",
        "was a device removed?",
        "who added the new device?",
        "did the treadmill stop?",
    ] {
        for tool in tools(asked(question)) {
            let tool = KnownTool::new(&tool, "", serde_json::Value::Null);
            assert!(!tool.changes_state, "{question}: {}", tool.name);
        }
    }
}

#[test]
fn orders_that_no_tool_carries_out_name_the_request() {
    for (order, request) in [
        (
            "sell my heart rate data",
            "POST /v1/sfdp/marketplace/tokens",
        ),
        (
            "buy the cheapest heart rate token",
            "POST /v1/sfdp/marketplace/tokens/{id}/purchase",
        ),
        ("sync my watch", "POST /v1/sfdp/import"),
        // No tool fetches from one device either.
        ("please resync the Garmin Fenix 7", "POST /v1/sfdp/import"),
        ("sign me out everywhere", "DELETE /api/auth/sessions/{id}"),
        (
            "log out all other devices",
            "DELETE /api/auth/sessions/{id}",
        ),
    ] {
        let understood = asked(order);
        let Interpretation::Unknown {
            help,
            is_searchable: false,
        } = understood
        else {
            panic!("{order}: {understood:?}");
        };
        assert!(help.contains(request), "{order}: {help}");
    }
}

#[test]
fn a_value_out_of_bounds_is_named_with_the_bounds() {
    let understood = asked("forecast my form for the next 6 months");
    let Interpretation::Unknown { help, .. } = understood else {
        panic!("{understood:?}");
    };
    assert_eq!(
        help,
        "`metrics.forecast` cannot be called: `days` must be from 1 to 90, and the question states 180."
    );
}

/// "My account" is that of the caller; the word after it names no other.
#[test]
fn the_word_after_my_account_is_not_a_name() {
    for (question, user) in [
        ("was my account hacked?", None),
        ("was the account compromised?", None),
        ("suspicious logins to my account lately", None),
        ("unusual sign-ins of bob", Some("bob")),
        ("unusual sign-ins to the account bob", Some("bob")),
    ] {
        let calls = match asked(question) {
            Interpretation::Call(call) => vec![call],
            Interpretation::Clarify { readings } => readings,
            other => panic!("{question}: {other:?}"),
        };
        let mut calls = calls.iter();
        let call = calls.find(|call| call.tool == "accounts.unusual_access");
        let call = call.unwrap_or_else(|| panic!("{question}: {:?}", asked(question)));
        let found = call.arguments.get("user").and_then(|user| user.as_str());
        assert_eq!(found, user, "{question}");
    }
}

/// Questions about the product are answered by the documents, which an agent without a search names.
#[test]
fn questions_about_the_product_lead_to_the_documents() {
    for (question, query) in [
        ("what is FHE used for?", "documents FHE"),
        ("explain zero knowledge", "documents zero knowledge"),
        (
            "what does homomorphic encryption mean?",
            "documents homomorphic encryption",
        ),
    ] {
        let Interpretation::Call(call) = asked(question) else {
            panic!("{question}: {:?}", asked(question));
        };
        assert_eq!(call.tool, "search.find", "{question}");
        assert_eq!(call.arguments["query"], query, "{question}");
        let guardian = asked_of(question, |tool| {
            tool.starts_with("keys.") || tool.starts_with("proofs.")
        });
        let Interpretation::Unknown { help, .. } = guardian else {
            panic!("{question}: {guardian:?}");
        };
        assert!(help.contains("agt_core_search"), "{question}: {help}");
    }
}

#[test]
fn sign_ins_of_others_are_looked_up() {
    for (question, tool) in [
        ("who logged into my account?", "accounts.sessions"),
        ("who is signed in?", "accounts.sessions"),
        ("who am I logged in as?", "accounts.me"),
        ("was I hacked?", "accounts.unusual_access"),
        (
            "did somebody else use my account?",
            "accounts.unusual_access",
        ),
    ] {
        // Another reading may be offered after it.
        assert_eq!(tools(asked(question))[0], tool, "{question}");
    }
}
