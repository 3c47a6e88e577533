//! Secrets that must never be readable again: passwords, tokens, keys and measured values. Canaries
//! pass through every operation of the document, in valid and invalid requests. The test then searches
//! all storage, logs and responses for them.

use std::collections::BTreeSet;
use std::path::Path;

use axum::http::{Method, header};
use lockstep_store::{Row, StoreError};
use lockstep_web::Policy;
use memchr::memmem;
use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, Answer, JUNE, PASSWORD, TestClient, points};
use crate::child::Child;
use crate::operations::{Body, Operation, ResourceKind, document};

/// Everything that responses contained, by recipient.
#[derive(Default)]
struct Received {
    /// Error responses to any client.
    refusals: Vec<u8>,
    /// All responses to clients other than the owner.
    others: Vec<u8>,
    /// All headers of all responses.
    headers: Vec<u8>,
    /// Secrets that responses returned on purpose.
    returned: BTreeSet<String>,
    answers: usize,
}

impl Received {
    fn note(&mut self, answer: &Answer, owner: bool) {
        self.answers += 1;
        for (name, value) in &answer.headers {
            self.headers.extend(name.as_str().as_bytes());
            self.headers.extend(b": ");
            self.headers.extend(value.as_bytes());
            self.headers.push(b'\n');
        }
        if answer.status >= 400 {
            self.refusals.extend(&answer.bytes);
            self.refusals.push(b'\n');
        } else if let Ok(json) = serde_json::from_slice::<Json>(&answer.bytes) {
            self.secrets_of(&json);
        }
        if !owner {
            self.others.extend(&answer.bytes);
            self.others.push(b'\n');
        }
    }

    /// Keeps every text whose field has the name of a secret.
    fn secrets_of(&mut self, json: &Json) {
        match json {
            // A signed document: its `key` is a fingerprint, and the whole document is public.
            Json::Object(fields) if fields.contains_key("signature") => {}
            Json::Object(fields) => {
                for (name, value) in fields {
                    let name = name.to_lowercase();
                    let secret = ["token", "key", "ticket", "secret", "password"];
                    match value {
                        Json::String(text)
                            if text.len() >= 20 && secret.iter().any(|end| name.ends_with(end)) =>
                        {
                            self.returned.insert(text.clone());
                        }
                        value => self.secrets_of(value),
                    }
                }
            }
            Json::Array(all) => all.iter().for_each(|value| self.secrets_of(value)),
            _ => {}
        }
    }
}

/// Builds invalid bodies that contain a secret: in place of each value, under an unknown name, and in
/// invalid JSON.
fn spoilt(body: &Json, secret: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut wrong = vec![json!(secret), json!([secret]), json!({ "inner": secret })];
    wrong.extend(secret.parse::<f64>().map(|number| json!(number)));
    for wrong in &wrong {
        for place in places(body, "") {
            let mut body = body.clone();
            match body.pointer_mut(&place) {
                // A text in place of a text is valid, and the server would store it.
                Some(Json::String(_)) if wrong.is_string() => continue,
                Some(Json::Number(_)) if wrong.is_number() => continue,
                Some(value) => *value = wrong.clone(),
                None => continue,
            }
            all.push(body.to_string());
        }
        let mut more = body.clone();
        more["surprise"] = wrong.clone();
        all.push(more.to_string());
        all.push(wrong.to_string());
    }
    let text = body.to_string();
    all.push(format!("{text}{secret}"));
    all.push(format!("{{\"name\":\"{secret}\""));
    all.push(text.replacen("\":", &format!("\":{secret}"), 1));
    all
}

/// Returns the JSON pointer of each value.
fn places(json: &Json, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Json)> = match json {
        Json::Object(fields) => fields.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Json::Array(all) => all
            .iter()
            .enumerate()
            .map(|(n, it)| (n.to_string(), it))
            .collect(),
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (name, value) in inner {
        let at = format!("{at}/{name}");
        all.extend(places(value, &at));
        all.push(at);
    }
    all
}

async fn post(caller: &TestClient, operation: &Operation, path: &str, body: String) -> Answer {
    let request = caller.request(operation.method.clone(), path);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    caller.send(request.body(body)).await
}

