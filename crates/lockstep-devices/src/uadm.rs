//! UADM devices: registered devices that take commands. Their configuration, twin, status and commands.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lockstep_points::device::Device;
use lockstep_store::Timestamp;
use lockstep_store::id::{CommandId, DeviceId};
use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// A device that takes commands.
#[derive(Clone, Debug)]
pub(crate) struct UadmDevice {
    /// The device's row of the registry.
    pub(crate) device: Device,
    /// The time of the registration as a UADM device.
    pub(crate) created_at: Timestamp,
    /// The time of the first connection.
    pub(crate) contact_at: Option<Timestamp>,
    /// The time of the last connection or message; updated at most once a minute.
    pub(crate) seen_at: Option<Timestamp>,
    pub(crate) content: DeviceContent,
}

/// The sealed part of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeviceContent {
    pub(crate) configuration: Map<String, Json>,
    pub(crate) desired: TwinPart,
    pub(crate) reported: TwinPart,
}

/// One half of a device twin: a state with its version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TwinPart {
    /// The number of changes.
    pub(crate) version: u64,
    pub(crate) state: Map<String, Json>,
    /// The time of the last change.
    pub(crate) updated_at: Option<Timestamp>,
}

/// The status of a UADM device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = UadmDeviceStatus)]
pub(crate) enum UadmStatus {
    /// The device has not connected yet.
    Pending,
    /// The device is connected.
    Online,
    /// The device was connected before.
    Offline,
    /// The server refuses connections, commands and points of the device.
    Revoked,
}

impl UadmDevice {
    /// Returns the status; `is_connected` says whether the device has an open connection.
    pub(crate) fn status(&self, is_connected: bool) -> UadmStatus {
        if !self.device.is_active() {
            UadmStatus::Revoked
        } else if is_connected {
            UadmStatus::Online
        } else if self.contact_at.is_some() {
            UadmStatus::Offline
        } else {
            UadmStatus::Pending
        }
    }
}

impl TwinPart {
    /// Applies a merge patch (RFC 7396) to the state.
    ///
    /// # Errors
    /// The result is larger than [`MAX_TWIN_BYTES`] or deeper than [`MAX_TWIN_DEPTH`].
    pub(crate) fn merge(
        &mut self,
        patch: &Map<String, Json>,
        now: Timestamp,
    ) -> Result<(), String> {
        let mut state = self.state.clone();
        merge(&mut state, patch);
        ensure_bounded(&state, MAX_TWIN_BYTES)?;
        *self = Self {
            version: self.version + 1,
            state,
            updated_at: Some(now),
        };
        Ok(())
    }
}

/// Checks a merge patch before it waits for the store: a larger one can fit into no state.
///
/// # Errors
/// The patch is larger than [`MAX_PATCH_BYTES`] or deeper than [`MAX_TWIN_DEPTH`].
pub(crate) fn check_patch(patch: &Map<String, Json>) -> Result<(), String> {
    ensure_bounded(patch, MAX_PATCH_BYTES)
}

fn ensure_bounded(state: &Map<String, Json>, limit: usize) -> Result<(), String> {
    if 1 + depth_of_members(state) > MAX_TWIN_DEPTH {
        return Err(format!("must have at most {MAX_TWIN_DEPTH} levels"));
    }
    let mut written = WrittenBytes(0);
    if serde_json::to_writer(&mut written, state).is_err() || written.0 > limit {
        return Err(format!("must have at most {limit} bytes as JSON"));
    }
    Ok(())
}

/// Counts the bytes that are written to it.
struct WrittenBytes(usize);

