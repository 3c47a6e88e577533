//! Access to the stream, its limits and its end.

use super::*;

#[tokio::test]
async fn ended_access_closes_sockets_at_once() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let ada = app.user("ada").await;
    let clock = app.state().clock.clone();
    let expiring = async |name: &str, seconds: u64| {
        let end = clock.now().plus(Duration::from_secs(seconds));
        let body = json!({ "name": name, "expiresAt": end.to_string() });
        let key = ada.post("/v1/api-keys", body).await.ok();
        (
            ada.bearing(key["key"].as_str().unwrap()),
            key["id"].as_str().unwrap().to_owned(),
            end,
        )
    };
    let (lasting, lasting_id, _) = expiring("lasting", 1000).await;
    let mut by_key = lasting.socket(STREAM).await;
    let mut staying = app.anonymous().signed_in("ada", PASSWORD).await;
    staying.id.clear();
    let mut stays = staying.socket(STREAM).await;

    // Access that expires.
    let (short, _, end) = expiring("short", 2).await;
    let mut expires = short.socket(STREAM).await;
    assert_eq!(expires.closed().await, 4401);
    let late = clock.now().since(end);
    assert!(
        clock.now() >= end && late < Duration::from_millis(1500),
        "{late:?}"
    );

    // Revoking a sign-in closes its sockets and no others.
    let leaving = app.anonymous().signed_in("ada", PASSWORD).await;
    let mut leaves = leaving.socket(STREAM).await;
    let token = json!({ "token": leaving.token });
    let start = clock.monotonic();
    leaving.post("/api/auth/revoke", token).await.ok();
    assert_eq!(leaves.closed().await, 4401);
    let took = clock.monotonic().saturating_sub(start);
    assert!(took < Duration::from_secs(1), "{took:?}");

    // Removing an API key closes its sockets.
    ada.post("/v1/sfdp/data", batch("strap", 0, 1)).await.ok();
    by_key.next_of("data").await;
    ada.delete(&format!("/v1/api-keys/{lasting_id}")).await.ok();
    assert_eq!(by_key.closed().await, 4401);
    stays.next_of("data").await;

    // A socket opened with a ticket ends with the credential that requested the ticket.
    let asking = app.anonymous().signed_in("ada", PASSWORD).await;
    let ticket = asking.post("/v1/ws/tickets", json!({})).await.ok();
    let ticket = ticket["ticket"].as_str().unwrap();
    let mut ticketed = app.anonymous().socket_by(STREAM, ticket).await.unwrap();
    let token = json!({ "token": asking.token });
    asking.post("/api/auth/revoke", token).await.ok();
    assert_eq!(ticketed.closed().await, 4401);

    // Suspending the account closes all its sockets.
    let path = format!("/v1/admin/users/{}", ada.id);
    let start = clock.monotonic();
    admin
        .patch(&path, json!({ "status": "suspended" }))
        .await
        .ok();
    assert_eq!(stays.closed().await, 4401);
    let took = clock.monotonic().saturating_sub(start);
    assert!(took < Duration::from_secs(1), "{took:?}");

    // Erasing the account closes its sockets.
    let bob = app.user("bob").await;
    let mut bobs = bob.socket(STREAM).await;
    admin
        .delete(&format!("/v1/admin/users/{}", bob.id))
        .await
        .ok();
    assert_eq!(bobs.closed().await, 4401);
    drop((expires, leaves, by_key, ticketed, stays, bobs));
    crate::app::until(|| app.state().sockets().count() == 0).await;
}

