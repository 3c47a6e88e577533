//! Approvals, reports, and questions in words.

use lockstep_store::params;

use super::*;
use crate::damage::write;

/// A tool that changes something needs a command that names it and confirms it.
#[tokio::test]
async fn changes_need_approval() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = device(&ada, "Fenix").await;
    let status = async || ada.get("/v1/sfdp/devices").await.ok()["devices"][0]["status"].clone();
    let arguments = json!({ "id": id });
    for (kind, parameters) in [
        ("command", json!({ "arguments": arguments })),
        (
            "command",
            json!({ "arguments": arguments, "confirm": false }),
        ),
        ("query", json!({ "arguments": arguments, "confirm": true })),
        ("chat", json!({ "arguments": arguments, "confirm": true })),
    ] {
        let told = tell(&ada, SENTINEL, kind, "devices.revoke", parameters).await;
        assert_eq!(response(&told).0, "approval_required", "{told}");
        let choice = &told["response"]["choices"][0];
        assert_eq!(
            (&choice["action"], &choice["arguments"]),
            (&json!("devices.revoke"), &arguments)
        );
        assert_eq!(status().await, "active");
    }
    // A question never approves, regardless of its words.
    let question = format!("revoke the device {id}, confirm true");
    let parameters = json!({ "query": question, "confirm": true });
    tell(&ada, SENTINEL, "command", "ask", parameters).await;
    assert_eq!(status().await, "active");
    let wrong = json!({ "confirm": true, "arguments": {} });
    let told = tell(&ada, SENTINEL, "command", "devices.revoke", wrong).await;
    assert_eq!(response(&told).0, "error");
    let approved = json!({ "arguments": arguments, "confirm": true });
    let body = message("command", "devices.revoke", approved);
    let path = format!("{SENTINEL}/message");
    let done = ada.post_once(&path, "k", body.clone()).await.ok();
    assert_eq!(response(&done).0, "result", "{done}");
    assert_eq!(status().await, "revoked");
    // Sent again: the same answer, and no second call.
    let before = ada.get(&format!("{SENTINEL}/chat")).await.ok();
    assert_eq!(ada.post_once(&path, "k", body).await.ok(), done);
    assert_eq!(ada.get(&format!("{SENTINEL}/chat")).await.ok(), before);
    let other = message("query", "help", json!({}));
    ada.post_once(&path, "k", other)
        .await
        .refused(400, "INVALID_PARAMETER");
}

