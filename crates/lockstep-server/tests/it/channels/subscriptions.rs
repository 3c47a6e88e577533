//! Subscriptions of a socket, and changes of datasets.

use super::*;
use crate::system_settings::held_read;

#[tokio::test]
async fn a_socket_without_a_subscription_receives_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let bob = seller(&app, "bob").await;
    let mut socket = ada.socket(CHANNELS).await;
    offer(&bob, 1, &[]).await;
    socket.subscribe(&["marketplace"]).await;
    let second = offer(&bob, 1, &[]).await;
    let message = socket.next().await;
    assert_eq!(
        message["payload"]["id"], second,
        "the first came before the subscription"
    );
    socket
        .ask(json!({ "type": "unsubscribe", "channels": ["marketplace"] }))
        .await;
    assert_eq!(socket.next().await["channels"], json!([]));
    offer(&bob, 1, &[]).await;
    socket.subscribe(&["marketplace"]).await;
    let fourth = offer(&bob, 1, &[]).await;
    assert_eq!(socket.next().await["payload"]["id"], fourth);
    // Positions that never existed, and those of other sockets.
    for id in ["ev_7fffffff-0", "ev_1-1", "x", ""] {
        let mut socket = ada.socket(&format!("{CHANNELS}?lastEventId={id}")).await;
        // An id that cannot be read closes the socket before the client can subscribe.
        let frame = json!({ "type": "subscribe", "channels": ["marketplace"] }).to_string();
        let _ = socket.stream.send(Message::Text(frame.into())).await;
        assert_eq!(socket.closed().await, 4408, "{id:?}");
    }
    let plain = ada.get(CHANNELS).await;
    assert!(!plain.blames("Upgrade").is_empty());
}

/// A store that is busy for a moment costs a client neither its subscriptions nor the message that it continues after.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscription_that_fails_changes_nothing() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let bob = seller(&app, "bob").await;
    let mut subscribed = ada.socket(CHANNELS).await;
    subscribed.subscribe(&["marketplace"]).await;
    offer(&bob, 1, &[]).await;
    let last = subscribed.next().await;
    let missed = offer(&bob, 1, &[]).await;
    assert_eq!(subscribed.next().await["payload"]["id"], missed);
    let mut resumed = ada.socket(&after(&last)).await;
    // To unsubscribe from nothing does not begin the replay.
    resumed
        .ask(json!({ "type": "unsubscribe", "channels": ["marketplace"] }))
        .await;
    resumed.next_of("unsubscribed").await;
    let engine = |connections: u32, timeout: u32| json!({ "database": { "maxConnections": connections, "timeout": timeout } });
    let settings = "/v1/admin/settings";
    admin.patch(settings, engine(1, 1)).await.ok();
    let (release, held) = held_read(&app, &ada).await;
    for socket in [&mut subscribed, &mut resumed] {
        socket
            .ask(json!({ "type": "subscribe", "channels": ["marketplace"] }))
            .await;
        let answer = socket.next().await;
        assert_eq!(
            (&answer["type"], &answer["status"]),
            (&json!("error"), &json!(503)),
            "{answer}"
        );
    }
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
    admin.patch(settings, engine(4, 60)).await.ok();
    resumed.subscribe(&["marketplace"]).await;
    assert_eq!(resumed.next().await["payload"]["id"], missed);
    let next = offer(&bob, 1, &[]).await;
    for socket in [&mut subscribed, &mut resumed] {
        assert_eq!(socket.next().await["payload"]["id"], next);
    }
}

