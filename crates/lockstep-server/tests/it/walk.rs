//! A walk over the OpenAPI document: what every operation owes its callers. A new operation is
//! walked by itself, from the day it stands in the document.

use std::collections::BTreeSet;

use axum::http::{Method, header};
use serde_json::{Value as Json, json};

use crate::app::{Answer, Anyone, TestApp};

/// An operation as the document describes it.
struct Operation {
    method: Method,
    path: String,
    about: Json,
}

impl Operation {
    fn permission(&self) -> Option<&str> {
        self.about["x-permission"].as_str()
    }

    /// Its path with something in the place of its variables.
    fn at(&self, id: &str) -> String {
        match self.path.split_once('{') {
            Some((before, rest)) => {
                let after = rest.split_once('}').unwrap().1;
                assert!(!after.contains('{'), "two variables: {}", self.path);
                format!("{before}{id}{after}")
            }
            None => self.path.clone(),
        }
    }

    /// Acts on a thing that is named by the path need none.
    fn takes_body(&self) -> bool {
        let writes = matches!(self.method, Method::POST | Method::PUT | Method::PATCH);
        writes && (self.about["requestBody"].is_object() || !self.path.contains('}'))
    }

    /// The smallest body that could be meant; `None` where it takes none.
    fn body(&self, document: &Json) -> Option<Body> {
        if !self.takes_body() {
            return None;
        }
        let content = &self.about["requestBody"]["content"];
        if let Some(json) = content.get("application/json") {
            return Some(Body::Json(example(document, &json["schema"])));
        }
        assert!(
            content.get("multipart/form-data").is_some(),
            "{} {}: its body is not documented",
            self.method,
            self.path
        );
        Some(Body::Form)
    }

    async fn send(&self, caller: &Anyone, path: &str, body: Option<Body>) -> Answer {
        let request = caller.request(self.method.clone(), path);
        let request = match body {
            None => request,
            Some(Body::Json(json)) => request.json(&json),
            Some(Body::Form) => {
                let part = reqwest::multipart::Part::text(RECORDING).file_name("a.csv");
                request.multipart(reqwest::multipart::Form::new().part("file", part))
            }
        };
        let id = "walked-by-a-test";
        let answer = caller.send(request.header("X-Request-Id", id)).await;
        assert_eq!(answer.header("x-request-id"), Some(id), "{answer}");
        says_the_limits(path, &answer);
        if answer.status == 200 {
            assert!(!answer.bytes.is_empty(), "{answer}");
        } else {
            answer.refusal();
        }
        assert!(answer.status < 500, "{answer}");
        let documented = self.about["responses"].get(answer.status.to_string());
        assert!(documented.is_some(), "not documented: {answer}");
        answer
    }
}

#[derive(Clone)]
enum Body {
    Json(Json),
    Form,
}

async fn document(app: &TestApp) -> (Json, Vec<Operation>) {
    let document = app.anonymous().get("/openapi.json").await.ok();
    let mut all = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, about) in operations.as_object().unwrap() {
            all.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                about: about.clone(),
            });
        }
    }
    assert!(all.len() >= 25, "the document shrank");
    (document, all)
}

/// What a schema means, made as small as it can be: its example, or its required fields.
fn example(document: &Json, schema: &Json) -> Json {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        let known = &document["components"]["schemas"][name];
        assert!(known.is_object(), "{reference} is nowhere");
        return example(document, known);
    }
    if let Some(example) = schema.get("example").or_else(|| schema.get("default")) {
        return example.clone();
    }
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    let mut kind = schema["type"].as_str();
    if let Some(kinds) = schema["type"].as_array() {
        kind = kinds[0].as_str();
    }
    match kind {
        Some("object") => {
            let required = schema["required"].as_array();
            let fields = required.into_iter().flatten().map(|name| {
                let name = name.as_str().unwrap();
                (
                    name.to_owned(),
                    example(document, &schema["properties"][name]),
                )
            });
            Json::Object(fields.collect())
        }
        Some("array") => json!([example(document, &schema["items"])]),
        Some("string") => json!("some text of 12"),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(true),
        _ => panic!("what is meant by {schema}?"),
    }
}

/// In a limited area every answer says how much of the limit is left; elsewhere none does.
#[track_caller]
fn says_the_limits(path: &str, answer: &Answer) {
    let limited = LIMITED.iter().any(|prefix| path.starts_with(prefix));
    for name in ["limit", "remaining", "reset"] {
        let figure = answer.header(&format!("x-ratelimit-{name}"));
        let figure = figure.map(|text| text.parse::<u64>().unwrap());
        assert_eq!(figure.is_some(), limited, "{name}: {answer}");
    }
}

fn code_of(path: &str, missing: bool) -> &'static str {
    match (path.starts_with("/api"), missing) {
        (true, true) => "AUTH_REQUIRED",
        (true, false) => "INVALID_TOKEN",
        (false, _) => "AUTH_ERROR",
    }
}