impl std::io::Write for WrittenBytes {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Applies a merge patch (RFC 7396): null removes a member, an object is merged, any other value replaces.
fn merge(state: &mut Map<String, Json>, patch: &Map<String, Json>) {
    for (name, value) in patch {
        match value {
            Json::Null => {
                state.remove(name);
            }
            Json::Object(patch) => {
                let member = state.entry(name.clone()).or_insert(Json::Null);
                if !member.is_object() {
                    *member = Json::Object(Map::new());
                }
                if let Json::Object(member) = member {
                    merge(member, patch);
                }
            }
            other => {
                state.insert(name.clone(), other.clone());
            }
        }
    }
}

fn depth_of_members(members: &Map<String, Json>) -> usize {
    members.values().map(depth).max().unwrap_or(0)
}

fn depth(value: &Json) -> usize {
    match value {
        Json::Object(members) => 1 + depth_of_members(members),
        Json::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// A command to a device.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: CommandId,
    pub(crate) device: DeviceId,
    /// The number of the command among those of its device; later commands have larger numbers.
    pub(crate) number: i64,
    pub(crate) state: CommandState,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    /// The time when the device confirmed the transmission.
    pub(crate) delivered_at: Option<Timestamp>,
    /// The time when the command was acknowledged, failed or expired.
    pub(crate) finished_at: Option<Timestamp>,
    pub(crate) content: CommandContent,
}

/// The sealed part of a command.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct CommandContent {
    pub(crate) command: String,
    pub(crate) parameters: Map<String, Json>,
    /// The device's answer.
    #[serde(default)]
    pub(crate) result: Option<Json>,
}

/// The state of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = UadmCommandStatus)]
pub(crate) enum CommandState {
    /// The command waits for the device.
    Queued,
    /// The device received the command.
    Delivered,
    /// The device executed the command.
    Acknowledged,
    /// The device refused the command, or was revoked before it answered.
    Failed,
    /// The device did not answer in time.
    Expired,
}

impl CommandState {
    /// Whether the command can still change.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Delivered)
    }

    /// Returns the state as stored.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Delivered => "delivered",
            Self::Acknowledged => "acknowledged",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }
}

impl fmt::Display for CommandState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for CommandState {
    type Err = UnknownState;

    fn from_str(text: &str) -> Result<Self, UnknownState> {
        let all = [
            Self::Queued,
            Self::Delivered,
            Self::Acknowledged,
            Self::Failed,
            Self::Expired,
        ];
        all.into_iter()
            .find(|state| state.as_str() == text)
            .ok_or(UnknownState)
    }
}

/// The error for a text that is not a state of a command.
#[derive(Debug)]
pub(crate) struct UnknownState;

/// A command with valid fields.
#[derive(Clone, Debug)]
pub(crate) struct NewCommand {
    pub(crate) content: CommandContent,
    pub(crate) time_to_live: Duration,
}

impl NewCommand {
    /// Checks the fields: `command` has 1 to [`MAX_COMMAND_CHARS`] printable characters, `parameters` at most
    /// [`MAX_PARAMETERS_BYTES`] bytes, `expires_in` is 1 second to [`MAX_TIME_TO_LIVE`].
    pub(crate) fn new(
        command: String,
        parameters: Map<String, Json>,
        expires_in: Option<u64>,
    ) -> Result<Self, ApiError> {
        let is_printable = free_text::one_line(&command).is_ok();
        if !(1..=MAX_COMMAND_CHARS).contains(&command.chars().count()) || !is_printable {
            let reason = format!("must be 1 to {MAX_COMMAND_CHARS} printable characters");
            return Err(ApiError::invalid("command", reason));
        }
        check_size("parameters", &parameters, MAX_PARAMETERS_BYTES)?;
        let seconds = expires_in.unwrap_or(DEFAULT_TIME_TO_LIVE.as_secs());
        if !(1..=MAX_TIME_TO_LIVE.as_secs()).contains(&seconds) {
            let reason = format!("must be 1 to {} seconds", MAX_TIME_TO_LIVE.as_secs());
            return Err(ApiError::invalid("expires_in", reason));
        }
        Ok(Self {
            content: CommandContent {
                command,
                parameters,
                result: None,
            },
            time_to_live: Duration::from_secs(seconds),
        })
    }
}

/// Refuses an object that is too large or too deep.
pub(crate) fn check_size(
    parameter: &str,
    object: &Map<String, Json>,
    max_bytes: usize,
) -> Result<(), ApiError> {
    let bytes = serde_json::to_vec(object).map_or(usize::MAX, |text| text.len());
    if bytes > max_bytes {
        let reason = format!("must have at most {max_bytes} bytes as JSON");
        return Err(ApiError::invalid(parameter, reason));
    }
    Ok(())
}

