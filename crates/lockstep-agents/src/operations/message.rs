//! Receives a message, lets the agent answer it, and keeps both in the chat.

use std::sync::Arc;

use lockstep_store::id::MessageId;
use lockstep_store::{Entry, Status, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, Caller, IdempotencyKey, Owner};
use serde_json::json;

use super::coverage::ToolCoverage;
use super::run::{CallRecord, Outcome, Run};
use super::{account_keys, ensure_exists, redaction, write_event};
use crate::answer::{Answer, AnswerKind, Choice};
use crate::configuration::ChosenModel;
use crate::custom::DEFAULT_MAX_TOKENS;
use crate::events::MESSAGE_ANSWERED;
use crate::message::{Intent, Message, Verb};
use crate::model::OpenAi;
use crate::operations::answering::{AgentModel, ChatCalls, PendingAnswer};
use crate::profile::{AgentName, AgentStatus, Profile};
use crate::store;
use crate::store::chat::{self, Body};
use crate::toolset::{Agents, entry};

/// An answered message.
pub(crate) struct AnsweredMessage {
    pub(crate) id: MessageId,
    pub(crate) answer: Answer,
}

/// Receives a message and answers it.
///
/// # Errors
/// A message that no agent could answer: it is not stored. A refusal of a tool is an answer, not an error.
pub(crate) async fn send(
    agents: &Agents,
    caller: &Caller,
    name: AgentName,
    message: Message,
    idempotency_key: IdempotencyKey,
) -> Result<AnsweredMessage, ApiError> {
    message.check()?;
    let (profile, state) = super::configured(agents, &caller.user, &name).await?;
    let toolbox = agents.toolbox().await?;
    let intent = message.intent(|text| entry(&toolbox, text).is_some())?;
    check_intent(&profile, &intent)?;
    let keys = account_keys(agents, &caller.user).await?;
    let coverage = ToolCoverage::of(agents, caller).await?;
    let received = receive(agents, caller, &keys, (&name, &message), idempotency_key).await?;
    let id = match received {
        ReceivedMessage::New(id) => id,
        ReceivedMessage::Earlier(id) => {
            let earlier = earlier_answer(agents, keys, &name, id).await?;
            return Ok(AnsweredMessage {
                answer: redaction::shown(&coverage, earlier.answer),
                ..earlier
            });
        }
    };
    let run = Run::new(agents, toolbox, caller, (&keys, state.parameters), &message);
    let chat = calls_of_chat(agents, &keys, &name, &coverage).await?;
    let model = model_of(agents, &profile, state.model.as_ref());
    let mut answering = PendingAnswer::new(run, &profile, &message, (chat, model));
    let mut answer = answering.answer(intent).await.bounded();
    answer.tools = Some(answering.tools());
    let calls = answering.into_calls();
    let answered = AnsweredMessage { id, answer };
    store_answer(agents, caller.owner(), (keys, name), &answered, calls).await?;
    Ok(answered)
}

/// Returns the model that the agent chose. An operator may have removed it: the agent then answers without one.
/// `chosen` is the model that the account chose for a core agent.
pub(crate) fn model_of(
    agents: &Agents,
    profile: &Profile,
    chosen: Option<&ChosenModel>,
) -> Option<AgentModel> {
    let (name, shares_data, max_tokens) = match (&profile.definition, chosen) {
        (Some(own), _) => (&own.model, own.share_data, own.max_tokens),
        (None, Some(chosen)) if profile.core.is_some() => {
            (&chosen.name, chosen.share_data, DEFAULT_MAX_TOKENS)
        }
        _ => return None,
    };
    let mut models = agents.policy().models.iter();
    let policy = models.find(|policy| policy.name == *name)?;
    // The operator may have moved the model to another machine since.
    (policy.is_local || shares_data).then(|| AgentModel {
        model: Arc::new(OpenAi::new(policy)),
        policy: policy.clone(),
        max_tokens,
    })
}

/// Refuses a tool that the agent does not have, and a verb without the question that it needs.
fn check_intent(profile: &Profile, intent: &Intent) -> Result<(), ApiError> {
    if profile.status == AgentStatus::Error {
        return Err(ApiError::conflict(
            "the stored definition of the agent is damaged: delete the agent and create it again",
        ));
    }
    match intent {
        Intent::Tool(tool) if !profile.grant.allows(tool) => {
            Err(ApiError::permission_denied(format!(
                "the agent {} does not have the tool {tool}: the action `help` lists its tools",
                profile.id
            )))
        }
        Intent::Verb(Verb::Ask | Verb::Search | Verb::Compare, None) => Err(ApiError::invalid(
            "content.parameters.query",
            "is required by this action",
        )),
        _ => Ok(()),
    }
}

/// A message in the chat.
enum ReceivedMessage {
    New(MessageId),
    /// An earlier request with the same idempotency key received it.
    Earlier(MessageId),
}

async fn receive(
    agents: &Agents,
    caller: &Caller,
    keys: &AccountKeys,
    (name, message): (&AgentName, &Message),
    idempotency_key: IdempotencyKey,
) -> Result<ReceivedMessage, ApiError> {
    let (user, gate) = (caller.user.clone(), agents.quotas());
    let (keys, name) = (keys.clone(), name.clone());
    let body = Body::User(message.text());
    agents
        .db
        .write("agents.message.receive", move |tx| {
            let mut is_new = false;
            let id = idempotency_key.run(tx, &user, |tx| {
                is_new = true;
                ensure_exists(tx, &user, &name)?;
                let meter = gate.before(tx, &user)?;
                let id = MessageId::generate(tx.now(), tx.entropy());
                chat::append(tx, &keys, name.as_str(), (&id, None), &body)?;
                store::count_activity(tx, &user, name.as_str(), None)?;
                meter.check(tx)?;
                Ok(id)
            })?;
            Ok::<_, ApiError>(match is_new {
                true => ReceivedMessage::New(id),
                false => ReceivedMessage::Earlier(id),
            })
        })
        .await
}