#[tokio::test]
async fn without_a_credential_nothing_opens() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app).await;
    let nobody = app.anonymous();
    let mut open = BTreeSet::new();
    for operation in &operations {
        let path = operation.at("usr_1");
        if operation.permission().is_none() {
            open.insert(operation.path.clone());
            assert!(operation.about.get("security").is_none(), "{path}");
            continue;
        }
        assert_eq!(
            operation.about["security"],
            json!([{ "bearer": [] }]),
            "{path}"
        );
        let mut spellings = vec![path.clone()];
        if let Some(rest) = path.strip_prefix("/api/") {
            spellings.push(format!("/api/v1/{rest}"));
        }
        for path in spellings {
            let body = operation.body(&document);
            let answer = operation.send(&nobody, &path, body.clone()).await;
            answer.refused(401, code_of(&path, true));
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
            let wrong = nobody.bearing("lk_at_0000");
            let answer = operation.send(&wrong, &path, body).await;
            answer.refused(401, code_of(&path, false));
        }
    }
    let expected = [
        "/api/auth/refresh",
        "/api/auth/register",
        "/api/auth/token",
        "/healthz",
        "/metrics",
        "/readyz",
    ];
    assert!(open.iter().eq(expected.iter()), "open to anybody: {open:?}");
}

#[tokio::test]
async fn a_credential_that_is_none_is_refused() {
    let app = TestApp::start().await;
    let token = app.admin().token.unwrap();
    for header in [
        "Basic YWRtaW46cGFzc3dvcmQ=".to_owned(),
        format!("Bearer{token}"),
        format!("Bearer {token}x"),
        format!("Bearer {}", token.to_uppercase()),
        format!("Token {token}"),
        token.clone(),
        "Bearer ".to_owned(),
        "Bearer".to_owned(),
        String::new(),
    ] {
        let nobody = app.anonymous();
        for (path, code) in [
            ("/v1/sfdp/types", "AUTH_ERROR"),
            ("/api/auth/me", "INVALID_TOKEN"),
            ("/v1/api-keys", "AUTH_ERROR"),
        ] {
            let request = nobody.request(Method::GET, path);
            let request = request.header(header::AUTHORIZATION, &header);
            nobody.send(request).await.refused(401, code);
        }
    }
}

#[tokio::test]
async fn each_role_may_what_the_matrix_says() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app).await;
    for (role, held) in [
        ("user", &["own:read", "own:write"][..]),
        ("auditor", &["own:read", "own:write", "administration:read"]),
        (
            "admin",
            &[
                "own:read",
                "own:write",
                "administration:read",
                "administration:write",
            ],
        ),
    ] {
        let caller = app
            .account(&format!("walking-{role}"), role, "enterprise")
            .await;
        for operation in &operations {
            let Some(permission) = operation.permission() else {
                continue;
            };
            let path = operation.at("usr_01h455vb4pex5vsknk084sn02q");
            let answer = operation
                .send(&caller, &path, operation.body(&document))
                .await;
            if held.contains(&permission) {
                let passed = !matches!(answer.status, 401 | 403);
                assert!(passed, "{role} has {permission}: {answer}");
            } else {
                answer.refused(403, "PERMISSION_DENIED");
            }
        }
    }
}

#[tokio::test]
async fn what_is_somebody_elses_is_not_there() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let device = json!({ "type": "watch", "name": "Fenix", "capabilities": [] });
    let device = bob.post("/v1/sfdp/devices", device).await.ok();
    let encryption_key = bob
        .post("/v1/encryption/keys/generate", json!({ "mode": "Basic" }))
        .await
        .ok();
    let encryption_key = encryption_key["metadata"]["keyId"].as_str().unwrap();
    let body = json!({ "data": "", "mode": "Basic" });
    let request = bob
        .request(Method::POST, "/v1/encryption/encrypt")
        .json(&body);
    let job = bob
        .send(request.header("Prefer", "respond-async"))
        .await
        .ok();
    let key = bob
        .post("/v1/api-keys", json!({ "name": "bridge" }))
        .await
        .ok();
    // A path with a variable says here what of bob's it could name.
    let bobs = [
        (
            "/v1/sfdp/devices/{id}",
            device["deviceId"].as_str().unwrap(),
        ),
        ("/v1/api-keys/{id}", key["id"].as_str().unwrap()),
        (
            "/v1/encryption/jobs/{jobId}",
            job["jobId"].as_str().unwrap(),
        ),
        (
            "/v1/encryption/circuits/{id}/verification-key",
            "circuit:00",
        ),
        ("/v1/encryption/keys/{keyId}", encryption_key),
        ("/v1/encryption/keys/{keyId}/status", encryption_key),
        ("/v1/encryption/keys/{keyId}/rotate", encryption_key),
        ("/v1/encryption/keys/{keyId}/suspend", encryption_key),
        ("/v1/encryption/keys/{keyId}/resume", encryption_key),
        ("/v1/encryption/keys/{keyId}/revoke", encryption_key),
        (
            "/v1/encryption/keys/{keyId}/cancel-destruction",
            encryption_key,
        ),
        // Administration sees every account; one that is nobody's is not there.
        ("/v1/admin/users/{userId}", "usr_01h455vb4pex5vsknk084sn02q"),
    ];
    for operation in operations.iter().filter(|it| it.path.contains('{')) {
        let found = bobs.iter().find(|(path, _)| *path == operation.path);
        let (_, id) = found.unwrap_or_else(|| panic!("what of bob's is {}?", operation.path));
        let caller = if operation.path.starts_with("/v1/admin") {
            app.admin()
        } else {
            ada.clone()
        };
        for id in [*id, "nonsense", "%00", "..%2f..", &"x".repeat(300)] {
            let path = operation.at(id);
            let answer = operation
                .send(&caller, &path, operation.body(&document))
                .await;
            answer.refused(404, "NOT_FOUND");
        }
    }
    // Bob's are still there.
    let devices = bob.get("/v1/sfdp/devices").await.ok();
    assert_eq!(devices["devices"][0]["status"], "active");
    assert_eq!(bob.get("/v1/api-keys").await.ok()["total"], 1);
}

