//! The modules of operations: for each group a class with synchronous and one with asynchronous methods.

use super::super::contract::{Contract, Group, Operation, pascal};
use super::docs::docstring;
use super::methods::method;
use super::names::{answered, constant, literal};
use super::parameters::method_variants;

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
