//! The methods of the classes of operations.

use super::super::contract::{Contract, JSON, Operation, snake};
use super::docs::{docstring, entry};
use super::names::{answered, constant, literal};
use super::parameters::{MethodVariant, Parameter, ParameterLocation, with_body};

/// Refusals that most operations have; the read-me of the client explains them.
const GENERAL: &[&str] = &[
    "400", "401", "403", "408", "413", "415", "429", "431", "500", "503",
];

/// Returns a method in one of its variants.
pub(super) fn method(
    contract: &Contract,
    operation: &Operation,
    variant: MethodVariant,
    is_async: bool,
) -> String {
    let parameters = with_body(contract, operation, variant);
    let types = accepted_types(operation);
    let takes_accept = variant == MethodVariant::Stream && types.len() > 1;
    let mut text = signature(
        operation,
        variant,
        &parameters,
        takes_accept.then_some(&types),
        is_async,
    );
    text.push_str(&docstring(
        &about(operation, variant, &parameters, takes_accept),
        8,
    ));
    let mut given = vec![constant(operation)];
    if variant == MethodVariant::All {
        given.push(format!("{}_PAGES", constant(operation)));
    }
    given.push(arguments(operation, &parameters));
    if variant == MethodVariant::Stream {
        given.push(if takes_accept {
            "accept".to_owned()
        } else {
            types.concat()
        });
    }
    given.push("options".to_owned());
    let call = match variant {
        MethodVariant::Plain | MethodVariant::Content => "_call",
        MethodVariant::Job => "_start",
        MethodVariant::All => "_pages",
        MethodVariant::Stream => "_download",
    };
    let wait = if is_async && variant != MethodVariant::All {
        "await "
    } else {
        ""
    };
    let lines: Vec<String> = given
        .iter()
        .map(|one| format!("            {one},\n"))
        .collect();
    text.push_str(&format!(
        "        return {wait}self.{call}(\n{}        )\n",
        lines.concat()
    ));
    text
}