#[tokio::test]
async fn a_misspelt_parameter_is_named() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app).await;
    let admin = app.admin();
    for operation in &operations {
        if !LIMITED
            .iter()
            .any(|prefix| operation.path.starts_with(prefix))
        {
            continue;
        }
        let path = operation.at("usr_01h455vb4pex5vsknk084sn02q");
        let misspelt = format!("{path}?limti=3");
        let body = operation.body(&document);
        let answer = operation.send(&admin, &misspelt, body.clone()).await;
        answer.blames("limti");
        if let Some(Body::Json(mut body)) = body {
            body["encryptoinMode"] = json!("Basic");
            let answer = operation.send(&admin, &path, Some(Body::Json(body))).await;
            answer.blames("encryptoinMode");
        }
    }
}

#[tokio::test]
async fn a_wrong_method_hears_which_there_are() {
    let app = TestApp::start().await;
    let (_, operations) = document(&app).await;
    let admin = app.admin();
    let paths: BTreeSet<&str> = operations.iter().map(|it| &*it.path).collect();
    for path in paths {
        let here = operations.iter().filter(|it| it.path == path);
        let known: BTreeSet<&Method> = here.clone().map(|it| &it.method).collect();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "BREW"] {
            let method: Method = method.parse().unwrap();
            if known.contains(&method) {
                continue;
            }
            let at = here.clone().next().unwrap().at("usr_1");
            let answer = admin.send(admin.request(method, &at)).await;
            // Areas D and E speak of few statuses.
            let (status, code) = if path.starts_with("/api") {
                (405, "VALIDATION_ERROR")
            } else if path.starts_with("/v1/encryption") {
                (404, "NOT_FOUND")
            } else {
                (405, "INVALID_REQUEST")
            };
            answer.refused(status, code);
            says_the_limits(path, &answer);
            let allowed: BTreeSet<&str> = answer
                .header("allow")
                .unwrap_or_else(|| panic!("no Allow: {answer}"))
                .split(',')
                .map(str::trim)
                .filter(|method| *method != "HEAD")
                .collect();
            let known: BTreeSet<&str> = known.iter().map(|it| it.as_str()).collect();
            assert_eq!(allowed, known, "{answer}");
        }
    }
}

#[tokio::test]
async fn a_path_that_is_none_is_not_found_in_its_dialect() {
    let app = TestApp::start().await;
    for (path, limited) in [
        ("/nowhere", false),
        ("/", false),
        ("/v1", false),
        ("/v1/nowhere", false),
        ("/v1/sfdp", true),
        ("/v1/sfdp/nowhere", true),
        ("/api/nowhere", true),
        ("/api/v1/nowhere", true),
        ("/api/v1", true),
        ("/v1/admin/nowhere", true),
        ("/v1/agents/nowhere", true),
        ("/v1/encryption/nowhere", true),
        ("/v1/sfdp/data/", true),
        ("//v1/sfdp/data", false),
    ] {
        for caller in [app.admin(), app.anonymous()] {
            let answer = caller.get(path).await;
            answer.refused(404, "NOT_FOUND");
            let says = answer.header("x-ratelimit-limit").is_some();
            assert_eq!(says, limited, "{answer}");
        }
    }
}

/// Areas with limits; in these every answer carries their headers.
const LIMITED: &[&str] = &["/v1/", "/api/"];
const RECORDING: &str = "timestamp,type,value,unit,device\n\
    2026-01-01T00:00:00Z,heart_rate,61,bpm,strap\n";
