//! Deploys agents.

use lockstep_store::id::{DeploymentId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{
    ApiError, AppState, Area, Caller, IdempotencyKey, Page, Paging, Permission, Role,
};
use serde_json::json;

use super::catalogue::Catalogue;
use super::coverage::no_common_right;
use super::workflows::{
    Change, CheckedChange, WorkflowWithVersion, ensure_event, found, next_run, put,
};
use super::{account_keys, ensure_exists, write_audit, write_event};
use crate::configuration::{
    Assignment, Deployment, DeploymentBody, MAX_DEPLOYMENTS, Mode, check_workflow,
};
use crate::events::AGENT_DEPLOYED;
use crate::profile::AgentName;
use crate::store::{self, deployments, workflows};
use crate::toolset::Agents;
use crate::workflow::check::check;
use crate::workflow::graph::Graph;

/// Deploys an agent to a workflow, which is created or gets a node for the agent; returns the id of the deployment. The
/// agent uses the parameters from now on.
pub(crate) async fn deploy(
    agents: &Agents,
    caller: &Caller,
    name: AgentName,
    (body, assignment): (DeploymentBody, Assignment),
    (parameter, once): (&str, IdempotencyKey),
) -> Result<DeploymentId, ApiError> {
    // The route of the platform API needs `platform:write` only.
    caller.may(Permission::WriteOwn, Area::Agents)?;
    check_workflow(parameter, &body.workflow)?;
    let (owner, gate) = (caller.owner(), agents.quotas());
    let keys = account_keys(agents, &owner.user).await?;
    ensure_event(caller, &assignment.trigger)?;
    let due_at = next_run(agents, &assignment.trigger).await?;
    let place = WorkflowGrant {
        catalogue: Catalogue::of(agents, caller).await?,
        caller: caller.clone(),
        parameter: parameter.to_owned(),
        assignment,
        due_at,
    };
    agents
        .db
        .write("agents.deploy", move |tx| {
            once.run(tx, &owner.user, |tx| {
                ensure_exists(tx, &owner.user, &name)?;
                let meter = gate.before(tx, &owner.user)?;
                if deployments::count(tx, &owner.user)? >= MAX_DEPLOYMENTS {
                    let reason = format!(
                        "an account has {MAX_DEPLOYMENTS} deployments at most: delete some"
                    );
                    return Err(ApiError::conflict(reason));
                }
                let (id, agent) = (
                    DeploymentId::generate(tx.now(), tx.entropy()),
                    name.as_str(),
                );
                deployments::insert(tx, &keys, (&id, agent), &body)?;
                place.assign(tx, &keys, &body, agent)?;
                let before = store::state(tx, &owner.user, agent)?.parameters;
                store::set_parameters(tx, &owner.user, agent, body.parameters.or(before))?;
                meter.check(tx)?;
                write_audit(tx, &owner, "agent.deploy", agent)?;
                let payload = json!({ "agentId": agent, "deploymentId": id });
                write_event(tx, &owner.user, AGENT_DEPLOYED, payload)?;
                Ok(id)
            })
        })
        .await
}

/// The node that a workflow gets for a deployed agent, and the tools that it may use.
struct WorkflowGrant {
    catalogue: Catalogue,
    /// Who deploys.
    caller: Caller,
    /// The place of the workflow's name in the request.
    parameter: String,
    assignment: Assignment,
    /// The time of the next run of the trigger.
    due_at: Option<Timestamp>,
}

impl WorkflowGrant {
    /// Gives the workflow a node for the agent, unless it has one, and the trigger of a mode that has one.
    fn assign(
        &self,
        tx: &mut Tx<'_>,
        keys: &AccountKeys,
        deployment: &DeploymentBody,
        agent: &str,
    ) -> Result<(), ApiError> {
        let name = &deployment.workflow;
        let id = workflows::id_of(keys, name);
        let before = match workflows::find(tx, keys, &id)? {
            None => None,
            Some(_) => Some(found(tx, keys, name, None)?),
        };
        if let Some(found) = &before {
            self.ensure_own(found)?;
        }
        let mut graph = match &before {
            Some(found) => found.version.graph.clone(),
            None => Graph::of_trigger(),
        };
        let is_triggered = deployment.mode != Mode::Interactive;
        let mut due_at = before.as_ref().and_then(|found| found.workflow.due_at);
        if is_triggered || before.is_none() {
            graph.set_trigger(&self.assignment.trigger);
            due_at = self.due_at;
        }
        if let Some(trigger) = graph.trigger() {
            ensure_event(&self.caller, trigger)?;
        }
        graph.add_agent(agent, self.assignment.question.as_deref());
        check(&graph, &self.catalogue, self.caller.role == Role::Admin).map_err(|invalid| {
            let reason = format!("{} {}", invalid.parameter, invalid.reason);
            ApiError::invalid(
                &self.parameter,
                format!("the workflow cannot have it: {reason}"),
            )
        })?;
        let change = Change {
            enabled: is_triggered || before.as_ref().is_none_or(|found| found.body.enabled),
            graph,
            base: None,
        };
        // The caller has named the workflow, not the rest of its graph.
        let rights = match &before {
            Some(found) => self.caller.stored_rights().within(found.author()),
            None => Some(self.caller.stored_rights()),
        };
        let rights = rights.ok_or_else(no_common_right)?;
        put(tx, keys, (name, rights), &CheckedChange { change, due_at }).map(drop)
    }

    /// Refuses a key with scopes in a workflow that another credential stored: the workflow would get fewer rights, and end
    /// with the key.
    fn ensure_own(&self, found: &WorkflowWithVersion) -> Result<(), ApiError> {
        let key = self.caller.api_key.as_ref();
        let is_own = key.is_some() && found.body.rights.api_key.as_ref() == key;
        if is_own || !self.caller.scopes.are_narrow() {
            return Ok(());
        }
        Err(ApiError::permission_denied(
            "another credential stored this workflow: use a sign-in or an API key without scopes, or name another workflow",
        ))
    }
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

/// Deletes a deployment. The trigger of a workflow without deployments no longer starts runs.
pub(crate) async fn remove(
    state: &AppState,
    caller: &Caller,
    id: DeploymentId,
) -> Result<(), ApiError> {
    let owner = caller.owner();
    let keys = account_keys(state, &owner.user).await?;
    state
        .db
        .write("agents.undeploy", move |tx| {
            let workflow = deployments::workflow_of(tx, &keys, &id)?;
            let agent = deployments::remove(tx, &owner.user, &id)?;
            let agent = agent.ok_or_else(|| ApiError::not_found("deployment"))?;
            if let Some(name) = workflow.filter(|name| !name.is_empty())
                && !deployments::is_used(tx, &keys, &name)?
            {
                let id = workflows::id_of(&keys, &name);
                let workflow = workflows::find(tx, &keys, &id)?;
                if let Some(mut body) = workflow.and_then(|workflow| workflow.body) {
                    body.enabled = false;
                    workflows::put(tx, &keys, &id, &body, None)?;
                }
            }
            write_audit(tx, &owner, "agent.undeploy", &agent)?;
            Ok::<_, ApiError>(())
        })
        .await
}
