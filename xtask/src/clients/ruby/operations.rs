//! The files of operations: for each group a class.

use std::collections::BTreeMap;

use super::super::contract::{Contract, Field, Group, JSON, Operation, Shape, Type, pascal, snake};
use super::docs::{about, comment};
use super::methods::method;
use super::names::{answer, attribute, choices, documented, kind, literal, reader};

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

/// Returns the text of the file of a group.
pub(super) fn text(contract: &Contract, group: &Group) -> String {
    let facts: String = group
        .operations
        .iter()
        .map(|operation| facts(contract, operation))
        .collect();
    let constants: Vec<String> = group
        .operations
        .iter()
        .flat_map(|operation| {
            let pages = operation.pages.is_some();
            let name = constant(operation);
            std::iter::once(name.clone()).chain(pages.then(|| format!("{name}_PAGES")))
        })
        .map(|name| format!("      :{name}"))
        .collect();
    let methods: String = group
        .operations
        .iter()
        .flat_map(|operation| {
            method_variants(operation)
                .into_iter()
                .map(move |variant| (operation, variant))
        })
        .map(|(operation, variant)| method(contract, operation, variant))
        .collect();
    format!(
        "\nmodule Lockstep\n{}  class {} < Group\n{facts}    private_constant(\n{}\n    )\n{methods}  end\nend\n",
        comment(std::slice::from_ref(&group.description), 2),
        class_name(group),
        constants.join(",\n")
    )
}

/// Returns the text of the file with all groups.
pub(super) fn index(contract: &Contract) -> String {
    let mut text = String::from("\nmodule Lockstep\n");
    for group in &contract.groups {
        text.push_str(&format!(
            "  autoload :{}, \"lockstep/generated/{}_operations\"\n",
            class_name(group),
            group.name
        ));
    }
    text.push_str(
        "\n  # The operations of a client, by the tags of the API's document.\n  module Groups\n",
    );
    let accessors: Vec<String> = contract
        .groups
        .iter()
        .map(|group| {
            let (name, class) = (&group.name, class_name(group));
            format!(
                "{}    # @return [{class}]\n    def {name}\n      {class}.new(@transport)\n    end\n",
                comment(std::slice::from_ref(&group.description), 4),
            )
        })
        .collect();
    text.push_str(&accessors.join("\n"));
    text.push_str("  end\nend\n");
    text
}

fn class_name(group: &Group) -> String {
    format!("{}Operations", pascal(&group.name))
}

/// Returns the constants with the facts of an operation.
fn facts(contract: &Contract, operation: &Operation) -> String {
    let answered = operation.answer.json.as_ref();
    let answered = answered.map_or_else(|| "nil".to_owned(), |json| answer(contract, json));
    let mut arguments = vec![
        literal(&operation.method),
        literal(&operation.path),
        answered,
    ];
    let kinds = kinds(contract, operation);
    if !kinds.is_empty() {
        arguments.push(format!("kinds: {{ {} }}", kinds.join(", ")));
    }
    if operation.takes_idempotency_key {
        arguments.push("takes_idempotency_key: true".to_owned());
    }
    if operation.is_open {
        arguments.push("open: true".to_owned());
    }
    let name = constant(operation);
    let line = format!("    {name} = Operation.new({})\n", arguments.join(", "));
    let mut text = if kinds.is_empty() {
        line
    } else {
        format!(
            "    {name} = Operation.new(\n      {}\n    )\n",
            arguments.join(",\n      ")
        )
    };
    if let Some(pages) = &operation.pages {
        let cursor = pages
            .cursor
            .as_ref()
            .map_or("nil".to_owned(), |name| literal(name));
        text.push_str(&format!(
            "    {name}_PAGES = Paging.new({}, {}, {cursor})\n",
            literal(&pages.items),
            reader(contract, &pages.item)
        ));
    }
    text
}

/// Returns the entries of the kinds of an operation's parameters, under their names in the request.
fn kinds(contract: &Contract, operation: &Operation) -> Vec<String> {
    let body = operation.body.as_ref();
    let json = json_fields(contract, operation).unwrap_or_default();
    let form = body.map_or(&[][..], |body| &body.form);
    let mut kinds: BTreeMap<&str, String> = BTreeMap::new();
    let fields = operation.path_parameters.iter();
    let fields = fields.chain(&operation.query_parameters).chain(&json);
    for field in fields.chain(form) {
        let kind = kind(contract, &field.r#type);
        let known = kinds.entry(&field.name).or_insert_with(|| kind.clone());
        // A name in two places has two kinds only if the places differ: it is not checked then.
        if *known != kind {
            "nil".clone_into(known);
        }
    }
    kinds.retain(|_, kind| kind != "nil");
    let entries = kinds.iter();
    entries
        .map(|(name, kind)| format!("{} => {kind}", literal(name)))
        .collect()
}

pub(super) fn constant(operation: &Operation) -> String {
    snake(&operation.id).to_uppercase()
}

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
