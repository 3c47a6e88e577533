//! Names and types in Ruby.

use super::super::contract::{Contract, Operation, Shape, Type, snake};

/// Names that no attribute and no parameter can have: key words, and methods that every object has.
const TAKEN: &[&str] = &[
    "alias",
    "and",
    "begin",
    "break",
    "case",
    "class",
    "def",
    "defined",
    "display",
    "do",
    "dup",
    "else",
    "elsif",
    "end",
    "ensure",
    "false",
    "for",
    "freeze",
    "hash",
    "if",
    "in",
    "inspect",
    "itself",
    "method",
    "methods",
    "module",
    "next",
    "nil",
    "not",
    "object_id",
    "or",
    "redo",
    "rescue",
    "retry",
    "return",
    "self",
    "send",
    "super",
    "tap",
    "then",
    "to_h",
    "to_json",
    "true",
    "undef",
    "unless",
    "until",
    "when",
    "while",
    "with",
    "yield",
];

/// Returns the name of an attribute or a parameter: `key_id` for `keyId`, `hash_` for `hash`.
pub(super) fn attribute(name: &str) -> String {
    let name = snake(name);
    if TAKEN.contains(&name.as_str()) {
        name + "_"
    } else {
        name
    }
}

/// Returns a string literal.
pub(super) fn literal(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('#', "\\#");
    format!("\"{escaped}\"")
}

/// Returns the type of a value as the comments of YARD write it.
pub(super) fn documented(contract: &Contract, r#type: &Type) -> String {
    match r#type {
        Type::Any => "Object".to_owned(),
        Type::Boolean => "Boolean".to_owned(),
        Type::Integer => "Integer".to_owned(),
        Type::Number => "Numeric".to_owned(),
        Type::Text | Type::Choice(_) => "String".to_owned(),
        Type::DateTime => "Time".to_owned(),
        Type::Date => "Date".to_owned(),
        Type::Bytes => "String, Pathname, IO".to_owned(),
        Type::List(item) => format!("Array<{}>", documented(contract, item)),
        Type::Map(value) => format!("Hash{{String => {}}}", documented(contract, value)),
        Type::Model(name) => match contract.model(name).map(|model| &model.shape) {
            Some(Shape::Alias(other)) => documented(contract, other),
            Some(Shape::Choice(_)) => "String".to_owned(),
            Some(Shape::Union { variants, .. }) => {
                let types: Vec<String> = variants
                    .iter()
                    .map(|one| documented(contract, one))
                    .collect();
                types.join(", ")
            }
            _ => format!("Models::{name}"),
        },
    }
}

/// Returns the texts of a closed set, which comments list.
pub(super) fn choices<'a>(contract: &'a Contract, r#type: &'a Type) -> &'a [String] {
    match r#type {
        Type::Choice(values) => values,
        Type::List(item) => choices(contract, item),
        Type::Model(name) => match contract.model(name).map(|model| &model.shape) {
            Some(Shape::Alias(other)) => choices(contract, other),
            Some(Shape::Choice(values)) => values,
            _ => &[],
        },
        _ => &[],
    }
}

/// Returns the expression by which the runtime reads a value; `nil` if it is passed on as it is.
pub(super) fn reader(contract: &Contract, r#type: &Type) -> String {
    let wrapped = |inner: &Type, open: &str, close: &str| match reader(contract, inner).as_str() {
        "nil" => "nil".to_owned(),
        inner => format!("{open}{inner}{close}"),
    };
    match r#type {
        Type::DateTime => ":time".to_owned(),
        Type::Date => ":date".to_owned(),
        Type::List(item) => wrapped(item, "[", "]"),
        Type::Map(value) => wrapped(value, "{ of: ", " }"),
        Type::Model(name) => match contract.model(name).map(|model| &model.shape) {
            Some(Shape::Alias(other)) => reader(contract, other),
            Some(Shape::Object { .. }) => format!(":{name}"),
            Some(Shape::Union { variants, .. }) => {
                let is_read = variants.iter().any(|one| reader(contract, one) != "nil");
                if is_read {
                    format!(":{name}")
                } else {
                    "nil".to_owned()
                }
            }
            _ => "nil".to_owned(),
        },
        _ => "nil".to_owned(),
    }
}

/// Returns the expression of the kind of values that a request takes; `nil` for any.
pub(super) fn kind(contract: &Contract, r#type: &Type) -> String {
    let named = match r#type {
        Type::Boolean => ":boolean",
        Type::Integer => ":integer",
        Type::Number => ":number",
        Type::Text | Type::Choice(_) => ":text",
        Type::DateTime => ":time",
        Type::Date => ":date",
        Type::List(item) => return format!("[{}]", kind(contract, item)),
        Type::Map(value) => return format!("{{ of: {} }}", kind(contract, value)),
        Type::Model(name) => return kind_of_model(contract, name),
        // The body itself refuses a value that is not a file.
        Type::Any | Type::Bytes => "nil",
    };
    named.to_owned()
}

fn kind_of_model(contract: &Contract, name: &str) -> String {
    let is_object = |r#type: &Type| {
        kind(contract, r#type).starts_with(":")
            && matches!(r#type, Type::Model(one) if !matches!(contract.model(one).map(|model| &model.shape), Some(Shape::Choice(_))))
    };
    match contract.model(name).map(|model| &model.shape) {
        Some(Shape::Alias(other)) => kind(contract, other),
        Some(Shape::Choice(_)) => ":text".to_owned(),
        Some(Shape::Object { .. }) => format!(":{name}"),
        Some(Shape::Union { variants, .. }) if variants.iter().all(is_object) => format!(":{name}"),
        _ => "nil".to_owned(),
    }
}

/// Returns the expression by which the runtime reads an answer. Unlike [`reader`] it also says that the answer is a list or
/// an object whose parts are passed on as they are, so that the runtime refuses another answer.
pub(super) fn answer(contract: &Contract, r#type: &Type) -> String {
    match (reader(contract, r#type).as_str(), r#type) {
        ("nil", Type::List(_)) => "[nil]".to_owned(),
        ("nil", Type::Map(_)) => "{ of: nil }".to_owned(),
        (read, _) => read.to_owned(),
    }
}

/// Returns the name of the constant with the facts of an operation.
pub(super) fn constant(operation: &Operation) -> String {
    snake(&operation.id).to_uppercase()
}
