//! Stores, shows, compares and deletes workflows.

use lockstep_store::{Entry, Status, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::caller::StoredRights;
use lockstep_web::paging::Page;
use lockstep_web::{
    ApiError, AppState, Area, Caller, IdempotencyKey, Owner, Paging, Permission, Role,
};
use serde_json::{Value as Json, json};

use super::account_keys;
use super::catalogue::Catalogue;
use super::coverage::no_common_right;
use crate::configuration::check_workflow;
use crate::store::{runs, workflows};
use crate::toolset::Agents;
use crate::workflow::check;
use crate::workflow::graph::{Graph, Node, Trigger};
use crate::workflow::journal::{Version, Workflow, WorkflowBody};
use crate::workflow::schedule::Schedule;

/// A workflow with one of its versions.
pub(crate) struct WorkflowWithVersion {
    pub(crate) workflow: Workflow,
    pub(crate) body: WorkflowBody,
    pub(crate) version: Version,
}

impl WorkflowWithVersion {
    /// Returns the scopes of the credential that stored the graph; for a version of an earlier release, those of the
    /// credential that stored the workflow last.
    pub(crate) fn author(&self) -> &[String] {
        let author = self.version.author.as_ref();
        author.unwrap_or(&self.body.rights.scopes)
    }
}

/// A workflow to store.
pub(crate) struct Change {
    pub(crate) graph: Graph,
    pub(crate) enabled: bool,
    /// The version that the client changed; a later one is not overwritten.
    pub(crate) base: Option<u32>,
}

/// A workflow whose graph and schedule were checked.
pub(crate) struct CheckedChange {
    pub(crate) change: Change,
    /// The time of the next run, if its trigger has one.
    pub(crate) due_at: Option<Timestamp>,
}

/// Creates a workflow.
pub(crate) async fn create(
    agents: &Agents,
    caller: &Caller,
    (name, change): (String, Change),
    idempotency_key: IdempotencyKey,
) -> Result<WorkflowWithVersion, ApiError> {
    check_workflow("workflowId", &name)?;
    let checked = check_graph(agents, caller, change).await?;
    let keys = account_keys(agents, &caller.user).await?;
    let (owner, gate) = (caller.owner(), agents.quotas());
    let rights = caller.stored_rights();
    agents
        .db
        .write("agents.workflow.create", move |tx| {
            let version = idempotency_key.run(tx, &owner.user, |tx| {
                let meter = gate.before(tx, &owner.user)?;
                let id = workflows::id_of(&keys, &name);
                if workflows::find(tx, &keys, &id)?.is_some() {
                    let reason =
                        "a workflow with this name exists: replace it, or choose another name";
                    return Err(ApiError::conflict(reason));
                }
                let found = put(tx, &keys, (&name, rights.clone()), &checked)?;
                meter.check(tx)?;
                write_audit(tx, &owner, "workflow.create", found.version.number)?;
                Ok(found.version.number)
            })?;
            found(tx, &keys, &name, Some(version))
        })
        .await
}

/// Refuses a workflow that the account does not have.
async fn ensure_exists(state: &AppState, caller: &Caller, name: &str) -> Result<(), ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let id = workflows::id_of(&keys, name);
    let found = state
        .db
        .read::<_, StoreError, _>("agents.workflow.exists", move |tx| {
            workflows::find(tx, &keys, &id)
        });
    found.await?.map(drop).ok_or_else(no_workflow)
}

/// Stores a workflow as a new version, unless its graph is that of the latest one.
pub(crate) async fn replace(
    agents: &Agents,
    caller: &Caller,
    name: &str,
    (change, rights): (Change, StoredRights),
) -> Result<WorkflowWithVersion, ApiError> {
    ensure_exists(agents, caller, name).await?;
    let checked = check_graph(agents, caller, change).await?;
    let keys = account_keys(agents, &caller.user).await?;
    let (owner, gate) = (caller.owner(), agents.quotas());
    let name = name.to_owned();
    agents
        .db
        .write("agents.workflow.store", move |tx| {
            let id = workflows::id_of(&keys, &name);
            workflows::find(tx, &keys, &id)?.ok_or_else(no_workflow)?;
            let meter = gate.before(tx, &owner.user)?;
            let found = put(tx, &keys, (&name, rights.clone()), &checked)?;
            meter.check(tx)?;
            write_audit(tx, &owner, "workflow.replace", found.version.number)?;
            Ok(found)
        })
        .await
}

