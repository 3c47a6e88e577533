//! Signing in to the web console at a provider: the cookie that binds the sign-in to a browser, and the page that follows.

use std::time::Duration;

use axum::http::{Method, header};

use super::*;
use crate::app::AdvancedClock;

const BEGIN_CONSOLE: &str = "/api/auth/console/oidc/company";
const FINISH_CONSOLE: &str = "/api/auth/console/oidc";

/// A browser with the cookies of the sign-ins that it began.
struct Browser {
    client: TestClient,
    /// The name and the value of each cookie, the oldest first.
    cookies: Vec<(String, String)>,
}

impl Browser {
    /// A browser that began no sign-in.
    fn new(app: &TestApp) -> Self {
        Self {
            client: app.anonymous(),
            cookies: vec![("theme".to_owned(), "dark".to_owned())],
        }
    }

    /// Begins a sign-in that leads to a page, and identifies at the provider; returns the parameters of the redirect.
    async fn identified(&mut self, provider: &Provider, person: &Person) -> Document {
        let answer = self.begun().await;
        self.take(&answer);
        callback(&answer, provider, person)
    }

    /// Begins a sign-in with the cookies of now; they do not change yet.
    async fn begun(&self) -> Answer {
        let body =
            json!({ "redirect_uri": CONSOLE_BACK, "return_to": "/activities?sport=running" });
        let request = self.client.request(Method::POST, BEGIN_CONSOLE);
        let request = request.header(header::COOKIE, self.sent());
        self.client.send(request.json(&body)).await
    }

    /// Stores and removes the cookies that an answer sets.
    fn take(&mut self, answer: &Answer) {
        for set in cookies(answer) {
            let (pair, attributes) = set.split_once("; ").unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|(other, _)| other != name);
            if !attributes.ends_with("Max-Age=0") {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }

    /// The header with the cookies.
    fn sent(&self) -> String {
        let pairs = self.cookies.iter();
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    /// Sends the parameters of the redirect as the page of the console does.
    async fn finish(&self, callback: &Document) -> Answer {
        let request = self.client.request(Method::POST, FINISH_CONSOLE);
        let request = request.header(header::COOKIE, self.sent());
        self.client.send(request.json(callback)).await
    }
}

/// Identifies at the provider for a sign-in that has begun; returns the parameters of the redirect.
fn callback(begun: &Answer, provider: &Provider, person: &Person) -> Document {
    let set = cookies(begun);
    let (pair, attributes) = set.last().unwrap().split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax; Max-Age=600");
    let named = pair.strip_prefix("lockstep-provider-").unwrap();
    let (identifier, value) = named.split_once('=').unwrap();
    assert_eq!((identifier.len(), value.len()), (22, 43));
    let begun = begun.ok();
    // The page does not learn the value of the cookie.
    assert!(!begun.to_string().contains(value), "{begun}");
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), person);
    json!({ "state": begun["state"], "code": code })
}

/// The cookies that an answer sets.
fn cookies(answer: &Answer) -> Vec<String> {
    let set = answer.headers.get_all(header::SET_COOKIE).iter();
    set.map(|value| value.to_str().unwrap().to_owned())
        .collect()
}

/// Returns the account that a session of the console belongs to.
async fn account(app: &TestApp, finished: &Answer) -> Document {
    let set = cookies(finished);
    let [session, removed] = &*set else {
        panic!("{finished}");
    };
    let (pair, attributes) = session.split_once("; ").unwrap();
    assert!(pair.starts_with("lockstep=lk_cs_"), "{pair}");
    assert_eq!(
        attributes,
        "Path=/; HttpOnly; SameSite=Strict; Max-Age=604800"
    );
    let (pair_of_sign_in, attributes) = removed.split_once("; ").unwrap();
    assert!(
        pair_of_sign_in.starts_with("lockstep-provider-"),
        "{removed}"
    );
    assert!(pair_of_sign_in.ends_with('='), "{removed}");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    owner(app, pair).await
}

/// Returns the account of the cookie of a session.
async fn owner(app: &TestApp, pair: &str) -> Document {
    let anonymous = app.anonymous();
    let request = anonymous.request(Method::GET, "/api/auth/me");
    let request = request.header(header::COOKIE, pair);
    let answer = anonymous.send(request.header("lockstep-console", "1"));
    answer.await.ok()
}

