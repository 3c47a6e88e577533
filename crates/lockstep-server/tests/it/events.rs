//! Kinds of events: a capability lists every kind that it writes, with the shape of its payload,
//! and every listed kind is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lockstep_server::app::CAPABILITIES;
use lockstep_store::{Channel, EventKind, StoreError};
use lockstep_testkit::{Record, gpx};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::market::{TOKENS, token};

fn listed() -> BTreeMap<&'static str, &'static EventKind> {
    let kinds = CAPABILITIES.iter().flat_map(|capability| capability.events);
    let mut all = BTreeMap::new();
    for kind in kinds {
        let before = all.insert(kind.name(), *kind);
        assert_eq!(before, None, "{} is listed twice", kind.name());
    }
    all
}

#[test]
fn every_kind_is_described() {
    for (name, kind) in listed() {
        assert!(name.contains('.') && !name.contains(' '), "{name}");
        let about = kind.about();
        assert!(about.ends_with('.') && about.len() > 10, "{name}: {about}");
        let payload: Json = serde_json::from_str(kind.payload()).unwrap();
        assert!(payload.is_object(), "{name}: {payload}");
    }
}

/// The type lets a crate write only kinds that `event_kinds!` declares. This test reads the sources
/// for every declaration and compares it with the lists of `CAPABILITIES`.
#[test]
fn every_declared_kind_is_listed_by_its_capability() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut declared = BTreeSet::new();
    for capability in CAPABILITIES {
        let folder = crates
            .join(format!("lockstep-{}", capability.name))
            .join("src");
        let listed: BTreeSet<String> = capability
            .events
            .iter()
            .map(|kind| kind.name().to_owned())
            .collect();
        let mut here = BTreeSet::new();
        for file in sources(&folder) {
            here.extend(declarations(&std::fs::read_to_string(file).unwrap()));
        }
        assert_eq!(here, listed, "{}", capability.name);
        declared.extend(here);
    }
    assert!(declared.len() >= listed().len());
    // Only the macro creates a kind.
    for file in sources(&crates) {
        let text = std::fs::read_to_string(&file).unwrap();
        let creates = text.contains("EventKind::listed(") && !file.ends_with("event_kind.rs");
        assert!(
            !creates || file.ends_with("events.rs"),
            "{}",
            file.display()
        );
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the names in the `event_kinds!` of a file.
fn declarations(text: &str) -> Vec<String> {
    let Some((_, block)) = text.split_once("event_kinds! {") else {
        return Vec::new();
    };
    let (block, _) = block.split_once("\n}").unwrap();
    let names = block.split(" = \"").skip(1);
    names
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn every_listed_kind_is_written_in_its_shape() {
    let (app, provider) = crate::oidc::start_with_provider().await;
    let ada = app.user("ada").await;
    crate::oidc::every_act(&ada, PASSWORD, &provider).await;
    act(&app, &ada).await;
    let written = app
        .state()
        .db
        .read::<_, StoreError, _>("test.events", |tx| {
            tx.query("SELECT topic, payload FROM event_outbox", &[], |row| {
                Ok((row.at::<String>(0)?, row.at::<String>(1)?))
            })
        });
    let listed = listed();
    let mut seen = BTreeSet::new();
    for (topic, payload) in written.await.unwrap() {
        let kind = listed.get(&*topic);
        let kind = kind.unwrap_or_else(|| panic!("{topic} is written and not listed"));
        let example: Json = serde_json::from_str(kind.payload()).unwrap();
        let payload: Json = serde_json::from_str(&payload).unwrap();
        same_shape(&example, &payload, &topic);
        seen.insert(kind.name());
    }
    let unseen: BTreeSet<&str> = listed
        .into_keys()
        .filter(|name| !seen.contains(name))
        .collect();
    // An erasure erases the events of its beginning with the account.
    let of_erasures = ["user.delete.again", "user.delete.begin"];
    assert!(
        unseen.iter().eq(of_erasures.iter()),
        "listed and never written: {unseen:?}"
    );
}

/// Does everything that writes an event.
async fn act(app: &TestApp, ada: &TestClient) {
    let admin = app.admin();
    lockstep_admin::notify_overview(app.state()).await.unwrap();
    for percent in [1, 100] {
        let change = json!({ "alerts": { "storagePercent": percent } });
        admin.patch("/v1/admin/settings", change).await.ok();
    }
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0, 61.0, 75.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let steps: Vec<Json> = (0..30)
        .map(|day| {
            let at = lockstep_store::Timestamp((JUNE + day * 86_400) * 1000).to_string();
            json!({ "timestamp": at, "type": "steps", "value": 6000 + 300 * day, "unit": "count",
                    "device": "watch" })
        })
        .collect();
    ada.post("/v1/sfdp/data", json!({ "data": steps }))
        .await
        .ok();
    let all = json!({ "timeframe": "P90D" });
    ada.post("/v1/sfdp/insights/generate", all).await.ok();
    ada.delete("/v1/sfdp/data?type=heart_rate").await.ok();
    change_activities(ada).await;
    let key = json!({ "mode": "Basic" });
    ada.post("/v1/encryption/keys/generate", key).await.ok();

    let key = ada.post("/v1/api-keys", json!({ "name": "k" })).await.ok();
    let path = format!("/v1/api-keys/{}", key["id"].as_str().unwrap());
    ada.delete(&path).await.ok();
    let path = format!("/v1/admin/users/{}", ada.id);
    admin.patch(&path, json!({ "tier": "premium" })).await.ok();
    let session = app.anonymous().signed_in("ada", PASSWORD).await;
    let list = session.get("/api/auth/sessions").await.ok();
    let mut sessions = list["sessions"].as_array().unwrap().iter();
    let current = sessions.find(|one| one["current"] == true).unwrap();
    let ended = format!("/api/auth/sessions/{}", current["id"].as_str().unwrap());
    session.delete(&ended).await.ok();
    let credentials = json!({ "username": "ada", "password": PASSWORD });
    let pair = ada.post("/api/auth/token", credentials).await.ok();
    let refresh = json!({ "refresh_token": pair["refresh_token"] });
    let nobody = app.anonymous();
    nobody.post("/api/auth/refresh", refresh.clone()).await.ok();
    let replayed = nobody.post("/api/auth/refresh", refresh).await;
    assert_eq!(replayed.status, 401, "{replayed}");
    let change =
        json!({ "current_password": PASSWORD, "new_password": "another horse, another battery" });
    ada.post("/api/auth/password", change).await.ok();
    let credentials = format!("{path}/credentials");
    admin.delete(&credentials).await.ok();
    let nobody = app.anonymous();
    crate::totp::every_act(app, "ada", "another horse, another battery").await;
    let ada = nobody
        .signed_in("ada", "another horse, another battery")
        .await;
    let new = json!({ "name": "runs", "encryption_mode": "none", "data": { "hr": [61] } });
    let made = ada.post("/api/datasets", new).await.ok();
    let dataset = format!("/api/datasets/{}", made["id"].as_str().unwrap());
    let upload = ada.request(axum::http::Method::PUT, &format!("{dataset}/data"));
    let upload = upload.header("Content-Type", "text/csv").body("hr\n62\n");
    ada.send(upload).await.ok();
    ada.delete(&dataset).await.ok();
    let deployment = json!({ "agentId": "agt_core_insight", "workflowId": "w" });
    ada.post("/v1/agents/deploy", deployment).await.ok();
    let runs = "/v1/agents/workflows/w/runs";
    ada.post(runs, json!({})).await.ok();
    let new = json!({ "name": "Coach", "capabilities": ["points"] });
    ada.post("/v1/uadm/agents", new).await.ok();
    let hello = json!({ "type": "query", "content": { "action": "help" } });
    ada.post("/v1/agents/agt_core_insight/message", hello)
        .await
        .ok();
    let device = crate::uadm::treadmill(&ada, "Runner").await;
    let control = format!("{}/control", crate::uadm::path_of(&device));
    ada.post(&control, json!({ "command": "stop" })).await.ok();
    let bob = app.user("bob").await;
    trade(&admin, &ada, &bob).await;
    expire(app).await;
    let path = format!("/v1/admin/users/{}", bob.id);
    admin.delete(&path).await.ok();
}

/// Imports an activity, detects another, and changes and deletes one.
async fn change_activities(ada: &TestClient) {
    let start = lockstep_store::Timestamp((JUNE + 500_000) * 1000);
    let ride: Vec<Record> = Record::ride(start, 900).collect();
    let track = gpx::document("StravaGPX", "Up the hill", "cycling", &ride);
    ada.import_named("ride.gpx", track.into_bytes()).await.ok();
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50 });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    let effort = points("heart_rate", "bpm", "belt", JUNE + 700_000, &[150.0; 1200]);
    ada.post("/v1/sfdp/data", effort).await.ok();
    let detect = "/v1/sfdp/activities/detect";
    let found = ada
        .post(detect, json!({ "startDate": "2026-06-08" }))
        .await
        .ok();
    let id = found["activities"][0]["id"].as_str().unwrap();
    let path = format!("/v1/sfdp/activities/{id}");
    ada.patch(&path, json!({ "name": "Intervals" })).await.ok();
    ada.delete(&path).await.ok();
}

