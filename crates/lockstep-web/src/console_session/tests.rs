use axum::body::Body;

use super::*;

/// Returns whether the cookie is accepted; `None` if no cookie is read.
fn accepted(path: &str, encrypted: bool, headers: &[(&str, &str)]) -> Option<bool> {
    let policy = Policy {
        public_url: Some("https://lockstep.example.org/".to_owned()),
        ..Policy::default()
    };
    let mut request = Request::post(path).header("host", "box:8420");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut request = request.body(Body::empty()).unwrap();
    if encrypted {
        request.extensions_mut().insert(EncryptedConnection);
    }
    match token(&policy, &request) {
        Ok(Some(found)) => {
            assert_eq!(found, "t");
            Some(true)
        }
        Ok(None) => None,
        Err(_) => Some(false),
    }
}

#[test]
fn a_cookie_needs_the_proof_of_an_own_page() {
    const COOKIE: (&str, &str) = ("cookie", "a=b; lockstep=t");
    const HOST_COOKIE: (&str, &str) = ("cookie", "__Host-lockstep=t");
    const PROOF: (&str, &str) = ("lockstep-console", "1");
    const DATA: &str = "/v1/sfdp/data";
    let origin = |text| ("origin", text);
    for (path, encrypted, headers, expected) in [
        (DATA, false, &[PROOF][..], None),
        (DATA, false, &[("cookie", "lockstep="), PROOF], None),
        (DATA, false, &[COOKIE], Some(false)),
        (
            DATA,
            false,
            &[COOKIE, ("lockstep-console", "0")],
            Some(false),
        ),
        (DATA, false, &[COOKIE, PROOF], Some(true)),
        (
            DATA,
            false,
            &[("cookie", "lockstep=t; lockstep=u"), PROOF],
            Some(false),
        ),
        (
            DATA,
            false,
            &[COOKIE, ("cookie", "lockstep=u"), PROOF],
            Some(false),
        ),
        (
            DATA,
            false,
            &[("cookie", "lockstep=; lockstep=t; lockstep2=u"), PROOF],
            Some(true),
        ),
        (
            DATA,
            false,
            &[COOKIE, PROOF, origin("http://box:8420")],
            Some(true),
        ),
        (
            DATA,
            false,
            &[COOKIE, origin("http://box:8420")],
            Some(false),
        ),
        (
            DATA,
            false,
            &[COOKIE, PROOF, origin("http://box")],
            Some(false),
        ),
        (
            DATA,
            false,
            &[COOKIE, PROOF, origin("https://box:8420")],
            Some(false),
        ),
        (DATA, false, &[COOKIE, PROOF, origin("null")], Some(false)),
        (
            DATA,
            false,
            &[COOKIE, PROOF, origin("http://box:8420"), origin("http://a")],
            Some(false),
        ),
        (
            DATA,
            false,
            &[COOKIE, PROOF, origin("https://lockstep.example.org")],
            Some(true),
        ),
        (DATA, false, &[HOST_COOKIE, PROOF], None),
        // Over TLS, a cookie that a neighbouring host could have set is not read.
        (DATA, true, &[COOKIE, PROOF], None),
        (
            DATA,
            true,
            &[HOST_COOKIE, PROOF, origin("https://box:8420")],
            Some(true),
        ),
        (
            DATA,
            true,
            &[HOST_COOKIE, PROOF, origin("http://box:8420")],
            Some(false),
        ),
        (
            "/v1/ws",
            false,
            &[COOKIE, ("upgrade", "websocket")],
            Some(false),
        ),
        (
            "/v1/ws",
            false,
            &[COOKIE, PROOF, ("upgrade", "websocket")],
            Some(false),
        ),
        (
            "/v1/ws",
            false,
            &[COOKIE, ("upgrade", "websocket"), origin("http://evil")],
            Some(false),
        ),
        (
            "/v1/ws",
            false,
            &[COOKIE, ("upgrade", "websocket"), origin("http://box:8420")],
            Some(true),
        ),
    ] {
        assert_eq!(
            accepted(path, encrypted, headers),
            expected,
            "{path} {encrypted} {headers:?}"
        );
    }
}

#[test]
fn the_cookie_is_for_this_host_and_not_for_scripts() {
    for (is_encrypted, text) in [
        (
            false,
            "lockstep=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=60",
        ),
        (
            true,
            "__Host-lockstep=t; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=60",
        ),
    ] {
        let cookie = SessionCookie { is_encrypted };
        assert_eq!(cookie.set("t", Duration::from_secs(60)), text);
        assert_eq!(
            cookie.removed().to_str().unwrap().replace("=;", "=t;"),
            text.replace("=60", "=0")
        );
    }
}

#[tokio::test]
async fn each_sign_in_at_a_provider_has_a_cookie_and_the_oldest_leave() {
    let long = "x".repeat(65);
    let foreign = format!(
        "lockstep-provider-a.b=v; lockstep-provider-=v; lockstep-provider-c=<b>; lockstep-provider-{long}=v; \
         lockstep-provider-e={long}; lockstep-provider-f="
    );
    let full = ["a", "b", "c", "d", "e", "f"].map(|it| format!("__Host-lockstep-provider-{it}=v"));
    let full = full.join("; ");
    for (is_encrypted, sent, leaving) in [
        (false, "lockstep=c", &[][..]),
        (
            false,
            "lockstep-provider-a=v; __Host-lockstep-provider-b=v; lockstep=c",
            &[],
        ),
        (true, full.as_str(), &["a", "b"]),
        // Over TLS, a cookie that a neighbouring host could have set is not read.
        (true, "lockstep-provider-a=v; lockstep-provider-b=v", &[]),
        // What this server did not set.
        (false, foreign.as_str(), &[]),
    ] {
        let cookies = read(sent, is_encrypted).await;
        let set = |sign_in: &str, value: &str, age: u32| {
            let text =
                format!("lockstep-provider-{sign_in}={value}; Path=/; HttpOnly; SameSite=Lax");
            match is_encrypted {
                true => format!("__Host-{text}; Secure; Max-Age={age}"),
                false => format!("{text}; Max-Age={age}"),
            }
        };
        let begun = cookies.begun("new", "w", Duration::from_secs(600));
        let begun: Vec<_> = begun.map(|it| it.to_str().unwrap().to_owned()).collect();
        let mut expected: Vec<_> = leaving.iter().map(|it| set(it, "", 0)).collect();
        expected.push(set("new", "w", 600));
        assert_eq!(begun, expected, "{sent}");
        assert_eq!(cookies.removed("new").to_str().unwrap(), set("new", "", 0));
    }
}

#[tokio::test]
async fn the_cookie_of_a_sign_in_is_read_by_its_name() {
    let sent = "lockstep-provider-a=v; lockstep-provider-b=w; lockstep-provider-b=x; lockstep=c";
    let cookies = read(sent, false).await;
    assert_eq!(cookies.value("a").ok(), Some(Some("v")));
    assert_eq!(cookies.value("c").ok(), Some(None));
    // A neighbouring host can have set one of the two.
    assert!(cookies.value("b").is_err());
}

/// Reads the cookies of sign-ins in a request with this header.
async fn read(cookie: &str, is_encrypted: bool) -> ProviderCookies {
    let mut parts = parts_with(cookie);
    if is_encrypted {
        parts.extensions.insert(EncryptedConnection);
    }
    let Ok(cookies) = ProviderCookies::from_request_parts(&mut parts, &()).await;
    cookies
}

fn parts_with(cookie: &str) -> Parts {
    let request = Request::post("/").header("cookie", cookie);
    request.body(Body::empty()).unwrap().into_parts().0
}
