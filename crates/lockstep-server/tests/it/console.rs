//! The web console: its files with their headers, and its session in a cookie.

use axum::http::{Method, header};
use lockstep_store::StoreError;
use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, Answer, PASSWORD, TestApp, TestClient};
use crate::child::Child;

/// A browser that is signed in to the console.
struct Browser {
    own: TestClient,
    cookie: String,
}

impl Browser {
    async fn signed_in(app: &TestApp, name: &str, password: &str) -> Self {
        let own = app.anonymous();
        let body = json!({ "username": name, "password": password });
        let answer = own.post("/api/auth/console", body).await;
        answer.ok();
        let cookie = cookie(&answer);
        Self { own, cookie }
    }

    /// Sends a request as a page of the console does.
    async fn ask(&self, method: Method, path: &str) -> Answer {
        self.ask_with(method, path, &[("lockstep-console", "1")])
            .await
    }

    /// Sends a request with the cookie and these headers.
    async fn ask_with(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let request = self.own.request(method, path);
        let request = request.header(header::COOKIE, &self.cookie);
        let named = headers.iter();
        let request = named.fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        self.own.send(request).await
    }
}

/// Returns the pair of name and value that an answer sets.
fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").unwrap();
    set.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn the_session_is_in_a_cookie_that_scripts_and_other_sites_cannot_use() {
    let app = TestApp::start().await;
    let body = json!({ "username": "admin", "password": ADMIN_PASSWORD });
    let answer = app.anonymous().post("/api/auth/console", body).await;
    let session = answer.ok();
    let set = answer.header("set-cookie").unwrap();
    let (pair, attributes) = set.split_once("; ").unwrap();
    assert_eq!(
        attributes,
        "Path=/; HttpOnly; SameSite=Strict; Max-Age=604800"
    );
    let token = pair.strip_prefix("lockstep=").unwrap();
    assert!(token.starts_with("lk_cs_"), "{pair}");
    // No script can read the token: the body has only the expiry.
    assert_eq!(session.as_object().unwrap().len(), 1, "{session}");
    assert!(session["expires_at"].is_string(), "{session}");

    let wrong = json!({ "username": "admin", "password": "not the password" });
    let answer = app.anonymous().post("/api/auth/console", wrong).await;
    answer.refused(401, "INVALID_TOKEN");
    assert_eq!(answer.header("set-cookie"), None);
}

#[tokio::test]
async fn behind_a_proxy_with_tls_the_cookie_is_secure_and_for_this_host() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    });
    let app = app.await;
    let anonymous = app.anonymous();
    for (proto, name, is_secure) in [
        ("https", "__Host-lockstep", true),
        ("http", "lockstep", false),
    ] {
        let body = json!({ "username": "admin", "password": ADMIN_PASSWORD });
        let request = anonymous
            .request(Method::POST, "/api/auth/console")
            .json(&body);
        let answer = anonymous
            .send(request.header("x-forwarded-proto", proto))
            .await;
        answer.ok();
        let set = answer.header("set-cookie").unwrap();
        assert!(set.starts_with(&format!("{name}=lk_cs_")), "{set}");
        assert_eq!(
            set.split("; ").any(|part| part == "Secure"),
            is_secure,
            "{set}"
        );
    }
}

#[tokio::test]
async fn a_request_with_the_cookie_needs_the_proof_of_an_own_page() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let ada = Browser::signed_in(&app, "ada", PASSWORD).await;
    let host = format!("http://{}", ada.own.address);
    const PROOF: (&str, &str) = ("lockstep-console", "1");
    for (headers, status) in [
        (&[PROOF][..], 200),
        (&[PROOF, ("origin", host.as_str())], 200),
        (&[], 403),
        (&[("origin", host.as_str())], 403),
        (&[("lockstep-console", "yes")], 403),
        (&[PROOF, ("origin", "http://evil.example")], 403),
        (&[PROOF, ("origin", "null")], 403),
        (
            &[PROOF, ("origin", host.replace("http", "https").as_str())],
            403,
        ),
    ] {
        for path in ["/v1/sfdp/profile", "/api/auth/me", "/v1/api-keys"] {
            let answer = ada.ask_with(Method::GET, path, headers).await;
            assert_eq!(answer.status, status, "{headers:?} {answer}");
            if status == 403 {
                answer.refused(403, "PERMISSION_DENIED");
            }
        }
    }
    // A form of another site can send neither the header nor JSON.
    let form = ada.own.request(Method::POST, "/v1/api-keys");
    let form = form.header(header::COOKIE, &ada.cookie);
    let form = form.header(header::CONTENT_TYPE, "text/plain");
    let form = form.header(header::ORIGIN, "http://evil.example");
    let answer = ada.own.send(form.body(r#"{"name":"stolen"}"#)).await;
    answer.refused(403, "PERMISSION_DENIED");
    let keys = ada.ask(Method::GET, "/v1/api-keys").await.ok();
    assert_eq!(keys["total"], 0, "{keys}");
    // Another cookie beside it changes nothing; a made-up one is not a credential.
    let other = Browser {
        cookie: "theme=dark; lockstep=lk_cs_0000".to_owned(),
        own: ada.own.clone(),
    };
    let answer = other.ask(Method::GET, "/api/auth/me").await;
    answer.refused(401, "INVALID_TOKEN");
    // Nothing tells which of two is that of this server: a neighbouring host may have set the other.
    let twice = Browser {
        cookie: format!("{}; {}", other.cookie, ada.cookie),
        own: ada.own.clone(),
    };
    let answer = twice.ask(Method::GET, "/api/auth/me").await;
    let refused = answer.refused(401, "INVALID_TOKEN");
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("occurs twice"), "{message}");
    // The header without a cookie is not a credential either, and a bearer credential needs no header.
    let request = ada.own.request(Method::GET, "/api/auth/me");
    let answer = ada.own.send(request.header(PROOF.0, PROOF.1)).await;
    answer.refused(401, "AUTH_REQUIRED");
    let bearer = app.anonymous().signed_in("ada", PASSWORD).await;
    let request = bearer.request(Method::GET, "/api/auth/me");
    let request = request.header(header::ORIGIN, "http://evil.example");
    bearer
        .send(request.header(header::COOKIE, "lockstep=x"))
        .await
        .ok();
}

