//! Only the owner reads a user's data: every operation of the document is requested by every other
//! role, with the owner's ids in every position.

use axum::http::Method;
use serde_json::{Value as Json, json};

use super::at_rest::{KIND, canary, small_canary};
use super::needles::Needles;
use super::{MODES, every_point, name, under};
use crate::app::{JUNE, TestApp, TestClient, points};
use crate::encryption::base64;
use crate::operations::{Body, Operation, ResourceKind, document, example};

/// The owner's ids and data that must not be disclosed.
struct OwnerData {
    /// Ids and names.
    names: Vec<String>,
    /// Data that was encrypted for the owner alone.
    envelopes: Vec<String>,
    needles: Needles,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_reads_stored_data() {
    let app = TestApp::start().await;
    let mut settings = lockstep_store::Settings::clone(&app.state().settings());
    settings.limits.anonymous = 100_000;
    settings.limits.custom = 1_000_000;
    app.state().apply(settings);
    let ada = app.user("ada").await;
    let owned = stored(&ada).await;
    let all = every_point(&ada).await;
    let page = ada.get("/v1/sfdp/data?limit=10000").await;
    let received = owned.needles.found_in(&page.bytes);
    assert!(received.len() >= all.len(), "the owner reads all of it");

    let (document, operations) = document(&app.anonymous()).await;
    let callers = [
        ("the administrator", app.admin()),
        (
            "an auditor",
            app.account("eve", "auditor", "enterprise").await,
        ),
        ("another user", app.user("bob").await),
    ];
    let (mut answers, mut hits, mut last) = (0, Vec::new(), Vec::new());
    for operation in &operations {
        for (path, body) in asked(operation, &document, &owned) {
            // This request would erase the owner's account.
            if operation.method == Method::DELETE && path.contains(&*ada.id) {
                last.push((operation, path));
                continue;
            }
            for (who, caller) in &callers {
                let answer = operation.send(caller, &path, body.clone()).await;
                answers += 1;
                assert!(answer.status < 500, "{who}: {answer}");
                hits.extend(read(&owned, &answer, who));
            }
        }
    }
    // No request changed the owner's data.
    assert_eq!(every_point(&ada).await, all);
    let sockets = ["/v1/sfdp/stream", "/v1/ws"];
    for (who, caller) in &callers {
        for path in sockets {
            // Whether the socket opens does not matter: the stream tests check its messages.
            let _ = (who, caller.try_socket(path).await);
        }
    }
    assert!(!last.is_empty());
    for (operation, path) in last {
        let answer = operation.send(&callers[0].1, &path, None).await;
        answers += 1;
        hits.extend(read(&owned, &answer, "the administrator, erasing"));
    }
    println!(
        "{} operations, {answers} answers, {} forms of numbers, {} hits",
        operations.len(),
        owned.needles.count(),
        hits.len()
    );
    assert!(hits.is_empty(), "{}", hits.join("\n"));
    assert!(answers > 3000, "{answers}");
}

/// Returns the owner's data found in a response.
fn read(owned: &OwnerData, answer: &crate::app::Answer, who: &str) -> Vec<String> {
    let mut received = answer.bytes.clone();
    for value in answer.headers.values() {
        received.push(b'\n');
        received.extend(value.as_bytes());
    }
    let found = owned.needles.found_in(&received).into_iter();
    found
        .map(|(needle, _)| format!("{who}: {needle} in {answer}"))
        .collect()
}

/// Stores numbers under every mode, and one resource of every kind that an account can have.
async fn stored(ada: &TestClient) -> OwnerData {
    let mut needles = Needles::default();
    let mut names = vec![ada.id.clone(), "ada".to_owned(), KIND.to_owned()];
    let mut envelopes = Vec::new();
    for (nth, mode) in MODES.into_iter().enumerate() {
        let values: Vec<f64> = (0..10).map(|at| canary(nth * 100 + at)).collect();
        values.iter().for_each(|value| needles.add(*value, 3));
        let device = name("strap", mode);
        let body = points(KIND, "u", &device, JUNE, &values);
        ada.post("/v1/sfdp/data", under(mode, Some(4), body))
            .await
            .ok();
        let page = ada
            .get(&format!("/v1/sfdp/data?device={device}"))
            .await
            .ok();
        names.push(page["data"][0]["id"].as_str().unwrap().to_owned());
        names.push(device);
        let Some(mode) = mode else {
            continue;
        };
        let value = small_canary(nth);
        needles.add(value, 6);
        let body = json!({
            "data": base64(format!("[{value}]").as_bytes()), "mode": mode,
            "parameters": { "precision": 6 },
        });
        let made = ada.post("/v1/encryption/encrypt", body.clone()).await.ok();
        envelopes.push(made["encryptedData"].as_str().unwrap().to_owned());
        names.push(made["metadata"]["keyId"].as_str().unwrap().to_owned());
        let request = ada
            .request(Method::POST, "/v1/encryption/encrypt")
            .json(&body);
        let job = ada
            .send(request.header("Prefer", "respond-async"))
            .await
            .ok();
        names.push(job["jobId"].as_str().unwrap().to_owned());
        let device = json!({
            "type": "watch", "name": mode, "capabilities": [], "encryptionMode": mode,
        });
        let device = ada.post("/v1/sfdp/devices", device).await.ok();
        names.push(device["deviceId"].as_str().unwrap().to_owned());
    }
    let weight = 77.419_93;
    needles.add(weight, 5);
    ada.put("/v1/sfdp/profile", json!({ "weightKg": weight }))
        .await
        .ok();
    names.push(ResourceKind::Key.make(ada).await);
    OwnerData {
        names,
        envelopes,
        needles,
    }
}

/// Returns the requests of an operation: a valid one, and one with each of the owner's names in
/// each position of path, parameters and body.
fn asked(operation: &Operation, document: &Json, owned: &OwnerData) -> Vec<(String, Option<Body>)> {
    let unknown_user = "usr_01h455vb4pex5vsknk084sn02q";
    let body = |of: &Operation| of.body(document);
    // A wrong sign-in counts as a failure, and ten failures block the address.
    if operation.path.starts_with("/api/auth") {
        return vec![(operation.at(unknown_user), body(operation))];
    }
    let mut all = Vec::new();
    let mut paths = vec![operation.at(unknown_user)];
    if operation.path.contains('{') {
        paths.extend(owned.names.iter().map(|name| operation.at(name)));
    }
    let parameters = operation.about["parameters"]
        .as_array()
        .into_iter()
        .flatten();
    let mut query: Vec<(&str, &str)> = Vec::new();
    for parameter in parameters.filter(|it| it["in"] == "query") {
        let kind = resolved(document, &parameter["schema"])["type"].to_string();
        // A name in place of a number would only be refused as such.
        if ["integer", "number", "boolean"]
            .iter()
            .any(|other| kind.contains(other))
        {
            continue;
        }
        let parameter = parameter["name"].as_str().unwrap();
        query.extend(owned.names.iter().map(|name| (parameter, &**name)));
    }
    let plain = paths[0].clone();
    for (parameter, name) in query {
        paths.push(format!("{plain}?{parameter}={name}"));
    }
    all.extend(paths.into_iter().map(|path| (path, body(operation))));
    let Some(Body::Json(smallest)) = operation.body(document) else {
        return all;
    };
    let schema = &operation.about["requestBody"]["content"]["application/json"]["schema"];
    let mut named: Vec<&String> = owned.names.iter().collect();
    if operation.path.starts_with("/v1/encryption") {
        named.extend(&owned.envelopes);
    }
    for place in places(document, schema) {
        for name in &named {
            let text = place.takes_text.then(|| json!(name));
            let list = place.takes_list.then(|| json!([name]));
            for value in text.into_iter().chain(list) {
                let mut body = smallest.clone();
                put(&mut body, &place.path, value);
                all.push((plain.clone(), Some(Body::Json(body))));
            }
        }
    }
    all
}

/// A body field that accepts a text or a list. A value of another type would only be refused as such.
struct Place {
    path: Vec<String>,
    takes_text: bool,
    takes_list: bool,
}

/// Returns all body fields that accept a text or a list of texts, including nested fields.
fn places(document: &Json, schema: &Json) -> Vec<Place> {
    let mut all = Vec::new();
    let Some(fields) = resolved(document, schema)["properties"].as_object() else {
        return all;
    };
    for (name, field) in fields {
        let inner = resolved(document, field);
        let kind = inner["type"].to_string();
        if kind.contains("object") {
            for mut further in places(document, inner) {
                further.path.insert(0, name.clone());
                all.push(further);
            }
        }
        let is_any = inner["type"].is_null() || has_alternatives(document, field);
        let (takes_text, takes_list) = (
            is_any || kind.contains("string"),
            is_any || kind.contains("array"),
        );
        if takes_text || takes_list {
            all.push(Place {
                path: vec![name.clone()],
                takes_text,
                takes_list,
            });
        }
    }
    all
}

/// Resolves references and alternatives of a schema.
fn resolved<'a>(document: &'a Json, schema: &'a Json) -> &'a Json {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return resolved(document, &document["components"]["schemas"][name]);
    }
    for of in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = schema[of].as_array() {
            let branch = all.iter().find(|one| one["type"] != "null");
            return branch.map_or(schema, |one| resolved(document, one));
        }
    }
    schema
}

