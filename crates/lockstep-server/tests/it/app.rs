//! The real server in this process, and its clients.
//!
//! ```text
//! let app = TestApp::start().await;
//! let ada = app.user("ada").await;
//! ada.get("/v1/admin/users").await.refused(403, "PERMISSION_DENIED");
//! ```

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, Method, header};
use lockstep_config::{Config, Switch};
use lockstep_server::commands::serve::{RunningPlatform, start_at};
use lockstep_server::data::{DATABASE, DataDir};
use lockstep_store::{Clock, Settings, SystemClock, Timestamp};
use lockstep_web::PasswordCost;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use zeroize::Zeroizing;

use crate::standbys::{self, Standbys};

/// A server on its own port and directory; dropping it removes both.
pub(crate) struct TestApp {
    /// They end first: none of them shall take over.
    standbys: Standbys,
    running: RunningPlatform,
    admin: TestClient,
    pub(crate) folder: TempDir,
}

/// A client that sends requests, with or without a credential.
#[derive(Clone)]
pub(crate) struct TestClient {
    pub(crate) address: SocketAddr,
    pub(crate) client: reqwest::Client,
    pub(crate) token: Option<String>,
    /// The account's id; empty for an anonymous client.
    pub(crate) id: String,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) asked: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl TestApp {
    /// Starts a fresh installation.
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// Starts with a changed configuration.
    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if crate::postgres::schema_of(folder.path()).is_none() {
            crate::migrated_store::write(&folder.path().join(DATABASE));
        }
        Self::start_in(folder, change).await
    }

    /// Starts on a directory that an earlier test server may have used.
    pub(crate) async fn start_in(folder: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        Self::started(folder, SystemClock::shared(), change).await
    }

    /// Starts a fresh installation with the time of a clock.
    pub(crate) async fn start_at(clock: Arc<dyn Clock>, change: impl FnOnce(&mut Config)) -> Self {
        Self::started(tempfile::tempdir().unwrap(), clock, change).await
    }

    async fn started(
        folder: TempDir,
        clock: Arc<dyn Clock>,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = Config {
            data: folder.path().to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            ..Config::default()
        };
        config.webhooks.enabled = Switch(true);
        // A fifth of the time of all tests would be the hashing of passwords.
        config.auth.password_cost = PasswordCost {
            memory_kib: 64,
            passes: 1,
        };
        config.store.url = crate::postgres::schema_of(folder.path());
        change(&mut config);
        standbys::prepare(&mut config);
        let data = DataDir::hold(&config.data).unwrap();
        let password = Zeroizing::new(ADMIN_PASSWORD.to_owned());
        let running = start_at(&config, data, Some(password), clock)
            .await
            .unwrap();
        let mut settings = Settings::clone(&running.state.settings());
        settings.network.request_timeout = REQUEST_SECONDS;
        running.state.apply(settings);
        let standbys = Standbys::beside(&config, folder.path());
        let anonymous = TestClient::at(standbys.address(running.address));
        let admin = anonymous.signed_in("admin", ADMIN_PASSWORD).await;
        Self {
            standbys,
            running,
            admin,
            folder,
        }
    }

    /// Returns the first administrator, whose tier is enterprise.
    pub(crate) fn admin(&self) -> TestClient {
        self.admin.clone()
    }

    /// Returns a client without a credential, of the next node if there are several.
    pub(crate) fn anonymous(&self) -> TestClient {
        TestClient::at(self.standbys.address(self.running.address))
    }

    /// Creates an account with a generous request limit.
    pub(crate) async fn user(&self, name: &str) -> TestClient {
        self.account(name, "user", "enterprise").await
    }

    /// Creates an account and signs it in.
    pub(crate) async fn account(&self, name: &str, role: &str, tier: &str) -> TestClient {
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
            "role": role, "tier": tier,
        });
        self.admin.post("/v1/admin/users", new).await.ok();
        self.anonymous().signed_in(name, PASSWORD).await
    }

    /// Returns the address of MQTT without TLS, of the next node if there are several.
    pub(crate) fn mqtt(&self) -> SocketAddr {
        self.standbys.mqtt(self.running.mqtt.unwrap())
    }

    /// Returns the application state.
    pub(crate) fn state(&self) -> &lockstep_web::AppState {
        &self.running.state
    }

    /// Waits until the bytes that are charged to all budgets meet a condition.
    pub(crate) async fn until_held_bytes(&self, met: impl Fn(usize) -> bool) {
        let held = || self.state().body_bytes();
        let seen = tokio::time::timeout(Duration::from_secs(60), until(|| met(held()))).await;
        assert!(seen.is_ok(), "{} bytes are held", held());
    }

    /// Stops the server gracefully and returns the directory.
    pub(crate) async fn stop(self) -> TempDir {
        drop(self.standbys);
        self.running.stop().await;
        self.folder
    }
}

