//! What runs by itself, again and again.

use std::time::Duration;

use lockstep_web::{House, socket};
use tokio::sync::watch;

/// Runs every capability's background jobs until `end` changes.
pub async fn jobs(house: House, end: watch::Receiver<bool>) {
    let mut running = tokio::task::JoinSet::new();
    for job in house
        .capabilities()
        .iter()
        .flat_map(|capability| capability.jobs)
    {
        running.spawn(again(
            house.clone(),
            job.name,
            job.every,
            job.run,
            end.clone(),
        ));
    }
    for (name, every, run) in HOUSE_JOBS {
        running.spawn(again(house.clone(), name, *every, *run, end.clone()));
    }
    while running.join_next().await.is_some() {}
}

type Run = fn(House) -> lockstep_web::house::Pending<Result<(), lockstep_web::Fault>>;

async fn again(
    house: House,
    name: &'static str,
    every: Duration,
    run: Run,
    mut end: watch::Receiver<bool>,
) {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut said: Option<String> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = end.changed() => return,
        }
        let reason = match run(house.clone()).await {
            Ok(()) => None,
            Err(fault) => Some(fault.log.unwrap_or_else(|| fault.message.into_owned())),
        };
        // The same reason again is told once: on a full disk the log would grow every second.
        if reason.is_some() && reason != said {
            tracing::error!(job = name, reason, "background job");
        }
        said = reason;
    }
}

/// What the house does by itself: counts become audit entries, what is over is forgotten.
const HOUSE_JOBS: &[(&str, Duration, Run)] = &[
    ("house.tally", Duration::from_secs(1), |house| {
        Box::pin(async move { Ok(house.tally().flush(&house.db).await?) })
    }),
    ("house.scrub", Duration::from_secs(60), |house| {
        Box::pin(crate::commands::scrub::slice(house))
    }),
    ("house.erase_traces", Duration::from_secs(60), |house| {
        Box::pin(async move { Ok(house.db.erase_owed_traces().await?) })
    }),
    ("house.forget", Duration::from_secs(60), |house| {
        Box::pin(async move {
            let forget = |tx: &mut lockstep_store::Tx<'_>| {
                lockstep_web::idempotency::forget(tx)?;
                let before = tx.now().minus(socket::EVENTS_KEPT);
                tx.forget_events(before)
            };
            house
                .db
                .write::<_, lockstep_store::StoreError, _>("house.forget", forget)
                .await?;
            Ok(())
        })
    }),
];