/// Stores a workflow whose graph was checked.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (name, rights): (&str, StoredRights),
    CheckedChange { change, due_at }: &CheckedChange,
) -> Result<WorkflowWithVersion, ApiError> {
    let (id, due_at) = (workflows::id_of(keys, name), *due_at);
    let before = latest(tx, keys, &id)?;
    if before.is_none() && workflows::count(tx, keys.user())? >= MAX_WORKFLOWS {
        let reason = format!("an account has {MAX_WORKFLOWS} workflows at most: delete some");
        return Err(ApiError::conflict(reason));
    }
    let known = before.as_ref().map_or(0, |before| before.number);
    if change.base.is_some_and(|base| base != known) {
        let reason = format!("the latest version is {known}: read it, and repeat the change");
        return Err(ApiError::conflict(reason));
    }
    let author = &rights.scopes;
    let version = version_of(tx, keys, (&id, before.as_ref()), (&change.graph, author))?;
    let body = WorkflowBody {
        name: name.to_owned(),
        version: version.number,
        enabled: change.enabled,
        trigger: change.graph.trigger().cloned().unwrap_or_default(),
        rights,
        skipped: before.map_or(0, |before| before.skipped),
    };
    workflows::put(tx, keys, &id, &body, due_at)?;
    let workflow = Workflow {
        id,
        body: None,
        due_at,
        updated_at: tx.now(),
    };
    Ok(WorkflowWithVersion {
        workflow,
        body,
        version,
    })
}

/// The metadata of the latest version of a workflow.
struct LatestVersion {
    number: u32,
    graph: Option<Graph>,
    skipped: u64,
}

/// Returns the latest version; that of a damaged workflow is found among its versions.
fn latest(tx: &Tx<'_>, keys: &AccountKeys, id: &str) -> Result<Option<LatestVersion>, StoreError> {
    let Some(workflow) = workflows::find(tx, keys, id)? else {
        return Ok(None);
    };
    let stored = workflows::versions(tx, keys, id)?;
    let newest = stored.into_iter().next();
    let (number, skipped) = workflow
        .body
        .map_or((0, 0), |body| (body.version, body.skipped));
    let number = number.max(newest.as_ref().map_or(0, |version| version.number));
    let graph = newest.filter(|version| version.number == number);
    Ok(Some(LatestVersion {
        number,
        graph: graph.map(|version| version.graph),
        skipped,
    }))
}

/// Returns the latest version if it has this graph, with this author from now on, or adds a version.
fn version_of(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (id, before): (&str, Option<&LatestVersion>),
    (graph, author): (&Graph, &[String]),
) -> Result<Version, StoreError> {
    let author = Some(author.to_vec());
    if let Some(before) = before.filter(|before| before.graph.as_ref() == Some(graph))
        && let Some(Some(mut version)) = workflows::version(tx, keys, (id, before.number))?
    {
        if version.author != author {
            version.author = author;
            workflows::add_version(tx, keys, id, &version)?;
        }
        return Ok(version);
    }
    let version = Version {
        number: before.map_or(0, |before| before.number) + 1,
        at: tx.now(),
        graph: graph.clone(),
        author,
    };
    workflows::add_version(tx, keys, id, &version)?;
    Ok(version)
}

/// Checks a graph and its schedule off the request threads.
async fn check_graph(
    agents: &Agents,
    caller: &Caller,
    change: Change,
) -> Result<CheckedChange, ApiError> {
    let catalogue = Catalogue::of(agents, caller).await?;
    change
        .graph
        .trigger()
        .map_or(Ok(()), |on| ensure_event(caller, on))?;
    let is_signed = caller.role == Role::Admin;
    let now = agents.clock.now();
    let checking = agents.work().process("agents.workflow.check", move || {
        check::check(&change.graph, &catalogue, is_signed)?;
        let mut due_at = None;
        for (place, node) in change.graph.nodes.iter().enumerate() {
            let Node::Trigger { on, .. } = node else {
                continue;
            };
            let schedule = Schedule::of(on, now).map_err(|unusable| {
                let parameter = format!("nodes[{place}].on.{}", unusable.field);
                ApiError::invalid(&parameter, unusable.reason)
            })?;
            due_at = schedule.and_then(|schedule| schedule.next(now));
        }
        due_at = due_at.filter(|_| change.enabled);
        Ok(CheckedChange { change, due_at })
    });
    checking.await?
}

/// Refuses a trigger that would tell a credential with scopes about events of areas that it may not read.
pub(crate) fn ensure_event(caller: &Caller, on: &Trigger) -> Result<(), ApiError> {
    match on {
        Trigger::Event { .. } => caller.may(Permission::ReportOwn, Area::Agents),
        Trigger::Manual | Trigger::Schedule { .. } => Ok(()),
    }
}

/// Returns the time of the next run of a trigger. A rule is followed in the work queue, never in a transaction.
pub(crate) async fn next_run(
    agents: &Agents,
    trigger: &Trigger,
) -> Result<Option<Timestamp>, ApiError> {
    if !matches!(trigger, Trigger::Schedule { .. }) {
        return Ok(None);
    }
    let (trigger, now) = (trigger.clone(), agents.clock.now());
    agents
        .work()
        .process("agents.workflow.next", move || {
            Schedule::of(&trigger, now).ok()??.next(now)
        })
        .await
}

/// Returns a page of the workflows of an account.
pub(crate) async fn list(
    state: &AppState,
    caller: &Caller,
    paging: Paging,
) -> Result<Page<Workflow>, ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let page = state
        .db
        .read::<_, StoreError, _>("agents.workflows", move |tx| {
            let entries = workflows::page(tx, &keys, (paging.offset(), paging.limit))?;
            let total = workflows::count(tx, keys.user())?;
            Ok(Page { entries, total })
        })
        .await?;
    Ok(page)
}

