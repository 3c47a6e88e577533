//! The committed OpenAPI document is what the binary writes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::app::TestApp;
use crate::schema::violations;

#[test]
fn the_committed_document_is_what_the_binary_writes() {
    let written = Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .arg("openapi")
        .output()
        .unwrap();
    assert!(written.status.success());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api/openapi.json");
    let committed = std::fs::read_to_string(file).unwrap();
    let written = String::from_utf8(written.stdout).unwrap();
    let differs = committed
        .lines()
        .zip(written.lines())
        .position(|(committed, written)| committed != written);
    assert!(
        committed.trim_end() == written.trim_end(),
        "docs/api/openapi.json differs from line {}: run `cargo xtask gen`",
        differs.map_or(committed.lines().count(), |line| line + 1)
    );
}

/// The committed document.
fn document() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// Method, path and operation of every operation.
fn operations(document: &Value) -> Vec<(String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let mut all = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            if matches!(method.as_str(), "get" | "put" | "post" | "delete" | "patch") {
                all.push((format!("{method} {path}"), operation.clone()));
            }
        }
    }
    all
}

#[test]
fn operation_ids_are_unique_and_begin_with_a_verb() {
    let document = document();
    let mut seen = BTreeMap::new();
    for (operation, entry) in operations(&document) {
        let id = entry["operationId"].as_str().unwrap().to_owned();
        let is_probe = id.ends_with("Probe");
        assert!(
            is_probe || VERBS.iter().any(|verb| begins_with_word(&id, verb)),
            "{operation}: {id} begins with no verb of the list"
        );
        let other = seen.insert(id.to_lowercase(), operation.clone());
        assert_eq!(other, None, "{operation}: {id} is taken");
        let summary = entry["summary"].as_str().unwrap();
        assert!(
            summary.len() <= 100 && !summary.contains('\n'),
            "{operation}: {summary}"
        );
    }
}

#[test]
fn operations_with_an_idempotency_key_document_404() {
    for (operation, entry) in operations(&document()) {
        let mut parameters = entry["parameters"].as_array().into_iter().flatten();
        let is_repeatable = parameters.any(|parameter| parameter["name"] == "Idempotency-Key");
        assert!(
            !is_repeatable || entry["responses"]["404"].is_object(),
            "{operation}: a repeated request may be answered with 404"
        );
    }
}

#[tokio::test]
async fn lists_with_pages_send_the_link_header_that_they_declare() {
    let app = TestApp::start().await;
    let mut asked = 0;
    for (operation, entry) in operations(&document()) {
        let declared = &entry["responses"]["200"]["headers"]["Link"];
        let Some(path) = operation
            .strip_prefix("get ")
            .filter(|path| declared.is_object() && !path.contains('{'))
        else {
            continue;
        };
        let answer = app.admin().get(path).await;
        answer.ok();
        let links = answer.header("link").unwrap_or_default();
        assert!(links.contains("rel=\"first\""), "{answer}: {links:?}");
        asked += 1;
    }
    assert!(asked > 10, "{asked}");
}

/// Whether a camelCase name begins with this word.
fn begins_with_word(name: &str, word: &str) -> bool {
    name.strip_prefix(word)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
}

const VERBS: &[&str] = &[
    "acknowledge",
    "aggregate",
    "approve",
    "attach",
    "cancel",
    "change",
    "compare",
    "compute",
    "confirm",
    "control",
    "create",
    "decrypt",
    "delete",
    "deploy",
    "detect",
    "disable",
    "encrypt",
    "enter",
    "exchange",
    "export",
    "generate",
    "get",
    "import",
    "list",
    "prove",
    "purchase",
    "read",
    "refresh",
    "refund",
    "register",
    "reject",
    "renew",
    "replace",
    "resend",
    "resume",
    "revoke",
    "roll",
    "rotate",
    "search",
    "send",
    "sign",
    "stream",
    "suspend",
    "test",
    "unlink",
    "update",
    "upload",
    "verify",
    "withdraw",
];

#[test]
fn every_reference_names_a_component() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut waiting = vec![&document];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    let name = reference.strip_prefix("#/components/schemas/");
                    assert!(
                        name.is_some_and(|name| schemas.contains_key(name)),
                        "{reference} names no component"
                    );
                }
                waiting.extend(fields.values());
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
}

