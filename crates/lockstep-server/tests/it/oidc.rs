//! Sign-ins at an OpenID provider: a local provider behaves well, badly, or as an attacker would like it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair as RsaKeyPair, KeySize};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use lockstep_server::config::{Config, Oidc};
use lockstep_store::{StoreError, Value};
use serde_json::{Value as Document, json};
use sha2::{Digest, Sha256};

use crate::app::{Answer, Anyone, PASSWORD, TestApp};

const CLIENT: &str = "lockstep";
const SECRET: &str = "CANARY-client-secret";
const BACK: &str = "https://app.example.com/back";

/// The signature of ID tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signature {
    Rs256,
    Es256,
    EdDsa,
    /// HMAC with the client secret.
    Hs256,
    None,
}

/// What is wrong with the next ID token or answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    Nonce,
    Audience,
    SecondAudience,
    Issuer,
    Expired,
    /// A signature over other claims.
    Forged,
    NoIdToken,
    /// The user information is that of another person.
    OtherPerson,
    NoJson,
    Huge,
    Status,
    /// The provider does not accept the client secret.
    Client,
}

struct Keys {
    rsa: RsaKeyPair,
    ecdsa: EcdsaKeyPair,
    ed25519: Ed25519KeyPair,
    generation: u32,
}

impl Keys {
    fn new(generation: u32) -> Self {
        Self {
            rsa: RsaKeyPair::generate(KeySize::Rsa2048).unwrap(),
            ecdsa: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap(),
            ed25519: Ed25519KeyPair::generate().unwrap(),
            generation,
        }
    }

    fn id(&self, signature: Signature) -> String {
        format!("{signature:?}-{}", self.generation)
    }

    /// The public keys as a JSON Web Key set (RFC 7517).
    fn published(&self) -> Document {
        // A DER sequence of two integers: the modulus has 257 bytes, of which the first is zero.
        let rsa = self.rsa.public_key().as_ref();
        let point = self.ecdsa.public_key().as_ref();
        let base64 = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        json!({ "keys": [
            { "kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.id(Signature::Rs256),
              "n": base64(&rsa[9..265]), "e": base64(&[1, 0, 1]) },
            { "kty": "EC", "use": "sig", "crv": "P-256", "kid": self.id(Signature::Es256),
              "x": base64(&point[1..33]), "y": base64(&point[33..]) },
            { "kty": "OKP", "use": "sig", "crv": "Ed25519", "kid": self.id(Signature::EdDsa),
              "x": base64(self.ed25519.public_key().as_ref()) },
        ] })
    }

    fn sign(&self, signature: Signature, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match signature {
            Signature::Rs256 => {
                let mut signed = vec![0; 256];
                let key = &self.rsa;
                key.sign(&RSA_PKCS1_SHA256, &random, message, &mut signed)
                    .unwrap();
                signed
            }
            Signature::Es256 => self.ecdsa.sign(&random, message).unwrap().as_ref().to_vec(),
            Signature::EdDsa => self.ed25519.sign(message).as_ref().to_vec(),
            Signature::Hs256 => {
                let key =
                    aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, SECRET.as_bytes());
                aws_lc_rs::hmac::sign(&key, message).as_ref().to_vec()
            }
            Signature::None => Vec::new(),
        }
    }
}

/// A person at the provider.
#[derive(Clone)]
struct Person {
    subject: &'static str,
    /// The claims besides `sub`.
    claims: Document,
    /// Whether only the user information has the claims.
    claims_apart: bool,
}

/// What a code stands for.
struct Issued {
    person: Person,
    nonce: String,
    challenge: String,
    redirect: String,
}

struct Behaviour {
    keys: Keys,
    codes: HashMap<String, Issued>,
    fault: Fault,
    signature: Signature,
    /// The requests for metadata.
    discoveries: u32,
    visits: u32,
}

