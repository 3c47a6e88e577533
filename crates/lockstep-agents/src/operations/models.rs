//! Checks whether a language model responds.

use std::time::Duration;

use super::message::model_of;
use crate::configuration::BUILTIN;
use crate::custom::Definition;
use crate::model::{ChatMessage, Conversation};
use crate::profile::Profile;
use crate::toolset::Agents;

/// Asks the model of an agent for a word; nothing of the account is sent. The built-in model always answers.
pub(crate) async fn answers(agents: &Agents, definition: &Definition) -> bool {
    if definition.model == BUILTIN {
        return true;
    }
    let profile = Profile::custom("", Some(definition.clone()));
    let Some(agent) = model_of(agents, &profile, None) else {
        return false;
    };
    let conversation = Conversation {
        messages: vec![ChatMessage::User("Answer with the word ready.".to_owned())],
        functions: Vec::new(),
        max_tokens: MAX_TOKENS,
    };
    agent.model.turn(conversation, TIME).await.is_ok()
}

/// The longest time to wait for the word.
const TIME: Duration = Duration::from_secs(5);
/// The maximum number of tokens of the word.
const MAX_TOKENS: u32 = 32;