/// All sockets of a channel share one read of its messages. An account whose own reads wait delays no other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_busy_account_delays_no_channel() {
    let app = TestApp::start().await;
    let (admin, ada, eve) = (app.admin(), app.user("ada").await, app.user("eve").await);
    let bob = seller(&app, "bob").await;
    let mut of_eve = Vec::new();
    for _ in 0..10 {
        let mut socket = eve.socket(CHANNELS).await;
        socket.subscribe(&["marketplace"]).await;
        of_eve.push(socket);
    }
    let mut of_ada = ada.socket(CHANNELS).await;
    of_ada.subscribe(&["marketplace"]).await;
    // Each account has one of two connections.
    let engine = json!({ "database": { "maxConnections": 2, "timeout": 600 } });
    admin.patch("/v1/admin/settings", engine).await.ok();
    let (release, held) = held_read(&app, &eve).await;
    for _ in 0..5 {
        let id = offer(&bob, 1, &[]).await;
        assert_eq!(of_ada.next().await["payload"]["id"], id);
    }
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
}

#[tokio::test]
async fn changes_of_datasets_reach_their_owner() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let all = json!({ "type": "subscribe", "channel": "dataset_updates" });
    let (mut adas, mut bobs) = (ada.socket("/api/ws").await, bob.socket("/api/ws").await);
    for socket in [&mut adas, &mut bobs] {
        socket.ask(all.clone()).await;
        let answer = socket.next().await;
        let expected = json!({
            "type": "subscribed", "channel": "dataset_updates", "dataset_id": null,
        });
        assert_eq!(answer, expected);
    }
    let create = async |owner: &TestClient, name: &str| {
        let new = json!({ "name": name, "encryption_mode": "none", "data": { "hr": [61] } });
        let made = owner.post("/api/datasets", new).await.ok();
        made["id"].as_str().unwrap().to_owned()
    };
    let runs = create(&ada, "runs").await;
    let walks = create(&ada, "walks").await;
    // A socket for one dataset, at the other prefix of the area.
    let mut one = ada.socket("/api/v1/ws").await;
    let named =
        |id: &str| json!({ "type": "subscribe", "channel": "dataset_updates", "dataset_id": id });
    one.ask(named(&walks)).await;
    assert_eq!(one.next().await["dataset_id"], walks);
    let of_bob = create(&bob, "bobs").await;
    for (frame, status, code) in [
        (named(&of_bob), 404, "NOT_FOUND"),
        (named("ds_x"), 404, "NOT_FOUND"),
        (
            json!({ "type": "subscribe", "channel": "news" }),
            400,
            "VALIDATION_ERROR",
        ),
        (json!({ "type": "subscribe" }), 400, "VALIDATION_ERROR"),
    ] {
        one.ask(frame.clone()).await;
        let answer = one.next().await;
        assert_eq!(
            (&answer["type"], &answer["status"]),
            (&json!("error"), &json!(status)),
            "{frame}"
        );
        assert_eq!(answer["error"]["code"], code);
    }
    let upload = ada.request(
        axum::http::Method::PUT,
        &format!("/api/datasets/{runs}/data"),
    );
    let upload = upload.header("Content-Type", "text/csv").body("hr\n62\n");
    ada.send(upload).await.ok();
    ada.delete(&format!("/api/datasets/{walks}")).await.ok();
    let mut last = Json::Null;
    for (id, event) in [
        (&runs, "created"),
        (&walks, "created"),
        (&runs, "updated"),
        (&walks, "deleted"),
    ] {
        let message = adas.next().await;
        let id_of = message["id"].as_str().unwrap();
        let data = json!({ "dataset_id": id, "event": event });
        assert_eq!(
            message,
            json!({ "type": "update", "id": id_of, "data": data })
        );
        if event == "created" {
            last = message;
        }
    }
    let message = one.next().await;
    assert_eq!(
        message["data"],
        json!({ "dataset_id": walks, "event": "deleted" })
    );
    assert_eq!(bobs.next().await["data"]["dataset_id"], of_bob);
    // A socket that continues after a message receives the others.
    let path = format!("/api/ws?lastEventId={}", last["id"].as_str().unwrap());
    let mut resumed = ada.socket(&path).await;
    resumed.ask(all).await;
    assert_eq!(resumed.next().await["type"], "subscribed");
    assert_eq!(resumed.next().await["data"]["event"], "updated");
    assert_eq!(resumed.next().await["data"]["event"], "deleted");
}
