//! The operations of agents: one function for each act.

pub(crate) mod answering;
mod catalogue;
pub(crate) mod chat;
pub(crate) mod coverage;
pub(crate) mod deploy;
pub(crate) mod message;
pub(crate) mod models;
pub(crate) mod plans;
pub(crate) mod quality;
pub(crate) mod redaction;
pub(crate) mod removal;
pub(crate) mod replanning;
pub(crate) mod run;
pub(crate) mod runner;
pub(crate) mod runs;
pub(crate) mod scrub;
pub(crate) mod search;
pub(crate) mod workflows;

use std::collections::BTreeSet;

use lockstep_store::id::{AgentId, UserId};
use lockstep_store::{Entry, Event, EventKind, Status, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Owner, Role};
use serde_json::{Value as Json, json};

use self::coverage::ToolCoverage;
use crate::configuration::{ChosenModel, Parameters};
use crate::core_agent::CORE_AGENTS;
use crate::custom::{Definition, MAX_AGENTS};
use crate::events::AGENT_CHANGED;
use crate::grant::{Grant, groups, is_known, refused_combination};
use crate::profile::{AgentName, AgentStatus, Profile};
use crate::store;
use crate::toolset::Agents;

/// The keys of an account.
pub(crate) async fn account_keys(state: &AppState, user: &UserId) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?.account_keys(user).await
}

/// Returns the core agents and the custom agents of an account.
pub(crate) async fn list(state: &AppState, user: &UserId) -> Result<Vec<Profile>, ApiError> {
    let custom = list_custom(state, user).await?;
    let paused = paused(state, user).await?;
    let all = CORE_AGENTS.iter().map(Profile::core).chain(custom);
    let marked = all.map(|profile| {
        let is_paused = paused.contains(&profile.id);
        profile.paused_if(is_paused)
    });
    Ok(marked.collect())
}

/// Returns the agents of which all workflows are disabled.
async fn paused(state: &AppState, user: &UserId) -> Result<BTreeSet<String>, ApiError> {
    let keys = account_keys(state, user).await?;
    let read = state
        .db
        .read::<_, StoreError, _>("agents.paused", move |tx| {
            store::deployments::paused(tx, &keys)
        });
    Ok(read.await?)
}

/// Returns the custom agents of an account, the oldest first.
pub(crate) async fn list_custom(state: &AppState, user: &UserId) -> Result<Vec<Profile>, ApiError> {
    let keys = account_keys(state, user).await?;
    let all = state
        .db
        .read::<_, StoreError, _>("agents.list", move |tx| store::all(tx, &keys))
        .await?;
    let profiles = all
        .into_iter()
        .map(|(id, definition)| Profile::custom(id.as_str(), definition));
    Ok(profiles.collect())
}

/// Returns an agent of an account.
pub(crate) async fn profile(
    state: &AppState,
    user: &UserId,
    name: &AgentName,
) -> Result<Profile, ApiError> {
    let id = match name {
        AgentName::Core(agent) => return Ok(Profile::core(agent)),
        AgentName::Custom(id) => id.clone(),
    };
    let keys = account_keys(state, user).await?;
    let shown = id.to_string();
    let found = state
        .db
        .read::<_, StoreError, _>("agents.profile", move |tx| store::by_id(tx, &keys, &id))
        .await?;
    let definition = found.ok_or_else(no_agent)?;
    Ok(Profile::custom(&shown, definition))
}

/// Returns the status and the figures of an agent.
pub(crate) async fn status(
    state: &AppState,
    user: &UserId,
    name: &AgentName,
) -> Result<(Profile, store::AgentState), ApiError> {
    let (profile, figures) = configured(state, user, name).await?;
    let is_paused = paused(state, user).await?.contains(&profile.id);
    Ok((profile.paused_if(is_paused), figures))
}

/// Returns an agent and its figures. Whether it is paused is not read: a paused agent answers messages, too.
async fn configured(
    state: &AppState,
    user: &UserId,
    name: &AgentName,
) -> Result<(Profile, store::AgentState), ApiError> {
    let profile = profile(state, user, name).await?;
    let (owner, id) = (user.clone(), profile.id.clone());
    let figures = state
        .db
        .read::<_, StoreError, _>("agents.status", move |tx| store::state(tx, &owner, &id))
        .await?;
    Ok((profile, figures))
}

/// Creates a custom agent; returns its id.
pub(crate) async fn create(
    agents: &Agents,
    caller: &Caller,
    definition: Definition,
    idempotency_key: IdempotencyKey,
) -> Result<AgentId, ApiError> {
    definition.check(&agents.policy().models)?;
    check_tools(agents, caller, &definition).await?;
    if definition.share_data {
        let profile = Profile::custom("", Some(definition.clone()));
        ensure_consent(agents, caller, &profile).await?;
    }
    let (owner, gate) = (caller.owner(), agents.quotas());
    let keys = account_keys(agents, &owner.user).await?;
    agents
        .db
        .write("agents.create", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                let meter = gate.before(tx, &owner.user)?;
                if store::count_custom(tx, &owner.user)? >= MAX_AGENTS {
                    let reason =
                        format!("an account has {MAX_AGENTS} custom agents at most: delete some");
                    return Err(ApiError::conflict(reason));
                }
                let id = AgentId::generate(tx.now(), tx.entropy());
                store::insert(tx, &keys, &id, &definition)?;
                meter.check(tx)?;
                write_audit(tx, &owner, "agent.create", id.as_str())?;
                write_agent_event(tx, &owner.user, id.as_str(), AgentStatus::Active.as_str())?;
                Ok(id)
            })
        })
        .await
}

