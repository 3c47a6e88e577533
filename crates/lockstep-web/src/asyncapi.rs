//! The AsyncAPI document of the sockets, built from the feeds and the kinds of events that capabilities list.

use lockstep_store::{Channel, EventKind};
use serde_json::{Map, Value as Json, json};

use crate::app_state::capability::{Capability, reported};
use crate::app_state::feed::{Feed, Protocol};
use crate::messages::channels::{AUDIT_TYPE, HEALTH_TYPE, message_type};

/// Returns the document, AsyncAPI 3.0. `openapi` describes the operations that open the sockets, and the schemas of
/// their messages.
#[must_use]
pub fn document(openapi: &Json, version: &str, capabilities: &[&Capability]) -> Json {
    let feeds = capabilities.iter().flat_map(|capability| capability.feeds);
    let mut built = Document {
        openapi,
        capabilities,
        channels: Map::new(),
        operations: Map::new(),
        messages: Map::new(),
        schemas: Map::new(),
    };
    feeds.for_each(|feed| built.add_feed(feed));
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Lockstep events",
            "version": version,
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": {
            "this": {
                "host": "{host}",
                "protocol": "wss",
                "description": "The server that serves this document; without TLS the protocol is ws.",
                "variables": { "host": { "default": "127.0.0.1:8420" } },
                "security": [{ "$ref": "#/components/securitySchemes/bearer" }],
            },
        },
        "channels": built.channels,
        "operations": built.operations,
        "components": {
            "messages": built.messages,
            "schemas": built.schemas,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } },
        },
    })
}

struct Document<'d> {
    openapi: &'d Json,
    capabilities: &'d [&'d Capability],
    channels: Map<String, Json>,
    operations: Map<String, Json>,
    messages: Map<String, Json>,
    schemas: Map<String, Json>,
}

