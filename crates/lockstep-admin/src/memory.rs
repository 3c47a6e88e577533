//! State that administration keeps in memory while the server runs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::audit::Verdict;
use lockstep_store::{Settings, Timestamp};
use lockstep_web::capability::AlertFinding;
use lockstep_web::{ApiError, AppState};

use crate::analytics::Overview;
use crate::backup_turn::BackupTurn;
use crate::machine::{Health, Monitor};

/// The memory of this capability, an extension of the application state.
#[derive(Debug, Default)]
pub(crate) struct AdminMemory {
    machine: Monitor,
    pub(crate) backup: BackupTurn,
    /// Rules are evaluated one after the other: two evaluations would open an alert twice. The rules that could not be
    /// evaluated, with the monotonic time of the first such evaluation in succession.
    pub(crate) evaluating: tokio::sync::Mutex<HashMap<&'static str, Duration>>,
    /// One verification of the audit chain runs at a time: callers that wait get its verdict.
    pub(crate) verifying: tokio::sync::Mutex<()>,
    /// One test of the root key reads it at a time.
    pub(crate) testing_root: Arc<tokio::sync::Mutex<()>>,
    chain: Mutex<Option<ChainVerdict>>,
    quotas: Mutex<Option<QuotaFindings>>,
    overview: Mutex<Option<Overview>>,
    /// The monotonic time since which each evaluation of its alert rule has found the last backup late.
    backup_late: Mutex<Option<Duration>>,
}

/// The accounts that were near a quota at the last count.
#[derive(Clone, Debug)]
pub(crate) struct QuotaFindings {
    /// The monotonic time of the count.
    pub(crate) at: Duration,
    /// The settings that the quotas were taken from.
    pub(crate) settings: Arc<Settings>,
    pub(crate) found: Vec<AlertFinding>,
}

/// The result of the last verification of the audit chain.
#[derive(Clone, Debug)]
pub(crate) struct ChainVerdict {
    /// The monotonic time of the verification.
    pub(crate) at: Duration,
    /// The time of the verification.
    pub(crate) verified_at: Timestamp,
    pub(crate) verdict: Verdict,
}

impl AdminMemory {
    pub(crate) fn of(state: &AppState) -> Result<&Self, ApiError> {
        let missing = || ApiError::internal("the server was assembled without administration");
        state.extension().ok_or_else(missing)
    }

    /// Returns the load of the machine, measured now.
    pub(crate) fn health(&self, state: &AppState) -> Health {
        let now = state.clock.monotonic();
        self.machine.measure(now, state.db.disk_use())
    }

    pub(crate) fn chain(&self) -> MutexGuard<'_, Option<ChainVerdict>> {
        // Ignores poisoning: the value is replaced as a whole.
        self.chain.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn quotas(&self) -> MutexGuard<'_, Option<QuotaFindings>> {
        // Ignores poisoning: the value is replaced as a whole.
        self.quotas.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records whether the last backup is late at `now`, a monotonic time; returns for how long it has been.
    pub(crate) fn backup_late_for(&self, is_late: bool, now: Duration) -> Duration {
        let since = self.backup_late.lock();
        // Ignores poisoning: the value is replaced as a whole.
        let mut since = since.unwrap_or_else(PoisonError::into_inner);
        if !is_late {
            *since = None;
            return Duration::ZERO;
        }
        now.saturating_sub(*since.get_or_insert(now))
    }

    /// Records an overview; returns whether it differs from the one before.
    pub(crate) fn is_new(&self, overview: &Overview) -> bool {
        let mut last = self.overview.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = last.as_ref() != Some(overview);
        *last = Some(overview.clone());
        is_new
    }
}