#[tokio::test]
async fn other_origins_get_no_permission_to_ask() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let request = anonymous.request(Method::OPTIONS, "/v1/sfdp/profile");
    let request = request.header(header::ORIGIN, "http://evil.example");
    let request = request.header(header::ACCESS_CONTROL_REQUEST_METHOD, "GET");
    let request = request.header(header::ACCESS_CONTROL_REQUEST_HEADERS, "lockstep-console");
    let answer = anonymous.send(request).await;
    assert_ne!(answer.status, 200, "{answer}");
    for name in [
        "access-control-allow-origin",
        "access-control-allow-headers",
        "access-control-allow-credentials",
    ] {
        assert_eq!(answer.header(name), None, "{answer}");
    }
}

#[tokio::test]
async fn a_session_is_renewed_and_ended() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let ada = Browser::signed_in(&app, "ada", PASSWORD).await;
    let listed = ada.ask(Method::GET, "/api/auth/sessions").await.ok();
    let current = |listed: &Json| -> Vec<bool> {
        let all = listed["sessions"].as_array().unwrap().iter();
        all.map(|one| one["current"] == true).collect()
    };
    // The helper of the tests signed in, too.
    assert_eq!(current(&listed), [true, false], "{listed}");

    let renewal = ada.ask(Method::POST, "/api/auth/console/renew").await;
    renewal.ok();
    let renewed = Browser {
        cookie: cookie(&renewal),
        own: ada.own.clone(),
    };
    assert_ne!(renewed.cookie, ada.cookie);
    // Requests that are in progress keep the former cookie; both are one sign-in.
    ada.ask(Method::GET, "/api/auth/me").await.ok();
    let listed = renewed.ask(Method::GET, "/api/auth/sessions").await.ok();
    assert_eq!(current(&listed), [true, false], "{listed}");

    let ended = renewed.ask(Method::DELETE, "/api/auth/console").await;
    assert_eq!(ended.ok()["deleted"], true);
    assert_eq!(
        ended.header("set-cookie"),
        Some("lockstep=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
    );
    for browser in [&renewed, &ada] {
        let answer = browser.ask(Method::GET, "/api/auth/me").await;
        answer.refused(401, "INVALID_TOKEN");
    }
    // A credential of a program is not a session: its hour must not become a week.
    let bearer = app.anonymous().signed_in("ada", PASSWORD).await;
    let answer = bearer.post("/api/auth/console/renew", json!({})).await;
    answer.refused(409, "CONFLICT");
    bearer
        .delete("/api/auth/console")
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_new_session_ends_the_former_one_of_the_browser() {
    let app = TestApp::start().await;
    let bearer = app.user("ada").await;
    app.user("bob").await;
    let ada = Browser::signed_in(&app, "ada", PASSWORD).await;
    let elsewhere = Browser::signed_in(&app, "ada", PASSWORD).await;
    let sign_in = async |name: &str, password: &str| {
        let body = json!({ "username": name, "password": password });
        let request = ada.own.request(Method::POST, "/api/auth/console");
        let request = request.header(header::COOKIE, &ada.cookie);
        let request = request.header("lockstep-console", "1").json(&body);
        ada.own.send(request).await
    };
    let refused = sign_in("bob", "not the password").await;
    refused.refused(401, "INVALID_TOKEN");
    ada.ask(Method::GET, "/api/auth/me").await.ok();
    let answer = sign_in("bob", PASSWORD).await;
    answer.ok();
    let bob = Browser {
        cookie: cookie(&answer),
        own: ada.own.clone(),
    };
    let former = ada.ask(Method::GET, "/api/auth/me").await;
    former.refused(401, "INVALID_TOKEN");
    // Sessions of other browsers and credentials of programs stay.
    let body = json!({ "username": "ada", "password": PASSWORD });
    bearer.post("/api/auth/console", body).await.ok();
    bearer.get("/api/auth/me").await.ok();
    for browser in [&bob, &elsewhere] {
        browser.ask(Method::GET, "/api/auth/me").await.ok();
    }
}

/// A client with the former cookie must not get a session of its own.
#[tokio::test]
async fn a_cookie_has_one_successor() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let ada = Browser::signed_in(&app, "ada", PASSWORD).await;
    let renew = "/api/auth/console/renew";
    let with = |answer: &Answer| Browser {
        cookie: cookie(answer),
        own: ada.own.clone(),
    };
    // Two pages of the browser renew at the same time, and one of them once more.
    let (one, two) = tokio::join!(ada.ask(Method::POST, renew), ada.ask(Method::POST, renew));
    let three = ada.ask(Method::POST, renew).await;
    for answer in [&two, &three] {
        assert_eq!(answer.ok(), one.ok());
        assert_eq!(cookie(answer), cookie(&one));
    }
    let second = with(&one);
    second.ask(Method::GET, "/api/auth/me").await.ok();
    // The first cookie does not lead to the successor of its successor.
    let third = with(&second.ask(Method::POST, renew).await);
    assert_ne!(third.cookie, second.cookie);
    let answer = ada.ask(Method::POST, renew).await;
    answer.refused(409, "CONFLICT");
    assert_eq!(answer.header("set-cookie"), None);
    third.ask(Method::GET, "/api/auth/me").await.ok();
    let unused = app
        .state()
        .db
        .read::<_, StoreError, _>("test.tokens", |tx| {
            let sql = "SELECT COUNT(*) FROM token WHERE kind = 'cs' AND used_at IS NULL";
            tx.query_one(sql, &[], |row| row.at::<i64>(0))
        });
    assert_eq!(unused.await.unwrap(), 1);
}

