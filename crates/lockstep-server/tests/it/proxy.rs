//! Behind a trusted proxy, its clients are counted and logged; behind an untrusted proxy, the proxy
//! itself is.

use axum::http::Method;
use lockstep_store::Settings;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{Answer, PASSWORD, TestApp, TestClient};
use crate::child::Child;

async fn app(trusted: &[&str]) -> TestApp {
    let app = TestApp::start_with(|config| {
        let blocks = trusted.iter().map(|block| block.parse().unwrap());
        config.network.trusted_proxies = blocks.collect();
        config.network.connections_per_address = 3;
    })
    .await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.limits.anonymous = 3;
    app.state().apply(settings);
    app
}

async fn ask(anonymous: &TestClient, forwarded: &str) -> Answer {
    let request = anonymous.request(Method::GET, "/v1/sfdp/data");
    anonymous
        .send(request.header("X-Forwarded-For", forwarded))
        .await
}

#[tokio::test]
async fn each_client_of_a_trusted_proxy_has_its_own_limit() {
    let app = app(&["127.0.0.0/8", "10.0.0.0/8"]).await;
    let anonymous = app.anonymous();
    for client in [
        "192.0.2.1",
        "198.51.100.9, 192.0.2.2",
        "192.0.2.3, 10.0.0.7",
        "2001:db8::1",
    ] {
        for _ in 0..3 {
            ask(&anonymous, client).await.refused(401, "AUTH_ERROR");
        }
        ask(&anonymous, client).await.refused(429, "RATE_LIMIT");
    }
    // An address that the client invents is further left and has no effect.
    ask(&anonymous, "203.0.113.1, 192.0.2.1")
        .await
        .refused(429, "RATE_LIMIT");
    // Addresses of one /64 count as one client.
    ask(&anonymous, "2001:db8::2")
        .await
        .refused(429, "RATE_LIMIT");
    // An invalid header counts for the proxy itself.
    let mut refused = 0;
    for nonsense in ["", "unknown", "192.0.2.9, -", "999.1.1.1"] {
        refused += u32::from(ask(&anonymous, nonsense).await.status == 429);
    }
    // The administrator's sign-in is one of the proxy's three requests.
    assert_eq!(refused, 2);
}

#[tokio::test]
async fn an_untrusted_peer_cannot_report_other_clients() {
    let app = app(&["10.0.0.0/8"]).await;
    let anonymous = app.anonymous();
    // The administrator's sign-in is one of the three requests.
    for client in ["192.0.2.1", "192.0.2.2"] {
        ask(&anonymous, client).await.refused(401, "AUTH_ERROR");
    }
    ask(&anonymous, "192.0.2.3")
        .await
        .refused(429, "RATE_LIMIT");
}