#[derive(Clone)]
pub(crate) struct Provider {
    issuer: String,
    behaviour: Arc<Mutex<Behaviour>>,
}

impl Provider {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = Self {
            issuer: format!("http://{}/realm", listener.local_addr().unwrap()),
            behaviour: Arc::new(Mutex::new(Behaviour {
                keys: Keys::new(1),
                codes: HashMap::new(),
                fault: Fault::Nothing,
                signature: Signature::Rs256,
                discoveries: 0,
                visits: 0,
            })),
        };
        let router = Router::new()
            .route("/realm/.well-known/openid-configuration", get(metadata))
            .route("/realm/keys", get(keys))
            .route("/realm/token", post(token))
            .route("/realm/me", get(user_information))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    fn set(&self, change: impl FnOnce(&mut Behaviour)) {
        change(&mut self.behaviour.lock().unwrap());
    }

    /// The section of the configuration.
    fn section(&self) -> Oidc {
        let text = format!(
            "issuer = '{}'\nclient_id = '{CLIENT}'\nredirect_urls = ['{BACK}']\nlabel = 'Company account'",
            self.issuer
        );
        toml::from_str(&text).unwrap()
    }

    /// Opens the address as the person's browser does; returns the code that the person comes back with.
    fn visit(&self, url: &str, person: &Person) -> String {
        let url = reqwest::Url::parse(url).unwrap();
        assert!(
            url.as_str()
                .starts_with(&format!("{}/authorize?", self.issuer))
        );
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        for (name, value) in [
            ("response_type", "code"),
            ("client_id", CLIENT),
            ("redirect_uri", BACK),
            ("scope", "openid email profile"),
            ("code_challenge_method", "S256"),
        ] {
            assert_eq!(query[name], value, "{url}");
        }
        assert_eq!(query["state"].len(), 43);
        let mut behaviour = self.behaviour.lock().unwrap();
        behaviour.visits += 1;
        let code = format!("code-{}", behaviour.visits);
        let issued = Issued {
            person: person.clone(),
            nonce: query["nonce"].clone(),
            challenge: query["code_challenge"].clone(),
            redirect: query["redirect_uri"].clone(),
        };
        behaviour.codes.insert(code.clone(), issued);
        code
    }
}

async fn metadata(State(provider): State<Provider>) -> Json<Document> {
    let issuer = &provider.issuer;
    provider.set(|behaviour| behaviour.discoveries += 1);
    Json(json!({
        "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"), "userinfo_endpoint": format!("{issuer}/me"),
        "jwks_uri": format!("{issuer}/keys"), "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // An attacker's provider would name these, too.
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "EdDSA", "HS256", "none"],
    }))
}

async fn keys(State(provider): State<Provider>) -> Json<Document> {
    Json(provider.behaviour.lock().unwrap().keys.published())
}

async fn token(
    State(provider): State<Provider>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, Json<Document>) {
    let form = reqwest::Url::parse(&format!("form:?{body}")).unwrap();
    let form: HashMap<String, String> = form.query_pairs().into_owned().collect();
    let refused = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
    let basic = format!(
        "Basic {}",
        BASE64.encode(format!("{CLIENT}:{SECRET}").as_bytes())
    );
    if headers["authorization"] != basic.as_str() {
        return refused("invalid_client");
    }
    let mut behaviour = provider.behaviour.lock().unwrap();
    let issued = behaviour.codes.remove(&form["code"]);
    let verifier = Sha256::digest(form["code_verifier"].as_bytes());
    let Some(issued) = issued.filter(|issued| {
        form["grant_type"] == "authorization_code"
            && form["redirect_uri"] == issued.redirect
            && BASE64URL_NOPAD.encode(&verifier) == issued.challenge
    }) else {
        return refused("invalid_grant");
    };
    let fault = behaviour.fault;
    match fault {
        Fault::Client => {
            let refused = json!({ "error": "invalid_client" });
            return (StatusCode::UNAUTHORIZED, Json(refused));
        }
        Fault::Status => return (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({}))),
        Fault::NoJson => return (StatusCode::OK, Json(json!("CANARY-access-token"))),
        Fault::Huge => {
            let text = "x".repeat(1 << 20);
            return (StatusCode::OK, Json(json!({ "access_token": text })));
        }
        _ => {}
    }
    let mut answer = json!({
        "access_token": issued.person.subject, "token_type": "Bearer", "expires_in": 60,
    });
    if fault != Fault::NoIdToken {
        let token = id_token(&provider.issuer, &behaviour, &issued);
        answer["id_token"] = json!(token);
    }
    (StatusCode::OK, Json(answer))
}

