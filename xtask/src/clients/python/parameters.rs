//! The variants of an operation's method, and their parameters.

use super::super::contract::{Contract, Field, JSON, Operation, Shape, Type};
use super::models::or_none;
use super::names::{accepted, attribute, literal};

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

/// Returns the variants of an operation.
pub(super) fn method_variants(operation: &Operation) -> Vec<MethodVariant> {
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

/// Returns the parameters of a variant, with those of the body.
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