impl Document<'_> {
    /// Adds a socket: its channel, its messages, and what the server does with them.
    fn add_feed(&mut self, feed: &Feed) {
        let Some((path, operation)) = self.opens(feed.operation) else {
            return;
        };
        let sent = self.sent(feed, &operation);
        let received = self.received(feed);
        let all = sent.iter().chain(&received);
        let messages: Map<String, Json> = all
            .map(|name| (name.clone(), json!({ "$ref": format!("{MESSAGES}{name}") })))
            .collect();
        let reported: Vec<&str> = reported(self.capabilities, feed)
            .map(EventKind::name)
            .collect();
        let name = feed.operation;
        let channel = json!({
            "address": path,
            "title": operation["summary"],
            "description": operation["description"],
            "messages": messages,
            "bindings": { "ws": { "method": "GET", "query": {
                "type": "object",
                "properties": { "lastEventId": { "type": "string" } },
            } } },
            "x-events": reported,
        });
        self.channels.insert(name.to_owned(), channel);
        for (action, names) in [("send", sent), ("receive", received)] {
            if names.is_empty() {
                continue;
            }
            let of = |message: &String| json!({ "$ref": format!("#/channels/{name}/messages/{message}") });
            let messages: Vec<Json> = names.iter().map(of).collect();
            let operation = json!({
                "action": action,
                "channel": { "$ref": format!("#/channels/{name}") },
                "messages": messages,
            });
            self.operations
                .insert(format!("{action}.{name}"), operation);
        }
    }

    /// Returns the path and the operation of the OpenAPI document that opens a socket.
    fn opens(&self, id: &str) -> Option<(String, Json)> {
        let paths = self.openapi["paths"].as_object()?;
        let mut all = paths.iter().map(|(path, item)| (path, &item["get"]));
        let (path, operation) = all.find(|(_, operation)| operation["operationId"] == id)?;
        Some((path.clone(), operation.clone()))
    }

    /// Adds the messages that the server sends; returns their names.
    fn sent(&mut self, feed: &Feed, operation: &Json) -> Vec<String> {
        let mut names = match feed.protocol {
            Protocol::Channels => self.channel_messages(),
            Protocol::Everything | Protocol::Resources(_) => {
                let body = &operation["responses"]["101"]["content"]["application/json"];
                let schema = self.copied(&body["schema"]);
                let name = format!("{}Message", feed.operation);
                let message = json!({
                    "title": operation["summary"],
                    "payload": schema,
                });
                self.messages.insert(name.clone(), message);
                vec![name]
            }
        };
        let answers: &[(&str, &str, Json)] = match feed.protocol {
            Protocol::Everything => &[],
            Protocol::Channels => &[
                (
                    "subscribed",
                    "The channels after a subscription",
                    channels_of("subscribed"),
                ),
                (
                    "unsubscribed",
                    "The remaining channels",
                    channels_of("unsubscribed"),
                ),
                ("error", "A frame that changed nothing", refusal()),
            ],
            Protocol::Resources(resources) => &[
                (
                    "subscribed",
                    "A subscription",
                    resource_of("subscribed", resources.field, resources.channel),
                ),
                (
                    "unsubscribed",
                    "The end of a subscription",
                    resource_of("unsubscribed", resources.field, resources.channel),
                ),
                ("error", "A frame that changed nothing", refusal()),
            ],
        };
        for (kind, title, payload) in answers {
            names.push(self.frame(feed, kind, title, payload));
        }
        names
    }

    /// Adds the frames that a client sends; returns their names.
    fn received(&mut self, feed: &Feed) -> Vec<String> {
        let frame: &dyn Fn(&str) -> Json = match &feed.protocol {
            Protocol::Everything => return Vec::new(),
            Protocol::Channels => &channels_of,
            Protocol::Resources(resources) => {
                &|kind| resource_of(kind, resources.field, resources.channel)
            }
        };
        ["subscribe", "unsubscribe"]
            .map(|kind| {
                let title = format!("Asks to {kind}");
                self.frame(feed, kind, &title, &frame(kind))
            })
            .to_vec()
    }

    fn frame(&mut self, feed: &Feed, kind: &str, title: &str, payload: &Json) -> String {
        let name = format!("{}.{kind}", feed.operation);
        let message = json!({ "title": title, "payload": payload });
        self.messages.insert(name.clone(), message);
        name
    }

    /// Adds a message for each kind of event with a channel, and the messages without an event.
    fn channel_messages(&mut self) -> Vec<String> {
        let kinds = self
            .capabilities
            .iter()
            .flat_map(|capability| capability.events);
        let of_events = kinds.filter_map(|kind| {
            let channel = kind.channel()?;
            let example = serde_json::from_str(kind.payload()).unwrap_or_default();
            Some((channel, message_type(kind), kind.about(), example))
        });
        let others = [
            (
                Channel::AuditLogs,
                AUDIT_TYPE,
                "An entry was appended to the audit log.",
                json!({
                    "id": "aud_01h455vb4pex5vsknk084sn02q", "action": "points.upload",
                    "component": "fitness", "status": "success",
                }),
            ),
            (
                Channel::SystemHealth,
                HEALTH_TYPE,
                "The load of the machine in percent, and of the network in bytes per second, every 10 seconds.",
                json!({
                    "cpu": 12.5, "memory": 40.1, "storage": 61.0, "network": 20480.0,
                    "networkReceived": 16384.0, "networkSent": 4096.0,
                }),
            ),
        ];
        let mut names = Vec::new();
        for (channel, kind, about, example) in of_events.chain(others) {
            let name = format!("{}.{kind}", channel.as_str());
            let message = json!({
                "title": about,
                "x-readers": channel.readers().as_str(),
                "payload": {
                    "type": "object",
                    "required": ["channel", "type", "id", "timestamp", "payload"],
                    "properties": {
                        "channel": { "type": "string", "const": channel.as_str() },
                        "type": { "type": "string", "const": kind },
                        "id": { "type": "string" },
                        "timestamp": { "type": "string", "format": "date-time" },
                        "payload": shape_of(&example),
                    },
                },
                "examples": [{ "payload": {
                    "channel": channel.as_str(), "type": kind, "id": "ev_2a-19a9f3c1e07",
                    "timestamp": "2026-06-01T06:30:00.000Z", "payload": example,
                } }],
            });
            self.messages.insert(name.clone(), message);
            names.push(name);
        }
        names
    }

    /// Returns a schema of the OpenAPI document, with the components that it names copied.
    fn copied(&mut self, schema: &Json) -> Json {
        match schema {
            Json::Object(fields) => {
                let named = fields.get("$ref").and_then(Json::as_str);
                if let Some(name) = named.and_then(|location| location.strip_prefix(SCHEMAS)) {
                    self.copy_component(name);
                }
                let fields = fields.iter();
                fields
                    .map(|(name, inner)| (name.clone(), self.copied(inner)))
                    .collect()
            }
            Json::Array(all) => all.iter().map(|inner| self.copied(inner)).collect(),
            other => other.clone(),
        }
    }

    fn copy_component(&mut self, name: &str) {
        if self.schemas.contains_key(name) {
            return;
        }
        // Entered first: a schema may contain itself.
        self.schemas.insert(name.to_owned(), Json::Null);
        let openapi = self.openapi;
        let copied = self.copied(&openapi["components"]["schemas"][name]);
        self.schemas.insert(name.to_owned(), copied);
    }
}