/// An ID token in the compact form (RFC 7515).
fn id_token(issuer: &str, behaviour: &Behaviour, issued: &Issued) -> String {
    let (fault, signature) = (behaviour.fault, behaviour.signature);
    let now = jiff::Timestamp::now().as_second();
    let mut claims = json!({
        "iss": issuer, "sub": issued.person.subject, "aud": CLIENT, "exp": now + 60, "iat": now,
        "nonce": issued.nonce,
    });
    match fault {
        Fault::Nonce => claims["nonce"] = json!("another nonce"),
        Fault::Audience => claims["aud"] = json!("another client"),
        Fault::SecondAudience => claims["aud"] = json!([CLIENT, "another client"]),
        Fault::Issuer => claims["iss"] = json!("https://login.example.com"),
        Fault::Expired => claims["exp"] = json!(now - 1),
        _ => {}
    }
    if !issued.person.claims_apart {
        let more = issued.person.claims.as_object().unwrap().clone();
        claims.as_object_mut().unwrap().extend(more);
    }
    let algorithm = match signature {
        Signature::Rs256 => "RS256",
        Signature::Es256 => "ES256",
        Signature::EdDsa => "EdDSA",
        Signature::Hs256 => "HS256",
        Signature::None => "none",
    };
    let head = json!({ "alg": algorithm, "kid": behaviour.keys.id(signature) });
    let part = |value: &Document| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let signed = format!("{}.{}", part(&head), part(&claims));
    let signature = behaviour.keys.sign(signature, signed.as_bytes());
    if fault == Fault::Forged {
        claims["sub"] = json!("somebody else");
    }
    format!(
        "{}.{}.{}",
        part(&head),
        part(&claims),
        BASE64URL_NOPAD.encode(&signature)
    )
}

async fn user_information(State(provider): State<Provider>, headers: HeaderMap) -> Json<Document> {
    let bearer = headers["authorization"].to_str().unwrap();
    let subject = bearer.strip_prefix("Bearer ").unwrap();
    let fault = provider.behaviour.lock().unwrap().fault;
    let shown = match fault {
        Fault::OtherPerson => "somebody else",
        _ => subject,
    };
    Json(
        json!({ "sub": shown, "preferred_username": "grace.h", "email": "grace@example.org",
        "email_verified": true }),
    )
}

fn ada() -> Person {
    Person {
        subject: "ada-at-the-provider",
        claims: json!({ "preferred_username": "ada", "email": "ada@example.org", "email_verified": true }),
        claims_apart: false,
    }
}

/// A server and its provider, named `company`.
async fn start(change: impl FnOnce(&mut Oidc)) -> (TestApp, Provider) {
    let provider = Provider::start().await;
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&secret, SECRET).unwrap();
    let mut section = provider.section();
    section.client_secret_file = Some(secret.path().to_owned());
    change(&mut section);
    let add = |config: &mut Config| drop(config.oidc.insert("company".to_owned(), section));
    (TestApp::start_with(add).await, provider)
}

/// Begins a sign-in and identifies; returns what the client sends back.
async fn identified(app: &TestApp, provider: &Provider, person: &Person) -> Document {
    let begun = begin(&app.anonymous()).await;
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), person);
    json!({ "state": begun["state"], "code": code })
}

