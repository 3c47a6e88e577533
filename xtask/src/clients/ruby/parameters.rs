//! The variants of an operation's method, and their parameters.

use super::super::contract::{Contract, Field, JSON, Operation, Shape, Type};
use super::docs::about;
use super::names::{attribute, choices, documented, literal};

/// A parameter of a method.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// The type as in the comments of YARD.
    pub(super) r#type: String,
    /// The expression of the default; `None` if callers must give a value.
    pub(super) default: Option<&'static str>,
    pub(super) description: String,
    pub(super) place: ParameterPlace,
    /// The name in the request.
    pub(super) key: String,
}

/// Where a parameter is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ParameterPlace {
    Path,
    Content,
    ContentType,
    Query,
    Json,
    Form,
}

impl ParameterPlace {
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

impl MethodVariant {
    /// The end of the method's name.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Job => "_as_job",
            Self::All => "_all",
            Self::Stream => "_stream",
            Self::Content => "_content",
        }
    }
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

/// Returns the parameters of a variant, without `options`.
pub(super) fn parameters(
    contract: &Contract,
    operation: &Operation,
    variant: MethodVariant,
) -> Vec<Parameter> {
    let of = |place: ParameterPlace, fields: &[Field]| -> Vec<Parameter> {
        fields
            .iter()
            .map(|field| parameter(contract, place, field))
            .collect()
    };
    let mut parameters = of(ParameterPlace::Path, &operation.path_parameters);
    if let Some(body) = &operation.body {
        let is_raw = body.json.is_none() && body.form.is_empty();
        if variant == MethodVariant::Content || is_raw {
            parameters.extend(content(&body.media_types));
        } else {
            let fields = json_fields(contract, operation).unwrap_or_default();
            parameters.extend(of(ParameterPlace::Json, &fields));
            parameters.extend(of(ParameterPlace::Form, &body.form));
        }
    }
    // A parameter of the query with the name of a field replaces it for bodies in other media types.
    let query = of(ParameterPlace::Query, &operation.query_parameters);
    let is_new = |one: &Parameter| parameters.iter().all(|other| other.name != one.name);
    let query: Vec<Parameter> = query.into_iter().filter(is_new).collect();
    parameters.extend(query);
    parameters.sort_by_key(|one| {
        let is_named = !one.place.is_positional();
        (
            is_named,
            one.place == ParameterPlace::Content,
            one.default.is_some(),
        )
    });
    parameters
}

fn parameter(contract: &Contract, place: ParameterPlace, field: &Field) -> Parameter {
    let default = match place {
        _ if field.is_required => None,
        ParameterPlace::Json => Some("UNSET"),
        _ => Some("nil"),
    };
    let mut kind = documented(contract, &field.r#type);
    if kind.contains("Models::") {
        kind.push_str(", Hash");
    }
    if default == Some("nil") || (place == ParameterPlace::Json && field.is_nullable) {
        kind.push_str(", nil");
    }
    Parameter {
        name: attribute(&field.name),
        r#type: kind,
        default,
        description: about(field, choices(contract, &field.r#type)),
        place,
        key: field.name.clone(),
    }
}

/// Returns the fields of the JSON body, which are parameters of their own; `None` if the body is not an object.
pub(super) fn json_fields(contract: &Contract, operation: &Operation) -> Option<Vec<Field>> {
    let json = operation.body.as_ref().and_then(|body| body.json.as_ref());
    let Some(Type::Model(name)) = json else {
        return None;
    };
    match contract.model(name).map(|model| &model.shape) {
        Some(Shape::Object { fields, .. }) => {
            let sent = fields.iter().filter(|field| !field.is_read_only);
            Some(sent.cloned().collect())
        }
        _ => None,
    }
}

/// Returns the parameters of a body that is sent as it is.
fn content(media_types: &[String]) -> Vec<Parameter> {
    let others: Vec<String> = media_types
        .iter()
        .filter(|one| *one != JSON)
        .map(|one| literal(one))
        .collect();
    let parameter =
        |name: &str, place: ParameterPlace, r#type: &str, description: String| Parameter {
            name: name.to_owned(),
            r#type: r#type.to_owned(),
            default: None,
            description,
            place,
            key: name.to_owned(),
        };
    let mut parameters = vec![parameter(
        "content",
        ParameterPlace::Content,
        "String, Pathname, IO, Enumerable<String>",
        "The body: a string, a path, a file or parts of it.".to_owned(),
    )];
    if others.len() > 1 {
        let about = format!("The media type of the body. One of {}.", others.join(", "));
        parameters.push(parameter(
            "content_type",
            ParameterPlace::ContentType,
            "String",
            about,
        ));
    }
    parameters
}
