//! `/v1/ws`: each message reaches the accounts that may read its channel, once, and no account that may not.

mod subscriptions;

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::SinkExt;
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::app::{JUNE, TestApp, TestClient, points, until};
use crate::market::{TOKENS, buy, offer, token};
use crate::socket::Socket;

const CHANNELS: &str = "/v1/ws";
const ALL: [&str; 5] = [
    "alerts",
    "analytics",
    "audit-logs",
    "marketplace",
    "system-health",
];

impl Socket {
    /// Sends a frame as JSON.
    pub(crate) async fn ask(&mut self, frame: Json) {
        self.send(Message::Text(frame.to_string().into())).await;
    }

    /// Subscribes, and waits for the answer.
    pub(crate) async fn subscribe(&mut self, channels: &[&str]) {
        self.ask(json!({ "type": "subscribe", "channels": channels }))
            .await;
        let answer = self.next_of("subscribed").await;
        let now: BTreeSet<&str> = texts(&answer["channels"]).collect();
        assert!(channels.iter().all(|name| now.contains(name)), "{answer}");
    }

    /// Returns the next message of a channel; skips others.
    async fn next_in(&mut self, channel: &str) -> Json {
        loop {
            let message = self.next().await;
            if message["channel"] == channel {
                return message;
            }
        }
    }

    /// Returns the next message of the audit log with an action; skips others.
    async fn next_action(&mut self, action: &str) -> Json {
        loop {
            let message = self.next_in("audit-logs").await;
            if message["payload"]["action"] == action {
                return message;
            }
        }
    }
}

fn texts(list: &Json) -> impl Iterator<Item = &str> {
    list.as_array().unwrap().iter().filter_map(Json::as_str)
}

fn after(message: &Json) -> String {
    format!("{CHANNELS}?lastEventId={}", message["id"].as_str().unwrap())
}

/// Returns an account with points to sell.
async fn seller(app: &TestApp, name: &str) -> TestClient {
    let seller = app.user(name).await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0, 61.0]);
    seller.post("/v1/sfdp/data", body).await.ok();
    seller
}

#[tokio::test]
async fn every_account_receives_public_facts_of_the_market() {
    let app = TestApp::start().await;
    let (admin, ada, bob) = (
        app.admin(),
        seller(&app, "ada").await,
        app.user("bob").await,
    );
    let eve = app.user("eve").await;
    let mut socket = eve.socket(CHANNELS).await;
    socket.subscribe(&["marketplace"]).await;
    let id = offer(&ada, 3, &[]).await;
    let purchase = buy(&bob, &id).await;
    ada.delete(&format!("{TOKENS}/{id}")).await.ok();
    // A token that waits for approval is not public before.
    let mut dear = token(1, &[]);
    dear["price"] = json!(2000);
    let pending = ada.post(TOKENS, dear.clone()).await.ok();
    let pending = pending["tokenId"].as_str().unwrap();
    let approve = format!("/v1/admin/marketplace/tokens/{pending}/approve");
    admin.post(&approve, json!({})).await.ok();
    let refused = ada.post(TOKENS, dear).await.ok();
    let refused = refused["tokenId"].as_str().unwrap();
    ada.delete(&format!("{TOKENS}/{refused}")).await.ok();
    let listing = crate::operations::listing(&ada).await;
    let path = format!("/api/marketplace/items/{listing}/purchase");
    bob.post(&path, json!({})).await.ok();
    let mut last = Json::Null;
    for (kind, offer, id) in [
        ("created", "token", id.as_str()),
        ("bought", "token", &id),
        ("withdrawn", "token", &id),
        ("approved", "token", pending),
        ("created", "listing", &listing),
        ("bought", "listing", &listing),
    ] {
        let message = socket.next().await;
        assert_eq!(
            message["payload"],
            json!({ "offer": offer, "id": id }),
            "{message}"
        );
        assert_eq!(
            (&message["channel"], &message["type"]),
            (&json!("marketplace"), &json!(kind))
        );
        let at: lockstep_store::Timestamp = message["timestamp"].as_str().unwrap().parse().unwrap();
        assert!(app.state().clock.now().since(at) < Duration::from_secs(60));
        assert_eq!(message.as_object().unwrap().len(), 5, "{message}");
        let text = message.to_string();
        let purchase = purchase["purchaseId"].as_str().unwrap();
        for private in [&*bob.id, &*ada.id, purchase] {
            assert!(!text.contains(private), "{text}");
        }
        last = message;
    }
    // Resuming skips the received messages.
    let mut resumed = eve.socket(&after(&last)).await;
    resumed.subscribe(&["marketplace"]).await;
    let next = offer(&seller(&app, "dan").await, 1, &[]).await;
    assert_eq!(resumed.next().await["payload"]["id"], next);
}

