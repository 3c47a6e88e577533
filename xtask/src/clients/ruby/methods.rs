//! The methods of the classes of operations.

use super::super::contract::{Contract, JSON, Operation, snake};
use super::docs::{comment, one_line, tag};
use super::names::{constant, documented, literal};
use super::parameters::{MethodVariant, Parameter, ParameterPlace, parameters};

/// Refusals that most operations have; the read-me of the client explains them.
const GENERAL: &[&str] = &[
    "400", "401", "403", "408", "413", "415", "429", "431", "500", "503",
];
const WIDTH: usize = 110;

/// Returns a method in one of its variants.
pub(super) fn method(contract: &Contract, operation: &Operation, variant: MethodVariant) -> String {
    let parameters = parameters(contract, operation, variant);
    let types = &operation.answer.media_types;
    let takes_accept = variant == MethodVariant::Stream && types.len() > 1;
    let mut text = String::from("\n");
    text.push_str(&about(
        contract,
        operation,
        variant,
        &parameters,
        takes_accept,
    ));
    text.push_str(&signature(operation, variant, &parameters, takes_accept));
    text.push_str(&call(operation, variant, &parameters, takes_accept));
    text.push_str("    end\n");
    text
}

fn signature(
    operation: &Operation,
    variant: MethodVariant,
    parameters: &[Parameter],
    takes_accept: bool,
) -> String {
    let (positional, named): (Vec<&Parameter>, Vec<&Parameter>) =
        parameters.iter().partition(|one| one.place.is_positional());
    let mut words: Vec<String> = positional.iter().map(|one| one.name.clone()).collect();
    if takes_accept {
        words.push("accept:".to_owned());
    }
    words.extend(named.iter().map(|one| match one.default {
        None => format!("{}:", one.name),
        Some(default) => format!("{}: {default}", one.name),
    }));
    words.push("options: nil".to_owned());
    if variant == MethodVariant::Stream {
        words.push("&block".to_owned());
    }
    let start = format!("    def {}{}(", snake(&operation.id), variant.suffix());
    parenthesized(&start, &words, 6)
}

/// Joins words in parentheses, each on a line of its own if they are long.
fn parenthesized(start: &str, words: &[String], indent: usize) -> String {
    let line = format!("{start}{})\n", words.join(", "));
    if line.chars().count() <= WIDTH + 1 && line.lines().count() == 1 {
        return line;
    }
    let (margin, closing) = (" ".repeat(indent), " ".repeat(indent - 2));
    let separator = format!(",\n{margin}");
    format!("{start}\n{margin}{}\n{closing})\n", words.join(&separator))
}

fn call(
    operation: &Operation,
    variant: MethodVariant,
    parameters: &[Parameter],
    takes_accept: bool,
) -> String {
    let mut words = vec![constant(operation)];
    if variant == MethodVariant::All {
        words.push(format!("{}_PAGES", constant(operation)));
    }
    words.push(arguments(operation, parameters));
    if variant == MethodVariant::Stream {
        let only = operation.answer.media_types.first();
        words.push(if takes_accept {
            "accept".to_owned()
        } else {
            only.map(|one| literal(one)).unwrap_or_default()
        });
    }
    words.push("options".to_owned());
    if variant == MethodVariant::Stream {
        words.push("&block".to_owned());
    }
    let name = match variant {
        MethodVariant::Plain | MethodVariant::Content => "request",
        MethodVariant::Job => "start_job",
        MethodVariant::All => "pages",
        MethodVariant::Stream => "stream",
    };
    parenthesized(&format!("      {name}("), &words, 8)
}

