//! `docs/events.md` and `/asyncapi.json` name every kind of event, channel and socket of the code, and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lockstep_server::app::CAPABILITIES;
use lockstep_store::{Channel, EventKind};
use lockstep_web::socket::channels::message_type;
use serde_json::Value as Json;

use crate::app::TestApp;

fn kinds() -> BTreeMap<&'static str, &'static EventKind> {
    let all = CAPABILITIES.iter().flat_map(|capability| capability.events);
    all.map(|kind| (kind.name(), *kind)).collect()
}

fn page() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/events.md");
    std::fs::read_to_string(file).unwrap()
}

/// Returns the cells of the rows of the table that begins with a heading.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, table) = page
        .split_once(heading)
        .unwrap_or_else(|| panic!("docs/events.md has no table {heading}"));
    let lines = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let line = line.trim_matches('|');
        line.split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    lines.map(cells).collect()
}

/// Returns the sockets that report a kind, as the table names them.
fn sockets(kind: &EventKind, openapi: &Json) -> Vec<String> {
    if let Some(channel) = kind.channel() {
        return vec![format!(
            "`/v1/ws`: `{}` in `{}`",
            message_type(kind),
            channel.as_str()
        )];
    }
    let feeds = CAPABILITIES.iter().flat_map(|capability| capability.feeds);
    let reporting = feeds.filter(|feed| feed.events.iter().any(|one| one.name() == kind.name()));
    reporting
        .map(|feed| format!("`{}`", path_of(openapi, feed.operation)))
        .collect()
}

fn path_of(openapi: &Json, operation: &str) -> String {
    let paths = openapi["paths"].as_object().unwrap();
    let found = paths
        .iter()
        .find(|(_, item)| item["get"]["operationId"] == operation);
    found.unwrap_or_else(|| panic!("{operation}")).0.clone()
}

#[tokio::test]
async fn the_page_has_a_row_for_every_kind() {
    let app = TestApp::start().await;
    let openapi = app.anonymous().get("/openapi.json").await.ok();
    let page = page();
    let rows = rows(
        &page,
        "| kind | written when | sent on | readers | payload in the outbox |",
    );
    let mut named = BTreeSet::new();
    for row in &rows {
        let [name, about, sent_on, readers, payload] = &row[..] else {
            panic!("a row has another number of cells: {row:?}");
        };
        let name = name.trim_matches('`').to_owned();
        let kinds = kinds();
        let kind = kinds
            .get(&*name)
            .unwrap_or_else(|| panic!("{name} is not a kind of event"));
        let words = kind
            .about()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(*about, words, "{name}");
        assert_eq!(*readers, kind.readers().as_str(), "{name}");
        let payload: Json = serde_json::from_str(payload.trim_matches('`')).unwrap();
        let example: Json = serde_json::from_str(kind.payload()).unwrap();
        assert_eq!(payload, example, "{name}");
        let sockets = sockets(kind, &openapi);
        assert_eq!(
            sent_on == "no socket",
            sockets.is_empty(),
            "{name}: {sent_on}"
        );
        assert!(
            sockets.iter().all(|socket| sent_on.starts_with(socket)),
            "{name}: {sent_on} instead of {sockets:?}"
        );
        assert!(named.insert(name.clone()), "{name} has two rows");
    }
    for (name, kind) in kinds() {
        assert!(
            named.contains(name),
            "docs/events.md needs the row:\n| `{name}` | {} | {} | {} | `{}` |",
            kind.about(),
            sockets(kind, &openapi)
                .first()
                .map_or("no socket", |socket| socket),
            kind.readers().as_str(),
            kind.payload(),
        );
    }
}