/// Offers a token over the threshold of approval, sells it, refunds the purchase and withdraws the token.
async fn trade(admin: &TestClient, seller: &TestClient, buyer: &TestClient) {
    let body = points("heart_rate", "bpm", "belt", JUNE, &[60.0, 61.0]);
    seller.post("/v1/sfdp/data", body).await.ok();
    let mut offered = token(1, &[]);
    offered["price"] = json!(2000);
    let made = seller.post(TOKENS, offered).await.ok();
    let id = made["tokenId"].as_str().unwrap();
    let approve = format!("/v1/admin/marketplace/tokens/{id}/approve");
    admin.post(&approve, json!({})).await.ok();
    let path = format!("{TOKENS}/{id}/purchase");
    let purchase = buyer.post(&path, json!({})).await.ok();
    let purchase = purchase["purchaseId"].as_str().unwrap();
    let refund = format!("/v1/sfdp/marketplace/purchases/{purchase}/refund");
    buyer.post(&refund, json!({})).await.ok();
    seller.delete(&format!("{TOKENS}/{id}")).await.ok();
    let mut brief = token(1, &[]);
    brief["availableUntil"] = json!("2099-01-01T00:00:00Z");
    seller.post(TOKENS, brief).await.ok();
    let listing = crate::operations::listing(seller).await;
    let path = format!("/api/marketplace/items/{listing}/purchase");
    let purchase = buyer.post(&path, json!({})).await.ok();
    let purchase = purchase["purchase_id"].as_str().unwrap();
    let refund = format!("/v1/sfdp/marketplace/purchases/{purchase}/refund");
    buyer.post(&refund, json!({})).await.ok();
}

