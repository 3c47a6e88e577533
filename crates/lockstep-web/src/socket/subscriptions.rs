//! The subscriptions of a client: its frames, and which messages it receives.

use std::collections::BTreeSet;

use lockstep_store::{Channel, EventReaders};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::api_error::ApiError;
use crate::app_state::feed::{Protocol, Resources};
use crate::area::Area;
use crate::body;

/// A frame of a client.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) subscribes: bool,
    pub(super) to: Selection,
}

/// The content of a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Selection {
    Channels(Vec<Channel>),
    /// One resource, or all of the account.
    Resource(Option<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChannelsFrame {
    r#type: String,
    channels: Vec<String>,
}

impl Command {
    /// Parses a text of a client; `None` if the protocol has no frames of clients.
    pub(super) fn parse(protocol: &Protocol, text: &str) -> Option<Result<Self, ApiError>> {
        match protocol {
            Protocol::Everything => None,
            Protocol::Channels => Some(Self::of_channels(text)),
            Protocol::Resources(resources) => Some(Self::of_resources(resources, text)),
        }
    }

    fn of_channels(text: &str) -> Result<Self, ApiError> {
        let frame: ChannelsFrame = body::message(text)?;
        let subscribes = subscribes(&frame.r#type)?;
        if frame.channels.is_empty() {
            return Err(ApiError::invalid(
                "channels",
                "must name at least one channel",
            ));
        }
        if frame.channels.len() > MAX_NAMED_CHANNELS {
            let reason = format!("must name at most {MAX_NAMED_CHANNELS} channels");
            return Err(ApiError::invalid("channels", reason));
        }
        let named = frame.channels.iter().enumerate().map(|(place, name)| {
            let parsed = name.parse::<Channel>();
            parsed.map_err(|error| {
                ApiError::invalid(&format!("channels[{place}]"), error.to_string())
            })
        });
        Ok(Self {
            subscribes,
            to: Selection::Channels(named.collect::<Result<_, _>>()?),
        })
    }

    fn of_resources(resources: &Resources, text: &str) -> Result<Self, ApiError> {
        let fields: Map<String, Json> = body::message(text)?;
        let known = ["type", "channel", resources.field];
        if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
            let reason = format!("is unknown: a frame has the fields {}", known.join(", "));
            return Err(ApiError::invalid(&shortened(name), reason));
        }
        let text = |name: &str| match fields.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(ApiError::invalid(name, "must be a string")),
        };
        let subscribes = subscribes(text("type")?.unwrap_or_default())?;
        if text("channel")? != Some(resources.channel) {
            let reason = format!("must be {}", resources.channel);
            return Err(ApiError::invalid("channel", reason));
        }
        Ok(Self {
            subscribes,
            to: Selection::Resource(text(resources.field)?.map(str::to_owned)),
        })
    }
}

fn subscribes(kind: &str) -> Result<bool, ApiError> {
    match kind {
        "subscribe" => Ok(true),
        "unsubscribe" => Ok(false),
        _ => Err(ApiError::invalid(
            "type",
            "must be subscribe or unsubscribe",
        )),
    }
}

/// Shortens a text that contains a part of the client's frame.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_ECHOED_CHARS).collect()
}

/// The subscriptions of a client.
#[derive(Clone, Debug, Default)]
pub(super) struct Subscriptions {
    everything: bool,
    channels: BTreeSet<Channel>,
    resources: BTreeSet<String>,
}