#[test]
fn the_page_names_every_channel_socket_and_close_code() {
    let page = page();
    let channels = rows(&page, "| channel | who | messages |");
    let named: BTreeSet<&str> = channels
        .iter()
        .map(|row| row[0].trim_matches('`'))
        .collect();
    let known: BTreeSet<&str> = Channel::ALL.map(Channel::as_str).into();
    assert_eq!(named, known);
    for row in &channels {
        let channel: Channel = row[0].trim_matches('`').parse().unwrap();
        let expected = match channel.readers().as_str() {
            "everyone" => "every account",
            _ => "administrators and auditors",
        };
        assert_eq!(row[1], expected, "{row:?}");
    }
    let sockets = rows(&page, "| address | who | messages |");
    for path in [
        "/v1/sfdp/stream",
        "/v1/ws",
        "/api/ws",
        "/v1/agents/websocket",
    ] {
        assert!(
            sockets
                .iter()
                .any(|row| row[0].contains(&format!("`{path}`"))),
            "{path}"
        );
    }
    let feeds: usize = CAPABILITIES
        .iter()
        .map(|capability| capability.feeds.len())
        .sum();
    assert_eq!(feeds, sockets.len());
    let codes = rows(&page, "| code | reason |");
    let named: BTreeSet<&str> = codes.iter().flat_map(|row| row[0].split(", ")).collect();
    let sent = [
        "1001", "1002", "1003", "1007", "1008", "1009", "1011", "4401", "4408",
    ];
    assert_eq!(named, sent.into());
}

#[tokio::test]
async fn the_asyncapi_document_has_every_kind_channel_and_socket() {
    let app = TestApp::start().await;
    // Open without a credential, as the OpenAPI document.
    let document = app.anonymous().get("/asyncapi.json").await.ok();
    let openapi = app.anonymous().get("/openapi.json").await.ok();
    assert_eq!(document["asyncapi"], "3.0.0");
    assert_eq!(document["info"]["version"], openapi["info"]["version"]);
    let feeds: Vec<_> = CAPABILITIES
        .iter()
        .flat_map(|capability| capability.feeds)
        .collect();
    let channels = document["channels"].as_object().unwrap();
    assert_eq!(channels.len(), feeds.len());
    let mut reported = BTreeSet::new();
    for feed in &feeds {
        let channel = &channels[feed.operation];
        assert_eq!(channel["address"], path_of(&openapi, feed.operation));
        let kinds = channel["x-events"].as_array().unwrap();
        reported.extend(kinds.iter().filter_map(Json::as_str));
        assert!(
            feed.events
                .iter()
                .all(|kind| reported.contains(kind.name()))
        );
        let messages = channel["messages"].as_object().unwrap();
        assert!(!messages.is_empty());
    }
    let messages = document["components"]["messages"].as_object().unwrap();
    for kind in kinds().values().filter(|kind| kind.channel().is_some()) {
        assert!(reported.contains(kind.name()), "{}", kind.name());
        let channel = kind.channel().unwrap();
        let message = &messages[&format!("{}.{}", channel.as_str(), message_type(kind))];
        assert_eq!(message["x-readers"], channel.readers().as_str());
        let example: Json = serde_json::from_str(kind.payload()).unwrap();
        assert_eq!(message["examples"][0]["payload"]["payload"], example);
    }
    for channel in [Channel::AuditLogs, Channel::SystemHealth] {
        let prefix = format!("{}.", channel.as_str());
        assert!(
            messages.keys().any(|name| name.starts_with(&prefix)),
            "{prefix}"
        );
    }
    // Every reference has a target.
    let mut references = 0;
    let mut waiting = vec![&document];
    while let Some(value) = waiting.pop() {
        match value {
            Json::Object(fields) => {
                if let Some(location) = fields.get("$ref").and_then(Json::as_str) {
                    let pointer = location.strip_prefix('#').unwrap();
                    assert!(
                        document.pointer(pointer).is_some_and(|it| !it.is_null()),
                        "{location}"
                    );
                    references += 1;
                }
                waiting.extend(fields.values());
            }
            Json::Array(all) => waiting.extend(all),
            _ => {}
        }
    }
    assert!(references > 20, "{references}");
}