/// Returns a version of a workflow, or the latest.
pub(crate) async fn get(
    state: &AppState,
    caller: &Caller,
    name: &str,
    number: Option<u32>,
) -> Result<WorkflowWithVersion, ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let name = name.to_owned();
    state
        .db
        .read("agents.workflow", move |tx| found(tx, &keys, &name, number))
        .await
}

/// Finds a workflow with one of its versions.
pub(crate) fn found(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    name: &str,
    number: Option<u32>,
) -> Result<WorkflowWithVersion, ApiError> {
    let id = workflows::id_of(keys, name);
    let workflow = workflows::find(tx, keys, &id)?.ok_or_else(no_workflow)?;
    let body = workflow.body.clone().ok_or_else(damaged)?;
    let number = number.unwrap_or(body.version);
    let version = workflows::version(tx, keys, (&id, number))?;
    let version = match version {
        Some(version) => version.ok_or_else(damaged)?,
        None if number == body.version => return Err(damaged()),
        None => return Err(ApiError::not_found("version of the workflow")),
    };
    Ok(WorkflowWithVersion {
        workflow,
        body,
        version,
    })
}

/// Returns the versions of a workflow, the newest first.
pub(crate) async fn versions(
    state: &AppState,
    caller: &Caller,
    name: &str,
) -> Result<Vec<Version>, ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let name = name.to_owned();
    state
        .db
        .read("agents.workflow.versions", move |tx| {
            let id = workflows::id_of(&keys, &name);
            workflows::find(tx, &keys, &id)?.ok_or_else(no_workflow)?;
            Ok::<_, ApiError>(workflows::versions(tx, &keys, &id)?)
        })
        .await
}

/// Returns the changes from one version to another as a JSON Patch (RFC 6902).
pub(crate) async fn difference(
    state: &AppState,
    caller: &Caller,
    name: &str,
    (from, to): (Option<u32>, Option<u32>),
) -> Result<VersionDifference, ApiError> {
    let to = get(state, caller, name, to).await?;
    let before = to.version.number.saturating_sub(1).max(1);
    let from = get(state, caller, name, Some(from.unwrap_or(before))).await?;
    let graphs = [&from, &to].map(|found| json!(found.version.graph));
    let patch = json_patch::diff(&graphs[0], &graphs[1]);
    Ok(VersionDifference {
        from: from.version.number,
        to: to.version.number,
        patch: json!(patch),
    })
}

/// The changes from version `from` to version `to`.
pub(crate) struct VersionDifference {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// A JSON Patch (RFC 6902).
    pub(crate) patch: Json,
}

/// Stores the graph of an earlier version as a new one.
pub(crate) async fn roll_back(
    agents: &Agents,
    caller: &Caller,
    name: &str,
    number: u32,
) -> Result<WorkflowWithVersion, ApiError> {
    let earlier = get(agents, caller, name, Some(number)).await?;
    // The caller has named the version, not its graph.
    let rights = caller.stored_rights().within(earlier.author());
    let rights = rights.ok_or_else(no_common_right)?;
    let change = Change {
        graph: earlier.version.graph,
        enabled: earlier.body.enabled,
        base: Some(earlier.body.version),
    };
    replace(agents, caller, name, (change, rights)).await
}

/// Deletes a workflow with its versions and its runs. A run that has not ended stops.
pub(crate) async fn delete(state: &AppState, caller: &Caller, name: &str) -> Result<(), ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let id = workflows::id_of(&keys, name);
    loop {
        let (user, id) = (caller.user.clone(), id.clone());
        let portion =
            state
                .db
                .write::<_, StoreError, _>("agents.workflow.remove_runs", move |tx| {
                    workflows::set_due(tx, &user, &id, None)?;
                    runs::remove_portion(tx, &user, &id)
                });
        if portion.await? == 0 {
            break;
        }
    }
    let owner = caller.owner();
    state
        .db
        .write("agents.workflow.delete", move |tx| {
            workflows::find(tx, &keys, &id)?.ok_or_else(no_workflow)?;
            workflows::remove(tx, &owner.user, &id)?;
            write_audit(tx, &owner, "workflow.delete", 0)?;
            Ok::<_, ApiError>(())
        })
        .await
}

/// Writes the audit entry of a change to a workflow. The name is the client's text and is not in the log.
fn write_audit(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    version: u32,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "agents",
        status: Status::Success,
        details: format!("version {version}"),
        metadata: json!({ "version": version }),
    })
    .map(drop)
}

pub(crate) fn no_workflow() -> ApiError {
    ApiError::not_found("workflow")
}

/// The error for a workflow whose stored bytes do not open.
pub(crate) fn damaged() -> ApiError {
    ApiError::conflict(
        "the stored workflow is damaged: store it again under the same name, or delete it",
    )
}

/// The maximum number of workflows of an account.
const MAX_WORKFLOWS: u64 = 1000;
