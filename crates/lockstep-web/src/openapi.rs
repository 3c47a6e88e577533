//! Completes the OpenAPI document of all capabilities.

mod descriptions;

use std::collections::{BTreeMap, BTreeSet};

use lockstep_store::EventKind;
use serde::Deserialize;
use utoipa::PartialSchema;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem, Paths};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    ComponentsBuilder, Content, HeaderBuilder, InfoBuilder, License, OpenApi, Ref, RefOr, Schema,
    ServerBuilder,
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use crate::app_state::capability::{Capability, reported};
use crate::operation::JSON;

pub use crate::operation::{BinaryBody, ErrorDetail, ErrorResponse};

/// Completes the document of the routes of all capabilities. `examples` is a JSON object from operation id to
/// `request` and `response`.
///
/// # Panics
/// If `examples` is not such an object: the text is part of the binary.
#[must_use]
pub fn finish(
    mut document: OpenApi,
    version: &str,
    examples: &str,
    capabilities: &[&Capability],
) -> OpenApi {
    let by_operation: BTreeMap<String, Example> =
        serde_json::from_str(examples).expect("the examples in the binary are JSON");
    add_examples(&mut document.paths, &by_operation);
    name_answers(&mut document);
    declare_links(&mut document.paths);
    merge_defaults(&mut document.paths);
    name_enumerations(&mut document);
    descriptions::describe_variants(&mut document);
    descriptions::lift_descriptions(&mut document);
    document.tags = Some(tags(&mut document.paths, capabilities));
    document.servers = Some(vec![
        ServerBuilder::new()
            .url("/")
            .description(Some("The server that serves this document."))
            .build(),
    ]);
    let mut licence = License::new("MIT OR Apache-2.0");
    licence.identifier = Some("MIT OR Apache-2.0".to_owned());
    document.info = InfoBuilder::new()
        .title("Lockstep")
        .version(version)
        .description(Some(
            "A self-hosted, privacy-preserving platform for fitness data. Send \
             `Authorization: Bearer <token>`, a token from `POST /api/auth/token` or an API key.",
        ))
        .license(Some(licence))
        .build();
    let mut components = ComponentsBuilder::from(document.components.take().unwrap_or_default())
        .schema("ErrorResponse", ErrorResponse::schema())
        .schema("ErrorDetail", ErrorDetail::schema())
        .build();
    components.add_security_scheme(
        "bearer",
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
    );
    document.components = Some(components);
    add_events(&mut document, capabilities);
    document
}

/// Adds the kinds of events that capabilities list: all of them as `x-events` of the document, and
/// those of each socket to the description of the operation that opens it.
fn add_events(document: &mut OpenApi, capabilities: &[&Capability]) {
    let all = capabilities.iter().flat_map(|capability| capability.events);
    let all: Vec<serde_json::Value> = all.map(|kind| event(kind)).collect();
    let extensions = Extensions::builder().add("x-events", all).build();
    document
        .extensions
        .get_or_insert_with(Extensions::default)
        .merge(extensions);
    for feed in capabilities.iter().flat_map(|capability| capability.feeds) {
        let opens =
            |operation: &&mut Operation| operation.operation_id.as_deref() == Some(feed.operation);
        let Some(operation) = operations(&mut document.paths).find(opens) else {
            continue;
        };
        let listed = reported(capabilities, feed)
            .map(|kind| format!("- `{}`: {}\n", kind.name(), kind.about()));
        let description = operation.description.get_or_insert_default();
        description.push_str("\n\nThe socket reports these events (`x-events`):\n\n");
        description.extend(listed);
    }
}

/// Returns a kind of event as the document shows it.
fn event(kind: &EventKind) -> serde_json::Value {
    let payload: serde_json::Value = serde_json::from_str(kind.payload())
        .expect("the example of each payload is JSON, as `tests/it/events.rs` checks");
    let mut shown = serde_json::json!({
        "name": kind.name(), "description": kind.about(), "readers": kind.readers().as_str(),
        "payload": payload,
    });
    if let Some(channel) = kind.channel() {
        shown["channel"] = channel.as_str().into();
    }
    shown
}

/// The bodies of one operation, as a real server received and sent them; long texts are shortened.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    /// The request body.
    request: Option<serde_json::Value>,
    /// The body of the successful response.
    response: Option<serde_json::Value>,
}

fn add_examples(paths: &mut Paths, examples: &BTreeMap<String, Example>) {
    for operation in operations(paths) {
        let id = operation.operation_id.as_deref().unwrap_or_default();
        let Some(example) = examples.get(id) else {
            continue;
        };
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            set_example(body.content.get_mut(JSON), example.request.as_ref());
        }
        for (status, response) in &mut operation.responses.responses {
            if let RefOr::T(response) = response
                && status.starts_with('2')
            {
                set_example(response.content.get_mut(JSON), example.response.as_ref());
            }
        }
    }
}

fn set_example(content: Option<&mut RefOr<Content>>, example: Option<&serde_json::Value>) {
    if let (Some(RefOr::T(content)), Some(example)) = (content, example) {
        content.example = Some(example.clone());
    }
}

