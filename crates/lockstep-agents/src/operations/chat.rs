//! Reads chats.

use lockstep_store::id::MessageId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, Caller};

use super::coverage::ToolCoverage;
use super::redaction::of_answer;
use super::{account_keys, profile};
use crate::profile::AgentName;
use crate::store::chat::{self, Body, ChatMessage};
use crate::toolset::Agents;

/// Returns the last messages of a chat before a message, the oldest first, and whether there are older ones.
pub(crate) async fn read(
    agents: &Agents,
    caller: &Caller,
    name: &AgentName,
    (before, limit): (Option<MessageId>, u32),
) -> Result<(Vec<ChatMessage>, bool), ApiError> {
    let agent = profile(agents, &caller.user, name).await?.id;
    let keys = account_keys(agents, &caller.user).await?;
    let coverage = ToolCoverage::of(agents, caller).await?;
    let read = agents
        .db
        .read::<_, StoreError, _>("agents.chat", move |tx| {
            let page = chat::page(tx, &keys, &agent, (before.as_ref(), limit + 1))?;
            let Some(mut page) = page else {
                return Ok(None);
            };
            if coverage.is_narrow() {
                redact(tx, (&keys, &agent), &coverage, &mut page)?;
            }
            Ok(Some(page))
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

/// Marks the messages that the caller may not see: answers of tools that the scopes do not cover, and the messages that they
/// answer. A message without an answer may contain the input of any tool.
fn redact(
    tx: &Tx<'_>,
    (keys, agent): (&AccountKeys, &str),
    coverage: &ToolCoverage,
    messages: &mut [ChatMessage],
) -> Result<(), StoreError> {
    for message in messages {
        let answer = match (&message.body, message.is_answer) {
            (Some(Body::Agent(answer)), _) => Some((**answer).clone()),
            (_, true) => None,
            (_, false) => chat::answer_to(tx, keys, agent, &message.id)?.flatten(),
        };
        message.redacted = match &answer {
            Some(answer) => of_answer(coverage, answer),
            None => coverage.hidden(None::<[&str; 0]>),
        };
    }
    Ok(())
}
