//! The API as the generators of the client libraries see it: operations and models, read once from the OpenAPI document.
//!
//! Reading order: [`Contract::read`], then [`Operation`], then `types.rs`, then `schema.rs`, which turns schemas into [`Type`]s.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use super::schema::{Schemas, text};
pub(crate) use super::types::{Field, Model, Pages, Shape, Type};
pub(crate) use super::words::{camel, pascal, snake, words};
use crate::run::root;

const DOCUMENT: &str = "docs/api/openapi.json";
pub(crate) const JSON: &str = "application/json";

/// The groups whose names differ from their tags.
const GROUPS: &[(&str, &str)] = &[("Fitness data", "fitness"), ("Sign-in", "auth")];

/// The operations and the models of the API, sorted by name.
#[derive(Debug)]
pub(crate) struct Contract {
    pub(crate) groups: Vec<Group>,
    pub(crate) models: Vec<Model>,
}

/// The operations of one tag of the document.
#[derive(Debug)]
pub(crate) struct Group {
    /// In snake case, such as `api_keys`.
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) operations: Vec<Operation>,
}

/// One operation: a method and a path.
#[derive(Debug)]
pub(crate) struct Operation {
    /// In camel case, such as `listDatasets`; unique in the document.
    pub(crate) id: String,
    /// In capitals.
    pub(crate) method: String,
    /// With the names of path parameters in braces.
    pub(crate) path: String,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) path_parameters: Vec<Field>,
    pub(crate) query_parameters: Vec<Field>,
    pub(crate) body: Option<Body>,
    pub(crate) answer: Answer,
    /// Whether the operation accepts `Idempotency-Key`.
    pub(crate) takes_idempotency_key: bool,
    /// Whether `Prefer: respond-async` starts a job.
    pub(crate) runs_as_job: bool,
    pub(crate) pages: Option<Pages>,
    /// Whether the operation needs no credential.
    pub(crate) is_open: bool,
    /// The statuses of refusals with their descriptions, such as `404` and `NOT_FOUND: the key does not exist`.
    pub(crate) errors: Vec<(String, String)>,
}

/// The body of a request.
#[derive(Debug)]
pub(crate) struct Body {
    /// All media types that the operation accepts.
    pub(crate) media_types: Vec<String>,
    /// The type of the JSON body; `None` if the operation accepts none.
    pub(crate) json: Option<Type>,
    /// The parts of a form; empty if the operation accepts none.
    pub(crate) form: Vec<Field>,
    pub(crate) is_required: bool,
}

/// The body of the response with status 200.
#[derive(Debug)]
pub(crate) struct Answer {
    /// All media types that the operation answers; none if the body is empty.
    pub(crate) media_types: Vec<String>,
    /// The type of the JSON body. For an operation that may run as a job, the type of the result.
    pub(crate) json: Option<Type>,
}

impl Contract {
    /// Reads the committed document.
    pub(crate) fn read() -> Result<Self, String> {
        let text = fs::read_to_string(root().join(DOCUMENT))
            .map_err(|error| format!("{DOCUMENT}: {error}"))?;
        let document =
            serde_json::from_str(&text).map_err(|error| format!("{DOCUMENT}: {error}"))?;
        Self::parse(&document)
    }

    fn parse(document: &Value) -> Result<Self, String> {
        let mut schemas = Schemas::new(document)?;
        let mut groups: BTreeMap<String, Group> = BTreeMap::new();
        let paths = document["paths"]
            .as_object()
            .ok_or("the document has no paths")?;
        for (path, methods) in paths {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                // Operations without 200 are WebSockets, which the libraries open by hand-written code.
                if operation["operationId"].is_null() || operation["responses"]["200"].is_null() {
                    continue;
                }
                let tag = text(&operation["tags"][0]);
                let operation = Operation::parse(method, path, operation, &mut schemas)?;
                let name = group_name(&tag);
                let group = groups.entry(name.clone()).or_insert_with(|| Group {
                    name,
                    description: tag_description(document, &tag),
                    operations: Vec::new(),
                });
                group.operations.push(operation);
            }
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        for group in &mut groups {
            group.operations.sort_by(|one, other| one.id.cmp(&other.id));
        }
        let models = schemas.into_models();
        ensure_unique(&groups)?;
        Ok(Self { groups, models })
    }

    /// Returns the model of this name.
    pub(crate) fn model(&self, name: &str) -> Option<&Model> {
        self.models.iter().find(|model| model.name == name)
    }
}

impl Operation {
    fn parse(
        method: &str,
        path: &str,
        operation: &Value,
        schemas: &mut Schemas<'_>,
    ) -> Result<Self, String> {
        let id = text(&operation["operationId"]);
        let context = pascal(&id);
        let parameters = operation["parameters"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let of = |place: &str, schemas: &mut Schemas<'_>| -> Result<Vec<Field>, String> {
            let chosen = parameters.iter().filter(|one| one["in"] == place);
            chosen.map(|one| schemas.parameter(&context, one)).collect()
        };
        let names_header = |name: &str| {
            parameters
                .iter()
                .any(|one| one["in"] == "header" && one["name"] == name)
        };
        let path_parameters = of("path", schemas)?;
        let query_parameters = of("query", schemas)?;
        let answer = &operation["responses"]["200"]["content"];
        let runs_as_job = names_header("Prefer") && !id.ends_with("Job");
        let json = match &answer[JSON]["schema"] {
            Value::Null => None,
            schema if runs_as_job => Some(schemas.result_of_job(&context, schema)?),
            schema => Some(schemas.type_of(&context, schema)?.0),
        };
        let pages = schemas.pages(json.as_ref(), &query_parameters)?;
        Ok(Self {
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: text(&operation["summary"]),
            description: text(&operation["description"]),
            body: Body::parse(&context, &operation["requestBody"], schemas)?,
            answer: Answer {
                media_types: keys(answer),
                json,
            },
            takes_idempotency_key: names_header("Idempotency-Key"),
            is_open: operation["security"].as_array().is_some_and(Vec::is_empty),
            errors: errors(&operation["responses"]),
            id,
            path_parameters,
            query_parameters,
            runs_as_job,
            pages,
        })
    }
}

