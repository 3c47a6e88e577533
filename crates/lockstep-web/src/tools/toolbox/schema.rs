//! Descriptions and JSON Schemas of tools, from the OpenAPI document.

use axum::http::Method;
use serde_json::{Map, Value as Json, json};

/// An operation of the document as a tool needs it.
pub(super) struct DescribedOperation {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) description: String,
    pub(super) permission: String,
    pub(super) input: Json,
    pub(super) output: Json,
    pub(super) in_path: Vec<String>,
    pub(super) in_query: Vec<String>,
    pub(super) takes_body: bool,
    pub(super) takes_idempotency_key: bool,
}

impl DescribedOperation {
    /// Finds an operation and builds its schemas.
    pub(super) fn of(document: &Json, id: &str) -> Result<Self, String> {
        let FoundOperation {
            path,
            method,
            about,
        } = find(document, id).ok_or_else(|| format!("the API has no operation {id}"))?;
        let permission = about["x-permission"].as_str();
        let permission = permission.ok_or_else(|| format!("{id} needs no permission"))?;
        let mut input = Input::default();
        for parameter in about["parameters"].as_array().into_iter().flatten() {
            input.add_parameter(parameter)?;
        }
        let parameters = about["parameters"].as_array().into_iter().flatten();
        let takes_idempotency_key = parameters
            .filter(|parameter| parameter["in"] == "header")
            .any(|parameter| parameter["name"] == "Idempotency-Key");
        let body = &about["requestBody"];
        let takes_body = !body.is_null();
        if takes_body {
            let schema = &body["content"][JSON]["schema"];
            input.add_body(resolve(document, schema))?;
        }
        let (in_path, in_query) = (input.in_path.clone(), input.in_query.clone());
        let output = success(about).ok_or_else(|| format!("{id} does not return JSON"))?;
        Ok(Self {
            method,
            path: path.to_owned(),
            description: description(about),
            permission: permission.to_owned(),
            input: standalone(document, input.schema()),
            output: standalone(document, output.clone()),
            in_path,
            in_query,
            takes_body,
            takes_idempotency_key,
        })
    }
}

/// An operation of the document.
struct FoundOperation<'d> {
    path: &'d str,
    method: Method,
    about: &'d Json,
}

fn find<'d>(document: &'d Json, id: &str) -> Option<FoundOperation<'d>> {
    let paths = document["paths"].as_object()?;
    paths.iter().find_map(|(path, item)| {
        let methods = item.as_object()?;
        let (method, about) = methods
            .iter()
            .find(|(_, about)| about["operationId"] == id)?;
        Some(FoundOperation {
            path,
            method: method.to_uppercase().parse().ok()?,
            about,
        })
    })
}

/// Returns the schema of the successful JSON body.
fn success(about: &Json) -> Option<&Json> {
    let responses = about["responses"].as_object()?;
    let (_, response) = responses
        .iter()
        .find(|(status, _)| status.starts_with('2'))?;
    response["content"][JSON].get("schema")
}

fn description(about: &Json) -> String {
    let texts = ["summary", "description"].map(|field| about[field].as_str().unwrap_or_default());
    texts.join("\n\n").trim().to_owned()
}

/// Follows a reference to a component.
fn resolve<'d>(document: &'d Json, schema: &'d Json) -> &'d Json {
    let reference = schema["$ref"].as_str();
    match reference.and_then(|reference| reference.strip_prefix(COMPONENTS)) {
        Some(name) => &document["components"]["schemas"][name],
        None => schema,
    }
}

/// The properties of an input.
#[derive(Default)]
struct Input {
    properties: Map<String, Json>,
    required: Vec<Json>,
    in_path: Vec<String>,
    in_query: Vec<String>,
}

impl Input {
    fn add_parameter(&mut self, parameter: &Json) -> Result<(), String> {
        let name = parameter["name"].as_str().unwrap_or_default().to_owned();
        match parameter["in"].as_str() {
            Some("path") => self.in_path.push(name.clone()),
            Some("query") => self.in_query.push(name.clone()),
            // `Idempotency-Key` and `Prefer` belong to HTTP.
            _ => return Ok(()),
        }
        let mut schema = parameter["schema"].clone();
        if let (Some(schema), Some(about)) = (schema.as_object_mut(), parameter.get("description"))
        {
            schema.insert("description".to_owned(), about.clone());
        }
        if parameter["required"] == true {
            self.required.push(json!(name));
        }
        self.add(&name, schema)
    }