/// Waits until a condition of this process holds. Other tests get the processor between two looks.
pub(crate) async fn until(holds: impl Fn() -> bool) {
    let mut ticks = tokio::time::interval(Duration::from_millis(2));
    while !holds() {
        ticks.tick().await;
    }
}

impl TestClient {
    /// Returns a client without a credential for an address.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self {
            address,
            client: reqwest::Client::new(),
            token: None,
            id: String::new(),
        }
    }

    /// Returns the client with a token.
    pub(crate) fn bearing(&self, token: impl Into<String>) -> Self {
        Self {
            token: Some(token.into()),
            ..self.clone()
        }
    }

    /// Signs in.
    pub(crate) async fn signed_in(&self, name: &str, password: &str) -> Self {
        let body = json!({ "username": name, "password": password });
        let pair = self.post("/api/auth/token", body).await.ok();
        let mut caller = self.bearing(pair["access_token"].as_str().unwrap());
        let me = caller.get("/api/auth/me").await.ok();
        caller.id = me["id"].as_str().unwrap().to_owned();
        caller
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Json) -> Answer {
        self.send(self.request(Method::POST, path).json(&body))
            .await
    }

    pub(crate) async fn put(&self, path: &str, body: Json) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Json) -> Answer {
        self.send(self.request(Method::PATCH, path).json(&body))
            .await
    }

    /// Sends a `POST` of JSON under an idempotency key.
    pub(crate) async fn post_once(&self, path: &str, key: &str, body: Json) -> Answer {
        let request = self.request(Method::POST, path).json(&body);
        self.send(request.header("Idempotency-Key", key)).await
    }

    /// Sends a `POST` of bytes with a JSON content type.
    pub(crate) async fn post_bytes(&self, path: &str, body: impl Into<reqwest::Body>) -> Answer {
        let request = self.request(Method::POST, path);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(body)).await
    }

    /// Imports a recording.
    pub(crate) async fn import(&self, file: impl Into<Vec<u8>>) -> Answer {
        self.import_of(file, None).await
    }

    /// Imports a recording of several people.
    pub(crate) async fn import_of(
        &self,
        file: impl Into<Vec<u8>>,
        participant: Option<&str>,
    ) -> Answer {
        self.import_form("recording", file.into(), participant)
            .await
    }

    /// Imports a file with a name.
    pub(crate) async fn import_named(&self, name: &str, file: impl Into<Vec<u8>>) -> Answer {
        self.import_form(name, file.into(), None).await
    }

    async fn import_form(&self, name: &str, file: Vec<u8>, participant: Option<&str>) -> Answer {
        let part = reqwest::multipart::Part::bytes(file).file_name(name.to_owned());
        let mut form = reqwest::multipart::Form::new().part("file", part);
        if let Some(participant) = participant {
            form = form.text("participant", participant.to_owned());
        }
        let request = self.request(Method::POST, "/v1/sfdp/import");
        self.send(request.multipart(form)).await
    }

    /// Builds a request with the credential.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = format!("http://{}{path}", self.address);
        let request = self.client.request(method, url);
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request.
    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        self.try_send(request).await.unwrap()
    }

    /// Sends a request to which no response may arrive.
    pub(crate) async fn try_send(
        &self,
        request: reqwest::RequestBuilder,
    ) -> Result<Answer, reqwest::Error> {
        let request = request.build()?;
        let asked = format!("{} {}", request.method(), request.url().path());
        let body = request.body().and_then(reqwest::Body::as_bytes);
        let body = body.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let answer = self.client.execute(request).await?;
        let answer = Answer {
            asked,
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            bytes: answer.bytes().await?.into(),
        };
        answer.record(&body.unwrap_or_default());
        Ok(answer)
    }
}

impl Answer {
    /// Appends a successful exchange to the file that `RECORD_EXAMPLES` names: `cargo xtask gen`
    /// chooses the examples of the OpenAPI document from it.
    fn record(&self, request: &Json) {
        #[expect(clippy::disallowed_methods, reason = "the xtask asks for it")]
        let file = std::env::var_os("RECORD_EXAMPLES");
        let Some(file) = file else {
            return;
        };
        let Ok(response) = serde_json::from_slice::<Json>(&self.bytes) else {
            return;
        };
        if !(200..300).contains(&self.status) {
            return;
        }
        let (method, path) = self.asked.split_once(' ').unwrap();
        let line = json!({
            "method": method, "path": path, "request": request, "response": response,
        });
        let file = OpenOptions::new().create(true).append(true).open(file);
        // One write for the line: tests run side by side.
        file.unwrap()
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }

    /// Returns the body as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// Expects success and returns the JSON.
    #[track_caller]
    pub(crate) fn ok(&self) -> Json {
        assert_eq!(self.status, 200, "{self}");
        self.json()
    }

    /// Expects an error with this status and code in the standard format; returns its `error`.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Json {
        let error = self.refusal();
        assert_eq!(
            (self.status, error["code"].as_str()),
            (status, Some(code)),
            "{self}"
        );
        error
    }

    /// Expects any error in the standard format; returns its `error`.
    #[track_caller]
    pub(crate) fn refusal(&self) -> Json {
        assert!((400..600).contains(&self.status), "{self}");
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self}"
        );
        let body = self.json();
        let names = |json: &Json| -> Vec<String> {
            json.as_object()
                .unwrap_or_else(|| panic!("no object: {self}"))
                .keys()
                .cloned()
                .collect()
        };
        assert_eq!(names(&body), ["error", "status"], "{self}");
        assert_eq!(body["status"], self.status, "{self}");
        let error = &body["error"];
        let fields = names(error);
        let fields = fields.iter().filter(|name| *name != "details");
        assert!(fields.eq(["code", "message", "requestId"]), "{self}");
        let text = |name: &str| error[name].as_str().filter(|text| !text.is_empty());
        assert!(
            text("code").is_some() && text("message").is_some(),
            "{self}"
        );
        assert_eq!(text("requestId"), self.header("x-request-id"), "{self}");
        error.clone()
    }

    /// Expects an error about one parameter; returns its reason.
    #[track_caller]
    pub(crate) fn blames(&self, parameter: &str) -> String {
        let error = self.refusal();
        assert_eq!(self.status, 400, "{self}");
        assert_eq!(error["details"]["parameter"], parameter, "{self}");
        error["details"]["reason"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = self.bytes.len().min(600);
        let body = String::from_utf8_lossy(&self.bytes[..shown]);
        write!(f, "{} → {} {body}", self.asked, self.status)
    }
}

/// Deterministic pseudo-random numbers from a seed (SplitMix64).
pub(crate) struct SeededRandom(pub(crate) u64);

impl SeededRandom {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `most`.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.roll() % most
    }
}

/// The machine's clock, ahead by the time that a test lets pass.
pub(crate) struct AdvancedClock {
    machine: Arc<dyn Clock>,
    ahead_seconds: AtomicU64,
}

impl AdvancedClock {
    pub(crate) fn shared() -> Arc<Self> {
        Arc::new(Self {
            machine: SystemClock::shared(),
            ahead_seconds: AtomicU64::new(0),
        })
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.ahead_seconds
            .fetch_add(time.as_secs(), Ordering::SeqCst);
    }

    fn ahead(&self) -> Duration {
        Duration::from_secs(self.ahead_seconds.load(Ordering::SeqCst))
    }
}

impl Clock for AdvancedClock {
    fn now(&self) -> Timestamp {
        self.machine.now().plus(self.ahead())
    }

    fn monotonic(&self) -> Duration {
        self.machine.monotonic() + self.ahead()
    }
}

/// Builds a `POST /data` body with `values` of a type, one per second from `start` (Unix seconds).
pub(crate) fn points(kind: &str, unit: &str, device: &str, start: i64, values: &[f64]) -> Json {
    let points: Vec<Json> = values
        .iter()
        .enumerate()
        .map(|(place, value)| {
            let at = Timestamp((start + place as i64) * 1000);
            json!({
                "timestamp": at.to_string(), "type": kind, "value": value, "unit": unit,
                "device": device,
            })
        })
        .collect();
    json!({ "data": points })
}

/// The `requestTimeout` of tests. A proof by an unoptimised build on a busy machine takes longer
/// than the 30 seconds of a new installation.
const REQUEST_SECONDS: u32 = 300;
/// The first administrator's password.
pub(crate) const ADMIN_PASSWORD: &str = "first of all the keepers";
/// The password of every other account.
pub(crate) const PASSWORD: &str = "correct horse battery";
/// 2026-06-01T00:00:00Z.
pub(crate) const JUNE: i64 = 1_780_272_000;