#[tokio::test]
async fn only_administration_subscribes_to_its_channels() {
    let app = TestApp::start().await;
    let (ada, admin) = (app.user("ada").await, app.admin());
    let mut socket = ada.socket(CHANNELS).await;
    socket.subscribe(&["marketplace"]).await;
    for channel in ["analytics", "alerts", "system-health", "audit-logs"] {
        let both = json!(["marketplace", channel]);
        socket
            .ask(json!({ "type": "subscribe", "channels": both }))
            .await;
        let answer = socket.next().await;
        assert_eq!(answer["type"], "error", "{answer}");
        assert_eq!(answer["status"], 403);
        assert_eq!(answer["error"]["code"], "PERMISSION_DENIED");
    }
    // Nothing of those channels arrives: the next message is of the market.
    let mut eyes = admin.socket(CHANNELS).await;
    eyes.subscribe(&ALL).await;
    let id = offer(&seller(&app, "bob").await, 1, &[]).await;
    let seen = eyes.next_in("audit-logs").await;
    assert!(seen["payload"]["id"].as_str().unwrap().starts_with("aud_"));
    let message = socket.next().await;
    assert_eq!(message["payload"]["id"], id, "{message}");
    assert_eq!(eyes.next_in("marketplace").await["payload"]["id"], id);
    // An auditor reads all channels, and a key without the scope none.
    let auditor = app.account("eve", "auditor", "standard").await;
    auditor.socket(CHANNELS).await.subscribe(&ALL).await;
    let body = json!({ "name": "narrow", "scopes": ["fitness:read"] });
    let key = admin.post("/v1/api-keys", body).await.ok();
    let key = admin.bearing(key["key"].as_str().unwrap());
    let Err((status, _)) = key.try_socket(CHANNELS).await else {
        panic!("a key of another area opened the socket");
    };
    assert_eq!(status, 403);
}

#[tokio::test]
async fn entries_of_the_audit_log_arrive_once_and_in_order() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let mut socket = admin.socket(CHANNELS).await;
    socket.subscribe(&["audit-logs"]).await;
    let mut last = Json::Null;
    for nth in 0..5 {
        let body = json!({ "name": format!("key {nth}") });
        ada.post("/v1/api-keys", body).await.ok();
        let message = socket.next_action("api_key.create").await;
        let payload = message["payload"].as_object().unwrap();
        assert_eq!(payload.len(), 4, "no actor, no details: {message}");
        assert_eq!(message["payload"]["component"], "accounts");
        assert_eq!(message["payload"]["status"], "success");
        assert_eq!(message["type"], "entry");
        last = message;
    }
    let log = json!({ "searchQuery": "api_key.create" });
    let log = admin.post("/v1/admin/audit-logs", log).await.ok();
    assert_eq!(log["logs"][0]["id"], last["payload"]["id"]);
    assert_eq!(log["logs"][0]["timestamp"], last["timestamp"]);
    // Events between two connections arrive on the second connection, including those of other
    // channels.
    drop(socket);
    ada.post("/v1/api-keys", json!({ "name": "between" }))
        .await
        .ok();
    let id = offer(&seller(&app, "bob").await, 1, &[]).await;
    let mut resumed = admin.socket(&after(&last)).await;
    resumed.subscribe(&["audit-logs", "marketplace"]).await;
    let (mut entries, mut offers) = (0, 0);
    while entries == 0 || offers == 0 {
        let message = resumed.next().await;
        entries += u32::from(message["payload"]["action"] == "api_key.create");
        offers += u32::from(message["payload"]["id"] == id);
    }
    assert_eq!((entries, offers), (1, 1));
    // Reading is itself recorded.
    let message = resumed.next_action("audit.subscribe").await;
    assert_eq!(message["payload"]["component"], "administration");
    // A resumed position may also precede every event of a channel.
    let mut again = admin.socket(&after(&last)).await;
    again.subscribe(&["audit-logs"]).await;
    again.next_action("api_key.create").await;
}