#[test]
fn components_are_nouns_with_names_of_their_own() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut seen = BTreeMap::new();
    for name in schemas.keys() {
        assert!(
            name.chars().all(char::is_alphanumeric),
            "{name} is not a type name"
        );
        let first_word = &name[..name[1..]
            .find(char::is_uppercase)
            .map_or(name.len(), |end| end + 1)];
        let is_one_word = first_word.len() == name.len();
        assert!(
            !(is_one_word && (name.ends_with("ed") || VAGUE.contains(&name.as_str()))),
            "{name} does not say what it is"
        );
        assert!(
            !NO_NOUN_FOLLOWS.contains(&first_word),
            "{name}: name the resource, not what happened to it"
        );
        assert_ne!(
            name, "ApiError",
            "generated Ruby clients have a class of this name"
        );
        let other = seen.insert(name.to_lowercase(), name);
        assert_eq!(other, None, "{name}: two components differ in case only");
    }
}

/// Names of one word that say nothing about a component. A word in -ed is refused as well.
const VAGUE: &[&str] = &[
    "Answer", "Data", "Entry", "Held", "Info", "Item", "Known", "Me", "Object", "Open", "Ready",
    "Record", "Result", "Valid", "Value",
];

/// First words that describe an event instead of a resource.
const NO_NOUN_FOLLOWS: &[&str] = &[
    "Begin", "Begun", "Brought", "Entered", "Finish", "Finished", "Found", "Further", "Given",
    "Made", "New", "Ran", "Run", "Told",
];

/// A client generator makes up a name for the values of an enumeration without a component.
#[test]
fn enumerations_of_several_values_are_components() {
    let mut document = document();
    for schema in document["components"]["schemas"]
        .as_object_mut()
        .unwrap()
        .values_mut()
    {
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("enum");
        }
    }
    let mut pending = vec![(String::new(), &document)];
    while let Some((path, value)) = pending.pop() {
        match value {
            Value::Object(fields) => {
                let values = fields.get("enum").and_then(Value::as_array);
                assert!(
                    values.is_none_or(|values| values.len() == 1),
                    "{path}: name the enumeration"
                );
                let inner = fields
                    .iter()
                    .filter(|(name, _)| !name.starts_with("example"));
                pending.extend(inner.map(|(name, value)| (format!("{path}/{name}"), value)));
            }
            Value::Array(items) => {
                let numbered = items.iter().enumerate();
                pending.extend(numbered.map(|(nth, value)| (format!("{path}/{nth}"), value)));
            }
            _ => {}
        }
    }
}

#[test]
fn every_operation_names_its_security_and_its_tag_is_described() {
    let document = document();
    assert!(!document["servers"].as_array().unwrap().is_empty());
    let tags = document["tags"].as_array().unwrap();
    for (operation, entry) in operations(&document) {
        assert!(entry["security"].is_array(), "{operation}");
        let tag = &entry["tags"][0];
        let described = tags.iter().find(|known| known["name"] == *tag);
        assert!(
            described.is_some_and(|known| known["description"].is_string()),
            "{operation}: {tag}"
        );
    }
}

#[test]
fn every_property_is_described_or_refers_to_a_component() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        let parts = ["oneOf", "allOf"].map(|keyword| schema[keyword].as_array());
        let parts = parts.into_iter().flatten().flatten();
        for part in parts.chain([schema]) {
            for (field, property) in part["properties"].as_object().into_iter().flatten() {
                assert!(
                    property["description"].is_string() || property["$ref"].is_string(),
                    "{name}.{field} has no description"
                );
            }
        }
    }
}

/// The endpoint reads the parts of its form itself, so the type that documents them does not ensure that
/// all are documented.
#[test]
fn the_form_of_an_import_has_every_part_that_the_endpoint_reads() {
    let document = document();
    let form = &document["components"]["schemas"]["ImportRequest"];
    let parts: Vec<&String> = form["properties"].as_object().unwrap().keys().collect();
    assert_eq!(parts, ["encryptionMode", "file", "participant"]);
    assert_eq!(form["required"], serde_json::json!(["file"]));
}

#[test]
fn every_json_body_has_an_example() {
    let document = document();
    for (operation, entry) in operations(&document) {
        let request = &entry["requestBody"]["content"]["application/json"];
        assert!(
            request.is_null() || !request["example"].is_null(),
            "{operation}: request"
        );
        for (status, response) in entry["responses"].as_object().unwrap() {
            let content = &response["content"]["application/json"];
            let is_error = status.starts_with(['4', '5']);
            assert!(
                content.is_null() || !status.starts_with('2') || !content["example"].is_null(),
                "{operation}: response {status}"
            );
            // All error responses share the example of their component.
            let names_error = content["schema"]["$ref"] == "#/components/schemas/ErrorResponse";
            assert!(
                content.is_null() || names_error == is_error,
                "{operation}: response {status}: only errors are an `ErrorResponse`"
            );
        }
    }
}