/// Checks that every capability names tools, and that the tools may be had together.
async fn check_tools(
    agents: &Agents,
    caller: &Caller,
    definition: &Definition,
) -> Result<(), ApiError> {
    let toolbox = agents.toolbox().await?;
    for (place, capability) in definition.capabilities.iter().enumerate() {
        if !is_known(capability, toolbox.entries().map(|entry| entry.tool.name)) {
            let known: Vec<_> = groups().collect();
            let reason = format!(
                "names no tool and no group of tools; groups are {}",
                known.join(", ")
            );
            return Err(ApiError::invalid(&format!("capabilities[{place}]"), reason));
        }
    }
    let grant = Grant::of(&definition.capabilities);
    let tools = toolbox.entries().map(|entry| &entry.tool);
    let refused = refused_combination(tools.filter(|tool| grant.allows(tool.name)));
    match refused {
        // Creating the agent as an administrator is the signature that such an agent needs.
        Some(reason) if caller.role != Role::Admin => {
            Err(ApiError::invalid("capabilities", reason))
        }
        _ => Ok(()),
    }
}

/// Changes the parameters of an agent, and the language model of a core agent; absent fields stay unchanged. `model` is a name
/// and whether data may leave this machine.
pub(crate) async fn configure(
    state: &Agents,
    caller: &Caller,
    name: &AgentName,
    (change, model): (Parameters, Option<(String, bool)>),
) -> Result<(), ApiError> {
    if let (Some((_, true)), AgentName::Core(core)) = (&model, name) {
        ensure_consent(state, caller, &Profile::core(core)).await?;
    }
    let model = match (model, name) {
        (None, _) => None,
        (Some(_), AgentName::Custom(_)) => {
            let reason = "is chosen when a custom agent is created: create another one";
            return Err(ApiError::invalid("model", reason));
        }
        (Some((model, shares)), AgentName::Core(_)) => Some(ChosenModel::new(
            "",
            (&model, shares),
            &state.policy().models,
        )?),
    };
    let owner = caller.owner();
    let name = name.clone();
    state
        .db
        .write("agents.configure", move |tx| {
            ensure_exists(tx, &owner.user, &name)?;
            let id = name.as_str();
            let before = store::state(tx, &owner.user, id)?.parameters;
            let parameters = change.or(before);
            store::set_parameters(tx, &owner.user, id, parameters)?;
            if let Some(model) = &model {
                store::set_model(tx, &owner.user, id, model.as_ref())?;
            }
            write_audit(tx, &owner, "agent.configure", id)?;
            write_agent_event(tx, &owner.user, id, AgentStatus::Active.as_str())?;
            Ok::<_, ApiError>(())
        })
        .await
}

/// Refuses a credential that consents to sending data to another machine which it may not read itself.
async fn ensure_consent(
    agents: &Agents,
    caller: &Caller,
    profile: &Profile,
) -> Result<(), ApiError> {
    let coverage = ToolCoverage::of(agents, caller).await?;
    let tools = coverage.tools_of_agent(profile);
    coverage.ensure(
        tools,
        "the tools need whose outputs this agent would send to another machine",
    )
}

/// Refuses an agent that the account does not have.
pub(crate) fn ensure_exists(tx: &Tx<'_>, user: &UserId, name: &AgentName) -> Result<(), ApiError> {
    match name {
        AgentName::Core(_) => Ok(()),
        AgentName::Custom(id) if store::exists(tx, user, id.as_str())? => Ok(()),
        AgentName::Custom(_) => Err(no_agent()),
    }
}

/// Writes the audit entry of a change to an agent.
pub(crate) fn write_audit(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    agent: &str,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "agents",
        status: Status::Success,
        details: format!("agent {agent}"),
        metadata: json!({ "agentId": agent }),
    })
    .map(drop)
}

/// Writes the event of a change to an agent.
pub(crate) fn write_agent_event(
    tx: &mut Tx<'_>,
    user: &UserId,
    agent: &str,
    status: &str,
) -> Result<(), StoreError> {
    write_event(
        tx,
        user,
        AGENT_CHANGED,
        json!({ "agentId": agent, "status": status }),
    )
}

/// Writes an event.
pub(crate) fn write_event(
    tx: &mut Tx<'_>,
    user: &UserId,
    kind: &'static EventKind,
    payload: Json,
) -> Result<(), StoreError> {
    tx.event(&Event {
        user: user.as_str(),
        kind,
        payload,
    })
    .map(drop)
}

/// The error for an agent that the account does not have.
pub(crate) fn no_agent() -> ApiError {
    ApiError::not_found("agent")
}
