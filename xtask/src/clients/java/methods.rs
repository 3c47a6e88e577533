//! Writes the methods of one operation.

use std::fmt::Write as _;

use super::call::{Call, Parameter};
use super::names::{Tags, javadoc, literal};
use crate::clients::contract::JSON;

/// Refusals that most operations have; their comments do not repeat them.
const COMMON_REFUSALS: &[&str] = &[
    "400", "401", "403", "408", "413", "415", "429", "431", "500", "503",
];

/// A variant of an operation's method.
#[derive(Clone, Copy, PartialEq)]
enum MethodVariant {
    Plain,
    /// With a body in a media type other than JSON.
    Content,
    Job,
    All,
    Stream,
}

/// Returns the methods of all variants of an operation.
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
            text.push_str(&methods(call, MethodVariant::Plain, answer, is_async));
        }
        if needs_content {
            text.push_str(&methods(call, MethodVariant::Content, answer, is_async));
        }
        if operation.runs_as_job {
            text.push_str(&methods(call, MethodVariant::Job, answer, is_async));
        }
        if let Some(item) = &call.item {
            text.push_str(&methods(call, MethodVariant::All, item, is_async));
        }
    }
    let types = &operation.answer.media_types;
    if types.iter().any(|one| one != JSON) {
        text.push_str(&methods(call, MethodVariant::Stream, "", is_async));
    }
    text
}

/// Returns the overloads of one variant: with options, without, and without optional parameters.
fn methods(call: &Call<'_>, variant: MethodVariant, java: &str, is_async: bool) -> String {
    let name = name(call, variant);
    let result = match (variant, is_async) {
        (MethodVariant::Job, true) => format!("CompletableFuture<AsyncJob<{java}>>"),
        (MethodVariant::Job, false) => format!("Job<{java}>"),
        (MethodVariant::All, true) => format!("AsyncPages<{java}>"),
        (MethodVariant::All, false) => format!("Pages<{java}>"),
        (MethodVariant::Stream, true) => "CompletableFuture<Download>".to_owned(),
        (MethodVariant::Stream, false) => "Download".to_owned(),
        (_, true) => format!("CompletableFuture<{java}>"),
        (_, false) => java.to_owned(),
    };
    let parameters = parameters(call, variant);
    let options = Parameter {
        java: "CallOptions".to_owned(),
        name: "options".to_owned(),
        about: "the options of this call".to_owned(),
        is_optional: false,
    };
    let full = [parameters.as_slice(), &[options]].concat();
    let body = body(call, variant, &full, is_async);
    let comment = if is_async {
        linked(call, variant, &name, &full)
    } else {
        about(call, variant, &full)
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
fn name(call: &Call<'_>, variant: MethodVariant) -> String {
    let has_json = call.parameters.iter().any(|one| one.name == "body");
    let suffix = match variant {
        MethodVariant::Plain => "",
        MethodVariant::Content if has_json => "Content",
        MethodVariant::Content => "",
        MethodVariant::Job => "AsJob",
        MethodVariant::All => "All",
        MethodVariant::Stream => "Stream",
    };
    format!("{}{suffix}", call.operation.id)
}

fn parameters(call: &Call<'_>, variant: MethodVariant) -> Vec<Parameter> {
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
    if variant == MethodVariant::Stream && types.len() > 1 {
        add(
            "String",
            "accept",
            format!("the media type of the answer: {}", types.join(", ")),
        );
    }
    if variant == MethodVariant::Content {
        add("Content", "content", "the body as it is sent".to_owned());
        if call.contents.len() > 1 || name(call, variant) != call.operation.id {
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
fn body(call: &Call<'_>, variant: MethodVariant, full: &[Parameter], is_async: bool) -> String {
    let name = name(call, variant);
    if !is_async {
        let names: Vec<&str> = full.iter().map(|one| one.name.as_str()).collect();
        let asynchronous = format!("async.{name}({})", names.join(", "));
        return match variant {
            MethodVariant::All => format!("return new Pages<>({asynchronous});"),
            MethodVariant::Job => format!("return new Job<>(Futures.await({asynchronous}));"),
            _ => format!("return Futures.await({asynchronous});"),
        };
    }
    let mut arguments = format!("new Arguments(){}", call.arguments);
    if variant == MethodVariant::Content {
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
    match variant {
        MethodVariant::Plain | MethodVariant::Content => {
            format!("return transport.call({constant}, {arguments}, options);")
        }
        MethodVariant::Job => {
            format!("return transport.startJob({constant}, {arguments}, options);")
        }
        MethodVariant::All => format!(
            "return new AsyncPages<>(transport, {constant}, {constant}_PAGES, {arguments}, options);"
        ),
        MethodVariant::Stream => {
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

fn about(call: &Call<'_>, variant: MethodVariant, parameters: &[Parameter]) -> String {
    let operation = call.operation;
    let note = match variant {
        MethodVariant::Plain => "",
        MethodVariant::Content => "The body is sent as it is.",
        MethodVariant::Job => {
            "The server does it as a job, for work that takes longer than a call."
        }
        MethodVariant::All => "A page is requested when its first entry is read.",
        MethodVariant::Stream => "The answer is a stream. Close it after use.",
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
        &tags(variant, parameters),
    )
}

/// Returns the comment of a method of the asynchronous client, which refers to that of the synchronous one.
fn linked(call: &Call<'_>, variant: MethodVariant, name: &str, parameters: &[Parameter]) -> String {
    let class = &call.synchronous;
    // A reference names the classes of parameters, without their own parameters.
    let types = parameters
        .iter()
        .map(|one| one.java.split('<').next().unwrap_or_default());
    let types: Vec<&str> = types.collect();
    let text = javadoc("    ", &[&call.operation.summary], &tags(variant, &[]));
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

fn tags(variant: MethodVariant, parameters: &[Parameter]) -> Tags {
    let described = parameters.iter().map(|one| {
        let about = if one.about.is_empty() {
            format!("the value of `{}`", one.name)
        } else {
            one.about.trim_end_matches('.').to_owned()
        };
        let note = if one.is_optional { "; may be null" } else { "" };
        (one.name.clone(), format!("{about}{note}"))
    });
    let returns = match variant {
        MethodVariant::Plain | MethodVariant::Content => "the answer",
        MethodVariant::Job => "the job",
        MethodVariant::All => "the entries of all pages",
        MethodVariant::Stream => "the answer as a stream",
    };
    Tags {
        parameters: described.collect(),
        returns: Some(returns.to_owned()),
    }
}
