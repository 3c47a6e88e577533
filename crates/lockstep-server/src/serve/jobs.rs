//! Runs the recurring background jobs.

use std::time::Duration;

use lockstep_vault::Vault;
use lockstep_web::capability::Job;
use lockstep_web::{ApiError, AppState, socket};
use tokio::sync::watch;

use crate::audit_lines::print_audit;

/// Runs every background job until `end` changes.
pub async fn jobs(state: AppState, end: watch::Receiver<bool>) {
    let mut running = tokio::task::JoinSet::new();
    for job in all_jobs(&state) {
        running.spawn(repeat(state.clone(), job, end.clone()));
    }
    while running.join_next().await.is_some() {}
}

/// Returns the jobs of every capability and of the server.
pub fn all_jobs(state: &AppState) -> impl Iterator<Item = &'static Job> {
    let of_capabilities = state.capabilities().iter().flat_map(|one| one.jobs);
    of_capabilities.chain(SERVER_JOBS)
}

/// Runs a job once. A job that must not act under a wrong clock is skipped while the clock is ahead.
///
/// # Errors
/// Those of the job.
pub async fn run_job(state: &AppState, job: &Job) -> Result<(), ApiError> {
    if job.waits_for_clock && !Vault::of(state)?.clock().may_act() {
        return Ok(());
    }
    (job.run)(state.clone()).await
}

async fn repeat(state: AppState, job: &'static Job, mut end: watch::Receiver<bool>) {
    let mut ticks = tokio::time::interval(job.every);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut last_reason: Option<String> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = end.changed() => return,
        }
        let reason = match run_job(&state, job).await {
            Ok(()) => None,
            Err(error) => Some(error.log.unwrap_or_else(|| error.message.into_owned())),
        };
        // A repeated reason is logged once: on a full disk the log would grow every second.
        if reason.is_some() && reason != last_reason {
            tracing::error!(job = job.name, reason, "background job");
        }
        last_reason = reason;
    }
}

/// The server's own jobs: write audit counts, delete expired data.
const SERVER_JOBS: &[Job] = &[
    Job {
        name: "server.audit_counts",
        every: Duration::from_secs(1),
        waits_for_clock: false,
        run: |state| {
            Box::pin(async move {
                let now = state.clock.monotonic();
                Ok(state.audit_counter().flush_due(&state.db, now).await?)
            })
        },
    },
    Job {
        name: "server.audit_lines",
        every: Duration::from_secs(1),
        waits_for_clock: false,
        run: |state| Box::pin(async move { print_audit(&state).await }),
    },
    Job {
        name: "server.scrub",
        every: Duration::from_secs(60),
        waits_for_clock: false,
        run: |state| Box::pin(crate::scrub::slice(state)),
    },
    Job {
        name: "server.erase_traces",
        every: Duration::from_secs(60),
        waits_for_clock: false,
        run: |state| Box::pin(async move { Ok(state.db.erase_owed_traces().await?) }),
    },
    Job {
        name: "server.forget",
        every: Duration::from_secs(60),
        waits_for_clock: true,
        run: |state| Box::pin(forget(state)),
    },
];

/// Removes events and idempotency keys that are older than the time for which they are kept.
async fn forget(state: AppState) -> Result<(), ApiError> {
    let forget = |tx: &mut lockstep_store::Tx<'_>| {
        lockstep_web::idempotency::forget(tx)?;
        let before = tx.now().minus(socket::EVENTS_KEPT);
        tx.forget_events(before)
    };
    state
        .db
        .write::<_, lockstep_store::StoreError, _>("server.forget", forget)
        .await?;
    Ok(())
}
