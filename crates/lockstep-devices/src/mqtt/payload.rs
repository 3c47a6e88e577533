//! The messages that the server publishes.

use serde_json::json;

use crate::uadm::Command;

/// Returns the message of a command.
pub(super) fn command(command: &Command) -> Vec<u8> {
    let message = json!({
        "command_id": command.id,
        "command": command.content.command,
        "parameters": command.content.parameters,
        "created_at": command.created_at.to_string(),
        "expires_at": command.expires_at.to_string(),
    });
    message.to_string().into_bytes()
}
