//! Long work over HTTP: waited for, or a job where the caller prefers that.

use std::future::Future;

use axum::Json;
use axum::http::HeaderMap;
use lockstep_store::id::{JobId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::Jobs;
use crate::area::Area;
use crate::fault::Fault;
use crate::idempotency::Once;

/// What was asked for, or the job that does it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Answer<T> {
    /// Done.
    Done(T),
    /// Goes on by itself.
    Job(Begun),
}

/// Work that goes on by itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Begun {
    /// For `GET /v1/jobs/{jobId}`.
    job_id: String,
    /// `running`.
    status: &'static str,
}

impl Begun {
    fn new(id: &JobId) -> Self {
        Self {
            job_id: id.to_string(),
            status: "running",
        }
    }
}

/// Waits for the work, or makes a job of it where the caller prefers that (RFC 7240). The headers say
/// which it was. `area` is the area whose route was asked: its codes name what the work is refused with.
///
/// # Errors
/// What the work is refused with; too many jobs.
pub async fn answer<T, F>(
    jobs: &Jobs,
    (area, user): (Area, &UserId),
    headers: &HeaderMap,
    work: F,
) -> Result<(HeaderMap, Json<Answer<T>>), Fault>
where
    T: Serialize + Send + 'static,
    F: Future<Output = Result<T, Fault>> + Send + 'static,
{
    answer_once(jobs, (area, user), headers, &Once::default(), work).await
}

/// The same for a request that may carry a key: sent again with it, it is the same job.
///
/// # Errors
/// As [`answer`]; a key that was used for another request.
pub async fn answer_once<T, F>(
    jobs: &Jobs,
    (area, user): (Area, &UserId),
    headers: &HeaderMap,
    once: &Once,
    work: F,
) -> Result<(HeaderMap, Json<Answer<T>>), Fault>
where
    T: Serialize + Send + 'static,
    F: Future<Output = Result<T, Fault>> + Send + 'static,
{
    let prefers = headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|word| word.trim().eq_ignore_ascii_case("respond-async"));
    let mut said = HeaderMap::new();
    if !prefers {
        return Ok((said, Json(Answer::Done(work.await?))));
    }
    let id = jobs.begin((area, user), once, work)?;
    said.insert(
        "preference-applied",
        axum::http::HeaderValue::from_static("respond-async"),
    );
    Ok((said, Json(Answer::Job(Begun::new(&id)))))
}