#[tokio::test]
async fn the_machine_is_sampled_while_a_socket_is_subscribed() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let hub = || app.state().sockets();
    let mut socket = admin.socket(CHANNELS).await;
    socket.subscribe(&["alerts"]).await;
    assert!(!hub().is_sampling());
    socket.subscribe(&["system-health"]).await;
    assert!(hub().is_sampling());
    let message = socket.next().await;
    assert_eq!(
        (&message["channel"], &message["type"]),
        (&json!("system-health"), &json!("sample"))
    );
    let figures = &message["payload"];
    for share in ["cpu", "memory", "storage"] {
        let share = figures[share].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&share), "{message}");
    }
    for rate in ["network", "networkReceived", "networkSent"] {
        assert!(figures[rate].as_f64().unwrap() >= 0.0, "{message}");
    }
    assert!(figures["memory"].as_f64().unwrap() > 0.0);
    // All three count the disk in the same way. Other programs write to it during the test.
    let analytics = admin.post("/v1/admin/analytics", json!({})).await.ok();
    let used = app.state().db.disk_use().unwrap().percent();
    for storage in [
        &figures["storage"],
        &analytics["system"]["health"]["storage"],
    ] {
        let storage = storage.as_f64().unwrap();
        assert!((storage - used).abs() < 1.0, "{storage} {used}");
    }
    // A second socket receives the latest sample at once; its id resumes.
    let mut second = admin.socket(CHANNELS).await;
    second.subscribe(&["system-health"]).await;
    let shared = second.next().await;
    assert_eq!(shared["payload"], message["payload"]);
    let mut resumed = admin.socket(&after(&shared)).await;
    resumed.subscribe(&["marketplace"]).await;
    drop(resumed);
    socket
        .ask(json!({ "type": "unsubscribe", "channels": ["system-health"] }))
        .await;
    let answer = socket.next_of("unsubscribed").await;
    assert_eq!(answer["channels"], json!(["alerts"]));
    assert!(hub().is_sampling());
    drop(second);
    until(|| !hub().is_sampling()).await;
}

/// The overview is computed while a socket is subscribed to it, and sent when it changes.
#[tokio::test]
async fn the_overview_is_sent_while_a_socket_is_subscribed() {
    let app = TestApp::start().await;
    let jobs = lockstep_admin::CAPABILITY.jobs.iter();
    let overview = jobs
        .clone()
        .find(|job| job.name == "admin.overview")
        .unwrap();
    let run = || (overview.run)(app.state().clone());
    let ada = app.user("ada").await;
    let mut socket = app.admin().socket(CHANNELS).await;
    socket.subscribe(&["alerts"]).await;
    run().await.unwrap();
    socket.subscribe(&["analytics"]).await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0, 62.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    run().await.unwrap();
    let message = socket.next_in("analytics").await;
    assert_eq!(
        (&message["type"], &message["payload"]["dataProcessed"]),
        (&json!("overview"), &json!(2))
    );
    drop(socket);
    until(|| !app.state().sockets().has_analytics_listeners()).await;
}

