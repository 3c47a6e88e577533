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
async fn the_cookie_of_sign_ins_at_providers_keeps_the_newest() {
    let long = "x".repeat(65);
    let foreign = format!("lockstep-provider=a..<b>.{long}.c");
    for (is_encrypted, sent, values, with, without) in [
        (false, "lockstep=c", &[][..], "d", ""),
        (
            false,
            "lockstep-provider=a; __Host-lockstep-provider=b; lockstep=c",
            &["a"],
            "d.a",
            "",
        ),
        (
            false,
            "lockstep-provider=b.a.c",
            &["b", "a", "c"],
            "d.b.a.c",
            "b.c",
        ),
        // The oldest makes room.
        (
            true,
            "lockstep-provider=z; __Host-lockstep-provider=a.e.f.g.h",
            &["a", "e", "f", "g", "h"],
            "d.a.e.f.g",
            "e.f.g.h",
        ),
        (true, "lockstep-provider=a", &[], "d", ""),
        // What this server did not set.
        (false, foreign.as_str(), &["a", "c"], "d.a.c", "c"),
    ] {
        let mut parts = parts_with(sent);
        let mut set = "lockstep-provider=V; Path=/; HttpOnly; SameSite=Lax".to_owned();
        if is_encrypted {
            parts.extensions.insert(EncryptedConnection);
            set = format!("__Host-{set}; Secure");
        }
        let read = ProviderCookie::from_request_parts(&mut parts, &()).await;
        let cookie = read.unwrap_or_else(|_| panic!("{sent} is refused"));
        let time = Duration::from_secs(600);
        assert_eq!(cookie.values().collect::<Vec<_>>(), values, "{sent}");
        let with = format!("{}; Max-Age=600", set.replace('V', with));
        assert_eq!(cookie.with("d", time), with.as_str());
        let age = if without.is_empty() { 0 } else { 600 };
        let without = format!("{}; Max-Age={age}", set.replace('V', without));
        assert_eq!(cookie.without("a", time).to_str().unwrap(), without);
    }
    // A neighbouring host can have set one of the two.
    let mut parts = parts_with("lockstep-provider=a; lockstep-provider=b");
    let read = ProviderCookie::from_request_parts(&mut parts, &()).await;
    assert!(read.is_err());
}

fn parts_with(cookie: &str) -> Parts {
    let request = Request::post("/").header("cookie", cookie);
    request.body(Body::empty()).unwrap().into_parts().0
}