async fn begin(who: &Anyone) -> Document {
    let body = json!({ "redirect_uri": BACK });
    who.post("/api/auth/oidc/company", body).await.ok()
}

const FINISH: &str = "/api/auth/oidc/token";

/// Links a person's identity to an account.
async fn link(own: &Anyone, password: &str, provider: &Provider, person: &Person) {
    let body = json!({ "provider": "company", "redirect_uri": BACK, "password": password });
    let begun = own.post("/api/auth/identities", body).await.ok();
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), person);
    let callback = json!({ "state": begun["state"], "code": code });
    let linked = own
        .post("/api/auth/identities/confirm", callback)
        .await
        .ok();
    assert_eq!(linked["provider"], "company");
}

/// A server with a provider for [`every_act`].
pub(crate) async fn start_with_provider() -> (TestApp, Provider) {
    start(|_| {}).await
}

/// Links an identity of the provider to an account.
pub(crate) async fn link_ada(own: &Anyone, password: &str, provider: &Provider) {
    link(own, password, provider, &ada()).await;
}

/// Links and unlinks an identity, for the kinds of events.
pub(crate) async fn every_act(own: &Anyone, password: &str, provider: &Provider) {
    link(own, password, provider, &ada()).await;
    unlink(own, password).await.ok();
}

async fn unlink(own: &Anyone, password: &str) -> Answer {
    let path = "/api/auth/identities/company/unlink";
    own.post(path, json!({ "password": password })).await
}

