//! Identifying once more at a provider, which replaces the password for the erasure of the own account.

use std::time::Duration;

use super::*;
use crate::app::AdvancedClock;

const BEGIN_AGAIN: &str = "/api/auth/reauthentication";
const CONFIRM: &str = "/api/auth/reauthentication/confirm";
const ERASE: &str = "/api/auth/erasure";

/// Signs in at the provider.
async fn signed_in(app: &TestApp, provider: &Provider, person: &Person) -> TestClient {
    let callback = identified(app, provider, person).await;
    let pair = app.anonymous().post(FINISH, callback).await.ok();
    app.anonymous()
        .bearing(pair["access_token"].as_str().unwrap())
}

/// Identifies once more; returns the parameters of the redirect.
async fn again(own: &TestClient, provider: &Provider, person: &Person) -> Document {
    let body = json!({ "provider": "company", "redirect_uri": CONSOLE_BACK });
    let begun = own.post(BEGIN_AGAIN, body).await.ok();
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), person);
    let asked = provider.behaviour.lock().unwrap().codes[&code].asks_again;
    assert!(asked, "the provider must ask for the credentials");
    json!({ "state": begun["state"], "code": code })
}

async fn erase(own: &TestClient) -> Answer {
    own.post(ERASE, json!({})).await
}

#[tokio::test]
async fn an_account_that_a_provider_made_is_erased_by_its_owner() {
    let (app, provider) = start(|oidc| oidc.create_accounts = true).await;
    let own = signed_in(&app, &provider, &ada()).await;
    // The sign-in alone is no proof: the provider may have asked for nothing.
    let refused = erase(&own).await;
    let said = refused.refused(409, "CONFLICT").to_string();
    assert!(said.contains(BEGIN_AGAIN), "{said}");
    let other = signed_in(&app, &provider, &ada()).await;

    let callback = again(&own, &provider, &ada()).await;
    let confirmed = own.post(CONFIRM, callback.clone()).await.ok();
    assert_eq!(confirmed["provider"], "company");
    assert!(confirmed["expires_at"].is_string(), "{confirmed}");
    own.post(CONFIRM, callback).await.blames("state");
    // It counts for the sign-in that asked.
    erase(&other).await.refused(409, "CONFLICT");
    assert_eq!(erase(&own).await.ok()["deleted"], true);
    let gone = other.get("/api/auth/me").await;
    gone.refused(401, "INVALID_TOKEN");
}

#[tokio::test]
async fn what_proves_nothing_replaces_no_password() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    let body = json!({ "provider": "company", "redirect_uri": CONSOLE_BACK });
    let unlinked = own.post(BEGIN_AGAIN, body.clone()).await;
    unlinked.refused(409, "CONFLICT");
    link(&own, PASSWORD, &provider, &ada()).await;

    for fault in [Fault::Silent, Fault::NoAuthTime] {
        provider.set(|behaviour| behaviour.fault = fault);
        let callback = again(&own, &provider, &ada()).await;
        let refused = own.post(CONFIRM, callback).await;
        refused.refused(409, "CONFLICT");
    }
    provider.set(|behaviour| behaviour.fault = Fault::Nonce);
    let callback = again(&own, &provider, &ada()).await;
    let refused = own.post(CONFIRM, callback).await;
    refused.refused(503, "SERVER_ERROR");
    provider.set(|behaviour| behaviour.fault = Fault::Nothing);

    let stranger = Person {
        subject: "bob-at-the-provider",
        ..ada()
    };
    let callback = again(&own, &provider, &stranger).await;
    let refused = own.post(CONFIRM, callback).await;
    refused.refused(409, "CONFLICT");
    // The state of another sign-in, and one that began for another purpose.
    let second = app.anonymous().signed_in("ada", PASSWORD).await;
    let callback = again(&second, &provider, &ada()).await;
    own.post(CONFIRM, callback).await.blames("state");
    let callback = identified(&app, &provider, &ada()).await;
    own.post(CONFIRM, callback).await.blames("state");
    let callback = again(&own, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.blames("state");
    // A provider or an address that is not configured, and an API key.
    let unknown = json!({ "provider": "other", "redirect_uri": CONSOLE_BACK });
    own.post(BEGIN_AGAIN, unknown).await.blames("provider");
    let elsewhere = json!({ "provider": "company", "redirect_uri": "https://attacker.example/" });
    own.post(BEGIN_AGAIN, elsewhere)
        .await
        .blames("redirect_uri");
    let made = own.post("/v1/api-keys", json!({ "name": "bridge" })).await;
    let key = own.bearing(made.ok()["key"].as_str().unwrap());
    let refused = key.post(BEGIN_AGAIN, body).await;
    refused.refused(409, "CONFLICT");
    let callback = again(&own, &provider, &ada()).await;
    let refused = key.post(CONFIRM, callback).await;
    refused.refused(409, "CONFLICT");

    erase(&own).await.refused(409, "CONFLICT");
    own.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn it_replaces_the_password_for_five_minutes_and_no_code() {
    let clock = AdvancedClock::shared();
    let (app, provider) = start_at(clock.clone(), |_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let callback = again(&own, &provider, &ada()).await;
    own.post(CONFIRM, callback).await.ok();
    clock.pass(Duration::from_secs(301));
    erase(&own).await.refused(409, "CONFLICT");

    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let codes = crate::totp::recovery_codes(&app, own.clone(), PASSWORD).await;
    let callback = again(&own, &provider, &ada()).await;
    own.post(CONFIRM, callback).await.ok();
    erase(&own).await.blames("code");
    let wrong = json!({ "code": "aaaa-aaaa-aaaa-aaaa" });
    own.post(ERASE, wrong).await.blames("code");
    // A password that is sent is compared nevertheless.
    let wrong = json!({ "password": "not her password", "code": codes[0] });
    own.post(ERASE, wrong).await.blames("password");
    let erased = own.post(ERASE, json!({ "code": codes[0] })).await.ok();
    assert_eq!(erased["deleted"], true);
}