#[tokio::test]
async fn a_person_signs_in_to_the_console_at_the_provider() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    let mut browser = Browser::new(&app);
    // Without a link there is no account to sign in to.
    let callback = browser.identified(&provider, &ada()).await;
    let refused = browser.finish(&callback).await;
    refused.refused(403, "PERMISSION_DENIED");
    assert_eq!(cookies(&refused), Vec::<String>::new());

    link(&own, PASSWORD, &provider, &ada()).await;
    let callback = browser.identified(&provider, &ada()).await;
    let finished = browser.finish(&callback).await;
    assert_eq!(finished.ok()["return_to"], "/activities?sport=running");
    assert_eq!(account(&app, &finished).await["id"], own.id);
    // A state works once.
    browser.finish(&callback).await.blames("state");
}

/// In several tabs, or after the person went back from the page of the provider.
#[tokio::test]
async fn sign_ins_that_one_browser_began_are_finished_in_any_order() {
    let clock = AdvancedClock::shared();
    let (app, provider) = start_at(clock.clone(), |_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let mut browser = Browser::new(&app);
    let mut begun = Vec::new();
    for _ in 0..6 {
        begun.push(browser.identified(&provider, &ada()).await);
    }
    // Five are kept.
    browser.finish(&begun[0]).await.blames("state");
    for nth in [3, 1] {
        let finished = browser.finish(&begun[nth]).await;
        assert_eq!(account(&app, &finished).await["id"], own.id);
        // The cookies of the other sign-ins stay.
        let before = browser.cookies.len();
        let others = cookies(&finished).split_off(1);
        assert!(
            browser
                .sent()
                .contains(others[0].split_once("; ").unwrap().0)
        );
        browser.take(&finished);
        browser.cookies.retain(|(name, _)| name != "lockstep");
        assert_eq!(browser.cookies.len(), before - 1);
    }
    clock.pass(Duration::from_secs(601));
    browser.finish(&begun[2]).await.blames("state");
}

/// Neither request of the two tabs has the cookie of the other's answer.
#[tokio::test]
async fn sign_ins_that_begin_at_the_same_moment_are_both_finished() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let mut browser = Browser::new(&app);
    let (one, other) = tokio::join!(browser.begun(), browser.begun());
    for answer in [&one, &other] {
        browser.take(answer);
    }
    for answer in [&one, &other] {
        let finished = browser.finish(&callback(answer, &provider, &ada())).await;
        assert_eq!(account(&app, &finished).await["id"], own.id);
    }
}

#[tokio::test]
async fn the_account_that_a_provider_made_uses_the_console() {
    let (app, provider) = start(|oidc| oidc.create_accounts = true).await;
    let mut browser = Browser::new(&app);
    let callback = browser.identified(&provider, &ada()).await;
    let finished = browser.finish(&callback).await;
    finished.ok();
    assert_eq!(account(&app, &finished).await["username"], "ada");
    // An address that the provider did not verify makes no account.
    let unverified = Person {
        subject: "second-at-the-provider",
        claims: json!({ "preferred_username": "second", "email": "second@example.org" }),
        claims_apart: false,
    };
    provider.set(|behaviour| behaviour.fault = Fault::OtherPerson);
    let callback = browser.identified(&provider, &unverified).await;
    let refused = browser.finish(&callback).await;
    refused.refused(503, "SERVER_ERROR");
}

