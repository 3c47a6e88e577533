//! The administration API: analytics over HTTP. Every figure follows from stored facts.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::app::{AdvancedClock, JUNE, TestApp, TestClient, points};
use crate::market::{TOKENS, token};

const ANALYTICS: &str = "/v1/admin/analytics";

async fn detailed(admin: &TestClient, filters: Json) -> Json {
    let mut filters = filters;
    filters["view"] = json!("detailed");
    admin
        .post(ANALYTICS, json!({ "filters": filters }))
        .await
        .ok()
}

/// Sells a token of ada to bob; returns the token and the purchase.
async fn sell(ada: &TestClient, bob: &TestClient, price: u32) -> (String, String) {
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut new = token(10, &[]);
    new["price"] = json!(price);
    let made = ada.post(TOKENS, new).await.ok();
    let token = made["tokenId"].as_str().unwrap().to_owned();
    let path = format!("{TOKENS}/{token}/purchase");
    let bought = bob.post(&path, json!({})).await.ok();
    (token, bought["purchaseId"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_follow_from_what_was_stored_and_sold() {
    let app = TestApp::start().await;
    let (admin, ada, bob) = (app.admin(), app.user("ada").await, app.user("bob").await);
    let empty = admin.post(ANALYTICS, json!({})).await.ok();
    assert_eq!(
        empty["overview"],
        json!({ "totalTransactions": 0, "activeAgents": 0, "dataProcessed": 0, "revenue": 0.0,
                "revenueByCurrency": {} })
    );
    let (token, _) = sell(&ada, &bob, 12).await;
    let (_, refunded) = sell(&ada, &bob, 30).await;
    let path = format!("/v1/sfdp/marketplace/purchases/{refunded}/refund");
    bob.post(&path, json!({})).await.ok();
    let item = json!({
        "name": "Sleep of a hundred athletes", "description": "Means", "price": 5, "currency": "USD",
        "category": "sleep", "encryption": { "available": true, "types": [], "required": false },
    });
    let item = admin.post("/v1/admin/marketplace/items", item).await.ok();
    let path = format!(
        "/v1/sfdp/marketplace/items/{}/purchase",
        item["id"].as_str().unwrap()
    );
    for buyer in [&ada, &bob] {
        buyer.post(&path, json!({})).await.ok();
    }
    let dataset = json!({
        "name": "rides", "encryption_mode": "none", "data": { "watts": [200, 210, 190] },
    });
    ada.post("/api/datasets", dataset).await.ok();
    for (range, periods) in [("day", 24), ("week", 7), ("month", 30), ("year", 12)] {
        let all = detailed(&admin, json!({ "dateRange": range })).await;
        let overview = &all["overview"];
        assert_eq!(overview["totalTransactions"], 3, "{range}: {all}");
        assert_eq!(overview["dataProcessed"], 30 + 30 + 3, "{range}: {all}");
        assert_eq!(
            overview["revenueByCurrency"],
            json!({ "EUR": 12.0, "USD": 10.0 }),
            "{range}"
        );
        assert_eq!(overview["revenue"], 12.0);
        let market = &all["marketplace"];
        assert_eq!(
            market["topItems"],
            json!([
                { "name": "Sleep of a hundred athletes", "sales": 2 },
                { "name": token, "sales": 1 },
            ]),
            "{range}"
        );
        assert_eq!(market["categories"], json!({ "data token": 1, "sleep": 2 }));
        for (group, field, last) in [("marketplace", "sales", 3), ("datastreams", "stored", 63)] {
            let series = all[group][field].as_array().unwrap();
            assert_eq!(series.len(), periods, "{range} {field}");
            let sum: u64 = series.iter().map(|n| n.as_u64().unwrap()).sum();
            assert_eq!(sum, last, "{range} {field}: {series:?}");
        }
    }
    // Of one account: what it stored, and what it sold.
    for (user, transactions, processed) in [(&ada, 1, 63), (&bob, 0, 0)] {
        let one = json!({ "userId": user.id, "filters": { "dateRange": "year" } });
        let one = admin.post(ANALYTICS, one).await.ok();
        assert_eq!(one["overview"]["totalTransactions"], transactions, "{one}");
        assert_eq!(one["overview"]["dataProcessed"], processed, "{one}");
    }
    // An erased account's own figures are gone; the sums stay.
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    let all = detailed(&admin, json!({})).await;
    assert_eq!(all["overview"]["totalTransactions"], 3);
    let gone = json!({ "userId": ada.id });
    admin.post(ANALYTICS, gone).await.refused(404, "NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_are_counted_by_name_and_completed_tasks_by_tool() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let new = json!({ "name": "Coach", "capabilities": ["metrics"] });
    let custom = ada.post("/v1/uadm/agents", new).await.ok();
    for (agent, workflow) in [
        ("agt_core_sentinel", "one"),
        ("agt_core_sentinel", "two"),
        (custom["id"].as_str().unwrap(), "one"),
    ] {
        let body = json!({ "agentId": agent, "workflowId": workflow });
        ada.post("/v1/agents/deploy", body).await.ok();
    }
    let ask = async |action: &str, parameters: Json| {
        let content = json!({ "action": action, "parameters": parameters });
        let body = json!({ "type": "query", "content": content });
        let path = "/v1/agents/agt_core_sentinel/message";
        ada.post(path, body).await.ok()
    };
    ask("ask", json!({ "query": "Which devices do I have?" })).await;
    ask("devices.list", json!({})).await;
    ask("summarize", json!({})).await;
    let refused = json!({ "query": "colourless green ideas" });
    ask("ask", refused).await;
    for user in [None, Some(&ada.id)] {
        let mut body = json!({ "filters": { "view": "detailed", "dataType": "agents" } });
        if let Some(id) = user {
            body["userId"] = json!(id);
        }
        let found = admin.post(ANALYTICS, body).await.ok();
        let agents = &found["agents"];
        assert_eq!(found["overview"]["activeAgents"], 2, "{found}");
        let distribution = json!({ "Sentinel": 1, "custom": 1 });
        assert_eq!(agents["distribution"], distribution, "{found}");
        let tasks =
            json!([{ "name": "devices.list", "count": 2 }, { "name": "answer", "count": 1 }]);
        assert_eq!(agents["tasks"], tasks, "{found}");
        let days = agents["performance"].as_array().unwrap();
        assert_eq!((days.len(), &days[29]), (30, &json!(3)), "{found}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn groups_and_series_are_limited_by_the_filters() {
    let app = TestApp::start().await;
    let (admin, ada, bob) = (app.admin(), app.user("ada").await, app.user("bob").await);
    sell(&ada, &bob, 12).await;
    // A row: the data type, the view, and whether sales, categories and stored are filled.
    for (kind, view, sales, categories, stored) in [
        ("all", "detailed", true, true, true),
        ("all", "overview", false, true, false),
        ("marketplace", "detailed", true, true, false),
        ("datastreams", "detailed", false, false, true),
        ("agents", "detailed", false, false, false),
    ] {
        let filters = json!({ "dataType": kind, "view": view });
        let found = admin
            .post(ANALYTICS, json!({ "filters": filters }))
            .await
            .ok();
        let is_filled = |value: &Json| {
            let is_list = value.as_array().is_some_and(|list| !list.is_empty());
            is_list || value.as_object().is_some_and(|map| !map.is_empty())
        };
        assert_eq!(
            [
                is_filled(&found["marketplace"]["sales"]),
                is_filled(&found["marketplace"]["categories"]),
                is_filled(&found["datastreams"]["stored"]),
            ],
            [sales, categories, stored],
            "{kind} {view}: {found}"
        );
        assert_eq!(found["overview"]["totalTransactions"], 1);
    }
    for (body, field) in [
        (
            json!({ "filters": { "dateRange": "hour" } }),
            "filters.dateRange",
        ),
        (json!({ "filters": { "view": "all" } }), "filters.view"),
        (
            json!({ "filters": { "dataType": "users" } }),
            "filters.dataType",
        ),
        (json!({ "filter": {} }), "filter"),
    ] {
        admin.post(ANALYTICS, body).await.blames(field);
    }
    ada.post(ANALYTICS, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_is_measured() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let health = async || {
        let found = app.admin().post(ANALYTICS, json!({})).await.ok();
        found["system"]["health"].clone()
    };
    let first = health().await;
    // The share of the processors and the rate of the network need two measurements, a second apart.
    clock.pass(Duration::from_secs(1));
    let second = health().await;
    let assert_percent = |health: &Json, name: &str| {
        let percent = health[name].as_f64();
        assert!(
            percent.is_some_and(|percent| (0.0..=100.0).contains(&percent)),
            "{name}: {health}"
        );
    };
    assert_percent(&first, "storage");
    assert_percent(&second, "storage");
    if cfg!(target_os = "linux") {
        assert_percent(&first, "memory");
        assert_percent(&second, "memory");
        assert_percent(&second, "cpu");
        let rate = second["network"].as_f64();
        assert!(rate.is_some_and(|rate| rate >= 0.0), "{second}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_analytics_is_audited() {
    let app = TestApp::start().await;
    let auditor = app.account("olga", "auditor", "standard").await;
    auditor.post(ANALYTICS, json!({})).await.ok();
    let state = app.state();
    state.audit_counter().flush(&state.db).await.unwrap();
    let search = json!({ "filters": { "user": "olga" }, "searchQuery": "analytics" });
    let log = app.admin().post("/v1/admin/audit-logs", search).await.ok();
    assert_eq!(log["total"], 1, "{log}");
    assert_eq!(log["logs"][0]["action"], "read /v1/admin/analytics");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_overview_is_told_when_it_changes() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let state = app.state();
    assert!(lockstep_admin::notify_overview(state).await.unwrap());
    assert!(!lockstep_admin::notify_overview(state).await.unwrap());
    sell(&ada, &bob, 12).await;
    assert!(lockstep_admin::notify_overview(state).await.unwrap());
    assert!(!lockstep_admin::notify_overview(state).await.unwrap());
}