/// Sends one operation with one secret in every position that a caller controls.
async fn attack(
    received: &mut Received,
    operation: &Operation,
    document: &Json,
    (ada, bob): (&TestClient, &TestClient),
    secret: &str,
) {
    let path = operation.at("dev_01h455vb4pex5vsknk084sn02q");
    if let Some(Body::Json(body)) = operation.body(document) {
        for spoilt in spoilt(&body, secret) {
            // After ten wrong sign-ins a minute, further ones are not checked.
            let answer = post(ada, operation, &path, spoilt).await;
            received.note(&answer, true);
        }
    }
    let ask = |caller: &TestClient, path: &str| caller.request(operation.method.clone(), path);
    let spelt: String = secret.replace(' ', "%20");
    for at in [
        operation.at(&spelt),
        format!("{path}?cursor={spelt}"),
        format!("{path}?startDate={spelt}&type={spelt}&page={spelt}&limit={spelt}"),
    ] {
        received.note(&ada.send(ask(ada, &at)).await, true);
    }
    // The response may name an unknown parameter, but the log may not.
    let named = ada.send(ask(ada, &format!("{path}?{spelt}=1"))).await;
    assert!(named.status < 500, "{named}");
    for (name, value) in [
        ("Authorization", secret.to_owned()),
        ("Authorization", format!("Basic {secret}")),
        ("Authorization", format!("Bearer {secret}x")),
        ("Content-Type", secret.to_owned()),
        ("Content-Encoding", secret.to_owned()),
        ("Accept", secret.to_owned()),
        ("Idempotency-Key", secret.to_owned()),
        ("X-Forwarded-For", secret.to_owned()),
        ("Cookie", secret.to_owned()),
        ("User-Agent", secret.to_owned()),
        ("Referer", secret.to_owned()),
    ] {
        let caller = if name == "Authorization" {
            TestClient {
                token: None,
                ..bob.clone()
            }
        } else {
            bob.clone()
        };
        let request = ask(&caller, &path).header(name, value);
        received.note(&caller.send(request).await, false);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn canaries_are_found_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start_with(
        folder.path(),
        &[
            ("LOCKSTEP_LOG_LEVEL", "trace"),
            ("LOCKSTEP_WEBHOOKS_ENABLED", "true"),
        ],
    );
    let admin = child.admin().await;
    let anonymous = TestClient::at(child.address);
    let mut received = Received::default();
    let new = |name: &str, password: &str, role: &str| {
        json!({
            "username": name, "email": format!("{name}@example.org"), "password": password,
            "role": role, "tier": "enterprise",
        })
    };
    for (name, password, role) in [
        ("ada", SECRET_PASSWORD, "user"),
        ("bob", PASSWORD, "user"),
        ("eve", PASSWORD, "auditor"),
    ] {
        let made = admin
            .post("/v1/admin/users", new(name, password, role))
            .await;
        made.ok();
        received.note(&made, false);
    }
    let ada = anonymous.signed_in("ada", SECRET_PASSWORD).await;
    let bob = anonymous.signed_in("bob", PASSWORD).await;
    let eve = anonymous.signed_in("eve", PASSWORD).await;
    // HTTP/2 too: other libraries write logs there.
    let two = reqwest::Client::builder()
        .http2_prior_knowledge()
        .build()
        .unwrap();
    let ada_over_two = TestClient {
        client: two,
        ..ada.clone()
    };

    // All valid requests, with canaries.
    let pair = json!({ "username": "ada", "password": SECRET_PASSWORD });
    let pair = ada_over_two.post("/api/auth/token", pair).await;
    received.note(&pair, true);
    let refresh = pair.ok()["refresh_token"].as_str().unwrap().to_owned();
    let key = ada.post("/v1/api-keys", json!({ "name": "bridge" })).await;
    received.note(&key, true);
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let values: Vec<f64> = CANARIES.iter().map(|text| text.parse().unwrap()).collect();
    let body = points("heart_rate", "bpm", DEVICE, JUNE, &values);
    let by_key = ada_over_two.bearing(&*key);
    received.note(
        &by_key
            .post_once("/v1/sfdp/data", "once", body.clone())
            .await,
        true,
    );
    let row = format!("2026-01-01T00:00:00Z,weight,{},kg,{DEVICE}\n", CANARIES[0]);
    let recording = format!("timestamp,type,value,unit,device\n{row}");
    received.note(&ada.import(recording).await, true);
    let profile = json!({ "weightKg": values[0], "maxHeartRate": 190 });
    received.note(&ada.put("/v1/sfdp/profile", profile).await, true);
    let device = json!({ "type": "watch", "name": DEVICE, "capabilities": [] });
    received.note(&ada.post("/v1/sfdp/devices", device).await, true);
    assert!(
        received.answers == 9 && received.refusals.is_empty(),
        "a valid request failed"
    );

    // Every valid operation by every client; the other clients use Ada's ids.
    let (document, operations) = document(&anonymous).await;
    let ids = [
        ResourceKind::Device.make(&ada).await,
        ResourceKind::Key.make(&ada).await,
        ResourceKind::EncryptionKey.make(&ada).await,
        ResourceKind::Job.make(&ada).await,
        ada.id.clone(),
        ResourceKind::Erasure.make(&admin).await,
        ResourceKind::Session.make(&ada).await,
        ResourceKind::Credential.make(&admin).await,
        ResourceKind::Activity.make(&ada).await,
        ResourceKind::Import.make(&ada).await,
        ResourceKind::DataToken.make(&ada).await,
        ResourceKind::Purchase.make(&ada).await,
        ResourceKind::Listing.make(&ada).await,
        ResourceKind::WebhookDelivery.make(&ada).await,
        // Making these signs in, which wrong passwords of the same address would prevent later.
        ResourceKind::Alert.make(&ada).await,
        ResourceKind::Item.make(&admin).await,
    ];
    for operation in &operations {
        for (caller, owner) in [
            (&ada, true),
            (&bob, false),
            (&eve, false),
            (&anonymous, false),
        ] {
            let id = match operation.path.contains('{') {
                false => "",
                true => match ResourceKind::of(&operation.path) {
                    ResourceKind::Device => &*ids[0],
                    ResourceKind::Key => &ids[1],
                    ResourceKind::EncryptionKey => &ids[2],
                    ResourceKind::Job => &ids[3],
                    ResourceKind::Account => &ids[4],
                    ResourceKind::Erasure => &ids[5],
                    ResourceKind::Session => &ids[6],
                    ResourceKind::Credential => &ids[7],
                    ResourceKind::Activity => &ids[8],
                    ResourceKind::Import => &ids[9],
                    ResourceKind::DataToken => &ids[10],
                    ResourceKind::Purchase => &ids[11],
                    ResourceKind::Listing => &ids[12],
                    ResourceKind::WebhookDelivery => &ids[13],
                    ResourceKind::Alert => &ids[14],
                    ResourceKind::Circuit | ResourceKind::OwnCircuit => "commitment",
                    ResourceKind::Ceremony => "none",
                    ResourceKind::Provider => "company",
                    ResourceKind::Item | ResourceKind::Of("/v1/admin/marketplace/items") => {
                        &ids[15]
                    }
                    kind @ (ResourceKind::UadmDevice
                    | ResourceKind::Command
                    | ResourceKind::Agent
                    | ResourceKind::Deployment
                    | ResourceKind::Workflow
                    | ResourceKind::Run
                    | ResourceKind::Of(_)) => &kind.make(&ada).await,
                },
            };
            let removes = operation.method == Method::DELETE;
            if owner && removes {
                continue;
            }
            let body = operation.body(&document);
            let answer = operation.send(caller, &operation.at(id), body).await;
            received.note(&answer, owner);
        }
        if operation.method == Method::GET && !operation.path.contains('{') {
            received.note(&admin.get(&operation.path).await, false);
        }
    }
    // The invalid requests.
    let walked = received.answers;
    for secret in [SECRET_PASSWORD, &*key, &*refresh, CANARIES[2]] {
        for operation in &operations {
            attack(&mut received, operation, &document, (&ada, &bob), secret).await;
        }
    }
    // Conflicts and repeated requests, whose responses depend on earlier requests.
    for (caller, path, body) in [
        (
            &admin,
            "/v1/admin/users",
            new("ada", SECRET_PASSWORD, "user"),
        ),
        (
            &ada,
            "/api/auth/refresh",
            json!({ "refresh_token": refresh }),
        ),
        (
            &ada,
            "/api/auth/refresh",
            json!({ "refresh_token": refresh }),
        ),
        (
            &anonymous,
            "/api/auth/refresh",
            json!({ "refresh_token": format!("{refresh}x") }),
        ),
        (&bob, "/api/auth/revoke", json!({ "token": refresh })),
    ] {
        received.note(&caller.post(path, body).await, false);
    }
    let other = points("x", "y", "z", JUNE, &[1.0]);
    received.note(&ada.post_once("/v1/sfdp/data", "once", other).await, true);
    let attacks = received.answers - walked;
    assert!(attacks > 1000, "{attacks}");

    // A backup, while it runs.
    let backup = folder.path().join("backup");
    let args = ["backup", "create", &*backup.to_string_lossy()];
    assert!(crate::child::run(folder.path(), &args, "").status.success());
    received.note(&anonymous.get("/metrics").await, false);
    let mut returned = std::mem::take(&mut received.returned);
    returned.extend(
        [key, refresh]
            .into_iter()
            .chain([&admin, &ada, &bob, &eve].map(|caller| caller.token.clone().unwrap())),
    );
    let (fine, lines) = child.end();
    assert!(fine);
    let log = lines.join("\n").into_bytes();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("\"TRACE\"") || line.contains("\"DEBUG\""))
    );
    let kept = kept(folder.path(), [15, 3, 1]).await;
    let mut disk = Vec::new();
    for folder in [folder.path(), &*backup] {
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                disk.extend(std::fs::read(path).unwrap());
            }
        }
    }
    assert!(
        disk.len() > 100_000 && contains(&disk, DEVICE),
        "the store was not read"
    );

    let credentials: Vec<&str> = [SECRET_PASSWORD, ADMIN_PASSWORD, PASSWORD]
        .into_iter()
        .chain(returned.iter().map(String::as_str))
        .collect();
    let health: Vec<&str> = CANARIES.to_vec();
    let mut hits = Vec::new();
    for (place, bytes, canaries) in [
        ("the log", &log, [&credentials[..], &health].concat()),
        // Includes refusals to the sender of the secret, because programs often log refusals.
        (
            "refusals",
            &received.refusals,
            [&credentials[..], &health].concat(),
        ),
        (
            "responses to other clients",
            &received.others,
            [&health[..], &[DEVICE]].concat(),
        ),
        (
            "headers and the addresses in them",
            &received.headers,
            [&credentials[..], &health].concat(),
        ),
        (
            "audit, outbox and outcomes",
            &kept,
            [&credentials[..], &health].concat(),
        ),
        ("the store and its backup", &disk, credentials.clone()),
    ] {
        for canary in canaries {
            if contains(bytes, canary) {
                let text = String::from_utf8_lossy(bytes);
                let line = text
                    .lines()
                    .find(|line| line.contains(canary))
                    .unwrap_or_default();
                hits.push(format!("{canary} in {place}: {line:.600}"));
            }
        }
    }
    println!(
        "B6: {} canaries, {} operations, {} answers ({attacks} to hostile requests), {} log lines, {} hits",
        credentials.len() + health.len() + 1,
        operations.len(),
        received.answers,
        lines.len(),
        hits.len()
    );
    assert!(hits.is_empty(), "{}", hits.join("\n"));
}

