//! Every operation of the OpenAPI document, and the requests for it. A new operation is included
//! automatically.

mod resources;

use axum::http::Method;
use serde_json::{Value as Json, json};
use tokio::sync::OnceCell;

pub(crate) use self::resources::{ResourceKind, listing, session};
use crate::app::{Answer, TestClient};

/// An operation as the document describes it.
pub(crate) struct Operation {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) about: Json,
}

impl Operation {
    pub(crate) fn permission(&self) -> Option<&str> {
        self.about["x-permission"].as_str()
    }

    /// Returns the path with ids in place of its variables. `/` separates the ids of a path with
    /// two variables; a missing second id is replaced by an unknown one.
    pub(crate) fn at(&self, id: &str) -> String {
        let two = self.path.matches('{').count() == 2;
        let mut ids = match id.split_once('/') {
            Some((first, second)) if two => [first, second],
            _ => [id, "ak_01h455vb4pex5vsknk084sn02q"],
        }
        .into_iter();
        let mut path = String::new();
        let mut rest = &*self.path;
        while let Some((before, after)) = rest.split_once('{') {
            path += before;
            path += ids.next().expect("a path has two variables at most");
            rest = after.split_once('}').unwrap().1;
        }
        path + rest
    }

    fn takes_body(&self) -> bool {
        matches!(self.method, Method::POST | Method::PUT | Method::PATCH)
    }

    /// Returns the smallest valid body; `None` if the operation takes none.
    pub(crate) fn body(&self, document: &Json) -> Option<Body> {
        if !self.takes_body() || self.about.get("requestBody").is_none() {
            return None;
        }
        let content = &self.about["requestBody"]["content"];
        if let Some(json) = content.get("application/json") {
            return Some(Body::Json(example(document, &json["schema"])));
        }
        if content.get("application/octet-stream").is_some() {
            return Some(Body::Octets);
        }
        if content.get("text/csv").is_some() {
            return Some(Body::Table);
        }
        assert!(
            content.get("multipart/form-data").is_some(),
            "{} {}: its body is not documented",
            self.method,
            self.path
        );
        Some(Body::Form)
    }

    pub(crate) async fn send(&self, caller: &TestClient, path: &str, body: Option<Body>) -> Answer {
        let request = caller.request(self.method.clone(), path);
        let request = match body {
            None => request,
            Some(Body::Json(json)) => request.json(&json),
            Some(Body::Octets) => request
                .header("Content-Type", "application/octet-stream")
                .body("some bytes"),
            Some(Body::Table) => request
                .header("Content-Type", "text/csv")
                .body("a,b\n1,x\n"),
            Some(Body::Form) => {
                let part = reqwest::multipart::Part::text(RECORDING).file_name("a.csv");
                request.multipart(reqwest::multipart::Form::new().part("file", part))
            }
        };
        let id = "walked-by-a-test";
        let answer = caller.send(request.header("X-Request-Id", id)).await;
        assert_eq!(answer.header("x-request-id"), Some(id), "{answer}");
        // An invalid credential counts as a failed guess on every route.
        let guessed =
            caller.token.is_some() && !LIMITED.iter().any(|prefix| path.starts_with(prefix));
        if !guessed {
            assert_limit_headers(path, &answer);
        }
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
pub(crate) enum Body {
    Json(Json),
    Form,
    Octets,
    /// A table of CSV.
    Table,
}

/// Returns the document and every operation in it.
pub(crate) async fn document(anonymous: &TestClient) -> (Json, Vec<Operation>) {
    let document = anonymous.get("/openapi.json").await.ok();
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

/// As [`document`], but read only once for all tests: every server of this binary has the same operations.
async fn shared_document(anonymous: &TestClient) -> &'static (Json, Vec<Operation>) {
    static DOCUMENT: OnceCell<(Json, Vec<Operation>)> = OnceCell::const_new();
    DOCUMENT.get_or_init(|| document(anonymous)).await
}

/// Returns the smallest value of a schema: its example, or an object of its required fields.
pub(crate) fn example(document: &Json, schema: &Json) -> Json {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        let known = &document["components"]["schemas"][name];
        assert!(known.is_object(), "{reference} is not defined");
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
        _ => panic!("unsupported schema {schema}"),
    }
}

/// Asserts that responses in limited areas have the headers of the limit, and that others do not.
#[track_caller]
pub(crate) fn assert_limit_headers(path: &str, answer: &Answer) {
    let limited = LIMITED.iter().any(|prefix| path.starts_with(prefix));
    for name in ["limit", "remaining", "reset"] {
        let figure = answer.header(&format!("x-ratelimit-{name}"));
        let figure = figure.map(|text| text.parse::<u64>().unwrap());
        assert_eq!(figure.is_some(), limited, "{name}: {answer}");
    }
}

/// Path prefixes of areas with limits, whose responses have the limit headers.
pub(crate) const LIMITED: &[&str] = &["/v1/", "/api/", "/market/", "/mcp"];
const RECORDING: &str = "timestamp,type,value,unit,device\n\
    2026-01-01T00:00:00Z,heart_rate,61,bpm,strap\n";
