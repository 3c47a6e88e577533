//! The types of values as JSON Schemas describe them, to check the edges of a graph.

use std::collections::HashSet;

use serde_json::Value as Json;

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(1 << 1);
    pub(crate) const INTEGER: Self = Self(1 << 2);
    /// Numbers that are not whole.
    const FRACTION: Self = Self(1 << 3);
    pub(crate) const NUMBER: Self = Self(Self::INTEGER.0 | Self::FRACTION.0);
    pub(crate) const STRING: Self = Self(1 << 4);
    pub(crate) const ARRAY: Self = Self(1 << 5);
    pub(crate) const OBJECT: Self = Self(1 << 6);
    pub(crate) const ANY: Self = Self((1 << 7) - 1);

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether a value can be of both sets.
    pub(crate) fn intersects(self, other: Self) -> bool {
        self.and(other) != Self::NONE
    }

    /// Returns the set without null.
    pub(crate) const fn without_null(self) -> Self {
        Self(self.0 & !Self::NULL.0)
    }

    fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self::ANY,
        }
    }

    /// Returns the type of a value.
    pub(super) fn of_value(value: &Json) -> Self {
        match value {
            Json::Null => Self::NULL,
            Json::Bool(_) => Self::BOOLEAN,
            Json::Number(_) => Self::NUMBER,
            Json::String(_) => Self::STRING,
            Json::Array(_) => Self::ARRAY,
            Json::Object(_) => Self::OBJECT,
        }
    }
}

impl std::fmt::Display for Types {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = [
            (Self::NULL, "null"),
            (Self::BOOLEAN, "boolean"),
            (Self::FRACTION, "number"),
            (Self::STRING, "string"),
            (Self::ARRAY, "array"),
            (Self::OBJECT, "object"),
        ];
        let is_whole = self.intersects(Self::INTEGER) && !self.intersects(Self::FRACTION);
        let of = names.iter().filter(|(set, _)| self.intersects(*set));
        let mut shown: Vec<&str> = of.map(|(_, name)| *name).collect();
        if is_whole {
            shown.push("integer");
        }
        f.write_str(&shown.join(" or "))
    }
}

/// A part of a JSON Schema, with the schema that its references point into.
#[derive(Clone, Copy)]
pub(crate) struct SchemaPart<'s> {
    root: &'s Json,
    schema: &'s Json,
}

impl<'s> SchemaPart<'s> {
    /// Begins at the whole schema.
    pub(crate) fn whole(root: &'s Json) -> Self {
        Self { root, schema: root }
    }

    /// Returns the schemas of the target of a JSON Pointer; none if it has no target.
    pub(crate) fn at(self, pointer: &str) -> Vec<Self> {
        let mut parts = vec![self];
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            let mut seen = HashSet::new();
            let found = parts.iter().flat_map(|part| part.below(&token));
            // Several alternatives can lead to one schema, and one that is not described is like another.
            parts = found.filter(|part| seen.insert(part.place())).collect();
            parts.truncate(MAX_PARTS);
        }
        parts
    }

    /// Returns where the schema is; `None` without a schema.
    fn place(self) -> Option<*const Json> {
        (!self.schema.is_null()).then_some(std::ptr::from_ref(self.schema))
    }

    /// Returns the schemas of a property of an object, or of an item of a list.
    fn below(self, token: &str) -> Vec<Self> {
        let mut found = Vec::new();
        for part in self.choices(MAX_DEPTH) {
            let within = |schema| Self {
                root: part.root,
                schema,
            };
            let types = part.own_types();
            if types.intersects(Types::OBJECT) {
                match part.schema["properties"].get(token) {
                    Some(property) => found.push(within(property)),
                    None => match part.schema.get("additionalProperties") {
                        Some(Json::Bool(false)) => {}
                        Some(schema @ Json::Object(_)) => found.push(within(schema)),
                        // An object that lists its properties has no others.
                        _ if part.schema.get("properties").is_some() => {}
                        _ => found.push(within(&Json::Null)),
                    },
                }
            }
            let is_index = !token.is_empty() && token.bytes().all(|digit| digit.is_ascii_digit());
            if types.intersects(Types::ARRAY) && is_index {
                found.push(within(part.schema.get("items").unwrap_or(&Json::Null)));
            }
        }
        found
    }

    /// Returns the schema itself, or those that it chooses from.
    fn choices(self, depth: usize) -> Vec<Self> {
        let Some(depth) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let within = |schema| Self {
            root: self.root,
            schema,
        };
        let reference = self.schema["$ref"].as_str();
        let target = reference.and_then(|text| self.root.pointer(text.strip_prefix('#')?));
        if let Some(target) = target {
            return within(target).choices(depth);
        }
        let mut choices = Vec::new();
        let mut chooses = false;
        for keyword in ["oneOf", "anyOf", "allOf"] {
            for choice in self.schema[keyword].as_array().into_iter().flatten() {
                chooses = true;
                choices.extend(within(choice).choices(depth));
            }
        }
        if !chooses || self.schema.get("properties").is_some() {
            choices.push(self);
        }
        choices
    }

    /// Returns the types that the schema allows.
    pub(crate) fn types(self) -> Types {
        let choices = self.choices(MAX_DEPTH).into_iter();
        choices.fold(Types::NONE, |all, part| all.or(part.own_types()))
    }

    fn own_types(self) -> Types {
        let schema = self.schema;
        let named = match &schema["type"] {
            Json::String(name) => Some(Types::named(name)),
            Json::Array(names) => {
                let names = names.iter().filter_map(Json::as_str);
                Some(names.fold(Types::NONE, |all, name| all.or(Types::named(name))))
            }
            _ => None,
        };
        let values = schema["enum"].as_array().map(|values| {
            let of = values.iter().map(Types::of_value);
            of.fold(Types::NONE, Types::or)
        });
        let implied = || match schema.get("properties") {
            Some(_) => Types::OBJECT,
            None => Types::ANY,
        };
        named.or(values).unwrap_or_else(implied)
    }
}

