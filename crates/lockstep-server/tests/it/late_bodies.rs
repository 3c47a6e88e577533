//! Rights that are withdrawn while the body of a request arrives: the request has no effect, and shows nothing.

use axum::http::Method;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::tools::Toolbox;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};

/// A request whose head the server has accepted, and whose body it waits for.
struct Held {
    stream: TcpStream,
    body: Vec<u8>,
}

/// The answer to a held request.
struct HeldAnswer {
    status: u16,
    text: String,
}

/// Sends the head of a request, and waits until the server asks for the body.
async fn hold(caller: &TestClient, method: Method, path: &str, body: &Json) -> Held {
    let body = body.to_string().into_bytes();
    hold_of(caller, (method, path), "application/json", body).await
}

/// As [`hold`], with a body of another type.
async fn hold_of(
    caller: &TestClient,
    (method, path): (Method, &str),
    kind: &str,
    body: Vec<u8>,
) -> Held {
    let mut stream = TcpStream::connect(caller.address).await.unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nContent-Type: {kind}\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\
         Connection: close\r\n\r\n",
        caller.token.as_deref().unwrap(),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut asked = Vec::new();
    while !asked.ends_with(b"\r\n\r\n") {
        assert_ne!(stream.read_buf(&mut asked).await.unwrap(), 0);
    }
    assert!(asked.starts_with(b"HTTP/1.1 100 "), "{path}");
    Held { stream, body }
}

impl Held {
    /// Sends the body, and returns the answer.
    async fn finish(mut self) -> HeldAnswer {
        self.stream.write_all(&self.body).await.unwrap();
        let mut answer = Vec::new();
        self.stream.read_to_end(&mut answer).await.unwrap();
        let text = String::from_utf8_lossy(&answer).into_owned();
        let status = text.split(' ').nth(1).unwrap().parse().unwrap();
        HeldAnswer { status, text }
    }
}

/// Makes an API key that may do everything; returns its id and a client with it.
async fn key(owner: &TestClient) -> (String, TestClient) {
    let made = owner.post("/v1/api-keys", json!({ "name": "k" }));
    let made = made.await.ok();
    let id = made["id"].as_str().unwrap().to_owned();
    (id, owner.bearing(made["key"].as_str().unwrap()))
}

fn user_path(of: &TestClient) -> String {
    format!("/v1/admin/users/{}", of.id)
}

#[tokio::test]
async fn an_administrator_that_was_one_changes_nothing() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let new = json!({
        "username": "mallory", "email": "m@example.org", "password": PASSWORD, "role": "admin",
    });
    let settings = json!({ "network": { "requestTimeout": 59 } });
    for (withdrawn, name) in [
        (json!({ "role": "user" }), "ann"),
        (json!({ "status": "suspended" }), "ben"),
    ] {
        let former = app.account(name, "admin", "enterprise").await;
        let (_, by_key) = key(&former).await;
        let again = json!({ "role": "admin", "status": "active" });
        let path = user_path(&former);
        let held = [
            hold(&former, Method::PATCH, &path, &again).await,
            hold(&former, Method::POST, "/v1/admin/users", &new).await,
            hold(&by_key, Method::PATCH, "/v1/admin/settings", &settings).await,
            // A request that only reads.
            hold(&former, Method::POST, "/v1/admin/audit-logs", &json!({})).await,
        ];
        admin.patch(&path, withdrawn.clone()).await.ok();
        for held in held {
            let answer = held.finish().await;
            assert_eq!(answer.status, 401, "{withdrawn}: {}", answer.text);
            assert!(!answer.text.contains("entries"), "{}", answer.text);
        }
        let all = admin.get("/v1/admin/users").await.ok();
        let mut all = all["users"].as_array().unwrap().iter();
        let now = all.find(|user| user["id"] == former.id).unwrap();
        for (field, value) in withdrawn.as_object().unwrap() {
            assert_eq!(&now[field], value, "{now}");
        }
    }
    let all = admin.get("/v1/admin/users").await.ok();
    assert!(!all.to_string().contains("mallory"), "{all}");
    let stored = admin.get("/v1/admin/settings").await.ok();
    assert_ne!(stored["network"]["requestTimeout"], 59, "{stored}");
}