/// How many of eight connections are served.
async fn served(app: &TestApp) -> usize {
    let mut streams = Vec::new();
    for _ in 0..8 {
        streams.push(TcpStream::connect(app.anonymous().address).await.unwrap());
    }
    let mut served = 0;
    for stream in &mut streams {
        let asked = stream
            .write_all(b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
            .await;
        let mut byte = [0];
        served += usize::from(asked.is_ok() && matches!(stream.read(&mut byte).await, Ok(1)));
    }
    served
}

#[tokio::test]
async fn connections_of_a_trusted_proxy_are_not_counted() {
    assert_eq!(served(&app(&["127.0.0.1"]).await).await, 8);
    // The administrator's own connection may be one of the three.
    assert!((2..=3).contains(&served(&app(&[]).await).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_names_the_client_of_refused_requests_only() {
    let folder = tempfile::tempdir().unwrap();
    let trust = [("LOCKSTEP_NETWORK_TRUSTED_PROXIES", "127.0.0.1")];
    let child = Child::start_with(folder.path(), &trust);
    let anonymous = TestClient::at(child.address);
    ask(&anonymous, "192.0.2.77")
        .await
        .refused(401, "AUTH_ERROR");
    let fine = anonymous.request(Method::GET, "/readyz");
    anonymous
        .send(fine.header("X-Forwarded-For", "192.0.2.78"))
        .await
        .ok();
    let (fine, lines) = child.end();
    assert!(fine);
    let log = lines.join("\n");
    assert!(log.contains("\"address\":\"192.0.2.77\""), "{log}");
    assert!(!log.contains("192.0.2.78"), "{log}");
}

#[tokio::test]
async fn failed_sign_ins_are_counted_by_network() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    app.user("ada").await;
    let sign_in = async |client: &str, password: &str| {
        let anonymous = app.anonymous();
        let body = serde_json::json!({ "username": "ada", "password": password });
        let request = anonymous
            .request(Method::POST, "/api/auth/token")
            .json(&body);
        let request = request.header("X-Forwarded-For", client);
        anonymous.send(request).await
    };
    // Five addresses of one /64, which usually belongs to one customer.
    for last in 1..=5 {
        let client = format!("2001:db8:1:2::{last}");
        let answer = sign_in(&client, "wrong password").await;
        answer.refused(401, "INVALID_TOKEN");
    }
    for (client, status) in [
        ("2001:db8:1:2:ffff::1", 429),
        ("2001:db8:1:3::1", 200),
        ("192.0.2.1", 200),
    ] {
        let answer = sign_in(client, crate::app::PASSWORD).await;
        assert_eq!(answer.status, status, "{client}: {answer}");
    }
    // An IPv4 address counts the same in every spelling.
    for _ in 0..5 {
        let answer = sign_in("192.0.2.2", "wrong password").await;
        answer.refused(401, "INVALID_TOKEN");
    }
    let mapped = sign_in("::ffff:192.0.2.2", crate::app::PASSWORD).await;
    mapped.refused(429, "RATE_LIMITED");
}

/// A token that was just issued is not refused because of the guesses of others from its address. An unknown
/// credential is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_token_is_accepted_from_an_address_with_too_many_guesses() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    app.user("ada").await;
    let ask = async |token: &str| {
        let anonymous = app.anonymous();
        let request = anonymous.request(Method::GET, "/api/auth/me");
        let request = request
            .bearer_auth(token)
            .header("X-Forwarded-For", "192.0.2.7");
        anonymous.send(request).await
    };
    let mut guesses = 0;
    while ask(&format!("guess {guesses}")).await.status == 401 {
        guesses += 1;
        assert!(guesses < 10_000, "guesses are not limited");
    }
    let body = serde_json::json!({ "username": "ada", "password": crate::app::PASSWORD });
    let pair = app.anonymous().post("/api/auth/token", body).await.ok();
    let token = |pair: &serde_json::Value, field: &str| pair[field].as_str().unwrap().to_owned();
    ask(&token(&pair, "access_token")).await.ok();
    let again = serde_json::json!({ "refresh_token": token(&pair, "refresh_token") });
    let pair = app.anonymous().post("/api/auth/refresh", again).await.ok();
    ask(&token(&pair, "access_token")).await.ok();
    ask("another guess").await.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn a_sign_in_from_a_new_network_is_unusual() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let path = "/v1/admin/sign-ins/unusual";
    assert_eq!(ada.get(path).await.ok()["findings"], json!([]));
    let sign_in = async |name: &str, client: &str| {
        let body = json!({ "username": name, "password": PASSWORD });
        let anonymous = app.anonymous();
        let request = anonymous
            .request(Method::POST, "/api/auth/token")
            .json(&body);
        anonymous
            .send(request.header("X-Forwarded-For", client))
            .await
            .ok();
    };
    for client in ["127.0.0.9", "192.0.2.7", "192.0.2.8"] {
        sign_in("ada", client).await;
    }
    let report = ada.get(path).await.ok();
    assert_eq!(
        (&report["signIns"], &report["incomplete"]),
        (&json!(4), &json!(false))
    );
    // Two addresses of one network count as one.
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{report}");
    assert_eq!(findings[0]["kind"], "newNetwork");
    let network = findings[0]["network"].as_str().unwrap();
    assert!(
        network.len() == 16 && !report.to_string().contains("192.0.2"),
        "{report}"
    );

    assert_eq!(eve.get(path).await.ok()["findings"], json!([]));
    let of_ada = format!("{path}?user={}", ada.id);
    eve.get(&of_ada).await.refused(403, "PERMISSION_DENIED");
    assert_eq!(
        app.admin().get(&of_ada).await.ok()["findings"],
        report["findings"]
    );
    ada.get(&format!("{path}?user=%00"))
        .await
        .refused(400, "INVALID_REQUEST");

    // Nothing shows that two accounts sign in from one network.
    sign_in("eve", "192.0.2.7").await;
    let of_eve = eve.get(path).await.ok();
    assert_eq!(of_eve["findings"][0]["kind"], "newNetwork", "{of_eve}");
    assert_ne!(of_eve["findings"][0]["network"], network);
    let search = json!({ "filters": { "user": "eve" } });
    let log = app.admin().post("/v1/admin/audit-logs", search).await.ok();
    assert!(log["total"].as_u64() > Some(1), "{log}");
    assert!(!log.to_string().contains("192.0.2"), "{log}");
}