/// Returns the expression of the arguments for the runtime.
fn arguments(operation: &Operation, parameters: &[Parameter]) -> String {
    let mut parts = Vec::new();
    for (place, name) in [
        (ParameterPlace::Path, "path"),
        (ParameterPlace::Query, "query"),
        (ParameterPlace::Json, "json"),
        (ParameterPlace::Form, "form"),
    ] {
        let pairs: Vec<String> = parameters
            .iter()
            .filter(|one| one.place == place)
            .map(|one| format!("{} => {}", literal(&one.key), one.name))
            .collect();
        if !pairs.is_empty() {
            parts.push(braced(&format!("{name}: "), &pairs, 12));
        } else if place == ParameterPlace::Json && sends_empty(operation, parameters) {
            // An operation with a JSON body gets one, even if no field is set.
            parts.push(format!("{name}: {{}}"));
        }
    }
    if parameters
        .iter()
        .any(|one| one.place == ParameterPlace::Content)
    {
        let has_type = parameters
            .iter()
            .any(|one| one.place == ParameterPlace::ContentType);
        let media_types = operation
            .body
            .as_ref()
            .map_or(&[][..], |body| &body.media_types[..]);
        let only = media_types
            .iter()
            .find(|one| *one != JSON)
            .map(|one| literal(one))
            .unwrap_or_default();
        let content_type = if has_type { "content_type" } else { &only };
        parts.push("content: content".to_owned());
        parts.push(format!("content_type: {content_type}"));
    }
    if operation
        .body
        .as_ref()
        .is_some_and(|body| !body.is_required)
    {
        parts.push("may_be_empty: true".to_owned());
    }
    if parts.is_empty() {
        "{}".to_owned()
    } else {
        braced("", &parts, 10)
    }
}

/// Returns a hash, each entry on a line of its own if they are long or have lines themselves.
fn braced(start: &str, entries: &[String], indent: usize) -> String {
    let line = format!("{start}{{ {} }}", entries.join(", "));
    if line.chars().count() + indent <= WIDTH - 20 && !line.contains('\n') {
        return line;
    }
    let (margin, closing) = (" ".repeat(indent), " ".repeat(indent - 2));
    let separator = format!(",\n{margin}");
    format!(
        "{start}{{\n{margin}{}\n{closing}}}",
        entries.join(&separator)
    )
}

/// Whether the JSON body has no fields in this version of the document.
fn sends_empty(operation: &Operation, parameters: &[Parameter]) -> bool {
    let is_raw = parameters
        .iter()
        .any(|one| one.place == ParameterPlace::Content);
    !is_raw
        && operation
            .body
            .as_ref()
            .is_some_and(|body| body.json.is_some())
}

fn about(
    contract: &Contract,
    operation: &Operation,
    variant: MethodVariant,
    parameters: &[Parameter],
    takes_accept: bool,
) -> String {
    let variant_of = match variant {
        MethodVariant::Plain | MethodVariant::Content => "",
        MethodVariant::Job => {
            "The server works in the background; `result` of the job waits for the result."
        }
        MethodVariant::All => {
            "Returns the entries of all pages. A page is requested when its first entry is."
        }
        MethodVariant::Stream => {
            "Yields the answer as a stream; without a block, returns it after it was read into memory."
        }
    };
    let summary = format!("{}.", one_line(&operation.summary).trim_end_matches('.'));
    let paragraphs = [
        summary,
        variant_of.to_owned(),
        operation.description.clone(),
    ];
    let mut text = comment(&paragraphs, 4);
    let mut tags: Vec<String> = Vec::new();
    if takes_accept {
        let types: Vec<String> = operation
            .answer
            .media_types
            .iter()
            .map(|one| literal(one))
            .collect();
        let types = types.join(", ");
        tags.push(format!(
            "@param accept [String] The media type of the answer. One of {types}."
        ));
    }
    tags.extend(parameters.iter().map(|one| {
        let line = format!("@param {} [{}] {}", one.name, one.r#type, one.description);
        one_line(&line)
    }));
    tags.push("@param options [CallOptions, Hash, nil] Options of this call.".to_owned());
    tags.push(format!(
        "@return [{}]",
        returned(contract, operation, variant)
    ));
    tags.extend(
        operation
            .errors
            .iter()
            .filter(|(status, _)| !GENERAL.contains(&status.as_str()))
            .map(|(status, about)| format!("@raise [ApiError] {status} {}.", one_line(about))),
    );
    text.push_str("    #\n");
    text.extend(tags.iter().map(|one| tag(one, 4)));
    text
}

fn returned(contract: &Contract, operation: &Operation, variant: MethodVariant) -> String {
    let json = |one: &Option<_>| {
        one.as_ref()
            .map_or("nil".to_owned(), |one| documented(contract, one))
    };
    match (variant, &operation.pages) {
        (MethodVariant::Job, _) => format!("Job<{}>", json(&operation.answer.json)),
        (MethodVariant::All, Some(pages)) => {
            format!("Enumerator<{}>", documented(contract, &pages.item))
        }
        (MethodVariant::Stream, _) => "Answer, Object".to_owned(),
        _ => json(&operation.answer.json),
    }
}