/// JSON bodies have a test of their own, and bytes have nothing that an example could show.
#[test]
fn every_request_body_of_text_and_every_form_has_an_example() {
    let document = document();
    let mut of_bytes = BTreeSet::new();
    for (operation, entry) in operations(&document) {
        let contents = entry["requestBody"]["content"].as_object();
        for (kind, content) in contents.into_iter().flatten() {
            if kind == "application/json" {
                continue;
            }
            if content["schema"]["format"] == "binary" {
                of_bytes.insert(format!("{operation}: {kind}"));
                continue;
            }
            let example = &content["example"];
            assert!(!example.is_null(), "{operation}: {kind}");
            let found = violations(&document, &content["schema"], example);
            assert!(found.is_empty(), "{operation}: {kind}: {found:?}");
        }
    }
    let expected = [
        "post /v1/sfdp/data: application/vnd.apache.arrow.stream",
        "put /api/datasets/{dataset_id}/data: application/vnd.apache.arrow.file",
        "put /api/datasets/{dataset_id}/data: application/vnd.apache.arrow.stream",
        "put /v1/encryption/keys/{keyId}/evaluation-keys: application/octet-stream",
    ];
    assert!(of_bytes.iter().eq(expected.iter()), "{of_bytes:?}");
}

#[test]
fn bodies_other_than_json_and_forms_are_strings() {
    let document = document();
    for (operation, entry) in operations(&document) {
        let responses = entry["responses"].as_object().unwrap().values();
        for body in responses.chain([&entry["requestBody"]]) {
            for (kind, content) in body["content"].as_object().into_iter().flatten() {
                let is_structured = kind.ends_with("json") || kind == "multipart/form-data";
                if is_structured || kind == "application/x-www-form-urlencoded" {
                    continue;
                }
                let schema = &content["schema"];
                assert_eq!(schema["type"], "string", "{operation}: {kind}");
                let is_text = kind.starts_with("text/") || kind == "application/jsonl";
                let format = schema["format"].as_str();
                assert_eq!(format == Some("binary"), !is_text, "{operation}: {kind}");
            }
        }
    }
}

#[test]
fn no_object_schema_stands_twice_and_no_field_with_a_default_is_required() {
    let document = document();
    for (operation, entry) in operations(&document) {
        for (status, response) in entry["responses"].as_object().unwrap() {
            let contents = response["content"].as_object();
            for (kind, content) in contents.into_iter().flatten() {
                assert!(
                    content["schema"]["properties"].is_null(),
                    "{operation}: {status} {kind} has a schema without a name"
                );
            }
        }
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut titles = BTreeSet::new();
    for (name, schema) in schemas {
        for variant in schema["oneOf"].as_array().into_iter().flatten() {
            if variant["properties"].is_null() {
                continue;
            }
            // Generators of clients name a type after the title of its schema.
            let title = variant["title"].as_str();
            let title = title.unwrap_or_else(|| panic!("{name}: a variant without a name"));
            assert!(
                !schemas.contains_key(title) && titles.insert(title),
                "{name}: {title} is taken"
            );
        }
        for required in schema["required"].as_array().into_iter().flatten() {
            let field = &schema["properties"][required.as_str().unwrap()];
            assert!(
                field["default"].is_null(),
                "{name}.{required} has a default"
            );
        }
    }
}

#[test]
fn examples_fit_their_schemas() {
    let document = document();
    for (operation, entry) in operations(&document) {
        let request = &entry["requestBody"]["content"]["application/json"];
        let responses = entry["responses"].as_object().unwrap();
        let successes = responses
            .iter()
            .filter(|(status, _)| status.starts_with('2'))
            .map(|(_, response)| &response["content"]["application/json"]);
        for content in successes.chain([request]).filter(|it| !it.is_null()) {
            let found = violations(&document, &content["schema"], &content["example"]);
            assert!(
                found.is_empty(),
                "{operation}: run `cargo xtask gen`: {found:?}"
            );
        }
    }
}

#[test]
fn the_example_of_errors_fits_its_schema() {
    let document = document();
    let schema = &document["components"]["schemas"]["ErrorResponse"];
    assert_eq!(
        violations(&document, schema, &schema["example"]),
        Vec::<String>::new()
    );
}

/// A schema of a parameter describes one text, number or truth value, which its default and its example are.
#[test]
fn defaults_and_examples_of_parameters_fit_their_schemas() {
    let document = document();
    for (operation, entry) in operations(&document) {
        for parameter in entry["parameters"].as_array().into_iter().flatten() {
            let (name, schema) = (&parameter["name"], &parameter["schema"]);
            assert!(schema["allOf"].is_null(), "{operation} {name}: {schema}");
            for value in [&schema["default"], &parameter["example"]] {
                let found = violations(&document, schema, value);
                assert!(
                    value.is_null() || found.is_empty(),
                    "{operation} {name}: {found:?}"
                );
            }
        }
    }
}
