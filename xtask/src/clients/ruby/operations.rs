//! The files of operations: for each group a class.

use std::collections::BTreeMap;

use super::super::contract::{Contract, Group, Operation, pascal};
use super::docs::comment;
use super::methods::method;
use super::names::{answer, constant, kind, literal, reader};
use super::parameters::{json_fields, method_variants};

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
