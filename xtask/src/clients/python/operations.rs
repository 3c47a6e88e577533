//! The modules of operations: for each group a class with synchronous and one with asynchronous methods.

use super::super::contract::{Contract, Field, Group, JSON, Operation, Shape, Type, pascal, snake};
use super::docs::docstring;
use super::methods::method;
use super::models::or_none;
use super::names::{accepted, answered, attribute, literal};

/// A parameter of a method.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) r#type: String,
    /// The expression of the default; `None` if callers must give a value.
    pub(super) default: Option<&'static str>,
    pub(super) description: String,
    pub(super) place: ParameterLocation,
    /// The name in the request.
    pub(super) key: String,
}

/// Where a parameter is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ParameterLocation {
    Path,
    Content,
    Query,
    Json,
    Form,
}

impl ParameterLocation {
    pub(super) fn is_positional(self) -> bool {
        matches!(self, Self::Path | Self::Content)
    }
}

/// The variants of an operation's method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MethodVariant {
    Plain,
    Job,
    All,
    Stream,
    /// With a body in a media type other than JSON, where the operation accepts both.
    Content,
}

/// Returns the text of the module of a group.
pub(super) fn text(contract: &Contract, group: &Group) -> String {
    let mut body = String::new();
    for operation in &group.operations {
        body.push_str(&facts(operation));
    }
    for is_async in [false, true] {
        body.push_str(&class(contract, group, is_async));
    }
    docstring(std::slice::from_ref(&group.description), 0) + &imports(&body) + &body
}

/// Returns the text of the module with all groups.
pub(super) fn index(contract: &Contract) -> String {
    let mut text = String::from(
        "\"\"\"The groups of operations, each imported when it is first used.\"\"\"\n\nfrom __future__ import annotations\n\n\
         from functools import cached_property\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    \
         from .._async_transport import AsyncTransport\n    from .._transport import Transport\n",
    );
    for group in &contract.groups {
        let (name, class) = (&group.name, class_name(group));
        let mut classes = [format!("Async{class}"), class];
        classes.sort();
        text.push_str(&format!("    from .{name} import {}\n", classes.join(", ")));
    }
    for (prefix, about) in [("", "synchronous"), ("Async", "asynchronous")] {
        text.push_str(&format!(
            "\n\nclass {prefix}Groups:\n    \"\"\"The operations of the {about} client, by the tags of the API's document.\"\"\"\n\n    \
             def __init__(self, transport: {prefix}Transport) -> None:\n        self._transport = transport\n"
        ));
        for group in &contract.groups {
            let (name, class) = (&group.name, format!("{prefix}{}", class_name(group)));
            text.push_str(&format!(
                "\n    @cached_property\n    def {name}(self) -> {class}:\n{}        from .{name} import {class}\n\n        \
                 return {class}(self._transport)\n",
                docstring(std::slice::from_ref(&group.description), 8)
            ));
        }
    }
    text
}

fn class_name(group: &Group) -> String {
    format!("{}Operations", pascal(&group.name))
}

/// Imports those names that the text uses.
fn imports(body: &str) -> String {
    const FROM: &[(&str, &[&str])] = &[
        (
            "collections.abc",
            &["AsyncIterator", "Iterator", "Mapping", "Sequence"],
        ),
        ("typing", &["Any", "Literal"]),
        (".._body", &["AsyncContent", "Content", "FileContent"]),
        (".._download", &["AsyncDownload", "Download"]),
        (".._group", &["AsyncGroup", "Group"]),
        (".._job", &["AsyncJob", "Job"]),
        (
            ".._operation",
            &[
                "UNSET",
                "Arguments",
                "CallOptions",
                "Json",
                "Operation",
                "Paging",
            ],
        ),
    ];
    let words: Vec<&str> = body
        .split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
        .collect();
    let mut text = String::from("\nfrom __future__ import annotations\n\n");
    if body.contains("dt.date") {
        text.push_str("import datetime as dt\n");
    }
    for (module, names) in FROM {
        let used: Vec<&str> = names
            .iter()
            .filter(|name| words.contains(name))
            .copied()
            .collect();
        if *module == ".._body" && !text.ends_with("\n\n") {
            text.push('\n');
        }
        if !used.is_empty() {
            text.push_str(&format!("from {module} import {}\n", used.join(", ")));
        }
    }
    if body.contains("m.") {
        text.push_str("from . import models as m\n");
    }
    text
}

/// Returns the constants with the facts of an operation.
fn facts(operation: &Operation) -> String {
    let answer = operation
        .answer
        .json
        .as_ref()
        .map_or_else(|| "None".to_owned(), |json| answered(json, "m."));
    let mut arguments = vec![
        literal(&operation.method),
        literal(&operation.path),
        answer.clone(),
    ];
    if operation.takes_idempotency_key {
        arguments.push("takes_idempotency_key=True".to_owned());
    }
    if operation.is_open {
        arguments.push("is_open=True".to_owned());
    }
    let name = constant(operation);
    let mut text = format!(
        "\n{name}: Operation[{answer}] = Operation({})\n",
        arguments.join(", ")
    );
    if let Some(pages) = &operation.pages {
        let item = answered(&pages.item, "m.");
        let cursor = pages
            .cursor
            .as_ref()
            .map_or("None".to_owned(), |name| literal(name));
        text.push_str(&format!(
            "{name}_PAGES: Paging[{item}] = Paging({}, {item}, {cursor})\n",
            literal(&pages.items)
        ));
    }
    text
}