#[tokio::test]
async fn a_linked_identity_signs_in() {
    let (app, provider) = start(|_| {}).await;
    let listed = app.anonymous().get("/api/auth/oidc").await.ok();
    let shown = json!({ "providers": [{ "name": "company", "label": "Company account" }] });
    assert_eq!(listed, shown);

    let own = app.user("ada").await;
    // Nobody signs in by an equal name or address alone.
    let callback = identified(&app, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback.clone()).await;
    refused.refused(403, "PERMISSION_DENIED");

    link(&own, PASSWORD, &provider, &ada()).await;
    let linked = own.get("/api/auth/identities").await.ok();
    assert_eq!(linked["identities"][0]["provider"], "company");
    for signature in [Signature::Rs256, Signature::Es256, Signature::EdDsa] {
        provider.set(|behaviour| behaviour.signature = signature);
        let callback = identified(&app, &provider, &ada()).await;
        let pair = app.anonymous().post(FINISH, callback.clone()).await.ok();
        let signed_in = app
            .anonymous()
            .bearing(pair["access_token"].as_str().unwrap());
        let me = signed_in.get("/api/auth/me").await.ok();
        assert_eq!(me["id"], own.id, "{signature:?}");
        // A state works once.
        let again = app.anonymous().post(FINISH, callback).await;
        again.blames("state");
    }
    // Another person of the same provider is a stranger.
    let other = Person {
        subject: "bob-at-the-provider",
        ..ada()
    };
    let callback = identified(&app, &provider, &other).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.refused(403, "PERMISSION_DENIED");
    // A suspended account does not sign in.
    let path = format!("/v1/admin/users/{}", own.id);
    let status = |status: &str| json!({ "status": status });
    app.admin().patch(&path, status("suspended")).await.ok();
    let callback = identified(&app, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.refused(403, "PERMISSION_DENIED");
    app.admin().patch(&path, status("active")).await.ok();
    let own = app.anonymous().signed_in("ada", PASSWORD).await;

    let made = own.post("/v1/api-keys", json!({ "name": "bridge" })).await;
    let key = own.bearing(made.ok()["key"].as_str().unwrap());
    let refused = unlink(&key, PASSWORD).await;
    refused.refused(409, "CONFLICT");
    unlink(&own, "wrong").await.blames("password");
    unlink(&own, PASSWORD).await.ok();
    let missing = unlink(&own, PASSWORD).await;
    missing.refused(404, "NOT_FOUND");
    let callback = identified(&app, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn wrong_id_tokens_are_refused() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let signed = Signature::Es256;
    for (fault, signature) in [
        (Fault::Nonce, signed),
        (Fault::Audience, signed),
        (Fault::SecondAudience, signed),
        (Fault::Issuer, signed),
        (Fault::Expired, signed),
        (Fault::Forged, signed),
        (Fault::Forged, Signature::Rs256),
        (Fault::Forged, Signature::EdDsa),
        (Fault::Nothing, Signature::Hs256),
        (Fault::Nothing, Signature::None),
        (Fault::NoIdToken, signed),
        (Fault::NoJson, signed),
        (Fault::Huge, signed),
        (Fault::Status, signed),
        (Fault::Client, signed),
    ] {
        provider.set(|behaviour| (behaviour.fault, behaviour.signature) = (fault, signature));
        let callback = identified(&app, &provider, &ada()).await;
        let answer = app.anonymous().post(FINISH, callback).await;
        let said = answer.refused(503, "SERVER_ERROR").to_string();
        assert!(
            said.contains("Company account does not answer"),
            "{fault:?}: {said}"
        );
        assert!(!said.contains("CANARY"), "{said}");
    }
    provider.set(|behaviour| (behaviour.fault, behaviour.signature) = (Fault::Nothing, signed));
    let callback = identified(&app, &provider, &ada()).await;
    app.anonymous().post(FINISH, callback).await.ok();
}

#[tokio::test]
async fn codes_and_states_belong_together() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let nobody = app.anonymous();
    let body = json!({ "redirect_uri": "https://attacker.example/back" });
    let refused = nobody.post("/api/auth/oidc/company", body.clone()).await;
    refused.blames("redirect_uri");
    nobody
        .post("/api/auth/oidc/other", body)
        .await
        .refused(404, "NOT_FOUND");

    // A stolen code is worth nothing in another sign-in: it lacks the verifier and the nonce.
    let victim = identified(&app, &provider, &ada()).await;
    let attacker = begin(&nobody).await;
    let stolen = json!({ "state": attacker["state"], "code": victim["code"] });
    nobody.post(FINISH, stolen).await.blames("code");
    nobody.post(FINISH, victim).await.blames("code");

    let mut mixed_up = identified(&app, &provider, &ada()).await;
    mixed_up["iss"] = json!("https://login.attacker.example");
    nobody.post(FINISH, mixed_up).await.blames("iss");
    let mut named = identified(&app, &provider, &ada()).await;
    named["iss"] = json!(provider.issuer);
    nobody.post(FINISH, named).await.ok();

    // A sign-in's state links nothing, and a link's state neither signs in nor serves another account.
    let eve = app.user("eve").await;
    let callback = identified(&app, &provider, &ada()).await;
    let refused = eve.post("/api/auth/identities/confirm", callback).await;
    refused.blames("state");
    let request = json!({ "provider": "company", "redirect_uri": BACK, "password": PASSWORD });
    for finish in [&nobody, &own] {
        let begun = eve.post("/api/auth/identities", request.clone()).await.ok();
        let code = provider.visit(begun["authorization_url"].as_str().unwrap(), &ada());
        let callback = json!({ "state": begun["state"], "code": code });
        let path = match finish.token.is_some() {
            true => "/api/auth/identities/confirm",
            false => FINISH,
        };
        finish.post(path, callback).await.blames("state");
    }
    // One identity signs in to one account.
    let begun = eve.post("/api/auth/identities", request).await.ok();
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), &ada());
    let callback = json!({ "state": begun["state"], "code": code });
    let refused = eve.post("/api/auth/identities/confirm", callback).await;
    refused.refused(409, "CONFLICT");
    // A second identity of a provider, a wrong password, an API key.
    let request = json!({ "provider": "company", "redirect_uri": BACK, "password": PASSWORD });
    let refused = own.post("/api/auth/identities", request.clone()).await;
    refused.refused(409, "CONFLICT");
    let unknown = json!({ "provider": "other", "redirect_uri": BACK, "password": PASSWORD });
    let refused = eve.post("/api/auth/identities", unknown).await;
    refused.blames("provider");
    let wrong = json!({ "provider": "company", "redirect_uri": BACK, "password": "wrong" });
    eve.post("/api/auth/identities", wrong)
        .await
        .blames("password");
    let made = eve
        .post("/v1/api-keys", json!({ "name": "bridge" }))
        .await
        .ok();
    let key = eve.bearing(made["key"].as_str().unwrap());
    let refused = key.post("/api/auth/identities", request).await;
    refused.refused(409, "CONFLICT");
}