impl Subscriptions {
    /// Returns the subscriptions of a client that has sent nothing.
    pub(super) fn new(protocol: &Protocol) -> Self {
        Self {
            everything: matches!(protocol, Protocol::Everything),
            ..Self::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.everything && self.channels.is_empty() && self.resources.is_empty()
    }

    /// Whether the client receives messages of this subject.
    pub(super) fn includes(&self, subject: &str) -> bool {
        self.everything
            || self
                .channels
                .iter()
                .any(|channel| channel.as_str() == subject)
            || self.resources.contains(subject)
    }

    pub(super) fn has(&self, channel: Channel) -> bool {
        self.channels.contains(&channel)
    }

    /// Whether a channel is included that only administration reads.
    pub(super) fn is_administrative(&self) -> bool {
        self.channels
            .iter()
            .any(|channel| is_administrative(*channel))
    }

    /// Applies a frame.
    ///
    /// # Errors
    /// Too many resources.
    pub(super) fn apply(&mut self, command: &Command) -> Result<(), ApiError> {
        match (&command.to, command.subscribes) {
            (Selection::Channels(named), true) => self.channels.extend(named),
            (Selection::Channels(named), false) => {
                self.channels.retain(|channel| !named.contains(channel));
            }
            (Selection::Resource(None), true) => self.everything = true,
            (Selection::Resource(None), false) => {
                self.everything = false;
                self.resources.clear();
            }
            (Selection::Resource(Some(id)), true) => {
                let is_new = !self.resources.contains(id);
                if is_new && self.resources.len() >= MAX_SUBSCRIBED_RESOURCES {
                    return Err(ApiError::invalid(
                        "",
                        format!(
                            "a socket has at most {MAX_SUBSCRIBED_RESOURCES} subscriptions of single resources: \
                             subscribe without an id"
                        ),
                    ));
                }
                self.resources.insert(id.clone());
            }
            (Selection::Resource(Some(id)), false) => {
                self.resources.remove(id);
            }
        }
        Ok(())
    }

    /// Returns the answer to a frame: the current subscriptions of the client.
    pub(super) fn answer(&self, protocol: &Protocol, command: &Command) -> Json {
        let kind = if command.subscribes {
            "subscribed"
        } else {
            "unsubscribed"
        };
        match (protocol, &command.to) {
            (Protocol::Resources(resources), Selection::Resource(id)) => {
                let mut answer = json!({ "type": kind, "channel": resources.channel });
                answer[resources.field] = json!(id);
                answer
            }
            _ => {
                let channels: Vec<&str> = self
                    .channels
                    .iter()
                    .map(|channel| channel.as_str())
                    .collect();
                json!({ "type": kind, "channels": channels })
            }
        }
    }
}

/// Whether only administration may subscribe.
pub(super) fn is_administrative(channel: Channel) -> bool {
    channel.readers() == EventReaders::Administration
}

/// Returns the frame that refuses a frame of a client. The socket stays open.
pub(super) fn refusal(error: &ApiError, area: Area) -> Json {
    let (status, code) = area.answer(error.kind);
    let mut body = json!({ "code": code, "message": error.message });
    if let Some(details) = &error.details {
        body["details"] = details.clone();
    }
    json!({ "type": "error", "error": body, "status": status.as_u16() })
}

/// The maximum number of channels that a frame names: each of them twice.
const MAX_NAMED_CHANNELS: usize = 2 * Channel::ALL.len();
/// The maximum number of single resources that a socket subscribes to.
const MAX_SUBSCRIBED_RESOURCES: usize = 1000;
/// The maximum number of characters of a client's frame that an error repeats.
const MAX_ECHOED_CHARS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    static DATASETS: Resources = Resources {
        channel: "dataset_updates",
        field: "dataset_id",
        find: |_, _, _| Box::pin(async { Ok(()) }),
    };

