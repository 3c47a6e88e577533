//! Reads chats.

use lockstep_store::StoreError;
use lockstep_store::id::{MessageId, UserId};
use lockstep_web::{ApiError, AppState};

use super::{account_keys, profile};
use crate::profile::AgentName;
use crate::store::chat::{self, ChatMessage};

/// Returns the last messages of a chat before a message, the oldest first, and whether there are older ones.
pub(crate) async fn read(
    state: &AppState,
    user: &UserId,
    name: &AgentName,
    (before, limit): (Option<MessageId>, u32),
) -> Result<(Vec<ChatMessage>, bool), ApiError> {
    let agent = profile(state, user, name).await?.id;
    let keys = account_keys(state, user).await?;
    let read = state
        .db
        .read::<_, StoreError, _>("agents.chat", move |tx| {
            chat::page(tx, &keys, &agent, (before.as_ref(), limit + 1))
        })
        .await?;
    let unknown = || ApiError::invalid("before", "is not the id of a message of this chat");
    let mut messages = read.ok_or_else(unknown)?;
    let has_more = messages.len() > limit as usize;
    if has_more {
        messages.remove(0);
    }
    Ok((messages, has_more))
}