/// Returns the rows that keep parts of a request beyond its purpose: at least this many entries of the audit log, events
/// and outcomes.
pub(crate) async fn kept(folder: &Path, least: [usize; 3]) -> Vec<u8> {
    let file = folder.join(lockstep_server::data::DATABASE);
    let keys = lockstep_vault::KeyPaths::usual(folder);
    let state = lockstep_server::app::state(file, &keys, Policy::default())
        .await
        .unwrap();
    let rows = state.db.read::<_, StoreError, _>("test.canary", move |tx| {
        let text = |row: &Row<'_>| row.at::<String>(0);
        let mut all = Vec::new();
        let statements = [
            "SELECT user_name || ' ' || action || ' ' || details || ' '
                || COALESCE(metadata, '') FROM audit_body",
            "SELECT topic || ' ' || payload FROM event_outbox",
            "SELECT outcome FROM idempotency",
        ];
        for (statement, least) in statements.into_iter().zip(least) {
            let rows = tx.query(statement, &[], text)?;
            assert!(rows.len() >= least, "{statement}: {rows:?}");
            all.extend(rows);
        }
        Ok(all.join("\n"))
    });
    let rows = rows.await.unwrap();
    lockstep_server::app::close(&state).await;
    rows.into_bytes()
}

pub(crate) fn contains(bytes: &[u8], text: &str) -> bool {
    memmem::find(bytes, text.as_bytes()).is_some()
}

const SECRET_PASSWORD: &str = "odd-secret-7391-xyzzy";
const DEVICE: &str = "canary-strap-5519";
/// Heart rates that no device measures, each different from any other number.
const CANARIES: &[&str] = &["61.17328", "62.94173", "63.50917"];