/// Otherwise a link with the code of an attacker would sign a person in to the attacker's account.
#[tokio::test]
async fn only_the_browser_that_began_finishes_a_sign_in() {
    let (app, provider) = start(|_| {}).await;
    link(&app.user("ada").await, PASSWORD, &provider, &ada()).await;
    let (mut attacker, mut victim) = (Browser::new(&app), Browser::new(&app));
    let callback = attacker.identified(&provider, &ada()).await;
    let refused = victim.finish(&callback).await;
    refused.blames("state");
    assert_eq!(cookies(&refused), Vec::<String>::new());
    // The attempt used the state up.
    attacker.finish(&callback).await.blames("state");
    // Also with a sign-in of its own that has begun.
    let callback = attacker.identified(&provider, &ada()).await;
    let own = victim.identified(&provider, &ada()).await;
    victim.finish(&callback).await.blames("state");
    victim.finish(&own).await.ok();
    // Nothing tells which of two cookies is that of this server.
    let callback = victim.identified(&provider, &ada()).await;
    let mut twice = Browser {
        client: app.anonymous(),
        cookies: victim.cookies.clone(),
    };
    let name = twice.cookies.last().unwrap().0.clone();
    twice.cookies.push((name, "another".to_owned()));
    twice.finish(&callback).await.refused(401, "INVALID_TOKEN");
    victim.finish(&callback).await.ok();
    // A program finishes no sign-in of the console, and the console none of a program.
    let callback = victim.identified(&provider, &ada()).await;
    let nobody = app.anonymous();
    nobody.post(FINISH, callback).await.blames("state");
    let callback = identified(&app, &provider, &ada()).await;
    victim.finish(&callback).await.blames("state");
}

#[tokio::test]
async fn wrong_redirects_sign_nobody_in_to_the_console() {
    let clock = AdvancedClock::shared();
    let (app, provider) = start_at(clock.clone(), |_| {}).await;
    link(&app.user("ada").await, PASSWORD, &provider, &ada()).await;
    let mut browser = Browser::new(&app);
    for (field, value, blamed) in [
        ("state", "another state", "state"),
        ("code", "another code", "code"),
        ("iss", "https://login.attacker.example", "iss"),
    ] {
        let mut callback = browser.identified(&provider, &ada()).await;
        callback[field] = json!(value);
        browser.finish(&callback).await.blames(blamed);
    }
    provider.set(|behaviour| behaviour.fault = Fault::Nonce);
    let callback = browser.identified(&provider, &ada()).await;
    let refused = browser.finish(&callback).await;
    refused.refused(503, "SERVER_ERROR");
    provider.set(|behaviour| behaviour.fault = Fault::Nothing);
    let callback = browser.identified(&provider, &ada()).await;
    clock.pass(Duration::from_secs(601));
    browser.finish(&callback).await.blames("state");
}

#[tokio::test]
async fn a_sign_in_to_the_console_leads_to_its_pages_only() {
    let (app, provider) = start(|_| {}).await;
    let nobody = app.anonymous();
    for path in [
        "https://other.example/",
        "//other.example/",
        "/\\other.example/",
        "/\t/other.example/",
        "javascript:alert(1)",
        "today",
        "",
    ] {
        let body = json!({ "redirect_uri": CONSOLE_BACK, "return_to": path });
        let refused = nobody.post(BEGIN_CONSOLE, body).await;
        refused.blames("return_to");
        assert_eq!(cookies(&refused), Vec::<String>::new());
    }
    let body = json!({ "redirect_uri": "https://attacker.example/sign-in/callback" });
    let refused = nobody.post(BEGIN_CONSOLE, body.clone()).await;
    refused.blames("redirect_uri");
    let unknown = nobody.post("/api/auth/console/oidc/other", body).await;
    unknown.refused(404, "NOT_FOUND");
    // A page opens the address of the provider.
    provider.set(|behaviour| behaviour.fault = Fault::ScriptEndpoint);
    let body = json!({ "redirect_uri": CONSOLE_BACK });
    let refused = nobody.post(BEGIN_CONSOLE, body).await;
    refused.refused(503, "SERVER_ERROR");
}

#[tokio::test]
async fn the_console_asks_for_the_code_after_the_provider() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let id = own.id.clone();
    let codes = crate::totp::recovery_codes(&app, own, PASSWORD).await;
    let mut browser = Browser::new(&app);
    let mut callback = browser.identified(&provider, &ada()).await;
    let asked = browser.finish(&callback).await;
    asked.refused(401, "TOTP_REQUIRED");
    callback["totp"] = json!("aaaa-aaaa-aaaa-aaaa");
    let wrong = browser.finish(&callback).await;
    wrong.refused(401, "INVALID_TOKEN");
    for refused in [&asked, &wrong] {
        assert_eq!(cookies(refused), Vec::<String>::new());
    }
    callback["totp"] = json!(codes[0]);
    let finished = browser.finish(&callback).await;
    finished.ok();
    assert_eq!(account(&app, &finished).await["id"], id);
    browser.finish(&callback).await.blames("state");
}
