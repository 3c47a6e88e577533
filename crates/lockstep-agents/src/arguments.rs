//! Checks the input of a tool against its JSON Schema before anything is called.
//!
//! The schemas come from this platform's own OpenAPI document and use few keywords. A keyword that this module does not
//! know restricts nothing here: the operation itself checks its input again.

use serde_json::{Map, Value as Json};

/// The reason why an input does not match the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArgumentMismatch {
    /// The path of the value in the input; empty for the input itself.
    pub(crate) parameter: String,
    pub(crate) reason: String,
}

/// Checks an input.
///
/// # Errors
/// The first value that does not fit.
pub(crate) fn check(schema: &Json, input: &Map<String, Json>) -> Result<(), ArgumentMismatch> {
    let value = Json::Object(input.clone());
    let checker = Checker {
        root: schema,
        is_whole: true,
    };
    checker.check(schema, &value, "", MAX_DEPTH)
}

/// Checks one argument of an input; the others may be missing.
///
/// # Errors
/// The first value that does not fit.
pub(crate) fn check_one(
    schema: &Json,
    (name, value): (&str, &Json),
) -> Result<(), ArgumentMismatch> {
    let mut input = Map::new();
    input.insert(name.to_owned(), value.clone());
    let checker = Checker {
        root: schema,
        is_whole: false,
    };
    checker.check(schema, &Json::Object(input), "", MAX_DEPTH)
}

/// Returns why a client's input is too large, if it is. It is copied, compared with a schema, written and parsed on the
/// threads of all requests.
pub(crate) fn excess(input: &Map<String, Json>) -> Option<String> {
    let mut room = Room {
        values: MAX_VALUES,
        bytes: MAX_TEXT_BYTES,
    };
    (!room.holds_fields(input)).then(|| {
        let kib = MAX_TEXT_BYTES >> 10;
        format!(
            "must hold {MAX_VALUES} values and {kib} KiB of text at most: send more to the operation of the API itself"
        )
    })
}

/// The values and the bytes of text that an input may still have.
struct Room {
    values: usize,
    bytes: usize,
}

impl Room {
    fn holds(&mut self, value: &Json) -> bool {
        let Some(values) = self.values.checked_sub(1) else {
            return false;
        };
        self.values = values;
        match value {
            Json::String(text) => self.holds_text(text),
            Json::Array(items) => items.iter().all(|item| self.holds(item)),
            Json::Object(fields) => self.holds_fields(fields),
            _ => true,
        }
    }

    fn holds_fields(&mut self, fields: &Map<String, Json>) -> bool {
        let mut fields = fields.iter();
        fields.all(|(name, value)| self.holds_text(name) && self.holds(value))
    }

    fn holds_text(&mut self, text: &str) -> bool {
        let bytes = self.bytes.checked_sub(text.len());
        self.bytes = bytes.unwrap_or(0);
        bytes.is_some()
    }
}

struct Checker<'s> {
    root: &'s Json,
    /// Whether the input has all of its arguments.
    is_whole: bool,
}

impl Checker<'_> {
    fn check(
        &self,
        schema: &Json,
        value: &Json,
        at: &str,
        depth: usize,
    ) -> Result<(), ArgumentMismatch> {
        let misfit = |reason: String| {
            Err(ArgumentMismatch {
                parameter: at.to_owned(),
                reason,
            })
        };
        let Some(deeper) = depth.checked_sub(1) else {
            return misfit(format!("is nested more than {MAX_DEPTH} levels deep"));
        };
        let schema = self.resolved(schema);
        let kinds: Vec<&str> = texts(&schema["type"]).collect();
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(kind, value)) {
            return misfit(format!("must be of the type {}", kinds.join(" or ")));
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            let names: Vec<String> = allowed.iter().map(quoted_value).collect();
            return misfit(format!("must be one of {}", names.join(", ")));
        }
        if let Some(number) = value.as_f64() {
            let (low, high) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
            if low.is_some_and(|low| number < low) || high.is_some_and(|high| number > high) {
                return misfit(bounds(&schema["minimum"], &schema["maximum"]));
            }
        }
        for part in items(&schema["allOf"]) {
            self.check(part, value, at, deeper)?;
        }
        self.check_choices(schema, value, at, deeper)?;
        self.check_fields(schema, value, at, deeper)?;
        for (place, item) in items(value).enumerate() {
            if let Some(of_items) = schema.get("items") {
                self.check(of_items, item, &format!("{at}[{place}]"), deeper)?;
            }
        }
        Ok(())
    }

    /// Checks that one of several schemas fits.
    fn check_choices(
        &self,
        schema: &Json,
        value: &Json,
        at: &str,
        depth: usize,
    ) -> Result<(), ArgumentMismatch> {
        for keyword in ["oneOf", "anyOf"] {
            let mut last = None;
            for choice in items(&schema[keyword]) {
                match self.check(choice, value, at, depth) {
                    Ok(()) => {
                        last = None;
                        break;
                    }
                    Err(misfit) => last = Some(misfit),
                }
            }
            if let Some(misfit) = last {
                return Err(misfit);
            }
        }
        Ok(())
    }

    fn check_fields(
        &self,
        schema: &Json,
        value: &Json,
        at: &str,
        depth: usize,
    ) -> Result<(), ArgumentMismatch> {
        let Some(fields) = value.as_object() else {
            return Ok(());
        };
        let below = |name: &str| match at {
            "" => name.to_owned(),
            at => format!("{at}.{name}"),
        };
        let is_part = at.is_empty() && !self.is_whole;
        for name in texts(&schema["required"]) {
            if !is_part && !fields.contains_key(name) {
                return Err(ArgumentMismatch {
                    parameter: below(name),
                    reason: "is required".to_owned(),
                });
            }
        }
        for (name, field) in fields {
            match schema["properties"].get(name) {
                Some(property) => self.check(property, field, &below(name), depth)?,
                None if schema["additionalProperties"] == false => {
                    let shown: String = name.chars().take(MAX_NAME_SHOWN).collect();
                    return Err(ArgumentMismatch {
                        parameter: below(&shown),
                        reason: "is not a parameter of this tool".to_owned(),
                    });
                }
                None => {}
            }
        }
        Ok(())
    }

    fn resolved<'j>(&'j self, schema: &'j Json) -> &'j Json {
        let reference = schema["$ref"]
            .as_str()
            .and_then(|text| text.strip_prefix('#'));
        let target = reference.and_then(|pointer| self.root.pointer(pointer));
        target.unwrap_or(schema)
    }
}

