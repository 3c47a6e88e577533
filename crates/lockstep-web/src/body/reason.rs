//! The wording of serde errors: plain words, without the rejected value and without Rust type names.
//!
//! An error of serde has no kind and no fields: its text is all that a format keeps of it. This module is the only
//! place that recognises errors by their text.

/// Rewords a serde message that [`without_value`] returned. It drops the line and column, since the parameter's name is
/// more useful.
pub(super) fn in_plain_words(reason: &str) -> String {
    if reason.starts_with("missing field `") {
        return "is required".to_owned();
    }
    let reworded = ["unknown ", "duplicate field `", "invalid "];
    if !reworded.iter().any(|start| reason.starts_with(start)) {
        return reason.to_owned();
    }
    let said = match reason.rsplit_once(" at line ") {
        Some((said, place)) if place.contains(" column ") => said,
        _ => reason,
    };
    let Some((found, expected)) = said.rsplit_once(", expected ") else {
        return said.to_owned();
    };
    let expected = expected_type(expected);
    if found == "unknown variant" || found.starts_with("invalid value: ") {
        return format!("must be {expected}");
    }
    match found.strip_prefix("invalid type: ").map(found_type) {
        Some(Some(found)) => format!("must be {expected}, not {found}"),
        Some(None) => format!("must be {expected}"),
        None => format!("{found}, expected {expected}"),
    }
}

/// Returns the JSON type that a serde message expects; the serde words for any other expectation.
fn expected_type(expected: &str) -> String {
    let structures = [
        "struct ",
        "internally tagged enum ",
        "adjacently tagged enum ",
    ];
    if structures.iter().any(|kind| expected.starts_with(kind)) {
        return "an object".to_owned();
    }
    let words = match expected {
        "a map" => "an object",
        "a sequence" => "a list",
        "a borrowed string" => "a string",
        "f32" | "f64" => "a number",
        "i64" => "a whole number",
        "u64" | "usize" => "a whole number, 0 or more",
        "i32" => return whole_number(i32::MIN, i32::MAX),
        "u32" => return whole_number(u32::MIN, u32::MAX),
        "u16" => return whole_number(u16::MIN, u16::MAX),
        "u8" => return whole_number(u8::MIN, u8::MAX),
        other => other,
    };
    words.to_owned()
}

fn whole_number(minimum: impl std::fmt::Display, maximum: impl std::fmt::Display) -> String {
    format!("a whole number from {minimum} to {maximum}")
}

/// Returns the JSON type that serde found; `None` for a kind that JSON does not have.
fn found_type(kind: &str) -> Option<&'static str> {
    match kind {
        "boolean" => Some("a boolean"),
        "integer" => Some("a whole number"),
        "floating point" => Some("a decimal number"),
        "string" => Some("a string"),
        "null" | "unit value" => Some("null"),
        "sequence" => Some("a list"),
        "map" => Some("an object"),
        _ => None,
    }
}

/// Removes the rejected value from a serde message and keeps its type: the value may be a secret in
/// a wrong field.
pub(super) fn without_value(reason: &str) -> String {
    let kinds = ["invalid type: ", "invalid value: ", "unknown variant"];
    // The standard library's messages for a number in a query.
    if ["invalid digit", "cannot parse integer", "number too"]
        .iter()
        .any(|start| reason.starts_with(start))
    {
        return "must be a whole number, not negative and not too large".to_owned();
    }
    let Some(start) = kinds.iter().find(|start| reason.starts_with(**start)) else {
        return reason.to_owned();
    };
    // The last `expected` is serde's own; the text before it may come from the client.
    let Some((value, expected)) = reason.rsplit_once(", expected ") else {
        return (*start).trim_end_matches([':', ' ']).to_owned();
    };
    let kind = value[start.len()..].split(['"', '`']).next();
    let kind = kind.unwrap_or_default().trim_end();
    format!("{start}{kind}, expected {expected}")
}

/// Returns the path of the field that an error is about. Serde names unknown and missing fields
/// only in the message.
pub(super) fn parameter(path: &str, reason: &str) -> String {
    let named = ["unknown field `", "missing field `", "duplicate field `"]
        .iter()
        .find_map(|start| {
            reason
                .strip_prefix(start)
                .and_then(|rest| rest.split('`').next())
        });
    // Serde writes `?` for a part of the path that it does not know: then the nearest field that it knows is named.
    let known = path.split('.').take_while(|part| !part.starts_with('?'));
    let known = known.collect::<Vec<_>>().join(".");
    match (known.trim_matches('.'), named) {
        ("", Some(name)) => name.to_owned(),
        (path, Some(name)) if path != name && !path.ends_with(&format!(".{name}")) => {
            format!("{path}.{name}")
        }
        (path, _) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_the_nearest_known_field() {
        for (path, reason, expected) in [
            (".", "expected value", ""),
            (".", "missing field `a`", "a"),
            ("a[1].b", "invalid type: string", "a[1].b"),
            ("a[1]", "unknown field `c`, expected `b`", "a[1].c"),
            ("?", "invalid type: string", ""),
            ("?", "missing field `a`", "a"),
            ("a.?", "invalid type: string", "a"),
            ("a.?.b", "invalid type: string", "a"),
            ("?[2]", "invalid type: string", ""),
        ] {
            assert_eq!(parameter(path, reason), expected, "{path}: {reason}");
        }
    }
}