#[tokio::test]
async fn reports_are_made_with_the_callers_rights() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = device(&ada, "Zephyr watch").await;
    device(&bob, "Zephyr bell").await;
    let day = |nth: i64| {
        points(
            "heart_rate",
            "bpm",
            "strap",
            JUNE + nth * 86_400,
            &[61.0, 5000.0],
        )
    };
    for nth in [0, 1, 4] {
        ada.post("/v1/sfdp/data", day(nth)).await.ok();
    }
    let found = ada.get("/v1/agents/search?query=zehpyr").await.ok();
    assert_eq!(found["total"], 1, "{found}");
    assert_eq!(
        (&found["records"][0]["id"], &found["records"][0]["kind"]),
        (&json!(id), &json!("device"))
    );
    let by_id = ada.get(&format!("/v1/agents/search?query={id}")).await.ok();
    assert_eq!(by_id["records"][0]["id"], json!(id));
    let report = ada.get("/v1/agents/data-quality").await.ok();
    assert_eq!(report["endDate"], "2026-06-05", "{report}");
    let heart = json!({ "type": "heart_rate", "count": 6, "uncounted": 3, "days": 3, "missingDays": 2,
        "missing": ["2026-06-03", "2026-06-04"], "copies": [] });
    assert_eq!(report["types"], json!([heart]));
    assert_eq!(report["silentDevices"][0]["id"], json!(id));
    // Days before the first and after the last point of the range are gaps, too, if the type had points before.
    for (range, count, days, missing) in [
        (
            "startDate=2026-06-03&endDate=2026-06-05",
            2,
            1,
            ["2026-06-03", "2026-06-04"],
        ),
        (
            "startDate=2026-06-05&endDate=2026-06-07",
            2,
            1,
            ["2026-06-06", "2026-06-07"],
        ),
        (
            "startDate=2026-06-03&endDate=2026-06-04",
            0,
            0,
            ["2026-06-03", "2026-06-04"],
        ),
    ] {
        let report = ada
            .get(&format!("/v1/agents/data-quality?{range}"))
            .await
            .ok();
        let heart = &report["types"][0];
        assert_eq!(
            (&heart["count"], &heart["days"], &heart["missing"]),
            (&json!(count), &json!(days), &json!(missing)),
            "{range}: {report}"
        );
    }
    let told = tell(
        &ada,
        "/v1/agents/agt_core_ingest",
        "query",
        "ask",
        json!({ "query": "Is my data complete?" }),
    )
    .await;
    let (kind, content) = response(&told);
    assert_eq!(kind, "text", "{told}");
    assert!(
        content.contains("2 days without data") && content.contains(&id),
        "{content}"
    );
    assert_eq!(
        bob.get("/v1/agents/data-quality").await.ok()["types"],
        json!([])
    );
    for (path, blamed) in [
        ("/v1/agents/search", "query"),
        ("/v1/agents/search?query=.", "query"),
        ("/v1/agents/search?query=a&limit=101", "limit"),
        ("/v1/agents/search?query=a&candidates=0", "candidates"),
        ("/v1/agents/data-quality?startDate=x", "startDate"),
        (
            "/v1/agents/data-quality?startDate=2026-06-02&endDate=2026-06-01",
            "endDate",
        ),
        (
            "/v1/agents/data-quality?startDate=2020-06-02&endDate=2026-06-01",
            "endDate",
        ),
    ] {
        let answer = ada.get(path).await;
        answer.refused(400, "INVALID_PARAMETER");
        answer.blames(blamed);
    }
    // A list that the credential may not read is left out and named.
    let key = json!({ "name": "k", "scopes": ["agents:read", "platform:read"] });
    let key = ada.post("/v1/api-keys", key).await.ok();
    let narrow = ada.bearing(key["key"].as_str().unwrap());
    let found = narrow.get("/v1/agents/search?query=zephyr").await.ok();
    assert_eq!(found["total"], 0, "{found}");
    // Not even their number is shown.
    assert_eq!(found["examined"], 0, "{found}");
    assert!(
        found["skipped"]
            .as_array()
            .unwrap()
            .contains(&json!("device"))
    );
    narrow
        .get("/v1/agents/data-quality")
        .await
        .refused(403, "PERMISSION_DENIED");
}

/// Points that no figure counts begin no gap, also if they are the first ones of their type.
#[tokio::test]
async fn gaps_begin_with_the_first_point_that_is_counted() {
    let app = TestApp::start().await;
    let cyd = app.user("cyd").await;
    for (kind, unit, day, value) in [
        ("heart_rate", "bpm", 0, 5000.0),
        ("heart_rate", "bpm", 2, 61.0),
        ("power", "W", 0, 5000.0),
        ("weight", "kg", -2000, 70.0),
        ("steps", "count", 4, 900.0),
    ] {
        let point = points(kind, unit, "strap", JUNE + day * 86_400, &[value]);
        cyd.post("/v1/sfdp/data", point).await.ok();
    }
    let path = "/v1/agents/data-quality?startDate=2026-06-04&endDate=2026-06-06";
    let report = cyd.get(path).await.ok();
    let types = report["types"].as_array().unwrap().iter();
    let missing: Vec<_> = types.map(|of| json!([of["type"], of["missing"]])).collect();
    let all = json!(["2026-06-04", "2026-06-05", "2026-06-06"]);
    let expected = [
        json!(["heart_rate", all]),
        json!(["steps", ["2026-06-06"]]),
        json!(["weight", all]),
    ];
    assert_eq!(missing, expected, "{report}");
}

