//! Writes the methods of one operation.

use std::fmt::Write as _;

use super::names::{Tags, javadoc, literal};
use super::operations::{Call, Parameter};
use crate::clients::contract::JSON;

/// Refusals that most operations have; their comments do not repeat them.
const COMMON_REFUSALS: &[&str] = &[
    "400", "401", "403", "408", "413", "415", "429", "431", "500", "503",
];

/// A form of an operation.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Plain,
    /// With a body in another media type than JSON.
    Content,
    Job,
    All,
    Stream,
}

/// Returns the methods of all forms of an operation.
pub(super) fn all(call: &Call<'_>, is_async: bool) -> String {
    let mut text = String::new();
    let operation = call.operation;
    let has_body = call
        .parameters
        .iter()
        .any(|one| ["body", "form"].contains(&one.name.as_str()));
    let needs_content = !call.contents.is_empty();
    if let Some(answer) = &call.answer {
        if has_body || !needs_content {
            text.push_str(&methods(call, Form::Plain, answer, is_async));
        }
        if needs_content {
            text.push_str(&methods(call, Form::Content, answer, is_async));
        }
        if operation.runs_as_job {
            text.push_str(&methods(call, Form::Job, answer, is_async));
        }
        if let Some(item) = &call.item {
            text.push_str(&methods(call, Form::All, item, is_async));
        }
    }
    let types = &operation.answer.media_types;
    if types.iter().any(|one| one != JSON) {
        text.push_str(&methods(call, Form::Stream, "", is_async));
    }
    text
}

/// Returns the overloads of one form: with options, without, and without optional parameters.
fn methods(call: &Call<'_>, form: Form, java: &str, is_async: bool) -> String {
    let name = name(call, form);
    let result = match (form, is_async) {
        (Form::Job, true) => format!("CompletableFuture<AsyncJob<{java}>>"),
        (Form::Job, false) => format!("Job<{java}>"),
        (Form::All, true) => format!("AsyncPages<{java}>"),
        (Form::All, false) => format!("Pages<{java}>"),
        (Form::Stream, true) => "CompletableFuture<Download>".to_owned(),
        (Form::Stream, false) => "Download".to_owned(),
        (_, true) => format!("CompletableFuture<{java}>"),
        (_, false) => java.to_owned(),
    };
    let parameters = parameters(call, form);
    let options = Parameter {
        java: "CallOptions".to_owned(),
        name: "options".to_owned(),
        about: "the options of this call".to_owned(),
        is_optional: false,
    };
    let full = [parameters.as_slice(), &[options]].concat();
    let body = body(call, form, &full, is_async);
    let comment = if is_async {
        linked(call, form, &name, &full)
    } else {
        about(call, form, &full)
    };
    let mut text = method(&comment, &result, &name, &full, &body);
    let given: Vec<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    let forward = |arguments: &[&str]| {
        let arguments = [arguments, &["CallOptions.DEFAULT"]].concat();
        format!("return {name}({});", arguments.join(", "))
    };
    let brief = brief(call);
    text.push_str(&method(
        &brief,
        &result,
        &name,
        &parameters,
        &forward(&given),
    ));
    let needed: Vec<Parameter> = parameters
        .iter()
        .filter(|one| !one.is_optional)
        .cloned()
        .collect();
    if needed.len() < parameters.len() {
        let given: Vec<&str> = parameters
            .iter()
            .map(|one| {
                if one.is_optional {
                    "null"
                } else {
                    one.name.as_str()
                }
            })
            .collect();
        text.push_str(&method(&brief, &result, &name, &needed, &forward(&given)));
    }
    text
}

fn method(about: &str, result: &str, name: &str, parameters: &[Parameter], body: &str) -> String {
    let list: Vec<String> = parameters
        .iter()
        .map(|one| format!("{} {}", one.java, one.name))
        .collect();
    let mut text = format!("\n{about}");
    let _ = write!(
        text,
        "    public {result} {name}({}) {{\n        {body}\n    }}\n",
        list.join(", ")
    );
    text
}

/// Returns the name of the method: an operation without a JSON body needs no suffix for its content.
fn name(call: &Call<'_>, form: Form) -> String {
    let has_json = call.parameters.iter().any(|one| one.name == "body");
    let suffix = match form {
        Form::Plain => "",
        Form::Content if has_json => "Content",
        Form::Content => "",
        Form::Job => "AsJob",
        Form::All => "All",
        Form::Stream => "Stream",
    };
    format!("{}{suffix}", call.operation.id)
}

