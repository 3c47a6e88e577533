//! Sign-ins at an OpenID provider: a local provider behaves well, badly, or as an attacker would like it.

mod console;
mod linked;
mod reauthentication;
mod refusals;

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
use lockstep_config::{Config, Oidc};
use lockstep_store::{Clock, StoreError, SystemClock, Value};
use serde_json::{Value as Document, json};
use sha2::{Digest, Sha256};

use crate::app::{Answer, PASSWORD, TestApp, TestClient};

const CLIENT: &str = "lockstep";
const SECRET: &str = "CANARY-client-secret";
const BACK: &str = "https://app.example.com/back";
/// The page of the console.
const CONSOLE_BACK: &str = "https://fit.example.com/sign-in/callback";

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

/// The defect of the next ID token or response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    Nonce,
    Audience,
    SecondAudience,
    /// Another audience, and this client as the authorized party.
    SecondAudienceWithParty,
    /// The token was issued to another client.
    OtherParty,
    /// No defect: the token names this client as the authorized party.
    OwnParty,
    Issuer,
    Expired,
    /// Issued more than the accepted difference of clocks from now.
    IssuedLater,
    /// Valid only from then on.
    ValidLater,
    /// The start of the validity is not a number.
    ValidFromText,
    /// No defect: the clock of the provider is ahead by less.
    ClockAhead,
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
    /// The person identified three minutes ago, and the provider did not ask again.
    Silent,
    /// The token does not say when the person identified.
    NoAuthTime,
    /// The authorization endpoint is a script.
    ScriptEndpoint,
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
    /// The claims in addition to `sub`.
    claims: Document,
    /// Whether only the user information has the claims.
    claims_apart: bool,
}

/// The claims that a code is exchanged for.
struct IssuedClaims {
    person: Person,
    nonce: String,
    challenge: String,
    redirect: String,
    /// Whether the request demanded the credentials.
    asks_again: bool,
}

struct Behaviour {
    keys: Keys,
    codes: HashMap<String, IssuedClaims>,
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
            "issuer = '{}'\nclient_id = '{CLIENT}'\nredirect_urls = ['{BACK}', '{CONSOLE_BACK}']\nlabel = 'Company account'",
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
            ("scope", "openid email profile"),
            ("code_challenge_method", "S256"),
        ] {
            assert_eq!(query[name], value, "{url}");
        }
        assert_eq!(query["state"].len(), 43);
        assert!([BACK, CONSOLE_BACK].contains(&&*query["redirect_uri"]));
        let demands = ["prompt", "max_age"].map(|name| query.get(name).map(String::as_str));
        let asks_again = demands == [Some("login"), Some("0")];
        assert!(asks_again || demands == [None, None], "{url}");
        let mut behaviour = self.behaviour.lock().unwrap();
        behaviour.visits += 1;
        let code = format!("code-{}", behaviour.visits);
        let issued = IssuedClaims {
            person: person.clone(),
            nonce: query["nonce"].clone(),
            challenge: query["code_challenge"].clone(),
            redirect: query["redirect_uri"].clone(),
            asks_again,
        };
        behaviour.codes.insert(code.clone(), issued);
        code
    }
}

async fn metadata(State(provider): State<Provider>) -> Json<Document> {
    let issuer = &provider.issuer;
    provider.set(|behaviour| behaviour.discoveries += 1);
    let authorization = match provider.behaviour.lock().unwrap().fault {
        Fault::ScriptEndpoint => "javascript:alert(1)".to_owned(),
        _ => format!("{issuer}/authorize"),
    };
    Json(json!({
        "issuer": issuer, "authorization_endpoint": authorization,
        "token_endpoint": format!("{issuer}/token"), "userinfo_endpoint": format!("{issuer}/me"),
        "jwks_uri": format!("{issuer}/keys"), "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // A hostile provider lists weak algorithms too; the server must not accept them.
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
fn id_token(issuer: &str, behaviour: &Behaviour, issued: &IssuedClaims) -> String {
    let (fault, signature) = (behaviour.fault, behaviour.signature);
    let now = jiff::Timestamp::now().as_second();
    let mut claims = json!({
        "iss": issuer, "sub": issued.person.subject, "aud": CLIENT, "exp": now + 60, "iat": now,
        "nonce": issued.nonce,
    });
    if issued.asks_again && fault != Fault::NoAuthTime {
        let ago = if fault == Fault::Silent { 180 } else { 0 };
        claims["auth_time"] = json!(now - ago);
    }
    match fault {
        Fault::Nonce => claims["nonce"] = json!("another nonce"),
        Fault::Audience => claims["aud"] = json!("another client"),
        Fault::SecondAudience => claims["aud"] = json!([CLIENT, "another client"]),
        Fault::SecondAudienceWithParty => {
            claims["aud"] = json!([CLIENT, "another client"]);
            claims["azp"] = json!(CLIENT);
        }
        Fault::OtherParty => claims["azp"] = json!("another client"),
        Fault::OwnParty => claims["azp"] = json!(CLIENT),
        Fault::Issuer => claims["iss"] = json!("https://login.example.com"),
        Fault::Expired => claims["exp"] = json!(now - 1),
        Fault::IssuedLater => claims["iat"] = json!(now + 120),
        Fault::ValidLater => claims["nbf"] = json!(now + 120),
        Fault::ValidFromText => claims["nbf"] = json!("yesterday"),
        Fault::ClockAhead => (claims["iat"], claims["nbf"]) = (json!(now + 30), json!(now + 30)),
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
    start_at(SystemClock::shared(), change).await
}

async fn start_at(clock: Arc<dyn Clock>, change: impl FnOnce(&mut Oidc)) -> (TestApp, Provider) {
    let provider = Provider::start().await;
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&secret, SECRET).unwrap();
    let mut section = provider.section();
    section.client_secret_file = Some(secret.path().to_owned());
    change(&mut section);
    let add = |config: &mut Config| drop(config.oidc.insert("company".to_owned(), section));
    (TestApp::start_at(clock, add).await, provider)
}

/// Begins a sign-in and identifies; returns the parameters that the client sends back.
async fn identified(app: &TestApp, provider: &Provider, person: &Person) -> Document {
    let begun = begin(&app.anonymous()).await;
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), person);
    json!({ "state": begun["state"], "code": code })
}

async fn begin(who: &TestClient) -> Document {
    let body = json!({ "redirect_uri": BACK });
    who.post("/api/auth/oidc/company", body).await.ok()
}

const FINISH: &str = "/api/auth/oidc/token";

/// Links a person's identity to an account.
async fn link(own: &TestClient, password: &str, provider: &Provider, person: &Person) {
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
pub(crate) async fn link_ada(own: &TestClient, password: &str, provider: &Provider) {
    link(own, password, provider, &ada()).await;
}

/// Links and unlinks an identity, for the kinds of events.
pub(crate) async fn every_act(own: &TestClient, password: &str, provider: &Provider) {
    link(own, password, provider, &ada()).await;
    unlink(own, password).await.ok();
}

async fn unlink(own: &TestClient, password: &str) -> Answer {
    let path = "/api/auth/identities/company/unlink";
    own.post(path, json!({ "password": password })).await
}
