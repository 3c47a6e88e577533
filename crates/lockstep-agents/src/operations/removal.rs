//! Removes custom agents and chats. Chats are removed in portions, so that the writer is never occupied for long.

use lockstep_store::StoreError;
use lockstep_store::id::{AgentId, UserId};
use lockstep_web::{ApiError, AppState, Caller};

use super::{ensure_exists, no_agent, write_agent_event, write_audit};
use crate::profile::AgentName;
use crate::store::{self, chat};

/// Deletes a custom agent with its chat and its deployments.
pub(crate) async fn delete(state: &AppState, caller: &Caller, id: AgentId) -> Result<(), ApiError> {
    let owner = caller.owner();
    let name = AgentName::Custom(id.clone());
    remove_chat(state, &owner.user, &name).await?;
    state
        .db
        .write("agents.delete", move |tx| {
            if !store::exists(tx, &owner.user, id.as_str())? {
                return Err(no_agent());
            }
            store::remove(tx, &owner.user, &id)?;
            write_audit(tx, &owner, "agent.delete", id.as_str())?;
            write_agent_event(tx, &owner.user, id.as_str(), "deleted")?;
            Ok(())
        })
        .await
}

/// Deletes the chat of an account with an agent; returns the number of messages.
pub(crate) async fn delete_chat(
    state: &AppState,
    caller: &Caller,
    name: AgentName,
) -> Result<u64, ApiError> {
    let owner = caller.owner();
    let removed = remove_chat(state, &owner.user, &name).await?;
    state
        .db
        .write("agents.chat.delete", move |tx| {
            write_audit(tx, &owner, "agent.chat.delete", name.as_str())
        })
        .await
        .map_err(|error: StoreError| ApiError::from(error))?;
    Ok(removed)
}

async fn remove_chat(state: &AppState, user: &UserId, name: &AgentName) -> Result<u64, ApiError> {
    let mut removed = 0;
    loop {
        let (user, name) = (user.clone(), name.clone());
        let portion = state
            .db
            .write("agents.chat.remove", move |tx| {
                ensure_exists(tx, &user, &name)?;
                let removed = chat::remove_portion(tx, &user, name.as_str())?;
                Ok::<_, ApiError>(removed)
            })
            .await?;
        if portion == 0 {
            return Ok(removed);
        }
        removed += portion;
    }
}

/// Removes the agents, deployments and chats of an account whose key is lost: none of them can be opened again. Returns
/// the number of agents and deployments.
pub(crate) async fn forget_lost(state: &AppState, user: &UserId) -> Result<u64, ApiError> {
    let user = user.clone();
    let lost = state
        .db
        .write::<_, StoreError, _>("agents.forget_lost", move |tx| {
            let lost = store::count(tx, &user)?;
            store::erase(tx, &user)?;
            Ok(lost)
        })
        .await?;
    Ok(lost)
}