#[tokio::test]
async fn a_withdrawn_role_closes_the_socket_within_a_second() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let clock = app.state().clock.clone();
    let auditor = app.account("eve", "auditor", "standard").await;
    let path = format!("/v1/admin/users/{}", auditor.id);
    let mut reads = auditor.socket(CHANNELS).await;
    reads.subscribe(&["audit-logs"]).await;
    let mut stays = auditor.socket(CHANNELS).await;
    stays.subscribe(&["marketplace", "alerts"]).await;
    stays
        .ask(json!({ "type": "unsubscribe", "channels": ["alerts"] }))
        .await;
    stays.next_of("unsubscribed").await;
    let start = clock.monotonic();
    admin.patch(&path, json!({ "role": "user" })).await.ok();
    assert_eq!(reads.closed().await, 4401);
    let took = clock.monotonic().saturating_sub(start);
    assert!(took < Duration::from_secs(1), "{took:?}");
    // The other socket needs no more than the right of every account, and gets no more.
    stays
        .ask(json!({ "type": "subscribe", "channels": ["audit-logs"] }))
        .await;
    assert_eq!(stays.next().await["error"]["code"], "PERMISSION_DENIED");
    let id = offer(&seller(&app, "bob").await, 1, &[]).await;
    assert_eq!(stays.next().await["payload"]["id"], id);
    let start = clock.monotonic();
    admin
        .patch(&path, json!({ "status": "suspended" }))
        .await
        .ok();
    assert_eq!(stays.closed().await, 4401);
    let took = clock.monotonic().saturating_sub(start);
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn frames_that_cannot_be_obeyed_change_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut socket = ada.socket(CHANNELS).await;
    socket.subscribe(&["marketplace"]).await;
    for (frame, parameter) in [
        (r#"{"type":"subscribe","channels":["news"]}"#, "channels[0]"),
        (
            r#"{"type":"subscribe","channels":["marketplace","Alerts"]}"#,
            "channels[1]",
        ),
        (r#"{"type":"subscribe","channels":[]}"#, "channels"),
        (r#"{"type":"listen","channels":["marketplace"]}"#, "type"),
        (
            r#"{"type":"subscribe","channels":["marketplace"],"token":"x"}"#,
            "token",
        ),
        (r#"{"type":"subscribe"}"#, "channels"),
        ("hello", ""),
        ("", ""),
        ("[[[[[[", ""),
    ] {
        socket.send(Message::Text(frame.into())).await;
        let answer = socket.next().await;
        assert_eq!(answer["type"], "error", "{frame}: {answer}");
        assert_eq!(
            answer["error"]["code"], "INVALID_REQUEST",
            "{frame}: {answer}"
        );
        assert_eq!(
            answer["error"]["details"]["parameter"], parameter,
            "{frame}"
        );
    }
    let deep = "[".repeat(60_000);
    socket.send(Message::Text(deep.into())).await;
    assert_eq!(socket.next().await["error"]["code"], "INVALID_REQUEST");
    // A frame in three fragments is one frame.
    let whole = r#"{"type":"subscribe","channels":["marketplace"]}"#;
    for fragment in fragments(&[&whole[..7], &whole[7..20], &whole[20..]]) {
        socket.send(fragment).await;
    }
    assert_eq!(socket.next().await["type"], "subscribed");
    let id = offer(&seller(&app, "bob").await, 1, &[]).await;
    assert_eq!(socket.next().await["payload"]["id"], id);
    // Fragments count together for the limit, and only text is read.
    let half = "x".repeat(40_000);
    for (messages, code) in [
        (fragments(&[&half, &half]), 1009),
        (vec![Message::Text("x".repeat(65_537).into())], 1009),
        (
            vec![Message::Binary(whole.as_bytes().to_vec().into())],
            1003,
        ),
    ] {
        let mut socket = ada.socket(CHANNELS).await;
        for message in messages {
            // The server may have closed already.
            let _ = socket.stream.send(message).await;
        }
        assert_eq!(socket.closed().await, code);
    }
    let mut socket = ada.socket(CHANNELS).await;
    for _ in 0..700 {
        let _ = socket.stream.feed(Message::Text("x".into())).await;
    }
    let _ = socket.stream.flush().await;
    assert_eq!(socket.closed().await, 1008);
}

/// Returns a text in fragments.
fn fragments(parts: &[&str]) -> Vec<Message> {
    let last = parts.len() - 1;
    let frame = |(nth, part): (usize, &&str)| {
        let code = if nth == 0 { Data::Text } else { Data::Continue };
        let mut frame = Frame::message(part.as_bytes().to_vec(), OpCode::Data(code), nth == last);
        frame.header_mut().mask = Some([1, 2, 3, 4]);
        Message::Frame(frame)
    };
    parts.iter().enumerate().map(frame).collect()
}