    #[test]
    fn frames_of_channels() {
        let long = format!(
            r#"{{"type":"subscribe","channels":["{}"]}}"#,
            "x".repeat(9000)
        );
        let endless = format!(
            r#"{{"type":"x","channels":[{}"x"]}}"#,
            r#""x","#.repeat(200)
        );
        let hollow = format!(r#"{{"type":"x","y":[{}1]}}"#, "[],".repeat(20_000));
        let many = r#""alerts","#.repeat(10);
        let many = format!(r#"{{"type":"subscribe","channels":[{many}"alerts"]}}"#);
        for (text, expected) in [
            (
                r#"{"type":"subscribe","channels":["alerts","marketplace"]}"#,
                Ok((true, vec![Channel::Alerts, Channel::Marketplace])),
            ),
            (
                r#"{"channels":["audit-logs"],"type":"unsubscribe"}"#,
                Ok((false, vec![Channel::AuditLogs])),
            ),
            (r#"{"type":"subscribe","channels":[]}"#, Err("channels")),
            (
                r#"{"type":"subscribe","channels":["news"]}"#,
                Err("channels[0]"),
            ),
            (
                r#"{"type":"subscribe","channels":["alerts","Alerts"]}"#,
                Err("channels[1]"),
            ),
            (&long, Err("channels[0]")),
            (&many, Err("channels")),
            (&endless, Err("")),
            (&hollow, Err("")),
            (r#"{"type":"listen","channels":["alerts"]}"#, Err("type")),
            (r#"{"type":"subscribe"}"#, Err("channels")),
            (
                r#"{"type":"subscribe","channels":["alerts"],"x":1}"#,
                Err("x"),
            ),
            (
                r#"{"type":"subscribe","channels":"alerts"}"#,
                Err("channels"),
            ),
            (
                r#"{"type":"subscribe","channels":["alerts",1]}"#,
                Err("channels[1]"),
            ),
            (r#"{"type":{},"channels":["alerts"]}"#, Err("type")),
            (r#"{"type":"subscribe","channels":["alerts"]} x"#, Err("")),
            (r#"["subscribe",["alerts"]]"#, Err("")),
            ("[]", Err("")),
            ("", Err("")),
            ("null", Err("")),
        ] {
            let parsed = Command::parse(&Protocol::Channels, text).unwrap();
            match (parsed, expected) {
                (Ok(command), Ok((subscribes, channels))) => assert_eq!(
                    command,
                    Command {
                        subscribes,
                        to: Selection::Channels(channels)
                    },
                    "{text}"
                ),
                (Err(error), Err(parameter)) => {
                    assert_eq!(error.details.unwrap()["parameter"], parameter, "{text}");
                    assert!(error.message.len() < 400, "{}", error.message);
                    assert!(!error.message.contains("Frame"), "{}", error.message);
                    let names_message = error.message.contains("the message");
                    assert_eq!(names_message, parameter.is_empty(), "{}", error.message);
                }
                (parsed, _) => panic!("{text}: {parsed:?}"),
            }
        }
    }

    #[test]
    fn frames_of_resources() {
        let protocol = Protocol::Resources(&DATASETS);
        for (text, expected) in [
            (
                r#"{"type":"subscribe","channel":"dataset_updates","dataset_id":"ds_1"}"#,
                Ok((true, Some("ds_1"))),
            ),
            (
                r#"{"type":"subscribe","channel":"dataset_updates"}"#,
                Ok((true, None)),
            ),
            (
                r#"{"type":"unsubscribe","channel":"dataset_updates","dataset_id":null}"#,
                Ok((false, None)),
            ),
            (r#"{"type":"subscribe"}"#, Err("channel")),
            (
                r#"{"type":"subscribe","channel":"marketplace"}"#,
                Err("channel"),
            ),
            (
                r#"{"type":"subscribe","channel":"dataset_updates","dataset_id":1}"#,
                Err("dataset_id"),
            ),
            (r#"{"type":1,"channel":"dataset_updates"}"#, Err("type")),
            (r#"{"channel":"dataset_updates"}"#, Err("type")),
            (
                r#"{"type":"subscribe","channel":"dataset_updates","id":"ds_1"}"#,
                Err("id"),
            ),
            ("7", Err("")),
        ] {
            let parsed = Command::parse(&protocol, text).unwrap();
            match (parsed, expected) {
                (Ok(command), Ok((subscribes, id))) => assert_eq!(
                    command,
                    Command {
                        subscribes,
                        to: Selection::Resource(id.map(str::to_owned))
                    },
                    "{text}"
                ),
                (Err(error), Err(parameter)) => {
                    assert_eq!(error.details.unwrap()["parameter"], parameter, "{text}");
                }
                (parsed, _) => panic!("{text}: {parsed:?}"),
            }
        }
        assert!(Command::parse(&Protocol::Everything, "{}").is_none());
    }

    #[test]
    fn a_client_receives_what_it_subscribed_to() {
        let mut chosen = Subscriptions::new(&Protocol::Channels);
        assert!(chosen.is_empty() && !chosen.includes("marketplace"));
        let command = |subscribes, channels: &[Channel]| Command {
            subscribes,
            to: Selection::Channels(channels.to_vec()),
        };
        chosen
            .apply(&command(true, &[Channel::Marketplace, Channel::Alerts]))
            .unwrap();
        assert!(chosen.is_administrative() && chosen.includes("alerts"));
        assert!(!chosen.includes("audit-logs") && !chosen.includes(""));
        chosen.apply(&command(false, &[Channel::Alerts])).unwrap();
        assert!(!chosen.is_administrative() && chosen.includes("marketplace"));
        let mut chosen = Subscriptions::new(&Protocol::Resources(&DATASETS));
        for nth in 0..MAX_SUBSCRIBED_RESOURCES {
            let to = Selection::Resource(Some(format!("ds_{nth}")));
            chosen
                .apply(&Command {
                    subscribes: true,
                    to,
                })
                .unwrap();
        }
        let to = Selection::Resource(Some("ds_x".to_owned()));
        assert!(
            chosen
                .apply(&Command {
                    subscribes: true,
                    to
                })
                .is_err()
        );
        assert!(chosen.includes("ds_7") && !chosen.includes("ds_x"));
        chosen
            .apply(&Command {
                subscribes: true,
                to: Selection::Resource(None),
            })
            .unwrap();
        assert!(chosen.includes("ds_x"));
        let unsubscribe = |id: Option<&str>| Command {
            subscribes: false,
            to: Selection::Resource(id.map(str::to_owned)),
        };
        // No single resource is taken out of all.
        chosen.apply(&unsubscribe(Some("ds_x"))).unwrap();
        assert!(chosen.includes("ds_x"));
        chosen.apply(&unsubscribe(None)).unwrap();
        assert!(chosen.is_empty());
    }
}