fn bounds(low: &Json, high: &Json) -> String {
    match (low.is_null(), high.is_null()) {
        (false, false) => format!("must be between {low} and {high}"),
        (false, true) => format!("must be {low} or more"),
        _ => format!("must be {high} or less"),
    }
}

fn quoted_value(value: &Json) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn items(list: &Json) -> impl Iterator<Item = &Json> {
    list.as_array().into_iter().flatten()
}

/// Returns the texts of a list, or the one text.
fn texts(rule: &Json) -> impl Iterator<Item = &str> {
    rule.as_str()
        .into_iter()
        .chain(items(rule).filter_map(Json::as_str))
}

fn is_of(kind: &str, value: &Json) -> bool {
    match kind {
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

/// The maximum number of values of a client's input, at all levels together: work of about a millisecond.
const MAX_VALUES: usize = 2000;
/// The maximum number of bytes of its texts and names together.
const MAX_TEXT_BYTES: usize = 256 << 10;
/// The deepest nesting of an input.
const MAX_DEPTH: usize = 32;
/// The maximum number of characters of a client's name that an error shows.
const MAX_NAME_SHOWN: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn inputs_fit_their_schemas() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["id"],
            "properties": {
                "id": { "type": "string" },
                "limit": { "type": ["integer", "null"], "minimum": 1, "maximum": 10 },
                "order": { "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/Order" }] },
                "types": { "type": "array", "items": { "enum": ["a", "b"] } },
            },
            "$defs": { "Order": { "type": "string", "enum": ["asc", "desc"] } },
        });
        for (input, blamed) in [
            (json!({ "id": "x" }), None),
            (
                json!({ "id": "x", "limit": 10, "order": "asc", "types": ["a"] }),
                None,
            ),
            (json!({ "id": "x", "limit": null, "order": null }), None),
            (json!({}), Some("id")),
            (json!({ "id": 3 }), Some("id")),
            (json!({ "id": "x", "limit": 11 }), Some("limit")),
            (json!({ "id": "x", "limit": 1.5 }), Some("limit")),
            (json!({ "id": "x", "order": "up" }), Some("order")),
            (json!({ "id": "x", "types": ["a", "c"] }), Some("types[1]")),
            (json!({ "id": "x", "limti": 3 }), Some("limti")),
        ] {
            let found = check(&schema, input.as_object().unwrap()).err();
            let parameter = found.map(|misfit| misfit.parameter);
            assert_eq!(parameter.as_deref(), blamed, "{input}");
        }
    }

    #[test]
    fn the_values_and_texts_of_an_input_are_bounded() {
        let half = "x".repeat(MAX_TEXT_BYTES / 2);
        let (name, rest) = (&half[..], &half[1..]);
        for (input, is_taken) in [
            (json!({}), true),
            // The list is a value, too.
            (json!({ "a": vec![0; MAX_VALUES - 1] }), true),
            (json!({ "a": vec![0; MAX_VALUES] }), false),
            (json!({ "a": vec![json!([]); MAX_VALUES] }), false),
            (json!({ "a": vec![json!([[]]); MAX_VALUES / 2] }), false),
            (
                json!({ "a": vec![json!({ "": 0 }); MAX_VALUES / 2] }),
                false,
            ),
            (json!({ "a": [half, rest] }), true),
            (json!({ "a": [half, half] }), false),
            (json!({ name: rest, "": [""] }), true),
            (json!({ name: half, "": ["x"] }), false),
        ] {
            let found = excess(input.as_object().unwrap());
            assert_eq!(found.is_none(), is_taken, "{:.80}", input.to_string());
        }
    }

    #[test]
    fn a_schema_that_contains_itself_ends() {
        let schema = json!({
            "type": "object", "properties": { "a": { "$ref": "#" } },
        });
        let mut deep = json!({});
        for _ in 0..100 {
            deep = json!({ "a": deep });
        }
        assert!(check(&schema, deep.as_object().unwrap()).is_err());
    }
}
