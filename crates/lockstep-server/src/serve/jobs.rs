//! Runs the recurring background jobs.

use std::time::Duration;

use lockstep_web::{AppState, socket};
use tokio::sync::watch;

/// Runs every capability's background jobs until `end` changes.
pub async fn jobs(state: AppState, end: watch::Receiver<bool>) {
    let mut running = tokio::task::JoinSet::new();
    for job in state
        .capabilities()
        .iter()
        .flat_map(|capability| capability.jobs)
    {
        running.spawn(repeat(
            state.clone(),
            job.name,
            job.every,
            job.run,
            end.clone(),
        ));
    }
    for (name, every, run) in SERVER_JOBS {
        running.spawn(repeat(state.clone(), name, *every, *run, end.clone()));
    }
    while running.join_next().await.is_some() {}
}

type Run = fn(AppState) -> lockstep_web::app_state::Pending<Result<(), lockstep_web::ApiError>>;

async fn repeat(
    state: AppState,
    name: &'static str,
    every: Duration,
    run: Run,
    mut end: watch::Receiver<bool>,
) {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut last_reason: Option<String> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = end.changed() => return,
        }
        let reason = match run(state.clone()).await {
            Ok(()) => None,
            Err(error) => Some(error.log.unwrap_or_else(|| error.message.into_owned())),
        };
        // A repeated reason is logged once: on a full disk the log would grow every second.
        if reason.is_some() && reason != last_reason {
            tracing::error!(job = name, reason, "background job");
        }
        last_reason = reason;
    }
}

/// The server's own jobs: write audit counts, delete expired data.
const SERVER_JOBS: &[(&str, Duration, Run)] = &[
    ("server.audit_counts", Duration::from_secs(1), |state| {
        Box::pin(async move { Ok(state.audit_counter().flush(&state.db).await?) })
    }),
    ("server.scrub", Duration::from_secs(60), |state| {
        Box::pin(crate::commands::scrub::slice(state))
    }),
    ("server.erase_traces", Duration::from_secs(60), |state| {
        Box::pin(async move { Ok(state.db.erase_owed_traces().await?) })
    }),
    ("server.forget", Duration::from_secs(60), |state| {
        Box::pin(async move {
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
        })
    }),
];