pub(super) fn constant(operation: &Operation) -> String {
    format!("_{}", snake(&operation.id).to_uppercase())
}

fn class(contract: &Contract, group: &Group, is_async: bool) -> String {
    let prefix = if is_async { "Async" } else { "" };
    let mut text = format!(
        "\n\nclass {prefix}{}({prefix}Group):\n{}",
        class_name(group),
        docstring(std::slice::from_ref(&group.description), 4)
    );
    for operation in &group.operations {
        for variant in method_variants(operation) {
            text.push_str(&method(contract, operation, variant, is_async));
        }
    }
    text
}

fn method_variants(operation: &Operation) -> Vec<MethodVariant> {
    let raw_answers = operation.answer.media_types.iter().any(|one| one != JSON);
    let body = operation.body.as_ref();
    let takes_both = body.is_some_and(|body| body.json.is_some() && body.media_types.len() > 1);
    let rows = [
        (MethodVariant::Plain, operation.answer.json.is_some()),
        (MethodVariant::Content, takes_both),
        (MethodVariant::Job, operation.runs_as_job),
        (MethodVariant::All, operation.pages.is_some()),
        (MethodVariant::Stream, raw_answers),
    ];
    rows.into_iter()
        .filter(|(_, is_there)| *is_there)
        .map(|(variant, _)| variant)
        .collect()
}

/// Returns the parameters of the plain variant.
#[cfg(test)]
pub(super) fn parameters(contract: &Contract, operation: &Operation) -> Vec<Parameter> {
    with_body(contract, operation, MethodVariant::Plain)
}

pub(super) fn with_body(
    contract: &Contract,
    operation: &Operation,
    variant: MethodVariant,
) -> Vec<Parameter> {
    let parameter = |place: ParameterLocation, field: &Field| parameter(contract, place, field);
    let mut parameters = Vec::new();
    let of = |place: ParameterLocation, fields: &[Field]| -> Vec<Parameter> {
        fields.iter().map(|field| parameter(place, field)).collect()
    };
    parameters.extend(of(ParameterLocation::Path, &operation.path_parameters));
    if let Some(body) = &operation.body {
        let is_raw = body.json.is_none() && body.form.is_empty();
        if variant == MethodVariant::Content || is_raw {
            parameters.extend(content(&body.media_types));
        } else {
            parameters.extend(of(
                ParameterLocation::Json,
                &json_fields(contract, operation),
            ));
            parameters.extend(of(ParameterLocation::Form, &body.form));
        }
    }
    // A parameter of the query with the name of a field replaces it for bodies in other media types.
    let query = of(ParameterLocation::Query, &operation.query_parameters);
    let is_new = |one: &Parameter| parameters.iter().all(|other| other.name != one.name);
    let query: Vec<Parameter> = query.into_iter().filter(is_new).collect();
    parameters.extend(query);
    parameters.sort_by_key(|one| {
        let is_named = !one.place.is_positional();
        (
            is_named,
            one.place == ParameterLocation::Content,
            one.default.is_some(),
        )
    });
    parameters
}

fn parameter(contract: &Contract, place: ParameterLocation, field: &Field) -> Parameter {
    let r#type = accepted(contract, &field.r#type);
    let default = match place {
        _ if field.is_required => None,
        ParameterLocation::Json => Some("UNSET"),
        _ => Some("None"),
    };
    let may_be_none =
        default == Some("None") || (place == ParameterLocation::Json && field.is_nullable);
    let mut description = field.description.clone();
    if let Some(value) = field.default.as_ref().filter(|value| !value.is_null()) {
        description = format!("{description} Default: {value}.");
    }
    Parameter {
        name: attribute(&field.name),
        r#type: if may_be_none {
            or_none(&r#type)
        } else {
            r#type
        },
        default,
        description,
        place,
        key: field.name.clone(),
    }
}

/// Returns the fields of the JSON body, which are parameters of their own.
fn json_fields(contract: &Contract, operation: &Operation) -> Vec<Field> {
    let json = operation.body.as_ref().and_then(|body| body.json.as_ref());
    let Some(Type::Model(name)) = json else {
        return Vec::new();
    };
    match contract.model(name).map(|model| &model.shape) {
        Some(Shape::Object { fields, .. }) => fields
            .iter()
            .filter(|field| !field.is_read_only)
            .cloned()
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the parameters of a body that is sent as it is.
fn content(media_types: &[String]) -> Vec<Parameter> {
    let others: Vec<String> = media_types
        .iter()
        .filter(|one| *one != JSON)
        .map(|one| literal(one))
        .collect();
    let parameter = |name: &str, r#type: String, description: &str| Parameter {
        name: name.to_owned(),
        r#type,
        default: None,
        description: description.to_owned(),
        place: ParameterLocation::Content,
        key: name.to_owned(),
    };
    let mut parameters = vec![parameter(
        "content",
        "Content".to_owned(),
        "The body: bytes, a path, a file or an iterator of bytes.",
    )];
    if others.len() > 1 {
        let types = format!("Literal[{}]", others.join(", "));
        parameters.push(parameter(
            "content_type",
            types,
            "The media type of the body.",
        ));
    }
    parameters
}