/// The maximum number of characters of the name of a command.
pub(crate) const MAX_COMMAND_CHARS: usize = 128;
/// The maximum number of bytes of the parameters of a command.
pub(crate) const MAX_PARAMETERS_BYTES: usize = 16 << 10;
/// The maximum number of bytes of a device's answer to a command.
pub(crate) const MAX_RESULT_BYTES: usize = 16 << 10;
/// The maximum number of bytes of a device's configuration.
pub(crate) const MAX_CONFIGURATION_BYTES: usize = 16 << 10;
/// The maximum number of bytes of each half of a twin.
pub(crate) const MAX_TWIN_BYTES: usize = 16 << 10;
/// The maximum number of bytes of a merge patch as JSON: it may also remove all members of a state.
const MAX_PATCH_BYTES: usize = 2 * MAX_TWIN_BYTES;
/// The deepest nesting of each half of a twin.
pub(crate) const MAX_TWIN_DEPTH: usize = 16;
/// The maximum number of commands of a device that wait for an answer.
pub(crate) const MAX_OPEN_COMMANDS: u64 = 10_000;
/// The maximum number of commands of a device that are kept. Beyond it, a new command removes the oldest finished one.
pub(crate) const MAX_KEPT_COMMANDS: u64 = 20_000;
/// The time for which a finished command is kept.
pub(crate) const COMMANDS_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
const DEFAULT_TIME_TO_LIVE: Duration = Duration::from_secs(60);
/// The longest time that a command may wait for the device.
pub(crate) const MAX_TIME_TO_LIVE: Duration = Duration::from_secs(7 * 24 * 3600);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Json) -> Map<String, Json> {
        match value {
            Json::Object(members) => members,
            other => panic!("no object: {other}"),
        }
    }

    #[test]
    fn patches_are_merged_as_rfc_7396_says() {
        for (state, patch, expected) in [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (
                json!({"a": "b"}),
                json!({"b": "c"}),
                json!({"a": "b", "b": "c"}),
            ),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (
                json!({"a": "b", "b": "c"}),
                json!({"a": null}),
                json!({"b": "c"}),
            ),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (
                json!({"a": {"b": "c"}}),
                json!({"a": {"b": "d", "c": null}}),
                json!({"a": {"b": "d"}}),
            ),
            (
                json!({"a": [{"b": "c"}]}),
                json!({"a": [1]}),
                json!({"a": [1]}),
            ),
            (
                json!({"e": null}),
                json!({"a": 1}),
                json!({"e": null, "a": 1}),
            ),
            (
                json!({}),
                json!({"a": {"bb": {"ccc": null}}}),
                json!({"a": {"bb": {}}}),
            ),
        ] {
            let mut part = TwinPart {
                state: object(state),
                ..TwinPart::default()
            };
            part.merge(&object(patch), Timestamp(5)).unwrap();
            assert_eq!(Json::Object(part.state), expected);
            assert_eq!((part.version, part.updated_at), (1, Some(Timestamp(5))));
        }
    }

    #[test]
    fn a_twin_too_large_or_too_deep_is_refused_and_unchanged() {
        let mut deep = json!(1);
        for _ in 0..=MAX_TWIN_DEPTH {
            deep = json!({ "a": deep });
        }
        for patch in [deep, json!({ "a": "x".repeat(MAX_TWIN_BYTES) })] {
            let mut part = TwinPart::default();
            assert!(part.merge(&object(patch), Timestamp(1)).is_err());
            assert_eq!(part, TwinPart::default());
        }
    }

    #[test]
    fn commands_have_bounds() {
        for (command, bytes, expires_in, is_valid) in [
            ("set_speed".to_owned(), 10, None, true),
            ("set_speed".to_owned(), 10, Some(1), true),
            ("set_speed".to_owned(), 10, Some(0), false),
            (
                "set_speed".to_owned(),
                10,
                Some(MAX_TIME_TO_LIVE.as_secs() + 1),
                false,
            ),
            (String::new(), 10, None, false),
            ("x".repeat(MAX_COMMAND_CHARS), 10, None, true),
            ("x".repeat(MAX_COMMAND_CHARS + 1), 10, None, false),
            ("a\nb".to_owned(), 10, None, false),
            ("a".to_owned(), MAX_PARAMETERS_BYTES, None, false),
        ] {
            let parameters = object(json!({ "a": "x".repeat(bytes) }));
            let new = NewCommand::new(command.clone(), parameters, expires_in);
            assert_eq!(new.is_ok(), is_valid, "{command} {bytes} {expires_in:?}");
        }
    }
}