/// Whether a schema has several alternatives beside null, of which [`resolved`] takes the first.
fn has_alternatives(document: &Json, schema: &Json) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return has_alternatives(document, &document["components"]["schemas"][name]);
    }
    let several = |all: &Vec<Json>| all.iter().filter(|one| one["type"] != "null").count() > 1;
    ["oneOf", "anyOf"]
        .iter()
        .any(|of| schema[*of].as_array().is_some_and(several))
}

fn put(body: &mut Json, place: &[String], value: Json) {
    let mut at = body;
    for name in place {
        if !at.is_object() {
            *at = json!({});
        }
        at = &mut at[name.as_str()];
    }
    *at = value;
}

/// Checks that the search covers an optional field of a body and a field of a nested object.
#[tokio::test]
async fn every_field_of_a_body_is_found() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app.anonymous()).await;
    let of = |path: &str| {
        let operation = operations.iter().find(|it| it.path == path).unwrap();
        let schema = &operation.about["requestBody"]["content"]["application/json"]["schema"];
        assert!(example(&document, schema).is_object());
        places(&document, schema)
    };
    let has = |all: &[Place], place: &[&str]| all.iter().any(|found| found.path == place);
    assert!(has(&of("/v1/encryption/decrypt"), &["encryptedData"]));
    assert!(has(&of("/v1/encryption/encrypt"), &["parameters", "keyId"]));
    assert!(has(&of("/v1/encryption/fhe/compute"), &["operands"]));
}
