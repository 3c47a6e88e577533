//! `GET` and `DELETE /v1/encryption/jobs/{jobId}`.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use lockstep_store::id::JobId;
use lockstep_web::{Area, Caller, Fault, PathParam};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::jobs::JobState;
use crate::vault::Vault;

/// How far a job is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobView {
    job_id: String,
    /// `running`, `succeeded` or `failed`.
    #[schema(example = "running")]
    status: &'static str,
    /// What the request would have been answered, once it has succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    result: Option<Rendered>,
    /// What it would have been refused with, once it has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JobError>,
}

/// An answer as it was rendered when its job ended.
pub(crate) struct Rendered(Arc<RawValue>);

impl Serialize for Rendered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

/// Why a job failed.
#[derive(Serialize, ToSchema)]
pub(crate) struct JobError {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    details: Option<Value>,
}

/// How far a job is that was begun with `Prefer: respond-async`. Jobs end with the process and are
/// kept for an hour; of their answers an account has 64 MiB at most and all together 512 MiB: those
/// that came first go first, and are not found any more.
#[utoipa::path(get, path = "/v1/encryption/jobs/{jobId}", tag = "Encryption", operation_id = "getEncryptionJob",
    params(("jobId" = String, Path, description = "Which job"),
        ("Prefer" = Option<String>, Header, description = "`wait=20`: answer when it has ended, or after so many seconds, 20 at most")),
    responses((status = 200, description = "How far it is", body = JobView)))]
pub(super) async fn job(
    State(vault): State<Vault>,
    caller: Caller,
    headers: HeaderMap,
    PathParam(id): PathParam<JobId>,
) -> Result<Json<JobView>, Fault> {
    if let Some(seconds) = wait(&headers) {
        vault
            .wait(
                &caller.user,
                &id,
                Duration::from_secs(seconds.min(LONGEST_WAIT)),
            )
            .await;
    }
    let (status, result, error) = match vault.job(&caller.user, &id)? {
        JobState::Running => ("running", None, None),
        JobState::Succeeded(answer) => ("succeeded", Some(Rendered(answer)), None),
        JobState::Failed(fault) => {
            if let Some(log) = &fault.log {
                tracing::error!(job = %id, reason = log, "job");
            }
            let error = JobError {
                code: Area::Encryption.answer(fault.kind).1,
                message: fault.message.into_owned(),
                details: fault.details,
            };
            ("failed", None, Some(error))
        }
    };
    Ok(Json(JobView {
        job_id: id.to_string(),
        status,
        result,
        error,
    }))
}

/// That a job is gone.
#[derive(Serialize, ToSchema)]
#[schema(as = JobDeleted)]
pub(crate) struct Removed {
    deleted: bool,
}

/// Cancel a job. One that is running stops within a tenth of a second between two steps of its work; the
/// answer of one that has ended is deleted. It is not found any more.
#[utoipa::path(delete, path = "/v1/encryption/jobs/{jobId}", tag = "Encryption", operation_id = "cancelEncryptionJob",
    params(("jobId" = String, Path, description = "Which job")),
    responses((status = 200, description = "It is gone", body = Removed)))]
pub(super) async fn cancel(
    State(vault): State<Vault>,
    caller: Caller,
    PathParam(id): PathParam<JobId>,
) -> Result<Json<Removed>, Fault> {
    vault.forget_job(&caller.user, &id)?;
    Ok(Json(Removed { deleted: true }))
}

/// How long the caller would rather wait than ask again (RFC 7240, section 4.3).
fn wait(headers: &HeaderMap) -> Option<u64> {
    headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .find_map(|word| word.trim().strip_prefix("wait=")?.parse().ok())
}

const LONGEST_WAIT: u64 = 20;
