//! The reliability of the clock for irreversible operations.
//!
//! Some irreversible operations depend on time: the expiry of keys, the destruction of keys after their
//! delay, and the turn of the epoch, which voids older backups. They run only while
//! [`ClockGuard`](lockstep_store::ClockGuard) finds that the clock is not ahead. All other operations
//! continue.

use lockstep_store::{Actor, ClockState, Entry, Status, StoreError, Timestamp, Tx};
use serde_json::json;

use crate::vault::{Vault, lock};

/// The clock and its reliability at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReport {
    /// The time of the wall clock.
    pub now: Timestamp,
    /// The reliability of the clock.
    pub state: ClockState,
}

impl ClockReport {
    /// The state as a sentence for operators.
    #[must_use]
    pub fn sentence(&self) -> String {
        let now = self.now;
        let hours = |by: std::time::Duration| by.as_secs_f64() / 3600.0;
        match self.state {
            ClockState::Agrees => now.to_string(),
            ClockState::Ahead(by) => format!(
                "{now} is {:.1} hours ahead of the last trusted time: keys are neither expired \
                 nor destroyed, the epoch does not turn, nothing is removed for its age and no payout is made until the clock \
                 is corrected. If it is right (the server was off for long): `lockstep clock confirm`",
                hours(by)
            ),
            ClockState::Behind(by) => format!(
                "{now} is {:.1} hours behind the last trusted time: what is due is done late \
                 until the clock is corrected. If it is right: `lockstep clock confirm`",
                hours(by)
            ),
        }
    }
}

/// The clock of the platform, and whether it can be trusted.
#[derive(Clone, Copy)]
pub struct VaultClock<'v>(&'v Vault);

impl Vault {
    /// The clock of the platform, and whether it can be trusted.
    #[must_use]
    pub fn clock(&self) -> VaultClock<'_> {
        VaultClock(self)
    }
}

impl VaultClock<'_> {
    /// The current state of the clock. Logs a change and updates the metrics.
    pub fn state(self) -> ClockReport {
        let clock = &self.0.ctx().clock;
        let (now, monotonic) = (clock.now(), clock.monotonic());
        let state = lock(self.0.guard()).state(now, monotonic);
        let report = ClockReport { now, state };
        let mut reported = lock(self.0.reported_clock());
        if std::mem::discriminant(&*reported) != std::mem::discriminant(&state) {
            match state {
                ClockState::Agrees => {
                    tracing::info!(%now, "the clock agrees with the trusted time again");
                }
                _ => tracing::warn!(reason = report.sentence(), "the clock"),
            }
        }
        *reported = state;
        let (ahead, delayed) = match state {
            ClockState::Agrees => (0.0, 0.0),
            ClockState::Ahead(by) => (by.as_secs_f64(), 1.0),
            ClockState::Behind(by) => (-by.as_secs_f64(), 0.0),
        };
        metrics::gauge!("lockstep_clock_ahead_seconds").set(ahead);
        metrics::gauge!("lockstep_irreversible_acts_held").set(delayed);
        report
    }

    /// Whether irreversible operations that depend on time may run.
    pub fn may_act(self) -> bool {
        !matches!(self.state().state, ClockState::Ahead(_))
    }

    /// Records an operator's confirmation that the clock is right, as an audit entry.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn confirm(self) -> Result<ClockReport, StoreError> {
        let before = self.state();
        let state = match before.state {
            ClockState::Agrees => json!({ "state": "agreed" }),
            ClockState::Ahead(by) => json!({ "state": "ahead", "seconds": by.as_secs() }),
            ClockState::Behind(by) => json!({ "state": "behind", "seconds": by.as_secs() }),
        };
        let now = before.now;
        let note = move |tx: &mut Tx<'_>| {
            tx.audit(&Entry {
                actor: &Actor::system(),
                action: "clock.confirm",
                component: "vault",
                status: Status::Success,
                details: format!("an operator confirmed the clock: {now}"),
                metadata: state.clone(),
            })
        };
        self.0.ctx().db.write("vault.clock.confirm", note).await?;
        let clock = &self.0.ctx().clock;
        lock(self.0.guard()).confirm(clock.now(), clock.monotonic());
        self.0.pairing().record_progress().await?;
        Ok(self.state())
    }
}