fn signature(
    operation: &Operation,
    variant: MethodVariant,
    parameters: &[Parameter],
    accept: Option<&Vec<String>>,
    is_async: bool,
) -> String {
    let prefix = if is_async { "Async" } else { "" };
    let answer = |json: &Option<_>| {
        json.as_ref()
            .map_or("None".to_owned(), |one| answered(one, "m."))
    };
    let result = match (variant, &operation.pages) {
        (MethodVariant::Job, _) => format!("{prefix}Job[{}]", answer(&operation.answer.json)),
        (MethodVariant::All, Some(pages)) => {
            format!("{prefix}Iterator[{}]", answered(&pages.item, "m."))
        }
        (MethodVariant::Stream, _) => format!("{prefix}Download"),
        _ => answer(&operation.answer.json),
    };
    let suffix = match variant {
        MethodVariant::Plain => "",
        MethodVariant::Content => "_content",
        MethodVariant::Job => "_as_job",
        MethodVariant::All => "_all",
        MethodVariant::Stream => "_stream",
    };
    let asynchronous = if is_async && variant != MethodVariant::All {
        "async "
    } else {
        ""
    };
    let mut text = format!(
        "\n    {asynchronous}def {}{suffix}(\n        self,\n",
        snake(&operation.id)
    );
    let (positional, named): (Vec<&Parameter>, Vec<&Parameter>) =
        parameters.iter().partition(|one| one.place.is_positional());
    for one in positional {
        let r#type = if one.r#type == "Content" {
            format!("{prefix}Content")
        } else {
            one.r#type.clone()
        };
        text.push_str(&format!("        {}: {type},\n", one.name));
    }
    text.push_str("        *,\n");
    if let Some(types) = accept {
        text.push_str(&format!("        accept: Literal[{}],\n", types.join(", ")));
    }
    for one in named {
        let default = one
            .default
            .map_or(String::new(), |value| format!(" = {value}"));
        text.push_str(&format!("        {}: {}{default},\n", one.name, one.r#type));
    }
    text.push_str(&format!(
        "        options: CallOptions | None = None,\n    ) -> {result}:\n"
    ));
    text
}

/// Returns the media types that a stream may have, as literals.
fn accepted_types(operation: &Operation) -> Vec<String> {
    operation
        .answer
        .media_types
        .iter()
        .map(|one| literal(one))
        .collect()
}

/// Returns the expression of the arguments for the runtime.
fn arguments(operation: &Operation, parameters: &[Parameter]) -> String {
    let mut parts = Vec::new();
    for (place, name) in [
        (ParameterLocation::Path, "path"),
        (ParameterLocation::Query, "query"),
        (ParameterLocation::Json, "json"),
        (ParameterLocation::Form, "form"),
    ] {
        let pairs: Vec<String> = parameters
            .iter()
            .filter(|one| one.place == place)
            .map(|one| format!("{}: {}", literal(&one.key), one.name))
            .collect();
        // An operation with a JSON body gets one, even if no field is set.
        if !pairs.is_empty()
            || (place == ParameterLocation::Json && sends_empty(operation, parameters))
        {
            parts.push(format!("{name}={{{}}}", pairs.join(", ")));
        }
    }
    if parameters
        .iter()
        .any(|one| one.place == ParameterLocation::Content)
    {
        let has_type = parameters.iter().any(|one| one.name == "content_type");
        let media_types = operation
            .body
            .as_ref()
            .map_or(&[][..], |body| &body.media_types[..]);
        // JSON has the fields of the operation as parameters.
        let only = media_types
            .iter()
            .find(|one| *one != JSON)
            .map(|one| literal(one))
            .unwrap_or_default();
        let content_type = if has_type { "content_type" } else { &only };
        parts.push(format!("content=content, content_type={content_type}"));
    }
    if operation
        .body
        .as_ref()
        .is_some_and(|body| !body.is_required)
    {
        parts.push("may_be_empty=True".to_owned());
    }
    format!("Arguments({})", parts.join(", "))
}

/// Whether the JSON body has no fields in this version of the document.
fn sends_empty(operation: &Operation, parameters: &[Parameter]) -> bool {
    let is_raw = parameters
        .iter()
        .any(|one| one.place == ParameterLocation::Content);
    !is_raw
        && operation
            .body
            .as_ref()
            .is_some_and(|body| body.json.is_some())
}

fn about(
    operation: &Operation,
    variant: MethodVariant,
    parameters: &[Parameter],
    takes_accept: bool,
) -> Vec<String> {
    let summary = &operation.summary;
    let variant_of = match variant {
        MethodVariant::Plain | MethodVariant::Content => "",
        MethodVariant::Job => {
            "The server works in the background; `result()` of the job waits for the result."
        }
        MethodVariant::All => {
            "Returns the entries of all pages. A page is requested when its first entry is."
        }
        MethodVariant::Stream => "Returns the answer as a stream, which a `with` statement closes.",
    };
    let mut paragraphs = vec![
        summary.clone(),
        variant_of.to_owned(),
        operation.description.clone(),
    ];
    let mut entries: Vec<String> = Vec::new();
    if takes_accept {
        entries.push(entry("accept", "The media type of the answer."));
    }
    entries.extend(
        parameters
            .iter()
            .filter(|one| !one.description.trim().is_empty())
            .map(|one| entry(&one.name, &one.description)),
    );
    if !entries.is_empty() {
        paragraphs.push(format!("Args:\n{}", entries.join("\n")));
    }
    let errors: Vec<String> = operation
        .errors
        .iter()
        .filter(|(status, _)| !GENERAL.contains(&status.as_str()))
        .map(|(status, description)| entry("ApiError", &format!("{status} {description}.")))
        .collect();
    if !errors.is_empty() {
        paragraphs.push(format!("Raises:\n{}", errors.join("\n")));
    }
    paragraphs
}