#[tokio::test]
async fn unauthorised_clients_are_refused_before_the_upgrade() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let anonymous = app.anonymous();
    let refused = async |caller: &TestClient, path: &str, status: u16, code: &str| {
        let Err((found, body)) = caller.try_socket(path).await else {
            panic!("{path} opened");
        };
        assert_eq!(
            (found, body["error"]["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
    };
    refused(&anonymous, STREAM, 401, "AUTH_ERROR").await;
    refused(&anonymous.bearing("lk_at_0"), STREAM, 401, "AUTH_ERROR").await;
    let misspelt = format!("{STREAM}?lastEventID=x");
    refused(&ada, &misspelt, 400, "INVALID_REQUEST").await;
    let plain = ada.get(STREAM).await;
    assert!(!plain.blames("Upgrade").is_empty());

    // A key's scopes apply, also through a ticket.
    for (scope, opens) in [
        ("encryption:read", false),
        ("fitness:read", true),
        ("fitness:write", true),
    ] {
        let body = json!({ "name": scope, "scopes": [scope] });
        let key = ada.post("/v1/api-keys", body).await.ok();
        let key = ada.bearing(key["key"].as_str().unwrap());
        let ticket = key.post("/v1/ws/tickets", json!({})).await.ok();
        let by_ticket = anonymous
            .socket_by(STREAM, ticket["ticket"].as_str().unwrap())
            .await;
        let by_key = key.try_socket(STREAM).await;
        for answer in [by_ticket, by_key] {
            match answer {
                Ok(_) => assert!(opens, "{scope}"),
                Err((status, body)) => {
                    assert!(!opens, "{scope}: {body}");
                    let code = &body["error"]["code"];
                    assert_eq!((status, code), (403, &json!("PERMISSION_DENIED")));
                }
            }
        }
    }
}

#[tokio::test]
async fn a_ticket_opens_one_socket_within_half_a_minute() {
    let app = TestApp::start().await;
    let (ada, anonymous) = (app.user("ada").await, app.anonymous());
    let make = async || {
        let made = ada.post("/v1/ws/tickets", json!({})).await.ok();
        let end: Timestamp = made["expiresAt"].as_str().unwrap().parse().unwrap();
        let left = end.since(app.state().clock.now());
        assert!(left <= Duration::from_secs(30) && left > Duration::from_secs(20));
        assert_eq!(made.as_object().unwrap().len(), 2);
        made["ticket"].as_str().unwrap().to_owned()
    };
    let ticket = make().await;
    assert!(ticket.starts_with("lk_wt_"), "{ticket}");
    // A ticket cannot authenticate requests.
    let bearer = anonymous.bearing(&*ticket);
    bearer.get("/v1/sfdp/data").await.refused(401, "AUTH_ERROR");
    let mut socket = anonymous.socket_by(STREAM, &ticket).await.unwrap();
    let protocol = socket.headers.get("sec-websocket-protocol").unwrap();
    assert_eq!(
        protocol, "lockstep.v1",
        "the response does not repeat the ticket"
    );
    ada.post("/v1/sfdp/data", batch("strap", 0, 1)).await.ok();
    socket.next_of("data").await;
    let refused = |answer: Result<Socket, (u16, Json)>| {
        let Err((status, body)) = answer else {
            panic!("opened");
        };
        assert_eq!(
            (status, &body["error"]["code"]),
            (401, &json!("AUTH_ERROR"))
        );
        body["error"]["message"].as_str().unwrap().to_owned()
    };
    let message = refused(anonymous.socket_by(STREAM, &ticket).await);
    assert!(message.contains("POST /v1/ws/tickets"), "{message}");
    // One of two concurrent uses succeeds.
    let ticket = make().await;
    let (one, other) = tokio::join!(
        anonymous.socket_by(STREAM, &ticket),
        anonymous.socket_by(STREAM, &ticket)
    );
    assert!(one.is_ok() != other.is_ok());
    // A ticket expires after half a minute.
    let ticket = make().await;
    let aged = app.state().db.write::<_, StoreError, _>("test.age", |tx| {
        tx.execute("UPDATE ticket SET expires_at = expires_at - 30001", &[])
    });
    assert_eq!(aged.await.unwrap(), 1);
    refused(anonymous.socket_by(STREAM, &ticket).await);
    // An access token is not a ticket, and other sockets ignore tickets.
    let token = ada.token.clone().unwrap();
    refused(anonymous.socket_by(STREAM, &token).await);
    let ticket = make().await;
    refused(anonymous.socket_by("/v1/sfdp/data", &ticket).await);
    anonymous.socket_by(STREAM, &ticket).await.unwrap();
    // The stored digest of a ticket cannot be used as a ticket.
    let mut made = app.anonymous();
    made.token = ada.token;
    let answer = made.post("/v1/ws/tickets", json!({})).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn other_accounts_receive_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (mut adas, mut bobs) = (ada.socket(STREAM).await, bob.socket(STREAM).await);
    for nth in 0..20 {
        ada.post("/v1/sfdp/data", batch("adas", nth, 1)).await.ok();
        bob.post("/v1/sfdp/data", batch("bobs", nth, 1)).await.ok();
    }
    for (socket, device) in [(&mut adas, "adas"), (&mut bobs, "bobs")] {
        for _ in 0..20 {
            assert_eq!(socket.next_of("data").await["payload"]["device"], device);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_delays_no_other_and_misses_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut slow = ada.socket(STREAM).await;
    let mut quick = ada.socket(STREAM).await;
    // More data than all buffers between client and server hold.
    let (uploads, each) = (15, 4000);
    for nth in 0..uploads {
        let body = batch("strap", nth * each, each as usize);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let all = uploads * each;
    for socket in [&mut quick, &mut slow] {
        for nth in 0..all {
            let message = socket.next_of("data").await;
            let at = Timestamp((JUNE + nth) * 1000).to_string();
            assert_eq!(message["payload"]["timestamp"], at);
        }
    }
    // A reader so slow that its events were deleted gets an error.
    for nth in uploads..2 * uploads {
        let body = batch("strap", nth * each, each as usize);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    forget(&app).await;
    assert_eq!(slow.closed().await, 4408);
}

#[tokio::test]
async fn oversized_frames_close_the_socket() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    // Frames within the limits are ignored.
    let mut socket = ada.socket(STREAM).await;
    for text in ["", "hello", "{\"type\":\"subscribe\"}", &"x".repeat(60_000)] {
        socket.send(Message::Text(text.into())).await;
    }
    socket.send(Message::Ping("are you there".into())).await;
    match socket.stream.next().await {
        Some(Ok(Message::Pong(text))) => assert_eq!(text, "are you there"),
        other => panic!("{other:?}"),
    }
    ada.post("/v1/sfdp/data", batch("strap", 0, 1)).await.ok();
    socket.next_of("data").await;

    for (message, code) in [
        (Message::Text("x".repeat(65_537).into()), 1009),
        (Message::Binary(vec![0; 3].into()), 1003),
    ] {
        let mut socket = ada.socket(STREAM).await;
        socket.send(message).await;
        assert_eq!(socket.closed().await, code);
    }
    let mut socket = ada.socket(STREAM).await;
    for _ in 0..700 {
        // The server may have closed already.
        let _ = futures_util::SinkExt::send(&mut socket.stream, Message::Text("x".into())).await;
    }
    assert_eq!(socket.closed().await, 1008);
    // A close frame is answered.
    let mut socket = ada.socket(STREAM).await;
    socket.stream.close(None).await.unwrap();
    while let Some(Ok(_)) = socket.stream.next().await {}
}

#[tokio::test]
async fn a_lost_peer_is_detected() {
    let app = TestApp::start_with(|config| config.network.heartbeat_seconds = 1).await;
    let ada = app.user("ada").await;
    // One client reads and so answers pings; the other does not.
    let mut here = ada.socket(STREAM).await;
    let gone = ada.socket(STREAM).await;
    assert_eq!(app.state().sockets().count(), 2);
    let mut pings = 0;
    while app.state().sockets().count() > 1 {
        match here.stream.next().await {
            Some(Ok(Message::Ping(_))) => pings += 1,
            other => panic!("{other:?}"),
        }
        assert!(
            pings < 10,
            "the silent client is still connected after {pings} s"
        );
    }
    assert!(pings >= 2, "noticed after {pings} pings");
    ada.post("/v1/sfdp/data", batch("strap", 0, 1)).await.ok();
    here.next_of("data").await;
    drop(gone);
}

#[tokio::test]
async fn an_account_has_a_limit_of_sockets() {
    let app = TestApp::start_with(|config| config.network.sockets_per_account = 3).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(ada.socket(STREAM).await);
    }
    let Err((status, body)) = ada.try_socket(STREAM).await else {
        panic!("a fourth one");
    };
    assert_eq!(
        (status, &body["error"]["code"]),
        (429, &json!("RATE_LIMIT"))
    );
    bob.socket(STREAM).await;
    let mut last = open.pop().unwrap();
    last.stream.close(None).await.unwrap();
    while let Some(Ok(_)) = last.stream.next().await {}
    // The permit is free when the server has closed the socket, shortly after the close frame.
    while ada.try_socket(STREAM).await.is_err() {}
}

#[tokio::test]
async fn sockets_count_as_connections_and_close_at_shutdown() {
    let most = 8;
    let app = TestApp::start_with(|config| config.network.connections_per_address = most).await;
    let admin = app.admin();
    let mut open = Vec::new();
    // Refused upgrades use a connection too.
    while let Ok(socket) = admin.try_socket(STREAM).await {
        open.push(socket);
        assert!(open.len() < most, "sockets do not count as connections");
    }
    assert!(open.len() > 1);
    let state = app.state().clone();
    let (_, ()) = tokio::join!(app.stop(), async {
        for socket in &mut open {
            assert_eq!(socket.closed().await, 1001);
        }
    });
    assert_eq!(state.sockets().count(), 0);
}

#[tokio::test]
async fn the_document_describes_the_messages() {
    let app = TestApp::start().await;
    let document = app.anonymous().get("/openapi.json").await.ok();
    let response = &document["paths"][STREAM]["get"]["responses"]["101"];
    let schema = &response["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(schema, "#/components/schemas/StreamMessage");
    let schemas = &document["components"]["schemas"];
    let payload = &schemas["StreamMessage"]["properties"]["payload"]["$ref"];
    assert_eq!(payload, "#/components/schemas/StreamPayload");
    let kinds = schemas["StreamPayload"]["oneOf"].as_array().unwrap();
    for (kind, name) in kinds.iter().zip([
        "FitnessDataPoint",
        "PredictiveInsight",
        "PerformanceMetrics",
        "ActivityChange",
    ]) {
        assert_eq!(kind["$ref"], format!("#/components/schemas/{name}"));
        assert!(schemas[name].is_object(), "{name}");
    }
    let change = schemas["ActivityChange"]["properties"]["change"]["$ref"].as_str();
    let change = &schemas[change.unwrap().rsplit('/').next().unwrap()];
    let changes = json!(["created", "changed", "deleted", "detected"]);
    assert_eq!(change["enum"], changes, "{change}");
    assert_eq!(kinds.len(), 4);
}
