//! The runs that this process carries out now: bounded in total and for each account.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use lockstep_store::Timestamp;
use lockstep_store::id::{RunId, UserId};
use lockstep_web::{ApiError, AppState};

/// The runs that this process carries out now.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    lanes: Mutex<HashMap<RunId, UserId>>,
    /// When this process carried out its first run.
    started: OnceLock<Timestamp>,
}

impl Runs {
    fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the server was assembled without runs"))
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn all(&self) -> MutexGuard<'_, HashMap<RunId, UserId>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A run that is being carried out; dropping it lets another run begin.
pub(super) struct Lane {
    state: AppState,
    run: RunId,
    /// Whether an earlier process has carried out a part of the run, or left it due.
    pub(super) is_carried_over: bool,
}

impl Lane {
    /// Opens a lane; `None` if the run has one, or if a bound is reached.
    pub(super) fn open(
        state: &AppState,
        user: &UserId,
        (run, due_at): (&RunId, Timestamp),
    ) -> Result<Option<Self>, ApiError> {
        let shared = Runs::of(state)?;
        let started = *shared.started.get_or_init(|| state.clock.now());
        let mut runs = shared.all();
        let of_account = runs.values().filter(|owner| *owner == user).count();
        if runs.len() >= MAX_LANES || of_account >= MAX_LANES_OF_ACCOUNT || runs.contains_key(run) {
            return Ok(None);
        }
        runs.insert(run.clone(), user.clone());
        Ok(Some(Self {
            state: state.clone(),
            run: run.clone(),
            is_carried_over: due_at < started,
        }))
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        if let Ok(runs) = Runs::of(&self.state) {
            runs.all().remove(&self.run);
        }
    }
}

/// The maximum number of runs at once.
const MAX_LANES: usize = 32;
/// The maximum number of runs of one account at once.
const MAX_LANES_OF_ACCOUNT: usize = 2;
