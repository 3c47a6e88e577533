//! Samples the machine while any socket is subscribed to `system-health`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::{Ctx, Timestamp};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::machine::{Machine, MachineFigures};

/// A sample with its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) at: Timestamp,
    pub(crate) figures: MachineFigures,
}

/// The latest sample, and the task that takes samples for all listeners.
#[derive(Debug, Default)]
pub(crate) struct Health {
    latest: watch::Sender<Option<Arc<Sample>>>,
    sampler: Mutex<Sampler>,
}

#[derive(Debug, Default)]
struct Sampler {
    listeners: usize,
    task: Option<AbortHandle>,
}

/// A listener; the sampler runs while there is one.
pub(crate) struct HealthListener {
    health: Arc<Health>,
    samples: watch::Receiver<Option<Arc<Sample>>>,
}

impl Health {
    /// Adds a listener. It receives the latest sample at once if another listener was there before.
    pub(crate) fn listen(self: &Arc<Self>, ctx: &Ctx) -> HealthListener {
        let mut sampler = self.sampler();
        sampler.listeners += 1;
        if sampler.task.is_none() {
            let sampling = sample(ctx.clone(), Arc::clone(self));
            sampler.task = Some(tokio::spawn(sampling).abort_handle());
        }
        let mut samples = self.latest.subscribe();
        samples.mark_changed();
        HealthListener {
            health: Arc::clone(self),
            samples,
        }
    }

    /// Whether the sampler runs.
    pub(crate) fn is_sampling(&self) -> bool {
        self.sampler().task.is_some()
    }

    fn leave(&self) {
        let mut sampler = self.sampler();
        sampler.listeners -= 1;
        if sampler.listeners == 0 {
            sampler.task.take().iter().for_each(AbortHandle::abort);
            // The next listener must not receive an old sample.
            self.latest.send_replace(None);
        }
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn sampler(&self) -> MutexGuard<'_, Sampler> {
        self.sampler.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HealthListener {
    /// Waits for the next sample; cancel-safe.
    pub(crate) async fn next(&mut self) -> Arc<Sample> {
        loop {
            // `health` owns the sender, so the channel is never closed.
            let _ = self.samples.changed().await;
            if let Some(sample) = self.samples.borrow_and_update().clone() {
                return sample;
            }
        }
    }
}

impl Drop for HealthListener {
    fn drop(&mut self) {
        self.health.leave();
    }
}

async fn sample(ctx: Ctx, health: Arc<Health>) {
    let clock = ctx.clock.clone();
    let mut since = clock.monotonic();
    let mut pause = FIRST_AFTER;
    let opened = tokio::task::spawn_blocking(Machine::new).await;
    let Ok(Ok(mut machine)) = opened else {
        tracing::error!("the machine cannot be measured");
        return;
    };
    loop {
        tokio::time::sleep(pause).await;
        pause = EVERY;
        let now = clock.monotonic();
        let passed = now.saturating_sub(since);
        since = now;
        let db = ctx.db.clone();
        let measured = tokio::task::spawn_blocking(move || {
            let figures = machine.sample(passed, db.disk_use());
            (machine, figures)
        });
        let Ok((measured, figures)) = measured.await else {
            tracing::error!("the machine cannot be measured");
            return;
        };
        machine = measured;
        let at = clock.now();
        health
            .latest
            .send_replace(Some(Arc::new(Sample { at, figures })));
    }
}

/// The pause between two samples.
const EVERY: Duration = Duration::from_secs(10);
/// The time over which the first sample measures.
const FIRST_AFTER: Duration = Duration::from_secs(1);