fn parameters(call: &Call<'_>, form: Form) -> Vec<Parameter> {
    let mut parameters = call.parameters.clone();
    let mut add = |java: &str, name: &str, about: String| {
        parameters.push(Parameter {
            java: java.to_owned(),
            name: name.to_owned(),
            about,
            is_optional: false,
        });
    };
    let types = &call.operation.answer.media_types;
    if form == Form::Stream && types.len() > 1 {
        add(
            "String",
            "accept",
            format!("the media type of the answer: {}", types.join(", ")),
        );
    }
    if form == Form::Content {
        add("Content", "content", "the body as it is sent".to_owned());
        if call.contents.len() > 1 || name(call, form) != call.operation.id {
            let known = call.contents.join(", ");
            add(
                "String",
                "mediaType",
                format!("the media type of the body: {known}"),
            );
        }
        parameters.retain(|one| one.name != "body");
    }
    parameters
}

/// Returns the statement of the method with all parameters.
fn body(call: &Call<'_>, form: Form, full: &[Parameter], is_async: bool) -> String {
    let name = name(call, form);
    if !is_async {
        let names: Vec<&str> = full.iter().map(|one| one.name.as_str()).collect();
        let asynchronous = format!("async.{name}({})", names.join(", "));
        return match form {
            Form::All => format!("return new Pages<>({asynchronous});"),
            Form::Job => format!("return new Job<>(Futures.await({asynchronous}));"),
            _ => format!("return Futures.await({asynchronous});"),
        };
    }
    let mut arguments = format!("new Arguments(){}", call.arguments);
    if form == Form::Content {
        arguments = arguments.replace(".json(body)", "");
        let has_type = full.iter().any(|one| one.name == "mediaType");
        let media_type = if has_type {
            "mediaType".to_owned()
        } else {
            literal(&call.contents.concat())
        };
        let _ = write!(arguments, ".content(content, {media_type})");
    }
    let constant = call.constant();
    match form {
        Form::Plain | Form::Content => {
            format!("return transport.call({constant}, {arguments}, options);")
        }
        Form::Job => format!("return transport.startJob({constant}, {arguments}, options);"),
        Form::All => format!(
            "return new AsyncPages<>(transport, {constant}, {constant}_PAGES, {arguments}, options);"
        ),
        Form::Stream => {
            let types = &call.operation.answer.media_types;
            let accept = if types.len() > 1 {
                "accept".to_owned()
            } else {
                literal(&types.concat())
            };
            format!("return transport.download({constant}, {arguments}, {accept}, options);")
        }
    }
}

fn about(call: &Call<'_>, form: Form, parameters: &[Parameter]) -> String {
    let operation = call.operation;
    let note = match form {
        Form::Plain => "",
        Form::Content => "The body is sent as it is.",
        Form::Job => "The server does it as a job, for work that takes longer than a call.",
        Form::All => "A page is requested when its first entry is read.",
        Form::Stream => "The answer is a stream. Close it after use.",
    };
    let refusals: Vec<String> = operation
        .errors
        .iter()
        .filter(|(status, _)| !COMMON_REFUSALS.contains(&status.as_str()))
        .map(|(status, reason)| format!("{status} {}", reason.trim_end_matches('.')))
        .collect();
    let refusals = if refusals.is_empty() {
        String::new()
    } else {
        format!("Refusals: {}.", refusals.join("; "))
    };
    javadoc(
        "    ",
        &[&operation.summary, &operation.description, note, &refusals],
        &tags(form, parameters),
    )
}

/// Returns the comment of a method of the asynchronous client, which refers to that of the synchronous one.
fn linked(call: &Call<'_>, form: Form, name: &str, parameters: &[Parameter]) -> String {
    let class = &call.synchronous;
    // A reference names the classes of parameters, without their own parameters.
    let types = parameters
        .iter()
        .map(|one| one.java.split('<').next().unwrap_or_default());
    let types: Vec<&str> = types.collect();
    let text = javadoc("    ", &[&call.operation.summary], &tags(form, &[]));
    let see = format!(
        "     * @see {class}#{name}({})\n     */\n",
        types.join(", ")
    );
    text.replace("     */\n", &see)
}

/// Returns the comment of an overload with fewer parameters.
fn brief(call: &Call<'_>) -> String {
    let summary = call.operation.summary.trim_end_matches('.');
    let about = format!("{summary}, with the default options.");
    javadoc("    ", &[&about], &Tags::default())
}

fn tags(form: Form, parameters: &[Parameter]) -> Tags {
    let described = parameters.iter().map(|one| {
        let about = if one.about.is_empty() {
            format!("the value of `{}`", one.name)
        } else {
            one.about.trim_end_matches('.').to_owned()
        };
        let note = if one.is_optional { "; may be null" } else { "" };
        (one.name.clone(), format!("{about}{note}"))
    });
    let returns = match form {
        Form::Plain | Form::Content => "the answer",
        Form::Job => "the job",
        Form::All => "the entries of all pages",
        Form::Stream => "the answer as a stream",
    };
    Tags {
        parameters: described.collect(),
        returns: Some(returns.to_owned()),
    }
}