#[tokio::test]
async fn sockets_take_the_cookie_only_from_own_pages() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let ada = Browser::signed_in(&app, "ada", PASSWORD).await;
    let own = format!("http://{}", ada.own.address);
    for (origin, opens) in [
        (Some(own.as_str()), true),
        (Some("http://evil.example"), false),
        (None, false),
    ] {
        let mut headers = vec![("cookie", ada.cookie.as_str())];
        headers.extend(origin.map(|origin| ("origin", origin)));
        let opened = ada.own.socket_with("/v1/sfdp/stream", &headers).await;
        match opened {
            Ok(_) => assert!(opens, "{origin:?}"),
            Err((status, body)) => {
                assert!(!opens && status == 403, "{origin:?}: {status} {body}");
            }
        }
    }
}

#[tokio::test]
async fn the_console_is_served_under_a_strict_policy() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let document = anonymous.get("/").await;
    assert_eq!(document.status, 200, "{document}");
    assert_eq!(document.header("cache-control"), Some("no-cache"));
    let policy = document.header("content-security-policy").unwrap();
    for part in [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    ] {
        assert!(
            policy.split("; ").any(|one| one == part),
            "{part}: {policy}"
        );
    }
    assert!(
        !policy.contains("unsafe-inline") && !policy.contains("http"),
        "{policy}"
    );
    let text = String::from_utf8(document.bytes.clone()).unwrap();
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "{text}"
    );
    assert!(
        !text.contains("<style") && !text.contains(" style="),
        "{text}"
    );

    // Every file that the document names is there, compressed, and lasts.
    let files = text.split('"').filter(|part| part.starts_with("/assets/"));
    let files: Vec<&str> = files.collect();
    assert!(files.len() >= 2, "{text}");
    for path in files {
        let request = anonymous.request(Method::GET, path);
        let answer = anonymous
            .send(request.header("accept-encoding", "br"))
            .await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-encoding"), Some("br"), "{path}");
        let lasting = Some("public, max-age=31536000, immutable");
        assert_eq!(answer.header("cache-control"), lasting, "{path}");
        assert_eq!(answer.header("content-security-policy"), Some(policy));
        let etag = answer.header("etag").unwrap();
        let again = anonymous.request(Method::GET, path);
        let again = anonymous.send(again.header("if-none-match", etag)).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{path}");
        let plain = anonymous.get(path).await;
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert!(plain.bytes.len() > answer.bytes.len(), "{path}");
    }
}

