//! The examples of the OpenAPI document, `docs/api/examples.json`: bodies that the server's tests
//! sent and received. An example is replaced only if it is missing or does not fit its schema, so
//! that the file changes no more than the API does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::run::{cargo, root};
use crate::schema::violations;

/// The file, from the root.
pub(crate) const FILE: &str = "docs/api/examples.json";

/// An operation whose example is missing or stale.
struct MissingExample<'d> {
    id: &'d str,
    method: String,
    path: &'d str,
    about: &'d Value,
}

/// A request and its successful response, as a test recorded them.
struct Exchange {
    method: String,
    path: String,
    request: Value,
    response: Value,
}

/// Returns the text of the file for the document of the API. With `check`, fails instead of running
/// tests.
pub(crate) fn text(document: &Value, check: bool) -> Result<String, String> {
    let committed = fs::read_to_string(root().join(FILE)).unwrap_or_else(|_| "{}".to_owned());
    let committed: Value =
        serde_json::from_str(&committed).map_err(|error| format!("{FILE}: {error}"))?;
    let (mut examples, mut wanted) = (BTreeMap::new(), Vec::new());
    for operation in operations(document) {
        if !is_stale(document, &operation) {
            if let Some(example) = committed.get(operation.id) {
                examples.insert(operation.id.to_owned(), example.clone());
            }
            continue;
        }
        println!("gen: {} has no example that fits", operation.id);
        wanted.push(operation);
    }
    if check && !wanted.is_empty() {
        return Err(format!("{FILE} is stale: run `cargo xtask gen`"));
    }
    if !wanted.is_empty() {
        let exchanges = record(&wanted)?;
        for operation in &wanted {
            let example = choose(document, operation, &exchanges).ok_or_else(|| {
                format!(
                    "no test sends {} {} and gets a JSON body that fits the document: add one to \
                     crates/lockstep-server/tests/it/",
                    operation.method.to_uppercase(),
                    operation.path
                )
            })?;
            examples.insert(operation.id.to_owned(), example);
        }
    }
    let text = serde_json::to_string_pretty(&examples).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn operations(document: &Value) -> Vec<MissingExample<'_>> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, about) in item.as_object().into_iter().flatten() {
            if let Some(id) = about["operationId"].as_str() {
                let method = method.clone();
                all.push(MissingExample {
                    id,
                    method,
                    path,
                    about,
                });
            }
        }
    }
    all
}

/// Returns the JSON contents of an operation: its request body and its successful responses.
fn contents(about: &Value) -> (Option<&Value>, Vec<&Value>) {
    let json = |of: &'_ Value| -> bool { of["content"].get(JSON).is_some() };
    let request = &about["requestBody"];
    let responses = about["responses"].as_object().into_iter().flatten();
    let successes = responses.filter(|(status, _)| status.starts_with('2'));
    let successes = successes
        .filter(|(_, response)| json(response))
        .map(|(_, response)| &response["content"][JSON]);
    let request = json(request).then(|| &request["content"][JSON]);
    (request, successes.collect())
}

fn is_stale(document: &Value, operation: &MissingExample<'_>) -> bool {
    let (request, responses) = contents(operation.about);
    let mut all = request.into_iter().chain(responses);
    all.any(|content| match content.get("example") {
        Some(example) => !violations(document, &content["schema"], example).is_empty(),
        None => true,
    })
}

/// Runs the tests whose files name the paths, and reads the recorded requests and answers.
fn record(wanted: &[MissingExample<'_>]) -> Result<Vec<Exchange>, String> {
    let folder = root().join("crates/lockstep-server/tests/it");
    let mut modules = Vec::new();
    modules_naming(&folder, "", wanted, &mut modules)?;
    let file = root().join("target/examples.jsonl");
    // A missing file has nothing from an earlier run.
    let _ = fs::remove_file(&file);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let mut words = vec!["test", "--package", "lockstep-server", "--test", "it", "--"];
    words.extend(modules.iter().map(String::as_str));
    let mut tests = cargo(&words);
    tests.env("RECORD_EXAMPLES", &file);
    // A failing test may have recorded enough.
    match tests.status() {
        Ok(status) if !status.success() => println!("gen: some of these tests fail: {status}"),
        Ok(_) => {}
        Err(error) => return Err(format!("cargo: {error}")),
    }
    let lines = fs::read_to_string(&file).unwrap_or_default();
    Ok(lines.lines().filter_map(exchange).collect())
}

/// Collects the modules of tests whose files hold every fixed part of a wanted path.
fn modules_naming(
    folder: &Path,
    prefix: &str,
    wanted: &[MissingExample<'_>],
    modules: &mut Vec<String>,
) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            modules_naming(&path, &format!("{prefix}{name}::"), wanted, modules)?;
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let names_all = |operation: &MissingExample<'_>| {
            fixed_parts(operation.path).all(|part| text.contains(part))
        };
        if wanted.iter().any(names_all) {
            modules.push(format!("{prefix}{name}::"));
        }
    }
    modules.sort();
    Ok(())
}

