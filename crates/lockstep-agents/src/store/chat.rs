//! The table of chat messages.

use lockstep_store::id::{MessageId, UserId};
use lockstep_store::{Row, StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use serde::{Deserialize, Serialize};

use super::{open, seal};
use crate::answer::Answer;

/// The sealed part of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Body {
    /// A message of the user.
    User(String),
    /// The answer of the agent.
    Agent(Box<Answer>),
}

/// A message of a chat.
#[derive(Clone, Debug)]
pub(crate) struct ChatMessage {
    pub(crate) id: MessageId,
    /// Whether the agent sent it.
    pub(crate) is_answer: bool,
    /// `None` if the stored bytes are damaged.
    pub(crate) body: Option<Body>,
    /// The reason why the caller may not see it.
    pub(crate) redacted: Option<String>,
}

/// Returns the number of messages of all chats of an account.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM agent_message WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Whether a chat has a message.
pub(crate) fn has(
    tx: &Tx<'_>,
    user: &UserId,
    agent: &str,
    id: &MessageId,
) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM agent_message WHERE user_id = ?1 AND id = ?2 AND agent_id = ?3",
        params![user, id.as_str(), agent],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Appends a message and removes the oldest ones over [`MAX_MESSAGES`].
pub(crate) fn append(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    agent: &str,
    (id, reply_to): (&MessageId, Option<&MessageId>),
    body: &Body,
) -> Result<(), StoreError> {
    let sender = sender(body);
    let sealed = seal(
        tx,
        keys,
        (MESSAGE, &location(id.as_str(), agent, sender)),
        body,
    )?;
    let newest: i64 = tx.query_one(
        // A damaged number is passed over.
        "SELECT COALESCE(MAX(seq), 0) FROM agent_message
         WHERE user_id = ?1 AND agent_id = ?2 AND typeof(seq) = 'integer' AND seq < ?3",
        params![keys.user(), agent, MAX_SEQ],
        |row| row.at(0),
    )?;
    tx.execute(
        "INSERT INTO agent_message(user_id, agent_id, seq, id, sender, reply_to, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            keys.user(),
            agent,
            newest + 1,
            id.as_str(),
            sender,
            reply_to.map(MessageId::as_str),
            &sealed
        ],
    )?;
    tx.execute(
        "DELETE FROM agent_message WHERE user_id = ?1 AND agent_id = ?2 AND seq <= ?3",
        params![keys.user(), agent, newest + 1 - MAX_MESSAGES],
    )
    .map(drop)
}

/// Returns the last messages before one, the oldest first. `Ok(None)`: the message does not exist.
pub(crate) fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    agent: &str,
    (before, limit): (Option<&MessageId>, u32),
) -> Result<Option<Vec<ChatMessage>>, StoreError> {
    let end = match before {
        None => i64::MAX,
        Some(id) => {
            let found = tx.query_opt(
                "SELECT seq FROM agent_message WHERE user_id = ?1 AND id = ?2 AND agent_id = ?3",
                params![keys.user(), id.as_str(), agent],
                |row| Ok(row.at::<i64>(0).unwrap_or(i64::MAX)),
            )?;
            let Some(seq) = found else { return Ok(None) };
            seq
        }
    };
    let read = tx.query(
        "SELECT id, sender, body FROM agent_message
         WHERE user_id = ?1 AND agent_id = ?2 AND seq < ?3 ORDER BY seq DESC LIMIT ?4",
        params![keys.user(), agent, end, limit],
        |row| Ok(message(row, keys, agent)),
    )?;
    let mut messages: Vec<_> = read.into_iter().flatten().collect();
    messages.reverse();
    Ok(Some(messages))
}

/// Returns the answer to a message; `Some(None)` if its row is damaged.
pub(crate) fn answer_to(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    agent: &str,
    id: &MessageId,
) -> Result<Option<Option<Answer>>, StoreError> {
    let found = tx.query_opt(
        "SELECT id, sender, body FROM agent_message
         WHERE user_id = ?1 AND reply_to = ?2 AND agent_id = ?3",
        params![keys.user(), id.as_str(), agent],
        |row| Ok(message(row, keys, agent)),
    )?;
    Ok(found.map(|message| match message?.body? {
        Body::Agent(answer) => Some(*answer),
        Body::User(_) => None,
    }))
}

fn message(row: &Row<'_>, keys: &AccountKeys, agent: &str) -> Option<ChatMessage> {
    let Ok(id) = row.parse::<MessageId>(0) else {
        keys.note_damage();
        return None;
    };
    let stored = row.at::<String>(1).unwrap_or_default();
    let sealed = row.at::<&[u8]>(2).unwrap_or_default();
    let location = location(id.as_str(), agent, &stored);
    let body: Option<Body> = open(keys, (MESSAGE, &location), sealed);
    Some(ChatMessage {
        id,
        is_answer: stored == AGENT_SENDER,
        body,
        redacted: None,
    })
}

/// Removes a portion of a chat; returns the number of removed messages.
pub(crate) fn remove_portion(
    tx: &mut Tx<'_>,
    user: &UserId,
    agent: &str,
) -> Result<u64, StoreError> {
    let removed = tx.execute(
        "DELETE FROM agent_message WHERE user_id = ?1 AND agent_id = ?2 AND rowid IN
             (SELECT rowid FROM agent_message WHERE user_id = ?1 AND agent_id = ?2 LIMIT ?3)",
        params![user, agent, PORTION],
    )?;
    Ok(removed as u64)
}

fn sender(body: &Body) -> &'static str {
    match body {
        Body::User(_) => "user",
        Body::Agent(_) => AGENT_SENDER,
    }
}

/// Returns the location of a sealed message: its bytes open under no other id, agent or sender.
pub(super) fn location(id: &str, agent: &str, sender: &str) -> Vec<u8> {
    format!("{id}/{agent}/{sender}").into_bytes()
}

/// The kind of a sealed message.
pub(super) const MESSAGE: &str = "agent.message";
const AGENT_SENDER: &str = "agent";
/// The maximum number of messages that a chat keeps.
pub(crate) const MAX_MESSAGES: i64 = 500;
/// A number that no chat reaches: one at or over it is damaged.
const MAX_SEQ: i64 = 1 << 53;
/// Messages that one transaction removes.
const PORTION: u32 = 50;
