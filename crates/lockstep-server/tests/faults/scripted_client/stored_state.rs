//! Reads the data that a server has of a client.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::Value as Json;

use super::State;
use crate::app::TestClient;

/// Lists datasets in the order of their names: id, name.
pub(super) async fn datasets(caller: &TestClient) -> Vec<(String, String)> {
    let page = caller.get("/api/datasets?sort=name&limit=100").await.ok();
    let all = page["data"].as_array().unwrap();
    assert_eq!(page["total"], all.len(), "the total and the datasets");
    let text = |field: &Json| field.as_str().unwrap().to_owned();
    all.iter()
        .map(|one| (text(&one["id"]), text(&one["name"])))
        .collect()
}

pub(super) async fn dataset(caller: &TestClient, name: &str) -> (String, String) {
    let mut all = datasets(caller).await.into_iter();
    let found = all.find(|(_, other)| other == name);
    found.unwrap_or_else(|| panic!("no dataset {name}"))
}

/// Describes a table of two columns of whole numbers shortly: its rows and the sum of its cells, each by its row.
pub(super) fn table_state(table: &str) -> String {
    let rows: Vec<&str> = table.lines().skip(1).collect();
    let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
        let cells = cells.split(',');
        cells.map(move |cell| (row as u64 + 1) * cell.trim().parse::<u64>().unwrap())
    });
    format!("{} rows, {}", rows.len(), cells.sum::<u64>())
}

pub(super) async fn see_points(caller: &TestClient, device: &str) -> State {
    let mut state = State::new();
    let path = format!("/v1/sfdp/data?device={device}&limit=10000");
    let page = caller.get(&path).await.ok();
    for point in page["data"].as_array().unwrap() {
        let at = point["timestamp"].as_str().unwrap().to_owned();
        state.insert(at, point["value"].as_f64().unwrap().to_string());
    }
    assert_eq!(page["total"], state.len(), "the total and the points");
    state
}

/// Lists resources: name, description, id.
pub(super) async fn list(caller: &TestClient, resource: &str) -> Vec<(String, String, String)> {
    let (path, list, name, value) = match resource {
        "device" => ("/v1/sfdp/devices", "devices", "name", "status"),
        "key" => ("/v1/api-keys?limit=100", "apiKeys", "name", ""),
        _ => ("/v1/admin/users?limit=100", "users", "username", "tier"),
    };
    let page = caller.get(path).await.ok();
    let text =
        |resource: &Json, field: &str| resource[field].as_str().unwrap_or_default().to_owned();
    let resources = page[list].as_array().unwrap().iter();
    let resources = resources.map(|it| {
        let id = text(it, "id");
        (known_name(&id, text(it, name)), text(it, value), id)
    });
    resources
        .filter(|it| it.0.starts_with("resource-"))
        .collect()
}

/// The name of a resource, or the name it was listed with before. An account whose erasure is not
/// finished is listed without its name, which was sealed under the destroyed key.
fn known_name(id: &str, name: String) -> String {
    static NAMES: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let mut names = NAMES.lock().unwrap();
    if name.is_empty() {
        return names.get(id).cloned().unwrap_or_default();
    }
    names.insert(id.to_owned(), name.clone());
    name
}

pub(super) async fn id(caller: &TestClient, resource: &str, name: &str) -> String {
    let resources = list(caller, resource).await;
    let found = resources.into_iter().find(|it| it.0 == name);
    found.unwrap_or_else(|| panic!("no {resource} {name}")).2
}
