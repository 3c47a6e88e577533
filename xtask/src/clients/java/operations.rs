//! Writes the classes of operations: two for each group.

use std::fmt::Write as _;

use super::call::{Call, FOLDER, MODELS};
use super::methods;
use super::models::Models;
use super::names::{Tags, file, javadoc, member};
use crate::clients::contract::{Contract, Group, pascal};

/// Returns the files of all groups, and the classes that have them.
pub(super) fn files(contract: &Contract, models: &mut Models<'_>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for group in &contract.groups {
        let mut constants = String::new();
        let mut calls = Vec::new();
        for operation in &group.operations {
            let call = Call::new(operation, class(group, ""), models, &mut files);
            constants.push_str(&call.constants(contract));
            calls.push(call);
        }
        for is_async in [true, false] {
            let class = class(group, if is_async { "Async" } else { "" });
            let body = class_text(group, &calls, &constants, is_async);
            files.push(file(FOLDER, &class, &[MODELS], &body));
        }
    }
    for is_async in [true, false] {
        files.push(index(contract, is_async));
    }
    files
}

/// Returns the name of the class of a group.
pub(super) fn class(group: &Group, prefix: &str) -> String {
    format!("{}{prefix}Operations", pascal(&group.name))
}

fn class_text(group: &Group, calls: &[Call<'_>], constants: &str, is_async: bool) -> String {
    let class = class(group, if is_async { "Async" } else { "" });
    let about = if group.description.is_empty() {
        format!("The operations of the group {}.", group.name)
    } else {
        group.description.clone()
    };
    let mode = if is_async {
        "A method returns at once. Cancelling its future cancels the request."
    } else {
        "A method waits for the answer. Interrupting the thread cancels the request."
    };
    let mut text = javadoc("", &[&about, mode], &Tags::default());
    let _ = write!(text, "public final class {class} {{\n\n");
    if is_async {
        let _ = write!(
            text,
            "{constants}    private final Transport transport;

    {class}(Transport transport) {{
        this.transport = transport;
    }}
"
        );
    } else {
        let other = super::operations::class(group, "Async");
        let _ = write!(
            text,
            "    private final {other} async;

    {class}(Transport transport) {{
        this.async = new {other}(transport);
    }}
"
        );
    }
    for call in calls {
        text.push_str(&methods::all(call, is_async));
    }
    text.push_str("}\n");
    text
}

/// Returns the class with a method for each group.
fn index(contract: &Contract, is_async: bool) -> (String, String) {
    let prefix = if is_async { "Async" } else { "" };
    let name = format!("{prefix}Groups");
    let about = if is_async {
        "The groups of operations of the asynchronous client."
    } else {
        "The groups of operations of the synchronous client."
    };
    let mut text = javadoc("", &[about], &Tags::default());
    let tags = Tags {
        parameters: vec![("transport".to_owned(), "what sends the requests".to_owned())],
        returns: None,
    };
    let _ = write!(
        text,
        "public abstract class {name} {{

    private final Transport transport;

{}    protected {name}(Transport transport) {{
        this.transport = transport;
    }}
",
        javadoc("    ", &["Makes the groups of a client."], &tags)
    );
    for group in &contract.groups {
        let class = class(group, prefix);
        let tags = Tags {
            parameters: Vec::new(),
            returns: Some("the operations".to_owned()),
        };
        let generic = format!("The operations of the group {}.", group.name);
        let about = if group.description.is_empty() {
            &generic
        } else {
            &group.description
        };
        let _ = write!(
            text,
            "\n{}    public {class} {}() {{\n        return new {class}(transport);\n    }}\n",
            javadoc("    ", &[about], &tags),
            member(&group.name)
        );
    }
    text.push_str("}\n");
    file(FOLDER, &name, &[], &text)
}