/// Lets the offers end whose end is known, and runs the job that tells their sellers.
async fn expire(app: &TestApp) {
    let ended = app
        .state()
        .db
        .write::<_, StoreError, _>("test.expire", |tx| {
            tx.execute(
                "UPDATE market_token SET available_until = 1 WHERE available_until > 1",
                &[],
            )
        });
    assert_eq!(ended.await.unwrap(), 1);
    let job = &lockstep_market::CAPABILITY.jobs[0];
    (job.run)(app.state().clone()).await.unwrap();
}

/// Every field of an event is in the example with the same type; an item of a list has fields of the
/// example's items, and objects keyed by data have the shape of its first field.
fn same_shape(example: &Json, payload: &Json, at: &str) {
    match (example, payload) {
        (Json::Object(example), Json::Object(payload)) => {
            for (name, field) in payload {
                let of_example = example.get(name);
                let by_data = at
                    .ends_with(".types")
                    .then(|| example.values().next())
                    .flatten();
                let known = of_example.or(by_data);
                let known = known.unwrap_or_else(|| panic!("{at}.{name} is not in the example"));
                same_shape(known, field, &format!("{at}.{name}"));
            }
        }
        (Json::Array(example), Json::Array(payload)) => {
            let mut shape = example.first().cloned();
            for item in example {
                if let (Some(Json::Object(all)), Json::Object(more)) = (&mut shape, item) {
                    all.extend(more.clone());
                }
            }
            for item in payload {
                let shape = shape.as_ref();
                let shape = shape.unwrap_or_else(|| panic!("{at}: no example item"));
                same_shape(shape, item, &format!("{at}[]"));
            }
        }
        (Json::Number(_), Json::Number(_))
        | (Json::String(_), Json::String(_))
        | (Json::Bool(_), Json::Bool(_))
        | (Json::Null, Json::Null) => {}
        (example, payload) => panic!("{at}: {payload} where the example has {example}"),
    }
}

#[tokio::test]
async fn the_document_lists_every_kind() {
    let app = TestApp::start().await;
    let document = app.anonymous().get("/openapi.json").await.ok();
    let kinds = document["x-events"].as_array().unwrap();
    let names: BTreeSet<&str> = kinds
        .iter()
        .filter_map(|kind| kind["name"].as_str())
        .collect();
    assert!(names.iter().eq(listed().keys()), "{names:?}");
    for kind in kinds {
        let readers = kind["readers"].as_str().unwrap();
        let name = kind["name"].as_str().unwrap();
        // Events of a channel have the readers of the channel. Measurements and keys are their owner's.
        let is_shared = name.starts_with("user.") || name.starts_with("api_key.");
        let expected = match listed()[name].channel() {
            Some(channel) => channel.readers().as_str(),
            None if is_shared => "administration",
            None => "owner",
        };
        assert_eq!(readers, expected, "{kind}");
        let channel = listed()[name].channel().map(Channel::as_str);
        assert_eq!(kind["channel"].as_str(), channel, "{kind}");
    }
    let stream = &document["paths"]["/v1/sfdp/stream"]["get"];
    let about = stream["description"].as_str().unwrap();
    for (name, is_reported) in [
        ("points.stored", true),
        ("insights.generated", true),
        ("key.changed", false),
    ] {
        assert_eq!(about.contains(&format!("`{name}`")), is_reported, "{name}");
    }
}
