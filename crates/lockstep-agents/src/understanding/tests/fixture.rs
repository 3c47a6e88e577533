//! The context of the tests: the tools of the API document, three devices, a Wednesday.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use serde_json::{Map, Value as Json, json};

use crate::understanding::{Call, Context, KnownDevice, KnownTool, ToolIndex};

/// The owner of everything that a context borrows.
pub(super) struct Fixture {
    pub(super) tools: ToolIndex,
    zone: TimeZone,
    devices: Vec<KnownDevice>,
}

impl Fixture {
    pub(super) fn new() -> Self {
        let document = include_str!("../../../../../docs/api/openapi.json");
        let document: Json = serde_json::from_str(document).unwrap();
        let table = table();
        let tools = table["tool"].as_array().unwrap().iter().map(|row| {
            let name = row["name"].as_str().unwrap();
            let (description, input) = described(&document, row["operation"].as_str().unwrap());
            let tool = KnownTool::new(name, &description, input);
            assert_eq!(tool.changes_state, row["changes_state"], "{name}");
            tool
        });
        let device = |id: &str, name: &str| KnownDevice {
            id: format!("dev_01h455vb4pex5vsknk084sn{id}"),
            name: name.to_owned(),
        };
        Self {
            tools: ToolIndex::new(tools),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
            devices: vec![
                device("02q", "Polar H10"),
                device("03r", "Garmin Fenix 7"),
                device("04s", "Oura Ring"),
                device("05t", "Treadmill"),
            ],
        }
    }

    pub(super) fn context<'a>(&'a self, previous: Option<&'a Call>) -> Context<'a> {
        Context {
            tools: &self.tools,
            today: TODAY,
            zone: &self.zone,
            devices: &self.devices,
            previous,
            offered: &[],
            examples: &[],
        }
    }
}

/// Returns the table of questions and tools. `tests/it/tools.rs` of the server compares its tools with a server's.
pub(super) fn table() -> Json {
    let table: toml::Table = include_str!("../../../questions.toml").parse().unwrap();
    serde_json::to_value(table).unwrap()
}

pub(super) const TODAY: Date = date(2026, 6, 17);

/// Describes an operation as the toolbox does: parameters and body fields are one object.
fn described(document: &Json, operation: &str) -> (String, Json) {
    let paths = document["paths"].as_object().unwrap();
    let methods = paths
        .values()
        .flat_map(|item| item.as_object().unwrap().values());
    let mut operations = methods.filter(|about| about["operationId"] == operation);
    let about = operations
        .next()
        .unwrap_or_else(|| panic!("no operation {operation}"));
    let texts = ["summary", "description"].map(|field| about[field].as_str().unwrap_or_default());
    let mut properties = Map::new();
    let mut required: Vec<Json> = Vec::new();
    for parameter in about["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] == "header" {
            continue;
        }
        let name = parameter["name"].as_str().unwrap();
        properties.insert(name.to_owned(), parameter["schema"].clone());
        if parameter["required"] == true {
            required.push(json!(name));
        }
    }
    let body = &about["requestBody"]["content"]["application/json"]["schema"];
    let reference = body["$ref"]
        .as_str()
        .and_then(|reference| reference.strip_prefix('#'));
    let body = reference.map_or(body, |path| document.pointer(path).unwrap());
    for (name, property) in body["properties"].as_object().into_iter().flatten() {
        properties.insert(name.clone(), property.clone());
    }
    required.extend(body["required"].as_array().into_iter().flatten().cloned());
    let input = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false, "components": document["components"],
    });
    (texts.join("\n\n"), input)
}