#[tokio::test]
async fn a_revoked_credential_stores_and_reads_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = json!({ "name": "Fenix", "type": "watch", "capabilities": [] });
    ada.post("/v1/sfdp/devices", device).await.ok();
    let two = points("heart_rate", "bpm", "strap", JUNE, &[61.5, 62.5]);
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "devices.list", "arguments": {} },
    });
    let dataset = json!({ "name": "late", "data": [{ "a": 1 }], "encryption_mode": "none" });
    let (id, by_key) = key(&ada).await;
    let file = "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\
        timestamp,type,value,unit,device\n2026-06-01T08:00:00Z,heart_rate,61.5,bpm,strap\n\r\n--B--\r\n";
    let form = "multipart/form-data; boundary=B";
    let import = (Method::POST, "/v1/sfdp/import");
    let held = [
        hold_of(&by_key, import, form, file.into()).await,
        hold(&by_key, Method::POST, "/v1/sfdp/data", &two).await,
        hold(&by_key, Method::POST, "/api/datasets", &dataset).await,
        hold(&by_key, Method::POST, "/mcp", &call).await,
    ];
    ada.delete(&format!("/v1/api-keys/{id}")).await.ok();
    for held in held {
        let answer = held.finish().await;
        assert!(answer.status >= 400, "{}", answer.text);
        assert!(!answer.text.contains("Fenix"), "{}", answer.text);
    }
    // A sign-in that the change of the password ended.
    let thief = app.anonymous().signed_in("ada", PASSWORD).await;
    let stolen = json!({ "current_password": PASSWORD, "new_password": "viola harbor maple 31" });
    let held = [
        hold(&thief, Method::POST, "/v1/sfdp/data", &two).await,
        hold(&thief, Method::POST, "/api/auth/password", &stolen).await,
    ];
    let mine = json!({ "current_password": PASSWORD, "new_password": "tuba lantern orchid 77" });
    ada.post("/api/auth/password", mine).await.ok();
    for held in held {
        let answer = held.finish().await;
        assert_eq!(answer.status, 401, "{}", answer.text);
    }
    let ada = app
        .anonymous()
        .signed_in("ada", "tuba lantern orchid 77")
        .await;
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    let datasets = ada.get("/api/datasets").await.ok();
    assert!(!datasets.to_string().contains("late"), "{datasets}");
}

/// Tools are called by MCP, by workflows and by agents, in tasks of their own.
#[tokio::test]
async fn a_tool_writes_nothing_for_a_credential_that_was_revoked_meanwhile() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (id, by_key) = key(&ada).await;
    let credential = by_key.token.as_deref().unwrap();
    let caller = app.state().authenticate(credential).await.unwrap();
    let tools = Toolbox::of(app.state()).unwrap();
    let create = async |name: &str| {
        let input = json!({ "name": name, "data": { "a": [1] }, "encryption_mode": "none" });
        let called = tools.call(caller.clone(), "datasets.create", input).await;
        called.map_err(|error| error.kind)
    };
    create("early").await.unwrap();
    ada.delete(&format!("/v1/api-keys/{id}")).await.ok();
    // As a call that waited for the store while the key was revoked.
    assert_eq!(create("late").await.unwrap_err(), ErrorKind::BadCredential);
    let datasets = ada.get("/api/datasets").await.ok().to_string();
    assert!(
        datasets.contains("early") && !datasets.contains("late"),
        "{datasets}"
    );
}

/// A long answer ends, visibly incomplete, once its request has lost its rights.
#[tokio::test]
async fn a_long_answer_ends_with_the_credential() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let row = "x".repeat(1000);
    let rows: String = (0..30_000).map(|n| format!("{n},{row}\n")).collect();
    let new = json!({ "name": "long", "data": { "n": [0] }, "encryption_mode": "none" });
    let made = ada.post("/api/datasets", new).await.ok();
    let path = format!("/api/datasets/{}/data", made["id"].as_str().unwrap());
    let upload = ada
        .request(Method::PUT, &path)
        .header("Content-Type", "text/csv");
    let whole = format!("n,text\n{rows}");
    ada.send(upload.body(whole.clone())).await.ok();
    for is_revoked in [false, true] {
        let (id, by_key) = key(&ada).await;
        let request = by_key
            .request(Method::GET, &path)
            .header("Accept", "text/csv");
        let mut answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let mut read = answer.chunk().await.unwrap().unwrap().len();
        if is_revoked {
            ada.delete(&format!("/v1/api-keys/{id}")).await.ok();
        }
        let ended = loop {
            match answer.chunk().await {
                Ok(Some(bytes)) => read += bytes.len(),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        assert_eq!(
            ended.is_err(),
            is_revoked,
            "{read} of {} bytes",
            whole.len()
        );
        assert_eq!(
            read < whole.len(),
            is_revoked,
            "{read} of {} bytes",
            whole.len()
        );
    }
}

/// An upload may take longer than an access token lives.
#[tokio::test]
async fn a_request_survives_the_renewal_and_the_end_of_its_token() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let signed_in = json!({ "username": "ada", "password": PASSWORD });
    let pair = app
        .anonymous()
        .post("/api/auth/token", signed_in)
        .await
        .ok();
    let ada = app
        .anonymous()
        .bearing(pair["access_token"].as_str().unwrap());
    let two = points("heart_rate", "bpm", "strap", JUNE, &[61.5, 62.5]);
    let held = hold(&ada, Method::POST, "/v1/sfdp/data", &two).await;
    let renew = json!({ "refresh_token": pair["refresh_token"] });
    app.anonymous().post("/api/auth/refresh", renew).await.ok();
    let expire = |tx: &mut lockstep_store::Tx<'_>| {
        tx.execute("UPDATE token SET expires_at = 1 WHERE kind = 'at'", &[])
            .map(drop)
    };
    let expired = app
        .state()
        .db
        .write::<_, lockstep_store::StoreError, _>("test", expire);
    expired.await.unwrap();
    ada.get("/v1/sfdp/data").await.refused(401, "AUTH_ERROR");
    let answer = held.finish().await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}