impl Body {
    fn parse(
        context: &str,
        body: &Value,
        schemas: &mut Schemas<'_>,
    ) -> Result<Option<Self>, String> {
        let content = &body["content"];
        if content.is_null() {
            return Ok(None);
        }
        let json = match &content[JSON]["schema"] {
            Value::Null => None,
            schema => Some(schemas.type_of(context, schema)?.0),
        };
        let form = match &content["multipart/form-data"]["schema"] {
            Value::Null => Vec::new(),
            schema => schemas.fields_of(context, schema)?,
        };
        Ok(Some(Self {
            media_types: keys(content),
            json,
            form,
            is_required: body["required"] == true,
        }))
    }
}

fn errors(responses: &Value) -> Vec<(String, String)> {
    let responses = responses.as_object().into_iter().flatten();
    responses
        .filter(|(status, _)| status.starts_with(['4', '5']))
        .map(|(status, response)| (status.clone(), text(&response["description"])))
        .collect()
}

fn ensure_unique(groups: &[Group]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    let operations = groups.iter().flat_map(|group| &group.operations);
    match operations
        .map(|operation| &operation.id)
        .find(|id| !seen.insert(*id))
    {
        Some(id) => Err(format!("two operations are named {id}")),
        None => Ok(()),
    }
}

fn tag_description(document: &Value, tag: &str) -> String {
    let tags = document["tags"].as_array().into_iter().flatten();
    tags.filter(|one| one["name"] == tag)
        .map(|one| text(&one["description"]))
        .next()
        .unwrap_or_default()
}

fn group_name(tag: &str) -> String {
    let special = GROUPS.iter().find(|(known, _)| *known == tag);
    special.map_or_else(|| snake(tag), |(_, name)| (*name).to_owned())
}

fn keys(object: &Value) -> Vec<String> {
    object
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_and_every_named_schema_of_the_document_is_read() {
        let contract = Contract::read().unwrap();
        let operations: Vec<_> = contract
            .groups
            .iter()
            .flat_map(|group| &group.operations)
            .collect();
        assert!(operations.len() > 190, "{} operations", operations.len());
        let find = |id: &str| operations.iter().find(|one| one.id == id).copied().unwrap();

        let points = find("readPoints");
        let pages = points.pages.as_ref().unwrap();
        assert_eq!(
            (pages.items.as_str(), pages.cursor.as_deref()),
            ("data", Some("nextCursor"))
        );
        assert_eq!(pages.item, Type::Model("FitnessDataPoint".to_owned()));

        let encrypt = find("encryptData");
        assert!(encrypt.runs_as_job);
        assert!(find("purchaseDataToken").takes_idempotency_key);
        assert_eq!(
            encrypt.answer.json,
            Some(Type::Model("EncryptionResult".to_owned()))
        );
        assert!(find("livenessProbe").is_open);
        assert!(encrypt.errors.contains(&(
            "404".to_owned(),
            "NOT_FOUND: the key does not exist".to_owned()
        )));

        let point = contract.model("FitnessDataPoint").unwrap();
        let Shape::Object { fields, .. } = &point.shape else {
            panic!("{point:?}")
        };
        let field = |name: &str| fields.iter().find(|field| field.name == name).unwrap();
        assert_eq!(field("timestamp").r#type, Type::DateTime);
        assert!(field("id").is_read_only && field("confidence").is_nullable);
        assert_eq!(
            field("metadata").r#type,
            Type::Model("PointMetadata".to_owned())
        );

        let series = contract.model("TypeSeries").unwrap();
        let Shape::Object { fields, .. } = &series.shape else {
            panic!("{series:?}")
        };
        let nullable = fields.iter().filter(|field| field.has_nullable_entries);
        let nullable: Vec<&str> = nullable.map(|field| field.name.as_str()).collect();
        assert_eq!(nullable, ["max", "mean", "min"]);

        let trigger = contract.model("WorkflowTrigger").unwrap();
        let Shape::Union { variants, tag } = &trigger.shape else {
            panic!("{trigger:?}")
        };
        let (name, values) = tag.as_ref().unwrap();
        assert_eq!((name.as_str(), values.len()), ("type", variants.len()));

        let named = |name: &str| contract.model(name).is_some();
        for model in &contract.models {
            if let Shape::Object { fields, .. } = &model.shape {
                for field in fields {
                    let mut inner = &field.r#type;
                    while let Type::List(next) | Type::Map(next) = inner {
                        inner = next;
                    }
                    if let Type::Model(name) = inner {
                        assert!(
                            named(name),
                            "{}.{}: no model {name}",
                            model.name,
                            field.name
                        );
                    }
                }
            }
        }
    }
}
