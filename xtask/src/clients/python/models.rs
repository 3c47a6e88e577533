//! The module of models: a class for each object, an alias for each other named type.

use std::collections::BTreeSet;

use super::super::contract::{Contract, Field, Model, Shape, Type};
use super::super::secrets::is_secret;
use super::docs::docstring;
use super::names::{answered, attribute, choice, literal};

const HEAD: &str = r#""""The types of the API.

Attributes have names in snake case. Unknown fields and unknown texts of an answer are kept.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar, Literal, TypeAlias

from .._model import Model

"#;

/// Returns the text of the module.
pub(super) fn text(contract: &Contract) -> String {
    let mut text = HEAD.to_owned();
    let names: Vec<String> = contract
        .models
        .iter()
        .map(|model| format!("    \"{}\",\n", model.name))
        .collect();
    text.push_str(&format!("__all__ = [\n{}]\n", names.concat()));
    for model in &contract.models {
        if let Shape::Object { fields, others } = &model.shape {
            text.push_str(&class(model, fields, others.as_ref()));
        }
    }
    text.push_str("\n\n");
    text.push_str(&aliases(contract));
    text
}

fn class(model: &Model, fields: &[Field], others: Option<&Type>) -> String {
    let mut text = format!("\n\nclass {}(Model):\n", model.name);
    let about = if model.description.is_empty() {
        format!("The type `{}` of the API.", model.name)
    } else {
        model.description.clone()
    };
    text.push_str(&docstring(&[about], 4));
    let mut facts = Vec::new();
    let renamed: Vec<String> = fields
        .iter()
        .filter(|field| attribute(&field.name) != field.name)
        .map(|field| {
            let name = literal(&attribute(&field.name));
            format!("{name}: {}", literal(&field.name))
        })
        .collect();
    if !renamed.is_empty() {
        facts.push(format!(
            "    _names: ClassVar = {{{}}}\n",
            renamed.join(", ")
        ));
    }
    let secrets = fields.iter().filter(|field| is_secret(&model.name, field));
    let secrets = set(secrets);
    let read_only = set(fields.iter().filter(|field| field.is_read_only));
    for (fact, names) in [("_secrets", secrets), ("_read_only", read_only)] {
        if !names.is_empty() {
            facts.push(format!("    {fact}: ClassVar = {{{names}}}\n"));
        }
    }
    if let Some(others) = others.filter(|others| **others != Type::Any) {
        facts.push(format!(
            "    _others: ClassVar = {}\n",
            literal(&answered(others, ""))
        ));
    }
    if !facts.is_empty() {
        text.push('\n');
        text.push_str(&facts.concat());
    }
    if !fields.is_empty() {
        text.push('\n');
    }
    for field in fields {
        text.push_str(&attribute_lines(field));
    }
    text
}

fn set<'a>(fields: impl Iterator<Item = &'a Field>) -> String {
    let names: Vec<String> = fields
        .map(|field| literal(&attribute(&field.name)))
        .collect();
    names.join(", ")
}

fn attribute_lines(field: &Field) -> String {
    let r#type = answered(&field.r#type, "");
    let name = attribute(&field.name);
    let mut text = match &field.r#type {
        Type::Choice(values) if values.len() == 1 && field.is_required => {
            format!("    {name}: {type} = {}\n", literal(&values[0]))
        }
        _ if !field.is_required => format!("    {name}: {} = None\n", or_none(&r#type)),
        _ if field.is_nullable => format!("    {name}: {}\n", or_none(&r#type)),
        _ => format!("    {name}: {type}\n"),
    };
    let mut about = field.description.clone();
    if let Some(default) = field.default.as_ref().filter(|value| !value.is_null()) {
        about = format!("{about} Default: {default}.");
    }
    if !about.trim().is_empty() {
        text.push_str(&docstring(&[about], 4));
    }
    text
}

/// Returns the type with `None` as another value.
pub(super) fn or_none(r#type: &str) -> String {
    if r#type == "Any" {
        r#type.to_owned()
    } else {
        format!("{type} | None")
    }
}

/// Returns the aliases, each after those that it names.
fn aliases(contract: &Contract) -> String {
    let mut waiting: Vec<&Model> = contract
        .models
        .iter()
        .filter(|model| !matches!(model.shape, Shape::Object { .. }))
        .collect();
    let mut text = String::new();
    while !waiting.is_empty() {
        let missing: BTreeSet<&str> = waiting.iter().map(|model| model.name.as_str()).collect();
        let (ready, later): (Vec<&Model>, Vec<&Model>) = waiting.into_iter().partition(|model| {
            !names(model)
                .iter()
                .any(|name| missing.contains(name.as_str()))
        });
        if ready.is_empty() {
            break;
        }
        for model in ready {
            text.push_str(&alias(model));
        }
        waiting = later;
    }
    text
}

fn alias(model: &Model) -> String {
    let target = match &model.shape {
        Shape::Choice(values) => choice(values),
        Shape::Alias(r#type) => answered(r#type, ""),
        Shape::Union { variants, .. } => union(variants),
        Shape::Object { .. } => return String::new(),
    };
    let mut text = format!("{}: TypeAlias = {target}\n", model.name);
    let mut about = vec![model.description.clone()];
    if let Shape::Union {
        tag: Some((name, _)),
        ..
    } = &model.shape
    {
        about.push(format!(
            "The attribute `{}` tells the types apart.",
            attribute(name)
        ));
    }
    if about.iter().any(|one| !one.is_empty()) {
        text.push_str(&docstring(&about, 0));
    }
    text
}

fn union(variants: &[Type]) -> String {
    let types: Vec<String> = variants
        .iter()
        .map(|variant| answered(variant, ""))
        .collect();
    types.join(" | ")
}

/// Returns the models that an alias names.
fn names(model: &Model) -> Vec<String> {
    let types = match &model.shape {
        Shape::Union { variants, .. } => variants.clone(),
        Shape::Alias(r#type) => vec![r#type.clone()],
        _ => Vec::new(),
    };
    types.iter().filter_map(named).collect()
}

fn named(r#type: &Type) -> Option<String> {
    match r#type {
        Type::List(inner) | Type::Map(inner) => named(inner),
        Type::Model(name) => Some(name.clone()),
        _ => None,
    }
}