    fn add_body(&mut self, schema: &Json) -> Result<(), String> {
        let properties = schema["properties"].as_object();
        let properties = properties.ok_or("the body is not an object")?;
        for (name, property) in properties {
            self.add(name, property.clone())?;
        }
        let required = schema["required"].as_array();
        self.required
            .extend(required.into_iter().flatten().cloned());
        Ok(())
    }

    fn add(&mut self, name: &str, schema: Json) -> Result<(), String> {
        match self.properties.insert(name.to_owned(), schema) {
            None => Ok(()),
            Some(_) => Err(format!(
                "{name} is both a parameter and a field of the body"
            )),
        }
    }

    fn schema(self) -> Json {
        json!({
            "type": "object", "properties": self.properties, "required": self.required,
            "additionalProperties": false,
        })
    }
}

/// Makes a schema independent of the document: components that it refers to become its `$defs`.
fn standalone(document: &Json, mut schema: Json) -> Json {
    let mut wanted = Vec::new();
    redirect(&mut schema, &mut wanted);
    let mut definitions = Map::new();
    while let Some(name) = wanted.pop() {
        if definitions.contains_key(&name) {
            continue;
        }
        let mut component = document["components"]["schemas"][&name].clone();
        redirect(&mut component, &mut wanted);
        definitions.insert(name, component);
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("$schema".to_owned(), json!(DIALECT));
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), Json::Object(definitions));
        }
    }
    schema
}

/// Points every reference of a schema at its `$defs` and collects the names.
fn redirect(schema: &mut Json, names: &mut Vec<String>) {
    match schema {
        Json::Object(fields) => {
            if let Some(Json::String(reference)) = fields.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(COMPONENTS)
            {
                names.push(name.to_owned());
                *reference = format!("#/$defs/{name}");
            }
            fields.values_mut().for_each(|field| redirect(field, names));
        }
        Json::Array(items) => items.iter_mut().for_each(|item| redirect(item, names)),
        _ => {}
    }
}

const JSON: &str = "application/json";
const COMPONENTS: &str = "#/components/schemas/";
/// The dialect of OpenAPI 3.1.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Json {
        json!({
            "paths": { "/things/{id}": { "post": {
                "operationId": "changeThing", "summary": "Change a thing.", "x-permission": "own:write",
                "parameters": [
                    { "name": "id", "in": "path", "required": true, "schema": { "type": "string" },
                      "description": "The id" },
                    { "name": "Prefer", "in": "header", "schema": { "type": "string" } },
                ],
                "requestBody": { "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/Change" } } } },
                "responses": { "200": { "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/Thing" } } } } },
            } } },
            "components": { "schemas": {
                "Change": { "type": "object", "required": ["part"],
                    "properties": { "part": { "$ref": "#/components/schemas/Part" } } },
                "Thing": { "type": "object",
                    "properties": { "parts": { "items": { "$ref": "#/components/schemas/Thing" } } } },
                "Part": { "type": "string" },
            } },
        })
    }

    #[test]
    fn parameters_and_body_become_one_object() {
        let described = DescribedOperation::of(&document(), "changeThing").unwrap();
        assert_eq!(described.description, "Change a thing.");
        assert_eq!(described.permission, "own:write");
        assert_eq!(
            described.input,
            json!({
                "$schema": DIALECT, "type": "object", "additionalProperties": false,
                "required": ["id", "part"],
                "properties": {
                    "id": { "type": "string", "description": "The id" },
                    "part": { "$ref": "#/$defs/Part" },
                },
                "$defs": { "Part": { "type": "string" } },
            })
        );
        assert_eq!(
            described.output["$defs"]["Thing"]["properties"]["parts"]["items"]["$ref"],
            "#/$defs/Thing"
        );
    }

    #[test]
    fn an_operation_that_is_not_a_tool_is_refused() {
        let mut twice = document();
        twice["components"]["schemas"]["Change"]["properties"]["id"] = json!({});
        let mut open = document();
        open["paths"]["/things/{id}"]["post"]["x-permission"] = Json::Null;
        for (document, id) in [
            (document(), "removeThing"),
            (twice, "changeThing"),
            (open, "changeThing"),
        ] {
            assert!(DescribedOperation::of(&document, id).is_err(), "{id}");
        }
    }
}
