//! `GET` and `DELETE /v1/jobs/{jobId}`, and the same operations at the encryption API's earlier path.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use lockstep_store::id::JobId;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::{JobProgress, JobState, Jobs, list};
use crate::access::Permission;
use crate::api_error::ApiError;
use crate::body::PathParam;
use crate::caller::Caller;
use crate::routes::Routes;
use crate::tool::{Tool, ToolClass};

/// The tools of jobs.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "jobs.status",
        operation: "getJob",
        class: ToolClass::Read,
    },
    Tool {
        name: "jobs.cancel",
        operation: "cancelJob",
        class: ToolClass::Write,
    },
];

/// The routes of jobs.
#[must_use]
pub fn routes(jobs: Jobs) -> Routes {
    Routes::new()
        .allow(Permission::ReadJob, routes!(job))
        .allow(Permission::CancelJob, routes!(cancel))
        .allow(Permission::ReadOwn, routes!(encryption_job))
        .allow(Permission::WriteOwn, routes!(cancel_encryption_job))
        .allow(Permission::ReadInstallation, routes!(list::list_jobs))
        .with_state(jobs)
}

/// The state of a job.
#[derive(Serialize, ToSchema)]
#[schema(as = JobState)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobView {
    /// The id of the job, which begins with `job_`.
    job_id: String,
    /// `running`, `succeeded` or `failed`.
    #[schema(example = "running")]
    status: &'static str,
    /// How far the job is; absent while it is not known, and after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<JobProgress>,
    /// The body that the request would have returned; present once the job has succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    result: Option<RenderedBody>,
    /// The error that the request would have returned; present once the job has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JobError>,
}

/// A response body that was rendered when its job ended.
pub(crate) struct RenderedBody(Arc<RawValue>);

impl Serialize for RenderedBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

/// The error of a failed job.
#[derive(Serialize, ToSchema)]
pub(crate) struct JobError {
    /// An error code of the area whose route started the job.
    code: &'static str,
    /// The problem and the remedy.
    message: String,
    /// Details for programs, such as `parameter` and `reason`; absent if the error has no details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    details: Option<Value>,
}

/// Get the state of a job.
///
/// A request with `Prefer: respond-async` starts a job. The server keeps a job for one hour; a restart
/// of the server deletes it. The stored results of an account are limited to 64 MiB, those of all
/// accounts to 512 MiB: the oldest are deleted first. An API key needs the `read` scope of the area
/// whose route started the job.
#[utoipa::path(get, path = "/v1/jobs/{jobId}", tag = "Jobs", operation_id = "getJob",
    params(("jobId" = String, Path, description = "The job's id"),
        ("Prefer" = Option<String>, Header, description = "`wait=20`: answer when the job has ended, or after this number of seconds, 20 at most")),
    responses((status = 200, description = "The state of the job", body = JobView)))]
async fn job(
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    PathParam(id): PathParam<JobId>,
) -> Result<Json<JobView>, ApiError> {
    // Checked before the wait: a key without permission to read the job learns nothing about it.
    let (area, _) = jobs.state(&caller.user, &id)?;
    caller.may(Permission::ReadOwn, area)?;
    if let Some(seconds) = wait(&headers) {
        let limit = Duration::from_secs(seconds.min(MAX_WAIT_SECONDS));
        jobs.wait(&caller.user, &id, limit).await;
    }
    let (area, state) = jobs.state(&caller.user, &id)?;
    let (status, progress, result, error) = match state {
        JobState::Running(progress) => ("running", progress, None, None),
        JobState::Succeeded(answer) => ("succeeded", None, Some(RenderedBody(answer)), None),
        JobState::Failed(error) => {
            if let Some(log) = &error.log {
                tracing::error!(job = %id, reason = log, "job");
            }
            let error = JobError {
                code: area.answer(error.kind).1,
                message: error.message.into_owned(),
                details: error.details,
            };
            ("failed", None, None, Some(error))
        }
    };
    Ok(Json(JobView {
        job_id: id.to_string(),
        status,
        progress,
        result,
        error,
    }))
}

/// Get the state of a job: `GET /v1/jobs/{jobId}` under its older path.
#[utoipa::path(get, path = "/v1/encryption/jobs/{jobId}", tag = "Encryption", operation_id = "getEncryptionJob",
    params(("jobId" = String, Path, description = "The job's id"),
        ("Prefer" = Option<String>, Header, description = "`wait=20`: answer when the job has ended, or after this number of seconds, 20 at most")),
    responses((status = 200, description = "The state of the job", body = JobView)))]
async fn encryption_job(
    jobs: State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    id: PathParam<JobId>,
) -> Result<Json<JobView>, ApiError> {
    job(jobs, caller, headers, id).await
}

/// The confirmation that a job was deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedJob)]
pub(crate) struct DeletedJob {
    /// Always true: the job no longer exists.
    deleted: bool,
}

/// Cancel a job.
///
/// A running job stops within a tenth of a second. The result of a finished job is deleted. An API key
/// needs the `write` scope of the area whose route started the job.
#[utoipa::path(delete, path = "/v1/jobs/{jobId}", tag = "Jobs", operation_id = "cancelJob",
    params(("jobId" = String, Path, description = "The job's id")),
    responses((status = 200, description = "The job was removed", body = DeletedJob)))]
async fn cancel(
    State(jobs): State<Jobs>,
    caller: Caller,
    PathParam(id): PathParam<JobId>,
) -> Result<Json<DeletedJob>, ApiError> {
    let (area, _) = jobs.state(&caller.user, &id)?;
    caller.may(Permission::WriteOwn, area)?;
    jobs.forget(&caller.user, &id)?;
    Ok(Json(DeletedJob { deleted: true }))
}

/// Cancel a job: `DELETE /v1/jobs/{jobId}` under its older path.
#[utoipa::path(delete, path = "/v1/encryption/jobs/{jobId}", tag = "Encryption", operation_id = "cancelEncryptionJob",
    params(("jobId" = String, Path, description = "The job's id")),
    responses((status = 200, description = "The job was removed", body = DeletedJob)))]
async fn cancel_encryption_job(
    jobs: State<Jobs>,
    caller: Caller,
    id: PathParam<JobId>,
) -> Result<Json<DeletedJob>, ApiError> {
    cancel(jobs, caller, id).await
}

/// Returns the seconds that the caller prefers to wait for the end (RFC 7240, section 4.3).
fn wait(headers: &HeaderMap) -> Option<u64> {
    headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .find_map(|word| word.trim().strip_prefix("wait=")?.parse().ok())
}

const MAX_WAIT_SECONDS: u64 = 20;
