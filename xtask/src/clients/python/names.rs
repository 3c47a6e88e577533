//! Names and types in Python.

use super::super::contract::{Contract, Operation, Shape, Type, snake};

const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "self", "try", "while", "with", "yield",
];

/// Returns the name of an attribute or a parameter: `key_id` for `keyId`, `from_` for `from`.
pub(super) fn attribute(name: &str) -> String {
    let name = snake(name);
    if KEYWORDS.contains(&name.as_str()) {
        name + "_"
    } else {
        name
    }
}

/// Returns a string literal.
pub(super) fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the type of a value in an answer. `prefix` is the module of the models with a dot, or empty.
pub(super) fn answered(r#type: &Type, prefix: &str) -> String {
    match r#type {
        Type::Any => "Any".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Integer => "int".to_owned(),
        Type::Number => "float".to_owned(),
        Type::Text => "str".to_owned(),
        Type::DateTime => "dt.datetime".to_owned(),
        Type::Date => "dt.date".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::Choice(values) => choice(values),
        Type::List(item) => format!("list[{}]", answered(item, prefix)),
        Type::Map(value) => format!("dict[str, {}]", answered(value, prefix)),
        Type::Model(name) => format!("{prefix}{name}"),
    }
}

/// Returns the type of an argument. A mapping with the names of JSON is accepted instead of a model.
pub(super) fn accepted(contract: &Contract, r#type: &Type) -> String {
    match r#type {
        Type::Bytes => "FileContent".to_owned(),
        Type::List(item) => format!("Sequence[{}]", accepted(contract, item)),
        Type::Map(value) => format!("Mapping[str, {}]", accepted(contract, value)),
        Type::Model(name) => match contract.model(name).map(|model| &model.shape) {
            Some(Shape::Alias(other)) => accepted(contract, other),
            Some(Shape::Choice(_)) => format!("m.{name}"),
            _ => format!("m.{name} | Json"),
        },
        other => answered(other, "m."),
    }
}

/// Returns the type of a closed set of texts. Later versions of the server may add texts; a set of one text is a constant.
pub(super) fn choice(values: &[String]) -> String {
    let texts: Vec<String> = values.iter().map(|value| literal(value)).collect();
    let constant = format!("Literal[{}]", texts.join(", "));
    if values.len() == 1 {
        constant
    } else {
        format!("{constant} | str")
    }
}

/// Returns the name of the constant with the facts of an operation.
pub(super) fn constant(operation: &Operation) -> String {
    format!("_{}", snake(&operation.id).to_uppercase())
}
