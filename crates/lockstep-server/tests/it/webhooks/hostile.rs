//! Receivers that hang, redirect, answer without an end, or are private.

use std::sync::atomic::Ordering;

use lockstep_config::Seconds;
use serde_json::{Value as Json, json};

use super::receiver::{self, Receiver, Reply};
use super::{WEBHOOKS, app_with, at, newest_is};
use crate::app::{TestApp, TestClient};
use crate::modes::until;

/// Creates a webhook and requests its test.
async fn tested(owner: &TestClient, url: &str) -> Json {
    let body = json!({ "url": url, "eventTypes": ["points.stored"] });
    let made = owner.post(WEBHOOKS, body).await.ok();
    owner.post(&at(&made, "/test"), json!({})).await.ok();
    made
}

/// Waits for the first attempt; returns the delivery.
async fn attempted(owner: &TestClient, webhook: &Json) -> Json {
    let path = at(webhook, "/deliveries");
    let newest = async || owner.get(&path).await.ok()["deliveries"][0].clone();
    until("an attempt is recorded", async || {
        newest().await["attempts"] == 1
    })
    .await;
    newest().await
}

#[tokio::test]
async fn hostile_receivers_cost_only_their_own_deliveries() {
    let app = app_with(|config| config.webhooks.retry_seconds = vec![Seconds(3600)]).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut hangs = Receiver::start(vec![Reply::Hang; 8]).await;
    let hanging = tested(&ada, &hangs.url("/")).await;
    for _ in 0..7 {
        ada.post(&at(&hanging, "/test"), json!({})).await.ok();
    }
    hangs.next().await;
    // Another webhook of the account and one of another account are served in the meantime.
    for owner in [&ada, &bob] {
        let mut receiver = Receiver::start(vec![]).await;
        let made = tested(owner, &receiver.url("/")).await;
        receiver.next().await;
        newest_is(owner, &made, "delivered").await;
    }
    // No receiver gets more than two requests at the same time.
    hangs.next().await;
    assert!(hangs.arrived().is_none());

    let target = Receiver::start(vec![]).await;
    let location = target.url("/");
    for (reply, error, code) in [
        (
            format!("HTTP/1.1 307 X\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"),
            json!("redirected"),
            json!(307),
        ),
        (
            "nonsense\r\n\r\n".to_owned(),
            json!("brokenAnswer"),
            Json::Null,
        ),
        ("".to_owned(), json!("brokenAnswer"), Json::Null),
        (
            format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "a".repeat(100_000)),
            json!("brokenAnswer"),
            Json::Null,
        ),
        // Interim answers count, too.
        (
            format!(
                "{}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(8000)
            ),
            json!("brokenAnswer"),
            Json::Null,
        ),
        (
            format!("HTTP/1.1 200 OK\r\n{}\r\n", "X: a\r\n".repeat(200)),
            json!("brokenAnswer"),
            Json::Null,
        ),
        (
            "HTTP/1.1 404 X\r\n\r\n".to_owned(),
            json!("refusedByReceiver"),
            json!(404),
        ),
        ("HTTP/1.1 204 X\r\n\r\n".to_owned(), Json::Null, json!(204)),
    ] {
        let receiver = Receiver::start(vec![Reply::Raw(reply.clone().into_bytes())]).await;
        let made = tested(&bob, &receiver.url("/")).await;
        let delivery = attempted(&bob, &made).await;
        let shown: String = reply.chars().take(20).collect();
        assert_eq!(
            (&delivery["error"], &delivery["statusCode"]),
            (&error, &code),
            "{shown}"
        );
        bob.delete(&at(&made, "")).await.ok();
    }
    assert_eq!(target.connections.load(Ordering::SeqCst), 0);

    let endless = Receiver::start(vec![Reply::Endless]).await;
    let made = tested(&bob, &endless.url("/")).await;
    let delivery = newest_is(&bob, &made, "delivered").await;
    assert_eq!(delivery["statusCode"], 200);
    // Bytes in the buffers of the sockets count as sent, too.
    let sent = endless.sent.load(Ordering::SeqCst);
    assert!(sent < 16 << 20, "{sent}");

    // The receiver that hangs runs into the time-out.
    let path = at(&hanging, "/deliveries");
    let oldest = async || ada.get(&path).await.ok()["deliveries"][7].clone();
    until("the time-out", async || {
        oldest().await["error"] == "timedOut"
    })
    .await;
    let took = oldest().await["durationMs"].as_u64().unwrap();
    assert!((14_000..20_000).contains(&took), "{took}");
}

#[tokio::test]
async fn untrusted_and_unreachable_receivers_fail() {
    let app = app_with(|_| {}).await;
    let ada = app.user("ada").await;
    let untrusted = Receiver::start_untrusted().await;
    let closed = Receiver::start(vec![]).await;
    let gone = closed.url("/");
    drop(closed);
    for (url, error) in [
        (untrusted.url("/"), "tlsFailed"),
        (gone, "unreachable"),
        ("https://nowhere.invalid/".to_owned(), "unresolvable"),
    ] {
        let made = tested(&ada, &url).await;
        let delivery = attempted(&ada, &made).await;
        assert_eq!(
            (&delivery["error"], &delivery["status"]),
            (&json!(error), &json!("pending")),
            "{url}"
        );
    }
}

/// A name passes when the webhook is created; its address is refused when it is resolved.
#[tokio::test]
async fn a_private_address_is_refused_after_resolution() {
    let app = TestApp::start_with(|config| {
        config.webhooks.ca_file = Some(receiver::ca_file());
    })
    .await;
    let ada = app.user("ada").await;
    let receiver = Receiver::start(vec![]).await;
    let port = receiver.address.port();
    for host in ["localhost", "LOCALHOST", "localhost."] {
        let made = tested(&ada, &format!("https://{host}:{port}/")).await;
        let delivery = attempted(&ada, &made).await;
        let error = delivery["error"].as_str().unwrap();
        // A resolver may not know every spelling.
        assert!(
            ["addressRefused", "unresolvable"].contains(&error),
            "{host}: {delivery}"
        );
        if host == "localhost" {
            assert_eq!(error, "addressRefused");
        }
        ada.delete(&at(&made, "")).await.ok();
    }
    assert_eq!(receiver.connections.load(Ordering::SeqCst), 0);
}