/// Names bodies that are a result or an accepted job after the result, such as
/// `EncryptionResultOrJob`. Refers to the result's schema instead of repeating it.
fn name_answers(document: &mut OpenApi) {
    for operation in operations(&mut document.paths) {
        for response in operation.responses.responses.values_mut() {
            let RefOr::T(response) = response else {
                continue;
            };
            if let Some(RefOr::T(content)) = response.content.get_mut(JSON)
                && let Some(RefOr::Ref(schema)) = &mut content.schema
                && let Some(result) = schema.ref_location.strip_prefix(RESULT_OR_JOB)
            {
                schema.ref_location = format!("{COMPONENT}{result}OrJob");
            }
        }
    }
    let Some(components) = &mut document.components else {
        return;
    };
    let names: Vec<String> = components.schemas.keys().cloned().collect();
    for name in names {
        let Some(result) = name.strip_prefix("ResultOrJob_") else {
            continue;
        };
        if let Some(mut schema) = components.schemas.remove(&name) {
            if let RefOr::T(Schema::OneOf(variants)) = &mut schema
                && let Some(first) = variants.items.first_mut()
            {
                *first = Ref::from_schema_name(result).into();
            }
            components.schemas.insert(format!("{result}OrJob"), schema);
        }
    }
}

/// Declares the header of [`Paging::links`](crate::Paging::links) in the responses of lists with pages, which are the
/// operations with the query parameter `page`.
fn declare_links(paths: &mut Paths) {
    for operation in operations(paths) {
        let mut parameters = operation.parameters.iter().flatten();
        let is_paged = parameters.any(|parameter| match parameter {
            RefOr::T(parameter) => {
                parameter.name == "page" && parameter.parameter_in == ParameterIn::Query
            }
            RefOr::Ref(_) => false,
        });
        if !is_paged {
            continue;
        }
        for (status, response) in &mut operation.responses.responses {
            if let RefOr::T(response) = response
                && status.starts_with('2')
            {
                let header = HeaderBuilder::new().description(Some(LINK_DESCRIPTION));
                let header = RefOr::T(header.build());
                response.headers.insert("Link".to_owned(), header);
            }
        }
    }
}

/// Moves the default of a parameter into the schema of its values. The derive macro puts it beside them, as a schema of
/// an object, which no text satisfies.
fn merge_defaults(paths: &mut Paths) {
    for operation in operations(paths) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter
                && let Some(RefOr::T(Schema::AllOf(both))) = &mut parameter.schema
                && let [
                    RefOr::T(Schema::Object(values)),
                    RefOr::T(Schema::Object(default)),
                ] = &mut both.items[..]
                && default.properties.is_empty()
                && default.default.is_some()
            {
                values.default = default.default.take();
                parameter.schema = Some(both.items.swap_remove(0));
            }
        }
    }
}

/// Makes a component of the values of each parameter whose schema has a title, and names it after the title: a client
/// generator gives the type of such a parameter the name of the component. A reference has no default, so the
/// description of the parameter says it.
fn name_enumerations(document: &mut OpenApi) {
    let mut named = BTreeMap::new();
    for operation in operations(&mut document.paths) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter
                && let Some(RefOr::T(Schema::Object(values))) = &mut parameter.schema
                && let Some(name) = values.title.take()
            {
                if let Some(serde_json::Value::String(default)) = values.default.take() {
                    let description = parameter.description.get_or_insert_default();
                    description.push_str(&format!(" Default: `{default}`."));
                }
                let values = parameter
                    .schema
                    .replace(Ref::from_schema_name(&name).into());
                named.extend(values.map(|values| (name, values)));
            }
        }
    }
    let components = document.components.get_or_insert_default();
    components.schemas.extend(named);
}

/// The description of the header `Link`.
const LINK_DESCRIPTION: &str =
    "The addresses of the first, previous, next and last page, if they exist (RFC 8288)";
const COMPONENT: &str = "#/components/schemas/";
/// The prefix of a reference to the schema of [`ResultOrJob`](crate::jobs::ResultOrJob).
const RESULT_OR_JOB: &str = "#/components/schemas/ResultOrJob_";

/// Iterates over every operation of the document.
fn operations(paths: &mut Paths) -> impl Iterator<Item = &mut Operation> {
    paths.paths.values_mut().flat_map(|item| {
        let PathItem {
            get,
            put,
            post,
            delete,
            patch,
            ..
        } = item;
        [get, put, post, delete, patch].into_iter().flatten()
    })
}

/// Returns the tags in use, with their descriptions: those of capabilities, then the shared ones.
fn tags(paths: &mut Paths, capabilities: &[&Capability]) -> Vec<utoipa::openapi::Tag> {
    let used: BTreeSet<&str> = operations(paths)
        .flat_map(|operation| operation.tags.iter().flatten().map(String::as_str))
        .collect();
    let of_capabilities = capabilities.iter().flat_map(|capability| capability.tags);
    of_capabilities
        .chain(SHARED_TAGS)
        .filter(|(name, _)| used.contains(*name))
        .map(|(name, about)| {
            TagBuilder::new()
                .name(*name)
                .description(Some(*about))
                .build()
        })
        .collect()
}

/// The name and the description of each tag that several capabilities or the server use.
const SHARED_TAGS: &[(&str, &str)] = &[
    (
        "Events",
        "Live updates over WebSockets, and the tickets by which browsers open them.",
    ),
    (
        "Jobs",
        "Long-running work that a request started with `Prefer: respond-async`: state, result and cancellation.",
    ),
    (
        "Administration",
        "Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and the ceremonies of \
         verification keys; for administrators and auditors. The tag `Marketplace` has the administration of the marketplace.",
    ),
    (
        "Health",
        "Probes and metrics for operators; no credential is needed.",
    ),
];