/// Returns the parts of a path between its variables, without the slash before a variable: a test's
/// constant may end there.
fn fixed_parts(path: &str) -> impl Iterator<Item = &str> {
    let parts = path.split('{').enumerate();
    let fixed = parts.map(|(nth, part)| match nth {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, rest)| rest),
    });
    fixed.map(|part| part.trim_end_matches('/'))
}

fn exchange(line: &str) -> Option<Exchange> {
    let line: Value = serde_json::from_str(line).ok()?;
    Some(Exchange {
        method: line["method"].as_str()?.to_lowercase(),
        path: line["path"].as_str()?.to_owned(),
        request: line["request"].clone(),
        response: line["response"].clone(),
    })
}

/// Returns the longest example of [`MAX_EXAMPLE_BYTES`] at most, otherwise the shortest one.
fn choose(
    document: &Value,
    operation: &MissingExample<'_>,
    exchanges: &[Exchange],
) -> Option<Value> {
    let (request, responses) = contents(operation.about);
    let mut candidates = Vec::new();
    for exchange in exchanges {
        if exchange.method != operation.method || !is_at(operation.path, &exchange.path) {
            continue;
        }
        let mut example = Map::new();
        let fits = |content: &Value, body: &Value| {
            violations(document, &content["schema"], body).is_empty()
        };
        if let Some(content) = request {
            let body = shortened(&exchange.request);
            if !fits(content, &body) {
                continue;
            }
            example.insert("request".to_owned(), body);
        }
        if !responses.is_empty() {
            let body = shortened(&exchange.response);
            if !responses.iter().any(|content| fits(content, &body)) {
                continue;
            }
            example.insert("response".to_owned(), body);
        }
        candidates.push(Value::Object(example));
    }
    let length = |example: &Value| example.to_string().len();
    let (short, long): (Vec<Value>, Vec<Value>) = candidates
        .into_iter()
        .partition(|example| length(example) <= MAX_EXAMPLE_BYTES);
    let longest = short.into_iter().max_by_key(|example| length(example));
    longest.or_else(|| long.into_iter().min_by_key(|example| length(example)))
}

/// Whether a path is an instance of a path with variables.
fn is_at(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(part), Some(given)) if part == given => {}
            (Some(part), Some(given)) if part.starts_with('{') && !given.is_empty() => {}
            _ => return false,
        }
    }
}

/// Shortens long texts and lists.
fn shortened(body: &Value) -> Value {
    match body {
        Value::String(text) if text.chars().count() > MAX_TEXT_CHARS => {
            let start: String = text.chars().take(MAX_TEXT_CHARS - 4).collect();
            json!(format!("{start}…"))
        }
        Value::Array(items) => items.iter().take(MAX_ITEMS).map(shortened).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, field)| (name.clone(), shortened(field)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

const JSON: &str = "application/json";
const MAX_EXAMPLE_BYTES: usize = 1500;
const MAX_TEXT_CHARS: usize = 64;
const MAX_ITEMS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        json!({ "paths": { "/v1/things/{id}": { "post": {
            "operationId": "changeThing",
            "requestBody": { "content": { JSON: {
                "schema": { "required": ["name"] }, "example": { "name": "a" } } } },
            "responses": {
                "200": { "content": { JSON: {
                    "schema": { "required": ["id"] }, "example": { "name": "a" } } } },
                "400": { "content": { JSON: { "schema": { "required": ["error"] } } } },
            },
        } } } })
    }

    fn sent(path: &str, name: &str, response: Value) -> Exchange {
        Exchange {
            method: "post".to_owned(),
            path: path.to_owned(),
            request: json!({ "name": name }),
            response,
        }
    }

    #[test]
    fn the_longest_short_exchange_that_fits_is_the_example() {
        let document = document();
        let operation = operations(&document).pop().unwrap();
        assert!(is_stale(&document, &operation));
        let long = "x".repeat(100);
        let exchanges = [
            sent("/v1/things/1", "a", json!({ "id": 1 })),
            sent("/v1/things/1", "ab", json!({ "id": 1 })),
            sent("/v1/things/1", "abc", json!({ "no id": 1 })),
            sent("/v1/things/1/parts", "abc", json!({ "id": 1 })),
            sent("/v1/others/1", "abc", json!({ "id": 1 })),
        ];
        let chosen = choose(&document, &operation, &exchanges);
        let expected = json!({ "request": { "name": "ab" }, "response": { "id": 1 } });
        assert_eq!(chosen, Some(expected));
        let chosen = choose(
            &document,
            &operation,
            &[sent("/v1/things/1", &long, json!({ "id": [1, 2, 3, 4] }))],
        );
        let chosen = chosen.unwrap();
        assert_eq!(chosen["request"]["name"], format!("{}…", "x".repeat(60)));
        assert_eq!(chosen["response"]["id"], json!([1, 2, 3]));
    }

    #[test]
    fn fixed_parts_of_a_path() {
        let parts: Vec<_> = fixed_parts("/v1/things/{id}/parts/{part}").collect();
        assert_eq!(parts, ["/v1/things", "/parts", ""]);
    }
}
