//! `GET /v1/admin/jobs`: the jobs of all accounts, without their contents.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::Timestamp;
use lockstep_store::id::{JobId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{JobProgress, JobState, Jobs, lock};
use crate::api_error::ApiError;
use crate::area::Area;
use crate::body::Params;
use crate::paging::{Page, PageQuery, Paging};

/// A job without its result and its error, which only its owner reads.
pub(super) struct ListedJob {
    id: JobId,
    area: Area,
    user: UserId,
    status: JobStatus,
    progress: Option<JobProgress>,
    begun: Timestamp,
    ended: Option<Timestamp>,
}

impl Jobs {
    /// Returns a page of the jobs of all accounts, the newest first.
    pub(super) fn list(&self, paging: Paging) -> Page<ListedJob> {
        let (now, monotonic) = (self.clock.now(), self.clock.monotonic());
        let known = lock(&self.known);
        let kept = known.all.iter().filter(|(_, job)| job.is_kept(monotonic));
        let mut all: Vec<ListedJob> = kept
            .map(|(id, job)| {
                let (status, progress) = match job.state() {
                    JobState::Running(progress) => (JobStatus::Running, progress),
                    JobState::Succeeded(_) => (JobStatus::Succeeded, None),
                    JobState::Failed(_) => (JobStatus::Failed, None),
                };
                ListedJob {
                    id: id.clone(),
                    area: job.area,
                    user: job.user.clone(),
                    status,
                    progress,
                    begun: job.begun,
                    ended: job
                        .ended
                        .map(|(ended, _)| now.minus(monotonic.saturating_sub(ended))),
                }
            })
            .collect();
        drop(known);
        // Ids sort by the time of their creation.
        all.sort_unstable_by(|one, other| other.id.cmp(&one.id));
        let total = all.len() as u64;
        let skip = usize::try_from(paging.offset()).unwrap_or(usize::MAX);
        let entries = all.into_iter().skip(skip).take(paging.limit as usize);
        Page {
            entries: entries.collect(),
            total,
        }
    }
}

/// The status of a job.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobStatus {
    /// Running or queued.
    Running,
    /// The owner can read the result.
    Succeeded,
    /// The owner can read the error.
    Failed,
}

/// A job of any account, without its result or error.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobSummary {
    /// The id of the job, which begins with `job_`.
    #[schema(example = "job_01h455vb4pex5vsknk084sn02q")]
    job_id: String,
    /// The area of the API whose request started the job.
    #[schema(example = "encryption")]
    kind: &'static str,
    status: JobStatus,
    /// How far the job is; absent while it is not known, and after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<JobProgress>,
    /// The id of the account that started the job.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    account_id: String,
    /// The time when the job was accepted, in UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// The time when the job ended, in UTC; null while it runs.
    #[schema(format = DateTime)]
    ended_at: Option<String>,
}

impl From<ListedJob> for JobSummary {
    fn from(job: ListedJob) -> Self {
        Self {
            job_id: job.id.to_string(),
            kind: job.area.name(),
            status: job.status,
            progress: job.progress,
            account_id: job.user.to_string(),
            started_at: job.begun.to_string(),
            ended_at: job.ended.map(|at| at.to_string()),
        }
    }
}

/// A page of jobs.
#[derive(Serialize, ToSchema)]
pub(crate) struct JobPage {
    /// The jobs, newest first.
    jobs: Vec<JobSummary>,
    /// The number of jobs of all accounts.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the jobs of all accounts, without their results and errors.
///
/// The server keeps a job for one hour after its end; a restart of the server deletes it. Only the owner of a job reads its
/// result or cancels it.
#[utoipa::path(get, path = "/v1/admin/jobs", tag = "Administration", operation_id = "listJobs",
    params(PageQuery),
    responses((status = 200, description = "A page of jobs", body = JobPage)))]
pub(super) async fn list_jobs(
    State(jobs): State<Jobs>,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<JobPage>), ApiError> {
    let paging = query.paging(Area::Administration)?;
    let page = jobs.list(paging);
    Ok(
        paging.respond(&uri, page, |jobs: Vec<JobSummary>, total| JobPage {
            jobs,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}