/// Returns the answer that an earlier request with the same key got.
async fn earlier_answer(
    agents: &Agents,
    keys: AccountKeys,
    name: &AgentName,
    id: MessageId,
) -> Result<AnsweredMessage, ApiError> {
    let (message_id, agent) = (id.clone(), name.as_str().to_owned());
    let found = agents
        .db
        .read::<_, StoreError, _>("agents.message.earlier", move |tx| {
            chat::answer_to(tx, &keys, &agent, &message_id)
        })
        .await?;
    let answer = found.flatten().ok_or_else(|| {
        ApiError::conflict(
            "the first request with this Idempotency-Key is running, was interrupted, or its answer was \
             deleted: read the chat, or choose a new key",
        )
    })?;
    Ok(AnsweredMessage { id, answer })
}

/// Returns the calls of the chat that a message may refer to. Their arguments may be values that another credential
/// read, with any of the tools that the answer was made with: a caller without the scopes of all of them, and of the call
/// itself, does not get the call.
async fn calls_of_chat(
    agents: &Agents,
    keys: &AccountKeys,
    name: &AgentName,
    coverage: &ToolCoverage,
) -> Result<ChatCalls, ApiError> {
    let (keys, agent) = (keys.clone(), name.as_str().to_owned());
    let messages = agents
        .db
        .read::<_, StoreError, _>("agents.message.previous", move |tx| {
            chat::page(tx, &keys, &agent, (None, REMEMBERED))
        })
        .await?;
    let newest_first = messages.unwrap_or_default().into_iter().rev();
    let answers = newest_first.filter_map(|message| match message.body? {
        Body::Agent(answer) => Some(*answer),
        Body::User(_) => None,
    });
    let mut calls = ChatCalls::default();
    for (nth, mut answer) in answers.enumerate() {
        if redaction::of_answer(coverage, &answer).is_some() {
            continue;
        }
        let may_know = |call: &Choice| coverage.missing([call.tool.as_str()]).is_empty();
        answer.call = answer.call.filter(may_know);
        answer.choices.retain(may_know);
        if answer.kind == AnswerKind::Clarify {
            if nth == 0 {
                calls.offered.clone_from(&answer.choices);
            }
            calls.choices.extend(answer.choices);
        }
        calls.previous = calls.previous.or(answer.call);
    }
    Ok(calls)
}

/// Stores an answer in the chat, with the audit entries of the calls.
async fn store_answer(
    agents: &Agents,
    owner: Owner,
    (keys, name): (AccountKeys, AgentName),
    answered: &AnsweredMessage,
    calls: Vec<CallRecord>,
) -> Result<(), ApiError> {
    let (id, answer) = (answered.id.clone(), answered.answer.clone());
    let kind = answer.kind;
    let task = answer.completed_task().map(str::to_owned);
    let body = Body::Agent(Box::new(answer));
    agents
        .db
        .write("agents.message.answer", move |tx| {
            ensure_exists(tx, &owner.user, &name)?;
            Vault::ensure_active(tx, &owner.user)?;
            let agent = name.as_str();
            // If the chat was deleted while the answer was made, its question is gone, and the answer is not stored.
            if chat::has(tx, &owner.user, agent, &id)? {
                let reply = MessageId::generate(tx.now(), tx.entropy());
                chat::append(tx, &keys, agent, (&reply, Some(&id)), &body)?;
            }
            store::count_activity(tx, &owner.user, agent, task.as_deref())?;
            for call in &calls {
                note_call(tx, &owner, agent, call)?;
            }
            let payload = json!({ "agentId": agent, "messageId": id, "type": kind.as_str() });
            write_event(tx, &owner.user, MESSAGE_ANSWERED, payload)?;
            Ok::<_, ApiError>(())
        })
        .await
}

/// Writes the audit entries of calls that belong to no chat.
pub(crate) async fn note_calls(
    agents: &Agents,
    owner: Owner,
    agent: &'static str,
    calls: Vec<CallRecord>,
) -> Result<(), ApiError> {
    if calls.is_empty() {
        return Ok(());
    }
    agents
        .db
        .write("agents.calls", move |tx| {
            Vault::ensure_active(tx, &owner.user)?;
            for call in &calls {
                note_call(tx, &owner, agent, call)?;
            }
            Ok::<_, ApiError>(())
        })
        .await
}

/// Writes the audit entry of a call: a keyed digest of its arguments, never a value.
pub(crate) fn note_call(
    tx: &mut Tx<'_>,
    owner: &Owner,
    agent: &str,
    call: &CallRecord,
) -> Result<(), StoreError> {
    tx.audit(&Entry {
        actor: &owner.actor,
        action: "agent.call",
        component: "agents",
        status: match call.outcome {
            Outcome::Done => Status::Success,
            Outcome::Refused | Outcome::OutOfTime => Status::Warning,
            Outcome::Failed => Status::Error,
        },
        details: format!("agent {agent}, tool {}", call.tool),
        metadata: json!({
            "agentId": agent, "tool": call.tool, "class": call.class.as_str(),
            "argumentsDigest": data_encoding::HEXLOWER.encode(&call.digest),
            "outcome": call.outcome.as_str(),
        }),
    })
    .map(drop)
}

/// The messages of a chat in which a message finds the calls that it refers to.
const REMEMBERED: u32 = 6;