fn channels_of(kind: &str) -> Json {
    let names = Channel::ALL.map(Channel::as_str);
    json!({
        "type": "object",
        "required": ["type", "channels"],
        "properties": {
            "type": { "type": "string", "const": kind },
            "channels": { "type": "array", "items": { "type": "string", "enum": names } },
        },
    })
}

fn resource_of(kind: &str, field: &str, channel: &str) -> Json {
    let mut schema = json!({
        "type": "object",
        "required": ["type", "channel"],
        "properties": {
            "type": { "type": "string", "const": kind },
            "channel": { "type": "string", "const": channel },
        },
    });
    schema["properties"][field] = json!({ "type": ["string", "null"] });
    schema
}

fn refusal() -> Json {
    json!({
        "type": "object",
        "required": ["type", "error", "status"],
        "properties": {
            "type": { "type": "string", "const": "error" },
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": { "type": "string" },
                    "message": { "type": "string" },
                    "details": { "type": "object" },
                },
            },
            "status": { "type": "integer" },
        },
    })
}

/// Returns the schema of values of an example's shape.
fn shape_of(example: &Json) -> Json {
    match example {
        Json::Null => json!({}),
        Json::Bool(_) => json!({ "type": "boolean" }),
        Json::Number(_) => json!({ "type": "number" }),
        Json::String(_) => json!({ "type": "string" }),
        Json::Array(items) => match items.as_slice() {
            [] => json!({ "type": "array" }),
            items => json!({ "type": "array", "items": shape_of(&merged(items)) }),
        },
        Json::Object(fields) => {
            let properties: Map<String, Json> = fields
                .iter()
                .map(|(name, value)| (name.clone(), shape_of(value)))
                .collect();
            json!({ "type": "object", "properties": properties })
        }
    }
}

/// Returns an item with the fields of all items: an item has those that apply to it.
fn merged(items: &[Json]) -> Json {
    let mut fields = Map::new();
    for item in items {
        match item {
            Json::Object(more) => fields.extend(more.clone()),
            other => return other.clone(),
        }
    }
    Json::Object(fields)
}

const ABOUT: &str = "Live updates over WebSockets. Send `Authorization: Bearer <token>` with the upgrade; a browser \
    offers the subprotocols `lockstep.v1` and `ticket.` followed by a ticket of `POST /v1/ws/tickets`. \
    `docs/events.md` describes resuming, limits and close codes.";
const MESSAGES: &str = "#/components/messages/";
const SCHEMAS: &str = "#/components/schemas/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_examples() {
        for (example, expected) in [
            (json!(1), json!({ "type": "number" })),
            (
                json!(["a"]),
                json!({ "type": "array", "items": { "type": "string" } }),
            ),
            (json!([]), json!({ "type": "array" })),
            (
                json!([{ "a": 1 }, { "a": 2, "b": "x" }]),
                json!({ "type": "array", "items": { "type": "object",
                    "properties": { "a": { "type": "number" }, "b": { "type": "string" } } } }),
            ),
            (
                json!({ "a": true, "b": null }),
                json!({ "type": "object", "properties": { "a": { "type": "boolean" }, "b": {} } }),
            ),
        ] {
            assert_eq!(shape_of(&example), expected, "{example}");
        }
    }
}