#[tokio::test]
async fn addresses_of_pages_show_the_console_and_never_hide_the_api() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let document = anonymous.get("/").await;
    for page in ["/today", "/activities/act_1", "/sign-in", "/admin/users"] {
        let answer = anonymous.get(page).await;
        assert_eq!(answer.status, 200, "{page}");
        assert_eq!(answer.bytes, document.bytes, "{page}");
    }
    for (path, status) in [
        ("/api/nothing", 401),
        ("/v1/sfdp/nothing", 401),
        ("/v1/nothing", 401),
        ("/nothing", 401),
        ("/assets/nothing.js", 401),
        ("/todays", 401),
    ] {
        let answer = anonymous.get(path).await;
        answer.refusal();
        assert!(answer.status == status || answer.status == 404, "{answer}");
    }
    let posted = anonymous.post("/today", json!({})).await;
    assert_ne!(posted.status, 200, "{posted}");
    // Requests for files do not count as attempts to guess a credential, regardless of their cookie.
    let browser = Browser {
        cookie: "lockstep=lk_cs_0000".to_owned(),
        own: anonymous,
    };
    for _ in 0..400 {
        let answer = browser.ask_with(Method::GET, "/today", &[]).await;
        assert_eq!(answer.status, 200, "{answer}");
    }
}

#[tokio::test]
async fn the_document_names_the_files_of_the_page_and_of_the_language() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let ada = Browser::signed_in(&app, "ada", PASSWORD).await;
    let nobody = Browser {
        cookie: "theme=dark".to_owned(),
        own: app.anonymous(),
    };
    for (browser, path, language, expected) in [
        (&ada, "/", "en-GB", &["en", "Shell", "Today"][..]),
        (&ada, "/today", "fr", &["en", "Shell", "Today"]),
        (&ada, "/activities", "de", &["de", "Shell", "Activities"]),
        (&ada, "/activities/act_1", "", &["Shell", "ActivityPage"]),
        (&ada, "/explore?series=steps", "en", &["Shell", "Explore"]),
        (&ada, "/marketplace", "en", &["Shell", "Market"]),
        (&ada, "/import", "en", &["Shell", "Import"]),
        (&ada, "/verify", "en", &["Shell", "Verify"]),
        (&nobody, "/verify", "en", &["en", "Verify"]),
        (&nobody, "/activities", "de-AT", &["de", "SignIn"]),
        (&nobody, "/", "en", &["en", "SignIn"]),
    ] {
        let headers = [("accept-language", language)];
        let answer = browser.ask_with(Method::GET, path, &headers).await;
        let links = answer.header("link").unwrap_or_default();
        let names = |name: &str| links.contains(&format!("</assets/{name}-"));
        for name in expected {
            assert!(names(name), "{path} {name}: {links}");
        }
        // What the person does not see costs nothing.
        assert_eq!(names("Shell"), expected.contains(&"Shell"), "{path}");
        assert!(!(names("de") && names("en")), "{path}: {links}");
        // What it requests takes longer than the other files.
        assert!(links.starts_with("</start.js>; "), "{path}: {links}");
        for link in links.split(", ") {
            let (file, kind) = link.split_once("; ").unwrap();
            let file = file.trim_matches(['<', '>']);
            let answer = nobody.own.get(file).await;
            assert_eq!(answer.status, 200, "{file}");
            let expected = match answer.header("content-type") {
                Some("text/javascript") if file == "/start.js" => "rel=preload; as=script",
                Some("text/javascript") => "rel=modulepreload",
                _ => "rel=preload; as=style; crossorigin",
            };
            assert_eq!(kind, expected, "{file}");
        }
        // A document that the browser has names them, too: they may be those of another page.
        let etag = answer.header("etag").unwrap();
        let headers = [("accept-language", language), ("if-none-match", etag)];
        let again = browser.ask_with(Method::GET, path, &headers).await;
        assert_eq!(again.status, 304, "{path}");
        assert_eq!(again.header("link"), Some(links), "{path}");
    }
    let script = nobody.own.get("/start.js").await;
    assert_eq!((script.status, script.header("link")), (200, None));
}

#[tokio::test]
async fn the_address_that_the_server_prints_opens_the_console() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let printed = child.printed();
    let address = printed.iter().find_map(|line| {
        let rest = line.strip_prefix("open ")?;
        rest.strip_suffix(" in a browser for the console")
    });
    let address = address.unwrap_or_else(|| panic!("{printed:?}"));
    let answer = reqwest::get(address).await.unwrap();
    assert_eq!(answer.status().as_u16(), 200, "{address}");
    let kind = answer.headers()[header::CONTENT_TYPE].to_str().unwrap();
    assert_eq!(kind, "text/html", "{address}");
    let text = answer.text().await.unwrap();
    assert!(text.contains(r#"<div id="root"></div>"#), "{text}");
}
