//! Plans workflows again that were begun or stored under a clock that was ahead, once it is right again. Until then their
//! next runs wait for a time that is far away.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp};
use lockstep_web::{ApiError, AppState};

use super::runs::trigger_of;
use super::workflows::next_run;
use super::{account_keys, runner};
use crate::store::{runs, workflows};
use crate::toolset::Agents;

/// The latest time that the clock has shown to this process; `None` until the workflows of earlier processes were looked
/// through.
#[derive(Debug, Default)]
pub(crate) struct LatestTime(Mutex<Option<Timestamp>>);

impl LatestTime {
    fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the server was assembled without runs"))
    }

    /// Whether the clock was later than now, or may have been before this process.
    fn went_back(&self, now: Timestamp) -> bool {
        self.time()
            .is_none_or(|latest| latest > now.plus(TOLERANCE))
    }

    fn note(&self, now: Timestamp) {
        let mut latest = self.time();
        *latest = latest.map(|latest| latest.max(now));
    }

    /// Begins again with this time: nothing is planned by a later one.
    fn begin(&self, now: Timestamp) {
        *self.time() = Some(now);
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn time(&self) -> MutexGuard<'_, Option<Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plans workflows again if the clock went back, then begins and continues the runs that are due.
pub(crate) async fn go_on(state: AppState) -> Result<(), ApiError> {
    let latest = LatestTime::of(&state)?;
    let now = state.clock.now();
    let replanned = match latest.went_back(now) {
        true => replan(&state).await.map(|()| latest.begin(now)),
        false => Ok(()),
    };
    latest.note(now);
    // What is due is begun even if the rest has to be tried again in the next round.
    let done = runner::go_on(state.clone()).await;
    // The clock may have jumped in between.
    latest.note(state.clock.now());
    done.and(replanned)
}

/// Plans every workflow again that was begun or stored later than now. Runs wait for minutes at most: those that would go
/// on later do so now, since no other run of their workflow begins before.
async fn replan(state: &AppState) -> Result<(), ApiError> {
    let agents = Agents::new(state);
    let has_late = state.db.read::<_, StoreError, _>("agents.runs.late", |tx| {
        runs::has_later(tx, tx.now().plus(TOLERANCE))
    });
    if has_late.await? {
        let hurried = state
            .db
            .write::<_, StoreError, _>("agents.runs.hurry", |tx| {
                let latest = tx.now().plus(TOLERANCE);
                runs::hurry(tx, latest)
            });
        hurried.await?;
    }
    loop {
        let found = state
            .db
            .read::<_, StoreError, _>("agents.workflows.ahead", |tx| {
                workflows::ahead(tx, tx.now().plus(TOLERANCE), PORTION)
            });
        let found = found.await?;
        if found.is_empty() {
            return Ok(());
        }
        for (user, workflow) in found {
            plan_again(&agents, user, workflow).await?;
        }
    }
}

async fn plan_again(agents: &Agents, user: UserId, workflow: String) -> Result<(), ApiError> {
    let next = match next_of(agents, &user, &workflow).await {
        Ok(next) => next,
        Err(error) => {
            let reason = error.log.unwrap_or_else(|| error.message.into_owned());
            tracing::warn!(account = %user, reason, "a workflow cannot be planned: it is due now");
            None
        }
    };
    let planned = agents
        .db
        .write::<_, StoreError, _>("agents.workflow.replan", move |tx| {
            let next = next.unwrap_or_else(|| tx.now());
            workflows::plan_again(tx, &user, &workflow, next)
        });
    Ok(planned.await?)
}

/// Returns the next time of a schedule; `None` if an event begins the workflow, which it then may at once.
async fn next_of(
    agents: &Agents,
    user: &UserId,
    workflow: &str,
) -> Result<Option<Timestamp>, ApiError> {
    let keys = account_keys(agents, user).await?;
    let trigger = trigger_of(agents, &keys, workflow).await?;
    next_run(agents, &trigger).await
}

/// The time by which a clock may be set back without consequences.
const TOLERANCE: Duration = Duration::from_secs(60);
/// The maximum number of workflows that are read at once.
const PORTION: u32 = 500;
