//! Request limits of accounts, and of addresses without an account.

use crate::app::{Answer, TestApp, TestClient};

/// Repeats a request until it is refused; returns the number of granted requests and the refusal.
async fn until_refused(caller: &TestClient, path: &str, most: u32) -> (u32, Answer) {
    for count in 0..=most {
        let answer = caller.get(path).await;
        if answer.status == 429 {
            return (count, answer);
        }
        let remaining: u32 = figure(&answer, "x-ratelimit-remaining");
        let limit: u32 = figure(&answer, "x-ratelimit-limit");
        assert!(remaining < limit, "{answer}");
    }
    panic!("{path}: {most} requests and none was refused");
}

#[track_caller]
fn figure<T: std::str::FromStr>(answer: &Answer, name: &str) -> T {
    let text = answer.header(name);
    let figure = text.and_then(|text| text.parse().ok());
    figure.unwrap_or_else(|| panic!("{name}: {text:?} of {answer}"))
}

#[track_caller]
fn is_refused(answer: &Answer, code: &str, limit: u32, window: i64, now: i64) {
    answer.refused(429, code);
    assert_eq!(figure::<u32>(answer, "x-ratelimit-limit"), limit);
    assert_eq!(figure::<u32>(answer, "x-ratelimit-remaining"), 0);
    let reset: i64 = figure(answer, "x-ratelimit-reset");
    assert!(
        (now..=now + window + 1).contains(&reset),
        "{reset} at {now}"
    );
    let after: i64 = figure(answer, "retry-after");
    assert!((1..=window).contains(&after), "{after}");
}

#[tokio::test]
async fn the_standard_tier_has_100_requests_a_minute_in_each_area() {
    let app = TestApp::start().await;
    let now = || app.state().clock.now().unix_seconds();
    let ada = app.account("ada", "user", "standard").await;
    let bob = app.account("bob", "auditor", "standard").await;

    let (granted, refusal) = until_refused(&ada, "/v1/sfdp/types", 100).await;
    assert_eq!(granted, 100);
    is_refused(&refusal, "RATE_LIMIT", 100, 60, now());
    // Other areas and other accounts are not affected.
    ada.get("/v1/api-keys").await.ok();
    bob.get("/v1/sfdp/types").await.ok();

    let (granted, refusal) = until_refused(&bob, "/v1/admin/users", 100).await;
    assert_eq!(granted, 100);
    is_refused(&refusal, "RATE_LIMITED", 100, 60, now());
    bob.get("/v1/sfdp/types").await.ok();
}

#[tokio::test]
async fn tiers_have_the_limits_of_the_table() {
    let app = TestApp::start().await;
    for (tier, path, limit) in [
        ("standard", "/v1/sfdp/types", 100),
        ("premium", "/v1/sfdp/types", 1000),
        ("enterprise", "/v1/sfdp/types", 10_000),
        ("standard", "/v1/api-keys", 100),
        ("premium", "/v1/api-keys", 1000),
        ("enterprise", "/v1/api-keys", 10_000),
        ("standard", "/api/auth/me", 1000),
        ("enterprise", "/api/auth/me", 1000),
    ] {
        let name = format!("{tier}{}", path.replace('/', "-"));
        let answer = app.account(&name, "user", tier).await.get(path).await;
        assert_eq!(figure::<u32>(&answer, "x-ratelimit-limit"), limit, "{name}");
    }
}

#[tokio::test]
async fn area_b_has_1000_requests_an_hour() {
    let app = TestApp::start().await;
    let ada = app.account("ada", "user", "standard").await;
    // The sign-in requested `me` once.
    let (granted, refusal) = until_refused(&ada, "/api/auth/me", 1000).await;
    assert_eq!(granted, 999);
    let now = app.state().clock.now().unix_seconds();
    is_refused(&refusal, "RATE_LIMITED", 1000, 3600, now);
    let other_spelling = ada.get("/api/v1/auth/me").await;
    other_spelling.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn anonymous_clients_have_300_requests_a_minute() {
    let app = TestApp::start().await;
    // The administrator's sign-in counts too.
    let anonymous = app.anonymous();
    let (granted, refusal) = until_refused_anonymous(&anonymous).await;
    assert_eq!(granted, 299);
    let now = app.state().clock.now().unix_seconds();
    is_refused(&refusal, "RATE_LIMIT", 300, 60, now);
    // An invalid token counts for no account; a valid token is not affected by other clients.
    let wrong = anonymous.bearing("lk_at_wrong");
    wrong.get("/v1/sfdp/types").await.refused(429, "RATE_LIMIT");
    app.admin().get("/v1/sfdp/types").await.ok();
    // Monitoring requests are never refused.
    anonymous.get("/readyz").await.ok();
}

async fn until_refused_anonymous(anonymous: &TestClient) -> (u32, Answer) {
    for count in 0..=300 {
        let answer = anonymous.get("/v1/sfdp/data").await;
        if answer.status == 429 {
            return (count, answer);
        }
        answer.refused(401, "AUTH_ERROR");
    }
    panic!("300 requests and none was refused");
}