#[tokio::test]
async fn keys_and_metadata_are_read_again_when_the_provider_replaces_them() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    for _ in 0..3 {
        let callback = identified(&app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await.ok();
    }
    let discoveries = || provider.behaviour.lock().unwrap().discoveries;
    assert_eq!(discoveries(), 1);
    provider.set(|behaviour| behaviour.keys = Keys::new(2));
    let callback = identified(&app, &provider, &ada()).await;
    app.anonymous().post(FINISH, callback).await.ok();
    assert_eq!(discoveries(), 2);
    // The next ten seconds, wrong signatures cause no more of these requests.
    provider.set(|behaviour| behaviour.keys.generation = 3);
    let callback = identified(&app, &provider, &ada()).await;
    let answer = app.anonymous().post(FINISH, callback).await;
    answer.refused(503, "SERVER_ERROR");
    assert_eq!(discoveries(), 2);
}

#[tokio::test]
async fn totp_is_asked_for_after_the_provider() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let codes = crate::totp::recovery_codes(&app, own.clone(), PASSWORD).await;
    let mut callback = identified(&app, &provider, &ada()).await;
    let nobody = app.anonymous();
    let asked = nobody.post(FINISH, callback.clone()).await;
    asked.refused(401, "TOTP_REQUIRED");
    callback["totp"] = json!("aaaa-aaaa-aaaa-aaaa");
    let wrong = nobody.post(FINISH, callback.clone()).await;
    wrong.refused(401, "INVALID_TOKEN");
    callback["totp"] = json!(codes[0]);
    nobody.post(FINISH, callback.clone()).await.ok();
    nobody.post(FINISH, callback).await.blames("state");
    // With another code of the provider, the identity that was confirmed before does not count.
    let mut callback = identified(&app, &provider, &ada()).await;
    let asked = nobody.post(FINISH, callback.clone()).await;
    asked.refused(401, "TOTP_REQUIRED");
    callback["code"] = json!("another code");
    callback["totp"] = json!(codes[1]);
    nobody.post(FINISH, callback).await.blames("state");
}

/// An attacker who knew the password may have linked an identity.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_ends_all_access_unlinks_identities() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    let signs_in = async |app: &TestApp| {
        let callback = identified(app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await.status
    };
    link(&own, PASSWORD, &provider, &ada()).await;
    let new = "tuba lantern orchid 77";
    let change = json!({ "current_password": PASSWORD, "new_password": new });
    let changed = own.post("/api/auth/password", change).await.ok();
    assert_eq!(changed["identities_unlinked"], 1);
    assert_eq!(signs_in(&app).await, 403);

    link(&own, new, &provider, &ada()).await;
    let path = format!("/v1/admin/users/{}/credentials", own.id);
    let revoked = app.admin().delete(&path).await.ok();
    assert_eq!(revoked["identities"], 1);
    assert_eq!(signs_in(&app).await, 403);

    let own = app.anonymous().signed_in("ada", new).await;
    link(&own, new, &provider, &ada()).await;
    let section = provider.section();
    let folder = app.stop().await;
    let args = ["user", "set-password", "ada", "--password-stdin"];
    let output = crate::child::run(folder.path(), &args, "another horse, another battery\n");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("1 identities unlinked"), "{said}");
    let mut section = section;
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&secret, SECRET).unwrap();
    section.client_secret_file = Some(secret.path().to_owned());
    let app = TestApp::start_in(folder, |config| {
        config.oidc.insert("company".to_owned(), section);
    })
    .await;
    assert_eq!(signs_in(&app).await, 403);
}

