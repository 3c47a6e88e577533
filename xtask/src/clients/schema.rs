//! Turns the schemas of the OpenAPI document into types and models. Schemas without a name get one from their place.

use std::collections::BTreeMap;

use serde_json::Value;

use super::types::{Field, Model, Pages, Shape, Type};
use super::words::pascal;

const PREFIX: &str = "#/components/schemas/";

/// The schemas of a document, and the models made of them so far.
#[derive(Debug)]
pub(super) struct Schemas<'a> {
    named: &'a serde_json::Map<String, Value>,
    models: BTreeMap<String, Model>,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Value) -> Result<Self, String> {
        let named = document["components"]["schemas"]
            .as_object()
            .ok_or("the document has no schemas")?;
        let mut schemas = Self {
            named,
            models: BTreeMap::new(),
        };
        for (name, schema) in named {
            let shape = schemas.shape(name, schema)?;
            schemas.add(name, schema, shape)?;
        }
        Ok(schemas)
    }

    pub(super) fn into_models(self) -> Vec<Model> {
        self.models.into_values().collect()
    }

    /// Returns the type of a schema, and whether null is a value of it. `place` names it if it needs a name.
    pub(super) fn type_of(&mut self, place: &str, schema: &Value) -> Result<(Type, bool), String> {
        if let Some(name) = reference(schema) {
            return Ok((Type::Model(name.to_owned()), false));
        }
        if let Some(variants) = schema["oneOf"].as_array() {
            return self.one_of(place, schema, variants);
        }
        if schema["allOf"].is_array() {
            return Ok((self.named_by_place(place, schema)?, false));
        }
        let (kind, is_nullable) = kind(schema);
        let r#type = match kind {
            "boolean" => Type::Boolean,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "string" => text_type(schema),
            "array" => Type::List(Box::new(self.type_of(place, &schema["items"])?.0)),
            "object" if schema["properties"].is_object() => self.named_by_place(place, schema)?,
            "object" => Type::Map(Box::new(self.others(place, schema)?.unwrap_or(Type::Any))),
            "" => Type::Any,
            other => return Err(format!("{place}: no type for '{other}'")),
        };
        Ok((r#type, is_nullable))
    }

    fn one_of(
        &mut self,
        place: &str,
        schema: &Value,
        variants: &[Value],
    ) -> Result<(Type, bool), String> {
        let proper: Vec<&Value> = variants
            .iter()
            .filter(|one| one["type"] != "null")
            .collect();
        let is_nullable = proper.len() < variants.len();
        let r#type = match proper.as_slice() {
            [only] => self.type_of(place, only)?.0,
            _ => self.named_by_place(place, schema)?,
        };
        Ok((r#type, is_nullable))
    }

    /// Makes a model of a schema without a name: its title, or the place where it is used.
    fn named_by_place(&mut self, place: &str, schema: &Value) -> Result<Type, String> {
        let shape = self.shape(place, schema)?;
        if let Shape::Alias(r#type) = shape {
            return Ok(r#type);
        }
        let name = schema["title"].as_str().unwrap_or(place);
        self.add(name, schema, shape)?;
        Ok(Type::Model(name.to_owned()))
    }

    fn add(&mut self, name: &str, schema: &Value, shape: Shape) -> Result<(), String> {
        let model = Model {
            name: name.to_owned(),
            description: text(&schema["description"]),
            shape,
        };
        match self.models.insert(name.to_owned(), model) {
            None => Ok(()),
            Some(_) => Err(format!(
                "two schemas are named {name}: give one a title of its own"
            )),
        }
    }

    fn shape(&mut self, name: &str, schema: &Value) -> Result<Shape, String> {
        if let Some(variants) = schema["oneOf"].as_array() {
            let proper: Vec<&Value> = variants
                .iter()
                .filter(|one| one["type"] != "null")
                .collect();
            let tag = self.tag(&proper);
            let place = |index: usize| format!("{name}Variant{}", index + 1);
            let types = proper
                .iter()
                .enumerate()
                .map(|(index, one)| Ok(self.type_of(&place(index), one)?.0));
            return Ok(Shape::Union {
                variants: types.collect::<Result<_, String>>()?,
                tag,
            });
        }
        if let Some(parts) = schema["allOf"].as_array() {
            return self.all_of(name, parts);
        }
        if schema["type"] == "object" && schema["properties"].is_object() {
            return Ok(Shape::Object {
                fields: self.fields_of(name, schema)?,
                others: self.others(name, schema)?,
            });
        }
        Ok(match self.type_of(name, schema)?.0 {
            Type::Choice(values) => Shape::Choice(values),
            other => Shape::Alias(other),
        })
    }

    /// Joins the fields of all parts. A part without fields only describes another one.
    fn all_of(&mut self, name: &str, parts: &[Value]) -> Result<Shape, String> {
        let mut joined: Vec<Field> = Vec::new();
        let mut others = None;
        for part in parts {
            let resolved = self.resolve(part);
            if resolved["properties"].is_object() {
                joined.extend(self.fields_of(name, resolved)?);
                others = others.or(self.others(name, resolved)?);
            } else if resolved["type"] != "object" {
                return self.shape(name, resolved);
            }
        }
        Ok(Shape::Object {
            fields: joined,
            others,
        })
    }

    /// Returns the fields of a schema of an object, sorted by name.
    pub(super) fn fields_of(&mut self, name: &str, schema: &Value) -> Result<Vec<Field>, String> {
        let resolved = self.resolve(schema);
        let required: Vec<&str> = resolved["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = resolved["properties"].as_object().into_iter().flatten();
        properties
            .map(|(field, schema)| {
                let place = format!("{name}{}", pascal(field));
                let (r#type, is_nullable) = self.type_of(&place, schema)?;
                Ok(Field {
                    name: field.clone(),
                    description: text(&schema["description"]),
                    r#type,
                    is_required: required.contains(&field.as_str()),
                    is_nullable,
                    has_nullable_entries: has_nullable_entries(schema),
                    is_read_only: schema["readOnly"] == true,
                    default: schema.get("default").cloned(),
                })
            })
            .collect()
    }

    /// Reads a parameter of an operation.
    pub(super) fn parameter(&mut self, context: &str, parameter: &Value) -> Result<Field, String> {
        let (name, schema) = (text(&parameter["name"]), &parameter["schema"]);
        let (r#type, is_nullable) = self.type_of(&format!("{context}{}", pascal(&name)), schema)?;
        Ok(Field {
            name,
            description: text(&parameter["description"]),
            r#type,
            is_required: parameter["required"] == true,
            is_nullable,
            has_nullable_entries: has_nullable_entries(schema),
            is_read_only: false,
            default: schema.get("default").cloned(),
        })
    }

    /// Returns the result of an operation that answers a result or an accepted job.
    pub(super) fn result_of_job(&mut self, context: &str, schema: &Value) -> Result<Type, String> {
        let resolved = self.resolve(schema);
        let variants = resolved["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
        match variants
            .iter()
            .find(|one| reference(one) != Some("AcceptedJob"))
        {
            Some(result) => Ok(self.type_of(context, result)?.0),
            None => Ok(self.type_of(context, schema)?.0),
        }
    }

    /// Finds out how an operation with this answer and these parameters is paged.
    pub(super) fn pages(
        &self,
        answer: Option<&Type>,
        query: &[Field],
    ) -> Result<Option<Pages>, String> {
        let Some(Type::Model(name)) = answer else {
            return Ok(None);
        };
        let Some(Shape::Object { fields, .. }) = self.models.get(name).map(|model| &model.shape)
        else {
            return Ok(None);
        };
        let takes = |name: &str| query.iter().any(|field| field.name == name);
        let cursor = fields
            .iter()
            .find(|field| ["nextCursor", "next_cursor"].contains(&field.name.as_str()));
        let cursor = cursor
            .filter(|_| takes("cursor"))
            .map(|field| field.name.clone());
        if cursor.is_none() && !(takes("page") && takes("limit")) {
            return Ok(None);
        }
        // The document lists the entries of a page first among the required fields; `balances` are sums beside them.
        let order = self
            .named
            .get(name)
            .map(|schema| &schema["required"])
            .and_then(Value::as_array);
        let list = order
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter(|name| *name != "balances")
            .find_map(|name| {
                match fields
                    .iter()
                    .find(|field| field.name == name)
                    .map(|field| &field.r#type)
                {
                    Some(Type::List(item)) => Some((name, item)),
                    _ => None,
                }
            });
        Ok(list.map(|(items, item)| Pages {
            items: items.to_owned(),
            item: (**item).clone(),
            cursor,
        }))
    }

    /// Returns the type of fields without a name in the schema.
    fn others(&mut self, place: &str, schema: &Value) -> Result<Option<Type>, String> {
        match schema.get("additionalProperties") {
            None | Some(Value::Bool(false)) => Ok(None),
            Some(Value::Bool(true)) => Ok(Some(Type::Any)),
            Some(schema) => Ok(Some(self.type_of(&format!("{place}Value"), schema)?.0)),
        }
    }

    /// Finds a field with one fixed text, different in each variant.
    fn tag(&self, variants: &[&Value]) -> Option<(String, Vec<String>)> {
        let first = self.resolve(variants.first()?)["properties"].as_object()?;
        first.keys().find_map(|name| {
            let fixed = variants.iter().map(|variant| {
                let values = self.resolve(variant)["properties"][name]["enum"].as_array()?;
                match values.as_slice() {
                    [Value::String(value)] => Some(value.clone()),
                    _ => None,
                }
            });
            let values: Vec<String> = fixed.collect::<Option<_>>()?;
            let is_distinct = values
                .iter()
                .enumerate()
                .all(|(at, value)| !values[..at].contains(value));
            is_distinct.then(|| (name.clone(), values))
        })
    }

    fn resolve<'b>(&self, schema: &'b Value) -> &'b Value
    where
        'a: 'b,
    {
        reference(schema)
            .and_then(|name| self.named.get(name))
            .unwrap_or(schema)
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"]
        .as_str()
        .and_then(|path| path.strip_prefix(PREFIX))
}

/// Whether null is an entry of a list or a map with this schema.
fn has_nullable_entries(schema: &Value) -> bool {
    let entries = [&schema["items"], &schema["additionalProperties"]];
    let has_null = |entry: &Value| {
        let mut variants = entry["oneOf"].as_array().into_iter().flatten();
        kind(entry).1 || variants.any(|variant| variant["type"] == "null")
    };
    entries.into_iter().any(has_null)
}

/// Returns the type's name in JSON Schema, and whether null is another type of the schema.
fn kind(schema: &Value) -> (&str, bool) {
    match &schema["type"] {
        Value::String(kind) => (kind, false),
        Value::Array(kinds) => {
            let proper = kinds
                .iter()
                .filter_map(Value::as_str)
                .find(|kind| *kind != "null");
            (
                proper.unwrap_or_default(),
                kinds.iter().any(|kind| kind == "null"),
            )
        }
        _ => ("", false),
    }
}

fn text_type(schema: &Value) -> Type {
    if let Some(values) = schema["enum"].as_array() {
        return Type::Choice(values.iter().map(text).collect());
    }
    match schema["format"].as_str() {
        Some("date-time") => Type::DateTime,
        Some("date") => Type::Date,
        Some("binary") => Type::Bytes,
        _ => Type::Text,
    }
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
