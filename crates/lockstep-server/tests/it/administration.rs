//! The administration API: the audit log and the system settings over HTTP.

use serde_json::{Value as Json, json};

use crate::app::{Answer, JUNE, TestApp, TestClient, points};
use crate::market::{TOKENS, token};

/// Reads a page of the log. Counted reads and refusals are written before.
async fn log(app: &TestApp, reader: &TestClient, body: Json) -> Answer {
    let counter = app.state().audit_counter();
    counter.flush(&app.state().db).await.unwrap();
    reader.post("/v1/admin/audit-logs", body).await
}

fn actions(page: &Json) -> Vec<&str> {
    let logs = page["logs"].as_array().unwrap().iter();
    logs.map(|entry| entry["action"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_audit_log_is_filtered_searched_and_paged() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    for name in ["watch", "strap", "scale"] {
        let device = json!({ "name": name, "type": "watch", "capabilities": [] });
        ada.post("/v1/sfdp/devices", device).await.ok();
    }
    app.anonymous()
        .get("/v1/sfdp/devices")
        .await
        .refused(401, "AUTH_ERROR");
    let all = log(&app, &admin, json!({})).await.ok();
    let total = all["total"].as_u64().unwrap();
    assert!(total > 6, "{all}");
    assert_eq!((&all["page"], &all["limit"]), (&json!(1), &json!(20)));
    let first = &all["logs"][0];
    assert_eq!(first["sequence"], total, "{first}");
    assert_eq!(first["hash"].as_str().unwrap().len(), 64);
    // A row: the request and the actions that it finds, newest first.
    let created = ["device.register"; 3];
    for (body, expected) in [
        (
            json!({ "filters": { "user": "ada" }, "searchQuery": "device*" }),
            &created[..],
        ),
        (
            json!({ "filters": { "user": ada.id, "dateRange": "day", "component": "fitness" } }),
            &created[..],
        ),
        (
            json!({ "filters": { "user": "ada", "status": "error" } }),
            &[][..],
        ),
        (json!({ "filters": { "user": "nobody" } }), &[]),
        (
            json!({ "filters": { "dateRange": "2001-01-01/2001-12-31" } }),
            &[],
        ),
        (
            json!({ "filters": { "component": "" , "user": "ada" }, "searchQuery": "device.register" }),
            &created,
        ),
        (
            json!({ "filters": { "component": "fitness" }, "searchQuery": "regist*" }),
            &created,
        ),
        (
            json!({ "searchQuery": "device.register", "limit": 2, "page": 2 }),
            &created[..1],
        ),
        (json!({ "searchQuery": "\" OR * AND (" }), &[]),
    ] {
        let page = log(&app, &admin, body.clone()).await.ok();
        assert_eq!(actions(&page), expected, "{body}: {page}");
        assert_eq!(page["hasUncounted"], false);
    }
    let page = log(
        &app,
        &admin,
        json!({ "filters": { "user": "ada", "component": "fitness" }, "limit": 1 }),
    )
    .await
    .ok();
    let user = &page["logs"][0]["user"];
    assert_eq!(
        *user,
        json!({ "id": ada.id, "name": "ada", "role": "user" })
    );
    assert_eq!(page["total"], 3);
    // Reading is recorded.
    let read = log(&app, &admin, json!({ "searchQuery": "audit.read" }))
        .await
        .ok();
    assert_eq!(read["logs"][0]["user"]["name"], "admin");
    // An erased account's entries are found no more.
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    for body in [
        json!({ "filters": { "user": ada.id } }),
        json!({ "searchQuery": "device.register" }),
    ] {
        assert_eq!(log(&app, &admin, body).await.ok()["total"], 0);
    }
}

/// The server leaves out actions before it counts and pages, so that a reader of the log hides what reads add to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_audit_log_leaves_out_actions() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    for name in ["watch", "strap", "scale"] {
        let device = json!({ "name": name, "type": "watch", "capabilities": [] });
        ada.post("/v1/sfdp/devices", device).await.ok();
    }
    // The first read of the log records that it was read.
    log(&app, &admin, json!({})).await.ok();
    let all = log(&app, &admin, json!({ "limit": 100 })).await.ok();
    assert!(actions(&all).contains(&"audit.read"), "{all}");
    let all = log(&app, &admin, json!({ "limit": 100 })).await.ok();
    let without = |names: &[&str]| json!({ "limit": 100, "filters": { "excludedActions": names } });
    let kept = |names: &[&str]| -> Vec<String> {
        let kept = actions(&all).into_iter().filter(|it| !names.contains(it));
        kept.map(str::to_owned).collect()
    };
    for names in [
        &["device.register"][..],
        &["device", "device.registe"],
        &["device.register", "user.create"],
    ] {
        let page = log(&app, &admin, without(names)).await.ok();
        let shown = actions(&page);
        // Reads of the log in the meantime are added at its beginning.
        assert!(shown.ends_with(&kept(names).iter().map(String::as_str).collect::<Vec<_>>()));
        assert_eq!(page["total"], shown.len(), "{names:?}: {page}");
    }
    // The reads themselves, however often the log is read, on pages of one entry of an account.
    let reads = ["audit.read", "read /v1/admin/audit-logs"];
    let of_admin = |page: usize, limit: usize| {
        let filters = json!({ "user": "admin", "excludedActions": reads });
        json!({ "page": page, "limit": limit, "filters": filters })
    };
    let first = log(&app, &admin, of_admin(1, 100)).await.ok();
    let shown = actions(&first);
    assert!(shown.contains(&"user.create"), "{first}");
    assert!(reads.iter().all(|read| !shown.contains(read)), "{first}");
    for (page, action) in shown.iter().enumerate() {
        let one = log(&app, &admin, of_admin(page + 1, 1)).await.ok();
        assert_eq!(
            (actions(&one), &one["total"]),
            (vec![*action], &first["total"])
        );
    }
    // With the other filters, and among the entries that contain words.
    for (body, expected) in [
        (
            json!({ "filters": { "user": "ada", "component": "fitness" } }),
            3,
        ),
        (
            json!({ "filters": { "user": "ada", "component": "fitness", "excludedActions": ["device.register"] } }),
            0,
        ),
        (
            json!({ "searchQuery": "device*", "filters": { "user": "ada", "excludedActions": ["device"] } }),
            3,
        ),
        (
            json!({ "searchQuery": "device*", "filters": { "user": "ada", "excludedActions": ["device.register"] } }),
            0,
        ),
    ] {
        assert_eq!(
            log(&app, &admin, body.clone()).await.ok()["total"],
            expected,
            "{body}"
        );
    }
    ada.post("/v1/admin/audit-logs", without(&reads))
        .await
        .refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn unreadable_requests_for_the_log_are_refused() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for (body, field) in [
        (json!({ "page": 0 }), "page"),
        (json!({ "limit": 101 }), "limit"),
        (
            json!({ "filters": { "dateRange": "hour" } }),
            "filters.dateRange",
        ),
        (
            json!({ "filters": { "dateRange": "2026-02-01/2026-01-01" } }),
            "filters.dateRange",
        ),
        (json!({ "filters": { "status": "fine" } }), "filters.status"),
        (json!({ "filters": { "colour": "red" } }), "filters.colour"),
        (
            json!({ "filters": { "excludedActions": vec!["audit.read"; 17] } }),
            "filters.excludedActions",
        ),
        (
            json!({ "filters": { "excludedActions": [""] } }),
            "filters.excludedActions",
        ),
        (
            json!({ "filters": { "excludedActions": ["audit.read\0"] } }),
            "filters.excludedActions",
        ),
        (
            json!({ "filters": { "excludedActions": "audit.read" } }),
            "filters.excludedActions",
        ),
        (json!({ "searchQuery": "a".repeat(501) }), "searchQuery"),
        (json!({ "searchQuery": "user*\0" }), "searchQuery"),
        (
            json!({ "filters": { "component": "a\0" }, "searchQuery": "user*" }),
            "filters.component",
        ),
        (
            json!({ "filters": { "user": "\0" }, "searchQuery": "user*" }),
            "filters.user",
        ),
        (
            json!({ "searchQuery": "a", "page": 101, "limit": 100 }),
            "page",
        ),
    ] {
        let answer = log(&app, &admin, body.clone()).await;
        answer.refused(400, "INVALID_REQUEST");
        assert_eq!(
            answer.json()["error"]["details"]["parameter"],
            field,
            "{body}"
        );
    }
    let ada = app.user("ada").await;
    log(&app, &ada, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_checkpoint_covers_the_entries_of_a_page() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let vault = lockstep_vault::Vault::of(app.state()).unwrap();
    let made = vault.checkpoints().current().await.unwrap().unwrap();
    let after = log(&app, &admin, json!({ "limit": 100 })).await.ok();
    assert_eq!(after["checkpoint"], serde_json::to_value(&made).unwrap());
    let record: Json =
        serde_json::from_str(after["checkpoint"]["record"].as_str().unwrap()).unwrap();
    let entries = record["entries"].as_i64().unwrap();
    let covered = after["logs"].as_array().unwrap().iter();
    let head = covered
        .into_iter()
        .find(|entry| entry["sequence"] == entries)
        .unwrap();
    assert_eq!(head["hash"], record["head"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_setting_acts_at_once() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    // The first change applies the stored settings; tests run with a longer time-out.
    let before = admin.patch(SETTINGS, json!({})).await.ok();
    let key = json!({ "mode": "Basic", "parameters": { "securityLevel": 128 } });
    ada.post("/v1/encryption/keys/generate", key.clone())
        .await
        .ok();
    let change = json!({
        "encryption": { "minKeyLength": 256 },
        "limits": { "anonymous": 77, "custom": 55 },
        "market": { "creditLimit": 0 },
        "wallet": { "autoApproveThreshold": 10 },
    });
    let changed = admin.patch(SETTINGS, change).await.ok();
    assert_eq!(changed["network"], before["network"]);
    assert_eq!(changed["encryption"]["rotationPeriod"], 90);
    assert_eq!(changed["market"]["creditLimit"], 0.0);
    assert_eq!(admin.get(SETTINGS).await.ok(), changed);
    ada.post("/v1/encryption/keys/generate", key)
        .await
        .refused(400, "INVALID_ENCRYPTION_PARAMETERS");
    let anonymous = app.anonymous().get("/v1/sfdp/types").await;
    assert_eq!(anonymous.header("x-ratelimit-limit"), Some("77"));
    assert_eq!(
        admin.get(SETTINGS).await.header("x-ratelimit-limit"),
        Some("55")
    );
    // A token over the threshold waits for an approval; a buyer without money buys nothing.
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let made = ada.post(TOKENS, token(10, &[])).await.ok();
    assert_eq!(made["status"], "pending");
    let threshold = json!({ "wallet": { "autoApproveThreshold": 12.5 } });
    admin.patch(SETTINGS, threshold).await.ok();
    let made = ada.post(TOKENS, token(10, &[])).await.ok();
    assert_eq!(made["status"], "active");
    let path = format!("{TOKENS}/{}/purchase", made["tokenId"].as_str().unwrap());
    let bob = app.user("bob").await;
    bob.post(&path, json!({})).await.refused(409, "CONFLICT");
    admin
        .patch(SETTINGS, json!({ "market": { "creditLimit": null } }))
        .await
        .ok();
    bob.post(&path, json!({})).await.ok();
    // Every change is in the audit log, with the values before and after.
    let entry = log(
        &app,
        &admin,
        json!({ "searchQuery": "settings.change", "limit": 1 }),
    )
    .await
    .ok();
    let entry = &entry["logs"][0];
    assert_eq!(
        entry["metadata"],
        json!({ "market.creditLimit": [0.0, null] })
    );
    assert_eq!(entry["user"]["name"], "admin");
    // A restart keeps the settings.
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let kept = app.admin().get(SETTINGS).await.ok();
    assert_eq!(kept["limits"], json!({ "anonymous": 77, "custom": 55 }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_out_of_range_change_nothing() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let before = admin.get(SETTINGS).await.ok();
    for (change, field) in [
        (
            json!({ "limits": { "custom": 9 }, "network": { "requestTimeout": 0 } }),
            "network.requestTimeout",
        ),
        (json!({ "limits": { "custom": 9 }, "colour": {} }), "colour"),
        (
            json!({ "network": { "requestTimeout": "9" } }),
            "network.requestTimeout",
        ),
        (
            json!({ "wallet": { "network": "mainnet" } }),
            "wallet.network",
        ),
        (json!({ "wallet": { "gasLimit": -1 } }), "wallet.gasLimit"),
        (
            json!({ "encryption": { "minKeyLength": 100 } }),
            "encryption.minKeyLength",
        ),
    ] {
        let answer = admin.patch(SETTINGS, change.clone()).await;
        answer.blames(field);
    }
    ada.patch(SETTINGS, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
    ada.get(SETTINGS).await.refused(403, "PERMISSION_DENIED");
    assert_eq!(admin.get(SETTINGS).await.ok(), before);
}

/// Every setting of the OpenAPI document refuses values of other types and values out of its bounds. The valid setting of
/// the same request stays unchanged, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_setting_refuses_other_types_and_values_out_of_range() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let document = app.anonymous().get("/openapi.json").await.ok();
    let schemas = &document["components"]["schemas"];
    // An optional setting is the one named schema of `oneOf`, or a schema of its own.
    let resolved = |schema: &Json| -> Json {
        let named = schema["oneOf"].as_array().into_iter().flatten();
        let name = named.chain([schema]).find_map(|it| it["$ref"].as_str());
        match name.and_then(|name| name.rsplit('/').next()) {
            Some(name) => schemas[name].clone(),
            None => schema.clone(),
        }
    };
    let before = admin.get(SETTINGS).await.ok();
    let mut refused = 0;
    let groups = &schemas["UpdateSettingsRequest"]["properties"];
    for (group, fields) in groups.as_object().unwrap() {
        let fields = resolved(fields);
        for (field, rule) in fields["properties"].as_object().unwrap() {
            for value in refused_values(&resolved(rule)) {
                let mut change = json!({ group: { field: value } });
                match group.as_str() {
                    "limits" => change["network"] = json!({ "requestTimeout": 77 }),
                    _ => change["limits"] = json!({ "anonymous": 77 }),
                }
                let answer = admin.patch(SETTINGS, change.clone()).await;
                assert_eq!(answer.status, 400, "{change}: {answer}");
                answer.blames(&format!("{group}.{field}"));
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
    assert_eq!(admin.get(SETTINGS).await.ok(), before);
}

/// Returns values that a schema does not allow.
fn refused_values(rule: &Json) -> Vec<Json> {
    let is = |name: &str| match &rule["type"] {
        Json::Array(types) => types.iter().any(|it| it == name),
        one => one == name,
    };
    let mut values = vec![json!([]), json!({})];
    if is("boolean") {
        values.extend([json!(1), json!("true")]);
    } else if is("string") {
        values.extend([json!(1), json!("another"), json!("")]);
    } else {
        values.extend([json!("1"), json!(true)]);
    }
    if is("integer") {
        values.extend([json!(1.5), json!(1_u64 << 40)]);
    }
    values.extend(rule["minimum"].as_i64().map(|least| json!(least - 1)));
    values.extend(rule["maximum"].as_i64().map(|most| json!(most + 1)));
    values
}

/// Changes from several administrators at once are all kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_changes_of_settings_are_all_kept() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for round in 1..=10 {
        let (a, b, c) = tokio::join!(
            admin.patch(SETTINGS, json!({ "limits": { "anonymous": 1000 + round } })),
            admin.patch(
                SETTINGS,
                json!({ "network": { "requestTimeout": 100 + round } })
            ),
            admin.patch(SETTINGS, json!({ "wallet": { "gasLimit": 200 + round } })),
        );
        for answer in [a, b, c] {
            answer.ok();
        }
        let now = admin.get(SETTINGS).await.ok();
        assert_eq!(now["limits"]["anonymous"], 1000 + round);
        assert_eq!(now["network"]["requestTimeout"], 100 + round);
        assert_eq!(now["wallet"]["gasLimit"], 200 + round);
    }
}

const SETTINGS: &str = "/v1/admin/settings";

/// Limits that let no administrator in are reset without a connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_are_shown_and_reset_by_the_operator() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let narrow = json!({ "limits": { "custom": 1, "anonymous": 1 }, "network": { "maxConcurrentConnections": 10 } });
    admin.patch(SETTINGS, narrow).await.ok();
    let folder = app.stop().await;
    let shown = |act: &str| -> Json {
        let output = crate::child::run(folder.path(), &["--json", "settings", act], "");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(shown("show")["limits"]["custom"], 1);
    let reset = shown("reset");
    assert!(reset["limits"]["custom"].as_u64().unwrap() > 1, "{reset}");
    assert_eq!(shown("show"), reset);
}

/// Counts and times of requests show what the accounts of a small installation do.
#[tokio::test]
async fn figures_with_an_address_of_their_own_are_nowhere_else() {
    let app = TestApp::start().await;
    assert_eq!(app.anonymous().get("/metrics").await.status, 200);
    // Of a loopback address that no other test listens on: its port stays free.
    let listener = std::net::TcpListener::bind("127.0.8.1:0").unwrap();
    let free = listener.local_addr().unwrap();
    drop(listener);
    let app = TestApp::start_with(|config| config.metrics_listen = Some(free)).await;
    let anonymous = app.anonymous();
    anonymous.get("/metrics").await.refused(404, "NOT_FOUND");
    let figures = TestClient::at(free);
    assert_eq!(figures.get("/metrics").await.status, 200);
    assert_eq!(figures.get("/v1/sfdp/types").await.status, 404);
}
