//! Answers a request for long work with the result, or with a job if the caller prefers a job.

use std::future::Future;

use axum::Json;
use axum::http::HeaderMap;
use lockstep_store::id::{JobId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::Jobs;
use crate::api_error::ApiError;
use crate::area::Area;
use crate::idempotency::IdempotencyKey;

/// The result, or the job that computes it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ResultOrJob<T> {
    /// Done.
    Done(T),
    /// A job that was accepted.
    Job(AcceptedJob),
}

/// A job that was accepted.
#[derive(Serialize, ToSchema)]
#[schema(as = AcceptedJob)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedJob {
    /// The id of the job, for `GET /v1/jobs/{jobId}`.
    job_id: String,
    /// The state of the job: always `running`.
    status: &'static str,
}

impl AcceptedJob {
    fn new(id: &JobId) -> Self {
        Self {
            job_id: id.to_string(),
            status: "running",
        }
    }
}

/// Waits for the work, or starts a job if the caller prefers `respond-async` (RFC 7240). The
/// response headers say which applied. `area` is the area of the route; its codes name the work's
/// errors.
///
/// # Errors
/// The error of the work; 429 if the account has too many jobs.
pub async fn answer<T, F>(
    jobs: &Jobs,
    (area, user): (Area, &UserId),
    headers: &HeaderMap,
    work: F,
) -> Result<(HeaderMap, Json<ResultOrJob<T>>), ApiError>
where
    T: Serialize + Send + 'static,
    F: Future<Output = Result<T, ApiError>> + Send + 'static,
{
    answer_once(
        jobs,
        (area, user),
        headers,
        &IdempotencyKey::default(),
        work,
    )
    .await
}

/// Does the same as [`answer`] for a request with an optional idempotency key: the same key returns
/// the same job.
///
/// # Errors
/// As [`answer`]; a key that was used for another request.
pub async fn answer_once<T, F>(
    jobs: &Jobs,
    (area, user): (Area, &UserId),
    headers: &HeaderMap,
    idempotency_key: &IdempotencyKey,
    work: F,
) -> Result<(HeaderMap, Json<ResultOrJob<T>>), ApiError>
where
    T: Serialize + Send + 'static,
    F: Future<Output = Result<T, ApiError>> + Send + 'static,
{
    let prefers = headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|word| word.trim().eq_ignore_ascii_case("respond-async"));
    let mut said = HeaderMap::new();
    if !prefers {
        return Ok((said, Json(ResultOrJob::Done(work.await?))));
    }
    let id = jobs.begin((area, user), idempotency_key, work)?;
    said.insert(
        "preference-applied",
        axum::http::HeaderValue::from_static("respond-async"),
    );
    Ok((said, Json(ResultOrJob::Job(AcceptedJob::new(&id)))))
}
