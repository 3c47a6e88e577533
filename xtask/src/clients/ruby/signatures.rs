//! The signatures of models and operations, in RBS.

use super::super::contract::{
    Contract, Field, Group, Model, Operation, Shape, Type, pascal, snake,
};
use super::names::{attribute, reader};
use super::parameters::{MethodVariant, Parameter, ParameterPlace, method_variants, parameters};

const HEADER: &str =
    "# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.\n\nmodule Lockstep\n";

/// Returns the signatures of the models.
pub(super) fn models(contract: &Contract) -> String {
    let items: Vec<String> = contract
        .models
        .iter()
        .filter_map(|model| item(contract, model))
        .collect();
    format!("{HEADER}  module Models\n{}  end\nend\n", items.join("\n"))
}

fn item(contract: &Contract, model: &Model) -> Option<String> {
    let name = &model.name;
    match &model.shape {
        Shape::Object { fields, .. } => Some(class(contract, name, fields)),
        Shape::Choice(_) => Some(format!("    {name}: Array[String]\n")),
        Shape::Union { variants, .. } => variants
            .iter()
            .any(|one| reader(contract, one) != "nil")
            .then(|| format!("    {name}: Union\n")),
        Shape::Alias(_) => None,
    }
}

fn class(contract: &Contract, name: &str, fields: &[Field]) -> String {
    let readers: Vec<String> = fields
        .iter()
        .map(|field| {
            let kind = or_nil(
                answered(contract, field),
                field.is_nullable || !field.is_required,
            );
            format!("      def {}: () -> {kind}\n", attribute(&field.name))
        })
        .collect();
    let keywords: Vec<String> = fields
        .iter()
        .map(|field| {
            let is_constant = matches!(&field.r#type, Type::Choice(values) if values.len() == 1);
            let kind = or_nil(
                accepted(contract, &field.r#type),
                field.is_nullable || !field.is_required,
            );
            let mark = if field.is_required && !is_constant {
                ""
            } else {
                "?"
            };
            format!("{mark}{}: {kind}", attribute(&field.name))
        })
        .collect();
    format!(
        "    class {name} < Model\n{}      def initialize: ({}) -> void\n    end\n",
        readers.concat(),
        keywords.join(", ")
    )
}

/// Returns the signatures of the operations.
pub(super) fn operations(contract: &Contract) -> String {
    let classes: Vec<String> = contract
        .groups
        .iter()
        .map(|group| group_class(contract, group))
        .collect();
    let accessors: String = contract
        .groups
        .iter()
        .map(|group| {
            format!(
                "    def {}: () -> {}Operations\n",
                group.name,
                pascal(&group.name)
            )
        })
        .collect();
    format!(
        "{HEADER}{}\n  module Groups\n{accessors}  end\nend\n",
        classes.join("\n")
    )
}

fn group_class(contract: &Contract, group: &Group) -> String {
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
        "  class {}Operations < Group\n{methods}  end\n",
        pascal(&group.name)
    )
}

fn method(contract: &Contract, operation: &Operation, variant: MethodVariant) -> String {
    let (positional, named): (Vec<Parameter>, Vec<Parameter>) =
        parameters(contract, operation, variant)
            .into_iter()
            .partition(|one| one.place.is_positional());
    let kind = |one: &Parameter| parameter(contract, operation, one);
    let mut words: Vec<String> = positional
        .iter()
        .map(|one| format!("{} {}", kind(one), one.name))
        .collect();
    if variant == MethodVariant::Stream && operation.answer.media_types.len() > 1 {
        words.push("accept: String".to_owned());
    }
    words.extend(named.iter().map(|one| {
        let mark = if one.default.is_some() { "?" } else { "" };
        format!("{mark}{}: {}", one.name, kind(one))
    }));
    words.push("?options: call_options".to_owned());
    let words = words.join(", ");
    let name = format!("{}{}", snake(&operation.id), variant.suffix());
    let json = |one: &Option<Type>| {
        one.as_ref()
            .map_or("nil".to_owned(), |one| value(contract, one))
    };
    match (variant, &operation.pages) {
        (MethodVariant::Stream, _) => format!(
            "    def {name}: [T] ({words}) {{ (Answer) -> T }} -> T\n      | ({words}) -> Answer\n"
        ),
        (MethodVariant::All, Some(pages)) => format!(
            "    def {name}: ({words}) -> Enumerator[{}, void]\n",
            value(contract, &pages.item)
        ),
        (MethodVariant::Job, _) => format!(
            "    def {name}: ({words}) -> Job[{}]\n",
            json(&operation.answer.json)
        ),
        _ => format!(
            "    def {name}: ({words}) -> {}\n",
            json(&operation.answer.json)
        ),
    }
}

/// Returns the type of a parameter: that of its field in the request.
fn parameter(contract: &Contract, operation: &Operation, parameter: &Parameter) -> String {
    if parameter.place == ParameterPlace::Content {
        return "content".to_owned();
    }
    let body = operation.body.as_ref();
    let json = super::parameters::json_fields(contract, operation).unwrap_or_default();
    let form = body.map_or(&[][..], |body| &body.form[..]);
    let fields = match parameter.place {
        ParameterPlace::Path => &operation.path_parameters[..],
        ParameterPlace::Query => &operation.query_parameters[..],
        ParameterPlace::Json => &json[..],
        _ => form,
    };
    let field = fields.iter().find(|field| field.name == parameter.key);
    let Some(field) = field else {
        return "String".to_owned();
    };
    let may_be_nil = parameter.default == Some("nil") || field.is_nullable;
    or_nil(accepted(contract, &field.r#type), may_be_nil)
}

fn answered(contract: &Contract, field: &Field) -> String {
    value(contract, &field.r#type)
}

/// Returns the type of a value in an answer.
fn value(contract: &Contract, r#type: &Type) -> String {
    match r#type {
        Type::Any => "untyped".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Integer => "Integer".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Text | Type::Choice(_) => "String".to_owned(),
        Type::DateTime => "Time".to_owned(),
        Type::Date => "Date".to_owned(),
        Type::Bytes => "file".to_owned(),
        Type::List(item) => format!("Array[{}]", value(contract, item)),
        Type::Map(item) => format!("Hash[String, {}]", value(contract, item)),
        Type::Model(name) => match contract.model(name).map(|model| &model.shape) {
            Some(Shape::Alias(other)) => value(contract, other),
            Some(Shape::Choice(_)) => "String".to_owned(),
            Some(Shape::Union { variants, .. }) => {
                let types: Vec<String> = variants.iter().map(|one| value(contract, one)).collect();
                format!("({} | json)", types.join(" | "))
            }
            _ => format!("Models::{name}"),
        },
    }
}

/// Returns the type of an argument.
fn accepted(contract: &Contract, r#type: &Type) -> String {
    match r#type {
        Type::Choice(_) => "(String | Symbol)".to_owned(),
        Type::DateTime => "(Time | String)".to_owned(),
        Type::Date => "(Date | String)".to_owned(),
        Type::List(item) => format!("Array[{}]", accepted(contract, item)),
        Type::Map(item) => format!("Hash[untyped, {}]", accepted(contract, item)),
        Type::Model(name) => match contract.model(name).map(|model| &model.shape) {
            Some(Shape::Alias(other)) => accepted(contract, other),
            Some(Shape::Choice(_)) => "(String | Symbol)".to_owned(),
            Some(Shape::Object { .. }) => format!("(Models::{name} | json)"),
            _ => value(contract, r#type),
        },
        other => value(contract, other),
    }
}

fn or_nil(kind: String, may_be_nil: bool) -> String {
    if may_be_nil && kind != "untyped" {
        format!("{kind}?")
    } else {
        kind
    }
}