/// Returns the types of the target of a pointer in a value of this schema, or `None` if it has no target.
pub(crate) fn at(root: &Json, pointer: &str) -> Option<Types> {
    let parts = SchemaPart::whole(root).at(pointer);
    if parts.is_empty() {
        return None;
    }
    let types = parts.into_iter().map(SchemaPart::types);
    Some(types.fold(Types::NONE, Types::or))
}

/// The deepest nesting of choices and references.
const MAX_DEPTH: usize = 16;
/// The maximum number of alternatives of one pointer.
const MAX_PARTS: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pointers_have_types() {
        let schema = json!({
            "type": "object",
            "properties": {
                "data": { "type": "array", "items": { "$ref": "#/$defs/Point" } },
                "total": { "type": "integer" },
                "note": { "oneOf": [{ "type": "null" }, { "type": "string" }] },
                "a/b": { "enum": ["x", null] },
                "free": { "type": "object" },
                "by_day": { "type": "object", "additionalProperties": { "type": "number" } },
            },
            "$defs": { "Point": { "type": "object", "properties": {
                "value": { "type": ["number", "null"] }, "next": { "$ref": "#/$defs/Point" } } } },
        });
        let number = Types::NUMBER;
        for (pointer, expected) in [
            ("", Some(Types::OBJECT)),
            ("/data", Some(Types::ARRAY)),
            ("/data/0", Some(Types::OBJECT)),
            ("/data/0/value", Some(number.or(Types::NULL))),
            ("/data/12/next/next/value", Some(number.or(Types::NULL))),
            ("/data/value", None),
            ("/data/0/valeu", None),
            ("/total", Some(Types::INTEGER)),
            ("/total/0", None),
            ("/note", Some(Types::STRING.or(Types::NULL))),
            ("/a~1b", Some(Types::STRING.or(Types::NULL))),
            ("/free/any/thing", Some(Types::ANY)),
            ("/by_day/2026-01-01", Some(number)),
            ("/missing", None),
        ] {
            assert_eq!(at(&schema, pointer), expected, "{pointer}");
        }
        for (types, shown) in [
            (Types::INTEGER, "integer"),
            (number.or(Types::NULL), "null or number"),
        ] {
            assert_eq!(types.to_string(), shown);
        }
    }

    #[test]
    fn a_long_pointer_has_few_alternatives() {
        let tree = json!({ "$ref": "#/$defs/T", "$defs": { "T": { "oneOf": [
            { "type": "array", "items": { "$ref": "#/$defs/T" } },
            { "type": "array", "items": { "$ref": "#/$defs/T" } } ] } } });
        for (schema, expected) in [(json!({}), Types::ANY), (tree, Types::ARRAY)] {
            let parts = SchemaPart::whole(&schema).at(&"/0".repeat(32));
            assert!(parts.len() <= 2, "{}", parts.len());
            let types = parts.into_iter().map(SchemaPart::types);
            assert_eq!(types.fold(Types::NONE, Types::or), expected);
        }
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let schema = json!({ "$ref": "#/$defs/A", "$defs": { "A": { "oneOf": [
            { "$ref": "#/$defs/A" }, { "type": "string" } ] } } });
        assert_eq!(at(&schema, ""), Some(Types::STRING));
    }
}
