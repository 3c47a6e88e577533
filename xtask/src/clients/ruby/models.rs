//! The file of models: a class for each object, a constant for each other named type that the runtime reads.

use super::super::contract::{Contract, Field, Model, Shape, Type};
use super::super::secrets::is_secret;
use super::docs::{about, body, comment, one_line};
use super::names::{attribute, choices, documented, kind, literal, reader};

const HEAD: &str = "
module Lockstep
  # The types of the API.
  #
  # Attributes have names in snake case. Unknown fields and unknown texts of an answer are kept.
  module Models
";

/// Returns the text of the file.
pub(super) fn text(contract: &Contract) -> String {
    let items: Vec<String> = contract
        .models
        .iter()
        .filter_map(|model| item(contract, model))
        .collect();
    format!("{HEAD}{}  end\nend\n", items.join("\n"))
}

fn item(contract: &Contract, model: &Model) -> Option<String> {
    match &model.shape {
        Shape::Object { fields, others } => Some(class(contract, model, fields, others.as_ref())),
        Shape::Union { variants, tag } => {
            let tag = tag
                .as_ref()
                .map(|(name, values)| (name.as_str(), &values[..]));
            union(contract, model, variants, tag)
        }
        Shape::Choice(values) => {
            let texts: Vec<String> = values.iter().map(|one| literal(one)).collect();
            let about = described(
                model,
                "The texts that this version knows; others may follow.",
            );
            Some(format!(
                "{}    {} = [\n      {}\n    ].freeze\n",
                comment(&about, 4),
                model.name,
                texts.join(",\n      ")
            ))
        }
        Shape::Alias(_) => None,
    }
}

fn described(model: &Model, rest: &str) -> Vec<String> {
    let description = one_line(&model.description);
    if description.is_empty() {
        let about = format!("The type `{}` of the API.", model.name);
        return vec![format!("{about} {rest}").trim().to_owned()];
    }
    vec![description, rest.to_owned()]
}

fn class(contract: &Contract, model: &Model, fields: &[Field], others: Option<&Type>) -> String {
    let mut text = comment(&described(model, ""), 4);
    text.push_str(&format!("    class {} < Model\n", model.name));
    let mut items: Vec<String> = fields
        .iter()
        .map(|field| attribute_lines(contract, &model.name, field))
        .collect();
    let others = others.map(|others| reader(contract, others));
    if let Some(others) = others.filter(|others| others != "nil") {
        items.push(format!("      other_fields {others}\n"));
    }
    text.push_str(&items.join("\n"));
    text.push_str("    end\n");
    text
}

fn attribute_lines(contract: &Contract, model: &str, field: &Field) -> String {
    let name = attribute(&field.name);
    let mut kind = documented(contract, &field.r#type);
    if (field.is_nullable || !field.is_required) && kind != "Object" {
        kind.push_str(", nil");
    }
    let mut text = format!("      # @!attribute [r] {name}\n");
    let about = about(field, choices(contract, &field.r#type));
    if !about.is_empty() {
        text.push_str(&body(&about, 6));
    }
    text.push_str(&format!("      #   @return [{kind}]\n"));
    text.push_str(&declaration(contract, model, field, &name));
    text
}

fn declaration(contract: &Contract, model: &str, field: &Field, name: &str) -> String {
    let mut facts = vec![format!("field :{name}")];
    if field.name != name {
        facts.push(format!("json: {}", literal(&field.name)));
    }
    let read = reader(contract, &field.r#type);
    if read != "nil" {
        facts.push(format!("type: {read}"));
    }
    let taken = kind(contract, &field.r#type);
    if taken != read {
        facts.push(format!("kind: {taken}"));
    }
    match &field.r#type {
        Type::Choice(values) if values.len() == 1 && field.is_required => {
            facts.push(format!("constant: {}", literal(&values[0])));
        }
        _ if field.is_required => facts.push("required: true".to_owned()),
        _ => {}
    }
    if field.is_read_only {
        facts.push("read_only: true".to_owned());
    }
    if is_secret(model, field) {
        facts.push("secret: true".to_owned());
    }
    format!("      {}\n", facts.join(", "))
}

fn union(
    contract: &Contract,
    model: &Model,
    variants: &[Type],
    tag: Option<(&str, &[String])>,
) -> Option<String> {
    let readers: Vec<String> = variants.iter().map(|one| reader(contract, one)).collect();
    if readers.iter().all(|one| one == "nil") {
        return None;
    }
    let names: Vec<&String> = readers.iter().filter(|one| one.starts_with(':')).collect();
    let about = match tag {
        Some((name, _)) => format!("The attribute `{}` tells the types apart.", attribute(name)),
        None => "The fields tell the types apart.".to_owned(),
    };
    let (open, close) = tag.map_or(("[", "]"), |_| ("{", "}"));
    let entries: Vec<String> = match tag {
        Some((_, values)) => values
            .iter()
            .zip(&readers)
            .map(|(value, read)| format!("        {} => {read}", literal(value)))
            .collect(),
        None => names.iter().map(|read| format!("        {read}")).collect(),
    };
    let by = tag.map_or("nil".to_owned(), |(name, _)| literal(name));
    Some(format!(
        "{}    {} = Union.new(\n      {by},\n      {open}\n{}\n      {close}\n    )\n",
        comment(&described(model, &about), 4),
        model.name,
        entries.join(",\n")
    ))
}
