//! Deploys agents.

use lockstep_store::StoreError;
use lockstep_store::id::{DeploymentId, UserId};
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Page, Paging};
use serde_json::json;

use super::{account_keys, ensure_exists, note, tell};
use crate::configuration::{Deployment, DeploymentBody, MAX_DEPLOYMENTS, check_workflow};
use crate::events::AGENT_DEPLOYED;
use crate::profile::AgentName;
use crate::store::{self, deployments};

/// Deploys an agent to a workflow; returns the id of the deployment. The agent uses the parameters from now on.
pub(crate) async fn deploy(
    state: &AppState,
    caller: &Caller,
    name: AgentName,
    body: DeploymentBody,
    (parameter, once): (&str, IdempotencyKey),
) -> Result<DeploymentId, ApiError> {
    check_workflow(parameter, &body.workflow)?;
    let (owner, gate) = (caller.owner(), state.quotas());
    let keys = account_keys(state, &owner.user).await?;
    state
        .db
        .write("agents.deploy", move |tx| {
            once.run(tx, &owner.user, |tx| {
                ensure_exists(tx, &owner.user, &name)?;
                let meter = gate.before(tx, &owner.user)?;
                if deployments::count(tx, &owner.user)? >= MAX_DEPLOYMENTS {
                    let why = format!(
                        "an account has {MAX_DEPLOYMENTS} deployments at most: delete some"
                    );
                    return Err(ApiError::conflict(why));
                }
                let (id, agent) = (
                    DeploymentId::generate(tx.now(), tx.entropy()),
                    name.as_str(),
                );
                deployments::insert(tx, &keys, (&id, agent), &body)?;
                let before = store::state(tx, &owner.user, agent)?.parameters;
                store::set_parameters(tx, &owner.user, agent, body.parameters.or(before))?;
                meter.check(tx)?;
                note(tx, &owner, "agent.deploy", agent)?;
                let payload = json!({ "agentId": agent, "deploymentId": id });
                tell(tx, &owner.user, AGENT_DEPLOYED, payload)?;
                Ok(id)
            })
        })
        .await
}

/// Returns a page of the deployments of an account, the newest first.
pub(crate) async fn list(
    state: &AppState,
    user: &UserId,
    paging: Paging,
) -> Result<Page<Deployment>, ApiError> {
    let keys = account_keys(state, user).await?;
    let page = state
        .db
        .read::<_, StoreError, _>("agents.deployments", move |tx| {
            let entries = deployments::page(tx, &keys, (paging.offset(), paging.limit))?;
            let total = deployments::count(tx, keys.user())?;
            Ok(Page { entries, total })
        })
        .await?;
    Ok(page)
}

/// Deletes a deployment.
pub(crate) async fn remove(
    state: &AppState,
    caller: &Caller,
    id: DeploymentId,
) -> Result<(), ApiError> {
    let owner = caller.owner();
    state
        .db
        .write("agents.undeploy", move |tx| {
            let agent = deployments::remove(tx, &owner.user, &id)?;
            let agent = agent.ok_or_else(|| ApiError::not_found("deployment"))?;
            note(tx, &owner, "agent.undeploy", &agent)?;
            Ok::<_, ApiError>(())
        })
        .await
}