#[tokio::test]
async fn unknown_people_get_an_account_if_the_operator_says_so() {
    let (app, provider) = start(|oidc| oidc.create_accounts = true).await;
    let nobody = app.anonymous();
    let finish = async |person: &Person| {
        let callback = identified(&app, &provider, person).await;
        nobody.post(FINISH, callback).await
    };
    let me = async |person: &Person| {
        let pair = finish(person).await.ok();
        let own = nobody.bearing(pair["access_token"].as_str().unwrap());
        own.get("/api/auth/me").await.ok()
    };
    let created = me(&ada()).await;
    assert_eq!(created["username"], "ada");
    assert_eq!(created["role"], "user");
    assert_eq!(me(&ada()).await["id"], created["id"]);
    // The address of another account gives no access to it.
    let second = |subject, email, verified: bool| Person {
        subject,
        claims: json!({ "preferred_username": "Ada", "email": email, "email_verified": verified }),
        claims_apart: false,
    };
    let same = second("second", "ADA@example.org", true);
    let said = finish(&same).await.refused(409, "CONFLICT").to_string();
    assert!(said.contains("POST /api/auth/identities"), "{said}");
    let unlike = second("second", "ada2@example.org", true);
    assert_eq!(me(&unlike).await["username"], "Ada-2");
    // Nobody knows the password, so the only way in stays.
    let pair = finish(&ada()).await.ok();
    let own = nobody.bearing(pair["access_token"].as_str().unwrap());
    unlink(&own, PASSWORD).await.blames("password");
    // Some providers write times and booleans as texts, and use the address as the user name.
    let spelled = Person {
        subject: "spelled",
        claims: json!({ "preferred_username": "linus@example.org", "email": "linus@example.org",
            "email_verified": "true", "updated_at": "2026-11-23T10:00:00.000Z" }),
        claims_apart: false,
    };
    assert_eq!(me(&spelled).await["username"], "linus");
    // The names may be in the user information only.
    let grace = Person {
        subject: "grace",
        claims: json!({}),
        claims_apart: true,
    };
    assert_eq!(me(&grace).await["username"], "grace.h");
    // An address that the provider did not verify does not count. The user information of somebody else neither.
    provider.set(|behaviour| behaviour.fault = Fault::OtherPerson);
    let refused = finish(&second("third", "third@example.org", false)).await;
    refused.refused(503, "SERVER_ERROR");
}

#[tokio::test]
async fn the_store_names_nobody_and_forgets_with_the_account() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let rows = async || {
        let read = app.state().db.read("test.identities", |tx| {
            tx.query("SELECT digest, sealed FROM identity", &[], |row| {
                Ok((row.at::<Vec<u8>>(0)?, row.at::<Vec<u8>>(1)?))
            })
        });
        let found: Result<Vec<_>, StoreError> = read.await;
        found.unwrap()
    };
    let stored = rows().await;
    let subject = ada().subject.as_bytes();
    assert!(stored.len() == 1 && stored[0].0[..] != Sha256::digest(subject)[..]);
    assert!(!stored[0].1.windows(subject.len()).any(|at| at == subject));
    let path = format!("/v1/admin/users/{}", own.id);
    app.admin().delete(&path).await.ok();
    assert_eq!(rows().await, Vec::new(), "after the erasure");
}