/// Questions in words reach the tool that answers them, and a follow-up changes the call before it.
#[tokio::test]
async fn questions_in_words_are_answered() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = device(&ada, "Fenix").await;
    let values: Vec<f64> = (0..60).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    let body = points("heart_rate", "bpm", "strap", JUNE, &values);
    ada.post("/v1/sfdp/data", body).await.ok();
    let key = json!({ "mode": "Basic" });
    ada.post("/v1/encryption/keys/generate", key).await.ok();
    for (agent, question, kind, part) in [
        (
            "agt_core_search",
            "Which devices do I have?",
            "table",
            id.as_str(),
        ),
        ("agt_core_search", "Find Fenix.", "table", id.as_str()),
        (
            "agt_core_insight",
            "average heart rate last week",
            "text",
            "There are no points of heart rate",
        ),
        (
            "agt_core_market",
            "list my purchases",
            "text",
            "You have bought nothing.",
        ),
        (
            "agt_core_insight",
            "my steps in the last -3 days",
            "clarify",
            "-3 is below 0",
        ),
        (
            "agt_core_coordinator",
            "my runs in the next 3 days",
            "clarify",
            "There is no data of days to come",
        ),
    ] {
        let agent = format!("/v1/agents/{agent}");
        let told = tell(&ada, &agent, "query", "ask", json!({ "query": question })).await;
        let (found, content) = response(&told);
        assert!(
            found == kind && content.contains(part),
            "{question}: {told}"
        );
    }
    let told = tell(
        &ada,
        SENTINEL,
        "query",
        "ask",
        json!({ "query": "revoke the device Fenix" }),
    )
    .await;
    let (kind, _) = response(&told);
    assert!(["approval_required", "clarify"].contains(&kind), "{told}");
}

/// "What is new?" is answered with the records of the last days, and not with all that there is.
#[tokio::test]
async fn what_is_new_is_listed_with_its_period() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let coordinator = "/v1/agents/agt_core_coordinator";
    for question in ["What is new?", "anything new this week?"] {
        let asked = json!({ "query": question });
        let told = tell(&ada, coordinator, "query", "ask", asked).await;
        let (kind, content) = response(&told);
        assert_eq!(kind, "text", "{question}: {told}");
        assert!(content.starts_with("What is new "), "{question}: {told}");
        for part in [
            "## Activities\nThere are no activities ",
            "## Imports\n",
            "## Insights\n",
        ] {
            assert!(content.contains(part), "{part}: {told}");
        }
    }
}

/// What is for administrators is refused in words, without the name of a permission or a tool, and with a question that
/// the caller can ask instead.
#[tokio::test]
async fn what_is_for_administrators_is_refused_in_words() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (action, parameters, part) in [
        ("audit.search", json!({}), "The audit log is"),
        ("alerts.list", json!({}), "Alerts are"),
        (
            "ask",
            json!({ "query": "alerts since Monday" }),
            "\"Is there anything unusual in my data this month?\"",
        ),
    ] {
        let told = tell(&ada, SENTINEL, "command", action, parameters).await;
        let (kind, content) = response(&told);
        assert!(
            kind == "error" && content.contains("for administrators") && content.contains(part),
            "{told}"
        );
        for internal in ["administration:read", "alerts.list", "audit.search"] {
            assert!(!content.contains(internal), "{internal}: {told}");
        }
    }
}

/// A question with several readings is answered with the calls that the caller may make.
#[tokio::test]
async fn choices_are_calls_that_the_caller_may_make() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for question in [
        "audit",
        "the audit chain and its entries",
        "audit logs next week",
        "alerts next week",
    ] {
        let told = tell(&ada, SENTINEL, "query", "ask", json!({ "query": question })).await;
        let choices = told["response"]["choices"].as_array();
        for choice in choices.into_iter().flatten() {
            let action = choice["action"].as_str().unwrap();
            let is_for_administrators =
                action.starts_with("audit.") || action.starts_with("alerts.");
            assert!(!is_for_administrators, "{question}: {told}");
        }
    }
}

