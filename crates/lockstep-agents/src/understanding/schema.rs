//! Whether the arguments of a call fit the JSON Schema of the tool's input.
//!
//! The schemas come from the OpenAPI document. The check covers the keywords that it uses:
//! `type`, `enum`, `const`, bounds, lengths, `required`, `properties`, `additionalProperties`, `items`,
//! references to `$defs`, and the combinators. A `pattern` is not checked; dates and names of types
//! have their own grammar.

use serde_json::{Map, Value as Json};

/// Whether the arguments fit.
pub(super) fn fits(schema: &Json, arguments: &Map<String, Json>) -> bool {
    accepts(schema, schema, &Json::Object(arguments.clone()), MAX_DEPTH)
}

/// Returns the names of required properties that the arguments lack.
pub(super) fn missing<'s>(schema: &'s Json, arguments: &Map<String, Json>) -> Vec<&'s str> {
    let required = schema["required"].as_array().into_iter().flatten();
    let names = required.filter_map(Json::as_str);
    names
        .filter(|name| !arguments.contains_key(*name))
        .collect()
}

/// Returns the values that a property may have.
pub(super) fn values<'s>(root: &'s Json, property: &'s Json) -> Vec<&'s str> {
    let mut open = vec![(property, MAX_DEPTH)];
    let mut values = Vec::new();
    while let Some((schema, depth)) = open.pop() {
        let schema = resolve(root, schema);
        values.extend(
            schema["enum"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str),
        );
        if depth > 0 {
            let parts = ["allOf", "oneOf", "anyOf"].iter();
            let parts = parts.flat_map(|key| schema[*key].as_array().into_iter().flatten());
            open.extend(parts.map(|part| (part, depth - 1)));
        }
    }
    values
}

fn resolve<'s>(root: &'s Json, schema: &'s Json) -> &'s Json {
    let reference = schema["$ref"].as_str();
    let path = reference.and_then(|reference| reference.strip_prefix('#'));
    path.and_then(|path| root.pointer(path)).unwrap_or(schema)
}

fn accepts(root: &Json, schema: &Json, value: &Json, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let schema = resolve(root, schema);
    let part = |part: &Json| accepts(root, part, value, depth);
    let list = |key: &str| schema[key].as_array().filter(|list| !list.is_empty());
    has_type(&schema["type"], value)
        && is_in_bounds(schema, value)
        && list("enum").is_none_or(|values| values.contains(value))
        && schema.get("const").is_none_or(|constant| constant == value)
        && list("allOf").is_none_or(|parts| parts.iter().all(|one| is_default(one) || part(one)))
        && list("anyOf").is_none_or(|parts| parts.iter().any(part))
        && list("oneOf").is_none_or(|parts| parts.iter().filter(|one| part(one)).count() == 1)
        && match value {
            Json::Object(fields) => has_fields(root, schema, fields, depth),
            Json::Array(items) => {
                let schema = schema.get("items");
                schema.is_none_or(|schema| {
                    items.iter().all(|item| accepts(root, schema, item, depth))
                })
            }
            _ => true,
        }
}

/// Whether a part of `allOf` only states a default. The document writes such a part beside a
/// reference to an enumeration, with the type `object`, which no value of the enumeration has.
fn is_default(part: &Json) -> bool {
    part.get("default").is_some() && part.get("properties").is_none() && part.get("enum").is_none()
}

fn has_fields(root: &Json, schema: &Json, fields: &Map<String, Json>, depth: usize) -> bool {
    let is_closed = schema["additionalProperties"] == false;
    missing(schema, fields).is_empty()
        && fields
            .iter()
            .all(|(name, value)| match schema["properties"].get(name) {
                Some(property) => accepts(root, property, value, depth),
                None => !is_closed,
            })
}

fn has_type(wanted: &Json, value: &Json) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    };
    match wanted {
        Json::String(name) => is(name),
        Json::Array(names) => names.iter().filter_map(Json::as_str).any(is),
        _ => true,
    }
}

fn is_in_bounds(schema: &Json, value: &Json) -> bool {
    if let Some(number) = value.as_f64() {
        let minimum = schema["minimum"].as_f64();
        let maximum = schema["maximum"].as_f64();
        return minimum.is_none_or(|minimum| number >= minimum)
            && maximum.is_none_or(|maximum| number <= maximum);
    }
    if let Some(text) = value.as_str() {
        let length = text.chars().count() as u64;
        let minimum = schema["minLength"].as_u64();
        let maximum = schema["maxLength"].as_u64();
        return minimum.is_none_or(|minimum| length >= minimum)
            && maximum.is_none_or(|maximum| length <= maximum);
    }
    true
}

/// The deepest nesting of a schema that is followed.
const MAX_DEPTH: usize = 24;