#[tokio::test]
async fn edited_rows_give_no_access_and_are_named_or_repaired() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    let eve = app.user("eve").await;
    let finish = async || {
        let callback = identified(&app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await
    };
    for (change, status, is_repaired) in [
        ("digest = zeroblob(32)", 403, true),
        ("digest = x'00'", 403, false),
        ("user_id = ?2", 500, false),
        ("provider = 'other'", 500, false),
        ("sealed = zeroblob(200)", 500, false),
        ("created_at = 'weird'", 200, false),
    ] {
        link(&own, PASSWORD, &provider, &ada()).await;
        let sql = format!("UPDATE identity SET {change} WHERE user_id = ?1 AND ?2 <> ''");
        let (of, to) = (own.id.clone(), eve.id.clone());
        crate::damage::write(&app, move |tx| {
            let values = [Value::Text(&of), Value::Text(&to)];
            tx.execute(&sql, &values).map(drop)
        })
        .await;
        let answer = finish().await;
        assert_eq!(answer.status, status, "{change}: {answer}");
        let scrubbed = lockstep_server::commands::scrub::all(app.state(), |_| {}).await;
        let found = scrubbed.unwrap();
        let of_identities = |all: &[lockstep_web::capability::Damage]| {
            let of = all.iter().filter(|one| one.table == "identity");
            of.map(|one| one.reason.clone()).collect::<Vec<_>>()
        };
        let (damaged, repaired) = (
            of_identities(&found.damaged),
            of_identities(&found.repaired),
        );
        let said = format!("{change}: {damaged:?}, {repaired:?}");
        assert_eq!(
            (damaged.len(), repaired.len()),
            (usize::from(!is_repaired), usize::from(is_repaired)),
            "{said}"
        );
        if is_repaired {
            finish().await.ok();
        } else {
            let column = change.split(' ').next().unwrap();
            let column = if ["user_id", "provider"].contains(&column) {
                "sealed"
            } else {
                column
            };
            assert!(
                damaged[0].contains(column) && damaged[0].contains("POST /api/auth/identities"),
                "{said}"
            );
        }
        for who in [&own, &eve] {
            for name in ["company", "other"] {
                let path = format!("/api/auth/identities/{name}/unlink");
                who.post(&path, json!({ "password": PASSWORD })).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn identities_sign_in_also_under_another_root_key() {
    let (app, provider) = start(|_| {}).await;
    link(&app.user("ada").await, PASSWORD, &provider, &ada()).await;
    let folder = app.stop().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("root.key");
    let args = ["root-key", "replace", file.to_str().unwrap(), "--generate"];
    let output = crate::child::run(folder.path(), &args, "");
    assert!(output.status.success(), "{output:?}");
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&secret, SECRET).unwrap();
    let mut section = provider.section();
    section.client_secret_file = Some(secret.path().to_owned());
    let app = TestApp::start_in(folder, |config| {
        config.oidc.insert("company".to_owned(), section);
        config.keys.file = Some(file);
    })
    .await;
    let callback = identified(&app, &provider, &ada()).await;
    app.anonymous().post(FINISH, callback).await.ok();
}

#[tokio::test]
async fn a_provider_that_does_not_answer_is_named() {
    let (app, provider) = start(|oidc| oidc.issuer = "http://127.0.0.1:1/realm".to_owned()).await;
    drop(provider);
    let body = json!({ "redirect_uri": BACK });
    let answer = app.anonymous().post("/api/auth/oidc/company", body).await;
    let said = answer.refused(503, "SERVER_ERROR").to_string();
    assert!(said.contains("Company account"), "{said}");
    // The limit for one network.
    let body = json!({ "redirect_uri": BACK });
    let mut refused = false;
    for _ in 0..60 {
        let answer = app
            .anonymous()
            .post("/api/auth/oidc/company", body.clone())
            .await;
        refused |= answer.status == 429;
    }
    assert!(refused);
}