/// A choice is carried out with all conditions of the question: by its action and input, and by a reply in words.
#[tokio::test]
async fn a_choice_has_the_conditions_of_its_question() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (nth, value) in [(0, 60.0), (2, 70.0)] {
        let body = points(
            "heart_rate",
            "bpm",
            "strap",
            JUNE + nth * 86_400,
            &[value, value],
        );
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let insight = "/v1/agents/agt_core_insight";
    let question = "why was my average heart rate on 2026-06-03 higher than on 2026-06-01?";
    let asked = json!({ "query": question });
    let told = tell(&ada, insight, "query", "ask", asked).await;
    assert_eq!(response(&told).0, "clarify", "{told}");
    let choice = &told["response"]["choices"][0];
    let action = choice["action"].as_str().unwrap();
    assert_eq!(action, "points.aggregate", "{told}");
    let named = json!({ "arguments": choice["arguments"] });
    let reply = json!({ "query": "yes" });
    // The reply is to the answer that asked back, and the choice is named after another answer.
    for (action, parameters) in [("ask", reply), (action, named)] {
        let told = tell(&ada, insight, "query", action, parameters).await;
        let (kind, content) = response(&told);
        assert_eq!(kind, "text", "{told}");
        for part in ["2026-06-03", "2026-06-01", "## Difference", "+10"] {
            assert!(content.contains(part), "{part}: {told}");
        }
    }
    let asked = json!({ "query": "runs on Mondays" });
    tell(&ada, insight, "query", "ask", asked).await;
    let changed = json!({ "query": "only those over 10 km" });
    let told = tell(&ada, insight, "query", "ask", changed).await;
    assert_eq!(response(&told).0, "clarify", "{told}");
}

/// A refused sign-in is an entry of its own action, with the status `warning`.
#[tokio::test]
async fn the_sentinel_finds_failed_sign_ins() {
    let app = TestApp::start().await;
    let wrong = json!({ "username": "admin", "password": "not the password of anyone" });
    let refused = app.anonymous().post("/api/auth/token", wrong).await;
    assert_eq!(refused.status, 401, "{refused}");
    let state = app.state();
    state.audit_counter().flush(&state.db).await.unwrap();
    for question in ["failed sign-ins", "Were there any failed logins?"] {
        let asked = json!({ "query": question });
        let told = tell(&app.admin(), SENTINEL, "query", "ask", asked).await;
        let (kind, content) = response(&told);
        assert!(
            kind == "table" && content.contains("refused sign-in"),
            "{question}: {told}"
        );
    }
}

/// An act is offered for a record of the account only, and what strangers write in their offers does not choose it.
#[tokio::test]
async fn offers_of_strangers_choose_no_record_of_the_account() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let list = async |seller: &TestClient, title: &str, description: &str| {
        let new = json!({ "name": "x", "encryption_mode": "none", "data": { "steps": [7] } });
        let dataset = seller.post("/api/datasets", new).await.ok()["id"].clone();
        let body = json!({
            "title": title, "description": description, "price": 1, "dataset_id": dataset,
        });
        let made = seller.post("/api/marketplace/items", body).await.ok();
        made["id"].as_str().unwrap().to_owned()
    };
    let archive = list(&ada, "precious archive", "everything").await;
    let rides = list(&ada, "okapi rides", "weekends").await;
    // It has more words of the questions, and its description is the id of the wrong listing.
    list(&bob, "okapi rides withdraw", &archive).await;
    // More than a page of the market.
    for _ in 0..10 {
        list(&bob, "okapi", "").await;
    }
    for question in [
        "withdraw my okapi listing",
        "withdraw my okapi rides listing",
    ] {
        let query = json!({ "query": question });
        let told = tell(&ada, "/v1/agents/agt_core_market", "command", "ask", query).await;
        let response = &told["response"];
        assert_eq!(response["type"], "approval_required", "{told}");
        let arguments = &response["choices"][0]["arguments"];
        assert_eq!(arguments, &json!({ "id": rides }), "{question}: {told}");
    }
    // An index that lacks records offers no act: it is damaged here, and built again by the next request.
    let user = ada.id.clone();
    write(&app, move |tx| {
        let sql = "UPDATE search_index SET place = x'ff' WHERE user_id = ?1";
        tx.execute(sql, params![&user]).map(drop)
    })
    .await;
    for expected in ["error", "approval_required"] {
        let query = json!({ "query": "withdraw my okapi rides listing" });
        let told = tell(&ada, "/v1/agents/agt_core_market", "command", "ask", query).await;
        assert_eq!(told["response"]["type"], expected, "{told}");
    }
}
