//! Validates JSON against the JSON Schemas of the OpenAPI document. A keyword that this module does
//! not know is an error, so that no schema passes unread. The `xtask` uses this file, too.

use serde_json::{Map, Value as Json};

/// Returns the violations of a schema, each with the place of the value. References are looked up
/// in `root`.
pub(crate) fn violations(root: &Json, schema: &Json, value: &Json) -> Vec<String> {
    let mut checker = Checker {
        root,
        violations: Vec::new(),
    };
    checker.check(schema, value, "$");
    checker.violations
}

struct Checker<'r> {
    root: &'r Json,
    violations: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Json, value: &Json, at: &str) {
        let Some(keywords) = schema.as_object() else {
            if schema != &Json::Bool(true) {
                self.violations
                    .push(format!("{at}: the schema is {schema}"));
            }
            return;
        };
        for (keyword, rule) in keywords {
            if let Some(reason) = self.broken(keywords, keyword, rule, value, at) {
                self.violations.push(format!("{at}: {reason}"));
            }
        }
    }

    /// Applies one keyword; checks of nested values report their own violations.
    fn broken(
        &mut self,
        schema: &Map<String, Json>,
        keyword: &str,
        rule: &Json,
        value: &Json,
        at: &str,
    ) -> Option<String> {
        let broken = |is_broken: bool| is_broken.then(|| format!("{keyword} {rule}: {value}"));
        match keyword {
            "$ref" => {
                let pointer = rule.as_str().unwrap_or_default().trim_start_matches('#');
                match self.root.pointer(pointer).cloned() {
                    Some(target) => self.check(&target, value, at),
                    None => return Some(format!("{rule} does not exist")),
                }
                None
            }
            "type" => broken(!names(rule).any(|name| is_of(name, value))),
            "enum" => broken(!items(rule).any(|allowed| allowed == value)),
            "required" => broken(names(rule).any(|name| {
                value
                    .as_object()
                    .is_some_and(|fields| !fields.contains_key(name))
            })),
            "minimum" => broken(value.as_f64().is_some_and(|it| Some(it) < rule.as_f64())),
            "maximum" => broken(value.as_f64().is_some_and(|it| Some(it) > rule.as_f64())),
            "minLength" => broken(characters(value).is_some_and(|it| Some(it) < rule.as_u64())),
            "maxLength" => broken(characters(value).is_some_and(|it| Some(it) > rule.as_u64())),
            "minItems" => broken(length(value).is_some_and(|it| Some(it) < rule.as_u64())),
            "maxItems" => broken(length(value).is_some_and(|it| Some(it) > rule.as_u64())),
            "properties" => {
                for (name, property) in rule.as_object().into_iter().flatten() {
                    if let Some(field) = value.get(name) {
                        self.check(property, field, &format!("{at}.{name}"));
                    }
                }
                None
            }
            "additionalProperties" => {
                let listed = schema.get("properties").and_then(Json::as_object);
                for (name, field) in value.as_object().into_iter().flatten() {
                    if listed.is_some_and(|listed| listed.contains_key(name)) {
                        continue;
                    }
                    if rule == &Json::Bool(false) {
                        self.violations.push(format!("{at}: {name} is not listed"));
                    } else {
                        self.check(rule, field, &format!("{at}.{name}"));
                    }
                }
                None
            }
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, item, &format!("{at}[{place}]"));
                }
                None
            }
            "allOf" => {
                items(rule).for_each(|part| self.check(part, value, at));
                None
            }
            "anyOf" => broken(self.fitting(rule, value) == 0),
            "oneOf" => broken(self.fitting(rule, value) != 1),
            annotation if ANNOTATIONS.contains(&annotation) => None,
            unknown => Some(format!("the keyword {unknown} is unknown to this test")),
        }
    }

    /// Returns the number of schemas that the value fits.
    fn fitting(&self, schemas: &Json, value: &Json) -> usize {
        items(schemas)
            .filter(|schema| violations(self.root, schema, value).is_empty())
            .count()
    }
}

fn items(list: &Json) -> impl Iterator<Item = &Json> {
    list.as_array().into_iter().flatten()
}

/// Returns the texts of a list, or the one text.
fn names(rule: &Json) -> impl Iterator<Item = &str> {
    rule.as_str()
        .into_iter()
        .chain(items(rule).filter_map(Json::as_str))
}

fn is_of(name: &str, value: &Json) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn characters(value: &Json) -> Option<u64> {
    let count = value.as_str()?.chars().count();
    u64::try_from(count).ok()
}

fn length(value: &Json) -> Option<u64> {
    u64::try_from(value.as_array()?.len()).ok()
}

/// Keywords that restrict nothing. `pattern` is among them: the document's examples shorten texts.
const ANNOTATIONS: &[&str] = &[
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "default",
    "deprecated",
    "description",
    "example",
    "examples",
    "format",
    "pattern",
    "propertyNames",
    "readOnly",
    "title",
];

#[cfg(test)]
mod tests {
    use super::violations;
    use serde_json::json;

    #[test]
    fn keywords() {
        let root = json!({ "$defs": { "Even": { "enum": [2, 4] } } });
        for (schema, value, fits) in [
            (json!({ "type": "string" }), json!("a"), true),
            (json!({ "type": "string" }), json!(1), false),
            (json!({ "type": ["string", "null"] }), json!(null), true),
            (json!({ "type": "integer" }), json!(1.5), false),
            (json!({ "$ref": "#/$defs/Even" }), json!(2), true),
            (json!({ "$ref": "#/$defs/Even" }), json!(3), false),
            (json!({ "$ref": "#/$defs/Odd" }), json!(3), false),
            (json!({ "required": ["a"] }), json!({}), false),
            (
                json!({ "properties": { "a": { "type": "null" } } }),
                json!({ "a": 1 }),
                false,
            ),
            (
                json!({ "properties": { "a": {} }, "additionalProperties": false }),
                json!({ "a": 1 }),
                true,
            ),
            (
                json!({ "properties": {}, "additionalProperties": false }),
                json!({ "a": 1 }),
                false,
            ),
            (
                json!({ "additionalProperties": { "type": "null" } }),
                json!({ "a": 1 }),
                false,
            ),
            (
                json!({ "items": { "type": "null" } }),
                json!([null, 1]),
                false,
            ),
            (
                json!({ "oneOf": [{ "type": "null" }, { "type": "string" }] }),
                json!("a"),
                true,
            ),
            (
                json!({ "oneOf": [{ "type": "string" }, { "minLength": 1 }] }),
                json!("a"),
                false,
            ),
            (
                json!({ "anyOf": [{ "type": "string" }, { "minLength": 1 }] }),
                json!("a"),
                true,
            ),
            (
                json!({ "allOf": [{ "type": "string" }, { "maxLength": 1 }] }),
                json!("ab"),
                false,
            ),
            (json!({ "minimum": 2 }), json!(1), false),
            (json!({ "maximum": 2 }), json!(2), true),
            (json!({ "minItems": 1 }), json!([]), false),
            (json!({ "multipleOf": 2 }), json!(2), false),
        ] {
            let found = violations(&root, &schema, &value);
            assert_eq!(found.is_empty(), fits, "{schema} {value}: {found:?}");
        }
    }
}
